/* sat.h - clauses, and whether they can be satisfied (CaDiCaL)
 *
 * A SatLit is a variable, from 1, or its negation, a number below 0. One
 * variable is always true (sat_true), so that constants are literals too, and
 * whoever makes gates can see them and leave things out.
 *
 * A Sat stops, with SAT_UNKNOWN, when its budget is spent (it charges clauses
 * times conflicts as work), when it had as many conflicts as were asked for, or
 * when the memory of this process (RLIMIT_AS) comes to an end: from then on it
 * takes no more clauses and every answer is SAT_UNKNOWN. One thread at a time.
 */
#ifndef ZERMELO_SAT_SAT_H
#define ZERMELO_SAT_SAT_H

#include "base/budget.h"
#include "base/vec.h"

#include <stdint.h>

typedef int SatLit;
typedef VEC(SatLit) SatLits;
typedef struct Sat Sat;

typedef enum { SAT_UNKNOWN, SAT_YES, SAT_NO } SatAnswer;

const char *sat_version(void); /* of the solver */

Sat *sat_new(const Budget *budget); /* borrowed; NULL: no limit of time */
void sat_free(Sat *sat);

/* One of CaDiCaL's options; only before the first clause. */
void sat_option(Sat *sat, const char *name, int value);

SatLit sat_variable(Sat *sat); /* a new one */
SatLit sat_true(const Sat *sat);

/* One of these literals is true. Constants are left out, and a clause that
 * has a true one is not added at all. */
void sat_clause(Sat *sat, const SatLit *lits, size_t count);
void sat_clause1(Sat *sat, SatLit a);
void sat_clause2(Sat *sat, SatLit a, SatLit b);
void sat_clause3(Sat *sat, SatLit a, SatLit b, SatLit c);

/* A literal that is true exactly if all (one) of these are; LITS may be
 * reordered. A new variable is only made if it has to be. */
SatLit sat_and(Sat *sat, SatLit *lits, size_t count);
SatLit sat_or(Sat *sat, SatLit *lits, size_t count);

void sat_at_most_one(Sat *sat, const SatLit *lits, size_t count);

/* A new literal which implies that one of LITS is true: assume it to ask for
 * such a model. sat_retire when it is never assumed again. */
SatLit sat_question(Sat *sat, const SatLit *lits, size_t count);
void sat_retire(Sat *sat, SatLit question);

/* LIT is to be true in the next sat_solve, and only there. */
void sat_assume(Sat *sat, SatLit lit);

/* Models have LIT rather than its negation. */
void sat_prefer(Sat *sat, SatLit lit);

/* No more than MAX_CONFLICTS conflicts; below 0: as many as it takes. */
SatAnswer sat_solve(Sat *sat, int64_t max_conflicts);
/* Once more with the assumptions of the last sat_solve, after clauses came in
 * since. */
SatAnswer sat_solve_again(Sat *sat, int64_t max_conflicts);

/* After SAT_YES, until the next clause or assumption. */
bool sat_value(const Sat *sat, SatLit lit);
/* After SAT_NO, until then: whether this assumption was needed for it. */
bool sat_failed(const Sat *sat, SatLit lit);

/* Whether LIT is known to be true (1) or false (-1) whatever is assumed. */
int sat_fixed(const Sat *sat, SatLit lit);

bool sat_exhausted(const Sat *sat); /* a limit was reached: clauses miss */
size_t sat_variables(const Sat *sat);
size_t sat_clauses(const Sat *sat); /* added so far */

#endif

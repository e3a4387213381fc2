/* cadical.h - CaDiCaL, for C: nothing it throws gets out
 *
 * A solver has a heap of its own (base/heap.h), which counts with the current
 * one. When memory runs out, a call returns false, and the solver can only be
 * released: CaDiCaL does not promise to be in order then.
 */
#ifndef ZERMELO_SAT_CADICAL_H
#define ZERMELO_SAT_CADICAL_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct Cadical Cadical;

const char *cadical_signature(void);

/* NULL without memory. STOP is asked now and then with CONTEXT whether to end;
 * LEARN is called for each clause that is learned. Neither may allocate. */
Cadical *cadical_new(void *context, bool (*stop)(void *context),
                     void (*learn)(void *context));
void cadical_free(Cadical *solver);
void cadical_option(Cadical *solver, const char *name, int value);

/* A clause of COUNT literals, without those that are FALSE_LIT. */
bool cadical_clause(Cadical *solver, const int *lits, size_t count,
                    int false_lit);

/* Sets *ANSWER to 10 (satisfiable), 20 (not), or 0: ended by STOP or after
 * MAX_CONFLICTS, which are not limited if negative. */
bool cadical_solve(Cadical *solver, const int *assumptions, size_t count,
                   int max_conflicts, int *answer);

/* Decisions try LIT before its negation. */
void cadical_phase(Cadical *solver, int lit);

/* After an answer. Without memory all assumptions have failed, which is true of
 * a larger set than need be, and the next call returns false. */
int cadical_value(Cadical *solver, int variable);
bool cadical_failed(Cadical *solver, int lit);
int cadical_fixed(Cadical *solver, int lit);

#ifdef __cplusplus
}
#endif
#endif

/* sat.c - clauses, and whether they can be satisfied (CaDiCaL)
 *
 * In:   clauses over numbered variables
 * Out:  a model, or the assumptions that contradict them
 *
 * CaDiCaL is written in C++ and throws when an allocation fails, which would
 * end this process. So the memory in use is watched: a solver stops while there
 * is still room for what it may ask for at once. Start reading at
 * sat_solve_again().
 */
#include "sat/sat.h"

#include "base/memory.h"
#include "base/sort.h"
#include "base/vec.h"

#include <assert.h>
#include <ccadical.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Sat {
    CCaDiCaL *solver;
    const Budget *budget;
    int variables;
    SatLit truth;
    size_t clauses;
    uint64_t conflicts;
    size_t charged;   /* clauses whose construction the budget has paid for */
    size_t unwatched; /* literals added since memory was last looked at */
    unsigned polls;
    bool begun;     /* options can no longer be set */
    bool exhausted; /* memory has come to an end */
    bool asked;     /* the assumptions are those of a question answered */
    SatLits assumed;
    SatLits scratch;
};

/* ---- memory ---- */

static bool is_memory_short(void)
{
    return budget_memory_short(50, 24 << 20);
}

static void watch_memory(Sat *sat, size_t literal_count)
{
    enum { LITERALS_BETWEEN_CHECKS = 1 << 16 };
    sat->unwatched += literal_count + 1;
    if (sat->unwatched < LITERALS_BETWEEN_CHECKS)
        return;
    sat->unwatched = 0;
    if (is_memory_short())
        sat->exhausted = true;
}

static int should_stop(void *state)
{
    enum { POLLS_BETWEEN_CHECKS = 16 };
    Sat *sat = state;
    if (sat->exhausted || budget_expired(sat->budget))
        return 1;
    if (sat->polls++ % POLLS_BETWEEN_CHECKS == 0 && is_memory_short())
        sat->exhausted = true;
    return sat->exhausted;
}

/* Every conflict makes the solver learn a clause. */
static void count_conflict(void *state, int *clause)
{
    (void)clause;
    ((Sat *)state)->conflicts++;
}

/* ---- making it ---- */

/* The signature is "cadical-1.5.3". */
const char *sat_version(void)
{
    const char *signature = ccadical_signature();
    const char *dash = strchr(signature, '-');
    return dash ? dash + 1 : signature;
}

Sat *sat_new(const Budget *budget)
{
    Sat *sat = memory_alloc(sizeof *sat);
    *sat = (Sat){.budget = budget};
    sat->exhausted = is_memory_short();
    sat->truth = sat->variables = 1;
    if (sat->exhausted)
        return sat;
    sat->solver = ccadical_init();
    ccadical_set_option(sat->solver, "quiet", 1);
    ccadical_set_option(sat->solver, "profile", 0);
    ccadical_set_terminate(sat->solver, sat, should_stop);
    ccadical_set_learn(sat->solver, sat, INT_MAX, count_conflict);
    return sat;
}

void sat_free(Sat *sat)
{
    if (!sat)
        return;
    if (sat->solver)
        ccadical_release(sat->solver);
    vec_free_all(&sat->assumed, &sat->scratch);
    free(sat);
}

void sat_option(Sat *sat, const char *name, int value)
{
    assert(!sat->begun);
    if (sat->solver)
        ccadical_set_option(sat->solver, name, value);
}

SatLit sat_variable(Sat *sat)
{
    return ++sat->variables;
}

SatLit sat_true(const Sat *sat)
{
    return sat->truth;
}

bool sat_exhausted(const Sat *sat)
{
    return sat->exhausted;
}

size_t sat_variables(const Sat *sat)
{
    return (size_t)sat->variables;
}

size_t sat_clauses(const Sat *sat)
{
    return sat->clauses;
}

/* ---- clauses ---- */

static void begin(Sat *sat)
{
    if (sat->begun)
        return;
    sat->begun = true;
    ccadical_add(sat->solver, sat->truth);
    ccadical_add(sat->solver, 0);
}

void sat_clause(Sat *sat, const SatLit *lits, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (lits[i] == sat->truth)
            return;
    watch_memory(sat, count);
    if (sat->exhausted)
        return;
    begin(sat);
    sat->clauses++;
    for (size_t i = 0; i < count; i++)
        if (lits[i] != -sat->truth)
            ccadical_add(sat->solver, lits[i]);
    ccadical_add(sat->solver, 0);
}

void sat_clause1(Sat *sat, SatLit a)
{
    sat_clause(sat, &a, 1);
}

void sat_clause2(Sat *sat, SatLit a, SatLit b)
{
    SatLit lits[] = {a, b};
    sat_clause(sat, lits, 2);
}

void sat_clause3(Sat *sat, SatLit a, SatLit b, SatLit c)
{
    SatLit lits[] = {a, b, c};
    sat_clause(sat, lits, 3);
}

/* ---- gates ---- */

static int by_variable(const void *left, const void *right)
{
    SatLit a = *(const SatLit *)left, b = *(const SatLit *)right;
    int first = abs(a), second = abs(b);
    if (first != second)
        return first < second ? -1 : 1;
    return (a > b) - (a < b);
}

/* Drops what is true and what repeats; SIZE_MAX if the conjunction is false. */
static size_t simplify(const Sat *sat, SatLit *lits, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (lits[i] == -sat->truth)
            return SIZE_MAX;
        if (lits[i] != sat->truth)
            lits[kept++] = lits[i];
    }
    if (kept < 2)
        return kept;
    sort_items(lits, kept, sizeof *lits, by_variable);
    count = kept;
    kept = 1;
    for (size_t i = 1; i < count; i++) {
        if (lits[i] == -lits[kept - 1])
            return SIZE_MAX;
        if (lits[i] != lits[kept - 1])
            lits[kept++] = lits[i];
    }
    return kept;
}

SatLit sat_and(Sat *sat, SatLit *lits, size_t count)
{
    count = simplify(sat, lits, count);
    if (count == SIZE_MAX)
        return -sat->truth;
    if (count == 0)
        return sat->truth;
    if (count == 1)
        return lits[0];
    SatLit gate = sat_variable(sat);
    vec_clear(&sat->scratch);
    vec_push(&sat->scratch, gate);
    for (size_t i = 0; i < count; i++) {
        sat_clause2(sat, -gate, lits[i]);
        vec_push(&sat->scratch, -lits[i]);
    }
    sat_clause(sat, sat->scratch.items, sat->scratch.count);
    return gate;
}

SatLit sat_or(Sat *sat, SatLit *lits, size_t count)
{
    for (size_t i = 0; i < count; i++)
        lits[i] = -lits[i];
    return -sat_and(sat, lits, count);
}

/* Small groups, and at most one of the groups. */
void sat_at_most_one(Sat *sat, const SatLit *lits, size_t count)
{
    enum { PAIRWISE = 6, GROUP = 4 };
    SatLits rest = {0}, groups = {0};
    for (size_t i = 0; i < count; i++)
        if (lits[i] != -sat->truth)
            vec_push(&rest, lits[i]);
    while (rest.count > PAIRWISE) {
        vec_clear(&groups);
        for (size_t first = 0; first < rest.count; first += GROUP) {
            SatLit group = sat_variable(sat);
            for (size_t i = first; i < rest.count && i < first + GROUP; i++) {
                sat_clause2(sat, -rest.items[i], group);
                for (size_t k = first; k < i; k++)
                    sat_clause2(sat, -rest.items[i], -rest.items[k]);
            }
            vec_push(&groups, group);
        }
        vec_clear(&rest);
        vec_append(&rest, groups.items, groups.count);
    }
    for (size_t i = 0; i < rest.count; i++)
        for (size_t k = 0; k < i; k++)
            sat_clause2(sat, -rest.items[i], -rest.items[k]);
    vec_free_all(&rest, &groups);
}

/* ---- solving ---- */

/* An activation literal (Eén and Sörensson 2003). */
SatLit sat_question(Sat *sat, const SatLit *lits, size_t count)
{
    SatLit question = sat_variable(sat);
    vec_clear(&sat->scratch);
    vec_push(&sat->scratch, -question);
    vec_append(&sat->scratch, lits, count);
    sat_clause(sat, sat->scratch.items, sat->scratch.count);
    return question;
}

void sat_retire(Sat *sat, SatLit question)
{
    sat_clause1(sat, -question);
}

void sat_assume(Sat *sat, SatLit lit)
{
    if (sat->asked)
        vec_clear(&sat->assumed);
    sat->asked = false;
    vec_push(&sat->assumed, lit);
}

/* Adding a clause; a conflict, for each clause; a question, in conflicts that
 * take as long. */
enum { CLAUSE_WORK = 60, CONFLICT_WORK = 3, QUESTION_CONFLICTS = 5 };

/* As many conflicts as the quota of the budget allows, and no more than
 * MAX_CONFLICTS. */
static int64_t affordable_conflicts(const Sat *sat, int64_t max_conflicts)
{
    uint64_t remaining = budget_work_left(sat->budget);
    if (remaining == UINT64_MAX)
        return max_conflicts;
    int64_t affordable =
        (int64_t)(remaining / (CONFLICT_WORK * (sat->clauses + 1))) + 1;
    return max_conflicts < 0 || affordable < max_conflicts ? affordable
                                                           : max_conflicts;
}

static void charge_question(Sat *sat, uint64_t max_conflicts)
{
    assert(sat->charged <= sat->clauses);
    budget_charge(sat->budget, CLAUSE_WORK * (sat->clauses - sat->charged) +
                                   CONFLICT_WORK * sat->clauses *
                                       (max_conflicts + QUESTION_CONFLICTS));
    sat->charged = sat->clauses;
}

SatAnswer sat_solve_again(Sat *sat, int64_t max_conflicts)
{
    sat->asked = true;
    if (should_stop(sat) || budget_spent(sat->budget))
        return SAT_UNKNOWN;
    begin(sat);
    for (size_t i = 0; i < sat->assumed.count; i++)
        ccadical_assume(sat->solver, sat->assumed.items[i]);
    uint64_t before = sat->conflicts;
    max_conflicts = affordable_conflicts(sat, max_conflicts);
    if (max_conflicts >= 0)
        ccadical_limit(sat->solver, "conflicts",
                       max_conflicts > INT32_MAX ? INT32_MAX
                                                 : (int)max_conflicts);
    int answer = ccadical_solve(sat->solver);
    charge_question(sat, sat->conflicts - before);
    return answer == 10 ? SAT_YES : answer == 20 ? SAT_NO : SAT_UNKNOWN;
}

SatAnswer sat_solve(Sat *sat, int64_t max_conflicts)
{
    if (sat->asked)
        vec_clear(&sat->assumed);
    return sat_solve_again(sat, max_conflicts);
}

bool sat_value(const Sat *sat, SatLit lit)
{
    return ccadical_val(sat->solver, abs(lit)) == lit;
}

bool sat_failed(const Sat *sat, SatLit lit)
{
    return ccadical_failed(sat->solver, lit);
}

int sat_fixed(const Sat *sat, SatLit lit)
{
    return sat->begun ? ccadical_fixed(sat->solver, lit) : 0;
}

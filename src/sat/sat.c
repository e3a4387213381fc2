/* sat.c - clauses, and whether they can be satisfied (CaDiCaL)
 *
 * In:   clauses over numbered variables
 * Out:  a model, or the assumptions that contradict them
 *
 * A solver that runs out of memory is released and knows nothing from then on.
 * So that this happens before others run out, the memory in use is watched: a
 * solver stops while there is still room for what it may ask for at once. Start
 * reading at sat_solve_again().
 */
#include "sat/sat.h"

#include "base/memory.h"
#include "base/sort.h"
#include "base/vec.h"
#include "sat/cadical.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Sat {
    Cadical *solver;
    const Budget *budget;
    int variable_count;
    SatLit true_lit;
    size_t clause_count;
    uint64_t conflict_count;
    size_t clauses_charged; /* clauses whose construction the budget has paid
                               for */
    size_t
        lits_since_check; /* literals added since limits were last looked at */
    unsigned poll_count;
    bool has_begun;   /* options can no longer be set */
    bool exhausted;   /* a limit was reached, so that clauses are missing */
    bool is_answered; /* ASSUMPTIONS are those of the last call */
    SatLits assumptions;
    SatLits scratch;
};

/* ---- memory ---- */

static bool is_memory_short(void)
{
    return budget_memory_short(50, 24 << 20);
}

/* Sets EXHAUSTED if memory is short or the time is up, looking only every so
 * many literals: to write a large net over several steps takes seconds. */
static void check_limits_after(Sat *sat, size_t literal_count)
{
    enum { LITERALS_BETWEEN_CHECKS = 1 << 16 };
    sat->lits_since_check += literal_count + 1;
    if (sat->lits_since_check < LITERALS_BETWEEN_CHECKS)
        return;
    sat->lits_since_check = 0;
    if (is_memory_short() || budget_expired(sat->budget))
        sat->exhausted = true;
}

/* CaDiCaL asks this while it solves. */
static bool should_stop(void *state)
{
    enum { POLLS_BETWEEN_CHECKS = 16 };
    Sat *sat = state;
    if (sat->exhausted || budget_expired(sat->budget))
        return true;
    if (sat->poll_count++ % POLLS_BETWEEN_CHECKS == 0 && is_memory_short())
        sat->exhausted = true;
    return sat->exhausted;
}

/* Every conflict makes the solver learn a clause. */
static void count_conflict(void *state)
{
    ((Sat *)state)->conflict_count++;
}

/* ---- making it ---- */

/* The signature is "cadical-1.5.3". */
const char *sat_version(void)
{
    const char *signature = cadical_signature();
    const char *dash = strchr(signature, '-');
    return dash ? dash + 1 : signature;
}

static void release_solver(Sat *sat)
{
    if (sat->solver)
        cadical_free(sat->solver);
    sat->solver = NULL;
    sat->exhausted = true;
}

Sat *sat_new(const Budget *budget)
{
    Sat *sat = memory_alloc(sizeof *sat);
    *sat = (Sat){.budget = budget};
    sat->exhausted = is_memory_short();
    sat->true_lit = sat->variable_count = 1;
    if (!sat->exhausted)
        sat->solver = cadical_new(sat, should_stop, count_conflict);
    if (!sat->solver) {
        sat->exhausted = true;
        return sat;
    }
    cadical_option(sat->solver, "quiet", 1);
    cadical_option(sat->solver, "profile", 0);
    /* Chronological backtracking (Nadel and Ryvchin 2018) goes from conflict to
     * conflict, one level at a time, and neither asks whether to stop nor looks
     * at its limit: on nets of 10^6 clauses that took 10 s and more. */
    cadical_option(sat->solver, "chrono", 0);
    return sat;
}

void sat_free(Sat *sat)
{
    if (!sat)
        return;
    release_solver(sat);
    vec_free_all(&sat->assumptions, &sat->scratch);
    memory_free(sat);
}

void sat_option(Sat *sat, const char *name, int value)
{
    assert(!sat->has_begun);
    if (sat->solver)
        cadical_option(sat->solver, name, value);
}

SatLit sat_variable(Sat *sat)
{
    return ++sat->variable_count;
}

SatLit sat_true(const Sat *sat)
{
    return sat->true_lit;
}

bool sat_exhausted(const Sat *sat)
{
    return sat->exhausted;
}

size_t sat_variables(const Sat *sat)
{
    return (size_t)sat->variable_count;
}

size_t sat_clauses(const Sat *sat)
{
    return sat->clause_count;
}

/* ---- clauses ---- */

/* Before the first clause: makes the constant true. */
static void begin_clauses(Sat *sat)
{
    if (sat->has_begun)
        return;
    sat->has_begun = true;
    if (!cadical_clause(sat->solver, &sat->true_lit, 1, -sat->true_lit))
        release_solver(sat);
}

void sat_clause(Sat *sat, const SatLit *lits, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (lits[i] == sat->true_lit)
            return;
    check_limits_after(sat, count);
    if (sat->exhausted)
        return;
    begin_clauses(sat);
    sat->clause_count++;
    if (sat->exhausted ||
        !cadical_clause(sat->solver, lits, count, -sat->true_lit))
        release_solver(sat);
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
    int first_variable = abs(a), second_variable = abs(b);
    if (first_variable != second_variable)
        return first_variable < second_variable ? -1 : 1;
    return (a > b) - (a < b);
}

/* Drops what is true and what repeats; SIZE_MAX if the conjunction is false. */
static size_t simplify_conjunction(const Sat *sat, SatLit *lits, size_t count)
{
    size_t kept_count = 0;
    for (size_t i = 0; i < count; i++) {
        if (lits[i] == -sat->true_lit)
            return SIZE_MAX;
        if (lits[i] != sat->true_lit)
            lits[kept_count++] = lits[i];
    }
    if (kept_count < 2)
        return kept_count;
    sort_items(lits, kept_count, sizeof *lits, by_variable);
    count = kept_count;
    kept_count = 1;
    for (size_t i = 1; i < count; i++) {
        if (lits[i] == -lits[kept_count - 1])
            return SIZE_MAX;
        if (lits[i] != lits[kept_count - 1])
            lits[kept_count++] = lits[i];
    }
    return kept_count;
}

SatLit sat_and(Sat *sat, SatLit *lits, size_t count)
{
    count = simplify_conjunction(sat, lits, count);
    if (count == SIZE_MAX)
        return -sat->true_lit;
    if (count == 0)
        return sat->true_lit;
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

/* Pairwise within groups of GROUP_SIZE, and at most one of the groups. */
void sat_at_most_one(Sat *sat, const SatLit *lits, size_t count)
{
    enum { MAX_PAIRWISE = 6, GROUP_SIZE = 4 };
    SatLits pending = {0}, groups = {0};
    for (size_t i = 0; i < count; i++)
        if (lits[i] != -sat->true_lit)
            vec_push(&pending, lits[i]);
    while (pending.count > MAX_PAIRWISE) {
        vec_clear(&groups);
        for (size_t first = 0; first < pending.count; first += GROUP_SIZE) {
            SatLit group = sat_variable(sat);
            for (size_t i = first; i < pending.count && i < first + GROUP_SIZE;
                 i++) {
                sat_clause2(sat, -pending.items[i], group);
                for (size_t k = first; k < i; k++)
                    sat_clause2(sat, -pending.items[i], -pending.items[k]);
            }
            vec_push(&groups, group);
        }
        vec_clear(&pending);
        vec_append(&pending, groups.items, groups.count);
    }
    for (size_t i = 0; i < pending.count; i++)
        for (size_t k = 0; k < i; k++)
            sat_clause2(sat, -pending.items[i], -pending.items[k]);
    vec_free_all(&pending, &groups);
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
    if (sat->is_answered)
        vec_clear(&sat->assumptions);
    sat->is_answered = false;
    vec_push(&sat->assumptions, lit);
}

/* Work in nanoseconds, as measured on nets of 10^3 to 10^6 clauses: adding a
 * clause; a question, for each clause; a conflict, which grows with the 5/8th
 * power of the clauses. */
enum { CLAUSE_WORK = 60, QUESTION_WORK = 16, CONFLICT_WORK = 100 };

/* By square roots alone, which are the same on every machine. */
static double conflict_work(const Sat *sat)
{
    double root = sqrt((double)(sat->clause_count + 1));
    return CONFLICT_WORK * root * sqrt(sqrt(root));
}

/* As many conflicts as the quota of the budget allows, and no more than
 * MAX_CONFLICTS. */
static int64_t affordable_conflicts(const Sat *sat, int64_t max_conflicts)
{
    uint64_t remaining = budget_work_left(sat->budget);
    if (remaining == UINT64_MAX)
        return max_conflicts;
    int64_t affordable = (int64_t)((double)remaining / conflict_work(sat)) + 1;
    return max_conflicts < 0 || affordable < max_conflicts ? affordable
                                                           : max_conflicts;
}

/* Charges the budget for the clauses since the last call and for this one. */
static void charge_question(Sat *sat, uint64_t conflict_count)
{
    assert(sat->clauses_charged <= sat->clause_count);
    budget_charge(sat->budget,
                  CLAUSE_WORK * (sat->clause_count - sat->clauses_charged) +
                      QUESTION_WORK * sat->clause_count +
                      (uint64_t)((double)conflict_count * conflict_work(sat)));
    sat->clauses_charged = sat->clause_count;
}

SatAnswer sat_solve_again(Sat *sat, int64_t max_conflicts)
{
    sat->is_answered = true;
    if (should_stop(sat) || budget_spent(sat->budget))
        return SAT_UNKNOWN;
    begin_clauses(sat);
    uint64_t conflicts_before = sat->conflict_count;
    int64_t conflict_limit = affordable_conflicts(sat, max_conflicts);
    int answer = 0;
    if (sat->exhausted ||
        !cadical_solve(sat->solver, sat->assumptions.items,
                       sat->assumptions.count,
                       conflict_limit > INT_MAX ? INT_MAX : (int)conflict_limit,
                       &answer)) {
        release_solver(sat);
        return SAT_UNKNOWN;
    }
    charge_question(sat, sat->conflict_count - conflicts_before);
    if (!answer &&
        conflict_limit != max_conflicts) /* the quota was too small for it */
        budget_charge(sat->budget, budget_work_left(sat->budget));
    /* 10 and 20: the codes of the IPASIR interface */
    return answer == 10 ? SAT_YES : answer == 20 ? SAT_NO : SAT_UNKNOWN;
}

SatAnswer sat_solve(Sat *sat, int64_t max_conflicts)
{
    if (sat->is_answered)
        vec_clear(&sat->assumptions);
    return sat_solve_again(sat, max_conflicts);
}

bool sat_value(const Sat *sat, SatLit lit)
{
    return cadical_value(sat->solver, abs(lit)) == lit;
}

bool sat_failed(const Sat *sat, SatLit lit)
{
    return cadical_failed(sat->solver, lit);
}

int sat_fixed(const Sat *sat, SatLit lit)
{
    return sat->has_begun && sat->solver ? cadical_fixed(sat->solver, lit) : 0;
}

void sat_prefer(Sat *sat, SatLit lit)
{
    if (sat->solver && !sat_exhausted(sat))
        cadical_phase(sat->solver, lit);
}

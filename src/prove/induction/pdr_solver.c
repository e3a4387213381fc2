/* pdr_solver.c - what a solver is asked about frames and cubes
 *
 * In:   facts, properties, and the cubes that are blocked
 * Out:  whether a cube can be reached, or a property fail, and from where;
 *       whether clauses are inductive
 * Next: prove/induction/pdr.c
 *
 * One solver with one step from any position serves all frames. A clause is
 * kept at the last frame that has it, so frame i is what is kept at i or
 * later. What the step leads to is a function of position and joint move. So if
 * both are given, that the move is illegal or the cube is missed is a
 * contradiction, and what of the position is needed for it is a cube whose
 * positions all lead there. That is so for relations that depend on
 * themselves, too: clauses admit more than their least fixpoints, never less.
 * Facts of the position after the step hold only if the step is taken, for else
 * they would take part in that contradiction.
 *
 * Start reading at pdr_reach().
 */
#include "prove/induction/pdr_internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { SMALL_RETIRED = 1000 };  /* clauses that need not be cleared away */
enum { MAX_BYTES = 256 << 20 }; /* of cubes and obligations */

/* Of a question, however small. */
static const double QUESTION_EFFORT = 6e4;

typedef VEC(SatLit) SatLits;

/* ---- questions ---- */

bool pdr_is_spent(const Pdr *pdr)
{
    return pdr->effort > pdr->limit || arena_bytes(pdr->arena) > MAX_BYTES ||
           sat_exhausted(pdr->sat) || budget_spent(pdr->task->budget);
}

static SatAnswer solve(Pdr *pdr, int64_t conflicts)
{
    double clauses = (double)(sat_clauses(pdr->sat) - pdr->retired);
    uint64_t before = sat_conflicts(pdr->sat);
    SatAnswer answer = unroll_solve(pdr->unroll, conflicts);
    pdr->effort +=
        QUESTION_EFFORT +
        clauses * (3 * (double)(sat_conflicts(pdr->sat) - before) + 5);
    return answer;
}

/* The one clause that SWITCHED was on for is not needed any more. */
static void retire(Pdr *pdr, SatLit switched)
{
    sat_clause1(pdr->sat, -switched);
    pdr->retired += 2;
}

static SatLit literal(Pdr *pdr, size_t position, uint32_t lit)
{
    SatLit *known = &pdr->at[position][lit / 2];
    if (!*known)
        *known = unroll_feature(pdr->unroll, position, lit / 2);
    return lit & 1 ? -*known : *known;
}

static void assume_frame(const Pdr *pdr, size_t frame)
{
    for (size_t i = frame; i < pdr->frames.count; i++)
        sat_assume(pdr->sat, pdr->frames.items[i].switched);
}

/* What of the model is needed: the position, and STEPS joint moves. */
static void read_model(Pdr *pdr, size_t steps)
{
    unroll_state(pdr->unroll, 0, pdr->state);
    vec_clear(&pdr->moves);
    for (size_t i = 0; i < steps; i++)
        for (size_t r = 0; r < pdr->net->role_count; r++)
            vec_push(&pdr->moves, unroll_made(pdr->unroll, i, r));
}

/* ---- the solver ---- */

static void suppose_facts(const PdrTask *task, PropertyClauses *here,
                          PropertyClauses *there, SatLit taken)
{
    for (size_t i = 0; i < task->fact_count; i++) {
        property_suppose(here, sat_true(here->sat), task->facts[i]);
        if (!task->facts[i]->degree)
            property_suppose(there, taken, task->facts[i]);
    }
}

/* How it can fail after so many steps. */
static PdrArm arm_of(Pdr *pdr, const GroundProperty *property, unsigned steps)
{
    SatLit truth = sat_true(pdr->sat);
    PdrArm arm = {.fails = -truth, .ends = truth, .holds = truth};
    SatLits all = {0};
    if (property->ends[steps] == REF_TRUE)
        return arm;
    for (unsigned i = 0; i < steps; i++)
        vec_push(&all, unroll_taken(pdr->unroll, i));
    if (steps < property->degree)
        arm.ends = unroll_lit(pdr->unroll, steps, pdr->net->terminal);
    arm.holds = property_literal(&pdr->here, property->ends[steps]);
    vec_push(&all, arm.ends);
    vec_push(&all, -arm.holds);
    arm.fails = sat_and(pdr->sat, all.items, all.count);
    vec_free(&all);
    return arm;
}

static void add_claim(Pdr *pdr, size_t number)
{
    PdrClaim *claim = &pdr->claims[number];
    SatLit fails[MAX_DEGREE + 1];
    claim->property = pdr->task->list[number];
    unsigned degree = claim->property->degree;
    for (unsigned k = 0; k <= degree; k++) {
        claim->arms[k] = arm_of(pdr, claim->property, k);
        fails[k] = claim->arms[k].fails;
    }
    claim->bad = sat_or(pdr->sat, fails, degree + 1);
}

void pdr_add_clause(Pdr *pdr, const PdrCube *cube, size_t frame)
{
    SatLits clause = {0};
    vec_push(&clause, -pdr->frames.items[frame].switched);
    for (uint32_t i = 0; i < cube->count; i++)
        vec_push(&clause, -literal(pdr, 0, cube->lits[i]));
    sat_clause(pdr->sat, clause.items, clause.count);
    vec_free(&clause);
}

static void switch_frame(Pdr *pdr, size_t number)
{
    SatLit switched = sat_variable(pdr->sat);
    pdr->frames.items[number].switched = switched;
    for (uint32_t i = 0; !number && i < pdr->net->feature_count; i++)
        sat_clause2(pdr->sat, -switched,
                    literal(pdr, 0, 2 * i + !pdr->net->initial[i]));
}

void pdr_open_frame(Pdr *pdr)
{
    vec_push(&pdr->frames, (PdrFrame){0});
    switch_frame(pdr, pdr->frames.count - 1);
}

void pdr_build(Pdr *pdr)
{
    const Net *net = pdr->net;
    const PdrTask *task = pdr->task;
    pdr->sat = sat_new(task->budget);
    sat_option(pdr->sat, "lucky", 0);
    sat_option(pdr->sat, "elim", 0);
    pdr->unroll = unroll_new(net, pdr->sat, UNROLL_ANY);
    pdr->here = property_clauses(task->properties, pdr->unroll, pdr->sat, 0);
    pdr->there = property_clauses(task->properties, pdr->unroll, pdr->sat, 1);
    for (size_t i = 0; i < 2; i++)
        memset(pdr->at[i], 0, (net->feature_count + 1) * sizeof(SatLit));
    pdr->taken = unroll_taken(pdr->unroll, 0);
    suppose_facts(task, &pdr->here, &pdr->there, pdr->taken);
    for (size_t i = 0; i < task->count; i++)
        add_claim(pdr, i);
    for (size_t i = 0; i < pdr->frames.count; i++)
        switch_frame(pdr, i);
    for (size_t i = 0; i < pdr->blocked.count; i++)
        if (pdr->blocked.items[i].frame)
            pdr_add_clause(pdr, &pdr->blocked.items[i].cube,
                           pdr->blocked.items[i].frame);
    pdr->retired = 0;
}

void pdr_demolish(Pdr *pdr)
{
    property_clauses_free(&pdr->here);
    property_clauses_free(&pdr->there);
    unroll_free(pdr->unroll);
    sat_free(pdr->sat);
}

/* Questions leave behind clauses that slow down the solver. */
static void renew(Pdr *pdr)
{
    size_t clauses = sat_clauses(pdr->sat);
    if (pdr->retired < SMALL_RETIRED || pdr->retired < clauses - pdr->retired)
        return;
    pdr_demolish(pdr);
    pdr_build(pdr);
    pdr->effort += 20 * (double)sat_clauses(pdr->sat);
}

/* ---- which positions lead there ---- */

/* Keeps those literals that were needed for the last answer, no. */
static void keep_failed(Pdr *pdr, size_t position, PdrLits *lits)
{
    size_t kept = 0;
    for (size_t i = 0; i < lits->count; i++)
        if (sat_failed(pdr->sat, literal(pdr, position, lits->items[i])))
            lits->items[kept++] = lits->items[i];
    lits->count = kept;
}

static bool holds(const uint64_t *state, uint32_t feature)
{
    return state[feature / 64] >> feature % 64 & 1;
}

/* The position of the last model, without what never changes. Features that
 * hold come first: few do, and others may follow from them. */
static void list_position(Pdr *pdr, PdrLits *lits)
{
    SatLit truth = sat_true(pdr->sat);
    vec_clear(lits);
    for (uint32_t negated = 0; negated < 2; negated++)
        for (uint32_t i = 0; i < pdr->net->feature_count; i++)
            if (holds(pdr->state, i) != negated &&
                literal(pdr, 0, 2 * i) != truth)
                vec_push(lits, 2 * i + negated);
}

/* Of the position of the last model, and its moves, what contradicts the clause
 * UNLESS. Leaves it as it is if the solver cannot tell. */
static void lift(Pdr *pdr, const SatLit *unless, size_t count, PdrLits *lits)
{
    enum { ROUNDS = 3 };
    size_t roles = pdr->net->role_count;
    SatLit some = sat_variable(pdr->sat);
    SatLit *clause = fatal_malloc((count + 1) * sizeof *clause);
    memcpy(clause, unless, count * sizeof *clause);
    clause[count] = -some;
    sat_clause(pdr->sat, clause, count + 1);
    free(clause);
    list_position(pdr, lits);
    for (size_t round = 0, before = SIZE_MAX;
         round < ROUNDS && lits->count < before; round++) {
        before = lits->count;
        sat_assume(pdr->sat, some);
        for (size_t i = 0; i < pdr->moves.count; i++)
            sat_assume(pdr->sat, unroll_move(pdr->unroll, i / roles, i % roles,
                                             pdr->moves.items[i]));
        for (size_t i = 0; i < lits->count; i++)
            sat_assume(pdr->sat, literal(pdr, 0, lits->items[i]));
        if (solve(pdr, PDR_HARD) != SAT_NO)
            break;
        keep_failed(pdr, 0, lits);
    }
    retire(pdr, some);
}

/* Literals of which one is true if the moves of the model are not legal. */
static void add_illegal(Pdr *pdr, SatLits *unless)
{
    const Net *net = pdr->net;
    for (size_t i = 0; i < pdr->moves.count; i++) {
        size_t step = i / net->role_count, role = i % net->role_count;
        Lit legal = net->roles[role].legal[pdr->moves.items[i]];
        vec_push(unless, -unroll_lit(pdr->unroll, step, legal));
        if (!role)
            vec_push(unless, unroll_lit(pdr->unroll, step, net->terminal));
    }
}

void pdr_lift_before(Pdr *pdr, const PdrCube *next, PdrLits *lits)
{
    SatLits unless = {0};
    add_illegal(pdr, &unless);
    for (uint32_t i = 0; i < next->count; i++)
        vec_push(&unless, -literal(pdr, 1, next->lits[i]));
    lift(pdr, unless.items, unless.count, lits);
    vec_free(&unless);
}

/* How many steps the failure of the model takes. */
static unsigned failing_arm(const Pdr *pdr, const PdrClaim *claim)
{
    unsigned arm = 0;
    while (!sat_value(pdr->sat, claim->arms[arm].fails))
        arm++;
    assert(arm <= claim->property->degree);
    return arm;
}

void pdr_lift_failure(Pdr *pdr, const PdrClaim *claim, PdrLits *lits)
{
    unsigned steps = failing_arm(pdr, claim);
    SatLits unless = {0};
    read_model(pdr, steps);
    add_illegal(pdr, &unless);
    vec_push(&unless, -claim->arms[steps].ends);
    vec_push(&unless, claim->arms[steps].holds);
    lift(pdr, unless.items, unless.count, lits);
    vec_free(&unless);
}

/* ---- what can be ---- */

SatAnswer pdr_fails(Pdr *pdr, const PdrClaim *claim, size_t frame)
{
    assume_frame(pdr, frame);
    sat_assume(pdr->sat, claim->bad);
    return solve(pdr, PDR_HARD);
}

SatAnswer pdr_reach(Pdr *pdr, size_t frame, PdrLits *lits, int64_t conflicts)
{
    renew(pdr);
    SatLit outside = sat_variable(pdr->sat);
    SatLits clause = {0};
    vec_push(&clause, -outside);
    for (size_t i = 0; i < lits->count; i++)
        vec_push(&clause, -literal(pdr, 0, lits->items[i]));
    sat_clause(pdr->sat, clause.items, clause.count);
    vec_clear(&clause);
    for (size_t i = 0; i < lits->count; i++)
        vec_push(&clause, literal(pdr, 1, lits->items[i]));
    assume_frame(pdr, frame);
    sat_assume(pdr->sat, outside);
    sat_assume(pdr->sat, pdr->taken);
    for (size_t i = 0; i < clause.count; i++)
        sat_assume(pdr->sat, clause.items[i]);
    SatAnswer answer = solve(pdr, conflicts);
    if (answer == SAT_YES)
        read_model(pdr, 1);
    else if (answer == SAT_NO)
        keep_failed(pdr, 1, lits);
    retire(pdr, outside);
    vec_free(&clause);
    return answer;
}

/* ---- another solver ---- */

/* Another solver, with the clauses in position 0. */
typedef struct {
    Sat *sat;
    Unroll *unroll;
    PropertyClauses here, there;
} Checker;

static bool cannot_be(Pdr *pdr, const Checker *checker, const SatLit *lits,
                      size_t count)
{
    double clauses = (double)sat_clauses(checker->sat);
    uint64_t before = sat_conflicts(checker->sat);
    for (size_t i = 0; i < count; i++)
        sat_assume(checker->sat, lits[i]);
    SatAnswer answer = unroll_solve(checker->unroll, 10 * PDR_HARD);
    pdr->effort +=
        clauses * ((double)(sat_conflicts(checker->sat) - before) + 5);
    return answer == SAT_NO;
}

static bool is_inductive(Pdr *pdr, Checker *checker, const RefList *clauses)
{
    SatLit taken = unroll_taken(checker->unroll, 0);
    bool good = true;
    suppose_facts(pdr->task, &checker->here, &checker->there, taken);
    for (size_t i = 0; i < clauses->count; i++)
        property_suppose(&checker->here, sat_true(checker->sat),
                         &(GroundProperty){.ends = {clauses->items[i]}});
    for (size_t i = 0; i < clauses->count && good; i++) {
        SatLit lits[] = {taken,
                         -property_literal(&checker->there, clauses->items[i])};
        good = cannot_be(pdr, checker, lits, 2);
    }
    return good;
}

bool pdr_confirm(Pdr *pdr, const RefList *clauses, PdrAnswer *answers)
{
    Checker checker = {.sat = sat_new(pdr->task->budget)};
    const PropertyTable *properties = pdr->task->properties;
    sat_option(checker.sat, "lucky", 0);
    checker.unroll = unroll_new(pdr->net, checker.sat, UNROLL_ANY);
    checker.here = property_clauses(properties, checker.unroll, checker.sat, 0);
    checker.there =
        property_clauses(properties, checker.unroll, checker.sat, 1);
    bool good = is_inductive(pdr, &checker, clauses);
    for (size_t i = 0; i < pdr->task->count && good; i++) {
        SatLit fails = property_violation(&checker.here, pdr->task->list[i]);
        if (!pdr->claims[i].play && cannot_be(pdr, &checker, &fails, 1))
            answers[i].verdict = PDR_PROVED;
    }
    property_clauses_free(&checker.here);
    property_clauses_free(&checker.there);
    unroll_free(checker.unroll);
    sat_free(checker.sat);
    return good;
}

/* pdr_solver.c - the queries of PDR to the SAT solver
 *
 * In:   facts, properties, and the blocked cubes
 * Out:  whether a cube can be reached, or a property fail, and from where;
 *       whether clauses are inductive
 * Next: prove/induction/pdr.c
 *
 * One solver with one step from any position serves all frames. A clause is
 * kept at the last frame that has it, so frame i consists of the clauses kept
 * at i or later (delta encoding, Een, Mishchenko and Brayton 2011).
 *
 * Lifting (Chockler, Ivrii, Matsliah, Moran and Nevo 2011): the position after
 * a step is a function of position and joint move. So if both are given, it is
 * a contradiction that the move is illegal or the cube is missed; the literals
 * of the position in the unsatisfiable core are a cube whose positions all lead
 * there. This also holds for recursive relations: clauses admit more than their
 * least fixpoints, never less. Facts about the position after the step are
 * assumed only if the step is taken, or they would take part in that
 * contradiction.
 *
 * Start reading at pdr_solve_relative().
 */
#include "base/memory.h"
#include "prove/induction/pdr_internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MIN_RETIRED_TO_REBUILD = 1000 }; /* clauses; fewer do not matter */
enum { MAX_ARENA_BYTES = 256 << 20 };   /* of cubes and obligations */

/* Added for every question, however easy. */
enum { QUESTION_WORK = 60000 };

/* ---- questions ---- */

bool pdr_is_spent(const Pdr *pdr)
{
    return arena_bytes(pdr->arena) > MAX_ARENA_BYTES ||
           sat_exhausted(pdr->sat) || budget_spent(&pdr->budget);
}

static SatAnswer solve(Pdr *pdr, int64_t conflicts)
{
    budget_charge(&pdr->budget, QUESTION_WORK);
    return unroll_solve(pdr->unroll, conflicts);
}

/* The clause that ACTIVATION switches on is not needed any more. */
static void retire_clause(Pdr *pdr, SatLit activation)
{
    sat_retire(pdr->sat, activation);
    pdr->retired_clauses += 2;
}

static SatLit feature_literal(Pdr *pdr, size_t position, uint32_t lit)
{
    SatLit *lit_cache = &pdr->feature_lits[position][lit / 2];
    if (!*lit_cache)
        *lit_cache = unroll_feature(pdr->unroll, position, lit / 2);
    return lit & 1 ? -*lit_cache : *lit_cache;
}

static void assume_frame(const Pdr *pdr, size_t frame)
{
    for (size_t i = frame; i < pdr->frames.count; i++)
        sat_assume(pdr->sat, pdr->frames.items[i].activation);
}

/* Reads the position and STEPS joint moves of the model. */
static void read_model(Pdr *pdr, size_t steps)
{
    unroll_state(pdr->unroll, 0, pdr->state);
    vec_clear(&pdr->moves);
    for (size_t i = 0; i < steps; i++)
        for (size_t r = 0; r < pdr->net->role_count; r++)
            vec_push(&pdr->moves, unroll_made(pdr->unroll, i, r));
}

/* ---- the solver ---- */

static void add_facts(const PdrTask *task, PropertyClauses *before_step,
                      PropertyClauses *after_step, SatLit step_taken)
{
    for (size_t i = 0; i < task->fact_count; i++) {
        property_suppose(before_step, sat_true(before_step->sat),
                         task->facts[i]);
        if (!task->facts[i]->degree)
            property_suppose(after_step, step_taken, task->facts[i]);
    }
}

/* How PROPERTY fails after STEPS steps. */
static PdrFailure failure_after(Pdr *pdr, const GroundProperty *property,
                                unsigned steps)
{
    SatLit truth = sat_true(pdr->sat);
    PdrFailure failure = {.fails = -truth, .ends = truth, .holds = truth};
    SatLits conjuncts = {0};
    if (property->ends[steps] == REF_TRUE)
        return failure;
    for (unsigned i = 0; i < steps; i++)
        vec_push(&conjuncts, unroll_taken(pdr->unroll, i));
    if (steps < property->degree)
        failure.ends = unroll_lit(pdr->unroll, steps, pdr->net->terminal);
    failure.holds = property_literal(&pdr->before_step, property->ends[steps]);
    vec_push(&conjuncts, failure.ends);
    vec_push(&conjuncts, -failure.holds);
    failure.fails = sat_and(pdr->sat, conjuncts.items, conjuncts.count);
    vec_free(&conjuncts);
    return failure;
}

static void add_claim(Pdr *pdr, size_t number)
{
    PdrClaim *claim = &pdr->claims[number];
    SatLit fails[MAX_DEGREE + 1];
    claim->property = pdr->task->list[number];
    unsigned degree = claim->property->degree;
    for (unsigned k = 0; k <= degree; k++) {
        claim->failures[k] = failure_after(pdr, claim->property, k);
        fails[k] = claim->failures[k].fails;
    }
    claim->bad = sat_or(pdr->sat, fails, degree + 1);
}

void pdr_add_clause(Pdr *pdr, const PdrCube *cube, size_t frame)
{
    assert(frame && frame < pdr->frames.count); /* frame 0 is fixed */
    SatLits clause = {0};
    vec_push(&clause, -pdr->frames.items[frame].activation);
    for (uint32_t i = 0; i < cube->count; i++)
        vec_push(&clause, -feature_literal(pdr, 0, cube->lits[i]));
    sat_clause(pdr->sat, clause.items, clause.count);
    vec_free(&clause);
}

static void activate_frame(Pdr *pdr, size_t number)
{
    SatLit activation = sat_variable(pdr->sat);
    pdr->frames.items[number].activation = activation;
    for (uint32_t i = 0; !number && i < pdr->net->feature_count; i++)
        sat_clause2(pdr->sat, -activation,
                    feature_literal(pdr, 0, 2 * i + !pdr->net->initial[i]));
}

void pdr_add_frame(Pdr *pdr)
{
    vec_push(&pdr->frames, (PdrFrame){0});
    activate_frame(pdr, pdr->frames.count - 1);
}

void pdr_new_solver(Pdr *pdr)
{
    const Net *net = pdr->net;
    const PdrTask *task = pdr->task;
    pdr->sat = sat_new(&pdr->budget);
    sat_option(pdr->sat, "lucky", 0);
    sat_option(pdr->sat, "elim", 0);
    pdr->unroll = unroll_new(net, pdr->sat, UNROLL_ANY);
    pdr->before_step =
        property_clauses(task->properties, pdr->unroll, pdr->sat, 0);
    pdr->after_step =
        property_clauses(task->properties, pdr->unroll, pdr->sat, 1);
    for (size_t i = 0; i < 2; i++)
        memset(pdr->feature_lits[i], 0,
               (net->feature_count + 1) * sizeof(SatLit));
    pdr->step_taken = unroll_taken(pdr->unroll, 0);
    add_facts(task, &pdr->before_step, &pdr->after_step, pdr->step_taken);
    for (size_t i = 0; i < task->count; i++)
        add_claim(pdr, i);
    for (size_t i = 0; i < pdr->frames.count; i++)
        activate_frame(pdr, i);
    for (size_t i = 0; i < pdr->blocked.count; i++)
        if (pdr->blocked.items[i].frame)
            pdr_add_clause(pdr, &pdr->blocked.items[i].cube,
                           pdr->blocked.items[i].frame);
    pdr->retired_clauses = 0;
}

void pdr_free_solver(Pdr *pdr)
{
    property_clauses_free(&pdr->before_step);
    property_clauses_free(&pdr->after_step);
    unroll_free(pdr->unroll);
    sat_free(pdr->sat);
}

/* Questions leave retired clauses behind, which slow down the solver: builds a
 * new one when they are more than half. */
static void rebuild_if_cluttered(Pdr *pdr)
{
    size_t clauses = sat_clauses(pdr->sat);
    if (pdr->retired_clauses < MIN_RETIRED_TO_REBUILD ||
        pdr->retired_clauses < clauses - pdr->retired_clauses)
        return;
    pdr_free_solver(pdr);
    pdr_new_solver(pdr);
}

/* ---- lifting ---- */

/* Keeps the literals that are failed assumptions of the last answer, SAT_NO. */
static void keep_failed_assumptions(Pdr *pdr, size_t position, PdrLits *lits)
{
    size_t kept = 0;
    for (size_t i = 0; i < lits->count; i++)
        if (sat_failed(pdr->sat,
                       feature_literal(pdr, position, lits->items[i])))
            lits->items[kept++] = lits->items[i];
    lits->count = kept;
}

static bool state_holds(const uint64_t *state, uint32_t feature)
{
    return state[feature / 64] >> feature % 64 & 1;
}

/* LITS is the position of the last model, without constant features. Features
 * that hold come first: they are few, and imply others. */
static void list_model_position(Pdr *pdr, PdrLits *lits)
{
    SatLit truth = sat_true(pdr->sat);
    vec_clear(lits);
    for (uint32_t negated = 0; negated < 2; negated++)
        for (uint32_t i = 0; i < pdr->net->feature_count; i++)
            if (state_holds(pdr->state, i) != negated &&
                feature_literal(pdr, 0, 2 * i) != truth)
                vec_push(lits, 2 * i + negated);
}

/* LITS is a part of the position of the last model that, with the moves of the
 * model, contradicts the clause EXCLUDED; the whole position if the solver
 * gives up. */
static void lift(Pdr *pdr, const SatLit *excluded, size_t count, PdrLits *lits)
{
    enum { MAX_ROUNDS = 3 };
    size_t roles = pdr->net->role_count;
    SatLit lift_lit = sat_question(pdr->sat, excluded, count);
    list_model_position(pdr, lits);
    for (size_t round = 0, before = SIZE_MAX;
         round < MAX_ROUNDS && lits->count < before; round++) {
        before = lits->count;
        sat_assume(pdr->sat, lift_lit);
        for (size_t i = 0; i < pdr->moves.count; i++)
            sat_assume(pdr->sat, unroll_move(pdr->unroll, i / roles, i % roles,
                                             pdr->moves.items[i]));
        for (size_t i = 0; i < lits->count; i++)
            sat_assume(pdr->sat, feature_literal(pdr, 0, lits->items[i]));
        if (solve(pdr, PDR_MAX_CONFLICTS) != SAT_NO)
            break;
        keep_failed_assumptions(pdr, 0, lits);
    }
    retire_clause(pdr, lift_lit);
}

/* Adds literals of which one is true if the moves of the model are not legal.
 */
static void exclude_illegal(Pdr *pdr, SatLits *excluded)
{
    const Net *net = pdr->net;
    for (size_t i = 0; i < pdr->moves.count; i++) {
        size_t step = i / net->role_count, role = i % net->role_count;
        Lit legal = net->roles[role].legal[pdr->moves.items[i]];
        vec_push(excluded, -unroll_lit(pdr->unroll, step, legal));
        if (!role)
            vec_push(excluded, unroll_lit(pdr->unroll, step, net->terminal));
    }
}

void pdr_lift_predecessor(Pdr *pdr, const PdrCube *next, PdrLits *lits)
{
    SatLits excluded = {0};
    exclude_illegal(pdr, &excluded);
    for (uint32_t i = 0; i < next->count; i++)
        vec_push(&excluded, -feature_literal(pdr, 1, next->lits[i]));
    lift(pdr, excluded.items, excluded.count, lits);
    vec_free(&excluded);
}

/* The number of steps after which the property fails in the model. */
static unsigned failure_steps(const Pdr *pdr, const PdrClaim *claim)
{
    unsigned steps = 0;
    while (!sat_value(pdr->sat, claim->failures[steps].fails))
        steps++;
    assert(steps <= claim->property->degree);
    return steps;
}

void pdr_lift_failure(Pdr *pdr, const PdrClaim *claim, PdrLits *lits)
{
    unsigned steps = failure_steps(pdr, claim);
    SatLits excluded = {0};
    read_model(pdr, steps);
    exclude_illegal(pdr, &excluded);
    vec_push(&excluded, -claim->failures[steps].ends);
    vec_push(&excluded, claim->failures[steps].holds);
    lift(pdr, excluded.items, excluded.count, lits);
    vec_free(&excluded);
}

/* ---- queries ---- */

SatAnswer pdr_find_failure(Pdr *pdr, const PdrClaim *claim, size_t frame)
{
    assume_frame(pdr, frame);
    sat_assume(pdr->sat, claim->bad);
    return solve(pdr, PDR_MAX_CONFLICTS);
}

SatAnswer pdr_solve_relative(Pdr *pdr, size_t frame, PdrLits *lits,
                             int64_t conflicts)
{
    assert(frame < pdr->frames.count);
    assert(!pdr_contains_initial(pdr, lits->items, lits->count));
    rebuild_if_cluttered(pdr);
    SatLits clause = {0};
    for (size_t i = 0; i < lits->count; i++)
        vec_push(&clause, -feature_literal(pdr, 0, lits->items[i]));
    SatLit outside_lit = sat_question(pdr->sat, clause.items, clause.count);
    vec_clear(&clause);
    for (size_t i = 0; i < lits->count; i++)
        vec_push(&clause, feature_literal(pdr, 1, lits->items[i]));
    assume_frame(pdr, frame);
    sat_assume(pdr->sat, outside_lit);
    sat_assume(pdr->sat, pdr->step_taken);
    for (size_t i = 0; i < clause.count; i++)
        sat_assume(pdr->sat, clause.items[i]);
    SatAnswer answer = solve(pdr, conflicts);
    if (answer == SAT_YES)
        read_model(pdr, 1);
    else if (answer == SAT_NO)
        keep_failed_assumptions(pdr, 1, lits);
    retire_clause(pdr, outside_lit);
    vec_free(&clause);
    return answer;
}

/* ---- checking the invariant ---- */

/* A fresh solver, which assumes the clauses in position 0. */
typedef struct {
    Sat *sat;
    Unroll *unroll;
    PropertyClauses before_step, after_step;
} InvariantChecker;

/* EXPECTED: the frames say that it is. */
static bool is_unsatisfiable(const InvariantChecker *checker,
                             const SatLit *lits, size_t count, bool expected)
{
    for (size_t i = 0; i < count; i++)
        sat_assume(checker->sat, lits[i]);
    SatAnswer answer = unroll_solve(checker->unroll, 10 * PDR_MAX_CONFLICTS);
#ifdef ZERMELO_DEBUG
    assert(!expected || answer != SAT_YES);
#endif
    (void)expected;
    return answer == SAT_NO;
}

static bool is_inductive(Pdr *pdr, InvariantChecker *checker,
                         const RefList *clauses)
{
    SatLit step_taken = unroll_taken(checker->unroll, 0);
    bool inductive = true;
    add_facts(pdr->task, &checker->before_step, &checker->after_step,
              step_taken);
    for (size_t i = 0; i < clauses->count; i++)
        property_suppose(&checker->before_step, sat_true(checker->sat),
                         &(GroundProperty){.ends = {clauses->items[i]}});
    for (size_t i = 0; i < clauses->count && inductive; i++) {
        SatLit lits[] = {step_taken, -property_literal(&checker->after_step,
                                                       clauses->items[i])};
        inductive = is_unsatisfiable(checker, lits, 2, true);
    }
    return inductive;
}

bool pdr_check_invariant(Pdr *pdr, const RefList *clauses, PdrAnswer *answers)
{
    InvariantChecker checker = {.sat = sat_new(&pdr->budget)};
    const PropertyTable *properties = pdr->task->properties;
    sat_option(checker.sat, "lucky", 0);
    checker.unroll = unroll_new(pdr->net, checker.sat, UNROLL_ANY);
    checker.before_step =
        property_clauses(properties, checker.unroll, checker.sat, 0);
    checker.after_step =
        property_clauses(properties, checker.unroll, checker.sat, 1);
    bool inductive = is_inductive(pdr, &checker, clauses);
    for (size_t i = 0; i < pdr->task->count && inductive; i++) {
        SatLit fails =
            property_violation(&checker.before_step, pdr->task->list[i]);
        const PdrClaim *claim = &pdr->claims[i];
        if (!claim->play &&
            is_unsatisfiable(&checker, &fails, 1, !claim->too_hard))
            answers[i].verdict = PDR_PROVED;
    }
    property_clauses_free(&checker.before_step);
    property_clauses_free(&checker.after_step);
    unroll_free(checker.unroll);
    sat_free(checker.sat);
    return inductive;
}

/* pdr_solver.c - the queries of PDR to the SAT solver
 *
 * In:   lemmas, properties, and the blocked cubes
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
 * least fixpoints, never less. Lemmas about the position after the step are
 * assumed only if the step is taken, or they would take part in that
 * contradiction.
 *
 * Start reading at pdr_solve_relative().
 */
#include "prove/induction/pdr_internal.h"

#include "base/bits.h"
#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>

enum { MIN_RETIRED_TO_REBUILD = 1000 }; /* clauses; fewer do not matter */
enum { MAX_ARENA_BYTES = 256 << 20 };   /* of cubes and obligations */

/* Added for every question, however easy. */
enum { QUESTION_WORK = 60000 };

/* ---- questions ---- */

bool pdr_is_spent(const Pdr *pdr)
{
    return arena_bytes(pdr->arena) > MAX_ARENA_BYTES ||
           step_solver_is_spent(pdr->solver);
}

static SatAnswer charge_and_solve(Pdr *pdr, int64_t max_conflicts)
{
    budget_charge(&pdr->budget, QUESTION_WORK);
    return unroll_solve(pdr->solver->unroll, max_conflicts);
}

/* The clause that ACTIVATION switches on is not needed any more. */
static void retire_clause(Pdr *pdr, SatLit activation)
{
    sat_retire(pdr->solver->sat, activation);
    pdr->retired_clauses += 2;
}

static SatLit feature_literal(Pdr *pdr, size_t position, uint32_t lit)
{
    SatLit feature = unroll_feature(pdr->solver->unroll, position, lit / 2);
    return lit & 1 ? -feature : feature;
}

static void assume_frame(const Pdr *pdr, size_t frame)
{
    for (size_t i = frame; i < pdr->frames.count; i++)
        sat_assume(pdr->solver->sat, pdr->frames.items[i].activation);
}

/* Reads the position and STEP_COUNT joint moves of the model. */
static void read_model(Pdr *pdr, size_t step_count)
{
    unroll_state(pdr->solver->unroll, 0, pdr->model_state);
    vec_clear(&pdr->model_moves);
    for (size_t i = 0; i < step_count; i++)
        for (size_t r = 0; r < pdr->net->role_count; r++)
            vec_push(&pdr->model_moves,
                     unroll_model_move(pdr->solver->unroll, i, r));
}

/* ---- the solver ---- */

/* How PROPERTY fails after STEP_COUNT steps. */
static PdrFailure failure_after(Pdr *pdr, const GroundProperty *property,
                                unsigned step_count)
{
    SatLit truth = sat_true(pdr->solver->sat);
    PdrFailure failure = {.fails = -truth, .ends = truth, .holds = truth};
    SatLits conjuncts = {0};
    if (property->ends[step_count] == REF_TRUE)
        return failure;
    for (unsigned i = 0; i < step_count; i++)
        vec_push(&conjuncts, unroll_taken(pdr->solver->unroll, i));
    if (step_count < property->degree)
        failure.ends =
            unroll_lit(pdr->solver->unroll, step_count, pdr->net->terminal);
    failure.holds =
        property_literal(&pdr->solver->before, property->ends[step_count]);
    vec_push(&conjuncts, failure.ends);
    vec_push(&conjuncts, -failure.holds);
    failure.fails = sat_and(pdr->solver->sat, conjuncts.items, conjuncts.count);
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
    claim->bad = sat_or(pdr->solver->sat, fails, degree + 1);
}

void pdr_add_clause(Pdr *pdr, const PdrCube *cube, size_t frame)
{
    assert(frame && frame < pdr->frames.count); /* frame 0 is fixed */
    SatLits clause = {0};
    vec_push(&clause, -pdr->frames.items[frame].activation);
    for (uint32_t i = 0; i < cube->count; i++)
        vec_push(&clause, -feature_literal(pdr, 0, cube->lits[i]));
    sat_clause(pdr->solver->sat, clause.items, clause.count);
    vec_free(&clause);
}

static void activate_frame(Pdr *pdr, size_t number)
{
    SatLit activation = sat_variable(pdr->solver->sat);
    pdr->frames.items[number].activation = activation;
    for (uint32_t i = 0; !number && i < pdr->net->feature_count; i++)
        sat_clause2(pdr->solver->sat, -activation,
                    feature_literal(pdr, 0, 2 * i + !pdr->net->initial[i]));
}

void pdr_add_frame(Pdr *pdr)
{
    vec_push(&pdr->frames, (PdrFrame){0});
    activate_frame(pdr, pdr->frames.count - 1);
}

/* A solver with all lemmas, about the position before a step and, if it is
 * taken, the one after it. */
static StepSolver *new_solver_with_lemmas(const Pdr *pdr)
{
    const PdrTask *task = pdr->task;
    StepSolver *solver =
        step_solver_new(task->properties, UNROLL_ANY, &pdr->budget);
    SatLit step_taken = unroll_taken(solver->unroll, 0);
    step_solver_suppose(solver, task->lemmas, task->lemma_count);
    for (size_t i = 0; i < task->lemma_count; i++)
        if (!task->lemmas[i]->degree)
            property_suppose(&solver->after, step_taken, task->lemmas[i]);
    return solver;
}

void pdr_new_solver(Pdr *pdr)
{
    step_solver_free(pdr->solver);
    pdr->solver = new_solver_with_lemmas(pdr);
    for (size_t i = 0; i < pdr->task->count; i++)
        add_claim(pdr, i);
    for (size_t i = 0; i < pdr->frames.count; i++)
        activate_frame(pdr, i);
    for (size_t i = 0; i < pdr->blocked.count; i++)
        if (pdr->blocked.items[i].frame)
            pdr_add_clause(pdr, &pdr->blocked.items[i].cube,
                           pdr->blocked.items[i].frame);
    pdr->retired_clauses = 0;
}

/* Questions leave retired clauses behind, which slow down the solver: builds a
 * new one when they are more than half. */
static void rebuild_if_cluttered(Pdr *pdr)
{
    size_t clause_count = sat_clauses(pdr->solver->sat);
    if (pdr->retired_clauses < MIN_RETIRED_TO_REBUILD ||
        pdr->retired_clauses < clause_count - pdr->retired_clauses)
        return;
    pdr_new_solver(pdr);
}

/* ---- lifting ---- */

/* Keeps the literals that are failed assumptions of the last answer, SAT_NO. */
static void keep_failed_assumptions(Pdr *pdr, size_t position, PdrLits *lits)
{
    size_t kept = 0;
    for (size_t i = 0; i < lits->count; i++)
        if (sat_failed(pdr->solver->sat,
                       feature_literal(pdr, position, lits->items[i])))
            lits->items[kept++] = lits->items[i];
    lits->count = kept;
}

/* LITS is the position of the last model, without constant features. Features
 * that hold come first: they are few, and imply others. */
static void list_model_position(Pdr *pdr, PdrLits *lits)
{
    SatLit truth = sat_true(pdr->solver->sat);
    vec_clear(lits);
    for (uint32_t negated = 0; negated < 2; negated++)
        for (uint32_t i = 0; i < pdr->net->feature_count; i++)
            if (get_bit(pdr->model_state, i) != negated &&
                feature_literal(pdr, 0, 2 * i) != truth)
                vec_push(lits, 2 * i + negated);
}

/* LITS is a part of the position of the last model that, with the moves of the
 * model, contradicts the clause EXCLUDED; the whole position if the solver
 * gives up. */
static void lift(Pdr *pdr, const SatLit *excluded, size_t count, PdrLits *lits)
{
    enum { MAX_ATTEMPTS = 3 };
    size_t role_count = pdr->net->role_count;
    SatLit excluded_lit = sat_question(pdr->solver->sat, excluded, count);
    list_model_position(pdr, lits);
    for (size_t attempt = 0, old_count = SIZE_MAX;
         attempt < MAX_ATTEMPTS && lits->count < old_count; attempt++) {
        old_count = lits->count;
        sat_assume(pdr->solver->sat, excluded_lit);
        for (size_t i = 0; i < pdr->model_moves.count; i++)
            sat_assume(pdr->solver->sat,
                       unroll_move(pdr->solver->unroll, i / role_count,
                                   i % role_count, pdr->model_moves.items[i]));
        for (size_t i = 0; i < lits->count; i++)
            sat_assume(pdr->solver->sat,
                       feature_literal(pdr, 0, lits->items[i]));
        if (charge_and_solve(pdr, PDR_MAX_CONFLICTS) != SAT_NO)
            break;
        keep_failed_assumptions(pdr, 0, lits);
    }
    retire_clause(pdr, excluded_lit);
}

/* Adds literals of which one is true if a move of the model is not legal. */
static void exclude_illegal(Pdr *pdr, SatLits *excluded)
{
    const Net *net = pdr->net;
    for (size_t i = 0; i < pdr->model_moves.count; i++) {
        size_t step = i / net->role_count, role = i % net->role_count;
        Lit legal = net->roles[role].legal[pdr->model_moves.items[i]];
        vec_push(excluded, -unroll_lit(pdr->solver->unroll, step, legal));
        if (!role)
            vec_push(excluded,
                     unroll_lit(pdr->solver->unroll, step, net->terminal));
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
    unsigned step_count = 0;
    while (!sat_value(pdr->solver->sat, claim->failures[step_count].fails))
        step_count++;
    assert(step_count <= claim->property->degree);
    return step_count;
}

void pdr_lift_failure(Pdr *pdr, const PdrClaim *claim, PdrLits *lits)
{
    unsigned step_count = failure_steps(pdr, claim);
    SatLits excluded = {0};
    read_model(pdr, step_count);
    exclude_illegal(pdr, &excluded);
    vec_push(&excluded, -claim->failures[step_count].ends);
    vec_push(&excluded, claim->failures[step_count].holds);
    lift(pdr, excluded.items, excluded.count, lits);
    vec_free(&excluded);
}

/* ---- queries ---- */

SatAnswer pdr_find_failure(Pdr *pdr, const PdrClaim *claim, size_t frame)
{
    assume_frame(pdr, frame);
    sat_assume(pdr->solver->sat, claim->bad);
    return charge_and_solve(pdr, PDR_MAX_CONFLICTS);
}

SatAnswer pdr_solve_relative(Pdr *pdr, size_t frame, PdrLits *lits,
                             int64_t max_conflicts)
{
    assert(frame < pdr->frames.count);
    assert(!pdr_contains_initial(pdr, lits->items, lits->count));
    rebuild_if_cluttered(pdr);
    SatLits clause = {0};
    for (size_t i = 0; i < lits->count; i++)
        vec_push(&clause, -feature_literal(pdr, 0, lits->items[i]));
    SatLit outside_lit =
        sat_question(pdr->solver->sat, clause.items, clause.count);
    vec_clear(&clause);
    for (size_t i = 0; i < lits->count; i++)
        vec_push(&clause, feature_literal(pdr, 1, lits->items[i]));
    assume_frame(pdr, frame);
    sat_assume(pdr->solver->sat, outside_lit);
    sat_assume(pdr->solver->sat, unroll_taken(pdr->solver->unroll, 0));
    for (size_t i = 0; i < clause.count; i++)
        sat_assume(pdr->solver->sat, clause.items[i]);
    SatAnswer answer = charge_and_solve(pdr, max_conflicts);
    if (answer == SAT_YES)
        read_model(pdr, 1);
    else if (answer == SAT_NO)
        keep_failed_assumptions(pdr, 1, lits);
    retire_clause(pdr, outside_lit);
    vec_free(&clause);
    return answer;
}

/* ---- checking the invariant ---- */

bool pdr_confirm(const Pdr *pdr, const RefList *clauses)
{
    StepSolver *solver = new_solver_with_lemmas(pdr);
    SatLit *fails = memory_array(clauses->count + 1, sizeof *fails);
    bool *can_fail = memory_zeroed(clauses->count + 1, sizeof *can_fail);
    LitQuestions questions = {.lits = fails,
                              .is_settled = can_fail,
                              .count = clauses->count,
                              .max_conflicts = 10 * PDR_MAX_CONFLICTS};
    bool is_confirmed = true;
    sat_clause1(solver->sat, unroll_taken(solver->unroll, 0));
    for (size_t i = 0; i < clauses->count; i++) {
        GroundProperty clause = {.ends = {clauses->items[i]}};
        property_suppose(&solver->before, sat_true(solver->sat), &clause);
        fails[i] = property_violation(&solver->after, &clause);
    }
    for (size_t first = 0, end; first < clauses->count && is_confirmed;
         first = end) {
        end = chunk_end(first, clauses->count);
        is_confirmed = find_sat_lits(solver, &questions, first, end) == SAT_NO;
        for (size_t i = first; i < end; i++)
            assert(!can_fail[i]); /* the frames say that none can */
    }
    step_solver_free(solver);
    free_all(fails, can_fail);
    return is_confirmed;
}

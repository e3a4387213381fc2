/* pdr.c - property-directed reachability (IC3) of several properties
 *
 * In:   properties that are open, and lemmas
 * Out:  clauses over features that the properties follow from, or plays
 * Next: prove/stage_plays.c, where Houdini confirms that they are inductive
 *
 * IC3 (Bradley 2011), PDR (Een, Mishchenko and Brayton 2011). Frame i is a set
 * of clauses that hold in all positions after at most i steps; frame 0 is the
 * initial position. A position of the last frame in which the property fails is
 * lifted to a cube, a conjunction of features and negated features, all
 * positions of which lead to the failure. Blocking it is a proof obligation. A
 * cube that cannot be reached from the frame before is generalised, by dropping
 * literals, and blocked; if it can be reached, the position it is reached from
 * has to be blocked first, one frame earlier. When two consecutive frames have
 * the same clauses, these are inductive. A clause holds in its frame whichever
 * property it was found for: so all properties share the frames.
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
 * Start reading at pdr_run(), at the end.
 */
#include "prove/induction/pdr.h"

#include "base/bits.h"
#include "prove/induction/pdr_cubes.h"
#include "prove/induction/step_solver.h"

#include <assert.h>

enum {
    MAX_CONFLICTS = 20000,         /* of a question the search depends on */
    MAX_OPTIONAL_CONFLICTS = 300,  /* of one that only strengthens clauses */
    MAX_FAILED_DROPS = 4,          /* in a row, of literals of a cube */
    MAX_ARENA_BYTES = 256 << 20,   /* of cubes and obligations */
    MIN_RETIRED_TO_REBUILD = 1000, /* clauses; fewer do not matter */
    QUESTION_WORK = 60000          /* of every question, however easy */
};

/* CUBE is to be blocked in its frame, since from all positions of it these
 * moves lead to NEXT, or, if that is NULL, to a failure. */
typedef struct Obligation Obligation;
struct Obligation {
    Cube cube;
    const Obligation *next;
    const uint32_t *moves;
    size_t move_count; /* one of each role if there is a next */
};

/* A property to be decided, and how far that has come. */
typedef struct {
    const GroundProperty *property;
    SatLit bad; /* it fails in position 0 */
    uint64_t work;
    bool is_closed;         /* refuted, or it used up its share of the quota */
    const Obligation *play; /* from the initial position to a failure */
} PdrClaim;

typedef struct {
    const PdrTask *task;
    const Net *net;
    Arena *arena;
    StepSolver *solver;
    PdrClaim *claims;
    SatLits frames; /* by frame: activates the clauses that are kept at it */
    VEC(Cube) blocked;
    VEC(Obligation *) obligations; /* those of early frames last */
    uint64_t *model_state;         /* of a model */
    VEC(uint32_t) model_moves;
    CubeLits scratch, trial;
    Budget budget;          /* of the task, or the share of the present claim */
    WorkMeter meter;        /* of that share */
    uint64_t work_share;    /* of a claim */
    size_t retired_clauses; /* satisfied for good */
    const Obligation *play; /* that refutes the present claim */
} Pdr;

/* ---- the solver ---- */

/* Whether the quota, memory or time is used up. */
static bool is_spent(const Pdr *pdr)
{
    return arena_bytes(pdr->arena) > MAX_ARENA_BYTES ||
           step_solver_is_spent(pdr->solver);
}

static SatAnswer charge_and_solve(Pdr *pdr, int64_t max_conflicts)
{
    budget_charge(&pdr->budget, QUESTION_WORK);
    return unroll_solve(pdr->solver->unroll, max_conflicts);
}

static SatLit feature_literal(Pdr *pdr, size_t position, uint32_t lit)
{
    SatLit feature = unroll_feature(pdr->solver->unroll, position, lit / 2);
    return lit & 1 ? -feature : feature;
}

static void assume_frame(const Pdr *pdr, size_t frame)
{
    for (size_t i = frame; i < pdr->frames.count; i++)
        sat_assume(pdr->solver->sat, pdr->frames.items[i]);
}

/* Adds the clause that no position of its frame is in CUBE. */
static void add_clause(Pdr *pdr, const Cube *cube)
{
    assert(cube->frame && cube->frame < pdr->frames.count); /* 0 is fixed */
    SatLits clause = {0};
    vec_push(&clause, -pdr->frames.items[cube->frame]);
    for (size_t i = 0; i < cube->count; i++)
        vec_push(&clause, -feature_literal(pdr, 0, cube->lits[i]));
    sat_clause(pdr->solver->sat, clause.items, clause.count);
    vec_free(&clause);
}

/* A literal that activates the clauses kept at a frame: of frame 0, those of
 * the initial position. */
static SatLit frame_activation(Pdr *pdr, size_t frame)
{
    SatLit activation = sat_variable(pdr->solver->sat);
    for (uint32_t i = 0; !frame && i < pdr->net->feature_count; i++)
        sat_clause2(pdr->solver->sat, -activation,
                    feature_literal(pdr, 0, 2 * i + !pdr->net->initial[i]));
    return activation;
}

/* Adds a new last frame. */
static void add_frame(Pdr *pdr)
{
    SatLit activation = frame_activation(pdr, pdr->frames.count);
    vec_push(&pdr->frames, activation);
}

/* A solver with the lemmas, about the position before a step and, if it is
 * taken, the one after it; with the claims, and the clauses of all frames. */
static void make_solver(Pdr *pdr)
{
    const PdrTask *task = pdr->task;
    step_solver_free(pdr->solver);
    StepSolver *solver =
        step_solver_new(task->properties, UNROLL_ANY, &pdr->budget);
    SatLit step_taken = unroll_taken(solver->unroll, 0);
    step_solver_suppose(solver, task->lemmas, task->lemma_count);
    for (size_t i = 0; i < task->lemma_count; i++)
        if (!task->lemmas[i]->degree)
            property_suppose(&solver->after, step_taken, task->lemmas[i]);
    pdr->solver = solver;
    pdr->retired_clauses = 0;
    for (size_t i = 0; i < task->count; i++) {
        pdr->claims[i].property = task->list[i];
        pdr->claims[i].bad = property_violation(&solver->before, task->list[i]);
    }
    for (size_t i = 0; i < pdr->frames.count; i++)
        pdr->frames.items[i] = frame_activation(pdr, i);
    for (size_t i = 0; i < pdr->blocked.count; i++)
        if (pdr->blocked.items[i].frame)
            add_clause(pdr, &pdr->blocked.items[i]);
}

/* Questions leave retired clauses behind, which slow down the solver: a new one
 * is made when they are more than half. */
static void rebuild_if_cluttered(Pdr *pdr)
{
    if (pdr->retired_clauses >= MIN_RETIRED_TO_REBUILD &&
        2 * pdr->retired_clauses >= sat_clauses(pdr->solver->sat))
        make_solver(pdr);
}

/* The clause that ACTIVATION switches on is not needed any more. */
static void retire_clause(Pdr *pdr, SatLit activation)
{
    sat_retire(pdr->solver->sat, activation);
    pdr->retired_clauses += 2;
}

/* Blocks the cube of LITS in the frames from 1 to FRAME. */
static void block(Pdr *pdr, CubeLits *lits, size_t frame)
{
    assert(!cube_contains_initial(pdr->net, lits->items, lits->count));
    Cube cube = cube_new(pdr->arena, lits, frame);
    for (size_t i = 0; i < pdr->blocked.count; i++) {
        Cube *earlier = &pdr->blocked.items[i];
        if (earlier->frame <= frame && cube_subsumes(&cube, earlier))
            earlier->frame = 0;
    }
    add_clause(pdr, &cube);
    vec_push(&pdr->blocked, cube);
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

/* Keeps the literals that are failed assumptions of the last answer, SAT_NO. */
static void keep_failed_assumptions(Pdr *pdr, size_t position, CubeLits *lits)
{
    size_t kept = 0;
    for (size_t i = 0; i < lits->count; i++)
        if (sat_failed(pdr->solver->sat,
                       feature_literal(pdr, position, lits->items[i])))
            lits->items[kept++] = lits->items[i];
    lits->count = kept;
}

/* Whether a step leads from a position of FRAME outside of the cube of LITS
 * into it. SAT_NO: the cube's negation is inductive relative to FRAME, and LITS
 * is reduced to the literals needed for that. SAT_YES: a model was read. */
static SatAnswer solve_relative(Pdr *pdr, size_t frame, CubeLits *lits,
                                int64_t max_conflicts)
{
    assert(frame < pdr->frames.count);
    assert(!cube_contains_initial(pdr->net, lits->items, lits->count));
    rebuild_if_cluttered(pdr);
    Sat *sat = pdr->solver->sat;
    SatLits outside = {0};
    for (size_t i = 0; i < lits->count; i++)
        vec_push(&outside, -feature_literal(pdr, 0, lits->items[i]));
    SatLit outside_lit = sat_question(sat, outside.items, outside.count);
    assume_frame(pdr, frame);
    sat_assume(sat, outside_lit);
    sat_assume(sat, unroll_taken(pdr->solver->unroll, 0));
    for (size_t i = 0; i < lits->count; i++)
        sat_assume(sat, feature_literal(pdr, 1, lits->items[i]));
    SatAnswer answer = charge_and_solve(pdr, max_conflicts);
    if (answer == SAT_YES)
        read_model(pdr, 1);
    else if (answer == SAT_NO)
        keep_failed_assumptions(pdr, 1, lits);
    retire_clause(pdr, outside_lit);
    vec_free(&outside);
    return answer;
}

/* ---- lifting ---- */

/* LITS is the position of the last model, without constant features. Features
 * that hold come first: they are few, and imply others. */
static void list_model_position(Pdr *pdr, CubeLits *lits)
{
    SatLit truth = sat_true(pdr->solver->sat);
    vec_clear(lits);
    for (uint32_t negated = 0; negated < 2; negated++)
        for (uint32_t i = 0; i < pdr->net->feature_count; i++)
            if (get_bit(pdr->model_state, i) != negated &&
                feature_literal(pdr, 0, 2 * i) != truth)
                vec_push(lits, 2 * i + negated);
}

/* LITS is a part of the position of the last model from which its moves are
 * legal and lead to where one of EXCLUDED would have to be true, which is a
 * contradiction; the whole position if the solver gives up. Adds to EXCLUDED
 * that a move is not legal. */
static void lift(Pdr *pdr, SatLits *excluded, CubeLits *lits)
{
    enum { MAX_ATTEMPTS = 3 };
    const Net *net = pdr->net;
    const StepSolver *solver = pdr->solver;
    const uint32_t *moves = pdr->model_moves.items;
    size_t move_count = pdr->model_moves.count, roles = net->role_count;
    for (size_t i = 0; i < move_count; i++) {
        vec_push(excluded, -unroll_lit(solver->unroll, i / roles,
                                       net->roles[i % roles].legal[moves[i]]));
        if (i % roles == 0)
            vec_push(excluded,
                     unroll_lit(solver->unroll, i / roles, net->terminal));
    }
    SatLit question =
        sat_question(solver->sat, excluded->items, excluded->count);
    list_model_position(pdr, lits);
    for (size_t attempt = 0, old_count = SIZE_MAX;
         attempt < MAX_ATTEMPTS && lits->count < old_count; attempt++) {
        old_count = lits->count;
        sat_assume(solver->sat, question);
        for (size_t i = 0; i < move_count; i++)
            sat_assume(solver->sat, unroll_move(solver->unroll, i / roles,
                                                i % roles, moves[i]));
        for (size_t i = 0; i < lits->count; i++)
            sat_assume(solver->sat, feature_literal(pdr, 0, lits->items[i]));
        if (charge_and_solve(pdr, MAX_CONFLICTS) != SAT_NO)
            break;
        keep_failed_assumptions(pdr, 0, lits);
    }
    retire_clause(pdr, question);
}

/* After SAT_YES, adds to EXCLUDED that the property does not fail as it does in
 * the model, of which it reads the steps up to there. */
static void exclude_failure(Pdr *pdr, const GroundProperty *property,
                            SatLits *excluded)
{
    StepSolver *solver = pdr->solver;
    SatLit truth = sat_true(solver->sat), holds = truth, ends = truth;
    unsigned step_count = 0;
    for (; step_count <= property->degree; step_count++) {
        if (property->ends[step_count] == REF_TRUE)
            continue; /* it has no clauses */
        holds = property_literal(&solver->before, property->ends[step_count]);
        ends = step_count < property->degree
                   ? unroll_lit(solver->unroll, step_count, pdr->net->terminal)
                   : truth;
        if (!sat_value(solver->sat, holds) && sat_value(solver->sat, ends))
            break;
    }
    assert(step_count <= property->degree);
    read_model(pdr, step_count);
    vec_push(excluded, -ends);
    vec_push(excluded, holds);
}

/* ---- proof obligations ---- */

static void push_obligation(Pdr *pdr, Obligation *obligation)
{
    vec_push(&pdr->obligations, obligation);
    Obligation **items = pdr->obligations.items;
    size_t place = pdr->obligations.count - 1;
    for (; place && items[place - 1]->cube.frame < obligation->cube.frame;
         place--)
        items[place] = items[place - 1];
    items[place] = obligation;
}

/* The obligation to block, in FRAME, a cube from which the moves of the model
 * lead to NEXT or, if that is NULL, to a failure of PROPERTY. If the initial
 * position is in it, the play that it begins refutes the property. */
static void add_obligation(Pdr *pdr, const Obligation *next,
                           const GroundProperty *property, size_t frame)
{
    SatLits excluded = {0};
    for (size_t i = 0; next && i < next->cube.count; i++)
        vec_push(&excluded, -feature_literal(pdr, 1, next->cube.lits[i]));
    if (!next)
        exclude_failure(pdr, property, &excluded);
    lift(pdr, &excluded, &pdr->scratch);
    vec_free(&excluded);
    size_t move_count = pdr->model_moves.count;
    Obligation *obligation = arena_alloc(pdr->arena, sizeof *obligation);
    *obligation = (Obligation){cube_new(pdr->arena, &pdr->scratch, frame), next,
                               arena_copy(pdr->arena, pdr->model_moves.items,
                                          move_count * sizeof(uint32_t)),
                               move_count};
    if (cube_contains_initial(pdr->net, pdr->scratch.items, pdr->scratch.count))
        pdr->play = obligation;
    assert(frame || pdr->play);
    push_obligation(pdr, obligation);
}

/* Drops literals from LITS, which cannot be reached from FRAME, as long as that
 * stays so. Negated literals are dropped first: they are less likely to matter.
 */
static void generalise(Pdr *pdr, size_t frame, CubeLits *lits)
{
    CubeLits drop_order = {0}, remaining = {0};
    unsigned failed_drop_count = 0;
    for (uint32_t negated = 2; negated-- > 0;)
        for (size_t i = 0; i < lits->count; i++)
            if ((lits->items[i] & 1) == negated)
                vec_push(&drop_order, lits->items[i]);
    for (size_t i = 0; i < drop_order.count &&
                       failed_drop_count < MAX_FAILED_DROPS && !is_spent(pdr);
         i++) {
        vec_clear(&remaining);
        for (size_t k = 0; k < lits->count; k++)
            if (lits->items[k] != drop_order.items[i])
                vec_push(&remaining, lits->items[k]);
        if (remaining.count == lits->count ||
            cube_contains_initial(pdr->net, remaining.items, remaining.count))
            continue;
        cube_set_lits(&pdr->trial, remaining.items, remaining.count);
        if (solve_relative(pdr, frame, &pdr->trial, MAX_OPTIONAL_CONFLICTS) !=
            SAT_NO) {
            failed_drop_count++;
            continue;
        }
        failed_drop_count = 0;
        cube_exclude_initial(pdr->net, &pdr->trial, remaining.items,
                             remaining.count);
        cube_set_lits(lits, pdr->trial.items, pdr->trial.count);
    }
    vec_free_all(&drop_order, &remaining);
}

/* The last frame in which LITS, which is blocked in FRAME, can be blocked, as
 * far as the solver finds easily. Frames are searched by halving steps, since
 * what holds in a frame holds in those before. */
static size_t push_forward(Pdr *pdr, size_t frame, const CubeLits *lits)
{
    size_t last = pdr->frames.count - 1;
    assert(frame && frame <= last);
    for (size_t stride = last - frame; stride; stride /= 2)
        while (frame + stride <= last && !is_spent(pdr)) {
            cube_set_lits(&pdr->trial, lits->items, lits->count);
            if (solve_relative(pdr, frame + stride - 1, &pdr->trial,
                               MAX_OPTIONAL_CONFLICTS) != SAT_NO)
                break;
            frame += stride;
        }
    return frame;
}

/* Blocks the cube of an obligation, or adds an obligation one frame earlier;
 * false if the solver gives up. */
static bool handle_obligation(Pdr *pdr, Obligation *obligation)
{
    Cube *cube = &obligation->cube;
    assert(cube->frame && cube->frame < pdr->frames.count);
    if (cube_is_blocked(cube, pdr->blocked.items, pdr->blocked.count))
        return true;
    cube_set_lits(&pdr->scratch, cube->lits, cube->count);
    SatAnswer answer =
        solve_relative(pdr, cube->frame - 1, &pdr->scratch, MAX_CONFLICTS);
    if (answer == SAT_YES) {
        push_obligation(pdr, obligation);
        add_obligation(pdr, obligation, NULL, cube->frame - 1);
    } else if (answer == SAT_NO) {
        cube_exclude_initial(pdr->net, &pdr->scratch, cube->lits, cube->count);
        generalise(pdr, cube->frame - 1, &pdr->scratch);
        size_t frame = push_forward(pdr, cube->frame, &pdr->scratch);
        block(pdr, &pdr->scratch, frame);
        cube->frame = frame + 1;
        if (cube->frame < pdr->frames.count)
            push_obligation(pdr, obligation);
    }
    return answer != SAT_UNKNOWN;
}

/* ---- claims ---- */

/* Blocks failures until the property holds in the last frame; false if a play
 * was found, or a limit reached. */
static bool block_failures(Pdr *pdr, const PdrClaim *claim)
{
    size_t last = pdr->frames.count - 1;
    while (!is_spent(pdr)) {
        if (pdr->obligations.count) {
            if (!handle_obligation(pdr, vec_pop(&pdr->obligations)) ||
                pdr->play)
                return false;
            continue;
        }
        assume_frame(pdr, last);
        sat_assume(pdr->solver->sat, claim->bad);
        SatAnswer answer = charge_and_solve(pdr, MAX_CONFLICTS);
        if (answer != SAT_YES)
            return answer == SAT_NO;
        add_obligation(pdr, NULL, claim->property, last);
        if (pdr->play)
            return false;
    }
    return false;
}

/* Makes the property of CLAIM hold in the last frame. Each claim has an equal
 * share of the quota. One that uses it up may still follow from the clauses
 * found for the others. */
static void check_claim(Pdr *pdr, PdrClaim *claim)
{
    uint64_t remaining_work =
        pdr->work_share > claim->work ? pdr->work_share - claim->work : 0;
    pdr->budget = budget_quota(pdr->task->budget, &pdr->meter, remaining_work);
    if (!block_failures(pdr, claim)) {
        claim->is_closed = true;
        claim->play = pdr->play;
        pdr->play = NULL;
        vec_clear(&pdr->obligations);
    }
    claim->work += pdr->meter.used;
    pdr->budget = pdr->task->budget ? *pdr->task->budget : (Budget){0};
}

/* False if no claim is open any more, or a limit is reached. */
static bool check_open_claims(Pdr *pdr)
{
    bool any_open = false;
    for (size_t i = 0; i < pdr->task->count && !is_spent(pdr); i++) {
        if (!pdr->claims[i].is_closed)
            check_claim(pdr, &pdr->claims[i]);
        any_open = any_open || !pdr->claims[i].is_closed;
    }
    return any_open && !is_spent(pdr);
}

/* Moves clauses to the next frame if they hold there. Returns a frame that is
 * equal to the next one, for it has no clause of its own; 0 if there is none.
 */
static size_t propagate_clauses(Pdr *pdr)
{
    for (size_t frame = 1; frame + 1 < pdr->frames.count; frame++) {
        bool keeps_clause = false;
        for (size_t i = 0; i < pdr->blocked.count; i++) {
            Cube *cube = &pdr->blocked.items[i];
            if (cube->frame != frame)
                continue;
            if (is_spent(pdr))
                return 0;
            cube_set_lits(&pdr->trial, cube->lits, cube->count);
            if (solve_relative(pdr, frame, &pdr->trial,
                               MAX_OPTIONAL_CONFLICTS) == SAT_NO) {
                cube->frame = frame + 1;
                add_clause(pdr, cube);
            } else {
                keeps_clause = true;
            }
        }
        if (!keeps_clause)
            return frame;
    }
    return 0;
}

/* ---- answers ---- */

static Ref clause_of(PropertyTable *properties, const Cube *cube)
{
    RefList refs = {0};
    for (size_t i = 0; i < cube->count; i++)
        vec_push(&refs, property_feature(properties, 0, cube->lits[i] / 2) ^
                            (cube->lits[i] & 1));
    Ref clause = ref_not(property_and(properties, refs.items, refs.count));
    vec_free(&refs);
    return clause;
}

static Counterexample play_of(const Pdr *pdr, const Obligation *first)
{
    Counterexample play = {0};
    VEC(uint32_t) moves = {0};
    for (const Obligation *step = first; step; step = step->next) {
        play.at += step->next != NULL;
        vec_append(&moves, step->moves, step->move_count);
    }
    play.steps = moves.count ? moves.count / pdr->net->role_count : 0;
    vec_push(&moves, NO_INDEX); /* so that it is never empty */
    play.moves = moves.items;
    return play;
}

void pdr_run(const PdrTask *task, Counterexample *plays, RefList *clauses)
{
    Pdr pdr = {.task = task,
               .net = task->properties->net,
               .arena = arena_new(),
               .budget = task->budget ? *task->budget : (Budget){0}};
    size_t equal_frame = 0;
    pdr.work_share = budget_work_left(&pdr.budget) / (task->count + 1);
    pdr.model_state =
        arena_array(pdr.arena, uint64_t, pdr.net->feature_count / 64 + 1);
    pdr.claims = arena_array(pdr.arena, PdrClaim, task->count);
    make_solver(&pdr);
    add_frame(&pdr); /* the initial position */
    while (!equal_frame && check_open_claims(&pdr)) {
        add_frame(&pdr);
        equal_frame = propagate_clauses(&pdr);
    }
    for (size_t i = 0; i < task->count; i++)
        plays[i] = pdr.claims[i].play ? play_of(&pdr, pdr.claims[i].play)
                                      : (Counterexample){0};
    for (size_t i = 0; equal_frame && i < pdr.blocked.count; i++)
        if (pdr.blocked.items[i].frame > equal_frame)
            vec_push(clauses,
                     clause_of(task->properties, &pdr.blocked.items[i]));
    step_solver_free(pdr.solver);
    vec_free_all(&pdr.frames, &pdr.blocked, &pdr.obligations, &pdr.model_moves,
                 &pdr.scratch, &pdr.trial);
    arena_free(pdr.arena);
}

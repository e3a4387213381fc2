/* pdr.c - property-directed reachability (IC3) of several properties
 *
 * In:   properties that are open, and lemmas
 * Out:  clauses over features that the properties follow from, or plays
 * Next: prove/stage_plays.c
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
 * Nothing is proved before a fresh solver has confirmed that the clauses are
 * inductive (prove/induction/pdr_solver.c). Start reading at pdr_run(), at the
 * end.
 */
#include "prove/induction/pdr_internal.h"

#include <assert.h>

enum { MAX_FAILED_DROPS = 4 }; /* in a row, of literals of a cube */

/* ---- proof obligations ---- */

/* The obligation to block the cube of LITS, from which the moves of the model
 * lead to NEXT or to a failure. If the initial position is in it, the play that
 * it begins refutes the claim. */
static const PdrObligation *new_obligation(Pdr *pdr, PdrLits *lits,
                                           const PdrObligation *next)
{
    PdrObligation *obligation = arena_alloc(pdr->arena, sizeof *obligation);
    *obligation = (PdrObligation){
        .next = next,
        .moves =
            arena_copy(pdr->arena, pdr->model_moves.items,
                       pdr->model_moves.count * sizeof *pdr->model_moves.items),
        .steps = pdr->net->role_count
                     ? pdr->model_moves.count / pdr->net->role_count
                     : 0};
    if (pdr_contains_initial(pdr, lits->items, lits->count))
        pdr->play = obligation;
    obligation->cube = pdr_new_cube(pdr, lits);
    return obligation;
}

/* An obligation for a cube from which the moves of the model lead to NEXT. */
static const PdrObligation *new_predecessor(Pdr *pdr, const PdrObligation *next)
{
    pdr_lift_predecessor(pdr, &next->cube, &pdr->scratch);
    return new_obligation(pdr, &pdr->scratch, next);
}

/* Drops literals from LITS, which cannot be reached from FRAME, as long as that
 * stays so. Negated literals are dropped first: they are less likely to matter.
 */
static void generalise(Pdr *pdr, size_t frame, PdrLits *lits)
{
    PdrLits drop_order = {0}, remaining = {0};
    unsigned failed_drop_count = 0;
    for (uint32_t negated = 2; negated-- > 0;)
        for (size_t i = 0; i < lits->count; i++)
            if ((lits->items[i] & 1) == negated)
                vec_push(&drop_order, lits->items[i]);
    for (size_t i = 0;
         i < drop_order.count && failed_drop_count < MAX_FAILED_DROPS &&
         !pdr_is_spent(pdr);
         i++) {
        if (!pdr_drop_literal(pdr, lits, drop_order.items[i], &remaining))
            continue;
        pdr_copy_lits(&pdr->trial, &remaining);
        if (pdr_solve_relative(pdr, frame, &pdr->trial,
                               PDR_MAX_OPTIONAL_CONFLICTS) != SAT_NO) {
            failed_drop_count++;
            continue;
        }
        failed_drop_count = 0;
        pdr_exclude_initial(pdr, &pdr->trial, &remaining);
        pdr_copy_lits(lits, &pdr->trial);
    }
    vec_free_all(&drop_order, &remaining);
}

/* The last frame in which LITS, which is blocked in FRAME, can be blocked, as
 * far as the solver finds easily. Frames are searched by halving steps, since
 * what holds in a frame holds in those before. */
static size_t push_forward(Pdr *pdr, size_t frame, const PdrLits *lits)
{
    size_t last = pdr->frames.count - 1;
    assert(frame && frame <= last);
    for (size_t stride = last - frame; stride; stride /= 2)
        while (frame + stride <= last && !pdr_is_spent(pdr)) {
            pdr_copy_lits(&pdr->trial, lits);
            if (pdr_solve_relative(pdr, frame + stride - 1, &pdr->trial,
                                   PDR_MAX_OPTIONAL_CONFLICTS) != SAT_NO)
                break;
            frame += stride;
        }
    return frame;
}

/* LITS, a part of FULL, cannot be reached from frame FRAME - 1: generalises it,
 * blocks it as far forward as possible, and returns the last frame blocked. */
static size_t generalise_and_block(Pdr *pdr, size_t frame, PdrLits *lits,
                                   const PdrLits *full)
{
    pdr_exclude_initial(pdr, lits, full);
    generalise(pdr, frame - 1, lits);
    frame = push_forward(pdr, frame, lits);
    pdr_block(pdr, lits, frame);
    return frame;
}

/* Blocks the cube of an obligation of FRAME, or adds an obligation one frame
 * earlier; false if the solver gives up. */
static bool handle_obligation(Pdr *pdr, const PdrObligation *obligation,
                              size_t frame)
{
    assert(frame && frame < pdr->frames.count);
    if (pdr_is_blocked(pdr, &obligation->cube, frame))
        return true;
    PdrLits cube_lits = {0};
    vec_append(&cube_lits, obligation->cube.lits, obligation->cube.count);
    pdr_copy_lits(&pdr->scratch, &cube_lits);
    SatAnswer answer =
        pdr_solve_relative(pdr, frame - 1, &pdr->scratch, PDR_MAX_CONFLICTS);
    if (answer == SAT_YES) {
        const PdrObligation *predecessor = new_predecessor(pdr, obligation);
        vec_push(&pdr->frames.items[frame].obligations, obligation);
        assert(frame > 1 || pdr->play);
        vec_push(&pdr->frames.items[frame - 1].obligations, predecessor);
    } else if (answer == SAT_NO) {
        size_t blocked_up_to =
            generalise_and_block(pdr, frame, &pdr->scratch, &cube_lits);
        if (blocked_up_to + 1 < pdr->frames.count)
            vec_push(&pdr->frames.items[blocked_up_to + 1].obligations,
                     obligation);
    }
    vec_free(&cube_lits);
    return answer != SAT_UNKNOWN;
}

/* Handles all obligations, those of the earliest frame first. False if a play
 * was found, or a limit reached. */
static bool handle_obligations(Pdr *pdr)
{
    size_t frame = 1;
    while (!pdr->play && frame < pdr->frames.count) {
        PdrObligations *obligations = &pdr->frames.items[frame].obligations;
        if (!obligations->count) {
            frame++;
            continue;
        }
        if (pdr_is_spent(pdr) ||
            !handle_obligation(pdr, vec_pop(obligations), frame))
            return false;
        if (frame > 1)
            frame--;
    }
    return !pdr->play;
}

/* ---- failures ---- */

static const PdrObligation *new_failure_obligation(Pdr *pdr,
                                                   const PdrClaim *claim)
{
    pdr_lift_failure(pdr, claim, &pdr->scratch);
    return new_obligation(pdr, &pdr->scratch, NULL);
}

/* Blocks failures until the property holds in the last frame; false if a play
 * was found, or a limit reached. */
static bool block_failures(Pdr *pdr, const PdrClaim *claim)
{
    size_t last = pdr->frames.count - 1;
    while (!pdr_is_spent(pdr)) {
        SatAnswer answer = pdr_find_failure(pdr, claim, last);
        if (answer != SAT_YES)
            return answer == SAT_NO;
        const PdrObligation *failure = new_failure_obligation(pdr, claim);
        if (pdr->play)
            return false;
        assert(last);
        vec_push(&pdr->frames.items[last].obligations, failure);
        if (!handle_obligations(pdr))
            return false;
    }
    return false;
}

static bool is_open(const PdrClaim *claim)
{
    return !claim->play && !claim->too_hard;
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
        claim->play = pdr->play;
        claim->too_hard = !pdr->play;
        pdr->play = NULL;
        for (size_t i = 0; i < pdr->frames.count; i++)
            vec_clear(&pdr->frames.items[i].obligations);
    }
    claim->work += pdr->meter.used;
    pdr->budget = pdr->task->budget ? *pdr->task->budget : (Budget){0};
}

/* False if no claim is open any more, or a limit is reached. */
static bool check_open_claims(Pdr *pdr)
{
    bool any_open = false;
    for (size_t i = 0; i < pdr->task->count && !pdr_is_spent(pdr); i++) {
        if (is_open(&pdr->claims[i]))
            check_claim(pdr, &pdr->claims[i]);
        any_open = any_open || is_open(&pdr->claims[i]);
    }
    return any_open && !pdr_is_spent(pdr);
}

/* ---- frames ---- */

/* Moves clauses to the next frame if they hold there. Returns a frame that is
 * equal to the next one, for it has no clause of its own; 0 if there is none.
 */
static size_t propagate_clauses(Pdr *pdr)
{
    for (size_t frame = 1; frame + 1 < pdr->frames.count; frame++) {
        bool keeps_clause = false;
        for (size_t i = 0; i < pdr->blocked.count; i++) {
            PdrCube cube = pdr->blocked.items[i].cube;
            if (pdr->blocked.items[i].frame != frame)
                continue;
            if (pdr_is_spent(pdr))
                return 0;
            vec_clear(&pdr->trial);
            vec_append(&pdr->trial, cube.lits, cube.count);
            if (pdr_solve_relative(pdr, frame, &pdr->trial,
                                   PDR_MAX_OPTIONAL_CONFLICTS) == SAT_NO) {
                pdr_add_clause(pdr, &cube, frame + 1);
                pdr->blocked.items[i].frame = frame + 1;
            } else {
                keeps_clause = true;
            }
        }
        if (!keeps_clause)
            return frame;
    }
    return 0;
}

/* ---- the search ---- */

static void pdr_begin(Pdr *pdr)
{
    pdr->budget = pdr->task->budget ? *pdr->task->budget : (Budget){0};
    pdr->work_share = budget_work_left(&pdr->budget) / (pdr->task->count + 1);
    pdr->model_state =
        arena_array(pdr->arena, uint64_t, pdr->net->feature_count / 64 + 1);
    pdr->claims = arena_array(pdr->arena, PdrClaim, pdr->task->count);
    pdr_new_solver(pdr);
    pdr_add_frame(pdr); /* the initial position */
}

static void pdr_end(Pdr *pdr)
{
    step_solver_free(pdr->solver);
    for (size_t i = 0; i < pdr->frames.count; i++)
        vec_free(&pdr->frames.items[i].obligations);
    vec_free_all(&pdr->frames, &pdr->blocked, &pdr->model_moves, &pdr->scratch,
                 &pdr->trial);
    arena_free(pdr->arena);
}

/* ---- answers ---- */

static Ref clause_of(PropertyTable *properties, const PdrCube *cube)
{
    RefList refs = {0};
    for (uint32_t i = 0; i < cube->count; i++)
        vec_push(&refs, property_feature(properties, 0, cube->lits[i] / 2) ^
                            (cube->lits[i] & 1));
    Ref clause = ref_not(property_and(properties, refs.items, refs.count));
    vec_free(&refs);
    return clause;
}

/* The clauses of the frames after EQUAL_FRAME, which is equal to the next one,
 * are the invariant, if a fresh solver confirms it. */
static void collect_invariant(const Pdr *pdr, size_t equal_frame,
                              RefList *clauses)
{
    for (size_t i = 0; i < pdr->blocked.count; i++) {
        const PdrBlocked *blocked = &pdr->blocked.items[i];
        if (blocked->frame <= equal_frame)
            continue;
        assert(!pdr_contains_initial(pdr, blocked->cube.lits,
                                     blocked->cube.count));
        vec_push(clauses, clause_of(pdr->task->properties, &blocked->cube));
    }
    if (!pdr_confirm(pdr, clauses))
        vec_clear(clauses);
}

static Counterexample play_of(const Pdr *pdr, const PdrObligation *first)
{
    Counterexample play = {0};
    VEC(uint32_t) moves = {0};
    for (const PdrObligation *obligation = first; obligation;
         obligation = obligation->next) {
        if (obligation->next)
            play.at += obligation->steps;
        play.steps += obligation->steps;
        vec_append(&moves, obligation->moves,
                   obligation->steps * pdr->net->role_count);
    }
    vec_push(&moves, NO_INDEX); /* so that it is never empty */
    play.moves = moves.items;
    return play;
}

void pdr_run(const PdrTask *task, Counterexample *plays, RefList *clauses)
{
    Pdr pdr = {
        .task = task, .net = task->properties->net, .arena = arena_new()};
    size_t equal_frame = 0;
    pdr_begin(&pdr);
    while (!equal_frame && check_open_claims(&pdr)) {
        pdr_add_frame(&pdr);
        equal_frame = propagate_clauses(&pdr);
    }
    for (size_t i = 0; i < task->count; i++)
        plays[i] = pdr.claims[i].play ? play_of(&pdr, pdr.claims[i].play)
                                      : (Counterexample){0};
    if (equal_frame)
        collect_invariant(&pdr, equal_frame, clauses);
    pdr_end(&pdr);
}

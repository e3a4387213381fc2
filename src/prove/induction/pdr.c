/* pdr.c - property-directed reachability: a few properties, by frames
 *
 * In:   properties that are open, and what is known
 * Out:  clauses over features that they follow from, or plays
 * Next: prove/schedule.c
 *
 * IC3 (Bradley, 2011; Een, Mishchenko and Brayton, 2011). Frame i is a set of
 * clauses that hold in all positions of the first i steps, and frame 0 is the
 * initial position. A position of the last frame in which the property fails is
 * made a cube, a conjunction of features and negated features of which every
 * position leads to the failure. A cube that cannot be reached from the frame
 * before is blocked there, with all that the reason for it excludes as well; if
 * it can, the position it is reached from has to be blocked first, one frame
 * earlier. When two frames have the same clauses these are inductive. Clauses
 * of a frame hold whichever property they were found for; so all share the
 * frames.
 *
 * Nothing is proved before another solver has confirmed that the clauses are
 * inductive (prove/induction/pdr_solver.c). Start reading at pdr_prove(), at
 * the end.
 */
#include "prove/induction/pdr_internal.h"

#include <assert.h>

enum { MAX_MISSES = 4 }; /* literals in a row that could not be dropped */

/* ---- obligations ---- */

static const PdrObligation *oblige(Pdr *pdr, PdrLits *lits,
                                   const PdrObligation *next)
{
    PdrObligation *made = arena_alloc(pdr->arena, sizeof *made);
    *made = (PdrObligation){
        .next = next,
        .moves = arena_copy(pdr->arena, pdr->moves.items,
                            pdr->moves.count * sizeof *pdr->moves.items),
        .steps =
            pdr->net->role_count ? pdr->moves.count / pdr->net->role_count : 0};
    if (pdr_is_initial(pdr, lits->items, lits->count))
        pdr->play = made;
    made->cube = pdr_keep_cube(pdr, lits);
    return made;
}

/* The positions from which the moves of the model lead to NEXT. */
static const PdrObligation *oblige_before(Pdr *pdr, const PdrObligation *next)
{
    pdr_lift_before(pdr, &next->cube, &pdr->scratch);
    return oblige(pdr, &pdr->scratch, next);
}

/* LITS cannot be reached from FRAME: fewer of them that cannot be. Those that
 * say that something does not hold are less likely to matter. */
static void generalise(Pdr *pdr, size_t frame, PdrLits *lits)
{
    PdrLits order = {0}, rest = {0};
    unsigned misses = 0;
    for (uint32_t negated = 2; negated-- > 0;)
        for (size_t i = 0; i < lits->count; i++)
            if ((lits->items[i] & 1) == negated)
                vec_push(&order, lits->items[i]);
    for (size_t i = 0;
         i < order.count && misses < MAX_MISSES && !pdr_is_spent(pdr); i++) {
        if (!pdr_leave_out(pdr, lits, order.items[i], &rest))
            continue;
        pdr_copy_lits(&pdr->trial, &rest);
        if (pdr_reach(pdr, frame, &pdr->trial, PDR_EASY) != SAT_NO) {
            misses++;
            continue;
        }
        misses = 0;
        pdr_keep_out_initial(pdr, &pdr->trial, &rest);
        pdr_copy_lits(lits, &pdr->trial);
    }
    vec_free(&order);
    vec_free(&rest);
}

/* LITS, which is blocked in FRAME, may be so in later ones: returns the last,
 * as far as that is easy. What holds in a frame holds in those before. */
static size_t last_blocking(Pdr *pdr, size_t frame, const PdrLits *lits)
{
    size_t last = pdr->frames.count - 1;
    for (size_t step = last - frame; step; step /= 2)
        while (frame + step <= last && !pdr_is_spent(pdr)) {
            pdr_copy_lits(&pdr->trial, lits);
            if (pdr_reach(pdr, frame + step - 1, &pdr->trial, PDR_EASY) !=
                SAT_NO)
                break;
            frame += step;
        }
    return frame;
}

/* LITS, a part of WHOLE, cannot be reached from frame FRAME - 1: blocks it as
 * far as that goes, and returns how far. */
static size_t block_from(Pdr *pdr, size_t frame, PdrLits *lits,
                         const PdrLits *whole)
{
    pdr_keep_out_initial(pdr, lits, whole);
    generalise(pdr, frame - 1, lits);
    frame = last_blocking(pdr, frame, lits);
    pdr_block(pdr, lits, frame);
    return frame;
}

/* One obligation of FRAME; false if the solver cannot tell. */
static bool meet(Pdr *pdr, const PdrObligation *obligation, size_t frame)
{
    if (pdr_is_blocked(pdr, &obligation->cube, frame))
        return true;
    PdrLits whole = {0};
    for (uint32_t i = 0; i < obligation->cube.count; i++)
        vec_push(&whole, obligation->cube.lits[i]);
    pdr_copy_lits(&pdr->scratch, &whole);
    SatAnswer answer = pdr_reach(pdr, frame - 1, &pdr->scratch, PDR_HARD);
    if (answer == SAT_YES) {
        const PdrObligation *before = oblige_before(pdr, obligation);
        vec_push(&pdr->frames.items[frame].queue, obligation);
        assert(frame > 1 || pdr->play);
        vec_push(&pdr->frames.items[frame - 1].queue, before);
    } else if (answer == SAT_NO) {
        size_t reached = block_from(pdr, frame, &pdr->scratch, &whole);
        if (reached + 1 < pdr->frames.count)
            vec_push(&pdr->frames.items[reached + 1].queue, obligation);
    }
    vec_free(&whole);
    return answer != SAT_UNKNOWN;
}

/* The earliest first. False if a play was found, or a limit reached. */
static bool meet_all(Pdr *pdr)
{
    size_t frame = 1;
    while (!pdr->play && frame < pdr->frames.count) {
        PdrObligations *queue = &pdr->frames.items[frame].queue;
        if (!queue->count) {
            frame++;
            continue;
        }
        if (pdr_is_spent(pdr) || !meet(pdr, vec_pop(queue), frame))
            return false;
        if (frame > 1)
            frame--;
    }
    return !pdr->play;
}

/* ---- failures ---- */

static const PdrObligation *oblige_failure(Pdr *pdr, const PdrClaim *claim)
{
    pdr_lift_failure(pdr, claim, &pdr->scratch);
    return oblige(pdr, &pdr->scratch, NULL);
}

/* Until it does not fail in the last frame: false if it cannot be brought to
 * that. */
static bool block_failures(Pdr *pdr, const PdrClaim *claim)
{
    size_t last = pdr->frames.count - 1;
    while (!pdr_is_spent(pdr)) {
        SatAnswer answer = pdr_fails(pdr, claim, last);
        if (answer != SAT_YES)
            return answer == SAT_NO;
        const PdrObligation *failure = oblige_failure(pdr, claim);
        if (pdr->play)
            return false;
        assert(last);
        vec_push(&pdr->frames.items[last].queue, failure);
        if (!meet_all(pdr))
            return false;
    }
    return false;
}

static bool is_open(const PdrClaim *claim)
{
    return !claim->play && !claim->too_hard;
}

/* Each property has its share of the effort. One that needs more may still
 * follow from what is found for the others. */
static void pursue(Pdr *pdr, PdrClaim *claim)
{
    double share = pdr->task->effort / (double)pdr->task->count;
    double before = pdr->effort;
    pdr->limit = before + share - claim->effort;
    if (!block_failures(pdr, claim)) {
        claim->play = pdr->play;
        claim->too_hard = !pdr->play;
        pdr->play = NULL;
        for (size_t i = 0; i < pdr->frames.count; i++)
            vec_clear(&pdr->frames.items[i].queue);
    }
    claim->effort += pdr->effort - before;
    pdr->limit = pdr->task->effort;
}

/* False if none is left. */
static bool pursue_all(Pdr *pdr)
{
    bool any = false;
    for (size_t i = 0; i < pdr->task->count && !pdr_is_spent(pdr); i++) {
        if (is_open(&pdr->claims[i]))
            pursue(pdr, &pdr->claims[i]);
        any = any || is_open(&pdr->claims[i]);
    }
    return any && !pdr_is_spent(pdr);
}

/* ---- frames ---- */

/* Moves clauses to the next frame if they hold there. Returns a frame that has
 * no clause of its own, for it is equal to the next one; 0 if there is none. */
static size_t propagate(Pdr *pdr)
{
    for (size_t frame = 1; frame + 1 < pdr->frames.count; frame++) {
        bool any = false;
        for (size_t i = 0; i < pdr->blocked.count; i++) {
            PdrCube cube = pdr->blocked.items[i].cube;
            if (pdr->blocked.items[i].frame != frame)
                continue;
            if (pdr_is_spent(pdr))
                return 0;
            vec_clear(&pdr->trial);
            for (uint32_t k = 0; k < cube.count; k++)
                vec_push(&pdr->trial, cube.lits[k]);
            if (pdr_reach(pdr, frame, &pdr->trial, PDR_EASY) == SAT_NO) {
                pdr_add_clause(pdr, &cube, frame + 1);
                pdr->blocked.items[i].frame = frame + 1;
            } else {
                any = true;
            }
        }
        if (!any)
            return frame;
    }
    return 0;
}

/* ---- the beginning ---- */

static void begin(Pdr *pdr)
{
    size_t features = pdr->net->feature_count;
    pdr->limit = pdr->task->effort;
    pdr->at[0] = arena_array(pdr->arena, SatLit, features + 1);
    pdr->at[1] = arena_array(pdr->arena, SatLit, features + 1);
    pdr->state = arena_array(pdr->arena, uint64_t, features / 64 + 1);
    pdr->claims = arena_array(pdr->arena, PdrClaim, pdr->task->count);
    pdr_build(pdr);
    pdr_open_frame(pdr); /* the initial position */
}

static void end(Pdr *pdr)
{
    pdr_demolish(pdr);
    for (size_t i = 0; i < pdr->frames.count; i++)
        vec_free(&pdr->frames.items[i].queue);
    vec_free(&pdr->frames);
    vec_free(&pdr->blocked);
    vec_free(&pdr->moves);
    vec_free(&pdr->scratch);
    vec_free(&pdr->trial);
    arena_free(pdr->arena);
}

/* ---- the end ---- */

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

/* The clauses of the frames after FRAME, which is equal to the next. */
static void conclude(Pdr *pdr, size_t frame, PdrAnswer *answers,
                     RefList *clauses)
{
    RefList found = {0};
    bool good = true;
    for (size_t i = 0; i < pdr->blocked.count; i++) {
        const PdrBlocked *blocked = &pdr->blocked.items[i];
        if (blocked->frame <= frame)
            continue;
        good = good &&
               !pdr_is_initial(pdr, blocked->cube.lits, blocked->cube.count);
        vec_push(&found, clause_of(pdr->task->properties, &blocked->cube));
    }
    if (good && pdr_confirm(pdr, &found, answers))
        for (size_t i = 0; i < found.count; i++)
            vec_push(clauses, found.items[i]);
    vec_free(&found);
}

static BoundedPlay play_of(const Pdr *pdr, const PdrObligation *first)
{
    BoundedPlay play = {0};
    VEC(uint32_t) moves = {0};
    for (const PdrObligation *at = first; at; at = at->next) {
        if (at->next)
            play.at += at->steps;
        play.steps += at->steps;
        for (size_t i = 0; i < at->steps * pdr->net->role_count; i++)
            vec_push(&moves, at->moves[i]);
    }
    vec_push(&moves, NO_INDEX); /* there is always something to be freed */
    play.moves = moves.items;
    return play;
}

double pdr_prove(const PdrTask *task, PdrAnswer *answers, RefList *clauses)
{
    Pdr pdr = {.task = task, .net = task->net, .arena = arena_new()};
    size_t equal = 0;
    begin(&pdr);
    while (!equal && pursue_all(&pdr)) {
        pdr_open_frame(&pdr);
        equal = propagate(&pdr);
    }
    for (size_t i = 0; i < task->count; i++) {
        const PdrObligation *play = pdr.claims[i].play;
        answers[i] = (PdrAnswer){.verdict = PDR_UNKNOWN};
        if (play)
            answers[i] = (PdrAnswer){PDR_REFUTED, play_of(&pdr, play)};
    }
    if (equal)
        conclude(&pdr, equal, answers, clauses);
    double effort = pdr.effort;
    end(&pdr);
    return effort;
}

/* batch.c - belief update for 64 joint moves at a time, by ground rules
 *
 * In:   positions as arrays of features, a move of the role and its percepts
 * Out:  the positions that can follow
 * Next: know/exact.c, if there is no net
 *
 * Bit-parallel simulation: a LaneEvaluator (know/lane_evaluator.h) has a word
 * for each atom with a bit, or lane, for each of 64 joint moves. From one batch
 * of 64 to the next, and from one position to the next, it recomputes only what
 * changes. Start reading at batch_update(), at the end.
 */
#include "know/batch.h"

#include "base/memory.h"
#include "base/sort.h"
#include "know/lane_evaluator.h"
#include "know/revealed_moves.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define NO_ATOM UINT32_MAX

typedef VEC(AtomId) Atoms;

/* A legal move and the atom that says it is made. */
typedef struct {
    AtomId legal;
    AtomId does; /* NO_ATOM if no rule reads it */
    uint32_t role;
    const Term *move;
} PossibleMove;

/* A percept of the role, and whether it was observed in this round. */
typedef struct {
    AtomId atom;
    bool seen;
} PerceptAtom;

typedef struct {
    Arena *arena;
    Ground ground;
    LaneEvaluator *evaluator;
    PossibleMove *moves; /* all moves that can be legal */
    size_t move_count;
    PerceptAtom *percepts; /* observed ones first */
    size_t percept_count;
    bool impossible_percept; /* an observed percept is no atom of the program */
    AtomId *next;            /* the atoms next(F), sorted by the id of F */
    size_t next_count;
    AtomId *holds; /* the atoms true(F) */
    size_t hold_count;
    AtomId *atom_of; /* by term id: the atom true(F) */
    size_t term_count;
    AtomId terminal;
    uint32_t *last_held; /* by atom: last position_number where it held */
    uint32_t position_number;
    uint64_t *planned; /* by atom does(R,M): the lanes in which it is true */
    Atoms played, played_before; /* such atoms: of this batch, of the last */
    VEC(const PossibleMove *) * legal_moves; /* by role, in this position */
    uint32_t *counts, *choices; /* the joint move, as indices of LEGAL_MOVES */
    const Observation *observation;
    BeliefState *after;
    Arena *history_arena;
    size_t step_count, max_steps;
    const Budget *budget;
} Batch;

/* ---- atoms of the ground rules ---- */

static uint32_t role_of(const Batch *batch, const Term *atom)
{
    for (uint32_t i = 0; i < batch->ground.role_count; i++)
        if (batch->ground.roles[i] == atom->args[0])
            return i;
    return UINT32_MAX;
}

/* The atom does(R,M) for the atom legal(R,M); MAP has them by role and move. */
static AtomId does_atom(const Batch *batch, const Map *map, const Term *legal)
{
    map_each (p, map, hash_mix(legal->args[0]->id, legal->args[1]->id)) {
        const Term *does = batch->ground.atoms[p.index];
        if (does->args[0] == legal->args[0] && does->args[1] == legal->args[1])
            return p.index;
    }
    return NO_ATOM;
}

static void find_moves(Batch *batch, const Atoms *legal, const Atoms *does)
{
    const Term **atoms = batch->ground.atoms;
    Map map = {0};
    for (size_t i = 0; i < does->count; i++) {
        const Term *atom = atoms[does->items[i]];
        map_add(&map, hash_mix(atom->args[0]->id, atom->args[1]->id),
                does->items[i]);
    }
    batch->moves = arena_array(batch->arena, PossibleMove, legal->count);
    for (size_t i = 0; i < legal->count; i++) {
        const Term *atom = atoms[legal->items[i]];
        uint32_t role = role_of(batch, atom);
        bool own = role == batch->observation->role;
        if (role == UINT32_MAX ||
            (own && atom->args[1] != batch->observation->move))
            continue;
        batch->moves[batch->move_count++] = (PossibleMove){
            legal->items[i], does_atom(batch, &map, atom), role, atom->args[1]};
    }
    map_free(&map);
}

/* Observed percepts come first: most joint moves lack one of them. */
static void find_percepts(Batch *batch, const Atoms *sees)
{
    const Term **atoms = batch->ground.atoms;
    TermList percepts = batch->observation->percepts;
    size_t matched = 0;
    batch->percepts = arena_array(batch->arena, PerceptAtom, sees->count);
    for (int seen_pass = 1; seen_pass >= 0; seen_pass--)
        for (size_t i = 0; i < sees->count; i++) {
            const Term *atom = atoms[sees->items[i]];
            if (role_of(batch, atom) != batch->observation->role)
                continue;
            bool seen = find_term(percepts.items, percepts.count,
                                  atom->args[1]) < percepts.count;
            matched += seen && seen_pass;
            if (seen == seen_pass)
                batch->percepts[batch->percept_count++] =
                    (PerceptAtom){sees->items[i], seen};
        }
    batch->impossible_percept = matched < percepts.count;
}

static int by_feature(const void *left, const void *right, void *context)
{
    const Term **atoms = context;
    uint32_t a = atoms[*(const AtomId *)left]->args[0]->id;
    uint32_t b = atoms[*(const AtomId *)right]->args[0]->id;
    return (a > b) - (a < b);
}

static void index_features(Batch *batch, Atoms *holds, Atoms *next)
{
    const Term **atoms = batch->ground.atoms;
    sort_items_with(next->items, next->count, sizeof *next->items, by_feature,
                    atoms);
    batch->next_count = next->count;
    batch->next = vec_finish(next, batch->arena);
    for (size_t i = 0; i < holds->count; i++) {
        uint32_t id = atoms[holds->items[i]]->args[0]->id;
        if (id >= batch->term_count)
            batch->term_count = id + 1;
    }
    batch->atom_of = arena_array(batch->arena, AtomId, batch->term_count);
    memset(batch->atom_of, 0xff, batch->term_count * sizeof *batch->atom_of);
    for (size_t i = 0; i < holds->count; i++)
        batch->atom_of[atoms[holds->items[i]]->args[0]->id] = holds->items[i];
    batch->hold_count = holds->count;
    batch->holds = vec_finish(holds, batch->arena);
}

static void classify_atoms(Batch *batch)
{
    const Ground *ground = &batch->ground;
    Atoms atoms[KEYWORD_COUNT] = {0}; /* by keyword */
    for (AtomId i = 0; i < ground->atom_count; i++)
        vec_push(&atoms[ground->keywords[i]], i);
    batch->terminal = atoms[KEYWORD_TERMINAL].count
                          ? atoms[KEYWORD_TERMINAL].items[0]
                          : NO_ATOM;
    find_moves(batch, &atoms[KEYWORD_LEGAL], &atoms[KEYWORD_DOES]);
    find_percepts(batch, &atoms[KEYWORD_SEES]);
    index_features(batch, &atoms[KEYWORD_TRUE], &atoms[KEYWORD_NEXT]);
    for (size_t i = 0; i < KEYWORD_COUNT; i++)
        vec_free(&atoms[i]);
}

/* ---- successors ---- */

/* Sets the planned moves, clears those of the last batch, and propagates. */
static void play_planned(Batch *batch)
{
    for (size_t i = 0; i < batch->played_before.count; i++)
        lane_evaluator_set(batch->evaluator, batch->played_before.items[i],
                           batch->planned[batch->played_before.items[i]]);
    for (size_t i = 0; i < batch->played.count; i++) {
        AtomId atom = batch->played.items[i];
        lane_evaluator_set(batch->evaluator, atom, batch->planned[atom]);
        batch->planned[atom] = 0;
    }
    Atoms swap = batch->played_before;
    batch->played_before = batch->played;
    batch->played = swap;
    vec_clear(&batch->played);
    lane_evaluator_settle(batch->evaluator);
}

static void set_position(Batch *batch, Bytes position)
{
    const Term *const *features = position.bytes;
    batch->position_number++;
    assert(position.length % sizeof *features == 0);
    for (size_t i = 0; i < position.length / sizeof *features; i++)
        if (features[i]->id < batch->term_count &&
            batch->atom_of[features[i]->id] != NO_ATOM)
            batch->last_held[batch->atom_of[features[i]->id]] =
                batch->position_number;
    for (size_t i = 0; i < batch->hold_count; i++) {
        AtomId atom = batch->holds[i];
        lane_evaluator_set(batch->evaluator, atom,
                           batch->last_held[atom] == batch->position_number
                               ? ~(uint64_t)0
                               : 0);
    }
    play_planned(batch);
}

/* Finds the legal moves of the current position; false if the round cannot be
 * played in it. */
static bool find_legal_moves(Batch *batch)
{
    bool found = true;
    if (batch->terminal != NO_ATOM &&
        lane_evaluator_word(batch->evaluator, batch->terminal))
        return false;
    for (size_t i = 0; i < batch->ground.role_count; i++)
        vec_clear(&batch->legal_moves[i]);
    for (size_t i = 0; i < batch->move_count; i++)
        if (lane_evaluator_word(batch->evaluator, batch->moves[i].legal))
            vec_push(&batch->legal_moves[batch->moves[i].role],
                     &batch->moves[i]);
    for (size_t i = 0; i < batch->ground.role_count; i++)
        found = found && batch->legal_moves[i].count;
    return found;
}

/* The lanes in which exactly the observed percepts are perceived. */
static uint64_t lanes_with_percepts(const Batch *batch)
{
    uint64_t matching = batch->impossible_percept ? 0 : ~(uint64_t)0;
    for (size_t i = 0; matching && i < batch->percept_count; i++) {
        uint64_t word =
            lane_evaluator_word(batch->evaluator, batch->percepts[i].atom);
        matching &= batch->percepts[i].seen ? word : ~word;
    }
    return matching;
}

/* Adds the position after the joint move of LANE. */
static void add_successor(Batch *batch, const PossiblePosition *from,
                          double share, const uint32_t *choices, size_t lane)
{
    assert(lane < 64);
    size_t roles = batch->ground.role_count;
    TermVec features = {0};
    for (size_t i = 0; i < batch->next_count; i++)
        if (lane_evaluator_word(batch->evaluator, batch->next[i]) >> lane & 1)
            vec_push(&features, batch->ground.atoms[batch->next[i]]->args[0]);
    Bytes next = {features.items, features.count * sizeof *features.items};
    PossiblePosition *added =
        belief_state_add(batch->after, next, from->weight * share);
    if (added) {
        const Term **moves = memory_array(roles, sizeof *moves);
        for (size_t i = 0; i < roles; i++)
            moves[i] = batch->legal_moves[i].items[choices[i]]->move;
        added->history =
            history_extend(batch->history_arena, from->history, moves, roles);
        free(moves);
    }
    vec_free(&features);
}

/* Plans the current joint move for LANE and copies it to PLAYED. */
static void plan_joint_move(Batch *batch, size_t lane, uint32_t *played)
{
    assert(lane < 64);
    for (size_t i = 0; i < batch->ground.role_count; i++) {
        AtomId atom = batch->legal_moves[i].items[batch->choices[i]]->does;
        played[i] = batch->choices[i];
        if (atom == NO_ATOM)
            continue;
        if (!batch->planned[atom])
            vec_push(&batch->played, atom);
        batch->planned[atom] |= (uint64_t)1 << lane;
    }
}

/* Adds the successors by all joint moves from one position; false if there are
 * too many. */
static bool add_all_successors(Batch *batch, const PossiblePosition *from)
{
    assert(from->weight >= 0);
    size_t roles = batch->ground.role_count;
    double share = 1;
    set_position(batch, from->position);
    if (!find_legal_moves(batch))
        return true;
    for (size_t i = 0; i < roles; i++) {
        batch->choices[i] = 0;
        batch->counts[i] = (uint32_t)batch->legal_moves[i].count;
        share /= (double)batch->counts[i];
    }
    uint32_t *played = memory_array(64 * roles, sizeof *played);
    bool more = true;
    while (more && batch->step_count <= batch->max_steps &&
           !budget_spent(batch->budget)) {
        size_t lanes = 0;
        for (; more && lanes < 64; lanes++) {
            plan_joint_move(batch, lanes, played + lanes * roles);
            more =
                next_joint_move(batch->counts, batch->choices, roles, NO_INDEX);
        }
        batch->step_count += lanes;
        play_planned(batch);
        uint64_t matching = lanes_with_percepts(batch);
        for (size_t i = 0; i < lanes; i++)
            if (matching >> i & 1)
                add_successor(batch, from, share, played + i * roles, i);
    }
    free(played);
    return !more;
}

/* Grounds the rules for all features of the positions. */
static Ground ground_for_positions(StepGrounder *grounder,
                                   const BeliefState *before,
                                   const Term *const *revealed, Arena *arena)
{
    TermVec features = {0};
    Map known_terms = {0};
    for (size_t i = 0; i < before->positions.count; i++) {
        Bytes position = before->positions.items[i].position;
        const Term *const *terms = position.bytes;
        for (size_t k = 0; k < position.length / sizeof *terms; k++) {
            bool known = false;
            for (MapProbe p = map_probe(&known_terms, terms[k]->hash);
                 !known && map_next(&known_terms, &p);)
                known = p.index == terms[k]->id;
            if (known)
                continue;
            map_add(&known_terms, terms[k]->hash, terms[k]->id);
            vec_push(&features, terms[k]);
        }
    }
    Ground ground =
        step_ground(grounder, features.items, features.count, revealed, arena);
    map_free(&known_terms);
    vec_free(&features);
    return ground;
}

bool batch_update(StepGrounder *grounder, const Game *game,
                  const BeliefState *before, const Observation *observation,
                  size_t max_steps, const Budget *budget, BeliefState *after,
                  Arena *history_arena)
{
    Arena *arena = arena_new();
    size_t roles; /* as in the ground rules */
    const Term *const *role_names = step_roles(grounder, &roles);
    const Term **revealed =
        revealed_moves(game, role_names, roles, observation, arena);
    Batch batch = {.arena = arena,
                   .ground =
                       ground_for_positions(grounder, before, revealed, arena),
                   .observation = observation,
                   .after = after,
                   .history_arena = history_arena,
                   .max_steps = max_steps,
                   .budget = budget};
    const Ground *ground = &batch.ground;
    bool complete = !ground->failure;
    if (complete) {
        size_t atoms = ground->atom_count;
        batch.evaluator = lane_evaluator_new(ground, arena);
        batch.last_held = arena_array(arena, uint32_t, atoms);
        batch.planned = arena_array(arena, uint64_t, atoms);
        batch.legal_moves =
            arena_alloc(arena, (roles + 1) * sizeof *batch.legal_moves);
        batch.counts = arena_array(arena, uint32_t, roles);
        batch.choices = arena_array(arena, uint32_t, roles);
        classify_atoms(&batch);
    }
    for (size_t i = 0; i < before->positions.count && complete; i++)
        complete = add_all_successors(&batch, &before->positions.items[i]);
    for (size_t i = 0; batch.legal_moves && i < ground->role_count; i++)
        vec_free(&batch.legal_moves[i]);
    vec_free_all(&batch.played, &batch.played_before);
    arena_free(arena);
    return complete;
}

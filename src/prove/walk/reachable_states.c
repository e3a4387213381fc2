/* reachable_states.c - the explicit reachability graph, if it is small
 *
 * In:   a Machine
 * Out:  positions in breadth-first order, and the steps between them
 * Next: explicit_check.c, prove/termination/termination.c
 *
 * Breadth-first search, so that the play to each position along its parents is
 * a shortest one. An infinite play is a cycle of the graph, found by
 * depth-first search; without one, the same search computes the longest play.
 * Start reading at reachable_new() and reachable_length().
 */
#include "prove/walk/reachable_states.h"

#include "base/map.h"
#include "base/memory.h"
#include "base/vec.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct ReachableStates {
    const Machine *machine;
    Cursor *cursor;
    size_t word_count, role_count;
    VEC(uint64_t) states;     /* by position, WORD_COUNT each */
    VEC(uint32_t) parents;    /* by position; NO_INDEX for the initial one */
    VEC(uint32_t) moves;      /* by position: joint move from its parent */
    Map state_map;            /* of STATES */
    VEC(uint32_t) targets;    /* successors, of one position after the other, */
    VEC(size_t) first_target; /* by position: its first; and the end */
    /* The joint move at hand, by role: its number among the legal moves, the
     * move, and the number of legal moves */
    uint32_t *choices, *joint, *legal_counts;
    bool is_complete;
};

const uint64_t *reachable_state(const ReachableStates *reachable,
                                size_t position)
{
    return reachable->states.items + position * reachable->word_count;
}

size_t reachable_count(const ReachableStates *reachable)
{
    return reachable->parents.count;
}

size_t reachable_state_words(const ReachableStates *reachable)
{
    return reachable->word_count;
}

size_t reachable_target_count(const ReachableStates *reachable, size_t position)
{
    assert(position + 1 < reachable->first_target.count);
    return reachable->first_target.items[position + 1] -
           reachable->first_target.items[position];
}

uint32_t reachable_target(const ReachableStates *reachable, size_t position,
                          size_t index)
{
    assert(index < reachable_target_count(reachable, position));
    return reachable->targets
        .items[reachable->first_target.items[position] + index];
}

bool reachable_complete(const ReachableStates *reachable)
{
    return reachable->is_complete;
}

/* The index of a state, which is added after PARENT and JOINT if it is new. */
static uint32_t find_or_add_state(ReachableStates *reachable,
                                  const uint64_t *state, uint32_t parent)
{
    size_t bytes = reachable->word_count * sizeof *state;
    uint32_t hash = hash_bytes(state, bytes);
    map_each (probe, &reachable->state_map, hash)
        if (memcmp(reachable_state(reachable, probe.index), state, bytes) == 0)
            return probe.index;
    uint32_t index = (uint32_t)reachable->parents.count;
    map_add(&reachable->state_map, hash, index);
    vec_append(&reachable->states, state, reachable->word_count);
    vec_push(&reachable->parents, parent);
    for (size_t i = 0; i < reachable->role_count; i++)
        vec_push(&reachable->moves,
                 parent == NO_INDEX ? 0 : reachable->joint[i]);
    return index;
}

/* Writes the first joint move to JOINT, or the one after that; false if there
 * is none. */
static bool next_joint_move(const ReachableStates *reachable, bool first)
{
    for (size_t i = reachable->role_count; !first && i-- > 0;) {
        if (++reachable->choices[i] < reachable->legal_counts[i])
            break;
        if (i == 0)
            return false;
        reachable->choices[i] = 0;
    }
    for (size_t i = 0; i < reachable->role_count; i++)
        reachable->joint[i] =
            cursor_legal_move(reachable->cursor, i, reachable->choices[i]);
    return true;
}

/* Prepares the enumeration of the joint moves in a position; false if it is
 * terminal or a role has no move. */
static bool begin_joint_moves(const ReachableStates *reachable,
                              uint32_t position)
{
    cursor_set(reachable->cursor, reachable_state(reachable, position));
    if (cursor_is_terminal(reachable->cursor))
        return false;
    for (size_t i = 0; i < reachable->role_count; i++) {
        reachable->choices[i] = 0;
        reachable->legal_counts[i] = cursor_legal_count(reachable->cursor, i);
        if (!reachable->legal_counts[i])
            return false;
    }
    return true;
}

/* Adds the successors of a position; false if a limit was reached. */
static bool add_successors(ReachableStates *reachable, uint32_t position,
                           size_t max_states, const Budget *budget)
{
    enum { POLL_INTERVAL = 1024 };
    vec_push(&reachable->first_target, reachable->targets.count);
    if (!begin_joint_moves(reachable, position))
        return true;
    uint64_t *next = memory_array(reachable->word_count + 1, sizeof *next);
    bool in_budget = true;
    for (bool has_more = next_joint_move(reachable, true);
         has_more && in_budget; has_more = next_joint_move(reachable, false)) {
        cursor_moves(reachable->cursor, reachable->joint);
        memcpy(next, cursor_next(reachable->cursor),
               reachable->word_count * sizeof *next);
        vec_push(&reachable->targets,
                 find_or_add_state(reachable, next, position));
        budget_charge(budget, machine_step_work(reachable->machine));
        in_budget =
            reachable->parents.count <= max_states &&
            reachable->targets.count <= 10 * max_states &&
            (reachable->targets.count % POLL_INTERVAL || !budget_spent(budget));
    }
    memory_free(next);
    return in_budget;
}

ReachableStates *reachable_new(const Machine *machine, size_t max_states,
                               const Budget *budget)
{
    return reachable_new_from(machine, machine_initial(machine), max_states,
                              budget);
}

ReachableStates *reachable_new_from(const Machine *machine,
                                    const uint64_t *start, size_t max_states,
                                    const Budget *budget)
{
    ReachableStates *reachable = memory_alloc(sizeof *reachable);
    *reachable =
        (ReachableStates){.machine = machine,
                          .cursor = cursor_new(machine),
                          .word_count = machine_words(machine),
                          .role_count = machine_net(machine)->role_count};
    reachable->choices = memory_array(reachable->role_count, sizeof(uint32_t));
    reachable->joint = memory_array(reachable->role_count, sizeof(uint32_t));
    reachable->legal_counts =
        memory_array(reachable->role_count, sizeof(uint32_t));
    vec_grow(&reachable->states); /* also where a state has no words */
    find_or_add_state(reachable, start, NO_INDEX);
    bool in_budget = true;
    for (uint32_t i = 0; in_budget && i < reachable->parents.count; i++) {
        assert(reachable->first_target.count == i);
        in_budget = add_successors(reachable, i, max_states, budget);
        if (i % 256 == 0 && budget_spent(budget))
            in_budget = false;
    }
    vec_push(&reachable->first_target, reachable->targets.count);
    reachable->is_complete = in_budget;
    return reachable;
}

void reachable_free(ReachableStates *reachable)
{
    if (!reachable)
        return;
    cursor_free(reachable->cursor);
    vec_free_all(&reachable->states, &reachable->parents, &reachable->moves);
    map_free(&reachable->state_map);
    vec_free_all(&reachable->targets, &reachable->first_target);
    free_all(reachable->choices, reachable->joint, reachable->legal_counts,
             reachable);
}

typedef VEC(uint32_t) PositionList;

/* Appends the joint moves of the shortest play to a position. */
static void append_shortest_play(const ReachableStates *reachable,
                                 uint32_t position, PositionList *moves)
{
    PositionList path = {0};
    for (; reachable->parents.items[position] != NO_INDEX;
         position = reachable->parents.items[position])
        vec_push(&path, position);
    while (path.count) {
        uint32_t reached = vec_pop(&path);
        for (size_t i = 0; i < reachable->role_count; i++)
            vec_push(
                moves,
                reachable->moves.items[reached * reachable->role_count + i]);
    }
    vec_free(&path);
}

/* Appends a joint move that leads from one position to another. */
static void append_step(const ReachableStates *reachable, uint32_t from,
                        uint32_t to, PositionList *moves)
{
    size_t bytes = reachable->word_count * sizeof(uint64_t);
    if (!begin_joint_moves(reachable, from))
        return;
    for (bool has_more = next_joint_move(reachable, true); has_more;
         has_more = next_joint_move(reachable, false)) {
        cursor_moves(reachable->cursor, reachable->joint);
        if (memcmp(cursor_next(reachable->cursor),
                   reachable_state(reachable, to), bytes) != 0)
            continue;
        vec_append(moves, reachable->joint, reachable->role_count);
        return;
    }
    assert(!"TO is a successor of FROM");
}

uint32_t *reachable_play_along(const ReachableStates *reachable,
                               const uint32_t *positions, size_t count,
                               size_t *steps)
{
    PositionList moves = {0};
    append_shortest_play(reachable, positions[0], &moves);
    for (size_t i = 1; i < count; i++)
        append_step(reachable, positions[i - 1], positions[i], &moves);
    *steps = moves.count / reachable->role_count;
    vec_push(&moves, 0); /* never NULL */
    return moves.items;
}

/* The lasso-shaped play of a cycle: PATH is the path of the depth-first search,
 * and a step leads from its last position to LOOP_START, which is on it. */
static PlayLength lasso_of(const ReachableStates *reachable,
                           const PositionList *path, uint32_t loop_start)
{
    PlayLength length = {.endless = true};
    PositionList moves = {0};
    size_t i = 0;
    while (path->items[i] != loop_start)
        i++;
    append_shortest_play(reachable, loop_start, &moves);
    length.loop_from = moves.count / reachable->role_count;
    for (; i < path->count; i++)
        append_step(reachable, path->items[i],
                    i + 1 < path->count ? path->items[i + 1] : loop_start,
                    &moves);
    length.steps = moves.count / reachable->role_count;
    length.moves = moves.items;
    return length;
}

/* LONGEST gets by position the steps of the longest play from there, unless
 * plays are endless. */
static PlayLength find_longest(const ReachableStates *reachable,
                               uint32_t *longest)
{
    enum { NEW, ON_PATH, DONE };
    assert(reachable->is_complete);
    size_t count = reachable->parents.count;
    uint8_t *status = memory_zeroed(count + 1, 1);
    size_t *next_target = memory_array(count + 1, sizeof *next_target);
    PositionList path = {0};
    PlayLength length = {0};
    vec_push(&path, 0);
    status[0] = ON_PATH;
    next_target[0] = reachable->first_target.items[0];
    while (path.count && !length.endless) {
        uint32_t position = vec_last(&path);
        if (next_target[position] ==
            reachable->first_target.items[position + 1]) {
            status[position] = DONE;
            (void)vec_pop(&path);
            continue;
        }
        uint32_t target = reachable->targets.items[next_target[position]];
        if (status[target] == ON_PATH) {
            length = lasso_of(reachable, &path, target);
        } else if (status[target] == NEW) {
            status[target] = ON_PATH;
            next_target[target] = reachable->first_target.items[target];
            vec_push(&path, target);
        } else {
            next_target[position]++;
            if (longest[target] + 1 > longest[position])
                longest[position] = longest[target] + 1;
        }
    }
    if (!length.endless)
        length.bound = longest[0];
    vec_free(&path);
    free_all(status, next_target);
    return length;
}

PlayLength reachable_length(const ReachableStates *reachable)
{
    uint32_t *longest =
        memory_zeroed(reachable_count(reachable) + 1, sizeof *longest);
    PlayLength length = find_longest(reachable, longest);
    memory_free(longest);
    return length;
}

/* Where the search ended the last one may have been left half-way. */
size_t reachable_expanded(const ReachableStates *reachable)
{
    return reachable->is_complete ? reachable_count(reachable)
                                  : reachable->first_target.count - 2;
}

uint32_t *reachable_depths(const ReachableStates *reachable)
{
    size_t count = reachable_count(reachable);
    uint32_t *depths = memory_zeroed(count + 1, sizeof *depths);
    for (size_t i = 1; i < count; i++)
        depths[i] = depths[reachable->parents.items[i]] + 1;
    return depths;
}

void reachable_log(const ReachableStates *reachable, ProofLog *log)
{
    if (!log)
        return;
    uint32_t *longest =
        memory_zeroed(reachable_count(reachable) + 1, sizeof *longest);
    PlayLength length = find_longest(reachable, longest);
    proof_log_positions(log, reachable_state(reachable, 0),
                        reachable_count(reachable), reachable->word_count,
                        length.endless ? NULL : longest);
    free_all(length.moves, longest);
}

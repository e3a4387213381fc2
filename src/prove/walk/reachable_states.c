/* reachable_states.c - all reachable positions, if they are few
 *
 * In:   a Machine
 * Out:  positions in order of their distance, and the steps between them
 *
 * Breadth first, so that the way to each position is a shortest one. Start
 * reading at reachable_new() and reachable_length().
 */
#include "prove/walk/reachable_states.h"

#include "base/map.h"
#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

struct ReachableStates {
    const Machine *machine;
    Cursor *cursor;
    size_t words, roles;
    VEC(uint64_t) states;  /* WORDS each */
    VEC(uint32_t) parents; /* NO_INDEX for the first */
    VEC(uint32_t) moves;   /* that led there, ROLES each */
    Map map;
    VEC(uint32_t) targets;     /* of steps, */
    VEC(size_t) first_targets; /* by position where they begin */
    uint32_t *choices, *joint, *counts;
    bool complete;
};

const uint64_t *reachable_state(const ReachableStates *reachable,
                                size_t position)
{
    return reachable->states.items + position * reachable->words;
}

size_t reachable_count(const ReachableStates *reachable)
{
    return reachable->parents.count;
}

size_t reachable_words(const ReachableStates *reachable)
{
    return reachable->words;
}

size_t reachable_target_count(const ReachableStates *reachable, size_t position)
{
    return reachable->first_targets.items[position + 1] -
           reachable->first_targets.items[position];
}

uint32_t reachable_target(const ReachableStates *reachable, size_t position,
                          size_t number)
{
    return reachable->targets
        .items[reachable->first_targets.items[position] + number];
}

bool reachable_complete(const ReachableStates *reachable)
{
    return reachable->complete;
}

/* The number of a state, which is added if it is new. */
static uint32_t number_of(ReachableStates *reachable, const uint64_t *state,
                          uint32_t parent)
{
    size_t bytes = reachable->words * sizeof *state;
    uint32_t hash = hash_bytes(state, bytes);
    for (MapProbe p = map_probe(&reachable->map, hash);
         map_next(&reachable->map, &p);)
        if (memcmp(reachable_state(reachable, p.index), state, bytes) == 0)
            return p.index;
    uint32_t number = (uint32_t)reachable->parents.count;
    map_add(&reachable->map, hash, number);
    for (size_t i = 0; i < reachable->words; i++)
        vec_push(&reachable->states, state[i]);
    vec_push(&reachable->parents, parent);
    for (size_t i = 0; i < reachable->roles; i++)
        vec_push(&reachable->moves,
                 parent == NO_INDEX ? 0 : reachable->joint[i]);
    return number;
}

/* The first joint move, or the one after the last; false if there is none. */
static bool next_joint(const ReachableStates *reachable, bool first)
{
    for (size_t i = reachable->roles; !first && i-- > 0;) {
        if (++reachable->choices[i] < reachable->counts[i])
            break;
        if (i == 0)
            return false;
        reachable->choices[i] = 0;
    }
    for (size_t i = 0; i < reachable->roles; i++)
        reachable->joint[i] =
            cursor_legal_move(reachable->cursor, i, reachable->choices[i]);
    return true;
}

/* Stands at a position; false if no step can be made there. */
static bool stand_at(const ReachableStates *reachable, uint32_t position)
{
    cursor_set(reachable->cursor, reachable_state(reachable, position));
    if (cursor_terminal(reachable->cursor))
        return false;
    for (size_t i = 0; i < reachable->roles; i++) {
        reachable->choices[i] = 0;
        reachable->counts[i] = cursor_legal_count(reachable->cursor, i);
        if (!reachable->counts[i])
            return false;
    }
    return true;
}

static bool expand(ReachableStates *reachable, uint32_t position, size_t most,
                   const Budget *budget)
{
    enum { POLL = 1024 };
    vec_push(&reachable->first_targets, reachable->targets.count);
    if (!stand_at(reachable, position))
        return true;
    uint64_t *next = fatal_malloc((reachable->words + 1) * sizeof *next);
    bool good = true;
    for (bool more = next_joint(reachable, true); more && good;
         more = next_joint(reachable, false)) {
        cursor_moves(reachable->cursor, reachable->joint);
        memcpy(next, cursor_next(reachable->cursor),
               reachable->words * sizeof *next);
        vec_push(&reachable->targets, number_of(reachable, next, position));
        good = reachable->parents.count <= most &&
               reachable->targets.count <= 10 * most &&
               (reachable->targets.count % POLL || !budget_spent(budget));
    }
    free(next);
    return good;
}

ReachableStates *reachable_new(const Machine *machine, size_t most,
                               const Budget *budget)
{
    ReachableStates *reachable = fatal_malloc(sizeof *reachable);
    *reachable = (ReachableStates){.machine = machine,
                                   .cursor = cursor_new(machine),
                                   .words = machine_words(machine),
                                   .roles = machine_net(machine)->role_count};
    size_t bytes = (reachable->roles + 1) * sizeof(uint32_t);
    reachable->choices = fatal_malloc(bytes);
    reachable->joint = fatal_malloc(bytes);
    reachable->counts = fatal_malloc(bytes);
    vec_grow(&reachable->states); /* also where a state has no words */
    number_of(reachable, machine_initial(machine), NO_INDEX);
    bool good = true;
    for (uint32_t i = 0; good && i < reachable->parents.count; i++) {
        good = expand(reachable, i, most, budget);
        if (i % 256 == 0 && budget_spent(budget))
            good = false;
    }
    vec_push(&reachable->first_targets, reachable->targets.count);
    reachable->complete = good;
    return reachable;
}

void reachable_free(ReachableStates *reachable)
{
    if (!reachable)
        return;
    cursor_free(reachable->cursor);
    vec_free(&reachable->states);
    vec_free(&reachable->parents);
    vec_free(&reachable->moves);
    map_free(&reachable->map);
    vec_free(&reachable->targets);
    vec_free(&reachable->first_targets);
    free(reachable->choices);
    free(reachable->joint);
    free(reachable->counts);
    free(reachable);
}

typedef VEC(uint32_t) Numbers;

static void add_play(const ReachableStates *reachable, uint32_t position,
                     Numbers *moves)
{
    Numbers path = {0};
    for (; reachable->parents.items[position] != NO_INDEX;
         position = reachable->parents.items[position])
        vec_push(&path, position);
    while (path.count) {
        uint32_t at = vec_pop(&path);
        for (size_t i = 0; i < reachable->roles; i++)
            vec_push(moves, reachable->moves.items[at * reachable->roles + i]);
    }
    vec_free(&path);
}

/* The joint move that leads from one position to another. */
static void add_step(const ReachableStates *reachable, uint32_t from,
                     uint32_t to, Numbers *moves)
{
    size_t bytes = reachable->words * sizeof(uint64_t);
    if (!stand_at(reachable, from))
        return;
    for (bool more = next_joint(reachable, true); more;
         more = next_joint(reachable, false)) {
        cursor_moves(reachable->cursor, reachable->joint);
        if (memcmp(cursor_next(reachable->cursor),
                   reachable_state(reachable, to), bytes) != 0)
            continue;
        for (size_t i = 0; i < reachable->roles; i++)
            vec_push(moves, reachable->joint[i]);
        return;
    }
}

uint32_t *reachable_play_along(const ReachableStates *reachable,
                               const uint32_t *positions, size_t count,
                               size_t *steps)
{
    Numbers moves = {0};
    add_play(reachable, positions[0], &moves);
    for (size_t i = 1; i < count; i++)
        add_step(reachable, positions[i - 1], positions[i], &moves);
    *steps = moves.count / reachable->roles;
    vec_push(&moves, 0); /* never NULL */
    return moves.items;
}

/* PATH is the way of the search to its last position, from which a step leads
 * back to BACK, which is on it. */
static PlayLength endless(const ReachableStates *reachable, const Numbers *path,
                          uint32_t back)
{
    PlayLength length = {.endless = true};
    Numbers moves = {0};
    size_t at = 0;
    while (path->items[at] != back)
        at++;
    add_play(reachable, back, &moves);
    length.loop_from = moves.count / reachable->roles;
    for (; at < path->count; at++)
        add_step(reachable, path->items[at],
                 at + 1 < path->count ? path->items[at + 1] : back, &moves);
    length.steps = moves.count / reachable->roles;
    length.moves = moves.items;
    return length;
}

PlayLength reachable_length(const ReachableStates *reachable)
{
    enum { NEW, OPEN, DONE };
    size_t count = reachable->parents.count;
    uint8_t *mark = calloc(count + 1, 1);
    size_t *at = fatal_malloc((count + 1) * sizeof *at);
    size_t *longest = calloc(count + 1, sizeof *longest);
    if (!mark || !longest)
        fatal("out of memory");
    Numbers path = {0};
    PlayLength length = {0};
    vec_push(&path, 0);
    mark[0] = OPEN;
    at[0] = reachable->first_targets.items[0];
    while (path.count && !length.endless) {
        uint32_t position = vec_last(&path);
        if (at[position] == reachable->first_targets.items[position + 1]) {
            mark[position] = DONE;
            (void)vec_pop(&path);
            continue;
        }
        uint32_t target = reachable->targets.items[at[position]];
        if (mark[target] == OPEN) {
            length = endless(reachable, &path, target);
        } else if (mark[target] == NEW) {
            mark[target] = OPEN;
            at[target] = reachable->first_targets.items[target];
            vec_push(&path, target);
        } else {
            at[position]++;
            if (longest[target] + 1 > longest[position])
                longest[position] = longest[target] + 1;
        }
    }
    if (!length.endless)
        length.bound = longest[0];
    vec_free(&path);
    free(mark);
    free(at);
    free(longest);
    return length;
}

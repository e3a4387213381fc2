/* reachable_states.c - all reachable positions, if they are few
 *
 * In:   a Machine
 * Out:  positions in order of their distance, and the steps between them
 *
 * Breadth first, so that the way to each position is a shortest one. Start
 * reading at exhaust_new() and exhaust_length().
 */
#include "prove/walk/reachable_states.h"

#include "base/map.h"
#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

struct Exhaust {
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

const uint64_t *exhaust_state(const Exhaust *exhaust, size_t position)
{
    return exhaust->states.items + position * exhaust->words;
}

size_t exhaust_count(const Exhaust *exhaust)
{
    return exhaust->parents.count;
}

size_t exhaust_words(const Exhaust *exhaust)
{
    return exhaust->words;
}

size_t exhaust_target_count(const Exhaust *exhaust, size_t position)
{
    return exhaust->first_targets.items[position + 1] -
           exhaust->first_targets.items[position];
}

uint32_t exhaust_target(const Exhaust *exhaust, size_t position, size_t number)
{
    return exhaust->targets
        .items[exhaust->first_targets.items[position] + number];
}

bool exhaust_complete(const Exhaust *exhaust)
{
    return exhaust->complete;
}

/* The number of a state, which is added if it is new. */
static uint32_t number_of(Exhaust *exhaust, const uint64_t *state,
                          uint32_t parent)
{
    size_t bytes = exhaust->words * sizeof *state;
    uint32_t hash = hash_bytes(state, bytes);
    for (MapProbe p = map_probe(&exhaust->map, hash);
         map_next(&exhaust->map, &p);)
        if (memcmp(exhaust_state(exhaust, p.index), state, bytes) == 0)
            return p.index;
    uint32_t number = (uint32_t)exhaust->parents.count;
    map_add(&exhaust->map, hash, number);
    for (size_t i = 0; i < exhaust->words; i++)
        vec_push(&exhaust->states, state[i]);
    vec_push(&exhaust->parents, parent);
    for (size_t i = 0; i < exhaust->roles; i++)
        vec_push(&exhaust->moves, parent == NO_INDEX ? 0 : exhaust->joint[i]);
    return number;
}

/* The first joint move, or the one after the last; false if there is none. */
static bool next_joint(const Exhaust *exhaust, bool first)
{
    for (size_t i = exhaust->roles; !first && i-- > 0;) {
        if (++exhaust->choices[i] < exhaust->counts[i])
            break;
        if (i == 0)
            return false;
        exhaust->choices[i] = 0;
    }
    for (size_t i = 0; i < exhaust->roles; i++)
        exhaust->joint[i] =
            cursor_legal_move(exhaust->cursor, i, exhaust->choices[i]);
    return true;
}

/* Stands at a position; false if no step can be made there. */
static bool stand_at(const Exhaust *exhaust, uint32_t position)
{
    cursor_set(exhaust->cursor, exhaust_state(exhaust, position));
    if (cursor_terminal(exhaust->cursor))
        return false;
    for (size_t i = 0; i < exhaust->roles; i++) {
        exhaust->choices[i] = 0;
        exhaust->counts[i] = cursor_legal_count(exhaust->cursor, i);
        if (!exhaust->counts[i])
            return false;
    }
    return true;
}

static bool expand(Exhaust *exhaust, uint32_t position, size_t most,
                   const Budget *budget)
{
    enum { POLL = 1024 };
    vec_push(&exhaust->first_targets, exhaust->targets.count);
    if (!stand_at(exhaust, position))
        return true;
    uint64_t *next = fatal_malloc((exhaust->words + 1) * sizeof *next);
    bool good = true;
    for (bool more = next_joint(exhaust, true); more && good;
         more = next_joint(exhaust, false)) {
        cursor_moves(exhaust->cursor, exhaust->joint);
        memcpy(next, cursor_next(exhaust->cursor),
               exhaust->words * sizeof *next);
        vec_push(&exhaust->targets, number_of(exhaust, next, position));
        good = exhaust->parents.count <= most &&
               exhaust->targets.count <= 10 * most &&
               (exhaust->targets.count % POLL || !budget_spent(budget));
    }
    free(next);
    return good;
}

Exhaust *exhaust_new(const Machine *machine, size_t most, const Budget *budget)
{
    Exhaust *exhaust = fatal_malloc(sizeof *exhaust);
    *exhaust = (Exhaust){.machine = machine,
                         .cursor = cursor_new(machine),
                         .words = machine_words(machine),
                         .roles = machine_net(machine)->role_count};
    size_t bytes = (exhaust->roles + 1) * sizeof(uint32_t);
    exhaust->choices = fatal_malloc(bytes);
    exhaust->joint = fatal_malloc(bytes);
    exhaust->counts = fatal_malloc(bytes);
    vec_grow(&exhaust->states); /* also where a state has no words */
    number_of(exhaust, machine_initial(machine), NO_INDEX);
    bool good = true;
    for (uint32_t i = 0; good && i < exhaust->parents.count; i++) {
        good = expand(exhaust, i, most, budget);
        if (i % 256 == 0 && budget_spent(budget))
            good = false;
    }
    vec_push(&exhaust->first_targets, exhaust->targets.count);
    exhaust->complete = good;
    return exhaust;
}

void exhaust_free(Exhaust *exhaust)
{
    if (!exhaust)
        return;
    cursor_free(exhaust->cursor);
    vec_free(&exhaust->states);
    vec_free(&exhaust->parents);
    vec_free(&exhaust->moves);
    map_free(&exhaust->map);
    vec_free(&exhaust->targets);
    vec_free(&exhaust->first_targets);
    free(exhaust->choices);
    free(exhaust->joint);
    free(exhaust->counts);
    free(exhaust);
}

typedef VEC(uint32_t) Numbers;

static void add_play(const Exhaust *exhaust, uint32_t position, Numbers *moves)
{
    Numbers path = {0};
    for (; exhaust->parents.items[position] != NO_INDEX;
         position = exhaust->parents.items[position])
        vec_push(&path, position);
    while (path.count) {
        uint32_t at = vec_pop(&path);
        for (size_t i = 0; i < exhaust->roles; i++)
            vec_push(moves, exhaust->moves.items[at * exhaust->roles + i]);
    }
    vec_free(&path);
}

/* The joint move that leads from one position to another. */
static void add_step(const Exhaust *exhaust, uint32_t from, uint32_t to,
                     Numbers *moves)
{
    size_t bytes = exhaust->words * sizeof(uint64_t);
    if (!stand_at(exhaust, from))
        return;
    for (bool more = next_joint(exhaust, true); more;
         more = next_joint(exhaust, false)) {
        cursor_moves(exhaust->cursor, exhaust->joint);
        if (memcmp(cursor_next(exhaust->cursor), exhaust_state(exhaust, to),
                   bytes) != 0)
            continue;
        for (size_t i = 0; i < exhaust->roles; i++)
            vec_push(moves, exhaust->joint[i]);
        return;
    }
}

uint32_t *exhaust_play_along(const Exhaust *exhaust, const uint32_t *positions,
                             size_t count, size_t *steps)
{
    Numbers moves = {0};
    add_play(exhaust, positions[0], &moves);
    for (size_t i = 1; i < count; i++)
        add_step(exhaust, positions[i - 1], positions[i], &moves);
    *steps = moves.count / exhaust->roles;
    vec_push(&moves, 0); /* never NULL */
    return moves.items;
}

/* PATH is the way of the search to its last position, from which a step leads
 * back to BACK, which is on it. */
static Length endless(const Exhaust *exhaust, const Numbers *path,
                      uint32_t back)
{
    Length length = {.endless = true};
    Numbers moves = {0};
    size_t at = 0;
    while (path->items[at] != back)
        at++;
    add_play(exhaust, back, &moves);
    length.loop_from = moves.count / exhaust->roles;
    for (; at < path->count; at++)
        add_step(exhaust, path->items[at],
                 at + 1 < path->count ? path->items[at + 1] : back, &moves);
    length.steps = moves.count / exhaust->roles;
    length.moves = moves.items;
    return length;
}

Length exhaust_length(const Exhaust *exhaust)
{
    enum { NEW, OPEN, DONE };
    size_t count = exhaust->parents.count;
    uint8_t *mark = calloc(count + 1, 1);
    size_t *at = fatal_malloc((count + 1) * sizeof *at);
    size_t *longest = calloc(count + 1, sizeof *longest);
    if (!mark || !longest)
        fatal("out of memory");
    Numbers path = {0};
    Length length = {0};
    vec_push(&path, 0);
    mark[0] = OPEN;
    at[0] = exhaust->first_targets.items[0];
    while (path.count && !length.endless) {
        uint32_t position = vec_last(&path);
        if (at[position] == exhaust->first_targets.items[position + 1]) {
            mark[position] = DONE;
            (void)vec_pop(&path);
            continue;
        }
        uint32_t target = exhaust->targets.items[at[position]];
        if (mark[target] == OPEN) {
            length = endless(exhaust, &path, target);
        } else if (mark[target] == NEW) {
            mark[target] = OPEN;
            at[target] = exhaust->first_targets.items[target];
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

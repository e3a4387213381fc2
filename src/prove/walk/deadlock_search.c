/* deadlock_search.c - plays that leave a role without a move, in search of one
 *
 * In:   a Machine
 * Out:  a play to where somebody is stuck
 *
 * A beam for each role in turn, wider each time: of the positions after so many
 * steps, those in which the role had the fewest moves when it last had a
 * choice. Start reading at find_deadlock(), at the end.
 */
#include "prove/walk/deadlock_search.h"

#include "base/map.h"
#include "base/random.h"
#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

enum {
    FIRST_WIDTH = 16,
    LAST_WIDTH = 512,
    MAX_DEPTH = 400,
    MAX_JOINT = 200 /* joint moves tried in a position */
};

/* A position that was reached by JOINT, moves from there on, after PARENT. */
typedef struct {
    uint32_t parent;
    uint32_t freedom; /* moves of the role when it last had a choice */
    uint32_t tie;     /* at random */
} BeamNode;

typedef struct {
    const Machine *machine;
    Cursor *cursor;
    size_t words, roles, role;
    Random random;
    const Budget *budget;
    VEC(BeamNode) reached;
    VEC(uint64_t) states; /* of those that were reached */
    VEC(uint32_t) joints; /* by which */
    Map seen;
    uint64_t *next;
    uint32_t *joint, *counts;
    uint32_t found; /* somebody is stuck here, or NO_INDEX */
} Hunt;

static bool was_seen(const Hunt *hunt, uint32_t hash, const uint64_t *state)
{
    for (MapProbe p = map_probe(&hunt->seen, hash); map_next(&hunt->seen, &p);)
        if (memcmp(hunt->states.items + p.index * hunt->words, state,
                   hunt->words * sizeof *state) == 0)
            return true;
    return false;
}

/* The position in NEXT, if it is new and the game goes on. */
static void reach(Hunt *hunt, uint32_t parent, uint32_t freedom)
{
    uint32_t hash = hash_bytes(hunt->next, hunt->words * sizeof *hunt->next);
    if (was_seen(hunt, hash, hunt->next))
        return;
    cursor_set(hunt->cursor, hunt->next);
    if (cursor_terminal(hunt->cursor))
        return;
    uint32_t number = (uint32_t)hunt->reached.count;
    uint32_t count = cursor_legal_count(hunt->cursor, hunt->role);
    BeamNode reached = {parent, count > 1 ? count : freedom,
                        (uint32_t)random_next(&hunt->random)};
    for (size_t i = 0; i < hunt->roles; i++) {
        if (!cursor_legal_count(hunt->cursor, i))
            hunt->found = number;
        vec_push(&hunt->joints, hunt->joint[i]);
    }
    for (size_t i = 0; i < hunt->words; i++)
        vec_push(&hunt->states, hunt->next[i]);
    map_add(&hunt->seen, hash, number);
    vec_push(&hunt->reached, reached);
}

/* Joint moves by number, all of them if they are few. */
static void expand(Hunt *hunt, uint32_t from)
{
    const uint64_t *state = hunt->states.items + from * hunt->words;
    uint64_t total = 1;
    cursor_set(hunt->cursor, state);
    for (size_t i = 0; i < hunt->roles; i++) {
        hunt->counts[i] = cursor_legal_count(hunt->cursor, i);
        total *= hunt->counts[i];
        if (total > UINT32_MAX)
            total = UINT32_MAX;
    }
    uint64_t tries = total < MAX_JOINT ? total : MAX_JOINT;
    for (uint64_t n = 0; n < tries && hunt->found == NO_INDEX; n++) {
        uint64_t rest =
            total > tries ? random_below(&hunt->random, (uint32_t)total) : n;
        /* reach() has moved the cursor, and states may have moved */
        cursor_set(hunt->cursor, hunt->states.items + from * hunt->words);
        for (size_t i = 0; i < hunt->roles; i++) {
            hunt->joint[i] = cursor_legal_move(
                hunt->cursor, i, (uint32_t)(rest % hunt->counts[i]));
            rest /= hunt->counts[i];
        }
        cursor_moves(hunt->cursor, hunt->joint);
        memcpy(hunt->next, cursor_next(hunt->cursor),
               hunt->words * sizeof *hunt->next);
        reach(hunt, from, hunt->reached.items[from].freedom);
    }
}

typedef VEC(uint32_t) Numbers;

/* The best WIDTH of those reached from FIRST on: by a heap they would be found
 * faster, but expanding them is what takes the time. */
static void choose(const Hunt *hunt, size_t first, size_t width, Numbers *beam)
{
    vec_clear(beam);
    for (size_t i = first; i < hunt->reached.count; i++) {
        const BeamNode *here = &hunt->reached.items[i];
        size_t at = beam->count;
        if (at == width) {
            const BeamNode *last = &hunt->reached.items[vec_last(beam)];
            if (here->freedom > last->freedom ||
                (here->freedom == last->freedom && here->tie >= last->tie))
                continue;
            at--;
        } else {
            vec_push(beam, 0);
        }
        for (; at; at--) {
            const BeamNode *other = &hunt->reached.items[beam->items[at - 1]];
            if (other->freedom < here->freedom ||
                (other->freedom == here->freedom && other->tie <= here->tie))
                break;
            beam->items[at] = beam->items[at - 1];
        }
        beam->items[at] = (uint32_t)i;
    }
}

static void forget(Hunt *hunt)
{
    vec_clear(&hunt->reached);
    vec_clear(&hunt->states);
    vec_clear(&hunt->joints);
    map_clear(&hunt->seen);
    hunt->found = NO_INDEX;
}

static void hunt_with(Hunt *hunt, size_t width)
{
    enum { MAX_WORDS = 16 << 20 }; /* of states */
    Numbers beam = {0};
    forget(hunt);
    memset(hunt->joint, 0, hunt->roles * sizeof *hunt->joint);
    memcpy(hunt->next, machine_initial(hunt->machine),
           hunt->words * sizeof *hunt->next);
    reach(hunt, NO_INDEX, UINT32_MAX);
    for (size_t depth = 0, first = 0; depth < MAX_DEPTH; depth++) {
        choose(hunt, first, width, &beam);
        first = hunt->reached.count;
        if (!beam.count || hunt->states.count > MAX_WORDS)
            break;
        for (size_t i = 0; i < beam.count && hunt->found == NO_INDEX &&
                           !budget_spent(hunt->budget);
             i++)
            expand(hunt, beam.items[i]);
        if (hunt->found != NO_INDEX || budget_spent(hunt->budget))
            break;
    }
    vec_free(&beam);
}

static uint32_t *play_of(const Hunt *hunt, size_t *steps)
{
    uint32_t length = 0;
    for (uint32_t at = hunt->found; hunt->reached.items[at].parent != NO_INDEX;
         at = hunt->reached.items[at].parent)
        length++;
    uint32_t *moves = fatal_malloc((length * hunt->roles + 1) * sizeof *moves);
    *steps = length;
    for (uint32_t at = hunt->found; length;
         at = hunt->reached.items[at].parent) {
        length--;
        memcpy(moves + length * hunt->roles,
               hunt->joints.items + at * hunt->roles,
               hunt->roles * sizeof *moves);
    }
    return moves;
}

uint32_t *find_deadlock(const Machine *machine, uint64_t seed,
                        const Budget *budget, size_t *steps)
{
    Hunt hunt = {.machine = machine,
                 .cursor = cursor_new(machine),
                 .words = machine_words(machine),
                 .roles = machine_net(machine)->role_count,
                 .random = random_new(seed, 3000),
                 .budget = budget,
                 .found = NO_INDEX};
    hunt.next = fatal_malloc((hunt.words + 1) * sizeof *hunt.next);
    hunt.joint = fatal_malloc((hunt.roles + 1) * sizeof *hunt.joint);
    hunt.counts = fatal_malloc((hunt.roles + 1) * sizeof *hunt.counts);
    for (size_t width = FIRST_WIDTH; width <= LAST_WIDTH; width *= 4)
        for (hunt.role = 0; hunt.role < hunt.roles && hunt.found == NO_INDEX &&
                            !budget_spent(budget);
             hunt.role++)
            hunt_with(&hunt, width);
    uint32_t *moves = hunt.found == NO_INDEX ? NULL : play_of(&hunt, steps);
    cursor_free(hunt.cursor);
    vec_free(&hunt.reached);
    vec_free(&hunt.states);
    vec_free(&hunt.joints);
    map_free(&hunt.seen);
    free(hunt.next);
    free(hunt.joint);
    free(hunt.counts);
    return moves;
}

/* deadlock_search.c - beam search for a position in which a role has no move
 *
 * In:   a Machine
 * Out:  a play to a position that is not terminal and leaves a role stuck
 * Next: prove/verify_rounds.c calls it; prove/verify.c confirms the play
 *
 * Beam search (Lowerre 1976) for each role in turn, with beams of growing
 * width. The heuristic is mobility: of the positions at each depth, the beam
 * keeps those in which the role had the fewest legal moves when it last had a
 * choice. Start reading at find_deadlock(), at the end.
 */
#include "prove/walk/deadlock_search.h"

#include "base/byte_table.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/vec.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    FIRST_BEAM_WIDTH = 16, /* of the beam; four times as wide in each round */
    LAST_BEAM_WIDTH = 512,
    MAX_STEPS_PER_PLAY = 400, /* steps of a play */
    MAX_JOINT_MOVES = 200     /* joint moves tried in a position */
};

/* A position that was reached; NO_INDEX is the parent of the initial one. */
typedef struct {
    uint32_t parent;
    uint32_t mobility; /* legal moves of the role when it last had a choice */
    uint32_t tiebreak; /* random, orders nodes of equal mobility */
} BeamNode;

typedef struct {
    const Machine *machine;
    Cursor *cursor;
    size_t word_count, role_count; /* of a state; number of roles */
    size_t role;                   /* whose mobility is minimised */
    Random random;
    const Budget *budget;
    VEC(BeamNode) nodes;
    ByteTable states;       /* by node */
    VEC(uint32_t) joints;   /* by node: the joint move from its parent */
    uint32_t *joint;        /* that led to the successor at hand */
    uint32_t *legal_counts; /* by role: legal moves of the expanded node */
    uint32_t deadlock;      /* node in which some role is stuck, or NO_INDEX */
} DeadlockSearch;

/* Adds STATE as a node, if it is new and not terminal. MOBILITY is the mobility
 * of its parent. */
static void add_successor(DeadlockSearch *search, const uint64_t *state,
                          uint32_t parent, uint32_t mobility)
{
    Bytes bytes = {state, search->word_count * sizeof *state};
    uint32_t index = (uint32_t)search->nodes.count;
    if (byte_table_find(&search->states, bytes) != NO_STRING)
        return;
    cursor_set(search->cursor, state);
    if (cursor_is_terminal(search->cursor))
        return;
    assert(parent == NO_INDEX || parent < index);
    uint32_t count = cursor_legal_count(search->cursor, search->role);
    BeamNode node = {parent, count > 1 ? count : mobility,
                     (uint32_t)random_next(&search->random)};
    for (size_t i = 0; i < search->role_count; i++) {
        if (!cursor_legal_count(search->cursor, i))
            search->deadlock = index;
        vec_push(&search->joints, search->joint[i]);
    }
    byte_table_put(&search->states, bytes);
    vec_push(&search->nodes, node);
}

/* Adds the successors of a node by all joint moves, or, if these are more than
 * MAX_JOINT_MOVES, by a random choice of them. A joint move is coded as a
 * number in mixed radix, a digit for each role. */
static void add_successors(DeadlockSearch *search, uint32_t parent)
{
    const uint64_t *state = search->states.strings.items[parent].bytes;
    uint64_t joint_count = 1;
    cursor_set(search->cursor, state);
    for (size_t i = 0; i < search->role_count; i++) {
        search->legal_counts[i] = cursor_legal_count(search->cursor, i);
        joint_count *= search->legal_counts[i];
        if (joint_count > UINT32_MAX)
            joint_count = UINT32_MAX;
    }
    assert(joint_count > 0); /* a node with a stuck role ends the search */
    uint64_t try_count =
        joint_count < MAX_JOINT_MOVES ? joint_count : MAX_JOINT_MOVES;
    for (uint64_t attempt = 0;
         attempt < try_count && search->deadlock == NO_INDEX; attempt++) {
        uint64_t code =
            joint_count > try_count
                ? random_below(&search->random, (uint32_t)joint_count)
                : attempt;
        cursor_set(search->cursor, state); /* add_successor() moves it */
        for (size_t i = 0; i < search->role_count; i++) {
            search->joint[i] = cursor_legal_move(
                search->cursor, i, (uint32_t)(code % search->legal_counts[i]));
            code /= search->legal_counts[i];
        }
        cursor_moves(search->cursor, search->joint);
        budget_charge(search->budget, machine_step_work(search->machine));
        add_successor(search, cursor_next(search->cursor), parent,
                      search->nodes.items[parent].mobility);
    }
}

typedef VEC(uint32_t) NodeNumbers;

/* Writes the best WIDTH of the nodes from FIRST on, by insertion sort: a heap
 * would be faster, but most of the time is spent on expanding nodes. */
static void select_beam(const DeadlockSearch *search, size_t first,
                        size_t width, NodeNumbers *beam)
{
    vec_clear(beam);
    for (size_t i = first; i < search->nodes.count; i++) {
        const BeamNode *node = &search->nodes.items[i];
        size_t slot = beam->count;
        if (slot == width) {
            const BeamNode *worst = &search->nodes.items[vec_last(beam)];
            if (node->mobility > worst->mobility ||
                (node->mobility == worst->mobility &&
                 node->tiebreak >= worst->tiebreak))
                continue;
            slot--;
        } else {
            vec_push(beam, 0);
        }
        for (; slot; slot--) {
            const BeamNode *before =
                &search->nodes.items[beam->items[slot - 1]];
            if (before->mobility < node->mobility ||
                (before->mobility == node->mobility &&
                 before->tiebreak <= node->tiebreak))
                break;
            beam->items[slot] = beam->items[slot - 1];
        }
        beam->items[slot] = (uint32_t)i;
    }
    assert(beam->count <= width);
}

static void reset_search(DeadlockSearch *search)
{
    vec_clear(&search->nodes);
    vec_clear(&search->joints);
    byte_table_clear(&search->states);
    search->deadlock = NO_INDEX;
}

/* One beam search for the role at hand, from the initial position. */
static void run_beam_search(DeadlockSearch *search, size_t width)
{
    enum { MAX_WORDS = 16 << 20 }; /* of all states */
    NodeNumbers beam = {0};
    reset_search(search);
    memset(search->joint, 0, search->role_count * sizeof *search->joint);
    add_successor(search, machine_initial(search->machine), NO_INDEX,
                  UINT32_MAX); /* no mobility known yet */
    for (size_t depth = 0, first = 0; depth < MAX_STEPS_PER_PLAY; depth++) {
        select_beam(search, first, width, &beam);
        first = search->nodes.count;
        if (!beam.count || search->nodes.count * search->word_count > MAX_WORDS)
            break;
        for (size_t i = 0; i < beam.count && search->deadlock == NO_INDEX &&
                           !budget_spent(search->budget);
             i++)
            add_successors(search, beam.items[i]);
        if (search->deadlock != NO_INDEX || budget_spent(search->budget))
            break;
    }
    vec_free(&beam);
}

/* The joint moves from the initial position to the deadlock. */
static uint32_t *play_to_deadlock(const DeadlockSearch *search, size_t *steps)
{
    uint32_t length = 0;
    for (uint32_t node = search->deadlock;
         search->nodes.items[node].parent != NO_INDEX;
         node = search->nodes.items[node].parent)
        length++;
    uint32_t *moves =
        memory_array(length * search->role_count + 1, sizeof *moves);
    *steps = length;
    for (uint32_t node = search->deadlock; length;
         node = search->nodes.items[node].parent) {
        length--;
        memcpy(moves + length * search->role_count,
               search->joints.items + node * search->role_count,
               search->role_count * sizeof *moves);
    }
    return moves;
}

uint32_t *find_deadlock(const Machine *machine, uint64_t seed,
                        const Budget *budget, size_t *steps)
{
    DeadlockSearch search = {.machine = machine,
                             .cursor = cursor_new(machine),
                             .word_count = machine_words(machine),
                             .role_count = machine_net(machine)->role_count,
                             .random = random_new(seed, 3000),
                             .budget = budget,
                             .deadlock = NO_INDEX};
    search.joint = memory_array(search.role_count + 1, sizeof *search.joint);
    search.legal_counts =
        memory_array(search.role_count + 1, sizeof *search.legal_counts);
    for (size_t width = FIRST_BEAM_WIDTH; width <= LAST_BEAM_WIDTH; width *= 4)
        for (search.role = 0;
             search.role < search.role_count && search.deadlock == NO_INDEX &&
             !budget_spent(budget);
             search.role++)
            run_beam_search(&search, width);
    uint32_t *moves =
        search.deadlock == NO_INDEX ? NULL : play_to_deadlock(&search, steps);
    cursor_free(search.cursor);
    vec_free_all(&search.nodes, &search.joints);
    byte_table_free(&search.states);
    free_all(search.joint, search.legal_counts);
    return moves;
}

/* movesets.c - sets of moves of one role
 *
 * There may be a hundred thousand moves, and a set for each of them: whatever
 * is done to sets takes time for their members only, and for all moves only if
 * it yields about half of them, or unites sets. Members are marked in a bitmap,
 * and the marks are taken back afterwards.
 */
#include "ground/movesets.h"

#include "base/bits.h"
#include "base/map.h"
#include "base/sort.h"

#include <assert.h>
#include <string.h>

void movesets_free(MoveSets *sets)
{
    vec_free_all(&sets->sets, &sets->members, &sets->made, &sets->marks);
}

/* ---- marks ---- */

static void mark_members(MoveSets *sets, uint32_t set)
{
    const uint32_t *members = movesets_members(sets, set);
    for (size_t i = 0; i < sets->sets.items[set].count; i++)
        set_bit(sets->marks.items, members[i]);
}

static void clear_members(MoveSets *sets, uint32_t set)
{
    const uint32_t *members = movesets_members(sets, set);
    for (size_t i = 0; i < sets->sets.items[set].count; i++)
        sets->marks.items[members[i] / 64] = 0;
}

/* All moves that are marked, in order; takes the marks back. */
static void collect_marked(MoveSets *sets)
{
    for (size_t i = 0; i < sets->marks.count; i++) {
        for (uint64_t remaining = sets->marks.items[i]; remaining;
             remaining &= remaining - 1)
            vec_push(&sets->made,
                     (uint32_t)(64 * i) + (uint32_t)__builtin_ctzll(remaining));
        sets->marks.items[i] = 0;
    }
}

/* ---- what is made ---- */

static void begin_set(MoveSets *sets, uint32_t role)
{
    sets->role = role;
    vec_clear(&sets->made);
    while (sets->marks.count < words_for(sets->move_counts[role]))
        vec_push(&sets->marks, 0);
}

/* The other moves, put behind those that were made and then in their place. */
static void complement_made(MoveSets *sets)
{
    size_t made_count = sets->made.count, next_made = 0;
    for (uint32_t move = 0; move < sets->move_counts[sets->role]; move++)
        if (next_made < made_count && sets->made.items[next_made] == move)
            next_made++;
        else
            vec_push(&sets->made, move);
    sets->made.count -= made_count;
    memmove(sets->made.items, sets->made.items + made_count,
            sets->made.count * sizeof *sets->made.items);
}

/* True if the smaller half is what was not meant. */
static bool complement_if_larger(MoveSets *sets)
{
    size_t count = sets->made.count, move_count = sets->move_counts[sets->role];
    bool has_first_move = count && sets->made.items[0] == 0;
    if (!count || 2 * count < move_count ||
        (2 * count == move_count && has_first_move))
        return false;
    complement_made(sets);
    return true;
}

bool movesets_make(MoveSets *sets, uint32_t role, const uint32_t *moves,
                   size_t count)
{
    begin_set(sets, role);
    vec_append(&sets->made, moves, count);
    return complement_if_larger(sets);
}

/* ---- intersections ---- */

static uint32_t set_of(SetLit lit)
{
    return lit / 2;
}

static bool is_complement(SetLit lit)
{
    return lit & 1;
}

static SetSpan span_of_set(const MoveSets *sets, SetLit lit)
{
    return sets->sets.items[set_of(lit)];
}

/* The smallest set that is not a complement, or NULL. */
static const SetLit *find_smallest(const MoveSets *sets, const SetLit *lits,
                                   size_t count)
{
    const SetLit *smallest = NULL;
    for (size_t i = 0; i < count; i++)
        if (!is_complement(lits[i]) &&
            (!smallest || span_of_set(sets, lits[i]).count <
                              span_of_set(sets, *smallest).count))
            smallest = &lits[i];
    return smallest;
}

static bool has_member(const MoveSets *sets, uint32_t set, uint32_t move)
{
    size_t count = sets->sets.items[set].count;
    return sort_find(movesets_members(sets, set), count, sizeof move, &move,
                     compare_numbers) < count;
}

/* The members of SMALLEST that are not marked and in all LITS that are sets. */
static void keep_common(MoveSets *sets, const SetLit *smallest,
                        const SetLit *lits, size_t count)
{
    SetSpan span = span_of_set(sets, *smallest);
    for (size_t i = 0; i < span.count; i++) {
        uint32_t move = sets->members.items[span.first + i];
        bool is_common = !get_bit(sets->marks.items, move);
        for (size_t k = 0; k < count && is_common; k++)
            is_common = is_complement(lits[k]) || &lits[k] == smallest ||
                        has_member(sets, set_of(lits[k]), move);
        if (is_common)
            vec_push(&sets->made, move);
    }
}

bool movesets_intersect(MoveSets *sets, const SetLit *lits, size_t count)
{
    const SetLit *smallest = find_smallest(sets, lits, count);
    begin_set(sets, span_of_set(sets, lits[0]).role);
    for (size_t i = 0; i < count; i++) {
        assert(span_of_set(sets, lits[i]).role == sets->role);
        if (is_complement(lits[i]))
            mark_members(sets, set_of(lits[i]));
    }
    if (!smallest) { /* of complements only: the complement of the union */
        collect_marked(sets);
        return !complement_if_larger(sets);
    }
    keep_common(sets, smallest, lits, count);
    for (size_t i = 0; i < count; i++)
        if (is_complement(lits[i]))
            clear_members(sets, set_of(lits[i]));
    return complement_if_larger(sets);
}

/* ---- each of them once ---- */

uint32_t movesets_hash(const MoveSets *sets)
{
    uint64_t hash = 1000 + sets->role;
    for (size_t i = 0; i < sets->made.count; i++) {
        hash = (hash ^ sets->made.items[i]) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32;
    }
    return (uint32_t)hash;
}

bool movesets_equal(const MoveSets *sets, uint32_t set)
{
    SetSpan span = sets->sets.items[set];
    return span.role == sets->role && span.count == sets->made.count &&
           memcmp(movesets_members(sets, set), sets->made.items,
                  span.count * sizeof *sets->made.items) == 0;
}

uint32_t movesets_add(MoveSets *sets)
{
    SetSpan span = {sets->role, (uint32_t)sets->made.count,
                    sets->members.count};
    assert(2 * span.count <= sets->move_counts[span.role]); /* or complement */
    for (size_t i = 0; i < span.count; i++) {
        assert(!i || sets->made.items[i - 1] < sets->made.items[i]);
        vec_push(&sets->members, sets->made.items[i]);
    }
    vec_push(&sets->sets, span);
    return (uint32_t)sets->sets.count - 1;
}

/* movesets.c - sets of moves of one role
 *
 * There may be a hundred thousand moves, and a set for each of them: whatever
 * is done to sets takes time for their members only, and for all moves only if
 * it yields about half of them. Members are marked in a bitmap, and the marks
 * are taken back afterwards.
 */
#include "ground/movesets.h"

#include "base/map.h"
#include "base/sort.h"

#include <assert.h>
#include <string.h>

void movesets_free(MoveSets *sets)
{
    vec_free_all(&sets->sets, &sets->members, &sets->made, &sets->marks);
}

static size_t words_for(const MoveSets *sets, uint32_t role)
{
    return (sets->move_counts[role] + 63) / 64;
}

/* ---- marks ---- */

static void begin_set(MoveSets *sets, uint32_t role)
{
    sets->role = role;
    vec_clear(&sets->made);
    while (sets->marks.count < words_for(sets, role))
        vec_push(&sets->marks, 0);
}

static bool is_marked(const MoveSets *sets, uint32_t move)
{
    return sets->marks.items[move / 64] >> move % 64 & 1;
}

static void mark(MoveSets *sets, uint32_t move)
{
    sets->marks.items[move / 64] |= (uint64_t)1 << move % 64;
}

static void clear_marks(MoveSets *sets, const uint32_t *moves, size_t count)
{
    for (size_t i = 0; i < count; i++)
        sets->marks.items[moves[i] / 64] = 0;
}

/* ---- what is made ---- */

/* All moves that are marked, in order; takes the marks back. */
static void collect_marked(MoveSets *sets)
{
    size_t words = words_for(sets, sets->role);
    vec_clear(&sets->made);
    for (size_t i = 0; i < words; i++) {
        for (uint64_t left = sets->marks.items[i]; left; left &= left - 1)
            vec_push(&sets->made,
                     (uint32_t)(64 * i) + (uint32_t)__builtin_ctzll(left));
        sets->marks.items[i] = 0;
    }
}

/* Sorts what was made, all of which is marked, and takes the marks back. */
static void sort_marked(MoveSets *sets)
{
    if (sets->made.count > words_for(sets, sets->role) / 8) {
        collect_marked(sets);
        return;
    }
    clear_marks(sets, sets->made.items, sets->made.count);
    sort_numbers(sets->made.items, sets->made.count);
}

static void complement(MoveSets *sets)
{
    size_t all = sets->move_counts[sets->role], words = (all + 63) / 64;
    for (size_t i = 0; i < sets->made.count; i++)
        mark(sets, sets->made.items[i]);
    for (size_t i = 0; i < words; i++)
        sets->marks.items[i] = ~sets->marks.items[i];
    if (all % 64)
        sets->marks.items[words - 1] &= ((uint64_t)1 << all % 64) - 1;
    collect_marked(sets);
}

/* True if the smaller half is what was not meant. */
static bool complement_if_larger(MoveSets *sets)
{
    size_t count = sets->made.count, all = sets->move_counts[sets->role];
    bool first = count && sets->made.items[0] == 0;
    if (!count || 2 * count < all || (2 * count == all && first))
        return false;
    complement(sets);
    return true;
}

bool movesets_make(MoveSets *sets, uint32_t role, const uint32_t *moves,
                   size_t count)
{
    begin_set(sets, role);
    for (size_t i = 0; i < count; i++) {
        assert(moves[i] < sets->move_counts[role]);
        if (is_marked(sets, moves[i]))
            continue;
        mark(sets, moves[i]);
        vec_push(&sets->made, moves[i]);
    }
    sort_marked(sets);
    return complement_if_larger(sets);
}

/* ---- intersections ---- */

static SetSpan span_of(const MoveSets *sets, uint32_t lit)
{
    return sets->sets.items[lit / 2];
}

static void mark_members(MoveSets *sets, uint32_t set)
{
    const uint32_t *members = movesets_members(sets, set);
    for (size_t i = 0; i < sets->sets.items[set].count; i++)
        mark(sets, members[i]);
}

static void clear_members(MoveSets *sets, uint32_t set)
{
    clear_marks(sets, movesets_members(sets, set), sets->sets.items[set].count);
}

/* Keeps the moves that are marked, or those that are not. */
static void filter(MoveSets *sets, bool marked)
{
    size_t kept = 0;
    for (size_t i = 0; i < sets->made.count; i++)
        if (is_marked(sets, sets->made.items[i]) == marked)
            sets->made.items[kept++] = sets->made.items[i];
    sets->made.count = kept;
}

static bool has_member(const MoveSets *sets, uint32_t set, uint32_t move)
{
    const uint32_t *members = movesets_members(sets, set);
    return bsearch(&move, members, sets->sets.items[set].count, sizeof move,
                   compare_numbers);
}

/* Keeps the moves that are in SET. */
static void keep_members(MoveSets *sets, uint32_t set)
{
    enum { REBUILD_BELOW_ONE_IN = 16 };
    if (sets->made.count > sets->sets.items[set].count / REBUILD_BELOW_ONE_IN) {
        mark_members(sets, set);
        filter(sets, true);
        clear_members(sets, set);
        return;
    }
    size_t kept = 0;
    for (size_t i = 0; i < sets->made.count; i++)
        if (has_member(sets, set, sets->made.items[i]))
            sets->made.items[kept++] = sets->made.items[i];
    sets->made.count = kept;
}

/* The smallest set that is not a complement, or NULL. */
static const uint32_t *find_smallest(const MoveSets *sets, const uint32_t *lits,
                                     size_t count)
{
    const uint32_t *smallest = NULL;
    for (size_t i = 0; i < count; i++)
        if (!(lits[i] & 1) && (!smallest || span_of(sets, lits[i]).count <
                                                span_of(sets, *smallest).count))
            smallest = &lits[i];
    return smallest;
}

/* Of complements only: the complement of the union. */
static void unite_members(MoveSets *sets, const uint32_t *lits, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        SetSpan span = span_of(sets, lits[i]);
        for (size_t k = 0; k < span.count; k++) {
            uint32_t move = sets->members.items[span.first + k];
            if (is_marked(sets, move))
                continue;
            mark(sets, move);
            vec_push(&sets->made, move);
        }
    }
    sort_marked(sets);
}

bool movesets_intersect(MoveSets *sets, const uint32_t *lits, size_t count)
{
    begin_set(sets, span_of(sets, lits[0]).role);
    const uint32_t *smallest = find_smallest(sets, lits, count);
    if (!smallest) {
        unite_members(sets, lits, count);
        return !complement_if_larger(sets);
    }
    SetSpan span = span_of(sets, *smallest);
    for (size_t i = 0; i < span.count; i++)
        vec_push(&sets->made, sets->members.items[span.first + i]);
    for (size_t i = 0; i < count; i++)
        assert(span_of(sets, lits[i]).role == sets->role);
    for (size_t i = 0; i < count; i++)
        if (!(lits[i] & 1) && &lits[i] != smallest)
            keep_members(sets, lits[i] / 2);
    for (size_t i = 0; i < count; i++)
        if (lits[i] & 1)
            mark_members(sets, lits[i] / 2);
    filter(sets, false);
    for (size_t i = 0; i < count; i++)
        if (lits[i] & 1)
            clear_members(sets, lits[i] / 2);
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

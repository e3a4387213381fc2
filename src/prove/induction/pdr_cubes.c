/* pdr_cubes.c - cubes of PDR, and which of them are blocked
 *
 * In:   literals over features
 * Out:  cubes, and whether a cube is subsumed by a blocked one
 * Next: prove/induction/pdr.c has a clause for each blocked cube
 *
 * Invariant: no blocked cube contains the initial position. So literals are
 * dropped from a cube only as far as that stays true.
 */
#include "prove/induction/pdr_cubes.h"

#include "base/sort.h"

#include <assert.h>

/* ---- literals ---- */

void cube_set_lits(CubeLits *to, const uint32_t *lits, size_t count)
{
    vec_clear(to);
    vec_append(to, lits, count);
}

static bool holds_initially(const Net *net, uint32_t lit)
{
    return net->initial[lit / 2] != (lit & 1);
}

bool cube_contains_initial(const Net *net, const uint32_t *lits, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!holds_initially(net, lits[i]))
            return false;
    return true;
}

void cube_exclude_initial(const Net *net, CubeLits *cube, const uint32_t *full,
                          size_t count)
{
    if (!cube_contains_initial(net, cube->items, cube->count))
        return;
    uint32_t chosen = NO_INDEX;
    for (size_t i = 0; i < count; i++)
        if (!holds_initially(net, full[i]) &&
            (chosen == NO_INDEX || (chosen & 1)))
            chosen = full[i]; /* preferably one that is not negated */
    assert(chosen != NO_INDEX);
    vec_push(cube, chosen);
}

/* ---- cubes ---- */

Cube cube_new(Arena *arena, CubeLits *lits, size_t frame)
{
    Cube cube = {.count = lits->count, .frame = frame};
    sort_numbers(lits->items, lits->count);
    cube.lits =
        arena_copy(arena, lits->items, lits->count * sizeof *lits->items);
    for (size_t i = 0; i < lits->count; i++) {
        assert(!i || lits->items[i - 1] / 2 < lits->items[i] / 2);
        cube.mask |= (uint64_t)1 << lits->items[i] % 64;
    }
    return cube;
}

bool cube_subsumes(const Cube *left, const Cube *right)
{
    if (left->count > right->count || (left->mask & ~right->mask))
        return false;
    size_t matched = 0;
    for (size_t i = 0; i < right->count && matched < left->count; i++)
        matched += left->lits[matched] == right->lits[i];
    return matched == left->count;
}

bool cube_is_blocked(const Cube *cube, const Cube *blocked, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (blocked[i].frame >= cube->frame && cube_subsumes(&blocked[i], cube))
            return true;
    return false;
}

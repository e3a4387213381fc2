/* pdr_cubes.c - cubes of PDR, and which of them are blocked
 *
 * In:   literals over features
 * Out:  cubes, and whether a cube is subsumed by a blocked one
 * Next: prove/induction/pdr_solver.c has a clause for each blocked cube
 *
 * Invariant: no blocked cube contains the initial position. So literals are
 * dropped from a cube only as far as that stays true. Start reading at
 * pdr_block(), at the end.
 */
#include "prove/induction/pdr_internal.h"

#include "base/sort.h"

#include <assert.h>
#include <stdlib.h>

/* ---- literals ---- */

void pdr_copy_lits(PdrLits *to, const PdrLits *from)
{
    vec_clear(to);
    vec_append(to, from->items, from->count);
}

static bool holds_initially(const Pdr *pdr, uint32_t lit)
{
    return pdr->net->initial[lit / 2] != (lit & 1);
}

bool pdr_contains_initial(const Pdr *pdr, const uint32_t *lits, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!holds_initially(pdr, lits[i]))
            return false;
    return true;
}

void pdr_exclude_initial(const Pdr *pdr, PdrLits *cube, const PdrLits *full)
{
    if (!pdr_contains_initial(pdr, cube->items, cube->count))
        return;
    uint32_t chosen = NO_INDEX;
    for (size_t i = 0; i < full->count; i++)
        if (!holds_initially(pdr, full->items[i]) &&
            (chosen == NO_INDEX || (chosen & 1)))
            chosen = full->items[i]; /* preferably one that is not negated */
    assert(chosen != NO_INDEX);
    vec_push(cube, chosen);
}

bool pdr_drop_literal(const Pdr *pdr, const PdrLits *lits, uint32_t lit,
                      PdrLits *remaining)
{
    vec_clear(remaining);
    for (size_t i = 0; i < lits->count; i++)
        if (lits->items[i] != lit)
            vec_push(remaining, lits->items[i]);
    return remaining->count < lits->count &&
           !pdr_contains_initial(pdr, remaining->items, remaining->count);
}

/* ---- cubes ---- */

PdrCube pdr_new_cube(Pdr *pdr, PdrLits *lits)
{
    PdrCube cube = {.count = (uint32_t)lits->count};
    sort_numbers(lits->items, lits->count);
    cube.lits =
        arena_copy(pdr->arena, lits->items, lits->count * sizeof *lits->items);
    for (size_t i = 0; i < lits->count; i++) {
        assert(!i || lits->items[i - 1] / 2 < lits->items[i] / 2);
        cube.mask |= (uint64_t)1 << lits->items[i] % 64;
    }
    return cube;
}

/* Whether all positions of RIGHT are in LEFT: its literals are a subset. */
static bool subsumes(const PdrCube *left, const PdrCube *right)
{
    if (left->count > right->count || (left->mask & ~right->mask))
        return false;
    uint32_t matched = 0;
    for (uint32_t i = 0; i < right->count && matched < left->count; i++)
        matched += left->lits[matched] == right->lits[i];
    return matched == left->count;
}

bool pdr_is_blocked(const Pdr *pdr, const PdrCube *cube, size_t frame)
{
    for (size_t i = 0; i < pdr->blocked.count; i++)
        if (pdr->blocked.items[i].frame >= frame &&
            subsumes(&pdr->blocked.items[i].cube, cube))
            return true;
    return false;
}

void pdr_block(Pdr *pdr, PdrLits *lits, size_t frame)
{
    assert(frame && frame < pdr->frames.count);
    assert(!pdr_contains_initial(pdr, lits->items, lits->count));
    PdrBlocked blocked = {pdr_new_cube(pdr, lits), frame};
    for (size_t i = 0; i < pdr->blocked.count; i++) {
        PdrBlocked *earlier = &pdr->blocked.items[i];
        if (earlier->frame <= frame && subsumes(&blocked.cube, &earlier->cube))
            earlier->frame = 0;
    }
    pdr_add_clause(pdr, &blocked.cube, frame);
    vec_push(&pdr->blocked, blocked);
}

/* support.c - minimal supports: sets of base literals from which an atom
 * follows
 *
 * In:   supports of the literals of a body
 * Out:  supports of the head, and of its negation
 * Next: know/open_program.c
 */
#include "know/support.h"

#include <assert.h>
#include <string.h>

static bool is_subset(Support inner, Support outer)
{
    uint32_t k = 0;
    if (inner.count > outer.count)
        return false;
    for (uint32_t i = 0; i < inner.count; i++) {
        while (k < outer.count && outer.literals[k] < inner.literals[i])
            k++;
        if (k == outer.count || outer.literals[k] != inner.literals[i])
            return false;
    }
    return true;
}

bool supports_add(SupportVec *supports, Support support)
{
    size_t kept_count = 0;
    if (supports->too_many)
        return false;
    for (size_t i = 0; i < supports->items.count; i++)
        if (is_subset(supports->items.items[i], support))
            return false;
    for (size_t i = 0; i < supports->items.count; i++)
        if (!is_subset(support, supports->items.items[i]))
            supports->items.items[kept_count++] = supports->items.items[i];
    supports->items.count = kept_count;
    if (kept_count == MAX_SUPPORTS)
        supports->too_many = true;
    else
        vec_push(&supports->items, support);
    return !supports->too_many;
}

Supports supports_finish(SupportVec *supports)
{
    Supports finished = {.too_many = supports->too_many};
    assert(supports->items.count <= MAX_SUPPORTS);
    if (!finished.too_many)
        finished.count = (uint32_t)supports->items.count;
    finished.items = vec_finish(&supports->items, supports->arena);
    return finished;
}

Supports supports_unconditional(Arena *arena)
{
    return (Supports){arena_alloc(arena, sizeof(Support)), 1, false};
}

Supports supports_of_literal(Arena *arena, AtomLiteral literal)
{
    Support *support = arena_alloc(arena, sizeof *support);
    *support = (Support){arena_copy(arena, &literal, sizeof literal), 1};
    return (Supports){support, 1, false};
}

/* *COMBINED is the union; false if it has a literal and its complement. */
static bool union_consistent(Arena *arena, Support left, Support right,
                             Support *combined)
{
    AtomLiteral *literals =
        arena_array(arena, AtomLiteral, left.count + right.count);
    uint32_t i = 0, k = 0, count = 0;
    while (i < left.count || k < right.count) {
        bool from_left =
            k == right.count ||
            (i < left.count && left.literals[i] <= right.literals[k]);
        AtomLiteral next = from_left ? left.literals[i++] : right.literals[k++];
        if (count && literals[count - 1] == next)
            continue;
        if (count && literals[count - 1] == (next ^ 1))
            return false;
        literals[count++] = next;
    }
    *combined = (Support){literals, count};
    return true;
}

static bool is_unconditional(Supports supports)
{
    return !supports.too_many && supports.count == 1 &&
           !supports.items[0].count;
}

Supports supports_conjoin(Arena *arena, Supports left, Supports right)
{
    SupportVec products = {.arena = arena};
    Support combined;
    if ((!left.too_many && !left.count) || is_unconditional(right))
        return left;
    if ((!right.too_many && !right.count) || is_unconditional(left))
        return right;
    products.too_many = left.too_many || right.too_many;
    for (uint32_t i = 0; i < left.count && !products.too_many; i++)
        for (uint32_t k = 0; k < right.count; k++) {
            ArenaMark mark = arena_mark(arena);
            if (!union_consistent(arena, left.items[i], right.items[k],
                                  &combined) ||
                !supports_add(&products, combined))
                arena_rewind(arena, mark);
        }
    return supports_finish(&products);
}

Supports countersupports(Arena *arena, Supports supports)
{
    Supports counter = supports_unconditional(arena);
    if (supports.too_many)
        return (Supports){.too_many = true};
    for (uint32_t i = 0; i < supports.count; i++) {
        SupportVec choices = {.arena = arena};
        for (uint32_t k = 0; k < supports.items[i].count; k++) {
            AtomLiteral literal = supports.items[i].literals[k] ^ 1;
            Support one = {arena_copy(arena, &literal, sizeof literal), 1};
            supports_add(&choices, one);
        }
        counter = supports_conjoin(arena, counter, supports_finish(&choices));
    }
    return counter;
}

Support supports_intersection(Arena *arena, Supports supports)
{
    assert(!supports.too_many);
    VEC(AtomLiteral) common = {0};
    for (uint32_t i = 0; supports.count && i < supports.items[0].count; i++) {
        AtomLiteral literal = supports.items[0].literals[i];
        Support one = {&literal, 1};
        bool in_all = true;
        for (uint32_t k = 1; k < supports.count && in_all; k++)
            in_all = is_subset(one, supports.items[k]);
        if (in_all)
            vec_push(&common, literal);
    }
    Support result = {.count = (uint32_t)common.count};
    result.literals = vec_finish(&common, arena);
    return result;
}

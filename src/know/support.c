/* support.c - what makes an atom true: sets of literals, none within another
 *
 * In:   supports of the literals of a body
 * Out:  supports of the head, and of its negation
 * Next: know/open_program.c
 */
#include "know/support.h"

#include <string.h>

static bool is_within(Support inner, Support outer)
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
    size_t kept = 0;
    if (supports->many)
        return false;
    for (size_t i = 0; i < supports->items.count; i++)
        if (is_within(supports->items.items[i], support))
            return false;
    for (size_t i = 0; i < supports->items.count; i++)
        if (!is_within(support, supports->items.items[i]))
            supports->items.items[kept++] = supports->items.items[i];
    supports->items.count = kept;
    if (kept == MAX_SUPPORTS)
        supports->many = true;
    else
        vec_push(&supports->items, support);
    return !supports->many;
}

Supports supports_finish(SupportVec *supports)
{
    Supports finished = {.many = supports->many};
    if (!finished.many)
        finished.count = (uint32_t)supports->items.count;
    finished.items = vec_finish(&supports->items, supports->arena);
    return finished;
}

Supports supports_of_nothing(Arena *arena)
{
    return (Supports){arena_alloc(arena, sizeof(Support)), 1, false};
}

Supports supports_of_one(Arena *arena, AtomLiteral literal)
{
    Support *support = arena_alloc(arena, sizeof *support);
    *support = (Support){arena_copy(arena, &literal, sizeof literal), 1};
    return (Supports){support, 1, false};
}

/* False if the union has a literal and its complement. */
static bool unite(Arena *arena, Support left, Support right, Support *both)
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
    *both = (Support){literals, count};
    return true;
}

static bool is_nothing(Supports supports)
{
    return !supports.many && supports.count == 1 && !supports.items[0].count;
}

Supports supports_both(Arena *arena, Supports left, Supports right)
{
    SupportVec all = {.arena = arena};
    Support both;
    if ((!left.many && !left.count) || is_nothing(right))
        return left;
    if ((!right.many && !right.count) || is_nothing(left))
        return right;
    all.many = left.many || right.many;
    for (uint32_t i = 0; i < left.count && !all.many; i++)
        for (uint32_t k = 0; k < right.count; k++) {
            ArenaMark mark = arena_mark(arena);
            if (!unite(arena, left.items[i], right.items[k], &both) ||
                !supports_add(&all, both))
                arena_rewind(arena, mark);
        }
    return supports_finish(&all);
}

Supports supports_against(Arena *arena, Supports supports)
{
    Supports against = supports_of_nothing(arena);
    if (supports.many)
        return (Supports){.many = true};
    for (uint32_t i = 0; i < supports.count; i++) {
        SupportVec choices = {.arena = arena};
        for (uint32_t k = 0; k < supports.items[i].count; k++) {
            AtomLiteral literal = supports.items[i].literals[k] ^ 1;
            Support one = {arena_copy(arena, &literal, sizeof literal), 1};
            supports_add(&choices, one);
        }
        against = supports_both(arena, against, supports_finish(&choices));
    }
    return against;
}

Support supports_common(Arena *arena, Supports supports)
{
    VEC(AtomLiteral) common = {0};
    for (uint32_t i = 0; supports.count && i < supports.items[0].count; i++) {
        AtomLiteral literal = supports.items[0].literals[i];
        Support one = {&literal, 1};
        bool everywhere = true;
        for (uint32_t k = 1; k < supports.count && everywhere; k++)
            everywhere = is_within(one, supports.items[k]);
        if (everywhere)
            vec_push(&common, literal);
    }
    Support result = {.count = (uint32_t)common.count};
    result.literals = vec_finish(&common, arena);
    return result;
}

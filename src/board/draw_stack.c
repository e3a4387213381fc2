/* draw_stack.c - stacks as text
 *
 * In:   a picture whose features say what lies where: on(thing,place)
 * Out:  columns, each place below the things that lie there
 *
 * A thing may lie on another thing: then it is above it in the same column.
 */
#include "board/draw.h"

typedef VEC(const char *) Pile;

/* The things that lie somewhere, and below each the place or thing it is on. */
typedef struct {
    const char **things, **below;
    size_t count;
} Lyings;

static Lyings find_lying(const Drawing *drawing, Arena *arena)
{
    size_t count = drawing->picture->counts[drawing->first];
    const PictureItem *items = drawing->picture->items[drawing->first];
    Lyings lyings = {arena_array(arena, const char *, count),
                     arena_array(arena, const char *, count), count};
    for (size_t i = 0; i < count; i++) {
        lyings.things[i] = items[i].content;
        lyings.below[i] = axis_value(drawing->layout, 0, items[i].x);
    }
    return lyings;
}

static bool is_among(const char *const *names, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

/* A place, what lies on it, and on that; of several things the last is lowest,
 * as the largest number is. */
static Pile make_pile(const Lyings *lyings, const char *place)
{
    Pile pile = {0};
    vec_push(&pile, place);
    for (size_t at = 0; at < pile.count; at++)
        for (size_t i = lyings->count; i-- > 0;)
            if (strcmp(lyings->below[i], pile.items[at]) == 0 &&
                !is_among(pile.items, pile.count, lyings->things[i]))
                vec_push(&pile, lyings->things[i]);
    return pile;
}

/* The piles of places that lie nowhere; things that lie on each other in a
 * circle, which no place is below, begin with the first. */
static size_t make_piles(const Drawing *drawing, const Lyings *lyings,
                         Pile *piles)
{
    size_t count = 0;
    Texts places = drawing->layout->axes[0].values;
    for (int round = 0; round < 2; round++)
        for (size_t i = 0; i < places.count; i++) {
            bool is_drawn = false;
            for (size_t k = 0; k < count && !is_drawn; k++)
                is_drawn =
                    is_among(piles[k].items, piles[k].count, places.items[i]);
            if (!is_drawn && (round || !is_among(lyings->things, lyings->count,
                                                 places.items[i])))
                piles[count++] = make_pile(lyings, places.items[i]);
        }
    return count;
}

void draw_stacks(const Drawing *drawing)
{
    Arena *arena = arena_new();
    Lyings lyings = find_lying(drawing, arena);
    Pile *piles =
        arena_array(arena, Pile, drawing->layout->axes[0].values.count);
    size_t count = make_piles(drawing, &lyings, piles), height = 0;
    for (size_t i = 0; i < count; i++)
        height = piles[i].count > height ? piles[i].count : height;
    for (size_t y = height; y-- > 0;) {
        size_t column = 1;
        block_line(drawing->block);
        for (size_t i = 0; i < count; i++) {
            if (y < piles[i].count) {
                block_fill(drawing->block, column);
                block_add(drawing->block, piles[i].items[y], MAX_CELL,
                          y ? NULL : FAINT);
            }
            size_t width = 0;
            for (size_t k = 0; k < piles[i].count; k++) {
                size_t name = name_width(piles[i].items[k], MAX_CELL);
                width = name > width ? name : width;
            }
            column += width + 2;
        }
    }
    for (size_t i = 0; i < count; i++)
        vec_free(&piles[i]);
    arena_free(arena);
}

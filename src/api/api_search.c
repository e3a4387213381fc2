/* api_search.c - tree search, for zermelo.h
 *
 * In:   a cursor, a position, a limit
 * Out:  the values of the moves, by search/mcts.c
 *
 * Without a net the search numbers positions and moves of the cursor. All that
 * it has is therefore in the heap of the cursor, and fails with it.
 */
#include "api/handle.h"

#include "search/mcts.h"

#include <math.h>

struct ZermeloSearch {
    Heap *heap; /* of this handle alone */
    ZermeloCursor *cursor;
    Search *search;
};

enum { MAX_THREADS_PER_PROCESSOR = 4, MAX_MEGABYTES = 1 << 20 };

static size_t smaller(size_t left, size_t right)
{
    return left < right ? left : right;
}

static bool are_usable(const ZermeloCursor *cursor,
                       const ZermeloSearchSettings *settings)
{
    return is_alive(cursor) && settings &&
           settings->role < cursor->role_count &&
           (!settings->zero_sum || cursor->role_count == 2) &&
           settings->exploration >= 0 && isfinite(settings->exploration);
}

static Search *search_in_cursor(ZermeloCursor *cursor,
                                const ZermeloSearchSettings *settings)
{
    ENTER_HANDLE(cursor, cursor_game(cursor), (void)0, NULL);
    size_t max_threads = MAX_THREADS_PER_PROCESSOR * processor_count();
    return search_new(&(SearchOptions){
        .lanes = cursor->net ? cursor->net->lane_plan : NULL,
        .numbered = cursor->numbered,
        .role = settings->role,
        .threads = smaller(settings->threads, max_threads),
        .megabytes = smaller(settings->megabytes, MAX_MEGABYTES),
        .exploration = settings->exploration,
        .seed = settings->seed,
        .zero_sum = settings->zero_sum,
        .imperfect_information = settings->imperfect_information});
}

ZermeloSearch *zermelo_search_new(ZermeloCursor *cursor,
                                  const ZermeloSearchSettings *settings)
{
    Heap *heap = are_usable(cursor, settings)
                     ? handle_heap(sizeof(ZermeloSearch), NULL, NULL)
                     : NULL;
    if (!heap)
        return NULL;
    ZermeloSearch *search = heap_object(heap);
    *search = (ZermeloSearch){heap, cursor, search_in_cursor(cursor, settings)};
    if (search->search)
        return search;
    heap_free(heap);
    return NULL;
}

void zermelo_search_free(ZermeloSearch *search)
{
    if (!search)
        return;
    if (is_alive(search->cursor)) {
        Heap *outer = heap_switch(search->cursor->heap);
        search_free(search->search);
        heap_switch(outer);
    }
    heap_free(search->heap);
}

/* Enters the heap of the cursor of SEARCH. */
#define ENTER_SEARCH(search, result)                                           \
    if (!(search))                                                             \
        return result;                                                         \
    ENTER_HANDLE((search)->cursor, cursor_game((search)->cursor), (void)0,     \
                 result)

bool zermelo_search_set(ZermeloSearch *search, const void *positions,
                        size_t count, const uint32_t *moves, size_t move_count)
{
    if (!positions || !count || count > MAX_ARGUMENT_COUNT ||
        (move_count && !moves) || move_count > MAX_ARGUMENT_COUNT)
        return false;
    ENTER_SEARCH(search, false);
    return search_set(search->search, positions, count, moves, move_count);
}

bool zermelo_search_run(ZermeloSearch *search, const ZermeloLimits *limits,
                        uint64_t playouts)
{
    bool has_end =
        playouts || (limits && (limits->seconds > 0 || limits->cancelled));
    ENTER_SEARCH(search, false);
    return has_end && search_run(search->search,
                                 &(SearchLimits){budget_of(limits), playouts});
}

uint32_t zermelo_search_best(const ZermeloSearch *search)
{
    return search && is_alive(search->cursor) ? search_best(search->search)
                                              : ZERMELO_NO_MOVE;
}

size_t zermelo_search_values(const ZermeloSearch *search,
                             ZermeloMoveValue *values, size_t max)
{
    if (!search || !is_alive(search->cursor))
        return 0;
    size_t count = search_move_count(search->search);
    for (size_t i = 0; values && i < count && i < max; i++) {
        SearchValue value = search_value(search->search, i);
        values[i] = (ZermeloMoveValue){value.move, value.visits, value.estimate,
                                       value.least, value.most};
    }
    return count;
}

char *zermelo_search_describe(const ZermeloSearch *search)
{
    if (!search || !is_alive(search->cursor))
        return NULL;
    ENTER_SCRATCH(search->cursor, NULL);
    Text text = {0};
    search_describe(search->search, &text);
    return give_text(&text);
}

char *zermelo_search_line(const ZermeloSearch *search, size_t steps)
{
    if (!search || !is_alive(search->cursor))
        return NULL;
    ENTER_SCRATCH(search->cursor, NULL);
    Text text = {0};
    search_line(search->search, steps, &text);
    return give_text(&text);
}

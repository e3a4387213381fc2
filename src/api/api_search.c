/* api_search.c - the tree search of a cursor
 *
 * In:   positions of a cursor; the role whose moves are wanted
 * Out:  the best move so far, values of all moves, the principal line
 * Next: search/mcts.c searches; play/agent.c, serve/choose.c and Python ask
 *
 * Without a net the search numbers positions and moves of the cursor. All that
 * it has is therefore in the heap of the cursor, and fails with it.
 */
#include "api/handle.h"

#include "search/learning.h"

#include <math.h>

struct ZermeloSearch {
    Heap *heap; /* of this handle alone */
    ZermeloCursor *cursor;
    ZermeloSearchSettings settings; /* within our limits */
    Search *search;
    Evaluation *evaluation; /* that it has learned, or NULL */
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
           settings->role < cursor->roles.count &&
           (!settings->zero_sum || cursor->roles.count == 2) &&
           settings->exploration >= 0 && isfinite(settings->exploration);
}

static const LanePlan *lanes_of(const ZermeloCursor *cursor)
{
    return cursor->net ? cursor->net->lane_plan : NULL;
}

static Search *search_in_cursor(ZermeloCursor *cursor,
                                ZermeloSearchSettings *settings)
{
    ENTER_HANDLE(cursor, cursor_game(cursor), (void)0, NULL);
    size_t max_threads = MAX_THREADS_PER_PROCESSOR * processor_count();
    settings->threads = smaller(settings->threads, max_threads);
    settings->megabytes = smaller(settings->megabytes, MAX_MEGABYTES);
    return search_new(lanes_of(cursor), cursor->numbered, settings);
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
    *search = (ZermeloSearch){heap, cursor, *settings, NULL, NULL};
    search->search = search_in_cursor(cursor, &search->settings);
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
        evaluation_free(search->evaluation);
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

bool zermelo_search_learn(ZermeloSearch *search, const ZermeloLimits *limits,
                          uint64_t playouts)
{
    bool has_end = playouts || (limits && limits->seconds > 0);
    ENTER_SEARCH(search, false);
    if (!has_end || !can_learn(lanes_of(search->cursor),
                               search->cursor->numbered, &search->settings))
        return false;
    search_rely_on(search->search, NULL);
    evaluation_free(search->evaluation);
    search->evaluation = NULL;
    search->evaluation = learn_evaluation(
        lanes_of(search->cursor), search->cursor->numbered, &search->settings,
        &(SearchLimits){budget_of(limits), playouts});
    search_rely_on(search->search, search->evaluation);
    return search->evaluation != NULL;
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
    return search && is_alive(search->cursor)
               ? search_values(search->search, values, max)
               : 0;
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

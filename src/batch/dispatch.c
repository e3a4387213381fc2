/* dispatch.c - which cell is run next, and what becomes of its result
 *
 * In:   cells, a Store
 * Out:  their results in the Store
 * Next: batch/local_run.c or mpi/mpi_main.c run the cells
 *
 * A cell is waiting, handed out or done. Cells that another process has claimed
 * stay waiting, and are looked for in the database from time to time: that
 * process may finish them, or die. Start reading at dispatch_try_next().
 */
#include "batch/dispatch.h"

#include "base/memory.h"
#include "base/sort.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef enum { CELL_WAITING, CELL_HANDED_OUT, CELL_DONE } CellState;

struct Dispatch {
    Store *store;
    Cell *cells;
    CellState *states; /* by cell */
    size_t *order;     /* of cells: longest expected first */
    size_t count;
    size_t first_waiting; /* in the order: none before it is waiting */
    DispatchOptions options;
    DispatchEnd end;
    pthread_mutex_t lock; /* of all that changes, and of the Store */
};

/* ---- order ---- */

/* A cell that nobody has run is taken to use up its time. */
static double expected_seconds(const Cell *cell)
{
    return cell->expected_seconds >= 0 ? cell->expected_seconds : cell->seconds;
}

static int compare_expected(const void *left, const void *right, void *context)
{
    const Cell *cells = context;
    size_t l = *(const size_t *)left, r = *(const size_t *)right;
    double more = expected_seconds(&cells[r]) - expected_seconds(&cells[l]);
    return more > 0 ? 1 : more < 0 ? -1 : l > r ? 1 : l < r ? -1 : 0;
}

Dispatch *dispatch_new(Store *store, Cell *cells, size_t count,
                       const DispatchOptions *options)
{
    Dispatch *dispatch = memory_zeroed(1, sizeof *dispatch);
    *dispatch =
        (Dispatch){.store = store,
                   .cells = cells,
                   .states = memory_zeroed(count, sizeof *dispatch->states),
                   .order = memory_zeroed(count, sizeof *dispatch->order),
                   .count = count,
                   .options = *options,
                   .end = {.total = count}};
    pthread_mutex_init(&dispatch->lock, NULL);
    for (size_t i = 0; i < count; i++) {
        dispatch->order[i] = i;
        if (store_has(store, &cells[i].key)) {
            dispatch->states[i] = CELL_DONE;
            dispatch->end.known++;
        } else {
            cells[i].expected_seconds =
                store_expected_seconds(store, &cells[i].key);
        }
    }
    sort_items_with(dispatch->order, count, sizeof *dispatch->order,
                    compare_expected, cells);
    return dispatch;
}

/* ---- handing out ---- */

/* Whether two lists of what is exclusive, each NULL or ending in NULL, have
 * something in common. */
static bool share_something(const char *const *left, const char *const *right)
{
    for (; left && *left; left++)
        for (const char *const *other = right; other && *other; other++)
            if (strcmp(*left, *other) == 0)
                return true;
    return false;
}

static bool is_in_use(const Dispatch *dispatch, const char *const *exclusive)
{
    for (size_t i = 0; exclusive && i < dispatch->count; i++)
        if (dispatch->states[i] == CELL_HANDED_OUT &&
            share_something(dispatch->cells[i].exclusive, exclusive))
            return true;
    return false;
}

/* Hands out the cell, unless another process runs it or has run it. */
static bool hand_out(Dispatch *dispatch, size_t index)
{
    const Cell *cell = &dispatch->cells[index];
    if (!store_claim(dispatch->store, &cell->key))
        return false;
    if (store_has(dispatch->store, &cell->key)) {
        store_release(dispatch->store, &cell->key);
        dispatch->states[index] = CELL_DONE;
        dispatch->end.known++;
        return false;
    }
    dispatch->states[index] = CELL_HANDED_OUT;
    return true;
}

static bool is_stopped(Dispatch *dispatch)
{
    const volatile sig_atomic_t *cancelled = dispatch->options.cancelled;
    if (cancelled && *cancelled)
        dispatch->end.is_stopped = true;
    return dispatch->end.is_stopped;
}

static const Cell *next_waiting(Dispatch *dispatch, bool *must_wait)
{
    while (dispatch->first_waiting < dispatch->count &&
           dispatch->states[dispatch->order[dispatch->first_waiting]] !=
               CELL_WAITING)
        dispatch->first_waiting++;
    for (size_t i = dispatch->first_waiting; i < dispatch->count; i++) {
        size_t index = dispatch->order[i];
        if (dispatch->states[index] != CELL_WAITING)
            continue;
        if (!is_in_use(dispatch, dispatch->cells[index].exclusive) &&
            hand_out(dispatch, index))
            return &dispatch->cells[index];
        *must_wait |= dispatch->states[index] == CELL_WAITING;
    }
    return NULL;
}

const Cell *dispatch_try_next(Dispatch *dispatch, bool *must_wait)
{
    const Cell *cell = NULL;
    *must_wait = false;
    pthread_mutex_lock(&dispatch->lock);
    if (!is_stopped(dispatch))
        cell = next_waiting(dispatch, must_wait);
    pthread_mutex_unlock(&dispatch->lock);
    return cell;
}

/* ---- results ---- */

static CellState *state_of(Dispatch *dispatch, const Cell *cell)
{
    assert(cell >= dispatch->cells && cell < dispatch->cells + dispatch->count);
    CellState *state = &dispatch->states[cell - dispatch->cells];
    assert(*state == CELL_HANDED_OUT);
    return state;
}

/* Whoever hears of a result finds it in the database. */
static void save_result(Dispatch *dispatch, const Cell *cell,
                        const CellResult *result)
{
    char *why;
    if (store_add(dispatch->store, &cell->key, result, &why)) {
        dispatch->end.finished++;
        if (dispatch->options.on_result)
            dispatch->options.on_result(dispatch->options.data);
    } else {
        free(dispatch->end.why);
        dispatch->end.why = why;
        dispatch->end.is_stopped = true;
    }
}

void dispatch_finish(Dispatch *dispatch, const Cell *cell, CellResult *result)
{
    pthread_mutex_lock(&dispatch->lock);
    CellState *state = state_of(dispatch, cell);
    *state = CELL_DONE;
    if (result->is_cancelled)
        dispatch->end.is_stopped = true;
    else
        save_result(dispatch, cell, result);
    store_release(dispatch->store, &cell->key);
    pthread_mutex_unlock(&dispatch->lock);
    cell_result_clear(result);
}

void dispatch_return(Dispatch *dispatch, const Cell *cell)
{
    pthread_mutex_lock(&dispatch->lock);
    *state_of(dispatch, cell) = CELL_WAITING;
    dispatch->first_waiting = 0;
    store_release(dispatch->store, &cell->key);
    pthread_mutex_unlock(&dispatch->lock);
}

void dispatch_work(Dispatch *dispatch)
{
    const struct timespec pause = {.tv_nsec = 50000000};
    const Cell *cell;
    bool must_wait;
    while ((cell = dispatch_try_next(dispatch, &must_wait)) || must_wait) {
        if (!cell) {
            nanosleep(&pause, NULL);
            continue;
        }
        CellResult result = cell_run(cell, dispatch->options.cancelled);
        dispatch_finish(dispatch, cell, &result);
    }
}

size_t dispatch_known_count(const Dispatch *dispatch)
{
    return dispatch->end.known;
}

const DispatchOptions *dispatch_options(const Dispatch *dispatch)
{
    return &dispatch->options;
}

DispatchEnd dispatch_end(Dispatch *dispatch)
{
    DispatchEnd end = dispatch->end;
    assert(end.is_stopped || end.known + end.finished == end.total);
    pthread_mutex_destroy(&dispatch->lock);
    free_all(dispatch->states, dispatch->order, dispatch);
    return end;
}

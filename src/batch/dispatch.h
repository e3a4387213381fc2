/* dispatch.h - which cell is run next, and what becomes of its result
 *
 * A Dispatch has a list of cells and a Store. Whoever can run cells, threads of
 * this process (local_run.c) or ranks of MPI (mpi/mpi_main.c), asks for the
 * next one and gives back its result. Those whose key is in the database are
 * never handed out; the others come longest expected first. All functions may
 * be called by several threads at once.
 */
#ifndef ZERMELO_BATCH_DISPATCH_H
#define ZERMELO_BATCH_DISPATCH_H

#include "batch/store.h"

typedef struct Dispatch Dispatch;

typedef struct {
    size_t jobs; /* cells at a time; 0: as many as processors */
    const volatile sig_atomic_t *cancelled; /* the user wants an end */
    void (*on_result)(void *data); /* after each result, one call at a time;
                                      or NULL */
    void *data;                    /* for it */
} DispatchOptions;

typedef struct {
    size_t total;    /* cells */
    size_t known;    /* of them in the database before, */
    size_t finished; /* run now */
    bool is_stopped; /* by the user, or by an error of the database */
    char *why;       /* that error, or NULL */
} DispatchEnd;

/* Borrows all of them. Takes *EXPECTED_SECONDS of the cells from STORE. */
Dispatch *dispatch_new(Store *store, Cell *cells, size_t count,
                       const DispatchOptions *options);

/* The next cell to be run. NULL: nothing is left, or the run has been stopped;
 * or *MUST_WAIT: what is left needs something exclusive that is in use, or
 * other processes run it. */
const Cell *dispatch_try_next(Dispatch *dispatch, bool *must_wait);

/* Saves the result of a cell that was handed out; clears RESULT. */
void dispatch_finish(Dispatch *dispatch, const Cell *cell, CellResult *result);

/* Gives a cell back that its runner lost: it is handed out once more. */
void dispatch_return(Dispatch *dispatch, const Cell *cell);

/* Runs cells here, one after the other, until none is left. */
void dispatch_work(Dispatch *dispatch);

/* Runs all cells: local_run.c or, in zermelo-mpi, mpi/mpi_main.c. */
void dispatch_run(Dispatch *dispatch);

size_t dispatch_known_count(const Dispatch *dispatch);
const DispatchOptions *dispatch_options(const Dispatch *dispatch);

/* What has become of it; WHY belongs to the caller. Frees DISPATCH. */
DispatchEnd dispatch_end(Dispatch *dispatch);

#endif

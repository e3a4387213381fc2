/* local_run.c - cells in processes of this machine, several at a time
 *
 * In:   a Dispatch
 * Out:  all its cells, run
 *
 * A thread for each cell that runs at a time: it waits for the process of its
 * cell, which dies with it.
 */
#include "batch/dispatch.h"

#include "base/budget.h"

#include <pthread.h>

enum { MAX_JOBS = 256 };

static void *run_thread(void *data)
{
    dispatch_work(data);
    return NULL;
}

void dispatch_run(Dispatch *dispatch)
{
    pthread_t threads[MAX_JOBS];
    size_t requested = dispatch_options(dispatch)->jobs, started = 0;
    size_t jobs = requested ? requested : processor_count();
    if (jobs > MAX_JOBS)
        jobs = MAX_JOBS;
    while (started < jobs &&
           pthread_create(&threads[started], NULL, run_thread, dispatch) == 0)
        started++;
    if (!started)
        dispatch_work(dispatch);
    for (size_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}

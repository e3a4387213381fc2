/* mpi_run.h - the ranks of MPI: as rank 0 sees them, and all others */
#ifndef ZERMELO_MPI_MPI_RUN_H
#define ZERMELO_MPI_MPI_RUN_H

#include <stdbool.h>
#include <stddef.h>

void workers_begin(size_t rank_count);
size_t workers_count(void); /* that run cells: rank 0 itself if it is alone */

/* Tells all that it is the end. False if one was lost, and MPI cannot end in
 * good order. */
bool workers_end(void);

/* What all other ranks do: runs cells until rank 0 says that it is the end. */
void worker_run(void);

#endif

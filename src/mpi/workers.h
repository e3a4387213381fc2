/* workers.h - the ranks of MPI that run cells (mpi/mpi_main.c) */
#ifndef ZERMELO_MPI_WORKERS_H
#define ZERMELO_MPI_WORKERS_H

#include <stddef.h>

size_t workers_count(void); /* rank 0 itself if it is alone */

#endif

/* mpi_worker.h - a rank of MPI that runs cells for rank 0 */
#ifndef ZERMELO_MPI_MPI_WORKER_H
#define ZERMELO_MPI_MPI_WORKER_H

/* Runs cells until rank 0 says that it is the end. */
void worker_run(void);

#endif

/* mpi_main.c - zermelo-mpi: batch, tournament and prove on the ranks of MPI
 *
 * Rank 0 is the program zermelo, except that its cells are run by the other
 * ranks (mpi/mpi_run.c).
 */
#include "cli/command.h"
#include "mpi/mpi_run.h"

#include <mpi.h>
#include <stdio.h>
#include <string.h>

/* Whether WORD is a command whose cells can be spread, or asks for help. */
static bool is_taken(const char *word)
{
    static const char *const words[] = {
        "batch", "tournament", "prove", "--help", "-h", "--version", "-V"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(word, words[i]) == 0)
            return true;
    return false;
}

static int run_rank_0(int argc, char **argv)
{
    if (argc > 1 && is_taken(argv[1]))
        return zermelo_main(argc, argv);
    fprintf(stderr, "zermelo-mpi: it takes batch, tournament and prove; all "
                    "other commands are those of zermelo\n");
    return EXIT_ERROR;
}

int main(int argc, char **argv)
{
    int rank, rank_count, status = EXIT_YES;
    if (MPI_Init(&argc, &argv) != MPI_SUCCESS)
        return EXIT_ERROR;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &rank_count);
    if (rank) {
        worker_run();
    } else {
        workers_begin((size_t)rank_count);
        status = run_rank_0(argc, argv);
        if (!workers_end())
            MPI_Abort(MPI_COMM_WORLD, status); /* there is no other end */
    }
    MPI_Finalize();
    return status;
}

/* zermelo.c - the program zermelo: only main(), which zermelo-mpi has its own
 * of
 *
 * Next: cli/main.c
 */
#include "cli/command.h"

int main(int argc, char **argv)
{
    return zermelo_main(argc, argv);
}

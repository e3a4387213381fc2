/* games.c - the command line of a fuzzer over numbered random games */
#include "games.h"

#include "base/budget.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int fuzz_games(int argc, char **argv, bool (*pass)(uint64_t, bool))
{
    uint64_t first = 1, count = UINT64_MAX, counts[2] = {0, 0};
    double seconds = 0;
    bool verbose = false;
    int option;
    while ((option = getopt(argc, argv, "n:c:s:v")) != -1)
        switch (option) {
        case 'n':
            first = strtoull(optarg, NULL, 10);
            break;
        case 'c':
            count = strtoull(optarg, NULL, 10);
            break;
        case 's':
            seconds = strtod(optarg, NULL);
            break;
        case 'v':
            verbose = true;
            break;
        default:
            return 2;
        }
    Budget budget = budget_new(seconds, NULL);
    for (uint64_t i = 0; i < count && !budget_spent(&budget); i++)
        counts[pass(first + i, verbose)]++;
    printf("%llu passed, %llu failed\n", (unsigned long long)counts[1],
           (unsigned long long)counts[0]);
    return counts[0] ? 1 : 0;
}

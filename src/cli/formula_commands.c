/* formula_commands.c - what prove and verify have in common */
#include "cli/formula_commands.h"

#include <stdio.h>

void show_statistics(const json_t *methods)
{
    size_t i;
    json_t *method;
    if (!json_array_size(methods)) {
        printf("\nNo method had a turn: all was decided before, or --method or "
               "--engine has none.\n");
        return;
    }
    printf("\n%-22s %6s %8s %9s %12s\n", "method", "turns", "decided",
           "seconds", "work (10^6)");
    json_array_foreach (methods, i, method)
        printf("%-22s %6zu %8zu %9.3f %12.1f\n", text_of(method, "method"),
               count_of(method, "tried"), count_of(method, "decided"),
               real_of(method, "seconds"),
               (double)count_of(method, "work") / 1e6);
}

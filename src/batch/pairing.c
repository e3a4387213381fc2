/* pairing.c - who sits where in a round robin
 *
 * In:   numbers of players and of seats
 * Out:  all choices of players, in lexicographic order, each rotated
 */
#include "batch/pairing.h"

#include "base/memory.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

Pairing pairing_first(size_t player_count, size_t seat_count)
{
    assert(seat_count && seat_count <= player_count);
    Pairing pairing = {.player_count = player_count,
                       .seat_count = seat_count,
                       .chosen =
                           memory_zeroed(seat_count, sizeof *pairing.chosen)};
    for (size_t i = 0; i < seat_count; i++)
        pairing.chosen[i] = i;
    return pairing;
}

/* The next choice: the last player that can be exchanged for the one after it
 * is, and those behind it are as low as possible. */
static bool choose_next(Pairing *pairing)
{
    size_t spare = pairing->player_count - pairing->seat_count;
    size_t *chosen = pairing->chosen;
    for (size_t i = pairing->seat_count; i-- > 0;) {
        if (chosen[i] == i + spare)
            continue;
        chosen[i]++;
        for (size_t k = i + 1; k < pairing->seat_count; k++)
            chosen[k] = chosen[k - 1] + 1;
        return true;
    }
    return false;
}

bool pairing_next(Pairing *pairing)
{
    pairing->rotation = (pairing->rotation + 1) % pairing->seat_count;
    return pairing->rotation || choose_next(pairing);
}

void pairing_free(Pairing *pairing)
{
    free(pairing->chosen);
    pairing->chosen = NULL;
}

size_t pairing_player(const Pairing *pairing, size_t seat)
{
    assert(seat < pairing->seat_count);
    return pairing->chosen[(seat + pairing->rotation) % pairing->seat_count];
}

double pairing_count(size_t player_count, size_t seat_count)
{
    double count = (double)seat_count; /* rotations */
    for (size_t i = 0; i < seat_count; i++)
        count *= (double)(player_count - i) / (double)(i + 1);
    return round(count);
}

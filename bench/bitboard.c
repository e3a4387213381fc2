/* bitboard.c - random playouts written by hand: the ceiling */
#include "bitboard.h"

#include "base/budget.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint64_t word;
} Dice;

/* xorshift*, the cheapest that is good enough. */
static uint32_t roll(Dice *dice, uint32_t sides)
{
    dice->word ^= dice->word >> 12;
    dice->word ^= dice->word << 25;
    dice->word ^= dice->word >> 27;
    uint64_t random = (dice->word * 0x2545f4914f6cdd1du) >> 32;
    return (uint32_t)(random * sides >> 32);
}

static unsigned nth_bit(uint32_t bits, uint32_t number)
{
    while (number--)
        bits &= bits - 1;
    return (unsigned)__builtin_ctz(bits);
}

/* ---- tic-tac-toe: nine bits a player ---- */

static bool lines[512];

static void find_lines(void)
{
    static const unsigned all[] = {0007, 0070, 0700, 0111,
                                   0222, 0444, 0421, 0124};
    for (unsigned board = 0; board < 512; board++)
        for (int i = 0; i < 8; i++)
            lines[board] = lines[board] || (board & all[i]) == all[i];
}

static unsigned play_tictactoe(Dice *dice)
{
    uint32_t players[2] = {0, 0}, empty = 0777;
    unsigned step = 0;
    while (empty) {
        uint32_t *mine = &players[step % 2];
        uint32_t count = (uint32_t)__builtin_popcount(empty);
        uint32_t bit = 1u << nth_bit(empty, roll(dice, count));
        *mine |= bit;
        empty ^= bit;
        step++;
        if (lines[*mine])
            break;
    }
    return step;
}

/* ---- connect four: a column is seven bits, the top one always empty ---- */

static bool has_four(uint64_t board)
{
    static const int directions[] = {1, 7, 6, 8};
    for (int i = 0; i < 4; i++) {
        uint64_t pairs = board & (board >> directions[i]);
        if (pairs & (pairs >> 2 * directions[i]))
            return true;
    }
    return false;
}

static unsigned play_connectfour(Dice *dice)
{
    uint64_t players[2] = {0, 0};
    unsigned heights[7] = {0}, step = 0;
    uint32_t open = 0x7f;
    while (open) {
        uint64_t *mine = &players[step % 2];
        uint32_t count = (uint32_t)__builtin_popcount(open);
        unsigned column = nth_bit(open, roll(dice, count));
        *mine |= (uint64_t)1 << (7 * column + heights[column]);
        if (++heights[column] == 6)
            open ^= 1u << column;
        step++;
        if (has_four(*mine))
            break;
    }
    return step;
}

/* ---- both ---- */

static double measure(unsigned (*play)(Dice *), double seconds)
{
    Dice dice = {88172645463325252u};
    uint64_t states = 0;
    double begun = clock_cpu(), now;
    do {
        for (int i = 0; i < 10000; i++)
            states += play(&dice);
        now = clock_cpu();
    } while (now - begun < seconds);
    return (double)states / (now - begun);
}

double bitboard_tictactoe(double seconds)
{
    find_lines();
    return measure(play_tictactoe, seconds);
}

double bitboard_connectfour(double seconds)
{
    return measure(play_connectfour, seconds);
}

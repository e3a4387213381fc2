/* perft.h - numbers of plays and of distinct positions at each depth
 *
 * The name comes from chess programming, where such numbers find mistakes in
 * move generators. A play is a sequence of joint moves; one that ends early
 * is counted where it ends and not beyond.
 */
#ifndef ZERMELO_SIM_PERFT_H
#define ZERMELO_SIM_PERFT_H

#include "sim/engine.h"

typedef struct {
    uint64_t plays, states, terminal;
} PerftDepth;

typedef enum {
    PERFT_DONE,
    PERFT_OVERFLOW, /* a count passed 2^63 */
    PERFT_STOPPED,  /* the budget is spent, or the engine failed */
} PerftEnd;

/* Fills DEPTHS[0..depth]; *DONE says how many of them are right. */
PerftEnd perft(Engine *engine, size_t depth, const Budget *budget,
               PerftDepth *depths, size_t *done);

#endif

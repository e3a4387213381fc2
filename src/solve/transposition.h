/* transposition.h - what a search has proved of positions, within a bound of
 * memory
 *
 * Positions are known by two hashes of 64 bits, one of which is kept: of n
 * positions in a table of m buckets, two are taken for one with a probability
 * of about n^2 / (m * 2^64).
 */
#ifndef ZERMELO_SOLVE_TRANSPOSITION_H
#define ZERMELO_SOLVE_TRANSPOSITION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint64_t bucket, check;
} PositionHash;

/* What is known of a position; values as solve/position_graph.h has them. */
typedef struct {
    uint64_t check;
    uint16_t move;       /* the best that is known, or NO_MOVE */
    uint16_t open_depth; /* within so many steps it is not decided */
    int8_t least, most;  /* bounds that are proved */
    int8_t open_value;   /* whether this value can be reached; NO_END: none */
    uint8_t effort;      /* log2 of the positions that were searched */
} TableEntry;

enum { NO_MOVE = UINT16_MAX };

typedef struct TranspositionTable TranspositionTable;

TranspositionTable *transposition_new(size_t bytes);
void transposition_free(TranspositionTable *table);
double transposition_fill(const TranspositionTable *table);

/* The entry of a position, or NULL. */
TableEntry *transposition_find(TranspositionTable *table, PositionHash hash);
/* The same; if there is none, one that knows nothing in place of the one with
 * the least effort. */
TableEntry *transposition_put(TranspositionTable *table, PositionHash hash);

PositionHash position_hash(const uint64_t *words, size_t count);

#endif

/* transposition.h - what a search has proved of positions, within a bound of
 * memory
 *
 * Positions are known by two hashes of 64 bits, one of which is kept: of n
 * positions in a table of m buckets, two are taken for one with a probability
 * of about n^2 / (m * 2^64). A position is known by the least hash of its
 * images under symmetries (Zobrist 1970), so that all of them are one in a
 * table. Moves are kept as those of that image.
 */
#ifndef ZERMELO_SOLVE_TRANSPOSITION_H
#define ZERMELO_SOLVE_TRANSPOSITION_H

#include "ground/symmetry.h"

typedef struct {
    uint64_t bucket, check;
} PositionHash;

typedef struct {
    const Symmetries *symmetries;
    PositionHash *keys; /* by feature and symmetry: the key of the image */
} Zobrist;

/* In ARENA, which NET outlives. */
Zobrist zobrist_new(const Net *net, Arena *arena);

/* Changes HASHES, one for each symmetry, from those of the position BEFORE to
 * those of AFTER, of WORD_COUNT words each. Returns the symmetry whose hash is
 * the least. */
uint32_t zobrist_update(const Zobrist *zobrist, const uint64_t *before,
                        const uint64_t *after, size_t word_count,
                        PositionHash *hashes);

/* The image of a move of ROLE, or NO_MOVE. */
uint32_t zobrist_image(const Zobrist *zobrist, uint32_t symmetry, size_t role,
                       uint32_t move);

/* Whether a value can be forced. */
typedef enum { ANSWER_NO, ANSWER_OPEN, ANSWER_YES } Answer;

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

/* The entry of a position, or NULL. */
const TableEntry *transposition_find(const TranspositionTable *table,
                                     PositionHash hash);

/* What ENTRY, which may be NULL, says about VALUE within DEPTH steps; false if
 * nothing. */
bool table_entry_answer(const TableEntry *entry, int value, size_t depth,
                        Answer *answer);

/* Notes the ANSWER about VALUE within DEPTH steps, for which NODES positions
 * were searched, and unless it is NO_MOVE the best move. An entry that is not
 * there yet replaces one with the least effort. */
void transposition_store(TranspositionTable *table, PositionHash hash,
                         int value, size_t depth, Answer answer, uint32_t move,
                         uint64_t nodes);

#endif

/* mcts.h - Monte Carlo tree search with certain bounds
 *
 * Roles that move at the same time select independently, each by its own
 * statistics; the role random selects at random. Wins, losses and other certain
 * values are backed up as bounds (search/tree.h), and choices that cannot be
 * better than a guaranteed value are not tried.
 *
 * With a number of playouts instead of a clock, the result depends on seed and
 * positions only, whatever the number of threads.
 */
#ifndef ZERMELO_SEARCH_MCTS_H
#define ZERMELO_SEARCH_MCTS_H

#include "base/budget.h"
#include "base/text.h"
#include "search/evaluation.h"
#include "search/numbered_engine.h"
#include "sim/lanes.h"
#include "zermelo.h"

typedef struct Search Search;

/* NUMBERED is borrowed, and set to other positions. LANES may be NULL: by the
 * interpreter, in one thread. With imperfect information a value that is
 * certain if positions are known is not certain for the role, even if it knows
 * the position now. */
Search *search_new(const LanePlan *lanes, NumberedEngine *numbered,
                   const ZermeloSearchSettings *settings);
void search_free(Search *search);

/* Sets the root: these POSITIONS, one behind the other and equally likely, and
 * MOVES, by number, that are legal in all of them; others are not considered.
 * The tree is kept. False if the moves of none of them can be computed. */
bool search_set(Search *search, const void *positions, size_t count,
                const uint32_t *moves, size_t move_count);

typedef struct {
    Budget budget;
    uint64_t playouts; /* how many; 0: no limit */
} SearchLimits;

/* New choices begin with what EVALUATION, which is borrowed, says of them, and
 * leaves have most of their value from it. NULL: from playouts alone. */
void search_rely_on(Search *search, const Evaluation *evaluation);

/* Searches until a limit is reached or the value is certain: then true. */
bool search_run(Search *search, const SearchLimits *limits);

/* The best move so far; NO_INDEX if a position could not be computed. */
uint32_t search_best(const Search *search);

/* The moves of the role at the root, as zermelo_search_values has them. */
size_t search_values(const Search *search, ZermeloMoveValue *values,
                     size_t max);

/* In a few words: playouts, nodes, and the value of the best move. */
void search_describe(const Search *search, Text *out);

/* The principal line: the best joint moves from here on, at most MAX_STEPS, as
 * far as they were tried; "mark(1,1), noop; noop, mark(2,2)". */
void search_line(const Search *search, size_t max_steps, Text *out);

#endif

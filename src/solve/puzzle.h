/* puzzle.h - a game of one role to be solved, and the best that is known of it
 *
 * A Puzzle does not change while it is solved. All searches write what they
 * find into one Best: plans, and values that they have shown to be out of
 * reach.
 */
#ifndef ZERMELO_SOLVE_PUZZLE_H
#define ZERMELO_SOLVE_PUZZLE_H

#include "base/vec.h"
#include "sim/machine.h"

enum { NO_VALUE = -1 };

#define NO_HORIZON SIZE_MAX

typedef VEC(uint32_t) MoveVec;

/* What is known so far. */
typedef struct {
    int value;           /* of the best plan; NO_VALUE if there is none */
    MoveVec plan;        /* moves of the role, by number */
    bool shortest;       /* no shorter plan has this value */
    int bound;           /* no plan has a higher value */
    bool within_horizon; /* that is so within the horizon; beyond nobody looked
                          */
    bool values[101];    /* that some rule gives, and that count */
    int highest_unasked; /* the highest value that was not asked for */
    uint64_t positions;
    size_t depth;       /* moves up to which everything was looked at */
    const char *finder; /* which search found the plan, */
    const char *prover; /* and which one showed the bound; NULL: the rules */
} Best;

typedef struct {
    const Net *net;
    const Machine *machine;
    const uint64_t *start;
    size_t horizon; /* most moves of a plan */
    int *values;    /* by goal of the role: what it is worth, or NO_VALUE */
    uint64_t seed;
    size_t bytes; /* for tables */
    const Budget *budget;
    /* Called now and then, and whenever a better plan is found; may be NULL. */
    void (*report)(void *context, const Best *best);
    void *context;
} Puzzle;

/* GOAL: the value that is asked for, or NO_VALUE for the highest; the other
 * values are then worth nothing. In ARENA. */
int *puzzle_values(Arena *arena, const Net *net, int goal);

Best best_new(const Puzzle *puzzle);
void best_free(Best *best);

/* Whether nothing is left to be found out. */
bool best_is_certain(const Best *best);

/* Writes the legal moves at CURSOR and returns how many there are. */
uint32_t puzzle_moves(const Cursor *cursor, uint32_t *moves);

/* Worth of the terminal position at which CURSOR stands. */
int puzzle_worth(const Puzzle *puzzle, Cursor *cursor);

/* Notes a plan, if it is better than what is known, or as good and shorter. */
void best_found(Best *best, const Puzzle *puzzle, const char *finder, int value,
                const uint32_t *moves, size_t count, bool shortest);

/* Notes that no plan has more than VALUE; BEYOND: none within the horizon. */
void best_bounded(Best *best, const char *prover, int value,
                  bool within_horizon);

#endif

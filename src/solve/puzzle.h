/* puzzle.h - a single-player game to be solved, and the best result so far
 *
 * A Puzzle does not change while it is solved. All searches write what they
 * find into one Best: plans, and upper bounds that they have proved.
 */
#ifndef ZERMELO_SOLVE_PUZZLE_H
#define ZERMELO_SOLVE_PUZZLE_H

#include "base/vec.h"
#include "sim/machine.h"

enum { NO_VALUE = -1 };

#define NO_HORIZON SIZE_MAX

typedef VEC(uint32_t) MoveVec;

/* The best result so far. */
typedef struct {
    int value;           /* value of the best plan; NO_VALUE if there is none */
    MoveVec plan;        /* moves of the role, by number */
    bool shortest;       /* no shorter plan has this value */
    int bound;           /* proved upper bound: no plan has a higher value */
    bool within_horizon; /* BOUND is proved only for plans within the horizon */
    bool values[101];    /* values that some rule gives and that count */
    int highest_unasked; /* highest value that was not asked for */
    uint64_t positions;
    size_t depth;       /* all plans of fewer moves were examined */
    const char *finder; /* the search that found the plan */
    const char *prover; /* the search that proved the bound; NULL: the rules */
} Best;

typedef struct {
    const Net *net;
    const Machine *machine;
    const uint64_t *start;
    size_t horizon; /* maximal number of moves of a plan */
    int *values;    /* by goal of the role: its value, or NO_VALUE */
    uint64_t seed;
    size_t bytes; /* memory limit for tables */
    const Budget *budget;
    /* Called after each turn and for each better plan; may be NULL. */
    void (*report)(void *context, const Best *best);
    void *context;
} Puzzle;

/* The values of the goals, in ARENA. GOAL is the value asked for, other values
 * then do not count; NO_VALUE asks for the highest. */
int *puzzle_values(Arena *arena, const Net *net, int goal);

Best best_new(const Puzzle *puzzle);
void best_free(Best *best);

/* Whether the best plan reaches the proved bound. */
bool best_is_certain(const Best *best);

/* Writes the legal moves at CURSOR and returns how many there are. */
uint32_t puzzle_moves(const Cursor *cursor, uint32_t *moves);

/* The value of the terminal position of CURSOR, or NO_VALUE. */
int puzzle_worth(const Puzzle *puzzle, Cursor *cursor);

/* The value of the end that MOVES lead to in the machine; NO_VALUE if one of
 * them is not legal or they do not end the game. */
int puzzle_replay(const Puzzle *puzzle, const MoveVec *moves);

/* Records a plan if it is better than the best, or as good and shorter. */
void best_found(Best *best, const Puzzle *puzzle, const char *finder, int value,
                const uint32_t *moves, size_t count, bool shortest);

/* Records that no plan has more than VALUE; WITHIN_HORIZON: among plans within
 * the horizon. */
void best_bounded(Best *best, const char *prover, int value,
                  bool within_horizon);

#endif

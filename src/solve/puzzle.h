/* puzzle.h - a single-player game to be solved, and the best result so far
 *
 * A Puzzle does not change while it is solved, by whichever engine. All
 * searches write what they find into one Best: plans, and upper bounds that
 * they have proved.
 */
#ifndef ZERMELO_SOLVE_PUZZLE_H
#define ZERMELO_SOLVE_PUZZLE_H

#include "base/vec.h"
#include "sim/interp.h"
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
    const Game *game;
    const Position *from; /* where a plan begins */
    const Net *net;       /* NULL if the game was not grounded */
    const Machine *machine;
    const uint64_t *start; /* FROM, as a state of the machine */
    TermVec *moves;        /* output, without a net or by clingo: the terms of
                              the move numbers in a plan */
    int goal;       /* the value asked for, or NO_VALUE for the highest */
    size_t horizon; /* maximal number of moves of a plan */
    uint64_t seed;
    size_t bytes; /* memory limit for tables */
    const Budget *budget;
    /* Called after each turn and for each better plan; may be NULL. */
    void (*report)(void *context, const Best *best);
    void *context;
} Puzzle;

/* The value of a goal of the role, by its number in the net; NO_VALUE if it was
 * not asked for. */
static inline int puzzle_value(const Puzzle *puzzle, size_t goal)
{
    int value = puzzle->net->roles[0].goals[goal].value;
    return puzzle->goal == NO_VALUE || puzzle->goal == value ? value : NO_VALUE;
}

/* The highest goal value in the rules, or NO_VALUE. */
int highest_goal(const Game *game);

/* Nothing is found yet; the bound is the highest value in the net or, if there
 * is none, in the rules. */
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
                const MoveVec *moves, bool is_shortest);

/* Records that no plan has more than VALUE; WITHIN_HORIZON: among plans within
 * the horizon. */
void best_bounded(Best *best, const char *prover, int value,
                  bool within_horizon);

#endif

/* puzzle.h - a single-player game to be solved, the best result so far, and the
 * searches for it
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

/* The best result so far. */
typedef struct {
    int value;           /* value of the best plan; NO_VALUE if there is none */
    TermVec plan;        /* moves of the role */
    bool is_shortest;    /* no shorter plan has this value */
    int bound;           /* proved upper bound: no plan has a higher value */
    bool within_horizon; /* BOUND is proved only for plans within the horizon */
    bool is_goal_value[101]; /* by value: some rule gives it, and it counts */
    int highest_unwanted;    /* highest value that was not asked for */
    uint64_t positions_examined;
    size_t examined_depth; /* all plans of fewer moves were examined */
    const char *finder;    /* the search that found the plan */
    const char *prover; /* the search that proved the bound; NULL: the rules */
} Best;

typedef struct {
    const Game *game;
    const Position *start_position; /* where a plan begins */
    const Net *net;                 /* NULL if the game was not grounded */
    const Machine *machine;
    const uint64_t *start_state; /* the same, as a state of the machine */
    int wanted_value; /* the value asked for, or NO_VALUE for the highest */
    size_t horizon;   /* maximal number of moves of a plan */
    uint64_t seed;
    size_t max_table_bytes;          /* memory limit of the tables */
    struct PlanSearch *bound_prover; /* one more search, of the caller, which
                                      * finds bounds; or NULL */
    const Budget *budget;
    /* Called after each turn and for each better plan; may be NULL. */
    void (*report)(void *context, const Best *best);
    void *context;
} Puzzle;

/* The value of a goal of the role, by its number in the net; NO_VALUE if it was
 * not asked for. */
static inline int puzzle_goal_value(const Puzzle *puzzle, size_t goal)
{
    int value = puzzle->net->roles[0].goals[goal].value;
    return puzzle->wanted_value == NO_VALUE || puzzle->wanted_value == value
               ? value
               : NO_VALUE;
}

/* The highest goal value in the rules, or NO_VALUE. */
int highest_goal_value(const Game *game);

/* Nothing is found yet; the bound is the highest value in the net or, if there
 * is none, in the rules. */
Best best_new(const Puzzle *puzzle);
void best_free(Best *best);

/* Whether the best plan reaches the proved bound. */
bool best_is_certain(const Best *best);

/* The value of the terminal position of CURSOR, or NO_VALUE. */
int puzzle_end_value(const Puzzle *puzzle, Cursor *cursor);

/* Records a plan if it is better than the best, or as good and shorter. */
void best_record_plan(Best *best, const Puzzle *puzzle, const char *finder,
                      int value, TermList moves, bool is_shortest);

/* Records that no plan has more than VALUE; WITHIN_HORIZON: among plans within
 * the horizon. */
void best_record_bound(Best *best, const char *prover, int value,
                       bool within_horizon);

/* ---- searches of the portfolio ---- */

/* A search works in steps and counts what they cost in units. A unit is about
 * the cost of making a move in the machine, so that turns, and with them the
 * answers, are the same on every computer. */
typedef enum {
    SEARCH_RUNNING,
    SEARCH_COMPLETE, /* its result is in BEST and final */
    SEARCH_GAVE_UP,  /* out of memory, or nothing left to try */
} PlanSearchState;

typedef struct PlanSearch PlanSearch;
struct PlanSearch {
    const char *name;
    /* Works on, and writes what it finds into BEST. Of the UNITS of this turn
     * *UNITS_USED are used up, to which the cost is added. */
    PlanSearchState (*step)(PlanSearch *search, Best *best, uint64_t units,
                            uint64_t *units_used);
    void (*free)(PlanSearch *search);
};

/* The cost of a move in the machine, in units: larger nets take longer. */
static inline uint64_t move_cost(const Net *net)
{
    return 1 + net->node_count / 4000;
}

/* The searches, with at most BYTES of tables: breadth first; beam search with
 * growing widths; SAT planning, for plans of increasing length. */
PlanSearch *breadth_first_new(const Puzzle *puzzle, size_t bytes);
PlanSearch *beam_search_new(const Puzzle *puzzle, size_t bytes);
PlanSearch *sat_planning_new(const Puzzle *puzzle, size_t bytes);

/* ---- searches until the best plan is certain, nothing is left to try, or the
 * budget is spent; the result is in BEST ---- */

/* portfolio.c: by searches that take turns; PUZZLE has a net. */
void portfolio_solve(const Puzzle *puzzle, Best *best);

/* interpreted.c: by INTERP, for games that are too large to be grounded. */
void interpreted_solve(const Puzzle *puzzle, Interp *interp, Best *best);

#endif

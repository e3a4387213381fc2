/* game_value.h - what each role of a game can secure
 *
 * Of games of any number of roles, with perfect information.
 */
#ifndef ZERMELO_SOLVE_GAME_VALUE_H
#define ZERMELO_SOLVE_GAME_VALUE_H

#include "solve/position_graph.h"

/* A value: NO_END, a whole number, or more than FLOOR by a fraction. */
typedef struct {
    int floor;
    const char *fraction; /* all of it, as "37/2"; NULL: a whole number */
} Value;

typedef enum {
    GAME_KIND_OPEN, /* not known */
    GAME_SIMULTANEOUS,
    GAME_CHANCE,
    GAME_TURN_TAKING,
} GameKind;

/* One of the moves of a role at the start, and with which probability it plays
 * it ("1/3"). */
typedef struct {
    const Term *move;
    const char *probability;
} MixedMove;

typedef struct {
    Value least, most;
    Value equilibrium_least, equilibrium_most; /* if has_equilibrium */
    MixedMove *moves; /* for its least value; none if it is not certain */
    size_t move_count;
    bool is_certain;
    /* If strategies were asked for, and there is one without mixing for the
     * least value: the positions that it leads to, to be freed. */
    PositionGraph *strategy;
} RoleValue;

/* What is proved of the game, from its initial position on. */
typedef struct {
    bool is_finite;      /* every play comes to an end */
    bool has_values;     /* every end has one value for each role */
    bool is_turn_taking; /* at most one role has a choice */
} GameFacts;

typedef struct {
    GameKind kind;
    RoleValue *roles; /* by role; nothing of `random` */
    bool is_certain;  /* what was asked for */
    bool has_equilibrium;
    bool has_line;
    const Term **line; /* joint moves */
    size_t line_length;
    uint64_t positions;
    bool has_ill_ends;  /* ends without one value were met */
    bool is_exhausted;  /* more time alone would not help */
    const char *method; /* that found the values; or NULL */
    /* While it works */
    size_t depth;
} GameValue;

typedef struct GameValueTask GameValueTask;
struct GameValueTask {
    Engine *engine; /* moved about */
    Bytes start;
    size_t role; /* the only one that is asked about, or NO_INDEX */
    int goal;    /* only whether it can force that; or NO_END */
    bool wants_strategies;
    size_t max_bytes;
    const Budget *budget;
    /* Proves facts, once and if they are needed; or NULL. */
    void (*prove)(void *context, GameFacts *facts);
    /* Called now and then; or NULL. */
    void (*report)(void *context, const GameValue *value);
    void *context;
    Arena *arena; /* for what is found */
};

/* Works until the value is certain, the budget is spent, or nothing more can be
 * done. */
GameValue game_value(const GameValueTask *task);

/* Whether ROLE can force GOAL or more: 1 yes, 0 no, -1 unknown. */
int role_value_reaches(const RoleValue *role, int goal);

#endif

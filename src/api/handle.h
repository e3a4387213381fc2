/* handle.h - what the opaque handles of zermelo.h are; private to api/ */
#ifndef ZERMELO_API_HANDLE_H
#define ZERMELO_API_HANDLE_H

#include "base/vec.h"
#include "formula/formula.h"
#include "game/game.h"
#include "sim/perft.h"
#include "sim/simulate.h"
#include "formula/prove_limits.h"
#include "zermelo.h"

struct ZermeloGame {
    Arena *arena;
    Diag diag;
    Rules *rules;
    bool readable;
    const Game *game; /* NULL if it is not usable */
    const char **roles;
    size_t role_count;
    double start_time; /* clock_now() when reading began */
};

struct ZermeloNet {
    const Net *net;
    Machine *machine;
    LanePlan *lane_plan;
    double ready_seconds; /* from the start of reading on */
};

/* Define functions of zermelo.h that read a handle, SELF: one value,
 * or item NUMBER of COUNT, which is zero out of range. */
#define GETTER(Result, function, Handle, value)                                \
    Result function(const Handle *self)                                        \
    {                                                                          \
        return value;                                                          \
    }
#define ITEM_GETTER(Result, function, Handle, count, item)                     \
    Result function(const Handle *self, size_t number)                         \
    {                                                                          \
        return number < (count) ? (item) : (Result){0};                        \
    }

/* No limit, if LIMITS is NULL. */
Budget budget_of(const ZermeloLimits *limits);

/* Whether the game has usable rules; if not, *WHY says so. */
bool has_usable_rules(const ZermeloGame *game, const char **why);

/* The names of its roles, in ARENA. */
const char **role_names(Arena *arena, const Interp *interp);
const char **engine_role_names(Arena *arena, const Engine *engine);

/* TEXT as a ground term, read in ARENA; NULL if it is none. */
const Term *read_term(Arena *arena, Terms *terms, const char *text,
                      ZermeloSyntax syntax);

struct ZermeloSettings {
    ProveLimits limits;
};

/* SETTINGS, or the defaults if it is NULL. */
ProveLimits limits_of_settings(const ZermeloSettings *settings);
/* Those of METHODS that had a turn, in ARENA. */
const ZermeloStatistics *
statistics_of(Arena *arena, const MethodStatistics *methods, size_t *count);

/* TEXT as a formula; NULL with a message, to be freed, in *WHY, which calls the
 * text SOURCE_NAME. */
const Formula *read_formula(Arena *arena, Universe *universe,
                            const char *source_name, const char *text,
                            char **why);

/* The position that PLAY has reached. */
const Position *play_position(const ZermeloPlay *play);

/* Counts the plays of each length up to DEPTH by ENGINE, which is freed. *DONE
 * is the number of entries of COUNTS that are complete. */
ZermeloEnd perft_by(Engine *engine, size_t depth, const ZermeloLimits *limits,
                    ZermeloPerft *counts, size_t *done);

/* A verdict with its evidence, as the user is shown it. */
typedef struct {
    ZermeloVerdict verdict;
    /* joint moves, or NULL; the other one looks the same to the role */
    const Term *const *play, *const *other_play;
    const Term *const *features; /* of the position at the end of PLAY */
    size_t feature_count;
} VerdictEntry;

typedef VEC(VerdictEntry) VerdictList;

/* Adds three verdicts for each role other than random, with ROLES the names of
 * all of them, in ARENA: what know/information_sets.c says of a game with
 * percepts. Leaves INTERP in an arbitrary position. Verdicts about the end are
 * vacuous if NO_PLAY_ENDS. */
void verify_knowledge(const Game *game, Interp *interp,
                      const char *const *roles, bool no_play_ends,
                      const Budget *budget, Arena *arena, VerdictList *list);

#endif

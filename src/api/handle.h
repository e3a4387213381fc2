/* handle.h - what the opaque handles of zermelo.h are; private to api/ */
#ifndef ZERMELO_API_HANDLE_H
#define ZERMELO_API_HANDLE_H

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
    double begun; /* when reading began */
};

struct ZermeloNet {
    const Net *net;
    Machine *machine;
    LanePlan *sliced;
    double seconds;
};

/* Functions of zermelo.h that tell something about a handle, SELF: one value,
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

/* Whether the rules have a meaning; otherwise says in *WHY that they do not. */
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
/* The NUMBER-th of the methods that had a turn; false if there are no more. */
bool statistics_of_method(const MethodStatistics *methods, size_t number,
                          ZermeloStatistics *statistics);

/* TEXT as a formula; NULL with a message, to be freed, in *WHY. PLACE is the
 * name that the message gives it. */
const Formula *read_formula(Arena *arena, Universe *universe, const char *place,
                            const char *text, char **why);

/* The position that PLAY has reached. */
const Position *play_position(const ZermeloPlay *play);

/* Fills COUNTS by EXPLORER, which is freed. */
ZermeloEnd perft_by(Engine *engine, size_t depth, const ZermeloLimits *limits,
                    ZermeloPerft *counts, size_t *done);

#endif

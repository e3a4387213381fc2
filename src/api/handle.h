/* handle.h - what the opaque handles of zermelo.h are; private to api/ */
#ifndef ZERMELO_API_HANDLE_H
#define ZERMELO_API_HANDLE_H

#include "base/heap.h"
#include "base/json.h"
#include "base/vec.h"
#include "formula/formula.h"
#include "game/game.h"
#include "know/filter.h"
#include "search/numbered_engine.h"
#include "sim/perft.h"
#include "sim/simulate.h"
#include "zermelo.h"

struct ZermeloGame {
    Heap *heap;
    Arena *arena;
    Diag diag;
    Rules *rules;
    bool readable;
    const Game *game; /* NULL if it is not usable */
    const char **roles;
    size_t role_count;
    double start_time;     /* clock_now() when reading began */
    const char *name;      /* of the file, in messages and answers */
    ZermeloNet *net;       /* that was made last, if it still lives */
    ZermeloReport *report; /* see zermelo_on_report; or NULL */
    void *report_context;
    ZermeloGame *canonical; /* see canonical_game(), once it was asked for */
};

struct ZermeloNet {
    Heap *heap;
    ZermeloGame *game;
    const Net *net;
    Machine *machine;
    LanePlan *lane_plan;
    double ready_seconds; /* from the start of reading on */
};

struct ZermeloCursor {
    Heap *heap;
    Arena *arena;
    ZermeloGame *game;
    const ZermeloNet *net; /* or NULL, and */
    Interp *interp;
    NumberedEngine *numbered; /* of either */
    Budget budget;            /* of the interpreter */
    Texts roles;
};

/* The game that CURSOR, if it is one, changes: threads share one with a net. */
const ZermeloGame *cursor_game(const ZermeloCursor *cursor);

/* ---- memory ----
 *
 * Every handle is the object of a heap, which it points to. A public function
 * begins with one of these if it allocates anything. */

/* The terms of a game when a call began: one that fails leaves no more. GAME
 * may be NULL. */
typedef struct {
    Terms *terms;
    TermsMark mark;
} GameMark;
GameMark game_mark(const ZermeloGame *game);
void game_rewind(const GameMark *mark);

/* Makes SELF, a new handle that counts its memory with that of ACCOUNT, a heap
 * or NULL for the current one, if there is one, within LIMITS (NULL: none), and
 * enters its heap. Without memory, evaluates FAILURE, which may set a reason,
 * and returns NULL. */
#define NEW_HANDLE_IN(Handle, self, account, game, limits, failure)            \
    Heap *const own_heap = handle_heap(sizeof(Handle), account, limits);       \
    if (!own_heap) {                                                           \
        failure;                                                               \
        return NULL;                                                           \
    }                                                                          \
    const GameMark own_mark = game_mark(game);                                 \
    HEAP_PUBLIC_CALL(own_heap)                                                 \
    {                                                                          \
        game_rewind(&own_mark);                                                \
        heap_free(own_heap);                                                   \
        failure;                                                               \
        return NULL;                                                           \
    }                                                                          \
    Handle *const self = heap_object(own_heap);                                \
    self->heap = own_heap
/* The same with the memory of GAME. Without memory, or where its rules cannot
 * be used, REASON says so; it is WHY, or a place that nobody looks at. */
#define NEW_HANDLE(Handle, self, game, limits, why)                            \
    const char *unwanted, **const reason = (why) ? (why) : &unwanted;          \
    if (!has_usable_rules(game, reason))                                       \
        return NULL;                                                           \
    NEW_HANDLE_IN(Handle, self, (game)->heap, game, limits, no_memory(why))
/* NULL without memory, outside of other calls. */
Heap *handle_heap(size_t size, Heap *account, const ZermeloLimits *limits);
size_t megabytes_in_bytes(size_t megabytes); /* at most SIZE_MAX */

/* Enters the heap of SELF, which was made from GAME. If SELF is empty, and
 * without memory, which makes it so, evaluates FAILURE and returns RESULT. */
#define ENTER_HANDLE(self, game, failure, result)                              \
    if (!is_alive(self)) {                                                     \
        failure;                                                               \
        return result;                                                         \
    }                                                                          \
    Heap *const own_heap = (self)->heap;                                       \
    const GameMark own_mark = game_mark(game);                                 \
    HEAP_PUBLIC_CALL(own_heap)                                                 \
    {                                                                          \
        game_rewind(&own_mark);                                                \
        (self)->heap = own_heap;                                               \
        failure;                                                               \
        return result;                                                         \
    }
#define is_alive(self) ((self) && !heap_failed((self)->heap))

/* Enters a heap that is released in the end, for what changes no handle but
 * arenas; it counts with that of SELF, which may be NULL. */
#define ENTER_SCRATCH(self, result)                                            \
    __attribute__((cleanup(scratch_free))) Heap *const own_heap =              \
        handle_heap(0, (self) ? (self)->heap : NULL, NULL);                    \
    if (!own_heap)                                                             \
        return result;                                                         \
    HEAP_PUBLIC_CALL(own_heap)                                                 \
    return result
void scratch_free(Heap *const *scratch);

/* Defines a function that releases a handle. RELEASE would not be needed: it is
 * how leaks are found. */
#define FREE_FUNCTION(function, Handle, release)                               \
    void function(Handle *self)                                                \
    {                                                                          \
        Heap *const own_heap = self ? self->heap : NULL;                       \
        Heap *const outer = heap_switch(own_heap);                             \
        if (is_alive(self)) {                                                  \
            release(self);                                                     \
            heap_check_empty(own_heap);                                        \
        }                                                                      \
        heap_switch(outer);                                                    \
        heap_free(own_heap);                                                   \
    }

/* Sets a reason, unless WHY is NULL: to a constant, or to a string that the
 * caller frees. */
void no_memory(const char **why);
void no_memory_given(char **why);
#define why_empty(self) ((self) ? ZERMELO_NO_MEMORY : NULL)

/* Gives REASON to the caller, unless it or WHY is NULL. */
void give_reason(char **why, const char *reason);

/* The string that TEXT is, for the caller, who frees it. */
char *give_text(Text *text);

/* ---- small functions ----
 *
 * Define functions of zermelo.h that read a handle, SELF: one value,
 * or item NUMBER of COUNT, which is zero out of range. */
#define GETTER(Result, function, Handle, value)                                \
    Result function(const Handle *self)                                        \
    {                                                                          \
        return is_alive(self) ? (value) : (Result){0};                         \
    }
#define ITEM_GETTER(Result, function, Handle, count, item)                     \
    Result function(const Handle *self, size_t number)                         \
    {                                                                          \
        return is_alive(self) && number < (count) ? (item) : (Result){0};      \
    }

/* More of anything in one argument is a mistake. */
enum { MAX_ARGUMENT_COUNT = 1 << 20 };

/* No limit, if LIMITS is NULL. */
Budget budget_of(const ZermeloLimits *limits);

/* Whether the game has usable rules; if not, *WHY says so. */
bool has_usable_rules(const ZermeloGame *game, const char **why);

/* A usable game with its rules and symbols in an order that depends neither on
 * names nor on the text (game/canonical_order.c); GAME owns it. GAME itself, if
 * LIMITS were reached. */
ZermeloGame *canonical_game(ZermeloGame *game, const ZermeloLimits *limits);

/* The names of the roles of NET, or if that is NULL of INTERP, in ARENA. */
Texts role_names(Arena *arena, const Net *net, const Interp *interp);

/* TEXT as a ground term, read in ARENA; NULL if it is none. */
const Term *read_term(Arena *arena, Terms *terms, const char *text,
                      ZermeloSyntax syntax);

/* The position that PLAY has reached. */
const Position *play_position(const ZermeloPlay *play);

/* ---- what a role knows (api_tracker.c) ---- */

/* An engine, and filters on it. */
typedef struct {
    ZermeloGame *game;
    const ZermeloNet *net;
    Interp *interp; /* without a net */
    Engine *engine;
    size_t role;
    Budget budget;
    Filter *filter, *exact; /* may be the same */
} Observer;

/* Sets the engine of OBSERVER, which has zeroes but for its budget. False, with
 * the reason in *WHY, if there is none. */
bool observer_choose_engine(Observer *observer, ZermeloGame *game,
                            const ZermeloNet *net, const char **why);

/* Sets role and filters of OBSERVER, likewise. The filters borrow its budget,
 * so it must not be moved from now on. */
bool observer_make_filters(Observer *observer, size_t role,
                           ZermeloFilter filter, const char **why);

/* One round; PERCEPTS are sorted. False if no play agrees with it. */
bool observer_update(Observer *observer, const Term *move, TermList percepts);

void observer_free(Observer *observer); /* what it has */

#endif

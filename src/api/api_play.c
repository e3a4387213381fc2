/* api_play.c - playing, for zermelo.h
 *
 * In:   a game and moves
 * Out:  positions, legal moves, goals and percepts as strings
 *
 * A play keeps all its positions, so that steps can be taken back. All that can
 * be asked about a position is computed when it is reached.
 */
#include "api/call.h"

#include "base/memory.h"
#include "formula/evaluate.h"
#include "lang/print.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Answers about a position, for one role, */
typedef struct {
    const Term *const *moves; /* legal ones */
    Texts names;              /* of these */
    const int *goals;
    size_t goal_count;
    Texts percepts; /* of the step that led here */
} RoleView;

/* and for all. */
typedef struct {
    Arena *arena;
    const Position *position;
    const char **moves; /* that led here; NULL for the initial one */
    Texts features;
    RoleView *roles;
    bool is_terminal;
} PathEntry;

struct ZermeloPlay {
    Heap *heap;
    ZermeloGame *game;
    Interp *interp;
    Budget budget;
    Texts roles;
    VEC(PathEntry) path;
    const char *failure;
    char *move_error; /* why moves could not be made */
};

static const PathEntry *last_entry(const ZermeloPlay *play)
{
    assert(play->path.count > 0); /* the initial position stays */
    return &vec_last(&play->path);
}

const Position *play_position(const ZermeloPlay *play)
{
    return last_entry(play)->position;
}

static Texts strings_of(Arena *arena, const Term *const *terms, size_t count)
{
    return (Texts){term_strings(arena, terms, count), count};
}

static PathEntry new_entry(const ZermeloPlay *play)
{
    PathEntry entry = {.arena = arena_new()};
    entry.roles =
        arena_array(entry.arena, RoleView, interp_role_count(play->interp));
    return entry;
}

/* Adds ENTRY to the path, with all answers about its position, to which the
 * interpreter is set. Sets the failure of PLAY. */
static void extend_path(ZermeloPlay *play, PathEntry entry)
{
    Interp *interp = play->interp;
    Arena *arena = entry.arena;
    entry.features = strings_of(arena, position_in_order(arena, entry.position),
                                entry.position->count);
    interp_set(interp, entry.position);
    entry.is_terminal = interp_is_terminal(interp);
    for (size_t i = 0; i < interp_role_count(interp); i++) {
        RoleView *role = &entry.roles[i];
        size_t count;
        const Term *const *moves = interp_legal(interp, i, &count);
        role->moves = arena_copy(arena, moves, count * sizeof *moves);
        role->names = strings_of(arena, role->moves, count);
        const int *goals = interp_goals(interp, i, &role->goal_count);
        role->goals =
            arena_copy(arena, goals, role->goal_count * sizeof *goals);
    }
    if (!play->failure)
        play->failure = interp_failure(interp);
    if (!play->failure && budget_spent(&play->budget))
        play->failure = budget_reason(&play->budget, "the time was used up");
    vec_push(&play->path, entry);
}

ZermeloPlay *zermelo_play_new(ZermeloGame *game, const ZermeloLimits *limits,
                              const char **why)
{
    NEW_HANDLE(ZermeloPlay, play, game, limits, why);
    play->game = game;
    play->budget = budget_of(limits);
    play->interp = interp_new(game->game, &play->budget, reason);
    if (!play->interp) {
        heap_free(own_heap);
        return NULL;
    }
    PathEntry initial = new_entry(play);
    initial.position = interp_initial(play->interp);
    play->roles = role_names(initial.arena, NULL, play->interp);
    extend_path(play, initial);
    return play;
}

static void release_play(ZermeloPlay *play)
{
    for (size_t i = 0; i < play->path.count; i++)
        arena_free(play->path.items[i].arena);
    vec_free(&play->path);
    memory_free(play->move_error);
    interp_free(play->interp);
}

FREE_FUNCTION(zermelo_play_free, ZermeloPlay, release_play)

const char *zermelo_play_failure(const ZermeloPlay *play)
{
    return is_alive(play) ? play->failure : why_empty(play);
}

GETTER(size_t, zermelo_play_role_count, ZermeloPlay, self->roles.count)
ITEM_GETTER(const char *, zermelo_play_role, ZermeloPlay, self->roles.count,
            self->roles.items[number])
ITEM_GETTER(bool, zermelo_play_is_random, ZermeloPlay, self->roles.count,
            interp_is_random(self->interp, number))
GETTER(size_t, zermelo_play_feature_count, ZermeloPlay,
       last_entry(self)->features.count)
ITEM_GETTER(const char *, zermelo_play_feature, ZermeloPlay,
            last_entry(self)->features.count,
            last_entry(self)->features.items[number])
GETTER(bool, zermelo_play_terminal, ZermeloPlay, last_entry(self)->is_terminal)
ITEM_GETTER(size_t, zermelo_play_move_count, ZermeloPlay, self->roles.count,
            last_entry(self)->roles[number].names.count)
ITEM_GETTER(size_t, zermelo_play_goal_count, ZermeloPlay, self->roles.count,
            last_entry(self)->roles[number].goal_count)
ITEM_GETTER(size_t, zermelo_play_percept_count, ZermeloPlay, self->roles.count,
            last_entry(self)->roles[number].percepts.count)

const char *zermelo_play_move(const ZermeloPlay *play, size_t role,
                              size_t number)
{
    return number < zermelo_play_move_count(play, role)
               ? last_entry(play)->roles[role].names.items[number]
               : NULL;
}

int zermelo_play_goal(const ZermeloPlay *play, size_t role, size_t number)
{
    return number < zermelo_play_goal_count(play, role)
               ? last_entry(play)->roles[role].goals[number]
               : -1;
}

const char *zermelo_play_percept(const ZermeloPlay *play, size_t role,
                                 size_t number)
{
    return number < zermelo_play_percept_count(play, role)
               ? last_entry(play)->roles[role].percepts.items[number]
               : NULL;
}

/* ---- steps ---- */

/* Adds the position after the joint move MOVES to the path. */
static void make_step(ZermeloPlay *play, const Term *const *moves)
{
    size_t role_count = play->roles.count;
    PathEntry next = new_entry(play);
    next.moves = term_strings(next.arena, moves, role_count);
    interp_set(play->interp, last_entry(play)->position);
    next.position = interp_next(play->interp, moves, next.arena);
    for (size_t i = 0; i < role_count; i++) {
        size_t count;
        const Term *const *percepts = interp_percepts(play->interp, i, &count);
        next.roles[i].percepts = strings_of(next.arena, percepts, count);
    }
    extend_path(play, next);
}

bool zermelo_play_step(ZermeloPlay *play, const size_t *choices)
{
    if (!choices)
        return false;
    ENTER_HANDLE(play, play->game, (void)0, false);
    if (last_entry(play)->is_terminal || play->failure)
        return false;
    size_t role_count = play->roles.count;
    const Term **moves = memory_array(role_count, sizeof *moves);
    bool is_legal_step = true;
    for (size_t i = 0; i < role_count && is_legal_step; i++) {
        is_legal_step = choices[i] < zermelo_play_move_count(play, i);
        if (is_legal_step)
            moves[i] = last_entry(play)->roles[i].moves[choices[i]];
    }
    if (is_legal_step)
        make_step(play, moves);
    memory_free(moves);
    return is_legal_step;
}

static bool is_legal(const ZermeloPlay *play, size_t role, const Term *move)
{
    const RoleView *view = &last_entry(play)->roles[role];
    return terms_contain(view->moves, view->names.count, move);
}

/* Says in *WHY what the problem is, and where. */
static void give_problem(char **why, const Problem *problem)
{
    Text text = {0};
    problem_print(&text, problem);
    give_reason(why, text_string(&text));
    text_free(&text);
}

/* Whether the step can be made; if not, reports to DIAG. */
static bool check_step(const ZermeloPlay *play, const JointMove *step,
                       Diag *diag, Arena *arena)
{
    size_t role_count = play->roles.count;
    size_t steps_made = play->path.count - 1;
    if (play->failure) {
        diag_error(diag, step->span, "limit", "%s", play->failure);
        return false;
    }
    if (last_entry(play)->is_terminal) {
        diag_error(diag, step->span, "illegal-move",
                   "the game is over after %zu step%s", steps_made,
                   steps_made == 1 ? "" : "s");
        return false;
    }
    if (step->count != role_count) {
        diag_error(diag, step->span, "illegal-move",
                   "a step has one move for each of the %zu roles, and this "
                   "one has %zu",
                   role_count, step->count);
        return false;
    }
    for (size_t i = 0; i < role_count; i++)
        if (!is_legal(play, i, step->moves[i])) {
            diag_error(diag, step->span, "illegal-move",
                       "%s is not a legal move of %s in step %zu",
                       term_string(arena, step->moves[i]), play->roles.items[i],
                       play->path.count);
            return false;
        }
    return true;
}

bool zermelo_play_moves(ZermeloPlay *play, const char *moves, char **why)
{
    if (why)
        *why = NULL;
    if (!play || !moves)
        return false;
    ENTER_HANDLE(play, play->game, no_memory_given(why), false);
    Arena *arena = arena_new();
    Diag diag;
    size_t count;
    diag_init(&diag, arena);
    const Source *source = source_new(arena, "moves", moves, strlen(moves));
    JointMove *steps =
        play_read(arena, play->game->game->terms, source, &diag, &count);
    for (size_t i = 0; i < count; i++) {
        if (!check_step(play, &steps[i], &diag, arena))
            break;
        make_step(play, steps[i].moves);
    }
    memory_free(play->move_error);
    play->move_error = NULL;
    if (diag.problems.count) {
        play->move_error = memory_strdup(diag.problems.items[0].message);
        give_problem(why, &diag.problems.items[0]);
    }
    diag_clear(&diag);
    arena_free(arena);
    return !play->move_error;
}

GETTER(const char *, zermelo_play_fault, ZermeloPlay, self->move_error)

bool zermelo_play_undo(ZermeloPlay *play)
{
    ENTER_HANDLE(play, play->game, (void)0, false);
    if (play->path.count == 1)
        return false;
    arena_free(vec_pop(&play->path).arena);
    interp_recover(play->interp); /* no step is made after a failure */
    play->failure = NULL;
    return true;
}

GETTER(size_t, zermelo_play_length, ZermeloPlay, self->path.count - 1)

const char *zermelo_play_made(const ZermeloPlay *play, size_t number,
                              size_t role)
{
    return number < zermelo_play_length(play) && role < play->roles.count
               ? play->path.items[number + 1].moves[role]
               : NULL;
}

/* ---- formulas ---- */

/* A formula that was read, and what it is about. */
typedef struct {
    Arena *arena;
    Universe *universe;
    const Formula *formula; /* NULL after giving the reason */
} Reading;

static Reading read_for_play(const ZermeloPlay *play, const char *formula,
                             char **why)
{
    const char *reason;
    Reading reading = {.arena = arena_new(),
                       .universe = universe_new(
                           play->game->game, DOMAINS_DIRECTED, NULL, &reason)};
    Problem problem;
    if (!reading.universe)
        give_reason(why, reason);
    else
        reading.formula = formula_read_text(reading.arena, reading.universe,
                                            "formula", formula, &problem);
    if (reading.universe && !reading.formula)
        give_problem(why, &problem);
    return reading;
}

static void end_reading(Reading *reading)
{
    universe_free(reading->universe);
    arena_free(reading->arena);
}

/* Says in *WHY what stopped the answer. */
static void give_limit(const ZermeloPlay *play, bool was_written_out,
                       char **why)
{
    give_reason(why, was_written_out || budget_spent(&play->budget)
                         ? budget_reason(&play->budget, "the time was used up")
                         : "the formula is too large to be written out");
}

ZermeloAnswer zermelo_play_holds(ZermeloPlay *play, const char *formula,
                                 char **why)
{
    if (why)
        *why = NULL;
    if (!play || !formula)
        return ZERMELO_UNKNOWN;
    ENTER_HANDLE(play, play->game, no_memory_given(why), ZERMELO_UNKNOWN);
    Holds holds = HOLDS_OPEN;
    Reading reading = read_for_play(play, formula, why);
    Props *props = props_new(reading.universe, &play->budget);
    PropId prop =
        reading.formula ? props_expand(props, reading.formula) : NO_PROP;
    if (prop != NO_PROP) {
        PlayEvaluator *evaluator = evaluator_new(props, play->interp);
        Play failing;
        position_satisfies(evaluator, last_entry(play)->position, &prop, 1,
                           &play->budget, reading.arena, &holds, &failing);
        evaluator_free(evaluator);
    }
    if (reading.formula && holds == HOLDS_OPEN)
        give_limit(play, prop != NO_PROP, why);
    props_free(props);
    end_reading(&reading);
    return holds == HOLDS_YES  ? ZERMELO_YES
           : holds == HOLDS_NO ? ZERMELO_NO
                               : ZERMELO_UNKNOWN;
}

char *zermelo_play_truth(ZermeloPlay *play, const char *formula, char **why)
{
    if (why)
        *why = NULL;
    if (!play || !formula)
        return NULL;
    json_use_heaps();
    ENTER_HANDLE(play, play->game, no_memory_given(why), NULL);
    Reading reading = read_for_play(play, formula, why);
    const Position **positions =
        arena_array(reading.arena, const Position *, play->path.count);
    for (size_t i = 0; i < play->path.count; i++)
        positions[i] = play->path.items[i].position;
    json_t *rows = NULL;
    if (reading.formula) {
        rows = subformulas_json(reading.universe, play->interp, reading.formula,
                                positions, play->path.count, &play->budget);
        if (!rows)
            give_limit(play, false, why);
        interp_set(play->interp, last_entry(play)->position);
    }
    end_reading(&reading);
    return rows ? give_json(rows) : NULL;
}

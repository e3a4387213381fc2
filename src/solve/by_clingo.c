/* by_clingo.c - planning by answer sets, with clingo (Thielscher, ICLP 2009)
 *
 * In:   a Game and a position
 * Out:  the best plan that clingo finds, and what its answers prove
 *
 * With a horizon it is one program: ext(G) and clauses (2) of the paper.
 * Otherwise clingo adds one move after the other (multi-shot solving) until
 * there is a plan of the highest value, which is then a shortest one. If there
 * is none, and every play ends within the horizon, lower values are tried from
 * the top. Start reading at clingo_solve(), at the end.
 */
#include "solve/by_clingo.h"

#include "asp/asp.h"
#include "asp/clingo.h"
#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>

/* ---- programs ---- */

/* The plays from START, as far as a program of KIND needs them. */
static Asp *add_plays(Text *out, const Game *game, const Position *start,
                      AspKind kind, size_t horizon)
{
    Asp *asp = asp_new(game, &(AspOptions){.kind = kind, .horizon = horizon});
    asp_rules(out, asp);
    asp_position(out, asp, start->features, start->count);
    asp_legal(out, asp);
    return asp;
}

void plays_program(Text *out, const Game *game, const Position *start,
                   size_t horizon)
{
    asp_free(add_plays(out, game, start, ASP_EXTENSION, horizon));
}

void plan_program(Text *out, const Game *game, const Position *start,
                  const Term *role, int value, size_t horizon)
{
    Asp *asp = add_plays(out, game, start, ASP_PLAN, horizon);
    asp_plan_end(out, asp, role, value);
    text_adds(out, "#show does/3.\n");
    asp_free(asp);
}

/* As plan_program, for multi-shot solving: plans of 0, 1, ... MAX_LENGTH moves.
 */
static void multi_shot_program(Text *out, const Game *game,
                               const Position *start, const Term *role,
                               int value, size_t max_length)
{
    Asp *asp =
        asp_new(game, &(AspOptions){.kind = ASP_PLAN, .horizon = max_length});
    asp_multi_shot(out, asp, start->features, start->count, role, value);
    text_adds(out, "#show does/3.\n");
    asp_free(asp);
}

/* ---- asking clingo ---- */

enum { BYTES_PER_RULE = 200, FIRST_HORIZON = 64 };

typedef struct {
    const Puzzle *puzzle;
    size_t megabytes; /* for clingo; 0: no limit */
    Arena *arena;     /* for reasons */
    Best *best;
    ClingoEffort effort;
    bool fixed_horizon; /* the user gave the horizon */
} ClingoSearch;

/* Records the moves of an answer set, which come in any order. */
static void record_plan(ClingoSearch *self, const ClingoModel *model, int value,
                        size_t horizon)
{
    const Puzzle *puzzle = self->puzzle;
    TermVec moves = {0};
    const Term **move_at_level =
        memory_zeroed(horizon + 2, sizeof(const Term *));
    for (size_t i = 0; i < model->count; i++) {
        size_t level;
        const Term *atom = asp_read_atom(puzzle->game->terms, ASP_PLAN,
                                         model->atoms[i], &level);
        if (atom && atom->arity == 2 && level <= horizon + 1)
            move_at_level[level] = atom->args[1];
    }
    for (size_t i = 0; i < horizon + 2; i++)
        if (move_at_level[i])
            vec_push(&moves, move_at_level[i]);
    best_record_plan(self->best, puzzle, "clingo", value,
                     (TermList){moves.items, moves.count},
                     !self->fixed_horizon);
    vec_free(&moves);
    memory_free(move_at_level);
}

/* Runs PROGRAM, which is freed, and reports progress. A model is a plan of
 * VALUE within HORIZON, or with NO_VALUE nothing to be recorded. */
static ClingoVerdict ask(ClingoSearch *self, Text *program, int value,
                         size_t horizon)
{
    const Puzzle *puzzle = self->puzzle;
    Arena *arena = arena_new();
    ClingoTask task = {.mode = CLINGO_MODELS,
                       .max_models = 1,
                       .megabytes = self->megabytes,
                       .budget = puzzle->budget};
    ClingoAnswer answer =
        clingo_run(arena, text_string(program), program->length, &task);
    text_free(program);
    if (answer.verdict == CLINGO_UNKNOWN)
        self->effort.reason = arena_printf(self->arena, "%s", answer.reason);
    if (puzzle->report)
        puzzle->report(puzzle->context, self->best);
    if (answer.verdict == CLINGO_SATISFIABLE && answer.count &&
        value != NO_VALUE)
        record_plan(self, &answer.models[0], value, horizon);
    arena_free(arena);
    return answer.verdict;
}

/* Asks for a plan of VALUE: for any plan within a HORIZON that the user gave,
 * otherwise, length by length, for a shortest one. */
static ClingoVerdict ask_plan(ClingoSearch *self, int value, size_t horizon)
{
    const Puzzle *puzzle = self->puzzle;
    Text program = {0};
    (self->fixed_horizon ? plan_program : multi_shot_program)(
        &program, puzzle->game, puzzle->start_position,
        puzzle->net->roles[0].name, value, horizon);
    return ask(self, &program, value, horizon);
}

/* Asks for a play that has not ended after HORIZON moves. */
static ClingoVerdict ask_unfinished_play(ClingoSearch *self, size_t horizon)
{
    Text program = {0};
    plays_program(&program, self->puzzle->game, self->puzzle->start_position,
                  horizon);
    text_addf(&program, ":- _terminated(T).\n:- terminal(T).\n#show.\n");
    return ask(self, &program, NO_VALUE, horizon);
}

/* ---- sizes ---- */

/* Records the horizon and the estimated number of ground rules. */
static void record_program_size(ClingoSearch *self, size_t horizon)
{
    self->effort.horizon = horizon;
    self->effort.rules =
        (uint64_t)self->puzzle->net->ground_rules * (horizon + 1);
}

/* Whether a program of HORIZON fits in memory, and the budget is not spent;
 * records its size, and the reason if it is too large. */
static bool may_ask_at(ClingoSearch *self, size_t horizon)
{
    record_program_size(self, horizon);
    uint64_t rule_count = self->effort.rules;
    if (!self->megabytes ||
        rule_count * BYTES_PER_RULE <= (uint64_t)self->megabytes << 20)
        return !budget_spent(self->puzzle->budget);
    self->effort.reason = arena_printf(
        self->arena,
        "about %llu ground rules at horizon %zu are too many for %zu MB",
        (unsigned long long)rule_count, horizon, self->megabytes);
    return false;
}

/* ---- the search ---- */

/* Every play ends within HORIZON, or longer ones do not matter: tries values
 * from the top. */
static void try_lower_values(ClingoSearch *self, size_t horizon,
                             bool within_horizon)
{
    Best *best = self->best;
    do
        best_record_bound(best, "clingo", best->bound - 1, within_horizon);
    while (!best_is_certain(best) &&
           ask_plan(self, best->bound, horizon) == CLINGO_UNSATISFIABLE);
}

/* The largest horizon up to HORIZON that fits in memory; at least 1. */
static size_t max_horizon_in_memory(const ClingoSearch *self, size_t horizon)
{
    assert(horizon > 0);
    uint64_t bytes_per_level =
        (uint64_t)self->puzzle->net->ground_rules * BYTES_PER_RULE;
    if (!self->megabytes || !bytes_per_level)
        return horizon;
    uint64_t level_count = ((uint64_t)self->megabytes << 20) / bytes_per_level;
    return level_count > horizon ? horizon
           : level_count > 1     ? (size_t)level_count - 1
                                 : 1;
}

ClingoEffort clingo_solve(const Puzzle *puzzle, size_t megabytes, Arena *arena,
                          Best *best)
{
    assert(puzzle->net);
    ClingoSearch self = {.puzzle = puzzle,
                         .megabytes = megabytes,
                         .arena = arena,
                         .best = best,
                         .fixed_horizon = puzzle->horizon != NO_HORIZON};
    size_t horizon = self.fixed_horizon
                         ? puzzle->horizon
                         : max_horizon_in_memory(&self, FIRST_HORIZON);
    while (!best_is_certain(best) && may_ask_at(&self, horizon)) {
        if (ask_plan(&self, best->bound, horizon) != CLINGO_UNSATISFIABLE)
            break;
        ClingoVerdict play_verdict = ask_unfinished_play(&self, horizon);
        if (self.fixed_horizon || play_verdict == CLINGO_UNSATISFIABLE) {
            try_lower_values(&self, horizon,
                             play_verdict != CLINGO_UNSATISFIABLE);
            break;
        }
        size_t larger_horizon = max_horizon_in_memory(&self, 2 * horizon);
        horizon = larger_horizon > horizon ? larger_horizon : horizon + 1;
    }
    if (!self.fixed_horizon && best->plan.count)
        record_program_size(&self, best->plan.count);
    return self.effort;
}

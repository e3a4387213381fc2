/* programs.h - programs of games and their answer sets, for unit tests */
#ifndef ZERMELO_TEST_PROGRAMS_H
#define ZERMELO_TEST_PROGRAMS_H

#include "../answers.h"
#include "support.h"

#include "api/handle.h"
#include "asp/asp.h"
#include "asp/clingo.h"
#include "sim/interp.h"

/* The program of all plays from the initial position, N levels. */
static inline char *plays_of(const ZermeloGame *game, const AspOptions *options)
{
    Text out = {0};
    const char *why;
    Asp *asp = asp_new(game->game, options);
    Interp *interp = interp_new(game->game, NULL, &why);
    assert_non_null(interp);
    const Position *initial = interp_initial(interp);
    asp_rules(&out, asp);
    asp_position(&out, asp, initial->features, initial->count);
    asp_legal(&out, asp);
    interp_free(interp);
    asp_free(asp);
    return text_take(&out);
}

static inline ClingoAnswer count_models(Arena *arena, const char *program)
{
    ClingoTask task = {.mode = CLINGO_MODELS};
    return clingo_run(arena, program, strlen(program), &task);
}

/* The plays of at most DEPTH steps that end or are as long as that. */
static inline uint64_t plays_by_perft(ZermeloGame *game, size_t depth)
{
    json_t *answer = ask(
        zermelo_perft_json, game,
        json_pack("{s:s,s:I}", "engine", "interp", "depth", (json_int_t)depth));
    const json_t *depths = json_object_get(answer, "depths");
    uint64_t plays = count_of(json_array_get(depths, depth), "plays");
    for (size_t i = 0; i < depth; i++)
        plays += count_of(json_array_get(depths, i), "terminal");
    json_decref(answer);
    return plays;
}

#endif

/* programs.h - programs of games and their answer sets, for unit tests */
#ifndef ZERMELO_TEST_PROGRAMS_H
#define ZERMELO_TEST_PROGRAMS_H

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
    const char *why;
    size_t done;
    ZermeloPerft counts[8];
    ZermeloPlay *play = zermelo_play_new(game, NULL, &why);
    assert_non_null(play);
    zermelo_perft(play, depth, NULL, counts, &done);
    uint64_t plays = counts[depth].plays;
    for (size_t i = 0; i < depth; i++)
        plays += counts[i].terminal;
    zermelo_play_free(play);
    return plays;
}

#endif

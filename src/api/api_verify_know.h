/* api_verify_know.h - GDL-II: does each role always know, proved or refuted
 *
 * Private to api/: what prove/verify.c says of any game, and what
 * know/information_sets.c says of a game with percepts, make one list.
 */
#ifndef ZERMELO_API_API_VERIFY_KNOW_H
#define ZERMELO_API_API_VERIFY_KNOW_H

#include "base/vec.h"
#include "sim/interp.h"
#include "zermelo.h"

typedef struct {
    ZermeloAbout about; /* ZERMELO_LEGAL, ZERMELO_TERMINAL or ZERMELO_GOAL */
    uint32_t role;
    ZermeloAnswer verdict;
    const char *reason; /* of being unknown */
    /* A refutation: two plays of STEPS joint moves that are the same to the
     * role, replayed by the interpreter; OTHER is NULL if it is the payoff that
     * has no value. */
    const Term *const *play, *const *other;
    size_t steps;
    const Term **features; /* of the position at the end of PLAY */
    size_t feature_count;
} Known;

typedef VEC(Known) KnownList;

/* Adds three items for each role other than random, in ARENA. INTERP is left
 * anywhere. */
void verify_known(const Game *game, Interp *interp, const Budget *budget,
                  Arena *arena, KnownList *list);

#endif

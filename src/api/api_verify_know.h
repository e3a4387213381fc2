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

/* A verdict with its evidence, as the user is shown it. */
typedef struct {
    ZermeloVerdict verdict;
    const Term *const *play, *const *other; /* joint moves; NULL: none */
    const Term *const *features; /* of the position at the end of PLAY */
    size_t feature_count;
} VerdictEntry;

typedef VEC(VerdictEntry) VerdictList;

/* Adds three verdicts for each role other than random, with ROLES the names of
 * all of them, in ARENA. INTERP is left anywhere. What is said about the end is
 * true of nothing if NO_PLAY_ENDS. */
void verify_known(const Game *game, Interp *interp, const char *const *roles,
                  bool no_play_ends, const Budget *budget, Arena *arena,
                  VerdictList *list);

#endif

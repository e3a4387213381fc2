/* verdict.h - what verify says of a game, with evidence; private to api/ */
#ifndef ZERMELO_API_VERDICT_H
#define ZERMELO_API_VERDICT_H

#include "base/vec.h"
#include "formula/proof_task.h"

/* One property of a game that is well-formed. */
typedef struct {
    const char *property; /* "playable", "terminating", "goals", ... */
    const char *role;     /* NULL if it is about none */
    Verdict verdict;
    bool is_vacuous; /* proved, but only because no play ends */
    const char *how; /* NULL if it is unknown */
    /* If it is refuted: the fault, by a stable name ("no-move", "no-value",
     * "several-values", "value-out-of-range", "loop", ...), and in words, or
     * NULL. ROLE is the one at fault, if there is one. */
    const char *why, *message;
    const char *reason; /* of being unknown, or NULL */
    bool has_bound;     /* terminating: no play has more steps than */
    uint64_t bound;
    bool has_play; /* that refutes it; of "winnable", that wins */
    bool has_loop; /* the play returns to the position of this number */
    bool has_other;
    size_t play_length, loop_from;
    /* Joint moves; the other play, as long, looks the same to the role. */
    const Term *const *play, *const *other_play;
    const Term *const *features; /* of the position at the end of PLAY */
    size_t feature_count;
    EvidenceKind evidence;        /* of a proof without a play */
    const GroundProperty *proved; /* or refuted: its formula; or NULL */
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

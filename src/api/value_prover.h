/* value_prover.h - what is proved of a game that is solved; private to api/
 *
 * solve/ does not see prove/: what is proved is handed to it. Of a puzzle it is
 * one more of its searches, which finds no plans, only bounds.
 */
#ifndef ZERMELO_API_VALUE_PROVER_H
#define ZERMELO_API_VALUE_PROVER_H

#include "api/proof_files.h"
#include "prove/verify_rounds.h"
#include "solve/game_value.h"
#include "solve/puzzle.h"

typedef struct {
    PlanSearch search; /* to be handed to the portfolio */
    VerifyTask task;
    ProveLimits limits;
    MethodStatistics statistics[PROOF_METHOD_COUNT];
    Questions questions;
    VerifyRounds rounds;
    ProofRecord record; /* borrows its net */
    unsigned round;     /* the next one */
    uint64_t work_owed; /* that was done in excess of earlier turns, in units */
    int bound;          /* the lowest that was recorded */
    EvidenceKind evidence;
    bool has_begun;
} ValueProver;

/* Of GAME on NET; FACTS, which may be NULL, are candidates. All is borrowed. */
void value_prover_init(ValueProver *prover, const Game *game, const Net *net,
                       const json_t *facts, uint64_t seed, const Budget *budget,
                       Arena *arena);
void value_prover_free(ValueProver *prover);

/* Proves what it can of GAME on NET in little time. INTERP is moved about. */
GameFacts value_facts(const Game *game, const Net *net, Interp *interp,
                      uint64_t seed, const Budget *budget);

/* Whether every role can tell from its percepts what all others have done, in
 * each position: then a game with `sees` has perfect information. */
bool all_moves_are_seen(const Net *net);

#endif

/* solution.h - a game that is being solved; private to api/
 *
 * solve/ does not see prove/: what is proved is handed to it. Of a puzzle it is
 * one more of its searches, which finds no plans, only bounds.
 */
#ifndef ZERMELO_API_SOLUTION_H
#define ZERMELO_API_SOLUTION_H

#include "api/proof_request.h"
#include "prove/schedule.h"
#include "solve/by_clingo.h"
#include "solve/game_value.h"
#include "solve/puzzle.h"

/* ---- value_prover.c: what is proved of it ---- */

typedef struct {
    PlanSearch search; /* to be handed to the portfolio */
    VerifyTask task;
    ProveLimits limits;
    MethodStatistics statistics[PROOF_METHOD_COUNT];
    Questions questions;
    PropertyTask proofs; /* of the questions */
    PropertyResult *results;
    Termination termination;
    Schedule *schedule; /* NULL until it begins */
    ProofRecord record; /* borrows its net */
    unsigned round;     /* the next one */
    uint64_t work_owed; /* that was done in excess of earlier turns, in units */
    int bound;          /* the lowest that was recorded */
    EvidenceKind evidence;
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

/* ---- plans ---- */

typedef enum { ENGINE_NATIVE, ENGINE_CLINGO, ENGINE_INTERP } SolveEngine;

enum { DEFAULT_MEGABYTES = 1024 }; /* of tables */

typedef struct {
    Call *call; /* its interpreter judges, within its budget */
    SolveEngine engine;
    Budget budget; /* of the search */
    Puzzle puzzle;
    Best best;
    const Position *from;
    /* The best plan that was replayed, as the caller sees it. */
    Arena *plan_arena;
    int goal;
    const Term **plan;
    size_t length;
    const char *finder;
    double publish_time, replay_seconds; /* of that plan */
    const char *stopped;
    ClingoEffort effort;
    FactsOption facts;
    ValueProver prover; /* of the native engine, with a net */
    bool plan_is_wrong; /* the rules do not allow what a search found */
    Heap *heap;         /* of the call */
} Solution;

/* "solved", "unsolvable" or "unknown". */
const char *solution_verdict(const Solution *solution);
bool solution_is_best(const Solution *solution);
bool solution_is_shortest(const Solution *solution);

/* api_value.c: the answer about a game of several roles. */
json_t *value_answer(Call *call, SolveEngine engine);

/* The net of a game that is solved by ENGINE; NULL: by the interpreter. */
const ZermeloNet *ground_to_solve(Call *call, SolveEngine engine);

/* Megabytes for tables or clingo, of those of the call; OTHERWISE without a
 * limit. */
size_t search_megabytes(const Call *call, size_t otherwise);

/* Writes the files that are wanted, and says in ANSWER what became of them. NET
 * may be NULL. */
void solution_save(Solution *solution, const ZermeloNet *net, json_t *answer);

#endif

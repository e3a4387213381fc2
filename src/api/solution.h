/* solution.h - a puzzle that is being solved; private to api/ */
#ifndef ZERMELO_API_SOLUTION_H
#define ZERMELO_API_SOLUTION_H

#include "api/value_prover.h"
#include "solve/by_clingo.h"

typedef enum { ENGINE_NATIVE, ENGINE_CLINGO, ENGINE_INTERP } SolveEngine;

typedef struct {
    Call *call; /* its interpreter judges, within its budget */
    SolveEngine engine;
    Budget budget; /* of the search */
    Puzzle puzzle;
    Best best;
    const Term *const *move_terms; /* by number, as in a plan; with a net */
    TermVec move_table;            /* the same, without a net */
    const Position *from;
    /* The best plan that was replayed, as the caller sees it. */
    Arena *plan_arena;
    int goal;
    const char **moves;
    const Term **plan; /* the same as terms */
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

/* Writes the files that are wanted, and says in ANSWER what became of them. NET
 * may be NULL. */
void solution_save(Solution *solution, const ZermeloNet *net, json_t *answer);

#endif

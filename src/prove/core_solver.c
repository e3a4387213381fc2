/* core_solver.c - questions about induction steps
 *
 * In:   candidates, of which some are needed
 * Out:  whether a property follows from them, and which of them it rests on
 * Next: proof_core.c
 *
 * Each candidate is switched on by a literal of its own; those that failed are
 * what an answer rests on. Start reading at core_follows(), at the end.
 */
#include "prove/core_solver.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>

/* Of a question, which is then asked by moves; and of one of these. */
enum { MAX_CONFLICTS = 3000, MAX_CONFLICTS_OF_MOVE = 20000 };

static void level_begin(ProofCores *cores, CoreLevel *level, size_t number,
                        unsigned steps, unsigned position_count)
{
    *level = (CoreLevel){.number = number,
                         .steps = steps,
                         .position_count = position_count,
                         .sat = sat_new(&cores->budget)};
    sat_option(level->sat, "lucky", 0); /* questions are many and small */
    sat_option(level->sat, "elim", 0);
    level->unroll = unroll_new(cores->record->net, level->sat, UNROLL_ANY);
    level->clauses = memory_zeroed(position_count, sizeof *level->clauses);
    for (unsigned i = 0; i < steps; i++)
        unroll_step(level->unroll, i);
    for (unsigned i = 0; i < position_count; i++)
        level->clauses[i] = property_clauses(&cores->record->properties,
                                             level->unroll, level->sat, i);
}

static void level_end(CoreLevel *level)
{
    for (unsigned i = 0; i < level->position_count; i++)
        property_clauses_free(&level->clauses[i]);
    unroll_free(level->unroll);
    sat_free(level->sat);
    vec_free_all(&level->supposed, &level->violated);
    memory_free(level->clauses);
}

CoreLevel *core_level_new(ProofCores *cores, size_t number, unsigned steps,
                          unsigned position_count)
{
    CoreLevel *level = memory_alloc(sizeof *level);
    level_begin(cores, level, number, steps, position_count);
    return level;
}

void core_level_free(CoreLevel *level)
{
    if (level)
        level_end(level);
    memory_free(level);
}

/* A solver that ran out of time lacks clauses. */
static void renew(ProofCores *cores, CoreLevel *level)
{
    CoreLevel old = *level;
    if (!sat_exhausted(level->sat) || budget_spent(&cores->budget))
        return;
    level_end(level);
    level_begin(cores, level, old.number, old.steps, old.position_count);
}

/* The position after the last one where CANDIDATE may be assumed. */
static size_t end_of(const CoreLevel *level, const CoreCandidate *candidate)
{
    return level->position_count - (candidate->level == level->number);
}

static SatLit *literal_of(SatLits *literals, size_t number)
{
    while (literals->count <= number)
        vec_push(literals, 0);
    return &literals->items[number];
}

/* The literal that a candidate holds where it may be assumed. */
static SatLit suppose(const ProofCores *cores, CoreLevel *level, size_t number)
{
    const CoreCandidate *candidate = &cores->candidates.items[number];
    SatLit *lit = literal_of(&level->supposed, number);
    if (*lit)
        return *lit;
    *lit = sat_variable(level->sat);
    for (size_t i = 0; i < end_of(level, candidate); i++)
        property_suppose(&level->clauses[i], *lit, &candidate->property);
    return *lit;
}

/* The literal that it fails in one of these positions. */
static SatLit violate(const ProofCores *cores, CoreLevel *level, size_t number)
{
    const CoreCandidate *candidate = &cores->candidates.items[number];
    SatLits fails = {0};
    SatLit *lit = literal_of(&level->violated, number);
    if (*lit)
        return *lit;
    for (size_t i = 0; i < end_of(level, candidate); i++)
        vec_push(&fails,
                 property_violation(&level->clauses[i], &candidate->property));
    *lit = sat_or(level->sat, fails.items, fails.count);
    vec_free(&fails);
    return *lit;
}

/* What a question assumes, and which of that was needed so far. */
typedef struct {
    CoreLevel *level;
    SatLit violated;  /* what is to be shown fails */
    SatLit different; /* something that it rested on before fails */
    CoreNumbers assumed;
    bool *has_failed;
} CoreQuestion;

static SatAnswer ask(const ProofCores *cores, CoreQuestion *question,
                     SatLit move)
{
    CoreLevel *level = question->level;
    bool is_whole = move == sat_true(level->sat);
    if (budget_spent(&cores->budget))
        return SAT_UNKNOWN;
    for (size_t i = 0; i < question->assumed.count; i++)
        sat_assume(level->sat,
                   level->supposed.items[question->assumed.items[i]]);
    sat_assume(level->sat, question->violated);
    sat_assume(level->sat, question->different);
    sat_assume(level->sat, move);
    SatAnswer answer = unroll_solve(
        level->unroll, is_whole ? MAX_CONFLICTS : MAX_CONFLICTS_OF_MOVE);
    for (size_t i = 0; i < question->assumed.count && answer == SAT_NO; i++)
        question->has_failed[i] =
            question->has_failed[i] ||
            sat_failed(level->sat,
                       level->supposed.items[question->assumed.items[i]]);
    return answer;
}

/* A question that is too hard, for each move of the role that has the most. */
static SatAnswer ask_by_moves(const ProofCores *cores, CoreQuestion *question)
{
    const Net *net = cores->record->net;
    SatAnswer answer = SAT_NO;
    size_t role = 0;
    for (size_t i = 1; i < net->role_count; i++)
        if (net->roles[i].move_count > net->roles[role].move_count)
            role = i;
    for (uint32_t i = 0; i < net->roles[role].move_count && answer == SAT_NO;
         i++)
        answer = ask(cores, question,
                     unroll_move(question->level->unroll, 0, role, i));
    return answer;
}

/* Where everything holds that it rested on before, it holds: one of those that
 * are not needed any more fails. */
static void ask_for_difference(const ProofCores *cores, CoreQuestion *question,
                               const CoreNumbers *rested_on)
{
    CoreLevel *level = question->level;
    SatLits lits = {0};
    for (size_t i = 0; i < rested_on->count; i++)
        if (!cores->candidates.items[rested_on->items[i]].is_needed)
            vec_push(&lits, violate(cores, level, rested_on->items[i]));
    question->different = lits.count
                              ? sat_or(level->sat, lits.items, lits.count)
                              : sat_true(level->sat);
    vec_free(&lits);
}

/* It rests on what has failed, and what it rested on and is still needed. */
static void set_rests_on(const ProofCores *cores, const CoreQuestion *question,
                         bool from_all, CoreNumbers *rests_on)
{
    CoreNumbers before = *rests_on;
    *rests_on = (CoreNumbers){0};
    for (size_t i = 0; i < question->assumed.count; i++) {
        uint32_t number = question->assumed.items[i];
        bool is_used = question->has_failed[i];
        for (size_t k = 0; k < before.count && !from_all; k++)
            is_used = is_used || (before.items[k] == number &&
                                  cores->candidates.items[number].is_needed);
        if (is_used)
            vec_push(rests_on, number);
    }
    vec_free(&before);
}

bool core_follows(ProofCores *cores, CoreLevel *level,
                  const GroundProperty *property, bool from_all,
                  CoreNumbers *rests_on)
{
    CoreQuestion question = {.level = level};
    renew(cores, level);
    question.violated =
        property_violation(&level->clauses[level->steps], property);
    question.different = sat_true(level->sat);
    if (!from_all)
        ask_for_difference(cores, &question, rests_on);
    for (uint32_t i = 0; i < cores->candidates.count; i++) {
        const CoreCandidate *candidate = &cores->candidates.items[i];
        bool is_usable = i < cores->log_count || candidate->is_claim;
        if (is_usable && !candidate->is_barred &&
            candidate->level <= level->number &&
            (from_all || candidate->is_needed)) {
            (void)suppose(cores, level, i);
            vec_push(&question.assumed, i);
        }
    }
    question.has_failed =
        memory_zeroed(question.assumed.count + 1, sizeof(bool));
    SatAnswer answer = ask(cores, &question, sat_true(level->sat));
    if (answer == SAT_UNKNOWN && level->steps + property->degree)
        answer = ask_by_moves(cores, &question);
    cores->is_too_hard = cores->is_too_hard || answer == SAT_UNKNOWN;
    if (answer == SAT_NO)
        set_rests_on(cores, &question, from_all, rests_on);
    vec_free(&question.assumed);
    memory_free(question.has_failed);
    return answer == SAT_NO;
}

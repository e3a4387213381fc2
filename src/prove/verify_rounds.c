/* verify_rounds.c - rounds of proof for the properties of a well-formed game
 *
 * In:   questions about a Net
 * Out:  a result for each, and whether plays end
 * Next: verify.c judges the plays
 *
 * All methods are rows of a plan of the schedule (prove/schedule.c). What the
 * rules say without plays comes first.
 */
#include "prove/verify_rounds.h"

#include "base/memory.h"
#include "formula/facts.h"

#include <assert.h>
#include <stdlib.h>

void verify_rounds_begin(VerifyRounds *rounds)
{
    const VerifyTask *task = rounds->task;
    size_t count = rounds->questions->list.count;
    rounds->results = memory_zeroed(count + 1, sizeof *rounds->results);
    facts_lower(task->facts, task->game, task->budget, rounds->properties,
                &rounds->facts);
    rounds->proof_task = (PropertyTask){
        .net = rounds->net,
        .properties = rounds->properties,
        .list = rounds->questions->list.items,
        .count = count,
        .facts = rounds->facts.items,
        .fact_count = rounds->facts.count,
        .seed = task->seed,
        .budget = task->budget,
        .limits = task->limits,
        .statistics = task->statistics,
        .plan = PLAN_VERIFY,
        .termination = rounds->is_about_values ? NULL : &rounds->termination,
        .log = task->record ? &task->record->log : NULL,
        .replay = rounds->judge_refuted,
        .context = rounds->context};
    rounds->schedule = schedule_new(&rounds->proof_task, rounds->results);
    schedule_round(rounds->schedule, PLAN_RULES, 0); /* without plays */
}

bool verify_rounds_continue(VerifyRounds *rounds, unsigned round)
{
    return schedule_round(rounds->schedule, PLAN_VERIFY, round);
}

void verify_rounds_run(VerifyRounds *rounds)
{
    verify_rounds_begin(rounds);
    for (unsigned round = 0; verify_rounds_continue(rounds, round); round++)
        ;
}

const PropertyResult *verify_rounds_endless(const VerifyRounds *rounds)
{
    const Questions *questions = rounds->questions;
    for (size_t i = 0; i < questions->list.count; i++)
        if (questions->topics.items[i].check == CHECK_TERMINATING &&
            rounds->results[i].verdict == VERDICT_PROVED)
            return &rounds->results[i];
    return NULL;
}

void verify_rounds_keep(const VerifyRounds *rounds, ProofRecord *record)
{
    record->tried_facts = rounds->proof_task.tried_facts;
    for (size_t i = 0; i < rounds->questions->list.count; i++) {
        const GroundProperty *property = &rounds->questions->list.items[i];
        assert(!property->degree); /* they are about positions */
        if (rounds->results[i].verdict == VERDICT_PROVED)
            vec_push(&record->proved, property->ends[0]);
    }
}

void verify_rounds_free(VerifyRounds *rounds)
{
    schedule_free(rounds->schedule);
    for (size_t i = 0; i < rounds->questions->list.count; i++)
        memory_free(rounds->results[i].moves);
    free_all(rounds->results, rounds->termination.moves);
    vec_free_all(&rounds->proof_task.lemmas, &rounds->facts);
}

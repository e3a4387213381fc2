/* solution_save.c - certificates of plans, and of the values they reach
 *
 * In:   a solution
 * Out:  a directory that `zermelo recheck` checks
 *
 * Start reading at solution_save(), at the end.
 */
#include "api/solution.h"

#include "base/memory.h"
#include "lang/print.h"
#include "prove/walk/reachable_states.h"

#include <assert.h>
#include <string.h>

enum { MAX_SAVED_POSITIONS = 500000 };

typedef struct {
    Solution *solution;
    const ZermeloNet *net; /* or NULL */
    Certificate *certificate;
    ProofRecord *record;
    ReachableStates *reachable;
    json_t *all_positions; /* evidence, if they were looked at; or NULL */
} SolutionWriter;

static CertificateClaim claim_of_value(const Solution *solution,
                                       const char *property,
                                       const char *verdict, int value)
{
    return (CertificateClaim){
        .property = property,
        .verdict = verdict,
        .role = term_string(solution->call->arena,
                            interp_role(solution->call->interp, 0)),
        .value = value,
        .bound = -1,
        .within = -1,
        .at = -1};
}

/* Lists positions, as many as may be saved, once; false without a net. */
static bool list_positions(SolutionWriter *writer)
{
    const Solution *solution = writer->solution;
    const ZermeloNet *net = writer->net;
    if (net && !writer->reachable) {
        uint64_t *start =
            state_of_position(solution->from, net->net, solution->call->arena);
        Budget budget = budget_new(60, solution->budget.cancelled);
        writer->reachable = reachable_new_from(net->machine, start,
                                               MAX_SAVED_POSITIONS, &budget);
    }
    return net;
}

static size_t write_positions(const SolutionWriter *writer, const char *name,
                              size_t count, const uint32_t *depths)
{
    return evidence_positions(
        writer->certificate,
        &(PositionList){.net = writer->record->net,
                        .file_name = name,
                        .states = reachable_state(writer->reachable, 0),
                        .count = count,
                        .ranks = depths,
                        .rank_kind = "depth"});
}

/* Adds a claim that rests on all positions or, within the horizon, on unrolled
 * plays. */
static void claim_bound(SolutionWriter *writer, CertificateClaim claim)
{
    const Solution *solution = writer->solution;
    json_t *unrolled = NULL;
    if (!solution->best.prover && writer->net) {
        claim.evidence = writer->record->constants;
    } else if (solution->prover.schedule &&
               solution->prover.bound == solution->best.bound &&
               solution->prover.evidence == EVIDENCE_LEMMAS) {
        evidence_of(writer->record, writer->certificate, EVIDENCE_LEMMAS,
                    "induction", &claim);
    } else if (solution->best.within_horizon) {
        claim.within = (int64_t)call_count(solution->call, "horizon", 0);
        claim.evidence = unrolled = json_pack(
            "[I]", (json_int_t)certificate_evidence(
                       writer->certificate, "bounded",
                       json_pack("{s:I}", "steps", (json_int_t)claim.within)));
    } else if (list_positions(writer) &&
               reachable_complete(writer->reachable)) {
        if (!writer->all_positions)
            writer->all_positions =
                json_pack("[I]", (json_int_t)write_positions(
                                     writer, "certificate.positions",
                                     reachable_count(writer->reachable), NULL));
        claim.evidence = writer->all_positions;
    } else {
        claim.reason =
            arena_printf(solution->call->arena,
                         "there are more than %d positions, or they could "
                         "not be listed",
                         MAX_SAVED_POSITIONS);
    }
    certificate_claim(writer->certificate, &claim);
    json_decref(unrolled);
}

/* Adds the positions that take fewer steps than the plan, breadth first as they
 * were listed; NULL if not all of them were. */
static json_t *write_earlier_positions(SolutionWriter *writer)
{
    if (!list_positions(writer))
        return NULL;
    size_t length = writer->solution->length, count = 0,
           listed = reachable_count(writer->reachable),
           expanded = reachable_expanded(writer->reachable);
    uint32_t *depths = reachable_depths(writer->reachable);
    bool is_complete = expanded == listed || depths[expanded] + 1 >= length;
    while (count < listed && depths[count] < length)
        count++;
    json_t *numbers =
        is_complete
            ? json_pack("[I]", (json_int_t)write_positions(
                                   writer, "certificate.depths", count, depths))
            : NULL;
    memory_free(depths);
    return numbers;
}

/* Adds the plan, and that no shorter one is as good: the value is not reached
 * in any position that takes fewer steps. */
static void claim_plan(SolutionWriter *writer)
{
    const Solution *solution = writer->solution;
    CertificateClaim claim =
        claim_of_value(solution, "reaches", "proved", solution->goal);
    Play plan = {solution->plan, solution->length};
    json_t *numbers =
        json_pack("[I]", (json_int_t)certificate_play(writer->certificate,
                                                      &plan, 1, SIZE_MAX));
    claim.evidence = numbers;
    certificate_claim(writer->certificate, &claim);
    json_decref(numbers);
    if (!solution_is_shortest(solution) || !solution->length)
        return;
    claim.verdict = "refuted";
    claim.within = (int64_t)solution->length - 1;
    claim.evidence = numbers = write_earlier_positions(writer);
    claim.reason = numbers ? NULL : "too many positions to be listed";
    certificate_claim(writer->certificate, &claim);
    json_decref(numbers);
}

/* Adds that no end with a value can be reached. */
static void claim_no_end(SolutionWriter *writer)
{
    const Solution *solution = writer->solution;
    for (int value = 0; value <= 100; value++)
        if (solution->best.is_goal_value[value])
            claim_bound(writer,
                        claim_of_value(solution, "reaches", "refuted", value));
}

static void write_solution(void *context, Certificate *certificate)
{
    SolutionWriter *writer = context;
    const Solution *solution = writer->solution;
    const Call *call = solution->call;
    bool is_unsolvable = strcmp(solution_verdict(solution), "unsolvable") == 0;
    ProofRecord of_net = {.net = writer->net ? writer->net->net : NULL};
    writer->certificate = certificate;
    if (!writer->record->net)
        writer->record = &of_net;
    evidence_write(writer->record, certificate);
    if (solution->goal != NO_VALUE)
        claim_plan(writer);
    if (solution_is_best(solution))
        claim_bound(writer, claim_of_value(solution, "at-most", "proved",
                                           solution->goal));
    else if (is_unsolvable && call_has(call, "goal"))
        claim_bound(writer, claim_of_value(solution, "reaches", "refuted",
                                           (int)call_count(call, "goal", 0)));
    else if (is_unsolvable)
        claim_no_end(writer);
    reachable_free(writer->reachable);
    json_decref(writer->all_positions);
    of_net.net = NULL; /* it was borrowed */
    proof_record_free(&of_net);
}

void solution_save(Solution *solution, const ZermeloNet *net, json_t *answer)
{
    ProofRecord *record = &solution->prover.record;
    SolutionWriter writer = {
        .solution = solution, .net = net, .record = record};
    proof_save(solution->call, call_text(solution->call, "save", NULL),
               &solution->facts, record, answer, write_solution, &writer);
}

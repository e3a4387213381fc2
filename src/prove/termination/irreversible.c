/* irreversible.c - bound plays by conditions that, once true, stay true
 *
 * In:   a Net and its Machine
 * Out:  a bound on the length of plays
 * Next: prove/termination/termination.c
 *
 * A milestone is a condition that stays true once it is true: that a feature
 * does not have its initial value any more. That it does is proved by
 * induction. If each step, or each pair or triple of steps, makes one of n
 * milestones true, the number of those not reached is a ranking function, and
 * plays have at most about n, 2 n or 3 n steps. Start reading at
 * find_irreversible_bound(), at the end.
 */
#include "prove/termination/irreversible.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>

enum { MAX_STEPS_TO_MILESTONE = 3 }; /* until a further one is reached */

/* Milestone number F is that feature F does not have its initial value. */
typedef struct {
    const Net *net;
    PropertyTable *properties;
    PropertyResult *results;
    PropertyProver *prove;
    bool cut_short; /* a larger quota might prove more */
} MilestoneSearch;

/* ---- milestones ---- */

/* REFS are the milestones, by number, at the position LEVEL steps later. */
static void milestone_refs_at(MilestoneSearch *search, unsigned level,
                              RefList *refs)
{
    vec_clear(refs);
    for (uint32_t i = 0; i < search->net->feature_count; i++)
        vec_push(refs, property_feature(search->properties, level, i) ^
                           search->net->initial[i]);
}

/* ---- which of them are irreversible ---- */

/* Asks the prover for each milestone whether it stays true after a step. */
static void prove_irreversible(MilestoneSearch *search, PropertyTask *task)
{
    size_t count = search->net->feature_count;
    GroundProperty *properties = memory_zeroed(count + 1, sizeof *properties);
    search->results = memory_zeroed(count + 1, sizeof *search->results);
    RefList before = {0}, after = {0};
    milestone_refs_at(search, 0, &before);
    milestone_refs_at(search, 1, &after);
    for (size_t i = 0; i < count; i++) {
        properties[i].degree = 1;
        properties[i].ends[1] = ref_not(property_pair(
            search->properties, before.items[i], ref_not(after.items[i])));
    }
    task->list = properties;
    task->count = count;
    search->prove(task, search->results);
    search->cut_short = task->cut_short || budget_spent(task->budget);
    for (size_t i = 0; i < count; i++)
        memory_free(search->results[i].moves);
    memory_free(properties);
    vec_free_all(&before, &after);
}

static bool is_irreversible(const MilestoneSearch *search, size_t number)
{
    assert(number < search->net->feature_count);
    return search->results[number].verdict == VERDICT_PROVED;
}

static size_t count_irreversible(const MilestoneSearch *search)
{
    size_t count = 0;
    for (size_t i = 0; i < search->net->feature_count; i++)
        count += is_irreversible(search, i);
    return count;
}

/* ---- whether one is reached every few steps ---- */

/* An irreversible milestone is reached within STEP_COUNT steps. */
static Ref any_reached_ref(MilestoneSearch *search, unsigned step_count)
{
    RefList before = {0}, after = {0}, newly_reached = {0};
    milestone_refs_at(search, 0, &before);
    milestone_refs_at(search, step_count, &after);
    for (size_t i = 0; i < before.count; i++)
        if (is_irreversible(search, i))
            vec_push(&newly_reached,
                     property_pair(search->properties, ref_not(before.items[i]),
                                   after.items[i]));
    Ref disjunction = property_or(search->properties, newly_reached.items,
                                  newly_reached.count);
    vec_free_all(&before, &after, &newly_reached);
    return disjunction;
}

/* Whether within STEP_COUNT steps an irreversible milestone is always reached.
 */
static bool bounds_plays(MilestoneSearch *search, PropertyTask *task,
                         unsigned step_count)
{
    assert(step_count && step_count <= MAX_DEGREE);
    GroundProperty reaches_one = {.degree = step_count};
    PropertyResult result;
    reaches_one.ends[step_count] = any_reached_ref(search, step_count);
    task->list = &reaches_one;
    task->count = 1;
    vec_clear(&task->lemmas);
    search->prove(task, &result);
    search->cut_short =
        search->cut_short || task->cut_short || budget_spent(task->budget);
    memory_free(result.moves);
    return result.verdict == VERDICT_PROVED;
}

/* Records that every STEP_COUNT steps raise the number of the irreversible
 * milestones that are reached. */
static void log_measure(MilestoneSearch *search, ProofLog *log,
                        unsigned step_count)
{
    RefList refs = {0};
    VEC(WeightedRef) terms = {0};
    milestone_refs_at(search, 0, &refs);
    for (size_t i = 0; i < refs.count; i++)
        if (is_irreversible(search, i))
            vec_push(&terms, ((WeightedRef){-1, refs.items[i]}));
    proof_log_measure(log,
                      (WeightedSum){terms.items, terms.count, NO_MIN, NO_MAX},
                      step_count);
    vec_free_all(&refs, &terms);
}

/* Tries whether one is reached in one step, in two, in three. */
static bool find_step_bound(MilestoneSearch *search, PropertyTask *task,
                            const Budget *budget, uint64_t *bound)
{
    size_t count = count_irreversible(search);
    bool is_proved = false;
    for (unsigned step_count = 1; step_count <= MAX_STEPS_TO_MILESTONE &&
                                  count && !is_proved && !budget_spent(budget);
         step_count++) {
        WorkMeter meter;
        Budget share = budget_share(budget, &meter, 0.4);
        task->budget = &share;
        is_proved = bounds_plays(search, task, step_count);
        *bound = step_count * count + step_count - 1;
        if (is_proved)
            log_measure(search, task->log, step_count);
    }
    return is_proved;
}

bool find_irreversible_bound(const IrreversibleTask *request, uint64_t *bound)
{
    const Net *net = machine_net(request->machine);
    RefList *lemmas = request->lemmas;
    MilestoneSearch search = {
        .net = net, .properties = request->properties, .prove = request->prove};
    Arena *arena = arena_new();
    WorkMeter meter;
    Budget share = budget_share(request->budget, &meter, 0.6);
    GroundProperty *givens = arena_array(arena, GroundProperty, lemmas->count);
    for (size_t i = 0; i < lemmas->count; i++)
        givens[i].ends[0] = lemmas->items[i];
    PropertyTask task = {.net = net,
                         .properties = request->properties,
                         .givens = givens,
                         .given_count = lemmas->count,
                         .seed = request->seed,
                         .budget = &share,
                         .limits = request->limits,
                         .log = request->log,
                         .plan = PLAN_QUICK,
                         .round = request->round,
                         .rounds = 1,
                         .wants_lemmas = true};
    prove_irreversible(&search, &task);
    vec_append(lemmas, task.lemmas.items, task.lemmas.count);
    task.wants_lemmas = false;
    bool is_proved = find_step_bound(&search, &task, request->budget, bound);
    if (!is_proved &&
        search.cut_short) /* a share of the quota, or of a method */
        budget_charge(request->budget, budget_work_left(request->budget));
    vec_free(&task.lemmas);
    memory_free(search.results);
    arena_free(arena);
    return is_proved;
}

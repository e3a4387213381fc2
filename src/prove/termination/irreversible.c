/* irreversible.c - bound plays by conditions that, once true, stay true
 *
 * In:   a Net and its Machine
 * Out:  a bound on the length of plays
 * Next: prove/termination/termination.c
 *
 * A milestone is a condition that stays true once it is true: that a feature
 * does not have its initial value any more, or that all of the first values of
 * a chain (prove/termination/monotone_chains.c) are gone. That it does is
 * proved by induction. If each step, or each pair or triple of steps, makes one
 * of n milestones true, the number of those not reached is a ranking function,
 * and plays have at most about n, 2 n or 3 n steps. Start reading at
 * find_irreversible_bound(), at the end.
 */
#include "prove/termination/irreversible.h"

#include "base/memory.h"
#include "prove/termination/monotone_chains.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_CHAIN_MILESTONES = 6000,
    MAX_STEPS_TO_MILESTONE = 3 /* until a further milestone is reached */
};

/* FEATURE has VALUE; and, of a chain, the milestone PREVIOUS holds as well. */
typedef struct {
    uint32_t feature;
    bool value;
    uint32_t previous; /* a milestone, or NO_INDEX */
    bool is_candidate; /* to be irreversible: not inside a level of a chain */
} Milestone;

typedef struct {
    const Net *net;
    PropertyTable *properties;
    VEC(Milestone) milestones;
    PropertyResult *results;
    PropertyProver *prove;
    bool cut_short; /* a larger quota might prove more */
} MilestoneSearch;

/* ---- milestones ---- */

static void add_feature_milestones(MilestoneSearch *search)
{
    const Net *net = search->net;
    for (uint32_t feature = 0; feature < net->feature_count; feature++)
        vec_push(
            &search->milestones,
            ((Milestone){feature, !net->initial[feature], NO_INDEX, true}));
}

static void add_chain_milestones(MilestoneSearch *search, const Chains *chains)
{
    for (size_t i = 0; i < chains->count; i++) {
        const MonotoneChain *chain = &chains->items[i];
        uint32_t previous = NO_INDEX;
        if (search->milestones.count >
            search->net->feature_count + MAX_CHAIN_MILESTONES)
            return;
        for (size_t k = 0; k < chain->count; k++) {
            Milestone milestone = {chain->features[k], false, previous,
                                   chain->ends_level[k]};
            previous = (uint32_t)search->milestones.count;
            vec_push(&search->milestones, milestone);
        }
    }
}

/* REFS are the milestones, by number, at the position LEVEL steps later. */
static void milestone_refs_at(MilestoneSearch *search, unsigned level,
                              RefList *refs)
{
    vec_clear(refs);
    for (size_t i = 0; i < search->milestones.count; i++) {
        const Milestone *milestone = &search->milestones.items[i];
        Ref ref =
            property_feature(search->properties, level, milestone->feature) ^
            !milestone->value;
        assert(milestone->previous == NO_INDEX || milestone->previous < i);
        if (milestone->previous != NO_INDEX)
            ref = property_pair(search->properties,
                                refs->items[milestone->previous], ref);
        vec_push(refs, ref);
    }
}

/* ---- which of them are irreversible ---- */

/* Asks the prover for each candidate whether it stays true after a step. */
static void prove_irreversible(MilestoneSearch *search, PropertyTask *task)
{
    size_t count = search->milestones.count;
    GroundProperty *properties = memory_zeroed(count + 1, sizeof *properties);
    search->results = memory_zeroed(count + 1, sizeof *search->results);
    RefList before = {0}, after = {0};
    milestone_refs_at(search, 0, &before);
    milestone_refs_at(search, 1, &after);
    for (size_t i = 0; i < count; i++) {
        properties[i].degree = search->milestones.items[i].is_candidate;
        if (search->milestones.items[i].is_candidate)
            properties[i].ends[1] = ref_not(property_pair(
                search->properties, before.items[i], ref_not(after.items[i])));
    }
    task->list = properties;
    task->count = count;
    search->prove(task, search->results);
    search->cut_short = task->cut_short || budget_spent(task->budget);
    for (size_t i = 0; i < count; i++)
        free(search->results[i].moves);
    free(properties);
    vec_free_all(&before, &after);
}

static bool is_irreversible(const MilestoneSearch *search, size_t number)
{
    return search->milestones.items[number].is_candidate &&
           search->results[number].verdict == VERDICT_PROVED;
}

/* Irreversible milestones before END; those on single features come first. */
static size_t count_irreversible(const MilestoneSearch *search, size_t end)
{
    size_t count = 0;
    for (size_t i = 0; i < end; i++)
        count += is_irreversible(search, i);
    return count;
}

/* ---- whether one is reached every few steps ---- */

/* An irreversible milestone before END is reached within STEP_COUNT steps. */
static Ref any_reached_ref(MilestoneSearch *search, size_t end,
                           unsigned step_count)
{
    RefList before = {0}, after = {0}, newly_reached = {0};
    milestone_refs_at(search, 0, &before);
    milestone_refs_at(search, step_count, &after);
    for (size_t i = 0; i < end; i++)
        if (is_irreversible(search, i))
            vec_push(&newly_reached,
                     property_pair(search->properties, ref_not(before.items[i]),
                                   after.items[i]));
    Ref disjunction = property_or(search->properties, newly_reached.items,
                                  newly_reached.count);
    vec_free_all(&before, &after, &newly_reached);
    return disjunction;
}

/* Whether within STEP_COUNT steps an irreversible milestone before END is
 * always reached. */
static bool bounds_plays(MilestoneSearch *search, PropertyTask *task,
                         size_t end, unsigned step_count)
{
    assert(step_count && step_count <= MAX_DEGREE);
    GroundProperty reaches_one = {.degree = step_count};
    PropertyResult result;
    reaches_one.ends[step_count] = any_reached_ref(search, end, step_count);
    task->list = &reaches_one;
    task->count = 1;
    vec_clear(&task->lemmas);
    search->prove(task, &result);
    search->cut_short =
        search->cut_short || task->cut_short || budget_spent(task->budget);
    free(result.moves);
    return result.verdict == VERDICT_PROVED;
}

/* Tries milestones on features and then with chains, reached in one step, in
 * two, in three. */
static bool find_step_bound(MilestoneSearch *search, PropertyTask *task,
                            const Budget *budget, uint64_t *bound)
{
    size_t ends[] = {search->net->feature_count, search->milestones.count};
    size_t counts[] = {count_irreversible(search, ends[0]),
                       count_irreversible(search, ends[1])};
    bool is_proved = false;
    for (unsigned attempt = 0;
         attempt < 2 * MAX_STEPS_TO_MILESTONE && !is_proved; attempt++) {
        unsigned step_count = 1 + attempt / 2, with_chains = attempt % 2;
        bool is_useful = with_chains ? counts[1] > counts[0] : counts[0] > 0;
        if (!is_useful || budget_spent(budget))
            continue;
        WorkMeter meter;
        Budget share = budget_share(budget, &meter, 0.4);
        task->budget = &share;
        is_proved = bounds_plays(search, task, ends[with_chains], step_count);
        *bound = step_count * counts[with_chains] + step_count - 1;
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
    Chains chains = {0};
    WorkMeter meter;
    Budget share = budget_share(request->budget, &meter, 0.1);
    find_monotone_chains(request->machine, request->seed, &share, arena,
                         &chains);
    add_feature_milestones(&search);
    add_chain_milestones(&search, &chains);
    share = budget_share(request->budget, &meter, 0.6);
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
    vec_free_all(&task.lemmas, &chains, &search.milestones);
    free(search.results);
    arena_free(arena);
    return is_proved;
}

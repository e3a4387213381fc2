/* irreversible.c - bound plays by conditions that, once true, stay true
 *
 * In:   a Net and its Machine, lemmas
 * Out:  a bound on the length of plays
 * Next: prove/termination/termination.c
 *
 * A milestone is a condition that no step makes false. The steps that make one
 * true are ranked by it. Among the steps that are left more conditions are
 * milestones, which rank more steps, and so on, level by level: the numbers of
 * milestones that are not reached, first level first, are a lexicographic
 * ranking function. If some steps are left, but never K in a row, as where two
 * passes end the game, K steps always lower it. Start reading at
 * find_irreversible_bound(), at the end.
 */
#include "prove/termination/irreversible.h"

#include "base/bits.h"
#include "base/memory.h"
#include "prove/termination/milestones.h"

#include <stdlib.h>

/* ---- the measure ---- */

/* The ranking function as one number: a milestone weighs more than all of later
 * levels. False if it is too large. */
static bool log_measure(const MilestoneSearch *search, unsigned steps,
                        uint64_t *bound)
{
    enum { MAX_MEASURE = 1 << 28 };
    int64_t weights[MAX_LEVELS + 2], size = 1;
    uint64_t value = 0;
    VEC(WeightedRef) terms = {0};
    for (unsigned level = MAX_LEVELS; level > 0; level--) {
        weights[level] = size;
        size *= (int64_t)search->chosen_count[level] + 1;
        if (size > MAX_MEASURE)
            return false;
    }
    for (size_t i = 0; i < search->milestones.count; i++) {
        const Milestone *milestone = &search->milestones.items[i];
        bool holds = milestone->is_negated;
        if (!milestone->level)
            continue;
        for (size_t k = 0; k < milestone->count; k++)
            if (search->net->initial[milestone->features[k]])
                holds = !milestone->is_negated;
        value += holds ? 0 : (uint64_t)weights[milestone->level];
        vec_push(&terms, ((WeightedRef){-weights[milestone->level],
                                        milestone->before}));
    }
    proof_log_measure(search->task->log,
                      (WeightedSum){terms.items, terms.count, NO_MIN, NO_MAX},
                      steps);
    *bound = value * steps + steps - 1;
    vec_free(&terms);
    return true;
}

/* ---- lemmas ---- */

/* At most one of the features of GROUP holds, by what is true of the first
 * ones. */
static Ref at_most_one_ref(MilestoneSearch *search, FeatureGroup group)
{
    PropertyTable *properties = search->task->properties;
    Ref any = REF_FALSE;
    RefList parts = {0};
    for (size_t i = 0; i < group.count; i++) {
        Ref ref = property_feature(properties, 0, group.items[i]);
        vec_push(&parts, ref_not(property_pair(properties, any, ref)));
        Ref either[] = {any, ref};
        any = property_or(properties, either, 2);
    }
    Ref ref = property_and(properties, parts.items, parts.count);
    vec_free(&parts);
    return ref;
}

/* Whether at most one of GROUP holds in the sampled positions. */
static bool seems_exclusive(const MilestoneSearch *search, FeatureGroup group)
{
    size_t words = machine_words(search->task->machine);
    budget_charge(search->task->budget, search->is_open.count * group.count);
    for (size_t i = 0; i < search->is_open.count; i++) {
        size_t count = 0;
        for (size_t k = 0; k < group.count; k++)
            count += get_bit(search->states.items + i * words, group.items[k]);
        if (count > 1)
            return false;
    }
    return true;
}

typedef VEC(GroundProperty) Candidates;

/* Adds that features are exclusive which agree in PLACES. */
static void add_exclusive(MilestoneSearch *search, FeatureGroup relation,
                          uint32_t places, Candidates *candidates)
{
    enum { MAX_MEMBERS = 400 };
    Graph groups = group_features(search->arena, search->net, relation.items,
                                  relation.count, places);
    for (size_t i = 0; i < groups.nodes; i++) {
        FeatureGroup group = feature_group(&groups, i);
        if (group.count < 2 || group.count > MAX_MEMBERS ||
            !seems_exclusive(search, group))
            continue;
        GroundProperty property = {.degree = 0};
        property.ends[0] = at_most_one_ref(search, group);
        vec_push(candidates, property);
    }
}

/* Adds that features are exclusive of a relation, or such as agree in all
 * arguments but one. Large relations take too long. */
static void list_exclusive(MilestoneSearch *search, Candidates *candidates)
{
    enum { MAX_FEATURES = 1000 };
    for (size_t i = 0; i < search->relations.nodes; i++) {
        FeatureGroup relation = feature_group(&search->relations, i);
        uint32_t arity = search->net->features[relation.items[0]]->arity;
        if (relation.count > MAX_FEATURES)
            continue;
        add_exclusive(search, relation, 0, candidates);
        for (uint32_t place = 0; arity > 1 && place < arity; place++)
            add_exclusive(search, relation, ~place_bit(place), candidates);
    }
}

/* Adds those lemmas of that kind that are proved together. */
static void add_lemmas(MilestoneSearch *search)
{
    const IrreversibleTask *request = search->task;
    RefList *lemmas = request->lemmas;
    WorkMeter meter;
    Budget share = budget_share(request->budget, &meter, 0.5);
    Candidates candidates = {0};
    list_exclusive(search, &candidates);
    PropertyResult *results =
        memory_zeroed(candidates.count + 1, sizeof *results);
    GroundProperty *givens =
        arena_array(search->arena, GroundProperty, lemmas->count);
    for (size_t i = 0; i < lemmas->count; i++)
        givens[i].ends[0] = lemmas->items[i];
    PropertyTask task = {.net = search->net,
                         .properties = request->properties,
                         .list = candidates.items,
                         .count = candidates.count,
                         .givens = givens,
                         .given_count = lemmas->count,
                         .seed = request->seed,
                         .budget = &share,
                         .limits = request->limits,
                         .log = request->log,
                         .plan = PLAN_QUICK,
                         .round = request->round,
                         .rounds = 1};
    request->prove(&task, results);
    vec_append(lemmas, task.lemmas.items, task.lemmas.count);
    for (size_t i = 0; i < candidates.count; i++) {
        if (results[i].verdict == VERDICT_PROVED)
            vec_push(lemmas, candidates.items[i].ends[0]);
        memory_free(results[i].moves);
    }
    vec_free_all(&task.lemmas, &candidates);
    memory_free(results);
}

bool find_irreversible_bound(const IrreversibleTask *request, uint64_t *bound)
{
    MilestoneSearch search;
    milestones_begin(&search, request);
    bool is_found = milestones_seem_enough(&search);
    if (is_found)
        add_lemmas(&search);
    unsigned steps = is_found ? milestones_choose(&search) : 0;
    is_found = steps && log_measure(&search, steps, bound);
    milestones_free(&search);
    return is_found;
}

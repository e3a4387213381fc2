/* milestones.c - conditions that may be irreversible
 *
 * In:   the features of a Net, random plays
 * Out:  conditions, and what plays say of them
 * Next: prove/termination/milestone_levels.c proves which are milestones
 *
 * That a feature holds or does not; that one of a group holds, such as that a
 * cell is taken by anybody; that a counter is beyond a value. Start reading at
 * milestones_begin(), at the end.
 */
#include "prove/termination/milestones.h"

#include "base/bits.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/sort.h"
#include "prove/candidates/value_order.h"

#include <stdlib.h>

/* ---- conditions ---- */

/* One of FEATURES holds, at the position LEVEL steps later. */
static Ref any_ref(MilestoneSearch *search, unsigned level,
                   const uint32_t *features, size_t count)
{
    PropertyTable *properties = search->task->properties;
    RefList refs = {0};
    for (size_t i = 0; i < count; i++)
        vec_push(&refs, property_feature(properties, level, features[i]));
    Ref ref = property_or(properties, refs.items, refs.count);
    vec_free(&refs);
    return ref;
}

static void add_milestone(MilestoneSearch *search, const uint32_t *features,
                          size_t count, bool is_negated)
{
    vec_push(&search->milestones, ((Milestone){.features = features,
                                               .count = count,
                                               .is_negated = is_negated}));
}

/* That a counter has left its first values, or its last ones. */
static void add_counter(MilestoneSearch *search, const uint32_t *ordered,
                        size_t count)
{
    for (size_t i = 2; i < count; i++) {
        add_milestone(search, ordered, i, true);
        add_milestone(search, ordered + count - i, i, true);
    }
}

/* Adds that one of a group holds, or none, for features that agree in all
 * arguments but one; if that is the last one, they may be a counter. */
static void add_groups(MilestoneSearch *search)
{
    enum { MIN_VALUES = 3, MAX_VALUES = 300 };
    const Net *net = search->net;
    ValueOrder order = value_order_new(search->arena, net);
    for (size_t i = 0; i < search->relations.nodes; i++) {
        FeatureGroup relation = feature_group(&search->relations, i);
        uint32_t arity = net->features[relation.items[0]]->arity;
        for (uint32_t place = 0; place < arity; place++) {
            Graph groups = group_features(search->arena, net, relation.items,
                                          relation.count, ~place_bit(place));
            for (size_t k = 0; k < groups.nodes; k++) {
                FeatureGroup group = feature_group(&groups, k);
                uint32_t *ordered =
                    arena_array(search->arena, uint32_t, group.count);
                if (group.count < 2 || group.count > MAX_VALUES)
                    continue;
                add_milestone(search, group.items, group.count, false);
                add_milestone(search, group.items, group.count, true);
                if (place + 1 == arity && group.count >= MIN_VALUES &&
                    value_order_find(&order, group, ordered))
                    add_counter(search, ordered, group.count);
            }
        }
    }
}

static void add_features(MilestoneSearch *search)
{
    size_t count = search->net->feature_count;
    uint32_t *features = arena_array(search->arena, uint32_t, count);
    for (uint32_t i = 0; i < count; i++) {
        features[i] = i;
        add_milestone(search, &features[i], 1, search->net->initial[i]);
    }
    for (uint32_t i = 0; i < count; i++)
        add_milestone(search, &features[i], 1, !search->net->initial[i]);
}

static int by_relation_size(const void *left, const void *right)
{
    const Milestone *a = left, *b = right;
    if (a->relation_size != b->relation_size)
        return a->relation_size < b->relation_size ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

/* Those of relations with few features come first. */
static void sort_milestones(MilestoneSearch *search)
{
    size_t count = search->milestones.count;
    size_t *size_of =
        arena_array(search->arena, size_t, search->net->feature_count + 1);
    for (size_t i = 0; i < search->relations.nodes; i++) {
        FeatureGroup relation = feature_group(&search->relations, i);
        for (size_t k = 0; k < relation.count; k++)
            size_of[relation.items[k]] = relation.count;
    }
    for (size_t i = 0; i < count; i++) {
        Milestone *milestone = &search->milestones.items[i];
        milestone->relation_size = size_of[milestone->features[0]];
        milestone->number = i;
    }
    sort_items(search->milestones.items, count, sizeof(Milestone),
               by_relation_size);
}

bool milestone_holds(const Milestone *milestone, const uint64_t *state)
{
    for (size_t i = 0; i < milestone->count; i++)
        if (get_bit(state, milestone->features[i]))
            return !milestone->is_negated;
    return milestone->is_negated;
}

void milestone_refs(MilestoneSearch *search, Milestone *milestone)
{
    PropertyTable *properties = search->task->properties;
    Ref sign = milestone->is_negated;
    if (milestone->before)
        return;
    milestone->before =
        any_ref(search, 0, milestone->features, milestone->count) ^ sign;
    Ref after =
        any_ref(search, 1, milestone->features, milestone->count) ^ sign;
    milestone->falls =
        property_pair(properties, milestone->before, ref_not(after));
    milestone->rises =
        property_pair(properties, ref_not(milestone->before), after);
}

/* ---- random plays ---- */

static void sample_plays(MilestoneSearch *search)
{
    enum { MAX_PLAYS = 40, MAX_STEPS = 1000 };
    const Machine *machine = search->task->machine;
    size_t words = machine_words(machine);
    Cursor *cursor = cursor_new(machine);
    uint32_t *moves = memory_array(search->net->role_count + 1, sizeof *moves);
    for (uint64_t i = 0; i < MAX_PLAYS && search->is_open.count < MAX_STEPS &&
                         !budget_spent(search->task->budget);
         i++) {
        Random random = random_new(search->task->seed, 2000 + i);
        bool goes_on = true;
        cursor_reset(cursor);
        while (goes_on) {
            vec_append(&search->states, cursor_state(cursor), words);
            goes_on = search->is_open.count < MAX_STEPS &&
                      cursor_random_step(cursor, &random, moves);
            vec_push(&search->is_open, goes_on);
            budget_charge(search->task->budget, machine_step_work(machine));
        }
    }
    memory_free(moves);
    cursor_free(cursor);
}

void milestone_changes(const MilestoneSearch *search,
                       const Milestone *milestone, bool *rises, bool *falls)
{
    size_t words = machine_words(search->task->machine);
    *rises = *falls = false;
    budget_charge(search->task->budget, search->is_open.count);
    for (size_t i = 0; i < search->is_open.count && !*falls; i++) {
        if (!search->is_open.items[i])
            continue;
        const uint64_t *state = search->states.items + i * words;
        bool before = milestone_holds(milestone, state),
             after = milestone_holds(milestone, state + words);
        *falls = *falls || (before && !after);
        *rises = *rises || (!before && after);
    }
}

void milestone_close(MilestoneSearch *search, const Milestone *milestone)
{
    size_t words = machine_words(search->task->machine);
    for (size_t i = 0; i < search->is_open.count; i++) {
        const uint64_t *state = search->states.items + i * words;
        if (search->is_open.items[i] && !milestone_holds(milestone, state) &&
            milestone_holds(milestone, state + words))
            search->is_open.items[i] = false;
    }
}

unsigned milestones_open_run(const MilestoneSearch *search)
{
    unsigned longest = 0, run = 0;
    for (size_t i = 0; i < search->is_open.count; i++) {
        run = search->is_open.items[i] ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    return longest;
}

bool milestones_seem_enough(MilestoneSearch *search)
{
    size_t count = search->is_open.count;
    bool *is_open = memory_array(count + 1, sizeof *is_open);
    bool *is_used = memory_zeroed(search->milestones.count, sizeof *is_used);
    bool has_changed = true;
    for (size_t i = 0; i < count; i++)
        is_open[i] = search->is_open.items[i];
    for (unsigned level = 0; has_changed && level < MAX_LEVELS; level++) {
        VEC(uint32_t) rising = {0};
        for (uint32_t i = 0; i < search->milestones.count; i++) {
            bool rises, falls;
            if (budget_spent(search->task->budget) || is_used[i])
                continue;
            milestone_changes(search, &search->milestones.items[i], &rises,
                              &falls);
            if (rises && !falls)
                vec_push(&rising, i);
        }
        for (size_t i = 0; i < rising.count; i++) {
            is_used[rising.items[i]] = true;
            milestone_close(search, &search->milestones.items[rising.items[i]]);
        }
        has_changed = rising.count;
        vec_free(&rising);
    }
    bool seems = milestones_open_run(search) < MAX_STEPS_IN_ROW &&
                 !budget_spent(search->task->budget);
    for (size_t i = 0; i < count; i++)
        search->is_open.items[i] = is_open[i];
    free_all(is_open, is_used);
    return seems;
}

/* ---- beginning and end ---- */

void milestones_begin(MilestoneSearch *search, const TerminationTask *task)
{
    *search = (MilestoneSearch){
        .task = task, .net = machine_net(task->machine), .arena = arena_new()};
    search->relations = group_features(search->arena, search->net, NULL,
                                       search->net->feature_count, 0);
    add_features(search);
    add_groups(search);
    sort_milestones(search);
    sample_plays(search);
}

void milestones_free(MilestoneSearch *search)
{
    vec_free_all(&search->milestones, &search->states, &search->is_open);
    arena_free(search->arena);
}

/* monotone_chains.c - values that only ever move one way, in sampled plays
 *
 * In:   a Machine
 * Out:  features in the order in which plays left them
 * Next: prove/termination/irreversible.c proves that there is no way back
 *
 * Features are grouped by symbol and all arguments but one; a group is a
 * candidate for a state variable whose values they are. Random plays show
 * which value of a group follows which. Values that lead to each other, a
 * strongly connected component, are one level. The levels are sorted
 * topologically; where plays leave it open, by number, in the direction that
 * most steps took. Start reading at find_monotone_chains(), at the end.
 */
#include "prove/termination/monotone_chains.h"

#include "base/memory.h"
#include "base/random.h"
#include "prove/candidates/feature_groups.h"

#include <assert.h>
#include <stdlib.h>

enum {
    MAX_VALUES = 200, /* of a group */
    SAMPLED_PLAYS = 60,
    MAX_PLAY_STEPS = 300
};

typedef struct {
    FeatureGroup features;
    uint64_t *successors; /* by value, a row of bits: values that followed it */
    size_t word_count;    /* of a row */
    bool is_exclusive;    /* no position had two of the features */
} ValueGroup;

typedef struct {
    const Net *net;
    Arena *arena;
    VEC(ValueGroup) groups;
    /* By group: its value before and after a step, NO_INDEX if none. */
    uint32_t *values_before, *values_after;
} ChainSearch;

/* ---- groups ---- */

static void add_group(ChainSearch *search, FeatureGroup features)
{
    ValueGroup group = {.features = features,
                        .word_count = (features.count + 63) / 64,
                        .is_exclusive = true};
    if (features.count <= 2 || features.count > MAX_VALUES)
        return;
    group.successors =
        arena_array(search->arena, uint64_t, group.word_count * features.count);
    vec_push(&search->groups, group);
}

/* The features that are equal but for the argument at one place. */
static void add_groups(ChainSearch *search)
{
    const Net *net = search->net;
    bool has_place = true;
    for (size_t place = 0; has_place; place++) {
        Graph groups = group_features(search->arena, net, NULL,
                                      net->feature_count, ~place_bit(place));
        has_place = false;
        for (size_t i = 0; i < groups.nodes; i++) {
            FeatureGroup group = feature_group(&groups, i);
            if (net->features[group.items[0]]->arity <= place)
                continue;
            has_place = true;
            add_group(search, group);
        }
    }
    search->values_before =
        arena_array(search->arena, uint32_t, search->groups.count);
    search->values_after =
        arena_array(search->arena, uint32_t, search->groups.count);
}

/* ---- sampled plays ---- */

/* VALUES are the values of all groups in STATE. A group with two of them is not
 * exclusive. */
static void read_values(ChainSearch *search, const uint64_t *state,
                        uint32_t *values)
{
    for (size_t i = 0; i < search->groups.count; i++) {
        ValueGroup *group = &search->groups.items[i];
        values[i] = NO_INDEX;
        for (uint32_t k = 0; group->is_exclusive && k < group->features.count;
             k++) {
            uint32_t feature = group->features.items[k];
            if (!(state[feature / 64] >> feature % 64 & 1))
                continue;
            group->is_exclusive = values[i] == NO_INDEX;
            values[i] = k;
        }
    }
}

static void add_transition(ChainSearch *search)
{
    for (size_t i = 0; i < search->groups.count; i++) {
        ValueGroup *group = &search->groups.items[i];
        uint32_t before = search->values_before[i],
                 after = search->values_after[i];
        assert(before == NO_INDEX || before < group->features.count);
        assert(after == NO_INDEX || after < group->features.count);
        if (group->is_exclusive && before != NO_INDEX && after != NO_INDEX &&
            before != after)
            group->successors[before * group->word_count + after / 64] |=
                (uint64_t)1 << after % 64;
    }
}

static void sample_plays(ChainSearch *search, const Machine *machine,
                         uint64_t seed, const Budget *budget)
{
    uint32_t *joint =
        arena_array(search->arena, uint32_t, search->net->role_count);
    Cursor *cursor = cursor_new(machine);
    for (uint64_t play = 0; play < SAMPLED_PLAYS; play++) {
        Random random = random_new(seed, 5000 + play);
        cursor_reset(cursor);
        read_values(search, cursor_state(cursor), search->values_before);
        for (size_t step = 0; step < MAX_PLAY_STEPS && !budget_spent(budget) &&
                              cursor_random_step(cursor, &random, joint);
             step++) {
            budget_charge(budget, machine_step_work(machine));
            read_values(search, cursor_state(cursor), search->values_after);
            add_transition(search);
            uint32_t *swap = search->values_before;
            search->values_before = search->values_after;
            search->values_after = swap;
        }
    }
    cursor_free(cursor);
}

/* ---- order ---- */

static bool is_successor(const ValueGroup *group, size_t first, size_t second)
{
    return group->successors[first * group->word_count + second / 64] >>
               second % 64 &
           1;
}

/* Warshall 1962: successors after any number of steps. */
static void close_transitively(ValueGroup *group)
{
    size_t count = group->features.count, word_count = group->word_count;
    for (size_t via = 0; via < count; via++)
        for (size_t from = 0; from < count; from++)
            if (is_successor(group, from, via))
                for (size_t w = 0; w < word_count; w++)
                    group->successors[from * word_count + w] |=
                        group->successors[via * word_count + w];
}

static bool same_level(const ValueGroup *group, size_t left, size_t right)
{
    return left == right || (is_successor(group, left, right) &&
                             is_successor(group, right, left));
}

/* The order of two values where plays leave it open: by the numbers in the
 * place where their features differ, or else by the numbers of the features. */
static bool precedes_by_name(const Net *net, const ValueGroup *group,
                             size_t left, size_t right)
{
    const Term *left_term = net->features[group->features.items[left]],
               *right_term = net->features[group->features.items[right]];
    for (size_t i = 0; i < left_term->arity; i++) {
        char *end_a, *end_b;
        if (left_term->args[i] == right_term->args[i] ||
            left_term->args[i]->arity || right_term->args[i]->arity)
            continue;
        long left_number = strtol(left_term->args[i]->symbol->name, &end_a, 10);
        long right_number =
            strtol(right_term->args[i]->symbol->name, &end_b, 10);
        if (!*end_a && !*end_b && left_number != right_number)
            return left_number < right_number;
    }
    return left < right;
}

/* Whether most steps seen led to a value that precedes the one before. */
static bool goes_down(const Net *net, const ValueGroup *group)
{
    size_t up = 0, down = 0, count = group->features.count;
    for (size_t before = 0; before < count; before++)
        for (size_t after = 0; after < count; after++)
            if (before != after && is_successor(group, before, after))
                *(precedes_by_name(net, group, before, after) ? &up : &down) +=
                    1;
    return down > up;
}

/* Whether no value of another level that is not placed yet leads to VALUE. */
static bool has_no_open_predecessor(const ValueGroup *group,
                                    const bool *is_placed, size_t value)
{
    for (size_t i = 0; i < group->features.count; i++)
        if (!is_placed[i] && is_successor(group, i, value) &&
            !same_level(group, i, value))
            return false;
    return true;
}

/* Adds the chain of GROUP: its levels in topological order. */
static void add_chain(const ChainSearch *search, ValueGroup *group,
                      Chains *chains)
{
    const Net *net = search->net;
    size_t count = group->features.count, level_count = 0;
    bool *is_placed = memory_zeroed(count + 1, sizeof *is_placed);
    MonotoneChain chain = {arena_array(search->arena, uint32_t, count),
                           arena_array(search->arena, bool, count), 0};
    bool is_descending = goes_down(net, group);
    close_transitively(group);
    while (chain.count < count) {
        size_t best = count;
        for (size_t i = 0; i < count; i++)
            if (!is_placed[i] && has_no_open_predecessor(group, is_placed, i) &&
                (best == count ||
                 precedes_by_name(net, group, i, best) != is_descending))
                best = i;
        assert(best < count); /* the order of the levels is acyclic */
        for (size_t i = 0; i < count; i++)
            if (same_level(group, best, i)) {
                assert(!is_placed[i]); /* levels are disjoint */
                is_placed[i] = true;
                chain.features[chain.count++] = group->features.items[i];
            }
        chain.ends_level[chain.count - 1] = true;
        level_count++;
    }
    if (level_count > 1)
        vec_push(chains, chain);
    free(is_placed);
}

void find_monotone_chains(const Machine *machine, uint64_t seed,
                          const Budget *budget, Arena *arena, Chains *chains)
{
    ChainSearch search = {.net = machine_net(machine), .arena = arena};
    add_groups(&search);
    sample_plays(&search, machine, seed, budget);
    for (size_t i = 0; i < search.groups.count; i++) {
        ValueGroup *group = &search.groups.items[i];
        if (group->is_exclusive && !budget_spent(budget))
            add_chain(&search, group, chains);
    }
    vec_free(&search.groups);
}

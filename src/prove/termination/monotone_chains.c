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

#include "base/map.h"
#include "base/memory.h"
#include "base/random.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_VALUES = 200, /* of a group */
    SAMPLED_PLAYS = 60,
    MAX_PLAY_STEPS = 300
};

typedef struct {
    VEC(uint32_t) features;
    uint64_t *successors; /* by value, a row of bits: values that followed it */
    size_t words;         /* of a row */
    bool exclusive;       /* no position had two of the features */
} ValueGroup;

/* A feature is value number VALUE of group number GROUP. */
typedef struct {
    uint32_t group, value;
} GroupMembership;

typedef struct {
    const Net *net;
    Arena *arena;
    VEC(ValueGroup) groups;
    VEC(GroupMembership) memberships; /* of all features, one after the other */
    uint32_t *first_membership;       /* by feature: its first of them */
    /* By group: its value before and after a step, NO_INDEX if none. */
    uint32_t *values_before, *values_after;
} ChainSearch;

/* ---- groups ---- */

/* The number of the group of features that are equal to FEATURE but for the
 * argument at PLACE, in MAP; a new one if there is none. */
static uint32_t group_for(ChainSearch *search, Map *map, const Term *feature,
                          size_t place)
{
    const Net *net = search->net;
    uint32_t hash = term_hash_but(feature, place);
    map_each (p, map, hash) {
        const ValueGroup *group = &search->groups.items[p.index];
        if (term_equal_but(net->features[group->features.items[0]], feature,
                           place))
            return p.index;
    }
    map_add(map, hash, (uint32_t)search->groups.count);
    vec_push(&search->groups, (ValueGroup){.exclusive = true});
    return (uint32_t)search->groups.count - 1;
}

static void make_groups(ChainSearch *search)
{
    const Net *net = search->net;
    search->first_membership =
        arena_array(search->arena, uint32_t, net->feature_count + 1);
    size_t max_arity = 0;
    for (uint32_t f = 0; f < net->feature_count; f++)
        if (net->features[f]->arity > max_arity)
            max_arity = net->features[f]->arity;
    Map *maps = memory_zeroed(max_arity + 1, sizeof *maps); /* by place */
    for (uint32_t f = 0; f < net->feature_count; f++) {
        const Term *feature = net->features[f];
        search->first_membership[f] = (uint32_t)search->memberships.count;
        for (size_t place = 0; place < feature->arity; place++) {
            uint32_t number = group_for(search, &maps[place], feature, place);
            ValueGroup *group = &search->groups.items[number];
            GroupMembership membership = {number,
                                          (uint32_t)group->features.count};
            vec_push(&group->features, f);
            vec_push(&search->memberships, membership);
        }
    }
    search->first_membership[net->feature_count] =
        (uint32_t)search->memberships.count;
    assert(search->groups.count <= search->memberships.count);
    for (size_t i = 0; i <= max_arity; i++)
        map_free(&maps[i]);
    free(maps);
    for (size_t i = 0; i < search->groups.count; i++) {
        ValueGroup *group = &search->groups.items[i];
        group->words = (group->features.count + 63) / 64;
        group->exclusive =
            group->features.count > 2 && group->features.count <= MAX_VALUES;
        if (group->exclusive)
            group->successors = arena_array(
                search->arena, uint64_t, group->words * group->features.count);
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
    for (size_t i = 0; i < search->groups.count; i++)
        values[i] = NO_INDEX;
    for (uint32_t f = 0; f < search->net->feature_count; f++) {
        if (!(state[f / 64] >> f % 64 & 1))
            continue;
        for (uint32_t k = search->first_membership[f];
             k < search->first_membership[f + 1]; k++) {
            GroupMembership membership = search->memberships.items[k];
            if (values[membership.group] != NO_INDEX)
                search->groups.items[membership.group].exclusive = false;
            assert(search->groups.items[membership.group]
                       .features.items[membership.value] == f);
            values[membership.group] = membership.value;
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
        if (group->exclusive && before != NO_INDEX && after != NO_INDEX &&
            before != after)
            group->successors[before * group->words + after / 64] |=
                (uint64_t)1 << after % 64;
    }
}

static void sample_plays(ChainSearch *search, const Machine *machine,
                         uint64_t seed, const Budget *budget)
{
    size_t word_count = machine_words(machine);
    uint32_t *joint =
        arena_array(search->arena, uint32_t, search->net->role_count);
    uint64_t *next = arena_array(search->arena, uint64_t, word_count);
    Cursor *cursor = cursor_new(machine);
    for (uint64_t play = 0; play < SAMPLED_PLAYS; play++) {
        Random random = random_new(seed, 5000 + play);
        cursor_reset(cursor);
        read_values(search, machine_initial(machine), search->values_before);
        for (size_t step = 0; step < MAX_PLAY_STEPS && !budget_spent(budget) &&
                              cursor_random_moves(cursor, &random, joint);
             step++) {
            budget_charge(budget, machine_step_work(machine));
            cursor_moves(cursor, joint);
            memcpy(next, cursor_next(cursor), word_count * sizeof *next);
            read_values(search, next, search->values_after);
            add_transition(search);
            cursor_set(cursor, next);
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
    return group->successors[first * group->words + second / 64] >>
               second % 64 &
           1;
}

/* Warshall 1962: successors after any number of steps. */
static void close_transitively(ValueGroup *group)
{
    size_t count = group->features.count, word_count = group->words;
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
static bool precedes(const Net *net, const ValueGroup *group, size_t left,
                     size_t right)
{
    const Term *a = net->features[group->features.items[left]],
               *b = net->features[group->features.items[right]];
    for (size_t i = 0; i < a->arity; i++) {
        char *end_a, *end_b;
        if (a->args[i] == b->args[i] || a->args[i]->arity || b->args[i]->arity)
            continue;
        long x = strtol(a->args[i]->symbol->name, &end_a, 10);
        long y = strtol(b->args[i]->symbol->name, &end_b, 10);
        if (!*end_a && !*end_b && x != y)
            return x < y;
    }
    return left < right;
}

/* Whether most of the steps seen led to a value that precedes the one before.
 */
static bool goes_down(const Net *net, const ValueGroup *group)
{
    size_t up = 0, down = 0, count = group->features.count;
    for (size_t a = 0; a < count; a++)
        for (size_t b = 0; b < count; b++)
            if (a != b && is_successor(group, a, b))
                *(precedes(net, group, a, b) ? &up : &down) += 1;
    return down > up;
}

/* Whether no value of another level that is not placed yet leads to VALUE. */
static bool is_minimal(const ValueGroup *group, const bool *is_placed,
                       size_t value)
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
    bool down = goes_down(net, group);
    close_transitively(group);
    while (chain.count < count) {
        size_t best = count;
        for (size_t i = 0; i < count; i++)
            if (!is_placed[i] && is_minimal(group, is_placed, i) &&
                (best == count || precedes(net, group, i, best) != down))
                best = i;
        assert(best < count); /* the order of the levels is acyclic */
        for (size_t i = 0; i < count; i++)
            if (same_level(group, best, i)) {
                assert(!is_placed[i]); /* levels are disjoint */
                is_placed[i] = true;
                chain.features[chain.count++] = group->features.items[i];
            }
        chain.ends[chain.count - 1] = true;
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
    make_groups(&search);
    sample_plays(&search, machine, seed, budget);
    for (size_t i = 0; i < search.groups.count; i++) {
        ValueGroup *group = &search.groups.items[i];
        if (group->exclusive && !budget_spent(budget))
            add_chain(&search, group, chains);
        vec_free(&group->features);
    }
    vec_free_all(&search.groups, &search.memberships);
}

/* monotone_chains.c - values that only ever move one way, as plays show them
 *
 * In:   a Machine
 * Out:  features in the order in which plays left them
 * Next: prove/termination/irreversible.c proves that there is no way back
 *
 * Features are grouped by symbol and all arguments but one. Random plays show
 * which value of a group follows which; values that lead to each other are one
 * level, and the levels are sorted, numbers in the direction that most steps
 * took where no play tells. Start reading at find_monotone_chains(), at the
 * end.
 */
#include "prove/termination/monotone_chains.h"

#include "base/map.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_VALUES = 200, /* of a group */
    PLAYS = 60,
    STEPS = 300
};

typedef struct {
    VEC(uint32_t) features;
    uint64_t *after; /* by value, a row of bits: values that came after it */
    size_t words;
    bool single;
} Variable;

/* A feature is value VALUE of group GROUP. */
typedef struct {
    uint32_t group, value;
} Member;

typedef struct {
    const Net *net;
    Arena *arena;
    VEC(Variable) groups;
    VEC(Member) places; /* of all features, one after the other */
    uint32_t *first;    /* by feature: its places begin here */
    uint32_t *was, *is; /* by group: values before and after a step */
} Groups;

/* ---- groups ---- */

static uint32_t group_for(Groups *groups, Map *map, const Term *feature,
                          size_t place)
{
    const Net *net = groups->net;
    uint32_t hash = term_hash_but(feature, place);
    for (MapProbe p = map_probe(map, hash); map_next(map, &p);) {
        const Variable *group = &groups->groups.items[p.index];
        if (term_equal_but(net->features[group->features.items[0]], feature,
                           place))
            return p.index;
    }
    map_add(map, hash, (uint32_t)groups->groups.count);
    vec_push(&groups->groups, ((Variable){.single = true}));
    return (uint32_t)groups->groups.count - 1;
}

static void make_groups(Groups *groups)
{
    const Net *net = groups->net;
    groups->first =
        arena_array(groups->arena, uint32_t, net->feature_count + 1);
    size_t most = 0;
    for (uint32_t f = 0; f < net->feature_count; f++)
        if (net->features[f]->arity > most)
            most = net->features[f]->arity;
    Map *maps = calloc(most + 1, sizeof *maps); /* by place */
    if (!maps)
        fatal("out of memory");
    for (uint32_t f = 0; f < net->feature_count; f++) {
        const Term *feature = net->features[f];
        groups->first[f] = (uint32_t)groups->places.count;
        for (size_t place = 0; place < feature->arity; place++) {
            uint32_t number = group_for(groups, &maps[place], feature, place);
            Variable *group = &groups->groups.items[number];
            Member at = {number, (uint32_t)group->features.count};
            vec_push(&group->features, f);
            vec_push(&groups->places, at);
        }
    }
    groups->first[net->feature_count] = (uint32_t)groups->places.count;
    for (size_t i = 0; i <= most; i++)
        map_free(&maps[i]);
    free(maps);
    for (size_t i = 0; i < groups->groups.count; i++) {
        Variable *group = &groups->groups.items[i];
        group->words = (group->features.count + 63) / 64;
        group->single =
            group->features.count > 2 && group->features.count <= MAX_VALUES;
        if (group->single)
            group->after = arena_array(groups->arena, uint64_t,
                                       group->words * group->features.count);
    }
    groups->was = arena_array(groups->arena, uint32_t, groups->groups.count);
    groups->is = arena_array(groups->arena, uint32_t, groups->groups.count);
}

/* ---- what plays show ---- */

static void read_values(Groups *groups, const uint64_t *state, uint32_t *values)
{
    for (size_t i = 0; i < groups->groups.count; i++)
        values[i] = NO_INDEX;
    for (uint32_t f = 0; f < groups->net->feature_count; f++) {
        if (!(state[f / 64] >> f % 64 & 1))
            continue;
        for (uint32_t k = groups->first[f]; k < groups->first[f + 1]; k++) {
            Member at = groups->places.items[k];
            if (values[at.group] != NO_INDEX)
                groups->groups.items[at.group].single = false;
            values[at.group] = at.value;
        }
    }
}

static void note_step(Groups *groups)
{
    for (size_t i = 0; i < groups->groups.count; i++) {
        Variable *group = &groups->groups.items[i];
        uint32_t was = groups->was[i], is = groups->is[i];
        if (group->single && was != NO_INDEX && is != NO_INDEX && was != is)
            group->after[was * group->words + is / 64] |= (uint64_t)1
                                                          << is % 64;
    }
}

static bool choose(const Cursor *cursor, Random *random, size_t roles,
                   uint32_t *joint)
{
    if (cursor_terminal(cursor))
        return false;
    for (size_t i = 0; i < roles; i++) {
        uint32_t count = cursor_legal_count(cursor, i);
        if (!count)
            return false;
        joint[i] = cursor_legal_move(cursor, i, random_below(random, count));
    }
    return true;
}

static void watch_plays(Groups *groups, const Machine *machine, uint64_t seed,
                        const Budget *budget)
{
    size_t roles = groups->net->role_count, words = machine_words(machine);
    uint32_t *joint = arena_array(groups->arena, uint32_t, roles);
    uint64_t *next = arena_array(groups->arena, uint64_t, words);
    Cursor *cursor = cursor_new(machine);
    for (uint64_t play = 0; play < PLAYS; play++) {
        Random random = random_new(seed, 5000 + play);
        cursor_reset(cursor);
        read_values(groups, machine_initial(machine), groups->was);
        for (size_t step = 0; step < STEPS && !budget_spent(budget) &&
                              choose(cursor, &random, roles, joint);
             step++) {
            cursor_moves(cursor, joint);
            memcpy(next, cursor_next(cursor), words * sizeof *next);
            read_values(groups, next, groups->is);
            note_step(groups);
            cursor_set(cursor, next);
            uint32_t *swap = groups->was;
            groups->was = groups->is;
            groups->is = swap;
        }
    }
    cursor_free(cursor);
}

/* ---- order ---- */

static bool came_after(const Variable *group, size_t first, size_t second)
{
    return group->after[first * group->words + second / 64] >> second % 64 & 1;
}

/* Warshall: after any number of steps. */
static void close_after(Variable *group)
{
    size_t count = group->features.count, words = group->words;
    for (size_t via = 0; via < count; via++)
        for (size_t from = 0; from < count; from++)
            if (came_after(group, from, via))
                for (size_t w = 0; w < words; w++)
                    group->after[from * words + w] |=
                        group->after[via * words + w];
}

static bool is_together(const Variable *group, size_t left, size_t right)
{
    return left == right ||
           (came_after(group, left, right) && came_after(group, right, left));
}

/* In the place where two features of a group differ: whether both have numbers
 * there, or else their own numbers tell them apart. */
static bool is_less(const Net *net, const Variable *group, size_t left,
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

static bool goes_down(const Net *net, const Variable *group)
{
    size_t up = 0, down = 0, count = group->features.count;
    for (size_t a = 0; a < count; a++)
        for (size_t b = 0; b < count; b++)
            if (a != b && came_after(group, a, b))
                *(is_less(net, group, a, b) ? &up : &down) += 1;
    return down > up;
}

/* No value that is not placed yet leads to this one, other than of its level.
 */
static bool is_next(const Variable *group, const bool *placed, size_t value)
{
    for (size_t i = 0; i < group->features.count; i++)
        if (!placed[i] && came_after(group, i, value) &&
            !is_together(group, i, value))
            return false;
    return true;
}

static void add_chain(const Groups *groups, Variable *group, Chains *chains)
{
    const Net *net = groups->net;
    size_t count = group->features.count, levels = 0;
    bool *placed = calloc(count + 1, sizeof *placed);
    if (!placed)
        fatal("out of memory");
    MonotoneChain chain = {arena_array(groups->arena, uint32_t, count),
                           arena_array(groups->arena, bool, count), 0};
    bool down = goes_down(net, group);
    close_after(group);
    while (chain.count < count) {
        size_t best = count;
        for (size_t i = 0; i < count; i++)
            if (!placed[i] && is_next(group, placed, i) &&
                (best == count || is_less(net, group, i, best) != down))
                best = i;
        for (size_t i = 0; i < count; i++)
            if (is_together(group, best, i)) {
                placed[i] = true;
                chain.features[chain.count++] = group->features.items[i];
            }
        chain.ends[chain.count - 1] = true;
        levels++;
    }
    if (levels > 1)
        vec_push(chains, chain);
    free(placed);
}

void find_monotone_chains(const Machine *machine, uint64_t seed,
                          const Budget *budget, Arena *arena, Chains *chains)
{
    Groups groups = {.net = machine_net(machine), .arena = arena};
    make_groups(&groups);
    watch_plays(&groups, machine, seed, budget);
    for (size_t i = 0; i < groups.groups.count; i++) {
        Variable *group = &groups.groups.items[i];
        if (group->single && !budget_spent(budget))
            add_chain(&groups, group, chains);
        vec_free(&group->features);
    }
    vec_free(&groups.groups);
    vec_free(&groups.places);
}

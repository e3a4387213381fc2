/* phases.c - whose turn it is, as far as the rules say so in advance
 *
 * In:   a Net
 * Out:  the features that are known at every step, modulo a period
 *
 * First the features that no move can influence, then those among them that
 * repeat quickly, as seen in their first steps, then those whose future rests
 * on nothing else: these repeat for ever, since their values at one step
 * determine those at the next.
 */
#include "ground/phases.h"

#include "ground/net_walk.h"

#include <string.h>

enum { WATCHED = 64 }; /* steps; a repetition must show within them */

typedef struct {
    const Net *net;
    bool *member;      /* features under consideration */
    bool *foreign;     /* nodes that depend on anything else */
    bool *value;       /* of nodes, at the step looked at */
    uint64_t *history; /* by feature: bit t is its value at step t */
} Watch;

/* Drops the members whose next value depends on what is no member. */
static void close_under_next(Watch *watch)
{
    while (net_drop_dependent(watch->net, watch->member, watch->foreign))
        continue;
}

static bool lit_value(const Watch *watch, Lit lit)
{
    return watch->value[lit_node(lit)] != (lit & 1);
}

static void evaluate(Watch *watch, unsigned step)
{
    const Net *net = watch->net;
    for (uint32_t i = 0; i < net->node_count; i++) {
        const Node *node = &net->nodes[i];
        if (watch->foreign[i])
            continue;
        watch->value[i] = node->kind != NODE_FEATURE ||
                          watch->history[node->first] >> step & 1;
        for (uint32_t k = 0; k < node->count && watch->value[i]; k++)
            watch->value[i] = lit_value(watch, net->inputs[node->first + k]);
    }
}

static void watch_members(Watch *watch)
{
    const Net *net = watch->net;
    for (size_t i = 0; i < net->feature_count; i++)
        watch->history[i] = net->initial[i];
    for (unsigned step = 0; step + 1 < WATCHED; step++) {
        evaluate(watch, step);
        for (size_t i = 0; i < net->feature_count; i++)
            if (watch->member[i] && lit_value(watch, net->next[i]))
                watch->history[i] |= (uint64_t)1 << (step + 1);
    }
}

/* The shortest period, from the first step on; 0 if there is no short one. */
static unsigned period_of(uint64_t history)
{
    for (unsigned period = 1; period <= MAX_PHASES; period++) {
        uint64_t seen = ~(uint64_t)0 >> period;
        if (((history >> period) ^ history) & seen)
            continue;
        return period;
    }
    return 0;
}

static unsigned least_multiple(unsigned a, unsigned b)
{
    unsigned multiple = a;
    while (multiple % b)
        multiple += a;
    return multiple;
}

/* The period of all members together. One that would make it too long is no
 * member any more, nor is what depends on it. */
static unsigned common_period(Watch *watch)
{
    unsigned common = 1;
    for (size_t i = 0; i < watch->net->feature_count; i++) {
        if (!watch->member[i])
            continue;
        unsigned both = least_multiple(common, period_of(watch->history[i]));
        if (both > MAX_PHASES) {
            watch->member[i] = false;
            close_under_next(watch);
            return common_period(watch);
        }
        common = both;
    }
    return common;
}

Phases phases_of(const Net *net, Arena *arena)
{
    Arena *scratch = arena_new();
    Watch watch = {net, arena_array(scratch, bool, net->feature_count),
                   arena_array(scratch, bool, net->node_count),
                   arena_array(scratch, bool, net->node_count),
                   arena_array(scratch, uint64_t, net->feature_count)};
    memset(watch.member, true, net->feature_count);
    close_under_next(&watch);
    watch_members(&watch);
    for (size_t i = 0; i < net->feature_count; i++)
        watch.member[i] = watch.member[i] && period_of(watch.history[i]) > 1;
    close_under_next(&watch);
    Phases phases = {.count = common_period(&watch)};
    for (size_t p = 0; p < phases.count; p++) {
        Known *known = arena_array(arena, Known, net->feature_count);
        for (size_t i = 0; i < net->feature_count; i++) {
            known[i] = !watch.member[i]            ? NOT_KNOWN
                       : watch.history[i] >> p & 1 ? KNOWN_TRUE
                                                   : KNOWN_FALSE;
        }
        phases.known[p] = known;
    }
    arena_free(scratch);
    return phases;
}

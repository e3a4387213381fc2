/* autonomous_features.c - what changes by itself, whatever is played
 *
 * In:   a Net
 * Out:  when that ends the game; all states that it comes to
 *
 * Whose turn it is, the number of the step: such features depend on nothing but
 * such features, so that there is only one way for them to go on. Start reading
 * at autonomous_end(), at the end.
 */
#include "prove/candidates/autonomous_features.h"

#include <stdlib.h>
#include <string.h>

typedef enum { NO, YES, OPEN } Value;

/* Which features change whatever is played: their next value depends on
 * nothing but such features. */
static bool *find_clockwork(const Net *net)
{
    bool *clock = fatal_malloc(net->feature_count + 1);
    bool *pure = fatal_malloc(net->node_count + 1);
    memset(clock, true, net->feature_count);
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < net->node_count; i++) {
            const Node *node = &net->nodes[i];
            pure[i] = node->kind == NODE_TRUE || node->kind == NODE_AND ||
                      (node->kind == NODE_FEATURE && clock[node->first]);
            for (uint32_t k = 0; node->kind == NODE_AND && k < node->count; k++)
                pure[i] =
                    pure[i] && pure[lit_node(net->inputs[node->first + k])];
        }
        for (uint32_t i = 0; i < net->feature_count; i++)
            if (clock[i] && !pure[lit_node(net->next[i])]) {
                clock[i] = false;
                more = true;
            }
    }
    free(pure);
    return clock;
}

static Value value_of(const uint8_t *values, Lit lit)
{
    Value value = values[lit_node(lit)];
    return value == OPEN ? OPEN : (lit & 1) ? !value : value;
}

/* What follows from the features of the clockwork alone. */
static void evaluate(const Net *net, const bool *clock, const bool *state,
                     uint8_t *values)
{
    for (uint32_t i = 0; i < net->node_count; i++) {
        const Node *node = &net->nodes[i];
        values[i] = node->kind == NODE_TRUE ? YES : OPEN;
        if (node->kind == NODE_FEATURE && clock[node->first])
            values[i] = state[node->first] ? YES : NO;
        if (node->kind != NODE_AND)
            continue;
        values[i] = YES;
        for (uint32_t k = 0; k < node->count && values[i] != NO; k++) {
            Value input = value_of(values, net->inputs[node->first + k]);
            if (input != YES)
                values[i] = (uint8_t)input;
        }
    }
}

/* Whether STATE is one of ALL. */
static bool is_among(const bool *all, size_t states, const bool *state,
                     size_t count)
{
    for (size_t i = 0; i < states; i++)
        if (memcmp(all + i * count, state, count) == 0)
            return true;
    return false;
}

/* ---- parts of it that do not depend on each other ---- */

static uint32_t part_of(uint32_t *parts, uint32_t feature)
{
    while (parts[feature] != feature)
        feature = parts[feature] = parts[parts[feature]];
    return feature;
}

/* All features that ROOT depends on are of one part with FEATURE. */
static void join_below(const Net *net, Lit root, uint32_t feature,
                       uint32_t *parts, uint32_t *stamps)
{
    VEC(uint32_t) stack = {0};
    vec_push(&stack, lit_node(root));
    while (stack.count) {
        uint32_t number = vec_pop(&stack);
        const Node *node = &net->nodes[number];
        if (stamps[number] == feature + 1)
            continue;
        stamps[number] = feature + 1;
        if (node->kind == NODE_FEATURE)
            parts[part_of(parts, node->first)] = part_of(parts, feature);
        for (uint32_t i = 0; node->kind == NODE_AND && i < node->count; i++)
            vec_push(&stack, lit_node(net->inputs[node->first + i]));
    }
    vec_free(&stack);
}

static uint32_t *find_parts(const Net *net, const bool *clock)
{
    uint32_t *parts = fatal_malloc((net->feature_count + 1) * sizeof *parts);
    uint32_t *stamps = calloc(net->node_count + 1, sizeof *stamps);
    if (!stamps)
        fatal("out of memory");
    for (uint32_t f = 0; f < net->feature_count; f++)
        parts[f] = f;
    for (uint32_t f = 0; f < net->feature_count; f++)
        if (clock[f])
            join_below(net, net->next[f], f, parts, stamps);
    free(stamps);
    for (uint32_t f = 0; f < net->feature_count; f++)
        parts[f] = part_of(parts, f);
    return parts;
}

static Ref state_ref(PropertyTable *properties, const bool *part,
                     const bool *state)
{
    RefList refs = {0};
    for (uint32_t i = 0; i < properties->net->feature_count; i++)
        if (part[i])
            vec_push(&refs, property_feature(properties, 0, i) ^ !state[i]);
    Ref all = property_and(properties, refs.items, refs.count);
    vec_free(&refs);
    return all;
}

/* That the PART is in one of its states; REF_TRUE if they are too many. */
static Ref part_states(PropertyTable *properties, const bool *part, size_t most)
{
    const Net *net = properties->net;
    size_t count = net->feature_count, states = 0;
    bool *all = calloc((most + 1) * count + 1, sizeof *all);
    uint8_t *values = fatal_malloc(net->node_count + 1);
    RefList refs = {0};
    if (!all)
        fatal("out of memory");
    for (size_t i = 0; i < count; i++)
        all[i] = part[i] && net->initial[i];
    while (states < most &&
           !is_among(all, states, all + states * count, count)) {
        bool *state = all + states * count;
        vec_push(&refs, state_ref(properties, part, state));
        states++;
        evaluate(net, part, state, values);
        for (size_t i = 0; i < count; i++)
            state[count + i] = part[i] && value_of(values, net->next[i]) == YES;
    }
    bool complete = is_among(all, states, all + states * count, count);
    Ref some =
        complete ? property_or(properties, refs.items, refs.count) : REF_TRUE;
    vec_free(&refs);
    free(all);
    free(values);
    return some;
}

void autonomous_states(PropertyTable *properties, size_t most, RefList *found)
{
    const Net *net = properties->net;
    bool *clock = find_clockwork(net);
    bool *part = fatal_malloc(net->feature_count + 1);
    uint32_t *parts = find_parts(net, clock);
    for (uint32_t f = 0; f < net->feature_count; f++) {
        if (!clock[f] || parts[f] != f)
            continue;
        for (uint32_t g = 0; g < net->feature_count; g++)
            part[g] = clock[g] && parts[g] == f;
        Ref states = part_states(properties, part, most);
        if (states != REF_TRUE)
            vec_push(found, states);
    }
    free(clock);
    free(part);
    free(parts);
}

/* ---- the end ---- */

/* The first step at which the clock alone says that the game is over. */
bool autonomous_end(const Net *net, const Budget *budget, uint64_t *bound)
{
    enum { MAX_STEPS = 100000 };
    bool *clock = find_clockwork(net);
    bool *state = fatal_malloc(net->feature_count + 1);
    bool *before = fatal_malloc(net->feature_count + 1);
    uint8_t *values = fatal_malloc(net->node_count + 1);
    bool ends = false, any = false;
    memcpy(state, net->initial, net->feature_count);
    for (uint32_t i = 0; i < net->feature_count; i++)
        any = any || (clock[i] && net->next[i] != LIT_TRUE);
    for (uint64_t step = 0, turn = 1; any && step < MAX_STEPS && !ends;
         step++) {
        if (step % 64 == 0 && budget_spent(budget))
            break;
        if (step == turn) { /* Brent: it comes back to where it was */
            memcpy(before, state, net->feature_count);
            turn *= 2;
        }
        evaluate(net, clock, state, values);
        ends = value_of(values, net->terminal) == YES;
        if (ends)
            *bound = step;
        for (uint32_t i = 0; i < net->feature_count; i++)
            state[i] = clock[i] && value_of(values, net->next[i]) == YES;
        if (step && memcmp(before, state, net->feature_count) == 0)
            break;
    }
    free(clock);
    free(state);
    free(before);
    free(values);
    return ends;
}

/* goal_lower_bound.c - how many moves it takes at least to reach an end of some
 * value
 *
 * In:   the effects of each move, the goals
 * Out:  a lower bound for each state
 *
 * The bound is that of linear programming duality: give each need the weight
 * 1/n if the moves that can meet it meet at most n needs; then no move meets
 * needs of more than weight 1 altogether. Start reading at goal_bound_new().
 */
#include "solve/goal_lower_bound.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    uint32_t feature;
    bool value;
} Fact;

/* One of its facts has to hold. */
typedef struct {
    size_t first, count; /* facts */
    bool hopeless;       /* if it is not met, it never will be */
    float weight;        /* among all needs, */
    float alone;         /* and among those of one fact */
} Need;

struct GoalBound {
    VEC(Fact) facts;
    VEC(Need) bound; /* those of one fact first */
    size_t singles;  /* how many these are */
};

/* ---- what an end needs ---- */

enum { NEEDS_TRUE = 1, NEEDS_FALSE = 2 };

/* What holds in all ends of some values. */
typedef struct {
    const Net *net;
    uint32_t *mark;      /* by node: the last goal that looked at it */
    uint32_t *choices;   /* by node: goals that need one of its inputs false */
    unsigned char *what; /* by feature, for the last goal */
    unsigned char *common;
    uint32_t goals;
} Ends;

/* Notes what holds whenever LIT does. */
static void look_below(Ends *ends, Lit lit)
{
    const Net *net = ends->net;
    VEC(Lit) open = {0};
    vec_push(&open, lit);
    while (open.count) {
        Lit one = vec_pop(&open);
        const Node *node = &net->nodes[lit_node(one)];
        if (ends->mark[lit_node(one)] == ends->goals)
            continue;
        ends->mark[lit_node(one)] = ends->goals;
        if (node->kind == NODE_FEATURE)
            ends->what[node->first] |= one & 1 ? NEEDS_FALSE : NEEDS_TRUE;
        else if (node->kind == NODE_AND && (!(one & 1) || node->count == 1))
            for (uint32_t i = 0; i < node->count; i++)
                vec_push(&open, net->inputs[node->first + i] ^ (one & 1));
        else if (node->kind == NODE_AND)
            ends->choices[lit_node(one)]++;
    }
    vec_free(&open);
}

/* All ends worth more than VALUE. */
static Ends find_ends(const Puzzle *puzzle, int value)
{
    const Net *net = puzzle->net;
    const Role *role = &net->roles[0];
    size_t features = net->feature_count;
    Ends ends = {net,
                 fatal_calloc(net->node_count + 1, sizeof(uint32_t)),
                 fatal_calloc(net->node_count + 1, sizeof(uint32_t)),
                 fatal_malloc(features + 1),
                 fatal_malloc(features + 1),
                 0};
    memset(ends.common, NEEDS_TRUE | NEEDS_FALSE, features + 1);
    for (size_t i = 0; i < role->goal_count; i++) {
        if (puzzle->values[i] <= value || role->goals[i].lit == LIT_FALSE)
            continue;
        ends.goals++;
        memset(ends.what, 0, features + 1);
        look_below(&ends, role->goals[i].lit);
        look_below(&ends, net->terminal);
        for (size_t k = 0; k < features; k++)
            ends.common[k] &= ends.what[k];
    }
    if (!ends.goals)
        memset(ends.common, 0, features + 1);
    return ends;
}

static void ends_free(Ends *ends)
{
    free(ends->mark);
    free(ends->choices);
    free(ends->what);
    free(ends->common);
}

static void add_single(GoalBound *bound, uint32_t feature, bool value)
{
    Need need = {bound->facts.count, 1, false, 0, 0};
    Fact fact = {feature, value};
    vec_push(&bound->facts, fact);
    vec_push(&bound->bound, need);
}

enum { MAX_CHOICES = 64, MAX_FACTS = 4096 };

/* One of the inputs of NODE is false: a need, if they are facts, and none of
 * them is needed anyway. */
static void add_choice(GoalBound *bound, const Ends *ends, uint32_t node)
{
    const Net *net = ends->net;
    Need need = {bound->facts.count, 0, false, 0, 0};
    VEC(Lit) open = {0};
    bool good = true;
    vec_push(&open, 2 * node + 1);
    while (open.count && good) {
        Lit one = vec_pop(&open);
        const Node *here = &net->nodes[lit_node(one)];
        Fact fact = {here->first, !(one & 1)};
        if (here->kind == NODE_FEATURE) {
            good = !(ends->common[fact.feature] &
                     (fact.value ? NEEDS_TRUE : NEEDS_FALSE)) &&
                   ++need.count <= MAX_CHOICES;
            vec_push(&bound->facts, fact);
        } else if (here->kind == NODE_AND && (one & 1)) {
            good = here->count <= MAX_CHOICES;
            for (uint32_t i = 0; good && i < here->count; i++)
                vec_push(&open, lit_not(net->inputs[here->first + i]));
        } else {
            good = false;
        }
    }
    vec_free(&open);
    if (good)
        vec_push(&bound->bound, need);
    else
        bound->facts.count = need.first;
}

/* ---- which moves meet them ---- */

/* Whether LIT is false where all literals are that are DENIED. */
static bool is_out(const Net *net, const bool *denied, Lit lit)
{
    const Node *node = &net->nodes[lit_node(lit)];
    if (lit == LIT_FALSE || denied[lit])
        return true;
    if (node->kind == NODE_AND && !(lit & 1))
        for (uint32_t i = 0; i < node->count; i++)
            if (denied[net->inputs[node->first + i]])
                return true;
    return false;
}

static bool may_hold(const Net *net, const bool *denied, Lit lit)
{
    const Node *node = &net->nodes[lit_node(lit)];
    if (is_out(net, denied, lit))
        return false;
    if (node->kind != NODE_AND || !(lit & 1))
        return true;
    for (uint32_t i = 0; i < node->count; i++)
        if (!is_out(net, denied, lit_not(net->inputs[node->first + i])))
            return true;
    return false;
}

static bool may_become(const MoveEffects *touch, const bool *denied, Fact fact,
                       uint32_t effect)
{
    Becomes next = move_effects_becomes(touch, fact.feature, effect);
    Lit last = next.lits[next.count - 1] ^ (Lit)!fact.value;
    if (next.count > 1 &&
        may_hold(touch->net, denied, next.lits[fact.value ? 0 : 1]))
        return true; /* set, or cleared */
    return may_hold(touch->net, denied, last);
}

/* Whether a move with the effects AT can meet a need that is not met. */
static bool may_meet(const GoalBound *bound, const Need *need,
                     const MoveEffects *touch, const uint32_t *at, bool *denied)
{
    const Fact *facts = bound->facts.items + need->first;
    bool may = false;
    for (size_t i = 0; i < need->count; i++)
        if (touch->self[facts[i].feature] != LIT_FALSE)
            denied[touch->self[facts[i].feature] ^ (Lit)!facts[i].value] = true;
    for (size_t i = 0; i < need->count && !may; i++)
        may = may_become(touch, denied, facts[i], at[facts[i].feature]);
    for (size_t i = 0; i < need->count; i++)
        if (touch->self[facts[i].feature] != LIT_FALSE)
            denied[touch->self[facts[i].feature] ^ (Lit)!facts[i].value] =
                false;
    return may;
}

/* Forgets choices that may come true by themselves. */
static void drop_choices(GoalBound *bound, const MoveEffects *touch,
                         const uint32_t *at, bool *denied)
{
    size_t kept = bound->singles;
    for (size_t i = kept; i < bound->bound.count; i++)
        if (!may_meet(bound, &bound->bound.items[i], touch, at, denied))
            bound->bound.items[kept++] = bound->bound.items[i];
    bound->bound.count = kept;
}

/* A move can meet the needs that MET says: what that means for their weights.
 */
static void note_company(GoalBound *bound, const bool *met)
{
    size_t singles = 0, all = 0;
    for (size_t i = 0; i < bound->bound.count; i++) {
        all += met[i];
        singles += met[i] && i < bound->singles;
    }
    for (size_t i = 0; i < bound->bound.count; i++) {
        Need *need = &bound->bound.items[i];
        if (!met[i])
            continue;
        if (need->hopeless || need->weight > 1 / (float)all)
            need->weight = 1 / (float)all;
        if (i < bound->singles &&
            (need->hopeless || need->alone > 1 / (float)singles))
            need->alone = 1 / (float)singles;
        need->hopeless = false;
    }
}

static void weigh(GoalBound *bound, const MoveEffects *touch)
{
    const Net *net = touch->net;
    uint32_t *at = fatal_malloc((touch->features + 1) * sizeof *at);
    bool *denied = fatal_calloc(2 * net->node_count + 1, sizeof *denied);
    bool *met = fatal_malloc(bound->bound.count + 1);
    for (size_t i = 0; i < touch->features; i++)
        at[i] = NO_INDEX;
    drop_choices(bound, touch, at, denied);
    for (size_t i = 0; i < bound->bound.count; i++)
        bound->bound.items[i].hopeless = true;
    for (uint32_t move = 0; move < touch->moves; move++) {
        uint32_t first = net->first_effect[move],
                 end = net->first_effect[move + 1];
        for (uint32_t i = first; i < end; i++)
            at[net->effects[i].feature] = i;
        for (size_t i = 0; i < bound->bound.count; i++)
            met[i] = may_meet(bound, &bound->bound.items[i], touch, at, denied);
        note_company(bound, met);
        for (uint32_t i = first; i < end; i++)
            at[net->effects[i].feature] = NO_INDEX;
    }
    free(at);
    free(denied);
    free(met);
}

GoalBound *goal_bound_new(const Puzzle *puzzle, const MoveEffects *touch,
                          int value)
{
    GoalBound *bound = fatal_calloc(1, sizeof *bound);
    Ends ends = find_ends(puzzle, value);
    for (uint32_t i = 0; i < touch->features; i++) {
        if (touch->by_itself[i])
            continue;
        if (ends.common[i] & NEEDS_TRUE)
            add_single(bound, i, true);
        if (ends.common[i] & NEEDS_FALSE)
            add_single(bound, i, false);
    }
    bound->singles = bound->bound.count;
    for (uint32_t i = 0; i < puzzle->net->node_count && ends.goals; i++)
        if (ends.choices[i] == ends.goals && bound->facts.count < MAX_FACTS)
            add_choice(bound, &ends, i);
    ends_free(&ends);
    weigh(bound, touch);
    return bound;
}

void goal_bound_free(GoalBound *bound)
{
    if (!bound)
        return;
    vec_free(&bound->facts);
    vec_free(&bound->bound);
    free(bound);
}

static bool is_met(const GoalBound *bound, const Need *need,
                   const uint64_t *state)
{
    const Fact *facts = bound->facts.items + need->first;
    for (size_t i = 0; i < need->count; i++) {
        uint32_t feature = facts[i].feature;
        if ((state[feature / 64] >> feature % 64 & 1) == facts[i].value)
            return true;
    }
    return false;
}

size_t goal_bound_moves(const GoalBound *bound, const uint64_t *state)
{
    float all = 0, singles = 0;
    for (size_t i = 0; i < bound->bound.count; i++) {
        const Need *need = &bound->bound.items[i];
        if (is_met(bound, need, state))
            continue;
        if (need->hopeless)
            return NEVER;
        all += need->weight;
        singles += need->alone;
    }
    return (size_t)ceilf((all > singles ? all : singles) - 0.001f);
}

size_t goal_bound_count(const GoalBound *bound)
{
    return bound->bound.count;
}

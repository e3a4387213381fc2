/* goal_lower_bound.c - how many moves it takes at least to reach an end of some
 * value
 *
 * In:   the effects of each move, the goals
 * Out:  a lower bound for each state
 *
 * The bound is that of linear programming duality: give each need the weight
 * 1/n if the moves that can meet it meet at most n needs; then no move meets
 * needs of more than weight 1 altogether. Start reading at needs_new().
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

struct Needs {
    VEC(Fact) facts;
    VEC(Need) needs; /* those of one fact first */
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

static void add_single(Needs *needs, uint32_t feature, bool value)
{
    Need need = {needs->facts.count, 1, false, 0, 0};
    Fact fact = {feature, value};
    vec_push(&needs->facts, fact);
    vec_push(&needs->needs, need);
}

enum { MOST_CHOICES = 64, MOST_FACTS = 4096 };

/* One of the inputs of NODE is false: a need, if they are facts, and none of
 * them is needed anyway. */
static void add_choice(Needs *needs, const Ends *ends, uint32_t node)
{
    const Net *net = ends->net;
    Need need = {needs->facts.count, 0, false, 0, 0};
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
                   ++need.count <= MOST_CHOICES;
            vec_push(&needs->facts, fact);
        } else if (here->kind == NODE_AND && (one & 1)) {
            good = here->count <= MOST_CHOICES;
            for (uint32_t i = 0; good && i < here->count; i++)
                vec_push(&open, lit_not(net->inputs[here->first + i]));
        } else {
            good = false;
        }
    }
    vec_free(&open);
    if (good)
        vec_push(&needs->needs, need);
    else
        needs->facts.count = need.first;
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

static bool may_become(const Touch *touch, const bool *denied, Fact fact,
                       uint32_t effect)
{
    Becomes next = touch_becomes(touch, fact.feature, effect);
    Lit last = next.lits[next.count - 1] ^ (Lit)!fact.value;
    if (next.count > 1 &&
        may_hold(touch->net, denied, next.lits[fact.value ? 0 : 1]))
        return true; /* set, or cleared */
    return may_hold(touch->net, denied, last);
}

/* Whether a move with the effects AT can meet a need that is not met. */
static bool may_meet(const Needs *needs, const Need *need, const Touch *touch,
                     const uint32_t *at, bool *denied)
{
    const Fact *facts = needs->facts.items + need->first;
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
static void drop_choices(Needs *needs, const Touch *touch, const uint32_t *at,
                         bool *denied)
{
    size_t kept = needs->singles;
    for (size_t i = kept; i < needs->needs.count; i++)
        if (!may_meet(needs, &needs->needs.items[i], touch, at, denied))
            needs->needs.items[kept++] = needs->needs.items[i];
    needs->needs.count = kept;
}

/* A move can meet the needs that MET says: what that means for their weights.
 */
static void note_company(Needs *needs, const bool *met)
{
    size_t singles = 0, all = 0;
    for (size_t i = 0; i < needs->needs.count; i++) {
        all += met[i];
        singles += met[i] && i < needs->singles;
    }
    for (size_t i = 0; i < needs->needs.count; i++) {
        Need *need = &needs->needs.items[i];
        if (!met[i])
            continue;
        if (need->hopeless || need->weight > 1 / (float)all)
            need->weight = 1 / (float)all;
        if (i < needs->singles &&
            (need->hopeless || need->alone > 1 / (float)singles))
            need->alone = 1 / (float)singles;
        need->hopeless = false;
    }
}

static void weigh(Needs *needs, const Touch *touch)
{
    const Net *net = touch->net;
    uint32_t *at = fatal_malloc((touch->features + 1) * sizeof *at);
    bool *denied = fatal_calloc(2 * net->node_count + 1, sizeof *denied);
    bool *met = fatal_malloc(needs->needs.count + 1);
    for (size_t i = 0; i < touch->features; i++)
        at[i] = NO_INDEX;
    drop_choices(needs, touch, at, denied);
    for (size_t i = 0; i < needs->needs.count; i++)
        needs->needs.items[i].hopeless = true;
    for (uint32_t move = 0; move < touch->moves; move++) {
        uint32_t first = net->first_effect[move],
                 end = net->first_effect[move + 1];
        for (uint32_t i = first; i < end; i++)
            at[net->effects[i].feature] = i;
        for (size_t i = 0; i < needs->needs.count; i++)
            met[i] = may_meet(needs, &needs->needs.items[i], touch, at, denied);
        note_company(needs, met);
        for (uint32_t i = first; i < end; i++)
            at[net->effects[i].feature] = NO_INDEX;
    }
    free(at);
    free(denied);
    free(met);
}

Needs *needs_new(const Puzzle *puzzle, const Touch *touch, int value)
{
    Needs *needs = fatal_calloc(1, sizeof *needs);
    Ends ends = find_ends(puzzle, value);
    for (uint32_t i = 0; i < touch->features; i++) {
        if (touch->by_itself[i])
            continue;
        if (ends.common[i] & NEEDS_TRUE)
            add_single(needs, i, true);
        if (ends.common[i] & NEEDS_FALSE)
            add_single(needs, i, false);
    }
    needs->singles = needs->needs.count;
    for (uint32_t i = 0; i < puzzle->net->node_count && ends.goals; i++)
        if (ends.choices[i] == ends.goals && needs->facts.count < MOST_FACTS)
            add_choice(needs, &ends, i);
    ends_free(&ends);
    weigh(needs, touch);
    return needs;
}

void needs_free(Needs *needs)
{
    if (!needs)
        return;
    vec_free(&needs->facts);
    vec_free(&needs->needs);
    free(needs);
}

static bool is_met(const Needs *needs, const Need *need, const uint64_t *state)
{
    const Fact *facts = needs->facts.items + need->first;
    for (size_t i = 0; i < need->count; i++) {
        uint32_t feature = facts[i].feature;
        if ((state[feature / 64] >> feature % 64 & 1) == facts[i].value)
            return true;
    }
    return false;
}

size_t needs_moves(const Needs *needs, const uint64_t *state)
{
    float all = 0, singles = 0;
    for (size_t i = 0; i < needs->needs.count; i++) {
        const Need *need = &needs->needs.items[i];
        if (is_met(needs, need, state))
            continue;
        if (need->hopeless)
            return NEVER;
        all += need->weight;
        singles += need->alone;
    }
    return (size_t)ceilf((all > singles ? all : singles) - 0.001f);
}

size_t needs_count(const Needs *needs)
{
    return needs->needs.count;
}

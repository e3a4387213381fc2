/* needs.c - how many moves it takes at least to reach an end of some value
 *
 * In:   the effects of each move, the goals
 * Out:  a lower bound for each state
 *
 * The bound is that of linear programming duality: give each need the weight
 * 1/n if the moves that can meet it meet at most n needs; then no move meets
 * needs of more than weight 1 altogether. Start reading at needs_new().
 */
#include "solve/needs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    uint32_t feature;
    bool value;
    bool hopeless; /* if it is not met, it never will be */
    float weight;
} Need;

struct Needs {
    Need *needs;
    size_t count;
};

/* ---- what an end needs ---- */

enum { NEEDS_TRUE = 1, NEEDS_FALSE = 2 };

/* Marks in WHAT the literals that hold whenever LIT does. */
static void find_needs(const Net *net, Lit lit, unsigned char *what,
                       uint32_t *mark, uint32_t number)
{
    VEC(Lit) open = {0};
    vec_push(&open, lit);
    while (open.count) {
        Lit one = vec_pop(&open);
        const Node *node = &net->nodes[lit_node(one)];
        if (mark[lit_node(one)] == number)
            continue;
        mark[lit_node(one)] = number;
        if (node->kind == NODE_FEATURE)
            what[node->first] |= one & 1 ? NEEDS_FALSE : NEEDS_TRUE;
        else if (node->kind == NODE_AND && (!(one & 1) || node->count == 1))
            for (uint32_t i = 0; i < node->count; i++)
                vec_push(&open, net->inputs[node->first + i] ^ (one & 1));
    }
    vec_free(&open);
}

/* What all ends worth more than VALUE need, by feature. */
static unsigned char *common_needs(const Puzzle *puzzle, int value)
{
    const Net *net = puzzle->net;
    const Role *role = &net->roles[0];
    size_t features = net->feature_count;
    unsigned char *common = fatal_malloc(features + 1);
    unsigned char *what = fatal_malloc(features + 1);
    uint32_t *mark = calloc(net->node_count + 1, sizeof *mark), number = 0;
    if (!mark)
        fatal("out of memory");
    memset(common, NEEDS_TRUE | NEEDS_FALSE, features + 1);
    for (size_t i = 0; i < role->goal_count; i++) {
        if (puzzle->values[i] <= value || role->goals[i].lit == LIT_FALSE)
            continue;
        memset(what, 0, features + 1);
        find_needs(net, role->goals[i].lit, what, mark, ++number);
        find_needs(net, net->terminal, what, mark, ++number);
        for (size_t k = 0; k < features; k++)
            common[k] &= what[k];
    }
    if (!number)
        memset(common, 0, features + 1);
    free(what);
    free(mark);
    return common;
}

/* ---- which moves meet them ---- */

/* Whether LIT can have the value WANTED while FEATURE has not: not if it is a
 * conjunction with the feature itself, or the other way round. */
static bool may_turn(const Touch *touch, uint32_t feature, Lit lit, bool wanted)
{
    const Net *net = touch->net;
    Lit self = touch->self[feature];
    if (lit == (wanted ? LIT_FALSE : LIT_TRUE))
        return false;
    if (self == LIT_FALSE)
        return true;
    if (lit == self)
        return false;
    const Node *node = &net->nodes[lit_node(lit)];
    bool conjunction = node->kind == NODE_AND && (lit & 1) == !wanted;
    for (uint32_t i = 0; conjunction && i < node->count; i++)
        if (net->inputs[node->first + i] == (self ^ (Lit)!wanted))
            return false;
    return true;
}

static bool may_meet(const Touch *touch, uint32_t feature, bool wanted,
                     uint32_t effect)
{
    Becomes next = touch_becomes(touch, feature, effect);
    if (next.count == 1)
        return may_turn(touch, feature, next.lits[0], wanted);
    Lit turn = next.lits[wanted ? 0 : 1]; /* set, or clear */
    return turn != LIT_FALSE || may_turn(touch, feature, next.lits[2], wanted);
}

/* By need: the most needs that a move which can meet it can meet. */
static uint32_t *count_company(const Needs *needs, const Touch *touch)
{
    const Net *net = touch->net;
    uint32_t *company = calloc(needs->count + 1, sizeof *company);
    uint32_t *at = fatal_malloc((touch->features + 1) * sizeof *at);
    bool *met = fatal_malloc(needs->count + 1);
    if (!company)
        fatal("out of memory");
    for (size_t i = 0; i < touch->features; i++)
        at[i] = NO_INDEX;
    for (uint32_t move = 0; move < touch->moves; move++) {
        uint32_t first = net->first_effect[move],
                 end = net->first_effect[move + 1], count = 0;
        for (uint32_t i = first; i < end; i++)
            at[net->effects[i].feature] = i;
        for (size_t i = 0; i < needs->count; i++) {
            const Need *need = &needs->needs[i];
            met[i] =
                may_meet(touch, need->feature, need->value, at[need->feature]);
            count += met[i];
        }
        for (size_t i = 0; i < needs->count; i++)
            if (met[i] && count > company[i])
                company[i] = count;
        for (uint32_t i = first; i < end; i++)
            at[net->effects[i].feature] = NO_INDEX;
    }
    free(at);
    free(met);
    return company;
}

Needs *needs_new(const Puzzle *puzzle, const Touch *touch, int value)
{
    Needs *needs = fatal_malloc(sizeof *needs);
    size_t features = touch->features;
    unsigned char *common = common_needs(puzzle, value);
    *needs = (Needs){fatal_malloc((2 * features + 1) * sizeof(Need)), 0};
    for (uint32_t i = 0; i < features; i++) {
        if (touch->by_itself[i])
            continue;
        if (common[i] & NEEDS_TRUE)
            needs->needs[needs->count++] = (Need){i, true, false, 0};
        if (common[i] & NEEDS_FALSE)
            needs->needs[needs->count++] = (Need){i, false, false, 0};
    }
    uint32_t *company = count_company(needs, touch);
    for (size_t i = 0; i < needs->count; i++) {
        needs->needs[i].hopeless = !company[i];
        needs->needs[i].weight = company[i] ? 1 / (float)company[i] : 0;
    }
    free(company);
    free(common);
    return needs;
}

void needs_free(Needs *needs)
{
    if (!needs)
        return;
    free(needs->needs);
    free(needs);
}

size_t needs_moves(const Needs *needs, const uint64_t *state)
{
    float sum = 0;
    for (size_t i = 0; i < needs->count; i++) {
        const Need *need = &needs->needs[i];
        bool holds = state[need->feature / 64] >> need->feature % 64 & 1;
        if (holds == need->value)
            continue;
        if (need->hopeless)
            return NEVER;
        sum += need->weight;
    }
    return (size_t)ceilf(sum - 0.001f);
}

size_t needs_count(const Needs *needs)
{
    return needs->count;
}

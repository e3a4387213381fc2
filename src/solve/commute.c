/* commute.c - which moves can be made in either order
 *
 * In:   the effects of each move
 * Out:  for each pair of moves whether they commute
 *
 * Start reading at commute_new(), at the end.
 */
#include "solve/commute.h"

#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

struct Commute {
    size_t moves, words;
    uint64_t *clash; /* by move, a bit for each that it does not commute with */
};

enum { MOST_MOVES = 6000, MOST_WORK = 40000000, FEWEST_PAIRS_PERCENT = 20 };

typedef VEC(uint32_t) Numbers;

typedef struct {
    const Touch *effects;
    const Net *net; /* theirs */
    size_t moves, features;
    Numbers *touch; /* by feature: moves that touch it, */
    Numbers *look;  /* and moves that look at it */
    bool *watched;  /* by feature: its value at each step matters */
    uint32_t *mark; /* by node: who was here last */
    uint32_t marks;
    Numbers stack;
    uint64_t work;
} Analysis;

/* ---- what a literal looks at ---- */

/* Calls for each feature below LIT that was not met since the last new mark. */
static void collect(Analysis *analysis, Lit lit, Numbers *features)
{
    const Net *net = analysis->net;
    vec_clear(&analysis->stack);
    vec_push(&analysis->stack, lit_node(lit));
    while (analysis->stack.count) {
        uint32_t number = vec_pop(&analysis->stack);
        const Node *node = &net->nodes[number];
        if (analysis->mark[number] == analysis->marks)
            continue;
        analysis->mark[number] = analysis->marks;
        analysis->work++;
        if (node->kind == NODE_FEATURE)
            vec_push(features, node->first);
        else if (node->kind == NODE_LOOP)
            vec_push(&analysis->stack,
                     lit_node(net->loops[node->first].definition));
        else if (node->kind == NODE_AND)
            for (uint32_t i = 0; i < node->count; i++)
                vec_push(&analysis->stack,
                         lit_node(net->inputs[node->first + i]));
    }
}

/* ---- features ---- */

/* What a feature that changes by itself looks at is watched. */
static void watch_by_themselves(Analysis *analysis)
{
    const Touch *touch = analysis->effects;
    Numbers features = {0};
    analysis->marks++;
    for (uint32_t i = 0; i < touch->features; i++)
        if (touch->by_itself[i])
            collect(analysis, touch->net->untouched[i], &features);
    for (size_t i = 0; i < features.count; i++)
        analysis->watched[features.items[i]] =
            !touch->by_itself[features.items[i]];
    vec_free(&features);
}

static void watch(Analysis *analysis, Lit lit)
{
    Numbers features = {0};
    analysis->marks++;
    collect(analysis, lit, &features);
    for (size_t i = 0; i < features.count; i++)
        analysis->watched[features.items[i]] |=
            !analysis->effects->by_itself[features.items[i]];
    vec_free(&features);
}

/* ---- moves ---- */

/* Notes what MOVE touches and looks at; false if its place in time matters. */
static bool look_at_move(Analysis *analysis, uint32_t move, uint32_t *at,
                         Numbers *features)
{
    const Net *net = analysis->net;
    bool free_in_time = true;
    for (uint32_t i = net->first_effect[move]; i < net->first_effect[move + 1];
         i++)
        at[net->effects[i].feature] = i;
    vec_clear(features);
    analysis->marks++;
    collect(analysis, net->roles[0].legal[move], features);
    for (uint32_t i = 0; i < analysis->features; i++) {
        Becomes next = touch_becomes(analysis->effects, i, at[i]);
        if (analysis->effects->by_itself[i] ||
            touch_keeps(analysis->effects, i, next))
            continue;
        vec_push(&analysis->touch[i], move);
        free_in_time = free_in_time && !analysis->watched[i];
        for (size_t k = 0; k < next.count; k++)
            collect(analysis, next.lits[k], features);
    }
    analysis->work += analysis->features / 8;
    for (size_t i = 0; i < features->count; i++) {
        vec_push(&analysis->look[features->items[i]], move);
        free_in_time =
            free_in_time && !analysis->effects->by_itself[features->items[i]];
    }
    for (uint32_t i = net->first_effect[move]; i < net->first_effect[move + 1];
         i++)
        at[net->effects[i].feature] = NO_INDEX;
    return free_in_time;
}

static void clash(Commute *commute, uint32_t left, uint32_t right)
{
    commute->clash[left * commute->words + right / 64] |= (uint64_t)1
                                                          << right % 64;
    commute->clash[right * commute->words + left / 64] |= (uint64_t)1
                                                          << left % 64;
}

static bool find_clashes(Analysis *analysis, Commute *commute)
{
    Numbers features = {0};
    uint32_t *at = fatal_malloc((analysis->features + 1) * sizeof *at);
    for (size_t i = 0; i < analysis->features; i++)
        at[i] = NO_INDEX;
    for (uint32_t i = 0; i < analysis->moves && analysis->work < MOST_WORK; i++)
        if (!look_at_move(analysis, i, at, &features))
            for (uint32_t k = 0; k < analysis->moves; k++)
                clash(commute, i, k);
    vec_free(&features);
    free(at);
    for (size_t f = 0; f < analysis->features; f++) {
        const Numbers *touch = &analysis->touch[f], *look = &analysis->look[f];
        analysis->work += touch->count * (touch->count + look->count) / 8;
        if (analysis->work >= MOST_WORK)
            return false;
        for (size_t i = 0; i < touch->count; i++) {
            for (size_t k = 0; k < touch->count; k++)
                clash(commute, touch->items[i], touch->items[k]);
            for (size_t k = 0; k < look->count; k++)
                clash(commute, touch->items[i], look->items[k]);
        }
    }
    return analysis->work < MOST_WORK;
}

static size_t count_pairs(const Commute *commute)
{
    size_t pairs = 0;
    for (uint32_t i = 0; i < commute->moves; i++)
        for (uint32_t k = 0; k < i; k++)
            pairs += do_commute(commute, i, k);
    return pairs;
}

/* ---- putting it together ---- */

static Commute *analyse(Analysis *analysis, bool ends)
{
    const Net *net = analysis->net;
    size_t moves = analysis->moves;
    Commute *commute = fatal_malloc(sizeof *commute);
    *commute = (Commute){moves, (moves + 63) / 64, NULL};
    commute->clash = calloc(moves * commute->words + 1, sizeof(uint64_t));
    if (!commute->clash)
        fatal("out of memory");
    watch_by_themselves(analysis);
    if (ends)
        watch(analysis, net->terminal);
    size_t all = moves * (moves - 1) / 2;
    if (find_clashes(analysis, commute) &&
        count_pairs(commute) * 100 > all * FEWEST_PAIRS_PERCENT)
        return commute;
    commute_free(commute);
    return NULL;
}

Commute *commute_new(const Touch *touch, bool ends)
{
    size_t features = touch->features;
    if (touch->moves < 2 || touch->moves > MOST_MOVES)
        return NULL;
    Arena *arena = arena_new();
    Analysis analysis = {
        .effects = touch,
        .net = touch->net,
        .moves = touch->moves,
        .features = features,
        .touch = arena_array(arena, Numbers, features + 1),
        .look = arena_array(arena, Numbers, features + 1),
        .watched = arena_array(arena, bool, features + 1),
        .mark = arena_array(arena, uint32_t, touch->net->node_count)};
    Commute *commute = analyse(&analysis, ends);
    for (size_t i = 0; i < features; i++) {
        vec_free(&analysis.touch[i]);
        vec_free(&analysis.look[i]);
    }
    vec_free(&analysis.stack);
    arena_free(arena);
    return commute;
}

void commute_free(Commute *commute)
{
    if (!commute)
        return;
    free(commute->clash);
    free(commute);
}

bool do_commute(const Commute *commute, uint32_t left, uint32_t right)
{
    return !(commute->clash[left * commute->words + right / 64] >> right % 64 &
             1);
}

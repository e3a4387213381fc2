/* explicit_check.c - properties, looked at in all positions
 *
 * In:   all positions of a game (prove/walk/reachable_states.h), and properties
 * about it Out:  plays on which they fail; those without one are true
 *
 * Sequences of no step, then of one, and so on, a lane for each: what a gate
 * says of a position is found by looking at that position of all sequences at
 * once. Start reading at explicit_check(), at the end.
 */
#include "prove/walk/explicit_check.h"

#include <stdlib.h>
#include <string.h>

/* Vectors are passed between functions of this file only. */
#pragma GCC diagnostic ignored "-Wpsabi"

typedef struct {
    const ExplicitCheck *check;
    BoundedPlay *plays;
    size_t words;             /* of a position */
    unsigned most;            /* degree of properties that are looked at */
    unsigned steps;           /* of the sequences at hand */
    VEC(uint32_t) gates;      /* that are needed for them, in order */
    uint32_t (*paths)[LANES]; /* position by step and lane */
    size_t lanes;             /* sequences by now */
    uint64_t *states;         /* of one step, lane after lane */
    Lanes *values;            /* by gate */
    Lanes running, ended;     /* sequences; those that end for good */
    unsigned level;           /* the step that is looked at */
} View;

/* ---- how many sequences there are ---- */

/* From the number of sequences that begin in each position to those that are
 * one step longer; returns how many they are in all. */
static double lengthen(const ReachableStates *reachable, const double *counts,
                       double *longer)
{
    double total = 0;
    for (size_t i = 0; i < reachable_count(reachable); i++) {
        longer[i] = 0;
        for (size_t k = 0; k < reachable_target_count(reachable, i); k++)
            longer[i] += counts[reachable_target(reachable, i, k)];
        total += longer[i];
    }
    return total;
}

/* The highest degree of properties for which there are not too many. */
static unsigned affordable(const ExplicitCheck *check)
{
    static const double MAX_SEQUENCES = 1e6;
    unsigned highest = 0, degree = 0;
    for (size_t i = 0; i < check->count; i++)
        if (check->list[i]->degree > highest)
            highest = check->list[i]->degree;
    size_t bytes = (reachable_count(check->reachable) + 1) * sizeof(double);
    double *counts = fatal_malloc(bytes), *longer = fatal_malloc(bytes);
    for (size_t i = 0; i < reachable_count(check->reachable); i++)
        counts[i] = 1;
    while (degree < highest &&
           lengthen(check->reachable, counts, longer) <= MAX_SEQUENCES) {
        double *swap = counts;
        counts = longer;
        longer = swap;
        degree++;
    }
    free(counts);
    free(longer);
    return degree;
}

/* ---- looking ---- */

static bool is_open(const View *view, size_t number)
{
    const GroundProperty *property = view->check->list[number];
    return !view->plays[number].moves && property->degree <= view->most &&
           property->degree >= view->steps &&
           property->ends[view->steps] != REF_TRUE;
}

static void plan(View *view)
{
    const PropertyTable *properties = view->check->properties;
    bool *needed = calloc(properties->gates.count + 1, sizeof *needed);
    if (!needed)
        fatal("out of memory");
    for (size_t i = 0; i < view->check->count; i++)
        if (is_open(view, i))
            property_mark(properties, view->check->list[i]->ends[view->steps],
                          needed);
    vec_clear(&view->gates);
    for (uint32_t i = 1; i < properties->gates.count; i++)
        if (needed[i])
            vec_push(&view->gates, i);
    free(needed);
}

/* What the leaves about one step are. */
static void look_at_step(void *context, const Lanes *nodes,
                         const Lanes *running)
{
    View *view = context;
    const Gate *gates = view->check->properties->gates.items;
    Lit terminal = view->check->net->terminal;
    for (size_t i = 0; i < view->gates.count; i++) {
        const Gate *gate = &gates[view->gates.items[i]];
        if (gate->is_leaf && gate->level == view->level)
            view->values[view->gates.items[i]] = nodes[gate->node];
    }
    Lanes ends = nodes[lit_node(terminal)];
    view->running = *running;
    view->ended = (terminal & 1 ? ~ends : ends) & *running;
}

static void evaluate_gates(View *view)
{
    const PropertyTable *properties = view->check->properties;
    for (size_t i = 0; i < view->gates.count; i++) {
        const Gate *gate = &properties->gates.items[view->gates.items[i]];
        Lanes all = ~(Lanes){0};
        for (uint32_t k = 0; !gate->is_leaf && k < gate->count; k++) {
            Ref input = properties->inputs.items[gate->first + k];
            Lanes value = view->values[input / 2];
            all &= input & 1 ? ~value : value;
        }
        if (!gate->is_leaf)
            view->values[view->gates.items[i]] = all;
    }
}

static void refute(View *view, size_t number, size_t lane)
{
    BoundedPlay *play = &view->plays[number];
    uint32_t path[MAX_DEGREE + 1];
    for (unsigned i = 0; i <= view->steps; i++)
        path[i] = view->paths[i][lane];
    play->moves = reachable_play_along(view->check->reachable, path,
                                       view->steps + 1, &play->steps);
    play->at = play->steps - view->steps;
}

/* Positions are in order of their distance: so the first play is short. */
static void check_sentences(View *view)
{
    for (size_t i = 0; i < view->check->count; i++) {
        const GroundProperty *property = view->check->list[i];
        if (!is_open(view, i))
            continue;
        Ref ref = property->ends[view->steps];
        Lanes holds = view->values[ref / 2];
        Lanes fails =
            (ref & 1 ? holds : ~holds) &
            (property->degree > view->steps ? view->ended : view->running);
        for (size_t word = 0; word < LANE_WORDS && !view->plays[i].moves;
             word++)
            if (fails[word])
                refute(view, i,
                       word * 64 + (size_t)__builtin_ctzll(fails[word]));
    }
}

/* The sequences at hand. */
static void look(View *view)
{
    const ExplicitCheck *check = view->check;
    if (!view->lanes)
        return;
    for (view->level = 0; view->level <= view->steps; view->level++) {
        for (size_t lane = 0; lane < view->lanes; lane++)
            memcpy(view->states + lane * view->words,
                   reachable_state(check->reachable,
                                   view->paths[view->level][lane]),
                   view->words * sizeof *view->states);
        walks_evaluate_states(check->walks, view->states, view->words,
                              view->lanes, look_at_step, view);
    }
    evaluate_gates(view);
    check_sentences(view);
    view->lanes = 0;
}

/* ---- all sequences ---- */

static void add_sequence(View *view, const uint32_t *path)
{
    for (unsigned i = 0; i <= view->steps; i++)
        view->paths[i][view->lanes] = path[i];
    if (++view->lanes == LANES)
        look(view);
}

/* All that begin in a position: PATH is under way, and CHOICE which target was
 * taken at each step of it. */
static void follow(View *view, uint32_t position)
{
    const ReachableStates *reachable = view->check->reachable;
    uint32_t path[MAX_DEGREE + 1] = {position};
    size_t choice[MAX_DEGREE + 1] = {0};
    for (unsigned length = 0;;) {
        if (length == view->steps)
            add_sequence(view, path);
        if (length < view->steps &&
            choice[length] < reachable_target_count(reachable, path[length])) {
            uint32_t target =
                reachable_target(reachable, path[length], choice[length]++);
            path[++length] = target;
            choice[length] = 0;
        } else if (length-- == 0) {
            return;
        }
    }
}

static bool follow_all(View *view)
{
    enum { POLL = 256 };
    plan(view);
    for (uint32_t i = 0; i < reachable_count(view->check->reachable); i++) {
        if (i % POLL == 0 && budget_spent(view->check->budget))
            return false;
        follow(view, i);
    }
    look(view);
    return true;
}

unsigned explicit_check(const ExplicitCheck *check, BoundedPlay *plays)
{
    size_t words = reachable_words(check->reachable);
    size_t gates = check->properties->gates.count;
    View view = {.check = check,
                 .plays = plays,
                 .words = words,
                 .most = affordable(check)};
    view.paths = fatal_malloc((view.most + 1) * sizeof *view.paths);
    view.states = fatal_malloc((words + 1) * LANES * sizeof *view.states);
    view.values = aligned_alloc(sizeof(Lanes), (gates + 1) * sizeof(Lanes));
    if (!view.values)
        fatal("out of memory");
    view.values[0] = ~(Lanes){0};
    memset(plays, 0, check->count * sizeof *plays);
    bool good = true;
    for (view.steps = 0; view.steps <= view.most && good; view.steps++)
        good = follow_all(&view);
    vec_free(&view.gates);
    free(view.paths);
    free(view.states);
    free(view.values);
    return good ? view.most + 1 : 0;
}

/* beam_search.c - beam search with several evaluations and growing width
 *
 * In:   a Puzzle
 * Out:  plans; never a proof
 *
 * Beam search (Lowerre 1976): layer by layer, only the WIDTH best successors
 * are kept. Passes follow one another, each with the next evaluation of the
 * table; after the last one the beam gets wider. The first ones, of width 1,
 * are greedy playouts. No position is kept twice in a pass, which ends when no
 * new one is left. Start reading at beam_step().
 */
#include "solve/puzzle.h"

#include "base/bits.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/sort.h"
#include "ground/net_walk.h"
#include "solve/state_set.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- the degree to which a goal holds ---- */

/* Between 0 and 1. A conjunction has the average degree of its conjuncts, a
 * disjunction the highest degree of its disjuncts: so a goal with many
 * conjuncts is approached one by one. (After the fuzzy evaluation of goals of
 * Fluxplayer: Schiffel and Thielscher 2007.) Only the cone of the goal is
 * evaluated, inputs first; nodes that depend on themselves have degree one
 * half. */

/* The degrees to which a node is true and false. */
typedef struct {
    float truth, falsity;
} Degree;

typedef struct {
    const Net *net;
    Lit conjuncts[2];
    uint32_t *nodes; /* cone of the goals, inputs first */
    size_t node_count, cost;
    Degree *degrees; /* by node */
} FuzzyGoal;

static FuzzyGoal *fuzzy_goal_new(const Net *net, Lit left, Lit right)
{
    FuzzyGoal *goal = memory_alloc(sizeof *goal);
    bool *is_needed = memory_zeroed(net->node_count, sizeof *is_needed);
    *goal =
        (FuzzyGoal){.net = net,
                    .conjuncts = {left, right},
                    .nodes = memory_array(net->node_count, sizeof(uint32_t)),
                    .degrees = memory_array(net->node_count, sizeof(Degree))};
    net_mark_cone(net, left, is_needed);
    net_mark_cone(net, right, is_needed);
    for (uint32_t i = 0; i < net->node_count; i++) {
        goal->degrees[i] = (Degree){0.5f, 0.5f};
        if (!is_needed[i])
            continue;
        goal->nodes[goal->node_count++] = i;
        goal->cost +=
            net->nodes[i].kind == NODE_AND ? net->nodes[i].input_count : 1;
    }
    memory_free(is_needed);
    return goal;
}

static void fuzzy_goal_free(FuzzyGoal *goal)
{
    if (!goal)
        return;
    free_all(goal->nodes, goal->degrees, goal);
}

static Degree degree_of(const FuzzyGoal *goal, Lit lit)
{
    Degree degree = goal->degrees[lit_node(lit)];
    return lit_is_negated(lit) ? (Degree){degree.falsity, degree.truth}
                               : degree;
}

/* The average degree of LITS, and the highest degree of their negations. What
 * is not quite true must stay below 1. */
static Degree fuzzy_and(const FuzzyGoal *goal, const Lit *lits, size_t count)
{
    assert(count > 0);
    float truth_sum = 0, max_falsity = 0;
    bool is_all_true = true;
    for (size_t i = 0; i < count; i++) {
        Degree degree = degree_of(goal, lits[i]);
        truth_sum += degree.truth;
        max_falsity =
            degree.falsity > max_falsity ? degree.falsity : max_falsity;
        is_all_true = is_all_true && degree.truth >= 1;
    }
    return (Degree){is_all_true ? 1 : 0.95f * truth_sum / (float)count,
                    max_falsity};
}

static float fuzzy_goal_degree(FuzzyGoal *goal, const uint64_t *state)
{
    const Net *net = goal->net;
    for (size_t i = 0; i < goal->node_count; i++) {
        uint32_t node_index = goal->nodes[i];
        const Node *node = &net->nodes[node_index];
        Degree *degree = &goal->degrees[node_index];
        if (node->kind == NODE_TRUE) {
            *degree = (Degree){1, 0};
        } else if (node->kind == NODE_FEATURE) {
            bool holds = get_bit(state, node->feature);
            *degree = (Degree){holds, !holds};
        } else if (node->kind == NODE_AND) {
            *degree = fuzzy_and(goal, net->inputs + node->first_input,
                                node->input_count);
        }
    }
    float degree = fuzzy_and(goal, goal->conjuncts, 2).truth;
    assert(0 <= degree && degree <= 1);
    return degree;
}

/* ---- the search ---- */

/* The weights of what the evaluation of a position sums up: the degree to which
 * the goal holds; mobility, with a negative weight where
 * the most constrained part should be done first, as in Warnsdorff's rule, and
 * a positive one where dead ends are to be avoided; the same for moves that do
 * not end the game; and noise to break ties. */
typedef struct {
    float goal_weight, move_weight, safe_move_weight, noise_weight;
} Evaluation;

static const Evaluation evaluations[] = {
    {1, 0, 0, 0.001f},  {1, -0.02f, 0, 0.001f}, {1, 0.02f, 0, 0.001f},
    {0, -1, 0, 0.1f},   {0, 1, 0, 0.1f},        {0, 0, -1, 0.1f},
    {0.3f, 0, 0, 0.3f},
};
enum { EVALUATION_COUNT = sizeof evaluations / sizeof *evaluations };

/* The score of a dead end: low mobility may be good, none is not. */
static const float DEAD_END_SCORE = -1000;

/* A position that was kept, and the move that led there. The positions of a
 * layer stand together. */
typedef struct {
    uint32_t state;  /* number in the state set of this pass */
    uint32_t parent; /* index of the position before */
    uint32_t move;
} BeamStep;

/* A position that may be kept in the next layer. */
typedef struct {
    float score;
    BeamStep step;
} BeamChild;

typedef struct {
    PlanSearch interface;
    const Puzzle *puzzle;
    Cursor *cursor;
    Random random;
    uint64_t *state_buffer;
    size_t max_bytes, width, max_width, pass;
    int target;      /* the value that the search tries to reach */
    FuzzyGoal *goal; /* of an end with that value; NULL: no rule has it */
    /* the current pass */
    StateSet *states;    /* all positions that were met; NULL: no pass */
    VEC(BeamStep) steps; /* of all layers */
    size_t next_step, layer_end; /* next step to expand; end of its layer */
    size_t depth;                /* of the layer */
    VEC(BeamChild) children;     /* of the steps before NEXT_STEP */
} BeamSearch;

enum { FIRST_WIDTH = 1, WIDTH_GROWTH = 4 };

/* ---- passes ---- */

/* The target value: the upper bound in two of three rounds of evaluations, in
 * the third the lowest value above that of the best plan. */
static int target_value(const BeamSearch *beam, const Best *best)
{
    int value = best->bound;
    if (beam->pass / EVALUATION_COUNT % 3 == 1)
        for (value = best->value + 1; value < best->bound; value++)
            if (best->is_goal_value[value])
                break;
    return value;
}

/* Makes the goal of VALUE the one that positions are scored by. */
static void set_target(BeamSearch *beam, int value)
{
    const Puzzle *puzzle = beam->puzzle;
    const Net *net = puzzle->net;
    if (beam->goal && beam->target == value)
        return;
    fuzzy_goal_free(beam->goal);
    beam->goal = NULL;
    beam->target = value;
    for (size_t i = 0; i < net->roles[0].goal_count && !beam->goal; i++)
        if (puzzle_goal_value(puzzle, i) == value)
            beam->goal =
                fuzzy_goal_new(net, net->roles[0].goals[i].lit, net->terminal);
}

static void begin_pass(BeamSearch *beam, const Best *best)
{
    assert(!beam->states);
    bool is_new;
    set_target(beam, target_value(beam, best));
    beam->states = state_set_new(machine_words(beam->puzzle->machine),
                                 4 * beam->max_bytes);
    uint32_t start =
        state_set_put(beam->states, beam->puzzle->start_state, &is_new);
    assert(start == 0);
    vec_clear(&beam->steps);
    vec_push(&beam->steps, (BeamStep){start, 0, 0});
    vec_clear(&beam->children);
    beam->next_step = beam->depth = 0;
    beam->layer_end = 1;
}

/* Ends the pass. The next one has the next evaluation; after the last one the
 * beam gets wider. False if that exceeds MAX_WIDTH. */
static bool end_pass(BeamSearch *beam)
{
    state_set_free(beam->states);
    beam->states = NULL;
    beam->pass++;
    if (beam->pass % EVALUATION_COUNT)
        return true;
    beam->width *= WIDTH_GROWTH;
    return beam->width <= beam->max_width;
}

static void set_cursor_to_state(BeamSearch *beam, uint32_t state)
{
    state_set_get(beam->states, state, beam->state_buffer);
    cursor_set(beam->cursor, beam->state_buffer);
}

static void report_plan(BeamSearch *beam, Best *best, BeamStep step, int value)
{
    size_t length = beam->depth + 1;
    const Term **plan = memory_array(length, sizeof *plan);
    for (size_t i = length; i-- > 0;) {
        plan[i] = beam->puzzle->net->roles[0].moves[step.move];
        assert(i > 0 || step.parent == 0); /* the start */
        step = beam->steps.items[step.parent];
    }
    best_record_plan(best, beam->puzzle, beam->interface.name, value,
                     (TermList){plan, length}, false);
    memory_free(plan);
}

/* Adds the successors of one position that are new in this pass; returns the
 * cost. */
static uint64_t expand_next_step(BeamSearch *beam)
{
    set_cursor_to_state(beam, beam->steps.items[beam->next_step].state);
    if (cursor_is_terminal(beam->cursor))
        return 1; /* only the start can be: terminal children are dropped */
    uint32_t move_count = cursor_legal_count(beam->cursor, 0);
    for (uint32_t i = 0; i < move_count; i++) {
        uint32_t move = cursor_legal_move(beam->cursor, 0, i);
        bool is_new;
        cursor_moves(beam->cursor, &move);
        BeamStep step = {
            state_set_put(beam->states, cursor_next(beam->cursor), &is_new),
            (uint32_t)beam->next_step, move};
        if (is_new && step.state != NO_STATE)
            vec_push(&beam->children, (BeamChild){0, step});
    }
    return 1 + move_count;
}

/* ---- evaluation ---- */

/* The number of legal moves after which the game is not over; leaves the cursor
 * where it was, and its state in STATE_BUFFER. */
static uint32_t count_safe_moves(BeamSearch *beam)
{
    Cursor *cursor = beam->cursor;
    uint32_t safe_moves = 0, move_count = cursor_legal_count(cursor, 0);
    size_t bytes =
        machine_words(beam->puzzle->machine) * sizeof *beam->state_buffer;
    memcpy(beam->state_buffer, cursor_state(cursor), bytes);
    for (uint32_t i = 0; i < move_count; i++) {
        uint32_t move = cursor_legal_move(cursor, 0, i);
        cursor_moves(cursor, &move);
        cursor_set(cursor, cursor_next(cursor));
        safe_moves += !cursor_is_terminal(cursor);
        cursor_set(cursor, beam->state_buffer);
    }
    return safe_moves;
}

static float mobility_score(float weight, uint32_t move_count)
{
    return move_count ? weight * (float)move_count : DEAD_END_SCORE;
}

/* The score of the position of the cursor; its cost, in moves made, is added to
 * *COST. */
static float score_of(BeamSearch *beam, const Evaluation *evaluation,
                      uint64_t *cost)
{
    assert(!cursor_is_terminal(beam->cursor));
    uint32_t move_count = cursor_legal_count(beam->cursor, 0);
    float score = evaluation->noise_weight *
                  (float)(random_next(&beam->random) >> 40) * 0x1p-24f;
    if (evaluation->goal_weight != 0 && beam->goal) {
        score += evaluation->goal_weight *
                 fuzzy_goal_degree(beam->goal, cursor_state(beam->cursor));
        *cost += beam->goal->cost / 64;
    }
    if (evaluation->move_weight != 0)
        score += mobility_score(evaluation->move_weight, move_count);
    if (evaluation->safe_move_weight != 0) {
        *cost += 2 * move_count;
        score += mobility_score(evaluation->safe_move_weight,
                                count_safe_moves(beam));
    }
    return score;
}

/* Evaluates the children; terminal ones are reported and dropped. Returns the
 * cost. */
static uint64_t score_children(BeamSearch *beam, Best *best)
{
    const Evaluation *evaluation = &evaluations[beam->pass % EVALUATION_COUNT];
    size_t kept_count = 0;
    uint64_t cost = beam->children.count;
    for (size_t i = 0; i < beam->children.count; i++) {
        BeamChild child = beam->children.items[i];
        set_cursor_to_state(beam, child.step.state);
        if (cursor_is_terminal(beam->cursor)) {
            int value = puzzle_end_value(beam->puzzle, beam->cursor);
            if (value > best->value)
                report_plan(beam, best, child.step, value);
            continue;
        }
        if (!cursor_legal_count(beam->cursor, 0))
            continue;
        child.score = score_of(beam, evaluation, &cost);
        beam->children.items[kept_count++] = child;
    }
    best->positions_examined += beam->children.count;
    beam->children.count = kept_count;
    return cost;
}

/* Best first; of equal ones, what was found first. */
static int by_score(const void *left, const void *right)
{
    const BeamChild *a = left, *b = right;
    if (a->score != b->score)
        return a->score > b->score ? -1 : 1;
    return (a->step.state > b->step.state) - (a->step.state < b->step.state);
}

/* The best children become the next layer. */
static void select_layer(BeamSearch *beam)
{
    assert(beam->next_step == beam->layer_end); /* all are expanded */
    size_t count = beam->children.count;
    sort_items(beam->children.items, count, sizeof *beam->children.items,
               by_score);
    for (size_t i = 0; i < count && i < beam->width; i++)
        vec_push(&beam->steps, beam->children.items[i].step);
    vec_clear(&beam->children);
    beam->layer_end = beam->steps.count;
    beam->depth++;
}

static PlanSearchState beam_step(PlanSearch *search, Best *best, uint64_t units,
                                 uint64_t *units_used)
{
    (void)units;
    BeamSearch *beam = (BeamSearch *)search;
    if (!beam->states)
        begin_pass(beam, best);
    if (beam->next_step < beam->layer_end) {
        *units_used += expand_next_step(beam) * move_cost(beam->puzzle->net);
        beam->next_step++;
        return SEARCH_RUNNING;
    }
    *units_used += score_children(beam, best) * move_cost(beam->puzzle->net);
    select_layer(beam);
    if (beam->next_step < beam->layer_end &&
        beam->depth < beam->puzzle->horizon &&
        beam->steps.count <= beam->max_width * 64)
        return SEARCH_RUNNING;
    return end_pass(beam) ? SEARCH_RUNNING : SEARCH_GAVE_UP;
}

static void beam_free(PlanSearch *search)
{
    BeamSearch *beam = (BeamSearch *)search;
    cursor_free(beam->cursor);
    fuzzy_goal_free(beam->goal);
    state_set_free(beam->states);
    vec_free_all(&beam->children, &beam->steps);
    free_all(beam->state_buffer, beam);
}

PlanSearch *beam_search_new(const Puzzle *puzzle, size_t bytes)
{
    BeamSearch *beam = memory_alloc(sizeof *beam);
    size_t word_count = machine_words(puzzle->machine);
    *beam = (BeamSearch){
        .interface = {"beam", beam_step, beam_free},
        .puzzle = puzzle,
        .cursor = cursor_new(puzzle->machine),
        .random = random_new(puzzle->seed, 1),
        .state_buffer = memory_array(word_count, sizeof(uint64_t)),
        .max_bytes = bytes,
        .width = FIRST_WIDTH,
        /* a dozen children of some states each, and their steps */
        .max_width = bytes / (16 * (word_count + 4) * sizeof(uint64_t) + 1024)};
    return &beam->interface;
}

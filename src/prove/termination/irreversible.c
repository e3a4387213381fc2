/* irreversible.c - bound plays by conditions that, once true, stay true
 *
 * In:   a Net and its Machine, lemmas
 * Out:  milestones that rank all steps, or all but a few in a row: a bound on
 *       the length of plays
 * Next: prove/termination/termination.c
 *
 * Conditions are that a feature holds or does not; that one of a group holds,
 * such as that a cell is taken by anybody; that a counter is beyond a value. A
 * milestone is one that no step makes false. The steps that make one
 * true are ranked by it. Among the steps that are left more conditions are
 * milestones, which rank more steps, and so on, level by level: the numbers of
 * milestones that are not reached, first level first, are a lexicographic
 * ranking function. If some steps are left, but never K in a row, as where two
 * passes end the game, K steps always lower it.
 *
 * A SAT solver has the clauses of a step; for each milestone that is chosen
 * there is a clause from then on by which the step does not reach it, so that
 * on the next level the solver speaks of the steps that are left. The steps of
 * its models are samples, which rule out conditions before they are asked
 * about. If steps are left in the end, two in a row and more are tried: what
 * none of them changes has the same literals in all their positions. Start
 * reading at find_irreversible_bound(), at the end.
 */
#include "prove/termination/termination.h"

#include "base/bits.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/sort.h"
#include "prove/candidates/feature_groups.h"
#include "prove/candidates/value_order.h"
#include "prove/induction/step_solver.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_CONFLICTS_PER_QUESTION = 3000,
    MAX_LEVELS = 8,
    MAX_STEPS_IN_ROW = 4 /* that lower the ranking function together */
};

/* A condition: one of FEATURES holds, or, if it is negated, none of them. */
typedef struct {
    const uint32_t *features;
    size_t count;
    bool is_negated;
    size_t relation_size, number; /* for their order */
    unsigned level;               /* at which it was chosen, from 1; or 0 */
    /* It holds; the step makes it false; true. Made by milestone_refs. */
    Ref before, falls, rises;
} Milestone;

typedef struct {
    const TerminationTask *task;
    const Net *net;
    Arena *arena;
    Graph relations; /* their features */
    VEC(Milestone) milestones;
    size_t chosen_count[MAX_LEVELS + 1];
    bool *may_change; /* by feature: in a step that is left; or NULL */
    /* Sampled positions, one after the other, and for each whether a step that
     * no chosen milestone ranks leads from it to the next one. */
    VEC(uint64_t) states;
    VEC(bool) is_open;
} MilestoneSearch;

/* ---- conditions ---- */

/* One of FEATURES holds, at the position LEVEL steps later. */
static Ref any_ref(MilestoneSearch *search, unsigned level,
                   const uint32_t *features, size_t count)
{
    PropertyTable *properties = search->task->properties;
    RefList refs = {0};
    for (size_t i = 0; i < count; i++)
        vec_push(&refs, property_feature(properties, level, features[i]));
    Ref ref = property_or(properties, refs.items, refs.count);
    vec_free(&refs);
    return ref;
}

static void add_milestone(MilestoneSearch *search, const uint32_t *features,
                          size_t count, bool is_negated)
{
    assert(count); /* the first one tells the relation */
    vec_push(&search->milestones, ((Milestone){.features = features,
                                               .count = count,
                                               .is_negated = is_negated}));
}

/* That a counter has left its first values, or its last ones. */
static void add_counter(MilestoneSearch *search, const uint32_t *ordered,
                        size_t count)
{
    for (size_t i = 2; i < count; i++) {
        add_milestone(search, ordered, i, true);
        add_milestone(search, ordered + count - i, i, true);
    }
}

/* Adds that one of a group holds, or none, for features that agree in all
 * arguments but one; if that is the last one, they may be a counter. */
static void add_groups(MilestoneSearch *search)
{
    enum { MIN_VALUES = 3, MAX_VALUES = 300 };
    const Net *net = search->net;
    ValueOrder order = value_order_new(search->arena, net);
    for (size_t i = 0; i < search->relations.nodes; i++) {
        FeatureGroup relation = feature_group(&search->relations, i);
        uint32_t arity = net->features[relation.items[0]]->arity;
        for (uint32_t place = 0; place < arity; place++) {
            Graph groups = group_features(search->arena, net, relation.items,
                                          relation.count, ~place_bit(place));
            for (size_t k = 0; k < groups.nodes; k++) {
                FeatureGroup group = feature_group(&groups, k);
                uint32_t *ordered =
                    arena_array(search->arena, uint32_t, group.count);
                if (group.count < 2 || group.count > MAX_VALUES)
                    continue;
                add_milestone(search, group.items, group.count, false);
                add_milestone(search, group.items, group.count, true);
                if (place + 1 == arity && group.count >= MIN_VALUES &&
                    value_order_find(&order, group, ordered))
                    add_counter(search, ordered, group.count);
            }
        }
    }
}

static void add_features(MilestoneSearch *search)
{
    size_t count = search->net->feature_count;
    uint32_t *features = arena_array(search->arena, uint32_t, count);
    for (uint32_t i = 0; i < count; i++) {
        features[i] = i;
        add_milestone(search, &features[i], 1, search->net->initial[i]);
    }
    for (uint32_t i = 0; i < count; i++)
        add_milestone(search, &features[i], 1, !search->net->initial[i]);
}

static int by_relation_size(const void *left, const void *right)
{
    const Milestone *a = left, *b = right;
    if (a->relation_size != b->relation_size)
        return a->relation_size < b->relation_size ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

/* Those of relations with few features come first. */
static void sort_milestones(MilestoneSearch *search)
{
    size_t count = search->milestones.count;
    size_t *size_of =
        arena_array(search->arena, size_t, search->net->feature_count + 1);
    for (size_t i = 0; i < search->relations.nodes; i++) {
        FeatureGroup relation = feature_group(&search->relations, i);
        for (size_t k = 0; k < relation.count; k++)
            size_of[relation.items[k]] = relation.count;
    }
    for (size_t i = 0; i < count; i++) {
        Milestone *milestone = &search->milestones.items[i];
        milestone->relation_size = size_of[milestone->features[0]];
        milestone->number = i;
    }
    sort_items(search->milestones.items, count, sizeof(Milestone),
               by_relation_size);
}

static bool milestone_holds(const Milestone *milestone, const uint64_t *state)
{
    for (size_t i = 0; i < milestone->count; i++)
        if (get_bit(state, milestone->features[i]))
            return !milestone->is_negated;
    return milestone->is_negated;
}

static void milestone_refs(MilestoneSearch *search, Milestone *milestone)
{
    PropertyTable *properties = search->task->properties;
    Ref sign = milestone->is_negated;
    if (milestone->before)
        return;
    milestone->before =
        any_ref(search, 0, milestone->features, milestone->count) ^ sign;
    Ref after =
        any_ref(search, 1, milestone->features, milestone->count) ^ sign;
    milestone->falls =
        property_pair(properties, milestone->before, ref_not(after));
    milestone->rises =
        property_pair(properties, ref_not(milestone->before), after);
}

/* ---- random plays ---- */

static void sample_plays(MilestoneSearch *search)
{
    enum { MAX_PLAYS = 40, MAX_STEPS = 1000 };
    const Machine *machine = search->task->machine;
    size_t words = machine_words(machine);
    Cursor *cursor = cursor_new(machine);
    uint32_t *moves = memory_array(search->net->role_count + 1, sizeof *moves);
    for (uint64_t i = 0; i < MAX_PLAYS && search->is_open.count < MAX_STEPS &&
                         !budget_spent(search->task->budget);
         i++) {
        Random random = random_new(search->task->seed, 2000 + i);
        bool goes_on = true;
        cursor_reset(cursor);
        while (goes_on) {
            vec_append(&search->states, cursor_state(cursor), words);
            goes_on = search->is_open.count < MAX_STEPS &&
                      cursor_random_step(cursor, &random, moves);
            vec_push(&search->is_open, goes_on);
            budget_charge(search->task->budget, machine_step_work(machine));
        }
    }
    memory_free(moves);
    cursor_free(cursor);
}

static void milestone_changes(const MilestoneSearch *search,
                              const Milestone *milestone, bool *rises,
                              bool *falls)
{
    size_t words = machine_words(search->task->machine);
    *rises = *falls = false;
    assert(search->states.count == search->is_open.count * words);
    assert(!search->is_open.count || !vec_last(&search->is_open));
    budget_charge(search->task->budget, search->is_open.count);
    for (size_t i = 0; i < search->is_open.count && !*falls; i++) {
        if (!search->is_open.items[i])
            continue;
        const uint64_t *state = search->states.items + i * words;
        bool before = milestone_holds(milestone, state),
             after = milestone_holds(milestone, state + words);
        *falls = *falls || (before && !after);
        *rises = *rises || (!before && after);
    }
}

static void milestone_close(MilestoneSearch *search, const Milestone *milestone)
{
    size_t words = machine_words(search->task->machine);
    for (size_t i = 0; i < search->is_open.count; i++) {
        const uint64_t *state = search->states.items + i * words;
        if (search->is_open.items[i] && !milestone_holds(milestone, state) &&
            milestone_holds(milestone, state + words))
            search->is_open.items[i] = false;
    }
}

static unsigned milestones_open_run(const MilestoneSearch *search)
{
    unsigned longest = 0, run = 0;
    for (size_t i = 0; i < search->is_open.count; i++) {
        run = search->is_open.items[i] ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    return longest;
}

static bool milestones_seem_enough(MilestoneSearch *search)
{
    size_t count = search->is_open.count;
    bool *is_open = memory_array(count + 1, sizeof *is_open);
    bool *is_used = memory_zeroed(search->milestones.count, sizeof *is_used);
    bool has_changed = true;
    for (size_t i = 0; i < count; i++)
        is_open[i] = search->is_open.items[i];
    for (unsigned level = 0; has_changed && level < MAX_LEVELS; level++) {
        VEC(uint32_t) rising = {0};
        for (uint32_t i = 0; i < search->milestones.count; i++) {
            bool rises, falls;
            if (budget_spent(search->task->budget) || is_used[i])
                continue;
            milestone_changes(search, &search->milestones.items[i], &rises,
                              &falls);
            if (rises && !falls)
                vec_push(&rising, i);
        }
        for (size_t i = 0; i < rising.count; i++) {
            is_used[rising.items[i]] = true;
            milestone_close(search, &search->milestones.items[rising.items[i]]);
        }
        has_changed = rising.count;
        vec_free(&rising);
    }
    bool seems = milestones_open_run(search) < MAX_STEPS_IN_ROW &&
                 !budget_spent(search->task->budget);
    for (size_t i = 0; i < count; i++)
        search->is_open.items[i] = is_open[i];
    free_all(is_open, is_used);
    return seems;
}

/* ---- steps as clauses ---- */

/* STEP_COUNT steps in a row, none of which reaches a chosen milestone. */
static StepSolver *encode_steps(MilestoneSearch *search, size_t step_count)
{
    const RefList *lemmas = search->task->lemmas;
    StepSolver *solver = step_solver_new(search->task->properties, UNROLL_ANY,
                                         search->task->budget);
    for (size_t step = 0; step < step_count && !step_solver_is_spent(solver);
         step++) {
        unroll_step(solver->unroll, step);
        for (uint32_t i = 0; i < search->net->feature_count; i++)
            if (search->may_change && !search->may_change[i])
                unroll_keep_feature(solver->unroll, step + 1, i);
        PropertyClauses clauses = property_clauses(
            search->task->properties, solver->unroll, solver->sat, step);
        for (size_t i = 0; i < lemmas->count; i++)
            property_imply(&clauses, NULL, 0, lemmas->items[i]);
        for (size_t i = 0; i < search->milestones.count; i++)
            if (search->milestones.items[i].level)
                property_imply(&clauses, NULL, 0,
                               ref_not(search->milestones.items[i].rises));
        property_clauses_free(&clauses);
    }
    return solver;
}

/* Whether STEP_COUNT steps in a row always reach a chosen milestone. */
static bool steps_reach_one(MilestoneSearch *search, size_t step_count)
{
    StepSolver *solver = encode_steps(search, step_count);
    bool reach_one = !step_solver_is_spent(solver) &&
                     unroll_solve(solver->unroll, -1) == SAT_NO;
    step_solver_free(solver);
    return reach_one;
}

/* ---- levels ---- */

typedef struct {
    MilestoneSearch *search;
    StepSolver *solver;
    Cursor *cursor;
    SatLit level_on; /* implies that no milestone of this level is reached */
} LevelSearch;

/* Callback of find_sat_lits: the step of the model becomes a sample. */
static void add_model(void *context)
{
    LevelSearch *levels = context;
    MilestoneSearch *search = levels->search;
    size_t words = machine_words(search->task->machine),
           role_count = search->net->role_count, first = search->states.count;
    uint32_t *moves = memory_array(role_count + 1, sizeof *moves);
    for (size_t i = 0; i < role_count; i++)
        moves[i] = unroll_model_move(levels->solver->unroll, 0, i);
    for (size_t i = 0; i < 2 * words; i++)
        vec_push(&search->states, 0);
    unroll_state(levels->solver->unroll, 0, search->states.items + first);
    cursor_set(levels->cursor, search->states.items + first);
    cursor_moves(levels->cursor, moves);
    memcpy(search->states.items + first + words, cursor_next(levels->cursor),
           words * sizeof(uint64_t));
    vec_push(&search->is_open, true);
    vec_push(&search->is_open, false);
    memory_free(moves);
}

/* Drops those of COUNT conditions that a step makes false which is not ranked
 * by earlier levels; returns how many are left. */
static size_t keep_milestones(LevelSearch *levels, uint32_t *numbers,
                              size_t count)
{
    SatLit lits[LITS_CHUNK];
    bool is_settled[LITS_CHUNK] = {false};
    size_t kept = 0;
    assert(count <= LITS_CHUNK);
    for (size_t i = 0; i < count; i++) {
        Milestone *milestone = &levels->search->milestones.items[numbers[i]];
        milestone_refs(levels->search, milestone);
        lits[i] = property_literal(&levels->solver->before, milestone->falls);
    }
    LitQuestions questions = {.lits = lits,
                              .is_settled = is_settled,
                              .count = count,
                              .max_conflicts = MAX_CONFLICTS_PER_QUESTION,
                              .on_model = add_model,
                              .context = levels};
    if (!count || find_sat_lits(levels->solver, &questions, 0, count) != SAT_NO)
        return 0;
    for (size_t i = 0; i < count; i++)
        if (!is_settled[i])
            numbers[kept++] = numbers[i];
    return kept;
}

/* The first of COUNT milestones that a step can reach which reaches no chosen
 * one; NO_INDEX if there is none. */
static uint32_t reached_milestone(LevelSearch *levels, const uint32_t *numbers,
                                  size_t count)
{
    StepSolver *solver = levels->solver;
    SatLit lits[LITS_CHUNK], asked[LITS_CHUNK];
    uint32_t found = NO_INDEX;
    for (size_t i = 0; i < count; i++)
        lits[i] = asked[i] = property_literal(
            &solver->before,
            levels->search->milestones.items[numbers[i]].rises);
    if (!count || step_solver_is_spent(solver))
        return NO_INDEX;
    SatLit question = sat_question(solver->sat, asked, count);
    sat_assume(solver->sat, question);
    sat_assume(solver->sat, levels->level_on);
    if (unroll_solve(solver->unroll, MAX_CONFLICTS_PER_QUESTION) == SAT_YES)
        for (size_t i = count; i-- > 0;)
            if (sat_value(solver->sat, lits[i]))
                found = numbers[i];
    sat_retire(solver->sat, question);
    return found;
}

/* Chooses among COUNT conditions until no step reaches another one. */
static void choose_among(LevelSearch *levels, uint32_t *numbers, size_t count,
                         unsigned level)
{
    MilestoneSearch *search = levels->search;
    uint32_t number;
    count = keep_milestones(levels, numbers, count);
    while ((number = reached_milestone(levels, numbers, count)) != NO_INDEX) {
        Milestone *milestone = &search->milestones.items[number];
        assert(!milestone->level);
        milestone->level = level;
        search->chosen_count[level]++;
        property_imply(&levels->solver->before, &levels->level_on, 1,
                       ref_not(milestone->rises));
    }
}

/* No step is left. */
static bool is_ranked(const LevelSearch *levels)
{
    sat_assume(levels->solver->sat, levels->level_on);
    return !step_solver_is_spent(levels->solver) &&
           unroll_solve(levels->solver->unroll, -1) == SAT_NO;
}

/* Chooses milestones until no step is left (true), or there are no more. */
static bool choose_level(LevelSearch *levels, unsigned level)
{
    MilestoneSearch *search = levels->search;
    size_t count = 0, chosen = 0;
    uint32_t numbers[LITS_CHUNK];
    levels->level_on = sat_variable(levels->solver->sat);
    for (uint32_t i = 0;
         i < search->milestones.count && !step_solver_is_spent(levels->solver);
         i++) {
        bool rises, falls = true;
        if (!search->milestones.items[i].level)
            milestone_changes(search, &search->milestones.items[i], &rises,
                              &falls);
        if (!falls)
            numbers[count++] = i;
        if (count < LITS_CHUNK && i + 1 < search->milestones.count)
            continue;
        choose_among(levels, numbers, count, level);
        count = 0;
        if (chosen < search->chosen_count[level] && is_ranked(levels))
            return true;
        chosen = search->chosen_count[level];
    }
    sat_clause1(levels->solver->sat, levels->level_on);
    for (uint32_t i = 0; i < search->milestones.count; i++)
        if (search->milestones.items[i].level == level)
            milestone_close(search, &search->milestones.items[i]);
    return false;
}

/* Finds the features that the steps that are left do not change. */
static void find_kept(LevelSearch *levels)
{
    MilestoneSearch *search = levels->search;
    PropertyTable *properties = search->task->properties;
    size_t words = machine_words(search->task->machine),
           feature_count = search->net->feature_count;
    bool *changes = arena_array(search->arena, bool, feature_count + 1);
    SatLits lits = {0};
    for (uint32_t f = 0; f < feature_count; f++) {
        Ref before = property_feature(properties, 0, f),
            after = property_feature(properties, 1, f);
        vec_push(&lits,
                 property_literal(&levels->solver->before,
                                  property_choice(properties, before,
                                                  ref_not(after), after)));
        for (size_t i = 0; i < search->is_open.count && !changes[f]; i++)
            changes[f] = search->is_open.items[i] &&
                         get_bit(search->states.items + i * words, f) !=
                             get_bit(search->states.items + (i + 1) * words, f);
    }
    LitQuestions questions = {.lits = lits.items,
                              .is_settled = changes,
                              .count = feature_count,
                              .max_conflicts = MAX_CONFLICTS_PER_QUESTION};
    bool *is_kept = arena_array(search->arena, bool, feature_count + 1);
    find_false_lits(levels->solver, &questions, is_kept);
    for (uint32_t f = 0; f < feature_count; f++)
        changes[f] = !is_kept[f];
    search->may_change = changes;
    vec_free(&lits);
}

/* The number of steps in a row that always reach a chosen milestone; 0 if it is
 * not found. */
static unsigned choose_milestones(MilestoneSearch *search)
{
    LevelSearch levels = {.search = search,
                          .solver = encode_steps(search, 1),
                          .cursor = cursor_new(search->task->machine)};
    bool is_done = false;
    for (unsigned level = 1; level <= MAX_LEVELS && !is_done &&
                             (level == 1 || search->chosen_count[level - 1]);
         level++)
        is_done = choose_level(&levels, level);
    if (!is_done && search->chosen_count[1] &&
        milestones_open_run(search) < MAX_STEPS_IN_ROW)
        find_kept(&levels);
    step_solver_free(levels.solver);
    cursor_free(levels.cursor);
    for (unsigned steps = is_done ? 1 : 2;
         steps <= MAX_STEPS_IN_ROW && search->chosen_count[1]; steps++)
        if (is_done || (milestones_open_run(search) < steps &&
                        steps_reach_one(search, steps)))
            return steps;
    return 0;
}

/* ---- the measure ---- */

/* The ranking function as one number: a milestone weighs more than all of later
 * levels. False if it is too large. */
static bool log_measure(const MilestoneSearch *search, unsigned steps,
                        uint64_t *bound)
{
    enum { MAX_MEASURE = 1 << 28 };
    int64_t weights[MAX_LEVELS + 2], size = 1;
    uint64_t value = 0;
    VEC(WeightedRef) terms = {0};
    for (unsigned level = MAX_LEVELS; level > 0; level--) {
        weights[level] = size;
        size *= (int64_t)search->chosen_count[level] + 1;
        if (size > MAX_MEASURE)
            return false;
    }
    for (size_t i = 0; i < search->milestones.count; i++) {
        const Milestone *milestone = &search->milestones.items[i];
        bool holds = milestone->is_negated;
        if (!milestone->level)
            continue;
        for (size_t k = 0; k < milestone->count; k++)
            if (search->net->initial[milestone->features[k]])
                holds = !milestone->is_negated;
        value += holds ? 0 : (uint64_t)weights[milestone->level];
        vec_push(&terms, ((WeightedRef){-weights[milestone->level],
                                        milestone->before}));
    }
    assert(value < (uint64_t)size); /* more would be another milestone */
    proof_log_measure(search->task->log,
                      (WeightedSum){terms.items, terms.count, NO_MIN, NO_MAX},
                      steps);
    *bound = value * steps + steps - 1;
    vec_free(&terms);
    return true;
}

bool find_irreversible_bound(const TerminationTask *task, uint64_t *bound)
{
    MilestoneSearch search = {
        .task = task, .net = machine_net(task->machine), .arena = arena_new()};
    search.relations = group_features(search.arena, search.net, NULL,
                                      search.net->feature_count, 0);
    add_features(&search);
    add_groups(&search);
    sort_milestones(&search);
    sample_plays(&search);
    unsigned steps =
        milestones_seem_enough(&search) ? choose_milestones(&search) : 0;
    bool is_found = steps && log_measure(&search, steps, bound);
    vec_free_all(&search.milestones, &search.states, &search.is_open);
    arena_free(search.arena);
    return is_found;
}

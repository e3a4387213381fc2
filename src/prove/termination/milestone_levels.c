/* milestone_levels.c - bound plays by conditions that, once true, stay true
 *
 * In:   conditions, lemmas
 * Out:  milestones that rank all steps, or all but a few in a row: a bound on
 *       the length of plays
 * Next: prove/termination/termination.c
 *
 * A milestone is a condition that no step makes false. The steps that make one
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
#include "prove/termination/milestones.h"

#include "base/bits.h"
#include "base/memory.h"
#include "prove/induction/step_solver.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CONFLICTS_PER_QUESTION = 3000 };

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
    for (size_t first = 0, end; first < feature_count; first = end) {
        end = chunk_end(first, feature_count);
        bool is_complete =
            find_sat_lits(levels->solver, &questions, first, end) == SAT_NO;
        for (size_t i = first; i < end; i++)
            changes[i] = changes[i] || !is_complete;
    }
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
    proof_log_measure(search->task->log,
                      (WeightedSum){terms.items, terms.count, NO_MIN, NO_MAX},
                      steps);
    *bound = value * steps + steps - 1;
    vec_free(&terms);
    return true;
}

bool find_irreversible_bound(const TerminationTask *task, uint64_t *bound)
{
    MilestoneSearch search;
    milestones_begin(&search, task);
    unsigned steps =
        milestones_seem_enough(&search) ? choose_milestones(&search) : 0;
    bool is_found = steps && log_measure(&search, steps, bound);
    milestones_free(&search);
    return is_found;
}

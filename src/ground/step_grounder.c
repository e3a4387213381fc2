/* step_grounder.c - ground rules of one step, for many positions in turn
 *
 * In:   a Game; the features that may hold at a position
 * Out:  ground rules of the step that begins there
 *
 * What does not depend on the position is computed once. Start reading at
 * step_ground(), at the end.
 */
#include "ground/step_grounder.h"

#include "base/memory.h"
#include "ground/relaxed_rules.h"

#include <stdlib.h>

/* Joins are ordered for the numbers of facts that were met first; when there
 * are many times as many, or when a limit was reached, it begins anew. */
enum { REPLAN_GROWTH_FACTOR = 8 };

struct StepGrounder {
    const Game *game;
    const Budget *budget;
    RelaxedRules rules;
    bool has_rules;
    size_t max_atoms; /* of the steps that the joins are ordered for */
};

StepGrounder *step_grounder_new(const Game *game, const Budget *budget)
{
    StepGrounder *grounder = memory_alloc(sizeof *grounder);
    *grounder = (StepGrounder){.game = game, .budget = budget};
    return grounder;
}

static void discard_rules(StepGrounder *grounder)
{
    if (grounder->has_rules)
        relaxed_rules_free(&grounder->rules);
    grounder->has_rules = false;
}

void step_grounder_free(StepGrounder *grounder)
{
    if (!grounder)
        return;
    discard_rules(grounder);
    free(grounder);
}

static void prepare_rules(StepGrounder *grounder)
{
    const NetOptions options = {.one_step = true};
    if (grounder->has_rules)
        return;
    grounder->rules =
        relaxed_rules_new(grounder->game, &options, NULL, grounder->budget);
    grounder->has_rules = true;
}

Ground step_ground(StepGrounder *grounder, const Term *const *features,
                   size_t count, Arena *arena)
{
    const NetOptions options = {.one_step = true};
    prepare_rules(grounder);
    RelaxedRules *rules = &grounder->rules;
    const Game *game = rules->relaxed;
    RelationId holds = game->keyword[KEYWORD_TRUE];
    model_forget(rules->model, CHANGES_WITH_POSITION);
    for (size_t i = 0; i < count; i++)
        model_add(rules->model, holds,
                  term_compound(game->terms, game->relations[holds].symbol, 1,
                                &features[i]));
    Ground ground = ground_relaxed(rules, &options, arena);
    bool has_grown =
        ground.atom_count / REPLAN_GROWTH_FACTOR > grounder->max_atoms;
    if (has_grown)
        grounder->max_atoms = ground.atom_count;
    if (ground.failure || has_grown)
        discard_rules(grounder);
    return ground;
}

/* goals.c - single atoms, from their clauses downwards
 *
 * In:   a Model and a ground atom
 * Out:  whether the atom is a fact
 *
 * As Prolog does it (SLD resolution), but only where the relation is not
 * recursive, and as long as that takes few steps: otherwise the relation is
 * completed bottom-up (model.c). A literal of which a variable is not known is
 * unfolded: its clauses are run, and the join goes on with each head they give.
 * Start reading at model_holds(), at the end.
 */
#include "logic/model_internal.h"

#include <assert.h>

enum {
    MAX_GOALS = 200,         /* atoms looked for on behalf of one */
    MAX_UNFOLDED_FACTS = 50, /* that a literal goes on with */
};

/* The join under way, while another one is run. */
typedef struct {
    const Term **slots;
    size_t count;
    bool by_goals;
    struct Unfolding *unfolding;
} SavedJoin;

static SavedJoin save_join(Model *model)
{
    SavedJoin saved = {NULL, model->slots.count, model->by_goals,
                       model->unfolding};
    if (model->by_goals) {
        saved.slots = memory_array(saved.count, sizeof *saved.slots);
        for (size_t i = 0; i < saved.count; i++)
            saved.slots[i] = model->slots.items[i];
    }
    return saved;
}

static void restore_join(Model *model, const SavedJoin *saved)
{
    assert(saved->count <= model->slots.count); /* slots are never dropped */
    for (size_t i = 0; saved->slots && i < saved->count; i++)
        model->slots.items[i] = saved->slots[i];
    free(saved->slots);
    model->by_goals = saved->by_goals;
    model->unfolding = saved->unfolding;
}

static bool is_incomplete(const Model *model, RelationId relation)
{
    uint32_t group = model->group_of[relation];
    return group != NO_GROUP && !model->plans[group].done;
}

static void complete(Model *model, RelationId relation)
{
    if (!is_incomplete(model, relation))
        return;
    size_t count;
    SavedJoin saved = save_join(model);
    model->by_goals = false;
    model_facts(model, relation, &count);
    restore_join(model, &saved);
}

/* Gives the variables of PATTERN the values that make it TERM. */
static bool match(Model *model, const Clause *clause, const Term *pattern,
                  const Term *term)
{
    if (term_is_variable(pattern)) {
        size_t slot = 0;
        while (clause->variables[slot] != pattern)
            slot++;
        assert(slot < clause->variable_count);
        if (!model->slots.items[slot])
            model->slots.items[slot] = term;
        return model->slots.items[slot] == term;
    }
    if (term_is_ground(pattern) || pattern->symbol != term->symbol ||
        pattern->arity != term->arity)
        return pattern == term;
    for (size_t i = 0; i < pattern->arity; i++)
        if (!match(model, clause, pattern->args[i], term->args[i]))
            return false;
    return true;
}

static bool may_use_goals(const Model *model, RelationId relation)
{
    const Group *group = &model->game->groups[model->group_of[relation]];
    return !group->recursive && !model->goal_costs[relation].always_whole &&
           model->goals_left;
}

static bool follows(Model *model, const Clause *clause, const Term *atom)
{
    Plan **plan = &model->goals[clause - model->game->clauses];
    while (model->slots.count < clause->variable_count)
        vec_push(&model->slots, NULL);
    for (size_t i = 0; i < clause->variable_count; i++)
        model->slots.items[i] = NULL;
    if (!match(model, clause, clause->head, atom))
        return false;
    if (!*plan)
        *plan = plan_goal(model->arena, clause, &model->plan_facts);
    join_reserve(model, *plan);
    return join_run(model, *plan, 0);
}

bool goal_holds(Model *model, RelationId relation, const Term *atom)
{
    if (!is_incomplete(model, relation) || model->failure)
        return is_present(model, atom);
    if (!may_use_goals(model, relation)) {
        complete(model, relation);
        return is_present(model, atom);
    }
    const Group *group = &model->game->groups[model->group_of[relation]];
    SavedJoin saved = save_join(model);
    bool found = false;
    assert(term_is_ground(atom) && !group->recursive);
    model->goals_left--;
    model->by_goals = true;
    model->unfolding = NULL;
    for (size_t i = 0; i < group->count && !found; i++) {
        const Clause *clause = &model->game->clauses[group->clauses[i]];
        found = clause->relation == relation && follows(model, clause, atom);
    }
    restore_join(model, &saved);
    return found;
}

/* The facts of an incomplete relation, one after the other, for a literal of a
 * plan that goes on with each until one is good. */
typedef struct Unfolding {
    const Plan *plan;
    size_t at, facts;
    const Term *const *keys;
    const SavedJoin *outside; /* the variables of the plan */
    const Term *last;
    bool found;
} Unfolding;

bool goal_continue(Model *model, const Term *head)
{
    Unfolding *unfolding = model->unfolding;
    assert(unfolding && unfolding->outside->slots); /* saved by goal_unfold */
    const Step *step = &unfolding->plan->steps[unfolding->at];
    if (head == unfolding->last ||
        !has_shape(&model->indexes.items[step->index].signature, head))
        return false;
    unfolding->last = head;
    if (++unfolding->facts > MAX_UNFOLDED_FACTS)
        return true;
    SavedJoin inside = save_join(model);
    for (size_t i = 0; i < unfolding->outside->count; i++)
        model->slots.items[i] = unfolding->outside->slots[i];
    model->unfolding = unfolding->outside->unfolding;
    unfolding->found = join_take_fact(model, step, head, unfolding->keys) &&
                       join_run(model, unfolding->plan, unfolding->at + 1);
    restore_join(model, &inside);
    return unfolding->found;
}

/* False if the head of a clause cannot have a term at a path. */
static bool may_have(const Term *head, Path path, const Term *term)
{
    for (size_t i = 0; i < path.count; i++) {
        if (term_is_variable(head))
            return true;
        if (path.steps[i] >= head->arity)
            return false;
        head = head->args[path.steps[i]];
    }
    return !term_is_ground(head) || head == term;
}

static bool may_match(const Model *model, const Step *step, const Term *head,
                      const Term *const *keys)
{
    const Signature *signature = &model->indexes.items[step->index].signature;
    for (size_t i = 0; i < step->key_count; i++)
        if (!may_have(head, signature->keys[i], keys[i]))
            return false;
    return true;
}

bool goal_unfold(Model *model, const Plan *plan, size_t at,
                 const Term *const *keys, bool *found)
{
    const Step *step = &plan->steps[at];
    if (!is_incomplete(model, step->relation))
        return false;
    if (!may_use_goals(model, step->relation)) {
        complete(model, step->relation);
        return false;
    }
    const Group *group = &model->game->groups[model->group_of[step->relation]];
    SavedJoin outside = save_join(model);
    Unfolding unfolding = {
        .plan = plan, .at = at, .keys = keys, .outside = &outside};
    model->goals_left--;
    for (size_t i = 0; i < group->count && !unfolding.found &&
                       unfolding.facts <= MAX_UNFOLDED_FACTS && !model->failure;
         i++) {
        const Clause *clause = &model->game->clauses[group->clauses[i]];
        if (clause->relation != step->relation ||
            !may_match(model, step, clause->head, keys))
            continue;
        const Plan *source =
            join_plan(model, &model->sources[group->clauses[i]], clause);
        join_reserve(model, source);
        model->unfolding = &unfolding;
        join_run(model, source, 0);
    }
    restore_join(model, &outside);
    *found = unfolding.found;
    if (*found || unfolding.facts <= MAX_UNFOLDED_FACTS)
        return true;
    complete(model, step->relation);
    return false;
}

/* The first question is answered by completing the relation, which tells what
 * that takes. */
bool model_holds(Model *model, RelationId relation, const Term *atom)
{
    enum { QUESTIONS_PER_POSITION = 4 }; /* assumed */
    if (relation == NO_RELATION)
        return false;
    GoalCost *goal_cost = &model->goal_costs[relation];
    bool incomplete = is_incomplete(model, relation);
    size_t before = model->joins;
    model->goals_left = MAX_GOALS;
    if (incomplete && !goal_cost->questions)
        complete(model, relation);
    bool found = goal_holds(model, relation, atom);
    size_t cost = model->joins - before + 1;
    if (incomplete && !goal_cost->questions++)
        goal_cost->whole = cost;
    else if (incomplete)
        goal_cost->by_goals += cost;
    if (!model->goals_left || QUESTIONS_PER_POSITION * goal_cost->by_goals >
                                  goal_cost->questions * goal_cost->whole)
        goal_cost->always_whole = true;
    return found && !model->failure;
}

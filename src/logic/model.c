/* model.c - the standard model of the clauses of a game, on demand
 *
 * In:   a Game, and facts for `true` and `does`
 * Out:  the facts of any relation
 *
 * Groups are evaluated in order, so that whatever a negative literal asks for
 * is complete. A recursive group is evaluated semi-naively: each round joins
 * at least one fact that was new in the round before. Start reading at
 * model_facts(), in the middle.
 */
#include "logic/model_internal.h"

#include "base/map.h"

#include <assert.h>
#include <string.h>

/* A model beyond this is as good as infinite. */
enum { MAX_MODEL_FACTS = 20000000 };

/* ---- what plans are made from ---- */

uint32_t find_index(Model *model, RelationId relation, const Template *pattern)
{
    Extension *extension = &model->extensions[relation];
    uint32_t number = 0;
    for (; number < extension->indexes.count; number++)
        if (same_pattern(extension->indexes.items[number].pattern, pattern))
            return number;
    FactIndex index = {.pattern = pattern};
    for (uint32_t i = 0; i < extension->facts.count; i++)
        index_add(&index, extension->facts.items[i], i);
    vec_push(&extension->indexes, index);
    return number;
}

static bool has_key(const Template *pattern)
{
    for (size_t i = 0; i < pattern->arity; i++)
        if (has_key(pattern->args[i]))
            return true;
    return pattern->use == PART_IS_KEY;
}

/* The mean number of facts that share their keys. Of a large relation the
 * first facts stand for all; an empty one may fill up later. */
double expect_facts(Model *model, RelationId relation, const Template *pattern)
{
    enum { MAX_SAMPLED_FACTS = 4096 };
    const Extension *extension = &model->extensions[relation];
    size_t count = extension->facts.count, fitting = 0, group_count = 0;
    size_t sample = count < MAX_SAMPLED_FACTS ? count : MAX_SAMPLED_FACTS;
    Map map = {0};
    if (!model_poll(model, sample + 1))
        return 1; /* any order will do: nothing will be evaluated */
    for (size_t i = 0; i < sample; i++) {
        uint32_t hash = 0;
        if (!hash_fact(pattern, extension->facts.items[i], &hash))
            continue;
        fitting++;
        MapProbe probe = map_probe(&map, hash);
        if (!map_next(&map, &probe)) {
            map_add(&map, hash, 0);
            group_count++;
        }
    }
    map_free(&map);
    if (!fitting)
        return has_key(pattern) ? 2 : 10; /* guesses */
    return (double)fitting / (double)group_count * (double)count /
           (double)sample;
}

/* ---- facts ---- */

static bool is_present(const Model *model, const Term *atom)
{
    return atom->id < model->is_fact.count && model->is_fact.items[atom->id];
}

static void mark_present(Model *model, const Term *atom)
{
    while (model->is_fact.count <= atom->id)
        vec_push(&model->is_fact, 0);
    model->is_fact.items[atom->id] = 1;
}

/* CLAUSE, if it is not NULL, is what it follows from. */
static void add_fact(Model *model, RelationId relation, const Term *atom,
                     const Clause *clause)
{
    assert(relation < model->game->relation_count && term_is_ground(atom));
    if (is_present(model, atom) || model->failure)
        return;
    Extension *extension = &model->extensions[relation];
    uint32_t number = (uint32_t)extension->facts.count;
    mark_present(model, atom);
    vec_push(&extension->facts, atom);
    for (size_t i = 0; i < extension->indexes.count; i++)
        index_add(&extension->indexes.items[i], atom, number);
    model->fact_count++;
    limits_check_fact(model, atom, clause);
    if (model->max_facts_by_relation &&
        number >= model->max_facts_by_relation[relation]) {
        model->overfull = relation;
        model->failure = "the rules have too many consequences";
    }
}

void model_add(Model *model, RelationId relation, const Term *atom)
{
    add_fact(model, relation, atom, NULL);
}

static void forget_relation(Model *model, Extension *extension)
{
    for (size_t i = 0; i < extension->facts.count; i++)
        model->is_fact.items[extension->facts.items[i]->id] = 0;
    for (size_t i = 0; i < extension->indexes.count; i++)
        index_clear(&extension->indexes.items[i]);
    assert(model->fact_count >= extension->facts.count);
    model->fact_count -= extension->facts.count;
    vec_clear(&extension->facts);
}

void model_forget(Model *model, ChangesWith changes_with)
{
    for (size_t i = 0; i < model->game->relation_count; i++)
        if (model->game->relations[i].changes_with >= changes_with)
            forget_relation(model, &model->extensions[i]);
    for (size_t i = 0; i < model->game->group_count; i++)
        if (model->game->groups[i].changes_with >= changes_with)
            model->plans[i].is_evaluated = false;
}

/* ---- terms from templates ---- */

static const Term *build_compound_term(Model *model, const Template *template,
                                       bool may_create);

/* Without MAY_CREATE, NULL for a term that does not exist yet: it is no fact.
 */
static inline const Term *build_term(Model *model, const Template *template,
                                     bool may_create)
{
    if (template->constant)
        return template->constant;
    if (!template->symbol)
        return model->values.items[template->slot];
    return build_compound_term(model, template, may_create);
}

static const Term *build_compound_term(Model *model, const Template *template,
                                       bool may_create)
{
    const Term *small_buffer[8], **args = small_buffer;
    if (template->arity > 8)
        args = memory_array(template->arity, sizeof *args);
    bool exists = true;
    for (size_t i = 0; i < template->arity && exists; i++) {
        args[i] = build_term(model, template->args[i], may_create);
        exists = args[i] != NULL;
    }
    const Term *term = NULL;
    if (exists && may_create)
        term = term_compound(model->game->terms, template->symbol,
                             template->arity, args);
    else if (exists)
        term = term_find(model->game->terms, template->symbol, template->arity,
                         args);
    if (args != small_buffer)
        memory_free(args);
    return term;
}

/* ---- running a plan ---- */

static inline void count_join(Model *model, const Clause *clause)
{
    if (model->join_count >= model->max_joins)
        model->failure = "the rules have too many consequences";
    if (++model->join_count % WORK_PER_CLOCK_CHECK == 0)
        limits_check_clock(model, clause);
}

/* Adds the values of the keys of PATTERN to HASH; false if there is no such
 * term anywhere, and so no fact. */
static bool hash_keys(Model *model, const Template *pattern, uint32_t *hash)
{
    for (size_t i = 0; i < pattern->arity; i++) {
        const Template *part = pattern->args[i];
        if (part->use == PART_IS_KEY) {
            const Term *key = build_term(model, part, false);
            if (!key)
                return false;
            *hash = hash_mix(*hash, key->id);
        } else if (part->arity && !hash_keys(model, part, hash)) {
            return false;
        }
    }
    return true;
}

static bool has_values(const Model *model, const Template *template,
                       const Term *term);

static inline bool is_value_of(const Model *model, const Template *template,
                               const Term *term)
{
    if (template->constant)
        return term == template->constant;
    if (!template->symbol)
        return term == model->values.items[template->slot];
    return has_values(model, template, term);
}

static bool has_values(const Model *model, const Template *template,
                       const Term *term)
{
    bool is_equal =
        term->symbol == template->symbol && term->arity == template->arity;
    for (size_t i = 0; is_equal && i < template->arity; i++)
        is_equal = is_value_of(model, template->args[i], term->args[i]);
    return is_equal;
}

/* Whether TERM, of a fact in the index for PATTERN, has its keys; gives the
 * variables that are bound here their values. */
static bool take_arguments(Model *model, const Template *pattern,
                           const Term *term)
{
    for (size_t i = 0; i < pattern->arity; i++) {
        const Template *part = pattern->args[i];
        if (part->use == PART_BINDS)
            model->values.items[part->slot] = term->args[i];
        else if (part->use == PART_IS_OPEN
                     ? !take_arguments(model, part, term->args[i])
                     : !is_value_of(model, part, term->args[i]))
            return false;
    }
    return true;
}

/* Runs PLAN from STEP_NUMBER on; true if it found an instance. */
static bool run_steps(Model *model, const JoinPlan *plan, size_t step_number);

/* Goes on with every fact that fits. Facts found meanwhile are not seen: they
 * are new in this round and have their turn in the next. */
static bool run_scan(Model *model, const JoinPlan *plan, size_t step_number)
{
    count_join(model, plan->clause);
    const JoinStep *step = &plan->steps[step_number];
    const Extension *extension = &model->extensions[step->relation];
    uint32_t hash = 0, entry = NO_ENTRY;
    bool is_found = false;
    if (hash_keys(model, step->atom, &hash))
        entry = index_first(&extension->indexes.items[step->index], hash);
    while (entry != NO_ENTRY && !model->failure) {
        IndexEntry candidate =
            extension->indexes.items[step->index].entries.items[entry];
        entry = candidate.next;
        if (step->is_delta && candidate.fact < extension->old_end)
            break; /* newest first: the others are older still */
        const Term *fact = extension->facts.items[candidate.fact];
        if (candidate.fact >= extension->new_end || candidate.hash != hash ||
            !take_arguments(model, step->atom, fact))
            continue;
        model->matched_facts.items[step->literal] = fact;
        count_join(model, plan->clause);
        is_found = run_steps(model, plan, step_number + 1);
        if (is_found && step_number >= plan->head_bound_at)
            break; /* other facts would give the same head */
    }
    return is_found;
}

static bool are_distinct(Model *model, const Template *pair)
{
    return build_term(model, pair->args[0], true) !=
           build_term(model, pair->args[1], true);
}

/* Whether the atom of STEP is a fact, or is none; it is put into
 * MATCHED_FACTS. */
static bool passes_test(Model *model, const JoinStep *step)
{
    if (step->kind == STEP_DISTINCT)
        return are_distinct(model, step->atom);
    const Term *atom = build_term(model, step->atom, false);
    model->matched_facts.items[step->literal] = atom;
    return (atom && is_present(model, atom)) == (step->kind == STEP_TEST);
}

static bool run_steps(Model *model, const JoinPlan *plan, size_t step_number)
{
    while (step_number < plan->count &&
           plan->steps[step_number].kind != STEP_SCAN) {
        if (!passes_test(model, &plan->steps[step_number]))
            return false;
        step_number++;
    }
    if (step_number < plan->count)
        return run_scan(model, plan, step_number);
    const Term *head = build_term(model, plan->head, true);
    const Instance instance = {head, model->matched_facts.items};
    if (model->visit)
        model->visit(model->visit_context, &instance);
    else
        add_fact(model, plan->clause->relation, head, plan->clause);
    return true;
}

/* A join with nothing is nothing, however much there is on the other side. */
static bool joins_nothing(const Model *model, const JoinPlan *plan)
{
    if (plan->count && plan->steps[0].is_delta) {
        const Extension *changed = &model->extensions[plan->steps[0].relation];
        if (changed->old_end == changed->new_end)
            return true;
    }
    for (size_t i = 0; i < plan->count; i++) {
        StepKind kind = plan->steps[i].kind;
        if ((kind == STEP_SCAN || kind == STEP_TEST) &&
            !model->extensions[plan->steps[i].relation].facts.count)
            return true;
    }
    return false;
}

static void run_plan(Model *model, const JoinPlan *plan)
{
    if (joins_nothing(model, plan))
        return;
    while (model->values.count < plan->clause->variable_count)
        vec_push(&model->values, NULL);
    while (model->matched_facts.count < plan->count)
        vec_push(&model->matched_facts, NULL);
    if (!model->failure)
        run_steps(model, plan, 0);
}

/* ---- groups ---- */

/* Whether RELATION is defined by the group whose plans are being made. */
static bool is_head(const Model *model, const GroupPlan *plans,
                    RelationId relation)
{
    return model->defined_by[relation] == plans;
}

static void find_heads(Model *model, const Group *group, GroupPlan *plans)
{
    plans->heads = arena_array(model->arena, RelationId, group->count);
    for (size_t i = 0; i < group->count; i++) {
        RelationId head = model->game->clauses[group->clauses[i]].relation;
        if (!is_head(model, plans, head))
            plans->heads[plans->head_count++] = head;
        model->defined_by[head] = plans;
    }
}

/* Fills PLAN, with a delta plan for each recursive literal; none are added once
 * the model has failed. */
static void make_plans(Model *model, const Group *group, GroupPlan *plan)
{
    const Game *game = model->game;
    VEC(JoinPlan *) delta = {0};
    find_heads(model, group, plan);
    plan->full = arena_array(model->arena, JoinPlan *, group->count);
    for (size_t i = 0; i < group->count; i++) {
        const Clause *clause = &game->clauses[group->clauses[i]];
        plan->full[i] = plan_new(model, clause, NO_DELTA);
        for (uint32_t k = 0; group->recursive && k < clause->count; k++)
            if (clause->body[k].kind == LITERAL_POSITIVE &&
                is_head(model, plan, clause->body[k].relation) &&
                model_poll(model, clause->count))
                vec_push(&delta, plan_new(model, clause, k));
    }
    plan->delta_count = delta.count;
    plan->delta = vec_finish(&delta, model->arena);
}

/* What was found in the round before becomes what is new in this one; false if
 * nothing was found. */
static bool begin_round(Model *model, const GroupPlan *plans)
{
    bool has_new_facts = false;
    for (size_t i = 0; i < plans->head_count; i++) {
        Extension *extension = &model->extensions[plans->heads[i]];
        assert(extension->new_end == SIZE_MAX || /* before the first */
               extension->new_end <= extension->facts.count);
        has_new_facts =
            has_new_facts || extension->facts.count > extension->new_end;
        extension->old_end = extension->new_end;
        extension->new_end = extension->facts.count;
    }
    return has_new_facts;
}

static void evaluate_recursive(Model *model, const Group *group,
                               const GroupPlan *plans)
{
    begin_round(model, plans);
    for (size_t i = 0; i < group->count; i++)
        run_plan(model, plans->full[i]);
    while (!model->failure && begin_round(model, plans))
        for (size_t i = 0; i < plans->delta_count; i++)
            run_plan(model, plans->delta[i]);
    for (size_t i = 0; i < plans->head_count; i++)
        model->extensions[plans->heads[i]].new_end = SIZE_MAX; /* all seen */
}

static void evaluate_group(Model *model, size_t number)
{
    const Group *group = &model->game->groups[number];
    GroupPlan *plans = &model->plans[number];
    if (!plans->full)
        make_plans(model, group, plans);
    if (group->recursive)
        evaluate_recursive(model, group, plans);
    else
        for (size_t i = 0; i < group->count; i++)
            run_plan(model, plans->full[i]);
    plans->is_evaluated = !model->failure;
}

/* ---- on demand ---- */

/* From the top down: what a needed group mentions is needed too. */
static bool *find_needed(Model *model, RelationId relation)
{
    const Game *game = model->game;
    bool *groups = arena_array(model->arena, bool, game->group_count);
    bool *relations = arena_array(model->arena, bool, game->relation_count);
    relations[relation] = true;
    for (size_t i = game->group_count; i-- > 0;) {
        const Group *group = &game->groups[i];
        for (size_t k = 0; k < group->count && !groups[i]; k++)
            groups[i] = relations[game->clauses[group->clauses[k]].relation];
        for (size_t k = 0; k < group->count && groups[i]; k++) {
            const Clause *clause = &game->clauses[group->clauses[k]];
            each_literal (literal, clause)
                if (literal->kind != LITERAL_DISTINCT)
                    relations[literal->relation] = true;
        }
    }
    return groups;
}

const Term *const *model_facts(Model *model, RelationId relation, size_t *count)
{
    *count = 0;
    if (relation == NO_RELATION)
        return NULL;
    if (!model->needed_groups[relation])
        model->needed_groups[relation] = find_needed(model, relation);
    for (size_t i = 0; i < model->game->group_count && !model->failure; i++)
        if (model->needed_groups[relation][i] && !model->plans[i].is_evaluated)
            evaluate_group(model, i);
    if (model->failure)
        return NULL;
    *count = model->extensions[relation].facts.count;
    return model->extensions[relation].facts.items;
}

bool model_holds(Model *model, RelationId relation, const Term *atom)
{
    size_t count;
    return model_facts(model, relation, &count) && is_present(model, atom);
}

void model_add_initial(Model *model)
{
    const Game *game = model->game;
    RelationId state = game->keyword[KEYWORD_TRUE];
    size_t count;
    const Term *const *facts =
        model_facts(model, game->keyword[KEYWORD_INIT], &count);
    for (size_t i = 0; state != NO_RELATION && i < count; i++)
        model_add(model, state,
                  term_compound(game->terms, game->relations[state].symbol, 1,
                                facts[i]->args));
}

void model_instances(Model *model, const Clause *clause, InstanceVisitor *visit,
                     void *context)
{
    JoinPlan **plan = &model->instance_plans[clause - model->game->clauses];
    if (!*plan)
        *plan = plan_new(model, clause, NO_DELTA);
    (*plan)->head_bound_at = (*plan)->count; /* no instance is like another */
    model->visit = visit;
    model->visit_context = context;
    run_plan(model, *plan);
    model->visit = NULL;
}

const Term *model_instance_of(Model *model, const Template *template)
{
    return build_term(model, template, false);
}

const char *model_failure(const Model *model)
{
    return model->failure;
}

/* A static group that has plans was begun: without facts that depend on the
 * position it is complete, unless the model failed meanwhile. */
void model_recover(Model *model)
{
    ChangesWith changes_with = CHANGES_WITH_POSITION;
    if (!model->failure)
        return;
    for (size_t i = 0; i < model->game->group_count; i++)
        if (model->plans[i].full && !model->plans[i].is_evaluated &&
            model->game->groups[i].changes_with == CHANGES_NEVER)
            changes_with = CHANGES_NEVER;
    model->failure = NULL;
    model->overfull = NO_RELATION;
    model_forget(model, changes_with);
}

Model *model_new(const Game *game, const Budget *budget)
{
    Arena *arena = arena_new();
    Model *model = arena_alloc(arena, sizeof *model);
    model->arena = arena;
    model->game = game;
    model->budget = budget;
    model->max_facts = MAX_MODEL_FACTS;
    model->max_joins = SIZE_MAX;
    model->overfull = NO_RELATION;
    model->extensions = arena_array(arena, Extension, game->relation_count);
    model->plans = arena_array(arena, GroupPlan, game->group_count);
    model->needed_groups = arena_array(arena, bool *, game->relation_count);
    model->instance_plans = arena_array(arena, JoinPlan *, game->clause_count);
    model->defined_by =
        arena_array(arena, const GroupPlan *, game->relation_count);
    for (size_t i = 0; i < game->relation_count; i++)
        model->extensions[i].new_end = SIZE_MAX;
    return model;
}

void model_limit(Model *model, size_t max_facts)
{
    model->max_facts = max_facts;
}

void model_limit_joins(Model *model, size_t max_joins)
{
    model->max_joins = max_joins;
}

void model_limit_each(Model *model, const size_t *max_facts)
{
    model->max_facts_by_relation = max_facts;
}

RelationId model_overfull(const Model *model)
{
    return model->overfull;
}

void model_free(Model *model)
{
    if (!model)
        return;
    for (size_t i = 0; i < model->game->relation_count; i++) {
        Extension *extension = &model->extensions[i];
        for (size_t k = 0; k < extension->indexes.count; k++)
            index_free(&extension->indexes.items[k]);
        vec_free_all(&extension->facts, &extension->indexes);
    }
    vec_free_all(&model->is_fact, &model->values, &model->matched_facts);
    arena_free(model->arena);
}

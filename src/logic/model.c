/* model.c - the standard model of the clauses of a game, on demand
 *
 * In:   a Game, and facts for `true` and `does`
 * Out:  the facts of any relation
 *
 * Groups are evaluated in order, so that whatever a negative literal asks for
 * is complete. A recursive group is evaluated semi-naively: each round joins
 * at least one fact that was new in the round before. Start reading at
 * model_facts(), at the end.
 */
#include "logic/model.h"

#include "base/map.h"
#include "logic/plan.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_FACTS = 20000000, /* a model beyond this is as good as infinite */
    POLL = 8192,           /* facts joined between two looks at the clock */
    WEIGH = 8192           /* facts between two looks at the memory */
};

#define NONE UINT32_MAX

/* Facts of one relation that have a certain shape, by some of their parts:
 * chains of entries, newest first. */
typedef struct {
    uint32_t fact, next, hash;
} Entry;

typedef struct {
    Signature signature;
    uint32_t *heads;
    size_t capacity; /* a power of two */
    VEC(Entry) entries;
} Index;

typedef struct {
    VEC(const Term *) facts;
    VEC(uint32_t) indexes;
    size_t old_end; /* facts before the last round of a recursive group, */
    size_t new_end; /* and after it; later ones are not seen yet */
} Extension;

typedef struct {
    Plan **full;  /* one for each clause */
    Plan **delta; /* for the recursive literals of all clauses */
    size_t delta_count;
    RelationId *heads; /* the relations it defines */
    size_t head_count;
    bool done;
} GroupPlan;

struct Model {
    const Game *game;
    const Budget *budget;
    Arena *arena;
    Extension *extensions; /* by relation */
    VEC(Index) indexes;
    GroupPlan *plans;        /* by group */
    Plan **instances;        /* by clause, made when asked for */
    bool **needed;           /* needed[relation][group], made when asked for */
    VEC(uint8_t) present;    /* by term: is it a fact */
    VEC(const Term *) slots; /* by variable of the clause: its value */
    VEC(const Term *) found; /* by literal of the clause: the fact it is */
    size_t facts, most_facts, polled;
    const char *failure;
    InstanceVisitor *visit; /* instead of adding facts */
    void *context;
};

/* ---- indexes ---- */

static bool same_path(Path a, Path b)
{
    return a.count == b.count &&
           (!a.count ||
            memcmp(a.steps, b.steps, a.count * sizeof *a.steps) == 0);
}

static bool same_signature(const Signature *a, const Signature *b)
{
    if (a->relation != b->relation || a->shape_count != b->shape_count ||
        a->key_count != b->key_count)
        return false;
    for (size_t i = 0; i < a->shape_count; i++)
        if (!same_path(a->shapes[i].path, b->shapes[i].path) ||
            a->shapes[i].symbol != b->shapes[i].symbol ||
            a->shapes[i].arity != b->shapes[i].arity)
            return false;
    for (size_t i = 0; i < a->key_count; i++)
        if (!same_path(a->keys[i], b->keys[i]))
            return false;
    return true;
}

static bool has_shape(const Signature *signature, const Term *fact)
{
    for (size_t i = 0; i < signature->shape_count; i++) {
        const Shape *shape = &signature->shapes[i];
        const Term *part = term_at(fact, shape->path);
        if (part->symbol != shape->symbol || part->arity != shape->arity)
            return false;
    }
    return true;
}

static void index_grow(Index *index)
{
    index->capacity = index->capacity ? 2 * index->capacity : 16;
    index->heads =
        fatal_realloc(index->heads, index->capacity * sizeof *index->heads);
    memset(index->heads, 0xff, index->capacity * sizeof *index->heads);
    for (uint32_t i = 0; i < index->entries.count; i++) {
        Entry *entry = &index->entries.items[i];
        uint32_t *head = &index->heads[entry->hash & (index->capacity - 1)];
        entry->next = *head;
        *head = i;
    }
}

static void index_add(Index *index, const Term *fact, uint32_t number)
{
    if (!has_shape(&index->signature, fact))
        return;
    if (index->entries.count >= index->capacity)
        index_grow(index);
    uint32_t hash = 0;
    for (size_t i = 0; i < index->signature.key_count; i++)
        hash = hash_mix(hash, term_at(fact, index->signature.keys[i])->id);
    uint32_t *head = &index->heads[hash & (index->capacity - 1)];
    Entry entry = {number, *head, hash};
    *head = (uint32_t)index->entries.count;
    vec_push(&index->entries, entry);
}

static void index_clear(Index *index)
{
    if (index->entries.count)
        memset(index->heads, 0xff, index->capacity * sizeof *index->heads);
    vec_clear(&index->entries);
}

static uint32_t find_index(void *context, const Signature *signature)
{
    Model *model = context;
    Extension *extension = &model->extensions[signature->relation];
    for (size_t i = 0; i < extension->indexes.count; i++) {
        uint32_t known = extension->indexes.items[i];
        if (same_signature(&model->indexes.items[known].signature, signature))
            return known;
    }
    Index index = {.signature = *signature};
    for (uint32_t i = 0; i < extension->facts.count; i++)
        index_add(&index, extension->facts.items[i], i);
    vec_push(&model->indexes, index);
    uint32_t number = (uint32_t)model->indexes.count - 1;
    vec_push(&extension->indexes, number);
    return number;
}

/* The mean number of facts that share their keys. Of a large relation the
 * first facts stand for all; an empty one may fill up later. */
static double expect_facts(void *context, const Signature *signature)
{
    enum { SAMPLE = 4096 };
    const Model *model = context;
    const Extension *extension = &model->extensions[signature->relation];
    size_t count = extension->facts.count, fitting = 0, groups = 0;
    size_t sample = count < SAMPLE ? count : SAMPLE;
    Map map = {0};
    for (size_t i = 0; i < sample; i++) {
        const Term *fact = extension->facts.items[i];
        uint32_t hash = 0;
        if (!has_shape(signature, fact))
            continue;
        fitting++;
        for (size_t k = 0; k < signature->key_count; k++)
            hash = hash_mix(hash, term_at(fact, signature->keys[k])->id);
        MapProbe probe = map_probe(&map, hash);
        if (!map_next(&map, &probe)) {
            map_add(&map, hash, 0);
            groups++;
        }
    }
    map_free(&map);
    if (!fitting)
        return signature->key_count ? 2 : 10;
    return (double)fitting / (double)groups * (double)count / (double)sample;
}

/* ---- facts ---- */

static bool is_present(const Model *model, const Term *atom)
{
    return atom->id < model->present.count && model->present.items[atom->id];
}

static void mark_present(Model *model, const Term *atom)
{
    while (model->present.count <= atom->id)
        vec_push(&model->present, 0);
    model->present.items[atom->id] = 1;
}

static void check_limits(Model *model, const Term *atom)
{
    if (!term_is_moderate(atom))
        model->failure = "the rules derive terms without end";
    else if (model->facts > model->most_facts)
        model->failure = "the rules have too many consequences";
    else if (model->facts % WEIGH == 0 && budget_memory_low())
        model->failure = "the memory was used up";
}

static void check_clock(Model *model)
{
    if (++model->polled % POLL == 0 && budget_spent(model->budget))
        model->failure = "the time was used up";
}

void model_add(Model *model, RelationId relation, const Term *atom)
{
    if (is_present(model, atom) || model->failure)
        return;
    Extension *extension = &model->extensions[relation];
    uint32_t number = (uint32_t)extension->facts.count;
    mark_present(model, atom);
    vec_push(&extension->facts, atom);
    for (size_t i = 0; i < extension->indexes.count; i++)
        index_add(&model->indexes.items[extension->indexes.items[i]], atom,
                  number);
    model->facts++;
    check_limits(model, atom);
}

static void forget_relation(Model *model, Extension *extension)
{
    for (size_t i = 0; i < extension->facts.count; i++)
        model->present.items[extension->facts.items[i]->id] = 0;
    for (size_t i = 0; i < extension->indexes.count; i++)
        index_clear(&model->indexes.items[extension->indexes.items[i]]);
    model->facts -= extension->facts.count;
    vec_clear(&extension->facts);
}

void model_forget(Model *model, Phase phase)
{
    for (size_t i = 0; i < model->game->relation_count; i++)
        if (model->game->relations[i].phase >= phase)
            forget_relation(model, &model->extensions[i]);
    for (size_t i = 0; i < model->game->group_count; i++)
        if (model->game->groups[i].phase >= phase)
            model->plans[i].done = false;
}

/* ---- terms from templates ---- */

static const Term *build_compound(Model *model, const Template *template,
                                  bool make);

/* With MAKE false, NULL for a term that does not exist yet: it is no fact. */
static inline const Term *build(Model *model, const Template *template,
                                bool make)
{
    if (template->constant)
        return template->constant;
    if (!template->symbol)
        return model->slots.items[template->slot];
    return build_compound(model, template, make);
}

static const Term *build_compound(Model *model, const Template *template,
                                  bool make)
{
    const Term *few[8], **args = few;
    if (template->arity > 8)
        args = fatal_malloc(template->arity * sizeof *args);
    bool exists = true;
    for (size_t i = 0; i < template->arity && exists; i++) {
        args[i] = build(model, template->args[i], make);
        exists = args[i] != NULL;
    }
    const Term *term = NULL;
    if (exists && make)
        term = term_compound(model->game->terms, template->symbol,
                             template->arity, args);
    else if (exists)
        term = term_find(model->game->terms, template->symbol, template->arity,
                         args);
    if (args != few)
        free(args);
    return term;
}

/* ---- running a plan ---- */

static bool run(Model *model, const Plan *plan, size_t at);

/* Whether FACT has the parts the step selects by, and gives its variables
 * values if so. */
static bool take_fact(Model *model, const Step *step, const Term *fact,
                      const Term *const *keys)
{
    const Signature *signature = &model->indexes.items[step->index].signature;
    for (size_t i = 0; i < step->key_count; i++)
        if (term_at(fact, signature->keys[i]) != keys[i])
            return false;
    for (size_t i = 0; i < step->bind_count; i++)
        model->slots.items[step->binds[i].slot] =
            term_at(fact, step->binds[i].path);
    for (size_t i = 0; i < step->check_count; i++)
        if (term_at(fact, step->checks[i].path) !=
            model->slots.items[step->checks[i].slot])
            return false;
    model->found.items[step->literal] = fact;
    return true;
}

/* Goes on with every fact that fits. Facts found meanwhile are not seen: they
 * are new in this round and have their turn in the next. */
static bool run_scan(Model *model, const Plan *plan, size_t at)
{
    check_clock(model);
    const Step *step = &plan->steps[at];
    const Extension *extension = &model->extensions[step->relation];
    const Term *few[8], **keys = few;
    if (step->key_count > 8)
        keys = fatal_malloc(step->key_count * sizeof *keys);
    uint32_t hash = 0, entry = NONE;
    bool possible = true, found = false;
    for (size_t i = 0; i < step->key_count && possible; i++) {
        keys[i] = build(model, step->keys[i], false);
        possible = keys[i] != NULL;
        hash = hash_mix(hash, possible ? keys[i]->id : 0);
    }
    Index *index = &model->indexes.items[step->index];
    if (possible && index->capacity)
        entry = index->heads[hash & (index->capacity - 1)];
    while (entry != NONE && !model->failure) {
        Entry now = model->indexes.items[step->index].entries.items[entry];
        entry = now.next;
        if (step->delta && now.fact < extension->old_end)
            break; /* newest first: the others are older still */
        if (now.fact >= extension->new_end || now.hash != hash ||
            !take_fact(model, step, extension->facts.items[now.fact], keys))
            continue;
        check_clock(model);
        found = run(model, plan, at + 1);
        if (found && at >= plan->decisive)
            break; /* other facts would give the same head */
    }
    if (keys != few)
        free(keys);
    return found;
}

static bool are_distinct(Model *model, const Template *pair)
{
    if (pair->constant)
        return pair->constant->args[0] != pair->constant->args[1];
    return build(model, pair->args[0], true) !=
           build(model, pair->args[1], true);
}

static bool passes(Model *model, const Step *step)
{
    if (step->kind == STEP_DISTINCT)
        return are_distinct(model, step->atom);
    const Term *atom = build(model, step->atom, false);
    model->found.items[step->literal] = atom;
    return (atom && is_present(model, atom)) == (step->kind == STEP_TEST);
}

static bool run(Model *model, const Plan *plan, size_t at)
{
    while (at < plan->count && plan->steps[at].kind != STEP_SCAN) {
        if (!passes(model, &plan->steps[at]))
            return false;
        at++;
    }
    if (at < plan->count)
        return run_scan(model, plan, at);
    const Term *head = build(model, plan->head, true);
    const Instance instance = {head, model->found.items, model->slots.items};
    if (model->visit)
        model->visit(model->context, &instance);
    else
        model_add(model, plan->relation, head);
    return true;
}

/* A join with nothing is nothing, however much there is on the other side. */
static bool is_hopeless(const Model *model, const Plan *plan)
{
    if (plan->count && plan->steps[0].delta) {
        const Extension *new = &model->extensions[plan->steps[0].relation];
        if (new->old_end == new->new_end)
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

static void run_plan(Model *model, const Plan *plan)
{
    if (is_hopeless(model, plan))
        return;
    while (model->slots.count < plan->slots)
        vec_push(&model->slots, NULL);
    while (model->found.count < plan->count)
        vec_push(&model->found, NULL);
    if (!model->failure)
        run(model, plan, 0);
}

/* ---- groups ---- */

static bool is_head(const GroupPlan *plans, RelationId relation)
{
    for (size_t i = 0; i < plans->head_count; i++)
        if (plans->heads[i] == relation)
            return true;
    return false;
}

static void find_heads(Model *model, const Group *group, GroupPlan *plans)
{
    plans->heads = arena_array(model->arena, RelationId, group->count);
    for (size_t i = 0; i < group->count; i++) {
        RelationId head = model->game->clauses[group->clauses[i]].relation;
        if (!is_head(plans, head))
            plans->heads[plans->head_count++] = head;
    }
}

static void make_plans(Model *model, const Group *group, GroupPlan *plans)
{
    const Game *game = model->game;
    const Facts facts = {find_index, expect_facts, model};
    VEC(Plan *) delta = {0};
    find_heads(model, group, plans);
    plans->full = arena_array(model->arena, Plan *, group->count);
    for (size_t i = 0; i < group->count; i++) {
        const Clause *clause = &game->clauses[group->clauses[i]];
        plans->full[i] = plan_new(model->arena, clause, NO_DELTA, &facts);
        for (uint32_t k = 0; group->recursive && k < clause->count; k++)
            if (clause->body[k].kind == LITERAL_POSITIVE &&
                is_head(plans, clause->body[k].relation))
                vec_push(&delta, plan_new(model->arena, clause, k, &facts));
    }
    plans->delta_count = delta.count;
    plans->delta = vec_finish(&delta, model->arena);
}

/* What was found in the round before becomes what is new in this one; false if
 * nothing was found. */
static bool begin_round(Model *model, const GroupPlan *plans)
{
    bool any = false;
    for (size_t i = 0; i < plans->head_count; i++) {
        Extension *extension = &model->extensions[plans->heads[i]];
        any = any || extension->facts.count > extension->new_end;
        extension->old_end = extension->new_end;
        extension->new_end = extension->facts.count;
    }
    return any;
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
        model->extensions[plans->heads[i]].new_end = SIZE_MAX;
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
    plans->done = true;
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
            for (size_t l = 0; l < clause->count; l++)
                if (clause->body[l].kind != LITERAL_DISTINCT)
                    relations[clause->body[l].relation] = true;
        }
    }
    return groups;
}

const Term *const *model_facts(Model *model, RelationId relation, size_t *count)
{
    *count = 0;
    if (relation == NO_RELATION)
        return NULL;
    if (!model->needed[relation])
        model->needed[relation] = find_needed(model, relation);
    for (size_t i = 0; i < model->game->group_count; i++)
        if (model->needed[relation][i] && !model->plans[i].done)
            evaluate_group(model, i);
    if (model->failure)
        return NULL;
    *count = model->extensions[relation].facts.count;
    return model->extensions[relation].facts.items;
}

void model_instances(Model *model, const Clause *clause, InstanceVisitor *visit,
                     void *context)
{
    const Facts facts = {find_index, expect_facts, model};
    Plan **plan = &model->instances[clause - model->game->clauses];
    if (!*plan)
        *plan = plan_new(model->arena, clause, NO_DELTA, &facts);
    (*plan)->decisive = (*plan)->count; /* no instance is like another */
    model->visit = visit;
    model->context = context;
    run_plan(model, *plan);
    model->visit = NULL;
}

const char *model_failure(const Model *model)
{
    return model->failure;
}

Model *model_new(const Game *game, const Budget *budget)
{
    Arena *arena = arena_new();
    Model *model = arena_alloc(arena, sizeof *model);
    model->arena = arena;
    model->game = game;
    model->budget = budget;
    model->most_facts = MOST_FACTS;
    model->extensions = arena_array(arena, Extension, game->relation_count);
    for (size_t i = 0; i < game->relation_count; i++)
        model->extensions[i].new_end = SIZE_MAX;
    model->plans = arena_array(arena, GroupPlan, game->group_count);
    model->needed = arena_array(arena, bool *, game->relation_count);
    model->instances = arena_array(arena, Plan *, game->clause_count);
    return model;
}

void model_limit(Model *model, size_t facts)
{
    model->most_facts = facts;
}

void model_free(Model *model)
{
    if (!model)
        return;
    for (size_t i = 0; i < model->game->relation_count; i++) {
        vec_free(&model->extensions[i].facts);
        vec_free(&model->extensions[i].indexes);
    }
    for (size_t i = 0; i < model->indexes.count; i++) {
        free(model->indexes.items[i].heads);
        vec_free(&model->indexes.items[i].entries);
    }
    vec_free(&model->indexes);
    vec_free(&model->present);
    vec_free(&model->slots);
    vec_free(&model->found);
    arena_free(model->arena);
}

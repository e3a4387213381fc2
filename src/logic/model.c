/* model.c - the standard model of the clauses of a game, on demand
 *
 * In:   a Game, and facts for `true` and `does`
 * Out:  the facts of any relation
 *
 * Groups are evaluated in order, so that whatever a negative literal asks for
 * is complete. A recursive group is evaluated semi-naively: each round joins
 * at least one fact that was new in the round before. A single atom is looked
 * for from its clauses downwards instead, as long as that takes few steps.
 * Start reading at model_facts() and model_holds(), at the end.
 */
#include "logic/model.h"

#include "base/map.h"
#include "base/memory.h"
#include "logic/plan.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_FACTS = 20000000, /* a model beyond this is as good as infinite */
    POLL = 8192,          /* facts joined between two looks at the clock */
    WEIGH = 8192,         /* facts between two looks at the memory */
    MAX_GOALS = 200,      /* atoms looked for on behalf of one, */
    MAX_TRIES = 50        /* and facts looked at for a literal */
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
    TermVec facts;
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

/* Whether it is better to look for single atoms of a relation, in facts looked
 * at: to complete it once, and for so many questions by goals. */
typedef struct {
    size_t whole, by_goals, questions;
    bool hard; /* it is not */
} Trial;

struct Model {
    const Game *game;
    const Budget *budget;
    Arena *arena;
    Extension *extensions; /* by relation */
    VEC(Index) indexes;
    GroupPlan *plans;   /* by group */
    Plan **instances;   /* by clause, made when asked for */
    Plan **goals;       /* by clause, likewise: its head is known */
    Plan **sources;     /* by clause, likewise: it is not */
    uint32_t *group_of; /* by relation: the last that defines it, or NONE */
    const GroupPlan **head_in; /* by relation: see is_head() */
    Trial *trials;             /* by relation */
    size_t goals_left;
    bool by_goals; /* relations of the plan under way may not be complete */
    struct Unfolding *unfolding; /* what is done with the heads found, then */
    bool **needed;        /* needed[relation][group], made when asked for */
    VEC(uint8_t) present; /* by term: is it a fact */
    TermVec slots;        /* by variable of the clause: its value */
    TermVec found;        /* by literal of the clause: the fact it is */
    size_t facts, most_facts, polled, max_joins;
    size_t planned;     /* work that is no joining of facts */
    const size_t *most; /* NULL, or by relation */
    RelationId crowded; /* has more than that */
    const char *failure;
    InstanceVisitor *visit; /* instead of adding facts */
    void *context;
};

/* ---- limits ---- */

/* Looks at the limits after WORK that is no joining of facts. */
static bool is_out_of_time(Model *model, size_t work)
{
    enum { SELDOM = 128 };
    size_t before = model->planned / POLL;
    model->planned += work;
    size_t polls = model->planned / POLL;
    if (polls == before || model->failure)
        return model->failure;
    if (budget_spent(model->budget))
        model->failure = budget_reason(model->budget, "the time was used up");
    else if (polls / SELDOM != before / SELDOM && budget_memory_low())
        model->failure = "the memory was used up";
    return model->failure;
}

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
        memory_resize(index->heads, index->capacity, sizeof *index->heads);
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
    Model *model = context;
    const Extension *extension = &model->extensions[signature->relation];
    size_t count = extension->facts.count, fitting = 0, groups = 0;
    size_t sample = count < SAMPLE ? count : SAMPLE;
    Map map = {0};
    if (is_out_of_time(model, sample + 1))
        return 1; /* any order will do: nothing will be evaluated */
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

/* What a rule is about: a feature, a move, or the relation it defines. */
static const Term *subject_of(const Game *game, const Rule *rule)
{
    const Term *head = rule->head;
    RelationId relation = relation_find(game, head->symbol, head->arity);
    Keyword keyword = relation == NO_RELATION
                          ? KEYWORD_NONE
                          : game->relations[relation].keyword;
    if (keyword == KEYWORD_NONE || !head->arity)
        return head;
    const Term *subject = head->args[head->arity - 1];
    return term_is_variable(subject) ? head : subject;
}

/* A limit was reached by a consequence of CLAUSE, which may be NULL. */
static const char *failure_by(Model *model, const char *what,
                              const Clause *clause)
{
    if (!clause || !clause->rule)
        return what;
    Span span = clause->rule->form->span;
    const Term *subject = subject_of(model->game, clause->rule);
    Text text = {0};
    const char *name = subject->symbol->name;
    text_addf(&text, "%s (", what);
    text_add_printable(&text, name, strlen(name));
    text_addf(&text, "/%u, by the rule in line %zu)", subject->arity,
              place_of(span.source, span.start).line);
    const char *failure = terms_keep(model->game->terms, text_string(&text));
    text_free(&text);
    return failure;
}

static void check_limits(Model *model, const Term *atom, const Clause *clause)
{
    const char *what = NULL;
    if (!term_is_moderate(atom))
        what = "the rules derive terms without end";
    else if (model->facts > model->most_facts)
        what = "the rules have too many consequences";
    else if (model->facts % WEIGH == 0 && budget_memory_low())
        what = "the memory was used up";
    if (what)
        model->failure = failure_by(model, what, clause);
}

/* Whether terms of its head have more around a variable than a name. */
static bool makes_terms(const Game *game, const Clause *clause)
{
    const Term *subject =
        clause->rule ? subject_of(game, clause->rule) : clause->head;
    for (size_t i = 0; i < subject->arity; i++)
        if (subject->args[i]->kind == TERM_OPEN)
            return true;
    return false;
}

/* The time may be over because there is no end to the consequences. */
static void check_clock(Model *model, const Clause *clause)
{
    if (model->polled >= model->max_joins)
        model->failure = "the rules have too many consequences";
    if (++model->polled % POLL || !budget_spent(model->budget))
        return;
    model->failure = budget_reason(model->budget, "the time was used up");
    if (makes_terms(model->game, clause))
        model->failure = failure_by(model, model->failure, clause);
}

static void model_crowd(Model *model, RelationId relation)
{
    model->crowded = relation;
    model->failure = "the rules have too many consequences";
}

/* CLAUSE, if it is not NULL, is what it follows from. */
static void add_fact(Model *model, RelationId relation, const Term *atom,
                     const Clause *clause)
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
    check_limits(model, atom, clause);
    if (model->most && number >= model->most[relation])
        model_crowd(model, relation);
}

void model_add(Model *model, RelationId relation, const Term *atom)
{
    add_fact(model, relation, atom, NULL);
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
        args = memory_array(template->arity, sizeof *args);
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
static bool holds(Model *model, RelationId relation, const Term *atom);
static void complete(Model *model, RelationId relation);
static bool unfold(Model *model, const Plan *plan, size_t at,
                   const Term *const *keys, bool *found);
static bool go_on(Model *model, const Term *head);

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
    check_clock(model, plan->clause);
    const Step *step = &plan->steps[at];
    const Extension *extension = &model->extensions[step->relation];
    const Term *few[8], **keys = few;
    if (step->key_count > 8)
        keys = memory_array(step->key_count, sizeof *keys);
    uint32_t hash = 0, entry = NONE;
    bool possible = true, found = false;
    for (size_t i = 0; i < step->key_count && possible; i++) {
        keys[i] = build(model, step->keys[i], model->by_goals);
        possible = keys[i] != NULL;
        hash = hash_mix(hash, possible ? keys[i]->id : 0);
    }
    if (model->by_goals && possible && unfold(model, plan, at, keys, &found))
        possible = false; /* nothing is left to be done */
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
        check_clock(model, plan->clause);
        found = run(model, plan, at + 1);
        if (found && (model->by_goals || at >= plan->decisive))
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
    const Term *atom = build(model, step->atom, model->by_goals);
    if (model->by_goals)
        return holds(model, step->relation, atom) == (step->kind == STEP_TEST);
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
    if (model->by_goals && !model->unfolding)
        return true;
    const Term *head = build(model, plan->head, true);
    if (model->by_goals)
        return go_on(model, head);
    const Instance instance = {head, model->found.items};
    if (model->visit)
        model->visit(model->context, &instance);
    else
        add_fact(model, plan->relation, head, plan->clause);
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

static void make_room(Model *model, const Plan *plan)
{
    while (model->slots.count < plan->slots)
        vec_push(&model->slots, NULL);
    while (model->found.count < plan->count)
        vec_push(&model->found, NULL);
}

static void run_plan(Model *model, const Plan *plan)
{
    if (is_hopeless(model, plan))
        return;
    make_room(model, plan);
    if (!model->failure)
        run(model, plan, 0);
}

/* ---- groups ---- */

/* Whether RELATION is defined by the group whose plans are being made. */
static bool is_head(const Model *model, const GroupPlan *plans,
                    RelationId relation)
{
    return model->head_in[relation] == plans;
}

static void find_heads(Model *model, const Group *group, GroupPlan *plans)
{
    plans->heads = arena_array(model->arena, RelationId, group->count);
    for (size_t i = 0; i < group->count; i++) {
        RelationId head = model->game->clauses[group->clauses[i]].relation;
        if (!is_head(model, plans, head))
            plans->heads[plans->head_count++] = head;
        model->head_in[head] = plans;
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
                is_head(model, plans, clause->body[k].relation) &&
                !is_out_of_time(model, clause->count))
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
    plans->done = !model->failure;
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
    if (!model->needed[relation])
        model->needed[relation] = find_needed(model, relation);
    for (size_t i = 0; i < model->game->group_count && !model->failure; i++)
        if (model->needed[relation][i] && !model->plans[i].done)
            evaluate_group(model, i);
    if (model->failure)
        return NULL;
    *count = model->extensions[relation].facts.count;
    return model->extensions[relation].facts.items;
}

/* ---- from goals to what they need ---- */

/* What is under way, put aside. */
typedef struct {
    const Term **slots;
    size_t count;
    bool by_goals;
    struct Unfolding *unfolding;
} Aside;

static Aside put_aside(Model *model)
{
    Aside aside = {NULL, model->slots.count, model->by_goals, model->unfolding};
    if (model->by_goals) {
        aside.slots = memory_array(aside.count + 1, sizeof *aside.slots);
        for (size_t i = 0; i < aside.count; i++)
            aside.slots[i] = model->slots.items[i];
    }
    return aside;
}

static void take_up(Model *model, const Aside *aside)
{
    for (size_t i = 0; aside->slots && i < aside->count; i++)
        model->slots.items[i] = aside->slots[i];
    free(aside->slots);
    model->by_goals = aside->by_goals;
    model->unfolding = aside->unfolding;
}

static void complete(Model *model, RelationId relation)
{
    uint32_t group = model->group_of[relation];
    if (group == NONE || model->plans[group].done)
        return;
    size_t count;
    Aside aside = put_aside(model);
    model->by_goals = false;
    model_facts(model, relation, &count);
    take_up(model, &aside);
}

/* Gives the variables of PATTERN the values that make it TERM. */
static bool match(Model *model, const Clause *clause, const Term *pattern,
                  const Term *term)
{
    if (term_is_variable(pattern)) {
        size_t slot = 0;
        while (clause->variables[slot] != pattern)
            slot++;
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

static bool is_for_goals(const Model *model, RelationId relation)
{
    const Group *group = &model->game->groups[model->group_of[relation]];
    return !group->recursive && !model->trials[relation].hard &&
           model->goals_left;
}

static bool follows(Model *model, const Clause *clause, const Term *atom)
{
    const Facts facts = {find_index, expect_facts, model};
    Plan **plan = &model->goals[clause - model->game->clauses];
    while (model->slots.count < clause->variable_count)
        vec_push(&model->slots, NULL);
    for (size_t i = 0; i < clause->variable_count; i++)
        model->slots.items[i] = NULL;
    if (!match(model, clause, clause->head, atom))
        return false;
    if (!*plan)
        *plan = plan_goal(model->arena, clause, &facts);
    make_room(model, *plan);
    return run(model, *plan, 0);
}

static bool holds(Model *model, RelationId relation, const Term *atom)
{
    uint32_t number = model->group_of[relation];
    if (number == NONE || model->plans[number].done || model->failure)
        return is_present(model, atom);
    const Group *group = &model->game->groups[number];
    if (!is_for_goals(model, relation)) {
        complete(model, relation);
        return is_present(model, atom);
    }
    Aside aside = put_aside(model);
    bool found = false;
    model->goals_left--;
    model->by_goals = true;
    model->unfolding = NULL;
    for (size_t i = 0; i < group->count && !found; i++) {
        const Clause *clause = &model->game->clauses[group->clauses[i]];
        found = clause->relation == relation && follows(model, clause, atom);
    }
    take_up(model, &aside);
    return found;
}

/* The facts of an incomplete relation, one after the other, for a literal of a
 * plan that goes on with each until one is good. */
typedef struct Unfolding {
    const Plan *plan;
    size_t at, tries;
    const Term *const *keys;
    const Aside *outside; /* the variables of the plan */
    const Term *last;
    bool found;
} Unfolding;

static bool go_on(Model *model, const Term *head)
{
    Unfolding *unfolding = model->unfolding;
    const Step *step = &unfolding->plan->steps[unfolding->at];
    if (head == unfolding->last ||
        !has_shape(&model->indexes.items[step->index].signature, head))
        return false;
    unfolding->last = head;
    if (++unfolding->tries > MAX_TRIES)
        return true;
    Aside inside = put_aside(model);
    for (size_t i = 0; i < unfolding->outside->count; i++)
        model->slots.items[i] = unfolding->outside->slots[i];
    model->unfolding = unfolding->outside->unfolding;
    unfolding->found = take_fact(model, step, head, unfolding->keys) &&
                       run(model, unfolding->plan, unfolding->at + 1);
    take_up(model, &inside);
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

/* False, with the relation complete, if the facts have to be looked at in the
 * usual way. */
static bool unfold(Model *model, const Plan *plan, size_t at,
                   const Term *const *keys, bool *found)
{
    const Facts facts = {find_index, expect_facts, model};
    const Step *step = &plan->steps[at];
    uint32_t number = model->group_of[step->relation];
    if (number == NONE || model->plans[number].done)
        return false;
    if (!is_for_goals(model, step->relation)) {
        complete(model, step->relation);
        return false;
    }
    const Group *group = &model->game->groups[number];
    Aside outside = put_aside(model);
    Unfolding unfolding = {
        .plan = plan, .at = at, .keys = keys, .outside = &outside};
    model->goals_left--;
    for (size_t i = 0; i < group->count && !unfolding.found &&
                       unfolding.tries <= MAX_TRIES && !model->failure;
         i++) {
        const Clause *clause = &model->game->clauses[group->clauses[i]];
        Plan **source = &model->sources[group->clauses[i]];
        if (clause->relation != step->relation ||
            !may_match(model, step, clause->head, keys))
            continue;
        if (!*source)
            *source = plan_new(model->arena, clause, NO_DELTA, &facts);
        make_room(model, *source);
        model->unfolding = &unfolding;
        run(model, *source, 0);
    }
    take_up(model, &outside);
    *found = unfolding.found;
    if (*found || unfolding.tries <= MAX_TRIES)
        return true;
    complete(model, step->relation);
    return false;
}

/* The first question is answered by completing the relation, which tells what
 * that takes. */
bool model_holds(Model *model, RelationId relation, const Term *atom)
{
    enum {
        GOAL_COST_FACTOR = 4
    }; /* by goals, with several questions in a position */
    if (relation == NO_RELATION)
        return false;
    Trial *trial = &model->trials[relation];
    uint32_t group = model->group_of[relation];
    bool new = group != NONE && !model->plans[group].done;
    size_t before = model->polled;
    model->goals_left = MAX_GOALS;
    if (new && !trial->questions)
        complete(model, relation);
    bool found = holds(model, relation, atom);
    size_t cost = model->polled - before + 1;
    if (new && !trial->questions++)
        trial->whole = cost;
    else if (new)
        trial->by_goals += cost;
    if (!model->goals_left ||
        GOAL_COST_FACTOR * trial->by_goals > trial->questions * trial->whole)
        trial->hard = true;
    return found && !model->failure;
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

const Template *model_template(const Clause *clause, const Term *term,
                               Arena *arena)
{
    return plan_template(arena, clause, term);
}

const Term *model_instance_of(Model *model, const Template *template)
{
    return build(model, template, false);
}

bool model_poll(Model *model, size_t work)
{
    return !is_out_of_time(model, work);
}

const char *model_failure(const Model *model)
{
    return model->failure;
}

/* A static group that has plans was begun: without facts that depend on the
 * position it is complete, unless the model failed meanwhile. */
void model_recover(Model *model)
{
    Phase phase = PHASE_STATE;
    if (!model->failure)
        return;
    for (size_t i = 0; i < model->game->group_count; i++)
        if (model->plans[i].full && !model->plans[i].done &&
            model->game->groups[i].phase == PHASE_STATIC)
            phase = PHASE_STATIC;
    model->failure = NULL;
    model->crowded = NO_RELATION;
    model_forget(model, phase);
}

/* Goals are answered from the clauses of one group, so a relation that several
 * groups define (strata.c) is always completed. Its last group is complete only
 * if the others are. */
static void define(Model *model, RelationId relation, uint32_t group)
{
    uint32_t *known = &model->group_of[relation];
    if (*known != NONE && *known != group)
        model->trials[relation].hard = true;
    *known = group;
}

Model *model_new(const Game *game, const Budget *budget)
{
    Arena *arena = arena_new();
    Model *model = arena_alloc(arena, sizeof *model);
    model->arena = arena;
    model->game = game;
    model->budget = budget;
    model->most_facts = MAX_FACTS;
    model->max_joins = SIZE_MAX;
    model->crowded = NO_RELATION;
    model->extensions = arena_array(arena, Extension, game->relation_count);
    for (size_t i = 0; i < game->relation_count; i++)
        model->extensions[i].new_end = SIZE_MAX;
    model->plans = arena_array(arena, GroupPlan, game->group_count);
    model->needed = arena_array(arena, bool *, game->relation_count);
    model->instances = arena_array(arena, Plan *, game->clause_count);
    model->goals = arena_array(arena, Plan *, game->clause_count);
    model->sources = arena_array(arena, Plan *, game->clause_count);
    model->trials = arena_array(arena, Trial, game->relation_count);
    model->group_of = arena_array(arena, uint32_t, game->relation_count);
    model->head_in =
        arena_array(arena, const GroupPlan *, game->relation_count);
    for (size_t i = 0; i < game->relation_count; i++)
        model->group_of[i] = NONE;
    for (uint32_t i = 0; i < game->group_count; i++)
        for (size_t k = 0; k < game->groups[i].count; k++)
            define(model, game->clauses[game->groups[i].clauses[k]].relation,
                   i);
    return model;
}

void model_limit(Model *model, size_t facts)
{
    model->most_facts = facts;
}

void model_limit_joins(Model *model, size_t joins)
{
    model->max_joins = joins;
}

void model_watch(Model *model, const size_t *most)
{
    model->most = most;
}

RelationId model_crowded(const Model *model)
{
    return model->crowded;
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

/* instantiate.c - rules without variables
 *
 * In:   a Game
 * Out:  ground rules, in the caller's arena
 * Next: ground/net_new.c makes a network of them
 *
 * The rules are narrowed to what is asked for (logic/demand.c) and split
 * (ground/rule_splitting.c). Then negation of what depends on the position is
 * ignored, whatever was or will be true is true now, and every legal move is
 * made: relaxed reachability, as in planning (Helmert 2009). The model of the
 * relaxed rules has every atom that can ever hold. Each rule is gone through
 * once more, for its instances among them.
 * Grounding fails beyond MAX_RULES ground rules, or a limit of the caller.
 * Start reading at instantiate_with(), and for single steps at step_ground(),
 * at the end.
 */
#include "ground/instantiate.h"

#include "base/graph.h"
#include "base/memory.h"
#include "ground/rule_splitting.h"
#include "logic/model.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_RULES = 30000000 }; /* ground rules; beyond, grounding fails */

/* ---- rules under which whatever can ever hold does ---- */

typedef struct {
    Arena *scratch;
    Split split;
    const bool *needed; /* by relation */
    /* By relation: to be computed, but no part of the ground rules: guards
     * (logic/demand.c), which are those from first to end, and what only these
     * use. */
    bool *is_auxiliary;
    size_t first_guard, end_guard;
    Game *relaxed;
    Model *model;
} RelaxedRules;

static bool literal_is_dynamic(const Game *game, const Literal *literal)
{
    return literal->kind != LITERAL_DISTINCT &&
           game->relations[literal->relation].changes_with != CHANGES_NEVER;
}

/* Positions and moves are there even if no rule asks for them: adds a relation
 * to GAME, whose table is copied. */
static void ensure_relation(Game *game, Keyword keyword, const char *name,
                            size_t arity)
{
    if (game->keyword[keyword] != NO_RELATION)
        return;
    Relation *extended =
        arena_array(game->arena, Relation, game->relation_count + 1);
    memcpy(extended, game->relations, game->relation_count * sizeof *extended);
    extended[game->relation_count] =
        (Relation){.symbol = term_symbol(game->terms, name, strlen(name)),
                   .arity = arity,
                   .keyword = keyword};
    game->relations = extended;
    game->keyword[keyword] = (RelationId)game->relation_count++;
}

/* A clause HEAD(V1..Vn) :- BODY(V1..Vn) between keywords. */
static Clause bridge_clause(Game *game, RelationId head, RelationId body)
{
    const Term *args[2];
    size_t arity = game->relations[head].arity;
    assert(arity <= 2 && arity == game->relations[body].arity);
    for (size_t i = 0; i < arity; i++)
        args[i] = term_variable(
            game->terms,
            term_variable_symbol(game->terms, i ? "move" : "role", 4));
    Clause clause = {.relation = head, .count = 1};
    clause.head =
        term_compound(game->terms, game->relations[head].symbol, arity, args);
    clause.body = arena_array(game->arena, Literal, 1);
    clause.body[0] = (Literal){
        LITERAL_POSITIVE, body,
        term_compound(game->terms, game->relations[body].symbol, arity, args),
        NULL};
    find_variables(game, &clause);
    return clause;
}

/* The relations that playing needs: not base and input, nor what only they
 * use; nor what only clauses for relations from FIRST_GUARD to END_GUARD use.
 */
static bool *find_used(const Game *game, const NetOptions *options,
                       size_t first_guard, size_t end_guard, Arena *scratch)
{
    static const Keyword roots[] = {
        KEYWORD_TRUE,     KEYWORD_DOES, KEYWORD_ROLE,
        KEYWORD_INIT,     KEYWORD_NEXT, KEYWORD_LEGAL,
        KEYWORD_TERMINAL, KEYWORD_GOAL, KEYWORD_SEES};
    uint32_t root = (uint32_t)game->relation_count;
    VEC(Edge) edges = {0};
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++)
        if (game->keyword[roots[i]] != NO_RELATION)
            vec_push(&edges, ((Edge){root, game->keyword[roots[i]]}));
    for (size_t i = 0; i < options->relation_count; i++)
        vec_push(&edges, ((Edge){root, options->relations[i]}));
    each_clause (clause, game) {
        bool is_guard =
            clause->relation >= first_guard && clause->relation < end_guard;
        each_literal (literal, clause)
            if (literal->relation != NO_RELATION && !is_guard)
                vec_push(&edges, ((Edge){clause->relation, literal->relation}));
    }
    Graph graph = graph_new(scratch, root + 1, edges.items, edges.count);
    vec_free(&edges);
    return graph_reach(&graph, scratch, root);
}

/* CLAUSE without the negations that are not yet decided. */
static Clause relax(const Game *game, const Clause *clause, Arena *arena)
{
    Clause relaxed = *clause;
    relaxed.body = arena_array(arena, Literal, clause->count);
    relaxed.count = 0;
    for (size_t i = 0; i < clause->count; i++)
        if (clause->body[i].kind != LITERAL_NEGATIVE ||
            !literal_is_dynamic(game, &clause->body[i]))
            relaxed.body[relaxed.count++] = clause->body[i];
    return relaxed;
}

/* The static groups as they are, and one group with all that can change. */
static Game *relaxed_game(Game *game, const NetOptions *options,
                          const bool *is_needed, Arena *scratch)
{
    RelationId holds = game->keyword[KEYWORD_TRUE];
    RelationId does = game->keyword[KEYWORD_DOES];
    Game *relaxed = arena_copy(scratch, game, sizeof *game);
    relaxed->arena = scratch;
    VEC(Clause) clauses = {0};
    VEC(Group) groups = {0};
    VEC(uint32_t) dynamic = {0};
    for (uint32_t i = 0; i < game->clause_count; i++) {
        const Clause *clause = &game->clauses[i];
        bool is_dynamic =
            game->relations[clause->relation].changes_with != CHANGES_NEVER;
        vec_push(&clauses, is_dynamic ? relax(game, clause, scratch) : *clause);
        if (is_dynamic && is_needed[clause->relation])
            vec_push(&dynamic, i);
    }
    const RelationId bridges[][2] = {{holds, game->keyword[KEYWORD_INIT]},
                                     {holds, game->keyword[KEYWORD_NEXT]},
                                     {does, game->keyword[KEYWORD_LEGAL]}};
    for (size_t i = options->one_step ? 2 : 0; i < 3; i++) {
        if (bridges[i][1] == NO_RELATION)
            continue;
        vec_push(&dynamic, (uint32_t)clauses.count);
        vec_push(&clauses,
                 bridge_clause(relaxed, bridges[i][0], bridges[i][1]));
    }
    for (size_t i = 0; i < options->feature_count; i++) {
        Clause clause = {.relation = holds};
        clause.head = term_compound(game->terms, game->relations[holds].symbol,
                                    1, &options->features[i]);
        vec_push(&dynamic, (uint32_t)clauses.count);
        vec_push(&clauses, clause);
    }
    for (size_t i = 0; i < game->group_count; i++)
        if (game->groups[i].changes_with == CHANGES_NEVER)
            vec_push(&groups, game->groups[i]);
    Group dynamic_group = {.count = dynamic.count,
                           .recursive = true,
                           .changes_with = CHANGES_WITH_POSITION};
    dynamic_group.clauses = vec_finish(&dynamic, scratch);
    vec_push(&groups, dynamic_group);
    relaxed->clause_count = clauses.count;
    relaxed->clauses = vec_finish(&clauses, scratch);
    relaxed->group_count = groups.count;
    relaxed->groups = vec_finish(&groups, scratch);
    return relaxed;
}

/* IS_NARROWED, if not NULL, has by relation whether to derive only what is
 * asked of it. */
static RelaxedRules relaxed_rules_new(const Game *game,
                                      const NetOptions *options,
                                      const bool *is_narrowed,
                                      const Budget *budget)
{
    RelaxedRules rules = {.scratch = arena_new()};
    Arena *scratch = rules.scratch;
    Diag ignored; /* whatever it says was said when the game was loaded */
    diag_init(&ignored, scratch);
    /* demands are those of playing: who asks for more gets all there is */
    const Game *demanded =
        options->relation_count
            ? game
            : demand_game(game, scratch, CHANGES_NEVER, budget);
    rules.first_guard = rules.end_guard = demanded->relation_count;
    if (is_narrowed)
        demanded = demand_relaxed(demanded, is_narrowed, scratch);
    rules.end_guard = demanded->relation_count;
    rules.split = split_clauses(demanded, rules.first_guard, scratch);
    Game *split = rules.split.game;
    ensure_relation(split, KEYWORD_TRUE, "true", 1);
    ensure_relation(split, KEYWORD_DOES, "does", 2);
    game_order(split, &ignored);
    assert(rules.first_guard <= rules.end_guard &&
           rules.end_guard <= split->relation_count);
    rules.needed = find_used(split, options, 0, 0, scratch);
    rules.is_auxiliary =
        find_used(split, options, rules.first_guard, rules.end_guard, scratch);
    for (size_t i = 0; i < split->relation_count; i++)
        rules.is_auxiliary[i] = !rules.is_auxiliary[i] ||
                                (i >= rules.first_guard && i < rules.end_guard);
    rules.relaxed = relaxed_game(split, options, rules.needed, scratch);
    rules.model = model_new(rules.relaxed, budget);
    diag_clear(&ignored);
    return rules;
}

static void relaxed_rules_free(RelaxedRules *rules)
{
    model_free(rules->model);
    arena_free(rules->scratch);
    *rules = (RelaxedRules){0};
}

/* ---- instances ---- */

#define NO_ATOM UINT32_MAX

typedef struct {
    const Game *game;
    const bool *is_auxiliary; /* by relation: no part of the ground rules */
    Arena *arena;
    Model *model;
    const Clause *clause;  /* the one whose instances are visited, */
    const Term ***binders; /* with the atoms that only bind, */
    size_t clause_number;
    const Template **negative; /* and by literal what is negated */
    VEC(AtomId) atom_ids;      /* by term; NO_ATOM if it is none */
    TermVec atoms;
    VEC(Keyword) keywords; /* by atom */
    VEC(GroundRule) rules;
    VEC(AtomLiteral) literals;
    size_t max_rules;
    const char *failure;
} Grounder;

/* The number of ATOM, which is of RELATION. */
static AtomId atom_id(Grounder *grounder, RelationId relation, const Term *atom)
{
    while (grounder->atom_ids.count <= atom->id)
        vec_push(&grounder->atom_ids, NO_ATOM);
    AtomId *id = &grounder->atom_ids.items[atom->id];
    if (*id == NO_ATOM) {
        *id = (AtomId)grounder->atoms.count;
        vec_push(&grounder->atoms, atom);
        vec_push(&grounder->keywords,
                 grounder->game->relations[relation].keyword);
    }
    assert(grounder->atoms.items[*id] == atom);
    return *id;
}

/* Whether LITERAL gives variables values and is no part of the ground rule. */
static bool only_binds(const Grounder *grounder, const Literal *literal)
{
    if (grounder->is_auxiliary[literal->relation])
        return true;
    const Term **binders = grounder->binders[grounder->clause_number];
    for (; binders && *binders && literal->kind == LITERAL_POSITIVE; binders++)
        if (*binders == literal->atom)
            return true;
    return false;
}

/* Whether ATOM has a number: all that can ever hold has one. */
static bool can_hold(const Grounder *grounder, const Term *atom)
{
    return atom && atom->id < grounder->atom_ids.count &&
           grounder->atom_ids.items[atom->id] != NO_ATOM;
}

/* Adds the ground rule of an instance of the current clause. */
static void visit_instance(void *context, const Instance *instance)
{
    Grounder *grounder = context;
    const Clause *clause = grounder->clause;
    GroundRule rule = {.first = (uint32_t)grounder->literals.count};
    if (grounder->rules.count % 8192 == 8191 && budget_memory_low())
        grounder->failure = "the memory was used up";
    if (grounder->rules.count >= grounder->max_rules)
        grounder->failure = "there are too many ground rules";
    if (grounder->failure)
        return;
    const Term *const *facts = instance->facts;
    for (size_t i = 0; i < clause->count; i++) {
        const Literal *literal = &clause->body[i];
        bool is_negative = literal->kind == LITERAL_NEGATIVE;
        if (!literal_is_dynamic(grounder->game, literal)) {
            facts++;
            continue;
        }
        /* relaxed clauses are without the negative ones */
        const Term *atom =
            is_negative
                ? model_instance_of(grounder->model, grounder->negative[i])
                : *facts++;
        if (only_binds(grounder, literal) ||
            (is_negative && !can_hold(grounder, atom)))
            continue; /* the others can never hold */
        vec_push(&grounder->literals,
                 2 * atom_id(grounder, literal->relation, atom) + is_negative);
    }
    rule.count = (uint32_t)grounder->literals.count - rule.first;
    assert(rule.count <= clause->count);
    rule.head = atom_id(grounder, clause->relation, instance->head);
    vec_push(&grounder->rules, rule);
}

/* Numbers the facts of all relations that can change: with that done, what
 * has no number can never hold. */
static void number_facts(Grounder *grounder, const bool *is_needed)
{
    const Game *game = grounder->game;
    for (RelationId i = 0; i < game->relation_count; i++) {
        if (game->relations[i].changes_with == CHANGES_NEVER || !is_needed[i] ||
            grounder->is_auxiliary[i])
            continue;
        size_t count;
        const Term *const *facts = model_facts(grounder->model, i, &count);
        for (size_t k = 0; k < count; k++)
            atom_id(grounder, i, facts[k]);
    }
}

/* By literal: what relaxed clauses are without. */
static const Template **negative_templates(const Grounder *grounder,
                                           const Clause *clause, Arena *arena)
{
    const Template **templates =
        arena_array(arena, const Template *, clause->count);
    for (size_t i = 0; i < clause->count; i++)
        if (clause->body[i].kind == LITERAL_NEGATIVE &&
            literal_is_dynamic(grounder->game, &clause->body[i]))
            templates[i] = model_template(clause, clause->body[i].atom, arena);
    return templates;
}

static void find_instances(Grounder *grounder, const Game *relaxed,
                           const bool *is_needed)
{
    const Game *game = grounder->game;
    Arena *scratch = arena_new();
    ArenaMark mark = arena_mark(scratch);
    for (size_t i = 0; i < game->clause_count; i++) {
        const Clause *clause = &game->clauses[i];
        if (game->relations[clause->relation].changes_with == CHANGES_NEVER ||
            !is_needed[clause->relation] ||
            grounder->is_auxiliary[clause->relation])
            continue;
        grounder->clause = clause;
        grounder->clause_number = i;
        grounder->negative = negative_templates(grounder, clause, scratch);
        model_instances(grounder->model, &relaxed->clauses[i], visit_instance,
                        grounder);
        arena_rewind(scratch, mark);
    }
    arena_free(scratch);
}

/* Adds a ground rule without a body for each fact of a static relation. */
static void add_unconditional_rules(Grounder *grounder, RelationId id)
{
    size_t count;
    if (id == NO_RELATION ||
        grounder->game->relations[id].changes_with != CHANGES_NEVER)
        return;
    const Term *const *facts = model_facts(grounder->model, id, &count);
    for (size_t k = 0; k < count; k++) {
        GroundRule rule = {.head = atom_id(grounder, id, facts[k])};
        vec_push(&grounder->rules, rule);
    }
}

/* Keywords that do not change are facts of the network all the same, and so
 * are other relations that were asked for. */
static void add_static_facts(Grounder *grounder, const NetOptions *options)
{
    static const Keyword outputs[] = {KEYWORD_NEXT, KEYWORD_LEGAL,
                                      KEYWORD_TERMINAL, KEYWORD_GOAL,
                                      KEYWORD_SEES};
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++)
        add_unconditional_rules(grounder, grounder->game->keyword[outputs[i]]);
    for (size_t i = 0; i < options->relation_count; i++)
        add_unconditional_rules(grounder, options->relations[i]);
}

static const Term **arguments_of(Grounder *grounder, Keyword keyword,
                                 size_t *count)
{
    const Term *const *facts =
        model_facts(grounder->model, grounder->game->keyword[keyword], count);
    const Term **args = arena_array(grounder->arena, const Term *, *count);
    for (size_t i = 0; i < *count; i++)
        args[i] = facts[i]->args[0];
    return args;
}

static Ground make_ground(Grounder *grounder)
{
    Ground ground = {.failure = model_failure(grounder->model)};
    if (!ground.failure)
        ground.failure = grounder->failure;
    ground.roles = arguments_of(grounder, KEYWORD_ROLE, &ground.role_count);
    ground.initial =
        arguments_of(grounder, KEYWORD_INIT, &ground.initial_count);
    if (!ground.failure && !ground.role_count)
        ground.failure = "no role follows from the rules";
    ground.atom_count = grounder->atoms.count;
    ground.atoms = vec_finish(&grounder->atoms, grounder->arena);
    ground.keywords = vec_finish(&grounder->keywords, grounder->arena);
    ground.rule_count = grounder->rules.count;
    ground.rules = vec_finish(&grounder->rules, grounder->arena);
    ground.literals = vec_finish(&grounder->literals, grounder->arena);
    vec_free(&grounder->atom_ids);
    return ground;
}

/* The instances of RULES, for OPTIONS they were made with. */
static Ground ground_relaxed(const RelaxedRules *rules,
                             const NetOptions *options, Arena *arena)
{
    Grounder grounder = {
        .game = rules->split.game,
        .is_auxiliary = rules->is_auxiliary,
        .arena = arena,
        .model = rules->model,
        .binders = rules->split.binders,
        .max_rules = options->max_facts ? 8 * options->max_facts : MAX_RULES};
    if (options->max_facts)
        model_limit(grounder.model, options->max_facts);
    number_facts(&grounder, rules->needed);
    if (!model_failure(grounder.model))
        find_instances(&grounder, rules->relaxed, rules->needed);
    add_static_facts(&grounder, options);
    return make_ground(&grounder);
}

/* ---- relations with too many facts ---- */

enum {
    MAX_RELATION_FACTS = 600000, /* facts of one relation */
    MAX_DEMANDED_FACTS =
        MAX_RELATION_FACTS / 8 /* of which it is worth to derive only these */
};

/* How many facts a relation of GAME may have before it is narrowed to what is
 * asked of it, and how many of these there may be. */
static size_t *max_facts_by_relation(const Game *game,
                                     const RelaxedRules *rules,
                                     const bool *is_narrowed)
{
    size_t count = rules->split.game->relation_count;
    size_t *max_facts = arena_array(rules->scratch, size_t, count);
    for (size_t i = 0; i < count; i++) {
        bool is_original = i < game->relation_count;
        max_facts[i] = SIZE_MAX;
        if (is_original && !is_narrowed[i] && game->relations[i].arity &&
            game->relations[i].keyword == KEYWORD_NONE &&
            game->relations[i].changes_with != CHANGES_NEVER)
            max_facts[i] = MAX_RELATION_FACTS;
        if (i >= rules->first_guard && i < rules->end_guard)
            max_facts[i] = MAX_DEMANDED_FACTS;
    }
    return max_facts;
}

/* A relation with too many facts (crowded) is narrowed to those that the rules
 * ask for (logic/demand.c), and grounding starts again. If the relation of what
 * is asked for is crowded itself, nothing is narrowed. */
Ground instantiate_with(const Game *game, const NetOptions *options,
                        Arena *arena, const Budget *budget)
{
    Arena *scratch = arena_new();
    bool *is_narrowed =
        arena_array(scratch, bool, 2 * game->relation_count + 1);
    bool can_narrow = !options->relation_count, any_narrowed = false;
    Ground ground = {0};
    for (RelationId crowded = 0; crowded != NO_RELATION;) {
        RelaxedRules rules = relaxed_rules_new(
            game, options, any_narrowed ? is_narrowed : NULL, budget);
        if (can_narrow)
            model_limit_each(rules.model,
                             max_facts_by_relation(game, &rules, is_narrowed));
        ground = ground_relaxed(&rules, options, arena);
        crowded = model_overfull(rules.model);
        can_narrow = can_narrow && crowded < game->relation_count;
        any_narrowed = can_narrow && crowded != NO_RELATION;
        if (any_narrowed)
            is_narrowed[crowded] = true;
        relaxed_rules_free(&rules);
    }
    arena_free(scratch);
    return ground;
}

/* ---- one step, for many positions in turn ---- */

/* Joins are ordered for the numbers of facts that were met first; when there
 * are many times as many, or when a limit was reached, it begins anew. */
enum { REPLAN_GROWTH_FACTOR = 8 };

struct StepGrounder {
    const Game *game;
    const Budget *budget;
    RelaxedRules rules; /* without a model, they are to be made */
    size_t max_atoms;   /* of the steps that the joins are ordered for */
};

StepGrounder *step_grounder_new(const Game *game, const Budget *budget)
{
    StepGrounder *grounder = memory_alloc(sizeof *grounder);
    *grounder = (StepGrounder){.game = game, .budget = budget};
    return grounder;
}

void step_grounder_free(StepGrounder *grounder)
{
    if (!grounder)
        return;
    relaxed_rules_free(&grounder->rules);
    memory_free(grounder);
}

Ground step_ground(StepGrounder *grounder, const Term *const *features,
                   size_t count, Arena *arena)
{
    const NetOptions options = {.one_step = true};
    RelaxedRules *rules = &grounder->rules;
    if (!rules->model)
        *rules =
            relaxed_rules_new(grounder->game, &options, NULL, grounder->budget);
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
        relaxed_rules_free(rules);
    return ground;
}

/* instantiate.c - rules without variables
 *
 * In:   a Game
 * Out:  ground rules, in the caller's arena
 * Next: ground/build.c makes a network of them
 *
 * The rules are narrowed to what is asked for (logic/demand.c), split
 * (ground/rule_splitting.c) and relaxed: negation of what depends
 * on the position is ignored, whatever was or will be true is true now, and
 * every legal move is made. The model of that (logic/model.c) has every atom
 * that can ever hold. Then each rule is gone through once more, for its
 * instances. Start reading at instantiate_wish(), at the
 * end.
 */
#include "ground/instantiate.h"

#include "base/graph.h"
#include "base/memory.h"
#include "ground/rule_splitting.h"
#include "logic/demand.h"
#include "logic/model.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_RULES = 30000000 };

#define NO_ATOM UINT32_MAX

typedef struct {
    const Game *game;
    const bool *is_guide; /* by relation: no part of the ground rules */
    Arena *arena;
    Model *model;
    const Clause *clause;  /* the one whose instances are visited, */
    const Term ***binders; /* with the atoms that only bind, */
    size_t number;
    const Template **negative; /* and by literal what is negated */
    VEC(AtomId) atom_of;       /* by term; NO_ATOM if it is none */
    TermVec atoms;
    VEC(GroundRule) rules;
    VEC(AtomLiteral) literals;
    size_t most_rules;
    bool too_many, no_memory;
} Grounder;

/* ---- relaxing ---- */

static bool is_dynamic(const Game *game, const Literal *literal)
{
    return literal->kind != LITERAL_DISTINCT &&
           game->relations[literal->relation].phase != PHASE_STATIC;
}

static RelationId add_relation(Game *game, Keyword keyword, const char *name,
                               size_t arity)
{
    Relation *more =
        arena_array(game->arena, Relation, game->relation_count + 1);
    memcpy(more, game->relations, game->relation_count * sizeof *more);
    more[game->relation_count] =
        (Relation){.symbol = term_symbol(game->terms, name, strlen(name)),
                   .arity = arity,
                   .keyword = keyword};
    game->relations = more;
    return (RelationId)game->relation_count++;
}

/* Positions and moves are there even if no rule asks for them. */
static void ensure_relation(Game *game, Keyword keyword, const char *name,
                            size_t arity)
{
    if (game->keyword[keyword] == NO_RELATION)
        game->keyword[keyword] = add_relation(game, keyword, name, arity);
}

/* A clause HEAD(V1..Vn) :- BODY(V1..Vn) between keywords. */
static Clause bridge(Game *game, RelationId head, RelationId body)
{
    const Term *args[2];
    size_t arity = game->relations[head].arity;
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
 * use; nor what only clauses for relations from FIRST_GUIDE to END_GUIDE use.
 */
static bool *find_used(const Game *game, const NetWish *wish,
                       size_t first_guide, size_t end_guide, Arena *scratch)
{
    static const Keyword asked[] = {
        KEYWORD_ROLE,     KEYWORD_INIT, KEYWORD_NEXT, KEYWORD_LEGAL,
        KEYWORD_TERMINAL, KEYWORD_GOAL, KEYWORD_SEES};
    size_t root = game->relation_count;
    VEC(Edge) edges = {0};
    Edge inputs[] = {{(uint32_t)root, game->keyword[KEYWORD_TRUE]},
                     {(uint32_t)root, game->keyword[KEYWORD_DOES]}};
    vec_push(&edges, inputs[0]);
    vec_push(&edges, inputs[1]);
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        Edge edge = {(uint32_t)root, game->keyword[asked[i]]};
        if (edge.to != NO_RELATION)
            vec_push(&edges, edge);
    }
    for (size_t i = 0; i < wish->relation_count; i++) {
        Edge edge = {(uint32_t)root, wish->relations[i]};
        vec_push(&edges, edge);
    }
    for (size_t i = 0; i < game->clause_count; i++)
        for (size_t k = 0; k < game->clauses[i].count; k++) {
            Edge edge = {game->clauses[i].relation,
                         game->clauses[i].body[k].relation};
            bool guides = edge.from >= first_guide && edge.from < end_guide;
            if (edge.to != NO_RELATION && !guides)
                vec_push(&edges, edge);
        }
    Graph graph = graph_new(scratch, root + 1, edges.items, edges.count);
    vec_free(&edges);
    return graph_reach(&graph, scratch, (uint32_t)root);
}

static bool *find_needed(const Game *game, const NetWish *wish, Arena *scratch)
{
    return find_used(game, wish, 0, 0, scratch);
}

/* Relations that have to be computed and are no part of the ground rules:
 * guards (logic/demand.h), which are those from FIRST to END, and what only
 * these use. */
static bool *find_guides(const Game *game, const NetWish *wish, size_t first,
                         size_t end, Arena *scratch)
{
    const bool *used = find_used(game, wish, first, end, scratch);
    bool *guides = arena_array(scratch, bool, game->relation_count + 1);
    for (size_t i = 0; i < game->relation_count; i++)
        guides[i] = (i >= first && i < end) || !used[i];
    return guides;
}

/* CLAUSE without the negations that are not yet decided. */
static Clause relax(const Game *game, const Clause *clause, Arena *arena)
{
    Clause relaxed = *clause;
    relaxed.body = arena_array(arena, Literal, clause->count);
    relaxed.count = 0;
    for (size_t i = 0; i < clause->count; i++)
        if (clause->body[i].kind != LITERAL_NEGATIVE ||
            !is_dynamic(game, &clause->body[i]))
            relaxed.body[relaxed.count++] = clause->body[i];
    return relaxed;
}

/* The static groups as they are, and one group with all that can change. */
static Game *relaxed_game(Game *game, const NetWish *wish, const bool *needed,
                          Arena *scratch)
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
        bool changes = game->relations[clause->relation].phase != PHASE_STATIC;
        vec_push(&clauses, changes ? relax(game, clause, scratch) : *clause);
        if (changes && needed[clause->relation])
            vec_push(&dynamic, i);
    }
    const RelationId bridges[][2] = {{holds, game->keyword[KEYWORD_INIT]},
                                     {holds, game->keyword[KEYWORD_NEXT]},
                                     {does, game->keyword[KEYWORD_LEGAL]}};
    for (size_t i = wish->one_step ? 2 : 0; i < 3; i++) {
        if (bridges[i][1] == NO_RELATION)
            continue;
        vec_push(&dynamic, (uint32_t)clauses.count);
        vec_push(&clauses, bridge(relaxed, bridges[i][0], bridges[i][1]));
    }
    for (size_t i = 0; i < wish->feature_count; i++) {
        Clause clause = {.relation = holds};
        clause.head = term_compound(game->terms, game->relations[holds].symbol,
                                    1, &wish->features[i]);
        vec_push(&dynamic, (uint32_t)clauses.count);
        vec_push(&clauses, clause);
    }
    for (size_t i = 0; i < game->group_count; i++)
        if (game->groups[i].phase == PHASE_STATIC)
            vec_push(&groups, game->groups[i]);
    Group all = {
        .count = dynamic.count, .recursive = true, .phase = PHASE_STATE};
    all.clauses = vec_finish(&dynamic, scratch);
    vec_push(&groups, all);
    relaxed->clause_count = clauses.count;
    relaxed->clauses = vec_finish(&clauses, scratch);
    relaxed->group_count = groups.count;
    relaxed->groups = vec_finish(&groups, scratch);
    return relaxed;
}

/* ---- instances ---- */

static AtomId atom_id(Grounder *grounder, const Term *atom)
{
    while (grounder->atom_of.count <= atom->id)
        vec_push(&grounder->atom_of, NO_ATOM);
    AtomId *id = &grounder->atom_of.items[atom->id];
    if (*id == NO_ATOM) {
        *id = (AtomId)grounder->atoms.count;
        vec_push(&grounder->atoms, atom);
    }
    return *id;
}

static bool only_binds(const Grounder *grounder, const Literal *literal)
{
    if (grounder->is_guide[literal->relation])
        return true;
    const Term **binders = grounder->binders[grounder->number];
    for (; binders && *binders && literal->kind == LITERAL_POSITIVE; binders++)
        if (*binders == literal->atom)
            return true;
    return false;
}

static bool is_fact(const Grounder *grounder, const Term *atom)
{
    return atom && atom->id < grounder->atom_of.count &&
           grounder->atom_of.items[atom->id] != NO_ATOM;
}

static void visit_instance(void *context, const Instance *instance)
{
    Grounder *grounder = context;
    const Clause *clause = grounder->clause;
    GroundRule rule = {.first = (uint32_t)grounder->literals.count};
    if (grounder->rules.count % 8192 == 8191 && budget_memory_low())
        grounder->no_memory = true;
    if (grounder->rules.count >= grounder->most_rules)
        grounder->too_many = true;
    if (grounder->no_memory || grounder->too_many)
        return;
    const Term *const *facts = instance->facts;
    for (size_t i = 0; i < clause->count; i++) {
        const Literal *literal = &clause->body[i];
        bool negative = literal->kind == LITERAL_NEGATIVE;
        if (!is_dynamic(grounder->game, literal)) {
            facts++;
            continue;
        }
        /* relaxed clauses are without the negative ones */
        const Term *atom =
            negative ? model_instance_of(grounder->model, grounder->negative[i])
                     : *facts++;
        if (only_binds(grounder, literal) ||
            (negative && !is_fact(grounder, atom)))
            continue; /* the others can never hold */
        vec_push(&grounder->literals, 2 * atom_id(grounder, atom) + negative);
    }
    rule.count = (uint32_t)grounder->literals.count - rule.first;
    rule.head = atom_id(grounder, instance->head);
    vec_push(&grounder->rules, rule);
}

/* Numbers the facts of all relations that can change: with that done, what
 * has no number can never hold. */
static void number_facts(Grounder *grounder, const bool *needed)
{
    const Game *game = grounder->game;
    for (RelationId i = 0; i < game->relation_count; i++) {
        if (game->relations[i].phase == PHASE_STATIC || !needed[i] ||
            grounder->is_guide[i])
            continue;
        size_t count;
        const Term *const *facts = model_facts(grounder->model, i, &count);
        for (size_t k = 0; k < count; k++)
            atom_id(grounder, facts[k]);
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
            is_dynamic(grounder->game, &clause->body[i]))
            templates[i] = model_template(clause, clause->body[i].atom, arena);
    return templates;
}

static void find_instances(Grounder *grounder, const Game *relaxed,
                           const bool *needed)
{
    const Game *game = grounder->game;
    Arena *scratch = arena_new();
    ArenaMark mark = arena_mark(scratch);
    for (size_t i = 0; i < game->clause_count; i++) {
        const Clause *clause = &game->clauses[i];
        if (game->relations[clause->relation].phase == PHASE_STATIC ||
            !needed[clause->relation] || grounder->is_guide[clause->relation])
            continue;
        grounder->clause = clause;
        grounder->number = i;
        grounder->negative = negative_templates(grounder, clause, scratch);
        model_instances(grounder->model, &relaxed->clauses[i], visit_instance,
                        grounder);
        arena_rewind(scratch, mark);
    }
    arena_free(scratch);
}

static void add_facts(Grounder *grounder, RelationId id)
{
    size_t count;
    if (id == NO_RELATION ||
        grounder->game->relations[id].phase != PHASE_STATIC)
        return;
    const Term *const *facts = model_facts(grounder->model, id, &count);
    for (size_t k = 0; k < count; k++) {
        GroundRule rule = {.head = atom_id(grounder, facts[k])};
        vec_push(&grounder->rules, rule);
    }
}

/* Keywords that do not change are facts of the network all the same, and so
 * are other relations that were asked for. */
static void add_static_facts(Grounder *grounder, const NetWish *wish)
{
    static const Keyword outputs[] = {KEYWORD_NEXT, KEYWORD_LEGAL,
                                      KEYWORD_TERMINAL, KEYWORD_GOAL,
                                      KEYWORD_SEES};
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++)
        add_facts(grounder, grounder->game->keyword[outputs[i]]);
    for (size_t i = 0; i < wish->relation_count; i++)
        add_facts(grounder, wish->relations[i]);
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

static Ground finish(Grounder *grounder)
{
    Ground ground = {.failure = model_failure(grounder->model)};
    if (!ground.failure && grounder->too_many)
        ground.failure = "there are too many ground rules";
    if (!ground.failure && grounder->no_memory)
        ground.failure = "the memory was used up";
    ground.roles = arguments_of(grounder, KEYWORD_ROLE, &ground.role_count);
    ground.initial =
        arguments_of(grounder, KEYWORD_INIT, &ground.initial_count);
    if (!ground.failure && !ground.role_count)
        ground.failure = "no role follows from the rules";
    ground.atom_count = grounder->atoms.count;
    ground.atoms = vec_finish(&grounder->atoms, grounder->arena);
    ground.rule_count = grounder->rules.count;
    ground.rules = vec_finish(&grounder->rules, grounder->arena);
    ground.literals = vec_finish(&grounder->literals, grounder->arena);
    vec_free(&grounder->atom_of);
    return ground;
}

/* ---- guards ---- */

/* Which moves are made may be known: then nobody needs the others, and there
 * can be very many. So each rule for legal is there twice, guarded: for roles
 * of which nothing is known, and for moves that are. The guards bind nothing
 * new and are not part of the ground rules. */
typedef struct {
    RelationId free, told; /* of a role; of a role and its move */
} Guards;

static bool is_read(const Game *game, RelationId relation)
{
    each_clause (clause, game)
        each_literal (literal, clause)
            if (literal->kind != LITERAL_DISTINCT &&
                literal->relation == relation)
                return true;
    return false;
}

static const Term *guard_atom(const Game *game, RelationId guard,
                              const Term *const *args)
{
    const Relation *relation = &game->relations[guard];
    return term_compound(game->terms, relation->symbol, relation->arity, args);
}

/* CLAUSE with one more literal, and its binders with one more atom. */
static Clause guarded(const Game *game, const Clause *clause, RelationId guard,
                      const Term ***binders, Arena *arena)
{
    size_t count = 0;
    while (*binders && (*binders)[count])
        count++;
    const Term **more = arena_array(arena, const Term *, count + 2);
    Clause copy = *clause;
    copy.body = arena_array(arena, Literal, clause->count + 1);
    for (size_t i = 0; i < clause->count; i++)
        copy.body[i] = clause->body[i];
    for (size_t i = 0; i < count; i++)
        more[i] = (*binders)[i];
    more[count] = guard_atom(game, guard, clause->head->args);
    copy.body[copy.count++] =
        (Literal){LITERAL_POSITIVE, guard, more[count], NULL};
    *binders = more;
    return copy;
}

/* No guards if somebody else asks what is legal. */
static Guards guard_legal(Split *split, Arena *arena)
{
    Game *game = split->game;
    RelationId legal = game->keyword[KEYWORD_LEGAL];
    if (legal == NO_RELATION || game->relations[legal].phase != PHASE_STATE ||
        is_read(game, legal))
        return (Guards){NO_RELATION, NO_RELATION};
    Guards guards = {add_relation(game, KEYWORD_NONE, "free", 1),
                     add_relation(game, KEYWORD_NONE, "told", 2)};
    size_t count = game->clause_count;
    Clause *clauses = arena_array(arena, Clause, 2 * count);
    const Term ***binders = arena_array(arena, const Term **, 2 * count);
    for (size_t i = 0; i < game->clause_count; i++) {
        const Clause *clause = &game->clauses[i];
        clauses[i] = *clause;
        binders[i] = split->binders[i];
        if (clause->relation != legal)
            continue;
        binders[count] = binders[i];
        clauses[count] =
            guarded(game, clause, guards.told, &binders[count], arena);
        clauses[i] = guarded(game, clause, guards.free, &binders[i], arena);
        count++;
    }
    game->clauses = clauses;
    game->clause_count = count;
    split->binders = binders;
    return guards;
}

/* ---- all of it ---- */

/* What does not depend on the features that are wished for. */
typedef struct {
    Arena *scratch;
    Split split;
    const bool *needed;
    const bool *is_guide;          /* relations that only say what is needed: */
    size_t first_guard, end_guard; /* these, and what only they use */
    Game *relaxed;
    Model *model;
    Guards guards;
} Prepared;

static Prepared prepare(const Game *game, const NetWish *wish, bool guard,
                        const bool *vast, const Budget *budget)
{
    Prepared prepared = {.scratch = arena_new()};
    Arena *scratch = prepared.scratch;
    Diag ignored; /* whatever it says was said when the game was loaded */
    diag_init(&ignored, scratch);
    /* demands are those of playing: who asks for more gets all there is */
    const Game *asked = wish->relation_count
                            ? game
                            : demand_game(game, scratch, PHASE_STATIC, budget);
    prepared.first_guard = prepared.end_guard = asked->relation_count;
    if (vast)
        asked = demand_relaxed(asked, vast, scratch);
    prepared.end_guard = asked->relation_count;
    prepared.split =
        split_clauses(asked, guard ? game->keyword[KEYWORD_LEGAL] : NO_RELATION,
                      prepared.first_guard, scratch);
    Game *split = prepared.split.game;
    ensure_relation(split, KEYWORD_TRUE, "true", 1);
    ensure_relation(split, KEYWORD_DOES, "does", 2);
    game_order(split, &ignored);
    prepared.guards = (Guards){NO_RELATION, NO_RELATION};
    if (guard)
        prepared.guards = guard_legal(&prepared.split, scratch);
    if (prepared.guards.free != NO_RELATION) {
        game_order(split, &ignored);
        split->relations[prepared.guards.free].phase = PHASE_STATE;
        split->relations[prepared.guards.told].phase = PHASE_STATE;
    }
    prepared.needed = find_needed(split, wish, scratch);
    prepared.is_guide = find_guides(split, wish, prepared.first_guard,
                                    prepared.end_guard, scratch);
    prepared.relaxed = relaxed_game(split, wish, prepared.needed, scratch);
    prepared.model = model_new(prepared.relaxed, budget);
    diag_clear(&ignored);
    return prepared;
}

static void release(Prepared *prepared)
{
    model_free(prepared->model);
    arena_free(prepared->scratch);
}

static Ground ground_all(const Prepared *prepared, const NetWish *wish,
                         Arena *arena)
{
    Grounder grounder = {.game = prepared->split.game,
                         .is_guide = prepared->is_guide,
                         .arena = arena,
                         .model = prepared->model,
                         .binders = prepared->split.binders,
                         .most_rules = wish->most_facts ? 8 * wish->most_facts
                                                        : MAX_RULES};
    if (wish->most_facts)
        model_limit(grounder.model, wish->most_facts);
    number_facts(&grounder, prepared->needed);
    if (!model_failure(grounder.model))
        find_instances(&grounder, prepared->relaxed, prepared->needed);
    add_static_facts(&grounder, wish);
    return finish(&grounder);
}

/* ---- relations with too many facts ---- */

enum {
    MAX_RELATION_FACTS = 600000, /* facts of one relation */
    MAX_DEMANDED_FACTS =
        MAX_RELATION_FACTS / 8 /* of which it is worth to derive only these */
};

/* How many facts a relation of GAME may have before it is narrowed to what is
 * asked of it, and how many of these there may be. */
static size_t *find_limits(const Game *game, const Prepared *prepared,
                           const bool *vast)
{
    size_t count = prepared->split.game->relation_count;
    size_t *most = arena_array(prepared->scratch, size_t, count);
    for (size_t i = 0; i < count; i++) {
        bool own = i < game->relation_count;
        most[i] = SIZE_MAX;
        if (own && !vast[i] && game->relations[i].arity &&
            game->relations[i].keyword == KEYWORD_NONE &&
            game->relations[i].phase != PHASE_STATIC)
            most[i] = MAX_RELATION_FACTS;
        if (i >= prepared->first_guard && i < prepared->end_guard)
            most[i] = MAX_DEMANDED_FACTS;
    }
    return most;
}

/* A relation that turns out to be crowded is narrowed to what is asked of it,
 * and it begins anew; if that is much as well, it is as it was. */
Ground instantiate_wish(const Game *game, const NetWish *wish, Arena *arena,
                        const Budget *budget)
{
    Arena *own = arena_new();
    bool *vast = arena_array(own, bool, 2 * game->relation_count + 1);
    bool narrows = !wish->relation_count, narrowed = false;
    Ground ground = {0};
    for (RelationId crowded = 0; crowded != NO_RELATION;) {
        Prepared prepared =
            prepare(game, wish, false, narrowed ? vast : NULL, budget);
        if (narrows)
            model_limit_each(prepared.model,
                             find_limits(game, &prepared, vast));
        ground = ground_all(&prepared, wish, arena);
        crowded = model_overfull(prepared.model);
        narrows = narrows && crowded < game->relation_count;
        narrowed = narrows && crowded != NO_RELATION;
        if (narrowed)
            vast[crowded] = true;
        release(&prepared);
    }
    arena_free(own);
    return ground;
}

Ground instantiate(const Game *game, Arena *arena, const Budget *budget)
{
    NetWish nothing = {0};
    return instantiate_wish(game, &nothing, arena, budget);
}

/* ---- again and again ---- */

/* Joins are ordered for the numbers of facts that were met first; when there
 * are many times as many, or when a limit was reached, it begins anew. */
enum { MANY_TIMES = 8 };

struct StepGrounder {
    const Game *game;
    const Budget *budget;
    Prepared prepared;
    const Term **roles;
    size_t role_count;
    bool ready;
    size_t atoms; /* of the first step, and of what made it begin anew */
};

StepGrounder *step_grounder_new(const Game *game, const Budget *budget)
{
    StepGrounder *grounder = memory_alloc(sizeof *grounder);
    *grounder = (StepGrounder){.game = game, .budget = budget};
    return grounder;
}

static void begin_anew(StepGrounder *grounder)
{
    if (grounder->ready)
        release(&grounder->prepared);
    grounder->ready = false;
}

void step_grounder_free(StepGrounder *grounder)
{
    if (!grounder)
        return;
    begin_anew(grounder);
    free(grounder);
}

static void get_ready(StepGrounder *grounder)
{
    const NetWish wish = {.one_step = true};
    if (grounder->ready)
        return;
    grounder->prepared =
        prepare(grounder->game, &wish, true, NULL, grounder->budget);
    grounder->ready = true;
    Prepared *prepared = &grounder->prepared;
    const Term *const *facts =
        model_facts(prepared->model, prepared->relaxed->keyword[KEYWORD_ROLE],
                    &grounder->role_count);
    grounder->roles =
        arena_array(prepared->scratch, const Term *, grounder->role_count);
    for (size_t i = 0; i < grounder->role_count; i++)
        grounder->roles[i] = facts[i]->args[0];
}

const Term *const *step_roles(StepGrounder *grounder, size_t *count)
{
    get_ready(grounder);
    *count = grounder->role_count;
    return grounder->roles;
}

/* The roles that are free, and what the others do. */
static void set_guards(const StepGrounder *grounder, const Term *const *told)
{
    const Game *game = grounder->prepared.relaxed;
    Guards guards = grounder->prepared.guards;
    if (guards.free == NO_RELATION)
        return;
    for (size_t i = 0; i < grounder->role_count; i++) {
        const Term *args[] = {grounder->roles[i], told ? told[i] : NULL};
        RelationId guard = args[1] ? guards.told : guards.free;
        model_add(grounder->prepared.model, guard,
                  guard_atom(game, guard, args));
    }
}

Ground step_ground(StepGrounder *grounder, const Term *const *features,
                   size_t count, const Term *const *told, Arena *arena)
{
    const NetWish wish = {.one_step = true};
    get_ready(grounder);
    Prepared *prepared = &grounder->prepared;
    const Game *game = prepared->relaxed;
    RelationId holds = game->keyword[KEYWORD_TRUE];
    model_forget(prepared->model, PHASE_STATE);
    for (size_t i = 0; i < count; i++)
        model_add(prepared->model, holds,
                  term_compound(game->terms, game->relations[holds].symbol, 1,
                                &features[i]));
    set_guards(grounder, told);
    Ground ground = ground_all(prepared, &wish, arena);
    bool many = ground.atom_count / MANY_TIMES > grounder->atoms;
    if (many)
        grounder->atoms = ground.atom_count;
    if (ground.failure || many)
        begin_anew(grounder);
    return ground;
}

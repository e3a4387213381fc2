/* demand.c - rules that derive only what somebody asks for
 *
 * In:   a Game
 * Out:  a Game with the same moves, successors and goals
 * Next: logic/model.c computes them, ground/relaxed_rules.c relaxes them
 *
 * A relation is guarded if its domain is large, or if its rules ask for such a
 * relation, and the arguments it is asked for with are bound by static
 * literals, or by those of the guard of the rule that asks. Which arguments
 * these are is found by starting with all of them. Guards that let most of the
 * domain through are given up again. Start reading at demand_game(), at the
 * end.
 */
#include "logic/demand.h"

#include "base/graph.h"
#include "game/argument_places.h"
#include "logic/model.h"

#include <stdio.h>
#include <string.h>

enum {
    MIN_GUARDED_INSTANCES =
        100000,         /* instances of a relation that is worth a guard */
    MIN_REDUCTION = 8,  /* a guard must keep out that part of them */
    MAX_FACTS = 100000, /* static ones and demands together */
    MAX_ROUNDS = 4      /* of giving up guards */
};

typedef struct {
    bool *bound; /* by argument; NULL: the relation has no guard */
    size_t bound_count;
    double *sizes; /* of the domains of its arguments */
    bool large;    /* all of them together */
    bool *above;   /* relations that depend on it, itself included */
    RelationId relation;
} Guard;

typedef struct {
    const Game *game;
    Arena *arena;
    Phase latest;         /* that demands may belong to */
    Graph readers;        /* from relations to those that depend on them */
    bool *needed;         /* relations that playing needs */
    const bool *overfull; /* NULL, or these get guards that may depend on
                           * anything that is not negated */
    Guard *guards;        /* by relation */
    Game *result;
    VEC(Clause) clauses;
} Demander;

/* ---- which relations ---- */

static void find_needed(Demander *demander)
{
    static const Keyword asked[] = {
        KEYWORD_ROLE,     KEYWORD_INIT, KEYWORD_NEXT, KEYWORD_LEGAL,
        KEYWORD_TERMINAL, KEYWORD_GOAL, KEYWORD_SEES};
    const Game *game = demander->game;
    Graph graph = relation_graph(game, demander->arena, false);
    demander->needed = arena_array(demander->arena, bool, game->relation_count);
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        if (game->keyword[asked[i]] == NO_RELATION)
            continue;
        const bool *reached =
            graph_reach(&graph, demander->arena, game->keyword[asked[i]]);
        for (size_t k = 0; k < game->relation_count; k++)
            demander->needed[k] = demander->needed[k] || reached[k];
    }
}

/* Its number of ground terms, or as many as make a relation large. */
static double domain_size(ArgumentPlaces *places, const Relation *relation,
                          size_t argument)
{
    uint64_t size = places_domain_at(places, relation->symbol, relation->arity,
                                     argument, true)
                        ->size;
    return (double)(size < MIN_GUARDED_INSTANCES ? size
                                                 : MIN_GUARDED_INSTANCES);
}

static bool asks(const Demander *demander, const Clause *clause,
                 const Literal *literal)
{
    return demander->needed[clause->relation] &&
           literal->kind != LITERAL_DISTINCT &&
           demander->guards[literal->relation].bound;
}

static bool can_be_guarded(const Demander *demander, RelationId id)
{
    const Relation *relation = &demander->game->relations[id];
    return relation->phase != PHASE_STATIC && relation->arity &&
           relation->keyword == KEYWORD_NONE && demander->needed[id];
}

static void begin_guard(Demander *demander, RelationId relation)
{
    Guard *guard = &demander->guards[relation];
    guard->bound_count = demander->game->relations[relation].arity;
    guard->bound = arena_array(demander->arena, bool, guard->bound_count);
    memset(guard->bound, true, guard->bound_count);
    if (demander->latest != PHASE_STATIC)
        guard->above =
            graph_reach(&demander->readers, demander->arena, relation);
}

static void find_large(Demander *demander)
{
    const Game *game = demander->game;
    ArgumentPlaces *places = NULL;
    for (RelationId i = 0; i < game->relation_count; i++) {
        const Relation *relation = &game->relations[i];
        Guard *guard = &demander->guards[i];
        double size = 1;
        if (!can_be_guarded(demander, i))
            continue;
        if (!places)
            places = places_new(game, demander->arena);
        guard->sizes = arena_array(demander->arena, double, relation->arity);
        for (size_t k = 0; k < relation->arity; k++) {
            guard->sizes[k] = domain_size(places, relation, k);
            size *= guard->sizes[k];
        }
        guard->large = size >= MIN_GUARDED_INSTANCES;
        if (guard->large)
            begin_guard(demander, i);
    }
    if (places)
        places_free(places);
}

/* Who asks for a large relation is guarded too, or would ask for all of it. */
static void choose_guarded(Demander *demander)
{
    const Game *game = demander->game;
    demander->guards =
        arena_array(demander->arena, Guard, game->relation_count);
    find_large(demander);
    for (bool has_more = true; has_more;) {
        has_more = false;
        each_clause (clause, game) {
            each_literal (literal, clause) {
                if (demander->guards[clause->relation].bound ||
                    !asks(demander, clause, literal) ||
                    !can_be_guarded(demander, clause->relation))
                    continue;
                begin_guard(demander, clause->relation);
                has_more = true;
            }
        }
    }
}

static bool any_large(const Demander *demander)
{
    for (size_t i = 0; i < demander->game->relation_count; i++)
        if (demander->guards[i].bound && demander->guards[i].large)
            return true;
    return false;
}

/* ---- which arguments ---- */

/* Whether what literal ASKING of CLAUSE asks for may depend on literal OTHER.
 * What changes with the position must stand before it, and must not depend on
 * what is asked for. If negation is ignored it may, but no two literals may
 * wait for each other: those that ask for nothing come first, negative ones
 * last. */
static bool is_usable(const Demander *demander, const Clause *clause,
                      size_t other, size_t asking)
{
    const Literal *literal = &clause->body[other];
    RelationId asked = clause->body[asking].relation;
    if (literal->kind == LITERAL_DISTINCT)
        return true;
    Phase phase = demander->game->relations[literal->relation].phase;
    if (phase == PHASE_STATIC)
        return true;
    if (demander->overfull)
        return literal->kind == LITERAL_POSITIVE &&
               (!demander->guards[literal->relation].bound ||
                clause->body[asking].kind == LITERAL_NEGATIVE ||
                other < asking);
    return literal->kind == LITERAL_POSITIVE && other < asking &&
           phase <= demander->latest &&
           phase <= demander->game->relations[asked].phase &&
           !demander->guards[asked].above[literal->relation];
}

/* The same for the guard of the clause. */
static bool is_guard_usable(const Demander *demander, const Clause *clause,
                            size_t asking)
{
    const Relation *relations = demander->game->relations;
    return demander->guards[clause->relation].bound &&
           (demander->latest == PHASE_STATIC || demander->overfull ||
            relations[clause->relation].phase <=
                relations[clause->body[asking].relation].phase);
}

static void bind(const Clause *clause, const Term *term, bool *known)
{
    for (size_t i = 0; i < clause->variable_count; i++)
        if (!known[i] && term_contains(term, clause->variables[i]))
            known[i] = true;
}

static bool is_bound(const Clause *clause, const Term *term, const bool *known)
{
    for (size_t i = 0; i < clause->variable_count; i++)
        if (!known[i] && term_contains(term, clause->variables[i]))
            return false;
    return true;
}

/* The variables that have a value when CLAUSE asks by literal ASKING. */
static bool *known_variables(const Demander *demander, const Clause *clause,
                             size_t asking, Arena *scratch)
{
    const Guard *guard = &demander->guards[clause->relation];
    bool is_guarded = is_guard_usable(demander, clause, asking);
    bool *known = arena_array(scratch, bool, clause->variable_count + 1);
    for (size_t i = 0; is_guarded && i < clause->head->arity; i++)
        if (guard->bound[i])
            bind(clause, clause->head->args[i], known);
    for (size_t i = 0; i < clause->count; i++)
        if (clause->body[i].kind == LITERAL_POSITIVE && i != asking &&
            is_usable(demander, clause, i, asking))
            bind(clause, clause->body[i].atom, known);
    return known;
}

/* Drops the arguments that are not bound wherever the relation is asked for;
 * true if there were any. */
static bool narrow(Demander *demander, const Clause *clause, Arena *scratch)
{
    bool is_dropped = false;
    for (size_t i = 0; i < clause->count; i++) {
        const Literal *literal = &clause->body[i];
        if (!asks(demander, clause, literal))
            continue;
        const bool *known = known_variables(demander, clause, i, scratch);
        Guard *guard = &demander->guards[literal->relation];
        for (size_t k = 0; k < literal->atom->arity; k++)
            if (guard->bound[k] &&
                !is_bound(clause, literal->atom->args[k], known)) {
                guard->bound[k] = false;
                guard->bound_count--;
                is_dropped = true;
            }
        if (!guard->bound_count)
            guard->bound = NULL;
    }
    return is_dropped;
}

static void find_bound(Demander *demander)
{
    Arena *scratch = arena_new();
    ArenaMark mark = arena_mark(scratch);
    for (bool has_more = true; has_more;) {
        has_more = false;
        each_clause (clause, demander->game)
            has_more = narrow(demander, clause, scratch) || has_more;
        arena_rewind(scratch, mark);
    }
    arena_free(scratch);
}

/* ---- the new clauses ---- */

/* A relation for each guard, with names that no text can have. */
static void name_guards(Demander *demander)
{
    const Game *game = demander->game;
    Game *result = demander->result;
    result->relations =
        arena_array(demander->arena, Relation, 2 * game->relation_count);
    memcpy(result->relations, game->relations,
           game->relation_count * sizeof *game->relations);
    for (size_t i = 0; i < game->relation_count; i++) {
        Guard *guard = &demander->guards[i];
        char name[32];
        if (!guard->bound)
            continue;
        int length = snprintf(name, sizeof name, "%s %zu",
                              demander->overfull ? "guide" : "demand", i);
        guard->relation = (RelationId)result->relation_count++;
        result->relations[guard->relation] =
            (Relation){.symbol = term_symbol(game->terms, name, (size_t)length),
                       .arity = guard->bound_count};
    }
}

/* The atom of the guard for ATOM. */
static const Term *demand_for(const Demander *demander, const Guard *guard,
                              const Term *atom)
{
    TermVec args = {0};
    for (size_t i = 0; i < atom->arity; i++)
        if (guard->bound[i])
            vec_push(&args, atom->args[i]);
    const Term *demand =
        term_compound(demander->game->terms,
                      demander->result->relations[guard->relation].symbol,
                      args.count, args.items);
    vec_free(&args);
    return demand;
}

static Literal guard_literal(const Demander *demander, const Clause *clause)
{
    const Guard *guard = &demander->guards[clause->relation];
    return (Literal){LITERAL_POSITIVE, guard->relation,
                     demand_for(demander, guard, clause->head), NULL};
}

static void add_guarded(Demander *demander, const Clause *clause)
{
    Clause guarded = *clause;
    if (demander->guards[clause->relation].bound) {
        guarded.body = arena_array(demander->arena, Literal, clause->count + 1);
        guarded.body[0] = guard_literal(demander, clause);
        if (clause->count)
            memcpy(guarded.body + 1, clause->body,
                   clause->count * sizeof *clause->body);
        guarded.count++;
    }
    vec_push(&demander->clauses, guarded);
}

/* What CLAUSE asks for by literal ASKING: all that its guard and its usable
 * literals leave possible. */
static void add_demand(Demander *demander, const Clause *clause, size_t asking,
                       const bool *known)
{
    const Literal *literal = &clause->body[asking];
    const Guard *guard = &demander->guards[literal->relation];
    Clause demand = {.relation = guard->relation,
                     .head = demand_for(demander, guard, literal->atom)};
    demand.body = arena_array(demander->arena, Literal, clause->count + 1);
    if (is_guard_usable(demander, clause, asking))
        demand.body[demand.count++] = guard_literal(demander, clause);
    if (demand.count && demand.body[0].atom == demand.head)
        return; /* it is known to be asked for */
    for (size_t i = 0; i < clause->count; i++)
        if (i != asking && is_usable(demander, clause, i, asking) &&
            is_bound(clause, clause->body[i].atom, known))
            demand.body[demand.count++] = clause->body[i];
    find_variables(demander->result, &demand);
    vec_push(&demander->clauses, demand);
}

static void add_demands(Demander *demander, const Clause *clause)
{
    Arena *scratch = arena_new();
    for (size_t i = 0; i < clause->count; i++)
        if (asks(demander, clause, &clause->body[i]))
            add_demand(demander, clause, i,
                       known_variables(demander, clause, i, scratch));
    arena_free(scratch);
}

/* False if what is asked for would depend on its own negation. */
static bool make_game(Demander *demander)
{
    const Game *game = demander->game;
    Diag ignored; /* whatever it says was said when the game was loaded */
    diag_init(&ignored, demander->arena);
    demander->result = arena_copy(demander->arena, game, sizeof *game);
    demander->result->arena = demander->arena;
    name_guards(demander);
    for (size_t i = 0; i < game->clause_count; i++) {
        add_guarded(demander, &game->clauses[i]);
        add_demands(demander, &game->clauses[i]);
    }
    demander->result->clause_count = demander->clauses.count;
    demander->result->clauses = vec_finish(&demander->clauses, demander->arena);
    game_order(demander->result, &ignored);
    bool is_ordered = demander->latest == PHASE_STATIC || !ignored.errors;
    diag_clear(&ignored);
    return is_ordered;
}

/* ---- is it worth it ---- */

static bool keeps_out_most(const Demander *demander, RelationId relation,
                           Model *model)
{
    const Guard *guard = &demander->guards[relation];
    size_t count, arity = demander->game->relations[relation].arity;
    double size = 1;
    for (size_t i = 0; i < arity; i++)
        size *= guard->bound[i] ? guard->sizes[i] : 1;
    model_facts(model, guard->relation, &count);
    return !model_failure(model) && (double)count * MIN_REDUCTION <= size;
}

/* Whether every guard keeps out most of its relation; gives up those that do
 * not. */
static bool is_worth_it(Demander *demander, const Budget *budget)
{
    bool worth_it = true;
    Model *model = model_new(demander->result, budget);
    model_limit(model, MAX_FACTS);
    if (demander->latest != PHASE_STATIC)
        model_add_initial(model); /* it stands for all places */
    for (RelationId i = 0; i < demander->game->relation_count; i++) {
        Guard *guard = &demander->guards[i];
        if (!guard->bound || !guard->large ||
            keeps_out_most(demander, i, model))
            continue;
        guard->bound = NULL;
        worth_it = false;
    }
    model_free(model);
    return worth_it;
}

const Game *demand_game(const Game *game, Arena *arena, Phase latest,
                        const Budget *budget)
{
    Demander demander = {.game = game, .arena = arena, .latest = latest};
    find_needed(&demander);
    demander.readers = relation_graph(game, arena, true);
    choose_guarded(&demander);
    for (int round = 0; round < MAX_ROUNDS && any_large(&demander); round++) {
        find_bound(&demander);
        if (!any_large(&demander) || !make_game(&demander))
            break;
        if (is_worth_it(&demander, budget))
            return demander.result;
    }
    return game;
}

/* Guards for overfull relations and for no others: who asks for them is derived
 * anyway. */
static void choose_overfull(Demander *demander)
{
    size_t count = demander->game->relation_count;
    demander->guards = arena_array(demander->arena, Guard, count);
    for (RelationId i = 0; i < count; i++)
        if (demander->overfull[i] && can_be_guarded(demander, i)) {
            demander->guards[i].large = true;
            begin_guard(demander, i);
        }
}

const Game *demand_relaxed(const Game *game, const bool *is_overfull,
                           Arena *arena)
{
    Demander demander = {.game = game, .arena = arena, .overfull = is_overfull};
    find_needed(&demander);
    choose_overfull(&demander);
    find_bound(&demander);
    if (any_large(&demander))
        make_game(&demander);
    return demander.result ? demander.result : game;
}

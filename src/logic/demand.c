/* demand.c - magic sets: rules that derive only what somebody asks for
 *
 * In:   a Game
 * Out:  a Game with the same moves, successors and goals
 * Next: logic/model.c computes them, ground/instantiate.c relaxes them
 *
 * Magic sets (Bancilhon et al. 1986); the magic predicate of a relation is its
 * guard here. A relation is guarded if its domain is large, or if its rules ask
 * for such a relation, and the arguments it is asked for with are bound by
 * static literals, or by those of the guard of the rule that asks. Which
 * arguments these are is found by starting with all of them. Guards that let
 * most of the domain through are given up again. Start reading at
 * demand_game(), at the end.
 */
#include "logic/model.h"

#include "base/graph.h"
#include "game/argument_places.h"

#include <stdio.h>
#include <string.h>

enum {
    MIN_GUARDED_INSTANCES =
        100000,        /* instances of a relation that is worth a guard */
    MIN_REDUCTION = 8, /* a guard lets at most one in so many through */
    MAX_ESTIMATE_FACTS = 100000, /* static ones and demands together */
    MAX_ROUNDS = 4,              /* of giving up guards */
    MAX_VARIABLES = 64           /* of a VariableSet */
};

typedef struct {
    bool *is_bound; /* by argument; NULL: the relation has no guard */
    size_t bound_argument_count;
    double *domain_sizes; /* by argument */
    bool is_large;        /* their product is */
    bool *is_dependent;   /* by relation: depends on it, or is it */
    RelationId relation;
} Guard;

typedef struct {
    const Game *game;
    Arena *arena;
    ChangesWith latest_change; /* demands may depend on what changes so */
    Graph readers;             /* from relations to those that depend on them */
    bool *is_needed;           /* by relation: playing needs it */
    const bool *is_overfull;   /* NULL, or these get guards that may depend on
                                * anything that is not negated */
    Guard *guards;             /* by relation */
    Game *result;
    VEC(Clause) clauses;
} Demander;

/* ---- which relations ---- */

static void find_needed(Demander *demander)
{
    static const Keyword roots[] = {
        KEYWORD_ROLE,     KEYWORD_INIT, KEYWORD_NEXT, KEYWORD_LEGAL,
        KEYWORD_TERMINAL, KEYWORD_GOAL, KEYWORD_SEES};
    const Game *game = demander->game;
    Graph graph = relation_graph(game, demander->arena, false);
    demander->is_needed =
        arena_array(demander->arena, bool, game->relation_count);
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
        if (game->keyword[roots[i]] == NO_RELATION)
            continue;
        const bool *reached =
            graph_reach(&graph, demander->arena, game->keyword[roots[i]]);
        for (size_t k = 0; k < game->relation_count; k++)
            demander->is_needed[k] = demander->is_needed[k] || reached[k];
    }
}

/* Its number of ground terms, or as many as make a relation large. */
static double domain_size(const ArgumentPlaces *places, RelationId relation,
                          size_t argument)
{
    uint64_t size = places_domain(places, relation, argument)->size;
    return (double)(size < MIN_GUARDED_INSTANCES ? size
                                                 : MIN_GUARDED_INSTANCES);
}

/* Whether LITERAL of CLAUSE asks for a relation that has a guard. */
static bool asks_guarded(const Demander *demander, const Clause *clause,
                         const Literal *literal)
{
    return demander->is_needed[clause->relation] &&
           literal->kind != LITERAL_DISTINCT &&
           demander->guards[literal->relation].is_bound;
}

static bool can_be_guarded(const Demander *demander, RelationId id)
{
    const Relation *relation = &demander->game->relations[id];
    return relation->changes_with != CHANGES_NEVER && relation->arity &&
           relation->keyword == KEYWORD_NONE && demander->is_needed[id];
}

/* Gives RELATION a guard that binds all of its arguments. */
static void add_guard(Demander *demander, RelationId relation)
{
    Guard *guard = &demander->guards[relation];
    guard->bound_argument_count = demander->game->relations[relation].arity;
    guard->is_bound =
        arena_array(demander->arena, bool, guard->bound_argument_count);
    memset(guard->is_bound, true, guard->bound_argument_count);
    if (demander->latest_change != CHANGES_NEVER)
        guard->is_dependent =
            graph_reach(&demander->readers, demander->arena, relation);
}

static void guard_large(Demander *demander)
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
        guard->domain_sizes =
            arena_array(demander->arena, double, relation->arity);
        for (size_t k = 0; k < relation->arity; k++) {
            guard->domain_sizes[k] = domain_size(places, i, k);
            size *= guard->domain_sizes[k];
        }
        guard->is_large = size >= MIN_GUARDED_INSTANCES;
        if (guard->is_large)
            add_guard(demander, i);
    }
    places_free(places);
}

/* Who asks for a large relation is guarded too, or would ask for all of it. */
static void guard_askers(Demander *demander)
{
    const Game *game = demander->game;
    demander->guards =
        arena_array(demander->arena, Guard, game->relation_count);
    guard_large(demander);
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        each_clause (clause, game) {
            each_literal (literal, clause) {
                if (demander->guards[clause->relation].is_bound ||
                    !asks_guarded(demander, clause, literal) ||
                    !can_be_guarded(demander, clause->relation))
                    continue;
                add_guard(demander, clause->relation);
                has_changed = true;
            }
        }
    }
}

static bool has_large_guard(const Demander *demander)
{
    for (size_t i = 0; i < demander->game->relation_count; i++)
        if (demander->guards[i].is_bound && demander->guards[i].is_large)
            return true;
    return false;
}

/* ---- which arguments ---- */

/* Whether what literal ASKING of CLAUSE asks for may depend on literal SOURCE.
 * What changes with the position must stand before it, and must not depend on
 * what is asked for. If negation is ignored it may, but no two literals may
 * wait for each other: those that ask for nothing come first, negative ones
 * last. */
static bool is_usable(const Demander *demander, const Clause *clause,
                      size_t source, size_t asking)
{
    const Literal *literal = &clause->body[source];
    RelationId asked = clause->body[asking].relation;
    if (literal->kind == LITERAL_DISTINCT)
        return true;
    ChangesWith changes_with =
        demander->game->relations[literal->relation].changes_with;
    if (changes_with == CHANGES_NEVER)
        return true;
    if (demander->is_overfull)
        return literal->kind == LITERAL_POSITIVE &&
               (!demander->guards[literal->relation].is_bound ||
                clause->body[asking].kind == LITERAL_NEGATIVE ||
                source < asking);
    return literal->kind == LITERAL_POSITIVE && source < asking &&
           changes_with <= demander->latest_change &&
           changes_with <= demander->game->relations[asked].changes_with &&
           !demander->guards[asked].is_dependent[literal->relation];
}

/* The same for the guard of the clause. */
static bool is_guard_usable(const Demander *demander, const Clause *clause,
                            size_t asking)
{
    const Relation *relations = demander->game->relations;
    return demander->guards[clause->relation].is_bound &&
           (demander->latest_change == CHANGES_NEVER || demander->is_overfull ||
            relations[clause->relation].changes_with <=
                relations[clause->body[asking].relation].changes_with);
}

/* Whether all variables of TERM are KNOWN. Of a clause with more variables than
 * a set can have none is. */
static bool has_only_known(const Clause *clause, const Term *term,
                           VariableSet known)
{
    return term_is_ground(term) || (clause->variable_count <= MAX_VARIABLES &&
                                    !(clause_variables(clause, term) & ~known));
}

/* The variables that have a value when CLAUSE asks by literal ASKING. */
static VariableSet known_variables(const Demander *demander,
                                   const Clause *clause, size_t asking)
{
    const Guard *guard = &demander->guards[clause->relation];
    bool is_guarded = is_guard_usable(demander, clause, asking);
    VariableSet known = 0;
    if (clause->variable_count > MAX_VARIABLES)
        return 0;
    for (size_t i = 0; is_guarded && i < clause->head->arity; i++)
        if (guard->is_bound[i])
            known |= clause_variables(clause, clause->head->args[i]);
    for (size_t i = 0; i < clause->count; i++)
        if (clause->body[i].kind == LITERAL_POSITIVE && i != asking &&
            is_usable(demander, clause, i, asking))
            known |= clause_variables(clause, clause->body[i].atom);
    return known;
}

/* Drops the arguments that are not bound wherever the relation is asked for;
 * true if there were any. */
static bool drop_unbound_arguments(Demander *demander, const Clause *clause)
{
    bool is_dropped = false;
    for (size_t i = 0; i < clause->count; i++) {
        const Literal *literal = &clause->body[i];
        if (!asks_guarded(demander, clause, literal))
            continue;
        VariableSet known = known_variables(demander, clause, i);
        Guard *guard = &demander->guards[literal->relation];
        for (size_t k = 0; k < literal->atom->arity; k++)
            if (guard->is_bound[k] &&
                !has_only_known(clause, literal->atom->args[k], known)) {
                guard->is_bound[k] = false;
                guard->bound_argument_count--;
                is_dropped = true;
            }
        if (!guard->bound_argument_count)
            guard->is_bound = NULL;
    }
    return is_dropped;
}

static void find_bound_arguments(Demander *demander)
{
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        each_clause (clause, demander->game)
            has_changed =
                drop_unbound_arguments(demander, clause) || has_changed;
    }
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
        if (!guard->is_bound)
            continue;
        int length = snprintf(name, sizeof name, "%s %zu",
                              demander->is_overfull ? "guide" : "demand", i);
        guard->relation = (RelationId)result->relation_count++;
        result->relations[guard->relation] =
            (Relation){.symbol = term_symbol(game->terms, name, (size_t)length),
                       .arity = guard->bound_argument_count};
    }
}

/* The atom of the guard for ATOM. */
static const Term *demand_for(const Demander *demander, const Guard *guard,
                              const Term *atom)
{
    TermVec args = {0};
    for (size_t i = 0; i < atom->arity; i++)
        if (guard->is_bound[i])
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
    if (demander->guards[clause->relation].is_bound) {
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
static void add_demand(Demander *demander, const Clause *clause, size_t asking)
{
    VariableSet known = known_variables(demander, clause, asking);
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
            has_only_known(clause, clause->body[i].atom, known))
            demand.body[demand.count++] = clause->body[i];
    find_variables(demander->result, &demand);
    vec_push(&demander->clauses, demand);
}

/* False if what is asked for would depend on its own negation. */
static bool build_guarded_game(Demander *demander)
{
    const Game *game = demander->game;
    Diag ignored; /* whatever it says was said when the game was loaded */
    diag_init(&ignored, demander->arena);
    demander->result = arena_copy(demander->arena, game, sizeof *game);
    demander->result->arena = demander->arena;
    name_guards(demander);
    each_clause (clause, game) {
        add_guarded(demander, clause);
        for (size_t i = 0; i < clause->count; i++)
            if (asks_guarded(demander, clause, &clause->body[i]))
                add_demand(demander, clause, i);
    }
    demander->result->clause_count = demander->clauses.count;
    demander->result->clauses = vec_finish(&demander->clauses, demander->arena);
    game_order(demander->result, &ignored);
    bool is_ordered =
        demander->latest_change == CHANGES_NEVER || !ignored.errors;
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
        size *= guard->is_bound[i] ? guard->domain_sizes[i] : 1;
    model_facts(model, guard->relation, &count);
    return !model_failure(model) && (double)count * MIN_REDUCTION <= size;
}

/* Drops the guards that let more than 1 in MIN_REDUCTION of the instances of
 * their relation through; true if there was none. */
static bool drop_weak_guards(Demander *demander, const Budget *budget)
{
    bool are_all_strong = true;
    Model *model = model_new(demander->result, budget);
    model_limit(model, MAX_ESTIMATE_FACTS);
    if (demander->latest_change != CHANGES_NEVER)
        model_add_initial(model); /* an estimate for all positions */
    for (RelationId i = 0; i < demander->game->relation_count; i++) {
        Guard *guard = &demander->guards[i];
        if (!guard->is_bound || !guard->is_large ||
            keeps_out_most(demander, i, model))
            continue;
        guard->is_bound = NULL; /* it has no guard any more */
        are_all_strong = false;
    }
    model_free(model);
    return are_all_strong;
}

const Game *demand_game(const Game *game, Arena *arena, ChangesWith latest,
                        const Budget *budget)
{
    Demander demander = {.game = game, .arena = arena, .latest_change = latest};
    find_needed(&demander);
    demander.readers = relation_graph(game, arena, true);
    guard_askers(&demander);
    for (int round = 0; round < MAX_ROUNDS && has_large_guard(&demander);
         round++) {
        find_bound_arguments(&demander);
        if (!has_large_guard(&demander) || !build_guarded_game(&demander))
            break;
        if (drop_weak_guards(&demander, budget))
            return demander.result;
    }
    return game;
}

/* Guards for overfull relations and for no others: who asks for them is derived
 * anyway. */
static void guard_overfull(Demander *demander)
{
    size_t count = demander->game->relation_count;
    demander->guards = arena_array(demander->arena, Guard, count);
    for (RelationId i = 0; i < count; i++)
        if (demander->is_overfull[i] && can_be_guarded(demander, i)) {
            demander->guards[i].is_large = true;
            add_guard(demander, i);
        }
}

const Game *demand_relaxed(const Game *game, const bool *is_overfull,
                           Arena *arena)
{
    Demander demander = {
        .game = game, .arena = arena, .is_overfull = is_overfull};
    find_needed(&demander);
    guard_overfull(&demander);
    find_bound_arguments(&demander);
    if (has_large_guard(&demander))
        build_guarded_game(&demander);
    return demander.result ? demander.result : game;
}

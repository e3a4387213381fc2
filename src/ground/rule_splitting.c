/* rule_splitting.c - rules cut into parts that share as few variables as
 * possible
 *
 * In:   the clauses of a Game
 * Out:  more and shorter clauses with the same meaning
 * Next: ground/instantiate.c
 *
 * Two ways of cutting, tried in turn. Literals that hang together by variables
 * that are not in the head become a relation over what else they share. And a
 * variable that few literals have is eliminated from them, if what is left has
 * no more variables than one of them had. Parts that turn out to be nothing but
 * another name for one literal are put back. Start reading at split_clauses(),
 * at the end.
 */
#include "ground/rule_splitting.h"

#include "logic/function.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

typedef uint64_t VariableSet; /* a bit for each variable of the clause */

enum { MAX_VARIABLES = 64 };

typedef struct {
    Literal literal;
    VariableSet variables;
    bool binder; /* only there to give variables values */
} Part;

typedef VEC(Part) Parts;
/* What is known of a relation that was added. */
typedef struct {
    bool changes;      /* with the position */
    const Part *body;  /* what it is another name for, */
    size_t body_count; /* or 0 */
} Cut;

typedef struct {
    const Game *game;
    RelationId first_guard; /* relations from here on are guards */
    Functions *functions;
    Arena *arena;
    Game *result;
    VEC(Relation) relations; /* those of the game, then one for each cut */
    VEC(Cut) cuts;
    VEC(Clause) clauses;
    VEC(const Term **) binders;
    const Clause *clause; /* the one being split: its variables are numbered */
} Splitter;

static size_t count_of(VariableSet set)
{
    return (size_t)__builtin_popcountll(set);
}

/* ---- variables ---- */

static VariableSet variables_of(const Clause *clause, const Term *term)
{
    VariableSet set = 0;
    if (term_is_ground(term))
        return 0;
    if (term_is_variable(term))
        return (VariableSet)1 << clause_variable(clause, term);
    for (size_t i = 0; i < term->arity; i++)
        set |= variables_of(clause, term->args[i]);
    return set;
}

static VariableSet all_variables(const Parts *parts)
{
    VariableSet set = 0;
    for (size_t i = 0; i < parts->count; i++)
        set |= parts->items[i].variables;
    return set;
}

static VariableSet bound_variables(const Parts *parts)
{
    VariableSet set = 0;
    for (size_t i = 0; i < parts->count; i++)
        if (parts->items[i].literal.kind == LITERAL_POSITIVE)
            set |= parts->items[i].variables;
    return set;
}

/* ---- other names ---- */

static Cut *cut_of(const Splitter *splitter, RelationId relation)
{
    size_t known = splitter->game->relation_count;
    return relation < known ? NULL : &splitter->cuts.items[relation - known];
}

static bool changes(const Splitter *splitter, const Literal *literal)
{
    if (literal->kind == LITERAL_DISTINCT)
        return false;
    const Cut *cut = cut_of(splitter, literal->relation);
    return cut ? cut->changes
               : splitter->game->relations[literal->relation].phase !=
                     PHASE_STATIC;
}

/* The variable that PART leaves one value for when all but those in UNKNOWN
 * have theirs; 0 if there is none. */
static VariableSet determined_by(const Splitter *splitter, const Part *part,
                                 VariableSet unknown)
{
    const Literal *literal = &part->literal;
    if (literal->kind != LITERAL_POSITIVE || changes(splitter, literal) ||
        cut_of(splitter, literal->relation) ||
        count_of(part->variables & unknown) != 1)
        return 0;
    for (size_t i = 0; i < literal->atom->arity; i++)
        if (term_is_variable(literal->atom->args[i]) &&
            variables_of(splitter->clause, literal->atom->args[i]) & unknown &&
            is_function(splitter->functions, literal->relation, i))
            return part->variables & unknown;
    return 0;
}

/* Whether BODY has at most one literal that changes, and all its variables have
 * one value when those of the head have theirs: then it has as many instances
 * as the head, and a relation of its own would only be another name. */
static bool is_another_name(const Splitter *splitter, const Parts *body,
                            VariableSet head_variables)
{
    VariableSet unknown = all_variables(body) & ~head_variables;
    size_t changing = 0;
    for (size_t i = 0; i < body->count; i++) {
        changing += changes(splitter, &body->items[i].literal);
        if (body->items[i].binder)
            return false;
    }
    for (bool more = true; more && unknown;) {
        more = false;
        for (size_t i = 0; i < body->count; i++) {
            VariableSet known =
                determined_by(splitter, &body->items[i], unknown);
            unknown &= ~known;
            more = more || known;
        }
    }
    return changing <= 1 && !unknown;
}

/* Puts back what BODY has other names for. */
static void put_back(const Splitter *splitter, Parts *body)
{
    Parts all = {0};
    for (size_t i = 0; i < body->count; i++) {
        const Part *part = &body->items[i];
        const Cut *cut = part->literal.kind == LITERAL_POSITIVE
                             ? cut_of(splitter, part->literal.relation)
                             : NULL;
        if (!cut || !cut->body_count)
            vec_push(&all, *part);
        for (size_t k = 0; cut && k < cut->body_count; k++) {
            Part back = cut->body[k];
            back.binder = part->binder;
            vec_push(&all, back);
        }
    }
    vec_free(body);
    *body = all;
}

/* ---- new clauses ---- */

static void add_clause(Splitter *splitter, RelationId relation,
                       const Term *head, const Parts *body)
{
    Clause clause = {.rule = splitter->clause->rule,
                     .relation = relation,
                     .head = head,
                     .count = body->count};
    TermVec binders = {0};
    clause.body = arena_array(splitter->arena, Literal, body->count);
    for (size_t i = 0; i < body->count; i++) {
        clause.body[i] = body->items[i].literal;
        if (body->items[i].binder)
            vec_push(&binders, body->items[i].literal.atom);
    }
    if (binders.count)
        vec_push(&binders, NULL);
    find_variables(splitter->result, &clause);
    vec_push(&splitter->binders,
             binders.count ? vec_finish(&binders, splitter->arena) : NULL);
    vec_push(&splitter->clauses, clause);
}

/* A relation over VARIABLES that no text can name, as a literal. */
static Part new_part(Splitter *splitter, VariableSet variables)
{
    char name[32];
    Terms *terms = splitter->game->terms;
    RelationId id = (RelationId)splitter->relations.count;
    int length = snprintf(name, sizeof name, "part %u", id);
    TermVec args = {0};
    for (size_t i = 0; i < splitter->clause->variable_count; i++)
        if (variables >> i & 1)
            vec_push(&args, splitter->clause->variables[i]);
    Relation relation = {.symbol = term_symbol(terms, name, (size_t)length),
                         .arity = args.count};
    Part part = {.literal = {LITERAL_POSITIVE, id,
                             term_compound(terms, relation.symbol, args.count,
                                           args.items),
                             NULL},
                 .variables = variables};
    vec_push(&splitter->relations, relation);
    vec_push(&splitter->cuts, (Cut){0});
    vec_free(&args);
    return part;
}

/* ---- cutting ---- */

static void split(Splitter *splitter, RelationId relation, const Term *head,
                  VariableSet head_variables, Parts *body);

/* Literals from ELSEWHERE that bind what PARTS has only under not or distinct;
 * they hold anyway, since ELSEWHERE stays in the body. */
static void add_binders(Parts *parts, const Parts *elsewhere)
{
    for (;;) {
        VariableSet unbound = all_variables(parts) & ~bound_variables(parts);
        if (!unbound)
            return;
        VariableSet first = unbound & -unbound;
        const Part *best = NULL;
        for (size_t i = 0; i < elsewhere->count; i++) {
            const Part *part = &elsewhere->items[i];
            if (part->literal.kind == LITERAL_POSITIVE &&
                (part->variables & first) &&
                (!best ||
                 count_of(part->variables) < count_of(best->variables)))
                best = part;
        }
        assert(best); /* the clause is safe */
        Part binder = *best;
        binder.binder = true;
        vec_push(parts, binder);
    }
}

/* What is asked of the whole is asked of a part that has all it is about. */
static void add_guards(const Splitter *splitter, Parts *parts,
                       const Parts *elsewhere)
{
    for (size_t i = 0; i < elsewhere->count; i++) {
        Part guard = elsewhere->items[i];
        if (guard.literal.kind != LITERAL_POSITIVE ||
            guard.literal.relation < splitter->first_guard ||
            guard.literal.relation >= splitter->game->relation_count ||
            !guard.variables || (guard.variables & ~all_variables(parts)))
            continue;
        guard.binder = true;
        vec_push(parts, guard);
    }
}

/* Moves the literals marked in TAKEN out of BODY into a relation over those of
 * their variables that are KEPT. */
static void cut(Splitter *splitter, Parts *body, const bool *taken,
                VariableSet kept)
{
    Parts inside = {0}, outside = {0};
    for (size_t i = 0; i < body->count; i++) {
        if (taken[i])
            vec_push(&inside, body->items[i]);
        else
            vec_push(&outside, body->items[i]);
    }
    VariableSet shared = all_variables(&inside) & kept;
    Part part = new_part(splitter, shared);
    add_binders(&inside, &outside);
    add_guards(splitter, &inside, &outside);
    vec_push(&outside, part);
    split(splitter, part.literal.relation, part.literal.atom, shared, &inside);
    vec_free(&inside);
    vec_free(body);
    *body = outside;
}

/* Marks the literals that hang together with literal FIRST by LOCAL
 * variables; a binder belongs to whatever it binds. */
static void mark_component(const Parts *body, size_t first, VariableSet local,
                           bool *taken)
{
    VariableSet reached = body->items[first].variables;
    memset(taken, 0, body->count * sizeof *taken);
    taken[first] = true;
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < body->count; i++) {
            const Part *part = &body->items[i];
            VariableSet by = part->binder ? ~(VariableSet)0 : local;
            if (!taken[i] && (part->variables & reached & by)) {
                taken[i] = more = true;
                reached |= part->variables;
            }
        }
    }
}

static size_t count_taken(const bool *taken, size_t count)
{
    size_t taken_count = 0;
    for (size_t i = 0; i < count; i++)
        taken_count += taken[i];
    return taken_count;
}

/* Cuts off a component of literals; false if there is none to cut. */
static bool cut_component(Splitter *splitter, VariableSet head_variables,
                          Parts *body, bool *taken)
{
    VariableSet local = all_variables(body) & ~head_variables;
    for (size_t i = 0; i < body->count; i++) {
        if (!(body->items[i].variables & local) || body->items[i].binder)
            continue;
        mark_component(body, i, local, taken);
        if (count_taken(taken, body->count) == body->count)
            continue;
        cut(splitter, body, taken, head_variables);
        return true;
    }
    return false;
}

/* The literals that have the variable, and whether leaving it out of them
 * makes nothing larger. */
static bool mark_variable(const Parts *body, VariableSet variable, bool *taken)
{
    size_t largest = 0;
    bool all = true;
    VariableSet together = 0;
    for (size_t i = 0; i < body->count; i++) {
        const Part *part = &body->items[i];
        taken[i] = part->variables & variable;
        all = all && (taken[i] || part->binder);
        if (!taken[i])
            continue;
        together |= part->variables;
        if (count_of(part->variables) > largest)
            largest = count_of(part->variables);
    }
    return !all && count_of(together) - 1 <= largest;
}

/* Eliminates the variable that leaves the smallest relation; false if no
 * variable can be eliminated without loss. */
static bool cut_variable(Splitter *splitter, VariableSet head_variables,
                         Parts *body, bool *taken)
{
    VariableSet all = all_variables(body), best = 0;
    size_t fewest = SIZE_MAX;
    for (VariableSet left = all & ~head_variables; left; left &= left - 1) {
        VariableSet variable = left & -left, together = 0;
        if (!mark_variable(body, variable, taken))
            continue;
        for (size_t i = 0; i < body->count; i++)
            together |= taken[i] ? body->items[i].variables : 0;
        if (count_of(together) < fewest) {
            fewest = count_of(together);
            best = variable;
        }
    }
    if (!best)
        return false;
    mark_variable(body, best, taken);
    cut(splitter, body, taken, all & ~best);
    return true;
}

static void split(Splitter *splitter, RelationId relation, const Term *head,
                  VariableSet head_variables, Parts *body)
{
    bool *taken = arena_array(splitter->arena, bool, body->count + 1);
    while (body->count > 1 &&
           (cut_component(splitter, head_variables, body, taken) ||
            cut_variable(splitter, head_variables, body, taken)))
        continue;
    put_back(splitter, body);
    Cut *cut = cut_of(splitter, relation);
    for (size_t i = 0; cut && i < body->count; i++)
        cut->changes =
            cut->changes || changes(splitter, &body->items[i].literal);
    if (cut && is_another_name(splitter, body, head_variables)) {
        cut->body_count = body->count;
        cut->body = vec_finish(body, splitter->arena);
    } else {
        add_clause(splitter, relation, head, body);
    }
}

static void split_clause(Splitter *splitter, const Clause *clause)
{
    splitter->clause = clause;
    Parts body = {0};
    bool small = clause->variable_count <= MAX_VARIABLES;
    for (size_t i = 0; i < clause->count; i++) {
        Part part = {.literal = clause->body[i]};
        part.variables = small ? variables_of(clause, part.literal.atom) : 0;
        vec_push(&body, part);
    }
    if (small)
        split(splitter, clause->relation, clause->head,
              variables_of(clause, clause->head), &body);
    else
        add_clause(splitter, clause->relation, clause->head, &body);
    vec_free(&body);
}

/* At most as many variables that its head has not. */
static bool has_few(const Clause *clause)
{
    enum { MAX_OTHERS = 2 };
    size_t others = 0;
    for (size_t i = 0; i < clause->variable_count; i++)
        others += !term_contains(clause->head, clause->variables[i]);
    return others <= MAX_OTHERS;
}

Split split_clauses(const Game *game, RelationId whole, size_t first_guard,
                    Arena *arena)
{
    Splitter splitter = {.game = game,
                         .first_guard = (RelationId)first_guard,
                         .functions = functions_new(game),
                         .arena = arena};
    Game *result = arena_copy(arena, game, sizeof *game);
    result->arena = arena;
    splitter.result = result;
    for (size_t i = 0; i < game->relation_count; i++)
        vec_push(&splitter.relations, game->relations[i]);
    each_clause (clause, game) {
        bool leave = clause->relation == whole && has_few(clause);
        if (game->relations[clause->relation].phase != PHASE_STATIC && !leave) {
            split_clause(&splitter, clause);
        } else {
            vec_push(&splitter.clauses, *clause);
            vec_push(&splitter.binders, NULL);
        }
    }
    result->relation_count = splitter.relations.count;
    result->relations = vec_finish(&splitter.relations, arena);
    result->clause_count = splitter.clauses.count;
    result->clauses = vec_finish(&splitter.clauses, arena);
    functions_free(splitter.functions);
    vec_free(&splitter.cuts);
    return (Split){result, vec_finish(&splitter.binders, arena)};
}

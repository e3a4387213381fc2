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
 * no more variables than one of them had. Parts that turn out to be nothing
 * but another name for one literal are inlined again. Start reading at
 * split_clauses(), at the end.
 */
#include "ground/rule_splitting.h"

#include "base/bits.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { MAX_VARIABLES = 64 };

typedef struct {
    Literal literal;
    VariableSet variables;
    bool binder; /* only there to give variables values */
} BodyPart;

typedef VEC(BodyPart) BodyParts;
/* What is known of a relation that was added. */
typedef struct {
    bool is_dynamic;      /* it changes with the position */
    const BodyPart *body; /* what it is another name for, */
    size_t body_count;    /* or 0 */
} PartRelation;

typedef enum { UNKNOWN, YES, NO } Answer;

typedef struct {
    const Game *game;
    RelationId first_guard; /* relations from here on are guards */
    Graph clauses_of;       /* by relation */
    Answer **is_function;   /* by relation and argument; made when asked for */
    Arena *arena;
    Game *result;
    VEC(Relation) relations; /* those of the game, then one for each part */
    VEC(PartRelation) part_relations;
    VEC(Clause) clauses;
    VEC(const Term **) binders;
    const Clause *clause; /* the one being split: its variables are numbered */
} Splitter;

/* ---- variables ---- */

static VariableSet all_variables(const BodyParts *parts)
{
    VariableSet set = 0;
    for (size_t i = 0; i < parts->count; i++)
        set |= parts->items[i].variables;
    return set;
}

static VariableSet bound_variables(const BodyParts *parts)
{
    VariableSet set = 0;
    for (size_t i = 0; i < parts->count; i++)
        if (parts->items[i].literal.kind == LITERAL_POSITIVE)
            set |= parts->items[i].variables;
    return set;
}

/* ---- relations that are functions ---- */

/* YES if RELATION is given by facts of which no two differ in ARGUMENT only.
 * Rules are not looked into. */
static Answer find_function(const Splitter *splitter, RelationId relation,
                            size_t argument)
{
    const Graph *clauses_of = &splitter->clauses_of;
    const Clause *clauses = splitter->game->clauses;
    Map map = {0};
    Answer answer = YES;
    for (uint32_t i = clauses_of->first[relation];
         i < clauses_of->first[relation + 1] && answer == YES; i++) {
        const Clause *clause = &clauses[clauses_of->targets[i]];
        uint32_t hash = term_hash_but(clause->head, argument);
        if (clause->count || !term_is_ground(clause->head))
            answer = NO;
        const Term *earlier = NULL;
        map_each (probe, &map, hash)
            if (term_equal_but(clauses[probe.index].head, clause->head,
                               argument))
                earlier = clauses[probe.index].head;
        if (!earlier)
            map_add(&map, hash, clauses_of->targets[i]);
        else if (earlier != clause->head)
            answer = NO;
    }
    map_free(&map);
    return answer;
}

/* (++ 1 2) (++ 2 3) ... is a function of either argument: rules need not be cut
 * where a variable has only one value anyway. */
static bool is_function(const Splitter *splitter, RelationId relation,
                        size_t argument)
{
    Answer **answers = &splitter->is_function[relation];
    if (!*answers)
        *answers = arena_array(splitter->arena, Answer,
                               splitter->game->relations[relation].arity);
    if ((*answers)[argument] == UNKNOWN)
        (*answers)[argument] = find_function(splitter, relation, argument);
    return (*answers)[argument] == YES;
}

/* ---- other names ---- */

static PartRelation *part_relation(const Splitter *splitter,
                                   RelationId relation)
{
    size_t original_count = splitter->game->relation_count;
    return relation < original_count
               ? NULL
               : &splitter->part_relations.items[relation - original_count];
}

static bool is_dynamic(const Splitter *splitter, const Literal *literal)
{
    if (literal->kind == LITERAL_DISTINCT)
        return false;
    const PartRelation *part_info = part_relation(splitter, literal->relation);
    return part_info
               ? part_info->is_dynamic
               : splitter->game->relations[literal->relation].changes_with !=
                     CHANGES_NEVER;
}

/* The variable that PART leaves one value for when all but those in UNKNOWN
 * have theirs; 0 if there is none. */
static VariableSet determined_by(const Splitter *splitter, const BodyPart *part,
                                 VariableSet unknown)
{
    const Literal *literal = &part->literal;
    if (literal->kind != LITERAL_POSITIVE || is_dynamic(splitter, literal) ||
        part_relation(splitter, literal->relation) ||
        bits_count(part->variables & unknown) != 1)
        return 0;
    for (size_t i = 0; i < literal->atom->arity; i++)
        if (term_is_variable(literal->atom->args[i]) &&
            clause_variables(splitter->clause, literal->atom->args[i]) &
                unknown &&
            is_function(splitter, literal->relation, i))
            return part->variables & unknown;
    return 0;
}

/* Whether BODY has at most one literal that changes, and all its variables have
 * one value when those of the head have theirs: then it has as many instances
 * as the head, and a relation of its own would only be another name. */
static bool is_only_a_name(const Splitter *splitter, const BodyParts *body,
                           VariableSet head_variables)
{
    VariableSet unknown = all_variables(body) & ~head_variables;
    size_t dynamic_count = 0;
    for (size_t i = 0; i < body->count; i++) {
        dynamic_count += is_dynamic(splitter, &body->items[i].literal);
        if (body->items[i].binder)
            return false;
    }
    for (bool has_progress = true; has_progress && unknown;) {
        has_progress = false;
        for (size_t i = 0; i < body->count; i++) {
            VariableSet determined =
                determined_by(splitter, &body->items[i], unknown);
            unknown &= ~determined;
            has_progress = has_progress || determined;
        }
    }
    return dynamic_count <= 1 && !unknown;
}

/* Puts back what BODY has other names for. */
static void inline_names(const Splitter *splitter, BodyParts *body)
{
    BodyParts parts = {0};
    for (size_t i = 0; i < body->count; i++) {
        const BodyPart *part = &body->items[i];
        const PartRelation *part_info =
            part->literal.kind == LITERAL_POSITIVE
                ? part_relation(splitter, part->literal.relation)
                : NULL;
        if (!part_info || !part_info->body_count)
            vec_push(&parts, *part);
        for (size_t k = 0; part_info && k < part_info->body_count; k++) {
            BodyPart inlined = part_info->body[k];
            inlined.binder = part->binder;
            vec_push(&parts, inlined);
        }
    }
    vec_free(body);
    *body = parts;
}

/* ---- new clauses ---- */

static void add_clause(Splitter *splitter, RelationId relation,
                       const Term *head, const BodyParts *body)
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
static BodyPart new_part_relation(Splitter *splitter, VariableSet variables)
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
    BodyPart part = {.literal = {LITERAL_POSITIVE, id,
                                 term_compound(terms, relation.symbol,
                                               args.count, args.items),
                                 NULL},
                     .variables = variables};
    vec_push(&splitter->relations, relation);
    vec_push(&splitter->part_relations, (PartRelation){0});
    vec_free(&args);
    return part;
}

/* ---- cutting ---- */

static void split(Splitter *splitter, RelationId relation, const Term *head,
                  VariableSet head_variables, BodyParts *body);

/* Literals from ELSEWHERE that bind what PARTS has only under not or distinct;
 * they hold anyway, since ELSEWHERE stays in the body. */
static void add_binders(BodyParts *parts, const BodyParts *elsewhere)
{
    for (;;) {
        VariableSet unbound = all_variables(parts) & ~bound_variables(parts);
        if (!unbound)
            return;
        VariableSet first = unbound & -unbound;
        const BodyPart *best = NULL;
        for (size_t i = 0; i < elsewhere->count; i++) {
            const BodyPart *part = &elsewhere->items[i];
            if (part->literal.kind == LITERAL_POSITIVE &&
                (part->variables & first) &&
                (!best ||
                 bits_count(part->variables) < bits_count(best->variables)))
                best = part;
        }
        assert(best); /* the clause is safe */
        BodyPart binder = *best;
        binder.binder = true;
        vec_push(parts, binder);
    }
}

/* What is asked of the whole is asked of a part that has all it is about. */
static void add_guards(const Splitter *splitter, BodyParts *parts,
                       const BodyParts *elsewhere)
{
    for (size_t i = 0; i < elsewhere->count; i++) {
        BodyPart guard = elsewhere->items[i];
        if (guard.literal.kind != LITERAL_POSITIVE ||
            guard.literal.relation < splitter->first_guard ||
            guard.literal.relation >= splitter->game->relation_count ||
            !guard.variables || (guard.variables & ~all_variables(parts)))
            continue;
        guard.binder = true;
        vec_push(parts, guard);
    }
}

/* Moves the literals of IS_SELECTED out of BODY into a relation over those
 * of their variables that are KEPT. */
static void extract(Splitter *splitter, BodyParts *body,
                    const bool *is_selected, VariableSet kept)
{
    BodyParts inside = {0}, outside = {0};
    for (size_t i = 0; i < body->count; i++) {
        if (is_selected[i])
            vec_push(&inside, body->items[i]);
        else
            vec_push(&outside, body->items[i]);
    }
    assert(inside.count && outside.count);
    VariableSet shared = all_variables(&inside) & kept;
    BodyPart part = new_part_relation(splitter, shared);
    add_binders(&inside, &outside);
    add_guards(splitter, &inside, &outside);
    vec_push(&outside, part);
    split(splitter, part.literal.relation, part.literal.atom, shared, &inside);
    vec_free_all(&inside, body);
    *body = outside;
}

/* Marks the literals that hang together with literal FIRST by LOCAL
 * variables; a binder belongs to whatever it binds. False if that is all. */
static bool select_component(const BodyParts *body, size_t first,
                             VariableSet local, bool *is_selected)
{
    VariableSet reached = body->items[first].variables;
    memset(is_selected, 0, body->count * sizeof *is_selected);
    is_selected[first] = true;
    for (bool has_progress = true; has_progress;) {
        has_progress = false;
        for (size_t i = 0; i < body->count; i++) {
            const BodyPart *part = &body->items[i];
            VariableSet linking = part->binder ? ~(VariableSet)0 : local;
            if (!is_selected[i] && (part->variables & reached & linking)) {
                is_selected[i] = has_progress = true;
                reached |= part->variables;
            }
        }
    }
    return memchr(is_selected, false, body->count);
}

/* Makes a component of the literals a relation of its own; false if there is
 * none. */
static bool split_off_component(Splitter *splitter, VariableSet head_variables,
                                BodyParts *body, bool *is_selected)
{
    VariableSet local = all_variables(body) & ~head_variables;
    for (size_t i = 0; i < body->count; i++) {
        if (!(body->items[i].variables & local) || body->items[i].binder ||
            !select_component(body, i, local, is_selected))
            continue;
        extract(splitter, body, is_selected, head_variables);
        return true;
    }
    return false;
}

/* The literals that have the variable, and how many variables they have
 * together; SIZE_MAX if leaving it out of them makes something larger. */
static size_t select_by_variable(const BodyParts *body, VariableSet variable,
                                 bool *is_selected)
{
    size_t largest = 0;
    bool is_everything = true;
    VariableSet together = 0;
    for (size_t i = 0; i < body->count; i++) {
        const BodyPart *part = &body->items[i];
        is_selected[i] = part->variables & variable;
        is_everything = is_everything && (is_selected[i] || part->binder);
        if (!is_selected[i])
            continue;
        together |= part->variables;
        if (bits_count(part->variables) > largest)
            largest = bits_count(part->variables);
    }
    size_t count = bits_count(together);
    return !is_everything && count - 1 <= largest ? count : SIZE_MAX;
}

/* Eliminates the variable that leaves the smallest relation; false if no
 * variable can be eliminated without loss. */
static bool eliminate_variable(Splitter *splitter, VariableSet head_variables,
                               BodyParts *body, bool *is_selected)
{
    VariableSet variables_in_body = all_variables(body), best = 0;
    size_t min_variables = SIZE_MAX;
    for (VariableSet remaining = variables_in_body & ~head_variables; remaining;
         remaining &= remaining - 1) {
        size_t variables =
            select_by_variable(body, remaining & -remaining, is_selected);
        if (variables < min_variables) {
            min_variables = variables;
            best = remaining & -remaining;
        }
    }
    if (!best)
        return false;
    select_by_variable(body, best, is_selected);
    extract(splitter, body, is_selected, variables_in_body & ~best);
    return true;
}

/* Cuts BODY as long as it pays, then adds what is left as a clause for HEAD, or
 * remembers it as what RELATION is another name for. */
static void split(Splitter *splitter, RelationId relation, const Term *head,
                  VariableSet head_variables, BodyParts *body)
{
    bool *is_selected = arena_array(splitter->arena, bool, body->count + 1);
    while (body->count > 1 &&
           (split_off_component(splitter, head_variables, body, is_selected) ||
            eliminate_variable(splitter, head_variables, body, is_selected)))
        continue;
    inline_names(splitter, body);
    PartRelation *part_info = part_relation(splitter, relation);
    for (size_t i = 0; part_info && i < body->count; i++)
        part_info->is_dynamic = part_info->is_dynamic ||
                                is_dynamic(splitter, &body->items[i].literal);
    if (part_info && is_only_a_name(splitter, body, head_variables)) {
        part_info->body_count = body->count;
        part_info->body = vec_finish(body, splitter->arena);
    } else {
        add_clause(splitter, relation, head, body);
    }
}

static void split_clause(Splitter *splitter, const Clause *clause)
{
    splitter->clause = clause;
    BodyParts body = {0};
    bool is_splittable = clause->variable_count <= MAX_VARIABLES;
    for (size_t i = 0; i < clause->count; i++) {
        BodyPart part = {.literal = clause->body[i]};
        part.variables =
            is_splittable ? clause_variables(clause, part.literal.atom) : 0;
        vec_push(&body, part);
    }
    if (is_splittable)
        split(splitter, clause->relation, clause->head,
              clause_variables(clause, clause->head), &body);
    else
        add_clause(splitter, clause->relation, clause->head, &body);
    vec_free(&body);
}

static Graph clauses_by_relation(const Game *game, Arena *arena)
{
    uint32_t *relation_of = arena_array(arena, uint32_t, game->clause_count);
    for (size_t i = 0; i < game->clause_count; i++)
        relation_of[i] = game->clauses[i].relation;
    return graph_members(arena, game->relation_count, relation_of,
                         game->clause_count);
}

Split split_clauses(const Game *game, size_t first_guard, Arena *arena)
{
    Splitter splitter = {.game = game,
                         .first_guard = (RelationId)first_guard,
                         .clauses_of = clauses_by_relation(game, arena),
                         .is_function =
                             arena_array(arena, Answer *, game->relation_count),
                         .arena = arena};
    Game *result = arena_copy(arena, game, sizeof *game);
    result->arena = arena;
    splitter.result = result;
    vec_append(&splitter.relations, game->relations, game->relation_count);
    each_clause (clause, game) {
        if (game->relations[clause->relation].changes_with != CHANGES_NEVER) {
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
    vec_free(&splitter.part_relations);
    return (Split){result, vec_finish(&splitter.binders, arena)};
}

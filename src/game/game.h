/* game.h - a game description that can be used
 *
 * A Game exists only if the text is usable: game_load returns it, or NULL with
 * diagnostics, and no later stage checks again. What it promises:
 *   - every clause is safe: each variable occurs in a positive literal. Where
 *     the author left one unbound, a literal for its domain was added, or a
 *     negative literal was replaced by one over a new relation, which says that
 *     some value makes the atom true;
 *   - bodies are flat: `or` was multiplied out, negation stands at atoms;
 *   - clauses are grouped so that going through the groups in order computes
 *     the standard model: whatever a literal can match is in the same group or
 *     an earlier one, and in an earlier one if the literal is negative;
 *   - legal, terminal and goal do not depend on does, init not on the state;
 *   - there is at least one role.
 */
#ifndef ZERMELO_GAME_GAME_H
#define ZERMELO_GAME_GAME_H

#include "base/graph.h"
#include "base/map.h"
#include "lang/rules.h"

typedef enum {
    KEYWORD_NONE,
    KEYWORD_ROLE,
    KEYWORD_INIT,
    KEYWORD_TRUE,
    KEYWORD_NEXT,
    KEYWORD_LEGAL,
    KEYWORD_DOES,
    KEYWORD_GOAL,
    KEYWORD_TERMINAL,
    KEYWORD_SEES,
    KEYWORD_BASE,
    KEYWORD_INPUT,
    KEYWORD_COUNT
} Keyword;

typedef uint32_t RelationId; /* an index into Game.relations */

/* When the extension of a relation can change. */
typedef enum {
    CHANGES_NEVER,
    CHANGES_WITH_POSITION,
    CHANGES_WITH_MOVES
} ChangesWith;

/* A symbol with an arity: a symbol with two arities is two relations. */
typedef struct {
    const Symbol *symbol;
    size_t arity;
    Keyword keyword;
    ChangesWith changes_with;
    uint32_t component;         /* of the dependency graph, lower first */
    bool recursive;             /* depends on itself */
    const Form *defined, *used; /* first occurrence in a head, in a body */
    bool read;                  /* used by a rule that is not about itself */
} Relation;

typedef enum {
    LITERAL_POSITIVE,
    LITERAL_NEGATIVE,
    LITERAL_DISTINCT, /* of the two arguments of its atom */
} LiteralKind;

typedef struct {
    LiteralKind kind;
    RelationId relation; /* not for LITERAL_DISTINCT */
    const Term *atom;
    const Form *form; /* NULL if it was added by us */
} Literal;

typedef struct {
    const Rule *rule; /* NULL if it was added by us */
    RelationId relation;
    const Term *head;
    Literal *body;
    size_t count;
    const Term **variables;
    size_t variable_count;
} Clause;

/* Clauses that are evaluated together, to a fixpoint if RECURSIVE. */
typedef struct {
    const uint32_t *clauses;
    size_t count;
    bool recursive;
    ChangesWith changes_with;
} Group;

typedef struct {
    Arena *arena;
    const Rules *rules;
    Terms *terms;
    Relation *relations;
    size_t relation_count;
    Map relation_map; /* for relation_find: those of the text, in ARENA */
    Clause *clauses;
    size_t clause_count;
    Group *groups;
    size_t group_count;
    RelationId keyword[KEYWORD_COUNT]; /* NO_RELATION: it does not occur */
    size_t symbol_count; /* later symbols do not occur in the rules */
    bool has_imperfect_information; /* GDL-II: `sees` or `random` is used */
} Game;

#define NO_RELATION UINT32_MAX

/* Loops over the clauses of a game, and over the body of a clause. */
#define each_clause(clause, game)                                              \
    for (const Clause *clause = (game)->clauses;                               \
         clause < (game)->clauses + (game)->clause_count; clause++)
#define each_literal(literal, clause)                                          \
    for (const Literal *literal = (clause)->body;                              \
         literal < (clause)->body + (clause)->count; literal++)

/* Puts usable RULES, their conditions and symbols into an order that depends
 * neither on names nor on the text (canonical_order.c). Forms are as before. */
void canonical_order(Rules *rules);

/* Judges RULES, reporting everything to DIAG; NULL if they cannot be used.
 * The Game lives in the arena of RULES. */
const Game *game_load(const Rules *rules, Diag *diag);

/* Reports what is more often meant than mistaken. GAME is what was made of
 * RULES, or NULL. */
void game_judge_pedantic(const Rules *rules, const Game *game, Diag *diag);

/* Finds anew, after clauses were changed, what relations change with, their
 * components, and the groups of clauses. */
void game_order(Game *game, Diag *diag);

/* Which relations ask for which: from heads to bodies, or the other way. */
Graph relation_graph(const Game *game, Arena *arena, bool from_bodies);

/* Notes which variables CLAUSE has. */
void find_variables(Game *game, Clause *clause);

/* The number of VARIABLE among those of CLAUSE, which has it. */
size_t clause_variable(const Clause *clause, const Term *variable);

/* The variables of TERM, a bit for each of CLAUSE, which has at most 64. */
typedef uint64_t VariableSet;
VariableSet clause_variables(const Clause *clause, const Term *term);

static inline Keyword clause_keyword(const Game *game, const Clause *clause)
{
    return game->relations[clause->relation].keyword;
}

/* KEYWORD_NONE for `distinct`. */
static inline Keyword literal_keyword(const Game *game, const Literal *literal)
{
    return literal->kind == LITERAL_DISTINCT
               ? KEYWORD_NONE
               : game->relations[literal->relation].keyword;
}

/* Whether its one argument is a feature, set or asked for. */
static inline bool is_feature_keyword(Keyword keyword)
{
    return keyword == KEYWORD_TRUE || keyword == KEYWORD_INIT ||
           keyword == KEYWORD_NEXT;
}

/* The relation of that name, or NO_RELATION. */
RelationId relation_find(const Game *game, const Symbol *symbol, size_t arity);

/* What a goal value is, for everybody: a constant of digits denotes a number;
 * from 0 to 100 it is a value, also with leading zeros. Anything else is none:
 * NO_GOAL_VALUE. goal_term is the usual spelling of VALUE. */
enum { NO_GOAL_VALUE = -1, MAX_GOAL_VALUE = 100 };
int goal_value(const Term *term);
const Term *goal_term(Terms *terms, int value);

/* The atom true(FEATURE). */
const Term *true_atom(Terms *terms, const Term *feature);

#endif

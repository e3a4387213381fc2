/* asp_clause.c - the clauses of a game as clingo writes them, and back
 *
 * In:   clauses of the split game, a level
 * Out:  text for clingo; atoms of its answers
 * Next: asp/asp.c puts programs together
 *
 * The temporal extension of Thielscher (2009), Definition 2: whatever changes
 * has its level as last argument, and next(F) is true(F) at the next level.
 * Start reading at asp_add_clause().
 */
#include "asp/asp_internal.h"

#include <assert.h>
#include <string.h>

/* ---- what changes with the level ---- */

/* The keywords have a level even where they never change. */
static ChangesWith least_change(Keyword keyword)
{
    switch (keyword) {
    case KEYWORD_LEGAL:
    case KEYWORD_TERMINAL:
    case KEYWORD_GOAL:
        return CHANGES_WITH_POSITION;
    case KEYWORD_NEXT:
    case KEYWORD_SEES:
        return CHANGES_WITH_MOVES;
    default:
        return CHANGES_NEVER;
    }
}

static bool asp_is_timed(const Relation *relation)
{
    return relation->changes_with != CHANGES_NEVER;
}

/* What a clause defines changes with whatever it reads changes with. */
static void raise_changes(Game *game)
{
    Relation *relations = game->relations;
    for (size_t i = 0; i < game->relation_count; i++)
        if (relations[i].changes_with < least_change(relations[i].keyword))
            relations[i].changes_with = least_change(relations[i].keyword);
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        each_clause (clause, game)
            each_literal (literal, clause) {
                Relation *head = &relations[clause->relation];
                if (literal->kind == LITERAL_DISTINCT ||
                    relations[literal->relation].changes_with <=
                        head->changes_with)
                    continue;
                head->changes_with = relations[literal->relation].changes_with;
                has_changed = true;
            }
    }
}

/* ---- names of relations ---- */

/* They keep their names, whatever the game does with these symbols in other
 * arities. */
const TimedKeyword timed_keywords[TIMED_KEYWORDS] = {
    {"does", 2}, {"legal", 2}, {"terminal", 0}, {"goal", 2}, {"sees", 2}};

static const TimedKeyword *timed_keyword(const char *name)
{
    for (size_t i = 0; i < TIMED_KEYWORDS; i++)
        if (strcmp(timed_keywords[i].name, name) == 0)
            return &timed_keywords[i];
    return NULL;
}

bool asp_has_times(const Asp *asp)
{
    return asp->options.kind != ASP_PROOF;
}

static const char *truth_name(AspKind kind)
{
    return kind == ASP_PROOF ? "true" : "holds";
}

const char *asp_truth_name(const Asp *asp)
{
    return truth_name(asp->options.kind);
}

static size_t printed_arity(const Relation *relation)
{
    return relation->arity + asp_is_timed(relation);
}

/* p/1 with a level and p/2 without would be one relation for clingo. */
static bool name_collides(const Asp *asp, const Relation *relation)
{
    if (relation->keyword != KEYWORD_NONE)
        return false;
    if (timed_keyword(relation->symbol->name) ||
        strcmp(relation->symbol->name, asp_truth_name(asp)) == 0 ||
        strcmp(relation->symbol->name, "query") == 0) /* of incmode */
        return true;
    for (size_t i = 0; i < asp->original->relation_count; i++) {
        const Relation *candidate = &asp->game->relations[i];
        if (candidate != relation && candidate->symbol == relation->symbol &&
            printed_arity(candidate) == printed_arity(relation))
            return true;
    }
    return false;
}

void asp_name_relations(Asp *asp)
{
    assert(asp->game->relation_count >= asp->original->relation_count);
    raise_changes(asp->game);
    asp->name_has_arity =
        arena_array(asp->arena, bool, asp->game->relation_count);
    for (RelationId id = 0; id < asp->original->relation_count; id++)
        asp->name_has_arity[id] = name_collides(asp, &asp->game->relations[id]);
}

static void add_relation_name(Text *out, const Asp *asp, RelationId id)
{
    const Relation *relation = &asp->game->relations[id];
    if (id >= asp->original->relation_count) { /* "part 7" becomes _part7 */
        const char *name = relation->symbol->name;
        text_addf(out, "_%.*s%s", (int)strcspn(name, " "), name,
                  strchr(name, ' ') + 1);
        return;
    }
    asp_name(out, relation->symbol);
    if (asp->name_has_arity[id])
        text_addf(out, "A%zu", relation->arity);
}

void asp_add_signature(Text *out, const Asp *asp, RelationId id)
{
    text_adds(out, "#defined ");
    add_relation_name(out, asp, id);
    text_addf(out, "/%zu.\n", printed_arity(&asp->game->relations[id]));
}

/* ---- levels ---- */

static void add_level(Text *out, const Asp *asp, size_t level)
{
    assert(level >= LEVEL_BEFORE_T || level <= asp->options.horizon);
    if (level == LEVEL_T)
        text_addc(out, 'T');
    else if (level >= LEVEL_BEFORE_T)
        text_adds(out, level == LEVEL_AFTER_T ? "T+1" : "T-1");
    else
        text_addf(out, "%zu", level + asp_has_times(asp));
}

void asp_add_at(Text *out, const Asp *asp, size_t level, const char *template)
{
    for (const char *c = template; *c; c++)
        if (*c != '@') {
            text_addc(out, *c);
        } else if (c[1] == '-' || c[1] == '+') {
            c++;
            add_level(out, asp, *c == '-' ? level - 1 : level + 1);
        } else {
            add_level(out, asp, level);
        }
}

/* ---- clauses ---- */

typedef struct {
    const Clause *clause;
    size_t *occurrences; /* of its variables */
} Scope;

static void count_variables(Scope *scope, const Term *term)
{
    if (term_is_ground(term))
        return;
    if (term_is_variable(term))
        scope->occurrences[clause_variable(scope->clause, term)]++;
    for (size_t i = 0; i < term->arity; i++)
        count_variables(scope, term->args[i]);
}

static bool is_plain_variable(const char *name)
{
    if (!(name[0] >= 'a' && name[0] <= 'z'))
        return false;
    return name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_")] == '\0';
}

/* A variable that occurs once is written _, and gringo projects it away. */
static void add_variable(Text *out, void *context, const Term *variable)
{
    const Scope *scope = context;
    size_t index = clause_variable(scope->clause, variable);
    const char *name = variable->symbol->name + 1; /* behind the "?" */
    assert(scope->occurrences[index] > 0);
    if (scope->occurrences[index] == 1) {
        text_addc(out, '_');
    } else if (strcmp(name, "t") == 0) {
        text_adds(out, "_T"); /* T is the level */
    } else if (is_plain_variable(name)) {
        text_addc(out, ascii_upper(name[0]));
        text_adds(out, name + 1);
    } else {
        text_addf(out, "_V%zu", index + 1);
    }
}

static void add_arguments(Text *out, const Asp *asp, Scope *scope,
                          const Term *atom, bool is_timed, size_t level)
{
    for (size_t i = 0; i < atom->arity; i++) {
        text_addc(out, i ? ',' : '(');
        asp_open_term(out, atom->args[i], add_variable, scope);
    }
    if (is_timed)
        asp_add_at(out, asp, level, atom->arity ? ",@" : "(@");
    if (is_timed || atom->arity)
        text_addc(out, ')');
}

static void add_atom(Text *out, const Asp *asp, Scope *scope, RelationId id,
                     const Term *atom, size_t level)
{
    const Relation *relation = &asp->game->relations[id];
    if (relation->keyword == KEYWORD_NEXT)
        level++;
    if (relation->keyword == KEYWORD_NEXT || relation->keyword == KEYWORD_TRUE)
        text_adds(out, asp_truth_name(asp));
    else
        add_relation_name(out, asp, id);
    add_arguments(out, asp, scope, atom, asp_is_timed(relation), level);
}

static void add_literal(Text *out, const Asp *asp, Scope *scope,
                        const Literal *literal, size_t level)
{
    if (literal->kind == LITERAL_DISTINCT) {
        asp_open_term(out, literal->atom->args[0], add_variable, scope);
        text_adds(out, " != ");
        asp_open_term(out, literal->atom->args[1], add_variable, scope);
        return;
    }
    if (literal->kind == LITERAL_NEGATIVE)
        text_adds(out, "not ");
    add_atom(out, asp, scope, literal->relation, literal->atom, level);
}

/* Whether a literal that only levels with a move have, or any level if
 * NEEDS_MOVE is false, says what T is. */
static bool binds_level(const Asp *asp, const Clause *clause, bool needs_move)
{
    each_literal (literal, clause) {
        ChangesWith changes_with =
            literal->kind == LITERAL_POSITIVE
                ? asp->game->relations[literal->relation].changes_with
                : CHANGES_NEVER;
        if (changes_with == CHANGES_WITH_MOVES ||
            (!needs_move && changes_with == CHANGES_WITH_POSITION))
            return true;
    }
    return false;
}

/* What a rule for any level must say of T besides. */
static const char *level_condition(const Asp *asp, const Clause *clause)
{
    if (asp->time_condition)
        return asp->time_condition;
    bool is_move_rule = asp->game->relations[clause->relation].changes_with ==
                        CHANGES_WITH_MOVES;
    if (binds_level(asp, clause, is_move_rule))
        return NULL;
    return is_move_rule ? "_step(T)" : "_time(T)";
}

void asp_add_clause(Text *out, const Asp *asp, const Clause *clause,
                    size_t level)
{
    ArenaMark mark = arena_mark(asp->arena);
    Scope scope = {clause,
                   arena_array(asp->arena, size_t, clause->variable_count)};
    const char *condition =
        level == LEVEL_T ? level_condition(asp, clause) : NULL;
    count_variables(&scope, clause->head);
    each_literal (literal, clause)
        count_variables(&scope, literal->atom);
    add_atom(out, asp, &scope, clause->relation, clause->head, level);
    for (size_t i = 0; i < clause->count; i++) {
        text_adds(out, i ? ", " : " :- ");
        add_literal(out, asp, &scope, &clause->body[i], level);
    }
    if (condition)
        text_addf(out, "%s%s", clause->count ? ", " : " :- ", condition);
    text_adds(out, ".\n");
    arena_rewind(asp->arena, mark);
}

/* Keywords may be asked for that the rules do not have. */
void asp_atom(Text *out, const Asp *asp, const Term *atom, size_t level)
{
    RelationId id = relation_find(asp->original, atom->symbol, atom->arity);
    if (id != NO_RELATION) {
        add_atom(out, asp, NULL, id, atom, level);
        return;
    }
    const TimedKeyword *keyword = timed_keyword(atom->symbol->name);
    bool is_truth = term_is_named(atom, "true", 1);
    if (is_truth)
        text_adds(out, asp_truth_name(asp));
    else
        asp_name(out, atom->symbol);
    add_arguments(out, asp, NULL, atom,
                  is_truth || (keyword && keyword->arity == atom->arity),
                  level);
}

/* ---- reading ---- */

static bool read_level(const Term *term, size_t first, size_t *level)
{
    char *end;
    size_t printed_level = strtoul(term->symbol->name, &end, 10);
    *level = printed_level - first;
    return !term->arity && *end == '\0' && printed_level >= first;
}

const Term *asp_read_atom(Terms *terms, AspKind kind, const char *text,
                          size_t *level)
{
    const Term *timed = asp_read_term(terms, &text);
    if (!timed || *text)
        return NULL;
    bool is_truth = term_is_named(timed, truth_name(kind), 2);
    if (!is_truth && !term_is_named(timed, "does", 3))
        return NULL;
    size_t arity = timed->arity - 1u; /* without the level */
    if (!read_level(timed->args[arity], kind != ASP_PROOF, level))
        return NULL;
    return is_truth ? true_atom(terms, timed->args[0])
                    : term_compound(terms, timed->symbol, arity, timed->args);
}

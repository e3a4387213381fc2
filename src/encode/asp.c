/* asp.c - games as answer set programs
 *
 * In:   a Game, and which of its atoms matter at which level
 * Out:  text for clingo
 * Next: encode/clingo.c asks it
 *
 * Levels are written out, so that gringo sees a program that is stratified
 * from one level to the next: whatever follows from a position that is given
 * is computed while grounding. Start reading at asp_rules().
 */
#include "encode/asp.h"

#include "encode/asp_cone.h"
#include "encode/asp_name.h"
#include "ground/split.h"

#include <assert.h>
#include <string.h>

struct Asp {
    Arena *arena;
    const Game *given; /* as it was loaded */
    Game *game;        /* split; the relations of GIVEN come first */
    AspOptions options;
    Cone *cone;
    bool *numbered; /* by relation: its arity is part of its name */
};

/* ---- what changes with the level ---- */

/* The keywords have a level even where they never change (002, after
 * Definition 2). */
static Phase least_phase(Keyword keyword)
{
    switch (keyword) {
    case KEYWORD_LEGAL:
    case KEYWORD_TERMINAL:
    case KEYWORD_GOAL:
        return PHASE_STATE;
    case KEYWORD_NEXT:
    case KEYWORD_SEES:
        return PHASE_MOVE;
    default:
        return PHASE_STATIC;
    }
}

static bool is_timed(const Relation *relation)
{
    return relation->phase != PHASE_STATIC;
}

/* Raises the phase of what a clause defines to that of all it reads. */
static bool raise_phase(Game *game, const Clause *clause)
{
    Relation *head = &game->relations[clause->relation];
    Phase before = head->phase;
    for (size_t i = 0; i < clause->count; i++) {
        const Literal *literal = &clause->body[i];
        if (literal->kind != LITERAL_DISTINCT &&
            game->relations[literal->relation].phase > head->phase)
            head->phase = game->relations[literal->relation].phase;
    }
    return head->phase != before;
}

static void find_timed(Game *game)
{
    for (size_t i = 0; i < game->relation_count; i++) {
        Relation *relation = &game->relations[i];
        if (relation->phase < least_phase(relation->keyword))
            relation->phase = least_phase(relation->keyword);
    }
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < game->clause_count; i++)
            more = raise_phase(game, &game->clauses[i]) || more;
    }
}

/* ---- names of relations ---- */

/* Keywords keep their names, whatever the game does with these symbols in
 * other arities. */
typedef struct {
    const char *name;
    size_t arity;
} KeywordName;

static const KeywordName timed_keywords[] = {{"true", 1},  {"does", 2},
                                             {"legal", 2}, {"terminal", 0},
                                             {"goal", 2},  {"sees", 2}};

enum { TIMED_KEYWORDS = sizeof timed_keywords / sizeof *timed_keywords };

static const KeywordName *timed_keyword(const char *name)
{
    for (size_t i = 0; i < TIMED_KEYWORDS; i++)
        if (strcmp(timed_keywords[i].name, name) == 0)
            return &timed_keywords[i];
    return NULL;
}

static size_t printed_arity(const Relation *relation)
{
    return relation->arity + is_timed(relation);
}

/* p/1 with a level and p/2 without would be one relation for clingo. */
static bool collides(const Asp *asp, const Relation *relation)
{
    if (relation->keyword != KEYWORD_NONE)
        return false;
    if (timed_keyword(relation->symbol->name))
        return true;
    for (size_t i = 0; i < asp->given->relation_count; i++) {
        const Relation *other = &asp->game->relations[i];
        if (other != relation && other->symbol == relation->symbol &&
            printed_arity(other) == printed_arity(relation))
            return true;
    }
    return false;
}

static void add_relation_name(Text *out, const Asp *asp, RelationId id)
{
    if (id >= asp->given->relation_count) {
        text_addf(out, "_part%zu", id - asp->given->relation_count + 1);
        return;
    }
    const Relation *relation = &asp->game->relations[id];
    asp_name(out, relation->symbol);
    if (asp->numbered[id])
        text_addf(out, "A%zu", relation->arity);
}

/* ---- clauses ---- */

typedef struct {
    const Clause *clause;
    size_t *occurrences; /* of its variables */
} Scope;

static size_t variable_index(const Clause *clause, const Term *variable)
{
    size_t i = 0;
    while (clause->variables[i] != variable)
        i++;
    assert(i < clause->variable_count);
    return i;
}

static void count_variables(Scope *scope, const Term *term)
{
    if (term_is_ground(term))
        return;
    if (term_is_variable(term))
        scope->occurrences[variable_index(scope->clause, term)]++;
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
    size_t index = variable_index(scope->clause, variable);
    const char *name = variable->symbol->name + 1; /* behind the "?" */
    if (scope->occurrences[index] == 1) {
        text_addc(out, '_');
    } else if (is_plain_variable(name)) {
        text_addc(out, ascii_upper(name[0]));
        text_adds(out, name + 1);
    } else {
        text_addf(out, "_V%zu", index + 1);
    }
}

static void add_arguments(Text *out, Scope *scope, const Term *atom, bool timed,
                          size_t level)
{
    for (size_t i = 0; i < atom->arity; i++) {
        text_addc(out, i ? ',' : '(');
        asp_open_term(out, atom->args[i], add_variable, scope);
    }
    if (timed)
        text_addf(out, "%c%zu", atom->arity ? ',' : '(', level);
    if (timed || atom->arity)
        text_addc(out, ')');
}

/* next(F) is true(F) at the next level. */
static void add_atom(Text *out, const Asp *asp, Scope *scope, RelationId id,
                     const Term *atom, size_t level)
{
    const Relation *relation = &asp->game->relations[id];
    if (relation->keyword == KEYWORD_NEXT) {
        text_adds(out, "true");
        level++;
    } else {
        add_relation_name(out, asp, id);
    }
    add_arguments(out, scope, atom, is_timed(relation), level);
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

static void add_clause(Text *out, const Asp *asp, const Clause *clause,
                       size_t level)
{
    ArenaMark mark = arena_mark(asp->arena);
    Scope scope = {clause,
                   arena_array(asp->arena, size_t, clause->variable_count)};
    count_variables(&scope, clause->head);
    for (size_t i = 0; i < clause->count; i++)
        count_variables(&scope, clause->body[i].atom);
    add_atom(out, asp, &scope, clause->relation, clause->head, level);
    for (size_t i = 0; i < clause->count; i++) {
        text_adds(out, i ? ", " : " :- ");
        add_literal(out, asp, &scope, &clause->body[i], level);
    }
    text_adds(out, ".\n");
    arena_rewind(asp->arena, mark);
}

/* ---- the parts of programs ---- */

static void add_static_rules(Text *out, const Asp *asp)
{
    const Game *game = asp->game;
    text_adds(out, "% What never changes has no level (002, after "
                   "Definition 2)\n");
    for (size_t i = 0; i < game->clause_count; i++)
        if (!is_timed(&game->relations[game->clauses[i].relation]) &&
            cone_has_clause(asp->cone, &game->clauses[i], 0))
            add_clause(out, asp, &game->clauses[i], 0);
}

static void add_level(Text *out, const Asp *asp, size_t level)
{
    const Game *game = asp->game;
    for (size_t i = 0; i < game->clause_count; i++)
        if (is_timed(&game->relations[game->clauses[i].relation]) &&
            cone_has_clause(asp->cone, &game->clauses[i], level))
            add_clause(out, asp, &game->clauses[i], level);
}

static void add_signature(Text *out, const Asp *asp, RelationId id)
{
    text_adds(out, "#defined ");
    add_relation_name(out, asp, id);
    text_addf(out, "/%zu.\n", printed_arity(&asp->game->relations[id]));
}

/* Whatever has no rule is false: clingo need not wonder. */
static void add_defined(Text *out, const Asp *asp)
{
    const Game *game = asp->game;
    bool *ruled = arena_array(asp->arena, bool, game->relation_count);
    for (size_t i = 0; i < game->clause_count; i++)
        ruled[game->clauses[i].relation] = true;
    text_adds(out, "% What may be without a rule\n");
    for (size_t i = 0; i < TIMED_KEYWORDS; i++)
        text_addf(out, "#defined %s/%zu.\n", timed_keywords[i].name,
                  timed_keywords[i].arity + 1);
    for (RelationId id = 0; id < game->relation_count; id++)
        if (!ruled[id] && game->relations[id].keyword == KEYWORD_NONE)
            add_signature(out, asp, id);
}

void asp_rules(Text *out, Asp *asp)
{
    size_t horizon = asp->options.horizon;
    cone_close(asp->cone);
    text_addf(out, "%% The temporal extension G_%zu (004, Definition 5), %s\n",
              horizon, asp->options.whole ? "whole" : "as far as it is needed");
    add_static_rules(out, asp);
    for (size_t level = 0; level <= horizon; level++) {
        text_addf(out, "%% Level %zu%s\n", level,
                  level == horizon ? ", the last: nothing that depends on "
                                     "moves (001, section 2.2)"
                                   : "");
        add_level(out, asp, level);
    }
    add_defined(out, asp);
}

void asp_position(Text *out, Asp *asp, const Term *const *features,
                  size_t count)
{
    cone_close(asp->cone);
    text_adds(out, "% The position at level 0: S^true(0) (004, Theorem 1)\n");
    for (size_t i = 0; i < count; i++) {
        if (!cone_has_feature(asp->cone, features[i], 0))
            continue;
        text_adds(out, "true(");
        asp_term(out, features[i]);
        text_adds(out, ",0).\n");
    }
}

static bool is_control(const Term *feature)
{
    return feature->arity == 1 && strcmp(feature->symbol->name, "control") == 0;
}

void asp_generator(Text *out, Asp *asp, const Term *const *features,
                   size_t count, bool one_control)
{
    bool control = false;
    cone_close(asp->cone);
    text_adds(out, "% Any position at level 0: S^gen (001, section 3)\n");
    for (size_t i = 0; i < count; i++) {
        if (!cone_has_feature(asp->cone, features[i], 0))
            continue;
        control = control || is_control(features[i]);
        text_adds(out, "_feature(");
        asp_term(out, features[i]);
        text_adds(out, ").\n");
    }
    text_adds(out, "#defined _feature/1.\n{ true(F,0) : _feature(F) }.\n");
    if (one_control && control)
        text_adds(out, "% of these, at most one for control\n"
                       ":- 2 { true(control(R),0) : _feature(control(R)) }.\n");
}

void asp_legal(Text *out, Asp *asp)
{
    bool beyond = asp->options.beyond_terminal;
    text_addf(out, "%% Every role makes one legal move: P^legal (%s)\n",
              beyond ? "000, clauses (2): in terminal positions, too"
                     : "001, c1 to c4, the moves chosen among the legal ones");
    for (size_t level = 0; level < asp->options.horizon; level++) {
        if (!beyond)
            text_addf(out, "_terminated(%zu) :- terminal(%zu).\n", level,
                      level);
        if (!beyond && level)
            text_addf(out, "_terminated(%zu) :- _terminated(%zu).\n", level,
                      level - 1);
        text_addf(out, "1 { does(R,M,%zu) : legal(R,M,%zu) } 1 :- role(R)",
                  level, level);
        if (!beyond)
            text_addf(out, ", not _terminated(%zu)", level);
        text_adds(out, ".\n");
    }
}

/* ---- atoms ---- */

void asp_need(Asp *asp, const Term *atom, size_t level)
{
    RelationId id = relation_find(asp->given, atom->symbol, atom->arity);
    const KeywordName *keyword = timed_keyword(atom->symbol->name);
    if (keyword == timed_keywords && atom->arity == 1) /* true */
        cone_need_feature(asp->cone, atom->args[0], level);
    else
        cone_need(asp->cone, id, level);
}

void asp_atom(Text *out, const Asp *asp, const Term *atom, size_t level)
{
    RelationId id = relation_find(asp->given, atom->symbol, atom->arity);
    if (id != NO_RELATION) {
        add_atom(out, asp, NULL, id, atom, level);
        return;
    }
    const KeywordName *keyword = timed_keyword(atom->symbol->name);
    asp_name(out, atom->symbol);
    add_arguments(out, NULL, atom, keyword && keyword->arity == atom->arity,
                  level);
}

/* The relation whose name begins with SYMBOL and goes on with SUFFIX. */
static RelationId read_relation(const Asp *asp, const Symbol *symbol,
                                const char *suffix, size_t arity)
{
    bool numbered = *suffix == 'A';
    size_t number = numbered ? strtoul(suffix + 1, NULL, 10) : 0;
    for (RelationId id = 0; id < asp->given->relation_count; id++) {
        const Relation *relation = &asp->game->relations[id];
        if (relation->symbol == symbol && asp->numbered[id] == numbered &&
            printed_arity(relation) == arity &&
            (!numbered || relation->arity == number))
            return id;
    }
    return NO_RELATION;
}

static bool read_level(const Term *term, size_t *level)
{
    char *end;
    *level = strtoul(term->symbol->name, &end, 10);
    return !term->arity && *end == '\0';
}

const Term *asp_read_atom(const Asp *asp, const char *text, size_t *level)
{
    Terms *terms = asp->given->terms;
    const char *c = text;
    const Symbol *symbol = asp_read_name(terms, &c);
    if (!symbol)
        return NULL;
    const char *behind = strchrnul(c, '(');
    Text anonymous = {0}; /* the arguments, under a name of no matter */
    text_addf(&anonymous, "a%s", behind);
    const char *arguments = anonymous.bytes;
    const Term *whole = asp_read_term(terms, &arguments);
    bool read = whole && !*arguments;
    text_free(&anonymous);
    if (!read)
        return NULL;
    RelationId id = read_relation(asp, symbol, c, whole->arity);
    const KeywordName *keyword = timed_keyword(symbol->name);
    bool timed = id != NO_RELATION
                     ? is_timed(&asp->game->relations[id])
                     : keyword && keyword->arity + 1 == whole->arity;
    *level = 0;
    if (id == NO_RELATION && !timed)
        return NULL;
    if (timed && !read_level(whole->args[whole->arity - 1], level))
        return NULL;
    return whole->arity - timed
               ? term_compound(terms, symbol, whole->arity - timed, whole->args)
               : term_constant(terms, symbol);
}

/* ---- making ---- */

static void need_moves(Asp *asp)
{
    const Game *game = asp->game;
    for (size_t level = 0; level < asp->options.horizon; level++) {
        cone_need(asp->cone, game->keyword[KEYWORD_LEGAL], level);
        cone_need(asp->cone, game->keyword[KEYWORD_ROLE], level);
        if (!asp->options.beyond_terminal)
            cone_need(asp->cone, game->keyword[KEYWORD_TERMINAL], level);
    }
}

/* The game with its rules split, in ARENA; relations are numbered as before,
 * new ones behind. */
static Game *copy_game(const Game *game, Arena *arena, bool plain)
{
    Diag ignored; /* whatever it says was said when the game was loaded */
    if (plain) {
        Game *copy = arena_copy(arena, game, sizeof *game);
        copy->relations =
            arena_copy(arena, game->relations,
                       game->relation_count * sizeof *game->relations);
        return copy;
    }
    Game *copy = split_clauses(game, arena).game;
    diag_init(&ignored, arena);
    game_order(copy, &ignored);
    diag_clear(&ignored);
    return copy;
}

Asp *asp_new(const Game *game, const AspOptions *options)
{
    Arena *arena = arena_new();
    Asp *asp = arena_alloc(arena, sizeof *asp);
    asp->arena = arena;
    asp->given = game;
    asp->options = *options;
    asp->game = copy_game(game, arena, options->plain);
    find_timed(asp->game);
    asp->numbered = arena_array(arena, bool, asp->game->relation_count);
    for (RelationId id = 0; id < game->relation_count; id++)
        asp->numbered[id] = collides(asp, &asp->game->relations[id]);
    asp->cone = cone_new(arena, asp->game, options->horizon);
    need_moves(asp);
    if (options->whole)
        cone_need_all(asp->cone);
    return asp;
}

void asp_free(Asp *asp)
{
    if (asp)
        arena_free(asp->arena);
}

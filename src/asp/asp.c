/* asp.c - games as answer set programs
 *
 * In:   a Game, and which of its atoms matter at which level
 * Out:  text for clingo
 * Next: asp/clingo.c asks it
 *
 * Levels are written out, so that gringo sees a program that is stratified
 * from one level to the next: whatever follows from a position that is given
 * is computed while grounding. Start reading at asp_rules().
 */
#include "asp/asp.h"

#include "analysis/domain.h"
#include "asp/asp_cone.h"
#include "asp/asp_name.h"
#include "asp/asp_split.h"

#include <assert.h>
#include <string.h>

struct Asp {
    Arena *arena;
    const Game *given; /* as it was loaded */
    Game *game;        /* split; the relations of GIVEN come first */
    AspOptions options;
    Cone *cone;
    bool *numbered;   /* by relation: its arity is part of its name */
    const char *shot; /* which T a rule is about; NULL: any */
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

static const KeywordName timed_keywords[] = {
    {"does", 2}, {"legal", 2}, {"terminal", 0}, {"goal", 2}, {"sees", 2}};

enum { TIMED_KEYWORDS = sizeof timed_keywords / sizeof *timed_keywords };

static const KeywordName *timed_keyword(const char *name)
{
    for (size_t i = 0; i < TIMED_KEYWORDS; i++)
        if (strcmp(timed_keywords[i].name, name) == 0)
            return &timed_keywords[i];
    return NULL;
}

/* What true(F) is called when it has a level. */
static const char *truth(const Asp *asp)
{
    return asp->options.holds ? "holds" : "true";
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
    if (timed_keyword(relation->symbol->name) ||
        strcmp(relation->symbol->name, truth(asp)) == 0 ||
        strcmp(relation->symbol->name, "query") == 0) /* of incmode */
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
    const Relation *relation = &asp->game->relations[id];
    if (id >= asp->given->relation_count) { /* "part 7" */
        const char *name = relation->symbol->name;
        text_addf(out, "_%.*s%s", (int)strcspn(name, " "), name,
                  strchr(name, ' ') + 1);
        return;
    }
    asp_name(out, relation->symbol);
    if (asp->numbered[id])
        text_addf(out, "A%zu", relation->arity);
}

/* ---- levels ---- */

/* In a rule for any level: it, and the one behind. */
#define LEVEL_T (SIZE_MAX - 1)
#define NEXT_T  SIZE_MAX

static void add_level(Text *out, const Asp *asp, size_t level)
{
    if (level == LEVEL_T)
        text_addc(out, 'T');
    else if (level == NEXT_T)
        text_adds(out, "T+1");
    else
        text_addf(out, "%zu", level + asp->options.holds);
}

/* NAME(LEVEL) */
static void add_at(Text *out, const Asp *asp, const char *name, size_t level)
{
    text_addf(out, "%s(", name);
    add_level(out, asp, level);
    text_addc(out, ')');
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
                          const Term *atom, bool timed, size_t level)
{
    for (size_t i = 0; i < atom->arity; i++) {
        text_addc(out, i ? ',' : '(');
        asp_open_term(out, atom->args[i], add_variable, scope);
    }
    if (timed) {
        text_addc(out, atom->arity ? ',' : '(');
        add_level(out, asp, level);
    }
    if (timed || atom->arity)
        text_addc(out, ')');
}

/* next(F) is true(F) at the next level. */
static void add_atom(Text *out, const Asp *asp, Scope *scope, RelationId id,
                     const Term *atom, size_t level)
{
    const Relation *relation = &asp->game->relations[id];
    if (relation->keyword == KEYWORD_NEXT)
        level++;
    if (relation->keyword == KEYWORD_NEXT || relation->keyword == KEYWORD_TRUE)
        text_adds(out, truth(asp));
    else
        add_relation_name(out, asp, id);
    add_arguments(out, asp, scope, atom, is_timed(relation), level);
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

/* Whether a literal that only levels with a move have, or any level if MOVE is
 * false, says what T is. */
static bool binds_level(const Asp *asp, const Clause *clause, bool move)
{
    for (size_t i = 0; i < clause->count; i++) {
        const Literal *literal = &clause->body[i];
        Phase phase = literal->kind == LITERAL_POSITIVE
                          ? asp->game->relations[literal->relation].phase
                          : PHASE_STATIC;
        if (phase == PHASE_MOVE || (!move && phase == PHASE_STATE))
            return true;
    }
    return false;
}

/* What a rule for any level must say of T besides. */
static const char *level_condition(const Asp *asp, const Clause *clause)
{
    if (asp->shot)
        return asp->shot;
    bool move = asp->game->relations[clause->relation].phase == PHASE_MOVE;
    if (binds_level(asp, clause, move))
        return NULL;
    return move ? "_step(T)" : "_time(T)";
}

static void add_clause(Text *out, const Asp *asp, const Clause *clause,
                       size_t level)
{
    ArenaMark mark = arena_mark(asp->arena);
    Scope scope = {clause,
                   arena_array(asp->arena, size_t, clause->variable_count)};
    const char *condition =
        level == LEVEL_T ? level_condition(asp, clause) : NULL;
    count_variables(&scope, clause->head);
    for (size_t i = 0; i < clause->count; i++)
        count_variables(&scope, clause->body[i].atom);
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

static void add_timed_rules(Text *out, const Asp *asp, size_t level)
{
    const Game *game = asp->game;
    size_t of_cone = level == LEVEL_T ? 0 : level;
    for (size_t i = 0; i < game->clause_count; i++)
        if (is_timed(&game->relations[game->clauses[i].relation]) &&
            cone_has_clause(asp->cone, &game->clauses[i], of_cone))
            add_clause(out, asp, &game->clauses[i], level);
}

/* Those of one position only, or those that lead to the next one. */
static void add_shot_rules(Text *out, const Asp *asp, bool moves)
{
    const Game *game = asp->game;
    for (size_t i = 0; i < game->clause_count; i++) {
        const Relation *relation = &game->relations[game->clauses[i].relation];
        bool leads_on =
            relation->phase == PHASE_MOVE || relation->keyword == KEYWORD_NEXT;
        if (is_timed(relation) && leads_on == moves &&
            cone_has_clause(asp->cone, &game->clauses[i], 0))
            add_clause(out, asp, &game->clauses[i], LEVEL_T);
    }
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
    text_addf(out, "%% What may be without a rule\n#defined %s/2.\n",
              truth(asp));
    for (size_t i = 0; i < TIMED_KEYWORDS; i++)
        text_addf(out, "#defined %s/%zu.\n", timed_keywords[i].name,
                  timed_keywords[i].arity + 1);
    for (RelationId id = 0; id < game->relation_count; id++)
        if (!ruled[id] && game->relations[id].keyword == KEYWORD_NONE)
            add_signature(out, asp, id);
}

static void add_levels(Text *out, const Asp *asp)
{
    size_t horizon = asp->options.horizon;
    for (size_t level = 0; level <= horizon; level++) {
        text_addf(out, "%% Level %zu%s\n", level + asp->options.holds,
                  level == horizon ? ", the last: nothing that depends on "
                                     "moves (001, section 2.2)"
                                   : "");
        add_timed_rules(out, asp, level);
    }
}

static void add_any_level(Text *out, const Asp *asp)
{
    size_t first = asp->options.holds, last = asp->options.horizon + first;
    text_addf(out,
              "%% Time, and those times at which moves are made\n"
              "_time(%zu..%zu).\n_step(T) :- _time(T), T < %zu.\n"
              "%% What holds at time T, and at T+1\n",
              first, last, last);
    add_timed_rules(out, asp, LEVEL_T);
}

void asp_rules(Text *out, Asp *asp)
{
    cone_close(asp->cone);
    if (asp->options.holds)
        text_adds(out, "% The temporal extension ext(G) (002, Definition 2)");
    else
        text_addf(out, "%% The temporal extension G_%zu (004, Definition 5)",
                  asp->options.horizon);
    text_addf(out, ", %s\n",
              asp->options.whole ? "whole" : "as far as it is needed");
    add_static_rules(out, asp);
    if (asp->options.variable)
        add_any_level(out, asp);
    else
        add_levels(out, asp);
    add_defined(out, asp);
}

void asp_position(Text *out, Asp *asp, const Term *const *features,
                  size_t count)
{
    ArenaMark mark = arena_mark(asp->arena);
    const Term **sorted =
        arena_copy(asp->arena, features, count * sizeof *features);
    sort_terms(sorted, count);
    cone_close(asp->cone);
    text_adds(out, "% The position to begin with: S^true (004, Theorem 1)\n");
    for (size_t i = 0; i < count; i++) {
        if (!cone_has_feature(asp->cone, sorted[i], 0))
            continue;
        text_addf(out, "%s(", truth(asp));
        asp_term(out, sorted[i]);
        text_addf(out, ",%d).\n", asp->options.holds);
    }
    arena_rewind(asp->arena, mark);
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
    int first = asp->options.holds;
    text_adds(out, "% Any position to begin with: S^gen (001, section 3)\n");
    for (size_t i = 0; i < count; i++) {
        if (!cone_has_feature(asp->cone, features[i], 0))
            continue;
        control = control || is_control(features[i]);
        text_adds(out, "_feature(");
        asp_term(out, features[i]);
        text_adds(out, ").\n");
    }
    text_addf(out, "#defined _feature/1.\n{ %s(F,%d) : _feature(F) }.\n",
              truth(asp), first);
    if (one_control && control)
        text_addf(out,
                  "%% of these, at most one for control\n"
                  ":- 2 { %s(control(R),%d) : _feature(control(R)) }.\n",
                  truth(asp), first);
}

static void add_termination(Text *out, const Asp *asp, size_t level)
{
    add_at(out, asp, "_terminated", level);
    add_at(out, asp, " :- terminal", level);
    text_adds(out, ".\n");
    if (level == LEVEL_T) {
        text_adds(out, "_terminated(T+1) :- _terminated(T), _step(T).\n");
    } else if (level > 0) {
        add_at(out, asp, "_terminated", level);
        add_at(out, asp, " :- _terminated", level - 1);
        text_adds(out, ".\n");
    }
}

/* Whether the sequence goes on is open. What a level means that comes after
 * one at which it stopped is nothing, so that even `terminal` says nothing. */
static void add_going_on(Text *out, const Asp *asp, size_t level)
{
    add_at(out, asp, "{ _on", level);
    add_at(out, asp, " } :- not terminal", level);
    if (level > 0)
        add_at(out, asp, ", _on", level - 1);
    add_at(out, asp, ".\n_ended", level);
    add_at(out, asp, " :- terminal", level);
    if (level > 0) {
        add_at(out, asp, ", _on", level - 1);
        add_at(out, asp, ".\n_ended", level);
        add_at(out, asp, " :- _ended", level - 1);
    }
    add_at(out, asp, ".\n_whole", level);
    add_at(out, asp, " :- _on", level);
    add_at(out, asp, ".\n_whole", level);
    add_at(out, asp, " :- _ended", level);
    text_adds(out, ".\n");
}

static void add_choice(Text *out, const Asp *asp, size_t level)
{
    text_adds(out, "1 { does(R,M,");
    add_level(out, asp, level);
    text_adds(out, ") : legal(R,M,");
    add_level(out, asp, level);
    text_adds(out, ") } 1 :- role(R)");
    if (level == LEVEL_T)
        text_adds(out, ", _step(T)");
    if (asp->options.may_stop)
        add_at(out, asp, ", _on", level);
    else if (!asp->options.beyond_terminal)
        add_at(out, asp, ", not _terminated", level);
    text_adds(out, ".\n");
}

static void add_moves(Text *out, const Asp *asp, size_t level)
{
    if (asp->options.may_stop)
        add_going_on(out, asp, level);
    else if (!asp->options.beyond_terminal)
        add_termination(out, asp, level);
    add_choice(out, asp, level);
}

static const char *origin_of_moves(const Asp *asp)
{
    return asp->options.beyond_terminal
               ? "000, clauses (2): in terminal positions, too"
           : asp->options.may_stop
               ? "001, c1 to c4, as long as the sequence goes on"
           : asp->options.holds
               ? "002, clauses (2), labels 1 and 2, chosen among the legal ones"
               : "001, c1 to c4, chosen among the legal ones";
}

void asp_legal(Text *out, Asp *asp)
{
    text_addf(out, "%% Every role makes a legal move: P^legal (%s)\n",
              origin_of_moves(asp));
    if (asp->options.variable) {
        add_moves(out, asp, LEVEL_T);
        return;
    }
    for (size_t level = 0; level < asp->options.horizon; level++)
        add_moves(out, asp, level);
}

void asp_no_waiting(Text *out, const Asp *asp, size_t level)
{
    const Game *game = asp->given;
    text_adds(out, "% An example in which nobody merely waits\n");
    for (size_t i = 0; i < game->clause_count; i++) {
        const Clause *clause = &game->clauses[i];
        if (clause->relation != game->keyword[KEYWORD_LEGAL])
            continue;
        const Term *move = clause->head->args[1];
        if (term_is_variable(move) || move->arity)
            continue;
        text_adds(out, ":- does(_,");
        asp_term(out, move);
        text_addc(out, ',');
        add_level(out, asp, level);
        text_adds(out, ").\n");
    }
}

/* A value that a role is to reach, in each of its spellings. */
typedef struct {
    const Term *role;
    TermVec spellings;
} Aim;

/* Spellings that the rules do not have are left out, unless it is the only
 * one. */
static Aim aim_at(const Asp *asp, const Term *role, int value)
{
    Aim aim = {.role = role};
    Terms *terms = asp->given->terms;
    RelationId goal = asp->given->keyword[KEYWORD_GOAL];
    Domains *domains = domains_new(asp->given, DOMAINS_DIRECTED);
    for (size_t i = 0;
         goal != NO_RELATION && i < domains->relation[goal][1]->count; i++) {
        Shape shape = domains->relation[goal][1]->shapes[i];
        const Term *term = term_constant(terms, shape.symbol);
        if (!shape.arity && goal_value(term) == value)
            vec_push(&aim.spellings, term);
    }
    if (!aim.spellings.count)
        vec_push(&aim.spellings, goal_term(terms, value));
    domains_free(domains);
    return aim;
}

/* , not goal(ROLE,VALUE,LEVEL) */
static void add_unreached(Text *out, const Aim *aim, const char *level)
{
    for (size_t i = 0; i < aim->spellings.count; i++) {
        text_adds(out, ", not goal(");
        asp_term(out, aim->role);
        text_addc(out, ',');
        asp_term(out, aim->spellings.items[i]);
        text_addf(out, ",%s)", level);
    }
    text_adds(out, ".\n");
}

/* The first terminal level is one at which the aim is reached. */
static void add_aim(Text *out, const Asp *asp, const Aim *aim, size_t level,
                    bool is_first)
{
    Text written = {0};
    add_level(&written, asp, level);
    add_at(out, asp, ":- terminal", level);
    if (level == LEVEL_T)
        text_adds(out, ", not _terminated(T-1)");
    else if (!is_first)
        add_at(out, asp, ", not _terminated", level - 1);
    add_unreached(out, aim, text_string(&written));
    text_free(&written);
}

void asp_aim(Text *out, Asp *asp, const Term *role, int value)
{
    size_t horizon = asp->options.horizon;
    Aim aim = aim_at(asp, role, value);
    if (!asp->options.variable)
        add_termination(out, asp, horizon);
    text_adds(out, "% The play ends (002, clauses (2), label 3)\n");
    add_at(out, asp, ":- not _terminated", horizon);
    text_adds(out, ".\n% and where it ends the goal is reached (label 4)\n");
    if (asp->options.variable)
        add_aim(out, asp, &aim, LEVEL_T, false);
    for (size_t i = 0; !asp->options.variable && i <= horizon; i++)
        add_aim(out, asp, &aim, i, i == 0);
    vec_free(&aim.spellings);
}

/* Base: the first position. Step _t: the moves at time _t, and the position
 * after them. A rule for any T says which one it is about. */
void asp_shots(Text *out, Asp *asp, const Term *const *features, size_t count,
               const Term *role, int value, size_t most)
{
    Aim aim = aim_at(asp, role, value);
    cone_close(asp->cone);
    text_addf(out,
              "%% ext(G) and clauses (2) of 002, one move after the other\n"
              "#include <incmode>.\n#const imax=%zu.\n#program base.\n",
              most + 1);
    add_static_rules(out, asp);
    add_defined(out, asp);
    asp_position(out, asp, features, count);
    asp->shot = "T = 1";
    add_shot_rules(out, asp, false);
    text_adds(out, "_terminated(1) :- terminal(1).\n:- terminal(1)");
    add_unreached(out, &aim, "1");
    text_adds(out, "% The moves at time _t\n#program step(_t).\n");
    asp->shot = "T = _t";
    add_shot_rules(out, asp, true);
    text_adds(out, "1 { does(R,M,_t) : legal(R,M,_t) } 1 :- role(R), "
                   "not _terminated(_t).\n_terminated(_t+1) :- "
                   "_terminated(_t).\n% and what comes of them\n");
    asp->shot = "T = _t+1";
    add_shot_rules(out, asp, false);
    text_adds(out, "_terminated(_t+1) :- terminal(_t+1).\n"
                   ":- terminal(_t+1), not _terminated(_t)");
    add_unreached(out, &aim, "_t+1");
    text_adds(out, "% The play has ended\n#program check(_t).\n"
                   ":- query(_t), not _terminated(_t+1).\n");
    asp->shot = NULL;
    vec_free(&aim.spellings);
}

/* ---- atoms ---- */

static bool is_truth(const Term *atom)
{
    return atom->arity == 1 && strcmp(atom->symbol->name, "true") == 0;
}

void asp_need(Asp *asp, const Term *atom, size_t level)
{
    if (asp->options.variable)
        level = 0;
    if (is_truth(atom))
        cone_need_feature(asp->cone, atom->args[0], level);
    else
        cone_need(asp->cone,
                  relation_find(asp->given, atom->symbol, atom->arity), level);
}

/* Keywords may be asked for that the rules do not have. */
void asp_atom(Text *out, const Asp *asp, const Term *atom, size_t level)
{
    RelationId id = relation_find(asp->given, atom->symbol, atom->arity);
    if (id != NO_RELATION) {
        add_atom(out, asp, NULL, id, atom, level);
        return;
    }
    const KeywordName *keyword = timed_keyword(atom->symbol->name);
    bool timed = keyword && keyword->arity == atom->arity;
    if (is_truth(atom))
        text_adds(out, truth(asp));
    else
        asp_name(out, atom->symbol);
    add_arguments(out, asp, NULL, atom, timed || is_truth(atom), level);
}

void asp_any_legal(Text *out, const Asp *asp, const Term *role, size_t level)
{
    text_adds(out, "legal(");
    asp_term(out, role);
    text_adds(out, ",M,");
    add_level(out, asp, level);
    text_addc(out, ')');
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

static bool read_level(const Asp *asp, const Term *term, size_t *level)
{
    char *end;
    size_t number = strtoul(term->symbol->name, &end, 10);
    *level = number - asp->options.holds;
    return !term->arity && *end == '\0' && number >= asp->options.holds;
}

/* The arguments that begin at TEXT as those of some term, or NULL. */
static const Term *read_arguments(Terms *terms, const char *text)
{
    Text anonymous = {0};
    text_addf(&anonymous, "a%s", text);
    const char *rest = anonymous.bytes;
    const Term *term = asp_read_term(terms, &rest);
    if (*rest)
        term = NULL;
    text_free(&anonymous);
    return term;
}

/* SYMBOL with the arguments of WHOLE but for the level, if it has one. */
static const Term *without_level(const Asp *asp, const Symbol *symbol,
                                 const Term *whole, bool timed, size_t *level)
{
    size_t arity = whole->arity - timed;
    *level = 0;
    if (timed && !read_level(asp, whole->args[arity], level))
        return NULL;
    if (!arity)
        return term_constant(asp->given->terms, symbol);
    return term_compound(asp->given->terms, symbol, arity, whole->args);
}

const Term *asp_read_atom(const Asp *asp, const char *text, size_t *level)
{
    Terms *terms = asp->given->terms;
    const char *suffix = text;
    const Symbol *symbol = asp_read_name(terms, &suffix);
    const Term *whole =
        symbol ? read_arguments(terms, strchrnul(suffix, '(')) : NULL;
    if (!whole)
        return NULL;
    if (strcmp(symbol->name, truth(asp)) == 0 && whole->arity == 2 &&
        *suffix == '(')
        return without_level(asp, term_symbol(terms, "true", 4), whole, true,
                             level);
    RelationId id = read_relation(asp, symbol, suffix, whole->arity);
    if (id != NO_RELATION)
        return without_level(asp, symbol, whole,
                             is_timed(&asp->game->relations[id]), level);
    const KeywordName *keyword = timed_keyword(symbol->name);
    if (keyword && keyword->arity + 1 == whole->arity)
        return without_level(asp, symbol, whole, true, level);
    return NULL;
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

static void need_goals(Asp *asp)
{
    const Game *game = asp->game;
    for (size_t level = 0; level <= asp->options.horizon; level++) {
        cone_need(asp->cone, game->keyword[KEYWORD_GOAL], level);
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
    Game *copy = asp_split(game, arena);
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
    asp->cone = cone_new(arena, asp->game,
                         options->variable ? CONE_ENDLESS : options->horizon);
    need_moves(asp);
    if (options->aim)
        need_goals(asp);
    if (options->whole)
        cone_need_all(asp->cone);
    return asp;
}

void asp_free(Asp *asp)
{
    if (asp)
        arena_free(asp->arena);
}

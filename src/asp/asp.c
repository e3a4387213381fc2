/* asp.c - games as answer set programs
 *
 * In:   a Game, and which of its atoms matter at which level
 * Out:  text for clingo
 * Next: asp/clingo.c asks it
 *
 * For proofs levels are written out, so that gringo sees a program that is
 * stratified from one level to the next: whatever follows from a position that
 * is given is computed while grounding (Thielscher and Voigt 2010). For plans
 * each rule is written once, for any time T (Thielscher 2009). Start reading at
 * asp_rules().
 */
#include "asp/asp_internal.h"
#include "ground/rule_splitting.h"

#include "analysis/domain.h"
#include "formula/universe.h"

#include <assert.h>

/* ---- which rules are needed ----
 *
 * A program over the levels 0..n needs, at each of them, the relations and the
 * features that were asked for, and those which these depend on: through the
 * rules at the same level, and through `next` at the level before. There is a
 * bit for each relation and for each symbol that features have, at each level;
 * static relations use level 0. Rounds over all clauses until nothing is added.
 * Of a program for any time T all levels are one, 0, and none is the last.
 */

static size_t item_count(const Asp *asp)
{
    return asp->game->relation_count + asp->game->symbol_count + 1;
}

static size_t feature_item(const Asp *asp, const Term *feature)
{
    size_t symbol_count = asp->game->symbol_count, symbol = feature->symbol->id;
    return asp->game->relation_count +
           (symbol < symbol_count ? symbol : symbol_count);
}

static size_t next_level(const Asp *asp, size_t level)
{
    return asp_has_times(asp) ? level : level + 1;
}

static bool is_static(const Asp *asp, RelationId relation)
{
    return asp->game->relations[relation].changes_with == CHANGES_NEVER;
}

static void need_item(Asp *asp, size_t item, size_t level)
{
    if (asp_has_times(asp) ||
        (item < asp->game->relation_count && is_static(asp, item)))
        level = 0;
    if (level >= asp->level_count || asp->is_needed[level][item])
        return;
    asp->is_needed[level][item] = true;
    asp->has_new_needs = true;
}

static void need_relation(Asp *asp, RelationId relation, size_t level)
{
    if (relation != NO_RELATION)
        need_item(asp, relation, level);
}

/* Features like FEATURE, or all of them if it is a variable. */
static void need_feature(Asp *asp, const Term *feature, size_t level)
{
    if (!term_is_variable(feature))
        need_item(asp, feature_item(asp, feature), level);
    for (size_t i = asp->game->relation_count;
         term_is_variable(feature) && i < item_count(asp); i++)
        need_item(asp, i, level);
}

static bool needs_feature(const Asp *asp, const Term *feature, size_t level)
{
    if (level >= asp->level_count)
        return false;
    if (!term_is_variable(feature))
        return asp->is_needed[level][feature_item(asp, feature)];
    for (size_t i = asp->game->relation_count; i < item_count(asp); i++)
        if (asp->is_needed[level][i])
            return true;
    return false;
}

/* Whether anybody asks for what CLAUSE says at LEVEL. Moves are made between
 * two levels: nothing depends on them after the last. */
static bool needs_clause(const Asp *asp, const Clause *clause, size_t level)
{
    const Relation *relation = &asp->game->relations[clause->relation];
    if (relation->keyword == KEYWORD_NEXT)
        return needs_feature(asp, clause->head->args[0],
                             next_level(asp, level));
    if (relation->changes_with == CHANGES_WITH_MOVES &&
        next_level(asp, level) >= asp->level_count)
        return false;
    return asp->is_needed[is_static(asp, clause->relation) ? 0 : level]
                         [clause->relation];
}

/* Asks for what the body of CLAUSE reads at LEVEL. */
static void need_body(Asp *asp, const Clause *clause, size_t level)
{
    each_literal (literal, clause) {
        if (literal->kind == LITERAL_DISTINCT)
            continue;
        Keyword keyword = asp->game->relations[literal->relation].keyword;
        if (keyword == KEYWORD_TRUE || keyword == KEYWORD_NEXT)
            need_feature(asp, literal->atom->args[0],
                         keyword == KEYWORD_TRUE ? level
                                                 : next_level(asp, level));
        else
            need_item(asp, literal->relation, level);
    }
}

/* Adds what depends on what; to be called before it is asked. */
static void close_needs(Asp *asp)
{
    do {
        asp->has_new_needs = false;
        for (size_t level = asp->level_count; level-- > 0;)
            for (size_t i = asp->game->clause_count; i-- > 0;)
                if (needs_clause(asp, &asp->game->clauses[i], level))
                    need_body(asp, &asp->game->clauses[i], level);
    } while (asp->has_new_needs);
}

/* ---- the rules ---- */

/* The clauses that are needed at LEVEL, for heads that change with
 * FIRST_CHANGE to LAST_CHANGE. */
static void add_rules(Text *out, const Asp *asp, ChangesWith first_change,
                      ChangesWith last_change, size_t level)
{
    const Game *game = asp->game;
    each_clause (clause, game) {
        ChangesWith changes_with =
            game->relations[clause->relation].changes_with;
        if (changes_with >= first_change && changes_with <= last_change &&
            needs_clause(asp, clause, level == LEVEL_T ? 0 : level))
            asp_add_clause(out, asp, clause, level);
    }
}

static void add_static_rules(Text *out, const Asp *asp)
{
    text_adds(out, "% What never changes has no level (Thielscher 2009, after "
                   "Definition 2)\n");
    add_rules(out, asp, CHANGES_NEVER, CHANGES_NEVER, 0);
}

/* Whatever has no rule is false: clingo need not wonder. */
static void add_defined_directives(Text *out, const Asp *asp)
{
    const Game *game = asp->game;
    bool *has_rule = arena_array(asp->arena, bool, game->relation_count);
    each_clause (clause, game)
        has_rule[clause->relation] = true;
    text_addf(out, "%% What may be without a rule\n#defined %s/2.\n",
              asp_truth_name(asp));
    for (size_t i = 0; i < TIMED_KEYWORDS; i++)
        text_addf(out, "#defined %s/%zu.\n", timed_keywords[i].name,
                  timed_keywords[i].arity + 1);
    for (RelationId id = 0; id < game->relation_count; id++)
        if (!has_rule[id] && game->relations[id].keyword == KEYWORD_NONE)
            asp_add_signature(out, asp, id);
}

static void add_rules_by_level(Text *out, const Asp *asp)
{
    size_t horizon = asp->options.horizon;
    for (size_t level = 0; level <= horizon; level++) {
        text_addf(out, "%% Level %zu%s\n", level,
                  level == horizon
                      ? ", the last: nothing that depends on "
                        "moves (Haufe and Thielscher 2010, section 2.2)"
                      : "");
        add_rules(out, asp, CHANGES_WITH_POSITION, CHANGES_WITH_MOVES, level);
    }
}

static void add_timed_rules(Text *out, const Asp *asp)
{
    size_t last_time = asp->options.horizon + 1;
    text_addf(out,
              "%% Time, and those times at which moves are made\n"
              "_time(1..%zu).\n_step(T) :- _time(T), T < %zu.\n"
              "%% What holds at time T, and at T+1\n",
              last_time, last_time);
    add_rules(out, asp, CHANGES_WITH_POSITION, CHANGES_WITH_MOVES, LEVEL_T);
}

void asp_rules(Text *out, Asp *asp)
{
    close_needs(asp);
    if (asp_has_times(asp))
        text_adds(
            out,
            "% The temporal extension ext(G) (Thielscher 2009, Definition 2)");
    else
        text_addf(out,
                  "%% The temporal extension G_%zu (Thielscher and Voigt 2010, "
                  "Definition 5)",
                  asp->options.horizon);
    text_addf(out, ", %s\n",
              asp->options.kind == ASP_EXTENSION ? "whole"
                                                 : "as far as it is needed");
    add_static_rules(out, asp);
    if (asp_has_times(asp))
        add_timed_rules(out, asp);
    else
        add_rules_by_level(out, asp);
    add_defined_directives(out, asp);
}

/* ---- where it begins ---- */

void asp_position(Text *out, Asp *asp, const Term *const *features,
                  size_t count)
{
    ArenaMark mark = arena_mark(asp->arena);
    const Term **sorted_features =
        arena_copy(asp->arena, features, count * sizeof *features);
    sort_terms(sorted_features, count);
    close_needs(asp);
    text_adds(out, "% The position to begin with: S^true (Thielscher and Voigt "
                   "2010, Theorem 1)\n");
    for (size_t i = 0; i < count; i++) {
        if (!needs_feature(asp, sorted_features[i], 0))
            continue;
        text_addf(out, "%s(", asp_truth_name(asp));
        asp_term(out, sorted_features[i]);
        asp_add_at(out, asp, 0, ",@).\n");
    }
    arena_rewind(asp->arena, mark);
}

void asp_generator(Text *out, Asp *asp, const Term *const *features,
                   size_t count, bool one_control)
{
    bool has_control = false;
    assert(!asp_has_times(asp));
    close_needs(asp);
    text_adds(out, "% Any position to begin with: S^gen (Haufe and Thielscher "
                   "2010, section 3)\n");
    for (size_t i = 0; i < count; i++) {
        if (!needs_feature(asp, features[i], 0))
            continue;
        has_control = has_control || is_control(features[i]);
        text_adds(out, "_feature(");
        asp_term(out, features[i]);
        text_adds(out, ").\n");
    }
    text_adds(out, "#defined _feature/1.\n{ true(F,0) : _feature(F) }.\n");
    if (one_control && has_control)
        text_adds(out, "% of these, at most one for control\n"
                       ":- 2 { true(control(R),0) : _feature(control(R)) }.\n");
}

/* ---- moves ---- */

/* Whether the sequence goes on is open. What a level means that comes after
 * one at which it stopped is nothing, so that even `terminal` says nothing. */
static void add_continuation(Text *out, const Asp *asp, size_t level)
{
    asp_add_at(out, asp, level,
               level ? "{ _on(@) } :- not terminal(@), _on(@-).\n"
                       "_ended(@) :- terminal(@), _on(@-).\n"
                       "_ended(@) :- _ended(@-).\n"
                     : "{ _on(@) } :- not terminal(@).\n"
                       "_ended(@) :- terminal(@).\n");
    asp_add_at(out, asp, level,
               "_whole(@) :- _on(@).\n_whole(@) :- _ended(@).\n");
}

/* Each role makes one legal move at LEVEL (the @ of asp_add_at), if the play
 * has not ended, or stopped where it may. */
static void add_move_choice(Text *out, const Asp *asp, size_t level)
{
    bool may_stop = asp->options.may_stop;
    if (may_stop)
        add_continuation(out, asp, level);
    else
        asp_add_at(out, asp, level, "_terminated(@) :- terminal(@).\n");
    if (level == LEVEL_T)
        asp_add_at(out, asp, level,
                   "_terminated(@+) :- _terminated(@), _step(@).\n");
    else if (level && !may_stop)
        asp_add_at(out, asp, level, "_terminated(@) :- _terminated(@-).\n");
    asp_add_at(out, asp, level,
               "1 { does(R,M,@) : legal(R,M,@) } 1 :- role(R)");
    asp_add_at(out, asp, level,
               level == LEVEL_T ? ", _step(@), not _terminated(@).\n"
               : may_stop       ? ", _on(@).\n"
                                : ", not _terminated(@).\n");
}

void asp_legal(Text *out, Asp *asp)
{
    text_addf(out, "%% Every role makes a legal move: P^legal (%s)\n",
              asp->options.may_stop ? "Haufe and Thielscher 2010, c1 to c4, as "
                                      "long as the sequence goes on"
              : asp_has_times(asp)  ? "Thielscher 2009, clauses (2), labels 1 "
                                      "and 2, chosen among the legal "
                                      "ones"
                                    : "Haufe and Thielscher 2010, c1 to c4, "
                                      "chosen among the legal ones");
    if (asp_has_times(asp))
        add_move_choice(out, asp, LEVEL_T);
    else
        for (size_t level = 0; level < asp->options.horizon; level++)
            add_move_choice(out, asp, level);
}

void asp_any_legal(Text *out, const Asp *asp, const Term *role, size_t level)
{
    text_adds(out, "legal(");
    asp_term(out, role);
    asp_add_at(out, asp, level, ",M,@)");
}

/* ---- plans ---- */

/* A value that a role is to reach, in each of its spellings. */
typedef struct {
    const Term *role;
    TermVec spellings;
} PlanGoal;

/* Spellings that the rules do not have are left out, unless it is the only
 * one. */
static PlanGoal plan_goal(const Asp *asp, const Term *role, int value)
{
    PlanGoal plan_goal = {.role = role};
    Terms *terms = asp->original->terms;
    RelationId relation = asp->original->keyword[KEYWORD_GOAL];
    Domains *domains = domains_new(asp->original, DOMAINS_DIRECTED);
    const Domain *values =
        relation == NO_RELATION ? NULL : domains->relation_domains[relation][1];
    for (size_t i = 0; values && i < values->count; i++) {
        const Term *term = term_constant(terms, values->shapes[i].symbol);
        if (!values->shapes[i].arity && goal_value(term) == value)
            vec_push(&plan_goal.spellings, term);
    }
    if (!plan_goal.spellings.count)
        vec_push(&plan_goal.spellings, goal_term(terms, value));
    domains_free(domains);
    return plan_goal;
}

/* , not goal(ROLE,VALUE,TIME_TEXT) */
static void add_not_goal(Text *out, const PlanGoal *goal, const char *time_text)
{
    for (size_t i = 0; i < goal->spellings.count; i++) {
        text_adds(out, ", not goal(");
        asp_term(out, goal->role);
        text_addc(out, ',');
        asp_term(out, goal->spellings.items[i]);
        text_addf(out, ",%s)", time_text);
    }
    text_adds(out, ".\n");
}

void asp_plan_end(Text *out, Asp *asp, const Term *role, int value)
{
    assert(asp->options.kind == ASP_PLAN);
    PlanGoal goal = plan_goal(asp, role, value);
    text_adds(out, "% The play ends (Thielscher 2009, clauses (2), label 3)\n");
    asp_add_at(out, asp, asp->options.horizon, ":- not _terminated(@).\n");
    text_adds(out, "% and where it ends the goal is reached (label 4)\n"
                   ":- terminal(T), not _terminated(T-1)");
    add_not_goal(out, &goal, "T");
    vec_free(&goal.spellings);
}

/* Base: the first position. Step _t: the moves at time _t, and the position
 * after them. A rule for any T says which one it is about. */
void asp_multi_shot(Text *out, Asp *asp, const Term *const *features,
                    size_t count, const Term *role, int value)
{
    assert(asp->options.kind == ASP_PLAN);
    PlanGoal goal = plan_goal(asp, role, value);
    close_needs(asp);
    text_addf(out,
              "%% ext(G) and clauses (2) of Thielscher (2009), one move after "
              "the other\n"
              "#include <incmode>.\n#const imax=%zu.\n#program base.\n",
              asp->options.horizon + 1);
    add_static_rules(out, asp);
    add_defined_directives(out, asp);
    asp_position(out, asp, features, count);
    asp->time_condition = "T = 1";
    add_rules(out, asp, CHANGES_WITH_POSITION, CHANGES_WITH_POSITION, LEVEL_T);
    text_adds(out, "_terminated(1) :- terminal(1).\n:- terminal(1)");
    add_not_goal(out, &goal, "1");
    text_adds(out, "% The moves at time _t\n#program step(_t).\n");
    asp->time_condition = "T = _t";
    add_rules(out, asp, CHANGES_WITH_MOVES, CHANGES_WITH_MOVES, LEVEL_T);
    text_adds(out, "1 { does(R,M,_t) : legal(R,M,_t) } 1 :- role(R), "
                   "not _terminated(_t).\n_terminated(_t+1) :- "
                   "_terminated(_t).\n% and what comes of them\n");
    asp->time_condition = "T = _t+1";
    add_rules(out, asp, CHANGES_WITH_POSITION, CHANGES_WITH_POSITION, LEVEL_T);
    text_adds(out, "_terminated(_t+1) :- terminal(_t+1).\n"
                   ":- terminal(_t+1), not _terminated(_t)");
    add_not_goal(out, &goal, "_t+1");
    text_adds(out, "% The play has ended\n#program check(_t).\n"
                   ":- query(_t), not _terminated(_t+1).\n");
    asp->time_condition = NULL;
    vec_free(&goal.spellings);
}

/* ---- making ---- */

void asp_need(Asp *asp, const Term *atom, size_t level)
{
    assert(!asp_has_times(asp) && level <= asp->options.horizon);
    if (term_is_named(atom, "true", 1))
        need_feature(asp, atom->args[0], level);
    else
        need_relation(asp,
                      relation_find(asp->original, atom->symbol, atom->arity),
                      level);
}

/* What the choice of moves, and the end of a plan, ask for. */
static void need_keywords(Asp *asp)
{
    const RelationId *keyword = asp->game->keyword;
    for (size_t level = 0; level <= asp->options.horizon; level++) {
        bool has_move = level < asp->options.horizon,
             may_end = asp->options.kind == ASP_PLAN;
        if (has_move) {
            need_relation(asp, keyword[KEYWORD_LEGAL], level);
            need_relation(asp, keyword[KEYWORD_ROLE], level);
        }
        if (may_end)
            need_relation(asp, keyword[KEYWORD_GOAL], level);
        if (has_move || may_end)
            need_relation(asp, keyword[KEYWORD_TERMINAL], level);
    }
}

/* The game with its rules split, in ARENA; relations are numbered as before,
 * new ones behind. */
static Game *copy_or_split_game(const Game *game, Arena *arena, bool is_split)
{
    Diag ignored; /* whatever it says was said when the game was loaded */
    if (!is_split) {
        Game *copy = arena_copy(arena, game, sizeof *game);
        copy->relations =
            arena_copy(arena, game->relations,
                       game->relation_count * sizeof *game->relations);
        return copy;
    }
    Game *copy = split_clauses(game, game->relation_count, arena).game;
    diag_init(&ignored, arena);
    game_order(copy, &ignored);
    diag_clear(&ignored);
    return copy;
}

Asp *asp_new(const Game *game, const AspOptions *options)
{
    Arena *arena = arena_new();
    Asp *asp = arena_alloc(arena, sizeof *asp);
    bool is_whole = options->kind == ASP_EXTENSION;
    *asp = (Asp){.arena = arena,
                 .original = game,
                 .game = copy_or_split_game(game, arena, !is_whole),
                 .options = *options};
    assert(!options->may_stop || options->kind == ASP_PROOF);
    asp_name_relations(asp);
    asp->level_count = asp_has_times(asp) ? 1 : options->horizon + 1;
    asp->is_needed = arena_array(arena, bool *, asp->level_count);
    for (size_t level = 0; level < asp->level_count; level++) {
        asp->is_needed[level] = arena_array(arena, bool, item_count(asp));
        memset(asp->is_needed[level], is_whole, item_count(asp));
    }
    need_keywords(asp);
    return asp;
}

void asp_free(Asp *asp)
{
    if (asp)
        arena_free(asp->arena);
}

/* features.c - features that are read and not set, set and not read, or lost
 *
 * A position is forgotten in every step but for what rules for next say: a
 * feature that init and moves set, and no rule carries over, is lost as soon as
 * nobody makes such a move. Start reading at judge_features(), at the end.
 */
#include "game/judge.h"

#include "base/byte_table.h"

typedef struct {
    const Symbol *symbol;
    size_t arity;
    const Form *first_read, *first_set; /* first occurrences */
    size_t init_count;                  /* clauses for init */
    size_t change_count;                /* clauses for next that need a move, */
    bool sets_many; /* one of which sets several instances at once */
    bool is_kept;   /* a clause for next needs no particular move */
    TermVec moves;  /* does(R,M) that clauses need */
} Feature;

typedef struct {
    const Game *game;
    Diag *diag;
    Hints *hints;
    ByteTable keys; /* symbol and arity of each */
    VEC(Feature) items;
    bool any_set;  /* by a rule next(F) with a variable F */
    bool any_read; /* by a condition true(F) */
    bool any_kept; /* by a rule next(F) :- true(F) */
    size_t role_count, comparison_count;
} Features;

enum { MAX_COMPARISONS = 1000000 }; /* comparisons; no game comes near */

static Feature *feature_of(Features *features, const Term *term)
{
    uint32_t key[] = {term->symbol->id, term->arity};
    uint32_t number = byte_table_put(&features->keys, BYTES_OF(key));
    if (number == features->items.count)
        vec_push(&features->items,
                 (Feature){.symbol = term->symbol, .arity = term->arity});
    return &features->items.items[number];
}

/* The rules, not the clauses, since a rule for true makes none. */
static void note_set_features(Features *features)
{
    const Rules *rules = features->game->rules;
    for (size_t i = 0; i < rules->count; i++) {
        const Term *head = rules->items[i].head;
        if (!is_feature_keyword(keyword_of_atom(head)) ||
            term_is_variable(head->args[0]))
            continue;
        Feature *feature = feature_of(features, head->args[0]);
        if (!feature->first_set)
            feature->first_set = rules->items[i].head_form->items[1];
    }
}

static void note_read_features(Features *features, const Clause *clause)
{
    each_literal (literal, clause) {
        if (literal_keyword(features->game, literal) != KEYWORD_TRUE)
            continue;
        if (term_is_variable(literal->atom->args[0])) {
            features->any_read = true;
            continue;
        }
        Feature *feature = feature_of(features, literal->atom->args[0]);
        if (!feature->first_read)
            feature->first_read = literal->form;
    }
}

/* ---- what becomes of a feature in a step ---- */

/* The positive literal does(R,M) of CLAUSE, or NULL. */
static const Term *move_of(const Features *features, const Clause *clause)
{
    for (size_t i = 0; i < clause->count; i++)
        if (clause->body[i].kind == LITERAL_POSITIVE &&
            literal_keyword(features->game, &clause->body[i]) == KEYWORD_DOES)
            return clause->body[i].atom;
    return NULL;
}

/* Whether CLAUSE, for next(F), asks for true of the same F. */
static bool is_frame_rule(const Features *features, const Clause *clause)
{
    each_literal (literal, clause) {
        if (literal->kind == LITERAL_POSITIVE &&
            literal_keyword(features->game, literal) == KEYWORD_TRUE &&
            literal->atom->args[0] == clause->head->args[0])
            return true;
    }
    return false;
}

/* Whether all variables of TERM are in PART. */
static bool follows_from(const Term *term, const Term *part)
{
    if (term_is_variable(term))
        return term_contains(part, term);
    for (size_t i = 0; i < term->arity; i++)
        if (!follows_from(term->args[i], part))
            return false;
    return true;
}

static void note_next(Features *features, const Clause *clause)
{
    const Term *term = clause->head->args[0];
    const Term *move = move_of(features, clause);
    bool is_frame = is_frame_rule(features, clause);
    if (term_is_variable(term)) {
        features->any_set = features->any_set || !is_frame;
        features->any_kept = features->any_kept || is_frame;
        return;
    }
    Feature *feature = feature_of(features, term);
    if (!move || is_frame) {
        feature->is_kept = true;
        return;
    }
    feature->change_count +=
        term_is_variable(move->args[0]) ? features->role_count : 1;
    feature->sets_many = feature->sets_many || !follows_from(term, move);
    vec_push(&feature->moves, move);
}

static void note_clause(Features *features, const Clause *clause)
{
    note_read_features(features, clause);
    Keyword keyword = clause_keyword(features->game, clause);
    if (keyword == KEYWORD_NEXT)
        note_next(features, clause);
    else if (keyword == KEYWORD_INIT && term_is_variable(clause->head->args[0]))
        features->any_set = true;
    else if (keyword == KEYWORD_INIT)
        feature_of(features, clause->head->args[0])->init_count++;
}

static bool can_match(Features *features, const Term *left, const Term *right)
{
    features->comparison_count +=
        left->size < right->size ? left->size : right->size;
    return term_can_match(left, right);
}

/* ---- what is lost for ever ---- */

/* How what follows from a literal, a clause or a relation depends on FEATURE.
 */
typedef struct {
    bool asks;  /* somewhere */
    bool needs; /* always: without the feature it is false */
} Dependence;

static Dependence literal_dependence(const Features *features,
                                     const Dependence *dependences,
                                     const Feature *feature,
                                     const Literal *literal)
{
    if (literal->kind == LITERAL_DISTINCT)
        return (Dependence){.asks = false};
    Dependence dependence = dependences[literal->relation];
    if (literal_keyword(features->game, literal) == KEYWORD_TRUE) {
        const Term *term = literal->atom->args[0];
        bool is_same =
            term->symbol == feature->symbol && term->arity == feature->arity;
        dependence = (Dependence){.asks = is_same || term_is_variable(term),
                                  .needs = is_same};
    }
    dependence.needs = dependence.needs && literal->kind == LITERAL_POSITIVE;
    return dependence;
}

static Dependence clause_dependence(Features *features,
                                    const Dependence *dependences,
                                    const Feature *feature,
                                    const Clause *clause)
{
    Dependence of_clause_body = {false, false};
    features->comparison_count += clause->count;
    for (size_t i = 0; i < clause->count; i++) {
        Dependence of_literal = literal_dependence(features, dependences,
                                                   feature, &clause->body[i]);
        of_clause_body.asks = of_clause_body.asks || of_literal.asks;
        of_clause_body.needs = of_clause_body.needs || of_literal.needs;
    }
    return of_clause_body;
}

/* By relation. Groups come in an order in which what a clause asks for is
 * known already, but for recursion, of which nothing is said. */
static Dependence *find_dependences(Features *features, const Feature *feature,
                                    Arena *arena)
{
    const Game *game = features->game;
    Dependence *dependences =
        arena_array(arena, Dependence, game->relation_count);
    bool *has_clause = arena_array(arena, bool, game->relation_count);
    for (size_t i = 0; i < game->group_count; i++)
        for (size_t k = 0; k < game->groups[i].count; k++) {
            const Clause *clause = &game->clauses[game->groups[i].clauses[k]];
            Dependence of_clause =
                clause_dependence(features, dependences, feature, clause);
            Dependence *of_relation = &dependences[clause->relation];
            of_relation->needs =
                of_clause.needs &&
                (of_relation->needs || !has_clause[clause->relation]);
            of_relation->asks = of_relation->asks || of_clause.asks;
            has_clause[clause->relation] = true;
        }
    return dependences;
}

static bool is_set_by(Features *features, const Feature *feature,
                      const Term *role, const Term *move)
{
    for (size_t i = 0; i < feature->moves.count; i++) {
        const Term *does = feature->moves.items[i];
        if (can_match(features, does->args[0], role) &&
            can_match(features, does->args[1], move))
            return true;
    }
    return false;
}

/* Whether each move that sets FEATURE is legal only while it holds. */
static bool needs_itself(Features *features, const Feature *feature,
                         const Dependence *dependences)
{
    const Game *game = features->game;
    each_clause (clause, game) {
        if (clause_keyword(features->game, clause) == KEYWORD_LEGAL &&
            is_set_by(features, feature, clause->head->args[0],
                      clause->head->args[1]) &&
            !clause_dependence(features, dependences, feature, clause).needs)
            return false;
    }
    return true;
}

static bool matters_at_end(const Features *features,
                           const Dependence *dependences)
{
    RelationId goal = features->game->keyword[KEYWORD_GOAL];
    RelationId terminal = features->game->keyword[KEYWORD_TERMINAL];
    return (goal != NO_RELATION && dependences[goal].asks) ||
           (terminal != NO_RELATION && dependences[terminal].asks);
}

/* Whether ROLE can have a legal move that does not set FEATURE, and whose being
 * legal has nothing to do with it: control is set by whoever has it, and others
 * have moves that do not set it just because they do not have it. */
static bool can_leave_out(Features *features, const Feature *feature,
                          const Dependence *dependences, const Term *role)
{
    const Game *game = features->game;
    each_clause (clause, game) {
        if (clause_keyword(game, clause) == KEYWORD_LEGAL &&
            can_match(features, clause->head->args[0], role) &&
            !is_set_by(features, feature, role, clause->head->args[1]) &&
            !clause_dependence(features, dependences, feature, clause).asks)
            return true;
    }
    return false;
}

static bool all_can_leave_out(Features *features, const Feature *feature,
                              const Dependence *dependences)
{
    const Game *game = features->game;
    each_clause (clause, game) {
        if (clause_keyword(features->game, clause) == KEYWORD_ROLE &&
            !can_leave_out(features, feature, dependences,
                           clause->head->args[0]))
            return false;
        if (features->comparison_count > MAX_COMPARISONS)
            return false;
    }
    return true;
}

/* Moves that each set one instance lose the others, if there are more to begin
 * with. A feature that tells the first position from all others is meant to be
 * lost; so is one that is set again by moves that do not need it, unless the
 * outcome hangs on it. */
static bool is_lost(Features *features, const Feature *feature)
{
    bool is_first_position_flag =
        !feature->change_count && feature->init_count == 1;
    if (!feature->init_count || is_first_position_flag || feature->is_kept ||
        features->any_kept || features->any_set ||
        features->comparison_count > MAX_COMPARISONS)
        return false;
    Arena *arena = arena_new();
    const Dependence *dependences = find_dependences(features, feature, arena);
    bool is_lost_for_ever =
        (needs_itself(features, feature, dependences) ||
         matters_at_end(features, dependences)) &&
        ((!feature->sets_many && feature->init_count > feature->change_count) ||
         all_can_leave_out(features, feature, dependences));
    arena_free(arena);
    return is_lost_for_ever;
}

/* ---- reporting ---- */

static void suggest_feature_names(Features *features, const Feature *feature,
                                  bool must_be_set)
{
    hints_begin(features->hints, feature->symbol);
    for (size_t i = 0; i < features->items.count && hints_more(features->hints);
         i++) {
        const Feature *candidate = &features->items.items[i];
        if (candidate->arity == feature->arity &&
            (must_be_set ? candidate->first_set : candidate->first_read))
            hints_offer(features->hints, candidate->symbol);
    }
}

/* Asked for without `true`, which is reported where it is done. */
static bool is_used_without_true(const Features *features,
                                 const Feature *feature)
{
    const Game *game = features->game;
    RelationId relation = relation_find(game, feature->symbol, feature->arity);
    return relation != NO_RELATION && !game->relations[relation].defined;
}

static void judge_feature(Features *features, const Feature *feature)
{
    if (feature->first_read && !feature->first_set && !features->any_set) {
        suggest_feature_names(features, feature, true);
        hints_warn(features->hints, features->diag, feature->first_read,
                   "unset-feature",
                   "no rule for init or next sets the feature ",
                   ", so it is never true");
    } else if (feature->first_read && is_lost(features, feature)) {
        diag_warning(features->diag, feature->first_set->span,
                     "not-carried-over",
                     "no rule for next carries %s over: it is lost in %s",
                     feature->symbol->spelling,
                     feature->change_count ? "a step in which no move sets it"
                                           : "the first step");
    }
}

static void judge_unread(Features *features, const Feature *feature)
{
    if (!feature->first_set || feature->first_read || features->any_read ||
        is_used_without_true(features, feature))
        return;
    suggest_feature_names(features, feature, false);
    hints_warn(features->hints, features->diag, feature->first_set,
               "unread-feature", "no condition asks for the feature ", "");
}

static void judge_all(Lint *lint, void (*judge)(Features *, const Feature *))
{
    const Game *game = lint->game;
    Features features = {
        .game = game, .hints = &lint->hints, .diag = lint->diag};
    note_set_features(&features);
    each_clause (clause, game)
        features.role_count += clause_keyword(game, clause) == KEYWORD_ROLE;
    each_clause (clause, game)
        note_clause(&features, clause);
    for (size_t i = 0; i < features.items.count; i++)
        judge(&features, &features.items.items[i]);
    for (size_t i = 0; i < features.items.count; i++)
        vec_free(&features.items.items[i].moves);
    byte_table_free(&features.keys);
    vec_free(&features.items);
}

void judge_features(Lint *lint)
{
    judge_all(lint, judge_feature);
}

/* Some features are there for people to look at. */
void judge_unread_features(Lint *lint)
{
    if (lint->game)
        judge_all(lint, judge_unread);
}

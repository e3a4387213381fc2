/* lint.c - what is allowed and most often a mistake
 *
 * A relation used but never defined, or defined but never used; one name with
 * several arities; letter case that differs; a variable that occurs once; a
 * feature that is read but never set.
 */
#include "game/judge.h"

#include "base/map.h"
#include "lang/print.h"

#include <string.h>

/* ---- relations ---- */

static void judge_relations(const Game *game, Diag *diag)
{
    for (size_t i = 0; i < game->relation_count; i++) {
        const Relation *relation = &game->relations[i];
        if (is_keyword(relation->symbol) ||
            (!relation->defined && !relation->used))
            continue; /* that is the affair of keywords.c and presence.c */
        const char *name = relation->symbol->spelling;
        if (!relation->defined)
            diag_warning(diag, relation->used->span, "undefined",
                         "no rule defines %s, so it is never true", name);
        else if (!relation->read)
            diag_warning(diag, relation->defined->span, "unused",
                         "no other rule uses %s", name);
    }
}

/* ---- names with several arities, and letter case ---- */

/* A symbol with an arity, as function or as relation. */
typedef struct {
    const Symbol *symbol;
    size_t arity;
    bool relation;
} Use;

typedef struct {
    const Game *game;
    Diag *diag;
    Map map; /* of uses, by symbol */
    VEC(Use) uses;
    VEC(const Symbol *) cased; /* symbols met in differing case */
} Names;

/* Constants stand for themselves: only functions can differ in arity. */
static void judge_arity(Names *names, const Form *form, bool relation)
{
    bool list = form->kind == FORM_LIST;
    const Symbol *symbol = list ? form->items[0]->symbol : form->symbol;
    Use use = {symbol, list ? form->count - 1 : 0, relation};
    uint32_t hash = hash_mix(symbol->id, relation);
    size_t others = 0, other = 0;
    if ((!relation && !use.arity) || (relation && is_keyword(symbol)))
        return;
    for (MapProbe probe = map_probe(&names->map, hash);
         map_next(&names->map, &probe);) {
        const Use *known = &names->uses.items[probe.index];
        if (known->symbol != symbol || known->relation != relation)
            continue;
        if (known->arity == use.arity)
            return;
        other = known->arity;
        others++;
    }
    map_add(&names->map, hash, (uint32_t)names->uses.count);
    vec_push(&names->uses, use);
    if (others == 1)
        diag_warning(names->diag, form->span, "arities",
                     "%s has %zu argument%s here and %zu elsewhere: these are "
                     "two different symbols",
                     symbol->spelling, use.arity, use.arity == 1 ? "" : "s",
                     other);
}

static bool is_spelled(const Form *word, const char *spelling)
{
    const char *text = word->span.source->text + word->span.start;
    size_t length = word->span.end - word->span.start;
    return strlen(spelling) == length && memcmp(text, spelling, length) == 0;
}

/* Words the reader made up, such as the `not` of a "~", are not spelled. */
static bool is_in_text(const Form *word)
{
    size_t length = word->span.end - word->span.start;
    const char *text = word->span.source->text + word->span.start;
    if (length != strlen(word->symbol->name))
        return false;
    for (size_t i = 0; i < length; i++)
        if (ascii_lower(text[i]) != word->symbol->name[i])
            return false;
    return true;
}

static void judge_case(Names *names, const Form *word)
{
    const Symbol *symbol = word->symbol;
    if (!is_in_text(word) || is_spelled(word, symbol->spelling))
        return;
    for (size_t i = 0; i < names->cased.count; i++)
        if (names->cased.items[i] == symbol)
            return;
    if (names->cased.count < DIAG_MOST)
        vec_push(&names->cased, symbol);
    diag_warning(names->diag, word->span, "case",
                 "spelled %s elsewhere; letter case makes no difference",
                 symbol->spelling);
}

static void judge_words(Names *names, const Form *form, bool relation,
                        bool connective)
{
    if (form->kind == FORM_VARIABLE)
        return;
    if (!connective)
        judge_arity(names, form, relation);
    if (form->kind == FORM_WORD)
        judge_case(names, form);
    else
        judge_case(names, form->items[0]);
    for (size_t i = 1; i < form->count; i++)
        judge_words(names, form->items[i], false, false);
}

static void judge_condition_words(Names *names, const Condition *condition)
{
    bool atom = condition->kind == CONDITION_ATOM;
    if (condition->atom)
        judge_words(names, condition->form, atom, !atom);
    else
        judge_case(names, condition->form->items[0]);
    for (size_t i = 0; i < condition->count; i++)
        judge_condition_words(names, condition->parts[i]);
}

static void judge_names(const Game *game, Diag *diag)
{
    Names names = {.game = game, .diag = diag};
    for (size_t i = 0; i < game->rules->count; i++) {
        const Rule *rule = &game->rules->items[i];
        judge_words(&names, rule->head_form, true, false);
        for (size_t k = 0; k < rule->count; k++)
            judge_condition_words(&names, rule->body[k]);
    }
    map_free(&names.map);
    vec_free(&names.uses);
    vec_free(&names.cased);
}

/* ---- variables that occur once ---- */

typedef struct {
    const Form *form;
    size_t count;
} Occurrence;

typedef VEC(Occurrence) Occurrences;

enum { MANY_VARIABLES = 1000 };

static void count_variables(const Form *form, Occurrences *found)
{
    for (size_t i = 0; i < form->count; i++)
        count_variables(form->items[i], found);
    if (form->kind != FORM_VARIABLE)
        return;
    for (size_t i = 0; i < found->count; i++)
        if (found->items[i].form->symbol == form->symbol) {
            found->items[i].count++;
            return;
        }
    Occurrence first = {form, 1};
    if (found->count < MANY_VARIABLES)
        vec_push(found, first);
}

/* An unsafe variable was reported at its place already. */
static bool is_reported(const Diag *diag, Span span)
{
    for (size_t i = 0; i < diag->problems.count; i++) {
        const Problem *problem = &diag->problems.items[i];
        if (problem->severity == SEVERITY_ERROR &&
            problem->span.start == span.start)
            return true;
    }
    return false;
}

/* Behind the "?" of ?x, before the X of infix form. */
static void suggest_underscore(Diag *diag, Span name)
{
    name.start += name.source->text[name.start] == '?';
    name.end = name.start;
    diag_fix(diag, name, "_");
}

/* A name that begins with "_" says that it is meant so. */
static void judge_singletons(const Rules *rules, Diag *diag)
{
    Occurrences found = {0};
    for (size_t i = 0; i < rules->count; i++) {
        vec_clear(&found);
        count_variables(rules->items[i].form, &found);
        for (size_t k = 0; k < found.count; k++) {
            const Form *form = found.items[k].form;
            if (found.items[k].count > 1 || form->symbol->name[1] == '_' ||
                is_reported(diag, form->span))
                continue;
            Text name = {0};
            variable_print(&name, form->symbol, rules->syntax);
            diag_warning(diag, form->span, "singleton",
                         "%s occurs only here; a name that begins with _ says "
                         "that this is meant",
                         text_string(&name));
            suggest_underscore(diag, form->span);
            text_free(&name);
        }
    }
    vec_free(&found);
}

/* ---- features ---- */

typedef struct {
    const Symbol *symbol;
    size_t arity;
    const Form *read;
    bool set;
} Feature;

typedef struct {
    Map map;
    VEC(Feature) items;
    bool any_set; /* by a rule next(F) with a variable F */
} Features;

static Feature *feature_of(Features *features, const Term *term)
{
    uint32_t hash = hash_mix(term->symbol->id, term->arity);
    for (MapProbe probe = map_probe(&features->map, hash);
         map_next(&features->map, &probe);) {
        Feature *known = &features->items.items[probe.index];
        if (known->symbol == term->symbol && known->arity == term->arity)
            return known;
    }
    Feature feature = {term->symbol, term->arity, NULL, false};
    map_add(&features->map, hash, (uint32_t)features->items.count);
    vec_push(&features->items, feature);
    return &vec_last(&features->items);
}

static bool sets_features(Keyword keyword)
{
    return keyword == KEYWORD_INIT || keyword == KEYWORD_NEXT ||
           keyword == KEYWORD_TRUE; /* a mistake, reported as such */
}

/* next(F) :- true(F) sets nothing that was not set before. */
static bool is_frame_rule(const Game *game, const Clause *clause)
{
    for (size_t i = 0; i < clause->count; i++) {
        const Literal *literal = &clause->body[i];
        if (literal->kind == LITERAL_POSITIVE &&
            game->relations[literal->relation].keyword == KEYWORD_TRUE &&
            literal->atom->args[0] == clause->head->args[0])
            return true;
    }
    return false;
}

static void note_head(Features *features, const Rule *rule)
{
    const Term *head = rule->head;
    if (!sets_features(keyword_of(head->symbol, head->arity)))
        return;
    if (!term_is_variable(head->args[0]))
        feature_of(features, head->args[0])->set = true;
}

static void note_clause(const Game *game, Features *features,
                        const Clause *clause)
{
    if (sets_features(game->relations[clause->relation].keyword) &&
        term_is_variable(clause->head->args[0]) && !is_frame_rule(game, clause))
        features->any_set = true;
    for (size_t i = 0; i < clause->count; i++) {
        const Literal *literal = &clause->body[i];
        if (literal->kind == LITERAL_DISTINCT ||
            game->relations[literal->relation].keyword != KEYWORD_TRUE ||
            term_is_variable(literal->atom->args[0]))
            continue;
        Feature *feature = feature_of(features, literal->atom->args[0]);
        if (!feature->read)
            feature->read = literal->form;
    }
}

static void judge_features(const Game *game, Diag *diag)
{
    Features features = {0};
    for (size_t i = 0; i < game->rules->count; i++)
        note_head(&features, &game->rules->items[i]);
    for (size_t i = 0; i < game->clause_count; i++)
        note_clause(game, &features, &game->clauses[i]);
    for (size_t i = 0; i < features.items.count && !features.any_set; i++) {
        const Feature *feature = &features.items.items[i];
        if (feature->read && !feature->set)
            diag_warning(diag, feature->read->span, "unset-feature",
                         "no rule for init or next sets the feature %s, so it "
                         "is never true",
                         feature->symbol->spelling);
    }
    map_free(&features.map);
    vec_free(&features.items);
}

void judge_habits(const Game *game, Diag *diag)
{
    judge_relations(game, diag);
    judge_names(game, diag);
    judge_features(game, diag);
}

void game_judge_pedantic(const Rules *rules, Diag *diag)
{
    judge_singletons(rules, diag);
    diag_sort(diag);
}

/* formula_check.c - does what a formula speaks of exist
 *
 * In:   parts of a formula as they are read
 * Out:  reports with the names that the manual explains
 */
#include "formula/formula_check.h"

#include "lang/print.h"

#include <string.h>

/* A name for messages, as a user would write it. */
static const char *symbol_text(const Universe *universe, const Symbol *symbol)
{
    return term_string(universe->arena,
                       term_constant(universe->game->terms, symbol));
}

#define NO_ARITY SIZE_MAX

/* There is no NAME of this KIND ("feature") with ARITY arguments, but perhaps
 * one with OTHER_ARITY. */
static void report_missing(Diag *diag, Span span, const char *kind,
                           const char *name, size_t arity, size_t other_arity)
{
    if (other_arity == NO_ARITY)
        diag_error(diag, span, "unknown-symbol", "%s is no %s of this game",
                   name, kind);
    else
        diag_error(diag, span, "wrong-arity",
                   "the %s %s has %zu argument%s, not %zu", kind, name,
                   other_arity, other_arity == 1 ? "" : "s", arity);
}

/* What is neither in the rules nor a word of the language is a slip. */
bool check_symbol(const Universe *universe, const Symbol *symbol, Span span,
                  Diag *diag)
{
    static const char *const words[] = {"distinct", "true", "legal", "goal",
                                        "terminal"};
    if (symbol->id < universe->game->symbol_count)
        return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(symbol->name, words[i]) == 0)
            return true;
    diag_error(diag, span, "unknown-symbol",
               "%s does not occur in the rules of this game",
               symbol_text(universe, symbol));
    return false;
}

static const FeatureSymbol *feature_named(const Universe *universe,
                                          const Symbol *symbol)
{
    for (size_t i = 0; i < universe->feature_count; i++)
        if (universe->features[i].symbol == symbol)
            return &universe->features[i];
    return NULL;
}

const FeatureSymbol *check_feature(const Universe *universe,
                                   const Symbol *symbol, size_t arity,
                                   Span span, Diag *diag)
{
    const FeatureSymbol *feature = universe_feature(universe, symbol, arity);
    const FeatureSymbol *same_name = feature_named(universe, symbol);
    if (!feature)
        report_missing(diag, span, "feature", symbol_text(universe, symbol),
                       arity, same_name ? same_name->arity : NO_ARITY);
    return feature;
}

/* Whether a role can have such a move; *OTHER_ARITY is the number of arguments
 * that moves of this name have otherwise. */
static bool is_move(const Universe *universe, const Symbol *symbol,
                    size_t arity, size_t *other_arity)
{
    const Domains *domains = universe->domains;
    *other_arity = NO_ARITY;
    for (size_t i = 0; i < domains->role_count; i++)
        for (size_t k = 0; k < domains->moves[i]->count; k++) {
            const Shape *shape = &domains->moves[i]->shapes[k];
            if (shape->symbol != symbol)
                continue;
            if (shape->arity == arity)
                return true;
            *other_arity = shape->arity;
        }
    return false;
}

static bool check_move(const Universe *universe, const Term *move, Span span,
                       Diag *diag)
{
    size_t other_arity;
    if (term_is_variable(move) ||
        is_move(universe, move->symbol, move->arity, &other_arity))
        return true;
    report_missing(diag, span, "move", symbol_text(universe, move->symbol),
                   move->arity, other_arity);
    return false;
}

static void report_no_relation(const Universe *universe, const Term *atom,
                               Span span, Diag *diag)
{
    const Game *game = universe->game;
    const char *name = symbol_text(universe, atom->symbol);
    size_t other_arity = NO_ARITY;
    for (size_t i = game->relation_count; i-- > 0;)
        if (game->relations[i].symbol == atom->symbol)
            other_arity = game->relations[i].arity;
    if (other_arity == NO_ARITY && feature_named(universe, atom->symbol))
        diag_error(diag, span, "unknown-symbol",
                   "%s is a feature, no relation: that it holds is written "
                   "true(%s)",
                   name, term_string(universe->arena, atom));
    else
        report_missing(diag, span, "relation", name, atom->arity, other_arity);
}

static bool check_relation(const Universe *universe, const Term *atom,
                           const Relation *relation, Span span, Diag *diag)
{
    switch (relation->keyword) {
    case KEYWORD_INIT:
    case KEYWORD_NEXT:
        diag_error(diag, span, "keyword-atom",
                   "%s is no atom of a formula; what holds now is true(F), "
                   "what holds after a step is next true(F)",
                   relation->symbol->name);
        return false;
    case KEYWORD_TRUE:
        return term_is_variable(atom->args[0]) ||
               check_feature(universe, atom->args[0]->symbol,
                             atom->args[0]->arity, span, diag);
    case KEYWORD_LEGAL:
        return check_move(universe, atom->args[1], span, diag);
    default:
        break;
    }
    if (relation->changes_with != CHANGES_WITH_MOVES)
        return true;
    diag_error(diag, span, "depends-on-does",
               "%s depends on the moves that are made; a formula speaks of "
               "positions",
               symbol_text(universe, relation->symbol));
    return false;
}

/* Words of GDL have a meaning even where no rule mentions them. */
static bool is_unused_keyword(const Term *atom)
{
    return term_is_named(atom, "true", 1) || term_is_named(atom, "legal", 2) ||
           term_is_named(atom, "goal", 2) || term_is_named(atom, "terminal", 0);
}

bool check_atom(const Universe *universe, const Term *atom, Span span,
                Diag *diag)
{
    const Game *game = universe->game;
    if (term_is_variable(atom)) {
        diag_error(diag, span, "syntax", "a variable is no formula");
        return false;
    }
    RelationId id = relation_find(game, atom->symbol, atom->arity);
    if (id != NO_RELATION)
        return check_relation(universe, atom, &game->relations[id], span, diag);
    if (is_unused_keyword(atom))
        return true;
    report_no_relation(universe, atom, span, diag);
    return false;
}

const TermSet *check_argument(Universe *universe, const char *name, Span span,
                              Diag *diag)
{
    const TermSet *set = universe_argument(universe, name);
    if (set && set->count)
        return set;
    if (set)
        diag_error(diag, span, "empty-domain", "nothing can stand at %s", name);
    else
        diag_error(diag, span, "unknown-domain",
                   "%s is no argument place, or too much can stand there",
                   name);
    return NULL;
}

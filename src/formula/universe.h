/* universe.h - the finite sets that formulas and state generators range over
 *
 * A Universe holds the roles, the moves of each role and the ground features
 * of a game, as one way of finding domains gives them (analysis/domain.h), and
 * finds the domain of an argument place by its name. Everything is sorted.
 */
#ifndef ZERMELO_FORMULA_UNIVERSE_H
#define ZERMELO_FORMULA_UNIVERSE_H

#include "analysis/domain.h"
#include "base/diag.h"
#include "base/vec.h"
#include "ground/net.h"

typedef struct {
    const Term *const *terms;
    size_t count;
} TermSet;

/* All instances of one feature symbol. */
typedef struct {
    const Symbol *symbol;
    size_t arity;
    TermSet instances;
} FeatureSymbol;

typedef struct {
    Arena *arena;
    const Game *game;
    Domains *domains; /* for the names of argument places; owned */
    DomainsKind kind;
    TermSet roles;       /* in the order of the text */
    TermSet *moves;      /* by role */
    TermSet any_move;    /* of some role */
    bool too_many_moves; /* then these are not listed: any_move is empty */
    FeatureSymbol *features;
    size_t feature_count;
    TermSet all_features;
    TermSet goals; /* values that a goal can have, in all spellings */
    VEC(struct NamedSet *) named_sets; /* argument places asked for already */
} Universe;

enum { UNIVERSE_MAX = 1 << 20 }; /* terms in one set */

/* NET is needed for DOMAINS_REACHABLE only. NULL, with the reason in *WHY, if
 * a set is too large or endless; moves alone may be too many. The game outlives
 * the universe. */
Universe *universe_new(const Game *game, DomainsKind kind, const Net *net,
                       const char **why);
void universe_free(Universe *universe);

/* The terms that can stand at the argument place NAME, `cell.3`; NULL if
 * there is no such position or its terms are too many. */
const TermSet *universe_argument(Universe *universe, const char *name);

/* The feature of that name, or NULL. */
const FeatureSymbol *universe_feature(const Universe *universe,
                                      const Symbol *symbol, size_t arity);

/* The number of ROLE among the roles, or NO_INDEX. */
uint32_t universe_role(const Universe *universe, const Term *role);

/* The moves of ROLE; none of what is no role. */
TermSet universe_moves(const Universe *universe, const Term *role);

bool role_is_random(const Term *role);
/* true, legal, goal, terminal: these mean something even where no rule mentions
 * them. */
bool is_keyword_atom(const Term *atom);
bool is_control(const Term *feature); /* control(X), which says who moves */

/* For the reader of formulas: does what they speak of exist? Each reports to
 * DIAG, and returns false or NULL, if it does not. */
bool check_symbol(const Universe *universe, const Symbol *symbol, Span span,
                  Diag *diag);
bool check_atom(const Universe *universe, const Term *atom, Span span,
                Diag *diag);
const FeatureSymbol *check_feature(const Universe *universe,
                                   const Symbol *symbol, size_t arity,
                                   Span span, Diag *diag);
const TermSet *check_argument(Universe *universe, const char *name, Span span,
                              Diag *diag);

#endif

/* judge.h - the passes that make a Game, in the order in which they run
 *
 * Each takes the Game as far as it is made, adds its part and reports what it
 * finds. game_load() runs them. Private to game/.
 */
#ifndef ZERMELO_GAME_JUDGE_H
#define ZERMELO_GAME_JUDGE_H

#include "base/guess.h"
#include "game/game.h"

/* ---- lint.c: what was probably meant by a name ----
 *
 * Spelling decides what is suggested, never whether there is something to
 * report. Comparing every name with every other would be slow for a hostile
 * text, so one that has too many gets no more hints. */

typedef struct Hints {
    const Rules *rules;
    Guess guess;
    const Symbol *best;    /* NULL: none of those offered is close */
    size_t compared_count; /* names, in all */
} Hints;

void hints_begin(Hints *hints, const Symbol *meant);
bool hints_more(Hints *hints); /* whether one name more may be looked at */
void hints_offer(Hints *hints, const Symbol *candidate);
void hints_offer_word(Hints *hints, const char *word);

/* Warns of FORM, whose first word, or that of the feature it asks for, is the
 * name: "BEFORE name AFTER", and what may be meant instead. */
void hints_warn(const Hints *hints, Diag *diag, const Form *form,
                const char *rule, const char *before, const char *after);

/* ---- the passes ---- */

/* keywords.c: which word means what, with how many arguments, and where */
Keyword keyword_of_atom(const Term *atom);
bool is_keyword(const Symbol *symbol); /* with whatever arity */
void judge_keywords(const Game *game, Diag *diag);
void offer_keywords(Hints *hints, size_t arity); /* and connectives */

/* clauses.c: rules with flat bodies */
void make_clauses(Game *game, Diag *diag);

/* safety.c: each variable is bound, or gets its natural meaning */
void judge_safety(Game *game, Diag *diag);
bool is_bound(const Clause *clause, const Term *variable); /* by its body */

/* depend.c: what depends on what; strata.c: in which order to evaluate */
void find_dependencies(Game *game);
void make_groups(Game *game, Diag *diag);

/* depend.c: who may depend on what; the recursion restriction */
void judge_dependencies(const Game *game, Diag *diag);
void judge_recursion(const Game *game, Diag *diag);

/* ---- lint.c: what is allowed and most often a mistake ---- */

typedef struct {
    const Rules *rules;
    const Game
        *game; /* what was made of them; NULL: nothing, if LINT_PEDANTIC */
    Diag *diag;
    Hints hints;
} Lint;

/* When a check is made. */
typedef enum {
    LINT_ALWAYS,
    LINT_WHOLE, /* not where reading failed and parts of the text are missing:
                 * what seems absent or unused may stand there */
    LINT_PEDANTIC, /* if the user asks: it is more often meant than mistaken */
} LintWhen;

void judge_lint(const Rules *rules, const Game *game, LintWhen when,
                Diag *diag);

/* keywords.c: what every game has; goal values */
void judge_presence(Lint *lint);
void judge_goal_values(Lint *lint);

/* unmatched.c: names that nothing else can match */
void judge_symbols(Lint *lint);

/* features.c: features that are set and not read, read and not set, or lost */
void judge_features(Lint *lint);
void judge_unread_features(Lint *lint);

/* growth.c: terms that grow from step to step */
void judge_growth(Lint *lint);

/* game_check.c: asserts what game.h promises */
void game_check(const Game *game);

#endif

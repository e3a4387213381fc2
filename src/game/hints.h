/* hints.h - what was probably meant by a name; private to game/
 *
 * Spelling decides what is suggested, never whether there is something to
 * report. Comparing every name with every other would be slow for a hostile
 * text, so one that has too many gets no more hints.
 */
#ifndef ZERMELO_GAME_HINTS_H
#define ZERMELO_GAME_HINTS_H

#include "base/guess.h"
#include "game/game.h"

typedef struct Hints {
    const Rules *rules;
    Guess guess;
    const Symbol *best; /* NULL: none of those offered is close */
    size_t looked;      /* at so many names, in all */
} Hints;

void hints_begin(Hints *hints, const Symbol *meant);
bool hints_more(Hints *hints); /* whether one name more may be looked at */
void hints_offer(Hints *hints, const Symbol *other);
void hints_offer_word(Hints *hints, const char *word);

/* Warns of FORM, whose first word, or that of the feature it asks for, is the
 * name: "BEFORE name AFTER", and what may be meant instead. */
void hints_warn(const Hints *hints, Diag *diag, const Form *form,
                const char *rule, const char *before, const char *after);

#endif

/* hints.c - what was probably meant by a name */
#include "game/hints.h"

#include "lang/print.h"

#include <string.h>

enum { MAX_LOOKED = 300000 };

void hints_begin(Hints *hints, const Symbol *meant)
{
    hints->guess = guess_new(meant->name);
    hints->best = NULL;
}

bool hints_more(Hints *hints)
{
    return hints->looked++ < MAX_LOOKED;
}

void hints_offer(Hints *hints, const Symbol *other)
{
    if (guess_offer(&hints->guess, other->name))
        hints->best = other;
}

void hints_offer_word(Hints *hints, const char *word)
{
    if (guess_offer(&hints->guess, word))
        hints->best = NULL;
}

/* Of (true (at 1)) the name is `at`, unless `true` itself is the matter. */
static const Form *word_of(const Form *form, const char *name)
{
    const Form *word = form;
    while (word->kind == FORM_LIST) {
        bool is_it = strcmp(word->items[0]->symbol->name, name) == 0;
        word = is_it || word->count != 2 ? word->items[0] : word->items[1];
    }
    return word;
}

void hints_warn(const Hints *hints, Diag *diag, const Form *form,
                const char *rule, const char *before, const char *after)
{
    const Form *word = word_of(form, hints->guess.typed);
    Text instead = {0};
    if (hints->best)
        symbol_print(&instead, hints->best, hints->rules->syntax);
    else if (hints->guess.best)
        text_adds(&instead, hints->guess.best);
    diag_warning(diag, form->span, rule, "%s%s%s%s%s%s", before,
                 word->symbol->spelling, after,
                 instead.length ? "; did you mean " : "", text_string(&instead),
                 instead.length ? "?" : "");
    if (instead.length)
        diag_fix(diag, word->span, text_string(&instead));
    text_free(&instead);
}

/* api_term.c - terms from one syntax to the other, for zermelo.h
 *
 * In:   text, from a user or from the network
 * Out:  the same term as text
 *
 * Start reading at zermelo_term(), at the end.
 */
#include "api/handle.h"

#include "lang/play_read.h"
#include "lang/print.h"

#include <string.h>

const Term *read_term(Arena *arena, Terms *terms, const char *text,
                      ZermeloSyntax syntax)
{
    Diag diag;
    diag_init(&diag, arena);
    const Source *source = source_new(arena, "term", text, strlen(text));
    const Term *term = NULL;
    if (syntax == ZERMELO_KIF) {
        const Form *form = read_kif_form(arena, terms, source, &diag);
        if (form)
            term = form_term(terms, form, &diag);
    } else {
        size_t count;
        const JointMove *steps = play_read(arena, terms, source, &diag, &count);
        if (count == 1 && steps->count == 1)
            term = steps->moves[0];
    }
    diag_clear(&diag);
    return term && term_is_ground(term) && term_is_moderate(term) ? term : NULL;
}

char *zermelo_term(ZermeloGame *game, const char *text, ZermeloSyntax from,
                   ZermeloSyntax to)
{
    if (strlen(text) > MAX_TEXT_BYTES)
        return NULL;
    Arena *arena = arena_new();
    Terms *own = game ? NULL : terms_new();
    const Term *term =
        read_term(arena, game ? game->rules->terms : own, text, from);
    Text out = {0};
    if (term)
        term_print(&out, term, to == ZERMELO_KIF ? SYNTAX_KIF : SYNTAX_INFIX);
    terms_free(own);
    arena_free(arena);
    return term ? text_take(&out) : NULL;
}

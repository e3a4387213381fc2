/* form.c - which syntax a text has, and its statements with their comments
 *
 * In:   text
 * Out:  Forms: statements as nested lists of words
 * Next: rules.c finds out which of them are rules
 *
 * In prefix form a parenthesis opens before the symbol, (role white); in infix
 * form after it, role(white). The majority decides, which forgives both odd
 * spacing and comments. Infix text also has some sign of its own: without any
 * it is taken for a prefix text with broken parentheses.
 */
#include "lang/form.h"

#include <string.h>

size_t blank_length(const Source *source, size_t offset)
{
    const char *text = source->text + offset;
    return ascii_is_space(*text)               ? 1
           : begins_with(text, "\xef\xbb\xbf") ? 3
                                               : 0;
}

Syntax syntax_of(const char *text, size_t length)
{
    size_t prefix_count = 0, infix_count = 0;
    bool in_comment = false, has_infix_sign = false, blocks_may_close = true;
    char previous = ' ';
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if (c == '/' && i + 1 < length && text[i + 1] == '*' && !in_comment &&
            blocks_may_close) {
            const char *end = memmem(text + i + 2, length - i - 2, "*/", 2);
            /* if this one has no end, none has */
            blocks_may_close = end != NULL;
            if (end)
                i = (size_t)(end - text) + 1;
            continue;
        }
        if (c == '\n' || c == '\r')
            in_comment = false;
        else if (c == ';' || (c == '%' && ascii_is_space(previous)))
            in_comment = true;
        else if (c == '(' && !in_comment)
            *(ascii_is_space(previous) || previous == '(' || previous == ')'
                  ? &prefix_count
                  : &infix_count) += 1;
        else if (c == ':' && i + 1 < length && text[i + 1] == '-' &&
                 !in_comment)
            has_infix_sign = true, infix_count++;
        else if ((c == ',' || c == '.' || c == '&' || c == '~') && !in_comment)
            has_infix_sign = true;
        previous = c;
    }
    return has_infix_sign && infix_count > prefix_count ? SYNTAX_INFIX
                                                        : SYNTAX_KIF;
}

Form *form_word(Arena *arena, FormKind kind, Span span, const Symbol *symbol)
{
    Form form = {.kind = kind, .span = span, .symbol = symbol};
    return arena_copy(arena, &form, sizeof form);
}

Form *form_list(Arena *arena, Span span, const Form *const *items, size_t count)
{
    Form form = {.kind = FORM_LIST, .span = span, .count = count};
    form.items = arena_copy(arena, items, count * sizeof *items);
    return arena_copy(arena, &form, sizeof form);
}

bool form_is_list(const Form *form, const char *word)
{
    return form->kind == FORM_LIST && form->count &&
           form->items[0]->kind == FORM_WORD &&
           strcmp(form->items[0]->symbol->name, word) == 0;
}

/* ---- comments, on their way to the statement they precede ---- */

/* Those that begin before END; a reader that looks ahead may have met more. */
static const char **take_comments(Collector *collector, size_t end,
                                  size_t *count)
{
    size_t total = collector->comments.count, taken = 0;
    while (taken < total && collector->comments.items[taken].start < end)
        taken++;
    const char **texts = arena_array(collector->arena, const char *, taken);
    for (size_t i = 0; i < taken; i++)
        texts[i] = collector->comments.items[i].text;
    for (size_t i = taken; i < total; i++)
        collector->comments.items[i - taken] = collector->comments.items[i];
    collector->comments.count = total - taken;
    *count = taken;
    return texts;
}

size_t collect_comment(Collector *collector, const Source *source, size_t start)
{
    const char *text = source->text;
    size_t first = start, line_end = start;
    while (line_end < source->length && text[line_end] != '\n' &&
           text[line_end] != '\r')
        line_end++;
    size_t end = line_end;
    while (first < end && (text[first] == ';' || text[first] == '%'))
        first++;
    while (end > first && ascii_is_space(text[end - 1]))
        end--;
    Text clean = {0};
    text_add_printable(&clean, text + first, end - first);
    const char *comment = text_finish(&clean, collector->arena);
    vec_push(&collector->comments, (Comment){comment, start});
    return line_end;
}

static bool is_after_blank(const Collector *collector, const Form *form)
{
    const Source *source = form->span.source;
    size_t line_breaks = 0;
    for (size_t i = collector->end; i < form->span.start; i++) {
        char c = source->text[i];
        if (c == '\n' || (c == '\r' && source->text[i + 1] != '\n'))
            line_breaks++;
        else if (!ascii_is_space(c))
            line_breaks = 0;
        if (line_breaks > 1)
            return true;
    }
    return false;
}

void collect_statement(Collector *collector, const Form *form)
{
    Statement statement = {.form = form};
    statement.after_blank = is_after_blank(collector, form);
    statement.comments =
        take_comments(collector, form->span.end, &statement.comment_count);
    collector->end = form->span.end;
    vec_push(&collector->statements, statement);
}

Statements collect_finish(Collector *collector)
{
    Statements result = {.count = collector->statements.count};
    result.items = vec_finish(&collector->statements, collector->arena);
    result.comments = take_comments(collector, SIZE_MAX, &result.comment_count);
    vec_free(&collector->comments);
    return result;
}

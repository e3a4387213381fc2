/* form.c - which syntax a text has, and its statements with their comments
 *
 * In prefix form a parenthesis opens before the symbol, (role white); in infix
 * form after it, role(white). The majority decides, which forgives both odd
 * spacing and comments. Infix text also has some sign of its own: without any
 * it is taken for a prefix text with broken parentheses.
 */
#include "lang/form.h"

#include <string.h>

size_t byte_order_mark(const Source *source, size_t offset)
{
    return source->length - offset >= 3 &&
                   memcmp(source->text + offset, "\xef\xbb\xbf", 3) == 0
               ? 3
               : 0;
}

Syntax syntax_of(const char *text, size_t length)
{
    size_t prefix = 0, infix = 0;
    bool comment = false, sign = false, blocks = true;
    char before = ' ';
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if (c == '/' && i + 1 < length && text[i + 1] == '*' && !comment &&
            blocks) {
            const char *end = memmem(text + i + 2, length - i - 2, "*/", 2);
            blocks = end != NULL; /* if this one has no end, none has */
            if (end)
                i = (size_t)(end - text) + 1;
            continue;
        }
        if (c == '\n' || c == '\r')
            comment = false;
        else if (c == ';' || (c == '%' && ascii_is_space(before)))
            comment = true;
        else if (c == '(' && !comment)
            *(ascii_is_space(before) || before == '(' || before == ')'
                  ? &prefix
                  : &infix) += 1;
        else if (c == ':' && i + 1 < length && text[i + 1] == '-' && !comment)
            sign = true, infix++;
        else if ((c == ',' || c == '.' || c == '&' || c == '~') && !comment)
            sign = true;
        before = c;
    }
    return sign && infix > prefix ? SYNTAX_INFIX : SYNTAX_KIF;
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

void collect_comment(Collector *collector, const Source *source, size_t start,
                     size_t end)
{
    const char *text = source->text;
    size_t first = start;
    while (first < end && (text[first] == ';' || text[first] == '%'))
        first++;
    while (end > first && ascii_is_space(text[end - 1]))
        end--;
    Text clean = {0};
    text_add_printable(&clean, text + first, end - first);
    Comment comment = {
        arena_string(collector->arena, text_string(&clean), clean.length),
        start};
    vec_push(&collector->comments, comment);
    text_free(&clean);
}

static bool is_after_blank(const Collector *collector, const Form *form)
{
    const Source *source = form->span.source;
    size_t breaks = 0;
    for (size_t i = collector->end; i < form->span.start; i++) {
        char c = source->text[i];
        if (c == '\n' || (c == '\r' && source->text[i + 1] != '\n'))
            breaks++;
        else if (!ascii_is_space(c))
            breaks = 0;
        if (breaks > 1)
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

/* comment.c - comments on their way from the reader to the statement they
 * precede */
#include "lang/comment.h"

static const char **take_comments(Collector *collector, size_t *count)
{
    *count = collector->comments.count;
    return vec_finish(&collector->comments, collector->arena);
}

void collect_comment(Collector *collector, const char *text, size_t length)
{
    while (length && (*text == ';' || *text == '%'))
        text++, length--;
    while (length && ascii_is_space(text[length - 1]))
        length--;
    Text clean = {0};
    text_add_printable(&clean, text, length);
    vec_push(&collector->comments,
             arena_string(collector->arena, text_string(&clean),
                          clean.length));
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
    statement.comments = take_comments(collector, &statement.comment_count);
    collector->end = form->span.end;
    vec_push(&collector->statements, statement);
}

Statements collect_finish(Collector *collector)
{
    Statements result = {.count = collector->statements.count};
    result.items = vec_finish(&collector->statements, collector->arena);
    result.comments = take_comments(collector, &result.comment_count);
    return result;
}

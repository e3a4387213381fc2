/* comment.c - comments on their way from the reader to the statement they
 * precede */
#include "lang/comment.h"

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

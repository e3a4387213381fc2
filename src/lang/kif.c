/* kif.c - the prefix syntax: (<= (next (p ?x)) (true (p ?x)))
 *
 * In:   a Source
 * Out:  Statements (lang/form.h), in the caller's arena
 * Next: lang/rules.c finds out what the lists mean
 *
 * statement := form          at nesting depth 0
 * form      := word | ?word | "(" form* ")"
 * word      := anything but white space, parentheses and ";"
 *
 * No recursion: open lists are on a stack of our own, whose height is bounded.
 * Start reading at read_kif(), at the end.
 */
#include "lang/form.h"

typedef struct {
    size_t start;      /* offset of its parenthesis */
    size_t first_item; /* in KifReader.items */
} OpenList;

typedef struct {
    Arena *arena;
    Terms *terms;
    const Source *source;
    Diag *diag;
    size_t offset; /* of the next byte */
    VEC(OpenList) open_lists;
    VEC(const Form *) items; /* of all open lists, outermost first */
    Collector out;
    bool in_rule;      /* the outermost list is (<= ...), which is no nesting */
    size_t reread_end; /* up to here the text is read for the second time */
    bool too_deep;
    bool percent_comments, percent_reported;
} KifReader;

static Span span_from(const KifReader *reader, size_t start)
{
    return source_span(reader->source, start, reader->offset);
}

static char peek(const KifReader *reader)
{
    return reader->source->text[reader->offset]; /* NUL at its end */
}

static bool at_end(const KifReader *reader)
{
    return reader->offset >= reader->source->length;
}

static bool is_stray(char c)
{
    return ((unsigned char)c < 0x20 && !ascii_is_space(c)) || c == 0x7f;
}

static bool is_word_byte(char c)
{
    return !ascii_is_space(c) && c != '(' && c != ')' && c != ';' &&
           !is_stray(c);
}

static bool is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

static void read_comment(KifReader *reader)
{
    reader->offset =
        collect_comment(&reader->out, reader->source, reader->offset);
}

/* A finished form goes into the list that is open, or is a statement. */
static void add_form(KifReader *reader, const Form *form)
{
    if (reader->open_lists.count)
        vec_push(&reader->items, form);
    else
        collect_statement(&reader->out, form);
}

static void read_word(KifReader *reader)
{
    size_t start = reader->offset;
    const char *text = reader->source->text + start;
    while (!at_end(reader) && is_word_byte(peek(reader)))
        reader->offset++;
    size_t length = reader->offset - start;
    bool is_variable = text[0] == '?' && length > 1;
    if (length - is_variable > MAX_WORD_BYTES) {
        diag_error(reader->diag, span_from(reader, start), "too-long",
                   "a word of %zu bytes; the limit is %d", length,
                   MAX_WORD_BYTES);
        length = MAX_WORD_BYTES;
    }
    add_form(reader,
             form_word(reader->arena, is_variable ? FORM_VARIABLE : FORM_WORD,
                       span_from(reader, start),
                       term_symbol(reader->terms, text, length)));
}

/* "(<=" is at home at depth 0 only: inside a list it shows that a parenthesis
 * before it is missing. */
static bool starts_rule(const KifReader *reader)
{
    size_t i = reader->offset + 1, length = reader->source->length;
    const char *text = reader->source->text;
    while (i < length && ascii_is_space(text[i]))
        i++;
    return i + 2 < length && text[i] == '<' && text[i + 1] == '=' &&
           !is_word_byte(text[i + 2]);
}

static bool is_line_start(const KifReader *reader, size_t offset)
{
    return offset && is_line_end(reader->source->text[offset - 1]);
}

/* A fact that is never closed has taken in what follows it: that is read once
 * more, and each line that begins with a parenthesis is a new statement. The
 * lines of a rule may begin so without being that. */
static void reread_from(KifReader *reader, size_t start)
{
    size_t end = reader->offset;
    reader->reread_end = end;
    for (reader->offset = start + 1; reader->offset < end; reader->offset++)
        if (peek(reader) == '(' && is_line_start(reader, reader->offset))
            break;
}

static void abandon_open_lists(KifReader *reader)
{
    uint32_t start = (uint32_t)reader->open_lists.items[0].start;
    diag_error(reader->diag, source_span(reader->source, start, start + 1),
               "unclosed", "this parenthesis is never closed");
    vec_clear(&reader->open_lists);
    vec_clear(&reader->items);
    if (!reader->in_rule && reader->offset > reader->reread_end)
        reread_from(reader, start);
}

static void open_list(KifReader *reader)
{
    bool is_new_line = reader->offset < reader->reread_end &&
                       is_line_start(reader, reader->offset);
    if (reader->open_lists.count && (is_new_line || starts_rule(reader)))
        abandon_open_lists(reader);
    if (!reader->open_lists.count)
        reader->in_rule = starts_rule(reader);
    if (reader->open_lists.count == (size_t)TERM_MAX_DEPTH + reader->in_rule) {
        diag_error(
            reader->diag,
            source_span(reader->source, reader->offset, reader->offset + 1),
            "too-deep", "parentheses nested deeper than %d; reading stops here",
            TERM_MAX_DEPTH);
        reader->too_deep = true;
        return;
    }
    vec_push(&reader->open_lists,
             (OpenList){reader->offset++, reader->items.count});
}

static void close_list(KifReader *reader)
{
    size_t close_offset = reader->offset++;
    if (!reader->open_lists.count) {
        diag_error(reader->diag, span_from(reader, close_offset), "unopened",
                   "this parenthesis closes nothing");
        return;
    }
    OpenList list = vec_pop(&reader->open_lists);
    size_t count = reader->items.count - list.first_item;
    const Form *form =
        form_list(reader->arena, span_from(reader, list.start),
                  count ? reader->items.items + list.first_item : NULL, count);
    reader->items.count = list.first_item;
    add_form(reader, form);
}

static void read_stray(KifReader *reader)
{
    size_t start = reader->offset;
    while (!at_end(reader) && is_stray(peek(reader)))
        reader->offset++;
    diag_error(reader->diag, span_from(reader, start), "stray-character",
               "a control character (code %d) does not belong in rules",
               (unsigned char)reader->source->text[start]);
}

/* KIF has "%" among the letters of its words. Some files have Prolog's comments
 * between their rules, though, where a word would be a fact that hardly anybody
 * can use: at depth 0 of a file that has lines it is a comment. */
static void read_percent(KifReader *reader)
{
    size_t start = reader->offset;
    read_comment(reader);
    if (!reader->percent_reported)
        diag_warning(reader->diag, span_from(reader, start), "percent-comment",
                     "in prefix form a comment begins with a semicolon; read "
                     "as a comment");
    reader->percent_reported = true;
}

static void read_next(KifReader *reader)
{
    char c = peek(reader);
    size_t blank = blank_length(reader->source, reader->offset);
    if (blank)
        reader->offset += blank;
    else if (c == ';')
        read_comment(reader);
    else if (c == '(')
        open_list(reader);
    else if (c == ')')
        close_list(reader);
    else if (c == '%' && reader->percent_comments && !reader->open_lists.count)
        read_percent(reader);
    else if (is_word_byte(c))
        read_word(reader);
    else
        read_stray(reader);
}

static Statements read_forms(Arena *arena, Terms *terms, const Source *source,
                             Diag *diag, bool percent_comments)
{
    KifReader reader = {.arena = arena,
                        .terms = terms,
                        .source = source,
                        .diag = diag,
                        .out = {.arena = arena},
                        .percent_comments = percent_comments};
    while (!reader.too_deep && diag_goes_on(diag)) {
        if (!at_end(&reader))
            read_next(&reader);
        else if (reader.open_lists.count)
            abandon_open_lists(&reader);
        else
            break;
    }
    vec_free_all(&reader.open_lists, &reader.items);
    return collect_finish(&reader.out);
}

Statements read_kif(Arena *arena, Terms *terms, const Source *source,
                    Diag *diag)
{
    return read_forms(arena, terms, source, diag, source->line_count > 1);
}

const Form *read_kif_form(Arena *arena, Terms *terms, const Source *source,
                          Diag *diag)
{
    Statements read = read_forms(arena, terms, source, diag, false);
    return read.count == 1 && !diag->problems.count ? read.items[0].form : NULL;
}

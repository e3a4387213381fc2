/* diag.c - what is wrong with a text, where, and what is assumed instead
 *
 * In:   spans of a text, names of diagnostics, messages
 * Out:  a sorted list of them, printed with the line of the text
 */
#include "base/diag.h"

#include "base/heap.h"
#include "base/sort.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- texts ---- */

/* At a multiple of MARK_DISTANCE, or behind it where a character begins: so
 * many characters begin before that. */
typedef struct CharacterMark {
    uint32_t offset, count;
} CharacterMark;

enum { MARK_DISTANCE = 4096 };

/* The bytes of the character at OFFSET; one that is none counts as one. */
static size_t character_at(const Source *source, size_t offset)
{
    size_t bytes = utf8_length(source->text + offset, source->length - offset);
    return bytes ? bytes : 1;
}

static void set_character_marks(Source *source, Arena *arena)
{
    VEC(CharacterMark) marks = {0};
    vec_push(&marks, (CharacterMark){0, 0});
    uint32_t count = 0;
    for (size_t at = 0; at < source->length; count++) {
        if (at >= marks.count * MARK_DISTANCE)
            vec_push(&marks, (CharacterMark){(uint32_t)at, count});
        at += character_at(source, at);
    }
    source->mark_count = marks.count;
    source->marks = vec_finish(&marks, arena);
}

Source *source_new(Arena *arena, const char *name, const char *text,
                   size_t length)
{
    Source *source = arena_alloc(arena, sizeof *source);
    source->name = arena_strdup(arena, name);
    source->text = arena_string(arena, text, length);
    source->length = length;
    VEC(uint32_t) lines = {0};
    vec_push(&lines, 0);
    for (size_t i = 0; i < length; i++) {
        bool crlf = text[i] == '\r' && i + 1 < length && text[i + 1] == '\n';
        if ((text[i] == '\n' || text[i] == '\r') && !crlf)
            vec_push(&lines, (uint32_t)(i + 1));
    }
    source->line_count = lines.count;
    source->lines = vec_finish(&lines, arena);
    set_character_marks(source, arena);
    return source;
}

static size_t line_of(const Source *source, size_t offset)
{
    size_t low = 0, high = source->line_count;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (source->lines[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* How many characters begin before OFFSET. */
static size_t characters_before(const Source *source, size_t offset)
{
    size_t mark = offset / MARK_DISTANCE;
    if (mark >= source->mark_count)
        mark = source->mark_count - 1;
    if (source->marks[mark].offset > offset)
        mark--;
    size_t at = source->marks[mark].offset, count = source->marks[mark].count;
    for (; at < offset; count++)
        at += character_at(source, at);
    return count;
}

static size_t count_characters(const Source *source, size_t from, size_t to)
{
    return characters_before(source, to) - characters_before(source, from);
}

LineColumn line_column(const Source *source, size_t offset)
{
    size_t line = line_of(source, offset);
    return (LineColumn){
        line + 1, count_characters(source, source->lines[line], offset) + 1};
}

/* ---- collecting ---- */

void diag_init(Diag *diag, Arena *arena)
{
    *diag = (Diag){.arena = arena};
}

void diag_clear(Diag *diag)
{
    Heap *outer = heap_switch(arena_heap(diag->arena));
    vec_free(&diag->problems);
    heap_switch(outer);
    *diag = (Diag){.arena = diag->arena};
}

enum { MAX_COMMENT_LINE = 1000, MAX_COMMENT_LINES = 10 };

/* Whether the comment TEXT says "zermelo: ignore" with RULE in its list. */
static bool names_rule(const char *text, const char *end, const char *rule)
{
    static const char marker[] = "zermelo: ignore ";
    text = memmem(text, (size_t)(end - text), marker, strlen(marker));
    if (!text)
        return false;
    for (text += strlen(marker); text < end;) {
        const char *word = text;
        while (text < end && !ascii_is_space(*text) && *text != ',')
            text++;
        if ((size_t)(text - word) == strlen(rule) &&
            memcmp(word, rule, strlen(rule)) == 0)
            return true;
        text++;
    }
    return false;
}

/* Whether a comment on the line before SPAN, or on the lines of comment before
 * that, silences RULE. */
static bool is_ignored(Span span, const char *rule)
{
    const Source *source = span.source;
    size_t line = line_of(source, span.start);
    for (size_t i = 0; line && i < MAX_COMMENT_LINES; i++) {
        const char *end = source->text + source->lines[line];
        const char *start = source->text + source->lines[--line];
        if (end - start > MAX_COMMENT_LINE)
            return false;
        const char *comment_start = start;
        while (comment_start < end && *comment_start != ';' &&
               *comment_start != '%')
            comment_start++;
        if (names_rule(comment_start, end, rule))
            return true;
        while (start < comment_start && ascii_is_space(*start))
            start++;
        if (start < comment_start || comment_start == end)
            return false; /* no comment, or not only one */
    }
    return false;
}

/* Whether the same was reported already: a rule with `or` makes several
 * clauses, which have the same faults. What is worse is not the same. */
static bool is_reported(const Diag *diag, Severity severity, Span span,
                        const char *rule, const char *assumed)
{
    for (size_t i = 0; i < diag->problems.count; i++) {
        const Problem *earlier = &diag->problems.items[i];
        if (earlier->span.start == span.start &&
            earlier->span.end == span.end && earlier->severity == severity &&
            !earlier->assumed == !assumed && strcmp(earlier->rule, rule) == 0)
            return true;
    }
    return false;
}

void diag_add(Diag *diag, Severity severity, Span span, const char *rule,
              const char *assumed, const char *format, ...)
{
    diag->dropped = true;
    if (diag->problems.count < DIAG_MAX &&
        is_reported(diag, severity, span, rule, assumed))
        return;
    if (severity == SEVERITY_ERROR) {
        diag->errors++;
        diag->unusable += assumed == NULL;
    }
    if (diag->problems.count >= DIAG_MAX) {
        diag->suppressed++;
        return;
    }
    if (severity == SEVERITY_WARNING && is_ignored(span, rule))
        return;
    Text message = {0};
    char raw[512];
    va_list args;
    va_start(args, format);
    vsnprintf(raw, sizeof raw, format, args);
    va_end(args);
    text_add_printable(&message, raw, strlen(raw));
    Problem problem = {
        .severity = severity,
        .rule = rule,
        .span = span,
        .message =
            arena_string(diag->arena, text_string(&message), message.length),
        .assumed = assumed ? arena_strdup(diag->arena, assumed) : NULL};
    Heap *outer = heap_switch(arena_heap(diag->arena));
    vec_push(&diag->problems, problem);
    heap_switch(outer);
    diag->dropped = false;
    text_free(&message);
}

void diag_fix(Diag *diag, Span span, const char *fix)
{
    if (diag->dropped)
        return;
    Problem *problem = &vec_last(&diag->problems);
    problem->fixed = span;
    problem->fix = arena_strdup(diag->arena, fix);
}

static int by_place(const void *left, const void *right)
{
    const Problem *a = left, *b = right;
    if (a->span.start != b->span.start)
        return a->span.start < b->span.start ? -1 : 1;
    if (a->severity != b->severity)
        return a->severity < b->severity ? -1 : 1;
    int names = strcmp(a->rule, b->rule);
    return names ? names : strcmp(a->message, b->message);
}

void diag_sort(Diag *diag)
{
    sort_items(diag->problems.items, diag->problems.count, sizeof(Problem),
               by_place);
}

bool diag_goes_on(Diag *diag)
{
    enum { CALLS_PER_CLOCK_CHECK = 256, CALLS_PER_MEMORY_CHECK = 1 << 15 };
    diag->polled++;
    if (!diag->stopped && diag->polled % CALLS_PER_CLOCK_CHECK == 0 &&
        budget_spent(diag->budget))
        diag->stopped = budget_reason(diag->budget, "the time was used up");
    if (!diag->stopped && diag->polled % CALLS_PER_MEMORY_CHECK == 0 &&
        budget_memory_low())
        diag->stopped = "the memory was used up";
    return !diag->stopped;
}

bool diag_valid(const Diag *diag)
{
    return diag->errors == 0 && !diag->stopped;
}

bool diag_usable(const Diag *diag)
{
    return diag->unusable == 0 && !diag->stopped;
}

/* ---- showing ---- */

/* COUNT characters back from OFFSET, at most to START. */
static size_t back_characters(const Source *source, size_t offset, size_t start,
                              size_t count)
{
    size_t position = offset - start > 4 * count ? offset - 4 * count : start;
    while (position > start &&
           ((unsigned char)source->text[position] & 0xc0) == 0x80)
        position--; /* to the beginning of a character */
    while (position < offset &&
           count_characters(source, position, offset) > count)
        position += character_at(source, position);
    return position;
}

/* The line of SPAN with a caret under it; of a very long line only what is
 * around the caret. Control characters are blanks, so that the caret stands
 * where it should. */
static void add_snippet(Text *out, Span span)
{
    enum { MAX_SHOWN_CHARACTERS = 100, MAX_CHARACTERS_BEFORE = 40 };
    const Source *source = span.source;
    size_t index = line_of(source, span.start), start = source->lines[index];
    size_t end = index + 1 < source->line_count ? source->lines[index + 1]
                                                : source->length;
    while (end > start &&
           (source->text[end - 1] == '\n' || source->text[end - 1] == '\r'))
        end--;
    bool is_wide = end - start > MAX_SHOWN_CHARACTERS &&
                   count_characters(source, start, end) > MAX_SHOWN_CHARACTERS;
    size_t at = start;
    if (is_wide && span.start > start + MAX_CHARACTERS_BEFORE)
        at = back_characters(source, span.start, start, MAX_CHARACTERS_BEFORE);
    Text line = {0}, marks = {0};
    bool has_caret = false;
    text_adds(&line, at > start ? "..." : "");
    text_repeat(&marks, ' ', line.length);
    for (size_t i = 0, bytes; at < end && i < MAX_SHOWN_CHARACTERS;
         i++, at += bytes) {
        const char *character = source->text + at;
        bytes = character_at(source, at);
        if (utf8_is_control(character, source->length - at))
            text_addc(&line, ' ');
        else
            text_add_printable(&line, character, bytes);
        if (at + bytes <= span.start)
            text_addc(&marks, ' ');
        else if (!has_caret || at < span.end)
            text_addc(&marks, has_caret ? '~' : '^');
        has_caret |= at + bytes > span.start;
    }
    text_adds(&line, at < end ? "..." : "");
    text_adds(&marks, has_caret ? "" : "^"); /* behind the end of the line */
    text_trim(&line);
    text_addf(out, "%5zu | %s\n%*s| %s\n", index + 1, text_string(&line),
              snprintf(NULL, 0, "%5zu ", index + 1), "", text_string(&marks));
    text_free(&line);
    text_free(&marks);
}

void problem_print(Text *out, const Problem *problem)
{
    const Source *source = problem->span.source;
    LineColumn place = line_column(source, problem->span.start);
    text_add_printable(out, source->name, strlen(source->name));
    text_addf(out, ":%zu:%zu: %s: %s [%s]\n", place.line, place.column,
              problem->severity == SEVERITY_ERROR ? "error" : "warning",
              problem->message, problem->rule);
    if (problem->span.start < problem->span.end)
        add_snippet(out, problem->span);
    if (problem->assumed)
        text_addf(out, "      = assumed: %s\n", problem->assumed);
}

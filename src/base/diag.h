/* diag.h - what is wrong with a text, where, and what is assumed instead
 *
 * A Diag collects problems; nothing here prints or exits. A problem has a
 * severity and a stable name such as "unsafe-head": manual, tests and other
 * programs refer to it. An error whose natural meaning is assumed leaves the
 * text usable; one without makes it unusable. A comment "zermelo: ignore NAME"
 * on the line before silences a warning of that name.
 */
#ifndef ZERMELO_BASE_DIAG_H
#define ZERMELO_BASE_DIAG_H

#include "base/arena.h"
#include "base/budget.h"
#include "base/text.h"
#include "base/vec.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

/* A text with a name. Lines end at LF, CR LF or CR. */
typedef struct {
    const char *name, *text;
    size_t length;
    const uint32_t *lines; /* where each line starts */
    size_t line_count;
    const struct CharacterMark *marks; /* lines can be long */
    size_t mark_count;
} Source;

Source *source_new(Arena *arena, const char *name, const char *text,
                   size_t length); /* copies both */

/* The bytes from START up to END, exclusive. */
typedef struct {
    const Source *source;
    uint32_t start, end;
} Span;

static inline Span source_span(const Source *source, size_t start, size_t end)
{
    assert(start <= source->length && end <= source->length + 1);
    return (Span){source, (uint32_t)start, (uint32_t)end};
}

/* Line and column, both from 1, in characters. */
typedef struct {
    size_t line, column;
} LineColumn;

LineColumn line_column(const Source *source, size_t offset);

typedef enum { SEVERITY_ERROR, SEVERITY_WARNING } Severity;

typedef struct {
    Severity severity;
    const char *rule;
    Span span;
    const char *message;
    const char *assumed; /* NULL: nothing is */
    Span fixed;          /* the problem is gone if FIX stands there instead */
    const char *fix;     /* NULL: there is no such change */
} Problem;

typedef struct {
    Arena *arena; /* where messages live */
    VEC(Problem) problems;
    size_t errors, unusable, suppressed;
    bool dropped;         /* the last problem reported was not kept */
    const Budget *budget; /* of reading and judging; NULL: no limit */
    size_t polled;
    const char *stopped; /* NULL, or the limit that ended it */
} Diag;

enum { DIAG_MAX = 1000 }; /* more problems than this are only counted */

void diag_init(Diag *diag, Arena *arena);
void diag_clear(Diag *diag);

/* Reports a problem, by one of the three below. */
__attribute__((format(printf, 6, 7))) void
diag_add(Diag *diag, Severity severity, Span span, const char *rule,
         const char *assumed, const char *format, ...);

#define diag_error(diag, span, rule, ...)                                      \
    diag_add(diag, SEVERITY_ERROR, span, rule, NULL, __VA_ARGS__)
#define diag_warning(diag, span, rule, ...)                                    \
    diag_add(diag, SEVERITY_WARNING, span, rule, NULL, __VA_ARGS__)
/* An error that has one natural meaning: ASSUMED says which, or NULL that it
 * has none after all. */
#define diag_assume(diag, span, rule, assumed, ...)                            \
    diag_add(diag, SEVERITY_ERROR, span, rule, assumed, __VA_ARGS__)

/* FIX in the place of SPAN would mend the problem reported last. */
void diag_fix(Diag *diag, Span span, const char *fix);

/* False when a limit was reached: then whoever reads or judges stops where he
 * is, and the text is not usable. Loops over the text ask this. */
bool diag_goes_on(Diag *diag);

void diag_sort(Diag *diag); /* by place in the text */

bool diag_valid(const Diag *diag);  /* no error */
bool diag_usable(const Diag *diag); /* no error without a meaning */

/* As a compiler shows it: place, message, source line, caret. */
void problem_print(Text *out, const Problem *problem);

#endif

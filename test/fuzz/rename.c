/* rename.c - the same game in other words, and in another order */
#include "rename.h"

#include "base/text.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Of what stands where a goal value does: leading zeros make no difference to
 * what it denotes, if anything. */
#define VALUE_ARITY SIZE_MAX

typedef struct {
    const char *from, *to;
    size_t arity;
} Renamed;

struct Renaming {
    Random *random;
    Arena *arena;
    bool numbers; /* are renamed, too */
    Renamed *names;
    size_t count;
};

static const char *const vocabulary[] = {
    "9",
    "10",
    "1b",
    "1",
    "01",
    "001",
    "100",
    "0",
    "00",
    "b1",
    "9a",
    "10a",
    "2",
    "02",
    "20",
    "1_",
    "0.5",
    "-1",
    "+1",
    "%",
    "%x",
    "a%b",
    "c'd",
    "'",
    "a\"b",
    "x-y",
    "x_y",
    "_x",
    "__",
    "++",
    "&",
    "=",
    "|",
    "~",
    "\\",
    "@",
    "#true",
    "{a}",
    "a,b",
    "a.b",
    "Big",
    "bIGGER",
    "Not1",
    "true1",
    "holds",
    "step",
    "t",
    "T1",
    "imax",
    "query",
    "check",
    "time",
    "level",
    "phi",
    "fails",
    "qX",
    "qX00",
    "qx00",
    "a1",
    "legal2",
    "in",
    "sum",
    "some",
    "forall",
    "exists",
    "move",
    "part",
    "_terminated",
    "\xc3\xa9",
    "\xe2\x88\xa7",
    "99999999999999999999",
    "00000000000000000000",
    "4294967296",
};

/* Names of constants only. */
static const char *const keywords[] = {"role",  "init", "true", "next", "does",
                                       "legal", "sees", "base", "input"};

#define LENGTH(array) (sizeof(array) / sizeof *(array))

Renaming *renaming_new(Random *random, Arena *arena)
{
    Renaming *renaming = arena_alloc(arena, sizeof *renaming);
    *renaming = (Renaming){.random = random, .arena = arena};
    renaming->numbers = random_below(random, 2);
    return renaming;
}

/* ---- names ---- */

static bool is_kept(const char *name)
{
    static const char *const kept[] = {
        "<=",    "role", "init",     "true",     "next",   "does",
        "legal", "goal", "terminal", "sees",     "base",   "input",
        "not",   "or",   "and",      "distinct", "random", "control"};
    for (size_t i = 0; i < LENGTH(kept); i++)
        if (strcasecmp(name, kept[i]) == 0)
            return true;
    return name[0] == '?';
}

static bool is_number(const char *name)
{
    return *name && !name[strspn(name, "0123456789")];
}

static bool is_taken(const Renaming *renaming, const char *to, size_t arity)
{
    for (size_t i = 0; i < renaming->count; i++)
        if (renaming->names[i].arity == arity &&
            strcasecmp(renaming->names[i].to, to) == 0)
            return true;
    return false;
}

static const char *draw(Renaming *renaming, const char *from, size_t arity)
{
    for (int tries = 0; tries < 20; tries++) {
        const char *to =
            vocabulary[random_below(renaming->random, LENGTH(vocabulary))];
        if (arity == VALUE_ARITY)
            to = arena_printf(renaming->arena, "%.*s%s", 2 - tries % 3, "00",
                              from);
        else if (!arity && random_below(renaming->random, 12) == 0)
            to = keywords[random_below(renaming->random, LENGTH(keywords))];
        if (!is_taken(renaming, to, arity) &&
            (renaming->numbers || arity || !is_number(to)))
            return to;
    }
    for (const char *to = from;; to = arena_printf(renaming->arena, "%sx", to))
        if (!is_taken(renaming, to, arity))
            return to;
}

static const char *name_for(Renaming *renaming, const char *from, size_t arity)
{
    if (is_kept(from))
        return from;
    for (size_t i = 0; i < renaming->count; i++)
        if (renaming->names[i].arity == arity &&
            strcasecmp(renaming->names[i].from, from) == 0)
            return renaming->names[i].to;
    bool same = arity == 0 && is_number(from) && !renaming->numbers;
    Renamed name = {from, same ? from : draw(renaming, from, arity), arity};
    Renamed *names = arena_array(renaming->arena, Renamed, renaming->count + 1);
    for (size_t i = 0; i < renaming->count; i++)
        names[i] = renaming->names[i];
    names[renaming->count++] = name;
    renaming->names = names;
    return name.to;
}

/* ---- prefix form ---- */

static const char *skip_space(const char *at)
{
    return at + strspn(at, " \n");
}

static size_t word_length(const char *at)
{
    return strcspn(at, " \n()");
}

/* Behind the form at AT. */
static const char *end_of(const char *at)
{
    int depth = 0;
    if (*at != '(')
        return at + word_length(at);
    do {
        depth += (*at == '(') - (*at == ')');
        at++;
    } while (depth && *at);
    return at;
}

static size_t count_forms(const char *at, const char *end)
{
    size_t count = 0;
    for (at = skip_space(at); at < end; at = skip_space(end_of(at)))
        count++;
    return count;
}

static void copy_form(Renaming *renaming, const char *at, bool is_value,
                      Text *out)
{
    bool list = *at == '(';
    const char *end = end_of(at) - list, *word = skip_space(at + list);
    const char *name = arena_string(renaming->arena, word, word_length(word));
    size_t arity = list ? count_forms(word, end) - 1 : 0;
    if (is_value && !list)
        arity = VALUE_ARITY;
    text_adds(out, list ? "(" : "");
    text_adds(out, name_for(renaming, name, arity));
    bool goal = list && arity == 2 && strcasecmp(name, "goal") == 0;
    const char *form = skip_space(word + word_length(word));
    for (size_t i = 0; list && form < end; i++) {
        text_addc(out, ' ');
        copy_form(renaming, form, goal && i == 1, out);
        form = skip_space(end_of(form));
    }
    text_adds(out, list ? ")" : "");
}

static const char *finish(Text *text, Arena *arena)
{
    const char *string = arena_string(arena, text_string(text), text->length);
    text_free(text);
    return string;
}

const char *rename_kif(Renaming *renaming, const char *kif)
{
    Text out = {0};
    for (kif = skip_space(kif); *kif; kif = skip_space(end_of(kif))) {
        text_adds(&out, out.length ? "\n" : "");
        copy_form(renaming, kif, false, &out);
    }
    return finish(&out, renaming->arena);
}

/* ---- formulas ---- */

/* The word at *AT, without its quotes; *AT is moved behind it. */
static const char *read_word(Renaming *renaming, const char **at)
{
    Text word = {0};
    const char *c = *at;
    if (*c != '\'') {
        while (ascii_is_letter(*c) || ascii_is_digit(*c) || *c == '_')
            text_addc(&word, *c++);
    } else {
        for (c++; *c && (*c != '\'' || c[1] == '\''); c++) {
            text_addc(&word, *c);
            c += *c == '\'';
        }
        c += *c == '\'';
    }
    *at = c;
    return finish(&word, renaming->arena);
}

/* Arguments in the parentheses at AT; or what is said behind a slash. */
static size_t arity_at(const char *at)
{
    size_t arity = 1;
    int depth = 0;
    if (*at == '/')
        return (size_t)(at[1] - '0');
    if (*at != '(')
        return 0;
    for (;; at++) {
        if (*at == '\'') {
            for (at++; *at && *at != '\'';)
                at++;
            continue;
        }
        depth += (*at == '(') - (*at == ')');
        arity += depth == 1 && *at == ',';
        if (!depth || !*at)
            return arity;
    }
}

static void quote(Text *out, const char *name)
{
    text_addc(out, '\'');
    for (; *name; name++) {
        text_adds(out, *name == '\'' ? "'" : "");
        text_addc(out, ascii_lower(*name));
    }
    text_addc(out, '\'');
}

/* Whether WORD, which begins at AT, is part of the language of formulas. */
static bool is_formula_word(const char *formula, const char *at,
                            const char *word, const char *end)
{
    static const char *const words[] = {"forall", "exists", "in",
                                        "some",   "sum",    "move"};
    if (*at == '\'')
        return false;
    for (size_t i = 0; i < LENGTH(words); i++)
        if (strcmp(words[i], word) == 0)
            return *end != '/';
    const char *sum = "sum(goal) = ";
    size_t length = strlen(sum);
    if (is_number(word) && at > formula && strchr("[.^/", at[-1]))
        return true;
    return (size_t)(at - formula) >= length &&
           strncmp(at - length, sum, length) == 0;
}

/* Whether AT is the second argument of goal. */
static bool is_goal_value(const char *formula, const char *at)
{
    if (at == formula || at[-1] != ',')
        return false;
    for (at--; at > formula && *at != '('; at--)
        if (*at == ')')
            return false;
    return at - formula >= 4 && strncmp(at - 4, "goal", 4) == 0;
}

const char *rename_formula(Renaming *renaming, const char *formula)
{
    Text out = {0};
    const char *at = formula;
    while (*at) {
        const char *start = at;
        if (*at >= 'A' && *at <= 'Z') { /* a variable */
            const char *variable = read_word(renaming, &at);
            text_adds(&out, variable);
        } else if (*at == '\'' || ascii_is_letter(*at) || ascii_is_digit(*at)) {
            const char *word = read_word(renaming, &at);
            size_t arity = arity_at(at);
            if (!arity && is_goal_value(formula, start))
                arity = VALUE_ARITY;
            if ((*start != '\'' && is_kept(word)) ||
                is_formula_word(formula, start, word, at))
                text_add(&out, start, (size_t)(at - start));
            else
                quote(&out, name_for(renaming, word, arity));
        } else {
            text_addc(&out, *at++);
        }
    }
    return finish(&out, renaming->arena);
}

/* ---- order ---- */

typedef struct {
    const char *start;
    size_t length;
    bool is_role;
} Form;

static Form *list_forms(const char *at, const char *end, Arena *arena,
                        size_t *count)
{
    Form *forms = arena_array(arena, Form, count_forms(at, end) + 1);
    *count = 0;
    for (at = skip_space(at); at < end; at = skip_space(end_of(at)))
        forms[(*count)++] = (Form){at, (size_t)(end_of(at) - at),
                                   strncmp(at, "(role ", 6) == 0};
    return forms;
}

/* Roles change places with nobody. */
static void shuffle(Form *forms, size_t first, size_t count, Random *random)
{
    for (size_t i = count; i > first + 1; i--) {
        size_t other = first + random_below(random, (uint32_t)(i - first));
        Form form = forms[i - 1];
        if (form.is_role || forms[other].is_role)
            continue;
        forms[i - 1] = forms[other];
        forms[other] = form;
    }
}

const char *shuffle_kif(const char *kif, Random *random, Arena *arena)
{
    Text out = {0};
    size_t count, parts;
    Form *forms = list_forms(kif, kif + strlen(kif), arena, &count);
    shuffle(forms, 0, count, random);
    for (size_t i = 0; i < count; i++) {
        const char *start = forms[i].start;
        if (strncmp(start, "(<= ", 4) != 0) {
            text_add(&out, start, forms[i].length);
            text_addc(&out, '\n');
            continue;
        }
        Form *body =
            list_forms(start + 4, start + forms[i].length - 1, arena, &parts);
        shuffle(body, 1, parts, random);
        text_adds(&out, "(<=");
        for (size_t k = 0; k < parts; k++) {
            text_addc(&out, ' ');
            text_add(&out, body[k].start, body[k].length);
        }
        text_adds(&out, ")\n");
    }
    return finish(&out, arena);
}

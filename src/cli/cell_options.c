/* cell_options.c - what was typed, as the cells of one command get it
 *
 * In:   what was typed after "zermelo batch", or another that has cells
 * Out:  the key and the command line of a cell
 * Next: batch/dispatch.c
 */
#include "cli/cell_options.h"

#include "base/sha256.h"
#include "base/file.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_OPTION_FILE_BYTES = 16 << 20, SHOWN_DIGITS = 12 };

/* ---- values ---- */

static bool may_be_repeated(const char *name)
{
    return find_word("formula|properties|family|given|set|only|ignore", name) !=
           SIZE_MAX;
}

/* Whether VALUE is the default, as the help says it: "(default mutual)". */
static bool is_default(const Option *option, const char *value)
{
    if (strcmp(option->name, "threads") == 0)
        return strcmp(value, "1") == 0; /* of a cell */
    const char *place = strstr(option->help, "(default ");
    if (!place)
        return false;
    place += strlen("(default ");
    return strlen(value) == strcspn(place, "),; ") &&
           strncmp(place, value, strlen(value)) == 0;
}

/* Whether the option at INDEX is not all that says what to prove: then a family
 * is none by default. */
static bool has_other_claim(const Arguments *arguments, size_t index)
{
    for (size_t i = 0; i < arguments->option_count; i++)
        if (i != index && find_word("formula|properties|family",
                                    arguments->options[i]->name) != SIZE_MAX)
            return true;
    return false;
}

/* A number in one way of writing it. */
static const char *normal_value(Arena *arena, const Option *option,
                                const char *value)
{
    if (option->kind == VALUE_COUNT)
        return arena_printf(arena, "%llu", strtoull(value, NULL, 10));
    if (option->kind == VALUE_SECONDS)
        return arena_printf(arena, "%.9g", strtod(value, NULL));
    return value;
}

/* ---- which options ---- */

/* Whether the option at INDEX is given once more: the last one counts. */
static bool is_overridden(const Arguments *arguments, size_t index)
{
    const char *name = arguments->options[index]->name;
    for (size_t i = index + 1; i < arguments->option_count; i++)
        if (strcmp(arguments->options[i]->name, name) == 0)
            return !may_be_repeated(name);
    return false;
}

/* Insertion by name keeps the order of equal ones. */
void cell_options_add(CellOptions *options, const char *name, const char *value)
{
    vec_push(&options->list, (CellOption){name, value});
    for (size_t i = options->list.count - 1; i; i--) {
        CellOption *item = &options->list.items[i];
        if (strcmp(item[-1].name, item->name) <= 0)
            break;
        CellOption swapped = *item;
        *item = item[-1];
        item[-1] = swapped;
    }
}

CellOptions cell_options(Arena *arena, const Arguments *arguments,
                         const Command *command, const char *kept_back)
{
    CellOptions options = {0};
    const Option *time = own_option(command, "time");
    options.seconds = time && time->seconds > 0 ? time->seconds : 0;
    for (size_t i = 0; i < arguments->option_count; i++) {
        const char *name = arguments->options[i]->name;
        const Option *option = own_option(command, name);
        if (!option)
            option = find_option(COMMON_OPTIONS, name, strlen(name));
        if (!option || find_option(kept_back, name, strlen(name)) ||
            is_overridden(arguments, i))
            continue;
        const char *value = arguments->option_values[i];
        if (value)
            value = normal_value(arena, option, value);
        if (strcmp(name, "time") == 0)
            options.seconds = strtod(value, NULL);
        if (!value || !is_default(option, value) ||
            (option->kind == VALUE_FAMILY && has_other_claim(arguments, i)))
            cell_options_add(&options, name, value);
    }
    return options;
}

void cell_options_free(CellOptions *options)
{
    vec_free(&options->list);
}

/* ---- text and words ---- */

/* Adds a value as the shell would read it. */
static void add_quoted(Text *out, const char *value)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz0123456789"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ_-+=.,:/@%";
    if (*value && !value[strspn(value, plain)]) {
        text_adds(out, value);
        return;
    }
    text_addc(out, '\'');
    for (const char *c = value; *c; c++) {
        if (*c == '\'')
            text_adds(out, "'\\'");
        text_addc(out, *c);
    }
    text_addc(out, '\'');
}

/* Adds the sha256 of the file that an option names: the answer depends on what
 * is in it. */
static void add_file_digest(Text *out, const char *path)
{
    char digest[DIGEST_LENGTH + 1];
    const char *why;
    Text bytes = {0};
    if (file_read(&bytes, path, MAX_OPTION_FILE_BYTES, &why)) {
        digest_bytes(digest, text_string(&bytes), bytes.length);
        text_addf(out, "@%.*s", SHOWN_DIGITS, digest);
    }
    text_free(&bytes);
}

const char *cell_options_text(Arena *arena, const CellOptions *options)
{
    Text text = {0};
    for (size_t i = 0; i < options->list.count; i++) {
        const CellOption *option = &options->list.items[i];
        text_addf(&text, "%s--%s", i ? " " : "", option->name);
        if (option->value) {
            text_addc(&text, ' ');
            add_quoted(&text, option->value);
        }
        if (strcmp(option->name, "properties") == 0)
            add_file_digest(&text, option->value);
    }
    return text_finish(&text, arena);
}

static bool has_name(const CellOptions *options, const char *name)
{
    for (size_t i = 0; i < options->list.count; i++)
        if (strcmp(options->list.items[i].name, name) == 0)
            return true;
    return false;
}

const char *const *cell_words(Arena *arena, const char *program,
                              const Command *command,
                              const CellOptions *options, size_t megabytes,
                              const char *path)
{
    VEC(const char *) words = {0};
    vec_push(&words, program);
    vec_push(&words, command->name);
    for (size_t i = 0; i < options->list.count; i++) {
        const CellOption *option = &options->list.items[i];
        vec_push(&words, arena_printf(arena, "--%s", option->name));
        if (option->value)
            vec_push(&words, option->value);
    }
    if (own_option(command, "threads") && !has_name(options, "threads")) {
        vec_push(&words, "--threads");
        vec_push(&words, "1");
    }
    if (megabytes && !has_name(options, "memory")) {
        vec_push(&words, "--memory");
        vec_push(&words, arena_printf(arena, "%zu", megabytes));
    }
    if (options->seconds <= 0 && !own_option(command, "playouts")) {
        vec_push(&words, "--time");
        vec_push(&words, arena_printf(arena, "%d", MAX_CELL_SECONDS));
    }
    const char *const end[] = {"--json", "--", path, NULL};
    vec_append(&words, end, sizeof end / sizeof *end);
    return vec_finish(&words, arena);
}

/* formula_commands.c - formulas and plays, for prove, verify and asp */
#include "cli/formula_commands.h"

#include "base/memory.h"
#include "base/file.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

ZermeloProveOptions prove_options_of(const Arguments *arguments)
{
    return (ZermeloProveOptions){
        .method = choice_option(arguments, "method", ZERMELO_MUTUAL),
        .engine = text_option(arguments, "engine", NULL),
        .domains = choice_option(arguments, "domains", ZERMELO_DIRECTED),
        .generator =
            choice_option(arguments, "generator", ZERMELO_FROM_CONTROL),
        .megabytes = count_option(arguments, "memory", 0),
        .seed = count_option(arguments, "seed", 1),
        .threads = threads_option(arguments),
        .save = text_option(arguments, "save", NULL),
        .limits = limits_of(arguments),
    };
}

static bool begins_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

char *reason_with_advice(const Arguments *arguments, const char *reason)
{
    Text text = {0};
    if (!reason)
        return NULL;
    bool is_time = begins_with(reason, "out of time") ||
                   begins_with(reason, "the time was used up");
    bool is_memory = begins_with(reason, "out of memory") ||
                     begins_with(reason, "the memory was used up");
    const char *place = strstr(reason, " ("); /* in the rules */
    text_add(&text, reason, place ? (size_t)(place - reason) : strlen(reason));
    if (is_time)
        text_addf(&text, " after %g s", time_allowed(arguments));
    text_addf(&text, "%s%s", place ? place : "",
              is_time     ? ": --time allows more"
              : is_memory ? ": --memory allows more"
                          : "");
    return text_take(&text);
}

/* ---- plays ---- */

void show_position(size_t number, Texts features)
{
    printf("         position %zu%s\n", number,
           features.count ? "" : ": nothing holds");
    print_board(features);
}

static void show_current_position(const ZermeloPlay *play)
{
    size_t count = zermelo_play_feature_count(play);
    const char **features = memory_array(count, sizeof *features);
    for (size_t i = 0; i < count; i++)
        features[i] = zermelo_play_feature(play, i);
    show_position(zermelo_play_length(play), (Texts){features, count});
    free(features);
}

void show_steps(ZermeloGame *game, Moves moves)
{
    enum { DRAWING_SECONDS = 2 }; /* the time of the command may be over */
    const ZermeloLimits limits = {DRAWING_SECONDS, NULL};
    const char *why;
    ZermeloPlay *play = zermelo_play_new(game, &limits, &why);
    bool goes_on = play;
    if (goes_on)
        show_current_position(play);
    for (size_t i = 0; goes_on && i < moves.length; i++) {
        Text text = {0};
        char *error;
        add_step(&text, moves, i);
        printf("         step %zu: %s\n", i + 1, text_string(&text));
        goes_on = zermelo_play_moves(play, text_string(&text), &error);
        if (goes_on)
            show_current_position(play);
        else
            printf("         no more is shown: %s\n",
                   zermelo_play_failure(play) ? zermelo_play_failure(play)
                                              : zermelo_play_fault(play));
        free(error);
        text_free(&text);
    }
    zermelo_play_free(play);
}

/* ---- formulas ---- */

int refuse_formula(char *why)
{
    if (wants_json) {
        why[strcspn(why, "\n")] = '\0';
        char *rule = strrchr(why, '['); /* its name ends the line */
        if (rule)
            rule[strcspn(rule, "]")] = '\0';
        if (rule && rule > why)
            rule[-1] = '\0';
        fail(rule ? rule + 1 : "formula", "%s", why);
    } else {
        fputs(why, stderr);
    }
    free(why);
    return EXIT_ERROR;
}

static char *trim(char *text)
{
    while (ascii_is_space(*text))
        text++;
    size_t length = strlen(text);
    while (length && ascii_is_space(text[length - 1]))
        text[--length] = '\0';
    return text;
}

/* A comment begins with a "%" outside quotes. */
static void cut_comment(char *line)
{
    bool is_quoted = false;
    for (char *c = line; *c; c++) {
        is_quoted ^= *c == '\'';
        if (*c == '%' && !is_quoted) {
            *c = '\0';
            return;
        }
    }
}

/* name: formula */
static int add_property(ZermeloProof *proof, const char *path, size_t number,
                        char *line)
{
    char *why;
    Text place = {0};
    cut_comment(line);
    line = trim(line);
    if (!*line)
        return EXIT_YES;
    char *colon = strchr(line, ':');
    if (!colon)
        return fail("properties", "%s:%zu: a line is \"name: formula\"", path,
                    number);
    *colon = '\0';
    text_addf(&place, "%s, line %zu", path, number);
    bool is_added = zermelo_proof_add(proof, text_string(&place), trim(line),
                                      trim(colon + 1), &why);
    text_free(&place);
    return is_added ? EXIT_YES : refuse_formula(why);
}

static int add_properties(ZermeloProof *proof, const char *path)
{
    enum { MAX_FORMULA_FILE_BYTES = 16 << 20 };
    Text text = {0};
    const char *why;
    int status = EXIT_YES;
    if (!file_read(&text, path, MAX_FORMULA_FILE_BYTES, &why))
        status = fail("file", "%s: %s", path, why);
    else if (text.length > MAX_FORMULA_FILE_BYTES)
        status = fail("file", "%s: it has more than %d bytes", path,
                      MAX_FORMULA_FILE_BYTES);
    char *line = text.bytes, *end = line ? line + text.length : line;
    for (size_t number = 1; line < end && status == EXIT_YES; number++) {
        char *line_end = memchr(line, '\n', (size_t)(end - line));
        if (!line_end)
            line_end = end;
        *line_end = '\0';
        status = strlen(line) == (size_t)(line_end - line)
                     ? add_property(proof, path, number, line)
                     : fail("properties", "%s:%zu: there is a NUL byte in it",
                            path, number);
        line = line_end + 1;
    }
    text_free(&text);
    return status;
}

static int add_family(ZermeloProof *proof, const char *family)
{
    if (zermelo_proof_family(proof, family))
        return EXIT_YES;
    Text names = {0};
    for (size_t i = 0; i < zermelo_family_count(); i++)
        text_addf(&names, "%s, ", zermelo_family(i));
    int status = fail("usage", "there is no family %s; there are %sand all",
                      family, text_string(&names));
    text_free(&names);
    return status;
}

int collect_formulas(const Arguments *arguments, ZermeloProof *proof)
{
    bool has_claim = false; /* something to prove */
    int status = EXIT_YES;
    for (size_t i = 0; i < arguments->option_count && status == EXIT_YES; i++) {
        const char *name = arguments->options[i]->name;
        const char *value = arguments->option_values[i];
        char *why = NULL;
        bool is_read = true;
        if (strcmp(name, "formula") == 0)
            is_read = zermelo_proof_add(proof, "formula", NULL, value, &why);
        else if (strcmp(name, "given") == 0)
            is_read = zermelo_proof_given(proof, "given", value, &why);
        else if (strcmp(name, "properties") == 0)
            status = add_properties(proof, value);
        else if (strcmp(name, "family") == 0)
            status = add_family(proof, value);
        else
            continue;
        has_claim = has_claim || strcmp(name, "given") != 0;
        if (!is_read)
            status = refuse_formula(why);
    }
    if (status == EXIT_YES && !has_claim)
        status = add_family(proof, "all");
    return status;
}

/* ---- methods ---- */

static void list_settings(void)
{
    fprintf(stderr,
            "Limits, with their defaults. Those of methods are the work of the "
            "first round, in\nmillions of units, of which a second has about "
            "1000; 0 switches a method off.\n");
    for (size_t i = 0; i < zermelo_setting_count(); i++) {
        ZermeloSetting setting = zermelo_setting(i);
        fprintf(stderr, "    %-22s %8g  %s\n", setting.name, setting.value,
                setting.help);
    }
}

ZermeloSettings *settings_of(const Arguments *arguments)
{
    const char *why, *value;
    ZermeloSettings *settings = zermelo_settings_new();
    for (size_t i = 0; (value = next_value(arguments, "set", &i));)
        if (!zermelo_settings_set(settings, value, &why)) {
            fail("set", "--set %s: %s", value, why);
            if (!wants_json)
                list_settings();
            zermelo_settings_free(settings);
            return NULL;
        }
    return settings;
}

json_t *statistics_json(const ZermeloStatistics *methods, size_t count)
{
    json_t *list = json_array();
    for (const ZermeloStatistics *method = methods; method < methods + count;
         method++)
        json_array_append_new(
            list, JSON_OBJECT({"method", json_text(method->method)},
                              {"tried", json_count(method->tried)},
                              {"decided", json_count(method->decided)},
                              {"seconds", json_real(method->seconds)},
                              {"work", json_count(method->work)}));
    return list;
}

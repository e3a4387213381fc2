/* cmd_info.c - zermelo info FILE
 *
 * What a ZermeloInfo (src/analysis) knows of a game, as tables or JSON. Start
 * reading at cmd_info(), at the end.
 */
#include "cli/output.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- for people ---- */

enum {
    LINE_COLUMNS = 79,
    NUMBER_COLUMN = 29,
    MAX_LINES = 1000,  /* of a table */
    MAX_UNCOUNTED = 20 /* of them, domains whose terms are too many */
};

/* A name and a number that ends in column NUMBER_COLUMN, or behind a long name;
 * returns the column reached. */
static size_t show_row(const char *name, size_t indent, uint64_t number)
{
    char digits[32] = "too many";
    if (number != ZERMELO_TOO_MANY)
        snprintf(digits, sizeof digits, "%" PRIu64, number);
    size_t column = (size_t)printf("%*s%s", (int)indent, "", name);
    size_t blanks = 1, length = strlen(digits);
    if (column + 1 + length < NUMBER_COLUMN)
        blanks = NUMBER_COLUMN - column - length;
    printf("%*s%s", (int)blanks, "", digits);
    return column + blanks + length;
}

static void show_line(const char *name, size_t indent, uint64_t number)
{
    show_row(name, indent, number);
    putchar('\n');
}

/* As many terms as there is room for in the line. */
static void show_terms(ZermeloDomain domain, size_t column)
{
    if (!domain.terms)
        return;
    putchar(' ');
    column++;
    for (size_t i = 0; i < domain.size; i++) {
        size_t length = strlen(domain.terms[i]) + 1;
        size_t reserve = i + 1 < domain.size ? 4 : 0;
        if (column + length + reserve > LINE_COLUMNS) {
            printf(" ...");
            return;
        }
        printf(" %s", domain.terms[i]);
        column += length;
    }
}

static void show_omitted(size_t count)
{
    if (count > MAX_LINES)
        printf("  and %zu more\n", count - MAX_LINES);
}

static size_t shown_count(size_t count)
{
    return count < MAX_LINES ? count : MAX_LINES;
}

static void show_symbols(const ZermeloSymbol *symbols, size_t count,
                         size_t indent)
{
    for (size_t i = 0; i < shown_count(count); i++)
        show_line(symbols[i].name, indent, symbols[i].instances);
    show_omitted(count);
}

static void show_moves(const ZermeloInfo *info)
{
    printf("\nmoves               instances\n");
    for (size_t i = 0; i < shown_count(info->role_count); i++) {
        const ZermeloRoleMoves *role = &info->roles[i];
        show_line(role->role, 2, role->instances);
        show_symbols(role->moves, role->count, 4);
    }
    show_omitted(info->role_count);
}

static void show_domains(const ZermeloInfo *info)
{
    size_t count = info->domain_count, line_count = 0, uncounted = 0;
    printf("\ndomains                 terms\n");
    for (size_t i = 0; i < count && line_count < MAX_LINES; i++) {
        ZermeloDomain domain = info->domains[i];
        if (domain.size == ZERMELO_TOO_MANY && ++uncounted > MAX_UNCOUNTED)
            continue;
        show_terms(domain, show_row(domain.name, 2, domain.size));
        putchar('\n');
        line_count++;
    }
    if (line_count < count)
        printf("  and %zu more\n", count - line_count);
    else if (!info->complete)
        printf("  and more\n");
}

static void show_relations(const ZermeloInfo *info)
{
    printf("\nrelations               facts    rules  stratum  changes with\n");
    for (size_t i = 0; i < shown_count(info->relation_count); i++) {
        ZermeloRelation relation = info->relations[i];
        bool is_static = strcmp(relation.changes, "never") == 0;
        show_row(relation.name, 2, relation.facts);
        printf(" %8zu %8zu  %s%s%s\n", relation.rules, relation.stratum,
               is_static ? "" : "the ",
               is_static ? "nothing" : relation.changes,
               relation.recursive ? ", recursive" : "");
    }
    show_omitted(info->relation_count);
}

static void show_info(const char *path, const ZermeloGame *game,
                      const ZermeloInfo *info)
{
    printf("%s: %s, %zu role%s, %zu rule%s, %zu fact%s\n", path,
           zermelo_language(game), info->role_count, plural(info->role_count),
           info->rules, plural(info->rules), info->facts, plural(info->facts));
    printf("\nfeatures            instances\n");
    show_symbols(info->features, info->feature_count, 2);
    show_moves(info);
    show_domains(info);
    show_relations(info);
}

/* ---- for programs ---- */

static json_t *number_json(uint64_t number)
{
    return number == ZERMELO_TOO_MANY ? json_null() : json_count(number);
}

static json_t *domains_json(const ZermeloInfo *info)
{
    json_t *object = json_object();
    for (size_t i = 0; i < info->domain_count; i++) {
        ZermeloDomain domain = info->domains[i];
        json_put(object, domain.name,
                 domain.terms ? json_texts((Texts){domain.terms, domain.size})
                              : json_null());
    }
    return object;
}

static json_t *relations_json(const ZermeloInfo *info)
{
    json_t *array = json_array();
    for (size_t i = 0; i < info->relation_count; i++) {
        ZermeloRelation relation = info->relations[i];
        json_array_append_new(
            array, JSON_OBJECT({"name", json_text(relation.name)},
                               {"changes", json_text(relation.changes)},
                               {"stratum", json_count(relation.stratum)},
                               {"recursive", json_boolean(relation.recursive)},
                               {"rules", json_count(relation.rules)},
                               {"facts", json_count(relation.facts)}));
    }
    return array;
}

static json_t *info_json(const char *path, const char *domains,
                         const ZermeloGame *game, const ZermeloInfo *info)
{
    json_t *roles = json_array(), *features = json_object();
    json_t *moves = json_object();
    for (size_t i = 0; i < info->role_count; i++) {
        const ZermeloRoleMoves *role = &info->roles[i];
        json_array_append_new(roles, json_text(role->role));
        json_put(moves, role->role, number_json(role->instances));
    }
    for (size_t i = 0; i < info->feature_count; i++)
        json_put(features, info->features[i].name,
                 number_json(info->features[i].instances));
    return JSON_OBJECT(
        {"file", json_text(path)},
        {"language", json_text(zermelo_language(game))}, {"roles", roles},
        {"domain_kind", json_text(domains)}, {"features", features},
        {"moves", moves}, {"domains", domains_json(info)},
        {"complete", json_boolean(info->complete)},
        {"relations", relations_json(info)},
        {"recursive", json_boolean(info->recursive)},
        {"rules", json_count(info->rules)}, {"facts", json_count(info->facts)},
        {"ground_rules", number_json(info->ground_rules)},
        {"nodes", number_json(info->nodes)});
}

/* ---- the command ---- */

static void print_answer(const Arguments *arguments, const ZermeloInfo *info)
{
    const char *path = arguments->operands[0];
    const ZermeloGame *game = arguments->game;
    if (has_option(arguments, "graph")) {
        char *graph = zermelo_info_graph(info);
        if (wants_json)
            print_json(json_pack("{s:o,s:o}", "file", json_text(path), "graph",
                                 json_text(graph)));
        else
            fputs(graph, stdout);
        free(graph);
    } else if (wants_json) {
        print_json(info_json(
            path, text_option(arguments, "domains", "directed"), game, info));
    } else {
        show_info(path, game, info);
    }
}

int cmd_info(const Arguments *arguments)
{
    const char *why;
    const ZermeloLimits limits = limits_of(arguments);
    ZermeloInfo *info = zermelo_info_new(
        arguments->game, choice_option(arguments, "domains", ZERMELO_DIRECTED),
        &limits, &why);
    int status = EXIT_YES;
    if (info)
        print_answer(arguments, info);
    else
        status = fail("domains", "%s: %s", arguments->operands[0], why);
    zermelo_info_free(info);
    return status;
}

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
    NUMBERS = 29,
    MAX_SHOWN = 1000,  /* lines of a table */
    MAX_UNCOUNTED = 20 /* of them, domains whose terms are too many */
};

/* A name and a number that ends in column NUMBERS, or behind a long name;
 * returns the column reached. */
static size_t show_row(const char *name, size_t indent, uint64_t number)
{
    char digits[32] = "too many";
    if (number != ZERMELO_TOO_MANY)
        snprintf(digits, sizeof digits, "%" PRIu64, number);
    size_t column = (size_t)printf("%*s%s", (int)indent, "", name);
    size_t blanks = 1, length = strlen(digits);
    if (column + 1 + length < NUMBERS)
        blanks = NUMBERS - column - length;
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

static void show_more(size_t count)
{
    if (count > MAX_SHOWN)
        printf("  and %zu more\n", count - MAX_SHOWN);
}

static size_t shown(size_t count)
{
    return count < MAX_SHOWN ? count : MAX_SHOWN;
}

static void show_features(const ZermeloInfo *info)
{
    size_t count = zermelo_info_feature_count(info);
    printf("\nfeatures            instances\n");
    for (size_t i = 0; i < shown(count); i++) {
        ZermeloSymbol feature = zermelo_info_feature(info, i);
        show_line(feature.name, 2, feature.instances);
    }
    show_more(count);
}

static void show_moves(const ZermeloInfo *info)
{
    size_t role_count = zermelo_info_role_count(info);
    printf("\nmoves               instances\n");
    for (size_t i = 0; i < shown(role_count); i++) {
        size_t count = zermelo_info_move_count(info, i);
        show_line(zermelo_info_role(info, i), 2, zermelo_info_moves(info, i));
        for (size_t k = 0; k < shown(count); k++) {
            ZermeloSymbol move = zermelo_info_move(info, i, k);
            show_line(move.name, 4, move.instances);
        }
        show_more(count);
    }
    show_more(role_count);
}

static void show_domains(const ZermeloInfo *info)
{
    size_t count = zermelo_info_domain_count(info);
    printf("\ndomains                 terms\n");
    size_t line_count = 0, uncounted = 0;
    for (size_t i = 0; i < count && line_count < MAX_SHOWN; i++) {
        ZermeloDomain domain = zermelo_info_domain(info, i);
        if (domain.size == ZERMELO_TOO_MANY && ++uncounted > MAX_UNCOUNTED)
            continue;
        show_terms(domain, show_row(domain.name, 2, domain.size));
        putchar('\n');
        line_count++;
    }
    if (line_count < count)
        printf("  and %zu more\n", count - line_count);
    else if (!zermelo_info_complete(info))
        printf("  and more\n");
}

static void show_relations(const ZermeloInfo *info)
{
    size_t count = zermelo_info_relation_count(info);
    printf("\nrelations               facts    rules  stratum  changes with\n");
    for (size_t i = 0; i < shown(count); i++) {
        ZermeloRelation relation = zermelo_info_relation(info, i);
        bool never = strcmp(relation.changes, "never") == 0;
        show_row(relation.name, 2, relation.facts);
        printf(" %8zu %8zu  %s%s%s\n", relation.rules, relation.stratum,
               never ? "" : "the ", never ? "nothing" : relation.changes,
               relation.recursive ? ", recursive" : "");
    }
    show_more(count);
}

static void show(const char *path, const ZermeloGame *game,
                 const ZermeloInfo *info)
{
    size_t role_count = zermelo_info_role_count(info);
    size_t rule_count = zermelo_info_rules(info),
           fact_count = zermelo_info_facts(info);
    printf("%s: %s, %zu role%s, %zu rule%s, %zu fact%s\n", path,
           zermelo_language(game), role_count, plural(role_count), rule_count,
           plural(rule_count), fact_count, plural(fact_count));
    show_features(info);
    show_moves(info);
    show_domains(info);
    show_relations(info);
}

/* ---- for programs ---- */

static json_t *number_json(uint64_t number)
{
    return number == ZERMELO_TOO_MANY ? json_null()
                                      : json_integer((json_int_t)number);
}

static json_t *domains_json(const ZermeloInfo *info)
{
    json_t *object = json_object();
    for (size_t i = 0; i < zermelo_info_domain_count(info); i++) {
        ZermeloDomain domain = zermelo_info_domain(info, i);
        json_put(object, domain.name,
                 domain.terms ? json_texts((Texts){domain.terms, domain.size})
                              : json_null());
    }
    return object;
}

static json_t *relations_json(const ZermeloInfo *info)
{
    json_t *array = json_array();
    for (size_t i = 0; i < zermelo_info_relation_count(info); i++) {
        ZermeloRelation relation = zermelo_info_relation(info, i);
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
    for (size_t i = 0; i < zermelo_info_role_count(info); i++) {
        const char *role = zermelo_info_role(info, i);
        json_array_append_new(roles, json_text(role));
        json_put(moves, role, number_json(zermelo_info_moves(info, i)));
    }
    for (size_t i = 0; i < zermelo_info_feature_count(info); i++) {
        ZermeloSymbol feature = zermelo_info_feature(info, i);
        json_put(features, feature.name, number_json(feature.instances));
    }
    return JSON_OBJECT(
        {"file", json_text(path)},
        {"language", json_text(zermelo_language(game))}, {"roles", roles},
        {"domain_kind", json_text(domains)}, {"features", features},
        {"moves", moves}, {"domains", domains_json(info)},
        {"complete", json_boolean(zermelo_info_complete(info))},
        {"relations", relations_json(info)},
        {"recursive", json_boolean(zermelo_info_recursive(info))},
        {"rules", json_count(zermelo_info_rules(info))},
        {"facts", json_count(zermelo_info_facts(info))},
        {"ground_rules", number_json(zermelo_info_ground_rules(info))},
        {"nodes", number_json(zermelo_info_nodes(info))});
}

/* ---- the command ---- */

static void answer(const Arguments *arguments, const ZermeloInfo *info)
{
    const char *path = arguments->operands[0];
    const ZermeloGame *game = arguments->game;
    bool is_json = wants_json;
    if (has_option(arguments, "graph")) {
        char *graph = zermelo_info_graph(info);
        if (is_json)
            print_json(json_pack("{s:o,s:o}", "file", json_text(path), "graph",
                                 json_text(graph)));
        else
            fputs(graph, stdout);
        free(graph);
    } else if (is_json) {
        print_json(info_json(
            path, text_option(arguments, "domains", "directed"), game, info));
    } else {
        show(path, game, info);
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
        answer(arguments, info);
    else
        status = fail("domains", "%s: %s", arguments->operands[0], why);
    zermelo_info_free(info);
    return status;
}

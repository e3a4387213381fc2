/* cmd_info.c - zermelo info FILE
 *
 * What is in a game (src/analysis), as tables or JSON. Start reading at
 * show_answer(), at the end.
 */
#include "cli/output.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    LINE_COLUMNS = 79,
    NUMBER_COLUMN = 29,
    MAX_LINES = 1000,  /* of a table */
    MAX_UNCOUNTED = 20 /* of them, domains whose terms are too many */
};

/* A name and a number that ends in column NUMBER_COLUMN, or behind a long name;
 * returns the column reached. */
static size_t show_row(const char *name, size_t indent, const json_t *number)
{
    char digits[32] = "too many";
    if (json_is_integer(number))
        snprintf(digits, sizeof digits, "%" PRIu64,
                 (uint64_t)json_integer_value(number));
    size_t column = (size_t)printf("%*s%s", (int)indent, "", name);
    size_t blanks = 1, length = strlen(digits);
    if (column + 1 + length < NUMBER_COLUMN)
        blanks = NUMBER_COLUMN - column - length;
    printf("%*s%s", (int)blanks, "", digits);
    return column + blanks + length;
}

/* As many of TERMS as there is room for in the line; null: they are too many.
 */
static void show_terms(const json_t *terms, size_t column)
{
    size_t size = json_array_size(terms);
    if (!size)
        return;
    putchar(' ');
    column++;
    for (size_t i = 0; i < size; i++) {
        const char *term = json_string_value(json_array_get(terms, i));
        size_t reserve = i + 1 < size ? 4 : 0;
        if (column + strlen(term) + 1 + reserve > LINE_COLUMNS) {
            printf(" ...");
            return;
        }
        printf(" %s", term);
        column += strlen(term) + 1;
    }
}

static void show_omitted(size_t count)
{
    if (count > MAX_LINES)
        printf("  and %zu more\n", count - MAX_LINES);
}

static void show_symbols(json_t *symbols, size_t indent)
{
    const char *name;
    json_t *instances;
    size_t line_count = 0;
    json_object_foreach (symbols, name, instances) {
        if (line_count++ >= MAX_LINES)
            continue;
        show_row(name, indent, instances);
        putchar('\n');
    }
    show_omitted(line_count);
}

static void show_moves(const json_t *answer)
{
    const char *role;
    json_t *instances;
    size_t line_count = 0;
    printf("\nmoves               instances\n");
    json_object_foreach (json_object_get(answer, "moves"), role, instances) {
        if (line_count++ >= MAX_LINES)
            continue;
        show_row(role, 2, instances);
        putchar('\n');
        show_symbols(
            json_object_get(json_object_get(answer, "move_symbols"), role), 4);
    }
    show_omitted(line_count);
}

static void show_domains(const json_t *answer)
{
    json_t *counts = json_object_get(answer, "term_counts"), *size;
    const json_t *domains = json_object_get(answer, "domains");
    size_t count = json_object_size(counts), line_count = 0, uncounted = 0;
    const char *name;
    printf("\ndomains                 terms\n");
    json_object_foreach (counts, name, size) {
        if (line_count == MAX_LINES ||
            (json_is_null(size) && ++uncounted > MAX_UNCOUNTED))
            continue;
        show_terms(json_object_get(domains, name), show_row(name, 2, size));
        putchar('\n');
        line_count++;
    }
    if (line_count < count)
        printf("  and %zu more\n", count - line_count);
    else if (!flag_of(answer, "complete"))
        printf("  and more\n");
}

static void show_relations(const json_t *relations)
{
    size_t count = json_array_size(relations);
    printf("\nrelations               facts    rules  stratum  changes with\n");
    for (size_t i = 0; i < count && i < MAX_LINES; i++) {
        const json_t *relation = json_array_get(relations, i);
        bool is_static = text_is(relation, "changes", "never");
        show_row(text_of(relation, "name"), 2,
                 json_object_get(relation, "facts"));
        printf(" %8zu %8zu  %s%s%s\n", count_of(relation, "rules"),
               count_of(relation, "stratum"), is_static ? "" : "the ",
               is_static ? "nothing" : text_of(relation, "changes"),
               flag_of(relation, "recursive") ? ", recursive" : "");
    }
    show_omitted(count);
}

/* ---- boards ---- */

/* Prints WORDS behind a title. */
static void show_words(const char *title, const json_t *words)
{
    char lead[48];
    snprintf(lead, sizeof lead, "    %-10s ", title);
    print_list(lead, LINE_COLUMNS, words);
}

static void show_axes(const json_t *board)
{
    static const char *const names[] = {"x", "y", "outer x", "outer y"};
    const json_t *axes = json_object_get(board, "axes");
    bool is_row =
        text_is(board, "shape", "line") || text_is(board, "shape", "stack");
    for (size_t i = 0; i < json_array_size(axes) && i < 4; i++) {
        const json_t *axis = json_array_get(axes, i);
        char title[32];
        snprintf(title, sizeof title, "%s %zu", is_row ? "place" : names[i],
                 count_of(axis, "place"));
        show_words(title, json_object_get(axis, "values"));
    }
}

static void show_board(const json_t *board)
{
    size_t i;
    json_t *content, *names = json_array();
    printf("  %s: %s%s\n", text_of(board, "feature"), text_of(board, "shape"),
           flag_of(board, "proved") ? "" : ", not proved");
    show_axes(board);
    json_array_foreach (json_object_get(board, "contents"), i, content)
        json_add(names, json_incref(json_object_get(content, "name")));
    show_words("contents", names);
    json_decref(names);
    if (has_value(board, "empty"))
        printf("    %-10s %s\n", "empty", text_of(board, "empty"));
}

/* "move/4    cell/3 (1,2) (3,4)" */
static void show_board_move(const json_t *move, const json_t *boards)
{
    const json_t *board = json_array_get(boards, count_of(move, "board"));
    size_t i, k;
    json_t *cell, *place;
    printf("  %-16s %s", text_of(move, "move"), text_of(board, "feature"));
    json_array_foreach (json_object_get(move, "cells"), i, cell) {
        printf(" (");
        json_array_foreach (cell, k, place)
            printf("%s%zu", k ? "," : "", (size_t)json_integer_value(place));
        printf(")");
    }
    putchar('\n');
}

static void show_layout(const json_t *answer)
{
    const json_t *boards = json_object_get(answer, "boards");
    const json_t *moves = json_object_get(answer, "board_moves");
    size_t i;
    json_t *item;
    printf("\nboards%s\n", json_array_size(boards) ? "" : ": none");
    json_array_foreach (boards, i, item)
        show_board(item);
    if (json_array_size(moves))
        printf("\nmoves            board and arguments\n");
    json_array_foreach (moves, i, item)
        show_board_move(item, boards);
    if (json_array_size(json_object_get(answer, "beside"))) {
        printf("\nbeside the boards\n");
        show_words("", json_object_get(answer, "beside"));
    }
}

static void show_answer(const Arguments *arguments, const json_t *answer)
{
    (void)arguments;
    size_t roles = json_array_size(json_object_get(answer, "roles"));
    size_t rules = count_of(answer, "rules"), facts = count_of(answer, "facts");
    if (has_value(answer, "graph")) {
        fputs(text_of(answer, "graph"), stdout);
        return;
    }
    printf("%s: %s, %zu role%s, %zu rule%s, %zu fact%s\n",
           text_of(answer, "file"), text_of(answer, "language"), roles,
           plural(roles), rules, plural(rules), facts, plural(facts));
    if (has_value(answer, "boards")) {
        show_layout(answer);
        return;
    }
    printf("\nfeatures            instances\n");
    show_symbols(json_object_get(answer, "features"), 2);
    show_moves(answer);
    show_domains(answer);
    show_relations(json_object_get(answer, "relations"));
}

const Query info_query = {.question = zermelo_info_json, .show = show_answer};

/* table_test.c - published figures, numbers and scales, files found */
#include "cli/table/table.h" /* before cmocka, which also has a fail() */

#include "support.h"

#include "batch/grid.h"
#include "batch/plot.h"

#include <math.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- what is published ---- */

static Table table_of(Arena *arena, const json_t *tables, const char *name,
                      const char *game)
{
    const char *const only[] = {game, NULL};
    RuleFiles *files = rule_files_new();
    rule_files_add_embedded(files);
    Table table = {0};
    for (size_t i = 0; i < json_array_size(tables); i++)
        if (strcmp(text_of(json_array_get(tables, i), "name"), name) == 0)
            table = table_new(arena, json_array_get(tables, i), only, files);
    rule_files_free(files);
    return table;
}

static const char *first_answer(const TableLine *line)
{
    return text_of(figure_at(line, 0), "answer");
}

/* Rows, lines, and lines with a published answer in the first column. */
static const char *size_of_table(const char *name)
{
    static Text kept;
    Text out = {0};
    Arena *arena = arena_new();
    json_t *tables = published_tables();
    Table table = table_of(arena, tables, name, NULL);
    size_t rows = 0, answers = 0;
    for (size_t i = 0; i < table.line_count; i++) {
        rows += table.lines[i].begins_row;
        answers += first_answer(&table.lines[i]) != NULL;
    }
    text_addf(&out, "%zu rows, %zu lines, %zu answers", rows, table.line_count,
              answers);
    json_decref(tables);
    arena_free(arena);
    return keep(&kept, out);
}

static void the_tables_are_as_large_as_in_the_papers(void **state)
{
    (void)state;
    static const Case cases[] = {
        /* 12 games, 4 properties and a search; n/a in two of them, and 11 of
         * the other answers are a dash */
        {"ijcai09", "12 rows, 56 lines, 33 answers"},
        {"aaai10", "7 rows, 21 lines, 21 answers"},
        {"envelope", "15 rows, 60 lines, 60 answers"},
        {"asp", "14 rows, 14 lines, 10 answers"},
        {"filtering", "16 rows, 20 lines, 20 answers"},
        {"qbf", "23 rows, 23 lines, 21 answers"},
        {"speed", "12 rows, 12 lines, 0 answers"},
    };
    assert_cases(cases, size_of_table);
}

/* The proved and all formulas of the three families, added up, and those of
 * all together: in the paper only bidding-tictactoe proves more together. */
static const char *sums(const char *game)
{
    static Text kept;
    Text out = {0};
    Arena *arena = arena_new();
    json_t *tables = published_tables();
    Table table = table_of(arena, tables, "envelope", game);
    long proved = 0, total = 0;
    assert_int_equal(table.line_count, 4);
    for (size_t i = 0; i < 3; i++) {
        char *end;
        proved += strtol(first_answer(&table.lines[i]), &end, 10);
        total += strtol(end + 1, NULL, 10);
    }
    text_addf(&out, "%ld/%ld %s", proved, total, first_answer(&table.lines[3]));
    json_decref(tables);
    arena_free(arena);
    return keep(&kept, out);
}

static void the_families_of_a_game_add_up(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"tictactoe", "36/72 36/72"},
        {"bidding-tictactoe", "22/170 29/170"},
        {"capture_the_king", "22/1788 22/1788"},
        {"chomp", "74/150 75/150"},
        {"quarto", "42/678 42/678"},
    };
    assert_cases(cases, sums);
}

static void every_row_names_its_rules_by_all_digits(void **state)
{
    (void)state;
    json_t *tables = published_tables();
    for (size_t i = 0; i < json_array_size(tables); i++) {
        json_t *rows = json_object_get(json_array_get(tables, i), "rows");
        for (size_t k = 0; k < json_array_size(rows); k++) {
            const char *digest = text_of(json_array_get(rows, k), "sha256");
            if (digest)
                assert_int_equal(strspn(digest, "0123456789abcdef"), 64);
        }
    }
    json_decref(tables);
}

static void a_line_adds_its_arguments_for_one_method_only(void **state)
{
    (void)state;
    Text text = {0};
    Arena *arena = arena_new();
    json_t *tables = published_tables();
    Table table = table_of(arena, tables, "asp", "eightpuzzle");
    for (size_t m = 2; m < 5; m++) { /* behind two sources */
        Words words = {0};
        add_arguments(&words, &table, &table.lines[0], m);
        for (size_t i = 0; i < words.count; i++)
            text_addf(&text, "%s ", words.items[i]);
        vec_free(&words);
    }
    assert_string_equal(text_string(&text),
                        "solve --json --engine clingo --goal 100 --horizon 30 "
                        "solve --json --engine clingo "
                        "solve --json --engine native --threads 1 ");
    text_free(&text);
    json_decref(tables);
    arena_free(arena);
}

/* ---- numbers ---- */

static const char *as_seconds(const char *number)
{
    static Text kept;
    Text out = {0};
    add_seconds(&out, strtod(number, NULL));
    return keep(&kept, out);
}

static const char *as_rate(const char *number)
{
    static Text kept;
    Text out = {0};
    add_rate(&out, strtod(number, NULL));
    return keep(&kept, out);
}

static void numbers_have_about_three_figures(void **state)
{
    (void)state;
    static const Case seconds[] = {
        {"0", "0.00"},     {"0.00012", "0.0001"}, {"0.0123", "0.012"},
        {"0.5", "0.50"},   {"9.994", "9.99"},     {"9.996", "10.0"},
        {"99.94", "99.9"}, {"99.96", "100"},      {"12376.75", "12377"},
    };
    static const Case rates[] = {
        {"8", "8"},
        {"999", "999"},
        {"999.6", "1.0 k"},
        {"16000", "16.0 k"},
        {"900000", "900 k"},
        {"2.7e6", "2.7 M"},
        {"1.5e13", "15000 G"},
    };
    assert_cases(seconds, as_seconds);
    assert_cases(rates, as_rate);
}

static void a_scale_begins_and_ends_at_powers_of_ten(void **state)
{
    (void)state;
    LogScale scale = log_scale(0.02, 450);
    assert_int_equal(scale.low, -2);
    assert_int_equal(scale.high, 3);
    assert_float_equal(log_place(scale, 0.01), 0, 1e-9);
    assert_float_equal(log_place(scale, 1), 0.4, 1e-9);
    assert_float_equal(log_place(scale, 1000), 1, 1e-9);
}

static void nothing_is_ever_beyond_a_scale(void **state)
{
    (void)state;
    static const double values[] = {0, -1, 1e-300, 1e300, 3};
    LogScale scale = log_scale(1, 1);
    assert_true(scale.low < scale.high);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        double place = log_place(scale, values[i]);
        assert_true(place >= 0 && place <= 1);
    }
    assert_float_equal(log_place(scale, NAN), 0, 0);
    scale = log_scale(0, 1e300);
    assert_true(scale.low < scale.high && scale.high - scale.low < 40);
}

static void marks_are_few_and_round(void **state)
{
    (void)state;
    assert_float_equal(nice_step(1, 6), 1, 0);
    assert_float_equal(nice_step(12, 6), 2, 0);
    assert_float_equal(nice_step(56, 6), 10, 0);
    assert_float_equal(nice_step(9000, 6), 2000, 0);
}

/* ---- figures ---- */

static const char *figure_text(TableKind kind, CellRow row, const char *json)
{
    static Text kept;
    Text out = {0};
    row.answer = json_loads(json, 0, NULL);
    json_t *figure = figure_of_row(kind, &row);
    const char *answer = text_of(figure, "answer");
    const char *note = text_of(figure, "note");
    text_addf(&out, "%s%s%s", answer ? answer : "-",
              flag_of(figure, "limited") ? ", limited" : "",
              flag_of(figure, "failed") ? ", failed" : "");
    if (figure_value(figure) >= 0)
        text_addf(&out, ", %g", figure_value(figure));
    if (note)
        text_addf(&out, ": %s", note);
    json_decref(figure);
    json_decref(row.answer);
    return keep(&kept, out);
}

static const char *verdict(const char *json)
{
    return figure_text(TABLE_VERDICT, (CellRow){0}, json);
}

static const char *plan(const char *json)
{
    return figure_text(TABLE_PLAN, (CellRow){0}, json);
}

static const char *knowledge(const char *json)
{
    return figure_text(TABLE_KNOWLEDGE, (CellRow){0}, json);
}

#define COUNTS(total, proved, refuted, unknown)                                \
    "\"counts\":{\"total\":" #total ",\"proved\":" #proved                     \
    ",\"refuted\":" #refuted ",\"unknown\":" #unknown "},\"seconds\":2"

static void answers_become_figures(void **state)
{
    (void)state;
    static const Case verdicts[] = {
        {"{" COUNTS(1, 1, 0, 0) "}", "yes, 2"},
        {"{" COUNTS(1, 0, 1, 0) "}", "refuted, 2"},
        {"{" COUNTS(1, 0, 0, 1) "}", "not proved, 2"},
        {"{" COUNTS(16, 4, 12, 0) "}", "4/16, 2"},
        {"{" COUNTS(1, 0, 0, 1) ",\"results\":[{\"verdict\":\"unknown\","
                                "\"reason\":\"out of time\"}]}",
         "stopped, limited, 2: out of time"},
        {"{\"error\":{\"rule\":\"memory\",\"message\":\"out of memory\"}}",
         "stopped, limited: out of memory"},
        {"{\"error\":{\"rule\":\"syntax\",\"message\":\"no rules\"}}",
         "-, failed: no rules"},
        {"{}", "-, failed: the answer cannot be read"},
        {"{", "-, failed: the answer cannot be read"},
    };
    static const Case plans[] = {
        {"{\"verdict\":\"solved\",\"goal\":100,\"length\":10,\"seconds\":1}",
         "10 moves, 1"},
        {"{\"verdict\":\"solved\",\"goal\":80,\"length\":9,\"seconds\":1}",
         "9 moves for 80, 1"},
        {"{\"verdict\":\"unknown\",\"goal\":80,\"length\":9,\"seconds\":60,"
         "\"stopped\":\"out of time\"}",
         "80, or better, limited, 60: out of time"},
        {"{\"verdict\":\"unsolvable\",\"goal\":null,\"seconds\":1}",
         "no plan, 1"},
    };
    static const Case roles[] = {
        {"{\"legal\":true,\"terminal\":true,\"goal\":false,"
         "\"matches\":1000,\"seconds_per_1000_rounds\":3}",
         "yes/yes/no, 3"},
        {"{\"legal\":false,\"terminal\":false,\"goal\":null,\"matches\":9}",
         "no/-/-"},
        {"{\"legal\":true,\"terminal\":true,\"goal\":true,\"stopped\":true,"
         "\"matches\":30}",
         "yes/yes/yes: fewer than 1000 matches in the time given, but at least "
         "20"},
        {"{\"legal\":true,\"terminal\":null,\"goal\":null,\"stopped\":true,"
         "\"matches\":0}",
         "yes/-/-, limited: only 0 matches in the time given"},
        {"{\"legal\":true,\"terminal\":false,\"goal\":false,\"limited\":2,"
         "\"matches\":3,\"rounds\":9}",
         "yes/no/no, limited: 2 of 9 rounds were cut short"},
    };
    assert_cases(verdicts, verdict);
    assert_cases(plans, plan);
    assert_cases(roles, knowledge);
}

static const char *overrun(const char *json)
{
    return figure_text(TABLE_VERDICT,
                       (CellRow){.exit = CELL_TIMED_OUT, .seconds = 75}, json);
}

static void one_that_was_stopped_may_have_said_what_it_knew(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"{\"error\":{\"rule\":\"process\",\"message\":\"x\"}}",
         "stopped, limited, 75: it was stopped, having gone on beyond its "
         "limit "
         "of time"},
        {"{" COUNTS(16, 4, 2, 10) "}", "4/16, limited, 75: it was stopped, "
                                       "having gone on beyond its limit of "
                                       "time"},
    };
    assert_cases(cases, overrun);
}

static void a_no_of_the_papers_is_a_failed_proof(void **state)
{
    (void)state;
    json_t *figure = json_pack("{s:s}", "answer", "refuted");
    json_t *no = json_pack("{s:s}", "answer", "no");
    json_t *yes = json_pack("{s:s}", "answer", "yes");
    assert_int_equal(figure_agrees(TABLE_VERDICT, figure, no), 1);
    assert_int_equal(figure_agrees(TABLE_VERDICT, figure, yes), 0);
    assert_int_equal(figure_agrees(TABLE_VERDICT, figure, json_null()), -1);
    json_object_set_new(figure, "limited", json_true());
    assert_int_equal(figure_agrees(TABLE_VERDICT, figure, yes), -1);
    json_decref(figure);
    json_decref(no);
    json_decref(yes);
}

/* ---- files ---- */

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static char *in_folder(const char *folder, const char *name)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void a_file_is_found_by_what_is_in_it_or_by_its_name(void **state)
{
    (void)state;
    char folder[] = "/tmp/table_testXXXXXX";
    const char *why = NULL;
    const RuleFile *file;
    RuleFiles *files = rule_files_new();
    rule_files_add_embedded(files);
    assert_non_null(mkdtemp(folder));
    mkdir(in_folder(folder, "below"), 0777);
    write_file(in_folder(folder, "below/renamed.kif"), "abc");
    write_file(in_folder(folder, "Game.KIF"), "");
    assert_true(rule_files_add(files, folder, RULE_FILES_ALL, &why));
    /* the example of FIPS 180-2 */
    assert_int_equal(rule_files_find(files,
                                     "ba7816bf8f01cfea414140de5dae2223"
                                     "b00361a396177a9cb410ff61f20015ad",
                                     "x/other.kif", &file),
                     FOUND_SAME);
    assert_string_equal(file->path, in_folder(folder, "below/renamed.kif"));
    assert_int_equal(
        rule_files_find(files, "0000", "some/where/game.kif", &file),
        FOUND_NAME);
    assert_string_equal(file->path, in_folder(folder, "Game.KIF"));
    assert_null(file->builtin);
    assert_int_equal(rule_files_find(files, NULL, "montyhall.gdl", &file),
                     FOUND_SAME);
    assert_non_null(memmem(file->builtin->bytes, *file->builtin->length,
                           "role(monty)", strlen("role(monty)")));
    assert_int_equal(rule_files_find(files, "0000", "none.kif", &file),
                     FOUND_NOTHING);
    assert_true(rule_files_add(files, in_folder(folder, "Game.KIF"),
                               RULE_FILES_ALL, &why));
    assert_false(rule_files_add(files, in_folder(folder, "nowhere"),
                                RULE_FILES_ALL, &why));
    rule_files_free(files);
    unlink(in_folder(folder, "below/renamed.kif"));
    unlink(in_folder(folder, "Game.KIF"));
    rmdir(in_folder(folder, "below"));
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_tables_are_as_large_as_in_the_papers),
        cmocka_unit_test(the_families_of_a_game_add_up),
        cmocka_unit_test(every_row_names_its_rules_by_all_digits),
        cmocka_unit_test(a_line_adds_its_arguments_for_one_method_only),
        cmocka_unit_test(numbers_have_about_three_figures),
        cmocka_unit_test(a_scale_begins_and_ends_at_powers_of_ten),
        cmocka_unit_test(nothing_is_ever_beyond_a_scale),
        cmocka_unit_test(marks_are_few_and_round),
        cmocka_unit_test(answers_become_figures),
        cmocka_unit_test(one_that_was_stopped_may_have_said_what_it_knew),
        cmocka_unit_test(a_no_of_the_papers_is_a_failed_proof),
        cmocka_unit_test(a_file_is_found_by_what_is_in_it_or_by_its_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

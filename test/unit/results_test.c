/* results_test.c - tables of results, and what changed between two runs */
#include "stores.h"

#include "batch/page.h"
#include "batch/plot.h"
#include "batch/results.h"

#include <stdio.h>
#include <unistd.h>

static char directory[] = "/tmp/results_testXXXXXX";

/* What prove answers: "f proved, g unknown". Kept until the next one. */
static const char *proof(const char *verdicts)
{
    static Text kept;
    Text json = {0};
    char *copy = strdup(verdicts);
    text_adds(&json, "{\"file\":\"a\",\"results\":[");
    for (char *item = strtok(copy, ", "); item; item = strtok(NULL, ", "))
        text_addf(&json, "%s{\"formula\":\"%s\",\"verdict\":\"%s\"}",
                  item == copy ? "" : ",", item, strtok(NULL, ", "));
    text_adds(&json, "]}");
    free(copy);
    return keep(&kept, json);
}

static const char *database(const char *name)
{
    static char paths[2][64];
    static size_t next;
    char *path = paths[next++ % 2];
    snprintf(path, sizeof paths[0], "%s/%s", directory, name);
    return path;
}

/* A new database. */
static Store *new_store(const char *name)
{
    unlink(database(name));
    return open_store(database(name), STORE_WRITE);
}

/* Closes both. */
static const char *changes(Store *before, Store *now)
{
    static Text kept;
    Text all = {0};
    Arena *arena = arena_new();
    Results results;
    char *why = NULL;
    store_close(before);
    store_close(now);
    if (!results_open(&results, database("now.db"), &why) ||
        !results_compare(&results, database("before.db"), 1.5, &why))
        fail_msg("%s", why);
    Grid grid = results_grid(&results, arena, RESULTS_CHANGES);
    for (size_t i = 0; i < grid_row_count(&grid); i++)
        for (size_t k = 0; k < grid.columns.count; k++)
            text_addf(&all, "%s%s", grid_at(&grid, i, k),
                      k + 1 < grid.columns.count ? "|" : "\n");
    grid_clear(&grid);
    results_close(&results);
    arena_free(arena);
    return keep(&kept, all);
}

static void verdicts_are_won_lost_or_contradict(void **state)
{
    (void)state;
    Store *before = new_store("before.db"), *now = new_store("now.db");
    add_cell(before, cell_key("prove", "a", "", "v1"), 1,
             proof("f proved, g proved, h unknown, i refuted, j proved"));
    add_cell(now, cell_key("prove", "a", "", "v2"), 1,
             proof("i refuted, h proved, g unknown, f refuted"));
    assert_string_equal(changes(before, now),
                        "contradicts|a|prove|f|proved|refuted\n"
                        "lost|a|prove|g|proved|unknown\n"
                        "lost|a|prove|j|proved|absent\n"
                        "won|a|prove|h|unknown|proved\n");
}

static void a_program_that_dies_loses_what_it_had_decided(void **state)
{
    (void)state;
    Store *before = new_store("before.db"), *now = new_store("now.db");
    add_cell(before, cell_key("check", "a", "", "v"), 1,
             "{\"file\":\"a\",\"valid\":true}");
    add_cell(now, cell_key("check", "a", "", "v"), 9,
             "{\"error\":{\"rule\":\"process\",\"message\":\"it died\"}}");
    assert_string_equal(changes(before, now),
                        "lost|a|check|valid|yes|failed\n");
}

/* Only what is slower by the ratio and by more than noise. */
static void cells_are_slower_gone_or_new(void **state)
{
    (void)state;
    Store *before = new_store("before.db"), *now = new_store("now.db");
    static const struct {
        const char *file;
        double before, now;
    } cells[] = {
        {"a", 1, 1.6}, {"b", 1, 1.4}, {"c", .01, .1}, {"d", 2, 0}, {"e", 0, 3}};
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        CellKey key = cell_key("info", cells[i].file, "", "v");
        if (cells[i].before > 0)
            add_cell(before, key, cells[i].before, "{\"file\":\"a\"}");
        if (cells[i].now > 0)
            add_cell(now, key, cells[i].now, "{\"file\":\"a\"}");
    }
    assert_string_equal(changes(before, now), "slower|a|info||1.00 s|1.60 s\n"
                                              "gone|d|info||2.00 s|\n"
                                              "new|e|info|||3.00 s\n");
}

/* A proof in one run, then split in two: the same formulas, the seconds of
 * both shares together. */
static void shares_of_a_proof_are_one_cell(void **state)
{
    (void)state;
    Store *before = new_store("before.db"), *now = new_store("now.db");
    add_cell(before, cell_key("prove", "a", "--family x --time 9", "v"), 1,
             proof("f proved, g proved"));
    add_cell(now,
             cell_key("prove", "a", "--family x --share 1/2 --time 9", "v"), 1,
             proof("g proved"));
    add_cell(now,
             cell_key("prove", "a", "--family x --share 2/2 --time 9", "v"), 2,
             proof("f refuted"));
    assert_string_equal(changes(before, now),
                        "contradicts|a|prove|f|proved|refuted\n"
                        "slower|a|prove||1.00 s|3.00 s\n");
}

static void of_two_versions_the_newest_counts(void **state)
{
    (void)state;
    Store *before = new_store("before.db"), *now = new_store("now.db");
    add_cell(before, cell_key("prove", "a", "", "v1"), 1, proof("f unknown"));
    add_cell(before, cell_key("prove", "a", "", "v2"), 1, proof("f proved"));
    add_cell(now, cell_key("prove", "a", "", "v3"), 1, proof("f proved"));
    assert_string_equal(changes(before, now), "");
}

/* ---- tables ---- */

typedef void AddGrid(Text *out, const Grid *grid);

static const char *printed(AddGrid *add)
{
    static Text kept;
    Text all = {0};
    Arena *arena = arena_new();
    Grid grid = {.arena = arena};
    grid_add_column(&grid, "file", GRID_LEFT);
    grid_add_column(&grid, "s", GRID_RIGHT);
    grid_add(&grid, "<b>\"x\", y|z & \x1b[1m");
    grid_addf(&grid, "%.1f", 1.5);
    grid_add(&grid, "");
    grid_add(&grid, "12345");
    add(&all, &grid);
    grid_clear(&grid);
    arena_free(arena);
    return keep(&kept, all);
}

static void add_narrow(Text *out, const Grid *grid)
{
    grid_add_text(out, grid, 20);
}

static void a_grid_has_four_forms_and_no_control_characters(void **state)
{
    (void)state;
    assert_string_equal(printed(add_narrow), "file               s\n"
                                             "<b>\"x\", y|z &    1.5\n"
                                             "\\x1b[1m\n"
                                             "               12345\n");
    assert_string_equal(printed(grid_add_markdown),
                        "| file | s |\n| --- | ---: |\n"
                        "| \\<b\\>\"x\", y\\|z \\& \\\\x1b\\[1m | 1.5 |\n"
                        "|  | 12345 |\n");
    assert_string_equal(printed(grid_add_csv),
                        "file,s\r\n\"<b>\"\"x\"\", y|z & \\x1b[1m\",1.5\r\n"
                        ",12345\r\n");
    assert_non_null(strstr(printed(grid_add_html),
                           "<tr class=\"begins\"><th>&lt;b&gt;&quot;x&quot;, "
                           "y|z &amp; \\x1b[1m</th><td class=\"n\">1.5</td>"));
}

static void a_page_takes_names_from_strangers(void **state)
{
    (void)state;
    Text page = {0}, picture = {0};
    Plot plot = {.label = "\"><script>", .x = "x", .y = "y"};
    vec_push(&plot.series, "</svg><script>");
    vec_push(&plot.series, "<script>");
    vec_push(&plot.points, (PlotPoint){1, 2, "'\"><script>", 0});
    vec_push(&plot.points, (PlotPoint){1, 2, "'\"><script>", 1});
    page_begin(&page, "</title><script>");
    page_add_heading(&page, "\"><script>", "<script>");
    page_add_paragraph(&page, "<script>");
    plot_scatter(&picture, &plot);
    page_add_figure(&page, "<script>", &picture);
    plot_cactus(&picture, &plot);
    page_add_figure(&page, "<script>", &picture);
    page_end(&page);
    assert_non_null(strstr(text_string(&page), "&lt;script&gt;"));
    assert_null(strstr(text_string(&page), "<script"));
    text_free(&page);
    plot_free(&plot);
}

static void nothing_is_plotted_of_nothing(void **state)
{
    (void)state;
    Text picture = {0};
    Plot plot = {.label = "", .x = "", .y = ""}, empty = plot;
    vec_push(&plot.series, "a");
    vec_push(&plot.points, (PlotPoint){0, 0, NULL, 0});
    plot_cactus(&picture, &plot);
    plot_scatter(&picture, &plot);
    plot_cactus(&picture, &empty);
    plot_scatter(&picture, &empty);
    assert_int_equal(picture.length, 0);
    plot_free(&plot);
}

static int make_directory(void **state)
{
    (void)state;
    return mkdtemp(directory) ? 0 : -1;
}

static int remove_directory(void **state)
{
    (void)state;
    unlink(database("before.db"));
    unlink(database("now.db"));
    return rmdir(directory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdicts_are_won_lost_or_contradict),
        cmocka_unit_test(a_program_that_dies_loses_what_it_had_decided),
        cmocka_unit_test(cells_are_slower_gone_or_new),
        cmocka_unit_test(shares_of_a_proof_are_one_cell),
        cmocka_unit_test(of_two_versions_the_newest_counts),
        cmocka_unit_test(a_grid_has_four_forms_and_no_control_characters),
        cmocka_unit_test(a_page_takes_names_from_strangers),
        cmocka_unit_test(nothing_is_plotted_of_nothing),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}

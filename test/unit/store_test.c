/* store_test.c - rows of a database, claims, and files of other people */
#include "stores.h"

#include "base/json.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <unistd.h>

static char directory[] = "/tmp/store_testXXXXXX";

/* A path in the directory of this test, kept until the next but one. */
static const char *path_of(const char *name)
{
    static char paths[2][64];
    static size_t next;
    char *path = paths[next++ % 2];
    snprintf(path, sizeof paths[0], "%s/%s", directory, name);
    return path;
}

static const char *rows_of(Store *store)
{
    static Text kept;
    Text all = {0};
    sqlite3_stmt *rows;
    sqlite3_prepare_v2(store_database(store),
                       "SELECT command || ' ' || file || ' ' || options || ' ' "
                       "|| version || ' ' || answer FROM cells ORDER BY file",
                       -1, &rows, NULL);
    while (sqlite3_step(rows) == SQLITE_ROW)
        text_addf(&all, "%s\n", (const char *)sqlite3_column_text(rows, 0));
    sqlite3_finalize(rows);
    return keep(&kept, all);
}

static const char *answer_of(Store *store, CellKey key)
{
    static Text kept;
    Text answer = {0};
    CellRow row;
    if (store_find(store, &key, &row))
        answer = json_as_text(row.answer, JSON_COMPACT);
    json_decref(row.answer);
    return keep(&kept, answer);
}

static void a_row_stays_as_it_was_first_written(void **state)
{
    (void)state;
    CellKey key = cell_key("verify", "a.kif", "--time 2", "v1");
    Store *store = open_store(path_of("a.db"), STORE_WRITE);
    assert_false(store_has(store, &key));
    add_cell(store, key, 1.5, "{\"x\":1}");
    add_cell(store, key, 2.5, "{\"x\":2}");
    assert_true(store_has(store, &key));
    store_close(store);
    store = open_store(path_of("a.db"), STORE_READ);
    assert_string_equal(rows_of(store), "verify a.kif --time 2 v1 {\"x\":1}\n");
    assert_true(store_expected_seconds(store, &key) == 1.5);
    store_close(store);
}

static void matches_have_a_table_of_their_own(void **state)
{
    (void)state;
    Store *store = open_store(NULL, STORE_WRITE);
    CellKey key = cell_key("match", "a.kif", "", "v");
    add_cell(store, key, 1, "{}");
    assert_string_equal(rows_of(store), "");
    assert_string_equal(answer_of(store, key), "{}");
    store_close(store);
}

static void merging_adds_what_is_not_there(void **state)
{
    (void)state;
    char *why = NULL;
    Store *other = open_store(path_of("other.db"), STORE_WRITE);
    add_cell(other, cell_key("check", "a.kif", "", "v"), 1, "other");
    add_cell(other, cell_key("check", "b.kif", "", "v"), 1, "other");
    CellKey match = cell_key("match", "a.kif", "", "v");
    add_cell(other, match, 1, "[\"other\"]");
    store_close(other);
    Store *store = open_store(path_of("merged.db"), STORE_WRITE);
    add_cell(store, cell_key("check", "a.kif", "", "v"), 1, "first");
    for (int i = 0; i < 2; i++) { /* the second time it changes nothing */
        assert_true(store_merge(store, path_of("other.db"), &why));
        assert_string_equal(rows_of(store),
                            "check a.kif  v first\ncheck b.kif  v other\n");
        assert_string_equal(answer_of(store, match), "[\"other\"]");
    }
    assert_false(store_merge(store, path_of("none.db"), &why));
    assert_string_equal(why, "No such file or directory");
    free(why);
    store_close(store);
}

static void a_claim_holds_until_it_is_released_or_its_store_closed(void **state)
{
    (void)state;
    CellKey one = cell_key("check", "a.kif", "", "v"),
            two = cell_key("check", "b.kif", "", "v");
    Store *first = open_store(path_of("claims.db"), STORE_WRITE);
    Store *second = open_store(path_of("claims.db"), STORE_WRITE);
    assert_true(store_claim(first, &one));
    assert_false(store_claim(second, &one));
    assert_true(store_claim(second, &two));
    assert_false(store_claim(first, &two));
    store_release(first, &one);
    assert_true(store_claim(second, &one));
    store_close(second);
    assert_true(store_claim(first, &one));
    assert_true(store_claim(first, &two));
    store_close(first);
    assert_int_equal(access(path_of("claims.db.lock"), F_OK), -1);
}

static void two_stores_see_the_rows_of_each_other(void **state)
{
    (void)state;
    CellKey key = cell_key("check", "a.kif", "", "v");
    Store *first = open_store(path_of("two.db"), STORE_WRITE);
    Store *second = open_store(path_of("two.db"), STORE_WRITE);
    add_cell(first, key, 1, "{}");
    assert_true(store_has(second, &key));
    store_close(first);
    store_close(second);
}

/* ---- files that are something else ---- */

static void write_bytes(const char *path, const char *bytes, size_t length)
{
    FILE *file = fopen(path, "w");
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    fclose(file);
}

static const char *refusal(const char *path, StoreMode mode)
{
    static Text kept;
    Text text = {0};
    char *why = NULL;
    Store *store = store_open(path, mode, &why);
    text_adds(&text, store ? "opened" : why);
    store_close(store);
    free(why);
    return keep(&kept, text);
}

static void other_files_are_refused_and_left_alone(void **state)
{
    (void)state;
    sqlite3 *foreign = NULL;
    sqlite3_open(path_of("foreign.db"), &foreign);
    sqlite3_exec(foreign, "CREATE TABLE cells (x)", NULL, NULL, NULL);
    sqlite3_close(foreign);
    write_bytes(path_of("text.db"), "Dear Sir,\n", 10);
    write_bytes(path_of("empty.db"), "", 0);
    for (StoreMode mode = STORE_READ; mode <= STORE_WRITE; mode++) {
        assert_string_equal(refusal(path_of("foreign.db"), mode),
                            "it is no database of results");
        assert_string_equal(refusal(path_of("text.db"), mode),
                            "file is not a database");
    }
    assert_string_equal(refusal(path_of("none.db"), STORE_READ),
                        "No such file or directory");
    assert_string_equal(refusal(path_of("empty.db"), STORE_READ),
                        "it is no database of results");
    assert_string_equal(refusal(path_of("empty.db"), STORE_WRITE), "opened");
}

/* One whose pages are overwritten behind the first: it can be opened, and what
 * is wrong comes to light when it is read. */
static void a_damaged_database_is_an_error_and_no_empty_one(void **state)
{
    (void)state;
    char *why = NULL, noise[4096];
    Store *store = open_store(path_of("damaged.db"), STORE_WRITE);
    for (char name[] = "a.kif"; *name <= 'z'; ++*name)
        add_cell(store, cell_key("check", name, "", "v"), 1, "{}");
    store_close(store);
    memset(noise, 0x5a, sizeof noise);
    int file = open(path_of("damaged.db"), O_WRONLY);
    off_t end = lseek(file, 0, SEEK_END);
    for (off_t at = 4096; at < end; at += (off_t)sizeof noise)
        assert_int_equal(pwrite(file, noise, sizeof noise, at), sizeof noise);
    close(file);
    store = open_store(path_of("damaged.db"), STORE_READ);
    assert_false(store_execute(store, "SELECT * FROM cells", &why));
    assert_string_equal(why, "database disk image is malformed");
    free(why);
    store_close(store);
}

static int make_directory(void **state)
{
    (void)state;
    return mkdtemp(directory) ? 0 : -1;
}

static int remove_directory(void **state)
{
    (void)state;
    char command[96];
    snprintf(command, sizeof command, "rm -r %s", directory);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_stays_as_it_was_first_written),
        cmocka_unit_test(matches_have_a_table_of_their_own),
        cmocka_unit_test(merging_adds_what_is_not_there),
        cmocka_unit_test(
            a_claim_holds_until_it_is_released_or_its_store_closed),
        cmocka_unit_test(two_stores_see_the_rows_of_each_other),
        cmocka_unit_test(other_files_are_refused_and_left_alone),
        cmocka_unit_test(a_damaged_database_is_an_error_and_no_empty_one),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}

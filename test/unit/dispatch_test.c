/* dispatch_test.c - what is exclusive is used by one cell at a time */
#include "support.h"

#include "base/memory.h"
#include "batch/dispatch.h"

static const char *const one[] = {"http://one", NULL};
static const char *const two[] = {"http://two", NULL};
static const char *const both[] = {"http://two", "http://one", NULL};

static Cell named_cell(const char *name, const char *const *exclusive)
{
    return (Cell){.key = {"match", name, "", "", ""}, .exclusive = exclusive};
}

/* The file of the cell that is handed out next; "wait" or "end" if none is. */
static const char *next_name(Dispatch *dispatch, const Cell **cell)
{
    bool must_wait;
    *cell = dispatch_try_next(dispatch, &must_wait);
    return *cell ? (*cell)->key.file : must_wait ? "wait" : "end";
}

static void finish(Dispatch *dispatch, const Cell *cell)
{
    CellResult result = {.answer = memory_strdup("{}")};
    dispatch_finish(dispatch, cell, &result);
}

static void cells_that_share_something_exclusive_wait(void **state)
{
    (void)state;
    char *why = NULL;
    const Cell *a, *b, *c, *d, *none;
    Cell cells[] = {named_cell("a", one), named_cell("b", both),
                    named_cell("c", two), named_cell("d", NULL)};
    Store *store = store_open(NULL, STORE_WRITE, &why);
    Dispatch *dispatch = dispatch_new(store, cells, 4, &(DispatchOptions){0});
    assert_string_equal(next_name(dispatch, &a), "a");
    assert_string_equal(next_name(dispatch, &c), "c");
    assert_string_equal(next_name(dispatch, &d), "d");
    assert_string_equal(next_name(dispatch, &none), "wait");
    finish(dispatch, a);
    assert_string_equal(next_name(dispatch, &none), "wait");
    finish(dispatch, c);
    assert_string_equal(next_name(dispatch, &b), "b");
    assert_string_equal(next_name(dispatch, &none), "end");
    finish(dispatch, b);
    finish(dispatch, d);
    assert_int_equal(dispatch_end(dispatch).finished, 4);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_that_share_something_exclusive_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* diag_test.c - where a problem is, and how it is shown */
#include "support.h"

#include "base/diag.h"

/* One error about the bytes START to END of TEXT, as people see it. */
static const char *shown(const char *text, uint32_t start, uint32_t end)
{
    static Text kept;
    Text out = {0};
    Arena *arena = arena_new();
    Diag diag;
    diag_init(&diag, arena);
    const Source *source = source_new(arena, "t", text, strlen(text));
    diag_error(&diag, source_span(source, start, end), "rule", "here");
    problem_print(&out, &diag.problems.items[0]);
    diag_clear(&diag);
    arena_free(arena);
    return keep(&kept, out);
}

/* Line and column of each byte of TEXT, and of its end. */
static const char *places(const char *text)
{
    static Text kept;
    Text out = {0};
    Arena *arena = arena_new();
    const Source *source = source_new(arena, "t", text, strlen(text));
    for (size_t i = 0; i <= strlen(text); i++) {
        LineColumn place = line_column(source, i);
        text_addf(&out, "%s%zu:%zu", i ? " " : "", place.line, place.column);
    }
    arena_free(arena);
    return keep(&kept, out);
}

static void lines_end_at_lf_crlf_or_cr(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"", "1:1"},
        {"ab", "1:1 1:2 1:3"},
        {"a\nb", "1:1 1:2 2:1 2:2"},
        {"a\rb", "1:1 1:2 2:1 2:2"},
        {"a\r\nb", "1:1 1:2 1:3 2:1 2:2"},
        {"\n\r\r\n", "1:1 2:1 3:1 3:2 4:1"},
        {"a\n", "1:1 1:2 2:1"},
        {"a\fb\vc", "1:1 1:2 1:3 1:4 1:5 1:6"},
    };
    assert_cases(cases, places);
}

static void columns_count_characters_not_bytes(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"\xc3\xa9x", "1:1 1:2 1:2 1:3"},
        {"\xff\xffx", "1:1 1:2 1:3 1:4"},
    };
    assert_cases(cases, places);
    assert_string_equal(shown("\xe2\x86\x90\xc3\xa9 bad", 6, 9),
                        "t:1:4: error: here [rule]\n"
                        "    1 | \xe2\x86\x90\xc3\xa9 bad\n"
                        "      |    ^~~\n");
}

static void a_caret_points_at_the_first_of_the_characters_marked(void **state)
{
    (void)state;
    assert_string_equal(shown("one\ntwo three\r\nfour", 8, 13),
                        "t:2:5: error: here [rule]\n"
                        "    2 | two three\n"
                        "      |     ^~~~~\n");
}

static void only_the_first_line_of_a_span_is_marked(void **state)
{
    (void)state;
    assert_string_equal(shown("one (two\nthree)", 4, 15),
                        "t:1:5: error: here [rule]\n"
                        "    1 | one (two\n"
                        "      |     ^~~~\n");
    /* a span that begins at the end of its line */
    assert_string_equal(shown("one\ntwo", 3, 7), "t:1:4: error: here [rule]\n"
                                                 "    1 | one\n"
                                                 "      |    ^\n");
}

static void tabs_and_control_characters_keep_their_column(void **state)
{
    (void)state;
    assert_string_equal(shown("\ta\x1b\x7f(b)", 4, 7),
                        "t:1:5: error: here [rule]\n"
                        "    1 |  a  (b)\n"
                        "      |     ^~~\n");
}

static void bytes_that_are_no_utf8_are_replaced(void **state)
{
    (void)state;
    assert_string_equal(shown("\xe9t\xe9 x", 4, 5),
                        "t:1:5: error: here [rule]\n"
                        "    1 | \xef\xbf\xbdt\xef\xbf\xbd x\n"
                        "      |     ^\n");
}

static void a_problem_of_the_whole_text_shows_no_line(void **state)
{
    (void)state;
    assert_string_equal(shown("anything", 0, 0), "t:1:1: error: here [rule]\n");
}

static void of_a_long_line_the_part_around_the_caret_is_shown(void **state)
{
    (void)state;
    char *text = repeated("", "x", 200, "(y)");
    char *longer = repeated(text, "z", 200, "");
    char *before = repeated("", "x", 40, ""),
         *behind = repeated("", "z", 57, "");
    char *blank = repeated("", " ", 43, "");
    Text expected = {0};
    text_addf(&expected,
              "t:1:201: error: here [rule]\n    1 | ...%s(y)%s...\n"
              "      | %s^~~\n",
              before, behind, blank);
    assert_string_equal(shown(longer, 200, 203), text_string(&expected));
    text_free(&expected);
    free(text);
    free(longer);
    free(before);
    free(behind);
    free(blank);
}

static void a_mark_ends_where_the_part_shown_ends(void **state)
{
    (void)state;
    char *text = repeated("", "x", 300, "");
    const char *lines = shown(text, 0, 300);
    free(text);
    char *row = repeated("t:1:1: error: here [rule]\n    1 | ", "x", 100,
                         "...\n      | ^");
    char *all = repeated(row, "~", 99, "\n");
    assert_string_equal(lines, all);
    free(row);
    free(all);
}

static void what_is_assumed_is_said_last(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    Diag diag;
    Text out = {0};
    diag_init(&diag, arena);
    const Source *source = source_new(arena, "dir/a\nb.kif", "word", 4);
    Span span = {source, 0, 4};
    diag_assume(&diag, span, "rule", "it is no word", "%s\x01", "message");
    assert_false(diag_valid(&diag));
    assert_true(diag_usable(&diag));
    problem_print(&out, &diag.problems.items[0]);
    assert_string_equal(text_string(&out),
                        "dir/a\\x0ab.kif:1:1: error: message\\x01 [rule]\n"
                        "    1 | word\n"
                        "      | ^~~~\n"
                        "      = assumed: it is no word\n");
    text_free(&out);
    diag_clear(&diag);
    arena_free(arena);
}

static void warnings_leave_a_text_valid(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    Diag diag;
    diag_init(&diag, arena);
    Span span = {source_new(arena, "t", "", 0), 0, 0};
    diag_warning(&diag, span, "rule", "odd");
    assert_true(diag_valid(&diag));
    diag_error(&diag, span, "rule", "wrong");
    assert_false(diag_valid(&diag));
    assert_false(diag_usable(&diag));
    diag_clear(&diag);
    arena_free(arena);
}

static void problems_are_sorted_by_place_then_errors_first(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    Diag diag;
    Text out = {0};
    diag_init(&diag, arena);
    const Source *source = source_new(arena, "t", "abc", 3);
    diag_warning(&diag, source_span(source, 1, 2), "b", "2");
    diag_error(&diag, source_span(source, 2, 3), "c", "4");
    diag_error(&diag, source_span(source, 1, 3), "a", "1");
    diag_warning(&diag, source_span(source, 1, 2), "c", "3");
    diag_warning(&diag, source_span(source, 0, 1), "z", "0");
    diag_sort(&diag);
    for (size_t i = 0; i < diag.problems.count; i++)
        text_adds(&out, diag.problems.items[i].message);
    assert_string_equal(text_string(&out), "01234");
    text_free(&out);
    diag_clear(&diag);
    arena_free(arena);
}

static void the_same_is_reported_once_and_what_is_worse_again(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    Diag diag;
    diag_init(&diag, arena);
    Span span = {source_new(arena, "t", "", 0), 0, 0};
    for (size_t i = 0; i < 2; i++)
        diag_assume(&diag, span, "rule", "something", "odd");
    assert_int_equal(diag.problems.count, 1);
    assert_int_equal(diag.errors, 1);
    assert_true(diag_usable(&diag));
    diag_error(&diag, span, "rule", "wrong");
    assert_int_equal(diag.problems.count, 2);
    assert_false(diag_usable(&diag));
    diag_clear(&diag);
    arena_free(arena);
}

static void beyond_the_limit_problems_are_only_counted(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    Diag diag;
    diag_init(&diag, arena);
    char text[DIAG_MAX] = {0};
    const Source *source = source_new(arena, "t", text, DIAG_MAX);
    Span span = source_span(source, 0, 0);
    for (size_t i = 0; i < DIAG_MAX; i++)
        diag_warning(&diag, source_span(source, i, i), "rule", "odd");
    assert_int_equal(diag.suppressed, 0);
    diag_error(&diag, span, "rule", "wrong");
    assert_int_equal(diag.problems.count, DIAG_MAX);
    assert_int_equal(diag.suppressed, 1);
    assert_false(diag_valid(&diag)); /* it counts all the same */
    diag_clear(&diag);
    arena_free(arena);
}

static void a_message_that_is_too_long_is_cut_and_still_utf8(void **state)
{
    (void)state;
    char *name = repeated("", "\xc3\xa9", 2000, "");
    Arena *arena = arena_new();
    Diag diag;
    diag_init(&diag, arena);
    Span span = {source_new(arena, "t", "", 0), 0, 0};
    diag_error(&diag, span, "rule", "x%s", name);
    const char *message = diag.problems.items[0].message;
    assert_true(strlen(message) < 600);
    for (size_t i = 0; message[i];) {
        size_t bytes = utf8_length(message + i, strlen(message + i));
        assert_true(bytes > 0);
        i += bytes;
    }
    diag_clear(&diag);
    arena_free(arena);
    free(name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_end_at_lf_crlf_or_cr),
        cmocka_unit_test(columns_count_characters_not_bytes),
        cmocka_unit_test(a_caret_points_at_the_first_of_the_characters_marked),
        cmocka_unit_test(only_the_first_line_of_a_span_is_marked),
        cmocka_unit_test(tabs_and_control_characters_keep_their_column),
        cmocka_unit_test(bytes_that_are_no_utf8_are_replaced),
        cmocka_unit_test(a_problem_of_the_whole_text_shows_no_line),
        cmocka_unit_test(of_a_long_line_the_part_around_the_caret_is_shown),
        cmocka_unit_test(a_mark_ends_where_the_part_shown_ends),
        cmocka_unit_test(what_is_assumed_is_said_last),
        cmocka_unit_test(warnings_leave_a_text_valid),
        cmocka_unit_test(problems_are_sorted_by_place_then_errors_first),
        cmocka_unit_test(the_same_is_reported_once_and_what_is_worse_again),
        cmocka_unit_test(beyond_the_limit_problems_are_only_counted),
        cmocka_unit_test(a_message_that_is_too_long_is_cut_and_still_utf8),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* terminal_test.c - tests of system/terminal.h */
#include "system/terminal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static size_t width_with(const char *columns)
{
    setenv("COLUMNS", columns, 1);
    return terminal_width();
}

static void the_variable_says_how_wide_lines_are(void **state)
{
    (void)state;
    assert_int_equal(width_with("60"), 59);
    assert_int_equal(width_with("120"), 119);
}

static void a_width_that_makes_no_sense_is_not_used(void **state)
{
    (void)state;
    assert_int_equal(width_with("1"), 39);
    assert_int_equal(width_with("99999999999999999999"), 79);
}

static void no_colour_is_wanted_with_no_color(void **state)
{
    (void)state;
    setenv("NO_COLOR", "1", 1);
    assert_false(terminal_has_colour());
}

static void characters_are_counted_as_they_are_printed(void **state)
{
    (void)state;
    assert_int_equal(printed_width("cell(1)"), 7);
    assert_int_equal(printed_width("\xc3\xa4\xe2\x99\x9e"),
                     2);                                /* two letters */
    assert_int_equal(printed_width("\x1b["), 5);        /* \x1b[ */
    assert_int_equal(printed_width("\xe2\x80\xae"), 6); /* \u202e */
}

static void text_is_cut_between_characters(void **state)
{
    (void)state;
    assert_int_equal(printed_bytes("cell", 9), 4);
    assert_int_equal(printed_bytes("a\xc3\xa4z", 2), 3);
    assert_int_equal(printed_bytes("a\x1b", 4), 1); /* a\x1b has 5 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_variable_says_how_wide_lines_are),
        cmocka_unit_test(a_width_that_makes_no_sense_is_not_used),
        cmocka_unit_test(no_colour_is_wanted_with_no_color),
        cmocka_unit_test(characters_are_counted_as_they_are_printed),
        cmocka_unit_test(text_is_cut_between_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* byte_table_test.c - distinct byte strings, numbered in order of arrival */
#include "support.h"

#include "base/byte_table.h"

static Bytes bytes(const char *text)
{
    return (Bytes){text, strlen(text)};
}

static void equal_strings_have_one_number(void **state)
{
    (void)state;
    ByteTable table = {0};
    char text[] = "abc";
    assert_int_equal(byte_table_put(&table, bytes(text)), 0);
    assert_int_equal(byte_table_put(&table, bytes("")), 1);
    assert_int_equal(byte_table_put(&table, bytes("ab")), 2);
    text[0] = 'x'; /* the table has a copy */
    assert_int_equal(byte_table_put(&table, bytes("abc")), 0);
    assert_int_equal(byte_table_put(&table, bytes("")), 1);
    assert_int_equal(table.strings.count, 3);
    byte_table_free(&table);
}

static void a_cleared_table_begins_anew(void **state)
{
    (void)state;
    ByteTable table = {0};
    byte_table_clear(&table);
    for (uint32_t i = 0; i < 1000; i++)
        assert_int_equal(byte_table_put(&table, (Bytes){&i, sizeof i}), i);
    byte_table_clear(&table);
    uint32_t last = 999;
    assert_int_equal(byte_table_put(&table, (Bytes){&last, sizeof last}), 0);
    assert_int_equal(table.strings.count, 1);
    byte_table_free(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_strings_have_one_number),
        cmocka_unit_test(a_cleared_table_begins_anew),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* text_test.c - strings that grow, and what of them can be shown */
#include "support.h"

static const char *printable(const char *bytes)
{
    static Text kept;
    Text out = {0};
    text_add_printable(&out, bytes, strlen(bytes));
    return keep(&kept, out);
}

static void a_text_grows_by_all_it_is_given(void **state)
{
    (void)state;
    Text text = {0};
    assert_string_equal(text_string(&text), "");
    text_add(&text, "", 0);
    text_addf(&text, "%d-%s", 12, "ab");
    text_addc(&text, '.');
    text_repeat(&text, '=', 3);
    text_repeat(&text, '!', 0);
    assert_string_equal(text_string(&text), "12-ab.===");
    for (size_t i = 0; i < 100000; i++)
        text_adds(&text, "0123456789");
    assert_int_equal(text.length, 1000009);
    assert_int_equal(strlen(text_string(&text)), text.length);
    text_free(&text);
}

static void what_is_taken_is_the_callers(void **state)
{
    (void)state;
    Text text = {0};
    char *nothing = text_take(&text);
    assert_string_equal(nothing, "");
    text_adds(&text, "one");
    char *one = text_take(&text);
    text_adds(&text, "two");
    assert_string_equal(one, "one");
    assert_string_equal(text_string(&text), "two");
    free(nothing);
    free(one);
    text_free(&text);
}

static void utf8_characters_have_their_length(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t length;
    } cases[] = {
        {"a", 1},
        {"\xc3\xa9", 2},             /* e with an accent */
        {"\xe2\x86\x90", 3},         /* an arrow */
        {"\xf0\x9f\x99\x82", 4},     /* a face */
        {"\xf4\x8f\xbf\xbf", 4},     /* the last one there is */
        {"\xf4\x90\x80\x80", 0},     /* beyond it */
        {"\xf8\x88\x80\x80\x80", 0}, /* five bytes */
        {"\x80", 0},                 /* a continuation alone */
        {"\xc3(", 0},                /* a lead alone */
        {"\xe2\x86", 0},             /* cut short */
        {"\xc0\xaf", 0},             /* overlong */
        {"\xc1\xbf", 0},
        {"\xe0\x80\xaf", 0},
        {"\xf0\x80\x80\xaf", 0},
        {"\xed\xa0\x80", 0}, /* half of a surrogate pair */
        {"\xff", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (utf8_length(cases[i].bytes, strlen(cases[i].bytes)) !=
            cases[i].length)
            fail_msg("case %zu", i);
}

static void what_is_shown_is_always_utf8(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"plain text", "plain text"},
        {"caf\xc3\xa9", "caf\xc3\xa9"},
        {"caf\xe9!", "caf\xef\xbf\xbd!"},
        {"a\tb\x1b[0m\x7f", "a\\x09b\\x1b[0m\\x7f"},
        {"\xc2\x9b"
         "31m",
         "\\u009b31m"}, /* C1: CSI */
        {"\xc2\xa0", "\xc2\xa0"},
        {"\xe2\x80\xae"
         "a\xe2\x81\xa6\xd8\x9c\xe2\x80\x8f\xe2\x80\xa8",
         "\\u202ea\\u2066\\u061c\\u200f\\u2028"},
        {"\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
        {"\xe2\x86", "\xef\xbf\xbd\xef\xbf\xbd"},
        {"", ""},
    };
    assert_cases(cases, printable);
}

static void a_nul_byte_is_shown_too(void **state)
{
    (void)state;
    Text out = {0};
    text_add_printable(&out, "a\0b", 3);
    assert_string_equal(text_string(&out), "a\\x00b");
    text_free(&out);
}

static void letters_beyond_ascii_have_no_case(void **state)
{
    (void)state;
    for (int c = 0; c < 256; c++) {
        bool upper = c >= 'A' && c <= 'Z';
        assert_int_equal((unsigned char)ascii_lower((char)c),
                         upper ? c + 32 : c);
        assert_int_equal(ascii_is_letter((char)c),
                         upper || (c >= 'a' && c <= 'z'));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_grows_by_all_it_is_given),
        cmocka_unit_test(what_is_taken_is_the_callers),
        cmocka_unit_test(utf8_characters_have_their_length),
        cmocka_unit_test(what_is_shown_is_always_utf8),
        cmocka_unit_test(a_nul_byte_is_shown_too),
        cmocka_unit_test(letters_beyond_ascii_have_no_case),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

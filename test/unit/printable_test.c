/* printable_test.c - what is printed does not command the terminal */
#include "support.h"

#include "system/terminal.h"

/* What comes out of TEXT, written in pieces of SIZE bytes. */
static const char *written(const char *text, size_t size, bool buffered)
{
    static Text kept;
    Text out = {0};
    char *bytes = NULL;
    size_t length, left = strlen(text);
    FILE *under = open_memstream(&bytes, &length);
    Printable state;
    FILE *stream = printable_stream(&state, under, buffered);
    for (; left; text += size, left -= size) {
        size = size < left ? size : left;
        assert_int_equal(fwrite(text, 1, size, stream), size);
        assert_int_equal(fflush(stream), 0);
    }
    fclose(stream);
    fclose(under);
    text_add(&out, bytes, length);
    free(bytes);
    return keep(&kept, out);
}

static void control_characters_are_written_as_text(void **state)
{
    (void)state;
    static const char hostile[] =
        "a\tb\n\x1b[2J\r\x7f"
        "caf\xc3\xa9 \xc2\x9b \xe2\x80\xae \xff "
        "\xf0\x9f\x99\x82 \xe2(\x01\xc3\xc3\xa9.\n\xff\n\xe2\tx";
    static const char harmless[] =
        "a\tb\n\\x1b[2J\\x0d\\x7f"
        "caf\xc3\xa9 \\u009b \\u202e \xef\xbf\xbd "
        "\xf0\x9f\x99\x82 \xef\xbf\xbd(\\x01\xef\xbf\xbd\xc3\xa9.\n"
        "\xef\xbf\xbd\n\xef\xbf\xbd\tx";
    /* a character may come in several pieces */
    for (size_t size = 1; size <= sizeof hostile; size++) {
        assert_string_equal(written(hostile, size, true), harmless);
        assert_string_equal(written(hostile, size, false), harmless);
    }
}

static void much_text_comes_through_as_it_is(void **state)
{
    (void)state;
    char *text = repeated("", "0123456789 abc\xc3\xa9\n", 10000, "");
    assert_string_equal(written(text, 70000, true), text);
    assert_string_equal(written(text, 4095, true), text);
    free(text);
}

static void a_full_disk_is_an_error(void **test)
{
    (void)test;
    FILE *under = fopen("/dev/full", "w");
    if (!under)
        skip();
    Printable state;
    FILE *stream = printable_stream(&state, under, true);
    fputs("answer\n", stream);
    assert_true(fflush(stream) != 0);
    assert_true(ferror(stream));
    fclose(stream);
    fclose(under);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(control_characters_are_written_as_text),
        cmocka_unit_test(much_text_comes_through_as_it_is),
        cmocka_unit_test(a_full_disk_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

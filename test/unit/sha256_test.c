/* sha256_test.c - SHA-256, compared with published digests and the tool */
#include "support.h"

#include "base/sha256.h"

static const char *digest_of(const char *bytes, size_t length)
{
    static char digest[DIGEST_LENGTH + 1];
    digest_bytes(digest, bytes, length);
    return digest;
}

static void the_examples_of_the_standard_have_their_digests(void **state)
{
    (void)state;
    assert_string_equal(
        digest_of("", 0),
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    assert_string_equal(
        digest_of("abc", 3),
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    const char *two_blocks =
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    assert_string_equal(
        digest_of(two_blocks, 56),
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

/* Around the end of a block, where the length goes into the next one. */
static void every_length_up_to_three_blocks_counts(void **state)
{
    (void)state;
    char bytes[192], all[193 * DIGEST_LENGTH + 1] = "";
    memset(bytes, 'z', sizeof bytes);
    for (size_t i = 0; i <= sizeof bytes; i++)
        memcpy(all + i * DIGEST_LENGTH, digest_of(bytes, i), DIGEST_LENGTH);
    assert_string_equal(
        digest_of(all, 193 * DIGEST_LENGTH),
        "257e6bdbdbf8cc6b5f2236ba53b49aaa3e6527e50d002aa05b6bf8690be6d08b");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_examples_of_the_standard_have_their_digests),
        cmocka_unit_test(every_length_up_to_three_blocks_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

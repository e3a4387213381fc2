/* map_test.c - indices found by their hashes */
#include "support.h"

#include "base/map.h"

enum { MANY = 100000 };

static size_t count_found(const Map *map, uint32_t hash, uint32_t *last)
{
    size_t count = 0;
    for (MapProbe probe = map_probe(map, hash); map_next(map, &probe); count++)
        *last = probe.index;
    return count;
}

static void an_empty_map_finds_nothing(void **state)
{
    (void)state;
    Map map = {0};
    uint32_t last;
    assert_int_equal(count_found(&map, 0, &last), 0);
    map_clear(&map);
    map_free(&map);
}

static void what_was_added_is_found_after_the_map_grew(void **state)
{
    (void)state;
    Map map = {0};
    for (uint32_t i = 0; i < MANY; i++)
        map_add(&map, hash_mix(0, i), i);
    for (uint32_t i = 0; i < MANY; i++) {
        bool found = false;
        for (MapProbe probe = map_probe(&map, hash_mix(0, i));
             map_next(&map, &probe);)
            found = found || probe.index == i;
        assert_true(found);
    }
    map_free(&map);
}

static void equal_hashes_are_all_found(void **state)
{
    (void)state;
    Map map = {0};
    uint32_t last = 0, sum = 0;
    for (uint32_t i = 0; i < 1000; i++)
        map_add(&map, 7, i);
    for (MapProbe probe = map_probe(&map, 7); map_next(&map, &probe);)
        sum += probe.index;
    assert_int_equal(sum, 999 * 1000 / 2);
    assert_int_equal(count_found(&map, 7, &last), 1000);
    assert_int_equal(count_found(&map, 8, &last), 0);
    map_free(&map);
}

static void a_cleared_map_is_empty_and_can_be_used_again(void **state)
{
    (void)state;
    Map map = {0};
    uint32_t last = 0;
    map_add(&map, 5, 1);
    map_clear(&map);
    assert_int_equal(count_found(&map, 5, &last), 0);
    map_add(&map, 5, 2);
    assert_int_equal(count_found(&map, 5, &last), 1);
    assert_int_equal(last, 2);
    map_free(&map);
}

static void hashes_of_different_bytes_differ(void **state)
{
    (void)state;
    assert_int_equal(hash_bytes("abc", 3), hash_bytes("abc", 3));
    assert_int_not_equal(hash_bytes("abc", 3), hash_bytes("acb", 3));
    assert_int_not_equal(hash_bytes("a\0", 2), hash_bytes("a", 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_map_finds_nothing),
        cmocka_unit_test(what_was_added_is_found_after_the_map_grew),
        cmocka_unit_test(equal_hashes_are_all_found),
        cmocka_unit_test(a_cleared_map_is_empty_and_can_be_used_again),
        cmocka_unit_test(hashes_of_different_bytes_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

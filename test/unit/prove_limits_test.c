/* prove_limits_test.c - the table of methods and limits */
#include "formula/prove_limits.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void every_limit_has_a_name_of_its_own_and_a_default(void **state)
{
    (void)state;
    for (size_t i = 0; i < LIMIT_COUNT; i++) {
        const ProveLimitRow *row = &prove_limit_rows[i];
        assert_non_null(row->name);
        assert_non_null(row->help);
        assert_true(row->min <= row->value && row->value <= row->max);
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(row->name, prove_limit_rows[k].name);
    }
}

static void what_is_set_is_checked(void **state)
{
    (void)state;
    ProveLimits limits;
    prove_limits_init(&limits);
    assert_null(prove_limits_set(&limits, "pdr=0"));
    assert_true(limits.values[PROOF_PDR] == 0);
    assert_null(prove_limits_set(&limits, "max_rounds=7"));
    assert_true(limits.values[LIMIT_MAX_ROUNDS] == 7);
    static const char *const wrong[] = {
        "pdr",     "pdr=", "pdr=x",        "pdr=1x",          "pdr=-1",
        "pdr=nan", "pd=1", "max_rounds=0", "max_rounds=1000", "=1"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_non_null(prove_limits_set(&limits, wrong[i]));
    assert_true(limits.values[PROOF_PDR] == 0);
}

static void quotas_grow_from_round_to_round(void **state)
{
    (void)state;
    ProveLimits limits;
    prove_limits_init(&limits);
    limits.values[PROOF_BMC] = 3;
    limits.values[LIMIT_ROUND_GROWTH] = 4;
    assert_int_equal(prove_quota(&limits, PROOF_BMC, 0), 3000000);
    assert_int_equal(prove_quota(&limits, PROOF_BMC, 2), 48000000);
    assert_true(prove_quota(&limits, PROOF_BMC, 1000) > 0);
    prove_limits_only(&limits, PROOF_BMC);
    assert_int_equal(prove_quota(&limits, PROOF_PDR, 3), 0);
    assert_int_equal(prove_quota(&limits, PROOF_BMC, 0), 3000000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_limit_has_a_name_of_its_own_and_a_default),
        cmocka_unit_test(what_is_set_is_checked),
        cmocka_unit_test(quotas_grow_from_round_to_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

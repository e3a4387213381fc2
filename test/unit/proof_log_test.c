/* proof_log_test.c - what a run has proved, in order */
#include "support.h"

#include "formula/proof_log.h"

static void lemmas_are_kept_in_order(void **state)
{
    (void)state;
    ProofLog log = {0};
    WeightedRef terms[] = {{2, 4}, {-3, 6}};
    GroundProperty later = {.degree = 1, .ends = {REF_TRUE, 8}};
    proof_log_refs(&log, (Ref[]){2, 5}, 2);
    proof_log_sum(&log, (WeightedSum){terms, 2, NO_MIN, 7});
    proof_log_property(&log, &later, 3);
    terms[0].weight = 0; /* it is a copy */
    assert_int_equal(log.lemmas.count, 4);
    assert_int_equal(log.lemmas.items[1].property->ends[0], 5);
    assert_null(log.lemmas.items[2].property);
    assert_int_equal(log.lemmas.items[2].sum.terms[0].weight, 2);
    assert_int_equal(log.lemmas.items[3].steps, 3);
    proof_log_free(&log);
}

static void nothing_rests_on_lemmas_once_all_positions_are_known(void **state)
{
    (void)state;
    ProofLog log = {0};
    proof_log_ref(&log, 2);
    assert_int_equal(proof_log_kind(&log, EVIDENCE_LEMMAS), EVIDENCE_LEMMAS);
    proof_log_positions(&log, (uint64_t[]){1, 2}, 2, 1, (uint32_t[]){1, 0});
    assert_int_equal(proof_log_kind(&log, EVIDENCE_MEASURE),
                     EVIDENCE_POSITIONS);
    proof_log_ref(&log, 4);
    assert_int_equal(log.lemmas.count, 1);
    assert_int_equal(log.steps_left[0], 1);
    proof_log_free(&log);
}

static void without_a_log_nothing_is_recorded(void **state)
{
    (void)state;
    proof_log_ref(NULL, 2);
    proof_log_sum(NULL, (WeightedSum){0});
    proof_log_measure(NULL, (WeightedSum){0}, 1);
    proof_log_positions(NULL, NULL, 0, 0, NULL);
    assert_int_equal(proof_log_kind(NULL, EVIDENCE_MEASURE), EVIDENCE_MEASURE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lemmas_are_kept_in_order),
        cmocka_unit_test(nothing_rests_on_lemmas_once_all_positions_are_known),
        cmocka_unit_test(without_a_log_nothing_is_recorded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

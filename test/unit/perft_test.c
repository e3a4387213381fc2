/* perft_test.c - numbers of plays and positions, against sums by hand */
#include "support.h"

#include "../answers.h"

#include <stdio.h>

#include <inttypes.h>

/* "plays/states/terminal" for each depth, and how the counting ended. */
static const char *perft_of(const char *text, size_t depth,
                            const ZermeloLimits *limits)
{
    static Text kept;
    Text out = {0};
    ZermeloGame *game = read_game(text);
    char options[80];
    snprintf(options, sizeof options,
             "{\"engine\": \"interp\", \"depth\": %zu}", depth);
    json_t *answer = json_take(zermelo_perft_json(game, options, limits));
    size_t i;
    json_t *entry;
    json_array_foreach (json_object_get(answer, "depths"), i, entry)
        text_addf(&out, "%zu/%zu/%zu ", count_of(entry, "plays"),
                  count_of(entry, "states"), count_of(entry, "terminal"));
    text_adds(&out, has_value(answer, "stopped")  ? "stopped"
                    : flag_of(answer, "overflow") ? "overflow"
                                                  : "done");
    json_decref(answer);
    zermelo_free(game);
    return keep(&kept, out);
}

/* Who says 3 first: each step adds 1 or 2. */
#define COUNTING                                                               \
    "(role you) (goal you 1) (init (n 0)) (legal you 1) (legal you 2)\n"       \
    "(<= (next (n ?z)) (does you ?y) (true (n ?x)) (sum ?x ?y ?z))\n"          \
    "(sum 0 1 1) (sum 0 2 2) (sum 1 1 2) (sum 1 2 3) (sum 2 1 3) (sum 2 2 "    \
    "4)\n"

static void plays_that_lead_to_one_position_are_counted_apart(void **state)
{
    (void)state;
    static const char game[] =
        COUNTING "(<= terminal (true (n 3))) (<= terminal (true (n 4)))";
    assert_string_equal(perft_of(game, 3, NULL),
                        "1/1/0 2/2/0 4/3/3 2/2/2 done");
}

static void a_play_that_ends_is_not_counted_beyond_its_end(void **state)
{
    (void)state;
    assert_string_equal(perft_of(GAME, 3, NULL),
                        "1/1/0 1/1/1 0/0/0 0/0/0 done");
    assert_string_equal(perft_of("(role you) (legal you go) terminal "
                                 "(goal you 1)",
                                 1, NULL),
                        "1/1/1 0/0/0 done");
}

static void the_moves_of_all_roles_multiply(void **state)
{
    (void)state;
    static const char game[] =
        "(role a) (role b) (role c) (goal ?r 1) (init x) (<= terminal (true y))"
        "(legal ?r 1) (legal ?r 2) (legal c 3)\n"
        "(<= (next (did ?r ?m)) (does ?r ?m))";
    assert_string_equal(perft_of(game, 2, NULL), "1/1/0 12/12/0 144/12/0 done");
}

static void where_somebody_cannot_move_no_play_goes_on(void **state)
{
    (void)state;
    assert_string_equal(perft_of("(role a) (role b) (legal a go) (goal ?r 1)\n"
                                 "(<= terminal (true over))",
                                 2, NULL),
                        "1/1/0 0/0/0 0/0/0 done");
}

static void an_initial_position_without_features_is_a_position(void **state)
{
    (void)state;
    assert_string_equal(perft_of("(role you) (legal you 1) (legal you 2)\n"
                                 "(goal you 1) (<= terminal (true over))",
                                 3, NULL),
                        "1/1/0 2/1/0 4/1/0 8/1/0 done");
}

static void numbers_beyond_2_to_the_63_are_an_answer(void **state)
{
    (void)state;
    const char *answer = perft_of("(role you) (legal you 1) (legal you 2)\n"
                                  "(goal you 1) (<= terminal (true over))",
                                  70, NULL);
    assert_non_null(strstr(answer, "4611686018427387904/1/0 overflow"));
}

static void a_count_that_is_cut_short_is_not_given(void **state)
{
    (void)state;
    sig_atomic_t cancelled = 1;
    ZermeloLimits limits = {.cancelled = &cancelled};
    assert_string_equal(perft_of(GAME, 3, &limits), "stopped");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plays_that_lead_to_one_position_are_counted_apart),
        cmocka_unit_test(a_play_that_ends_is_not_counted_beyond_its_end),
        cmocka_unit_test(the_moves_of_all_roles_multiply),
        cmocka_unit_test(where_somebody_cannot_move_no_play_goes_on),
        cmocka_unit_test(an_initial_position_without_features_is_a_position),
        cmocka_unit_test(numbers_beyond_2_to_the_63_are_an_answer),
        cmocka_unit_test(a_count_that_is_cut_short_is_not_given),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

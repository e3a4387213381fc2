/* subformulas_test.c - the truth of every part of a formula along a play */
#include "support.h"

#include "base/json.h"

/* A counter from 0 to 3; hop skips a number, so that it may end early. */
static const char counter[] =
    "(role you) (init (count 0)) (init mark)\n"
    "(succ 0 1) (succ 1 2) (succ 2 3)\n"
    "(legal you step) (legal you hop)\n"
    "(<= (next (count ?n)) (does you step) (true (count ?m)) (succ ?m ?n))\n"
    "(<= (next (count ?n)) (does you hop) (true (count ?m)) (succ ?m ?k)\n"
    "    (succ ?k ?n))\n"
    "(<= terminal (true (count 3)))\n"
    "(<= (goal you 100) (true (count 3)))\n";

/* Rows of FORMULA after MOVES: depth, sign or formula, truth, what is hidden.
 */
static const char *rows_after(const char *moves, const char *formula)
{
    static Text text;
    const char *why;
    char *fault = NULL;
    size_t i;
    json_t *row;
    ZermeloGame *game = read_game(counter);
    ZermeloPlay *play = zermelo_play_new(game, NULL, &why);
    assert_true(zermelo_play_moves(play, moves, &fault));
    char *truth = zermelo_play_truth(play, formula, &fault);
    text.length = 0;
    text_adds(&text, truth ? "" : fault);
    json_t *rows = json_take(truth);
    json_array_foreach (rows, i, row) {
        const char *sign = text_of(row, "sign");
        text_addf(&text, "%s%zu %s %s", i ? "; " : "", count_of(row, "depth"),
                  sign ? sign : text_of(row, "formula"), text_of(row, "truth"));
        if (count_of(row, "hidden"))
            text_addf(&text, " +%zu", count_of(row, "hidden"));
    }
    json_decref(rows);
    free(fault);
    zermelo_play_free(play);
    zermelo_free(game);
    return text_string(&text);
}

static const char *rows_of_two_steps(const char *formula)
{
    return rows_after("step; step", formula);
}

static void each_part_has_a_row_and_each_position_a_sign(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"terminal", "0 terminal 000"},
        {"true(mark) -> ~terminal",
         "0 -> 111; 1 true(mark) 100; 1 ~ 111; 2 terminal 000"},
        {"true(count(0)) | true(count(1)) & true(mark)",
         "0 | 100; 1 true(count(0)) 100; 1 & 000; 2 true(count(1)) 010; "
         "2 true(mark) 100"},
    };
    assert_cases(cases, rows_of_two_steps);
}

static void what_lies_beyond_the_play_is_open(void **state)
{
    (void)state;
    assert_string_equal(rows_of_two_steps("next^2 true(count(2))"),
                        "0 next^2 1..; 1 true(count(2)) 001");
    /* beyond the end of the game nothing comes: next is true there */
    assert_string_equal(rows_after("step; hop", "next true(count(3))"),
                        "0 next 011; 1 true(count(3)) 001");
}

static void a_quantifier_shows_the_instances_that_decide_it(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"forall N in {0,1,2,3}. true(count(N)) -> next ~true(count(N))",
         "0 forall N in {0,1,2,3} 11."},
        {"exists N in {1,2}. true(count(N))",
         "0 exists N in {1,2} 011; 1 true(count(1)) 010; "
         "1 true(count(2)) 001"},
        {"forall N in {0,1}, M in {2}. true(count(N)) | true(count(M))",
         "0 forall N in {0,1}, M in {2} 001; "
         "1 | 101; 2 true(count(0)) 100; 2 true(count(2)) 001; "
         "1 | 011; 2 true(count(1)) 010; 2 true(count(2)) 001"},
        {"forall M in move(you). ~legal(you,M)",
         "0 forall M in move(you) 000; 1 ~ 000; 2 legal(you,hop) 111; "
         "1 ~ 000; 2 legal(you,step) 111"},
    };
    assert_cases(cases, rows_of_two_steps);
}

static void of_many_instances_the_others_are_counted(void **state)
{
    (void)state;
    const char *rows = rows_of_two_steps(
        "forall N in {0,1,2,3}, M in {0,1,2,3}. true(count(N))");
    assert_non_null(strstr(rows, "000 +12; 1 true(count(0)) 100"));
}

static void a_formula_that_is_none_is_explained(void **state)
{
    (void)state;
    assert_non_null(strstr(rows_of_two_steps("true(count("), "error"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_part_has_a_row_and_each_position_a_sign),
        cmocka_unit_test(what_lies_beyond_the_play_is_open),
        cmocka_unit_test(a_quantifier_shows_the_instances_that_decide_it),
        cmocka_unit_test(of_many_instances_the_others_are_counted),
        cmocka_unit_test(a_formula_that_is_none_is_explained),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

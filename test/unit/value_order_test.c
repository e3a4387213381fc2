/* value_order_test.c - the order of the values of a counter, by the rules */
#include "loaded.h"

#include "lang/print.h"
#include "prove/candidates/value_order.h"

#define FRAME                                                                  \
    "(role you) (legal you up) (legal you down) (goal you 100)"                \
    "(<= terminal (true (at z)))"

/* The values of at/1, in the order found, or "none". */
static const char *order_of(Loaded *loaded)
{
    Text text = {0};
    uint32_t ordered[16];
    Graph groups = group_features(loaded->arena, loaded->net, NULL,
                                  loaded->net->feature_count, 0);
    ValueOrder order = value_order_new(loaded->arena, loaded->net);
    assert_int_equal(groups.nodes, 1);
    FeatureGroup group = feature_group(&groups, 0);
    if (value_order_find(&order, group, ordered))
        for (size_t i = 0; i < group.count; i++)
            text_addf(&text, "%s%s", i ? " " : "",
                      term_string(loaded->arena,
                                  loaded->net->features[ordered[i]]->args[0]));
    else
        text_adds(&text, "none");
    const char *string =
        arena_string(loaded->arena, text_string(&text), text.length);
    text_free(&text);
    return string;
}

static void assert_order(const char *rules, const char *expected)
{
    Loaded loaded = load_net(rules);
    assert_string_equal(order_of(&loaded), expected);
    unload(&loaded);
}

static void a_counter_that_only_grows_has_the_order_of_its_steps(void **state)
{
    (void)state;
    assert_order(FRAME "(init (at q)) (succ q b) (succ b z) (succ z a)"
                       "(<= (next (at ?y)) (true (at ?x)) (succ ?x ?y))",
                 "q b z a");
}

static void a_counter_may_fall_by_several_amounts(void **state)
{
    (void)state;
    assert_order(FRAME
                 "(init (at q)) (less b q) (less c q) (less c b) (less z c)"
                 "(<= (next (at ?y)) (true (at ?x)) (less ?y ?x) (does you up))"
                 "(<= (next (at ?x)) (true (at ?x)) (does you down))",
                 "q b c z");
}

static void what_makes_a_move_legal_supports_what_it_does(void **state)
{
    (void)state;
    assert_order("(role you) (goal you 100) (<= terminal (true (at z)))"
                 "(init (at q)) (less b q) (less z b) (less z q)"
                 "(<= (legal you (leave ?y)) (true (at ?x)) (less ?y ?x))"
                 "(<= (next (at ?y)) (does you (leave ?y)))",
                 "q b z");
}

static void what_goes_up_and_down_or_round_has_no_order(void **state)
{
    (void)state;
    assert_order(FRAME "(init (at q)) (succ q b) (succ b c) (succ c q)"
                       "(<= (next (at ?y)) (true (at ?x)) (succ ?x ?y))",
                 "none");
    assert_order(
        FRAME "(init (at c)) (succ q b) (succ b c) (succ c a)"
              "(<= (next (at ?y)) (true (at ?x)) (succ ?x ?y) (does you up))"
              "(<= (next (at ?x)) (true (at ?y)) (succ ?x ?y) (does you down))",
        "none");
    assert_order(FRAME "(init (at q)) (piece a) (piece b)"
                       "(<= (next (at ?y)) (true (at q)) (piece ?y))"
                       "(<= (next (at ?y)) (true (at ?y)))",
                 "none");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_counter_that_only_grows_has_the_order_of_its_steps),
        cmocka_unit_test(a_counter_may_fall_by_several_amounts),
        cmocka_unit_test(what_makes_a_move_legal_supports_what_it_does),
        cmocka_unit_test(what_goes_up_and_down_or_round_has_no_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

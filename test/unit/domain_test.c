/* domain_test.c - what can stand at each argument place
 *
 * The numbers of our own games were worked out by hand from their rules; those
 * of published experiments are in test/domains.
 */
#include "support.h"

#include "../answers.h"

static void add_number(Text *out, const json_t *number)
{
    if (json_is_null(number))
        text_adds(out, "many");
    else
        text_addf(out, "%lld", (long long)json_integer_value(number));
}

static json_t *info_of(ZermeloGame *game, const char *domains)
{
    return ask(zermelo_info_json, game,
               json_pack("{s:s,s:b}", "domains", domains, "details", true));
}

/* "cell/3 27, control/1 2; xplayer 10, oplayer 10" */
static void add_counts(Text *out, ZermeloGame *game, const char *domains)
{
    json_t *info = info_of(game, domains), *instances;
    const char *name, *separator = "";
    json_object_foreach (json_object_get(info, "features"), name, instances) {
        text_addf(out, "%s%s ", separator, name);
        add_number(out, instances);
        separator = ", ";
    }
    separator = ";";
    json_object_foreach (json_object_get(info, "moves"), name, instances) {
        text_addf(out, "%s %s ", separator, name);
        add_number(out, instances);
        separator = ",";
    }
    json_decref(info);
}

static const char *counts_of(const char *path, const char *domains)
{
    static Text kept;
    Text all = {0};
    ZermeloGame *game = read_game_file(path);
    add_counts(&all, game, domains);
    zermelo_free(game);
    return keep(&kept, all);
}

static const char *directed(const char *path)
{
    return counts_of(path, "directed");
}

static const char *in_components(const char *path)
{
    return counts_of(path, "graph");
}

/* The domain of the argument place NAME in TEXT behind GAME. */
static const char *domain_in(const char *text, const char *name,
                             const char *domains)
{
    static Text kept;
    Text whole = {0}, all = {0};
    text_addf(&whole, GAME "%s", text);
    ZermeloGame *game = read_game(text_string(&whole));
    json_t *info = info_of(game, domains);
    json_t *size = json_object_get(json_object_get(info, "term_counts"), name);
    const json_t *terms =
        json_object_get(json_object_get(info, "domains"), name);
    if (json_is_null(terms))
        add_number(&all, size);
    for (size_t k = 0; k < json_array_size(terms); k++)
        text_addf(&all, "%s%s", k ? " " : "",
                  json_string_value(json_array_get(terms, k)));
    if (!size)
        text_adds(&all, has_value(info, "error")
                            ? text_of(json_object_get(info, "error"), "message")
                            : "no such position");
    json_decref(info);
    zermelo_free(game);
    text_free(&whole);
    return keep(&kept, all);
}

typedef struct {
    const char *text, *name, *expected;
} DomainCase;

static void check_domains(const DomainCase *cases, size_t count,
                          const char *domains)
{
    for (size_t i = 0; i < count; i++) {
        const char *actual = domain_in(cases[i].text, cases[i].name, domains);
        if (strcmp(actual, cases[i].expected) != 0)
            fail_msg("%s\n  %s expected: %s\n  and got: %s", cases[i].text,
                     cases[i].name, cases[i].expected, actual);
    }
}

#define assert_domains(cases, domains)                                         \
    check_domains(cases, sizeof(cases) / sizeof *(cases), domains)

static void our_games_have_the_features_and_moves_counted_by_hand(void **state)
{
    (void)state;
    static const Case cases[] = {
        /* 3 x 3 cells, 3 contents; mark on 9 cells, and noop */
        {"games/tictactoe.kif",
         "cell/3 27, control/1 2; xplayer 10, oplayer 10"},
        /* 7 columns, 6 rows, 2 colours; 7 drops and noop */
        {"games/connectfour.kif", "cell/3 84, control/1 2; red 8, yellow 8"},
        /* 4 discs on 3 pegs, steps 0 to 20; 4 discs to 3 pegs */
        {"games/hanoi.kif", "on/2 12, step/1 21; player 12"},
        /* 3 heaps of 0 to 5; taking 0 to 5 of 3 heaps, and noop: that 0 is
         * excluded is said by distinct, which domains do not look at */
        {"games/nim.kif", "control/1 2, heap/2 18; left 19, right 19"},
        /* each role its own moves: hide_car, open_door, noop; choose, noop,
         * switch */
        {"games/montyhall.gdl", "car/1 3, chosen/1 3, closed/1 3, step/1 4; "
                                "monty 7, candidate 5"},
        /* nested terms: 2 dials, 4 voltages, zero to its 4th successor;
         * turn(dial,++ or --) 4, seal(dial) 2, <-> */
        {"games/curios.kif", "sealed/1 2, shows/2 8, time/1 5; player 7"},
    };
    assert_cases(cases, directed);
}

static void components_join_what_a_variable_joins(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"games/tictactoe.kif",
         "cell/3 27, control/1 2; xplayer 10, oplayer 10"},
        /* columns and rows share succ: 7 x 7 x 2 */
        {"games/connectfour.kif", "cell/3 98, control/1 2; red 8, yellow 8"},
        /* s(...) may stand inside s(...): no end */
        {"games/curios.kif", "sealed/1 2, shows/2 8, time/1 many; player 7"},
    };
    assert_cases(cases, in_components);
}

static void a_variable_takes_what_all_its_places_have(void **state)
{
    (void)state;
    static const DomainCase cases[] = {
        {"(q 1) (q 2) (r 2) (r 3) (<= (p ?x) (q ?x) (r ?x))", "p.1", "2"},
        {"(q 1) (q 2) (r 2) (<= (p ?x) (q ?x) (not (r ?x)))", "p.1", "1 2"},
        {"(q 1) (q 2) (<= (p ?x) (q ?x) (distinct ?x 1))", "p.1", "1 2"},
        {"(q 1) (q 2) (<= (p ?x) (or (q ?x) (r ?x))) (r 10)", "p.1", "1 2 10"},
        {"(q 1) (<= (p ?x ?x) (q ?x)) (p 2 3)", "p.2", "1 3"},
        {"(<= (p ?x) (p ?x))", "p.1", ""},
        {"(e 1 2) (e 2 3) (<= (p ?x ?y) (e ?x ?y))"
         "(<= (p ?x ?z) (p ?x ?y) (e ?y ?z))",
         "p.2", "2 3"},
    };
    assert_domains(cases, "directed");
}

static void
true_has_what_init_and_next_have_and_does_what_legal_has(void **state)
{
    (void)state;
    static const DomainCase cases[] = {
        {"(init (f 1)) (<= (next (f 2)) (true (f 1)))"
         "(<= (p ?x) (true (f ?x)))",
         "p.1", "1 2"},
        {"(legal you (do a)) (<= (p ?x) (does you (do ?x)))", "p.1", "a"},
        {"(legal you (do a)) (<= (p ?x) (does ?_r ?x))", "p.1", "do(a) go"},
        {"(base (f 7)) (init (f 1))", "f.1", "1"},
        {"(base (f 7)) (init (f 1))", "base.1:f.1", "7"},
    };
    assert_domains(cases, "directed");
}

static void nested_terms_keep_their_places_apart(void **state)
{
    (void)state;
    static const DomainCase cases[] = {
        {"(q (f 1)) (r (f 2)) (<= (p ?x) (q ?x))", "p.1", "f(1)"},
        {"(q (f 1)) (q (g 1)) (r (f 1)) (r (f 2)) (r (h 1))"
         "(<= (p ?x) (q ?x) (r ?x))",
         "p.1", "f(1)"},
        {"(q (f 1 a)) (q (f 2 b)) (<= (p ?x) (q ?x))", "p.1",
         "f(1,a) f(1,b) f(2,a) f(2,b)"},
        {"(q (f (g 1))) (<= (p ?x) (q (f (g ?x))))", "p.1", "1"},
        {"(q (f (g 1))) (<= (p ?x) (q (f ?x)))", "p.1", "g(1)"},
        {"(q 1) (<= (init (f (g ?x))) (q ?x)) (<= (p ?x) (true ?x))", "p.1",
         "f(g(1)) over"},
    };
    assert_domains(cases, "directed");
}

static void a_name_belongs_to_the_feature_then_move_then_relation(void **state)
{
    (void)state;
    static const DomainCase cases[] = {
        {"(init (cell 1)) (legal you (cell 2)) (cell 3) (p (cell 4))", "cell.1",
         "1"},
        {"(init (cell 1)) (legal you (cell 2)) (cell 3) (p (cell 4))",
         "legal.2:cell.1", "2"},
        {"(init (cell 1)) (legal you (cell 2)) (cell 3) (p (cell 4))",
         ":cell.1", "3"},
        {"(init (cell 1)) (legal you (cell 2)) (cell 3) (p (cell 4))",
         "p.1:cell.1", "4"},
        {"(cell 3) (p (cell 4))", "cell.1", "3"},
        {"(init (cell 1)) (cell 3 4)", "cell/1.1", "1"},
        {"(init (cell 1)) (cell 3 4)", "cell/2.2", "4"},
        {"(init (|++ 1)) (p (|++ 2))", "'|++'.1", "1"},
    };
    assert_domains(cases, "directed");
}

static void an_unsafe_variable_has_the_domain_of_its_position(void **state)
{
    (void)state;
    static const DomainCase cases[] = {
        {"(q 1) (q 2) (<= (p ?x) (not (q ?x)))", "p.1", "1 2"},
    };
    assert_domains(cases, "directed");
    assert_domains(cases, "graph");
}

/* What has no end, or is too much, is many; the rest stays exact. */
static void what_grows_without_end_is_many(void **state)
{
    (void)state;
    static const DomainCase cases[] = {
        {"(p 0) (<= (p (s ?x)) (p ?x)) (q 1)", "p.1", "many"},
        {"(p 0) (<= (p (s ?x)) (p ?x)) (q 1)", "q.1", "1"},
        {"(p 0) (<= (p (s ?x)) (p ?x)) (q 1) (<= (r ?x) (p ?x) (q ?x))", "r.1",
         ""},
        {"(p 0) (<= (p (s ?x)) (p ?x)) (q 0) (<= (r ?x) (p ?x) (q ?x))", "r.1",
         "0"},
        {"(p 0) (<= (p (s ?x)) (p ?x)) (<= (r ?x) (p ?x))", "r.1", "many"},
        {"(p 0) (<= (p (s ?x ?x ?x)) (p ?x))", "p.1", "many"},
        {"(d 0) (d 1) (d 2) (d 3) (d 4) (d 5) (d 6) (d 7) (d 8) (d 9)"
         "(<= (p (f ?a ?b ?c ?d ?e))"
         " (d ?a) (d ?b) (d ?c) (d ?d) (d ?e))",
         "p.1", "100000"}, /* counted, but not listed */
    };
    assert_domains(cases, "directed");
}

/* Terms are shared, so f(f(...)) with many arguments takes little room, until
 * somebody writes it out. */
static void terms_that_are_huge_when_written_out_are_many(void **state)
{
    (void)state;
    Text text = {0};
    for (int i = 0; i < 6; i++) {
        char *rule = repeated("", " ?x", 300, "");
        text_addf(&text, "(<= (q%d (f%d %s)) (q%d ?x))\n", i, i, rule, i + 1);
        free(rule);
    }
    text_adds(&text, "(q6 c)");
    static const char *const kinds[] = {"directed", "graph"};
    for (size_t i = 0; i < 2; i++) {
        assert_string_equal(domain_in(text_string(&text), "q6.1", kinds[i]),
                            "c");
        assert_string_equal(domain_in(text_string(&text), "q0.1", kinds[i]),
                            "many");
    }
    text_free(&text);
}

static void strata_count_the_negations_below(void **state)
{
    (void)state;
    ZermeloGame *game = read_game(
        GAME "(<= p (not q)) (<= q (not r)) (r 1) (<= s p) (<= r (r ?_x))"
             "(<= (t ?x) (r ?x)) (<= (t ?x) (t ?x) (does you go))");
    json_t *info = info_of(game, "directed"), *relation;
    Text all = {0};
    size_t i;
    json_array_foreach (json_object_get(info, "relations"), i, relation)
        if (strlen(text_of(relation, "name")) == 3)
            text_addf(&all, "%s %zu %s%s %zu+%zu\n", text_of(relation, "name"),
                      count_of(relation, "stratum"),
                      text_of(relation, "changes"),
                      flag_of(relation, "recursive") ? " recursive" : "",
                      count_of(relation, "rules"), count_of(relation, "facts"));
    assert_string_equal(text_string(&all), "p/0 2 never 1+0\n"
                                           "q/0 1 never 1+0\n"
                                           "r/0 0 never 1+0\n"
                                           "r/1 0 never 0+1\n"
                                           "s/0 2 never 1+0\n"
                                           "t/1 0 moves recursive 2+0\n");
    assert_true(flag_of(info, "recursive"));
    text_free(&all);
    json_decref(info);
    zermelo_free(game);
}

static void the_graph_has_an_arrow_from_body_to_head(void **state)
{
    (void)state;
    ZermeloGame *game = read_game("(role you) (legal you go) terminal "
                                  "(goal you 100) (q 1) (<= (p ?x) (q ?x))");
    json_t *info =
        json_take(zermelo_info_json(game, "{\"graph\": true}", NULL));
    const char *drawn = text_of(info, "graph");
    assert_non_null(strstr(drawn, "a6 [label=\"q.1\"]"));
    assert_non_null(strstr(drawn, "a7 [label=\"p.1\"]"));
    assert_non_null(strstr(drawn, "a6 -> a7;"));
    assert_null(strstr(drawn, "a7 -> a6;"));
    json_decref(info);
    info = ask(zermelo_info_json, game,
               json_pack("{s:b,s:s}", "graph", true, "domains", "graph"));
    assert_non_null(strstr(text_of(info, "graph"), "a6 -- a7;"));
    json_decref(info);
    zermelo_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(our_games_have_the_features_and_moves_counted_by_hand),
        cmocka_unit_test(components_join_what_a_variable_joins),
        cmocka_unit_test(a_variable_takes_what_all_its_places_have),
        cmocka_unit_test(
            true_has_what_init_and_next_have_and_does_what_legal_has),
        cmocka_unit_test(nested_terms_keep_their_places_apart),
        cmocka_unit_test(a_name_belongs_to_the_feature_then_move_then_relation),
        cmocka_unit_test(an_unsafe_variable_has_the_domain_of_its_position),
        cmocka_unit_test(what_grows_without_end_is_many),
        cmocka_unit_test(terms_that_are_huge_when_written_out_are_many),
        cmocka_unit_test(strata_count_the_negations_below),
        cmocka_unit_test(the_graph_has_an_arrow_from_body_to_head),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* kif_test.c - prefix text, as people really write it */
#include "support.h"

static void white_space_and_line_ends_make_no_difference(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"(role you)", "(role you)\n"}, /* no newline at the end */
        {"(role\r\n   you)\r\n", "(role you)\n"},
        {"(role\ryou)\r", "(role you)\n"},
        {"\f(role\f\vyou\t)\f", "(role you)\n"},
        {"( role you )(role me)", "(role you)\n(role me)\n"},
        {"(<=(p ?x)(q ?x))", "(<= (p ?x) (q ?x))\n"},
        {"( <= p q )", "(<= p q)\n"},
        {"", ""},
        {" \r\n\f ", ""},
    };
    assert_cases(cases, as_kif);
}

static void a_comment_ends_with_its_line(void **state)
{
    (void)state;
    static const Case cases[] = {
        {";c\n(p)", ";c\np\n"},
        {";c\r(p)", ";c\np\n"},
        {";c\r\n(p)", ";c\np\n"},
        {";; c ;; \n(p)", "; c ;;\np\n"},
        {"p;glued\nq", "p\n;glued\nq\n"},
        {"(p;glued to a word\na;and to another\n)",
         ";glued to a word\n;and to another\n(p a)\n"},
        {"(p a);behind\n", "(p a)\n\n;behind\n"},
        {";alone", ";alone\n"},
        {"(p \";\n\")", ";\n(p \" \")\n"}, /* GDL has no strings */
    };
    assert_cases(cases, as_kif);
}

static void the_first_spelling_of_a_symbol_is_kept(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"(ROLE You) (Role YOU)", "(ROLE You)\n(ROLE You)\n"},
        {"(<= (p ?Xy) (q ?xY ?XY))", "(<= (p ?Xy) (q ?Xy ?Xy))\n"},
        {"(p \xc3\x84 \xc3\xa4)", "(p \xc3\x84 \xc3\xa4)\n"},
    };
    assert_cases(cases, as_kif);
}

static void almost_anything_is_a_word(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"(p ++ + 0.8 map+ a.b 'x' \"y\" [z] a,b)",
         "(p ++ + 0.8 map+ a.b 'x' \"y\" [z] a,b)\n"},
        {"(p ? ?? ?x% 5% <= =>)", "(p ? ?? ?x% 5% <= =>)\n"},
        {"(p 01 1 -1 1e5)", "(p 01 1 -1 1e5)\n"},
        {"(p \xe2\x86\x90 caf\xc3\xa9)", "(p \xe2\x86\x90 caf\xc3\xa9)\n"},
    };
    assert_cases(cases, as_kif);
}

static void rules_keep_their_shape(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"(<= head)", "head\n"},
        {"((p))", ""}, /* no symbol at its front */
        {"(<= (p) (q))", "(<= p q)\n"},
        {"(<= p (or a (not b) (or (distinct ?x c) (not (or d)))))",
         "(<= p (or a (not b) (or (distinct ?x c) (not (or d)))))\n"},
        {"(<= p (and a (and b)) (or) (and))",
         "(<= p (and a (and b)) (or) (and))\n"},
        {"(<= p (NOT (Distinct ?x a)))", "(<= p (NOT (Distinct ?x a)))\n"},
        {"(<= p (true ?f))", "(<= p (true ?f))\n"},
    };
    assert_cases(cases, as_kif);
}

static void long_lines_are_read_like_short_ones(void **state)
{
    (void)state;
    char *text = repeated("(p", " abc", 1000, ")");
    char *again = repeated("(p", " abc", 1000, ")\n");
    assert_string_equal(as_kif(text), again);
    char *rules = repeated("", "(<= p (true q)) ", 300, "");
    char *lines = repeated("", "(<= p (true q))\n", 300, "");
    assert_string_equal(as_kif(rules), lines);
    free(text);
    free(again);
    free(rules);
    free(lines);
}

static void the_parenthesis_left_open_is_the_one_shown(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"(role\n  (white)",
         "t:1:1: error: this parenthesis is never closed [unclosed]\n"
         "    1 | (role\n"
         "      | ^\n"},
        {"(role white)\n (role (black)",
         "t:2:2: error: this parenthesis is never closed [unclosed]\n"
         "    2 |  (role (black)\n"
         "      |  ^\n"},
    };
    assert_cases(cases, complaints);
}

static void a_rule_inside_an_open_list_begins_anew(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"(<= p (q)\n(<= r s)\n(t u)", "(<= r s)\n(t u)\n"},
        {"(init (cell 1 b)\n( <= r s)", "(<= r s)\n"},
        {"(p (<=x y))", "(p (<=x y))\n"}, /* another word */
    };
    assert_cases(cases, as_kif);
    assert_string_equal(complaints("(<= p (q)\n(<= r s)\n(<= (t u) (v)"),
                        "t:1:1: error: this parenthesis is never closed "
                        "[unclosed]\n"
                        "    1 | (<= p (q)\n"
                        "      | ^\n"
                        "t:3:1: error: this parenthesis is never closed "
                        "[unclosed]\n"
                        "    3 | (<= (t u) (v)\n"
                        "      | ^\n");
}

static void a_parenthesis_that_closes_nothing_is_shown(void **state)
{
    (void)state;
    assert_string_equal(complaints("(role you))\n(role me))"),
                        "t:1:11: error: this parenthesis closes nothing "
                        "[unopened]\n"
                        "    1 | (role you))\n"
                        "      |           ^\n"
                        "t:2:10: error: this parenthesis closes nothing "
                        "[unopened]\n"
                        "    2 | (role me))\n"
                        "      |          ^\n");
}

/* "damaged": nothing is said of what may be missing or unused. */
static void what_is_no_rule_is_reported_once(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"()", "useless, 1 empty-list"},
        {"(p ())", "useless, 1 empty-list"},
        {"(p (a ()) ())", "useless, 1 empty-list"},
        {"(())", "useless, 1 list-head"},
        {"((p) q)", "useless, 1 list-head"},
        {"(p ((q) r))", "useless, 1 list-head"},
        {"(?x a)", "useless, 1 variable-head"},
        {"(p (?x a))", "useless, 1 variable-head"},
        {"?x", "useless, 1 variable-atom"},
        {"(<= ?x p)", "useless, 1 variable-atom"},
        {"(<= p ?x)", "useless, 1 variable-atom"},
        {"(<= p (not ?x))", "useless, 1 variable-atom"},
        {"(<=)", "useless, 1 headless"},
        {"<=", "useless, 1 misplaced-connective"},
        {"(<= (not p) q)", "useless, 1 misplaced-connective"},
        {"(<= (or p q) r)", "useless, 1 misplaced-connective"},
        {"(not p)", "useless, 1 misplaced-connective"},
        {"(<= p or)", "useless, 1 misplaced-connective"},
        {"(<= p (not))", "useless, 1 connective-arity"},
        {"(<= p (not a b))", "useless, 1 connective-arity"},
        {"(<= p (distinct a))", "useless, 1 connective-arity"},
        {"(<= p (distinct a b c))", "useless, 1 connective-arity"},
        {"(p \x01\x02 q)", "useless, 1 stray-character"},
        {"(<= p (not)\n (or (distinct a) ?x)\n ())",
         "useless, 1 connective-arity, 2 connective-arity, 2 variable-atom, "
         "3 empty-list"},
    };
    assert_cases(cases, judgement);
}

static void a_percent_sign_begins_a_comment_between_rules_only(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"% one\n(p a)\n%two\n(q %b)", "; one\n(p a)\n;two\n(q %b)\n"},
        {"(p a)%(q b)\n(r c)", "(p a)\n;(q b)\n(r c)\n"},
        /* a manager sends all rules on one line */
        {"(p a) %two (q %b)", "(p a)\n(%two)\n(q %b)\n"},
    };
    assert_cases(cases, as_kif);
    static const Case judged[] = {
        {"% one\n%two\n" GAME "%three", "valid, 1 percent-comment"},
    };
    assert_cases(judged, judgement);
}

static void a_byte_order_mark_is_no_word(void **state)
{
    (void)state;
    assert_string_equal(judgement("\xef\xbb\xbf" GAME), "valid");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(white_space_and_line_ends_make_no_difference),
        cmocka_unit_test(a_comment_ends_with_its_line),
        cmocka_unit_test(the_first_spelling_of_a_symbol_is_kept),
        cmocka_unit_test(almost_anything_is_a_word),
        cmocka_unit_test(rules_keep_their_shape),
        cmocka_unit_test(long_lines_are_read_like_short_ones),
        cmocka_unit_test(the_parenthesis_left_open_is_the_one_shown),
        cmocka_unit_test(a_rule_inside_an_open_list_begins_anew),
        cmocka_unit_test(a_parenthesis_that_closes_nothing_is_shown),
        cmocka_unit_test(what_is_no_rule_is_reported_once),
        cmocka_unit_test(a_percent_sign_begins_a_comment_between_rules_only),
        cmocka_unit_test(a_byte_order_mark_is_no_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

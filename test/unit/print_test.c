/* print_test.c - what is printed says the same in either syntax */
#include "support.h"

#include <glob.h>
#include <stdio.h>

/* The text in prefix form, or what it becomes on the way through infix. */
static const char *through_infix(const char *text)
{
    static Text kept;
    Text infix = {0}, kif = {0};
    text_adds(&infix, as_infix(text));
    ZermeloGame *game = zermelo_read("t", text_string(&infix), infix.length,
                                     ZERMELO_INFIX, NULL);
    char *back = zermelo_print(game, ZERMELO_KIF);
    text_adds(&kif, back);
    if (!zermelo_readable(game))
        text_addf(&kif, "infix cannot be read:\n%s", text_string(&infix));
    free(back);
    zermelo_free(game);
    text_free(&infix);
    return keep(&kept, kif);
}

/* Letter case aside: infix has none in symbols, and capitals in variables. */
static const char *lower(const char *text)
{
    static Text kept;
    Text all = {0};
    for (; *text; text++)
        text_addc(&all, ascii_lower(*text));
    return keep(&kept, all);
}

static void assert_survives(const char *text)
{
    char *kif = strdup(as_kif(text)), *plain = strdup(lower(kif));
    assert_string_equal(as_kif(kif), kif);
    if (strcmp(lower(through_infix(kif)), plain) != 0)
        fail_msg("\n%s\n  becomes:\n%s", plain, lower(through_infix(kif)));
    free(kif);
    free(plain);
}

static void odd_rules_survive_the_way_through_infix(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "(p ++ + 0.8 map+ it's 'x' a.b a,b \"y\" [z] 5% ? ?? <=x)",
        "(p White _x _ :- & | ~ # = % . \\ / /* \xc3\xa9 \xe2\x86\x90)",
        "(<= (p ?x ?_ ?_1 ?X2 ?9 ?a-b) (q ?x ?_ ?_1 ?x2 ?9 ?A-B))",
        "(<= (p ?_a ?\xc3\xa9) (q ?_a ?\xc3\xa9))",
        "(<= p (or a (not b) (or (distinct ?x c) (not (or d)))))",
        "(<= p (and a (and b)) (or) (or a) (and))",
        "(<= p (not (not a)) (not (and a b)) (not (distinct ?x ?y)))",
        "(<= p (and a b) c)", /* alone it would be the body itself */
        "(<= p (or a b) (or (and a b) c))",
        "(<= (true p) (distinct (f ?x) (or a)) (true ?f))",
        "(p (f (g (h a) b) c) (not a) or)",
        "(not-path a) (<= notp (not not-path))",
        ("; one\n\n(p a)\n;;; two\n(q a)\n\n; three\n(<= (r ?x) ; four\n"
         " (p ?x))\n; five"),
        "(p 'or') (p 'or)",
        "",
        "; only a comment",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_survives(texts[i]);
}

/* Prefix form allows more in names of variables than infix form does. */
static void names_of_variables_survive_too(void **state)
{
    (void)state;
    static const char *const names[] = {"?x%", "?x.y", "?x'", "?x,y",
                                        "?=",  "?\"",  "?x&", "?[x]"};
    char *expected = strdup(judgement("(<= (p ?x a) (q ?x b))"));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        Text text = {0};
        text_addf(&text, "(<= (p %s a) (q %s b))", names[i], names[i]);
        const char *infix = as_infix(text_string(&text));
        if (strcmp(judgement(infix), expected) != 0)
            fail_msg("%s becomes %s", text_string(&text), infix);
        text_free(&text);
    }
    free(expected);
}

static char *contents(const char *path)
{
    Text text = {0};
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    for (int c; (c = getc(file)) != EOF;)
        text_addc(&text, (char)c);
    fclose(file);
    return text_take(&text);
}

static void all_our_games_survive_the_way_through_infix(void **state)
{
    (void)state;
    glob_t games;
    assert_int_equal(glob("games/*.kif", 0, NULL, &games), 0);
    assert_int_equal(glob("games/*.gdl", GLOB_APPEND, NULL, &games), 0);
    assert_true(games.gl_pathc > 25);
    for (size_t i = 0; i < games.gl_pathc; i++) {
        char *text = contents(games.gl_pathv[i]);
        assert_survives(text);
        free(text);
    }
    globfree(&games);
}

static void symbols_in_infix_are_lower_case_and_quoted_if_need_be(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"(Role White)", "role(white).\n"},
        {"(p ++ 0.8 it's _a a_b 1a a-b or \xc3\xa9)",
         "p('++','0.8','it''s','_a',a_b,1a,'a-b',or,'\xc3\xa9').\n"},
        {"(<= (p ?x ?_y ?9 ?a-b) (q ?x ?_y ?9 ?a-b))",
         "p(X,_y,?9,?a-b) :- q(X,_y,?9,?a-b).\n"},
        {"(<= p (not q) (distinct ?x a) (or a b) (not (or a b)))",
         "p :- not q, distinct(X,a), or(a, b), not or(a, b).\n"},
    };
    assert_cases(cases, as_infix);
}

static void a_rule_takes_one_line_if_it_fits_in_80_columns(void **state)
{
    (void)state;
#define RULE "(<= (goal xplayer 100) (line x) (not (line o)) (not open) "
    static const Case cases[] = {
        {RULE "(not (true (step 1))))", RULE "(not (true (step 1))))\n"},
        {RULE "(not (true (step 10))))",
         "(<= (goal xplayer 100)\n    (line x)\n    (not (line o))\n"
         "    (not open)\n    (not (true (step 10))))\n"},
    };
#undef RULE
    assert_cases(cases, as_kif);
}

static void blank_lines_and_comments_are_kept(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"; a\n\n\n(p)\n(q)\n\n\n;b\n; c\n(r)\n; d",
         "; a\np\nq\n\n;b\n; c\nr\n\n; d\n"},
        {"(p)\r\n\r\n(q)\r\n(r)", "p\n\nq\nr\n"},
        {"(p)\r\r(q)\r(r)", "p\n\nq\nr\n"},
        {"(p)\n; a\n\n(q)", "p\n\n; a\nq\n"},
    };
    assert_cases(cases, as_kif);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(odd_rules_survive_the_way_through_infix),
        cmocka_unit_test(names_of_variables_survive_too),
        cmocka_unit_test(all_our_games_survive_the_way_through_infix),
        cmocka_unit_test(symbols_in_infix_are_lower_case_and_quoted_if_need_be),
        cmocka_unit_test(a_rule_takes_one_line_if_it_fits_in_80_columns),
        cmocka_unit_test(blank_lines_and_comments_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* infix_test.c - infix text, in the styles in which it is found */
#include "support.h"

/* Of what can be read, most of what is wrong is the affair of others. */
static bool is_about_reading(const ZermeloGame *game, size_t number)
{
    const char *rule = zermelo_diagnostic(game, number).rule;
    return !zermelo_readable(game) || strcmp(rule, "foreign-sign") == 0 ||
           strcmp(rule, "missing-comma") == 0;
}

static const char *read_as_infix(const char *text)
{
    static Text kept;
    Text all = {0};
    ZermeloGame *game =
        zermelo_read("t", text, strlen(text), ZERMELO_INFIX, NULL);
    char *print = zermelo_print(game, ZERMELO_KIF);
    text_adds(&all, print);
    for (size_t i = 0; i < zermelo_diagnostic_count(game); i++)
        if (is_about_reading(game, i))
            text_addf(&all, "%zu:%zu %s\n", zermelo_diagnostic(game, i).line,
                      zermelo_diagnostic(game, i).column,
                      zermelo_diagnostic(game, i).rule);
    free(print);
    zermelo_free(game);
    return keep(&kept, all);
}

static void prolog_as_the_papers_print_it_is_read(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"role(xplayer). init(cell(1,1,b)).",
         "(role xplayer)\n(init (cell 1 1 b))\n"},
        {"next(cell(M,N,x)) :- does(xplayer,mark(M,N)),\n"
         "    true(cell(M,N,b)).",
         "(<= (next (cell ?M ?N x)) (does xplayer (mark ?M ?N)) (true (cell ?M "
         "?N b)))\n"},
        {"goal(R,0) :- role(R), \\+ line(R).",
         "(<= (goal ?R 0) (role ?R) (not (line ?R)))\n"},
        {"p :- q; r, s.", "(<= p (or q (and r s)))\n"},
        {"p:-q.p:-r.", "(<= p q)\n(<= p r)\n"},
        {"p :- X \\= a, q(X), X \\== b.",
         "(<= p (distinct ?X a) (q ?X) (distinct ?X b))\n"},
        {"/* a\nb */ p. % c\nq.", "p\n; c\nq\n"},
        {"p(0.8, 1.5).", "(p 0.8 1.5)\n"},
        {"p(1).q(2).", "(p 1)\n(q 2)\n"},
    };
    assert_cases(cases, read_as_infix);
}

static void hrf_is_read_without_full_stops(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"role(white)\nrole(black)\nterminal",
         "(role white)\n(role black)\nterminal\n"},
        {"legal(W,mark(M,N)) :- true(cell(M,N,b)) & true(control(W))\n"
         "legal(white,noop) :- ~true(control(white))",
         "(<= (legal ?W (mark ?M ?N)) (true (cell ?M ?N b)) (true (control "
         "?W)))\n"
         "(<= (legal white noop) (not (true (control white))))\n"},
        {"p :- a & (b | c) & ~d\nq", "(<= p a (or b c) (not d))\nq\n"},
        {"p :- ~(a & b)", "(<= p (not (and a b)))\n"},
        {"p <= q & r", "(<= p q r)\n"},
        {"p \xe2\x86\x90 q \xe2\x88\xa7 \xc2\xacr \xe2\x88\xa8 s",
         "(<= p (or (and q (not r)) s))\n"},
    };
    assert_cases(cases, read_as_infix);
}

static void words_and_calls_of_connectives_are_read(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"p :- not q.", "(<= p (not q))\n"},
        {"p :- not(q).", "(<= p (not q))\n"},
        {"p :- not(q), r.", "(<= p (not q) r)\n"},
        {"p :- not not q.", "(<= p (not (not q)))\n"},
        {"p :- or(a, b, and(c, d)).", "(<= p (or a b (and c d)))\n"},
        {"p :- or(a & b, c).", "(<= p (or (and a b) c))\n"},
        {"p :- or(a).", "(<= p (or a))\n"},
        {"p :- or().", "(<= p (or))\n"},
        {"p :- a or b and c.", "(<= p (or a (and b c)))\n"},
        {"p :- (a or b), c.", "(<= p (or a b) c)\n"},
        {"p :- distinct(X,a), q(X).", "(<= p (distinct ?X a) (q ?X))\n"},
        {"p :- X # a, q(X), X != b.",
         "(<= p (distinct ?X a) (q ?X) (distinct ?X b))\n"},
        {"p(X) :- q(Y), X = Y.", "(<= (p ?X) (q ?Y) (not (distinct ?X ?Y)))\n"},
        {"p(X) :- q(X), X == f(a).",
         "(<= (p ?X) (q ?X) (not (distinct ?X (f a))))\n"},
    };
    assert_cases(cases, read_as_infix);
}

static void quotes_make_symbols_of_anything(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"p('++', '0.8', 'it''s').", "(p ++ 0.8 it's)\n"},
        {"p('White', white).", "(p White White)\n"},
        {"p('a.b', '=', ':-', '%').", "(p a.b = :- %)\n"},
        {"'p'(a) :- 'or', q.", "1:11 misplaced-connective\n"},
        {"p('a b').\nq.", "q\n1:3 bad-symbol\n"},
        {"p('').\nq.", "q\n1:3 bad-symbol\n"},
        {"p('?x').\nq.", "q\n1:3 bad-symbol\n"},
        {"p('a(b').\nq.", "q\n1:3 bad-symbol\n"},
        {"p('?').", "(p ?)\n"},
        {"p('a).\nq.", "q\n1:3 unclosed\n"},
    };
    assert_cases(cases, read_as_infix);
}

static void each_underscore_is_a_variable_of_its_own(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"p :- q(_,_).", "(<= p (q ?_1 ?_2))\n"},
        {"p :- q(_,_1,_).", "(<= p (q ?_2 ?_1 ?_3))\n"},
        {"p :- q(_x,_x).", "(<= p (q ?_x ?_x))\n"},
        {"p :- q(_).\nr :- s(_).", "(<= p (q ?_1))\n(<= r (s ?_1))\n"},
    };
    assert_cases(cases, read_as_infix);
}

static void a_comment_belongs_to_the_statement_behind_it(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"p.\n% about q\nq.\n%end", "p\n; about q\nq\n\n;end\n"},
        {"p\n% about q\nq\n%end", "p\n; about q\nq\n\n;end\n"},
        {"p :- r\n% about q\nq :- s\n", "(<= p r)\n; about q\n(<= q s)\n"},
    };
    assert_cases(cases, read_as_infix);
}

static void a_semicolon_is_a_comment_where_no_or_can_be_meant(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"; first\np.\n;; second\nq :- r. ;; third\n",
         "; first\np\n; second\n(<= q r)\n\n; third\n"},
        {"p :- a ; b.", "(<= p (or a b))\n"},
        {"p :- a;b.", "(<= p (or a b))\n"},
    };
    assert_cases(cases, read_as_infix);
}

/* One bad statement, one report, and the next statement is read. */
static void after_a_mistake_the_next_statement_is_read(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"p(a b).\nq.", "q\n1:5 syntax\n"},
        {"p(a,\nq(b).\nr.", "r\n2:5 syntax\n"},
        {"p :- .\nq.", "q\n1:6 syntax\n"},
        {"p :- a,.\nq.", "q\n1:8 syntax\n"},
        {"p :- (a, b.\nq.", "q\n1:11 syntax\n"},
        {":- p.\nq.", "q\n1:1 syntax\n"},
        {"p) & q.\nr.", "p\nr\n1:2 syntax\n"},
        {"p :- [a].\nq.", "q\n1:6 stray-character\n"},
        {"p :- \"a\", \"b\".\nq.", "q\n1:6 stray-character\n"},
        {"p(1..3).\nq.", "q\n1:4 syntax\n"},
        {"move :: a ==> b & ~c\nq(d)", "(q d)\n1:6 syntax\n"},
        {"p :- a\n  & & b\nq(d)", "(q d)\n2:5 syntax\n"},
        {"p(a", "1:2 unclosed\n"},
        {"p(a,", "1:2 unclosed\n"},
        {"p :- (a", "1:6 unclosed\n"},
        {"p :- or(a, b", "1:8 unclosed\n"},
        {"p /* q", "p\n1:3 unclosed\n"},
        {"p(,a).\nq.", "q\n1:3 syntax\n"},
        {"p(a,,b).\nq.", "q\n1:5 syntax\n"},
    };
    assert_cases(cases, read_as_infix);
}

/* Or the arity would not be what the author thinks it is. */
static void no_argument_is_left_out_without_a_report(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"p(a,).\nq.", "q\n1:5 syntax\n"},
        {"p :- r(,).\nq.", "q\n1:8 syntax\n"},
    };
    assert_cases(cases, read_as_infix);
}

static void equations_are_understood_but_are_no_gdl(void **state)
{
    (void)state;
    assert_string_equal(
        complaints("role(you). legal(you,go). goal(you,100).\n"
                   "terminal :- role(X), X = you.\n"),
        "t:2:22: error: not applies to an atom, and this is none "
        "[negated-formula]\n"
        "    2 | terminal :- role(X), X = you.\n"
        "      |                      ^~~~~~~\n"
        "      = assumed: the two terms are equal\n");
}

static void
formula_lexer_of_other_languages_are_understood_and_reported(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"p(X) if q(X), r.", "(<= (p ?X) (q ?X) r)\n1:6 foreign-sign\n"},
        {"p :- !q, a != b.",
         "(<= p (not q) (distinct a b))\n1:6 foreign-sign\n"},
        {"p :- q && r || s.", "(<= p (or (and q r) s))\n1:8 foreign-sign\n"
                              "1:13 foreign-sign\n"},
        /* an atom of that name */
        {"p :- if(q).\nif.", "(<= p (if q))\nif\n"},
    };
    assert_cases(cases, read_as_infix);
}

static void a_missing_comma_is_reported_where_it_is_missing(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"p :- q r.", "(<= p q)\nr\n1:6 missing-comma\n"},
        {"p :- q,\n  r\n  s.", "(<= p q r)\ns\n2:3 missing-comma\n"},
        {"p :- \xc3\xa9 r.", "(<= p \xc3\xa9)\nr\n1:6 missing-comma\n"},
        /* HRF, two facts, a full stop */
        {"p :- q\nr :- s\nt", "(<= p q)\n(<= r s)\nt\n"},
        {"p q", "p\nq\n"},
        {"p :- q. r.", "(<= p q)\nr\n"},
        {"  p :- q\n  r :- s", "(<= p q)\n(<= r s)\n"},
    };
    assert_cases(cases, read_as_infix);
}

static void there_is_no_arithmetic(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"p(X) :- q(Y), X is Y + 1.\nr.", "r\n1:17 syntax\n"},
        {"p(Y - 1) :- q(Y).\nr.", "r\n1:5 syntax\n"},
    };
    assert_cases(cases, read_as_infix);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prolog_as_the_papers_print_it_is_read),
        cmocka_unit_test(hrf_is_read_without_full_stops),
        cmocka_unit_test(words_and_calls_of_connectives_are_read),
        cmocka_unit_test(quotes_make_symbols_of_anything),
        cmocka_unit_test(each_underscore_is_a_variable_of_its_own),
        cmocka_unit_test(a_comment_belongs_to_the_statement_behind_it),
        cmocka_unit_test(a_semicolon_is_a_comment_where_no_or_can_be_meant),
        cmocka_unit_test(after_a_mistake_the_next_statement_is_read),
        cmocka_unit_test(no_argument_is_left_out_without_a_report),
        cmocka_unit_test(
            formula_lexer_of_other_languages_are_understood_and_reported),
        cmocka_unit_test(a_missing_comma_is_reported_where_it_is_missing),
        cmocka_unit_test(there_is_no_arithmetic),
        cmocka_unit_test(equations_are_understood_but_are_no_gdl),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

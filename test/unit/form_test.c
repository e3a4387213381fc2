/* form_test.c - prefix and infix text are told apart */
#include "support.h"

#include "lang/form.h"

static const char *syntax(const char *text)
{
    return syntax_of(text, strlen(text)) == SYNTAX_KIF ? "kif" : "infix";
}

static void parentheses_tell_the_syntaxes_apart(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"(role you)", "kif"},
        {"( role you )", "kif"},
        {"role(you).", "infix"},
        {"role(you).\nlegal(you, go).\nterminal :- true(over).", "infix"},
        {"terminal :- over.", "infix"},
        {"legal(W,noop) :- ~true(control(W)) & role(W)", "infix"},
        {"(<= (next(cell ?x))(true(cell ?x)))", "kif"}, /* odd spacing */
        {"(p a.b)(q 0.8)", "kif"},
        {"", "kif"},
        {"terminal", "kif"},
    };
    assert_cases(cases, syntax);
}

static void comments_do_not_count(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"; f(x), g(y) :- h(z).\n(role you)", "kif"},
        {"% (see here) (and there)\nrole(you).", "infix"},
        {"  % (see here) (and there)\r  role(you).", "infix"},
        {"/* (see here) (and there) (and) */ role(you).", "infix"},
        {"role(you). % (see here) (and there)\n", "infix"},
    };
    assert_cases(cases, syntax);
}

static void the_majority_decides(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"p :- (a | b), (c | d).\nrole(you). init(a).", "infix"},
        {"(init (cell(1 1 b))) (init (cell(1 2 b)))", "kif"},
    };
    assert_cases(cases, syntax);
}

/* 0123(56789 and the like: a test of another project */
static void a_prefix_text_with_broken_parentheses_is_no_infix(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"role(you", "kif"},
        {"foo(bar)baz)", "kif"},
    };
    assert_cases(cases, syntax);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parentheses_tell_the_syntaxes_apart),
        cmocka_unit_test(comments_do_not_count),
        cmocka_unit_test(the_majority_decides),
        cmocka_unit_test(a_prefix_text_with_broken_parentheses_is_no_infix),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

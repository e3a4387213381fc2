/* term_test.c - the order of terms, and sets that rely on it */
#include "support.h"

#include "base/sort.h"
#include "lang/term.h"

#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const names[] = {
    "9",
    "10",
    "1b",
    "b1",
    "0",
    "00",
    "000",
    "01",
    "1",
    "001",
    "010",
    "100",
    "1_",
    "a",
    "a9",
    "a10",
    "%",
    "%x",
    "",
    " ",
    "'",
    "\"",
    "~",
    "+",
    "-1",
    "1.5",
    "0x1f",
    "?x",
    "ab",
    "aa",
    "not",
    "or",
    "role",
    "00a",
    "99999999999999999999",
    "\xc3\xa9",
    "99999999999999999998",
    "099999999999999999998",
};
enum { NAMES = sizeof names / sizeof *names, TERMS = 3 * NAMES + 1 };

/* Constants, compounds of one argument and of two, and a variable. */
static void make_terms(Terms *terms, const Term **made)
{
    for (size_t i = 0; i < NAMES; i++) {
        const Symbol *name = term_symbol(terms, names[i], strlen(names[i]));
        const Term *args[2] = {term_constant(terms, name)};
        made[3 * i] = args[0];
        args[1] = made[0];
        made[3 * i + 1] = term_compound(
            terms, term_symbol(terms, names[i % 3], strlen(names[i % 3])), 1,
            args);
        made[3 * i + 2] = term_compound(terms, name, 2, args);
    }
    made[3 * NAMES] = term_variable(terms, term_variable_symbol(terms, "x", 1));
}

static int sign(int order)
{
    return (order > 0) - (order < 0);
}

static void the_order_of_terms_is_total(void **state)
{
    (void)state;
    Terms *terms = terms_new();
    const Term *made[TERMS];
    static int order[TERMS][TERMS];
    make_terms(terms, made);
    for (size_t i = 0; i < TERMS; i++)
        for (size_t k = 0; k < TERMS; k++)
            order[i][k] = sign(term_compare(made[i], made[k]));
    for (size_t i = 0; i < TERMS; i++)
        for (size_t k = 0; k < TERMS; k++) {
            assert_int_equal(order[i][k], -order[k][i]);
            assert_int_equal(order[i][k] == 0, made[i] == made[k]);
            for (size_t l = 0; l < TERMS; l++)
                if (order[i][k] <= 0 && order[k][l] <= 0)
                    assert_true(order[i][l] <= 0);
        }
    terms_free(terms);
}

static void names_are_ordered_by_the_number_they_begin_with(void **state)
{
    (void)state;
    static const char *const sorted[] = {
        "",    "%", "+", "0",  "00",  "0.5", "1", "01",  "1.5", "1_", "1b",
        "01b", "2", "9", "10", "010", "10a", "a", "a10", "a9",  "b1"};
    for (size_t i = 0; i < sizeof sorted / sizeof *sorted; i++)
        for (size_t k = 0; k < sizeof sorted / sizeof *sorted; k++)
            assert_int_equal(sign(compare_names(sorted[i], sorted[k])),
                             (i > k) - (i < k));
}

static void a_set_has_each_term_once_in_whatever_order_they_came(void **state)
{
    (void)state;
    Terms *terms = terms_new();
    const Term *made[TERMS], *set[4 * TERMS];
    make_terms(terms, made);
    for (size_t step = 1; step < TERMS; step += 2) {
        for (size_t i = 0; i < 4 * TERMS; i++)
            set[i] = made[i * step % TERMS];
        size_t count = sort_terms_unique(set, 4 * TERMS);
        for (size_t i = 1; i < count; i++)
            assert_true(term_compare(set[i - 1], set[i]) < 0);
        if (step == 1)
            assert_int_equal(count, TERMS);
    }
    assert_int_equal(sort_terms_unique(NULL, 0), 0);
    terms_free(terms);
}

static void what_is_forgotten_is_made_anew(void **state)
{
    (void)state;
    Terms *terms = terms_new();
    const Term *a = term_constant(terms, term_symbol(terms, "a", 1));
    TermsMark mark = terms_mark(terms);
    for (int round = 0; round < 2; round++) {
        const Symbol *f = term_symbol(terms, "f", 1);
        const Term *term = a;
        for (int i = 0; i < 1000; i++)
            term = term_compound(terms, f, 1, &term);
        assert_int_equal(f->id, 1);
        assert_int_equal(term->id, 1000);
        assert_ptr_equal(a, term_constant(terms, term_symbol(terms, "A", 1)));
        terms_rewind(terms, mark);
    }
    assert_int_equal(terms_symbol_count(terms), 1);
    terms_free(terms);
}

/* Paper beats stone, stone beats scissors, scissors beat paper. */
static int by_beating(const void *left, const void *right)
{
    int beats = (3 + *(const int *)left - *(const int *)right) % 3;
    return beats == 0 ? 0 : beats == 1 ? 1 : -1;
}

static void sorting_by_what_is_no_order_is_noticed(void **state)
{
    (void)state;
    pid_t child = fork();
    if (!child) {
        int hands[] = {0, 1, 2};
        fclose(stderr);
        signal(SIGABRT, SIG_DFL);
        sort_items(hands, 3, sizeof *hands, by_beating);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_order_of_terms_is_total),
        cmocka_unit_test(names_are_ordered_by_the_number_they_begin_with),
        cmocka_unit_test(a_set_has_each_term_once_in_whatever_order_they_came),
        cmocka_unit_test(what_is_forgotten_is_made_anew),
        cmocka_unit_test(sorting_by_what_is_no_order_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

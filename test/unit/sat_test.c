/* sat_test.c - clauses, assumptions, and limits that are answers */
#include "support.h"

#include "base/vec.h"
#include "sat/sat.h"

#include <sys/wait.h>
#include <unistd.h>

static void assumptions_last_for_one_question(void **state)
{
    (void)state;
    Sat *sat = sat_new(NULL);
    SatLit a = sat_variable(sat), b = sat_variable(sat);
    sat_clause2(sat, a, b);
    sat_assume(sat, -a);
    sat_assume(sat, -b);
    assert_int_equal(sat_solve(sat, -1), SAT_NO);
    assert_true(sat_failed(sat, -a));
    assert_int_equal(sat_solve_again(sat, -1), SAT_NO);
    assert_int_equal(sat_solve(sat, -1), SAT_YES);
    sat_assume(sat, -a);
    assert_int_equal(sat_solve(sat, -1), SAT_YES);
    assert_true(sat_value(sat, b));
    assert_true(sat_value(sat, -a));
    sat_free(sat);
}

static void a_question_asks_for_one_of_its_literals(void **state)
{
    (void)state;
    Sat *sat = sat_new(NULL);
    SatLit lits[] = {sat_variable(sat), sat_variable(sat)};
    SatLit question = sat_question(sat, lits, 2);
    sat_assume(sat, question);
    sat_assume(sat, -lits[0]);
    assert_int_equal(sat_solve(sat, -1), SAT_YES);
    assert_true(sat_value(sat, lits[1]));
    sat_assume(sat, -lits[0]);
    sat_assume(sat, -lits[1]);
    assert_int_equal(sat_solve(sat, -1), SAT_YES);
    sat_retire(sat, question);
    sat_assume(sat, question);
    assert_int_equal(sat_solve(sat, -1), SAT_NO);
    sat_free(sat);
}

static void gates_of_constants_are_constants(void **state)
{
    (void)state;
    Sat *sat = sat_new(NULL);
    SatLit yes = sat_true(sat), a = sat_variable(sat), b = sat_variable(sat);
    size_t variables = sat_variables(sat);
    assert_int_equal(sat_and(sat, (SatLit[]){yes, a}, 2), a);
    assert_int_equal(sat_and(sat, (SatLit[]){-yes, a}, 2), -yes);
    assert_int_equal(sat_or(sat, (SatLit[]){yes, a}, 2), yes);
    assert_int_equal(sat_or(sat, (SatLit[]){a, -a, b}, 3), yes);
    assert_int_equal(sat_and(sat, (SatLit[]){a, a, a}, 3), a);
    assert_int_equal(sat_and(sat, NULL, 0), yes);
    assert_int_equal(sat_variables(sat), variables);
    sat_free(sat);
}

static void at_most_one_is_no_less_and_no_more(void **state)
{
    (void)state;
    for (int count = 1; count < 40; count += 6) {
        Sat *sat = sat_new(NULL);
        VEC(SatLit) lits = {0};
        for (int i = 0; i < count; i++)
            vec_push(&lits, sat_variable(sat));
        sat_at_most_one(sat, lits.items, lits.count);
        for (int i = 0; i < count; i++) {
            sat_assume(sat, lits.items[i]);
            assert_int_equal(sat_solve(sat, -1), SAT_YES);
            for (int k = 0; k < i; k++) {
                sat_assume(sat, lits.items[i]);
                sat_assume(sat, lits.items[k]);
                assert_int_equal(sat_solve(sat, -1), SAT_NO);
            }
        }
        vec_free(&lits);
        sat_free(sat);
    }
}

/* More pigeons than holes: hard for resolution. */
static void add_pigeons(Sat *sat, int holes)
{
    VEC(SatLit) lits = {0};
    SatLit first = sat_variable(sat);
    for (int i = 1; i < (holes + 1) * holes; i++)
        sat_variable(sat);
    for (int pigeon = 0; pigeon <= holes; pigeon++) {
        vec_clear(&lits);
        for (int hole = 0; hole < holes; hole++)
            vec_push(&lits, first + pigeon * holes + hole);
        sat_clause(sat, lits.items, lits.count);
        for (int other = 0; other < pigeon; other++)
            for (int hole = 0; hole < holes; hole++)
                sat_clause2(sat, -(first + pigeon * holes + hole),
                            -(first + other * holes + hole));
    }
    vec_free(&lits);
}

static void a_limit_is_an_answer(void **state)
{
    (void)state;
    Sat *sat = sat_new(NULL);
    add_pigeons(sat, 12);
    assert_int_equal(sat_solve(sat, 100), SAT_UNKNOWN);
    sat_free(sat);
    Budget budget = budget_new(0.05, NULL);
    sat = sat_new(&budget);
    add_pigeons(sat, 14);
    assert_int_equal(sat_solve(sat, -1), SAT_UNKNOWN);
    sat_free(sat);
}

/* In a process of its own: 0 if it ended with SAT_UNKNOWN. */
static int solve_in(size_t megabytes, bool many_clauses)
{
    pid_t child = fork();
    if (child == 0) {
        budget_limit_memory(megabytes);
        Sat *sat = sat_new(NULL);
        SatLit first = sat_variable(sat);
        for (int i = 0; many_clauses && i < 50000000; i++)
            sat_clause3(sat, first + i, -(first + i / 2), first + i / 3);
        SatAnswer answer = sat_solve(sat, -1);
        _exit(answer == SAT_UNKNOWN && sat_exhausted(sat) ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void no_memory_is_an_answer_too(void **state)
{
    (void)state;
#ifdef __SANITIZE_ADDRESS__
    skip(); /* its shadow memory is larger than any limit */
#endif
    assert_int_equal(solve_in(150, true), 0);
    assert_int_equal(solve_in(20, false), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(assumptions_last_for_one_question),
        cmocka_unit_test(a_question_asks_for_one_of_its_literals),
        cmocka_unit_test(gates_of_constants_are_constants),
        cmocka_unit_test(at_most_one_is_no_less_and_no_more),
        cmocka_unit_test(a_limit_is_an_answer),
        cmocka_unit_test(no_memory_is_an_answer_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

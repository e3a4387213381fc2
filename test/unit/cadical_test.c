/* cadical_test.c - CaDiCaL for C, with memory and without */
#include "base/heap.h"
#include "sat/cadical.h"
#include "support.h"

enum { PIGEONS = 7, HOLES = PIGEONS - 1 };

static bool never_stop(void *context)
{
    (void)context;
    return false;
}

static void count_clause(void *context)
{
    ++*(int *)context;
}

/* Adds that each pigeon has a hole, and none of them has two; false without
 * memory. PIGEON 0 has one only if the last variable is true. */
static bool add_pigeonhole(Cadical *solver)
{
    for (int pigeon = 0; pigeon < PIGEONS; pigeon++) {
        int holes[HOLES + 1];
        for (int hole = 0; hole < HOLES; hole++)
            holes[hole] = pigeon * HOLES + hole + 1;
        holes[HOLES] = -(PIGEONS * HOLES + 1);
        if (!cadical_clause(solver, holes, HOLES + (pigeon == 0), 0))
            return false;
    }
    for (int hole = 1; hole <= HOLES; hole++)
        for (int i = 0; i < PIGEONS; i++)
            for (int k = 0; k < i; k++) {
                int pair[] = {-(i * HOLES + hole), -(k * HOLES + hole)};
                if (!cadical_clause(solver, pair, 2, 0))
                    return false;
            }
    return true;
}

/* 20 and 10: the answers with and without the last pigeon; 0 without memory. */
static int answer_to(Cadical *solver, bool with_all)
{
    int last = PIGEONS * HOLES + 1, answer = 0;
    int assumption = with_all ? last : -last;
    if (!cadical_solve(solver, &assumption, 1, -1, &answer))
        return 0;
    if (answer == 10)
        assert_int_equal(cadical_value(solver, last), assumption);
    if (answer == 20)
        assert_true(cadical_failed(solver, assumption));
    return answer;
}

static void it_answers(void **state)
{
    (void)state;
    int learned = 0;
    Cadical *solver = cadical_new(&learned, never_stop, count_clause);
    cadical_option(solver, "quiet", 1);
    assert_true(add_pigeonhole(solver));
    assert_int_equal(answer_to(solver, true), 20);
    assert_int_equal(answer_to(solver, false), 10);
    assert_true(learned > 100);
    cadical_free(solver);
}

/* Whatever allocation fails, the answer is right or there is none. */
static void without_memory_it_says_so(void **state)
{
    (void)state;
    size_t without_answer = 0;
    bool is_finished = false;
    for (uint64_t number = 1; !is_finished; number += 1 + number / 16) {
        Heap *heap = heap_new(0, NULL), *outer = heap_switch(heap);
        int learned = 0;
        heap_fail_at(number);
        Cadical *solver = cadical_new(&learned, never_stop, count_clause);
        if (solver)
            cadical_option(solver, "quiet", 1);
        int answer =
            solver && add_pigeonhole(solver) ? answer_to(solver, true) : 0;
        assert_true(answer == 20 || answer == 0);
        without_answer += !answer;
        if (solver)
            cadical_free(solver);
        is_finished = heap_failure_left() > 0;
        heap_fail_at(0);
        heap_check_empty(heap);
        heap_switch(outer);
        heap_free(heap);
    }
    assert_true(without_answer > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_answers),
        cmocka_unit_test(without_memory_it_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

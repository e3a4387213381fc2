/* schedule_check_test.c - the checks of debug builds find what is wrong */
#include "child_outcome.h"
#include "loaded.h"

#include "prove/stages.h"

/* A token that goes round: never in two places at once, but in each of them
 * now and then. */
static const char token[] =
    "(role you) (init (at 1)) (legal you go) (succ 1 2) (succ 2 3) (succ 3 1)"
    "(<= (next (at ?y)) (true (at ?x)) (succ ?x ?y))"
    "(<= terminal (true (at 1)) (true (at 2))) (goal you 100)";

enum { IS_TRUE, IS_FALSE, COUNT };

typedef enum { NONE, VERDICT_LOST, PLAY_LOST, FALSE_PROOF, FALSE_FACT } Mistake;

static void make(Mistake mistake, Schedule *schedule)
{
    if (mistake == VERDICT_LOST)
        schedule->results[IS_TRUE] = (PropertyResult){0};
    else if (mistake == PLAY_LOST)
        schedule->results[IS_FALSE].moves = NULL;
    else if (mistake == FALSE_PROOF)
        schedule->results[IS_FALSE].verdict = VERDICT_PROVED;
    else if (mistake == FALSE_FACT)
        schedule_learn(schedule, schedule->formulas[IS_FALSE].ends[0]);
}

/* How a process ends that checks, and again after MISTAKE. */
static int outcome(Schedule *schedule, Mistake mistake)
{
    pid_t child;
    if (child_begins(&child)) {
        schedule_check_results(schedule);
        make(mistake, schedule);
        if (mistake < FALSE_PROOF)
            schedule_check_results(schedule);
        if (mistake == NONE || mistake >= FALSE_PROOF)
            schedule_check_lemmas(schedule);
        _exit(0);
    }
    return child_outcome(child);
}

static void every_mistake_is_found_and_nothing_else(void **state)
{
    (void)state;
    Loaded loaded = load_net(token);
    PropertyTable *properties = &loaded.properties;
    Ref one = property_feature(properties, 0, 0);
    Ref two = property_feature(properties, 0, 1);
    GroundProperty list[COUNT] = {
        {.ends = {ref_not(property_pair(properties, one, two))}},
        {.ends = {ref_not(two)}}};
    PropertyResult results[COUNT];
    PropertyTask task = {loaded.net, properties, list,
                         COUNT,      .seed = 1,  .budget = &loaded.budget};
    Schedule *schedule = schedule_new(&task, results);
    assert_int_equal(outcome(schedule, NONE), 0);
    schedule_round(schedule, PLAN_PROVE, 0);
    assert_int_equal(results[IS_TRUE].verdict, VERDICT_PROVED);
    assert_int_equal(results[IS_FALSE].verdict, VERDICT_REFUTED);
    assert_int_equal(outcome(schedule, NONE), 0);
    for (Mistake mistake = VERDICT_LOST; mistake <= FALSE_FACT; mistake++)
        assert_int_equal(outcome(schedule, mistake), SIGABRT);
    schedule_free(schedule);
    free(results[IS_FALSE].moves);
    vec_free(&task.lemmas);
    unload(&loaded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_mistake_is_found_and_nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

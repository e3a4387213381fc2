/* place_invariants_test.c - sums that no step changes, in all reachable
 * positions */
#include "loaded.h"

#include "lang/print.h"
#include "prove/linear/place_invariants.h"
#include "prove/walk/reachable_states.h"
#include "prove/schedule.h"

typedef struct {
    Loaded loaded;
    RefList found;
} Found;

/* What is found with the lemmas of one proof. */
static Found find(const char *text)
{
    Found found = {.loaded = load_net(text)};
    Budget budget = {0};
    PropertyTask task = {.net = found.loaded.net,
                         .properties = &found.loaded.properties,
                         .budget = &budget,
                         .plan = PLAN_QUICK,
                         .wants_lemmas = true};
    schedule_run(&task, NULL);
    find_place_invariants(found.loaded.net, &found.loaded.properties,
                          task.lemmas.items, task.lemmas.count, &budget, NULL,
                          &found.found);
    vec_free(&task.lemmas);
    return found;
}

static void release(Found *found)
{
    vec_free(&found->found);
    unload(&found->loaded);
}

static void assert_hold_everywhere(const Found *found)
{
    Budget budget = {0};
    Machine *machine = machine_new(found->loaded.net);
    ReachableStates *reachable = reachable_new(machine, 10000, &budget);
    assert_true(reachable_complete(reachable));
    for (size_t i = 0; i < reachable_count(reachable); i++)
        for (size_t k = 0; k < found->found.count; k++)
            assert_true(holds_in(&found->loaded, reachable_state(reachable, i),
                                 found->found.items[k]));
    reachable_free(reachable);
    machine_free(machine);
}

/* Whether, with all that was found, a position can be as FEATURES say: those
 * hold, and no other ones. */
static bool is_allowed(const Found *found, const char *features)
{
    uint64_t state[4] = {0};
    assert_true(found->loaded.net->feature_count <= 256);
    for (uint32_t f = 0; f < found->loaded.net->feature_count; f++) {
        Text name = {0};
        text_adds(&name, " ");
        term_print(&name, found->loaded.net->features[f], SYNTAX_KIF);
        text_adds(&name, " ");
        if (strstr(features, text_string(&name)))
            state[f / 64] |= (uint64_t)1 << f % 64;
        text_free(&name);
    }
    bool allowed = true;
    for (size_t k = 0; k < found->found.count; k++)
        allowed =
            allowed && holds_in(&found->loaded, state, found->found.items[k]);
    return allowed;
}

#define TAKING(more)                                                           \
    "(role you) (less 0 1) (less 1 2) (less 2 3) (thing a) (thing b)"          \
    "(thing c) (init (taken 0)) (init (here a)) (init (here b))"               \
    "(init (here c)) (<= (legal you (take ?x)) (true (here ?x)))"              \
    "(<= (next (here ?x)) (true (here ?x)) (not (does you (take ?x))))"        \
    "(<= (next (taken ?n)) (true (taken ?m)) (less ?m ?n))"                    \
    "(<= terminal (not (some))) (<= (some) (true (here ?x)))"                  \
    "(goal you 100)" more

static void a_counter_tells_how_many_are_left(void **state)
{
    (void)state;
    Found found = find(TAKING(""));
    assert_true(found.found.count > 0);
    assert_hold_everywhere(&found);
    assert_true(is_allowed(&found, " (here a) (here b) (here c) (taken 0) "));
    assert_true(is_allowed(&found, " (taken 3) "));
    assert_false(is_allowed(&found, " (here a) (taken 3) "));
    assert_false(is_allowed(&found, " (here a) (here b) (taken 2) "));
    assert_false(is_allowed(&found, " (here a) (here b) "));
    release(&found);
}

static void what_changes_the_sum_leaves_no_equation(void **state)
{
    (void)state;
    Found found = find(TAKING("(legal you wait)"));
    assert_hold_everywhere(&found);
    assert_true(is_allowed(&found, " (here a) (here b) (taken 2) ") ||
                !found.found.count);
    release(&found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_counter_tells_how_many_are_left),
        cmocka_unit_test(what_changes_the_sum_leaves_no_equation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

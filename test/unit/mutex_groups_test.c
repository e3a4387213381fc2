/* mutex_groups_test.c - at most one and at least one of a class of features */
#include "named_features.h"

#include "prove/candidates/mutex_groups.h"
#include "prove/walk/reachable_states.h"

/* A token goes round four cells; another goes, too, but leaves a trace. */
static const char TOKENS[] =
    "(role a)(succ 1 2)(succ 2 3)(succ 3 4)(succ 4 1)"
    "(init (token 1))(init (trace 1))(legal a go)(legal a wait)"
    "(<= (next (token ?y)) (true (token ?x)) (succ ?x ?y) (does a go))"
    "(<= (next (token ?x)) (true (token ?x)) (does a wait))"
    "(<= (next (trace ?y)) (true (trace ?x)) (succ ?x ?y) (does a go))"
    "(<= (next (trace ?x)) (true (trace ?x)))"
    "(<= (next ghost) (true ghost))"
    "(<= (next ghost) (true (token 1)) (true (token 3)))"
    "(<= terminal (true (token 4)) (true (trace 3)) (true ghost))"
    "(goal a 100)";

/* Of all sets of features, how many are consistent with what was found. */
static size_t count_consistent(const Loaded *loaded, const RefList *found)
{
    size_t count = 0;
    for (uint64_t set = 0; set < 1u << loaded->net->feature_count; set++) {
        bool holds = true;
        for (size_t i = 0; i < found->count && holds; i++)
            holds = holds_in(loaded, &set, found->items[i]);
        count += holds;
    }
    return count;
}

static void a_token_is_on_one_cell_and_a_trace_on_some(void **state)
{
    (void)state;
    Loaded loaded = load_net(TOKENS);
    RefList found = {0};
    assert_int_equal(loaded.net->feature_count, 4 + 4 + 1);
    assert_true(find_mutex_groups(loaded.net, &loaded.properties, NULL, 0, NULL,
                                  &loaded.budget, &found));
    /* places of the token, traces, and the ghost or not */
    assert_int_equal(count_consistent(&loaded, &found), 4 * 15 * 2);
    vec_clear(&found);
    GuidedWalks *walks = walks_new(loaded.net, &loaded.properties, 1);
    walks_run(walks, 20, &loaded.budget);
    assert_true(find_mutex_groups(loaded.net, &loaded.properties, NULL, 0,
                                  walks, &loaded.budget, &found));
    assert_int_equal(count_consistent(&loaded, &found), 4 * 15);
    walks_free(walks);
    vec_free(&found);
    unload(&loaded);
}

/* How many pairs of features are never together by what was found, which must
 * hold in all positions; what fails if no feature holds is no "at most". */
static size_t count_mutexes(const char *path)
{
    Loaded loaded = load(path);
    const Net *net = loaded.net;
    RefList found = {0};
    assert_true(find_mutex_groups(net, &loaded.properties, NULL, 0, NULL,
                                  &loaded.budget, &found));
    Machine *machine = machine_new(net);
    ReachableStates *reachable = reachable_new(machine, 100000, NULL);
    assert_true(reachable_complete(reachable));
    for (size_t i = 0; i < reachable_count(reachable); i++)
        for (size_t k = 0; k < found.count; k++)
            assert_true(holds_in(&loaded, reachable_state(reachable, i),
                                 found.items[k]));
    size_t mutexes = 0, words = reachable_state_words(reachable);
    uint64_t *pair = test_calloc(words, sizeof *pair);
    uint64_t *none = test_calloc(words, sizeof *none);
    for (uint32_t a = 0; a < net->feature_count; a++)
        for (uint32_t b = 0; b < a; b++) {
            bool excluded = false;
            pair[a / 64] |= (uint64_t)1 << a % 64;
            pair[b / 64] |= (uint64_t)1 << b % 64;
            for (size_t k = 0; k < found.count; k++)
                excluded =
                    excluded || (holds_in(&loaded, none, found.items[k]) &&
                                 !holds_in(&loaded, pair, found.items[k]));
            mutexes += excluded;
            memset(pair, 0, words * sizeof *pair);
        }
    test_free(pair);
    test_free(none);
    reachable_free(reachable);
    machine_free(machine);
    vec_free(&found);
    unload(&loaded);
    return mutexes;
}

static void cells_have_one_content_and_turns_one_owner(void **state)
{
    (void)state;
    /* of each cell three, and of control one */
    assert_int_equal(count_mutexes("games/tictactoe.kif"), 9 * 3 + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_token_is_on_one_cell_and_a_trace_on_some),
        cmocka_unit_test(cells_have_one_content_and_turns_one_owner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* bmc_test.c - bounded model checking, compared with all reachable positions */
#include "loaded.h"

#include "prove/induction/bmc.h"
#include "prove/walk/reachable_states.h"

static bool holds(const uint64_t *state, uint32_t feature)
{
    return state[feature / 64] >> feature % 64 & 1;
}

/* Whether two features were seen together. */
static bool were_together(const ReachableStates *reachable, uint32_t left,
                          uint32_t right)
{
    for (size_t i = 0; i < reachable_count(reachable); i++)
        if (holds(reachable_state(reachable, i), left) &&
            holds(reachable_state(reachable, i), right))
            return true;
    return false;
}

static const uint64_t *end_of(Cursor *cursor, const PropertyResult *result,
                              size_t roles)
{
    cursor_reset(cursor);
    for (size_t i = 0; i < result->steps; i++) {
        for (size_t k = 0; k < roles; k++)
            assert_true(
                cursor_legal(cursor, k)[result->moves[i * roles + k] / 64] >>
                    result->moves[i * roles + k] % 64 &
                1);
        assert_false(cursor_is_terminal(cursor));
        cursor_moves(cursor, result->moves + i * roles);
        uint64_t next[64];
        assert_true(machine_words(cursor_machine(cursor)) <= 64);
        memcpy(next, cursor_next(cursor),
               machine_words(cursor_machine(cursor)) * sizeof *next);
        cursor_set(cursor, next);
    }
    return cursor_state(cursor);
}

/* For each pair of features: they never hold together. */
static void compare(const char *path, uint64_t bound, uint64_t longest)
{
    Loaded loaded = load(path);
    const Net *net = loaded.net;
    Machine *machine = machine_new(net);
    Cursor *cursor = cursor_new(machine);
    Budget budget = {0};
    ReachableStates *reachable = reachable_new(machine, 100000, &budget);
    assert_true(reachable_complete(reachable));
    size_t features = net->feature_count, count = features * features;
    GroundProperty *list = calloc(count, sizeof *list);
    PropertyResult *results = calloc(count, sizeof *results);
    PropertyTable properties;
    properties_init(&properties, net);
    for (size_t i = 0; i < count; i++) {
        Ref left = property_feature(&properties, 0, (uint32_t)(i / features)),
            right = property_feature(&properties, 0, (uint32_t)(i % features));
        list[i].ends[0] = ref_not(property_pair(&properties, left, right));
    }
    BmcTask task = {.properties = &properties,
                    .list = list,
                    .count = count,
                    .budget = &budget,
                    .max_depth = 300,
                    .max_conflicts = -1,
                    .chunk_size = 24,
                    .seeks_bound = true,
                    .bound = bound};
    assert_int_equal(bmc_run(&task, results).bound, longest);
    for (size_t i = 0; i < count; i++) {
        uint32_t left = (uint32_t)(i / features),
                 right = (uint32_t)(i % features);
        bool together = were_together(reachable, left, right);
        assert_int_equal(results[i].verdict,
                         together ? VERDICT_REFUTED : VERDICT_PROVED);
        if (together) {
            const uint64_t *end = end_of(cursor, &results[i], net->role_count);
            assert_true(holds(end, left) && holds(end, right));
        }
        free(results[i].moves);
    }
    properties_free(&properties);
    free(results);
    free(list);
    reachable_free(reachable);
    cursor_free(cursor);
    machine_free(machine);
    unload(&loaded);
}

static void what_holds_at_every_depth_is_proved(void **state)
{
    (void)state;
    compare("games/hexapawn.kif", 20, 7);
    compare("games/nim.kif", 12, 12);
}

static void that_no_play_goes_on_shows_the_bound(void **state)
{
    (void)state;
    compare("games/tictactoe.kif", UINT64_MAX, 9);
}

/* A lock opens after the moves 3, 1, 4, 1, 5 and shuts at any other. */
static const char LOCK[] =
    "(role a)(digit 1)(digit 2)(digit 3)(digit 4)(digit 5)"
    "(key start 3 k1)(key k1 1 k2)(key k2 4 k3)(key k3 1 k4)(key k4 5 done)"
    "(init (at start))"
    "(<= (legal a (dial ?d)) (digit ?d))"
    "(<= (next (at ?n)) (true (at ?p)) (does a (dial ?d)) (key ?p ?d ?n))"
    "(<= (next (at start)) (true (at ?p)) (does a (dial ?d)) "
    "    (not (good ?p ?d)))"
    "(<= (next (open)) (true (at done)))"
    "(<= (good ?p ?d) (key ?p ?d ?n))"
    "(<= terminal (true (open)))(goal a 100)";

/* Whether a play opens the lock is asked with a quota of WORK; returns in how
 * many positions that was ruled out. */
static size_t open_the_lock(Loaded *loaded, uint64_t work,
                            PropertyResult *result)
{
    const Net *net = loaded->net;
    GroundProperty shut = {0};
    for (uint32_t i = 0; i < net->feature_count; i++)
        if (strcmp(net->features[i]->symbol->name, "open") == 0)
            shut.ends[0] = ref_not(property_feature(&loaded->properties, 0, i));
    assert_int_not_equal(shut.ends[0], REF_TRUE);
    WorkMeter meter;
    Budget budget = budget_quota(NULL, &meter, work);
    BmcTask task = {.properties = &loaded->properties,
                    .list = &shut,
                    .count = 1,
                    .budget = &budget,
                    .max_depth = 60,
                    .max_conflicts = 3000,
                    .chunk_size = 1,
                    .bound = UINT64_MAX};
    *result = (PropertyResult){0};
    return bmc_run(&task, result).checked_positions;
}

static void a_play_is_found_that_opens_the_lock(void **state)
{
    (void)state;
    Loaded loaded = load_net(LOCK);
    PropertyResult result;
    open_the_lock(&loaded, 1000000000, &result);
    assert_int_equal(result.verdict, VERDICT_REFUTED);
    assert_int_equal(result.steps, 6);
    assert_int_equal(result.at, 6);
    const char *code[] = {"3", "1", "4", "1", "5"};
    for (size_t i = 0; i < 5; i++)
        assert_string_equal(
            loaded.net->roles[0].moves[result.moves[i]]->args[0]->symbol->name,
            code[i]);
    free(result.moves);
    unload(&loaded);
}

static void what_was_not_searched_is_not_certain(void **state)
{
    (void)state;
    Loaded loaded = load_net(LOCK);
    PropertyResult result;
    assert_int_equal(open_the_lock(&loaded, 0, &result), 0);
    assert_int_equal(result.verdict, VERDICT_UNKNOWN);
    unload(&loaded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_holds_at_every_depth_is_proved),
        cmocka_unit_test(that_no_play_goes_on_shows_the_bound),
        cmocka_unit_test(a_play_is_found_that_opens_the_lock),
        cmocka_unit_test(what_was_not_searched_is_not_certain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

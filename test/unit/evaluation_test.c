/* evaluation_test.c - what positions are worth, learned from play */
#include "loaded.h"

#include "search/learning.h"

#include "base/memory.h"
#include "sim/simulate.h"

static const char three_ways[] =
    "(role a) (init (at start)) (way bad) (way middle) (way good)"
    "(<= (legal a (go ?x)) (true (at start)) (way ?x))"
    "(<= (next (at ?x)) (does a (go ?x)))"
    "(<= terminal (not (true (at start))))"
    "(<= (goal a 0) (true (at bad))) (<= (goal a 50) (true (at middle)))"
    "(<= (goal a 100) (true (at good)))";

typedef struct {
    Loaded loaded;
    Machine *machine;
    NumberedEngine *numbered;
    Evaluation *evaluation;
} Learner;

static Learner learner_of(Loaded loaded)
{
    Learner learner = {.loaded = loaded, .machine = machine_new(loaded.net)};
    learner.numbered = numbered_new(learner.machine, NULL);
    learner.evaluation = evaluation_new(learner.numbered, 1);
    return learner;
}

static void learner_free(Learner *learner)
{
    evaluation_free(learner->evaluation);
    numbered_free(learner->numbered);
    machine_free(learner->machine);
    unload(&learner->loaded);
}

static void learn(Learner *learner, uint64_t work)
{
    WorkMeter meter;
    Budget unlimited = budget_new(0, NULL);
    Budget quota = budget_quota(&unlimited, &meter, work);
    evaluation_learn(learner->evaluation, &quota);
}

/* What the only role expects after move NAME from the initial position. */
static double value_after(Learner *learner, const char *name)
{
    const Role *role = &learner->loaded.net->roles[0];
    uint64_t position[4] = {0};
    assert_in_range(learner->numbered->position_bytes, 8, sizeof position);
    for (uint32_t i = 0; i < role->move_count; i++)
        if (strcmp(role->moves[i]->args[0]->symbol->name, name) == 0) {
            numbered_initial(learner->numbered, position);
            numbered_set(learner->numbered, position);
            assert_true(numbered_next(learner->numbered, &i, position));
            return evaluation_value(learner->evaluation, position, 0);
        }
    fail_msg("there is no move %s", name);
    return 0;
}

static void nothing_is_known_at_first(void **state)
{
    (void)state;
    Learner learner = learner_of(load_net(three_ways));
    assert_true(value_after(&learner, "bad") == 50);
    assert_true(value_after(&learner, "good") == 50);
    learner_free(&learner);
}

static void what_ends_well_is_worth_more(void **state)
{
    (void)state;
    Learner learner = learner_of(load_net(three_ways));
    learn(&learner, 2000000);
    assert_true(value_after(&learner, "bad") < 20);
    assert_in_range((int)value_after(&learner, "middle"), 40, 60);
    assert_true(value_after(&learner, "good") > 90);
    learner_free(&learner);
}

static void the_same_work_teaches_the_same(void **state)
{
    (void)state;
    double values[2];
    for (size_t i = 0; i < 2; i++) {
        Learner learner = learner_of(load_net(three_ways));
        learn(&learner, 100000);
        values[i] = value_after(&learner, "middle");
        learner_free(&learner);
    }
    assert_true(values[0] == values[1]);
}

static void a_game_without_moves_teaches_nothing(void **state)
{
    (void)state;
    Learner learner = learner_of(
        load_net("(role a) (init (p 1)) (<= (legal a m) (true (p 2)))"
                 "(<= (next (p 1)) (true (p 1))) (<= terminal (true (p 1)))"
                 "(goal a 50)"));
    learn(&learner, 100000); /* it ends */
    learner_free(&learner);
}

/* ---- trust ---- */

static bool pays_in(const char *path, uint64_t playouts)
{
    Learner learner = learner_of(load(path));
    LanePlan *lanes = sliced_new(learner.loaded.net);
    ZermeloSearchSettings settings = {.threads = 1, .seed = 1};
    SearchLimits limits = {budget_new(0, NULL), playouts};
    evaluation_free(learner.evaluation);
    learner.evaluation =
        learn_evaluation(lanes, learner.numbered, &settings, &limits);
    bool pays = learner.evaluation != NULL;
    lane_plan_free(lanes);
    learner_free(&learner);
    return pays;
}

/* What a weighted sum of features can tell, and what it cannot. */
static void an_evaluation_is_trusted_where_that_wins(void **state)
{
    (void)state;
    assert_true(pays_in("games/breakthroughsmall.kif", 2000));
    assert_false(pays_in("games/nim.kif", 500));
}

/* ---- by the library ---- */

static void nothing_is_learned_without_limits_or_a_net(void **state)
{
    (void)state;
    const char *why;
    ZermeloGame *game = read_game_file("games/breakthroughsmall.kif");
    ZermeloNet *net = zermelo_ground(game, NULL, &why);
    const ZermeloSearchSettings settings = {.threads = 1, .megabytes = 320};
    for (size_t i = 0; i < 2; i++) {
        ZermeloCursor *cursor =
            zermelo_cursor_new(game, i ? net : NULL, NULL, &why);
        ZermeloSearch *search = zermelo_search_new(cursor, &settings);
        assert_false(zermelo_search_learn(search, NULL, 0));
        assert_int_equal(zermelo_search_learn(search, NULL, 2000), i);
        zermelo_search_free(search);
        zermelo_cursor_free(cursor);
    }
    zermelo_net_free(net);
    zermelo_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_known_at_first),
        cmocka_unit_test(what_ends_well_is_worth_more),
        cmocka_unit_test(the_same_work_teaches_the_same),
        cmocka_unit_test(a_game_without_moves_teaches_nothing),
        cmocka_unit_test(an_evaluation_is_trusted_where_that_wins),
        cmocka_unit_test(nothing_is_learned_without_limits_or_a_net),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* case_effects_test.c - which features a step may change, and to what */
#include "named_features.h"

#include "prove/candidates/cases_internal.h"
#include "prove/walk/reachable_states.h"

static void open_search(CaseSearch *search, const CaseTask *task)
{
    *search =
        (CaseSearch){.task = task, .net = task->net, .arena = arena_new()};
    cases_make_variables(search);
    cases_find_cone(search);
    assert_true(cases_begin(search));
}

static void close_search(CaseSearch *search)
{
    vec_free_all(&search->ands, &search->inputs, &search->trail,
                 &search->changes, &search->active, &search->cone);
    arena_free(search->arena);
}

/* The change of a feature, or NULL if it keeps its value. */
static const CaseChange *change_of(const CaseSearch *search, uint32_t feature)
{
    for (size_t i = 0; i < search->changes.count; i++)
        if (search->changes.items[i].feature == feature)
            return &search->changes.items[i];
    return NULL;
}

/* Something is handed on from left to right, while a door may be shut. */
static const char HANDS[] =
    "(role a)(init left)(init open)(legal a push)(legal a hand)"
    "(<= (next left) (true left) (does a push))"
    "(<= (next right) (true right) (does a push))"
    "(<= (next right) (true left) (does a hand))"
    "(<= (next open) (true open) (does a hand))"
    "(<= (next heard) (true open) (not (true right)) (does a push))"
    "(<= terminal (not (true open)) (true right))(goal a 100)";

static void a_feature_keeps_or_takes_a_value_or_gets_a_constant(void **state)
{
    (void)state;
    Loaded loaded = load_net(HANDS);
    const Net *net = loaded.net;
    CaseTask task = {.net = net, .properties = &loaded.properties};
    uint32_t left = feature_named(net, "left"),
             right = feature_named(net, "right"),
             open = feature_named(net, "open"),
             heard = feature_named(net, "heard");
    CaseSearch search;
    open_search(&search, &task);
    size_t mark = search.trail.count;
    bool is_hand = !strcmp(net->roles[0].moves[0]->symbol->name, "hand");
    cases_make_move(&search, 0, is_hand ? 0 : 1);
    assert_true(cases_propagate(&search));
    CaseCone outer = cases_narrow(&search);
    assert_int_equal(search.changes.count, 3);
    assert_null(change_of(&search, open));
    assert_int_equal(change_of(&search, right)->after, CASE_OPEN);
    assert_int_equal(change_of(&search, right)->from, left);
    assert_true(search.is_source[left]);
    assert_int_equal(change_of(&search, left)->after, CASE_FALSE);
    assert_int_equal(change_of(&search, left)->before, CASE_OPEN);
    assert_int_equal(change_of(&search, heard)->after, CASE_FALSE);
    cases_assign(&search, 2 * search.feature_var[left]);
    assert_true(cases_propagate(&search));
    cases_find_changes(&search); /* of what may change in the outer case */
    assert_int_equal(search.changes.count, 3);
    assert_int_equal(change_of(&search, right)->after, CASE_TRUE);
    assert_int_equal(change_of(&search, left)->before, CASE_TRUE);
    cases_widen(&search, outer);
    cases_undo(&search, mark);
    cases_make_move(&search, 0, is_hand ? 1 : 0);
    assert_true(cases_propagate(&search));
    cases_find_changes(&search);
    assert_null(change_of(&search, left));
    assert_null(change_of(&search, right));
    assert_int_equal(change_of(&search, open)->after, CASE_FALSE);
    assert_int_equal(change_of(&search, heard)->after, CASE_OPEN);
    assert_int_equal(change_of(&search, heard)->from, NO_INDEX);
    close_search(&search);
    unload(&loaded);
}

/* Assigns all features and the joint move; compares the changes with NEXT. */
static void check_step(CaseSearch *search, const uint64_t *before,
                       const uint32_t *moves, const uint64_t *after)
{
    size_t mark = search->trail.count;
    for (uint32_t f = 0; f < search->net->feature_count; f++)
        cases_assign(search,
                     2 * search->feature_var[f] + !state_has(before, f));
    for (uint32_t r = 0; r < search->net->role_count; r++)
        cases_make_move(search, r, moves[r]);
    assert_true(cases_propagate(search));
    cases_find_changes(search);
    for (uint32_t f = 0; f < search->net->feature_count; f++) {
        const CaseChange *change = change_of(search, f);
        assert_int_equal(!!change, state_has(before, f) != state_has(after, f));
        if (change)
            assert_int_equal(change->after, state_has(after, f));
    }
    cases_undo(search, mark);
}

static void if_all_is_known_the_changes_are_those_of_the_step(void **state)
{
    (void)state;
    static const char *const paths[] = {"games/nim.kif", "games/rps.kif",
                                        "games/hexapawn.kif",
                                        "games/river.kif"};
    for (size_t game = 0; game < sizeof paths / sizeof *paths; game++) {
        Loaded loaded = load(paths[game]);
        CaseTask task = {.net = loaded.net, .properties = &loaded.properties};
        CaseSearch search;
        open_search(&search, &task);
        Machine *machine = machine_new(loaded.net);
        Cursor *cursor = cursor_new(machine);
        ReachableStates *reachable = reachable_new(machine, 100000, NULL);
        Random random = random_new(game, 1);
        for (size_t i = 0; i < reachable_count(reachable); i++) {
            uint32_t moves[8];
            cursor_set(cursor, reachable_state(reachable, i));
            if (cursor_random_step(cursor, &random, moves))
                check_step(&search, reachable_state(reachable, i), moves,
                           cursor_state(cursor));
        }
        reachable_free(reachable);
        cursor_free(cursor);
        machine_free(machine);
        close_search(&search);
        unload(&loaded);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_feature_keeps_or_takes_a_value_or_gets_a_constant),
        cmocka_unit_test(if_all_is_known_the_changes_are_those_of_the_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

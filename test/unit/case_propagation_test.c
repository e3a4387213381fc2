/* case_propagation_test.c - what follows from what a case assumes */
#include "named_features.h"

#include "prove/candidates/cases_internal.h"
#include "prove/walk/reachable_states.h"

/* Two roles take turns, and whose turn it is not, waits; whoever has the lamp
 * may pass it on. */
static const char TURNS[] =
    "(role a)(role b)(init (turn a))(init (lamp a))"
    "(<= (next (turn b)) (true (turn a)))(<= (next (turn a)) (true (turn b)))"
    "(<= (legal ?r stay) (true (turn ?r)))"
    "(<= (legal ?r pass) (true (turn ?r)) (true (lamp ?r)))"
    "(<= (legal b wait) (true (turn a)))(<= (legal a wait) (true (turn b)))"
    "(<= (next (lamp a)) (true (lamp a)) (not (does a pass)))"
    "(<= (next (lamp b)) (true (lamp b)) (not (does b pass)))"
    "(<= (next (lamp b)) (does a pass))(<= (next (lamp a)) (does b pass))"
    "(<= terminal (true (lamp b)) (true (turn b)))(<= (goal ?r 100) (role ?r))";

static void open_search(CaseSearch *search, const CaseTask *task)
{
    *search =
        (CaseSearch){.task = task, .net = task->net, .arena = arena_new()};
    cases_make_variables(search);
    assert_true(cases_begin(search));
}

static void close_search(CaseSearch *search)
{
    vec_free_all(&search->ands, &search->inputs, &search->trail);
    arena_free(search->arena);
}

static uint32_t literal_of(const CaseSearch *search, const char *feature)
{
    return 2 * search->feature_var[feature_named(search->net, feature)];
}

static const char *chosen_move(const CaseSearch *search, size_t role)
{
    uint32_t move = search->chosen_move[role];
    return move == NO_INDEX
               ? "none"
               : search->net->roles[role].moves[move]->symbol->name;
}

static void whose_turn_it_is_not_can_only_wait(void **state)
{
    (void)state;
    Loaded loaded = load_net(TURNS);
    PropertyTable *properties = &loaded.properties;
    Ref turns[2] = {
        property_feature(properties, 0, feature_named(loaded.net, "turn(a)")),
        property_feature(properties, 0, feature_named(loaded.net, "turn(b)"))};
    Ref one_turn = ref_not(property_pair(properties, turns[0], turns[1]));
    CaseTask task = {.net = loaded.net,
                     .properties = properties,
                     .lemmas = &one_turn,
                     .lemma_count = 1};
    CaseSearch search;
    open_search(&search, &task);
    size_t mark = search.trail.count;
    assert_string_equal(chosen_move(&search, 1), "none");
    cases_assign(&search, literal_of(&search, "turn(a)"));
    assert_true(cases_propagate(&search));
    assert_true(cases_fails(&search, literal_of(&search, "turn(b)")));
    assert_string_equal(chosen_move(&search, 0), "none");
    assert_string_equal(chosen_move(&search, 1), "wait");
    cases_assign(&search, literal_of(&search, "lamp(a)") ^ 1);
    assert_true(cases_propagate(&search));
    assert_string_equal(chosen_move(&search, 0), "stay");
    cases_undo(&search, mark); /* and the other way round: */
    assert_string_equal(chosen_move(&search, 1), "none");
    cases_assign(&search, literal_of(&search, "turn(b)"));
    assert_true(cases_propagate(&search));
    assert_true(cases_fails(&search, literal_of(&search, "lamp(b)")));
    assert_string_equal(chosen_move(&search, 1), "stay");
    cases_assign(&search, literal_of(&search, "lamp(b)")); /* is over */
    assert_false(cases_propagate(&search));
    close_search(&search);
    unload(&loaded);
}

/* Checks the current case against the positions in which the feature has the
 * value and that are not terminal; there are none if it is not POSSIBLE. */
static void check_values(const CaseSearch *search, Cursor *cursor,
                         const ReachableStates *reachable, uint32_t feature,
                         bool value, bool possible)
{
    for (size_t i = 0; i < reachable_count(reachable); i++) {
        const uint64_t *position = reachable_state(reachable, i);
        cursor_set(cursor, position);
        if (state_has(position, feature) != value || cursor_is_terminal(cursor))
            continue;
        assert_true(possible);
        for (uint32_t f = 0; f < search->net->feature_count; f++)
            if (cases_value_of(search, f) != CASE_OPEN)
                assert_int_equal(cases_value_of(search, f),
                                 state_has(position, f));
        for (uint32_t r = 0; r < search->net->role_count; r++)
            assert_true(search->open_move_count[r] >=
                        cursor_legal_count(cursor, r));
    }
}

static void what_follows_from_a_feature_is_so_in_all_positions(void **state)
{
    (void)state;
    static const char *const paths[] = {"games/nim.kif", "games/hexapawn.kif",
                                        "games/river.kif"};
    for (size_t game = 0; game < sizeof paths / sizeof *paths; game++) {
        Loaded loaded = load(paths[game]);
        CaseTask task = {.net = loaded.net, .properties = &loaded.properties};
        CaseSearch search;
        open_search(&search, &task);
        Machine *machine = machine_new(loaded.net);
        Cursor *cursor = cursor_new(machine);
        ReachableStates *reachable = reachable_new(machine, 100000, NULL);
        assert_true(reachable_complete(reachable));
        size_t mark = search.trail.count;
        for (uint32_t f = 0; f < loaded.net->feature_count; f++)
            for (int value = 0; value < 2; value++) {
                cases_assign(&search, 2 * search.feature_var[f] + !value);
                bool possible = cases_propagate(&search);
                check_values(&search, cursor, reachable, f, value, possible);
                cases_undo(&search, mark);
                assert_int_equal(search.trail.count, mark);
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
        cmocka_unit_test(whose_turn_it_is_not_can_only_wait),
        cmocka_unit_test(what_follows_from_a_feature_is_so_in_all_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

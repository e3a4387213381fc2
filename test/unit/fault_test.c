/* fault_test.c - faults of a position: for which role, and why */
#include "loaded.h"

#include "prove/walk/fault.h"

typedef struct {
    Loaded loaded;
    FaultChecker checker;
} Table;

static Table table_of(const char *text)
{
    Table table = {.loaded = load_game(text)};
    const Game *game = table.loaded.game;
    const char *why;
    table.checker = (FaultChecker){game, interp_new(game, NULL, &why), NULL,
                                   table.loaded.arena};
    assert_non_null(table.checker.interp);
    return table;
}

static void table_free(Table *table)
{
    interp_free(table->checker.interp);
    unload(&table->loaded);
}

/* What the initial position of RULES shows: "role: why: message". */
static void assert_shows(const char *rules, Check check, const char *expected)
{
    Table table = table_of(rules);
    Interp *interp = table.checker.interp;
    Fault fault;
    Text text = {0};
    interp_set(interp, interp_initial(interp));
    if (position_is_witness(&table.checker, interp_initial(interp), check, 0,
                            &fault))
        text_addf(&text, "%s: %s: %s",
                  fault.role == NO_INDEX
                      ? "nobody"
                      : interp_role(interp, fault.role)->symbol->name,
                  fault.why, fault.message);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
    table_free(&table);
}

#define TWO                                                                    \
    "(role ann) (role bob) (init (at 1)) (<= (next (at ?x)) (true (at ?x)))"
#define MOVE "(<= (legal ?p go) (role ?p))"

static void who_cannot_move_is_named(void **state)
{
    (void)state;
    const char *rules =
        TWO "(legal ann go) (<= terminal (true (at 2))) (goal ann 1)";
    assert_shows(rules, CHECK_PLAYABLE, "bob: no-move: no legal move");
    assert_shows(rules, CHECK_TURN_TAKING, "");
    assert_shows(TWO MOVE "(<= terminal (true (at 2))) (goal ann 1)",
                 CHECK_PLAYABLE, "");
}

static void who_has_not_one_value_is_named(void **state)
{
    (void)state;
#define END TWO MOVE "terminal (goal ann 40)"
    assert_shows(END "(goal bob 40)", CHECK_GOALS, "");
    assert_shows(END, CHECK_GOALS, "bob: no-value: no value");
    assert_shows(END "(goal bob 30) (goal bob 7)", CHECK_GOALS,
                 "bob: several-values: the values 7 and 30");
    assert_shows(END "(goal bob 101)", CHECK_GOALS,
                 "bob: value-out-of-range: no value: 101 is not a number from "
                 "0 to 100");
    assert_shows(END "(goal bob none)", CHECK_GOALS,
                 "bob: no-value: no value: none is not a number from 0 to 100");
}

static void goals_that_do_not_add_up_are_reported(void **state)
{
    (void)state;
    assert_shows(END "(goal bob 60)", CHECK_ZERO_SUM, "");
    assert_shows(END "(goal bob 40)", CHECK_ZERO_SUM,
                 "nobody: sum-not-100: ann has 40, bob has 40");
    assert_shows(END, CHECK_ZERO_SUM,
                 "nobody: sum-not-100: ann has 40, bob has no value");
}

static void who_chooses_at_once_is_named(void **state)
{
    (void)state;
    assert_shows(END MOVE "(<= (legal ?p stay) (role ?p))", CHECK_TURN_TAKING,
                 "nobody: several-choose: ann and bob have a choice at once");
}

static void only_legal_plays_have_an_end(void **state)
{
    (void)state;
    Table table = table_of("(role you) (init (at 1)) (legal you go)"
                           "(<= (next (at 2)) (true (at 1)))"
                           "(<= terminal (true (at 2))) (goal you 1)");
    Interp *interp = table.checker.interp;
    size_t count;
    interp_set(interp, interp_initial(interp));
    const Term *go = interp_legal(interp, 0, &count)[0];
    const Term *moves[] = {go, go};
    assert_int_equal(
        position_after(interp, moves, 0, table.loaded.arena)->count, 1);
    assert_non_null(position_after(interp, moves, 1, table.loaded.arena));
    assert_null(
        position_after(interp, moves, 2, table.loaded.arena)); /* it was over */
    moves[0] = interp_role(interp, 0);
    assert_null(position_after(interp, moves, 1, table.loaded.arena));
    assert_non_null(strstr(replay_mismatch(interp), "internal error"));
    table_free(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_cannot_move_is_named),
        cmocka_unit_test(who_has_not_one_value_is_named),
        cmocka_unit_test(goals_that_do_not_add_up_are_reported),
        cmocka_unit_test(who_chooses_at_once_is_named),
        cmocka_unit_test(only_legal_plays_have_an_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

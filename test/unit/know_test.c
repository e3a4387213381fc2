/* know_test.c - what a role knows that is told its moves and percepts */
#include "support.h"

#include <stdio.h>

/* A card, red or black, is dealt face down; you look at it or not, and bet. */
#define CARD                                                                   \
    "role(you). role(random).\n"                                               \
    "init(stage(1)).\n"                                                        \
    "colour(red). colour(black).\n"                                            \
    "legal(random,deal(C)) :- true(stage(1)), colour(C).\n"                    \
    "legal(random,noop) :- true(stage(S)), distinct(S,1).\n"                   \
    "legal(you,noop) :- true(stage(1)).\n"                                     \
    "legal(you,look) :- true(stage(2)).\n"                                     \
    "legal(you,wait) :- true(stage(2)).\n"                                     \
    "legal(you,bet(C)) :- true(stage(3)), true(card(C)).\n"                    \
    "sees(you,C) :- does(you,look), true(card(C)).\n"                          \
    "next(stage(2)) :- true(stage(1)).\n"                                      \
    "next(stage(3)) :- true(stage(2)).\n"                                      \
    "next(stage(4)) :- true(stage(3)).\n"                                      \
    "next(card(C)) :- does(random,deal(C)).\n"                                 \
    "next(card(C)) :- true(card(C)).\n"                                        \
    "terminal :- true(stage(4)).\n"                                            \
    "goal(you,100) :- true(card(red)).\n"                                      \
    "goal(you,0) :- true(card(black)).\n"                                      \
    "goal(random,50).\n"

typedef struct {
    ZermeloGame *game;
    ZermeloNet *net;
    ZermeloTracker *tracker;
} Table;

/* By the machine, or else by the interpreter. */
static Table sit_down(const char *text, bool machine, size_t role)
{
    const char *why;
    Table table = {.game = read_game(text)};
    if (machine)
        table.net = zermelo_ground(table.game, NULL, &why);
    table.tracker =
        zermelo_tracker_new(table.game, table.net, role, ZERMELO_EXACT, &why);
    assert_non_null(table.tracker);
    return table;
}

static void get_up(Table table)
{
    zermelo_tracker_free(table.tracker);
    zermelo_net_free(table.net);
    zermelo_free(table.game);
}

/* "look wait", with a question mark behind what is not certain. */
static const char *beliefs(Table table, ZermeloAbout about)
{
    static Text kept;
    Text all = {0};
    const ZermeloBelief *found;
    size_t count = zermelo_tracker_ask(table.tracker, about, &found);
    for (size_t i = 0; i < count; i++)
        text_addf(&all, "%s%s%s", i ? " " : "", found[i].term,
                  found[i].certain ? "" : "?");
    return keep(&kept, all);
}

static bool told(Table table, const char *move, const char *percept)
{
    return zermelo_tracker_update(table.tracker, move, &percept,
                                  percept ? 1 : 0);
}

static void what_was_not_seen_stays_open(void **state)
{
    (void)state;
    for (int machine = 0; machine < 2; machine++) {
        Table table = sit_down(CARD, machine, 0);
        assert_true(zermelo_tracker_knows(table.tracker, ZERMELO_LEGAL));
        assert_true(told(table, "noop", NULL));
        assert_string_equal(beliefs(table, ZERMELO_FEATURES),
                            "card(black)? card(red)? stage(2)");
        assert_string_equal(beliefs(table, ZERMELO_LEGAL), "look wait");
        assert_true(told(table, "wait", NULL));
        assert_string_equal(beliefs(table, ZERMELO_LEGAL),
                            "bet(black)? bet(red)?");
        assert_false(zermelo_tracker_knows(table.tracker, ZERMELO_LEGAL));
        assert_string_equal(beliefs(table, ZERMELO_GOAL), "0? 100?");
        assert_string_equal(beliefs(table, ZERMELO_TERMINAL), "");
        assert_false(zermelo_tracker_limited(table.tracker));
        get_up(table);
    }
}

static void what_was_seen_is_known(void **state)
{
    (void)state;
    for (int machine = 0; machine < 2; machine++) {
        Table table = sit_down(CARD, machine, 0);
        assert_true(told(table, "noop", NULL));
        assert_true(told(table, "look", "black"));
        assert_string_equal(beliefs(table, ZERMELO_LEGAL), "bet(black)");
        assert_true(told(table, "bet(black)", NULL));
        assert_string_equal(beliefs(table, ZERMELO_TERMINAL), "terminal");
        assert_string_equal(beliefs(table, ZERMELO_GOAL), "0");
        zermelo_tracker_reset(table.tracker);
        assert_string_equal(beliefs(table, ZERMELO_FEATURES), "stage(1)");
        get_up(table);
    }
}

static void what_cannot_be_is_refused(void **state)
{
    (void)state;
    Table table = sit_down(CARD, true, 0);
    assert_true(told(table, "noop", NULL));
    assert_false(told(table, "look", NULL)); /* looking, one sees a colour */
    assert_string_equal(zermelo_tracker_failure(table.tracker),
                        "no play agrees with these moves and percepts");
    assert_false(zermelo_tracker_knows(table.tracker, ZERMELO_LEGAL));
    zermelo_tracker_reset(table.tracker);
    assert_false(told(table, "look", "red")); /* it is no legal move yet */
    zermelo_tracker_reset(table.tracker);
    assert_false(told(table, "((", NULL));
    get_up(table);
}

static void samples_are_possible_and_differ(void **state)
{
    (void)state;
    for (int machine = 0; machine < 2; machine++) {
        Table table = sit_down(CARD, machine, 0);
        size_t red = 0;
        assert_true(told(table, "noop", NULL));
        assert_int_equal(zermelo_tracker_sample(table.tracker, 200, 1), 200);
        for (size_t i = 0; i < 200; i++) {
            const char *const *features;
            assert_int_equal(
                zermelo_tracker_features(table.tracker, i, &features), 2);
            assert_string_equal(features[1], "stage(2)");
            red += strcmp(features[0], "card(red)") == 0;
            assert_int_equal(zermelo_tracker_position(table.tracker, i) != NULL,
                             machine);
        }
        assert_in_range(red, 50, 150);
        get_up(table);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_not_seen_stays_open),
        cmocka_unit_test(what_was_seen_is_known),
        cmocka_unit_test(what_cannot_be_is_refused),
        cmocka_unit_test(samples_are_possible_and_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

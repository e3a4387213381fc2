/* goal_lower_bound_test.c - lower bounds of lengths of plans */
#include "support.h"

#include "api/handle.h"
#include "solve/goal_lower_bound.h"

/* Three lamps, each with a switch that turns it on; all on ends the game. The
 * fuse blows if the first lamp is switched on while the second is on, and
 * nothing mends it. */
#define LAMPS                                                                  \
    "role(you). init(count(0)). succ(0,1). succ(1,2). succ(2,3). succ(3,4). "  \
    "lamp(1). lamp(2). lamp(3). "                                              \
    "legal(you,on(X)) :- lamp(X), not true(lit(X)). "                          \
    "next(lit(X)) :- true(lit(X)). next(lit(X)) :- does(you,on(X)). "          \
    "next(blown) :- true(blown). "                                             \
    "next(blown) :- does(you,on(1)), true(lit(2)). "                           \
    "next(count(Y)) :- true(count(X)), succ(X,Y). "                            \
    "terminal :- true(lit(1)), true(lit(2)), true(lit(3)). "                   \
    "goal(you,100) :- not true(blown). goal(you,0) :- true(blown). "

typedef struct {
    ZermeloGame *game;
    ZermeloNet *handle;
    const Net *net;
    MoveEffects *effects;
} Lamps;

static Lamps lamps_new(const char *text)
{
    const char *why;
    Lamps lamps = {.game = read_game(text)};
    lamps.handle = zermelo_ground(lamps.game, NULL, &why);
    assert_non_null(lamps.handle);
    lamps.net = lamps.handle->net;
    lamps.effects = move_effects_new(lamps.net);
    assert_non_null(lamps.effects);
    return lamps;
}

static void lamps_free(Lamps *lamps)
{
    move_effects_free(lamps->effects);
    zermelo_net_free(lamps->handle);
    zermelo_free(lamps->game);
}

static void each_need_takes_its_part_of_a_move(void **unused)
{
    (void)unused;
    Lamps lamps = lamps_new(LAMPS);
    uint64_t state[8] = {0};
    Puzzle puzzle = {
        .net = lamps.net, .start_state = state, .wanted_value = NO_VALUE};
    for (size_t i = 0; i < lamps.net->feature_count; i++)
        if (lamps.net->initial[i])
            state[i / 64] |= (uint64_t)1 << i % 64;
    assert_int_equal(goal_lower_bound(&puzzle, lamps.effects, 0), 3);
    for (size_t i = 0; i < lamps.net->feature_count; i++)
        if (strcmp(lamps.net->features[i]->symbol->name, "blown") == 0)
            state[i / 64] |= (uint64_t)1 << i % 64;
    assert_true(goal_lower_bound(&puzzle, lamps.effects, 0) == UNREACHABLE);
    /* an end that is worth something at all needs only the lamps */
    assert_int_equal(goal_lower_bound(&puzzle, lamps.effects, NO_VALUE), 3);
    lamps_free(&lamps);
}

/* Five lamps that burn down, two switched on at a time; each has to burn,
 * however low. */
#define CANDLES                                                                \
    "role(you). candle(1). candle(2). candle(3). candle(4). candle(5). "       \
    "init(burns(X,0)) :- candle(X). "                                          \
    "legal(you,light(X,Y)) :- candle(X), candle(Y). "                          \
    "next(burns(X,3)) :- does(you,light(X,Y)). "                               \
    "next(burns(X,3)) :- does(you,light(Y,X)). "                               \
    "next(burns(X,2)) :- true(burns(X,3)). "                                   \
    "next(burns(X,1)) :- true(burns(X,2)). "                                   \
    "next(burns(X,0)) :- true(burns(X,1)). "                                   \
    "next(burns(X,0)) :- true(burns(X,0)). "                                   \
    "bright(X) :- true(burns(X,3)). bright(X) :- true(burns(X,2)). "           \
    "bright(X) :- true(burns(X,1)). "                                          \
    "terminal :- bright(1), bright(2), bright(3), bright(4), bright(5). "      \
    "goal(you,100). "

static void a_choice_of_facts_is_a_need_as_well(void **unused)
{
    (void)unused;
    Lamps candles = lamps_new(CANDLES);
    uint64_t state[8] = {0};
    Puzzle puzzle = {
        .net = candles.net, .start_state = state, .wanted_value = NO_VALUE};
    for (size_t i = 0; i < candles.net->feature_count; i++)
        if (candles.net->initial[i])
            state[i / 64] |= (uint64_t)1 << i % 64;
    assert_int_equal(goal_lower_bound(&puzzle, candles.effects, 0), 3);
    /* three of them are nearly out, but burn */
    for (size_t i = 0, lit = 0; i < candles.net->feature_count; i++) {
        const Term *feature = candles.net->features[i];
        if (strcmp(feature->args[1]->symbol->name, "1") == 0 && lit++ < 3)
            state[i / 64] |= (uint64_t)1 << i % 64;
    }
    assert_int_equal(goal_lower_bound(&puzzle, candles.effects, 0), 1);
    lamps_free(&candles);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_need_takes_its_part_of_a_move),
        cmocka_unit_test(a_choice_of_facts_is_a_need_as_well),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* trace_replay_test.c - a refutation counts if the rules confirm it */
#include "formulas.h"

#include "prove/walk/trace_replay.h"

typedef struct {
    Formulas formulas;
    Interp *interp;
    uint32_t press[2][3], noop[2]; /* by role, lamp: numbers of moves */
} Lamps;

static Lamps open_lamps(void)
{
    Lamps game = {.formulas = open_game(lamps)};
    const Net *net = game.formulas.loaded.net;
    const char *why;
    game.interp = interp_new(game.formulas.loaded.game, NULL, &why);
    for (size_t i = 0; i < 2; i++)
        for (uint32_t k = 0; k < net->roles[i].move_count; k++) {
            const Term *move = net->roles[i].moves[k];
            if (move->arity)
                game.press[i][atoi(move->args[0]->symbol->name)] = k;
            else
                game.noop[i] = k;
        }
    return game;
}

static void close_lamps(Lamps *game)
{
    interp_free(game->interp);
    close_game(&game->formulas);
}

/* Whether PROP is confirmed to fail after AT of STEPS joint moves. */
static Refutation replay(Lamps *game, const char *prop, const uint32_t *moves,
                         size_t steps, size_t at)
{
    Refutation refutation = {.prop = meaning(&game->formulas, prop),
                             .moves = moves,
                             .steps = steps,
                             .at = at};
    TraceReplay *trace = trace_replay_new(game->formulas.props, game->interp,
                                          game->formulas.loaded.net);
    trace_replay_all(trace, &game->formulas.loaded.budget, &refutation, 1,
                     game->formulas.loaded.arena);
    trace_replay_free(trace);
    assert_true(refutation.is_judged);
    return refutation;
}

static void a_claim_is_confirmed_where_it_fails_and_only_there(void **state)
{
    (void)state;
    Lamps game = open_lamps();
    const uint32_t moves[] = {game.press[0][1], game.noop[1], game.noop[0],
                              game.press[1][2]};
    const Net *net = game.formulas.loaded.net;
    assert_null(replay(&game, "~lit(1)", moves, 2, 0).play);
    assert_non_null(replay(&game, "~lit(1)", moves, 2, 2).play);
    const Play *play = replay(&game, "~lit(1)", moves, 2, 1).play;
    assert_non_null(play);
    assert_int_equal(play->steps, 1); /* no more is needed */
    assert_ptr_equal(play->moves[0], net->roles[0].moves[moves[0]]);
    assert_ptr_equal(play->moves[1], net->roles[1].moves[moves[1]]);
    assert_null(replay(&game, "~lit(2)", moves, 2, 1).play);
    play = replay(&game, "next ~lit(2)", moves, 2, 1).play;
    assert_non_null(play);
    assert_int_equal(play->steps, 2);
    close_lamps(&game);
}

static void what_cannot_be_played_refutes_nothing(void **state)
{
    (void)state;
    Lamps game = open_lamps();
    const uint32_t both_press[] = {game.press[0][1], game.press[1][2]};
    const uint32_t beyond_end[] = {game.press[0][1], game.noop[1],
                                   game.noop[0],     game.press[1][2],
                                   game.press[0][1], game.noop[1]};
    assert_null(replay(&game, "~lit(1)", both_press, 1, 1).play);
    assert_non_null(replay(&game, "~terminal", beyond_end, 2, 2).play);
    assert_null(replay(&game, "~terminal", beyond_end, 3, 2).play);
    close_lamps(&game);
}

/* Plays with common beginnings are judged each by itself, in any order. */
static void many_refutations_are_judged_like_single_ones(void **state)
{
    (void)state;
    Lamps game = open_lamps();
    Loaded *loaded = &game.formulas.loaded;
    uint32_t plays[4][4];
    Refutation list[8];
    PropId first = meaning(&game.formulas, "~lit(1)");
    PropId second = meaning(&game.formulas, "~lit(2)");
    for (size_t i = 0; i < 4; i++) {
        const uint32_t moves[] = {game.press[0][i % 2 + 1], game.noop[1],
                                  game.noop[0], game.press[1][i / 2 + 1]};
        memcpy(plays[i], moves, sizeof moves);
        for (size_t k = 0; k < 2; k++)
            list[2 * i + k] = (Refutation){.prop = k ? second : first,
                                           .moves = plays[i],
                                           .steps = 2,
                                           .at = 2};
    }
    TraceReplay *trace =
        trace_replay_new(game.formulas.props, game.interp, loaded->net);
    WorkMeter meter;
    Budget none = budget_quota(&loaded->budget, &meter, 0);
    budget_charge(&none, 1);
    trace_replay_all(trace, &none, list, 8, loaded->arena);
    for (size_t i = 0; i < 8; i++)
        assert_false(list[i].is_judged);
    trace_replay_all(trace, &loaded->budget, list, 8, loaded->arena);
    for (size_t i = 0; i < 8; i++) {
        size_t lamp = i % 2, left = i / 2 % 2, right = i / 4;
        assert_true(list[i].is_judged);
        assert_int_equal(list[i].play != NULL, lamp == left || lamp == right);
    }
    trace_replay_free(trace);
    close_lamps(&game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_claim_is_confirmed_where_it_fails_and_only_there),
        cmocka_unit_test(what_cannot_be_played_refutes_nothing),
        cmocka_unit_test(many_refutations_are_judged_like_single_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

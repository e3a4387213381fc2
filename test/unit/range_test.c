/* range_test.c - every question of zermelo.h that takes a number answers one
 * that is out of range: with NULL, 0, false, -1 or zeroes */
#include "support.h"

#define GUESS                                                                  \
    "(role you) (role random) (init hidden)\n"                                 \
    "(legal you (say a)) (legal you (say b)) (legal random (pick a))\n"        \
    "(legal random (pick b))\n"                                                \
    "(<= (next over) (does you ?_m))\n"                                        \
    "(<= (next right) (does you (say ?x)) (does random (pick ?x)))\n"          \
    "(<= (sees you ?m) (does random ?m))\n"                                    \
    "(<= terminal (true over))\n"                                              \
    "(<= (goal you 100) (true right))\n"                                       \
    "(<= (goal you 0) (not (true right)))\n"                                   \
    "(goal random 0) (extra b)"

/* The first number after the last of COUNT, and the largest there is. */
#define for_beyond(i, count)                                                   \
    for (size_t i = (count), once_##i = 0; once_##i < 2;                       \
         i = SIZE_MAX, once_##i++)

static void of_a_text(void **state)
{
    (void)state;
    ZermeloFix fix;
    ZermeloGame *game = read_game(GUESS);
    for_beyond (i, zermelo_role_count(game))
        assert_null(zermelo_role(game, i));
    assert_true(zermelo_diagnostic_count(game) > 0);
    for_beyond (i, zermelo_diagnostic_count(game)) {
        assert_null(zermelo_diagnostic(game, i).message);
        assert_null(zermelo_diagnostic_text(game, i));
        assert_false(zermelo_diagnostic_fix(game, i, &fix));
    }
    for_beyond (i, zermelo_explanation_count())
        assert_null(zermelo_explanation(i).rule);
    for_beyond (i, zermelo_family_count())
        assert_null(zermelo_family(i));
    zermelo_free(game);
}

static void of_a_play(void **state)
{
    (void)state;
    const char *why;
    char *fault;
    ZermeloGame *game = read_game(GUESS);
    ZermeloPlay *play = zermelo_play_new(game, NULL, &why);
    assert_true(zermelo_play_moves(play, "say(a),pick(b)", &fault));
    for_beyond (i, zermelo_play_feature_count(play))
        assert_null(zermelo_play_feature(play, i));
    for_beyond (i, zermelo_play_move_count(play, 0))
        assert_null(zermelo_play_move(play, 0, i));
    for_beyond (i, zermelo_play_goal_count(play, 0))
        assert_int_equal(zermelo_play_goal(play, 0, i), -1);
    assert_int_equal(zermelo_play_percept_count(play, 0), 1);
    for_beyond (i, zermelo_play_percept_count(play, 0))
        assert_null(zermelo_play_percept(play, 0, i));
    for_beyond (i, zermelo_play_length(play))
        assert_null(zermelo_play_made(play, i, 0));
    for_beyond (role, zermelo_play_role_count(play)) {
        assert_null(zermelo_play_role(play, role));
        assert_false(zermelo_play_is_random(play, role));
        assert_int_equal(zermelo_play_move_count(play, role), 0);
        assert_null(zermelo_play_move(play, role, 0));
        assert_int_equal(zermelo_play_goal_count(play, role), 0);
        assert_int_equal(zermelo_play_goal(play, role, 0), -1);
        assert_int_equal(zermelo_play_percept_count(play, role), 0);
        assert_null(zermelo_play_percept(play, role, 0));
        assert_null(zermelo_play_made(play, 0, role));
    }
    zermelo_play_free(play);
    zermelo_free(game);
}

static void ask_cursor(ZermeloCursor *cursor)
{
    uint64_t position[16], next[16] = {0};
    uint32_t moves[8];
    assert_true(zermelo_cursor_size(cursor) <= sizeof position);
    zermelo_cursor_initial(cursor, position);
    zermelo_cursor_set(cursor, position);
    size_t count = zermelo_cursor_moves(cursor, 0, moves, 8);
    assert_int_equal(zermelo_cursor_moves(cursor, 1, moves, 8), 2);
    for_beyond (i, count) {
        uint32_t none = i > UINT32_MAX ? UINT32_MAX : (uint32_t)i;
        assert_null(zermelo_cursor_move(cursor, 0, none, ZERMELO_INFIX));
        moves[0] = none, moves[1] = 0;
        assert_false(zermelo_cursor_next(cursor, moves, next));
        moves[0] = 0, moves[1] = none;
        assert_false(zermelo_cursor_next(cursor, moves, next));
    }
    assert_int_equal(next[0], 0);
    for_beyond (role, zermelo_cursor_role_count(cursor)) {
        assert_null(zermelo_cursor_role(cursor, role));
        assert_false(zermelo_cursor_is_random(cursor, role));
        assert_int_equal(zermelo_cursor_moves(cursor, role, moves, 8), 0);
        assert_int_equal(zermelo_cursor_goal(cursor, role), -1);
        assert_int_equal(zermelo_cursor_least_goal(cursor, role), -1);
        assert_int_equal(zermelo_cursor_most_goal(cursor, role), -1);
        assert_null(zermelo_cursor_move(cursor, role, 0, ZERMELO_INFIX));
        assert_true(zermelo_cursor_find(cursor, role, "say(a)") ==
                    ZERMELO_NO_MOVE);
    }
}

static void of_cursors_nets_and_tallies(void **state)
{
    (void)state;
    const char *why;
    const ZermeloTask task = {.playouts = 4, .threads = 1};
    ZermeloGame *game = read_game(GUESS);
    ZermeloNet *net = zermelo_ground(game, NULL, &why);
    for (int fast = 0; fast < 2; fast++) {
        ZermeloCursor *cursor =
            zermelo_cursor_new(game, fast ? net : NULL, NULL, &why);
        ask_cursor(cursor);
        zermelo_cursor_free(cursor);
    }
    ZermeloPlayouts *playouts = zermelo_playouts_new(net);
    assert_int_equal(zermelo_playouts_run(playouts, NULL,
                                          ZERMELO_MAX_PLAYOUTS + 1, 1, 0, 0,
                                          NULL, NULL),
                     0);
    zermelo_playouts_free(playouts);
    ZermeloTally *tally =
        zermelo_simulate(game, net, ZERMELO_MACHINE, &task, &why);
    for_beyond (role, zermelo_tally_role_count(tally)) {
        assert_null(zermelo_tally_role(tally, role));
        assert_int_equal(zermelo_tally_goal(tally, role, 0), 0);
    }
    assert_int_equal(zermelo_tally_goal(tally, 0, 101), 0);
    assert_int_equal(zermelo_tally_goal(tally, 0, -1), 0);
    zermelo_tally_free(tally);
    zermelo_net_free(net);
    zermelo_free(game);
}

static void of_a_tracker(void **state)
{
    (void)state;
    const char *why, *const *features;
    ZermeloGame *game = read_game(GUESS);
    ZermeloNet *net = zermelo_ground(game, NULL, &why);
    for_beyond (role, zermelo_role_count(game)) {
        assert_null(zermelo_tracker_new(game, net, role, ZERMELO_EXACT, &why));
        assert_string_equal(why, "there is no such role");
    }
    ZermeloTracker *tracker =
        zermelo_tracker_new(game, net, 0, ZERMELO_EXACT, &why);
    for (size_t count = 0; count < 3; count++) /* 0: nothing was drawn */
        for_beyond (i, count ? zermelo_tracker_sample(tracker, count, 1) : 0) {
            assert_int_equal(zermelo_tracker_features(tracker, i, &features),
                             0);
            assert_null(features);
            assert_null(zermelo_tracker_position(tracker, i));
        }
    zermelo_tracker_free(tracker);
    zermelo_net_free(net);
    zermelo_free(game);
}

static void ask_proof(const ZermeloProof *proof)
{
    for_beyond (i, zermelo_proof_count(proof)) {
        assert_null(zermelo_proof_result(proof, i).formula);
        assert_null(zermelo_proof_trace(proof, i, 0, 0));
        assert_null(zermelo_proof_failed_step(proof, i).moves);
    }
    for (size_t i = 0; i < zermelo_proof_count(proof); i++) {
        ZermeloResult result = zermelo_proof_result(proof, i);
        for_beyond (step, result.trace_length)
            assert_null(zermelo_proof_trace(proof, i, step, 0));
        for_beyond (role, zermelo_proof_role_count(proof))
            assert_null(zermelo_proof_trace(proof, i, 0, role));
    }
    for_beyond (role, zermelo_proof_role_count(proof))
        assert_null(zermelo_proof_role(proof, role));
}

static void of_proofs_before_and_after_they_are_tried(void **state)
{
    (void)state;
    const char *why;
    char *fault;
    const ZermeloProveOptions options = {.method = ZERMELO_INDIVIDUAL};
    ZermeloGame *game = read_game(GUESS);
    ZermeloProof *proof = zermelo_proof_new(game, &options, &why);
    assert_true(zermelo_proof_add(proof, "t", NULL, "~true(over)", &fault));
    assert_true(zermelo_proof_add(proof, "t", NULL, "terminal", &fault));
    ask_proof(proof);
    assert_false(zermelo_proof_share(proof, 1, 1));
    assert_false(zermelo_proof_share(proof, 0, 0));
    assert_true(zermelo_proof_asks(proof, 1));
    for_beyond (number, zermelo_proof_count(proof))
        assert_false(zermelo_proof_asks(proof, number));
    assert_true(zermelo_proof_run(proof, &fault));
    assert_true(zermelo_proof_result(proof, 0).has_failed_step);
    assert_true(zermelo_proof_result(proof, 1).has_trace);
    assert_true(zermelo_proof_add(proof, "t", NULL, "true(hidden)", &fault));
    assert_int_equal(zermelo_proof_result(proof, 2).verdict, ZERMELO_UNKNOWN);
    ask_proof(proof);
    zermelo_proof_free(proof);
    zermelo_free(game);
}

static void of_solutions(void **state)
{
    (void)state;
    const char *why;
    char *fault;
    const ZermeloPuzzle puzzle = {.goal = -1};
    ZermeloGame *game =
        read_game("(role you) (init a) (legal you go) (goal you 100)\n"
                  "(<= (next b) (does you go)) (<= terminal (true b))");
    ZermeloNet *net = zermelo_ground(game, NULL, &why);
    ZermeloSolution *solution = zermelo_solve(game, net, &puzzle, &fault);
    assert_int_equal(zermelo_solution_length(solution), 1);
    for_beyond (i, zermelo_solution_length(solution))
        assert_null(zermelo_solution_move(solution, i));
    zermelo_solution_free(solution);
    zermelo_net_free(net);
    zermelo_free(game);
}

static void of_verifications(void **state)
{
    (void)state;
    const char *why, *const *features;
    ZermeloGame *game = read_game(GUESS);
    ZermeloVerification *all = zermelo_verify(game, NULL, &why);
    size_t count = zermelo_verification_count(all);
    for_beyond (i, count) {
        assert_null(zermelo_verification_verdict(all, i).property);
        assert_null(zermelo_verification_play(all, i, false));
        assert_null(zermelo_verification_play(all, i, true));
        assert_int_equal(zermelo_verification_features(all, i, &features), 0);
        assert_null(features);
    }
    size_t roles = zermelo_verification_role_count(all);
    for_beyond (role, roles)
        assert_null(zermelo_verification_role(all, role));
    zermelo_verification_free(all);
    zermelo_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_a_text),
        cmocka_unit_test(of_a_play),
        cmocka_unit_test(of_cursors_nets_and_tallies),
        cmocka_unit_test(of_a_tracker),
        cmocka_unit_test(of_proofs_before_and_after_they_are_tried),
        cmocka_unit_test(of_solutions),
        cmocka_unit_test(of_verifications),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

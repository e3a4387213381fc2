/* unroll_test.c - the models of an unrolled game are its plays */
#include "loaded.h"

#include "system/file.h"
#include "base/random.h"
#include "base/vec.h"
#include "sat/unroll.h"
#include "sim/interp.h"
#include "sim/machine.h"
#include "sim/perft.h"

/* ---- plays ---- */

/* Whether the moves of the model are legal and lead to its positions. */
static void replay(const Net *net, const Unroll *unroll, Cursor *cursor,
                   size_t steps)
{
    size_t words = (net->feature_count + 63) / 64;
    uint64_t *state = calloc(words + 1, sizeof *state);
    uint32_t moves[16];
    cursor_reset(cursor);
    for (size_t k = 0; k < steps; k++) {
        assert_false(cursor_is_terminal(cursor));
        for (size_t i = 0; i < net->role_count; i++) {
            moves[i] = unroll_model_move(unroll, k, i);
            assert_int_not_equal(moves[i], NO_INDEX);
            const uint64_t *legal = cursor_legal(cursor, i);
            assert_true(legal[moves[i] / 64] >> moves[i] % 64 & 1);
        }
        cursor_moves(cursor, moves);
        uint64_t *next = calloc(words + 1, sizeof *next);
        memcpy(next, cursor_next(cursor), words * sizeof *next);
        cursor_set(cursor, next);
        unroll_state(unroll, k + 1, state);
        for (size_t i = 0; i < words; i++) /* what was not needed is false */
            assert_int_equal(state[i] & ~next[i], 0);
        free(next);
    }
    free(state);
}

static uint64_t count_plays(const Net *net, size_t steps)
{
    Sat *sat = sat_new(NULL);
    Unroll *unroll = unroll_new(net, sat, UNROLL_INITIAL);
    Machine *machine = machine_new(net);
    Cursor *cursor = cursor_new(machine);
    uint64_t plays = 0;
    VEC(SatLit) other = {0};
    for (size_t k = 0; k < steps; k++)
        unroll_step(unroll, k);
    for (uint32_t f = 0; f < net->feature_count; f++)
        unroll_feature(unroll, steps, f);
    while (unroll_solve(unroll, -1) == SAT_YES) {
        plays++;
        replay(net, unroll, cursor, steps);
        vec_clear(&other);
        for (size_t k = 0; k < steps; k++)
            for (size_t i = 0; i < net->role_count; i++)
                vec_push(&other, -unroll_move(unroll, k, i,
                                              unroll_model_move(unroll, k, i)));
        sat_clause(sat, other.items, other.count);
    }
    vec_free(&other);
    cursor_free(cursor);
    machine_free(machine);
    unroll_free(unroll);
    sat_free(sat);
    return plays;
}

static uint64_t perft_plays(const Net *net, size_t steps)
{
    Machine *machine = machine_new(net);
    Engine *engine = engine_by_machine(machine);
    PerftDepth *depths = calloc(steps + 1, sizeof *depths);
    size_t done;
    assert_int_equal(perft(engine, steps, NULL, depths, &done), PERFT_DONE);
    uint64_t plays = depths[steps].plays;
    free(depths);
    engine_free(engine);
    machine_free(machine);
    return plays;
}

static void models_of_some_steps_are_the_plays_of_that_length(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        size_t steps;
    } games[] = {{"games/tictactoe.kif", 3},  {"games/nim.kif", 3},
                 {"games/maze.kif", 4},       {"games/hex.kif", 2},
                 {"games/rps.kif", 3},        {"games/tron.kif", 3},
                 {"games/montyhall.gdl", 3},  {"games/reversi.kif", 3},
                 {"games/coins.gdl", 4},      {"games/river.kif", 7},
                 {"games/sokoban.kif", 5},    {"games/hanoi.kif", 5},
                 {"games/prisoners.kif", 2},  {"games/hexapawn.kif", 3},
                 {"games/oddone.kif", 2},     {"games/curios.kif", 2},
                 {"games/blocksworld.gdl", 4}};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        Loaded loaded = load(games[i].name);
        uint64_t models = count_plays(loaded.net, games[i].steps);
        uint64_t plays = perft_plays(loaded.net, games[i].steps);
        if (models != plays)
            fail_msg("%s: %d models, %d plays", games[i].name, (int)models,
                     (int)plays);
        unload(&loaded);
    }
}

/* ---- from any position ---- */

static const Position *position_of(const Net *net, const uint64_t *state,
                                   Arena *arena)
{
    VEC(const Term *) features = {0};
    for (uint32_t i = 0; i < net->feature_count; i++)
        if (state[i / 64] >> i % 64 & 1)
            vec_push(&features, net->features[i]);
    const Position *position =
        position_new(arena, features.items, features.count);
    vec_free(&features);
    return position;
}

static bool is_legal(Interp *interp, size_t role, const Term *move)
{
    size_t count;
    const Term *const *legal = interp_legal(interp, role, &count);
    for (size_t i = 0; i < count; i++)
        if (legal[i] == move)
            return true;
    return false;
}

/* Everything the model says of the first position and of the second. */
static void judge(const Loaded *loaded, Unroll *unroll, Sat *sat,
                  const SatLit *legal, SatLit terminal, Interp *interp)
{
    const Net *net = loaded->net;
    Arena *arena = arena_new();
    uint64_t *state = calloc(net->feature_count / 64 + 1, sizeof *state);
    unroll_state(unroll, 0, state);
    interp_set(interp, position_of(net, state, arena));
    assert_int_equal(interp_is_terminal(interp), sat_value(sat, terminal));
    const Term *moves[16];
    for (size_t i = 0, n = 0; i < net->role_count; i++) {
        for (size_t k = 0; k < net->roles[i].move_count; k++)
            assert_int_equal(is_legal(interp, i, net->roles[i].moves[k]),
                             sat_value(sat, legal[n++]));
        moves[i] = net->roles[i].moves[unroll_model_move(unroll, 0, i)];
    }
    const Position *next = interp_next(interp, moves, arena);
    unroll_state(unroll, 1, state);
    const Position *said = position_of(net, state, arena);
    assert_int_equal(next->count, said->count);
    for (size_t i = 0; i < next->count; i++)
        assert_ptr_equal(next->features[i], said->features[i]);
    free(state);
    arena_free(arena);
}

static void check_any(const char *name, size_t models)
{
    Loaded loaded = load(name);
    const Net *net = loaded.net;
    const char *why;
    Sat *sat = sat_new(NULL);
    Unroll *unroll = unroll_new(net, sat, UNROLL_ANY);
    Interp *interp = interp_new(loaded.game, NULL, &why);
    Random random = random_new(1, 0);
    VEC(SatLit) legal = {0}, features = {0}, other = {0};
    SatLit terminal = unroll_lit(unroll, 0, net->terminal);
    unroll_step(unroll, 0);
    for (size_t i = 0; i < net->role_count; i++)
        for (size_t k = 0; k < net->roles[i].move_count; k++)
            vec_push(&legal, unroll_lit(unroll, 0, net->roles[i].legal[k]));
    for (uint32_t f = 0; f < net->feature_count; f++)
        vec_push(&features, unroll_feature(unroll, 0, f));
    for (uint32_t f = 0; f < net->feature_count; f++)
        unroll_feature(unroll, 1, f);
    size_t found = 0;
    for (size_t n = 0; n < models; n++) {
        for (size_t f = 0; f < features.count; f++) {
            uint32_t draw = random_below(&random, 8);
            if (draw < 2)
                sat_assume(sat, draw ? features.items[f] : -features.items[f]);
        }
        if (unroll_solve(unroll, -1) != SAT_YES)
            continue;
        judge(&loaded, unroll, sat, legal.items, terminal, interp);
        found++;
    }
    assert_int_not_equal(found, 0);
    vec_free(&legal);
    vec_free(&features);
    vec_free(&other);
    interp_free(interp);
    unroll_free(unroll);
    sat_free(sat);
    unload(&loaded);
}

static void steps_from_any_position_are_those_of_the_rules(void **state)
{
    (void)state;
    check_any("games/tictactoe.kif", 20);
    check_any("games/maze.kif", 60);
    check_any("games/hex.kif", 60);
    check_any("games/reversi.kif", 5);
    check_any("games/tron.kif", 30);
    check_any("games/coins.gdl", 30);
}

/* What a step leaves as it is has the same literal after it, as has what
 * follows from it; and the step is none that changes it. */
static void what_is_kept_has_the_same_literals(void **state)
{
    (void)state;
    Loaded loaded = load_net("(role a)(init p)(legal a change)(legal a wait)"
                             "(<= (next p) (does a wait) (true p))"
                             "(<= (next q) (does a wait) (true q))"
                             "(<= (next q) (does a change) (true p))"
                             "(<= terminal (true p) (true q))(goal a 100)");
    const Net *net = loaded.net;
    Sat *sat = sat_new(NULL);
    Unroll *unroll = unroll_new(net, sat, UNROLL_ANY);
    unroll_step(unroll, 0);
    for (uint32_t i = 0; i < net->feature_count; i++)
        unroll_keep_feature(unroll, 1, i);
    assert_int_equal(unroll_lit(unroll, 1, net->terminal),
                     unroll_lit(unroll, 0, net->terminal));
    assert_int_equal(unroll_solve(unroll, -1), SAT_YES);
    sat_assume(sat, unroll_feature(unroll, 0, 0));
    for (uint32_t i = 0; i < 2; i++)
        if (strcmp(net->roles[0].moves[i]->symbol->name, "change") == 0)
            sat_assume(sat, unroll_move(unroll, 0, 0, i));
    assert_int_equal(unroll_solve(unroll, -1), SAT_NO);
    unroll_free(unroll);
    sat_free(sat);
    unload(&loaded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_kept_has_the_same_literals),
        cmocka_unit_test(models_of_some_steps_are_the_plays_of_that_length),
        cmocka_unit_test(steps_from_any_position_are_those_of_the_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

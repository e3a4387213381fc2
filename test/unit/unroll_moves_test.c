/* unroll_moves_test.c - one legal move a role, and sets of moves */
#include "loaded.h"

#include "base/random.h"
#include "sat/unroll.h"

typedef struct {
    Loaded loaded;
    const Net *net;
    Sat *sat;
    Unroll *unroll;
} Step;

/* The first step of a game, from START. */
static Step step_of(const char *path, UnrollStart start)
{
    Step step = {.loaded = load(path), .sat = sat_new(NULL)};
    step.net = step.loaded.net;
    step.unroll = unroll_new(step.net, step.sat, start);
    return step;
}

static void end_step(Step *step)
{
    unroll_free(step->unroll);
    sat_free(step->sat);
    unload(&step->loaded);
}

static const char *const games[] = {"games/tictactoe.kif", "games/tron.kif",
                                    "games/breakthroughsmall.kif"};
enum { GAMES = sizeof games / sizeof *games };

/* Of two different moves one is not made, and a step has a legal one. */
static void a_role_makes_exactly_one_move_and_a_legal_one(void **state)
{
    (void)state;
    for (size_t g = 0; g < GAMES; g++) {
        Step step = step_of(games[g], UNROLL_ANY);
        const Role *role = &step.net->roles[0];
        Random random = random_new(1, g);
        unroll_step(step.unroll, 0);
        for (size_t round = 0; round < 40; round++) {
            uint32_t a = random_below(&random, (uint32_t)role->move_count);
            uint32_t b = random_below(&random, (uint32_t)role->move_count);
            sat_assume(step.sat, unroll_move(step.unroll, 0, 0, a));
            sat_assume(step.sat, unroll_move(step.unroll, 0, 0, b));
            assert_int_equal(unroll_solve(step.unroll, -1),
                             a == b ? SAT_YES : SAT_NO);
            sat_assume(step.sat, unroll_move(step.unroll, 0, 0, a));
            sat_assume(step.sat, -unroll_lit(step.unroll, 0, role->legal[a]));
            assert_int_equal(unroll_solve(step.unroll, -1), SAT_NO);
        }
        for (uint32_t m = 0; m < role->move_count; m++)
            sat_assume(step.sat, -unroll_move(step.unroll, 0, 0, m));
        assert_int_equal(unroll_solve(step.unroll, -1), SAT_NO);
        end_step(&step);
    }
}

/* The literal of a set is true exactly if one of its moves is made. */
static void a_set_holds_if_one_of_its_moves_is_made(void **state)
{
    (void)state;
    for (size_t g = 0; g < GAMES; g++) {
        Step step = step_of(games[g], UNROLL_ANY);
        SatLits sets = {0};
        VEC(const MoveSet *) meant = {0};
        unroll_step(step.unroll, 0);
        for (uint32_t i = 0; i < step.net->node_count; i++)
            if (step.net->nodes[i].kind == NODE_MOVES) {
                vec_push(&sets, unroll_lit(step.unroll, 0, 2 * i));
                vec_push(&meant, &step.net->sets[step.net->nodes[i].set]);
            }
        assert_true(sets.count > 2);
        for (uint32_t m = 0; m < step.net->roles[0].move_count; m++) {
            sat_assume(step.sat, unroll_move(step.unroll, 0, 0, m));
            assert_int_equal(unroll_solve(step.unroll, -1), SAT_YES);
            for (size_t i = 0; i < sets.count; i++) {
                uint32_t made =
                    unroll_model_move(step.unroll, 0, meant.items[i]->role);
                bool in = false;
                for (size_t k = 0; k < meant.items[i]->count; k++)
                    in = in || meant.items[i]->moves[k] == made;
                assert_int_equal(sat_value(step.sat, sets.items[i]), in);
            }
        }
        vec_free(&sets);
        vec_free(&meant);
        end_step(&step);
    }
}

static void a_chosen_move_is_a_constant(void **state)
{
    (void)state;
    Step step = step_of("games/tictactoe.kif", UNROLL_INITIAL);
    SatLit truth = sat_true(step.sat);
    unroll_fix_move(step.unroll, 0, 0, 3);
    unroll_step(step.unroll, 0);
    assert_int_equal(unroll_move(step.unroll, 0, 0, 3), truth);
    assert_int_equal(unroll_move(step.unroll, 0, 0, 2), -truth);
    for (uint32_t i = 0; i < step.net->feature_count; i++)
        assert_int_equal(abs(unroll_feature(step.unroll, 1, i)), truth);
    end_step(&step);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_role_makes_exactly_one_move_and_a_legal_one),
        cmocka_unit_test(a_set_holds_if_one_of_its_moves_is_made),
        cmocka_unit_test(a_chosen_move_is_a_constant),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* alpha_beta_test.c - alpha-beta search finds what the whole graph says */
#include "loaded.h"

#include "solve/alpha_beta.h"
#include "solve/value_solver.h"

/* The value of ROLE by retrograde analysis of all positions. */
static int value_by_graph(Engine *engine, size_t role)
{
    Budget budget = budget_new(0, NULL);
    PositionGraph *graph =
        position_graph_new(engine, engine_initial(engine), 0);
    position_graph_grow(graph, SIZE_MAX, &budget);
    int8_t *values = memory_array(graph->nodes.count, 1);
    assert_true(
        security_values(graph, role, BOUND_LEAST, &budget, values, NULL));
    int value = values[0];
    memory_free(values);
    position_graph_free(graph);
    return value;
}

static int value_by_search(Engine *engine, size_t role, size_t table_bytes)
{
    Budget budget = budget_new(0, NULL);
    AlphaBeta *search = alpha_beta_new(engine, engine_initial(engine), role,
                                       MAX_PAYOFF, false, table_bytes);
    while (alpha_beta_run(search, NO_END, 1000, &budget))
        continue;
    AlphaBetaResult result = *alpha_beta_result(search);
    alpha_beta_free(search);
    assert_int_equal(result.least, result.most);
    return result.least;
}

static void search_and_graph_agree(void **state)
{
    static const char *const games[] = {"games/nim.kif", "games/hexapawn.kif",
                                        "games/tictactoe.kif"};
    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        Loaded game = load(games[i]);
        Machine *machine = machine_new(game.net);
        Engine *engine = engine_by_machine(machine);
        for (size_t role = 0; role < engine_roles(engine); role++) {
            int value = value_by_graph(engine, role);
            assert_int_equal(value_by_search(engine, role, 1 << 20), value);
            /* a table that forgets nearly all */
            assert_int_equal(value_by_search(engine, role, 1 << 12), value);
        }
        engine_free(engine);
        machine_free(machine);
        unload(&game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(search_and_graph_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* engine_test.c - interpreter and machine give the same answers */
#include "loaded.h"

#include "sim/engine.h"

#include "base/random.h"

enum { MAX_ROLES = 8, PLAYS = 20, MAX_STEPS = 60 };

static void assert_same(TermList left, TermList right)
{
    assert_true(term_lists_equal(left, right));
}

/* What both say of the positions they are at, and of a joint move. */
static void compare_step(Engine *const engines[2], uint32_t *choices,
                         Random *random)
{
    uint32_t counts[2][MAX_ROLES];
    const Term *moves[MAX_ROLES];
    size_t roles = engine_roles(engines[0]);
    bool going = engine_legal_counts(engines[0], counts[0]);
    assert_int_equal(engine_legal_counts(engines[1], counts[1]), going);
    for (size_t i = 0; i < roles; i++)
        assert_same(engine_legal(engines[0], i), engine_legal(engines[1], i));
    if (!going)
        return;
    for (size_t i = 0; i < roles; i++)
        choices[i] = random_below(random, counts[0][i]);
    engine_moves(engines[0], choices, moves);
    uint32_t found[MAX_ROLES];
    assert_true(engine_find_choices(engines[1], moves, found));
    assert_memory_equal(found, choices, roles * sizeof *found);
}

static void both_engines_agree_in_random_plays(void **state)
{
    (void)state;
    static const char *const games[] = {
        "games/montyhall.gdl", "games/kuhnpoker.gdl", "games/hexapawn.kif",
        "games/kriegtictactoe.kif"};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        Loaded loaded = load(games[g]);
        const char *why;
        Interp *interp = interp_new(loaded.game, &loaded.budget, &why);
        Machine *machine = machine_new(loaded.net);
        Engine *engines[2] = {engine_by_interp(interp),
                              engine_by_machine(machine)};
        size_t roles = engine_roles(engines[0]);
        Random random = random_new(1, g);
        assert_true(roles <= MAX_ROLES && engine_roles(engines[1]) == roles);
        for (int play = 0; play < PLAYS; play++) {
            uint32_t choices[MAX_ROLES];
            for (int i = 0; i < 2; i++)
                engine_set(engines[i], engine_initial(engines[i]));
            for (int step = 0; step < MAX_STEPS; step++) {
                compare_step(engines, choices, &random);
                if (engine_is_terminal(engines[0]))
                    break;
                Bytes next[2] = {engine_next(engines[0], choices),
                                 engine_next(engines[1], choices)};
                for (size_t i = 0; i < roles; i++) {
                    TermList seen = engine_percepts(engines[0], i);
                    assert_true(engine_perceives(engines[1], i, seen));
                    assert_same(seen, engine_percepts(engines[1], i));
                }
                engine_set(engines[0], next[0]);
                engine_set(engines[1], next[1]);
            }
            for (size_t i = 0; i < roles; i++)
                assert_same(engine_goals(engines[0], i),
                            engine_goals(engines[1], i));
        }
        engine_free(engines[0]);
        engine_free(engines[1]);
        machine_free(machine);
        interp_free(interp);
        unload(&loaded);
    }
}

static void joint_moves_are_listed_once_each(void **state)
{
    (void)state;
    const uint32_t counts[] = {2, 3, 4}, first[] = {0, 2, 0};
    uint32_t choices[] = {0, 0, 0};
    size_t all = 1, fixed = 1;
    while (next_joint_move(NULL, counts, choices, 3))
        all++;
    assert_int_equal(all, 24);
    choices[1] = 2;
    while (next_joint_move(first, counts, choices, 3)) {
        fixed++;
        assert_int_equal(choices[1], 2);
    }
    assert_int_equal(fixed, 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_engines_agree_in_random_plays),
        cmocka_unit_test(joint_moves_are_listed_once_each),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

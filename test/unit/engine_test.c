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

/* One play: positions, percepts, and goals at the end. */
static void compare_play(Engine *const engines[2], Random *random)
{
    uint32_t choices[MAX_ROLES];
    size_t roles = engine_roles(engines[0]);
    for (int i = 0; i < 2; i++)
        engine_set(engines[i], engine_initial(engines[i]));
    for (int step = 0; step < MAX_STEPS; step++) {
        compare_step(engines, choices, random);
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
        assert_same(engine_goals(engines[0], i), engine_goals(engines[1], i));
}

static void compare_plays(Loaded loaded, uint64_t stream)
{
    const char *why;
    Interp *interp = interp_new(loaded.game, &loaded.budget, &why);
    Machine *machine = machine_new(loaded.net);
    Engine *engines[2] = {engine_by_interp(interp), engine_by_machine(machine)};
    Random random = random_new(1, stream);
    assert_true(engine_roles(engines[0]) <= MAX_ROLES &&
                engine_roles(engines[1]) == engine_roles(engines[0]));
    for (int play = 0; play < PLAYS; play++)
        compare_play(engines, &random);
    engine_free(engines[0]);
    engine_free(engines[1]);
    machine_free(machine);
    interp_free(interp);
    unload(&loaded);
}

static void both_engines_agree_in_random_plays(void **state)
{
    (void)state;
    static const char *const games[] = {
        "games/montyhall.gdl", "games/kuhnpoker.gdl", "games/hexapawn.kif",
        "games/kriegtictactoe.kif"};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++)
        compare_plays(load(games[g]), g);
}

/* Rooms b and c lead to each other: when no way leads from a to them, neither
 * is reached because the other was. */
static void what_is_reached_is_computed_from_nothing(void **state)
{
    (void)state;
    compare_plays(
        load_net("(role r) (init (way a b)) (init (way b c)) (init (way c b))"
                 "(<= (reached ?y) (true (way a ?y)))"
                 "(<= (reached ?y) (reached ?x) (true (way ?x ?y)))"
                 "(legal r wait)"
                 "(<= (legal r (shut ?x ?y)) (true (way ?x ?y)))"
                 "(<= (next (way ?x ?y)) (true (way ?x ?y))"
                 "    (not (does r (shut ?x ?y))))"
                 "(<= terminal (not (reached b)))"
                 "(<= (goal r 100) (reached c))"
                 "(<= (goal r 0) (not (reached c)))"),
        1);
}

/* Two of three moves have the same effect under the same condition. */
static void moves_with_one_effect_are_united(void **state)
{
    (void)state;
    compare_plays(
        load_net("(role r) (init armed) (legal r a) (legal r b) (legal r c)"
                 "(<= (next lit) (true armed) (does r a))"
                 "(<= (next lit) (true armed) (does r b))"
                 "(<= (next armed) (does r c)) (<= (next armed) (true lit))"
                 "(<= (goal r 100) (true lit)) (<= (goal r 0) (not (true lit)))"
                 "(<= (legal r d) (true lit)) (<= terminal (not (true armed))"
                 "    (not (true lit)))"),
        1);
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
        cmocka_unit_test(what_is_reached_is_computed_from_nothing),
        cmocka_unit_test(moves_with_one_effect_are_united),
        cmocka_unit_test(joint_moves_are_listed_once_each),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

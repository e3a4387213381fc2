/* exact_filter_test.c - listing positions and solving clauses give the same
 * knowledge
 */
#include "api/handle.h"
#include "know/exact_filter.h"
#include "know/belief_state.h"
#include "lang/print.h"
#include "support.h"

typedef struct {
    ZermeloGame *game;
    const Net *net;
    Machine *machine;
    Engine *world;
    size_t role;
    Filter *listing, *solving;
} Both;

static const Budget unlimited;

static Both both_for(const char *path, size_t role, size_t steps)
{
    const char *why;
    Both both = {.role = role};
    both.game = read_game_file(path);
    both.net = net_new(both.game->game, &unlimited, &why);
    assert_non_null(both.net);
    both.machine = machine_new(both.net);
    both.world = engine_by_machine(both.machine);
    both.listing =
        exact_new(both.game->game, both.world, both.net, role, &unlimited);
    both.solving =
        exact_new(both.game->game, both.world, both.net, role, &unlimited);
    exact_limit_steps(both.listing, 10000000);
    exact_limit_steps(both.solving, steps);
    return both;
}

static void free_both(Both *both)
{
    both->listing->free(both->listing);
    both->solving->free(both->solving);
    engine_free(both->world);
    machine_free(both->machine);
    net_free(both->net);
    zermelo_free(both->game);
}

static const char *answers(Filter *filter, KnowledgeQuestion question)
{
    static Text kept[2];
    static int turn;
    Text all = {0};
    Arena *arena = arena_new();
    Beliefs beliefs = filter->ask(filter, question);
    for (size_t i = 0; i < beliefs.count; i++)
        text_addf(&all, "%s%s%s", i ? " " : "",
                  term_string(arena, beliefs.items[i].term),
                  beliefs.items[i].certain ? "" : "?");
    assert_false(filter->limited(filter));
    arena_free(arena);
    turn = !turn;
    return keep(&kept[turn], all);
}

/* Plays that were found to differ look the same to the role. */
static void check_difference(Both *both, KnowledgeQuestion question)
{
    const History *one[2], *two[2];
    Bytes ends[2];
    bool differ = exact_find_difference(both->listing, question, one);
    assert_int_equal(exact_find_difference(both->solving, question, two),
                     differ);
    if (!differ)
        return;
    Arena *arena = arena_new();
    assert_true(
        plays_look_same(both->world, both->role, two[0], two[1], ends, arena));
    assert_true(
        plays_look_same(both->world, both->role, one[0], two[0], ends, arena));
    arena_free(arena);
}

static void check_sample(Both *both, Random *random)
{
    Arena *arena = arena_new();
    const char *possible = answers(both->listing, QUESTION_FEATURES);
    PossiblePosition drawn = exact_sample(both->solving, random);
    TermList holds = engine_features(both->world, drawn.position, arena);
    assert_true(drawn.weight > 0);
    for (size_t i = 0; i < holds.count; i++)
        if (!strstr(possible, term_string(arena, holds.items[i])))
            fail_msg("%s is drawn, but not possible",
                     term_string(arena, holds.items[i]));
    arena_free(arena);
}

static void compare(Both *both, bool over, Random *random)
{
    for (int question = over; question < 4; question++) {
        const char *listed =
            answers(both->listing, (KnowledgeQuestion)question);
        assert_string_equal(
            listed, answers(both->solving, (KnowledgeQuestion)question));
        check_difference(both, (KnowledgeQuestion)question);
    }
    check_sample(both, random);
}

static void play(Both *both, Random *random, size_t rounds)
{
    Engine *world = both->world;
    Arena *arena = arena_new();
    Bytes here = engine_initial(world);
    both->listing->reset(both->listing);
    both->solving->reset(both->solving);
    for (size_t round = 0;; round++) {
        engine_set(world, here);
        bool over = engine_is_terminal(world);
        compare(both, over, random);
        if (over || round == rounds)
            break;
        engine_set(world, here);
        uint32_t *choices = arena_array(arena, uint32_t, engine_roles(world));
        for (size_t i = 0; i < engine_roles(world); i++)
            choices[i] =
                random_below(random, (uint32_t)engine_legal(world, i).count);
        const Term *move =
            engine_legal(world, both->role).items[choices[both->role]];
        Bytes next = engine_next(world, choices);
        here = (Bytes){arena_copy(arena, next.bytes, next.length), next.length};
        TermList seen = engine_percepts(world, both->role);
        seen.items =
            arena_copy(arena, seen.items, seen.count * sizeof *seen.items);
        assert_true(both->listing->update(both->listing, move, seen));
        assert_true(both->solving->update(both->solving, move, seen));
    }
    arena_free(arena);
}

static void clauses_know_what_lists_know(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        size_t role, rounds;
    } games[] = {
        {"games/montyhall.gdl", 1, 10},     {"games/kuhnpoker.gdl", 1, 10},
        {"games/kuhnpoker.gdl", 0, 10},     {"games/mastermind.kif", 1, 4},
        {"games/kriegtictactoe.kif", 0, 7}, {"games/battleships.kif", 0, 6},
        {"games/pig.kif", 0, 12},           {"test/games/seenmoves.gdl", 0, 10},
    };
    static const size_t steps[] = {0, 20};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        for (size_t k = 0; k < 2; k++) {
            Random random = random_new(i, k);
            Both both = both_for(games[i].path, games[i].role, steps[k]);
            for (int match = 0; match < 3; match++)
                play(&both, &random, games[i].rounds);
            free_both(&both);
        }
}

/* After the car was shown there is one position left: the clauses are gone. */
static void what_is_refused_by_lists_is_refused_by_clauses(void **state)
{
    (void)state;
    Both both = both_for("games/montyhall.gdl", 1, 0);
    Terms *terms = both.game->game->terms;
    const Term *choose = both.net->roles[1].moves[0];
    const Term *noop = term_constant(terms, term_symbol(terms, "noop", 4));
    const Term *one = term_constant(terms, term_symbol(terms, "1", 1));
    assert_true(both.solving->update(both.solving, choose, (TermList){0}));
    /* The door that was chosen, 1, is not opened. */
    assert_false(both.solving->update(both.solving, noop, (TermList){&one, 1}));
    both.solving->reset(both.solving);
    assert_false(both.solving->update(both.solving, noop, (TermList){0}));
    free_both(&both);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clauses_know_what_lists_know),
        cmocka_unit_test(what_is_refused_by_lists_is_refused_by_clauses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* model_test.c - an atom is found from its clauses downwards exactly if it is
 * among the facts of its relation
 */
#include "support.h"

#include "api/handle.h"
#include "base/random.h"
#include "logic/model.h"
#include "sim/interp.h"

#include <stdio.h>

enum { PLAYS = 3, STEPS = 12, QUESTIONS = 8 };

typedef VEC(const Term *) Atoms;

/* One model is asked for atoms, the other for whole relations. */
typedef struct {
    const char *path;
    const Game *game;
    Interp *interp;
    Model *asked, *whole;
    const Position *position;
    Atoms *before; /* by relation: facts of earlier positions */
    Random random;
    size_t found, missing;
} Match;

static void put(const Game *game, Model *model, const Position *position)
{
    const Symbol *symbol = term_symbol(game->terms, "true", 4);
    model_forget(model, CHANGES_WITH_POSITION);
    for (size_t i = 0; i < position->count; i++)
        model_add(
            model, game->keyword[KEYWORD_TRUE],
            term_compound(game->terms, symbol, 1, &position->features[i]));
}

static bool is_among(const Term *const *facts, size_t count, const Term *atom)
{
    for (size_t i = 0; i < count; i++)
        if (facts[i] == atom)
            return true;
    return false;
}

static void ask(Match *match, RelationId relation, const Term *atom)
{
    size_t count;
    const Term *const *facts = model_facts(match->whole, relation, &count);
    bool expected = is_among(facts, count, atom);
    match->found += expected;
    match->missing += !expected;
    put(match->game, match->asked, match->position); /* nothing is complete */
    if (model_holds(match->asked, relation, atom) != expected)
        fail_msg("%s: an atom of %s %s", match->path,
                 match->game->relations[relation].symbol->name,
                 expected ? "is not found" : "is found, but no fact");
}

static void ask_of_relation(Match *match, RelationId relation)
{
    size_t count;
    const Term *const *facts = model_facts(match->whole, relation, &count);
    Atoms *before = &match->before[relation];
    for (int i = 0; i < QUESTIONS && count; i++)
        ask(match, relation,
            facts[random_below(&match->random, (uint32_t)count)]);
    for (int i = 0; i < QUESTIONS && before->count; i++)
        ask(match, relation,
            before
                ->items[random_below(&match->random, (uint32_t)before->count)]);
    for (size_t i = 0; i < count && before->count < 1000; i++)
        vec_push(before, facts[i]);
}

static const Position *choose(Match *match, Arena *arena)
{
    const Term *moves[16];
    size_t roles = interp_role_count(match->interp);
    for (size_t i = 0; i < roles; i++) {
        size_t count;
        const Term *const *legal = interp_legal(match->interp, i, &count);
        if (!count)
            return NULL;
        moves[i] = legal[random_below(&match->random, (uint32_t)count)];
    }
    return interp_next(match->interp, moves, arena);
}

static void play(Match *match, Arena *arena)
{
    const Position *position = interp_initial(match->interp);
    for (int step = 0; step < STEPS && position; step++) {
        match->position = position;
        put(match->game, match->whole, position);
        for (RelationId i = 0; i < match->game->relation_count; i++)
            if (match->game->relations[i].changes_with == CHANGES_WITH_POSITION)
                ask_of_relation(match, i);
        interp_set(match->interp, position);
        if (interp_is_terminal(match->interp))
            break;
        position = choose(match, arena);
    }
}

static void check(const char *path)
{
    const char *why;
    ZermeloGame *game = read_game_file(path);
    Arena *arena = arena_new();
    Match match = {.path = path,
                   .game = game->game,
                   .interp = interp_new(game->game, NULL, &why),
                   .random = random_new(5, 0)};
    match.before = arena_array(arena, Atoms, match.game->relation_count);
    for (int i = 0; i < PLAYS; i++) {
        match.asked = model_new(match.game, NULL);
        match.whole = model_new(match.game, NULL);
        play(&match, arena);
        model_free(match.asked);
        model_free(match.whole);
    }
    assert_true(match.found > 20 && match.missing > 20);
    for (size_t i = 0; i < match.game->relation_count; i++)
        vec_free(&match.before[i]);
    interp_free(match.interp);
    arena_free(arena);
    zermelo_free(game);
}

static void atoms_are_found_exactly_if_they_are_facts(void **state)
{
    (void)state;
    static const char *const games[] = {
        "breakthrough.kif", "checkers.kif", "connectfour.kif", "hex.kif",
        "hexapawn.kif",     "maze.kif",     "quarto.kif",      "reversi.kif",
        "sokoban.kif",      "tictactoe.kif"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        char path[64];
        snprintf(path, sizeof path, "games/%s", games[i]);
        check(path);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(atoms_are_found_exactly_if_they_are_facts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

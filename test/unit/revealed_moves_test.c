/* revealed_moves_test.c - moves that percepts reveal; one step grounded */
#include "api/handle.h"
#include "ground/instantiate.h"
#include "know/exact_filter.h"
#include "lang/print.h"
#include "support.h"

#define DEALING                                                                \
    "(role me)(role you)(role random)(init (deck a))(init (deck b))"           \
    "(<= (legal random (deal ?r ?c)) (role ?r) (true (deck ?c)))"              \
    "(legal me stay)(legal you stay)(legal you go)"                            \
    "(<= (sees ?r (card ?c)) (does random (deal ?r ?c)))"                      \
    "(<= (sees me gone) (does you go))"                                        \
    "(<= (sees me noise) (does you stay))(<= (sees me noise) (does me stay))"  \
    "(<= (next (has ?r ?c)) (does random (deal ?r ?c)))"                       \
    "(<= terminal (true (has me a)))(goal me 0)(goal you 0)"

static const Budget unlimited;

static const Term *named(const ZermeloGame *game, const char *text)
{
    Terms *terms = game->game->terms;
    const Term *card[] = {
        term_constant(terms, term_symbol(terms, "a", 1)),
    };
    const Symbol *symbol = term_symbol(terms, text, strlen(text));
    return strcmp(text, "card") == 0 ? term_compound(terms, symbol, 1, card)
                                     : term_constant(terms, symbol);
}

/* What me, who stays and perceives INPUT, knows of the moves. */
static const char *revealed(const char *input)
{
    static Text place;
    Text all = {0};
    ZermeloGame *game = read_game(DEALING);
    Arena *arena = arena_new();
    const char *why;
    Interp *interp = interp_new(game->game, &unlimited, &why);
    Engine *engine = engine_by_interp(interp);
    const Term *percept = named(game, input);
    Observation round = {
        .role = 0, .move = named(game, "stay"), .percepts = {&percept, 1}};
    const Term *const *moves =
        revealed_moves(game->game, engine, &round, arena);
    for (int i = 0; i < 3; i++)
        text_addf(&all, "%s%s", i ? " " : "",
                  moves[i] ? term_string(arena, moves[i]) : "?");
    engine_free(engine);
    interp_free(interp);
    arena_free(arena);
    zermelo_free(game);
    return keep(&place, all);
}

static void a_percept_reveals_the_move_that_all_its_rules_require(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"card", "stay ? deal(me,a)"},
        {"gone", "stay go ?"},
        {"noise", "stay ? ?"}, /* two rules, which ask for different moves */
        {"nothing", "stay ? ?"},
    };
    assert_cases(cases, revealed);
}

/* The legal moves of one step, as atoms, in the order in which they came. */
static size_t legal_moves(StepGrounder *grounder, const Term *const *features,
                          size_t count)
{
    Arena *arena = arena_new();
    Ground ground = step_ground(grounder, features, count, arena);
    size_t legal = 0;
    assert_null(ground.failure);
    for (size_t i = 0; i < ground.atom_count; i++)
        legal += strcmp(ground.atoms[i]->symbol->name, "legal") == 0;
    arena_free(arena);
    return legal;
}

static void a_step_is_grounded_for_what_may_hold(void **state)
{
    (void)state;
    ZermeloGame *game = read_game(DEALING);
    Terms *terms = game->game->terms;
    StepGrounder *grounder = step_grounder_new(game->game, &unlimited);
    const Term *cards[] = {named(game, "a"), named(game, "b")};
    const Symbol *deck = term_symbol(terms, "deck", 4);
    const Term *both[] = {term_compound(terms, deck, 1, &cards[0]),
                          term_compound(terms, deck, 1, &cards[1])};
    assert_int_equal(legal_moves(grounder, both, 2), 3 + 6);
    assert_int_equal(legal_moves(grounder, both, 1), 3 + 3);
    assert_int_equal(legal_moves(grounder, both, 2), 3 + 6);
    step_grounder_free(grounder);
    zermelo_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_percept_reveals_the_move_that_all_its_rules_require),
        cmocka_unit_test(a_step_is_grounded_for_what_may_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

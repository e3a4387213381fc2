/* revealed_moves_test.c - moves that percepts reveal; one step grounded and
 * evaluated
 */
#include "api/handle.h"
#include "ground/step_grounder.h"
#include "know/lane_evaluator.h"
#include "know/revealed_moves.h"
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
    const Term *roles[] = {named(game, "me"), named(game, "you"),
                           named(game, "random")};
    const Term *percept = named(game, input);
    Observation round = {0, named(game, "stay"), {&percept, 1}};
    const Term **moves = revealed_moves(game->game, roles, 3, &round, arena);
    for (int i = 0; i < 3; i++)
        text_addf(&all, "%s%s", i ? " " : "",
                  moves[i] ? term_string(arena, moves[i]) : "?");
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
                          size_t count, const Term *const *moves)
{
    Arena *arena = arena_new();
    Ground ground = step_ground(grounder, features, count, moves, arena);
    size_t legal = 0;
    assert_null(ground.failure);
    for (size_t i = 0; i < ground.atom_count; i++)
        legal += strcmp(ground.atoms[i]->symbol->name, "legal") == 0;
    arena_free(arena);
    return legal;
}

static void
a_step_is_grounded_for_what_may_hold_and_what_was_revealed(void **state)
{
    (void)state;
    ZermeloGame *game = read_game(DEALING);
    Terms *terms = game->game->terms;
    StepGrounder *grounder = step_grounder_new(game->game, &unlimited);
    const Term *cards[] = {named(game, "a"), named(game, "b")};
    const Symbol *deck = term_symbol(terms, "deck", 4);
    const Term *both[] = {term_compound(terms, deck, 1, &cards[0]),
                          term_compound(terms, deck, 1, &cards[1])};
    const Term *deal[] = {named(game, "you"), cards[0]};
    const Term *moves[3] = {
        named(game, "stay"), NULL,
        term_compound(terms, term_symbol(terms, "deal", 4), 2, deal)};
    assert_int_equal(legal_moves(grounder, both, 2, NULL), 3 + 6);
    assert_int_equal(legal_moves(grounder, both, 1, NULL), 3 + 3);
    assert_int_equal(legal_moves(grounder, both, 2, moves), 3 + 1);
    assert_int_equal(legal_moves(grounder, both, 2, NULL), 3 + 6);
    step_grounder_free(grounder);
    zermelo_free(game);
}

/* ---- evaluating ---- */

enum { INPUTS = 6, ATOMS = 24, RULES = 60, CASES = 40 };

/* Rules over lower atoms, negated or not, and positive ones over atoms up to
 * three above, which makes loops. */
static size_t make_rules(Random *random, GroundRule *rules, AtomLiteral *body)
{
    size_t used = 0;
    for (size_t i = 0; i < RULES; i++) {
        AtomId head = INPUTS + random_below(random, ATOMS - INPUTS);
        AtomId layer = INPUTS + (head - INPUTS) / 4 * 4;
        rules[i] = (GroundRule){head, (uint32_t)used, random_below(random, 4)};
        for (uint32_t k = 0; k < rules[i].count; k++)
            body[used++] = random_below(random, 4)
                               ? random_below(random, 2 * layer)
                               : 2 * (layer + random_below(random, 4));
    }
    return used;
}

/* The least model, one case at a time, layer by layer. */
static void judge(const GroundRule *rules, const AtomLiteral *body, bool *holds)
{
    for (AtomId layer = INPUTS; layer < ATOMS + 4; layer += 4)
        for (bool more = true; more;) {
            more = false;
            for (size_t i = 0; i < RULES; i++) {
                bool all = rules[i].head < layer && !holds[rules[i].head];
                for (uint32_t k = 0; all && k < rules[i].count; k++) {
                    AtomLiteral literal = body[rules[i].first + k];
                    all = holds[literal / 2] != (literal & 1);
                }
                more = more || all;
                if (all)
                    holds[rules[i].head] = true;
            }
        }
}

static void only_what_depends_on_a_change_is_evaluated(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 50; seed++) {
        Random random = random_new(seed, 0);
        GroundRule rules[RULES];
        AtomLiteral body[4 * RULES];
        make_rules(&random, rules, body);
        Ground ground = {.atom_count = ATOMS + 4,
                         .rules = rules,
                         .rule_count = RULES,
                         .literals = body};
        Arena *arena = arena_new();
        LaneEvaluator *flow = lane_evaluator_new(&ground, arena);
        uint64_t words[INPUTS] = {0};
        for (int round = 0; round < 5; round++) {
            for (AtomId i = 0; i < INPUTS; i++)
                if (random_below(&random, 2))
                    lane_evaluator_set(flow, i,
                                       words[i] = random_next(&random));
            lane_evaluator_settle(flow);
            for (int c = 0; c < CASES; c++) {
                bool holds[ATOMS + 4] = {false};
                for (AtomId i = 0; i < INPUTS; i++)
                    holds[i] = words[i] >> c & 1;
                judge(rules, body, holds);
                for (AtomId i = 0; i < ATOMS; i++)
                    assert_int_equal(lane_evaluator_word(flow, i) >> c & 1,
                                     holds[i]);
            }
        }
        arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_percept_reveals_the_move_that_all_its_rules_require),
        cmocka_unit_test(
            a_step_is_grounded_for_what_may_hold_and_what_was_revealed),
        cmocka_unit_test(only_what_depends_on_a_change_is_evaluated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

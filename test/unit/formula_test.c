/* formula_test.c - reading, printing and evaluating formulas */
#include "formula/formula.h"
#include "formula/evaluate.h"
#include "formula/family.h"
#include "loaded.h"

static const char lamps[] =
    "(role left) (role right)\n"
    "(init (lamp 1 off)) (init (lamp 2 off)) (init (control left))\n"
    "(<= (legal ?p (press ?n)) (true (control ?p)) (number ?n))\n"
    "(<= (legal ?p noop) (role ?p) (not (true (control ?p))))\n"
    "(number 1) (number 2)\n"
    "(<= (pressed ?n) (does ?p (press ?n)))\n"
    "(<= (next (lamp ?n on)) (pressed ?n))\n"
    "(<= (next (lamp ?n ?s)) (true (lamp ?n ?s)) (not (pressed ?n)))\n"
    "(<= (next (control right)) (true (control left)))\n"
    "(<= (next (control left)) (true (control right)))\n"
    "(<= (lit ?n) (true (lamp ?n on)))\n"
    "(<= terminal (lit 1) (lit 2))\n"
    "(<= (goal ?p 50) (role ?p))\n";

typedef struct {
    Loaded loaded;
    Universe *universe;
} Fixture;

static Fixture open_game(const char *text)
{
    Fixture fixture = {.loaded = load_game(text)};
    const char *why;
    fixture.universe =
        universe_new(fixture.loaded.game, DOMAINS_DIRECTED, NULL, &why);
    assert_non_null(fixture.universe);
    return fixture;
}

static void close_game(Fixture *fixture)
{
    universe_free(fixture->universe);
    unload(&fixture->loaded);
}

static const Formula *read_formula(Fixture *fixture, const char *text)
{
    return formula_read(
        fixture->loaded.arena, fixture->universe,
        source_new(fixture->loaded.arena, "formula", text, strlen(text)),
        &fixture->loaded.diag);
}

/* The formula printed again, or the complaint about it. */
static const char *reread(const char *input)
{
    static Text answer;
    Fixture fixture = open_game(lamps);
    const Formula *formula = read_formula(&fixture, input);
    Text text = {0};
    if (formula)
        formula_print(&text, formula);
    for (size_t i = 0; !formula && i < fixture.loaded.diag.problems.count;
         i++) {
        const Problem *problem = &fixture.loaded.diag.problems.items[i];
        if (problem->severity == SEVERITY_ERROR)
            text_addf(&text, "%u-%u %s", problem->span.start, problem->span.end,
                      problem->rule);
    }
    close_game(&fixture);
    return keep(&answer, text);
}

static void formulas_print_with_few_parentheses(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"terminal", "terminal"},
        {"~~terminal", "~~terminal"},
        {"(terminal)&lit(1)|lit(2)", "terminal & lit(1) | lit(2)"},
        {"terminal&(lit(1)|lit(2))", "terminal & (lit(1) | lit(2))"},
        {"(lit(1)->lit(2))->terminal", "(lit(1) -> lit(2)) -> terminal"},
        {"lit(1)->lit(2)->terminal", "lit(1) -> lit(2) -> terminal"},
        {"lit(1)<->lit(2)<->terminal", "lit(1) <-> lit(2) <-> terminal"},
        {"lit(1)<->(lit(2)<->terminal)", "lit(1) <-> (lit(2) <-> terminal)"},
        {"next^3 ~true(lamp(1,on))", "next^3 ~true(lamp(1,on))"},
        {"next(lit(1)|lit(2))", "next (lit(1) | lit(2))"},
        {"next next lit(1)", "next next lit(1)"},
        {"forall X in lamp.1, Y in {on,off}. true(lamp(X,Y)) | X != 1",
         "forall X in lamp.1, Y in {on,off}. true(lamp(X,Y)) | X != 1"},
        {"(forall X in role. goal(X,50)) & terminal",
         "(forall X in role. goal(X,50)) & terminal"},
        {"exists[0..1] P in role. exists[2..] M in move(P). legal(P,M)",
         "exists[0..1] P in role. exists[2..] M in move(P). legal(P,M)"},
        {"exists M in move. legal(left,M)", "exists M in move. legal(left,M)"},
        {"some lamp/2 & sum(goal) = 100", "some lamp/2 & sum(goal) = 100"},
        {"distinct(1,2)", "1 != 2"},
        {"\u00acterminal \u2227 lit(1) \u2283 \u25cblit(2) \u2228 "
         "\u2200X in role. goal(X,50)",
         "~terminal & lit(1) -> next lit(2) | (forall X in role. "
         "goal(X,50))"},
        {"\u2203[1..1]X in lamp.1. lit(X)", "exists[1..1] X in lamp.1. lit(X)"},
        {"LIT(1)", "0-3 unbound-variable"},
        {"'LIT'(1)", "lit(1)"},
    };
    assert_cases(cases, reread);
}

static void mistakes_have_names_and_places(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"", "0-0 syntax"},
        {"lit(1) &", "8-8 syntax"},
        {"(lit(1)", "0-1 unclosed"},
        {"lit(1) lit(2)", "7-10 syntax"},
        {"lamp(1,on)", "0-10 unknown-symbol"},
        {"lit", "0-3 wrong-arity"},
        {"true(lamp(1))", "0-13 wrong-arity"},
        {"true(lamb(1,on))", "5-9 unknown-symbol"},
        {"true(press(1))", "0-14 unknown-symbol"},
        {"legal(left,lamp(1,on))", "0-22 unknown-symbol"},
        {"legal(left,press(1,2))", "0-22 wrong-arity"},
        {"pressed(1)", "0-10 depends-on-does"},
        {"does(left,noop)", "0-15 depends-on-does"},
        {"init(lamp(1,on))", "0-16 keyword-atom"},
        {"lit(X)", "4-5 unbound-variable"},
        {"forall X in cell.1. lit(X)", "12-18 unknown-domain"},
        {"forall X in lamp. lit(X)", "12-16 unknown-domain"},
        {"forall X in lamp.1. forall X in lamp.1. lit(X)", "27-28 bound-twice"},
        {"exists[2..1] X in lamp.1. lit(X)", "7-11 empty-bounds"},
        {"forall M in move(1). legal(left,M)", "17-18 empty-domain"},
        {"some lamp/3", "0-11 wrong-arity"},
        {"some press/1", "0-12 unknown-symbol"},
        {"lit(1) $ lit(2)", "7-8 stray-character"},
        {"next^2000 lit(1)", "5-9 syntax"},
        {"forall X in {Y}. lit(X)", "13-14 unbound-variable"},
    };
    assert_cases(cases, reread);
}

/* ---- meaning ---- */

static const char *truth(const char *input)
{
    static const char *const names[] = {"no", "yes", "open"};
    Fixture fixture = open_game(lamps);
    Budget budget = budget_new(0, NULL);
    const char *failure;
    Interp *interp = interp_new(fixture.loaded.game, &budget, &failure);
    Props *props = props_new(fixture.universe, NULL);
    PropId prop = props_expand(props, read_formula(&fixture, input));
    PlayEvaluator *evaluator = evaluator_new(props, interp);
    Play failing;
    Holds holds = position_satisfies(evaluator, interp_initial(interp), prop,
                                     &budget, fixture.loaded.arena, &failing);
    if (holds == HOLDS_NO)
        assert_true(play_refutes(evaluator, &failing, prop, 0));
    evaluator_free(evaluator);
    props_free(props);
    interp_free(interp);
    close_game(&fixture);
    return names[holds];
}

static void truth_in_the_initial_position(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"lit(1)", "no"},
        {"~lit(1) & true(lamp(1,off))", "yes"},
        {"next lit(1)", "no"},
        {"~next lit(1)", "no"}, /* each sequence is judged by itself */
        {"next (lit(1) | lit(2))", "yes"},
        {"next lit(1) | next lit(2)", "yes"},
        {"next^2 (lit(1) & lit(2) <-> terminal)", "yes"},
        {"next^3 terminal", "no"},
        {"next^3 ~true(control(left))", "yes"},
        {"next^2 next lit(1)", "no"},
        {"next^2 (terminal -> next (lit(1) & ~lit(1)))", "yes"},
        {"exists[1..1] P in role. true(control(P))", "yes"},
        {"exists[2..2] M in move(left). legal(left,M)", "yes"},
        {"exists[2..] P in role, M in move(P). legal(P,M)", "yes"},
        {"exists[4..] P in role, M in move(P). legal(P,M)", "no"},
        {"sum(goal) = 100", "yes"},
        {"sum(goal) = 50", "no"},
        {"some lamp/2", "yes"},
        {"forall X in lamp.1. exists[1..1] Y in lamp.2. true(lamp(X,Y))",
         "yes"},
    };
    assert_cases(cases, truth);
}

static const char *families(const char *input)
{
    static Text answer;
    Fixture fixture = open_game(input);
    Text text = {0};
    for (Family i = 0; i < FAMILY_COUNT; i++) {
        Claims claims = {0};
        family_add(&claims, i, fixture.universe, fixture.loaded.arena);
        text_addf(&text, "%s %zu\n", family_names[i], claims.count);
        for (size_t k = 0; k < claims.count; k++) {
            const char *printed =
                formula_string(fixture.loaded.arena, claims.items[k].formula);
            const Formula *again = read_formula(&fixture, printed);
            assert_non_null(again);
            assert_string_equal(printed,
                                formula_string(fixture.loaded.arena, again));
        }
        vec_free(&claims);
    }
    close_game(&fixture);
    return keep(&answer, text);
}

static void families_have_their_sizes_and_can_be_read_again(void **state)
{
    (void)state;
    assert_string_equal(families(lamps), "persistence 12\n"
                                         "existence 8\n"
                                         "control 6\n"
                                         "unique 8\n"
                                         "turn-taking 1\n"
                                         "zero-sum 1\n");
}

static void words_of_the_language_may_be_symbols_of_a_game(void **state)
{
    (void)state;
    assert_string_equal(families("(role next) (role w) (init (forall some))\n"
                                 "(init (exists sum)) (legal ?r in)\n"
                                 "(<= (next (forall ?x)) (true (forall ?x)))\n"
                                 "(<= terminal (true (exists next)))\n"
                                 "(goal ?r 75)\n"),
                        "persistence 4\n"
                        "existence 8\n"
                        "control 0\n"
                        "unique 4\n"
                        "turn-taking 1\n"
                        "zero-sum 1\n");
}

/* What was asked before about the same game makes no difference. */
static void an_unknown_symbol_stays_unknown(void **state)
{
    (void)state;
    const char *why;
    Fixture fixture = open_game(lamps);
    assert_null(read_formula(&fixture, "true(lamp(3,on))"));
    universe_free(fixture.universe);
    fixture.universe =
        universe_new(fixture.loaded.game, DOMAINS_DIRECTED, NULL, &why);
    assert_null(read_formula(&fixture, "true(lamp(3,on))"));
    close_game(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_unknown_symbol_stays_unknown),
        cmocka_unit_test(words_of_the_language_may_be_symbols_of_a_game),
        cmocka_unit_test(formulas_print_with_few_parentheses),
        cmocka_unit_test(mistakes_have_names_and_places),
        cmocka_unit_test(truth_in_the_initial_position),
        cmocka_unit_test(families_have_their_sizes_and_can_be_read_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

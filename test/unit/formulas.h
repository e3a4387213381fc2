/* formulas.h - formulas about a game, for unit tests
 *
 * open_game(text) gives the game with its Universe, read_formula() a formula
 * over it, meaning() its Prop. close_game() releases all of it.
 */
#ifndef ZERMELO_TEST_FORMULAS_H
#define ZERMELO_TEST_FORMULAS_H

#include "loaded.h"

#include "formula/formula.h"
#include "formula/prop.h"

/* Two roles press buttons in turn; a lamp that is on stays on. */
static const char lamps[] __attribute__((unused)) =
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
    Props *props;
} Formulas;

static inline Formulas open_game(const char *text)
{
    Formulas formulas = {.loaded = load_net(text)};
    const char *why;
    formulas.universe =
        universe_new(formulas.loaded.game, DOMAINS_DIRECTED, NULL, &why);
    assert_non_null(formulas.universe);
    formulas.props = props_new(formulas.universe, NULL);
    return formulas;
}

static inline void close_game(Formulas *formulas)
{
    props_free(formulas->props);
    universe_free(formulas->universe);
    unload(&formulas->loaded);
}

/* NULL if it is none; the reports are in the Diag of the game. */
static inline const Formula *read_formula(Formulas *formulas, const char *text)
{
    Arena *arena = formulas->loaded.arena;
    return formula_read(arena, formulas->universe,
                        source_new(arena, "formula", text, strlen(text)),
                        &formulas->loaded.diag);
}

static inline PropId meaning(Formulas *formulas, const char *text)
{
    const Formula *formula = read_formula(formulas, text);
    assert_non_null(formula);
    PropId prop = props_expand(formulas->props, formula);
    assert_int_not_equal(prop, NO_PROP);
    return prop;
}

/* The formula printed again, or where and what the mistakes are. */
static inline const char *reread(const char *input)
{
    static Text answer;
    Formulas formulas = open_game(lamps);
    const Formula *formula = read_formula(&formulas, input);
    const Diag *diag = &formulas.loaded.diag;
    Text text = {0};
    if (formula)
        formula_print(&text, formula);
    for (size_t i = 0; !formula && i < diag->problems.count; i++) {
        const Problem *problem = &diag->problems.items[i];
        if (problem->severity == SEVERITY_ERROR)
            text_addf(&text, "%u-%u %s", problem->span.start, problem->span.end,
                      problem->rule);
    }
    close_game(&formulas);
    return keep(&answer, text);
}

#endif

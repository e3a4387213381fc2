/* subformulas.c - the truth of every part of a formula along a play
 *
 * In:   a formula, and the positions of a play
 * Out:  a row for each subformula, as JSON
 * Next: api/api_play.c, for pages that show why a formula fails
 *
 * The whole formula is expanded before the PlayEvaluator is made, which knows
 * the props that there are by then: its parts and their instances are among
 * them. Start reading at subformulas_json(), at the end.
 */
#include "formula/subformulas.h"

#include "base/json.h"

#include <assert.h>
#include <string.h>

enum {
    MAX_PARTS = 20000,   /* that are evaluated */
    SHOWN_INSTANCES = 4, /* of a quantifier */
};

typedef struct {
    Arena *arena;
    const Universe *universe;
    Props *props;
    PlayEvaluator *evaluator;
    size_t position_count, part_count;
    json_t *json;
} Rows;

/* ---- instances ---- */

static const Term *bind_term(const Rows *rows, const Term *term,
                             const Term *variable, const Term *value)
{
    return !term || term_is_ground(term)
               ? term
               : term_substitute(rows->universe->game->terms, term, 1,
                                 &variable, &value);
}

/* FORMULA with VALUE for VARIABLE, which no quantifier inside binds again. */
static const Formula *bind_variable(const Rows *rows, const Formula *formula,
                                    const Term *variable, const Term *value)
{
    Formula *bound = arena_copy(rows->arena, formula, sizeof *formula);
    bound->atom = bind_term(rows, formula->atom, variable, value);
    bound->left = bind_term(rows, formula->left, variable, value);
    bound->right = bind_term(rows, formula->right, variable, value);
    Range *ranges = arena_copy(rows->arena, formula->ranges,
                               formula->range_count * sizeof *ranges);
    for (size_t i = 0; i < formula->range_count; i++)
        ranges[i].role = bind_term(rows, ranges[i].role, variable, value);
    bound->ranges = ranges;
    bound->parts =
        arena_array(rows->arena, const Formula *, formula->part_count);
    for (size_t i = 0; i < formula->part_count; i++)
        bound->parts[i] =
            bind_variable(rows, formula->parts[i], variable, value);
    return bound;
}

static bool is_quantifier(const Formula *formula)
{
    return formula->kind == FORMULA_FORALL || formula->kind == FORMULA_EXISTS;
}

/* ---- rows ---- */

/* What comes before its parts, or between them. */
static const char *sign_of(Arena *arena, const Formula *formula)
{
    static const char *const signs[] = {[FORMULA_NOT] = "~",
                                        [FORMULA_AND] = "&",
                                        [FORMULA_OR] = "|",
                                        [FORMULA_IMPLIES] = "->",
                                        [FORMULA_IFF] = "<->"};
    if (formula->kind == FORMULA_NEXT)
        return formula->count == 1
                   ? "next"
                   : arena_printf(arena, "next^%u", (unsigned)formula->count);
    if (!is_quantifier(formula))
        return formula->part_count ? signs[formula->kind] : NULL;
    Text text = {0};
    formula_print_quantifier(&text, formula);
    const char *sign = arena_string(arena, text_string(&text), text.length);
    text_free(&text);
    return sign;
}

/* A character for each position. */
static const char *truth_of(Rows *rows, const Formula *formula)
{
    static const char signs[] = {
        [HOLDS_NO] = '0', [HOLDS_YES] = '1', [HOLDS_OPEN] = '.'};
    size_t prop_count = props_count(rows->props);
    PropId prop = props_expand(rows->props, formula);
    char *truth = arena_array(rows->arena, char, rows->position_count + 1);
    assert(props_count(rows->props) == prop_count);
    rows->part_count += prop == NO_PROP ? MAX_PARTS + 1 : 1;
    for (size_t i = 0; i < rows->position_count && prop != NO_PROP; i++)
        truth[i] = signs[evaluator_holds(rows->evaluator, prop, i)];
    return truth;
}

static void add_rows(Rows *rows, const Formula *formula, const char *truth,
                     uint64_t depth);

/* Adds those instances of FORMULA, a quantifier whose ranges before FIRST have
 * values already, that decide it somewhere. ADDED counts them; beyond
 * SHOWN_INSTANCES there are no rows for them. */
static void add_instances(Rows *rows, const Formula *formula, size_t first,
                          uint64_t depth, size_t *added)
{
    if (first == formula->range_count) {
        const char *truth = truth_of(rows, formula->parts[0]);
        bool decides =
            strchr(truth, formula->kind == FORMULA_FORALL ? '0' : '1');
        if (decides && ++*added <= SHOWN_INSTANCES)
            add_rows(rows, formula->parts[0], truth, depth);
        return;
    }
    const Range *range = &formula->ranges[first];
    TermSet terms = range->kind == RANGE_MOVE_OF
                        ? universe_moves(rows->universe, range->role)
                        : range->terms;
    for (size_t i = 0; i < terms.count && rows->part_count <= MAX_PARTS; i++)
        add_instances(
            rows, bind_variable(rows, formula, range->variable, terms.terms[i]),
            first + 1, depth, added);
}

static void add_rows(Rows *rows, const Formula *formula, const char *truth,
                     uint64_t depth)
{
    size_t instances = 0;
    json_t *row = JSON_OBJECT(
        {"formula", json_text(formula_string(rows->arena, formula))},
        {"sign", json_text(sign_of(rows->arena, formula))},
        {"depth", json_count(depth)}, {"truth", json_text(truth)});
    json_add(rows->json, row);
    if (is_quantifier(formula))
        add_instances(rows, formula, 0, depth + 1, &instances);
    for (size_t i = 0; !is_quantifier(formula) && i < formula->part_count &&
                       rows->part_count <= MAX_PARTS;
         i++)
        add_rows(rows, formula->parts[i], truth_of(rows, formula->parts[i]),
                 depth + 1);
    if (instances > SHOWN_INSTANCES)
        json_put(row, "hidden", json_count(instances - SHOWN_INSTANCES));
}

json_t *subformulas_json(const Universe *universe, Interp *interp,
                         const Formula *formula,
                         const Position *const *positions, size_t count,
                         const Budget *budget)
{
    Arena *arena = arena_new();
    Rows rows = {.arena = arena,
                 .universe = universe,
                 .props = props_new(universe, budget),
                 .position_count = count,
                 .json = json_array()};
    bool is_complete = props_expand(rows.props, formula) != NO_PROP;
    if (is_complete) {
        rows.evaluator = evaluator_new(rows.props, interp);
        for (size_t i = 0; i < count; i++)
            evaluator_push(rows.evaluator, positions[i]);
        add_rows(&rows, formula, truth_of(&rows, formula), 0);
        is_complete = rows.part_count <= MAX_PARTS;
        evaluator_free(rows.evaluator);
    }
    props_free(rows.props);
    arena_free(arena);
    if (is_complete)
        return rows.json;
    json_decref(rows.json);
    return NULL;
}

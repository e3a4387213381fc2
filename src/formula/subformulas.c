/* subformulas.c - the truth of every part of a formula along a play
 *
 * In:   a formula, and the positions of a play
 * Out:  a row for each subformula, as JSON
 * Next: api/api_play.c, for pages that show why a formula fails
 *
 * All parts are written out before the first is evaluated, since a
 * PlayEvaluator knows the props that were there when it was made. Start reading
 * at subformulas_json(), at the end.
 */
#include "formula/subformulas.h"

#include "base/json.h"

#include <assert.h>
#include <string.h>

enum {
    MAX_PARTS = 20000,   /* instances included */
    SHOWN_INSTANCES = 4, /* of a quantifier */
};

typedef struct Part Part;
struct Part {
    const Formula *formula;
    PropId prop;
    Part *parts, *next;
    char *truth; /* a character for each position */
};

typedef struct {
    Arena *arena;
    const Universe *universe;
    Props *props;
    size_t part_count;
    bool is_too_large;
} Parts;

/* ---- writing out ---- */

static const Term *bind_term(const Parts *parts, const Term *term,
                             const Term *variable, const Term *value)
{
    return !term || term_is_ground(term)
               ? term
               : term_substitute(parts->universe->game->terms, term, 1,
                                 &variable, &value);
}

static Range *bind_ranges(const Parts *parts, const Formula *formula,
                          const Term *variable, const Term *value)
{
    Range *ranges = arena_copy(parts->arena, formula->ranges,
                               formula->range_count * sizeof *formula->ranges);
    for (size_t i = 0; i < formula->range_count; i++)
        ranges[i].role = bind_term(parts, ranges[i].role, variable, value);
    return ranges;
}

/* FORMULA with VALUE for VARIABLE, which no quantifier inside binds again. */
static const Formula *bind_variable(const Parts *parts, const Formula *formula,
                                    const Term *variable, const Term *value)
{
    Formula *bound = arena_copy(parts->arena, formula, sizeof *formula);
    bound->atom = bind_term(parts, formula->atom, variable, value);
    bound->left = bind_term(parts, formula->left, variable, value);
    bound->right = bind_term(parts, formula->right, variable, value);
    bound->ranges = bind_ranges(parts, formula, variable, value);
    bound->parts =
        arena_array(parts->arena, const Formula *, formula->part_count);
    for (size_t i = 0; i < formula->part_count; i++)
        bound->parts[i] =
            bind_variable(parts, formula->parts[i], variable, value);
    return bound;
}

static TermSet terms_of_range(const Universe *universe, const Range *range)
{
    if (range->kind != RANGE_MOVE_OF)
        return range->terms;
    uint32_t role = universe_role(universe, range->role);
    return role == NO_INDEX ? (TermSet){0} : universe->moves[role];
}

static Part *write_out(Parts *parts, const Formula *formula);

static void append_part(Parts *parts, Part ***end, const Formula *formula)
{
    **end = write_out(parts, formula);
    *end = &(**end)->next;
}

/* Instances of FORMULA, a quantifier, for its ranges FIRST on, of which those
 * before have values already. */
static void append_instances(Parts *parts, Part ***end, const Formula *formula,
                             size_t first)
{
    if (first == formula->range_count) {
        append_part(parts, end, formula->parts[0]);
        return;
    }
    TermSet terms = terms_of_range(parts->universe, &formula->ranges[first]);
    const Term *variable = formula->ranges[first].variable;
    for (size_t i = 0; i < terms.count && !parts->is_too_large; i++)
        append_instances(
            parts, end, bind_variable(parts, formula, variable, terms.terms[i]),
            first + 1);
}

static bool is_quantifier(const Formula *formula)
{
    return formula->kind == FORMULA_FORALL || formula->kind == FORMULA_EXISTS;
}

static Part *write_out(Parts *parts, const Formula *formula)
{
    Part *part = arena_alloc(parts->arena, sizeof *part);
    Part **end = &part->parts;
    part->formula = formula;
    part->prop = props_expand(parts->props, formula);
    if (part->prop == NO_PROP || ++parts->part_count > MAX_PARTS)
        parts->is_too_large = true;
    if (parts->is_too_large)
        return part;
    if (is_quantifier(formula))
        append_instances(parts, &end, formula, 0);
    for (size_t i = 0; !is_quantifier(formula) && i < formula->part_count; i++)
        append_part(parts, &end, formula->parts[i]);
    return part;
}

/* ---- evaluating ---- */

static void evaluate(const Parts *parts, PlayEvaluator *evaluator, Part *part,
                     size_t count)
{
    static const char signs[] = {
        [HOLDS_NO] = '0', [HOLDS_YES] = '1', [HOLDS_OPEN] = '.'};
    part->truth = arena_array(parts->arena, char, count + 1);
    for (size_t i = 0; i < count; i++)
        part->truth[i] = signs[evaluator_holds(evaluator, part->prop, i)];
    for (Part *inner = part->parts; inner; inner = inner->next)
        evaluate(parts, evaluator, inner, count);
}

/* ---- as JSON ---- */

/* What comes before its parts, or between them. */
static const char *sign_of(Arena *arena, const Formula *formula)
{
    static const char *const signs[] = {[FORMULA_NOT] = "~",
                                        [FORMULA_AND] = "&",
                                        [FORMULA_OR] = "|",
                                        [FORMULA_IMPLIES] = "->",
                                        [FORMULA_IFF] = "<->"};
    Text text = {0};
    if (formula->kind == FORMULA_NEXT && formula->count != 1)
        text_addf(&text, "next^%u", (unsigned)formula->count);
    else if (formula->kind == FORMULA_NEXT)
        text_adds(&text, "next");
    else if (!is_quantifier(formula))
        return formula->part_count ? signs[formula->kind] : NULL;
    else
        formula_print_quantifier(&text, formula);
    const char *sign = arena_string(arena, text_string(&text), text.length);
    text_free(&text);
    return sign;
}

static void add_rows(Arena *arena, json_t *rows, const Part *part, int depth)
{
    const Formula *formula = part->formula;
    json_t *row =
        JSON_OBJECT({"formula", json_text(formula_string(arena, formula))},
                    {"sign", json_text(sign_of(arena, formula))},
                    {"depth", json_count((uint64_t)depth)},
                    {"truth", json_text(part->truth)});
    char deciding = formula->kind == FORMULA_FORALL ? '0' : '1';
    size_t shown = 0, hidden = 0;
    json_add(rows, row);
    for (const Part *inner = part->parts; inner; inner = inner->next) {
        bool is_instance = is_quantifier(formula);
        if (is_instance && !strchr(inner->truth, deciding))
            continue;
        if (is_instance && shown == SHOWN_INSTANCES) {
            hidden++;
            continue;
        }
        shown++;
        add_rows(arena, rows, inner, depth + 1);
    }
    if (hidden)
        json_put(row, "hidden", json_count(hidden));
}

json_t *subformulas_json(const Universe *universe, Interp *interp,
                         const Formula *formula,
                         const Position *const *positions, size_t count,
                         const Budget *budget)
{
    Arena *arena = arena_new();
    Parts parts = {.arena = arena,
                   .universe = universe,
                   .props = props_new(universe, budget)};
    Part *root = write_out(&parts, formula);
    json_t *rows = NULL;
    if (!parts.is_too_large) {
        PlayEvaluator *evaluator = evaluator_new(parts.props, interp);
        for (size_t i = 0; i < count; i++)
            evaluator_push(evaluator, positions[i], arena);
        evaluate(&parts, evaluator, root, count);
        evaluator_free(evaluator);
        rows = json_array();
        add_rows(arena, rows, root, 0);
    }
    props_free(parts.props);
    arena_free(arena);
    return rows;
}

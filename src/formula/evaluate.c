/* evaluate.c - evaluate formulas along a play, by the rules as they stand
 *
 * In:   Props, and positions one after the other
 * Out:  whether they hold
 *
 * Start reading at prop_holds(), which is Definition 4 of Thielscher and Voigt
 * (2010) line by line. For subformulas_json(), at the end, the whole formula is
 * expanded before the PlayEvaluator is made, which knows the props that there
 * are by then: its parts and their instances are among them.
 */
#include "formula/evaluate.h"

#include "base/json.h"
#include "base/memory.h"
#include "base/sort.h"

#include <assert.h>
#include <string.h>

typedef struct {
    const Position *position;
    TermVec facts;  /* of relations that props are about, sorted by id */
    Holds terminal; /* open until somebody asks: it may be long to find out */
    bool has_facts;
} EvaluatedPosition;

struct PlayEvaluator {
    Arena *arena;
    const Props *props;
    Interp *interp;
    const Symbol *true_symbol;
    const RelationId *relations; /* that props are about, other than true */
    size_t relation_count;
    VEC(EvaluatedPosition) positions;
    size_t current; /* the one at which the interpreter is, or NOWHERE */
};

#define NOWHERE SIZE_MAX

/* true(F); a game may have other relations of that name. */
static bool is_truth(const PlayEvaluator *evaluator, const Term *atom)
{
    return atom->symbol == evaluator->true_symbol && atom->arity == 1;
}

/* ---- positions ---- */

PlayEvaluator *evaluator_new(const Props *props, Interp *interp)
{
    PlayEvaluator *evaluator = memory_alloc(sizeof *evaluator);
    Terms *terms = props_universe(props)->game->terms;
    *evaluator = (PlayEvaluator){.arena = arena_new(),
                                 .props = props,
                                 .interp = interp,
                                 .true_symbol = term_symbol(terms, "true", 4),
                                 .current = NOWHERE};
    evaluator->relations = props_relations(props, true, evaluator->arena,
                                           &evaluator->relation_count);
    return evaluator;
}

void evaluator_free(PlayEvaluator *evaluator)
{
    if (!evaluator)
        return;
    evaluator_clear(evaluator);
    vec_free(&evaluator->positions);
    arena_free(evaluator->arena);
    memory_free(evaluator);
}

void evaluator_push(PlayEvaluator *evaluator, const Position *position)
{
    vec_push(
        &evaluator->positions,
        ((EvaluatedPosition){.position = position, .terminal = HOLDS_OPEN}));
}

void evaluator_pop(PlayEvaluator *evaluator)
{
    assert(evaluator->positions.count);
    vec_free(&vec_last(&evaluator->positions).facts);
    if (--evaluator->positions.count == evaluator->current)
        evaluator->current = NOWHERE;
}

void evaluator_clear(PlayEvaluator *evaluator)
{
    while (evaluator->positions.count)
        evaluator_pop(evaluator);
    evaluator->current = NOWHERE; /* others may move the interpreter now */
}

static void move_interpreter(PlayEvaluator *evaluator, size_t index)
{
    assert(index < evaluator->positions.count);
    if (evaluator->current != index)
        interp_set(evaluator->interp,
                   evaluator->positions.items[index].position);
    evaluator->current = index;
}

void evaluator_restore(PlayEvaluator *evaluator)
{
    assert(evaluator->positions.count);
    move_interpreter(evaluator, evaluator->positions.count - 1);
}

bool evaluator_ended(PlayEvaluator *evaluator)
{
    if (!evaluator->positions.count)
        return false;
    EvaluatedPosition *last = &vec_last(&evaluator->positions);
    if (last->terminal == HOLDS_OPEN) {
        evaluator_restore(evaluator);
        last->terminal =
            interp_is_terminal(evaluator->interp) ? HOLDS_YES : HOLDS_NO;
    }
    return last->terminal == HOLDS_YES;
}

/* ---- values ---- */

static int by_id(const void *left, const void *right)
{
    return compare_numbers(&(*(const Term *const *)left)->id,
                           &(*(const Term *const *)right)->id);
}

static bool is_among(const Term *term, const Term *const *sorted, size_t count)
{
    return sort_find(sorted, count, sizeof *sorted, &term, by_id) < count;
}

/* Facts are derived when a prop asks for one: most ask only for features, and
 * moving the interpreter loses what it has derived so far. */
static bool atom_holds(PlayEvaluator *evaluator, const Term *atom, size_t index)
{
    EvaluatedPosition *at = &evaluator->positions.items[index];
    if (is_truth(evaluator, atom))
        return is_among(atom->args[0], at->position->features,
                        at->position->count);
    if (!at->has_facts) {
        at->has_facts = true;
        move_interpreter(evaluator, index);
        for (size_t i = 0; i < evaluator->relation_count; i++) {
            size_t count;
            const Term *const *facts = interp_facts(
                evaluator->interp, evaluator->relations[i], &count);
            vec_append(&at->facts, facts, count);
        }
        sort_items(at->facts.items, at->facts.count, sizeof *at->facts.items,
                   by_id);
    }
    return is_among(atom, at->facts.items, at->facts.count);
}

/* Whether prop ID holds of the sequence from position INDEX on. */
static bool prop_holds(PlayEvaluator *evaluator, PropId id, size_t index)
{
    const Prop *prop = props_get(evaluator->props, id);
    uint64_t sum = 0;
    assert(index < evaluator->positions.count);
    switch (prop->kind) {
    case PROP_TRUE:
        return true;
    case PROP_ATOM:
        return atom_holds(evaluator, prop->atom, index);
    case PROP_NOT:
        return !prop_holds(evaluator, prop->parts[0], index);
    case PROP_AND:
        for (size_t i = 0; i < prop->count; i++)
            if (!prop_holds(evaluator, prop->parts[i], index))
                return false;
        return true;
    case PROP_OR:
        for (size_t i = 0; i < prop->count; i++)
            if (prop_holds(evaluator, prop->parts[i], index))
                return true;
        return false;
    case PROP_NEXT:
        return index + 1 == evaluator->positions.count ||
               prop_holds(evaluator, prop->parts[0], index + 1);
    case PROP_SUM:
        for (size_t i = 0; i < prop->count; i++)
            if (prop_holds(evaluator, prop->parts[i], index))
                sum += prop->weights ? prop->weights[i] : 1;
        return prop->min <= sum && sum <= prop->max;
    }
    assert(false); /* there is no other kind */
    return false;
}

Holds evaluator_holds(PlayEvaluator *evaluator, PropId prop, size_t at)
{
    size_t degree = props_get(evaluator->props, prop)->degree;
    bool is_long_enough =
        at + degree < evaluator->positions.count || evaluator_ended(evaluator);
    if (!is_long_enough || at >= evaluator->positions.count)
        return HOLDS_OPEN;
    return prop_holds(evaluator, prop, at) ? HOLDS_YES : HOLDS_NO;
}

/* ---- all sequences from a position ---- */

typedef struct {
    PlayEvaluator *evaluator;
    const Budget *budget;
    Arena *arena, *scratch;
    const PropId *props;
    size_t count, open_count; /* props, and those not refuted yet */
    unsigned max_degree;      /* the largest of them */
    Holds *verdicts;
    Play *failing;
    TermVec moves; /* moves of the sequence under way */
    bool was_cut_short;
} SequenceSearch;

/* The sequence is complete for the props of its length, or of any length if it
 * has ended. */
static void judge_sequence(SequenceSearch *search)
{
    PlayEvaluator *evaluator = search->evaluator;
    for (size_t i = 0; i < search->count; i++) {
        unsigned degree = props_get(evaluator->props, search->props[i])->degree;
        bool is_due = degree + 1 == evaluator->positions.count ||
                      (degree + 1 > evaluator->positions.count &&
                       evaluator_ended(evaluator));
        if (search->verdicts[i] != HOLDS_OPEN || !is_due ||
            prop_holds(evaluator, search->props[i], 0))
            continue;
        size_t role_count = interp_role_count(evaluator->interp);
        search->verdicts[i] = HOLDS_NO;
        search->open_count--;
        search->failing[i].moves =
            arena_copy(search->arena, search->moves.items,
                       search->moves.count * sizeof *search->moves.items);
        search->failing[i].steps =
            role_count ? search->moves.count / role_count : 0;
    }
}

static void extend_sequence(SequenceSearch *search, const Position *position);

/* Each combination of legal moves, role after role. */
static void try_joint_moves(SequenceSearch *search, const TermSet *legal_moves,
                            size_t role)
{
    Interp *interp = search->evaluator->interp;
    size_t role_count = interp_role_count(interp);
    if (role == role_count) {
        ArenaMark mark = arena_mark(search->scratch);
        evaluator_restore(search->evaluator);
        const Position *next = interp_next(
            interp, search->moves.items + search->moves.count - role_count,
            search->scratch);
        extend_sequence(search, next);
        arena_rewind(search->scratch, mark);
        return;
    }
    for (size_t i = 0; i < legal_moves[role].count; i++) {
        if (!search->open_count || search->was_cut_short)
            return;
        vec_push(&search->moves, legal_moves[role].terms[i]);
        try_joint_moves(search, legal_moves, role + 1);
        search->moves.count--;
    }
}

/* All sequences that go on with POSITION; leaves the sequence as it was. */
static void extend_sequence(SequenceSearch *search, const Position *position)
{
    PlayEvaluator *evaluator = search->evaluator;
    if (budget_spent(search->budget) || interp_failure(evaluator->interp)) {
        search->was_cut_short = true;
        return;
    }
    evaluator_push(evaluator, position);
    judge_sequence(search);
    if (search->open_count &&
        evaluator->positions.count <= search->max_degree &&
        !evaluator_ended(evaluator)) {
        size_t role_count = interp_role_count(evaluator->interp);
        evaluator_restore(evaluator);
        TermSet *legal_moves =
            arena_array(search->scratch, TermSet, role_count);
        for (size_t i = 0; i < role_count; i++) {
            const Term *const *moves =
                interp_legal(evaluator->interp, i, &legal_moves[i].count);
            legal_moves[i].terms = arena_copy(
                search->scratch, moves, legal_moves[i].count * sizeof *moves);
        }
        try_joint_moves(search, legal_moves, 0);
    }
    evaluator_pop(evaluator);
}

void position_satisfies(PlayEvaluator *evaluator, const Position *position,
                        const PropId *props, size_t count, const Budget *budget,
                        Arena *arena, Holds *verdicts, Play *failing)
{
    SequenceSearch search = {.evaluator = evaluator,
                             .budget = budget,
                             .arena = arena,
                             .scratch = arena_new(),
                             .props = props,
                             .count = count,
                             .verdicts = verdicts,
                             .failing = failing};
    for (size_t i = 0; i < count; i++) {
        unsigned degree = props_get(evaluator->props, props[i])->degree;
        if (verdicts[i] != HOLDS_OPEN)
            continue;
        search.open_count++;
        search.max_degree =
            degree > search.max_degree ? degree : search.max_degree;
    }
    evaluator_clear(evaluator);
    extend_sequence(&search, position);
    assert(!search.moves.count && !evaluator->positions.count);
    for (size_t i = 0; i < count && !search.was_cut_short; i++)
        if (verdicts[i] == HOLDS_OPEN)
            verdicts[i] = HOLDS_YES;
    vec_free(&search.moves);
    arena_free(search.scratch);
}

/* ---- a play as evidence ---- */

bool play_refutes(PlayEvaluator *evaluator, const Play *play, PropId prop,
                  size_t at)
{
    Interp *interp = evaluator->interp;
    Arena *arena = arena_new();
    size_t role_count = interp_role_count(interp);
    const Position *position = interp_initial(interp);
    evaluator_clear(evaluator);
    evaluator_push(evaluator, position);
    for (size_t i = 0; i < play->steps && position; i++) {
        position = interp_play(interp, position, play->moves + i * role_count,
                               1, arena);
        if (position)
            evaluator_push(evaluator, position);
    }
    bool fails = position && evaluator_holds(evaluator, prop, at) == HOLDS_NO &&
                 !interp_failure(interp);
    evaluator_clear(evaluator);
    arena_free(arena);
    return fails;
}

/* ---- every part of a formula ---- */

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
    return text_finish(&text, arena);
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

/* evaluate.c - evaluate formulas along a play, by the rules as they stand
 *
 * In:   Props, and positions one after the other
 * Out:  whether they hold
 *
 * Start reading at prop_holds(), which is Definition 4 of Thielscher and Voigt
 * (2010) line by line.
 */
#include "formula/evaluate.h"

#include "base/bits.h"
#include "base/map.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const Position *position;
    uint64_t *atoms; /* a bit for each prop that is an atom and holds */
    Holds terminal;  /* open until somebody asks: it may be long to find out */
    bool has_relations; /* atoms of relations other than true are recorded */
} EvaluatedPosition;

struct PlayEvaluator {
    const Props *props;
    Interp *interp;
    Arena *arena;
    const Game *game;
    const Symbol *true_symbol;
    size_t word_count;
    Map atoms;                    /* from terms to props */
    RelationId *needed_relations; /* relations that some atom is of */
    size_t needed_count;
    VEC(EvaluatedPosition *) positions;
    const EvaluatedPosition *current; /* where the interpreter is, or NULL */
};

/* ---- atoms ---- */

static void add_needed_relation(PlayEvaluator *evaluator, const Term *atom)
{
    RelationId id = relation_find(evaluator->game, atom->symbol, atom->arity);
    if (id == NO_RELATION || id == evaluator->game->keyword[KEYWORD_TRUE])
        return; /* what holds of true is the position itself */
    for (size_t i = 0; i < evaluator->needed_count; i++)
        if (evaluator->needed_relations[i] == id)
            return;
    evaluator->needed_relations[evaluator->needed_count++] = id;
}

PlayEvaluator *evaluator_new(const Props *props, Interp *interp)
{
    Arena *arena = arena_new();
    PlayEvaluator *evaluator = arena_alloc(arena, sizeof *evaluator);
    *evaluator = (PlayEvaluator){.props = props,
                                 .interp = interp,
                                 .arena = arena,
                                 .game = props_universe(props)->game,
                                 .word_count = (props_count(props) + 63) / 64};
    evaluator->true_symbol = term_symbol(evaluator->game->terms, "true", 4);
    evaluator->needed_relations =
        arena_array(arena, RelationId, evaluator->game->relation_count + 1);
    for (PropId i = 0; i < props_count(props); i++) {
        const Prop *prop = props_get(props, i);
        if (prop->kind != PROP_ATOM)
            continue;
        add_needed_relation(evaluator, prop->atom);
        map_add(&evaluator->atoms, prop->atom->hash, i);
    }
    return evaluator;
}

void evaluator_free(PlayEvaluator *evaluator)
{
    if (!evaluator)
        return;
    vec_free(&evaluator->positions);
    map_free(&evaluator->atoms);
    arena_free(evaluator->arena);
}

static void record_atom(PlayEvaluator *evaluator, EvaluatedPosition *evaluated,
                        const Term *atom)
{
    map_each (probe, &evaluator->atoms, atom->hash)
        if (props_get(evaluator->props, probe.index)->atom == atom)
            evaluated->atoms[probe.index / 64] |= (uint64_t)1
                                                  << probe.index % 64;
}

static void record_features(PlayEvaluator *evaluator,
                            EvaluatedPosition *evaluated)
{
    const Position *position = evaluated->position;
    for (size_t i = 0; i < position->count; i++) {
        const Term *atom =
            term_find(evaluator->game->terms, evaluator->true_symbol, 1,
                      &position->features[i]);
        if (atom)
            record_atom(evaluator, evaluated, atom);
    }
}

static void move_interpreter(PlayEvaluator *evaluator,
                             const EvaluatedPosition *evaluated)
{
    interp_set(evaluator->interp, evaluated->position);
    evaluator->current = evaluated;
}

/* Atoms of relations are derived when a prop asks for one: most ask only for
 * features, and moving the interpreter loses what it has derived so far. */
static void record_relations(PlayEvaluator *evaluator,
                             EvaluatedPosition *evaluated)
{
    if (evaluated->has_relations)
        return;
    evaluated->has_relations = true;
    if (evaluator->current != evaluated)
        move_interpreter(evaluator, evaluated);
    for (size_t i = 0; i < evaluator->needed_count; i++) {
        size_t count;
        const Term *const *facts = interp_facts(
            evaluator->interp, evaluator->needed_relations[i], &count);
        for (size_t k = 0; k < count; k++)
            record_atom(evaluator, evaluated, facts[k]);
    }
}

void evaluator_push(PlayEvaluator *evaluator, const Position *position,
                    Arena *arena)
{
    EvaluatedPosition *evaluated = arena_alloc(arena, sizeof *evaluated);
    evaluated->atoms = arena_array(arena, uint64_t, evaluator->word_count);
    evaluated->position = position;
    evaluated->terminal = HOLDS_OPEN;
    evaluated->has_relations = !evaluator->needed_count;
    record_features(evaluator, evaluated);
    vec_push(&evaluator->positions, evaluated);
}

void evaluator_pop(PlayEvaluator *evaluator)
{
    assert(evaluator->positions.count);
    if (vec_pop(&evaluator->positions) == evaluator->current)
        evaluator->current = NULL; /* its memory may be used again */
}

void evaluator_clear(PlayEvaluator *evaluator)
{
    vec_clear(&evaluator->positions);
    evaluator->current = NULL; /* others may move the interpreter now */
}

void evaluator_restore(PlayEvaluator *evaluator)
{
    assert(evaluator->positions.count);
    if (evaluator->current != vec_last(&evaluator->positions))
        move_interpreter(evaluator, vec_last(&evaluator->positions));
}

bool evaluator_ended(PlayEvaluator *evaluator)
{
    if (!evaluator->positions.count)
        return false;
    EvaluatedPosition *last = vec_last(&evaluator->positions);
    if (last->terminal == HOLDS_OPEN) {
        evaluator_restore(evaluator);
        last->terminal =
            interp_is_terminal(evaluator->interp) ? HOLDS_YES : HOLDS_NO;
    }
    return last->terminal == HOLDS_YES;
}

/* ---- values ---- */

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
        if (prop->atom->symbol != evaluator->true_symbol)
            record_relations(evaluator, evaluator->positions.items[index]);
        return evaluator->positions.items[index]->atoms[id / 64] >> id % 64 & 1;
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
    evaluator_push(evaluator, position, search->scratch);
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
    bool is_legal = true;
    evaluator_clear(evaluator);
    evaluator_push(evaluator, interp_initial(interp), arena);
    for (size_t i = 0; i < play->steps && is_legal; i++) {
        const Term *const *moves = play->moves + i * role_count;
        is_legal = !evaluator_ended(evaluator);
        for (size_t k = 0; k < role_count && is_legal; k++)
            is_legal = interp_is_legal(interp, k, moves[k]);
        if (is_legal)
            evaluator_push(evaluator, interp_next(interp, moves, arena), arena);
    }
    bool fails = is_legal && !interp_failure(interp) &&
                 evaluator_holds(evaluator, prop, at) == HOLDS_NO;
    evaluator_clear(evaluator);
    arena_free(arena);
    return fails;
}

/* truth.c - the truth about a small game: every position that can be reached
 *
 * In:   a Universe and an interpreter
 * Out:  positions with their facts and successors; the truth of formulas
 *
 * Start reading at holds(), which is Definition 4 of Thielscher and Voigt
 * (2010) once more.
 */
#include "truth.h"

#include "base/map.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_JOINT_MOVES = 200, MAX_SEQUENCES = 300000, MAX_VARIABLES = 32 };

typedef struct {
    const Position *position;
    Map facts; /* hashes of terms, and where they stand in terms */
    const Term **terms;
    size_t count;
    bool terminal, stuck;
    const uint32_t *next; /* each position once */
    size_t next_count;
} Stop;

struct Truths {
    const Universe *universe;
    Interp *interp;
    Arena *arena;
    VEC(Stop) nodes;
    Map map;
    size_t sequences; /* looked at for the present question */
};

/* ---- making it ---- */

static uint32_t hash_of(const Position *position)
{
    return hash_bytes(position->features,
                      position->count * sizeof *position->features);
}

static uint32_t find_node(Truths *truths, const Position *position)
{
    for (MapProbe p = map_probe(&truths->map, hash_of(position));
         map_next(&truths->map, &p);) {
        const Position *other = truths->nodes.items[p.index].position;
        if (other->count == position->count &&
            memcmp(other->features, position->features,
                   position->count * sizeof *position->features) == 0)
            return p.index;
    }
    return NO_INDEX;
}

static uint32_t add_node(Truths *truths, const Position *position)
{
    uint32_t found = find_node(truths, position);
    if (found != NO_INDEX)
        return found;
    Stop node = {.position = position_new(truths->arena, position->features,
                                          position->count)};
    map_add(&truths->map, hash_of(position), (uint32_t)truths->nodes.count);
    vec_push(&truths->nodes, node);
    return (uint32_t)truths->nodes.count - 1;
}

/* Everything that holds where the interpreter stands, of relations that do not
 * depend on moves. */
static void note_facts(Stop *node, const Game *game, Interp *interp,
                       Arena *arena)
{
    VEC(const Term *) all = {0};
    for (RelationId id = 0; id < game->relation_count; id++) {
        const Relation *relation = &game->relations[id];
        if (relation->changes_with == CHANGES_WITH_MOVES ||
            id == game->keyword[KEYWORD_TRUE] ||
            relation->keyword == KEYWORD_INIT ||
            relation->keyword == KEYWORD_DOES ||
            relation->keyword == KEYWORD_NEXT)
            continue;
        size_t count;
        const Term *const *facts = interp_facts(interp, id, &count);
        for (size_t i = 0; i < count; i++)
            vec_push(&all, facts[i]);
    }
    const Symbol *symbol = term_symbol(game->terms, "true", 4);
    for (size_t i = 0; i < node->position->count; i++)
        vec_push(&all, term_compound(game->terms, symbol, 1,
                                     &node->position->features[i]));
    for (size_t i = 0; i < all.count; i++)
        map_add(&node->facts, all.items[i]->hash, (uint32_t)i);
    node->count = all.count;
    node->terms = vec_finish(&all, arena);
    node->terminal = interp_is_terminal(interp);
}

static bool has_fact(const Stop *node, const Term *atom)
{
    for (MapProbe p = map_probe(&node->facts, atom->hash);
         map_next(&node->facts, &p);)
        if (node->terms[p.index] == atom)
            return true;
    return false;
}

typedef struct {
    const Term **moves;
    size_t count;
} Choices;

/* Successors of the node NUMBER; false if there are too many joint moves. */
static bool expand(Truths *truths, uint32_t number)
{
    Interp *interp = truths->interp;
    size_t roles = interp_role_count(interp), total = 1;
    Choices *legal = arena_array(truths->arena, Choices, roles);
    const Term **moves = arena_array(truths->arena, const Term *, roles);
    const Position *position = truths->nodes.items[number].position;
    VEC(uint32_t) next = {0};
    interp_set(interp, position);
    note_facts(&truths->nodes.items[number], truths->universe->game, interp,
               truths->arena);
    if (truths->nodes.items[number].terminal)
        return true;
    for (size_t i = 0; i < roles; i++) {
        const Term *const *found = interp_legal(interp, i, &legal[i].count);
        legal[i].moves =
            arena_copy(truths->arena, found, legal[i].count * sizeof *found);
        total *= legal[i].count;
    }
    truths->nodes.items[number].stuck = !total;
    if (total > MAX_JOINT_MOVES)
        return false;
    for (size_t i = 0; i < total; i++) {
        size_t rest = i;
        for (size_t k = 0; k < roles; k++) {
            moves[k] = legal[k].moves[rest % legal[k].count];
            rest /= legal[k].count;
        }
        interp_set(interp, position);
        uint32_t after =
            add_node(truths, interp_next(interp, moves, truths->arena));
        bool known = false;
        for (size_t k = 0; k < next.count; k++)
            known = known || next.items[k] == after;
        if (!known)
            vec_push(&next, after);
    }
    truths->nodes.items[number].next_count = next.count;
    truths->nodes.items[number].next = vec_finish(&next, truths->arena);
    return true;
}

Truths *truth_new(const Universe *universe, Interp *interp, size_t max)
{
    Arena *arena = arena_new();
    Truths *truths = arena_alloc(arena, sizeof *truths);
    *truths = (Truths){.universe = universe, .interp = interp, .arena = arena};
    add_node(truths, interp_initial(interp));
    for (uint32_t i = 0; i < truths->nodes.count; i++)
        if (!expand(truths, i) || interp_failure(interp) ||
            truths->nodes.count > max) {
            truth_free(truths);
            return NULL;
        }
    return truths;
}

void truth_free(Truths *truths)
{
    if (!truths)
        return;
    for (size_t i = 0; i < truths->nodes.count; i++)
        map_free(&truths->nodes.items[i].facts);
    vec_free(&truths->nodes);
    map_free(&truths->map);
    arena_free(truths->arena);
}

size_t truth_size(const Truths *truths)
{
    return truths->nodes.count;
}

bool truth_playable(const Truths *truths)
{
    for (size_t i = 0; i < truths->nodes.count; i++)
        if (truths->nodes.items[i].stuck)
            return false;
    return true;
}

/* ---- formulas ---- */

/* What variables stand for. */
typedef struct {
    const Term *from[MAX_VARIABLES], *to[MAX_VARIABLES];
    size_t count;
} Values;

/* A sequence of positions: the last is terminal, or it is long enough. */
typedef struct {
    const Universe *universe;
    const Stop *const *nodes;
    size_t length;
} Sequence;

static bool holds(const Sequence *sequence, size_t at, const Formula *formula,
                  Values *values);

static const Term *value_of(const Sequence *sequence, const Term *term,
                            const Values *values)
{
    return term_substitute(sequence->universe->game->terms, term, values->count,
                           values->from, values->to);
}

static TermSet range_of(const Sequence *sequence, const Range *range,
                        const Values *values)
{
    if (range->kind != RANGE_MOVE_OF)
        return range->terms;
    uint32_t role = universe_role(sequence->universe,
                                  value_of(sequence, range->role, values));
    return role == NO_INDEX ? (TermSet){NULL, 0}
                            : sequence->universe->moves[role];
}

/* How many values of the ranges from FIRST on make the body true. */
static uint64_t count_true(const Sequence *sequence, size_t at,
                           const Formula *formula, size_t first, Values *values)
{
    if (first == formula->range_count)
        return holds(sequence, at, formula->parts[0], values);
    const Range *range = &formula->ranges[first];
    TermSet terms = range_of(sequence, range, values);
    uint64_t count = 0;
    size_t place = values->count++;
    /* The innermost variable of that name counts. */
    size_t shadowed = place;
    for (size_t i = 0; i < place; i++)
        if (values->from[i] == range->variable)
            shadowed = i;
    const Term *before = shadowed < place ? values->to[shadowed] : NULL;
    for (size_t i = 0; i < terms.count; i++) {
        values->from[place] = range->variable;
        values->to[place] = terms.terms[i];
        if (shadowed < place)
            values->to[shadowed] = terms.terms[i];
        count += count_true(sequence, at, formula, first + 1, values);
    }
    if (shadowed < place)
        values->to[shadowed] = before;
    values->count = place;
    return count;
}

static uint64_t count_all(const Sequence *sequence, const Formula *formula,
                          size_t first, Values *values)
{
    if (first == formula->range_count)
        return 1;
    const Range *range = &formula->ranges[first];
    TermSet terms = range_of(sequence, range, values);
    uint64_t count = 0;
    size_t place = values->count++;
    for (size_t i = 0; i < terms.count; i++) {
        values->from[place] = range->variable;
        values->to[place] = terms.terms[i];
        count += count_all(sequence, formula, first + 1, values);
    }
    values->count = place;
    return count;
}

static bool some_instance(const Stop *node, const Formula *formula)
{
    for (size_t i = 0; i < node->position->count; i++) {
        const Term *feature = node->position->features[i];
        if (feature->symbol == formula->symbol &&
            feature->arity == formula->arity)
            return true;
    }
    return false;
}

/* The number that digits denote, if it is at most 100; otherwise -1. Not by
 * goal_value, which is judged here. */
static int value_denoted(const Term *term)
{
    const char *name = term->symbol->name;
    if (term->arity || !*name || name[strspn(name, "0123456789")] ||
        strtod(name, NULL) > 100)
        return -1;
    return (int)strtod(name, NULL);
}

static bool is_goal(const Term *atom)
{
    return atom->arity == 2 && strcmp(atom->symbol->name, "goal") == 0;
}

/* Whether one of the first COUNT facts gives ROLE the value. */
static bool has_value(const Stop *node, size_t count, const Term *role,
                      int value)
{
    for (size_t i = 0; i < count; i++)
        if (is_goal(node->terms[i]) && node->terms[i]->args[0] == role &&
            value_denoted(node->terms[i]->args[1]) == value)
            return value >= 0;
    return false;
}

static bool holds_atom(const Stop *node, const Term *atom)
{
    return is_goal(atom) ? has_value(node, node->count, atom->args[0],
                                     value_denoted(atom->args[1]))
                         : has_fact(node, atom);
}

/* A value counts once, whatever its spellings. */
static uint64_t sum_of_goals(const Stop *node)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < node->count; i++) {
        const Term *fact = node->terms[i];
        if (is_goal(fact) && !role_is_random(fact->args[0]) &&
            value_denoted(fact->args[1]) > 0 &&
            !has_value(node, i, fact->args[0], value_denoted(fact->args[1])))
            sum += (uint64_t)value_denoted(fact->args[1]);
    }
    return sum;
}

static bool holds(const Sequence *sequence, size_t at, const Formula *formula,
                  Values *values)
{
    const Stop *node = sequence->nodes[at];
    uint64_t count;
    switch (formula->kind) {
    case FORMULA_ATOM:
        return holds_atom(node, value_of(sequence, formula->atom, values));
    case FORMULA_EQUAL:
        return value_of(sequence, formula->left, values) ==
               value_of(sequence, formula->right, values);
    case FORMULA_DIFFERENT:
        return value_of(sequence, formula->left, values) !=
               value_of(sequence, formula->right, values);
    case FORMULA_SOME:
        return some_instance(node, formula);
    case FORMULA_SUM:
        return sum_of_goals(node) == formula->count;
    case FORMULA_NOT:
        return !holds(sequence, at, formula->parts[0], values);
    case FORMULA_NEXT:
        return at + formula->count >= sequence->length ||
               holds(sequence, at + formula->count, formula->parts[0], values);
    case FORMULA_AND:
        for (size_t i = 0; i < formula->part_count; i++)
            if (!holds(sequence, at, formula->parts[i], values))
                return false;
        return true;
    case FORMULA_OR:
        for (size_t i = 0; i < formula->part_count; i++)
            if (holds(sequence, at, formula->parts[i], values))
                return true;
        return false;
    case FORMULA_IMPLIES:
        return !holds(sequence, at, formula->parts[0], values) ||
               holds(sequence, at, formula->parts[1], values);
    case FORMULA_IFF:
        return holds(sequence, at, formula->parts[0], values) ==
               holds(sequence, at, formula->parts[1], values);
    case FORMULA_FORALL:
        return count_true(sequence, at, formula, 0, values) ==
               count_all(sequence, formula, 0, values);
    case FORMULA_EXISTS:
        count = count_true(sequence, at, formula, 0, values);
        return formula->counting
                   ? formula->min <= count &&
                         (formula->max == UINT32_MAX || count <= formula->max)
                   : count > 0;
    }
    abort();
}

/* ---- all sequences ---- */

typedef struct {
    Truths *truths;
    Claimed claimed;
    bool after_a_step; /* only those on which it holds first: is it broken? */
    const Stop *nodes[32];
} Walk;

/* On the sequence of LENGTH; if that is not long enough, on all that go on
 * from it. */
static Truth walk(Walk *walk_, size_t length)
{
    Truths *truths = walk_->truths;
    const Stop *last = walk_->nodes[length - 1];
    size_t wanted = walk_->claimed.degree + 1 + walk_->after_a_step;
    if (length == wanted || last->terminal) {
        Values values = {0};
        Sequence whole = {truths->universe, walk_->nodes, length};
        Sequence first = whole;
        if (++truths->sequences > MAX_SEQUENCES)
            return TRUTH_OPEN;
        if (!walk_->after_a_step)
            return holds(&whole, 0, walk_->claimed.formula, &values) ? TRUTH_YES
                                                                     : TRUTH_NO;
        if (first.length > walk_->claimed.degree + 1)
            first.length = walk_->claimed.degree + 1;
        return length > 1 &&
                       holds(&first, 0, walk_->claimed.formula, &values) &&
                       !holds(&whole, 1, walk_->claimed.formula, &values)
                   ? TRUTH_NO
                   : TRUTH_YES;
    }
    for (size_t i = 0; i < last->next_count; i++) {
        walk_->nodes[length] = &truths->nodes.items[last->next[i]];
        Truth truth = walk(walk_, length + 1);
        if (truth != TRUTH_YES)
            return truth;
    }
    return TRUTH_YES;
}

static Truth from_nodes(Truths *truths, Claimed claimed, size_t count,
                        bool after_a_step)
{
    Walk task = {
        .truths = truths, .claimed = claimed, .after_a_step = after_a_step};
    if (claimed.degree + 2 > sizeof task.nodes / sizeof *task.nodes)
        return TRUTH_OPEN;
    truths->sequences = 0;
    for (size_t i = 0; i < count; i++) {
        task.nodes[0] = &truths->nodes.items[i];
        Truth truth = walk(&task, 1);
        if (truth != TRUTH_YES)
            return truth;
    }
    return TRUTH_YES;
}

Truth truth_initially(Truths *truths, Claimed claimed)
{
    return from_nodes(truths, claimed, 1, false);
}

Truth truth_always(Truths *truths, Claimed claimed)
{
    return from_nodes(truths, claimed, truths->nodes.count, false);
}

Truth truth_inductive(Truths *truths, Claimed claimed)
{
    return from_nodes(truths, claimed, truths->nodes.count, true);
}

/* ---- evidence ---- */

static bool is_legal(Interp *interp, size_t role, const Term *move)
{
    size_t count;
    const Term *const *legal = interp_legal(interp, role, &count);
    for (size_t i = 0; i < count; i++)
        if (legal[i] == move)
            return true;
    return false;
}

bool is_step(Interp *interp, const Position *before, const Term *const *moves,
             const Position *after)
{
    Arena *arena = arena_new();
    interp_set(interp, before);
    bool good = !interp_is_terminal(interp);
    for (size_t i = 0; i < interp_role_count(interp) && good; i++)
        good = is_legal(interp, i, moves[i]);
    if (good) {
        const Position *found = interp_next(interp, moves, arena);
        good = found->count == after->count &&
               memcmp(found->features, after->features,
                      found->count * sizeof *found->features) == 0;
    }
    arena_free(arena);
    return good;
}

bool truth_refutes(Truths *truths, Claimed claimed, const Term *const *moves,
                   size_t steps, size_t at)
{
    Interp *interp = truths->interp;
    size_t roles = interp_role_count(interp), degree = claimed.degree;
    VEC(const Stop *) nodes = {0};
    bool good = true;
    uint32_t number = 0;
    vec_push(&nodes, &truths->nodes.items[0]);
    for (size_t i = 0; i < steps && good; i++) {
        const Stop *node = vec_last(&nodes);
        ArenaMark mark = arena_mark(truths->arena);
        interp_set(interp, node->position);
        good = !node->terminal;
        for (size_t k = 0; k < roles && good; k++)
            good = is_legal(interp, k, moves[i * roles + k]);
        if (!good)
            break;
        number = find_node(
            truths, interp_next(interp, moves + i * roles, truths->arena));
        good = number != NO_INDEX;
        if (good)
            vec_push(&nodes, &truths->nodes.items[number]);
        arena_rewind(truths->arena, mark);
    }
    if (good && at < nodes.count) {
        Sequence sequence = {truths->universe, nodes.items + at,
                             nodes.count - at};
        Values values = {0};
        good = sequence.length > degree || vec_last(&nodes)->terminal;
        if (sequence.length > degree + 1)
            sequence.length = degree + 1;
        good = good && !holds(&sequence, 0, claimed.formula, &values);
    } else {
        good = false;
    }
    vec_free(&nodes);
    return good;
}

bool holds_in(const Universe *universe, Interp *interp,
              const Position *position, const Formula *formula)
{
    Arena *arena = arena_new();
    Stop node = {.position = position};
    const Stop *nodes[] = {&node};
    Sequence sequence = {universe, nodes, 1};
    Values values = {0};
    interp_set(interp, position);
    note_facts(&node, universe->game, interp, arena);
    bool result = holds(&sequence, 0, formula, &values);
    map_free(&node.facts);
    arena_free(arena);
    return result;
}

/* prop.c - what formulas mean: without quantifiers, each part once
 *
 * In:   Formulas
 * Out:  Props, in one table
 * Next: formula/evaluate.c evaluates them on plays, asp/asp_prop.c makes
 *       clauses of them, prove/ proves them
 *
 * Start reading at props_expand(), at the end.
 */
#include "formula/prop.h"

#include "base/map.h"
#include "base/sort.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct Props {
    Arena *arena;
    const Universe *universe;
    const Budget *budget;
    VEC(Prop) items;
    Map by_hash;
    size_t instance_count; /* instances written out */
    size_t part_count;     /* of all props together */
    bool too_large;        /* the formula being expanded */
    /* the values of variables that are bound, innermost last */
    TermVec variables;
    TermVec values;
};

enum {
    MAX_PROP_PARTS = 20000000,
    MAX_SUM_CELLS = 2000000, /* of the diagram of a sum */
    INSTANCES_PER_TIME_CHECK = 1024,
    INSTANCES_PER_MEMORY_CHECK = 1 << 17,
};

/* ---- the table ---- */

static uint32_t hash_of(const Prop *prop)
{
    uint32_t hash = hash_mix(prop->kind, prop->atom ? prop->atom->id : 0);
    hash = hash_mix(hash_mix(hash, prop->min), prop->max);
    for (size_t i = 0; i < prop->count; i++) {
        hash = hash_mix(hash, prop->parts[i]);
        if (prop->weights)
            hash = hash_mix(hash, prop->weights[i]);
    }
    return hash;
}

static bool same_numbers(const uint32_t *left, const uint32_t *right,
                         size_t count)
{
    return !count || left == right ||
           (left && right && memcmp(left, right, count * sizeof *left) == 0);
}

static bool same_prop(const Prop *left, const Prop *right)
{
    return left->kind == right->kind && left->atom == right->atom &&
           left->count == right->count && left->min == right->min &&
           left->max == right->max &&
           same_numbers(left->parts, right->parts, left->count) &&
           same_numbers(left->weights, right->weights, left->count);
}

static unsigned degree_of(const Props *props, const Prop *prop)
{
    unsigned degree = 0;
    for (size_t i = 0; i < prop->count; i++) {
        unsigned part_degree = props->items.items[prop->parts[i]].degree;
        degree = part_degree > degree ? part_degree : degree;
    }
    return degree + (prop->kind == PROP_NEXT);
}

/* The number of PROP, which is copied if it is new. */
static PropId intern(Props *props, Prop prop)
{
    for (size_t i = 0; i < prop.count; i++)
        assert(prop.parts[i] < props->items.count);
    assert(!prop.weights || prop.kind == PROP_SUM);
    uint32_t hash = hash_of(&prop);
    map_each (probe, &props->by_hash, hash)
        if (same_prop(&props->items.items[probe.index], &prop))
            return probe.index;
    prop.parts =
        arena_copy(props->arena, prop.parts, prop.count * sizeof *prop.parts);
    if (prop.weights)
        prop.weights = arena_copy(props->arena, prop.weights,
                                  prop.count * sizeof *prop.weights);
    prop.degree = degree_of(props, &prop);
    PropId id = (PropId)props->items.count;
    map_add(&props->by_hash, hash, id);
    vec_push(&props->items, prop);
    props->part_count += 1 + prop.count;
    props->too_large = props->too_large || props->part_count > MAX_PROP_PARTS;
    return id;
}

Props *props_new(const Universe *universe, const Budget *budget)
{
    Arena *arena = arena_new();
    Props *props = arena_alloc(arena, sizeof *props);
    props->arena = arena;
    props->universe = universe;
    props->budget = budget;
    PropId true_id = intern(props, (Prop){.kind = PROP_TRUE});
    intern(props, (Prop){.kind = PROP_NOT, .parts = &true_id, .count = 1});
    return props;
}

#ifdef ZERMELO_DEBUG
/* Parts come first, and trivial ones were simplified away. */
static void props_check(const Props *props)
{
    for (PropId i = PROP_FALSE_ID + 1; i < props->items.count; i++) {
        const Prop *prop = &props->items.items[i];
        bool is_sorted = prop->kind == PROP_AND || prop->kind == PROP_OR;
        assert(prop->kind != PROP_TRUE);
        assert((prop->kind == PROP_ATOM) == (prop->atom != NULL));
        assert(!is_sorted || prop->count >= 2);
        assert(prop->kind != PROP_SUM || prop->min <= prop->max);
        assert(prop->degree == degree_of(props, prop));
        for (size_t k = 0; k < prop->count; k++) {
            assert(prop->parts[k] < i);
            assert(!is_sorted || !k || prop->parts[k - 1] < prop->parts[k]);
            assert(prop->kind == PROP_NEXT || prop->parts[k] > PROP_FALSE_ID);
        }
    }
}
#endif

void props_free(Props *props)
{
    if (!props)
        return;
#ifdef ZERMELO_DEBUG
    props_check(props);
#endif
    vec_free(&props->items);
    vec_free(&props->variables);
    vec_free(&props->values);
    map_free(&props->by_hash);
    arena_free(props->arena);
}

size_t props_count(const Props *props)
{
    return props->items.count;
}

const Prop *props_get(const Props *props, PropId id)
{
    return &props->items.items[id];
}

const Universe *props_universe(const Props *props)
{
    return props->universe;
}

const RelationId *props_relations(const Props *props, bool with_keywords,
                                  Arena *arena, size_t *count)
{
    const Game *game = props->universe->game;
    bool *is_listed = arena_array(arena, bool, game->relation_count);
    VEC(RelationId) relations = {0};
    for (PropId i = 0; i < props->items.count; i++) {
        const Term *atom = props->items.items[i].atom;
        if (!atom || term_is_named(atom, "true", 1) ||
            (!with_keywords && is_keyword_atom(atom)))
            continue;
        RelationId id = relation_find(game, atom->symbol, atom->arity);
        if (id == NO_RELATION || is_listed[id])
            continue;
        is_listed[id] = true;
        vec_push(&relations, id);
    }
    *count = relations.count;
    return vec_finish(&relations, arena);
}

/* ---- building ---- */

PropId prop_atom(Props *props, const Term *atom)
{
    return intern(props, (Prop){.kind = PROP_ATOM, .atom = atom});
}

PropId prop_not(Props *props, PropId part)
{
    assert(part < props->items.count);
    const Prop *inner = props_get(props, part);
    if (inner->kind == PROP_NOT)
        return inner->parts[0];
    return intern(props, (Prop){.kind = PROP_NOT, .parts = &part, .count = 1});
}

static PropId prop_next(Props *props, PropId part)
{
    if (part == PROP_TRUE_ID)
        return part;
    return intern(props, (Prop){.kind = PROP_NEXT, .parts = &part, .count = 1});
}

static bool contains(const PropVec *sorted, PropId id)
{
    return bsearch(&id, sorted->items, sorted->count, sizeof id,
                   compare_numbers);
}

/* AND if DROPPED is true and DECIDING is false; OR the other way round. */
static PropId combine_parts(Props *props, PropKind kind, const PropId *parts,
                            size_t count, PropId dropped, PropId deciding)
{
    PropVec kept = {0};
    bool is_decided = false;
    for (size_t i = 0; i < count; i++)
        if (parts[i] != dropped)
            vec_push(&kept, parts[i]);
    kept.count = sort_unique(kept.items, kept.count, sizeof *kept.items,
                             compare_numbers);
    for (size_t i = 0; i < kept.count && !is_decided; i++) {
        const Prop *part = props_get(props, kept.items[i]);
        is_decided =
            kept.items[i] == deciding ||
            (part->kind == PROP_NOT && contains(&kept, part->parts[0]));
    }
    PropId id = deciding;
    if (!is_decided)
        id = kept.count == 0   ? dropped
             : kept.count == 1 ? kept.items[0]
                               : intern(props, (Prop){.kind = kind,
                                                      .parts = kept.items,
                                                      .count = kept.count});
    vec_free(&kept);
    return id;
}

PropId prop_and(Props *props, const PropId *parts, size_t count)
{
    return combine_parts(props, PROP_AND, parts, count, PROP_TRUE_ID,
                         PROP_FALSE_ID);
}

static PropId prop_or(Props *props, const PropId *parts, size_t count)
{
    return combine_parts(props, PROP_OR, parts, count, PROP_FALSE_ID,
                         PROP_TRUE_ID);
}

typedef VEC(uint32_t) Weights;

/* Adds what PART counts: of tuples over many variables most formulas speak of
 * few atoms, and one that occurs several times is one part with a larger
 * weight. BY_PART has the places of those that are there. */
static void add_weight(PropVec *parts, Weights *weights, Map *by_part,
                       PropId part, uint32_t weight)
{
    uint32_t hash = hash_mix(1, part);
    map_each (probe, by_part, hash)
        if (parts->items[probe.index] == part) {
            weights->items[probe.index] += weight;
            return;
        }
    map_add(by_part, hash, (uint32_t)parts->count);
    vec_push(parts, part);
    vec_push(weights, weight);
}

/* The weight that all have, or 0. */
static uint32_t common_weight(const Weights *weights)
{
    for (size_t i = 1; i < weights->count; i++)
        if (weights->items[i] != weights->items[0])
            return 0;
    return weights->count ? weights->items[0] : 1;
}

/* MIN <= weighted sum of the true parts <= MAX, which are no trivial bounds.
 * Its diagram (lower_formula.c) has a cell for each part and each sum that
 * matters: these are limited. */
static PropId intern_sum(Props *props, const PropVec *parts,
                         const uint32_t *weights, uint32_t min, uint32_t max)
{
    assert(min <= max && (min || max != UINT32_MAX));
    if (min == 1 && max == UINT32_MAX)
        return prop_or(props, parts->items, parts->count);
    uint64_t max_sum = max == UINT32_MAX ? min : (uint64_t)max + 1;
    props->too_large =
        props->too_large || max_sum * parts->count > MAX_SUM_CELLS;
    return intern(props, (Prop){.kind = PROP_SUM,
                                .parts = parts->items,
                                .weights = weights,
                                .count = parts->count,
                                .min = min,
                                .max = max});
}

/* Parts that are certain are counted now; the bounds become trivial ones if
 * they can. */
static PropId prop_sum(Props *props, const PropId *parts,
                       const uint32_t *weights, size_t count, uint32_t min,
                       uint32_t max)
{
    PropVec kept_parts = {0};
    Weights kept_weights = {0};
    Map by_part = {0};
    uint64_t certain_sum = 0, possible_sum = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t weight = weights ? weights[i] : 1;
        if (parts[i] == PROP_FALSE_ID || !weight)
            continue;
        possible_sum += weight;
        if (parts[i] == PROP_TRUE_ID)
            certain_sum += weight;
        else
            add_weight(&kept_parts, &kept_weights, &by_part, parts[i], weight);
    }
    PropId id = PROP_FALSE_ID;
    if (certain_sum <= max && possible_sum >= min) {
        uint32_t common = common_weight(&kept_weights);
        min = min > certain_sum ? min - (uint32_t)certain_sum : 0;
        max = max == UINT32_MAX || possible_sum <= max
                  ? UINT32_MAX
                  : max - (uint32_t)certain_sum;
        if (common > 1) {
            min = min / common + (min % common > 0);
            max = max == UINT32_MAX ? max : max / common;
        }
        if (!min && max == UINT32_MAX)
            id = PROP_TRUE_ID;
        else if (min <= max)
            id = intern_sum(props, &kept_parts,
                            common ? NULL : kept_weights.items, min, max);
    }
    vec_free_all(&kept_parts, &kept_weights);
    map_free(&by_part);
    return id;
}

/* ---- expanding ---- */

static const Term *apply_bindings(Props *props, const Term *term)
{
    if (term_is_ground(term))
        return term;
    return term_substitute(props->universe->game->terms, term,
                           props->variables.count, props->variables.items,
                           props->values.items);
}

static PropId expand(Props *props, const Formula *formula);

/* The disjunction of PARTS, which are freed. */
static PropId finish_or(Props *props, PropVec *parts)
{
    PropId id = prop_or(props, parts->items, parts->count);
    vec_free(parts);
    return id;
}

static PropId expand_some(Props *props, const Formula *formula)
{
    const FeatureSymbol *feature =
        universe_feature(props->universe, formula->symbol, formula->arity);
    Terms *terms = props->universe->game->terms;
    PropVec parts = {0};
    for (size_t i = 0; feature && i < feature->instances.count; i++)
        vec_push(
            &parts,
            prop_atom(props, true_atom(terms, feature->instances.terms[i])));
    return finish_or(props, &parts);
}

/* A value holds in each of its spellings; what is no value never does. */
static PropId expand_goal(Props *props, const Term *role, int value)
{
    const Universe *universe = props->universe;
    Terms *terms = universe->game->terms;
    const Symbol *symbol = term_symbol(terms, "goal", 4);
    PropVec parts = {0};
    for (size_t i = 0; i < universe->goals.count; i++) {
        const Term *args[2] = {role, universe->goals.terms[i]};
        if (goal_value(args[1]) == value)
            vec_push(&parts,
                     prop_atom(props, term_compound(terms, symbol, 2, args)));
    }
    return finish_or(props, &parts);
}

static PropId expand_atom(Props *props, const Term *atom)
{
    if (term_is_named(atom, "goal", 2))
        return expand_goal(props, atom->args[0], goal_value(atom->args[1]));
    return prop_atom(props, atom);
}

/* Every value that every role but random can have counts for what it is. */
static PropId expand_sum(Props *props, uint32_t sum)
{
    const Universe *universe = props->universe;
    PropVec parts = {0};
    Weights weights = {0};
    for (size_t i = 0; i < universe->roles.count; i++) {
        const Term *role = universe->roles.terms[i];
        for (int value = 0; value <= MAX_GOAL_VALUE && !role_is_random(role);
             value++) {
            vec_push(&parts, expand_goal(props, role, value));
            vec_push(&weights, (uint32_t)value);
        }
    }
    PropId id =
        prop_sum(props, parts.items, weights.items, parts.count, sum, sum);
    vec_free_all(&parts, &weights);
    return id;
}

/* What RANGE ranges over; sets TOO_LARGE if these are too many moves. */
static TermSet range_terms(Props *props, const Range *range)
{
    bool is_over_moves =
        range->kind == RANGE_MOVE || range->kind == RANGE_MOVE_OF;
    if (is_over_moves && props->universe->too_many_moves)
        props->too_large = true;
    if (range->kind != RANGE_MOVE_OF)
        return range->terms;
    return universe_moves(props->universe, apply_bindings(props, range->role));
}

/* Counts an instance; sets TOO_LARGE if time or memory has run out. */
static void check_limits(Props *props)
{
    props->instance_count++;
    if ((props->instance_count % INSTANCES_PER_TIME_CHECK == 0 &&
         budget_spent(props->budget)) ||
        (props->instance_count % INSTANCES_PER_MEMORY_CHECK == 0 &&
         budget_memory_low()))
        props->too_large = true;
}

/* All instances for ranges FIRST_RANGE on. */
static void expand_instances(Props *props, const Formula *formula,
                             size_t first_range, PropVec *parts)
{
    if (props->too_large)
        return;
    if (first_range == formula->range_count) {
        vec_push(parts, expand(props, formula->parts[0]));
        check_limits(props);
        return;
    }
    assert(first_range < formula->range_count);
    assert(props->variables.count == props->values.count);
    const Range *range = &formula->ranges[first_range];
    TermSet terms = range_terms(props, range);
    vec_push(&props->variables, range->variable);
    vec_push(&props->values, NULL);
    for (size_t i = 0; i < terms.count && !props->too_large; i++) {
        vec_last(&props->values) = terms.terms[i];
        expand_instances(props, formula, first_range + 1, parts);
    }
    props->variables.count--;
    props->values.count--;
}

/* Of a quantifier its instances, of & and | the parts themselves. */
static PropId expand_parts(Props *props, const Formula *formula)
{
    PropVec parts = {0};
    if (formula->range_count)
        expand_instances(props, formula, 0, &parts);
    for (size_t i = 0; !formula->range_count && i < formula->part_count; i++)
        vec_push(&parts, expand(props, formula->parts[i]));
    PropId id = PROP_FALSE_ID;
    if (formula->kind == FORMULA_AND || formula->kind == FORMULA_FORALL)
        id = prop_and(props, parts.items, parts.count);
    else if (!formula->counting)
        id = prop_or(props, parts.items, parts.count);
    else if (!props->too_large)
        id = prop_sum(props, parts.items, NULL, parts.count, formula->min,
                      formula->max);
    vec_free(&parts);
    return id;
}

static PropId prop_implies(Props *props, PropId left, PropId right)
{
    PropId parts[2] = {prop_not(props, left), right};
    return prop_or(props, parts, 2);
}

static PropId expand(Props *props, const Formula *formula)
{
    PropId left, right;
    if (props->too_large)
        return PROP_FALSE_ID;
    switch (formula->kind) {
    case FORMULA_ATOM:
        return expand_atom(props, apply_bindings(props, formula->atom));
    case FORMULA_EQUAL:
    case FORMULA_DIFFERENT: {
        bool is_equal = apply_bindings(props, formula->left) ==
                        apply_bindings(props, formula->right);
        return is_equal == (formula->kind == FORMULA_EQUAL) ? PROP_TRUE_ID
                                                            : PROP_FALSE_ID;
    }
    case FORMULA_SOME:
        return expand_some(props, formula);
    case FORMULA_SUM:
        return expand_sum(props, formula->count);
    case FORMULA_NOT:
        return prop_not(props, expand(props, formula->parts[0]));
    case FORMULA_NEXT:
        left = expand(props, formula->parts[0]);
        for (uint32_t i = 0; i < formula->count; i++)
            left = prop_next(props, left);
        return left;
    case FORMULA_IMPLIES:
        left = expand(props, formula->parts[0]);
        return prop_implies(props, left, expand(props, formula->parts[1]));
    case FORMULA_IFF: {
        left = expand(props, formula->parts[0]);
        right = expand(props, formula->parts[1]);
        PropId implications[2] = {prop_implies(props, left, right),
                                  prop_implies(props, right, left)};
        return prop_and(props, implications, 2);
    }
    case FORMULA_AND:
    case FORMULA_OR:
    case FORMULA_FORALL:
    case FORMULA_EXISTS:
        return expand_parts(props, formula);
    }
    assert(false); /* there is no other kind */
    return NO_PROP;
}

/* How many atoms FORMULA has when it is written out, at most; a formula whose
 * instances would never end is refused before the first is made. */
static double max_instances(const Props *props, const Formula *formula)
{
    double count = 0;
    for (size_t i = 0; i < formula->part_count; i++)
        count += max_instances(props, formula->parts[i]);
    count = count < 1 ? 1 : count;
    for (size_t i = 0; i < formula->range_count; i++) {
        const Range *range = &formula->ranges[i];
        size_t range_size = range->terms.count;
        for (size_t k = 0;
             range->kind == RANGE_MOVE_OF && k < props->universe->roles.count;
             k++)
            if (props->universe->moves[k].count > range_size)
                range_size = props->universe->moves[k].count;
        count *= (double)range_size;
    }
    return count;
}

PropId props_expand(Props *props, const Formula *formula)
{
    props->too_large = props->part_count > MAX_PROP_PARTS ||
                       max_instances(props, formula) > MAX_PROP_PARTS ||
                       budget_spent(props->budget);
    PropId id = expand(props, formula);
    assert(!props->variables.count && !props->values.count);
    return props->too_large ? NO_PROP : id;
}

/* order.c - the order of the values of an argument place
 *
 * In:   static facts, and the values
 * Out:  the values in order, and whether rules or integers give it
 *
 * A relation orders values if its pairs are a path through them: in one
 * direction (succ), in both (adjacent), or a total order (less). Two arguments
 * of a relation with more are such a relation for each choice of the others,
 * succ(north,1,2). Start reading at order_values().
 */
#include "board/survey.h"

#include "base/sort.h"
#include "base/vec.h"

typedef struct {
    uint32_t from, to; /* indices of values */
} ValuePair;

typedef VEC(ValuePair) ValuePairs;

enum { MAX_PAIRS = 20000 };

#define NO_VALUE UINT32_MAX

static bool is_integer(const Term *term)
{
    const char *c = term->symbol->name;
    for (; *c; c++)
        if (!ascii_is_digit(*c))
            return false;
    return !term->arity && c > term->symbol->name;
}

static TermList by_name(Arena *arena, TermList values)
{
    const Term **sorted =
        arena_copy(arena, values.items, values.count * sizeof *values.items);
    sort_terms_by_name(sorted, values.count);
    return (TermList){sorted, values.count};
}

/* ---- pairs ---- */

static int compare_pairs(const void *left, const void *right)
{
    const ValuePair *a = left, *b = right;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    return a->to == b->to ? 0 : a->to < b->to ? -1 : 1;
}

/* The pairs at places FIRST and SECOND of those facts that agree with MODEL
 * elsewhere; of all facts if it is NULL. */
static ValuePairs pairs_of(const StaticRelation *relation, TermList values,
                           size_t first, size_t second, const Term *model)
{
    ValuePairs pairs = {0};
    for (size_t i = 0; i < relation->facts.count; i++) {
        const Term *fact = relation->facts.items[i];
        size_t from = list_find(values, fact->args[first]);
        size_t to = list_find(values, fact->args[second]);
        if ((!model || facts_agree(fact, model, first, second)) &&
            from < values.count && to < values.count && from != to &&
            pairs.count < MAX_PAIRS)
            vec_push(&pairs, (ValuePair){(uint32_t)from, (uint32_t)to});
    }
    pairs.count = sort_unique(pairs.items, pairs.count, sizeof *pairs.items,
                              compare_pairs);
    return pairs;
}

/* ---- paths ---- */

/* The neighbours of a value, of which a path has at most two. */
typedef struct {
    uint32_t items[2];
    size_t count;
} Neighbours;

static bool add_neighbour(Neighbours *neighbours, uint32_t value)
{
    for (size_t i = 0; i < neighbours->count; i++)
        if (neighbours->items[i] == value)
            return true;
    if (neighbours->count == 2)
        return false;
    neighbours->items[neighbours->count++] = value;
    return true;
}

/* Writes the values along the path that begins at START to ORDER; returns how
 * many they are. */
static size_t follow_path(const Neighbours *neighbours, uint32_t start,
                          uint32_t *order)
{
    size_t count = 0;
    for (uint32_t before = NO_VALUE, at = start; at != NO_VALUE;) {
        order[count++] = at;
        uint32_t next = NO_VALUE;
        for (size_t i = 0; i < neighbours[at].count; i++)
            if (neighbours[at].items[i] != before)
                next = neighbours[at].items[i];
        before = at;
        at = next == start ? NO_VALUE : next;
    }
    return count;
}

/* Whether the pairs, of which there is one, are a path through all COUNT
 * values, which may be closed; then ORDER is that. */
static bool order_by_path(const ValuePairs *pairs, size_t count,
                          uint32_t *order, Neighbours *neighbours,
                          bool *is_closed)
{
    /* A relation that is symmetric orders no two values, and says of three only
     * that they differ. */
    ValuePair back = {pairs->items[0].to, pairs->items[0].from};
    if (count <= 3 && sort_find(pairs->items, pairs->count, sizeof back, &back,
                                compare_pairs) < pairs->count)
        return false;
    memset(neighbours, 0, count * sizeof *neighbours);
    for (size_t i = 0; i < pairs->count; i++) {
        ValuePair pair = pairs->items[i];
        if (!add_neighbour(&neighbours[pair.from], pair.to) ||
            !add_neighbour(&neighbours[pair.to], pair.from))
            return false;
    }
    uint32_t start = 0; /* of a closed path: the first by name */
    for (uint32_t i = 0; i < count; i++) {
        if (!neighbours[i].count)
            return false;
        if (neighbours[i].count == 1 && neighbours[start].count == 2)
            start = i;
    }
    *is_closed = neighbours[start].count == 2;
    return follow_path(neighbours, start, order) == count;
}

/* Whether the pairs are a total order of all COUNT values. */
static bool order_by_rank(const ValuePairs *pairs, size_t count,
                          uint32_t *order)
{
    if (pairs->count != count * (count - 1) / 2)
        return false;
    uint32_t *above = order + count; /* scratch: how many are greater */
    memset(above, 0, count * sizeof *above);
    for (size_t i = 0; i < count; i++)
        order[i] = NO_VALUE;
    for (size_t i = 0; i < pairs->count; i++)
        above[pairs->items[i].from]++;
    for (uint32_t i = 0; i < count; i++) {
        if (above[i] >= count || order[count - 1 - above[i]] != NO_VALUE)
            return false;
        order[count - 1 - above[i]] = i;
    }
    return true;
}

/* ---- relations ---- */

typedef struct {
    Arena *arena;
    TermList values; /* sorted as terms are */
    uint32_t *order; /* with as much scratch behind it */
    bool is_closed;  /* the order found */
    Neighbours *neighbours;
} Ordering;

/* Whether these facts order the values. */
static bool try_pairs(Ordering *ordering, const StaticRelation *relation,
                      size_t first, size_t second, const Term *model)
{
    size_t count = ordering->values.count;
    ValuePairs pairs =
        pairs_of(relation, ordering->values, first, second, model);
    bool is_order = pairs.count + 1 >= count &&
                    (order_by_rank(&pairs, count, ordering->order) ||
                     order_by_path(&pairs, count, ordering->order,
                                   ordering->neighbours, &ordering->is_closed));
    vec_free(&pairs);
    return is_order;
}

/* The same for some choice of the other arguments. */
static bool try_choices(Ordering *ordering, const StaticRelation *relation,
                        size_t first, size_t second)
{
    const Term *last = NULL;
    size_t tries = 0;
    for (size_t i = 0; i < relation->facts.count && tries < 8; i++) {
        const Term *fact = relation->facts.items[i];
        if (last && facts_agree(fact, last, first, second))
            continue;
        last = fact;
        tries++;
        if (try_pairs(ordering, relation, first, second, fact))
            return true;
    }
    return false;
}

static bool try_relation(Ordering *ordering, const StaticRelation *relation,
                         bool with_choices)
{
    for (size_t i = 0; i < relation->arity; i++)
        for (size_t k = i + 1; k < relation->arity; k++)
            if (with_choices ? try_choices(ordering, relation, i, k)
                             : try_pairs(ordering, relation, i, k, NULL))
                return true;
    return false;
}

static bool try_relations(const Survey *survey, Ordering *ordering)
{
    enum { MAX_RELATION_ARITY = 4 };
    for (size_t arity = 2; arity <= MAX_RELATION_ARITY; arity++)
        for (int with_choices = 0; with_choices <= (arity > 2); with_choices++)
            for (size_t i = 0; i < survey->relation_count; i++)
                if (survey->relations[i].arity == arity &&
                    try_relation(ordering, &survey->relations[i], with_choices))
                    return true;
    return false;
}

/* The values in the order found, in the direction of their names; a closed path
 * begins with the first of them. */
static TermList in_order(const Ordering *ordering)
{
    bool is_closed = ordering->is_closed;
    size_t count = ordering->values.count;
    const Term *const *values = ordering->values.items;
    const Term **items = arena_array(ordering->arena, const Term *, count);
    const uint32_t *order = ordering->order;
    bool is_ascending = term_compare_names(values[order[is_closed]],
                                           values[order[count - 1]]) < 0;
    for (size_t i = 0; i < count; i++)
        items[is_ascending ? i
              : is_closed  ? (count - i) % count
                           : count - 1 - i] = values[order[i]];
    return (TermList){items, count};
}

ValueOrder order_values(const Survey *survey, TermList values)
{
    Arena *arena = survey->arena;
    bool are_integers = values.count > 0;
    for (size_t i = 0; i < values.count; i++)
        are_integers = are_integers && is_integer(values.items[i]);
    if (are_integers || values.count < 2)
        return (ValueOrder){by_name(arena, values), are_integers, false};
    Ordering ordering = {
        .arena = arena,
        .values = values,
        .order = arena_array(arena, uint32_t, 2 * values.count),
        .neighbours = arena_array(arena, Neighbours, values.count)};
    if (!try_relations(survey, &ordering))
        return (ValueOrder){by_name(arena, values), false, false};
    return (ValueOrder){in_order(&ordering), true, ordering.is_closed};
}

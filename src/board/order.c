/* order.c - the order of the values of an argument place
 *
 * In:   static facts, and the values
 * Out:  the rank of each value, and whether rules or integers give it
 *
 * A relation orders values if its pairs are a path through them: in one
 * direction (succ), in both (adjacent), or a total order (less). Start reading
 * at order_values().
 */
#include "board/survey.h"

#include <string.h>

/* A value, and what a relation says of it. */
typedef struct {
    uint32_t neighbours[2]; /* of which a path has at most two */
    uint32_t neighbour_count;
    uint32_t above; /* how many are greater */
} Value;

typedef struct {
    TermList values; /* sorted as terms are */
    Value *about;    /* each of them */
    uint32_t *order;
    bool is_closed; /* the order found */
} Ordering;

#define NO_VALUE UINT32_MAX

static bool is_integer(const Term *term)
{
    const char *name = term->symbol->name;
    return !term->arity && *name && !name[strspn(name, "0123456789")];
}

/* ---- paths ---- */

/* False if there are too many for a path; *IS_NEW: it was none so far. */
static bool add_neighbour(Value *value, uint32_t neighbour, bool *is_new)
{
    *is_new = false;
    for (size_t i = 0; i < value->neighbour_count; i++)
        if (value->neighbours[i] == neighbour)
            return true;
    *is_new = true;
    if (value->neighbour_count == 2)
        return false;
    value->neighbours[value->neighbour_count++] = neighbour;
    return true;
}

/* Whether the neighbours make a path through all values, which may be closed;
 * then that is the order. */
static bool order_by_path(Ordering *ordering)
{
    const Value *about = ordering->about;
    size_t count = ordering->values.count, used = 0;
    uint32_t start = 0; /* of a closed path: the first by name */
    for (uint32_t i = 0; i < count; i++) {
        if (!about[i].neighbour_count)
            return false;
        if (about[i].neighbour_count == 1 && about[start].neighbour_count == 2)
            start = i;
    }
    ordering->is_closed = about[start].neighbour_count == 2;
    for (uint32_t before = NO_VALUE, at = start; at != NO_VALUE;) {
        uint32_t next = NO_VALUE;
        ordering->order[used++] = at;
        for (size_t i = 0; i < about[at].neighbour_count; i++)
            if (about[at].neighbours[i] != before)
                next = about[at].neighbours[i];
        before = at;
        at = next == start ? NO_VALUE : next;
    }
    return used == count;
}

/* Whether each value has another number of greater ones. */
static bool order_by_rank(Ordering *ordering)
{
    size_t count = ordering->values.count;
    for (size_t i = 0; i < count; i++)
        ordering->order[i] = NO_VALUE;
    for (uint32_t i = 0; i < count; i++) {
        size_t above = ordering->about[i].above;
        if (above >= count || ordering->order[count - 1 - above] != NO_VALUE)
            return false;
        ordering->order[count - 1 - above] = i;
    }
    return true;
}

/* Whether a relation with these pairs orders the values. */
static bool order_by_pairs(void *data, const ValuePair *pairs, size_t count)
{
    Ordering *ordering = data;
    size_t value_count = ordering->values.count;
    Value *about = ordering->about;
    size_t edges = 0; /* pairs, regardless of direction */
    bool may_be_path = true;
    memset(about, 0, value_count * sizeof *about);
    for (size_t i = 0; i < count; i++) {
        bool is_new;
        ValuePair pair = pairs[i];
        about[pair.from].above++;
        may_be_path = may_be_path &&
                      add_neighbour(&about[pair.from], pair.to, &is_new) &&
                      add_neighbour(&about[pair.to], pair.from, &is_new);
        edges += may_be_path && is_new;
    }
    if (count == value_count * (value_count - 1) / 2 && order_by_rank(ordering))
        return true;
    /* A relation that is symmetric orders no two values, and says of three only
     * that they differ. */
    return may_be_path && (value_count > 3 || edges == count) &&
           order_by_path(ordering);
}

/* In the order found, in the direction of names: the values are sorted by them.
 * A closed path begins with the first. */
static void set_ranks(const Ordering *ordering, size_t *ranks)
{
    bool is_closed = ordering->is_closed;
    const uint32_t *order = ordering->order;
    size_t count = ordering->values.count;
    bool is_ascending = order[is_closed] < order[count - 1];
    for (size_t i = 0; i < count; i++)
        ranks[order[i]] = is_ascending ? i
                          : is_closed  ? (count - i) % count
                                       : count - 1 - i;
}

ValueOrder order_values(const Survey *survey, TermList values)
{
    Arena *arena = survey->arena;
    size_t *ranks = arena_array(arena, size_t, values.count);
    bool are_integers = values.count > 0;
    for (size_t i = 0; i < values.count; i++) {
        are_integers = are_integers && is_integer(values.items[i]);
        ranks[i] = i;
    }
    if (are_integers || values.count < 2)
        return (ValueOrder){ranks, are_integers, false};
    Ordering ordering = {.values = values,
                         .order = arena_array(arena, uint32_t, values.count),
                         .about = arena_array(arena, Value, values.count)};
    bool is_found = visit_relations(survey, values, order_by_pairs, &ordering);
    if (is_found)
        set_ranks(&ordering, ranks);
    return (ValueOrder){ranks, is_found, is_found && ordering.is_closed};
}

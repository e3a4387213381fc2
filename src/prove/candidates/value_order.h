/* value_order.h - the order in which steps lead from value to value
 *
 * A counter is a group of features, its values. Which value comes after which
 * is not in their names: it is in the rules, by which one value supports the
 * next.
 */
#ifndef ZERMELO_PROVE_CANDIDATES_VALUE_ORDER_H
#define ZERMELO_PROVE_CANDIDATES_VALUE_ORDER_H

#include "base/budget.h"
#include "prove/candidates/feature_groups.h"

typedef struct {
    const Net *net;
    uint32_t *stamps;   /* by literal: the last question that visited it */
    uint32_t *value_of; /* by feature: its number in the group, or NO_INDEX */
    uint32_t stamp;
    size_t visited_count; /* literals, in all */
} ValueOrder;

ValueOrder value_order_new(Arena *arena, const Net *net);

/* Puts the features of GROUP into ORDERED such that each supports the next: it
 * occurs, not negated, in what makes the next one true. The others that it
 * supports come later. False if there is no such order, or finding it takes too
 * long. */
bool value_order_find(ValueOrder *order, FeatureGroup group, uint32_t *ordered);

#endif

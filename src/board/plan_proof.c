/* plan_proof.c - that a cell has at most one content
 *
 * In:   plans of boards, the net
 * Out:  which of them are proved
 *
 * For each cell a property, that no two of its features hold together; the
 * prover (prove/schedule.c) decides them all.
 */
#include "board/plan.h"

#include "formula/property.h"
#include "prove/schedule.h"

#include <assert.h>

typedef struct {
    size_t board; /* that the property is about */
    GroundProperty property;
} CellProperty;

typedef VEC(CellProperty) CellProperties;

/* What determines the rest: the cell; on a stack the thing that lies there. */
static size_t key_of(const Plan *plan, const Term *feature)
{
    if (plan->shape != SHAPE_STACK)
        return plan_cell_of(plan, feature);
    return list_find(plan->class->values[plan->content[0]],
                     feature->args[plan->content[0]]);
}

static void add_properties(const Net *net, const Plan *plan, size_t board,
                           PropertyTable *table, CellProperties *list)
{
    TermList terms = plan->class->terms;
    size_t count = plan->shape == SHAPE_STACK
                       ? plan->class->values[plan->content[0]].count
                       : plan_cell_count(plan);
    RefList *by_key = memory_zeroed(count, sizeof *by_key);
    for (size_t i = 0; i < terms.count; i++) {
        size_t key = key_of(plan, terms.items[i]);
        uint32_t feature = net_feature(net, terms.items[i]);
        assert(key < count);
        vec_push(&by_key[key], property_feature(table, 0, feature));
    }
    for (size_t i = 0; i < count; i++) {
        if (by_key[i].count > 1)
            vec_push(list, (CellProperty){
                               board,
                               {0,
                                {property_at_most_one(table, by_key[i].items,
                                                      by_key[i].count)}}});
        vec_free(&by_key[i]);
    }
    memory_free(by_key);
}

/* Decides the properties; a board with one that is not proved is not. */
static void decide(const Net *net, Plans *plans, PropertyTable *table,
                   const CellProperties *list, const Budget *budget)
{
    Arena *arena = arena_new();
    GroundProperty *properties =
        arena_array(arena, GroundProperty, list->count);
    PropertyResult *results = arena_array(arena, PropertyResult, list->count);
    for (size_t i = 0; i < list->count; i++)
        properties[i] = list->items[i].property;
    PropertyTask task = {.net = net,
                         .properties = table,
                         .list = properties,
                         .count = list->count,
                         .seed = 1,
                         .budget = budget,
                         .plan = PLAN_PROVE};
    schedule_run(&task, results);
    for (size_t i = 0; i < list->count; i++) {
        Plan *plan = &plans->items[list->items[i].board];
        plan->proved = plan->proved && results[i].verdict == VERDICT_PROVED;
        memory_free(results[i].moves);
    }
    vec_free(&task.lemmas);
    arena_free(arena);
}

void plan_prove(const Survey *survey, Plans *plans, const Budget *budget)
{
    PropertyTable table;
    CellProperties list = {0};
    for (size_t i = 0; i < plans->count; i++)
        plans->items[i].proved = !plans->items[i].content_count;
    if (!survey->net)
        return;
    properties_init(&table, survey->net);
    for (size_t i = 0; i < plans->count; i++) {
        Plan *plan = &plans->items[i];
        if (!plan->is_unique || !plan->content_count)
            continue;
        plan->proved = true;
        add_properties(survey->net, plan, i, &table, &list);
    }
    if (list.count)
        decide(survey->net, plans, &table, &list, budget);
    properties_free(&table);
    vec_free(&list);
}

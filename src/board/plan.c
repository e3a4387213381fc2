/* plan.c - the cells of a board while it is being found
 *
 * In:   a Plan, and terms for its coordinates
 * Out:  the number of a cell
 */
#include "board/plan.h"

size_t plan_cell_count(const Plan *plan)
{
    size_t count = 1;
    if (plan->cells)
        return plan->width * plan->height;
    for (size_t i = 0; i < plan->axis_count; i++)
        count *= plan->axes[i].values.count;
    return count;
}

static size_t value_index(TermList values, const Term *value)
{
    size_t i = 0;
    while (i < values.count && values.items[i] != value)
        i++;
    return i;
}

static size_t find_plan_cell(const Plan *plan, const Term *value)
{
    for (size_t i = 0; i < plan->cell_count; i++)
        if (plan->cells[i].value == value)
            return plan->cells[i].x + plan->width * plan->cells[i].y;
    return NO_CELL;
}

size_t plan_cell(const Plan *plan, const Term *const *coordinates)
{
    if (plan->cells)
        return find_plan_cell(plan, coordinates[0]);
    size_t cell = 0;
    for (size_t i = plan->axis_count; i-- > 0;) {
        TermList values = plan->axes[i].values;
        size_t index = value_index(values, coordinates[i]);
        if (index == values.count)
            return NO_CELL;
        cell = cell * values.count + index;
    }
    return cell;
}

size_t plan_cell_of(const Plan *plan, const Term *feature)
{
    const Term *coordinates[MAX_AXES];
    for (size_t i = 0; i < plan->axis_count; i++)
        coordinates[i] = feature->args[plan->axes[i].place];
    return plan_cell(plan, coordinates);
}

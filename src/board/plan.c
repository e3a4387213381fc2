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

size_t plan_cell(const Plan *plan, const Term *const *coordinates)
{
    size_t cell = 0;
    for (size_t i = 0; i < plan->cell_count; i++)
        if (plan->cells[i].value == coordinates[0])
            return plan->cells[i].x + plan->width * plan->cells[i].y;
    if (plan->cells)
        return NO_CELL;
    for (size_t i = plan->axis_count; i-- > 0;) {
        TermList values = plan->axes[i].values;
        size_t index = 0;
        while (index < values.count && values.items[index] != coordinates[i])
            index++;
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

/* order.h - the order of the values of an argument place
 *
 * From what the rules say: integers, or a successor-like static relation. Names
 * settle the direction only.
 */
#ifndef ZERMELO_BOARD_ORDER_H
#define ZERMELO_BOARD_ORDER_H

#include "board/survey.h"

typedef struct {
    TermList values;
    bool is_found;  /* otherwise by name */
    bool is_closed; /* the last is followed by the first */
} ValueOrder;

/* In the arena of SURVEY. */
ValueOrder order_values(const Survey *survey, TermList values);

#endif

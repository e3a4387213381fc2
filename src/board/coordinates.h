/* coordinates.h - which arguments of a feature are coordinates */
#ifndef ZERMELO_BOARD_COORDINATES_H
#define ZERMELO_BOARD_COORDINATES_H

#include "board/plan.h"

/* Sets axes, content and shape of PLAN for CLASS; false if it is no board.
 * Features with one argument are boards only next to others. */
bool find_coordinates(const Survey *survey, const TermClass *class, Plan *plan);

/* Adds a line for features with one argument that are places. */
void find_unary_lines(const Survey *survey, Plans *plans);

/* Axes of boards on the same cells get the same values. */
void share_axes(const Survey *survey, Plans *plans);

#endif

/* commute.h - which moves can be made in either order
 *
 * Two moves commute if neither touches a feature that the other one touches or
 * looks at, for being legal or for what it does: then either can be made first,
 * with the same result. Of all plans that differ only in the order of such
 * moves one will do: the one in which each move comes before a neighbour that
 * has a higher number and commutes with it.
 *
 * What has no part in that order is what changes by itself, as the number of
 * the step does, unless it looks at what moves touch. Terminal positions in
 * between are only looked after if asked for: otherwise the reordered plan may
 * end too early.
 */
#ifndef ZERMELO_SOLVE_COMMUTE_H
#define ZERMELO_SOLVE_COMMUTE_H

#include "solve/touch.h"

typedef struct Commute Commute;

/* NULL if it would be too much to compute, or if hardly any moves commute.
 * ENDS: moves that touch what terminal looks at commute with none. */
Commute *commute_new(const Touch *touch, bool ends);
void commute_free(Commute *commute);

bool do_commute(const Commute *commute, uint32_t left, uint32_t right);

#endif

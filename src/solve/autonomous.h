/* autonomous.h - features that change by themselves, such as the number of a
 * step
 *
 * They are the same after as many steps, whatever was done. Where they do
 * nothing but end the game, two positions that differ in them alone are one
 * position, which is better reached early than late.
 */
#ifndef ZERMELO_SOLVE_AUTONOMOUS_H
#define ZERMELO_SOLVE_AUTONOMOUS_H

#include "ground/net.h"

/* By feature: whether it depends on nothing but such features, and on no move.
 * NET has no loops. NULL if that takes more than MAX_WORK; *WORK is added to.
 */
bool *find_autonomous(Arena *arena, const Net *net, size_t *work,
                      size_t max_work);

/* Whether the clock has no say in moves, goals and other features, and ends
 * the game, if it does, whatever else is true. */
bool autonomous_only_ends(const Net *net, const bool *is_autonomous);

#endif

/* autonomous.h - features that no move changes: those a search need not store
 *
 * A step counter is the usual example: after n steps their values are the same
 * in every play. Where they do nothing but end the game, two positions that
 * differ only in them are one position, which is better reached early.
 */
#ifndef ZERMELO_SOLVE_AUTONOMOUS_H
#define ZERMELO_SOLVE_AUTONOMOUS_H

#include "ground/net.h"

/* By node: whether it reads autonomous features or, unless OF_AUTONOMOUS,
 * others. */
bool *find_readers(Arena *arena, const Net *net, const bool *is_autonomous,
                   bool of_autonomous);

/* Whether autonomous features influence no move, goal or other feature, and end
 * the game, if they do, regardless of other features. */
bool autonomous_only_ends(const Net *net, const bool *is_autonomous);

#endif

/* board_find.h - which features of a game are boards */
#ifndef ZERMELO_BOARD_BOARD_FIND_H
#define ZERMELO_BOARD_BOARD_FIND_H

#include "base/budget.h"
#include "board/board.h"
#include "ground/net.h"

/* NET is that of the game, or NULL if it could not be grounded. Nothing of
 * either is needed later. */
Board *board_new(const Game *game, const Net *net, const Budget *budget);
void board_free(Board *board);

#endif

/* human.h - positions and moves on a terminal, and the answers of a human */
#ifndef ZERMELO_PLAY_HUMAN_H
#define ZERMELO_PLAY_HUMAN_H

#include "zermelo.h"

/* Print the features of the position, and the moves of ROLE with numbers, in
 * lines of at most 79 columns unless a term is longer. */
void human_show_position(const ZermeloPlay *play);
void human_show_moves(const ZermeloPlay *play, size_t role);

/* The move of ROLE that LINE names: by its number, or in either syntax. False
 * if it is none. */
bool human_find_move(const ZermeloPlay *play, size_t role, const char *line,
                     size_t *choice);

#endif

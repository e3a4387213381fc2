/* drawing.h - positions as boards, the same in all commands */
#ifndef ZERMELO_CLI_DRAWING_H
#define ZERMELO_CLI_DRAWING_H

#include "cli/output.h"

/* How positions of one game are drawn, and which was drawn last. */
typedef struct Drawing Drawing;

/* Finds out how to draw the game when it is used first. */
Drawing *drawing_new(ZermeloGame *game);
void drawing_free(Drawing *drawing);

/* What it is drawn by; NULL if it could not be found in time. */
const ZermeloBoard *drawing_board(Drawing *drawing);

/* Draws a position behind INDENT blanks, in colours on a terminal. Marks what
 * was not so in the position drawn before, unless this IS_FIRST of a play. */
void draw_position(Drawing *drawing, Texts features, size_t indent,
                   bool is_first);

/* The same, under a line that says how many steps were made. */
void draw_play(Drawing *drawing, const ZermeloPlay *play, size_t indent,
               bool is_first);

/* The same with a list of features. */
void draw_features(Drawing *drawing, const json_t *features, size_t indent,
                   bool is_first);

/* Draws the position after the moves FROM, which may be none, and then each
 * step of PLAY and the position after it. */
void draw_steps(Drawing *drawing, const char *from, const json_t *play,
                size_t indent);

#endif

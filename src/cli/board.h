/* board.h - positions as people draw them
 *
 * A feature with two coordinates and a content, cell(1,1,x), is a board: one
 * line a row. What fits into no board is listed.
 */
#ifndef ZERMELO_CLI_BOARD_H
#define ZERMELO_CLI_BOARD_H

#include <stddef.h>

/* Prints the COUNT features of a position, each line after INDENT. */
void print_board(const char *const *features, size_t count, const char *indent);

#endif

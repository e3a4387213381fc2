/* human.h - positions and moves on a terminal, and the answers of a human */
#ifndef ZERMELO_PLAY_HUMAN_H
#define ZERMELO_PLAY_HUMAN_H

#include "zermelo.h"

/* Prints a blank and WORD behind COLUMN or, where that has no room in WIDTH, on
 * a new line that begins with INDENT blanks (a word that is too long for any
 * line is not moved for nothing); returns the column reached. */
int print_word(const char *word, int column, int indent, int width);

/* Prints the features of the position in lines of at most 79 columns unless a
 * term is longer. */
void human_show_position(const ZermeloPlay *play);

/* Finds TERM among the legal moves of ROLE. */
bool find_move(const ZermeloPlay *play, size_t role, const char *term,
               ZermeloSyntax syntax, size_t *choice);

typedef enum {
    ANSWER_NONE,
    ANSWER_MOVE,   /* by its number, or in either syntax */
    ANSWER_RANDOM, /* these two, if */
    ANSWER_UNDO,   /* CAN_UNDO */
    ANSWER_QUIT,   /* also at the end of input and when it is cancelled */
} HumanAnswer;

/* Lists the moves of ROLE, and asks for one until there is an answer. */
HumanAnswer human_ask(const ZermeloPlay *play, size_t role, bool can_undo,
                      const volatile sig_atomic_t *cancelled, size_t *choice);

#endif

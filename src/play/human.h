/* human.h - positions and moves on a terminal, and the answers of a human */
#ifndef ZERMELO_PLAY_HUMAN_H
#define ZERMELO_PLAY_HUMAN_H

#include "zermelo.h"

/* Print the features of the position, and the moves of ROLE with numbers, in
 * lines of at most 79 columns unless a term is longer. */
void human_show_position(const ZermeloPlay *play);
void human_show_moves(const ZermeloPlay *play, size_t role);

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

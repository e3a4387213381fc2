/* human.h - moves on a terminal, and the answers of a human */
#ifndef ZERMELO_PLAY_HUMAN_H
#define ZERMELO_PLAY_HUMAN_H

#include "base/json.h"
#include "base/random.h"
#include "zermelo.h"

#include <signal.h>

/* Prints ITEMS with their numbers, from 1 on, in as many columns as fit the
 * terminal behind INDENT blanks; the beginning of those that are wider than
 * MAX_WIDTH. */
void print_numbered(Texts items, size_t indent, size_t max_width);

/* Finds TERM among the legal moves of ROLE. */
bool find_move(const ZermeloPlay *play, size_t role, const char *term,
               ZermeloSyntax syntax, size_t *choice);

typedef struct {
    ZermeloGame *game;
    const ZermeloPlay *play; /* where the game stands */
    size_t role;             /* whose move is wanted */
    bool can_undo;           /* there is something to take back */
    Random *random;          /* for a random move */
    volatile sig_atomic_t *cancelled;
} HumanQuestion;

typedef enum {
    ANSWER_NONE,
    ANSWER_MOVE, /* by its number, in either syntax, or any */
    ANSWER_UNDO, /* if it can */
    ANSWER_QUIT, /* also at the end of input and when it is cancelled */
} HumanAnswer;

/* Lists the moves of the role, and asks for one until there is an answer.
 * Meanwhile it helps, with a hint if that is wanted. */
HumanAnswer human_ask(const HumanQuestion *question, size_t *choice);

#endif

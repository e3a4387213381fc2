/* answer.h - what the JSON answer of a command says
 *
 * An Answer lists the verdicts in what a command printed with --json, so that
 * two runs can be compared one by one, and says the same in one line for
 * people. Whatever the text is worth, there is an Answer.
 */
#ifndef ZERMELO_BATCH_ANSWER_H
#define ZERMELO_BATCH_ANSWER_H

#include "base/arena.h"

#include <stdbool.h>

typedef struct {
    const char *what;    /* "winnable white", a formula, "valid" */
    const char *verdict; /* "proved", "no", "100"; "unknown" */
    bool is_decided;
} Verdict;

typedef enum {
    ANSWER_DECIDED, /* all that was asked; of verify what its status counts */
    ANSWER_UNKNOWN, /* a limit left something open */
    ANSWER_ERROR,   /* the rules or the options cannot be used */
    ANSWER_FAILED,  /* the program died or hung: there is no answer */
} AnswerState;

typedef struct {
    const Verdict *verdicts;
    size_t count;
    AnswerState state;
    const char *summary; /* one line: the first thing that is wrong, if any */
} Answer;

/* All of it is in ARENA. */
Answer answer_read(Arena *arena, const char *command, const char *json);

#endif

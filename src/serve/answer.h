/* answer.h - answers to questions about one game, in a process of its own
 *
 * A question is a JSON object: "ask" names one of the questions in the table at
 * the end of serve/answer.c, which says what else it has; "seconds" limits it.
 */
#ifndef ZERMELO_SERVE_ANSWER_H
#define ZERMELO_SERVE_ANSWER_H

typedef struct Answerer Answerer;

/* Borrows RULES and FOLDER, where files may be written; or NULL. The process
 * ends with it: nothing is ever freed. */
Answerer *answerer_new(const char *rules, const char *folder);

/* Writes parts of the answer, lines that begin with +, and the answer, a line
 * that begins with =, to FILE. */
void answerer_answer(Answerer *answerer, const char *question, int file);

#endif

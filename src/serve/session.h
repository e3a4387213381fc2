/* session.h - a game that questions are asked about, with all that is kept
 * between them
 *
 * Lives in a process of its own, and ends with it: what a session has is never
 * freed.
 */
#ifndef ZERMELO_SERVE_SESSION_H
#define ZERMELO_SERVE_SESSION_H

#include "base/vec.h"
#include "serve/jobs.h"
#include "zermelo.h"

typedef struct {
    const char *rules;
    ZermeloGame *game;
    const char *why; /* it cannot be used; or NULL */
    ZermeloLimits limits;
    int file;           /* where answers go */
    const char *folder; /* empty, for files; or NULL */
    Arena *arena;       /* of the question that is being answered */
    /* made when they are needed */
    bool is_plain; /* nothing is drawn */
    ZermeloBoard *board;
    json_t *layout; /* of the board */
    ZermeloPlay *play;
    VEC(char *) steps; /* the joint moves of the play */
    size_t role;       /* that is asked about */
    enum { SUM_UNASKED, SUM_ZERO, SUM_UNKNOWN } sum; /* of goal values */
    ZermeloNet *net;
    ZermeloCursor *cursor;
    VEC(ZermeloTracker *) trackers; /* by role */
} Session;

/* ---- serve/answer.c ---- */

/* What may be asked. */
typedef struct {
    const char *name; /* the value of "ask" */
    json_t *(*answer)(Session *session, const json_t *question);
    JobKind kind;
    double seconds; /* at most */
    /* What it needs: any text, rules that can be used, the play in the position
     * after "moves", and the number of "role" */
    enum { ABOUT_TEXT, ABOUT_RULES, ABOUT_POSITION, ABOUT_ROLE } about;
} QuestionKind;

/* NULL if there is no such question. */
const QuestionKind *question_kind(const json_t *question);

/* Writes parts of the answer, lines that begin with +, and the answer, a line
 * that begins with =. */
void session_answer(Session *session, const char *question);

/* An answer: {"error": ...}. */
json_t *session_error(const char *rule, const char *message);

/* The answer that TEXT is, which is freed; an error without memory. */
json_t *session_take(char *text);

/* Sends a part of the answer, which is released. */
void session_send(const Session *session, char sign, json_t *json);

/* ---- serve/position.c ---- */

/* Brings the play to the position after "moves" of QUESTION; NULL, or an answer
 * that says why not. */
json_t *session_follow(Session *session, const json_t *question);

json_t *answer_position(Session *session, const json_t *question);
/* With all positions on the way, and the truth of "formula". */
json_t *answer_trace(Session *session, const json_t *question);

/* What FEATURES look like; null without a board. */
json_t *session_picture(Session *session, const json_t *features);
json_t *session_layout(Session *session);

/* ---- serve/choose.c ---- */

/* What "role" can know after "moves". */
json_t *answer_seat(Session *session, const json_t *question);

/* The move that the program would make, and the values of all. */
json_t *answer_choose(Session *session, const json_t *question);
json_t *answer_values(Session *session, const json_t *question);

#endif

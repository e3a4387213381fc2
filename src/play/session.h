/* session.h - answers the messages of one match
 *
 * One thread at a time.
 */
#ifndef ZERMELO_PLAY_SESSION_H
#define ZERMELO_PLAY_SESSION_H

#include "play/agent.h"

typedef struct Session Session;

Session *session_new(const AgentOptions *options);
void session_free(Session *session);

/* The outcome of a message, besides the moves that were proposed. */
typedef struct {
    const char *fault;   /* what was wrong with it, or NULL */
    const char *summary; /* what the player did, in a few words */
    bool replaced;       /* the manager played another move than was sent */
    bool over;           /* the match has ended, or cannot be played */
} SessionReply;

/* Answers a START, PLAY, STOP or ABORT of its match: proposes moves, and
 * nothing to the others, which have an answer that is known beforehand. The
 * texts of the reply are good until the next message. */
SessionReply session_answer(Session *session, const char *text, size_t length,
                            Turn *turn);

#endif

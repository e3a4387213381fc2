/* session.h - a player's side of one match: a message comes, an answer goes
 *
 * One thread at a time.
 */
#ifndef ZERMELO_PLAY_SESSION_H
#define ZERMELO_PLAY_SESSION_H

#include "play/agent.h"

typedef struct Session Session;

Session *session_new(const AgentOptions *options);
void session_free(Session *session);

/* Answers a START, PLAY, STOP or ABORT of its match. *REPLACED says whether the
 * manager played another move than the one sent before. Returns NULL, or what
 * was wrong with the message. */
const char *session_answer(Session *session, const Message *message, Turn *turn,
                           bool *replaced);

/* What the player did last, in a few words. */
const char *session_thought(const Session *session);

#endif

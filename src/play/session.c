/* session.c - a player's side of one match: a message comes, an answer goes
 *
 * In:   messages (play/message.h)
 * Out:  what to answer, through a Turn
 */
#include "play/session.h"

#include "base/fatal.h"

#include <stdlib.h>

struct Session {
    AgentOptions options;
    Agent *agent; /* NULL before START and after the end */
};

Session *session_new(const AgentOptions *options)
{
    Session *session = fatal_malloc(sizeof *session);
    *session = (Session){.options = *options};
    return session;
}

void session_free(Session *session)
{
    if (!session)
        return;
    agent_free(session->agent);
    free(session);
}

static const char *start(Session *session, const Message *message, Turn *turn)
{
    const char *why = NULL;
    agent_free(session->agent);
    session->agent = agent_new(&session->options, message, turn, &why);
    turn->propose(turn, "ready");
    return session->agent ? NULL : why;
}

/* News that make no sense do not keep us from moving. */
static const char *play(Session *session, const Message *message, Turn *turn,
                        bool *replaced)
{
    const char *why = NULL;
    turn->propose(turn, "nil");
    if (!session->agent)
        return "there is no game to play";
    bool heard =
        agent_hear(session->agent, &message->news, turn, replaced, &why);
    agent_choose(session->agent, turn);
    return heard ? NULL : why;
}

const char *session_answer(Session *session, const Message *message, Turn *turn,
                           bool *replaced)
{
    *replaced = false;
    switch (message->kind) {
    case MESSAGE_START:
        return start(session, message, turn);
    case MESSAGE_PLAY:
        return play(session, message, turn, replaced);
    case MESSAGE_STOP:
    case MESSAGE_ABORT:
        agent_free(session->agent);
        session->agent = NULL;
        turn->propose(turn, message->kind == MESSAGE_STOP ? "done" : "aborted");
        return NULL;
    default:
        return "this message belongs to no match";
    }
}

const char *session_thought(const Session *session)
{
    return session->agent ? agent_thought(session->agent) : "";
}

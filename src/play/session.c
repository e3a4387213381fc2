/* session.c - answers the messages of one match
 *
 * In:   messages (play/message.h)
 * Out:  proposed answers, through a Turn
 */
#include "play/session.h"

#include "base/memory.h"

#include <stdlib.h>

struct Session {
    AgentOptions options;
    Agent *agent; /* NULL before START and after the end */
};

Session *session_new(const AgentOptions *options)
{
    Session *session = memory_alloc(sizeof *session);
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

static void start(Session *session, const Message *message, Turn *turn,
                  SessionReply *reply)
{
    const char *why;
    agent_free(session->agent);
    session->agent = agent_new(&session->options, message, turn, &why);
    if (!session->agent)
        reply->fault = why;
}

/* News that make no sense do not keep us from moving. */
static void play(Session *session, const Message *message, Turn *turn,
                 SessionReply *reply)
{
    if (!session->agent) {
        reply->fault = "there is no game to play";
        return;
    }
    const char *why;
    if (!agent_update(session->agent, &message->news, turn, &reply->replaced,
                      &why))
        reply->fault = why;
    agent_choose(session->agent, turn);
}

SessionReply session_answer(Session *session, const char *text, size_t length,
                            Turn *turn)
{
    SessionReply reply = {.summary = ""};
    const char *why;
    Message *message = message_read(text, length, &why);
    if (!message)
        reply.fault = why;
    if (message && message->kind == MESSAGE_START) {
        start(session, message, turn, &reply);
    } else if (message && message->kind == MESSAGE_PLAY) {
        play(session, message, turn, &reply);
    } else { /* the end, or the START of a role that is no term */
        agent_free(session->agent);
        session->agent = NULL;
    }
    if (session->agent)
        reply.summary = agent_summary(session->agent);
    reply.over = !session->agent;
    message_free(message);
    return reply;
}

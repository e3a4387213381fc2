/* session.c - a player's side of one match: a message comes, an answer goes
 *
 * In:   messages (play/message.h)
 * Out:  what to answer, through a Turn
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

/* A game that cannot be played is refused: the one word for it that managers
 * know is busy. */
static void start(Session *session, const Message *message, Turn *turn,
                  SessionReply *reply)
{
    agent_free(session->agent);
    session->agent = agent_new(&session->options, message, turn, &reply->fault);
    reply->over = !session->agent;
    turn->propose(turn, session->agent ? "ready" : "busy");
    if (session->agent)
        reply->fault = NULL;
}

/* News that make no sense do not keep us from moving. */
static void play(Session *session, const Message *message, Turn *turn,
                 SessionReply *reply)
{
    turn->propose(turn, "nil");
    if (!session->agent) {
        reply->fault = "there is no game to play";
        reply->over = true;
        return;
    }
    const char *why = NULL;
    if (!agent_hear(session->agent, &message->news, turn, &reply->replaced,
                    &why))
        reply->fault = why;
    agent_choose(session->agent, turn);
}

SessionReply session_answer(Session *session, const Message *message,
                            Turn *turn)
{
    SessionReply reply = {.thought = ""};
    switch (message->kind) {
    case MESSAGE_START:
        start(session, message, turn, &reply);
        break;
    case MESSAGE_PLAY:
        play(session, message, turn, &reply);
        break;
    case MESSAGE_STOP:
    case MESSAGE_ABORT:
        agent_free(session->agent);
        session->agent = NULL;
        turn->propose(turn, message->kind == MESSAGE_STOP ? "done" : "aborted");
        reply.over = true;
        break;
    default:
        reply.fault = "this message belongs to no match";
    }
    if (session->agent)
        reply.thought = agent_thought(session->agent);
    return reply;
}

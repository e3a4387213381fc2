/* agent.h - chooses the moves of one role in one match
 *
 * An agent answers messages, in one thread at a time. It does not know whether
 * they come over a network (play/player.c) or from our own manager
 * (play/match_player.c). While it thinks it proposes moves, the last of which
 * counts: so there is an answer at any time.
 */
#ifndef ZERMELO_PLAY_AGENT_H
#define ZERMELO_PLAY_AGENT_H

#include "play/message.h"

#include <signal.h>
#include <stdint.h>

typedef enum {
    STRATEGY_LEGAL,  /* the first legal move */
    STRATEGY_RANDOM, /* any legal move */
    STRATEGY_MCTS,   /* the one that a tree search prefers */
    STRATEGY_AUTO,   /* the best we have for the game */
} Strategy;

typedef struct {
    Strategy strategy;
    uint64_t seed;
    uint64_t playouts;  /* for each move; 0: as many as the clock allows */
    size_t threads;     /* 0: as many as there are processors */
    size_t megabytes;   /* for its tree; 0: as it likes */
    bool no_ponder;     /* it does not think while others do */
    double exploration; /* of its search (zermelo.h); 0: as it likes */
    /* Set when the match is given up: then all calls return soon. */
    const volatile sig_atomic_t *given_up;
} AgentOptions;

/* One of them by name; false if there is none. */
bool strategy_named(const char *name, Strategy *strategy);

/* An answer that is wanted: a move in prefix form, or a word. */
typedef struct {
    double stop_time; /* when to stop thinking (base/budget.h) */
    const volatile sig_atomic_t *cancelled;
    /* NULL: a move is given, and no answer is wanted */
    void (*propose)(void *data, const char *answer);
    void *data;
} Turn;

typedef struct Agent Agent;

Agent *agent_new(const AgentOptions *options);
void agent_free(Agent *agent);

/* The outcome of a message, besides the answers that were proposed. */
typedef struct {
    const char *fault;   /* what was wrong with it, or NULL */
    const char *summary; /* what the player did, in a few words, for a log */
    bool replaced;       /* the manager played another move than was sent */
    bool match_over;     /* the match has ended, or cannot be played */
} AgentReply;

/* Answers a START, PLAY, STOP or ABORT of its match: proposes moves, and
 * nothing to the others, which have an answer that is known beforehand. The
 * texts of the reply are good until the next message. */
AgentReply agent_answer(Agent *agent, const char *text, size_t length,
                        const Turn *turn);

/* Thinks about what may come next until *STOP, or nobody has asked for several
 * clocks, or there is no more to find out. Not where playouts are counted. */
void agent_ponder(Agent *agent, const volatile sig_atomic_t *stop);

#endif

/* agent.h - chooses the moves of one role in one match
 *
 * An agent answers messages. It does not know whether they come over a network
 * (play/player.c) or from our own manager (play/match_player.c). While it
 * thinks it proposes moves, the last of which counts: so there is an answer at
 * any time.
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
    uint64_t playouts; /* for each move; 0: as many as the clock allows */
    size_t threads;    /* 0: as many as there are processors */
    size_t megabytes;  /* for its tree; 0: as it likes */
    /* Set when the match is given up: then all calls return soon. */
    const volatile sig_atomic_t *ended;
} AgentOptions;

/* One of them by name; false if there is none. */
bool strategy_named(const char *name, Strategy *strategy);

/* An answer that is wanted: a move in prefix form, or a word. */
typedef struct Turn Turn;
struct Turn {
    double stop; /* when to stop thinking (base/budget.h) */
    const volatile sig_atomic_t *cancelled;
    void (*propose)(Turn *turn, const char *answer);
};

typedef struct Agent Agent;

/* For a START; NULL, with the reason in *WHY, if the game cannot be played.
 * Uses the time up to TURN->stop to get ready. */
Agent *agent_new(const AgentOptions *options, const Message *start,
                 const Turn *turn, const char **why);
void agent_free(Agent *agent);

/* Takes in the news of a PLAY. False, with the reason in *WHY, if they are
 * inconsistent. *REPLACED says whether the role's own move of this step was
 * another than the one proposed last. */
bool agent_update(Agent *agent, const News *news, const Turn *turn,
                  bool *replaced, const char **why);

/* Proposes moves to TURN, the best last. */
void agent_choose(Agent *agent, Turn *turn);

/* What it did last, in a few words, for a log. */
const char *agent_summary(const Agent *agent);

#endif

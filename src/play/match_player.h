/* match_player.h - a player in our matches: built in, over HTTP, or human */
#ifndef ZERMELO_PLAY_MATCH_PLAYER_H
#define ZERMELO_PLAY_MATCH_PLAYER_H

#include "play/agent.h"
#include "play/deadline.h"
#include "play/human.h"

typedef enum { PLAYER_BUILT_IN, PLAYER_REMOTE, PLAYER_HUMAN } PlayerKind;

/* What came of its matches so far, whatever its roles were (play/match.h). */
typedef struct {
    size_t matches;              /* completed, with a goal value */
    double goal_sum, square_sum; /* of the goal values */
    size_t wins, draws;          /* alone at the top; at the top with others */
    size_t faults;               /* late, illegal or unreadable answers */
    double slowest;              /* seconds for a move */
} Score;

typedef struct {
    PlayerKind kind;
    char *name; /* as given, or else the spec, */
    char *spec; /* which has no name in it */
    AgentOptions options;
    Agent *agent; /* if it is built in: from the first START on */
    Deadlines deadlines;
    Score score;
    Text seen; /* a human, since the last question: own moves and percepts */
} MatchPlayer;

/* SPEC: legal, random, mcts, auto, human, or http://host:port, or any of them
 * under a name of its own, NAME=SPEC. mcts and auto may have settings, which go
 * before OPTIONS: mcts:playouts=500,threads=1. NULL, with the reason in *WHY,
 * if it is none of these. */
MatchPlayer *match_player_new(const char *spec, const AgentOptions *options,
                              const char **why);
void match_player_free(MatchPlayer *player);

typedef enum {
    FAULT_NONE,
    FAULT_TIMEOUT,
    FAULT_CONNECTION,
    FAULT_UNREADABLE, /* no term at all */
    FAULT_ILLEGAL,
} AnswerFault;

/* What one role did in one step. */
typedef struct {
    const char *move;      /* infix: the one that was played */
    bool was_chosen;       /* by a human, who may take it back */
    const char *sent;      /* printable: what came instead, NULL if nothing */
    AnswerFault fault;     /* of the answer */
    double seconds;        /* until the answer came; 0 for the role random */
    const char **percepts; /* what it saw after the step */
    size_t percept_count;
} RecordedMove;

/* What *CANCELLED is while players stop since a human takes a move back. A
 * signal may set it to something else (and less). */
enum { TAKES_BACK = 3 };

/* A message to a player, and its answer. */
typedef struct {
    MatchPlayer *player; /* NULL for the role random */
    char *message;
    double clock_seconds, limit_seconds; /* after the limit it is late */
    HumanQuestion question; /* where the match stands; a human is asked this */
    size_t step; /* the number of the step that it is told of, from 1 */
    const RecordedMove *last; /* what it did then; NULL at the beginning */
    bool is_given; /* its move: it is told the news, and needs no answer */
    /* A human has set *question.cancelled, so that all others stop, too: */
    bool has_quit;
    bool takes_back; /* to TAKES_BACK */
    char *answer;    /* to be freed; NULL if there is none */
    AnswerFault fault;
    double seconds; /* until the answer came */
} PlayerRequest;

void match_player_ask(PlayerRequest *request);

#endif

/* match_player.h - a player in our matches: built in, over HTTP, or human */
#ifndef ZERMELO_PLAY_MATCH_PLAYER_H
#define ZERMELO_PLAY_MATCH_PLAYER_H

#include "play/agent.h"
#include "zermelo.h"

typedef struct MatchPlayer MatchPlayer;

/* SPEC: legal, random, mcts, auto, human, or http://host:port, or any of them
 * under a name of its own, NAME=SPEC. NULL, with the reason in *WHY, if it is
 * none of these. */
MatchPlayer *match_player_new(const char *spec, const AgentOptions *options,
                              const char **why);
void match_player_free(MatchPlayer *player);

/* NAME, or else the SPEC; and the SPEC without a name. */
const char *match_player_name(const MatchPlayer *player);
const char *match_player_spec(const MatchPlayer *player);
bool match_player_is_human(const MatchPlayer *player);
bool match_player_is_remote(const MatchPlayer *player);

/* The seed of its next match. */
void match_player_reseed(MatchPlayer *player, uint64_t seed);

typedef enum {
    FAULT_NONE,
    FAULT_TIMEOUT,
    FAULT_CONNECTION,
    FAULT_UNREADABLE, /* no term at all */
    FAULT_ILLEGAL,
} AnswerFault;

/* A message to a player, and its answer. */
typedef struct {
    char *message;
    double limit;            /* seconds after which its answer is late */
    const ZermeloPlay *play; /* where the match stands, for a human */
    size_t role;
    volatile sig_atomic_t *cancelled;
    bool has_quit; /* a human, who has also set *CANCELLED */
    char *answer;  /* to be freed; NULL if there is none */
    AnswerFault fault;
    double seconds; /* until the answer came */
} PlayerRequest;

void match_player_ask(MatchPlayer *player, PlayerRequest *request);

#endif

/* match_player.h - somebody who plays in our matches: built in, over HTTP, or
 * human */
#ifndef ZERMELO_PLAY_MATCH_PLAYER_H
#define ZERMELO_PLAY_MATCH_PLAYER_H

#include "play/agent.h"
#include "zermelo.h"

typedef struct MatchPlayer MatchPlayer;

/* SPEC: legal, random, mcts, auto, human, or http://host:port, or any of them
 * under a name of its own, NAME=SPEC. NULL, with the reason in *WHY, if it is
 * nobody. */
MatchPlayer *match_player_new(const char *spec, const AgentOptions *options,
                              const char **why);
void match_player_free(MatchPlayer *seat);

const char *
match_player_name(const MatchPlayer *seat); /* NAME, or else the SPEC */
const char *match_player_spec(const MatchPlayer *seat); /* without a name */
bool match_player_is_human(const MatchPlayer *seat);
bool match_player_is_remote(const MatchPlayer *seat);

/* Random numbers of the matches to come begin here. */
void match_player_reseed(MatchPlayer *seat, uint64_t seed);

typedef enum {
    FAULT_NONE,
    FAULT_TIMEOUT,
    FAULT_CONNECTION,
    FAULT_UNREADABLE, /* no term at all */
    FAULT_ILLEGAL,
} Fault;

/* A message for a seat, and what came of it. */
typedef struct {
    const char *message;
    double limit;            /* seconds after which its answer is late */
    const ZermeloPlay *play; /* where the match stands, for a human */
    size_t role;
    volatile sig_atomic_t *cancelled;
    bool has_quit; /* a human who has set *CANCELLED */
    char *answer;  /* to be freed; NULL if there is none */
    Fault fault;
    double seconds; /* until the answer came */
} Ask;

void match_player_ask(MatchPlayer *seat, Ask *ask);

#endif

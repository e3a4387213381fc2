/* match_player.h - somebody who plays in our matches: built in, over HTTP, or
 * human */
#ifndef ZERMELO_PLAY_MATCH_PLAYER_H
#define ZERMELO_PLAY_MATCH_PLAYER_H

#include "play/agent.h"
#include "zermelo.h"

typedef struct Seat Seat;

/* SPEC: legal, random, mcts, auto, human, or http://host:port, or any of them
 * under a name of its own, NAME=SPEC. NULL, with the reason in *WHY, if it is
 * nobody. */
Seat *seat_new(const char *spec, const AgentOptions *options, const char **why);
void seat_free(Seat *seat);

const char *seat_name(const Seat *seat); /* NAME, or else the SPEC */
const char *seat_spec(const Seat *seat); /* without a name */
bool seat_is_human(const Seat *seat);
bool seat_is_remote(const Seat *seat);

/* Random numbers of the matches to come begin here. */
void seat_reseed(Seat *seat, uint64_t seed);

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

void seat_ask(Seat *seat, Ask *ask);

#endif

/* handle.h - what the opaque handles of zermelo.h are; private to api/ */
#ifndef ZERMELO_API_HANDLE_H
#define ZERMELO_API_HANDLE_H

#include "game/game.h"
#include "sim/perft.h"
#include "sim/sliced.h"
#include "zermelo.h"

struct ZermeloGame {
    Arena *arena;
    Diag diag;
    Rules *rules;
    bool readable;
    const Game *game; /* NULL if it is not usable */
    const char **roles;
    size_t role_count;
    double begun; /* when reading began */
};

struct ZermeloNet {
    const Net *net;
    Machine *machine;
    Sliced *sliced;
    double seconds;
};

/* The position that PLAY has reached. */
const Position *play_position(const ZermeloPlay *play);

/* Fills COUNTS by EXPLORER, which is freed. */
ZermeloEnd perft_by(Engine *engine, size_t depth, const ZermeloLimits *limits,
                    ZermeloPerft *counts, size_t *done);

#endif

/* handle.h - what the opaque handles of zermelo.h are; private to api/ */
#ifndef ZERMELO_API_HANDLE_H
#define ZERMELO_API_HANDLE_H

#include "game/game.h"
#include "zermelo.h"

struct ZermeloGame {
    Arena *arena;
    Diag diag;
    Rules *rules;
    bool readable;
    const Game *game; /* NULL if it is not usable */
    const char **roles;
    size_t role_count;
};

#endif

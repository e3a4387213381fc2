/* explorer.h - what exploring a game takes, whichever engine does it
 *
 * Positions are strings of bytes: equal ones have equal bytes. Moves are
 * numbers among the legal ones, in sorted order, so that two engines can be
 * asked the same questions.
 */
#ifndef ZERMELO_SIM_EXPLORER_H
#define ZERMELO_SIM_EXPLORER_H

#include "sim/interp.h"
#include "sim/machine.h"

typedef struct {
    const void *bytes;
    size_t length;
} Bytes;

typedef struct Explorer Explorer;
struct Explorer {
    size_t roles;
    Bytes (*initial)(Explorer *explorer);
    void (*set)(Explorer *explorer, Bytes position);
    bool (*terminal)(Explorer *explorer);
    uint32_t (*legal)(Explorer *explorer, size_t role); /* how many moves */
    /* The position after a joint move; borrowed until the next call. */
    Bytes (*next)(Explorer *explorer, const uint32_t *choices);
    const char *(*failure)(const Explorer *explorer);
    void (*free)(Explorer *explorer);
};

Explorer *explorer_interp(Interp *interp);
Explorer *explorer_machine(const Machine *machine);

#endif

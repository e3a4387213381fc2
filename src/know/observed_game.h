/* observed_game.h - a game as an onlooker sees it, whichever engine plays it
 *
 * Positions are strings of bytes: equal ones have equal bytes. Moves, percepts
 * and features are terms, in sorted order, so that both engines say the same.
 */
#ifndef ZERMELO_KNOW_OBSERVED_GAME_H
#define ZERMELO_KNOW_OBSERVED_GAME_H

#include "sim/explorer.h"

typedef struct {
    const Term *const *items;
    size_t count;
} TermList;

typedef struct World World;
struct World {
    size_t roles;
    const Term *(*role)(const World *world, size_t role);
    bool (*is_random)(const World *world, size_t role);
    Bytes (*initial)(World *world);

    /* The position that the questions below are about. */
    void (*set)(World *world, Bytes position);
    bool (*terminal)(World *world);
    /* Borrowed until the position is set again. */
    TermList (*legal)(World *world, size_t role);
    TermList (*goals)(World *world, size_t role); /* values from 0 to 100 */

    /* The position after a joint move, numbers of legal moves, and what is
     * perceived on the way; borrowed until the next step. */
    Bytes (*next)(World *world, const uint32_t *choices);
    TermList (*percepts)(World *world, size_t role);
    /* Whether ROLE perceives exactly these. */
    bool (*perceives)(World *world, size_t role, TermList percepts);

    /* What holds in POSITION, sorted, in ARENA. */
    TermList (*features)(World *world, Bytes position, Arena *arena);

    const char *(*failure)(const World *world); /* as interp_failure */
    void (*free)(World *world);
};

/* What they are made of is borrowed. TERMS is the table of the game. */
World *world_of_interp(Interp *interp, Terms *terms);
World *world_of_machine(const Machine *machine);

/* The number of TERM in a sorted list, or its count. */
size_t term_list_find(TermList list, const Term *term);
bool term_lists_equal(TermList left, TermList right);

#endif

/* observed_game.h - one interface over interpreter and machine, for filters
 *
 * Positions are strings of bytes: equal positions have equal bytes. Moves,
 * percepts and features are terms in sorted order, so that both engines give
 * the same answers.
 */
#ifndef ZERMELO_KNOW_OBSERVED_GAME_H
#define ZERMELO_KNOW_OBSERVED_GAME_H

#include "sim/explorer.h"

typedef struct {
    const Term *const *items;
    size_t count;
} TermList;

typedef struct ObservedGame ObservedGame;
struct ObservedGame {
    size_t roles;
    const Term *(*role)(const ObservedGame *observed, size_t role);
    bool (*is_random)(const ObservedGame *observed, size_t role);
    Bytes (*initial)(ObservedGame *observed);

    /* Sets the position that the functions below are about. */
    void (*set)(ObservedGame *observed, Bytes position);
    bool (*terminal)(ObservedGame *observed);
    /* Borrowed until the position is set again. */
    TermList (*legal)(ObservedGame *observed, size_t role);
    TermList (*goals)(ObservedGame *observed,
                      size_t role); /* values from 0 to 100 */

    /* The position after a joint move, given by indices of legal moves, and the
     * percepts of that step; borrowed until the next step. */
    Bytes (*next)(ObservedGame *observed, const uint32_t *choices);
    TermList (*percepts)(ObservedGame *observed, size_t role);
    /* Whether ROLE perceives exactly PERCEPTS. */
    bool (*perceives)(ObservedGame *observed, size_t role, TermList percepts);

    /* The features of POSITION, sorted, in ARENA. */
    TermList (*features)(ObservedGame *observed, Bytes position, Arena *arena);

    const char *(*failure)(
        const ObservedGame *observed); /* as interp_failure */
    void (*free)(ObservedGame *observed);
};

/* The engine is borrowed. TERMS is the term table of the game. */
ObservedGame *observed_by_interp(Interp *interp, Terms *terms);
ObservedGame *observed_by_machine(const Machine *machine);

/* The index of TERM in a sorted list, or the length of the list. */
size_t term_list_find(TermList list, const Term *term);
bool term_lists_equal(TermList left, TermList right);

#endif

/* filter.h - what a role knows: one face for all ways to find out
 *
 * A Filter follows one role through a match. It is told the role's own moves
 * and percepts, and answers what may hold in the present position and what
 * must. Every answer is sound: what is called certain is true in every
 * position that the role cannot exclude. A filter that reaches a limit says so
 * and calls less certain.
 */
#ifndef ZERMELO_KNOW_FILTER_H
#define ZERMELO_KNOW_FILTER_H

#include "know/observed_game.h"

typedef enum {
    ABOUT_LEGAL,    /* moves of the role, now that it is asked for one */
    ABOUT_TERMINAL, /* the atom terminal: one belief or none */
    ABOUT_GOAL,     /* values of the role */
    ABOUT_FEATURES,
} About;

/* TERM may hold; if CERTAIN, it must. */
typedef struct {
    const Term *term;
    bool certain;
} Belief;

typedef struct {
    const Belief *items; /* sorted */
    size_t count;
} Beliefs;

typedef struct Filter Filter;
struct Filter {
    /* Back to the initial position. */
    void (*reset)(Filter *filter);

    /* One round: the role's own move and what it perceived, sorted. False if
     * no play agrees with it: then the filter is useless until it is reset. */
    bool (*update)(Filter *filter, const Term *move, TermList percepts);

    /* Borrowed until the filter is asked again. */
    Beliefs (*ask)(Filter *filter, About about);

    /* A limit cut the last answer, or what it rests on, short. */
    bool (*limited)(const Filter *filter);
    void (*free)(Filter *filter);
};

/* Whether the role knows: all that may hold must. Of values there has to be
 * one, and what is asked about the end is whether it has come. */
static inline bool is_known(Beliefs beliefs, About about)
{
    for (size_t i = 0; i < beliefs.count; i++)
        if (!beliefs.items[i].certain)
            return false;
    return beliefs.count > 0 || about == ABOUT_LEGAL || about == ABOUT_FEATURES;
}

#endif

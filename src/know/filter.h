/* filter.h - interface of the knowledge filters of one role
 *
 * A Filter follows one role through a match of a GDL-II game. It is given the
 * role's own moves and percepts, and answers what may hold in the current
 * position and what must. Every answer is sound: what is called certain is
 * true in every position that the role cannot exclude. A filter that reaches a
 * limit says so and calls less certain.
 */
#ifndef ZERMELO_KNOW_FILTER_H
#define ZERMELO_KNOW_FILTER_H

#include "sim/engine.h"

typedef enum {
    QUESTION_LEGAL,    /* legal moves of the role, if it is not terminal */
    QUESTION_TERMINAL, /* the atom terminal: one belief or none */
    QUESTION_GOAL,     /* values of the role */
    QUESTION_FEATURES,
} KnowledgeQuestion;

/* TERM may hold; if CERTAIN, it must. */
typedef struct {
    const Term *term;
    bool certain;
} Belief;

typedef struct {
    const Belief *items; /* sorted */
    size_t count;
} Beliefs;

typedef VEC(Belief) BeliefVec;

/* BELIEFS as an answer in ARENA; they are emptied. */
static inline Beliefs beliefs_finish(BeliefVec *beliefs, Arena *arena)
{
    size_t count = beliefs->count;
    return (Beliefs){vec_finish(beliefs, arena), count};
}

typedef struct Filter Filter;
struct Filter {
    /* Returns to the initial position. */
    void (*reset)(Filter *filter);

    /* Processes one round: the role's own move and its percepts, sorted. False
     * if no play is consistent with them; then the filter is useless until it
     * is reset. */
    bool (*update)(Filter *filter, const Term *move, TermList percepts);

    /* The result is borrowed until the filter is asked again. */
    Beliefs (*ask)(Filter *filter, KnowledgeQuestion question);

    /* Whether a limit cut short the last answer or what it rests on. */
    bool (*limited)(const Filter *filter);
    void (*free)(Filter *filter);
};

/* Whether the role knows the answer: everything possible is certain. For
 * QUESTION_GOAL there must be a value; for QUESTION_TERMINAL the atom must be
 * certain. */
static inline bool is_known(Beliefs beliefs, KnowledgeQuestion question)
{
    for (size_t i = 0; i < beliefs.count; i++)
        if (!beliefs.items[i].certain)
            return false;
    return beliefs.count > 0 || question == QUESTION_LEGAL ||
           question == QUESTION_FEATURES;
}

#endif

/* verify_questions.h - the properties of a well-formed game, about its net */
#ifndef ZERMELO_PROVE_VERIFY_QUESTIONS_H
#define ZERMELO_PROVE_VERIFY_QUESTIONS_H

#include "formula/property.h"
#include "prove/walk/fault.h"

typedef struct {
    Check check;
    uint32_t role; /* NO_INDEX if it is about none */
} Question;

typedef struct {
    const Game *game;
    const Net *net;
    PropertyTable *properties;     /* more are added */
    const bool *known_wins;        /* by role: not to be asked; or NULL */
    VEC(GroundProperty) list;      /* set; playable is the first */
    VEC(Question) topics;          /* set: what each of the list is about */
    VEC(uint32_t) roles_not_asked; /* set: roles, of CHECK_WINNABLE */
} Questions;

/* Whether the property makes sense for the game. */
bool question_applies(const Game *game, const Interp *interp, Check check);

/* Asks CHECK, where it applies; CHECK_TERMINATING: whether no play ends. */
void questions_add(Questions *questions, const Interp *interp, Check check);
void questions_add_all(Questions *questions, const Interp *interp);
/* Asks of each goal of ROLE, in their order in the net, whether no play ends
 * with it. */
void questions_add_goals(Questions *questions, uint32_t role);
/* The number of the first question about CHECK; NO_INDEX if there is none. */
size_t questions_find(const Questions *questions, Check check);
void questions_free(Questions *questions);

#endif

/* verify_rounds.h - the properties of a well-formed game, and rounds of proof
 */
#ifndef ZERMELO_PROVE_VERIFY_ROUNDS_H
#define ZERMELO_PROVE_VERIFY_ROUNDS_H

#include "prove/schedule.h"
#include "prove/termination/termination.h"
#include "prove/verify.h"

/* ---- questions (verify_questions.c) ---- */

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
void questions_free(Questions *questions);

/* ---- rounds ---- */

typedef struct {
    /* Given; all is borrowed */
    const VerifyTask *task;
    const Net *net;
    PropertyTable *properties;
    const Questions *questions;
    bool is_about_values; /* only goal values are asked for: plays that go on or
                           * get stuck are of no interest */
    void (*judge_refuted)(void *context); /* as plays are found; or NULL */
    void *context;
    /* Found */
    PropertyResult *results; /* of the questions */
    Termination termination;
    /* Between rounds */
    PropertyTask proof_task;
    Schedule *schedule;
    RefList facts; /* of earlier runs, to be proved */
} VerifyRounds;

/* Sets what is found. */
void verify_rounds_run(VerifyRounds *rounds);
/* The same round by round: what is to be called first; a ROUND, from 0, and
 * whether another one might decide more. */
void verify_rounds_begin(VerifyRounds *rounds);
bool verify_rounds_continue(VerifyRounds *rounds, unsigned round);
/* That no play ends, if it is proved: then what is said about the end is true
 * of nothing. Otherwise NULL. */
const PropertyResult *verify_rounds_endless(const VerifyRounds *rounds);
/* Tells RECORD which questions are proved, for facts. */
void verify_rounds_keep(const VerifyRounds *rounds, ProofRecord *record);
void verify_rounds_free(VerifyRounds *rounds); /* what was found, too */

#endif

/* verify_rounds.h - rounds of proof for the properties of a well-formed game */
#ifndef ZERMELO_PROVE_VERIFY_ROUNDS_H
#define ZERMELO_PROVE_VERIFY_ROUNDS_H

#include "prove/induction/bmc.h"
#include "prove/schedule.h"
#include "prove/termination/termination.h"
#include "prove/verify.h"
#include "prove/verify_questions.h"

typedef struct {
    /* Given; all is borrowed */
    const VerifyTask *task;
    const Net *net;
    PropertyTable *properties;
    const Questions *questions;
    bool is_about_values; /* only goal values are asked for: plays that go on or
                           * get stuck are of no interest */
    bool has_known_win;   /* a play that wins is known */
    void (*judge_refuted)(void *context); /* as plays are found; or NULL */
    void *context;
    /* Found */
    PropertyResult *results; /* of the questions */
    Termination termination;
    const char *endless_how; /* how it was proved that no play ends, or NULL */
    EvidenceKind endless_evidence;
    /* Between rounds */
    ProofLog *log; /* for what is proved; or NULL */
    Machine *machine;
    Schedule *schedule;
    PropertyTask proof_task; /* with the lemmas for all methods */
    TerminationTask termination_task;
    BmcTask bmc_task;
    Bmc *bmc;          /* NULL: it begins anew */
    RefList facts;     /* of earlier runs, to be proved */
    bool *is_lemma;    /* by question: it is proved, and a lemma */
    bool is_cut_short; /* a method might do more with a larger quota */
    /* The turn of a method */
    Budget turn;
    WorkMeter meter;
    double turn_start;
    size_t open_before_turn;
} VerifyRounds;

/* Sets what is found. */
void verify_rounds_run(VerifyRounds *rounds);
/* The same round by round: what is to be called first; a ROUND, from 0, and
 * whether another one might decide more. */
void verify_rounds_begin(VerifyRounds *rounds);
bool verify_rounds_continue(VerifyRounds *rounds, unsigned round);
/* Tells RECORD which questions are proved, for facts. */
void verify_rounds_keep(const VerifyRounds *rounds, ProofRecord *record);
void verify_rounds_free(VerifyRounds *rounds); /* what was found, too */

/* Whether CHECK is about the positions in which plays end. */
static inline bool is_about_end(Check check)
{
    return check == CHECK_GOALS || check == CHECK_ZERO_SUM;
}

#endif

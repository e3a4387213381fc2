/* why.h - the reasons of verdicts, as JSON, for --why; private to api/ */
#ifndef ZERMELO_API_WHY_H
#define ZERMELO_API_WHY_H

#include "api/call.h"
#include "api/why_rules.h"
#include "formula/proof_task.h"
#include "prove/lemma_writer.h"
#include "prove/proof_core.h"
#include "prove/walk/fault.h"

/* What is to be explained, and its core. */
typedef struct {
    Verdict verdict;
    EvidenceKind evidence;
    const GroundProperty *property; /* that was proved or refuted; or NULL */
    bool is_measured;               /* it is that plays end, by a measure */
    bool has_play;                  /* a play shows it */
    Keyword keyword; /* whose rules matter for it; or KEYWORD_NONE */
    ProofCore core;
} Reason;

typedef struct {
    const Game *game;
    ProofRecord *record;
    Arena *arena;
    VEC(Reason) reasons;
    LemmaWriter writer;
} Why;

/* Sets the properties of all reasons anew, and names what needs a name. */
typedef void Restate(void *context);

/* Finds the cores of all reasons, within BUDGET. If RECORD has to be about
 * another net for that, RESTATE is called. */
void why_find(Why *why, const Game *game, ProofRecord *record,
              const Budget *budget, Restate *restate, void *context);
void why_free(Why *why);

/* Adds to RESULT the keys of reason NUMBER: lemmas, argument, rules, measure.
 */
void why_put(Why *why, size_t number, json_t *result);
/* Adds the rules of SET, and what they depend on, to RESULT. */
void why_put_rules(RuleSet *set, json_t *result);

/* Of a refutation: sets its position, that of the MOVES up to step AT, the
 * rules that matter there, and what holds there. */
void why_put_refuted(Why *why, size_t number, Interp *interp, const Play *play,
                     size_t at, json_t *result);
/* The rules that CHECK is about. */
Keyword why_keyword(Check check);
/* The same of a fault that verify found, of a role or of NO_INDEX. */
void why_put_fault(Why *why, Interp *interp, const Play *play, Check check,
                   uint32_t role, json_t *result);

/* The part of the time of CALL that is for cores, of what is left of WHOLE. */
Budget why_budget(const Call *call, const Budget *whole);

/* Sets the evidence of CLAIM to the core of reason NUMBER, if it has one. */
bool why_evidence(Why *why, Certificate *certificate, size_t number,
                  CertificateClaim *claim);

#endif

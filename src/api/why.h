/* why.h - the reasons of verdicts, as JSON, for --why; private to api/ */
#ifndef ZERMELO_API_WHY_H
#define ZERMELO_API_WHY_H

#include "api/call.h"
#include "formula/proof_task.h"
#include "game/game.h"
#include "prove/evidence.h"
#include "prove/lemma_writer.h"
#include "prove/proof_core.h"
#include "prove/walk/fault.h"

/* ---- the rules that matter for a lemma or a fault ---- */

/* Some of the clauses of a game. */
typedef struct {
    const Game *game;
    bool *has; /* by clause */
} RuleSet;

RuleSet rule_set_new(const Game *game, Arena *arena);

/* Adds the rules for KEYWORD whose head can have the arguments FIRST and
 * SECOND, either of which may be NULL: any. */
void rule_set_keyword(RuleSet *set, Keyword keyword, const Term *first,
                      const Term *second);
/* Adds the rules of what LEMMA speaks of: of features, what they become. */
void rule_set_lemma(RuleSet *set, const ProofRecord *record,
                    const LoggedLemma *lemma);
/* The same of a part that holds, or not, in position AT. */
void rule_set_leaf(RuleSet *set, const ProofRecord *record, Ref ref, size_t at);
/* Adds the rules that those in the set depend on in the same position. */
void rule_set_close(RuleSet *set);

json_t *rule_set_lines(const RuleSet *set);
/* [{"line": 12, "head": "next(cell(X,Y,b))"}] */
json_t *rule_set_json(const RuleSet *set);

/* ---- reasons ---- */

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

/* Finds the cores of all reasons, within BUDGET. Before that, RECORD should be
 * unfolded (proof_record_unfold). */
void why_find(Why *why, const Game *game, ProofRecord *record,
              const Budget *budget);
void why_free(Why *why);

/* Adds to RESULT the keys of reason NUMBER: lemmas, argument, rules, measure.
 */
void why_put(Why *why, size_t number, json_t *result);

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

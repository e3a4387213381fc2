/* checker.h - what the files of recheck/ share: files, the game, claims
 *
 * Private to recheck/. What is made for one group of claims lives in an arena
 * and a table of props of its own (Work).
 */
#ifndef ZERMELO_RECHECK_CHECKER_H
#define ZERMELO_RECHECK_CHECKER_H

#include "base/diag.h"
#include "base/heap.h"
#include "base/json.h"
#include "formula/evaluate.h"

/* The files of a certificate: read within limits, and only from its directory.
 */
typedef struct {
    int directory;   /* descriptor, -1 if there is none */
    Cleanup cleanup; /* of it */
    json_t *root;
    const json_t *evidence, *claims; /* lists */
    const char *rules_text;          /* in the arena it was opened with */
    size_t rules_length;
    const char *rules_digest;
} Certificate;

enum {
    MAX_CERTIFICATE_BYTES = 64 << 20,
    MAX_MEMBER_BYTES = 1 << 29, /* of a file of positions */
    MAX_CLAIMS = 200000,
    MAX_EVIDENCE = 100000,
};

typedef enum { OUTCOME_UNCHECKED, OUTCOME_FAILS, OUTCOME_HOLDS } OutcomeKind;

/* Of a claim, or of a piece of evidence. */
typedef struct {
    OutcomeKind kind;
    const char *reason; /* without a full stop; NULL if it holds */
} Outcome;

#define HOLDS          ((Outcome){OUTCOME_HOLDS, NULL})
#define FAILS(why)     ((Outcome){OUTCOME_FAILS, (why)})
#define UNCHECKED(why) ((Outcome){OUTCOME_UNCHECKED, (why)})

enum {
    MAX_STEPS = 100,           /* k of inductive evidence and measures */
    MAX_BOUNDED_STEPS = 10000, /* n of bounded evidence */
    MAX_COMPONENTS = 20,
    MAX_ASSUMED = 1000, /* pieces of evidence that one rests on */
    DEFAULT_CLINGO_MEGABYTES = 2048,
};

/* A sum of weights of props that are true, and its bounds. */
typedef struct {
    int64_t weight;
    PropId part;
} WeightedProp;

typedef struct {
    const WeightedProp *parts;
    size_t count;
    int64_t min, max;
} Sum;

typedef struct {
    PropId prop;    /* if SUM is NULL */
    const Sum *sum; /* between its bounds */
    unsigned degree;
} Lemma;

typedef VEC(Lemma) LemmaVec;

/* Lemmas that were checked. */
typedef struct {
    LemmaVec lemmas;
    bool over_one_step; /* by induction over one step, all of them */
} Proved;

typedef struct {
    Arena *arena;
    Certificate *certificate;
    Budget budget; /* of the claims that are being checked */
    Rules *rules;
    const Game *game;
    Interp *interp;
    Universe *universe;
    const Position *start; /* the initial position of the certificate */
    TermSet features;      /* of any position, sorted unless HAS_LIST */
    bool has_list;         /* the certificate lists them */
    size_t megabytes;
    Outcome *evidence_outcomes; /* of what was checked already */
    bool *evidence_is_checked;
    Outcome closed; /* whether the features are, and the domains */
    bool closed_is_checked;
} Checker;

/* Checking some claims that rest on the same evidence. */
typedef struct {
    Checker *checker;
    Arena *arena;
    Props *props;
} Work;

typedef enum {
    CLAIM_ALWAYS,  /* its formula holds in every reachable position */
    CLAIM_FAILS,   /* it fails in one */
    CLAIM_ENDS,    /* every play ends */
    CLAIM_ENDLESS, /* a play need not */
    CLAIM_FORCED,  /* a role can force an end in which its formula holds */
} ClaimKind;

typedef struct {
    const json_t *json;
    const struct Property *property;
    ClaimKind kind;
    bool is_open; /* it is to be checked */
    bool is_vacuous;
    uint64_t within, bound, at; /* NO_NUMBER if it is not given */
    int value;
    const Term *role; /* or NULL */
    PropId prop;      /* its formula, while it is being checked */
    const json_t *evidence;
    const char *text; /* for people */
    Outcome outcome;
    const char *by;
    double seconds;
} Claim;

#define NO_NUMBER UINT64_MAX

/* certificate.c */

/* How it went. */
typedef enum {
    CERTIFICATE_OPENED,
    CERTIFICATE_MISSING,    /* nothing is at that path */
    CERTIFICATE_INCOMPLETE, /* or damaged, or of another version */
} Opened;

/* The certificate at PATH, with its rules; *WHY says what is wrong. To be
 * closed however it went. */
Opened certificate_open(Certificate *certificate, Arena *arena,
                        const char *path, const char **why);
void certificate_close(Certificate *certificate);

/* The bytes of the file that REFERENCE, {"file": ..., "sha256": ...}, names, to
 * be freed by the caller; NULL, with the reason in *WHY. */
char *certificate_read(const Certificate *certificate, Arena *arena,
                       const json_t *reference, size_t max_bytes,
                       size_t *length, const char **why);

/* Whether OBJECT is one, and has no other keys than those of KEYS, words
 * separated by spaces. */
bool has_only_keys(const json_t *object, const char *keys);

/* The number from 0 to MAX at KEY, or DEFAULT_NUMBER if there is none; false if
 * something else is there. */
bool read_number(const json_t *object, const char *key, uint64_t max,
                 uint64_t default_number, uint64_t *number);

/* claim.c */

/* The claim that JSON is; it has an outcome already if it is not open. */
Claim claim_read(const Checker *checker, const json_t *json);

/* Sets its prop: what always holds, or fails somewhere. False, with the outcome
 * set, if there is none. */
bool claim_formula(Work *work, Claim *claim);

/* The role of this name, or NULL. */
const Term *find_role(const Checker *checker, const char *name);

/* Adds the lemmas of EVIDENCE. */
Outcome read_lemmas(Work *work, const json_t *evidence, LemmaVec *lemmas);

/* The sum that JSON is, of props of single positions. Bounds that are not given
 * are those that it has anyway. */
Outcome read_sum(Work *work, const json_t *json, Sum *sum);

/* recheck.c */

/* The ground terms, one a line, of the file that REFERENCE names; NULL, with
 * the reason in *WHY. */
const Term **read_term_lines(const Checker *checker, const json_t *reference,
                             size_t *count, const char **why);

/* evidence.c */

/* Why nothing more can be said now: time, memory, or the interpreter. */
const char *limit_reason(const Checker *checker);

/* Whether LIST has only indices of evidence, below END; and the I-th. */
bool are_indices(const json_t *list, size_t end);
size_t index_in(const json_t *list, size_t i);

/* Sets the outcomes of CLAIMS, which have the same evidence and kind, within
 * the budget of the checker. */
void check_group(Checker *checker, Claim **claims, size_t count);

/* step_program.c: what clingo is asked */

/* The lemmas hold initially, and after STEPS positions in which they hold. */
Outcome check_inductive(Work *work, const LemmaVec *lemmas,
                        const Proved *proved, size_t steps);

/* CLAIMS, which have formulas of the same degree, follow from the lemmas. */
void check_consequences(Work *work, const Proved *proved, Claim *const *claims,
                        size_t count);

/* CLAIMS hold in the first STEPS steps of every play, and unless IS_PARTIAL no
 * play has more. */
void check_bounded(Work *work, size_t steps, bool is_partial,
                   Claim *const *claims, size_t count);

/* The tuple of COMPONENTS is within its bounds, and smaller after STEPS. */
Outcome check_measure(Work *work, const Sum *components, size_t count,
                      const Proved *proved, size_t steps);

/* No step leaves the features, and all legal moves and goals are in their
 * domains. */
Outcome check_closed(Checker *checker);

/* interpreter_check.c */

/* CLAIM is shown by the play. */
Outcome check_play(Work *work, const json_t *evidence, const Claim *claim);

/* The position after the play TEXT, in the arena of the checker; NULL, with the
 * reason in *WHY. */
const Position *position_after_text(Checker *checker, const Position *from,
                                    const char *text, const char **why);

/* The positions of evidence INDEX are closed, and CLAIMS hold in each. Of a
 * strategy: closed if a role makes its moves. */
void check_exhaustive(Work *work, size_t index, Claim *const *claims,
                      size_t count);

#endif

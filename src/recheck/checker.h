/* checker.h - what the files of recheck/ share: files, the game, claims
 *
 * Private to recheck/. What is being checked has one outcome at a time, that of
 * the Checker: a function that returns false, NULL or NO_PROP has set it.
 */
#ifndef ZERMELO_RECHECK_CHECKER_H
#define ZERMELO_RECHECK_CHECKER_H

#include "base/diag.h"
#include "base/heap.h"
#include "base/json.h"
#include "formula/evaluate.h"

enum {
    MAX_CERTIFICATE_BYTES = 64 << 20,
    MAX_MEMBER_BYTES = 1 << 29, /* of a file of positions */
    MAX_CLAIMS = 200000,
    MAX_EVIDENCE = 100000,
    MAX_STEPS = 100,           /* k of inductive evidence and measures */
    MAX_BOUNDED_STEPS = 10000, /* n of bounded evidence */
    MAX_COMPONENTS = 20,
    MAX_ASSUMED = 1000, /* pieces of evidence that one rests on */
    DEFAULT_CLINGO_MEGABYTES = 2048,
};

typedef enum { OUTCOME_UNCHECKED, OUTCOME_FAILS, OUTCOME_HOLDS } OutcomeKind;

/* Of a claim, or of a piece of evidence. */
typedef struct {
    OutcomeKind kind;
    const char *reason; /* without a full stop; NULL if it holds, or if nobody
                         * has asked yet */
} Outcome;

#define HOLDS          ((Outcome){OUTCOME_HOLDS, NULL})
#define FAILS(why)     ((Outcome){OUTCOME_FAILS, (why)})
#define UNCHECKED(why) ((Outcome){OUTCOME_UNCHECKED, (why)})

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
    int directory;   /* of the certificate, -1 if there is none */
    Cleanup cleanup; /* of it */
    json_t *root;
    const json_t *evidence, *claims; /* lists */
    char *rules_text;
    size_t rules_length;
    Budget budget; /* of the claims that are being checked */
    Rules *rules;
    const Game *game;
    Interp *interp;
    Universe *universe;
    const Position *start; /* the initial position of the certificate */
    TermSet features;      /* of any position, sorted unless HAS_LIST */
    bool has_list;         /* the certificate lists them */
    size_t megabytes;
    Outcome *known; /* of evidence, whether it holds, once that was asked */
    Outcome closed; /* whether the features are, and the domains */
    Outcome outcome;
    /* For the claims that are being checked, which rest on the same evidence */
    Arena *work;
    Props *props;
} Checker;

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
    const char *indices; /* the same, as text */
    const char *text;    /* for people */
    Outcome outcome;
    const char *by;
    double seconds;
} Claim;

typedef VEC(Claim *) ClaimVec;

#define NO_NUMBER UINT64_MAX

/* ---- outcomes, and lists of terms: recheck.c ---- */

/* Set the outcome, and return false. */
bool fails(Checker *checker, const char *why);
bool unchecked(Checker *checker, const char *why);
bool unchecked_by_limit(Checker *checker); /* time, memory, the interpreter */

/* Whether no more can be found out: then it is unchecked. */
bool is_cut_short(Checker *checker);

/* The ground terms, one a line, of the file that REFERENCE names. */
const Term **read_term_lines(Checker *checker, const json_t *reference,
                             size_t *count);

/* ---- the files of a certificate: certificate.c ---- */

/* Opens the one at PATH; false if there is none, or if it is incomplete,
 * damaged or of another version. To be closed in any case. */
bool certificate_open(Checker *checker, const char *path);
void certificate_close(Checker *checker);

/* The bytes of the file that REFERENCE, {"file": ..., "sha256": ...}, names, to
 * be freed by the caller. */
char *certificate_read(Checker *checker, const json_t *reference,
                       size_t max_bytes, size_t *length);

/* Whether OBJECT is one, and has no other keys than those of KEYS, words
 * separated by spaces. */
bool has_only_keys(const json_t *object, const char *keys);

/* The number from 0 to MAX at KEY, or DEFAULT_NUMBER if there is none; false if
 * something else is there: that sets no outcome. */
bool read_number(const json_t *object, const char *key, uint64_t max,
                 uint64_t default_number, uint64_t *number);

/* ---- claims and lemmas: claim.c ---- */

/* The claim that JSON is; it has an outcome already if it is not open. */
Claim claim_read(Checker *checker, const json_t *json);

/* Its prop: what always holds, or fails somewhere. */
PropId claim_formula(Checker *checker, const Claim *claim);

/* The role of this name, or NULL. */
const Term *find_role(const Checker *checker, const char *name);

/* Adds the lemmas of EVIDENCE. */
bool read_lemmas(Checker *checker, const json_t *evidence, LemmaVec *lemmas);

/* The sum that JSON is, of props of single positions. Bounds that are not given
 * are those that it has anyway. */
bool read_sum(Checker *checker, const json_t *json, Sum *sum);

/* ---- claims with the same evidence: evidence.c ---- */

/* Whether LIST has only indices of evidence, below END; and the I-th. */
bool are_indices(const json_t *list, size_t end);
size_t index_in(const json_t *list, size_t i);

/* Sets the outcomes of CLAIMS, which have the same evidence and kind, within
 * the budget of the checker. */
void check_group(Checker *checker, Claim **claims, size_t count);

/* ---- what clingo is asked: step_program.c ---- */

/* The lemmas hold initially, and after STEPS positions in which they hold. */
bool check_inductive(Checker *checker, const LemmaVec *lemmas,
                     const Proved *proved, size_t steps);

/* Sets the outcomes of CLAIMS, which have formulas of the same degree: do they
 * follow from the lemmas. */
void check_consequences(Checker *checker, const Proved *proved,
                        const ClaimVec *claims);

/* Likewise: do they hold in the first STEPS steps of every play; and unless a
 * claim is about so many steps only, no play may have more. */
void check_bounded(Checker *checker, size_t steps, const ClaimVec *claims);

/* The tuple of COMPONENTS is within its bounds, and smaller after STEPS. */
bool check_measure(Checker *checker, const Sum *components, size_t count,
                   const Proved *proved, size_t steps);

/* No step leaves the features, and all legal moves and goals are in their
 * domains. */
bool check_closed(Checker *checker);

/* ---- what the interpreter checks: interpreter_check.c ---- */

/* The position after the play TEXT, in the arena of the checker. */
const Position *position_after_text(Checker *checker, const Position *from,
                                    const char *text);

/* CLAIM is shown by the play. */
bool check_play(Checker *checker, const json_t *evidence, const Claim *claim);

/* The positions of evidence INDEX are closed. Of a strategy: closed if a role
 * makes its moves. Sets the outcomes of CLAIMS, which are to hold in each. */
bool check_positions(Checker *checker, size_t index, const ClaimVec *claims);

#endif

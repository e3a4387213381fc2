/* proof_request.h - formulas that are to be proved of a game; private to api/
 *
 * For zermelo_prove_json, and for programs of zermelo_asp_json.
 */
#ifndef ZERMELO_API_PROOF_REQUEST_H
#define ZERMELO_API_PROOF_REQUEST_H

#include "api/call.h"
#include "prove/verify.h"

typedef struct {
    Call *call;
    const ProofEngine *engine;
    const Net *net; /* for reachable domains, or NULL */
    Universe *universe;
    Props *props;
    Arena *arena; /* of the call */
    Claims claims, givens;
    VEC(size_t) shown; /* claims in the order in which people see them */
    PublishedMethod method;
    Generator generator;
    ProveLimits limits;
    MethodStatistics statistics[PROOF_METHOD_COUNT];
} ProofRequest;

/* The options that say what is to be proved, and how. */
#define PROOF_OPTIONS                                                          \
    "formula=TEXT given=TEXT properties=TEXT family=TEXT "                     \
    "method=individual|joint|mutual domains=directed|graph|reachable "         \
    "generator=all|control|proved "

/* Makes PROOF from the options of CALL, by ENGINE; claims and givens are those
 * that were asked for, or else all families. NULL, or the error, which names
 * RULE if nothing can be proved of the game. PROOF is to be freed either way.
 */
json_t *proof_begin(ProofRequest *proof, Call *call, const ProofEngine *engine,
                    const char *rule);
void proof_free(ProofRequest *proof);

/* Claims that can be written out, with their meanings. */
typedef struct {
    Claim *claims;
    PropId *meanings;
    size_t *claim_indices; /* of each, among all claims */
    size_t count;
    const bool *is_asked; /* by claim; NULL: all are */
} ExpandedClaims;

ExpandedClaims proof_expand(ProofRequest *proof, const Claims *claims);
ProofTask proof_task(ProofRequest *proof, const ExpandedClaims *expanded);

/* ---- for verify as well ---- */

extern const char *const verdict_words[]; /* "unknown", "proved", "refuted" */

/* Sets LIMITS to what "set" says; NULL, or what is wrong with it. */
json_t *read_settings(const Call *call, ProveLimits *limits);
/* Of the methods that had a turn. */
json_t *statistics_json(const MethodStatistics *methods);

#endif

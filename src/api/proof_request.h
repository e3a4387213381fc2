/* proof_request.h - what is to be proved of a game, and the files of proofs;
 * private to api/ */
#ifndef ZERMELO_API_PROOF_REQUEST_H
#define ZERMELO_API_PROOF_REQUEST_H

#include "api/call.h"
#include "formula/facts.h"
#include "prove/evidence.h"
#include "prove/verify.h"

/* Claims, the first COUNT with their meanings: the others are too large to be
 * written out. */
typedef struct {
    Claims list;
    PropId *meanings;
    size_t count;
} ClaimSet;

typedef struct {
    Call *call;
    const ProofEngine *engine;
    const Net *net; /* for reachable domains, or NULL */
    Universe *universe;
    Props *props;
    Arena *arena; /* of the call */
    ClaimSet claims, givens;
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

/* A task to prove those of CLAIMS that have meanings. */
ProofTask proof_task(ProofRequest *proof, const ClaimSet *claims);

/* ---- for verify as well ---- */

extern const char *const verdict_words[]; /* "unknown", "proved", "refuted" */

/* Sets LIMITS to what "set" says; NULL, or what is wrong with it. */
json_t *read_settings(const Call *call, ProveLimits *limits);
/* Of the methods that had a turn. */
json_t *statistics_json(const MethodStatistics *methods);

/* ---- proof_files.c: what --facts reads, and --facts and --save write ---- */

typedef struct {
    const char *path; /* NULL: no facts are wanted, and all else is empty */
    char digest[DIGEST_LENGTH + 1];
    json_t *read; /* from the file: candidates */
} FactsOption;

/* Reads the file that CALL names, about the game that it is still of (before
 * call_use_canonical). NULL, or the error. */
json_t *facts_read(Call *call, FactsOption *facts);
void facts_free(FactsOption *facts);

/* Writes what is in RECORD, with facts that were read and not tried; then, if
 * DIRECTORY is not NULL, a certificate, which WRITE fills. Before that, tells
 * the caller {"answer": ...}, so that it is known whatever becomes of the
 * files; then adds to ANSWER what did. FACTS may be NULL. */
typedef void WriteClaims(void *context, Certificate *certificate);
void proof_save(Call *call, const char *directory, const FactsOption *facts,
                const ProofRecord *record, json_t *answer, WriteClaims *write,
                void *context);

/* Adds "saved" to ANSWER: the directory, how many verdicts are WITHOUT
 * evidence, and WHY nothing was written, or NULL. */
void put_saved(json_t *answer, const char *directory, size_t without,
               const char *why);

#endif

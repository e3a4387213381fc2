/* proof_files.h - what --facts reads, and --facts and --save write; private to
 * api/ */
#ifndef ZERMELO_API_PROOF_FILES_H
#define ZERMELO_API_PROOF_FILES_H

#include "api/call.h"
#include "formula/facts.h"
#include "prove/evidence.h"

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

/* facts_option.h - what --facts reads and writes; private to api/ */
#ifndef ZERMELO_API_FACTS_OPTION_H
#define ZERMELO_API_FACTS_OPTION_H

#include "api/call.h"
#include "formula/facts.h"
#include "prove/evidence.h"

typedef struct {
    const char *path; /* NULL: no facts are wanted, and all else is empty */
    char digest[DIGEST_LENGTH + 1];
    json_t *read;    /* from the file: candidates */
    json_t *written; /* what was proved, for the file */
} FactsOption;

/* Reads the file that CALL names, about the game that it is still of (before
 * call_use_canonical). NULL, or the error. */
json_t *facts_read(Call *call, FactsOption *facts);

/* Takes what is in RECORD, and what was read and not tried; says in ANSWER how
 * much that is. */
void facts_take(FactsOption *facts, const ProofRecord *record, json_t *answer);

/* Writes it; if that fails, says so in ANSWER. */
void facts_write(FactsOption *facts, json_t *answer);

/* Does both, and writes the certificate that CALL asks for, if it does: WRITE
 * fills it. */
typedef void WriteClaims(void *context, Certificate *certificate);
void proof_save(Call *call, FactsOption *facts, ProofRecord *record,
                json_t *answer, WriteClaims *write, void *context);
void facts_free(FactsOption *facts);

#endif

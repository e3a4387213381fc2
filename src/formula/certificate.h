/* certificate.h - claims about a game with their evidence, as files
 *
 * What `prove`, `verify` and `solve` --save DIR write, and `recheck` checks:
 * the format is described in doc/certificates.md. Evidence is added first, then
 * the claims that refer to it by number. certificate.json is written last, and
 * an old one is removed first: a directory without it is not complete.
 */
#ifndef ZERMELO_FORMULA_CERTIFICATE_H
#define ZERMELO_FORMULA_CERTIFICATE_H

#include "formula/evaluate.h"
#include "lang/rules.h"

#include <jansson.h>

typedef struct Certificate Certificate;

/* Begins to write about RULES into DIRECTORY, which is made if need be. FROM is
 * the play before the game begins, or NULL. */
Certificate *certificate_new(const char *directory, const Rules *rules,
                             const char *from);

/* Writes certificate.json and frees all; whether everything was written. If
 * not, *WHY has the reason, to be freed. *WITHOUT counts the claims that have
 * no evidence. */
bool certificate_finish(Certificate *certificate, size_t *without, char **why);

/* REPORT is told how far the writing is, whenever certificate_progress() is. */
typedef void CertificateReport(void *context, size_t done, size_t total);
void certificate_on_progress(Certificate *certificate,
                             CertificateReport *report, void *context);
void certificate_progress(Certificate *certificate, size_t done, size_t total);

/* Sets a key of certificate.json. */
void certificate_set(Certificate *certificate, const char *key, json_t *value);

/* Writes a file, and returns the reference to it. */
json_t *certificate_file(Certificate *certificate, const char *name,
                         const char *bytes, size_t length);

/* Adds evidence of a KIND, with the keys of VALUE; returns its number. */
size_t certificate_evidence(Certificate *certificate, const char *kind,
                            json_t *value);

/* Adds a play of ROLE_COUNT roles; LOOP_FROM is SIZE_MAX if it is no loop. */
size_t certificate_play(Certificate *certificate, const Play *play,
                        size_t role_count, size_t loop_from);

/* What is claimed: as in the manual; NULL, and -1, for what is not there. */
typedef struct {
    const char *property, *verdict, *formula, *role, *name;
    int64_t value, bound, within, at;
    const json_t *evidence; /* list of numbers; NULL: there is none, for */
    const char *reason;     /* this reason */
} CertificateClaim;

void certificate_claim(Certificate *certificate, const CertificateClaim *claim);

#endif

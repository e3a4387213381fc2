/* certificate.h - the files of a certificate, as they are
 *
 * Reads them within limits, and only from the directory of the certificate.
 * What the JSON says of games is read elsewhere.
 */
#ifndef ZERMELO_RECHECK_CERTIFICATE_H
#define ZERMELO_RECHECK_CERTIFICATE_H

#include "base/heap.h"
#include "base/arena.h"
#include "base/json.h"

#include <stdbool.h>
#include <stdint.h>

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

#endif

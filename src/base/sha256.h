/* sha256.h - SHA-256 (FIPS 180-4): what names a file by its bytes */
#ifndef ZERMELO_BASE_SHA256_H
#define ZERMELO_BASE_SHA256_H

#include <stddef.h>

enum { DIGEST_LENGTH = 64 }; /* hexadecimal digits */

/* Writes the digest of LENGTH bytes, and a NUL, to DIGEST. */
void digest_bytes(char digest[DIGEST_LENGTH + 1], const void *bytes,
                  size_t length);

#endif

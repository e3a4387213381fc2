/* table_find.h - rule files in directories, found by what is in them
 *
 * A row of a published table means one file, known by its sha256. Where that
 * is not there, a file of the same name has to do, and that is said.
 */
#ifndef ZERMELO_CLI_TABLE_TABLE_FIND_H
#define ZERMELO_CLI_TABLE_TABLE_FIND_H

#include <nettle/sha2.h>
#include <stdbool.h>
#include <stddef.h>

/* Files that are part of the program, made into build/data by the Makefile:
 * published.json first, then games of our own. */
typedef struct {
    const char *name;
    const unsigned char *bytes;
    const size_t *length;
} Embedded;

extern const Embedded embedded[]; /* ends in a NULL name */

typedef struct {
    const char *path, *name;
    const Embedded *builtin; /* a game that is part of the program; or NULL */
    char digest[2 * SHA256_DIGEST_SIZE + 1];
} RuleFile;

typedef struct RuleFiles RuleFiles;

typedef enum {
    FOUND_NOTHING,
    FOUND_NAME, /* a file of that name, with something else in it */
    FOUND_SAME,
} Found;

/* At first the games that are part of the program. */
RuleFiles *rule_files_new(void);
void rule_files_free(RuleFiles *files);

/* Adds all files below DIRECTORY; false, with a reason in *WHY, if it cannot be
 * read. */
bool rule_files_add(RuleFiles *files, const char *directory, const char **why);

/* Looks for the file with this SHA256 (hexadecimal), else for the last part of
 * NAME in any case of letters. A SHA256 of NULL means rules of our own, which
 * are part of the program. *FILE belongs to FILES, or is NULL. */
Found rule_files_find(const RuleFiles *files, const char *sha256,
                      const char *name, const RuleFile **file);

#endif

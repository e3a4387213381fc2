/* rule_files.h - rule files below paths, known by their sha256
 *
 * For batches: all rule files below the paths of a user. For published tables:
 * a row means one file, known by its sha256. Where that is not there, a file of
 * the same name has to do, and that is said.
 */
#ifndef ZERMELO_BATCH_RULE_FILES_H
#define ZERMELO_BATCH_RULE_FILES_H

#include "base/byte_table.h"
#include "base/sha256.h"

#include <stdbool.h>
#include <stddef.h>

/* Files that are part of the program, made into build/data by the Makefile. */
typedef struct {
    const char *name;
    const unsigned char *bytes;
    const size_t *length;
} Embedded;

extern const Embedded embedded[]; /* ends in a NULL name */

/* The one whose name is the LENGTH bytes at NAME; NULL if there is none. */
const Embedded *embedded_find(const char *name, size_t length);

typedef struct {
    const char *path, *name;
    const char *relative;    /* to the directory that was added; of a file that
                                was added by itself, that path */
    const Embedded *builtin; /* a game that is part of the program; or NULL */
    char digest[DIGEST_LENGTH + 1]; /* "": it could not be read */
} RuleFile;

typedef struct {
    Arena *arena;
    VEC(RuleFile) list;
    ByteTable paths; /* of those in the list */
} RuleFiles;

typedef enum {
    FOUND_NOTHING,
    FOUND_NAME, /* a file of that name, with something else in it */
    FOUND_SAME,
} Found;

RuleFiles *rule_files_new(void);
void rule_files_free(RuleFiles *files);

/* Adds the games that are part of the program. */
void rule_files_add_embedded(RuleFiles *files);

typedef enum {
    RULE_FILES_NAMED, /* those that end in .kif, .gdl, .hrf or .pl */
    RULE_FILES_ALL,
} RuleFilesKind;

/* Adds the file at PATH, or the files below the directory at PATH, in the order
 * of their paths; a file that is there already is not added again. False, with
 * a reason in *WHY, if it cannot be read. */
bool rule_files_add(RuleFiles *files, const char *path, RuleFilesKind kind,
                    const char **why);

/* Looks for the file with this SHA256 (hexadecimal), else for the last part of
 * NAME in any case of letters. A SHA256 of NULL means rules of our own, which
 * are part of the program. *FILE belongs to FILES, or is NULL. */
Found rule_files_find(const RuleFiles *files, const char *sha256,
                      const char *name, const RuleFile **file);

#endif

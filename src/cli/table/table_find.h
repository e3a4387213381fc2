/* table_find.h - rule files in a directory, found by what is in them
 *
 * A row of a published table means one file, known by its sha256. Where that
 * is not there, a file of the same name has to do, and that is said.
 */
#ifndef ZERMELO_CLI_TABLE_TABLE_FIND_H
#define ZERMELO_CLI_TABLE_TABLE_FIND_H

#include "base/arena.h"
#include "base/text.h"

#include <stdbool.h>

typedef struct Shelf Shelf;

typedef enum {
    FOUND_NOTHING,
    FOUND_NAME, /* a file of that name, with something else in it */
    FOUND_SAME,
} Found;

Shelf *shelf_new(void);
void shelf_free(Shelf *shelf);

/* Adds all files below DIRECTORY; false, with a reason in *WHY, if it cannot be
 * read. */
bool shelf_add(Shelf *shelf, const char *directory, const char **why);

/* Looks for the file with this SHA256 (hexadecimal), else for the last part of
 * NAME in any case of letters. A SHA256 of NULL means rules of our own, which
 * are part of the program. Fills *PATH and *DIGEST, and *TEXT for those; all of
 * them belong to the shelf. */
Found shelf_find(const Shelf *shelf, const char *sha256, const char *name,
                 const char **path, const char **digest, const Text **text);

#endif

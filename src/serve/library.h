/* library.h - the games that a server offers: files below its paths
 *
 * A game is known by an id, its path below one of these; what has no id is
 * never read, and no link is followed.
 */
#ifndef ZERMELO_SERVE_LIBRARY_H
#define ZERMELO_SERVE_LIBRARY_H

#include "base/json.h"

typedef struct Library Library;

enum { MAX_RULES_BYTES = 1 << 20 };

/* NULL, with the reason in *WHY, if one of PATHS cannot be read; NULL at the
 * end of them. */
Library *library_new(const char *const *paths, const char **failed,
                     const char **why);
void library_free(Library *library);

/* Looks for files again: a list of {"id", "name", "digest", "bytes"}. */
json_t *library_list(Library *library);

/* Adds the rules of the game with this id; false if there is none. */
bool library_read(Library *library, const char *id, Text *rules);

#endif

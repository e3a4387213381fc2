/* facts.h - what was proved of a game, for other runs and commands
 *
 * Facts are a list of JSON values: formulas about positions, as `prove` reads
 * them, and sums {"sum": [[1, FORMULA], ...], "max": 1}, which say that at most
 * one of these holds. Whoever takes them proves them again: a fact from a file
 * is a candidate (PropertyTask), and no more than that.
 */
#ifndef ZERMELO_FORMULA_FACTS_H
#define ZERMELO_FORMULA_FACTS_H

#include "base/json.h"
#include "base/sha256.h"
#include "formula/property.h"

/* What names rules in canonical order (game/canonical_order.c), whatever their
 * text looks like. */
void facts_digest(const Rules *canonical, char digest[DIGEST_LENGTH + 1]);

/* The facts at PATH, an empty list if there is no such file; NULL, with the
 * reason in *WHY, to be freed, if they are of other rules, or it is no file of
 * facts. */
json_t *facts_load(const char *path, const char *digest, char **why);
/* False, with the reason in *WHY. */
bool facts_save(const char *path, const char *digest, const json_t *facts,
                const char **why);

/* Adds those of FACTS, which may be NULL, that can be read as properties of
 * single positions of the net of PROPERTIES. */
void facts_lower(const json_t *facts, const Game *game, const Budget *budget,
                 PropertyTable *properties, RefList *candidates);

#endif

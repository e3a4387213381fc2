/* explain.h - what each rule about rules is, why GDL has it, and an example
 *
 * The names are those of the diagnostics, about rules of games, formulas and
 * moves. The texts are in data/explanations.txt.
 */
#ifndef ZERMELO_GAME_EXPLAIN_H
#define ZERMELO_GAME_EXPLAIN_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const char *rule;
    bool is_error;             /* otherwise a warning */
    const char *what;          /* one line */
    const char *why;           /* a paragraph, lines of at most 78 columns */
    const char *about;         /* of what: "formula", "moves"; NULL: of rules */
    const char *wrong, *right; /* small ones that break and keep it */
    bool is_pedantic;          /* often broken on purpose */
    bool is_textual;           /* about spelling, signs or layout alone */
} Explanation;

extern const Explanation explanations[]; /* sorted by name */
extern const size_t explanation_count;

#endif

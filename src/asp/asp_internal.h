/* asp_internal.h - the game behind an Asp, and how its clauses are written
 *
 * Private to asp.c, which puts programs together, and asp_clause.c, which
 * writes their clauses.
 */
#ifndef ZERMELO_ASP_ASP_INTERNAL_H
#define ZERMELO_ASP_ASP_INTERNAL_H

#include "asp/asp.h"

struct Asp {
    Arena *arena;
    const Game *original; /* as it was loaded */
    Game *game;           /* split; the relations of ORIGINAL come first */
    AspOptions options;
    /* What is needed, by level: relations; then features by the number of their
     * symbol, those whose symbol is not in the rules last. */
    bool **is_needed;
    size_t level_count;
    bool has_new_needs;
    bool *name_has_arity;       /* by relation: its arity is part of its name */
    const char *time_condition; /* of T in a rule, "T = 1"; NULL: any */
};

/* In a rule for any level: T - 1, T and T + 1. */
#define LEVEL_BEFORE_T (SIZE_MAX - 2)
#define LEVEL_T        (SIZE_MAX - 1)
#define LEVEL_AFTER_T  SIZE_MAX

/* Keywords that have a level even where no rule mentions them. */
typedef struct {
    const char *name;
    size_t arity;
} TimedKeyword;

enum { TIMED_KEYWORDS = 5 };
extern const TimedKeyword timed_keywords[TIMED_KEYWORDS];

/* Sets what relations of the split game change with, and which names need their
 * arity. */
void asp_name_relations(Asp *asp);

/* What true(F) is called when it has a level. */
const char *asp_truth_name(const Asp *asp);

/* Rules for any time T, and times from 1 on, as in Thielscher (2009). */
bool asp_has_times(const Asp *asp);

/* TEMPLATE with LEVEL for @, the one before for @- and the next for @+. */
void asp_add_at(Text *out, const Asp *asp, size_t level, const char *template);

void asp_add_clause(Text *out, const Asp *asp, const Clause *clause,
                    size_t level);

/* #defined NAME/ARITY. */
void asp_add_signature(Text *out, const Asp *asp, RelationId id);

#endif

/* fact_index.h - the facts of a relation by some of their parts
 *
 * A hash index for the joins of logic/model.c: facts that have the shape of a
 * Signature, found by their terms at its keys. Entries with one hash form a
 * chain, newest first. Private to logic/.
 */
#ifndef ZERMELO_LOGIC_FACT_INDEX_H
#define ZERMELO_LOGIC_FACT_INDEX_H

#include "logic/join_plan.h"

#define NO_ENTRY UINT32_MAX

typedef struct {
    uint32_t fact; /* its number in the relation */
    uint32_t next, hash;
} IndexEntry;

typedef struct {
    Signature signature;
    uint32_t *heads; /* by hash: the newest entry */
    size_t capacity; /* a power of two */
    VEC(IndexEntry) entries;
} FactIndex;

bool same_signature(const Signature *a, const Signature *b);
bool has_shape(const Signature *signature, const Term *fact);
uint32_t hash_keys(const Signature *signature, const Term *fact);

/* Adds FACT, the relation's fact NUMBER, if it has the shape. */
void index_add(FactIndex *index, const Term *fact, uint32_t number);
void index_clear(FactIndex *index);
void index_free(FactIndex *index);

/* The newest entry that may have HASH, or NO_ENTRY. */
static inline uint32_t index_first(const FactIndex *index, uint32_t hash)
{
    return index->capacity ? index->heads[hash & (index->capacity - 1)]
                           : NO_ENTRY;
}

#endif

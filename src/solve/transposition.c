/* transposition.c - what a search has proved of positions, within a bound of
 * memory
 *
 * Buckets of four entries, a cache line each; the entry with the least effort
 * is replaced.
 */
#include "solve/transposition.h"

#include "base/memory.h"
#include "solve/position_graph.h"

enum { BUCKET_SIZE = 4 };

struct TranspositionTable {
    TableEntry *entries;
    size_t bucket_count; /* a power of two */
    size_t used;
};

TranspositionTable *transposition_new(size_t bytes)
{
    TranspositionTable *table = memory_zeroed(1, sizeof *table);
    size_t bucket_bytes = BUCKET_SIZE * sizeof(TableEntry);
    table->bucket_count = 1;
    while (2 * table->bucket_count * bucket_bytes <= bytes)
        table->bucket_count *= 2;
    while (!(table->entries = memory_try_zeroed(
                 table->bucket_count * BUCKET_SIZE, sizeof(TableEntry))) &&
           table->bucket_count > 1)
        table->bucket_count /= 2;
    if (!table->entries)
        table->entries = memory_zeroed(BUCKET_SIZE, sizeof(TableEntry));
    return table;
}

void transposition_free(TranspositionTable *table)
{
    if (!table)
        return;
    free_all(table->entries, table);
}

double transposition_fill(const TranspositionTable *table)
{
    return (double)table->used / (double)(table->bucket_count * BUCKET_SIZE);
}

static TableEntry *bucket_of(TranspositionTable *table, PositionHash hash)
{
    return table->entries +
           (hash.bucket & (table->bucket_count - 1)) * BUCKET_SIZE;
}

TableEntry *transposition_find(TranspositionTable *table, PositionHash hash)
{
    TableEntry *bucket = bucket_of(table, hash);
    for (size_t i = 0; i < BUCKET_SIZE; i++)
        if (bucket[i].check == hash.check)
            return &bucket[i];
    return NULL;
}

TableEntry *transposition_put(TranspositionTable *table, PositionHash hash)
{
    TableEntry *bucket = bucket_of(table, hash), *least = bucket;
    TableEntry *known = transposition_find(table, hash);
    if (known)
        return known;
    for (size_t i = 1; i < BUCKET_SIZE; i++)
        if (bucket[i].effort < least->effort)
            least = &bucket[i];
    if (!least->check)
        table->used++;
    *least = (TableEntry){.check = hash.check,
                          .move = NO_MOVE,
                          .least = NO_END,
                          .most = MAX_PAYOFF,
                          .open_value = NO_END};
    return least;
}

static uint64_t mix(uint64_t value)
{
    value = (value ^ value >> 32) * 0xd6e8feb86659fd93u;
    value = (value ^ value >> 32) * 0xd6e8feb86659fd93u;
    return value ^ value >> 32;
}

PositionHash position_hash(const uint64_t *words, size_t count)
{
    PositionHash hash = {0x9e3779b97f4a7c15u, 0xc2b2ae3d27d4eb4fu};
    for (size_t i = 0; i < count; i++) {
        hash.bucket = mix(hash.bucket ^ words[i]);
        hash.check = mix((hash.check + words[i]) * 0x9fb21c651e98df25u);
    }
    hash.check |= !hash.check; /* 0: an entry that is not used */
    return hash;
}

/* fact_index.c - the facts of a relation by some of their parts
 *
 * In:   facts of one relation, one after the other
 * Out:  those with given terms at the keys of a pattern (model_internal.h)
 * Next: model.c scans them
 */
#include "logic/model_internal.h"

#include "base/map.h"

#include <assert.h>
#include <string.h>

static bool is_variable_part(const Template *pattern)
{
    return pattern->use == PART_BINDS || pattern->use == PART_REPEATS;
}

bool same_pattern(const Template *a, const Template *b)
{
    if (a->use != PART_IS_OPEN || b->use != PART_IS_OPEN)
        return a->use == b->use || (is_variable_part(a) && is_variable_part(b));
    bool is_same = a->symbol == b->symbol && a->arity == b->arity;
    for (size_t i = 0; is_same && i < a->arity; i++)
        is_same = same_pattern(a->args[i], b->args[i]);
    return is_same;
}

bool hash_fact(const Template *pattern, const Term *fact, uint32_t *hash)
{
    if (fact->symbol != pattern->symbol || fact->arity != pattern->arity)
        return false;
    for (size_t i = 0; i < pattern->arity; i++) {
        const Template *part = pattern->args[i];
        if (part->use == PART_IS_KEY)
            *hash = hash_mix(*hash, fact->args[i]->id);
        else if (part->use == PART_IS_OPEN &&
                 !hash_fact(part, fact->args[i], hash))
            return false;
    }
    return true;
}

/* Puts an entry at the head of the chain of its hash. */
static void link_entry(FactIndex *index, uint32_t entry_number)
{
    IndexEntry *entry = &index->entries.items[entry_number];
    uint32_t *head = &index->heads[entry->hash & (index->capacity - 1)];
    assert(*head == NO_ENTRY || *head < entry_number); /* newest first */
    entry->next = *head;
    *head = entry_number;
}

static void grow_chains(FactIndex *index)
{
    index->capacity = index->capacity ? 2 * index->capacity : 16;
    index->heads =
        memory_resize(index->heads, index->capacity, sizeof *index->heads);
    memset(index->heads, 0xff, index->capacity * sizeof *index->heads);
    for (uint32_t i = 0; i < index->entries.count; i++)
        link_entry(index, i);
}

void index_add(FactIndex *index, const Term *fact, uint32_t number)
{
    uint32_t hash = 0;
    if (!hash_fact(index->pattern, fact, &hash))
        return;
    if (index->entries.count >= index->capacity)
        grow_chains(index);
    vec_push(&index->entries, (IndexEntry){number, NO_ENTRY, hash});
    link_entry(index, (uint32_t)index->entries.count - 1);
}

void index_clear(FactIndex *index)
{
    if (index->entries.count)
        memset(index->heads, 0xff, index->capacity * sizeof *index->heads);
    vec_clear(&index->entries);
}

void index_free(FactIndex *index)
{
    memory_free(index->heads);
    vec_free(&index->entries);
}

/* fact_index.c - the facts of a relation by some of their parts
 *
 * In:   facts of one relation, one after the other
 * Out:  those with given terms at given places (a Signature, join_plan.h)
 * Next: model.c scans them
 */
#include "logic/fact_index.h"

#include "base/map.h"

#include <assert.h>
#include <string.h>

static bool same_path(Path a, Path b)
{
    return a.count == b.count &&
           (!a.count ||
            memcmp(a.steps, b.steps, a.count * sizeof *a.steps) == 0);
}

bool same_signature(const Signature *a, const Signature *b)
{
    if (a->relation != b->relation || a->shape_count != b->shape_count ||
        a->key_count != b->key_count)
        return false;
    for (size_t i = 0; i < a->shape_count; i++)
        if (!same_path(a->shapes[i].path, b->shapes[i].path) ||
            a->shapes[i].symbol != b->shapes[i].symbol ||
            a->shapes[i].arity != b->shapes[i].arity)
            return false;
    for (size_t i = 0; i < a->key_count; i++)
        if (!same_path(a->keys[i], b->keys[i]))
            return false;
    return true;
}

bool has_shape(const Signature *signature, const Term *fact)
{
    for (size_t i = 0; i < signature->shape_count; i++) {
        const PartShape *shape = &signature->shapes[i];
        const Term *part = term_at(fact, shape->path);
        if (part->symbol != shape->symbol || part->arity != shape->arity)
            return false;
    }
    return true;
}

uint32_t hash_keys(const Signature *signature, const Term *fact)
{
    uint32_t hash = 0;
    for (size_t i = 0; i < signature->key_count; i++)
        hash = hash_mix(hash, term_at(fact, signature->keys[i])->id);
    return hash;
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
    if (!has_shape(&index->signature, fact))
        return;
    if (index->entries.count >= index->capacity)
        grow_chains(index);
    IndexEntry entry = {number, NO_ENTRY, hash_keys(&index->signature, fact)};
    vec_push(&index->entries, entry);
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

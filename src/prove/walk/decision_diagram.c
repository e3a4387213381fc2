/* decision_diagram.c - a set of positions as one formula
 *
 * In:   states, a bit for each feature
 * Out:  a gate that is true in these and no others
 *
 * A decision diagram, from the last feature to the first: sorted states with
 * the same beginning stand together, and a bunch of them is one gate, which
 * tells whether the rest is that of one of them. Equal gates are made once.
 */
#include "prove/walk/decision_diagram.h"

#include "base/sort.h"

#include <stdlib.h>

enum { MAX_BITS = 4000000 };

typedef struct {
    const uint64_t *state;
    size_t words;
} Row;

typedef struct {
    const uint64_t *state; /* one of them */
    size_t differs;        /* first feature at which the bunch before differs */
    Ref ref;
} Bunch;

/* The first feature in which two states differ. */
static size_t first_difference(const uint64_t *left, const uint64_t *right,
                               size_t words)
{
    size_t word = 0;
    while (word < words && left[word] == right[word])
        word++;
    if (word == words)
        return 64 * words;
    return 64 * word + (size_t)__builtin_ctzll(left[word] ^ right[word]);
}

static bool bit(const uint64_t *state, size_t feature)
{
    return state[feature / 64] >> feature % 64 & 1;
}

static int by_bits(const void *left, const void *right)
{
    const Row *a = left, *b = right;
    size_t at = first_difference(a->state, b->state, a->words);
    return at == 64 * a->words ? 0 : bit(a->state, at) ? 1 : -1;
}

static Bunch *sorted_bunches(const uint64_t *states, size_t count, size_t words)
{
    Row *rows = fatal_malloc(count * sizeof *rows);
    Bunch *bunches = fatal_malloc(count * sizeof *bunches);
    for (size_t i = 0; i < count; i++)
        rows[i] = (Row){states + i * words, words};
    sort_items(rows, count, sizeof *rows, by_bits);
    for (size_t i = 0; i < count; i++) {
        bunches[i] = (Bunch){rows[i].state, 0, REF_TRUE};
        if (i)
            bunches[i].differs =
                first_difference(rows[i - 1].state, rows[i].state, words);
    }
    free(rows);
    return bunches;
}

/* Joins bunches that differ first in FEATURE; returns how many are left. */
static size_t join_bunches(PropertyTable *properties, Bunch *bunches,
                           size_t count, uint32_t feature)
{
    size_t kept = 0;
    Ref condition = property_feature(properties, 0, feature);
    for (size_t i = 0; i < count;) {
        bool both = i + 1 < count && bunches[i + 1].differs == feature;
        Ref first = bunches[i].ref;
        Ref no = both || !bit(bunches[i].state, feature) ? first : REF_FALSE;
        Ref yes = both                             ? bunches[i + 1].ref
                  : bit(bunches[i].state, feature) ? first
                                                   : REF_FALSE;
        bunches[kept] = bunches[i];
        bunches[kept++].ref = property_choice(properties, condition, yes, no);
        i += both ? 2 : 1;
    }
    return kept;
}

Ref state_set_formula(PropertyTable *properties, const uint64_t *states,
                      size_t count, size_t words)
{
    size_t features = properties->net->feature_count;
    if (count * (features + 1) > MAX_BITS)
        return REF_TRUE;
    Bunch *bunches = sorted_bunches(states, count, words);
    for (size_t f = features; f-- > 0;)
        count = join_bunches(properties, bunches, count, (uint32_t)f);
    Ref ref = bunches[0].ref;
    free(bunches);
    return ref;
}

/* keys.c - which arguments of a feature determine the others
 *
 * In:   sampled positions
 * Out:  functional dependencies between the arguments of a feature
 */
#include "board/survey.h"

#include "base/byte_table.h"

/* The features of CLASS in POSITION, which stand together. */
static TermList features_of(TermList position, const TermClass *class)
{
    size_t first = 0, end;
    while (first < position.count &&
           (position.items[first]->symbol != class->symbol ||
            position.items[first]->arity != class->arity))
        first++;
    for (end = first; end < position.count &&
                      position.items[end]->symbol == class->symbol &&
                      position.items[end]->arity == class->arity;)
        end++;
    return (TermList){position.items + first, end - first};
}

/* Adds the arguments at PLACES of each feature of CLASS in POSITION to KEYS,
 * once each; returns how many features there are. */
static size_t keys_in(TermList position, const TermClass *class,
                      PlaceSet places, ByteTable *keys)
{
    TermList features = features_of(position, class);
    const Term *key[32]; /* as many as a PlaceSet has */
    for (size_t i = 0; i < features.count; i++) {
        size_t count = 0;
        for (size_t k = 0; k < class->arity; k++)
            if (places >> k & 1)
                key[count++] = features.items[i]->args[k];
        byte_table_put(keys, (Bytes){key, count * sizeof *key});
    }
    return features.count;
}

bool is_key(const Survey *survey, const TermClass *class, PlaceSet places)
{
    bool are_different = true;
    for (size_t i = 0; i < survey->position_count && are_different; i++) {
        ByteTable keys = {0};
        are_different = keys_in(survey->positions[i].features, class, places,
                                &keys) == keys.strings.count;
        byte_table_free(&keys);
    }
    return are_different;
}

/* Games that set up more cells than they keep are taken as they are after the
 * first step: initial positions are not looked at, if there are others. */
double total_share(const Survey *survey, const TermClass *class,
                   PlaceSet places)
{
    size_t start = survey->position_count > 1, seen = 0, total = 0;
    ByteTable first = {0};
    if (survey->position_count)
        keys_in(survey->positions[start].features, class, places, &first);
    size_t count = first.strings.count;
    for (size_t i = start; i < survey->position_count && count; i++) {
        ByteTable keys = {0};
        if (start && !survey->positions[i].moves.count)
            continue;
        seen++;
        keys_in(survey->positions[i].features, class, places, &keys);
        bool are_same = keys.strings.count == count;
        for (size_t k = 0; k < count && are_same; k++)
            are_same =
                byte_table_find(&first, keys.strings.items[k]) != NO_STRING;
        total += are_same;
        byte_table_free(&keys);
    }
    byte_table_free(&first);
    return seen ? (double)total / (double)seen : 0;
}

bool is_total_key(const Survey *survey, const TermClass *class, PlaceSet places)
{
    return is_key(survey, class, places) &&
           total_share(survey, class, places) >= 1;
}

size_t most_at_once(const Survey *survey, const TermClass *class)
{
    size_t most = 0;
    for (size_t i = 0; i < survey->position_count; i++) {
        size_t count = features_of(survey->positions[i].features, class).count;
        most = count > most ? count : most;
    }
    return most;
}

bool is_clock(const Survey *survey, const TermClass *class)
{
    bool goes_on = survey->position_count > 1;
    for (size_t i = 1; i < survey->position_count && goes_on; i++) {
        const SampledPosition *after = &survey->positions[i];
        if (!after->moves.count)
            continue;
        TermList old_ones = features_of(after[-1].features, class);
        TermList new_ones = features_of(after->features, class);
        goes_on = !list_includes(old_ones, new_ones) ||
                  old_ones.count > new_ones.count;
    }
    return goes_on;
}

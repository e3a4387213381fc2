/* keys.c - which arguments of a feature determine the others
 *
 * In:   sampled positions
 * Out:  functional dependencies between the arguments of a feature
 */
#include "board/survey.h"

#include "base/sort.h"
#include "base/vec.h"

static int compare_keys(const void *left, const void *right, void *context)
{
    const Term *a = *(const Term *const *)left;
    const Term *b = *(const Term *const *)right;
    PlaceSet places = *(const PlaceSet *)context;
    for (size_t i = 0; i < a->arity; i++)
        if (places >> i & 1 && a->args[i] != b->args[i])
            return a->args[i]->id < b->args[i]->id ? -1 : 1;
    return 0;
}

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

/* The features of CLASS in POSITION, sorted by PLACES; to be freed. */
static TermVec sorted_by(TermList position, const TermClass *class,
                         PlaceSet places)
{
    TermVec terms = {0};
    TermList features = features_of(position, class);
    vec_append(&terms, features.items, features.count);
    sort_items_with(terms.items, terms.count, sizeof *terms.items, compare_keys,
                    &places);
    return terms;
}

bool is_key(const Survey *survey, const TermClass *class, PlaceSet places)
{
    bool are_different = true;
    for (size_t i = 0; i < survey->position_count && are_different; i++) {
        TermVec terms = sorted_by(survey->positions[i].features, class, places);
        for (size_t k = 1; k < terms.count && are_different; k++)
            are_different =
                compare_keys(&terms.items[k - 1], &terms.items[k], &places);
        vec_free(&terms);
    }
    return are_different;
}

/* One feature of CLASS in POSITION for all that have the same arguments at
 * PLACES, sorted by them; to be freed. */
static TermVec keys_in(const SampledPosition *position, const TermClass *class,
                       PlaceSet places)
{
    TermVec terms = sorted_by(position->features, class, places);
    size_t kept = 0;
    for (size_t i = 0; i < terms.count; i++)
        if (!kept ||
            compare_keys(&terms.items[kept - 1], &terms.items[i], &places) != 0)
            terms.items[kept++] = terms.items[i];
    terms.count = kept;
    return terms;
}

/* Whether the keys in POSITION are FIRST. */
static bool has_same_keys(const SampledPosition *position,
                          const TermClass *class, PlaceSet places,
                          const TermVec *first)
{
    TermVec keys = keys_in(position, class, places);
    bool are_same = keys.count == first->count;
    for (size_t i = 0; i < keys.count && are_same; i++)
        are_same = compare_keys(&first->items[i], &keys.items[i], &places) == 0;
    vec_free(&keys);
    return are_same;
}

/* Games that set up more cells than they keep are taken as they are after the
 * first step: initial positions are not looked at, if there are others. */
double total_share(const Survey *survey, const TermClass *class,
                   PlaceSet places)
{
    size_t start = survey->position_count > 1, seen = 0, total = 0;
    if (!survey->position_count)
        return 0;
    TermVec first = keys_in(&survey->positions[start], class, places);
    for (size_t i = start; i < survey->position_count && first.count; i++) {
        const SampledPosition *position = &survey->positions[i];
        if (start && !position->moves.count)
            continue;
        seen++;
        total += has_same_keys(position, class, places, &first);
    }
    vec_free(&first);
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

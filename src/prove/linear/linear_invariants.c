/* linear_invariants.c - sums of numbers of features, as steps change them
 *
 * In:   a Net, and properties proved of it
 * Out:  counters that never run out; a bound on the length of plays
 * Next: prove/stage_moves.c, prove/termination/termination.c and prove/verify.c
 * ask for them
 *
 * A column is a class of features that agree in some arguments, of which those
 * that hold are counted, or a counter: features of which exactly one holds, in
 * the order of their numbers. For each way of a step
 * (prove/candidates/transition_cases.c) there is a row that says by how much it
 * can change the columns, and between which numbers they are before it. Weights
 * of columns are found by linear programming, rounded, and checked in whole
 * numbers.
 *
 * That a counter has exactly one value is supposed before the step. If it is
 * raised, then so that its value goes up by the same number wherever it is; and
 * that there is a value to go to follows from an inequality: its value and a
 * weighted sum of other columns are together never more than at the beginning,
 * and what is known before the step leaves room. All this is one induction.
 * Start reading at find_counters() and find_linear_ranking(), at the end.
 */
#include "prove/linear/linear_internal.h"

/* ---- looking at all ways ---- */

/* All features but those of the name that has most of them, other than
 * counters: on a board nearly everything is told by what is where. */
static bool *find_loose(const LinearSearch *search)
{
    const Net *net = search->net;
    bool *loose = arena_array(search->arena, bool, net->feature_count + 1);
    const Column *board = NULL;
    for (size_t i = 0; i < search->columns.count; i++) {
        const Column *column = &search->columns.items[i];
        for (size_t k = 0; column->is_counter && k < column->features.count;
             k++)
            loose[column->features.items[k]] = true;
    }
    for (size_t i = 0; i < search->columns.count; i++) {
        const Column *column = &search->columns.items[i];
        if (!column->is_counter && !loose[column->features.items[0]] &&
            (!board || column->features.count > board->features.count))
            board = column;
    }
    for (size_t f = 0; board && f < net->feature_count; f++)
        loose[f] =
            loose[f] || net->features[f]->symbol !=
                            net->features[board->features.items[0]]->symbol;
    for (size_t i = 0; i < search->columns.count; i++) {
        const Column *column = &search->columns.items[i];
        for (size_t k = 0; column->is_counter && k < column->features.count;
             k++)
            loose[column->features.items[k]] = false;
    }
    return loose;
}

static bool has_counter(const LinearSearch *search)
{
    for (size_t i = 0; i < search->columns.count; i++)
        if (search->columns.items[i].is_counter &&
            !search->columns.items[i].bad)
            return true;
    return false;
}

/* What is tried: classes by so many arguments, so many columns, and whether all
 * features are looked at closely. */
typedef struct {
    unsigned arguments;
    size_t columns;
    bool all;
} Attempt;

static bool linear_begin(LinearSearch *search, const PropertyTable *properties,
                         const Ref *lemmas, size_t lemma_count,
                         const Attempt *attempt, bool for_counters)
{
    CaseTask task = {.net = search->net,
                     .properties = properties,
                     .lemmas = lemmas,
                     .lemma_count = lemma_count,
                     .budget = search->budget,
                     .found = linear_note_way,
                     .context = search};
    search->arena = arena_new();
    linear_make_columns(search, attempt->arguments, attempt->columns);
    linear_index_columns(search);
    if (for_counters && !has_counter(search))
        return false;
    if (!attempt->all)
        task.ignored = find_loose(search);
    return find_transition_cases(&task) && !search->full;
}

static void linear_end(LinearSearch *search)
{
    for (size_t i = 0; i < search->columns.count; i++)
        vec_free(&search->columns.items[i].features);
    vec_free(&search->columns);
    vec_free(&search->rows);
    vec_free(&search->shifts);
    vec_free(&search->least);
    vec_free(&search->most);
    vec_free(&search->parts);
    map_free(&search->map);
    arena_free(search->arena);
}

/* ---- counters ---- */

/* Adds that counters never have a value that they do not come to. */
static void add_unreached(LinearSearch *search, PropertyTable *properties,
                          RefList *found)
{
    for (size_t i = 0; i < search->columns.count; i++) {
        Column *column = &search->columns.items[i];
        if (!column->is_counter || column->bad)
            continue;
        linear_find_reached(column);
        for (size_t k = 0; k < column->features.count; k++)
            if (!column->reached[k])
                vec_push(found, ref_not(property_feature(
                                    properties, 0, column->features.items[k])));
    }
}

/* Adds that counters have a value. */
static void add_values(const LinearSearch *search, PropertyTable *properties,
                       RefList *found)
{
    RefList values = {0};
    for (size_t i = 0; i < search->columns.count; i++) {
        const Column *column = &search->columns.items[i];
        if (!column->is_counter || column->bad)
            continue;
        vec_clear(&values);
        for (size_t k = 0; k < column->features.count; k++)
            vec_push(&values, property_feature(properties, 0,
                                               column->features.items[k]));
        vec_push(found, property_or(properties, values.items, values.count));
    }
    vec_free(&values);
}

/* Whether this attempt brought something. Once for the values that counters
 * come to, and then for what follows from that. */
static bool try_counters(const Net *net, PropertyTable *properties,
                         RefList *lemmas, const Budget *budget,
                         const Attempt *attempt, bool *any)
{
    size_t before = lemmas->count;
    for (int n = 0; n < 2; n++) {
        LinearSearch search = {.net = net, .budget = budget};
        size_t now = lemmas->count;
        bool good = linear_begin(&search, properties, lemmas->items,
                                 lemmas->count, attempt, true);
        *any = has_counter(&search);
        if (good && !n)
            add_unreached(&search, properties, lemmas);
        bool last = n || lemmas->count == now;
        if (good && last) {
            linear_drop_counters(&search);
            add_values(&search, properties, lemmas);
        }
        linear_end(&search);
        if (!good || last)
            break;
    }
    return lemmas->count > before;
}

void find_counters(const Net *net, PropertyTable *properties, const Ref *lemmas,
                   size_t lemma_count, const Budget *budget, RefList *found)
{
    static const Attempt attempts[] = {{1, 100, false}, {1, 100, true}};
    RefList all = {0};
    bool any = true, done = false;
    for (size_t i = 0; i < lemma_count; i++)
        vec_push(&all, lemmas[i]);
    for (size_t n = 0; any && !done && n < sizeof attempts / sizeof *attempts;
         n++) {
        Budget some = budget_part(budget, n ? 0.9 : 0.7);
        done = budget_spent(budget) ||
               try_counters(net, properties, &all, &some, &attempts[n], &any);
    }
    for (size_t i = lemma_count; i < all.count; i++)
        vec_push(found, all.items[i]);
    vec_free(&all);
}

/* ---- descent ---- */

/* From the initial position to the least sum there can be. */
static uint64_t bound_of(const LinearSearch *search, const int64_t *weights)
{
    int64_t bound = 0;
    for (size_t i = 0; i < search->columns.count; i++) {
        const Column *column = &search->columns.items[i];
        int64_t most = (int64_t)column->features.count - column->is_counter;
        bound += weights[i] * column->initial;
        bound -= weights[i] < 0 ? weights[i] * most : 0;
    }
    return (uint64_t)bound;
}

bool find_linear_ranking(const Net *net, const PropertyTable *properties,
                         const Ref *lemmas, size_t lemma_count,
                         const Budget *budget, uint64_t *bound)
{
    static const Attempt attempts[] = {
        {1, 100, false}, {1, 100, true}, {2, 500, false}, {2, 500, true}};
    Wish wish = {.counter = NO_INDEX};
    bool found = false;
    for (size_t n = 0; n < sizeof attempts / sizeof *attempts && !found; n++) {
        Budget some = budget_part(budget, 0.5);
        LinearSearch search = {.net = net, .budget = &some};
        if (budget_spent(budget))
            break;
        if (linear_begin(&search, properties, lemmas, lemma_count, &attempts[n],
                         false)) {
            int64_t *weights = linear_drop_counters(&search);
            found = linear_find_weights(&search, &wish, weights);
            if (found)
                *bound = bound_of(&search, weights);
        }
        linear_end(&search);
    }
    return found;
}

/* linear_invariants.c - linear invariants and linear ranking functions
 *
 * In:   a Net, and properties proved of it
 * Out:  that counters always have a value; a bound on the length of plays
 * Next: prove/stage_invariants.c, prove/termination/termination.c and
 *       prove/verify_rounds.c use them
 *
 * A column is a class of features that agree in some arguments, of which those
 * that hold are counted, or a counter: features of which exactly one holds, in
 * the order of their numbers. For each case of a step
 * (prove/candidates/transition_cases.c) a row has the interval that it can add
 * to each column, and the intervals in which the columns are before it. Weights
 * of columns are found by linear programming, rounded, and checked in integers.
 *
 * Ranking (Podelski and Rybalchenko 2004): every step lowers a weighted sum,
 * which is bounded. Invariant: a counter is assumed to have exactly one value
 * before the step. The step adds a constant to it, the same from every value.
 * That this does not lead beyond its last value follows from an inequality: its
 * value plus a weighted sum of other columns is never more than initially, and
 * what the case knows before the step leaves room. All counters together are
 * one induction. Start reading at find_counters() and find_linear_ranking(), at
 * the end.
 */
#include "prove/linear/linear_internal.h"

#include <assert.h>

/* ---- the matrix ---- */

/* The features that cases need not tell apart: all but counters and the
 * relation of the largest class. On a board nearly everything follows from what
 * is on which cell. */
static bool *find_ignored_features(const LinearSearch *search)
{
    const Net *net = search->net;
    bool *is_counted = arena_array(search->arena, bool, net->feature_count + 1);
    bool *ignored = arena_array(search->arena, bool, net->feature_count + 1);
    const LinearColumn *largest = NULL;
    for (size_t i = 0; i < search->columns.count; i++) {
        const LinearColumn *column = &search->columns.items[i];
        for (size_t k = 0; column->is_counter && k < column->features.count;
             k++)
            is_counted[column->features.items[k]] = true;
    }
    for (size_t i = 0; i < search->columns.count; i++) {
        const LinearColumn *column = &search->columns.items[i];
        if (!column->is_counter && !is_counted[column->features.items[0]] &&
            (!largest || column->features.count > largest->features.count))
            largest = column;
    }
    for (size_t f = 0; largest && f < net->feature_count; f++)
        ignored[f] = !is_counted[f] &&
                     net->features[f]->symbol !=
                         net->features[largest->features.items[0]]->symbol;
    return ignored;
}

static bool has_valid_counter(const LinearSearch *search)
{
    for (size_t i = 0; i < search->columns.count; i++)
        if (search->columns.items[i].is_counter &&
            !search->columns.items[i].is_invalid)
            return true;
    return false;
}

bool linear_build_matrix(LinearSearch *search, const PropertyTable *properties,
                         const Ref *lemmas, size_t lemma_count,
                         const MatrixSize *size, bool for_counters)
{
    CaseTask task = {.net = search->net,
                     .properties = properties,
                     .lemmas = lemmas,
                     .lemma_count = lemma_count,
                     .budget = search->budget,
                     .on_case = linear_add_case,
                     .context = search};
    search->arena = arena_new();
    linear_make_columns(search, size->max_arguments, size->max_columns);
    linear_index_columns(search);
    if (for_counters && !has_valid_counter(search))
        return false;
    if (!size->all_features)
        task.ignored = find_ignored_features(search);
    return find_transition_cases(&task) && !search->has_overflow;
}

void linear_free_matrix(LinearSearch *search)
{
    for (size_t i = 0; i < search->columns.count; i++)
        vec_free(&search->columns.items[i].features);
    vec_free_all(&search->columns, &search->rows, &search->deltas,
                 &search->row_min, &search->row_max, &search->old_values);
    map_free(&search->row_map);
    arena_free(search->arena);
}

/* ---- counters ---- */

/* Adds that counters never have a value that is unreachable. */
static void add_unreachable_values(LinearSearch *search,
                                   PropertyTable *properties, RefList *found)
{
    for (size_t i = 0; i < search->columns.count; i++) {
        LinearColumn *column = &search->columns.items[i];
        if (!column->is_counter || column->is_invalid)
            continue;
        linear_find_reachable_values(column);
        assert(column->is_reachable[column->initial_value]);
        for (size_t k = 0; k < column->features.count; k++)
            if (!column->is_reachable[k])
                vec_push(found, ref_not(property_feature(
                                    properties, 0, column->features.items[k])));
    }
}

/* Adds that each valid counter has a value. */
static void add_has_value(const LinearSearch *search, PropertyTable *properties,
                          RefList *found)
{
    RefList values = {0};
    for (size_t i = 0; i < search->columns.count; i++) {
        const LinearColumn *column = &search->columns.items[i];
        if (!column->is_counter || column->is_invalid)
            continue;
        vec_clear(&values);
        for (size_t k = 0; k < column->features.count; k++)
            vec_push(&values, property_feature(properties, 0,
                                               column->features.items[k]));
        vec_push(found, property_or(properties, values.items, values.count));
    }
    vec_free(&values);
}

/* Whether lemmas were added. The first pass adds which values are unreachable,
 * and the second one uses that; if there are none the first pass does both. */
static bool try_counter_lemmas(const Net *net, PropertyTable *properties,
                               RefList *lemmas, const Budget *budget,
                               const MatrixSize *attempt, bool *has_counter)
{
    size_t known_count = lemmas->count;
    for (int pass = 0; pass < 2; pass++) {
        LinearSearch search = {.net = net, .budget = budget};
        size_t count_before = lemmas->count;
        bool is_complete = linear_build_matrix(
            &search, properties, lemmas->items, lemmas->count, attempt, true);
        *has_counter = has_valid_counter(&search);
        if (is_complete && !pass)
            add_unreachable_values(&search, properties, lemmas);
        bool is_last = pass || lemmas->count == count_before;
        if (is_complete && is_last) {
            linear_drop_unbounded_counters(&search);
            add_has_value(&search, properties, lemmas);
        }
        linear_free_matrix(&search);
        if (!is_complete || is_last)
            break;
    }
    assert(lemmas->count >= known_count);
    return lemmas->count > known_count;
}

void find_counters(const Net *net, PropertyTable *properties, const Ref *lemmas,
                   size_t lemma_count, const Budget *budget, RefList *found)
{
    static const MatrixSize attempts[] = {
        {.max_arguments = 1, .max_columns = 100, .all_features = false},
        {.max_arguments = 1, .max_columns = 100, .all_features = true}};
    RefList lemmas_so_far = {0};
    bool has_counter = true, has_found = false;
    vec_append(&lemmas_so_far, lemmas, lemma_count);
    for (size_t attempt = 0; has_counter && !has_found &&
                             attempt < sizeof attempts / sizeof *attempts;
         attempt++) {
        WorkMeter meter;
        Budget share = budget_share(budget, &meter, attempt ? 0.9 : 0.7);
        has_found = budget_spent(budget) ||
                    try_counter_lemmas(net, properties, &lemmas_so_far, &share,
                                       &attempts[attempt], &has_counter);
    }
    for (size_t i = lemma_count; i < lemmas_so_far.count; i++)
        vec_push(found, lemmas_so_far.items[i]);
    vec_free(&lemmas_so_far);
}

/* ---- ranking ---- */

/* The sum in the initial position minus a lower bound of the sum. */
static uint64_t linear_ranking_bound(const LinearSearch *search,
                                     const int64_t *weights)
{
    int64_t bound = 0;
    for (size_t i = 0; i < search->columns.count; i++) {
        const LinearColumn *column = &search->columns.items[i];
        int64_t max_value =
            (int64_t)column->features.count - column->is_counter;
        bound += weights[i] * column->initial_value;
        bound -= weights[i] < 0 ? weights[i] * max_value : 0;
    }
    assert(bound >= 0); /* the initial numbers are within the bounds */
    return (uint64_t)bound;
}

bool find_linear_ranking(const Net *net, const PropertyTable *properties,
                         const Ref *lemmas, size_t lemma_count,
                         const Budget *budget, uint64_t *bound)
{
    static const MatrixSize attempts[] = {
        {1, 100, false}, {1, 100, true}, {2, 500, false}, {2, 500, true}};
    WeightGoal goal = {.counter = NO_INDEX};
    bool is_found = false;
    for (size_t attempt = 0;
         attempt < sizeof attempts / sizeof *attempts && !is_found; attempt++) {
        WorkMeter meter;
        Budget share = budget_share(budget, &meter, 0.5);
        LinearSearch search = {.net = net, .budget = &share};
        if (budget_spent(budget))
            break;
        if (linear_build_matrix(&search, properties, lemmas, lemma_count,
                                &attempts[attempt], false)) {
            int64_t *weights = linear_drop_unbounded_counters(&search);
            is_found = linear_find_weights(&search, &goal, weights);
            if (is_found)
                *bound = linear_ranking_bound(&search, weights);
        }
        linear_free_matrix(&search);
    }
    return is_found;
}

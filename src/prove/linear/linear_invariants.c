/* linear_invariants.c - linear invariants and linear ranking functions
 *
 * In:   a Net, and properties proved of it
 * Out:  that counters always have a value; a bound on the length of plays
 * Next: prove/stage_induct.c and prove/termination/termination.c use them
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
#include "base/memory.h"
#include "prove/linear/linear_internal.h"

#include <assert.h>
#include <stdlib.h>

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
                 &search->row_min, &search->row_max, &search->old_values,
                 &search->range_sums);
    map_free(&search->row_map);
    arena_free(search->arena);
}

/* ---- what is proved, as sums over features ---- */

/* The weight of the feature at INDEX in COLUMN, per weight of the column. */
static int64_t share_of(const LinearColumn *column, size_t index)
{
    return column->is_counter ? (int64_t)index : 1;
}

/* The weighted sum of the columns as one of features; its terms, to be freed,
 * and the initial value in *INITIAL. */
static WeightedSum sum_over_features(const LinearSearch *search,
                                     PropertyTable *properties,
                                     const int64_t *weights, int64_t *initial)
{
    const Net *net = search->net;
    int64_t *feature_weights =
        memory_zeroed(net->feature_count + 1, sizeof *feature_weights);
    VEC(WeightedRef) terms = {0};
    for (size_t i = 0; i < search->columns.count; i++) {
        const LinearColumn *column = &search->columns.items[i];
        for (size_t k = 0; weights[i] && k < column->features.count; k++)
            feature_weights[column->features.items[k]] +=
                weights[i] * share_of(column, k);
    }
    *initial = 0;
    for (uint32_t f = 0; f < net->feature_count; f++) {
        Ref ref = property_feature(properties, 0, f);
        if (!feature_weights[f] || ref == REF_TRUE)
            continue; /* nothing, or always the same */
        vec_push(&terms, ((WeightedRef){feature_weights[f], ref}));
        *initial += net->initial[f] ? feature_weights[f] : 0;
    }
    memory_free(feature_weights);
    return (WeightedSum){terms.items, terms.count, NO_MIN, NO_MAX};
}

/* Records that the weighted sum of the columns never rises above its initial
 * value. */
static void log_sum(const LinearSearch *search, PropertyTable *properties,
                    ProofLog *log, const int64_t *weights)
{
    int64_t initial;
    WeightedSum sum = sum_over_features(search, properties, weights, &initial);
    sum.max = initial;
    proof_log_sum(log, sum);
    memory_free((void *)sum.terms);
}

/* Records it as a measure that each step lowers, BOUND times at most. */
static void log_measure(const LinearSearch *search, PropertyTable *properties,
                        ProofLog *log, const int64_t *weights, uint64_t bound)
{
    int64_t initial;
    if (!log)
        return;
    WeightedSum sum = sum_over_features(search, properties, weights, &initial);
    sum.min = initial - (int64_t)bound;
    proof_log_measure(log, sum, 1);
    memory_free((void *)sum.terms);
}

/* Records that the valid counters have exactly one value, since they stay in
 * range; adds to FOUND, unless it is NULL, that they have one. */
static void take_counters(const LinearSearch *search, PropertyTable *properties,
                          ProofLog *log, RefList *found)
{
    VEC(WeightedRef) terms = {0};
    RefList values = {0};
    for (size_t i = 0; (log || found) && i < search->columns.count; i++) {
        const LinearColumn *column = &search->columns.items[i];
        if (!column->is_counter || column->is_invalid)
            continue;
        vec_clear(&values);
        vec_clear(&terms);
        for (size_t k = 0; k < column->features.count; k++) {
            Ref ref =
                property_feature(properties, 0, column->features.items[k]);
            vec_push(&values, ref);
            vec_push(&terms, ((WeightedRef){1, ref}));
        }
        proof_log_sum(log, (WeightedSum){terms.items, terms.count, 1, 1});
        if (found)
            vec_push(found, property_at_least_one(properties, values.items,
                                                  values.count));
    }
    for (size_t i = 0; log && i < search->range_sums.count; i++)
        log_sum(search, properties, log, search->range_sums.items[i]);
    vec_free_all(&terms, &values);
}

/* ---- counters ---- */

void find_counters(const Net *net, PropertyTable *properties, const Ref *lemmas,
                   size_t lemma_count, const Budget *budget, ProofLog *log,
                   RefList *found)
{
    static const MatrixSize attempts[] = {
        {.max_arguments = 1, .max_columns = 100, .all_features = false},
        {.max_arguments = 1, .max_columns = 100, .all_features = true}};
    size_t known_count = found->count;
    bool has_counter = true;
    for (size_t attempt = 0; has_counter && found->count == known_count &&
                             attempt < sizeof attempts / sizeof *attempts;
         attempt++) {
        WorkMeter meter;
        Budget share = budget_share(budget, &meter, attempt ? 0.9 : 0.7);
        LinearSearch search = {.net = net, .budget = &share};
        if (budget_spent(budget))
            break;
        bool is_complete = linear_build_matrix(
            &search, properties, lemmas, lemma_count, &attempts[attempt], true);
        has_counter = has_valid_counter(&search);
        if (is_complete) {
            linear_drop_unbounded_counters(&search);
            take_counters(&search, properties, log, found);
        }
        linear_free_matrix(&search);
    }
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
        assert(column->initial_value <= max_value);
        bound += weights[i] * column->initial_value;
        bound -= weights[i] < 0 ? weights[i] * max_value : 0;
    }
    assert(bound >= 0); /* the initial numbers are within the bounds */
    return (uint64_t)bound;
}

bool find_linear_ranking(const Net *net, PropertyTable *properties,
                         const Ref *lemmas, size_t lemma_count,
                         const Budget *budget, ProofLog *log, uint64_t *bound)
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
            int64_t scale;
            is_found = linear_find_weights(&search, &goal, weights, &scale);
            if (is_found) {
                *bound = linear_ranking_bound(&search, weights);
                take_counters(&search, properties, log, NULL);
                log_measure(&search, properties, log, weights, *bound);
            }
        }
        linear_free_matrix(&search);
    }
    return is_found;
}

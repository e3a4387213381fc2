/* linear_internal.h - the matrix of the linear program, and who fills it
 *
 * A column is a number that every position has, a row is a case of a step.
 * counted_classes.c chooses the columns, class_deltas.c adds a row for each
 * case, lp_weights.c finds weights of the columns, and linear_invariants.c
 * draws conclusions. Only these files include this header.
 */
#ifndef ZERMELO_PROVE_LINEAR_LINEAR_INTERNAL_H
#define ZERMELO_PROVE_LINEAR_LINEAR_INTERNAL_H

#include "base/graph.h"
#include "prove/candidates/transition_cases.h"
#include "prove/linear/linear_invariants.h"

typedef VEC(uint32_t) FeatureList;

/* How many of FEATURES hold; or, of a counter, the index of the one feature
 * that holds. */
typedef struct {
    FeatureList features; /* of a counter: in the order of its values */
    bool is_counter;
    bool is_invalid;   /* a counter that some step may leave without a value */
    int initial_value; /* the number in the initial position */
} LinearColumn;

/* A case adds at least MIN and at most MAX to a column. */
typedef struct {
    uint32_t column;
    int16_t min, max;
} ColumnDelta;

/* What one case does: a part of `deltas`. Columns not in it do not change. */
typedef struct {
    uint32_t first, count;
} LinearRow;

/* COLUMN grows by COEFFICIENT if FEATURE holds before the step. */
typedef struct {
    uint32_t column, feature;
    int coefficient;
} OldValueTerm;

typedef struct {
    const Net *net;
    Arena *arena;
    const Budget *budget;
    VEC(LinearColumn) columns;
    Graph columns_of; /* by feature: its columns */
    VEC(LinearRow) rows;
    VEC(ColumnDelta) deltas;
    /* Why the valid counters stay in range: weights of all columns, whose sum
     * never rises. */
    VEC(const int64_t *) range_sums;
    /* By row and column: between which numbers it is before the step. */
    VEC(int16_t) row_min, row_max;
    Map row_map;       /* rows by their deltas */
    bool has_overflow; /* too many rows, or a delta beyond 16 bits */
    /* Of the present case, by column unless noted otherwise */
    VEC(OldValueTerm) old_values;
    int *delta_min, *delta_max;   /* the step adds between these */
    int *range_min, *range_max;   /* before the step it is between these */
    const CaseChange **change_of; /* by feature, or NULL */
    int *value_after; /* by value of a counter: its value after the step */
} LinearSearch;

/* ---- columns (counted_classes.c) ---- */

/* Classes of features that agree in up to MAX_ARGUMENTS arguments, those of few
 * arguments first and at most MAX_COLUMNS of them; then counters. */
void linear_make_columns(LinearSearch *search, unsigned max_arguments,
                         size_t max_columns);

/* Fills `columns_of` and allocates the arrays of the present case. */
void linear_index_columns(LinearSearch *search);

/* ---- the matrix (linear_invariants.c) ---- */

/* How large a matrix is tried: classes by up to MAX_ARGUMENTS arguments, at
 * most MAX_COLUMNS of them; whether cases tell apart the values of all
 * features. */
typedef struct {
    unsigned max_arguments;
    size_t max_columns;
    bool all_features;
} MatrixSize;

/* Fills SEARCH, of which net and budget are set. False if there are too many
 * cases, or no counter although they are wanted. */
bool linear_build_matrix(LinearSearch *search, const PropertyTable *properties,
                         const Ref *lemmas, size_t lemma_count,
                         const MatrixSize *size, bool for_counters);
void linear_free_matrix(LinearSearch *search);

/* ---- rows (class_deltas.c) ---- */

/* Callback of find_transition_cases: CONTEXT is the LinearSearch, which gets a
 * row for STEP_CASE. A counter whose new value is not its old value plus a
 * constant is invalid from then on. */
void linear_add_case(void *context, const TransitionCase *step_case);

/* ---- weights (lp_weights.c) ---- */

/* What the weights are for. Without a counter: a linear ranking function, each
 * row lowers the weighted sum by at least 1. With a counter: an invariant, its
 * value (counted down from the top if COUNTS_DOWN) plus the weighted sum never
 * rises, and so it stays at most at LAST_VALUE where it is raised. */
typedef struct {
    uint32_t counter; /* or NO_INDEX */
    bool counts_down;
    int last_value; /* index of its last value */
} WeightGoal;

/* *SCALE is the weight of the counter. False if there are no such weights, or
 * none were found. */
bool linear_find_weights(const LinearSearch *search, const WeightGoal *goal,
                         int64_t *weights, int64_t *scale);

/* Makes counters invalid that may run past their first or last value, and sets
 * `range_sums`. Returns an array for the weights of all columns. */
int64_t *linear_drop_unbounded_counters(LinearSearch *search);

#endif

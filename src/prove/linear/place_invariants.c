/* place_invariants.c - weighted sums of features that no step changes
 *
 * In:   a Net, and properties proved of it
 * Out:  equations between numbers of features and values of counters, as gates
 * Next: prove/verify_rounds.c adds them as lemmas
 *
 * These are the place invariants of Petri nets (Lautenbach 1973; Murata 1989).
 * The places are the columns of linear_invariants.c: classes of features that
 * agree in one argument, of which those that hold are counted, and counters.
 * Its rows are by how much the cases of a step change them. Weights whose sum
 * no row changes solve a system of linear equations. In the gates numbers are
 * unary, added column by column. Start reading at find_place_invariants(), at
 * the end.
 */
#include "prove/linear/place_invariants.h"

#include "prove/linear/linear_internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_COLUMNS = 64,
    MAX_LAST_ARGUMENTS = 3, /* classes by one of so many arguments at the end */
    MAX_WEIGHT = 3,         /* of a column */
    MAX_COUNTED = 128       /* on one side, by weight */
};

static const int64_t MODULUS = 2147483647;

typedef struct {
    const LinearSearch *matrix;
    PropertyTable *properties;
    ProofLog *log;
    const LinearColumn *columns[MAX_COLUMNS]; /* classes, then counters */
    size_t column_count;
    size_t *index_of; /* by column of the matrix: in COLUMNS, or SIZE_MAX */
    int64_t echelon[MAX_COLUMNS][MAX_COLUMNS]; /* reduced, by pivot */
    bool is_pivot[MAX_COLUMNS];
} PlaceInvariants;

/* ---- columns ---- */

/* Whether the terms agree in symbol and in one place, FROM_END places before
 * the last one. */
static bool agree_in_place(const Term *left, const Term *right, size_t from_end)
{
    if (left->symbol != right->symbol || left->arity != right->arity)
        return false;
    if (!left->arity)
        return true;
    size_t place = left->arity > from_end ? left->arity - 1 - from_end : 0;
    return left->args[place] == right->args[place];
}

/* Whether COLUMN counts the features that agree in one place, counted FROM_END,
 * and these are not the values of a counter. */
static bool is_class(const LinearSearch *matrix, const LinearColumn *column,
                     size_t from_end)
{
    const Net *net = matrix->net;
    const uint32_t *features = column->features.items;
    size_t count = 0;
    for (uint32_t f = 0; f < net->feature_count; f++)
        count += agree_in_place(net->features[features[0]], net->features[f],
                                from_end);
    for (size_t i = 0; i < column->features.count; i++)
        if (!agree_in_place(net->features[features[0]],
                            net->features[features[i]], from_end))
            return false;
    const uint32_t *first = &matrix->columns_of.first[features[0]];
    for (uint32_t i = first[0]; i < first[1]; i++) {
        const LinearColumn *column_of_first =
            &matrix->columns.items[matrix->columns_of.targets[i]];
        if (column_of_first->is_counter && !column_of_first->is_invalid)
            return false;
    }
    return count == column->features.count;
}

/* Whether every case changes the column by a certain number. */
static bool is_exact(const LinearSearch *matrix, uint32_t column)
{
    for (size_t i = 0; i < matrix->deltas.count; i++)
        if (matrix->deltas.items[i].column == column &&
            matrix->deltas.items[i].min != matrix->deltas.items[i].max)
            return false;
    return true;
}

static void choose_columns(PlaceInvariants *search, size_t from_end)
{
    const LinearSearch *matrix = search->matrix;
    search->column_count = 0;
    for (uint32_t i = 0; i < matrix->columns.count; i++) {
        const LinearColumn *column = &matrix->columns.items[i];
        bool usable = column->is_counter ? !column->is_invalid
                                         : is_class(matrix, column, from_end);
        search->index_of[i] = SIZE_MAX;
        if (!usable || search->column_count == MAX_COLUMNS ||
            !is_exact(matrix, i))
            continue;
        search->index_of[i] = search->column_count;
        search->columns[search->column_count++] = column;
    }
}

/* What row NUMBER adds to the columns. */
static void read_row(const PlaceInvariants *search, size_t number, int64_t *row)
{
    const LinearRow *entries = &search->matrix->rows.items[number];
    memset(row, 0, MAX_COLUMNS * sizeof *row);
    for (uint32_t i = 0; i < entries->count; i++) {
        const ColumnDelta *delta =
            &search->matrix->deltas.items[entries->first + i];
        if (search->index_of[delta->column] == SIZE_MAX)
            continue;
        assert(delta->min == delta->max);
        row[search->index_of[delta->column]] = delta->min;
    }
}

/* ---- Gauss-Jordan elimination, modulo a prime ---- */

static int64_t modulo(int64_t value)
{
    value %= MODULUS;
    return value < 0 ? value + MODULUS : value;
}

static int64_t modular_inverse(int64_t value) /* by Fermat */
{
    int64_t result = 1;
    for (int64_t exponent = MODULUS - 2; exponent; exponent >>= 1) {
        if (exponent & 1)
            result = result * value % MODULUS;
        value = value * value % MODULUS;
    }
    return result;
}

/* Subtracts from ROW the multiple of the row of PIVOT that makes its entry
 * there 0. */
static void reduce_row(const PlaceInvariants *search, int64_t *row,
                       size_t pivot)
{
    int64_t factor = row[pivot];
    assert(search->is_pivot[pivot] && search->echelon[pivot][pivot] == 1);
    for (size_t i = 0; factor && i < search->column_count; i++)
        row[i] = modulo(row[i] - factor * search->echelon[pivot][i] % MODULUS);
}

static void add_echelon_row(PlaceInvariants *search, int64_t *row)
{
    for (size_t i = 0; i < search->column_count; i++)
        if (search->is_pivot[i])
            reduce_row(search, row, i);
    size_t pivot = 0;
    while (pivot < search->column_count && !row[pivot])
        pivot++;
    if (pivot == search->column_count)
        return;
    assert(!search->is_pivot[pivot]); /* reduced by all earlier pivots */
    int64_t factor = modular_inverse(row[pivot]);
    for (size_t i = 0; i < search->column_count; i++)
        search->echelon[pivot][i] = row[i] * factor % MODULUS;
    search->is_pivot[pivot] = true;
    for (size_t i = 0; i < search->column_count; i++)
        if (search->is_pivot[i] && i != pivot)
            reduce_row(search, search->echelon[i], pivot);
}

/* Gauss-Jordan elimination of all rows of the matrix, modulo a prime. */
static void build_echelon(PlaceInvariants *search)
{
    memset(search->is_pivot, false, sizeof search->is_pivot);
    for (size_t i = 0; i < search->matrix->rows.count; i++) {
        int64_t row[MAX_COLUMNS];
        read_row(search, i, row);
        for (size_t k = 0; k < search->column_count; k++)
            row[k] = modulo(row[k]);
        add_echelon_row(search, row);
    }
}

/* The solution in which FREE_COLUMN has weight 1 and the other columns that are
 * no pivots have weight 0; false if some weight is above MAX_WEIGHT. */
static bool solve_for_column(const PlaceInvariants *search, size_t free_column,
                             int *weights)
{
    for (size_t i = 0; i < search->column_count; i++) {
        int64_t weight = i == free_column;
        if (search->is_pivot[i])
            weight = modulo(-search->echelon[i][free_column]);
        if (weight > MODULUS / 2)
            weight -= MODULUS;
        if (weight > MAX_WEIGHT || weight < -MAX_WEIGHT)
            return false;
        weights[i] = (int)weight;
    }
    return true;
}

/* Whether no row changes the weighted sum, in integers: the elimination was
 * only modulo a prime, and the proof rests on this. */
static bool is_constant(const PlaceInvariants *search, const int *weights)
{
    for (size_t i = 0; i < search->matrix->rows.count; i++) {
        int64_t row[MAX_COLUMNS], sum = 0;
        read_row(search, i, row);
        for (size_t k = 0; k < search->column_count; k++)
            sum += row[k] * weights[k];
        if (sum)
            return false;
    }
    return true;
}

/* ---- gates ---- */

/* A number in unary: item k is true if it is greater than k. */
typedef RefList Unary;

static Unary unary_sum(PropertyTable *properties, const Unary *left,
                       const Unary *right)
{
    Unary sum = {0};
    RefList alternatives = {0};
    for (size_t k = 1; k <= left->count + right->count; k++) {
        vec_clear(&alternatives);
        for (size_t i = 0; i <= k && i <= left->count; i++) {
            if (k - i > right->count)
                continue;
            Ref from_left = i ? left->items[i - 1] : REF_TRUE;
            Ref from_right = k > i ? right->items[k - i - 1] : REF_TRUE;
            vec_push(&alternatives,
                     property_pair(properties, from_left, from_right));
        }
        vec_push(&sum, property_or(properties, alternatives.items,
                                   alternatives.count));
    }
    vec_free(&alternatives);
    return sum;
}

static Unary unary_count(PropertyTable *properties, const Ref *refs,
                         size_t count)
{
    Unary number = {0};
    if (count == 1)
        vec_push(&number, refs[0]);
    if (count <= 1)
        return number;
    Unary left = unary_count(properties, refs, count / 2);
    Unary right = unary_count(properties, refs + count / 2, count - count / 2);
    number = unary_sum(properties, &left, &right);
    vec_free_all(&left, &right);
    return number;
}

static Unary counter_value(PropertyTable *properties, const RefList *values)
{
    Unary number = {0};
    for (size_t i = 1; i < values->count; i++)
        vec_push(&number,
                 property_or(properties, values->items + i, values->count - i));
    return number;
}

/* Adds TIMES the number of a column. */
static void add_number(PropertyTable *properties, const LinearColumn *column,
                       int times, Unary *sum_so_far)
{
    RefList refs = {0};
    Unary repeated = {0};
    for (size_t i = 0; i < column->features.count; i++)
        vec_push(&refs,
                 property_feature(properties, 0, column->features.items[i]));
    Unary number = column->is_counter
                       ? counter_value(properties, &refs)
                       : unary_count(properties, refs.items, refs.count);
    for (size_t i = 0; i < number.count; i++)
        for (int k = 0; k < times; k++)
            vec_push(&repeated, number.items[i]);
    Unary new_sum = unary_sum(properties, sum_so_far, &repeated);
    vec_free_all(sum_so_far, &refs, &number, &repeated);
    *sum_so_far = new_sum;
}

/* The gate: both numbers are equal. */
static Ref unary_equal(PropertyTable *properties, const Unary *left,
                       const Unary *right)
{
    RefList clauses = {0};
    size_t longest = left->count > right->count ? left->count : right->count;
    for (size_t k = 0; k < longest; k++) {
        Ref a = k < left->count ? left->items[k] : REF_FALSE;
        Ref b = k < right->count ? right->items[k] : REF_FALSE;
        vec_push(&clauses, ref_not(property_pair(properties, a, ref_not(b))));
        vec_push(&clauses, ref_not(property_pair(properties, ref_not(a), b)));
    }
    Ref equal = property_and(properties, clauses.items, clauses.count);
    vec_free(&clauses);
    return equal;
}

/* Records that the weighted sum does not change. */
static void log_equation(const PlaceInvariants *search, const int *weights)
{
    const LinearSearch *matrix = search->matrix;
    int64_t *all = arena_array(matrix->arena, int64_t, matrix->columns.count);
    for (size_t i = 0; i < matrix->columns.count; i++)
        if (search->index_of[i] != SIZE_MAX)
            all[i] = weights[search->index_of[i]];
    linear_log_sum(matrix, search->properties, search->log, all, true);
}

/* Adds that the weighted sum has its initial value. */
static void add_equation(PlaceInvariants *search, const int *weights,
                         RefList *found)
{
    int64_t max_value[2] = {0, 0}, initial = 0;
    for (size_t i = 0; i < search->column_count; i++) {
        const LinearColumn *column = search->columns[i];
        int64_t size = (int64_t)column->features.count - column->is_counter;
        max_value[weights[i] < 0] += size * abs(weights[i]);
        initial += column->initial_value * weights[i];
    }
    if (max_value[0] > MAX_COUNTED || max_value[1] > MAX_COUNTED)
        return;
    Unary sides[2] = {{0}, {0}};
    for (int64_t i = 0; i < initial; i++)
        vec_push(&sides[1], REF_TRUE);
    for (int64_t i = 0; i > initial; i--)
        vec_push(&sides[0], REF_TRUE);
    for (size_t i = 0; i < search->column_count; i++)
        if (weights[i])
            add_number(search->properties, search->columns[i], abs(weights[i]),
                       &sides[weights[i] < 0]);
    Ref equal = unary_equal(search->properties, &sides[0], &sides[1]);
    if (equal != REF_TRUE) {
        log_equation(search, weights);
        vec_push(found, equal);
    }
    vec_free_all(&sides[0], &sides[1]);
}

/* ---- all ---- */

/* Adds the equations between the columns of the matrix. */
static void find_equations(const LinearSearch *matrix,
                           PropertyTable *properties, ProofLog *log,
                           RefList *found)
{
    PlaceInvariants *search = arena_alloc(matrix->arena, sizeof *search);
    int weights[MAX_COLUMNS];
    search->matrix = matrix;
    search->properties = properties;
    search->log = log;
    search->index_of =
        arena_array(matrix->arena, size_t, matrix->columns.count + 1);
    for (size_t from_end = 0; from_end < MAX_LAST_ARGUMENTS; from_end++) {
        choose_columns(search, from_end);
        build_echelon(search);
        for (size_t i = 0; i < search->column_count; i++)
            if (!search->is_pivot[i] && !budget_spent(matrix->budget) &&
                solve_for_column(search, i, weights) &&
                is_constant(search, weights))
                add_equation(search, weights, found);
    }
}

void find_place_invariants(const Net *net, PropertyTable *properties,
                           const Ref *lemmas, size_t lemma_count,
                           const Budget *budget, ProofLog *log, RefList *found)
{
    for (int all_features = 0; all_features < 2; all_features++) {
        LinearSearch matrix = {.net = net, .budget = budget};
        MatrixSize size = {1, 100, all_features};
        if (!found->count && linear_build_matrix(&matrix, properties, lemmas,
                                                 lemma_count, &size, false)) {
            linear_drop_unbounded_counters(&matrix);
            linear_log_counters(&matrix, properties, log, true);
            find_equations(&matrix, properties, log, found);
        }
        linear_free_matrix(&matrix);
    }
}

/* place_invariants.c - weighted sums of features that no step changes
 *
 * In:   a Net, and properties proved of it
 * Out:  equations between numbers of features and values of counters, as gates
 * Next: prove/verify.c passes them to the prover as lemmas
 *
 * These are the place invariants of Petri nets (Lautenbach 1973; Murata 1989).
 * A column is what Petri nets call a place: a class of features that agree in
 * one argument, of which those that hold are counted, or a counter, features of
 * which exactly one holds, in the order of their numbers. For each move a SAT
 * solver enumerates the vectors of changes of the columns, if they are few;
 * every step must contain such a move. The weights whose sum none of these
 * vectors changes solve a system of linear equations.
 *
 * At first it is assumed that every counter has a value before and after the
 * step. Then this must follow for the position after the step, from the
 * equations too: a counter of captures does not run out because pieces do. In
 * the gates numbers are unary, added column by column. Start reading at
 * find_place_invariants(), at the end.
 */
#include "prove/linear/place_invariants.h"

#include "base/memory.h"
#include "prove/linear/linear_internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_MOVES_TIMES_FEATURES = 400000, /* moves times features */
    MAX_DELTAS_OF_MOVE = 16,           /* vectors of changes */
    MAX_COLUMNS = 64,
    MAX_ARGUMENTS_FROM_END =
        3,         /* classes by one of so many arguments at the end */
    MAX_DELTA = 3, /* of a counter, in one step */
    DELTAS = 2 * MAX_DELTA + 1,
    MAX_WEIGHT = 3,   /* of a column */
    MAX_COUNTED = 128 /* on one side, by weight */
};

static const int64_t MODULUS = 2147483647;

typedef struct {
    FeatureList features; /* of a counter: in the order of its values */
    bool is_counter;
    SatLit delta_lits[DELTAS]; /* of a counter: it changes by so many values */
    /* Of a counter: it has exactly one value before, and after the step. */
    SatLit value_before, value_after;
} InvariantColumn;

typedef struct {
    const Net *net;
    PropertyTable *properties;
    const Budget *budget;
    RefList *found;
    bool *not_counter; /* by feature: is no value of a counter */
    Sat *sat;
    Unroll *unroll;
    SatLit *becomes;     /* by feature and value: it changes to that */
    uint32_t *column_of; /* by feature */
    InvariantColumn columns[MAX_COLUMNS];
    size_t column_count;
    VEC(int8_t) deltas; /* one row for each vector of changes, by column */
    int64_t echelon[MAX_COLUMNS][MAX_COLUMNS]; /* reduced, by pivot */
    bool is_pivot[MAX_COLUMNS];
} PlaceInvariants;

/* ---- columns ---- */

static void free_columns(PlaceInvariants *search)
{
    for (size_t i = 0; i < search->column_count; i++)
        vec_free(&search->columns[i].features);
    search->column_count = 0;
}

static void add_column(PlaceInvariants *search, const InvariantColumn *column)
{
    for (size_t i = 0; i < column->features.count; i++)
        search->column_of[column->features.items[i]] =
            (uint32_t)search->column_count;
    assert(search->column_count < MAX_COLUMNS);
    search->columns[search->column_count++] = *column;
}

/* Whether the terms agree in symbol and in one place, counted BACK from the
 * last one. */
static bool agree_in_place(const Term *left, const Term *right, size_t back)
{
    if (left->symbol != right->symbol || left->arity != right->arity)
        return false;
    if (!left->arity)
        return true;
    size_t place = left->arity > back ? left->arity - 1 - back : 0;
    return left->args[place] == right->args[place];
}

/* Classes come first, so that counters are expressed by them. False if there
 * are too many columns, or the classes are those of a smaller BACK. */
static bool make_columns(PlaceInvariants *search, size_t back)
{
    const Net *net = search->net;
    bool has_new_classes = !back;
    VEC(InvariantColumn) counters = {0};
    free_columns(search);
    for (uint32_t f = 0; f < net->feature_count; f++)
        search->column_of[f] = NO_INDEX;
    for (uint32_t f = 0; f < net->feature_count; f++) {
        InvariantColumn column = {.is_counter = true};
        if (counters.count < MAX_COLUMNS / 2 && !search->not_counter[f] &&
            linear_list_counter(net, f, true, &column.features)) {
            for (size_t i = 0; i < column.features.count; i++)
                search->column_of[column.features.items[i]] = 0;
            vec_push(&counters, column);
        } else {
            vec_free(&column.features);
        }
    }
    bool fits = true;
    for (uint32_t f = 0; f < net->feature_count && fits; f++) {
        if (search->column_of[f] != NO_INDEX)
            continue;
        InvariantColumn column = {.is_counter = false};
        has_new_classes = has_new_classes || net->features[f]->arity > back;
        for (uint32_t g = f; g < net->feature_count; g++)
            if (search->column_of[g] == NO_INDEX &&
                agree_in_place(net->features[f], net->features[g], back))
                vec_push(&column.features, g);
        fits = search->column_count + counters.count < MAX_COLUMNS;
        if (fits)
            add_column(search, &column);
        else
            vec_free(&column.features);
    }
    for (size_t i = 0; i < counters.count; i++)
        if (search->column_count < MAX_COLUMNS)
            add_column(search, &counters.items[i]);
        else
            vec_free(&counters.items[i].features);
    vec_free(&counters);
    return fits && has_new_classes;
}

/* ---- clauses ---- */

static SatLit sat_either(Sat *sat, SatLit left, SatLit right)
{
    return -sat_and(sat, (SatLit[]){-left, -right}, 2);
}

/* The literal: exactly one of the features holds in POSITION. */
static SatLit has_one_value(PlaceInvariants *search,
                            const InvariantColumn *column, size_t position)
{
    Sat *sat = search->sat;
    SatLit at_least_one = -sat_true(sat), at_least_two = -sat_true(sat);
    for (size_t i = 0; i < column->features.count; i++) {
        SatLit holds =
            unroll_feature(search->unroll, position, column->features.items[i]);
        at_least_two =
            sat_either(sat, at_least_two,
                       sat_and(sat, (SatLit[]){at_least_one, holds}, 2));
        at_least_one = sat_either(sat, at_least_one, holds);
    }
    return sat_and(sat, (SatLit[]){at_least_one, -at_least_two}, 2);
}

static void make_counter(PlaceInvariants *search, InvariantColumn *column)
{
    Sat *sat = search->sat;
    column->value_before = has_one_value(search, column, 0);
    column->value_after = has_one_value(search, column, 1);
    for (int delta = -MAX_DELTA; delta <= MAX_DELTA; delta++) {
        SatLits excluded = {0};
        for (int i = 0; i < (int)column->features.count; i++) {
            if (i + delta < 0 || i + delta >= (int)column->features.count)
                continue;
            SatLit before =
                unroll_feature(search->unroll, 0, column->features.items[i]);
            SatLit after = unroll_feature(search->unroll, 1,
                                          column->features.items[i + delta]);
            vec_push(&excluded, -sat_and(sat, (SatLit[]){before, after}, 2));
        }
        column->delta_lits[delta + MAX_DELTA] =
            -sat_and(sat, excluded.items, excluded.count);
        vec_free(&excluded);
    }
}

static void build_solver(PlaceInvariants *search, const Ref *lemmas,
                         size_t lemma_count)
{
    const Net *net = search->net;
    search->sat = sat_new(search->budget);
    sat_option(search->sat, "lucky", 0); /* questions are many and small */
    search->unroll = unroll_new(net, search->sat, UNROLL_ANY);
    PropertyClauses clauses =
        property_clauses(search->properties, search->unroll, search->sat, 0);
    for (size_t i = 0; i < lemma_count; i++)
        property_imply(&clauses, NULL, 0, lemmas[i]);
    property_clauses_free(&clauses);
    unroll_step(search->unroll, 0);
    for (uint32_t f = 0; f < net->feature_count; f++) {
        SatLit before = unroll_feature(search->unroll, 0, f);
        SatLit after = unroll_feature(search->unroll, 1, f);
        search->becomes[2 * f] =
            sat_and(search->sat, (SatLit[]){before, -after}, 2);
        search->becomes[2 * f + 1] =
            sat_and(search->sat, (SatLit[]){-before, after}, 2);
    }
    for (size_t i = 0; i < search->column_count; i++)
        if (search->columns[i].is_counter)
            make_counter(search, &search->columns[i]);
}

static void free_solver(PlaceInvariants *search)
{
    unroll_free(search->unroll);
    sat_free(search->sat);
    search->unroll = NULL;
    search->sat = NULL;
}

/* ---- the changes of a move ---- */

static void assume_values(const PlaceInvariants *search, bool and_after)
{
    for (size_t i = 0; i < search->column_count; i++) {
        const InvariantColumn *column = &search->columns[i];
        if (column->is_counter)
            sat_assume(search->sat, column->value_before);
        if (column->is_counter && and_after)
            sat_assume(search->sat, column->value_after);
    }
}

/* *DELTA is by how much the model changes a column. Adds to CLAUSE that it is
 * changed otherwise. False if a counter changes by more than MAX_DELTA. */
static bool read_delta(const PlaceInvariants *search,
                       const InvariantColumn *column, SatLits *clause,
                       int *delta)
{
    bool known = !column->is_counter;
    *delta = 0;
    for (int i = 0; column->is_counter && i < DELTAS; i++) {
        bool is_true = sat_value(search->sat, column->delta_lits[i]);
        vec_push(clause,
                 is_true ? -column->delta_lits[i] : column->delta_lits[i]);
        known = known || is_true;
        *delta += is_true ? i - MAX_DELTA : 0;
    }
    for (size_t i = 0; !column->is_counter && i < column->features.count; i++)
        for (uint32_t value = 0; value < 2; value++) {
            SatLit lit = search->becomes[2 * column->features.items[i] + value];
            bool is_true = sat_value(search->sat, lit);
            vec_push(clause, is_true ? -lit : lit);
            *delta += !is_true ? 0 : value ? 1 : -1;
        }
    return known && *delta <= INT8_MAX && *delta >= INT8_MIN;
}

static void mark_no_counter(PlaceInvariants *search,
                            const InvariantColumn *column)
{
    for (size_t i = 0; i < column->features.count; i++)
        search->not_counter[column->features.items[i]] = true;
}

/* Adds the changes of the model as a row, and excludes them from further models
 * as long as ENUMERATING is assumed. False if a column turns out to be no
 * counter, which is noted. */
static bool add_delta_row(PlaceInvariants *search, SatLit enumerating)
{
    SatLits clause = {0};
    bool known = true;
    vec_push(&clause, -enumerating);
    for (size_t i = 0; i < search->column_count; i++) {
        const InvariantColumn *column = &search->columns[i];
        int delta;
        if (!read_delta(search, column, &clause, &delta)) {
            mark_no_counter(search, column);
            known = false;
        }
        vec_push(&search->deltas, (int8_t)delta);
    }
    sat_clause(search->sat, clause.items, clause.count);
    vec_free(&clause);
    return known;
}

/* Adds a row for every vector of changes by a step in which the move MADE is
 * made. SAT_NO: these are all; SAT_UNKNOWN, and none is added: they are too
 * many; SAT_YES: some column is no counter. */
static SatAnswer enumerate_changes(PlaceInvariants *search, SatLit made)
{
    enum { MAX_CONFLICTS_PER_DELTA = 2000 };
    size_t before = search->deltas.count;
    SatLit enumerating = sat_variable(search->sat);
    SatAnswer answer = SAT_YES;
    bool known = true;
    for (size_t models = 0;
         answer == SAT_YES && known && models <= MAX_DELTAS_OF_MOVE; models++) {
        sat_assume(search->sat, enumerating);
        sat_assume(search->sat, made);
        assume_values(search, true);
        answer = unroll_solve(search->unroll, MAX_CONFLICTS_PER_DELTA);
        if (answer == SAT_YES)
            known = add_delta_row(search, enumerating);
    }
    sat_retire(search->sat, enumerating);
    if (answer != SAT_NO)
        search->deltas.count = before;
    return !known ? SAT_YES : answer == SAT_YES ? SAT_UNKNOWN : answer;
}

/* The rows of all moves. SAT_NO: every step contains a move whose changes are
 * known; SAT_YES: some column is no counter. */
static SatAnswer find_all_deltas(PlaceInvariants *search)
{
    enum { MAX_CONFLICTS_OF_PROOF = 100000 };
    const Net *net = search->net;
    SatLits known = {0};
    SatAnswer answer = SAT_NO;
    search->deltas.count = 0;
    for (uint32_t r = 0; r < net->role_count && answer != SAT_YES; r++)
        for (uint32_t m = 0; m < net->roles[r].move_count && answer != SAT_YES;
             m++) {
            SatLit made = unroll_move(search->unroll, 0, r, m);
            if (budget_spent(search->budget))
                break;
            answer = enumerate_changes(search, made);
            if (answer == SAT_NO)
                vec_push(&known, -made);
        }
    if (answer != SAT_YES) {
        for (size_t i = 0; i < known.count; i++)
            sat_assume(search->sat, known.items[i]);
        assume_values(search, true);
        answer = unroll_solve(search->unroll, MAX_CONFLICTS_OF_PROOF);
        answer = answer == SAT_NO ? SAT_NO : SAT_UNKNOWN;
    }
    vec_free(&known);
    return answer;
}

/* Whether counters that have a value before a step have one after it, where
 * EQUATIONS hold before it. */
static bool counters_keep_value(PlaceInvariants *search,
                                const RefList *equations)
{
    enum { MAX_CONFLICTS_OF_PROOF = 100000 };
    SatLits fails = {0};
    PropertyClauses clauses =
        property_clauses(search->properties, search->unroll, search->sat, 0);
    for (size_t i = 0; i < equations->count; i++)
        property_imply(&clauses, NULL, 0, equations->items[i]);
    property_clauses_free(&clauses);
    for (size_t i = 0; i < search->column_count; i++)
        if (search->columns[i].is_counter)
            vec_push(&fails, -search->columns[i].value_after);
    bool kept = true;
    if (fails.count) {
        sat_clause(search->sat, fails.items, fails.count);
        assume_values(search, false);
        kept = unroll_solve(search->unroll, MAX_CONFLICTS_OF_PROOF) == SAT_NO;
    }
    vec_free(&fails);
    return kept;
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
    for (int64_t e = MODULUS - 2; e; e >>= 1) {
        if (e & 1)
            result = result * value % MODULUS;
        value = value * value % MODULUS;
    }
    return result;
}

/* Subtracts from ROW the multiple of the row of PIVOT that makes its entry
 * there 0. */
static void reduce(const PlaceInvariants *search, int64_t *row, size_t pivot)
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
            reduce(search, row, i);
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
            reduce(search, search->echelon[i], pivot);
}

static void build_echelon(PlaceInvariants *search)
{
    assert(search->deltas.count % search->column_count == 0);
    memset(search->is_pivot, false, sizeof search->is_pivot);
    for (size_t row_start = 0; row_start < search->deltas.count;
         row_start += search->column_count) {
        int64_t row[MAX_COLUMNS] = {0};
        for (size_t i = 0; i < search->column_count; i++)
            row[i] = modulo(search->deltas.items[row_start + i]);
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
    for (size_t row_start = 0; row_start < search->deltas.count;
         row_start += search->column_count) {
        int64_t sum = 0;
        for (size_t i = 0; i < search->column_count; i++)
            sum += search->deltas.items[row_start + i] * weights[i];
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

static RefList column_refs(PlaceInvariants *search,
                           const InvariantColumn *column)
{
    RefList refs = {0};
    for (size_t i = 0; i < column->features.count; i++)
        vec_push(&refs, property_feature(search->properties, 0,
                                         column->features.items[i]));
    return refs;
}

/* Adds TIMES the number of a column. */
static void add_number(PlaceInvariants *search, const InvariantColumn *column,
                       int times, Unary *sum_so_far)
{
    RefList refs = column_refs(search, column);
    Unary repeated = {0};
    Unary number = column->is_counter ? counter_value(search->properties, &refs)
                                      : unary_count(search->properties,
                                                    refs.items, refs.count);
    for (size_t i = 0; i < number.count; i++)
        for (int k = 0; k < times; k++)
            vec_push(&repeated, number.items[i]);
    Unary new_sum = unary_sum(search->properties, sum_so_far, &repeated);
    vec_free_all(sum_so_far, &refs, &number, &repeated);
    *sum_so_far = new_sum;
}

/* The gate: both numbers are equal. */
static Ref unary_equal(PropertyTable *properties, const Unary *left,
                       const Unary *right)
{
    RefList parts = {0};
    size_t longest = left->count > right->count ? left->count : right->count;
    for (size_t k = 0; k < longest; k++) {
        Ref a = k < left->count ? left->items[k] : REF_FALSE;
        Ref b = k < right->count ? right->items[k] : REF_FALSE;
        vec_push(&parts, ref_not(property_pair(properties, a, ref_not(b))));
        vec_push(&parts, ref_not(property_pair(properties, ref_not(a), b)));
    }
    Ref equal = property_and(properties, parts.items, parts.count);
    vec_free(&parts);
    return equal;
}

static int64_t initial_number(const PlaceInvariants *search,
                              const InvariantColumn *column)
{
    int64_t number = 0;
    for (size_t i = 0; i < column->features.count; i++)
        if (search->net->initial[column->features.items[i]])
            number += column->is_counter ? (int64_t)i : 1;
    return number;
}

static void add_equation(PlaceInvariants *search, const int *weights,
                         RefList *to)
{
    int64_t max_value[2] = {0, 0}, initial = 0;
    for (size_t i = 0; i < search->column_count; i++) {
        const InvariantColumn *column = &search->columns[i];
        int64_t size = (int64_t)column->features.count - column->is_counter;
        max_value[weights[i] < 0] += size * abs(weights[i]);
        initial += initial_number(search, column) * weights[i];
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
            add_number(search, &search->columns[i], abs(weights[i]),
                       &sides[weights[i] < 0]);
    Ref equal = unary_equal(search->properties, &sides[0], &sides[1]);
    if (equal != REF_TRUE)
        vec_push(to, equal);
    vec_free_all(&sides[0], &sides[1]);
}

/* ---- all ---- */

static void find_equations(PlaceInvariants *search, RefList *equations)
{
    int weights[MAX_COLUMNS];
    build_echelon(search);
    for (size_t i = 0; i < search->column_count; i++)
        if (!search->is_pivot[i] && !budget_spent(search->budget) &&
            solve_for_column(search, i, weights) &&
            is_constant(search, weights))
            add_equation(search, weights, equations);
}

/* Adds that counters have a value. That it is only one is usually known. */
static void add_has_value(PlaceInvariants *search)
{
    for (size_t i = 0; i < search->column_count; i++) {
        if (!search->columns[i].is_counter)
            continue;
        RefList values = column_refs(search, &search->columns[i]);
        vec_push(search->found,
                 property_or(search->properties, values.items, values.count));
        vec_free(&values);
    }
}

/* True if some column turned out to be no counter: then a new attempt without
 * it may succeed. */
static bool try_columns(PlaceInvariants *search, const Ref *lemmas,
                        size_t lemma_count)
{
    RefList equations = {0};
    build_solver(search, lemmas, lemma_count);
    SatAnswer answer = find_all_deltas(search);
    if (answer == SAT_NO)
        find_equations(search, &equations);
    bool retry = answer == SAT_YES;
    if (answer == SAT_NO && counters_keep_value(search, &equations)) {
        vec_append(search->found, equations.items, equations.count);
        add_has_value(search);
    } else if (answer == SAT_NO) {
        for (size_t i = 0; i < search->column_count; i++)
            if (search->columns[i].is_counter) {
                mark_no_counter(search, &search->columns[i]);
                retry = true;
            }
    }
    free_solver(search);
    vec_free(&equations);
    return retry;
}

void find_place_invariants(const Net *net, PropertyTable *properties,
                           const Ref *lemmas, size_t lemma_count,
                           const Budget *budget, RefList *found)
{
    size_t moves = 0, features = net->feature_count;
    for (size_t i = 0; i < net->role_count; i++)
        moves += net->roles[i].move_count;
    if (!features || moves * features > MAX_MOVES_TIMES_FEATURES)
        return;
    PlaceInvariants *search = memory_alloc(sizeof *search);
    *search = (PlaceInvariants){
        .net = net, .properties = properties, .budget = budget, .found = found};
    search->column_of = memory_array(features, sizeof(uint32_t));
    search->becomes = memory_array(2 * features, sizeof(SatLit));
    search->not_counter = memory_zeroed(features, sizeof *search->not_counter);
    for (size_t back = 0; back < MAX_ARGUMENTS_FROM_END; back++) {
        bool retry = true;
        while (retry && !budget_spent(budget) && make_columns(search, back))
            retry = try_columns(search, lemmas, lemma_count);
    }
    free_columns(search);
    vec_free(&search->deltas);
    free_all(search->becomes, search->column_of, search->not_counter, search);
}

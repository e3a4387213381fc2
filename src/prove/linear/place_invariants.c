/* place_invariants.c - sums over the position that no step changes
 *
 * In:   a Net, and properties proved of it
 * Out:  equations between numbers of features and values of counters, as gates
 * Next: prove/verify.c gives them to the prover
 *
 * These are the place invariants of Petri nets. A column is a class of features
 * that agree in one argument, of which those that hold are counted, or a
 * counter: features of which exactly one holds, in the order of their numbers.
 * For each move a solver tells all ways in which it can change the columns, if
 * they are few; every step has to be made by such a move. Weights of columns
 * whose sum none of these changes alters are the solutions of linear equations.
 *
 * That a counter keeps a value is supposed at first, before and after the step.
 * It has to follow, from the equations too, after the step from before: a
 * counter of captures does not run out because pieces do. Numbers are unary in
 * the gates, summed column by column. Start reading at find_place_invariants(),
 * at the end.
 */
#include "prove/linear/place_invariants.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_WORK = 400000, /* moves times features */
    MAX_WAYS = 16,     /* in which a move changes the columns */
    MAX_COLUMNS = 64,
    MAX_PLACES = 3, /* arguments that make classes, from the last one on */
    MIN_VALUES = 3, /* of a counter */
    MAX_DELTA = 3,  /* of a counter, in one step */
    DELTAS = 2 * MAX_DELTA + 1,
    MAX_WEIGHT = 3,   /* of a column */
    MAX_COUNTED = 128 /* on one side, by weight */
};

static const int64_t PRIME = 2147483647;

typedef VEC(SatLit) SatLits;

typedef struct {
    VEC(uint32_t) features; /* of a counter: in the order of its values */
    bool is_counter;
    SatLit deltas[DELTAS]; /* of a counter: it changes by so many values */
    /* Of a counter: it has exactly one value, now and after the step. */
    SatLit now, then;
} Column;

typedef struct {
    const Net *net;
    PropertyTable *properties;
    const Budget *budget;
    RefList *found;
    bool *bad; /* by feature: the first one of what is no counter */
    Sat *sat;
    Unroll *unroll;
    SatLit *becomes;     /* by feature and value: it changes to that */
    uint32_t *column_of; /* by feature */
    Column columns[MAX_COLUMNS];
    size_t column_count;
    VEC(int8_t) changes;                    /* a row for each way, by column */
    int64_t rows[MAX_COLUMNS][MAX_COLUMNS]; /* in echelon form, by pivot */
    bool has_row[MAX_COLUMNS];
} Balance;

/* ---- columns ---- */

static bool number_at_end(const Term *term, long *number)
{
    char *end;
    const Term *last = term->arity ? term->args[term->arity - 1] : NULL;
    if (!last || last->arity)
        return false;
    *number = strtol(last->symbol->name, &end, 10);
    return end != last->symbol->name && !*end;
}

/* The counter that FEATURE is the first value of, by number. */
static bool find_counter(const Balance *balance, uint32_t feature,
                         Column *column)
{
    const Net *net = balance->net;
    size_t initially = 0;
    long number, other;
    if (!number_at_end(net->features[feature], &number) ||
        balance->bad[feature])
        return false;
    vec_clear(&column->features);
    for (uint32_t f = 0; f < net->feature_count; f++) {
        if (!term_equal_but(net->features[feature], net->features[f],
                            net->features[feature]->arity - 1))
            continue;
        if (!number_at_end(net->features[f], &other) || f < feature)
            return false;
        vec_push(&column->features, f);
        initially += net->initial[f];
    }
    for (size_t i = 1; i < column->features.count; i++)
        for (size_t k = i; k > 0; k--) {
            uint32_t *items = column->features.items, swap = items[k];
            number_at_end(net->features[items[k - 1]], &number);
            number_at_end(net->features[items[k]], &other);
            if (number <= other)
                break;
            items[k] = items[k - 1];
            items[k - 1] = swap;
        }
    column->is_counter = true;
    return initially == 1 && column->features.count >= MIN_VALUES;
}

static void free_columns(Balance *balance)
{
    for (size_t i = 0; i < balance->column_count; i++)
        vec_free(&balance->columns[i].features);
    balance->column_count = 0;
}

static void add_column(Balance *balance, const Column *column)
{
    for (size_t i = 0; i < column->features.count; i++)
        balance->column_of[column->features.items[i]] =
            (uint32_t)balance->column_count;
    balance->columns[balance->column_count++] = *column;
}

/* By symbol and one argument, the last one if BACK is 0. */
static bool same_class(const Term *left, const Term *right, size_t back)
{
    if (left->symbol != right->symbol || left->arity != right->arity)
        return false;
    if (!left->arity)
        return true;
    size_t place = left->arity > back ? left->arity - 1 - back : 0;
    return left->args[place] == right->args[place];
}

/* Classes come first, so that equations tell the values of counters. False if
 * there are too many, or the classes are those of a smaller BACK. */
static bool make_columns(Balance *balance, size_t back)
{
    const Net *net = balance->net;
    bool other = !back;
    VEC(Column) counters = {0};
    free_columns(balance);
    for (uint32_t f = 0; f < net->feature_count; f++)
        balance->column_of[f] = NO_INDEX;
    for (uint32_t f = 0; f < net->feature_count; f++) {
        Column column = {.is_counter = false};
        if (counters.count < MAX_COLUMNS / 2 &&
            find_counter(balance, f, &column)) {
            for (size_t i = 0; i < column.features.count; i++)
                balance->column_of[column.features.items[i]] = 0;
            vec_push(&counters, column);
        } else {
            vec_free(&column.features);
        }
    }
    bool fits = true;
    for (uint32_t f = 0; f < net->feature_count && fits; f++) {
        if (balance->column_of[f] != NO_INDEX)
            continue;
        Column column = {.is_counter = false};
        other = other || net->features[f]->arity > back;
        for (uint32_t g = f; g < net->feature_count; g++)
            if (balance->column_of[g] == NO_INDEX &&
                same_class(net->features[f], net->features[g], back))
                vec_push(&column.features, g);
        fits = balance->column_count + counters.count < MAX_COLUMNS;
        if (fits)
            add_column(balance, &column);
        else
            vec_free(&column.features);
    }
    for (size_t i = 0; i < counters.count; i++)
        if (balance->column_count < MAX_COLUMNS)
            add_column(balance, &counters.items[i]);
        else
            vec_free(&counters.items[i].features);
    vec_free(&counters);
    return fits && other;
}

/* ---- clauses ---- */

static SatLit either(Sat *sat, SatLit left, SatLit right)
{
    return -sat_and(sat, (SatLit[]){-left, -right}, 2);
}

/* Exactly one of the features holds in POSITION. */
static SatLit has_value(Balance *balance, const Column *column, size_t position)
{
    Sat *sat = balance->sat;
    SatLit one = -sat_true(sat), two = -sat_true(sat);
    for (size_t i = 0; i < column->features.count; i++) {
        SatLit holds = unroll_feature(balance->unroll, position,
                                      column->features.items[i]);
        two = either(sat, two, sat_and(sat, (SatLit[]){one, holds}, 2));
        one = either(sat, one, holds);
    }
    return sat_and(sat, (SatLit[]){one, -two}, 2);
}

static void make_counter(Balance *balance, Column *column)
{
    Sat *sat = balance->sat;
    column->now = has_value(balance, column, 0);
    column->then = has_value(balance, column, 1);
    for (int delta = -MAX_DELTA; delta <= MAX_DELTA; delta++) {
        SatLits split = {0};
        for (int i = 0; i < (int)column->features.count; i++) {
            if (i + delta < 0 || i + delta >= (int)column->features.count)
                continue;
            SatLit now =
                unroll_feature(balance->unroll, 0, column->features.items[i]);
            SatLit then = unroll_feature(balance->unroll, 1,
                                         column->features.items[i + delta]);
            vec_push(&split, -sat_and(sat, (SatLit[]){now, then}, 2));
        }
        column->deltas[delta + MAX_DELTA] =
            -sat_and(sat, split.items, split.count);
        vec_free(&split);
    }
}

static void begin(Balance *balance, const Ref *lemmas, size_t lemma_count)
{
    const Net *net = balance->net;
    balance->sat = sat_new(balance->budget);
    sat_option(balance->sat, "lucky", 0); /* questions are many and small */
    balance->unroll = unroll_new(net, balance->sat, UNROLL_ANY);
    PropertyClauses clauses =
        property_clauses(balance->properties, balance->unroll, balance->sat, 0);
    for (size_t i = 0; i < lemma_count; i++)
        property_imply(&clauses, NULL, 0, lemmas[i]);
    property_clauses_free(&clauses);
    unroll_step(balance->unroll, 0);
    for (uint32_t f = 0; f < net->feature_count; f++) {
        SatLit now = unroll_feature(balance->unroll, 0, f);
        SatLit then = unroll_feature(balance->unroll, 1, f);
        balance->becomes[2 * f] =
            sat_and(balance->sat, (SatLit[]){now, -then}, 2);
        balance->becomes[2 * f + 1] =
            sat_and(balance->sat, (SatLit[]){-now, then}, 2);
    }
    for (size_t i = 0; i < balance->column_count; i++)
        if (balance->columns[i].is_counter)
            make_counter(balance, &balance->columns[i]);
}

static void end(Balance *balance)
{
    unroll_free(balance->unroll);
    sat_free(balance->sat);
    balance->unroll = NULL;
    balance->sat = NULL;
}

/* ---- what moves change ---- */

static void assume_values(const Balance *balance, bool then)
{
    for (size_t i = 0; i < balance->column_count; i++) {
        const Column *column = &balance->columns[i];
        if (column->is_counter)
            sat_assume(balance->sat, column->now);
        if (column->is_counter && then)
            sat_assume(balance->sat, column->then);
    }
}

/* By how much the model changes a column; its literals are added to CLAUSE,
 * negated as they are. False if a counter changes by more than is looked at. */
static bool read_change(const Balance *balance, const Column *column,
                        SatLits *clause, int *change)
{
    bool known = !column->is_counter;
    *change = 0;
    for (int i = 0; column->is_counter && i < DELTAS; i++) {
        bool now = sat_value(balance->sat, column->deltas[i]);
        vec_push(clause, now ? -column->deltas[i] : column->deltas[i]);
        known = known || now;
        *change += now ? i - MAX_DELTA : 0;
    }
    for (size_t i = 0; !column->is_counter && i < column->features.count; i++)
        for (uint32_t value = 0; value < 2; value++) {
            SatLit lit =
                balance->becomes[2 * column->features.items[i] + value];
            bool now = sat_value(balance->sat, lit);
            vec_push(clause, now ? -lit : lit);
            *change += !now ? 0 : value ? 1 : -1;
        }
    return known && *change <= INT8_MAX && *change >= INT8_MIN;
}

/* Adds what the model changes, and forbids it as long as SOME is assumed; or
 * notes what is no counter, and is false. */
static bool note_way(Balance *balance, SatLit some)
{
    SatLits clause = {0};
    bool known = true;
    vec_push(&clause, -some);
    for (size_t i = 0; i < balance->column_count; i++) {
        const Column *column = &balance->columns[i];
        int change;
        if (!read_change(balance, column, &clause, &change)) {
            for (size_t k = 0; k < column->features.count; k++)
                balance->bad[column->features.items[k]] = true;
            known = false;
        }
        vec_push(&balance->changes, (int8_t)change);
    }
    sat_clause(balance->sat, clause.items, clause.count);
    vec_free(&clause);
    return known;
}

/* All ways in which a step with this move changes the columns; SAT_UNKNOWN, and
 * none is added, if they are too many; SAT_YES if something is no counter. */
static SatAnswer find_transition_cases(Balance *balance, SatLit made)
{
    enum { CONFLICTS = 2000 };
    size_t before = balance->changes.count;
    SatLit some = sat_variable(balance->sat);
    SatAnswer answer = SAT_YES;
    bool known = true;
    for (size_t split = 0; answer == SAT_YES && known && split <= MAX_WAYS;
         split++) {
        sat_assume(balance->sat, some);
        sat_assume(balance->sat, made);
        assume_values(balance, true);
        answer = unroll_solve(balance->unroll, CONFLICTS);
        if (answer == SAT_YES)
            known = note_way(balance, some);
    }
    sat_clause1(balance->sat, -some);
    if (answer != SAT_NO)
        balance->changes.count = before;
    return !known ? SAT_YES : answer == SAT_YES ? SAT_UNKNOWN : answer;
}

/* Whether every step is made by a move whose ways are known: SAT_NO if none is
 * not, SAT_YES if something is no counter. */
static SatAnswer know_changes(Balance *balance)
{
    enum { CONFLICTS = 100000 };
    const Net *net = balance->net;
    SatLits known = {0};
    SatAnswer answer = SAT_NO;
    balance->changes.count = 0;
    for (uint32_t r = 0; r < net->role_count && answer != SAT_YES; r++)
        for (uint32_t m = 0; m < net->roles[r].move_count && answer != SAT_YES;
             m++) {
            SatLit made = unroll_move(balance->unroll, 0, r, m);
            if (budget_spent(balance->budget))
                break;
            answer = find_transition_cases(balance, made);
            if (answer == SAT_NO)
                vec_push(&known, -made);
        }
    if (answer != SAT_YES) {
        for (size_t i = 0; i < known.count; i++)
            sat_assume(balance->sat, known.items[i]);
        assume_values(balance, true);
        answer = unroll_solve(balance->unroll, CONFLICTS);
        answer = answer == SAT_NO ? SAT_NO : SAT_UNKNOWN;
    }
    vec_free(&known);
    return answer;
}

/* With EQUATIONS, counters that have a value have one after a step. */
static bool values_last(Balance *balance, const RefList *equations)
{
    enum { CONFLICTS = 100000 };
    SatLits fails = {0};
    PropertyClauses clauses =
        property_clauses(balance->properties, balance->unroll, balance->sat, 0);
    for (size_t i = 0; i < equations->count; i++)
        property_imply(&clauses, NULL, 0, equations->items[i]);
    property_clauses_free(&clauses);
    for (size_t i = 0; i < balance->column_count; i++)
        if (balance->columns[i].is_counter)
            vec_push(&fails, -balance->columns[i].then);
    bool last = true;
    if (fails.count) {
        sat_clause(balance->sat, fails.items, fails.count);
        assume_values(balance, false);
        last = unroll_solve(balance->unroll, CONFLICTS) == SAT_NO;
    }
    vec_free(&fails);
    return last;
}

/* ---- equations, modulo a prime ---- */

static int64_t modulo(int64_t value)
{
    value %= PRIME;
    return value < 0 ? value + PRIME : value;
}

static int64_t inverse(int64_t value) /* by Fermat */
{
    int64_t result = 1;
    for (int64_t e = PRIME - 2; e; e >>= 1) {
        if (e & 1)
            result = result * value % PRIME;
        value = value * value % PRIME;
    }
    return result;
}

/* ROW minus a multiple of the row with that pivot. */
static void reduce(const Balance *balance, int64_t *row, size_t pivot)
{
    int64_t times = row[pivot];
    for (size_t i = 0; times && i < balance->column_count; i++)
        row[i] = modulo(row[i] - times * balance->rows[pivot][i] % PRIME);
}

static void add_row(Balance *balance, int64_t *row)
{
    for (size_t i = 0; i < balance->column_count; i++)
        if (balance->has_row[i])
            reduce(balance, row, i);
    size_t pivot = 0;
    while (pivot < balance->column_count && !row[pivot])
        pivot++;
    if (pivot == balance->column_count)
        return;
    int64_t times = inverse(row[pivot]);
    for (size_t i = 0; i < balance->column_count; i++)
        balance->rows[pivot][i] = row[i] * times % PRIME;
    balance->has_row[pivot] = true;
    for (size_t i = 0; i < balance->column_count; i++)
        if (balance->has_row[i] && i != pivot)
            reduce(balance, balance->rows[i], pivot);
}

static void make_equations(Balance *balance)
{
    memset(balance->has_row, false, sizeof balance->has_row);
    for (size_t at = 0; at < balance->changes.count;
         at += balance->column_count) {
        int64_t row[MAX_COLUMNS] = {0};
        for (size_t i = 0; i < balance->column_count; i++)
            row[i] = modulo(balance->changes.items[at + i]);
        add_row(balance, row);
    }
}

/* The solution in which of all columns without a row only FREE_COLUMN has a
 * weight; false if it is not one in small numbers. */
static bool solve(const Balance *balance, size_t free_column, int *weights)
{
    for (size_t i = 0; i < balance->column_count; i++) {
        int64_t weight = i == free_column;
        if (balance->has_row[i])
            weight = modulo(-balance->rows[i][free_column]);
        if (weight > PRIME / 2)
            weight -= PRIME;
        if (weight > MAX_WEIGHT || weight < -MAX_WEIGHT)
            return false;
        weights[i] = (int)weight;
    }
    return true;
}

/* In numbers, not only modulo a prime: what the proof rests on. */
static bool is_constant(const Balance *balance, const int *weights)
{
    for (size_t at = 0; at < balance->changes.count;
         at += balance->column_count) {
        int64_t sum = 0;
        for (size_t i = 0; i < balance->column_count; i++)
            sum += balance->changes.items[at + i] * weights[i];
        if (sum)
            return false;
    }
    return true;
}

/* ---- gates ---- */

/* A number: item k says that it is greater than k. */
typedef RefList Unary;

static Unary unary_sum(PropertyTable *properties, const Unary *left,
                       const Unary *right)
{
    Unary sum = {0};
    RefList split = {0};
    for (size_t k = 1; k <= left->count + right->count; k++) {
        vec_clear(&split);
        for (size_t i = 0; i <= k && i <= left->count; i++) {
            if (k - i > right->count)
                continue;
            Ref from_left = i ? left->items[i - 1] : REF_TRUE;
            Ref from_right = k > i ? right->items[k - i - 1] : REF_TRUE;
            vec_push(&split, property_pair(properties, from_left, from_right));
        }
        vec_push(&sum, property_or(properties, split.items, split.count));
    }
    vec_free(&split);
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
    vec_free(&left);
    vec_free(&right);
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

/* Adds TIMES what a column comes to. */
static void add_number(Balance *balance, const Column *column, int times,
                       Unary *to)
{
    RefList refs = {0};
    Unary all = {0};
    for (size_t i = 0; i < column->features.count; i++)
        vec_push(&refs, property_feature(balance->properties, 0,
                                         column->features.items[i]));
    Unary number =
        column->is_counter
            ? counter_value(balance->properties, &refs)
            : unary_count(balance->properties, refs.items, refs.count);
    for (size_t i = 0; i < number.count; i++)
        for (int k = 0; k < times; k++)
            vec_push(&all, number.items[i]);
    Unary sum = unary_sum(balance->properties, to, &all);
    vec_free(to);
    vec_free(&refs);
    vec_free(&number);
    vec_free(&all);
    *to = sum;
}

/* Both sides are equal. */
static Ref unary_equal(PropertyTable *properties, const Unary *left,
                       const Unary *right)
{
    RefList parts = {0};
    size_t most = left->count > right->count ? left->count : right->count;
    for (size_t k = 0; k < most; k++) {
        Ref a = k < left->count ? left->items[k] : REF_FALSE;
        Ref b = k < right->count ? right->items[k] : REF_FALSE;
        vec_push(&parts, ref_not(property_pair(properties, a, ref_not(b))));
        vec_push(&parts, ref_not(property_pair(properties, ref_not(a), b)));
    }
    Ref all = property_and(properties, parts.items, parts.count);
    vec_free(&parts);
    return all;
}

static int64_t initial_number(const Balance *balance, const Column *column)
{
    int64_t number = 0;
    for (size_t i = 0; i < column->features.count; i++)
        if (balance->net->initial[column->features.items[i]])
            number += column->is_counter ? (int64_t)i : 1;
    return number;
}

static void add_equation(Balance *balance, const int *weights, RefList *to)
{
    int64_t most[2] = {0, 0}, initial = 0;
    for (size_t i = 0; i < balance->column_count; i++) {
        const Column *column = &balance->columns[i];
        int64_t size = (int64_t)column->features.count - column->is_counter;
        most[weights[i] < 0] += size * abs(weights[i]);
        initial += initial_number(balance, column) * weights[i];
    }
    if (most[0] > MAX_COUNTED || most[1] > MAX_COUNTED)
        return;
    Unary sides[2] = {{0}, {0}};
    for (int64_t i = 0; i < initial; i++)
        vec_push(&sides[1], REF_TRUE);
    for (int64_t i = 0; i > initial; i--)
        vec_push(&sides[0], REF_TRUE);
    for (size_t i = 0; i < balance->column_count; i++)
        if (weights[i])
            add_number(balance, &balance->columns[i], abs(weights[i]),
                       &sides[weights[i] < 0]);
    Ref equal = unary_equal(balance->properties, &sides[0], &sides[1]);
    if (equal != REF_TRUE)
        vec_push(to, equal);
    vec_free(&sides[0]);
    vec_free(&sides[1]);
}

/* ---- all ---- */

static void find_equations(Balance *balance, RefList *equations)
{
    int weights[MAX_COLUMNS];
    make_equations(balance);
    for (size_t i = 0; i < balance->column_count; i++)
        if (!balance->has_row[i] && !budget_spent(balance->budget) &&
            solve(balance, i, weights) && is_constant(balance, weights))
            add_equation(balance, weights, equations);
}

/* That counters have a value; that they have only one is known as a rule. */
static void add_values(Balance *balance)
{
    for (size_t i = 0; i < balance->column_count; i++) {
        const Column *column = &balance->columns[i];
        RefList values = {0};
        for (size_t k = 0; column->is_counter && k < column->features.count;
             k++)
            vec_push(&values, property_feature(balance->properties, 0,
                                               column->features.items[k]));
        if (column->is_counter)
            vec_push(balance->found, property_or(balance->properties,
                                                 values.items, values.count));
        vec_free(&values);
    }
}

/* Whether something turned out to be no counter, so that it is worthwhile to
 * begin again. */
static bool try_columns(Balance *balance, const Ref *lemmas, size_t lemma_count)
{
    RefList equations = {0};
    begin(balance, lemmas, lemma_count);
    SatAnswer answer = know_changes(balance);
    if (answer == SAT_NO)
        find_equations(balance, &equations);
    bool again = answer == SAT_YES;
    if (answer == SAT_NO && values_last(balance, &equations)) {
        for (size_t i = 0; i < equations.count; i++)
            vec_push(balance->found, equations.items[i]);
        add_values(balance);
    } else if (answer == SAT_NO) {
        for (size_t i = 0; i < balance->column_count; i++)
            for (size_t k = 0; balance->columns[i].is_counter &&
                               k < balance->columns[i].features.count;
                 k++)
                balance->bad[balance->columns[i].features.items[k]] = again =
                    true;
    }
    end(balance);
    vec_free(&equations);
    return again;
}

void find_place_invariants(const Net *net, PropertyTable *properties,
                           const Ref *lemmas, size_t lemma_count,
                           const Budget *budget, RefList *found)
{
    size_t moves = 0, features = net->feature_count;
    for (size_t i = 0; i < net->role_count; i++)
        moves += net->roles[i].move_count;
    if (!features || moves * features > MAX_WORK)
        return;
    Balance *balance = fatal_malloc(sizeof *balance);
    *balance = (Balance){
        .net = net, .properties = properties, .budget = budget, .found = found};
    balance->column_of = fatal_malloc(features * sizeof(uint32_t));
    balance->becomes = fatal_malloc(2 * features * sizeof(SatLit));
    balance->bad = calloc(features, sizeof *balance->bad);
    if (!balance->bad)
        fatal("out of memory");
    for (size_t back = 0; back < MAX_PLACES; back++) {
        bool again = true;
        while (again && !budget_spent(budget) && make_columns(balance, back))
            again = try_columns(balance, lemmas, lemma_count);
    }
    free_columns(balance);
    vec_free(&balance->changes);
    free(balance->becomes);
    free(balance->column_of);
    free(balance->bad);
    free(balance);
}

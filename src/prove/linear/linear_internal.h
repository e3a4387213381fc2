/* linear_internal.h - what the files of weigh.c share
 *
 * weigh_columns.c says what is counted, weigh_rows.c what steps do to that,
 * weigh_sums.c finds weights, and weigh.c says what follows from them. Nobody
 * else includes this.
 */
#ifndef ZERMELO_PROVE_LINEAR_LINEAR_INTERNAL_H
#define ZERMELO_PROVE_LINEAR_LINEAR_INTERNAL_H

#include "prove/candidates/transition_cases.h"
#include "prove/linear/linear_invariants.h"

typedef struct {
    VEC(uint32_t) features; /* of a counter: in the order of its values */
    bool is_counter, bad;
    int initial; /* how many hold, or the number of the value */
    /* Of a counter: by shift, from minus the number of values on, and value:
     * in some way it is shifted so from there. */
    bool *shifted;
    bool *reached; /* by value */
} Column;

/* What a way does to a column: at least, and at most. */
typedef struct {
    uint32_t column;
    int16_t least, most;
} Shift;

typedef struct {
    uint32_t first, count; /* shifts */
} Row;

typedef struct {
    uint32_t first, count;
} Extent;

/* COEFFICIENT times the old value of FEATURE, in COLUMN. */
typedef struct {
    uint32_t column, feature;
    int coefficient;
} Part;

typedef struct {
    const Net *net;
    Arena *arena;
    const Budget *budget;
    VEC(Column) columns;
    Extent *of; /* by feature: its columns */
    uint32_t *column_list;
    VEC(Row) rows;
    VEC(Shift) shifts;
    VEC(int16_t) least, most; /* by row and column: before the step */
    Map map;                  /* of rows */
    bool full;                /* too many rows */
    /* Of the present way */
    VEC(Part) parts;
    int *low, *high, *under, *over; /* by column */
    const CaseChange **change_of;   /* by feature, or NULL */
    int *target;                    /* by value of a counter */
} LinearSearch;

/* ---- columns (weigh_columns.c) ---- */

/* Classes by up to so many arguments, at most MOST and those by few arguments
 * first, and counters. */
void linear_make_columns(LinearSearch *search, unsigned arguments, size_t most);

/* Which columns a feature is in, and room for what a way does. */
void linear_index_columns(LinearSearch *search);

/* ---- rows (weigh_rows.c) ---- */

/* A row for a WAY, of a Weigh: for find_transition_cases. A counter of which it
 * is not clear where it goes is bad from then on. */
void linear_note_way(void *context, const TransitionCase *way);

/* The values that a counter can come to, if nothing else is known. A value has
 * one source at most in each way, so that this is so even if it runs out. */
void linear_find_reached(Column *column);

/* ---- weights (weigh_sums.c) ---- */

/* What is to be found: a weight for each column that may have one, such that
 * each row lowers the sum by at least 1; or, if COUNTER is one, such that
 * its value (counted from the other end if DOWN) and the sum never rise, and it
 * has room where it is raised. */
typedef struct {
    uint32_t counter; /* or NO_INDEX */
    bool down;
    int top; /* its highest value */
} Wish;

/* False if there are none, or if they are not found. */
bool linear_find_weights(const LinearSearch *search, const Wish *wish,
                         int64_t *weights);

/* Counters that may run out are bad from then on. Returns room for weights. */
int64_t *linear_drop_counters(LinearSearch *search);

#endif

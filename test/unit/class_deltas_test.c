/* class_deltas_test.c - what a case of a step adds to what is counted */
#include "named_features.h"

#include "prove/linear/linear_internal.h"
#include "prove/walk/reachable_states.h"

/* A pawn goes up a file of five cells and takes boxes. */
static const char PAWN[] =
    "(role a)(succ 1 2)(succ 2 3)(succ 3 4)(succ 4 5)"
    "(init (pawn 1))(init (box 3))(init (box 4))"
    "(legal a go)(legal a wait)"
    "(<= (next (pawn ?y)) (true (pawn ?x)) (succ ?x ?y) (does a go))"
    "(<= (next (pawn ?x)) (true (pawn ?x)) (does a wait))"
    "(<= (next (box ?x)) (true (box ?x)) (not (taken ?x)))"
    "(<= (taken ?y) (true (pawn ?x)) (succ ?x ?y) (does a go))"
    "(<= terminal (true (pawn 5)))(goal a 100)";

/* The column of all features of the relation of FEATURE, or its counter. */
static uint32_t column_with(const LinearSearch *search, const char *feature,
                            bool is_counter)
{
    uint32_t number = feature_named(search->net, feature);
    const Graph *columns = &search->columns_of;
    for (uint32_t i = columns->first[number]; i < columns->first[number + 1];
         i++)
        if (search->columns.items[columns->targets[i]].is_counter == is_counter)
            return columns->targets[i];
    fail_msg("nothing counts %s", feature);
    return 0;
}

static ColumnDelta delta_in_row(const LinearSearch *search, size_t row,
                                uint32_t column)
{
    const LinearRow *entries = &search->rows.items[row];
    for (uint32_t i = 0; i < entries->count; i++)
        if (search->deltas.items[entries->first + i].column == column)
            return search->deltas.items[entries->first + i];
    return (ColumnDelta){column, 0, 0};
}

/* The first row adds between MIN and MAX. */
static void assert_adds(const LinearSearch *search, uint32_t column, int min,
                        int max)
{
    ColumnDelta delta = delta_in_row(search, 0, column);
    assert_int_equal(delta.min, min);
    assert_int_equal(delta.max, max);
}

/* The pawn goes from 2 to 3, and takes the box there if there is one. */
static void a_case_adds_a_row_with_intervals(void **state)
{
    (void)state;
    Loaded loaded = load_net(PAWN);
    LinearSearch search = {.net = loaded.net, .arena = arena_new()};
    linear_make_columns(&search, 0, 100);
    linear_index_columns(&search);
    uint32_t from = feature_named(loaded.net, "pawn(2)"),
             to = feature_named(loaded.net, "pawn(3)"),
             box = feature_named(loaded.net, "box(3)");
    uint32_t boxes = column_with(&search, "box(3)", false),
             pawns = column_with(&search, "pawn(1)", false),
             place = column_with(&search, "pawn(1)", true);
    CaseChange changes[] = {{from, NO_INDEX, CASE_TRUE, CASE_FALSE},
                            {to, NO_INDEX, CASE_FALSE, CASE_TRUE},
                            {box, NO_INDEX, CASE_OPEN, CASE_FALSE}};
    uint8_t values[16];
    assert_true(loaded.net->feature_count <= sizeof values);
    for (uint32_t f = 0; f < loaded.net->feature_count; f++)
        values[f] = f == from ? CASE_TRUE
                    : loaded.net->features[f]->symbol->name[0] == 'p'
                        ? CASE_FALSE
                        : CASE_OPEN;
    TransitionCase step = {changes, 3, values};
    linear_add_case(&search, &step);
    linear_add_case(&search, &step); /* an equal row */
    assert_int_equal(search.rows.count, 1);
    assert_adds(&search, boxes, -1, 0);
    assert_adds(&search, pawns, 0, 0);
    assert_adds(&search, place, 1, 1);
    assert_int_equal(search.row_min.items[boxes], 0);
    assert_int_equal(search.row_max.items[boxes], 2);
    assert_int_equal(search.row_min.items[place], 1); /* the second value */
    assert_int_equal(search.row_max.items[place], 1);
    LinearColumn *counter = &search.columns.items[place];
    changes[1].after = CASE_FALSE; /* now it is nowhere */
    linear_add_case(&search, &step);
    assert_true(counter->is_invalid);
    linear_free_matrix(&search);
    unload(&loaded);
}

/* What a column counts in a state. */
static int number_in(const LinearColumn *column, const uint64_t *position)
{
    int number = 0;
    for (size_t i = 0; i < column->features.count; i++)
        if (state_has(position, column->features.items[i]))
            number += column->is_counter ? (int)i : 1;
    return number;
}

static bool is_in_some_row(const LinearSearch *search, const uint64_t *before,
                           const uint64_t *after)
{
    size_t count = search->columns.count;
    bool fits = false;
    for (size_t row = 0; row < search->rows.count && !fits; row++) {
        fits = true;
        for (uint32_t i = 0; i < count && fits; i++) {
            const LinearColumn *column = &search->columns.items[i];
            ColumnDelta delta = delta_in_row(search, row, i);
            int from = number_in(column, before), to = number_in(column, after);
            fits = column->is_invalid ||
                   (to - from >= delta.min && to - from <= delta.max &&
                    from >= search->row_min.items[row * count + i] &&
                    from <= search->row_max.items[row * count + i]);
        }
    }
    return fits;
}

static void every_step_is_in_some_row(void **state)
{
    (void)state;
    static const char *const paths[] = {"games/nim.kif", "games/tictactoe.kif",
                                        "games/river.kif"};
    for (size_t game = 0; game < sizeof paths / sizeof *paths; game++) {
        Loaded loaded = load(paths[game]);
        LinearSearch search = {.net = loaded.net, .budget = &loaded.budget};
        MatrixSize size = {1, 100, true};
        assert_true(linear_build_matrix(&search, &loaded.properties, NULL, 0,
                                        &size, false));
        Machine *machine = machine_new(loaded.net);
        ReachableStates *reachable = reachable_new(machine, 10000, NULL);
        assert_true(reachable_complete(reachable));
        for (size_t i = 0; i < reachable_count(reachable); i++)
            for (size_t k = 0; k < reachable_target_count(reachable, i); k++)
                assert_true(is_in_some_row(
                    &search, reachable_state(reachable, i),
                    reachable_state(reachable,
                                    reachable_target(reachable, i, k))));
        reachable_free(reachable);
        machine_free(machine);
        linear_free_matrix(&search);
        unload(&loaded);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_case_adds_a_row_with_intervals),
        cmocka_unit_test(every_step_is_in_some_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

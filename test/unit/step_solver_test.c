/* step_solver_test.c - what can be true after a step, by few questions */
#include "loaded.h"

#include "prove/induction/step_solver.h"

/* A token goes from cell 1 to cell 5, one cell at a time, or stays. */
static const char LINE[] =
    "(role a)(succ 1 2)(succ 2 3)(succ 3 4)(succ 4 5)(init (at 1))"
    "(legal a go)(legal a stay)"
    "(<= (next (at ?y)) (does a go) (true (at ?x)) (succ ?x ?y))"
    "(<= (next (at ?x)) (does a stay) (true (at ?x)))"
    "(<= terminal (true (at 5)))(goal a 100)";

enum { CELLS = 5 };

typedef struct {
    Loaded loaded;
    StepSolver *solver;
    SatLit lits[CELLS];  /* by cell: the token is there after the step */
    bool settled[CELLS]; /* by cell */
    size_t models;
} Line;

/* Features are sorted: feature number CELL is the token there. */
static Ref at(Line *line, uint32_t cell)
{
    return property_feature(&line->loaded.properties, 0, cell);
}

static void open_line(Line *line, UnrollStart start, const Budget *budget)
{
    *line = (Line){.loaded = load_net(LINE)};
    assert_int_equal(line->loaded.net->feature_count, CELLS);
    line->solver = step_solver_new(&line->loaded.properties, start, budget);
    for (uint32_t i = 0; i < CELLS; i++)
        line->lits[i] = property_literal(&line->solver->after, at(line, i));
}

static void close_line(Line *line)
{
    step_solver_free(line->solver);
    unload(&line->loaded);
}

static void take_step(void *context)
{
    Line *line = context;
    sat_assume(line->solver->sat, unroll_taken(line->solver->unroll, 0));
}

static void count_model(void *context)
{
    ((Line *)context)->models++;
}

static SatAnswer ask(Line *line)
{
    LitQuestions questions = {.lits = line->lits,
                              .is_settled = line->settled,
                              .count = CELLS,
                              .max_conflicts = -1,
                              .assume = take_step,
                              .on_model = count_model,
                              .context = line};
    return find_sat_lits(line->solver, &questions, 0, CELLS);
}

/* The token is in CELL, and nowhere else. */
static void a_step_leads_to_the_cell_or_the_next_one(void **state)
{
    (void)state;
    for (uint32_t cell = 0; cell < CELLS; cell++) {
        Line line;
        Ref refs[CELLS];
        open_line(&line, UNROLL_ANY, NULL);
        for (uint32_t i = 0; i < CELLS; i++)
            refs[i] = at(&line, i) ^ (Ref)(i != cell);
        GroundProperty only = {
            .ends = {property_and(&line.loaded.properties, refs, CELLS)}};
        const GroundProperty *facts[] = {&only};
        step_solver_suppose(line.solver, facts, 1);
        assert_int_equal(ask(&line), SAT_NO);
        for (uint32_t i = 0; i < CELLS; i++) /* none leaves the last cell */
            assert_int_equal(line.settled[i],
                             cell + 1 < CELLS && (i == cell || i == cell + 1));
        assert_int_equal(line.models, cell + 1 < CELLS ? 2 : 0);
        close_line(&line);
    }
}

static void the_first_step_leads_to_the_first_two_cells(void **state)
{
    (void)state;
    static const bool reached[CELLS] = {true, true};
    Line line;
    open_line(&line, UNROLL_INITIAL, NULL);
    assert_int_equal(ask(&line), SAT_NO);
    assert_memory_equal(line.settled, reached, sizeof reached);
    close_line(&line);
}

static void without_a_quota_nothing_is_known(void **state)
{
    (void)state;
    static const bool none[CELLS];
    WorkMeter meter;
    Budget budget = budget_quota(NULL, &meter, 0);
    Line line;
    open_line(&line, UNROLL_ANY, &budget);
    assert_true(step_solver_is_spent(line.solver));
    assert_int_equal(ask(&line), SAT_UNKNOWN);
    assert_memory_equal(line.settled, none, sizeof none);
    close_line(&line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_leads_to_the_cell_or_the_next_one),
        cmocka_unit_test(the_first_step_leads_to_the_first_two_cells),
        cmocka_unit_test(without_a_quota_nothing_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

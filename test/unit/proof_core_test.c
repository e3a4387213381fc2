/* proof_core_test.c - the few lemmas that a proof rests on, and their words */
#include "loaded.h"

#include "base/memory.h"
#include "prove/lemma_writer.h"
#include "prove/proof_core.h"

/* Whose turn it is, a cell that is written on once, and a clock. */
static const char rules[] =
    "(role x) (role o) (init (turn x)) (init (cell b)) (init (day 1))"
    "(<= (legal ?p (write ?p)) (true (turn ?p)) (true (cell b)))"
    "(<= (legal ?p noop) (role ?p))"
    "(<= (next (cell ?c)) (does ?p (write ?c)))"
    "(<= written (does ?p (write ?c)))"
    "(<= (next (cell ?c)) (true (cell ?c)) (not written))"
    "(<= (next (turn o)) (true (turn x))) (<= (next (turn x)) (true (turn o)))"
    "(<= (next (day 2)) (true (day 1))) (<= (next (day 3)) (true (day 2)))"
    "(<= terminal (true (day 3))) (goal x 100) (goal o 0)";

enum { CELL_B, CELL_O, CELL_X, DAY_1, DAY_2, DAY_3, TURN_O, TURN_X };

typedef struct {
    Loaded loaded;
    ProofRecord record;
    ProofCores *cores;
} Recorded;

static Ref feature(Recorded *recorded, uint32_t number)
{
    return property_feature(&recorded->record.properties, 0, number);
}

static Ref not_both(Recorded *recorded, uint32_t left, uint32_t right)
{
    return ref_not(property_pair(&recorded->record.properties,
                                 feature(recorded, left),
                                 feature(recorded, right)));
}

/* The log has lemmas about turns, cells and days. */
static Recorded open_record(void)
{
    Recorded recorded = {.loaded = load_net(rules)};
    ProofLog *log = &recorded.record.log;
    recorded.record.net = recorded.loaded.net;
    properties_init(&recorded.record.properties, recorded.loaded.net);
    recorded.loaded.net = NULL; /* the record has it */
    properties_free(&recorded.loaded.properties);
    proof_log_ref(log, not_both(&recorded, DAY_1, DAY_2));
    proof_log_ref(log, not_both(&recorded, TURN_X, TURN_O));
    WeightedRef cells[3], days[3];
    for (uint32_t i = 0; i < 3; i++) {
        cells[i] = (WeightedRef){1, feature(&recorded, CELL_B + i)};
        days[i] = (WeightedRef){1, feature(&recorded, DAY_1 + i)};
    }
    proof_log_sum(log, (WeightedSum){cells, 3, 1, 1});
    proof_log_sum(log, (WeightedSum){days, 3, 1, 1});
    WeightedRef left[] = {{2, days[0].ref}, {1, days[1].ref}};
    proof_log_measure(log, (WeightedSum){left, 2, 0, NO_MAX}, 1);
    return recorded;
}

static void close_record(Recorded *recorded)
{
    proof_cores_free(recorded->cores);
    proof_record_free(&recorded->record);
    unload(&recorded->loaded);
}

/* The lemmas of CORE in words, one a line; what is claimed is "itself". */
static char *core_words(Recorded *recorded, ProofCore core)
{
    Arena *arena = arena_new();
    LemmaWriter writer = lemma_writer_new(&recorded->record, arena);
    Text text = {0};
    assert_true(core.is_found && core.is_minimal);
    for (size_t i = 0; i < core.lemmas.count; i++) {
        if (!core.lemmas.items[i].number)
            text_adds(&text, "itself");
        else
            lemma_words(&writer, &core.lemmas.items[i].lemma, &text);
        text_addc(&text, '\n');
    }
    proof_core_free(&core);
    arena_free(arena);
    return text_take(&text);
}

static void check_core(Recorded *recorded, Ref claim, const char *expected)
{
    const Budget budget = budget_new(0, NULL);
    const GroundProperty property = {.ends = {claim}};
    if (!recorded->cores)
        recorded->cores = proof_cores_new(&recorded->record);
    char *words = core_words(
        recorded, proof_core_of(recorded->cores, &property, &budget));
    assert_string_equal(words, expected);
    memory_free(words);
}

static void what_each_step_keeps_needs_no_lemma(void **state)
{
    (void)state;
    Recorded recorded = open_record();
    check_core(&recorded, not_both(&recorded, TURN_X, TURN_O), "itself\n");
    check_core(&recorded, not_both(&recorded, DAY_1, DAY_3), "itself\n");
    close_record(&recorded);
}

static void only_lemmas_that_are_needed_are_in_a_core(void **state)
{
    (void)state;
    Recorded recorded = open_record();
    check_core(&recorded, not_both(&recorded, CELL_X, CELL_O),
               "turn(x) and turn(o) never hold together\nitself\n");
    close_record(&recorded);
}

static void a_measure_rests_on_the_days_alone(void **state)
{
    (void)state;
    Recorded recorded = open_record();
    const Budget budget = budget_new(0, NULL);
    recorded.cores = proof_cores_new(&recorded.record);
    char *words =
        core_words(&recorded, proof_core_of_measure(recorded.cores, &budget));
    assert_string_equal(words, "day(X) holds for exactly one X\n");
    memory_free(words);
    close_record(&recorded);
}

/* A lemma that is needed and is not there. */
static void without_its_lemmas_nothing_has_a_core(void **state)
{
    (void)state;
    Recorded recorded = open_record();
    const Budget budget = budget_new(0, NULL);
    const GroundProperty property = {
        .ends = {not_both(&recorded, CELL_X, CELL_O)}};
    vec_clear(&recorded.record.log.lemmas);
    recorded.cores = proof_cores_new(&recorded.record);
    ProofCore core = proof_core_of(recorded.cores, &property, &budget);
    assert_false(core.is_found);
    proof_core_free(&core);
    close_record(&recorded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_each_step_keeps_needs_no_lemma),
        cmocka_unit_test(only_lemmas_that_are_needed_are_in_a_core),
        cmocka_unit_test(a_measure_rests_on_the_days_alone),
        cmocka_unit_test(without_its_lemmas_nothing_has_a_core),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* pdr_test.c - clauses that a property needs, found by PDR */
#include "loaded.h"
#include "ring.h"

#include "prove/induction/pdr.c" /* the parts of the search, too */
#include "prove/schedule.h"
#include "sim/machine.h"

/* The feature NAME, or NAME(ARGUMENT). */
static Ref feature_at(Loaded *loaded, unsigned level, const char *name,
                      const char *argument)
{
    const Net *net = loaded->net;
    for (uint32_t i = 0; i < net->feature_count; i++) {
        const Term *term = net->features[i];
        if (strcmp(term->symbol->name, name) == 0 &&
            (!argument || strcmp(term->args[0]->symbol->name, argument) == 0))
            return property_feature(&loaded->properties, level, i);
    }
    fail();
    return REF_TRUE;
}

static Ref feature(Loaded *loaded, const char *name)
{
    return feature_at(loaded, 0, name, NULL);
}

/* Decides LIST by PDR alone; returns how many lemmas that took. */
static size_t decide(Loaded *loaded, const GroundProperty *list, size_t count,
                     const Budget *budget, PropertyResult *results)
{
    ProveLimits limits;
    prove_limits_init(&limits);
    prove_limits_only(&limits, PROOF_PDR);
    PropertyTask task = {.net = loaded->net,
                         .properties = &loaded->properties,
                         .list = list,
                         .count = count,
                         .budget = budget,
                         .limits = &limits};
    schedule_run(&task, results);
    size_t lemmas = task.lemmas.count;
    vec_free(&task.lemmas);
    return lemmas;
}

/* ---- proofs ---- */

/* Two of five coins are flipped at a time: so those that show heads are never
 * an odd number. That is not a matter of two coins, or of three steps. */
static const char COINS[] =
    "(role a)(coin 1)(coin 2)(coin 3)(coin 4)(coin 5)(init started)"
    "(<= (next started) (true started))"
    "(<= (legal a (flip ?x ?y)) (coin ?x) (coin ?y) (distinct ?x ?y))"
    "(<= (flipped ?x) (does a (flip ?x ?y)))"
    "(<= (flipped ?y) (does a (flip ?x ?y)))"
    "(<= (next (heads ?x)) (coin ?x) (flipped ?x) (not (true (heads ?x))))"
    "(<= (next (heads ?x)) (true (heads ?x)) (not (flipped ?x)))"
    "(<= terminal (true (heads 1)) (not (true started)))(goal a 100)";

/* Not heads up to LAST, with tails behind. */
static GroundProperty not_only_up_to(Loaded *loaded, int last)
{
    static const char *const coins[] = {"1", "2", "3", "4", "5"};
    Ref refs[5];
    for (int i = 0; i < 5; i++)
        refs[i] = feature_at(loaded, 0, "heads", coins[i]) ^ (Ref)(i >= last);
    return (GroundProperty){
        .ends = {ref_not(property_and(&loaded->properties, refs, 5))}};
}

static void an_odd_number_is_never_reached(void **state)
{
    (void)state;
    Loaded loaded = load_net(COINS);
    GroundProperty odd[] = {not_only_up_to(&loaded, 5),
                            not_only_up_to(&loaded, 3)};
    PropertyResult results[2];
    size_t lemmas = decide(&loaded, odd, 2, &loaded.budget, results);
    assert_int_equal(lemmas, 16); /* one for each odd set */
    assert_int_equal(results[0].verdict, VERDICT_PROVED);
    assert_int_equal(results[1].verdict, VERDICT_PROVED);
    assert_string_equal(results[1].how, "pdr");
    unload(&loaded);
}

/* No other method proves it, except listing all reachable positions. */
static void only_pdr_proves_it(void **state)
{
    (void)state;
    for (int depth = 0; depth < 2; depth++) {
        Loaded loaded = load_net(COINS);
        GroundProperty odd = not_only_up_to(&loaded, 5);
        ProveLimits limits;
        prove_limits_init(&limits);
        limits.values[PROOF_REACHABLE] = 0;
        if (!depth)
            limits.values[PROOF_PDR] = 0;
        PropertyTask task = {.net = loaded.net,
                             .properties = &loaded.properties,
                             .list = &odd,
                             .count = 1,
                             .seed = 1,
                             .budget = &loaded.budget,
                             .limits = &limits};
        PropertyResult result;
        schedule_run(&task, &result);
        if (depth) {
            assert_int_equal(result.verdict, VERDICT_PROVED);
            assert_string_equal(result.how, "pdr");
            assert_true(task.lemmas.count >= 15);
        } else {
            assert_int_equal(result.verdict, VERDICT_UNKNOWN);
        }
        vec_free(&task.lemmas);
        unload(&loaded);
    }
}

/* What holds of a step follows from clauses about positions. */
static void clauses_prove_a_property_of_a_step(void **state)
{
    (void)state;
    Loaded loaded = load_net(COINS);
    GroundProperty odd = not_only_up_to(&loaded, 5);
    Ref before = odd.ends[0];
    Ref after[] = {feature_at(&loaded, 1, "heads", "1"),
                   ref_not(feature_at(&loaded, 1, "heads", "2")),
                   ref_not(feature_at(&loaded, 1, "heads", "3")),
                   ref_not(feature_at(&loaded, 1, "heads", "4")),
                   ref_not(feature_at(&loaded, 1, "heads", "5"))};
    GroundProperty step = {.degree = 1};
    step.ends[0] = before; /* if it ends there */
    step.ends[1] = ref_not(property_and(&loaded.properties, after, 5));
    PropertyResult result;
    decide(&loaded, &step, 1, &loaded.budget, &result);
    assert_int_equal(result.verdict, VERDICT_PROVED);
    unload(&loaded);
}

static void no_quota_no_verdict(void **state)
{
    (void)state;
    Loaded loaded = load_net(COINS);
    GroundProperty odd = not_only_up_to(&loaded, 5);
    const GroundProperty *list[] = {&odd};
    WorkMeter meter;
    Budget budget = budget_quota(NULL, &meter, 10000);
    PdrTask task = {.properties = &loaded.properties,
                    .list = list,
                    .count = 1,
                    .budget = &budget};
    Counterexample play;
    RefList clauses = {0};
    pdr_run(&task, &play, &clauses);
    assert_null(play.moves);
    assert_int_equal(clauses.count, 0);
    unload(&loaded);
}

/* ---- plays ---- */

/* A lock opens after the moves 3, 1, 4, 1, 5 and shuts at any other. One that
 * jams cannot be moved any further: it takes care to have it open. */
static const char LOCK[] =
    "(role a)(digit 1)(digit 2)(digit 3)(digit 4)(digit 5)"
    "(key start 3 k1)(key k1 1 k2)(key k2 4 k3)(key k3 1 k4)(key k4 5 done)"
    "(init (at start))"
    "(<= (legal a (dial ?d)) (digit ?d) (not (true (jammed))))"
    "(<= (next (at ?n)) (true (at ?p)) (does a (dial ?d)) (key ?p ?d ?n))"
    "(<= (next (at start)) (true (at ?p)) (does a (dial ?d)) "
    "    (not (good ?p ?d)))"
    "(<= (next (open)) (true (at done)))"
    "(<= (next (jammed)) (does a (dial 2)))"
    "(<= (good ?p ?d) (key ?p ?d ?n))"
    "(<= terminal (true (open)))(goal a 100)";

/* The last position of a play, all moves of which are legal. */
static bool holds_after(const Net *net, const PropertyResult *play,
                        const char *name)
{
    Machine *machine = machine_new(net);
    Cursor *cursor = cursor_new(machine);
    uint64_t *copy = calloc(machine_words(machine), sizeof *copy);
    bool found = false;
    for (size_t i = 0; i < play->steps; i++) {
        uint32_t move = play->moves[i];
        assert_false(cursor_is_terminal(cursor));
        assert_true(cursor_legal(cursor, 0)[move / 64] >> move % 64 & 1);
        cursor_moves(cursor, &move);
        memcpy(copy, cursor_next(cursor),
               machine_words(machine) * sizeof *copy);
        cursor_set(cursor, copy);
    }
    for (uint32_t i = 0; i < net->feature_count; i++)
        if (strcmp(net->features[i]->symbol->name, name) == 0)
            found = found || (cursor_state(cursor)[i / 64] >> i % 64 & 1);
    free(copy);
    cursor_free(cursor);
    machine_free(machine);
    return found;
}

static void plays_and_proofs_in_one_search(void **state)
{
    (void)state;
    Loaded loaded = load_net(LOCK);
    Ref open = feature(&loaded, "open"), jammed = feature(&loaded, "jammed");
    GroundProperty list[] = {
        {.ends = {ref_not(open)}},
        {.ends = {ref_not(property_pair(&loaded.properties, open, jammed))}},
        {.ends = {ref_not(property_pair(
             &loaded.properties, feature_at(&loaded, 0, "at", "start"),
             feature_at(&loaded, 0, "at", "done")))}}};
    PropertyResult results[3];
    decide(&loaded, list, 3, &loaded.budget, results);
    assert_int_equal(results[0].verdict, VERDICT_REFUTED);
    assert_int_equal(results[0].steps, 6);
    assert_int_equal(results[0].at, 6);
    assert_true(holds_after(loaded.net, &results[0], "open"));
    assert_int_equal(results[1].verdict, VERDICT_REFUTED);
    assert_true(holds_after(loaded.net, &results[1], "open"));
    assert_true(holds_after(loaded.net, &results[1], "jammed"));
    assert_int_equal(results[2].verdict, VERDICT_PROVED);
    free(results[0].moves);
    free(results[1].moves);
    unload(&loaded);
}

/* The step after it fails belongs to the play. */
static void a_play_has_the_step_in_question(void **state)
{
    (void)state;
    Loaded loaded = load_net(LOCK);
    GroundProperty stays = {.degree = 1};
    stays.ends[1] = ref_not(
        property_pair(&loaded.properties, feature_at(&loaded, 0, "at", "k4"),
                      feature_at(&loaded, 1, "at", "done")));
    const GroundProperty *list[] = {&stays};
    PdrTask task = {.properties = &loaded.properties,
                    .list = list,
                    .count = 1,
                    .budget = &loaded.budget};
    Counterexample play;
    RefList clauses = {0};
    pdr_run(&task, &play, &clauses); /* a schedule would ask walks first */
    assert_non_null(play.moves);
    assert_int_equal(play.at, 4);
    assert_int_equal(play.steps, 5);
    free(play.moves);
    unload(&loaded);
}

/* A token in a ring of rooms whose doors are shut one by one; a room that can
 * be reached, which depends on itself, includes that of the token. */
static const char DOORS[] =
    "(role a)(room 1)(room 2)(room 3)(door 1 2)(door 2 3)(door 3 1)"
    "(init (at 1))(<= (init (open ?x ?y)) (door ?x ?y))"
    "(<= (reach ?x) (true (at ?x)))"
    "(<= (reach ?y) (reach ?x) (true (open ?x ?y)))"
    "(<= (legal a (shut ?x ?y)) (true (open ?x ?y)) (true (at ?x)))"
    "(<= (legal a (go ?y)) (reach ?y))"
    "(<= (next (at ?y)) (does a (go ?y)))"
    "(<= (next (at ?z)) (true (at ?z)) (does a (shut ?x ?y)))"
    "(<= (next (open ?x ?y)) (true (open ?x ?y)) (not (does a (shut ?x ?y))))"
    "(<= (next (lost)) (room ?x) (true (at ?x)) (not (reach ?x)))"
    "(<= (next (far)) (true (at 1)) (does a (go 3)) (not (true (open 1 2))))"
    "(<= (next (stuck)) (true (at 2)) (not (reach 3)) (not (reach 1)))"
    "(<= terminal (true (stuck)))(goal a 100)";

static void least_fixpoints_are_exact(void **state)
{
    (void)state;
    Loaded loaded = load_net(DOORS);
    GroundProperty list[] = {{.ends = {ref_not(feature(&loaded, "far"))}},
                             {.ends = {ref_not(feature(&loaded, "stuck"))}}};
    PropertyResult results[2];
    decide(&loaded, list, 2, &loaded.budget, results);
    assert_int_equal(results[0].verdict, VERDICT_PROVED);
    assert_int_equal(results[1].verdict, VERDICT_REFUTED);
    assert_true(holds_after(loaded.net, &results[1], "stuck"));
    free(results[1].moves);
    unload(&loaded);
}

/* ---- frames ---- */

/* Features are sorted: cell 1 is number 0, and moves: go is number 0. */
enum { CELLS = 4, GO = 0 };

typedef struct {
    Loaded loaded;
    GroundProperty claim; /* the token is not in cell 3 */
    const GroundProperty *list[1];
    PdrTask task;
    Pdr pdr;
} Frames;

static void open_frames(Frames *frames)
{
    *frames = (Frames){.loaded = load_net(RING)};
    PropertyTable *properties = &frames->loaded.properties;
    frames->claim.ends[0] = ref_not(property_feature(properties, 0, 2));
    frames->list[0] = &frames->claim;
    frames->task =
        (PdrTask){.properties = properties, .list = frames->list, .count = 1};
    Pdr *pdr = &frames->pdr;
    *pdr = (Pdr){
        .task = &frames->task, .net = frames->loaded.net, .arena = arena_new()};
    assert_int_equal(pdr->net->feature_count, CELLS);
    pdr->model_state = arena_array(pdr->arena, uint64_t, 1);
    pdr->claims = arena_array(pdr->arena, PdrClaim, 1);
    make_solver(pdr);
    add_frame(pdr); /* the initial position */
    add_frame(pdr); /* any position, until something is blocked */
}

static void close_frames(Frames *frames)
{
    Pdr *pdr = &frames->pdr;
    step_solver_free(pdr->solver);
    vec_free_all(&pdr->frames, &pdr->blocked, &pdr->obligations,
                 &pdr->model_moves, &pdr->scratch);
    arena_free(pdr->arena);
    unload(&frames->loaded);
}

/* Whether a step from a position of FRAME that is not in CELL leads there. */
static SatAnswer reaches(Pdr *pdr, size_t frame, uint32_t cell)
{
    vec_clear(&pdr->scratch);
    vec_push(&pdr->scratch, 2 * cell);
    return solve_relative(pdr, frame, &pdr->scratch, -1);
}

/* Whatever the other cells: only the cell before matters. */
static void a_step_leads_to_the_next_cell(void **state)
{
    (void)state;
    Frames frames;
    Pdr *pdr = &frames.pdr;
    open_frames(&frames);
    for (uint32_t cell = 1; cell < CELLS; cell++) {
        const Obligation next = {
            .cube = {.lits = (uint32_t[]){2 * cell}, .count = 1, .frame = 2}};
        assert_int_equal(reaches(pdr, 0, cell), cell == 1 ? SAT_YES : SAT_NO);
        assert_int_equal(reaches(pdr, 1, cell), SAT_YES);
        assert_int_equal(pdr->model_moves.items[0], GO);
        add_obligation(pdr, &next, NULL, 1);
        assert_int_equal(pdr->scratch.count, 1);
        assert_int_equal(pdr->scratch.items[0], 2 * (cell - 1));
        assert_ptr_equal(vec_last(&pdr->obligations)->next, &next);
    }
    close_frames(&frames);
}

static void a_blocked_cell_blocks_the_way_behind_it(void **state)
{
    (void)state;
    Frames frames;
    Pdr *pdr = &frames.pdr;
    CubeLits second = {0};
    open_frames(&frames);
    vec_push(&second, 2 * 1);
    block(pdr, &second, 1);
    assert_int_equal(reaches(pdr, 1, 2), SAT_NO);
    assert_int_equal(reaches(pdr, 1, 3), SAT_YES);
    vec_free(&second);
    close_frames(&frames);
}

static void a_claim_fails_where_a_frame_lets_it(void **state)
{
    (void)state;
    Frames frames;
    Pdr *pdr = &frames.pdr;
    open_frames(&frames);
    for (size_t frame = 0; frame < 2; frame++) {
        assume_frame(pdr, frame);
        sat_assume(pdr->solver->sat, pdr->claims->bad);
        assert_int_equal(charge_and_solve(pdr, -1), frame ? SAT_YES : SAT_NO);
    }
    add_obligation(pdr, NULL, pdr->claims->property, 1);
    assert_int_equal(pdr->scratch.count, 1);
    assert_int_equal(pdr->scratch.items[0], 2 * 2);
    close_frames(&frames);
}

/* The earliest frame first, and there the last that came. */
static void obligations_are_taken_frame_by_frame(void **state)
{
    (void)state;
    static const size_t frames[] = {2, 3, 1, 2, 3}, order[] = {2, 3, 0, 4, 1};
    Obligation obligations[5] = {{.move_count = 0}};
    Pdr pdr = {.task = NULL};
    for (size_t i = 0; i < 5; i++) {
        obligations[i].cube.frame = frames[i];
        push_obligation(&pdr, &obligations[i]);
    }
    for (size_t i = 0; i < 5; i++)
        assert_ptr_equal(vec_pop(&pdr.obligations), &obligations[order[i]]);
    vec_free(&pdr.obligations);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_leads_to_the_next_cell),
        cmocka_unit_test(a_blocked_cell_blocks_the_way_behind_it),
        cmocka_unit_test(a_claim_fails_where_a_frame_lets_it),
        cmocka_unit_test(obligations_are_taken_frame_by_frame),
        cmocka_unit_test(an_odd_number_is_never_reached),
        cmocka_unit_test(only_pdr_proves_it),
        cmocka_unit_test(clauses_prove_a_property_of_a_step),
        cmocka_unit_test(no_quota_no_verdict),
        cmocka_unit_test(plays_and_proofs_in_one_search),
        cmocka_unit_test(a_play_has_the_step_in_question),
        cmocka_unit_test(least_fixpoints_are_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

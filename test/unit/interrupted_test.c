/* interrupted_test.c - what the native engine has found is not lost when it is
 * stopped */
#include "loaded.h"

#include "prove/walk/trace_replay.h"
#include "formula/proof_task.h"

/* ---- a task ---- */

typedef struct {
    Loaded loaded;
    Universe *universe;
    Props *props;
    Interp *interp;
    Claims claims;
    PropId *meanings;
    Finding *findings;
    volatile sig_atomic_t cancelled;
    Budget budget;
    bool stops;          /* the user interrupts at the first report */
    size_t decided;      /* as reported last */
    size_t seen_refuted; /* findings by then */
} Trial;

static size_t count_findings(const Trial *trial, Verdict verdict)
{
    size_t count = 0;
    for (size_t i = 0; i < trial->claims.count; i++)
        count += trial->findings[i].verdict == verdict;
    return count;
}

static void on_progress(void *context, size_t done, size_t total)
{
    Trial *trial = context;
    (void)total;
    trial->decided = done;
    trial->seen_refuted = count_findings(trial, VERDICT_REFUTED);
    if (trial->stops)
        trial->cancelled = 1;
}

static Trial *trial_new(const char *path)
{
    Trial *trial = calloc(1, sizeof *trial);
    const char *why;
    assert_non_null(trial);
    trial->loaded = load(path);
    Arena *arena = trial->loaded.arena;
    const Game *game = trial->loaded.game;
    trial->budget = budget_new(0, &trial->cancelled);
    trial->interp = interp_new(game, &trial->budget, &why);
    trial->universe = universe_new(game, DOMAINS_DIRECTED, NULL, &why);
    trial->props = props_new(trial->universe, NULL);
    family_add(&trial->claims, FAMILY_PERSISTENCE, trial->universe, arena);
    trial->meanings = arena_array(arena, PropId, trial->claims.count);
    trial->findings = arena_array(arena, Finding, trial->claims.count);
    for (size_t i = 0; i < trial->claims.count; i++)
        trial->meanings[i] =
            props_expand(trial->props, trial->claims.items[i].formula);
    return trial;
}

static void trial_free(Trial *trial)
{
    vec_free(&trial->claims);
    props_free(trial->props);
    universe_free(trial->universe);
    interp_free(trial->interp);
    unload(&trial->loaded);
    free(trial);
}

static void prove(Trial *trial)
{
    const char *why;
    ProofTask task = {.game = trial->loaded.game,
                      .universe = trial->universe,
                      .props = trial->props,
                      .claims = trial->claims.items,
                      .meanings = trial->meanings,
                      .count = trial->claims.count,
                      .method = METHOD_MUTUAL,
                      .interp = trial->interp,
                      .budget = &trial->budget,
                      .seed = 1,
                      .arena = trial->loaded.arena,
                      .progress = on_progress,
                      .context = trial};
    assert_true(engine_native.prove(&task, trial->findings, &why));
}

/* ---- tests ---- */

static void plays_are_confirmed_as_they_come(void **state)
{
    (void)state;
    Trial *trial = trial_new("games/tictactoe.kif");
    prove(trial);
    assert_true(trial->seen_refuted > 0);
    trial_free(trial);
}

/* Though the interpreter had no time to look at any before. */
static void what_was_found_is_refuted_when_the_user_interrupts(void **state)
{
    (void)state;
    Trial *trial = trial_new("games/tictactoe.kif");
    trial->stops = true;
    prove(trial);
    size_t refuted = count_findings(trial, VERDICT_REFUTED);
    assert_int_equal(trial->seen_refuted, 0);
    assert_true(refuted > 0);
    assert_int_equal(refuted + count_findings(trial, VERDICT_PROVED),
                     trial->decided);
    for (size_t i = 0; i < trial->claims.count; i++)
        if (trial->findings[i].verdict == VERDICT_UNKNOWN)
            assert_string_equal(trial->findings[i].reason, "interrupted");
    trial_free(trial);
}

/* The number of a move that is legal in the initial position, or is not. */
static uint32_t some_move(const Trial *trial, size_t role, bool legal)
{
    const Role *whose = &trial->loaded.net->roles[role];
    uint32_t move = 0;
    interp_set(trial->interp, interp_initial(trial->interp));
    while (interp_is_legal(trial->interp, role, whose->moves[move]) != legal)
        assert_true(++move < whose->move_count);
    return move;
}

/* How many claims are said to fail on a play of one step, and do. */
static size_t trace_replay_one_step(const Trial *trial, bool legal,
                                    const Budget *budget, bool judged)
{
    const Net *net = trial->loaded.net;
    Arena *arena = trial->loaded.arena;
    uint32_t moves[2];
    const Term *joint[2];
    for (size_t i = 0; i < 2; i++) {
        moves[i] = some_move(trial, i, legal);
        joint[i] = net->roles[i].moves[moves[i]];
    }
    Play play = {joint, 1};
    size_t count = trial->claims.count, confirmed = 0;
    Refutation *refutations = arena_array(arena, Refutation, count);
    for (size_t i = 0; i < count; i++) {
        refutations[i].prop = trial->meanings[i];
        refutations[i].moves = moves;
        refutations[i].steps = 1;
    }
    TraceReplay *replay = trace_replay_new(trial->props, trial->interp, net);
    trace_replay_all(replay, budget, refutations, count, arena);
    trace_replay_free(replay);
    PlayEvaluator *evaluator = evaluator_new(trial->props, trial->interp);
    for (size_t i = 0; i < count; i++) {
        assert_true(refutations[i].is_judged == judged);
        confirmed += refutations[i].play != NULL;
        if (refutations[i].play)
            assert_true(play_refutes(evaluator, &play, trial->meanings[i], 0));
    }
    evaluator_free(evaluator);
    return confirmed;
}

static void only_what_was_judged_and_is_so_is_confirmed(void **state)
{
    (void)state;
    Trial *trial = trial_new("games/tictactoe.kif");
    Budget spent = {.deadline = 1e-9};
    assert_int_equal(trace_replay_one_step(trial, true, &spent, false), 0);
    /* a cell is no longer blank but marked, and control goes from one player to
     * the other: two features go, and two come */
    assert_int_equal(trace_replay_one_step(trial, true, NULL, true), 4);
    assert_int_equal(trace_replay_one_step(trial, false, NULL, true), 0);
    trial_free(trial);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plays_are_confirmed_as_they_come),
        cmocka_unit_test(what_was_found_is_refuted_when_the_user_interrupts),
        cmocka_unit_test(only_what_was_judged_and_is_so_is_confirmed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* schedule_test.c - what the native prover says, against all positions */
#include "loaded.h"

#include "prove/walk/reachable_states.h"
#include "prove/schedule.h"

/* ---- the truth ---- */

enum { ALWAYS, NEVER, STAYS_TRUE, STAYS_FALSE, KINDS };

static bool holds(const uint64_t *state, uint32_t feature)
{
    return state[feature / 64] >> feature % 64 & 1;
}

static void see_step(const Net *net, const uint64_t *now, const uint64_t *then,
                     bool *truth)
{
    for (uint32_t f = 0; f < net->feature_count; f++) {
        if (holds(now, f) && !holds(then, f))
            truth[f * KINDS + STAYS_TRUE] = false;
        if (!holds(now, f) && holds(then, f))
            truth[f * KINDS + STAYS_FALSE] = false;
    }
}

/* Every joint move of a position, by counting. */
static void see_steps(const Net *net, Cursor *cursor, const uint64_t *state,
                      bool *truth)
{
    uint32_t joint[8], total = 1;
    cursor_set(cursor, state);
    if (cursor_terminal(cursor))
        return;
    for (size_t i = 0; i < net->role_count; i++)
        total *= cursor_legal_count(cursor, i);
    for (uint32_t n = 0; n < total; n++) {
        uint32_t rest = n;
        for (size_t i = 0; i < net->role_count; i++) {
            uint32_t count = cursor_legal_count(cursor, i);
            joint[i] = cursor_legal_move(cursor, i, rest % count);
            rest /= count;
        }
        cursor_moves(cursor, joint);
        see_step(net, state, cursor_next(cursor), truth);
    }
}

static bool *find_truth(const Net *net)
{
    Machine *machine = machine_new(net);
    Cursor *cursor = cursor_new(machine);
    Exhaust *all = exhaust_new(machine, 1000000, NULL);
    bool *truth = malloc(net->feature_count * KINDS + 1);
    assert_true(exhaust_complete(all));
    memset(truth, true, net->feature_count * KINDS);
    for (size_t i = 0; i < exhaust_count(all); i++) {
        const uint64_t *state = exhaust_state(all, i);
        for (uint32_t f = 0; f < net->feature_count; f++)
            truth[f * KINDS + (holds(state, f) ? NEVER : ALWAYS)] = false;
        see_steps(net, cursor, state, truth);
    }
    exhaust_free(all);
    cursor_free(cursor);
    machine_free(machine);
    return truth;
}

/* ---- what is said ---- */

static Sentence sentence_of(Sentences *sentences, uint32_t feature, int kind)
{
    Ref now = sentence_feature(sentences, 0, feature);
    Ref then = sentence_feature(sentences, 1, feature);
    Sentence sentence = {.degree = kind >= STAYS_TRUE};
    if (kind == ALWAYS || kind == NEVER)
        sentence.ends[0] = kind == ALWAYS ? now : ref_not(now);
    else if (kind == STAYS_TRUE)
        sentence.ends[1] =
            ref_not(sentence_pair(sentences, now, ref_not(then)));
    else
        sentence.ends[1] =
            ref_not(sentence_pair(sentences, ref_not(now), then));
    return sentence;
}

/* Returns how many were left open. */
static size_t compare(const char *path)
{
    Loaded loaded = load(path);
    const Net *net = loaded.net;
    Sentences sentences;
    Budget budget = budget_new(20, NULL);
    size_t count = net->feature_count * KINDS, open = 0;
    Sentence *list = calloc(count + 1, sizeof *list);
    NativeResult *results = calloc(count + 1, sizeof *results);
    bool *truth = find_truth(net);
    sentences_init(&sentences, net);
    for (size_t i = 0; i < count; i++)
        list[i] =
            sentence_of(&sentences, (uint32_t)(i / KINDS), (int)(i % KINDS));
    NativeTask task = {.net = net,
                       .sentences = &sentences,
                       .list = list,
                       .count = count,
                       .seed = 1,
                       .budget = &budget};
    native_prove(&task, results);
    for (size_t i = 0; i < count; i++) {
        open += results[i].verdict == VERDICT_UNKNOWN;
        if (results[i].verdict != VERDICT_UNKNOWN &&
            (results[i].verdict == VERDICT_PROVED) != truth[i])
            fail_msg("%s: feature %zu, kind %zu is said to be %s", path,
                     i / KINDS, i % KINDS, truth[i] ? "false" : "true");
        free(results[i].moves);
    }
    vec_free(&task.lemmas);
    sentences_free(&sentences);
    free(list);
    free(results);
    free(truth);
    unload(&loaded);
    return open;
}

static void verdicts_are_true_of_all_positions(void **state)
{
    (void)state;
    static const char *const games[] = {
        "games/tictactoe.kif", "games/nim.kif",       "games/river.kif",
        "games/rps.kif",       "games/hanoi.kif",     "games/montyhall.gdl",
        "games/hexapawn.kif",  "games/kuhnpoker.gdl", "games/blocksworld.gdl",
        "games/oddone.kif",    "games/curios.kif"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        compare(games[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdicts_are_true_of_all_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

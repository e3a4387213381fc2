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
    if (cursor_is_terminal(cursor))
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
    ReachableStates *all = reachable_new(machine, 1000000, NULL);
    bool *truth = malloc(net->feature_count * KINDS + 1);
    assert_true(reachable_complete(all));
    memset(truth, true, net->feature_count * KINDS);
    for (size_t i = 0; i < reachable_count(all); i++) {
        const uint64_t *state = reachable_state(all, i);
        for (uint32_t f = 0; f < net->feature_count; f++)
            truth[f * KINDS + (holds(state, f) ? NEVER : ALWAYS)] = false;
        see_steps(net, cursor, state, truth);
    }
    reachable_free(all);
    cursor_free(cursor);
    machine_free(machine);
    return truth;
}

/* ---- what is said ---- */

static GroundProperty property_of(PropertyTable *properties, uint32_t feature,
                                  int kind)
{
    Ref now = property_feature(properties, 0, feature);
    Ref then = property_feature(properties, 1, feature);
    GroundProperty property = {.degree = kind >= STAYS_TRUE};
    if (kind == ALWAYS || kind == NEVER)
        property.ends[0] = kind == ALWAYS ? now : ref_not(now);
    else if (kind == STAYS_TRUE)
        property.ends[1] =
            ref_not(property_pair(properties, now, ref_not(then)));
    else
        property.ends[1] =
            ref_not(property_pair(properties, ref_not(now), then));
    return property;
}

/* Returns how many were left open. */
static size_t compare(const char *path)
{
    Loaded loaded = load(path);
    const Net *net = loaded.net;
    PropertyTable properties;
    Budget budget = budget_new(20, NULL);
    size_t count = net->feature_count * KINDS, open = 0;
    GroundProperty *list = calloc(count + 1, sizeof *list);
    PropertyResult *results = calloc(count + 1, sizeof *results);
    bool *truth = find_truth(net);
    properties_init(&properties, net);
    for (size_t i = 0; i < count; i++)
        list[i] =
            property_of(&properties, (uint32_t)(i / KINDS), (int)(i % KINDS));
    PropertyTask task = {.net = net,
                         .properties = &properties,
                         .list = list,
                         .count = count,
                         .seed = 1,
                         .budget = &budget};
    schedule_run(&task, results);
    for (size_t i = 0; i < count; i++) {
        open += results[i].verdict == VERDICT_UNKNOWN;
        if (results[i].verdict != VERDICT_UNKNOWN &&
            (results[i].verdict == VERDICT_PROVED) != truth[i])
            fail_msg("%s: feature %zu, kind %zu is said to be %s", path,
                     i / KINDS, i % KINDS, truth[i] ? "false" : "true");
        free(results[i].moves);
    }
    vec_free(&task.lemmas);
    properties_free(&properties);
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

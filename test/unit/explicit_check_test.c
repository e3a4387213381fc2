/* explicit_check_test.c - the verdicts of explicit_check() against a recursive
 * enumeration of all sequences of positions */
#include "loaded.h"

#include "prove/walk/explicit_check.h"

enum { MAX_STEPS = 2, KINDS = MAX_STEPS + 1 };

static bool holds(const uint64_t *state, uint32_t feature)
{
    return state[feature / 64] >> feature % 64 & 1;
}

/* ---- the truth ---- */

/* Property d about a feature: where it holds, it does so after d steps, too,
 * and the game is not over before. */
typedef struct {
    const Net *net;
    const Machine *machine;
    const uint64_t *first;
    bool *truth; /* by feature and number of steps */
} Truth;

static void see_end(Truth *truth, const uint64_t *last, unsigned steps,
                    bool terminal)
{
    for (uint32_t f = 0; f < truth->net->feature_count; f++) {
        if (!holds(truth->first, f))
            continue;
        if (!holds(last, f))
            truth->truth[f * KINDS + steps] = false;
        for (unsigned d = steps + 1; terminal && d <= MAX_STEPS; d++)
            truth->truth[f * KINDS + d] = false;
    }
}

static void see_sequences(Truth *truth, const uint64_t *state, unsigned steps)
{
    const Net *net = truth->net;
    Cursor *cursor = cursor_new(truth->machine);
    uint32_t joint[8], total = 1;
    cursor_set(cursor, state);
    see_end(truth, state, steps, cursor_is_terminal(cursor));
    for (size_t i = 0; i < net->role_count; i++)
        total *= cursor_legal_count(cursor, i);
    if (cursor_is_terminal(cursor) || steps == MAX_STEPS)
        total = 0;
    for (uint32_t n = 0; n < total; n++) {
        uint32_t rest = n;
        for (size_t i = 0; i < net->role_count; i++) {
            uint32_t count = cursor_legal_count(cursor, i);
            joint[i] = cursor_legal_move(cursor, i, rest % count);
            rest /= count;
        }
        cursor_moves(cursor, joint);
        uint64_t next[16];
        assert_true(machine_words(truth->machine) <= 16);
        memcpy(next, cursor_next(cursor),
               machine_words(truth->machine) * sizeof *next);
        see_sequences(truth, next, steps + 1);
    }
    cursor_free(cursor);
}

/* ---- properties ---- */

static GroundProperty property_about(PropertyTable *properties,
                                     uint32_t feature, unsigned steps)
{
    Ref now = property_feature(properties, 0, feature);
    Ref then = property_feature(properties, steps, feature);
    GroundProperty property = {.degree = steps};
    for (unsigned k = 0; k < steps; k++)
        property.ends[k] = ref_not(now);
    property.ends[steps] =
        ref_not(property_pair(properties, now, ref_not(then)));
    return property;
}

/* Whether all moves of a play are legal, and a property fails where it says. */
static bool refutes(const Machine *machine, const Counterexample *play,
                    uint32_t feature, unsigned degree)
{
    const Net *net = machine_net(machine);
    Cursor *cursor = cursor_new(machine);
    bool before = false;
    uint64_t state[16];
    size_t bytes = machine_words(machine) * sizeof *state;
    assert_true(bytes <= sizeof state);
    memcpy(state, machine_initial(machine), bytes);
    for (size_t step = 0;; step++) {
        cursor_set(cursor, state);
        if (step == play->at)
            before = holds(state, feature);
        if (step == play->steps)
            break;
        const uint32_t *joint = play->moves + step * net->role_count;
        for (size_t i = 0; i < net->role_count; i++) {
            bool legal = false;
            for (uint32_t k = 0; k < cursor_legal_count(cursor, i); k++)
                legal |= cursor_legal_move(cursor, i, k) == joint[i];
            assert_true(legal && !cursor_is_terminal(cursor));
        }
        cursor_moves(cursor, joint);
        memcpy(state, cursor_next(cursor), bytes);
    }
    size_t steps = play->steps - play->at;
    bool fails = before && (steps == degree ? !holds(state, feature)
                                            : cursor_is_terminal(cursor));
    cursor_free(cursor);
    return fails && steps <= degree;
}

/* Returns how many of the properties about a later position are true. */
static size_t compare(const char *path)
{
    Loaded loaded = load(path);
    const Net *net = loaded.net;
    Machine *machine = machine_new(net);
    ReachableStates *reachable = reachable_new(machine, 100000, NULL);
    assert_true(reachable_complete(reachable));
    size_t count = net->feature_count * KINDS, proved = 0;
    Truth truth = {net, machine, NULL, arena_array(loaded.arena, bool, count)};
    memset(truth.truth, true, count);
    for (size_t i = 0; i < reachable_count(reachable); i++) {
        truth.first = reachable_state(reachable, i);
        see_sequences(&truth, truth.first, 0);
    }
    PropertyTable properties;
    properties_init(&properties, net);
    GroundProperty *claims = arena_array(loaded.arena, GroundProperty, count);
    const GroundProperty **list =
        arena_array(loaded.arena, const GroundProperty *, count);
    Counterexample *plays = arena_array(loaded.arena, Counterexample, count);
    for (uint32_t i = 0; i < count; i++) {
        claims[i] = property_about(&properties, i / KINDS, i % KINDS);
        list[i] = &claims[i];
    }
    GuidedWalks *walks = walks_new(net, &properties, 1);
    ExplicitCheck check = {.net = net,
                           .properties = &properties,
                           .list = list,
                           .count = count,
                           .reachable = reachable,
                           .walks = walks};
    assert_int_equal(explicit_check(&check, plays), MAX_STEPS + 1);
    for (uint32_t i = 0; i < count; i++) {
        assert_true(truth.truth[i] == !plays[i].moves);
        proved += i % KINDS && truth.truth[i];
        if (plays[i].moves)
            assert_true(refutes(machine, &plays[i], i / KINDS, i % KINDS));
        free(plays[i].moves);
    }
    walks_free(walks);
    properties_free(&properties);
    reachable_free(reachable);
    machine_free(machine);
    unload(&loaded);
    return proved;
}

static void every_property_is_decided_correctly(void **state)
{
    (void)state;
    static const char *const games[] = {
        "games/nim.kif",         "games/river.kif",     "games/hexapawn.kif",
        "games/montyhall.gdl",   "games/kuhnpoker.gdl", "games/rps.kif",
        "games/blocksworld.gdl", "games/orchard.kif"};
    size_t proved = 0;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        proved += compare(games[i]);
    assert_true(proved > 0);
}

static void nothing_is_decided_when_the_budget_is_spent(void **state)
{
    (void)state;
    Loaded loaded = load("games/nim.kif");
    Machine *machine = machine_new(loaded.net);
    ReachableStates *reachable = reachable_new(machine, 100000, NULL);
    PropertyTable properties;
    properties_init(&properties, loaded.net);
    GroundProperty claims = property_about(&properties, 0, 1);
    const GroundProperty *list = &claims;
    Counterexample play;
    Budget spent = {.deadline = 1e-9};
    GuidedWalks *walks = walks_new(loaded.net, &properties, 1);
    ExplicitCheck check = {.net = loaded.net,
                           .properties = &properties,
                           .list = &list,
                           .count = 1,
                           .reachable = reachable,
                           .walks = walks,
                           .budget = &spent};
    assert_int_equal(explicit_check(&check, &play), 0);
    assert_null(play.moves);
    walks_free(walks);
    properties_free(&properties);
    reachable_free(reachable);
    machine_free(machine);
    unload(&loaded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_property_is_decided_correctly),
        cmocka_unit_test(nothing_is_decided_when_the_budget_is_spent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

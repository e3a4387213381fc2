/* transition_cases_test.c - every step of every position is in some case */
#include "loaded.h"

#include "prove/candidates/transition_cases.h"
#include "prove/schedule.h"
#include "prove/walk/reachable_states.h"

typedef struct {
    CaseChange *changes;
    size_t count;
    uint8_t *values;
} KeptCase;

typedef struct {
    const Net *net;
    Arena *arena;
    VEC(KeptCase) cases;
} KeptCases;

static void add_case(void *context, const TransitionCase *found)
{
    KeptCases *kept = context;
    KeptCase copy = {
        .changes = arena_copy(kept->arena, found->changes,
                              found->count * sizeof *found->changes),
        .count = found->count,
        .values =
            arena_copy(kept->arena, found->values, kept->net->feature_count)};
    vec_push(&kept->cases, copy);
}

static bool holds(const uint64_t *state, uint32_t feature)
{
    return state[feature / 64] >> feature % 64 & 1;
}

static bool agrees(CaseValue value, bool holds_there)
{
    return value == CASE_OPEN || (value == CASE_TRUE) == holds_there;
}

/* Whether a step from BEFORE to AFTER may be one of the case. */
static bool is_of_case(const Net *net, const KeptCase *kept,
                       const uint64_t *before, const uint64_t *after)
{
    bool matches = true;
    const CaseChange *change = kept->changes, *end = change + kept->count;
    for (uint32_t i = 0; i < net->feature_count && matches; i++)
        matches = agrees(kept->values[i], holds(before, i));
    bool *changes = test_calloc(net->feature_count + 1, sizeof *changes);
    for (; change < end && matches; change++) {
        changes[change->feature] = true;
        matches = agrees(change->before, holds(before, change->feature)) &&
                  agrees(change->after, holds(after, change->feature));
        if (change->after == CASE_OPEN && change->from != NO_INDEX)
            matches = matches && holds(after, change->feature) ==
                                     holds(before, change->from);
    }
    for (uint32_t i = 0; i < net->feature_count && matches; i++)
        matches = changes[i] || holds(before, i) == holds(after, i);
    test_free(changes);
    return matches;
}

static bool is_of_some_case(const KeptCases *kept, const uint64_t *before,
                            const uint64_t *after)
{
    for (size_t i = 0; i < kept->cases.count; i++)
        if (is_of_case(kept->net, &kept->cases.items[i], before, after))
            return true;
    return false;
}

static void assert_cover_all_steps(const KeptCases *kept)
{
    Machine *machine = machine_new(kept->net);
    ReachableStates *reachable = reachable_new(machine, 10000, NULL);
    assert_true(reachable_complete(reachable));
    for (size_t i = 0; i < reachable_count(reachable); i++)
        for (size_t k = 0; k < reachable_target_count(reachable, i); k++)
            assert_true(is_of_some_case(
                kept, reachable_state(reachable, i),
                reachable_state(reachable, reachable_target(reachable, i, k))));
    reachable_free(reachable);
    machine_free(machine);
}

/* With the lemmas of one proof. */
static void assert_cases_cover_all_steps(const char *path, bool by_features)
{
    Loaded loaded = load(path);
    ProveLimits limits;
    prove_limits_init(&limits);
    limits.values[LIMIT_MAX_ROUNDS] = 1;
    PropertyTask lemmas = {.net = loaded.net,
                           .properties = &loaded.properties,
                           .budget = &loaded.budget,
                           .limits = &limits,
                           .wants_lemmas = true};
    schedule_run(&lemmas, NULL);
    KeptCases kept = {.net = loaded.net, .arena = loaded.arena};
    CaseTask task = {.net = loaded.net,
                     .properties = &loaded.properties,
                     .lemmas = lemmas.lemmas.items,
                     .lemma_count = lemmas.lemmas.count,
                     .budget = &loaded.budget,
                     .by_features = by_features,
                     .on_case = add_case,
                     .context = &kept};
    assert_true(find_transition_cases(&task));
    assert_cover_all_steps(&kept);
    vec_free_all(&kept.cases, &lemmas.lemmas);
    unload(&loaded);
}

static void cases_cover_all_steps(void **state)
{
    (void)state;
    static const char *const paths[] = {
        "games/river.kif",         "games/nim.kif",
        "games/coins.gdl",         "games/rps.kif",
        "games/tictactoe.kif",     "games/montyhall.gdl",
        "games/hexapawn.kif",      "games/oddone.kif",
        "games/hanoi.kif",         "games/prisoners.kif",
        "games/curios.kif",        "games/orchard.kif",
        "games/kuhnpoker.gdl",     "games/blocksworld.gdl",
        "test/games/negation.kif",
    };
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        for (int by_features = 0; by_features < 2; by_features++)
            assert_cases_cover_all_steps(paths[i], by_features);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cases_cover_all_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

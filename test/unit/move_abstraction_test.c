/* move_abstraction_test.c - what is proved without looking at whole steps is
 * true */
#include "loaded.h"

#include "prove/walk/reachable_states.h"
#include "prove/induction/move_abstraction.h"

/* All pairs of features of which not both hold initially. */
typedef struct {
    uint32_t (*pairs)[2];
    GroundProperty *properties;
    const GroundProperty **list;
    bool *proved;
    size_t count;
} Pairs;

static Pairs all_pairs(const Net *net, PropertyTable *properties, Arena *arena)
{
    size_t most = net->feature_count * net->feature_count / 2;
    Pairs pairs = {.properties = arena_array(arena, GroundProperty, most),
                   .list = arena_array(arena, const GroundProperty *, most),
                   .proved = arena_array(arena, bool, most)};
    pairs.pairs = arena_alloc(arena, most * sizeof *pairs.pairs);
    for (uint32_t i = 0; i < net->feature_count; i++)
        for (uint32_t k = 0; k < i; k++) {
            if (net->initial[i] && net->initial[k])
                continue;
            size_t number = pairs.count++;
            pairs.pairs[number][0] = i;
            pairs.pairs[number][1] = k;
            pairs.properties[number].ends[0] = ref_not(
                property_pair(properties, property_feature(properties, 0, i),
                              property_feature(properties, 0, k)));
            pairs.list[number] = &pairs.properties[number];
        }
    return pairs;
}

static bool holds(const uint64_t *state, uint32_t feature)
{
    return state[feature / 64] >> feature % 64 & 1;
}

/* How many exclusions of features of a game are proved; each of them must be
 * so in all positions. */
static size_t proved_exclusions(const char *path)
{
    Loaded loaded = load(path);
    PropertyTable properties;
    properties_init(&properties, loaded.net);
    Pairs pairs = all_pairs(loaded.net, &properties, loaded.arena);
    MoveAbstractionTask task = {.net = loaded.net,
                                .properties = &properties,
                                .list = pairs.list,
                                .count = pairs.count};
    move_abstraction_prove(&task, pairs.proved);
    Machine *machine = machine_new(loaded.net);
    ReachableStates *reachable = reachable_new(machine, 1000000, NULL);
    assert_true(reachable_complete(reachable));
    size_t proved = 0;
    for (size_t i = 0; i < pairs.count; i++) {
        proved += pairs.proved[i];
        for (size_t k = 0; pairs.proved[i] && k < reachable_count(reachable);
             k++) {
            const uint64_t *state = reachable_state(reachable, k);
            assert_false(holds(state, pairs.pairs[i][0]) &&
                         holds(state, pairs.pairs[i][1]));
        }
    }
    reachable_free(reachable);
    machine_free(machine);
    properties_free(&properties);
    unload(&loaded);
    return proved;
}

static void cells_have_one_content_and_turns_one_owner(void **state)
{
    (void)state;
    /* of each cell three, and of control one */
    assert_int_equal(proved_exclusions("games/tictactoe.kif"), 9 * 3 + 1);
}

static void nothing_false_is_proved(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        size_t proved;
    } games[] = {{"games/hexapawn.kif", 10}, {"games/river.kif", 4},
                 {"games/nim.kif", 32},      {"games/rps.kif", 30},
                 {"games/coins.gdl", 24},    {"games/kuhnpoker.gdl", 63},
                 {"games/maze.kif", 121},    {"games/blocksworld.gdl", 31}};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        assert_true(proved_exclusions(games[i].path) >= games[i].proved);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_have_one_content_and_turns_one_owner),
        cmocka_unit_test(nothing_false_is_proved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

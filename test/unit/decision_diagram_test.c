/* decision_diagram_test.c - a set of positions as one formula */
#include "loaded.h"

#include "prove/walk/decision_diagram.h"
#include "prove/walk/reachable_states.h"

/* The value of ROOT, gate by gate. */
static bool value(const PropertyTable *properties, Ref root,
                  const uint64_t *state)
{
    bool *values = calloc(properties->gates.count, sizeof *values);
    values[0] = true;
    for (size_t i = 1; i < properties->gates.count; i++) {
        const Gate *gate = &properties->gates.items[i];
        if (gate->is_leaf) {
            size_t feature = gate->node - properties->net->node_count;
            values[i] = state[feature / 64] >> feature % 64 & 1;
            continue;
        }
        values[i] = true;
        for (uint32_t k = 0; k < gate->count; k++) {
            Ref input = properties->inputs.items[gate->first + k];
            values[i] = values[i] && (values[input / 2] != (input & 1));
        }
    }
    bool result = values[root / 2] != (root & 1);
    free(values);
    return result;
}

static bool is_one_of(const uint64_t *states, size_t count, size_t words,
                      const uint64_t *state)
{
    for (size_t i = 0; i < count; i++)
        if (memcmp(states + i * words, state, words * sizeof *state) == 0)
            return true;
    return false;
}

/* All states that are reached, and all that differ from one of them in one
 * feature that can change. */
static void the_diagram_is_true_in_these_positions_only(void **unused)
{
    (void)unused;
    static const char *const paths[] = {"games/river.kif", "games/coins.gdl",
                                        "games/montyhall.gdl"};
    for (size_t g = 0; g < sizeof paths / sizeof *paths; g++) {
        Loaded loaded = load(paths[g]);
        const Net *net = loaded.net;
        Machine *machine = machine_new(net);
        ReachableStates *reachable = reachable_new(machine, 300, NULL);
        size_t words = machine_words(machine);
        size_t count = reachable_count(reachable) - 1; /* not all of them */
        const uint64_t *states = reachable_state(reachable, 0);
        PropertyTable properties;
        properties_init(&properties, net);
        Ref ref = state_set_formula(&properties, states, count, words);
        uint64_t *other = malloc(words * sizeof *other);
        assert_false(
            value(&properties, ref, reachable_state(reachable, count)));
        for (size_t i = 0; i < count; i += 7) {
            memcpy(other, states + i * words, words * sizeof *other);
            assert_true(value(&properties, ref, other));
            for (uint32_t f = 0; f < net->feature_count; f++) {
                if (net->initial[f] && net->next[f] == LIT_TRUE)
                    continue;
                other[f / 64] ^= (uint64_t)1 << f % 64;
                assert_int_equal(value(&properties, ref, other),
                                 is_one_of(states, count, words, other));
                other[f / 64] ^= (uint64_t)1 << f % 64;
            }
        }
        free(other);
        properties_free(&properties);
        reachable_free(reachable);
        machine_free(machine);
        unload(&loaded);
    }
}

static void one_position_is_the_conjunction_of_its_literals(void **unused)
{
    (void)unused;
    Loaded loaded = load("games/river.kif");
    Machine *machine = machine_new(loaded.net);
    PropertyTable properties;
    properties_init(&properties, loaded.net);
    const uint64_t *initial = machine_initial(machine);
    Ref ref =
        state_set_formula(&properties, initial, 1, machine_words(machine));
    assert_true(ref > REF_FALSE);
    assert_true(value(&properties, ref, initial));
    properties_free(&properties);
    machine_free(machine);
    unload(&loaded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_diagram_is_true_in_these_positions_only),
        cmocka_unit_test(one_position_is_the_conjunction_of_its_literals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

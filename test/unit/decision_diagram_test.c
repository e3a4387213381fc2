/* decision_diagram_test.c - a set of positions as one formula */
#include "loaded.h"

#include "prove/walk/decision_diagram.h"
#include "prove/walk/reachable_states.h"

/* The value of ROOT, gate by gate. */
static bool value(const Sentences *sentences, Ref root, const uint64_t *state)
{
    bool *values = calloc(sentences->gates.count, sizeof *values);
    values[0] = true;
    for (size_t i = 1; i < sentences->gates.count; i++) {
        const Gate *gate = &sentences->gates.items[i];
        if (gate->is_leaf) {
            size_t feature = gate->node - sentences->net->node_count;
            values[i] = state[feature / 64] >> feature % 64 & 1;
            continue;
        }
        values[i] = true;
        for (uint32_t k = 0; k < gate->count; k++) {
            Ref input = sentences->inputs.items[gate->first + k];
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
        Exhaust *exhaust = exhaust_new(machine, 300, NULL);
        size_t words = machine_words(machine);
        size_t count = exhaust_count(exhaust) - 1; /* not all of them */
        const uint64_t *states = exhaust_state(exhaust, 0);
        Sentences sentences;
        sentences_init(&sentences, net);
        Ref ref = diagram(&sentences, states, count, words);
        uint64_t *other = malloc(words * sizeof *other);
        assert_false(value(&sentences, ref, exhaust_state(exhaust, count)));
        for (size_t i = 0; i < count; i += 7) {
            memcpy(other, states + i * words, words * sizeof *other);
            assert_true(value(&sentences, ref, other));
            for (uint32_t f = 0; f < net->feature_count; f++) {
                if (net->initial[f] && net->next[f] == LIT_TRUE)
                    continue;
                other[f / 64] ^= (uint64_t)1 << f % 64;
                assert_int_equal(value(&sentences, ref, other),
                                 is_one_of(states, count, words, other));
                other[f / 64] ^= (uint64_t)1 << f % 64;
            }
        }
        free(other);
        sentences_free(&sentences);
        exhaust_free(exhaust);
        machine_free(machine);
        unload(&loaded);
    }
}

static void one_position_is_the_conjunction_of_its_literals(void **unused)
{
    (void)unused;
    Loaded loaded = load("games/river.kif");
    Machine *machine = machine_new(loaded.net);
    Sentences sentences;
    sentences_init(&sentences, loaded.net);
    const uint64_t *initial = machine_initial(machine);
    Ref ref = diagram(&sentences, initial, 1, machine_words(machine));
    assert_true(ref > REF_FALSE);
    assert_true(value(&sentences, ref, initial));
    sentences_free(&sentences);
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

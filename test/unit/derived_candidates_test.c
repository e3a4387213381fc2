/* derived_candidates_test.c - candidates about what rules derive */
#include "named_features.h"

#include "prove/candidates/derived_candidates.h"
#include "prove/walk/reachable_states.h"

/* Two roles have two switches each, and take turns to turn on one, or not; who
 * has both has won, and then it is over. */
static const char SWITCHES[] =
    "(role a)(role b)(init (turn a))(switch 1)(switch 2)"
    "(<= (legal ?r (press ?s)) (true (turn ?r)) (switch ?s)"
    "    (not (true (on ?r ?s))))"
    "(<= (legal ?r wait) (role ?r))"
    "(<= (next (on ?r ?s)) (true (on ?r ?s)))"
    "(<= (next (on ?r ?s)) (does ?r (press ?s)))"
    "(<= (next (turn b)) (true (turn a)))(<= (next (turn a)) (true (turn b)))"
    "(<= (won ?r) (true (on ?r 1)) (true (on ?r 2)))"
    "(<= terminal (won ?r))"
    "(<= (goal ?r 100) (won ?r))(<= (goal ?r 0) (role ?r) (not (won ?r)))";

static bool literal_holds(const Net *net, const uint64_t *state, Lit lit)
{
    const Node *node = &net->nodes[lit_node(lit)];
    bool value = true;
    assert_true(node->kind != NODE_MOVES && node->kind != NODE_LOOP);
    if (node->kind == NODE_FEATURE)
        value = state_has(state, node->feature);
    for (uint32_t i = 0; i < node->input_count && value; i++)
        value = literal_holds(net, state, net->inputs[node->first_input + i]);
    return value != (lit & 1);
}

/* As holds_in(), of gates whose leaves may be any nodes. */
static bool candidate_holds(const Loaded *loaded, const uint64_t *state,
                            Ref ref)
{
    const PropertyTable *properties = &loaded->properties;
    const Gate *gate = &properties->gates.items[ref / 2];
    uint32_t nodes = (uint32_t)loaded->net->node_count;
    bool value = true;
    if (ref / 2 && gate->is_leaf)
        value = gate->node < nodes
                    ? literal_holds(loaded->net, state, 2 * gate->node)
                    : state_has(state, gate->node - nodes);
    for (uint32_t i = 0; !gate->is_leaf && i < gate->count; i++)
        value =
            value && candidate_holds(loaded, state,
                                     properties->inputs.items[gate->first + i]);
    return value != (ref & 1);
}

static bool all_hold(const Loaded *loaded, const uint64_t *state,
                     const RefList *refs)
{
    for (size_t i = 0; i < refs->count; i++)
        if (!candidate_holds(loaded, state, refs->items[i]))
            return false;
    return true;
}

static RefList find(Loaded *loaded, size_t max_count)
{
    RefList refs = {0};
    Ref root = property_leaf(&loaded->properties, 0, loaded->net->terminal);
    GuidedWalks *walks = walks_new(loaded->net, &loaded->properties, 1);
    walks_run(walks, 64, &loaded->budget);
    derived_candidates(loaded->net, &loaded->properties, walks, &root, 1,
                       max_count, &refs);
    walks_free(walks);
    return refs;
}

static void that_both_have_won_is_the_only_thing_that_never_occurs(void **state)
{
    (void)state;
    Loaded loaded = load_net(SWITCHES);
    RefList refs = find(&loaded, 1000);
    Machine *machine = machine_new(loaded.net);
    ReachableStates *reachable = reachable_new(machine, 1000, NULL);
    assert_true(reachable_complete(reachable));
    for (size_t i = 0; i < reachable_count(reachable); i++)
        assert_true(all_hold(&loaded, reachable_state(reachable, i), &refs));
    Ref two_winners = ref_not(property_pair(
        &loaded.properties,
        property_leaf(&loaded.properties, 0, loaded.net->roles[0].goals[1].lit),
        property_leaf(&loaded.properties, 0,
                      loaded.net->roles[1].goals[1].lit)));
    assert_int_equal(refs.count, 1);
    assert_int_equal(refs.items[0], two_winners);
    reachable_free(reachable);
    machine_free(machine);
    vec_free(&refs);
    unload(&loaded);
}

static void there_are_none_where_none_are_allowed(void **state)
{
    (void)state;
    Loaded loaded = load_net(SWITCHES);
    RefList refs = find(&loaded, 0);
    assert_int_equal(refs.count, 0);
    vec_free(&refs);
    unload(&loaded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(
            that_both_have_won_is_the_only_thing_that_never_occurs),
        cmocka_unit_test(there_are_none_where_none_are_allowed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* graph_test.c - strongly connected components */
#include "support.h"

#include "base/graph.h"

#define edges_of(...)                                                          \
    (const Edge[]){__VA_ARGS__},                                               \
        sizeof((const Edge[]){__VA_ARGS__}) / sizeof(Edge)

/* The component of each node, in order. */
static const char *components(size_t nodes, const Edge *edges, size_t count)
{
    static Text kept;
    Text out = {0};
    Arena *arena = arena_new();
    Graph graph = graph_new(arena, nodes, edges, count);
    uint32_t *component = arena_array(arena, uint32_t, nodes);
    uint32_t found = graph_components(&graph, component);
    for (size_t i = 0; i < nodes; i++)
        text_addf(&out, "%u ", component[i]);
    text_addf(&out, "of %u", found);
    arena_free(arena);
    return keep(&kept, out);
}

static void edges_lead_to_the_same_or_a_smaller_component(void **state)
{
    (void)state;
    assert_string_equal(components(3, edges_of({0, 1}, {1, 2})), "2 1 0 of 3");
    assert_string_equal(components(3, edges_of({2, 1}, {1, 0})), "0 1 2 of 3");
    assert_string_equal(components(4, edges_of({0, 1}, {0, 2}, {1, 3}, {2, 3})),
                        "3 1 2 0 of 4");
}

static void nodes_in_a_circle_are_one_component(void **state)
{
    (void)state;
    assert_string_equal(components(3, edges_of({0, 1}, {1, 2}, {2, 0})),
                        "0 0 0 of 1");
    assert_string_equal(components(2, edges_of({0, 0}, {1, 1})), "0 1 of 2");
    /* two circles, and a way from the first to the second */
    assert_string_equal(
        components(5, edges_of({0, 1}, {1, 0}, {1, 2}, {2, 3}, {3, 4}, {4, 2})),
        "1 1 0 0 0 of 2");
    /* a way into a component that is already closed changes nothing */
    assert_string_equal(
        components(4, edges_of({0, 1}, {1, 2}, {0, 3}, {3, 1}, {3, 0})),
        "2 1 0 2 of 3");
}

static void the_empty_graph_has_no_component(void **state)
{
    (void)state;
    assert_string_equal(components(0, NULL, 0), "of 0");
}

static void repeated_edges_make_no_difference(void **state)
{
    (void)state;
    assert_string_equal(components(2, edges_of({0, 1}, {0, 1}, {0, 1})),
                        "1 0 of 2");
}

enum { DEEP = 1000000 };

/* 0 -> 1 -> 2 ... and, if CLOSED, back to 0. */
static uint32_t chain_components(bool closed, uint32_t *first, bool *all)
{
    Arena *arena = arena_new();
    Edge *edges = arena_array(arena, Edge, DEEP);
    for (uint32_t i = 0; i < DEEP; i++)
        edges[i] = (Edge){i, (i + 1) % DEEP};
    Graph graph = graph_new(arena, DEEP, edges, closed ? DEEP : DEEP - 1);
    uint32_t *component = arena_array(arena, uint32_t, DEEP);
    uint32_t count = graph_components(&graph, component);
    bool *reached = graph_reach(&graph, arena, 0);
    *first = component[0];
    *all = true;
    for (size_t i = 0; i < DEEP; i++)
        *all = *all && reached[i];
    arena_free(arena);
    return count;
}

static void a_chain_of_a_million_nodes_needs_no_stack(void **state)
{
    (void)state;
    uint32_t first;
    bool all;
    assert_int_equal(chain_components(false, &first, &all), DEEP);
    assert_int_equal(first, DEEP - 1);
    assert_true(all);
    assert_int_equal(chain_components(true, &first, &all), 1);
    assert_int_equal(first, 0);
    assert_true(all);
}

static void reach_follows_edges_forwards_only(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    static const Edge edges[] = {{0, 1}, {1, 2}, {3, 1}, {2, 0}};
    Graph graph = graph_new(arena, 5, edges, 4);
    bool *reached = graph_reach(&graph, arena, 0);
    assert_true(reached[0] && reached[1] && reached[2]);
    assert_false(reached[3] || reached[4]);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edges_lead_to_the_same_or_a_smaller_component),
        cmocka_unit_test(nodes_in_a_circle_are_one_component),
        cmocka_unit_test(the_empty_graph_has_no_component),
        cmocka_unit_test(repeated_edges_make_no_difference),
        cmocka_unit_test(a_chain_of_a_million_nodes_needs_no_stack),
        cmocka_unit_test(reach_follows_edges_forwards_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

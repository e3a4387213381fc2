/* guided_walks_test.c - what walks claim to have seen can be played
 *
 * The play to each position in which a property fails is repeated by the
 * machine, and the sample has no position that is not reachable.
 */
#include "loaded.h"

#include "prove/walk/guided_walks.h"
#include "sim/machine.h"

#include <stdlib.h>
#include <string.h>

/* "FEATURE never holds", for every feature. */
static GroundProperty *never(PropertyTable *properties, const Net *net)
{
    GroundProperty *list = calloc(net->feature_count, sizeof *list);
    for (uint32_t i = 0; i < net->feature_count; i++)
        list[i].ends[0] = ref_not(property_feature(properties, 0, i));
    return list;
}

static void assert_play_leads_to(const Machine *machine, const uint32_t *play,
                                 WalkPosition position)
{
    const Net *net = machine_net(machine);
    Cursor *cursor = cursor_new(machine);
    cursor_reset(cursor);
    for (size_t step = 0; step < position.depth; step++) {
        assert_false(cursor_is_terminal(cursor));
        cursor_moves(cursor, play + step * net->role_count);
        cursor_set(cursor, cursor_next(cursor));
    }
    assert_memory_equal(cursor_state(cursor), position.state,
                        machine_words(machine) * sizeof(uint64_t));
    cursor_free(cursor);
}

static void every_refutation_is_a_play(void **state)
{
    (void)state;
    const Budget unlimited = {0};
    Loaded loaded = load("games/connectfour.kif");
    Machine *machine = machine_new(loaded.net);
    PropertyTable properties;
    properties_init(&properties, loaded.net);
    GroundProperty *list = never(&properties, loaded.net);
    GuidedWalks *walks = walks_new(loaded.net, &properties, 1);
    for (size_t i = 0; i < loaded.net->feature_count; i++)
        assert_int_equal(walks_watch(walks, &list[i]), i);
    walks_run(walks, 300, &unlimited);
    size_t refuted = 0;
    for (uint32_t i = 0; i < loaded.net->feature_count; i++) {
        size_t depth;
        uint32_t found = walks_counterexample_end(walks, i, &depth);
        assert_int_equal(found != NO_INDEX, walks_seen_true(walks, i));
        if (found == NO_INDEX)
            continue;
        WalkPosition position = walks_position(walks, found);
        uint32_t *play = walks_play(walks, found);
        assert_true(position.state[i / 64] >> i % 64 & 1);
        assert_int_equal(depth, position.depth);
        assert_play_leads_to(machine, play, position);
        free(play);
        refuted++;
    }
    assert_true(refuted > 80); /* most cells, with either piece */
    walks_free(walks);
    properties_free(&properties);
    free(list);
    machine_free(machine);
    unload(&loaded);
}

/* In tic-tac-toe a cell is never marked twice, and it is always somebody's
 * turn. */
static void the_sample_has_reachable_positions_only(void **state)
{
    (void)state;
    const Budget unlimited = {0};
    Loaded loaded = load("games/tictactoe.kif");
    PropertyTable properties;
    properties_init(&properties, loaded.net);
    GuidedWalks *walks = walks_new(loaded.net, &properties, 1);
    walks_run(walks, 1000, &unlimited);
    assert_true(walks_block_count(walks) == 64);
    for (size_t b = 0; b < walks_block_count(walks); b++) {
        size_t count[LANES] = {0};
        for (uint32_t f = 0; f < loaded.net->feature_count; f++)
            for (size_t lane = 0; lane < LANES; lane++)
                count[lane] += lanes_has(&walks_sampled(walks, f)[b], lane);
        for (size_t lane = 0; lane < LANES; lane++)
            assert_int_equal(count[lane], 10); /* nine cells and control */
    }
    walks_free(walks);
    properties_free(&properties);
    unload(&loaded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_refutation_is_a_play),
        cmocka_unit_test(the_sample_has_reachable_positions_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

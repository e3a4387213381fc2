/* corridor.h - plays in lanes on a small game, for unit tests of walks */
#ifndef ZERMELO_TEST_CORRIDOR_H
#define ZERMELO_TEST_CORRIDOR_H

#include "loaded.h"

#include "prove/walk/walk_archive.h"
#include "sim/machine.h"

/* A token stays where it is or goes on, from cell 1 to the end, cell 4. */
static const char corridor_rules[] =
    "(role you) (succ 1 2) (succ 2 3) (succ 3 4) (init (at 1))"
    "(legal you stay) (legal you go)"
    "(<= (next (at ?x)) (true (at ?x)) (does you stay))"
    "(<= (next (at ?y)) (true (at ?x)) (does you go) (succ ?x ?y))"
    "(<= terminal (true (at 4))) (goal you 100)";

typedef struct {
    Loaded loaded;
    Machine *machine;
    Cursor *cursor;
    WalkLanes *lanes;
    Random random;
    uint32_t at[5]; /* by cell: its feature */
} Corridor;

static inline Corridor open_corridor(void)
{
    Corridor corridor = {.loaded = load_net(corridor_rules),
                         .random = random_new(1, 1)};
    const Net *net = corridor.loaded.net;
    assert_int_equal(net->feature_count, 4);
    for (uint32_t i = 0; i < 4; i++)
        corridor.at[atoi(net->features[i]->args[0]->symbol->name)] = i;
    corridor.machine = machine_new(net);
    corridor.cursor = cursor_new(corridor.machine);
    corridor.lanes = walk_lanes_new(net, corridor.loaded.arena);
    return corridor;
}

static inline void close_corridor(Corridor *corridor)
{
    walk_lanes_free(corridor->lanes);
    cursor_free(corridor->cursor);
    machine_free(corridor->machine);
    unload(&corridor->loaded);
}

/* The cell of the token in a lane. */
static inline size_t cell_in_lane(const Corridor *corridor, size_t lane)
{
    size_t cell = 0, count = 0;
    for (size_t i = 1; i <= 4; i++)
        if (lanes_has(feature_lanes(corridor->lanes, corridor->at[i]), lane)) {
            cell = i;
            count++;
        }
    assert_int_equal(count, 1);
    return cell;
}

/* A random step in all lanes, each evaluated, that have not come to the end. */
static inline void step_corridor(Corridor *corridor)
{
    WalkLanes *lanes = corridor->lanes;
    Lanes running = ~lanes->terminal;
    walk_lanes_advance(lanes, &running, &corridor->random);
    assert_false(lanes_any(&lanes->stuck));
    for (size_t lane = 0; lane < LANES; lane++)
        if (lanes_has(&running, lane))
            moves_of_play(lanes, lane)[lanes->plays[lane].age++] =
                lanes->chosen_moves[lane];
    for (uint32_t i = 0; i < 4; i++) {
        Lanes *feature = feature_lanes(lanes, i);
        *feature = (*feature & ~running) | (*next_lanes(lanes, i) & running);
    }
    for (size_t k = MAX_DEGREE; k > 0; k--)
        lanes->age_at_least[k] = lanes->age_at_least[k - 1];
    walk_lanes_evaluate(lanes);
}

/* The cell that STEPS moves lead to, by the machine. */
static inline size_t cell_after(Corridor *corridor, const uint32_t *moves,
                                size_t steps)
{
    cursor_reset(corridor->cursor);
    for (size_t i = 0; i < steps; i++) {
        assert_false(cursor_is_terminal(corridor->cursor));
        cursor_moves(corridor->cursor, moves + i);
        cursor_set(corridor->cursor, cursor_next(corridor->cursor));
    }
    for (size_t cell = 1; cell <= 4; cell++)
        if (*cursor_state(corridor->cursor) == UINT64_C(1)
                                                   << corridor->at[cell])
            return cell;
    return 0;
}

#endif

/* property_watch.c - properties that are tested in every position visited
 *
 * In:   positions in lanes, step by step
 * Out:  for each property the archived end of a counterexample, if there is one
 * Next: guided_walks.c, whose callers confirm the counterexamples
 *
 * Properties are grouped by the number of steps they are about. A ring buffer
 * has the values of their leaves in the last positions. Start reading at
 * watch_test().
 */
#include "prove/walk/property_watch.h"

#include <assert.h>
#include <string.h>

void watch_init(PropertyWatch *watch, const PropertyTable *properties)
{
    *watch =
        (PropertyWatch){.properties = properties, .has_new_properties = true};
}

void watch_clear(PropertyWatch *watch)
{
    for (size_t i = 0; i <= MAX_DEGREE; i++) {
        memory_free(watch->leaf_history[i]);
        vec_free_all(&watch->windows[i].gates, &watch->windows[i].watched);
    }
    memory_free(watch->gate_values);
    vec_free_all(&watch->watched, &watch->history_leaves);
}

size_t watch_add(PropertyWatch *watch, const GroundProperty *property)
{
    uint32_t number = (uint32_t)watch->watched.count;
    vec_push(&watch->watched, (WatchedProperty){property, NO_INDEX, 0});
    for (unsigned k = 0; k <= property->degree; k++)
        if (property->ends[k] != REF_TRUE)
            vec_push(&watch->windows[k].watched, number);
    watch->plan_is_current = false;
    watch->has_new_properties = true;
    return number;
}

/* ---- which gates are needed ---- */

/* The leaves of new properties were not recorded: restarts all plays. */
static void reset_history(PropertyWatch *watch, WalkLanes *lanes)
{
    size_t gate_count = watch->properties->gates.count;
    memory_free(watch->gate_values);
    watch->gate_values = lanes_new(gate_count);
    watch->ring_size = watch->max_window + 1;
    watch->ring_index = 0;
    for (unsigned k = 0; k <= MAX_DEGREE; k++) {
        memory_free(watch->leaf_history[k]);
        watch->leaf_history[k] =
            k < watch->ring_size ? lanes_new(gate_count) : NULL;
    }
    walk_lanes_restart_all(lanes);
}

/* Drops refuted properties from a window and lists the gates that the others
 * need; IS_RECORDED gets their leaves. */
static void plan_window(PropertyWatch *watch, unsigned step_count,
                        bool *is_recorded)
{
    const PropertyTable *properties = watch->properties;
    size_t gate_count = properties->gates.count, open_count = 0;
    PropertyWindow *window = &watch->windows[step_count];
    bool *is_needed = memory_zeroed(gate_count + 1, sizeof *is_needed);
    for (size_t i = 0; i < window->watched.count; i++) {
        const WatchedProperty *watched =
            &watch->watched.items[window->watched.items[i]];
        if (watched->refuted_by != NO_INDEX)
            continue;
        window->watched.items[open_count++] = window->watched.items[i];
        property_mark(properties, watched->property->ends[step_count],
                      is_needed);
    }
    window->planned_count = window->watched.count = open_count;
    vec_clear(&window->gates);
    for (uint32_t i = 0; i < gate_count; i++) {
        if (is_needed[i]) {
            vec_push(&window->gates, i);
            watch->planned_inputs += properties->gates.items[i].count + 1;
        }
        is_recorded[i] = is_recorded[i] ||
                         (is_needed[i] && properties->gates.items[i].is_leaf);
    }
    memory_free(is_needed);
}

void watch_plan(PropertyWatch *watch, WalkLanes *lanes)
{
    size_t gate_count = watch->properties->gates.count;
    if (watch->plan_is_current)
        return;
    bool *is_recorded = memory_zeroed(gate_count + 1, sizeof *is_recorded);
    watch->max_window = 0;
    watch->planned_inputs = 0;
    for (unsigned k = 0; k <= MAX_DEGREE; k++) {
        plan_window(watch, k, is_recorded);
        if (watch->windows[k].watched.count)
            watch->max_window = k;
    }
    vec_clear(&watch->history_leaves);
    for (uint32_t i = 0; i < gate_count; i++)
        if (is_recorded[i])
            vec_push(&watch->history_leaves, i);
    memory_free(is_recorded);
    if (watch->has_new_properties)
        reset_history(watch, lanes);
    watch->has_new_properties = false;
    watch->plan_is_current = true;
}

/* ---- testing ---- */

/* Records, at each leaf gate, the value of its node in the current position;
 * evaluate_window() reads it at the level of the gate. */
static void record_leaves(PropertyWatch *watch, const WalkLanes *lanes)
{
    Lanes *current = watch->leaf_history[watch->ring_index];
    for (size_t i = 0; i < watch->history_leaves.count; i++) {
        uint32_t gate = watch->history_leaves.items[i];
        current[gate] =
            *leaf_lanes(lanes, watch->properties->gates.items[gate].node);
    }
}

/* Evaluates the gates of a window on the last STEP_COUNT steps of all lanes. */
static void evaluate_window(PropertyWatch *watch, unsigned step_count)
{
    const PropertyWindow *window = &watch->windows[step_count];
    size_t ring_size = watch->ring_size;
    for (size_t i = 0; i < window->gates.count; i++) {
        uint32_t number = window->gates.items[i];
        const Gate *gate = &watch->properties->gates.items[number];
        if (!gate->is_leaf)
            continue;
        assert(gate->level <= step_count && step_count < ring_size);
        size_t steps_ago = step_count - gate->level;
        watch->gate_values[number] =
            watch->leaf_history[(watch->ring_index + ring_size - steps_ago) %
                                ring_size][number];
    }
    gates_in_lanes(watch->properties, window->gates.items, window->gates.count,
                   watch->gate_values);
}

/* The lane of FAILS with the shortest play; of equally short ones, one of which
 * a counterexample is archived already: few plays that refute many properties
 * are replayed faster than many plays. */
static size_t choose_counterexample(WalkLanes *lanes, const Lanes *fails)
{
    Lanes reusable = *fails & lanes->counterexamples;
    size_t lane = shallowest_lane(lanes, fails);
    if (lanes_any(&reusable)) {
        size_t reusable_lane = shallowest_lane(lanes, &reusable);
        if (play_depth(lanes, reusable_lane) == play_depth(lanes, lane))
            lane = reusable_lane;
    }
    lanes_add(&lanes->counterexamples, lane);
    return lane;
}

/* Tests the properties of a window: on all lanes with that many steps, or, if a
 * property has more steps, on those whose play ends here. */
static void test_window(PropertyWatch *watch, unsigned step_count,
                        WalkLanes *lanes, WalkArchive *archive)
{
    PropertyWindow *window = &watch->windows[step_count];
    Lanes aged = lanes->age_at_least[step_count],
          ended = aged & lanes->terminal;
    evaluate_window(watch, step_count);
    size_t open_count = 0;
    for (size_t i = 0; i < window->watched.count; i++) {
        WatchedProperty *watched =
            &watch->watched.items[window->watched.items[i]];
        if (watched->refuted_by != NO_INDEX)
            continue;
        Lanes fails = ~ref_lanes(watch->gate_values,
                                 watched->property->ends[step_count]) &
                      (step_count < watched->property->degree ? ended : aged);
        if (lanes_any(&fails)) {
            size_t lane = choose_counterexample(lanes, &fails);
            assert(play_depth(lanes, lane) >= step_count);
            watched->refuted_by = archive_lane(archive, lanes, lane);
            watched->fails_at = play_depth(lanes, lane) - step_count;
            continue;
        }
        window->watched.items[open_count++] = window->watched.items[i];
    }
    window->watched.count = open_count;
    if (open_count < window->planned_count / 2)
        watch->plan_is_current = false;
}

void watch_test(PropertyWatch *watch, WalkLanes *lanes, WalkArchive *archive)
{
    assert(watch->plan_is_current && watch->max_window < watch->ring_size);
    watch->ring_index = (watch->ring_index + 1) % watch->ring_size;
    record_leaves(watch, lanes);
    for (unsigned k = 0; k <= watch->max_window; k++)
        if (watch->windows[k].watched.count)
            test_window(watch, k, lanes, archive);
}

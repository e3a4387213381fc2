/* property_watch.c - properties that are tested in every position visited
 *
 * In:   positions in lanes, step by step
 * Out:  for each property the archived end of a counterexample, if there is one
 * Next: guided_walks.c, whose callers confirm the counterexamples
 *
 * Properties are grouped by the number of steps they are about: a window. In
 * each position a sequence of so many steps begins; gates of its own take the
 * values of the leaves as it goes on. Start reading at watch_test().
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
    for (unsigned k = 0; k <= MAX_DEGREE; k++) {
        PropertyWindow *window = &watch->windows[k];
        for (unsigned i = 0; window->sequences && i <= k; i++)
            gate_lanes_free(&window->sequences[i]);
        memory_free(window->sequences);
        vec_free(&window->watched);
    }
    vec_free(&watch->watched);
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

/* Drops refuted properties from a window and plans the gates that the others
 * need. */
static void plan_window(PropertyWatch *watch, unsigned step_count)
{
    const PropertyTable *properties = watch->properties;
    size_t gate_count = properties->gates.count, open_count = 0;
    PropertyWindow *window = &watch->windows[step_count];
    if (!window->watched.count)
        return;
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
    if (!window->sequences)
        window->sequences =
            memory_zeroed(step_count + 1, sizeof *window->sequences);
    for (unsigned i = 0; i <= step_count; i++) {
        window->sequences[i].properties = properties;
        gate_lanes_plan(&window->sequences[i], is_needed);
    }
    for (uint32_t i = 0; i < gate_count; i++)
        if (is_needed[i])
            watch->planned_inputs += properties->gates.items[i].count + 1;
    memory_free(is_needed);
}

void watch_plan(PropertyWatch *watch, WalkLanes *lanes)
{
    if (watch->plan_is_current)
        return;
    watch->planned_inputs = 0;
    for (unsigned k = 0; k <= MAX_DEGREE; k++)
        plan_window(watch, k);
    if (watch->has_new_properties) /* what they speak of was not read */
        walk_lanes_restart_all(lanes);
    watch->has_new_properties = false;
    watch->plan_is_current = true;
}

/* ---- testing ---- */

/* Each sequence under way gets the leaves about the step that it is in. Returns
 * the gates of the one that is complete now. */
static const GateLanes *read_window(PropertyWatch *watch, unsigned step_count,
                                    const WalkLanes *lanes)
{
    GateLanes *sequences = watch->windows[step_count].sequences;
    size_t size = step_count + 1;
    for (unsigned level = 0; level <= step_count; level++)
        gate_lanes_read(&sequences[(watch->step + size - level) % size], level,
                        lanes);
    GateLanes *complete = &sequences[(watch->step + 1) % size];
    gate_lanes_evaluate(complete);
    return complete;
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
    const GateLanes *gates = read_window(watch, step_count, lanes);
    size_t open_count = 0;
    for (size_t i = 0; i < window->watched.count; i++) {
        WatchedProperty *watched =
            &watch->watched.items[window->watched.items[i]];
        if (watched->refuted_by != NO_INDEX)
            continue;
        Lanes fails =
            ~ref_lanes(gates->values, watched->property->ends[step_count]) &
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
    assert(watch->plan_is_current);
    watch->step++;
    for (unsigned k = 0; k <= MAX_DEGREE; k++)
        if (watch->windows[k].watched.count)
            test_window(watch, k, lanes, archive);
}

/* guided_walks.c - bit-parallel random plays, restarted where features are rare
 *
 * In:   a Net, and properties to test on every position visited
 * Out:  counterexample plays of properties; a sample of reachable positions
 * Next: prove/stage_plays.c takes counterexamples; candidates/ uses the sample
 *
 * Bit-parallel simulation (Biham 1997): LANES plays run at once, one bit each
 * (walk_lanes.c). Half of the plays that end restart at positions of the
 * archive instead of the initial position, as in Go-Explore (Ecoffet et al.
 * 2021, walk_archive.c). Start reading at play_step().
 */
#include "prove/walk/guided_walks.h"

#include "base/bits.h"
#include "prove/walk/property_watch.h"

enum { SAMPLE_INTERVAL = 4 }; /* steps between two blocks of the sample */

struct GuidedWalks {
    const Net *net;
    Arena *arena;
    Random random;
    WalkLanes *lanes;
    PropertyWatch watch;
    WalkArchive archive;
    PositionSample sample;
    size_t step;
    GateLanes gates; /* of walks_find_failing() */
};

GuidedWalks *walks_new(const Net *net, const PropertyTable *properties,
                       uint64_t seed)
{
    Arena *arena = arena_new();
    GuidedWalks *walks = memory_alloc(sizeof *walks);
    *walks = (GuidedWalks){.net = net,
                           .arena = arena,
                           .random = random_new(seed, 77),
                           .lanes = walk_lanes_new(net, arena),
                           .gates = {.properties = properties}};
    watch_init(&walks->watch, properties);
    archive_init(&walks->archive, net, arena);
    sample_init(&walks->sample, net);
    return walks;
}

void walks_free(GuidedWalks *walks)
{
    if (!walks)
        return;
    walk_lanes_free(walks->lanes);
    watch_clear(&walks->watch);
    archive_clear(&walks->archive);
    sample_clear(&walks->sample);
    gate_lanes_free(&walks->gates);
    arena_free(walks->arena);
    memory_free(walks);
}

size_t walks_watch(GuidedWalks *walks, const GroundProperty *property)
{
    return watch_add(&walks->watch, property);
}

/* ---- one step of all lanes ---- */

/* Goes on to the next position in the lanes that have not ENDED. */
static void advance_lanes(WalkLanes *lanes, const Lanes *ended)
{
    const Net *net = lanes->net;
    for (size_t lane = 0; lane < LANES; lane++) {
        if (lanes_has(ended, lane))
            continue;
        size_t step = lanes->plays[lane].age++;
        assert(step < lanes->max_steps);
        for (size_t role = 0; role < net->role_count; role++)
            moves_of_play(lanes, lane)[step * net->role_count + role] =
                lanes->chosen_moves[role * LANES + lane];
    }
    for (uint32_t i = 0; i < net->feature_count; i++) {
        Lanes *feature = feature_lanes(lanes, i);
        *feature = (*feature & *ended) | (*next_lanes(lanes, i) & ~*ended);
    }
    for (size_t k = MAX_DEGREE; k > 0; k--)
        lanes->age_at_least[k] = lanes->age_at_least[k - 1];
}

/* Restarts the plays that have ENDED at origins of their own; those for whose
 * moves there is no more room go on from where they are. */
static void restart_plays(GuidedWalks *walks, const Lanes *ended)
{
    WalkLanes *lanes = walks->lanes;
    Lanes restarting = *ended;
    for (size_t lane = 0; lane < LANES; lane++) {
        if (lanes_has(ended, lane)) {
            archive_choose_origin(&walks->archive, &walks->random, lanes, lane);
        } else if (lanes->plays[lane].age == lanes->max_steps) {
            archive_set_origin(&walks->archive,
                               archive_lane(&walks->archive, lanes, lane),
                               lanes, lane);
            lanes_add(&restarting, lane);
        }
    }
    if (lanes_any(&restarting))
        walk_lanes_restart(lanes, &restarting);
}

static void play_step(GuidedWalks *walks)
{
    WalkLanes *lanes = walks->lanes;
    bool is_sampled = walks->step++ % SAMPLE_INTERVAL == 0;
    walk_lanes_evaluate(lanes);
    watch_test(&walks->watch, lanes, &walks->archive);
    archive_features(&walks->archive, lanes, is_sampled);
    if (is_sampled)
        sample_offer(&walks->sample, lanes, &walks->random);
    Lanes running = ~lanes->terminal;
    walk_lanes_advance(lanes, &running, &walks->random);
    Lanes ended = lanes->terminal | lanes->stuck;
    advance_lanes(lanes, &ended);
    restart_plays(walks, &ended);
}

uint64_t walks_step_work(const GuidedWalks *walks)
{
    /* An operation on all lanes takes 4 times as long as one on a word. */
    return 4 * (walks->net->input_count + walks->watch.planned_inputs +
                4 * walks->net->feature_count) +
           8000;
}

void walks_run(GuidedWalks *walks, size_t step_count, const Budget *budget)
{
    for (size_t i = 0; i < step_count; i++) {
        watch_plan(&walks->watch, walks->lanes);
        if (budget_spent(budget))
            return;
        budget_charge(budget, walks_step_work(walks));
        play_step(walks);
    }
}

/* ---- evaluation for other modules ---- */

/* Sets FAILS of the properties of DEGREE that fail in a RUNNING lane. */
static void test_running_lanes(const GuidedWalks *walks, const Lanes *running,
                               unsigned degree,
                               const GroundProperty *const *list, bool *fails,
                               size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (fails[i] || list[i]->degree != degree)
            continue;
        Lanes failing =
            ~ref_lanes(walks->gates.values, list[i]->ends[degree]) & *running;
        fails[i] = lanes_any(&failing);
    }
}

void walks_find_failing(GuidedWalks *walks, const uint64_t *state,
                        size_t step_count, unsigned degree,
                        const GroundProperty *const *list, bool *fails,
                        size_t count)
{
    WalkLanes *lanes = walks->lanes;
    Lanes running = ~(Lanes){0};
    const PropertyTable *properties = walks->gates.properties;
    bool *is_needed =
        memory_zeroed(properties->gates.count + 1, sizeof *is_needed);
    assert(degree <= 1);
    for (size_t i = 0; i < count; i++)
        if (!fails[i] && list[i]->degree == degree)
            property_mark(properties, list[i]->ends[degree], is_needed);
    gate_lanes_plan(&walks->gates, is_needed);
    memory_free(is_needed);
    for (uint32_t i = 0; i < walks->net->feature_count; i++)
        *feature_lanes(lanes, i) = get_bit(state, i) ? ~(Lanes){0} : (Lanes){0};
    for (size_t step = 0; step <= step_count && lanes_any(&running); step++) {
        walk_lanes_evaluate(lanes);
        gate_lanes_read(&walks->gates, degree, lanes);
        gate_lanes_evaluate(&walks->gates);
        if (step >= degree)
            test_running_lanes(walks, &running, degree, list, fails, count);
        if (degree)
            gate_lanes_read(&walks->gates, 0, lanes);
        running &= ~lanes->terminal;
        if (step == step_count)
            break;
        walk_lanes_advance(lanes, &running, &walks->random);
        running &= ~lanes->stuck;
        for (uint32_t i = 0; i < walks->net->feature_count; i++)
            *feature_lanes(lanes, i) = *next_lanes(lanes, i);
    }
    walk_lanes_restart_all(lanes);
}

void walks_evaluate_states(GuidedWalks *walks, const uint64_t *states,
                           size_t word_count, size_t count, WalkVisit *visit,
                           void *context)
{
    const uint64_t *by_lane[LANES];
    Lanes running = {0};
    assert(count <= LANES);
    for (size_t lane = 0; lane < count; lane++) {
        by_lane[lane] = states + lane * word_count;
        lanes_add(&running, lane);
    }
    walk_lanes_load(walks->lanes, by_lane, &running);
    walk_lanes_evaluate(walks->lanes);
    visit(context, walks->lanes, &running);
    walk_lanes_restart_all(walks->lanes);
}

const uint64_t *walks_initial(const GuidedWalks *walks)
{
    return walks->lanes->initial;
}

/* ---- results ---- */

uint32_t walks_counterexample_end(const GuidedWalks *walks, size_t property,
                                  size_t *depth)
{
    assert(property < walks->watch.watched.count);
    *depth = walks->watch.watched.items[property].fails_at;
    return walks->watch.watched.items[property].refuted_by;
}

WalkPosition walks_position(const GuidedWalks *walks, uint32_t position)
{
    assert(position < walks->archive.positions.count);
    const ArchivedPosition *entry = &walks->archive.positions.items[position];
    return (WalkPosition){entry->state, entry->depth};
}

uint32_t *walks_play(const GuidedWalks *walks, uint32_t position)
{
    return archive_play(&walks->archive, position);
}

size_t walks_block_count(const GuidedWalks *walks)
{
    return walks->sample.block_count;
}

const Lanes *walks_sampled(const GuidedWalks *walks, uint32_t feature)
{
    return walks->sample.values + feature * walks->sample.max_blocks;
}

bool walks_seen_true(const GuidedWalks *walks, uint32_t feature)
{
    return walks->archive.first_seen[feature] != NO_INDEX;
}

bool walks_seen_false(const GuidedWalks *walks, uint32_t feature)
{
    return walks->archive.seen_false[feature];
}

/* How many of FEATURES hold initially. */
static size_t count_initial(const GuidedWalks *walks, const uint32_t *features,
                            size_t count)
{
    size_t initial_count = 0;
    for (size_t i = 0; i < count; i++)
        initial_count += walks->net->initial[features[i]];
    return initial_count;
}

bool walks_at_most_one(const GuidedWalks *walks, const uint32_t *features,
                       size_t count)
{
    if (count_initial(walks, features, count) > 1)
        return false;
    for (size_t block = 0; block < walks_block_count(walks); block++) {
        Lanes at_least_one = {0}, at_least_two = {0};
        for (size_t i = 0; i < count; i++) {
            Lanes holds = walks_sampled(walks, features[i])[block];
            at_least_two |= at_least_one & holds;
            at_least_one |= holds;
        }
        if (lanes_any(&at_least_two))
            return false;
    }
    return true;
}

bool walks_at_least_one(const GuidedWalks *walks, const uint32_t *features,
                        size_t count)
{
    if (!count_initial(walks, features, count))
        return false;
    for (size_t block = 0; block < walks_block_count(walks); block++) {
        Lanes none = ~(Lanes){0};
        for (size_t i = 0; i < count; i++)
            none &= ~walks_sampled(walks, features[i])[block];
        if (lanes_any(&none))
            return false;
    }
    return true;
}

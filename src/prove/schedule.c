/* schedule.c - prove and refute together, by everything there is
 *
 * In:   properties about a Net
 * Out:  a verdict for each, with a play where it is refuted
 *
 * In stages, cheapest first, until nothing that was asked for is open: plays
 * at random; mutual induction with more and more properties that were invented,
 * and over several steps, each with little effort at first; what the rules say
 * move by move, first of all if the game is large; then with more effort; plays
 * and inductions of several steps; the same again with the rest. Start
 * reading at schedule_run(), at the end.
 */
#include "base/memory.h"
#include "prove/stages.h"

#include <stdlib.h>

enum { SMALL_POSITIONS = 20000, MAX_POSITIONS = 300000 };

/* A stage gets little at first; if something is open in the end, those that
 * were cut short share more. */
static const double LOOSE_EFFORT = 1e9, PLAIN_EFFORT = 6e9, DEEP_EFFORT = 4e8,
                    FIRST_EFFORT = 8e8, MAX_IDLE = 4.4e9, QUESTION_EFFORT = 100,
                    MORE_EFFORT = 1.2e9, MAX_EFFORT = 2e10;

/* ---- what is open, and known ---- */

bool schedule_is_open(const Schedule *schedule, size_t number)
{
    return schedule->results[number].verdict == VERDICT_UNKNOWN;
}

size_t schedule_count_open(const Schedule *schedule)
{
    size_t open = 0;
    for (size_t i = 0; i < schedule->count; i++)
        open += schedule_is_open(schedule, i);
    return open;
}

bool schedule_is_done(const Schedule *schedule)
{
    return (!schedule_count_open(schedule) && !schedule->task->wants_lemmas) ||
           budget_spent(schedule->budget);
}

void schedule_report(const Schedule *schedule)
{
    if (schedule->task->progress)
        schedule->task->progress(schedule->task->context,
                                 schedule->count -
                                     schedule_count_open(schedule));
}

bool schedule_is_known(const Schedule *schedule, Ref ref)
{
    return ref < schedule->known.count && schedule->known.items[ref];
}

void schedule_note_known(Schedule *schedule, Ref ref)
{
    while (schedule->known.count <= ref)
        vec_push(&schedule->known, false);
    schedule->known.items[ref] = true;
}

void schedule_learn(Schedule *schedule, Ref ref)
{
    if (schedule_is_known(schedule, ref))
        return;
    GroundProperty *property = arena_array(schedule->arena, GroundProperty, 1);
    property->ends[0] = ref;
    schedule_note_known(schedule, ref);
    houdini_given(schedule->houdini, property);
    vec_push(&schedule->task->lemmas, ref);
}

bool schedule_is_vast(const Schedule *schedule)
{
    enum { VAST = 400000 };
    return schedule->net->input_count > VAST;
}

bool schedule_is_large(const Schedule *schedule)
{
    enum { LARGE = 50000 };
    return schedule->net->input_count > LARGE;
}

/* ---- the order ---- */

static bool is_trivial(const GroundProperty *property)
{
    for (unsigned k = 0; k <= property->degree; k++)
        if (property->ends[k] != REF_TRUE)
            return false;
    return true;
}

static const struct {
    CandidateKind kind;
    size_t most;
    double effort; /* at first */
} stages[] = {{CANDIDATE_CONSTANT, 100000, 1.5e9},
              {CANDIDATE_SYMBOL_MUTEX, 1000, 1.5e9},
              {CANDIDATE_MUTEX_GROUP, 4000, 1.4e9},
              {CANDIDATE_MUTEX_SCHEMA, 4000, 1.4e9},
              {CANDIDATE_STEP_COUNTER, 60000, 4e8},
              {CANDIDATE_AT_LEAST_ONE, 60000, 4e8},
              {CANDIDATE_DERIVED, 20000, 4e8},
              {CANDIDATE_BINARY_CLAUSE, 60000, 4e8}};

/* The last few of many are worth less effort than a tenth of all or more. */
static bool is_idle(const Schedule *schedule)
{
    double share =
        10.0 * (double)schedule_count_open(schedule) / (double)schedule->count;
    share = share < 0.3 ? 0.3 : share > 1 ? 1 : share;
    return schedule->toured && schedule->idle > share * MAX_IDLE;
}

/* Nothing was decided for long; or it was tried with all that is known, and
 * with about as much effort. */
static bool is_needless(const Schedule *schedule, CandidateKind kind,
                        double effort)
{
    bool anything_new =
        schedule->tried[kind].facts != houdini_facts(schedule->houdini) + 1 ||
        (schedule->heavy[kind] && effort >= 2 * schedule->tried[kind].effort);
    return is_idle(schedule) || (schedule->toured && !anything_new);
}

/* One stage, and play in proportion to its work; returns the effort. */
static double stage(Schedule *schedule, size_t number, double effort)
{
    static const double MIN_WORK = 2e4;
    CandidateKind kind = stages[number].kind;
    HoudiniCost before = houdini_cost(schedule->houdini);
    size_t open = schedule_count_open(schedule);
    stage_induct(schedule, kind, stages[number].most, effort);
    HoudiniCost after = houdini_cost(schedule->houdini);
    double work = after.work - before.work;
    if (!schedule_is_done(schedule))
        stage_play(schedule, work < MIN_WORK ? MIN_WORK : work);
    schedule->tried[kind].effort = effort;
    schedule->tried[kind].facts = houdini_facts(schedule->houdini) + 1;
    schedule->idle += after.effort - before.effort + QUESTION_EFFORT * work;
    if (schedule_count_open(schedule) < open)
        schedule->idle = 0;
    return after.effort - before.effort;
}

static void turn(Schedule *schedule, CandidateKind kind, double effort)
{
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++)
        if (stages[i].kind == kind && !schedule_is_done(schedule) &&
            !is_needless(schedule, kind, effort))
            stage(schedule, i, effort);
}

/* Most of what is hard needs one kind of property, or a second step: each has
 * a short turn before any is tried with more effort. Exclusions are heavy most
 * of the time, and clocks many: they would slow down the others. */
static void tour(Schedule *schedule)
{
    enum { SHALLOW = 2, MANY = 100 };
    static const double PATIENT_WORK = 1.5e7;
    schedule->apart[CANDIDATE_MUTEX_SCHEMA] =
        schedule->apart[CANDIDATE_STEP_COUNTER] = true;
    turn(schedule, CANDIDATE_STEP_COUNTER, SHORT_EFFORT);
    turn(schedule, CANDIDATE_AT_LEAST_ONE, SHORT_EFFORT);
    if (!schedule_is_done(schedule) && !schedule->task->no_depth &&
        schedule_count_open(schedule) < MANY)
        stage_deepen(schedule, SHALLOW, SHORT_EFFORT);
    turn(schedule, CANDIDATE_BINARY_CLAUSE, SHORT_EFFORT);
    turn(schedule, CANDIDATE_MUTEX_SCHEMA, SHORT_EFFORT);
    if (!schedule_is_done(schedule))
        stage_play(schedule, PATIENT_WORK);
    schedule->apart[CANDIDATE_MUTEX_SCHEMA] =
        schedule->apart[CANDIDATE_STEP_COUNTER] = false;
    schedule->toured = true;
}

/* Those that were cut short, with more and more effort. */
static void second_tour(Schedule *schedule)
{
    static const CandidateKind kinds[] = {
        CANDIDATE_STEP_COUNTER, CANDIDATE_AT_LEAST_ONE, CANDIDATE_BINARY_CLAUSE,
        CANDIDATE_MUTEX_SCHEMA};
    static const double efforts[] = {5e8, 2e9};
    for (size_t k = 0; k < sizeof efforts / sizeof *efforts; k++)
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
            if (schedule->heavy[kinds[i]])
                turn(schedule, kinds[i], efforts[k]);
}

static bool may_sum(const Schedule *schedule)
{
    return !schedule->task->no_sums && !schedule_is_vast(schedule);
}

/* What the rules say; what is open may follow from it, or be constant with it.
 */
static void follow_rules(Schedule *schedule)
{
    if (schedule_is_done(schedule) || !may_sum(schedule) ||
        !stage_rules(schedule))
        return;
    stage_ask(schedule, "induction");
    turn(schedule, CANDIDATE_CONSTANT, FIRST_EFFORT);
}

/* What can be found move by move. */
static void look_at_moves(Schedule *schedule)
{
    if (!schedule_is_large(schedule)) /* else that was first of all */
        follow_rules(schedule);
    if (may_sum(schedule) && !schedule->task->evidence &&
        !schedule_is_done(schedule))
        stage_sums(schedule);
}

/* Whether all that is open is about single positions, as that something always
 * exists: there, steps help less than sums do. */
static bool is_about_positions(const Schedule *schedule)
{
    for (size_t i = 0; i < schedule->count; i++)
        if (schedule_is_open(schedule, i) && schedule->list[i].degree)
            return false;
    return true;
}

/* Before what takes most effort: all that is done otherwise. */
static void detour(Schedule *schedule)
{
    bool sums_first = is_about_positions(schedule);
    if (sums_first)
        look_at_moves(schedule);
    stage_loose(schedule, LOOSE_EFFORT);
    tour(schedule);
    if (!schedule_is_done(schedule))
        stage_positions(schedule, SMALL_POSITIONS, 0, schedule->budget);
    if (!sums_first)
        look_at_moves(schedule);
    if (!schedule_is_done(schedule) && !schedule->task->no_depth)
        stage_deepen(schedule, 0, SHORT_EFFORT);
    second_tour(schedule);
}

static void begin(Schedule *schedule)
{
    schedule->walks =
        walks_new(schedule->net, schedule->properties, schedule->task->seed);
    for (size_t i = 0; i < schedule->count; i++)
        schedule->watched[i] = walks_watch(schedule->walks, &schedule->list[i]);
    if (!schedule->task->only_frames)
        stage_play(schedule, 3e4);
    schedule->houdini =
        houdini_new(schedule->net, schedule->properties, schedule->walks,
                    UNROLL_ANY, schedule->budget);
    for (size_t i = 0; i < schedule->task->given_count; i++)
        houdini_given(schedule->houdini, &schedule->task->givens[i]);
    if (!schedule_is_done(schedule) && schedule->task->given_count)
        stage_ask(schedule, "induction"); /* it may follow from them */
}

static void search(Schedule *schedule)
{
    size_t last = schedule->task->quick ? 4 : sizeof stages / sizeof *stages;
    bool tours = !schedule->task->quick && !schedule->task->needs_some &&
                 !schedule->task->wants_lemmas;
    begin(schedule);
    if (schedule->task->only_frames) {
        stage_frames(schedule);
        return;
    }
    if (!schedule_is_done(schedule) && schedule_is_vast(schedule))
        stage_sketch(schedule);
    if (tours && schedule_is_large(schedule))
        follow_rules(schedule);
    if (!schedule_is_done(
            schedule)) /* what is hard must not keep back what is easy */
        stage_plain(schedule, true, 100, CHECK_EFFORT);
    if (!schedule_is_done(schedule) && schedule->task->needs_some &&
        !schedule->task->quick) {
        Budget some = budget_part(schedule->budget, 0.1);
        stage_positions(schedule, MAX_POSITIONS, 0, &some);
    }
    for (size_t i = 0; i < last && !schedule_is_done(schedule); i++) {
        CandidateKind kind = stages[i].kind;
        if (kind != CANDIDATE_DERIVED || schedule->task->needs_some)
            turn(schedule, kind,
                 tours && stages[i].effort > FIRST_EFFORT ? FIRST_EFFORT
                                                          : stages[i].effort);
        if (kind == CANDIDATE_CONSTANT && !tours)
            stage_loose(schedule, LOOSE_EFFORT);
        if (kind == CANDIDATE_SYMBOL_MUTEX && tours)
            detour(schedule);
        else if (kind == CANDIDATE_SYMBOL_MUTEX && !schedule_is_done(schedule))
            stage_positions(schedule, SMALL_POSITIONS, 0, schedule->budget);
        if (kind == CANDIDATE_STEP_COUNTER && !schedule_is_done(schedule))
            stage_positions(schedule, MAX_POSITIONS, 0, schedule->budget);
        bool plain = !schedule->task->needs_some && !schedule->task->quick;
        if (kind == CANDIDATE_MUTEX_GROUP && plain &&
            !schedule_is_done(schedule))
            stage_plain(schedule, false, 5000, SOME_EFFORT);
        if (kind == CANDIDATE_MUTEX_SCHEMA && plain &&
            !schedule_is_done(schedule))
            stage_plain(schedule, false, 100000, PLAIN_EFFORT);
    }
    if (!schedule_is_done(schedule) && schedule_count_open(schedule) &&
        !schedule->task->quick && !schedule->task->no_depth)
        stage_deepen(schedule, 0,
                     is_idle(schedule) ? SHORT_EFFORT : DEEP_EFFORT);
    double left = schedule->task->needs_some ? MAX_EFFORT : MORE_EFFORT;
    for (size_t i = 0; i < last && !schedule_is_done(schedule) && left > 0; i++)
        if (schedule->heavy[stages[i].kind] && left > stages[i].effort &&
            !is_needless(schedule, stages[i].kind, left))
            left -= stage(schedule, i, left);
    if (!schedule_is_done(schedule) && !schedule->task->quick)
        stage_positions(schedule, SMALL_POSITIONS, MAX_DEGREE,
                        schedule->budget);
    if (!schedule_is_done(schedule) && !schedule->task->quick &&
        !schedule->task->no_frames)
        stage_frames(schedule);
    if (!schedule_is_done(schedule) && schedule->task->evidence && tours &&
        may_sum(schedule) && !schedule->reachable)
        stage_sums(schedule);
}

void schedule_run(ScheduleTask *task, ScheduleResult *results)
{
    Schedule schedule = {.task = task,
                         .net = task->net,
                         .properties = task->properties,
                         .list = task->list,
                         .count = task->count,
                         .budget = task->budget,
                         .results = results,
                         .arena = arena_new()};
    schedule.watched = memory_array(task->count + 1, sizeof *schedule.watched);
    for (size_t i = 0; i < task->count; i++) {
        results[i] = (ScheduleResult){0};
        if (is_trivial(&task->list[i])) {
            results[i].verdict = VERDICT_PROVED;
            results[i].how = "grounding";
        }
    }
    bool asked = schedule_count_open(&schedule) || task->wants_lemmas;
    if (asked && !budget_spent(task->budget))
        search(&schedule);
    if (schedule.reachable)
        stage_finish_positions(&schedule);
    houdini_free(schedule.houdini);
    walks_free(schedule.walks);
    free(schedule.watched);
    vec_free(&schedule.known);
    arena_free(schedule.arena);
}

/* lanes_playouts.h - many random playouts at once, one lane each
 *
 * In:   a LaneWorker (lanes.h)
 * Out:  totals of playouts, or the goals of a batch
 *
 * Included after lanes_kernel.h, for each register width; KERNEL is the name of
 * the LaneKernel. A vector is one register here.
 *
 * A step of all lanes: evaluate the position; where it is terminal, count the
 * goals; choose a legal move in each lane; evaluate the next position; let
 * lanes that have ended begin again. Start reading at play_all(), near the end.
 */
#include <assert.h>

typedef struct {
    LaneWorker *worker;
    Lanes *values; /* of the worker */
    PlayoutTask *task;
    Tally *tally;
    uint64_t keys[LANES];     /* of the playouts */
    uint64_t begun_at[LANES]; /* step */
    uint64_t step;
    uint64_t steps_to_limit; /* until the oldest playout reaches MAX_STEPS */
    Lanes running, restarting;
    bool no_playouts_left; /* to begin */
    int *goals;            /* of a batch, by lane, by role; otherwise NULL */
} Playouts;

/* ---- lanes ---- */

static size_t count_lanes(const Lanes *lanes)
{
    size_t count = 0;
    for (int i = 0; i < WORDS; i++)
        count += bits_count((*lanes)[i]);
    return count;
}

/* Gives each lane of LANES its next playout, as long as there are some; the
 * lanes that got one are then those to be set to the initial position. */
static void assign_playouts(Playouts *playouts, const Lanes *lanes)
{
    uint64_t *restarting = (uint64_t *)&playouts->restarting;
    for (int word = 0; word < WORDS; word++)
        for (uint64_t remaining = (*lanes)[word];
             remaining && !playouts->no_playouts_left;
             remaining &= remaining - 1) {
            uint64_t playout;
            size_t lane =
                (size_t)word * 64 + (size_t)__builtin_ctzll(remaining);
            if (!task_take(playouts->task, &playout)) {
                playouts->no_playouts_left = true;
                return;
            }
            playouts->keys[lane] = playout_key(playouts->task->seed, playout);
            playouts->begun_at[lane] = playouts->step + 1;
            restarting[word] |= remaining & -remaining;
        }
}

/* Ends the playouts in LANES, which take too many steps: their transitions do
 * not count, except in a batch (it has GOALS). */
static void give_up_lanes(Playouts *playouts, const Lanes *lanes)
{
    for (int word = 0; word < WORDS; word++)
        for (uint64_t remaining = (*lanes)[word]; remaining;
             remaining &= remaining - 1) {
            size_t lane =
                (size_t)word * 64 + (size_t)__builtin_ctzll(remaining);
            if (!playouts->goals)
                playouts->tally->states -=
                    playouts->step - playouts->begun_at[lane];
            playouts->tally->given_up++;
        }
    playouts->running &= ~*lanes;
}

/* In the lanes REACHED, ROLE has the goal VALUE. */
static void count_goal(Playouts *playouts, size_t role, int value,
                       const Lanes *reached)
{
    size_t role_count = playouts->worker->plan->net->role_count;
    if (!playouts->goals) {
        playouts->tally->goals[role][value] += count_lanes(reached);
        return;
    }
    for (size_t word = 0; word < WORDS; word++)
        for (uint64_t remaining = (*reached)[word]; remaining;
             remaining &= remaining - 1) {
            size_t lane = word * 64 + (size_t)__builtin_ctzll(remaining);
            playouts->goals[lane * role_count + role] = value;
        }
}

/* Stops the lanes whose position is terminal, and counts their goals; of
 * several ones of a role, a batch has the lowest. */
static void stop_ended(Playouts *playouts)
{
    const LanePlan *plan = playouts->worker->plan;
    Lanes ended =
        value_of(playouts->values, plan->terminal) & playouts->running;
    if (!any_lane(&ended))
        return;
    evaluate(&plan->bytecode, &plan->bytecode.goals, playouts->values);
    playouts->running &= ~ended;
    for (size_t i = 0; i < plan->net->role_count; i++)
        for (size_t k = plan->net->roles[i].goal_count; k-- > 0;) {
            Lanes reached =
                value_of(playouts->values, plan->roles[i].goals[k]) & ended;
            count_goal(playouts, i, plan->net->roles[i].goals[k].value,
                       &reached);
        }
    playouts->tally->playouts += count_lanes(&ended);
}

/* Gives up the playouts that have made as many steps as they may. */
static void give_up_too_long(Playouts *playouts)
{
    uint64_t limit = playouts->task->max_steps;
    if (!limit || playouts->steps_to_limit--)
        return;
    Lanes too_long = {0};
    uint64_t *words = (uint64_t *)&too_long;
    /* a playout that begins with the next step has LIMIT + 1 */
    uint64_t min_steps_left = limit + 1;
    for (size_t lane = 0; lane < LANES; lane++) {
        uint64_t age = playouts->step - playouts->begun_at[lane];
        if (age >= limit)
            words[lane / 64] |= (uint64_t)1 << lane % 64;
        else if (limit - age < min_steps_left)
            min_steps_left = limit - age;
    }
    playouts->steps_to_limit = min_steps_left - 1;
    too_long &= playouts->running;
    give_up_lanes(playouts, &too_long);
}

/* ---- a step ---- */

typedef struct {
    const Playouts *playouts;
    uint64_t step, role;
} KeyedChoice;

/* The move that the playout of a lane makes on every engine (playout.h). */
ALWAYS_INLINE uint32_t choose_by_key(void *context, size_t lane, uint32_t count)
{
    const KeyedChoice *keyed = context;
    return playout_choice(keyed->playouts->keys[lane],
                          keyed->step - keyed->playouts->begun_at[lane],
                          keyed->role, count);
}

/* Makes a move in every running lane and computes its next position. */
static void advance(Playouts *playouts)
{
    LaneWorker *worker = playouts->worker;
    const LanePlan *plan = worker->plan;
    Lanes *next = (Lanes *)worker->next;
    clear_move_sets(plan, playouts->values);
    for (size_t role = 0; role < plan->net->role_count; role++) {
        KeyedChoice keyed = {playouts, playouts->step, role};
        Lanes stuck = {0};
        choose_moves(worker, role, playouts->values, &playouts->running,
                     choose_by_key, &keyed, NULL, &stuck);
        if (any_lane(&stuck))
            give_up_lanes(playouts, &stuck);
    }
    playouts->tally->states += count_lanes(&playouts->running);
    evaluate(&plan->bytecode, &plan->bytecode.next, playouts->values);
    for (size_t i = 0; i < plan->feature_count; i++)
        next[i] = value_of(playouts->values, plan->next[i]);
}

/* The next values become the current ones, but for RESTARTING lanes, which get
 * the initial position. */
static void start_next_step(Playouts *playouts)
{
    const LanePlan *plan = playouts->worker->plan;
    const Lanes *next = (const Lanes *)playouts->worker->next;
    for (size_t i = 0; i < plan->feature_count; i++) {
        Lanes *value = &playouts->values[plan->feature_slot[i]];
        *value = next[i] & ~playouts->restarting;
        if (plan->net->initial[plan->features[i]])
            *value |= playouts->restarting;
    }
    playouts->running |= playouts->restarting;
    playouts->restarting = (Lanes){0};
}

/* ---- all steps ---- */

static void play_all(Playouts *playouts)
{
    enum { POLL_STEPS = 16 };
    const LanePlan *plan = playouts->worker->plan;
    assert(plan->registers == 1);
    playouts->steps_to_limit = playouts->task->max_steps;
    for (; any_lane(&playouts->running); playouts->step++) {
        if (playouts->step % POLL_STEPS == POLL_STEPS - 1 &&
            budget_spent(playouts->task->budget))
            break;
        evaluate(&plan->bytecode, &plan->bytecode.legality, playouts->values);
        stop_ended(playouts);
        give_up_too_long(playouts);
        advance(playouts);
        if (!playouts->no_playouts_left) {
            Lanes idle = ~playouts->running;
            assign_playouts(playouts, &idle);
        }
        start_next_step(playouts);
    }
    Lanes unfinished = playouts->running;
    give_up_lanes(playouts, &unfinished);
}

static void run_playouts(LaneWorker *worker, PlayoutTask *task, Tally *tally)
{
    Playouts playouts = {.worker = worker,
                         .values = (Lanes *)worker->values,
                         .task = task,
                         .tally = tally,
                         .step = UINT64_MAX}; /* the first step is number 0 */
    const Lanes all = ~(Lanes){0};
    assign_playouts(&playouts, &all);
    start_next_step(&playouts);
    playouts.step = 0;
    play_all(&playouts);
}

static uint64_t run_batch(LaneWorker *worker, const uint64_t *const *states,
                          size_t count, uint64_t seed, uint64_t first,
                          uint64_t max_steps, const Budget *budget, int *goals)
{
    PlayoutTask task = {.max_steps = max_steps, .budget = budget};
    Tally tally = {0}; /* only its number of states is read */
    Playouts playouts = {.worker = worker,
                         .values = (Lanes *)worker->values,
                         .task = &task,
                         .tally = &tally,
                         .no_playouts_left = true,
                         .goals = goals};
    assert(count <= LANES);
    for (size_t lane = 0; lane < count; lane++) {
        playouts.keys[lane] = playout_key(seed, first + lane);
        ((uint64_t *)&playouts.running)[lane / 64] |= (uint64_t)1 << lane % 64;
    }
    load_lanes(worker, playouts.values, states, &playouts.running);
    play_all(&playouts);
    return tally.states;
}

const LaneKernel KERNEL = {
    .lanes = LANES,
    .worker_new = worker_new,
    .evaluate = evaluate_vectors,
    .load = load_vectors,
    .advance = advance_vectors,
    .run_playouts = run_playouts,
    .run_batch = run_batch,
};

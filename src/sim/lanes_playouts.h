/* lanes_playouts.h - many random playouts at once, one lane each
 *
 * In:   a LaneWorker (lanes.h)
 * Out:  totals of playouts, or the goals of a batch
 *
 * Included after lanes_kernel.h, for each register width; ENGINE is the name of
 * the LaneEngine. A vector is one register here.
 *
 * A step of all lanes: evaluate the position; where it is terminal, count the
 * goals; choose a legal move in each lane; evaluate the next position; let
 * lanes that have ended begin again. Start reading at play(), near the end.
 */
#include <assert.h>

typedef struct {
    LaneWorker *worker;
    Lanes *values; /* of the worker */
    PlayoutTask *task;
    Tally *tally;
    uint64_t keys[LANES]; /* of the playouts */
    uint64_t begun[LANES];
    uint64_t step;
    uint64_t limit_in; /* steps until the oldest playout reaches the limit */
    Lanes running, restart;
    bool exhausted; /* there are no more playouts */
    int *goals;     /* of a batch, by lane, by role; otherwise NULL */
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
    uint64_t *restart = (uint64_t *)&playouts->restart;
    for (int word = 0; word < WORDS; word++)
        for (uint64_t left = (*lanes)[word]; left && !playouts->exhausted;
             left &= left - 1) {
            uint64_t playout;
            size_t lane = (size_t)word * 64 + (size_t)__builtin_ctzll(left);
            if (!task_take(playouts->task, &playout)) {
                playouts->exhausted = true;
                return;
            }
            playouts->keys[lane] = playout_key(playouts->task->seed, playout);
            playouts->begun[lane] = playouts->step + 1;
            restart[word] |= left & -left;
        }
}

/* Takes back the transitions of playouts that do not come to an end, unless
 * they are of a batch. */
static void give_up(Playouts *playouts, const Lanes *lanes)
{
    for (int word = 0; word < WORDS; word++)
        for (uint64_t left = (*lanes)[word]; left; left &= left - 1) {
            size_t lane = (size_t)word * 64 + (size_t)__builtin_ctzll(left);
            if (!playouts->goals)
                playouts->tally->states -=
                    playouts->step - playouts->begun[lane];
            playouts->tally->given_up++;
        }
    playouts->running &= ~*lanes;
}

/* In the lanes REACHED, ROLE has the goal VALUE. */
static void count_goal(Playouts *playouts, size_t role, int value,
                       const Lanes *reached)
{
    size_t roles = playouts->worker->plan->net->role_count;
    if (!playouts->goals) {
        playouts->tally->goals[role][value] += count_lanes(reached);
        return;
    }
    for (size_t word = 0; word < WORDS; word++)
        for (uint64_t left = (*reached)[word]; left; left &= left - 1) {
            size_t lane = word * 64 + (size_t)__builtin_ctzll(left);
            playouts->goals[lane * roles + role] = value;
        }
}

/* Stops the lanes whose position is terminal, and counts their goals; of
 * several ones of a role, a batch has the lowest. */
static void count_ends(Playouts *playouts)
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
static void give_up_at_limit(Playouts *playouts)
{
    uint64_t limit = playouts->task->steps;
    if (!limit || playouts->limit_in--)
        return;
    Lanes old = {0};
    uint64_t *words = (uint64_t *)&old;
    uint64_t shortest = limit + 1; /* what begins with the next step has that */
    for (size_t lane = 0; lane < LANES; lane++) {
        uint64_t age = playouts->step - playouts->begun[lane];
        if (age >= limit)
            words[lane / 64] |= (uint64_t)1 << lane % 64;
        else if (limit - age < shortest)
            shortest = limit - age;
    }
    playouts->limit_in = shortest - 1;
    old &= playouts->running;
    give_up(playouts, &old);
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
                          keyed->step - keyed->playouts->begun[lane],
                          keyed->role, count);
}

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
            give_up(playouts, &stuck);
    }
    playouts->tally->states += count_lanes(&playouts->running);
    evaluate(&plan->bytecode, &plan->bytecode.next, playouts->values);
    for (size_t i = 0; i < plan->feature_count; i++)
        next[i] = value_of(playouts->values, plan->next[i]);
}

static void begin_again(Playouts *playouts)
{
    const LanePlan *plan = playouts->worker->plan;
    const Lanes *next = (const Lanes *)playouts->worker->next;
    for (size_t i = 0; i < plan->feature_count; i++) {
        Lanes *value = &playouts->values[plan->feature_slot[i]];
        *value = next[i] & ~playouts->restart;
        if (plan->net->initial[plan->features[i]])
            *value |= playouts->restart;
    }
    playouts->running |= playouts->restart;
    playouts->restart = (Lanes){0};
}

/* ---- all steps ---- */

static void play(Playouts *playouts)
{
    enum { POLL = 16 };
    const LanePlan *plan = playouts->worker->plan;
    assert(plan->registers == 1);
    playouts->limit_in = playouts->task->steps;
    for (; any_lane(&playouts->running); playouts->step++) {
        if (playouts->step % POLL == POLL - 1 &&
            budget_spent(playouts->task->budget))
            break;
        evaluate(&plan->bytecode, &plan->bytecode.position, playouts->values);
        count_ends(playouts);
        give_up_at_limit(playouts);
        advance(playouts);
        if (!playouts->exhausted) {
            Lanes idle = ~playouts->running;
            assign_playouts(playouts, &idle);
        }
        begin_again(playouts);
    }
    Lanes rest = playouts->running;
    give_up(playouts, &rest);
}

static void run(LaneWorker *worker, PlayoutTask *task, Tally *tally)
{
    Playouts playouts = {.worker = worker,
                         .values = (Lanes *)worker->values,
                         .task = task,
                         .tally = tally,
                         .step = UINT64_MAX}; /* the first step is number 0 */
    const Lanes all = ~(Lanes){0};
    assign_playouts(&playouts, &all);
    begin_again(&playouts);
    playouts.step = 0;
    play(&playouts);
}

static uint64_t run_batch(LaneWorker *worker, const uint64_t *const *states,
                          size_t count, uint64_t seed, uint64_t first,
                          uint64_t steps, const Budget *budget, int *goals)
{
    PlayoutTask task = {.steps = steps, .budget = budget};
    Tally tally = {0}; /* only its number of states is read */
    Playouts playouts = {.worker = worker,
                         .values = (Lanes *)worker->values,
                         .task = &task,
                         .tally = &tally,
                         .exhausted = true,
                         .goals = goals};
    assert(count <= LANES);
    for (size_t lane = 0; lane < count; lane++) {
        playouts.keys[lane] = playout_key(seed, first + lane);
        ((uint64_t *)&playouts.running)[lane / 64] |= (uint64_t)1 << lane % 64;
    }
    load_lanes(worker, playouts.values, states, &playouts.running);
    play(&playouts);
    return tally.states;
}

const LaneEngine ENGINE = {
    .lanes = LANES,
    .worker_new = worker_new,
    .evaluate = evaluate_vectors,
    .load = load_vectors,
    .advance = advance_vectors,
    .run = run,
    .run_batch = run_batch,
};

/* sliced_lanes.h - many random playouts at once, one bit of a vector each
 *
 * In:   a Sliced (sliced_plan.h)
 * Out:  totals of playouts, or the goals of a batch
 *
 * Included by one source file for each vector width, which defines
 *     WORDS     64-bit words of a vector
 *     ENGINE    the name of the LaneEngine
 * and is compiled for processors with registers of that width (Makefile).
 *
 * A step of all lanes: evaluate the position; where it is terminal, note the
 * goals; choose a legal move in each lane; evaluate the next position; let
 * lanes that have ended begin again. The choice needs the legal moves of a
 * lane as bits of a word: a transposition of the matrix of moves by lanes.
 * Start reading at run(), near the end.
 */
#include "base/memory.h"
#include "sim/sliced_plan.h"

#include "sim/playout.h"
#include "base/bits.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = 64 * WORDS };

typedef uint64_t Lanes __attribute__((vector_size(8 * WORDS)));

struct Worker {
    const Sliced *sliced;
    PlayoutTask *task;
    Tally *tally;
    Lanes *values, *next;
    Lanes *rows, *does;   /* legal moves that occur, and which are made */
    uint32_t *moves;      /* of these rows */
    Lanes *masks;         /* the rows, transposed, 64 at a time */
    uint64_t keys[LANES]; /* of the playouts */
    uint64_t begun[LANES];
    uint64_t step;
    uint64_t limit_in; /* steps until the oldest playout reaches the limit */
    Lanes running, restart;
    bool exhausted; /* there are no more playouts */
};

/* ---- vectors ---- */

static inline bool any_lane(const Lanes *lanes)
{
    uint64_t all = 0;
    for (int i = 0; i < WORDS; i++)
        all |= (*lanes)[i];
    return all != 0;
}

static void evaluate_code(const uint32_t *code, const uint32_t *end,
                          Lanes *values, uint32_t slot)
{
    while (code < end) {
        uint32_t plain = code[0], negated = code[1];
        code += 2;
        Lanes all = ~(Lanes){0};
        for (uint32_t i = 0; i < plain; i++)
            all &= values[*code++];
        for (uint32_t i = 0; i < negated; i++)
            all &= ~values[*code++];
        values[slot++] = all;
    }
}

/* Transposes a 64x64 matrix in each word of the vectors: bit i of row k becomes
 * bit k of row i. */
static void transpose(Lanes *rows)
{
    uint64_t mask = 0x00000000ffffffffu;
    for (unsigned width = 32; width; width >>= 1, mask ^= mask << width)
        for (unsigned k = 0; k < 64; k = ((k | width) + 1) & ~width) {
            Lanes swap = ((rows[k] >> width) ^ rows[k | width]) & mask;
            rows[k | width] ^= swap;
            rows[k] ^= swap << width;
        }
}

/* The place of the bit of WORD before which there are NUMBER others. */
static inline unsigned select_bit(uint64_t word, unsigned number)
{
#ifdef __BMI2__
    word = __builtin_ia32_pdep_di((uint64_t)1 << number, word);
#else
    while (number--)
        word &= word - 1;
#endif
    return (unsigned)__builtin_ctzll(word);
}

/* For each lane one of its legal moves, given as bits in CHUNKS masks; DOES
 * gets a bit in the row of the move. STUCK gets the lanes that have none. */
static inline __attribute__((always_inline)) void
choose_by_masks(Worker *worker, size_t role, const uint64_t *masks,
                size_t chunks, uint64_t *does, uint64_t *stuck)
{
    const uint64_t *running = (const uint64_t *)&worker->running;
    for (size_t word = 0; word < WORDS; word++) {
        for (uint64_t left = running[word]; left; left &= left - 1) {
            unsigned bit = (unsigned)__builtin_ctzll(left);
            size_t lane = word * 64 + bit;
            const uint64_t *mask = masks + bit * WORDS + word;
            uint32_t count = 0;
            for (size_t i = 0; i < chunks; i++)
                count += bits_count(mask[i * 64 * WORDS]);
            if (!count) {
                stuck[word] |= (uint64_t)1 << bit;
                continue;
            }
            uint32_t choice =
                playout_choice(worker->keys[lane],
                               worker->step - worker->begun[lane], role, count);
            size_t chunk = 0;
            for (;; chunk++) {
                uint32_t here = bits_count(mask[chunk * 64 * WORDS]);
                if (choice < here)
                    break;
                choice -= here;
            }
            size_t row =
                chunk * 64 + select_bit(mask[chunk * 64 * WORDS], choice);
            does[row * WORDS + word] |= (uint64_t)1 << bit;
        }
    }
}

/* ---- evaluating ---- */

static void get(const Worker *worker, SlotRef ref, Lanes *out)
{
    *out = worker->values[ref.slot];
    if (ref.negated)
        *out = ~*out;
}

/* Loops grow from nothing until they are stable. */
static void evaluate_loops(Worker *worker, const Run *run)
{
    const Program *program = &worker->sliced->program;
    const LoopRef *loops = program->loops;
    for (uint32_t i = run->first_loop; i < run->end_loop; i++)
        if (loops[i].slot)
            worker->values[loops[i].slot] = (Lanes){0};
    for (bool more = true; more;) {
        evaluate_code(program->code + run->code, program->code + run->end,
                      worker->values, run->slot);
        more = false;
        for (uint32_t i = run->first_loop; i < run->end_loop; i++) {
            Lanes now, changed;
            if (!loops[i].slot)
                continue;
            get(worker, loops[i].definition, &now);
            changed = now ^ worker->values[loops[i].slot];
            more = more || any_lane(&changed);
            worker->values[loops[i].slot] = now;
        }
    }
}

static void evaluate(Worker *worker, const Runs *runs)
{
    const Program *program = &worker->sliced->program;
    for (size_t i = 0; i < runs->count; i++) {
        const Run *run = &runs->items[i];
        if (run->end_loop > run->first_loop)
            evaluate_loops(worker, run);
        else
            evaluate_code(program->code + run->code, program->code + run->end,
                          worker->values, run->slot);
    }
}

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
static void hand_out(Worker *worker, const Lanes *lanes)
{
    uint64_t *restart = (uint64_t *)&worker->restart;
    for (int word = 0; word < WORDS; word++)
        for (uint64_t left = (*lanes)[word]; left && !worker->exhausted;
             left &= left - 1) {
            uint64_t playout;
            size_t lane = (size_t)word * 64 + (size_t)__builtin_ctzll(left);
            if (!task_take(worker->task, &playout)) {
                worker->exhausted = true;
                return;
            }
            worker->keys[lane] = playout_key(worker->task->seed, playout);
            worker->begun[lane] = worker->step + 1;
            restart[word] |= left & -left;
        }
}

/* Takes back the transitions of playouts that do not come to an end. */
static void give_up(Worker *worker, const Lanes *lanes)
{
    for (int word = 0; word < WORDS; word++)
        for (uint64_t left = (*lanes)[word]; left; left &= left - 1) {
            size_t lane = (size_t)word * 64 + (size_t)__builtin_ctzll(left);
            worker->tally->states -= worker->step - worker->begun[lane];
            worker->tally->given_up++;
        }
    worker->running &= ~*lanes;
}

static void note_ends(Worker *worker)
{
    const Sliced *sliced = worker->sliced;
    Lanes ended;
    get(worker, sliced->terminal, &ended);
    ended &= worker->running;
    if (!any_lane(&ended))
        return;
    evaluate(worker, &sliced->program.goals);
    for (size_t i = 0; i < sliced->net->role_count; i++)
        for (size_t k = 0; k < sliced->net->roles[i].goal_count; k++) {
            Lanes reached;
            get(worker, sliced->roles[i].goals[k], &reached);
            reached &= ended;
            worker->tally->goals[i][k] += count_lanes(&reached);
        }
    worker->tally->playouts += count_lanes(&ended);
    worker->running &= ~ended;
}

/* Gives up the playouts that have made as many steps as they may. */
static void give_up_long_ones(Worker *worker)
{
    uint64_t limit = worker->task->steps;
    if (!limit || worker->limit_in--)
        return;
    Lanes old = {0};
    uint64_t *words = (uint64_t *)&old;
    uint64_t shortest = limit + 1; /* what begins with the next step has that */
    for (size_t lane = 0; lane < LANES; lane++) {
        uint64_t age = worker->step - worker->begun[lane];
        if (age >= limit)
            words[lane / 64] |= (uint64_t)1 << lane % 64;
        else if (limit - age < shortest)
            shortest = limit - age;
    }
    worker->limit_in = shortest - 1;
    old &= worker->running;
    give_up(worker, &old);
}

/* ---- choosing ---- */

/* The legal moves that occur in some lane, in order. */
static size_t gather_rows(Worker *worker, const RolePlan *plan)
{
    size_t count = 0;
    for (size_t i = 0; i < plan->count; i++) {
        Lanes *row = &worker->rows[count];
        get(worker, plan->candidates[i].legal, row);
        *row &= worker->running;
        if (any_lane(row))
            worker->moves[count++] = plan->candidates[i].move;
    }
    return count;
}

static void choose_in_lanes(Worker *worker, size_t role, size_t count)
{
    size_t chunks = (count + 63) / 64;
    Lanes stuck = {0};
    memcpy(worker->masks, worker->rows, count * sizeof(Lanes));
    memset(worker->masks + count, 0, (chunks * 64 - count) * sizeof(Lanes));
    memset(worker->does, 0, count * sizeof(Lanes));
    for (size_t i = 0; i < chunks; i++)
        transpose(worker->masks + i * 64);
    if (chunks == 1) /* known to the compiler: no loop over chunks */
        choose_by_masks(worker, role, (const uint64_t *)worker->masks, 1,
                        (uint64_t *)worker->does, (uint64_t *)&stuck);
    else
        choose_by_masks(worker, role, (const uint64_t *)worker->masks, chunks,
                        (uint64_t *)worker->does, (uint64_t *)&stuck);
    if (any_lane(&stuck))
        give_up(worker, &stuck);
}

static void choose_moves(Worker *worker, size_t role)
{
    const RolePlan *plan = &worker->sliced->roles[role];
    size_t count = gather_rows(worker, plan);
    Lanes missing = worker->running;
    if (count == 1)
        missing &= ~worker->rows[0];
    if (count == 1 && !any_lane(&missing))
        worker->does[0] = worker->rows[0]; /* nothing to choose */
    else
        choose_in_lanes(worker, role, count);
    for (size_t i = 0; i < count; i++) {
        if (!any_lane(&worker->does[i]))
            continue;
        uint32_t move = worker->moves[i];
        for (uint32_t k = plan->first_set[move]; k < plan->first_set[move + 1];
             k++)
            worker->values[plan->sets[k]] |= worker->does[i];
    }
}

/* ---- a step ---- */

static void advance(Worker *worker)
{
    const Sliced *sliced = worker->sliced;
    for (size_t i = 0; i < sliced->set_count; i++)
        worker->values[sliced->set_slots[i]] = (Lanes){0};
    for (size_t i = 0; i < sliced->net->role_count; i++)
        choose_moves(worker, i);
    worker->tally->states += count_lanes(&worker->running);
    evaluate(worker, &sliced->program.next);
    for (size_t i = 0; i < sliced->feature_count; i++)
        get(worker, sliced->next[i], &worker->next[i]);
}

static void begin_again(Worker *worker)
{
    const Sliced *sliced = worker->sliced;
    for (size_t i = 0; i < sliced->feature_count; i++) {
        Lanes *value = &worker->values[sliced->feature_slot[i]];
        *value = worker->next[i] & ~worker->restart;
        if (sliced->net->initial[sliced->features[i]])
            *value |= worker->restart;
    }
    worker->running |= worker->restart;
    worker->restart = (Lanes){0};
}

static void worker_free(Worker *worker)
{
    free(worker->values);
    free(worker->next);
    free(worker->rows);
    free(worker->does);
    free(worker->masks);
    free(worker->moves);
    free(worker);
}

static Lanes *new_lanes(size_t count)
{
    return memory_aligned(sizeof(Lanes), count + 1, sizeof(Lanes));
}

static Worker *worker_new(const Sliced *sliced)
{
    Worker *worker = memory_aligned(sizeof(Lanes), 1, sizeof *worker);
    size_t rows = sliced->max_moves / 64 * 64 + 64;
    worker->sliced = sliced;
    worker->values = new_lanes(sliced->program.slots);
    worker->next = new_lanes(sliced->feature_count);
    worker->rows = new_lanes(rows);
    worker->does = new_lanes(rows);
    worker->masks = new_lanes(rows);
    worker->moves = memory_array(rows + 1, sizeof *worker->moves);
    worker->values[sliced->program.slot_of[0]] = ~(Lanes){0};
    return worker;
}

/* ---- playouts from the initial position ---- */

static void run(Worker *worker, PlayoutTask *task, Tally *tally)
{
    enum { POLL = 64 };
    worker->task = task;
    worker->tally = tally;
    worker->limit_in = task->steps;
    worker->step = UINT64_MAX; /* the first step is number 0 */
    Lanes idle = ~(Lanes){0};
    hand_out(worker, &idle);
    begin_again(worker);
    for (worker->step = 0; any_lane(&worker->running); worker->step++) {
        if (worker->step % POLL == 0 && budget_spent(task->budget))
            break;
        evaluate(worker, &worker->sliced->program.position);
        note_ends(worker);
        give_up_long_ones(worker);
        advance(worker);
        if (!worker->exhausted) {
            idle = ~worker->running;
            hand_out(worker, &idle);
        }
        begin_again(worker);
    }
    Lanes rest = worker->running;
    give_up(worker, &rest);
}

/* ---- from given states ---- */

/* Lane i stands at STATES[i]: matrices of lanes by features, transposed. */
static void place_lanes(Worker *worker, const uint64_t *const *states,
                        size_t count)
{
    const Sliced *sliced = worker->sliced;
    uint64_t *rows =
        (uint64_t *)worker->masks; /* free until moves are chosen */
    size_t loaded = SIZE_MAX;      /* which word of the states is in ROWS */
    for (size_t i = 0; i < sliced->feature_count; i++) {
        size_t word = sliced->features[i] / 64;
        if (word != loaded) {
            memset(rows, 0, 64 * sizeof(Lanes));
            for (size_t lane = 0; lane < count; lane++)
                rows[lane % 64 * WORDS + lane / 64] = states[lane][word];
            transpose(worker->masks);
            loaded = word;
        }
        worker->values[sliced->feature_slot[i]] =
            worker->masks[sliced->features[i] % 64];
    }
}

static void note_goals_of(const Worker *worker, size_t role, const Lanes *ended,
                          int *goals)
{
    size_t roles = worker->sliced->net->role_count;
    for (size_t k = worker->sliced->net->roles[role].goal_count; k-- > 0;) {
        Lanes reached;
        get(worker, worker->sliced->roles[role].goals[k], &reached);
        reached &= *ended;
        for (size_t word = 0; word < WORDS; word++)
            for (uint64_t left = reached[word]; left; left &= left - 1) {
                size_t lane = word * 64 + (size_t)__builtin_ctzll(left);
                goals[lane * roles + role] = (int)k;
            }
    }
}

static void note_ends_of(Worker *worker, int *goals)
{
    const Sliced *sliced = worker->sliced;
    Lanes ended;
    get(worker, sliced->terminal, &ended);
    ended &= worker->running;
    if (!any_lane(&ended))
        return;
    evaluate(worker, &sliced->program.goals);
    for (size_t i = 0; i < sliced->net->role_count; i++)
        note_goals_of(worker, i, &ended, goals);
    worker->running &= ~ended;
}

static uint64_t run_batch(Worker *worker, const uint64_t *const *states,
                          size_t count, uint64_t seed, uint64_t first,
                          uint64_t steps, const Budget *budget, int *goals)
{
    enum { POLL = 16 };
    Tally tally = {0}; /* only its number of states is read */
    assert(count <= LANES);
    worker->tally = &tally;
    worker->running = (Lanes){0};
    worker->restart = (Lanes){0};
    for (size_t lane = 0; lane < count; lane++) {
        worker->keys[lane] = playout_key(seed, first + lane);
        worker->begun[lane] = 0;
        ((uint64_t *)&worker->running)[lane / 64] |= (uint64_t)1 << lane % 64;
    }
    place_lanes(worker, states, count);
    for (worker->step = 0; any_lane(&worker->running); worker->step++) {
        if ((steps && worker->step >= steps) ||
            (worker->step % POLL == POLL - 1 && budget_spent(budget)))
            break;
        evaluate(worker, &worker->sliced->program.position);
        note_ends_of(worker, goals);
        advance(worker);
        begin_again(worker);
    }
    return tally.states;
}

const LaneEngine ENGINE = {
    .lanes = LANES,
    .worker_new = worker_new,
    .worker_free = worker_free,
    .run = run,
    .run_batch = run_batch,
};

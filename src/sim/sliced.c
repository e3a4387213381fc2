/* sliced.c - many random playouts at once, one bit of a vector each
 *
 * In:   a Net
 * Out:  totals of playouts
 *
 * A step of all lanes: evaluate the position; where it is terminal, note the
 * goals; choose a legal move in each lane; evaluate the next position; let
 * lanes that have ended begin again. The choice needs the legal moves of a
 * lane as bits of a word: a transposition of the matrix of moves by lanes.
 *
 * The kernels are compiled for several processors and chosen at run time.
 * Start reading at sliced_run(), at the end.
 */
#include "sim/sliced.h"

#include "sim/playout.h"
#include "sim/program.h"
#include "base/bits.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 8, LANES = 64 * WORDS };

typedef uint64_t Lanes __attribute__((vector_size(8 * WORDS)));

/* A legal move that is not impossible from the start. */
typedef struct {
    uint32_t move;
    SlotRef legal;
} Candidate;

typedef struct {
    Candidate *candidates;
    size_t count;
    uint32_t *first_set, *sets; /* by move: slots of its sets */
    SlotRef *goals;
} RolePlan;

struct Sliced {
    const Net *net;
    Arena *arena;
    Program program;
    uint32_t *feature_slot; /* of those the network looks at */
    uint32_t *features;     /* their numbers */
    size_t feature_count;
    SlotRef *next; /* by index into FEATURES */
    uint32_t *set_slots;
    size_t set_count;
    SlotRef terminal;
    RolePlan *roles;
    size_t most_moves;
    unsigned period; /* lanes begin again only after so many steps */
    const struct Kernel *kernel;
};

/* What one thread works on. */
typedef struct {
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
    Lanes running, restart;
    bool exhausted; /* there are no more playouts */
} Worker;

/* ---- kernels ---- */

#define KERNEL static inline __attribute__((always_inline))

static inline bool any_lane(const Lanes *lanes)
{
    uint64_t all = 0;
    for (int i = 0; i < WORDS; i++)
        all |= (*lanes)[i];
    return all != 0;
}

KERNEL void evaluate_body(const uint32_t *code, const uint32_t *end,
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

/* Transposes eight 64x64 matrices at once: bit i of row k becomes bit k of
 * row i, in each of the eight columns of words. */
KERNEL void transpose_body(Lanes *rows)
{
    uint64_t mask = 0x00000000ffffffffu;
    for (unsigned width = 32; width; width >>= 1, mask ^= mask << width)
        for (unsigned k = 0; k < 64; k = ((k | width) + 1) & ~width) {
            Lanes swap = ((rows[k] >> width) ^ rows[k | width]) & mask;
            rows[k | width] ^= swap;
            rows[k] ^= swap << width;
        }
}

KERNEL unsigned select_plain(uint64_t word, unsigned number)
{
    while (number--)
        word &= word - 1;
    return (unsigned)__builtin_ctzll(word);
}

/* For each lane one of its legal moves, given as bits in CHUNKS masks; DOES
 * gets a bit in the row of the move. Returns the lanes that have none. */
KERNEL void choose_body(Worker *worker, size_t role, const uint64_t *masks,
                        size_t chunks, uint64_t *does, uint64_t *stuck,
                        unsigned (*select)(uint64_t, unsigned))
{
    const uint64_t *running = (const uint64_t *)&worker->running;
    for (size_t word = 0; word < WORDS; word++) {
        for (uint64_t left = running[word]; left; left &= left - 1) {
            unsigned bit = (unsigned)__builtin_ctzll(left);
            size_t lane = word * 64 + bit;
            const uint64_t *mask = masks + bit * WORDS + word;
            uint32_t count = 0;
            for (size_t i = 0; i < chunks; i++)
                count += (uint32_t)__builtin_popcountll(mask[i * 64 * WORDS]);
            if (!count) {
                stuck[word] |= (uint64_t)1 << bit;
                continue;
            }
            uint32_t choice =
                playout_choice(worker->keys[lane],
                               worker->step - worker->begun[lane], role, count);
            size_t chunk = 0;
            for (;; chunk++) {
                uint32_t here =
                    (uint32_t)__builtin_popcountll(mask[chunk * 64 * WORDS]);
                if (choice < here)
                    break;
                choice -= here;
            }
            size_t row = chunk * 64 + select(mask[chunk * 64 * WORDS], choice);
            does[row * WORDS + word] |= (uint64_t)1 << bit;
        }
    }
}

typedef struct Kernel {
    void (*evaluate)(const uint32_t *code, const uint32_t *end, Lanes *values,
                     uint32_t slot);
    void (*transpose)(Lanes *rows);
    void (*choose)(Worker *worker, size_t role, const uint64_t *masks,
                   size_t chunks, uint64_t *does, uint64_t *stuck);
} Kernel;

#define DEFINE_KERNEL(name, attribute, select)                                 \
    attribute static void evaluate_##name(const uint32_t *code,                \
                                          const uint32_t *end, Lanes *values,  \
                                          uint32_t slot)                       \
    {                                                                          \
        evaluate_body(code, end, values, slot);                                \
    }                                                                          \
    attribute static void transpose_##name(Lanes *rows)                        \
    {                                                                          \
        transpose_body(rows);                                                  \
    }                                                                          \
    attribute static void choose_##name(Worker *worker, size_t role,           \
                                        const uint64_t *masks, size_t chunks,  \
                                        uint64_t *does, uint64_t *stuck)       \
    {                                                                          \
        if (chunks == 1) /* known to the compiler: no loop over chunks */      \
            choose_body(worker, role, masks, 1, does, stuck, select);          \
        else                                                                   \
            choose_body(worker, role, masks, chunks, does, stuck, select);     \
    }                                                                          \
    static const Kernel kernel_##name = {evaluate_##name, transpose_##name,    \
                                         choose_##name};

DEFINE_KERNEL(portable, , select_plain)

#ifdef __x86_64__
#define TARGET_AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt,lzcnt")))
#define TARGET_AVX512                                                          \
    __attribute__((target("avx512f,avx512bw,avx512dq,"                         \
                          "avx2,bmi,bmi2,popcnt,lzcnt")))

__attribute__((target("bmi,bmi2"))) static inline unsigned
select_bmi2(uint64_t word, unsigned number)
{
    return (unsigned)__builtin_ctzll(
        __builtin_ia32_pdep_di((uint64_t)1 << number, word));
}

DEFINE_KERNEL(avx2, TARGET_AVX2, select_bmi2)
DEFINE_KERNEL(avx512, TARGET_AVX512, select_bmi2)
#endif

static const Kernel *best_kernel(void)
{
#ifdef __x86_64__
    bool bits =
        __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
    if (bits && __builtin_cpu_supports("avx512f") &&
        __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq"))
        return &kernel_avx512;
    if (bits && __builtin_cpu_supports("avx2"))
        return &kernel_avx2;
#endif
    return &kernel_portable;
}

/* ---- making it ---- */

static void find_features(Sliced *sliced)
{
    const Net *net = sliced->net;
    const Program *program = &sliced->program;
    sliced->features = arena_array(sliced->arena, uint32_t, net->node_count);
    sliced->feature_slot =
        arena_array(sliced->arena, uint32_t, net->node_count);
    sliced->set_slots = arena_array(sliced->arena, uint32_t, net->node_count);
    for (uint32_t i = 0; i < net->node_count; i++) {
        if (net->nodes[i].kind == NODE_FEATURE) {
            sliced->features[sliced->feature_count] = net->nodes[i].first;
            sliced->feature_slot[sliced->feature_count++] = program->slot_of[i];
        } else if (net->nodes[i].kind == NODE_MOVES) {
            sliced->set_slots[sliced->set_count++] = program->slot_of[i];
        }
    }
    sliced->next = arena_array(sliced->arena, SlotRef, sliced->feature_count);
    for (size_t i = 0; i < sliced->feature_count; i++)
        sliced->next[i] = slot_ref(program, net->next[sliced->features[i]]);
}

static void find_candidates(Sliced *sliced, size_t role)
{
    const Role *from = &sliced->net->roles[role];
    RolePlan *plan = &sliced->roles[role];
    plan->candidates = arena_array(sliced->arena, Candidate, from->move_count);
    for (uint32_t i = 0; i < from->move_count; i++)
        if (from->legal[i] != LIT_FALSE)
            plan->candidates[plan->count++] =
                (Candidate){i, slot_ref(&sliced->program, from->legal[i])};
    plan->goals = arena_array(sliced->arena, SlotRef, from->goal_count);
    for (size_t i = 0; i < from->goal_count; i++)
        plan->goals[i] = slot_ref(&sliced->program, from->goals[i].lit);
    if (plan->count > sliced->most_moves)
        sliced->most_moves = plan->count;
}

static void find_sets(Sliced *sliced, size_t role)
{
    const Net *net = sliced->net;
    RolePlan *plan = &sliced->roles[role];
    size_t moves = net->roles[role].move_count, total = 0;
    plan->first_set = arena_array(sliced->arena, uint32_t, moves + 2);
    for (size_t i = 0; i < net->set_count; i++)
        for (size_t k = 0; net->sets[i].role == role && k < net->sets[i].count;
             k++, total++)
            plan->first_set[net->sets[i].moves[k] + 2]++;
    for (size_t i = 2; i < moves + 2; i++)
        plan->first_set[i] += plan->first_set[i - 1];
    plan->sets = arena_array(sliced->arena, uint32_t, total);
    for (uint32_t i = 0; i < net->node_count; i++) {
        if (net->nodes[i].kind != NODE_MOVES)
            continue;
        const MoveSet *set = &net->sets[net->nodes[i].first];
        for (size_t k = 0; set->role == role && k < set->count; k++)
            plan->sets[plan->first_set[set->moves[k] + 1]++] =
                sliced->program.slot_of[i];
    }
}

Sliced *sliced_new(const Net *net)
{
    Arena *arena = arena_new();
    Sliced *sliced = arena_alloc(arena, sizeof *sliced);
    sliced->arena = arena;
    sliced->net = net;
    sliced->period = 1;
    sliced->kernel = best_kernel();
    sliced->program = program_new(net, arena);
    sliced->terminal = slot_ref(&sliced->program, net->terminal);
    sliced->roles = arena_array(arena, RolePlan, net->role_count);
    find_features(sliced);
    for (size_t i = 0; i < net->role_count; i++) {
        find_candidates(sliced, i);
        find_sets(sliced, i);
    }
    return sliced;
}

void sliced_free(Sliced *sliced)
{
    if (sliced)
        arena_free(sliced->arena);
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
        worker->sliced->kernel->evaluate(program->code + run->code,
                                         program->code + run->end,
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
            worker->sliced->kernel->evaluate(program->code + run->code,
                                             program->code + run->end,
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

/* Every so often: playouts that last too long. */
static void give_up_long_ones(Worker *worker)
{
    enum { EVERY = 256 };
    uint64_t most = worker->task->steps;
    if (worker->step % EVERY || !most)
        return;
    Lanes old = {0};
    uint64_t *words = (uint64_t *)&old;
    for (size_t lane = 0; lane < LANES; lane++)
        if (worker->step - worker->begun[lane] >= most)
            words[lane / 64] |= (uint64_t)1 << lane % 64;
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
        worker->sliced->kernel->transpose(worker->masks + i * 64);
    worker->sliced->kernel->choose(
        worker, role, (const uint64_t *)worker->masks, chunks,
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
    Lanes *lanes = aligned_alloc(sizeof(Lanes), (count + 1) * sizeof(Lanes));
    if (!lanes)
        fatal("out of memory");
    memset(lanes, 0, (count + 1) * sizeof(Lanes));
    return lanes;
}

static Worker *worker_new(const Sliced *sliced, PlayoutTask *task, Tally *tally)
{
    Worker *worker =
        aligned_alloc(sizeof(Lanes), (sizeof *worker + sizeof(Lanes) - 1) /
                                         sizeof(Lanes) * sizeof(Lanes));
    if (!worker)
        fatal("out of memory");
    memset(worker, 0, sizeof *worker);
    size_t rows = (sliced->most_moves + 63) / 64 * 64;
    worker->sliced = sliced;
    worker->task = task;
    worker->tally = tally;
    worker->values = new_lanes(sliced->program.slots);
    worker->next = new_lanes(sliced->feature_count);
    worker->rows = new_lanes(rows);
    worker->does = new_lanes(rows);
    worker->masks = new_lanes(rows);
    worker->moves = fatal_malloc((rows + 1) * sizeof *worker->moves);
    worker->values[sliced->program.slot_of[0]] = ~(Lanes){0};
    return worker;
}

/* ---- the public function ---- */

void sliced_run(const Sliced *sliced, PlayoutTask *task, Tally *tally)
{
    enum { POLL = 64 };
    Worker *worker = worker_new(sliced, task, tally);
    worker->step = UINT64_MAX; /* the first step is number 0 */
    Lanes idle = ~(Lanes){0};
    hand_out(worker, &idle);
    begin_again(worker);
    for (worker->step = 0; any_lane(&worker->running); worker->step++) {
        if (worker->step % POLL == 0 && budget_spent(task->budget))
            break;
        evaluate(worker, &sliced->program.position);
        note_ends(worker);
        give_up_long_ones(worker);
        advance(worker);
        if (!worker->exhausted && (worker->step + 1) % sliced->period == 0) {
            idle = ~worker->running;
            hand_out(worker, &idle);
        }
        begin_again(worker);
    }
    Lanes rest = worker->running;
    give_up(worker, &rest);
    worker_free(worker);
}

/* ---- from given states ---- */

struct SlicedBatch {
    Worker *worker;
    Tally tally; /* nobody reads it */
    Lanes *rows; /* 64 of them */
};

SlicedBatch *sliced_batch_new(const Sliced *sliced)
{
    SlicedBatch *batch = fatal_malloc(sizeof *batch);
    *batch = (SlicedBatch){.rows = new_lanes(64)};
    batch->worker = worker_new(sliced, NULL, &batch->tally);
    return batch;
}

void sliced_batch_free(SlicedBatch *batch)
{
    if (!batch)
        return;
    worker_free(batch->worker);
    free(batch->rows);
    free(batch);
}

/* Lane i stands at STATES[i]: matrices of lanes by features, transposed. */
static void place_lanes(SlicedBatch *batch, const uint64_t *const *states,
                        size_t count)
{
    Worker *worker = batch->worker;
    const Sliced *sliced = worker->sliced;
    uint64_t *rows = (uint64_t *)batch->rows;
    size_t loaded = SIZE_MAX; /* which word of the states is in ROWS */
    for (size_t i = 0; i < sliced->feature_count; i++) {
        size_t word = sliced->features[i] / 64;
        if (word != loaded) {
            memset(rows, 0, 64 * sizeof(Lanes));
            for (size_t lane = 0; lane < count; lane++)
                rows[lane % 64 * WORDS + lane / 64] = states[lane][word];
            sliced->kernel->transpose(batch->rows);
            loaded = word;
        }
        worker->values[sliced->feature_slot[i]] =
            batch->rows[sliced->features[i] % 64];
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

uint64_t sliced_batch_run(SlicedBatch *batch, const uint64_t *const *states,
                          size_t count, uint64_t seed, uint64_t first,
                          uint64_t steps, const Budget *budget, int *goals)
{
    enum { POLL = 16 };
    Worker *worker = batch->worker;
    const Sliced *sliced = worker->sliced;
    assert(count <= LANES);
    for (size_t i = 0; i < count * sliced->net->role_count; i++)
        goals[i] = NO_GOAL;
    worker->running = (Lanes){0};
    worker->restart = (Lanes){0};
    for (size_t lane = 0; lane < count; lane++) {
        worker->keys[lane] = playout_key(seed, first + lane);
        worker->begun[lane] = 0;
        ((uint64_t *)&worker->running)[lane / 64] |= (uint64_t)1 << lane % 64;
    }
    place_lanes(batch, states, count);
    for (worker->step = 0; any_lane(&worker->running); worker->step++) {
        if ((steps && worker->step >= steps) ||
            (worker->step % POLL == POLL - 1 && budget_spent(budget)))
            break;
        evaluate(worker, &sliced->program.position);
        note_ends_of(worker, goals);
        advance(worker);
        begin_again(worker);
    }
    uint64_t made = batch->tally.states;
    batch->tally.states = 0;
    return made;
}

/* lanes_kernel.h - evaluating positions in lanes, and choosing moves in them
 *
 * In:   a LanePlan, features in the lanes of a LaneWorker
 * Out:  values of nodes, chosen moves, next values of features
 *
 * Included by one source file for each register width, which defines WORDS, the
 * number of 64-bit words of a register, and is compiled for processors that
 * have such registers (Makefile). A function works on one register of every
 * vector unless it says otherwise.
 *
 * The choice needs the legal moves of a lane as bits of a word: a transposition
 * of the matrix of moves by lanes. Which legal move is chosen is up to the
 * caller (LaneChoice), so that playouts and guided walks share this code.
 */
#include "sim/lanes.h"

#include "base/bits.h"
#include "base/memory.h"

#include <assert.h>
#include <string.h>

enum { LANES = 64 * WORDS };

typedef uint64_t Lanes __attribute__((vector_size(8 * WORDS)));

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* ---- vectors ---- */

static inline bool any_lane(const Lanes *lanes)
{
    uint64_t any_word = 0;
    for (int i = 0; i < WORDS; i++)
        any_word |= (*lanes)[i];
    return any_word != 0;
}

/* Computes the ANDs of CODE one after the other into VALUES, from SLOT on. */
static void evaluate_code(const uint32_t *code, const uint32_t *end,
                          Lanes *values, uint32_t slot, uint32_t stride)
{
    while (code < end) {
        uint32_t plain = code[0], negated = code[1];
        code += 2;
        Lanes conjunction = ~(Lanes){0};
        for (uint32_t i = 0; i < plain; i++)
            conjunction &= values[*code++];
        for (uint32_t i = 0; i < negated; i++)
            conjunction &= ~values[*code++];
        values[slot] = conjunction;
        slot += stride;
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

/* ---- evaluating ---- */

static inline Lanes value_of(const Lanes *values, SlotRef ref)
{
    return ref.is_negated ? ~values[ref.slot] : values[ref.slot];
}

/* Loops grow from nothing until they are stable. */
static void evaluate_loops(const Bytecode *bytecode, const Run *run,
                           Lanes *values)
{
    const LoopRef *loops = bytecode->loops;
    for (uint32_t i = run->first_loop; i < run->end_loop; i++)
        values[loops[i].slot] = (Lanes){0};
    for (bool has_changed = true; has_changed;) {
        evaluate_code(bytecode->code + run->code_begin,
                      bytecode->code + run->code_end, values, run->first_slot,
                      bytecode->stride);
        has_changed = false;
        for (uint32_t i = run->first_loop; i < run->end_loop; i++) {
            Lanes new_value = value_of(values, loops[i].definition);
            Lanes changed = new_value ^ values[loops[i].slot];
            has_changed = has_changed || any_lane(&changed);
            values[loops[i].slot] = new_value;
        }
    }
}

static void evaluate(const Bytecode *bytecode, const Runs *runs, Lanes *values)
{
    for (size_t i = 0; i < runs->count; i++) {
        const Run *run = &runs->items[i];
        if (run->end_loop > run->first_loop)
            evaluate_loops(bytecode, run, values);
        else
            evaluate_code(bytecode->code + run->code_begin,
                          bytecode->code + run->code_end, values,
                          run->first_slot, bytecode->stride);
    }
}

/* Sets the features in the lanes of SELECTED from STATES, by lane: matrices
 * of lanes by features, transposed. */
static void load_lanes(LaneWorker *worker, Lanes *values,
                       const uint64_t *const *states, const Lanes *selected)
{
    const LanePlan *plan = worker->plan;
    Lanes *rows = (Lanes *)worker->move_masks; /* free until moves are chosen */
    size_t loaded_word = SIZE_MAX; /* which word of the states is in ROWS */
    for (size_t i = 0; i < plan->feature_count; i++) {
        size_t feature = plan->features[i];
        Lanes *value = &values[plan->feature_slot[i]];
        if (feature / 64 != loaded_word) {
            loaded_word = feature / 64;
            memset(rows, 0, 64 * sizeof *rows);
            for (size_t word = 0; word < WORDS; word++)
                for (uint64_t remaining = (*selected)[word]; remaining;
                     remaining &= remaining - 1) {
                    unsigned bit = (unsigned)__builtin_ctzll(remaining);
                    rows[bit][word] = states[word * 64 + bit][loaded_word];
                }
            transpose(rows);
        }
        *value = (*value & ~*selected) | rows[feature % 64];
    }
}

/* ---- choosing ---- */

/* The number below COUNT of the legal move to be made in LANE. */
typedef uint32_t LaneChoice(void *context, size_t lane, uint32_t count);

/* For each running lane one of its legal moves, given as bits in CHUNK_COUNT
 * masks; its bit in MADE_ROWS is set in the row of the move, and CHOSEN[lane],
 * unless that is NULL, becomes the move. STUCK gets the lanes that have none.
 */
ALWAYS_INLINE void choose_by_masks(const LaneWorker *worker, size_t chunk_count,
                                   const Lanes *running, LaneChoice *choice,
                                   void *context, uint32_t *chosen,
                                   Lanes *stuck)
{
    const uint64_t *masks = worker->move_masks;
    uint64_t *does = worker->made_rows;
    for (size_t word = 0; word < WORDS; word++) {
        for (uint64_t remaining = ((const uint64_t *)running)[word]; remaining;
             remaining &= remaining - 1) {
            unsigned bit = (unsigned)__builtin_ctzll(remaining);
            const uint64_t *mask = masks + bit * WORDS + word;
            uint32_t count = 0;
            for (size_t i = 0; i < chunk_count; i++)
                count += bits_count(mask[i * LANES]);
            if (!count) {
                ((uint64_t *)stuck)[word] |= (uint64_t)1 << bit;
                continue;
            }
            uint32_t number = choice(context, word * 64 + bit, count);
            size_t chunk = 0;
            for (uint32_t legal_in_chunk;
                 (legal_in_chunk = bits_count(mask[chunk * LANES])) <= number;
                 chunk++)
                number -= legal_in_chunk;
            size_t row = chunk * 64 + select_bit(mask[chunk * LANES], number);
            does[row * WORDS + word] |= (uint64_t)1 << bit;
            if (chosen)
                chosen[word * 64 + bit] = worker->row_moves[row];
        }
    }
}

/* Fills LEGAL_ROWS and ROW_MOVES with the moves of a role that are legal in
 * some running lane, in order; returns how many there are. */
static size_t gather_rows(LaneWorker *worker, const RolePlan *plan,
                          const Lanes *values, const Lanes *running)
{
    Lanes *rows = (Lanes *)worker->legal_rows;
    size_t count = 0;
    for (size_t i = 0; i < plan->legal_count; i++) {
        rows[count] = value_of(values, plan->legal[i].legal) & *running;
        if (any_lane(&rows[count]))
            worker->row_moves[count++] = plan->legal[i].move;
    }
    return count;
}

/* Transposes the COUNT legal rows into MOVE_MASKS, and clears MADE_ROWS. */
static void transpose_rows(LaneWorker *worker, size_t count)
{
    Lanes *masks = (Lanes *)worker->move_masks;
    size_t chunk_count = count ? (count + 63) / 64 : 1;
    assert(count <= worker->plan->max_legal);
    memcpy(masks, worker->legal_rows, count * sizeof(Lanes));
    memset(masks + count, 0, (chunk_count * 64 - count) * sizeof(Lanes));
    memset(worker->made_rows, 0, count * sizeof(Lanes));
    for (size_t i = 0; i < chunk_count; i++)
        transpose(masks + i * 64);
}

/* Makes the move sets true that contain the moves of the rows. */
static void set_move_sets(const LaneWorker *worker, const RolePlan *plan,
                          size_t count, Lanes *values)
{
    const Lanes *does = (const Lanes *)worker->made_rows;
    for (size_t i = 0; i < count; i++) {
        if (!any_lane(&does[i]))
            continue;
        uint32_t move = worker->row_moves[i];
        for (uint32_t k = plan->sets.first[move];
             k < plan->sets.first[move + 1]; k++)
            values[plan->sets.targets[k]] |= does[i];
    }
}

/* Makes a move of ROLE in each lane of RUNNING; STUCK gets the lanes in which
 * there is none. False if CHOICE was not called, since there is one legal move,
 * the same in all lanes. */
ALWAYS_INLINE bool choose_moves(LaneWorker *worker, size_t role, Lanes *values,
                                const Lanes *running, LaneChoice *choice,
                                void *context, uint32_t *chosen, Lanes *stuck)
{
    const RolePlan *plan = &worker->plan->roles[role];
    size_t count = gather_rows(worker, plan, values, running);
    assert(role < worker->plan->net->role_count);
    Lanes missing = *running;
    if (count == 1)
        missing &= ~*(const Lanes *)worker->legal_rows;
    bool has_choice = count != 1 || any_lane(&missing);
    if (!has_choice) {
        *(Lanes *)worker->made_rows = *running;
        for (size_t lane = 0; chosen && lane < LANES; lane++)
            chosen[lane] = worker->row_moves[0];
    } else {
        transpose_rows(worker, count);
        if (count <= 64) /* known to the compiler: no loop over chunks */
            choose_by_masks(worker, 1, running, choice, context, chosen, stuck);
        else
            choose_by_masks(worker, (count + 63) / 64, running, choice, context,
                            chosen, stuck);
    }
    set_move_sets(worker, plan, count, values);
    return has_choice;
}

static void clear_move_sets(const LanePlan *plan, Lanes *values)
{
    for (size_t i = 0; i < plan->set_count; i++)
        values[plan->set_slots[i]] = (Lanes){0};
}

/* ---- a worker ---- */

static uint64_t *new_registers(size_t count)
{
    return memory_aligned(sizeof(Lanes), count + 1, sizeof(Lanes));
}

static LaneWorker *worker_new(const LanePlan *plan)
{
    LaneWorker *worker = memory_alloc(sizeof *worker);
    size_t rows = plan->max_legal / 64 * 64 + 64;
    *worker = (LaneWorker){
        .plan = plan,
        .values = new_registers(plan->bytecode.slots),
        .next = new_registers(plan->feature_count * plan->registers),
        .legal_rows = new_registers(rows),
        .made_rows = new_registers(rows),
        .move_masks = new_registers(rows),
        .row_moves = memory_array(rows, sizeof *worker->row_moves)};
    for (size_t i = 0; i < plan->registers; i++)
        ((Lanes *)worker->values)[plan->bytecode.slot_of[0] + i] = ~(Lanes){0};
    return worker;
}

/* ---- all registers of the vectors (lanes.h) ---- */

static void evaluate_vectors(LaneWorker *worker, const Runs *runs)
{
    for (size_t i = 0; i < worker->plan->registers; i++)
        evaluate(&worker->plan->bytecode, runs, (Lanes *)worker->values + i);
}

static void load_vectors(LaneWorker *worker, const uint64_t *const *states,
                         const uint64_t *selected)
{
    for (size_t i = 0; i < worker->plan->registers; i++)
        load_lanes(worker, (Lanes *)worker->values + i, states + i * LANES,
                   (const Lanes *)selected + i);
}

/* Xorshift (Marsaglia 2003), one sequence for the lanes of a step. */
ALWAYS_INLINE uint32_t choose_in_sequence(void *context, size_t lane,
                                          uint32_t count)
{
    uint64_t *state = context;
    (void)lane;
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (uint32_t)(((*state >> 32) * count) >> 32);
}

static void advance_vectors(LaneWorker *worker, const uint64_t *running,
                            uint64_t *seeds, uint32_t *chosen, uint64_t *stuck)
{
    const LanePlan *plan = worker->plan;
    size_t registers = plan->registers;
    memset(stuck, 0, registers * sizeof(Lanes));
    for (size_t i = 0; i < registers; i++) {
        Lanes *values = (Lanes *)worker->values + i;
        clear_move_sets(plan, values);
        for (size_t role = 0; role < plan->net->role_count; role++) {
            uint64_t seed = seeds[role];
            assert(seed);
            bool has_choice = choose_moves(
                worker, role, values, (const Lanes *)running + i,
                choose_in_sequence, &seed,
                chosen + (role * registers + i) * LANES, (Lanes *)stuck + i);
            /* Lanes of other registers may have a choice: what is left of the
             * sequence for them is the same at every width. */
            for (size_t word = i * WORDS;
                 !has_choice && word < (i + 1) * WORDS && i + 1 < registers;
                 word++)
                for (uint64_t remaining = running[word]; remaining;
                     remaining &= remaining - 1)
                    choose_in_sequence(&seed, 0, 1);
            seeds[role] = seed;
        }
        evaluate(&plan->bytecode, &plan->bytecode.next, values);
        for (size_t k = 0; k < plan->feature_count; k++)
            ((Lanes *)worker->next)[k * registers + i] =
                value_of(values, plan->next[k]);
    }
}

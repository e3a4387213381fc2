/* lanes.h - one network on many positions at once, a bit of each vector apiece
 *
 * Bit-slicing (Biham 1997): bit i of every vector belongs to position i, its
 * lane, so one pass over the network evaluates as many positions as vectors
 * have bits. A LanePlan is the network compiled for vectors; a LaneKernel runs
 * it on registers of one width (lanes_kernel.h). A vector takes one register,
 * or several where callers need more lanes than a register has; then what they
 * see is the same on every processor.
 *
 * A LanePlan never changes, so threads may share it; each has a LaneWorker.
 */
#ifndef ZERMELO_SIM_LANES_H
#define ZERMELO_SIM_LANES_H

#include "base/graph.h"
#include "ground/net.h"
#include "sim/playout.h"

/* ---- the network as instructions ---- */

/* What a bytecode is to compute. */
typedef enum {
    BYTECODE_PLAY,  /* what playing needs, no more */
    BYTECODE_LEAVES /* in STAGE position, each node that no move influences; no
                      goals besides */
} BytecodeScope;

/* Slot of a node, and whether it is negated. */
typedef struct {
    uint32_t slot;
    bool is_negated;
} SlotRef;

/* A run of ANDs: the code from CODE_BEGIN to CODE_END fills slots from
 * FIRST_SLOT on. With loops, a component that is repeated until its loops are
 * stable. */
typedef struct {
    uint32_t code_begin, code_end, first_slot;
    uint32_t first_loop, end_loop;
} Run;

typedef struct {
    Run *items;
    size_t count;
} Runs;

typedef struct {
    uint32_t slot; /* of a loop */
    SlotRef definition;
} LoopRef;

/* The network as a list of instructions over slots of an array of registers:
 * constants and inputs first, then those of each AND in the order of
 * evaluation. A vector takes STRIDE slots; the code names the first of them. */
typedef struct {
    uint32_t slots, stride;
    uint32_t *code;    /* per AND: inputs taken as they are, inputs negated,
                          then the slots of both */
    Runs legality;     /* what legal moves and the end need */
    Runs goals;        /* what else goals need */
    Runs next;         /* what else the next position needs */
    uint32_t *slot_of; /* by node, then by feature; NO_INDEX: not computed */
    bool *is_read;     /* by feature: there is a node for it */
    LoopRef *loops;
} Bytecode;

static inline SlotRef slot_ref(const Bytecode *bytecode, Lit lit)
{
    return (SlotRef){bytecode->slot_of[lit_node(lit)], lit_is_negated(lit)};
}

/* ---- plans ---- */

/* A move that is not illegal in every position. */
typedef struct {
    uint32_t move;
    SlotRef legal;
} LegalSlot;

typedef struct {
    LegalSlot *legal;
    size_t legal_count;
    Graph sets; /* by move: slots of the sets that contain it */
    SlotRef *goals;
} RolePlan;

typedef struct LaneKernel LaneKernel;

typedef struct {
    const LaneKernel *kernel;
    size_t registers; /* of a vector */
    const Net *net;
    Arena *arena;
    Bytecode bytecode;
    uint32_t *features;     /* whose next value is computed */
    uint32_t *feature_slot; /* by index into FEATURES, as is NEXT */
    SlotRef *next;
    size_t feature_count;
    uint32_t *set_slots;
    size_t set_count;
    SlotRef terminal;
    RolePlan *roles;
    size_t max_legal; /* of the LEGAL_COUNT of all roles */
} LanePlan;

/* What one thread works on. Vectors lie one after the other: 64 lanes a word,
 * in the order of the lanes. */
typedef struct {
    const LanePlan *plan;
    uint64_t *values;     /* by slot */
    uint64_t *next;       /* by index into the features of the plan */
    uint64_t *legal_rows; /* a register for each move that is legal somewhere */
    uint64_t *made_rows;  /* likewise: the lanes in which the move is made */
    uint64_t *move_masks; /* the legal rows, transposed, 64 at a time */
    uint32_t *row_moves;  /* by row: which move it is */
} LaneWorker;

/* The code of lanes_kernel.h and lanes_playouts.h for registers of one width.
 */
struct LaneKernel {
    size_t lanes; /* of a register */
    LaneWorker *(*worker_new)(const LanePlan *plan);
    void (*evaluate)(LaneWorker *worker, const Runs *runs);
    /* Sets the features in the lanes of the vector SELECTED as in STATES, by
     * lane, with a bit for each feature. */
    void (*load)(LaneWorker *worker, const uint64_t *const *states,
                 const uint64_t *selected);
    /* A random legal move of each role in the lanes of RUNNING, then NEXT.
     * SEEDS are by role, not 0, and change; CHOSEN[role * lanes + lane] is the
     * move. STUCK becomes the lanes in which a role has none. */
    void (*advance)(LaneWorker *worker, const uint64_t *running,
                    uint64_t *seeds, uint32_t *chosen, uint64_t *stuck);
    /* Plays the playouts that TASK hands out (simulate.h). */
    void (*run_playouts)(LaneWorker *worker, PlayoutTask *task, Tally *tally);
    /* sliced_batch_run for at most LANES playouts. */
    uint64_t (*run_batch)(LaneWorker *worker, const uint64_t *const *states,
                          size_t count, uint64_t seed, uint64_t first,
                          uint64_t max_steps, const Budget *budget, int *goals);
};

extern const LaneKernel lanes_128, lanes_256, lanes_512;

/* The widest kernel of at most MAX_LANES lanes a register that this processor
 * runs at full speed. */
const LaneKernel *lanes_kernel(size_t max_lanes);

/* REGISTER_COUNT registers of KERNEL make a vector. The net is borrowed. */
LanePlan *lane_plan_new(const Net *net, BytecodeScope scope,
                        const LaneKernel *kernel, size_t register_count);
void lane_plan_free(LanePlan *plan);

void lane_worker_free(LaneWorker *worker);

#endif

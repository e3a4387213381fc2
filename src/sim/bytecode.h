/* bytecode.h - a network as a list of instructions over vectors
 *
 * Slots of an array of registers: constants and inputs first, then those of
 * each AND in the order of evaluation. A vector takes STRIDE slots; the code
 * names the first of them. For sim/lanes.
 */
#ifndef ZERMELO_SIM_BYTECODE_H
#define ZERMELO_SIM_BYTECODE_H

#include "ground/net.h"

/* What a bytecode is to compute. */
typedef enum {
    BYTECODE_PLAY,  /* what playing needs, no more */
    BYTECODE_LEAVES /* in STAGE position, each node that no move influences; no
                      goals besides */
} BytecodeScope;

/* Slot of a node, and whether it is negated. */
typedef struct {
    uint32_t slot;
    bool negated;
} SlotRef;

/* A run of ANDs: the code from CODE to END fills slots from SLOT on. With
 * LOOPS, a component that is repeated until its loops are stable. */
typedef struct {
    uint32_t code, end, slot;
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

typedef struct {
    uint32_t slots, stride;
    uint32_t *code;    /* per AND: inputs taken as they are, inputs negated,
                          then the slots of both */
    Runs position;     /* what legal moves and the end need */
    Runs goals;        /* what else goals need */
    Runs next;         /* what else the next position needs */
    uint32_t *slot_of; /* by node, then by feature; NO_INDEX: not computed */
    bool *is_read;     /* by feature: there is a node for it */
    LoopRef *loops;
} Bytecode;

Bytecode bytecode_new(const Net *net, BytecodeScope scope, size_t stride,
                      Arena *arena);

static inline SlotRef slot_ref(const Bytecode *bytecode, Lit lit)
{
    return (SlotRef){bytecode->slot_of[lit_node(lit)], lit & 1};
}

#endif

/* bytecode.h - a network as a list of instructions over vectors
 *
 * Slots of an array of vectors: constants and inputs first, then one for each
 * AND in the order of evaluation. Private to sim/sliced.c.
 */
#ifndef ZERMELO_SIM_BYTECODE_H
#define ZERMELO_SIM_BYTECODE_H

#include "ground/net.h"

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
    uint32_t slots;
    uint32_t *code;    /* per AND: inputs taken as they are, inputs negated,
                          then the slots of both */
    Runs position;     /* what legal moves and the end need */
    Runs goals;        /* what else goals need */
    Runs next;         /* what else the next position needs */
    uint32_t *slot_of; /* by node */
    LoopRef *loops;
} Program;

Program program_new(const Net *net, Arena *arena);

static inline SlotRef slot_ref(const Program *program, Lit lit)
{
    return (SlotRef){program->slot_of[lit_node(lit)], lit & 1};
}

#endif

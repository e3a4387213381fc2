/* numbered_engine.h - an engine with positions as values, moves as numbers
 *
 * For searches. With a machine a position is its state and a move its number in
 * the net; with an interpreter both are numbered in the order in which they are
 * met, and positions are kept.
 */
#ifndef ZERMELO_SEARCH_NUMBERED_ENGINE_H
#define ZERMELO_SEARCH_NUMBERED_ENGINE_H

#include "sim/engine.h"

typedef struct {
    uint8_t lower, upper;
} Bounds; /* of a goal value */

typedef struct {
    Engine *engine;
    const Net *net; /* and the machine's cursor; or NULL, by the interpreter: */
    Cursor *machine_cursor;
    Interp *interp;
    size_t role_count;
    size_t position_bytes;    /* of a position; a multiple of 8, above 0 */
    ByteTable position_table; /* the number of each position */
    ByteTable *move_tables;   /* by role: the number of each move */
    const Term **joint_move;  /* scratch of numbered_next() */
    Arena *arena;
} NumberedEngine;

/* MACHINE, or if that is NULL INTERP, is borrowed. It stands at the initial
 * position. */
NumberedEngine *numbered_new(const Machine *machine, Interp *interp);
void numbered_free(NumberedEngine *numbered);

void numbered_initial(const NumberedEngine *numbered, void *position);
/* Writes POSITION of the engine to NUMBER, which is entered if it is new. */
void numbered_enter(NumberedEngine *numbered, Bytes position, void *number);

/* Sets the present position; it recovers an interpreter that failed. A position
 * whose number is that of none is not set. */
void numbered_set(NumberedEngine *numbered, const void *position);

/* The position after a joint move, by role the number of a move, into POSITION.
 * False, with nothing written, if a number is that of no move or the engine
 * fails. */
bool numbered_next(NumberedEngine *numbered, const uint32_t *moves,
                   void *position);

/* Writes at most MAX legal moves of ROLE and returns how many there are. */
size_t numbered_moves(NumberedEngine *numbered, size_t role, uint32_t *moves,
                      size_t max);

/* How many moves of ROLE have a number, and the move with one. */
size_t numbered_known_moves(const NumberedEngine *numbered, size_t role);
const Term *numbered_move(const NumberedEngine *numbered, size_t role,
                          uint32_t move);

/* The goal value of ROLE, or -1 if there is none or more than one. */
int numbered_goal(NumberedEngine *numbered, size_t role);
/* The lowest and highest value that any rule can give to ROLE. */
Bounds numbered_goal_bounds(const NumberedEngine *numbered, size_t role);

/* As zermelo_cursor_playout. */
uint64_t numbered_playout(NumberedEngine *numbered, const void *position,
                          uint64_t seed, uint64_t number, uint64_t max_steps,
                          const Budget *budget, int *goals);

#endif

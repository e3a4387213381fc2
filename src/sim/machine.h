/* machine.h - play a grounded game: legal moves, next position, outcome
 *
 * A Machine is made once from a Net and never changes, so threads may share
 * it. A State is an array of machine_words() words, a bit for each feature. A
 * Cursor stands at a state and knows everything about it; moving it to
 * another state costs what has changed. A Machine borrows its Net and owns the
 * nets of its phases; a Cursor borrows its Machine.
 */
#ifndef ZERMELO_SIM_MACHINE_H
#define ZERMELO_SIM_MACHINE_H

#include "base/random.h"
#include "ground/net.h"

typedef struct Machine Machine;
typedef struct Cursor Cursor;

Machine *machine_new(const Net *net); /* borrows the net, which outlives it */
void machine_free(Machine *machine);
const Net *machine_net(const Machine *machine);
size_t machine_words(const Machine *machine);
const uint64_t *machine_initial(const Machine *machine);
/* The work of a step on average, as budgets count it. */
uint64_t machine_step_work(const Machine *machine);

Cursor *cursor_new(const Machine *machine); /* at the initial state */
void cursor_free(Cursor *cursor);
const Machine *cursor_machine(const Cursor *cursor);

void cursor_reset(Cursor *cursor); /* to the initial state */
void cursor_set(Cursor *cursor, const uint64_t *state);
const uint64_t *cursor_state(const Cursor *cursor);
bool cursor_is_terminal(const Cursor *cursor);

/* The legal moves of ROLE, a bit for each, and how many there are. */
const uint64_t *cursor_legal(const Cursor *cursor, size_t role);
uint32_t cursor_legal_count(const Cursor *cursor, size_t role);
/* The number of the CHOICE-th legal move. */
uint32_t cursor_legal_move(const Cursor *cursor, size_t role, uint32_t choice);

/* Sets the joint move; the next state is then cursor_next. */
void cursor_moves(Cursor *cursor, const uint32_t *moves);
const uint64_t *cursor_next(const Cursor *cursor);

/* Writes a random joint move to MOVES and goes to the next state; false if the
 * position is terminal or a role has no legal move. */
bool cursor_random_step(Cursor *cursor, Random *random, uint32_t *moves);

/* Makes the move that every engine makes at STEP of the playout with KEY
 * (sim/playout.h); false as above. */
bool cursor_playout_step(Cursor *cursor, uint64_t key, uint64_t step);

/* Which goal values of ROLE hold here, and which percepts follow the joint
 * move: computed when asked for. */
bool cursor_goal(Cursor *cursor, size_t role, size_t number);
bool cursor_percept(Cursor *cursor, size_t role, size_t number);

#endif

/* engine.h - one interface over interpreter and machine
 *
 * Two cases, told apart in every function; lanes are not behind it (they play
 * many positions at once: sim/lanes.h).
 *
 * For whatever walks through a game one position at a time and need not know
 * which engine computes it. Positions are byte strings: equal positions have
 * equal bytes. Moves, percepts, goal values and features are terms in sorted
 * order, so that both engines give the same answers.
 */
#ifndef ZERMELO_SIM_ENGINE_H
#define ZERMELO_SIM_ENGINE_H

#include "base/byte_table.h"
#include "sim/interp.h"
#include "sim/machine.h"

typedef struct Engine Engine;

/* What they are made from is borrowed. */
Engine *engine_by_interp(Interp *interp);
Engine *engine_by_machine(const Machine *machine);
void engine_free(Engine *engine);

/* The cursor of an engine by machine, where its position is set; or NULL. */
Cursor *engine_cursor(const Engine *engine);

size_t engine_roles(const Engine *engine); /* their number */
const Term *engine_role(const Engine *engine, size_t role);
bool engine_is_random(const Engine *engine, size_t role);
Bytes engine_initial(const Engine *engine);

/* Sets the position that the functions below are about; it may be the result of
 * engine_next. */
void engine_set(Engine *engine, Bytes position);
bool engine_is_terminal(Engine *engine);

/* The legal moves; borrowed until the position is set again. */
TermList engine_legal(Engine *engine, size_t role);
size_t engine_legal_count(Engine *engine, size_t role);

/* The goal values from 0 to 100, ascending; borrowed until the next question.
 */
TermList engine_goals(Engine *engine, size_t role);

/* The position after a joint move, given by indices of legal moves, and the
 * percepts of that step; borrowed until the next step. */
Bytes engine_next(Engine *engine, const uint32_t *choices);
TermList engine_percepts(Engine *engine, size_t role);

/* The same of an engine by machine, given by numbers of moves; of one by the
 * interpreter, given by terms. */
Bytes engine_next_by_moves(Engine *engine, const uint32_t *moves);
Bytes engine_next_by_terms(Engine *engine, const Term *const *moves);

/* Whether ROLE perceives exactly PERCEPTS. */
bool engine_perceives(Engine *engine, size_t role, TermList percepts);

/* POSITION as one of an engine by the interpreter. */
Bytes position_bytes(const Position *position);

/* The features of POSITION, in ARENA. */
TermList engine_features(const Engine *engine, Bytes position, Arena *arena);

const char *engine_failure(const Engine *engine); /* as interp_failure */

/* ---- joint moves, as indices of legal moves ---- */

/* Writes how many legal moves each role has. False if the position is terminal
 * or a role has none. */
bool engine_legal_counts(Engine *engine, uint32_t *counts);

/* Finds the joint move MOVES; false if the position is terminal or one of them
 * is not legal. */
bool engine_find_choices(Engine *engine, const Term *const *moves,
                         uint32_t *choices);

/* The moves of the joint move CHOICES. */
void engine_moves(Engine *engine, const uint32_t *choices, const Term **moves);

/* Goes to the next joint move with choices from FIRST (NULL: zeroes) to before
 * END, the move of the first role changing fastest. False, with the first joint
 * move again, after the last. */
bool next_joint_move(const uint32_t *first, const uint32_t *end,
                     uint32_t *choices, size_t role_count);

bool term_lists_equal(TermList left, TermList right);
TermList term_list_copy(Arena *arena, TermList list);

#endif

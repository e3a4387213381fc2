/* move_classes.h - the moves of a role by what stands where in them
 *
 * Moves with the same symbol, or the same argument at a place, are a class. A
 * set of moves is often a few classes or what two classes have in common: all
 * that move the king, but not those to b3. Said so, a solver sees at once
 * which sets exclude each other.
 */
#ifndef ZERMELO_SAT_MOVE_CLASSES_H
#define ZERMELO_SAT_MOVE_CLASSES_H

#include "ground/net.h"

typedef struct MoveClasses MoveClasses;

/* In ARENA; NULL if the moves are few, or too many. */
MoveClasses *move_classes_new(Arena *arena, const Role *role);

/* Classes are numbered place by place, then those that are what two or three of
 * these have in common. No two of one place have a move in common. */
size_t move_classes_classes(const MoveClasses *choice);
size_t
move_classes_simple(const MoveClasses *choice); /* how many are of one place */
size_t move_classes_places(const MoveClasses *choice);
size_t move_classes_place(const MoveClasses *choice, size_t number);
/* The class of MOVE at PLACE; NO_INDEX if all moves are alike there, or nothing
 * stands there. */
uint32_t move_classes_at(const MoveClasses *choice, size_t place,
                         uint32_t move);
/* The moves of a class, at least one, and not all there are. */
const uint32_t *move_classes_moves(const MoveClasses *choice, size_t number,
                                   size_t *count);
/* What a class has in common, NO_INDEX behind the last; none, if it is of one
 * place. */
enum { MOVE_CLASS_PARTS = 3 };
const uint32_t *move_classes_common(const MoveClasses *choice, size_t number);

/* A class, or a single move if there is none. */
typedef struct {
    uint32_t number; /* of the class, or NO_INDEX */
    uint32_t move;
} MoveClassPart;

typedef VEC(MoveClassPart) ChoiceParts;

enum { CHOICE_OUT, CHOICE_IN, CHOICE_EITHER };

/* PARTS, at most MOST, that have together all moves that are WANTED (IN, or
 * OUT) and no other, as WHERE tells by move, but perhaps some that may be
 * EITHER. False if there are more, or it would take too long. */
bool move_classes_cover(MoveClasses *choice, const uint8_t *where,
                        uint8_t wanted, size_t most, ChoiceParts *parts);

#endif

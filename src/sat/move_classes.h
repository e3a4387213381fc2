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

typedef struct Choice Choice;

/* In ARENA; NULL if the moves are few, or too many. */
Choice *choice_new(Arena *arena, const Role *role);

/* Classes are numbered place by place, then those that are what two or three of
 * these have in common. No two of one place have a move in common. */
size_t choice_classes(const Choice *choice);
size_t choice_simple(const Choice *choice); /* how many are of one place */
size_t choice_places(const Choice *choice);
size_t choice_place(const Choice *choice, size_t number);
/* The class of MOVE at PLACE; NO_INDEX if all moves are alike there, or nothing
 * stands there. */
uint32_t choice_at(const Choice *choice, size_t place, uint32_t move);
/* The moves of a class, at least one, and not all there are. */
const uint32_t *choice_moves(const Choice *choice, size_t number,
                             size_t *count);
/* What a class has in common, NO_INDEX behind the last; none, if it is of one
 * place. */
enum { CHOICE_PARTS = 3 };
const uint32_t *choice_common(const Choice *choice, size_t number);

/* A class, or a single move if there is none. */
typedef struct {
    uint32_t number; /* of the class, or NO_INDEX */
    uint32_t move;
} ChoicePart;

typedef VEC(ChoicePart) ChoiceParts;

enum { CHOICE_OUT, CHOICE_IN, CHOICE_EITHER };

/* PARTS, at most MOST, that have together all moves that are WANTED (IN, or
 * OUT) and no other, as WHERE tells by move, but perhaps some that may be
 * EITHER. False if there are more, or it would take too long. */
bool choice_cover(Choice *choice, const uint8_t *where, uint8_t wanted,
                  size_t most, ChoiceParts *parts);

#endif

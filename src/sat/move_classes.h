/* move_classes.h - classes of the moves of a role, by symbol and arguments
 *
 * Moves with the same symbol, or the same argument at a place, are a class. A
 * set of moves is often a few classes or intersections of two or three: all
 * that move the king, but not those to b3. Said so, a solver sees at once which
 * sets exclude each other.
 */
#ifndef ZERMELO_SAT_MOVE_CLASSES_H
#define ZERMELO_SAT_MOVE_CLASSES_H

#include "ground/net.h"

enum { MAX_INTERSECTED = 3 };

typedef struct {
    const uint32_t *moves; /* ascending; at least one, and not all there are */
    uint32_t count;
    uint32_t place; /* of a simple class: where its moves agree */
    /* Of an intersection: its simple classes, NO_INDEX behind the last. */
    uint32_t intersected[MAX_INTERSECTED];
    uint32_t checked_cover; /* the last cover that considered it, and */
    bool lies_within;       /* whether it lies within the set to be covered */
} MoveClass;

/* Simple classes come first, place by place, then intersections of two and
 * three. No two simple classes of one place have a move in common. */
typedef struct {
    MoveClass *items;
    size_t count, simple_count;
    size_t move_count, place_count;
    size_t partition_count;
    uint32_t *class_of;    /* by partition (the places, then those by several
                            * places) and move */
    bool *is_covered;      /* by move, while a cover is made */
    uint32_t cover_number; /* counts the calls of move_classes_cover */
    size_t moves_compared; /* in all covers together */
} MoveClasses;

/* In ARENA; NULL if the moves are few, or too many. */
MoveClasses *move_classes_new(Arena *arena, const Role *role);

/* The class of MOVE at PLACE; NO_INDEX if all moves are alike there, or nothing
 * stands there. */
static inline uint32_t move_class_at(const MoveClasses *classes, size_t place,
                                     uint32_t move)
{
    return classes->class_of[place * classes->move_count + move];
}

/* The simple classes of one place from FIRST on end before the result. */
size_t move_classes_place_end(const MoveClasses *classes, size_t first);

/* What stands at a place of a move, place 0 being its symbol; 0 if nothing. */
typedef struct {
    uint64_t key;
    uint32_t move;
} KeyedMove;
uint64_t move_key(const Term *move, size_t place);
void sort_keyed_moves(KeyedMove *keyed, size_t count); /* by key, then move */

/* A class, or a single move if there is none. */
typedef struct {
    uint32_t class; /* its number, or NO_INDEX */
    uint32_t move;
} CoverPart;

typedef VEC(CoverPart) MoveCover;

enum { MOVE_OUT, MOVE_IN, MOVE_EITHER };

/* PARTS, at most MAX_PARTS, that have together all moves that are
 * WANTED_MEMBERSHIP (MOVE_IN or MOVE_OUT) and no other, as MEMBERSHIP tells by
 * move, but perhaps some that are MOVE_EITHER. False if there are more, or it
 * would take too long. */
bool move_classes_cover(MoveClasses *classes, const uint8_t *membership,
                        uint8_t wanted_membership, size_t max_parts,
                        MoveCover *parts);

#endif

/* move_classes.c - the moves of a role by what stands where in them
 *
 * In:   the moves of a role
 * Out:  classes, and how sets are made of them
 * Next: sat/unroll.c
 *
 * A set is covered move by move, each with the largest class, or what two or
 * three have in common, that lies within the set. Start reading at
 * move_classes_cover(), at the end.
 */
#include "sat/move_classes.h"

#include "base/memory.h"
#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

enum { MIN_MOVES = 6, MAX_PLACES = 10, MAX_ENTRIES = 4000000 };

static const size_t MAX_WORK = 200000000; /* in all questions together */

/* Moves that agree in one place, in two or in three. */
typedef struct {
    uint32_t first, count; /* of the members */
    uint32_t place, common[MOVE_CLASS_PARTS];
    uint32_t asked; /* in the question of this number: */
    bool fits;      /* whether it lies within the set */
} Class;

struct MoveClasses {
    size_t move_count, place_count, class_count, simple_count, way_count;
    VEC(Class) classes; /* those of one place, then pairs */
    VEC(uint32_t) members;
    uint32_t *class_of; /* by way, that is by places, and move */
    uint32_t question;
    size_t work;
    bool *covered; /* by move */
};

/* 0 if nothing stands there. */
static uint64_t key_at(const Term *move, size_t place)
{
    if (place == 0)
        return ((uint64_t)move->symbol->id << 16 | move->arity) + 1;
    return place <= move->arity ? (uint64_t)move->args[place - 1]->id + 1 : 0;
}

typedef struct {
    uint64_t key;
    uint32_t move;
} Keyed;

static int by_key(const void *left, const void *right)
{
    const Keyed *a = left, *b = right;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return (a->move > b->move) - (a->move < b->move);
}

/* The classes of moves that LEFT and RIGHT are made of. */
static void join(const MoveClasses *choice, uint32_t left, uint32_t right,
                 uint32_t *common)
{
    const Class *first = &choice->classes.items[left];
    size_t count = 0;
    for (size_t i = 0; i < MOVE_CLASS_PARTS && first->common[i] != NO_INDEX;
         i++)
        common[count++] = first->common[i];
    if (!count)
        common[count++] = left;
    common[count] = right;
}

/* Classes of moves with the same key; those with key 0 are in none. If JOINED,
 * a key is two classes, and a class with a single move is of no use. */
static void add_way(MoveClasses *choice, Keyed *keyed, uint32_t place,
                    bool joined)
{
    size_t count = choice->move_count;
    uint32_t *class_of = choice->class_of + choice->way_count++ * count;
    sort_items(keyed, count, sizeof *keyed, by_key);
    for (size_t first = 0, end; first < count; first = end) {
        uint64_t key = keyed[first].key;
        for (end = first; end < count && keyed[end].key == key; end++)
            ;
        bool good = key && end - first < count && !(joined && end - first == 1);
        Class one = {.first = (uint32_t)choice->members.count,
                     .count = (uint32_t)(end - first),
                     .place = place,
                     .common = {NO_INDEX, NO_INDEX, NO_INDEX}};
        if (good && joined)
            join(choice, (uint32_t)(key >> 32) - 1, (uint32_t)key - 1,
                 one.common);
        for (size_t i = first; i < end; i++) {
            class_of[keyed[i].move] =
                good ? (uint32_t)choice->classes.count : NO_INDEX;
            if (good)
                vec_push(&choice->members, keyed[i].move);
        }
        if (good)
            vec_push(&choice->classes, one);
    }
}

/* What the classes of two ways have in common. */
static void add_joined(MoveClasses *choice, Keyed *keyed, size_t left,
                       size_t right)
{
    size_t count = choice->move_count;
    for (uint32_t m = 0; m < count; m++) {
        uint64_t a = choice->class_of[left * count + m];
        uint64_t b = choice->class_of[right * count + m];
        bool both = a != NO_INDEX && b != NO_INDEX;
        keyed[m] = (Keyed){both ? (a + 1) << 32 | (b + 1) : 0, m};
    }
    add_way(choice, keyed, 0, true);
}

static void add_all_joined(MoveClasses *choice, Keyed *keyed, size_t places,
                           bool triples)
{
    for (size_t p = 0; p < places; p++)
        for (size_t q = 0; q < p; q++) {
            size_t pair = choice->way_count;
            add_joined(choice, keyed, p, q);
            for (size_t r = 0; r < q && triples; r++)
                add_joined(choice, keyed, pair, r);
        }
}

MoveClasses *move_classes_new(Arena *arena, const Role *role)
{
    size_t count = role->move_count, places = 1;
    for (size_t i = 0; i < count; i++)
        if ((size_t)role->moves[i]->arity + 1 > places)
            places = (size_t)role->moves[i]->arity + 1;
    size_t pairs = places * (places + 1) / 2;
    size_t ways = pairs + places * (places - 1) * (places - 2) / 6;
    bool triples = ways * count <= MAX_ENTRIES;
    if (count <= MIN_MOVES || places > MAX_PLACES ||
        pairs * count > MAX_ENTRIES)
        return NULL;
    MoveClasses *choice = arena_alloc(arena, sizeof *choice);
    *choice = (MoveClasses){.move_count = count, .place_count = places};
    choice->class_of =
        arena_array(arena, uint32_t, (triples ? ways : pairs) * count);
    choice->covered = arena_array(arena, bool, count);
    Keyed *keyed = memory_array(count, sizeof *keyed);
    for (uint32_t p = 0; p < places; p++) {
        for (uint32_t m = 0; m < count; m++)
            keyed[m] = (Keyed){key_at(role->moves[m], p), m};
        add_way(choice, keyed, p, false);
    }
    choice->simple_count = choice->classes.count;
    add_all_joined(choice, keyed, places, triples);
    free(keyed);
    choice->class_count = choice->classes.count;
    choice->classes.items = vec_finish(&choice->classes, arena);
    choice->members.items = vec_finish(&choice->members, arena);
    return choice;
}

size_t move_classes_classes(const MoveClasses *choice)
{
    return choice->class_count;
}

size_t move_classes_simple(const MoveClasses *choice)
{
    return choice->simple_count;
}

const uint32_t *move_classes_common(const MoveClasses *choice, size_t number)
{
    return choice->classes.items[number].common;
}

size_t move_classes_places(const MoveClasses *choice)
{
    return choice->place_count;
}

uint32_t move_classes_at(const MoveClasses *choice, size_t place, uint32_t move)
{
    return choice->class_of[place * choice->move_count + move];
}

size_t move_classes_place(const MoveClasses *choice, size_t number)
{
    return choice->classes.items[number].place;
}

const uint32_t *move_classes_moves(const MoveClasses *choice, size_t number,
                                   size_t *count)
{
    *count = choice->classes.items[number].count;
    return choice->members.items + choice->classes.items[number].first;
}

static bool fits(MoveClasses *choice, Class *one, const uint8_t *where,
                 uint8_t wanted)
{
    if (one->asked == choice->question)
        return one->fits;
    const uint32_t *members = choice->members.items + one->first;
    one->asked = choice->question;
    one->fits = true;
    for (uint32_t i = 0; i < one->count && one->fits; i++, choice->work++)
        one->fits =
            where[members[i]] == wanted || where[members[i]] == CHOICE_EITHER;
    return one->fits;
}

/* The largest class that MOVE is in and that fits, or NULL. */
static const Class *best_class(MoveClasses *choice, uint32_t move,
                               const uint8_t *where, uint8_t wanted)
{
    const Class *best = NULL;
    for (size_t way = 0; way < choice->way_count; way++) {
        uint32_t number = choice->class_of[way * choice->move_count + move];
        choice->work++;
        if (number == NO_INDEX)
            continue;
        Class *one = &choice->classes.items[number];
        if ((!best || one->count > best->count) &&
            fits(choice, one, where, wanted))
            best = one;
    }
    return best;
}

bool move_classes_cover(MoveClasses *choice, const uint8_t *where,
                        uint8_t wanted, size_t most, ChoiceParts *parts)
{
    vec_clear(parts);
    choice->question++;
    memset(choice->covered, false, choice->move_count);
    for (uint32_t m = 0; m < choice->move_count; m++) {
        if (where[m] != wanted || choice->covered[m])
            continue;
        if (parts->count == most || choice->work > MAX_WORK)
            return false;
        const Class *best = best_class(choice, m, where, wanted);
        MoveClassPart part = {NO_INDEX, m};
        if (best)
            part.number = (uint32_t)(best - choice->classes.items);
        vec_push(parts, part);
        for (uint32_t i = 0; best && i < best->count; i++)
            choice->covered[choice->members.items[best->first + i]] = true;
    }
    return true;
}

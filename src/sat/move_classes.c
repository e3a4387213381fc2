/* move_classes.c - classes of the moves of a role, by symbol and arguments
 *
 * In:   the moves of a role
 * Out:  classes, and covers of sets of moves by them
 * Next: sat/unroll_moves.c
 *
 * A set is covered greedily, move by move, each with the largest class or
 * intersection of two or three classes that lies within the set. Start reading
 * at move_classes_cover(), at the end.
 */
#include "sat/move_classes.h"

#include "base/memory.h"
#include "base/sort.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MIN_MOVES = 6, MAX_PLACES = 10, MAX_ENTRIES = 4000000 };

static const size_t MAX_MOVES_COMPARED =
    200000000; /* in all questions together */

/* ---- keys ---- */

uint64_t move_key(const Term *move, size_t place)
{
    if (place == 0)
        return ((uint64_t)move->symbol->id << 16 | move->arity) + 1;
    return place <= move->arity ? (uint64_t)move->args[place - 1]->id + 1 : 0;
}

static int by_key(const void *left, const void *right)
{
    const KeyedMove *a = left, *b = right;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return (a->move > b->move) - (a->move < b->move);
}

void sort_keyed_moves(KeyedMove *keyed, size_t count)
{
    sort_items(keyed, count, sizeof *keyed, by_key);
}

/* ---- classes ---- */

typedef struct {
    MoveClasses *classes;
    VEC(MoveClass) items; /* their moves are not set yet */
    VEC(uint32_t) moves;  /* of all classes, one after the other */
    KeyedMove *keyed;
} ClassBuilder;

/* The simple classes of which LEFT and the simple class RIGHT are made. */
static void intersect(const ClassBuilder *builder, uint32_t left,
                      uint32_t right, uint32_t *intersected)
{
    const uint32_t *first = builder->items.items[left].intersected;
    size_t count = 0;
    for (; count < MAX_INTERSECTED && first[count] != NO_INDEX; count++)
        intersected[count] = first[count];
    if (!count)
        intersected[count++] = left;
    assert(count < MAX_INTERSECTED);
    intersected[count] = right;
}

/* Classes of moves with the same key; those with key 0 are in none. If
 * IS_JOINED, a key is two classes, and a class with a single move is of no use.
 */
static void add_partition(ClassBuilder *builder, uint32_t place, bool is_joined)
{
    MoveClasses *classes = builder->classes;
    size_t count = classes->move_count;
    KeyedMove *keyed = builder->keyed;
    uint32_t *class_of = classes->class_of + classes->partition_count++ * count;
    sort_keyed_moves(keyed, count);
    for (size_t first = 0, end; first < count; first = end) {
        uint64_t key = keyed[first].key;
        for (end = first; end < count && keyed[end].key == key; end++)
            ;
        bool good =
            key && end - first < count && !(is_joined && end - first == 1);
        MoveClass class = {.count = (uint32_t)(end - first),
                           .place = place,
                           .intersected = {NO_INDEX, NO_INDEX, NO_INDEX}};
        if (good && is_joined)
            intersect(builder, (uint32_t)(key >> 32) - 1, (uint32_t)key - 1,
                      class.intersected);
        for (size_t i = first; i < end; i++) {
            class_of[keyed[i].move] =
                good ? (uint32_t)builder->items.count : NO_INDEX;
            if (good)
                vec_push(&builder->moves, keyed[i].move);
        }
        if (good)
            vec_push(&builder->items, class);
    }
}

/* The intersections of the classes of two partitions. */
static void add_joined(ClassBuilder *builder, size_t left, size_t right)
{
    const MoveClasses *classes = builder->classes;
    for (uint32_t m = 0; m < classes->move_count; m++) {
        uint64_t a = move_class_at(classes, left, m);
        uint64_t b = move_class_at(classes, right, m);
        bool both = a != NO_INDEX && b != NO_INDEX;
        builder->keyed[m] = (KeyedMove){both ? (a + 1) << 32 | (b + 1) : 0, m};
    }
    add_partition(builder, 0, true);
}

static void add_all_joined(ClassBuilder *builder, bool triples)
{
    MoveClasses *classes = builder->classes;
    for (size_t p = 0; p < classes->place_count; p++)
        for (size_t q = 0; q < p; q++) {
            size_t pair = classes->partition_count;
            add_joined(builder, p, q);
            for (size_t r = 0; r < q && triples; r++)
                add_joined(builder, pair, r);
        }
}

/* Moves classes and their moves into ARENA. */
static void finish(ClassBuilder *builder, Arena *arena)
{
    MoveClasses *classes = builder->classes;
    const uint32_t *moves = vec_finish(&builder->moves, arena);
    classes->count = builder->items.count;
    classes->items = vec_finish(&builder->items, arena);
    for (size_t i = 0; i < classes->count; i++) {
        classes->items[i].moves = moves;
        moves += classes->items[i].count;
    }
    free(builder->keyed);
}

MoveClasses *move_classes_new(Arena *arena, const Role *role)
{
    size_t count = role->move_count, places = 1;
    for (size_t i = 0; i < count; i++)
        if ((size_t)role->moves[i]->arity + 1 > places)
            places = (size_t)role->moves[i]->arity + 1;
    size_t pair_count = places * (places + 1) / 2;
    size_t partitions = pair_count + places * (places - 1) * (places - 2) / 6;
    bool triples = partitions * count <= MAX_ENTRIES;
    if (count <= MIN_MOVES || places > MAX_PLACES ||
        pair_count * count > MAX_ENTRIES)
        return NULL;
    MoveClasses *classes = arena_alloc(arena, sizeof *classes);
    *classes = (MoveClasses){.move_count = count, .place_count = places};
    classes->class_of = arena_array(
        arena, uint32_t, (triples ? partitions : pair_count) * count);
    classes->covered = arena_array(arena, bool, count);
    ClassBuilder builder = {.classes = classes,
                            .keyed = memory_array(count, sizeof(KeyedMove))};
    for (uint32_t p = 0; p < places; p++) {
        for (uint32_t m = 0; m < count; m++)
            builder.keyed[m] = (KeyedMove){move_key(role->moves[m], p), m};
        add_partition(&builder, p, false);
    }
    classes->simple_count = builder.items.count;
    add_all_joined(&builder, triples);
    assert(classes->partition_count == (triples ? partitions : pair_count));
    finish(&builder, arena);
    return classes;
}

size_t move_classes_place_end(const MoveClasses *classes, size_t first)
{
    assert(first < classes->simple_count);
    size_t end = first + 1;
    while (end < classes->simple_count &&
           classes->items[end].place == classes->items[first].place)
        end++;
    return end;
}

/* ---- covers ---- */

static bool fits(MoveClasses *classes, MoveClass *class,
                 const uint8_t *membership, uint8_t wanted_membership)
{
    if (class->question == classes->question)
        return class->fits;
    class->question = classes->question;
    class->fits = true;
    for (uint32_t i = 0; i < class->count && class->fits; i++, classes->work++)
        class->fits = membership[class->moves[i]] == wanted_membership ||
                      membership[class->moves[i]] == MOVE_EITHER;
    return class->fits;
}

/* The largest class that MOVE is in and that fits, or NULL. */
static const MoveClass *best_class(MoveClasses *classes, uint32_t move,
                                   const uint8_t *membership,
                                   uint8_t wanted_membership)
{
    const MoveClass *best = NULL;
    for (size_t i = 0; i < classes->partition_count; i++) {
        uint32_t number = move_class_at(classes, i, move);
        classes->work++;
        if (number == NO_INDEX)
            continue;
        MoveClass *class = &classes->items[number];
        if ((!best || class->count > best->count) &&
            fits(classes, class, membership, wanted_membership))
            best = class;
    }
    return best;
}

bool move_classes_cover(MoveClasses *classes, const uint8_t *membership,
                        uint8_t wanted_membership, size_t max_parts,
                        MoveCover *parts)
{
    vec_clear(parts);
    classes->question++;
    memset(classes->covered, false, classes->move_count);
    for (uint32_t m = 0; m < classes->move_count; m++) {
        if (membership[m] != wanted_membership || classes->covered[m])
            continue;
        if (parts->count == max_parts || classes->work > MAX_MOVES_COMPARED)
            return false;
        const MoveClass *best =
            best_class(classes, m, membership, wanted_membership);
        CoverPart part = {NO_INDEX, m};
        if (best)
            part.number = (uint32_t)(best - classes->items);
        vec_push(parts, part);
        for (uint32_t i = 0; best && i < best->count; i++)
            classes->covered[best->moves[i]] = true;
    }
    return true;
}

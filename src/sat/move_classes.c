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

enum { MIN_MOVES = 6, MAX_PLACES = 10, MAX_TABLE_ENTRIES = 4000000 };

static const size_t MAX_MOVES_COMPARED = 200000000; /* in all covers together */

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
static void list_intersected(const ClassBuilder *builder, uint32_t left,
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
        bool is_useful =
            key && end - first < count && !(is_joined && end - first == 1);
        MoveClass class = {.count = (uint32_t)(end - first),
                           .place = place,
                           .intersected = {NO_INDEX, NO_INDEX, NO_INDEX}};
        if (is_useful && is_joined)
            list_intersected(builder, (uint32_t)(key >> 32) - 1,
                             (uint32_t)key - 1, class.intersected);
        for (size_t i = first; i < end; i++) {
            class_of[keyed[i].move] =
                is_useful ? (uint32_t)builder->items.count : NO_INDEX;
            if (is_useful)
                vec_push(&builder->moves, keyed[i].move);
        }
        if (is_useful)
            vec_push(&builder->items, class);
    }
}

/* The intersections of the classes of two partitions. */
static void add_intersections(ClassBuilder *builder, size_t left, size_t right)
{
    const MoveClasses *classes = builder->classes;
    for (uint32_t move = 0; move < classes->move_count; move++) {
        uint64_t left_class = move_class_at(classes, left, move);
        uint64_t right_class = move_class_at(classes, right, move);
        bool has_both = left_class != NO_INDEX && right_class != NO_INDEX;
        builder->keyed[move] = (KeyedMove){
            has_both ? (left_class + 1) << 32 | (right_class + 1) : 0, move};
    }
    add_partition(builder, 0, true);
}

static void add_all_intersections(ClassBuilder *builder, bool with_triples)
{
    MoveClasses *classes = builder->classes;
    for (size_t first = 0; first < classes->place_count; first++)
        for (size_t second = 0; second < first; second++) {
            size_t pair = classes->partition_count;
            add_intersections(builder, first, second);
            for (size_t third = 0; third < second && with_triples; third++)
                add_intersections(builder, pair, third);
        }
}

/* Moves classes and their moves into ARENA. */
static void finish_classes(ClassBuilder *builder, Arena *arena)
{
    MoveClasses *classes = builder->classes;
    const uint32_t *moves = vec_finish(&builder->moves, arena);
    classes->count = builder->items.count;
    classes->items = vec_finish(&builder->items, arena);
    for (size_t i = 0; i < classes->count; i++) {
        classes->items[i].moves = moves;
        moves += classes->items[i].count;
    }
    memory_free(builder->keyed);
}

MoveClasses *move_classes_new(Arena *arena, const Role *role)
{
    size_t move_count = role->move_count, place_count = 1;
    for (size_t i = 0; i < move_count; i++)
        if ((size_t)role->moves[i]->arity + 1 > place_count)
            place_count = (size_t)role->moves[i]->arity + 1;
    size_t up_to_pairs = place_count * (place_count + 1) / 2;
    size_t up_to_triples =
        up_to_pairs + place_count * (place_count - 1) * (place_count - 2) / 6;
    bool with_triples = up_to_triples * move_count <= MAX_TABLE_ENTRIES;
    if (move_count <= MIN_MOVES || place_count > MAX_PLACES ||
        up_to_pairs * move_count > MAX_TABLE_ENTRIES)
        return NULL;
    MoveClasses *classes = arena_alloc(arena, sizeof *classes);
    *classes =
        (MoveClasses){.move_count = move_count, .place_count = place_count};
    classes->class_of =
        arena_array(arena, uint32_t,
                    (with_triples ? up_to_triples : up_to_pairs) * move_count);
    classes->is_covered = arena_array(arena, bool, move_count);
    ClassBuilder builder = {.classes = classes,
                            .keyed =
                                memory_array(move_count, sizeof(KeyedMove))};
    for (uint32_t place = 0; place < place_count; place++) {
        for (uint32_t move = 0; move < move_count; move++)
            builder.keyed[move] =
                (KeyedMove){move_key(role->moves[move], place), move};
        add_partition(&builder, place, false);
    }
    classes->simple_count = builder.items.count;
    add_all_intersections(&builder, with_triples);
    assert(classes->partition_count ==
           (with_triples ? up_to_triples : up_to_pairs));
    finish_classes(&builder, arena);
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

/* Whether no move of CLASS is unwanted; computed once for each cover. */
static bool lies_within_set(MoveClasses *classes, MoveClass *class,
                            const uint8_t *membership,
                            uint8_t wanted_membership)
{
    if (class->checked_cover == classes->cover_number)
        return class->lies_within;
    class->checked_cover = classes->cover_number;
    class->lies_within = true;
    for (uint32_t i = 0; i < class->count && class->lies_within;
         i++, classes->moves_compared++)
        class->lies_within = membership[class->moves[i]] == wanted_membership ||
                             membership[class->moves[i]] == MOVE_EITHER;
    return class->lies_within;
}

/* The largest class that MOVE is in and that fits, or NULL. */
static const MoveClass *largest_class_within(MoveClasses *classes,
                                             uint32_t move,
                                             const uint8_t *membership,
                                             uint8_t wanted_membership)
{
    const MoveClass *largest = NULL;
    for (size_t partition = 0; partition < classes->partition_count;
         partition++) {
        uint32_t number = move_class_at(classes, partition, move);
        classes->moves_compared++;
        if (number == NO_INDEX)
            continue;
        MoveClass *class = &classes->items[number];
        if ((!largest || class->count > largest->count) &&
            lies_within_set(classes, class, membership, wanted_membership))
            largest = class;
    }
    return largest;
}

bool move_classes_cover(MoveClasses *classes, const uint8_t *membership,
                        uint8_t wanted_membership, size_t max_parts,
                        MoveCover *parts)
{
    vec_clear(parts);
    classes->cover_number++;
    memset(classes->is_covered, false, classes->move_count);
    for (uint32_t move = 0; move < classes->move_count; move++) {
        if (membership[move] != wanted_membership || classes->is_covered[move])
            continue;
        if (parts->count == max_parts ||
            classes->moves_compared > MAX_MOVES_COMPARED)
            return false;
        const MoveClass *largest =
            largest_class_within(classes, move, membership, wanted_membership);
        CoverPart part = {NO_INDEX, move};
        if (largest)
            part.class = (uint32_t)(largest - classes->items);
        vec_push(parts, part);
        for (uint32_t i = 0; largest && i < largest->count; i++)
            classes->is_covered[largest->moves[i]] = true;
    }
    return true;
}

/* information_sets.c - does a role always know, whatever is played
 *
 * In:   a game and a role
 * Out:  whether it always knows its legal moves, the end and its payoff
 *
 * A situation is what the role holds possible after some moves and percepts: a
 * set of positions. What it knows there depends on the set alone, and so do the
 * situations that can follow; so each set is looked at once. Start reading at
 * cover(), at the end.
 */
#include "know/information_sets.h"

#include "base/sort.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Positions by their numbers, in ascending order, and how each was reached. */
typedef struct {
    uint32_t *numbers;
    const History **stories;
    size_t count;
} Situation;

/* What follows a situation if the role moves so and perceives that. */
typedef struct {
    const Term *move;
    TermList percepts;
    VEC(uint32_t) numbers;
    VEC(const History *) stories;
} Branch;

typedef struct {
    World *world;
    size_t role, most;
    const Budget *budget;
    InformationSets *cover;
    Arena *arena;
    VEC(Bytes) positions;
    Map position_map;
    VEC(Situation) situations; /* those that were looked at, then the others */
    Map situation_map;
    VEC(Branch) branches; /* of the present situation */
    TermList *legal;
    uint32_t *choices;
    const Term **moves;
} Walk;

static uint32_t number_of(Walk *walk, Bytes position)
{
    uint32_t hash = hash_bytes(position.bytes, position.length);
    for (MapProbe p = map_probe(&walk->position_map, hash);
         map_next(&walk->position_map, &p);) {
        Bytes known = walk->positions.items[p.index];
        if (known.length == position.length &&
            memcmp(known.bytes, position.bytes, known.length) == 0)
            return p.index;
    }
    Bytes copy = {arena_copy(walk->arena, position.bytes, position.length),
                  position.length};
    map_add(&walk->position_map, hash, (uint32_t)walk->positions.count);
    vec_push(&walk->positions, copy);
    return (uint32_t)walk->positions.count - 1;
}

/* ---- situations ---- */

typedef struct {
    uint32_t number;
    const History *story;
} Reached;

static int by_number(const void *left, const void *right)
{
    const Reached *a = left, *b = right;
    return (a->number > b->number) - (a->number < b->number);
}

/* Adds the situation if it is new. */
static void add_situation(Walk *walk, const uint32_t *numbers,
                          const History *const *stories, size_t count)
{
    Reached *sorted = fatal_malloc(count * sizeof *sorted);
    for (size_t i = 0; i < count; i++)
        sorted[i] = (Reached){numbers[i], stories[i]};
    sort_items(sorted, count, sizeof *sorted, by_number);
    Situation situation = {arena_array(walk->arena, uint32_t, count),
                           arena_array(walk->arena, const History *, count),
                           count};
    for (size_t i = 0; i < count; i++) {
        situation.numbers[i] = sorted[i].number;
        situation.stories[i] = sorted[i].story;
    }
    free(sorted);
    uint32_t hash = hash_bytes(situation.numbers, count * sizeof *numbers);
    for (MapProbe p = map_probe(&walk->situation_map, hash);
         map_next(&walk->situation_map, &p);) {
        const Situation *known = &walk->situations.items[p.index];
        if (known->count == count && memcmp(known->numbers, situation.numbers,
                                            count * sizeof *numbers) == 0)
            return;
    }
    map_add(&walk->situation_map, hash, (uint32_t)walk->situations.count);
    vec_push(&walk->situations, situation);
}

/* ---- what is known in one ---- */

static PositionSet set_of(const Walk *walk, const Situation *situation)
{
    PositionSet set;
    set_init(&set);
    for (size_t i = 0; i < situation->count; i++)
        set_add(&set, walk->positions.items[situation->numbers[i]], 1,
                situation->stories[i]);
    return set;
}

/* A position that the question is about, and one with another answer. */
static void find_pair(World *world, const PositionSet *set, size_t role,
                      About about, const History *pair[2])
{
    const Candidate *items = set->items.items;
    Arena *scratch = arena_new();
    const Term *place, *other_place;
    size_t first = 0;
    for (; first < set->items.count; first++) {
        world->set(world, items[first].position);
        if (world->terminal(world) == (about != ABOUT_LEGAL))
            break;
    }
    assert(first < set->items.count);
    pair[0] = pair[1] = items[first].story;
    TermList answer, other;
    set_answer(world, items[first].position, role, about, &place, scratch,
               &answer);
    answer.items =
        arena_copy(scratch, answer.items, answer.count * sizeof *answer.items);
    for (size_t i = 0; i < set->items.count && pair[1] == pair[0]; i++)
        if (set_answer(world, items[i].position, role, about, &other_place,
                       scratch, &other) &&
            !term_lists_equal(answer, other))
            pair[1] = items[i].story;
    arena_free(scratch);
}

/* False if the budget was spent first. */
static bool judge(Walk *walk, const Situation *situation)
{
    InformationSets *cover = walk->cover;
    World *world = walk->world;
    PositionSet set = set_of(walk, situation);
    Arena *scratch = arena_new();
    bool complete;
    Beliefs over = set_ask(world, &set, walk->role, ABOUT_TERMINAL,
                           walk->budget, scratch, &complete);
    for (int about = ABOUT_LEGAL; complete && about <= ABOUT_GOAL; about++) {
        if (!cover->known[about] || (about != ABOUT_LEGAL && !over.count))
            continue;
        Beliefs beliefs = set_ask(world, &set, walk->role, (About)about,
                                  walk->budget, scratch, &complete);
        if (!complete)
            break;
        cover->known[about] = is_known(beliefs, (About)about);
        if (!cover->known[about])
            find_pair(world, &set, walk->role, (About)about,
                      cover->pair[about]);
    }
    arena_free(scratch);
    set_free(&set);
    return complete;
}

/* ---- what follows ---- */

static Branch *branch_for(Walk *walk, const Term *move, TermList percepts)
{
    for (size_t i = 0; i < walk->branches.count; i++) {
        Branch *branch = &walk->branches.items[i];
        if (branch->move == move &&
            term_lists_equal(branch->percepts, percepts))
            return branch;
    }
    Branch branch = {
        .move = move,
        .percepts = {arena_copy(walk->arena, percepts.items,
                                percepts.count * sizeof *percepts.items),
                     percepts.count}};
    vec_push(&walk->branches, branch);
    return &vec_last(&walk->branches);
}

static void take_step(Walk *walk, const History *story)
{
    World *world = walk->world;
    for (size_t i = 0; i < world->roles; i++)
        walk->moves[i] = walk->legal[i].items[walk->choices[i]];
    Bytes next = world->next(world, walk->choices);
    uint32_t number = number_of(walk, next);
    Branch *branch = branch_for(walk, walk->moves[walk->role],
                                world->percepts(world, walk->role));
    for (size_t i = 0; i < branch->numbers.count; i++)
        if (branch->numbers.items[i] == number)
            return;
    vec_push(&branch->numbers, number);
    vec_push(&branch->stories,
             story_add(walk->cover->arena, story, walk->moves, world->roles));
}

static bool turn(Walk *walk)
{
    for (size_t i = 0; i < walk->world->roles; i++) {
        if (++walk->choices[i] < walk->legal[i].count)
            return true;
        walk->choices[i] = 0;
    }
    return false;
}

/* False if there were too many steps. */
static bool expand(Walk *walk, uint32_t number, const History *story)
{
    World *world = walk->world;
    world->set(world, walk->positions.items[number]);
    if (world->terminal(world))
        return true;
    for (size_t i = 0; i < world->roles; i++) {
        walk->legal[i] = world->legal(world, i);
        walk->choices[i] = 0;
        if (!walk->legal[i].count)
            return true;
    }
    do {
        if (++walk->cover->steps > walk->most ||
            (walk->cover->steps % 64 == 0 && budget_spent(walk->budget)) ||
            world->failure(world))
            return false;
        take_step(walk, story);
    } while (turn(walk));
    return true;
}

/* Adds the situations after one; false if there were too many steps. */
static bool go_on_from(Walk *walk, Situation situation)
{
    bool all = true;
    for (size_t i = 0; i < situation.count && all; i++)
        all = expand(walk, situation.numbers[i], situation.stories[i]);
    for (size_t i = 0; i < walk->branches.count; i++) {
        Branch *branch = &walk->branches.items[i];
        if (all)
            add_situation(walk, branch->numbers.items, branch->stories.items,
                          branch->numbers.count);
        vec_free(&branch->numbers);
        vec_free(&branch->stories);
    }
    vec_clear(&walk->branches);
    return all;
}

static bool all_refuted(const InformationSets *cover)
{
    return !cover->known[0] && !cover->known[1] && !cover->known[2];
}

InformationSets *cover(World *world, size_t role, size_t most,
                       const Budget *budget)
{
    Arena *arena = arena_new();
    InformationSets *cover = arena_alloc(arena, sizeof *cover);
    *cover = (InformationSets){.arena = arena, .known = {true, true, true}};
    Walk walk = {.world = world,
                 .role = role,
                 .most = most,
                 .budget = budget,
                 .cover = cover,
                 .arena = arena_new()};
    walk.legal = arena_array(walk.arena, TermList, world->roles);
    walk.choices = arena_array(walk.arena, uint32_t, world->roles);
    walk.moves = arena_array(walk.arena, const Term *, world->roles);
    uint32_t first = number_of(&walk, world->initial(world));
    const History *beginning = NULL;
    add_situation(&walk, &first, &beginning, 1);
    bool all = true;
    for (size_t i = 0; i < walk.situations.count && all && !all_refuted(cover);
         i++) {
        all = judge(&walk, &walk.situations.items[i]);
        if (!all)
            break;
        cover->situations++;
        all = go_on_from(&walk, walk.situations.items[i]);
    }
    cover->complete = all && !all_refuted(cover);
    vec_free(&walk.positions);
    vec_free(&walk.situations);
    vec_free(&walk.branches);
    map_free(&walk.position_map);
    map_free(&walk.situation_map);
    arena_free(walk.arena);
    return cover;
}

void information_sets_free(InformationSets *cover)
{
    if (cover)
        arena_free(cover->arena);
}

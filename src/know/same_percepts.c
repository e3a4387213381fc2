/* same_percepts.c - are two plays really the same to a role
 *
 * In:   two plays that a filter could not tell apart
 * Out:  whether that is so, and whether they end differently, by the
 * interpreter
 */
#include "know/same_percepts.h"

#include <stdlib.h>
#include <string.h>

/* What a role perceived in each step of a play, one list after the other. */
typedef struct {
    VEC(const Term *) terms; /* its move, its percepts, NULL, and so on */
    bool legal;
} Account;

typedef VEC(const History *) Steps;

static Steps steps_of(const History *story)
{
    Steps steps = {0};
    for (; story; story = story->previous)
        vec_push(&steps, story);
    for (size_t i = 0; i < steps.count / 2; i++) {
        const History *swap = steps.items[i];
        steps.items[i] = steps.items[steps.count - 1 - i];
        steps.items[steps.count - 1 - i] = swap;
    }
    return steps;
}

static bool choose(World *world, const History *step, uint32_t *choices)
{
    if (world->terminal(world))
        return false;
    for (size_t i = 0; i < world->roles; i++) {
        TermList legal = world->legal(world, i);
        choices[i] = (uint32_t)term_list_find(legal, step->moves[i]);
        if (choices[i] == legal.count)
            return false;
    }
    return true;
}

static Account account_of(World *world, size_t role, const History *story)
{
    Account account = {.legal = true};
    Steps steps = steps_of(story);
    uint32_t *choices = fatal_malloc(world->roles * sizeof *choices);
    world->set(world, world->initial(world));
    for (size_t i = 0; i < steps.count && account.legal; i++) {
        account.legal = choose(world, steps.items[i], choices);
        if (!account.legal)
            break;
        Bytes next = world->next(world, choices);
        TermList seen = world->percepts(world, role);
        vec_push(&account.terms, steps.items[i]->moves[role]);
        for (size_t k = 0; k < seen.count; k++)
            vec_push(&account.terms, seen.items[k]);
        vec_push(&account.terms, NULL);
        world->set(world, next);
    }
    free(choices);
    vec_free(&steps);
    return account;
}

bool replay_is_same(World *world, size_t role, const History *left,
                    const History *right)
{
    Account one = account_of(world, role, left);
    Account two = account_of(world, role, right);
    bool same = one.legal && two.legal && one.terms.count == two.terms.count &&
                (!one.terms.count ||
                 memcmp(one.terms.items, two.terms.items,
                        one.terms.count * sizeof *one.terms.items) == 0);
    vec_free(&one.terms);
    vec_free(&two.terms);
    return same;
}

/* In the position that was played to last. */
static TermList answer_here(World *world, size_t role, About about,
                            Arena *arena)
{
    static const Term *const over[] = {NULL};
    TermList list = {over, world->terminal(world)};
    if (about != ABOUT_TERMINAL)
        list = about == ABOUT_LEGAL ? world->legal(world, role)
                                    : world->goals(world, role);
    list.items = arena_copy(arena, list.items, list.count * sizeof *list.items);
    return list;
}

bool replay_shows(World *world, size_t role, About about, const History *left,
                  const History *right)
{
    if (!replay_is_same(world, role, right, left)) /* stands at LEFT's end */
        return false;
    Arena *arena = arena_new();
    bool over = world->terminal(world);
    TermList one = answer_here(world, role, about, arena);
    Account again = account_of(world, role, right);
    vec_free(&again.terms);
    bool other_over = world->terminal(world);
    TermList two = answer_here(world, role, about, arena);
    bool differ = !term_lists_equal(one, two);
    bool shown = false;
    if (about == ABOUT_LEGAL)
        shown = !over && !other_over && differ;
    else
        shown = over && (differ || (about == ABOUT_GOAL && !one.count));
    arena_free(arena);
    return shown && !world->failure(world);
}

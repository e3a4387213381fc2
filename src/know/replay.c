/* replay.c - are two plays really the same to a role
 *
 * In:   two plays that a filter could not tell apart
 * Out:  whether that is so, by the interpreter
 */
#include "know/replay.h"

#include <stdlib.h>
#include <string.h>

/* What a role perceived in each step of a play, one list after the other. */
typedef struct {
    VEC(const Term *) terms; /* its move, its percepts, NULL, and so on */
    bool legal;
} Account;

typedef VEC(const Story *) Steps;

static Steps steps_of(const Story *story)
{
    Steps steps = {0};
    for (; story; story = story->previous)
        vec_push(&steps, story);
    for (size_t i = 0; i < steps.count / 2; i++) {
        const Story *swap = steps.items[i];
        steps.items[i] = steps.items[steps.count - 1 - i];
        steps.items[steps.count - 1 - i] = swap;
    }
    return steps;
}

static bool choose(World *world, const Story *step, uint32_t *choices)
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

static Account account_of(World *world, size_t role, const Story *story)
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

bool replay_is_same(World *world, size_t role, const Story *left,
                    const Story *right)
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

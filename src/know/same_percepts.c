/* same_percepts.c - whether two plays are indistinguishable for a role
 *
 * In:   two plays that a filter could not distinguish
 * Out:  whether they are indistinguishable, and have different answers, by
 * replay in the interpreter
 */
#include "know/same_percepts.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* What a role did and perceived in each step of a play. */
typedef struct {
    TermVec terms; /* for each step: its move, its percepts, NULL */
    bool legal;
} PerceptTrace;

typedef VEC(const History *) Steps;

static Steps steps_of(const History *history)
{
    Steps steps = {0};
    for (; history; history = history->previous)
        vec_push(&steps, history);
    assert(!steps.count || steps.items[0]->length == steps.count);
    for (size_t i = 0; i < steps.count / 2; i++) {
        const History *swap = steps.items[i];
        steps.items[i] = steps.items[steps.count - 1 - i];
        steps.items[steps.count - 1 - i] = swap;
    }
    return steps;
}

static bool find_choices(ObservedGame *observed, const History *step,
                         uint32_t *choices)
{
    if (observed->terminal(observed))
        return false;
    for (size_t i = 0; i < observed->roles; i++) {
        TermList legal = observed->legal(observed, i);
        choices[i] = (uint32_t)term_list_find(legal, step->moves[i]);
        if (choices[i] == legal.count)
            return false;
    }
    return true;
}

static PerceptTrace trace_of(ObservedGame *observed, size_t role,
                             const History *history)
{
    PerceptTrace trace = {.legal = true};
    Steps steps = steps_of(history);
    uint32_t *choices = memory_array(observed->roles, sizeof *choices);
    observed->set(observed, observed->initial(observed));
    for (size_t i = 0; i < steps.count && trace.legal; i++) {
        trace.legal = find_choices(observed, steps.items[i], choices);
        if (!trace.legal)
            break;
        Bytes next = observed->next(observed, choices);
        TermList seen = observed->percepts(observed, role);
        vec_push(&trace.terms, steps.items[i]->moves[role]);
        for (size_t k = 0; k < seen.count; k++)
            vec_push(&trace.terms, seen.items[k]);
        vec_push(&trace.terms, NULL);
        observed->set(observed, next);
    }
    free(choices);
    vec_free(&steps);
    return trace;
}

bool plays_look_same(ObservedGame *observed, size_t role, const History *left,
                     const History *right)
{
    PerceptTrace first = trace_of(observed, role, left);
    PerceptTrace second = trace_of(observed, role, right);
    bool same = first.legal && second.legal &&
                first.terms.count == second.terms.count &&
                (!first.terms.count ||
                 memcmp(first.terms.items, second.terms.items,
                        first.terms.count * sizeof *first.terms.items) == 0);
    vec_free(&first.terms);
    vec_free(&second.terms);
    return same;
}

/* The answer in the last position of the last replay. */
static TermList current_answer(ObservedGame *observed, size_t role, About about,
                               Arena *arena)
{
    static const Term *const terminal[] = {NULL};
    TermList list = {terminal, observed->terminal(observed)};
    if (about != ABOUT_TERMINAL)
        list = about == ABOUT_LEGAL ? observed->legal(observed, role)
                                    : observed->goals(observed, role);
    list.items = arena_copy(arena, list.items, list.count * sizeof *list.items);
    return list;
}

bool plays_show_ignorance(ObservedGame *observed, size_t role, About about,
                          const History *left, const History *right)
{
    if (!plays_look_same(observed, role, right,
                         left)) /* now at the end of LEFT */
        return false;
    Arena *arena = arena_new();
    bool terminal = observed->terminal(observed);
    TermList first = current_answer(observed, role, about, arena);
    PerceptTrace replayed = trace_of(observed, role, right);
    vec_free(&replayed.terms);
    bool other_terminal = observed->terminal(observed);
    TermList second = current_answer(observed, role, about, arena);
    bool differ = !term_lists_equal(first, second);
    bool shown = false;
    if (about == ABOUT_LEGAL)
        shown = !terminal && !other_terminal && differ;
    else
        shown = terminal && (differ || (about == ABOUT_GOAL && !first.count));
    arena_free(arena);
    return shown && !observed->failure(observed);
}

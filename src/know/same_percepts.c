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

static PerceptTrace trace_of(Engine *engine, size_t role,
                             const History *history)
{
    PerceptTrace trace = {.legal = true};
    Steps steps = steps_of(history);
    uint32_t *choices = memory_array(engine_roles(engine), sizeof *choices);
    engine_set(engine, engine_initial(engine));
    for (size_t i = 0; i < steps.count && trace.legal; i++) {
        trace.legal =
            engine_find_choices(engine, steps.items[i]->moves, choices);
        if (!trace.legal)
            break;
        Bytes next = engine_next(engine, choices);
        TermList seen = engine_percepts(engine, role);
        vec_push(&trace.terms, steps.items[i]->moves[role]);
        for (size_t k = 0; k < seen.count; k++)
            vec_push(&trace.terms, seen.items[k]);
        vec_push(&trace.terms, NULL);
        engine_set(engine, next);
    }
    free(choices);
    vec_free(&steps);
    return trace;
}

bool plays_look_same(Engine *engine, size_t role, const History *left,
                     const History *right)
{
    PerceptTrace first = trace_of(engine, role, left);
    PerceptTrace second = trace_of(engine, role, right);
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
static TermList current_answer(Engine *engine, size_t role, About about,
                               Arena *arena)
{
    static const Term *const terminal[] = {NULL};
    TermList list = {terminal, engine_terminal(engine)};
    if (about != ABOUT_TERMINAL)
        list = about == ABOUT_LEGAL ? engine_legal(engine, role)
                                    : engine_goals(engine, role);
    return term_list_copy(arena, list);
}

bool plays_show_ignorance(Engine *engine, size_t role, About about,
                          const History *left, const History *right)
{
    if (!plays_look_same(engine, role, right,
                         left)) /* now at the end of LEFT */
        return false;
    Arena *arena = arena_new();
    bool terminal = engine_terminal(engine);
    TermList first = current_answer(engine, role, about, arena);
    PerceptTrace replayed = trace_of(engine, role, right);
    vec_free(&replayed.terms);
    bool other_terminal = engine_terminal(engine);
    TermList second = current_answer(engine, role, about, arena);
    bool differ = !term_lists_equal(first, second);
    bool shown = false;
    if (about == ABOUT_LEGAL)
        shown = !terminal && !other_terminal && differ;
    else
        shown = terminal && (differ || (about == ABOUT_GOAL && !first.count));
    arena_free(arena);
    return shown && !engine_failure(engine);
}

/* same_percepts.c - whether two plays are indistinguishable for a role
 *
 * In:   two plays that a filter could not distinguish
 * Out:  whether they are indistinguishable, and have different answers, by
 * replay in the interpreter
 */
#include "know/same_percepts.h"

#include <assert.h>

typedef struct {
    bool is_legal; /* all moves are, and no position before the last ends it */
    TermList
        terms; /* for each step: the move of the role, its percepts, NULL */
    Bytes end; /* the last position */
} PerceptTrace;

/* Replays a play. */
static PerceptTrace trace_of(Engine *engine, size_t role,
                             const History *history, Arena *arena)
{
    size_t role_count = engine_roles(engine),
           step_count = history ? history->length : 0;
    assert(role < role_count);
    const Term *const *moves = history_moves(arena, history, role_count);
    uint32_t *choices = arena_array(arena, uint32_t, role_count);
    TermVec terms = {0};
    PerceptTrace trace = {.is_legal = true, .end = engine_initial(engine)};
    engine_set(engine, trace.end);
    for (size_t i = 0; i < step_count && trace.is_legal;
         i++, moves += role_count) {
        trace.is_legal = engine_find_choices(engine, moves, choices);
        if (!trace.is_legal)
            break;
        trace.end = bytes_copy(arena, engine_next(engine, choices));
        TermList percepts = engine_percepts(engine, role);
        vec_push(&terms, moves[role]);
        vec_append(&terms, percepts.items, percepts.count);
        vec_push(&terms, NULL);
        engine_set(engine, trace.end);
    }
    trace.terms.count = terms.count;
    trace.terms.items = vec_finish(&terms, arena);
    return trace;
}

static bool is_same_trace(const PerceptTrace *left, const PerceptTrace *right)
{
    return left->is_legal && right->is_legal &&
           term_lists_equal(left->terms, right->terms);
}

bool plays_look_same(Engine *engine, size_t role, const History *left,
                     const History *right)
{
    Arena *arena = arena_new();
    PerceptTrace left_trace = trace_of(engine, role, left, arena);
    PerceptTrace right_trace = trace_of(engine, role, right, arena);
    bool is_same = is_same_trace(&left_trace, &right_trace);
    arena_free(arena);
    return is_same;
}

bool plays_show_ignorance(Engine *engine, size_t role,
                          KnowledgeQuestion question, const History *left,
                          const History *right)
{
    assert(question != QUESTION_FEATURES);
    Arena *arena = arena_new();
    PerceptTrace traces[2] = {trace_of(engine, role, left, arena),
                              trace_of(engine, role, right, arena)};
    bool is_shown = is_same_trace(&traces[0], &traces[1]), both_apply = true,
         left_ended;
    TermList answers[2];
    for (int i = 1; i >= 0; i--) {
        both_apply &= position_answer(engine, traces[i].end, role, question,
                                      arena, &answers[i]);
        answers[i] = term_list_copy(arena, answers[i]);
        left_ended = engine_is_terminal(engine); /* at last, of LEFT */
    }
    bool answers_differ = !term_lists_equal(answers[0], answers[1]);
    if (question == QUESTION_LEGAL)
        is_shown = is_shown && both_apply && answers_differ;
    else
        is_shown = is_shown && left_ended &&
                   (answers_differ ||
                    (question == QUESTION_GOAL && !answers[0].count));
    arena_free(arena);
    return is_shown && !engine_failure(engine);
}

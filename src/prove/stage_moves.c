/* stage_moves.c - what is found move by move, without a solver
 *
 * In:   properties that are known
 * Out:  more of them, and what follows
 * Next: prove/schedule.c
 */
#include "prove/stages.h"

#include "prove/candidates/mutex_groups.h"
#include "prove/linear/linear_invariants.h"

#include <stdlib.h>

static RefList list_facts(const Native *native)
{
    RefList known = {0};
    for (size_t i = 0; i < induct_facts(native->induct); i++)
        if (!induct_fact_list(native->induct)[i]->degree)
            vec_push(&known, induct_fact_list(native->induct)[i]->ends[0]);
    return known;
}

bool stage_rules(Native *native)
{
    size_t before = induct_facts(native->induct);
    RefList known = list_facts(native), found = {0};
    Budget some = budget_part(native->budget, 0.1);
    find_singles(native->net, native->sentences, known.items, known.count,
                 native->explore, &some, &found);
    for (size_t i = 0; i < found.count; i++)
        native_learn(native, found.items[i]);
    vec_free(&known);
    vec_free(&found);
    if (induct_facts(native->induct) > before)
        native->idle = 0;
    return induct_facts(native->induct) > before;
}

void stage_sums(Native *native)
{
    RefList found = {0};
    bool *was_open = fatal_malloc(native->count + 1);
    for (size_t i = 0; i < native->count; i++)
        was_open[i] = native_is_open(native, i);
    RefList known = list_facts(native);
    Budget some = budget_part(native->budget, 0.2);
    find_counters(native->net, native->sentences, known.items, known.count,
                  &some, &found);
    vec_free(&known);
    Sentence *list = arena_array(native->arena, Sentence, found.count);
    for (size_t i = 0; i < found.count; i++) {
        list[i].ends[0] = found.items[i];
        native_note_known(native, found.items[i]);
        induct_given(native->induct, &list[i]);
    }
    if (found.count && !native_is_done(native)) {
        stage_plain(native, true, 5000, SOME_EFFORT);
        stage_ask(native, "induction");
    }
    for (size_t i = 0; i < native->count; i++)
        native->results[i].by_sums =
            was_open[i] && native->results[i].verdict == VERDICT_PROVED;
    free(was_open);
    vec_free(&found);
    native_report(native);
}

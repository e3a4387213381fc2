/* stage_induct.c - induction together with what was invented
 *
 * In:   properties that are open
 * Out:  those that are inductive with others, and these others
 * Next: prove/schedule.c
 *
 * Start reading at stage_induct().
 */
#include "base/memory.h"
#include "prove/stages.h"

#include "prove/candidates/sampled_mutexes.h"
#include "prove/candidates/derived_candidates.h"
#include "prove/induction/move_abstraction.h"

#include <stdlib.h>

void stage_ask(Schedule *schedule, const char *how)
{
    VEC(const GroundProperty *) open = {0};
    VEC(size_t) numbers = {0};
    for (size_t i = 0; i < schedule->count; i++)
        if (schedule_is_open(schedule, i)) {
            vec_push(&open, &schedule->list[i]);
            vec_push(&numbers, i);
        }
    bool *proved = memory_zeroed(open.count + 1, sizeof *proved);
    houdini_check(schedule->houdini, open.items, proved, open.count, 5000,
                  CHECK_EFFORT);
    for (size_t i = 0; i < open.count; i++)
        if (proved[i]) {
            schedule->results[numbers.items[i]].verdict = VERDICT_PROVED;
            schedule->results[numbers.items[i]].how = how;
        }
    free(proved);
    vec_free(&open);
    vec_free(&numbers);
}

/* Which features the open properties and their next values speak of. */
static void mark_support(const Schedule *schedule, Lit root, bool *visited,
                         bool *focus)
{
    const Net *net = schedule->net;
    VEC(uint32_t) stack = {0};
    vec_push(&stack, lit_node(root));
    while (stack.count) {
        uint32_t number = vec_pop(&stack);
        const Node *node = &net->nodes[number];
        if (visited[number])
            continue;
        visited[number] = true;
        if (node->kind == NODE_FEATURE)
            focus[node->first] = true;
        for (uint32_t i = 0; node->kind == NODE_AND && i < node->count; i++)
            vec_push(&stack, lit_node(net->inputs[node->first + i]));
        if (node->kind == NODE_LOOP)
            vec_push(&stack, lit_node(net->loops[node->first].definition));
    }
    vec_free(&stack);
}

static bool *find_focus(const Schedule *schedule)
{
    const Net *net = schedule->net;
    const PropertyTable *properties = schedule->properties;
    bool *focus = memory_zeroed(net->feature_count + 1, sizeof *focus);
    bool *visited = memory_zeroed(net->node_count + 1, sizeof *visited);
    bool *needed = memory_zeroed(properties->gates.count + 1, sizeof *needed);
    bool *leaf = memory_zeroed(net->feature_count + 1, sizeof *leaf);
    for (size_t i = 0; i < schedule->count; i++)
        for (unsigned k = 0;
             schedule_is_open(schedule, i) && k <= schedule->list[i].degree;
             k++)
            property_mark(properties, schedule->list[i].ends[k], needed);
    for (uint32_t i = 0; i < properties->gates.count; i++) {
        const Gate *gate = &properties->gates.items[i];
        if (!needed[i] || !gate->is_leaf)
            continue;
        if (gate->node >= net->node_count)
            leaf[gate->node - net->node_count] = true;
        else
            mark_support(schedule, 2 * gate->node, visited, leaf);
    }
    for (uint32_t i = 0; i < net->feature_count; i++)
        if (leaf[i]) {
            focus[i] = true;
            mark_support(schedule, net->next[i], visited, focus);
        }
    free(visited);
    free(needed);
    free(leaf);
    return focus;
}

/* What is proved already, or too hard, is no candidate again. */
static void drop_known(const Schedule *schedule, RefList *refs)
{
    size_t kept = 0;
    for (size_t i = 0; i < refs->count; i++)
        if (!schedule_is_known(schedule, refs->items[i]))
            refs->items[kept++] = refs->items[i];
    refs->count = kept;
}

/* Of what the open properties about single positions depend on. */
static void invent_below(Schedule *schedule, size_t most, RefList *refs)
{
    RefList roots = {0};
    for (size_t i = 0; i < schedule->count; i++)
        if (schedule_is_open(schedule, i) && !schedule->list[i].degree)
            vec_push(&roots, schedule->list[i].ends[0]);
    if (roots.count)
        derived_candidates(schedule->net, schedule->properties, schedule->walks,
                           roots.items, roots.count, most, refs);
    vec_free(&roots);
}

/* Invents candidates of all kinds up to LAST: what was not inductive before
 * may be so in better company. */
static void invent_all(Schedule *schedule, CandidateKind last, size_t most,
                       RefList *refs)
{
    bool *focus = find_focus(schedule);
    for (CandidateKind kind = 0; kind < CANDIDATE_KINDS; kind++) {
        bool early = kind == CANDIDATE_AT_LEAST_ONE &&
                     schedule->task->needs_some &&
                     last >= CANDIDATE_SYMBOL_MUTEX;
        if ((kind > last && !early) ||
            (kind < last && (schedule->heavy[kind] || schedule->apart[kind])))
            continue;
        if (kind == CANDIDATE_MUTEX_GROUP) {
            sampled_mutex_groups(schedule->net, schedule->properties,
                                 schedule->walks, focus, most, refs);
            continue;
        }
        if (kind == CANDIDATE_DERIVED) {
            if (schedule->task->needs_some)
                invent_below(schedule, most, refs);
            continue;
        }
        candidate_invariants(kind, schedule->net, schedule->properties,
                             schedule->walks, focus, most, schedule->budget,
                             refs);
    }
    free(focus);
    drop_known(schedule, refs);
}

/* Many parts, of which each may be hard to prove: all have to be. */
static bool is_large(const Schedule *schedule, const GroundProperty *property)
{
    Ref ref = property->ends[0];
    const Gate *gate = &schedule->properties->gates.items[ref / 2];
    return !(ref & 1) && !gate->is_leaf && gate->count > 1;
}

void stage_plain(Schedule *schedule, bool all, int64_t conflicts, double effort)
{
    VEC(size_t) chosen = {0}, numbers = {0};
    for (size_t i = 0; i < schedule->count; i++)
        if (schedule_is_open(schedule, i) && !schedule->list[i].degree &&
            (all || is_large(schedule, &schedule->list[i]))) {
            vec_push(&chosen, i);
            vec_push(&numbers,
                     houdini_add(schedule->houdini, &schedule->list[i]));
        }
    if (chosen.count)
        houdini_run(schedule->houdini, conflicts, effort);
    for (size_t i = 0; i < chosen.count; i++)
        if (houdini_proved(schedule->houdini, numbers.items[i])) {
            schedule->results[chosen.items[i]].verdict = VERDICT_PROVED;
            schedule->results[chosen.items[i]].how = "induction";
        }
    vec_free(&chosen);
    vec_free(&numbers);
    schedule_report(schedule);
}

void stage_sketch(Schedule *schedule)
{
    RefList refs = {0};
    invent_all(schedule, CANDIDATE_SYMBOL_MUTEX, 1000, &refs);
    GroundProperty *invented =
        arena_array(schedule->arena, GroundProperty, refs.count);
    VEC(const GroundProperty *) list = {0};
    VEC(size_t) numbers = {0};
    for (size_t i = 0; i < schedule->count; i++)
        if (schedule_is_open(schedule, i) && !schedule->list[i].degree) {
            vec_push(&list, &schedule->list[i]);
            vec_push(&numbers, i);
        }
    for (size_t i = 0; i < refs.count; i++) {
        invented[i].ends[0] = refs.items[i];
        vec_push(&list, &invented[i]);
    }
    Budget some = budget_part(schedule->budget, 0.3);
    MoveAbstractionTask task = {.net = schedule->net,
                                .properties = schedule->properties,
                                .facts = houdini_fact_list(schedule->houdini),
                                .fact_count = houdini_facts(schedule->houdini),
                                .list = list.items,
                                .count = list.count,
                                .budget = &some};
    bool *proved = memory_zeroed(list.count + 1, sizeof *proved);
    move_abstraction_prove(&task, proved);
    for (size_t i = 0; i < list.count; i++) {
        if (!proved[i])
            continue;
        houdini_given(schedule->houdini, list.items[i]);
        if (i < numbers.count) {
            schedule->results[numbers.items[i]].verdict = VERDICT_PROVED;
            schedule->results[numbers.items[i]].how = "induction";
        } else {
            schedule_note_known(schedule, refs.items[i - numbers.count]);
            vec_push(&schedule->task->lemmas, refs.items[i - numbers.count]);
        }
    }
    free(proved);
    vec_free(&list);
    vec_free(&numbers);
    vec_free(&refs);
    schedule_report(schedule);
}

void stage_induct(Schedule *schedule, CandidateKind last, size_t most,
                  double effort)
{
    const char *how = "induction";
    RefList refs = {0};
    invent_all(schedule, last, most, &refs);
    GroundProperty *invented =
        arena_array(schedule->arena, GroundProperty, refs.count);
    size_t *numbers =
        memory_array(schedule->count + refs.count + 1, sizeof *numbers);
    for (size_t i = 0; i < refs.count; i++) {
        invented[i].ends[0] = refs.items[i];
        numbers[schedule->count + i] =
            houdini_add(schedule->houdini, &invented[i]);
    }
    for (size_t i = 0; i < schedule->count; i++)
        if (schedule_is_open(schedule, i) && !schedule->list[i].degree)
            numbers[i] = houdini_add(schedule->houdini, &schedule->list[i]);
    schedule->heavy[last] = !houdini_run(schedule->houdini, 1000, effort);
    for (size_t i = 0; i < refs.count; i++)
        if (houdini_proved(schedule->houdini, numbers[schedule->count + i])) {
            schedule_note_known(schedule, refs.items[i]);
            vec_push(&schedule->task->lemmas, refs.items[i]);
        } else if (houdini_too_hard(schedule->houdini,
                                    numbers[schedule->count + i])) {
            schedule_note_known(schedule,
                                refs.items[i]); /* not to be tried again */
        }
    for (size_t i = 0; i < schedule->count; i++)
        if (schedule_is_open(schedule, i) && !schedule->list[i].degree &&
            houdini_proved(schedule->houdini, numbers[i])) {
            schedule->results[i].verdict = VERDICT_PROVED;
            schedule->results[i].how = how;
        }
    free(numbers);
    vec_free(&refs);
    schedule_report(schedule);
    size_t facts = houdini_facts(schedule->houdini) + 1;
    if (schedule_count_open(schedule) && facts != schedule->facts_used)
        stage_ask(schedule, how);
    schedule->facts_used = facts;
    schedule_report(schedule);
}

/* ---- loose steps ---- */

void stage_loose(Schedule *schedule, double effort)
{
    RefList refs = {0};
    if (schedule_is_vast(schedule) || schedule_is_done(schedule))
        return;
    bool *focus = find_focus(schedule);
    sampled_mutex_groups(schedule->net, schedule->properties, schedule->walks,
                         focus, 4000, &refs);
    candidate_invariants(CANDIDATE_AT_LEAST_ONE, schedule->net,
                         schedule->properties, schedule->walks, focus, 4000,
                         schedule->budget, &refs);
    sampled_mutex_unions(schedule->net, schedule->properties, schedule->walks,
                         focus, 1000, &refs);
    free(focus);
    drop_known(schedule, &refs);
    Houdini *loose =
        houdini_new(schedule->net, schedule->properties, schedule->walks,
                    UNROLL_RELAXED, schedule->budget);
    for (size_t i = 0; i < houdini_facts(schedule->houdini); i++)
        houdini_given(loose, houdini_fact_list(schedule->houdini)[i]);
    GroundProperty *invented =
        arena_array(schedule->arena, GroundProperty, refs.count);
    for (size_t i = 0; i < refs.count; i++) {
        invented[i].ends[0] = refs.items[i];
        houdini_add(loose, &invented[i]);
    }
    VEC(size_t) asked = {0};
    for (size_t i = 0; i < schedule->count; i++)
        if (schedule_is_open(schedule, i) && !schedule->list[i].degree) {
            vec_push(&asked, i);
            houdini_add(loose, &schedule->list[i]);
        }
    houdini_run(loose, 5000, effort);
    for (size_t i = 0; i < refs.count; i++)
        if (houdini_proved(loose, i)) {
            schedule_note_known(schedule, refs.items[i]);
            vec_push(&schedule->task->lemmas, refs.items[i]);
            houdini_given(schedule->houdini, &invented[i]);
        }
    for (size_t i = 0; i < asked.count; i++)
        if (houdini_proved(loose, refs.count + i)) {
            schedule->results[asked.items[i]].verdict = VERDICT_PROVED;
            schedule->results[asked.items[i]].how = "induction";
            houdini_given(schedule->houdini, &schedule->list[asked.items[i]]);
        }
    houdini_free(loose);
    vec_free(&asked);
    vec_free(&refs);
    schedule_report(schedule);
}

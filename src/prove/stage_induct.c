/* stage_induct.c - turns of induction, with and without candidate invariants
 *
 * In:   properties that are open
 * Out:  those that are inductive with candidates, and these candidates
 * Next: prove/schedule.c
 *
 * Start reading at stage_candidates().
 */
#include "base/memory.h"
#include "prove/stages.h"

#include "base/sort.h"
#include "prove/candidates/sampled_mutexes.h"
#include "prove/candidates/derived_candidates.h"
#include "prove/induction/move_abstraction.h"

#include <stdlib.h>

void stage_consequences(Schedule *schedule, const char *how)
{
    VEC(const GroundProperty *) open = {0};
    VEC(size_t) numbers = {0};
    for (size_t i = 0; i < schedule->count; i++)
        if (schedule_is_open(schedule, i)) {
            vec_push(&open, &schedule->list[i]);
            vec_push(&numbers, i);
        }
    bool *proved = memory_zeroed(open.count + 1, sizeof *proved);
    houdini_check(schedule->houdini, open.items, proved, open.count, 5000);
    for (size_t i = 0; i < open.count; i++)
        if (proved[i])
            schedule_prove(schedule, numbers.items[i], how);
    free(proved);
    vec_free_all(&open, &numbers);
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
    free_all(visited, needed, leaf);
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
static void add_derived(Schedule *schedule, size_t most, RefList *refs)
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
static void list_candidates(Schedule *schedule, CandidateKind last, size_t most,
                            RefList *refs)
{
    bool *focus = find_focus(schedule);
    for (CandidateKind kind = 0; kind < CANDIDATE_KINDS; kind++) {
        bool early = kind == CANDIDATE_AT_LEAST_ONE &&
                     schedule->plan != PLAN_PROVE &&
                     last >= CANDIDATE_SYMBOL_MUTEX;
        if ((kind > last && !early) ||
            (kind < last &&
             (schedule->too_heavy[kind] || schedule->apart[kind])))
            continue;
        if (kind == CANDIDATE_MUTEX_GROUP) {
            sampled_mutex_groups(schedule->net, schedule->properties,
                                 schedule->walks, focus, most, refs);
            continue;
        }
        if (kind == CANDIDATE_DERIVED) {
            if (schedule->plan != PLAN_PROVE)
                add_derived(schedule, most, refs);
            continue;
        }
        candidate_invariants(kind, schedule->net, schedule->properties,
                             schedule->walks, focus, most, &schedule->turn,
                             refs);
    }
    free(focus);
    drop_known(schedule, refs);
}

/* Many parts, of which each may be hard to prove: all have to be. */
static bool is_conjunction(const Schedule *schedule,
                           const GroundProperty *property)
{
    Ref ref = property->ends[0];
    const Gate *gate = &schedule->properties->gates.items[ref / 2];
    return !(ref & 1) && !gate->is_leaf && gate->count > 1;
}

bool stage_joint(Schedule *schedule, bool all, int64_t conflicts)
{
    VEC(size_t) chosen = {0}, numbers = {0};
    bool complete = true;
    for (size_t i = 0; i < schedule->count; i++)
        if (schedule_is_open(schedule, i) && !schedule->list[i].degree &&
            (all || is_conjunction(schedule, &schedule->list[i]))) {
            vec_push(&chosen, i);
            vec_push(&numbers,
                     houdini_add(schedule->houdini, &schedule->list[i]));
        }
    if (chosen.count)
        complete = houdini_run(schedule->houdini, conflicts);
    for (size_t i = 0; i < chosen.count; i++) {
        size_t number = chosen.items[i];
        if (houdini_proved(schedule->houdini, numbers.items[i]))
            schedule_prove(schedule, number, "induction");
        schedule->unsettled[number] =
            !complete || houdini_too_hard(schedule->houdini, numbers.items[i]);
    }
    vec_free_all(&chosen, &numbers);
    stage_consequences(schedule, "induction");
    schedule_report(schedule);
    return complete;
}

/* ---- each property by itself ---- */

typedef struct {
    size_t number, size; /* of the property; the inputs of its gate */
} SizedProperty;

static int by_size(const void *left, const void *right)
{
    const SizedProperty *a = left, *b = right;
    if (a->size != b->size)
        return a->size < b->size ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

/* Those that joint induction gave up on; the others are not inductive, by
 * themselves or together. What is proved is a fact for those that follow. */
bool stage_individual(Schedule *schedule, int64_t conflicts)
{
    VEC(SizedProperty) open = {0};
    for (size_t i = 0; i < schedule->count; i++)
        if (schedule_is_open(schedule, i) && schedule->unsettled[i] &&
            !schedule->list[i].degree) {
            Ref ref = schedule->list[i].ends[0];
            SizedProperty sized = {
                i, schedule->properties->gates.items[ref / 2].count};
            vec_push(&open, sized);
        }
    sort_items(open.items, open.count, sizeof *open.items, by_size);
    bool complete = true;
    for (size_t i = 0; i < open.count && complete; i++) {
        size_t number = open.items[i].number;
        size_t candidate =
            houdini_add(schedule->houdini, &schedule->list[number]);
        complete = houdini_run(schedule->houdini, conflicts);
        schedule->unsettled[number] =
            !complete || houdini_too_hard(schedule->houdini, candidate);
        if (houdini_proved(schedule->houdini, candidate))
            schedule_prove(schedule, number, "induction");
    }
    if (open.count)
        stage_consequences(schedule, "induction");
    vec_free(&open);
    schedule_report(schedule);
    return complete;
}

void stage_move_abstraction(Schedule *schedule)
{
    RefList refs = {0};
    list_candidates(schedule, CANDIDATE_SYMBOL_MUTEX, 1000, &refs);
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
    MoveAbstractionTask task = {.net = schedule->net,
                                .properties = schedule->properties,
                                .facts = houdini_fact_list(schedule->houdini),
                                .fact_count = houdini_facts(schedule->houdini),
                                .list = list.items,
                                .count = list.count,
                                .budget = &schedule->turn};
    bool *proved = memory_zeroed(list.count + 1, sizeof *proved);
    move_abstraction_prove(&task, proved);
    for (size_t i = 0; i < list.count; i++) {
        if (!proved[i])
            continue;
        houdini_given(schedule->houdini, list.items[i]);
        if (i < numbers.count) {
            schedule_prove(schedule, numbers.items[i], "induction");
        } else {
            schedule_note_known(schedule, refs.items[i - numbers.count]);
            vec_push(&schedule->task->lemmas, refs.items[i - numbers.count]);
        }
    }
    free(proved);
    vec_free_all(&list, &numbers, &refs);
    schedule_report(schedule);
}

bool stage_candidates(Schedule *schedule, CandidateKind last, size_t max_count)
{
    RefList refs = {0};
    size_t facts = houdini_facts(schedule->houdini);
    list_candidates(schedule, last, max_count, &refs);
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
    bool complete = houdini_run(schedule->houdini, 1000);
    schedule->too_heavy[last] = !complete;
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
            houdini_proved(schedule->houdini, numbers[i]))
            schedule_prove(schedule, i, "induction");
    free(numbers);
    vec_free(&refs);
    schedule_report(schedule);
    if (schedule_count_open(schedule) &&
        houdini_facts(schedule->houdini) > facts) {
        stage_consequences(schedule, "induction");
        schedule_report(schedule);
    }
    return complete;
}

/* ---- relaxed steps ---- */

bool stage_relaxed(Schedule *schedule)
{
    RefList refs = {0};
    bool *focus = find_focus(schedule);
    sampled_mutex_groups(schedule->net, schedule->properties, schedule->walks,
                         focus, 4000, &refs);
    candidate_invariants(CANDIDATE_AT_LEAST_ONE, schedule->net,
                         schedule->properties, schedule->walks, focus, 4000,
                         &schedule->turn, &refs);
    sampled_mutex_unions(schedule->net, schedule->properties, schedule->walks,
                         focus, 1000, &refs);
    free(focus);
    drop_known(schedule, &refs);
    Houdini *relaxed =
        houdini_new(schedule->net, schedule->properties, schedule->walks,
                    UNROLL_RELAXED, &schedule->turn);
    for (size_t i = 0; i < houdini_facts(schedule->houdini); i++)
        houdini_given(relaxed, houdini_fact_list(schedule->houdini)[i]);
    GroundProperty *invented =
        arena_array(schedule->arena, GroundProperty, refs.count);
    for (size_t i = 0; i < refs.count; i++) {
        invented[i].ends[0] = refs.items[i];
        houdini_add(relaxed, &invented[i]);
    }
    VEC(size_t) asked = {0};
    for (size_t i = 0; i < schedule->count; i++)
        if (schedule_is_open(schedule, i) && !schedule->list[i].degree) {
            vec_push(&asked, i);
            houdini_add(relaxed, &schedule->list[i]);
        }
    bool complete = houdini_run(relaxed, 5000);
    for (size_t i = 0; i < refs.count; i++)
        if (houdini_proved(relaxed, i)) {
            schedule_note_known(schedule, refs.items[i]);
            vec_push(&schedule->task->lemmas, refs.items[i]);
            houdini_given(schedule->houdini, &invented[i]);
        }
    for (size_t i = 0; i < asked.count; i++)
        if (houdini_proved(relaxed, refs.count + i)) {
            schedule_prove(schedule, asked.items[i], "induction");
            houdini_given(schedule->houdini, &schedule->list[asked.items[i]]);
        }
    houdini_free(relaxed);
    vec_free_all(&asked, &refs);
    schedule_report(schedule);
    return complete;
}

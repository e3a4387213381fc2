/* stage_induct.c - induction together with what was invented
 *
 * In:   sentences that are open
 * Out:  those that are inductive with others, and these others
 * Next: prove/schedule.c
 *
 * Start reading at stage_induct().
 */
#include "prove/stages.h"

#include "prove/candidates/sampled_mutexes.h"
#include "prove/candidates/derived_candidates.h"
#include "prove/induction/move_abstraction.h"

#include <stdlib.h>

void stage_ask(Native *native, const char *how)
{
    VEC(const Sentence *) open = {0};
    VEC(size_t) numbers = {0};
    for (size_t i = 0; i < native->count; i++)
        if (native_is_open(native, i)) {
            vec_push(&open, &native->list[i]);
            vec_push(&numbers, i);
        }
    bool *proved = fatal_calloc(open.count + 1, sizeof *proved);
    induct_check(native->induct, open.items, proved, open.count, 5000,
                 CHECK_EFFORT);
    for (size_t i = 0; i < open.count; i++)
        if (proved[i]) {
            native->results[numbers.items[i]].verdict = VERDICT_PROVED;
            native->results[numbers.items[i]].how = how;
        }
    free(proved);
    vec_free(&open);
    vec_free(&numbers);
}

/* Which features the open sentences and their next values speak of. */
static void mark_support(const Native *native, Lit root, bool *visited,
                         bool *focus)
{
    const Net *net = native->net;
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

static bool *find_focus(const Native *native)
{
    const Net *net = native->net;
    const Sentences *sentences = native->sentences;
    bool *focus = fatal_calloc(net->feature_count + 1, sizeof *focus);
    bool *visited = fatal_calloc(net->node_count + 1, sizeof *visited);
    bool *needed = fatal_calloc(sentences->gates.count + 1, sizeof *needed);
    bool *leaf = fatal_calloc(net->feature_count + 1, sizeof *leaf);
    for (size_t i = 0; i < native->count; i++)
        for (unsigned k = 0;
             native_is_open(native, i) && k <= native->list[i].degree; k++)
            sentence_mark(sentences, native->list[i].ends[k], needed);
    for (uint32_t i = 0; i < sentences->gates.count; i++) {
        const Gate *gate = &sentences->gates.items[i];
        if (!needed[i] || !gate->is_leaf)
            continue;
        if (gate->node >= net->node_count)
            leaf[gate->node - net->node_count] = true;
        else
            mark_support(native, 2 * gate->node, visited, leaf);
    }
    for (uint32_t i = 0; i < net->feature_count; i++)
        if (leaf[i]) {
            focus[i] = true;
            mark_support(native, net->next[i], visited, focus);
        }
    free(visited);
    free(needed);
    free(leaf);
    return focus;
}

/* What is proved already, or too hard, is no candidate again. */
static void drop_known(const Native *native, Refs *refs)
{
    size_t kept = 0;
    for (size_t i = 0; i < refs->count; i++)
        if (!native_is_known(native, refs->items[i]))
            refs->items[kept++] = refs->items[i];
    refs->count = kept;
}

/* Of what the open sentences about single positions depend on. */
static void invent_below(Native *native, size_t most, Refs *refs)
{
    Refs roots = {0};
    for (size_t i = 0; i < native->count; i++)
        if (native_is_open(native, i) && !native->list[i].degree)
            vec_push(&roots, native->list[i].ends[0]);
    if (roots.count)
        invent_inner(native->net, native->sentences, native->explore,
                     roots.items, roots.count, most, refs);
    vec_free(&roots);
}

/* Invents candidates of all kinds up to LAST: what was not inductive before
 * may be so in better company. */
static void invent_all(Native *native, InventKind last, size_t most, Refs *refs)
{
    bool *focus = find_focus(native);
    for (InventKind kind = 0; kind < INVENT_KINDS; kind++) {
        bool early = kind == INVENT_SOME && native->task->needs_some &&
                     last >= INVENT_SINGLE;
        if ((kind > last && !early) ||
            (kind < last && (native->heavy[kind] || native->apart[kind])))
            continue;
        if (kind == INVENT_GROUP) {
            invent_groups(native->net, native->sentences, native->explore,
                          focus, most, refs);
            continue;
        }
        if (kind == INVENT_INNER) {
            if (native->task->needs_some)
                invent_below(native, most, refs);
            continue;
        }
        invent(kind, native->net, native->sentences, native->explore, focus,
               most, native->budget, refs);
    }
    free(focus);
    drop_known(native, refs);
}

/* Many parts, of which each may be hard to prove: all have to be. */
static bool is_large(const Native *native, const Sentence *sentence)
{
    Ref ref = sentence->ends[0];
    const Gate *gate = &native->sentences->gates.items[ref / 2];
    return !(ref & 1) && !gate->is_leaf && gate->count > 1;
}

void stage_plain(Native *native, bool all, int64_t conflicts, double effort)
{
    VEC(size_t) chosen = {0}, numbers = {0};
    for (size_t i = 0; i < native->count; i++)
        if (native_is_open(native, i) && !native->list[i].degree &&
            (all || is_large(native, &native->list[i]))) {
            vec_push(&chosen, i);
            vec_push(&numbers, induct_add(native->induct, &native->list[i]));
        }
    if (chosen.count)
        induct_run(native->induct, conflicts, effort);
    for (size_t i = 0; i < chosen.count; i++)
        if (induct_proved(native->induct, numbers.items[i])) {
            native->results[chosen.items[i]].verdict = VERDICT_PROVED;
            native->results[chosen.items[i]].how = "induction";
        }
    vec_free(&chosen);
    vec_free(&numbers);
    native_report(native);
}

void stage_sketch(Native *native)
{
    Refs refs = {0};
    invent_all(native, INVENT_SINGLE, 1000, &refs);
    Sentence *invented = arena_array(native->arena, Sentence, refs.count);
    VEC(const Sentence *) list = {0};
    VEC(size_t) numbers = {0};
    for (size_t i = 0; i < native->count; i++)
        if (native_is_open(native, i) && !native->list[i].degree) {
            vec_push(&list, &native->list[i]);
            vec_push(&numbers, i);
        }
    for (size_t i = 0; i < refs.count; i++) {
        invented[i].ends[0] = refs.items[i];
        vec_push(&list, &invented[i]);
    }
    Budget some = budget_part(native->budget, 0.3);
    SketchTask task = {.net = native->net,
                       .sentences = native->sentences,
                       .facts = induct_fact_list(native->induct),
                       .fact_count = induct_facts(native->induct),
                       .list = list.items,
                       .count = list.count,
                       .budget = &some};
    bool *proved = calloc(list.count + 1, sizeof *proved);
    if (!proved)
        fatal("out of memory");
    sketch_prove(&task, proved);
    for (size_t i = 0; i < list.count; i++) {
        if (!proved[i])
            continue;
        induct_given(native->induct, list.items[i]);
        if (i < numbers.count) {
            native->results[numbers.items[i]].verdict = VERDICT_PROVED;
            native->results[numbers.items[i]].how = "induction";
        } else {
            native_note_known(native, refs.items[i - numbers.count]);
            vec_push(&native->task->lemmas, refs.items[i - numbers.count]);
        }
    }
    free(proved);
    vec_free(&list);
    vec_free(&numbers);
    vec_free(&refs);
    native_report(native);
}

void stage_induct(Native *native, InventKind last, size_t most, double effort)
{
    const char *how = "induction";
    Refs refs = {0};
    invent_all(native, last, most, &refs);
    Sentence *invented = arena_array(native->arena, Sentence, refs.count);
    size_t *numbers =
        fatal_malloc((native->count + refs.count + 1) * sizeof *numbers);
    for (size_t i = 0; i < refs.count; i++) {
        invented[i].ends[0] = refs.items[i];
        numbers[native->count + i] = induct_add(native->induct, &invented[i]);
    }
    for (size_t i = 0; i < native->count; i++)
        if (native_is_open(native, i) && !native->list[i].degree)
            numbers[i] = induct_add(native->induct, &native->list[i]);
    native->heavy[last] = !induct_run(native->induct, 1000, effort);
    for (size_t i = 0; i < refs.count; i++)
        if (induct_proved(native->induct, numbers[native->count + i])) {
            native_note_known(native, refs.items[i]);
            vec_push(&native->task->lemmas, refs.items[i]);
        } else if (induct_too_hard(native->induct,
                                   numbers[native->count + i])) {
            native_note_known(native,
                              refs.items[i]); /* not to be tried again */
        }
    for (size_t i = 0; i < native->count; i++)
        if (native_is_open(native, i) && !native->list[i].degree &&
            induct_proved(native->induct, numbers[i])) {
            native->results[i].verdict = VERDICT_PROVED;
            native->results[i].how = how;
        }
    free(numbers);
    vec_free(&refs);
    native_report(native);
    size_t facts = induct_facts(native->induct) + 1;
    if (native_count_open(native) && facts != native->facts_used)
        stage_ask(native, how);
    native->facts_used = facts;
    native_report(native);
}

/* ---- loose steps ---- */

void stage_loose(Native *native, double effort)
{
    Refs refs = {0};
    if (native_is_vast(native) || native_is_done(native))
        return;
    bool *focus = find_focus(native);
    invent_groups(native->net, native->sentences, native->explore, focus, 4000,
                  &refs);
    invent(INVENT_SOME, native->net, native->sentences, native->explore, focus,
           4000, native->budget, &refs);
    invent_unions(native->net, native->sentences, native->explore, focus, 1000,
                  &refs);
    free(focus);
    drop_known(native, &refs);
    Induct *loose = induct_new(native->net, native->sentences, native->explore,
                               UNROLL_LOOSE, native->budget);
    for (size_t i = 0; i < induct_facts(native->induct); i++)
        induct_given(loose, induct_fact_list(native->induct)[i]);
    Sentence *invented = arena_array(native->arena, Sentence, refs.count);
    for (size_t i = 0; i < refs.count; i++) {
        invented[i].ends[0] = refs.items[i];
        induct_add(loose, &invented[i]);
    }
    VEC(size_t) asked = {0};
    for (size_t i = 0; i < native->count; i++)
        if (native_is_open(native, i) && !native->list[i].degree) {
            vec_push(&asked, i);
            induct_add(loose, &native->list[i]);
        }
    induct_run(loose, 5000, effort);
    for (size_t i = 0; i < refs.count; i++)
        if (induct_proved(loose, i)) {
            native_note_known(native, refs.items[i]);
            vec_push(&native->task->lemmas, refs.items[i]);
            induct_given(native->induct, &invented[i]);
        }
    for (size_t i = 0; i < asked.count; i++)
        if (induct_proved(loose, refs.count + i)) {
            native->results[asked.items[i]].verdict = VERDICT_PROVED;
            native->results[asked.items[i]].how = "induction";
            induct_given(native->induct, &native->list[asked.items[i]]);
        }
    induct_free(loose);
    vec_free(&asked);
    vec_free(&refs);
    native_report(native);
}

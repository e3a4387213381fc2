/* native.c - prove and refute together, by everything there is
 *
 * In:   sentences about a Net
 * Out:  a verdict for each, with a play where it is refuted
 *
 * In stages, cheapest first, until nothing that was asked for is open: plays
 * at random; mutual induction with more and more properties that were invented,
 * and over several steps, each with little effort at first; what the rules say
 * move by move, first of all if the game is large; then with more effort; plays
 * and inductions of several steps; the same again with the rest. Start
 * reading at native_prove(), at the end.
 */
#include "prove/native.h"

#include "prove/deepen.h"
#include "prove/diagram.h"
#include "prove/exhaust.h"
#include "prove/groups.h"
#include "prove/induct.h"
#include "prove/inner.h"
#include "prove/invent.h"
#include "prove/pdr.h"
#include "prove/single.h"
#include "prove/sketch.h"
#include "prove/survey.h"
#include "prove/weigh.h"

#include <stdlib.h>

#pragma GCC diagnostic ignored "-Wpsabi"

enum { FEW_POSITIONS = 20000, MOST_POSITIONS = 300000 };

/* Of induction, in conflicts times clauses: about 1e9 a second. A stage gets
 * little at first; if something is open in the end, those that were cut
 * short share more. */
static const double CHECK_EFFORT = 4e8, LOOSE_EFFORT = 1e9, SOME_EFFORT = 1e9,
                    PLAIN_EFFORT = 6e9, DEEP_EFFORT = 4e8, FIRST_EFFORT = 8e8,
                    SHORT_EFFORT = 1e8, LONG_EFFORT = 2e9, MOST_IDLE = 4.4e9,
                    QUESTION_EFFORT = 100, MORE_EFFORT = 1.2e9,
                    MOST_EFFORT = 2e10, FRAMES_EFFORT = 1e8,
                    SINGLE_EFFORT = 4e9;

typedef struct {
    NativeTask *task;
    const Net *net;
    Sentences *sentences;
    const Sentence *list;
    size_t count;
    const Budget *budget;
    NativeResult *results;
    Explore *explore;
    Induct *induct;
    Machine *machine;  /* with EXHAUST: all positions, if they are known and */
    Exhaust *exhaust;  /* evidence is wanted */
    unsigned surveyed; /* 1 more than the degree of what was seen in them */
    size_t *watched;   /* by sentence */
    VEC(bool) known;   /* by Ref: properties that are proved */
    size_t facts_used; /* by the last attempt to do without induction, plus 1 */
    size_t positions_tried; /* they are more than that */
    size_t deepened; /* facts known to inductions of several steps, plus 1 */
    bool heavy[INVENT_KINDS]; /* took more effort than there was */
    bool apart[INVENT_KINDS]; /* not to be tried again with later kinds */
    bool toured;              /* every kind had its short turn */
    struct {
        double effort;
        size_t facts; /* known when it ended, plus 1 */
    } tried[INVENT_KINDS];
    double idle; /* effort, and clauses, since something was decided */
    Arena *arena;
} Native;

static bool is_open(const Native *native, size_t number)
{
    return native->results[number].verdict == NATIVE_UNKNOWN;
}

static size_t count_open(const Native *native)
{
    size_t open = 0;
    for (size_t i = 0; i < native->count; i++)
        open += is_open(native, i);
    return open;
}

static bool is_done(const Native *native)
{
    return (!count_open(native) && !native->task->wants_lemmas) ||
           budget_spent(native->budget);
}

static void report(const Native *native)
{
    if (native->task->progress)
        native->task->progress(native->task->context,
                               native->count - count_open(native));
}

/* ---- plays ---- */

static void collect_refuted(Native *native)
{
    for (size_t i = 0; i < native->count; i++) {
        NativeResult *result = &native->results[i];
        size_t at;
        if (!is_open(native, i))
            continue;
        uint32_t where =
            explore_refuted(native->explore, native->watched[i], &at);
        if (where == NO_INDEX)
            continue;
        result->verdict = NATIVE_REFUTED;
        result->how = "play";
        result->steps = explore_reached(native->explore, where).depth;
        result->at = at;
        result->moves = explore_play(native->explore, where);
    }
}

/* About so many operations, however large the network is: so the same number
 * of steps on any machine. */
static void play(Native *native, double work)
{
    double step = (double)native->net->input_count +
                  (double)native->sentences->gates.count +
                  4 * (double)native->net->feature_count + 2000;
    size_t steps = (size_t)(work / step) + 16;
    explore_run(native->explore, steps, native->budget);
    collect_refuted(native);
}

/* As long as the second half of it refutes something. */
static void play_on(Native *native, double work)
{
    for (size_t before = SIZE_MAX; count_open(native) < before; work *= 1.5) {
        before = count_open(native);
        play(native, work);
        report(native);
        if (!before || budget_spent(native->budget))
            break;
    }
}

/* ---- induction ---- */

static void prove_asked(Native *native, const char *how)
{
    VEC(const Sentence *) open = {0};
    VEC(size_t) numbers = {0};
    for (size_t i = 0; i < native->count; i++)
        if (is_open(native, i)) {
            vec_push(&open, &native->list[i]);
            vec_push(&numbers, i);
        }
    bool *proved = calloc(open.count + 1, sizeof *proved);
    induct_check(native->induct, open.items, proved, open.count, 5000,
                 CHECK_EFFORT);
    for (size_t i = 0; i < open.count; i++)
        if (proved[i]) {
            native->results[numbers.items[i]].verdict = NATIVE_PROVED;
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
    bool *focus = calloc(net->feature_count + 1, sizeof *focus);
    bool *visited = calloc(net->node_count + 1, sizeof *visited);
    bool *needed = calloc(sentences->gates.count + 1, sizeof *needed);
    bool *leaf = calloc(net->feature_count + 1, sizeof *leaf);
    for (size_t i = 0; i < native->count; i++)
        for (unsigned k = 0; is_open(native, i) && k <= native->list[i].degree;
             k++)
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

/* Whether an invented property is proved already. */
static bool is_known(const Native *native, Ref ref)
{
    return ref < native->known.count && native->known.items[ref];
}

static void note_known(Native *native, Ref ref)
{
    while (native->known.count <= ref)
        vec_push(&native->known, false);
    native->known.items[ref] = true;
}

/* What is proved already, or too hard, is no candidate again. */
static void drop_known(const Native *native, Refs *refs)
{
    size_t kept = 0;
    for (size_t i = 0; i < refs->count; i++)
        if (!is_known(native, refs->items[i]))
            refs->items[kept++] = refs->items[i];
    refs->count = kept;
}

/* Of what the open sentences about single positions depend on. */
static void invent_below(Native *native, size_t most, Refs *refs)
{
    Refs roots = {0};
    for (size_t i = 0; i < native->count; i++)
        if (is_open(native, i) && !native->list[i].degree)
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

/* The open sentences that are inductive together, as far as that takes no more
 * than so many conflicts each; all, or only those that are large. */
static void plain_stage(Native *native, bool all, int64_t conflicts,
                        double effort)
{
    VEC(size_t) chosen = {0}, numbers = {0};
    for (size_t i = 0; i < native->count; i++)
        if (is_open(native, i) && !native->list[i].degree &&
            (all || is_large(native, &native->list[i]))) {
            vec_push(&chosen, i);
            vec_push(&numbers, induct_add(native->induct, &native->list[i]));
        }
    if (chosen.count)
        induct_run(native->induct, conflicts, effort);
    for (size_t i = 0; i < chosen.count; i++)
        if (induct_proved(native->induct, numbers.items[i])) {
            native->results[chosen.items[i]].verdict = NATIVE_PROVED;
            native->results[chosen.items[i]].how = "induction";
        }
    vec_free(&chosen);
    vec_free(&numbers);
    report(native);
}

/* A step of a game as large as this takes a solver seconds. */
static bool is_vast(const Native *native)
{
    enum { VAST = 400000 };
    return native->net->input_count > VAST;
}

/* A question about a step takes longer than to look at every move. */
static bool is_large_net(const Native *native)
{
    enum { LARGE = 50000 };
    return native->net->input_count > LARGE;
}

/* What can be proved of large games without looking at all of them: open
 * sentences of degree 0, with what was invented for them. */
static void sketch_stage(Native *native)
{
    Refs refs = {0};
    invent_all(native, INVENT_SINGLE, 1000, &refs);
    Sentence *invented = arena_array(native->arena, Sentence, refs.count);
    VEC(const Sentence *) list = {0};
    VEC(size_t) numbers = {0};
    for (size_t i = 0; i < native->count; i++)
        if (is_open(native, i) && !native->list[i].degree) {
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
            native->results[numbers.items[i]].verdict = NATIVE_PROVED;
            native->results[numbers.items[i]].how = "induction";
        } else {
            note_known(native, refs.items[i - numbers.count]);
            vec_push(&native->task->lemmas, refs.items[i - numbers.count]);
        }
    }
    free(proved);
    vec_free(&list);
    vec_free(&numbers);
    vec_free(&refs);
    report(native);
}

/* Keeps what is inductive together with all that is proved, with the open
 * sentences of degree 0 among it. */
static void induct_stage(Native *native, InventKind last, size_t most,
                         double effort)
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
        if (is_open(native, i) && !native->list[i].degree)
            numbers[i] = induct_add(native->induct, &native->list[i]);
    native->heavy[last] = !induct_run(native->induct, 1000, effort);
    for (size_t i = 0; i < refs.count; i++)
        if (induct_proved(native->induct, numbers[native->count + i])) {
            note_known(native, refs.items[i]);
            vec_push(&native->task->lemmas, refs.items[i]);
        } else if (induct_too_hard(native->induct,
                                   numbers[native->count + i])) {
            note_known(native, refs.items[i]); /* not to be tried again */
        }
    for (size_t i = 0; i < native->count; i++)
        if (is_open(native, i) && !native->list[i].degree &&
            induct_proved(native->induct, numbers[i])) {
            native->results[i].verdict = NATIVE_PROVED;
            native->results[i].how = how;
        }
    free(numbers);
    vec_free(&refs);
    report(native);
    size_t facts = induct_facts(native->induct) + 1;
    if (count_open(native) && facts != native->facts_used)
        prove_asked(native, how);
    native->facts_used = facts;
    report(native);
}

/* ---- loose steps ---- */

static RefList list_facts(const Native *native)
{
    RefList known = {0};
    for (size_t i = 0; i < induct_facts(native->induct); i++)
        if (!induct_fact_list(native->induct)[i]->degree)
            vec_push(&known, induct_fact_list(native->induct)[i]->ends[0]);
    return known;
}

/* What the rules say move by move, without a solver: whether that is anything
 * new. */
static bool look_at_rules(Native *native)
{
    size_t before = induct_facts(native->induct);
    RefList known = list_facts(native), found = {0};
    Budget some = budget_part(native->budget, 0.1);
    find_singles(native->net, native->sentences, known.items, known.count,
                 native->explore, &some, &found);
    Sentence *list = arena_array(native->arena, Sentence, found.count);
    for (size_t i = 0; i < found.count; i++) {
        list[i].ends[0] = found.items[i];
        if (is_known(native, found.items[i]))
            continue;
        note_known(native, found.items[i]);
        induct_given(native->induct, &list[i]);
        vec_push(&native->task->lemmas, found.items[i]);
    }
    vec_free(&known);
    vec_free(&found);
    if (induct_facts(native->induct) > before)
        native->idle = 0;
    return induct_facts(native->induct) > before;
}

/* What is inductive even if moves need not be legal but for what is plain to
 * see: at most one, at least one, and the open sentences of degree 0. */
static void loose_stage(Native *native, double effort)
{
    Refs refs = {0};
    if (is_vast(native) || is_done(native))
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
        if (is_open(native, i) && !native->list[i].degree) {
            vec_push(&asked, i);
            induct_add(loose, &native->list[i]);
        }
    induct_run(loose, 5000, effort);
    for (size_t i = 0; i < refs.count; i++)
        if (induct_proved(loose, i)) {
            note_known(native, refs.items[i]);
            vec_push(&native->task->lemmas, refs.items[i]);
            induct_given(native->induct, &invented[i]);
        }
    for (size_t i = 0; i < asked.count; i++)
        if (induct_proved(loose, refs.count + i)) {
            native->results[asked.items[i]].verdict = NATIVE_PROVED;
            native->results[asked.items[i]].how = "induction";
            induct_given(native->induct, &native->list[asked.items[i]]);
        }
    induct_free(loose);
    vec_free(&asked);
    vec_free(&refs);
    report(native);
}

/* ---- all positions ---- */

static void take_plays(Native *native, const size_t *numbers,
                       const DeepPlay *plays, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        NativeResult *result = &native->results[numbers[i]];
        if (!plays[i].moves)
            continue;
        result->verdict = NATIVE_REFUTED;
        result->how = "play";
        result->moves = plays[i].moves;
        result->steps = plays[i].steps;
        result->at = plays[i].at;
    }
}

/* Lists the open sentences. */
static size_t list_open(const Native *native, const Sentence **open,
                        size_t *numbers)
{
    size_t count = 0;
    for (size_t i = 0; i < native->count; i++)
        if (is_open(native, i)) {
            open[count] = &native->list[i];
            numbers[count++] = i;
        }
    return count;
}

static void accept_exhausted(Native *native)
{
    for (size_t i = 0; i < native->count; i++)
        if (is_open(native, i) && native->list[i].degree < native->surveyed) {
            native->results[i].verdict = NATIVE_PROVED;
            native->results[i].how = "all positions";
            native->results[i].by_exhaustion = true;
        }
}

static size_t count_up_to(const Native *native, unsigned degree)
{
    size_t open = 0;
    for (size_t i = 0; i < native->count; i++)
        open += is_open(native, i) && native->list[i].degree <= degree;
    return open;
}

static void look_at_all(Native *native, const Exhaust *exhaust)
{
    size_t most = native->count + 1;
    const Sentence **open = fatal_malloc(most * sizeof *open);
    size_t *numbers = fatal_malloc(most * sizeof *numbers);
    DeepPlay *plays = fatal_malloc(most * sizeof *plays);
    Survey survey = {.net = native->net,
                     .sentences = native->sentences,
                     .list = open,
                     .count = list_open(native, open, numbers),
                     .exhaust = exhaust,
                     .explore = native->explore,
                     .budget = native->budget};
    native->surveyed = survey_refute(&survey, plays);
    take_plays(native, numbers, plays, survey.count);
    free(open);
    free(numbers);
    free(plays);
}

/* What is left, if all positions can be looked at; only if something of a
 * degree up to this one is. If evidence is wanted, what is true in all of them
 * stays open until the end. */
static void exhaust_stage(Native *native, size_t most, unsigned degree,
                          const Budget *budget)
{
    if (!count_up_to(native, degree) || native->exhaust ||
        native->task->no_positions || most <= native->positions_tried)
        return;
    Machine *machine = machine_new(native->net);
    Exhaust *exhaust = exhaust_new(machine, most, budget);
    native->positions_tried = most;
    if (exhaust_complete(exhaust))
        look_at_all(native, exhaust);
    if (native->surveyed && native->task->evidence) {
        native->exhaust = exhaust;
        native->machine = machine;
    } else {
        if (native->surveyed)
            accept_exhausted(native);
        exhaust_free(exhaust);
        machine_free(machine);
    }
    report(native);
}

/* What could not be proved by induction was seen in all positions. */
static void finish_exhausted(Native *native)
{
    NativeTask *task = native->task;
    if (count_up_to(native, native->surveyed - 1)) {
        accept_exhausted(native);
        task->position_count = exhaust_count(native->exhaust);
        task->positions =
            diagram(native->sentences, exhaust_state(native->exhaust, 0),
                    task->position_count, machine_words(native->machine));
        vec_push(&task->lemmas, task->positions);
    }
    exhaust_free(native->exhaust);
    machine_free(native->machine);
}

/* ---- several steps ---- */

/* Plays of up to DEPTH steps (0: of all lengths), then induction over two and
 * three. */
static void deepen_stage(Native *native, size_t depth, double effort)
{
    enum { MOST_K = 3, MOST_SIZE = 1000000 };
    size_t size = native->net->input_count, most = native->count + 1;
    const Sentence **open = fatal_malloc(most * sizeof *open);
    size_t *numbers = fatal_malloc(most * sizeof *numbers);
    DeepPlay *plays = fatal_malloc(most * sizeof *plays);
    bool *proved = fatal_malloc(most);
    Deepen deepen = {.net = native->net,
                     .sentences = native->sentences,
                     .list = open,
                     .count = list_open(native, open, numbers),
                     .facts = induct_fact_list(native->induct),
                     .fact_count = induct_facts(native->induct),
                     .budget = native->budget,
                     .depth = depth,
                     .effort = effort};
    bool anything_new =
        native->deepened != deepen.fact_count + 1 || effort > SHORT_EFFORT;
    native->deepened = deepen.fact_count + 1;
    size_t good = size < MOST_SIZE ? deepen_refute(&deepen, plays) : 0;
    if (size < MOST_SIZE)
        take_plays(native, numbers, plays, deepen.count);
    for (unsigned k = 2; k <= MOST_K && k <= good && k * size < MOST_SIZE &&
                         anything_new && !is_done(native);
         k++) {
        deepen.count = list_open(native, open, numbers);
        deepen_prove(&deepen, k, proved);
        for (size_t i = 0; i < deepen.count; i++)
            if (proved[i]) {
                native->task->deepest = k;
                native->results[numbers[i]].verdict = NATIVE_PROVED;
                native->results[numbers[i]].how =
                    k == 2 ? "2-induction" : "3-induction";
            }
    }
    free(open);
    free(numbers);
    free(plays);
    free(proved);
    report(native);
}

/* ---- frames ---- */

/* What was found by frames; the clauses are known from now on. */
static void take_frames(Native *native, const size_t *numbers,
                        const PdrAnswer *answers, size_t count,
                        const RefList *clauses)
{
    Sentence *list = arena_array(native->arena, Sentence, clauses->count);
    for (size_t i = 0; i < count; i++) {
        const Sentence *sentence = &native->list[numbers[i]];
        if (answers[i].verdict == PDR_REFUTED)
            take_plays(native, &numbers[i], &answers[i].play, 1);
        if (answers[i].verdict != PDR_PROVED)
            continue;
        native->results[numbers[i]].verdict = NATIVE_PROVED;
        native->results[numbers[i]].how = "frames";
        if (!sentence->degree)
            induct_given(native->induct, sentence);
    }
    for (size_t i = 0; i < clauses->count; i++) {
        if (is_known(native, clauses->items[i]))
            continue;
        list[i].ends[0] = clauses->items[i];
        note_known(native, clauses->items[i]);
        induct_given(native->induct, &list[i]);
        vec_push(&native->task->lemmas, clauses->items[i]);
    }
    report(native);
}

/* More if the user asked for few sentences, or if there are more to gain. */
static double frames_effort(const Native *native)
{
    enum { FEW = 8, MANY = 20 };
    size_t open = count_open(native);
    return native->count <= FEW
               ? SINGLE_EFFORT
               : FRAMES_EFFORT * (double)(10 + (open < MANY ? open : MANY));
}

/* The last few sentences, and those left once more with what was found for the
 * others. */
static void frames_stage(Native *native)
{
    enum { MOST_OPEN = 60, MOST_SIZE = 100000 };
    double effort = frames_effort(native);
    Budget some = budget_part(native->budget, 0.3);
    size_t most = native->count + 1, before = SIZE_MAX;
    const Sentence **open = fatal_malloc(most * sizeof *open);
    size_t *numbers = fatal_malloc(most * sizeof *numbers);
    PdrAnswer *answers = fatal_malloc(most * sizeof *answers);
    PdrTask task = {.net = native->net,
                    .sentences = native->sentences,
                    .list = open,
                    .budget = &some};
    bool small = count_open(native) <= MOST_OPEN &&
                 native->net->input_count <= MOST_SIZE;
    while ((small || native->task->only_frames) && effort > 0 &&
           count_open(native) && count_open(native) < before &&
           !is_done(native)) {
        RefList clauses = {0};
        before = task.count = list_open(native, open, numbers);
        task.facts = induct_fact_list(native->induct);
        task.fact_count = induct_facts(native->induct);
        task.effort = effort;
        effort -= pdr_prove(&task, answers, &clauses);
        take_frames(native, numbers, answers, task.count, &clauses);
        vec_free(&clauses);
    }
    free(open);
    free(numbers);
    free(answers);
}

/* ---- sums ---- */

/* With counters that never run out, since a sum does not grow. There is no
 * certificate for what is proved from now on: it comes last if one is wanted.
 */
static void sums_stage(Native *native)
{
    RefList found = {0};
    bool *was_open = fatal_malloc(native->count + 1);
    for (size_t i = 0; i < native->count; i++)
        was_open[i] = is_open(native, i);
    RefList known = list_facts(native);
    Budget some = budget_part(native->budget, 0.2);
    find_counters(native->net, native->sentences, known.items, known.count,
                  &some, &found);
    vec_free(&known);
    Sentence *list = arena_array(native->arena, Sentence, found.count);
    for (size_t i = 0; i < found.count; i++) {
        list[i].ends[0] = found.items[i];
        note_known(native, found.items[i]);
        induct_given(native->induct, &list[i]);
    }
    if (found.count && !is_done(native)) {
        plain_stage(native, true, 5000, SOME_EFFORT);
        prove_asked(native, "induction");
    }
    for (size_t i = 0; i < native->count; i++)
        native->results[i].by_sums =
            was_open[i] && native->results[i].verdict == NATIVE_PROVED;
    free(was_open);
    vec_free(&found);
    report(native);
}

/* ---- all ---- */

static bool is_trivial(const Sentence *sentence)
{
    for (unsigned k = 0; k <= sentence->degree; k++)
        if (sentence->ends[k] != REF_TRUE)
            return false;
    return true;
}

static const struct {
    InventKind kind;
    size_t most;
    double effort; /* at first */
} stages[] = {{INVENT_CONSTANT, 100000, 1.5e9}, {INVENT_SINGLE, 1000, 1.5e9},
              {INVENT_GROUP, 4000, 1.4e9},      {INVENT_EXCLUSION, 4000, 1.4e9},
              {INVENT_CLOCK, 60000, 4e8},       {INVENT_SOME, 60000, 4e8},
              {INVENT_INNER, 20000, 4e8},       {INVENT_PAIR, 60000, 4e8}};

/* The last few of many are worth less effort than a tenth of all or more. */
static bool is_idle(const Native *native)
{
    double share = 10.0 * (double)count_open(native) / (double)native->count;
    share = share < 0.3 ? 0.3 : share > 1 ? 1 : share;
    return native->toured && native->idle > share * MOST_IDLE;
}

/* Nothing was decided for long; or it was tried with all that is known, and
 * with about as much effort. */
static bool is_needless(const Native *native, InventKind kind, double effort)
{
    bool anything_new =
        native->tried[kind].facts != induct_facts(native->induct) + 1 ||
        (native->heavy[kind] && effort >= 2 * native->tried[kind].effort);
    return is_idle(native) || (native->toured && !anything_new);
}

/* One stage, and play in proportion to its work; returns the effort. */
static double stage(Native *native, size_t number, double effort)
{
    static const double LEAST_WORK = 2e4;
    InventKind kind = stages[number].kind;
    InductCost before = induct_cost(native->induct);
    size_t open = count_open(native);
    induct_stage(native, kind, stages[number].most, effort);
    InductCost after = induct_cost(native->induct);
    double work = after.work - before.work;
    if (!is_done(native))
        play_on(native, work < LEAST_WORK ? LEAST_WORK : work);
    native->tried[kind].effort = effort;
    native->tried[kind].facts = induct_facts(native->induct) + 1;
    native->idle += after.effort - before.effort + QUESTION_EFFORT * work;
    if (count_open(native) < open)
        native->idle = 0;
    return after.effort - before.effort;
}

static void turn(Native *native, InventKind kind, double effort)
{
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++)
        if (stages[i].kind == kind && !is_done(native) &&
            !is_needless(native, kind, effort))
            stage(native, i, effort);
}

/* Most of what is hard needs one kind of property, or a second step: each has
 * a short turn before any is tried with more effort. Exclusions are heavy most
 * of the time, and clocks many: they would slow down the others. */
static void tour(Native *native)
{
    enum { SHALLOW = 2, MANY = 100 };
    static const double PATIENT_WORK = 1.5e7;
    native->apart[INVENT_EXCLUSION] = native->apart[INVENT_CLOCK] = true;
    turn(native, INVENT_CLOCK, SHORT_EFFORT);
    turn(native, INVENT_SOME, SHORT_EFFORT);
    if (!is_done(native) && !native->task->no_depth &&
        count_open(native) < MANY)
        deepen_stage(native, SHALLOW, SHORT_EFFORT);
    turn(native, INVENT_PAIR, SHORT_EFFORT);
    turn(native, INVENT_EXCLUSION, SHORT_EFFORT);
    if (!is_done(native))
        play_on(native, PATIENT_WORK);
    native->apart[INVENT_EXCLUSION] = native->apart[INVENT_CLOCK] = false;
    native->toured = true;
}

static void second_tour(Native *native)
{
    static const InventKind kinds[] = {INVENT_PAIR, INVENT_EXCLUSION,
                                       INVENT_CLOCK, INVENT_SOME};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (native->heavy[kinds[i]])
            turn(native, kinds[i], LONG_EFFORT);
}

static bool may_sum(const Native *native)
{
    return !native->task->no_sums && !is_vast(native);
}

/* What the rules say; what is open may follow from it, or be constant with it.
 */
static void rules_stage(Native *native)
{
    if (is_done(native) || !may_sum(native) || !look_at_rules(native))
        return;
    prove_asked(native, "induction");
    turn(native, INVENT_CONSTANT, FIRST_EFFORT);
}

/* What can be found move by move. */
static void look_at_moves(Native *native)
{
    if (!is_large_net(native)) /* else that was first of all */
        rules_stage(native);
    if (may_sum(native) && !native->task->evidence && !is_done(native))
        sums_stage(native);
}

/* Whether all that is open is about single positions, as that something always
 * exists: there, steps help less than sums do. */
static bool is_about_positions(const Native *native)
{
    for (size_t i = 0; i < native->count; i++)
        if (is_open(native, i) && native->list[i].degree)
            return false;
    return true;
}

/* Before what takes most effort: all that is done otherwise. */
static void detour(Native *native)
{
    bool sums_first = is_about_positions(native);
    if (sums_first)
        look_at_moves(native);
    loose_stage(native, LOOSE_EFFORT);
    tour(native);
    if (!is_done(native))
        exhaust_stage(native, FEW_POSITIONS, 0, native->budget);
    if (!sums_first)
        look_at_moves(native);
    if (!is_done(native) && !native->task->no_depth)
        deepen_stage(native, 0, SHORT_EFFORT);
    second_tour(native);
}

static void begin(Native *native)
{
    native->explore =
        explore_new(native->net, native->sentences, native->task->seed);
    for (size_t i = 0; i < native->count; i++)
        native->watched[i] = explore_watch(native->explore, &native->list[i]);
    if (!native->task->only_frames)
        play_on(native, 3e4);
    native->induct = induct_new(native->net, native->sentences, native->explore,
                                UNROLL_ANY, native->budget);
    for (size_t i = 0; i < native->task->given_count; i++)
        induct_given(native->induct, &native->task->givens[i]);
    if (!is_done(native) && native->task->given_count)
        prove_asked(native, "induction"); /* it may follow from them */
}

static void search(Native *native)
{
    size_t last = native->task->quick ? 4 : sizeof stages / sizeof *stages;
    bool tours = !native->task->quick && !native->task->needs_some &&
                 !native->task->wants_lemmas;
    begin(native);
    if (native->task->only_frames) {
        frames_stage(native);
        return;
    }
    if (!is_done(native) && is_vast(native))
        sketch_stage(native);
    if (tours && is_large_net(native))
        rules_stage(native);
    if (!is_done(native)) /* what is hard must not keep back what is easy */
        plain_stage(native, true, 100, CHECK_EFFORT);
    if (!is_done(native) && native->task->needs_some && !native->task->quick) {
        Budget some = budget_part(native->budget, 0.1);
        exhaust_stage(native, MOST_POSITIONS, 0, &some);
    }
    for (size_t i = 0; i < last && !is_done(native); i++) {
        InventKind kind = stages[i].kind;
        if (kind != INVENT_INNER || native->task->needs_some)
            turn(native, kind,
                 tours && stages[i].effort > FIRST_EFFORT ? FIRST_EFFORT
                                                          : stages[i].effort);
        if (kind == INVENT_CONSTANT && !tours)
            loose_stage(native, LOOSE_EFFORT);
        if (kind == INVENT_SINGLE && tours)
            detour(native);
        else if (kind == INVENT_SINGLE && !is_done(native))
            exhaust_stage(native, FEW_POSITIONS, 0, native->budget);
        if (kind == INVENT_CLOCK && !is_done(native))
            exhaust_stage(native, MOST_POSITIONS, 0, native->budget);
        bool plain = !native->task->needs_some && !native->task->quick;
        if (kind == INVENT_GROUP && plain && !is_done(native))
            plain_stage(native, false, 5000, SOME_EFFORT);
        if (kind == INVENT_EXCLUSION && plain && !is_done(native))
            plain_stage(native, false, 100000, PLAIN_EFFORT);
    }
    if (!is_done(native) && count_open(native) && !native->task->quick &&
        !native->task->no_depth)
        deepen_stage(native, 0, is_idle(native) ? SHORT_EFFORT : DEEP_EFFORT);
    double left = native->task->needs_some ? MOST_EFFORT : MORE_EFFORT;
    for (size_t i = 0; i < last && !is_done(native) && left > 0; i++)
        if (native->heavy[stages[i].kind] && left > stages[i].effort &&
            !is_needless(native, stages[i].kind, left))
            left -= stage(native, i, left);
    if (!is_done(native) && !native->task->quick)
        exhaust_stage(native, FEW_POSITIONS, MOST_DEGREE, native->budget);
    if (!is_done(native) && !native->task->quick && !native->task->no_frames)
        frames_stage(native);
    if (!is_done(native) && native->task->evidence && tours &&
        may_sum(native) && !native->exhaust)
        sums_stage(native);
}

void native_prove(NativeTask *task, NativeResult *results)
{
    Native native = {.task = task,
                     .net = task->net,
                     .sentences = task->sentences,
                     .list = task->list,
                     .count = task->count,
                     .budget = task->budget,
                     .results = results,
                     .arena = arena_new()};
    native.watched = fatal_malloc((task->count + 1) * sizeof *native.watched);
    for (size_t i = 0; i < task->count; i++) {
        results[i] = (NativeResult){0};
        if (is_trivial(&task->list[i])) {
            results[i].verdict = NATIVE_PROVED;
            results[i].how = "grounding";
        }
    }
    if (count_open(&native) || task->wants_lemmas)
        search(&native);
    if (native.exhaust)
        finish_exhausted(&native);
    induct_free(native.induct);
    explore_free(native.explore);
    free(native.watched);
    vec_free(&native.known);
    arena_free(native.arena);
}

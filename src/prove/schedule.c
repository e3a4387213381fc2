/* schedule.c - prove and refute together, by everything there is
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
#include "prove/stages.h"

#include <stdlib.h>

enum { FEW_POSITIONS = 20000, MOST_POSITIONS = 300000 };

/* A stage gets little at first; if something is open in the end, those that
 * were cut short share more. */
static const double LOOSE_EFFORT = 1e9, PLAIN_EFFORT = 6e9, DEEP_EFFORT = 4e8,
                    FIRST_EFFORT = 8e8, MOST_IDLE = 4.4e9,
                    QUESTION_EFFORT = 100, MORE_EFFORT = 1.2e9,
                    MOST_EFFORT = 2e10;

/* ---- what is open, and known ---- */

bool native_is_open(const Native *native, size_t number)
{
    return native->results[number].verdict == VERDICT_UNKNOWN;
}

size_t native_count_open(const Native *native)
{
    size_t open = 0;
    for (size_t i = 0; i < native->count; i++)
        open += native_is_open(native, i);
    return open;
}

bool native_is_done(const Native *native)
{
    return (!native_count_open(native) && !native->task->wants_lemmas) ||
           budget_spent(native->budget);
}

void native_report(const Native *native)
{
    if (native->task->progress)
        native->task->progress(native->task->context,
                               native->count - native_count_open(native));
}

bool native_is_known(const Native *native, Ref ref)
{
    return ref < native->known.count && native->known.items[ref];
}

void native_note_known(Native *native, Ref ref)
{
    while (native->known.count <= ref)
        vec_push(&native->known, false);
    native->known.items[ref] = true;
}

void native_learn(Native *native, Ref ref)
{
    if (native_is_known(native, ref))
        return;
    Sentence *sentence = arena_array(native->arena, Sentence, 1);
    sentence->ends[0] = ref;
    native_note_known(native, ref);
    induct_given(native->induct, sentence);
    vec_push(&native->task->lemmas, ref);
}

bool native_is_vast(const Native *native)
{
    enum { VAST = 400000 };
    return native->net->input_count > VAST;
}

bool native_is_large(const Native *native)
{
    enum { LARGE = 50000 };
    return native->net->input_count > LARGE;
}

/* ---- the order ---- */

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
    double share =
        10.0 * (double)native_count_open(native) / (double)native->count;
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
    size_t open = native_count_open(native);
    stage_induct(native, kind, stages[number].most, effort);
    InductCost after = induct_cost(native->induct);
    double work = after.work - before.work;
    if (!native_is_done(native))
        stage_play(native, work < LEAST_WORK ? LEAST_WORK : work);
    native->tried[kind].effort = effort;
    native->tried[kind].facts = induct_facts(native->induct) + 1;
    native->idle += after.effort - before.effort + QUESTION_EFFORT * work;
    if (native_count_open(native) < open)
        native->idle = 0;
    return after.effort - before.effort;
}

static void turn(Native *native, InventKind kind, double effort)
{
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++)
        if (stages[i].kind == kind && !native_is_done(native) &&
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
    if (!native_is_done(native) && !native->task->no_depth &&
        native_count_open(native) < MANY)
        stage_deepen(native, SHALLOW, SHORT_EFFORT);
    turn(native, INVENT_PAIR, SHORT_EFFORT);
    turn(native, INVENT_EXCLUSION, SHORT_EFFORT);
    if (!native_is_done(native))
        stage_play(native, PATIENT_WORK);
    native->apart[INVENT_EXCLUSION] = native->apart[INVENT_CLOCK] = false;
    native->toured = true;
}

/* Those that were cut short, with more and more effort. */
static void second_tour(Native *native)
{
    static const InventKind kinds[] = {INVENT_CLOCK, INVENT_SOME, INVENT_PAIR,
                                       INVENT_EXCLUSION};
    static const double efforts[] = {5e8, 2e9};
    for (size_t k = 0; k < sizeof efforts / sizeof *efforts; k++)
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
            if (native->heavy[kinds[i]])
                turn(native, kinds[i], efforts[k]);
}

static bool may_sum(const Native *native)
{
    return !native->task->no_sums && !native_is_vast(native);
}

/* What the rules say; what is open may follow from it, or be constant with it.
 */
static void follow_rules(Native *native)
{
    if (native_is_done(native) || !may_sum(native) || !stage_rules(native))
        return;
    stage_ask(native, "induction");
    turn(native, INVENT_CONSTANT, FIRST_EFFORT);
}

/* What can be found move by move. */
static void look_at_moves(Native *native)
{
    if (!native_is_large(native)) /* else that was first of all */
        follow_rules(native);
    if (may_sum(native) && !native->task->evidence && !native_is_done(native))
        stage_sums(native);
}

/* Whether all that is open is about single positions, as that something always
 * exists: there, steps help less than sums do. */
static bool is_about_positions(const Native *native)
{
    for (size_t i = 0; i < native->count; i++)
        if (native_is_open(native, i) && native->list[i].degree)
            return false;
    return true;
}

/* Before what takes most effort: all that is done otherwise. */
static void detour(Native *native)
{
    bool sums_first = is_about_positions(native);
    if (sums_first)
        look_at_moves(native);
    stage_loose(native, LOOSE_EFFORT);
    tour(native);
    if (!native_is_done(native))
        stage_positions(native, FEW_POSITIONS, 0, native->budget);
    if (!sums_first)
        look_at_moves(native);
    if (!native_is_done(native) && !native->task->no_depth)
        stage_deepen(native, 0, SHORT_EFFORT);
    second_tour(native);
}

static void begin(Native *native)
{
    native->explore =
        explore_new(native->net, native->sentences, native->task->seed);
    for (size_t i = 0; i < native->count; i++)
        native->watched[i] = explore_watch(native->explore, &native->list[i]);
    if (!native->task->only_frames)
        stage_play(native, 3e4);
    native->induct = induct_new(native->net, native->sentences, native->explore,
                                UNROLL_ANY, native->budget);
    for (size_t i = 0; i < native->task->given_count; i++)
        induct_given(native->induct, &native->task->givens[i]);
    if (!native_is_done(native) && native->task->given_count)
        stage_ask(native, "induction"); /* it may follow from them */
}

static void search(Native *native)
{
    size_t last = native->task->quick ? 4 : sizeof stages / sizeof *stages;
    bool tours = !native->task->quick && !native->task->needs_some &&
                 !native->task->wants_lemmas;
    begin(native);
    if (native->task->only_frames) {
        stage_frames(native);
        return;
    }
    if (!native_is_done(native) && native_is_vast(native))
        stage_sketch(native);
    if (tours && native_is_large(native))
        follow_rules(native);
    if (!native_is_done(
            native)) /* what is hard must not keep back what is easy */
        stage_plain(native, true, 100, CHECK_EFFORT);
    if (!native_is_done(native) && native->task->needs_some &&
        !native->task->quick) {
        Budget some = budget_part(native->budget, 0.1);
        stage_positions(native, MOST_POSITIONS, 0, &some);
    }
    for (size_t i = 0; i < last && !native_is_done(native); i++) {
        InventKind kind = stages[i].kind;
        if (kind != INVENT_INNER || native->task->needs_some)
            turn(native, kind,
                 tours && stages[i].effort > FIRST_EFFORT ? FIRST_EFFORT
                                                          : stages[i].effort);
        if (kind == INVENT_CONSTANT && !tours)
            stage_loose(native, LOOSE_EFFORT);
        if (kind == INVENT_SINGLE && tours)
            detour(native);
        else if (kind == INVENT_SINGLE && !native_is_done(native))
            stage_positions(native, FEW_POSITIONS, 0, native->budget);
        if (kind == INVENT_CLOCK && !native_is_done(native))
            stage_positions(native, MOST_POSITIONS, 0, native->budget);
        bool plain = !native->task->needs_some && !native->task->quick;
        if (kind == INVENT_GROUP && plain && !native_is_done(native))
            stage_plain(native, false, 5000, SOME_EFFORT);
        if (kind == INVENT_EXCLUSION && plain && !native_is_done(native))
            stage_plain(native, false, 100000, PLAIN_EFFORT);
    }
    if (!native_is_done(native) && native_count_open(native) &&
        !native->task->quick && !native->task->no_depth)
        stage_deepen(native, 0, is_idle(native) ? SHORT_EFFORT : DEEP_EFFORT);
    double left = native->task->needs_some ? MOST_EFFORT : MORE_EFFORT;
    for (size_t i = 0; i < last && !native_is_done(native) && left > 0; i++)
        if (native->heavy[stages[i].kind] && left > stages[i].effort &&
            !is_needless(native, stages[i].kind, left))
            left -= stage(native, i, left);
    if (!native_is_done(native) && !native->task->quick)
        stage_positions(native, FEW_POSITIONS, MOST_DEGREE, native->budget);
    if (!native_is_done(native) && !native->task->quick &&
        !native->task->no_frames)
        stage_frames(native);
    if (!native_is_done(native) && native->task->evidence && tours &&
        may_sum(native) && !native->exhaust)
        stage_sums(native);
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
            results[i].verdict = VERDICT_PROVED;
            results[i].how = "grounding";
        }
    }
    bool asked = native_count_open(&native) || task->wants_lemmas;
    if (asked && !budget_spent(task->budget))
        search(&native);
    if (native.exhaust)
        stage_finish_positions(&native);
    induct_free(native.induct);
    explore_free(native.explore);
    free(native.watched);
    vec_free(&native.known);
    arena_free(native.arena);
}

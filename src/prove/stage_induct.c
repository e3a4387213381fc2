/* stage_induct.c - turns of induction, with and without candidate invariants
 *
 * In:   properties that are open
 * Out:  those that are inductive with candidates, and these candidates; mutex
 *       groups and sums, and what follows from them
 * Next: prove/schedule.c
 *
 * Start reading at stage_candidates().
 */
#include "base/memory.h"
#include "prove/stages.h"

#include "base/sort.h"
#include "ground/net_walk.h"
#include "prove/candidates/mutex_groups.h"
#include "prove/linear/linear_invariants.h"

#include <assert.h>
#include <string.h>

/* ---- what a turn tries to prove together ---- */

typedef struct {
    VEC(const GroundProperty *) properties;
    VEC(size_t) numbers; /* in the schedule; of a candidate SIZE_MAX */
    size_t first_number; /* in Houdini, of the first formula or candidate */
} PropertyBatch;

static void add_formula(const Schedule *schedule, size_t number,
                        PropertyBatch *batch)
{
    vec_push(&batch->properties, &schedule->formulas[number]);
    vec_push(&batch->numbers, number);
}

/* Many parts, of which each may be hard to prove: all have to be. */
static bool is_conjunction(const Schedule *schedule,
                           const GroundProperty *property)
{
    Ref ref = property->ends[0];
    const Gate *gate = &schedule->properties->gates.items[ref / 2];
    return !(ref & 1) && !gate->is_leaf && gate->count > 1;
}

/* Adds the open properties about single positions, wanted or not, or only those
 * that are conjunctions. */
static void add_open_formulas(const Schedule *schedule, bool only_conjunctions,
                              PropertyBatch *batch)
{
    for (size_t i = 0; i < schedule->formula_count; i++)
        if (schedule_is_open(schedule, i) && !schedule->formulas[i].degree &&
            (!only_conjunctions ||
             is_conjunction(schedule, &schedule->formulas[i])))
            add_formula(schedule, i, batch);
}

/* Adds the candidates REFS. */
static void add_candidates(const Schedule *schedule, const RefList *refs,
                           PropertyBatch *batch)
{
    GroundProperty *candidates =
        arena_array(schedule->arena, GroundProperty, refs->count);
    for (size_t i = 0; i < refs->count; i++) {
        candidates[i].ends[0] = refs->items[i];
        vec_push(&batch->properties, &candidates[i]);
        vec_push(&batch->numbers, SIZE_MAX);
    }
}

/* Item I of BATCH is proved. */
static void record_proof(Schedule *schedule, const PropertyBatch *batch,
                         size_t i)
{
    Ref ref = batch->properties.items[i]->ends[0];
    proof_log_property(schedule->task->log, batch->properties.items[i], 1);
    if (batch->numbers.items[i] != SIZE_MAX) {
        schedule_prove(schedule, batch->numbers.items[i], "induction");
        return;
    }
    assert(!batch->properties.items[i]
                ->degree); /* candidates are about positions */
    schedule_settle(schedule, ref);
    vec_push(&schedule->task->lemmas, ref);
}

/* Runs Houdini with all of BATCH and takes what it proves. */
static bool run_houdini(Schedule *schedule, PropertyBatch *batch,
                        int64_t max_conflicts)
{
    Houdini *houdini = schedule->houdini;
    assert(batch->properties.count == batch->numbers.count);
    for (size_t i = 0; i < batch->properties.count; i++) {
        size_t number = houdini_add(houdini, batch->properties.items[i]);
        batch->first_number = i ? batch->first_number : number;
        assert(number == batch->first_number + i); /* one after the other */
    }
    bool complete = houdini_run(houdini, max_conflicts);
    for (size_t i = 0; i < batch->properties.count; i++)
        if (houdini_proved(houdini, batch->first_number + i))
            record_proof(schedule, batch, i);
    return complete;
}

/* Joint induction of properties of the schedule; empties BATCH. */
static bool run_houdini_on_open(Schedule *schedule, PropertyBatch *batch,
                                int64_t max_conflicts)
{
    bool complete = run_houdini(schedule, batch, max_conflicts);
    for (size_t i = 0; i < batch->properties.count; i++) {
        assert(batch->numbers.items[i] < schedule->formula_count);
        schedule->may_be_inductive[batch->numbers.items[i]] =
            !complete ||
            houdini_too_hard(schedule->houdini, batch->first_number + i);
    }
    vec_free_all(&batch->properties, &batch->numbers);
    return complete;
}

void stage_follow(Schedule *schedule, const char *how)
{
    schedule_list_open(schedule, schedule_is_useful);
    houdini_check(schedule->houdini, schedule->open.list,
                  schedule->open.is_proved, schedule->open.count, 5000);
    for (size_t i = 0; i < schedule->open.count; i++)
        if (schedule->open.is_proved[i])
            schedule_prove(schedule, schedule->open.numbers[i], how);
    schedule_report(schedule);
}

/* A formula about steps needs no induction if it follows from the lemmas. */
bool stage_consequences(Schedule *schedule, const ScheduleRow *row)
{
    (void)row;
    stage_follow(schedule, "induction");
    return !budget_spent(&schedule->turn);
}

/* ---- candidates ---- */

static void mark_features(const Net *net, const bool *cone, bool *features)
{
    for (uint32_t i = 0; i < net->node_count; i++)
        if (cone[i] && net->nodes[i].kind == NODE_FEATURE)
            features[net->nodes[i].feature] = true;
}

/* Which features the open properties and their next values speak of, of those
 * about steps only if they are wanted. */
static bool *find_relevant_features(const Schedule *schedule)
{
    const Net *net = schedule->net;
    bool *cone = memory_zeroed(net->node_count + 1, sizeof *cone);
    RefList refs = {0};
    for (size_t i = 0; i < schedule->formula_count; i++)
        if (schedule_is_useful(schedule, i))
            vec_append(&refs, schedule->formulas[i].ends,
                       schedule->formulas[i].degree + 1);
    bool *nodes = property_nodes(schedule->properties, refs.items, refs.count);
    bool *focus = memory_zeroed(net->feature_count + 1, sizeof *focus);
    memcpy(focus, nodes + net->node_count, net->feature_count * sizeof *focus);
    for (uint32_t i = 0; i < net->node_count; i++)
        if (nodes[i])
            net_mark_cone(net, 2 * i, cone);
    mark_features(net, cone, focus);
    for (uint32_t i = 0; i < net->feature_count; i++)
        if (focus[i])
            net_mark_cone(net, net->next[i], cone);
    mark_features(net, cone, focus);
    vec_free(&refs);
    free_all(cone, nodes);
    return focus;
}

/* What is proved already, or too hard, is no candidate again. */
static void drop_settled(const Schedule *schedule, RefList *refs)
{
    size_t kept = 0;
    for (size_t i = 0; i < refs->count; i++)
        if (!schedule_is_settled(schedule, refs->items[i]))
            refs->items[kept++] = refs->items[i];
    refs->count = kept;
}

void stage_learn_inductive(Schedule *schedule, RefList *refs,
                           int64_t max_conflicts)
{
    PropertyBatch batch = {0};
    add_candidates(schedule, refs, &batch);
    if (refs->count)
        run_houdini(schedule, &batch, max_conflicts);
    vec_free_all(&batch.properties, &batch.numbers);
}

static CandidateBuilder candidate_builder(const Schedule *schedule,
                                          const bool *focus, size_t max_count,
                                          RefList *refs)
{
    return (CandidateBuilder){.net = schedule->net,
                              .properties = schedule->properties,
                              .walks = schedule->walks,
                              .focus = focus,
                              .budget = &schedule->turn,
                              .refs = refs,
                              .max_count = max_count};
}

/* Collects candidates of all kinds up to LAST_KIND that are not settled: what
 * was not inductive before may be so together with others. Without a focus,
 * kinds of which there are many are about any feature, rather than about what
 * the open properties need. */
static void collect_candidates(Schedule *schedule, CandidateKind last_kind,
                               size_t max_count, bool has_focus, RefList *refs)
{
    bool *focus = find_relevant_features(schedule);
    if (!has_focus)
        memset(focus, true, schedule->net->feature_count);
    CandidateBuilder builder =
        candidate_builder(schedule, focus, max_count, refs);
    for (CandidateKind kind = 0; kind < CANDIDATE_KINDS; kind++) {
        bool is_early = kind == CANDIDATE_AT_LEAST_ONE &&
                        schedule->plan != PLAN_PROVE &&
                        last_kind >= CANDIDATE_SYMBOL_MUTEX;
        if ((kind > last_kind && !is_early) ||
            (kind < last_kind && (schedule->exceeded_quota[kind] ||
                                  schedule->is_tried_apart[kind])))
            continue;
        candidate_invariants(kind, builder);
    }
    memory_free(focus);
    drop_settled(schedule, refs);
}

/* All that is open about single positions, or only those that are
 * conjunctions, as far as that takes no more than MAX_CONFLICTS each. */
static bool prove_jointly(Schedule *schedule, bool only_conjunctions,
                          int64_t max_conflicts)
{
    PropertyBatch batch = {0};
    add_open_formulas(schedule, only_conjunctions, &batch);
    bool complete = !batch.properties.count ||
                    run_houdini_on_open(schedule, &batch, max_conflicts);
    stage_follow(schedule, "induction");
    return complete;
}

bool stage_joint(Schedule *schedule, const ScheduleRow *row)
{
    return prove_jointly(schedule, row->flags & ONLY_CONJUNCTIONS, row->limit);
}

/* ---- each property by itself ---- */

typedef struct {
    size_t number, size; /* of the property; the inputs of its gate */
} SizedFormula;

static int by_size(const void *left, const void *right)
{
    const SizedFormula *a = left, *b = right;
    if (a->size != b->size)
        return a->size < b->size ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

/* Proves that at most one, or at least one, of a few features of one symbol
 * holds, such as whose turn it is: positions with a single control are those
 * the published induction step starts from. */
static void prove_single_control(Schedule *schedule, int64_t max_conflicts)
{
    enum { MAX_CANDIDATES = 1000, MAX_CONJUNCTS = 10 };
    RefList refs = {0};
    CandidateBuilder builder =
        candidate_builder(schedule, NULL, MAX_CANDIDATES, &refs);
    candidate_invariants(CANDIDATE_SYMBOL_MUTEX, builder);
    candidate_invariants(CANDIDATE_AT_LEAST_ONE, builder);
    size_t kept = 0;
    for (size_t i = 0; i < refs.count; i++)
        if (schedule->properties->gates.items[refs.items[i] / 2].count <=
            MAX_CONJUNCTS)
            refs.items[kept++] = refs.items[i];
    refs.count = kept;
    drop_settled(schedule, &refs);
    stage_learn_inductive(schedule, &refs, max_conflicts);
    vec_free(&refs);
}

/* Those that are not known to be no more inductive than before. What is proved
 * is a lemma for those that follow. */
bool stage_individual(Schedule *schedule, const ScheduleRow *row)
{
    VEC(SizedFormula) open = {0};
    prove_single_control(schedule, row->limit);
    for (size_t i = 0; i < schedule->formula_count; i++)
        if (schedule_is_open(schedule, i) && schedule->may_be_inductive[i] &&
            !schedule->formulas[i].degree) {
            Ref ref = schedule->formulas[i].ends[0];
            SizedFormula sized = {
                i, schedule->properties->gates.items[ref / 2].count};
            vec_push(&open, sized);
        }
    sort_items(open.items, open.count, sizeof *open.items, by_size);
    bool complete = true;
    for (size_t i = 0; i < open.count && complete; i++) {
        PropertyBatch batch = {0};
        add_formula(schedule, open.items[i].number, &batch);
        complete = run_houdini_on_open(schedule, &batch, row->limit);
    }
    if (open.count)
        stage_follow(schedule, "induction");
    vec_free(&open);
    return complete;
}

/* Tries the candidates REFS with what is open; a candidate that is too hard is
 * not tried again. */
static bool try_candidates(Schedule *schedule, const RefList *refs)
{
    PropertyBatch batch = {0};
    size_t lemma_count = houdini_lemma_count(schedule->houdini);
    add_candidates(schedule, refs, &batch);
    add_open_formulas(schedule, false, &batch);
    bool complete = run_houdini(schedule, &batch, 1000);
    for (size_t i = 0; i < refs->count; i++)
        if (houdini_too_hard(schedule->houdini, batch.first_number + i))
            schedule_settle(schedule, refs->items[i]);
    vec_free_all(&batch.properties, &batch.numbers);
    schedule_report(schedule);
    if (schedule_count_wanted(schedule) &&
        houdini_lemma_count(schedule->houdini) > lemma_count)
        stage_follow(schedule, "induction");
    return complete;
}

/* What a method tries, with all kinds before it, and how many of each. */
static const struct {
    CandidateKind kind;
    size_t max_count;
} candidate_limits[PROOF_METHOD_COUNT] = {
    [PROOF_CONSTANTS] = {CANDIDATE_CONSTANT, 100000},
    [PROOF_SYMBOL_MUTEXES] = {CANDIDATE_SYMBOL_MUTEX, 1000},
    [PROOF_MUTEX_GROUPS] = {CANDIDATE_MUTEX_GROUP, 4000},
    [PROOF_STEP_COUNTERS] = {CANDIDATE_STEP_COUNTER, 60000},
    [PROOF_AT_LEAST_ONE] = {CANDIDATE_AT_LEAST_ONE, 60000},
    [PROOF_BINARY] = {CANDIDATE_BINARY_CLAUSE, 60000},
};

/* Walks in proportion to the work of induction come with it: what they visit
 * refutes candidates. They are not charged to the turn. */
bool stage_candidates(Schedule *schedule, const ScheduleRow *row)
{
    static const double MIN_WORK = 1e5, WALK_SHARE = 0.2;
    const Budget *whole = schedule->task->budget;
    CandidateKind kind = candidate_limits[row->method].kind;
    RefList refs = {0};
    schedule->is_tried_apart[kind] = row->flags & APART;
    collect_candidates(schedule, kind, candidate_limits[row->method].max_count,
                       !(row->flags & ONLY_END), &refs);
    bool complete = try_candidates(schedule, &refs);
    schedule->exceeded_quota[kind] = !complete;
    vec_free(&refs);
    double work = WALK_SHARE * (double)schedule->meter.used;
    schedule->turn = whole ? *whole : (Budget){0};
    if (!schedule_is_done(schedule))
        stage_walk(schedule, work < MIN_WORK ? MIN_WORK : work);
    return complete;
}

bool stage_facts(Schedule *schedule, const ScheduleRow *row)
{
    (void)row;
    RefList refs = {0};
    vec_append(&refs, schedule->task->facts, schedule->task->fact_count);
    drop_settled(schedule, &refs);
    bool complete = !refs.count || try_candidates(schedule, &refs);
    schedule->task->tried_facts = schedule->task->tried_facts || complete;
    vec_free(&refs);
    return complete;
}

/* ---- invariants by cases and by sums ---- */

RefList position_lemmas(const Schedule *schedule)
{
    RefList lemmas = {0};
    for (size_t i = 0; i < houdini_lemma_count(schedule->houdini); i++)
        if (!houdini_lemmas(schedule->houdini)[i]->degree)
            vec_push(&lemmas, houdini_lemmas(schedule->houdini)[i]->ends[0]);
    return lemmas;
}

/* Whether a question about the net takes the solver seconds: too long where it
 * is one of many, for the formulas of prove; verify asks a few. */
static bool is_too_large(const Schedule *schedule)
{
    return schedule->plan == PLAN_PROVE &&
           schedule_is_beyond(schedule, LIMIT_VAST_INPUTS);
}

static void learn_all(Schedule *schedule, const RefList *refs)
{
    for (size_t i = 0; i < refs->count; i++)
        schedule_learn(schedule, refs->items[i]);
}

/* What the rules say, with plays that suggest it or without; what is open may
 * follow from it. */
bool stage_cases(Schedule *schedule, const ScheduleRow *row)
{
    (void)row;
    if (is_too_large(schedule))
        return true;
    size_t lemmas_before = houdini_lemma_count(schedule->houdini);
    RefList lemmas = position_lemmas(schedule), new_lemmas = {0};
    const GuidedWalks *walks =
        schedule->plan == PLAN_RULES ? NULL : schedule->walks;
    find_mutex_groups(schedule->net, schedule->properties, lemmas.items,
                      lemmas.count, walks, &schedule->turn, &new_lemmas);
    proof_log_refs(schedule->task->log, new_lemmas.items, new_lemmas.count);
    learn_all(schedule, &new_lemmas);
    vec_free_all(&lemmas, &new_lemmas);
    if (houdini_lemma_count(schedule->houdini) > lemmas_before)
        stage_follow(schedule, "induction");
    return !budget_spent(&schedule->turn);
}

bool stage_linear(Schedule *schedule, const ScheduleRow *row)
{
    if (is_too_large(schedule))
        return true;
    RefList lemmas = position_lemmas(schedule), new_lemmas = {0};
    find_counters(schedule->net, schedule->properties, lemmas.items,
                  lemmas.count, &schedule->turn, schedule->task->log,
                  &new_lemmas);
    learn_all(schedule, &new_lemmas);
    if (new_lemmas.count && row->limit && !schedule_is_done(schedule))
        prove_jointly(schedule, false, row->limit);
    else if (new_lemmas.count)
        stage_follow(schedule, "induction");
    vec_free_all(&lemmas, &new_lemmas);
    return !budget_spent(&schedule->turn);
}

/* oracle_sat.c - questions of the published methods, asked of a SAT solver
 *
 * In:   a Task
 * Out:  answers, the same as those of the programs of asp/induction_program.c
 *
 * The game is grounded so that any set of features of the universe is a
 * position, reachable or not, and nothing is simplified that is not so in all
 * of them. Sequences of so many levels are unrolled once for each number of
 * levels and kept, from the initial position or from any. At each level the
 * roles make legal moves unless the game has ended; so a position in which one
 * has none has no continuation, and proves nothing: that is P^legal of Haufe
 * and Thielscher (2010). Start reading at oracle_sat_new(), at the end.
 */
#include "prove/published/oracle_sat.h"

#include "base/memory.h"
#include "formula/lower_formula.h"
#include "prove/induction/step_solver.h"
#include "prove/walk/fault.h"

#include <assert.h>
#include <stdlib.h>

enum { MAX_EXAMPLE_CONFLICTS = 2000, MAX_LEVELS = MAX_DEGREE + 1 };

/* Sequences of LEVELS steps, or shorter ones that end where the game does. */
typedef struct {
    StepSolver *solver;
    unsigned steps;
    bool one_control; /* what was supposed of position 0 by now */
    PropVec hypotheses;
    size_t never, always;
} Sequence;

typedef struct {
    Oracle oracle;
    const Net *net;
    PropertyTable properties;
    Lowering meanings;
    Sequence *initial[MAX_LEVELS]; /* by levels, NULL if not made yet */
    Sequence *any[MAX_LEVELS];
} SatOracle;

/* ---- sequences ---- */

/* At each step roles move, or the game has ended before. */
static void continue_or_end(Sequence *sequence, const Net *net, unsigned first)
{
    SatLit ended = -sat_true(sequence->solver->sat);
    for (unsigned k = first; k < sequence->steps; k++) {
        SatLit terminal =
            unroll_lit(sequence->solver->unroll, k, net->terminal);
        SatLit either[] = {ended, terminal};
        ended = sat_or(sequence->solver->sat, either, 2);
        sat_clause2(sequence->solver->sat, ended,
                    unroll_taken(sequence->solver->unroll, k));
    }
}

static Sequence *sequence_new(const SatOracle *self, UnrollStart start,
                              unsigned step_count)
{
    Sequence *sequence = memory_alloc(sizeof *sequence);
    *sequence = (Sequence){.solver = step_solver_new(&self->properties, start,
                                                     self->oracle.task->budget),
                           .steps = step_count};
    return sequence;
}

static void sequence_free(Sequence *sequence)
{
    if (!sequence)
        return;
    step_solver_free(sequence->solver);
    vec_free(&sequence->hypotheses);
    free(sequence);
}

static Sequence *initial_sequence(SatOracle *self, unsigned level_count)
{
    assert(level_count < MAX_LEVELS);
    Sequence **sequence = &self->initial[level_count];
    if (!*sequence) {
        *sequence = sequence_new(self, UNROLL_INITIAL, level_count);
        continue_or_end(*sequence, self->net, 0);
    }
    return *sequence;
}

/* ---- where a step starts ---- */

/* Any set of the features of the universe; there may be others that only a
 * step leads to. */
static void begin_anywhere(const SatOracle *self, const Sequence *sequence)
{
    TermSet all = self->oracle.task->universe->all_features;
    size_t count = self->net->feature_count;
    bool *is_possible = memory_zeroed(count + 1, sizeof *is_possible);
    for (size_t i = 0; i < all.count; i++)
        is_possible[net_feature(self->net, all.terms[i])] = true;
    for (uint32_t i = 0; i < count; i++)
        if (!is_possible[i])
            unroll_begin(sequence->solver->unroll, i,
                         -sat_true(sequence->solver->sat));
    free(is_possible);
}

static void suppose_one_control(const SatOracle *self, Sequence *sequence)
{
    SatLits control = {0};
    for (uint32_t i = 0; i < self->net->feature_count; i++)
        if (is_control(self->net->features[i]))
            vec_push(&control, unroll_feature(sequence->solver->unroll, 0, i));
    sat_at_most_one(sequence->solver->sat, control.items, control.count);
    vec_free(&control);
    sequence->one_control = true;
}

static void suppose_feature(const SatOracle *self, Sequence *sequence,
                            const Term *feature, bool holds)
{
    uint32_t number = net_feature(self->net, feature);
    if (number == NO_INDEX)
        return; /* it never holds, and what does so in all of them is proved */
    SatLit lit = unroll_feature(sequence->solver->unroll, 0, number);
    sat_clause1(sequence->solver->sat, holds ? lit : -lit);
}

/* Whether all that SEQUENCE supposes is part of START: then what is new can be
 * added. */
static bool can_extend(const Sequence *sequence, const Start *start)
{
    if ((sequence->one_control && !start->one_control) ||
        sequence->hypotheses.count > start->hypothesis_count ||
        sequence->never > start->never_count ||
        sequence->always > start->always_count)
        return false;
    for (size_t i = 0; i < sequence->hypotheses.count; i++)
        if (sequence->hypotheses.items[i] != start->hypotheses[i])
            return false;
    return true;
}

/* Hypotheses that speak of positions beyond the last are left out. */
static void extend(SatOracle *self, Sequence *sequence, const Start *start)
{
    assert(can_extend(sequence, start));
    if (start->one_control && !sequence->one_control)
        suppose_one_control(self, sequence);
    while (sequence->hypotheses.count < start->hypothesis_count) {
        PropId prop = start->hypotheses[sequence->hypotheses.count];
        GroundProperty property;
        vec_push(&sequence->hypotheses, prop);
        if (props_get(self->oracle.task->props, prop)->degree <=
                sequence->steps &&
            lower_formula(&self->meanings, prop, &property))
            property_suppose(&sequence->solver->before,
                             sat_true(sequence->solver->sat), &property);
    }
    while (sequence->never < start->never_count)
        suppose_feature(self, sequence, start->never[sequence->never++], false);
    while (sequence->always < start->always_count)
        suppose_feature(self, sequence, start->always[sequence->always++],
                        true);
}

/* A step, and LEVEL_COUNT more. */
static Sequence *any_sequence(SatOracle *self, const Start *start,
                              unsigned level_count)
{
    assert(level_count < MAX_LEVELS);
    Sequence **sequence = &self->any[level_count];
    if (*sequence && !can_extend(*sequence, start)) {
        sequence_free(*sequence);
        *sequence = NULL;
    }
    if (!*sequence) {
        *sequence = sequence_new(self, UNROLL_ANY, level_count + 1);
        begin_anywhere(self, *sequence);
        unroll_step((*sequence)->solver->unroll, 0);
        continue_or_end(*sequence, self->net, 1);
    }
    extend(self, *sequence, start);
    assert((*sequence)->hypotheses.count == start->hypothesis_count);
    assert((*sequence)->steps == level_count + 1);
    return *sequence;
}

/* ---- models ---- */

static const char *limit_reached(const SatOracle *self,
                                 const Sequence *sequence)
{
    return sat_exhausted(sequence->solver->sat)
               ? "out of memory"
               : budget_reason(self->oracle.task->budget, "out of time");
}

static Play play_of(const SatOracle *self, const Sequence *sequence)
{
    const Net *net = self->net;
    size_t roles = net->role_count;
    Play play = {arena_array(self->oracle.task->arena, const Term *,
                             roles * sequence->steps + 1),
                 0};
    for (unsigned k = 0; k < sequence->steps; k++) {
        SatLit taken = unroll_taken(sequence->solver->unroll, k);
        if (!sat_value(sequence->solver->sat, taken))
            break;
        for (size_t i = 0; i < roles; i++)
            play.moves[k * roles + i] =
                net->roles[i]
                    .moves[unroll_made(sequence->solver->unroll, k, i)];
        play.steps = k + 1;
    }
    return play;
}

/* The first step of a model. */
static const FailedStep *step_of(const SatOracle *self,
                                 const Sequence *sequence)
{
    const Net *net = self->net;
    const Task *task = self->oracle.task;
    uint64_t *state = memory_array(net->feature_count / 64 + 1, sizeof *state);
    const Term **features =
        arena_array(task->arena, const Term *, net->feature_count + 1);
    const Term **moves =
        arena_array(task->arena, const Term *, net->role_count + 1);
    size_t count = 0;
    unroll_state(sequence->solver->unroll, 0, state);
    for (uint32_t i = 0; i < net->feature_count; i++)
        if (state[i / 64] >> i % 64 & 1)
            features[count++] = net->features[i];
    for (size_t i = 0; i < net->role_count; i++)
        moves[i] =
            net->roles[i].moves[unroll_made(sequence->solver->unroll, 0, i)];
    free(state);
    return failed_step(task, features, count, moves);
}

/* A step at which what FAILS says happens and nobody merely waits tells more
 * than that of the model there is, if one is soon found. */
static const FailedStep *better_example(const SatOracle *self,
                                        const Sequence *sequence, SatLit fails)
{
    const Net *net = self->net;
    const FailedStep *first = step_of(self, sequence);
    sat_assume(sequence->solver->sat, fails);
    for (size_t i = 0; i < net->role_count; i++)
        for (uint32_t k = 0; k < net->roles[i].move_count; k++)
            if (!net->roles[i].moves[k]->arity)
                sat_assume(sequence->solver->sat,
                           -unroll_move(sequence->solver->unroll, 0, i, k));
    const FailedStep *other = NULL;
    if (unroll_solve(sequence->solver->unroll, MAX_EXAMPLE_CONFLICTS) ==
        SAT_YES)
        other = step_of(self, sequence);
    return other ? other : first;
}

/* ---- one formula ---- */

static bool lower_or_explain(SatOracle *self, PropId prop,
                             GroundProperty *property, Finding *finding)
{
    if (lower_formula(&self->meanings, prop, property))
        return true;
    finding->reason = "it looks too many steps ahead";
    return false;
}

static Answer answer_of(const SatOracle *self, const Sequence *sequence,
                        SatAnswer answer, Finding *finding)
{
    finding->reason =
        answer == SAT_UNKNOWN ? limit_reached(self, sequence) : NULL;
    return answer == SAT_NO    ? ANSWER_YES
           : answer == SAT_YES ? ANSWER_NO
                               : ANSWER_UNKNOWN;
}

static void ask_base(Oracle *oracle, PropId prop, Finding *finding)
{
    SatOracle *self = (SatOracle *)oracle;
    GroundProperty property;
    if (!lower_or_explain(self, prop, &property, finding))
        return;
    Sequence *sequence = initial_sequence(self, property.degree);
    sat_assume(sequence->solver->sat,
               property_violation(&sequence->solver->before, &property));
    finding->base = answer_of(
        self, sequence, unroll_solve(sequence->solver->unroll, -1), finding);
    if (finding->base != ANSWER_NO)
        return;
    Play play = play_of(self, sequence);
    if (!refute_by(oracle->task, finding, prop, &play, 0))
        finding->reason = replay_mismatch(oracle->task->interp);
}

/* It holds, and after the first step it does not. */
static SatLit step_fails(Sequence *sequence, const GroundProperty *property)
{
    SatLit both[] = {-property_violation(&sequence->solver->before, property),
                     property_violation(&sequence->solver->after, property)};
    return sat_and(sequence->solver->sat, both, 2);
}

static void ask_step(Oracle *oracle, const Start *start, PropId prop,
                     unsigned level_count, Finding *finding)
{
    SatOracle *self = (SatOracle *)oracle;
    GroundProperty property;
    if (!lower_or_explain(self, prop, &property, finding) ||
        level_count >= MAX_LEVELS)
        return;
    Sequence *sequence = any_sequence(self, start, level_count);
    SatLit fails = step_fails(sequence, &property);
    sat_assume(sequence->solver->sat, fails);
    finding->step = answer_of(
        self, sequence, unroll_solve(sequence->solver->unroll, -1), finding);
    if (finding->step == ANSWER_NO)
        finding->failed = better_example(self, sequence, fails);
}

/* ---- sets ---- */

/* What is asked about each formula of SET: STEP, whether it is inductive, else
 * whether it holds initially. */
typedef struct {
    SatOracle *self;
    Sequence *sequence;
    const FormulaSet *set;
    bool step;
    SatLit *fails; /* by formula: it fails */
    bool *settled; /* by formula: it can fail, or is not asked about */
    Finding *findings;
} SetQuestion;

static Finding *finding_of(const SetQuestion *question, size_t i)
{
    return &question->findings[question->set->numbers[i]];
}

/* Callback of find_possible. What fails in the model has its answer, and the
 * play of the model refutes it, if it is one. */
static void answer_failing(void *context)
{
    const SetQuestion *question = context;
    const Task *task = question->self->oracle.task;
    Play play = {0};
    for (size_t i = 0; i < question->set->count; i++) {
        Finding *finding = finding_of(question, i);
        PropId prop = question->set->props[i];
        size_t degree = props_get(task->props, prop)->degree;
        if (question->settled[i] ||
            !sat_value(question->sequence->solver->sat, question->fails[i]))
            continue;
        *(question->step ? &finding->step : &finding->base) = ANSWER_NO;
        if (question->step || finding->verdict != VERDICT_UNKNOWN)
            continue;
        if (!play.moves)
            play = play_of(question->self, question->sequence);
        Play spoken_of = {play.moves,
                          degree < play.steps ? degree : play.steps};
        refute_by(task, finding, prop, &spoken_of, 0);
    }
}

/* Makes the literals of the formulas. */
static void encode_set(SetQuestion *question)
{
    StepSolver *solver = question->sequence->solver;
    for (size_t i = 0; i < question->set->count; i++) {
        Finding *finding = finding_of(question, i);
        GroundProperty property;
        finding->reason = NULL;
        question->settled[i] = !lower_or_explain(
            question->self, question->set->props[i], &property, finding);
        if (question->settled[i])
            continue;
        *(question->step ? &finding->step : &finding->base) = ANSWER_UNKNOWN;
        question->fails[i] =
            question->step ? step_fails(question->sequence, &property)
                           : property_violation(&solver->before, &property);
    }
}

/* False if a limit was reached. */
static bool ask_set(SatOracle *self, Sequence *sequence, bool step,
                    const FormulaSet *set, Finding *findings)
{
    SetQuestion question = {
        .self = self,
        .sequence = sequence,
        .set = set,
        .step = step,
        .fails = memory_zeroed(set->count + 1, sizeof *question.fails),
        .settled = memory_alloc(set->count + 1),
        .findings = findings};
    LitQuestions questions = {.lits = question.fails,
                              .settled = question.settled,
                              .count = set->count,
                              .conflicts = -1,
                              .on_model = answer_failing,
                              .context = &question};
    bool complete = true;
    encode_set(&question);
    for (size_t first = 0, end; first < set->count; first = end) {
        end = chunk_end(first, set->count);
        SatAnswer answer =
            find_possible(sequence->solver, &questions, first, end);
        complete = complete && answer == SAT_NO;
        for (size_t i = first; i < end; i++) {
            Finding *finding = finding_of(&question, i);
            if (!question.settled[i] && answer == SAT_NO)
                *(step ? &finding->step : &finding->base) = ANSWER_YES;
            else if (!question.settled[i])
                finding->reason = limit_reached(self, sequence);
        }
    }
    free_all(question.fails, question.settled);
    return complete;
}

static void ask_bases(Oracle *oracle, const FormulaSet *set, Finding *findings)
{
    SatOracle *self = (SatOracle *)oracle;
    unsigned level_count = set->levels < MAX_LEVELS ? set->levels : MAX_DEGREE;
    ask_set(self, initial_sequence(self, level_count), false, set, findings);
}

/* Not asked with hypotheses that are given up later. */
static bool ask_steps(Oracle *oracle, const Start *start, const FormulaSet *set,
                      bool is_mutual, Finding *findings)
{
    SatOracle *self = (SatOracle *)oracle;
    if (is_mutual || set->levels >= MAX_LEVELS)
        return false;
    return ask_set(self, any_sequence(self, start, set->levels), true, set,
                   findings);
}

/* ---- making ---- */

Oracle *oracle_sat_new(Task *task, const char **why)
{
    static const Term *const none;
    TermSet all = task->universe->all_features;
    NetOptions options = {.features = all.count ? all.terms : &none,
                          .feature_count = all.count};
    options.relations = props_relations(task->props, task->game, task->arena,
                                        &options.relation_count);
    const Net *net = net_new_with(task->game, &options, task->budget, why);
    if (!net)
        return NULL;
    SatOracle *self = memory_alloc(sizeof *self);
    *self = (SatOracle){.oracle = {.task = task,
                                   .base = ask_base,
                                   .step = ask_step,
                                   .bases = ask_bases,
                                   .steps = ask_steps},
                        .net = net};
    properties_init(&self->properties, net);
    lowering_init(&self->meanings, task->props, &self->properties);
    return &self->oracle;
}

void oracle_sat_free(Oracle *oracle)
{
    SatOracle *self = (SatOracle *)oracle;
    if (!oracle)
        return;
    for (unsigned i = 0; i < MAX_LEVELS; i++) {
        sequence_free(self->initial[i]);
        sequence_free(self->any[i]);
    }
    lowering_free(&self->meanings);
    properties_free(&self->properties);
    net_free(self->net);
    free(self);
}

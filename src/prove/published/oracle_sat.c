/* oracle_sat.c - questions of the published methods, asked of a SAT solver
 *
 * In:   a ProofTask
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
#include "prove/published/oracle.h"

#include "base/memory.h"
#include "formula/lower_formula.h"
#include "prove/induction/step_solver.h"
#include "prove/walk/fault.h"

#include <assert.h>
#include <stdlib.h>

enum { MAX_LEVELS = MAX_DEGREE + 1 };

/* Sequences of LEVELS steps, or shorter ones that end where the game does. */
typedef struct {
    StepSolver *solver;
    unsigned step_count;
    bool supposes_one_control; /* what was supposed of position 0 by now */
    PropVec hypotheses;
} Sequence;

typedef struct {
    Oracle oracle;
    const Net *net;
    PropertyTable properties;
    Lowering lowering;
    /* From the initial position, and from any: by levels, NULL if not made yet
     */
    Sequence *sequences[2][MAX_LEVELS];
} SatOracle;

/* ---- sequences ---- */

/* At each step roles move, or the game has ended before. */
static void require_moves(Sequence *sequence, const Net *net, unsigned first)
{
    SatLit ended = -sat_true(sequence->solver->sat);
    for (unsigned k = first; k < sequence->step_count; k++) {
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
                           .step_count = step_count};
    return sequence;
}

static void sequence_free(Sequence *sequence)
{
    if (!sequence)
        return;
    step_solver_free(sequence->solver);
    vec_free(&sequence->hypotheses);
    memory_free(sequence);
}

/* ---- where a step starts ---- */

/* Any set of the features of the universe; there may be others that only a
 * step leads to. */
static void begin_anywhere(const SatOracle *self, const Sequence *sequence)
{
    TermSet universe = self->oracle.task->universe->all_features;
    size_t count = self->net->feature_count;
    bool *is_possible = memory_zeroed(count + 1, sizeof *is_possible);
    for (size_t i = 0; i < universe.count; i++) {
        uint32_t feature = net_feature(self->net, universe.terms[i]);
        assert(feature < count); /* the net was made for all of them */
        is_possible[feature] = true;
    }
    for (uint32_t i = 0; i < count; i++)
        if (!is_possible[i])
            unroll_set_initial(sequence->solver->unroll, i,
                               -sat_true(sequence->solver->sat));
    memory_free(is_possible);
}

static void suppose_one_control(const SatOracle *self, Sequence *sequence)
{
    SatLits control = {0};
    for (uint32_t i = 0; i < self->net->feature_count; i++)
        if (is_control(self->net->features[i]))
            vec_push(&control, unroll_feature(sequence->solver->unroll, 0, i));
    sat_at_most_one(sequence->solver->sat, control.items, control.count);
    vec_free(&control);
    sequence->supposes_one_control = true;
}

/* Whether all that SEQUENCE supposes is part of START: then what is new can be
 * added. */
static bool can_extend(const Sequence *sequence, const Start *start)
{
    if ((sequence->supposes_one_control && !start->one_control) ||
        sequence->hypotheses.count > start->hypothesis_count)
        return false;
    for (size_t i = 0; i < sequence->hypotheses.count; i++)
        if (sequence->hypotheses.items[i] != start->hypotheses[i])
            return false;
    return true;
}

/* Hypotheses that speak of positions beyond the last are left out. */
static void suppose_start(SatOracle *self, Sequence *sequence,
                          const Start *start)
{
    assert(can_extend(sequence, start));
    if (start->one_control && !sequence->supposes_one_control)
        suppose_one_control(self, sequence);
    while (sequence->hypotheses.count < start->hypothesis_count) {
        PropId prop = start->hypotheses[sequence->hypotheses.count];
        GroundProperty property;
        vec_push(&sequence->hypotheses, prop);
        if (props_get(self->oracle.task->props, prop)->degree <=
                sequence->step_count &&
            lower_formula(&self->lowering, prop, &property))
            property_suppose(&sequence->solver->before,
                             sat_true(sequence->solver->sat), &property);
    }
    assert(sequence->hypotheses.count == start->hypothesis_count);
}

/* A sequence of LEVEL_COUNT steps from the initial position or, if START is not
 * NULL, of a step more from any position of which START holds; one that was
 * made before is used again if START only adds to it. */
static Sequence *find_sequence(SatOracle *self, const Start *start,
                               unsigned level_count)
{
    assert(level_count < MAX_LEVELS);
    unsigned first = start ? 1 : 0; /* the step that is sure to be made */
    Sequence **sequence = &self->sequences[first][level_count];
    if (*sequence && start && !can_extend(*sequence, start)) {
        sequence_free(*sequence);
        *sequence = NULL;
    }
    if (!*sequence) {
        *sequence = sequence_new(self, start ? UNROLL_ANY : UNROLL_INITIAL,
                                 level_count + first);
        if (start) {
            begin_anywhere(self, *sequence);
            unroll_step((*sequence)->solver->unroll, 0);
        }
        require_moves(*sequence, self->net, first);
    }
    if (start)
        suppose_start(self, *sequence, start);
    return *sequence;
}

/* ---- models ---- */

static const char *limit_reason(const SatOracle *self, const Sequence *sequence)
{
    return sat_exhausted(sequence->solver->sat) &&
                   !budget_expired(self->oracle.task->budget)
               ? "out of memory"
               : budget_reason(self->oracle.task->budget, "out of time");
}

static Play play_of_model(const SatOracle *self, const Sequence *sequence)
{
    const Net *net = self->net;
    size_t role_count = net->role_count;
    Play play = {arena_array(self->oracle.task->arena, const Term *,
                             role_count * sequence->step_count + 1),
                 0};
    for (unsigned k = 0; k < sequence->step_count; k++) {
        SatLit taken = unroll_taken(sequence->solver->unroll, k);
        if (!sat_value(sequence->solver->sat, taken))
            break;
        for (size_t i = 0; i < role_count; i++)
            play.moves[k * role_count + i] =
                net->roles[i]
                    .moves[unroll_model_move(sequence->solver->unroll, k, i)];
        play.steps = k + 1;
    }
    return play;
}

/* The first step of a model. */
static const FailedStep *first_step_of_model(const SatOracle *self,
                                             const Sequence *sequence)
{
    const Net *net = self->net;
    const ProofTask *task = self->oracle.task;
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
            net->roles[i]
                .moves[unroll_model_move(sequence->solver->unroll, 0, i)];
    memory_free(state);
    return failed_step(task, features, count, moves);
}

/* ---- asking ---- */

/* What is asked about the formulas of SET: whether they are inductive from
 * START or, if that is NULL, whether they hold initially. */
typedef struct {
    SatOracle *self;
    Sequence *sequence;
    const FormulaSet *set;
    const Start *start;
    bool is_alone;    /* how it fails is asked, too */
    SatLit *fails;    /* by formula: it fails */
    bool *is_settled; /* by formula: it can fail, or is not asked about */
    Finding *findings;
} SetQuestion;

/* Callback of find_sat_lits. What fails in the model has its answer, and the
 * play of the model refutes it, if it is one. */
static void answer_failing(void *context)
{
    const SetQuestion *question = context;
    const ProofTask *task = question->self->oracle.task;
    Play play = {0};
    for (size_t i = 0; i < question->set->count; i++) {
        Finding *finding = finding_of(question->set, question->findings, i);
        PropId prop = question->set->props[i];
        size_t degree = props_get(task->props, prop)->degree;
        if (question->is_settled[i] ||
            !sat_value(question->sequence->solver->sat, question->fails[i]))
            continue;
        set_answer(finding, question->start, ANSWER_NO);
        if (question->start && question->is_alone)
            finding->failed =
                first_step_of_model(question->self, question->sequence);
        if (question->start || finding->verdict != VERDICT_UNKNOWN)
            continue;
        if (!play.moves)
            play = play_of_model(question->self, question->sequence);
        Play relevant_play = {play.moves,
                              degree < play.steps ? degree : play.steps};
        if (!refute_by(task, finding, prop, &relevant_play, 0))
            finding->reason = replay_mismatch(task->interp);
    }
}

/* Makes the literals of the formulas: such a one fails, for a step after it
 * held before. */
static void encode_set(SetQuestion *question)
{
    StepSolver *solver = question->sequence->solver;
    for (size_t i = 0; i < question->set->count; i++) {
        Finding *finding = finding_of(question->set, question->findings, i);
        GroundProperty property;
        finding->reason = NULL;
        question->is_settled[i] = !lower_formula(
            &question->self->lowering, question->set->props[i], &property);
        if (question->is_settled[i]) {
            finding->reason = "it looks too many steps ahead";
            continue;
        }
        set_answer(finding, question->start, ANSWER_UNKNOWN);
        question->fails[i] = property_violation(&solver->before, &property);
        if (question->start) {
            SatLit both[] = {-question->fails[i],
                             property_violation(&solver->after, &property)};
            question->fails[i] = sat_and(solver->sat, both, 2);
        }
    }
}

/* False if a limit was reached. */
static bool ask_formulas(SetQuestion *question)
{
    const FormulaSet *set = question->set;
    LitQuestions questions = {.lits = question->fails,
                              .is_settled = question->is_settled,
                              .count = set->count,
                              .max_conflicts = -1,
                              .on_model = answer_failing,
                              .context = question};
    bool *cannot_fail = memory_zeroed(set->count + 1, sizeof *cannot_fail);
    bool complete =
        find_false_lits(question->sequence->solver, &questions, cannot_fail);
    for (size_t i = 0; i < set->count; i++) {
        Finding *finding = finding_of(set, question->findings, i);
        if (cannot_fail[i])
            set_answer(finding, question->start, ANSWER_YES);
        else if (!question->is_settled[i])
            finding->reason = limit_reason(question->self, question->sequence);
    }
    memory_free(cannot_fail);
    return complete;
}

static bool ask(Oracle *oracle, Ask kind, const Start *start,
                const FormulaSet *set, Finding *findings)
{
    SatOracle *self = (SatOracle *)oracle;
    unsigned level_count = set->levels < MAX_LEVELS ? set->levels : MAX_DEGREE;
    assert(kind != ASK_MUTUAL); /* hypotheses cannot be given up later */
    if (start && set->levels >= MAX_LEVELS)
        return false;
    SetQuestion question = {
        .self = self,
        .sequence = find_sequence(self, start, level_count),
        .set = set,
        .start = start,
        .is_alone = kind == ASK_ALONE,
        .fails = memory_zeroed(set->count + 1, sizeof *question.fails),
        .is_settled = memory_alloc(set->count + 1),
        .findings = findings};
    encode_set(&question);
    bool complete = ask_formulas(&question);
    free_all(question.fails, question.is_settled);
    return complete;
}

/* ---- making ---- */

Oracle *oracle_sat_new(ProofTask *task, const char **why)
{
    static const Term *const none;
    TermSet all = task->universe->all_features;
    NetOptions options = {.features = all.count ? all.terms : &none,
                          .feature_count = all.count};
    options.relations = props_relations(task->props, false, task->arena,
                                        &options.relation_count);
    const Net *net = net_new_with(task->game, &options, task->budget, why);
    if (!net)
        return NULL;
    SatOracle *self = memory_alloc(sizeof *self);
    *self = (SatOracle){.oracle = {.task = task, .ask = ask}, .net = net};
    properties_init(&self->properties, net);
    lowering_init(&self->lowering, task->props, &self->properties);
    return &self->oracle;
}

void oracle_sat_free(Oracle *oracle)
{
    SatOracle *self = (SatOracle *)oracle;
    if (!oracle)
        return;
    for (unsigned i = 0; i < MAX_LEVELS; i++) {
        sequence_free(self->sequences[0][i]);
        sequence_free(self->sequences[1][i]);
    }
    lowering_free(&self->lowering);
    properties_free(&self->properties);
    net_free(self->net);
    memory_free(self);
}

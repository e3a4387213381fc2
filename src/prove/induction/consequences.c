/* consequences.c - properties that follow from lemmas, without induction
 *
 * In:   lemmas, and properties that are open
 * Out:  the properties that follow
 * Next: houdini.c, in houdini_check()
 *
 * Each model that shows that a property does not follow is continued by random
 * plays: what fails on them does not follow either, since lemmas hold there
 * too. The position of the model is kept as a witness for all of these, so that
 * they are asked about again only when a new lemma contradicts it. Start
 * reading at consequences_check(), at the end.
 */
#include "prove/induction/consequences.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wpsabi"

enum { WALK_STEPS = 12 }; /* of plays from a model */

struct Consequences {
    const PropertyTable *properties;
    GuidedWalks *walks;
    const Budget *budget;
    GateLanes gates;
    size_t words;    /* of a state */
    uint64_t *state; /* of the last model */
    LemmaSet lemmas;
    /* Properties that look more than one step ahead have a solver of their own,
     * NULL until needed, with the first LOOKAHEAD_LEMMAS lemmas: most questions
     * are about one step, and easier without further ones. */
    StepSolver *lookahead;
    size_t lookahead_lemmas;
    /* Properties that do not follow from the first WITNESS_LEMMAS lemmas: each
     * fails in a state, or after steps from it, in which these hold. */
    VEC(const GroundProperty *) witnesses;
    VEC(uint64_t) witness_states;
    size_t witness_lemmas;
    size_t checked_witnesses, kept_witnesses; /* of keep_witnesses() */
    /* Of the present check */
    StepSolver *solver;
    const GroundProperty *const *list;
    size_t count;
    SatLit *fails;    /* by property: it fails in position 0 */
    bool *is_settled; /* by property: does not follow, or is not asked about */
    bool has_step;    /* the walk has left the position of the model */
};

Consequences *consequences_new(const PropertyTable *properties,
                               GuidedWalks *walks, const Budget *budget)
{
    Consequences *self = memory_alloc(sizeof *self);
    size_t word_count = properties->net->feature_count / 64 + 1;
    *self = (Consequences){.properties = properties,
                           .walks = walks,
                           .budget = budget,
                           .gates = {.properties = properties},
                           .words = word_count,
                           .state = memory_array(word_count, sizeof(uint64_t))};
    return self;
}

void consequences_free(Consequences *consequences)
{
    step_solver_free(consequences->lookahead);
    gate_lanes_free(&consequences->gates);
    vec_free_all(&consequences->witnesses, &consequences->witness_states);
    free_all(consequences->state, consequences);
}

static StepSolver *lookahead_solver(Consequences *self)
{
    assert(self->lookahead_lemmas <= self->lemmas.count);
    if (!self->lookahead)
        self->lookahead =
            step_solver_new(self->properties, UNROLL_ANY, self->budget);
    step_solver_suppose(self->lookahead,
                        self->lemmas.items + self->lookahead_lemmas,
                        self->lemmas.count - self->lookahead_lemmas);
    self->lookahead_lemmas = self->lemmas.count;
    return self->lookahead;
}

/* ---- witnesses that new lemmas contradict ---- */

/* Callback of walks: keeps the witnesses of a batch, from number
 * CHECKED_WITNESSES on, in whose states no new lemma fails. */
static void keep_witnesses(void *context, const WalkLanes *lanes,
                           const Lanes *running)
{
    Consequences *self = context;
    size_t word_count = self->words;
    uint64_t *states = self->witness_states.items;
    Lanes contradicted = {0};
    gate_lanes_read(&self->gates, 0, lanes);
    gate_lanes_evaluate(&self->gates);
    for (size_t i = self->witness_lemmas; i < self->lemmas.count; i++)
        contradicted |=
            ~ref_lanes(self->gates.values, self->lemmas.items[i]->ends[0]);
    for (size_t lane = 0; lane < LANES && lanes_has(running, lane); lane++) {
        size_t from = self->checked_witnesses++, to = self->kept_witnesses;
        assert(to <= from && from < self->witnesses.count);
        if (lanes_has(&contradicted, lane))
            continue;
        self->witnesses.items[to] = self->witnesses.items[from];
        memmove(states + to * word_count, states + from * word_count,
                word_count * sizeof *states);
        self->kept_witnesses++;
    }
}

/* Forgets the witnesses that new lemmas contradict: all of them, if one of
 * these is about more than one position. */
static void forget_contradicted(Consequences *self)
{
    bool *is_needed = gate_lanes_marks(&self->gates), looks_ahead = false;
    size_t word_count = self->words, count = self->witnesses.count;
    assert(self->witness_states.count == count * word_count);
    for (size_t i = self->witness_lemmas; i < self->lemmas.count; i++) {
        looks_ahead = looks_ahead || self->lemmas.items[i]->degree;
        property_mark(self->properties, self->lemmas.items[i]->ends[0],
                      is_needed);
    }
    gate_lanes_plan(&self->gates, is_needed);
    self->checked_witnesses = self->kept_witnesses = 0;
    for (size_t first = 0; !looks_ahead && first < count; first += LANES)
        walks_evaluate_states(
            self->walks, self->witness_states.items + first * word_count,
            word_count, count - first < LANES ? count - first : LANES,
            keep_witnesses, self);
    assert(looks_ahead || self->checked_witnesses == count);
    self->witnesses.count = self->kept_witnesses;
    self->witness_states.count = self->kept_witnesses * word_count;
    self->witness_lemmas = self->lemmas.count;
}

static bool has_witness(const Consequences *self,
                        const GroundProperty *property)
{
    for (size_t i = 0; i < self->witnesses.count; i++)
        if (self->witnesses.items[i] == property)
            return true;
    return false;
}

/* ---- new witnesses ---- */

/* Property number I fails in the position of the model, or on a play from it:
 * that is a witness as long as no lemma contradicts the position. */
static void add_witness(Consequences *self, size_t i)
{
    assert(!self->is_settled[i]);
    self->is_settled[i] = true;
    vec_push(&self->witnesses, self->list[i]);
    vec_append(&self->witness_states, self->state, self->words);
}

/* Plans the gates of the properties about one step that are not settled. */
static void plan_step_gates(Consequences *self)
{
    bool *is_needed = gate_lanes_marks(&self->gates);
    for (size_t i = 0; i < self->count; i++)
        if (!self->is_settled[i] && self->list[i]->degree == 1)
            property_mark(self->properties, self->list[i]->ends[1], is_needed);
    gate_lanes_plan(&self->gates, is_needed);
}

/* Callback of walks: a witness for what fails about the last step of a running
 * lane. */
static void add_failing(void *context, const WalkLanes *lanes,
                        const Lanes *running)
{
    Consequences *self = context;
    gate_lanes_read(&self->gates, 1, lanes);
    gate_lanes_evaluate(&self->gates);
    for (size_t i = 0; i < self->count && self->has_step; i++) {
        if (self->is_settled[i] || self->list[i]->degree != 1)
            continue;
        Lanes fails =
            *running & ~ref_lanes(self->gates.values, self->list[i]->ends[1]);
        if (lanes_any(&fails))
            add_witness(self, i);
    }
    gate_lanes_read(&self->gates, 0, lanes);
    self->has_step = true;
}

/* Callback of find_sat_lits: the position of the model is a witness for what
 * fails in it, and on random plays from it. */
static void add_witnesses(void *context)
{
    Consequences *self = context;
    unroll_state(self->solver->unroll, 0, self->state);
    for (size_t i = 0; i < self->count; i++)
        if (!self->is_settled[i] &&
            sat_value(self->solver->sat, self->fails[i]))
            add_witness(self, i);
    plan_step_gates(self);
    self->has_step = false;
    if (self->gates.planned.count)
        walks_from_state(self->walks, self->state, WALK_STEPS, add_failing,
                         self);
}

/* ---- questions ---- */

/* Makes the literals of the properties that are about more than one step
 * (LOOKS_AHEAD), or of the others. */
static void encode_list(Consequences *self, StepSolver *solver,
                        bool looks_ahead, const bool *is_proved)
{
    self->solver = solver;
    for (size_t i = 0; i < self->count; i++) {
        const GroundProperty *property = self->list[i];
        self->is_settled[i] =
            is_proved[i] || (property->degree > 1) != looks_ahead ||
            step_solver_is_spent(self->solver) || has_witness(self, property);
        if (self->is_settled[i])
            continue;
        if (looks_ahead)
            self->solver = lookahead_solver(self);
        self->fails[i] = property_violation(&self->solver->before, property);
    }
}

void consequences_check(Consequences *consequences, StepSolver *solver,
                        LemmaSet lemmas, const GroundProperty *const *list,
                        bool *is_proved, size_t count, int64_t max_conflicts)
{
    Consequences *self = consequences;
    assert(self->witness_lemmas <= lemmas.count);
    self->lemmas = lemmas;
    self->list = list;
    self->count = count;
    self->fails = memory_zeroed(count + 1, sizeof *self->fails);
    self->is_settled = memory_alloc(count + 1);
    LitQuestions questions = {.lits = self->fails,
                              .is_settled = self->is_settled,
                              .count = count,
                              .max_conflicts = max_conflicts,
                              .on_model = add_witnesses,
                              .context = self};
    if (self->witness_lemmas < lemmas.count)
        forget_contradicted(self);
    for (int looks_ahead = 0; looks_ahead < 2; looks_ahead++) {
        encode_list(self, solver, looks_ahead, is_proved);
        for (size_t first = 0, end; first < count; first = end) {
            end = chunk_end(first, count);
            if (find_sat_lits(self->solver, &questions, first, end) != SAT_NO)
                continue;
            for (size_t i = first; i < end; i++)
                is_proved[i] = is_proved[i] || !self->is_settled[i];
        }
    }
    free_all(self->fails, self->is_settled);
}

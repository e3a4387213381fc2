/* consequences.c - properties that follow from lemmas, without induction
 *
 * In:   lemmas, and properties that are open
 * Out:  the properties that follow
 * Next: houdini.c, in houdini_check()
 *
 * Each model that shows that a property does not follow is continued by random
 * plays: what fails on them does not follow either, since lemmas hold there
 * too. What does not follow is asked about again when there are more lemmas.
 * Start reading at consequences_check(), at the end.
 */
#include "prove/induction/consequences.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>

#pragma GCC diagnostic ignored "-Wpsabi"

enum { WALK_STEPS = 12 }; /* of plays from a model */

struct Consequences {
    const PropertyTable *properties;
    GuidedWalks *walks;
    const Budget *budget;
    GateLanes gates;
    uint64_t *state; /* of the last model */
    LemmaSet lemmas;
    /* Properties that look more than one step ahead have a solver of their own,
     * NULL until needed, with the first LOOKAHEAD_LEMMAS lemmas: most questions
     * are about one step, and easier without further ones. */
    StepSolver *lookahead;
    size_t lookahead_lemmas;
    /* Properties that do not follow from the first FAILING_LEMMAS lemmas */
    VEC(const GroundProperty *) failing;
    size_t failing_lemmas;
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
                           .state = memory_array(word_count, sizeof(uint64_t))};
    return self;
}

void consequences_free(Consequences *consequences)
{
    step_solver_free(consequences->lookahead);
    gate_lanes_free(&consequences->gates);
    vec_free(&consequences->failing);
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

/* Property number I fails in the position of a model, or on a play from it. */
static void settle(Consequences *self, size_t i)
{
    assert(!self->is_settled[i]);
    self->is_settled[i] = true;
    vec_push(&self->failing, self->list[i]);
}

static bool is_known_to_fail(const Consequences *self,
                             const GroundProperty *property)
{
    for (size_t i = 0; i < self->failing.count; i++)
        if (self->failing.items[i] == property)
            return true;
    return false;
}

/* ---- models ---- */

/* Plans the gates of the properties about one step that are not settled. */
static void plan_step_gates(Consequences *self)
{
    bool *is_needed = gate_lanes_marks(&self->gates);
    for (size_t i = 0; i < self->count; i++)
        if (!self->is_settled[i] && self->list[i]->degree == 1)
            property_mark(self->properties, self->list[i]->ends[1], is_needed);
    gate_lanes_plan(&self->gates, is_needed);
}

/* Callback of walks: settles what fails about the last step of a running lane.
 */
static void settle_in_lanes(void *context, const WalkLanes *lanes,
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
            settle(self, i);
    }
    gate_lanes_read(&self->gates, 0, lanes);
    self->has_step = true;
}

/* Callback of find_sat_lits: settles what fails in the position of the model,
 * and on random plays from it. */
static void settle_failing(void *context)
{
    Consequences *self = context;
    unroll_state(self->solver->unroll, 0, self->state);
    for (size_t i = 0; i < self->count; i++)
        if (!self->is_settled[i] &&
            sat_value(self->solver->sat, self->fails[i]))
            settle(self, i);
    plan_step_gates(self);
    self->has_step = false;
    if (self->gates.planned.count)
        walks_from_state(self->walks, self->state, WALK_STEPS, settle_in_lanes,
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
        self->is_settled[i] = is_proved[i] ||
                              (property->degree > 1) != looks_ahead ||
                              step_solver_is_spent(self->solver) ||
                              is_known_to_fail(self, property);
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
    self->lemmas = lemmas;
    self->list = list;
    self->count = count;
    self->fails = memory_zeroed(count + 1, sizeof *self->fails);
    self->is_settled = memory_alloc(count + 1);
    LitQuestions questions = {.lits = self->fails,
                              .is_settled = self->is_settled,
                              .count = count,
                              .max_conflicts = max_conflicts,
                              .on_model = settle_failing,
                              .context = self};
    if (self->failing_lemmas < lemmas.count)
        vec_clear(&self->failing);
    self->failing_lemmas = lemmas.count;
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

/* houdini.c - what holds together: the largest set that is inductive
 *
 * In:   candidates
 * Out:  those that are proved
 *
 * One incremental solver for all questions. Each candidate has a literal that
 * switches on its hypothesis; when it is proved the literal is a fact, when it
 * is dropped its negation is. A counterexample drops more than what it shows:
 * plays are continued from it at random, and whatever fails on them was not
 * inductive either. Start reading at houdini_run(), at the end.
 */
#include "prove/induction/houdini.h"

#include <stdlib.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wpsabi"

enum {
    CHUNK = 24,     /* candidates in one question */
    SWITCH = 24,    /* candidates that are switched on together */
    PARTS = 64,     /* of one that is large */
    WALK_STEPS = 12 /* from a counterexample */
};

typedef enum { OPEN, PROVED, DROPPED, TOO_HARD } Status;

typedef struct {
    const GroundProperty *property;
    Status status;
} Candidate;

/* Candidates that one literal switches on: an assumption for each of them
 * would slow the solver down. When one is dropped, the others get a new
 * literal and their clauses once more. */
typedef struct {
    VEC(uint32_t) members;
    SatLit active; /* 0: no clauses yet */
} Switch;

/* Properties that look more than one step ahead have a solver of their own:
 * most questions are about one step, and easier without the others. */
typedef struct {
    Sat *sat; /* NULL: not needed yet */
    Unroll *unroll;
    PropertyClauses here;
    size_t facts; /* that it knows */
} Deep;

/* A position that satisfies all that is known, and in which SENTENCE fails. */
typedef struct {
    const GroundProperty *property;
    size_t state;
} Witness;

struct Houdini {
    const Net *net;
    const PropertyTable *properties;
    GuidedWalks *walks;
    const Budget *budget;
    Sat *sat;
    Unroll *unroll;
    PropertyClauses here, there; /* level 0 is position 0, is position 1 */
    Deep deep;
    VEC(const GroundProperty *) facts; /* that are given, or were proved */
    VEC(Candidate) candidates;
    VEC(Switch) switches; /* of open candidates */
    VEC(uint32_t) open;
    VEC(uint32_t) gates; /* that are looked at now, in order */
    Lanes *values;       /* by gate */
    size_t value_count;
    VEC(Witness) witnesses;
    VEC(uint64_t) states;   /* of witnesses, some words each */
    size_t witnessed;       /* facts that hold in all of them */
    VEC(bool) contradicted; /* by state: some fact does not */
    HoudiniCost cost;
    double effort_left;
};

Houdini *houdini_new(const Net *net, const PropertyTable *properties,
                     GuidedWalks *walks, UnrollStart start,
                     const Budget *budget)
{
    Houdini *houdini = fatal_malloc(sizeof *houdini);
    *houdini = (Houdini){
        .net = net, .properties = properties, .walks = walks, .budget = budget};
    houdini->sat = sat_new(budget);
    sat_option(houdini->sat, "lucky", 0); /* questions are many and small, */
    sat_option(houdini->sat, "elim", 0);  /* and clauses come between them */
    houdini->unroll = unroll_new(net, houdini->sat, start);
    houdini->here =
        property_clauses(properties, houdini->unroll, houdini->sat, 0);
    houdini->there =
        property_clauses(properties, houdini->unroll, houdini->sat, 1);
    return houdini;
}

void houdini_free(Houdini *houdini)
{
    if (!houdini)
        return;
    property_clauses_free(&houdini->here);
    property_clauses_free(&houdini->there);
    unroll_free(houdini->unroll);
    sat_free(houdini->sat);
    if (houdini->deep.sat)
        property_clauses_free(&houdini->deep.here);
    unroll_free(houdini->deep.unroll);
    sat_free(houdini->deep.sat);
    vec_free(&houdini->facts);
    vec_free(&houdini->candidates);
    for (size_t i = 0; i < houdini->switches.count; i++)
        vec_free(&houdini->switches.items[i].members);
    vec_free(&houdini->switches);
    vec_free(&houdini->open);
    vec_free(&houdini->gates);
    vec_free(&houdini->witnesses);
    vec_free(&houdini->states);
    vec_free(&houdini->contradicted);
    free(houdini->values);
    free(houdini);
}

size_t houdini_add(Houdini *houdini, const GroundProperty *property)
{
    Candidate candidate = {property, OPEN};
    uint32_t number = (uint32_t)houdini->candidates.count;
    vec_push(&houdini->candidates, candidate);
    vec_push(&houdini->open, number);
    if (!houdini->switches.count ||
        vec_last(&houdini->switches).members.count == SWITCH ||
        vec_last(&houdini->switches).active)
        vec_push(&houdini->switches, (Switch){0});
    vec_push(&vec_last(&houdini->switches).members, number);
    return number;
}

bool houdini_proved(const Houdini *houdini, size_t candidate)
{
    return houdini->candidates.items[candidate].status == PROVED;
}

bool houdini_too_hard(const Houdini *houdini, size_t candidate)
{
    return houdini->candidates.items[candidate].status == TOO_HARD;
}

size_t houdini_facts(const Houdini *houdini)
{
    return houdini->facts.count;
}

const GroundProperty *const *houdini_fact_list(const Houdini *houdini)
{
    return houdini->facts.items;
}

HoudiniCost houdini_cost(const Houdini *houdini)
{
    return houdini->cost;
}

/* ---- hypotheses ---- */

typedef VEC(SatLit) SatLits;

void houdini_given(Houdini *houdini, const GroundProperty *property)
{
    property_suppose(&houdini->here, sat_true(houdini->sat), property);
    vec_push(&houdini->facts, property);
}

/* Switches that have lost a member, or are new, get a literal. */
static void renew(Houdini *houdini, Switch *at)
{
    size_t kept = 0;
    for (size_t i = 0; i < at->members.count; i++)
        if (houdini->candidates.items[at->members.items[i]].status == OPEN)
            at->members.items[kept++] = at->members.items[i];
    if (at->active && kept == at->members.count)
        return;
    if (at->active)
        sat_clause1(houdini->sat, -at->active);
    at->members.count = kept;
    at->active = sat_variable(houdini->sat);
    for (size_t i = 0; i < kept; i++)
        property_suppose(
            &houdini->here, at->active,
            houdini->candidates.items[at->members.items[i]].property);
}

/* ---- walks ---- */

static void compact(Houdini *houdini)
{
    size_t kept = 0;
    for (size_t i = 0; i < houdini->open.count; i++) {
        uint32_t number = houdini->open.items[i];
        if (houdini->candidates.items[number].status == OPEN)
            houdini->open.items[kept++] = number;
    }
    houdini->open.count = kept;
}

/* The gates that are needed become those looked at. */
static void plan_gates(Houdini *houdini, const bool *needed)
{
    size_t gates = houdini->properties->gates.count;
    vec_clear(&houdini->gates);
    for (uint32_t i = 0; i < gates; i++)
        if (needed[i])
            vec_push(&houdini->gates, i);
    if (houdini->value_count < gates) {
        free(houdini->values);
        houdini->values =
            aligned_alloc(sizeof(Lanes), (gates + 1) * sizeof(Lanes));
        if (!houdini->values)
            fatal("out of memory");
        houdini->value_count = gates;
        houdini->values[0] = ~(Lanes){0};
    }
}

static bool *no_gates(const Houdini *houdini)
{
    bool *needed = calloc(houdini->properties->gates.count + 1, sizeof *needed);
    if (!needed)
        fatal("out of memory");
    return needed;
}

static void plan_walk(Houdini *houdini)
{
    bool *needed = no_gates(houdini);
    for (size_t i = 0; i < houdini->open.count; i++) {
        const GroundProperty *property =
            houdini->candidates.items[houdini->open.items[i]].property;
        if (!property->degree)
            property_mark(houdini->properties, property->ends[0], needed);
    }
    plan_gates(houdini, needed);
    free(needed);
}

/* Where it fails, of the lanes whose gates are known. */
static Lanes failing_lanes(const Houdini *houdini,
                           const GroundProperty *property)
{
    Ref ref = property->ends[0];
    Lanes holds = houdini->values[ref / 2];
    return ref & 1 ? holds : ~holds;
}

static void drop_failing(void *context, const Lanes *nodes,
                         const Lanes *running)
{
    Houdini *houdini = context;
    gates_in_lanes(houdini->properties, houdini->gates.items,
                   houdini->gates.count, nodes, houdini->values);
    for (size_t i = 0; i < houdini->open.count; i++) {
        Candidate *candidate =
            &houdini->candidates.items[houdini->open.items[i]];
        if (candidate->status != OPEN || candidate->property->degree)
            continue;
        Lanes fails = failing_lanes(houdini, candidate->property) & *running;
        if (lanes_any(&fails))
            candidate->status = DROPPED;
    }
}

/* ---- questions ---- */

static void assume_hypotheses(Houdini *houdini)
{
    for (size_t i = 0; i < houdini->switches.count; i++)
        renew(houdini, &houdini->switches.items[i]);
    for (size_t i = 0; i < houdini->switches.count; i++)
        if (houdini->switches.items[i].members.count)
            sat_assume(houdini->sat, houdini->switches.items[i].active);
    sat_assume(houdini->sat, unroll_taken(houdini->unroll, 0));
}

/* What is asked about at once: parts of one candidate, or some candidates. */
typedef struct {
    uint32_t candidates[CHUNK];
    size_t count;
    unsigned first, end; /* of one large conjunction: these of its parts */
} Chunk;

/* Large conjunctions are asked about part by part. */
static uint32_t part_count(const Houdini *houdini, uint32_t candidate)
{
    const GroundProperty *property =
        houdini->candidates.items[candidate].property;
    const Gate *gate = &houdini->properties->gates.items[property->ends[0] / 2];
    if (property->degree || (property->ends[0] & 1) || gate->is_leaf)
        return 1;
    return gate->count;
}

/* The literals of which one is true if the chunk fails; returns how many. */
static size_t violations(Houdini *houdini, const Chunk *chunk, SatLits *fails)
{
    vec_clear(fails);
    const GroundProperty *property =
        houdini->candidates.items[chunk->candidates[0]].property;
    if (chunk->end) {
        Gate gate = houdini->properties->gates.items[property->ends[0] / 2];
        for (uint32_t i = chunk->first; i < chunk->end; i++) {
            Ref part = houdini->properties->inputs.items[gate.first + i];
            vec_push(fails, -property_literal(&houdini->there, part));
        }
    }
    for (size_t i = 0; !chunk->end && i < chunk->count; i++)
        vec_push(fails,
                 property_violation(
                     &houdini->there,
                     houdini->candidates.items[chunk->candidates[i]].property));
    return fails->count;
}

static SatAnswer solve_with(Houdini *houdini, const PropertyClauses *clauses,
                            int64_t conflicts)
{
    double count = (double)sat_clauses(clauses->sat);
    uint64_t before = sat_conflicts(clauses->sat);
    SatAnswer answer = unroll_solve(clauses->unroll, conflicts);
    houdini->cost.questions++;
    houdini->cost.work += count;
    double effort =
        count * ((double)(sat_conflicts(clauses->sat) - before) + 5);
    houdini->cost.effort += effort;
    houdini->effort_left -= effort;
    return answer;
}

static SatAnswer solve(Houdini *houdini, int64_t conflicts)
{
    return solve_with(houdini, &houdini->here, conflicts);
}

static bool is_spent(const Houdini *houdini)
{
    return houdini->effort_left < 0 || budget_spent(houdini->budget) ||
           sat_exhausted(houdini->sat);
}

static Candidate *chunk_candidate(Houdini *houdini, const Chunk *chunk,
                                  size_t i)
{
    return &houdini->candidates.items[chunk->candidates[chunk->end ? 0 : i]];
}

/* Drops what the model shows to fail, and what fails on plays from there. */
static void learn_from_model(Houdini *houdini, const Chunk *chunk,
                             const bool *failing, size_t count,
                             const uint64_t *state)
{
    for (size_t i = 0; i < count; i++) {
        Candidate *candidate = chunk_candidate(houdini, chunk, i);
        if (failing[i] && candidate->status == OPEN)
            candidate->status = DROPPED;
    }
    houdini->cost.rounds++;
    compact(houdini);
    plan_walk(houdini);
    walks_from_state(houdini->walks, state, WALK_STEPS, drop_failing, houdini);
    compact(houdini);
}

/* Whether one of these can fail after a step: until none can, drops those
 * that do. False if a limit was reached; *DROPPED if any was dropped. */
static bool question(Houdini *houdini, const Chunk *chunk, int64_t conflicts,
                     bool *dropped)
{
    uint64_t *state =
        fatal_malloc((houdini->net->feature_count / 64 + 1) * sizeof *state);
    SatLits clause = {0}, fails = {0};
    size_t count = violations(houdini, chunk, &fails);
    bool *failing = fatal_calloc(count + 1, sizeof *failing);
    SatAnswer answer = SAT_YES;
    while (answer == SAT_YES) {
        vec_clear(&clause);
        SatLit some = sat_variable(houdini->sat);
        vec_push(&clause, -some);
        for (size_t i = 0; i < count; i++)
            if (chunk_candidate(houdini, chunk, i)->status == OPEN)
                vec_push(&clause, fails.items[i]);
        if (clause.count == 1)
            break;
        sat_clause(houdini->sat, clause.items, clause.count);
        assume_hypotheses(houdini);
        sat_assume(houdini->sat, some);
        answer = solve(houdini, conflicts);
        if (answer == SAT_YES) {
            for (size_t i = 0; i < count; i++)
                failing[i] = sat_value(houdini->sat, fails.items[i]);
            unroll_state(houdini->unroll, 0, state);
            *dropped = true;
        }
        sat_clause1(houdini->sat, -some);
        if (answer == SAT_YES)
            learn_from_model(houdini, chunk, failing, count, state);
    }
    vec_free(&clause);
    vec_free(&fails);
    free(failing);
    free(state);
    return answer != SAT_UNKNOWN;
}

/* A question that is too hard is asked in two halves; a candidate that is too
 * hard alone is dropped. */
static bool ask(Houdini *houdini, const Chunk *chunk, int64_t conflicts,
                bool *dropped)
{
    if (question(houdini, chunk, conflicts, dropped))
        return true;
    if (is_spent(houdini))
        return false;
    size_t size = chunk->end ? chunk->end - chunk->first : chunk->count;
    if (size == 1) {
        chunk_candidate(houdini, chunk, 0)->status = TOO_HARD;
        compact(houdini);
        return *dropped = true;
    }
    Chunk left = *chunk, right = *chunk;
    if (chunk->end) {
        left.end = right.first = chunk->first + (unsigned)size / 2;
    } else {
        left.count = size / 2;
        right.count = size - size / 2;
        memmove(right.candidates, chunk->candidates + size / 2,
                right.count * sizeof *right.candidates);
    }
    return ask(houdini, &left, conflicts, dropped) &&
           ask(houdini, &right, conflicts, dropped);
}

/* A candidate with many parts. */
static bool ask_parts(Houdini *houdini, uint32_t candidate, int64_t conflicts,
                      bool *dropped)
{
    uint32_t parts = part_count(houdini, candidate);
    bool good = true;
    for (uint32_t i = 0; i < parts && good; i += PARTS) {
        Chunk chunk = {
            {candidate}, 1, i, i + PARTS < parts ? i + PARTS : parts};
        if (houdini->candidates.items[candidate].status != OPEN)
            break;
        good = ask(houdini, &chunk, conflicts, dropped) && !is_spent(houdini);
    }
    return good;
}

/* One pass over all open candidates. */
static bool pass(Houdini *houdini, int64_t conflicts, bool *dropped)
{
    VEC(uint32_t) all = {0};
    bool good = true;
    for (size_t i = 0; i < houdini->open.count; i++)
        vec_push(&all, houdini->open.items[i]);
    Chunk chunk = {.count = 0};
    for (size_t i = 0; i < all.count && good; i++) {
        uint32_t number = all.items[i];
        if (houdini->candidates.items[number].status != OPEN)
            continue;
        if (part_count(houdini, number) > PARTS)
            good = ask_parts(houdini, number, conflicts, dropped);
        else
            chunk.candidates[chunk.count++] = number;
        if (good && chunk.count == CHUNK) {
            good = ask(houdini, &chunk, conflicts, dropped);
            chunk.count = 0;
        }
        good = good && !is_spent(houdini);
    }
    if (good && chunk.count)
        good = ask(houdini, &chunk, conflicts, dropped);
    vec_free(&all);
    return good;
}

static void settle(Houdini *houdini, bool proved)
{
    for (size_t i = 0; i < houdini->open.count; i++) {
        Candidate *candidate =
            &houdini->candidates.items[houdini->open.items[i]];
        if (candidate->status == OPEN)
            candidate->status = proved ? PROVED : DROPPED;
    }
    for (size_t i = 0; i < houdini->switches.count; i++) {
        Switch *at = &houdini->switches.items[i];
        for (size_t k = 0; k < at->members.count; k++) {
            const Candidate *candidate =
                &houdini->candidates.items[at->members.items[k]];
            if (candidate->status == PROVED)
                houdini_given(houdini, candidate->property);
        }
        if (at->active)
            sat_clause1(houdini->sat, -at->active);
        vec_free(&at->members);
    }
    vec_clear(&houdini->switches);
    vec_clear(&houdini->open);
}

bool houdini_run(Houdini *houdini, int64_t conflicts, double effort)
{
    houdini->effort_left = effort;
    /* before anything is made that the step changes: it is simpler so */
    (void)unroll_taken(houdini->unroll, 0);
    bool good = true, dropped = true;
    while (good && dropped && houdini->open.count) {
        dropped = false;
        good = pass(houdini, conflicts, &dropped);
    }
    settle(houdini, good);
    return good;
}

/* ---- properties that need no induction of their own ---- */

static size_t state_words(const Houdini *houdini)
{
    return houdini->net->feature_count / 64 + 1;
}

static size_t state_count(const Houdini *houdini)
{
    return houdini->states.count / state_words(houdini);
}

/* Some of the witnesses, one in each lane, and facts that they are to satisfy.
 */
typedef struct {
    Houdini *houdini;
    size_t first;
} Trial;

static void try_facts(void *context, const Lanes *nodes, const Lanes *running)
{
    Trial *trial = context;
    Houdini *houdini = trial->houdini;
    Lanes fails = {0};
    gates_in_lanes(houdini->properties, houdini->gates.items,
                   houdini->gates.count, nodes, houdini->values);
    for (size_t i = houdini->witnessed; i < houdini->facts.count; i++)
        fails |= failing_lanes(houdini, houdini->facts.items[i]);
    fails &= *running;
    for (size_t word = 0; word < LANE_WORDS; word++)
        for (uint64_t left = fails[word]; left; left &= left - 1)
            houdini->contradicted.items[trial->first + word * 64 +
                                        (size_t)__builtin_ctzll(left)] = true;
}

/* Facts that are new may contradict a witness; all that look further than a
 * position are taken to do so. */
static void find_contradicted(Houdini *houdini)
{
    bool *needed = no_gates(houdini), far = false;
    for (size_t i = houdini->witnessed; i < houdini->facts.count; i++) {
        far = far || houdini->facts.items[i]->degree;
        property_mark(houdini->properties, houdini->facts.items[i]->ends[0],
                      needed);
    }
    plan_gates(houdini, needed);
    free(needed);
    vec_clear(&houdini->contradicted);
    while (houdini->contradicted.count < state_count(houdini))
        vec_push(&houdini->contradicted, far);
    Trial trial = {.houdini = houdini};
    for (; !far && trial.first < state_count(houdini); trial.first += LANES) {
        size_t left = state_count(houdini) - trial.first;
        walks_evaluate_states(houdini->walks,
                              houdini->states.items +
                                  trial.first * state_words(houdini),
                              state_words(houdini), left < LANES ? left : LANES,
                              try_facts, &trial);
    }
}

/* Forgets the witnesses that new facts contradict. */
static void review_witnesses(Houdini *houdini)
{
    size_t words = state_words(houdini), kept = 0, states = 0;
    if (houdini->witnessed == houdini->facts.count ||
        !houdini->witnesses.count) {
        houdini->witnessed = houdini->facts.count;
        return;
    }
    find_contradicted(houdini);
    /* Witnesses are sorted by their states. */
    for (size_t i = 0, last = SIZE_MAX; i < houdini->witnesses.count; i++) {
        Witness witness = houdini->witnesses.items[i];
        if (houdini->contradicted.items[witness.state])
            continue;
        if (witness.state != last)
            memmove(houdini->states.items + states++ * words,
                    houdini->states.items + witness.state * words,
                    words * sizeof *houdini->states.items);
        last = witness.state;
        witness.state = states - 1;
        houdini->witnesses.items[kept++] = witness;
    }
    houdini->witnesses.count = kept;
    houdini->states.count = states * words;
    houdini->witnessed = houdini->facts.count;
}

static bool has_witness(const Houdini *houdini, const GroundProperty *property)
{
    for (size_t i = 0; i < houdini->witnesses.count; i++)
        if (houdini->witnesses.items[i].property == property)
            return true;
    return false;
}

/* Some properties, and what is known of them. */
typedef struct {
    const GroundProperty *const *properties;
    PropertyClauses *clauses;
    size_t count;
    size_t *numbers; /* in the list of all */
    SatLit *fails;   /* the literal that it does */
    bool *failed;    /* some position is known in which it fails */
} Check;

/* The model shows which of them fail. */
static void note_witness(Houdini *houdini, Check *check)
{
    size_t words = state_words(houdini), state = state_count(houdini);
    for (size_t i = 0; i < words; i++)
        vec_push(&houdini->states, 0);
    unroll_state(check->clauses->unroll, 0,
                 houdini->states.items + state * words);
    for (size_t i = 0; i < check->count; i++) {
        if (check->failed[i] ||
            !sat_value(check->clauses->sat, check->fails[i]))
            continue;
        Witness witness = {check->properties[check->numbers[i]], state};
        check->failed[i] = true;
        vec_push(&houdini->witnesses, witness);
    }
}

/* Whether a property from FIRST to END can fail; a model tells of all others
 * as well. */
static SatAnswer check_once(Houdini *houdini, Check *check, size_t first,
                            size_t end, int64_t conflicts)
{
    Sat *sat = check->clauses->sat;
    SatLit clause[CHUNK + 1], some = sat_variable(sat);
    size_t count = 0;
    clause[count++] = -some;
    for (size_t i = first; i < end; i++)
        if (!check->failed[i])
            clause[count++] = check->fails[i];
    if (count == 1)
        return SAT_NO;
    sat_clause(sat, clause, count);
    sat_assume(sat, some);
    SatAnswer answer = solve_with(houdini, check->clauses, conflicts);
    if (answer == SAT_YES)
        note_witness(houdini, check);
    sat_clause1(sat, -some);
    return answer;
}

static void check_all(Houdini *houdini, Check *check, bool *proved,
                      int64_t conflicts)
{
    for (size_t first = 0; first < check->count; first += CHUNK) {
        size_t end =
            first + CHUNK < check->count ? first + CHUNK : check->count;
        SatAnswer answer = SAT_YES;
        while (answer == SAT_YES && !is_spent(houdini))
            answer = check_once(houdini, check, first, end, conflicts);
        for (size_t i = first; i < end && answer == SAT_NO; i++)
            if (!check->failed[i])
                proved[check->numbers[i]] = true;
    }
}

static PropertyClauses *deep_clauses(Houdini *houdini)
{
    Deep *deep = &houdini->deep;
    if (!deep->sat) {
        deep->sat = sat_new(houdini->budget);
        sat_option(deep->sat, "lucky", 0);
        deep->unroll = unroll_new(houdini->net, deep->sat, UNROLL_ANY);
        deep->here =
            property_clauses(houdini->properties, deep->unroll, deep->sat, 0);
    }
    while (deep->facts < houdini->facts.count)
        property_suppose(&deep->here, sat_true(deep->sat),
                         houdini->facts.items[deep->facts++]);
    return &deep->here;
}

void houdini_check(Houdini *houdini, const GroundProperty *const *properties,
                   bool *proved, size_t count, int64_t conflicts, double effort)
{
    Check check = {.properties = properties,
                   .numbers = fatal_malloc((count + 1) * sizeof(size_t)),
                   .fails = fatal_malloc((count + 1) * sizeof(SatLit)),
                   .failed = fatal_malloc(count + 1)};
    houdini->effort_left = effort;
    review_witnesses(houdini);
    for (int deep = 0; deep < 2; deep++) {
        check.count = 0;
        for (size_t i = 0; i < count && !is_spent(houdini); i++) {
            if (proved[i] || (properties[i]->degree > 1) != deep ||
                has_witness(houdini, properties[i]))
                continue;
            check.clauses = deep ? deep_clauses(houdini) : &houdini->here;
            check.numbers[check.count] = i;
            check.failed[check.count] = false;
            check.fails[check.count++] =
                property_violation(check.clauses, properties[i]);
        }
        check_all(houdini, &check, proved, conflicts);
    }
    free(check.numbers);
    free(check.fails);
    free(check.failed);
}

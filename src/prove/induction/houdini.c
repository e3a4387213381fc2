/* houdini.c - what holds together: the largest set that is inductive
 *
 * In:   candidates
 * Out:  those that are proved
 *
 * One incremental solver for all questions. Each candidate has a literal that
 * switches on its hypothesis; when it is proved the literal is a fact, when it
 * is dropped its negation is. A counterexample drops more than what it shows:
 * plays are continued from it at random, and whatever fails on them was not
 * inductive either. Start reading at induct_run(), at the end.
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
    const Sentence *sentence;
    Status status;
} Candidate;

/* Candidates that one literal switches on: an assumption for each of them
 * would slow the solver down. When one is dropped, the others get a new
 * literal and their clauses once more. */
typedef struct {
    VEC(uint32_t) members;
    SatLit active; /* 0: no clauses yet */
} Switch;

/* Sentences that look more than one step ahead have a solver of their own: most
 * questions are about one step, and easier without the others. */
typedef struct {
    Sat *sat; /* NULL: not needed yet */
    Unroll *unroll;
    SentenceClauses here;
    size_t facts; /* that it knows */
} Deep;

/* A position that satisfies all that is known, and in which SENTENCE fails. */
typedef struct {
    const Sentence *sentence;
    size_t state;
} Witness;

struct Induct {
    const Net *net;
    const Sentences *sentences;
    Explore *explore;
    const Budget *budget;
    Sat *sat;
    Unroll *unroll;
    SentenceClauses here, there; /* level 0 is position 0, is position 1 */
    Deep deep;
    VEC(const Sentence *) facts; /* that are given, or were proved */
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
    InductCost cost;
    double effort_left;
};

Induct *induct_new(const Net *net, const Sentences *sentences, Explore *explore,
                   UnrollStart start, const Budget *budget)
{
    Induct *induct = fatal_malloc(sizeof *induct);
    *induct = (Induct){.net = net,
                       .sentences = sentences,
                       .explore = explore,
                       .budget = budget};
    induct->sat = sat_new(budget);
    sat_option(induct->sat, "lucky", 0); /* questions are many and small, */
    sat_option(induct->sat, "elim", 0);  /* and clauses come between them */
    induct->unroll = unroll_new(net, induct->sat, start);
    induct->here = sentence_clauses(sentences, induct->unroll, induct->sat, 0);
    induct->there = sentence_clauses(sentences, induct->unroll, induct->sat, 1);
    return induct;
}

void induct_free(Induct *induct)
{
    if (!induct)
        return;
    sentence_clauses_free(&induct->here);
    sentence_clauses_free(&induct->there);
    unroll_free(induct->unroll);
    sat_free(induct->sat);
    if (induct->deep.sat)
        sentence_clauses_free(&induct->deep.here);
    unroll_free(induct->deep.unroll);
    sat_free(induct->deep.sat);
    vec_free(&induct->facts);
    vec_free(&induct->candidates);
    for (size_t i = 0; i < induct->switches.count; i++)
        vec_free(&induct->switches.items[i].members);
    vec_free(&induct->switches);
    vec_free(&induct->open);
    vec_free(&induct->gates);
    vec_free(&induct->witnesses);
    vec_free(&induct->states);
    vec_free(&induct->contradicted);
    free(induct->values);
    free(induct);
}

size_t induct_add(Induct *induct, const Sentence *sentence)
{
    Candidate candidate = {sentence, OPEN};
    uint32_t number = (uint32_t)induct->candidates.count;
    vec_push(&induct->candidates, candidate);
    vec_push(&induct->open, number);
    if (!induct->switches.count ||
        vec_last(&induct->switches).members.count == SWITCH ||
        vec_last(&induct->switches).active)
        vec_push(&induct->switches, (Switch){0});
    vec_push(&vec_last(&induct->switches).members, number);
    return number;
}

bool induct_proved(const Induct *induct, size_t candidate)
{
    return induct->candidates.items[candidate].status == PROVED;
}

bool induct_too_hard(const Induct *induct, size_t candidate)
{
    return induct->candidates.items[candidate].status == TOO_HARD;
}

size_t induct_facts(const Induct *induct)
{
    return induct->facts.count;
}

const Sentence *const *induct_fact_list(const Induct *induct)
{
    return induct->facts.items;
}

InductCost induct_cost(const Induct *induct)
{
    return induct->cost;
}

/* ---- hypotheses ---- */

typedef VEC(SatLit) SatLits;

void induct_given(Induct *induct, const Sentence *sentence)
{
    sentence_suppose(&induct->here, sat_true(induct->sat), sentence);
    vec_push(&induct->facts, sentence);
}

/* Switches that have lost a member, or are new, get a literal. */
static void renew(Induct *induct, Switch *at)
{
    size_t kept = 0;
    for (size_t i = 0; i < at->members.count; i++)
        if (induct->candidates.items[at->members.items[i]].status == OPEN)
            at->members.items[kept++] = at->members.items[i];
    if (at->active && kept == at->members.count)
        return;
    if (at->active)
        sat_clause1(induct->sat, -at->active);
    at->members.count = kept;
    at->active = sat_variable(induct->sat);
    for (size_t i = 0; i < kept; i++)
        sentence_suppose(
            &induct->here, at->active,
            induct->candidates.items[at->members.items[i]].sentence);
}

/* ---- walks ---- */

static void compact(Induct *induct)
{
    size_t kept = 0;
    for (size_t i = 0; i < induct->open.count; i++) {
        uint32_t number = induct->open.items[i];
        if (induct->candidates.items[number].status == OPEN)
            induct->open.items[kept++] = number;
    }
    induct->open.count = kept;
}

/* The gates that are needed become those looked at. */
static void plan_gates(Induct *induct, const bool *needed)
{
    size_t gates = induct->sentences->gates.count;
    vec_clear(&induct->gates);
    for (uint32_t i = 0; i < gates; i++)
        if (needed[i])
            vec_push(&induct->gates, i);
    if (induct->value_count < gates) {
        free(induct->values);
        induct->values =
            aligned_alloc(sizeof(Lanes), (gates + 1) * sizeof(Lanes));
        if (!induct->values)
            fatal("out of memory");
        induct->value_count = gates;
        induct->values[0] = ~(Lanes){0};
    }
}

static bool *no_gates(const Induct *induct)
{
    bool *needed = calloc(induct->sentences->gates.count + 1, sizeof *needed);
    if (!needed)
        fatal("out of memory");
    return needed;
}

static void plan_walk(Induct *induct)
{
    bool *needed = no_gates(induct);
    for (size_t i = 0; i < induct->open.count; i++) {
        const Sentence *sentence =
            induct->candidates.items[induct->open.items[i]].sentence;
        if (!sentence->degree)
            sentence_mark(induct->sentences, sentence->ends[0], needed);
    }
    plan_gates(induct, needed);
    free(needed);
}

/* Where it fails, of the lanes whose gates are known. */
static Lanes failing_lanes(const Induct *induct, const Sentence *sentence)
{
    Ref ref = sentence->ends[0];
    Lanes holds = induct->values[ref / 2];
    return ref & 1 ? holds : ~holds;
}

static void drop_failing(void *context, const Lanes *nodes,
                         const Lanes *running)
{
    Induct *induct = context;
    gates_in_lanes(induct->sentences, induct->gates.items, induct->gates.count,
                   nodes, induct->values);
    for (size_t i = 0; i < induct->open.count; i++) {
        Candidate *candidate = &induct->candidates.items[induct->open.items[i]];
        if (candidate->status != OPEN || candidate->sentence->degree)
            continue;
        Lanes fails = failing_lanes(induct, candidate->sentence) & *running;
        if (lanes_any(&fails))
            candidate->status = DROPPED;
    }
}

/* ---- questions ---- */

static void assume_hypotheses(Induct *induct)
{
    for (size_t i = 0; i < induct->switches.count; i++)
        renew(induct, &induct->switches.items[i]);
    for (size_t i = 0; i < induct->switches.count; i++)
        if (induct->switches.items[i].members.count)
            sat_assume(induct->sat, induct->switches.items[i].active);
    sat_assume(induct->sat, unroll_taken(induct->unroll, 0));
}

/* What is asked about at once: parts of one candidate, or some candidates. */
typedef struct {
    uint32_t candidates[CHUNK];
    size_t count;
    unsigned first, end; /* of one large conjunction: these of its parts */
} Chunk;

/* Large conjunctions are asked about part by part. */
static uint32_t part_count(const Induct *induct, uint32_t candidate)
{
    const Sentence *sentence = induct->candidates.items[candidate].sentence;
    const Gate *gate = &induct->sentences->gates.items[sentence->ends[0] / 2];
    if (sentence->degree || (sentence->ends[0] & 1) || gate->is_leaf)
        return 1;
    return gate->count;
}

/* The literals of which one is true if the chunk fails; returns how many. */
static size_t violations(Induct *induct, const Chunk *chunk, SatLits *fails)
{
    vec_clear(fails);
    const Sentence *sentence =
        induct->candidates.items[chunk->candidates[0]].sentence;
    if (chunk->end) {
        Gate gate = induct->sentences->gates.items[sentence->ends[0] / 2];
        for (uint32_t i = chunk->first; i < chunk->end; i++) {
            Ref part = induct->sentences->inputs.items[gate.first + i];
            vec_push(fails, -sentence_literal(&induct->there, part));
        }
    }
    for (size_t i = 0; !chunk->end && i < chunk->count; i++)
        vec_push(fails,
                 sentence_violation(
                     &induct->there,
                     induct->candidates.items[chunk->candidates[i]].sentence));
    return fails->count;
}

static SatAnswer solve_with(Induct *induct, const SentenceClauses *clauses,
                            int64_t conflicts)
{
    double count = (double)sat_clauses(clauses->sat);
    uint64_t before = sat_conflicts(clauses->sat);
    SatAnswer answer = unroll_solve(clauses->unroll, conflicts);
    induct->cost.questions++;
    induct->cost.work += count;
    double effort =
        count * ((double)(sat_conflicts(clauses->sat) - before) + 5);
    induct->cost.effort += effort;
    induct->effort_left -= effort;
    return answer;
}

static SatAnswer solve(Induct *induct, int64_t conflicts)
{
    return solve_with(induct, &induct->here, conflicts);
}

static bool is_spent(const Induct *induct)
{
    return induct->effort_left < 0 || budget_spent(induct->budget) ||
           sat_exhausted(induct->sat);
}

static Candidate *chunk_candidate(Induct *induct, const Chunk *chunk, size_t i)
{
    return &induct->candidates.items[chunk->candidates[chunk->end ? 0 : i]];
}

/* Drops what the model shows to fail, and what fails on plays from there. */
static void learn_from_model(Induct *induct, const Chunk *chunk,
                             const bool *failing, size_t count,
                             const uint64_t *state)
{
    for (size_t i = 0; i < count; i++) {
        Candidate *candidate = chunk_candidate(induct, chunk, i);
        if (failing[i] && candidate->status == OPEN)
            candidate->status = DROPPED;
    }
    induct->cost.rounds++;
    compact(induct);
    plan_walk(induct);
    explore_walk(induct->explore, state, WALK_STEPS, drop_failing, induct);
    compact(induct);
}

/* Whether one of these can fail after a step: until none can, drops those
 * that do. False if a limit was reached; *DROPPED if any was dropped. */
static bool question(Induct *induct, const Chunk *chunk, int64_t conflicts,
                     bool *dropped)
{
    uint64_t *state =
        fatal_malloc((induct->net->feature_count / 64 + 1) * sizeof *state);
    SatLits clause = {0}, fails = {0};
    size_t count = violations(induct, chunk, &fails);
    bool *failing = fatal_calloc(count + 1, sizeof *failing);
    SatAnswer answer = SAT_YES;
    while (answer == SAT_YES) {
        vec_clear(&clause);
        SatLit some = sat_variable(induct->sat);
        vec_push(&clause, -some);
        for (size_t i = 0; i < count; i++)
            if (chunk_candidate(induct, chunk, i)->status == OPEN)
                vec_push(&clause, fails.items[i]);
        if (clause.count == 1)
            break;
        sat_clause(induct->sat, clause.items, clause.count);
        assume_hypotheses(induct);
        sat_assume(induct->sat, some);
        answer = solve(induct, conflicts);
        if (answer == SAT_YES) {
            for (size_t i = 0; i < count; i++)
                failing[i] = sat_value(induct->sat, fails.items[i]);
            unroll_state(induct->unroll, 0, state);
            *dropped = true;
        }
        sat_clause1(induct->sat, -some);
        if (answer == SAT_YES)
            learn_from_model(induct, chunk, failing, count, state);
    }
    vec_free(&clause);
    vec_free(&fails);
    free(failing);
    free(state);
    return answer != SAT_UNKNOWN;
}

/* A question that is too hard is asked in two halves; a candidate that is too
 * hard alone is dropped. */
static bool ask(Induct *induct, const Chunk *chunk, int64_t conflicts,
                bool *dropped)
{
    if (question(induct, chunk, conflicts, dropped))
        return true;
    if (is_spent(induct))
        return false;
    size_t size = chunk->end ? chunk->end - chunk->first : chunk->count;
    if (size == 1) {
        chunk_candidate(induct, chunk, 0)->status = TOO_HARD;
        compact(induct);
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
    return ask(induct, &left, conflicts, dropped) &&
           ask(induct, &right, conflicts, dropped);
}

/* A candidate with many parts. */
static bool ask_parts(Induct *induct, uint32_t candidate, int64_t conflicts,
                      bool *dropped)
{
    uint32_t parts = part_count(induct, candidate);
    bool good = true;
    for (uint32_t i = 0; i < parts && good; i += PARTS) {
        Chunk chunk = {
            {candidate}, 1, i, i + PARTS < parts ? i + PARTS : parts};
        if (induct->candidates.items[candidate].status != OPEN)
            break;
        good = ask(induct, &chunk, conflicts, dropped) && !is_spent(induct);
    }
    return good;
}

/* One pass over all open candidates. */
static bool pass(Induct *induct, int64_t conflicts, bool *dropped)
{
    VEC(uint32_t) all = {0};
    bool good = true;
    for (size_t i = 0; i < induct->open.count; i++)
        vec_push(&all, induct->open.items[i]);
    Chunk chunk = {.count = 0};
    for (size_t i = 0; i < all.count && good; i++) {
        uint32_t number = all.items[i];
        if (induct->candidates.items[number].status != OPEN)
            continue;
        if (part_count(induct, number) > PARTS)
            good = ask_parts(induct, number, conflicts, dropped);
        else
            chunk.candidates[chunk.count++] = number;
        if (good && chunk.count == CHUNK) {
            good = ask(induct, &chunk, conflicts, dropped);
            chunk.count = 0;
        }
        good = good && !is_spent(induct);
    }
    if (good && chunk.count)
        good = ask(induct, &chunk, conflicts, dropped);
    vec_free(&all);
    return good;
}

static void settle(Induct *induct, bool proved)
{
    for (size_t i = 0; i < induct->open.count; i++) {
        Candidate *candidate = &induct->candidates.items[induct->open.items[i]];
        if (candidate->status == OPEN)
            candidate->status = proved ? PROVED : DROPPED;
    }
    for (size_t i = 0; i < induct->switches.count; i++) {
        Switch *at = &induct->switches.items[i];
        for (size_t k = 0; k < at->members.count; k++) {
            const Candidate *candidate =
                &induct->candidates.items[at->members.items[k]];
            if (candidate->status == PROVED)
                induct_given(induct, candidate->sentence);
        }
        if (at->active)
            sat_clause1(induct->sat, -at->active);
        vec_free(&at->members);
    }
    vec_clear(&induct->switches);
    vec_clear(&induct->open);
}

bool induct_run(Induct *induct, int64_t conflicts, double effort)
{
    induct->effort_left = effort;
    /* before anything is made that the step changes: it is simpler so */
    (void)unroll_taken(induct->unroll, 0);
    bool good = true, dropped = true;
    while (good && dropped && induct->open.count) {
        dropped = false;
        good = pass(induct, conflicts, &dropped);
    }
    settle(induct, good);
    return good;
}

/* ---- sentences that need no induction of their own ---- */

static size_t state_words(const Induct *induct)
{
    return induct->net->feature_count / 64 + 1;
}

static size_t state_count(const Induct *induct)
{
    return induct->states.count / state_words(induct);
}

/* Some of the witnesses, one in each lane, and facts that they are to satisfy.
 */
typedef struct {
    Induct *induct;
    size_t first;
} Trial;

static void try_facts(void *context, const Lanes *nodes, const Lanes *running)
{
    Trial *trial = context;
    Induct *induct = trial->induct;
    Lanes fails = {0};
    gates_in_lanes(induct->sentences, induct->gates.items, induct->gates.count,
                   nodes, induct->values);
    for (size_t i = induct->witnessed; i < induct->facts.count; i++)
        fails |= failing_lanes(induct, induct->facts.items[i]);
    fails &= *running;
    for (size_t word = 0; word < LANE_WORDS; word++)
        for (uint64_t left = fails[word]; left; left &= left - 1)
            induct->contradicted.items[trial->first + word * 64 +
                                       (size_t)__builtin_ctzll(left)] = true;
}

/* Facts that are new may contradict a witness; all that look further than a
 * position are taken to do so. */
static void find_contradicted(Induct *induct)
{
    bool *needed = no_gates(induct), far = false;
    for (size_t i = induct->witnessed; i < induct->facts.count; i++) {
        far = far || induct->facts.items[i]->degree;
        sentence_mark(induct->sentences, induct->facts.items[i]->ends[0],
                      needed);
    }
    plan_gates(induct, needed);
    free(needed);
    vec_clear(&induct->contradicted);
    while (induct->contradicted.count < state_count(induct))
        vec_push(&induct->contradicted, far);
    Trial trial = {.induct = induct};
    for (; !far && trial.first < state_count(induct); trial.first += LANES) {
        size_t left = state_count(induct) - trial.first;
        explore_look(induct->explore,
                     induct->states.items + trial.first * state_words(induct),
                     state_words(induct), left < LANES ? left : LANES,
                     try_facts, &trial);
    }
}

/* Forgets the witnesses that new facts contradict. */
static void review_witnesses(Induct *induct)
{
    size_t words = state_words(induct), kept = 0, states = 0;
    if (induct->witnessed == induct->facts.count || !induct->witnesses.count) {
        induct->witnessed = induct->facts.count;
        return;
    }
    find_contradicted(induct);
    /* Witnesses are sorted by their states. */
    for (size_t i = 0, last = SIZE_MAX; i < induct->witnesses.count; i++) {
        Witness witness = induct->witnesses.items[i];
        if (induct->contradicted.items[witness.state])
            continue;
        if (witness.state != last)
            memmove(induct->states.items + states++ * words,
                    induct->states.items + witness.state * words,
                    words * sizeof *induct->states.items);
        last = witness.state;
        witness.state = states - 1;
        induct->witnesses.items[kept++] = witness;
    }
    induct->witnesses.count = kept;
    induct->states.count = states * words;
    induct->witnessed = induct->facts.count;
}

static bool has_witness(const Induct *induct, const Sentence *sentence)
{
    for (size_t i = 0; i < induct->witnesses.count; i++)
        if (induct->witnesses.items[i].sentence == sentence)
            return true;
    return false;
}

/* Some sentences, and what is known of them. */
typedef struct {
    const Sentence *const *sentences;
    SentenceClauses *clauses;
    size_t count;
    size_t *numbers; /* in the list of all */
    SatLit *fails;   /* the literal that it does */
    bool *failed;    /* some position is known in which it fails */
} Check;

/* The model shows which of them fail. */
static void note_witness(Induct *induct, Check *check)
{
    size_t words = state_words(induct), state = state_count(induct);
    for (size_t i = 0; i < words; i++)
        vec_push(&induct->states, 0);
    unroll_state(check->clauses->unroll, 0,
                 induct->states.items + state * words);
    for (size_t i = 0; i < check->count; i++) {
        if (check->failed[i] ||
            !sat_value(check->clauses->sat, check->fails[i]))
            continue;
        Witness witness = {check->sentences[check->numbers[i]], state};
        check->failed[i] = true;
        vec_push(&induct->witnesses, witness);
    }
}

/* Whether a sentence from FIRST to END can fail; a model tells of all others
 * as well. */
static SatAnswer check_once(Induct *induct, Check *check, size_t first,
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
    SatAnswer answer = solve_with(induct, check->clauses, conflicts);
    if (answer == SAT_YES)
        note_witness(induct, check);
    sat_clause1(sat, -some);
    return answer;
}

static void check_all(Induct *induct, Check *check, bool *proved,
                      int64_t conflicts)
{
    for (size_t first = 0; first < check->count; first += CHUNK) {
        size_t end =
            first + CHUNK < check->count ? first + CHUNK : check->count;
        SatAnswer answer = SAT_YES;
        while (answer == SAT_YES && !is_spent(induct))
            answer = check_once(induct, check, first, end, conflicts);
        for (size_t i = first; i < end && answer == SAT_NO; i++)
            if (!check->failed[i])
                proved[check->numbers[i]] = true;
    }
}

static SentenceClauses *deep_clauses(Induct *induct)
{
    Deep *deep = &induct->deep;
    if (!deep->sat) {
        deep->sat = sat_new(induct->budget);
        sat_option(deep->sat, "lucky", 0);
        deep->unroll = unroll_new(induct->net, deep->sat, UNROLL_ANY);
        deep->here =
            sentence_clauses(induct->sentences, deep->unroll, deep->sat, 0);
    }
    while (deep->facts < induct->facts.count)
        sentence_suppose(&deep->here, sat_true(deep->sat),
                         induct->facts.items[deep->facts++]);
    return &deep->here;
}

void induct_check(Induct *induct, const Sentence *const *sentences,
                  bool *proved, size_t count, int64_t conflicts, double effort)
{
    Check check = {.sentences = sentences,
                   .numbers = fatal_malloc((count + 1) * sizeof(size_t)),
                   .fails = fatal_malloc((count + 1) * sizeof(SatLit)),
                   .failed = fatal_malloc(count + 1)};
    induct->effort_left = effort;
    review_witnesses(induct);
    for (int deep = 0; deep < 2; deep++) {
        check.count = 0;
        for (size_t i = 0; i < count && !is_spent(induct); i++) {
            if (proved[i] || (sentences[i]->degree > 1) != deep ||
                has_witness(induct, sentences[i]))
                continue;
            check.clauses = deep ? deep_clauses(induct) : &induct->here;
            check.numbers[check.count] = i;
            check.failed[check.count] = false;
            check.fails[check.count++] =
                sentence_violation(check.clauses, sentences[i]);
        }
        check_all(induct, &check, proved, conflicts);
    }
    free(check.numbers);
    free(check.fails);
    free(check.failed);
}

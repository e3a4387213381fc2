/* pdr.c - property-directed reachability: a few sentences, by frames
 *
 * In:   sentences that are open, and what is known
 * Out:  clauses over features that they follow from, or plays
 * Next: prove/native.c
 *
 * IC3 (Bradley, 2011; Een, Mishchenko and Brayton, 2011). Frame i is a set of
 * clauses that hold in all positions of the first i steps, and frame 0 is the
 * initial position. A position of the last frame in which the sentence fails is
 * made a cube, a conjunction of features and negated features of which every
 * position leads to the failure. A cube that cannot be reached from the frame
 * before is blocked there, with all that the reason for it excludes as well; if
 * it can, the position it is reached from has to be blocked first, one frame
 * earlier. When two frames have the same clauses these are inductive. Clauses
 * of a frame hold whichever sentence they were found for; so all share the
 * frames.
 *
 * One solver with one step from any position serves all frames. A clause is
 * kept at the last frame that has it, so frame i is what is kept at i or
 * later. What the step leads to is a function of position and joint move. So if
 * both are given, that the move is illegal or the cube is missed is a
 * contradiction, and what of the position is needed for it is a cube whose
 * positions all lead there. That is so for relations that depend on
 * themselves, too: clauses admit more than their least fixpoints, never less.
 * Facts of the position after the step hold only if the step is taken, for else
 * they would take part in that contradiction.
 *
 * Nothing is proved before another solver has confirmed that the clauses are
 * inductive. Start reading at pdr_prove(), at the end.
 */
#include "prove/pdr.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    HARD = 20000,       /* conflicts of a question that must be answered */
    EASY = 300,         /* of one that need not */
    FEW_RETIRED = 1000, /* clauses that need not be cleared away */
    MOST_MISSES = 4     /* literals in a row that could not be dropped */
};

enum { MOST_BYTES = 256 << 20 }; /* of cubes and obligations */

/* Of a question, however small. */
static const double QUESTION_EFFORT = 6e4;

/* Twice the feature, plus one if it is false there; in order. */
typedef VEC(uint32_t) CubeLits;

typedef struct {
    const uint32_t *lits;
    uint32_t count;
    uint64_t mask; /* a bit for each literal, modulo 64 */
} Cube;

/* A cube no position of which is in frames up to FRAME; 0: there is a better
 * one. */
typedef struct {
    Cube cube;
    size_t frame;
} Blocked;

/* From all positions of a cube these moves lead to NEXT, or to a failure. */
typedef struct Obligation Obligation;
struct Obligation {
    Cube cube;
    const Obligation *next;
    const uint32_t *moves;
    size_t steps; /* 1 if there is a next */
};

typedef VEC(SatLit) SatLits;
typedef VEC(const Obligation *) Obligations;

typedef struct {
    SatLit switched; /* on: the clauses that are kept here */
    Obligations queue;
} Frame;

/* A sentence can fail after as many steps. */
typedef struct {
    SatLit fails, ends; /* ends: with a terminal position, or true */
    SatLit holds;
} Arm;

/* One of the sentences. */
typedef struct {
    const Sentence *sentence;
    Arm arms[MOST_DEGREE + 1];
    SatLit bad; /* it fails in position 0 */
    double effort;
    bool too_hard;
    const Obligation *play; /* leads from the initial position to a failure */
} Claim;

typedef struct {
    const PdrTask *task;
    const Net *net;
    Arena *arena;
    Sat *sat;
    Unroll *unroll;
    SentenceClauses here, there;
    SatLit *at[2]; /* features of the two positions, 0 if not asked for yet */
    SatLit taken;
    Claim *claims;
    VEC(Frame) frames;
    VEC(Blocked) blocked;
    uint64_t *state; /* of a model */
    VEC(uint32_t) moves;
    CubeLits scratch, trial;
    double effort, limit;
    size_t retired;         /* clauses that are true for good */
    const Obligation *play; /* of the sentence in question */
} Pdr;

/* ---- questions ---- */

static bool is_spent(const Pdr *pdr)
{
    return pdr->effort > pdr->limit || arena_bytes(pdr->arena) > MOST_BYTES ||
           sat_exhausted(pdr->sat) || budget_spent(pdr->task->budget);
}

static SatAnswer solve(Pdr *pdr, int64_t conflicts)
{
    double clauses = (double)(sat_clauses(pdr->sat) - pdr->retired);
    uint64_t before = sat_conflicts(pdr->sat);
    SatAnswer answer = unroll_solve(pdr->unroll, conflicts);
    pdr->effort +=
        QUESTION_EFFORT +
        clauses * (3 * (double)(sat_conflicts(pdr->sat) - before) + 5);
    return answer;
}

/* The one clause that SWITCHED was on for is not needed any more. */
static void retire(Pdr *pdr, SatLit switched)
{
    sat_clause1(pdr->sat, -switched);
    pdr->retired += 2;
}

static SatLit literal(Pdr *pdr, size_t position, uint32_t lit)
{
    SatLit *known = &pdr->at[position][lit / 2];
    if (!*known)
        *known = unroll_feature(pdr->unroll, position, lit / 2);
    return lit & 1 ? -*known : *known;
}

static void assume_frame(const Pdr *pdr, size_t frame)
{
    for (size_t i = frame; i < pdr->frames.count; i++)
        sat_assume(pdr->sat, pdr->frames.items[i].switched);
}

/* What of the model is needed: the position, and STEPS joint moves. */
static void read_model(Pdr *pdr, size_t steps)
{
    unroll_state(pdr->unroll, 0, pdr->state);
    vec_clear(&pdr->moves);
    for (size_t i = 0; i < steps; i++)
        for (size_t r = 0; r < pdr->net->role_count; r++)
            vec_push(&pdr->moves, unroll_made(pdr->unroll, i, r));
}

/* ---- the solver ---- */

static void suppose_facts(const PdrTask *task, SentenceClauses *here,
                          SentenceClauses *there, SatLit taken)
{
    for (size_t i = 0; i < task->fact_count; i++) {
        sentence_suppose(here, sat_true(here->sat), task->facts[i]);
        if (!task->facts[i]->degree)
            sentence_suppose(there, taken, task->facts[i]);
    }
}

/* How it can fail after so many steps. */
static Arm arm_of(Pdr *pdr, const Sentence *sentence, unsigned steps)
{
    SatLit truth = sat_true(pdr->sat);
    Arm arm = {.fails = -truth, .ends = truth, .holds = truth};
    SatLits all = {0};
    if (sentence->ends[steps] == REF_TRUE)
        return arm;
    for (unsigned i = 0; i < steps; i++)
        vec_push(&all, unroll_taken(pdr->unroll, i));
    if (steps < sentence->degree)
        arm.ends = unroll_lit(pdr->unroll, steps, pdr->net->terminal);
    arm.holds = sentence_literal(&pdr->here, sentence->ends[steps]);
    vec_push(&all, arm.ends);
    vec_push(&all, -arm.holds);
    arm.fails = sat_and(pdr->sat, all.items, all.count);
    vec_free(&all);
    return arm;
}

static void add_claim(Pdr *pdr, size_t number)
{
    Claim *claim = &pdr->claims[number];
    SatLit fails[MOST_DEGREE + 1];
    claim->sentence = pdr->task->list[number];
    unsigned degree = claim->sentence->degree;
    for (unsigned k = 0; k <= degree; k++) {
        claim->arms[k] = arm_of(pdr, claim->sentence, k);
        fails[k] = claim->arms[k].fails;
    }
    claim->bad = sat_or(pdr->sat, fails, degree + 1);
}

static void add_clause(Pdr *pdr, const Cube *cube, size_t frame)
{
    SatLits clause = {0};
    vec_push(&clause, -pdr->frames.items[frame].switched);
    for (uint32_t i = 0; i < cube->count; i++)
        vec_push(&clause, -literal(pdr, 0, cube->lits[i]));
    sat_clause(pdr->sat, clause.items, clause.count);
    vec_free(&clause);
}

static void switch_frame(Pdr *pdr, size_t number)
{
    SatLit switched = sat_variable(pdr->sat);
    pdr->frames.items[number].switched = switched;
    for (uint32_t i = 0; !number && i < pdr->net->feature_count; i++)
        sat_clause2(pdr->sat, -switched,
                    literal(pdr, 0, 2 * i + !pdr->net->initial[i]));
}

static void open_frame(Pdr *pdr)
{
    vec_push(&pdr->frames, (Frame){0});
    switch_frame(pdr, pdr->frames.count - 1);
}

static void build(Pdr *pdr)
{
    const Net *net = pdr->net;
    const PdrTask *task = pdr->task;
    pdr->sat = sat_new(task->budget);
    sat_option(pdr->sat, "lucky", 0);
    sat_option(pdr->sat, "elim", 0);
    pdr->unroll = unroll_new(net, pdr->sat, UNROLL_ANY);
    pdr->here = sentence_clauses(task->sentences, pdr->unroll, pdr->sat, 0);
    pdr->there = sentence_clauses(task->sentences, pdr->unroll, pdr->sat, 1);
    for (size_t i = 0; i < 2; i++)
        memset(pdr->at[i], 0, (net->feature_count + 1) * sizeof(SatLit));
    pdr->taken = unroll_taken(pdr->unroll, 0);
    suppose_facts(task, &pdr->here, &pdr->there, pdr->taken);
    for (size_t i = 0; i < task->count; i++)
        add_claim(pdr, i);
    for (size_t i = 0; i < pdr->frames.count; i++)
        switch_frame(pdr, i);
    for (size_t i = 0; i < pdr->blocked.count; i++)
        if (pdr->blocked.items[i].frame)
            add_clause(pdr, &pdr->blocked.items[i].cube,
                       pdr->blocked.items[i].frame);
    pdr->retired = 0;
}

static void demolish(Pdr *pdr)
{
    sentence_clauses_free(&pdr->here);
    sentence_clauses_free(&pdr->there);
    unroll_free(pdr->unroll);
    sat_free(pdr->sat);
}

/* Questions leave behind clauses that slow down the solver. */
static void renew(Pdr *pdr)
{
    size_t clauses = sat_clauses(pdr->sat);
    if (pdr->retired < FEW_RETIRED || pdr->retired < clauses - pdr->retired)
        return;
    demolish(pdr);
    build(pdr);
    pdr->effort += 20 * (double)sat_clauses(pdr->sat);
}

/* ---- cubes ---- */

static bool holds(const uint64_t *state, uint32_t feature)
{
    return state[feature / 64] >> feature % 64 & 1;
}

static bool holds_initially(const Pdr *pdr, uint32_t lit)
{
    return pdr->net->initial[lit / 2] != (lit & 1);
}

static bool is_initial(const Pdr *pdr, const uint32_t *lits, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!holds_initially(pdr, lits[i]))
            return false;
    return true;
}

static int by_number(const void *left, const void *right)
{
    const uint32_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

static Cube keep_cube(Pdr *pdr, CubeLits *lits)
{
    Cube cube = {.count = (uint32_t)lits->count};
    if (lits->count)
        qsort(lits->items, lits->count, sizeof *lits->items, by_number);
    cube.lits =
        arena_copy(pdr->arena, lits->items, lits->count * sizeof *lits->items);
    for (size_t i = 0; i < lits->count; i++)
        cube.mask |= (uint64_t)1 << lits->items[i] % 64;
    return cube;
}

/* Whether all positions of RIGHT are in LEFT. */
static bool covers(const Cube *left, const Cube *right)
{
    if (left->count > right->count || (left->mask & ~right->mask))
        return false;
    uint32_t met = 0;
    for (uint32_t i = 0; i < right->count && met < left->count; i++)
        met += left->lits[met] == right->lits[i];
    return met == left->count;
}

static void copy_lits(CubeLits *to, const CubeLits *from)
{
    vec_clear(to);
    for (size_t i = 0; i < from->count; i++)
        vec_push(to, from->items[i]);
}

/* Keeps those literals that were needed for the last answer, no. */
static void keep_failed(Pdr *pdr, size_t position, CubeLits *lits)
{
    size_t kept = 0;
    for (size_t i = 0; i < lits->count; i++)
        if (sat_failed(pdr->sat, literal(pdr, position, lits->items[i])))
            lits->items[kept++] = lits->items[i];
    lits->count = kept;
}

/* The position of the last model, without what never changes. Features that
 * hold come first: few do, and others may follow from them. */
static void list_position(Pdr *pdr, CubeLits *lits)
{
    SatLit truth = sat_true(pdr->sat);
    vec_clear(lits);
    for (uint32_t negated = 0; negated < 2; negated++)
        for (uint32_t i = 0; i < pdr->net->feature_count; i++)
            if (holds(pdr->state, i) != negated &&
                literal(pdr, 0, 2 * i) != truth)
                vec_push(lits, 2 * i + negated);
}

/* Of the position of the last model, and its moves, what contradicts the clause
 * UNLESS. Leaves it as it is if the solver cannot tell. */
static void lift(Pdr *pdr, const SatLit *unless, size_t count, CubeLits *lits)
{
    enum { ROUNDS = 3 };
    size_t roles = pdr->net->role_count;
    SatLit some = sat_variable(pdr->sat);
    SatLit *clause = fatal_malloc((count + 1) * sizeof *clause);
    memcpy(clause, unless, count * sizeof *clause);
    clause[count] = -some;
    sat_clause(pdr->sat, clause, count + 1);
    free(clause);
    list_position(pdr, lits);
    for (size_t round = 0, before = SIZE_MAX;
         round < ROUNDS && lits->count < before; round++) {
        before = lits->count;
        sat_assume(pdr->sat, some);
        for (size_t i = 0; i < pdr->moves.count; i++)
            sat_assume(pdr->sat, unroll_move(pdr->unroll, i / roles, i % roles,
                                             pdr->moves.items[i]));
        for (size_t i = 0; i < lits->count; i++)
            sat_assume(pdr->sat, literal(pdr, 0, lits->items[i]));
        if (solve(pdr, HARD) != SAT_NO)
            break;
        keep_failed(pdr, 0, lits);
    }
    retire(pdr, some);
}

/* Literals of which one is true if the moves of the model are not legal. */
static void add_illegal(Pdr *pdr, SatLits *unless)
{
    const Net *net = pdr->net;
    for (size_t i = 0; i < pdr->moves.count; i++) {
        size_t step = i / net->role_count, role = i % net->role_count;
        Lit legal = net->roles[role].legal[pdr->moves.items[i]];
        vec_push(unless, -unroll_lit(pdr->unroll, step, legal));
        if (!role)
            vec_push(unless, unroll_lit(pdr->unroll, step, net->terminal));
    }
}

static const Obligation *oblige(Pdr *pdr, CubeLits *lits,
                                const Obligation *next)
{
    Obligation *made = arena_alloc(pdr->arena, sizeof *made);
    *made = (Obligation){
        .next = next,
        .moves = arena_copy(pdr->arena, pdr->moves.items,
                            pdr->moves.count * sizeof *pdr->moves.items),
        .steps =
            pdr->net->role_count ? pdr->moves.count / pdr->net->role_count : 0};
    if (is_initial(pdr, lits->items, lits->count))
        pdr->play = made;
    made->cube = keep_cube(pdr, lits);
    return made;
}

/* The positions from which the moves of the model lead to NEXT. */
static const Obligation *oblige_before(Pdr *pdr, const Obligation *next)
{
    SatLits unless = {0};
    add_illegal(pdr, &unless);
    for (uint32_t i = 0; i < next->cube.count; i++)
        vec_push(&unless, -literal(pdr, 1, next->cube.lits[i]));
    lift(pdr, unless.items, unless.count, &pdr->scratch);
    vec_free(&unless);
    return oblige(pdr, &pdr->scratch, next);
}

/* ---- blocking ---- */

/* Whether LITS can be reached from positions outside of it in a frame: NO, and
 * LITS is what is needed for that; or YES, and a model was read. */
static SatAnswer reach(Pdr *pdr, size_t frame, CubeLits *lits,
                       int64_t conflicts)
{
    renew(pdr);
    SatLit outside = sat_variable(pdr->sat);
    SatLits clause = {0};
    vec_push(&clause, -outside);
    for (size_t i = 0; i < lits->count; i++)
        vec_push(&clause, -literal(pdr, 0, lits->items[i]));
    sat_clause(pdr->sat, clause.items, clause.count);
    vec_clear(&clause);
    for (size_t i = 0; i < lits->count; i++)
        vec_push(&clause, literal(pdr, 1, lits->items[i]));
    assume_frame(pdr, frame);
    sat_assume(pdr->sat, outside);
    sat_assume(pdr->sat, pdr->taken);
    for (size_t i = 0; i < clause.count; i++)
        sat_assume(pdr->sat, clause.items[i]);
    SatAnswer answer = solve(pdr, conflicts);
    if (answer == SAT_YES)
        read_model(pdr, 1);
    else if (answer == SAT_NO)
        keep_failed(pdr, 1, lits);
    retire(pdr, outside);
    vec_free(&clause);
    return answer;
}

/* A part of WHOLE must not have the initial position in it. */
static void keep_out_initial(const Pdr *pdr, CubeLits *part,
                             const CubeLits *whole)
{
    if (!is_initial(pdr, part->items, part->count))
        return;
    uint32_t chosen = NO_INDEX;
    for (size_t i = 0; i < whole->count; i++)
        if (!holds_initially(pdr, whole->items[i]) &&
            (chosen == NO_INDEX || (chosen & 1)))
            chosen = whole->items[i]; /* one that holds, if there is */
    assert(chosen != NO_INDEX);
    vec_push(part, chosen);
}

/* All of LITS but ONE; false if it is not among them, or none may be left out
 * because of the initial position. */
static bool leave_out(const Pdr *pdr, const CubeLits *lits, uint32_t one,
                      CubeLits *rest)
{
    vec_clear(rest);
    for (size_t i = 0; i < lits->count; i++)
        if (lits->items[i] != one)
            vec_push(rest, lits->items[i]);
    return rest->count < lits->count &&
           !is_initial(pdr, rest->items, rest->count);
}

/* LITS cannot be reached from FRAME: fewer of them that cannot be. Those that
 * say that something does not hold are less likely to matter. */
static void generalise(Pdr *pdr, size_t frame, CubeLits *lits)
{
    CubeLits order = {0}, rest = {0};
    unsigned misses = 0;
    for (uint32_t negated = 2; negated-- > 0;)
        for (size_t i = 0; i < lits->count; i++)
            if ((lits->items[i] & 1) == negated)
                vec_push(&order, lits->items[i]);
    for (size_t i = 0;
         i < order.count && misses < MOST_MISSES && !is_spent(pdr); i++) {
        if (!leave_out(pdr, lits, order.items[i], &rest))
            continue;
        copy_lits(&pdr->trial, &rest);
        if (reach(pdr, frame, &pdr->trial, EASY) != SAT_NO) {
            misses++;
            continue;
        }
        misses = 0;
        keep_out_initial(pdr, &pdr->trial, &rest);
        copy_lits(lits, &pdr->trial);
    }
    vec_free(&order);
    vec_free(&rest);
}

static void block(Pdr *pdr, CubeLits *lits, size_t frame)
{
    Blocked blocked = {keep_cube(pdr, lits), frame};
    for (size_t i = 0; i < pdr->blocked.count; i++) {
        Blocked *old = &pdr->blocked.items[i];
        if (old->frame <= frame && covers(&blocked.cube, &old->cube))
            old->frame = 0;
    }
    add_clause(pdr, &blocked.cube, frame);
    vec_push(&pdr->blocked, blocked);
}

static bool is_blocked(const Pdr *pdr, const Cube *cube, size_t frame)
{
    for (size_t i = 0; i < pdr->blocked.count; i++)
        if (pdr->blocked.items[i].frame >= frame &&
            covers(&pdr->blocked.items[i].cube, cube))
            return true;
    return false;
}

/* LITS, which is blocked in FRAME, may be so in later ones: returns the last,
 * as far as that is easy. What holds in a frame holds in those before. */
static size_t last_blocking(Pdr *pdr, size_t frame, const CubeLits *lits)
{
    size_t last = pdr->frames.count - 1;
    for (size_t step = last - frame; step; step /= 2)
        while (frame + step <= last && !is_spent(pdr)) {
            copy_lits(&pdr->trial, lits);
            if (reach(pdr, frame + step - 1, &pdr->trial, EASY) != SAT_NO)
                break;
            frame += step;
        }
    return frame;
}

/* LITS, a part of WHOLE, cannot be reached from frame FRAME - 1: blocks it as
 * far as that goes, and returns how far. */
static size_t block_from(Pdr *pdr, size_t frame, CubeLits *lits,
                         const CubeLits *whole)
{
    keep_out_initial(pdr, lits, whole);
    generalise(pdr, frame - 1, lits);
    frame = last_blocking(pdr, frame, lits);
    block(pdr, lits, frame);
    return frame;
}

/* One obligation of FRAME; false if the solver cannot tell. */
static bool meet(Pdr *pdr, const Obligation *obligation, size_t frame)
{
    if (is_blocked(pdr, &obligation->cube, frame))
        return true;
    CubeLits whole = {0};
    for (uint32_t i = 0; i < obligation->cube.count; i++)
        vec_push(&whole, obligation->cube.lits[i]);
    copy_lits(&pdr->scratch, &whole);
    SatAnswer answer = reach(pdr, frame - 1, &pdr->scratch, HARD);
    if (answer == SAT_YES) {
        const Obligation *before = oblige_before(pdr, obligation);
        vec_push(&pdr->frames.items[frame].queue, obligation);
        assert(frame > 1 || pdr->play);
        vec_push(&pdr->frames.items[frame - 1].queue, before);
    } else if (answer == SAT_NO) {
        size_t reached = block_from(pdr, frame, &pdr->scratch, &whole);
        if (reached + 1 < pdr->frames.count)
            vec_push(&pdr->frames.items[reached + 1].queue, obligation);
    }
    vec_free(&whole);
    return answer != SAT_UNKNOWN;
}

/* The earliest first. False if a play was found, or a limit reached. */
static bool meet_all(Pdr *pdr)
{
    size_t frame = 1;
    while (!pdr->play && frame < pdr->frames.count) {
        Obligations *queue = &pdr->frames.items[frame].queue;
        if (!queue->count) {
            frame++;
            continue;
        }
        if (is_spent(pdr) || !meet(pdr, vec_pop(queue), frame))
            return false;
        if (frame > 1)
            frame--;
    }
    return !pdr->play;
}

/* ---- failures ---- */

/* How many steps the failure of the model takes. */
static unsigned failing_arm(const Pdr *pdr, const Claim *claim)
{
    unsigned arm = 0;
    while (!sat_value(pdr->sat, claim->arms[arm].fails))
        arm++;
    assert(arm <= claim->sentence->degree);
    return arm;
}

static const Obligation *oblige_failure(Pdr *pdr, const Claim *claim)
{
    unsigned steps = failing_arm(pdr, claim);
    SatLits unless = {0};
    read_model(pdr, steps);
    add_illegal(pdr, &unless);
    vec_push(&unless, -claim->arms[steps].ends);
    vec_push(&unless, claim->arms[steps].holds);
    lift(pdr, unless.items, unless.count, &pdr->scratch);
    vec_free(&unless);
    return oblige(pdr, &pdr->scratch, NULL);
}

/* Until it does not fail in the last frame: false if it cannot be brought to
 * that. */
static bool block_failures(Pdr *pdr, const Claim *claim)
{
    size_t last = pdr->frames.count - 1;
    while (!is_spent(pdr)) {
        assume_frame(pdr, last);
        sat_assume(pdr->sat, claim->bad);
        SatAnswer answer = solve(pdr, HARD);
        if (answer != SAT_YES)
            return answer == SAT_NO;
        const Obligation *failure = oblige_failure(pdr, claim);
        if (pdr->play)
            return false;
        assert(last);
        vec_push(&pdr->frames.items[last].queue, failure);
        if (!meet_all(pdr))
            return false;
    }
    return false;
}

static bool is_open(const Claim *claim)
{
    return !claim->play && !claim->too_hard;
}

/* Each sentence has its share of the effort. One that needs more may still
 * follow from what is found for the others. */
static void pursue(Pdr *pdr, Claim *claim)
{
    double share = pdr->task->effort / (double)pdr->task->count;
    double before = pdr->effort;
    pdr->limit = before + share - claim->effort;
    if (!block_failures(pdr, claim)) {
        claim->play = pdr->play;
        claim->too_hard = !pdr->play;
        pdr->play = NULL;
        for (size_t i = 0; i < pdr->frames.count; i++)
            vec_clear(&pdr->frames.items[i].queue);
    }
    claim->effort += pdr->effort - before;
    pdr->limit = pdr->task->effort;
}

/* False if none is left. */
static bool pursue_all(Pdr *pdr)
{
    bool any = false;
    for (size_t i = 0; i < pdr->task->count && !is_spent(pdr); i++) {
        if (is_open(&pdr->claims[i]))
            pursue(pdr, &pdr->claims[i]);
        any = any || is_open(&pdr->claims[i]);
    }
    return any && !is_spent(pdr);
}

/* ---- frames ---- */

/* Moves clauses to the next frame if they hold there. Returns a frame that has
 * no clause of its own, for it is equal to the next one; 0 if there is none. */
static size_t propagate(Pdr *pdr)
{
    for (size_t frame = 1; frame + 1 < pdr->frames.count; frame++) {
        bool any = false;
        for (size_t i = 0; i < pdr->blocked.count; i++) {
            Cube cube = pdr->blocked.items[i].cube;
            if (pdr->blocked.items[i].frame != frame)
                continue;
            if (is_spent(pdr))
                return 0;
            vec_clear(&pdr->trial);
            for (uint32_t k = 0; k < cube.count; k++)
                vec_push(&pdr->trial, cube.lits[k]);
            if (reach(pdr, frame, &pdr->trial, EASY) == SAT_NO) {
                add_clause(pdr, &cube, frame + 1);
                pdr->blocked.items[i].frame = frame + 1;
            } else {
                any = true;
            }
        }
        if (!any)
            return frame;
    }
    return 0;
}

/* ---- the beginning ---- */

static void begin(Pdr *pdr)
{
    size_t features = pdr->net->feature_count;
    pdr->limit = pdr->task->effort;
    pdr->at[0] = arena_array(pdr->arena, SatLit, features + 1);
    pdr->at[1] = arena_array(pdr->arena, SatLit, features + 1);
    pdr->state = arena_array(pdr->arena, uint64_t, features / 64 + 1);
    pdr->claims = arena_array(pdr->arena, Claim, pdr->task->count);
    build(pdr);
    open_frame(pdr); /* the initial position */
}

static void end(Pdr *pdr)
{
    demolish(pdr);
    for (size_t i = 0; i < pdr->frames.count; i++)
        vec_free(&pdr->frames.items[i].queue);
    vec_free(&pdr->frames);
    vec_free(&pdr->blocked);
    vec_free(&pdr->moves);
    vec_free(&pdr->scratch);
    vec_free(&pdr->trial);
    arena_free(pdr->arena);
}

/* ---- the end ---- */

static Ref clause_of(Sentences *sentences, const Cube *cube)
{
    RefList refs = {0};
    for (uint32_t i = 0; i < cube->count; i++)
        vec_push(&refs, sentence_feature(sentences, 0, cube->lits[i] / 2) ^
                            (cube->lits[i] & 1));
    Ref clause = ref_not(sentence_and(sentences, refs.items, refs.count));
    vec_free(&refs);
    return clause;
}

/* Another solver, with the clauses in position 0. */
typedef struct {
    Sat *sat;
    Unroll *unroll;
    SentenceClauses here, there;
} Checker;

static bool cannot_be(Pdr *pdr, const Checker *checker, const SatLit *lits,
                      size_t count)
{
    double clauses = (double)sat_clauses(checker->sat);
    uint64_t before = sat_conflicts(checker->sat);
    for (size_t i = 0; i < count; i++)
        sat_assume(checker->sat, lits[i]);
    SatAnswer answer = unroll_solve(checker->unroll, 10 * HARD);
    pdr->effort +=
        clauses * ((double)(sat_conflicts(checker->sat) - before) + 5);
    return answer == SAT_NO;
}

static bool is_inductive(Pdr *pdr, Checker *checker, const RefList *clauses)
{
    SatLit taken = unroll_taken(checker->unroll, 0);
    bool good = true;
    suppose_facts(pdr->task, &checker->here, &checker->there, taken);
    for (size_t i = 0; i < clauses->count; i++)
        sentence_suppose(&checker->here, sat_true(checker->sat),
                         &(Sentence){.ends = {clauses->items[i]}});
    for (size_t i = 0; i < clauses->count && good; i++) {
        SatLit lits[] = {taken,
                         -sentence_literal(&checker->there, clauses->items[i])};
        good = cannot_be(pdr, checker, lits, 2);
    }
    return good;
}

/* Whether the clauses are inductive with the facts, and which sentences follow.
 */
static bool confirm(Pdr *pdr, const RefList *clauses, PdrAnswer *answers)
{
    Checker checker = {.sat = sat_new(pdr->task->budget)};
    const Sentences *sentences = pdr->task->sentences;
    sat_option(checker.sat, "lucky", 0);
    checker.unroll = unroll_new(pdr->net, checker.sat, UNROLL_ANY);
    checker.here = sentence_clauses(sentences, checker.unroll, checker.sat, 0);
    checker.there = sentence_clauses(sentences, checker.unroll, checker.sat, 1);
    bool good = is_inductive(pdr, &checker, clauses);
    for (size_t i = 0; i < pdr->task->count && good; i++) {
        SatLit fails = sentence_violation(&checker.here, pdr->task->list[i]);
        if (!pdr->claims[i].play && cannot_be(pdr, &checker, &fails, 1))
            answers[i].verdict = PDR_PROVED;
    }
    sentence_clauses_free(&checker.here);
    sentence_clauses_free(&checker.there);
    unroll_free(checker.unroll);
    sat_free(checker.sat);
    return good;
}

/* The clauses of the frames after FRAME, which is equal to the next. */
static void conclude(Pdr *pdr, size_t frame, PdrAnswer *answers,
                     RefList *clauses)
{
    RefList found = {0};
    bool good = true;
    for (size_t i = 0; i < pdr->blocked.count; i++) {
        const Blocked *blocked = &pdr->blocked.items[i];
        if (blocked->frame <= frame)
            continue;
        good =
            good && !is_initial(pdr, blocked->cube.lits, blocked->cube.count);
        vec_push(&found, clause_of(pdr->task->sentences, &blocked->cube));
    }
    if (good && confirm(pdr, &found, answers))
        for (size_t i = 0; i < found.count; i++)
            vec_push(clauses, found.items[i]);
    vec_free(&found);
}

static DeepPlay play_of(const Pdr *pdr, const Obligation *first)
{
    DeepPlay play = {0};
    VEC(uint32_t) moves = {0};
    for (const Obligation *at = first; at; at = at->next) {
        if (at->next)
            play.at += at->steps;
        play.steps += at->steps;
        for (size_t i = 0; i < at->steps * pdr->net->role_count; i++)
            vec_push(&moves, at->moves[i]);
    }
    vec_push(&moves, NO_INDEX); /* there is always something to be freed */
    play.moves = moves.items;
    return play;
}

double pdr_prove(const PdrTask *task, PdrAnswer *answers, RefList *clauses)
{
    Pdr pdr = {.task = task, .net = task->net, .arena = arena_new()};
    size_t equal = 0;
    begin(&pdr);
    while (!equal && pursue_all(&pdr)) {
        open_frame(&pdr);
        equal = propagate(&pdr);
    }
    for (size_t i = 0; i < task->count; i++) {
        const Obligation *play = pdr.claims[i].play;
        answers[i] = (PdrAnswer){.verdict = PDR_UNKNOWN};
        if (play)
            answers[i] = (PdrAnswer){PDR_REFUTED, play_of(&pdr, play)};
    }
    if (equal)
        conclude(&pdr, equal, answers, clauses);
    double effort = pdr.effort;
    end(&pdr);
    return effort;
}

/* step_program.c - what clingo is asked about a certificate
 *
 * In:   lemmas, measures, formulas of claims
 * Out:  whether no answer set contradicts them
 * Next: recheck/recheck.c
 *
 * Every program is the game over several levels (asp/asp.h), from the initial
 * position or from any subset of the features, and clauses _bad(N): question N
 * is answered with no. Sequences of moves may stop anywhere: at level K moves
 * are made if _on(K), and _whole(K) if they are or the game has ended by then
 * (asp_legal). Start reading at check_inductive().
 */
#include "recheck/checker.h"

#include "asp/asp_prop.h"
#include "asp/clingo.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

/* Bytes of rules, over all levels, and of questions. */
static const size_t MAX_PROGRAM_BYTES = 1 << 28;

typedef struct {
    Checker *checker;
    Asp *asp;
    Encoding *encoding;
    Text questions, sums; /* the clauses, and what they need */
    size_t sum_count, failure_count, horizon;
    bool is_too_large; /* or there is no time for more */
} Program;

/* ---- parts of programs ---- */

/* A program over the levels 0 to HORIZON. */
static Program program_begin(Checker *checker, size_t horizon)
{
    size_t bytes = checker->rules->source->length + 1;
    Program program = {.checker = checker};
    program.is_too_large = horizon >= MAX_PROGRAM_BYTES / bytes;
    program.horizon = program.is_too_large ? 0 : horizon;
    program.asp =
        asp_new(checker->game,
                &(AspOptions){.horizon = program.horizon, .may_stop = true});
    program.encoding = encoding_new(program.asp, checker->props);
    return program;
}

static void program_free(Program *program)
{
    encoding_free(program->encoding);
    asp_free(program->asp);
    text_free(&program->questions);
    text_free(&program->sums);
}

/* The sum at LEVEL, as elements of #sum. */
static void add_sum_elements(Program *program, Text *out, const Sum *sum,
                             size_t level)
{
    for (size_t i = 0; i < sum->count; i++) {
        text_addf(out, "%s%lld,%zu : ", i ? "; " : "",
                  (long long)sum->parts[i].weight, i);
        encoding_literal(out, program->encoding, sum->parts[i].part, level,
                         false);
    }
}

/* How much larger the sum is at level AFTER than at BEFORE: what becomes true,
 * less what becomes false. What stays as it is drops out: clingo would have to
 * count it in two sums, which is hard for it. */
static void add_change(Program *program, Text *out, const Sum *sum,
                       size_t before, size_t after)
{
    text_adds(out, "#sum { ");
    for (size_t i = 0; i < 2 * sum->count; i++) {
        const WeightedProp *part = &sum->parts[i / 2];
        bool falls = i % 2;
        text_addf(out, "%s%lld,%zu : ", i ? "; " : "",
                  (long long)(falls ? -part->weight : part->weight), i);
        encoding_literal(out, program->encoding, part->part, before, !falls);
        text_adds(out, ", ");
        encoding_literal(out, program->encoding, part->part, after, falls);
    }
    text_adds(out, " }");
}

/* A literal that LEMMA holds at LEVEL, or that it does not. */
static void add_lemma(Program *program, Text *out, const Lemma *lemma,
                      size_t level, bool is_negated)
{
    if (!lemma->sum) {
        encoding_literal(out, program->encoding, lemma->prop, level,
                         is_negated);
        return;
    }
    text_addf(&program->sums, "_sum(%zu) :- %lld <= #sum { ",
              program->sum_count, (long long)lemma->sum->min);
    add_sum_elements(program, &program->sums, lemma->sum, level);
    text_addf(&program->sums, " } <= %lld.\n", (long long)lemma->sum->max);
    text_addf(out, "%s_sum(%zu)", is_negated ? "not " : "",
              program->sum_count++);
}

/* LEMMA fails at LEVEL, on a sequence that has come to it and is as long as the
 * lemma looks ahead, or has ended before. */
static void add_failure(Program *program, const Lemma *lemma, size_t level)
{
    Text *out = &program->questions;
    assert(level + lemma->degree <= program->horizon);
    add_lemma(program, out, lemma, level, true);
    if (level)
        text_addf(out, ", _on(%zu)", level - 1);
    if (lemma->degree)
        text_addf(out, ", _whole(%zu)", level + lemma->degree - 1);
    text_adds(out, ".\n");
    bool is_time_to_ask = ++program->failure_count % 64 == 0;
    if (out->length + program->sums.length > MAX_PROGRAM_BYTES ||
        (is_time_to_ask &&
         (budget_spent(&program->checker->budget) || budget_memory_low())))
        program->is_too_large = true;
}

/* LEMMAS hold at LEVEL, as far as the program looks ahead. */
static void assume(Program *program, const LemmaVec *lemmas, size_t level)
{
    for (size_t i = 0; i < lemmas->count && !program->is_too_large; i++)
        if (level + lemmas->items[i].degree <= program->horizon) {
            text_adds(&program->questions, ":- ");
            add_failure(program, &lemmas->items[i], level);
        }
}

/* Lemmas that hold in every position. Those of induction over one step follow
 * at every level from those at level 0. */
static void assume_proved(Program *program, const Proved *proved,
                          size_t last_level)
{
    for (size_t level = 0; level <= (proved->over_one_step ? 0 : last_level);
         level++)
        assume(program, &proved->lemmas, level);
}

/* Question NUMBER: does LEMMA hold at LEVEL. */
static void ask(Program *program, size_t number, const Lemma *lemma,
                size_t level)
{
    if (program->is_too_large)
        return;
    text_addf(&program->questions, "_bad(%zu) :- ", number);
    add_failure(program, lemma, level);
}

/* The same if it holds at the level before: a sum that leaves its bounds has
 * changed then, up or down. IS_EXACT asks whether it leaves them, else only
 * whether it can change so: that is enough for most sums, and easier. */
static void ask_after_step(Program *program, size_t number, const Lemma *lemma,
                           size_t level, bool is_exact)
{
    Text *out = &program->questions;
    assert(level > 0);
    if (!lemma->sum)
        ask(program, number, lemma, level);
    for (int rises = 0; lemma->sum && !program->is_too_large && rises <= 1;
         rises++) {
        char sign = rises ? '>' : '<';
        text_addf(out, "_bad(%zu) :- _on(%zu), ", number, level - 1);
        add_change(program, out, lemma->sum, level - 1, level);
        text_addf(out, " %c 0", sign);
        if (is_exact) {
            text_adds(out, ", #sum { ");
            add_sum_elements(program, out, lemma->sum, level);
            text_addf(out, " } %c %lld", sign,
                      (long long)(rises ? lemma->sum->max : lemma->sum->min));
        }
        text_adds(out, ".\n");
    }
}

/* ---- asking ---- */

/* The rules, the positions to begin with, and the questions. */
static Text program_text(Program *program, bool is_from_start)
{
    const Checker *checker = program->checker;
    Text text = {0};
    asp_rules(&text, program->asp);
    if (is_from_start)
        asp_position(&text, program->asp, checker->start->features,
                     checker->start->count);
    else
        asp_generator(&text, program->asp, checker->features.terms,
                      checker->features.count, false);
    asp_legal(&text, program->asp);
    encoding_clauses(&text, program->encoding);
    text_add(&text, text_string(&program->sums), program->sums.length);
    text_add(&text, text_string(&program->questions),
             program->questions.length);
    return text;
}

static ClingoAnswer run_clingo(const Program *program, Arena *arena,
                               const Text *text, ClingoMode mode)
{
    return clingo_run(arena, text_string(text), text->length,
                      &(ClingoTask){.mode = mode,
                                    .max_models = 1,
                                    .megabytes = program->checker->megabytes,
                                    .budget = &program->checker->budget});
}

/* The questions one by one, since some are answered with no: not those that
 * are _good in all answer sets, if clingo has seen all that matter. */
static void ask_each(const Program *program, Arena *arena, Text *text,
                     Outcome *outcomes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        text_addf(text, "_good(%zu) :- not _bad(%zu).\n", i, i);
    text_adds(text, "#show _good/1.\n");
    ClingoAnswer answer = run_clingo(program, arena, text, CLINGO_CAUTIOUS);
    bool is_known = answer.complete && answer.count == 1;
    for (size_t i = 0; i < count; i++)
        outcomes[i] = is_known ? FAILS(NULL)
                               : UNCHECKED("one of the claims does not hold, "
                                           "and clingo did not find out which");
    for (size_t i = 0; is_known && i < answer.models[0].count; i++) {
        size_t number;
        if (sscanf(answer.models[0].atoms[i], "_good(%zu)", &number) == 1 &&
            number < count)
            outcomes[number] = HOLDS;
    }
}

/* Answers questions 0 to COUNT - 1, and frees the program. What FAILS does so
 * for REASON. */
static void program_run(Program *program, bool is_from_start,
                        const char *reason, Outcome *outcomes, size_t count)
{
    Arena *arena = arena_new();
    Text text = {0};
    assert(count > 0); /* nothing asked would hold */
    ClingoAnswer answer = {.verdict = CLINGO_UNKNOWN,
                           .reason = "the program would be too large"};
    if (program->is_too_large) {
        if (budget_spent(&program->checker->budget))
            answer.reason =
                budget_reason(&program->checker->budget, "out of time");
    } else {
        text = program_text(program, is_from_start);
        size_t length = text.length;
        text_adds(&text, "_bad :- _bad(_).\n:- not _bad.\n#show _bad/0.\n");
        answer = run_clingo(program, arena, &text, CLINGO_MODELS);
        text.length = length;
    }
    Outcome all = HOLDS;
    if (answer.verdict == CLINGO_SATISFIABLE)
        all = FAILS(reason);
    else if (answer.verdict == CLINGO_UNKNOWN)
        all = UNCHECKED(
            arena_printf(program->checker->arena, "%s", answer.reason));
    for (size_t i = 0; i < count; i++)
        outcomes[i] = all;
    if (all.kind == OUTCOME_FAILS && count > 1)
        ask_each(program, arena, &text, outcomes, count);
    for (size_t i = 0; i < count; i++)
        if (outcomes[i].kind == OUTCOME_FAILS)
            outcomes[i].reason = reason;
    text_free(&text);
    arena_free(arena);
    program_free(program);
}

static bool program_holds(Program *program, bool is_from_start,
                          const char *reason)
{
    Checker *checker = program->checker;
    program_run(program, is_from_start, reason, &checker->outcome, 1);
    return checker->outcome.kind == OUTCOME_HOLDS;
}

/* Asks question I about each of CLAIMS, and sets their outcomes. */
static void run_for_claims(Program *program, bool is_from_start,
                           const char *reason, const ClaimVec *claims)
{
    Outcome *outcomes = memory_array(claims->count, sizeof *outcomes);
    program_run(program, is_from_start, reason, outcomes, claims->count);
    for (size_t i = 0; i < claims->count; i++)
        claims->items[i]->outcome = outcomes[i];
    memory_free(outcomes);
}

/* ---- induction ---- */

static size_t largest_degree(const LemmaVec *lemmas)
{
    size_t largest = 0;
    for (size_t i = 0; i < lemmas->count; i++)
        if (lemmas->items[i].degree > largest)
            largest = lemmas->items[i].degree;
    return largest;
}

/* In the positions after 0 to STEPS - 1 steps the lemmas hold. */
static bool check_base(Checker *checker, const LemmaVec *lemmas, size_t steps)
{
    Program program =
        program_begin(checker, steps - 1 + largest_degree(lemmas));
    for (size_t level = 0; level < steps; level++)
        for (size_t i = 0; i < lemmas->count; i++)
            ask(&program, 0, &lemmas->items[i], level);
    return program_holds(&program, true, "a lemma does not hold initially");
}

/* LEMMAS hold after STEPS positions in which they do: OUTCOMES has one for
 * each, and those that hold already are not asked for. */
static bool check_step(Checker *checker, const LemmaVec *lemmas,
                       const Proved *proved, size_t steps, bool is_exact,
                       Outcome *outcomes)
{
    Program program = program_begin(checker, steps + largest_degree(lemmas));
    assume_proved(&program, proved, steps);
    for (size_t level = 0; level < steps; level++)
        assume(&program, lemmas, level);
    for (size_t i = 0; i < lemmas->count; i++)
        if (outcomes[i].kind != OUTCOME_HOLDS)
            ask_after_step(&program, i, &lemmas->items[i], steps, is_exact);
    text_addf(&program.questions, ":- not _on(%zu).\n", steps - 1);
    program_run(&program, false, "a lemma can fail after a step", outcomes,
                lemmas->count);
    checker->outcome = HOLDS; /* or the worst of them */
    for (size_t i = 0; i < lemmas->count; i++)
        if (outcomes[i].kind != OUTCOME_HOLDS &&
            checker->outcome.kind != OUTCOME_FAILS)
            checker->outcome = outcomes[i];
    return checker->outcome.kind == OUTCOME_HOLDS;
}

bool check_inductive(Checker *checker, const LemmaVec *lemmas,
                     const Proved *proved, size_t steps)
{
    Budget whole = checker->budget;
    if (!lemmas->count)
        return true;
    if (!check_base(checker, lemmas, steps))
        return false;
    Outcome *outcomes =
        arena_array(checker->work, Outcome, lemmas->count); /* UNCHECKED */
    checker->budget = budget_part(&whole, 0.5);
    bool holds = check_step(checker, lemmas, proved, steps, false, outcomes);
    checker->budget = whole;
    return holds || check_step(checker, lemmas, proved, steps, true, outcomes);
}

/* ---- claims ---- */

static Lemma lemma_of(const Checker *checker, const Claim *claim)
{
    return (Lemma){.prop = claim->prop,
                   .degree = props_get(checker->props, claim->prop)->degree};
}

void check_consequences(Checker *checker, const Proved *proved,
                        const ClaimVec *claims)
{
    size_t horizon = lemma_of(checker, claims->items[0]).degree;
    Program program = program_begin(checker, horizon);
    assume_proved(&program, proved, horizon);
    for (size_t i = 0; i < claims->count; i++) {
        Lemma formula = lemma_of(checker, claims->items[i]);
        ask(&program, i, &formula, 0);
    }
    run_for_claims(&program, false, "it does not follow from the lemmas",
                   claims);
}

void check_bounded(Checker *checker, size_t steps, const ClaimVec *claims)
{
    size_t degree = 1; /* so that there is a step after the last */
    for (size_t i = 0; i < claims->count; i++)
        if (lemma_of(checker, claims->items[i]).degree > degree)
            degree = lemma_of(checker, claims->items[i]).degree;
    Program program = program_begin(checker, steps + degree);
    for (size_t i = 0; i < claims->count; i++) {
        Lemma formula = lemma_of(checker, claims->items[i]);
        if (claims->items[i]->within ==
            NO_NUMBER) /* a longer play contradicts */
            text_addf(&program.questions, "_bad(%zu) :- _on(%zu).\n", i, steps);
        for (size_t level = 0; level <= steps; level++)
            ask(&program, i, &formula, level);
    }
    run_for_claims(&program, true, "a play contradicts it, or has more steps",
                   claims);
}

/* ---- measures ---- */

/* _less(I), _same(I): component I after STEPS, compared with what it was. */
static void compare_component(Program *program, const Sum *sum, size_t index,
                              size_t steps)
{
    static const char *const names[] = {"_less", "_same"};
    static const char *const signs[] = {"<", "="};
    for (size_t i = 0; i < 2; i++) {
        Text *out = &program->questions;
        text_addf(out, "%s(%zu) :- ", names[i], index);
        add_change(program, out, sum, 0, steps);
        text_addf(out, " %s 0.\n", signs[i]);
    }
}

bool check_measure(Checker *checker, const Sum *components, size_t count,
                   const Proved *proved, size_t steps)
{
    Program program = program_begin(checker, steps);
    Text *out = &program.questions;
    assume_proved(&program, proved, steps);
    for (size_t i = 0; i < count && !program.is_too_large; i++) {
        Lemma in_bounds = {.prop = NO_PROP, .sum = &components[i]};
        ask(&program, 0, &in_bounds, 0);
        compare_component(&program, &components[i], i, steps);
        text_adds(out, "_down :- ");
        for (size_t k = 0; k < i; k++)
            text_addf(out, "_same(%zu), ", k);
        text_addf(out, "_less(%zu).\n", i);
    }
    text_addf(out, "_bad(0) :- _on(%zu), not _down.\n", steps - 1);
    return program_holds(&program, false,
                         "the measure need not get smaller, or leaves its "
                         "bounds");
}

/* ---- domains ---- */

/* NAME(t1,...,tn). */
static void add_fact(Text *out, const char *name, size_t arity,
                     const Term *const *args)
{
    text_adds(out, name);
    for (size_t i = 0; i < arity; i++) {
        text_addc(out, i ? ',' : '(');
        asp_term(out, args[i]);
    }
    text_adds(out, ").\n");
}

/* What goal can have as a value, whether it is one or not. */
static TermSet goal_domain(Universe *universe)
{
    RelationId goal = universe->game->keyword[KEYWORD_GOAL];
    TermSet set = {0};
    if (goal != NO_RELATION)
        set.terms = domain_terms(&universe->domains->table,
                                 universe->domains->relation_domains[goal][1],
                                 UNIVERSE_MAX, &set.count);
    return set;
}

bool check_closed(Checker *checker)
{
    Universe *universe = checker->universe;
    Terms *terms = checker->game->terms;
    const Term *any = term_variable(terms, term_variable_symbol(terms, "f", 1));
    const Term *goal = term_compound(terms, term_symbol(terms, "goal", 4), 2,
                                     (const Term *[]){any, any});
    Program program = program_begin(checker, 1);
    Text *out = &program.questions;
    for (size_t level = 0; level <= program.horizon; level++)
        asp_need(program.asp, true_atom(terms, any), level);
    asp_need(program.asp, goal, 0);
    text_adds(out, "_bad(0) :- _on(0), true(F,1), not _feature(F).\n"
                   "_bad(0) :- goal(R,V,0), not _goal(V).\n");
    TermSet goals = goal_domain(universe);
    for (size_t i = 0; i < goals.count; i++)
        add_fact(out, "_goal", 1, &goals.terms[i]);
    for (size_t i = 0; i < universe->roles.count; i++)
        for (size_t k = 0; k < universe->moves[i].count; k++)
            add_fact(out, "_move", 2,
                     (const Term *[]){universe->roles.terms[i],
                                      universe->moves[i].terms[k]});
    if (!universe->too_many_moves)
        text_adds(out, "#defined _move/2.\n"
                       "_bad(0) :- legal(R,M,0), not _move(R,M).\n");
    return program_holds(
        &program, false,
        "the features are not closed: a step leads to another one, or a "
        "domain is too small");
}

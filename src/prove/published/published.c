/* published.c - the published proof methods, whoever answers their questions
 *
 * In:   a Task, and an Oracle
 * Out:  Findings
 *
 * Start reading at prove_published(), at the end.
 */
#include "prove/published/published.h"

#include "asp/certificate.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef VEC(size_t) SizeVec;
typedef struct {
    Task *task;
    Oracle *oracle;
    Finding *findings;
    Start start; /* what is known of positions, by now */
    PropVec hypotheses;
    TermVec never, always;
    unsigned levels; /* that steps have at least: givens need them, and in a
                      * set the largest degree of all claims */
} PublishedProver;

enum { MAX_PLAY_SECONDS = 10 }; /* to look for a play before asking for it */

/* What is assumed of the first position: givens, and what was proved. */
static Start start_of(PublishedProver *prover)
{
    Start start = prover->start;
    start.hypotheses = prover->hypotheses.items;
    start.hypothesis_count = prover->hypotheses.count;
    start.never = prover->never.items;
    start.never_count = prover->never.count;
    start.always = prover->always.items;
    start.always_count = prover->always.count;
    return start;
}

static bool may_go_on(const PublishedProver *prover)
{
    return !budget_spent(prover->task->budget);
}

/* ---- one formula ---- */

/* A step of at least LEVEL_COUNT levels. */
static void prove_alone(PublishedProver *prover, PropId prop,
                        unsigned level_count, Finding *finding)
{
    unsigned degree = props_get(prover->task->props, prop)->degree;
    Oracle *oracle = prover->oracle;
    Start start = start_of(prover);
    if (finding->base == ANSWER_UNKNOWN)
        oracle->base(oracle, prop, finding);
    if (finding->base != ANSWER_YES)
        return;
    assert(finding->base == ANSWER_YES);
    oracle->step(oracle, &start, prop,
                 degree > level_count ? degree : level_count, finding);
    if (finding->step != ANSWER_YES)
        return;
    finding->verdict = VERDICT_PROVED;
    finding->how = "induction";
    finding->failed = NULL;
}

/* Whether PROP, which nobody asked about, can be proved, without the use of
 * anything that rests on playability. */
static bool can_be_proved(PublishedProver *prover, PropId prop)
{
    Finding finding = {0};
    if (prop == NO_PROP || !may_go_on(prover))
        return false;
    prove_alone(prover, prop, 0, &finding);
    return finding.verdict == VERDICT_PROVED;
}

/* Claim NUMBER by itself; its programs are saved under its number. */
static void prove_claim(PublishedProver *prover, size_t number)
{
    const Task *task = prover->task;
    prover->oracle->name = arena_printf(task->arena, "formula-%zu", number);
    prove_alone(prover, task->meanings[number], prover->levels,
                &prover->findings[number]);
    prover->oracle->name = NULL;
}

/* ---- individual ---- */

static void report(const PublishedProver *prover)
{
    const Task *task = prover->task;
    size_t done = 0;
    if (!task->progress)
        return;
    for (size_t i = 0; i < task->count; i++)
        done += prover->findings[i].base != ANSWER_UNKNOWN;
    task->progress(task->context, done, task->count);
}

/* What is proved of claim I narrows the positions for those to come. */
static void learn(PublishedProver *prover, size_t i)
{
    const Task *task = prover->task;
    assert(prover->findings[i].verdict == VERDICT_PROVED);
    vec_push(&prover->hypotheses, task->meanings[i]);
    const Claim *claim = &task->claims[i];
    const Formula *formula = claim->formula;
    if (formula->kind != FORMULA_IMPLIES ||
        formula->parts[1]->kind != FORMULA_NEXT || !claim->family ||
        strcmp(claim->family, family_names[FAMILY_PERSISTENCE]) != 0)
        return;
    bool is_negated = formula->parts[0]->kind == FORMULA_NOT;
    const Term *feature =
        (is_negated ? formula->parts[0]->parts[0] : formula->parts[0])
            ->atom->args[0];
    const Position *initial = interp_initial(task->interp);
    bool initially = false;
    for (size_t k = 0; k < initial->count && !initially; k++)
        initially = initial->features[k] == feature;
    if (is_negated && !initially)
        vec_push(&prover->never, feature);
    else if (!is_negated && initially)
        vec_push(&prover->always, feature);
}

static bool is_unique_claim(const Claim *claim)
{
    return claim->family &&
           strcmp(claim->family, family_names[FAMILY_UNIQUE]) == 0;
}

/* Tries the claims NUMBERS, again and again until nothing new is proved if what
 * is proved becomes a hypothesis. */
static void prove_until_stable(PublishedProver *prover, const SizeVec *numbers,
                               bool learns)
{
    for (bool has_more = true; has_more;) {
        has_more = false;
        for (size_t i = 0; i < numbers->count && may_go_on(prover); i++) {
            Finding *finding = &prover->findings[numbers->items[i]];
            if (finding->verdict != VERDICT_UNKNOWN ||
                finding->base == ANSWER_NO)
                continue;
            prove_claim(prover, numbers->items[i]);
            report(prover);
            if (finding->verdict == VERDICT_PROVED && learns) {
                learn(prover, numbers->items[i]);
                has_more = true;
            }
        }
    }
}

/* Unique arguments are found with each other as hypotheses; they stay so for
 * the other claims if the generator says it. */
static void prove_individually(PublishedProver *prover)
{
    const Task *task = prover->task;
    bool learns = task->generator == GENERATOR_PROVED;
    SizeVec unique = {0}, others = {0};
    size_t given = prover->hypotheses.count;
    for (size_t i = 0; i < task->count; i++)
        vec_push(is_unique_claim(&task->claims[i]) ? &unique : &others, i);
    prove_until_stable(prover, &unique, true);
    if (!learns)
        prover->hypotheses.count = given;
    prove_until_stable(prover, &others, learns);
    vec_free_all(&unique, &others);
}

/* ---- joint and mutual ---- */

static PropVec props_of(const PublishedProver *prover, const SizeVec *numbers)
{
    PropVec props = {0};
    for (size_t i = 0; i < numbers->count; i++)
        vec_push(&props, prover->task->meanings[numbers->items[i]]);
    return props;
}

/* Bases of all claims at once. */
static void base_jointly(PublishedProver *prover)
{
    Oracle *oracle = prover->oracle;
    SizeVec all = {0};
    for (size_t i = 0; i < prover->task->count; i++)
        if (prover->findings[i].base == ANSWER_UNKNOWN)
            vec_push(&all, i);
    PropVec props = props_of(prover, &all);
    FormulaSet set = {props.items, all.items, all.count, prover->levels, 1};
    oracle->name = "base";
    oracle->bases(oracle, &set, prover->findings);
    oracle->name = NULL;
    vec_free_all(&props, &all);
}

/* Plays for what fails initially; what the interpreter does not find soon is
 * asked for, formula by formula. */
static void find_plays(PublishedProver *prover)
{
    const Task *task = prover->task;
    refute_initially(task, prover->findings, MAX_PLAY_SECONDS);
    for (size_t i = 0; i < task->count && may_go_on(prover); i++) {
        Finding *finding = &prover->findings[i];
        if (finding->base == ANSWER_NO && finding->verdict == VERDICT_UNKNOWN)
            prover->oracle->base(prover->oracle, task->meanings[i], finding);
    }
}

/* Settles the base cases. Returns the claims that may still be proved. */
static SizeVec candidates_of(PublishedProver *prover)
{
    SizeVec numbers = {0};
    base_jointly(prover);
    find_plays(prover);
    report(prover);
    for (size_t i = 0; i < prover->task->count; i++)
        if (prover->findings[i].base == ANSWER_YES &&
            prover->findings[i].verdict == VERDICT_UNKNOWN)
            vec_push(&numbers, i);
    return numbers;
}

/* The step for the claims NUMBERS; the answers go into their findings. */
static bool step_jointly(PublishedProver *prover, bool is_mutual,
                         const SizeVec *numbers, size_t round)
{
    Oracle *oracle = prover->oracle;
    PropVec props = props_of(prover, numbers);
    FormulaSet set = {props.items, numbers->items, numbers->count,
                      prover->levels, 1};
    Start start = start_of(prover);
    oracle->name = round == 1 && !is_mutual
                       ? "step"
                       : arena_printf(prover->task->arena, "step-%zu", round);
    bool complete =
        oracle->steps(oracle, &start, &set, is_mutual, prover->findings);
    oracle->name = NULL;
    vec_free(&props);
    return complete;
}

/* Removes from NUMBERS, and returns, the claims that are inductive. */
static SizeVec take_inductive(const PublishedProver *prover, SizeVec *numbers)
{
    SizeVec inductive = {0};
    size_t remaining = 0;
    for (size_t i = 0; i < numbers->count; i++)
        if (prover->findings[numbers->items[i]].step == ANSWER_YES)
            vec_push(&inductive, numbers->items[i]);
        else
            numbers->items[remaining++] = numbers->items[i];
    numbers->count = remaining;
    return inductive;
}

static void set_proved(PublishedProver *prover, const SizeVec *numbers,
                       const char *how)
{
    for (size_t i = 0; i < numbers->count; i++) {
        Finding *finding = &prover->findings[numbers->items[i]];
        assert(finding->base == ANSWER_YES && finding->step == ANSWER_YES);
        finding->verdict = VERDICT_PROVED;
        finding->how = how;
    }
}

static void prove_jointly(PublishedProver *prover)
{
    bool learns = prover->task->generator == GENERATOR_PROVED, again = true;
    SizeVec candidates = candidates_of(prover);
    for (size_t round = 1; again && candidates.count && may_go_on(prover);
         round++) {
        bool complete = step_jointly(prover, false, &candidates, round);
        SizeVec proved = take_inductive(prover, &candidates);
        set_proved(prover, &proved, "joint induction");
        for (size_t i = 0; i < proved.count && learns; i++)
            learn(prover, proved.items[i]);
        again = complete && learns && proved.count;
        vec_free(&proved);
    }
    vec_free(&candidates);
}

static void prove_mutually(PublishedProver *prover)
{
    SizeVec candidates = candidates_of(prover);
    bool is_stable = false;
    for (size_t round = 1;
         !is_stable && candidates.count && may_go_on(prover) &&
         step_jointly(prover, true, &candidates, round);
         round++) {
        SizeVec kept = take_inductive(prover, &candidates);
        is_stable = !candidates.count;
        vec_free(&candidates);
        candidates = kept;
    }
    if (is_stable)
        set_proved(prover, &candidates, "mutual induction");
    vec_free(&candidates);
}

/* ---- all of it ---- */

/* The theorem for sets needs that a sequence can always be made longer, unless
 * all formulas look equally far ahead; and so does a step that is longer for
 * the sake of a given. */
static bool rests_on_playability(const PublishedProver *prover)
{
    const Task *task = prover->task;
    for (size_t i = 0; i < task->count; i++)
        if (prover->findings[i].verdict == VERDICT_PROVED &&
            props_get(task->props, task->meanings[i])->degree < prover->levels)
            return true;
    return false;
}

/* Playability is proved without what was learned by now: that rests on it. */
static bool playability_is_proved(PublishedProver *prover, PropId playable)
{
    size_t hypotheses = prover->hypotheses.count;
    size_t never = prover->never.count, always = prover->always.count;
    assert(hypotheses >= prover->task->given_count);
    prover->hypotheses.count = prover->task->given_count;
    prover->never.count = prover->always.count = 0;
    bool is_proved = can_be_proved(prover, playable);
    prover->hypotheses.count = hypotheses;
    prover->never.count = never;
    prover->always.count = always;
    return is_proved;
}

/* How far ahead every step looks. */
static unsigned levels_of(const Task *task)
{
    unsigned given_degree =
        hypothesis_levels(task->props, task->givens, task->given_count);
    unsigned claim_degree =
        largest_degree(task->props, task->meanings, task->count);
    return task->method == METHOD_INDIVIDUAL || given_degree > claim_degree
               ? given_degree
               : claim_degree;
}

static PropId meaning(PublishedProver *prover, const Formula *formula)
{
    return formula ? props_expand(prover->task->props, formula) : NO_PROP;
}

static void choose_generator(PublishedProver *prover, PropId control)
{
    Task *task = prover->task;
    if (task->generator == GENERATOR_ALL)
        return;
    prover->start.one_control = can_be_proved(prover, control);
    if (!prover->start.one_control && task->generator == GENERATOR_CONTROL)
        task->generator = GENERATOR_ALL;
}

/* true(F), or its negation */
static PropId feature_prop(PublishedProver *prover, const Term *feature,
                           bool holds)
{
    Task *task = prover->task;
    PropId prop = prop_atom(task->props, true_atom(task->game->terms, feature));
    return holds ? prop : prop_not(task->props, prop);
}

/* Formulas of a proof, with the claims they are of. */
typedef struct {
    PropVec props;
    SizeVec claims;
} ProofParts;

static void add_prop(ProofParts *parts, PropId prop, size_t claim)
{
    vec_push(&parts->props, prop);
    vec_push(&parts->claims, claim);
}

static void save_parts(Task *task, const char *name, ProofParts *parts,
                       bool is_playable)
{
    FormulaSet set = {parts->props.items, parts->claims.items,
                      parts->props.count, 0, 1};
    certify_proof(task, name, &(Proof){set, is_playable});
    vec_free_all(&parts->props, &parts->claims);
}

/* What steps started from without its being claimed, which has no claim to
 * name. */
static void add_foundations(const PublishedProver *prover, PropId control,
                            ProofParts *parts)
{
    const Task *task = prover->task;
    for (size_t i = 0; i < task->given_count; i++)
        add_prop(parts, task->givens[i], task->count);
    if (prover->start.one_control)
        add_prop(parts, control, task->count);
}

/* That the game is playable, with what that proof started from. */
static void save_playability(PublishedProver *prover, PropId control,
                             PropId playable)
{
    ProofParts parts = {0};
    add_prop(&parts, playable, prover->task->count);
    add_foundations(prover, control, &parts);
    save_parts(prover->task, "playable", &parts, false);
}

static void explain_proof(PublishedProver *prover, bool rests)
{
    Task *task = prover->task;
    const char *playable =
        !rests ? ""
        : task->assumes_playable
            ? "They rest on every role having a legal move in every position "
              "that is not terminal, which was not proved. "
            : "They rest on every role having a legal move in every position "
              "that is not terminal: playable-base.lp and playable-step.lp "
              "prove that, likewise. ";
    const char *programs =
        prover->oracle->runs_programs
            ? "The other programs are those that were run: clingo "
              "--enum-mode=cautious shows what holds in all answer sets."
            : "The formulas stand first in each, as comments.";
    certify_readme(task, arena_printf(task->arena, "%s%s", playable, programs));
}

/* What was proved, with all that it rests on, is inductive together. */
static void save_proof(PublishedProver *prover, PropId control, PropId playable)
{
    Task *task = prover->task;
    ProofParts parts = {0};
    bool rests = rests_on_playability(prover);
    for (size_t i = 0; i < task->count; i++)
        if (prover->findings[i].verdict == VERDICT_PROVED)
            add_prop(&parts, task->meanings[i], i);
    if (!parts.claims.count)
        return;
    add_foundations(prover, control, &parts);
    for (size_t i = 0; i < prover->never.count; i++)
        add_prop(&parts, feature_prop(prover, prover->never.items[i], false),
                 task->count);
    for (size_t i = 0; i < prover->always.count; i++)
        add_prop(&parts, feature_prop(prover, prover->always.items[i], true),
                 task->count);
    save_parts(task, "proof", &parts, rests);
    if (rests && !task->assumes_playable)
        save_playability(prover, control, playable);
    explain_proof(prover, rests);
}

void prove_published(Oracle *oracle, Finding *findings)
{
    Task *task = oracle->task;
    PublishedProver prover = {.task = task,
                              .oracle = oracle,
                              .findings = findings,
                              .levels = levels_of(task)};
    PropId control =
        meaning(&prover, control_uniqueness(task->universe, task->arena));
    PropId playable =
        meaning(&prover, playability(task->universe, task->arena));
    vec_append(&prover.hypotheses, task->givens, task->given_count);
    choose_generator(&prover, control);
    switch (task->method) {
    case METHOD_INDIVIDUAL:
        prove_individually(&prover);
        break;
    case METHOD_JOINT:
        prove_jointly(&prover);
        break;
    case METHOD_MUTUAL:
        prove_mutually(&prover);
        break;
    }
    if (rests_on_playability(&prover))
        task->assumes_playable = !playability_is_proved(&prover, playable);
    if (task->save)
        save_proof(&prover, control, playable);
    vec_free_all(&prover.hypotheses, &prover.never, &prover.always);
}

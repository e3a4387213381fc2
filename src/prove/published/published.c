/* published.c - the published proof methods, whoever answers their questions
 *
 * In:   a ProofTask, and an Oracle
 * Out:  Findings
 *
 * individual   one base case and one induction step a formula (Schiffel and
 *              Thielscher 2009, Thielscher and Voigt 2010); for unique
 *              arguments the search of the former, section 5: what is proved
 *              becomes a hypothesis for the others
 * joint        one base case and one step for all of them (Haufe and
 *              Thielscher 2010)
 * mutual       the largest subset that is inductive together: the joint step
 *              with all candidates as hypotheses, again and again until none
 *              is dropped
 *
 * Start reading at prove_published(), at the end.
 */
#include "prove/published/oracle.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef VEC(size_t) SizeVec;
typedef struct {
    ProofTask *task;
    Oracle *oracle;
    Finding *findings;
    bool one_control; /* at most one instance of control/1 is proved */
    PropVec
        hypotheses;  /* what is known of positions: givens, and by now more */
    unsigned levels; /* that steps have at least: givens need them, and in a
                      * set the largest degree of all claims */
} PublishedProver;

/* Whether a verdict rests on other claims: then all are tried, even if only
 * some are asked. */
static bool rests_on_others(const ProofTask *task)
{
    return task->generator == GENERATOR_PROVED || task->method == METHOD_MUTUAL;
}

enum { MAX_PLAY_SECONDS = 10 }; /* to look for a play before asking for it */

static Start step_start(const PublishedProver *prover)
{
    return (Start){prover->one_control, prover->hypotheses.items,
                   prover->hypotheses.count};
}

static bool has_budget(const PublishedProver *prover)
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
    Start start = step_start(prover);
    FormulaSet set = {.props = &prop, .count = 1, .levels = degree};
    if (finding->base == ANSWER_UNKNOWN)
        oracle->ask(oracle, ASK_ALONE, NULL, &set, finding);
    if (finding->base != ANSWER_YES)
        return;
    set.levels = degree > level_count ? degree : level_count;
    oracle->ask(oracle, ASK_ALONE, &start, &set, finding);
    if (finding->step != ANSWER_YES)
        return;
    assert(finding->verdict == VERDICT_UNKNOWN);
    finding->verdict = VERDICT_PROVED;
    finding->how = "induction";
    finding->failed = NULL;
}

/* Whether PROP, which nobody asked about, can be proved, without the use of
 * anything that rests on playability. */
static bool can_be_proved(PublishedProver *prover, PropId prop)
{
    Finding finding = {0};
    if (prop == NO_PROP || !has_budget(prover))
        return false;
    prove_alone(prover, prop, 0, &finding);
    return finding.verdict == VERDICT_PROVED;
}

/* Claim NUMBER by itself. */
static void prove_claim(PublishedProver *prover, size_t number)
{
    const ProofTask *task = prover->task;
    prove_alone(prover, task->meanings[number], prover->levels,
                &prover->findings[number]);
}

/* ---- individual ---- */

static void report_progress(const PublishedProver *prover)
{
    const ProofTask *task = prover->task;
    size_t settled_count = 0;
    if (!task->progress)
        return;
    for (size_t i = 0; i < task->count; i++)
        settled_count += prover->findings[i].base != ANSWER_UNKNOWN;
    task->progress(task->context, settled_count, task->count);
}

static bool is_of_family(const Claim *claim, Family family)
{
    return claim->family && strcmp(claim->family, family_names[family]) == 0;
}

/* FORMULA was proved, and others may rest on it. */
static void keep_premise(const PublishedProver *prover, const Formula *formula)
{
    if (prover->task->log)
        vec_push(&prover->task->log->premises, formula);
}

/* What is proved of CLAIM narrows the positions for those to come; and that a
 * feature stays, or stays away, as it is initially, says what it always is. */
static void add_hypothesis_of(PublishedProver *prover, size_t claim)
{
    const ProofTask *task = prover->task;
    assert(prover->findings[claim].verdict == VERDICT_PROVED);
    vec_push(&prover->hypotheses, task->meanings[claim]);
    if (!is_of_family(&task->claims[claim], FAMILY_PERSISTENCE))
        return;
    const Formula *premise = task->claims[claim].formula->parts[0];
    bool is_negated = premise->kind == FORMULA_NOT;
    const Term *feature =
        (is_negated ? premise->parts[0] : premise)->atom->args[0];
    const Position *initial = interp_initial(task->interp);
    bool holds_initially = false;
    for (size_t k = 0; k < initial->count && !holds_initially; k++)
        holds_initially = initial->features[k] == feature;
    if (is_negated == holds_initially)
        return;
    vec_push(&prover->hypotheses, props_expand(task->props, premise));
    keep_premise(prover, premise);
}

/* Tries the claims NUMBERS, again and again until nothing new is proved if what
 * is proved becomes a hypothesis. */
static void prove_until_stable(PublishedProver *prover, const SizeVec *numbers,
                               bool learns)
{
    for (bool has_learned = true; has_learned;) {
        has_learned = false;
        for (size_t i = 0; i < numbers->count && has_budget(prover); i++) {
            Finding *finding = &prover->findings[numbers->items[i]];
            if (finding->verdict != VERDICT_UNKNOWN ||
                finding->base == ANSWER_NO)
                continue;
            prove_claim(prover, numbers->items[i]);
            report_progress(prover);
            if (finding->verdict == VERDICT_PROVED && learns) {
                add_hypothesis_of(prover, numbers->items[i]);
                has_learned = true;
            }
        }
    }
}

/* Unique arguments are found with each other as hypotheses; they stay so for
 * the other claims if the generator says it. */
static void prove_individually(PublishedProver *prover)
{
    const ProofTask *task = prover->task;
    bool learns = task->generator == GENERATOR_PROVED;
    SizeVec unique_claims = {0}, other_claims = {0};
    size_t given_count = prover->hypotheses.count;
    for (size_t i = 0; i < task->count; i++)
        if (is_of_family(&task->claims[i], FAMILY_UNIQUE))
            vec_push(&unique_claims, i);
        else if (learns || task_asks(task, i))
            vec_push(&other_claims, i);
    prove_until_stable(prover, &unique_claims, true);
    if (!learns)
        prover->hypotheses.count = given_count;
    prove_until_stable(prover, &other_claims, learns);
    vec_free_all(&unique_claims, &other_claims);
}

/* ---- joint and mutual ---- */

/* Asks about the claims NUMBERS at once; the answers go into their findings. */
static bool ask_jointly(PublishedProver *prover, Ask ask, const Start *start,
                        const SizeVec *numbers)
{
    Oracle *oracle = prover->oracle;
    PropVec props = {0};
    for (size_t i = 0; i < numbers->count; i++)
        vec_push(&props, prover->task->meanings[numbers->items[i]]);
    FormulaSet set = {props.items, numbers->items, numbers->count,
                      prover->levels};
    bool complete = oracle->ask(oracle, ask, start, &set, prover->findings);
    vec_free(&props);
    return complete;
}

/* Plays for what fails initially; what the interpreter does not find soon is
 * asked for, formula by formula. */
static void find_refuting_plays(PublishedProver *prover)
{
    const ProofTask *task = prover->task;
    refute_initially(task, prover->findings, MAX_PLAY_SECONDS);
    for (size_t i = 0; i < task->count && has_budget(prover); i++) {
        Finding *finding = &prover->findings[i];
        PropId prop = task->meanings[i];
        FormulaSet set = {.props = &prop,
                          .count = 1,
                          .levels = props_get(task->props, prop)->degree};
        if (task_asks(task, i) && finding->base == ANSWER_NO &&
            finding->verdict == VERDICT_UNKNOWN)
            prover->oracle->ask(prover->oracle, ASK_ALONE, NULL, &set, finding);
    }
}

/* Settles the base cases. Returns the claims that may still be proved. */
static SizeVec settle_base_cases(PublishedProver *prover)
{
    const ProofTask *task = prover->task;
    SizeVec numbers = {0};
    for (size_t i = 0; i < task->count; i++)
        if (prover->findings[i].base == ANSWER_UNKNOWN &&
            (task_asks(task, i) || rests_on_others(task)))
            vec_push(&numbers, i);
    ask_jointly(prover, ASK_EACH, NULL, &numbers);
    find_refuting_plays(prover);
    report_progress(prover);
    vec_clear(&numbers);
    for (size_t i = 0; i < task->count; i++)
        if (prover->findings[i].base == ANSWER_YES &&
            prover->findings[i].verdict == VERDICT_UNKNOWN)
            vec_push(&numbers, i);
    return numbers;
}

static bool ask_step_jointly(PublishedProver *prover, bool is_mutual,
                             const SizeVec *numbers)
{
    Start start = step_start(prover);
    return ask_jointly(prover, is_mutual ? ASK_MUTUAL : ASK_EACH, &start,
                       numbers);
}

/* Removes from NUMBERS, and returns, the claims that are inductive. */
static SizeVec take_inductive(const PublishedProver *prover, SizeVec *numbers)
{
    SizeVec inductive = {0};
    size_t kept_count = 0;
    for (size_t i = 0; i < numbers->count; i++)
        if (prover->findings[numbers->items[i]].step == ANSWER_YES)
            vec_push(&inductive, numbers->items[i]);
        else
            numbers->items[kept_count++] = numbers->items[i];
    numbers->count = kept_count;
    return inductive;
}

static void set_proved(PublishedProver *prover, const SizeVec *numbers,
                       const char *how)
{
    for (size_t i = 0; i < numbers->count; i++) {
        Finding *finding = &prover->findings[numbers->items[i]];
        assert(finding->base == ANSWER_YES && finding->step == ANSWER_YES);
        assert(finding->verdict == VERDICT_UNKNOWN);
        finding->verdict = VERDICT_PROVED;
        finding->how = how;
    }
}

static void prove_jointly(PublishedProver *prover)
{
    bool learns = prover->task->generator == GENERATOR_PROVED,
         may_prove_more = true;
    SizeVec candidates = settle_base_cases(prover);
    while (may_prove_more && candidates.count && has_budget(prover)) {
        bool complete = ask_step_jointly(prover, false, &candidates);
        SizeVec proved = take_inductive(prover, &candidates);
        set_proved(prover, &proved, "joint induction");
        for (size_t i = 0; i < proved.count && learns; i++)
            add_hypothesis_of(prover, proved.items[i]);
        may_prove_more = complete && learns && proved.count;
        vec_free(&proved);
    }
    vec_free(&candidates);
}

static void prove_mutually(PublishedProver *prover)
{
    SizeVec candidates = settle_base_cases(prover);
    bool is_stable = false;
    while (!is_stable && candidates.count && has_budget(prover) &&
           ask_step_jointly(prover, true, &candidates)) {
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
    const ProofTask *task = prover->task;
    for (size_t i = 0; i < task->count; i++)
        if (prover->findings[i].verdict == VERDICT_PROVED &&
            props_get(task->props, task->meanings[i])->degree < prover->levels)
            return true;
    return false;
}

/* Playability is proved without what was learned by now: that rests on it. */
static bool playability_is_proved(PublishedProver *prover, PropId playable)
{
    size_t hypothesis_count = prover->hypotheses.count;
    assert(hypothesis_count >= prover->task->given_count);
    prover->hypotheses.count = prover->task->given_count;
    bool is_proved = can_be_proved(prover, playable);
    prover->hypotheses.count = hypothesis_count;
    return is_proved;
}

/* How far ahead every step looks. */
static unsigned required_levels(const ProofTask *task)
{
    unsigned given_degree =
        hypothesis_levels(task->props, task->givens, task->given_count);
    unsigned claim_degree =
        largest_degree(task->props, task->meanings, task->count);
    return task->method == METHOD_INDIVIDUAL || given_degree > claim_degree
               ? given_degree
               : claim_degree;
}

static PropId expand_formula(PublishedProver *prover, const Formula *formula)
{
    return formula ? props_expand(prover->task->props, formula) : NO_PROP;
}

/* From which positions steps start: with at most one control feature if
 * CONTROL, which says so, can be proved. */
static void choose_generator(PublishedProver *prover, PropId control)
{
    ProofTask *task = prover->task;
    if (task->generator == GENERATOR_ALL)
        return;
    prover->one_control = can_be_proved(prover, control);
    if (!prover->one_control && task->generator == GENERATOR_CONTROL)
        task->generator = GENERATOR_ALL;
}

/* Says so in the log if a proof needs sequences that are longer than the
 * formula and one step: a checker looks at no others. */
static void note_long_hypotheses(const PublishedProver *prover)
{
    const ProofTask *task = prover->task;
    unsigned deepest = largest_degree(task->props, prover->hypotheses.items,
                                      prover->hypotheses.count),
             least = UINT32_MAX;
    for (size_t i = 0; i < task->count; i++) {
        unsigned degree = props_get(task->props, task->meanings[i])->degree;
        if (prover->findings[i].verdict != VERDICT_PROVED)
            continue;
        least = degree < least ? degree : least;
        if (task->method == METHOD_MUTUAL && degree > deepest)
            deepest = degree;
    }
    if (least < deepest && least + 1 < deepest)
        task->log->failure =
            "it rests on formulas that look further ahead than it does";
}

void prove_published(Oracle *oracle, Finding *findings)
{
    ProofTask *task = oracle->task;
    PublishedProver prover = {.task = task,
                              .oracle = oracle,
                              .findings = findings,
                              .levels = required_levels(task)};
    const Formula *unique_control =
                      control_uniqueness(task->universe, task->arena),
                  *playable_formula = playability(task->universe, task->arena);
    PropId control = expand_formula(&prover, unique_control);
    PropId playable = expand_formula(&prover, playable_formula);
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
    if (prover.one_control)
        keep_premise(&prover, unique_control);
    if (rests_on_playability(&prover) && !task->assumes_playable)
        keep_premise(&prover, playable_formula);
    if (task->log)
        note_long_hypotheses(&prover);
    vec_free(&prover.hypotheses);
}

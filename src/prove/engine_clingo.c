/* engine_clingo.c - the published proof methods, by answer set programming
 *
 * In:   a Task
 * Out:  Findings
 *
 * individual   one base case and one induction step a formula (000, 004); for
 *              unique arguments the search of 000, section 5: what is proved
 *              becomes a hypothesis for the others
 * joint        one base case and one step for all of them, by cautious
 *              reasoning (001)
 * mutual       the largest subset that is inductive together: the joint step
 *              with all candidates as hypotheses, again and again until none
 *              is dropped
 *
 * Start reading at prove(), at the end.
 */
#include "encode/clingo.h"
#include "prove/certify.h"
#include "prove/order.h"
#include "prove/program.h"
#include "prove/refute.h"
#include "prove/task.h"

#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <string.h>

typedef VEC(PropId) PropVec;
typedef VEC(size_t) SizeVec;
typedef VEC(const Term *) TermVec;

typedef struct {
    Task *task;
    Finding *findings;
    Arena *arena; /* for what clingo answers */
    Start start;  /* what is known of positions, by now */
    PropVec hypotheses;
    TermVec never, always;
    unsigned levels;      /* that steps have at least: givens need them, and
                           * in a set the largest degree of all claims */
    const char *saved_as; /* the programs of the formula looked at, or NULL */
} Prover;

enum {
    PLAY_SECONDS = 10,   /* to look for a play before asking clingo */
    TELLING_SECONDS = 2, /* to look for a better example of a failed step */
};

/* Answer sets that differ much from each other drop many formulas at once:
 * half as many of them are needed as with the solver's usual habits. */
static const char *const varied[] = {"--save-progress=0", "--sign-def=rnd",
                                     NULL};

static ClingoAnswer ask(Prover *prover, const Program *program, ClingoMode mode)
{
    ClingoTask task = {.mode = mode,
                       .most = 1,
                       .megabytes = prover->task->megabytes,
                       .budget = prover->task->budget,
                       .options = mode == CLINGO_CAUTIOUS ? varied : NULL};
    return clingo_run(prover->arena, text_string(&program->text),
                      program->text.length, &task);
}

static const char *keep(const Prover *prover, const char *reason)
{
    return reason ? arena_string(prover->task->arena, reason, strlen(reason))
                  : NULL;
}

/* What is assumed of the first position: givens, and what was proved. */
static Start start_of(Prover *prover)
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

static bool may_go_on(const Prover *prover)
{
    return !budget_spent(prover->task->budget);
}

/* ---- one formula ---- */

static size_t role_index(const Interp *interp, const Term *role)
{
    size_t i = 0;
    while (i < interp_role_count(interp) && interp_role(interp, i) != role)
        i++;
    return i;
}

/* The moves of an answer set, level after level. */
static Play play_of(const Prover *prover, const Asp *asp,
                    const ClingoModel *model, size_t levels)
{
    const Interp *interp = prover->task->interp;
    size_t roles = interp_role_count(interp);
    Play play = {
        arena_array(prover->task->arena, const Term *, roles *levels + 1), 0};
    for (size_t i = 0; i < model->count; i++) {
        size_t level;
        const Term *atom = asp_read_atom(asp, model->atoms[i], &level);
        if (!atom || strcmp(atom->symbol->name, "does") != 0 || level >= levels)
            continue;
        size_t role = role_index(interp, atom->args[0]);
        if (role == roles)
            continue;
        play.moves[level * roles + role] = atom->args[1];
        play.steps = level + 1 > play.steps ? level + 1 : play.steps;
    }
    return play;
}

static int by_order(const void *left, const void *right)
{
    return term_compare(*(const Term *const *)left,
                        *(const Term *const *)right);
}

static const Term **features_at(const Prover *prover, const Asp *asp,
                                const ClingoModel *model, size_t wanted,
                                size_t *count)
{
    TermVec features = {0};
    for (size_t i = 0; i < model->count; i++) {
        size_t level;
        const Term *atom = asp_read_atom(asp, model->atoms[i], &level);
        if (atom && level == wanted && strcmp(atom->symbol->name, "true") == 0)
            vec_push(&features, atom->args[0]);
    }
    if (features.count)
        qsort(features.items, features.count, sizeof *features.items, by_order);
    *count = features.count;
    return vec_finish(&features, prover->task->arena);
}

static bool is_legal(Interp *interp, size_t role, const Term *move)
{
    size_t count;
    const Term *const *legal = interp_legal(interp, role, &count);
    for (size_t i = 0; i < count; i++)
        if (legal[i] == move)
            return true;
    return false;
}

/* What the rules make of the step: the program has only those that the formula
 * needs. False if it is none. */
static bool make_step(const Prover *prover, FailedStep *failed)
{
    Interp *interp = prover->task->interp;
    Arena *arena = prover->task->arena;
    interp_set(interp,
               position_new(arena, failed->before, failed->before_count));
    bool legal = !interp_terminal(interp);
    for (size_t i = 0; i < interp_role_count(interp) && legal; i++)
        legal = is_legal(interp, i, failed->moves[i]);
    if (!legal)
        return false;
    const Position *after = interp_next(interp, failed->moves, arena);
    if (interp_failure(interp))
        return false;
    failed->after_count = after->count;
    failed->after = arena_copy(arena, after->features,
                               after->count * sizeof *after->features);
    if (after->count)
        qsort(failed->after, after->count, sizeof *failed->after, by_order);
    return true;
}

static const FailedStep *failed_step(const Prover *prover, const Asp *asp,
                                     const ClingoModel *model)
{
    FailedStep *failed = arena_alloc(prover->task->arena, sizeof *failed);
    failed->before = features_at(prover, asp, model, 0, &failed->before_count);
    failed->moves = play_of(prover, asp, model, 1).moves;
    return make_step(prover, failed) ? failed : NULL;
}

static Answer answer_of(const Prover *prover, const ClingoAnswer *answer,
                        Finding *finding)
{
    finding->reason = keep(prover, answer->reason);
    return answer->verdict == CLINGO_UNSATISFIABLE ? ANSWER_YES
           : answer->verdict == CLINGO_SATISFIABLE ? ANSWER_NO
                                                   : ANSWER_UNKNOWN;
}

/* Saves the program of the base case or the step of the formula looked at. */
static void save(Prover *prover, const char *part, const Program *program)
{
    if (!prover->task->save || !prover->saved_as)
        return;
    certify_program(
        prover->task,
        arena_printf(prover->task->arena, "%s-%s", prover->saved_as, part),
        program);
}

static void base_alone(Prover *prover, PropId prop, Finding *finding)
{
    unsigned levels = props_get(prover->task->props, prop)->degree;
    Program program =
        base_program(prover->task, ASK_ALONE, &prop, NULL, 1, levels);
    save(prover, "base", &program);
    ArenaMark mark = arena_mark(prover->arena);
    ClingoAnswer answer = ask(prover, &program, CLINGO_MODELS);
    finding->base = answer_of(prover, &answer, finding);
    if (finding->base == ANSWER_NO) {
        Play play = {0};
        if (answer.count)
            play = play_of(prover, program.asp, answer.models, levels);
        if (!refute_by(prover->task, finding, prop, &play, 0))
            finding->reason = "clingo's play was not confirmed by the rules";
    }
    arena_rewind(prover->arena, mark);
    program_free(&program);
}

/* A step at which the formula fails and nobody merely waits, if there is one
 * and it is soon found: it tells more than the one in ANSWER. */
static ClingoAnswer telling_step(Prover *prover, const Program *program,
                                 ClingoAnswer answer)
{
    const Budget *all = prover->task->budget;
    Budget budget = budget_new(fmin(budget_left(all), TELLING_SECONDS),
                               all ? all->cancelled : NULL);
    ClingoTask task = {.mode = CLINGO_MODELS,
                       .most = 1,
                       .megabytes = prover->task->megabytes,
                       .budget = &budget};
    Text text = {0};
    text_add(&text, program->text.bytes, program->text.length);
    asp_no_waiting(&text, program->asp, 0);
    ClingoAnswer other =
        clingo_run(prover->arena, text.bytes, text.length, &task);
    text_free(&text);
    return other.verdict == CLINGO_SATISFIABLE && other.count ? other : answer;
}

static void step_alone(Prover *prover, PropId prop, unsigned levels,
                       Finding *finding)
{
    Start start = start_of(prover);
    Program program =
        step_program(prover->task, ASK_ALONE, &start, &prop, NULL, 1, levels);
    save(prover, "step", &program);
    ArenaMark mark = arena_mark(prover->arena);
    ClingoAnswer answer = ask(prover, &program, CLINGO_MODELS);
    finding->step = answer_of(prover, &answer, finding);
    if (finding->step == ANSWER_NO && answer.count) {
        answer = telling_step(prover, &program, answer);
        finding->failed = failed_step(prover, program.asp, answer.models);
    }
    arena_rewind(prover->arena, mark);
    program_free(&program);
}

/* A step of at least LEVELS levels. */
static void prove_alone(Prover *prover, PropId prop, unsigned levels,
                        Finding *finding)
{
    unsigned degree = props_get(prover->task->props, prop)->degree;
    if (finding->base == ANSWER_UNKNOWN)
        base_alone(prover, prop, finding);
    if (finding->base != ANSWER_YES)
        return;
    step_alone(prover, prop, degree > levels ? degree : levels, finding);
    if (finding->step != ANSWER_YES)
        return;
    finding->verdict = VERDICT_PROVED;
    finding->how = "induction";
    finding->failed = NULL;
}

/* Whether PROP, which nobody asked about, can be proved, without the use of
 * anything that rests on playability. */
static bool can_be_proved(Prover *prover, PropId prop)
{
    Finding finding = {0};
    if (prop == NO_PROP || !may_go_on(prover))
        return false;
    prove_alone(prover, prop, 0, &finding);
    return finding.verdict == VERDICT_PROVED;
}

/* Claim NUMBER by itself; its programs are saved under its number. */
static void prove_claim(Prover *prover, size_t number)
{
    const Task *task = prover->task;
    prover->saved_as =
        task->save ? arena_printf(task->arena, "formula-%zu", number) : NULL;
    prove_alone(prover, task->meanings[number], prover->levels,
                &prover->findings[number]);
    prover->saved_as = NULL;
}

/* ---- individual ---- */

static void report(const Prover *prover)
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
static void learn(Prover *prover, size_t i)
{
    const Task *task = prover->task;
    vec_push(&prover->hypotheses, task->meanings[i]);
    const Claim *claim = &task->claims[i];
    const Formula *formula = claim->formula;
    if (formula->kind != FORMULA_IMPLIES ||
        formula->parts[1]->kind != FORMULA_NEXT || !claim->family ||
        strcmp(claim->family, family_names[FAMILY_PERSISTENCE]) != 0)
        return;
    bool negated = formula->parts[0]->kind == FORMULA_NOT;
    const Term *feature =
        (negated ? formula->parts[0]->parts[0] : formula->parts[0])
            ->atom->args[0];
    const Position *initial = interp_initial(task->interp);
    bool initially = false;
    for (size_t k = 0; k < initial->count && !initially; k++)
        initially = initial->features[k] == feature;
    if (negated && !initially)
        vec_push(&prover->never, feature);
    else if (!negated && initially)
        vec_push(&prover->always, feature);
}

static bool is_unique_claim(const Claim *claim)
{
    return claim->family &&
           strcmp(claim->family, family_names[FAMILY_UNIQUE]) == 0;
}

/* The feature that a claim of the family `unique` is about. */
static const Term *feature_of(const Claim *claim)
{
    const Formula *formula = claim->formula;
    while (formula->kind != FORMULA_ATOM)
        formula = formula->parts[0];
    return formula->atom->args[0];
}

typedef struct {
    size_t claim;
    uint32_t rank;
} Ranked;

static int by_rank(const void *left, const void *right)
{
    const Ranked *a = left, *b = right;
    if (a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    return (a->claim > b->claim) - (a->claim < b->claim);
}

/* Unique arguments: dependencies first, and again until nothing new is
 * proved. */
static void search_unique(Prover *prover)
{
    const Task *task = prover->task;
    VEC(Ranked) claims = {0};
    uint32_t *ranks = feature_ranks(task->universe, prover->arena);
    for (size_t i = 0; i < task->count; i++) {
        if (!is_unique_claim(&task->claims[i]))
            continue;
        const Term *feature = feature_of(&task->claims[i]);
        const Feature *found =
            universe_feature(task->universe, feature->symbol, feature->arity);
        Ranked ranked = {i, ranks[found - task->universe->features]};
        vec_push(&claims, ranked);
    }
    if (claims.count)
        qsort(claims.items, claims.count, sizeof *claims.items, by_rank);
    size_t given = prover->hypotheses.count;
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < claims.count && may_go_on(prover); i++) {
            size_t claim = claims.items[i].claim;
            Finding *finding = &prover->findings[claim];
            if (finding->verdict != VERDICT_UNKNOWN ||
                finding->base == ANSWER_NO)
                continue;
            prove_claim(prover, claim);
            report(prover);
            if (finding->verdict == VERDICT_PROVED) {
                vec_push(&prover->hypotheses, task->meanings[claim]);
                more = true;
            }
        }
    }
    if (task->generator != GENERATOR_PROVED)
        prover->hypotheses.count = given;
    vec_free(&claims);
}

static void prove_individually(Prover *prover)
{
    const Task *task = prover->task;
    search_unique(prover);
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < task->count && may_go_on(prover); i++) {
            Finding *finding = &prover->findings[i];
            if (is_unique_claim(&task->claims[i]) ||
                finding->verdict != VERDICT_UNKNOWN ||
                finding->base == ANSWER_NO)
                continue;
            prove_claim(prover, i);
            report(prover);
            if (finding->verdict == VERDICT_PROVED &&
                task->generator == GENERATOR_PROVED) {
                learn(prover, i);
                more = true;
            }
        }
    }
}

/* ---- joint ---- */

/* Reads _holds(K) or _step(K). */
static bool read_number(const char *atom, size_t *number)
{
    const char *open = strchr(atom, '(');
    char *end;
    if (!open)
        return false;
    *number = strtoul(open + 1, &end, 10);
    return *end == ')';
}

/* For the claims NUMBERS: YES if in all answer sets, NO if not, UNKNOWN if
 * clingo was stopped before it knew. */
static void read_consequences(const Prover *prover, const ClingoAnswer *answer,
                              const SizeVec *numbers, Answer *answers)
{
    bool none = answer->verdict == CLINGO_UNSATISFIABLE;
    bool listed = answer->count > 0;
    for (size_t i = 0; i < numbers->count; i++)
        answers[numbers->items[i]] = none     ? ANSWER_YES
                                     : listed ? ANSWER_NO
                                              : ANSWER_UNKNOWN;
    for (size_t i = 0; listed && i < answer->models[0].count; i++) {
        size_t number;
        if (read_number(answer->models[0].atoms[i], &number) &&
            number < prover->task->count)
            answers[number] = answer->complete ? ANSWER_YES : ANSWER_UNKNOWN;
    }
}

static PropVec props_of(const Prover *prover, const SizeVec *numbers)
{
    PropVec props = {0};
    for (size_t i = 0; i < numbers->count; i++)
        vec_push(&props, prover->task->meanings[numbers->items[i]]);
    return props;
}

static void set_reasons(Prover *prover, const SizeVec *numbers,
                        const char *reason)
{
    const char *kept = keep(prover, reason);
    for (size_t i = 0; i < numbers->count; i++)
        prover->findings[numbers->items[i]].reason = kept;
}

/* Bases of all claims at once. */
static void base_jointly(Prover *prover)
{
    Task *task = prover->task;
    SizeVec all = {0};
    for (size_t i = 0; i < task->count; i++)
        if (prover->findings[i].base == ANSWER_UNKNOWN)
            vec_push(&all, i);
    Answer *answers = arena_array(prover->arena, Answer, task->count);
    PropVec props = props_of(prover, &all);
    Program program = base_program(task, ASK_EACH, props.items, all.items,
                                   all.count, prover->levels);
    ArenaMark mark = arena_mark(prover->arena);
    ClingoAnswer answer = ask(prover, &program, CLINGO_CAUTIOUS);
    read_consequences(prover, &answer, &all, answers);
    set_reasons(prover, &all, answer.reason);
    for (size_t i = 0; i < all.count; i++)
        prover->findings[all.items[i]].base = answers[all.items[i]];
    certify_program(task, "base", &program);
    arena_rewind(prover->arena, mark);
    program_free(&program);
    vec_free(&props);
    vec_free(&all);
}

/* Plays for what fails initially; what the interpreter does not find soon is
 * asked of clingo, formula by formula. */
static void find_plays(Prover *prover)
{
    const Task *task = prover->task;
    refute_initially(task, prover->findings, PLAY_SECONDS);
    for (size_t i = 0; i < task->count && may_go_on(prover); i++) {
        Finding *finding = &prover->findings[i];
        if (finding->base == ANSWER_NO && finding->verdict == VERDICT_UNKNOWN)
            base_alone(prover, task->meanings[i], finding);
    }
}

/* Claims that may still be proved. */
static SizeVec candidates_of(const Prover *prover)
{
    SizeVec numbers = {0};
    for (size_t i = 0; i < prover->task->count; i++)
        if (prover->findings[i].base == ANSWER_YES &&
            prover->findings[i].verdict == VERDICT_UNKNOWN)
            vec_push(&numbers, i);
    return numbers;
}

/* The step for the claims NUMBERS; the answers go into their findings. */
static bool step_jointly(Prover *prover, Ask how, const SizeVec *numbers,
                         const char *name)
{
    Task *task = prover->task;
    Answer *answers = arena_array(prover->arena, Answer, task->count);
    PropVec props = props_of(prover, numbers);
    Start start = start_of(prover);
    Program program =
        step_program(task, how, &start, props.items, numbers->items,
                     numbers->count, prover->levels);
    ArenaMark mark = arena_mark(prover->arena);
    ClingoAnswer answer = ask(prover, &program, CLINGO_CAUTIOUS);
    read_consequences(prover, &answer, numbers, answers);
    set_reasons(prover, numbers, answer.reason);
    for (size_t i = 0; i < numbers->count; i++)
        prover->findings[numbers->items[i]].step = answers[numbers->items[i]];
    certify_program(task, name, &program);
    arena_rewind(prover->arena, mark);
    program_free(&program);
    vec_free(&props);
    return answer.complete || answer.verdict == CLINGO_UNSATISFIABLE;
}

static void set_proved(Finding *finding, const char *how)
{
    finding->verdict = VERDICT_PROVED;
    finding->how = how;
}

static void prove_jointly(Prover *prover)
{
    bool again = true;
    base_jointly(prover);
    find_plays(prover);
    report(prover);
    for (size_t round = 1; again && may_go_on(prover); round++) {
        SizeVec candidates = candidates_of(prover);
        char name[32];
        snprintf(name, sizeof name, round == 1 ? "step" : "step-%zu", round);
        again = candidates.count &&
                step_jointly(prover, ASK_EACH, &candidates, name);
        bool new = false;
        for (size_t i = 0; i < candidates.count; i++) {
            Finding *finding = &prover->findings[candidates.items[i]];
            if (finding->step != ANSWER_YES)
                continue;
            new = true;
            set_proved(finding, "joint induction");
            if (prover->task->generator == GENERATOR_PROVED)
                learn(prover, candidates.items[i]);
        }
        again = again && new && prover->task->generator == GENERATOR_PROVED;
        vec_free(&candidates);
    }
}

/* ---- mutual ---- */

static void prove_mutually(Prover *prover)
{
    base_jointly(prover);
    find_plays(prover);
    report(prover);
    SizeVec candidates = candidates_of(prover);
    for (size_t round = 1; candidates.count; round++) {
        char name[32];
        snprintf(name, sizeof name, "step-%zu", round);
        bool complete = may_go_on(prover) &&
                        step_jointly(prover, ASK_MUTUAL, &candidates, name);
        size_t kept = 0;
        for (size_t i = 0; i < candidates.count; i++)
            if (prover->findings[candidates.items[i]].step == ANSWER_YES)
                candidates.items[kept++] = candidates.items[i];
        if (!complete)
            break;
        if (kept == candidates.count) {
            for (size_t i = 0; i < kept; i++)
                set_proved(&prover->findings[candidates.items[i]],
                           "mutual induction");
            break;
        }
        candidates.count = kept;
    }
    vec_free(&candidates);
}

/* ---- all of it ---- */

/* The theorem for sets needs that a sequence can always be made longer, unless
 * all formulas look equally far ahead; and so does a step that is longer for
 * the sake of a given. */
static bool rests_on_playability(const Prover *prover)
{
    const Task *task = prover->task;
    for (size_t i = 0; i < task->count; i++)
        if (prover->findings[i].verdict == VERDICT_PROVED &&
            props_get(task->props, task->meanings[i])->degree < prover->levels)
            return true;
    return false;
}

/* Playability is proved without what was learned by now: that rests on it. */
static bool playability_is_proved(Prover *prover, PropId playable)
{
    size_t hypotheses = prover->hypotheses.count;
    size_t never = prover->never.count, always = prover->always.count;
    prover->hypotheses.count = prover->task->given_count;
    prover->never.count = prover->always.count = 0;
    bool proved = can_be_proved(prover, playable);
    prover->hypotheses.count = hypotheses;
    prover->never.count = never;
    prover->always.count = always;
    return proved;
}

/* How far ahead every step looks. */
static unsigned levels_of(const Task *task)
{
    unsigned givens =
        hypothesis_levels(task->props, task->givens, task->given_count);
    unsigned claims = largest_degree(task->props, task->meanings, task->count);
    return task->method == METHOD_INDIVIDUAL || givens > claims ? givens
                                                                : claims;
}

static PropId meaning(Prover *prover, const Formula *formula)
{
    return formula ? props_expand(prover->task->props, formula) : NO_PROP;
}

static void choose_generator(Prover *prover, PropId control)
{
    Task *task = prover->task;
    if (task->generator == GENERATOR_ALL)
        return;
    prover->start.one_control = can_be_proved(prover, control);
    if (!prover->start.one_control && task->generator == GENERATOR_CONTROL)
        task->generator = GENERATOR_ALL;
}

/* true(F), or its negation */
static PropId feature_prop(Prover *prover, const Term *feature, bool holds)
{
    Task *task = prover->task;
    const Term *atom =
        term_compound(task->game->terms,
                      term_symbol(task->game->terms, "true", 4), 1, &feature);
    PropId prop = prop_atom(task->props, atom);
    return holds ? prop : prop_not(task->props, prop);
}

static void add_prop(PropVec *props, SizeVec *claims, PropId prop, size_t claim)
{
    vec_push(props, prop);
    vec_push(claims, claim);
}

/* What steps started from without its being claimed, which has no claim to
 * name. */
static void add_foundations(const Prover *prover, PropId control,
                            PropVec *props, SizeVec *claims)
{
    const Task *task = prover->task;
    for (size_t i = 0; i < task->given_count; i++)
        add_prop(props, claims, task->givens[i], task->count);
    if (prover->start.one_control)
        add_prop(props, claims, control, task->count);
}

/* That the game is playable, with what that proof started from. */
static void save_playability(Prover *prover, PropId control, PropId playable)
{
    PropVec props = {0};
    SizeVec claims = {0};
    add_prop(&props, &claims, playable, prover->task->count);
    add_foundations(prover, control, &props, &claims);
    certify_proof(prover->task, "playable",
                  &(Proof){props.items, claims.items, props.count, false});
    vec_free(&props);
    vec_free(&claims);
}

static void explain_proof(Prover *prover, bool rests)
{
    Task *task = prover->task;
    const char *more =
        !rests ? ""
        : task->assumes_playable
            ? "They rest on every role having a legal move in every position "
              "that is not terminal, which was not proved. "
            : "They rest on every role having a legal move in every position "
              "that is not terminal: playable-base.lp and playable-step.lp "
              "prove that, likewise. ";
    certify_readme(task,
                   arena_printf(task->arena,
                                "%sThe other programs are those that were run: "
                                "clingo --enum-mode=cautious shows what holds "
                                "in all answer sets.",
                                more));
}

/* What was proved, with all that it rests on, is inductive together. */
static void save_proof(Prover *prover, PropId control, PropId playable)
{
    Task *task = prover->task;
    PropVec props = {0};
    SizeVec claims = {0};
    bool rests = rests_on_playability(prover);
    for (size_t i = 0; i < task->count; i++)
        if (prover->findings[i].verdict == VERDICT_PROVED)
            add_prop(&props, &claims, task->meanings[i], i);
    if (claims.count) {
        add_foundations(prover, control, &props, &claims);
        for (size_t i = 0; i < prover->never.count; i++)
            add_prop(&props, &claims,
                     feature_prop(prover, prover->never.items[i], false),
                     task->count);
        for (size_t i = 0; i < prover->always.count; i++)
            add_prop(&props, &claims,
                     feature_prop(prover, prover->always.items[i], true),
                     task->count);
        certify_proof(task, "proof",
                      &(Proof){props.items, claims.items, props.count, rests});
        if (rests && !task->assumes_playable)
            save_playability(prover, control, playable);
        explain_proof(prover, rests);
    }
    vec_free(&props);
    vec_free(&claims);
}

static bool prove(Task *task, Finding *findings, const char **why)
{
    if (!clingo_version(task->arena, why))
        return false;
    Prover prover = {.task = task,
                     .findings = findings,
                     .arena = arena_new(),
                     .levels = levels_of(task)};
    PropId control =
        meaning(&prover, control_uniqueness(task->universe, task->arena));
    PropId playable =
        meaning(&prover, playability(task->universe, task->arena));
    for (size_t i = 0; i < task->given_count; i++)
        vec_push(&prover.hypotheses, task->givens[i]);
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
    vec_free(&prover.hypotheses);
    vec_free(&prover.never);
    vec_free(&prover.always);
    arena_free(prover.arena);
    return true;
}

const Engine engine_clingo = {"clingo", prove};

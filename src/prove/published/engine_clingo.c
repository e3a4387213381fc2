/* engine_clingo.c - questions of the published methods, asked of clingo
 *
 * In:   a Task
 * Out:  Findings
 *
 * The programs are those of asp/induction_program.c; in which order they are
 * asked is up to prove/published/published.c. Start reading at prove(), at the
 * end.
 */
#include "asp/clingo.h"
#include "asp/certificate.h"
#include "prove/walk/fault.h"
#include "prove/published/published.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    Oracle oracle;
    Arena *arena; /* for what clingo answers */
} ClingoOracle;

enum { MAX_EXAMPLE_SECONDS = 2 }; /* for a better example of a failed step */

/* Answer sets that differ much from each other drop many formulas at once:
 * half as many of them are needed as with the solver's usual habits. */
static const char *const varied_answer_sets[] = {"--save-progress=0",
                                                 "--sign-def=rnd", NULL};

static ClingoAnswer ask(const ClingoOracle *clingo, const Program *program,
                        ClingoMode mode)
{
    const Task *task = clingo->oracle.task;
    ClingoTask question = {
        .mode = mode,
        .max_models = 1,
        .megabytes = task->megabytes,
        .budget = task->budget,
        .options = mode == CLINGO_CAUTIOUS ? varied_answer_sets : NULL};
    return clingo_run(clingo->arena, text_string(&program->text),
                      program->text.length, &question);
}

static const char *keep(const Task *task, const char *reason)
{
    return reason ? arena_string(task->arena, reason, strlen(reason)) : NULL;
}

/* Saves a program under the name of what is asked and PART, which may be "". */
static void save(const ClingoOracle *clingo, const char *part,
                 const Program *program)
{
    Task *task = clingo->oracle.task;
    if (task->save && clingo->oracle.name)
        certify_program(
            task, arena_printf(task->arena, "%s%s", clingo->oracle.name, part),
            program);
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
static Play play_of(const Task *task, const Asp *asp, const ClingoModel *model,
                    size_t level_count)
{
    size_t role_count = interp_role_count(task->interp);
    Play play = {
        arena_array(task->arena, const Term *, role_count *level_count + 1), 0};
    for (size_t i = 0; i < model->count; i++) {
        size_t level;
        const Term *atom = asp_read_atom(asp, model->atoms[i], &level);
        if (!atom || strcmp(atom->symbol->name, "does") != 0 ||
            level >= level_count)
            continue;
        size_t role = role_index(task->interp, atom->args[0]);
        if (role == role_count)
            continue;
        play.moves[level * role_count + role] = atom->args[1];
        play.steps = level + 1 > play.steps ? level + 1 : play.steps;
    }
    return play;
}

/* The features of level 0. */
static const Term **features_of(const Task *task, const Asp *asp,
                                const ClingoModel *model, size_t *count)
{
    TermVec features = {0};
    for (size_t i = 0; i < model->count; i++) {
        size_t level;
        const Term *atom = asp_read_atom(asp, model->atoms[i], &level);
        if (atom && level == 0 && strcmp(atom->symbol->name, "true") == 0)
            vec_push(&features, atom->args[0]);
    }
    *count = features.count;
    return vec_finish(&features, task->arena);
}

static Answer answer_of(const Task *task, const ClingoAnswer *answer,
                        Finding *finding)
{
    finding->reason = keep(task, answer->reason);
    return answer->verdict == CLINGO_UNSATISFIABLE ? ANSWER_YES
           : answer->verdict == CLINGO_SATISFIABLE ? ANSWER_NO
                                                   : ANSWER_UNKNOWN;
}

static void ask_base(Oracle *oracle, PropId prop, Finding *finding)
{
    ClingoOracle *clingo = (ClingoOracle *)oracle;
    Task *task = oracle->task;
    unsigned level_count = props_get(task->props, prop)->degree;
    FormulaSet set = {.props = &prop, .count = 1, .levels = level_count};
    Program program = induction_program(task, ASK_ALONE, NULL, &set);
    save(clingo, "-base", &program);
    ArenaMark mark = arena_mark(clingo->arena);
    ClingoAnswer answer = ask(clingo, &program, CLINGO_MODELS);
    finding->base = answer_of(task, &answer, finding);
    if (finding->base == ANSWER_NO) {
        Play play = {0};
        if (answer.count)
            play = play_of(task, program.asp, answer.models, level_count);
        if (!refute_by(task, finding, prop, &play, 0))
            finding->reason = replay_mismatch(task->interp);
    }
    arena_rewind(clingo->arena, mark);
    program_free(&program);
}

/* A step at which the formula fails and nobody merely waits, if there is one
 * and it is soon found: it tells more than the one in ANSWER. */
static ClingoAnswer better_example(const ClingoOracle *clingo,
                                   const Program *program, ClingoAnswer answer)
{
    const Budget *all = clingo->oracle.task->budget;
    Budget budget = budget_new(fmin(budget_left(all), MAX_EXAMPLE_SECONDS),
                               all ? all->cancelled : NULL);
    ClingoTask task = {.mode = CLINGO_MODELS,
                       .max_models = 1,
                       .megabytes = clingo->oracle.task->megabytes,
                       .budget = &budget};
    Text text = {0};
    text_add(&text, program->text.bytes, program->text.length);
    asp_no_waiting(&text, program->asp, 0);
    ClingoAnswer other =
        clingo_run(clingo->arena, text.bytes, text.length, &task);
    text_free(&text);
    return other.verdict == CLINGO_SATISFIABLE && other.count ? other : answer;
}

static void ask_step(Oracle *oracle, const Start *start, PropId prop,
                     unsigned level_count, Finding *finding)
{
    ClingoOracle *clingo = (ClingoOracle *)oracle;
    Task *task = oracle->task;
    FormulaSet set = {.props = &prop, .count = 1, .levels = level_count};
    Program program = induction_program(task, ASK_ALONE, start, &set);
    save(clingo, "-step", &program);
    ArenaMark mark = arena_mark(clingo->arena);
    ClingoAnswer answer = ask(clingo, &program, CLINGO_MODELS);
    finding->step = answer_of(task, &answer, finding);
    if (finding->step == ANSWER_NO && answer.count) {
        size_t count;
        answer = better_example(clingo, &program, answer);
        const Term **features =
            features_of(task, program.asp, answer.models, &count);
        finding->failed =
            failed_step(task, features, count,
                        play_of(task, program.asp, answer.models, 1).moves);
    }
    arena_rewind(clingo->arena, mark);
    program_free(&program);
}

/* ---- sets ---- */

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

/* For the claims of SET: YES if in all answer sets, NO if not, UNKNOWN if
 * clingo was stopped before it knew. */
static Answer *read_consequences(const ClingoOracle *clingo,
                                 const ClingoAnswer *answer,
                                 const FormulaSet *set)
{
    size_t claim_count = clingo->oracle.task->count;
    Answer *answers = arena_array(clingo->arena, Answer, claim_count + 1);
    bool none = answer->verdict == CLINGO_UNSATISFIABLE;
    bool is_listed = answer->count > 0;
    for (size_t i = 0; i < set->count; i++) {
        assert(set->numbers[i] < claim_count);
        answers[set->numbers[i]] = none        ? ANSWER_YES
                                   : is_listed ? ANSWER_NO
                                               : ANSWER_UNKNOWN;
    }
    for (size_t i = 0; is_listed && i < answer->models[0].count; i++) {
        size_t number;
        if (read_number(answer->models[0].atoms[i], &number) &&
            number < claim_count)
            answers[number] = answer->complete ? ANSWER_YES : ANSWER_UNKNOWN;
    }
    return answers;
}

/* The base cases of SET if START is NULL, else its steps. False if clingo was
 * stopped before all was known. */
static bool ask_set(Oracle *oracle, Ask question, const Start *start,
                    const FormulaSet *set, Finding *findings)
{
    ClingoOracle *clingo = (ClingoOracle *)oracle;
    Program program = induction_program(oracle->task, question, start, set);
    ArenaMark mark = arena_mark(clingo->arena);
    ClingoAnswer answer = ask(clingo, &program, CLINGO_CAUTIOUS);
    const Answer *answers = read_consequences(clingo, &answer, set);
    const char *reason = keep(oracle->task, answer.reason);
    for (size_t i = 0; i < set->count; i++) {
        Finding *finding = &findings[set->numbers[i]];
        finding->reason = reason;
        *(start ? &finding->step : &finding->base) = answers[set->numbers[i]];
    }
    save(clingo, "", &program);
    bool complete = answer.complete || answer.verdict == CLINGO_UNSATISFIABLE;
    arena_rewind(clingo->arena, mark);
    program_free(&program);
    return complete;
}

static void ask_bases(Oracle *oracle, const FormulaSet *set, Finding *findings)
{
    ask_set(oracle, ASK_EACH, NULL, set, findings);
}

static bool ask_steps(Oracle *oracle, const Start *start, const FormulaSet *set,
                      bool is_mutual, Finding *findings)
{
    return ask_set(oracle, is_mutual ? ASK_MUTUAL : ASK_EACH, start, set,
                   findings);
}

static bool prove(Task *task, Finding *findings, const char **why)
{
    if (!clingo_version(task->arena, why))
        return false;
    ClingoOracle clingo = {.oracle = {.task = task,
                                      .runs_programs = true,
                                      .base = ask_base,
                                      .step = ask_step,
                                      .bases = ask_bases,
                                      .steps = ask_steps},
                           .arena = arena_new()};
    prove_published(&clingo.oracle, findings);
    arena_free(clingo.arena);
    return true;
}

const ProofEngine engine_clingo = {"clingo", prove};

/* engine_clingo.c - questions of the published methods, asked of clingo
 *
 * In:   a ProofTask
 * Out:  Findings
 *
 * The programs are those of asp/induction_program.c; in which order they are
 * asked is up to prove/published/published.c. Start reading at prove(), at the
 * end.
 */
#include "asp/clingo.h"
#include "prove/walk/fault.h"
#include "prove/published/oracle.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    Oracle oracle;
    Arena *arena; /* for what clingo answers */
} ClingoOracle;

/* Answer sets that differ much from each other drop many formulas at once:
 * half as many of them are needed as with the solver's usual habits. */
static const char *const varied_answer_sets[] = {"--save-progress=0",
                                                 "--sign-def=rnd", NULL};

static ClingoAnswer run_clingo(const ClingoOracle *clingo, const Text *program,
                               ClingoMode mode)
{
    ClingoTask question = {
        .mode = mode,
        .max_models = 1,
        .megabytes = clingo->oracle.task->megabytes,
        .budget = clingo->oracle.task->budget,
        .options = mode == CLINGO_CAUTIOUS ? varied_answer_sets : NULL};
    return clingo_run(clingo->arena, text_string(program), program->length,
                      &question);
}

/* ---- how a formula fails ---- */

/* The moves of an answer set, level after level. */
static Play play_of_model(const ProofTask *task, const ClingoModel *model,
                          size_t level_count)
{
    size_t role_count = interp_role_count(task->interp);
    Play play = {
        arena_array(task->arena, const Term *, role_count *level_count + 1), 0};
    for (size_t i = 0; i < model->count; i++) {
        size_t level;
        const Term *atom = asp_read_atom(task->game->terms, ASP_PROOF,
                                         model->atoms[i], &level);
        if (!atom || strcmp(atom->symbol->name, "does") != 0 ||
            level >= level_count)
            continue;
        uint32_t role = universe_role(task->universe, atom->args[0]);
        if (role == NO_INDEX)
            continue;
        play.moves[level * role_count + role] = atom->args[1];
        play.steps = level + 1 > play.steps ? level + 1 : play.steps;
    }
    return play;
}

/* The features of level 0. */
static const Term **features_of_model(const ProofTask *task,
                                      const ClingoModel *model, size_t *count)
{
    TermVec features = {0};
    for (size_t i = 0; i < model->count; i++) {
        size_t level;
        const Term *atom = asp_read_atom(task->game->terms, ASP_PROOF,
                                         model->atoms[i], &level);
        if (atom && level == 0 && strcmp(atom->symbol->name, "true") == 0)
            vec_push(&features, atom->args[0]);
    }
    *count = features.count;
    return vec_finish(&features, task->arena);
}

/* How the formula of SET fails, as MODEL has it: by a play, or a step. */
static void show_failure(const ProofTask *task, const Start *start,
                         const FormulaSet *set, const ClingoModel *model,
                         Finding *finding)
{
    if (start) {
        size_t count;
        const Term **features = features_of_model(task, model, &count);
        finding->failed = failed_step(task, features, count,
                                      play_of_model(task, model, 1).moves);
        return;
    }
    Play play = play_of_model(task, model, set->levels);
    if (!refute_by(task, finding, set->props[0], &play, 0))
        finding->reason = replay_mismatch(task->interp);
}

/* ---- answers ---- */

/* Reads _holds(K) or _step(K). */
static bool read_number(const char *atom, size_t *number)
{
    const char *open = strchr(atom, '(');
    char *end;
    if (*atom != '_' || !open)
        return false;
    *number = strtoul(open + 1, &end, 10);
    return *end == ')';
}

/* For the claims of SET: YES if in all answer sets, NO if not, UNKNOWN if
 * clingo was stopped before it knew. */
static void take_answers(const ProofTask *task, const ClingoAnswer *answer,
                         const Start *start, const FormulaSet *set,
                         Finding *findings)
{
    const char *reason =
        answer->reason
            ? arena_string(task->arena, answer->reason, strlen(answer->reason))
            : NULL;
    for (size_t i = 0; i < set->count; i++) {
        Finding *finding = finding_of(set, findings, i);
        finding->reason = reason;
        set_answer(finding, start,
                   answer->verdict == CLINGO_UNSATISFIABLE ? ANSWER_YES
                   : answer->count                         ? ANSWER_NO
                                                           : ANSWER_UNKNOWN);
    }
    for (size_t i = 0; answer->count && i < answer->models[0].count; i++) {
        size_t number;
        if (read_number(answer->models[0].atoms[i], &number) &&
            number < task->count)
            set_answer(&findings[number], start,
                       answer->complete ? ANSWER_YES : ANSWER_UNKNOWN);
    }
}

static bool ask(Oracle *oracle, Ask question, const Start *start,
                const FormulaSet *set, Finding *findings)
{
    ClingoOracle *clingo = (ClingoOracle *)oracle;
    ProofTask *task = oracle->task;
    bool is_alone = question == ASK_ALONE;
    assert(!is_alone || set->count == 1);
    Text program = induction_program(task, question, start, set);
    ArenaMark mark = arena_mark(clingo->arena);
    ClingoAnswer answer = run_clingo(
        clingo, &program, is_alone ? CLINGO_MODELS : CLINGO_CAUTIOUS);
    take_answers(task, &answer, start, set, findings);
    if (is_alone && answer.count)
        show_failure(task, start, set, answer.models, findings);
    arena_rewind(clingo->arena, mark);
    text_free(&program);
    return answer.complete;
}

static bool prove(ProofTask *task, Finding *findings, const char **why)
{
    if (!clingo_version(task->arena, why))
        return false;
    ClingoOracle clingo = {.oracle = {.task = task, .ask = ask},
                           .arena = arena_new()};
    prove_published(&clingo.oracle, findings);
    arena_free(clingo.arena);
    return true;
}

const ProofEngine engine_clingo = {"clingo", prove};

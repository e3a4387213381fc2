/* api_asp.c - a game as an answer set program, for zermelo.h
 *
 * In:   a game, and which program is asked for
 * Out:  the program as clingo reads it: the plays of the game (Thielscher
 *       2009), its plans, or a base case or induction step of a proof
 *
 * Start reading at asp_answer(), at the end.
 */
#include "api/proof_request.h"

#include "asp/induction_program.h"
#include "solve/by_clingo.h"

#include <string.h>

static json_t *program_json(const Call *call, const size_t *horizon,
                            Text *program)
{
    json_t *answer = JSON_OBJECT(
        {"file", json_text(call->game->name)},
        {"program", json_text(call_text(call, "program", "extension"))});
    if (horizon)
        json_put(answer, "horizon", json_count(*horizon));
    json_put(answer, "text", json_text(text_string(program)));
    text_free(program);
    return answer;
}

/* ---- base case and induction step ---- */

/* Whether at most one control(P) holds in any position, proved. */
static bool control_is_unique(ProofRequest *proof)
{
    Claim claim = {.formula =
                       control_uniqueness(proof->universe, proof->arena)};
    Finding finding = {0};
    const char *reason;
    if (!claim.formula)
        return false;
    PropId meaning = props_expand(proof->props, claim.formula);
    const ClaimSet single = {
        .list.items = &claim, .meanings = &meaning, .count = 1};
    ProofTask task = proof_task(proof, &single);
    task.method = METHOD_INDIVIDUAL;
    task.generator = GENERATOR_ALL;
    return meaning != NO_PROP &&
           proof->engine->prove(&task, &finding, &reason) &&
           finding.verdict == VERDICT_PROVED;
}

static Text induction_text(ProofRequest *proof, bool is_step)
{
    const ClaimSet *claims = &proof->claims, *givens = &proof->givens;
    ProofTask task = proof_task(proof, claims);
    Start start = {.one_control = is_step &&
                                  proof->generator != GENERATOR_ALL &&
                                  control_is_unique(proof),
                   .hypotheses = givens->meanings,
                   .hypothesis_count = givens->count};
    Ask ask = proof->method == METHOD_MUTUAL  ? ASK_MUTUAL
              : proof->method == METHOD_JOINT ? ASK_EACH
              : claims->count == 1            ? ASK_ALONE
                                              : ASK_EACH;
    unsigned degree =
        largest_degree(proof->props, claims->meanings, claims->count);
    unsigned hypothesis_degree =
        hypothesis_levels(proof->props, givens->meanings, givens->count);
    if (is_step && hypothesis_degree > degree)
        degree = hypothesis_degree;
    FormulaSet set = {claims->meanings, NULL, claims->count, degree};
    return induction_program(&task, ask, is_step ? &start : NULL, &set);
}

static json_t *induction_answer(Call *call, bool is_step)
{
    ProofRequest proof;
    json_t *answer = proof_begin(&proof, call, &engine_clingo, "asp");
    if (!answer) {
        Text program = {0};
        if (proof.claims.count)
            program = induction_text(&proof, is_step);
        answer =
            proof.claims.count
                ? program_json(call, NULL, &program)
                : call_fail("asp", "%s: there is no formula", call->game->name);
    }
    proof_free(&proof);
    return answer;
}

/* ---- plays and plans ---- */

enum { DEFAULT_HORIZON = 10 };

/* Why there is no such program of the game, or NULL. */
static const char *why_no_plans(const ZermeloGame *game, int goal)
{
    if (game->role_count != 1)
        return "the outcome depends on the moves of several roles: plans are "
               "for games of one role";
    return goal < 0 ? "the rules have no value for a goal" : NULL;
}

static json_t *plays_answer(Call *call, bool is_of_plans)
{
    const char *failure = NULL;
    size_t horizon = call_count(call, "horizon", DEFAULT_HORIZON);
    const Game *game = call->game->game;
    int goal = call_has(call, "goal") ? (int)call_count(call, "goal", 0)
                                      : highest_goal_value(game);
    const Position *start = call_start(call, &failure);
    if (start && is_of_plans)
        failure = why_no_plans(call->game, goal);
    if (!failure && is_of_plans)
        call_interpret(call, &failure);
    if (failure)
        return call_fail(call_is_over(call) ? "limit" : "asp", "%s: %s",
                         call->game->name, failure);
    Text program = {0};
    if (is_of_plans)
        plan_program(&program, game, start, interp_role(call->interp, 0), goal,
                     horizon);
    else
        plays_program(&program, game, start, horizon);
    return program_json(call, &horizon, &program);
}

static json_t *asp_answer(Call *call)
{
    const char *name = call_text(call, "program", "extension");
    if (strcmp(name, "base") == 0 || strcmp(name, "step") == 0)
        return induction_answer(call, strcmp(name, "step") == 0);
    return plays_answer(call, strcmp(name, "solve") == 0);
}

QUESTION(zermelo_asp_json, .answer = asp_answer,
         .options = PROOF_OPTIONS
         "program=extension|solve|base|step "
         "horizon=COUNT<=100000 goal=COUNT<=100 from=TEXT")

/* verify.c - is a game well-formed: proved, not sampled
 *
 * In:   a Game
 * Out:  a verdict on each property
 *
 * All but termination are properties about single positions, which are proved
 * together (prove/verify_rounds.c). What comes back as a play is judged by the
 * interpreter. Start reading at verify(), at the end.
 */
#include "prove/verify.h"

#include "base/memory.h"
#include "base/sort.h"
#include "prove/verify_rounds.h"
#include "prove/walk/interpreted_walks.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const VerifyTask *task;
    const Game *game;
    Interp *interp;
    const Budget *budget;
    Arena *arena;
    VerifiedList *list;
    const Net *net;
    PropertyTable properties;
    Questions questions;
    bool *wins; /* by role: a play that wins was noted; or NULL */
    bool some_win;
    bool is_cut_short; /* a method might do more with a larger quota */
} Verifier;

/* ---- judging plays ---- */

static const Play *play_of(const Verifier *verifier, const uint32_t *moves,
                           size_t step_count)
{
    const Net *net = verifier->net;
    size_t roles = net->role_count;
    Play *play = arena_alloc(verifier->arena, sizeof *play);
    play->steps = step_count;
    play->moves =
        arena_array(verifier->arena, const Term *, step_count *roles + 1);
    for (size_t i = 0; i < step_count * roles; i++)
        play->moves[i] = net->roles[i % roles].moves[moves[i]];
    return play;
}

static bool equal_positions(const Position *left, const Position *right)
{
    if (left->count != right->count)
        return false;
    for (size_t i = 0; i < left->count; i++)
        if (left->features[i] != right->features[i])
            return false;
    return true;
}

static void set_position(const Verifier *verifier, Verified *verified,
                         const Position *position)
{
    verified->features = position_in_order(verifier->arena, position);
    verified->feature_count = position->count;
}

/* Whether the play shows what it is to show, by the rules as they stand; then
 * its end and the fault are noted. */
static bool confirm(const Verifier *verifier, Verified *verified)
{
    Interp *interp = verifier->interp;
    const Play *play = verified->play;
    FaultChecker witness = {verifier->game, interp, verifier->net,
                            verifier->arena};
    Arena *scratch = arena_new();
    const Position *end =
        position_after(interp, play->moves, play->steps, scratch);
    bool is_shown = false;
    if (end && verified->check == CHECK_TERMINATING) {
        const Position *there =
            position_after(interp, play->moves, verified->loop_from, scratch);
        is_shown = verified->loop_from < play->steps && there &&
                   equal_positions(there, end);
        verified->fault = loop_fault;
    } else if (end) {
        is_shown = position_is_witness(&witness, end, verified->check,
                                       verified->role, &verified->fault);
    }
    if (end)
        set_position(verifier, verified, end);
    arena_free(scratch);
    return is_shown && !interp_failure(interp);
}

static const char *reason_of(const Verifier *verifier, Check check)
{
    if (budget_expired(verifier->budget))
        return budget_reason(verifier->budget, "out of time");
    if (verifier->is_cut_short)
        return "no proof was found, and no play, in the rounds allowed (--set "
               "max_rounds)";
    return check == CHECK_TERMINATING
               ? "no bound was found, and no play that returns; more time "
                 "does not help"
               : "no proof was found, and no play; more time does not help";
}

static void note(Verifier *verifier, Verified verified)
{
    if (verified.verdict == VERDICT_UNKNOWN && !verified.reason)
        verified.reason = reason_of(verifier, verified.check);
    if (verified.verdict == VERDICT_REFUTED && verified.fault.role != NO_INDEX)
        verified.role = verified.fault.role;
    vec_push(verifier->list, verified);
}

/* A play that another engine has found counts if the rules confirm it. */
static void note_confirmed(Verifier *verifier, Verified verified)
{
    verified.fault.role = NO_INDEX;
    if (verified.play && !confirm(verifier, &verified)) {
        verified = (Verified){.check = verified.check,
                              .role = verified.role,
                              .fault.role = NO_INDEX,
                              .reason = replay_mismatch(verifier->interp)};
    } else if (verified.verdict == VERDICT_REFUTED && !verified.play) {
        assert(verified.check == CHECK_WINNABLE);
        verified.fault.why = "no-win";
        verified.fault.message = "no play ends with the value 100";
    }
    note(verifier, verified);
}

/* ---- all ---- */

static void note_ending(Verifier *verifier, const Termination *ending)
{
    Verified verified = {.check = CHECK_TERMINATING,
                         .role = NO_INDEX,
                         .verdict = (Verdict)ending->verdict,
                         .how = ending->how};
    if (ending->verdict == VERDICT_PROVED) {
        verified.has_bound = true;
        verified.bound = ending->bound;
    } else if (ending->verdict == VERDICT_REFUTED) {
        verified.has_loop = true;
        verified.loop_from = ending->loop_from;
        verified.play = play_of(verifier, ending->moves, ending->steps);
    }
    note_confirmed(verifier, verified);
}

/* The result of question I. */
static void note_result(Verifier *verifier, const VerifyRounds *rounds,
                        size_t i)
{
    const ScheduleResult *result = &rounds->results[i];
    Verified verified = {.check = verifier->questions.about.items[i].check,
                         .role = verifier->questions.about.items[i].role,
                         .verdict = (Verdict)result->verdict,
                         .how = result->how};
    if (result->verdict == VERDICT_REFUTED)
        verified.play = play_of(verifier, result->moves, result->steps);
    if (verified.check == CHECK_WINNABLE && result->verdict != VERDICT_UNKNOWN)
        verified.verdict = result->verdict == VERDICT_REFUTED ? VERDICT_PROVED
                                                              : VERDICT_REFUTED;
    if (rounds->endless && is_about_end(verified.check)) {
        verified.verdict = VERDICT_PROVED;
        verified.how = rounds->endless;
        verified.is_vacuous = true;
    }
    note_confirmed(verifier, verified);
}

static void prove_all(Verifier *verifier)
{
    VerifyRounds rounds = {.task = verifier->task,
                           .game = verifier->game,
                           .budget = verifier->budget,
                           .arena = verifier->arena,
                           .net = verifier->net,
                           .properties = &verifier->properties,
                           .questions = &verifier->questions,
                           .some_win = verifier->some_win};
    verify_rounds_run(&rounds);
    verifier->is_cut_short = rounds.is_cut_short;
    note_ending(verifier, &rounds.ending);
    for (size_t i = 0; i < verifier->questions.list.count; i++)
        note_result(verifier, &rounds, i);
    verify_rounds_free(&rounds);
}

static int by_check(const void *left, const void *right)
{
    const Verified *a = left, *b = right;
    if (a->check != b->check)
        return a->check < b->check ? -1 : 1;
    return (a->role > b->role) - (a->role < b->role);
}

/* ---- plays without proofs ---- */

static void note_plain(Verifier *verifier, const WalkQuestion *question,
                       const char *why)
{
    Verified verified = {.check = question->check,
                         .role = question->role,
                         .fault.role = NO_INDEX,
                         .reason = why};
    if (question->play) {
        verified.verdict = question->check == CHECK_WINNABLE ? VERDICT_PROVED
                                                             : VERDICT_REFUTED;
        verified.how = "play";
        verified.reason = NULL;
        verified.has_loop = question->check == CHECK_TERMINATING;
        verified.loop_from = question->loop_from;
        verified.play = question->play;
        verified.fault = question->fault;
        const Verified *last =
            verifier->list->count ? &vec_last(verifier->list) : NULL;
        if (last && last->play == question->play) {
            verified.features = last->features;
            verified.feature_count = last->feature_count;
        } else {
            set_position(verifier, &verified, question->position);
        }
    }
    note(verifier, verified);
}

/* Where there are many roles, one play that wins for several is sought first:
 * they share it. */
static void find_shared_wins(Verifier *verifier)
{
    enum { MIN_ROLES = 256, PLAYS = 4 };
    const Net *net = verifier->net;
    FaultChecker witness = {verifier->game, verifier->interp, net,
                            verifier->arena};
    VEC(WalkQuestion) questions = {0};
    if (net->role_count < MIN_ROLES)
        return;
    verifier->wins = arena_array(verifier->arena, bool, net->role_count);
    for (uint32_t i = 0; i < net->role_count; i++)
        if (!net->roles[i].is_random) {
            vec_push(&questions,
                     (WalkQuestion){.check = CHECK_WINNABLE, .role = i});
        }
    interpreted_walks_run(&witness, verifier->task->seed, PLAYS,
                          verifier->budget, questions.items, questions.count);
    for (size_t i = 0; i < questions.count; i++)
        if (questions.items[i].play) {
            note_plain(verifier, &questions.items[i], NULL);
            verifier->wins[questions.items[i].role] = true;
            verifier->some_win = true;
        }
    vec_free(&questions);
}

static void verify_all(Verifier *verifier)
{
    Questions *questions = &verifier->questions;
    properties_init(&verifier->properties, verifier->net);
    find_shared_wins(verifier);
    *questions = (Questions){.game = verifier->game,
                             .net = verifier->net,
                             .properties = &verifier->properties,
                             .known_wins = verifier->wins};
    questions_ask(questions, verifier->interp);
    for (size_t i = 0; i < questions->not_asked.count; i++)
        note(verifier, (Verified){.check = CHECK_WINNABLE,
                                  .role = questions->not_asked.items[i],
                                  .fault.role = NO_INDEX,
                                  .reason = "there are too many roles"});
    prove_all(verifier);
    sort_items(verifier->list->items, verifier->list->count,
               sizeof *verifier->list->items, by_check);
    properties_free(&verifier->properties);
    questions_free(questions);
}

/* ---- without a network ---- */

/* WHY it is not grounded is why what plays do not show is unknown. */
static void verify_plain(Verifier *verifier, const char *why)
{
    enum { MAX_PLAYS = 10000 };
    Interp *interp = verifier->interp;
    const Game *game = verifier->game;
    FaultChecker witness = {game, interp, NULL, verifier->arena};
    VEC(WalkQuestion) questions = {0};
    for (Check check = CHECK_PLAYABLE; check <= CHECK_TURN_TAKING; check++) {
        WalkQuestion question = {.check = check, .role = NO_INDEX};
        if (check != CHECK_WINNABLE && question_applies(game, interp, check))
            vec_push(&questions, question);
        for (uint32_t i = 0; i < interp_role_count(interp); i++) {
            question.role = i;
            if (check == CHECK_WINNABLE && !interp_is_random(interp, i))
                vec_push(&questions, question);
        }
    }
    interpreted_walks_run(&witness, verifier->task->seed, MAX_PLAYS,
                          verifier->budget, questions.items, questions.count);
    for (size_t i = 0; i < questions.count; i++)
        note_plain(verifier, &questions.items[i], why);
    vec_free(&questions);
}

void verify(const VerifyTask *task, VerifiedList *list)
{
    const Game *game = task->game;
    Verifier verifier = {.task = task,
                         .game = game,
                         .interp = task->interp,
                         .budget = task->budget,
                         .arena = task->arena,
                         .list = list};
    RelationId declared[2];
    NetOptions options = {.relations = declared};
    if (game->keyword[KEYWORD_BASE] != NO_RELATION)
        declared[options.relation_count++] = game->keyword[KEYWORD_BASE];
    if (game->keyword[KEYWORD_INPUT] != NO_RELATION)
        declared[options.relation_count++] = game->keyword[KEYWORD_INPUT];
    /* if grounding takes too long, plays can tell something */
    Budget grounding = budget_part(task->budget, 0.7);
    const char *why = NULL;
    verifier.net = net_new_with(game, &options, &grounding, &why);
    if (verifier.net)
        verify_all(&verifier);
    else
        verify_plain(&verifier, why);
    net_free(verifier.net);
}

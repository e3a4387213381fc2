/* verify.c - is a game well-formed: proved, not sampled
 *
 * In:   a Game
 * Out:  a verdict on each property
 *
 * All but termination are properties about single positions, which are proved
 * together (prove/schedule.c). What comes back as a play is judged by the
 * interpreter. Start reading at verify(), at the end.
 */
#include "prove/verify.h"

#include "base/sort.h"
#include "formula/facts.h"
#include "prove/schedule.h"
#include "prove/walk/interpreted_walks.h"

#include <assert.h>
#include <string.h>

typedef struct {
    const VerifyTask *task;
    VerifiedList *verified_list;
    const Net *net;
    PropertyTable properties;
    Questions questions;
    bool *known_wins; /* by role: a play that wins was noted; or NULL */
    PropertyTask proofs;
    Termination termination;
    /* By question: what was found, and the same as the rules have it */
    PropertyResult *results;
    Verified *judgements;
    bool *is_judged;
} Verifier;

/* ---- judging plays ---- */

static FaultChecker fault_checker(const Verifier *verifier)
{
    const VerifyTask *task = verifier->task;
    return (FaultChecker){task->game, task->interp, verifier->net, task->arena};
}

/* The play of MOVES, given as move numbers, in terms. */
static const Play *named_play(const Verifier *verifier, const uint32_t *moves,
                              size_t step_count)
{
    const Net *net = verifier->net;
    size_t roles = net->role_count;
    Play *play = arena_alloc(verifier->task->arena, sizeof *play);
    play->steps = step_count;
    play->moves =
        arena_array(verifier->task->arena, const Term *, step_count *roles + 1);
    for (size_t i = 0; i < step_count * roles; i++) {
        assert(moves[i] < net->roles[i % roles].move_count);
        play->moves[i] = net->roles[i % roles].moves[moves[i]];
    }
    return play;
}

static bool equal_positions(const Position *left, const Position *right)
{
    return left->count == right->count &&
           memcmp(left->features, right->features,
                  left->count * sizeof *left->features) == 0;
}

static void set_last_position(const Verifier *verifier, Verified *verified,
                              const Position *position)
{
    verified->features = position_in_order(verifier->task->arena, position);
    verified->feature_count = position->count;
}

/* Whether the play of VERIFIED shows what is claimed, by the rules: replays it,
 * which moves the interpreter, and sets its last position and the fault. */
static bool rules_confirm(const Verifier *verifier, Verified *verified)
{
    Interp *interp = verifier->task->interp;
    const Play *play = verified->play;
    FaultChecker checker = fault_checker(verifier);
    Arena *scratch = arena_new();
    const Position *last_position =
        position_after(interp, play->moves, play->steps, scratch);
    bool is_confirmed = false;
    if (last_position && verified->check == CHECK_TERMINATING) {
        const Position *loop_start =
            position_after(interp, play->moves, verified->loop_from, scratch);
        is_confirmed = verified->loop_from < play->steps && loop_start &&
                       equal_positions(loop_start, last_position);
        verified->fault = loop_fault;
    } else if (last_position) {
        is_confirmed =
            position_is_witness(&checker, last_position, verified->check,
                                verified->role, &verified->fault);
    }
    if (last_position)
        set_last_position(verifier, verified, last_position);
    arena_free(scratch);
    return is_confirmed && !interp_failure(interp);
}

static const char *reason_of(const Verifier *verifier, Check check)
{
    if (budget_expired(verifier->task->budget))
        return budget_reason(verifier->task->budget, "out of time");
    if (verifier->proofs.cut_short)
        return "no proof was found, and no play, in the rounds allowed (--set "
               "max_rounds)";
    return check == CHECK_TERMINATING
               ? "no bound was found, and no play that returns; more time "
                 "does not help"
               : "no proof was found, and no play; more time does not help";
}

/* Appends VERIFIED to the list, with a reason if it is unknown. */
static void add_verified(Verifier *verifier, Verified verified)
{
    if (verified.verdict == VERDICT_UNKNOWN && !verified.reason)
        verified.reason = reason_of(verifier, verified.check);
    if (verified.verdict == VERDICT_REFUTED && verified.fault.role != NO_INDEX)
        verified.role = verified.fault.role;
    assert(verified.verdict == VERDICT_UNKNOWN || !verified.reason);
    vec_push(verifier->verified_list, verified);
}

/* A play that another engine has found counts if the rules confirm it. */
static Verified confirmed(const Verifier *verifier, Verified verified)
{
    verified.fault.role = NO_INDEX;
    if (verified.play && !rules_confirm(verifier, &verified)) {
        verified =
            (Verified){.check = verified.check,
                       .role = verified.role,
                       .fault.role = NO_INDEX,
                       .reason = replay_mismatch(verifier->task->interp)};
    } else if (verified.verdict == VERDICT_REFUTED && !verified.play) {
        assert(verified.check == CHECK_WINNABLE);
        verified.fault.why = "no-win";
        verified.fault.message = "no play ends with the value 100";
    }
    return verified;
}

/* ---- verdicts ---- */

/* Whether plays end, as far as was found out. */
static Verified judge_termination(const Verifier *verifier)
{
    const Termination *termination = &verifier->termination;
    Verified verified = {.check = CHECK_TERMINATING,
                         .role = NO_INDEX,
                         .verdict = (Verdict)termination->verdict,
                         .how = termination->how,
                         .evidence = termination->evidence};
    if (termination->verdict == VERDICT_PROVED) {
        verified.has_bound = true;
        verified.bound = termination->bound;
    } else if (termination->verdict == VERDICT_REFUTED) {
        verified.has_loop = true;
        verified.loop_from = termination->loop_from;
        verified.play =
            named_play(verifier, termination->moves, termination->steps);
    }
    return confirmed(verifier, verified);
}

/* What the result of QUESTION says. */
static Verified judge_result(const Verifier *verifier, size_t question)
{
    const PropertyResult *result = &verifier->results[question];
    GroundProperty *property =
        arena_array(verifier->task->arena, GroundProperty, 1);
    *property = verifier->questions.list.items[question];
    Verified verified = {
        .check = verifier->questions.topics.items[question].check,
        .role = verifier->questions.topics.items[question].role,
        .verdict = (Verdict)result->verdict,
        .how = result->how,
        .evidence = result->evidence,
        .property = property};
    if (result->verdict == VERDICT_REFUTED)
        verified.play = named_play(verifier, result->moves, result->steps);
    if (verified.check == CHECK_WINNABLE && result->verdict != VERDICT_UNKNOWN)
        verified.verdict = result->verdict == VERDICT_REFUTED ? VERDICT_PROVED
                                                              : VERDICT_REFUTED;
    const PropertyResult *endless =
        &verifier
             ->results[questions_find(&verifier->questions, CHECK_TERMINATING)];
    bool is_about_end =
        verified.check == CHECK_GOALS || verified.check == CHECK_ZERO_SUM;
    if (is_about_end && endless->verdict == VERDICT_PROVED) {
        verified.verdict = VERDICT_PROVED;
        verified.how = endless->how;
        verified.evidence = endless->evidence;
        verified.is_vacuous = true;
        property->ends[0] = ref_not(property_leaf(verifier->proofs.properties,
                                                  0, verifier->net->terminal));
    }
    return confirmed(verifier, verified);
}

static bool is_about_plays(const Verifier *verifier, size_t question)
{
    return verifier->questions.topics.items[question].check ==
           CHECK_TERMINATING;
}

/* Judges QUESTION, once. */
static Verified judge(Verifier *verifier, size_t question)
{
    if (!verifier->is_judged[question])
        verifier->judgements[question] = is_about_plays(verifier, question)
                                             ? judge_termination(verifier)
                                             : judge_result(verifier, question);
    verifier->is_judged[question] = true;
    return verifier->judgements[question];
}

/* Callback of the rounds: plays are judged as they are found, while there is
 * time. */
static void judge_refuted(void *context)
{
    Verifier *verifier = context;
    for (size_t i = 0; i < verifier->questions.list.count; i++) {
        Verdict verdict = is_about_plays(verifier, i)
                              ? verifier->termination.verdict
                              : verifier->results[i].verdict;
        if (verdict == VERDICT_REFUTED)
            judge(verifier, i);
    }
}

PropertyTask verify_proofs(const VerifyTask *task, const Questions *questions,
                           Termination *termination)
{
    RefList facts = {0};
    facts_lower(task->facts, task->game, task->budget, questions->properties,
                &facts);
    size_t fact_count = facts.count;
    PropertyTask proofs = {.net = questions->net,
                           .properties = questions->properties,
                           .list = questions->list.items,
                           .count = questions->list.count,
                           .facts = vec_finish(&facts, task->arena),
                           .fact_count = fact_count,
                           .seed = task->seed,
                           .budget = task->budget,
                           .limits = task->limits,
                           .statistics = task->statistics,
                           .plan = PLAN_VERIFY,
                           .termination = termination,
                           .log = task->record ? &task->record->log : NULL};
    return proofs;
}

static void prove_questions(Verifier *verifier)
{
    const VerifyTask *task = verifier->task;
    size_t count = verifier->questions.list.count;
    verifier->results = arena_array(task->arena, PropertyResult, count);
    verifier->judgements = arena_array(task->arena, Verified, count);
    verifier->is_judged = arena_array(task->arena, bool, count);
    verifier->proofs =
        verify_proofs(task, &verifier->questions, &verifier->termination);
    verifier->proofs.replay = judge_refuted;
    verifier->proofs.context = verifier;
    schedule_run(&verifier->proofs, verifier->results);
    for (size_t i = 0; i < count; i++)
        add_verified(verifier, judge(verifier, i));
}

static int by_check(const void *left, const void *right)
{
    const Verified *a = left, *b = right;
    if (a->check != b->check)
        return a->check < b->check ? -1 : 1;
    return (a->role > b->role) - (a->role < b->role);
}

/* ---- plays without proofs ---- */

static void add_walk_answer(Verifier *verifier, const WalkQuestion *question,
                            const char *reason)
{
    Verified verified = {.check = question->check,
                         .role = question->role,
                         .fault.role = NO_INDEX,
                         .reason = reason};
    if (question->play) {
        verified.verdict = question->check == CHECK_WINNABLE ? VERDICT_PROVED
                                                             : VERDICT_REFUTED;
        verified.how = "play";
        verified.reason = NULL;
        verified.has_loop = question->check == CHECK_TERMINATING;
        verified.loop_from = question->loop_from;
        verified.play = question->play;
        verified.fault = question->fault;
        const Verified *last = verifier->verified_list->count
                                   ? &vec_last(verifier->verified_list)
                                   : NULL;
        if (last && last->play == question->play) {
            verified.features = last->features;
            verified.feature_count = last->feature_count;
        } else {
            set_last_position(verifier, &verified, question->position);
        }
    }
    add_verified(verifier, verified);
}

/* Asks random plays of the interpreter: whether roles can win or, if not
 * ONLY_WINS, everything. What they do not show is unknown, for REASON, or left
 * to others. */
static void ask_walks(Verifier *verifier, bool only_wins, size_t max_plays,
                      const char *reason)
{
    const VerifyTask *task = verifier->task;
    FaultChecker checker = fault_checker(verifier);
    VEC(WalkQuestion) questions = {0};
    for (Check check = CHECK_PLAYABLE; check <= CHECK_TURN_TAKING; check++) {
        bool is_win = check == CHECK_WINNABLE;
        if (!is_win && !only_wins &&
            question_applies(task->game, task->interp, check))
            vec_push(&questions,
                     ((WalkQuestion){.check = check, .role = NO_INDEX}));
        for (uint32_t i = 0; is_win && i < interp_role_count(task->interp); i++)
            if (!interp_is_random(task->interp, i))
                vec_push(&questions,
                         ((WalkQuestion){.check = check, .role = i}));
    }
    interpreted_walks_run(&checker, task->seed, max_plays, task->budget,
                          questions.items, questions.count);
    for (size_t i = 0; i < questions.count; i++) {
        if (only_wins && !questions.items[i].play)
            continue;
        add_walk_answer(verifier, &questions.items[i], reason);
        if (only_wins)
            verifier->known_wins[questions.items[i].role] = true;
    }
    vec_free(&questions);
}

/* Where there are many roles, one play that wins for several is sought first:
 * they share it. */
static void find_shared_wins(Verifier *verifier)
{
    enum { MIN_ROLES = 256, SAMPLED_PLAYS = 4 };
    if (verifier->net->role_count < MIN_ROLES)
        return;
    verifier->known_wins =
        arena_array(verifier->task->arena, bool, verifier->net->role_count);
    ask_walks(verifier, true, SAMPLED_PLAYS, NULL);
}

/* Hands the proofs to the record. Turn-taking has a formula that is shorter
 * than its gates are. */
static void keep_record(const Verifier *verifier)
{
    ProofRecord *record = verifier->task->record;
    const Questions *questions = &verifier->questions;
    size_t number = questions_find(questions, CHECK_TURN_TAKING);
    proof_record_keep(record, &verifier->proofs, verifier->results);
    if (number != NO_INDEX)
        vec_push(&record->names,
                 ((NamedProperty){
                     questions->list.items[number],
                     "exists[0..1] P in role. exists[2..] M in move(P). "
                     "legal(P,M)"}));
}

static void verify_grounded(Verifier *verifier)
{
    Questions *questions = &verifier->questions;
    properties_init(&verifier->properties, verifier->net);
    find_shared_wins(verifier);
    *questions = (Questions){.game = verifier->task->game,
                             .net = verifier->net,
                             .properties = &verifier->properties,
                             .known_wins = verifier->known_wins};
    questions_add_all(questions, verifier->task->interp);
    for (size_t i = 0; i < questions->roles_not_asked.count; i++)
        add_verified(verifier,
                     (Verified){.check = CHECK_WINNABLE,
                                .role = questions->roles_not_asked.items[i],
                                .fault.role = NO_INDEX,
                                .reason = "there are too many roles"});
    prove_questions(verifier);
    sort_items(verifier->verified_list->items, verifier->verified_list->count,
               sizeof *verifier->verified_list->items, by_check);
    if (verifier->task->record)
        keep_record(verifier);
    else
        properties_free(&verifier->properties);
    schedule_free_results(&verifier->proofs, verifier->results);
    questions_free(questions);
}

void verify(const VerifyTask *task, VerifiedList *list)
{
    enum { MAX_PLAYS = 10000 }; /* where there is no net */
    const Game *game = task->game;
    Verifier verifier = {.task = task, .verified_list = list};
    RelationId declared[2];
    NetOptions options = {.relations = declared};
    if (game->keyword[KEYWORD_BASE] != NO_RELATION)
        declared[options.relation_count++] = game->keyword[KEYWORD_BASE];
    if (game->keyword[KEYWORD_INPUT] != NO_RELATION)
        declared[options.relation_count++] = game->keyword[KEYWORD_INPUT];
    /* if grounding takes too long, plays can tell something */
    Budget grounding = budget_part(task->budget, 0.7);
    const char *reason = NULL;
    verifier.net = net_new_with(game, &options, &grounding, &reason);
    if (verifier.net)
        verify_grounded(&verifier);
    else
        ask_walks(&verifier, false, MAX_PLAYS, reason);
    if (!task->record || !verifier.net)
        net_free(verifier.net);
}

/* verify.c - is a game well-formed: proved, not sampled
 *
 * In:   a Game
 * Out:  a verdict on each property
 *
 * All but termination are properties about single positions, and go to the
 * native prover together; termination has its own file. What comes back as a
 * play is judged by the interpreter. Start reading at verify(), at the end.
 */
#include "prove/verify.h"

#include "base/memory.h"
#include "base/sort.h"
#include "prove/linear/place_invariants.h"
#include "prove/induction/bmc.h"
#include "prove/candidates/autonomous_features.h"
#include "prove/walk/deadlock_search.h"
#include "prove/schedule.h"
#include "prove/verify_questions.h"
#include "prove/walk/interpreted_walks.h"
#include "prove/candidates/mutex_groups.h"
#include "prove/termination/termination.h"
#include "prove/linear/linear_invariants.h"

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
    Machine *machine;
    PropertyTable properties;
    Questions questions;
    ScheduleResult *results; /* of the questions */
    Schedule *schedule;
    ScheduleTask proofs;
    TerminationTask termination;
    Termination ending;
    RefList lemmas; /* for methods outside the schedule */
    size_t taken;   /* lemmas of the schedule that are among them */
    bool *is_lemma; /* by question: it is proved, and among them */
    bool *wins;     /* by role: a play that wins was noted; or NULL */
    bool some_win;
    bool is_cut_short;   /* a method might do more with a larger quota */
    const char *endless; /* how it was proved that no play ends, or NULL */
    /* The turn of a method */
    Budget turn;
    WorkMeter meter;
    double turn_start;
    size_t open_before_turn;
} Verifier;

/* ---- judging plays ---- */

static const Play *play_of(const Verifier *verifier, const uint32_t *moves,
                           size_t steps)
{
    const Net *net = verifier->net;
    size_t roles = net->role_count;
    Play *play = arena_alloc(verifier->arena, sizeof *play);
    play->steps = steps;
    play->moves = arena_array(verifier->arena, const Term *, steps *roles + 1);
    for (size_t i = 0; i < steps * roles; i++)
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
    bool shown = false;
    if (end && verified->check == CHECK_TERMINATING) {
        const Position *there =
            position_after(interp, play->moves, verified->loop_from, scratch);
        shown = verified->loop_from < play->steps && there &&
                equal_positions(there, end);
        verified->fault = loop_fault;
    } else if (end) {
        shown = position_is_witness(&witness, end, verified->check,
                                    verified->role, &verified->fault);
    }
    if (end)
        set_position(verifier, verified, end);
    arena_free(scratch);
    return shown && !interp_failure(interp);
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

static bool is_about_end(Check check)
{
    return check == CHECK_GOALS || check == CHECK_ZERO_SUM;
}

static void note_result(Verifier *verifier, size_t i,
                        const ScheduleResult *result)
{
    Verified verified = {.check = verifier->questions.about.items[i].check,
                         .role = verifier->questions.about.items[i].role,
                         .verdict = (Verdict)result->verdict,
                         .how = result->how};
    if (result->verdict == VERDICT_REFUTED)
        verified.play = play_of(verifier, result->moves, result->steps);
    if (verified.check == CHECK_WINNABLE && result->verdict != VERDICT_UNKNOWN)
        verified.verdict = result->verdict == VERDICT_REFUTED ? VERDICT_PROVED
                                                              : VERDICT_REFUTED;
    if (verifier->endless && is_about_end(verified.check)) {
        verified.verdict = VERDICT_PROVED;
        verified.how = verifier->endless;
        verified.is_vacuous = true;
    }
    note_confirmed(verifier, verified);
}

static int by_check(const void *left, const void *right)
{
    const Verified *a = left, *b = right;
    if (a->check != b->check)
        return a->check < b->check ? -1 : 1;
    return (a->role > b->role) - (a->role < b->role);
}

/* ---- turns ---- */

static size_t count_open(const Verifier *verifier)
{
    size_t open_count = verifier->ending.verdict == VERDICT_UNKNOWN;
    for (size_t i = 0; i < verifier->questions.list.count; i++)
        open_count += verifier->results[i].verdict == VERDICT_UNKNOWN;
    return open_count;
}

/* A turn of METHOD has begun; false if it has no quota, or time is up. */
static bool begin_turn(Verifier *verifier, ProofMethod method, unsigned round)
{
    uint64_t quota = prove_quota(verifier->task->limits, method, round);
    verifier->turn = budget_quota(verifier->budget, &verifier->meter, quota);
    verifier->turn_start = clock_now();
    verifier->open_before_turn = count_open(verifier);
    return quota && !budget_expired(verifier->budget);
}

static void end_turn(Verifier *verifier, ProofMethod method)
{
    MethodStatistics *statistics = verifier->task->statistics;
    verifier->is_cut_short =
        verifier->is_cut_short || budget_spent(&verifier->turn);
    if (!statistics)
        return;
    statistics[method].turns++;
    statistics[method].decided +=
        verifier->open_before_turn - count_open(verifier);
    statistics[method].seconds += clock_now() - verifier->turn_start;
    statistics[method].work += verifier->meter.used;
}

/* ---- lemmas ---- */

static void add_refs(RefList *to, RefList *refs)
{
    vec_append(to, refs->items, refs->count);
    vec_clear(refs);
}

/* What the rules say, before anything is searched for. */
static void add_rule_lemmas(Verifier *verifier)
{
    enum { MAX_STATES = 16 };
    RefList found = {0}, *lemmas = &verifier->lemmas;
    bool complete = true;
    autonomous_states(&verifier->properties, MAX_STATES, lemmas);
    if (begin_turn(verifier, PROOF_CASES, 0)) {
        complete = find_mutex_groups(verifier->net, &verifier->properties,
                                     lemmas->items, lemmas->count, NULL,
                                     &verifier->turn, &found);
        end_turn(verifier, PROOF_CASES);
    }
    add_refs(lemmas, &found);
    if (complete && begin_turn(verifier, PROOF_LINEAR, 0)) {
        find_counters(verifier->net, &verifier->properties, lemmas->items,
                      lemmas->count, &verifier->turn, &found);
        end_turn(verifier, PROOF_LINEAR);
    }
    add_refs(lemmas, &found);
    vec_free(&found);
}

/* Lemmas of the schedule, and what was asked for and is proved, help with the
 * rest. */
static void take_lemmas(Verifier *verifier)
{
    const RefList *found = &verifier->proofs.lemmas;
    for (; verifier->taken < found->count; verifier->taken++)
        vec_push(&verifier->lemmas, found->items[verifier->taken]);
    for (size_t i = 0; i < verifier->questions.list.count; i++)
        if (verifier->results[i].verdict == VERDICT_PROVED &&
            !verifier->is_lemma[i]) {
            verifier->is_lemma[i] = true;
            vec_push(&verifier->lemmas,
                     verifier->questions.list.items[i].ends[0]);
        }
}

/* Tells the schedule the lemmas from FIRST on. */
static void give_lemmas(Verifier *verifier, size_t first)
{
    for (size_t i = first; i < verifier->lemmas.count; i++)
        schedule_learn(verifier->schedule, verifier->lemmas.items[i]);
    verifier->taken = verifier->proofs.lemmas.count;
}

/* ---- methods ---- */

typedef void FindLemmas(const Net *net, PropertyTable *properties,
                        const Ref *lemmas, size_t lemma_count,
                        const Budget *budget, RefList *found);

/* Looks for more lemmas, and tries what is open with them. */
static void try_lemmas(Verifier *verifier, ProofMethod method, FindLemmas *find,
                       unsigned round)
{
    RefList found = {0};
    size_t first = verifier->lemmas.count;
    if (schedule_is_done(verifier->schedule) ||
        !begin_turn(verifier, method, round))
        return;
    find(verifier->net, &verifier->properties, verifier->lemmas.items, first,
         &verifier->turn, &found);
    end_turn(verifier, method);
    add_refs(&verifier->lemmas, &found);
    vec_free(&found);
    if (verifier->lemmas.count == first)
        return;
    give_lemmas(verifier, first);
    schedule_round(verifier->schedule, PLAN_QUICK, round);
    take_lemmas(verifier);
}

/* Bounded model checking: if plays are bounded, that can be a proof, and it can
 * show that they are. */
static void check_all_plays(Verifier *verifier, unsigned round)
{
    enum { MAX_STEPS_PER_PLAY = 300, MAX_CONFLICTS_PER_QUESTION = 30000 };
    Termination *ending = &verifier->ending;
    BmcTask task = {.properties = &verifier->properties,
                    .list = verifier->questions.list.items,
                    .count = verifier->questions.list.count,
                    .lemmas = verifier->lemmas.items,
                    .lemma_count = verifier->lemmas.count,
                    .budget = &verifier->turn,
                    .max_depth = MAX_STEPS_PER_PLAY,
                    .conflicts = MAX_CONFLICTS_PER_QUESTION,
                    .asked = 1,
                    .seeks_bound = true,
                    .bound = UINT64_MAX};
    if (!count_open(verifier) || !begin_turn(verifier, PROOF_BMC, round))
        return;
    if (ending->verdict == VERDICT_PROVED)
        task.bound = ending->bound;
    uint64_t bound = bmc_run(&task, verifier->results).bound;
    if (ending->verdict == VERDICT_UNKNOWN && bound != UINT64_MAX) {
        ending->verdict = VERDICT_PROVED;
        ending->how = "bmc";
        ending->bound = bound;
    }
    end_turn(verifier, PROOF_BMC);
}

/* A play that random ones hardly ever find. The first question is whether the
 * game is playable. */
static void search_deadlock(Verifier *verifier, unsigned round)
{
    ScheduleResult *result = &verifier->results[0];
    assert(verifier->questions.about.items[0].check == CHECK_PLAYABLE);
    if (result->verdict != VERDICT_UNKNOWN ||
        !begin_turn(verifier, PROOF_DEADLOCK, round))
        return;
    uint32_t *moves = find_deadlock(verifier->machine, verifier->task->seed,
                                    &verifier->turn, &result->steps);
    if (moves) {
        result->verdict = VERDICT_REFUTED;
        result->how = "play";
        result->at = result->steps;
        result->moves = moves;
    }
    end_turn(verifier, PROOF_DEADLOCK);
}

/* Whether what was found out implies that a play ends. */
static bool some_play_ends(const Verifier *verifier)
{
    for (size_t i = 0; i < verifier->questions.about.count; i++) {
        Check check = verifier->questions.about.items[i].check;
        if (verifier->results[i].verdict == VERDICT_REFUTED &&
            (check == CHECK_WINNABLE || is_about_end(check)))
            return true;
    }
    return verifier->some_win ||
           (verifier->results[0].verdict == VERDICT_PROVED && /* playable */
            verifier->ending.verdict == VERDICT_PROVED);
}

/* If no play ends, what is said about the end is true of nothing. */
static void find_endless(Verifier *verifier, unsigned round)
{
    size_t count = verifier->lemmas.count;
    GroundProperty *givens =
        arena_array(verifier->arena, GroundProperty, count);
    GroundProperty property = {.degree = 0};
    ScheduleResult result;
    if (verifier->endless || some_play_ends(verifier) ||
        budget_expired(verifier->budget))
        return;
    for (size_t i = 0; i < count; i++)
        givens[i].ends[0] = verifier->lemmas.items[i];
    property.ends[0] = ref_not(
        property_leaf(&verifier->properties, 0, verifier->net->terminal));
    ScheduleTask task = verifier->proofs;
    task.list = &property;
    task.count = 1;
    task.givens = givens;
    task.given_count = count;
    task.plan = PLAN_PROVE;
    task.round = round;
    task.rounds = 1;
    task.lemmas = (RefList){0};
    schedule_run(&task, &result);
    if (result.verdict == VERDICT_PROVED)
        verifier->endless = result.how;
    free(result.moves);
    vec_free(&task.lemmas);
}

/* ---- rounds ---- */

/* Whether plays end, with lemmas that help the proofs of the next round. */
static void decide_ending(Verifier *verifier, unsigned round)
{
    size_t first = verifier->lemmas.count;
    if (verifier->ending.verdict != VERDICT_UNKNOWN)
        return;
    verifier->ending = find_termination(&verifier->termination, round);
    verifier->is_cut_short =
        verifier->is_cut_short || verifier->termination.cut_short;
    give_lemmas(verifier, first);
}

static void run_round(Verifier *verifier, unsigned round)
{
    verifier->is_cut_short = false;
    schedule_round(verifier->schedule, PLAN_VERIFY, round);
    verifier->is_cut_short = verifier->proofs.cut_short;
    take_lemmas(verifier);
    search_deadlock(verifier, round);
    try_lemmas(verifier, PROOF_LINEAR, find_counters, round);
    try_lemmas(verifier, PROOF_PLACE, find_place_invariants, round);
    decide_ending(verifier, round);
    check_all_plays(verifier, round);
    find_endless(verifier, round);
}

static void begin_proofs(Verifier *verifier)
{
    const VerifyTask *task = verifier->task;
    size_t count = verifier->questions.list.count;
    verifier->results = memory_zeroed(count + 1, sizeof *verifier->results);
    verifier->is_lemma = arena_array(verifier->arena, bool, count);
    verifier->machine = machine_new(verifier->net);
    add_rule_lemmas(verifier);
    GroundProperty *givens =
        arena_array(verifier->arena, GroundProperty, verifier->lemmas.count);
    for (size_t i = 0; i < verifier->lemmas.count; i++)
        givens[i].ends[0] = verifier->lemmas.items[i];
    verifier->proofs = (ScheduleTask){.net = verifier->net,
                                      .properties = &verifier->properties,
                                      .list = verifier->questions.list.items,
                                      .count = count,
                                      .givens = givens,
                                      .given_count = verifier->lemmas.count,
                                      .seed = task->seed,
                                      .limits = task->limits,
                                      .statistics = task->statistics,
                                      .budget = verifier->budget};
    verifier->schedule = schedule_new(&verifier->proofs, verifier->results);
    verifier->termination =
        (TerminationTask){.machine = verifier->machine,
                          .prove = schedule_run,
                          .properties = &verifier->properties,
                          .lemmas = &verifier->lemmas,
                          .seed = task->seed,
                          .limits = task->limits,
                          .statistics = task->statistics,
                          .budget = verifier->budget};
}

static void end_proofs(Verifier *verifier)
{
    schedule_free(verifier->schedule);
    note_ending(verifier, &verifier->ending);
    for (size_t i = 0; i < verifier->questions.list.count; i++) {
        note_result(verifier, i, &verifier->results[i]);
        free(verifier->results[i].moves);
    }
    free_all(verifier->results, verifier->ending.moves);
    machine_free(verifier->machine);
    vec_free_all(&verifier->proofs.lemmas, &verifier->lemmas);
}

/* Rounds, until all is decided or no method would do more. */
static void prove_all(Verifier *verifier)
{
    unsigned rounds =
        (unsigned)verifier->task->limits->values[LIMIT_MAX_ROUNDS];
    bool goes_on = true;
    begin_proofs(verifier);
    for (unsigned round = 0; round < rounds && goes_on; round++) {
        size_t lemmas = verifier->lemmas.count;
        run_round(verifier, round);
        goes_on = count_open(verifier) && !budget_expired(verifier->budget) &&
                  (verifier->is_cut_short || verifier->lemmas.count > lemmas);
    }
    end_proofs(verifier);
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

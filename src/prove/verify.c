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
#include "prove/walk/interpreted_walks.h"
#include "prove/candidates/mutex_groups.h"
#include "prove/termination/termination.h"
#include "prove/linear/linear_invariants.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    Check check;
    uint32_t role;
} Asked;

typedef struct {
    const Game *game;
    Interp *interp;
    uint64_t seed;
    const Budget *budget;
    Arena *arena;
    VerifiedList *list;
    const Net *net;
    PropertyTable properties;
    VEC(GroundProperty) asked;
    VEC(Asked) about;
    bool *wins; /* by role: a play that wins was noted; NULL: none was sought */
    bool some_win;
    bool hurried;        /* a method did not have the time that it wanted */
    const char *endless; /* how it was proved that no play ends, or NULL */
} Verifier;

/* ---- properties ---- */

static Ref leaf(Verifier *verifier, Lit lit)
{
    return property_leaf(&verifier->properties, 0, lit);
}

static Ref either(Verifier *verifier, Ref left, Ref right)
{
    Ref both[] = {left, right};
    return property_or(&verifier->properties, both, 2);
}

static Ref same(Verifier *verifier, Ref left, Ref right)
{
    PropertyTable *properties = &verifier->properties;
    return either(verifier, property_pair(properties, left, right),
                  property_pair(properties, ref_not(left), ref_not(right)));
}

/* Whether at least one, at least two of REFS hold. */
static void count_two(Verifier *verifier, const RefList *refs, Ref *one,
                      Ref *two)
{
    *one = *two = REF_FALSE;
    for (size_t i = 0; i < refs->count; i++) {
        Ref both = property_pair(&verifier->properties, *one, refs->items[i]);
        *two = either(verifier, *two, both);
        *one = either(verifier, *one, refs->items[i]);
    }
}

static void ask(Verifier *verifier, Check check, uint32_t role, Ref ref)
{
    GroundProperty property = {.degree = 0};
    Asked about = {check, role};
    property.ends[0] = ref;
    vec_push(&verifier->asked, property);
    vec_push(&verifier->about, about);
}

/* Whether the property makes sense for the game. */
static bool applies(const Game *game, const Interp *interp, Check check)
{
    size_t roles = interp_role_count(interp);
    switch (check) {
    case CHECK_BASES:
        return game->keyword[KEYWORD_BASE] != NO_RELATION;
    case CHECK_INPUTS:
        return game->keyword[KEYWORD_INPUT] != NO_RELATION;
    case CHECK_ZERO_SUM:
        return roles == 2 && !interp_is_random(interp, 0) &&
               !interp_is_random(interp, 1);
    case CHECK_TURN_TAKING:
        return roles > 1;
    default:
        return true;
    }
}

static Ref at_the_end(Verifier *verifier, Ref ref)
{
    return either(verifier, ref_not(leaf(verifier, verifier->net->terminal)),
                  ref);
}

static void ask_playable(Verifier *verifier)
{
    const Net *net = verifier->net;
    RefList all = {0};
    for (size_t i = 0; i < net->role_count; i++) {
        RefList legal = {0};
        for (size_t k = 0; k < net->roles[i].move_count; k++)
            vec_push(&legal, leaf(verifier, net->roles[i].legal[k]));
        vec_push(&all,
                 property_or(&verifier->properties, legal.items, legal.count));
        vec_free(&legal);
    }
    ask(verifier, CHECK_PLAYABLE, NO_INDEX,
        either(verifier, leaf(verifier, net->terminal),
               property_and(&verifier->properties, all.items, all.count)));
    vec_free(&all);
}

static void ask_goals(Verifier *verifier)
{
    const Net *net = verifier->net;
    RefList all = {0};
    for (size_t i = 0; i < net->role_count; i++) {
        const Role *role = &net->roles[i];
        RefList goals = {0};
        Ref one, two;
        if (role->is_random)
            continue; /* nobody asks what chance gets */
        for (size_t k = 0; k < role->goal_count; k++)
            vec_push(&goals, leaf(verifier, role->goals[k].lit));
        count_two(verifier, &goals, &one, &two);
        vec_push(&all, one);
        vec_push(&all, ref_not(two));
        vec_free(&goals);
    }
    ask(verifier, CHECK_GOALS, NO_INDEX,
        at_the_end(verifier,
                   property_and(&verifier->properties, all.items, all.count)));
    vec_free(&all);
}

static Lit goal_of(const Role *role, int value)
{
    for (size_t i = 0; i < role->goal_count; i++)
        if (role->goals[i].value == value)
            return role->goals[i].lit;
    return LIT_FALSE;
}

static void note(Verifier *verifier, Verified verified);

/* The property says that it cannot be won: a play that refutes it wins. Such a
 * play has moves of all roles, so that not all roles may get one. */
static void ask_winnable(Verifier *verifier)
{
    enum { MAX_MOVES = 1 << 24 };
    const Net *net = verifier->net;
    size_t plays_left = MAX_MOVES / (net->role_count + 1);
    for (uint32_t i = 0; i < net->role_count; i++) {
        if (net->roles[i].is_random || (verifier->wins && verifier->wins[i]))
            continue;
        Ref ref = at_the_end(
            verifier, ref_not(leaf(verifier, goal_of(&net->roles[i], 100))));
        if (ref == REF_TRUE || plays_left) {
            ask(verifier, CHECK_WINNABLE, i, ref);
            plays_left -= ref != REF_TRUE;
        } else {
            note(verifier, (Verified){.check = CHECK_WINNABLE,
                                      .role = i,
                                      .fault.role = NO_INDEX,
                                      .reason = "there are too many roles"});
        }
    }
}

static void ask_zero_sum(Verifier *verifier)
{
    const Net *net = verifier->net;
    RefList all = {0};
    for (int value = 0; value <= 100; value++)
        vec_push(&all,
                 same(verifier, leaf(verifier, goal_of(&net->roles[0], value)),
                      leaf(verifier, goal_of(&net->roles[1], 100 - value))));
    ask(verifier, CHECK_ZERO_SUM, NO_INDEX,
        at_the_end(verifier,
                   property_and(&verifier->properties, all.items, all.count)));
    vec_free(&all);
}

static void ask_turn_taking(Verifier *verifier)
{
    const Net *net = verifier->net;
    RefList free_roles = {0};
    Ref one, two;
    for (size_t i = 0; i < net->role_count; i++) {
        RefList legal = {0};
        for (size_t k = 0; k < net->roles[i].move_count; k++)
            vec_push(&legal, leaf(verifier, net->roles[i].legal[k]));
        count_two(verifier, &legal, &one, &two);
        vec_push(&free_roles, two);
        vec_free(&legal);
    }
    count_two(verifier, &free_roles, &one, &two);
    ask(verifier, CHECK_TURN_TAKING, NO_INDEX, ref_not(two));
    vec_free(&free_roles);
}

static void ask_bases(Verifier *verifier)
{
    const Net *net = verifier->net;
    RefList missing = {0};
    for (uint32_t i = 0; i < net->feature_count; i++)
        if (!is_declared(verifier->game, net, KEYWORD_BASE, &net->features[i],
                         1))
            vec_push(&missing,
                     ref_not(property_feature(&verifier->properties, 0, i)));
    ask(verifier, CHECK_BASES, NO_INDEX,
        property_and(&verifier->properties, missing.items, missing.count));
    vec_free(&missing);
}

static void ask_inputs(Verifier *verifier)
{
    const Net *net = verifier->net;
    RefList missing = {0};
    for (size_t i = 0; i < net->role_count; i++)
        for (size_t k = 0; k < net->roles[i].move_count; k++) {
            const Term *args[] = {net->roles[i].name, net->roles[i].moves[k]};
            if (!is_declared(verifier->game, net, KEYWORD_INPUT, args, 2))
                vec_push(&missing,
                         ref_not(leaf(verifier, net->roles[i].legal[k])));
        }
    ask(verifier, CHECK_INPUTS, NO_INDEX,
        property_and(&verifier->properties, missing.items, missing.count));
    vec_free(&missing);
}

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
    if (verifier->hurried || budget_spent(verifier->budget))
        return budget_reason(verifier->budget, "out of time");
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
    Verified verified = {.check = verifier->about.items[i].check,
                         .role = verifier->about.items[i].role,
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

static void ask_all(Verifier *verifier)
{
    typedef void Ask(Verifier *);
    static Ask *const asks[] = {
        [CHECK_PLAYABLE] = ask_playable,       [CHECK_GOALS] = ask_goals,
        [CHECK_WINNABLE] = ask_winnable,       [CHECK_BASES] = ask_bases,
        [CHECK_INPUTS] = ask_inputs,           [CHECK_ZERO_SUM] = ask_zero_sum,
        [CHECK_TURN_TAKING] = ask_turn_taking,
    };
    for (Check check = CHECK_PLAYABLE; check <= CHECK_TURN_TAKING; check++)
        if (asks[check] && applies(verifier->game, verifier->interp, check))
            asks[check](verifier);
}

static GroundProperty *properties_of(const Ref *refs, size_t count)
{
    GroundProperty *list = memory_zeroed(count + 1, sizeof *list);
    for (size_t i = 0; i < count; i++)
        list[i].ends[0] = refs[i];
    return list;
}

typedef void FindLemmas(const Net *net, PropertyTable *properties,
                        const Ref *lemmas, size_t lemma_count,
                        const Budget *budget, RefList *found);

/* Once more, for what is left, with more lemmas, if there are any. */
static void try_again(Verifier *verifier, ScheduleTask *native,
                      FindLemmas *find, const Budget *budget,
                      ScheduleResult *results)
{
    VEC(GroundProperty) open = {0};
    VEC(size_t) numbers = {0};
    RefList more = {0};
    for (size_t i = 0; i < native->count; i++)
        if (results[i].verdict == VERDICT_UNKNOWN) {
            vec_push(&open, native->list[i]);
            vec_push(&numbers, i);
        }
    Budget some = budget_part(budget, 0.6);
    if (open.count)
        find(verifier->net, &verifier->properties, native->lemmas.items,
             native->lemmas.count, &some, &more);
    verifier->hurried =
        verifier->hurried || (open.count && budget_spent(&some));
    for (size_t i = 0; i < more.count; i++)
        vec_push(&native->lemmas, more.items[i]);
    if (more.count) {
        size_t count = native->lemmas.count;
        GroundProperty *givens = properties_of(native->lemmas.items, count);
        ScheduleResult *again = memory_array(open.count, sizeof *again);
        ScheduleTask task = {.net = verifier->net,
                             .properties = &verifier->properties,
                             .list = open.items,
                             .count = open.count,
                             .givens = givens,
                             .given_count = count,
                             .seed = verifier->seed,
                             .budget = budget,
                             .quick = true,
                             .needs_some = true};
        schedule_run(&task, again);
        for (size_t i = 0; i < open.count; i++)
            results[numbers.items[i]] = again[i];
        verifier->hurried = verifier->hurried || budget_spent(budget);
        vec_free(&task.lemmas);
        free(givens);
        free(again);
    }
    vec_free(&more);
    vec_free(&open);
    vec_free(&numbers);
}

/* Plays of each length in turn, for what is left: if they are bounded, that
 * can be a proof, and it can show that they are. */
static void search_plays(const Verifier *verifier, const ScheduleTask *native,
                         const Budget *budget, ScheduleResult *results,
                         Termination *ending)
{
    BmcTask task = {.net = verifier->net,
                    .properties = &verifier->properties,
                    .list = verifier->asked.items,
                    .count = verifier->asked.count,
                    .lemmas = native->lemmas.items,
                    .lemma_count = native->lemmas.count,
                    .bound = UINT64_MAX,
                    .budget = budget};
    if (budget_spent(budget))
        return;
    if (ending->verdict == VERDICT_PROVED)
        task.bound = ending->bound;
    uint64_t bound = bmc_prove(&task, results);
    if (ending->verdict == VERDICT_UNKNOWN && bound != UINT64_MAX) {
        ending->verdict = VERDICT_PROVED;
        ending->how = "all plays";
        ending->bound = bound;
    }
}

/* A play that random ones hardly ever find. The first property is it. */
static void hunt(const Verifier *verifier, const Machine *machine,
                 const Budget *budget, ScheduleResult *results)
{
    assert(verifier->about.items[0].check == CHECK_PLAYABLE);
    if (results[0].verdict != VERDICT_UNKNOWN || budget_spent(budget))
        return;
    uint32_t *moves =
        find_deadlock(machine, verifier->seed, budget, &results[0].steps);
    if (!moves)
        return;
    results[0].verdict = VERDICT_REFUTED;
    results[0].how = "play";
    results[0].at = results[0].steps;
    results[0].moves = moves;
}

static void add_refs(RefList *to, RefList *refs)
{
    for (size_t i = 0; i < refs->count; i++)
        vec_push(to, refs->items[i]);
    vec_clear(refs);
}

/* What is known of the rules before anything is searched for. */
static void look_at_rules(Verifier *verifier, RefList *known)
{
    enum { MAX_STATES = 16 };
    Budget some = budget_part(verifier->budget, 0.15);
    RefList more = {0};
    autonomous_states(&verifier->properties, MAX_STATES, known);
    bool good =
        find_mutex_groups(verifier->net, &verifier->properties, known->items,
                          known->count, NULL, &some, &more);
    add_refs(known, &more);
    some = budget_part(verifier->budget, 0.15);
    if (good)
        find_counters(verifier->net, &verifier->properties, known->items,
                      known->count, &some, &more);
    add_refs(known, &more);
    vec_free(&more);
}

/* What was asked for and is proved helps with the rest. */
static void add_lemmas(const RefList *known, ScheduleTask *native,
                       const ScheduleResult *results)
{
    for (size_t i = 0; i < known->count; i++)
        vec_push(&native->lemmas, known->items[i]);
    for (size_t i = 0; i < native->count; i++)
        if (results[i].verdict == VERDICT_PROVED && !native->list[i].degree)
            vec_push(&native->lemmas, native->list[i].ends[0]);
}

/* Whether what was found out implies that a play ends. */
static bool some_play_ends(const Verifier *verifier,
                           const ScheduleResult *results,
                           const Termination *ending)
{
    for (size_t i = 0; i < verifier->about.count; i++) {
        Check check = verifier->about.items[i].check;
        if (results[i].verdict == VERDICT_REFUTED &&
            (check == CHECK_WINNABLE || is_about_end(check)))
            return true;
    }
    return verifier->some_win ||
           (results[0].verdict == VERDICT_PROVED && /* playable */
            ending->verdict == VERDICT_PROVED);
}

/* If no play ends, what is said about the end is true of nothing. */
static void find_endless(Verifier *verifier, const ScheduleTask *native)
{
    Budget some = budget_part(verifier->budget, 0.5);
    size_t count = native->lemmas.count;
    GroundProperty *givens = properties_of(native->lemmas.items, count);
    GroundProperty property = {.degree = 0};
    property.ends[0] = ref_not(leaf(verifier, verifier->net->terminal));
    ScheduleResult result;
    ScheduleTask task = {.net = verifier->net,
                         .properties = &verifier->properties,
                         .list = &property,
                         .count = 1,
                         .givens = givens,
                         .given_count = count,
                         .seed = verifier->seed,
                         .budget = &some};
    schedule_run(&task, &result);
    if (result.verdict == VERDICT_PROVED)
        verifier->endless = result.how;
    free(result.moves);
    vec_free(&task.lemmas);
    free(givens);
}

static void prove_all(Verifier *verifier)
{
    ScheduleResult *results =
        memory_array(verifier->asked.count + 1, sizeof *results);
    RefList known = {0};
    look_at_rules(verifier, &known);
    GroundProperty *givens = properties_of(known.items, known.count);
    Budget some = budget_part(verifier->budget, 0.4);
    ScheduleTask task = {.net = verifier->net,
                         .properties = &verifier->properties,
                         .list = verifier->asked.items,
                         .count = verifier->asked.count,
                         .givens = givens,
                         .given_count = known.count,
                         .seed = verifier->seed,
                         .budget = &some,
                         .needs_some = true};
    schedule_run(&task, results);
    free(givens);
    verifier->hurried = budget_spent(&some);
    add_lemmas(&known, &task, results);
    vec_free(&known);
    Machine *machine = machine_new(verifier->net);
    some = budget_part(verifier->budget, 0.2);
    hunt(verifier, machine, &some, results);
    some = budget_part(verifier->budget, 0.3);
    try_again(verifier, &task, find_counters, &some, results);
    some = budget_part(verifier->budget, 0.3);
    try_again(verifier, &task, find_place_invariants, &some, results);
    bool rest = false; /* to be done after that */
    for (size_t i = 0; i < task.count; i++)
        rest = rest || results[i].verdict == VERDICT_UNKNOWN;
    some = budget_part(verifier->budget, rest ? 0.6 : 0.95);
    TerminationTask end = {.machine = machine,
                           .prove = schedule_run,
                           .properties = &verifier->properties,
                           .lemmas = task.lemmas.items,
                           .lemma_count = task.lemmas.count,
                           .seed = verifier->seed,
                           .budget = &some};
    Termination ending = find_termination(&end);
    bool ending_hurried = ending.out_of_time || budget_spent(&some);
    some = budget_part(verifier->budget, 0.9);
    search_plays(verifier, &task, &some, results, &ending);
    bool search_hurried = budget_spent(&some);
    bool proof_hurried = verifier->hurried;
    if (!some_play_ends(verifier, results, &ending))
        find_endless(verifier, &task);
    verifier->hurried = ending_hurried || search_hurried;
    note_ending(verifier, &ending);
    verifier->hurried = proof_hurried || search_hurried;
    for (size_t i = 0; i < task.count; i++) {
        note_result(verifier, i, &results[i]);
        free(results[i].moves);
    }
    free(results);
    free(ending.moves);
    machine_free(machine);
    vec_free(&task.lemmas);
}

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
    Budget some = budget_part(verifier->budget, 0.2);
    interpreted_walks_run(&witness, verifier->seed, PLAYS, &some,
                          questions.items, questions.count);
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
    properties_init(&verifier->properties, verifier->net);
    find_shared_wins(verifier);
    ask_all(verifier);
    prove_all(verifier);
    sort_items(verifier->list->items, verifier->list->count,
               sizeof *verifier->list->items, by_check);
    properties_free(&verifier->properties);
    vec_free(&verifier->asked);
    vec_free(&verifier->about);
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
        if (check != CHECK_WINNABLE && applies(game, interp, check))
            vec_push(&questions, question);
        for (uint32_t i = 0; i < interp_role_count(interp); i++) {
            question.role = i;
            if (check == CHECK_WINNABLE && !interp_is_random(interp, i))
                vec_push(&questions, question);
        }
    }
    Budget some = budget_part(verifier->budget, 0.8);
    interpreted_walks_run(&witness, verifier->seed, MAX_PLAYS, &some,
                          questions.items, questions.count);
    for (size_t i = 0; i < questions.count; i++)
        note_plain(verifier, &questions.items[i], why);
    vec_free(&questions);
}

void verify(const Game *game, Interp *interp, uint64_t seed,
            const Budget *budget, Arena *arena, VerifiedList *list)
{
    Verifier verifier = {.game = game,
                         .interp = interp,
                         .seed = seed,
                         .budget = budget,
                         .arena = arena,
                         .list = list};
    RelationId declared[2];
    NetOptions options = {.relations = declared};
    if (game->keyword[KEYWORD_BASE] != NO_RELATION)
        declared[options.relation_count++] = game->keyword[KEYWORD_BASE];
    if (game->keyword[KEYWORD_INPUT] != NO_RELATION)
        declared[options.relation_count++] = game->keyword[KEYWORD_INPUT];
    Budget some = budget_part(budget, 0.7);
    const char *why = NULL;
    verifier.net = net_new_with(game, &options, &some, &why);
    if (verifier.net)
        verify_all(&verifier);
    else
        verify_plain(&verifier, why);
    net_free(verifier.net);
}

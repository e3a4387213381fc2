/* verify.c - is a game well-formed: proved, not sampled
 *
 * In:   a Game
 * Out:  a verdict on each property
 *
 * All but termination are sentences about single positions, and go to the
 * native prover together; termination has its own file. What comes back as a
 * play is judged by the interpreter. Start reading at verify(), at the end.
 */
#include "prove/verify.h"

#include "base/sort.h"
#include "prove/balance.h"
#include "prove/bounded.h"
#include "prove/clockwork.h"
#include "prove/hunt.h"
#include "prove/plain.h"
#include "prove/single.h"
#include "prove/terminate.h"
#include "prove/weigh.h"

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
    Sentences sentences;
    VEC(Sentence) asked;
    VEC(Asked) about;
    bool hurried; /* a method did not have the time that it wanted */
} Verifier;

typedef VEC(Ref) Refs;

/* ---- sentences ---- */

static Ref leaf(Verifier *verifier, Lit lit)
{
    return sentence_leaf(&verifier->sentences, 0, lit);
}

static Ref either(Verifier *verifier, Ref left, Ref right)
{
    Ref both[] = {left, right};
    return sentence_or(&verifier->sentences, both, 2);
}

static Ref same(Verifier *verifier, Ref left, Ref right)
{
    Sentences *sentences = &verifier->sentences;
    return either(verifier, sentence_pair(sentences, left, right),
                  sentence_pair(sentences, ref_not(left), ref_not(right)));
}

/* Whether at least one, at least two of REFS hold. */
static void count_two(Verifier *verifier, const Refs *refs, Ref *one, Ref *two)
{
    *one = *two = REF_FALSE;
    for (size_t i = 0; i < refs->count; i++) {
        Ref both = sentence_pair(&verifier->sentences, *one, refs->items[i]);
        *two = either(verifier, *two, both);
        *one = either(verifier, *one, refs->items[i]);
    }
}

static void ask(Verifier *verifier, Check check, uint32_t role, Ref ref)
{
    Sentence sentence = {.degree = 0};
    Asked about = {check, role};
    sentence.ends[0] = ref;
    vec_push(&verifier->asked, sentence);
    vec_push(&verifier->about, about);
}

static Ref at_the_end(Verifier *verifier, Ref ref)
{
    return either(verifier, ref_not(leaf(verifier, verifier->net->terminal)),
                  ref);
}

static void ask_playable(Verifier *verifier)
{
    const Net *net = verifier->net;
    Refs all = {0};
    for (size_t i = 0; i < net->role_count; i++) {
        Refs legal = {0};
        for (size_t k = 0; k < net->roles[i].move_count; k++)
            vec_push(&legal, leaf(verifier, net->roles[i].legal[k]));
        vec_push(&all,
                 sentence_or(&verifier->sentences, legal.items, legal.count));
        vec_free(&legal);
    }
    ask(verifier, CHECK_PLAYABLE, NO_INDEX,
        either(verifier, leaf(verifier, net->terminal),
               sentence_and(&verifier->sentences, all.items, all.count)));
    vec_free(&all);
}

static void ask_goals(Verifier *verifier)
{
    const Net *net = verifier->net;
    Refs all = {0};
    for (size_t i = 0; i < net->role_count; i++) {
        const Role *role = &net->roles[i];
        Refs goals = {0};
        Ref one, two;
        if (role->is_random)
            continue; /* nobody asks what chance gets */
        for (size_t k = 0; k < role->goal_count; k++)
            vec_push(&goals, leaf(verifier, role->goals[k].lit));
        count_two(verifier, &goals, &one, &two);
        vec_push(&all, one);
        vec_push(&all, ref_not(two));
        for (size_t k = 0; k < role->goal_count; k++)
            if (!is_goal_value(role->goals[k].term))
                vec_push(&all, ref_not(goals.items[k]));
        vec_free(&goals);
    }
    ask(verifier, CHECK_GOALS, NO_INDEX,
        at_the_end(verifier,
                   sentence_and(&verifier->sentences, all.items, all.count)));
    vec_free(&all);
}

static Lit goal_of(const Role *role, int value)
{
    for (size_t i = 0; i < role->goal_count; i++)
        if (is_goal_value(role->goals[i].term) &&
            atoi(role->goals[i].term->symbol->name) == value)
            return role->goals[i].lit;
    return LIT_FALSE;
}

/* The sentence says that it cannot be won: a play that refutes it wins. */
static void ask_winnable(Verifier *verifier)
{
    const Net *net = verifier->net;
    for (uint32_t i = 0; i < net->role_count; i++)
        if (!net->roles[i].is_random)
            ask(verifier, CHECK_WINNABLE, i,
                at_the_end(
                    verifier,
                    ref_not(leaf(verifier, goal_of(&net->roles[i], 100)))));
}

static void ask_zero_sum(Verifier *verifier)
{
    const Net *net = verifier->net;
    Refs all = {0};
    if (net->role_count != 2 || net->roles[0].is_random ||
        net->roles[1].is_random)
        return;
    for (int value = 0; value <= 100; value++)
        vec_push(&all,
                 same(verifier, leaf(verifier, goal_of(&net->roles[0], value)),
                      leaf(verifier, goal_of(&net->roles[1], 100 - value))));
    ask(verifier, CHECK_ZERO_SUM, NO_INDEX,
        at_the_end(verifier,
                   sentence_and(&verifier->sentences, all.items, all.count)));
    vec_free(&all);
}

static void ask_turn_taking(Verifier *verifier)
{
    const Net *net = verifier->net;
    Refs free_roles = {0};
    Ref one, two;
    if (net->role_count < 2)
        return;
    for (size_t i = 0; i < net->role_count; i++) {
        Refs legal = {0};
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

/* Whether the rules say that KEYWORD holds of these arguments. */
static bool is_declared(const Verifier *verifier, Keyword keyword,
                        const Term *const *args, size_t count)
{
    const Game *game = verifier->game;
    const Symbol *symbol = game->relations[game->keyword[keyword]].symbol;
    const Term *atom = term_find(game->terms, symbol, count, args);
    return atom && net_atom(verifier->net, atom) == LIT_TRUE;
}

static void ask_declared(Verifier *verifier)
{
    const Net *net = verifier->net;
    const RelationId *keyword = verifier->game->keyword;
    Refs missing = {0};
    for (uint32_t i = 0; i < net->feature_count; i++)
        if (keyword[KEYWORD_BASE] != NO_RELATION &&
            !is_declared(verifier, KEYWORD_BASE, &net->features[i], 1))
            vec_push(&missing,
                     ref_not(sentence_feature(&verifier->sentences, 0, i)));
    if (keyword[KEYWORD_BASE] != NO_RELATION)
        ask(verifier, CHECK_BASES, NO_INDEX,
            sentence_and(&verifier->sentences, missing.items, missing.count));
    vec_clear(&missing);
    for (size_t i = 0; i < net->role_count; i++)
        for (size_t k = 0; k < net->roles[i].move_count; k++) {
            const Term *args[] = {net->roles[i].name, net->roles[i].moves[k]};
            if (keyword[KEYWORD_INPUT] != NO_RELATION &&
                !is_declared(verifier, KEYWORD_INPUT, args, 2))
                vec_push(&missing,
                         ref_not(leaf(verifier, net->roles[i].legal[k])));
        }
    if (keyword[KEYWORD_INPUT] != NO_RELATION)
        ask(verifier, CHECK_INPUTS, NO_INDEX,
            sentence_and(&verifier->sentences, missing.items, missing.count));
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

/* Plays it by the rules; NULL if that cannot be done. The interpreter stands
 * at the end; the position after FROM steps goes to *THERE. */
static const Position *replay(const Verifier *verifier, const Play *play,
                              size_t from, const Position **there,
                              Arena *scratch)
{
    Interp *interp = verifier->interp;
    size_t roles = interp_role_count(interp);
    const Position *position = interp_initial(interp);
    for (size_t step = 0; step <= play->steps; step++) {
        interp_set(interp, position);
        if (step == from)
            *there = position;
        if (step == play->steps)
            break;
        const Term *const *moves = play->moves + step * roles;
        if (interp_terminal(interp))
            return NULL;
        for (size_t i = 0; i < roles; i++)
            if (!interp_is_legal(interp, i, moves[i]))
                return NULL;
        position = interp_next(interp, moves, scratch);
    }
    return interp_failure(interp) ? NULL : position;
}

static bool is_unfair(Interp *interp)
{
    for (int value = 0; value <= 100; value++)
        if (plain_gets(interp, 0, value) != plain_gets(interp, 1, 100 - value))
            return true;
    return false;
}

static bool two_are_free(Interp *interp)
{
    size_t roles = 0;
    for (size_t i = 0; i < interp_role_count(interp); i++) {
        size_t count;
        interp_legal(interp, i, &count);
        roles += count > 1;
    }
    return roles > 1;
}

static bool has_undeclared(const Verifier *verifier, const Position *position,
                           Check check)
{
    Interp *interp = verifier->interp;
    if (check == CHECK_BASES) {
        for (size_t i = 0; i < position->count; i++)
            if (!is_declared(verifier, KEYWORD_BASE, &position->features[i], 1))
                return true;
        return false;
    }
    for (size_t i = 0; i < interp_role_count(interp); i++) {
        size_t count;
        const Term *const *legal = interp_legal(interp, i, &count);
        for (size_t k = 0; k < count; k++) {
            const Term *args[] = {interp_role(interp, i), legal[k]};
            if (!is_declared(verifier, KEYWORD_INPUT, args, 2))
                return true;
        }
    }
    return false;
}

/* Whether the play shows what it is to show, by the rules as they stand. */
static bool confirms(const Verifier *verifier, const Verified *verified)
{
    Interp *interp = verifier->interp;
    Arena *scratch = arena_new();
    const Position *there = NULL;
    const Position *position =
        replay(verifier, verified->play, verified->loop_from, &there, scratch);
    bool over = position && interp_terminal(interp), shown = false;
    if (position)
        switch (verified->check) {
        case CHECK_PLAYABLE:
            shown = !over && plain_is_stuck(interp);
            break;
        case CHECK_TERMINATING:
            shown = there && verified->loop_from < verified->play->steps &&
                    equal_positions(there, position);
            break;
        case CHECK_GOALS:
            shown = over && plain_is_wrong(interp);
            break;
        case CHECK_WINNABLE:
            shown = over && plain_gets(interp, verified->role, 100);
            break;
        case CHECK_ZERO_SUM:
            shown = over && is_unfair(interp);
            break;
        case CHECK_TURN_TAKING:
            shown = two_are_free(interp);
            break;
        default:
            shown = has_undeclared(verifier, position, verified->check);
        }
    shown = shown && !interp_failure(interp);
    arena_free(scratch);
    return shown;
}

static void note(Verifier *verifier, Verified verified)
{
    if (verified.play && !confirms(verifier, &verified)) {
        verified.verdict = VERDICT_UNKNOWN;
        verified.reason = "a play was not confirmed by the rules";
        verified.play = NULL;
        verified.how = NULL;
    }
    if (verified.verdict == VERDICT_UNKNOWN && !verified.reason &&
        (verifier->hurried || budget_spent(verifier->budget)))
        verified.reason = "out of time";
    else if (verified.verdict == VERDICT_UNKNOWN && !verified.reason)
        verified.reason = verified.check == CHECK_TERMINATING
                              ? "no bound, and no play that returns, was found"
                              : "not inductive, and no play found";
    vec_push(verifier->list, verified);
}

/* ---- all ---- */

static void note_ending(Verifier *verifier, const Ending *ending)
{
    Verified verified = {.check = CHECK_TERMINATING,
                         .role = NO_INDEX,
                         .verdict = (Verdict)ending->verdict,
                         .how = ending->how};
    if (ending->verdict == NATIVE_PROVED) {
        verified.has_bound = true;
        verified.bound = ending->bound;
    } else if (ending->verdict == NATIVE_REFUTED) {
        verified.has_loop = true;
        verified.loop_from = ending->loop_from;
        verified.play = play_of(verifier, ending->moves, ending->steps);
    }
    note(verifier, verified);
}

static void note_result(Verifier *verifier, size_t i,
                        const NativeResult *result)
{
    Verified verified = {.check = verifier->about.items[i].check,
                         .role = verifier->about.items[i].role,
                         .verdict = (Verdict)result->verdict,
                         .how = result->how};
    if (result->verdict == NATIVE_REFUTED)
        verified.play = play_of(verifier, result->moves, result->steps);
    if (verified.check == CHECK_WINNABLE && result->verdict != NATIVE_UNKNOWN)
        verified.verdict = result->verdict == NATIVE_REFUTED ? VERDICT_PROVED
                                                             : VERDICT_REFUTED;
    note(verifier, verified);
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
    ask_playable(verifier);
    ask_goals(verifier);
    ask_winnable(verifier);
    ask_declared(verifier);
    ask_zero_sum(verifier);
    ask_turn_taking(verifier);
}

static Sentence *sentences_of(const Ref *refs, size_t count)
{
    Sentence *list = calloc(count + 1, sizeof *list);
    if (!list)
        fatal("out of memory");
    for (size_t i = 0; i < count; i++)
        list[i].ends[0] = refs[i];
    return list;
}

typedef void FindLemmas(const Net *net, Sentences *sentences, const Ref *lemmas,
                        size_t lemma_count, const Budget *budget,
                        RefList *found);

/* Once more, for what is left, with more lemmas, if there are any. */
static void try_again(Verifier *verifier, NativeTask *native, FindLemmas *find,
                      const Budget *budget, NativeResult *results)
{
    VEC(Sentence) open = {0};
    VEC(size_t) numbers = {0};
    RefList more = {0};
    for (size_t i = 0; i < native->count; i++)
        if (results[i].verdict == NATIVE_UNKNOWN) {
            vec_push(&open, native->list[i]);
            vec_push(&numbers, i);
        }
    Budget some = budget_part(budget, 0.6);
    if (open.count)
        find(verifier->net, &verifier->sentences, native->lemmas.items,
             native->lemmas.count, &some, &more);
    verifier->hurried =
        verifier->hurried || (open.count && budget_spent(&some));
    for (size_t i = 0; i < more.count; i++)
        vec_push(&native->lemmas, more.items[i]);
    if (more.count) {
        size_t count = native->lemmas.count;
        Sentence *givens = sentences_of(native->lemmas.items, count);
        NativeResult *again = fatal_malloc(open.count * sizeof *again);
        NativeTask task = {.net = verifier->net,
                           .sentences = &verifier->sentences,
                           .list = open.items,
                           .count = open.count,
                           .givens = givens,
                           .given_count = count,
                           .seed = verifier->seed,
                           .budget = budget,
                           .quick = true,
                           .needs_some = true};
        native_prove(&task, again);
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
static void search_plays(const Verifier *verifier, const NativeTask *native,
                         const Budget *budget, NativeResult *results,
                         Ending *ending)
{
    BoundedTask task = {.net = verifier->net,
                        .sentences = &verifier->sentences,
                        .list = verifier->asked.items,
                        .count = verifier->asked.count,
                        .lemmas = native->lemmas.items,
                        .lemma_count = native->lemmas.count,
                        .bound = UINT64_MAX,
                        .budget = budget};
    if (budget_spent(budget))
        return;
    if (ending->verdict == NATIVE_PROVED)
        task.bound = ending->bound;
    uint64_t bound = bounded_prove(&task, results);
    if (ending->verdict == NATIVE_UNKNOWN && bound != UINT64_MAX) {
        ending->verdict = NATIVE_PROVED;
        ending->how = "all plays";
        ending->bound = bound;
    }
}

/* A play that random ones hardly ever find. The first sentence is it. */
static void hunt(const Verifier *verifier, const Machine *machine,
                 const Budget *budget, NativeResult *results)
{
    assert(verifier->about.items[0].check == CHECK_PLAYABLE);
    if (results[0].verdict != NATIVE_UNKNOWN || budget_spent(budget))
        return;
    uint32_t *moves =
        hunt_stuck(machine, verifier->seed, budget, &results[0].steps);
    if (!moves)
        return;
    results[0].verdict = NATIVE_REFUTED;
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
    enum { MOST_STATES = 16 };
    Budget some = budget_part(verifier->budget, 0.15);
    RefList more = {0};
    clock_states(&verifier->sentences, MOST_STATES, known);
    bool good = find_singles(verifier->net, &verifier->sentences, known->items,
                             known->count, NULL, &some, &more);
    add_refs(known, &more);
    some = budget_part(verifier->budget, 0.15);
    if (good)
        find_counters(verifier->net, &verifier->sentences, known->items,
                      known->count, &some, &more);
    add_refs(known, &more);
    vec_free(&more);
}

/* What was asked for and is proved helps with the rest. */
static void add_lemmas(const RefList *known, NativeTask *native,
                       const NativeResult *results)
{
    for (size_t i = 0; i < known->count; i++)
        vec_push(&native->lemmas, known->items[i]);
    for (size_t i = 0; i < native->count; i++)
        if (results[i].verdict == NATIVE_PROVED && !native->list[i].degree)
            vec_push(&native->lemmas, native->list[i].ends[0]);
}

static void prove_all(Verifier *verifier)
{
    NativeResult *results =
        fatal_malloc((verifier->asked.count + 1) * sizeof *results);
    RefList known = {0};
    look_at_rules(verifier, &known);
    Sentence *givens = sentences_of(known.items, known.count);
    Budget some = budget_part(verifier->budget, 0.4);
    NativeTask task = {.net = verifier->net,
                       .sentences = &verifier->sentences,
                       .list = verifier->asked.items,
                       .count = verifier->asked.count,
                       .givens = givens,
                       .given_count = known.count,
                       .seed = verifier->seed,
                       .budget = &some,
                       .needs_some = true};
    native_prove(&task, results);
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
    try_again(verifier, &task, find_balances, &some, results);
    bool rest = false; /* to be done after that */
    for (size_t i = 0; i < task.count; i++)
        rest = rest || results[i].verdict == NATIVE_UNKNOWN;
    some = budget_part(verifier->budget, rest ? 0.6 : 0.95);
    EndingTask end = {.machine = machine,
                      .sentences = &verifier->sentences,
                      .lemmas = task.lemmas.items,
                      .lemma_count = task.lemmas.count,
                      .seed = verifier->seed,
                      .budget = &some};
    Ending ending = find_ending(&end);
    bool ending_hurried = ending.hurried || budget_spent(&some);
    some = budget_part(verifier->budget, 0.9);
    search_plays(verifier, &task, &some, results, &ending);
    bool search_hurried = budget_spent(&some);
    bool proof_hurried = verifier->hurried;
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

static void verify_all(Verifier *verifier)
{
    sentences_init(&verifier->sentences, verifier->net);
    ask_all(verifier);
    prove_all(verifier);
    sort_items(verifier->list->items, verifier->list->count,
               sizeof *verifier->list->items, by_check);
    sentences_free(&verifier->sentences);
    vec_free(&verifier->asked);
    vec_free(&verifier->about);
}

/* ---- without a network ---- */

/* WHY it is not grounded is why the rest is unknown. */
static void note_plain(Verifier *verifier, Check check, uint32_t role,
                       const Play *play, const char *why)
{
    Verified verified = {.check = check, .role = role, .play = play};
    verified.verdict = !play                     ? VERDICT_UNKNOWN
                       : check == CHECK_WINNABLE ? VERDICT_PROVED
                                                 : VERDICT_REFUTED;
    verified.how = play ? "play" : NULL;
    verified.reason = play ? NULL : why;
    note(verifier, verified);
}

static void verify_plain(Verifier *verifier, const char *why)
{
    Interp *interp = verifier->interp;
    Budget some = budget_part(verifier->budget, 0.8);
    PlainFinds finds =
        plain_plays(interp, verifier->seed, &some, verifier->arena);
    note_plain(verifier, CHECK_PLAYABLE, NO_INDEX, finds.stuck, why);
    Verified ending = {
        .check = CHECK_TERMINATING, .role = NO_INDEX, .reason = why};
    if (finds.returns) {
        ending.verdict = VERDICT_REFUTED;
        ending.how = "play";
        ending.reason = NULL;
        ending.has_loop = true;
        ending.loop_from = finds.loop_from;
        ending.play = finds.returns;
    }
    note(verifier, ending);
    note_plain(verifier, CHECK_GOALS, NO_INDEX, finds.wrong, why);
    for (uint32_t i = 0; i < interp_role_count(interp); i++)
        if (!interp_is_random(interp, i))
            note_plain(verifier, CHECK_WINNABLE, i, finds.wins[i], why);
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
    NetWish wish = {.relations = declared};
    if (game->keyword[KEYWORD_BASE] != NO_RELATION)
        declared[wish.relation_count++] = game->keyword[KEYWORD_BASE];
    if (game->keyword[KEYWORD_INPUT] != NO_RELATION)
        declared[wish.relation_count++] = game->keyword[KEYWORD_INPUT];
    Budget some = budget_part(budget, 0.7);
    const char *why = NULL;
    verifier.net = net_wish(game, &wish, &some, &why);
    if (verifier.net)
        verify_all(&verifier);
    else
        verify_plain(&verifier, why);
    net_free(verifier.net);
}

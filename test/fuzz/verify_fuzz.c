/* verify_fuzz.c - what verify rests on, against all positions of random games
 *
 * In:   numbers of random games (typed.h, parts.h in turn)
 * Out:  where a method and the truth differ, with the game, and
 *       "N passed, N failed"
 *
 * Usage: verify_fuzz [-n FIRST] [-c COUNT] [-s SECONDS] [-v]
 *
 * verify looks at all positions where they are few, so that on small games its
 * other methods would hardly be tried. Here each is tried by itself:
 *   lasting, rank   a bound is one: plays end, and none is longer
 *   induction       with all that is invented, of random properties about two
 *                   nodes of the network each, or two features before and after
 *                   a step; of many those are chosen that fail, but seldom
 *   balance         equations hold
 *   ways            every step is in one of them
 *   clock, single,  what is said of classes of features and of counters holds,
 *   counters, sum   and a bound is one
 *   bounded         the same properties, with and without a bound
 *   frames          the same properties; of random games as small as these,
 *                   all are decided
 *   verify          itself: the engines agree, and what is vacuous is so
 *   scrambled       with other names and in another order, everything that is
 *                   asked has the same answer (scramble.h)
 * What is proved holds in every position, on the way as well as in the end, and
 * a refutation is a play that leads to one in which it does not. Start reading
 * at examine().
 */
#include "games.h"
#include "parts.h"
#include "scramble.h"
#include "typed.h"

#include "prove/induction/bmc.h"
#include "prove/candidates/autonomous_features.h"
#include "prove/walk/reachable_states.h"
#include "prove/walk/guided_walks.h"
#include "prove/termination/termination.h"
#include "prove/schedule.h"
#include "prove/candidates/mutex_groups.h"
#include "prove/verify.h"
#include "prove/candidates/transition_cases.h"
#include "prove/linear/linear_invariants.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wpsabi"

enum {
    MAX_POSITIONS = 4000,
    MAX_STEPS = 100000,
    SENTENCES = 40, /* that are asked about */
    STEPPING = 16,  /* of these, about a step, if steps are few */
    POOL = 400      /* that they are chosen from */
};

typedef struct {
    uint64_t number;
    const Net *net;
    Machine *machine;
    ReachableStates *reachable;
    PlayLength length;
    PropertyTable properties;
    GroundProperty list[SENTENCES];
    bool truth[SENTENCES]; /* it holds in every position */
    bool failed;
    size_t decided, endless; /* for -v */
    Budget budget;
} Case;

static void fault(Case *test, const char *what, uint64_t number)
{
    printf("game %llu: %s (%llu)\n", (unsigned long long)test->number, what,
           (unsigned long long)number);
    test->failed = true;
}

/* ---- positions in which something fails ---- */

typedef struct {
    const Case *test;
    const Ref *refs;
    size_t count;
    GateLanes gates;
    size_t *fails; /* by ref: in how many positions */
} Look;

static void look_at(void *context, const WalkLanes *lanes, const Lanes *running)
{
    Look *look = context;
    gate_lanes_read(&look->gates, 0, lanes);
    gate_lanes_evaluate(&look->gates);
    for (size_t i = 0; i < look->count; i++) {
        Lanes fails = ~ref_lanes(look->gates.values, look->refs[i]) & *running;
        for (size_t k = 0; k < LANE_WORDS; k++)
            look->fails[i] += (size_t)__builtin_popcountll(fails[k]);
    }
}

/* In how many of STATES each of REFS, of level 0, fails. */
static void count_fails(const Case *test, const Ref *refs, size_t ref_count,
                        const uint64_t *states, size_t count, size_t *fails)
{
    size_t words = machine_words(test->machine);
    Look look = {
        test, refs, ref_count, {.properties = &test->properties}, fails};
    GuidedWalks *walks = walks_new(test->net, &test->properties, 1);
    bool *needed = calloc(test->properties.gates.count, sizeof *needed);
    for (size_t i = 0; i < ref_count; i++)
        property_mark(&test->properties, refs[i], needed);
    gate_lanes_plan(&look.gates, needed);
    free(needed);
    memset(fails, 0, ref_count * sizeof *fails);
    for (size_t first = 0; first < count; first += LANES)
        walks_evaluate_states(walks, states + first * words, words,
                              count - first < LANES ? count - first : LANES,
                              look_at, &look);
    gate_lanes_free(&look.gates);
    walks_free(walks);
}

/* What was proved on the way holds everywhere, too. */
static void judge_lemmas(Case *test, const Ref *lemmas, size_t count,
                         const char *what)
{
    size_t *fails = calloc(count + 1, sizeof *fails);
    count_fails(test, lemmas, count, reachable_state(test->reachable, 0),
                reachable_count(test->reachable), fails);
    size_t wrong = 0;
    for (size_t i = 0; i < count; i++)
        wrong += fails[i] > 0;
    if (wrong)
        fault(test, what, wrong);
    free(fails);
}

/* ---- steps ---- */

/* All pairs of positions that a step leads from and to. */
typedef VEC(uint64_t) Steps;

static bool next_joint(const Cursor *cursor, size_t roles, uint32_t *places)
{
    for (size_t i = 0; i < roles; i++) {
        if (++places[i] < cursor_legal_count(cursor, i))
            return true;
        places[i] = 0;
    }
    return false;
}

static bool can_move(const Cursor *cursor, size_t roles)
{
    for (size_t i = 0; i < roles; i++)
        if (!cursor_legal_count(cursor, i))
            return false;
    return !cursor_is_terminal(cursor);
}

/* False if they are too many. */
static bool find_steps(const Case *test, Steps *steps)
{
    size_t roles = test->net->role_count, words = machine_words(test->machine);
    Cursor *cursor = cursor_new(test->machine);
    uint32_t *places = calloc(2 * roles + 1, sizeof *places);
    uint32_t *joint = places + roles;
    bool good = true;
    for (size_t i = 0; i < reachable_count(test->reachable) && good; i++) {
        const uint64_t *state = reachable_state(test->reachable, i);
        cursor_set(cursor, state);
        for (bool more = can_move(cursor, roles); more && good;
             more = next_joint(cursor, roles, places)) {
            for (size_t k = 0; k < roles; k++)
                joint[k] = cursor_legal_move(cursor, k, places[k]);
            cursor_moves(cursor, joint);
            const uint64_t *next = cursor_next(cursor);
            for (size_t k = 0; k < 2 * words; k++)
                vec_push(steps, k < words ? state[k] : next[k - words]);
            good = steps->count < 2 * words * MAX_STEPS;
        }
    }
    free(places);
    cursor_free(cursor);
    return good;
}

static bool has(const uint64_t *state, uint32_t literal)
{
    return (state[literal / 2 / 64] >> literal / 2 % 64 & 1) != (literal & 1);
}

/* ---- properties ---- */

/* A property with what is true of it. */
typedef struct {
    GroundProperty property;
    size_t fails;
} Drawn;

/* Those that fail in the fewest positions first, then those that hold. */
static int by_fails(const void *left, const void *right)
{
    size_t a = ((const Drawn *)left)->fails - 1,
           b = ((const Drawn *)right)->fails - 1;
    return (a > b) - (a < b);
}

/* Chooses COUNT of the pool: of those that fail, and of those that hold. */
static void choose(Case *test, Drawn *pool, size_t first, size_t count)
{
    qsort(pool, POOL, sizeof *pool, by_fails);
    for (size_t i = 0; i < count; i++) {
        const Drawn *drawn = &pool[i % 3 == 2 ? POOL - 1 - i : i];
        test->list[first + i] = drawn->property;
        test->truth[first + i] = !drawn->fails;
    }
}

/* Nodes that do not depend on moves. */
static bool *find_still(const Net *net)
{
    bool *still = calloc(net->node_count + 1, sizeof *still);
    for (uint32_t i = 0; i < net->node_count; i++) {
        const Node *node = &net->nodes[i];
        still[i] = node->kind == NODE_FEATURE || node->kind == NODE_AND;
        for (uint32_t k = 0; node->kind == NODE_AND && k < node->input_count;
             k++) {
            uint32_t input = lit_node(net->inputs[node->first_input + k]);
            still[i] = still[i] && still[input];
        }
    }
    return still;
}

static Ref draw_literal(Case *test, Random *random, const RefList *nodes)
{
    if (!nodes->count)
        return REF_FALSE;
    uint32_t node = nodes->items[random_below(random, (uint32_t)nodes->count)];
    return property_leaf(&test->properties, 0,
                         2 * node + random_below(random, 2));
}

static void draw_still(Case *test, Random *random, size_t count)
{
    bool *still = find_still(test->net);
    Drawn *pool = calloc(POOL, sizeof *pool);
    Ref refs[POOL];
    size_t fails[POOL];
    RefList nodes = {0};
    for (uint32_t i = 0; i < test->net->node_count; i++)
        if (still[i])
            vec_push(&nodes, i);
    for (size_t i = 0; i < POOL; i++) {
        Ref left = draw_literal(test, random, &nodes);
        Ref right = draw_literal(test, random, &nodes);
        refs[i] = ref_not(property_pair(&test->properties, left, right));
        pool[i].property.ends[0] = refs[i];
    }
    count_fails(test, refs, POOL, reachable_state(test->reachable, 0),
                reachable_count(test->reachable), fails);
    for (size_t i = 0; i < POOL; i++)
        pool[i].fails = fails[i];
    choose(test, pool, 0, count);
    free(pool);
    vec_free(&nodes);
    free(still);
}

/* One feature before and one after a step. */
static void draw_stepping(Case *test, Random *random, const Steps *steps,
                          size_t first)
{
    size_t words = machine_words(test->machine);
    Drawn *pool = calloc(POOL, sizeof *pool);
    for (size_t i = 0; i < POOL; i++) {
        uint32_t most = (uint32_t)test->net->feature_count;
        uint32_t before = random_below(random, 2 * most),
                 after = random_below(random, 2 * most);
        if (random_below(random, 2))
            after = before ^ 1; /* as with what lasts */
        Ref now = property_feature(&test->properties, 0, before / 2);
        Ref then = property_feature(&test->properties, 1, after / 2);
        pool[i].property.degree = 1;
        pool[i].property.ends[1] = ref_not(property_pair(
            &test->properties, now ^ (before & 1), then ^ (after & 1)));
        for (size_t k = 0; k < steps->count; k += 2 * words)
            pool[i].fails += has(steps->items + k, before) &&
                             has(steps->items + k + words, after);
    }
    choose(test, pool, first, SENTENCES - first);
    free(pool);
}

static void draw_sentences(Case *test, Random *random)
{
    Steps steps = {0};
    bool few = test->net->feature_count && find_steps(test, &steps);
    size_t still = few ? SENTENCES - STEPPING : SENTENCES;
    draw_still(test, random, still);
    if (few)
        draw_stepping(test, random, &steps, still);
    vec_free(&steps);
}

/* ---- refutations ---- */

static bool is_legal(const Cursor *cursor, size_t role, uint32_t move)
{
    return move != NO_INDEX &&
           (cursor_legal(cursor, role)[move / 64] >> move % 64 & 1);
}

/* Makes COUNT joint moves; false if one is not legal. */
static bool advance(Case *test, Cursor *cursor, const uint32_t *moves,
                    size_t count)
{
    size_t words = machine_words(test->machine), roles = test->net->role_count;
    uint64_t *state = calloc(words + 1, sizeof *state);
    bool good = true;
    for (size_t i = 0; i < count && good; i++) {
        good = !cursor_is_terminal(cursor);
        for (size_t k = 0; k < roles; k++)
            good = good && is_legal(cursor, k, moves[i * roles + k]);
        if (!good)
            break;
        cursor_moves(cursor, moves + i * roles);
        memcpy(state, cursor_next(cursor), words * sizeof *state);
        cursor_set(cursor, state);
    }
    free(state);
    return good;
}

/* The play leads to a position in which SENTENCE, which is about it alone,
 * fails; the others were judged by all steps there are. */
static bool play_fails(Case *test, const PropertyResult *result,
                       const GroundProperty *property)
{
    Cursor *cursor = cursor_new(test->machine);
    bool good = advance(test, cursor, result->moves, result->steps);
    size_t fails = 1;
    if (!property->degree)
        count_fails(test, property->ends, 1, cursor_state(cursor), 1, &fails);
    cursor_free(cursor);
    return good && fails;
}

static void judge(Case *test, PropertyResult *results, const char *what,
                  bool decides)
{
    for (size_t i = 0; i < SENTENCES; i++) {
        const GroundProperty *property = &test->list[i];
        test->decided += results[i].verdict != VERDICT_UNKNOWN;
        if (results[i].verdict == VERDICT_PROVED && !test->truth[i])
            fault(test, what, i);
        if (results[i].verdict == VERDICT_REFUTED &&
            (test->truth[i] || !play_fails(test, &results[i], property)))
            fault(test, what, i);
        if (results[i].verdict == VERDICT_UNKNOWN && decides &&
            !property->degree)
            fault(test, what, i);
        free(results[i].moves);
    }
}

/* ---- methods ---- */

static void try_ends(Case *test)
{
    uint64_t bound = 0;
    const PlayLength *length = &test->length;
    PropertyTask lemmas = {.net = test->net,
                           .properties = &test->properties,
                           .seed = test->number,
                           .budget = &test->budget,
                           .wants_lemmas = true};
    schedule_run(&lemmas, NULL);
    const TerminationTask irreversible = {.machine = test->machine,
                                          .properties = &test->properties,
                                          .seed = test->number,
                                          .budget = &test->budget,
                                          .lemmas = &lemmas.lemmas};
    if (find_irreversible_bound(&irreversible, &bound)) {
        test->decided++;
        if (length->endless || length->bound > bound)
            fault(test, "irreversible: no bound", bound);
    }
    judge_lemmas(test, lemmas.lemmas.items, lemmas.lemmas.count,
                 "irreversible: lemmas");
    vec_free(&lemmas.lemmas);
}

/* ---- what is seen in the rules ---- */

typedef struct {
    size_t features;
    VEC(CaseChange) changes;
    VEC(uint8_t) values;
    VEC(size_t) ends; /* of the changes of each way */
} Seen;

static void keep_way(void *context, const TransitionCase *way)
{
    Seen *seen = context;
    for (size_t i = 0; i < way->count; i++)
        vec_push(&seen->changes, way->changes[i]);
    for (size_t f = 0; f < seen->features; f++)
        vec_push(&seen->values, way->values[f]);
    vec_push(&seen->ends, seen->changes.count);
}

static bool holds(const uint64_t *state, uint32_t feature)
{
    return has(state, 2 * feature);
}

static bool is_like(const uint64_t *state, uint32_t feature, CaseValue value)
{
    return value == CASE_OPEN || holds(state, feature) == (value == CASE_TRUE);
}

static bool is_in_way(const Seen *seen, size_t way, const uint64_t *before,
                      const uint64_t *after)
{
    size_t at = way ? seen->ends.items[way - 1] : 0;
    for (uint32_t f = 0; f < seen->features; f++) {
        if (!is_like(before, f, seen->values.items[way * seen->features + f]))
            return false;
        const CaseChange *change = &seen->changes.items[at];
        bool changes = at < seen->ends.items[way] && change->feature == f;
        at += changes;
        if (!changes
                ? holds(before, f) != holds(after, f)
                : !is_like(before, f, change->before) ||
                      !is_like(after, f, change->after) ||
                      (change->after == CASE_OPEN && change->from != NO_INDEX &&
                       holds(after, f) != holds(before, change->from)))
            return false;
    }
    return true;
}

static void try_ways(Case *test, const RefList *lemmas)
{
    Seen seen = {.features = test->net->feature_count};
    size_t words = machine_words(test->machine), missed = 0;
    Steps steps = {0};
    CaseTask task = {.net = test->net,
                     .properties = &test->properties,
                     .lemmas = lemmas->items,
                     .lemma_count = lemmas->count,
                     .budget = &test->budget,
                     .may_omit_old = test->number % 2,
                     .by_features = test->number / 2 % 2,
                     .on_case = keep_way,
                     .context = &seen};
    bool good = find_steps(test, &steps) && find_transition_cases(&task);
    test->decided += good;
    for (size_t k = 0; good && k < steps.count; k += 2 * words) {
        size_t way = 0;
        while (way < seen.ends.count &&
               !is_in_way(&seen, way, steps.items + k, steps.items + k + words))
            way++;
        missed += way == seen.ends.count;
    }
    if (missed)
        fault(test, "ways: missed", missed);
    vec_free(&seen.changes);
    vec_free(&seen.values);
    vec_free(&seen.ends);
    vec_free(&steps);
}

static void try_rules(Case *test)
{
    RefList lemmas = {0}, more = {0};
    uint64_t bound = 0;
    try_ways(test, &lemmas);
    GuidedWalks *walks = walks_new(test->net, &test->properties, test->number);
    walks_run(walks, 1, &test->budget); /* not all that there is */
    find_mutex_groups(test->net, &test->properties, lemmas.items, lemmas.count,
                      walks, &test->budget, &more);
    walks_free(walks);
    judge_lemmas(test, more.items, more.count, "single");
    test->decided += more.count;
    for (size_t i = 0; i < more.count; i++)
        vec_push(&lemmas, more.items[i]);
    vec_clear(&more);
    try_ways(test, &lemmas);
    find_counters(test->net, &test->properties, lemmas.items, lemmas.count,
                  &test->budget, NULL, &more);
    judge_lemmas(test, more.items, more.count, "counters");
    test->decided += more.count;
    if (find_linear_ranking(test->net, &test->properties, lemmas.items,
                            lemmas.count, &test->budget, NULL, &bound)) {
        test->decided++;
        if (test->length.endless || test->length.bound > bound)
            fault(test, "sum: no bound", bound);
    }
    vec_free(&lemmas);
    vec_free(&more);
}

static void try_induction(Case *test)
{
    enum { SMALL_STEPS = 40 };
    PropertyResult results[SENTENCES] = {{0}};
    ProveLimits limits;
    prove_limits_init(&limits);
    limits.values[PROOF_REACHABLE] = limits.values[PROOF_PDR] = 0;
    limits.values[LIMIT_MAX_ROUNDS] = 1;
    if (test->number / 2 % 2)
        limits.values[PROOF_K_INDUCTION] = 0;
    PropertyTask task = {.net = test->net,
                         .properties = &test->properties,
                         .list = test->list,
                         .count = SENTENCES,
                         .seed = test->number,
                         .budget = &test->budget,
                         .limits = &limits,
                         .plan =
                             test->number / 8 % 2 ? PLAN_VERIFY : PLAN_PROVE,
                         .wants_lemmas = test->number / 4 % 2};
    schedule_run(&task, results);
    judge(test, results, "induction", false);
    judge_lemmas(test, task.lemmas.items, task.lemmas.count,
                 "induction: lemmas");
    PropertyResult again[SENTENCES] = {{0}};
    BmcTask bounded = {.properties = &test->properties,
                       .list = test->list,
                       .count = SENTENCES,
                       .lemmas = task.lemmas.items,
                       .lemma_count = task.lemmas.count,
                       .budget = &test->budget,
                       .max_depth = 300,
                       .max_conflicts = 30000,
                       .chunk_size = 1 + test->number % 2,
                       .seeks_bound = true,
                       .bound = UINT64_MAX};
    Budget little = {.deadline = clock_now() + 0.2};
    if (test->length.endless)
        bounded.budget = &little;
    uint64_t bound = bmc_run(&bounded, again).bound;
    if (bound != UINT64_MAX &&
        (test->length.endless || bound < test->length.bound))
        fault(test, "bounded: no bound", bound);
    judge(test, again, "bounded",
          !test->length.endless && test->length.bound < SMALL_STEPS);
    vec_free(&task.lemmas);
}

static void try_frames(Case *test)
{
    PropertyResult results[SENTENCES] = {{0}};
    ProveLimits limits;
    prove_limits_init(&limits);
    prove_limits_only(&limits, PROOF_PDR);
    limits.values[LIMIT_PDR_FORMULAS] = SENTENCES;
    PropertyTask task = {.net = test->net,
                         .properties = &test->properties,
                         .list = test->list,
                         .count = SENTENCES,
                         .budget = &test->budget,
                         .limits = &limits};
    schedule_run(&task, results);
    judge(test, results, "pdr", true);
    judge_lemmas(test, task.lemmas.items, task.lemmas.count, "frames: lemmas");
    vec_free(&task.lemmas);
}

/* ---- all of it ---- */

static bool reaches_end(const Case *test)
{
    Cursor *cursor = cursor_new(test->machine);
    bool found = false;
    for (size_t i = 0; i < reachable_count(test->reachable) && !found; i++) {
        cursor_set(cursor, reachable_state(test->reachable, i));
        found = cursor_is_terminal(cursor);
    }
    cursor_free(cursor);
    return found;
}

/* The engines agree about every play; goals are vacuous exactly if no play
 * ends; what is refuted says why, and a play shows it. */
static void try_verify(Case *test, const Game *game)
{
    const char *why;
    Arena *arena = arena_new();
    Interp *interp = interp_new(game, &test->budget, &why);
    VerifiedList list = {0};
    ProveLimits limits;
    prove_limits_init(&limits);
    const VerifyTask task = {.game = game,
                             .interp = interp,
                             .seed = test->number,
                             .budget = &test->budget,
                             .limits = &limits,
                             .arena = arena};
    verify(&task, &list);
    for (size_t i = 0; i < list.count; i++) {
        const Verified *item = &list.items[i];
        bool refuted = item->verdict == VERDICT_REFUTED;
        if (item->reason && strstr(item->reason, "internal error"))
            fault(test, "verify: the engines disagree", item->check);
        if (item->check == CHECK_GOALS && item->is_vacuous == reaches_end(test))
            fault(test, "verify: vacuous", item->check);
        if (refuted != (item->fault.why != NULL) ||
            (refuted && item->check != CHECK_WINNABLE && !item->play))
            fault(test, "verify: refuted without a fault", item->check);
    }
    vec_free(&list);
    interp_free(interp);
    arena_free(arena);
}

/* ---- a scrambled copy ---- */

static void try_scrambled(Case *test, const char *text, const NetBuilder *draft,
                          Random *random, Arena *arena)
{
    const char *differs = scrambled_differs(
        text, draft->formulas, draft->formula_count, random, arena);
    if (!differs)
        return;
    fault(test, "scrambled: another answer", 0);
    printf("%s\n", differs);
}

/* ---- a game ---- */

static void examine(Case *test, const Game *game, Random *random)
{
    const char *why;
    test->budget = budget_new(20, NULL);
    test->net = net_new(game, &test->budget, &why);
    if (!test->net)
        return;
    test->machine = machine_new(test->net);
    test->reachable =
        reachable_new(test->machine, MAX_POSITIONS, &test->budget);
    if (reachable_complete(test->reachable)) {
        properties_init(&test->properties, test->net);
        test->length = reachable_length(test->reachable);
        test->endless += test->length.endless;
        draw_sentences(test, random);
        try_induction(test);
        try_frames(test);
        try_rules(test);
        try_ends(test);
        try_verify(test, game);
        free(test->length.moves);
        properties_free(&test->properties);
    }
    reachable_free(test->reachable);
    machine_free(test->machine);
    net_free(test->net);
}

static bool pass(uint64_t number, bool verbose)
{
    Arena *arena = arena_new();
    Random random = random_new(number, 4711);
    NetBuilder *draft = arena_alloc(arena, sizeof *draft);
    Text text = {0};
    Diag diag;
    Case test = {.number = number};
    if (number % 2) {
        parts_random(&text, &random);
    } else {
        net_builder_random(draft, &random, arena);
        net_builder_print(&text, draft);
    }
    diag_init(&diag, arena);
    Rules *rules = rules_read("game", text_string(&text), text.length,
                              SYNTAX_KIF, &diag, arena);
    const Game *game = rules ? game_load(rules, &diag) : NULL;
    if (game)
        examine(&test, game, &random);
    try_scrambled(&test, text_string(&text), draft, &random, arena);
    if (verbose)
        printf("game %llu: %zu decided%s%s\n", (unsigned long long)number,
               test.decided, test.endless ? ", endless" : "",
               game ? "" : ", no game");
    if (test.failed)
        printf("%s\n", text_string(&text));
    rules_free(rules);
    diag_clear(&diag);
    text_free(&text);
    arena_free(arena);
    return !test.failed;
}

int main(int argc, char **argv)
{
    return fuzz_games(argc, argv, pass);
}

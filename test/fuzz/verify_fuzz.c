/* verify_fuzz.c - what verify rests on, against all positions of random games
 *
 * In:   numbers of random games (typed.h)
 * Out:  where a method and the truth differ, with the game, and
 *       "N passed, N failed"
 *
 * Usage: verify_fuzz [-n FIRST] [-c COUNT] [-s SECONDS] [-v]
 *
 * verify looks at all positions where they are few, so that on small games its
 * other methods would hardly be tried. Here each is tried by itself:
 *   lasting, rank   a bound is one: plays end, and none is longer
 *   induction       with all that is invented, of random sentences about two
 *                   nodes of the network each
 *   bounded         the same sentences, with and without a bound
 * What is proved holds in every position, and a refutation is a play that leads
 * to one in which it does not. Start reading at examine().
 */
#include "typed.h"

#include "prove/bounded.h"
#include "prove/exhaust.h"
#include "prove/explore.h"
#include "prove/lasting.h"
#include "prove/rank.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#pragma GCC diagnostic ignored "-Wpsabi"

enum { MOST_POSITIONS = 4000, SENTENCES = 40 };

typedef struct {
    uint64_t number;
    const Net *net;
    Machine *machine;
    Exhaust *exhaust;
    Length length;
    Sentences sentences;
    Sentence list[SENTENCES];
    bool truth[SENTENCES]; /* it holds in every position */
    bool failed;
    size_t decided; /* for -v */
    Budget budget;
} Case;

static void fault(Case *test, const char *what, size_t number)
{
    printf("game %llu: %s (%zu)\n", (unsigned long long)test->number, what,
           number);
    test->failed = true;
}

/* ---- sentences and the truth about them ---- */

/* Of nodes that do not depend on moves; 0 stands for those that do. */
static bool *find_still(const Net *net)
{
    bool *still = calloc(net->node_count + 1, sizeof *still);
    for (uint32_t i = 0; i < net->node_count; i++) {
        const Node *node = &net->nodes[i];
        still[i] = node->kind == NODE_FEATURE || node->kind == NODE_AND;
        for (uint32_t k = 0; node->kind == NODE_AND && k < node->count; k++) {
            uint32_t input = lit_node(net->inputs[node->first + k]);
            still[i] = still[i] && still[input];
        }
    }
    return still;
}

static void draw_sentences(Case *test, Random *random)
{
    const Net *net = test->net;
    bool *still = find_still(net);
    VEC(uint32_t) nodes = {0};
    for (uint32_t i = 0; i < net->node_count; i++)
        if (still[i])
            vec_push(&nodes, i);
    for (size_t i = 0; i < SENTENCES; i++) {
        Ref pair[2] = {REF_FALSE, REF_FALSE};
        for (size_t k = 0; nodes.count && k < 2; k++) {
            uint32_t node =
                nodes.items[random_below(random, (uint32_t)nodes.count)];
            pair[k] = sentence_leaf(&test->sentences, 0,
                                    2 * node + random_below(random, 2));
        }
        test->list[i] = (Sentence){.degree = 0};
        test->list[i].ends[0] =
            ref_not(sentence_pair(&test->sentences, pair[0], pair[1]));
    }
    vec_free(&nodes);
    free(still);
}

typedef struct {
    Case *test;
    VEC(uint32_t) gates;
    Lanes *values;
    bool holds[SENTENCES]; /* in all that was looked at */
} Look;

static void look_at(void *context, const Lanes *nodes, const Lanes *running)
{
    Look *look = context;
    gates_in_lanes(&look->test->sentences, look->gates.items, look->gates.count,
                   nodes, look->values);
    for (size_t i = 0; i < SENTENCES; i++) {
        Ref ref = look->test->list[i].ends[0];
        Lanes holds = look->values[ref / 2];
        Lanes fails = (ref & 1 ? holds : ~holds) & *running;
        if (lanes_any(&fails))
            look->holds[i] = false;
    }
}

/* Which of the sentences hold in all of COUNT positions. */
static void evaluate(Case *test, const uint64_t *states, size_t count,
                     bool *holds)
{
    size_t gates = test->sentences.gates.count;
    size_t words = machine_words(test->machine);
    Look look = {.test = test};
    Explore *explore = explore_new(test->net, &test->sentences, 1);
    look.values = aligned_alloc(sizeof(Lanes), (gates + 1) * sizeof(Lanes));
    look.values[0] = ~(Lanes){0};
    for (uint32_t i = 1; i < gates; i++)
        if (!test->sentences.gates.items[i].level)
            vec_push(&look.gates, i);
    memset(look.holds, true, sizeof look.holds);
    for (size_t first = 0; first < count; first += LANES)
        explore_look(explore, states + first * words, words,
                     count - first < LANES ? count - first : LANES, look_at,
                     &look);
    memcpy(holds, look.holds, sizeof look.holds);
    vec_free(&look.gates);
    free(look.values);
    explore_free(explore);
}

/* ---- refutations ---- */

static bool is_legal(const Cursor *cursor, size_t role, uint32_t move)
{
    return move != NO_INDEX &&
           (cursor_legal(cursor, role)[move / 64] >> move % 64 & 1);
}

static bool play_fails(Case *test, const NativeResult *result, size_t sentence)
{
    size_t words = machine_words(test->machine), roles = test->net->role_count;
    uint64_t *state = calloc(words + 1, sizeof *state);
    Cursor *cursor = cursor_new(test->machine);
    bool good = true, holds[SENTENCES];
    for (size_t i = 0; i < result->steps && good; i++) {
        const uint32_t *joint = result->moves + i * roles;
        good = !cursor_terminal(cursor);
        for (size_t k = 0; k < roles; k++)
            good = good && is_legal(cursor, k, joint[k]);
        if (!good)
            break;
        cursor_moves(cursor, joint);
        memcpy(state, cursor_next(cursor), words * sizeof *state);
        cursor_set(cursor, state);
    }
    memcpy(state, cursor_state(cursor), words * sizeof *state);
    evaluate(test, state, 1, holds);
    cursor_free(cursor);
    free(state);
    return good && !holds[sentence];
}

static void judge(Case *test, NativeResult *results, const char *what,
                  bool decides)
{
    for (size_t i = 0; i < SENTENCES; i++) {
        test->decided += results[i].verdict != NATIVE_UNKNOWN;
        if (results[i].verdict == NATIVE_PROVED && !test->truth[i])
            fault(test, what, i);
        if (results[i].verdict == NATIVE_REFUTED &&
            (test->truth[i] || !play_fails(test, &results[i], i)))
            fault(test, what, i);
        if (results[i].verdict == NATIVE_UNKNOWN && decides)
            fault(test, what, i);
        free(results[i].moves);
    }
}

/* ---- methods ---- */

static void try_ends(Case *test)
{
    uint64_t bound = 0;
    RefList lemmas = {0}, quiet = {0};
    const Length *length = &test->length;
    if (find_lasting(test->net, test->machine, test->number, &test->budget,
                     &test->sentences, &lemmas, &quiet, &bound)) {
        test->decided++;
        if (length->endless || length->bound > bound)
            fault(test, "lasting changes: no bound", bound);
    }
    RankGivens givens = {.lemmas = lemmas.items, .lemma_count = lemmas.count};
    for (int both = 0; both < 2; both++) {
        givens.quiet = quiet.items;
        givens.quiet_count = both ? quiet.count : 0;
        if (!find_rank(test->net, &test->sentences, &givens, &test->budget,
                       &bound))
            continue;
        test->decided++;
        if (length->endless || length->bound > bound)
            fault(test, "rank: no bound", bound);
    }
    vec_free(&lemmas);
    vec_free(&quiet);
}

static void try_induction(Case *test)
{
    NativeResult results[SENTENCES] = {{0}};
    NativeTask task = {.net = test->net,
                       .sentences = &test->sentences,
                       .list = test->list,
                       .count = SENTENCES,
                       .seed = test->number,
                       .budget = &test->budget,
                       .needs_some = true,
                       .no_positions = true};
    native_prove(&task, results);
    judge(test, results, "induction", false);
    NativeResult again[SENTENCES] = {{0}};
    BoundedTask bounded = {.net = test->net,
                           .sentences = &test->sentences,
                           .list = test->list,
                           .count = SENTENCES,
                           .lemmas = task.lemmas.items,
                           .lemma_count = task.lemmas.count,
                           .bound = UINT64_MAX,
                           .budget = &test->budget};
    if (test->length.endless)
        bounded.budget = &(Budget){.deadline = clock_now() + 0.2};
    uint64_t bound = bounded_prove(&bounded, again);
    if (bound != UINT64_MAX &&
        (test->length.endless || bound < test->length.bound))
        fault(test, "bounded: no bound", bound);
    judge(test, again, "bounded", !test->length.endless);
    vec_free(&task.lemmas);
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
    test->exhaust = exhaust_new(test->machine, MOST_POSITIONS, &test->budget);
    if (exhaust_complete(test->exhaust)) {
        sentences_init(&test->sentences, test->net);
        test->length = exhaust_length(test->exhaust);
        draw_sentences(test, random);
        evaluate(test, exhaust_state(test->exhaust, 0),
                 exhaust_count(test->exhaust), test->truth);
        try_induction(test);
        try_ends(test);
        free(test->length.moves);
        sentences_free(&test->sentences);
    }
    exhaust_free(test->exhaust);
    machine_free(test->machine);
    net_free(test->net);
}

static bool pass(uint64_t number, bool verbose)
{
    Arena *arena = arena_new();
    Random random = random_new(number, 4711);
    Draft *draft = arena_alloc(arena, sizeof *draft);
    Text text = {0};
    Diag diag;
    Case test = {.number = number};
    draft_random(draft, &random, arena);
    draft_print(&text, draft);
    diag_init(&diag, arena);
    Rules *rules = rules_read("game", text_string(&text), text.length,
                              SYNTAX_KIF, &diag, arena);
    const Game *game = rules ? game_load(rules, &diag) : NULL;
    if (game)
        examine(&test, game, &random);
    if (verbose)
        printf("game %llu: %zu decided\n", (unsigned long long)number,
               test.decided);
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
    uint64_t first = 1, count = UINT64_MAX, counts[2] = {0, 0};
    double seconds = 0;
    bool verbose = false;
    int option;
    while ((option = getopt(argc, argv, "n:c:s:v")) != -1)
        switch (option) {
        case 'n':
            first = strtoull(optarg, NULL, 10);
            break;
        case 'c':
            count = strtoull(optarg, NULL, 10);
            break;
        case 's':
            seconds = strtod(optarg, NULL);
            break;
        case 'v':
            verbose = true;
            break;
        default:
            return 2;
        }
    Budget budget = budget_new(seconds, NULL);
    for (uint64_t i = 0; i < count && !budget_spent(&budget); i++)
        counts[pass(first + i, verbose)]++;
    printf("%llu passed, %llu failed\n", (unsigned long long)counts[1],
           (unsigned long long)counts[0]);
    return counts[0] ? 1 : 0;
}

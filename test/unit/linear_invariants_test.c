/* linear_invariants_test.c - linear invariants, in all reachable positions */
#include "loaded.h"

#include "base/random.h"
#include "lang/print.h"
#include "prove/walk/reachable_states.h"
#include "prove/candidates/mutex_groups.h"
#include "prove/linear/linear_invariants.h"

typedef struct {
    Loaded loaded;
    RefList mutexes, counters;
    bool ends;
    uint64_t bound;
} Found;

static Found find(const char *text)
{
    Found found = {.loaded = load_net(text)};
    Budget budget = {0};
    GuidedWalks *walks =
        walks_new(found.loaded.net, &found.loaded.properties, 1);
    walks_run(walks, 16, &budget);
    find_mutex_groups(found.loaded.net, &found.loaded.properties, NULL, 0,
                      walks, &budget, &found.mutexes);
    walks_free(walks);
    find_counters(found.loaded.net, &found.loaded.properties,
                  found.mutexes.items, found.mutexes.count, &budget, NULL,
                  &found.counters);
    found.ends = find_linear_ranking(found.loaded.net, &found.loaded.properties,
                                     found.mutexes.items, found.mutexes.count,
                                     &budget, NULL, &found.bound);
    return found;
}

static void release(Found *found)
{
    vec_free(&found->mutexes);
    vec_free(&found->counters);
    unload(&found->loaded);
}

static void assert_hold(const Found *found, const ReachableStates *reachable,
                        const RefList *refs)
{
    for (size_t i = 0; i < reachable_count(reachable); i++)
        for (size_t k = 0; k < refs->count; k++)
            assert_true(holds_in(&found->loaded, reachable_state(reachable, i),
                                 refs->items[k]));
}

/* What was found is so in all positions. */
static void assert_right(const Found *found)
{
    Budget budget = {0};
    Machine *machine = machine_new(found->loaded.net);
    ReachableStates *reachable = reachable_new(machine, 20000, &budget);
    assert_true(reachable_complete(reachable));
    PlayLength length = reachable_length(reachable);
    assert_hold(found, reachable, &found->mutexes);
    assert_hold(found, reachable, &found->counters);
    if (found->ends) {
        assert_false(length.endless);
        assert_true(length.bound <= found->bound);
    }
    free(length.moves);
    reachable_free(reachable);
    machine_free(machine);
}

/* That they have a value is found of so many counters. */
static size_t count_kept(const Found *found)
{
    size_t count = 0;
    for (size_t i = 0; i < found->counters.count; i++)
        count +=
            !found->loaded.properties.gates.items[found->counters.items[i] / 2]
                 .is_leaf;
    return count;
}

/* Three things are taken, one at a time, and counted. */
#define TAKING(counts, more)                                                   \
    "(role you) (less 0 1) (less 1 2) " counts " (init (here a))"              \
    "(init (here b)) (init (here c)) (init (taken 0))"                         \
    "(<= (legal you (take ?x)) (true (here ?x)))"                              \
    "(<= (next (here ?x)) (true (here ?x)) (not (does you (take ?x))))"        \
    "(<= (next (taken ?n)) (true (taken ?m)) (less ?m ?n)"                     \
    "    (does you (take ?x)))"                                                \
    "(<= terminal (not some)) (<= some (true (here ?x)))"                      \
    "(goal you 100)" more

static void a_counter_of_what_is_taken_does_not_run_out(void **state)
{
    (void)state;
    Found found = find(TAKING("(less 2 3)", ""));
    assert_int_equal(count_kept(&found), 1);
    assert_true(found.ends);
    assert_int_equal(found.bound, 3);
    assert_right(&found);
    release(&found);
}

static void the_values_of_a_counter_may_have_names(void **state)
{
    (void)state;
    Found found = find(
        "(role you) (less c0 c1) (less c1 c2) (init (here a)) (init (here b))"
        "(init (left c2)) (<= (legal you (take ?x)) (true (here ?x)))"
        "(<= (next (here ?x)) (true (here ?x)) (not (does you (take ?x))))"
        "(<= (next (left ?m)) (true (left ?n)) (less ?m ?n))"
        "(<= terminal (not some)) (<= some (true (here ?x)))"
        "(goal you 100)");
    assert_int_equal(count_kept(&found), 1);
    assert_right(&found);
    release(&found);
}

static void a_counter_that_is_too_short_does(void **state)
{
    (void)state;
    Found found = find(TAKING("", ""));
    assert_int_equal(count_kept(&found), 0);
    assert_right(&found);
    release(&found);
}

static void where_one_can_wait_there_is_no_bound(void **state)
{
    (void)state;
    Found found = find(TAKING(
        "(less 2 3)", "(legal you wait) (<= (next (taken ?n)) (true (taken ?n))"
                      "(does you wait))"));
    assert_int_equal(count_kept(&found), 1);
    assert_false(found.ends);
    assert_right(&found);
    release(&found);
}

/* Two points a round at most, for so many rounds. */
#define SCORING(rounds)                                                        \
    "(role you) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5)"        \
    "(init (round 0)) (init (score 0)) (legal you one) (legal you two)"        \
    "(<= (next (round ?y)) (true (round ?x)) (succ ?x ?y))"                    \
    "(<= (next (score ?y)) (true (score ?x)) (does you one) (succ ?x ?y))"     \
    "(<= (next (score ?z)) (true (score ?x)) (does you two) (succ ?x ?y)"      \
    "    (succ ?y ?z))"                                                        \
    "(<= terminal (true (round " rounds ")))"                                  \
    "(<= (goal you ?x) (true (score ?x)))"

static void what_can_be_scored_is_bounded_by_rounds(void **state)
{
    (void)state;
    Found found = find(SCORING("2"));
    assert_int_equal(count_kept(&found), 2);
    assert_right(&found);
    release(&found);
    found = find(SCORING("3"));
    assert_int_equal(count_kept(&found), 1);
    assert_right(&found);
    release(&found);
}

/* A ring of four cells that is turned after each mark. */
static void a_board_that_is_turned_fills_up_all_the_same(void **state)
{
    (void)state;
    Found found =
        find("(role you) (turn 1 2) (turn 2 3) (turn 3 4) (turn 4 1)"
             "(init (cell 1 b)) (init (cell 2 b)) (init (cell 3 b))"
             "(init (cell 4 b))"
             "(<= (legal you (mark ?x)) (true (cell ?x b)))"
             "(<= (next (cell ?y x)) (does you (mark ?x)) (turn ?x ?y))"
             "(<= (next (cell ?y x)) (true (cell ?x x)) (turn ?x ?y))"
             "(<= (next (cell ?y b)) (true (cell ?x b)) (turn ?x ?y)"
             "    (not (does you (mark ?x))))"
             "(<= terminal (not open)) (<= open (true (cell ?x b)))"
             "(goal you 100)");
    assert_int_equal(found.mutexes.count, 9); /* two a cell, and some cell */
    assert_true(found.ends);
    assert_int_equal(found.bound, 4);
    assert_right(&found);
    release(&found);
}

static uint32_t feature_number(const Found *found, const char *name)
{
    for (uint32_t f = 0; f < found->loaded.net->feature_count; f++) {
        Text text = {0};
        term_print(&text, found->loaded.net->features[f], SYNTAX_INFIX);
        bool same = !strcmp(text_string(&text), name);
        text_free(&text);
        if (same)
            return f;
    }
    fail_msg("there is no %s", name);
    return 0;
}

/* Whether something was found that fails if only these features hold. */
static bool is_excluded(const Found *found, const char *const *names,
                        size_t count)
{
    uint64_t *state =
        calloc(found->loaded.net->feature_count / 64 + 1, sizeof *state);
    bool excluded = false;
    for (size_t i = 0; i < count; i++) {
        uint32_t f = feature_number(found, names[i]);
        state[f / 64] |= (uint64_t)1 << f % 64;
    }
    for (size_t i = 0; i < found->mutexes.count; i++)
        excluded = excluded ||
                   !holds_in(&found->loaded, state, found->mutexes.items[i]);
    free(state);
    return excluded;
}

/* A rook and a king on four squares, on one of which the king may not go;
 * whoever is taken has lost. */
static void a_king_is_on_one_square_that_it_can_reach(void **state)
{
    (void)state;
    Found found = find(
        "(role white) (role black) (init (control white))"
        "(init (cell a x rook)) (init (cell b x king))"
        "(square a x) (square a y) (square b x) (square b y)"
        "(<= (legal white (move ?a ?b ?x ?y)) (true (control white))"
        "    (true (cell ?a ?b rook)) (square ?x ?y) (not (same ?a ?b ?x ?y)))"
        "(<= (legal black (move ?a ?b ?x ?y)) (true (control black))"
        "    (true (cell ?a ?b king)) (square ?x ?y) (not (same ?a ?b ?x ?y))"
        "    (not (same ?x ?y a y)))"
        "(<= (same ?a ?b ?a ?b) (square ?a ?b))"
        "(<= (legal ?r wait) (role ?r) (not (true (control ?r))))"
        "(<= (next (cell ?x ?y ?p)) (does ?r (move ?a ?b ?x ?y))"
        "    (true (cell ?a ?b ?p)))"
        "(<= (next (cell ?x ?y ?p)) (true (cell ?x ?y ?p))"
        "    (does ?r (move ?a ?b ?c ?d)) (not (same ?x ?y ?a ?b))"
        "    (not (same ?x ?y ?c ?d)))"
        "(<= (next (won white)) (does white (move ?a ?b ?x ?y))"
        "    (true (cell ?x ?y king)))"
        "(<= (next (won black)) (does black (move ?a ?b ?x ?y))"
        "    (true (cell ?x ?y rook)))"
        "(<= (next (control white)) (true (control black)))"
        "(<= (next (control black)) (true (control white)))"
        "(<= terminal (true (won ?r))) (<= (goal ?r 0) (role ?r))");
    static const char *const fine[] = {"cell(a,x,rook)", "cell(b,x,king)",
                                       "control(white)"};
    static const char *const lost[] = {"cell(a,x,rook)", "won(white)",
                                       "control(black)"};
    static const char *const twice[] = {"cell(a,x,rook)", "cell(b,x,king)",
                                        "cell(b,y,king)", "control(white)"};
    static const char *const never[] = {"cell(a,x,rook)", "cell(a,y,king)",
                                        "control(white)"};
    assert_false(is_excluded(&found, fine, 3));
    assert_false(is_excluded(&found, lost, 3));
    assert_true(is_excluded(&found, twice, 4));
    assert_true(is_excluded(&found, never, 3));
    assert_right(&found);
    release(&found);
}

/* Moves that take something away or not, add to a counter or take from it, for
 * some steps. */
static void random_rules(Text *text, Random *random)
{
    static const char *const names[] = {"a", "b", "c"};
    static const char *const changes[] = {"minus2", "minus1", "same", "plus1",
                                          "plus2"};
    uint32_t top = 2 + random_below(random, 8), last = 2;
    text_addf(text, "(role you) (init (c %u)) (init (round 0))",
              random_below(random, top + 1));
    for (uint32_t i = 0; i <= top; i++) {
        text_addf(text, "(same %u %u)", i, i);
        for (uint32_t k = 1; k <= 2 && i + k <= top; k++)
            text_addf(text, "(plus%u %u %u) (minus%u %u %u)", k, i, i + k, k,
                      i + k, i);
    }
    last += random_below(random, 5);
    for (uint32_t i = 0; i < last; i++)
        text_addf(text, "(next_round %u %u)", i, i + 1);
    for (uint32_t i = 0; i < 3; i++) {
        text_addf(text, "(init (here %s))", names[i]);
        text_addf(text, "(<= (next (here %s)) (true (here %s))", names[i],
                  names[i]);
        if (random_below(random, 3))
            text_addf(text,
                      "(not (does you %s)))"
                      "(<= (legal you %s) (true (here %s)))",
                      names[i], names[i], names[i]);
        else
            text_addf(text, ") (legal you %s)", names[i]);
        text_addf(text,
                  "(<= (next (c ?y)) (true (c ?x)) (does you %s)"
                  " (%s ?x ?y))",
                  names[i], changes[random_below(random, 5)]);
    }
    text_addf(text, "(legal you wait)"
                    "(<= (next (c ?x)) (true (c ?x)) (does you wait))"
                    "(<= (next (round ?y)) (true (round ?x))"
                    " (next_round ?x ?y)) (goal you 100)");
    text_addf(text, "(<= terminal (true (round %u)))",
              last + random_below(random, 2));
}

static void what_is_found_in_random_games_is_so(void **state)
{
    (void)state;
    size_t counters = 0, games = 300;
    for (uint64_t i = 0; i < games; i++) {
        Random random = random_new(i, 1);
        Text text = {0};
        random_rules(&text, &random);
        Found found = find(text_string(&text));
        counters += count_kept(&found);
        assert_right(&found);
        release(&found);
        text_free(&text);
    }
    assert_true(counters > games / 2);
    assert_true(counters < games);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_counter_of_what_is_taken_does_not_run_out),
        cmocka_unit_test(the_values_of_a_counter_may_have_names),
        cmocka_unit_test(a_counter_that_is_too_short_does),
        cmocka_unit_test(where_one_can_wait_there_is_no_bound),
        cmocka_unit_test(what_can_be_scored_is_bounded_by_rounds),
        cmocka_unit_test(a_board_that_is_turned_fills_up_all_the_same),
        cmocka_unit_test(a_king_is_on_one_square_that_it_can_reach),
        cmocka_unit_test(what_is_found_in_random_games_is_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

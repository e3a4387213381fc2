/* board_test.c - boards are found from rules, whatever the names are, and all
 * that holds is drawn */
#include "loaded.h"

#include "board/board.h"

/* The boards of GAME, one a line: feature, shape, axes, content, empty. */
static void describe(Text *out, const Board *board)
{
    static const char *const shapes[] = {"grid", "hex", "line", "stack"};
    for (size_t i = 0; i < board->board_count; i++) {
        const BoardFeature *feature = &board->boards[i];
        text_addf(out, "%s/%zu %s%s", feature->symbol, feature->arity,
                  shapes[feature->shape], feature->proved ? "" : "?");
        for (size_t k = 0; k < feature->axis_count; k++) {
            text_addf(out, " %zu:", feature->axes[k].place + 1);
            for (size_t v = 0; v < feature->axes[k].values.count; v++)
                text_addf(out, "%s%s", v ? "," : "",
                          feature->axes[k].values.items[v]);
        }
        for (size_t k = 0; k < feature->kind_count; k++)
            text_addf(out, " %s=%s", feature->contents[k].name,
                      feature->contents[k].form);
        text_addf(out, "%s%s\n", feature->empty ? " empty " : "",
                  feature->empty ? feature->empty : "");
    }
    text_adds(out, "beside");
    for (size_t i = 0; i < board->beside.count; i++)
        text_addf(out, " %s", board->beside.items[i]);
}

static Board *board_of(Loaded *loaded, const char *rules)
{
    *loaded = load_net(rules);
    return board_new(loaded->game, loaded->net, &loaded->budget);
}

static void assert_boards(const char *rules, const char *expected)
{
    Loaded loaded;
    Board *board = board_of(&loaded, rules);
    Text text = {0};
    describe(&text, board);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
    board_free(board);
    unload(&loaded);
}

/* A robot claims cells. CELL is the feature, which AXES give values to. */
#define CLAIMING(facts)                                                        \
    "(role robot)" facts "(<= (init (cell ?x ?y nix)) (col ?x) (row ?y))"      \
    "(<= (legal robot (claim ?x ?y)) (true (cell ?x ?y nix)))"                 \
    "(<= (next (cell ?x ?y mine)) (does robot (claim ?x ?y)))"                 \
    "(<= (next (cell ?x ?y ?c)) (true (cell ?x ?y ?c))"                        \
    "    (not (does robot (claim ?x ?y))))"                                    \
    "(<= filled (col ?x) (row ?y) (true (cell ?x ?y nix)))"                    \
    "(<= terminal (not filled)) (goal robot 100)"

static void letters_are_ordered_by_a_successor_relation(void **state)
{
    (void)state;
    assert_boards(CLAIMING("(col q) (col b) (col m) (after q b) (after b m)"
                           "(row 1) (row 2)"),
                  "cell/3 grid 1:m,b,q 2:1,2 mine=disc-light empty nix\n"
                  "beside");
}

static void integers_are_ordered_as_they_are(void **state)
{
    (void)state;
    assert_boards(CLAIMING("(col 10) (col 9) (row 1) (row 2)"),
                  "cell/3 grid 1:9,10 2:1,2 mine=disc-light empty nix\n"
                  "beside");
}

static void a_total_order_is_an_order_and_a_cycle_begins_somewhere(void **state)
{
    (void)state;
    assert_boards(CLAIMING("(col c) (col a) (col b)"
                           "(less c a) (less c b) (less a b)"
                           "(row s) (row n) (row e) (row w)"
                           "(turn n e) (turn e s) (turn s w) (turn w n)"),
                  "cell/3 grid 1:b,a,c 2:e,n,w,s mine=disc-light empty nix\n"
                  "beside");
}

/* Somebody walks: at FEATURE, from cell to cell by rules for MOVES. */
#define WALKING(facts)                                                         \
    "(role robot) (init (at a1 man)) (init (at b2 box))" facts                 \
    "(<= (legal robot (go ?c ?d)) (true (at ?c man)) (or (east ?c ?d)"         \
    "    (north ?c ?d) (east ?d ?c) (north ?d ?c)) (not (true (at ?d box))))"  \
    "(<= (next (at ?d man)) (does robot (go ?c ?d)))"                          \
    "(<= (next (at ?c box)) (true (at ?c box)))"                               \
    "(<= terminal (true (at c3 man))) (goal robot 100)"                        \
    "(east a1 b1) (east b1 c1) (east a2 b2) (east b2 c2)"                      \
    "(north a1 a2) (north b1 b2) (north c1 c2)"

static void one_argument_can_be_both_coordinates(void **state)
{
    (void)state;
    assert_boards(WALKING(""),
                  "at/2 grid 1:1,2,3 1:1,2 box=disc-light man=disc-dark\n"
                  "beside");
}

static void counters_and_turns_are_beside(void **state)
{
    (void)state;
    assert_boards("(role a) (role b) (init (turn a)) (init (score a 0))"
                  "(init (score b 0)) (init (step 0))"
                  "(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4)"
                  "(<= (legal ?r pass) (role ?r))"
                  "(<= (next (turn a)) (true (turn b)))"
                  "(<= (next (turn b)) (true (turn a)))"
                  "(<= (next (score ?r ?n)) (true (score ?r ?m))"
                  "    (true (turn ?r)) (succ ?m ?n))"
                  "(<= (next (score ?r ?n)) (true (score ?r ?n))"
                  "    (role ?r) (not (true (turn ?r))))"
                  "(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))"
                  "(<= terminal (true (step 4)))"
                  "(<= (goal ?r 50) (role ?r))",
                  "beside score/2 step/1 turn/1");
}

/* ---- pictures ---- */

static void assert_step_drawn(const char *rules, Texts before, Texts features,
                              size_t width, const char *expected)
{
    Loaded loaded;
    Board *board = board_of(&loaded, rules);
    Text text = {0};
    board_draw(&text, board, before, features, width, false);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
    board_free(board);
    unload(&loaded);
}

static void assert_drawn(const char *rules, Texts features, size_t width,
                         const char *expected)
{
    assert_step_drawn(rules, features, features, width, expected);
}

#define DRAWN(...)                                                             \
    ((Texts){(const char *const[]){__VA_ARGS__},                               \
             sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)})

static void a_cell_with_two_contents_shows_both(void **state)
{
    (void)state;
    assert_drawn(CLAIMING("(col 1) (col 2) (row 1) (row 2)"),
                 DRAWN("cell(1,1,nix)", "cell(1,1,mine)", "cell(2,2,mine)",
                       "cell(2,1,nix)", "cell(2,2,other)", "cell(3,1,nix)"),
                 60,
                 "cell\n"
                 "2         ○other\n"
                 "1  ○·     ·\n"
                 "   1      2\n"
                 "○ mine\n"
                 "cell: 3 1 nix\n");
}

static void what_is_too_wide_is_drawn_in_bands(void **state)
{
    (void)state;
    assert_drawn(CLAIMING("(col 1) (col 2) (col 3) (col 4) (col 5) (col 6)"
                          "(col 7) (col 8) (col 9) (col 10) (row 1) (row 2)"),
                 DRAWN("cell(1,1,mine)", "cell(10,2,mine)"), 20,
                 "cell\n"
                 "2\n"
                 "1  ○\n"
                 "   1  2  3  4  5  6\n"
                 "\n"
                 "2           ○\n"
                 "1\n"
                 "   7  8  9  10\n"
                 "○ mine\n");
}

static void names_cannot_command_a_terminal(void **state)
{
    (void)state;
    assert_drawn(CLAIMING("(col 1) (col 2) (row 1) (row 2)"),
                 DRAWN("p('a\x1b[31m',b)", "q"), 60,
                 "cell\n2\n1\n   1 2\n"
                 "p: 'a\\x1b[31m' b   q\n");
}

static void cells_that_have_changed_stand_in_brackets(void **state)
{
    (void)state;
    assert_step_drawn(
        CLAIMING("(col 1) (col 2) (col 3) (row 1) (row 2)"),
        DRAWN("cell(1,1,mine)", "cell(2,1,nix)", "cell(3,2,nix)"),
        DRAWN("cell(1,1,nix)", "cell(2,1,mine)", "cell(3,2,mine)"), 60,
        "cell\n"
        "2     [○]\n"
        "1 [·|○]\n"
        "   1 2 3\n"
        "○ mine\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(letters_are_ordered_by_a_successor_relation),
        cmocka_unit_test(integers_are_ordered_as_they_are),
        cmocka_unit_test(
            a_total_order_is_an_order_and_a_cycle_begins_somewhere),
        cmocka_unit_test(one_argument_can_be_both_coordinates),
        cmocka_unit_test(counters_and_turns_are_beside),
        cmocka_unit_test(a_cell_with_two_contents_shows_both),
        cmocka_unit_test(what_is_too_wide_is_drawn_in_bands),
        cmocka_unit_test(names_cannot_command_a_terminal),
        cmocka_unit_test(cells_that_have_changed_stand_in_brackets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

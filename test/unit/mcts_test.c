/* mcts_test.c - the tree search: what is certain, what is repeatable */
#include "cursors.h"

#include <stdio.h>

static ZermeloSearch *search_of(const Table *table, size_t role, size_t threads,
                                bool zero_sum)
{
    return zermelo_search_new(table->cursor,
                              &(ZermeloSearchSettings){.role = role,
                                                       .threads = threads,
                                                       .megabytes = 64,
                                                       .seed = 1,
                                                       .zero_sum = zero_sum});
}

/* The role that has a choice where CURSOR stands, or ROLES. */
static size_t mover(ZermeloCursor *cursor, size_t roles)
{
    for (size_t i = 0; i < roles; i++)
        if (zermelo_cursor_moves(cursor, i, NULL, 0) > 1)
            return i;
    return ROLES;
}

/* The first move of everybody: the only one of those who have no choice. */
static void first_moves(ZermeloCursor *cursor, size_t roles, uint32_t *moves)
{
    for (size_t i = 0; i < roles; i++)
        zermelo_cursor_moves(cursor, i, &moves[i], 1);
}

/* ---- all that an opponent can do ---- */

typedef struct {
    Table table;
    ZermeloSearch *search;
    size_t role;
    uint64_t playouts;
    size_t plays, worst;
} Gauntlet;

/* Goes on from POSITION: for its role the search moves, for the other one
 * every move is tried. */
static void run_gauntlet(Gauntlet *gauntlet, const uint64_t *position)
{
    ZermeloCursor *cursor = gauntlet->table.other;
    size_t roles = gauntlet->table.roles;
    uint32_t moves[ROLES], legal[MOVES];
    uint64_t next[WORDS];
    zermelo_cursor_set(cursor, position);
    if (zermelo_cursor_terminal(cursor)) {
        size_t goal = (size_t)zermelo_cursor_goal(cursor, gauntlet->role);
        gauntlet->plays++;
        if (goal < gauntlet->worst)
            gauntlet->worst = goal;
        return;
    }
    first_moves(cursor, roles, moves);
    size_t who = mover(cursor, roles), count = 1;
    if (who == gauntlet->role) {
        zermelo_search_set(gauntlet->search, position, 1, NULL, 0);
        zermelo_search_run(gauntlet->search, NULL, gauntlet->playouts);
        legal[0] = zermelo_search_best(gauntlet->search);
    } else if (who < ROLES) {
        count = zermelo_cursor_moves(cursor, who, legal, MOVES);
    }
    for (size_t i = 0; i < count; i++) {
        if (who < ROLES)
            moves[who] = legal[i];
        zermelo_cursor_set(cursor, position);
        zermelo_cursor_next(cursor, moves, next);
        run_gauntlet(gauntlet, next);
    }
}

static void tic_tac_toe_is_never_lost(void **state)
{
    (void)state;
    for (size_t role = 0; role < 2; role++) {
        Gauntlet gauntlet = {.table = table_of("games/tictactoe.kif", false),
                             .role = role,
                             .playouts = 5000,
                             .worst = 100};
        uint64_t position[WORDS];
        gauntlet.search = search_of(&gauntlet.table, role, 1, false);
        zermelo_cursor_initial(gauntlet.table.cursor, position);
        run_gauntlet(&gauntlet, position);
        assert_in_range(gauntlet.plays, 10, 2000);
        assert_in_range(gauntlet.worst, 50, 100);
        zermelo_search_free(gauntlet.search);
        table_free(&gauntlet.table);
    }
}

/* ---- what is certain is right ---- */

/* The value of POSITION for the role that is first, by trying everything. Two
 * roles that take turns, zero-sum. */
static int minimax(const Table *table, const uint64_t *position, int depth)
{
    ZermeloCursor *cursor = table->other;
    uint32_t moves[ROLES], legal[MOVES];
    uint64_t next[WORDS];
    zermelo_cursor_set(cursor, position);
    if (zermelo_cursor_terminal(cursor))
        return zermelo_cursor_goal(cursor, 0);
    first_moves(cursor, table->roles, moves);
    size_t who = mover(cursor, table->roles);
    size_t count =
        who < ROLES ? zermelo_cursor_moves(cursor, who, legal, MOVES) : 1;
    int best = who == 0 ? -1 : 101;
    for (size_t i = 0; i < count; i++) {
        if (who < ROLES)
            moves[who] = legal[i];
        zermelo_cursor_set(cursor, position);
        zermelo_cursor_next(cursor, moves, next);
        int value = minimax(table, next, depth + 1);
        if (who == 0 ? value > best : value < best)
            best = value;
        if (who >= ROLES)
            best = value;
    }
    return best;
}

/* Every bound in a tree that was searched to the end holds. */
static void check_bounds(const Table *table, bool zero_sum)
{
    uint64_t position[WORDS];
    zermelo_cursor_initial(table->cursor, position);
    for (size_t role = 0; role < 2; role++) {
        ZermeloSearch *search = search_of(table, role, 1, zero_sum);
        zermelo_search_set(search, position, 1, NULL, 0);
        bool certain = zermelo_search_run(search, NULL, 400000);
        int value = minimax(table, position, 0);
        char *text = zermelo_search_describe(search);
        char expected[32];
        snprintf(expected, sizeof expected, "certainly %d",
                 role ? 100 - value : value);
        if (zero_sum) /* otherwise an opponent who wins might still not care */
            assert_true(certain);
        if (certain)
            assert_non_null(strstr(text, expected));
        free(text);
        zermelo_search_free(search);
    }
}

static void small_games_are_solved(void **state)
{
    (void)state;
    const char *const games[] = {"games/nim.kif", "games/hexapawn.kif",
                                 "games/tictactoe.kif"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        Table table = table_of(games[i], false);
        check_bounds(&table, true);
        check_bounds(&table, false);
        table_free(&table);
    }
}

/* ---- threads ---- */

static const char *result_with(const char *path, size_t threads)
{
    static Text kept;
    Text text = {0};
    Table table = table_of(path, false);
    uint64_t position[WORDS];
    zermelo_cursor_initial(table.cursor, position);
    ZermeloSearch *search = search_of(&table, 0, threads, false);
    zermelo_search_set(search, position, 1, NULL, 0);
    zermelo_search_run(search, NULL, 20000);
    char *description = zermelo_search_describe(search);
    text_addf(&text, "%s, move %u", description, zermelo_search_best(search));
    free(description);
    zermelo_search_free(search);
    table_free(&table);
    return keep(&kept, text);
}

static void threads_change_nothing(void **state)
{
    (void)state;
    const char *const games[] = {"games/connectfour.kif", "games/tron.kif",
                                 "games/tictactoe3.kif"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        char *one = strdup(result_with(games[i], 1));
        assert_string_equal(one, result_with(games[i], 2));
        assert_string_equal(one, result_with(games[i], 5));
        free(one);
    }
}

/* ---- not knowing the position ---- */

/* Monty Hall: door 1 is chosen, door 3 open, and the car behind door 2 is twice
 * as likely as behind door 1. In each case alone the best move is known. */
static void what_is_likely_counts(void **state)
{
    (void)state;
    const char *const behind[2][5] = {
        {"car(1)", "chosen(1)", "closed(1)", "closed(2)", "step(3)"},
        {"car(2)", "chosen(1)", "closed(1)", "closed(2)", "step(3)"}};
    Table table = table_of("games/montyhall.gdl", false);
    uint64_t positions[2][WORDS];
    uint32_t moves[2] = {
        zermelo_cursor_find(table.cursor, 1, "noop"),
        zermelo_cursor_find(table.cursor, 1, "switch"),
    };
    for (size_t i = 0; i < 2; i++)
        assert_true(
            zermelo_cursor_position(table.cursor, behind[i], 5, positions[i]));
    for (size_t often = 0; often < 2; often++) {
        size_t size = zermelo_cursor_size(table.cursor);
        char roots[3 * WORDS * 8];
        memcpy(roots, positions[0], size);
        memcpy(roots + size, positions[often], size);
        memcpy(roots + 2 * size, positions[1], size);
        ZermeloSearch *search = search_of(&table, 1, 1, true);
        for (int again = 0; again < 2; again++) { /* now with bounds */
            zermelo_search_set(search, roots, 3, moves, 2);
            zermelo_search_run(search, NULL, 600);
            assert_int_equal(zermelo_search_best(search), moves[often]);
        }
        zermelo_search_free(search);
    }
    const char *nothing = "car(7)";
    assert_false(
        zermelo_cursor_position(table.cursor, &nothing, 1, positions[0]));
    table_free(&table);
}

/* ---- some of the moves ---- */

/* In nim with heaps 2 1 0 only take(1,a) wins for who is to move. */
static void only_given_moves_are_considered(void **state)
{
    (void)state;
    const char *const heaps[] = {"control(left)", "heap(a,2)", "heap(b,1)",
                                 "heap(c,0)"};
    Table table = table_of("games/nim.kif", false);
    uint64_t position[WORDS];
    assert_true(zermelo_cursor_position(table.cursor, heaps, 4, position));
    ZermeloSearch *search = search_of(&table, 0, 1, true);
    for (int wins = 0; wins < 2; wins++) {
        ZermeloMoveValue value;
        uint32_t move = zermelo_cursor_find(table.cursor, 0,
                                            wins ? "take(1,a)" : "take(2,a)");
        assert_true(zermelo_search_set(search, position, 1, &move, 1));
        assert_true(zermelo_search_run(search, NULL, 2000));
        assert_int_equal(zermelo_search_values(search, &value, 1), 1);
        assert_int_equal(value.move, move);
        assert_int_equal(zermelo_search_best(search), move);
    }
    assert_true(zermelo_search_set(search, position, 1, NULL, 0));
    assert_true(zermelo_search_values(search, NULL, 0) > 1);
    char *line = zermelo_search_line(search, 9);
    assert_int_equal(strncmp(line, "take(1,a), noop; noop, take(1,", 30), 0);
    free(line);
    zermelo_search_free(search);
    table_free(&table);
}

/* ---- without a net ---- */

static void the_interpreter_is_searched_as_well(void **state)
{
    (void)state;
    const char *why;
    ZermeloGame *game = read_game_file("games/nim.kif");
    ZermeloCursor *cursor = zermelo_cursor_new(game, NULL, NULL, &why);
    const char *const heaps[] = {"control(left)", "heap(a,2)", "heap(b,1)",
                                 "heap(c,0)"};
    uint64_t position[1];
    assert_true(zermelo_cursor_position(cursor, heaps, 4, position));
    ZermeloSearch *search = zermelo_search_new(
        cursor,
        &(ZermeloSearchSettings){.megabytes = 8, .seed = 1, .zero_sum = true});
    zermelo_search_set(search, position, 1, NULL, 0);
    assert_true(zermelo_search_run(search, NULL, 500));
    char *move = zermelo_cursor_move(cursor, 0, zermelo_search_best(search),
                                     ZERMELO_INFIX);
    assert_string_equal(move, "take(1,a)");
    free(move);
    zermelo_search_free(search);
    zermelo_cursor_free(cursor);
    zermelo_free(game);
}

/* ---- memory ---- */

/* After y there is no end to what follows: no position of the tree is one. */
static void a_position_that_fails_has_no_best_move(void **state)
{
    (void)state;
    static const char rules[] =
        "(role you) (init off) (legal you x) (legal you y) (goal you 1)\n"
        "(<= (next on) (does you y)) (<= (next off) (does you x))\n"
        "(num 0) (<= (num (s ?x)) (num ?x) (true on))\n"
        "(<= (legal you ?x) (num ?x) (distinct ?x 0)) "
        "(<= terminal (true over))";
    const char *why;
    ZermeloGame *game =
        zermelo_read("trap", rules, strlen(rules), ZERMELO_KIF, NULL);
    ZermeloCursor *cursor = zermelo_cursor_new(game, NULL, NULL, &why);
    uint64_t good, bad;
    uint32_t moves[2];
    zermelo_cursor_initial(cursor, &good);
    zermelo_cursor_set(cursor, &good);
    assert_int_equal(zermelo_cursor_moves(cursor, 0, moves, 2), 2);
    assert_true(zermelo_cursor_next(cursor, &moves[1], &bad));
    ZermeloSearch *search =
        zermelo_search_new(cursor, &(ZermeloSearchSettings){.megabytes = 8});
    const uint64_t roots[] = {bad, good};
    for (size_t i = 0; i < 2; i++) {
        zermelo_search_set(search, &roots[i], 1, NULL, 0);
        zermelo_search_run(search, NULL, 20);
        assert_true((zermelo_search_best(search) == ZERMELO_NO_MOVE) ==
                    (i == 0));
        free(zermelo_search_describe(search));
    }
    zermelo_search_free(search);
    zermelo_cursor_free(cursor);
    zermelo_free(game);
}

static void a_full_tree_goes_on(void **state)
{
    (void)state;
    Table table = table_of("games/connectfour.kif", false);
    uint64_t position[WORDS];
    zermelo_cursor_initial(table.cursor, position);
    ZermeloSearch *search = zermelo_search_new(
        table.cursor,
        &(ZermeloSearchSettings){.threads = 1, .megabytes = 1, .seed = 1});
    for (int turn = 0; turn < 4; turn++) {
        uint32_t moves[ROLES];
        zermelo_search_set(search, position, 1, NULL, 0);
        zermelo_search_run(search, NULL, 100000);
        zermelo_cursor_set(table.other, position);
        first_moves(table.other, table.roles, moves);
        if (mover(table.other, table.roles) == 0)
            moves[0] = zermelo_search_best(search);
        zermelo_cursor_next(table.other, moves, position);
    }
    zermelo_search_free(search);
    table_free(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tic_tac_toe_is_never_lost),
        cmocka_unit_test(small_games_are_solved),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(what_is_likely_counts),
        cmocka_unit_test(only_given_moves_are_considered),
        cmocka_unit_test(the_interpreter_is_searched_as_well),
        cmocka_unit_test(a_position_that_fails_has_no_best_move),
        cmocka_unit_test(a_full_tree_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

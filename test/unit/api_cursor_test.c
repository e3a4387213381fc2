/* api_cursor_test.c - positions as values, moves as numbers, playouts from
 * there */
#include "cursors.h"

#include "base/random.h"

enum { PLAYOUTS = 4 };

/* The legal moves and goals where CURSOR stands, as text. */
static void describe(Text *out, ZermeloCursor *cursor)
{
    text_adds(out, zermelo_cursor_terminal(cursor) ? "over" : "now");
    for (size_t i = 0; i < zermelo_cursor_role_count(cursor); i++) {
        uint32_t moves[MOVES];
        size_t count = zermelo_cursor_moves(cursor, i, moves, MOVES);
        text_addf(out, "\n%s", zermelo_cursor_role(cursor, i));
        for (size_t k = 0; k < count; k++) {
            char *name =
                zermelo_cursor_move(cursor, i, moves[k], ZERMELO_INFIX);
            text_addf(out, " %s", name);
            assert_int_equal(zermelo_cursor_find(cursor, i, name), moves[k]);
            free(name);
        }
        if (zermelo_cursor_terminal(cursor))
            text_addf(out, " gets %d", zermelo_cursor_goal(cursor, i));
    }
}

/* Playouts from POSITION end alike, however they are played. */
static void compare_playouts(const Table *table, const void *position,
                             const void *plain_position)
{
    int fast[ROLES], plain[ROLES];
    for (size_t i = 0; i < PLAYOUTS; i++) {
        uint64_t steps = zermelo_cursor_playout(table->cursor, position, 3, i,
                                                300, NULL, fast);
        uint64_t plain_steps = zermelo_cursor_playout(
            table->other, plain_position, 3, i, 300, NULL, plain);
        assert_int_equal(steps, plain_steps);
        assert_memory_equal(fast, plain, table->roles * sizeof *fast);
    }
}

/* Walks at random with both cursors, which must say the same. */
static void walk(const Table *table, Random *random)
{
    uint64_t position[WORDS], plain_position[1];
    zermelo_cursor_initial(table->cursor, position);
    zermelo_cursor_initial(table->other, plain_position);
    for (;;) {
        Text fast = {0}, plain = {0};
        uint32_t moves[ROLES], same[ROLES];
        compare_playouts(table, position, plain_position);
        zermelo_cursor_set(table->cursor, position);
        zermelo_cursor_set(table->other, plain_position);
        describe(&fast, table->cursor);
        describe(&plain, table->other);
        assert_string_equal(text_string(&fast), text_string(&plain));
        text_free(&fast);
        text_free(&plain);
        if (zermelo_cursor_terminal(table->cursor))
            return;
        for (size_t i = 0; i < table->roles; i++) {
            uint32_t legal[MOVES];
            size_t count = zermelo_cursor_moves(table->cursor, i, legal, MOVES);
            uint32_t choice = random_below(random, (uint32_t)count);
            moves[i] = legal[choice];
            zermelo_cursor_moves(table->other, i, legal, MOVES);
            same[i] = legal[choice];
        }
        zermelo_cursor_next(table->cursor, moves, position);
        zermelo_cursor_next(table->other, same, plain_position);
    }
}

static void both_cursors_and_all_playouts_agree(void **state)
{
    (void)state;
    const char *const games[] = {
        "games/tictactoe.kif", "games/tictactoe3.kif", "games/nim.kif",
        "games/tron.kif",      "games/montyhall.gdl",  "games/connectfour.kif",
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        Table table = table_of(games[i], true);
        Random random = random_new(5, i);
        walk(&table, &random);
        walk(&table, &random);
        table_free(&table);
    }
}

static void equal_positions_have_equal_bytes(void **state)
{
    (void)state;
    const char *const orders[] = {"mark(1,1) mark(2,2) mark(3,3)",
                                  "mark(3,3) mark(2,2) mark(1,1)"};
    Table table = table_of("games/tictactoe.kif", true);
    ZermeloCursor *const cursors[] = {table.cursor, table.other};
    for (size_t c = 0; c < 2; c++) {
        uint64_t ends[2][WORDS] = {0};
        for (size_t o = 0; o < 2; o++) {
            char *order = strdup(orders[o]), *rest = order, *word;
            zermelo_cursor_initial(cursors[c], ends[o]);
            for (size_t turn = 0; (word = strsep(&rest, " ")); turn++) {
                uint32_t moves[2], legal[MOVES];
                zermelo_cursor_set(cursors[c], ends[o]);
                for (size_t i = 0; i < 2; i++)
                    zermelo_cursor_moves(cursors[c], i, legal, MOVES);
                moves[turn % 2] =
                    zermelo_cursor_find(cursors[c], turn % 2, word);
                moves[1 - turn % 2] =
                    zermelo_cursor_find(cursors[c], 1 - turn % 2, "noop");
                assert_int_not_equal(moves[0], ZERMELO_NO_MOVE);
                assert_int_not_equal(moves[1], ZERMELO_NO_MOVE);
                zermelo_cursor_next(cursors[c], moves, ends[o]);
            }
            free(order);
        }
        assert_memory_equal(ends[0], ends[1], zermelo_cursor_size(cursors[c]));
    }
    table_free(&table);
}

static void goals_have_bounds(void **state)
{
    (void)state;
    Table table = table_of("games/tictactoe.kif", true);
    assert_int_equal(zermelo_cursor_least_goal(table.cursor, 0), 0);
    assert_int_equal(zermelo_cursor_most_goal(table.cursor, 1), 100);
    table_free(&table);
}

/* ---- terms ---- */

static const char *to_infix(const char *text)
{
    static char *kept;
    free(kept);
    kept = zermelo_term(NULL, text, ZERMELO_KIF, ZERMELO_INFIX);
    return kept ? kept : "none";
}

static void terms_are_translated(void **state)
{
    (void)state;
    const Case cases[] = {
        {"noop", "noop"},
        {"( NoOp )", "noop"},
        {"(Mark 1 (a B))", "mark(1,a(b))"},
        {"0.8", "'0.8'"},
        {"", "none"},
        {"()", "none"},
        {"(mark 1", "none"},
        {"mark 1", "none"},
        {"(mark ?x)", "none"},
        {"((a) b)", "none"},
    };
    assert_cases(cases, to_infix);
}

static void terms_are_spelled_as_in_the_game(void **state)
{
    (void)state;
    ZermeloGame *game = read_game("(role You) (legal You (Go 1))");
    char *text = zermelo_term(game, "go(1)", ZERMELO_INFIX, ZERMELO_KIF);
    assert_string_equal(text, "(Go 1)");
    free(text);
    zermelo_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_cursors_and_all_playouts_agree),
        cmocka_unit_test(equal_positions_have_equal_bytes),
        cmocka_unit_test(goals_have_bounds),
        cmocka_unit_test(terms_are_translated),
        cmocka_unit_test(terms_are_spelled_as_in_the_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

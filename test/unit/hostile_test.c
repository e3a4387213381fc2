/* hostile_test.c - texts that are meant to break a reader
 *
 * Each gets an answer, in good time: no crash, no hang, a clear report.
 */
#include "support.h"

#include "base/random.h"

enum { MEGA = 1 << 20 };

/* What is wrong with a text, by name, the first few of it. */
static const char *faults(const char *text, size_t length, ZermeloSyntax syntax)
{
    static Text kept;
    Text all = {0};
    ZermeloGame *game = zermelo_read("t", text, length, syntax, NULL);
    size_t count = zermelo_diagnostic_count(game);
    for (size_t i = 0; i < count && i < 3; i++)
        text_addf(&all, "%s%s", i ? ", " : "",
                  zermelo_diagnostic(game, i).rule);
    text_addf(&all, "%s", zermelo_usable(game) ? ", usable" : "");
    zermelo_free(game);
    return keep(&kept, all);
}

static void assert_faults(const char *part, size_t count, ZermeloSyntax syntax,
                          const char *expected)
{
    char *text = repeated("", part, count, "");
    assert_string_equal(faults(text, strlen(text), syntax), expected);
    free(text);
}

static void a_million_parentheses_do_not_exhaust_the_stack(void **state)
{
    (void)state;
    assert_faults("(", MEGA, ZERMELO_KIF, "too-deep");
    assert_faults("(p ", MEGA, ZERMELO_KIF, "too-deep");
    assert_faults("(not ", MEGA, ZERMELO_KIF, "too-deep");
    assert_faults("(<= p (or ", MEGA, ZERMELO_KIF, "no-role");
    assert_faults("(role p) (<= p (or ", MEGA / 2, ZERMELO_KIF,
                  "unclosed, unclosed, unclosed");
    assert_faults("p(", MEGA, ZERMELO_INFIX, "too-deep");
    assert_faults("~", MEGA, ZERMELO_INFIX, "syntax");
    assert_faults("p :- ~", 1, ZERMELO_INFIX, "syntax");
}

static void a_million_negations_do_not_exhaust_the_stack(void **state)
{
    (void)state;
    static const char *const parts[] = {"~", "not ", "(", "or(", "not("};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        char *text = repeated("p :- ", parts[i], MEGA, "");
        assert_string_equal(faults(text, strlen(text), ZERMELO_INFIX),
                            "too-deep");
        free(text);
    }
}

static void a_million_closing_parentheses_are_counted(void **state)
{
    (void)state;
    assert_faults(")", MEGA, ZERMELO_KIF, "no-role");
    assert_faults("(role p))", MEGA, ZERMELO_KIF,
                  "unopened, unopened, unopened");
    assert_faults(")", MEGA, ZERMELO_INFIX, "syntax");
}

static void a_text_of_100_megabytes_is_refused_at_once(void **state)
{
    (void)state;
    size_t length = 100 * (size_t)MEGA;
    char *text = malloc(length);
    memset(text, 'x', length);
    assert_string_equal(faults(text, length, ZERMELO_ANY_SYNTAX), "too-large");
    free(text);
}

static void a_word_of_16_megabytes_is_too_long(void **state)
{
    (void)state;
    assert_faults("xxxxxxxxxxxxxxxx", MEGA, ZERMELO_KIF, "too-long");
    assert_faults("xxxxxxxxxxxxxxxx", MEGA, ZERMELO_INFIX, "too-long");
    assert_faults("?xxxxxxxxxxxxxxx", MEGA, ZERMELO_KIF,
                  "too-long, variable-atom");
    assert_faults("'aaaaaaaaaaaaaa'", MEGA, ZERMELO_INFIX, "too-long");
}

static void many_small_words_are_read(void **state)
{
    (void)state;
    assert_faults("a ", MEGA / 16, ZERMELO_KIF, "no-goal, no-legal, no-role");
    assert_faults("(p ?x)\n", MEGA / 16, ZERMELO_KIF,
                  "unsafe-head, unsafe-head, unsafe-head");
    assert_faults("\n", MEGA / 16, ZERMELO_KIF, "no-goal, no-legal, no-role");
    assert_faults(";\n", MEGA / 16, ZERMELO_KIF, "no-goal, no-legal, no-role");
}

static void many_different_words_are_read(void **state)
{
    (void)state;
    Text text = {0};
    for (size_t i = 0; i < 20000; i++)
        text_addf(&text, "(p%zu a%zu) ", i, i);
    assert_string_equal(faults(text_string(&text), text.length, ZERMELO_KIF),
                        "no-goal, no-legal, no-role");
    text_free(&text);
}

static void nul_bytes_are_reported_where_they_stand(void **state)
{
    (void)state;
    static const char kif[] = "(role you)\0(role me)";
    static const char infix[] = "role(you).\0role(me).";
    assert_string_equal(faults(kif, sizeof kif - 1, ZERMELO_KIF),
                        "stray-character");
    assert_string_equal(faults(infix, sizeof infix - 1, ZERMELO_INFIX),
                        "stray-character");
    ZermeloGame *game =
        zermelo_read("t", kif, sizeof kif - 1, ZERMELO_KIF, NULL);
    assert_int_equal(zermelo_diagnostic(game, 0).column, 11);
    assert_int_equal(zermelo_role_count(game), 2);
    zermelo_free(game);
    /* inside a quoted symbol and inside a comment */
    assert_string_equal(faults("p('a\0b').", 9, ZERMELO_INFIX), "bad-symbol");
    assert_string_equal(faults("; a\0b\n", 6, ZERMELO_KIF),
                        "no-goal, no-legal, no-role");
}

static void a_bomb_of_ors_is_not_multiplied_out(void **state)
{
    (void)state;
    char *text = repeated(GAME "(<= p", " (or a b c d e f g h)", 5000, ")");
    assert_string_equal(faults(text, strlen(text), ZERMELO_KIF),
                        "too-many-cases, unused, undefined");
    free(text);
}

/* Variables that range over everything, in a rule with many. */
static void a_bomb_of_unsafe_variables_is_judged(void **state)
{
    (void)state;
    Text text = {0};
    text_adds(&text, GAME "(<= (p");
    for (size_t i = 0; i < 900; i++)
        text_addf(&text, " ?x%zu", i);
    text_adds(&text, ") (role you))");
    assert_string_equal(faults(text_string(&text), text.length, ZERMELO_KIF),
                        "unused, unsafe-head, unsafe-head, usable");
    text_free(&text);
}

static void many_rules_that_negate_themselves_are_judged(void **state)
{
    (void)state;
    assert_faults("(<= p (not p)) ", 20000, ZERMELO_KIF,
                  "unstratified, unstratified, unstratified");
}

/* Signs that mean something, more often than letters. */
static char random_byte(Random *random, bool any)
{
    static const char signs[] = "((()))<=?;%'.,:-~&|#=_ \n\r\tabnotor19XY";
    if (any)
        return (char)random_below(random, 256);
    return signs[random_below(random, sizeof signs - 1)];
}

static void random_texts_are_answered(void **state)
{
    (void)state;
    Random random = random_new(1, 0);
    for (size_t round = 0; round < 3000; round++) {
        char text[600];
        size_t length = random_below(&random, sizeof text);
        for (size_t i = 0; i < length; i++)
            text[i] = random_byte(&random, round % 3 == 0);
        ZermeloGame *game =
            zermelo_read("t", text, length, (ZermeloSyntax)(round % 3), NULL);
        for (size_t i = 0; i < zermelo_diagnostic_count(game); i++)
            free(zermelo_diagnostic_text(game, i));
        free(zermelo_print(game, ZERMELO_KIF));
        free(zermelo_print(game, ZERMELO_INFIX));
        zermelo_free(game);
    }
}

/* A real game with a few bytes changed comes further than noise does. */
static void damaged_games_are_answered(void **state)
{
    (void)state;
    static const char *const games[] = {
        GAME "(init (at 1 ?x)) (<= (next (at ?x ?y)) (true (at ?y ?x)) "
             "(not (does you go)) (or (distinct ?x ?y) (true ?x)))",
        "role(you). legal(you,go). next(over) :- does(you,go), X # Y.\n"
        "terminal :- true(over) ; ~true('++'), or(p(_), q(_)). goal(you,100).",
    };
    Random random = random_new(2, 0);
    for (size_t round = 0; round < 3000; round++) {
        char text[600];
        const char *source = games[round % 2];
        size_t length = strlen(source);
        memcpy(text, source, length);
        for (size_t i = 0; i < 1 + round % 5; i++)
            text[random_below(&random, (uint32_t)length)] =
                random_byte(&random, round % 7 == 0);
        ZermeloGame *game =
            zermelo_read("t", text, length, ZERMELO_ANY_SYNTAX, NULL);
        const char *why;
        ZermeloLimits limits = {.seconds = 0.05};
        ZermeloPlay *play = zermelo_play_new(game, &limits, &why);
        zermelo_play_free(play);
        zermelo_free(game);
    }
}

/* Each name is compared with few others, however many there are; what nobody
 * can judge in so little work is not reported. */
static void many_names_are_judged_in_little_work(void **state)
{
    (void)state;
    static const char *const parts[] = {
        "(p c%d) (<= terminal (p d%d))\n",
        "(<= terminal (undefined%d 1)) (unused%d 1)\n",
        "(init (f%d 1)) (<= (next (f%d 2)) (does you (m 1)))\n",
        "(role r%d) (goal s%d 100)\n",
        "(<= (next (g%d (s ?x))) (true (g%d ?x)))\n",
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        Text text = {0};
        text_adds(&text, GAME);
        for (int k = 0; k < 30000; k++)
            text_addf(&text, parts[i], k, k);
        ZermeloGame *game = read_game(text_string(&text));
        assert_true(zermelo_usable(game));
        assert_true(zermelo_diagnostic_count(game) <= 1000);
        zermelo_free(game);
        text_free(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_million_parentheses_do_not_exhaust_the_stack),
        cmocka_unit_test(a_million_negations_do_not_exhaust_the_stack),
        cmocka_unit_test(a_million_closing_parentheses_are_counted),
        cmocka_unit_test(a_text_of_100_megabytes_is_refused_at_once),
        cmocka_unit_test(a_word_of_16_megabytes_is_too_long),
        cmocka_unit_test(many_small_words_are_read),
        cmocka_unit_test(many_different_words_are_read),
        cmocka_unit_test(nul_bytes_are_reported_where_they_stand),
        cmocka_unit_test(a_bomb_of_ors_is_not_multiplied_out),
        cmocka_unit_test(a_bomb_of_unsafe_variables_is_judged),
        cmocka_unit_test(many_rules_that_negate_themselves_are_judged),
        cmocka_unit_test(random_texts_are_answered),
        cmocka_unit_test(damaged_games_are_answered),
        cmocka_unit_test(many_names_are_judged_in_little_work),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

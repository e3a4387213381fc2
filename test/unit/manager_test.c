/* manager_test.c - whatever rules call things, players understand it */
#include "support.h"

#include "play/match.h"

/* Names that KIF allows. */
static const char *const vocabulary[] = {
    "%x",       "%",        "%%",       "a%b",    "'",    "''x",  "\"q\"",
    "\"",       "o'x",      "nil",      "NIL",    "Noop", "Mark", "start",
    "PLAY",     "stop",     "ready",    "busy",   "done", "true", "does",
    "legal",    "role",     "terminal", "random", "0",    "00",   "007",
    "-1",       "1.5",      "1b",       "a.b",    "a,b",  ",",    ".",
    ":-",       "&",        "~",        "|",      "#",    "=",    "?",
    "_",        "X",        "_x",       "/*",     "*/",   "\\",   "{}",
    "[x]",      "<b>",      "$",        "@",      "`",    "^",    "!",
    "\xc3\xbc", "not-path", "c++",      "%d%s",
};

enum { WORDS = sizeof vocabulary / sizeof *vocabulary };

/* A game of three steps in which W is a move, a part of one, a feature, a
 * percept and a relation. */
static char *game_about(const char *w, bool hidden)
{
    Text text = {0};
    text_addf(&text,
              "(role a) (role b) (init (n 0)) (init (has %s))\n"
              "(r_ 0 1) (r_ 1 2) (r_ 2 3) (word %s)\n"
              "(<= (legal a ?w) (word ?w)) (<= (legal b (f %s ?w)) (word ?w))\n"
              "(<= (next (n ?y)) (true (n ?x)) (r_ ?x ?y) (does a %s))\n"
              "(<= (next (has ?w)) (does b (f %s ?w)) (true (has ?w)))\n"
              "(<= terminal (true (n 3))) (goal a 100)\n"
              "(<= (goal b 100) (true (has %s)))\n"
              "(<= (goal b 0) (not (true (has %s))))\n",
              w, w, w, w, w, w, w);
    if (hidden)
        text_addf(&text, "(<= (sees ?p (%s %s)) (role ?p))\n", w, w);
    return text_take(&text);
}

static char *played(const char *rules, ZermeloSyntax syntax)
{
    static volatile sig_atomic_t never;
    const char *why = "no reason";
    ZermeloGame *game = zermelo_read("t", rules, strlen(rules), syntax, NULL);
    assert_true(zermelo_usable(game));
    AgentOptions options = {.seed = 1, .threads = 1, .playouts = 20};
    MatchPlayer *seats[] = {match_player_new("legal", &options, &why),
                            match_player_new("mcts", &options, &why)};
    Record *record = match_run(&(Match){.game = game,
                                        .id = "m",
                                        .game_name = "t",
                                        .players = seats,
                                        .start_ms = 20000,
                                        .play_ms = 20000,
                                        .max_steps = 10,
                                        .cancelled = &never},
                               &why);
    assert_non_null(record);
    Text answer = {0};
    results_add(record);
    text_addf(&answer, "%zu steps, %zu and %zu faults, %d : %d",
              record->steps.count, seats[0]->score.faults,
              seats[1]->score.faults, record->goals[0], record->goals[1]);
    record_free(record);
    match_player_free(seats[0]);
    match_player_free(seats[1]);
    zermelo_free(game);
    return text_take(&answer);
}

static void every_name_survives_a_match(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * WORDS; i++) {
        const char *word = vocabulary[i / 2];
        char *rules = game_about(word, i % 2);
        char *answer = played(rules, ZERMELO_KIF);
        if (strcmp(answer, "3 steps, 0 and 0 faults, 100 : 100") != 0)
            fail_msg("%s: %s", word, answer);
        free(answer);
        free(rules);
    }
}

/* In prefix form this fact would begin a comment to the end of the message. */
static void a_fact_that_begins_with_a_percent_sign_is_sent(void **state)
{
    (void)state;
    char *answer = played("role(a). role(b). '%p'. init('%q').\n"
                          "legal(P,'%go') :- role(P), '%p', true('%q').\n"
                          "next('%q') :- true('%q'). next(end) :- '%p'.\n"
                          "terminal :- true(end). goal(P,50) :- role(P).\n",
                          ZERMELO_INFIX);
    assert_string_equal(answer, "1 steps, 0 and 0 faults, 50 : 50");
    free(answer);
}

static void every_name_can_be_written_in_both_forms(void **state)
{
    (void)state;
    for (size_t i = 0; i < WORDS; i++) {
        Text kif = {0};
        text_addf(&kif, "(%s %s a)", vocabulary[i], vocabulary[i]);
        const char *forms[] = {vocabulary[i], text_string(&kif)};
        for (size_t k = 0; k < 2; k++) {
            char *infix =
                zermelo_term(NULL, forms[k], ZERMELO_KIF, ZERMELO_INFIX);
            assert_non_null(infix);
            char *back = zermelo_term(NULL, infix, ZERMELO_INFIX, ZERMELO_KIF);
            assert_non_null(back);
            assert_int_equal(strcasecmp(back, forms[k]), 0);
            free(back);
            free(infix);
        }
        text_free(&kif);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_name_survives_a_match),
        cmocka_unit_test(a_fact_that_begins_with_a_percent_sign_is_sent),
        cmocka_unit_test(every_name_can_be_written_in_both_forms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

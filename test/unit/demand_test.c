/* demand_test.c - relations of which only what is asked for is derived */
#include "loaded.h"

#include "logic/model.h"
#include "sim/interp.h"
#include "sim/machine.h"

/* The variables B0 to B<BITS-1>, each between BEFORE and AFTER. */
static void add_row(Text *text, const char *before, int bits, const char *after)
{
    for (int i = 0; i < bits; i++)
        text_addf(text, "%sB%d%s", before, i, after);
}

/* As long as the lamp is on, every word of BITS bits holds, and so does every
 * word that is turned. ASKING are rules that ask for some of them. */
static Text register_game(int bits, const char *asking)
{
    Text text = {0};
    text_adds(&text, "role(you). init(lamp). bit(0). bit(1).\n"
                     "next(lamp) :- does(you, wait). next(dark) :- true(dark)."
                     "next(dark) :- does(you, switch).\n"
                     "legal(you, wait). legal(you, switch).\n"
                     "terminal :- true(dark). goal(you, 100).\n"
                     "word(B0");
    for (int i = 1; i < bits; i++)
        text_addf(&text, ",B%d", i);
    text_adds(&text, ") :- true(lamp)");
    add_row(&text, ", bit(", bits, ")");
    text_adds(&text, ".\nturned(B0");
    for (int i = 1; i < bits; i++)
        text_addf(&text, ",B%d", i);
    text_adds(&text, ") :- bit(B0)");
    for (int i = 1; i < bits; i++)
        text_addf(&text, ", bit(B%d)", i);
    text_adds(&text, ", word(");
    for (int i = 1; i < bits; i++)
        text_addf(&text, "B%d,", i);
    text_addf(&text, "B0).\n%s", asking);
    return text;
}

/* A term of RELATION with BITS arguments, the first of them FIRST. */
static const char *wide(const char *relation, const char *first, int bits)
{
    static Text kept;
    Text text = {0};
    text_addf(&text, "%s(%s", relation, first);
    for (int i = 1; i < bits; i++)
        text_adds(&text, ",0");
    text_adds(&text, ")");
    return keep(&kept, text);
}

static void two_to_the_forty_words_are_not_written_down(void **state)
{
    (void)state;
    Text asking = {0};
    text_addf(&asking, "legal(you, one) :- %s.\n", wide("turned", "1", 40));
    text_addf(&asking, "legal(you, none) :- not %s.\n", wide("word", "1", 40));
    Text text = register_game(40, text_string(&asking));
    assert_string_equal(after(text_string(&text), ""),
                        "now: lamp\nyou may one switch wait\nyou gets 100");
    assert_string_equal(after(text_string(&text), "switch"),
                        "over: dark\nyou may none switch wait\nyou gets 100");
    Loaded loaded = load_game(text_string(&text));
    const char *why;
    const Net *net = net_new(loaded.game, NULL, &why);
    assert_non_null(net);
    assert_true(net->ground_rules < 100);
    net_free(net);
    unload(&loaded);
    text_free(&asking);
    text_free(&text);
}

static void an_argument_that_nobody_binds_takes_all_values(void **state)
{
    (void)state;
    Text asking = {0};
    text_addf(&asking, "legal(you, bit(B)) :- %s.\n", wide("turned", "B", 30));
    Text text = register_game(30, text_string(&asking));
    assert_string_equal(
        after(text_string(&text), ""),
        "now: lamp\nyou may bit(0) bit(1) switch wait\nyou gets 100");
    text_free(&asking);
    text_free(&text);
}

static void who_asks_the_interpreter_gets_everything(void **state)
{
    (void)state;
    Text asking = {0};
    text_addf(&asking, "legal(you, one) :- %s.\n", wide("turned", "1", 17));
    Text text = register_game(17, text_string(&asking));
    Loaded loaded = load_game(text_string(&text));
    const char *why;
    Interp *interp = interp_new(loaded.game, NULL, &why);
    assert_non_null(interp);
    interp_set(interp, interp_initial(interp));
    const Symbol *name = term_symbol(loaded.game->terms, "turned", 6);
    size_t count;
    interp_facts(interp, relation_find(loaded.game, name, 17), &count);
    assert_int_equal(count, 1 << 17);
    interp_free(interp);
    unload(&loaded);
    text_free(&asking);
    text_free(&text);
}

static void what_is_asked_for_may_depend_on_the_position(void **state)
{
    (void)state;
    Text text = {0};
    text_adds(&text,
              "role(you). init(at(3)). init(lamp). next(lamp). goal(you, 0).\n"
              "next(at(B)) :- does(you, go(B)). terminal :- true(at(20)).\n"
              "link(A,B,C,D) :- n(A), n(B), n(C), n(D), true(lamp).\n"
              "legal(you, go(B)) :- true(at(A)), s(A, B), link(A, B, B, A).\n");
    for (int i = 1; i < 20; i++)
        text_addf(&text, "n(%d). s(%d,%d). ", i, i, i + 1);
    text_adds(&text, "n(20).");
    Loaded loaded = load_game(text_string(&text));
    const Game *still =
        demand_game(loaded.game, loaded.arena, CHANGES_NEVER, NULL);
    const Game *moving =
        demand_game(loaded.game, loaded.arena, CHANGES_WITH_MOVES, NULL);
    assert_ptr_not_equal(still, loaded.game); /* by s, whatever the position */
    assert_ptr_not_equal(moving, loaded.game);
    assert_string_equal(after(text_string(&text), "go(4); go(5)"),
                        "now: at(5) lamp\nyou may go(6)\nyou gets 0");
    unload(&loaded);
    text_free(&text);
}

/* Two features ask for words of 20 bits. That these are a million is found out
 * when the network is made; then it begins anew with those that are asked for.
 */
static void what_positions_ask_for_is_all_that_is_grounded(void **state)
{
    (void)state;
    Text asking = {0};
    text_adds(&asking,
              "init(first(1)). next(first(B)) :- true(first(B)).\n"
              "init(second(0)). next(second(B)) :- true(second(B)).\n");
    static const char *const rules[] = {"legal(you, go(A,B)) :- ",
                                        "legal(you, stay(A,B)) :- not "};
    for (int i = 0; i < 2; i++) {
        text_addf(&asking, "%sword(A", rules[i]);
        for (int k = 1; k < 20; k++)
            text_adds(&asking, k % 3 ? ",B" : ",A");
        text_adds(&asking, "), true(first(A)), true(second(B)).\n");
    }
    Text text = register_game(20, text_string(&asking));
    Loaded loaded = load_game(text_string(&text));
    const char *why;
    const Net *net = net_new(loaded.game, NULL, &why);
    assert_non_null(net);
    assert_true(net->ground_rules < 100);
    assert_int_equal(net->roles[0].move_count, 4);
    net_free(net);
    unload(&loaded);
    text_free(&asking);
    text_free(&text);
}

static void small_games_stay_as_they_are(void **state)
{
    (void)state;
    Text asking = {0};
    text_addf(&asking, "legal(you, one) :- %s.\n", wide("turned", "1", 8));
    Text text = register_game(8, text_string(&asking));
    Loaded loaded = load_game(text_string(&text));
    assert_ptr_equal(
        demand_game(loaded.game, loaded.arena, CHANGES_WITH_MOVES, NULL),
        loaded.game);
    unload(&loaded);
    text_free(&asking);
    text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_to_the_forty_words_are_not_written_down),
        cmocka_unit_test(an_argument_that_nobody_binds_takes_all_values),
        cmocka_unit_test(who_asks_the_interpreter_gets_everything),
        cmocka_unit_test(what_is_asked_for_may_depend_on_the_position),
        cmocka_unit_test(what_positions_ask_for_is_all_that_is_grounded),
        cmocka_unit_test(small_games_stay_as_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

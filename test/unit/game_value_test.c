/* game_value_test.c - what roles can secure, in games of every kind */
#include "support.h"

#include "../answers.h"

/* A tree: x chooses at the root, y after it. Payoffs are x's, then y's. */
#define TREE                                                                   \
    "role(x). role(y). init(at(r)). next(at(C)) :- does(P,go(C))."             \
    "legal(P,go(C)) :- true(at(A)), moves(A,P), arc(A,C)."                     \
    "legal(P,wait) :- true(at(A)), role(P), not moves(A,P), inner(A)."         \
    "inner(A) :- arc(A,C). terminal :- true(at(A)), not inner(A)."             \
    "goal(x,V) :- true(at(A)), pay(A,V,W). goal(y,W) :- true(at(A)), "         \
    "pay(A,V,W). "

static void add_bounds(Text *out, const char *role, const json_t *bounds)
{
    const char *const keys[] = {"least", "most"};
    text_addf(out, " %s", role);
    for (size_t i = 0; i < 2; i++) {
        const json_t *value = json_object_get(bounds, keys[i]);
        if (i && json_equal(value, json_object_get(bounds, "least")))
            break;
        text_adds(out, i ? ".." : " ");
        if (json_is_string(value))
            text_adds(out, json_string_value(value));
        else
            text_addf(out, "%d", (int)json_integer_value(value));
    }
}

static void add_answer(Text *out, const json_t *answer)
{
    const char *role;
    json_t *bounds;
    if (json_object_get(answer, "error")) {
        text_adds(out, text_of(json_object_get(answer, "error"), "message"));
        return;
    }
    text_adds(out, has_value(answer, "kind") ? text_of(answer, "kind") : "-");
    text_addf(out, "%s:", flag_of(answer, "certain") ? "" : " open");
    if (has_value(answer, "goal"))
        text_addf(out, " %s", text_of(answer, "verdict"));
    json_object_foreach (json_object_get(answer, "values"), role, bounds)
        add_bounds(out, role, bounds);
    if (has_value(answer, "equilibrium"))
        text_adds(out, "; equilibria");
    json_object_foreach (json_object_get(answer, "equilibrium"), role, bounds)
        add_bounds(out, role, bounds);
}

/* The answer by the machine, which that by the interpreter must agree with. */
static const char *asked(const char *text, const char *options)
{
    static const char *const engines[] = {"native", "interp"};
    static Text kept, plain;
    ZermeloGame *game = read_game(text);
    Text *places[] = {&kept, &plain};
    assert_true(zermelo_usable(game));
    for (size_t i = 0; i < 2; i++) {
        Text out = {0};
        json_t *all = json_loads(options, 0, NULL);
        json_object_set_new(all, "engine", json_string(engines[i]));
        json_t *answer = ask(zermelo_solve_json, game, all);
        add_answer(&out, answer);
        json_decref(answer);
        keep(places[i], out);
    }
    zermelo_free(game);
    assert_string_equal(text_string(&kept), text_string(&plain));
    return text_string(&kept);
}

static const char *solved(const char *text)
{
    return asked(text, "{}");
}

static void turns_are_taken_backwards(void **state)
{
    (void)state;
    assert_string_equal(
        solved(TREE "moves(r,x). moves(a,y). moves(b,y). arc(r,a). arc(r,b)."
                    "arc(a,c). arc(a,d). arc(b,e). arc(b,f). pay(c,100,0)."
                    "pay(d,0,100). pay(e,60,40). pay(f,50,50)."),
        "turn-taking: x 50 y 50; equilibria x 50 y 50");
}

/* y does not care what x gets: what x can secure is the least, but in an
 * equilibrium y may be kind. */
static void equilibria_have_a_range_where_a_role_does_not_care(void **state)
{
    (void)state;
    assert_string_equal(
        solved(TREE "moves(r,x). moves(a,y). arc(r,a). arc(r,b). arc(a,c)."
                    "arc(a,d). pay(b,50,0). pay(c,100,70). pay(d,10,70)."),
        "turn-taking: x 50 y 0; equilibria x 50..100 y 0..70");
    /* y gains nothing by a threat that it would not carry out */
    assert_string_equal(
        solved(TREE "moves(r,x). moves(a,y). arc(r,a). arc(r,b). arc(a,c)."
                    "arc(a,d). pay(b,50,90). pay(c,80,70). pay(d,10,0)."),
        "turn-taking: x 50 y 70; equilibria x 80 y 70");
}

static void going_round_for_ever_is_no_end(void **state)
{
    (void)state;
    /* x can leave the circle, y need not */
    assert_string_equal(
        solved(TREE "moves(r,x). moves(a,y). arc(r,a). arc(a,r). arc(r,b)."
                    "arc(a,c). pay(b,30,70). pay(c,100,0)."),
        "turn-taking: x 30 y 0");
    assert_string_equal(solved(TREE "moves(r,x). moves(a,y). arc(r,a). "
                                    "arc(a,r). arc(a,b). pay(b,0,100)."),
                        "turn-taking: x no end y 100");
}

static void a_role_without_a_move_gets_no_end(void **state)
{
    (void)state;
    assert_string_equal(
        solved("role(x). role(y). init(s). legal(x,go). legal(x,stay)."
               "legal(y,w) :- true(s). next(t) :- does(x,go)."
               "next(s) :- does(x,stay). terminal :- true(u). goal(x,100)."
               "goal(y,0)."),
        "turn-taking: x no end y no end");
}

static void an_end_without_one_value_is_anything(void **state)
{
    (void)state;
    assert_string_equal(solved(TREE "moves(r,x). arc(r,a). arc(r,b). "
                                    "pay(a,20,80). pay(b,60,1). pay(b,60,2)."),
                        "turn-taking open: x 60 y 0..80");
}

static void chance_is_averaged(void **state)
{
    (void)state;
    assert_string_equal(
        solved("role(x). role(random). init(s). legal(x,go) :- true(s)."
               "legal(x,stop) :- true(s). legal(x,w) :- true(t)."
               "legal(random,w) :- true(s). legal(random,1) :- true(t)."
               "legal(random,2) :- true(t). legal(random,3) :- true(t)."
               "next(t) :- does(x,go). next(end(N)) :- does(random,N), "
               "true(t). next(end(0)) :- does(x,stop). end :- true(end(N))."
               "terminal :- end. goal(x,30) :- true(end(0)). goal(x,100) :- "
               "true(end(1)). goal(x,0) :- true(end(2)). goal(x,1) :- "
               "true(end(3)). goal(random,0)."),
        "chance: x 101/3");
}

#define PENNIES                                                                \
    "role(x). role(y). side(heads). side(tails). init(s). legal(P,S) :- "      \
    "role(P), side(S), true(s). next(put(P,S)) :- does(P,S). "                 \
    "same :- true(put(x,S)), true(put(y,S)). terminal :- true(put(x,S)). "     \
    "goal(x,V) :- same, most(V). goal(x,0) :- not same. "                      \
    "goal(y,0) :- same. goal(y,100) :- not same. "

static void simultaneous_moves_are_mixed(void **state)
{
    (void)state;
    assert_string_equal(solved(PENNIES "most(100)."),
                        "simultaneous: x 50 y 50");
    assert_string_equal(solved(PENNIES "most(50)."), "simultaneous: x 25 y 50");
}

static void hidden_information_is_not_solved(void **state)
{
    (void)state;
    assert_string_equal(solved(PENNIES "most(100). sees(x,hello) :- "
                                       "does(y,heads)."),
                        "hidden open: x no end..100 y no end..100");
}

static void one_role_is_asked_about(void **state)
{
    static const char *const tree =
        TREE "moves(r,x). moves(a,y). arc(r,a). arc(r,b). arc(a,c)."
             "arc(a,d). pay(b,50,90). pay(c,80,70). pay(d,10,0).";
    (void)state;
    assert_string_equal(asked(tree, "{\"role\": \"y\", \"goal\": 70}"),
                        "turn-taking: solved y 70; equilibria y 70");
    assert_string_equal(asked(tree, "{\"role\": \"y\", \"goal\": 71}"),
                        "turn-taking: unsolvable y 70; "
                        "equilibria y 70");
    assert_string_equal(asked(tree, "{\"role\": \"z\"}"),
                        "no role is called z");
    assert_string_equal(asked(tree, "{\"goal\": 50}"),
                        "--goal asks about one role of several: --role ROLE");
    assert_string_equal(asked(tree, "{\"from\": \"go(a), wait\"}"),
                        "turn-taking: x 10 y 70; equilibria x 80 y 70");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns_are_taken_backwards),
        cmocka_unit_test(equilibria_have_a_range_where_a_role_does_not_care),
        cmocka_unit_test(going_round_for_ever_is_no_end),
        cmocka_unit_test(a_role_without_a_move_gets_no_end),
        cmocka_unit_test(an_end_without_one_value_is_anything),
        cmocka_unit_test(chance_is_averaged),
        cmocka_unit_test(simultaneous_moves_are_mixed),
        cmocka_unit_test(hidden_information_is_not_solved),
        cmocka_unit_test(one_role_is_asked_about),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

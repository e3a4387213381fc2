/* lint_test.c - what is allowed and most often a mistake */
#include "support.h"

static void relations_are_defined_and_used(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"(<= terminal done)",
         "valid; undefined: no rule defines done, so it is never true"},
        {"(colour red)", "valid; unused: no other rule uses colour"},
        {"(<= (even ?x) (even ?x)) (even 0)",
         "valid; unused: no other rule uses even"},
        {"(<= terminal (not done)) (<= terminal (or done (not done)))",
         "valid; undefined: no rule defines done, so it is never true"},
        {"(<= terminal (Done 1)) (done 1)", "valid; case: spelled Done "
                                            "elsewhere; letter case makes no "
                                            "difference"},
    };
    assert_cases(cases, judged_in_game);
}

static void a_symbol_has_one_arity(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"(init (at 1)) (init (at 1 2)) (init (at 3))",
         "valid; arities: at has 2 arguments here and 1 elsewhere: these are "
         "two different symbols"},
        {"(p 1) (p 1 2) (<= terminal (p 1) (p 1 2))",
         "valid; arities: p has 2 arguments here and 1 elsewhere: these are "
         "two different symbols"},
        {"(<= terminal (p)) (<= (p) (q 1)) (q 1)",
         "valid; parenthesised: p has no arguments; write it without "
         "parentheses; parenthesised: p has no arguments; write it without "
         "parentheses"},
        /* a constant stands for itself */
        {"(init (at at)) (init (b 1)) (init b)", "valid"},
        /* a relation and a function may share a name */
        {"(init (p 1 2)) (p 1) (<= terminal (p 1))", "valid"},
    };
    assert_cases(cases, judged_in_game);
}

static void letter_case_is_reported_once_a_symbol(void **state)
{
    (void)state;
    static const Case cases[] = {
        {GAME "(role You)\n(role YOU)\n(legal You Go)",
         "valid, 6 case, 8 case"},
        {GAME "(<= Terminal\n (NOT (true over))\n (not (TRUE over)))",
         "valid, 6 case, 8 case, 8 case"},
    };
    assert_cases(cases, judgement);
}

static void a_variable_occurs_twice(void **state)
{
    (void)state;
#define ALONE                                                                  \
    " occurs only here; a name that begins with _ says that this is meant"
    static const Case cases[] = {
        {"(<= terminal (does2 ?who go)) (does2 you go)",
         "valid; singleton: ?who" ALONE},
        {"(<= terminal (does2 ?_ ?_who)) (does2 you go)", "valid"},
        {"(<= terminal (does2 ?who ?who)) (does2 you go)", "valid"},
        {"(<= terminal (does2 ?Who ?who)) (does2 you go)", "valid"},
        /* one report is enough for one variable */
        {"(<= terminal (true over) (not (role ?x)))",
         "usable; unsafe-negation: ?x is bound by no positive literal of the "
         "body (the atom is true for no value of it)"},
    };
    assert_cases(cases, judged_pedantically);
}

static void features_are_set_somewhere(void **state)
{
    (void)state;
#define UNSET(name)                                                            \
    "valid; unset-feature: no rule for init or next sets the feature " name    \
    ", so it is never true"
    static const Case cases[] = {
        {"(<= terminal (true done))", UNSET("done")},
        {"(<= terminal (not (true (at 1)))) (init (at 1 2))",
         UNSET("at") "; arities: at has 2 arguments here and 1 elsewhere: "
                     "these are two different symbols"},
        {"(<= terminal (true done)) (<= (next ?f) (true ?f))", UNSET("done")},
        /* a variable may stand for anything that is set */
        {"(<= terminal (true done)) (<= (next ?f) (does you ?f))", "valid"},
        {"(<= terminal (true done)) (init done)", "valid"},
    };
    assert_cases(cases, judged_in_game);
}

/* ---- mistakes of newcomers ---- */

#define WALK                                                                   \
    "(role you)\n(init (at 1))\n(legal you wait)\n"                            \
    "(<= (legal you (go ?y)) (true (at ?x)) (path ?x ?y))\n(path 1 2)\n"       \
    "(<= (next (at ?x)) (does you (go ?x)))\n"                                 \
    "(<= terminal (true (at 2)))\n(goal you 100)\n"

static void a_feature_is_carried_over(void **state)
{
    (void)state;
    static const Case cases[] = {
        {WALK, "2 not-carried-over"},
        {WALK "(<= (next (at ?x)) (true (at ?x)) (does you wait))", ""},
        {WALK "(<= (next ?f) (true ?f) (does you wait))", ""},
        {WALK "(<= (next (at ?x)) (stays ?x))\n"
              "(<= (stays ?x) (true (at ?x)) (does you wait))",
         ""},
        /* only init sets it, in several instances; with one it is a flag that
         * tells the first position from the others */
        {"(role you) (legal you go) (goal you 100)\n"
         "(init (wall 1)) (init (wall 2))\n(init (at 2))\n"
         "(<= (next (at 1)) (does you go))\n"
         "(<= terminal (true (wall ?x)) (true (at ?x)) (role ?x))",
         "2 not-carried-over"},
        {"(role you) (legal you go) (goal you 100) (init first)\n"
         "(<= terminal (not (true first)))",
         ""},
        /* each mark sets one of two cells */
        {"(role x)\n(init (cell 1 b)) (init (cell 2 b))\n"
         "(<= (legal x (mark ?c)) (true (cell ?c b)))\n"
         "(<= (next (cell ?c x)) (does x (mark ?c)))\n"
         "(<= open (true (cell ?c b)))\n(<= terminal (not open))\n"
         "(goal x 100)",
         "2 not-carried-over"},
        /* whoever has control passes it on, and others do nothing */
        {"(role a) (role b) (init (control a)) (goal a 50) (goal b 50)\n"
         "(<= (legal ?p pass) (true (control ?p)))\n"
         "(<= (legal ?p noop) (role ?p) (not (true (control ?p))))\n"
         "(<= (next (control b)) (does a pass))\n"
         "(<= (next (control a)) (does b pass))\n"
         "(<= terminal (not (true (control a))))",
         ""},
        /* every move sets it */
        {"(role you) (init (last none)) (goal you 100)\n"
         "(legal you left) (legal you right)\n"
         "(<= (next (last ?m)) (does you ?m))\n"
         "(<= terminal (true (last left)))",
         ""},
    };
    assert_cases(cases, warnings);
}

static void a_game_is_not_over_at_once(void **state)
{
    (void)state;
#define ENDS(condition)                                                        \
    "(role you) (legal you go) (goal you 100) (init (at 1))\n"                 \
    "(<= (next (at 2)) (does you go))\n(<= terminal " condition ")"
    static const Case cases[] = {
        {ENDS("(true (at 2))"), ""},
        {ENDS("(true (at 1))"), "3 over-at-start"},
        {ENDS("(not (true (at 2)))"), "3 over-at-start"},
        {ENDS("(true (at 2))") " terminal", ""},
    };
    assert_cases(cases, warnings);
}

static void a_name_is_met_by_another(void **state)
{
    (void)state;
#define BOARD                                                                  \
    "(role white) (role black) (goal white 50) (goal black 50)\n"              \
    "(legal ?p pass)\n"                                                        \
    "(<= (next (control black)) (true (control white)))\n"                     \
    "(<= (next (control white)) (true (control black)))\n"                     \
    "(<= terminal (true (control black)))\n"
    static const Case cases[] = {
        {BOARD "(init (control white))", ""},
        {BOARD "(init (control whit))", "6 lonely-constant"},
        {BOARD "(init (control white)) (<= terminal (true (control blak)))",
         "6 lonely-constant"},
        /* what a variable meets is met, unless it has to be something else */
        {BOARD "(init (control white)) (kind b) (init (mark b))"
               "\n(<= terminal (kind ?x) (true (mark ?x)))\n(init (mark c))",
         "5 over-at-start, 6 not-carried-over, 8 lonely-constant"},
        /* what is not 2 */
        {"(role you) (legal you go) (goal you 100) (init (at 1))\n"
         "(<= (next (at 2)) (does you go)) (<= terminal (true (at 2)))",
         ""},
        {BOARD "(init (control white)) (kind 7)\n(<= terminal (kind ?x) "
               "(not (true (control ?x))) (true (control black)))",
         ""},
        /* functions pair things in distinct */
        {BOARD "(init (control white)) (<= terminal (true (control ?x)) "
               "(true (control ?y)) (distinct (f ?x ?x) (f ?y ?y)))",
         ""},
        {BOARD "(init (control white)) (goal gray 50)", "6 unknown-role"},
        {BOARD "(init (control white)) (<= terminal (does gray pass))",
         "6 unknown-role"},
    };
    assert_cases(cases, warnings);
}

static void features_are_asked_for(void **state)
{
    (void)state;
    static const char text[] = GAME "(init start)";
    static const Case cases[] = {{text, ""}};
    assert_cases(cases, warnings);
    ZermeloGame *game = read_game(text);
    free(zermelo_check_json(game, "{\"pedantic\": true}", NULL));
    assert_int_equal(zermelo_diagnostic_count(game), 1);
    assert_string_equal(zermelo_diagnostic(game, 0).rule, "unread-feature");
    zermelo_free(game);
}

static void what_was_meant_is_suggested(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"(<= terminal (dnoe 1)) (done 1) (<= terminal (done 2))",
         "valid; undefined: no rule defines dnoe, so it is never true; did you "
         "mean done?"},
        {"(<= terminal over)",
         "valid; undefined: no rule defines over, so it is never true; a "
         "feature is asked for by true"},
        {"(<= terminal (true ovr))",
         "valid; unset-feature: no rule for init or next sets the feature ovr, "
         "so it is never true; did you mean over?"},
        {"(roles me)", "valid; unknown-keyword: roles is no keyword of GDL; "
                       "did you mean role?; unused: no other rule uses roles"},
        {"(<= terminal (true over) (distinc over go))",
         "valid; undefined: no rule defines distinc, so it is never true; "
         "unknown-keyword: distinc is no keyword of GDL; did you mean "
         "distinct?"},
        {"(<= terminal (> 1 2))",
         "valid; undefined: no rule defines >, so it is never true; there is "
         "no arithmetic in GDL"},
        {"(<= terminal (true over) (! (role you)) !over)",
         "usable; undefined: no rule defines !, so it is never true; negation "
         "is written not; keyword-function: the keyword role cannot be a "
         "function (it is an ordinary function symbol here); undefined: no "
         "rule "
         "defines !over, so it is never true; negation is written not"},
        {"(if p q)", "valid; unused: no other rule uses if; a rule begins with "
                     "<="},
        {"(goal yuo 50)",
         "valid; unknown-role: no role is named yuo; did you mean you?"},
        /* neither short words nor numbers are taken for others */
        {"(<= terminal (p 1)) (q 1) (<= terminal (q 2))",
         "valid; undefined: no rule defines p, so it is never true"},
    };
    assert_cases(cases, judged_in_game);
}

/* What is reported is the same after every name was changed; only what is
 * suggested differs, and what is about a keyword's spelling. */
static void names_do_not_decide_what_is_reported(void **state)
{
    (void)state;
    static const Case cases[] = {
        {BOARD "(init (control whit)) (<= terminal (opne 1)) (open 1)",
         "6 lonely-constant, 6 undefined, 6 unused"},
        {BOARD "(init (control qqq)) (<= terminal (rrr 1)) (sss 1)",
         "6 lonely-constant, 6 undefined, 6 unused"},
    };
    assert_cases(cases, warnings);
}

static void terms_do_not_grow(void **state)
{
    (void)state;
#define COUNT(rule)                                                            \
    "(role you) (legal you go) (goal you 100) (init (count z))\n"              \
    "(<= terminal (true (count (s z))))\n" rule
    static const Case cases[] = {
        {COUNT("(<= (next (count (s ?n))) (true (count ?n)))"),
         "3 growing-term"},
        {COUNT("(<= (next (count ?m)) (more ?m))\n"
               "(<= (more (s ?n)) (true (count ?n)))"),
         "4 growing-term"},
        {COUNT("(<= (legal you (say (s ?n))) (true (count ?n)))\n"
               "(<= (next (count ?n)) (does you (say ?n)))"),
         "1 not-carried-over, 3 growing-term"},
        /* bounded, or no longer than before */
        {COUNT(
             "(num z)\n(<= (next (count (s ?n))) (true (count ?n)) (num ?n))"),
         ""},
        {COUNT("(num (s z))\n(<= (next (count (s ?n))) (true (count ?n)) "
               "(num (s ?n)))"),
         ""},
        {COUNT("(<= (next (count ?n)) (true (count (s ?n))))\n"
               "(<= (next (count (s z))) (true (count z)))"),
         ""},
    };
    assert_cases(cases, warnings);
}

static void nothing_is_calculated(void **state)
{
    (void)state;
#define SUM(rule)                                                              \
    "(role you) (legal you go) (goal you 100) (init (at 1)) (succ 1 2)\n"      \
    "(<= terminal (true (at ?x)) (not (succ ?x 2)))\n" rule
    static const Case cases[] = {
        {SUM("(<= (next (at ?n+1)) (true (at ?n)))"), "3 arithmetic"},
        {SUM("(<= (next (at ?n-m)) (true (at ?n)) (succ ?n ?m))"),
         "3 arithmetic"},
        {SUM("(<= (next (at ?n+1)) (true (at ?n)) (succ ?n ?n+1))"), ""},
        {SUM("(<= (next (at ?n+1)) (true (at ?m)) (succ ?m 2))"), ""},
        {SUM("(<= (next (at (+ ?n 1))) (true (at ?n)) (succ ?n 2))"),
         "3 arithmetic"},
        {SUM("(+ 1 1 2) (<= (next (at ?m)) (true (at ?n)) (+ ?n 1 ?m))"), ""},
    };
    assert_cases(cases, warnings);
}

static void comments_silence_warnings_and_no_errors(void **state)
{
    (void)state;
    static const Case cases[] = {
        {GAME "; zermelo: ignore unused\n(p 1)", "valid"},
        {GAME "; zermelo: ignore unused\r\n(p 1)", "valid"},
        {GAME ";; why: zermelo: ignore case, unused\n(p 1)\n(q 1)",
         "valid, 8 unused"},
        {GAME "; zermelo: ignore case\n(p 1)", "valid, 7 unused"},
        {GAME "; zermelo: ignore unusedness\n(p 1)",
         "valid, 6 unknown-rule, 7 unused"},
        {GAME "; zermelo: ignore unused, nonsens ,cases\n(p 1)",
         "valid, 6 unknown-rule, 6 unknown-rule"},
        {GAME "; zermelo: ignore unused since it is said\n(p 1)", "valid"},
        {GAME "; zermelo: ignore unknown-rule\n; zermelo: ignore odd\n"
              "; zermelo: ignore ,\n; zermelo: ignore ",
         "valid"},
        {GAME "; zermelo: ignore unused\n\n(p 1)", "valid, 8 unused"},
        {GAME "; zermelo: ignore unused\n; on\n(p 1)", "valid"},
        {GAME "(q 1) ; zermelo: ignore unused\n(p 1)", "valid, 6 unused"},
        {GAME "; zermelo: ignore goal-value\n(goal you x)",
         "usable, 7 goal-value"},
    };
    assert_cases(cases, judgement);
}

static void odd_ways_of_writing_are_reported(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"(<= (goal you 50))",
         "valid; empty-body: a rule without a body is a fact; write it "
         "without <="},
        {"(<= terminal (or))", "valid; empty-or: an empty or is never true"},
        {"(<= (terminal) (true over))",
         "valid; parenthesised: terminal has no arguments; write it without "
         "parentheses"},
        {"(<= (next (over)) (does you go))",
         "valid; parenthesised: over has no arguments; write it without "
         "parentheses"},
        {"(<= terminal (and (true over) (role you)))",
         "usable; and-in-body: GDL has no and: conditions of a body hold "
         "together anyway (the conditions hold together, as in any body)"},
        {"(<= terminal (not (or (true over) (role you))))",
         "usable; negated-formula: not applies to an atom, and this is none "
         "(negation is moved inwards, as logic has it)"},
        {"(legal you (or left right))",
         "usable; misplaced-connective: or belongs between the conditions of "
         "a body, not inside a term (it is an ordinary symbol here)"},
        {"(distinct a b)",
         "usable; misplaced-connective: distinct is built in and is not "
         "defined by rules (the statement is left aside)"},
    };
    assert_cases(cases, judged_in_game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(relations_are_defined_and_used),
        cmocka_unit_test(a_symbol_has_one_arity),
        cmocka_unit_test(letter_case_is_reported_once_a_symbol),
        cmocka_unit_test(a_variable_occurs_twice),
        cmocka_unit_test(features_are_set_somewhere),
        cmocka_unit_test(a_feature_is_carried_over),
        cmocka_unit_test(a_game_is_not_over_at_once),
        cmocka_unit_test(a_name_is_met_by_another),
        cmocka_unit_test(features_are_asked_for),
        cmocka_unit_test(what_was_meant_is_suggested),
        cmocka_unit_test(names_do_not_decide_what_is_reported),
        cmocka_unit_test(terms_do_not_grow),
        cmocka_unit_test(nothing_is_calculated),
        cmocka_unit_test(comments_silence_warnings_and_no_errors),
        cmocka_unit_test(odd_ways_of_writing_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

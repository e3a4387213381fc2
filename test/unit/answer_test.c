/* answer_test.c - verdicts and a line for people from what commands print */
#include "support.h"

#include "batch/results.h"

/* INPUT is "COMMAND JSON"; the answer "STATE: SUMMARY; WHAT=VERDICT; ...". */
static const char *reading(const char *input)
{
    static const char *const states[] = {"decided", "unknown", "error",
                                         "failed"};
    static Text kept;
    Text all = {0};
    const char *json = strchr(input, ' ') + 1;
    char *command = strndup(input, (size_t)(json - 1 - input));
    json_t *answer = json_loads(json, 0, NULL), *pair,
           *said = answer_read(command, answer);
    size_t i;
    text_addf(&all, "%s: %s", states[count_of(said, "state")],
              text_of(said, "summary"));
    json_array_foreach (json_object_get(said, "verdicts"), i, pair) {
        const char *verdict = json_string_value(json_array_get(pair, 1));
        text_addf(&all, "; %s%s%s", json_string_value(json_array_get(pair, 0)),
                  verdict ? "=" : "?", verdict ? verdict : "unknown");
    }
    json_decref(said);
    json_decref(answer);
    free(command);
    return keep(&kept, all);
}

static void check_shows_its_first_error(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"check {\"file\":\"a\",\"valid\":true,\"diagnostics\":[]}",
         "decided: valid; valid=yes"},
        {"check {\"file\":\"a\",\"valid\":true,\"diagnostics\":[{}]}",
         "decided: valid, 1 warning; valid=yes"},
        {"check {\"file\":\"a\",\"valid\":false,\"diagnostics\":["
         "{\"severity\":\"warning\",\"line\":1,\"column\":1,"
         "\"message\":\"odd\",\"rule\":\"odd\"},"
         "{\"severity\":\"error\",\"line\":2,\"column\":15,"
         "\"message\":\"?m is bound by nothing\",\"rule\":\"unsafe-head\"}]}",
         "decided: 2:15: ?m is bound by nothing [unsafe-head]; valid=no"},
    };
    assert_cases(cases, reading);
}

static void verify_shows_the_first_thing_that_is_wrong(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"verify {\"file\":\"a\",\"results\":["
         "{\"property\":\"playable\",\"role\":null,\"verdict\":\"proved\"},"
         "{\"property\":\"terminating\",\"role\":null,\"verdict\":\"proved\"},"
         "{\"property\":\"goals\",\"role\":null,\"verdict\":\"vacuous\"},"
         "{\"property\":\"winnable\",\"role\":\"white\",\"verdict\":\"proved\"}"
         ","
         "{\"property\":\"winnable\",\"role\":\"black\",\"verdict\":"
         "\"unknown\"}]}",
         "decided: playable, terminating proved; goals vacuous; winnable "
         "white; winnable unknown black; playable=proved; terminating=proved; "
         "goals=vacuous; winnable white=proved; winnable black?unknown"},
        {"verify {\"file\":\"a\",\"results\":["
         "{\"property\":\"playable\",\"role\":null,\"verdict\":\"unknown\"},"
         "{\"property\":\"winnable\",\"role\":\"w\",\"verdict\":\"refuted\"}]}",
         "unknown: playable unknown; not winnable w; playable?unknown; "
         "winnable w=refuted"},
        {"verify {\"file\":\"a\",\"results\":[{\"property\":\"playable\","
         "\"role\":\"white\",\"verdict\":\"refuted\",\"message\":\"no legal "
         "move\",\"trace\":[{},{}],\"loop_from\":null}]}",
         "decided: playable refuted for white after 2 steps: no legal move; "
         "playable=refuted"},
        {"verify {\"file\":\"a\",\"results\":[{\"property\":\"terminating\","
         "\"verdict\":\"refuted\",\"message\":\"it goes on\",\"trace\":[{}],"
         "\"loop_from\":0}]}",
         "decided: terminating refuted: it goes on; terminating=refuted"},
    };
    assert_cases(cases, reading);
}

static void other_commands_are_summed_up(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"prove {\"file\":\"a\",\"results\":["
         "{\"formula\":\"f\",\"verdict\":\"proved\"},"
         "{\"formula\":\"g\",\"verdict\":\"unknown\"}]}",
         "unknown: 1 proved, 1 unknown; f=proved; g?unknown"},
        {"prove {\"file\":\"a\",\"results\":[]}", "decided: no formulas"},
        {"solve {\"file\":\"a\",\"verdict\":\"solved\",\"goal\":100,"
         "\"length\":15}",
         "decided: goal 100 in 15 moves; goal=100"},
        {"solve {\"file\":\"a\",\"verdict\":\"unknown\",\"goal\":50,"
         "\"length\":3}",
         "unknown: unknown whether more than 50 in 3 moves; goal?unknown"},
        {"solve {\"file\":\"a\",\"verdict\":\"unsolvable\",\"goal\":null}",
         "decided: unsolvable; goal=unsolvable"},
        {"know {\"file\":\"a\",\"legal\":true,\"terminal\":false,"
         "\"goal\":null,\"limited\":0,\"stopped\":false}",
         "unknown: legal known, terminal not known, goal unknown; "
         "legal=known; terminal=not known; goal?unknown"},
        {"know {\"file\":\"a\",\"legal\":true,\"terminal\":false,"
         "\"goal\":false,\"limited\":2,\"stopped\":true}",
         "unknown: legal unknown, terminal unknown, goal unknown; "
         "legal?unknown; terminal?unknown; goal?unknown"},
        {"perft {\"file\":\"a\",\"depths\":[{\"depth\":0,\"plays\":1},"
         "{\"depth\":1,\"plays\":9}]}",
         "decided: 9 plays to depth 1; plays to depth 0=1; "
         "plays to depth 1=9"},
        {"info {\"file\":\"a\",\"language\":\"GDL\",\"roles\":[\"a\"]}",
         "decided: GDL, 1 role"},
    };
    assert_cases(cases, reading);
}

static void whatever_the_answer_is_worth_it_is_read(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"verify {\"error\":{\"rule\":\"process\",\"message\":\"it died\"}}",
         "failed: it died"},
        {"verify {\"error\":{\"rule\":\"limit\",\"message\":\"no time\"}}",
         "unknown: no time"},
        {"verify {\"error\":{\"rule\":\"file\",\"message\":\"no file\"}}",
         "error: no file"},
        /* prove adds an error to what it has found out */
        {"prove {\"file\":\"a\",\"results\":[],\"error\":{\"message\":\"m\"}}",
         "decided: no formulas"},
        {"verify no json", "error: an answer that is no JSON object"},
        {"verify ", "error: an answer that is no JSON object"},
        {"verify [1]", "error: an answer that is no JSON object"},
        {"verify {\"error\":7}", "error: an answer that is no JSON object"},
        {"verify {\"results\":7}", "decided: "},
        {"prove {\"results\":[7,null,{\"formula\":7}]}",
         "unknown: 3 unknown; ?unknown; ?unknown; ?unknown"},
        {"unheard-of {\"file\":\"a\"}", "decided: "},
    };
    assert_cases(cases, reading);
}

static void a_summary_has_an_end(void **state)
{
    (void)state;
    char *json = repeated("{\"error\":{\"rule\":\"file\",\"message\":\"",
                          "\xc3\xa4", 100000, "\"}}");
    json_t *answer = json_loads(json, 0, NULL),
           *said = answer_read("check", answer);
    const char *summary = text_of(said, "summary");
    assert_int_equal(strlen(summary), 2 * 240 + 3);
    assert_string_equal(summary + 2 * 240, "...");
    json_decref(said);
    json_decref(answer);
    free(json);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(check_shows_its_first_error),
        cmocka_unit_test(verify_shows_the_first_thing_that_is_wrong),
        cmocka_unit_test(other_commands_are_summed_up),
        cmocka_unit_test(whatever_the_answer_is_worth_it_is_read),
        cmocka_unit_test(a_summary_has_an_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

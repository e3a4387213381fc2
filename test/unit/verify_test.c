/* verify_test.c - verdicts on small games whose faults are plain to see */
#include "loaded.h"

#include "lang/print.h"
#include "prove/verify.h"

/* "playable + ...": proved, refuted or unknown, with the role, why, and the
 * position at the end of the play. */
static void add_verified(Text *out, Arena *arena, const Verified *verified)
{
    static const char *const checks[] = {"playable", "terminating", "goals",
                                         "winnable", "bases",       "inputs",
                                         "zero-sum", "turn-taking"};
    text_addf(out, "%s%s %c", out->length ? ", " : "", checks[verified->check],
              "?+-"[verified->verdict]);
    if (verified->role != NO_INDEX)
        text_addf(out, " role %u", (unsigned)verified->role);
    if (verified->is_vacuous)
        text_adds(out, " of nothing");
    if (verified->verdict == VERDICT_REFUTED)
        text_addf(out, " %s", verified->fault.why);
    for (size_t i = 0; i < verified->feature_count && !verified->has_loop; i++)
        text_addf(out, " %s", term_string(arena, verified->features[i]));
}

static const char *verdicts_on(const char *rules)
{
    static Text kept;
    Text out = {0};
    Loaded loaded = load_game(rules);
    VerifiedList list = {0};
    ProveLimits limits;
    const char *why;
    VerifyTask task = {.game = loaded.game,
                       .interp = interp_new(loaded.game, NULL, &why),
                       .seed = 1,
                       .budget = &loaded.budget,
                       .limits = &limits,
                       .arena = loaded.arena};
    prove_limits_init(&limits);
    verify(&task, &list);
    for (size_t i = 0; i < list.count; i++)
        add_verified(&out, loaded.arena, &list.items[i]);
    vec_free(&list);
    interp_free(task.interp);
    unload(&loaded);
    return keep(&kept, out);
}

#define TWO                                                                    \
    "(role ann) (role bob) (init (at 1)) (legal ann go) (legal ann run)"       \
    "(<= (next (at 2)) (true (at 1))) (<= (next (at 3)) (true (at 2)))"        \
    "(<= (next ran) (does ann run)) (<= terminal (true (at 3)))"               \
    "(<= (goal ann 100) (true ran)) (<= (goal bob 0) (true ran))"              \
    "(<= (goal ann 0) (not (true ran))) (<= (goal bob 100) (not (true ran)))"

static void what_is_well_formed_is_proved_so(void **state)
{
    (void)state;
    static const Case cases[] = {
        {TWO "(legal bob go)",
         "playable +, terminating +, goals +, winnable + role 0 at(3) ran, "
         "winnable + role 1 at(3), zero-sum +, turn-taking +"}};
    assert_cases(cases, verdicts_on);
}

static void what_is_not_is_refuted_by_a_play_to_the_fault(void **state)
{
    (void)state;
    static const Case cases[] = {
        {TWO "(<= (legal bob ?x) (legal ann ?x) (true (at 1)))",
         "playable - role 1 no-move at(2), terminating +, goals + of nothing, "
         "winnable - role 0 no-win, winnable - role 1 no-win, "
         "zero-sum + of nothing, turn-taking - several-choose at(1)"},
        {"(role you) (init (at 1)) (base (at 1)) (legal you go)"
         "(input you run) (<= (legal you stop) (true (at 1)))"
         "(<= (next (at 1)) (does you go)) (<= (next (at 2)) (does you stop))"
         "(<= terminal (true (at 2))) (goal you 40) (goal you 60)",
         "playable +, terminating - loop, goals - role 0 several-values at(2), "
         "winnable - role 0 no-win, bases - undeclared at(2), "
         "inputs - role 0 undeclared at(1)"}};
    assert_cases(cases, verdicts_on);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_well_formed_is_proved_so),
        cmocka_unit_test(what_is_not_is_refuted_by_a_play_to_the_fault),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

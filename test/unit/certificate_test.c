/* certificate_test.c - claims with their evidence, as files */
#include "saved.h"

static const char rules[] = "(role you) (legal you go) (init (at 1))"
                            "(<= (next (at 2)) (true (at 1)))"
                            "(<= terminal (true (at 2))) (goal you 100)";

/* Writes a certificate of one play; the reason why not, to be freed, or NULL.
 */
static char *save(const Loaded *loaded, const char *directory)
{
    char *why;
    size_t without;
    const Term *go = loaded->net->roles[0].moves[0];
    Certificate *certificate = certificate_new(directory, loaded->rules, NULL);
    size_t number = certificate_play(certificate, &(Play){&go, 1}, 1, SIZE_MAX);
    json_t *numbers = json_pack("[i]", (int)number);
    certificate_claim(certificate, &(CertificateClaim){.property = "winnable",
                                                       .role = "you",
                                                       .value = -1,
                                                       .bound = -1,
                                                       .within = -1,
                                                       .at = -1,
                                                       .evidence = numbers});
    certificate_claim(certificate, &(CertificateClaim){.property = "goals",
                                                       .value = -1,
                                                       .bound = -1,
                                                       .within = -1,
                                                       .at = -1,
                                                       .reason = "none"});
    json_decref(numbers);
    bool is_saved = certificate_finish(certificate, &without, &why);
    assert_true(is_saved == !why);
    assert_int_equal(without, 1);
    return why;
}

static void it_has_the_rules_the_evidence_and_the_claims(void **state)
{
    (void)state;
    Loaded loaded = load_net(rules);
    Text text = {0};
    const char *why;
    assert_null(save(&loaded, saved_directory));
    assert_null(save(&loaded, saved_directory)); /* in place of the first */
    assert_true(file_read(&text, saved_path("certificate.rules"), 1000, &why));
    assert_string_equal(text_string(&text), rules);
    assert_string_equal(saved_value(loaded.arena, "evidence"),
                        "[{\"kind\":\"play\",\"moves\":\"go\"}]");
    assert_string_equal(
        saved_value(loaded.arena, "claims"),
        "[{\"evidence\":[0],\"property\":\"winnable\",\"role\":\"you\"},"
        "{\"property\":\"goals\",\"unchecked\":\"none\"}]");
    assert_string_equal(saved_value(loaded.arena, "complete"), "true");
    text_free(&text);
    unload(&loaded);
}

static void what_somebody_else_wrote_is_kept(void **state)
{
    (void)state;
    Loaded loaded = load_net(rules);
    const char *reason;
    assert_true(file_save(saved_path("certificate.json"), "{}", 2, FILE_REPLACE,
                          &reason));
    char *why = save(&loaded, saved_directory);
    assert_non_null(why);
    assert_non_null(strstr(why, "this is no certificate, and is kept"));
    assert_int_equal(file_size(saved_path("certificate.json")), 2);
    free(why);
    unload(&loaded);
}

static void a_directory_that_cannot_be_made_is_said(void **state)
{
    (void)state;
    Loaded loaded = load_net(rules);
    char *why = save(&loaded, "/proc/none/here");
    assert_string_equal(why, "/proc/none/here: No such file or directory");
    free(why);
    unload(&loaded);
}

/* JSON has no other strings. */
static void rules_that_are_no_utf8_have_no_certificate(void **state)
{
    (void)state;
    Loaded loaded = load_net("(role you) (legal you \xe4) (init \xe4)"
                             "(<= terminal (true \xe4)) (goal you 100)");
    char *why = save(&loaded, saved_directory);
    assert_non_null(strstr(why, "not in UTF-8"));
    assert_int_not_equal(access(saved_path("certificate.json"), F_OK), 0);
    free(why);
    unload(&loaded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            it_has_the_rules_the_evidence_and_the_claims, make_directory,
            remove_directory),
        cmocka_unit_test_setup_teardown(what_somebody_else_wrote_is_kept,
                                        make_directory, remove_directory),
        cmocka_unit_test(a_directory_that_cannot_be_made_is_said),
        cmocka_unit_test_setup_teardown(
            rules_that_are_no_utf8_have_no_certificate, make_directory,
            remove_directory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

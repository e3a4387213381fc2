/* certificate_test.c - proofs in files, and files that are somebody else's */
#include "tasks.h"

#include "asp/certificate.h"

#include <stdio.h>
#include <unistd.h>

static char directory[] = "/tmp/certificate-XXXXXX";
static OneClaim one;

static int set_up(void **state)
{
    (void)state;
    open_claim(&one, "true(control(left)) -> ~true(control(right))");
    one.task.save_directory = mkdtemp(directory);
    return !one.task.save_directory;
}

static const char *path_of(const char *name)
{
    return arena_printf(one.task.arena, "%s/%s", directory, name);
}

static int tear_down(void **state)
{
    (void)state;
    static const char *const names[] = {"proof-base.lp", "proof-step.lp",
                                        "README", "own.lp"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        unlink(path_of(names[i]));
    close_claim(&one);
    return rmdir(directory);
}

static const char *content(const char *name)
{
    Text text = {0};
    const char *why;
    if (!file_read(&text, path_of(name), 1 << 20, &why))
        return "";
    const char *kept =
        arena_string(one.task.arena, text_string(&text), text.length);
    text_free(&text);
    return kept;
}

static void a_proof_is_two_programs_and_a_readme(void **state)
{
    (void)state;
    size_t number = 0;
    Proof proof = {{&one.prop, &number, 1, 0, 1}, false};
    assert_null(certify_begin(one.task.arena, directory));
    assert_true(certify_proof(&one.task, "proof", &proof));
    assert_true(certify_readme(&one.task, "More."));
    assert_int_equal(strncmp(content("proof-base.lp"), "% Base case: ", 13), 0);
    assert_int_equal(
        strncmp(content("proof-step.lp"), "% Induction step: ", 18), 0);
    assert_non_null(strstr(content("proof-step.lp"), ":- not _fails.\n"));
    assert_non_null(strstr(content("README"), "\nMore.\n"));
}

/* What an earlier run has saved is removed, what somebody wrote is kept. */
static void only_files_of_our_own_are_replaced(void **state)
{
    (void)state;
    const char *why;
    assert_true(file_save(path_of("own.lp"), "a.\n", 3, FILE_NEW, &why));
    assert_null(certify_begin(one.task.arena, directory));
    assert_string_equal(content("proof-base.lp"), "");
    assert_string_equal(content("README"), "");
    assert_string_equal(content("own.lp"), "a.\n");
    Text program = {0};
    text_adds(&program, "% Base case: b.\n");
    assert_false(certify_program(&one.task, "own", &program));
    assert_non_null(one.task.save_failure);
    assert_string_equal(content("own.lp"), "a.\n");
    text_free(&program);
    assert_true(file_save(path_of("README"), "mine\n", 5, FILE_NEW, &why));
    assert_non_null(certify_begin(one.task.arena, directory));
    assert_string_equal(content("README"), "mine\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_proof_is_two_programs_and_a_readme),
        cmocka_unit_test(only_files_of_our_own_are_replaced),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

/* child_test.c - other programs: what they print, and how they end */
#include "support.h"

#include "system/child.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static Child shell(const char *script, ChildTask task)
{
    const char *const arguments[] = {"sh", "-c", script, NULL};
    task.arguments = arguments;
    return child_run(&task);
}

static size_t open_descriptors(void)
{
    size_t count = 0;
    DIR *folder = opendir("/proc/self/fd");
    while (readdir(folder))
        count++;
    closedir(folder);
    return count;
}

/* How it ended, with what status, and what it printed on both. */
static const char *outcome(const char *script)
{
    static Text kept;
    static const char *const ends[] = {"exited",     "signalled", "time",
                                       "cancelled",  "output",    "unwanted",
                                       "not started"};
    Text out = {0};
    Child child = shell(
        script,
        (ChildTask){.input = "in\n", .input_length = 3, .max_output = 1000});
    text_addf(&out, "%s %d: %s|%s", ends[child.end], child.status,
              text_string(&child.output), text_string(&child.errors));
    child_clear(&child);
    return keep(&kept, out);
}

static void a_program_reads_its_input_and_its_end_is_told(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"cat", "exited 0: in\n|"},
        {"echo out; echo err >&2; exit 3", "exited 3: out\n|err\n"},
        {"kill -9 $$", "signalled 9: |"},
        {"exec 1>&- 2>&-; exit 5", "exited 5: |"},
        {"kill -13 $$", "signalled 13: |"},
    };
    assert_cases(cases, outcome);
}

static void a_program_that_is_not_there_is_no_crash(void **state)
{
    (void)state;
    const char *const missing[] = {"/no/such/program", NULL};
    Child child = child_run(&(ChildTask){.arguments = missing});
    assert_int_equal(child.end, CHILD_NOT_STARTED);
    assert_int_equal(child.status, ENOENT);
    const char *const unknown[] = {"no-such-program-anywhere", NULL};
    child = child_run(&(ChildTask){.arguments = unknown});
    assert_int_equal(child.end, CHILD_NOT_STARTED);
    const char *const folder[] = {"/", NULL};
    child = child_run(&(ChildTask){.arguments = folder});
    assert_int_equal(child.end, CHILD_NOT_STARTED);
    assert_int_equal(child.status, EACCES);
}

static void too_much_output_ends_a_program(void **state)
{
    (void)state;
    Child child = shell("yes", (ChildTask){.max_output = 5000});
    assert_int_equal(child.end, CHILD_OUTPUT);
    assert_int_equal(child.output.length, 5000);
    child_clear(&child);
}

/* The grandchild holds the pipe, the child ignores the request: both die. */
static void a_program_out_of_time_is_killed_with_all_it_started(void **state)
{
    (void)state;
    Budget budget = budget_new(0.05, NULL);
    Child child = shell("sleep 1000 & echo $!; trap '' TERM; wait; sleep 1000",
                        (ChildTask){.budget = &budget, .grace = 0.05});
    assert_int_equal(child.end, CHILD_TIME);
    pid_t grandchild = (pid_t)atol(text_string(&child.output));
    assert_true(grandchild > 0);
    char path[64], line[256] = "";
    snprintf(path, sizeof path, "/proc/%d/stat", (int)grandchild);
    for (int i = 0; i < 200; i++) { /* until it is gone, or nobody's zombie */
        FILE *file = fopen(path, "r");
        if (!file || !fgets(line, sizeof line, file) || strstr(line, ") Z")) {
            line[0] = '\0';
            i = 200;
        }
        if (file)
            fclose(file);
        usleep(5000);
    }
    assert_string_equal(line, "");
    child_clear(&child);
}

static void one_that_listens_may_finish_its_answer(void **state)
{
    (void)state;
    Budget budget = budget_new(0.05, NULL);
    Child child = shell("trap 'echo bye; exit' TERM; while :; do sleep 0.01; "
                        "done",
                        (ChildTask){.budget = &budget, .grace = 60});
    assert_int_equal(child.end, CHILD_TIME);
    assert_string_equal(text_string(&child.output), "bye\n");
    child_clear(&child);
}

static void a_cancelled_budget_ends_a_program(void **state)
{
    (void)state;
    volatile sig_atomic_t cancelled = 1;
    Budget budget = budget_new(0, &cancelled);
    Child child = shell("exec sleep 1000", (ChildTask){.budget = &budget});
    assert_int_equal(child.end, CHILD_CANCELLED);
    child_clear(&child);
}

static void memory_is_limited_for_the_program_alone(void **state)
{
    (void)state;
    Child child = shell("ulimit -v", (ChildTask){.megabytes = 500});
    assert_string_equal(text_string(&child.output), "512000\n");
    child_clear(&child);
}

static void *run_many(void *unused)
{
    (void)unused;
    for (int i = 0; i < 20; i++) {
        Child child = shell("cat; echo more",
                            (ChildTask){.input = "x", .input_length = 1});
        if (strcmp(text_string(&child.output), "xmore\n") != 0)
            return "an output is wrong";
        child_clear(&child);
    }
    return NULL;
}

static void threads_may_run_programs_at_once_and_nothing_is_left(void **state)
{
    (void)state;
    size_t before = open_descriptors();
    pthread_t threads[4];
    void *wrong;
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, run_many, NULL);
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], &wrong);
        assert_null(wrong);
    }
    assert_int_equal(open_descriptors(), before);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_program_reads_its_input_and_its_end_is_told),
        cmocka_unit_test(a_program_that_is_not_there_is_no_crash),
        cmocka_unit_test(too_much_output_ends_a_program),
        cmocka_unit_test(a_program_out_of_time_is_killed_with_all_it_started),
        cmocka_unit_test(one_that_listens_may_finish_its_answer),
        cmocka_unit_test(a_cancelled_budget_ends_a_program),
        cmocka_unit_test(memory_is_limited_for_the_program_alone),
        cmocka_unit_test(threads_may_run_programs_at_once_and_nothing_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

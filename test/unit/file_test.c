/* file_test.c - a file is there whole, or as it was before */
#include "support.h"

#include "system/file.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/file_test.XXXXXX";

static int enter_folder(void **state)
{
    (void)state;
    return !mkdtemp(folder) || chdir(folder) != 0;
}

static int leave_folder(void **state)
{
    (void)state;
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return chdir("/") != 0 || system(command) != 0;
}

static const char *save(const char *path, const char *text, FileMode mode)
{
    const char *why = "saved";
    bool good = file_save(path, text, strlen(text), mode, &why);
    assert_int_equal(good, strcmp(why, "saved") == 0);
    return why;
}

static const char *content(const char *path)
{
    static Text text;
    const char *why;
    text.length = 0;
    return file_read(&text, path, 1 << 20, &why) ? text_string(&text) : why;
}

static size_t entries(void)
{
    size_t count = 0;
    DIR *entries = opendir(".");
    while (readdir(entries))
        count++;
    closedir(entries);
    return count - 2;
}

static void a_file_is_replaced_or_refused(void **state)
{
    (void)state;
    struct stat status;
    size_t before = entries();
    mode_t mask = umask(027);
    assert_string_equal(save("a", "one", FILE_REPLACE), "saved");
    umask(mask);
    assert_int_equal(stat("a", &status), 0);
    assert_int_equal(status.st_mode & 0777, 0640);
    assert_string_equal(save("a", "two", FILE_REPLACE), "saved");
    assert_string_equal(content("a"), "two");
    assert_string_equal(save("a", "three", FILE_NEW), "File exists");
    assert_string_equal(content("a"), "two");
    assert_string_equal(save("b", "four", FILE_NEW), "saved");
    assert_string_equal(save("none/b", "four", FILE_NEW),
                        "No such file or directory");
    assert_int_equal(entries(), before + 2);
}

static void links_and_devices_stay_what_they_are(void **state)
{
    (void)state;
    struct stat status;
    assert_int_equal(symlink("target", "link"), 0);
    assert_string_equal(save("target", "old", FILE_REPLACE), "saved");
    assert_string_equal(save("link", "new", FILE_REPLACE), "saved");
    assert_string_equal(content("target"), "new");
    assert_int_equal(lstat("link", &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    assert_string_equal(save("/dev/null", "text", FILE_REPLACE), "saved");
    assert_string_equal(save("/dev/full", "text", FILE_REPLACE),
                        "No space left on device");
    assert_int_equal(stat("/dev/null", &status), 0);
    assert_true(S_ISCHR(status.st_mode));
}

/* Files may not grow beyond so many bytes: like a disk that is full. */
static void limit_files(rlim_t bytes)
{
    struct rlimit limit;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void a_full_disk_leaves_what_was_there(void **state)
{
    (void)state;
    static char large[100000];
    memset(large, 'x', sizeof large - 1);
    assert_string_equal(save("kept", "old", FILE_REPLACE), "saved");
    size_t before = entries();
    limit_files(50000);
    assert_string_equal(save("kept", large, FILE_REPLACE), "File too large");
    assert_string_equal(save("fresh", large, FILE_NEW), "File too large");
    limit_files(RLIM_INFINITY);
    assert_string_equal(content("kept"), "old");
    assert_int_equal(entries(), before);
}

/* Writes "aaa...", "bbb..." in turn until it is killed. */
static void write_for_ever(void)
{
    enum { SIZE = 20000 };
    static char text[SIZE + 1];
    const char *why;
    for (int i = 0;; i++) {
        memset(text, 'a' + i % 26, SIZE);
        file_save("raced", text, SIZE, FILE_REPLACE, &why);
    }
}

static void kill_9_leaves_no_torn_file(void **state)
{
    (void)state;
    for (int i = 0; i < 30; i++) {
        pid_t child = fork();
        if (child == 0)
            write_for_ever();
        while (access("raced", F_OK) != 0)
            usleep(1000);
        usleep((useconds_t)(i * 397 % 5000));
        kill(child, SIGKILL);
        assert_int_equal(waitpid(child, NULL, 0), child);
        const char *text = content("raced");
        assert_int_equal(strlen(text), 20000);
        assert_int_equal(strspn(text, (char[]){text[0], '\0'}), 20000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_replaced_or_refused),
        cmocka_unit_test(links_and_devices_stay_what_they_are),
        cmocka_unit_test(a_full_disk_leaves_what_was_there),
        cmocka_unit_test(kill_9_leaves_no_torn_file),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}

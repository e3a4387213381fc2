/* program.c - which program a batch runs, and its version
 *
 * In:   the path of an executable
 * Out:  its version, as the rows of a database have it
 */
#include "batch/program.h"

#include "base/child.h"
#include "base/file.h"
#include "base/memory.h"
#include "batch/rule_files.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    MAX_VERSION_SECONDS = 20,
    MAX_PROGRAM_BYTES = 1 << 28,
    SHOWN_DIGITS = 12, /* of a sha256, as many as of a commit */
};

char *own_program(void)
{
    static const char self[] = "/proc/self/exe";
    char path[PATH_MAX];
    ssize_t length = readlink(self, path, sizeof path - 1);
    path[length > 0 ? length : 0] = '\0';
    char *name = strrchr(path, '/');
    if (!name || strcmp(name, "/zermelo-mpi") != 0)
        return memory_strdup(self); /* also after the file was replaced */
    name[strlen("/zermelo")] = '\0';
    return memory_strdup(path);
}

/* What stands behind WORD at the beginning of a line; "" if nothing does. */
static char *text_behind(const char *text, const char *word)
{
    size_t length = strlen(word);
    for (; text; text = strchr(text, '\n')) {
        text += *text == '\n';
        if (strncmp(text, word, length) == 0) {
            text += length + strspn(text + length, " ");
            return memory_strndup(text, strcspn(text, "\n"));
        }
    }
    return memory_strdup("");
}

static bool is_commit(const char *commit)
{
    size_t length = strspn(commit, "0123456789abcdef");
    return length >= 7 && !commit[length];
}

/* Adds the sha256 of the executable. */
static bool add_digest(Text *version, const char *program, const char **why)
{
    char digest[DIGEST_LENGTH + 1];
    Text bytes = {0};
    bool is_read = file_read(&bytes, program, MAX_PROGRAM_BYTES, why);
    if (is_read) {
        digest_bytes(digest, text_string(&bytes), bytes.length);
        text_addf(version, " sha256:%.*s", SHOWN_DIGITS, digest);
    }
    text_free(&bytes);
    return is_read;
}

char *program_version(const char *program, const char **why)
{
    const char *const arguments[] = {program, "--version", NULL};
    Budget budget = budget_new(MAX_VERSION_SECONDS, NULL);
    const ChildTask task = {
        .arguments = arguments, .input = "", .grace = 1, .budget = &budget};
    Child child = child_run(&task);
    Text version = {0};
    char *number = text_behind(text_string(&child.output), "zermelo ");
    char *commit = text_behind(text_string(&child.output), "commit ");
    *why = child.end == CHILD_NOT_STARTED ? strerror(child.status)
                                          : "it is no version of zermelo";
    bool is_known = child.end == CHILD_EXITED && !child.status && *number;
    text_adds(&version, number);
    if (is_known && is_commit(commit))
        text_addf(&version, " %s", commit);
    else if (is_known)
        is_known = add_digest(&version, program, why);
    free_all(number, commit);
    child_clear(&child);
    if (is_known)
        return text_take(&version);
    text_free(&version);
    return NULL;
}

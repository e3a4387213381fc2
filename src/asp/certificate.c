/* certificate.c - prove --save: proofs as programs that clingo checks
 *
 * In:   programs, and a set of formulas that are inductive together
 * Out:  files
 */
#include "asp/certificate.h"

#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define README_START "proof-base.lp and proof-step.lp prove the formulas"

/* Whether the file at PATH begins as ours do, or is empty. */
static bool is_own_file(const char *path)
{
    static const char *const starts[] = {README_START,
                                         "% Base case: ", "% Induction step: "};
    Text text = {0};
    const char *why;
    bool is_own =
        file_read(&text, path, strlen(README_START), &why) && text.length == 0;
    for (size_t i = 0; i < sizeof starts / sizeof *starts && !is_own; i++)
        is_own = strncmp(text_string(&text), starts[i], strlen(starts[i])) == 0;
    text_free(&text);
    return is_own;
}

static bool is_readme_or_program(const char *name)
{
    const char *dot = strrchr(name, '.');
    return strcmp(name, "README") == 0 || (dot && strcmp(dot, ".lp") == 0);
}

const char *certify_begin(Arena *arena, const char *directory)
{
    DIR *entries = NULL;
    const char *failure = NULL;
    if (mkdir(directory, 0777) == 0)
        return NULL;
    if (errno == EEXIST)
        entries = opendir(directory);
    if (!entries)
        return arena_printf(arena, "%s: %s", directory, strerror(errno));
    for (struct dirent *entry; !failure && (entry = readdir(entries));) {
        if (!is_readme_or_program(entry->d_name))
            continue;
        const char *path =
            arena_printf(arena, "%s/%s", directory, entry->d_name);
        if (is_own_file(path) && unlink(path) != 0)
            failure = arena_printf(arena, "%s: %s", path, strerror(errno));
        else if (strcmp(entry->d_name, "README") == 0 &&
                 access(path, F_OK) == 0)
            failure = arena_printf(arena,
                                   "%s: this is somebody else's file, "
                                   "and is not overwritten",
                                   path);
    }
    closedir(entries);
    return failure;
}

/* What this run has saved before may be replaced: a step is asked again when
 * more is proved. What an earlier run left is gone, so anything else there is
 * somebody else's. */
static bool write_own_file(ProofTask *task, const char *name, const char *bytes,
                           size_t length)
{
    const char *why;
    if (task->save_failure)
        return false;
    const char *path =
        arena_printf(task->arena, "%s/%s", task->save_directory, name);
    FileMode mode = is_own_file(path) ? FILE_REPLACE : FILE_NEW;
    bool is_written = file_save(path, bytes, length, mode, &why);
    if (!is_written)
        task->save_failure = arena_printf(task->arena, "%s: %s", path, why);
    return is_written;
}

bool certify_program(ProofTask *task, const char *name, const Text *program)
{
    if (!task->save_directory)
        return true;
    return write_own_file(task, arena_printf(task->arena, "%s.lp", name),
                          text_string(program), program->length);
}

static bool save_base_or_step(ProofTask *task, const char *name,
                              const Proof *proof, const Start *start)
{
    Ask ask = proof->playable ? ASK_MUTUAL_PROOF : ASK_WHOLE_PROOF;
    FormulaSet with_levels = proof->set;
    with_levels.levels =
        largest_degree(task->props, with_levels.props, with_levels.count);
    Text program = induction_program(task, ask, start, &with_levels);
    bool is_saved = certify_program(
        task, arena_printf(task->arena, "%s-%s", name, start ? "step" : "base"),
        &program);
    text_free(&program);
    return is_saved;
}

bool certify_proof(ProofTask *task, const char *name, const Proof *proof)
{
    Start anywhere = {0};
    return !task->save_directory ||
           (save_base_or_step(task, name, proof, NULL) &&
            save_base_or_step(task, name, proof, &anywhere));
}

bool certify_readme(ProofTask *task, const char *third_line)
{
    const char *text = arena_printf(
        task->arena,
        README_START
        " listed in them: "
        "clingo finds both UNSATISFIABLE.\n"
        "Check with: clingo proof-base.lp; clingo proof-step.lp    (no output "
        "of zermelo is needed)\n%s\n",
        third_line);
    return !task->save_directory ||
           write_own_file(task, "README", text, strlen(text));
}

/* certify.c - proofs that somebody else can check
 *
 * In:   programs, and a set of formulas that are inductive together
 * Out:  files
 */
#include "prove/certify.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static const char readme[] =
    "proof-base.lp and proof-step.lp prove the formulas listed in them: clingo "
    "finds both UNSATISFIABLE.\n"
    "Check with: clingo proof-base.lp; clingo proof-step.lp    (no output of "
    "zermelo is needed)\n"
    "The other programs are those that were run: clingo --enum-mode=cautious "
    "shows what holds in all answer sets.\n";

static bool write_file(Task *task, const char *name, const char *bytes,
                       size_t length)
{
    if (task->save_failure)
        return false;
    if (mkdir(task->save, 0777) != 0 && errno != EEXIST) {
        task->save_failure =
            arena_printf(task->arena, "%s: %s", task->save, strerror(errno));
        return false;
    }
    const char *path = arena_printf(task->arena, "%s/%s", task->save, name);
    FILE *file = fopen(path, "w");
    bool good = file && fwrite(bytes, 1, length, file) == length;
    if (file && fclose(file) != 0)
        good = false;
    if (!good)
        task->save_failure =
            arena_printf(task->arena, "%s: %s", path, strerror(errno));
    return good;
}

bool certify_program(Task *task, const char *name, const Program *program)
{
    if (!task->save)
        return true;
    return write_file(task, arena_printf(task->arena, "%s.lp", name),
                      text_string(&program->text), program->text.length);
}

bool certify_proof(Task *task, const PropId *props, const size_t *claims,
                   size_t count)
{
    if (!task->save)
        return true;
    unsigned levels = largest_degree(task->props, props, count);
    Start anywhere = {0};
    Program base =
        base_program(task, ASK_MUTUAL_PROOF, props, claims, count, levels);
    Program step = step_program(task, ASK_MUTUAL_PROOF, &anywhere, props,
                                claims, count, levels);
    bool good = certify_program(task, "proof-base", &base) &&
                certify_program(task, "proof-step", &step) &&
                write_file(task, "README", readme, strlen(readme));
    program_free(&base);
    program_free(&step);
    return good;
}

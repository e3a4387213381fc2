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

bool certify_proof(Task *task, const char *name, const Proof *proof)
{
    if (!task->save)
        return true;
    unsigned levels = largest_degree(task->props, proof->props, proof->count);
    Ask ask = proof->playable ? ASK_MUTUAL_PROOF : ASK_WHOLE_PROOF;
    Start anywhere = {0};
    bool deep = proof->k > 1;
    Program base = deep ? deep_base_program(task, proof->k, proof->props,
                                            proof->claims, proof->count, levels)
                        : base_program(task, ask, proof->props, proof->claims,
                                       proof->count, levels);
    Program step = deep ? deep_step_program(task, proof->k, proof->props,
                                            proof->claims, proof->count, levels)
                        : step_program(task, ask, &anywhere, proof->props,
                                       proof->claims, proof->count, levels);
    bool good = certify_program(
                    task, arena_printf(task->arena, "%s-base", name), &base) &&
                certify_program(
                    task, arena_printf(task->arena, "%s-step", name), &step);
    program_free(&base);
    program_free(&step);
    return good;
}

bool certify_readme(Task *task, const char *more)
{
    const char *text = arena_printf(
        task->arena,
        "proof-base.lp and proof-step.lp prove the formulas listed in them: "
        "clingo finds both UNSATISFIABLE.\n"
        "Check with: clingo proof-base.lp; clingo proof-step.lp    (no output "
        "of zermelo is needed)\n%s\n",
        more);
    return !task->save || write_file(task, "README", text, strlen(text));
}

/* files.c - answers that are files: a certificate, a page that can be sent
 *
 * In:   a question as of the command
 * Out:  what the command writes with --save or --html
 *
 * They are written to the folder of this process, which is removed with them
 * when the process has ended (serve/jobs.c).
 */
#include "serve/session.h"

#include "base/child.h"
#include "base/file.h"

#include <dirent.h>
#include <string.h>

enum { MAX_FILE_BYTES = 16 << 20 };

static char *path_in(const char *folder, const char *name)
{
    Text path = {0};
    text_addf(&path, "%s/%s", folder, name);
    return text_take(&path);
}

/* {name: text} of all files in FOLDER. */
static json_t *read_files(const char *folder)
{
    json_t *files = json_object();
    const char *why;
    DIR *directory = opendir(folder);
    for (struct dirent *entry; directory && (entry = readdir(directory));) {
        Text text = {0};
        char *path = path_in(folder, entry->d_name);
        if (entry->d_type == DT_REG &&
            file_read(&text, path, MAX_FILE_BYTES, &why))
            json_put(files, entry->d_name, json_text(text_string(&text)));
        text_free(&text);
        memory_free(path);
    }
    if (directory)
        closedir(directory);
    return files;
}

json_t *answer_certificate(Session *session, const json_t *question)
{
    const char *formula = text_of(question, "formula");
    if (!formula || !session->folder)
        return session_error("file", "no certificate can be written");
    json_t *options = JSON_OBJECT({"formula", json_text(formula)},
                                  {"save", json_text(session->folder)});
    Text text = json_as_text(options, JSON_COMPACT);
    json_t *answer = session_take(
        zermelo_prove_json(session->game, text.bytes, &session->limits));
    if (!has_value(answer, "error"))
        json_put(answer, "files", read_files(session->folder));
    text_free(&text);
    json_decref(options);
    return answer;
}

/* The command that QUESTION names; NULL if it writes no page. */
static const char *command_of(const json_t *question)
{
    const char *command = text_of(question, "command");
    bool writes_page = command && find_word("prove|verify|solve|play|know",
                                            command) != SIZE_MAX;
    return writes_page ? command : NULL;
}

/* Runs this program on the rules, with --html and the options that QUESTION
 * has. */
static Child run_command(const Session *session, const json_t *question,
                         const char *path)
{
    static const char *const options[] = {"formula", "moves", "role"};
    VEC(const char *) words = {0};
    Arena *arena = arena_new();
    vec_push(&words, "/proc/self/exe");
    vec_push(&words, command_of(question));
    vec_push(&words, "-");
    vec_push(&words, "--html");
    vec_push(&words, path);
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        const char *value = text_of(question, options[i]);
        if (value)
            vec_push(&words, arena_printf(arena, "--%s=%s", options[i], value));
    }
    vec_push(&words, NULL);
    Budget budget = budget_new(session->limits.seconds, NULL);
    Child child = child_run(&(ChildTask){.arguments = words.items,
                                         .input = session->rules,
                                         .input_length = strlen(session->rules),
                                         .budget = &budget,
                                         .grace = 1});
    vec_free(&words);
    arena_free(arena);
    return child;
}

json_t *answer_page(Session *session, const json_t *question)
{
    if (!command_of(question) || !session->folder)
        return session_error("file", "no page can be written");
    char *path = path_in(session->folder, "page.html");
    Child child = run_command(session, question, path);
    json_t *files = read_files(session->folder);
    json_t *answer = json_object_size(files)
                         ? JSON_OBJECT({"files", json_incref(files)})
                         : session_error("page", text_string(&child.errors));
    child_clear(&child);
    json_decref(files);
    memory_free(path);
    return answer;
}

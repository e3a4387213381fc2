/* answer.c - answers to questions about one game, in a process of its own
 *
 * In:   rules, and questions about them (JSON)
 * Out:  answers (JSON), some in parts; files as texts in them
 *
 * Start reading at the table of questions, at the end.
 */
#include "serve/session.h"

#include "system/child.h"
#include "system/file.h"
#include "play/play_json.h"

#include <dirent.h>
#include <string.h>

json_t *session_error(const char *rule, const char *message)
{
    return JSON_OBJECT({"error", json_error(rule, message)});
}

json_t *session_take(char *text)
{
    json_t *answer = json_take(text);
    return answer ? answer : session_error("memory", ZERMELO_NO_MEMORY);
}

void session_send(const Session *session, char sign, json_t *json)
{
    Text line = {0}, body = json_as_text(json, JSON_COMPACT);
    text_addf(&line, "%c%s\n", sign, body.length ? body.bytes : "null");
    file_write(session->file, line.bytes, line.length);
    text_free(&line);
    text_free(&body);
    json_decref(json);
}

/* ---- what a game is ---- */

/* The comment that RULES begin with, without its signs; a paragraph ends in a
 * line feed. */
static Text opening_comment(const char *rules)
{
    Text out = {0};
    while (*rules == ';' || *rules == '%') {
        rules += strspn(rules, ";% \t");
        size_t length = strcspn(rules, "\r\n");
        if (out.length && length && out.bytes[out.length - 1] != '\n')
            text_addc(&out, ' ');
        text_add_utf8(&out, rules, length);
        if (!length && out.length)
            text_addc(&out, '\n');
        rules += length;
        rules += strspn(rules, "\r\n");
    }
    return out;
}

/* "title": the first paragraph, if it is a short one; "about": the sentence
 * after it. */
static void add_comment(const Session *session, json_t *answer)
{
    enum { MAX_TITLE = 80, MAX_ABOUT = 300 };
    Text comment = opening_comment(session->rules);
    char *about = text_finish(&comment, session->arena);
    char *end = strchr(about, '\n');
    if (end && end - about <= MAX_TITLE) {
        *end = '\0';
        json_put(answer, "title", json_text(about));
        about = end + 1 + strspn(end + 1, "\n");
    }
    end = strstr(about, ". ");
    about[end ? (size_t)(end - about) + 1 : strcspn(about, "\n")] = '\0';
    if (strlen(about) <= MAX_ABOUT && *about)
        json_put(answer, "about", json_text(about));
}

/* The layout of positions, and where play begins. */
static json_t *answer_game(Session *session, const json_t *question)
{
    json_t *answer =
        JSON_OBJECT({"language", json_text(zermelo_language(session->game))},
                    {"valid", json_boolean(zermelo_valid(session->game))},
                    {"roles", roles_json(session->game)},
                    {"layout", session_layout(session)});
    add_comment(session, answer);
    json_put(answer, "position", answer_position(session, question));
    return answer;
}

/* The same for a list of games: what is shown of one of them. */
static json_t *answer_card(Session *session, const json_t *question)
{
    json_t *answer = answer_game(session, question);
    json_object_set(
        answer, "picture",
        json_object_get(json_object_get(answer, "position"), "picture"));
    json_object_del(answer, "position");
    return answer;
}

/* The first position, without waiting for a board. */
static json_t *answer_first(Session *session, const json_t *question)
{
    session->is_plain = true;
    json_t *answer = answer_position(session, question);
    json_put(answer, "language", json_text(zermelo_language(session->game)));
    return answer;
}

static json_t *answer_check(Session *session, const json_t *question)
{
    (void)question;
    return session_take(
        zermelo_check_json(session->game, NULL, &session->limits));
}

/* The rules in "syntax" kif or infix. */
static json_t *answer_print(Session *session, const json_t *question)
{
    char *text = zermelo_print(
        session->game,
        text_is(question, "syntax", "infix") ? ZERMELO_INFIX : ZERMELO_KIF);
    json_t *answer = JSON_OBJECT({"text", json_text(text)});
    memory_free(text);
    return answer;
}

/* ---- commands ---- */

typedef char *Command(ZermeloGame *game, const char *options,
                      const ZermeloLimits *limits);

/* A page may set these options: none that reads or writes a file. */
static const struct {
    const char *name;
    Command *run;
    const char *options;
} commands[] = {
    {"prove", zermelo_prove_json, "formula|family|given|method|seed|why"},
    {"verify", zermelo_verify_json, "seed|why"},
    {"solve", zermelo_solve_json, "goal|horizon|from|role|seed"},
    {"know", zermelo_know_json, "role|matches|steps|filter|show|seed"},
};

static void report(void *data, const char *json)
{
    json_t *part = json_loads(json, 0, NULL);
    session_send(data, '+', part ? part : json_null());
}

/* The answer of the library with OPTIONS, which are released. */
static json_t *run_command(Session *session, Command *run, json_t *options)
{
    Text text = json_as_text(options, JSON_COMPACT);
    json_t *answer =
        session_take(run(session->game, text.bytes, &session->limits));
    text_free(&text);
    json_decref(options);
    return answer;
}

static json_t *answer_command(Session *session, const json_t *question)
{
    size_t i = 0;
    const char *key;
    json_t *value, *options = json_object();
    while (!text_is(question, "ask", commands[i].name))
        i++;
    json_object_foreach (json_object_get(question, "options"), key, value) {
        if (find_word(commands[i].options, key) != SIZE_MAX)
            json_put(options, key, json_incref(value));
    }
    zermelo_on_report(session->game, report, session);
    return run_command(session, commands[i].run, options);
}

/* ---- files: a certificate, a page that can be sent ----
 *
 * They are written to the folder of this process, which is removed with them
 * when the process has ended (serve/jobs.c). */

/* {name: text} of all files in the folder. */
static json_t *read_files(const Session *session)
{
    enum { MAX_FILE_BYTES = 16 << 20 };
    json_t *files = json_object();
    const char *why;
    DIR *directory = opendir(session->folder);
    for (struct dirent *entry; directory && (entry = readdir(directory));) {
        Text text = {0};
        const char *path = arena_printf(session->arena, "%s/%s",
                                        session->folder, entry->d_name);
        if (entry->d_type == DT_REG &&
            file_read(&text, path, MAX_FILE_BYTES, &why))
            json_put(files, entry->d_name, json_text(text_string(&text)));
        text_free(&text);
    }
    if (directory)
        closedir(directory);
    return files;
}

static json_t *answer_certificate(Session *session, const json_t *question)
{
    const char *formula = text_of(question, "formula");
    if (!formula || !session->folder)
        return session_error("file", "no certificate can be written");
    json_t *answer =
        run_command(session, zermelo_prove_json,
                    JSON_OBJECT({"formula", json_text(formula)},
                                {"save", json_text(session->folder)}));
    if (!has_value(answer, "error"))
        json_put(answer, "files", read_files(session));
    return answer;
}

/* Runs this program on the rules, with --html and the options that QUESTION
 * has. */
static json_t *answer_page(Session *session, const json_t *question)
{
    static const char *const options[] = {"formula", "moves", "role"};
    const char *command = text_of(question, "command");
    if (!session->folder || !command ||
        find_word("prove|verify|solve|play|know", command) == SIZE_MAX)
        return session_error("file", "no page can be written");
    /* room for the options, and NULL at the end */
    const char *words[8] = {
        "/proc/self/exe", command, "-",
        arena_printf(session->arena, "--html=%s/page.html", session->folder)};
    for (size_t i = 0, count = 4; i < sizeof options / sizeof *options; i++) {
        const char *value = text_of(question, options[i]);
        if (value)
            words[count++] =
                arena_printf(session->arena, "--%s=%s", options[i], value);
    }
    Budget budget = budget_new(session->limits.seconds, NULL);
    Child child = child_run(&(ChildTask){.arguments = words,
                                         .input = session->rules,
                                         .input_length = strlen(session->rules),
                                         .budget = &budget,
                                         .grace = 1});
    json_t *files = read_files(session);
    json_t *answer = json_object_size(files)
                         ? JSON_OBJECT({"files", json_incref(files)})
                         : session_error("page", text_string(&child.errors));
    child_clear(&child);
    json_decref(files);
    return answer;
}

/* ---- questions ---- */

static const QuestionKind questions[] = {
    {"check", answer_check, JOB_QUICK, 10, ABOUT_TEXT},
    {"print", answer_print, JOB_QUICK, 10, ABOUT_TEXT}, /* syntax */
    {"card", answer_card, JOB_QUICK, 10, ABOUT_POSITION},
    {"first", answer_first, JOB_QUICK, 10, ABOUT_POSITION},
    {"game", answer_game, JOB_PLAY, 30, ABOUT_POSITION},
    {"position", answer_position, JOB_PLAY, 30, ABOUT_POSITION},
    {"trace", answer_trace, JOB_PLAY, 30, ABOUT_POSITION}, /* formula */
    {"seat", answer_seat, JOB_PLAY, 30, ABOUT_ROLE},
    /* playouts, seed; and strength, or parts */
    {"choose", answer_choose, JOB_SEARCH, 60, ABOUT_ROLE},
    {"values", answer_values, JOB_SEARCH, 60, ABOUT_ROLE},
    /* options, as of the command */
    {"prove", answer_command, JOB_LONG, 3600, ABOUT_RULES},
    {"verify", answer_command, JOB_LONG, 3600, ABOUT_RULES},
    {"solve", answer_command, JOB_LONG, 3600, ABOUT_RULES},
    {"know", answer_command, JOB_LONG, 3600, ABOUT_RULES},
    {"certificate", answer_certificate, JOB_LONG, 3600, ABOUT_RULES},
    /* command, formula, moves, role */
    {"page", answer_page, JOB_LONG, 300, ABOUT_RULES},
};

const QuestionKind *question_kind(const json_t *question)
{
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        if (text_is(question, "ask", questions[i].name))
            return &questions[i];
    return NULL;
}

static void read_rules(Session *session)
{
    const char *rules = session->rules;
    session->game = zermelo_read("rules", rules, strlen(rules),
                                 ZERMELO_ANY_SYNTAX, &session->limits);
    session->why = !session->game ? ZERMELO_NO_MEMORY
                   : zermelo_read_stopped(session->game)
                       ? zermelo_read_stopped(session->game)
                   : !zermelo_usable(session->game)
                       ? "these rules cannot be used: see their problems"
                       : NULL;
}

/* Sets "role" of QUESTION; NULL, or an answer that says why not. */
static json_t *find_role(Session *session, const json_t *question)
{
    size_t count = zermelo_role_count(session->game);
    for (size_t i = 0; i < count; i++)
        if (text_is(question, "role", zermelo_role(session->game, i))) {
            session->role = i;
            return NULL;
        }
    return session_error("role", "no such role");
}

static json_t *answer_of(Session *session, const json_t *question)
{
    const QuestionKind *kind = question_kind(question);
    json_t *error = NULL;
    if (!session->game)
        read_rules(session);
    if (!session->game)
        error = session_error("memory", session->why);
    else if (session->why && kind->about != ABOUT_TEXT)
        error = session_error("rules", session->why);
    if (!error && kind->about >= ABOUT_POSITION)
        error = session_follow(session, question);
    if (!error && kind->about == ABOUT_ROLE)
        error = find_role(session, question);
    return error ? error : kind->answer(session, question);
}

void session_answer(Session *session, const char *text)
{
    json_t *question = json_loads(text, 0, NULL);
    session->arena = arena_new();
    session->limits.seconds = real_of(question, "seconds");
    session_send(session, '=', answer_of(session, question));
    arena_free(session->arena);
    json_decref(question);
}

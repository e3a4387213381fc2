/* answer.c - answers to questions about one game, in a process of its own
 *
 * In:   rules, and questions about them (JSON)
 * Out:  answers (JSON), some in parts
 *
 * Start reading at the table of questions, at the end.
 */
#include "serve/jobs.h"

#include "base/file.h"
#include "play/play_json.h"
#include "serve/session.h"

#include <string.h>

struct Answerer {
    Session session;
};

json_t *session_error(const char *rule, const char *message)
{
    return JSON_OBJECT({"error", json_error(rule, message)});
}

void session_send(const Session *session, char sign, json_t *json)
{
    Text line = {0}, body = json_as_text(json, JSON_COMPACT);
    text_addc(&line, sign);
    text_adds(&line, body.length ? body.bytes : "null");
    text_addc(&line, '\n');
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
static void add_comment(json_t *answer, const char *rules)
{
    enum { MAX_TITLE = 80, MAX_ABOUT = 300 };
    Text comment = opening_comment(rules);
    char *about = memory_strdup(text_string(&comment)), *start = about;
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
    memory_free(start);
    text_free(&comment);
}

/* The layout of positions, and where play begins. */
static json_t *answer_game(Session *session, const json_t *question)
{
    json_t *answer =
        JSON_OBJECT({"language", json_text(zermelo_language(session->game))},
                    {"valid", json_boolean(zermelo_valid(session->game))},
                    {"roles", roles_json(session->game)},
                    {"layout", session_layout(session)});
    add_comment(answer, session->rules);
    json_put(answer, "position", answer_position(session, question));
    return answer;
}

/* The same for a list of games: what is shown of one of them. */
static json_t *answer_card(Session *session, const json_t *question)
{
    json_t *answer = answer_game(session, question);
    json_t *position = json_object_get(answer, "position");
    json_put(answer, "picture",
             json_incref(json_object_get(position, "picture")
                             ? json_object_get(position, "picture")
                             : json_null()));
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
    json_t *answer =
        json_take(zermelo_check_json(session->game, NULL, &session->limits));
    return answer ? answer : session_error("memory", ZERMELO_NO_MEMORY);
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
    Text text = json_as_text(options, JSON_COMPACT);
    zermelo_on_report(session->game, report, session);
    json_t *answer =
        json_take(commands[i].run(session->game, text.bytes, &session->limits));
    text_free(&text);
    json_decref(options);
    return answer ? answer : session_error("memory", ZERMELO_NO_MEMORY);
}

/* ---- questions ---- */

static const struct {
    const char *name;
    json_t *(*answer)(Session *session, const json_t *question);
    bool takes_any_text; /* otherwise rules that can be used */
} questions[] = {
    {"check", answer_check, true},
    {"print", answer_print, true},
    {"card", answer_card, false},
    {"game", answer_game, false},
    {"first", answer_first, false},
    {"position", answer_position, false}, /* moves */
    {"trace", answer_trace, false},       /* moves, formula */
    {"seat", answer_seat, false},         /* moves, role */
    {"choose", answer_choose, false},     /* moves, role, strength, playouts */
    {"values", answer_values, false},     /* moves, role, playouts, parts */
    {"prove", answer_command, false},     /* options, as of the command: */
    {"verify", answer_command, false},
    {"solve", answer_command, false},
    {"know", answer_command, false},
    {"certificate", answer_certificate, false}, /* formula */
    {"page", answer_page, false}, /* command, formula, moves, role */
};

Answerer *answerer_new(const char *rules, const char *folder)
{
    Answerer *answerer = memory_zeroed(1, sizeof *answerer);
    answerer->session.rules = rules;
    answerer->session.folder = folder;
    return answerer;
}

static json_t *answer_with(Session *session, const json_t *question)
{
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        if (!text_is(question, "ask", questions[i].name))
            continue;
        if (!questions[i].takes_any_text && session->why)
            return session_error("rules", session->why);
        return questions[i].answer(session, question);
    }
    return session_error("question", "no such question");
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

void answerer_answer(Answerer *answerer, const char *text, int file)
{
    Session *session = &answerer->session;
    json_t *question = json_loads(text, 0, NULL);
    session->file = file;
    session->limits.seconds = real_of(question, "seconds");
    if (!session->game)
        read_rules(session);
    json_t *answer = session->game ? answer_with(session, question)
                                   : session_error("memory", ZERMELO_NO_MEMORY);
    session_send(session, '=', answer);
    json_decref(question);
}

/* message.c - messages of a game manager to a player
 *
 * In:   the body of a request, from anybody
 * Out:  a Message, in an arena of its own
 * Next: play/player.c passes it on, play/agent.c answers it
 *
 * message := "(" part* ")"      part := word | "(" ... ")"
 *
 * MessageParts are found by counting parentheses, without recursion; a comment
 * lasts to the end of its line. Start reading at message_read(), at the end.
 */
#include "play/message.h"

#include "base/vec.h"
#include "zermelo.h"

#include <assert.h>
#include <math.h>
#include <string.h>
#include <strings.h>

typedef struct {
    const char *start;
    size_t length;
    bool is_list;
} MessagePart;

/* No message needs more parts than a START; what follows is counted only. */
enum { MAX_MESSAGE_PARTS = 6 };

typedef struct {
    MessagePart items[MAX_MESSAGE_PARTS];
    size_t count;
} MessageParts;

typedef struct {
    const char *at, *end;
} Scanner;

static void skip_comment(Scanner *scanner)
{
    while (scanner->at < scanner->end && *scanner->at != '\n' &&
           *scanner->at != '\r')
        scanner->at++;
}

static void skip_space(Scanner *scanner)
{
    while (scanner->at < scanner->end) {
        if (*scanner->at == ';')
            skip_comment(scanner);
        else if (ascii_is_space(*scanner->at))
            scanner->at++;
        else
            return;
    }
}

static bool ends_word(char c)
{
    return ascii_is_space(c) || c == '(' || c == ')' || c == ';';
}

/* To the closing parenthesis of the list that begins here. */
static bool skip_list(Scanner *scanner)
{
    size_t depth = 0;
    while (scanner->at < scanner->end) {
        char c = *scanner->at;
        if (c == ';') {
            skip_comment(scanner);
            continue;
        }
        scanner->at++;
        depth += c == '(';
        if (c == ')' && --depth == 0)
            return true;
    }
    return false;
}

/* The next part; false at a closing parenthesis, at the end, or if a list is
 * never closed. */
static bool next_part(Scanner *scanner, MessagePart *part)
{
    skip_space(scanner);
    if (scanner->at == scanner->end || *scanner->at == ')')
        return false;
    part->start = scanner->at;
    part->is_list = *scanner->at == '(';
    if (part->is_list && !skip_list(scanner))
        return false;
    while (!part->is_list && scanner->at < scanner->end &&
           !ends_word(*scanner->at))
        scanner->at++;
    part->length = (size_t)(scanner->at - part->start);
    return true;
}

/* What stands between the parentheses of LIST. */
static Scanner list_content(MessagePart list)
{
    assert(list.is_list && list.length >= 2);
    return (Scanner){list.start + 1, list.start + list.length - 1};
}

static bool part_is_word(MessagePart part, const char *word)
{
    return !part.is_list && part.length == strlen(word) &&
           strncasecmp(part.start, word, part.length) == 0;
}

static char *copy_part(Message *message, MessagePart part)
{
    return arena_string(message->arena, part.start, part.length);
}

/* PART as an infix term; NULL if it is none. */
static char *infix_term(Message *message, MessagePart part)
{
    char *text = zermelo_term(NULL, copy_part(message, part), ZERMELO_KIF,
                              ZERMELO_INFIX);
    char *copy = text ? arena_strdup(message->arena, text) : NULL;
    free(text);
    return copy;
}

/* ---- clocks, turns, news ---- */

/* digits [ "." digits ] */
static bool read_seconds(MessagePart part, double *seconds)
{
    static const double max_number = 1e9;
    static const char digits[] = "0123456789";
    size_t whole = strspn(part.start, digits), length = whole;
    if (whole < part.length && part.start[whole] == '.')
        length += 1 + strspn(part.start + whole + 1, digits);
    *seconds = fmin(strtod(part.start, NULL), max_number);
    return whole && length == part.length && part.start[length - 1] != '.';
}

static void read_news_items(Message *message, MessagePart part)
{
    News *news = &message->news;
    VEC(const char *) items = {0};
    if (part.is_list) {
        Scanner scanner = list_content(part);
        for (MessagePart item; next_part(&scanner, &item);) {
            const char *term = infix_term(message, item);
            if (!term)
                news->unreadable = true;
            vec_push(&items, term);
        }
    }
    news->count = items.count;
    news->items = vec_finish(&items, message->arena);
}

/* ---- kinds ---- */

/* What follows the first word of a message: i, the id of a match; r, a role; l,
 * the list of rules; s and p, the clocks; n, news; t, a turn; o, the own move.
 */
typedef struct {
    const char *name;
    MessageKind kind;
    const char *part_codes;
    bool may_have_more; /* than these parts */
} MessageForm;

static const MessageForm forms[] = {
    {"info", MESSAGE_INFO, "", true},
    {"ping", MESSAGE_INFO, "", true}, /* as older notes call it */
    {"preview", MESSAGE_PREVIEW, "ls", true},
    {"start", MESSAGE_START, "irlsp", true},
    {"play", MESSAGE_PLAY, "in", false},
    {"play", MESSAGE_PLAY, "iton", false},
    {"stop", MESSAGE_STOP, "in", false},
    {"stop", MESSAGE_STOP, "iton", false},
    {"abort", MESSAGE_ABORT, "i", true},
};

enum { FORM_COUNT = sizeof forms / sizeof *forms };

/* Reads PART into MESSAGE by its CODE (see MessageForm); terms and rules only
 * if WITH_TERMS. */
static bool read_part(Message *message, char code, MessagePart part,
                      bool with_terms)
{
    News *news = &message->news;
    double turn;
    switch (code) {
    case 'i':
        message->match_id = copy_part(message, part);
        return !part.is_list;
    case 'r':
        message->role = with_terms ? infix_term(message, part) : NULL;
        return message->role || !with_terms;
    case 'l':
        if (part.is_list && with_terms) {
            Scanner scanner = list_content(part);
            message->rules_length = (size_t)(scanner.end - scanner.at);
            message->rules =
                arena_string(message->arena, scanner.at, message->rules_length);
        }
        return part.is_list;
    case 's':
        return read_seconds(part, &message->start_clock);
    case 'p':
        return read_seconds(part, &message->play_clock);
    case 't':
        if (memchr(part.start, '.', part.length) || !read_seconds(part, &turn))
            return false;
        news->kind = NEWS_TURN;
        news->turn = (size_t)turn;
        return true;
    case 'o':
        if (with_terms && !part_is_word(part, "nil")) {
            news->own_move = infix_term(message, part);
            news->unreadable = !news->own_move;
        }
        return true;
    default:
        if (news->kind != NEWS_TURN && part.is_list)
            news->kind = NEWS_LIST;
        if (with_terms)
            read_news_items(message, part);
        return true;
    }
}

static bool read_parts(Message *message, const MessageParts *parts,
                       bool with_terms, const char **why)
{
    const MessageForm *form = NULL;
    *why = "this kind of message is not known";
    for (size_t i = 0; i < FORM_COUNT && !form; i++) {
        size_t count = 1 + strlen(forms[i].part_codes);
        if (!part_is_word(parts->items[0], forms[i].name))
            continue;
        *why = "the message has the wrong parts";
        if (parts->count == count ||
            (forms[i].may_have_more && parts->count > count))
            form = &forms[i];
    }
    if (!form)
        return false;
    message->kind = form->kind;
    message->kind_name = form->name;
    for (size_t i = 0; form->part_codes[i]; i++)
        if (!read_part(message, form->part_codes[i], parts->items[1 + i],
                       with_terms))
            return false;
    return true;
}

/* Of a text that is no list, PARTS has only the first word. */
static bool split_parts(Scanner *scanner, MessageParts *parts, const char **why)
{
    *why = "the text is no message";
    skip_space(scanner);
    bool is_list = scanner->at < scanner->end && *scanner->at == '(';
    scanner->at += is_list;
    for (MessagePart part; next_part(scanner, &part);) {
        if (parts->count < MAX_MESSAGE_PARTS)
            parts->items[parts->count] = part;
        parts->count++;
        if (!is_list)
            break;
    }
    if (is_list && (scanner->at == scanner->end || *scanner->at != ')')) {
        *why = "a parenthesis of the message is never closed";
        return false;
    }
    return parts->count > 0;
}

Message *message_read(const char *text, size_t length, bool with_terms,
                      const char **why)
{
    Arena *arena = arena_new();
    Message *message = arena_alloc(arena, sizeof *message);
    message->arena = arena;
    Scanner scanner = {text, text + length};
    MessageParts parts = {.count = 0};
    if (split_parts(&scanner, &parts, why) &&
        read_parts(message, &parts, with_terms, why))
        return message;
    arena_free(arena);
    return NULL;
}

void message_free(Message *message)
{
    if (message)
        arena_free(message->arena);
}

void message_add_rules(Text *out, const char *rules)
{
    Scanner scanner = {rules, rules + strlen(rules)};
    for (;;) {
        const char *start = scanner.at;
        skip_space(&scanner);
        if (scanner.at > start && scanner.at < scanner.end && start > rules)
            text_addc(out, ' ');
        if (scanner.at == scanner.end)
            return;
        start = scanner.at;
        while (scanner.at < scanner.end && *scanner.at != ';' &&
               !ascii_is_space(*scanner.at))
            scanner.at++;
        text_add(out, start, (size_t)(scanner.at - start));
    }
}

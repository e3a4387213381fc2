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

#include "base/memory.h"
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
static Scanner inside(MessagePart list)
{
    assert(list.is_list && list.length >= 2);
    return (Scanner){list.start + 1, list.start + list.length - 1};
}

static bool is_word(MessagePart part, const char *word)
{
    return !part.is_list && part.length == strlen(word) &&
           strncasecmp(part.start, word, part.length) == 0;
}

static char *copy_part(Message *message, MessagePart part)
{
    return arena_string(message->arena, part.start, part.length);
}

/* PART as an infix term; NULL if it is none. */
static char *term_part(Message *message, MessagePart part)
{
    char *text = zermelo_term(NULL, copy_part(message, part), ZERMELO_KIF,
                              ZERMELO_INFIX);
    char *copy = text ? arena_string(message->arena, text, strlen(text)) : NULL;
    free(text);
    return copy;
}

/* ---- clocks, turns, news ---- */

static const double MAX_NUMBER = 1e9;

/* digits [ "." digits ] */
static bool read_seconds(MessagePart part, double *seconds)
{
    const char *at = part.start, *end = at + part.length;
    *seconds = 0;
    for (; at < end && ascii_is_digit(*at); at++)
        *seconds = fmin(*seconds * 10 + (*at - '0'), MAX_NUMBER);
    if (at == part.start || at == end)
        return at > part.start;
    const char *point = at++;
    for (double unit = 0.1; at < end && ascii_is_digit(*at); unit /= 10)
        *seconds += unit * (*at++ - '0');
    return *point == '.' && at == end && at > point + 1;
}

static bool read_turn(MessagePart part, size_t *turn)
{
    double number;
    if (memchr(part.start, '.', part.length) || !read_seconds(part, &number))
        return false;
    *turn = (size_t)number;
    return true;
}

static void read_items(Message *message, MessagePart part)
{
    News *news = &message->news;
    VEC(const char *) items = {0};
    if (part.is_list) {
        Scanner scanner = inside(part);
        for (MessagePart item; next_part(&scanner, &item);) {
            const char *term = term_part(message, item);
            if (!term)
                news->unreadable = true;
            vec_push(&items, term);
        }
    }
    news->count = items.count;
    news->items = vec_finish(&items, message->arena);
}

/* id (m1 ... mn) | id NIL | id turn lastmove (p1 ... pn) */
static bool read_news(Message *message, const MessageParts *parts,
                      bool is_whole)
{
    News *news = &message->news;
    news->kind = parts->count == 5         ? NEWS_TURN
                 : parts->items[2].is_list ? NEWS_LIST
                                           : NEWS_NONE;
    if (parts->count != 3 &&
        (parts->count != 5 || !read_turn(parts->items[2], &news->turn)))
        return false;
    if (!is_whole)
        return true;
    if (news->kind == NEWS_TURN && !is_word(parts->items[3], "nil")) {
        news->own = term_part(message, parts->items[3]);
        news->unreadable = !news->own;
    }
    read_items(message, parts->items[parts->count - 1]);
    return true;
}

/* ---- kinds ---- */

static bool read_match(Message *message, const MessageParts *parts)
{
    if (parts->count < 2 || parts->items[1].is_list)
        return false;
    message->match = copy_part(message, parts->items[1]);
    return true;
}

static void read_rules(Message *message, MessagePart part)
{
    Scanner scanner = inside(part);
    message->rules_length = (size_t)(scanner.end - scanner.at);
    message->rules =
        arena_string(message->arena, scanner.at, message->rules_length);
}

/* id role (rules) startclock playclock, and whatever follows */
static bool read_start(Message *message, const MessageParts *parts,
                       bool is_whole)
{
    if (parts->count < 6 || !parts->items[3].is_list)
        return false;
    if (is_whole) {
        message->role = term_part(message, parts->items[2]);
        read_rules(message, parts->items[3]);
    }
    return (message->role || !is_whole) &&
           read_seconds(parts->items[4], &message->start_clock) &&
           read_seconds(parts->items[5], &message->play_clock);
}

/* (rules) clock */
static bool read_preview(Message *message, const MessageParts *parts,
                         bool is_whole)
{
    if (parts->count < 3 || !parts->items[1].is_list)
        return false;
    if (is_whole)
        read_rules(message, parts->items[1]);
    return read_seconds(parts->items[2], &message->start_clock);
}

static const char *const kind_names[] = {
    [MESSAGE_INFO] = "info",   [MESSAGE_PREVIEW] = "preview",
    [MESSAGE_START] = "start", [MESSAGE_PLAY] = "play",
    [MESSAGE_STOP] = "stop",   [MESSAGE_ABORT] = "abort",
};

const char *message_kind_name(MessageKind kind)
{
    return kind_names[kind];
}

static bool find_kind(MessagePart word, MessageKind *kind)
{
    size_t count = sizeof kind_names / sizeof *kind_names, i = 0;
    while (i < count && !is_word(word, kind_names[i]))
        i++;
    *kind = (MessageKind)i;
    if (is_word(word, "ping")) /* as older notes call it */
        *kind = MESSAGE_INFO;
    return *kind < count;
}

/* The terms in it are read if it is IS_WHOLE. */
static bool read_parts(Message *message, const MessageParts *parts,
                       bool is_whole, const char **why)
{
    *why = "this kind of message is not known";
    if (!find_kind(parts->items[0], &message->kind))
        return false;
    *why = "the message has the wrong parts";
    if (message->kind == MESSAGE_INFO)
        return true;
    if (message->kind == MESSAGE_PREVIEW)
        return read_preview(message, parts, is_whole);
    if (!read_match(message, parts))
        return false;
    if (message->kind == MESSAGE_START)
        return read_start(message, parts, is_whole);
    return message->kind == MESSAGE_ABORT ||
           read_news(message, parts, is_whole);
}

/* Of a text that is no list, its first word. */
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

Message *message_read(const char *text, size_t length, bool is_whole,
                      const char **why)
{
    Arena *arena = arena_new();
    Message *message = arena_alloc(arena, sizeof *message);
    message->arena = arena;
    Scanner scanner = {text, text + length};
    MessageParts parts = {.count = 0};
    if (split_parts(&scanner, &parts, why) &&
        read_parts(message, &parts, is_whole, why))
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
        const char *before = scanner.at;
        skip_space(&scanner);
        if (scanner.at > before && scanner.at < scanner.end && before > rules)
            text_addc(out, ' ');
        if (scanner.at == scanner.end)
            return;
        before = scanner.at;
        while (scanner.at < scanner.end && *scanner.at != ';' &&
               !ascii_is_space(*scanner.at))
            scanner.at++;
        text_add(out, before, (size_t)(scanner.at - before));
    }
}

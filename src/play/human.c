/* human.c - moves on a terminal, and the answers of a human
 *
 * In:   a position; lines that are typed
 * Out:  the choice of a move, or a word such as quit
 */
#include "play/human.h"

#include "base/memory.h"
#include "system/terminal.h"
#include "base/text.h"
#include "play/match.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_ANSWER_BYTES = 64 << 10 };

void print_numbered(Texts items, size_t indent, size_t max_width)
{
    size_t widest = 0, digits = (size_t)snprintf(NULL, 0, "%zu", items.count);
    for (size_t i = 0; i < items.count; i++) {
        size_t width = printed_width(items.items[i]);
        widest = width > widest ? width : widest;
    }
    widest = widest < max_width ? widest : max_width;
    size_t columns = (terminal_width() + 2 - indent) / (digits + widest + 4);
    columns = columns ? columns : 1;
    for (size_t i = 0; i < items.count; i++) {
        const char *item = items.items[i];
        size_t width = printed_width(item), bytes = strlen(item);
        bool is_last = i + 1 == items.count || (i + 1) % columns == 0;
        if (width > widest)
            bytes = printed_bytes(item, widest - strlen("..."));
        printf("%*s%*zu  %.*s%s", i % columns ? 0 : (int)indent, "",
               (int)digits, i + 1, (int)bytes, item,
               width > widest ? "..." : "");
        printf("%*s", is_last ? 0 : (int)(widest + 2 - width), "");
        if (is_last)
            putchar('\n');
    }
}

static void show_moves(const ZermeloPlay *play, size_t role)
{
    size_t count = zermelo_play_move_count(play, role);
    const char **moves = memory_array(count + 1, sizeof *moves);
    for (size_t i = 0; i < count; i++)
        moves[i] = zermelo_play_move(play, role, i);
    printf("moves of %s:\n", zermelo_play_role(play, role));
    print_numbered((Texts){moves, count}, 3, terminal_width() - 15);
    free(moves);
}

bool find_move(const ZermeloPlay *play, size_t role, const char *term,
               ZermeloSyntax syntax, size_t *choice)
{
    char *move = zermelo_term(NULL, term, syntax, ZERMELO_INFIX);
    bool is_found = false;
    for (size_t i = 0; move && i < zermelo_play_move_count(play, role); i++)
        if (strcmp(move, zermelo_play_move(play, role, i)) == 0) {
            *choice = i;
            is_found = true;
        }
    free(move);
    return is_found;
}

/* LINE as a move of ROLE, in either syntax or by its number in the list. */
static bool parse_choice(const ZermeloPlay *play, size_t role, const char *line,
                         size_t *choice)
{
    char *end;
    unsigned long number = strtoul(line, &end, 10);
    if (find_move(play, role, line, ZERMELO_INFIX, choice) ||
        find_move(play, role, line, ZERMELO_KIF, choice))
        return true;
    if (!ascii_is_digit(*line) || *end || number < 1 ||
        number > zermelo_play_move_count(play, role))
        return false;
    *choice = number - 1;
    return true;
}

/* A line from the terminal; false at its end or when it is cancelled. Without
 * waiting in read(), so that Ctrl-C is noticed. */
static bool read_line(const volatile sig_atomic_t *cancelled, Text *line)
{
    text_free(line);
    while (!*cancelled) {
        struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
        char c;
        if (poll(&input, 1, 200) <= 0)
            continue;
        if (read(STDIN_FILENO, &c, 1) != 1)
            return line->length > 0;
        if (c == '\n')
            return true;
        bool is_margin = ascii_is_space(c) && !line->length;
        if (c != '\r' && !is_margin && line->length < MAX_ANSWER_BYTES)
            text_addc(line, c);
    }
    return false;
}

/* ---- what is said instead of a move ---- */

static void show_help(void)
{
    puts("Answer with a move or its number, or with one of these words:\n"
         "  moves   list the moves again\n"
         "  hint    what a search of about a second would play\n"
         "  undo    take your last move back\n"
         "  random  make any legal move\n"
         "  quit    end (Ctrl-D does, too)\n"
         "The first letter will do, and ? for help.");
}

static void show_hint(const HumanQuestion *question)
{
    size_t choice;
    puts("thinking ...");
    fflush(stdout);
    if (match_hint(question, &choice))
        printf("hint: %zu  %s\n", choice + 1,
               zermelo_play_move(question->play, question->role, choice));
    else
        puts("there is no hint");
}

/* The number of a word, or of its first letter; ? is help. */
enum { SAYS_HELP, SAYS_MOVES, SAYS_HINT, SAYS_UNDO, SAYS_RANDOM, SAYS_QUIT };

static size_t word_number(const char *answer)
{
    size_t number = find_word("help|moves|hint|undo|random|quit", answer);
    return number != SIZE_MAX ? number : find_word("?|m|h|u|r|q", answer);
}

/* ANSWER_NONE, after printing something, if ANSWER is neither a move nor a word
 * that ends the question. */
static HumanAnswer interpret_answer(const HumanQuestion *question,
                                    const char *answer, size_t *choice)
{
    enum { MAX_SHOWN_BYTES = 40 };
    if (parse_choice(question->play, question->role, answer, choice))
        return ANSWER_MOVE;
    switch (word_number(answer)) {
    case SAYS_HELP:
        show_help();
        return ANSWER_NONE;
    case SAYS_MOVES:
        show_moves(question->play, question->role);
        return ANSWER_NONE;
    case SAYS_HINT:
        show_hint(question);
        return ANSWER_NONE;
    case SAYS_UNDO:
        if (!question->can_undo)
            puts("there is no move to take back");
        return question->can_undo ? ANSWER_UNDO : ANSWER_NONE;
    case SAYS_RANDOM:
        *choice = random_below(
            question->random,
            (uint32_t)zermelo_play_move_count(question->play, question->role));
        return ANSWER_MOVE;
    case SAYS_QUIT:
        return ANSWER_QUIT;
    default:
        if (*answer)
            printf("not a legal move: %.*s%s\n", MAX_SHOWN_BYTES, answer,
                   strlen(answer) > MAX_SHOWN_BYTES ? "..." : "");
        return ANSWER_NONE;
    }
}

HumanAnswer human_ask(const HumanQuestion *question, size_t *choice)
{
    Text line = {0};
    HumanAnswer answer = ANSWER_NONE;
    show_moves(question->play, question->role);
    while (answer == ANSWER_NONE) {
        printf("%s (number, move or help)> ",
               zermelo_play_role(question->play, question->role));
        fflush(stdout);
        if (read_line(question->cancelled, &line)) {
            text_trim(&line);
            answer = interpret_answer(question, text_string(&line), choice);
        } else {
            putchar('\n');
            answer = ANSWER_QUIT;
        }
    }
    text_free(&line);
    return answer;
}

/* human.c - positions and moves on a terminal, and the answers of a human
 *
 * In:   a position; lines that are typed
 * Out:  the choice of a move, or a command such as quit
 */
#include "play/human.h"

#include "base/text.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    LINE_WIDTH = 79,
    MAX_LISTED = 16,             /* moves that have a line each */
    MAX_ANSWER_BYTES = 64 << 10, /* bytes of an answer */
};

int print_word(const char *word, int column, int indent, int width)
{
    int length = (int)strlen(word) + 1;
    if (column > indent && column + length > width)
        column = printf("\n%*s", indent, "") - 1;
    printf(" %s", word);
    return column + length;
}

void human_show_position(const ZermeloPlay *play)
{
    int column = printf("position %zu:", zermelo_play_length(play));
    for (size_t i = 0; i < zermelo_play_feature_count(play); i++)
        column =
            print_word(zermelo_play_feature(play, i), column, 3, LINE_WIDTH);
    putchar('\n');
}

static void show_moves(const ZermeloPlay *play, size_t role)
{
    size_t count = zermelo_play_move_count(play, role), widest = 0;
    for (size_t i = 0; i < count; i++) {
        size_t width = strlen(zermelo_play_move(play, role, i));
        widest = width > widest ? width : widest;
    }
    size_t column_count = count <= MAX_LISTED ? 1 : LINE_WIDTH / (widest + 7);
    printf("moves of %s:\n", zermelo_play_role(play, role));
    for (size_t i = 0; i < count; i++) {
        bool is_last = i + 1 == count || column_count < 2 ||
                       i % column_count == column_count - 1;
        printf("%5zu  %-*s%s", i + 1, is_last ? 0 : (int)widest,
               zermelo_play_move(play, role, i), is_last ? "\n" : "");
    }
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
        if (c != '\r' && line->length < MAX_ANSWER_BYTES)
            text_addc(line, c);
    }
    return false;
}

static bool is_one_of(const char *text, const char *first, const char *second)
{
    return strcmp(text, first) == 0 || strcmp(text, second) == 0;
}

/* ANSWER_NONE, after printing help, moves or an error, if ANSWER is neither a
 * move nor a command to return. */
static HumanAnswer interpret_answer(const ZermeloPlay *play, size_t role,
                                    bool can_undo, const char *answer,
                                    size_t *choice)
{
    if (parse_choice(play, role, answer, choice))
        return ANSWER_MOVE;
    if (is_one_of(answer, "q", "quit"))
        return ANSWER_QUIT;
    if (can_undo && is_one_of(answer, "r", "u"))
        return *answer == 'r' ? ANSWER_RANDOM : ANSWER_UNDO;
    if (!can_undo && is_one_of(answer, "help", "?"))
        puts("Answer with the number of a move, or with the move itself.\n"
             "moves lists the moves again, quit (or Ctrl-D) ends the match.");
    else if (!can_undo && strcmp(answer, "moves") == 0)
        show_moves(play, role);
    else if (*answer)
        printf("not a legal move: %s\n", answer);
    return ANSWER_NONE;
}

HumanAnswer human_ask(const ZermeloPlay *play, size_t role, bool can_undo,
                      const volatile sig_atomic_t *cancelled, size_t *choice)
{
    Text line = {0};
    HumanAnswer answer = ANSWER_NONE;
    show_moves(play, role);
    while (answer == ANSWER_NONE) {
        printf("%s (%s)> ", zermelo_play_role(play, role),
               can_undo ? "number, move, r random, u undo, q quit"
                        : "number, move or help");
        fflush(stdout);
        if (read_line(cancelled, &line)) {
            answer = interpret_answer(play, role, can_undo, text_string(&line),
                                      choice);
        } else {
            putchar('\n');
            answer = ANSWER_QUIT;
        }
    }
    text_free(&line);
    return answer;
}

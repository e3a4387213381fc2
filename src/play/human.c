/* human.c - positions and moves on a terminal, and the answers of a human */
#include "play/human.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_WIDTH = 79, MAX_LIST = 16 }; /* moves that have a line each */

void human_show_position(const ZermeloPlay *play)
{
    int column = printf("position %zu:", zermelo_play_length(play));
    for (size_t i = 0; i < zermelo_play_feature_count(play); i++) {
        const char *feature = zermelo_play_feature(play, i);
        int length = (int)strlen(feature) + 1;
        if (column + length > LINE_WIDTH)
            column = printf("\n   ") - 1;
        column += length;
        printf(" %s", feature);
    }
    putchar('\n');
}

void human_show_moves(const ZermeloPlay *play, size_t role)
{
    size_t count = zermelo_play_move_count(play, role), widest = 0;
    for (size_t i = 0; i < count; i++) {
        size_t width = strlen(zermelo_play_move(play, role, i));
        widest = width > widest ? width : widest;
    }
    size_t column_count = count <= MAX_LIST ? 1 : LINE_WIDTH / (widest + 7);
    printf("moves of %s:\n", zermelo_play_role(play, role));
    for (size_t i = 0; i < count; i++) {
        bool is_last = i + 1 == count || column_count < 2 ||
                       i % column_count == column_count - 1;
        printf("%5zu  %-*s%s", i + 1, is_last ? 0 : (int)widest,
               zermelo_play_move(play, role, i), is_last ? "\n" : "");
    }
}

static bool is_move(const ZermeloPlay *play, size_t role, const char *line,
                    ZermeloSyntax syntax, size_t *choice)
{
    char *term = zermelo_term(NULL, line, syntax, ZERMELO_INFIX);
    bool is_found = false;
    for (size_t i = 0; term && i < zermelo_play_move_count(play, role); i++)
        if (strcmp(term, zermelo_play_move(play, role, i)) == 0) {
            *choice = i;
            is_found = true;
        }
    free(term);
    return is_found;
}

bool human_find_move(const ZermeloPlay *play, size_t role, const char *line,
                     size_t *choice)
{
    char *end;
    unsigned long number = strtoul(line, &end, 10);
    if (is_move(play, role, line, ZERMELO_INFIX, choice) ||
        is_move(play, role, line, ZERMELO_KIF, choice))
        return true;
    if (!ascii_is_digit(*line) || *end || number < 1 ||
        number > zermelo_play_move_count(play, role))
        return false;
    *choice = number - 1;
    return true;
}

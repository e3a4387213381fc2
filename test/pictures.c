/* pictures.c - the board of a game and its pictures along random plays
 *
 * In:   a rule file
 * Out:  the layout of the board as JSON; then for each position of each play
 *       "position N", its N features, a line each, its picture as JSON, and
 *       "text N" with the N lines of text that draw it in 60 columns
 *
 * Usage: pictures FILE PLAYS STEPS. test/boards judges what it says.
 */
#include "zermelo.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROLES = 16, COLUMNS = 60 };

static uint64_t seed = 1;

static size_t drawn_below(size_t count)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (size_t)((seed >> 33) % count);
}

static void show_text(const char *text)
{
    size_t lines = 0;
    for (const char *at = text; (at = strchr(at, '\n')); at++)
        lines++;
    printf("text %zu\n%s", lines, text);
}

static bool show_position(const ZermeloBoard *board, const ZermeloPlay *play)
{
    const size_t count = zermelo_play_feature_count(play);
    const char **features = malloc((count + 1) * sizeof *features);
    printf("position %zu\n", count);
    for (size_t i = 0; i < count; i++)
        puts(features[i] = zermelo_play_feature(play, i));
    char *picture = zermelo_board_picture(board, features, count);
    puts(picture ? picture : "null");
    char *text = zermelo_board_step(board, features, count, features, count,
                                    COLUMNS, false);
    const bool is_drawn = picture && text;
    if (is_drawn)
        show_text(text);
    free(text);
    free(picture);
    free(features);
    return is_drawn;
}

/* False at the end of the game. */
static bool make_step(ZermeloPlay *play)
{
    size_t choices[MOST_ROLES];
    for (size_t i = 0; i < zermelo_play_role_count(play); i++) {
        const size_t count = zermelo_play_move_count(play, i);
        if (count == 0)
            return false;
        choices[i] = drawn_below(count);
    }
    return !zermelo_play_terminal(play) && zermelo_play_step(play, choices);
}

/* Up to STEPS of a play, which is taken back at the end. */
static bool show_play(const ZermeloBoard *board, ZermeloPlay *play, long steps)
{
    bool is_good = show_position(board, play);
    while (is_good && steps-- > 0 && make_step(play))
        is_good = show_position(board, play);
    while (zermelo_play_undo(play))
        ;
    return is_good;
}

static bool show_plays(ZermeloGame *game, long plays, long steps)
{
    const char *why = "";
    ZermeloBoard *board = zermelo_board_new(game, NULL);
    ZermeloPlay *play = zermelo_play_new(game, NULL, &why);
    char *layout = board ? zermelo_board_json(board) : NULL;
    bool is_good =
        layout && play && zermelo_play_role_count(play) <= MOST_ROLES;
    if (is_good)
        puts(layout);
    while (is_good && plays-- > 0)
        is_good = show_play(board, play, steps);
    free(layout);
    zermelo_play_free(play);
    zermelo_board_free(board);
    return is_good;
}

int main(int count, char **arguments)
{
    if (count != 4) {
        fprintf(stderr, "usage: pictures FILE PLAYS STEPS\n");
        return 2;
    }
    const char *why;
    ZermeloGame *game =
        zermelo_read_file(arguments[1], ZERMELO_ANY_SYNTAX, NULL, &why);
    const bool is_good =
        game && show_plays(game, strtol(arguments[2], NULL, 10),
                           strtol(arguments[3], NULL, 10));
    zermelo_free(game);
    return is_good ? 0 : 1;
}

/* drawing.c - positions as boards, the same in all commands
 *
 * In:   the features of positions
 * Out:  lines on stdout
 *
 * What stands where is found out by the library (zermelo_board_new), in a few
 * seconds at most. Its lines have no control characters but its colours, the
 * only escape sequences that are printed (board/lines.c). Start reading at
 * draw_features().
 */
#include "cli/output.h"

#include "base/arena.h"
#include "base/memory.h"
#include "system/terminal.h"
#include "play/play_json.h"

#include <stdlib.h>
#include <string.h>

struct Drawing {
    ZermeloGame *game;
    ZermeloBoard *board; /* NULL before it is needed, or if there is none */
    bool was_tried;
    json_t *before; /* the features of the position drawn before */
};

static const double board_seconds = 4; /* to find out what is a board */

Drawing *drawing_new(ZermeloGame *game)
{
    Drawing *drawing = memory_zeroed(1, sizeof *drawing);
    drawing->game = game;
    return drawing;
}

void drawing_free(Drawing *drawing)
{
    if (!drawing)
        return;
    zermelo_board_free(drawing->board);
    json_decref(drawing->before);
    free(drawing);
}

/* Also for a while when the time of the command is over, but not after Ctrl-C.
 */
const ZermeloBoard *drawing_board(Drawing *drawing)
{
    const ZermeloLimits limits = {.seconds = interrupted ? 1 : board_seconds,
                                  .cancelled =
                                      interrupted ? NULL : &interrupted};
    if (!drawing->was_tried && interrupted != INTERRUPTED)
        drawing->board = zermelo_board_new(drawing->game, &limits);
    drawing->was_tried = true;
    return drawing->board;
}

/* ---- printing ---- */

void draw_features(Drawing *drawing, const json_t *list, size_t indent,
                   bool is_first)
{
    Arena *arena = arena_new();
    Texts features = json_strings(arena, list);
    Texts before = json_strings(arena, is_first ? list : drawing->before);
    drawing_board(drawing);
    char *lines = zermelo_board_step(
        drawing->board, before.items, before.count, features.items,
        features.count, terminal_width() - indent, terminal_has_colour());
    Text out = {0};
    for (const char *line = lines ? lines : ""; *line;) {
        size_t length = strcspn(line, "\n");
        text_repeat(&out, ' ', indent);
        text_add(&out, line, length);
        text_addc(&out, '\n');
        line += length + (line[length] == '\n');
    }
    if (!lines) { /* no board at all: without memory, or after Ctrl-C */
        text_repeat(&out, ' ', indent);
        print_list(text_string(&out), terminal_width(), list);
    } else {
        print_raw(text_string(&out));
    }
    text_free(&out);
    free(lines);
    json_decref(drawing->before);
    drawing->before = json_incref((json_t *)list);
    arena_free(arena);
}

/* ---- what is drawn ---- */

void draw_play(Drawing *drawing, const ZermeloPlay *play, size_t indent,
               bool is_first)
{
    json_t *features = features_json(play);
    printf("%*sposition %zu%s\n", (int)indent, "", zermelo_play_length(play),
           json_array_size(features) ? "" : ": nothing holds");
    draw_features(drawing, features, indent + 2, is_first);
    json_decref(features);
}

/* Makes the moves; false after saying why they cannot be made. */
static bool make_moves(ZermeloPlay *play, const char *moves, size_t indent)
{
    bool is_made = zermelo_play_moves(play, moves, NULL);
    if (!is_made)
        printf("%*sno more is shown: %s\n", (int)indent, "",
               zermelo_play_failure(play) ? zermelo_play_failure(play)
                                          : zermelo_play_fault(play));
    return is_made;
}

void draw_steps(Drawing *drawing, const char *from, const json_t *moves,
                size_t indent)
{
    enum { DRAWING_SECONDS = 2 }; /* the time of the command may be over */
    const ZermeloLimits limits = {.seconds = DRAWING_SECONDS};
    const char *why;
    Text step = {0};
    ZermeloPlay *play = zermelo_play_new(drawing->game, &limits, &why);
    bool goes_on = play && make_moves(play, from, indent);
    if (goes_on)
        draw_play(drawing, play, indent, true);
    for (size_t i = 0; goes_on && i < json_array_size(moves); i++) {
        step.length = 0;
        add_step(&step, json_array_get(moves, i));
        printf("%*sstep %zu: %s\n", (int)indent, "",
               zermelo_play_length(play) + 1, text_string(&step));
        goes_on = make_moves(play, text_string(&step), indent);
        if (goes_on)
            draw_play(drawing, play, indent, false);
    }
    text_free(&step);
    zermelo_play_free(play);
}

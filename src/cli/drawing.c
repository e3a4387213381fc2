/* drawing.c - positions as boards, the same in all commands
 *
 * In:   the features of positions
 * Out:  lines on stdout
 *
 * What stands where is found out by the library (zermelo_board_new), in a few
 * seconds at most. Its colours are the only escape sequences that are printed:
 * all else goes through text_add_printable. Start reading at draw_position().
 */
#include "cli/drawing.h"

#include "base/arena.h"
#include "base/memory.h"
#include "base/terminal.h"

#include <stdlib.h>
#include <string.h>

struct Drawing {
    ZermeloGame *game;
    ZermeloBoard *board; /* NULL before it is needed, or if there is none */
    bool was_tried;
    Arena *arena; /* of the features of the position drawn before */
    Texts before;
};

static const double board_seconds = 4; /* to find out what is a board */

Drawing *drawing_new(ZermeloGame *game)
{
    Drawing *drawing = memory_zeroed(1, sizeof *drawing);
    drawing->game = game;
    drawing->arena = arena_new();
    return drawing;
}

void drawing_free(Drawing *drawing)
{
    if (!drawing)
        return;
    zermelo_board_free(drawing->board);
    arena_free(drawing->arena);
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

static void remember(Drawing *drawing, Texts features)
{
    arena_free(drawing->arena);
    drawing->arena = arena_new();
    const char **copies =
        arena_array(drawing->arena, const char *, features.count + 1);
    for (size_t i = 0; i < features.count; i++)
        copies[i] = arena_string(drawing->arena, features.items[i],
                                 strlen(features.items[i]));
    drawing->before = (Texts){copies, features.count};
}

/* ---- printing ---- */

/* How many bytes at TEXT are an escape sequence that sets a colour. */
static size_t colour_length(const char *text)
{
    if (strncmp(text, "\x1b[", 2) != 0)
        return 0;
    size_t length = 2 + strspn(text + 2, "0123456789;");
    return text[length] == 'm' ? length + 1 : 0;
}

/* A line of a drawing, with its colours and nothing else that commands a
 * terminal. */
static void add_line(Text *out, const char *line, size_t length)
{
    size_t start = 0;
    for (size_t i = 0; i < length;) {
        size_t count = colour_length(line + i);
        if (!count) {
            i++;
            continue;
        }
        text_add_printable(out, line + start, i - start);
        text_add(out, line + i, count);
        start = i += count;
    }
    text_add_printable(out, line + start, length - start);
    text_addc(out, '\n');
}

void print_terms(const char *lead, const json_t *words)
{
    size_t indent = printed_width(lead), column = indent;
    fputs(lead, stdout);
    for (size_t i = 0; i < json_array_size(words); i++) {
        const char *word = json_string_value(json_array_get(words, i));
        size_t width = printed_width(word) + (i > 0);
        if (i && column + width > terminal_width()) {
            printf("\n%*s", (int)indent, "");
            column = indent;
            width--;
        } else if (i) {
            putchar(' ');
        }
        fputs(word, stdout);
        column += width;
    }
    putchar('\n');
}

/* Where there is no board at all: without memory, or after Ctrl-C. */
static void list_features(Texts features, size_t indent)
{
    Text blanks = {0};
    json_t *list = json_texts(features);
    text_repeat(&blanks, ' ', indent);
    print_terms(text_string(&blanks), list);
    json_decref(list);
    text_free(&blanks);
}

void draw_position(Drawing *drawing, Texts features, size_t indent,
                   bool is_first)
{
    drawing_board(drawing);
    Texts before = is_first ? features : drawing->before;
    char *lines = zermelo_board_step(
        drawing->board, before.items, before.count, features.items,
        features.count, terminal_width() - indent, terminal_has_colour());
    Text out = {0};
    for (const char *line = lines ? lines : ""; *line;) {
        size_t length = strcspn(line, "\n");
        text_repeat(&out, ' ', indent);
        add_line(&out, line, length);
        line += length + (line[length] == '\n');
    }
    if (!lines)
        list_features(features, indent);
    print_raw(text_string(&out));
    text_free(&out);
    free(lines);
    remember(drawing, features);
}

/* ---- what is drawn ---- */

void draw_play(Drawing *drawing, const ZermeloPlay *play, size_t indent,
               bool is_first)
{
    size_t count = zermelo_play_feature_count(play);
    const char **features = memory_array(count + 1, sizeof *features);
    for (size_t i = 0; i < count; i++)
        features[i] = zermelo_play_feature(play, i);
    printf("%*sposition %zu%s\n", (int)indent, "", zermelo_play_length(play),
           count ? "" : ": nothing holds");
    draw_position(drawing, (Texts){features, count}, indent + 2, is_first);
    free(features);
}

void draw_features(Drawing *drawing, const json_t *features, size_t indent,
                   bool is_first)
{
    size_t count = json_array_size(features);
    const char **texts = memory_array(count + 1, sizeof *texts);
    for (size_t i = 0; i < count; i++)
        texts[i] = json_string_value(json_array_get(features, i));
    draw_position(drawing, (Texts){texts, count}, indent, is_first);
    free(texts);
}

/* Makes the moves; false after saying why they cannot be made. */
static bool make_moves(ZermeloPlay *play, const char *moves, size_t indent)
{
    char *error;
    bool is_made = zermelo_play_moves(play, moves, &error);
    if (!is_made)
        printf("%*sno more is shown: %s\n", (int)indent, "",
               zermelo_play_failure(play) ? zermelo_play_failure(play)
                                          : zermelo_play_fault(play));
    free(error);
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

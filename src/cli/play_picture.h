/* play_picture.h - plays as data for pictures: positions and what changes */
#ifndef ZERMELO_CLI_PLAY_PICTURE_H
#define ZERMELO_CLI_PLAY_PICTURE_H

#include "base/json.h"
#include "cli/drawing.h"

/* What plays of one page are drawn with. */
typedef struct {
    ZermeloGame *game;
    const ZermeloBoard *board; /* or NULL */
    json_t *beside;            /* an object whose keys are on no board */
    double seconds_left;       /* for replaying */
} Pictures;

Pictures pictures_new(ZermeloGame *game, Drawing *drawing);
void pictures_free(Pictures *pictures);

/* How the positions are drawn, as zermelo_board_json has it. */
json_t *pictures_layout(const Pictures *pictures);

/* FEATURES on the boards: for each an object from "x,y" to its contents. */
json_t *pictures_of(Pictures *pictures, const json_t *features);

/* MOVES, "a, b; c, d", replayed by the rules: {"moves", "start", "steps",
 * "terminal", "goals", "stopped"}; web/trace.js says what they are. With
 * FORMULA, not NULL, its subformulas go to *ROWS (zermelo_play_truth), which
 * stays NULL if that cannot be said. NULL if the game cannot be played, or
 * too much time was spent on others. */
json_t *pictures_play(Pictures *pictures, const char *moves,
                      const char *formula, json_t **rows);

/* What ROLE can get in the position that PLAY has reached: a number, null, or a
 * list of several. */
json_t *payoff_json(const ZermeloPlay *play, size_t role);

#endif

/* evaluate.h - evaluate formulas along a play, by the rules as they stand
 *
 * A Trail is a sequence of positions, each with the atoms of a table of Props
 * that hold there, as the interpreter finds them. It is how a refutation is
 * checked before anybody sees it.
 */
#ifndef ZERMELO_FORMULA_EVALUATE_H
#define ZERMELO_FORMULA_EVALUATE_H

#include "formula/prop.h"
#include "sim/interp.h"

typedef struct Trail Trail;

typedef enum {
    HOLDS_NO,
    HOLDS_YES,
    HOLDS_OPEN, /* the sequence is too short, or a limit was reached */
} Holds;

/* About the props that exist by now; they and INTERP outlive it, and nobody
 * else moves the interpreter while positions are added. */
Trail *trail_new(const Props *props, Interp *interp);
void trail_free(Trail *trail);

/* Adds POSITION, which stays where it is, to the end, and leaves the
 * interpreter at it. */
void trail_push(Trail *trail, const Position *position);
void trail_pop(Trail *trail);
void trail_clear(Trail *trail);

/* What holds at a position, to be had again without asking once more: one that
 * is seen, in ARENA, with POSITION, may be put on the trail many times. Seeing
 * leaves the interpreter there, and trail_stand moves it to the last one. */
typedef struct TrailStop TrailStop;
TrailStop *trail_see(Trail *trail, const Position *position, Arena *arena);
void trail_put(Trail *trail, TrailStop *stop);
void trail_stand(Trail *trail);

size_t trail_length(const Trail *trail); /* positions */
bool trail_ended(Trail *trail);          /* the last one is terminal */

/* Whether PROP holds on the sequence from position AT on: cut off after its
 * degree, it must be that long or end in a terminal position. */
Holds trail_holds(Trail *trail, PropId prop, size_t at);

/* A play: for each step the move of each role. */
typedef struct {
    const Term **moves; /* role after role, step after step */
    size_t steps;
} Play;

/* Whether POSITION satisfies PROP: all sequences from it do (004, Definition
 * 4). If not, *FAILING, in ARENA, is one that does not. The trail is used and
 * left empty. */
Holds position_satisfies(Trail *trail, const Position *position, PropId prop,
                         const Budget *budget, Arena *arena, Play *failing);

/* The same for many: VERDICTS[i] and FAILING[i] for PROPS[i]. Only those are
 * looked at whose verdict is HOLDS_OPEN; what stays open was cut short. */
void position_satisfies_all(Trail *trail, const Position *position,
                            const PropId *props, size_t count,
                            const Budget *budget, Arena *arena, Holds *verdicts,
                            Play *failing);

/* Whether PLAY is a legal play from the initial position after which, at
 * position AT, PROP fails on the rest of it. */
bool play_refutes(Trail *trail, const Play *play, PropId prop, size_t at);

#endif

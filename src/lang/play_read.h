/* play_read.h - a play as users write it: mark(1,1), noop; noop, mark(2,2) */
#ifndef ZERMELO_LANG_PLAY_READ_H
#define ZERMELO_LANG_PLAY_READ_H

#include "lang/form.h"

/* The moves of one step, in the order of the roles. */
typedef struct {
    const Term **moves;
    size_t count;
    Span span;
} JointMove;

/* The steps of SOURCE, in ARENA; *COUNT of 0 and a report if it is no play.
 * An empty text is a play of no steps. */
JointMove *play_read(Arena *arena, Terms *terms, const Source *source,
                     Diag *diag, size_t *count);

#endif

/* belief.h - where a match may stand, as far as one role can tell
 *
 * With perfect information that is one position; in GDL-II, positions drawn
 * from all that the role cannot exclude. Positions are values of
 * zermelo_cursor_size() bytes.
 */
#ifndef ZERMELO_PLAY_BELIEF_H
#define ZERMELO_PLAY_BELIEF_H

#include "play/message.h"
#include "zermelo.h"

typedef struct Belief Belief;

/* At the beginning of the game. All handles are borrowed. NULL, with the reason
 * in *WHY, if the role cannot be followed. */
Belief *belief_new(ZermeloGame *game, const ZermeloNet *net,
                   ZermeloCursor *cursor, size_t role, uint64_t seed,
                   const char **why);
void belief_free(Belief *belief);

/* Takes in what happened, in the step in which the role sent move SENT (infix;
 * NULL if it sent none), within LIMITS. False, with the reason in *WHY, if that
 * makes no sense; then in GDL-II the positions are guesses from there on. */
bool belief_hear(Belief *belief, const News *news, const char *sent,
                 const ZermeloLimits *limits, const char **why);

/* Positions it may be, at least one; a likelier one stands there more often. */
size_t belief_count(const Belief *belief);
const void *belief_position(const Belief *belief, size_t number);

/* The moves of the role that are legal wherever the match may stand; if there
 * are none, those that are legal somewhere. To be freed. */
uint32_t *belief_legal(Belief *belief, size_t *count);

#endif

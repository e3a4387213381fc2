/* possible_positions.h - the positions that a role considers possible in a
 * match
 *
 * With perfect information that is one position; in GDL-II, a sample of those
 * that the role cannot exclude. Positions are values of zermelo_cursor_size()
 * bytes.
 */
#ifndef ZERMELO_PLAY_POSSIBLE_POSITIONS_H
#define ZERMELO_PLAY_POSSIBLE_POSITIONS_H

#include "play/message.h"
#include "zermelo.h"

typedef struct PossiblePositions PossiblePositions;

/* At the beginning of the game. All handles are borrowed. NULL, with the reason
 * in *WHY, if the role cannot be followed. */
PossiblePositions *possible_positions_new(ZermeloGame *game,
                                          const ZermeloNet *net,
                                          ZermeloCursor *cursor, size_t role,
                                          uint64_t seed, const char **why);
void possible_positions_free(PossiblePositions *possible);

/* Updates it by the news of the step in which the role made OWN_MOVE (infix;
 * NULL if that is not known), within LIMITS. False, with the reason in
 * *WHY, if the news are inconsistent; then in GDL-II positions are guessed from
 * there on. */
bool possible_positions_update(PossiblePositions *possible, const News *news,
                               const char *own_move,
                               const ZermeloLimits *limits, const char **why);

/* The possible positions, at least one, one behind the other; a likelier one
 * may occur repeatedly. */
const void *possible_positions_list(const PossiblePositions *possible,
                                    size_t *count);

typedef struct {
    uint32_t *items; /* to be freed */
    size_t count;
} MoveList;

/* The moves of the role that are legal in all possible positions; if there are
 * none, those that are legal in one. */
MoveList possible_positions_legal(PossiblePositions *possible);

#endif

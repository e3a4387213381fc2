/* play_json.h - what can be asked of a play, as JSON */
#ifndef ZERMELO_PLAY_PLAY_JSON_H
#define ZERMELO_PLAY_PLAY_JSON_H

#include "base/json.h"
#include "zermelo.h"

/* Of the position reached: its features; by role the legal moves, at most MAX,
 * the goals, and what it saw in the last step. */
json_t *features_json(const ZermeloPlay *play);
json_t *legal_json(const ZermeloPlay *play, size_t role, size_t max);
json_t *goals_json(const ZermeloPlay *play, size_t role);
json_t *percepts_json(const ZermeloPlay *play, size_t role);

/* The moves of all roles in step NUMBER. */
json_t *joint_move_json(const ZermeloPlay *play, size_t number);

json_t *roles_json(const ZermeloGame *game);

#endif

/* play_json.c - what can be asked of a play, as JSON */
#include "play/play_json.h"

json_t *features_json(const ZermeloPlay *play)
{
    json_t *list = json_array();
    for (size_t i = 0; i < zermelo_play_feature_count(play); i++)
        json_add(list, json_text(zermelo_play_feature(play, i)));
    return list;
}

json_t *legal_json(const ZermeloPlay *play, size_t role, size_t max)
{
    json_t *list = json_array();
    size_t count = zermelo_play_move_count(play, role);
    for (size_t i = 0; i < count && i < max; i++)
        json_add(list, json_text(zermelo_play_move(play, role, i)));
    return list;
}

json_t *goals_json(const ZermeloPlay *play, size_t role)
{
    json_t *list = json_array();
    for (size_t i = 0; i < zermelo_play_goal_count(play, role); i++)
        json_add(list, json_integer(zermelo_play_goal(play, role, i)));
    return list;
}

json_t *percepts_json(const ZermeloPlay *play, size_t role)
{
    json_t *list = json_array();
    for (size_t i = 0; i < zermelo_play_percept_count(play, role); i++)
        json_add(list, json_text(zermelo_play_percept(play, role, i)));
    return list;
}

json_t *joint_move_json(const ZermeloPlay *play, size_t number)
{
    json_t *list = json_array();
    for (size_t i = 0; i < zermelo_play_role_count(play); i++)
        json_add(list, json_text(zermelo_play_made(play, number, i)));
    return list;
}

json_t *roles_json(const ZermeloGame *game)
{
    json_t *list = json_array();
    for (size_t i = 0; i < zermelo_role_count(game); i++)
        json_add(list, json_text(zermelo_role(game, i)));
    return list;
}

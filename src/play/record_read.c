/* record_read.c - the record of a match, read
 *
 * In:   the match JSON of ggp.org, or the XML of the Dresden GameController
 * Out:  the same JSON for both: {"id", "game", "players", "moves"}
 *
 * What managers wrote is not believed: only moves are taken from it, and
 * whoever replays them judges them by the rules. Of XML only elements with text
 * in them are looked at.
 */
#include "play/match.h"

#include "system/file.h"
#include "base/json.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_RECORD_BYTES = 64 << 20 };

/* ---- JSON ---- */

static json_t *copy_of(const json_t *record, const char *key)
{
    json_t *value = json_object_get(record, key);
    return value ? json_incref(value) : json_null();
}

static json_t *from_json(const json_t *match)
{
    return json_is_array(json_object_get(match, "moves"))
               ? JSON_OBJECT({"id", copy_of(match, "matchId")},
                             {"game", copy_of(match, "gameMetaURL")},
                             {"players", copy_of(match, "playerNamesFromHost")},
                             {"moves", copy_of(match, "moves")})
               : NULL;
}

/* ---- XML ---- */

/* Adds text of XML; an entity that is none of the five stays as it is. */
static void add_unescaped(Text *out, const char *text, size_t length)
{
    static const char *const entities[] = {"&lt;", "&gt;", "&amp;", "&quot;",
                                           "&apos;"};
    for (size_t i = 0; i < length;) {
        size_t taken = 1;
        char letter = text[i];
        for (size_t k = 0; letter == '&' && k < 5; k++)
            if (strncmp(text + i, entities[k], strlen(entities[k])) == 0) {
                letter = "<>&\"'"[k];
                taken = strlen(entities[k]);
                break;
            }
        text_addc(out, letter);
        i += taken;
    }
}

/* Takes the next tag from *AT on, the text of its element if there are no
 * elements in it, and moves on; false at the end. */
static bool next_element(const char **at, const char **name,
                         size_t *name_length, Text *content)
{
    const char *tag = strchr(*at, '<'), *end = tag ? strchr(tag, '>') : NULL;
    if (!end)
        return false;
    size_t length = strcspn(tag + 1, " \t\r\n/>");
    const char *next = strchr(end, '<');
    bool is_leaf = length && next && next[1] == '/' &&
                   strncmp(next + 2, tag + 1, length) == 0 &&
                   next[2 + length] == '>';
    *at = is_leaf ? next + 2 : end;
    *name = tag + 1;
    *name_length = length;
    text_free(content);
    if (is_leaf)
        add_unescaped(content, end + 1, (size_t)(next - end - 1));
    return true;
}

static bool is_name(const char *name, size_t length, const char *wanted)
{
    return strlen(wanted) == length && memcmp(name, wanted, length) == 0;
}

static json_t *from_xml(const char *xml)
{
    json_t *id = NULL, *players = json_array(), *moves = json_array();
    json_t *step = NULL; /* the last one */
    const char *name;
    size_t length;
    Text content = {0};
    while (next_element(&xml, &name, &length, &content)) {
        const char *text = text_string(&content);
        if (is_name(name, length, "match-id") && !id)
            id = json_text(text);
        else if (is_name(name, length, "player"))
            json_add(players, json_text(text));
        else if (is_name(name, length, "step"))
            json_add(moves, step = json_array());
        else if (is_name(name, length, "move") && step)
            json_add(step, json_text(text));
    }
    text_free(&content);
    if (id)
        return JSON_OBJECT({"id", id}, {"game", json_null()},
                           {"players", players}, {"moves", moves});
    json_decref(players);
    json_decref(moves);
    return NULL;
}

json_t *record_read(const char *path, const char **why)
{
    Text text = {0};
    if (!file_read(&text, path, MAX_RECORD_BYTES, why))
        return NULL;
    json_t *match = json_loads(text_string(&text), 0, NULL);
    json_t *record = match ? from_json(match) : from_xml(text_string(&text));
    *why = "it is neither a match of ggp.org (JSON) nor one of the Dresden "
           "GameController (XML)";
    json_decref(match);
    text_free(&text);
    return record;
}

/* ---- moves ---- */

static bool add_infix(Text *out, ZermeloGame *game, const json_t *move)
{
    const char *kif = json_string_value(move);
    char *infix =
        kif ? zermelo_term(game, kif, ZERMELO_KIF, ZERMELO_INFIX) : NULL;
    text_adds(out, infix ? infix : "");
    free(infix);
    return infix;
}

bool record_moves(Text *out, ZermeloGame *game, const json_t *record, Text *why)
{
    size_t i, k;
    json_t *step, *move;
    json_array_foreach (json_object_get(record, "moves"), i, step) {
        if (json_array_size(step) != zermelo_role_count(game)) {
            text_addf(why, "moves in step %zu: %zu; roles of the game: %zu",
                      i + 1, json_array_size(step), zermelo_role_count(game));
            return false;
        }
        json_array_foreach (step, k, move) {
            text_adds(out, k ? ", " : i ? "; " : "");
            if (!add_infix(out, game, move)) {
                text_addf(why, "move %zu of step %zu is no term", k + 1, i + 1);
                return false;
            }
        }
    }
    return true;
}

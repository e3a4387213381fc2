/* record.c - the record of a match, as JSON and XML
 *
 * In:   a Record, made by play/manager.c
 * Out:  the match JSON of ggp.org, the XML of the Dresden GameController
 *
 * Both are described in doc/protocol.md.
 */
#include "play/match.h"

#include "base/json.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>
#include <time.h>

void record_free(Record *record)
{
    if (!record)
        return;
    vec_free_all(&record->positions, &record->steps);
    arena_free(record->arena);
}

const char *fault_name(AnswerFault fault)
{
    static const char *const names[] = {"", "timeout", "io_error",
                                        "parsing_error", "illegal_move"};
    return names[fault];
}

const char *record_player(const Record *record, size_t role,
                          const char *otherwise)
{
    const MatchPlayer *player = record->match->players[role];
    return player ? player->name : otherwise;
}

const char *record_kif(const Record *record, const char *term)
{
    char *kif =
        zermelo_term(record->match->game, term, ZERMELO_INFIX, ZERMELO_KIF);
    const char *shown = kif ? kif : term; /* it may be too deep to be read */
    char *copy = arena_strdup(record->arena, shown);
    free(kif);
    return copy;
}

/* ---- JSON ---- */

/* Adds TERM, in infix form, as GGP-Base writes it: ( mark 1 1 ) */
static void add_spaced(Text *out, const Record *record, const char *term)
{
    for (const char *c = record_kif(record, term); *c; c++)
        text_addf(out, *c == ')' ? " %c" : *c == '(' ? "%c " : "%c", *c);
}

static json_t *position_json(const Record *record,
                             const RecordedPosition *position)
{
    Text text = {0};
    text_adds(&text, "( ");
    for (size_t i = 0; i < position->count; i++) {
        add_spaced(&text, record, position->features[i]);
        text_addc(&text, ' ');
    }
    text_addc(&text, ')');
    return json_take_text(&text);
}

static json_t *error_json(AnswerFault fault, const char *sent)
{
    static const char *const codes[] = {"", "TO", "CE", "IL", "IL"};
    Text text = {0};
    text_adds(&text, codes[fault]);
    if (sent && text.length)
        text_addf(&text, " %s", sent);
    return json_take_text(&text);
}

static void add_steps(const Record *record, json_t *object)
{
    json_t *moves = json_array(), *errors = json_array();
    json_t *seconds = json_array(), *start_errors = json_array();
    for (size_t k = 0; k < record->role_count; k++)
        json_add(start_errors, error_json(record->start_faults[k], NULL));
    json_add(errors, start_errors);
    for (size_t i = 0; i < record->steps.count; i++) {
        json_t *step = json_array(), *faults = json_array();
        json_t *times = json_array();
        for (size_t k = 0; k < record->role_count; k++) {
            const RecordedMove *move = &record->steps.items[i][k];
            Text text = {0};
            add_spaced(&text, record, move->move);
            json_add(step, json_take_text(&text));
            json_add(faults, error_json(move->fault, move->sent));
            json_add(times, json_real(round(move->seconds * 1000) / 1000));
        }
        json_add(moves, step);
        json_add(errors, faults);
        json_add(seconds, times);
    }
    json_put(object, "moves", moves);
    json_put(object, "errors", errors);
    json_put(object, "moveSeconds", seconds);
}

static void add_positions(const Record *record, json_t *object)
{
    json_t *states = json_array(), *times = json_array();
    for (size_t i = 0; i < record->positions.count; i++) {
        const RecordedPosition *position = &record->positions.items[i];
        json_add(states, position_json(record, position));
        json_add(times, json_integer(position->unix_ms));
    }
    json_put(object, "states", states);
    json_put(object, "stateTimes", times);
}

static void add_roles(const Record *record, json_t *object)
{
    json_t *names = json_array(), *humans = json_array(), *goals = json_array();
    for (size_t i = 0; i < record->role_count; i++) {
        const MatchPlayer *player = record->match->players[i];
        json_add(names, json_text(record_player(record, i, "random")));
        json_add(humans, json_boolean(player && player->kind == PLAYER_HUMAN));
        json_add(goals, json_if(record->goals[i] >= 0,
                                json_integer(record->goals[i])));
    }
    json_put(object, "playerNamesFromHost", names);
    json_put(object, "isPlayerHuman", humans);
    json_put(object, "roles",
             json_texts((Texts){record->roles, record->role_count}));
    if (record->completed)
        json_put(object, "goalValues", goals);
    else
        json_decref(goals);
}

static json_t *clock_json(int64_t ms)
{
    return ms % 1000 ? json_real((double)ms / 1000) : json_integer(ms / 1000);
}

json_t *record_json(const Record *record)
{
    const Match *match = record->match;
    json_t *object = JSON_OBJECT(
        {"matchId", json_text(match->id)},
        {"randomToken", json_text(record->token)},
        {"startTime", json_integer(record->unix_ms)},
        {"gameMetaURL", json_text(match->game_name)},
        {"isCompleted", json_boolean(record->completed)},
        {"isAborted", json_boolean(!record->completed)},
        {"previewClock", json_integer(-1)},
        {"startClock", clock_json(match->start_ms)},
        {"playClock", clock_json(match->play_ms)}, {"scrambled", json_false()});
    if (record->given_steps)
        json_put(object, "givenMoves", json_count(record->given_steps));
    add_positions(record, object);
    add_steps(record, object);
    add_roles(record, object);
    return object;
}

/* ---- XML ---- */

/* In ISO-8859-1, whatever is above ASCII being written as a question mark. */
static void add_escaped(Text *out, const char *text, bool to_upper)
{
    for (const char *c = text; *c; c++) {
        char letter = to_upper ? ascii_upper(*c) : *c;
        if (letter == '&')
            text_adds(out, "&amp;");
        else if (letter == '<')
            text_adds(out, "&lt;");
        else if (letter == '>')
            text_adds(out, "&gt;");
        else if ((unsigned char)letter < 0x20 || (unsigned char)letter > 0x7e)
            text_addc(out, '?');
        else
            text_addc(out, letter);
    }
}

static void add_element(Text *out, unsigned indent, const char *name,
                        const char *text, bool to_upper)
{
    text_repeat(out, ' ', indent);
    text_addf(out, "<%s>", name);
    add_escaped(out, text, to_upper);
    text_addf(out, "</%s>\n", name);
}

static void add_number(Text *out, unsigned indent, const char *name,
                       double number)
{
    char digits[32];
    snprintf(digits, sizeof digits, "%.10g", number);
    add_element(out, indent, name, digits, false);
}

/* Adds a term in prefix form: (cell 1 (at 2)) becomes a prop-f and arguments,
 * nested as often as it is. */
static void add_fact(Text *out, const char *kif)
{
    size_t depth = 0;
    bool is_functor = true; /* the next word begins a list */
    text_adds(out, "    <fact>");
    for (const char *c = kif; *c;) {
        size_t length = strcspn(c, "() ");
        if (*c == '(') {
            text_adds(out, depth++ ? "<arg>" : "");
            is_functor = true;
        } else if (*c == ')') {
            text_adds(out, --depth ? "</arg>" : "");
        } else if (length) {
            char *word = memory_strndup(c, length);
            text_adds(out, is_functor ? "<prop-f>" : "<arg>");
            add_escaped(out, word, true);
            text_adds(out, is_functor ? "</prop-f>" : "</arg>");
            free(word);
            is_functor = false;
        }
        c += length ? length : 1;
    }
    text_adds(out, "</fact>\n");
}

static void add_history(Text *out, const Record *record, size_t sight)
{
    text_adds(out, "  <history>\n");
    if (record->given_steps)
        text_addf(out, "    <!-- given, not chosen: the first %zu -->\n",
                  record->given_steps);
    for (size_t i = 0; i < record->steps.count; i++) {
        text_adds(out, "    <step>\n");
        add_number(out, 6, "step-number", (double)(i + 1));
        for (size_t k = 0; k < record->role_count; k++) {
            const RecordedMove *move = &record->steps.items[i][k];
            if (sight != SIZE_MAX && sight != k)
                continue;
            add_element(out, 6, "move", record_kif(record, move->move), true);
            for (size_t p = 0; sight == k && p < move->percept_count; p++)
                add_element(out, 6, "percept",
                            record_kif(record, move->percepts[p]), true);
        }
        text_adds(out, "    </step>\n");
    }
    text_adds(out, "  </history>\n");
}

static void add_errors(Text *out, const Record *record)
{
    for (size_t i = 0; i < record->steps.count; i++)
        for (size_t k = 0; k < record->role_count; k++) {
            const RecordedMove *move = &record->steps.items[i][k];
            if (move->fault == FAULT_NONE)
                continue;
            text_addf(out, "  <error-message step=\"%zu\" type=\"%s\">", i + 1,
                      fault_name(move->fault));
            add_escaped(out, record->roles[k], true);
            if (move->sent) {
                text_adds(out, ": ");
                add_escaped(out, move->sent, false);
            }
            text_adds(out, "</error-message>\n");
        }
}

void record_xml(Text *out, const Record *record, size_t sight)
{
    char timestamp[64];
    time_t seconds = (time_t)(record->unix_ms / 1000);
    struct tm parts;
    gmtime_r(&seconds, &parts);
    strftime(timestamp, sizeof timestamp, "%Y-%m-%dT%H:%M:%SZ", &parts);
    text_adds(out, "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n"
                   "<!DOCTYPE match SYSTEM \"viewmatch.dtd\">\n<match>\n");
    add_element(out, 2, "match-id", record->match->id, false);
    add_element(out, 2, "sight-of",
                sight == SIZE_MAX ? "RANDOM" : record->roles[sight], true);
    add_number(out, 2, "gdl-version", record->has_percepts ? 2 : 1);
    for (size_t i = 0; i < record->role_count; i++)
        add_element(out, 2, "role", record->roles[i], true);
    for (size_t i = 0; i < record->role_count; i++)
        add_element(out, 2, "player", record_player(record, i, "random"),
                    false);
    add_element(out, 2, "timestamp", timestamp, false);
    add_number(out, 2, "startclock", (double)record->match->start_ms / 1000);
    add_number(out, 2, "playclock", (double)record->match->play_ms / 1000);
    add_history(out, record, sight);
    add_errors(out, record);
    if (record->completed) {
        text_adds(out, "  <scores>\n");
        for (size_t i = 0; i < record->role_count; i++)
            add_number(out, 4, "reward", fmax(record->goals[i], 0));
        text_adds(out, "  </scores>\n");
    }
    if (sight == SIZE_MAX && record->positions.count) {
        const RecordedPosition *last = &vec_last(&record->positions);
        text_adds(out, "  <state>\n");
        for (size_t i = 0; i < last->count; i++)
            add_fact(out, record_kif(record, last->features[i]));
        text_adds(out, "  </state>\n");
    }
    text_adds(out, "</match>\n");
}

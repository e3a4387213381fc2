/* manager.c - runs one match between players
 *
 * In:   a game and who plays it
 * Out:  a Record
 * Next: play/record.c prints it
 *
 * START, then PLAY as long as the game is not over, then STOP with the last
 * joint move; ABORT if the match cannot go on. All players are asked at the
 * same time, each by a thread of its own. Start reading at match_run(), at the
 * end.
 */
#include "play/manager.h"

#include "base/budget.h"
#include "base/memory.h"
#include "base/random.h"
#include "play/deadline.h"
#include "play/message.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

typedef struct {
    const Match *match;
    ZermeloPlay *play;
    Record *record;
    size_t roles;
    char *rules;
    Random random;
    Ask *asks;
    size_t *choices;
} Table;

static int64_t milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static char *kept(Table *table, const char *text)
{
    return arena_string(table->record->arena, text, strlen(text));
}

/* ---- keeping the record ---- */

static void note_moment(Table *table)
{
    Record *record = table->record;
    Moment moment = {.count = zermelo_play_feature_count(table->play),
                     .time = milliseconds()};
    moment.features =
        arena_array(record->arena, const char *, moment.count + 1);
    for (size_t i = 0; i < moment.count; i++)
        moment.features[i] = kept(table, zermelo_play_feature(table->play, i));
    vec_push(&record->moments, moment);
}

static void note_percepts(Table *table, Deed *deeds)
{
    for (size_t i = 0; i < table->roles; i++) {
        Deed *deed = &deeds[i];
        deed->percept_count = zermelo_play_percept_count(table->play, i);
        deed->percepts = arena_array(table->record->arena, const char *,
                                     deed->percept_count + 1);
        for (size_t k = 0; k < deed->percept_count; k++)
            deed->percepts[k] =
                kept(table, zermelo_play_percept(table->play, i, k));
    }
}

/* ---- messages ---- */

static void add_term(Table *table, Text *out, const char *term)
{
    text_adds(out, record_kif(table->record, term));
    text_addc(out, ' ');
}

/* What ROLE is told of the last step, after the match id. */
static void add_news(Table *table, Text *out, size_t role)
{
    size_t length = zermelo_play_length(table->play);
    bool turns = table->record->has_percepts && !table->match->list_percepts;
    if (turns)
        text_addf(out, " %zu", length);
    if (!length) {
        text_adds(out, turns ? " NIL NIL" : " NIL");
        return;
    }
    text_addc(out, ' ');
    if (turns)
        add_term(table, out, zermelo_play_made(table->play, length - 1, role));
    text_adds(out, "( ");
    if (table->record->has_percepts)
        for (size_t i = 0; i < zermelo_play_percept_count(table->play, role);
             i++)
            add_term(table, out, zermelo_play_percept(table->play, role, i));
    else
        for (size_t i = 0; i < table->roles; i++)
            add_term(table, out, zermelo_play_made(table->play, length - 1, i));
    text_addc(out, ')');
}

/* The clock that SEAT is told, in seconds: over HTTP whole ones, rounded up. */
static double told_clock(const MatchPlayer *seat, int64_t ms)
{
    int64_t whole = (ms + 999) / 1000;
    return match_player_is_remote(seat) ? (double)whole : (double)ms / 1000;
}

static char *message_for(Table *table, const char *kind, size_t role)
{
    const Match *match = table->match;
    Text out = {0};
    text_addf(&out, "(%s %s", kind, match->id);
    if (strcmp(kind, "START") == 0) {
        const MatchPlayer *seat = match->seats[role];
        text_addf(&out, " %s (%s) %.10g %.10g",
                  record_kif(table->record, table->record->roles[role]),
                  table->rules, told_clock(seat, match->start_ms),
                  told_clock(seat, match->play_ms));
    } else if (strcmp(kind, "ABORT") != 0)
        add_news(table, &out, role);
    text_addc(&out, ')');
    return text_take(&out);
}

/* ---- asking everybody ---- */

typedef struct {
    MatchPlayer *seat;
    Ask *ask;
    pthread_t thread;
    bool started;
} Errand;

static void *run_errand(void *data)
{
    Errand *errand = data;
    if (match_player_is_remote(errand->seat)) /* it measures the time */
        thread_raise_priority();
    match_player_ask(errand->seat, errand->ask);
    return NULL;
}

static void ask_everybody(Table *table, const char *kind, int64_t ms)
{
    const Match *match = table->match;
    static volatile sig_atomic_t never;
    bool ending = strcmp(kind, "ABORT") == 0;
    Errand *errands = memory_array(table->roles, sizeof *errands);
    for (size_t i = 0; i < table->roles; i++) {
        errands[i] = (Errand){match->seats[i], &table->asks[i], 0, false};
        table->asks[i] = (Ask){.play = table->play,
                               .role = i,
                               .cancelled = ending ? &never : match->cancelled};
        if (!match->seats[i])
            continue;
        table->asks[i].limit = told_clock(match->seats[i], ms) + match->grace;
        table->asks[i].message = message_for(table, kind, i);
        if (match_player_is_human(match->seats[i]))
            continue;
        errands[i].started = pthread_create(&errands[i].thread, NULL,
                                            run_errand, &errands[i]) == 0;
        if (!errands[i].started)
            table->asks[i].fault = FAULT_CONNECTION;
    }
    /* People at one terminal are asked one after the other, in this order. */
    for (size_t i = 0; i < table->roles; i++)
        if (match->seats[i] && match_player_is_human(match->seats[i]))
            match_player_ask(match->seats[i], &table->asks[i]);
    for (size_t i = 0; i < table->roles; i++) {
        if (errands[i].started)
            pthread_join(errands[i].thread, NULL);
        free((char *)table->asks[i].message);
    }
    free(errands);
}

static void forget_answers(Table *table)
{
    for (size_t i = 0; i < table->roles; i++) {
        free(table->asks[i].answer);
        table->asks[i].answer = NULL;
    }
}

/* ---- moves ---- */

/* The number of the legal move that ANSWER is; false, with a fault, if it is
 * none. */
static bool find_choice(Table *table, size_t role, size_t *choice)
{
    Ask *ask = &table->asks[role];
    char *move = ask->answer ? zermelo_term(NULL, ask->answer, ZERMELO_KIF,
                                            ZERMELO_INFIX)
                             : NULL;
    if (!move) {
        if (ask->fault == FAULT_NONE)
            ask->fault = FAULT_UNREADABLE;
        return false;
    }
    bool found = false;
    for (size_t i = 0; i < zermelo_play_move_count(table->play, role); i++)
        if (strcmp(zermelo_play_move(table->play, role, i), move) == 0) {
            *choice = i;
            found = true;
        }
    free(move);
    if (!found && ask->fault == FAULT_NONE)
        ask->fault = FAULT_ILLEGAL;
    return found && ask->fault == FAULT_NONE;
}

/* What a player sent, fit to be shown: one line, not too long. */
static const char *shown(Table *table, const char *answer)
{
    enum { MAX_SHOWN_BYTES = 200 };
    if (!answer)
        return NULL;
    Text text = {0};
    size_t length = strlen(answer);
    text_add_printable(&text, answer,
                       length < MAX_SHOWN_BYTES ? length : MAX_SHOWN_BYTES);
    const char *copy = kept(table, text_string(&text));
    text_free(&text);
    return copy;
}

/* False if ROLE has no legal move. */
static bool take_move(Table *table, size_t role, Deed *deed)
{
    size_t count = zermelo_play_move_count(table->play, role);
    size_t *choice = &table->choices[role];
    Ask *ask = &table->asks[role];
    if (!count)
        return false;
    bool asked = table->match->seats[role] != NULL;
    if (!asked || !find_choice(table, role, choice)) {
        bool first = asked && table->match->replace_first;
        uint32_t any = random_below(&table->random, (uint32_t)count);
        *choice = first ? 0 : any;
    }
    deed->fault = asked ? ask->fault : FAULT_NONE;
    deed->seconds = asked ? ask->seconds : 0;
    if (deed->fault == FAULT_ILLEGAL || deed->fault == FAULT_UNREADABLE)
        deed->sent = shown(table, ask->answer);
    deed->move = kept(table, zermelo_play_move(table->play, role, *choice));
    return true;
}

static const char *interruption(const Table *table)
{
    for (size_t i = 0; i < table->roles; i++)
        if (table->asks[i].has_quit)
            return arena_printf(table->record->arena, "%s has quit",
                                table->record->roles[i]);
    Budget budget = budget_new(0, table->match->cancelled);
    return budget_reason(&budget, "the time was used up");
}

/* One step of the game; false if it cannot be made. */
static bool make_step(Table *table)
{
    Record *record = table->record;
    ask_everybody(table, "PLAY", table->match->play_ms);
    Deed *deeds = arena_array(record->arena, Deed, table->roles);
    bool good = !*table->match->cancelled;
    if (!good)
        record->ending = interruption(table);
    for (size_t i = 0; i < table->roles && good; i++) {
        good = take_move(table, i, &deeds[i]);
        if (!good)
            record->ending = "a role has no legal move";
    }
    forget_answers(table);
    if (!good || !zermelo_play_step(table->play, table->choices))
        return false;
    note_percepts(table, deeds);
    vec_push(&record->steps, deeds);
    note_moment(table);
    return true;
}

/* ---- a match ---- */

static void begin(Table *table)
{
    const Match *match = table->match;
    Record *record = table->record;
    if (match->watch)
        match->watch(match->data, record, table->play);
    ask_everybody(table, "START", match->start_ms);
    for (size_t i = 0; i < table->roles; i++) {
        if (!match->seats[i])
            continue;
        record->start_faults[i] = table->asks[i].fault;
        record->start_seconds[i] = table->asks[i].seconds;
    }
    forget_answers(table);
    note_moment(table);
    if (match->watch)
        match->watch(match->data, record, table->play);
}

static void go_on(Table *table)
{
    const Match *match = table->match;
    Record *record = table->record;
    while (!zermelo_play_terminal(table->play)) {
        record->ending = zermelo_play_failure(table->play);
        if (!record->ending && zermelo_play_length(table->play) >= match->steps)
            record->ending = "too many steps";
        if (!record->ending && *match->cancelled)
            record->ending = interruption(table);
        if (record->ending || !make_step(table))
            return;
        if (match->watch)
            match->watch(match->data, record, table->play);
    }
    record->ending = zermelo_play_failure(table->play);
    record->completed = !record->ending;
}

static void finish(Table *table)
{
    Record *record = table->record;
    record->aborted = !record->completed;
    for (size_t i = 0; i < table->roles && record->completed; i++)
        if (zermelo_play_goal_count(table->play, i) == 1)
            record->goals[i] = zermelo_play_goal(table->play, i, 0);
    ask_everybody(table, record->completed ? "STOP" : "ABORT",
                  record->completed ? table->match->play_ms : 1000);
    forget_answers(table);
}

/* Thirty-two letters and digits. */
static const char *token(Table *table)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    Random random = random_new(table->match->seed, (uint64_t)milliseconds());
    char text[33] = {0};
    for (size_t i = 0; i < 32; i++)
        text[i] = letters[random_below(&random, sizeof letters - 1)];
    return kept(table, text);
}

static void fill_record(Table *table)
{
    const Match *match = table->match;
    Record *record = table->record;
    Arena *arena = record->arena;
    size_t roles = table->roles;
    record->game = match->game;
    record->id = kept(table, match->id);
    record->token = token(table);
    record->game_name = kept(table, match->game_name);
    record->has_percepts = strcmp(zermelo_language(match->game), "GDL-II") == 0;
    record->role_count = roles;
    record->start_ms = match->start_ms;
    record->play_ms = match->play_ms;
    record->time = milliseconds();
    record->roles = arena_array(arena, const char *, roles);
    record->players = arena_array(arena, const char *, roles);
    record->human = arena_array(arena, bool, roles);
    record->start_faults = arena_array(arena, Fault, roles);
    record->start_seconds = arena_array(arena, double, roles);
    record->goals = arena_array(arena, int, roles);
    for (size_t i = 0; i < roles; i++) {
        const MatchPlayer *seat = match->seats[i];
        record->roles[i] = kept(table, zermelo_play_role(table->play, i));
        record->players[i] = seat ? kept(table, match_player_name(seat)) : NULL;
        record->human[i] = seat && match_player_is_human(seat);
        record->goals[i] = -1;
    }
}

static char *rules_on_one_line(ZermeloGame *game)
{
    char *print = zermelo_print(game, ZERMELO_KIF);
    Text line = {0};
    message_add_rules(&line, print);
    free(print);
    return text_take(&line);
}

Record *match_run(const Match *match, const char **why)
{
    ZermeloLimits limits = {0, match->cancelled};
    ZermeloPlay *play = zermelo_play_new(match->game, &limits, why);
    if (!play)
        return NULL;
    Arena *arena = arena_new();
    Record *record = arena_alloc(arena, sizeof *record);
    record->arena = arena;
    Table table = {.match = match,
                   .play = play,
                   .record = record,
                   .roles = zermelo_play_role_count(play),
                   .rules = rules_on_one_line(match->game),
                   .random = random_new(match->seed, UINT64_MAX)};
    table.asks = arena_array(arena, Ask, table.roles);
    table.choices = arena_array(arena, size_t, table.roles);
    fill_record(&table);
    begin(&table);
    go_on(&table);
    finish(&table);
    free(table.rules);
    zermelo_play_free(play);
    return record;
}

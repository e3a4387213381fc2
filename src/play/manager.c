/* manager.c - runs one match between players
 *
 * In:   a game and its players
 * Out:  a Record
 * Next: play/record.c prints it
 *
 * START, then PLAY as long as the game is not over, then STOP with the last
 * joint move; ABORT if the match cannot go on. All players are asked at the
 * same time, each by a thread of its own. Start reading at match_run(), at the
 * end.
 */
#include "play/match.h"

#include "base/budget.h"
#include "base/memory.h"
#include "base/random.h"
#include "play/message.h"

#include <assert.h>
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
    PlayerRequest *requests;
    size_t *choices;
} MatchRun;

static int64_t milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static char *keep_text(MatchRun *run, const char *text)
{
    return arena_string(run->record->arena, text, strlen(text));
}

/* ---- the record ---- */

static void record_position(MatchRun *run)
{
    Record *record = run->record;
    RecordedPosition position = {.count = zermelo_play_feature_count(run->play),
                                 .time = milliseconds()};
    position.features =
        arena_array(record->arena, const char *, position.count + 1);
    for (size_t i = 0; i < position.count; i++)
        position.features[i] =
            keep_text(run, zermelo_play_feature(run->play, i));
    vec_push(&record->positions, position);
}

static void record_percepts(MatchRun *run, RecordedMove *moves)
{
    for (size_t i = 0; i < run->roles; i++) {
        RecordedMove *move = &moves[i];
        move->percept_count = zermelo_play_percept_count(run->play, i);
        move->percepts = arena_array(run->record->arena, const char *,
                                     move->percept_count + 1);
        for (size_t k = 0; k < move->percept_count; k++)
            move->percepts[k] =
                keep_text(run, zermelo_play_percept(run->play, i, k));
    }
}

/* ---- messages ---- */

static void add_term(MatchRun *run, Text *out, const char *term)
{
    text_adds(out, record_kif(run->record, term));
    text_addc(out, ' ');
}

/* The news of the last step for ROLE, which follow the match id. */
static void add_news(MatchRun *run, Text *out, size_t role)
{
    size_t length = zermelo_play_length(run->play);
    bool turns = run->record->has_percepts && !run->match->list_percepts;
    if (turns)
        text_addf(out, " %zu", length);
    if (!length) {
        text_adds(out, turns ? " NIL NIL" : " NIL");
        return;
    }
    text_addc(out, ' ');
    if (turns)
        add_term(run, out, zermelo_play_made(run->play, length - 1, role));
    text_adds(out, "( ");
    if (run->record->has_percepts)
        for (size_t i = 0; i < zermelo_play_percept_count(run->play, role); i++)
            add_term(run, out, zermelo_play_percept(run->play, role, i));
    else
        for (size_t i = 0; i < run->roles; i++)
            add_term(run, out, zermelo_play_made(run->play, length - 1, i));
    text_addc(out, ')');
}

/* The clock in messages to PLAYER, in seconds: over HTTP whole ones, rounded
 * up.
 */
static double clock_for(const MatchPlayer *player, int64_t ms)
{
    int64_t whole = (ms + 999) / 1000;
    return player->kind == PLAYER_REMOTE ? (double)whole : (double)ms / 1000;
}

static char *message_for(MatchRun *run, const char *kind, size_t role)
{
    const Match *match = run->match;
    Text out = {0};
    text_addf(&out, "(%s %s", kind, match->id);
    if (strcmp(kind, "START") == 0) {
        const MatchPlayer *player = match->players[role];
        text_addf(&out, " %s (%s) %.10g %.10g",
                  record_kif(run->record, run->record->roles[role]), run->rules,
                  clock_for(player, match->start_ms),
                  clock_for(player, match->play_ms));
    } else if (strcmp(kind, "ABORT") != 0)
        add_news(run, &out, role);
    text_addc(&out, ')');
    return text_take(&out);
}

/* ---- asking everybody ---- */

static void *ask_in_thread(void *data)
{
    PlayerRequest *request = data;
    if (request->player->kind == PLAYER_REMOTE) /* it measures the time */
        thread_raise_priority();
    match_player_ask(request);
    return NULL;
}

/* The request for ROLE, with the message to its player, if it has one. */
static void prepare_request(MatchRun *run, const char *kind, int64_t ms,
                            size_t role)
{
    static volatile sig_atomic_t never;
    const Match *match = run->match;
    MatchPlayer *player = match->players[role];
    PlayerRequest *request = &run->requests[role];
    bool ending = strcmp(kind, "ABORT") == 0;
    free(request->answer);
    *request = (PlayerRequest){.player = player,
                               .play = run->play,
                               .role = role,
                               .cancelled = ending ? &never : match->cancelled};
    if (!player)
        return;
    request->clock = clock_for(player, ms);
    request->limit = request->clock + match->grace;
    request->message = message_for(run, kind, role);
}

/* People at one terminal are asked one after the other, the rest by threads. */
static void ask_everybody(MatchRun *run, const char *kind, int64_t ms)
{
    PlayerRequest *requests = run->requests;
    pthread_t *threads = memory_zeroed(run->roles, sizeof *threads);
    bool *started = memory_zeroed(run->roles, sizeof *started);
    for (size_t i = 0; i < run->roles; i++) {
        prepare_request(run, kind, ms, i);
        if (!requests[i].player || requests[i].player->kind == PLAYER_HUMAN)
            continue;
        started[i] =
            pthread_create(&threads[i], NULL, ask_in_thread, &requests[i]) == 0;
        if (!started[i])
            requests[i].fault = FAULT_CONNECTION;
    }
    for (size_t i = 0; i < run->roles; i++)
        if (requests[i].player && requests[i].player->kind == PLAYER_HUMAN)
            match_player_ask(&requests[i]);
    for (size_t i = 0; i < run->roles; i++) {
        if (started[i])
            pthread_join(threads[i], NULL);
        free(requests[i].message);
    }
    free_all(threads, started);
}

/* ---- moves ---- */

/* Finds the answer of ROLE among its legal moves; false, with a fault, if it is
 * none of them. */
static bool find_move(MatchRun *run, size_t role, size_t *choice)
{
    PlayerRequest *request = &run->requests[role];
    char *move = request->answer ? zermelo_term(NULL, request->answer,
                                                ZERMELO_KIF, ZERMELO_INFIX)
                                 : NULL;
    if (!move) {
        if (request->fault == FAULT_NONE)
            request->fault = FAULT_UNREADABLE;
        return false;
    }
    bool is_found = false;
    for (size_t i = 0; i < zermelo_play_move_count(run->play, role); i++)
        if (strcmp(zermelo_play_move(run->play, role, i), move) == 0) {
            *choice = i;
            is_found = true;
        }
    free(move);
    if (!is_found && request->fault == FAULT_NONE)
        request->fault = FAULT_ILLEGAL;
    return is_found && request->fault == FAULT_NONE;
}

/* What a player sent, on one line and not too long. */
static const char *printable(MatchRun *run, const char *answer)
{
    enum { MAX_SHOWN_BYTES = 200 };
    if (!answer)
        return NULL;
    Text text = {0};
    size_t length = strlen(answer);
    text_add_printable(&text, answer,
                       length < MAX_SHOWN_BYTES ? length : MAX_SHOWN_BYTES);
    const char *copy = keep_text(run, text_string(&text));
    text_free(&text);
    return copy;
}

/* False if ROLE has no legal move. */
static bool record_move(MatchRun *run, size_t role, RecordedMove *move)
{
    size_t count = zermelo_play_move_count(run->play, role);
    size_t *choice = &run->choices[role];
    PlayerRequest *request = &run->requests[role];
    if (!count)
        return false;
    bool is_asked = run->match->players[role] != NULL;
    if (!is_asked || !find_move(run, role, choice)) {
        bool first = is_asked && run->match->replace_first;
        uint32_t any = random_below(&run->random, (uint32_t)count);
        *choice = first ? 0 : any;
    }
    move->fault = is_asked ? request->fault : FAULT_NONE;
    move->seconds = is_asked ? request->seconds : 0;
    if (move->fault == FAULT_ILLEGAL || move->fault == FAULT_UNREADABLE)
        move->sent = printable(run, request->answer);
    move->move = keep_text(run, zermelo_play_move(run->play, role, *choice));
    return true;
}

static const char *why_interrupted(const MatchRun *run)
{
    for (size_t i = 0; i < run->roles; i++)
        if (run->requests[i].has_quit)
            return arena_printf(run->record->arena, "%s has quit",
                                run->record->roles[i]);
    Budget budget = budget_new(0, run->match->cancelled);
    return budget_reason(&budget, "the time was used up");
}

/* One step of the game; false if it cannot be made. */
static bool make_step(MatchRun *run)
{
    Record *record = run->record;
    ask_everybody(run, "PLAY", run->match->play_ms);
    RecordedMove *moves = arena_array(record->arena, RecordedMove, run->roles);
    bool good = !*run->match->cancelled;
    if (!good)
        record->ending = why_interrupted(run);
    for (size_t i = 0; i < run->roles && good; i++) {
        good = record_move(run, i, &moves[i]);
        if (!good)
            record->ending = "a role has no legal move";
    }
    if (!good || !zermelo_play_step(run->play, run->choices))
        return false;
    record_percepts(run, moves);
    vec_push(&record->steps, moves);
    record_position(run);
    assert(record->positions.count == record->steps.count + 1);
    return true;
}

/* ---- a match ---- */

static void begin(MatchRun *run)
{
    const Match *match = run->match;
    Record *record = run->record;
    if (match->watch)
        match->watch(match->data, record, run->play);
    ask_everybody(run, "START", match->start_ms);
    for (size_t i = 0; i < run->roles; i++) {
        if (!match->players[i])
            continue;
        record->start_faults[i] = run->requests[i].fault;
        record->start_seconds[i] = run->requests[i].seconds;
    }
    record_position(run);
    if (match->watch)
        match->watch(match->data, record, run->play);
}

static void play_on(MatchRun *run)
{
    const Match *match = run->match;
    Record *record = run->record;
    while (!zermelo_play_terminal(run->play)) {
        record->ending = zermelo_play_failure(run->play);
        if (!record->ending && zermelo_play_length(run->play) >= match->steps)
            record->ending = "too many steps";
        if (!record->ending && *match->cancelled)
            record->ending = why_interrupted(run);
        if (record->ending || !make_step(run))
            return;
        if (match->watch)
            match->watch(match->data, record, run->play);
    }
    record->ending = zermelo_play_failure(run->play);
    record->completed = !record->ending;
}

static void finish(MatchRun *run)
{
    Record *record = run->record;
    record->aborted = !record->completed;
    for (size_t i = 0; i < run->roles && record->completed; i++)
        if (zermelo_play_goal_count(run->play, i) == 1)
            record->goals[i] = zermelo_play_goal(run->play, i, 0);
    ask_everybody(run, record->completed ? "STOP" : "ABORT",
                  record->completed ? run->match->play_ms : 1000);
}

/* Thirty-two letters and digits. */
static const char *new_token(MatchRun *run)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    Random random = random_new(run->match->seed, (uint64_t)milliseconds());
    char text[33] = {0};
    for (size_t i = 0; i < 32; i++)
        text[i] = letters[random_below(&random, sizeof letters - 1)];
    return keep_text(run, text);
}

static void fill_record(MatchRun *run)
{
    const Match *match = run->match;
    Record *record = run->record;
    Arena *arena = record->arena;
    size_t roles = run->roles;
    record->match = match;
    record->token = new_token(run);
    record->has_percepts = strcmp(zermelo_language(match->game), "GDL-II") == 0;
    record->role_count = roles;
    record->time = milliseconds();
    record->roles = arena_array(arena, const char *, roles);
    record->start_faults = arena_array(arena, AnswerFault, roles);
    record->start_seconds = arena_array(arena, double, roles);
    record->goals = arena_array(arena, int, roles);
    for (size_t i = 0; i < roles; i++) {
        record->roles[i] = keep_text(run, zermelo_play_role(run->play, i));
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
    MatchRun run = {.match = match,
                    .play = play,
                    .record = record,
                    .roles = zermelo_play_role_count(play),
                    .rules = rules_on_one_line(match->game),
                    .random = random_new(match->seed, UINT64_MAX)};
    run.requests = arena_array(arena, PlayerRequest, run.roles);
    run.choices = arena_array(arena, size_t, run.roles);
    fill_record(&run);
    begin(&run);
    play_on(&run);
    finish(&run);
    for (size_t i = 0; i < run.roles; i++)
        free(run.requests[i].answer);
    free(run.rules);
    zermelo_play_free(play);
    return record;
}

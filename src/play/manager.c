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
    ZermeloPlay *given; /* has the moves of steps that are given, or NULL */
    Record *record;
    size_t told; /* steps of it that players have heard of, or hear of now */
    size_t role_count;
    char *rules;
    Random random;
    PlayerRequest *requests;
    size_t *choices;
} MatchRun;

/* Since 1970. */
static int64_t unix_milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static char *copy_to_record(MatchRun *run, const char *text)
{
    return arena_strdup(run->record->arena, text);
}

/* ---- the record ---- */

static void record_position(MatchRun *run)
{
    Record *record = run->record;
    RecordedPosition position = {.count = zermelo_play_feature_count(run->play),
                                 .unix_ms = unix_milliseconds()};
    position.features =
        arena_array(record->arena, const char *, position.count + 1);
    for (size_t i = 0; i < position.count; i++)
        position.features[i] =
            copy_to_record(run, zermelo_play_feature(run->play, i));
    vec_push(&record->positions, position);
}

static void record_percepts(MatchRun *run, RecordedMove *moves)
{
    for (size_t i = 0; i < run->role_count; i++) {
        RecordedMove *move = &moves[i];
        move->percept_count = zermelo_play_percept_count(run->play, i);
        move->percepts = arena_array(run->record->arena, const char *,
                                     move->percept_count + 1);
        for (size_t k = 0; k < move->percept_count; k++)
            move->percepts[k] =
                copy_to_record(run, zermelo_play_percept(run->play, i, k));
    }
}

/* ---- messages ---- */

static void add_term(MatchRun *run, Text *out, const char *term)
{
    text_adds(out, record_kif(run->record, term));
    text_addc(out, ' ');
}

/* The moves of the last step that players are told of; NULL before any. */
static const RecordedMove *last_moves(const MatchRun *run)
{
    return run->told ? run->record->steps.items[run->told - 1] : NULL;
}

/* The news of the last step for ROLE, which follow the match id. */
static void add_news(MatchRun *run, Text *out, size_t role)
{
    const RecordedMove *moves = last_moves(run);
    bool has_turn = run->record->has_percepts && !run->match->list_percepts;
    if (has_turn)
        text_addf(out, " %zu", run->told);
    if (!moves) {
        text_adds(out, has_turn ? " NIL NIL" : " NIL");
        return;
    }
    text_addc(out, ' ');
    if (has_turn)
        add_term(run, out, moves[role].move);
    text_adds(out, "( ");
    if (run->record->has_percepts)
        for (size_t i = 0; i < moves[role].percept_count; i++)
            add_term(run, out, moves[role].percepts[i]);
    else
        for (size_t i = 0; i < run->role_count; i++)
            add_term(run, out, moves[i].move);
    text_addc(out, ')');
}

/* The clock in messages to PLAYER, in seconds: over HTTP whole ones, rounded
 * up.
 */
static double message_clock(const MatchPlayer *player, int64_t ms)
{
    int64_t whole = (ms + 999) / 1000;
    return player->kind == PLAYER_REMOTE ? (double)whole : (double)ms / 1000;
}

static char *new_message(MatchRun *run, const char *kind, size_t role)
{
    const Match *match = run->match;
    Text out = {0};
    text_addf(&out, "(%s %s", kind, match->id);
    if (strcmp(kind, "START") == 0) {
        const MatchPlayer *player = match->players[role];
        text_addf(&out, " %s (%s) %.10g %.10g",
                  record_kif(run->record, run->record->roles[role]), run->rules,
                  message_clock(player, match->start_ms),
                  message_clock(player, match->play_ms));
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

/* Whether the moves of the next step are given: players only hear of it. */
static bool is_given_step(const MatchRun *run)
{
    return run->told < run->record->given_steps ||
           run->told < run->record->steps.count;
}

/* How many steps come before the last choice of a human in ROLE; SIZE_MAX if
 * there is none, or a player that cannot go back. */
static size_t last_choice(const MatchRun *run, size_t role)
{
    for (size_t i = 0; i < run->role_count; i++)
        if (run->match->players[i] &&
            run->match->players[i]->kind == PLAYER_REMOTE)
            return SIZE_MAX;
    size_t step = run->record->steps.count;
    while (step-- > 0)
        if (run->record->steps.items[step][role].was_chosen)
            return step;
    return SIZE_MAX;
}

/* Sets the request for ROLE, with the message to its player, if it has one. */
static void prepare_request(MatchRun *run, const char *kind, int64_t ms,
                            size_t role)
{
    static volatile sig_atomic_t never_cancelled;
    const Match *match = run->match;
    MatchPlayer *player = match->players[role];
    PlayerRequest *request = &run->requests[role];
    bool is_abort = strcmp(kind, "ABORT") == 0;
    free(request->answer);
    *request = (PlayerRequest){
        .player = player,
        .question = {match->game, run->play, role,
                     last_choice(run, role) != SIZE_MAX, &run->random,
                     is_abort ? &never_cancelled : match->cancelled},
        .step = run->told,
        .last = run->told ? &last_moves(run)[role] : NULL};
    if (!player)
        return;
    request->clock_seconds = message_clock(player, ms);
    request->limit_seconds = request->clock_seconds + match->grace_seconds;
    request->is_given = is_given_step(run) && strcmp(kind, "PLAY") == 0;
    request->message = new_message(run, kind, role);
}

/* People at one terminal are asked one after the other, the rest by threads. */
static void ask_all_players(MatchRun *run, const char *kind, int64_t ms)
{
    PlayerRequest *requests = run->requests;
    pthread_t *threads = memory_zeroed(run->role_count, sizeof *threads);
    bool *started = memory_zeroed(run->role_count, sizeof *started);
    for (size_t i = 0; i < run->role_count; i++) {
        prepare_request(run, kind, ms, i);
        if (!requests[i].player || requests[i].player->kind == PLAYER_HUMAN)
            continue;
        started[i] =
            pthread_create(&threads[i], NULL, ask_in_thread, &requests[i]) == 0;
        if (!started[i])
            requests[i].fault = FAULT_CONNECTION;
    }
    for (size_t i = 0; i < run->role_count; i++)
        if (requests[i].player && requests[i].player->kind == PLAYER_HUMAN)
            match_player_ask(&requests[i]);
    for (size_t i = 0; i < run->role_count; i++) {
        if (started[i])
            pthread_join(threads[i], NULL);
        free(requests[i].message);
    }
    free_all(threads, started);
}

/* ---- moves ---- */

/* Finds the answer of ROLE among its legal moves; false, with a fault, if it is
 * none of them. */
static bool find_answer(MatchRun *run, size_t role, size_t *choice)
{
    PlayerRequest *request = &run->requests[role];
    const char *answer = request->answer;
    if (request->fault != FAULT_NONE ||
        (answer && find_move(run->play, role, answer, ZERMELO_KIF, choice)))
        return request->fault == FAULT_NONE;
    char *term =
        answer ? zermelo_term(NULL, answer, ZERMELO_KIF, ZERMELO_INFIX) : NULL;
    request->fault = term ? FAULT_ILLEGAL : FAULT_UNREADABLE;
    free(term);
    return false;
}

/* What a player sent, on one line and not too long. */
static const char *printable_copy(MatchRun *run, const char *answer)
{
    enum { MAX_SHOWN_BYTES = 200 };
    if (!answer)
        return NULL;
    Text text = {0};
    size_t length = strlen(answer);
    text_add_printable(&text, answer,
                       length < MAX_SHOWN_BYTES ? length : MAX_SHOWN_BYTES);
    const char *copy = copy_to_record(run, text_string(&text));
    text_free(&text);
    return copy;
}

/* The same move in the same position as when the given moves were read. */
static void find_given_move(MatchRun *run, size_t role)
{
    size_t step = zermelo_play_length(run->play);
    bool is_found =
        find_move(run->play, role, zermelo_play_made(run->given, step, role),
                  ZERMELO_INFIX, &run->choices[role]);
    assert(is_found);
    (void)is_found;
}

/* Sets MOVE and the choice of ROLE: what is given, what its player answered, or
 * a move in its place. False if ROLE has no legal move. */
static bool record_move(MatchRun *run, size_t role, RecordedMove *move)
{
    size_t count = zermelo_play_move_count(run->play, role);
    size_t *choice = &run->choices[role];
    PlayerRequest *request = &run->requests[role];
    if (!count)
        return false;
    bool is_given = is_given_step(run);
    bool has_player = run->match->players[role] != NULL && !is_given;
    if (is_given) {
        find_given_move(run, role);
    } else if (!has_player || !find_answer(run, role, choice)) {
        bool takes_first = has_player && run->match->replace_first;
        uint32_t random_choice = random_below(&run->random, (uint32_t)count);
        *choice = takes_first ? 0 : random_choice;
    }
    move->was_chosen = has_player && count > 1 &&
                       run->match->players[role]->kind == PLAYER_HUMAN;
    move->fault = has_player ? request->fault : FAULT_NONE;
    move->seconds = has_player ? request->seconds : 0;
    if (move->fault == FAULT_ILLEGAL || move->fault == FAULT_UNREADABLE)
        move->sent = printable_copy(run, request->answer);
    move->move =
        copy_to_record(run, zermelo_play_move(run->play, role, *choice));
    return true;
}

static const char *why_interrupted(const MatchRun *run)
{
    for (size_t i = 0; i < run->role_count; i++)
        if (run->requests[i].has_quit)
            return arena_printf(run->record->arena, "%s has quit",
                                run->record->roles[i]);
    Budget budget = budget_new(0, run->match->cancelled);
    return budget_reason(&budget, "the time was used up");
}

/* ---- taking moves back ---- */

/* Back to the last choice of the human who wants that. The players start anew,
 * and hear of the steps before it again. False if that is cancelled. */
static bool take_back(MatchRun *run, size_t role)
{
    volatile sig_atomic_t *cancelled = run->match->cancelled;
    Record *record = run->record;
    if (*cancelled == TAKES_BACK)
        *cancelled = 0;
    record->steps.count = last_choice(run, role);
    record->positions.count = record->steps.count + 1;
    while (zermelo_play_length(run->play) > record->steps.count)
        zermelo_play_undo(run->play);
    run->told = 0;
    ask_all_players(run, "START", run->match->start_ms);
    for (; !*cancelled && run->told < record->steps.count; run->told++)
        ask_all_players(run, "PLAY", run->match->play_ms);
    if (*cancelled)
        record->abort_reason = why_interrupted(run);
    return !*cancelled;
}

/* ---- steps ---- */

/* Makes and records one step of the game, or goes back; false if neither can
 * be done. */
static bool make_step(MatchRun *run)
{
    Record *record = run->record;
    ask_all_players(run, "PLAY", run->match->play_ms);
    for (size_t i = 0; i < run->role_count; i++)
        if (run->requests[i].takes_back)
            return take_back(run, i);
    RecordedMove *moves =
        arena_array(record->arena, RecordedMove, run->role_count);
    bool can_go_on = !*run->match->cancelled;
    if (!can_go_on)
        record->abort_reason = why_interrupted(run);
    for (size_t i = 0; i < run->role_count && can_go_on; i++) {
        can_go_on = record_move(run, i, &moves[i]);
        if (!can_go_on)
            record->abort_reason = "a role has no legal move";
    }
    if (!can_go_on || !zermelo_play_step(run->play, run->choices))
        return false;
    record_percepts(run, moves);
    vec_push(&record->steps, moves);
    run->told = record->steps.count;
    record_position(run);
    assert(record->positions.count == record->steps.count + 1);
    return true;
}

/* ---- a match ---- */

static void start_match(MatchRun *run)
{
    const Match *match = run->match;
    Record *record = run->record;
    if (match->notify)
        match->notify(match->data, record, run->play);
    ask_all_players(run, "START", match->start_ms);
    for (size_t i = 0; i < run->role_count; i++)
        if (match->players[i])
            record->start_faults[i] = run->requests[i].fault;
    record_position(run);
    if (match->notify)
        match->notify(match->data, record, run->play);
}

static void play_steps(MatchRun *run)
{
    const Match *match = run->match;
    Record *record = run->record;
    while (!zermelo_play_terminal(run->play)) {
        record->abort_reason = zermelo_play_failure(run->play);
        if (!record->abort_reason &&
            zermelo_play_length(run->play) >= match->max_steps)
            record->abort_reason = "too many steps";
        if (!record->abort_reason && *match->cancelled)
            record->abort_reason = why_interrupted(run);
        if (record->abort_reason || !make_step(run))
            return;
        if (match->notify)
            match->notify(match->data, record, run->play);
    }
    record->abort_reason = zermelo_play_failure(run->play);
    record->completed = !record->abort_reason;
}

static void stop_match(MatchRun *run)
{
    Record *record = run->record;
    for (size_t i = 0; i < run->role_count && record->completed; i++)
        if (zermelo_play_goal_count(run->play, i) == 1)
            record->goals[i] = zermelo_play_goal(run->play, i, 0);
    ask_all_players(run, record->completed ? "STOP" : "ABORT",
                    record->completed ? run->match->play_ms : 1000);
}

/* Thirty-two letters and digits. */
static const char *new_token(Arena *arena, uint64_t seed)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    Random random = random_new(seed, (uint64_t)unix_milliseconds());
    char text[33] = {0};
    for (size_t i = 0; i < 32; i++)
        text[i] = letters[random_below(&random, sizeof letters - 1)];
    return arena_strdup(arena, text);
}

/* Reads the moves that it begins with. */
static bool read_given_moves(MatchRun *run, const ZermeloLimits *limits,
                             const char **why)
{
    const Match *match = run->match;
    char *message = NULL;
    if (!match->from || !*match->from)
        return true;
    run->given = zermelo_play_new(match->game, limits, why);
    if (!run->given || !zermelo_play_moves(run->given, match->from, &message)) {
        free(message);
        *why = "the moves it is to begin with cannot be made";
        return false;
    }
    run->record->given_steps = zermelo_play_length(run->given);
    return true;
}

static char *rules_on_one_line(ZermeloGame *game)
{
    char *print = zermelo_print(game, ZERMELO_KIF);
    Text line = {0};
    message_add_rules(&line, print);
    free(print);
    return text_take(&line);
}

static Record *new_record(const Match *match, const ZermeloPlay *play)
{
    Arena *arena = arena_new();
    size_t role_count = zermelo_play_role_count(play);
    bool has_percepts = strcmp(zermelo_language(match->game), "GDL-II") == 0;
    Record *record = arena_alloc(arena, sizeof *record);
    *record = (Record){
        .arena = arena,
        .match = match,
        .token = new_token(arena, match->seed),
        .has_percepts = has_percepts,
        .role_count = role_count,
        .roles = arena_array(arena, const char *, role_count),
        .start_faults = arena_array(arena, AnswerFault, role_count),
        .unix_ms = unix_milliseconds(),
        .goals = arena_array(arena, int, role_count),
    };
    for (size_t i = 0; i < role_count; i++) {
        record->roles[i] = arena_strdup(arena, zermelo_play_role(play, i));
        record->goals[i] = -1;
    }
    return record;
}

/* False if it cannot be played. */
static bool begin_run(MatchRun *run, const Match *match, const char **why)
{
    const ZermeloLimits limits = {.cancelled = match->cancelled};
    ZermeloPlay *play = zermelo_play_new(match->game, &limits, why);
    if (!play)
        return false;
    *run = (MatchRun){.match = match,
                      .play = play,
                      .record = new_record(match, play),
                      .role_count = zermelo_play_role_count(play),
                      .rules = rules_on_one_line(match->game),
                      .random = random_new(match->seed, UINT64_MAX)};
    Arena *arena = run->record->arena;
    run->requests = arena_array(arena, PlayerRequest, run->role_count);
    run->choices = arena_array(arena, size_t, run->role_count);
    return true;
}

Record *match_run(const Match *match, const char **why)
{
    MatchRun run;
    const ZermeloLimits limits = {.cancelled = match->cancelled};
    if (!begin_run(&run, match, why))
        return NULL;
    bool can_begin = read_given_moves(&run, &limits, why);
    if (can_begin) {
        start_match(&run);
        play_steps(&run);
        stop_match(&run);
    }
    for (size_t i = 0; i < run.role_count; i++)
        free(run.requests[i].answer);
    free(run.rules);
    zermelo_play_free(run.play);
    zermelo_play_free(run.given);
    if (can_begin)
        return run.record;
    record_free(run.record);
    return NULL;
}

/* All moves of PLAY, as zermelo_play_moves takes them. */
static char *moves_of(const ZermeloPlay *play)
{
    Text moves = {0};
    for (size_t i = 0; i < zermelo_play_length(play); i++)
        for (size_t k = 0; k < zermelo_play_role_count(play); k++) {
            text_adds(&moves, k ? ", " : i ? "; " : "");
            text_adds(&moves, zermelo_play_made(play, i, k));
        }
    return text_take(&moves);
}

/* By a match that ends after the next step. */
bool match_hint(const HumanQuestion *question, size_t *choice)
{
    enum { START_MS = 500, PLAY_MS = 800 };
    const char *why;
    const AgentOptions options = {.seed = 1};
    const ZermeloPlay *play = question->play;
    size_t role = question->role, length = zermelo_play_length(play);
    MatchPlayer **players =
        memory_zeroed(zermelo_play_role_count(play), sizeof(MatchPlayer *));
    players[role] = match_player_new("auto", &options, &why);
    char *from = moves_of(play);
    const Match match = {.game = question->game,
                         .id = "hint",
                         .players = players,
                         .start_ms = START_MS,
                         .play_ms = PLAY_MS,
                         .grace_seconds = 10,
                         .max_steps = length + 1,
                         .from = from,
                         .cancelled = question->cancelled};
    Record *record = match_run(&match, &why);
    const RecordedMove *hint = record && record->steps.count > length
                                   ? &record->steps.items[length][role]
                                   : NULL;
    bool is_found = hint && hint->fault == FAULT_NONE &&
                    find_move(play, role, hint->move, ZERMELO_INFIX, choice);
    record_free(record);
    match_player_free(players[role]);
    free_all(players, from);
    return is_found;
}

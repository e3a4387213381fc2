/* cmd_tournament.c - zermelo tournament FILE... --player NAME=SPEC...
 *
 * A round robin of players over games. Every match is a process of its own,
 * whose record goes into a database (batch/dispatch.h); what is there is not
 * played again. Start reading at cmd_tournament(), at the end.
 */
#include "cli/output.h"
#include "cli/tournament/tournament.h"

#include "base/budget.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_NAME_LENGTH = 20,
    MAX_PLAYERS = 256,
    MAX_MATCHES = 1000000,
    REACH_SECONDS = 5, /* for a player over HTTP, to say that it is there */
};

typedef struct {
    const Arguments *arguments;
    Tournament tournament;
    RuleFiles *files;
    CellRunner runner;
    CellOptions options; /* of all matches */
    size_t most_seats;   /* of a game */
} TournamentRun;

/* ---- players ---- */

static int check_player(const Tournament *tournament, const MatchPlayer *player)
{
    if (player->kind == PLAYER_HUMAN)
        return fail("usage", "a human can play in match, not in a tournament");
    for (size_t i = 0; i < tournament->player_count; i++) {
        const MatchPlayer *other = tournament->players[i];
        if (strcmp(other->name, player->name) == 0)
            return fail("usage", "there are two players %s", player->name);
        if (player->kind == PLAYER_REMOTE &&
            strcmp(other->spec, player->spec) == 0)
            return fail("usage", "%s and %s are one player: %s", other->name,
                        player->name, player->spec);
    }
    return EXIT_YES;
}

static int add_player(Tournament *tournament, const char *value)
{
    const char *equals = strchr(value, '='), *why;
    char *name = memory_strndup(value, equals ? (size_t)(equals - value) : 0);
    bool is_named = is_plain_name(name, MAX_NAME_LENGTH);
    free(name);
    if (!is_named)
        return fail("usage",
                    "--player takes NAME=SPEC, where NAME is up to %d letters, "
                    "digits, - _ and ., not \"%s\"",
                    MAX_NAME_LENGTH, value);
    MatchPlayer *player = match_player_new(value, &(AgentOptions){0}, &why);
    if (!player)
        return fail("usage", "--player %s: %s", value, why);
    int status = check_player(tournament, player);
    tournament->players[tournament->player_count++] = player;
    return status;
}

static int find_players(TournamentRun *run)
{
    Tournament *tournament = &run->tournament;
    const char *value;
    tournament->players =
        arena_array(tournament->arena, MatchPlayer *, MAX_PLAYERS);
    for (size_t i = 0; (value = next_value(run->arguments, "player", &i));) {
        if (tournament->player_count == MAX_PLAYERS)
            return fail("usage", "there are more than %d players", MAX_PLAYERS);
        if (add_player(tournament, value) != EXIT_YES)
            return EXIT_ERROR;
    }
    return tournament->player_count
               ? EXIT_YES
               : fail("usage", "--player NAME=SPEC is missing: who plays");
}

/* One that is not there yet may come before its first match. */
static int warn_of_absent_players(TournamentRun *run)
{
    for (size_t i = 0; i < run->tournament.player_count && !interrupted; i++) {
        char message[] = "(INFO)";
        PlayerRequest request = {.player = run->tournament.players[i],
                                 .message = message,
                                 .clock_seconds = REACH_SECONDS,
                                 .limit_seconds = REACH_SECONDS,
                                 .cancelled = &interrupted};
        if (request.player->kind != PLAYER_REMOTE)
            continue;
        match_player_ask(&request);
        if (request.fault == FAULT_CONNECTION && !interrupted)
            fprintf(stderr, "zermelo: warning: %s does not answer at %s\n",
                    request.player->name, request.player->spec);
        free(request.answer);
    }
    return EXIT_YES;
}

/* ---- games ---- */

/* Sets the roles that are played. */
static void set_roles(Tournament *tournament, TournamentGame *game,
                      const ZermeloPlay *play)
{
    Arena *arena = tournament->arena;
    size_t count = zermelo_play_role_count(play);
    game->roles = arena_array(arena, const char *, count);
    game->role_numbers = arena_array(arena, size_t, count);
    for (size_t i = 0; i < count; i++) {
        const char *role = zermelo_play_role(play, i);
        if (zermelo_play_is_random(play, i))
            continue;
        game->role_numbers[game->seat_count] = i;
        game->roles[game->seat_count++] = arena_strdup(arena, role);
    }
}

static int check_game(TournamentRun *run, TournamentGame *game,
                      ZermeloGame *rules)
{
    Tournament *tournament = &run->tournament;
    const char *path = game->file->path, *why;
    const ZermeloLimits limits = limits_of(run->arguments);
    if (!zermelo_usable(rules)) {
        refuse_game(rules, "these rules cannot be used");
        return EXIT_ERROR;
    }
    ZermeloPlay *play = zermelo_play_new(rules, &limits, &why);
    if (!play)
        return fail("model", "%s: %s", path, why);
    set_roles(tournament, game, play);
    zermelo_play_free(play);
    if (game->seat_count < 1)
        return fail("usage", "%s: nobody plays but random", path);
    if (game->seat_count > tournament->player_count)
        return fail("usage", "%s: %zu players are needed, and there %s %zu",
                    path, game->seat_count,
                    tournament->player_count == 1 ? "is" : "are",
                    tournament->player_count);
    return check_given_moves(run->arguments, rules, path);
}

static bool is_known_game(const Tournament *tournament, const RuleFile *file)
{
    for (size_t i = 0; i < tournament->game_count; i++)
        if (strcmp(tournament->games[i].file->digest, file->digest) == 0)
            return true;
    return false;
}

static int find_games(TournamentRun *run)
{
    Tournament *tournament = &run->tournament;
    const Arguments *arguments = run->arguments;
    const char *why;
    for (size_t i = 0; i < arguments->operand_count; i++)
        if (!rule_files_add(run->files, arguments->operands[i],
                            RULE_FILES_NAMED, &why))
            return fail("file", "%s: %s", arguments->operands[i], why);
    size_t count = rule_files_count(run->files);
    tournament->games = arena_array(tournament->arena, TournamentGame, count);
    for (size_t i = 0; i < count; i++) {
        const RuleFile *file = rule_files_at(run->files, i);
        TournamentGame game = {.file = file};
        if (is_known_game(tournament, file))
            continue;
        ZermeloGame *rules = load_text(arguments, file->path);
        int status = rules ? check_game(run, &game, rules) : EXIT_ERROR;
        zermelo_free(rules);
        if (status != EXIT_YES)
            return status;
        tournament->games[tournament->game_count++] = game;
        if (game.seat_count > run->most_seats)
            run->most_seats = game.seat_count;
    }
    return tournament->game_count
               ? EXIT_YES
               : fail("file", "there is no .kif, .gdl, .hrf or .pl file");
}

/* ---- options of matches ---- */

static int read_options(TournamentRun *run)
{
    const Arguments *arguments = run->arguments;
    Tournament *tournament = &run->tournament;
    tournament->round_count = count_option(arguments, "rounds", 1);
    tournament->seed = count_option(arguments, "seed", 1);
    if (!tournament->round_count)
        return fail("usage", "--rounds takes a number above 0");
    run->options =
        cell_options(tournament->arena, arguments, find_command("match"),
                     "entrant rounds concurrent tournament-results "
                     "tournament-html seed json "
                     "time");
    double grace = seconds_option(arguments, "grace", 1);
    tournament->longest_seconds =
        60 + seconds_option(arguments, "startclock", 30) + grace +
        ((double)count_option(arguments, "steps", 1000) + 1) *
            (seconds_option(arguments, "playclock", 10) + grace);
    return check_clocks(arguments);
}

static int plan_matches(TournamentRun *run)
{
    Tournament *tournament = &run->tournament;
    if (tournament_size(tournament) > MAX_MATCHES)
        return fail("usage", "that would be %.0f matches, and %d are too many",
                    tournament_size(tournament), MAX_MATCHES);
    if (runner_open(&run->runner, run->arguments, NULL) != EXIT_YES)
        return EXIT_ERROR;
    tournament->runner = &run->runner;
    tournament_plan(tournament, &run->options);
    return EXIT_YES;
}

/* ---- running ---- */

static void read_row(void *data, const CellRow *row)
{
    TournamentRun *run = ((void **)data)[0];
    match_read(&run->tournament, ((void **)data)[1], row->answer, row->seconds);
}

static void run_matches(TournamentRun *run)
{
    Tournament *tournament = &run->tournament;
    /* as many as leave every player a processor of its own */
    size_t spare = processor_count() / run->most_seats;
    size_t jobs = count_option(run->arguments, "concurrent", 0);
    runner_run(&run->runner, tournament->cells, tournament->match_count,
               "matches",
               jobs    ? jobs
               : spare ? spare
                       : 1);
    for (size_t i = 0; i < tournament->match_count; i++) {
        void *data[] = {run, &tournament->matches[i]};
        store_find(run->runner.store, &tournament->cells[i].key, read_row,
                   data);
    }
}

/* ---- the report ---- */

static int play_and_report(TournamentRun *run)
{
    Text page = {0}, text = {0};
    json_t *answer = NULL;
    run_matches(run);
    Standings standings = standings_new(&run->tournament);
    if (has_option(run->arguments, "html"))
        report_page(&page, &standings);
    if (wants_json) {
        answer = report_json(&standings);
        json_put(answer, "stopped", json_boolean(run->runner.end.is_stopped));
    } else {
        report_text(&text, &standings);
    }
    return runner_print(&run->runner, run->arguments, answer, &text, &page,
                        standings.completed_count < run->tournament.match_count
                            ? EXIT_UNKNOWN
                            : EXIT_YES);
}

static void run_free(TournamentRun *run)
{
    Tournament *tournament = &run->tournament;
    for (size_t i = 0; i < tournament->player_count; i++)
        match_player_free(tournament->players[i]);
    runner_close(&run->runner);
    cell_options_free(&run->options);
    rule_files_free(run->files);
    arena_free(tournament->arena);
}

int cmd_tournament(const Arguments *arguments)
{
    static int (*const steps[])(TournamentRun *) = {
        read_options, find_players,           find_games,
        plan_matches, warn_of_absent_players, play_and_report};
    TournamentRun run = {.arguments = arguments,
                         .tournament = {.arena = arena_new()},
                         .files = rule_files_new()};
    int status = EXIT_YES;
    for (size_t i = 0; status == EXIT_YES && i < sizeof steps / sizeof *steps;
         i++)
        status = steps[i](&run);
    run_free(&run);
    return status;
}

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

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_NAME_LENGTH = 20,
    MAX_PLAYERS = 256,
    MAX_MATCHES = 1000000,
    REACH_SECONDS = 5, /* for a player over HTTP, to say that it is there */
};

/* ---- players ---- */

static int check_player(const Tournament *tournament, const MatchPlayer *player)
{
    if (player->kind == PLAYER_HUMAN)
        return fail("usage", "a human can play in match, not in a tournament");
    for (size_t i = 0; i < tournament->player_count; i++) {
        const MatchPlayer *other = tournament->players[i].player;
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
    if (tournament->player_count == MAX_PLAYERS)
        return fail("usage", "there are more than %d players", MAX_PLAYERS);
    MatchPlayer *player = match_player_new(value, &(AgentOptions){0}, &why);
    if (!player)
        return fail("usage", "--player %s: %s", value, why);
    int status = check_player(tournament, player);
    tournament->players[tournament->player_count++].player = player;
    return status;
}

static int find_players(Tournament *tournament)
{
    const char *value;
    tournament->players = arena_array(tournament->arena, Entrant, MAX_PLAYERS);
    for (size_t i = 0;
         (value = next_value(tournament->arguments, "player", &i));)
        if (add_player(tournament, value) != EXIT_YES)
            return EXIT_ERROR;
    return tournament->player_count
               ? EXIT_YES
               : fail("usage", "--player NAME=SPEC is missing: who plays");
}

/* One that is not there yet may come before its first match. */
static int warn_of_absent_players(Tournament *tournament)
{
    for (size_t i = 0; i < tournament->player_count && !interrupted; i++) {
        char message[] = "(INFO)";
        PlayerRequest request = {.player = tournament->players[i].player,
                                 .message = message,
                                 .clock_seconds = REACH_SECONDS,
                                 .limit_seconds = REACH_SECONDS,
                                 .question.cancelled = &interrupted};
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
static void set_roles(Arena *arena, TournamentGame *game,
                      const ZermeloPlay *play)
{
    size_t count = zermelo_play_role_count(play);
    game->roles = arena_array(arena, const char *, count);
    game->role_numbers = arena_array(arena, size_t, count);
    for (size_t i = 0; i < count; i++) {
        if (zermelo_play_is_random(play, i))
            continue;
        game->role_numbers[game->seat_count] = i;
        game->roles[game->seat_count++] =
            arena_strdup(arena, zermelo_play_role(play, i));
    }
}

static int check_game(Tournament *tournament, TournamentGame *game,
                      ZermeloGame *rules)
{
    const char *path = game->file->path, *why;
    const ZermeloLimits limits = limits_of(tournament->arguments);
    if (!zermelo_usable(rules)) {
        refuse_game(rules, "these rules cannot be used");
        return EXIT_ERROR;
    }
    ZermeloPlay *play = zermelo_play_new(rules, &limits, &why);
    if (!play)
        return fail("model", "%s: %s", path, why);
    set_roles(tournament->arena, game, play);
    zermelo_play_free(play);
    if (game->seat_count < 1)
        return fail("usage", "%s: nobody plays but random", path);
    if (game->seat_count > tournament->player_count)
        return fail("usage", "%s: %zu players are needed, and there %s %zu",
                    path, game->seat_count,
                    tournament->player_count == 1 ? "is" : "are",
                    tournament->player_count);
    return check_given_moves(tournament->arguments, rules, path);
}

static int find_games(Tournament *tournament)
{
    const Arguments *arguments = tournament->arguments;
    const char *why;
    for (size_t i = 0; i < arguments->operand_count; i++)
        if (!rule_files_add(tournament->files, arguments->operands[i],
                            RULE_FILES_NAMED, &why))
            return fail("file", "%s: %s", arguments->operands[i], why);
    size_t count = tournament->files->list.count;
    tournament->games = arena_array(tournament->arena, TournamentGame, count);
    for (size_t i = 0; i < count; i++) {
        TournamentGame game = {.file = &tournament->files->list.items[i]};
        size_t same = 0;
        while (same < tournament->game_count &&
               strcmp(tournament->games[same].file->digest,
                      game.file->digest) != 0)
            same++;
        if (same < tournament->game_count)
            continue;
        ZermeloGame *rules = load_text(arguments, game.file->path);
        int status = rules ? check_game(tournament, &game, rules) : EXIT_ERROR;
        zermelo_free(rules);
        if (status != EXIT_YES)
            return status;
        tournament->games[tournament->game_count++] = game;
    }
    return tournament->game_count
               ? EXIT_YES
               : fail("file", "there is no .kif, .gdl, .hrf or .pl file");
}

/* ---- matches ---- */

static int read_options(Tournament *tournament)
{
    const Arguments *arguments = tournament->arguments;
    tournament->round_count = count_option(arguments, "rounds", 1);
    if (!tournament->round_count)
        return fail("usage", "--rounds takes a number above 0");
    tournament->options =
        cell_options(tournament->arena, arguments, find_command("match"),
                     "entrant rounds concurrent tournament-results "
                     "tournament-html seed json time");
    return check_clocks(arguments);
}

/* Seconds that a match can take. */
static double longest_seconds(const Arguments *arguments)
{
    double grace = seconds_option(arguments, "grace", 1);
    return 60 + seconds_option(arguments, "startclock", 30) + grace +
           ((double)count_option(arguments, "steps", 1000) + 1) *
               (seconds_option(arguments, "playclock", 10) + grace);
}

/* The players over HTTP, which play one match at a time; ends in NULL. */
static const char *const *exclusive_players(const Tournament *tournament,
                                            const TournamentMatch *match)
{
    size_t seats = tournament->games[match->game].seat_count, count = 0;
    const char **list = arena_array(tournament->arena, const char *, seats + 1);
    for (size_t i = 0; i < seats; i++) {
        const MatchPlayer *player =
            tournament->players[match->seats[i].player].player;
        if (player->kind == PLAYER_REMOTE)
            list[count++] = player->spec;
    }
    return count ? list : NULL;
}

/* The seed of a match depends on its round alone: both seatings of a pair have
 * the same one. */
static Cell match_cell(const Tournament *tournament,
                       const TournamentMatch *match)
{
    Arena *arena = tournament->arena;
    const TournamentGame *game = &tournament->games[match->game];
    uint64_t seed = count_option(tournament->arguments, "seed", 1);
    CellOptions options = {0};
    for (const CellOption *option = tournament->options.first; option;
         option = option->next)
        cell_options_add(arena, &options, option->name, option->value);
    cell_options_add(arena, &options, "seed",
                     arena_printf(arena, "%" PRIu64, seed + match->round));
    for (size_t i = 0; i < game->seat_count; i++) {
        const MatchPlayer *player =
            tournament->players[match->seats[i].player].player;
        cell_options_add(arena, &options, "player",
                         arena_printf(arena, "%s=%s=%s", game->roles[i],
                                      player->name, player->spec));
    }
    Cell cell = runner_cell(&tournament->runner, arena, find_command("match"),
                            &options, 0, game->file);
    cell.seconds = longest_seconds(tournament->arguments);
    cell.exclusive = exclusive_players(tournament, match);
    return cell;
}

/* Adds the matches of one game in one round. */
static void add_matches(Tournament *tournament, size_t round, size_t game)
{
    size_t seats = tournament->games[game].seat_count;
    double count = pairing_count(tournament->player_count, seats);
    for (size_t k = 0; (double)k < count; k++) {
        size_t number = tournament->match_count++;
        TournamentMatch *match = &tournament->matches[number];
        *match = (TournamentMatch){
            .game = game,
            .round = round,
            .seats = arena_array(tournament->arena, Seat, seats)};
        for (size_t i = 0; i < seats; i++)
            match->seats[i] = (Seat){
                .player = pairing_player(tournament->player_count, seats, k, i),
                .goal = -1};
        tournament->cells[number] = match_cell(tournament, match);
    }
}

/* Rounds come first, so that what is there after an early stop is balanced. */
static int plan_matches(Tournament *tournament)
{
    double size = 0;
    for (size_t i = 0; i < tournament->game_count; i++)
        size += pairing_count(tournament->player_count,
                              tournament->games[i].seat_count) *
                (double)tournament->round_count;
    if (size > MAX_MATCHES)
        return fail("usage", "that would be %.0f matches, and %d are too many",
                    size, MAX_MATCHES);
    if (runner_open(&tournament->runner, tournament->arguments, NULL) !=
        EXIT_YES)
        return EXIT_ERROR;
    size_t count = (size_t)size;
    tournament->matches =
        arena_array(tournament->arena, TournamentMatch, count);
    tournament->cells = arena_array(tournament->arena, Cell, count);
    for (size_t i = 0; i < tournament->round_count; i++)
        for (size_t k = 0; k < tournament->game_count; k++)
            add_matches(tournament, i, k);
    assert(tournament->match_count == count);
    return EXIT_YES;
}

/* ---- running ---- */

static int run_matches(Tournament *tournament)
{
    size_t most_seats = 1,
           jobs = count_option(tournament->arguments, "concurrent", 0);
    for (size_t i = 0; i < tournament->game_count; i++)
        if (tournament->games[i].seat_count > most_seats)
            most_seats = tournament->games[i].seat_count;
    if (!jobs) /* a processor for every player */
        jobs =
            processor_count() > most_seats ? processor_count() / most_seats : 1;
    runner_run(&tournament->runner, tournament->cells, tournament->match_count,
               "matches", jobs);
    for (size_t i = 0; i < tournament->match_count; i++) {
        CellRow row;
        if (store_find(tournament->runner.store, &tournament->cells[i].key,
                       &row))
            match_read(tournament, &tournament->matches[i], &row);
        json_decref(row.answer);
    }
    tournament_rate(tournament);
    return EXIT_YES;
}

static int report(Tournament *tournament)
{
    Text page = {0}, text = {0};
    json_t *answer = wants_json ? report_json(tournament) : NULL;
    if (has_option(tournament->arguments, "html"))
        report_page(&page, tournament);
    if (!wants_json)
        report_text(&text, tournament);
    return runner_print(
        &tournament->runner, tournament->arguments, answer, &text, &page,
        tournament->completed_count < tournament->match_count ? EXIT_UNKNOWN
                                                              : EXIT_YES);
}

int cmd_tournament(const Arguments *arguments)
{
    static int (*const steps[])(Tournament *) = {
        read_options,           find_players, find_games, plan_matches,
        warn_of_absent_players, run_matches,  report};
    Tournament tournament = {.arguments = arguments,
                             .arena = arguments->arena,
                             .files = rule_files_new()};
    int status = EXIT_YES;
    for (size_t i = 0; status == EXIT_YES && i < sizeof steps / sizeof *steps;
         i++)
        status = steps[i](&tournament);
    for (size_t i = 0; i < tournament.player_count; i++)
        match_player_free(tournament.players[i].player);
    runner_close(&tournament.runner);
    rule_files_free(tournament.files);
    return status;
}

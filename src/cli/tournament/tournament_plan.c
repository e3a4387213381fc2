/* tournament_plan.c - the matches of a tournament, as cells of a batch
 *
 * In:   players, games, rounds
 * Out:  every match of the round robin, and the command that plays it
 * Next: batch/dispatch.h runs them, cli/tournament/standings.c reads them
 *
 * Rounds come first, so that what is there after an early stop is balanced. The
 * seed of a match depends on its round alone: both seatings of a pair have the
 * same one.
 */
#include "cli/tournament/tournament.h"

#include <inttypes.h>
#include <assert.h>

double tournament_size(const Tournament *tournament)
{
    double count = 0;
    for (size_t i = 0; i < tournament->game_count; i++)
        count += pairing_count(tournament->player_count,
                               tournament->games[i].seat_count);
    return count * (double)tournament->round_count;
}

/* ---- cells ---- */

/* The players over HTTP, which play one match at a time; ends in NULL. */
static const char *const *exclusive_players(const Tournament *tournament,
                                            const TournamentMatch *match)
{
    size_t seats = tournament->games[match->game].seat_count, count = 0;
    const char **list = arena_array(tournament->arena, const char *, seats + 1);
    for (size_t i = 0; i < seats; i++) {
        const MatchPlayer *player = tournament->players[match->seats[i].player];
        if (player->kind == PLAYER_REMOTE)
            list[count++] = player->spec;
    }
    return count ? list : NULL;
}

static Cell new_cell(const Tournament *tournament, const TournamentMatch *match,
                     const CellOptions *common)
{
    Arena *arena = tournament->arena;
    const TournamentGame *game = &tournament->games[match->game];
    CellOptions options = {0};
    for (size_t i = 0; i < common->list.count; i++)
        cell_options_add(&options, common->list.items[i].name,
                         common->list.items[i].value);
    cell_options_add(
        &options, "seed",
        arena_printf(arena, "%" PRIu64, tournament->seed + match->round));
    for (size_t i = 0; i < game->seat_count; i++) {
        const MatchPlayer *player = tournament->players[match->seats[i].player];
        cell_options_add(&options, "player",
                         arena_printf(arena, "%s=%s=%s", game->roles[i],
                                      player->name, player->spec));
    }
    Cell cell = runner_cell(tournament->runner, arena, find_command("match"),
                            &options, 0, game->file);
    cell.seconds = tournament->longest_seconds;
    cell.exclusive = exclusive_players(tournament, match);
    cell_options_free(&options);
    return cell;
}

/* ---- matches ---- */

/* Adds the matches of one game in one round. */
static void add_matches(Tournament *tournament, size_t round, size_t game,
                        const CellOptions *options)
{
    size_t seats = tournament->games[game].seat_count;
    Pairing pairing = pairing_first(tournament->player_count, seats);
    do {
        size_t number = tournament->match_count++;
        TournamentMatch *match = &tournament->matches[number];
        *match = (TournamentMatch){
            .game = game,
            .round = round,
            .seats = arena_array(tournament->arena, Seat, seats)};
        for (size_t i = 0; i < seats; i++)
            match->seats[i] =
                (Seat){.player = pairing_player(&pairing, i), .goal = -1};
        tournament->cells[number] = new_cell(tournament, match, options);
    } while (pairing_next(&pairing));
    pairing_free(&pairing);
}

void tournament_plan(Tournament *tournament, const CellOptions *options)
{
    size_t count = (size_t)tournament_size(tournament);
    tournament->matches =
        arena_array(tournament->arena, TournamentMatch, count);
    tournament->cells = arena_array(tournament->arena, Cell, count);
    for (size_t i = 0; i < tournament->round_count; i++)
        for (size_t k = 0; k < tournament->game_count; k++)
            add_matches(tournament, i, k, options);
    assert(tournament->match_count == count);
}

/* tournament_report.c - tables of a tournament, for a terminal, a page, JSON
 *
 * In:   a Tournament and its Standings
 * Out:  ratings, a cross table, and goals by game
 *
 * Players are numbered by their ratings. Columns have these numbers, so that
 * twelve players fit into 80 characters; more of them get further tables.
 */
#include "cli/tournament/tournament.h"

#include "batch/page.h"
#include "cli/output.h"
#include "play/match.h"

#include <math.h>

enum { MAX_WIDTH = 80, MAX_COLUMNS = 12 };

/* ---- tables ---- */

static void add_share(Grid *grid, double share, const char *format)
{
    if (isnan(share))
        grid_add(grid, "-");
    else
        grid_addf(grid, format, 100 * share);
}

static Grid rating_grid(const Standings *standings)
{
    static const char *const heads[] = {"player", "#",       "Elo",
                                        "95 %",   "matches", "score",
                                        "goal",   "illegal", "late"};
    const Tournament *tournament = standings->tournament;
    Grid grid = {.arena = tournament->arena};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        grid_add_column(&grid, heads[i], i ? GRID_RIGHT : GRID_LEFT);
    for (size_t i = 0; i < tournament->player_count; i++) {
        size_t player = standings->order[i];
        Rating rating = standings->ratings[player];
        const Score *score = &standings->scores[player];
        grid_add(&grid, tournament->players[player]->name);
        grid_addf(&grid, "%zu", i + 1);
        grid_addf(&grid, "%.0f", rating.elo);
        grid_addf(&grid, "%.0f to %.0f", rating.elo - rating.margin,
                  rating.elo + rating.margin);
        grid_addf(&grid, "%zu", score->matches);
        add_share(&grid, score_share(standings, player, SIZE_MAX), "%.1f");
        grid_addf(&grid, "%.1f", score_mean(score));
        grid_addf(&grid, "%zu", standings->illegal[player]);
        grid_addf(&grid, "%zu", standings->late[player]);
    }
    return grid;
}

/* Columns for the players from FIRST up to END, by their numbers. */
static void add_player_columns(Grid *grid, size_t first, size_t end)
{
    for (size_t k = first; k < end; k++)
        grid_add_column(grid, arena_printf(grid->arena, "%zu", k + 1),
                        GRID_RIGHT);
}

/* Of each player against those from FIRST up to END. */
static Grid cross_grid(const Standings *standings, size_t first, size_t end)
{
    const Tournament *tournament = standings->tournament;
    const size_t *order = standings->order;
    Grid grid = {.arena = tournament->arena};
    grid_add_column(&grid, "player", GRID_LEFT);
    grid_add_column(&grid, "#", GRID_RIGHT);
    add_player_columns(&grid, first, end);
    for (size_t i = 0; i < tournament->player_count; i++) {
        grid_add(&grid, tournament->players[order[i]]->name);
        grid_addf(&grid, "%zu", i + 1);
        for (size_t k = first; k < end; k++)
            add_share(&grid, score_share(standings, order[i], order[k]),
                      "%.0f");
    }
    return grid;
}

static const Score *score_in_game(const Standings *standings, size_t game,
                                  size_t player)
{
    return &standings
                ->by_game[game * standings->tournament->player_count + player];
}

static Grid game_grid(const Standings *standings, size_t first, size_t end)
{
    const Tournament *tournament = standings->tournament;
    Grid grid = {.arena = tournament->arena};
    grid_add_column(&grid, "game", GRID_LEFT);
    add_player_columns(&grid, first, end);
    for (size_t i = 0; i < tournament->game_count; i++) {
        grid_add(&grid, tournament->games[i].file->relative);
        for (size_t k = first; k < end; k++) {
            const Score *score =
                score_in_game(standings, i, standings->order[k]);
            add_share(&grid,
                      score->matches ? score_mean(score) / 100 : (double)NAN,
                      "%.0f");
        }
    }
    return grid;
}

/* ---- what is said beside them ---- */

static const char *count_words(const Standings *standings)
{
    const Tournament *tournament = standings->tournament;
    size_t known = 0;
    for (size_t i = 0; i < tournament->match_count; i++)
        known += tournament->matches[i].is_known;
    const char *words = arena_printf(tournament->arena, "%zu of %zu matches",
                                     known, tournament->match_count);
    if (standings->completed_count < known)
        words = arena_printf(tournament->arena,
                             "%s, of which %zu did not come to an end", words,
                             known - standings->completed_count);
    return words;
}

static const char rating_words[] =
    "Ratings: Bradley and Terry, on the scale of Elo; 0 is the mean.";
static const char cross_words[] =
    "Score of each player against each other, in percent:";
static const char game_words[] = "Mean goal by game:";

/* ---- for a terminal ---- */

static void add_grid(Text *out, Grid grid)
{
    grid_add_text(out, &grid, MAX_WIDTH);
    grid_clear(&grid);
}

/* In parts of as many columns as fit. */
static void add_grids(Text *out, const Standings *standings,
                      Grid (*part)(const Standings *, size_t, size_t))
{
    size_t count = standings->tournament->player_count;
    for (size_t i = 0; i < count; i += MAX_COLUMNS)
        add_grid(out, part(standings, i,
                           count < i + MAX_COLUMNS ? count : i + MAX_COLUMNS));
}

void report_text(Text *out, const Standings *standings)
{
    text_addf(out, "%s\n%s\n\n", count_words(standings), rating_words);
    add_grid(out, rating_grid(standings));
    text_addf(out, "\n%s\n", cross_words);
    add_grids(out, standings, cross_grid);
    text_addf(out, "\n%s\n", game_words);
    add_grids(out, standings, game_grid);
}

/* ---- a page ---- */

static void add_section(Text *page, const char *heading, const char *words,
                        Grid grid)
{
    page_add_heading(page, NULL, heading);
    page_add_note(page, words);
    page_add_table(page, &grid);
    grid_clear(&grid);
}

void report_page(Text *page, const Standings *standings)
{
    const Tournament *tournament = standings->tournament;
    size_t count = tournament->player_count;
    page_begin(page, "Tournament");
    page_add_paragraph(page, count_words(standings));
    page_add_note(page, arena_printf(tournament->arena, "zermelo %s",
                                     tournament->runner->version));
    add_section(page, "Ratings", rating_words, rating_grid(standings));
    add_section(page, "Cross table", cross_words,
                cross_grid(standings, 0, count));
    add_section(page, "Games", game_words, game_grid(standings, 0, count));
    page_end(page);
}

/* ---- JSON ---- */

static json_t *player_json(const Standings *standings, size_t player)
{
    const Tournament *tournament = standings->tournament;
    Rating rating = standings->ratings[player];
    const Score *score = &standings->scores[player];
    double share = score_share(standings, player, SIZE_MAX);
    size_t count = tournament->player_count;
    json_t *points = json_object();
    for (size_t k = 0; k < count; k++)
        if (!isnan(score_share(standings, player, k)))
            json_put(points, tournament->players[k]->name,
                     json_real(standings->points[player * count + k]));
    return JSON_OBJECT({"player", json_text(tournament->players[player]->name)},
                       {"spec", json_text(tournament->players[player]->spec)},
                       {"rating", json_real(rating.elo)},
                       {"low", json_real(rating.elo - rating.margin)},
                       {"high", json_real(rating.elo + rating.margin)},
                       {"matches", json_count(score->matches)},
                       {"score", isnan(share) ? json_null() : json_real(share)},
                       {"points", points},
                       {"mean", json_real(score_mean(score))},
                       {"margin", json_real(score_margin(score))},
                       {"illegal", json_count(standings->illegal[player])},
                       {"late", json_count(standings->late[player])});
}

static json_t *game_json(const Standings *standings, size_t number)
{
    const Tournament *tournament = standings->tournament;
    const TournamentGame *game = &tournament->games[number];
    json_t *means = json_object();
    for (size_t k = 0; k < tournament->player_count; k++) {
        size_t player = standings->order[k];
        const Score *score = score_in_game(standings, number, player);
        json_put(means, tournament->players[player]->name,
                 score->matches ? json_real(score_mean(score)) : json_null());
    }
    return JSON_OBJECT(
        {"file", json_text(game->file->relative)},
        {"sha256", json_text(game->file->digest)},
        {"roles", json_texts((Texts){game->roles, game->seat_count})},
        {"means", means});
}

static json_t *match_json(const Tournament *tournament,
                          const TournamentMatch *match)
{
    const TournamentGame *game = &tournament->games[match->game];
    json_t *players = json_array(), *goals = json_array();
    size_t illegal = 0, late = 0;
    for (size_t i = 0; i < game->seat_count; i++) {
        const Seat *seat = &match->seats[i];
        json_add(players, json_text(tournament->players[seat->player]->name));
        json_add(goals,
                 seat->goal < 0 ? json_null() : json_integer(seat->goal));
        illegal += seat->illegal;
        late += seat->late;
    }
    return JSON_OBJECT(
        {"file", json_text(game->file->relative)},
        {"round", json_count(match->round + 1)}, {"players", players},
        {"goals", goals}, {"played", json_boolean(match->is_known)},
        {"completed", json_boolean(match->is_completed)},
        {"illegal", json_count(illegal)}, {"late", json_count(late)},
        {"seconds", json_real(match->seconds)});
}

json_t *report_json(const Standings *standings)
{
    const Tournament *tournament = standings->tournament;
    json_t *players = json_array(), *games = json_array(),
           *matches = json_array();
    for (size_t i = 0; i < tournament->player_count; i++)
        json_add(players, player_json(standings, standings->order[i]));
    for (size_t i = 0; i < tournament->game_count; i++)
        json_add(games, game_json(standings, i));
    for (size_t i = 0; i < tournament->match_count; i++)
        json_add(matches, match_json(tournament, &tournament->matches[i]));
    return JSON_OBJECT({"players", players}, {"games", games},
                       {"matches", matches},
                       {"rounds", json_count(tournament->round_count)},
                       {"version", json_text(tournament->runner->version)});
}

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

static Grid rating_grid(const Tournament *tournament,
                        const Standings *standings)
{
    static const char *const heads[] = {"player", "#",       "Elo",
                                        "95 %",   "matches", "score",
                                        "goal",   "illegal", "late"};
    Grid grid = {.arena = tournament->arena};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        grid_add_column(&grid, heads[i], i ? GRID_RIGHT : GRID_LEFT);
    for (size_t i = 0; i < standings->player_count; i++) {
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

/* Columns for the players from FIRST on, by their numbers; how many. */
static size_t add_player_columns(Grid *grid, const Standings *standings,
                                 size_t first, size_t max)
{
    size_t left = standings->player_count - first;
    size_t count = left < max ? left : max;
    for (size_t k = first; k < first + count; k++)
        grid_add_column(grid, arena_printf(grid->arena, "%zu", k + 1),
                        GRID_RIGHT);
    return count;
}

/* Of each player against those from FIRST on. */
static Grid cross_grid(const Tournament *tournament, const Standings *standings,
                       size_t first, size_t max)
{
    const size_t *order = standings->order;
    Grid grid = {.arena = tournament->arena};
    grid_add_column(&grid, "player", GRID_LEFT);
    grid_add_column(&grid, "#", GRID_RIGHT);
    size_t count = add_player_columns(&grid, standings, first, max);
    for (size_t i = 0; i < standings->player_count; i++) {
        grid_add(&grid, tournament->players[order[i]]->name);
        grid_addf(&grid, "%zu", i + 1);
        for (size_t k = first; k < first + count; k++)
            add_share(&grid, score_share(standings, order[i], order[k]),
                      "%.0f");
    }
    return grid;
}

static Grid game_grid(const Tournament *tournament, const Standings *standings,
                      size_t first, size_t max)
{
    Grid grid = {.arena = tournament->arena};
    grid_add_column(&grid, "game", GRID_LEFT);
    size_t count = add_player_columns(&grid, standings, first, max);
    for (size_t i = 0; i < tournament->game_count; i++) {
        grid_add(&grid, tournament->games[i].file->relative);
        for (size_t k = first; k < first + count; k++) {
            const Score *score =
                &standings->by_game[i * standings->player_count +
                                    standings->order[k]];
            add_share(&grid,
                      score->matches ? score_mean(score) / 100 : (double)NAN,
                      "%.0f");
        }
    }
    return grid;
}

/* ---- what is said beside them ---- */

static const char *count_words(const Tournament *tournament,
                               const Standings *standings)
{
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

void report_text(Text *out, const Tournament *tournament,
                 const Standings *standings)
{
    text_addf(out, "%s\n%s\n\n", count_words(tournament, standings),
              rating_words);
    add_grid(out, rating_grid(tournament, standings));
    text_addf(out, "\n%s\n", cross_words);
    for (size_t i = 0; i < standings->player_count; i += MAX_COLUMNS)
        add_grid(out, cross_grid(tournament, standings, i, MAX_COLUMNS));
    text_addf(out, "\n%s\n", game_words);
    for (size_t i = 0; i < standings->player_count; i += MAX_COLUMNS)
        add_grid(out, game_grid(tournament, standings, i, MAX_COLUMNS));
}

/* ---- a page ---- */

static void add_page_grid(Text *page, Grid grid)
{
    page_add_table(page, &grid);
    grid_clear(&grid);
}

void report_page(Text *page, const Tournament *tournament,
                 const Standings *standings)
{
    page_begin(page, "Tournament");
    page_add_paragraph(page, count_words(tournament, standings));
    page_add_note(page, arena_printf(tournament->arena, "zermelo %s",
                                     tournament->version));
    page_add_heading(page, NULL, "Ratings");
    page_add_note(page, rating_words);
    add_page_grid(page, rating_grid(tournament, standings));
    page_add_heading(page, NULL, "Cross table");
    page_add_note(page, cross_words);
    add_page_grid(page, cross_grid(tournament, standings, 0, SIZE_MAX));
    page_add_heading(page, NULL, "Games");
    page_add_note(page, game_words);
    add_page_grid(page, game_grid(tournament, standings, 0, SIZE_MAX));
    page_end(page);
}

/* ---- JSON ---- */

static json_t *players_json(const Tournament *tournament,
                            const Standings *standings)
{
    json_t *list = json_array();
    for (size_t i = 0; i < standings->player_count; i++) {
        size_t player = standings->order[i];
        Rating rating = standings->ratings[player];
        const Score *score = &standings->scores[player];
        double share = score_share(standings, player, SIZE_MAX);
        json_t *points = json_object();
        for (size_t k = 0; k < standings->player_count; k++)
            if (!isnan(score_share(standings, player, k)))
                json_put(
                    points, tournament->players[k]->name,
                    json_real(
                        standings
                            ->points[player * standings->player_count + k]));
        json_array_append_new(
            list,
            JSON_OBJECT(
                {"player", json_text(tournament->players[player]->name)},
                {"spec", json_text(tournament->players[player]->spec)},
                {"rating", json_real(rating.elo)},
                {"low", json_real(rating.elo - rating.margin)},
                {"high", json_real(rating.elo + rating.margin)},
                {"matches", json_count(score->matches)},
                {"score", isnan(share) ? json_null() : json_real(share)},
                {"points", points}, {"mean", json_real(score_mean(score))},
                {"margin", json_real(score_margin(score))},
                {"illegal", json_count(standings->illegal[player])},
                {"late", json_count(standings->late[player])}));
    }
    return list;
}

static json_t *games_json(const Tournament *tournament,
                          const Standings *standings)
{
    json_t *list = json_array();
    for (size_t i = 0; i < tournament->game_count; i++) {
        const TournamentGame *game = &tournament->games[i];
        json_t *means = json_object();
        for (size_t k = 0; k < standings->player_count; k++) {
            size_t player = standings->order[k];
            const Score *score =
                &standings->by_game[i * standings->player_count + player];
            json_put(means, tournament->players[player]->name,
                     score->matches ? json_real(score_mean(score))
                                    : json_null());
        }
        json_array_append_new(
            list, JSON_OBJECT({"file", json_text(game->file->relative)},
                              {"sha256", json_text(game->file->digest)},
                              {"roles", json_texts((Texts){game->roles,
                                                           game->seat_count})},
                              {"means", means}));
    }
    return list;
}

static json_t *match_json(const Tournament *tournament,
                          const TournamentMatch *match)
{
    const TournamentGame *game = &tournament->games[match->game];
    json_t *players = json_array(), *goals = json_array();
    size_t illegal = 0, late = 0;
    for (size_t i = 0; i < game->seat_count; i++) {
        const Seat *seat = &match->seats[i];
        json_array_append_new(
            players, json_text(tournament->players[seat->player]->name));
        json_array_append_new(goals, seat->goal < 0 ? json_null()
                                                    : json_integer(seat->goal));
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

json_t *report_json(const Tournament *tournament, const Standings *standings)
{
    json_t *matches = json_array();
    for (size_t i = 0; i < tournament->match_count; i++)
        json_array_append_new(matches,
                              match_json(tournament, &tournament->matches[i]));
    return JSON_OBJECT({"players", players_json(tournament, standings)},
                       {"games", games_json(tournament, standings)},
                       {"matches", matches},
                       {"rounds", json_count(tournament->round_count)},
                       {"version", json_text(tournament->version)});
}

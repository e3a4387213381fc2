/* tournament_report.c - tables of a tournament, for a terminal, a page, JSON
 *
 * In:   a Tournament that was rated
 * Out:  ratings, a cross table, and goals by game
 *
 * Players are numbered by their ratings. Columns have these numbers, so that
 * twelve players fit into 80 characters; more of them get further tables.
 */
#include "cli/tournament/tournament.h"

#include "batch/page.h"
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

static Grid rating_grid(const Tournament *tournament)
{
    static const char *const heads[] = {"player", "#",       "Elo",
                                        "95 %",   "matches", "score",
                                        "goal",   "illegal", "late"};
    Grid grid = {.arena = tournament->arena};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        grid_add_column(&grid, heads[i], i ? GRID_RIGHT : GRID_LEFT);
    for (size_t i = 0; i < tournament->player_count; i++) {
        size_t number = tournament->order[i];
        const Entrant *entrant = &tournament->players[number];
        const Score *score = &entrant->player->score;
        Rating rating = entrant->rating;
        grid_add(&grid, entrant->player->name);
        grid_addf(&grid, "%zu", i + 1);
        grid_addf(&grid, "%.0f", rating.elo);
        grid_addf(&grid, "%.0f to %.0f", rating.elo - rating.margin,
                  rating.elo + rating.margin);
        grid_addf(&grid, "%zu", score->matches);
        add_share(&grid, score_share(tournament, number, SIZE_MAX), "%.1f");
        grid_addf(&grid, "%.1f", score_mean(score));
        grid_addf(&grid, "%zu", entrant->illegal);
        grid_addf(&grid, "%zu", entrant->late);
    }
    return grid;
}

/* The mean goal of a player; NAN if it has none. */
static double mean_in_game(const Tournament *tournament, size_t game,
                           size_t player)
{
    const Score *score =
        &tournament->by_game[game * tournament->player_count + player];
    return score->matches ? score_mean(score) : NAN;
}

/* With columns for the players from FIRST up to END, by their numbers: of each
 * player against these. */
static Grid cross_grid(const Tournament *tournament, size_t first, size_t end)
{
    const size_t *order = tournament->order;
    Grid grid = {.arena = tournament->arena};
    grid_add_column(&grid, "player", GRID_LEFT);
    for (size_t k = first; k <= end; k++)
        grid_add_column(&grid,
                        k == first ? "#" : arena_printf(grid.arena, "%zu", k),
                        GRID_RIGHT);
    for (size_t i = 0; i < tournament->player_count; i++) {
        grid_add(&grid, tournament->players[order[i]].player->name);
        grid_addf(&grid, "%zu", i + 1);
        for (size_t k = first; k < end; k++)
            add_share(&grid, score_share(tournament, order[i], order[k]),
                      "%.0f");
    }
    return grid;
}

/* The same of each game. */
static Grid game_grid(const Tournament *tournament, size_t first, size_t end)
{
    Grid grid = {.arena = tournament->arena};
    grid_add_column(&grid, "game", GRID_LEFT);
    for (size_t k = first; k < end; k++)
        grid_add_column(&grid, arena_printf(grid.arena, "%zu", k + 1),
                        GRID_RIGHT);
    for (size_t i = 0; i < tournament->game_count; i++) {
        grid_add(&grid, tournament->games[i].file->relative);
        for (size_t k = first; k < end; k++)
            add_share(&grid,
                      mean_in_game(tournament, i, tournament->order[k]) / 100,
                      "%.0f");
    }
    return grid;
}

/* ---- for a terminal, and as a page ---- */

static const char *count_words(const Tournament *tournament)
{
    size_t known = tournament->known_count,
           open = known - tournament->completed_count;
    const char *words = arena_printf(tournament->arena, "%zu of %zu matches",
                                     known, tournament->match_count);
    return open ? arena_printf(tournament->arena,
                               "%s, of which %zu did not come to an end", words,
                               open)
                : words;
}

typedef Grid PartGrid(const Tournament *tournament, size_t first, size_t end);

static const char rating_words[] =
    "Ratings: Bradley and Terry, on the scale of Elo; 0 is the mean.";

static const struct {
    const char *heading, *words;
    PartGrid *grid;
} parts[] = {
    {"Cross table",
     "Score of each player against each other, in percent:", cross_grid},
    {"Games", "Mean goal by game:", game_grid}};

enum { PART_COUNT = sizeof parts / sizeof *parts };

static void add_text_grid(Text *out, Grid grid)
{
    grid_add_text(out, &grid, MAX_WIDTH);
    grid_clear(&grid);
}

void report_text(Text *out, const Tournament *tournament)
{
    size_t count = tournament->player_count;
    text_addf(out, "%s\n%s\n\n", count_words(tournament), rating_words);
    add_text_grid(out, rating_grid(tournament));
    for (size_t k = 0; k < PART_COUNT; k++) {
        text_addf(out, "\n%s\n", parts[k].words);
        for (size_t i = 0; i < count; i += MAX_COLUMNS)
            add_text_grid(out, parts[k].grid(tournament, i,
                                             count < i + MAX_COLUMNS
                                                 ? count
                                                 : i + MAX_COLUMNS));
    }
}

static void add_section(Text *page, const char *heading, const char *words,
                        Grid grid)
{
    page_add_heading(page, NULL, heading);
    page_add_note(page, words);
    page_add_table(page, &grid);
    grid_clear(&grid);
}

void report_page(Text *page, const Tournament *tournament)
{
    page_begin(page, "Tournament");
    page_add_paragraph(page, count_words(tournament));
    page_add_note(page, arena_printf(tournament->arena, "zermelo %s",
                                     tournament->runner.version));
    add_section(page, "Ratings", rating_words, rating_grid(tournament));
    for (size_t k = 0; k < PART_COUNT; k++)
        add_section(page, parts[k].heading, parts[k].words,
                    parts[k].grid(tournament, 0, tournament->player_count));
    page_end(page);
}

/* ---- JSON ---- */

static const char *player_name(const Tournament *tournament, size_t player)
{
    return tournament->players[player].player->name;
}

/* null for NAN */
static json_t *number_json(double number)
{
    return json_if(!isnan(number), json_real(isnan(number) ? 0 : number));
}

static json_t *player_json(const Tournament *tournament, size_t number)
{
    const Entrant *entrant = &tournament->players[number];
    const Score *score = &entrant->player->score;
    Rating rating = entrant->rating;
    size_t count = tournament->player_count;
    json_t *points = json_object();
    for (size_t k = 0; k < count; k++)
        if (!isnan(score_share(tournament, number, k)))
            json_put(points, player_name(tournament, k),
                     json_real(tournament->points[number * count + k]));
    return JSON_OBJECT(
        {"player", json_text(entrant->player->name)},
        {"spec", json_text(entrant->player->spec)},
        {"rating", json_real(rating.elo)},
        {"low", json_real(rating.elo - rating.margin)},
        {"high", json_real(rating.elo + rating.margin)},
        {"matches", json_count(score->matches)},
        {"score", number_json(score_share(tournament, number, SIZE_MAX))},
        {"points", points}, {"mean", json_real(score_mean(score))},
        {"margin", json_real(score_margin(score))},
        {"illegal", json_count(entrant->illegal)},
        {"late", json_count(entrant->late)});
}

static json_t *game_json(const Tournament *tournament, size_t number)
{
    const TournamentGame *game = &tournament->games[number];
    json_t *means = json_object();
    for (size_t k = 0; k < tournament->player_count; k++) {
        size_t player = tournament->order[k];
        json_put(means, player_name(tournament, player),
                 number_json(mean_in_game(tournament, number, player)));
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
        json_add(players, json_text(player_name(tournament, seat->player)));
        json_add(goals, json_if(seat->goal >= 0, json_integer(seat->goal)));
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

json_t *report_json(const Tournament *tournament)
{
    json_t *players = json_array(), *games = json_array(),
           *matches = json_array();
    for (size_t i = 0; i < tournament->player_count; i++)
        json_add(players, player_json(tournament, tournament->order[i]));
    for (size_t i = 0; i < tournament->game_count; i++)
        json_add(games, game_json(tournament, i));
    for (size_t i = 0; i < tournament->match_count; i++)
        json_add(matches, match_json(tournament, &tournament->matches[i]));
    return JSON_OBJECT(
        {"players", players}, {"games", games}, {"matches", matches},
        {"rounds", json_count(tournament->round_count)},
        {"version", json_text(tournament->runner.version)},
        {"stopped", json_boolean(tournament->runner.end.is_stopped)});
}

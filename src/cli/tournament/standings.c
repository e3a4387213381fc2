/* standings.c - what came of the matches of a tournament, as tables and JSON
 *
 * In:   the records of matches, as match --json prints them
 * Out:  points, goals and errors of each player, ratings; a report for a
 *       terminal, a page, or programs
 *
 * Every two players at a table are compared: the higher goal beats the lower,
 * equal ones are a draw. In games of one role, those who played the same game
 * in the same round are at one table.
 *
 * Players are numbered by their ratings. Columns have these numbers, so that
 * twelve players fit into 80 characters; more of them get further tables. Start
 * reading at tournament_rate().
 */
#include "cli/tournament/tournament.h"

#include "base/sort.h"
#include "batch/page.h"
#include "play/match.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { MAX_WIDTH = 80, MAX_COLUMNS = 12 };

/* Counts the errors of ROLE in all steps: "TO", "CE", "IL (mark 9 9)". */
static void count_errors(const json_t *steps, size_t role, Entrant *entrant,
                         TournamentMatch *match)
{
    size_t i;
    const json_t *step;
    json_array_foreach (steps, i, step) {
        const char *error = json_string_value(json_array_get(step, role));
        size_t is_illegal = error && begins_with(error, "IL"),
               is_late = error && *error && !is_illegal;
        entrant->illegal += is_illegal;
        match->illegal += is_illegal;
        entrant->late += is_late;
        match->late += is_late;
    }
}

void match_read(Tournament *tournament, TournamentMatch *match,
                const CellRow *row)
{
    const TournamentGame *game = &tournament->games[match->game];
    const json_t *record = row->answer;
    match->is_known = true;
    match->is_completed = flag_of(record, "isCompleted");
    match->seconds = row->seconds;
    for (size_t i = 0; i < game->seat_count; i++) {
        size_t role = game->role_numbers[i];
        const json_t *goal =
            json_array_get(json_object_get(record, "goalValues"), role);
        match->seats[i].goal = match->is_completed && json_is_integer(goal)
                                   ? (int)json_integer_value(goal)
                                   : -1;
        count_errors(json_object_get(record, "errors"), role,
                     &tournament->players[match->seats[i].player], match);
    }
}

/* ---- adding up ---- */

/* Two players at one table, if both have a value. */
static void compare_seats(Tournament *tournament, const Seat *left,
                          const Seat *right)
{
    size_t n = tournament->player_count;
    if (left->goal < 0 || right->goal < 0)
        return;
    double points = left->goal > right->goal    ? 1
                    : left->goal == right->goal ? 0.5
                                                : 0;
    assert(left->player != right->player);
    tournament->points[left->player * n + right->player] += points;
    tournament->points[right->player * n + left->player] += 1 - points;
}

static void add_match(Tournament *tournament, const TournamentMatch *match)
{
    size_t seat_count = tournament->games[match->game].seat_count;
    tournament->known_count += match->is_known;
    tournament->completed_count += match->is_completed;
    for (size_t i = 0; i < seat_count; i++) {
        const Seat *seat = &match->seats[i];
        for (size_t k = 0; k < i; k++)
            compare_seats(tournament, &match->seats[k], seat);
        if (seat->goal < 0)
            continue;
        score_add(&tournament->players[seat->player].player->score, seat->goal);
        score_add(&tournament->by_game[match->game * tournament->player_count +
                                       seat->player],
                  seat->goal);
    }
    /* the matches of a game of one role follow each other, one a player */
    for (size_t k = 1; seat_count == 1 && k <= match->seats[0].player; k++) {
        assert(match[-(long)k].game == match->game);
        compare_seats(tournament, match[-(long)k].seats, match->seats);
    }
}

static int compare_ratings(const void *left, const void *right, void *context)
{
    const Entrant *players = context;
    size_t l = *(const size_t *)left, r = *(const size_t *)right;
    double more = players[r].rating.elo - players[l].rating.elo;
    return more > 0 ? 1 : more < 0 ? -1 : l > r ? 1 : l < r ? -1 : 0;
}

void tournament_rate(Tournament *tournament)
{
    Arena *arena = tournament->arena;
    size_t n = tournament->player_count;
    Rating *ratings = arena_array(arena, Rating, n);
    tournament->points = arena_array(arena, double, n *n);
    tournament->by_game = arena_array(arena, Score, n * tournament->game_count);
    tournament->order = arena_array(arena, size_t, n);
    for (size_t i = 0; i < tournament->match_count; i++)
        add_match(tournament, &tournament->matches[i]);
    ratings_compute(ratings, tournament->points, n);
    for (size_t i = 0; i < n; i++) {
        tournament->players[i].rating = ratings[i];
        tournament->order[i] = i;
    }
    sort_items_with(tournament->order, n, sizeof *tournament->order,
                    compare_ratings, tournament->players);
}

/* The share of points of player I in what it could get against player K, or
 * against all if K is SIZE_MAX; NAN if they did not meet. */
static double score_share(const Tournament *tournament, size_t i, size_t k)
{
    size_t n = tournament->player_count;
    double points = 0, meetings = 0;
    for (size_t p = 0; p < n; p++)
        if (k == SIZE_MAX || p == k) {
            double won = tournament->points[i * n + p];
            points += won;
            meetings += won + tournament->points[p * n + i];
        }
    return meetings > 0 ? points / meetings : NAN;
}

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
    return arena_printf(
        tournament->arena,
        open ? "%zu of %zu matches, of which %zu did not come to an end"
             : "%zu of %zu matches",
        known, tournament->match_count, open);
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
            json_put(points, tournament->players[k].player->name,
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
        json_put(means, tournament->players[player].player->name,
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
    for (size_t i = 0; i < game->seat_count; i++) {
        const Seat *seat = &match->seats[i];
        json_add(players,
                 json_text(tournament->players[seat->player].player->name));
        json_add(goals, json_if(seat->goal >= 0, json_integer(seat->goal)));
    }
    return JSON_OBJECT({"file", json_text(game->file->relative)},
                       {"round", json_count(match->round + 1)},
                       {"players", players}, {"goals", goals},
                       {"played", json_boolean(match->is_known)},
                       {"completed", json_boolean(match->is_completed)},
                       {"illegal", json_count(match->illegal)},
                       {"late", json_count(match->late)},
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

/* standings.c - what came of the matches of a tournament
 *
 * In:   the records of matches, as match --json prints them
 * Out:  points, goals and errors of each player, and ratings
 * Next: cli/tournament/tournament_report.c prints them
 *
 * Every two players at a table are compared: the higher goal beats the lower,
 * equal ones are a draw. In games of one role, those who played the same game
 * in the same round are at one table. Start reading at standings_new().
 */
#include "cli/tournament/tournament.h"

#include "base/sort.h"
#include "play/match.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* ---- reading ---- */

/* Counts the errors of ROLE in all steps: "TO", "CE", "IL (mark 9 9)". */
static void count_errors(const json_t *steps, size_t role, Seat *seat)
{
    size_t i;
    const json_t *step;
    seat->illegal = seat->late = 0;
    json_array_foreach (steps, i, step) {
        const char *error = json_string_value(json_array_get(step, role));
        if (!error || !*error)
            continue;
        if (strncmp(error, "IL", 2) == 0)
            seat->illegal++;
        else
            seat->late++;
    }
}

void match_read(const Tournament *tournament, TournamentMatch *match,
                const char *answer, double seconds)
{
    const TournamentGame *game = &tournament->games[match->game];
    json_t *record = json_loads(answer, 0, NULL);
    const json_t *goals = json_object_get(record, "goalValues");
    match->is_known = true;
    match->is_completed = json_is_true(json_object_get(record, "isCompleted"));
    match->seconds = seconds;
    for (size_t i = 0; i < game->seat_count; i++) {
        size_t role = game->role_numbers[i];
        const json_t *goal = json_array_get(goals, role);
        match->seats[i].goal = match->is_completed && json_is_integer(goal)
                                   ? (int)json_integer_value(goal)
                                   : -1;
        count_errors(json_object_get(record, "errors"), role, &match->seats[i]);
    }
    json_decref(record);
}

/* ---- adding up ---- */

/* Two players at one table, if both have a value. */
static void compare_seats(Standings *standings, const Seat *left,
                          const Seat *right)
{
    size_t n = standings->tournament->player_count;
    if (left->goal < 0 || right->goal < 0 || left->player == right->player)
        return;
    double points = left->goal > right->goal    ? 1
                    : left->goal == right->goal ? 0.5
                                                : 0;
    standings->points[left->player * n + right->player] += points;
    standings->points[right->player * n + left->player] += 1 - points;
}

/* COUNT seats at one table. */
static void add_table(Standings *standings, const Seat *seats, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++)
            compare_seats(standings, &seats[k], &seats[i]);
}

static void add_match(Standings *standings, const TournamentMatch *match,
                      size_t seat_count)
{
    for (size_t i = 0; i < seat_count; i++) {
        const Seat *seat = &match->seats[i];
        if (seat->goal >= 0) {
            score_add(&standings->scores[seat->player], seat->goal);
            score_add(
                &standings->by_game[match->game *
                                        standings->tournament->player_count +
                                    seat->player],
                seat->goal);
        }
        standings->illegal[seat->player] += seat->illegal;
        standings->late[seat->player] += seat->late;
    }
    standings->completed_count += match->is_completed;
    if (seat_count > 1)
        add_table(standings, match->seats, seat_count);
}

/* The matches of a game of one role in one round follow each other, one for
 * each player. */
static void add_solo_tables(Standings *standings)
{
    const Tournament *tournament = standings->tournament;
    size_t n = tournament->player_count;
    Seat *seats = arena_array(tournament->arena, Seat, n);
    for (size_t i = 0; i < tournament->match_count;) {
        const TournamentMatch *matches = &tournament->matches[i];
        if (tournament->games[matches->game].seat_count != 1) {
            i++;
            continue;
        }
        for (size_t k = 0; k < n; k++) {
            assert(matches[k].game == matches->game &&
                   matches[k].round == matches->round);
            seats[k] = matches[k].seats[0];
        }
        add_table(standings, seats, n);
        i += n;
    }
}

static int compare_ratings(const void *left, const void *right, void *context)
{
    const Rating *ratings = context;
    size_t l = *(const size_t *)left, r = *(const size_t *)right;
    double more = ratings[r].elo - ratings[l].elo;
    return more > 0 ? 1 : more < 0 ? -1 : l > r ? 1 : l < r ? -1 : 0;
}

static void rate_players(Standings *standings)
{
    size_t n = standings->tournament->player_count;
    ratings_compute(standings->ratings, standings->points, n);
    for (size_t i = 0; i < n; i++)
        standings->order[i] = i;
    sort_items_with(standings->order, n, sizeof *standings->order,
                    compare_ratings, standings->ratings);
}

Standings standings_new(const Tournament *tournament)
{
    Arena *arena = tournament->arena;
    size_t n = tournament->player_count;
    Standings standings = {
        .tournament = tournament,
        .points = arena_array(arena, double, n *n),
        .scores = arena_array(arena, Score, n),
        .illegal = arena_array(arena, size_t, n),
        .late = arena_array(arena, size_t, n),
        .by_game = arena_array(arena, Score, n * tournament->game_count),
        .ratings = arena_array(arena, Rating, n),
        .order = arena_array(arena, size_t, n)};
    for (size_t i = 0; i < tournament->match_count; i++)
        add_match(&standings, &tournament->matches[i],
                  tournament->games[tournament->matches[i].game].seat_count);
    add_solo_tables(&standings);
    rate_players(&standings);
    return standings;
}

double score_share(const Standings *standings, size_t i, size_t k)
{
    size_t n = standings->tournament->player_count;
    double points = 0, meetings = 0;
    for (size_t p = 0; p < n; p++)
        if (k == SIZE_MAX || p == k) {
            points += standings->points[i * n + p];
            meetings +=
                standings->points[i * n + p] + standings->points[p * n + i];
        }
    return meetings > 0 ? points / meetings : NAN;
}

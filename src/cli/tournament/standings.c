/* standings.c - what came of the matches of a tournament
 *
 * In:   the records of matches, as match --json prints them
 * Out:  points, goals and errors of each player, and ratings
 * Next: cli/tournament/tournament_report.c prints them
 *
 * Every two players at a table are compared: the higher goal beats the lower,
 * equal ones are a draw. In games of one role, those who played the same game
 * in the same round are at one table. Start reading at tournament_rate().
 */
#include "cli/tournament/tournament.h"

#include "base/sort.h"
#include "play/match.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Counts the errors of ROLE in all steps: "TO", "CE", "IL (mark 9 9)". */
static void count_errors(const json_t *steps, size_t role, Seat *seat)
{
    size_t i;
    const json_t *step;
    seat->illegal = seat->late = 0;
    json_array_foreach (steps, i, step) {
        const char *error = json_string_value(json_array_get(step, role));
        if (error && *error)
            *(begins_with(error, "IL") ? &seat->illegal : &seat->late) += 1;
    }
}

void match_read(const Tournament *tournament, TournamentMatch *match,
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
        count_errors(json_object_get(record, "errors"), role, &match->seats[i]);
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
        Entrant *entrant = &tournament->players[seat->player];
        entrant->illegal += seat->illegal;
        entrant->late += seat->late;
        for (size_t k = 0; k < i; k++)
            compare_seats(tournament, &match->seats[k], seat);
        if (seat->goal < 0)
            continue;
        score_add(&entrant->player->score, seat->goal);
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

double score_share(const Tournament *tournament, size_t i, size_t k)
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

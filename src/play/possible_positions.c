/* possible_positions.c - the positions that a role considers possible in a
 * match
 *
 * In:   the news of a manager after each step
 * Out:  positions, and the moves that are legal in them
 *
 * In GDL-II a tracker (zermelo.h, Knowing) follows what the role perceives and
 * draws positions. Should it fail, positions are guessed: each goes on with the
 * role's own move and any moves of the others. Start reading at
 * possible_positions_update().
 */
#include "play/possible_positions.h"

#include "base/json.h"
#include "base/memory.h"
#include "base/random.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_POSITIONS = 64 };

struct PossiblePositions {
    ZermeloCursor *cursor;
    ZermeloTracker *tracker; /* NULL with perfect information */
    bool has_percepts;       /* the rules have percepts */
    bool is_guessing;        /* the tracker failed */
    size_t role, role_count, position_bytes;
    size_t step_count; /* of the match so far */
    uint64_t seed;
    Random random;
    char *positions;
    size_t position_count;
    uint32_t *joint_move;
};

/* ---- moves ---- */

static MoveList list_moves(ZermeloCursor *cursor, size_t role)
{
    MoveList moves = {.count = zermelo_cursor_moves(cursor, role, NULL, 0)};
    moves.items = memory_array(moves.count + 1, sizeof *moves.items);
    zermelo_cursor_moves(cursor, role, moves.items, moves.count);
    return moves;
}

static bool contains_move(MoveList moves, uint32_t move)
{
    for (size_t i = 0; i < moves.count; i++)
        if (moves.items[i] == move)
            return true;
    return false;
}

/* The number of MOVE, if ROLE may make it where the cursor stands; otherwise
 * ZERMELO_NO_MOVE. */
static uint32_t find_legal(ZermeloCursor *cursor, size_t role, const char *move)
{
    /* without a net, listing moves gives them their numbers */
    MoveList moves = list_moves(cursor, role);
    uint32_t number = zermelo_cursor_find(cursor, role, move);
    bool legal = contains_move(moves, number);
    free(moves.items);
    return legal ? number : ZERMELO_NO_MOVE;
}

/* ---- perfect information ---- */

/* Replaces the position by the one after the joint move in NEWS. */
static bool apply_joint_move(PossiblePositions *possible, const News *news,
                             const char **why)
{
    *why = "a joint move with the wrong number of moves";
    if (news->count != possible->role_count)
        return false;
    *why = "a joint move that is not legal";
    zermelo_cursor_set(possible->cursor, possible->positions);
    if (news->unreadable || zermelo_cursor_terminal(possible->cursor))
        return false;
    for (size_t i = 0; i < possible->role_count; i++) {
        possible->joint_move[i] =
            find_legal(possible->cursor, i, news->items[i]);
        if (possible->joint_move[i] == ZERMELO_NO_MOVE)
            return false;
    }
    *why = "a joint move after which the position cannot be computed";
    return zermelo_cursor_next(possible->cursor, possible->joint_move,
                               possible->positions);
}

/* ---- percepts ---- */

static void *position_at(const PossiblePositions *possible, size_t number)
{
    assert(number < MAX_POSITIONS);
    return possible->positions + number * possible->position_bytes;
}

/* Writes sample NUMBER of the tracker to POSITION. Without a net its features
 * are read as terms. */
static bool copy_sample(PossiblePositions *possible, size_t number,
                        void *position)
{
    const uint64_t *state = zermelo_tracker_position(possible->tracker, number);
    const char *const *features;
    if (state) {
        memcpy(position, state, possible->position_bytes);
        return true;
    }
    size_t count =
        zermelo_tracker_features(possible->tracker, number, &features);
    return zermelo_cursor_position(possible->cursor, features, count, position);
}

/* Replaces the positions by a sample; false if nothing could be drawn. A
 * likelier one is drawn more often, and kept as often. */
static bool draw_samples(PossiblePositions *possible)
{
    size_t drawn_count =
        zermelo_tracker_sample(possible->tracker, MAX_POSITIONS,
                               possible->seed + possible->step_count);
    size_t copied = 0;
    for (size_t i = 0; i < drawn_count && i < MAX_POSITIONS; i++)
        copied += copy_sample(possible, i, position_at(possible, copied));
    assert(copied <= drawn_count && possible->position_count > 0);
    if (copied)
        possible->position_count = copied;
    return copied > 0;
}

/* Replaces POSITION by one after it: by OWN_MOVE, if it is legal there, and
 * random moves of the others. */
static bool guess_next_position(PossiblePositions *possible, void *position,
                                const char *own_move)
{
    ZermeloCursor *cursor = possible->cursor;
    zermelo_cursor_set(cursor, position);
    if (zermelo_cursor_terminal(cursor))
        return false;
    for (size_t i = 0; i < possible->role_count; i++) {
        MoveList moves = list_moves(cursor, i);
        uint32_t count = (uint32_t)moves.count,
                 *move = &possible->joint_move[i];
        *move = i == possible->role && own_move
                    ? find_legal(cursor, i, own_move)
                    : ZERMELO_NO_MOVE;
        if (*move == ZERMELO_NO_MOVE && count)
            *move = moves.items[random_below(&possible->random, count)];
        free(moves.items);
        if (!count)
            return false;
    }
    return zermelo_cursor_next(cursor, possible->joint_move, position);
}

static void guess_next_positions(PossiblePositions *possible,
                                 const char *own_move)
{
    size_t kept = 0;
    for (size_t i = 0; i < possible->position_count; i++) {
        memmove(position_at(possible, kept), position_at(possible, i),
                possible->position_bytes);
        kept += guess_next_position(possible, position_at(possible, kept),
                                    own_move);
    }
    if (kept)
        possible->position_count = kept;
}

static bool track_percepts(PossiblePositions *possible, const News *news,
                           const char *own_move, const ZermeloLimits *limits,
                           const char **why)
{
    *why = "the percepts make no sense";
    zermelo_tracker_limit(possible->tracker, limits);
    bool is_consistent = !possible->is_guessing && own_move &&
                         !news->unreadable &&
                         zermelo_tracker_update(possible->tracker, own_move,
                                                news->items, news->count);
    const char *failure = zermelo_tracker_failure(possible->tracker);
    if (!is_consistent && failure)
        *why = failure;
    if (is_consistent && draw_samples(possible))
        return true;
    possible->is_guessing = !is_consistent; /* else for this step only */
    guess_next_positions(possible, own_move);
    return is_consistent;
}

/* ---- the public functions ---- */

/* Whether the rules have percepts: `random` alone makes a game GDL-II, too. */
static bool rules_have_percepts(ZermeloGame *game)
{
    const ZermeloLimits no_time = {.seconds = 0.001}; /* no ground rules */
    json_t *info = json_take(zermelo_info_json(game, NULL, &no_time));
    size_t i;
    json_t *relation;
    bool is_found = false;
    json_array_foreach (json_object_get(info, "relations"), i, relation)
        is_found = is_found || text_is(relation, "name", "sees/2");
    json_decref(info);
    return is_found;
}

PossiblePositions *possible_positions_new(ZermeloGame *game,
                                          const ZermeloNet *net,
                                          ZermeloCursor *cursor, size_t role,
                                          uint64_t seed, const char **why)
{
    PossiblePositions *possible = memory_alloc(sizeof *possible);
    *possible =
        (PossiblePositions){.cursor = cursor,
                            .role = role,
                            .role_count = zermelo_cursor_role_count(cursor),
                            .position_bytes = zermelo_cursor_size(cursor),
                            .seed = seed,
                            .random = random_new(seed, role),
                            .position_count = 1};
    possible->positions = memory_array(MAX_POSITIONS, possible->position_bytes);
    possible->joint_move =
        memory_array(possible->role_count, sizeof *possible->joint_move);
    zermelo_cursor_initial(cursor, possible->positions);
    if (strcmp(zermelo_language(game), "GDL-II") != 0)
        return possible;
    possible->has_percepts = rules_have_percepts(game);
    possible->tracker =
        zermelo_tracker_new(game, net, role, ZERMELO_EXACT, why);
    if (possible->tracker)
        return possible;
    possible_positions_free(possible);
    return NULL;
}

void possible_positions_free(PossiblePositions *possible)
{
    if (!possible)
        return;
    zermelo_tracker_free(possible->tracker);
    free_all(possible->positions, possible->joint_move, possible);
}

/* GGP-Base sends joint moves in games with `random` as well. */
static bool reveals_moves(const PossiblePositions *possible, const News *news)
{
    return !possible->tracker ||
           (!possible->has_percepts && news->kind == NEWS_LIST &&
            news->count == possible->role_count);
}

bool possible_positions_update(PossiblePositions *possible, const News *news,
                               const char *own_move,
                               const ZermeloLimits *limits, const char **why)
{
    if (news->kind == NEWS_NONE ||
        (news->kind == NEWS_TURN && news->turn == possible->step_count))
        return true; /* no step since the last news */
    possible->step_count++;
    if (reveals_moves(possible, news)) {
        zermelo_tracker_free(possible->tracker);
        possible->tracker = NULL;
        return apply_joint_move(possible, news, why);
    }
    return track_percepts(possible, news, own_move, limits, why);
}

const void *possible_positions_list(const PossiblePositions *possible,
                                    size_t *count)
{
    *count = possible->position_count;
    return possible->positions;
}

/* The moves that the tracker says are certainly legal. */
static MoveList certainly_legal_moves(PossiblePositions *possible)
{
    const ZermeloBelief *beliefs;
    size_t possible_count =
        zermelo_tracker_ask(possible->tracker, ZERMELO_LEGAL, &beliefs);
    MoveList moves = {memory_array(possible_count + 1, sizeof *moves.items), 0};
    zermelo_cursor_set(possible->cursor, possible->positions);
    for (size_t i = 0; i < possible_count; i++) {
        uint32_t move =
            find_legal(possible->cursor, possible->role, beliefs[i].term);
        if (beliefs[i].certain && move != ZERMELO_NO_MOVE)
            moves.items[moves.count++] = move;
    }
    return moves;
}

MoveList possible_positions_legal(PossiblePositions *possible)
{
    MoveList moves = {0};
    if (possible->tracker && !possible->is_guessing)
        moves = certainly_legal_moves(possible);
    if (moves.count)
        return moves;
    free(moves.items);
    zermelo_cursor_set(possible->cursor, possible->positions);
    moves = list_moves(possible->cursor, possible->role);
    /* without those that are not legal everywhere, unless none would be left */
    for (size_t i = 1; i < possible->position_count; i++) {
        size_t kept = 0;
        zermelo_cursor_set(possible->cursor, position_at(possible, i));
        MoveList legal = list_moves(possible->cursor, possible->role);
        for (size_t k = 0; k < moves.count; k++)
            if (contains_move(legal, moves.items[k]))
                moves.items[kept++] = moves.items[k];
        moves.count = kept ? kept : moves.count;
        free(legal.items);
    }
    return moves;
}

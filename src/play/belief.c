/* belief.c - the positions that a role considers possible in a match
 *
 * In:   the news of a manager after each step
 * Out:  positions, and the moves that are legal in them
 *
 * In GDL-II a tracker (zermelo.h, Knowing) follows what the role perceives and
 * draws positions. Should it fail, positions are guessed: each goes on with the
 * role's own move and any moves of the others. Start reading at
 * belief_update().
 */
#include "play/belief.h"

#include "base/memory.h"
#include "base/random.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_POSITIONS = 64 };

struct Belief {
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
static bool apply_joint_move(Belief *belief, const News *news, const char **why)
{
    *why = "a joint move with the wrong number of moves";
    if (news->count != belief->role_count)
        return false;
    *why = "a joint move that is not legal";
    zermelo_cursor_set(belief->cursor, belief->positions);
    if (news->unreadable || zermelo_cursor_terminal(belief->cursor))
        return false;
    for (size_t i = 0; i < belief->role_count; i++) {
        belief->joint_move[i] = find_legal(belief->cursor, i, news->items[i]);
        if (belief->joint_move[i] == ZERMELO_NO_MOVE)
            return false;
    }
    *why = "a joint move after which the position cannot be computed";
    return zermelo_cursor_next(belief->cursor, belief->joint_move,
                               belief->positions);
}

/* ---- percepts ---- */

static void *position_at(const Belief *belief, size_t number)
{
    assert(number < MAX_POSITIONS);
    return belief->positions + number * belief->position_bytes;
}

/* Writes sample NUMBER of the tracker to POSITION. Without a net its features
 * are read as terms. */
static bool copy_sample(Belief *belief, size_t number, void *position)
{
    const uint64_t *state = zermelo_tracker_position(belief->tracker, number);
    const char *const *features;
    if (state) {
        memcpy(position, state, belief->position_bytes);
        return true;
    }
    size_t count = zermelo_tracker_features(belief->tracker, number, &features);
    return zermelo_cursor_position(belief->cursor, features, count, position);
}

/* Replaces the positions by a sample; false if nothing could be drawn. A
 * likelier one is drawn more often, and kept as often. */
static bool draw_samples(Belief *belief)
{
    size_t drawn_count = zermelo_tracker_sample(
        belief->tracker, MAX_POSITIONS, belief->seed + belief->step_count);
    size_t old_count = belief->position_count;
    belief->position_count = 0;
    for (size_t i = 0; i < drawn_count && i < MAX_POSITIONS; i++)
        belief->position_count +=
            copy_sample(belief, i, position_at(belief, belief->position_count));
    assert(belief->position_count <= drawn_count && old_count > 0);
    if (belief->position_count)
        return true;
    belief->position_count = old_count; /* still what was there */
    return false;
}

/* Replaces POSITION by one after it: by OWN_MOVE, if it is legal there, and
 * random moves of the others. */
static bool guess_next_position(Belief *belief, void *position,
                                const char *own_move)
{
    ZermeloCursor *cursor = belief->cursor;
    zermelo_cursor_set(cursor, position);
    if (zermelo_cursor_terminal(cursor))
        return false;
    for (size_t i = 0; i < belief->role_count; i++) {
        MoveList moves = list_moves(cursor, i);
        uint32_t own_number = i == belief->role && own_move
                                  ? zermelo_cursor_find(cursor, i, own_move)
                                  : ZERMELO_NO_MOVE;
        if (contains_move(moves, own_number))
            belief->joint_move[i] = own_number;
        else if (moves.count)
            belief->joint_move[i] = moves.items[random_below(
                &belief->random, (uint32_t)moves.count)];
        free(moves.items);
        if (!moves.count)
            return false;
    }
    return zermelo_cursor_next(cursor, belief->joint_move, position);
}

static void guess_next_positions(Belief *belief, const char *own_move)
{
    size_t kept = 0;
    for (size_t i = 0; i < belief->position_count; i++) {
        memmove(position_at(belief, kept), position_at(belief, i),
                belief->position_bytes);
        kept +=
            guess_next_position(belief, position_at(belief, kept), own_move);
    }
    if (kept)
        belief->position_count = kept;
}

static bool track_percepts(Belief *belief, const News *news,
                           const char *own_move, const ZermeloLimits *limits,
                           const char **why)
{
    *why = "the percepts make no sense";
    zermelo_tracker_limit(belief->tracker, limits);
    bool is_consistent = !belief->is_guessing && own_move &&
                         !news->unreadable &&
                         zermelo_tracker_update(belief->tracker, own_move,
                                                news->items, news->count);
    const char *failure = zermelo_tracker_failure(belief->tracker);
    if (!is_consistent && failure)
        *why = failure;
    if (is_consistent && draw_samples(belief))
        return true;
    belief->is_guessing = !is_consistent; /* else for this step only */
    guess_next_positions(belief, own_move);
    return is_consistent;
}

/* ---- the public functions ---- */

/* Whether the rules have percepts: `random` alone makes a game GDL-II, too. */
static bool rules_have_percepts(ZermeloGame *game)
{
    const char *why;
    bool is_found = false;
    const ZermeloLimits no_time = {.seconds = 0.001}; /* no ground rules */
    ZermeloInfo *info =
        zermelo_info_new(game, ZERMELO_DIRECTED, &no_time, &why);
    for (size_t i = 0; info && i < info->relation_count; i++)
        is_found = is_found || strcmp(info->relations[i].name, "sees/2") == 0;
    zermelo_info_free(info);
    return is_found;
}

Belief *belief_new(ZermeloGame *game, const ZermeloNet *net,
                   ZermeloCursor *cursor, size_t role, uint64_t seed,
                   const char **why)
{
    Belief *belief = memory_alloc(sizeof *belief);
    *belief = (Belief){.cursor = cursor,
                       .role = role,
                       .role_count = zermelo_cursor_role_count(cursor),
                       .position_bytes = zermelo_cursor_size(cursor),
                       .seed = seed,
                       .random = random_new(seed, role),
                       .position_count = 1};
    belief->positions = memory_array(MAX_POSITIONS, belief->position_bytes);
    belief->joint_move =
        memory_array(belief->role_count, sizeof *belief->joint_move);
    zermelo_cursor_initial(cursor, belief->positions);
    if (strcmp(zermelo_language(game), "GDL-II") != 0)
        return belief;
    belief->has_percepts = rules_have_percepts(game);
    belief->tracker = zermelo_tracker_new(game, net, role, ZERMELO_EXACT, why);
    if (belief->tracker)
        return belief;
    belief_free(belief);
    return NULL;
}

void belief_free(Belief *belief)
{
    if (!belief)
        return;
    zermelo_tracker_free(belief->tracker);
    free_all(belief->positions, belief->joint_move, belief);
}

/* GGP-Base sends joint moves in games with `random` as well. */
static bool reveals_moves(const Belief *belief, const News *news)
{
    return !belief->tracker ||
           (!belief->has_percepts && news->kind == NEWS_LIST &&
            news->count == belief->role_count);
}

bool belief_update(Belief *belief, const News *news, const char *own_move,
                   const ZermeloLimits *limits, const char **why)
{
    if (news->kind == NEWS_NONE ||
        (news->kind == NEWS_TURN && news->turn == belief->step_count))
        return true; /* no step since the last news */
    belief->step_count++;
    if (reveals_moves(belief, news)) {
        zermelo_tracker_free(belief->tracker);
        belief->tracker = NULL;
        return apply_joint_move(belief, news, why);
    }
    return track_percepts(belief, news, own_move, limits, why);
}

const void *belief_positions(const Belief *belief, size_t *count)
{
    *count = belief->position_count;
    return belief->positions;
}

/* The moves that the tracker says are certainly legal. */
static MoveList certainly_legal_moves(Belief *belief)
{
    const ZermeloBelief *beliefs;
    size_t possible_count =
        zermelo_tracker_ask(belief->tracker, ZERMELO_LEGAL, &beliefs);
    MoveList moves = {memory_array(possible_count + 1, sizeof *moves.items), 0};
    zermelo_cursor_set(belief->cursor, belief->positions);
    for (size_t i = 0; i < possible_count; i++) {
        uint32_t move =
            find_legal(belief->cursor, belief->role, beliefs[i].term);
        if (beliefs[i].certain && move != ZERMELO_NO_MOVE)
            moves.items[moves.count++] = move;
    }
    return moves;
}

MoveList belief_legal(Belief *belief)
{
    MoveList moves = {0};
    if (belief->tracker && !belief->is_guessing)
        moves = certainly_legal_moves(belief);
    if (moves.count)
        return moves;
    free(moves.items);
    zermelo_cursor_set(belief->cursor, belief->positions);
    moves = list_moves(belief->cursor, belief->role);
    /* without those that are not legal everywhere, unless none would be left */
    for (size_t i = 1; i < belief->position_count; i++) {
        size_t kept = 0;
        zermelo_cursor_set(belief->cursor, position_at(belief, i));
        MoveList legal = list_moves(belief->cursor, belief->role);
        for (size_t k = 0; k < moves.count; k++)
            if (contains_move(legal, moves.items[k]))
                moves.items[kept++] = moves.items[k];
        moves.count = kept ? kept : moves.count;
        free(legal.items);
    }
    return moves;
}

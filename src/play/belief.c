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

enum { MAX_SAMPLES = 64 };

struct Belief {
    ZermeloCursor *cursor;
    ZermeloTracker *tracker; /* NULL with perfect information */
    bool has_net;
    bool has_percepts; /* the rules have percepts */
    bool is_guessing;  /* the tracker failed */
    size_t role, roles, size;
    size_t steps; /* of the match so far */
    uint64_t seed;
    Random random;
    char *positions;
    size_t count;
    uint32_t *moves;
};

/* ---- moves ---- */

static uint32_t *list_moves(ZermeloCursor *cursor, size_t role, size_t *count)
{
    *count = zermelo_cursor_moves(cursor, role, NULL, 0);
    uint32_t *moves = memory_array(*count + 1, sizeof *moves);
    zermelo_cursor_moves(cursor, role, moves, *count);
    return moves;
}

static bool is_among(const uint32_t *moves, size_t count, uint32_t move)
{
    for (size_t i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

/* The number of MOVE, if ROLE may make it where the cursor stands; otherwise
 * ZERMELO_NO_MOVE. */
static uint32_t find_legal(ZermeloCursor *cursor, size_t role, const char *move)
{
    size_t count; /* without a net, listing moves gives them their numbers */
    uint32_t *moves = list_moves(cursor, role, &count);
    uint32_t number = zermelo_cursor_find(cursor, role, move);
    bool legal = is_among(moves, count, number);
    free(moves);
    return legal ? number : ZERMELO_NO_MOVE;
}

/* ---- perfect information ---- */

static bool make_moves(Belief *belief, const News *news, const char **why)
{
    *why = "a joint move with the wrong number of moves";
    if (news->count != belief->roles)
        return false;
    *why = "a joint move that is not legal";
    zermelo_cursor_set(belief->cursor, belief->positions);
    if (news->unreadable || zermelo_cursor_terminal(belief->cursor))
        return false;
    for (size_t i = 0; i < belief->roles; i++) {
        belief->moves[i] = find_legal(belief->cursor, i, news->items[i]);
        if (belief->moves[i] == ZERMELO_NO_MOVE)
            return false;
    }
    *why = "a joint move after which the position cannot be computed";
    return zermelo_cursor_next(belief->cursor, belief->moves,
                               belief->positions);
}

/* ---- percepts ---- */

static void *position_at(const Belief *belief, size_t number)
{
    assert(number < MAX_SAMPLES);
    return belief->positions + number * belief->size;
}

/* Adds sample NUMBER of the tracker. */
static void add_sample(Belief *belief, size_t number)
{
    void *place = position_at(belief, belief->count);
    const char *const *features;
    if (belief->has_net) {
        memcpy(place, zermelo_tracker_position(belief->tracker, number),
               belief->size);
        belief->count++;
        return;
    }
    size_t count = zermelo_tracker_features(belief->tracker, number, &features);
    belief->count +=
        zermelo_cursor_position(belief->cursor, features, count, place);
}

static bool are_all_equal(const Belief *belief)
{
    for (size_t i = 1; i < belief->count; i++)
        if (memcmp(position_at(belief, i), belief->positions, belief->size) !=
            0)
            return false;
    return true;
}

/* False if nothing could be drawn. A likelier position is drawn more often, and
 * is kept as often; if all are equal, it is kept once. */
static bool draw_samples(Belief *belief)
{
    size_t drawn = zermelo_tracker_sample(belief->tracker, MAX_SAMPLES,
                                          belief->seed + belief->steps);
    size_t before = belief->count;
    belief->count = 0;
    for (size_t i = 0; i < drawn && i < MAX_SAMPLES; i++)
        add_sample(belief, i);
    assert(belief->count <= drawn && before > 0);
    if (!belief->count) {
        belief->count = before; /* still what was there */
        return false;
    }
    if (are_all_equal(belief))
        belief->count = 1;
    return true;
}

/* Makes the move OWN, if it is legal in POSITION, and random moves of others.
 */
static bool guess_position(Belief *belief, void *position, const char *own)
{
    ZermeloCursor *cursor = belief->cursor;
    zermelo_cursor_set(cursor, position);
    if (zermelo_cursor_terminal(cursor))
        return false;
    for (size_t i = 0; i < belief->roles; i++) {
        size_t count;
        uint32_t *moves = list_moves(cursor, i, &count);
        uint32_t known = i == belief->role && own
                             ? zermelo_cursor_find(cursor, i, own)
                             : ZERMELO_NO_MOVE;
        if (count)
            belief->moves[i] =
                is_among(moves, count, known)
                    ? known
                    : moves[random_below(&belief->random, (uint32_t)count)];
        free(moves);
        if (!count)
            return false;
    }
    return zermelo_cursor_next(cursor, belief->moves, position);
}

static void guess_positions(Belief *belief, const char *own)
{
    size_t kept = 0;
    for (size_t i = 0; i < belief->count; i++) {
        memmove(position_at(belief, kept), position_at(belief, i),
                belief->size);
        kept += guess_position(belief, position_at(belief, kept), own);
    }
    if (kept)
        belief->count = kept;
}

static bool track_percepts(Belief *belief, const News *news, const char *own,
                           const ZermeloLimits *limits, const char **why)
{
    *why = "the percepts make no sense";
    zermelo_tracker_limit(belief->tracker, limits);
    bool good =
        !belief->is_guessing && own && !news->unreadable &&
        zermelo_tracker_update(belief->tracker, own, news->items, news->count);
    const char *failure = zermelo_tracker_failure(belief->tracker);
    if (!good && failure)
        *why = failure;
    if (good && draw_samples(belief))
        return true;
    belief->is_guessing = !good; /* from now on, or for this step only */
    guess_positions(belief, own);
    return good;
}

/* ---- the public functions ---- */

/* Whether the rules have percepts: `random` alone makes a game GDL-II, too. */
static bool rules_have_percepts(ZermeloGame *game)
{
    const char *why;
    bool is_found = false;
    const ZermeloLimits at_once = {.seconds = 0.001}; /* no ground rules */
    ZermeloInfo *info =
        zermelo_info_new(game, ZERMELO_DIRECTED, &at_once, &why);
    for (size_t i = 0; info && i < zermelo_info_relation_count(info); i++)
        is_found = is_found ||
                   strcmp(zermelo_info_relation(info, i).name, "sees/2") == 0;
    zermelo_info_free(info);
    return is_found;
}

Belief *belief_new(ZermeloGame *game, const ZermeloNet *net,
                   ZermeloCursor *cursor, size_t role, uint64_t seed,
                   const char **why)
{
    Belief *belief = memory_alloc(sizeof *belief);
    *belief = (Belief){.cursor = cursor,
                       .has_net = net != NULL,
                       .role = role,
                       .roles = zermelo_cursor_role_count(cursor),
                       .size = zermelo_cursor_size(cursor),
                       .seed = seed,
                       .random = random_new(seed, role),
                       .count = 1};
    belief->positions = memory_array(MAX_SAMPLES, belief->size);
    belief->moves = memory_array(belief->roles, sizeof *belief->moves);
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
    free_all(belief->positions, belief->moves, belief);
}

/* GGP-Base sends joint moves in games with `random` as well. */
static bool reveals_moves(const Belief *belief, const News *news)
{
    return !belief->tracker ||
           (!belief->has_percepts && news->kind == NEWS_LIST &&
            news->count == belief->roles);
}

bool belief_update(Belief *belief, const News *news, const char *sent,
                   const ZermeloLimits *limits, const char **why)
{
    const char *own = news->kind == NEWS_TURN && news->own ? news->own : sent;
    if (news->kind == NEWS_NONE ||
        (news->kind == NEWS_TURN && news->turn == belief->steps))
        return true; /* no step since the last news */
    belief->steps++;
    if (reveals_moves(belief, news)) {
        zermelo_tracker_free(belief->tracker);
        belief->tracker = NULL;
        return make_moves(belief, news, why);
    }
    return track_percepts(belief, news, own, limits, why);
}

size_t belief_count(const Belief *belief)
{
    return belief->count;
}

const void *belief_position(const Belief *belief, size_t number)
{
    return position_at(belief, number);
}

/* The moves that the tracker says are certainly legal. */
static uint32_t *certainly_legal(Belief *belief, size_t *count)
{
    const ZermeloBelief *beliefs;
    size_t possible =
        zermelo_tracker_ask(belief->tracker, ZERMELO_LEGAL, &beliefs);
    uint32_t *moves = memory_array(possible + 1, sizeof *moves);
    zermelo_cursor_set(belief->cursor, belief->positions);
    *count = 0;
    for (size_t i = 0; i < possible; i++) {
        uint32_t move =
            find_legal(belief->cursor, belief->role, beliefs[i].term);
        if (beliefs[i].certain && move != ZERMELO_NO_MOVE)
            moves[(*count)++] = move;
    }
    return moves;
}

/* Drops moves that are not legal in every position, unless none would be left.
 */
static void keep_common_moves(Belief *belief, uint32_t *moves, size_t *count)
{
    for (size_t i = 0; i < belief->count; i++) {
        size_t here, kept = 0;
        zermelo_cursor_set(belief->cursor, position_at(belief, i));
        uint32_t *legal = list_moves(belief->cursor, belief->role, &here);
        for (size_t k = 0; k < *count; k++)
            if (is_among(legal, here, moves[k]))
                moves[kept++] = moves[k];
        if (kept)
            *count = kept;
        free(legal);
    }
}

uint32_t *belief_legal(Belief *belief, size_t *count)
{
    *count = 0;
    if (belief->tracker && !belief->is_guessing) {
        uint32_t *certain = certainly_legal(belief, count);
        if (*count)
            return certain;
        free(certain);
    }
    zermelo_cursor_set(belief->cursor, belief->positions);
    uint32_t *moves = list_moves(belief->cursor, belief->role, count);
    keep_common_moves(belief, moves, count);
    return moves;
}

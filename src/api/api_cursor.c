/* api_cursor.c - positions as values and moves as numbers, for zermelo.h
 *
 * In:   a net, or a game that could not be grounded
 * Out:  positions, moves and playouts, by search/numbered_engine.c
 * Next: api/api_search.c, for the best of these moves
 */
#include "api/handle.h"

#include "base/bits.h"
#include "base/memory.h"
#include "lang/print.h"

#include <stdlib.h>
#include <string.h>

const ZermeloGame *cursor_game(const ZermeloCursor *cursor)
{
    return cursor->net ? NULL : cursor->game;
}

/* ---- making it ---- */

ZermeloCursor *zermelo_cursor_new(ZermeloGame *game, const ZermeloNet *net,
                                  const ZermeloLimits *limits, const char **why)
{
    NEW_HANDLE(ZermeloCursor, cursor, game, limits, why);
    Arena *arena = cursor->arena = arena_new();
    cursor->game = game;
    cursor->net = net;
    cursor->budget = budget_of(limits);
    if (!net)
        cursor->interp = interp_new(game->game, &cursor->budget, reason);
    if (!net && !cursor->interp) {
        zermelo_cursor_free(cursor);
        return NULL;
    }
    cursor->numbered = numbered_new(net ? net->machine : NULL, cursor->interp);
    cursor->roles = role_names(arena, net ? net->net : NULL, cursor->interp);
    return cursor;
}

static void release_cursor(ZermeloCursor *cursor)
{
    numbered_free(cursor->numbered);
    interp_free(cursor->interp);
    arena_free(cursor->arena);
}

FREE_FUNCTION(zermelo_cursor_free, ZermeloCursor, release_cursor)

const char *zermelo_cursor_failure(const ZermeloCursor *cursor)
{
    return is_alive(cursor) ? engine_failure(cursor->numbered->engine)
                            : why_empty(cursor);
}

GETTER(size_t, zermelo_cursor_role_count, ZermeloCursor, self->roles.count)
ITEM_GETTER(const char *, zermelo_cursor_role, ZermeloCursor, self->roles.count,
            self->roles.items[number])
ITEM_GETTER(bool, zermelo_cursor_is_random, ZermeloCursor, self->roles.count,
            engine_is_random(self->numbered->engine, number))

/* ---- positions ---- */

size_t zermelo_cursor_size(const ZermeloCursor *cursor)
{
    return is_alive(cursor) ? cursor->numbered->position_bytes
           : cursor         ? sizeof(uint64_t)
                            : 0;
}

void zermelo_cursor_initial(const ZermeloCursor *cursor, void *position)
{
    if (is_alive(cursor) && position)
        numbered_initial(cursor->numbered, position);
    else if (cursor && position)
        memset(position, 0, sizeof(uint64_t));
}

bool zermelo_cursor_position(ZermeloCursor *cursor, const char *const *features,
                             size_t count, void *position)
{
    if (!position || (count && !features) || count > MAX_ARGUMENT_COUNT)
        return false;
    ENTER_HANDLE(cursor, cursor_game(cursor), (void)0, false);
    const Net *net = cursor->numbered->net;
    Arena *arena = arena_new();
    const Term **terms = arena_array(arena, const Term *, count + 1);
    bool is_known = true;
    memset(position, 0, zermelo_cursor_size(cursor));
    for (size_t i = 0; i < count && is_known; i++) {
        terms[i] = read_term(arena, cursor->game->rules->terms, features[i],
                             ZERMELO_INFIX);
        uint32_t feature =
            terms[i] && net ? net_feature(net, terms[i]) : NO_INDEX;
        if (feature != NO_INDEX)
            set_bit(position, feature);
        is_known = terms[i] && (!net || feature != NO_INDEX);
    }
    if (is_known && !net)
        numbered_enter(cursor->numbered,
                       position_bytes(position_new(arena, terms, count)),
                       position);
    arena_free(arena);
    return is_known;
}

void zermelo_cursor_set(ZermeloCursor *cursor, const void *position)
{
    if (!position)
        return;
    ENTER_HANDLE(cursor, cursor_game(cursor), (void)0, );
    numbered_set(cursor->numbered, position);
}

/* How many moves of ROLE have a number. */
static size_t known_move_count(const ZermeloCursor *cursor, size_t role)
{
    return is_alive(cursor) && role < cursor->roles.count
               ? numbered_known_moves(cursor->numbered, role)
               : 0;
}

bool zermelo_cursor_next(ZermeloCursor *cursor, const uint32_t *moves,
                         void *position)
{
    if (!moves || !position)
        return false;
    ENTER_HANDLE(cursor, cursor_game(cursor), (void)0, false);
    return numbered_next(cursor->numbered, moves, position);
}

/* ---- questions ---- */

bool zermelo_cursor_terminal(ZermeloCursor *cursor)
{
    ENTER_HANDLE(cursor, cursor_game(cursor), (void)0, false);
    return engine_is_terminal(cursor->numbered->engine);
}

size_t zermelo_cursor_moves(ZermeloCursor *cursor, size_t role, uint32_t *moves,
                            size_t capacity)
{
    ENTER_HANDLE(cursor, cursor_game(cursor), (void)0, 0);
    return role < cursor->roles.count
               ? numbered_moves(cursor->numbered, role, moves,
                                moves ? capacity : 0)
               : 0;
}

int zermelo_cursor_step(ZermeloCursor *cursor, const void *from,
                        const uint32_t *moves, void *to, uint32_t *counts,
                        uint32_t *legal, size_t max)
{
    size_t written = 0;
    if (!is_alive(cursor) || !from || !counts || !legal || (moves && !to))
        return -1;
    zermelo_cursor_set(cursor, from);
    if (moves && !zermelo_cursor_next(cursor, moves, to))
        return -1;
    if (moves)
        zermelo_cursor_set(cursor, to);
    for (size_t i = 0; i < cursor->roles.count; i++) {
        size_t count =
            zermelo_cursor_moves(cursor, i, legal + written, max - written);
        counts[i] = (uint32_t)count;
        written += count < max - written ? count : max - written;
    }
    bool is_terminal = zermelo_cursor_terminal(cursor);
    return zermelo_cursor_failure(cursor) ? -1 : is_terminal;
}

int zermelo_cursor_goal(ZermeloCursor *cursor, size_t role)
{
    ENTER_HANDLE(cursor, cursor_game(cursor), (void)0, -1);
    return role < cursor->roles.count ? numbered_goal(cursor->numbered, role)
                                      : -1;
}

int zermelo_cursor_least_goal(const ZermeloCursor *cursor, size_t role)
{
    return is_alive(cursor) && role < cursor->roles.count
               ? numbered_goal_bounds(cursor->numbered, role).lower
               : -1;
}

int zermelo_cursor_most_goal(const ZermeloCursor *cursor, size_t role)
{
    return is_alive(cursor) && role < cursor->roles.count
               ? numbered_goal_bounds(cursor->numbered, role).upper
               : -1;
}

/* ---- names ---- */

char *zermelo_cursor_move(const ZermeloCursor *cursor, size_t role,
                          uint32_t move, ZermeloSyntax syntax)
{
    if (move >= known_move_count(cursor, role))
        return NULL;
    ENTER_SCRATCH(cursor, NULL);
    Text text = {0};
    term_print(&text, numbered_move(cursor->numbered, role, move),
               syntax == ZERMELO_KIF ? SYNTAX_KIF : SYNTAX_INFIX);
    return give_text(&text);
}

uint32_t zermelo_cursor_find(const ZermeloCursor *cursor, size_t role,
                             const char *move)
{
    ENTER_SCRATCH(cursor, ZERMELO_NO_MOVE);
    size_t count = move ? known_move_count(cursor, role) : 0;
    Text text = {0};
    uint32_t found_move = ZERMELO_NO_MOVE;
    for (uint32_t i = 0; i < count && found_move == ZERMELO_NO_MOVE; i++) {
        text.length = 0;
        term_print(&text, numbered_move(cursor->numbered, role, i),
                   SYNTAX_INFIX);
        if (strcmp(text_string(&text), move) == 0)
            found_move = i;
    }
    text_free(&text);
    return found_move;
}

/* ---- playouts ---- */

uint64_t zermelo_cursor_playout(ZermeloCursor *cursor, const void *position,
                                uint64_t seed, uint64_t number,
                                uint64_t max_steps, const ZermeloLimits *limits,
                                int *goals)
{
    if (!position || !goals)
        return 0;
    ENTER_HANDLE(cursor, cursor_game(cursor), (void)0, 0);
    Budget budget = budget_of(limits);
    return numbered_playout(cursor->numbered, position, seed, number, max_steps,
                            &budget, goals);
}

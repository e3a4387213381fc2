/* api_cursor.c - positions as values and moves as numbers, for zermelo.h
 *
 * In:   a net, or a game that could not be grounded
 * Out:  positions, moves and playouts for a search
 *
 * On a net a position is the state of the machine and a move its number there.
 * Without one, positions and moves are numbered in the order in which they are
 * met, and positions are kept. Start reading at zermelo_cursor_new().
 */
#include "api/handle.h"

#include "base/bits.h"
#include "base/byte_table.h"
#include "base/memory.h"
#include "lang/print.h"
#include "sim/playout.h"

#include <stdlib.h>
#include <string.h>

struct ZermeloCursor {
    Heap *heap;
    Arena *arena;
    ZermeloGame *game;
    Engine *engine;
    size_t role_count;
    const char **role_names;
    const Net *net; /* and the machine's cursor; or NULL, by the interpreter: */
    Cursor *machine_cursor;
    Interp *interp;
    Budget budget;
    ByteTable position_table; /* the number of each position */
    ByteTable *move_tables;   /* by role: the number of each move */
    const Term **joint_move;  /* scratch of zermelo_cursor_next() */
};

/* The game that CURSOR, if it is one, changes: threads share one with a net. */
static const ZermeloGame *changed_game(const ZermeloCursor *cursor)
{
    return cursor->net ? NULL : cursor->game;
}

/* ---- what is numbered ---- */

/* Writes to POSITION the state of the machine or, without a net, the number of
 * the position, which is entered into the table. */
static void write_position(ZermeloCursor *cursor, Bytes engine_position,
                           void *position)
{
    uint64_t number = 0;
    if (!cursor->net)
        number = byte_table_put(&cursor->position_table, engine_position);
    if (cursor->net && engine_position.length)
        memcpy(position, engine_position.bytes, engine_position.length);
    else
        memcpy(position, &number, sizeof number);
}

static const Term *move_term(const ZermeloCursor *cursor, size_t role,
                             uint32_t move)
{
    return cursor->net ? cursor->net->roles[role].moves[move]
                       : *(const Term *const *)cursor->move_tables[role]
                              .strings.items[move]
                              .bytes;
}

/* ---- making it ---- */

ZermeloCursor *zermelo_cursor_new(ZermeloGame *game, const ZermeloNet *net,
                                  const ZermeloLimits *limits, const char **why)
{
    const char *ignored, **const reason = why ? why : &ignored;
    if (!has_usable_rules(game, reason))
        return NULL;
    NEW_HANDLE(ZermeloCursor, cursor, game, limits, no_memory(why));
    Arena *arena = cursor->arena = arena_new();
    cursor->game = game;
    cursor->budget = budget_of(limits);
    if (!net)
        cursor->interp = interp_new(game->game, &cursor->budget, reason);
    if (!net && !cursor->interp) {
        zermelo_cursor_free(cursor);
        return NULL;
    }
    cursor->net = net ? net->net : NULL;
    cursor->engine = net ? engine_by_machine(net->machine)
                         : engine_by_interp(cursor->interp);
    cursor->machine_cursor = engine_cursor(cursor->engine);
    cursor->role_count = engine_roles(cursor->engine);
    cursor->role_names = engine_role_names(arena, cursor->engine);
    cursor->move_tables = arena_array(arena, ByteTable, cursor->role_count);
    cursor->joint_move = arena_array(arena, const Term *, cursor->role_count);
    byte_table_put(&cursor->position_table, engine_initial(cursor->engine));
    engine_set(cursor->engine, engine_initial(cursor->engine));
    return cursor;
}

static void release_cursor(ZermeloCursor *cursor)
{
    for (size_t i = 0; i < cursor->role_count; i++)
        byte_table_free(&cursor->move_tables[i]);
    byte_table_free(&cursor->position_table);
    engine_free(cursor->engine);
    interp_free(cursor->interp);
    arena_free(cursor->arena);
}

void zermelo_cursor_free(ZermeloCursor *cursor)
{
    FREE_HANDLE(cursor, release_cursor);
}

const char *zermelo_cursor_failure(const ZermeloCursor *cursor)
{
    return is_alive(cursor) ? engine_failure(cursor->engine)
                            : why_empty(cursor);
}

GETTER(size_t, zermelo_cursor_role_count, ZermeloCursor, self->role_count)
ITEM_GETTER(const char *, zermelo_cursor_role, ZermeloCursor, self->role_count,
            self->role_names[number])
ITEM_GETTER(bool, zermelo_cursor_is_random, ZermeloCursor, self->role_count,
            engine_is_random(self->engine, number))

/* ---- positions ---- */

/* At least a word. */
size_t zermelo_cursor_size(const ZermeloCursor *cursor)
{
    if (!cursor)
        return 0;
    size_t size = is_alive(cursor) && cursor->net
                      ? engine_initial(cursor->engine).length
                      : 0;
    return size ? size : sizeof(uint64_t);
}

void zermelo_cursor_initial(const ZermeloCursor *cursor, void *position)
{
    if (!cursor || !position)
        return;
    memset(position, 0, zermelo_cursor_size(cursor));
    if (!is_alive(cursor))
        return;
    Bytes initial = engine_initial(cursor->engine);
    if (cursor->net && initial.length)
        memcpy(position, initial.bytes, initial.length);
}

bool zermelo_cursor_position(ZermeloCursor *cursor, const char *const *features,
                             size_t count, void *position)
{
    if (!position || (count && !features) || count > MAX_ARGUMENT_COUNT)
        return false;
    ENTER_HANDLE(cursor, changed_game(cursor), (void)0, false);
    Arena *arena = arena_new();
    const Term **terms = arena_array(arena, const Term *, count + 1);
    bool is_known = true;
    memset(position, 0, zermelo_cursor_size(cursor));
    for (size_t i = 0; i < count && is_known; i++) {
        terms[i] = read_term(arena, cursor->game->rules->terms, features[i],
                             ZERMELO_INFIX);
        uint32_t feature = terms[i] && cursor->net
                               ? net_feature(cursor->net, terms[i])
                               : NO_INDEX;
        if (feature != NO_INDEX)
            set_bit(position, feature);
        is_known = terms[i] && (!cursor->net || feature != NO_INDEX);
    }
    if (is_known && !cursor->net)
        write_position(cursor,
                       position_bytes(position_new(arena, terms, count)),
                       position);
    arena_free(arena);
    return is_known;
}

/* Also recovers an interpreter that failed: zermelo_cursor_next numbers no
 * position that was computed after a failure, so this one is sound. */
static void set_position(ZermeloCursor *cursor, const void *position)
{
    Bytes bytes = {position, engine_initial(cursor->engine).length};
    if (!cursor->net) {
        uint64_t number;
        memcpy(&number, position, sizeof number);
        if (number >= cursor->position_table.strings.count)
            return;
        bytes = cursor->position_table.strings.items[number];
        interp_recover(cursor->interp);
    }
    engine_set(cursor->engine, bytes);
}

void zermelo_cursor_set(ZermeloCursor *cursor, const void *position)
{
    if (!position)
        return;
    ENTER_HANDLE(cursor, changed_game(cursor), (void)0, );
    set_position(cursor, position);
}

/* How many moves of ROLE have a number. */
static size_t known_move_count(const ZermeloCursor *cursor, size_t role)
{
    if (!is_alive(cursor) || role >= cursor->role_count)
        return 0;
    return cursor->net ? cursor->net->roles[role].move_count
                       : cursor->move_tables[role].strings.count;
}

bool zermelo_cursor_next(ZermeloCursor *cursor, const uint32_t *moves,
                         void *position)
{
    if (!moves || !position)
        return false;
    ENTER_HANDLE(cursor, changed_game(cursor), (void)0, false);
    for (size_t i = 0; i < cursor->role_count; i++) {
        if (moves[i] >= known_move_count(cursor, i))
            return false;
        cursor->joint_move[i] = move_term(cursor, i, moves[i]);
    }
    Bytes next = cursor->net
                     ? engine_next_by_moves(cursor->engine, moves)
                     : engine_next_by_terms(cursor->engine, cursor->joint_move);
    if (engine_failure(cursor->engine))
        return false;
    write_position(cursor, next, position);
    return true;
}

/* ---- questions ---- */

bool zermelo_cursor_terminal(ZermeloCursor *cursor)
{
    ENTER_HANDLE(cursor, changed_game(cursor), (void)0, false);
    return engine_is_terminal(cursor->engine);
}

/* Writes the first MAX set bits and returns how many are set. */
static size_t list_set_bits(const uint64_t *bits, size_t width, uint32_t *moves,
                            size_t max)
{
    size_t bit_count = 0;
    for (uint32_t word = 0; word < (width + 63) / 64; word++)
        for (uint64_t remaining = bits[word]; remaining;
             remaining &= remaining - 1, bit_count++)
            if (bit_count < max)
                moves[bit_count] =
                    word * 64 + (uint32_t)__builtin_ctzll(remaining);
    return bit_count;
}

size_t zermelo_cursor_moves(ZermeloCursor *cursor, size_t role, uint32_t *moves,
                            size_t capacity)
{
    ENTER_HANDLE(cursor, changed_game(cursor), (void)0, 0);
    if (role >= cursor->role_count)
        return 0;
    const size_t max = moves ? capacity : 0;
    if (cursor->net)
        return list_set_bits(cursor_legal(cursor->machine_cursor, role),
                             cursor->net->roles[role].move_count, moves, max);
    TermList legal = engine_legal(cursor->engine, role);
    for (size_t i = 0; i < legal.count && i < max; i++)
        moves[i] =
            byte_table_put(&cursor->move_tables[role],
                           (Bytes){&legal.items[i], sizeof legal.items[i]});
    return legal.count;
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
    for (size_t i = 0; i < cursor->role_count; i++) {
        size_t count =
            zermelo_cursor_moves(cursor, i, legal + written, max - written);
        counts[i] = (uint32_t)count;
        written += count < max - written ? count : max - written;
    }
    bool is_terminal = zermelo_cursor_terminal(cursor);
    return zermelo_cursor_failure(cursor) ? -1 : is_terminal;
}

static int single_goal(ZermeloCursor *cursor, size_t role)
{
    TermList goals = engine_goals(cursor->engine, role);
    return goals.count == 1 ? goal_value(goals.items[0]) : -1;
}

int zermelo_cursor_goal(ZermeloCursor *cursor, size_t role)
{
    ENTER_HANDLE(cursor, changed_game(cursor), (void)0, -1);
    return role < cursor->role_count ? single_goal(cursor, role) : -1;
}

static int extreme_goal(const ZermeloCursor *cursor, size_t role,
                        bool is_highest)
{
    if (!is_alive(cursor) || role >= cursor->role_count)
        return -1;
    const Role *role_rules = cursor->net ? &cursor->net->roles[role] : NULL;
    if (!role_rules || !role_rules->goal_count)
        return is_highest ? 100 : 0;
    return role_rules->goals[is_highest ? role_rules->goal_count - 1 : 0].value;
}

int zermelo_cursor_least_goal(const ZermeloCursor *cursor, size_t role)
{
    return extreme_goal(cursor, role, false);
}

int zermelo_cursor_most_goal(const ZermeloCursor *cursor, size_t role)
{
    return extreme_goal(cursor, role, true);
}

/* ---- names ---- */

char *zermelo_cursor_move(const ZermeloCursor *cursor, size_t role,
                          uint32_t move, ZermeloSyntax syntax)
{
    if (move >= known_move_count(cursor, role))
        return NULL;
    ENTER_SCRATCH(cursor, NULL);
    Text text = {0};
    term_print(&text, move_term(cursor, role, move),
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
        term_print(&text, move_term(cursor, role, i), SYNTAX_INFIX);
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
    ENTER_HANDLE(cursor, changed_game(cursor), (void)0, 0);
    uint64_t key = playout_key(seed, number);
    Budget budget = budget_of(limits);
    set_position(cursor, position);
    uint64_t step_count = playout(cursor->engine, key, max_steps, &budget);
    bool is_over =
        engine_is_terminal(cursor->engine) && !engine_failure(cursor->engine);
    for (size_t i = 0; i < cursor->role_count; i++)
        goals[i] = is_over ? single_goal(cursor, i) : -1;
    return step_count;
}

/* ---- many at once ---- */

struct ZermeloPlayouts {
    Heap *heap;
    LaneWorker *worker;
};

ZermeloPlayouts *zermelo_playouts_new(const ZermeloNet *net)
{
    if (!net)
        return NULL;
    NEW_HANDLE_IN(ZermeloPlayouts, playouts, net->heap, NULL, NULL, (void)0);
    playouts->worker = net->lane_plan->kernel->worker_new(net->lane_plan);
    return playouts;
}

static void release_playouts(ZermeloPlayouts *playouts)
{
    lane_worker_free(playouts->worker);
}

void zermelo_playouts_free(ZermeloPlayouts *playouts)
{
    FREE_HANDLE(playouts, release_playouts);
}

uint64_t zermelo_playouts_run(ZermeloPlayouts *playouts,
                              const void *const *positions, size_t count,
                              uint64_t seed, uint64_t number,
                              uint64_t max_steps, const ZermeloLimits *limits,
                              int *goals)
{
    Budget budget = budget_of(limits);
    return !playouts || !positions || !goals || count > ZERMELO_MAX_PLAYOUTS
               ? 0
               : sliced_batch_run(playouts->worker,
                                  (const uint64_t *const *)positions, count,
                                  seed, number, max_steps, &budget, goals);
}

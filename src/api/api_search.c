/* api_search.c - positions as values and moves as numbers, for zermelo.h
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

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* What a cursor without a net has. */
typedef struct {
    Interp *interp;
    Budget budget;
    ByteTable positions; /* their features, numbered */
    ByteTable *moves;    /* by role, numbered */
} InterpretedCursor;

struct ZermeloCursor {
    Arena *arena;
    ZermeloGame *game;
    const ZermeloNet *net; /* NULL: by the interpreter */
    Cursor *machine_cursor;
    InterpretedCursor interpreted;
    size_t role_count;
    const char **names;
    uint32_t *joint_move; /* a joint move, */
    const Term **terms;   /* and its terms */
};

/* ---- what is numbered ---- */

static uint64_t number_position(ZermeloCursor *cursor, const Position *position)
{
    return byte_table_put(
        &cursor->interpreted.positions,
        (Bytes){position->features,
                position->count * sizeof *position->features});
}

static Position numbered_position(const ZermeloCursor *cursor,
                                  const void *position)
{
    uint64_t number;
    memcpy(&number, position, sizeof number);
    assert(number < cursor->interpreted.positions.strings.count);
    Bytes features = cursor->interpreted.positions.strings.items[number];
    return (Position){.features = (const Term **)(uintptr_t)features.bytes,
                      .count = features.length / sizeof(const Term *)};
}

static const Term *numbered_move(const ZermeloCursor *cursor, size_t role,
                                 uint32_t move)
{
    return cursor->net ? cursor->net->net->roles[role].moves[move]
                       : *(const Term *const *)cursor->interpreted.moves[role]
                              .strings.items[move]
                              .bytes;
}

/* ---- making it ---- */

static bool begin_interpreted(ZermeloCursor *cursor, ZermeloGame *game,
                              const char **why)
{
    InterpretedCursor *interpreted = &cursor->interpreted;
    interpreted->interp = interp_new(game->game, &interpreted->budget, why);
    if (!interpreted->interp)
        return false;
    cursor->role_count = interp_role_count(interpreted->interp);
    cursor->names = role_names(cursor->arena, interpreted->interp);
    interpreted->moves =
        arena_array(cursor->arena, ByteTable, cursor->role_count);
    number_position(cursor, interp_initial(interpreted->interp));
    interp_set(interpreted->interp, interp_initial(interpreted->interp));
    return true;
}

static void begin_on_net(ZermeloCursor *cursor, const ZermeloNet *net)
{
    cursor->net = net;
    cursor->machine_cursor = cursor_new(net->machine);
    cursor->role_count = net->net->role_count;
    cursor->names =
        arena_array(cursor->arena, const char *, cursor->role_count);
    for (size_t i = 0; i < cursor->role_count; i++)
        cursor->names[i] = term_string(cursor->arena, net->net->roles[i].name);
}

ZermeloCursor *zermelo_cursor_new(ZermeloGame *game, const ZermeloNet *net,
                                  const ZermeloLimits *limits, const char **why)
{
    if (!has_usable_rules(game, why))
        return NULL;
    Arena *arena = arena_new();
    ZermeloCursor *cursor = arena_alloc(arena, sizeof *cursor);
    cursor->arena = arena;
    cursor->game = game;
    cursor->interpreted.budget = budget_of(limits);
    if (net) {
        begin_on_net(cursor, net);
    } else if (!begin_interpreted(cursor, game, why)) {
        arena_free(arena);
        return NULL;
    }
    cursor->joint_move = arena_array(arena, uint32_t, cursor->role_count);
    cursor->terms = arena_array(arena, const Term *, cursor->role_count);
    return cursor;
}

void zermelo_cursor_free(ZermeloCursor *cursor)
{
    if (!cursor)
        return;
    InterpretedCursor *interpreted = &cursor->interpreted;
    for (size_t i = 0; interpreted->moves && i < cursor->role_count; i++)
        byte_table_free(&interpreted->moves[i]);
    byte_table_free(&interpreted->positions);
    interp_free(interpreted->interp);
    cursor_free(cursor->machine_cursor);
    arena_free(cursor->arena);
}

GETTER(const char *, zermelo_cursor_failure, ZermeloCursor,
       self->net ? NULL : interp_failure(self->interpreted.interp))
GETTER(size_t, zermelo_cursor_role_count, ZermeloCursor, self->role_count)
ITEM_GETTER(const char *, zermelo_cursor_role, ZermeloCursor, self->role_count,
            self->names[number])

bool zermelo_cursor_is_random(const ZermeloCursor *cursor, size_t role)
{
    if (role >= cursor->role_count)
        return false;
    return cursor->net ? cursor->net->net->roles[role].is_random
                       : interp_is_random(cursor->interpreted.interp, role);
}

/* ---- positions ---- */

size_t zermelo_cursor_size(const ZermeloCursor *cursor)
{
    size_t word_count = cursor->net ? machine_words(cursor->net->machine) : 1;
    return (word_count ? word_count : 1) * sizeof(uint64_t);
}

static void write_state(const ZermeloCursor *cursor, const uint64_t *state,
                        void *position)
{
    size_t word_count = machine_words(cursor->net->machine);
    if (word_count)
        memcpy(position, state, word_count * sizeof *state);
    else
        memset(position, 0, sizeof *state);
}

void zermelo_cursor_initial(const ZermeloCursor *cursor, void *position)
{
    if (cursor->net)
        write_state(cursor, machine_initial(cursor->net->machine), position);
    else
        memset(position, 0, sizeof(uint64_t));
}

bool zermelo_cursor_position(ZermeloCursor *cursor, const char *const *features,
                             size_t count, void *position)
{
    Arena *arena = arena_new();
    const Term **terms = arena_array(arena, const Term *, count + 1);
    bool is_known = true;
    memset(position, 0, zermelo_cursor_size(cursor));
    for (size_t i = 0; i < count && is_known; i++) {
        terms[i] = read_term(arena, cursor->game->rules->terms, features[i],
                             ZERMELO_INFIX);
        uint32_t feature = terms[i] && cursor->net
                               ? net_feature(cursor->net->net, terms[i])
                               : NO_INDEX;
        if (feature != NO_INDEX)
            set_bit(position, feature);
        is_known = terms[i] && (!cursor->net || feature != NO_INDEX);
    }
    if (is_known && !cursor->net) {
        uint64_t number =
            number_position(cursor, position_new(arena, terms, count));
        memcpy(position, &number, sizeof number);
    }
    arena_free(arena);
    return is_known;
}

/* Also recovers an interpreter that failed: zermelo_cursor_next numbers no
 * position that was computed after a failure, so this one is sound. */
void zermelo_cursor_set(ZermeloCursor *cursor, const void *position)
{
    if (cursor->net) {
        cursor_set(cursor->machine_cursor, position);
        return;
    }
    Position numbered = numbered_position(cursor, position);
    interp_recover(cursor->interpreted.interp);
    interp_set(cursor->interpreted.interp, &numbered);
}

/* The number of moves of ROLE that have a number. */
static size_t move_count(const ZermeloCursor *cursor, size_t role)
{
    if (role >= cursor->role_count)
        return 0;
    return cursor->net ? cursor->net->net->roles[role].move_count
                       : cursor->interpreted.moves[role].strings.count;
}

bool zermelo_cursor_next(ZermeloCursor *cursor, const uint32_t *moves,
                         void *position)
{
    for (size_t i = 0; i < cursor->role_count; i++)
        if (moves[i] >= move_count(cursor, i))
            return false;
    if (cursor->net) {
        cursor_moves(cursor->machine_cursor, moves);
        write_state(cursor, cursor_next(cursor->machine_cursor), position);
        return true;
    }
    for (size_t i = 0; i < cursor->role_count; i++)
        cursor->terms[i] = numbered_move(cursor, i, moves[i]);
    Arena *arena = arena_new();
    const Position *next =
        interp_next(cursor->interpreted.interp, cursor->terms, arena);
    bool has_next = !interp_failure(cursor->interpreted.interp);
    if (has_next) {
        uint64_t number = number_position(cursor, next);
        memcpy(position, &number, sizeof number);
    }
    arena_free(arena);
    return has_next;
}

/* ---- questions ---- */

bool zermelo_cursor_terminal(ZermeloCursor *cursor)
{
    return cursor->net ? cursor_is_terminal(cursor->machine_cursor)
                       : interp_is_terminal(cursor->interpreted.interp);
}

static size_t list_bits(const uint64_t *bits, size_t width, uint32_t *moves,
                        size_t capacity)
{
    size_t bit_count = 0;
    for (uint32_t word = 0; word < (width + 63) / 64; word++)
        for (uint64_t remaining = bits[word]; remaining;
             remaining &= remaining - 1, bit_count++)
            if (bit_count < capacity)
                moves[bit_count] =
                    word * 64 + (uint32_t)__builtin_ctzll(remaining);
    return bit_count;
}

size_t zermelo_cursor_moves(ZermeloCursor *cursor, size_t role, uint32_t *moves,
                            size_t capacity)
{
    if (role >= cursor->role_count)
        return 0;
    if (cursor->net)
        return list_bits(cursor_legal(cursor->machine_cursor, role),
                         cursor->net->net->roles[role].move_count, moves,
                         capacity);
    size_t count;
    const Term *const *legal =
        interp_legal(cursor->interpreted.interp, role, &count);
    for (size_t i = 0; i < count && i < capacity; i++)
        moves[i] = byte_table_put(&cursor->interpreted.moves[role],
                                  (Bytes){&legal[i], sizeof legal[i]});
    return count;
}

int zermelo_cursor_goal(ZermeloCursor *cursor, size_t role)
{
    if (role >= cursor->role_count)
        return -1;
    if (!cursor->net) {
        size_t count;
        const int *goals =
            interp_goals(cursor->interpreted.interp, role, &count);
        return count == 1 ? goals[0] : -1;
    }
    const Role *role_rules = &cursor->net->net->roles[role];
    size_t count = 0, last_index = 0;
    for (size_t k = 0; k < role_rules->goal_count; k++)
        if (cursor_goal(cursor->machine_cursor, role, k)) {
            last_index = k;
            count++;
        }
    return count == 1 ? role_rules->goals[last_index].value : -1;
}

static int extreme_goal(const ZermeloCursor *cursor, size_t role,
                        bool is_highest)
{
    if (role >= cursor->role_count)
        return -1;
    const Role *role_rules =
        cursor->net ? &cursor->net->net->roles[role] : NULL;
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
    if (move >= move_count(cursor, role))
        return NULL;
    Text text = {0};
    term_print(&text, numbered_move(cursor, role, move),
               syntax == ZERMELO_KIF ? SYNTAX_KIF : SYNTAX_INFIX);
    return text_take(&text);
}

uint32_t zermelo_cursor_find(const ZermeloCursor *cursor, size_t role,
                             const char *move)
{
    size_t count = move_count(cursor, role);
    Text text = {0};
    uint32_t found = ZERMELO_NO_MOVE;
    for (uint32_t i = 0; i < count && found == ZERMELO_NO_MOVE; i++) {
        text.length = 0;
        term_print(&text, numbered_move(cursor, role, i), SYNTAX_INFIX);
        if (strcmp(text_string(&text), move) == 0)
            found = i;
    }
    text_free(&text);
    return found;
}

/* ---- playouts ---- */

uint64_t zermelo_cursor_playout(ZermeloCursor *cursor, const void *position,
                                uint64_t seed, uint64_t number,
                                uint64_t max_steps, const ZermeloLimits *limits,
                                int *goals)
{
    uint64_t key = playout_key(seed, number);
    Budget budget = budget_of(limits);
    zermelo_cursor_set(cursor, position);
    uint64_t step_count =
        cursor->net ? playout_by_machine(cursor->machine_cursor, key, max_steps,
                                         &budget, cursor->joint_move)
                    : playout_by_interp(cursor->interpreted.interp, key,
                                        max_steps, &budget, cursor->terms);
    bool is_over =
        zermelo_cursor_terminal(cursor) && !zermelo_cursor_failure(cursor);
    for (size_t i = 0; i < cursor->role_count; i++)
        goals[i] = is_over ? zermelo_cursor_goal(cursor, i) : -1;
    return step_count;
}

/* ---- many at once ---- */

struct ZermeloPlayouts {
    LaneWorker *worker;
};

ZermeloPlayouts *zermelo_playouts_new(const ZermeloNet *net)
{
    ZermeloPlayouts *playouts = memory_alloc(sizeof *playouts);
    playouts->worker = net->sliced->engine->worker_new(net->sliced);
    return playouts;
}

void zermelo_playouts_free(ZermeloPlayouts *playouts)
{
    if (!playouts)
        return;
    lane_worker_free(playouts->worker);
    free(playouts);
}

uint64_t zermelo_playouts_run(ZermeloPlayouts *playouts,
                              const void *const *positions, size_t count,
                              uint64_t seed, uint64_t number,
                              uint64_t max_steps, const ZermeloLimits *limits,
                              int *goals)
{
    Budget budget = budget_of(limits);
    return count > ZERMELO_MAX_PLAYOUTS
               ? 0
               : sliced_batch_run(playouts->worker,
                                  (const uint64_t *const *)positions, count,
                                  seed, number, max_steps, &budget, goals);
}

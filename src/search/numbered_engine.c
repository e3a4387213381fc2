/* numbered_engine.c - an engine with positions as values, moves as numbers
 *
 * In:   a machine or an interpreter
 * Out:  positions of a fixed size, numbers of moves, goal values
 * Next: search/tree.c keeps positions, api/api_cursor.c hands them out
 */
#include "search/numbered_engine.h"

#include "base/memory.h"
#include "sim/playout.h"

#include <string.h>

NumberedEngine *numbered_new(const Machine *machine, Interp *interp)
{
    Arena *arena = arena_new();
    NumberedEngine *numbered = arena_alloc(arena, sizeof *numbered);
    Engine *engine =
        machine ? engine_by_machine(machine) : engine_by_interp(interp);
    size_t role_count = engine_roles(engine), word = sizeof(uint64_t);
    size_t state_bytes = machine ? engine_initial(engine).length : 0;
    *numbered = (NumberedEngine){
        .engine = engine,
        .net = machine ? machine_net(machine) : NULL,
        .machine_cursor = engine_cursor(engine),
        .interp = interp,
        .role_count = role_count,
        .position_bytes = state_bytes ? state_bytes : word,
        .move_tables = arena_array(arena, ByteTable, role_count),
        .joint_move = arena_array(arena, const Term *, role_count),
        .arena = arena};
    byte_table_put(&numbered->position_table, engine_initial(engine));
    engine_set(engine, engine_initial(engine));
    return numbered;
}

void numbered_free(NumberedEngine *numbered)
{
    if (!numbered)
        return;
    for (size_t i = 0; i < numbered->role_count; i++)
        byte_table_free(&numbered->move_tables[i]);
    byte_table_free(&numbered->position_table);
    engine_free(numbered->engine);
    arena_free(numbered->arena);
}

/* ---- positions ---- */

void numbered_initial(const NumberedEngine *numbered, void *position)
{
    Bytes initial = engine_initial(numbered->engine);
    memset(position, 0, numbered->position_bytes);
    if (numbered->net && initial.length)
        memcpy(position, initial.bytes, initial.length);
}

void numbered_enter(NumberedEngine *numbered, Bytes position, void *number)
{
    uint64_t index = 0;
    if (!numbered->net)
        index = byte_table_put(&numbered->position_table, position);
    if (numbered->net && position.length)
        memcpy(number, position.bytes, position.length);
    else
        memcpy(number, &index, sizeof index);
}

/* An interpreter that is recovered is sound here: numbered_next numbers no
 * position that was computed after a failure. */
void numbered_set(NumberedEngine *numbered, const void *position)
{
    Bytes bytes = {position, engine_initial(numbered->engine).length};
    if (!numbered->net) {
        uint64_t number;
        memcpy(&number, position, sizeof number);
        if (number >= numbered->position_table.strings.count)
            return;
        bytes = numbered->position_table.strings.items[number];
        interp_recover(numbered->interp);
    }
    engine_set(numbered->engine, bytes);
}

bool numbered_next(NumberedEngine *numbered, const uint32_t *moves,
                   void *position)
{
    for (size_t i = 0; i < numbered->role_count; i++) {
        if (moves[i] >= numbered_known_moves(numbered, i))
            return false;
        numbered->joint_move[i] = numbered_move(numbered, i, moves[i]);
    }
    Bytes next = numbered->net ? engine_next_by_moves(numbered->engine, moves)
                               : engine_next_by_terms(numbered->engine,
                                                      numbered->joint_move);
    if (engine_failure(numbered->engine))
        return false;
    numbered_enter(numbered, next, position);
    return true;
}

/* ---- moves ---- */

size_t numbered_known_moves(const NumberedEngine *numbered, size_t role)
{
    return numbered->net ? numbered->net->roles[role].move_count
                         : numbered->move_tables[role].strings.count;
}

const Term *numbered_move(const NumberedEngine *numbered, size_t role,
                          uint32_t move)
{
    return numbered->net ? numbered->net->roles[role].moves[move]
                         : *(const Term *const *)numbered->move_tables[role]
                                .strings.items[move]
                                .bytes;
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

size_t numbered_moves(NumberedEngine *numbered, size_t role, uint32_t *moves,
                      size_t max)
{
    if (numbered->net)
        return list_set_bits(cursor_legal(numbered->machine_cursor, role),
                             numbered->net->roles[role].move_count, moves, max);
    TermList legal = engine_legal(numbered->engine, role);
    for (size_t i = 0; i < legal.count && i < max; i++)
        moves[i] =
            byte_table_put(&numbered->move_tables[role],
                           (Bytes){&legal.items[i], sizeof legal.items[i]});
    return legal.count;
}

/* ---- goals ---- */

int numbered_goal(NumberedEngine *numbered, size_t role)
{
    TermList goals = engine_goals(numbered->engine, role);
    return goals.count == 1 ? goal_value(goals.items[0]) : -1;
}

Bounds numbered_goal_bounds(const NumberedEngine *numbered, size_t role)
{
    const Role *rules = numbered->net ? &numbered->net->roles[role] : NULL;
    if (!rules || !rules->goal_count)
        return (Bounds){0, 100};
    return (Bounds){(uint8_t)rules->goals[0].value,
                    (uint8_t)rules->goals[rules->goal_count - 1].value};
}

uint64_t numbered_playout(NumberedEngine *numbered, const void *position,
                          uint64_t seed, uint64_t number, uint64_t max_steps,
                          const Budget *budget, int *goals)
{
    Engine *engine = numbered->engine;
    numbered_set(numbered, position);
    uint64_t step_count =
        playout(engine, playout_key(seed, number), max_steps, budget);
    bool is_over = engine_is_terminal(engine) && !engine_failure(engine);
    for (size_t i = 0; i < numbered->role_count; i++)
        goals[i] = is_over ? numbered_goal(numbered, i) : -1;
    return step_count;
}

/* alpha_beta.c - what a role can force, by alpha-beta search
 *
 * In:   a Machine, a position and a role
 * Out:  the value that the role can force, all others being one opponent
 *
 * Alpha-beta (Knuth and Moore 1975) with null windows: whether the role can
 * force an end with at least a value is asked for one value after the other, as
 * in MTD(f) (Plaat and others 1996), over one transposition table. The answer
 * is yes, no, or not within the horizon, which grows (iterative deepening). Yes
 * and no rest on ends only, never on the horizon, and so never on a position
 * that is met again: they hold at any depth, in games with endless play, too.
 * Where every play ends there is also a search without horizon, which needs far
 * fewer nodes where no value is forced soon.
 * Moves are ordered by the table, then by history (Schaeffer 1983).
 * Start reading at alpha_beta_run(), at the end.
 */
#include "solve/alpha_beta.h"

#include "base/bits.h"
#include "solve/position_graph.h"
#include "solve/transposition.h"

#include <assert.h>

enum {
    MAX_DEPTH = 2000, /* of the recursion */
    FIRST_DEPTH = 2,
    DEEPENING_SHARE = 4, /* of the work, where every play ends */
    NODES_PER_POLL = 1024,
};

typedef enum { ANSWER_NO, ANSWER_OPEN, ANSWER_YES } Answer;

/* A move at a position on the stack; the position after it is in states. */
typedef struct {
    PositionHash hash;
    uint64_t score;
    size_t state; /* index of its first word */
    uint32_t move;
} Successor;

struct AlphaBeta {
    Engine *engine;
    Cursor *cursor;
    const Net *net;
    size_t role, word_count, role_count, player_count;
    uint64_t *start;
    TranspositionTable *table;
    uint64_t **history;        /* by role and move */
    VEC(int) values;           /* that ends can have, ascending */
    VEC(Successor) successors; /* of all positions on the stack */
    VEC(uint64_t) states;
    uint32_t *moves; /* a joint move */
    AlphaBetaResult result;
    size_t yes_depth, no_depth; /* horizons of the proofs of both bounds */
    bool is_finite;             /* every play ends */
    bool met_horizon;
    uint64_t node_limit;
    const Budget *budget;
    bool is_stopped;
};

/* ---- one position ---- */

/* Notes what an end says about sums; the payoff of the role. */
static Payoff payoff_here(AlphaBeta *search)
{
    int sum = 0;
    bool is_ill = false;
    for (size_t i = 0; i < search->role_count; i++) {
        if (search->net->roles[i].is_random)
            continue;
        Payoff payoff = end_payoff(search->engine, i);
        is_ill = is_ill || payoff.least != payoff.most;
        sum += payoff.least;
    }
    search->result.has_ill_ends = search->result.has_ill_ends || is_ill;
    if (is_ill || sum != MAX_PAYOFF || search->player_count != 2)
        search->result.sums_to_100 = false;
    return end_payoff(search->engine, search->role);
}

/* Sets the moves of roles without a choice, and *MOVER to the other one.
 * ANSWER_NO if some role has no move; ANSWER_OPEN if the position is unsuited.
 */
static Answer find_mover(AlphaBeta *search, size_t *mover)
{
    size_t chooser_count = 0;
    *mover = 0;
    for (size_t i = 0; i < search->role_count; i++) {
        uint32_t count = cursor_legal_count(search->cursor, i);
        if (!count)
            return ANSWER_NO;
        if (count == 1) {
            search->moves[i] = cursor_legal_move(search->cursor, i, 0);
            continue;
        }
        *mover = i;
        chooser_count++;
    }
    if (chooser_count < 2 &&
        !(chooser_count && search->net->roles[*mover].is_random))
        return ANSWER_YES;
    search->result.is_unsuited = true;
    return ANSWER_OPEN;
}

/* Pushes the positions that follow by the moves of MOVER; returns how many. */
static size_t push_successors(AlphaBeta *search, size_t mover, uint32_t first)
{
    const uint64_t *legal = cursor_legal(search->cursor, mover);
    size_t pushed = search->successors.count,
           words = words_for(search->net->roles[mover].move_count);
    for (size_t w = 0; w < words; w++)
        for (uint64_t rest = legal[w]; rest; rest &= rest - 1) {
            Successor successor = {
                .move = (uint32_t)(w * 64 + (size_t)__builtin_ctzll(rest)),
                .state = search->states.count};
            search->moves[mover] = successor.move;
            cursor_moves(search->cursor, search->moves);
            const uint64_t *next = cursor_next(search->cursor);
            successor.hash = position_hash(next, search->word_count);
            successor.score = successor.move == first
                                  ? UINT64_MAX
                                  : search->history[mover][successor.move];
            vec_append(&search->states, next, search->word_count);
            vec_push(&search->successors, successor);
        }
    return search->successors.count - pushed;
}

/* ---- the table ---- */

/* What the table says about VALUE within DEPTH steps; false if nothing. */
static bool table_answer(const TableEntry *entry, int value, size_t depth,
                         Answer *answer)
{
    if (!entry)
        return false;
    *answer = entry->least >= value ? ANSWER_YES
              : entry->most < value ? ANSWER_NO
                                    : ANSWER_OPEN;
    return *answer != ANSWER_OPEN ||
           (entry->open_value == value && entry->open_depth >= depth);
}

static uint8_t effort_of(uint64_t nodes)
{
    return (uint8_t)(64 - __builtin_clzll(nodes | 1));
}

static int value_below(const AlphaBeta *search, int value)
{
    int below = NO_END;
    for (size_t i = 0; i < search->values.count; i++)
        if (search->values.items[i] < value)
            below = search->values.items[i];
    return below;
}

static void table_store(AlphaBeta *search, PositionHash hash, int value,
                        size_t depth, Answer answer, uint32_t move,
                        uint64_t nodes)
{
    TableEntry *entry = transposition_put(search->table, hash);
    if (answer == ANSWER_YES && value > entry->least)
        entry->least = (int8_t)value;
    else if (answer == ANSWER_NO && value_below(search, value) < entry->most)
        entry->most = (int8_t)value_below(search, value);
    else if (answer == ANSWER_OPEN) {
        entry->open_value = (int8_t)value;
        entry->open_depth = (uint16_t)depth;
    }
    if (move < NO_MOVE)
        entry->move = (uint16_t)move;
    if (effort_of(nodes) > entry->effort)
        entry->effort = effort_of(nodes);
    assert(entry->least <= entry->most);
}

/* ---- search ---- */

static Answer search_position(AlphaBeta *search, size_t state,
                              PositionHash hash, int value, size_t depth);

/* The answer as the mover sees it: what it wants is yes. */
static Answer for_mover(Answer answer, bool is_own)
{
    return is_own ? answer : (Answer)(ANSWER_YES - answer);
}

/* Moves the successor with the highest score, of those from FIRST on, there. */
static void bring_best(AlphaBeta *search, size_t first)
{
    Successor *items = search->successors.items;
    size_t best = first;
    for (size_t i = first + 1; i < search->successors.count; i++)
        if (items[i].score > items[best].score)
            best = i;
    Successor swapped = items[first];
    items[first] = items[best];
    items[best] = swapped;
}

/* Drops the successors from FIRST on that the table knows; the answer so far,
 * as the mover sees it. */
static Answer probe_successors(AlphaBeta *search, size_t first, bool is_own,
                               int value, size_t depth, uint32_t *best)
{
    Answer answer = ANSWER_NO;
    for (size_t i = first; i < search->successors.count;) {
        const Successor *successor = &search->successors.items[i];
        const TableEntry *entry =
            transposition_find(search->table, successor->hash);
        Answer known;
        if (!table_answer(entry, value, depth - 1, &known)) {
            i++;
            continue;
        }
        known = for_mover(known, is_own);
        if (known == ANSWER_OPEN && entry->open_depth < MAX_DEPTH)
            search->met_horizon = true;
        if (known == ANSWER_YES) {
            *best = successor->move;
            return ANSWER_YES;
        }
        if (known == ANSWER_OPEN)
            answer = ANSWER_OPEN;
        search->successors.items[i] = vec_last(&search->successors);
        search->successors.count--;
    }
    return answer;
}

/* Searches the successors from FIRST on, all the mover's. */
static Answer search_successors(AlphaBeta *search, size_t first, size_t mover,
                                int value, size_t depth, uint32_t *best)
{
    bool is_own = mover == search->role;
    Answer answer = probe_successors(search, first, is_own, value, depth, best);
    if (answer == ANSWER_YES)
        return answer;
    for (size_t i = first; i < search->successors.count; i++) {
        bring_best(search, i);
        Successor successor = search->successors.items[i];
        Answer after =
            for_mover(search_position(search, successor.state, successor.hash,
                                      value, depth - 1),
                      is_own);
        if (search->is_stopped)
            return ANSWER_OPEN;
        if (after == ANSWER_YES) {
            uint64_t *history = &search->history[mover][successor.move];
            *best = successor.move;
            ++*history;
            return ANSWER_YES;
        }
        if (after == ANSWER_OPEN)
            answer = ANSWER_OPEN;
    }
    return answer;
}

static Answer search_moves(AlphaBeta *search, PositionHash hash, int value,
                           size_t depth)
{
    size_t mover, states = search->states.count,
                  successors = search->successors.count;
    uint64_t nodes = search->result.nodes;
    Answer answer = find_mover(search, &mover);
    if (answer == ANSWER_NO)
        search->result.sums_to_100 = false; /* nobody gets anything */
    if (answer == ANSWER_OPEN)
        search->is_stopped = true;
    if (answer != ANSWER_YES)
        return answer;
    const TableEntry *entry = transposition_find(search->table, hash);
    uint32_t best = entry ? entry->move : NO_MOVE;
    push_successors(search, mover, best);
    answer = for_mover(
        search_successors(search, successors, mover, value, depth, &best),
        mover == search->role);
    search->successors.count = successors;
    search->states.count = states;
    if (!search->is_stopped)
        table_store(search, hash, value, depth, answer, best,
                    search->result.nodes - nodes);
    return answer;
}

/* Whether the role can force an end with VALUE or more within DEPTH steps, from
 * the position at STATE; the opponent can prevent it; or neither is shown. */
static Answer search_position(AlphaBeta *search, size_t state,
                              PositionHash hash, int value, size_t depth)
{
    if (++search->result.nodes >= search->node_limit ||
        (search->result.nodes % NODES_PER_POLL == 0 &&
         budget_spent(search->budget)))
        search->is_stopped = true;
    if (search->is_stopped)
        return ANSWER_OPEN;
    engine_set(search->engine, (Bytes){search->states.items + state,
                                       search->word_count * sizeof(uint64_t)});
    if (cursor_is_terminal(search->cursor)) {
        Payoff payoff = payoff_here(search);
        Answer answer = payoff.least >= value ? ANSWER_YES
                        : payoff.most < value ? ANSWER_NO
                                              : ANSWER_OPEN;
        table_store(search, hash, value, MAX_DEPTH, answer, NO_MOVE, 1);
        return answer;
    }
    if (!depth) {
        search->met_horizon = true;
        return ANSWER_OPEN;
    }
    return search_moves(search, hash, value, depth);
}

/* ---- from the start ---- */

/* Asks about the start; the stack is empty before and after. */
static Answer ask(AlphaBeta *search, const uint64_t *state, int value,
                  size_t depth)
{
    Answer answer;
    PositionHash hash = position_hash(state, search->word_count);
    if (table_answer(transposition_find(search->table, hash), value, depth,
                     &answer) &&
        answer != ANSWER_OPEN)
        return answer;
    assert(!search->states.count && !search->successors.count);
    vec_append(&search->states, state, search->word_count);
    answer = search_position(search, 0, hash, value, depth);
    vec_clear(&search->states);
    vec_clear(&search->successors);
    return search->is_stopped ? ANSWER_OPEN : answer;
}

/* The value to be asked for next: in the middle of what is open. */
static int next_value(const AlphaBeta *search, int goal)
{
    const AlphaBetaResult *result = &search->result;
    size_t first = 0, end;
    if (goal != NO_END)
        return goal;
    while (search->values.items[first] <= result->least)
        first++;
    for (end = first; end < search->values.count &&
                      search->values.items[end] <= result->most;)
        end++;
    assert(first < end);
    return search->values.items[first + (end - first) / 2];
}

static bool is_decided(const AlphaBetaResult *result, int goal)
{
    return goal == NO_END ? result->least >= result->most
                          : result->least >= goal || result->most < goal;
}

/* Asks about values within DEPTH steps until one is open. */
static void ask_values(AlphaBeta *search, int goal, size_t depth)
{
    AlphaBetaResult *result = &search->result;
    Answer answer = ANSWER_YES;
    search->met_horizon = false;
    while (!is_decided(result, goal) && answer != ANSWER_OPEN) {
        int value = next_value(search, goal);
        answer = ask(search, search->start, value, depth);
        if (answer == ANSWER_YES) {
            result->least = value;
            result->least_is_forced = true;
            search->yes_depth = depth;
        } else if (answer == ANSWER_NO) {
            result->most = value_below(search, value);
            result->most_is_forced = true;
            search->no_depth = depth;
        }
    }
}

/* Iterative deepening for NODES positions; false if a larger horizon would not
 * help: an end without one value was met, or plays are very long. */
static bool deepen(AlphaBeta *search, int goal, uint64_t nodes)
{
    AlphaBetaResult *result = &search->result;
    search->node_limit = result->nodes + nodes;
    search->is_stopped = false;
    for (;;) {
        ask_values(search, goal, result->depth);
        if (is_decided(result, goal) || search->is_stopped)
            return !result->is_unsuited;
        if (!search->met_horizon || result->depth == MAX_DEPTH)
            return false;
        result->depth += 1 + result->depth / 2;
        if (result->depth > MAX_DEPTH)
            result->depth = MAX_DEPTH;
    }
}

bool alpha_beta_run(AlphaBeta *search, int goal, uint64_t nodes,
                    const Budget *budget)
{
    AlphaBetaResult *result = &search->result;
    uint64_t end = result->nodes + nodes;
    search->budget = budget;
    if (is_decided(result, goal) || result->is_unsuited)
        return false;
    bool goes_on = deepen(search, goal,
                          search->is_finite ? nodes / DEEPENING_SHARE : nodes);
    if (goes_on && search->is_finite && !is_decided(result, goal) &&
        result->nodes < end) {
        search->node_limit = end;
        search->is_stopped = false;
        ask_values(search, goal, MAX_DEPTH);
    }
    result->table_fill = transposition_fill(search->table);
    return goes_on && !is_decided(result, goal) && !result->is_unsuited;
}

const AlphaBetaResult *alpha_beta_result(const AlphaBeta *search)
{
    return &search->result;
}

/* ---- the line ---- */

/* Whether the value of STATE is the one of the start: as far as whoever moves
 * there has to show it. */
static bool shows_value(AlphaBeta *search, const uint64_t *state, bool is_own,
                        size_t depth)
{
    int value = is_own ? search->result.least : MAX_PAYOFF + 1;
    for (size_t i = 0; !is_own && i < search->values.count; i++)
        if (search->values.items[i] > search->result.most) {
            value = search->values.items[i];
            break;
        }
    return value > MAX_PAYOFF || (is_own && !search->result.least_is_forced) ||
           ask(search, state, value, depth) ==
               (is_own ? ANSWER_YES : ANSWER_NO);
}

/* The same after STEPS steps from the start, within the horizon of the proof.
 */
static bool keeps_value(AlphaBeta *search, const uint64_t *state, bool is_own,
                        size_t steps)
{
    size_t depth = is_own ? search->yes_depth : search->no_depth;
    return depth >= steps && shows_value(search, state, is_own, depth - steps);
}

/* Finds the move in STATE, the one after STEPS steps, which becomes the next
 * one; false if there is none. */
static bool follow_line(AlphaBeta *search, uint64_t *state, size_t steps,
                        uint32_t *moves)
{
    size_t mover, bytes = search->word_count * sizeof *state;
    bool is_found = false;
    engine_set(search->engine, (Bytes){state, bytes});
    if (cursor_is_terminal(search->cursor) ||
        find_mover(search, &mover) != ANSWER_YES)
        return false;
    memcpy(moves, search->moves, search->role_count * sizeof *moves);
    uint32_t count = cursor_legal_count(search->cursor, mover);
    uint32_t *choices = memory_array(count, sizeof *choices);
    uint64_t *next = memory_array(search->word_count, sizeof *next);
    for (uint32_t i = 0; i < count; i++)
        choices[i] = cursor_legal_move(search->cursor, mover, i);
    for (uint32_t i = 0; i < count && !is_found && !search->is_stopped; i++) {
        moves[mover] = choices[i];
        engine_set(search->engine, (Bytes){state, bytes});
        memcpy(next, engine_next_by_moves(search->engine, moves).bytes, bytes);
        is_found = count == 1 ||
                   keeps_value(search, next, mover == search->role, steps + 1);
    }
    memcpy(state, next, bytes);
    free_all(choices, next);
    return is_found;
}

bool alpha_beta_choice(AlphaBeta *search, Bytes position, bool is_own,
                       uint32_t *choice)
{
    size_t mover, roles = search->role_count;
    uint64_t *next = memory_array(search->word_count, sizeof *next);
    uint32_t *moves = memory_array(roles, sizeof *moves);
    bool is_found = false;
    search->node_limit = UINT64_MAX;
    search->is_stopped = false;
    engine_set(search->engine, position);
    if (find_mover(search, &mover) == ANSWER_YES) {
        uint32_t count = cursor_legal_count(search->cursor, mover);
        memcpy(moves, search->moves, roles * sizeof *moves);
        for (*choice = 0; *choice < count && !search->is_stopped; ++*choice) {
            engine_set(search->engine, position);
            moves[mover] = cursor_legal_move(search->cursor, mover, *choice);
            memcpy(next, engine_next_by_moves(search->engine, moves).bytes,
                   search->word_count * sizeof *next);
            if ((is_found = shows_value(search, next, is_own, MAX_DEPTH)))
                break;
        }
    }
    free_all(next, moves);
    return is_found;
}

size_t alpha_beta_line(AlphaBeta *search, uint32_t *moves, size_t max,
                       uint64_t nodes, const Budget *budget, bool *is_whole)
{
    size_t count = 0, bytes = search->word_count * sizeof(uint64_t);
    uint64_t *state = memory_array(search->word_count, sizeof *state);
    memcpy(state, search->start, bytes);
    search->budget = budget;
    search->node_limit = search->result.nodes + nodes;
    search->is_stopped = false;
    while (count < max && follow_line(search, state, count,
                                      moves + count * search->role_count))
        count++;
    engine_set(search->engine, (Bytes){state, bytes});
    *is_whole = cursor_is_terminal(search->cursor);
    memory_free(state);
    return count;
}

/* ---- making it ---- */

static void collect_values(AlphaBeta *search, int most)
{
    bool is_value[MAX_PAYOFF + 1] = {[0] = true, [MAX_PAYOFF] = true};
    const Role *role = &search->net->roles[search->role];
    for (size_t i = 0; i < role->goal_count; i++)
        is_value[role->goals[i].value] = true;
    for (int value = 0; value <= most; value++)
        if (is_value[value])
            vec_push(&search->values, value);
}

AlphaBeta *alpha_beta_new(Engine *engine, Bytes start, size_t role, int most,
                          bool is_finite, size_t table_bytes)
{
    AlphaBeta *search = memory_zeroed(1, sizeof *search);
    const Machine *machine = cursor_machine(engine_cursor(engine));
    search->engine = engine;
    search->cursor = engine_cursor(engine);
    search->net = machine_net(machine);
    search->role = role;
    search->word_count = machine_words(machine);
    search->role_count = search->net->role_count;
    search->is_finite = is_finite;
    search->start = memory_alloc(start.length + 1);
    memcpy(search->start, start.bytes, start.length);
    search->table = transposition_new(table_bytes);
    search->history = memory_array(search->role_count, sizeof(uint64_t *));
    search->moves = memory_zeroed(search->role_count, sizeof(uint32_t));
    for (size_t i = 0; i < search->role_count; i++) {
        const Role *other = &search->net->roles[i];
        search->player_count += !other->is_random;
        search->history[i] = memory_zeroed(other->move_count, sizeof(uint64_t));
    }
    collect_values(search, most);
    search->result = (AlphaBetaResult){.least = is_finite ? 0 : NO_END,
                                       .most = most,
                                       .depth = FIRST_DEPTH,
                                       .sums_to_100 = true};
    return search;
}

void alpha_beta_free(AlphaBeta *search)
{
    if (!search)
        return;
    transposition_free(search->table);
    for (size_t i = 0; i < search->role_count; i++)
        memory_free(search->history[i]);
    vec_free_all(&search->values, &search->successors, &search->states);
    free_all(search->history, search->moves, search->start, search);
}

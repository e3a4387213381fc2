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
 * Positions that are images of each other are one in the table (zobrist.h). The
 * move that the table has is tried first; the others in the better one of two
 * orders (move_order.h), which short trials tell.
 * Start reading at alpha_beta_run(), at the end.
 */
#include "solve/alpha_beta_internal.h"

#include "base/bits.h"

#include <assert.h>

enum {
    FIRST_DEPTH = 2,
    DEEPENING_SHARE = 4, /* of the work, where every play ends */
    NODES_PER_POLL = 1024,
    MIN_TRIAL_RUN = 100000, /* no trials for less */
    TRIALS = 4,
    TRIAL_NODES = 2000, /* the first position that takes more is tried */
    MAX_TRIAL_NODES = 20000,
    TRIAL_BYTES = 1 << 20,
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

Answer alpha_beta_mover(AlphaBeta *search, size_t *mover)
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

static PositionHash *hashes_at(AlphaBeta *search, size_t state)
{
    return (PositionHash *)(search->states.items + state + search->word_count);
}

static size_t hash_words(const AlphaBeta *search)
{
    return search->zobrist.symmetries->count * sizeof(PositionHash) /
           sizeof(uint64_t);
}

/* Pushes WORDS, a position one step after the one at STATE. */
static Place push_position(AlphaBeta *search, size_t state,
                           const uint64_t *words)
{
    size_t count = search->word_count;
    Place place = {.state = search->states.count};
    vec_append(&search->states, words, count);
    for (size_t i = 0; i < hash_words(search); i++)
        vec_push(&search->states, search->states.items[state + count + i]);
    PositionHash *hashes = hashes_at(search, place.state);
    zobrist_update(&search->zobrist, search->states.items + state, words, count,
                   hashes);
    place.symmetry = zobrist_least(&search->zobrist, hashes);
    place.hash = hashes[place.symmetry];
    place.hash.check |= !place.hash.check; /* 0: an entry that is not used */
    return place;
}

/* Pushes the positions that follow the one at STATE by the moves of MOVER. */
static void push_successors(AlphaBeta *search, size_t state, size_t mover,
                            uint32_t first)
{
    const uint64_t *legal = cursor_legal(search->cursor, mover);
    size_t words = words_for(search->net->roles[mover].move_count);
    for (size_t w = 0; w < words; w++)
        for (uint64_t rest = legal[w]; rest; rest &= rest - 1) {
            Successor successor = {
                .move = (uint32_t)(w * 64 + (size_t)__builtin_ctzll(rest))};
            search->moves[mover] = successor.move;
            cursor_moves(search->cursor, search->moves);
            const uint64_t *next = cursor_next(search->cursor);
            successor.place = push_position(search, state, next);
            successor.score =
                successor.move == first
                    ? UINT64_MAX
                    : move_order_score(&search->order, mover, successor.move,
                                       search->states.items + state, next,
                                       search->word_count);
            vec_push(&search->successors, successor);
        }
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

static Answer search_position(AlphaBeta *search, const Place *place, int value,
                              size_t depth);

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
            transposition_find(search->table, successor->place.hash);
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

/* What refuted a move threatens the others, too: MOVER's move of the same name,
 * if it is among those from FIRST on, is tried next. */
static void prefer_threat(AlphaBeta *search, size_t first, size_t mover)
{
    if (search->last_best == NO_MOVE || search->last_mover == mover)
        return;
    uint32_t twin = search->order.twins[search->last_mover][search->last_best];
    for (size_t i = first; twin != NO_INDEX && i < search->successors.count;
         i++)
        if (search->successors.items[i].move == twin)
            search->successors.items[i].score = UINT64_MAX - 1;
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
        Answer after = for_mover(
            search_position(search, &successor.place, value, depth - 1),
            is_own);
        if (search->is_stopped)
            return ANSWER_OPEN;
        if (after == ANSWER_YES) {
            *best = successor.move;
            move_order_note_best(&search->order, mover, successor.move);
            return ANSWER_YES;
        }
        if (search->order.kind == ORDER_FAN_OUT)
            prefer_threat(search, i + 1, mover);
        if (after == ANSWER_OPEN)
            answer = ANSWER_OPEN;
    }
    return answer;
}

static Answer search_moves(AlphaBeta *search, const Place *place, int value,
                           size_t depth)
{
    size_t mover, states = search->states.count,
                  successors = search->successors.count;
    uint64_t nodes = search->result.nodes;
    Answer answer = alpha_beta_mover(search, &mover);
    if (answer == ANSWER_NO)
        search->result.sums_to_100 = false; /* nobody gets anything */
    if (answer == ANSWER_OPEN)
        search->is_stopped = true;
    if (answer != ANSWER_YES)
        return answer;
    const TableEntry *entry = transposition_find(search->table, place->hash);
    uint32_t best = entry ? zobrist_original(&search->zobrist, place->symmetry,
                                             mover, entry->move)
                          : NO_MOVE;
    push_successors(search, place->state, mover, best);
    answer = for_mover(
        search_successors(search, successors, mover, value, depth, &best),
        mover == search->role);
    search->successors.count = successors;
    search->states.count = states;
    search->last_mover = mover;
    search->last_best = best;
    if (!search->is_stopped)
        table_store(
            search, place->hash, value, depth, answer,
            zobrist_image(&search->zobrist, place->symmetry, mover, best),
            search->result.nodes - nodes);
    return answer;
}

/* Whether the role can force an end with VALUE or more within DEPTH steps, from
 * the position at PLACE; the opponent can prevent it; or neither is shown. */
static Answer search_position(AlphaBeta *search, const Place *place, int value,
                              size_t depth)
{
    if (++search->result.nodes >= search->node_limit ||
        (search->result.nodes % NODES_PER_POLL == 0 &&
         budget_spent(search->budget)))
        search->is_stopped = true;
    if (search->is_stopped)
        return ANSWER_OPEN;
    search->last_best = NO_MOVE;
    engine_set(search->engine, (Bytes){search->states.items + place->state,
                                       search->word_count * sizeof(uint64_t)});
    if (cursor_is_terminal(search->cursor)) {
        Payoff payoff = payoff_here(search);
        Answer answer = payoff.least >= value ? ANSWER_YES
                        : payoff.most < value ? ANSWER_NO
                                              : ANSWER_OPEN;
        table_store(search, place->hash, value, MAX_DEPTH, answer, NO_MOVE, 1);
        return answer;
    }
    if (!depth) {
        search->met_horizon = true;
        return ANSWER_OPEN;
    }
    return search_moves(search, place, value, depth);
}

/* ---- from the start ---- */

/* Asks about the start; the stack is empty before and after. */
Answer alpha_beta_ask(AlphaBeta *search, const uint64_t *state, int value,
                      size_t depth)
{
    Answer answer;
    assert(!search->states.count && !search->successors.count);
    for (size_t i = search->word_count + hash_words(search); i; i--)
        vec_push(&search->states, 0); /* no features: hashes of 0 */
    Place place = push_position(search, 0, state);
    if (!table_answer(transposition_find(search->table, place.hash), value,
                      depth, &answer) ||
        answer == ANSWER_OPEN)
        answer = search_position(search, &place, value, depth);
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
        answer = alpha_beta_ask(search, search->start, value, depth);
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

/* ---- the order of moves ---- */

static AlphaBetaResult nothing_found(const AlphaBeta *search)
{
    return (AlphaBetaResult){.least = search->is_finite ? 0 : NO_END,
                             .most = vec_last(&search->values),
                             .depth = FIRST_DEPTH,
                             .sums_to_100 = true};
}

/* How many positions are searched until the value of POSITION is certain, by an
 * order of moves; MAX_TRIAL_NODES if they are not enough. */
static uint64_t cost_of(AlphaBeta *search, const uint64_t *position,
                        MoveOrderKind kind)
{
    TranspositionTable *table = search->table;
    AlphaBetaResult result = search->result;
    uint64_t *start = search->start;
    search->table = transposition_new(TRIAL_BYTES);
    search->result = nothing_found(search);
    search->start = memory_array(search->word_count, sizeof *start);
    memcpy(search->start, position, search->word_count * sizeof *start);
    search->order.kind = kind;
    search->node_limit = MAX_TRIAL_NODES;
    search->is_stopped = false;
    ask_values(search, NO_END, MAX_DEPTH);
    uint64_t nodes = search->result.nodes;
    move_order_forget(&search->order);
    transposition_free(search->table);
    memory_free(search->start);
    search->table = table;
    search->start = start;
    search->result = result;
    search->result.nodes += nodes;
    return nodes;
}

/* Plays at random from the start, then goes back from the end to the first
 * position that takes TRIAL_NODES, and adds what it costs by each order. */
static void try_orders(AlphaBeta *search, Random *random, uint64_t *costs)
{
    VEC(uint64_t) play = {0};
    size_t words = search->word_count, length = 0;
    uint64_t nodes = 0;
    cursor_set(search->cursor, search->start);
    do {
        vec_append(&play, cursor_state(search->cursor), words);
        length++;
    } while (length < MAX_DEPTH &&
             cursor_random_step(search->cursor, random, search->moves));
    while (length > 1 && nodes < TRIAL_NODES && !budget_spent(search->budget)) {
        length--;
        nodes =
            cost_of(search, play.items + (length - 1) * words, ORDER_FAN_OUT);
    }
    costs[ORDER_FAN_OUT] += nodes;
    costs[ORDER_HISTORY] +=
        cost_of(search, play.items + (length - 1) * words, ORDER_HISTORY);
    vec_free(&play);
}

/* Either order is better than the other by a factor of five in some games. */
static void choose_order(AlphaBeta *search)
{
    Random random = random_new(1, 0);
    uint64_t costs[2] = {0};
    for (size_t i = 0; i < TRIALS && !search->result.is_unsuited; i++)
        try_orders(search, &random, costs);
    search->order.kind = costs[ORDER_FAN_OUT] < costs[ORDER_HISTORY]
                             ? ORDER_FAN_OUT
                             : ORDER_HISTORY;
    search->has_order = true;
}

bool alpha_beta_run(AlphaBeta *search, int goal, uint64_t nodes,
                    const Budget *budget)
{
    AlphaBetaResult *result = &search->result;
    uint64_t end = result->nodes + nodes;
    search->budget = budget;
    if (is_decided(result, goal) || result->is_unsuited)
        return false;
    if (!search->has_order && search->is_finite && nodes >= MIN_TRIAL_RUN)
        choose_order(search);
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
    search->arena = arena_new();
    search->zobrist = zobrist_new(search->net, search->arena);
    search->order = move_order_new(search->net, search->arena);
    search->moves = memory_zeroed(search->role_count, sizeof(uint32_t));
    for (size_t i = 0; i < search->role_count; i++)
        search->player_count += !search->net->roles[i].is_random;
    collect_values(search, most);
    search->result = nothing_found(search);
    search->result.most = most;
    return search;
}

void alpha_beta_free(AlphaBeta *search)
{
    if (!search)
        return;
    transposition_free(search->table);
    arena_free(search->arena);
    vec_free_all(&search->values, &search->successors, &search->states);
    free_all(search->moves, search->start, search);
}

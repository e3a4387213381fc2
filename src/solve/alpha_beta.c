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
 * Positions that are images of each other are one in the table
 * (transposition.h). The move that the table has is tried first; the others in
 * the better one of two orders (move_order.h), which short trials tell. Start
 * reading at alpha_beta_run(), at the end.
 */
#include "solve/alpha_beta.h"

#include "base/bits.h"
#include "solve/move_order.h"
#include "solve/position_graph.h"
#include "solve/transposition.h"

#include <assert.h>

enum {
    MAX_DEPTH = 2000, /* of the recursion */
    FIRST_DEPTH = 2,
    DEEPENING_SHARE = 4, /* of the work, where every play ends */
    NODES_PER_POLL = 1024,
    MIN_TRIAL_RUN = 100000, /* no trials for less */
    TRIALS = 4,
    TRIAL_NODES = 2000, /* the first position that takes more is tried */
    MAX_TRIAL_NODES = 20000,
    TRIAL_BYTES = 1 << 20,
};

/* A position on the stack. */
typedef struct {
    PositionHash hash; /* the least of its images */
    uint32_t symmetry; /* that leads to this image */
    size_t state;      /* in states: its words, then the hashes of its images */
} Place;

/* A move at a position on the stack, and where it leads to. */
typedef struct {
    Place place;
    uint64_t score;
    uint32_t move;
} Successor;

struct AlphaBeta {
    Engine *engine;
    Cursor *cursor;
    const Net *net;
    size_t role, word_count, role_count, player_count;
    uint64_t *start;
    TranspositionTable *table;
    Arena *arena;
    Zobrist zobrist;
    MoveOrder order;
    bool has_order;
    bool is_value[MAX_PAYOFF + 1]; /* that ends can have */
    int highest;                   /* of them */
    VEC(Successor) successors;     /* of all positions on the stack */
    VEC(uint64_t) states;
    uint32_t *moves; /* a joint move */
    AlphaBetaResult result;
    bool is_finite;     /* every play ends */
    size_t last_mover;  /* at the position that was searched last */
    uint32_t last_best; /* what was best there, or NO_MOVE */
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
    place.symmetry = zobrist_update(
        &search->zobrist, search->states.items + state, words, count, hashes);
    place.hash = hashes[place.symmetry];
    place.hash.check |= !place.hash.check; /* 0: an entry that is not used */
    return place;
}

/* Pushes the positions that follow the one at PLACE by the moves of MOVER. What
 * the table calls the best comes first, and into *BEST. */
static void push_successors(AlphaBeta *search, const Place *place, size_t mover,
                            uint32_t *best)
{
    const TableEntry *entry = transposition_find(search->table, place->hash);
    uint32_t best_image = entry ? entry->move : NO_MOVE;
    const uint64_t *legal = cursor_legal(search->cursor, mover);
    size_t words = words_for(search->net->roles[mover].move_count);
    for (size_t w = 0; w < words; w++)
        for (uint64_t rest = legal[w]; rest; rest &= rest - 1) {
            Successor successor = {
                .move = (uint32_t)(w * 64 + (size_t)__builtin_ctzll(rest)),
                .score = UINT64_MAX};
            search->moves[mover] = successor.move;
            cursor_moves(search->cursor, search->moves);
            const uint64_t *next = cursor_next(search->cursor);
            successor.place = push_position(search, place->state, next);
            if (best_image != NO_MOVE &&
                zobrist_image(&search->zobrist, place->symmetry, mover,
                              successor.move) == best_image)
                *best = successor.move;
            else
                successor.score =
                    move_order_score(&search->order, mover, successor.move,
                                     search->states.items + place->state, next,
                                     search->word_count);
            vec_push(&search->successors, successor);
        }
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
        if (!table_entry_answer(entry, value, depth - 1, &known)) {
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

/* Of two players: what refuted a move threatens the others, too. MOVER's move
 * of the same name, if it is among those from FIRST on, is tried next. */
static void prefer_threat(AlphaBeta *search, size_t first, size_t mover)
{
    if (search->player_count != 2 || search->last_best == NO_MOVE ||
        search->last_mover == mover)
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
    uint32_t best = NO_MOVE;
    assert(depth > 0); /* the horizon is looked at with one step less */
    Answer answer = find_mover(search, &mover);
    if (answer == ANSWER_NO)
        search->result.sums_to_100 = false; /* nobody gets anything */
    if (answer == ANSWER_OPEN)
        search->is_stopped = true;
    if (answer != ANSWER_YES)
        return answer;
    push_successors(search, place, mover, &best);
    assert(search->successors.count > successors); /* the mover has a move */
    answer = for_mover(
        search_successors(search, successors, mover, value, depth, &best),
        mover == search->role);
    search->successors.count = successors;
    search->states.count = states;
    search->last_mover = mover;
    search->last_best = best;
    if (!search->is_stopped)
        transposition_store(
            search->table, place->hash, value, depth, answer,
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
        transposition_store(search->table, place->hash, value, MAX_DEPTH,
                            answer, NO_MOVE, 1);
        return answer;
    }
    if (!depth) {
        search->met_horizon = true;
        return ANSWER_OPEN;
    }
    return search_moves(search, place, value, depth);
}

/* ---- from the start ---- */

/* The same from STATE; the stack is empty before and after. */
static Answer ask(AlphaBeta *search, const uint64_t *state, int value,
                  size_t depth)
{
    Answer answer;
    assert(!search->states.count && !search->successors.count);
    for (size_t i = search->word_count + hash_words(search); i; i--)
        vec_push(&search->states, 0); /* no features: hashes of 0 */
    Place place = push_position(search, 0, state);
    if (!table_entry_answer(transposition_find(search->table, place.hash),
                            value, depth, &answer) ||
        answer == ANSWER_OPEN)
        answer = search_position(search, &place, value, depth);
    vec_clear(&search->states);
    vec_clear(&search->successors);
    return search->is_stopped ? ANSWER_OPEN : answer;
}

/* The value to be asked for next: in the middle of what is open. */
static int next_value(const AlphaBeta *search, int goal)
{
    int open[MAX_PAYOFF + 1];
    size_t count = 0;
    if (goal != NO_END)
        return goal;
    for (int i = search->result.least + 1; i <= search->result.most; i++)
        if (search->is_value[i])
            open[count++] = i;
    assert(count);
    return open[count / 2];
}

/* The next value in DIRECTION, 1 or -1; beyond all others if there is none. */
static int value_beside(const AlphaBeta *search, int value, int direction)
{
    do
        value += direction;
    while (value >= 0 && value <= MAX_PAYOFF && !search->is_value[value]);
    return value;
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
        assert(result->least < value && value <= result->most);
        answer = ask(search, search->start, value, depth);
        if (answer == ANSWER_YES) {
            result->least = value;
            result->yes_depth = depth;
        } else if (answer == ANSWER_NO) {
            result->most = value_beside(search, value, -1);
            result->no_depth = depth;
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
                             .most = search->highest,
                             .depth = FIRST_DEPTH,
                             .sums_to_100 = true};
}

/* How many positions are searched until the value of POSITION is certain, by an
 * order of moves; MAX_TRIAL_NODES if they are not enough. */
static uint64_t cost_of(AlphaBeta *search, uint64_t *position,
                        MoveOrderKind kind)
{
    AlphaBeta trial = *search;
    trial.table = transposition_new(TRIAL_BYTES);
    trial.result = nothing_found(search);
    trial.start = position;
    trial.order.kind = kind;
    trial.node_limit = MAX_TRIAL_NODES;
    trial.is_stopped = false;
    ask_values(&trial, NO_END, MAX_DEPTH);
    move_order_forget(&trial.order);
    transposition_free(trial.table);
    search->successors = trial.successors; /* they may have moved */
    search->states = trial.states;
    search->result.nodes += trial.result.nodes;
    return trial.result.nodes;
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
    return goes_on && !is_decided(result, goal) && !result->is_unsuited;
}

const AlphaBetaResult *alpha_beta_result(const AlphaBeta *search)
{
    return &search->result;
}

/* ---- best moves, once the value is certain ---- */

void alpha_beta_extend(AlphaBeta *search, uint64_t nodes)
{
    search->node_limit = search->result.nodes + nodes;
    search->is_stopped = false;
}

bool alpha_beta_keeps_value(AlphaBeta *search, Bytes position, size_t mover,
                            size_t steps)
{
    const AlphaBetaResult *result = &search->result;
    bool is_own = mover == search->role;
    size_t horizon = is_own ? result->yes_depth : result->no_depth;
    int value = is_own ? result->least : value_beside(search, result->most, 1);
    if (value > MAX_PAYOFF || (is_own && !result->yes_depth))
        return true; /* whatever it plays */
    if (steps != ANY_STEP && horizon < steps)
        return false;
    return ask(search, position.bytes, value,
               steps == ANY_STEP ? MAX_DEPTH : horizon - steps) ==
           (is_own ? ANSWER_YES : ANSWER_NO);
}

/* ---- making it ---- */

AlphaBeta *alpha_beta_new(Engine *engine, Bytes start, size_t role, int most,
                          bool is_finite, size_t table_bytes)
{
    assert(0 <= most && most <= MAX_PAYOFF);
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
    search->highest = most;
    search->is_value[0] = search->is_value[most] = true;
    for (size_t i = 0; i < search->net->roles[role].goal_count; i++)
        if (search->net->roles[role].goals[i].value <= most)
            search->is_value[search->net->roles[role].goals[i].value] = true;
    search->result = nothing_found(search);
    return search;
}

void alpha_beta_free(AlphaBeta *search)
{
    if (!search)
        return;
    transposition_free(search->table);
    arena_free(search->arena);
    vec_free_all(&search->successors, &search->states);
    free_all(search->moves, search->start, search);
}

/* ways.c - in which ways a step can change the position
 *
 * In:   a Net, and properties proved of it
 * Out:  cases, in each of which it is known what becomes of every feature
 * Next: prove/weigh.c weighs them
 *
 * A tree of cases: a move for a role, or a feature that holds or not. What
 * follows from a case is found by unit propagation in the network and in the
 * properties; so a move says what it needs, and whose turn it is says that the
 * others can only wait. Then every next value is simplified. Features that are
 * overwritten, and those that a next value depends on in an involved way, are
 * told apart by more cases; if that leads nowhere, features of that name are
 * left open. Start reading at find_ways(), at the end.
 */
#include "prove/ways.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_DEPTH = 48,    /* of the tree */
    MOST_LEAVES = 2000, /* for one joint move */
    MOST_ROOTS = 32,    /* next values that are looked into, */
    MOST_VISITED = 300, /* and nodes of each */
};

/* Variables are the nodes of the net, features, and gates of sentences; a
 * literal is twice the variable plus one if it is negated. */
typedef struct {
    uint32_t var, first, count;
    uint32_t trues, falses; /* inputs that are known */
} And;

typedef struct {
    uint32_t first, count;
} Extent;

typedef struct {
    uint32_t role, move;
} RoleMove;

typedef struct {
    const WaysTask *task;
    const Net *net;
    Arena *arena;
    uint32_t var_count, first_gate;
    uint32_t *feature_var;
    uint32_t *and_of; /* by variable, or NO_INDEX */
    VEC(And) ands;
    VEC(uint32_t) inputs; /* of ands, literals */
    Extent *fans;         /* by variable: where it is an input, */
    uint32_t *fan_list;   /* as twice the and plus one if it is negated */
    Extent *legals;       /* by variable: moves that depend on it alone */
    RoleMove *legal_list;
    uint32_t *set_nodes; /* by role, one after the other */
    Extent *role_sets;
    VEC(uint32_t) open_sets; /* nodes, of the ranges of moves tried now */
    uint32_t *candidates;    /* by role: moves that may be legal */
    uint32_t *made;          /* by role, or NO_INDEX */
    int8_t *values;          /* by variable: 0 open, 1 true, -1 false */
    VEC(uint32_t) trail;     /* variables; beyond them, roles */
    size_t processed;        /* of the trail */
    bool conflict;
    /* What becomes of features */
    /* Features that may change, from FIRST_ACTIVE on, and the nodes that their
     * next values depend on, in order, from FIRST_NODE on; before them, those
     * of outer cases, of which what is settled is left out. */
    VEC(uint32_t) active, cone;
    size_t first_active, first_node;
    bool *needed; /* by node */
    Lit *reps;    /* by node: what it comes to, a literal of the net */
    bool *moved;
    WayChanges changes;
    uint8_t *known;
    /* Cases */
    bool *loose;       /* by feature: nobody asks */
    uint32_t *splits;  /* by feature: how often cases were told apart by it */
    uint32_t *weights; /* by variable: in how many next values it is */
    uint32_t *stamp, *stack;
    uint32_t time;
    size_t leaves;
    bool failed;
} Ways;

/* ---- what is known ---- */

static void assign(Ways *ways, uint32_t lit)
{
    int8_t value = lit & 1 ? -1 : 1;
    uint32_t var = lit >> 1;
    if (ways->values[var] == -value)
        ways->conflict = true;
    if (ways->values[var])
        return;
    ways->values[var] = value;
    vec_push(&ways->trail, var);
}

static bool fails(const Ways *ways, uint32_t lit)
{
    return ways->values[lit >> 1] == (lit & 1 ? 1 : -1);
}

/* Where MOVE is in the set, or would be. */
static size_t place_in(const MoveSet *set, uint32_t move)
{
    size_t low = 0, high = set->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (set->moves[middle] < move)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool in_set(const MoveSet *set, uint32_t move)
{
    size_t place = place_in(set, move);
    return place < set->count && set->moves[place] == move;
}

static void make_move(Ways *ways, uint32_t role, uint32_t move)
{
    const Net *net = ways->net;
    if (ways->made[role] != NO_INDEX)
        return;
    ways->made[role] = move;
    vec_push(&ways->trail, ways->var_count + role);
    assign(ways, net->roles[role].legal[move]);
    for (uint32_t i = 0; i < ways->role_sets[role].count; i++) {
        uint32_t node = ways->set_nodes[ways->role_sets[role].first + i];
        assign(ways,
               2 * node + !in_set(&net->sets[net->nodes[node].first], move));
    }
}

static void make_only_move(Ways *ways, uint32_t role)
{
    const Role *of = &ways->net->roles[role];
    for (uint32_t m = 0; m < of->move_count; m++)
        if (!fails(ways, of->legal[m])) {
            make_move(ways, role, m);
            return;
        }
}

/* The last open input of an AND that is false must be false. */
static void falsify_rest(Ways *ways, const And *and)
{
    for (uint32_t i = 0; i < and->count; i++) {
        uint32_t lit = ways->inputs.items[ and->first + i];
        if (!ways->values[lit >> 1]) {
            assign(ways, lit ^ 1);
            return;
        }
    }
}

static void look_at(Ways *ways, const And *and)
{
    if (and->falses)
        assign(ways, 2 * and->var + 1);
    else if (and->trues == and->count)
        assign(ways, 2 * and->var);
    else if (and->trues + 1 == and->count && ways->values[ and->var] == -1)
        falsify_rest(ways, and);
}

/* Counts VAR in, or out if STEP is -1. */
static void count_var(Ways *ways, uint32_t var, uint32_t step)
{
    bool value = ways->values[var] == 1;
    for (uint32_t i = 0; i < ways->fans[var].count; i++) {
        uint32_t fan = ways->fan_list[ways->fans[var].first + i];
        And *and = &ways->ands.items[fan >> 1];
        *(value == !(fan & 1) ? &and->trues : &and->falses) += step;
    }
    for (uint32_t i = 0; i < ways->legals[var].count; i++) {
        RoleMove at = ways->legal_list[ways->legals[var].first + i];
        if (fails(ways, ways->net->roles[at.role].legal[at.move]))
            ways->candidates[at.role] -= step;
    }
}

static void follow(Ways *ways, uint32_t var)
{
    count_var(ways, var, 1);
    if (ways->and_of[var] != NO_INDEX) {
        const And *and = &ways->ands.items[ways->and_of[var]];
        for (uint32_t i = 0; ways->values[var] == 1 && i < and->count; i++)
            assign(ways, ways->inputs.items[ and->first + i]);
        look_at(ways, and);
    }
    for (uint32_t i = 0; i < ways->fans[var].count && !ways->conflict; i++)
        look_at(
            ways,
            &ways->ands.items[ways->fan_list[ways->fans[var].first + i] >> 1]);
    for (uint32_t i = 0; i < ways->legals[var].count; i++) {
        uint32_t role = ways->legal_list[ways->legals[var].first + i].role;
        if (!ways->candidates[role])
            ways->conflict = true;
        else if (ways->candidates[role] == 1)
            make_only_move(ways, role);
    }
}

static bool propagate(Ways *ways)
{
    while (ways->processed < ways->trail.count && !ways->conflict) {
        uint32_t var = ways->trail.items[ways->processed++];
        if (var < ways->var_count)
            follow(ways, var);
    }
    return !ways->conflict;
}

static void undo(Ways *ways, size_t mark)
{
    while (ways->trail.count > mark) {
        uint32_t var = vec_last(&ways->trail);
        bool processed = ways->processed == ways->trail.count;
        if (processed && var < ways->var_count)
            count_var(ways, var, UINT32_MAX); /* -1 */
        ways->processed -= processed;
        if (var < ways->var_count)
            ways->values[var] = 0;
        else
            ways->made[var - ways->var_count] = NO_INDEX;
        ways->trail.count--;
    }
    ways->conflict = false;
}

/* ---- what becomes of features ---- */

static Lit rep_of(const Ways *ways, Lit lit)
{
    return ways->reps[lit_node(lit)] ^ (lit & 1);
}

static Lit simplify(const Ways *ways, uint32_t number)
{
    const Net *net = ways->net;
    const Node *node = &net->nodes[number];
    Lit only = LIT_TRUE;
    if (ways->values[number])
        return ways->values[number] == 1 ? LIT_TRUE : LIT_FALSE;
    for (uint32_t i = 0; node->kind == NODE_AND && i < node->count; i++) {
        Lit input = rep_of(ways, net->inputs[node->first + i]);
        if (input == LIT_FALSE || input == lit_not(only))
            return LIT_FALSE;
        if (input == LIT_TRUE || input == only)
            continue;
        if (only != LIT_TRUE)
            return 2 * number; /* more than one is open */
        only = input;
    }
    return node->kind == NODE_AND ? only : 2 * number;
}

static uint32_t feature_of(const Net *net, Lit lit)
{
    const Node *node = &net->nodes[lit_node(lit)];
    return !(lit & 1) && node->kind == NODE_FEATURE ? node->first : NO_INDEX;
}

static WayValue value_of(const Ways *ways, uint32_t feature)
{
    int8_t value = ways->values[ways->feature_var[feature]];
    return value == 1 ? WAY_YES : value ? WAY_NO : WAY_OPEN;
}

/* A node that was found false on the way may follow from two literals of it:
 * the nodes above were simplified with that, so this is so for all. */
static void find_changes(Ways *ways)
{
    const Net *net = ways->net;
    for (size_t i = ways->first_node; i < ways->cone.count; i++)
        ways->reps[ways->cone.items[i]] = simplify(ways, ways->cone.items[i]);
    memset(ways->moved, false, net->feature_count);
    vec_clear(&ways->changes);
    for (size_t i = ways->first_active; i < ways->active.count; i++) {
        uint32_t f = ways->active.items[i];
        Lit next = rep_of(ways, net->next[f]);
        WayChange change = {.feature = f,
                            .from = feature_of(net, next),
                            .before = value_of(ways, f),
                            .after = next == LIT_TRUE    ? WAY_YES
                                     : next == LIT_FALSE ? WAY_NO
                                                         : WAY_OPEN};
        if (change.after != WAY_OPEN)
            change.from = NO_INDEX;
        if (change.from != NO_INDEX)
            ways->moved[change.from] = true;
        if (change.after != WAY_OPEN ? change.after != change.before
                                     : change.from != f)
            vec_push(&ways->changes, change);
    }
}

/* ---- cases ---- */

static void visit(Ways *ways, uint32_t node, size_t *depth)
{
    if (ways->stamp[node] == ways->time || ways->values[node] ||
        *depth >= MOST_VISITED)
        return;
    ways->stamp[node] = ways->time;
    ways->stack[(*depth)++] = node;
}

/* Adds to the weights of the open nodes below. */
static void look_below(Ways *ways, uint32_t root)
{
    const Net *net = ways->net;
    size_t depth = 0;
    ways->time++;
    visit(ways, root, &depth);
    for (size_t i = 0; i < depth; i++) {
        uint32_t number = ways->stack[i];
        const Node *node = &net->nodes[number];
        ways->weights[number]++;
        if (node->kind == NODE_LOOP)
            visit(ways, lit_node(net->loops[node->first].definition), &depth);
        for (uint32_t k = 0; node->kind == NODE_AND && k < node->count; k++)
            visit(ways, lit_node(net->inputs[node->first + k]), &depth);
    }
}

typedef VEC(uint32_t) Vars;

/* Features that are overwritten, whatever they were. */
static void find_overwritten(const Ways *ways, Vars *vars)
{
    for (size_t i = 0; i < ways->changes.count; i++) {
        const WayChange *at = &ways->changes.items[i];
        if (at->before == WAY_OPEN && at->after != WAY_OPEN &&
            !ways->loose[at->feature] && !ways->moved[at->feature])
            vec_push(vars, ways->feature_var[at->feature]);
    }
}

/* The first open feature that NODE depends on, other than through loops; NODE
 * if that is not seen. */
static uint32_t feature_below(const Ways *ways, uint32_t node)
{
    const Net *net = ways->net;
    uint32_t at = node;
    while (at != NO_INDEX && net->nodes[at].kind == NODE_AND) {
        const Node *and = &net->nodes[at];
        at = NO_INDEX;
        for (uint32_t i = 0; i < and->count && at == NO_INDEX; i++)
            if (!ways->values[lit_node(net->inputs[ and->first + i])])
                at = lit_node(net->inputs[ and->first + i]);
    }
    return at != NO_INDEX && net->nodes[at].kind == NODE_FEATURE ? at : node;
}

/* A set of moves, or else the highest of the nodes that most open next values
 * depend on. NO_INDEX if there is none. */
static uint32_t choose_node(Ways *ways)
{
    const Net *net = ways->net;
    size_t roots = 0;
    for (size_t i = 0; i < ways->changes.count && roots < MOST_ROOTS; i++) {
        const WayChange *at = &ways->changes.items[i];
        if (at->after != WAY_OPEN || at->from != NO_INDEX ||
            ways->loose[at->feature])
            continue;
        if (!roots)
            memset(ways->weights, 0, net->node_count * sizeof *ways->weights);
        look_below(ways, lit_node(rep_of(ways, net->next[at->feature])));
        roots++;
    }
    uint32_t best = NO_INDEX;
    bool is_move = false;
    for (uint32_t i = 0; roots && i < net->node_count; i++) {
        bool move = net->nodes[i].kind == NODE_MOVES;
        if (!ways->weights[i] || (is_move && !move))
            continue;
        if (best == NO_INDEX || (move && !is_move) ||
            ways->weights[i] >= ways->weights[best])
            best = i;
        is_move = is_move || move;
    }
    return ways->task->by_features ? feature_below(ways, best) : best;
}

static void tell(Ways *ways)
{
    Way way = {ways->changes.items, ways->changes.count, ways->known};
    for (uint32_t f = 0; f < ways->net->feature_count; f++)
        ways->known[f] = (uint8_t)value_of(ways, f);
    ways->leaves++;
    ways->task->found(ways->task->context, &way);
}

static void split(Ways *ways, unsigned depth);

static bool is_too_much(Ways *ways, unsigned depth)
{
    if (depth > MOST_DEPTH || ways->leaves > MOST_LEAVES ||
        budget_spent(ways->task->budget))
        ways->failed = true;
    return ways->failed;
}

/* By those of VARS from NEXT on that are open, before anything is simplified
 * again. */
static void split_vars(Ways *ways, const Vars *vars, size_t next,
                       unsigned depth)
{
    size_t mark = ways->trail.count;
    if (is_too_much(ways, depth))
        return;
    while (next < vars->count && ways->values[vars->items[next]])
        next++;
    if (next == vars->count) {
        split(ways, depth + 1);
        return;
    }
    uint32_t var = vars->items[next], nodes = (uint32_t)ways->net->node_count;
    if (var >= nodes)
        ways->splits[var - nodes]++;
    else if (ways->net->nodes[var].kind == NODE_FEATURE)
        ways->splits[ways->net->nodes[var].first]++;
    for (uint32_t sign = 0; sign < 2; sign++) {
        assign(ways, 2 * var + sign);
        if (propagate(ways))
            split_vars(ways, vars, next + 1, depth + 1);
        undo(ways, mark);
    }
}

/* The nodes from FIRST to END that next values of active features depend on,
 * and that are open; what the others come to is known. */
static void narrow_cone(Ways *ways, size_t first, size_t end)
{
    const Net *net = ways->net;
    for (size_t i = ways->first_active; i < ways->active.count; i++)
        ways->needed[lit_node(net->next[ways->active.items[i]])] = true;
    for (size_t i = end; i-- > first;) {
        uint32_t number = ways->cone.items[i];
        const Node *node = &net->nodes[number];
        if (ways->values[number])
            ways->needed[number] = false;
        for (uint32_t k = 0;
             ways->needed[number] && node->kind == NODE_AND && k < node->count;
             k++)
            ways->needed[lit_node(net->inputs[node->first + k])] = true;
    }
    for (size_t i = first; i < end; i++) {
        uint32_t number = ways->cone.items[i];
        if (ways->needed[number])
            vec_push(&ways->cone, number);
        ways->needed[number] = false;
    }
    ways->first_node = end;
}

typedef struct {
    size_t first_node, end_node, first_active, end_active;
} Narrowed;

/* What keeps its value here keeps it in all cases that follow. */
static Narrowed narrow(Ways *ways)
{
    Narrowed outer = {ways->first_node, ways->cone.count, ways->first_active,
                      ways->active.count};
    find_changes(ways);
    for (size_t i = 0; i < ways->changes.count; i++)
        vec_push(&ways->active, ways->changes.items[i].feature);
    ways->first_active = outer.end_active;
    narrow_cone(ways, outer.first_node, outer.end_node);
    return outer;
}

static void widen(Ways *ways, Narrowed outer)
{
    ways->first_node = outer.first_node;
    ways->cone.count = outer.end_node;
    ways->first_active = outer.first_active;
    ways->active.count = outer.end_active;
}

static bool loosen(Ways *ways);

/* MOVE, of which no more is known than that it is legal; if it has too many
 * cases, once more with features left open that were told apart most often. */
static void try_move(Ways *ways, uint32_t role, uint32_t move, unsigned depth)
{
    size_t mark = ways->trail.count;
    bool again = true;
    while (again && !ways->failed &&
           !fails(ways, ways->net->roles[role].legal[move]) &&
           (ways->made[role] == NO_INDEX || ways->made[role] == move)) {
        again = false;
        ways->leaves = 0;
        make_move(ways, role, move);
        if (propagate(ways)) {
            Narrowed outer = narrow(ways);
            split(ways, depth + 1);
            widen(ways, outer);
        }
        undo(ways, mark);
        if (ways->failed && loosen(ways)) {
            ways->failed = false;
            again = true;
        }
    }
}

/* How many moves of the set are from FIRST on and before END. */
static uint32_t count_in(const MoveSet *set, uint32_t first, uint32_t end)
{
    return (uint32_t)(place_in(set, end) - place_in(set, first));
}

/* The moves from FIRST on and before END. They are sorted, so that those that
 * are alike stand together: what is true of all of them is said once. The sets
 * from OPEN on are neither true nor false of all. */
static void split_range(Ways *ways, uint32_t role, uint32_t first, uint32_t end,
                        size_t open, unsigned depth)
{
    const Net *net = ways->net;
    size_t mark = ways->trail.count, last = ways->open_sets.count;
    if (end - first == 1) {
        try_move(ways, role, first, depth);
        return;
    }
    for (size_t i = open; i < last; i++) {
        uint32_t node = ways->open_sets.items[i];
        uint32_t count =
            count_in(&net->sets[net->nodes[node].first], first, end);
        if (count && count < end - first)
            vec_push(&ways->open_sets, node);
        else
            assign(ways, 2 * node + !count);
    }
    if (propagate(ways) && !ways->failed) {
        uint32_t middle = first + (end - first) / 2;
        Narrowed outer = narrow(ways);
        split_range(ways, role, first, middle, last, depth);
        split_range(ways, role, middle, end, last, depth);
        widen(ways, outer);
    }
    undo(ways, mark);
    ways->open_sets.count = last;
}

static void split_moves(Ways *ways, uint32_t role, unsigned depth)
{
    size_t open = ways->open_sets.count;
    for (uint32_t i = 0; i < ways->role_sets[role].count; i++)
        vec_push(&ways->open_sets,
                 ways->set_nodes[ways->role_sets[role].first + i]);
    split_range(ways, role, 0, (uint32_t)ways->net->roles[role].move_count,
                open, depth);
    ways->open_sets.count = open;
}

static void split(Ways *ways, unsigned depth)
{
    Vars vars = {0};
    if (is_too_much(ways, depth))
        return;
    find_changes(ways);
    if (!ways->task->only_after)
        find_overwritten(ways, &vars);
    uint32_t node = vars.count ? NO_INDEX : choose_node(ways);
    if (node != NO_INDEX && ways->net->nodes[node].kind == NODE_MOVES) {
        const MoveSet *set = &ways->net->sets[ways->net->nodes[node].first];
        split_moves(ways, set->role, depth);
        return;
    }
    if (node != NO_INDEX)
        vec_push(&vars, node);
    if (vars.count)
        split_vars(ways, &vars, 0, depth);
    else
        tell(ways);
    vec_free(&vars);
}

/* By the moves of the role that has the most of them. */
static void split_first(Ways *ways)
{
    const Net *net = ways->net;
    uint32_t best = NO_INDEX;
    for (uint32_t r = 0; r < net->role_count; r++)
        if (ways->made[r] == NO_INDEX &&
            (best == NO_INDEX || ways->candidates[r] > ways->candidates[best]))
            best = r;
    if (best != NO_INDEX)
        split_moves(ways, best, 0);
    else
        split(ways, 0);
}

static size_t count_made(const Ways *ways)
{
    size_t count = 0;
    for (size_t r = 0; r < ways->net->role_count; r++)
        count += ways->made[r] != NO_INDEX;
    return count;
}

/* A feature that leaves a role only one move, if there is one. */
static uint32_t find_turn(Ways *ways)
{
    size_t mark = ways->trail.count, made = count_made(ways);
    for (uint32_t f = 0; f < ways->net->feature_count; f++) {
        uint32_t var = ways->feature_var[f];
        if (ways->values[var])
            continue;
        assign(ways, 2 * var);
        bool found = propagate(ways) && count_made(ways) > made;
        undo(ways, mark);
        if (found)
            return var;
    }
    return NO_INDEX;
}

/* Whose turn it is comes first: then what the others do is known once. */
static void split_turns(Ways *ways, unsigned depth)
{
    enum { MOST_TURNS = 6 };
    uint32_t var = depth < MOST_TURNS ? find_turn(ways) : NO_INDEX;
    size_t mark = ways->trail.count;
    if (var == NO_INDEX) {
        split_first(ways);
        return;
    }
    for (uint32_t sign = 0; sign < 2; sign++) {
        assign(ways, 2 * var + sign);
        if (propagate(ways))
            split_turns(ways, depth + 1);
        undo(ways, mark);
    }
}

/* Features with the name of the one that cases were told apart by most. */
static bool loosen(Ways *ways)
{
    const Net *net = ways->net;
    uint32_t best = NO_INDEX;
    if (budget_spent(ways->task->budget))
        return false;
    for (uint32_t f = 0; f < net->feature_count; f++) {
        uint32_t first = f; /* of its name: features are sorted */
        while (first &&
               net->features[first - 1]->symbol == net->features[f]->symbol)
            first--;
        if (first != f) {
            ways->splits[first] += ways->splits[f];
            ways->splits[f] = 0;
        }
    }
    for (uint32_t f = 0; f < net->feature_count; f++)
        if (ways->splits[f] && !ways->loose[f] &&
            (best == NO_INDEX || ways->splits[f] > ways->splits[best]))
            best = f;
    memset(ways->splits, 0, net->feature_count * sizeof *ways->splits);
    for (uint32_t f = 0; best != NO_INDEX && f < net->feature_count; f++)
        if (net->features[f]->symbol == net->features[best]->symbol)
            ways->loose[f] = true;
    return best != NO_INDEX;
}

/* ---- the network and the properties as variables ---- */

static void add_and(Ways *ways, uint32_t var, uint32_t count)
{
    And and = {.var = var, .first = (uint32_t)ways->inputs.count - count};
    and.count = count;
    ways->and_of[var] = (uint32_t)ways->ands.count;
    vec_push(&ways->ands, and);
}

static bool is_about_now(const WaysTask *task, size_t lemma)
{
    return !task->sentences->gates.items[task->lemmas[lemma] / 2].level;
}

static uint32_t gate_var(const Ways *ways, uint32_t number)
{
    const Gate *gate = &ways->task->sentences->gates.items[number];
    if (!number)
        return 0; /* true, as node 0 is */
    if (!gate->is_leaf)
        return ways->first_gate + number;
    return gate->node < ways->net->node_count
               ? gate->node
               : ways->feature_var[gate->node - ways->net->node_count];
}

static void add_ands(Ways *ways, const bool *needed)
{
    const Net *net = ways->net;
    const Sentences *sentences = ways->task->sentences;
    for (uint32_t i = 0; i < net->node_count; i++) {
        const Node *node = &net->nodes[i];
        for (uint32_t k = 0; node->kind == NODE_AND && k < node->count; k++)
            vec_push(&ways->inputs, net->inputs[node->first + k]);
        if (node->kind == NODE_AND)
            add_and(ways, i, node->count);
        if (node->kind == NODE_LOOP) {
            vec_push(&ways->inputs, net->loops[node->first].definition);
            add_and(ways, i, 1);
        }
    }
    for (uint32_t i = 1; i < sentences->gates.count; i++) {
        const Gate *gate = &sentences->gates.items[i];
        if (!needed[i] || gate->is_leaf)
            continue;
        for (uint32_t k = 0; k < gate->count; k++) {
            Ref ref = sentences->inputs.items[gate->first + k];
            vec_push(&ways->inputs, 2 * gate_var(ways, ref / 2) + (ref & 1));
        }
        add_and(ways, ways->first_gate + i, gate->count);
    }
}

static void add_fans(Ways *ways)
{
    Arena *arena = ways->arena;
    ways->fans = arena_array(arena, Extent, ways->var_count + 1);
    ways->fan_list = arena_array(arena, uint32_t, ways->inputs.count + 1);
    for (size_t i = 0; i < ways->inputs.count; i++)
        ways->fans[ways->inputs.items[i] >> 1].count++;
    for (uint32_t i = 1; i < ways->var_count; i++)
        ways->fans[i].first = ways->fans[i - 1].first + ways->fans[i - 1].count;
    for (uint32_t i = 0; i < ways->var_count; i++)
        ways->fans[i].count = 0;
    for (uint32_t a = 0; a < ways->ands.count; a++)
        for (uint32_t k = 0; k < ways->ands.items[a].count; k++) {
            uint32_t lit = ways->inputs.items[ways->ands.items[a].first + k];
            Extent *fan = &ways->fans[lit >> 1];
            ways->fan_list[fan->first + fan->count++] = 2 * a + (lit & 1);
        }
}

static void add_legals(Ways *ways)
{
    const Net *net = ways->net;
    size_t moves = 0;
    ways->legals = arena_array(ways->arena, Extent, ways->var_count + 1);
    for (uint32_t r = 0; r < net->role_count; r++)
        for (uint32_t m = 0; m < net->roles[r].move_count; m++, moves++)
            ways->legals[lit_node(net->roles[r].legal[m])].count++;
    ways->legal_list = arena_array(ways->arena, RoleMove, moves + 1);
    for (uint32_t i = 1; i < ways->var_count; i++)
        ways->legals[i].first =
            ways->legals[i - 1].first + ways->legals[i - 1].count;
    for (uint32_t i = 0; i < ways->var_count; i++)
        ways->legals[i].count = 0;
    for (uint32_t r = 0; r < net->role_count; r++)
        for (uint32_t m = 0; m < net->roles[r].move_count; m++) {
            Extent *span = &ways->legals[lit_node(net->roles[r].legal[m])];
            ways->legal_list[span->first + span->count++] = (RoleMove){r, m};
        }
}

static void add_sets(Ways *ways)
{
    const Net *net = ways->net;
    uint32_t total = 0;
    ways->set_nodes = arena_array(ways->arena, uint32_t, net->set_count + 1);
    ways->role_sets = arena_array(ways->arena, Extent, net->role_count + 1);
    for (uint32_t r = 0; r < net->role_count; r++) {
        ways->role_sets[r].first = total;
        for (uint32_t i = 0; i < net->node_count; i++)
            if (net->nodes[i].kind == NODE_MOVES &&
                net->sets[net->nodes[i].first].role == r)
                ways->set_nodes[total++] = i;
        ways->role_sets[r].count = total - ways->role_sets[r].first;
    }
}

/* What next values depend on, other than through loops. */
static void find_cone(Ways *ways)
{
    const Net *net = ways->net;
    ways->needed = arena_array(ways->arena, bool, net->node_count + 1);
    for (uint32_t f = 0; f < net->feature_count; f++)
        vec_push(&ways->active, f);
    for (uint32_t i = 0; i < net->node_count; i++)
        vec_push(&ways->cone, i);
    narrow_cone(ways, 0, ways->cone.count);
}

static void make_variables(Ways *ways)
{
    const Net *net = ways->net;
    const WaysTask *task = ways->task;
    uint32_t nodes = (uint32_t)net->node_count;
    uint32_t features = (uint32_t)net->feature_count;
    bool *needed =
        arena_array(ways->arena, bool, task->sentences->gates.count + 1);
    ways->feature_var = arena_array(ways->arena, uint32_t, features + 1);
    for (uint32_t f = 0; f < features; f++)
        ways->feature_var[f] = nodes + f;
    for (uint32_t i = 0; i < nodes; i++)
        if (net->nodes[i].kind == NODE_FEATURE)
            ways->feature_var[net->nodes[i].first] = i;
    ways->first_gate = nodes + features;
    ways->var_count = ways->first_gate + (uint32_t)task->sentences->gates.count;
    ways->and_of = arena_array(ways->arena, uint32_t, ways->var_count + 1);
    memset(ways->and_of, 0xff, ways->var_count * sizeof *ways->and_of);
    ways->values = arena_array(ways->arena, int8_t, ways->var_count + 1);
    for (size_t i = 0; i < task->lemma_count; i++)
        if (is_about_now(task, i))
            sentence_mark(task->sentences, task->lemmas[i], needed);
    add_ands(ways, needed);
    add_fans(ways);
    add_legals(ways);
    add_sets(ways);
    find_cone(ways);
}

static void make_room(Ways *ways)
{
    const Net *net = ways->net;
    Arena *arena = ways->arena;
    size_t features = net->feature_count, nodes = net->node_count;
    ways->candidates = arena_array(arena, uint32_t, net->role_count + 1);
    ways->made = arena_array(arena, uint32_t, net->role_count + 1);
    for (size_t r = 0; r < net->role_count; r++) {
        ways->candidates[r] = (uint32_t)net->roles[r].move_count;
        ways->made[r] = NO_INDEX;
    }
    ways->reps = arena_array(arena, Lit, nodes + 1);
    ways->moved = arena_array(arena, bool, features + 1);
    ways->known = arena_array(arena, uint8_t, features + 1);
    ways->loose = arena_array(arena, bool, features + 1);
    if (ways->task->loose)
        memcpy(ways->loose, ways->task->loose, features * sizeof(bool));
    ways->splits = arena_array(arena, uint32_t, features + 1);
    ways->weights = arena_array(arena, uint32_t, nodes + 1);
    ways->stamp = arena_array(arena, uint32_t, nodes + 1);
    ways->stack = arena_array(arena, uint32_t, MOST_VISITED + 1);
}

/* Of every step: the game is not over, the lemmas hold, and constants do. */
static bool begin(Ways *ways)
{
    const Net *net = ways->net;
    const WaysTask *task = ways->task;
    assign(ways, LIT_TRUE);
    assign(ways, lit_not(net->terminal));
    for (size_t i = 0; i < task->lemma_count; i++)
        if (is_about_now(task, i))
            assign(ways, 2 * gate_var(ways, task->lemmas[i] / 2) +
                             (task->lemmas[i] & 1));
    for (uint32_t f = 0; f < net->feature_count; f++)
        if (net->next[f] == (net->initial[f] ? LIT_TRUE : LIT_FALSE))
            assign(ways, 2 * ways->feature_var[f] + !net->initial[f]);
    for (uint32_t r = 0; r < net->role_count; r++)
        if (ways->candidates[r] == 1)
            make_only_move(ways, r);
        else if (!ways->candidates[r])
            ways->conflict = true;
    return propagate(ways);
}

bool find_ways(const WaysTask *task)
{
    Ways ways = {.task = task, .net = task->net, .arena = arena_new()};
    make_variables(&ways);
    make_room(&ways);
    if (begin(&ways))
        split_turns(&ways, 0);
    bool found = !ways.failed;
    vec_free(&ways.ands);
    vec_free(&ways.inputs);
    vec_free(&ways.trail);
    vec_free(&ways.changes);
    vec_free(&ways.active);
    vec_free(&ways.open_sets);
    vec_free(&ways.cone);
    arena_free(ways.arena);
    return found;
}

/* hash_consing.c - nodes made one by one, each of them once
 *
 * In:   literals to be joined by and, or
 * Out:  a literal of a node, made only if there is no equal one
 *
 * Structural hashing, as in and-inverter graphs (Kuehlmann et al. 2002), with
 * sets of moves as leaves that are intersected and united at once. Start
 * reading at gate_and() and gate_or().
 */
#include "ground/net_builder.h"

#include "base/sort.h"
#include "ground/net_walk.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void gates_init(Gates *gates, const size_t *move_counts)
{
    *gates = (Gates){.sets = {.move_counts = move_counts}};
    vec_push(&gates->nodes, (Node){.kind = NODE_TRUE});
}

void gates_free(Gates *gates)
{
    vec_free_all(&gates->nodes, &gates->inputs);
    movesets_free(&gates->sets);
    vec_free_all(&gates->set_lits, &gates->flattened);
    map_free(&gates->map);
}

static Lit add_node(Gates *gates, uint32_t hash, Node node)
{
    uint32_t index = (uint32_t)gates->nodes.count;
    assert(index < UINT32_MAX / 2); /* a literal is twice its node */
    map_add(&gates->map, hash, index);
    vec_push(&gates->nodes, node);
    return 2 * index;
}

/* ---- leaves ---- */

static Lit find_or_add_leaf(Gates *gates, NodeKind kind, uint32_t number)
{
    uint32_t hash = hash_mix(hash_mix(7, kind), number);
    map_each (probe, &gates->map, hash) {
        const Node *node = &gates->nodes.items[probe.index];
        if (node->kind == kind && node->index == number)
            return 2 * probe.index;
    }
    return add_node(gates, hash, (Node){.kind = kind, .index = number});
}

Lit gate_feature(Gates *gates, uint32_t feature)
{
    return find_or_add_leaf(gates, NODE_FEATURE, feature);
}

Lit gate_loop(Gates *gates, uint32_t loop)
{
    return find_or_add_leaf(gates, NODE_LOOP, loop);
}

/* ---- sets of moves ---- */

MoveSet gate_set(const Gates *gates, uint32_t node)
{
    uint32_t set = gates->nodes.items[node].set;
    const SetSpan *span = &gates->sets.sets.items[set];
    return (MoveSet){span->role, movesets_members(&gates->sets, set),
                     span->count};
}

static uint32_t role_of(const Gates *gates, uint32_t node)
{
    return gates->sets.sets.items[gates->nodes.items[node].set].role;
}

/* The node for the set of moves that was made, or its negation. */
static Lit find_or_add_set(Gates *gates, bool is_negated)
{
    MoveSets *sets = &gates->sets;
    if (!sets->made.count)
        return is_negated ? LIT_TRUE : LIT_FALSE;
    uint32_t hash = movesets_hash(sets);
    map_each (probe, &gates->map, hash) {
        const Node *node = &gates->nodes.items[probe.index];
        if (node->kind == NODE_MOVES && movesets_equal(sets, node->set))
            return 2 * probe.index + is_negated;
    }
    Node node = {.kind = NODE_MOVES, .set = movesets_add(sets)};
    return add_node(gates, hash, node) + is_negated;
}

Lit gate_moves(Gates *gates, uint32_t role, const uint32_t *moves, size_t count)
{
    return find_or_add_set(gates,
                           movesets_make(&gates->sets, role, moves, count));
}

Lit gate_move(Gates *gates, uint32_t role, uint32_t move)
{
    return gate_moves(gates, role, &move, 1);
}

static bool is_move_set(const Gates *gates, Lit lit)
{
    return gates->nodes.items[lit_node(lit)].kind == NODE_MOVES;
}

static void push_set_lit(Gates *gates, Lit lit)
{
    uint32_t set = gates->nodes.items[lit_node(lit)].set;
    vec_push(&gates->set_lits, 2 * set + lit_is_negated(lit));
}

/* The intersection of the sets in SET_LITS, all of one role. */
static Lit intersection(Gates *gates)
{
    return find_or_add_set(gates, movesets_intersect(&gates->sets,
                                                     gates->set_lits.items,
                                                     gates->set_lits.count));
}

/* The sets of one role among LITS, from FIRST on, become their intersection in
 * place of the first; returns the new count. */
static size_t intersect_sets(Gates *gates, Lit *lits, size_t count,
                             size_t first)
{
    uint32_t role = role_of(gates, lit_node(lits[first]));
    size_t kept = first + 1;
    vec_clear(&gates->set_lits);
    push_set_lit(gates, lits[first]);
    for (size_t i = first + 1; i < count; i++) {
        if (is_move_set(gates, lits[i]) &&
            role_of(gates, lit_node(lits[i])) == role)
            push_set_lit(gates, lits[i]);
        else
            lits[kept++] = lits[i];
    }
    if (gates->set_lits.count > 1)
        lits[first] = intersection(gates);
    return kept;
}

/* ---- and, or ---- */

static Lit find_or_add_and(Gates *gates, const Lit *lits, size_t count)
{
    uint32_t hash = 3;
    for (size_t i = 0; i < count; i++)
        hash = hash_mix(hash, lits[i]);
    map_each (probe, &gates->map, hash) {
        const Node *node = &gates->nodes.items[probe.index];
        if (node->kind == NODE_AND && node->input_count == count &&
            memcmp(gates->inputs.items + node->first_input, lits,
                   count * sizeof *lits) == 0)
            return 2 * probe.index;
    }
    Node node = {.kind = NODE_AND,
                 .first_input = (uint32_t)gates->inputs.count,
                 .input_count = (uint32_t)count};
    assert(count >= 2 && count <= MAX_INPUTS);
    vec_append(&gates->inputs, lits, count);
    return add_node(gates, hash, node);
}

/* More than MAX_INPUTS inputs become an AND of ANDs. */
static size_t split_large_and(Gates *gates, Lit *lits, size_t count)
{
    size_t part_count = 0;
    for (size_t i = 0; i < count; i += MAX_INPUTS)
        lits[part_count++] = find_or_add_and(
            gates, lits + i, count - i < MAX_INPUTS ? count - i : MAX_INPUTS);
    return part_count;
}

/* Whether LIT is an AND of sets of moves, of several roles then. */
static bool is_joint_set(const Gates *gates, Lit lit)
{
    const Node *node = &gates->nodes.items[lit_node(lit)];
    if (lit_is_negated(lit) || node->kind != NODE_AND)
        return false;
    for (uint32_t i = 0; i < node->input_count; i++)
        if (!is_move_set(gates, gates->inputs.items[node->first_input + i]))
            return false;
    return true;
}

/* Sets of several roles are intersected role by role: puts the sets in place of
 * the ANDs of them. Returns the literals to go on with. */
static Lit *flatten_joint_sets(Gates *gates, Lit *lits, size_t *count)
{
    size_t first = 0;
    while (first < *count && !is_joint_set(gates, lits[first]))
        first++;
    if (first == *count)
        return lits;
    vec_clear(&gates->flattened);
    for (size_t i = 0; i < *count; i++) {
        if (i < first || !is_joint_set(gates, lits[i])) {
            vec_push(&gates->flattened, lits[i]);
            continue;
        }
        const Node *node = &gates->nodes.items[lit_node(lits[i])];
        for (uint32_t k = 0; k < node->input_count; k++)
            vec_push(&gates->flattened,
                     gates->inputs.items[node->first_input + k]);
    }
    *count = gates->flattened.count;
    return gates->flattened.items;
}

Lit gate_and(Gates *gates, Lit *lits, size_t count)
{
    lits = flatten_joint_sets(gates, lits, &count);
    if (!simplify_conjunction(lits, &count))
        return LIT_FALSE;
    for (size_t i = 0; i < count; i++)
        if (is_move_set(gates, lits[i]))
            count = intersect_sets(gates, lits, count, i);
    if (!simplify_conjunction(lits, &count))
        return LIT_FALSE;
    if (count == 0)
        return LIT_TRUE;
    while (count > MAX_INPUTS)
        count = split_large_and(gates, lits, count);
    return count == 1 ? lits[0] : find_or_add_and(gates, lits, count);
}

/* ---- disjuncts of an or that differ in their moves only ---- */

typedef struct {
    Lit lit;   /* the disjunct */
    Lit moves; /* its only set of moves */
    uint32_t role;
    uint32_t hash; /* of its other inputs */
} Disjunct;

/* False if LIT is not an AND with exactly one set of moves. */
static bool as_disjunct(const Gates *gates, Lit lit, Disjunct *disjunct)
{
    const Node *node = &gates->nodes.items[lit_node(lit)];
    size_t set_count = 0;
    if (lit_is_negated(lit) || node->kind != NODE_AND)
        return false;
    *disjunct = (Disjunct){.lit = lit, .hash = 1};
    for (uint32_t i = 0; i < node->input_count; i++) {
        Lit input = gates->inputs.items[node->first_input + i];
        if (is_move_set(gates, input)) {
            disjunct->moves = input;
            disjunct->role = role_of(gates, lit_node(input));
            set_count++;
        } else {
            disjunct->hash = hash_mix(disjunct->hash, input);
        }
    }
    return set_count == 1;
}

static bool differ_in_moves_only(const Gates *gates, const Disjunct *a,
                                 const Disjunct *b)
{
    const Node *x = &gates->nodes.items[lit_node(a->lit)];
    const Node *y = &gates->nodes.items[lit_node(b->lit)];
    if (a->hash != b->hash || a->role != b->role ||
        x->input_count != y->input_count)
        return false;
    uint32_t i = 0, k = 0;
    while (i < x->input_count && k < y->input_count) {
        Lit left = gates->inputs.items[x->first_input + i];
        Lit right = gates->inputs.items[y->first_input + k];
        if (left == a->moves)
            i++;
        else if (right == b->moves)
            k++;
        else if (left != right)
            return false;
        else
            i++, k++;
    }
    return true;
}

static int by_other_inputs(const void *left, const void *right)
{
    const Disjunct *a = left, *b = right;
    if (a->hash != b->hash)
        return a->hash < b->hash ? -1 : 1;
    if (a->role != b->role)
        return a->role < b->role ? -1 : 1;
    return (a->lit > b->lit) - (a->lit < b->lit);
}

/* (s and m is in A) or (s and m is in B) is s and m is in A or B. */
static Lit merge_disjuncts(Gates *gates, const Disjunct *disjuncts,
                           size_t count)
{
    vec_clear(&gates->set_lits);
    for (size_t i = 0; i < count; i++)
        push_set_lit(gates, lit_not(disjuncts[i].moves));
    Lits inputs = {0};
    vec_push(&inputs, lit_not(intersection(gates)));
    Node node = gates->nodes.items[lit_node(disjuncts[0].lit)];
    for (uint32_t i = 0; i < node.input_count; i++) {
        Lit input = gates->inputs.items[node.first_input + i];
        if (input != disjuncts[0].moves)
            vec_push(&inputs, input);
    }
    Lit merged = gate_and(gates, inputs.items, inputs.count);
    vec_free(&inputs);
    return merged;
}

static size_t merge_all_disjuncts(Gates *gates, Lit *lits, size_t count)
{
    VEC(Disjunct) disjuncts = {0};
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        Disjunct disjunct;
        if (as_disjunct(gates, lits[i], &disjunct))
            vec_push(&disjuncts, disjunct);
        else
            lits[kept++] = lits[i];
    }
    sort_items(disjuncts.items, disjuncts.count, sizeof *disjuncts.items,
               by_other_inputs);
    for (size_t i = 0, end; i < disjuncts.count; i = end) {
        end = i + 1;
        while (end < disjuncts.count &&
               differ_in_moves_only(gates, &disjuncts.items[i],
                                    &disjuncts.items[end]))
            end++;
        lits[kept++] =
            end == i + 1 ? disjuncts.items[i].lit
                         : merge_disjuncts(gates, disjuncts.items + i, end - i);
    }
    vec_free(&disjuncts);
    return kept;
}

Lit gate_or(Gates *gates, Lit *lits, size_t count)
{
    count = merge_all_disjuncts(gates, lits, count);
    for (size_t i = 0; i < count; i++)
        lits[i] = lit_not(lits[i]);
    return lit_not(gate_and(gates, lits, count));
}

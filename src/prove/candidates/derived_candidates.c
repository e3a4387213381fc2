/* derived_candidates.c - properties of what the rules speak of, not only of
 * features
 *
 * In:   open properties, and a sample of reachable positions
 * Out:  gates over inner nodes that were true in all of them
 * Next: prove/induction/houdini.c finds out which are inductive together
 *
 * The nodes are those next below the properties, breadth first. Two literals
 * that were never seen true together are a candidate, unless the network itself
 * says so. Start reading at derived_candidates(), at the end.
 */
#include "prove/candidates/derived_candidates.h"

#include <stdlib.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wpsabi"

enum { MAX_NODES = 220 };

typedef struct {
    const Net *net;
    PropertyTable *properties;
    GuidedWalks *walks;
    VEC(uint32_t) nodes;
    uint32_t *number;     /* by node: its number, or NO_INDEX */
    bool *visited;        /* by node */
    Lanes *values;        /* by number, block */
    size_t blocks, block; /* of the sample and one more; kept so far */
    bool *implied; /* by two literals: the first has the second as a part */
} Inner;

/* ---- nodes ---- */

static void add_node(Inner *inner, uint32_t node)
{
    NodeKind kind = inner->net->nodes[node].kind;
    if (inner->visited[node] || inner->nodes.count == MAX_NODES ||
        (kind != NODE_AND && kind != NODE_LOOP && kind != NODE_FEATURE))
        return;
    inner->visited[node] = true;
    inner->number[node] = (uint32_t)inner->nodes.count;
    vec_push(&inner->nodes, node);
}

/* What the end and the values depend on comes first: of moves there are many,
 * and the rules for each say much the same. */
static void add_roots(Inner *inner, const Ref *roots, size_t count)
{
    const Net *net = inner->net;
    const PropertyTable *properties = inner->properties;
    bool *needed = calloc(properties->gates.count + 1, sizeof *needed);
    if (!needed)
        fatal("out of memory");
    add_node(inner, lit_node(net->terminal));
    for (size_t i = 0; i < net->role_count; i++)
        for (size_t k = 0; k < net->roles[i].goal_count; k++)
            add_node(inner, lit_node(net->roles[i].goals[k].lit));
    for (size_t i = 0; i < count; i++)
        property_mark(properties, roots[i], needed);
    for (uint32_t i = 0; i < properties->gates.count; i++) {
        const Gate *gate = &properties->gates.items[i];
        if (needed[i] && gate->is_leaf && gate->node < net->node_count &&
            inner->nodes.count < MAX_NODES / 3)
            add_node(inner, gate->node);
    }
    free(needed);
}

static void add_below(Inner *inner)
{
    const Net *net = inner->net;
    for (size_t i = 0; i < inner->nodes.count; i++) {
        const Node *node = &net->nodes[inner->nodes.items[i]];
        if (node->kind == NODE_LOOP)
            add_node(inner, lit_node(net->loops[node->first].definition));
        for (uint32_t k = 0; node->kind == NODE_AND && k < node->count; k++)
            add_node(inner, lit_node(net->inputs[node->first + k]));
    }
}

/* ---- what was seen ---- */

static void keep_values(void *context, const Lanes *values,
                        const Lanes *running)
{
    Inner *inner = context;
    (void)running; /* all of them */
    for (size_t i = 0; i < inner->nodes.count; i++)
        inner->values[i * inner->blocks + inner->block] =
            values[inner->nodes.items[i]];
    inner->block++;
}

/* The sample, and last the initial position, in all lanes: what does not hold
 * there is no candidate, as induction begins there. */
static void look_at_sample(Inner *inner)
{
    const Net *net = inner->net;
    size_t words = net->feature_count / 64 + 1, sampled = inner->blocks;
    uint64_t *initial = calloc(LANES * words, sizeof *initial);
    inner->blocks++;
    size_t bytes =
        (inner->nodes.count * inner->blocks + 1) * sizeof *inner->values;
    inner->values = aligned_alloc(sizeof(Lanes), bytes);
    if (!inner->values || !initial)
        fatal("out of memory");
    for (size_t i = 0; i < sampled; i++)
        walks_evaluate_block(inner->walks, i, keep_values, inner);
    for (size_t lane = 0; lane < LANES; lane++)
        for (uint32_t f = 0; f < net->feature_count; f++)
            if (net->initial[f])
                initial[lane * words + f / 64] |= (uint64_t)1 << f % 64;
    walks_evaluate_states(inner->walks, initial, words, LANES, keep_values,
                          inner);
    free(initial);
}

/* A literal is twice the number of a node plus one if it is negated. */
static bool were_seen(const Inner *inner, size_t left, size_t right)
{
    const Lanes *a = inner->values + left / 2 * inner->blocks;
    const Lanes *b = inner->values + right / 2 * inner->blocks;
    for (size_t i = 0; i < inner->blocks; i++) {
        Lanes both = (left & 1 ? ~a[i] : a[i]) & (right & 1 ? ~b[i] : b[i]);
        if (lanes_any(&both))
            return true;
    }
    return false;
}

/* ---- what the network says ---- */

static void mark_parts(Inner *inner, size_t number)
{
    const Net *net = inner->net;
    size_t literals = 2 * inner->nodes.count;
    VEC(uint32_t) stack = {0};
    vec_push(&stack, inner->nodes.items[number]);
    for (size_t seen = 0; stack.count && seen < 1000; seen++) {
        const Node *node = &net->nodes[vec_pop(&stack)];
        for (uint32_t k = 0; node->kind == NODE_AND && k < node->count; k++) {
            Lit lit = net->inputs[node->first + k];
            uint32_t part = inner->number[lit_node(lit)];
            if (part != NO_INDEX)
                inner->implied[2 * number * literals + 2 * part + (lit & 1)] =
                    true;
            if (!(lit & 1))
                vec_push(&stack, lit_node(lit));
        }
    }
    vec_free(&stack);
}

static bool is_plain(const Inner *inner, size_t left, size_t right)
{
    size_t literals = 2 * inner->nodes.count;
    return inner->implied[left * literals + (right ^ 1)] ||
           inner->implied[right * literals + (left ^ 1)];
}

/* ---- candidates ---- */

static Ref literal_ref(const Inner *inner, size_t literal)
{
    Lit lit = 2 * inner->nodes.items[literal / 2] + (literal & 1);
    return property_leaf(inner->properties, 0, lit);
}

static void add_candidates(Inner *inner, size_t most, RefList *refs)
{
    size_t literals = 2 * inner->nodes.count, added = 0;
    for (size_t a = 0; a < literals; a++)
        for (size_t b = 0; b <= a && added < most; b++) {
            if (a / 2 == b / 2 ? a != b : is_plain(inner, a, b))
                continue;
            if (a != b && (!were_seen(inner, a, a) || !were_seen(inner, b, b)))
                continue; /* one says more */
            if (were_seen(inner, a, b))
                continue;
            Ref both = property_pair(inner->properties, literal_ref(inner, a),
                                     literal_ref(inner, b));
            if (both == REF_FALSE)
                continue;
            vec_push(refs, ref_not(both));
            added++;
        }
}

void derived_candidates(const Net *net, PropertyTable *properties,
                        GuidedWalks *walks, const Ref *roots, size_t root_count,
                        size_t most, RefList *refs)
{
    Inner inner = {.net = net,
                   .properties = properties,
                   .walks = walks,
                   .blocks = walks_blocks(walks)};
    inner.number = fatal_malloc((net->node_count + 1) * sizeof *inner.number);
    inner.visited = calloc(net->node_count + 1, sizeof *inner.visited);
    if (!inner.visited)
        fatal("out of memory");
    for (size_t i = 0; i < net->node_count; i++)
        inner.number[i] = NO_INDEX;
    add_roots(&inner, roots, root_count);
    add_below(&inner);
    size_t literals = 2 * inner.nodes.count;
    inner.implied = calloc(literals * literals + 1, sizeof *inner.implied);
    if (!inner.implied)
        fatal("out of memory");
    for (size_t i = 0; i < inner.nodes.count; i++)
        mark_parts(&inner, i);
    look_at_sample(&inner);
    add_candidates(&inner, most, refs);
    vec_free(&inner.nodes);
    free(inner.number);
    free(inner.visited);
    free(inner.values);
    free(inner.implied);
}

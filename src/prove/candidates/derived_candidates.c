/* derived_candidates.c - candidate invariants about derived nodes of the net
 *
 * In:   open properties, and a sample of reachable positions
 * Out:  gates over inner nodes that are true in all of them
 * Next: prove/induction/houdini.c finds the largest inductive subset
 *
 * Implications between internal nodes guessed by simulation, as in signal
 * correspondence (van Eijk 2000). The nodes are the first MAX_CANDIDATE_NODES
 * of the cone of the properties, breadth first. Two literals that are never
 * true together in the sample are a candidate, unless the structure of the net
 * implies it. Start reading at derived_candidates(), at the end.
 */
#include "prove/candidates/derived_candidates.h"

#include "base/memory.h"
#include "ground/net_walk.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wpsabi"

enum {
    MAX_CANDIDATE_NODES = 220, /* that candidates are about */
    MAX_VISITS = 1000          /* of nodes below one of them */
};

typedef struct {
    const Net *net;
    PropertyTable *properties;
    GuidedWalks *walks;
    VEC(uint32_t) nodes;          /* that candidates are about */
    uint32_t *node_index;         /* by node: index into NODES, or NO_INDEX */
    bool *is_listed;              /* by node */
    Lanes *values;                /* by index, block */
    size_t block_count, recorded; /* blocks: of the sample and one more */
    bool *is_conjunct; /* by two literals: the second, of the first */
} DerivedSampler;

/* ---- nodes ---- */

static void add_node(DerivedSampler *sampler, uint32_t node)
{
    NodeKind kind = sampler->net->nodes[node].kind;
    if (sampler->is_listed[node] ||
        sampler->nodes.count == MAX_CANDIDATE_NODES ||
        (kind != NODE_AND && kind != NODE_LOOP && kind != NODE_FEATURE))
        return;
    sampler->is_listed[node] = true;
    sampler->node_index[node] = (uint32_t)sampler->nodes.count;
    vec_push(&sampler->nodes, node);
}

/* Adds the nodes of terminal and goals, then leaves of ROOTS up to a third of
 * MAX_CANDIDATE_NODES: leaves about moves are many, and similar to each other.
 */
static void add_roots(DerivedSampler *sampler, const Ref *roots, size_t count)
{
    const Net *net = sampler->net;
    const PropertyTable *properties = sampler->properties;
    bool *is_needed =
        memory_zeroed(properties->gates.count + 1, sizeof *is_needed);
    add_node(sampler, lit_node(net->terminal));
    for (size_t i = 0; i < net->role_count; i++)
        for (size_t k = 0; k < net->roles[i].goal_count; k++)
            add_node(sampler, lit_node(net->roles[i].goals[k].lit));
    for (size_t i = 0; i < count; i++)
        property_mark(properties, roots[i], is_needed);
    for (uint32_t i = 0; i < properties->gates.count; i++) {
        const Gate *gate = &properties->gates.items[i];
        if (is_needed[i] && gate->is_leaf && gate->node < net->node_count &&
            sampler->nodes.count < MAX_CANDIDATE_NODES / 3)
            add_node(sampler, gate->node);
    }
    free(is_needed);
}

/* Adds the inputs of the nodes, breadth first. */
static void add_cone(DerivedSampler *sampler)
{
    const Net *net = sampler->net;
    for (size_t i = 0; i < sampler->nodes.count; i++) {
        net_each_input (input, net, sampler->nodes.items[i])
            add_node(sampler, lit_node(*input.at));
    }
}

/* ---- values in the sample ---- */

static void record_values(void *context, const WalkLanes *lanes,
                          const Lanes *running)
{
    DerivedSampler *sampler = context;
    (void)running; /* all lanes */
    assert(sampler->recorded < sampler->block_count);
    for (size_t i = 0; i < sampler->nodes.count; i++)
        sampler->values[i * sampler->block_count + sampler->recorded] =
            *leaf_lanes(lanes, sampler->nodes.items[i]);
    sampler->recorded++;
}

/* Evaluates the nodes on the sample, and as the last block on the initial
 * position in all lanes: what fails there is not inductive. */
static void evaluate_sample(DerivedSampler *sampler)
{
    size_t sampled_blocks = sampler->block_count++;
    sampler->values = lanes_new(sampler->nodes.count * sampler->block_count);
    for (size_t i = 0; i < sampled_blocks; i++)
        walks_evaluate_block(sampler->walks, i, record_values, sampler);
    walks_evaluate_initial(sampler->walks, record_values, sampler);
}

/* Whether two literals are true together in a position. A literal is twice the
 * index of a node plus one if it is negated. */
static bool were_seen_together(const DerivedSampler *sampler, size_t left,
                               size_t right)
{
    const Lanes *a = sampler->values + left / 2 * sampler->block_count;
    const Lanes *b = sampler->values + right / 2 * sampler->block_count;
    for (size_t i = 0; i < sampler->block_count; i++) {
        Lanes both = (left & 1 ? ~a[i] : a[i]) & (right & 1 ? ~b[i] : b[i]);
        if (lanes_any(&both))
            return true;
    }
    return false;
}

/* ---- implications in the net ---- */

/* Marks the conjuncts of a node, and the conjuncts of these. */
static void mark_implied_literals(DerivedSampler *sampler, size_t index)
{
    const Net *net = sampler->net;
    size_t literal_count = 2 * sampler->nodes.count;
    VEC(uint32_t) stack = {0};
    vec_push(&stack, sampler->nodes.items[index]);
    for (size_t visit_count = 0; stack.count && visit_count < MAX_VISITS;
         visit_count++) {
        const Node *node = &net->nodes[vec_pop(&stack)];
        for (uint32_t k = 0; k < node->input_count; k++) {
            Lit lit = net->inputs[node->first_input + k];
            uint32_t conjunct = sampler->node_index[lit_node(lit)];
            if (conjunct != NO_INDEX)
                sampler->is_conjunct[2 * index * literal_count + 2 * conjunct +
                                     (lit & 1)] = true;
            if (!(lit & 1))
                vec_push(&stack, lit_node(lit));
        }
    }
    vec_free(&stack);
}

/* Whether one of two literals has the negation of the other as a conjunct. */
static bool is_implied_by_net(const DerivedSampler *sampler, size_t left,
                              size_t right)
{
    size_t literal_count = 2 * sampler->nodes.count;
    return sampler->is_conjunct[left * literal_count + (right ^ 1)] ||
           sampler->is_conjunct[right * literal_count + (left ^ 1)];
}

/* ---- candidates ---- */

static Ref literal_ref(const DerivedSampler *sampler, size_t literal)
{
    Lit lit = 2 * sampler->nodes.items[literal / 2] + (literal & 1);
    return property_leaf(sampler->properties, 0, lit);
}

static void add_candidates(DerivedSampler *sampler, size_t max_count,
                           RefList *refs)
{
    size_t literal_count = 2 * sampler->nodes.count, added_count = 0;
    assert(sampler->recorded == sampler->block_count); /* all of them */
    for (size_t a = 0; a < literal_count; a++)
        for (size_t b = 0; b <= a && added_count < max_count; b++) {
            if (a / 2 == b / 2 ? a != b : is_implied_by_net(sampler, a, b))
                continue;
            if (a != b && (!were_seen_together(sampler, a, a) ||
                           !were_seen_together(sampler, b, b)))
                continue; /* a unit clause says more */
            if (were_seen_together(sampler, a, b))
                continue;
            Ref both =
                property_pair(sampler->properties, literal_ref(sampler, a),
                              literal_ref(sampler, b));
            if (both == REF_FALSE)
                continue;
            vec_push(refs, ref_not(both));
            added_count++;
        }
}

void derived_candidates(const Net *net, PropertyTable *properties,
                        GuidedWalks *walks, const Ref *roots, size_t root_count,
                        size_t max_count, RefList *refs)
{
    DerivedSampler sampler = {.net = net,
                              .properties = properties,
                              .walks = walks,
                              .block_count = walks_block_count(walks)};
    sampler.node_index =
        memory_array(net->node_count + 1, sizeof *sampler.node_index);
    sampler.is_listed =
        memory_zeroed(net->node_count + 1, sizeof *sampler.is_listed);
    for (size_t i = 0; i < net->node_count; i++)
        sampler.node_index[i] = NO_INDEX;
    add_roots(&sampler, roots, root_count);
    add_cone(&sampler);
    size_t literal_count = 2 * sampler.nodes.count;
    sampler.is_conjunct = memory_zeroed(literal_count * literal_count + 1,
                                        sizeof *sampler.is_conjunct);
    for (size_t i = 0; i < sampler.nodes.count; i++)
        mark_implied_literals(&sampler, i);
    evaluate_sample(&sampler);
    add_candidates(&sampler, max_count, refs);
    vec_free(&sampler.nodes);
    free_all(sampler.node_index, sampler.is_listed, sampler.values,
             sampler.is_conjunct);
}

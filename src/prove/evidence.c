/* evidence.c - what the native prover found, as formulas that stand alone
 *
 * In:   properties about a Net that are proved, and lemmas
 * Out:  Props that are inductive together
 * Next: asp/certificate.c writes them
 *
 * Start reading at save_evidence(), at the end.
 */
#include "prove/evidence.h"

#include "base/memory.h"
#include "prove/induction/inductive_core.h"

#include <stdlib.h>

enum { MAX_CONJUNCTS_PER_LEMMA = 4000, MAX_LEMMAS = 100000 };

typedef struct {
    Task *task;
    const PropertyTable *properties;
    VEC(GroundProperty) property; /* of what is established, then lemmas */
    bool *needed;                 /* of these */
    PropId *gates; /* by gate: its meaning, NO_PROP if not made */
    VEC(PropId) props;
    VEC(size_t) claims;
} Evidence;

static void add(Evidence *evidence, PropId prop, size_t claim)
{
    vec_push(&evidence->props, prop);
    vec_push(&evidence->claims, claim);
}

/* ---- from gates to props ---- */

static PropId feature_prop(const Evidence *evidence, const Term *feature)
{
    return prop_atom(evidence->task->props,
                     true_atom(evidence->task->game->terms, feature));
}

static PropId ref_prop(const Evidence *evidence, Ref ref)
{
    PropId prop = evidence->gates[ref / 2];
    return ref & 1 ? prop_not(evidence->task->props, prop) : prop;
}

/* Lemmas speak of features only; NO_PROP if one does not. */
static PropId gate_prop(const Evidence *evidence, const Gate *gate)
{
    const PropertyTable *properties = evidence->properties;
    const Net *net = properties->net;
    if (gate->is_leaf)
        return gate->node < net->node_count || gate->level
                   ? NO_PROP
                   : feature_prop(evidence,
                                  net->features[gate->node - net->node_count]);
    PropId *parts = memory_array(gate->count + 1, sizeof *parts);
    bool is_expressible = true;
    for (uint32_t i = 0; i < gate->count && is_expressible; i++) {
        Ref input = properties->inputs.items[gate->first + i];
        is_expressible = evidence->gates[input / 2] != NO_PROP;
        if (is_expressible)
            parts[i] = ref_prop(evidence, input);
    }
    PropId prop = is_expressible
                      ? prop_and(evidence->task->props, parts, gate->count)
                      : NO_PROP;
    free(parts);
    return prop;
}

/* Inputs have smaller numbers than the gates they belong to. */
static bool add_lemmas(Evidence *evidence, size_t first)
{
    const PropertyTable *properties = evidence->properties;
    size_t count = properties->gates.count;
    bool *is_marked = memory_zeroed(count + 1, sizeof *is_marked),
         is_expressible = true;
    evidence->gates = memory_array(count + 1, sizeof *evidence->gates);
    for (size_t i = first; i < evidence->property.count; i++)
        if (evidence->needed[i])
            property_mark(properties, evidence->property.items[i].ends[0],
                          is_marked);
    evidence->gates[0] = PROP_TRUE_ID;
    for (uint32_t i = 1; i < count; i++)
        if (is_marked[i])
            evidence->gates[i] =
                gate_prop(evidence, &properties->gates.items[i]);
    for (size_t i = first; i < evidence->property.count && is_expressible;
         i++) {
        Ref ref = evidence->property.items[i].ends[0];
        if (!evidence->needed[i])
            continue;
        is_expressible = evidence->gates[ref / 2] != NO_PROP;
        if (is_expressible)
            add(evidence, ref_prop(evidence, ref), evidence->task->count);
    }
    free_all(evidence->gates, is_marked);
    return is_expressible;
}

/* ---- lemmas ---- */

/* A conjunction is as many lemmas as it has parts: not all may be needed. */
static void take_lemma(Evidence *evidence, Ref lemma)
{
    const PropertyTable *properties = evidence->properties;
    const Gate *gate = &properties->gates.items[lemma / 2];
    bool split = !(lemma & 1) && !gate->is_leaf &&
                 gate->count <= MAX_CONJUNCTS_PER_LEMMA &&
                 evidence->property.count + gate->count <= MAX_LEMMAS;
    for (uint32_t i = 0; split && i < gate->count; i++) {
        GroundProperty part = {
            .ends = {properties->inputs.items[gate->first + i]}};
        vec_push(&evidence->property, part);
    }
    GroundProperty whole = {.ends = {lemma}};
    if (!split && lemma != REF_TRUE)
        vec_push(&evidence->property, whole);
}

static void choose_lemmas(Evidence *evidence, size_t established, unsigned k,
                          const Budget *budget)
{
    size_t count = evidence->property.count;
    evidence->needed = memory_zeroed(count + 1, sizeof *evidence->needed);
    for (size_t i = 0; i < established; i++)
        evidence->needed[i] = true;
    if (k == 1 &&
        find_inductive_core(evidence->properties, evidence->property.items,
                            count, evidence->needed, budget))
        return;
    for (size_t i = 0; i < count; i++)
        evidence->needed[i] = true;
}

/* ---- what the net takes for granted ---- */

/* Features that it lacks never hold, and some always do. */
static void add_certainties(Evidence *evidence)
{
    const Net *net = evidence->properties->net;
    TermSet all = evidence->task->universe->all_features;
    for (size_t i = 0; i < all.count; i++) {
        uint32_t feature = net_feature(net, all.terms[i]);
        PropId prop = feature_prop(evidence, all.terms[i]);
        if (feature == NO_INDEX)
            add(evidence, prop_not(evidence->task->props, prop),
                evidence->task->count);
        else if (net->initial[feature] && net->next[feature] == LIT_TRUE)
            add(evidence, prop, evidence->task->count);
    }
}

static const char *legend(const Task *task, unsigned k)
{
    const char *text = "The formulas stand first in each, as comments; all "
                       "that they rest on is asked of clingo with them.";
    if (k == 1)
        return text;
    return arena_printf(task->arena,
                        "%s The induction is over %u steps: they hold in the "
                        "first %u positions of every play, and after %u "
                        "positions in which they hold.",
                        text, k, k, k);
}

bool save_evidence(Task *task, const PropertyTable *properties,
                   const EstablishedList *list, const Ref *lemmas,
                   size_t lemma_count, unsigned k, const Budget *budget)
{
    Evidence evidence = {.task = task, .properties = properties};
    for (size_t i = 0; i < list->count; i++) {
        vec_push(&evidence.property, list->items[i].property);
        add(&evidence, list->items[i].prop, list->items[i].claim);
    }
    for (size_t i = 0; i < lemma_count; i++)
        take_lemma(&evidence, lemmas[i]);
    choose_lemmas(&evidence, list->count, k, budget);
    add_certainties(&evidence);
    bool is_saved = add_lemmas(&evidence, list->count);
    if (is_saved)
        is_saved =
            certify_proof(task, "proof",
                          &(Proof){{evidence.props.items, evidence.claims.items,
                                    evidence.props.count, 0, k},
                                   false}) &&
            certify_readme(task, legend(task, k));
    free(evidence.needed);
    vec_free_all(&evidence.property, &evidence.props, &evidence.claims);
    return is_saved;
}

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
    ProofTask *task;
    const PropertyTable *properties;
    VEC(GroundProperty) formulas; /* of what is established, then lemmas */
    bool *is_needed;              /* of these */
    PropId *gate_props; /* by gate: its meaning, NO_PROP if not made */
    VEC(PropId) props;
    VEC(size_t) claims;
} Evidence;

static void add_prop(Evidence *evidence, PropId prop, size_t claim)
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
    PropId prop = evidence->gate_props[ref / 2];
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
    PropId *conjuncts = memory_array(gate->count + 1, sizeof *conjuncts);
    bool is_expressible = true;
    for (uint32_t i = 0; i < gate->count && is_expressible; i++) {
        Ref input = properties->inputs.items[gate->first + i];
        is_expressible = evidence->gate_props[input / 2] != NO_PROP;
        if (is_expressible)
            conjuncts[i] = ref_prop(evidence, input);
    }
    PropId prop = is_expressible
                      ? prop_and(evidence->task->props, conjuncts, gate->count)
                      : NO_PROP;
    free(conjuncts);
    return prop;
}

/* Adds the needed formulas from number FIRST on as props, bottom up: inputs
 * have smaller numbers than their gates. False if one cannot be expressed. */
static bool add_lemma_props(Evidence *evidence, size_t first)
{
    const PropertyTable *properties = evidence->properties;
    size_t count = properties->gates.count;
    bool *is_marked = memory_zeroed(count + 1, sizeof *is_marked),
         is_expressible = true;
    evidence->gate_props =
        memory_array(count + 1, sizeof *evidence->gate_props);
    for (size_t i = first; i < evidence->formulas.count; i++)
        if (evidence->is_needed[i])
            property_mark(properties, evidence->formulas.items[i].ends[0],
                          is_marked);
    evidence->gate_props[0] = PROP_TRUE_ID;
    for (uint32_t i = 1; i < count; i++)
        if (is_marked[i])
            evidence->gate_props[i] =
                gate_prop(evidence, &properties->gates.items[i]);
    for (size_t i = first; i < evidence->formulas.count && is_expressible;
         i++) {
        Ref ref = evidence->formulas.items[i].ends[0];
        if (!evidence->is_needed[i])
            continue;
        is_expressible = evidence->gate_props[ref / 2] != NO_PROP;
        if (is_expressible)
            add_prop(evidence, ref_prop(evidence, ref), evidence->task->count);
    }
    free_all(evidence->gate_props, is_marked);
    return is_expressible;
}

/* ---- lemmas ---- */

/* A conjunction is as many lemmas as it has parts: not all may be needed. */
static void split_lemma(Evidence *evidence, Ref lemma)
{
    const PropertyTable *properties = evidence->properties;
    const Gate *gate = &properties->gates.items[lemma / 2];
    bool is_split = !(lemma & 1) && !gate->is_leaf &&
                    gate->count <= MAX_CONJUNCTS_PER_LEMMA &&
                    evidence->formulas.count + gate->count <= MAX_LEMMAS;
    for (uint32_t i = 0; is_split && i < gate->count; i++) {
        GroundProperty part = {
            .ends = {properties->inputs.items[gate->first + i]}};
        vec_push(&evidence->formulas, part);
    }
    GroundProperty whole = {.ends = {lemma}};
    if (!is_split && lemma != REF_TRUE)
        vec_push(&evidence->formulas, whole);
}

/* Marks the lemmas of an inductive core, or all if none is found in time. */
static void choose_needed_lemmas(Evidence *evidence, size_t established_count,
                                 unsigned k, const Budget *budget)
{
    size_t count = evidence->formulas.count;
    evidence->is_needed = memory_zeroed(count + 1, sizeof *evidence->is_needed);
    for (size_t i = 0; i < established_count; i++)
        evidence->is_needed[i] = true;
    if (k == 1 &&
        find_inductive_core(evidence->properties, evidence->formulas.items,
                            count, evidence->is_needed, budget))
        return;
    for (size_t i = 0; i < count; i++)
        evidence->is_needed[i] = true;
}

/* ---- constant features ---- */

/* Adds what the net takes for granted: features that it lacks never hold, and
 * some always do. */
static void add_constant_features(Evidence *evidence)
{
    const Net *net = evidence->properties->net;
    TermSet universe = evidence->task->universe->all_features;
    for (size_t i = 0; i < universe.count; i++) {
        uint32_t feature = net_feature(net, universe.terms[i]);
        PropId prop = feature_prop(evidence, universe.terms[i]);
        if (feature == NO_INDEX)
            add_prop(evidence, prop_not(evidence->task->props, prop),
                     evidence->task->count);
        else if (net->initial[feature] && net->next[feature] == LIT_TRUE)
            add_prop(evidence, prop, evidence->task->count);
    }
}

static const char *readme_text(const ProofTask *task, unsigned k)
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

bool save_evidence(ProofTask *task, const PropertyTable *properties,
                   const EstablishedList *list, const Ref *lemmas,
                   size_t lemma_count, unsigned k, const Budget *budget)
{
    Evidence evidence = {.task = task, .properties = properties};
    for (size_t i = 0; i < list->count; i++) {
        vec_push(&evidence.formulas, list->items[i].property);
        add_prop(&evidence, list->items[i].prop, list->items[i].claim);
    }
    for (size_t i = 0; i < lemma_count; i++)
        split_lemma(&evidence, lemmas[i]);
    choose_needed_lemmas(&evidence, list->count, k, budget);
    add_constant_features(&evidence);
    bool is_saved = add_lemma_props(&evidence, list->count);
    if (is_saved)
        is_saved =
            certify_proof(task, "proof",
                          &(Proof){{evidence.props.items, evidence.claims.items,
                                    evidence.props.count, 0, k},
                                   false}) &&
            certify_readme(task, readme_text(task, k));
    free(evidence.is_needed);
    vec_free_all(&evidence.formulas, &evidence.props, &evidence.claims);
    return is_saved;
}

/* property.c - ground formulas as gates over consecutive positions
 *
 * In:   literals of a Net at levels
 * Out:  gates, each once; clauses for them
 * Next: prove/walk/guided_walks.c evaluates them on plays,
 * prove/induction/houdini.c proves them
 */
#include "formula/property.h"

#include "base/sort.h"

#include <assert.h>
#include <stdlib.h>

void sentences_init(Sentences *sentences, const Net *net)
{
    *sentences = (Sentences){.net = net};
    vec_push(&sentences->gates, (Gate){0}); /* true: an AND of nothing */
}

void sentences_free(Sentences *sentences)
{
    vec_free(&sentences->gates);
    vec_free(&sentences->inputs);
    vec_free(&sentences->scratch);
    map_free(&sentences->map);
}

static Ref make_leaf(Sentences *sentences, unsigned level, uint32_t node)
{
    uint32_t hash = hash_mix(hash_mix(1, level), node);
    for (MapProbe p = map_probe(&sentences->map, hash);
         map_next(&sentences->map, &p);) {
        const Gate *gate = &sentences->gates.items[p.index];
        if (gate->is_leaf && gate->level == level && gate->node == node)
            return 2 * p.index;
    }
    Gate gate = {.is_leaf = true, .level = level, .node = node};
    map_add(&sentences->map, hash, (uint32_t)sentences->gates.count);
    vec_push(&sentences->gates, gate);
    return 2 * (uint32_t)(sentences->gates.count - 1);
}

/* A feature that always holds is no leaf. */
Ref sentence_feature(Sentences *sentences, unsigned level, uint32_t feature)
{
    const Net *net = sentences->net;
    if (!net->anywhere && net->initial[feature] &&
        net->next[feature] == LIT_TRUE)
        return REF_TRUE;
    return make_leaf(sentences, level, (uint32_t)net->node_count + feature);
}

Ref sentence_leaf(Sentences *sentences, unsigned level, Lit lit)
{
    const Net *net = sentences->net;
    if (lit <= LIT_FALSE)
        return lit;
    const Node *node = &net->nodes[lit_node(lit)];
    Ref ref = node->kind == NODE_FEATURE
                  ? sentence_feature(sentences, level, node->first)
                  : make_leaf(sentences, level, lit_node(lit));
    return ref ^ (lit & 1);
}

Ref sentence_and(Sentences *sentences, const Ref *refs, size_t count)
{
    size_t kept = 0, all = 0;
    unsigned level = 0;
    vec_clear(&sentences->scratch);
    for (size_t i = 0; i < count; i++)
        if (refs[i] != REF_TRUE)
            vec_push(&sentences->scratch, refs[i]);
    Ref *sorted = sentences->scratch.items;
    all = sentences->scratch.count;
    if (!all)
        return REF_TRUE;
    sort_numbers(sorted, all);
    uint32_t hash = 2;
    for (size_t i = 0; i < all; i++) {
        if (sorted[i] == REF_FALSE ||
            (kept && sorted[kept - 1] == ref_not(sorted[i])))
            return REF_FALSE;
        if (kept && sorted[kept - 1] == sorted[i])
            continue;
        sorted[kept++] = sorted[i];
        hash = hash_mix(hash, sorted[i]);
        if (sentences->gates.items[sorted[i] / 2].level > level)
            level = sentences->gates.items[sorted[i] / 2].level;
    }
    if (kept == 1)
        return sorted[0];
    for (MapProbe p = map_probe(&sentences->map, hash);
         map_next(&sentences->map, &p);) {
        const Gate *gate = &sentences->gates.items[p.index];
        bool same = !gate->is_leaf && gate->count == kept;
        for (size_t i = 0; i < kept && same; i++)
            same = sentences->inputs.items[gate->first + i] == sorted[i];
        if (same)
            return 2 * p.index;
    }
    Gate gate = {.level = level,
                 .first = (uint32_t)sentences->inputs.count,
                 .count = (uint32_t)kept};
    for (size_t i = 0; i < kept; i++)
        vec_push(&sentences->inputs, sorted[i]);
    map_add(&sentences->map, hash, (uint32_t)sentences->gates.count);
    vec_push(&sentences->gates, gate);
    return 2 * (uint32_t)(sentences->gates.count - 1);
}

Ref sentence_or(Sentences *sentences, const Ref *refs, size_t count)
{
    VEC(Ref) negated = {0};
    for (size_t i = 0; i < count; i++)
        vec_push(&negated, ref_not(refs[i]));
    Ref ref = ref_not(sentence_and(sentences, negated.items, count));
    vec_free(&negated);
    return ref;
}

Ref sentence_pair(Sentences *sentences, Ref left, Ref right)
{
    Ref both[] = {left, right};
    return sentence_and(sentences, both, 2);
}

Ref sentence_choice(Sentences *sentences, Ref condition, Ref yes, Ref no)
{
    if (yes == no)
        return yes;
    Ref arms[] = {sentence_pair(sentences, condition, yes),
                  sentence_pair(sentences, ref_not(condition), no)};
    return sentence_or(sentences, arms, 2);
}

/* ---- clauses ---- */

SentenceClauses sentence_clauses(const Sentences *sentences, Unroll *unroll,
                                 Sat *sat, size_t base)
{
    return (SentenceClauses){
        .sentences = sentences, .unroll = unroll, .sat = sat, .base = base};
}

void sentence_clauses_free(SentenceClauses *clauses)
{
    vec_free(&clauses->known);
    vec_free(&clauses->stack);
    vec_free(&clauses->lits);
}

static SatLit leaf_literal(SentenceClauses *clauses, const Gate *gate)
{
    const Net *net = clauses->sentences->net;
    size_t position = clauses->base + gate->level;
    if (gate->node >= net->node_count)
        return unroll_feature(clauses->unroll, position,
                              gate->node - (uint32_t)net->node_count);
    return unroll_lit(clauses->unroll, position, 2 * gate->node);
}

static SatLit known_literal(const SentenceClauses *clauses, Ref ref)
{
    SatLit lit = clauses->known.items[ref / 2];
    return ref & 1 ? -lit : lit;
}

/* Makes a gate if its inputs are made; else asks for them. */
static void make_or_ask(SentenceClauses *clauses, uint32_t number)
{
    const Sentences *sentences = clauses->sentences;
    const Gate *gate = &sentences->gates.items[number];
    if (gate->is_leaf) {
        clauses->known.items[number] = leaf_literal(clauses, gate);
        return;
    }
    bool ready = true;
    vec_clear(&clauses->lits);
    for (uint32_t i = 0; i < gate->count; i++) {
        Ref input = sentences->inputs.items[gate->first + i];
        if (!clauses->known.items[input / 2]) {
            vec_push(&clauses->stack, input / 2);
            ready = false;
        }
        vec_push(&clauses->lits, known_literal(clauses, input));
    }
    if (ready)
        clauses->known.items[number] =
            sat_and(clauses->sat, clauses->lits.items, clauses->lits.count);
}

SatLit sentence_literal(SentenceClauses *clauses, Ref ref)
{
    while (clauses->known.count < clauses->sentences->gates.count)
        vec_push(&clauses->known, 0);
    vec_push(&clauses->stack, ref / 2);
    while (clauses->stack.count) {
        uint32_t number = vec_last(&clauses->stack);
        if (clauses->known.items[number])
            (void)vec_pop(&clauses->stack);
        else
            make_or_ask(clauses, number);
    }
    return known_literal(clauses, ref);
}

/* CONDITION -> REF, without gates for what can be said by clauses. */
void sentence_imply(SentenceClauses *clauses, const SatLit *conditions,
                    size_t count, Ref ref)
{
    const Sentences *sentences = clauses->sentences;
    Gate gate = sentences->gates.items[ref / 2];
    VEC(SatLit) lits = {0};
    for (size_t i = 0; i < count; i++)
        vec_push(&lits, -conditions[i]);
    if (gate.is_leaf || !gate.count) {
        vec_push(&lits, sentence_literal(clauses, ref));
        sat_clause(clauses->sat, lits.items, lits.count);
    } else if (ref & 1) {
        for (uint32_t i = 0; i < gate.count; i++)
            vec_push(&lits,
                     -sentence_literal(
                         clauses, sentences->inputs.items[gate.first + i]));
        sat_clause(clauses->sat, lits.items, lits.count);
    } else {
        for (uint32_t i = 0; i < gate.count; i++) {
            Ref input = sentences->inputs.items[gate.first + i];
            Gate part = sentences->gates.items[input / 2];
            if (!part.is_leaf && (input & 1)) {
                sentence_imply(clauses, conditions, count, input);
                continue;
            }
            vec_push(&lits, sentence_literal(clauses, input));
            sat_clause(clauses->sat, lits.items, lits.count);
            lits.count--;
        }
    }
    vec_free(&lits);
}

typedef VEC(SatLit) SatLits;

/* What must be for a sequence of STEPS steps to be one that ends[STEPS] of a
 * sentence is about. */
static void add_conditions(const SentenceClauses *clauses, unsigned steps,
                           unsigned degree, SatLits *conditions)
{
    for (unsigned i = 0; i < steps; i++)
        vec_push(conditions, unroll_taken(clauses->unroll, clauses->base + i));
    if (steps < degree)
        vec_push(conditions, unroll_lit(clauses->unroll, clauses->base + steps,
                                        clauses->sentences->net->terminal));
}

void sentence_suppose(SentenceClauses *clauses, SatLit active,
                      const Sentence *sentence)
{
    SatLits conditions = {0};
    for (unsigned k = 0; k <= sentence->degree; k++) {
        if (sentence->ends[k] == REF_TRUE)
            continue;
        vec_clear(&conditions);
        vec_push(&conditions, active);
        add_conditions(clauses, k, sentence->degree, &conditions);
        sentence_imply(clauses, conditions.items, conditions.count,
                       sentence->ends[k]);
    }
    vec_free(&conditions);
}

SatLit sentence_violation(SentenceClauses *clauses, const Sentence *sentence)
{
    SatLits arms = {0}, conditions = {0};
    for (unsigned k = 0; k <= sentence->degree; k++) {
        if (sentence->ends[k] == REF_TRUE)
            continue;
        vec_clear(&conditions);
        add_conditions(clauses, k, sentence->degree, &conditions);
        SatLit holds = sentence_literal(clauses, sentence->ends[k]);
        vec_push(&conditions, -holds);
        vec_push(&arms,
                 sat_and(clauses->sat, conditions.items, conditions.count));
    }
    SatLit some = sat_or(clauses->sat, arms.items, arms.count);
    vec_free(&arms);
    vec_free(&conditions);
    return some;
}

/* ---- lanes ---- */

void sentence_mark(const Sentences *sentences, Ref root, bool *needed)
{
    VEC(uint32_t) stack = {0};
    vec_push(&stack, root / 2);
    while (stack.count) {
        uint32_t number = vec_pop(&stack);
        const Gate *gate = &sentences->gates.items[number];
        if (needed[number])
            continue;
        needed[number] = true;
        for (uint32_t i = 0; !gate->is_leaf && i < gate->count; i++)
            vec_push(&stack, sentences->inputs.items[gate->first + i] / 2);
    }
    vec_free(&stack);
}

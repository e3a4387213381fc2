/* unfolded_record.c - a proof about a net that takes nothing for granted
 *
 * In:   a ProofRecord
 * Out:  the same about a net whose positions are all sets of features
 * Next: proof_core.c finds out which of the features that always hold matter
 *
 * Gates are made once more, in their order, over the features, moves, goals and
 * atoms of the same names.
 */
#include "prove/evidence.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    ProofRecord *record;
    const Net *net; /* the new one */
    PropertyTable properties;
    Lit *lits; /* by node of the old net; NO_INDEX if it has no name */
    Ref *refs; /* by gate; NO_INDEX if there is none */
    bool is_complete;
} Unfolding;

static size_t constant_count(const Net *net)
{
    size_t count = 0;
    for (size_t i = 0; i < net->feature_count; i++)
        count += net->initial[i] && net->next[i] == LIT_TRUE;
    return count;
}

/* A net over the same features, with literals for the same relations. */
static const Net *unfolded_net(const Net *net, const Game *game,
                               const Budget *budget)
{
    const char *why;
    VEC(RelationId) relations = {0};
    for (size_t i = 0; i < net->atom_count; i++) {
        const Term *atom = net->atoms[i].term;
        RelationId relation = relation_find(game, atom->symbol, atom->arity);
        if (!relations.count || vec_last(&relations) != relation)
            vec_push(&relations, relation);
    }
    NetOptions options = {.relations = relations.items,
                          .relation_count = relations.count,
                          .features = net->features,
                          .feature_count = net->feature_count};
    const Net *unfolded = net_new_with(game, &options, budget, &why);
    vec_free(&relations);
    bool is_same = unfolded && unfolded->feature_count == net->feature_count &&
                   memcmp(unfolded->features, net->features,
                          net->feature_count * sizeof *net->features) == 0;
    if (unfolded && !is_same)
        net_free(unfolded);
    return is_same ? unfolded : NULL;
}

/* ---- names ---- */

static void name_literal(Unfolding *unfolding, Lit from, Lit to)
{
    if (from > LIT_FALSE)
        unfolding->lits[lit_node(from)] = to ^ (Lit)lit_is_negated(from);
}

static void name_moves_and_goals(Unfolding *unfolding, const Role *from,
                                 const Role *to)
{
    for (size_t i = 0; i < from->move_count; i++)
        for (size_t k = 0; k < to->move_count; k++)
            if (from->moves[i] == to->moves[k])
                name_literal(unfolding, from->legal[i], to->legal[k]);
    for (size_t i = 0; i < from->goal_count; i++)
        for (size_t k = 0; k < to->goal_count; k++)
            if (from->goals[i].value == to->goals[k].value)
                name_literal(unfolding, from->goals[i].lit, to->goals[k].lit);
}

static void name_literals(Unfolding *unfolding)
{
    const Net *from = unfolding->record->net, *to = unfolding->net;
    assert(from->role_count == to->role_count); /* of one game */
    for (size_t i = 0; i < from->role_count; i++)
        name_moves_and_goals(unfolding, &from->roles[i], &to->roles[i]);
    for (size_t i = 0; i < from->atom_count; i++)
        for (size_t k = 0; k < to->atom_count; k++)
            if (from->atoms[i].term == to->atoms[k].term)
                name_literal(unfolding, from->atoms[i].lit, to->atoms[k].lit);
    name_literal(unfolding, from->terminal, to->terminal);
}

/* ---- gates ---- */

/* COUNT refs in the new table, to be freed; false if there is none for one. */
static bool find_refs(const Unfolding *unfolding, const Ref *from, size_t count,
                      RefList *refs)
{
    bool are_there = true;
    for (size_t i = 0; i < count; i++) {
        Ref made = unfolding->refs[from[i] / 2];
        are_there = are_there && made != NO_INDEX;
        vec_push(refs, made ^ (from[i] & 1));
    }
    return are_there;
}

static void make_gates(Unfolding *unfolding)
{
    const PropertyTable *from = &unfolding->record->properties;
    size_t node_count = from->net->node_count;
    for (size_t i = 0; i < from->gates.count; i++) {
        const Gate *gate = &from->gates.items[i];
        RefList inputs = {0};
        Ref *ref = &unfolding->refs[i];
        assert(gate->is_leaf ||
               gate->first + gate->count <= from->inputs.count);
        *ref = NO_INDEX;
        if (gate->is_leaf && gate->node >= node_count)
            *ref = property_feature(&unfolding->properties, gate->level,
                                    gate->node - (uint32_t)node_count);
        else if (gate->is_leaf && unfolding->lits[gate->node] != NO_INDEX)
            *ref = property_leaf(&unfolding->properties, gate->level,
                                 unfolding->lits[gate->node]);
        else if (!gate->is_leaf &&
                 find_refs(unfolding, from->inputs.items + gate->first,
                           gate->count, &inputs))
            *ref = property_and(&unfolding->properties, inputs.items,
                                inputs.count);
        vec_free(&inputs);
    }
}

/* Notes of the new gates what is noted of the old ones. */
static void copy_counts(Unfolding *unfolding)
{
    const PropertyTable *from = &unfolding->record->properties;
    for (size_t i = 0; i < from->counts.count; i++) {
        MemberCount noted = from->counts.items[i];
        RefList counted = {0}, members = {0};
        if (find_refs(unfolding, &noted.ref, 1, &counted) &&
            find_refs(unfolding, from->members.items + noted.first, noted.count,
                      &members))
            property_note_count(&unfolding->properties, counted.items[0],
                                members.items, noted.count, noted.min,
                                noted.max);
        vec_free_all(&counted, &members);
    }
}

static void rewrite(Unfolding *unfolding, Ref *ref)
{
    Ref made = unfolding->refs[*ref / 2];
    unfolding->is_complete = unfolding->is_complete && made != NO_INDEX;
    *ref = made ^ (*ref & 1);
}

static void rewrite_sum(Unfolding *unfolding, WeightedSum *sum, Arena *arena)
{
    WeightedRef *terms = arena_array(arena, WeightedRef, sum->count + 1);
    for (size_t i = 0; i < sum->count; i++) {
        terms[i] = sum->terms[i];
        rewrite(unfolding, &terms[i].ref);
    }
    sum->terms = terms;
}

/* The log with new gates; the features that always hold come first. */
static ProofLog rewritten_log(Unfolding *unfolding)
{
    const Net *old = unfolding->record->net;
    ProofLog log = unfolding->record->log;
    memset(&log.lemmas, 0, sizeof log.lemmas);
    /* Proofs by listing or unrolling need no lemmas, and log none. */
    log.position_count = 0;
    log.unrolled_steps = 0;
    for (uint32_t i = 0; i < old->feature_count; i++)
        if (old->initial[i] && old->next[i] == LIT_TRUE)
            proof_log_ref(&log, property_feature(&unfolding->properties, 0, i));
    log.position_count = unfolding->record->log.position_count;
    log.unrolled_steps = unfolding->record->log.unrolled_steps;
    Arena *arena = log.arena; /* which the first lemma has made */
    for (size_t i = 0; i < unfolding->record->log.lemmas.count; i++) {
        LoggedLemma lemma = unfolding->record->log.lemmas.items[i];
        if (lemma.property) {
            GroundProperty *property = arena_array(arena, GroundProperty, 1);
            *property = *lemma.property;
            for (unsigned k = 0; k <= property->degree; k++)
                rewrite(unfolding, &property->ends[k]);
            lemma.property = property;
        } else {
            rewrite_sum(unfolding, &lemma.sum, arena);
        }
        vec_push(&log.lemmas, lemma);
    }
    rewrite_sum(unfolding, &log.measure, arena);
    return log;
}

/* The record is about the new net from now on. */
static void replace_record(Unfolding *unfolding, ProofLog log)
{
    ProofRecord *record = unfolding->record;
    for (size_t i = 0; i < record->proved.count; i++)
        rewrite(unfolding, &record->proved.items[i]);
    vec_clear(&record->names); /* what they name may have been simplified */
    properties_free(&record->properties);
    net_free(record->net);
    vec_free(&record->log.lemmas);
    record->net = unfolding->net;
    record->properties = unfolding->properties;
    record->log = log;
}

bool proof_record_unfold(ProofRecord *record, const Game *game,
                         const Budget *budget)
{
    Unfolding unfolding = {.record = record, .is_complete = true};
    if (constant_count(record->net))
        unfolding.net = unfolded_net(record->net, game, budget);
    if (!unfolding.net)
        return false;
    properties_init(&unfolding.properties, unfolding.net);
    unfolding.lits =
        memory_array(record->net->node_count + 1, sizeof *unfolding.lits);
    unfolding.refs =
        memory_array(record->properties.gates.count, sizeof *unfolding.refs);
    for (size_t i = 0; i < record->net->node_count; i++)
        unfolding.lits[i] = NO_INDEX;
    name_literals(&unfolding);
    make_gates(&unfolding);
    copy_counts(&unfolding);
    ProofLog log = rewritten_log(&unfolding);
    if (unfolding.is_complete) {
        replace_record(&unfolding, log);
    } else {
        record->log.arena = log.arena;
        vec_free(&log.lemmas);
        properties_free(&unfolding.properties);
        net_free(unfolding.net);
    }
    free_all(unfolding.lits, unfolding.refs);
    return unfolding.is_complete;
}

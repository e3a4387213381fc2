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
#include <string.h>

typedef struct {
    ProofRecord *record;
    const Net *net; /* the new one */
    PropertyTable properties;
    Lit *lits; /* by node of the old net; NO_INDEX if it has no name */
    Ref *refs; /* by gate; NO_INDEX if there is none */
    bool is_complete;
} Unfolding;

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

static void name_literals(Unfolding *unfolding)
{
    const Net *from = unfolding->record->net, *to = unfolding->net;
    assert(from->role_count == to->role_count); /* of one game */
    for (size_t i = 0; i < from->role_count; i++) {
        const Role *old = &from->roles[i], *new = &to->roles[i];
        for (size_t k = 0; k < old->move_count; k++) {
            uint32_t move = net_move(to, i, old->moves[k]);
            if (move != NO_INDEX)
                name_literal(unfolding, old->legal[k], new->legal[move]);
        }
        for (size_t k = 0; k < old->goal_count; k++)
            for (size_t n = 0; n < new->goal_count; n++)
                if (old->goals[k].value == new->goals[n].value)
                    name_literal(unfolding, old->goals[k].lit,
                                 new->goals[n].lit);
    }
    for (size_t i = 0; i < from->atom_count; i++)
        name_literal(unfolding, from->atoms[i].lit,
                     net_atom(to, from->atoms[i].term));
    name_literal(unfolding, from->terminal, to->terminal);
}

/* ---- gates ---- */

/* Adds COUNT refs in the new table to REFS; false if there is none for one. */
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

static void make_table(Unfolding *unfolding)
{
    const PropertyTable *from = &unfolding->record->properties;
    size_t node_count = from->net->node_count;
    properties_init(&unfolding->properties, unfolding->net);
    unfolding->lits = memory_array(node_count + 1, sizeof *unfolding->lits);
    unfolding->refs = memory_array(from->gates.count, sizeof *unfolding->refs);
    for (size_t i = 0; i < node_count; i++)
        unfolding->lits[i] = NO_INDEX;
    name_literals(unfolding);
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
    for (size_t i = 0; i < from->counts.count; i++) {
        MemberCount noted = from->counts.items[i];
        RefList refs = {0}; /* what is noted, and of which members */
        if (find_refs(unfolding, &noted.ref, 1, &refs) &&
            find_refs(unfolding, from->members.items + noted.first, noted.count,
                      &refs))
            property_note_count(&unfolding->properties, refs.items[0],
                                refs.items + 1, noted.count, noted.min,
                                noted.max);
        vec_free(&refs);
    }
}

/* ---- the record ---- */

static void rewrite(Unfolding *unfolding, Ref *ref)
{
    Ref made = unfolding->refs[*ref / 2];
    unfolding->is_complete = unfolding->is_complete && made != NO_INDEX;
    *ref = made ^ (*ref & 1);
}

/* Makes LEMMA another one, about the new table. */
static void rewrite_lemma(Unfolding *unfolding, LoggedLemma *lemma)
{
    Arena *arena = unfolding->record->log.arena;
    if (lemma->property) {
        GroundProperty *property =
            arena_copy(arena, lemma->property, sizeof *property);
        for (unsigned k = 0; k <= property->degree; k++)
            rewrite(unfolding, &property->ends[k]);
        lemma->property = property;
    } else if (lemma->sum.count) {
        WeightedSum *sum = &lemma->sum;
        WeightedRef *terms =
            arena_copy(arena, sum->terms, sum->count * sizeof *terms);
        for (size_t i = 0; i < sum->count; i++)
            rewrite(unfolding, &terms[i].ref);
        sum->terms = terms;
    }
}

/* The record is about the new net from now on, with LEMMAS and MEASURE. */
static void replace_record(Unfolding *unfolding, const ProofLog *lemmas,
                           const LoggedLemma *measure)
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
    record->log.lemmas = lemmas->lemmas;
    record->log.measure = measure->sum;
}

/* The features that always hold, by which NET is simplified. */
static RefList constants_of(const Net *net)
{
    RefList features = {0};
    for (uint32_t i = 0; i < net->feature_count; i++)
        if (net->initial[i] && net->next[i] == LIT_TRUE)
            vec_push(&features, i);
    return features;
}

bool proof_record_unfold(ProofRecord *record, const Game *game,
                         const Budget *budget)
{
    ProofLog *log = &record->log, unfolded = {.arena = log->arena};
    LoggedLemma measure = {.sum = log->measure};
    Unfolding unfolding = {.record = record, .is_complete = true};
    if (!record->net)
        return false;
    RefList constants = constants_of(record->net);
    if (constants.count)
        unfolding.net = unfolded_net(record->net, game, budget);
    if (!unfolding.net) {
        vec_free(&constants);
        return false;
    }
    make_table(&unfolding);
    for (size_t i = 0; i < constants.count; i++)
        proof_log_ref(&unfolded, property_feature(&unfolding.properties, 0,
                                                  constants.items[i]));
    log->arena = unfolded.arena; /* which the first lemma has made */
    vec_append(&unfolded.lemmas, log->lemmas.items, log->lemmas.count);
    for (size_t i = constants.count; i < unfolded.lemmas.count; i++)
        rewrite_lemma(&unfolding, &unfolded.lemmas.items[i]);
    rewrite_lemma(&unfolding, &measure);
    if (unfolding.is_complete) {
        replace_record(&unfolding, &unfolded, &measure);
    } else {
        vec_free(&unfolded.lemmas);
        properties_free(&unfolding.properties);
        net_free(unfolding.net);
    }
    vec_free(&constants);
    free_all(unfolding.lits, unfolding.refs);
    return unfolding.is_complete;
}

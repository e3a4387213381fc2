/* lemma_writer.c - lemmas about a net as formulas and sums over the rules'
 * atoms
 *
 * In:   gates of a ProofRecord
 * Out:  formulas as text, and sums
 * Next: evidence.c makes certificates of them, lemma_words.c sentences
 */
#include "prove/lemma_writer.h"

#include "base/memory.h"
#include "base/sort.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FORMULA_DEPTH = 150, MAX_FORMULA_BYTES = FORMULA_MAX_BYTES - 1000 };

/* ---- from gates to formulas ---- */

/* Whether it is an AND: so its inputs are those of an AND that it is in, and of
 * an OR, which is a negated AND, the same is true. */
static bool is_conjunction(const LemmaWriter *writer, Ref ref)
{
    return ref > REF_FALSE && !ref_is_negated(ref) &&
           !gate_of(writer, ref)->is_leaf;
}

void flatten(const LemmaWriter *writer, Ref conjunction, RefList *parts)
{
    RefList pending = {0};
    vec_push(&pending, conjunction);
    while (pending.count) {
        const Gate *gate = gate_of(writer, vec_pop(&pending));
        for (uint32_t i = gate->count; i-- > 0;) {
            Ref input = writer->properties->inputs.items[gate->first + i];
            vec_push(is_conjunction(writer, input) ? &pending : parts, input);
        }
    }
    vec_free(&pending);
}

static bool add_leaf(const LemmaWriter *writer, const Gate *gate, Text *out)
{
    const Net *net = writer->properties->net;
    if (gate->level)
        return false;
    if (gate->node >= net->node_count) {
        text_adds(out, writer->feature_atoms[gate->node - net->node_count]);
        return true;
    }
    const char *atom = writer->atom_of[2 * gate->node],
               *negated = writer->atom_of[2 * gate->node + 1];
    if (atom || negated)
        text_addf(out, "%s%s", atom ? "" : "~", atom ? atom : negated);
    return atom || negated;
}

/* Adds REF as a formula; false if there is none, or it is too large. */
static bool add_formula(const LemmaWriter *writer, Ref ref, unsigned depth,
                        Text *out)
{
    const Gate *gate = gate_of(writer, ref);
    if (depth > MAX_FORMULA_DEPTH || out->length > MAX_FORMULA_BYTES)
        return false;
    if (writer->formula_of[ref]) {
        text_addf(out, "(%s)", writer->formula_of[ref]);
        return true;
    }
    if (ref <= REF_FALSE) {
        text_adds(out, ref == REF_TRUE ? "(terminal | ~terminal)"
                                       : "(terminal & ~terminal)");
        return true;
    }
    if (gate->is_leaf) {
        text_adds(out, ref_is_negated(ref) ? "~" : "");
        return add_leaf(writer, gate, out);
    }
    RefList parts = {0};
    bool is_or = ref_is_negated(ref), is_expressible = true;
    flatten(writer, ref & ~(Ref)1, &parts);
    text_addc(out, '(');
    for (size_t i = 0; i < parts.count && is_expressible; i++) {
        text_adds(out, !i ? "" : is_or ? " | " : " & ");
        is_expressible =
            add_formula(writer, parts.items[i] ^ is_or, depth + 1, out);
    }
    text_addc(out, ')');
    vec_free(&parts);
    return is_expressible;
}

/* ---- at most one ---- */

/* Not both MEMBER and one of EARLIER, which are ORed. */
typedef struct {
    Ref member;
    RefList earlier;
} Exclusion;

static int by_size(const void *left, const void *right)
{
    const Exclusion *a = left, *b = right;
    return (a->earlier.count > b->earlier.count) -
           (a->earlier.count < b->earlier.count);
}

/* Reads PART, a negated AND of two, as an exclusion. Of two literals, which is
 * the first case, either may be the member. */
static bool read_exclusion(const LemmaWriter *writer, Ref part,
                           Exclusion *exclusion)
{
    const Gate *gate = gate_of(writer, part);
    if (!ref_is_negated(part) || part <= REF_FALSE || gate->is_leaf ||
        gate->count != 2)
        return false;
    const Ref *inputs = &writer->properties->inputs.items[gate->first];
    for (int i = 0; i < 2; i++)
        if (gate_of(writer, inputs[i])->is_leaf) {
            Ref other = inputs[1 - i];
            exclusion->member = inputs[i];
            vec_clear(&exclusion->earlier);
            if (gate_of(writer, other)->is_leaf) {
                vec_push(&exclusion->earlier, other);
            } else if (ref_is_negated(other)) {
                flatten(writer, ref_not(other), &exclusion->earlier);
                for (size_t k = 0; k < exclusion->earlier.count; k++)
                    exclusion->earlier.items[k] ^= 1;
            } else
                return false;
            return true;
        }
    return false;
}

/* Whether EXCLUSIONS, by size, say that at most one of MEMBERS, which is set,
 * holds: each excludes its member and all that came before. */
static bool are_a_chain(LemmaWriter *writer, const Exclusion *exclusions,
                        size_t count, RefList *members)
{
    bool *is_member = writer->is_member, is_chain = count > 0;
    for (size_t i = 0; i < count && is_chain; i++) {
        const Exclusion *exclusion = &exclusions[i];
        if (!i) {
            vec_push(members, exclusion->earlier.items[0]);
            is_member[members->items[0]] = true;
        }
        is_chain =
            exclusion->earlier.count == i + 1 && !is_member[exclusion->member];
        for (size_t k = 0; k <= i && is_chain; k++)
            is_chain = is_member[exclusion->earlier.items[k]];
        vec_push(members, exclusion->member);
        is_member[exclusion->member] = true;
    }
    for (size_t i = 0; i < members->count; i++)
        is_member[members->items[i]] = false;
    return is_chain;
}

bool read_at_most_one(LemmaWriter *writer, Ref ref, RefList *members)
{
    enum { MAX_MEMBERS = 2000 };
    RefList parts = {0};
    VEC(Exclusion) exclusions = {0};
    bool is_chain = is_conjunction(writer, ref);
    if (is_chain)
        flatten(writer, ref, &parts);
    is_chain = is_chain && parts.count < MAX_MEMBERS;
    for (size_t i = 0; i < parts.count && is_chain; i++) {
        Exclusion exclusion = {0};
        is_chain = read_exclusion(writer, parts.items[i], &exclusion);
        vec_push(&exclusions, exclusion);
    }
    sort_items(exclusions.items, exclusions.count, sizeof *exclusions.items,
               by_size);
    is_chain = is_chain &&
               are_a_chain(writer, exclusions.items, exclusions.count, members);
    for (size_t i = 0; i < exclusions.count; i++)
        vec_free(&exclusions.items[i].earlier);
    vec_free_all(&parts, &exclusions);
    return is_chain;
}

/* ---- lemmas ---- */

/* REF as a formula; NULL if there is none. */
static json_t *formula_json(LemmaWriter *writer, Ref ref)
{
    Text text = {0};
    json_t *value = NULL;
    if (writer->formula_of[ref])
        text_adds(&text, writer->formula_of[ref]);
    if (text.length || add_formula(writer, ref, 0, &text))
        value = json_string(text_string(&text));
    writer->lemma_bytes += text.length;
    text_free(&text);
    return value;
}

json_t *sum_json(LemmaWriter *writer, const WeightedSum *sum)
{
    json_t *terms = json_array(), *value = json_object();
    bool is_expressible = true;
    for (size_t i = 0; i < sum->count && is_expressible; i++) {
        json_t *formula = formula_json(writer, sum->terms[i].ref);
        is_expressible = formula;
        if (formula)
            json_array_append_new(
                terms,
                json_pack("[Io]", (json_int_t)sum->terms[i].weight, formula));
    }
    json_object_set_new(value, "sum", terms);
    if (sum->min != NO_MIN)
        json_object_set_new(value, "min", json_integer(sum->min));
    if (sum->max != NO_MAX)
        json_object_set_new(value, "max", json_integer(sum->max));
    if (is_expressible)
        return value;
    json_decref(value);
    return NULL;
}

json_t *ref_json(LemmaWriter *writer, Ref ref)
{
    RefList members = {0};
    json_t *value;
    if (!writer->formula_of[ref] && read_at_most_one(writer, ref, &members)) {
        WeightedRef *terms = memory_array(members.count, sizeof *terms);
        for (size_t i = 0; i < members.count; i++)
            terms[i] = (WeightedRef){1, members.items[i]};
        value =
            sum_json(writer, &(WeightedSum){terms, members.count, NO_MIN, 1});
        memory_free(terms);
    } else {
        value = formula_json(writer, ref);
    }
    vec_free(&members);
    return value;
}

/* A property about steps is one that was asked for, with its name. */
json_t *property_json(LemmaWriter *writer, const GroundProperty *property)
{
    const ProofRecord *record = writer->record;
    if (!property->degree)
        return ref_json(writer, property->ends[0]);
    for (size_t i = 0; i < record->names.count; i++)
        if (memcmp(&record->names.items[i].property, property,
                   sizeof *property) == 0)
            return json_string(record->names.items[i].formula);
    return NULL;
}

json_t *lemma_json(LemmaWriter *writer, const LoggedLemma *lemma)
{
    return lemma->property ? property_json(writer, lemma->property)
                           : sum_json(writer, &lemma->sum);
}

/* ---- names ---- */

/* The atoms of the rules that literals of the net stand for, in ARENA. */
static const char **name_literals(const Net *net, Arena *arena)
{
    const char **names = arena_array(arena, const char *, 2 * net->node_count);
    for (size_t i = 0; i < net->atom_count; i++)
        names[net->atoms[i].lit] =
            formula_term_string(arena, net->atoms[i].term);
    for (size_t i = net->role_count; i-- > 0;) { /* the first role wins */
        const Role *role = &net->roles[i];
        const char *name = formula_term_string(arena, role->name);
        for (size_t k = 0; k < role->goal_count; k++)
            names[role->goals[k].lit] =
                arena_printf(arena, "goal(%s,%d)", name, role->goals[k].value);
        for (size_t k = 0; k < role->move_count; k++)
            names[role->legal[k]] =
                arena_printf(arena, "legal(%s,%s)", name,
                             formula_term_string(arena, role->moves[k]));
    }
    names[net->terminal] = "terminal";
    return names;
}

static const char **name_features(const Net *net, Arena *arena)
{
    const char **names = arena_array(arena, const char *, net->feature_count);
    for (size_t i = 0; i < net->feature_count; i++)
        names[i] = arena_printf(arena, "true(%s)",
                                formula_term_string(arena, net->features[i]));
    return names;
}

LemmaWriter lemma_writer_new(const ProofRecord *record, Arena *arena)
{
    size_t ref_count = 2 * record->properties.gates.count;
    LemmaWriter writer = {.record = record,
                          .properties = &record->properties,
                          .formula_of =
                              arena_array(arena, const char *, ref_count),
                          .atom_of = name_literals(record->net, arena),
                          .feature_atoms = name_features(record->net, arena),
                          .is_member = arena_array(arena, bool, ref_count)};
    for (size_t i = 0; i < record->names.count; i++)
        if (!record->names.items[i].property.degree)
            writer.formula_of[record->names.items[i].property.ends[0]] =
                record->names.items[i].formula;
    return writer;
}

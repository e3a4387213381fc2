/* lemma_writer.c - lemmas about a net as formulas and sums over the rules'
 * atoms
 *
 * In:   gates of a ProofRecord
 * Out:  formulas as text, and sums
 * Next: evidence.c makes certificates of them, lemma_words.c sentences
 */
#include "prove/lemma_writer.h"

#include "base/json.h"

#include <assert.h>
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
    assert(is_conjunction(writer, conjunction));
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
    assert(gate->is_leaf);
    if (gate->level)
        return false;
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

/* ---- sums ---- */

const Term *feature_of(const LemmaWriter *writer, Ref ref)
{
    const Net *net = writer->properties->net;
    const Gate *gate = gate_of(writer, ref);
    return gate->is_leaf && !ref_is_negated(ref) && !gate->level &&
                   gate->node >= net->node_count
               ? net->features[gate->node - net->node_count]
               : NULL;
}

bool ref_as_sum(const LemmaWriter *writer, Ref ref, WeightedSum *sum)
{
    const MemberCount *noted = property_count(writer->properties, ref);
    if (!noted)
        return false;
    WeightedRef *terms = arena_array(writer->arena, WeightedRef, noted->count);
    for (size_t i = 0; i < noted->count; i++)
        terms[i] = (WeightedRef){
            1, writer->properties->members.items[noted->first + i]};
    *sum = (WeightedSum){terms, noted->count, noted->min ? noted->min : NO_MIN,
                         noted->max < noted->count ? noted->max : NO_MAX};
    return true;
}

/* ---- lemmas ---- */

/* REF as a formula; NULL if there is none. */
static json_t *formula_json(LemmaWriter *writer, Ref ref)
{
    Text text = {0};
    bool is_expressible = true;
    if (writer->formula_of[ref])
        text_adds(&text, writer->formula_of[ref]);
    else
        is_expressible = add_formula(writer, ref, 0, &text);
    writer->lemma_bytes += text.length;
    json_t *value = json_take_text(&text);
    if (is_expressible)
        return value;
    json_decref(value);
    return NULL;
}

json_t *sum_json(LemmaWriter *writer, const WeightedSum *sum)
{
    json_t *terms = json_array();
    for (size_t i = 0; i < sum->count; i++) {
        json_t *formula = formula_json(writer, sum->terms[i].ref);
        if (!formula) {
            json_decref(terms);
            return NULL;
        }
        json_add(terms,
                 json_pack("[Io]", (json_int_t)sum->terms[i].weight, formula));
    }
    json_t *value = JSON_OBJECT({"sum", terms});
    if (sum->min != NO_MIN)
        json_put(value, "min", json_integer(sum->min));
    if (sum->max != NO_MAX)
        json_put(value, "max", json_integer(sum->max));
    return value;
}

/* That at least one of many holds is shorter as a formula. */
json_t *ref_json(LemmaWriter *writer, Ref ref)
{
    const MemberCount *noted = property_count(writer->properties, ref);
    WeightedSum sum;
    if (writer->formula_of[ref] || !noted || noted->max >= noted->count)
        return formula_json(writer, ref);
    ref_as_sum(writer, ref, &sum);
    return sum_json(writer, &sum);
}

/* A property about steps is one that was asked for, with its name. */
json_t *lemma_json(LemmaWriter *writer, const LoggedLemma *lemma)
{
    const ProofRecord *record = writer->record;
    const GroundProperty *property = lemma->property;
    if (!property)
        return sum_json(writer, &lemma->sum);
    if (!property->degree)
        return ref_json(writer, property->ends[0]);
    for (size_t i = 0; i < record->names.count; i++)
        if (memcmp(&record->names.items[i].property, property,
                   sizeof *property) == 0)
            return json_string(record->names.items[i].formula);
    return NULL;
}

/* ---- names ---- */

/* The atoms of the rules that literals of gates stand for, in ARENA. */
static const char **name_literals(const Net *net, Arena *arena)
{
    size_t count = net->node_count + net->feature_count;
    const char **names = arena_array(arena, const char *, 2 * count);
    for (size_t i = 0; i < net->feature_count; i++)
        names[2 * (net->node_count + i)] = arena_printf(
            arena, "true(%s)", formula_term_string(arena, net->features[i]));
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

LemmaWriter lemma_writer_new(const ProofRecord *record, Arena *arena)
{
    size_t ref_count = 2 * record->properties.gates.count;
    LemmaWriter writer = {.record = record,
                          .properties = &record->properties,
                          .arena = arena,
                          .formula_of =
                              arena_array(arena, const char *, ref_count),
                          .atom_of = name_literals(record->net, arena)};
    for (size_t i = 0; i < record->names.count; i++)
        if (!record->names.items[i].property.degree)
            writer.formula_of[record->names.items[i].property.ends[0]] =
                record->names.items[i].formula;
    return writer;
}

/* measure_steps.c - what steps do to the measure of a termination proof
 *
 * In:   the measure in the log of a run
 * Out:  an example for each kind of move, from random plays
 * Next: api/why.c
 *
 * Two joint moves are of a kind if their moves have the same symbols. These are
 * examples for people: that every step lowers the measure was proved.
 */
#include "prove/evidence.h"

#include "base/bits.h"
#include "base/json.h"
#include "base/memory.h"
#include "lang/print.h"
#include "sim/machine.h"

#include <assert.h>
#include <string.h>

enum { MAX_PLAYS = 20, MAX_STEPS = 2000, MAX_KINDS = 12, MAX_NAMED = 4 };

/* The measure in STATE; it speaks of features only. */
static int64_t value_of(const ProofRecord *record, const uint64_t *state)
{
    const WeightedSum *measure = &record->log.measure;
    int64_t total = 0;
    signed char *values = property_values(&record->properties, &state, 1);
    for (size_t i = 0; i < measure->count; i++)
        if (ref_value(values, measure->terms[i].ref))
            total += measure->terms[i].weight;
    memory_free(values);
    return total;
}

/* Features that are true in IN and not in OUT, of those that count. */
static json_t *difference(const bool *counts, const Net *net,
                          const uint64_t *in, const uint64_t *out)
{
    json_t *list = json_array();
    Arena *arena = arena_new();
    for (size_t i = 0; i < net->feature_count; i++)
        if (counts[i] && get_bit(in, i) && !get_bit(out, i) &&
            json_array_size(list) < MAX_NAMED)
            json_add(list, json_text(term_string(arena, net->features[i])));
    arena_free(arena);
    return list;
}

static void name_moves(const Net *net, const uint32_t *moves, Text *kind,
                       Text *joint)
{
    for (size_t i = 0; i < net->role_count; i++) {
        assert(moves[i] < net->roles[i].move_count);
        const Term *move = net->roles[i].moves[moves[i]];
        text_addf(kind, "%s/%u ", move->symbol->name, move->arity);
        text_adds(joint, i ? ", " : "");
        term_print(joint, move, SYNTAX_INFIX);
    }
}

json_t *measure_steps_json(const ProofRecord *record, bool is_negated)
{
    const Net *net = record->net;
    json_t *kinds = json_object(), *list = json_array();
    int64_t sign = is_negated ? -1 : 1;
    RefList refs = lemma_refs(&(LoggedLemma){.sum = record->log.measure});
    bool *nodes = property_nodes(&record->properties, refs.items, refs.count);
    const bool *counts = nodes + net->node_count; /* by feature */
    Machine *machine = machine_new(net);
    Cursor *cursor = cursor_new(machine);
    size_t bytes = (net->feature_count + 63) / 64 * sizeof(uint64_t), steps = 0;
    uint64_t *before = memory_alloc(bytes + sizeof(uint64_t));
    uint32_t *moves = memory_array(net->role_count + 1, sizeof *moves);
    bool is_about_features = !memchr(nodes, true, net->node_count);
    for (uint64_t i = 0; i < MAX_PLAYS && is_about_features; i++) {
        Random random = random_new(1, i);
        cursor_reset(cursor);
        memcpy(before, cursor_state(cursor), bytes);
        while (steps++ < MAX_STEPS && json_array_size(list) < MAX_KINDS &&
               cursor_random_step(cursor, &random, moves)) {
            const uint64_t *after = cursor_state(cursor);
            Text kind = {0}, joint = {0};
            name_moves(net, moves, &kind, &joint);
            if (!json_object_get(kinds, text_string(&kind))) {
                json_put(kinds, text_string(&kind), json_true());
                json_add(list,
                         JSON_OBJECT(
                             {"move", json_text(text_string(&joint))},
                             {"gone", difference(counts, net, before, after)},
                             {"new", difference(counts, net, after, before)},
                             {"before",
                              json_integer(sign * value_of(record, before))},
                             {"after",
                              json_integer(sign * value_of(record, after))}));
            }
            text_free(&kind);
            text_free(&joint);
            memcpy(before, after, bytes);
        }
    }
    cursor_free(cursor);
    machine_free(machine);
    json_decref(kinds);
    vec_free(&refs);
    free_all(nodes, before, moves);
    return list;
}

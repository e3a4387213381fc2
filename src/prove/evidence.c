/* evidence.c - what the native prover found, as evidence that stands alone
 *
 * In:   the log of a run: lemmas about a Net, measures, positions
 * Out:  evidence of a certificate
 *
 * Lemmas are written by lemma_writer.c. Features of the net that always hold
 * are lemmas, too: the net takes them for granted. Start reading at
 * evidence_write(), near the end.
 */
#include "prove/evidence.h"

#include "base/json.h"
#include "base/memory.h"
#include "base/sort.h"
#include "lang/print.h"
#include "prove/lemma_writer.h"
#include "prove/proof_core.h"

#include <assert.h>
#include <string.h>

enum { MAX_LEMMA_BYTES = 48 << 20 }; /* of all, in a certificate of 64 MB */

static json_t *numbers_json(size_t number)
{
    return json_pack("[I]", (json_int_t)number);
}

/* The number of the evidence VALUE, which is added unless it is there. */
static size_t shared_evidence(ProofRecord *record, Certificate *certificate,
                              const char *kind, json_t *value)
{
    Text text = json_as_text(value, JSON_COMPACT | JSON_SORT_KEYS);
    json_t *number = json_object_get(record->written, text_string(&text));
    if (!number) {
        number = json_count(
            certificate_evidence(certificate, kind, json_incref(value)));
        json_put(record->written, text_string(&text), number);
    }
    json_decref(value);
    text_free(&text);
    return (size_t)json_integer_value(number);
}

/* ---- lemmas ---- */

/* Adds LEMMAS, which assume the evidence of NUMBERS and then belong to it. The
 * list was given to other evidence before, and becomes another one. */
static void add_inductive(ProofRecord *record, Certificate *certificate,
                          json_t *lemmas, unsigned steps, json_t **numbers)
{
    json_t *longer = json_copy(*numbers);
    size_t number =
        shared_evidence(record, certificate, "inductive",
                        json_pack("{s:i,s:o,s:o}", "steps", (int)steps,
                                  "assumes", *numbers, "lemmas", lemmas));
    json_add(longer, json_count(number));
    *numbers = longer;
}

typedef VEC(const LoggedLemma *) LemmaList;

/* Adds the lemmas of LIST: those that take as many steps, one after the other,
 * as one set. Returns why they cannot be written, or NULL. */
static const char *write_lemmas(ProofRecord *record, Certificate *certificate,
                                LemmaWriter *writer, const LemmaList *list,
                                json_t **numbers)
{
    const char *failure = NULL;
    for (size_t first = 0, end; first < list->count && !failure; first = end) {
        unsigned steps = list->items[first]->steps;
        json_t *lemmas = json_array();
        for (end = first;
             end < list->count && !failure && list->items[end]->steps == steps;
             end++) {
            json_t *lemma = lemma_json(writer, list->items[end]);
            certificate_progress(certificate, end, list->count);
            if (lemma)
                json_add(lemmas, lemma);
            if (!lemma)
                failure = "a lemma cannot be written as a formula";
            else if (writer->lemma_bytes > MAX_LEMMA_BYTES)
                failure = "the lemmas are too large";
        }
        if (failure)
            json_decref(lemmas);
        else
            add_inductive(record, certificate, lemmas, steps, numbers);
    }
    return failure;
}

/* Adds the measure, which assumes the evidence of NUMBERS and takes its place;
 * false if it cannot be written. */
static bool write_measure(ProofRecord *record, Certificate *certificate,
                          LemmaWriter *writer, json_t **numbers)
{
    const ProofLog *log = &record->log;
    json_t *component =
        log->measure_steps ? sum_json(writer, &log->measure) : NULL;
    if (!component)
        return false;
    *numbers = numbers_json(shared_evidence(
        record, certificate, "measure",
        json_pack("{s:i,s:o,s:[o]}", "steps", (int)log->measure_steps,
                  "assumes", *numbers, "components", component)));
    return true;
}

/* Adds the features that always hold: those that the net simplified by. */
static void write_constants(ProofRecord *record, Certificate *certificate)
{
    const Net *net = record->net;
    Arena *arena = arena_new();
    json_t *lemmas = json_array();
    for (uint32_t i = 0; i < net->feature_count; i++)
        if (net->initial[i] && net->next[i] == LIT_TRUE)
            json_add(lemmas,
                     json_string(arena_printf(
                         arena, "true(%s)",
                         formula_term_string(arena, net->features[i]))));
    record->constants = json_array();
    if (json_array_size(lemmas))
        add_inductive(record, certificate, lemmas, 1, &record->constants);
    else
        json_decref(lemmas);
    arena_free(arena);
}

/* Adds the log, with the measure: each lemma once. */
static void write_log(ProofRecord *record, Certificate *certificate)
{
    Arena *arena = arena_new();
    LemmaWriter writer = lemma_writer_new(record, arena);
    LemmaList list = {0};
    bool *is_listed =
        arena_array(arena, bool, 2 * record->properties.gates.count);
    json_t *numbers = json_copy(record->constants);
    for (size_t i = 0; i < record->log.lemmas.count; i++) {
        const LoggedLemma *lemma = &record->log.lemmas.items[i];
        if (lemma->property && !lemma->property->degree) {
            if (is_listed[lemma->property->ends[0]])
                continue;
            is_listed[lemma->property->ends[0]] = true;
        }
        vec_push(&list, lemma);
    }
    record->lemma_failure =
        write_lemmas(record, certificate, &writer, &list, &numbers);
    record->numbers[EVIDENCE_LEMMAS] = json_copy(numbers);
    if (!record->lemma_failure &&
        write_measure(record, certificate, &writer, &numbers))
        record->numbers[EVIDENCE_MEASURE] = json_incref(numbers);
    json_decref(numbers);
    vec_free(&list);
    arena_free(arena);
}

const json_t *evidence_of_core(ProofRecord *record, Certificate *certificate,
                               LemmaWriter *writer, const ProofCore *core,
                               bool is_measure)
{
    LemmaList list = {0};
    json_t *numbers = json_copy(record->constants);
    for (size_t i = 0; i < core->lemmas.count; i++)
        vec_push(&list, &core->lemmas.items[i].lemma);
    bool is_written =
        !write_lemmas(record, certificate, writer, &list, &numbers) &&
        (!is_measure || write_measure(record, certificate, writer, &numbers));
    vec_free(&list);
    json_add(json_object_get(record->written, "lists"), numbers);
    return is_written ? numbers : NULL;
}

/* ---- positions ---- */

static void write_features(const ProofRecord *record, Certificate *certificate)
{
    Text text = {0};
    for (size_t i = 0; i < record->net->feature_count; i++) {
        term_print(&text, record->net->features[i], SYNTAX_INFIX);
        text_addc(&text, '\n');
    }
    certificate_set(certificate, "features",
                    certificate_file(certificate, "certificate.features",
                                     text_string(&text), text.length));
    text_free(&text);
}

/* By their first bytes, of which CONTEXT has the number. */
static int by_features(const void *left, const void *right, void *context)
{
    return memcmp(left, right, *(const size_t *)context);
}

/* A position of the file: bytes of its features, at least one, then four of its
 * rank and of its move. */
size_t evidence_positions(Certificate *certificate, const PositionList *list)
{
    size_t feature_bytes = (list->net->feature_count + 7) / 8,
           key_bytes = feature_bytes ? feature_bytes : 1,
           size = key_bytes + (list->ranks ? 4 : 0) + (list->moves ? 4 : 0),
           word_count = (list->net->feature_count + 63) / 64;
    uint8_t *all = memory_zeroed(list->count + 1, size + 1);
    for (size_t i = 0; i < list->count; i++) {
        uint8_t *position = all + i * size;
        certificate_progress(certificate, i, list->count);
        const uint64_t *state = list->states + i * word_count;
        for (size_t k = 0; k < feature_bytes; k++)
            position[k] = (uint8_t)(state[k / 8] >> k % 8 * 8);
        for (size_t k = 0; list->ranks && k < 4; k++)
            position[key_bytes + k] = (uint8_t)(list->ranks[i] >> 8 * k);
        for (size_t k = 0; list->moves && k < 4; k++)
            position[size - 4 + k] = (uint8_t)(list->moves[i] >> 8 * k);
    }
    sort_items_with(all, list->count, size, by_features, &key_bytes);
    for (size_t i = 1; i < list->count; i++)
        assert(memcmp(all + (i - 1) * size, all + i * size, key_bytes) < 0);
    json_t *value =
        json_pack("{s:o}", "positions",
                  certificate_file(certificate, list->file_name,
                                   (const char *)all, list->count * size));
    if (list->ranks)
        json_object_set_new(value, "ranks", json_string(list->rank_kind));
    memory_free(all);
    if (!list->moves)
        return certificate_evidence(certificate, "exhaustive", value);
    json_object_set_new(value, "role", json_string(list->role));
    json_object_set_new(value, "moves", json_incref(list->move_file));
    return certificate_evidence(certificate, "strategy", value);
}

static void write_positions(ProofRecord *record, Certificate *certificate)
{
    const ProofLog *log = &record->log;
    record->numbers[EVIDENCE_POSITIONS] = numbers_json(evidence_positions(
        certificate, &(PositionList){.net = record->net,
                                     .file_name = "certificate.positions",
                                     .states = log->positions,
                                     .count = log->position_count,
                                     .ranks = log->steps_left,
                                     .rank_kind = "left"}));
}

/* ---- all of it ---- */

json_t *evidence_facts(const ProofRecord *record)
{
    enum { MAX_FACT_BYTES = 16 << 20 };
    json_t *facts = json_array();
    RefList refs = {0};
    if (!record->net)
        return facts;
    Arena *arena = arena_new();
    LemmaWriter writer = lemma_writer_new(record, arena);
    bool *is_written =
        arena_array(arena, bool, 2 * record->properties.gates.count);
    vec_append(&refs, record->proved.items, record->proved.count);
    for (size_t i = 0; i < record->log.lemmas.count; i++) {
        const GroundProperty *property = record->log.lemmas.items[i].property;
        if (property && !property->degree)
            vec_push(&refs, property->ends[0]);
    }
    for (size_t i = 0; i < refs.count; i++) {
        Ref ref = refs.items[i];
        if (ref == REF_TRUE || is_written[ref] ||
            writer.lemma_bytes > MAX_FACT_BYTES)
            continue;
        is_written[ref] = true;
        json_t *fact = ref_json(&writer, ref);
        if (fact)
            json_add(facts, fact);
    }
    vec_free(&refs);
    arena_free(arena);
    return facts;
}

void evidence_write(ProofRecord *record, Certificate *certificate)
{
    record->written = JSON_OBJECT({"lists", json_array()});
    record->lemma_failure = record->log.failure;
    if (!record->net) {
        record->numbers[EVIDENCE_LEMMAS] = json_array();
        return;
    }
    write_features(record, certificate);
    write_constants(record, certificate);
    if (record->log.position_count)
        write_positions(record, certificate);
}

void evidence_of(ProofRecord *record, Certificate *certificate,
                 EvidenceKind kind, const char *how, CertificateClaim *claim)
{
    json_t **numbers = &record->numbers[kind];
    if (record->net && kind == EVIDENCE_LEMMAS &&
        strcmp(how, "grounding") == 0) {
        claim->evidence = record->constants;
        return;
    }
    if (!record->numbers[EVIDENCE_LEMMAS] &&
        (kind == EVIDENCE_LEMMAS || kind == EVIDENCE_MEASURE))
        write_log(record, certificate);
    if (!*numbers && kind == EVIDENCE_UNROLLING)
        *numbers = numbers_json(certificate_evidence(
            certificate, "bounded",
            json_pack("{s:I}", "steps",
                      (json_int_t)record->log.unrolled_steps)));
    if (kind == EVIDENCE_LEMMAS || !*numbers)
        claim->reason = record->lemma_failure;
    if (!*numbers && !claim->reason)
        claim->reason = "the measure cannot be written";
    claim->evidence = claim->reason ? NULL : *numbers;
    assert(!claim->evidence != !claim->reason);
}

void proof_record_keep(ProofRecord *record, const PropertyTask *task,
                       const PropertyResult *results)
{
    record->net = task->net;
    record->properties = *task->properties;
    record->tried_facts = task->tried_facts;
    for (size_t i = 0; i < task->count; i++)
        if (!task->list[i].degree && results[i].verdict == VERDICT_PROVED)
            vec_push(&record->proved, task->list[i].ends[0]);
}

void proof_record_free(ProofRecord *record)
{
    if (record->net)
        properties_free(&record->properties);
    net_free(record->net);
    proof_log_free(&record->log);
    json_decref(record->constants);
    for (EvidenceKind kind = 0; kind <= EVIDENCE_MEASURE; kind++)
        json_decref(record->numbers[kind]);
    json_decref(record->written);
    vec_free_all(&record->names, &record->proved);
    *record = (ProofRecord){0};
}

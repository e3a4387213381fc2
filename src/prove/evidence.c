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
#include <stdlib.h>
#include <string.h>

enum { MAX_LEMMA_BYTES = 48 << 20 }; /* of all, in a certificate of 64 MB */

static json_t *numbers_json(size_t number)
{
    return json_pack("[I]", (json_int_t)number);
}

/* Adds LEMMAS, which assume all that is in RECORD by now. */
static void add_inductive(ProofRecord *record, Certificate *certificate,
                          json_t *lemmas, unsigned steps)
{
    if (!json_array_size(lemmas)) {
        json_decref(lemmas);
        return;
    }
    size_t number = certificate_evidence(
        certificate, "inductive",
        json_pack("{s:i,s:O,s:o}", "steps", (int)steps, "assumes",
                  record->lemmas, "lemmas", lemmas));
    /* The numbers assumed before belong to that evidence now. */
    json_t *longer = json_copy(record->lemmas);
    json_array_append_new(longer, json_integer((json_int_t)number));
    json_decref(record->lemmas);
    record->lemmas = longer;
}

/* Adds the features that always hold: those that the net simplified by. */
static void write_constants(const LemmaWriter *writer, ProofRecord *record,
                            Certificate *certificate)
{
    const Net *net = record->net;
    json_t *lemmas = json_array();
    for (uint32_t i = 0; i < net->feature_count; i++)
        if (net->initial[i] && net->next[i] == LIT_TRUE)
            json_array_append_new(lemmas,
                                  json_string(writer->feature_atoms[i]));
    add_inductive(record, certificate, lemmas, 1);
    record->constants = json_copy(record->lemmas);
}

/* Adds the lemmas of the log, each once: those of one step as one set, and what
 * took more steps between them. */
static void write_lemmas(LemmaWriter *writer, ProofRecord *record,
                         Certificate *certificate)
{
    const ProofLog *log = &record->log;
    bool *is_written =
        memory_zeroed(2 * record->properties.gates.count, sizeof *is_written);
    json_t *lemmas = json_array();
    for (size_t i = 0; i < log->lemmas.count && !record->lemma_failure; i++) {
        const LoggedLemma *lemma = &log->lemmas.items[i];
        const GroundProperty *property = lemma->property;
        certificate_progress(certificate, i, log->lemmas.count);
        if (i && lemma->steps != log->lemmas.items[i - 1].steps) {
            add_inductive(record, certificate, lemmas,
                          log->lemmas.items[i - 1].steps);
            lemmas = json_array();
        }
        if (property && !property->degree && is_written[property->ends[0]])
            continue;
        json_t *value = lemma_json(writer, lemma);
        if (property && !property->degree)
            is_written[property->ends[0]] = true;
        if (value)
            json_array_append_new(lemmas, value);
        if (!value)
            record->lemma_failure = "a lemma cannot be written as a formula";
        else if (writer->lemma_bytes > MAX_LEMMA_BYTES)
            record->lemma_failure = "the lemmas are too large";
    }
    add_inductive(record, certificate, lemmas,
                  log->lemmas.count ? vec_last(&log->lemmas).steps : 1);
    memory_free(is_written);
}

/* ---- measure and positions ---- */

static void write_measure(LemmaWriter *writer, ProofRecord *record,
                          Certificate *certificate)
{
    const ProofLog *log = &record->log;
    if (!log->measure_steps || record->lemma_failure)
        return;
    json_t *component = sum_json(writer, &log->measure);
    if (component)
        record->measure = numbers_json(certificate_evidence(
            certificate, "measure",
            json_pack("{s:i,s:O,s:[o]}", "steps", (int)log->measure_steps,
                      "assumes", record->lemmas, "components", component)));
}

static void write_all_lemmas(LemmaWriter *writer, ProofRecord *record,
                             Certificate *certificate)
{
    write_lemmas(writer, record, certificate);
    write_measure(writer, record, certificate);
}

/* ---- cores ---- */

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

/* Adds the lemmas of CORE from FIRST on that take as many steps; returns the
 * end of these. NUMBERS gets their number. */
static size_t write_core_part(ProofRecord *record, Certificate *certificate,
                              LemmaWriter *writer, const ProofCore *core,
                              size_t first, json_t **numbers)
{
    json_t *lemmas = json_array();
    size_t end = first;
    unsigned steps = core->lemmas.items[first].lemma.steps;
    for (; end < core->lemmas.count &&
           core->lemmas.items[end].lemma.steps == steps;
         end++) {
        json_t *lemma = lemma_json(writer, &core->lemmas.items[end].lemma);
        if (!lemma) {
            json_decref(lemmas);
            return SIZE_MAX;
        }
        json_add(lemmas, lemma);
    }
    json_t *longer = json_copy(*numbers);
    size_t number =
        shared_evidence(record, certificate, "inductive",
                        json_pack("{s:i,s:o,s:o}", "steps", (int)steps,
                                  "assumes", *numbers, "lemmas", lemmas));
    json_add(longer, json_count(number));
    *numbers = longer;
    return end;
}

const json_t *evidence_of_core(ProofRecord *record, Certificate *certificate,
                               LemmaWriter *writer, const ProofCore *core,
                               bool is_measure)
{
    json_t *numbers = json_copy(record->constants);
    size_t end = 0;
    while (end < core->lemmas.count)
        end = write_core_part(record, certificate, writer, core, end, &numbers);
    if (end != SIZE_MAX && is_measure) {
        json_t *component = sum_json(writer, &record->log.measure);
        json_t *value = json_pack("{s:i,s:o,s:[o*]}", "steps",
                                  (int)record->log.measure_steps, "assumes",
                                  numbers, "components", component);
        numbers = numbers_json(
            shared_evidence(record, certificate, "measure", value));
    }
    if (end == SIZE_MAX) {
        json_decref(numbers);
        return NULL;
    }
    json_add(json_object_get(record->written, "lists"), numbers);
    return numbers;
}

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

/* A position of the file: bytes of its features, at least one, then four of its
 * rank. */
typedef struct {
    uint8_t *bytes;
    size_t key_bytes;
} PositionRecord;

static int by_features(const void *left, const void *right)
{
    const PositionRecord *a = left, *b = right;
    return memcmp(a->bytes, b->bytes, a->key_bytes);
}

size_t evidence_positions(Certificate *certificate, const PositionList *list)
{
    size_t feature_bytes = (list->net->feature_count + 7) / 8,
           key_bytes = feature_bytes ? feature_bytes : 1,
           size = key_bytes + (list->ranks ? 4 : 0) + (list->moves ? 4 : 0),
           word_count = (list->net->feature_count + 63) / 64;
    Text bytes = {0};
    uint8_t *all = memory_zeroed(list->count + 1, size + 1);
    PositionRecord *records = memory_array(list->count + 1, sizeof *records);
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
        records[i] = (PositionRecord){position, key_bytes};
    }
    sort_items(records, list->count, sizeof *records, by_features);
    for (size_t i = 0; i < list->count; i++)
        text_add(&bytes, (const char *)records[i].bytes, size);
    json_t *value =
        json_pack("{s:o}", "positions",
                  certificate_file(certificate, list->file_name,
                                   text_string(&bytes), bytes.length));
    if (list->ranks)
        json_object_set_new(value, "ranks", json_string(list->rank_kind));
    text_free(&bytes);
    free_all(all, records);
    if (!list->moves)
        return certificate_evidence(certificate, "exhaustive", value);
    json_object_set_new(value, "role", json_string(list->role));
    json_object_set_new(value, "moves", json_incref(list->move_file));
    return certificate_evidence(certificate, "strategy", value);
}

static void write_positions(ProofRecord *record, Certificate *certificate)
{
    const ProofLog *log = &record->log;
    record->positions = numbers_json(evidence_positions(
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
    Arena *arena = arena_new();
    record->lemmas = json_array();
    record->lemma_failure = record->log.failure;
    record->written = JSON_OBJECT({"lists", json_array()});
    if (record->net) {
        LemmaWriter writer = lemma_writer_new(record, arena);
        write_features(record, certificate);
        write_constants(&writer, record, certificate);
        if (!record->has_cores)
            write_all_lemmas(&writer, record, certificate);
        if (record->log.position_count)
            write_positions(record, certificate);
    }
    arena_free(arena);
}

/* For a claim without a core. */
static void write_what_is_missing(ProofRecord *record, Certificate *certificate)
{
    Arena *arena = arena_new();
    LemmaWriter writer = lemma_writer_new(record, arena);
    write_all_lemmas(&writer, record, certificate);
    record->has_cores = false;
    arena_free(arena);
}

void evidence_of(ProofRecord *record, Certificate *certificate,
                 EvidenceKind kind, bool is_ground, CertificateClaim *claim)
{
    if (record->has_cores && record->net &&
        (kind == EVIDENCE_MEASURE || (kind == EVIDENCE_LEMMAS && !is_ground)))
        write_what_is_missing(record, certificate);
    switch (kind) {
    case EVIDENCE_LEMMAS:
        claim->evidence =
            is_ground && record->constants ? record->constants : record->lemmas;
        if (!is_ground && record->lemma_failure) {
            claim->evidence = NULL;
            claim->reason = record->lemma_failure;
        }
        break;
    case EVIDENCE_POSITIONS:
        claim->evidence = record->positions;
        break;
    case EVIDENCE_UNROLLING:
        if (!record->unrolling)
            record->unrolling = numbers_json(certificate_evidence(
                certificate, "bounded",
                json_pack("{s:I}", "steps",
                          (json_int_t)record->log.unrolled_steps)));
        claim->evidence = record->unrolling;
        break;
    case EVIDENCE_MEASURE:
        claim->evidence = record->measure;
        if (!record->measure)
            claim->reason = record->lemma_failure
                                ? record->lemma_failure
                                : "the measure cannot be written";
        break;
    }
    assert(!claim->evidence != !claim->reason);
}

void proof_record_free(ProofRecord *record)
{
    if (record->net)
        properties_free(&record->properties);
    net_free(record->net);
    proof_log_free(&record->log);
    json_decref(record->constants);
    json_decref(record->lemmas);
    json_decref(record->positions);
    json_decref(record->measure);
    json_decref(record->unrolling);
    json_decref(record->written);
    vec_free_all(&record->names, &record->proved);
    *record = (ProofRecord){0};
}

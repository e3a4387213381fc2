/* evidence_test.c - what the native prover found, as evidence */
#include "saved.h"

#include "prove/evidence.h"

/* Days pass; a token goes somewhere. */
static const char rules[] =
    "(role you) (legal you (go 1)) (legal you (go 2)) (legal you (go 3))"
    "(init (at 1)) (init (day 1)) (init always)"
    "(<= (next (at ?n)) (does you (go ?n)))"
    "(<= (next (day 2)) (true (day 1))) (<= (next always) (true always))"
    "(<= terminal (true (day 2))) (goal you 100)";

/* The game, and a record of it, to which evidence is added. */
typedef struct {
    Loaded loaded;
    ProofRecord record;
} Recorded;

static Recorded open_record(void)
{
    Recorded recorded = {.loaded = load_net(rules)};
    recorded.record.net = recorded.loaded.net;
    properties_init(&recorded.record.properties, recorded.loaded.net);
    recorded.loaded.net = NULL; /* the record has it */
    properties_free(&recorded.loaded.properties);
    return recorded;
}

/* Feature NUMBER in the order of the net: always, at(1..3), day(1..2). */
static Ref feature(Recorded *recorded, uint32_t number)
{
    return property_feature(&recorded->record.properties, 0, number);
}

enum { AT_1 = 1, DAY_1 = 4, DAY_2 = 5 };

static Ref either(Recorded *recorded, Ref left, Ref right)
{
    return property_or(&recorded->record.properties, (Ref[]){left, right}, 2);
}

/* The evidence of the record, as it is saved, and that of a claim of KIND. */
static const char *saved_evidence(Recorded *recorded, EvidenceKind kind,
                                  CertificateClaim *claim)
{
    char *why;
    size_t without;
    Certificate *certificate =
        certificate_new(saved_directory, recorded->loaded.rules, NULL);
    evidence_write(&recorded->record, certificate);
    evidence_of(&recorded->record, certificate, kind, "induction", claim);
    assert_true(certificate_finish(certificate, &without, &why));
    return saved_value(recorded->loaded.arena, "evidence");
}

static void close_record(Recorded *recorded)
{
    proof_record_free(&recorded->record);
    unload(&recorded->loaded);
}

static void at_most_one_is_a_sum_and_a_constant_is_a_lemma(void **state)
{
    (void)state;
    Recorded recorded = open_record();
    PropertyTable *properties = &recorded.record.properties;
    CertificateClaim claim = {0};
    RefList refs = {0};
    for (uint32_t i = AT_1; i < DAY_1; i++)
        vec_push(&refs, feature(&recorded, i));
    Ref none_twice = property_at_most_one(properties, refs.items, refs.count),
        any = property_or(properties, refs.items, refs.count);
    vec_free(&refs);
    proof_log_refs(&recorded.record.log, (Ref[]){none_twice, any, any}, 3);
    assert_string_equal(
        saved_evidence(&recorded, EVIDENCE_LEMMAS, &claim),
        "[{\"assumes\":[],\"kind\":\"inductive\",\"lemmas\":[\"true(always)\"],"
        "\"steps\":1},"
        "{\"assumes\":[0],\"kind\":\"inductive\",\"lemmas\":["
        "{\"max\":1,\"sum\":[[1,\"true(at(1))\"],[1,\"true(at(2))\"],"
        "[1,\"true(at(3))\"]]},"
        "\"(true(at(3)) | true(at(2)) | true(at(1)))\"],\"steps\":1}]");
    assert_int_equal(json_array_size(claim.evidence), 2);
    close_record(&recorded);
}

static void formulas_have_their_names_and_measures_their_lemmas(void **state)
{
    (void)state;
    Recorded recorded = open_record();
    ProofLog *log = &recorded.record.log;
    CertificateClaim claim = {0};
    Ref day_1 = feature(&recorded, DAY_1);
    WeightedRef terms[] = {{1, day_1}};
    Ref some_day = either(&recorded, day_1, feature(&recorded, DAY_2));
    vec_push(&recorded.record.names,
             ((NamedProperty){{.ends = {some_day}}, "some day/1"}));
    proof_log_ref(log, some_day);
    proof_log_measure(log, (WeightedSum){terms, 1, 0, NO_MAX}, 1);
    const char *text = saved_evidence(&recorded, EVIDENCE_MEASURE, &claim);
    assert_non_null(strstr(text, "\"lemmas\":[\"some day/1\"]"));
    assert_non_null(
        strstr(text, "{\"assumes\":[0,1],\"components\":[{\"min\":0,\"sum\":"
                     "[[1,\"true(day(1))\"]]}],\"kind\":\"measure\","
                     "\"steps\":1}"));
    assert_int_equal(json_integer_value(json_array_get(claim.evidence, 0)), 2);
    close_record(&recorded);
}

static void what_takes_more_steps_is_a_set_of_its_own(void **state)
{
    (void)state;
    Recorded recorded = open_record();
    CertificateClaim claim = {0};
    GroundProperty property = {.ends = {feature(&recorded, AT_1)}};
    proof_log_ref(&recorded.record.log, feature(&recorded, DAY_1));
    proof_log_property(&recorded.record.log, &property, 2);
    proof_log_ref(&recorded.record.log, feature(&recorded, DAY_2));
    const char *text = saved_evidence(&recorded, EVIDENCE_LEMMAS, &claim);
    assert_non_null(strstr(text, "{\"assumes\":[0,1],\"kind\":\"inductive\","
                                 "\"lemmas\":[\"true(at(1))\"],\"steps\":2}"));
    assert_int_equal(json_array_size(claim.evidence), 4);
    close_record(&recorded);
}

/* Six features take a byte; sorted, with the steps that are left. */
static void positions_are_bytes_of_features_and_ranks(void **state)
{
    (void)state;
    Recorded recorded = open_record();
    CertificateClaim claim = {0};
    Text text = {0};
    const char *why;
    proof_log_positions(&recorded.record.log, (uint64_t[]){0x13, 0x09}, 2, 1,
                        (uint32_t[]){1, 0});
    saved_evidence(&recorded, EVIDENCE_POSITIONS, &claim);
    assert_true(
        file_read(&text, saved_path("certificate.positions"), 100, &why));
    assert_int_equal(text.length, 10);
    assert_memory_equal(text_string(&text), "\x09\0\0\0\0\x13\1\0\0\0", 10);
    text_free(&text);
    close_record(&recorded);
}

/* A gate over a node that is no atom of the rules. */
static void what_has_no_formula_is_no_evidence(void **state)
{
    (void)state;
    Recorded recorded = open_record();
    CertificateClaim claim = {0};
    const Net *net = recorded.record.net;
    Lit next = net->next[AT_1]; /* a set of moves */
    proof_log_ref(&recorded.record.log,
                  property_leaf(&recorded.record.properties, 0, next));
    saved_evidence(&recorded, EVIDENCE_LEMMAS, &claim);
    assert_null(claim.evidence);
    assert_string_equal(claim.reason, "a lemma cannot be written as a formula");
    close_record(&recorded);
}

#define SAVED(test)                                                            \
    cmocka_unit_test_setup_teardown(test, make_directory, remove_directory)

int main(void)
{
    const struct CMUnitTest tests[] = {
        SAVED(at_most_one_is_a_sum_and_a_constant_is_a_lemma),
        SAVED(formulas_have_their_names_and_measures_their_lemmas),
        SAVED(what_takes_more_steps_is_a_set_of_its_own),
        SAVED(positions_are_bytes_of_features_and_ranks),
        SAVED(what_has_no_formula_is_no_evidence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

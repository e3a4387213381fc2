/* facts_option.c - what --facts reads and writes
 *
 * In:   the option of a call, and what the call has proved
 * Out:  candidates for its proofs; the file, with what was proved
 *
 * A file belongs to the rules by the digest of their canonical order.
 */
#include "api/facts_option.h"

#include "base/memory.h"

json_t *facts_read(Call *call, FactsOption *facts)
{
    char *why;
    const ZermeloLimits limits = call_limits(call);
    *facts = (FactsOption){.path = call_text(call, "facts", NULL)};
    if (!facts->path)
        return NULL;
    facts_digest(canonical_game(call->game, &limits)->rules, facts->digest);
    facts->read = facts_load(facts->path, facts->digest, &why);
    if (facts->read)
        return NULL;
    json_t *error = call_fail("facts", "%s", why);
    memory_free(why);
    return error;
}

/* Appends those facts of FROM that are not in SEEN, a set of texts. */
static void add_facts(json_t *list, json_t *seen, const json_t *from)
{
    size_t i;
    json_t *fact;
    json_array_foreach (from, i, fact) {
        Text text = json_as_text(fact, JSON_ENCODE_ANY | JSON_COMPACT);
        if (!json_object_get(seen, text_string(&text))) {
            json_put(seen, text_string(&text), json_true());
            json_add(list, json_incref(fact));
        }
        text_free(&text);
    }
}

void facts_take(FactsOption *facts, const ProofRecord *record, json_t *answer)
{
    if (!facts->path)
        return;
    json_t *proved = evidence_facts(record), *seen = json_object();
    facts->written = json_array();
    add_facts(facts->written, seen, proved);
    if (!record->tried_facts)
        add_facts(facts->written, seen, facts->read);
    json_put(answer, "facts",
             JSON_OBJECT({"file", json_text(facts->path)},
                         {"read", json_count(json_array_size(facts->read))},
                         {"proved", json_count(json_array_size(proved))},
                         {"failure", json_null()}));
    json_decref(proved);
    json_decref(seen);
}

void facts_write(FactsOption *facts, json_t *answer)
{
    const char *why;
    if (facts->path &&
        !facts_save(facts->path, facts->digest, facts->written, &why))
        json_put(json_object_get(answer, "facts"), "failure", json_text(why));
}

void proof_save(Call *call, FactsOption *facts, ProofRecord *record,
                json_t *answer, WriteClaims *write, void *context)
{
    const char *directory = call_text(call, "save", NULL);
    char *why;
    size_t without;
    facts_take(facts, record, answer);
    if (directory || facts->path)
        call_report_answer(call, answer);
    facts_write(facts, answer);
    if (!directory)
        return;
    Certificate *certificate =
        certificate_new(directory, call->game->rules, NULL);
    certificate_on_progress(certificate, call_report_saving, call);
    write(context, certificate);
    certificate_finish(certificate, &without, &why);
    put_saved(answer, directory, without, why);
}

void facts_free(FactsOption *facts)
{
    json_decref(facts->read);
    json_decref(facts->written);
}

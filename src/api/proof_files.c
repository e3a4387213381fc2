/* proof_files.c - what --facts reads, and --facts and --save write
 *
 * In:   the options of a call, and what the call has proved
 * Out:  candidates for its proofs; files with what was proved
 *
 * A file of facts belongs to the rules by the digest of their canonical order.
 */
#include "api/proof_request.h"

#include "base/memory.h"

/* ---- facts ---- */

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

void facts_free(FactsOption *facts)
{
    json_decref(facts->read);
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

/* The facts for the file; says in ANSWER how many are read and proved. */
static json_t *facts_to_write(const FactsOption *facts,
                              const ProofRecord *record, json_t *answer)
{
    json_t *proved = evidence_facts(record), *seen = json_object();
    json_t *list = json_array();
    add_facts(list, seen, proved);
    if (!record->tried_facts)
        add_facts(list, seen, facts->read);
    json_put(answer, "facts",
             JSON_OBJECT({"file", json_text(facts->path)},
                         {"read", json_count(json_array_size(facts->read))},
                         {"proved", json_count(json_array_size(proved))},
                         {"failure", json_null()}));
    json_decref(proved);
    json_decref(seen);
    return list;
}

/* ---- saving ---- */

void put_saved(json_t *answer, const char *directory, size_t without,
               const char *why)
{
    json_put(answer, "saved",
             JSON_OBJECT({"directory", json_text(directory)},
                         {"without", json_count(without)},
                         {"failure", json_text(why)}));
}

static void save_certificate(Call *call, const char *directory, json_t *answer,
                             WriteClaims *write, void *context)
{
    char *why;
    size_t without;
    Certificate *certificate = certificate_new(directory, call->game->rules,
                                               call_text(call, "from", NULL));
    certificate_on_progress(certificate, call_report_saving, call);
    write(context, certificate);
    certificate_finish(certificate, &without, &why);
    put_saved(answer, directory, without, why);
    memory_free(why);
}

void proof_save(Call *call, const char *directory, const FactsOption *facts,
                const ProofRecord *record, json_t *answer, WriteClaims *write,
                void *context)
{
    const char *why;
    bool has_facts = facts && facts->path;
    json_t *list = has_facts ? facts_to_write(facts, record, answer) : NULL;
    if (directory || has_facts)
        call_report(call, JSON_OBJECT({"answer", json_incref(answer)}));
    if (has_facts && !facts_save(facts->path, facts->digest, list, &why))
        json_put(json_object_get(answer, "facts"), "failure", json_text(why));
    if (directory)
        save_certificate(call, directory, answer, write, context);
    json_decref(list);
}

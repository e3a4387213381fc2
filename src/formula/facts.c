/* facts.c - what was proved of a game, for other runs and commands
 *
 * In:   a file that an earlier run wrote, and anybody may have edited
 * Out:  candidates for induction
 * Next: prove/stage_induct.c proves them anew, all together
 *
 * What cannot be read as a property of positions is left out: nothing rests on
 * a fact before it is proved. Start reading at facts_lower(), at the end.
 */
#include "formula/facts.h"

#include "system/file.h"
#include "base/memory.h"
#include "formula/lower_formula.h"
#include "lang/print.h"
#include "lang/rules.h"

#include <assert.h>
#include <string.h>
#include <unistd.h>

#define FORMAT "zermelo-facts"

enum { MAX_FILE_BYTES = 64 << 20, MAX_FACTS = 200000 };

/* ---- files ---- */

static void add_condition(Text *text, const Condition *condition)
{
    text_addf(text, " %d(", condition->kind);
    if (condition->atom)
        term_print(text, condition->atom, SYNTAX_INFIX);
    for (size_t i = 0; i < condition->count; i++)
        add_condition(text, condition->parts[i]);
    text_addc(text, ')');
}

void facts_digest(const Rules *canonical, char digest[DIGEST_LENGTH + 1])
{
    Text text = {0};
    for (size_t i = 0; i < canonical->count; i++) {
        const Rule *rule = &canonical->items[i];
        term_print(&text, rule->head, SYNTAX_INFIX);
        for (size_t k = 0; k < rule->count; k++)
            add_condition(&text, rule->body[k]);
        text_addc(&text, '\n');
    }
    digest_bytes(digest, text_string(&text), text.length);
    text_free(&text);
}

/* The facts in TEXT; NULL, with the reason in *WHY. */
static json_t *read_facts(const char *text, const char *digest,
                          const char **why)
{
    json_t *root = json_loads(text, 0, NULL);
    json_t *facts = json_object_get(root, "facts");
    *why = !text_is(root, "format", FORMAT) ||
                   json_integer_value(json_object_get(root, "version")) != 1 ||
                   !json_is_array(facts)
               ? "this is no file of facts"
           : !text_is(root, "rules", digest)
               ? "these are facts about other rules"
           : json_array_size(facts) > MAX_FACTS ? "these are too many facts"
                                                : NULL;
    facts = *why ? NULL : json_incref(facts);
    json_decref(root);
    return facts;
}

json_t *facts_load(const char *path, const char *digest, char **why)
{
    Text text = {0}, message = {0};
    const char *reason = NULL;
    json_t *facts = NULL;
    if (access(path, F_OK) != 0)
        return json_array();
    if (file_read(&text, path, MAX_FILE_BYTES, &reason)) {
        reason = "the file is too large";
        if (text.length <= MAX_FILE_BYTES)
            facts = read_facts(text_string(&text), digest, &reason);
    }
    if (!facts)
        text_addf(&message, "%s: %s", path, reason);
    *why = facts ? NULL : text_take(&message);
    text_free(&text);
    return facts;
}

bool facts_save(const char *path, const char *digest, const json_t *facts,
                const char **why)
{
    Text text = {0};
    size_t i;
    json_t *fact;
    text_addf(&text,
              "{\"format\": \"%s\", \"version\": 1,\n"
              " \"rules\": \"%s\",\n \"facts\": [",
              FORMAT, digest);
    json_array_foreach (facts, i, fact) {
        Text line = json_as_text(fact, JSON_ENCODE_ANY | JSON_COMPACT);
        text_addf(&text, "%s\n  %s", i ? "," : "", text_string(&line));
        text_free(&line);
    }
    text_adds(&text, "]}\n");
    bool is_saved =
        file_save(path, text_string(&text), text.length, FILE_REPLACE, why);
    text_free(&text);
    return is_saved;
}

/* ---- candidates ---- */

typedef struct {
    Arena *arena;
    Universe *universe;
    Props *props;
    Lowering lowering;
    PropertyTable *properties;
} FactReader;

/* TEXT as a property of one position; false if it is none. */
static bool read_position_formula(FactReader *reader, const char *text,
                                  Ref *ref)
{
    Problem ignored;
    GroundProperty property;
    if (!text)
        return false;
    const Formula *formula = formula_read_text(reader->arena, reader->universe,
                                               "fact", text, &ignored);
    PropId meaning = formula ? props_expand(reader->props, formula) : NO_PROP;
    if (meaning == NO_PROP || props_get(reader->props, meaning)->degree ||
        !lower_formula(&reader->lowering, meaning, &property))
        return false;
    assert(!property.degree); /* it is about one position */
    *ref = property.ends[0];
    return true;
}

/* That at most one, or exactly one, of the terms of the sum FACT holds. */
static bool read_count(FactReader *reader, const json_t *fact, Ref *ref)
{
    const json_t *sum = json_object_get(fact, "sum"), *term;
    RefList members = {0};
    Ref member;
    size_t i;
    json_int_t min = json_integer_value(json_object_get(fact, "min"));
    bool is_read = json_array_size(sum) && (min == 0 || min == 1) &&
                   json_integer_value(json_object_get(fact, "max")) == 1;
    json_array_foreach (sum, i, term) {
        is_read =
            is_read && json_integer_value(json_array_get(term, 0)) == 1 &&
            read_position_formula(
                reader, json_string_value(json_array_get(term, 1)), &member);
        if (!is_read)
            break;
        vec_push(&members, member);
    }
    assert(!is_read || members.count == json_array_size(sum));
    if (is_read)
        *ref = property_pair(
            reader->properties,
            property_at_most_one(reader->properties, members.items,
                                 members.count),
            min ? property_or(reader->properties, members.items, members.count)
                : REF_TRUE);
    vec_free(&members);
    return is_read;
}

void facts_lower(const json_t *facts, const Game *game, const Budget *budget,
                 PropertyTable *properties, RefList *candidates)
{
    const char *why;
    size_t i;
    json_t *fact;
    Ref ref;
    if (!json_array_size(facts))
        return;
    FactReader reader = {.arena = arena_new(),
                         .universe =
                             universe_new(game, DOMAINS_DIRECTED, NULL, &why),
                         .properties = properties};
    if (reader.universe) {
        reader.props = props_new(reader.universe, budget);
        lowering_init(&reader.lowering, reader.props, properties);
        json_array_foreach (facts, i, fact)
            if (!budget_spent(budget) &&
                (json_is_object(fact)
                     ? read_count(&reader, fact, &ref)
                     : read_position_formula(&reader, json_string_value(fact),
                                             &ref)) &&
                ref > REF_FALSE)
                vec_push(candidates, ref);
        lowering_free(&reader.lowering);
        props_free(reader.props);
    }
    universe_free(reader.universe);
    arena_free(reader.arena);
}

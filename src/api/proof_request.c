/* proof_request.c - formulas that are to be proved of a game
 *
 * In:   the options of a call
 * Out:  claims with their meanings in one table, for an engine
 * Next: api_prove.c proves them, api_asp.c writes programs
 *
 * Start reading at proof_begin(), at the end.
 */
#include "api/proof_request.h"

#include "system/file.h"
#include "base/sort.h"
#include "base/text.h"

#include <string.h>

/* ---- reading formulas ---- */

static json_t *refuse_formula(const Call *call, const Problem *problem)
{
    const Source *source = problem->span.source;
    LineColumn place = line_column(source, problem->span.start);
    Text text = {0};
    problem_print(&text, problem);
    return call_fail_at_length(
        call, problem->rule,
        arena_printf(call->arena, "%s:%zu:%zu: error: %s", source->name,
                     place.line, place.column, problem->message),
        text_take(&text));
}

static json_t *add_claim(ProofRequest *proof, ClaimSet *claims,
                         const char *source_name, const char *name,
                         const char *text)
{
    Problem problem;
    const Formula *formula = formula_read_text(proof->arena, proof->universe,
                                               source_name, text, &problem);
    if (!formula)
        return refuse_formula(proof->call, &problem);
    Claim claim = {.name = name ? arena_strdup(proof->arena, name) : NULL,
                   .formula = formula};
    if (claims == &proof->claims)
        vec_push(&proof->shown, claims->list.count);
    vec_push(&claims->list, claim);
    return NULL;
}

/* ---- files of formulas ---- */

static char *trim(char *text)
{
    while (ascii_is_space(*text))
        text++;
    size_t length = strlen(text);
    while (length && ascii_is_space(text[length - 1]))
        text[--length] = '\0';
    return text;
}

/* A comment begins with a "%" outside quotes. */
static void cut_comment(char *line)
{
    bool is_quoted = false;
    for (char *c = line; *c; c++) {
        is_quoted ^= *c == '\'';
        if (*c == '%' && !is_quoted) {
            *c = '\0';
            return;
        }
    }
}

/* name: formula */
static json_t *add_property(ProofRequest *proof, const char *path,
                            size_t number, char *line)
{
    cut_comment(line);
    line = trim(line);
    if (!*line)
        return NULL;
    char *colon = strchr(line, ':');
    if (!colon)
        return call_fail("properties", "%s:%zu: a line is \"name: formula\"",
                         path, number);
    *colon = '\0';
    return add_claim(proof, &proof->claims,
                     arena_printf(proof->arena, "%s, line %zu", path, number),
                     trim(line), trim(colon + 1));
}

static json_t *add_properties(ProofRequest *proof, const char *path)
{
    enum { MAX_FORMULA_FILE_BYTES = 16 << 20 };
    Text text = {0};
    const char *why;
    json_t *error = NULL;
    if (!file_read(&text, path, MAX_FORMULA_FILE_BYTES, &why))
        error = call_fail("file", "%s: %s", path, why);
    else if (text.length > MAX_FORMULA_FILE_BYTES)
        error = call_fail("file", "%s: it has more than %d bytes", path,
                          MAX_FORMULA_FILE_BYTES);
    else if (text.length > strlen(text_string(&text)))
        error = call_fail("properties", "%s: there is a NUL byte in it", path);
    char *line = text.bytes;
    for (size_t number = 1; line && !error; number++) {
        char *end = strchr(line, '\n');
        if (end)
            *end = '\0';
        error = add_property(proof, path, number, line);
        line = end ? end + 1 : NULL;
    }
    text_free(&text);
    return error;
}

/* ---- what was asked for ---- */

static int by_name(const void *left, const void *right, void *context)
{
    const Claim *claims = context;
    size_t a = *(const size_t *)left, b = *(const size_t *)right;
    int order = claim_compare_names(&claims[a], &claims[b]);
    return order ? order : (a > b) - (a < b);
}

/* They are proved in the order of terms, and shown in that of names. */
static void add_formulas_of(ProofRequest *proof, Family family)
{
    Claims *claims = &proof->claims.list;
    size_t first = claims->count;
    family_add(claims, family, proof->universe, proof->arena);
    for (size_t i = first; i < claims->count; i++)
        vec_push(&proof->shown, i);
    if (proof->shown.count)
        sort_items_with(proof->shown.items + first, proof->shown.count - first,
                        sizeof *proof->shown.items, by_name, claims->items);
}

static json_t *add_family(ProofRequest *proof, const char *name)
{
    bool is_all = strcmp(name, "all") == 0, is_known = false;
    Text names = {0};
    for (Family i = 0; i < FAMILY_COUNT; i++) {
        text_addf(&names, "%s, ", family_names[i]);
        if (is_all || strcmp(name, family_names[i]) == 0) {
            add_formulas_of(proof, i);
            is_known = true;
        }
    }
    json_t *error =
        is_known
            ? NULL
            : call_fail("usage", "there is no family %s; there are %sand all",
                        name, text_string(&names));
    text_free(&names);
    return error;
}

/* Adds what formula, properties, family and given say, in their order; all
 * families if nothing does. */
static json_t *collect_claims(ProofRequest *proof)
{
    const char *name, *value;
    bool has_claim = false; /* something to prove */
    json_t *error = NULL;
    for (size_t i = 0;
         !error && (value = call_next_of_all(proof->call, &i, &name));) {
        if (strcmp(name, "formula") == 0)
            error = add_claim(proof, &proof->claims, "formula", NULL, value);
        else if (strcmp(name, "given") == 0)
            error = add_claim(proof, &proof->givens, "given", NULL, value);
        else if (strcmp(name, "properties") == 0)
            error = add_properties(proof, value);
        else if (strcmp(name, "family") == 0)
            error = add_family(proof, value);
        else
            continue;
        has_claim = has_claim || strcmp(name, "given") != 0;
    }
    return error || has_claim ? error : add_family(proof, "all");
}

/* ---- for verify as well ---- */

const char *const verdict_words[] = {"unknown", "proved", "refuted"};

json_t *read_settings(const Call *call, ProveLimits *limits)
{
    const char *value;
    prove_limits_init(limits);
    for (size_t i = 0; (value = call_next(call, "set", &i));) {
        const char *why = prove_limits_set(limits, value);
        if (!why)
            continue;
        Text message = {0}, table = {0};
        text_addf(&message, "--set %s: %s", value, why);
        text_addf(&table,
                  "zermelo: %s\n"
                  "Limits, with their defaults. Those of methods are the work "
                  "of the first round, in\nmillions of units, of which a "
                  "second has about 1000; 0 switches a method off.\n",
                  text_string(&message));
        for (const ProveLimitRow *row = prove_limit_rows;
             row < prove_limit_rows + LIMIT_COUNT; row++)
            text_addf(&table, "    %-22s %8g  %s\n", row->name, row->value,
                      row->help);
        json_t *error = call_fail_at_length(call, "set", text_string(&message),
                                            text_take(&table));
        text_free(&message);
        return error;
    }
    return NULL;
}

json_t *statistics_json(const MethodStatistics *methods)
{
    json_t *list = json_array();
    for (size_t i = 0; i < PROOF_METHOD_COUNT; i++)
        if (methods[i].turns)
            json_add(list, JSON_OBJECT(
                               {"method", json_text(prove_limit_rows[i].name)},
                               {"tried", json_count(methods[i].turns)},
                               {"decided", json_count(methods[i].decided)},
                               {"seconds", json_real(methods[i].seconds)},
                               {"work", json_count(methods[i].work)}));
    return list;
}

/* ---- tasks ---- */

/* Gives CLAIMS their meanings, and moves those that have none to the end. */
static void expand(ProofRequest *proof, ClaimSet *claims)
{
    size_t count = claims->list.count, *places;
    Claim *all =
        arena_copy(proof->arena, claims->list.items, count * sizeof *all);
    claims->meanings = arena_array(proof->arena, PropId, count + 1);
    places = arena_array(proof->arena, size_t, count + 1);
    size_t behind = count;
    for (size_t i = 0; i < count; i++) {
        PropId meaning = props_expand(proof->props, all[i].formula);
        places[i] = meaning == NO_PROP ? --behind : claims->count++;
        claims->meanings[places[i]] = meaning;
        claims->list.items[places[i]] = all[i];
    }
    for (size_t i = 0; claims == &proof->claims && i < count; i++)
        proof->shown.items[i] = places[proof->shown.items[i]];
}

ProofTask proof_task(ProofRequest *proof, const ClaimSet *claims)
{
    enum { DEFAULT_MEGABYTES = 2048 };
    size_t megabytes = call_count(proof->call, "memory", 0);
    return (ProofTask){.game = proof->call->game->game,
                       .universe = proof->universe,
                       .props = proof->props,
                       .claims = claims->list.items,
                       .meanings = claims->meanings,
                       .count = claims->count,
                       .method = proof->method,
                       .generator = proof->generator,
                       .interp = proof->call->interp,
                       .budget = &proof->call->budget,
                       .megabytes = megabytes ? megabytes : DEFAULT_MEGABYTES,
                       .seed = call_count(proof->call, "seed", 1),
                       .limits = &proof->limits,
                       .statistics = proof->statistics,
                       .threads = call_threads(proof->call),
                       .arena = proof->arena};
}

/* ---- beginning and end ---- */

/* Sets interpreter, net, universe and props of PROOF. */
static bool prepare(ProofRequest *proof, const char **why)
{
    static const DomainsKind kinds[] = {DOMAINS_DIRECTED, DOMAINS_GRAPH,
                                        DOMAINS_REACHABLE};
    Call *call = proof->call;
    const Game *game = call->game->game;
    DomainsKind kind = kinds[call_choice(call, "domains", 0)];
    if (!call_interpret(call, why))
        return false;
    if (kind == DOMAINS_REACHABLE) {
        proof->net = net_new(game, &call->budget, why);
        if (!proof->net)
            return false;
    }
    proof->universe = universe_new(game, kind, proof->net, why);
    if (!proof->universe)
        return false;
    proof->props = props_new(proof->universe, &call->budget);
    return true;
}

json_t *proof_begin(ProofRequest *proof, Call *call, const ProofEngine *engine,
                    const char *rule)
{
    const char *why;
    if (engine == &engine_native)
        call_use_canonical(call);
    *proof = (ProofRequest){
        .call = call,
        .engine = engine,
        .arena = call->arena,
        .method = (PublishedMethod)call_choice(call, "method", METHOD_MUTUAL),
        .generator =
            (Generator)call_choice(call, "generator", GENERATOR_CONTROL)};
    json_t *error = read_settings(call, &proof->limits);
    if (error)
        return error;
    if (!prepare(proof, &why))
        return call_fail(rule, "%s: %s", call->game->name, why);
    error = collect_claims(proof);
    if (!error) {
        expand(proof, &proof->claims);
        expand(proof, &proof->givens);
    }
    return error;
}

void proof_free(ProofRequest *proof)
{
    vec_free_all(&proof->claims.list, &proof->givens.list, &proof->shown);
    props_free(proof->props);
    universe_free(proof->universe);
    net_free(proof->net);
}

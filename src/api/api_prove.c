/* api_prove.c - proving properties of games, for zermelo.h
 *
 * In:   formulas as text, and limits
 * Out:  verdicts with evidence
 * Next: prove/engine_native.c or prove/published/ prove them
 *
 * Formulas are collected, given meanings in one table, and handed to an
 * engine. All that is asked about the results is made into strings when it is
 * asked for.
 */
#include "api/handle.h"

#include "base/memory.h"
#include "lang/print.h"
#include "asp/certificate.h"
#include "formula/proof_task.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct ZermeloProof {
    ZermeloGame *game;
    ZermeloProveOptions options;
    Budget budget;
    double begun, seconds;
    const ProofEngine *engine;
    const Net *net; /* for reachable domains, or NULL */
    Universe *universe;
    Props *props;
    Interp *interp;
    Arena *arena;
    Claims claims, givens;
    size_t share, share_count; /* see zermelo_proof_share; or 0, 0 */
    Finding *findings;         /* of each claim, once it was run */
    size_t finding_count;
    Generator generator;
    bool assumes_playable;
    const char *save_failure;
    ProveLimits limits;
    MethodStatistics statistics[PROOF_METHOD_COUNT];
};

static const ProofEngine *const engines[] = {&engine_native, &engine_clingo};

enum { DEFAULT_MEGABYTES = 2048 };

/* ---- beginning and end ---- */

/* Sets engine, interpreter, net, universe and props of PROOF. */
static bool prepare_engine(ZermeloProof *proof, const char **why)
{
    const Game *game = proof->game->game;
    ZermeloDomains domains = proof->options.domains;
    const char *name = proof->options.engine;
    *why = "there is no such engine";
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++)
        if (strcmp(engines[i]->name, name ? name : "native") == 0)
            proof->engine = engines[i];
    if (!proof->engine)
        return false;
    proof->interp = interp_new(game, &proof->budget, why);
    if (!proof->interp)
        return false;
    if (domains == ZERMELO_REACHABLE) {
        proof->net = net_new(game, &proof->budget, why);
        if (!proof->net)
            return false;
    }
    DomainsKind kind = domains == ZERMELO_GRAPH       ? DOMAINS_GRAPH
                       : domains == ZERMELO_REACHABLE ? DOMAINS_REACHABLE
                                                      : DOMAINS_DIRECTED;
    proof->universe = universe_new(game, kind, proof->net, why);
    if (!proof->universe)
        return false;
    proof->props = props_new(proof->universe, &proof->budget);
    return true;
}

ZermeloProof *zermelo_proof_new(ZermeloGame *game,
                                const ZermeloProveOptions *options,
                                const char **why)
{
    if (!has_usable_rules(game, why))
        return NULL;
    ZermeloProof *proof = memory_alloc(sizeof *proof);
    *proof = (ZermeloProof){
        .game = game,
        .options = *options,
        .budget = budget_of(&options->limits),
        .begun = clock_now(),
        .arena = arena_new(),
    };
    proof->generator = (Generator)options->generator;
    proof->limits = limits_of_settings(options->settings);
    if (prepare_engine(proof, why))
        return proof;
    zermelo_proof_free(proof);
    return NULL;
}

void zermelo_proof_free(ZermeloProof *proof)
{
    if (!proof)
        return;
    vec_free_all(&proof->claims, &proof->givens);
    props_free(proof->props);
    universe_free(proof->universe);
    net_free(proof->net);
    interp_free(proof->interp);
    arena_free(proof->arena);
    free(proof);
}

/* ---- what is to be proved ---- */

const Formula *read_formula(Arena *arena, Universe *universe,
                            const char *source_name, const char *text,
                            char **why)
{
    Diag diag;
    Text message = {0};
    diag_init(&diag, arena);
    const Source *source = source_new(arena, source_name, text, strlen(text));
    const Formula *formula = formula_read(arena, universe, source, &diag);
    if (!formula)
        problem_print(&message, &diag.problems.items[0]);
    *why = formula ? NULL : text_take(&message);
    diag_clear(&diag);
    return formula;
}

static bool add_claim(ZermeloProof *proof, Claims *claims,
                      const char *source_name, const char *name,
                      const char *text, char **why)
{
    const Formula *formula =
        read_formula(proof->arena, proof->universe, source_name, text, why);
    if (!formula)
        return false;
    Claim claim = {.name = name ? arena_string(proof->arena, name, strlen(name))
                                : NULL,
                   .formula = formula};
    vec_push(claims, claim);
    return true;
}

bool zermelo_proof_add(ZermeloProof *proof, const char *place, const char *name,
                       const char *formula, char **why)
{
    return add_claim(proof, &proof->claims, place, name, formula, why);
}

bool zermelo_proof_given(ZermeloProof *proof, const char *place,
                         const char *formula, char **why)
{
    return add_claim(proof, &proof->givens, place, NULL, formula, why);
}

bool zermelo_proof_family(ZermeloProof *proof, const char *family)
{
    bool is_all = strcmp(family, "all") == 0, is_known = false;
    for (Family i = 0; i < FAMILY_COUNT; i++)
        if (is_all || strcmp(family, family_names[i]) == 0) {
            family_add(&proof->claims, i, proof->universe, proof->arena);
            is_known = true;
        }
    return is_known;
}

bool zermelo_proof_share(ZermeloProof *proof, size_t share, size_t count)
{
    if (share >= count)
        return false;
    proof->share = share;
    proof->share_count = count;
    return true;
}

bool zermelo_proof_asks(const ZermeloProof *proof, size_t number)
{
    return number < proof->claims.count &&
           (!proof->share_count || number % proof->share_count == proof->share);
}

size_t zermelo_family_count(void)
{
    return FAMILY_COUNT;
}

const char *zermelo_family(size_t number)
{
    return number < FAMILY_COUNT ? family_names[number] : NULL;
}

/* ---- proving ---- */

/* Claims that can be written out, with their meanings. */
typedef struct {
    Claim *claims;
    PropId *meanings;
    size_t *claim_indices; /* of each, among all claims */
    size_t count;
    const bool *is_asked; /* by claim; NULL: all are */
} ExpandedClaims;

static ExpandedClaims expand_claims(ZermeloProof *proof, const Claims *claims)
{
    ExpandedClaims expanded = {
        arena_array(proof->arena, Claim, claims->count + 1),
        arena_array(proof->arena, PropId, claims->count + 1),
        arena_array(proof->arena, size_t, claims->count + 1), 0, NULL};
    for (size_t i = 0; i < claims->count; i++) {
        PropId meaning = props_expand(proof->props, claims->items[i].formula);
        if (meaning == NO_PROP)
            continue;
        assert(meaning < props_count(proof->props));
        expanded.claims[expanded.count] = claims->items[i];
        expanded.meanings[expanded.count] = meaning;
        expanded.claim_indices[expanded.count++] = i;
    }
    return expanded;
}

static ProofTask task_of(ZermeloProof *proof, const ExpandedClaims *expanded)
{
    size_t megabytes = proof->options.megabytes;
    return (ProofTask){.game = proof->game->game,
                       .universe = proof->universe,
                       .props = proof->props,
                       .claims = expanded->claims,
                       .meanings = expanded->meanings,
                       .count = expanded->count,
                       .is_asked = expanded->is_asked,
                       .method = (PublishedMethod)proof->options.method,
                       .generator = proof->generator,
                       .interp = proof->interp,
                       .budget = &proof->budget,
                       .megabytes = megabytes ? megabytes : DEFAULT_MEGABYTES,
                       .seed = proof->options.seed,
                       .limits = &proof->limits,
                       .statistics = proof->statistics,
                       .threads = proof->options.threads,
                       .save_directory = proof->options.save,
                       .arena = proof->arena,
                       .progress = proof->options.progress,
                       .context = proof->options.context};
}

/* Marks the claims of the share. */
static void choose_share(const ZermeloProof *proof, ExpandedClaims *expanded)
{
    bool *is_asked = arena_array(proof->arena, bool, expanded->count + 1);
    for (size_t i = 0; i < expanded->count; i++)
        is_asked[i] = zermelo_proof_asks(proof, expanded->claim_indices[i]);
    expanded->is_asked = is_asked;
}

static bool fail_with(char **why, const char *reason)
{
    *why = memory_strdup(reason);
    return false;
}

/* Proves the givens one after the other, each with those before it. */
static bool prove_givens(ZermeloProof *proof, ExpandedClaims *givens,
                         char **why)
{
    *givens = expand_claims(proof, &proof->givens);
    if (givens->count < proof->givens.count)
        return fail_with(why, "a given formula is too large");
    for (size_t i = 0; i < givens->count; i++) {
        ExpandedClaims single = {.claims = &givens->claims[i],
                                 .meanings = &givens->meanings[i],
                                 .count = 1};
        ProofTask task = task_of(proof, &single);
        Finding finding = {0};
        const char *reason;
        task.givens = givens->meanings;
        task.given_count = i;
        task.method = proof->options.method == ZERMELO_MUTUAL
                          ? METHOD_MUTUAL
                          : METHOD_INDIVIDUAL;
        task.save_directory = NULL;
        task.progress = NULL;
        if (!proof->engine->prove(&task, &finding, &reason))
            return fail_with(why, reason);
        proof->assumes_playable |= task.assumes_playable;
        if (finding.verdict == VERDICT_PROVED)
            continue;
        Text text = {0};
        text_addf(&text, "this was to be given, but %s: ",
                  finding.verdict == VERDICT_REFUTED ? "it is refuted"
                                                     : "it cannot be proved");
        formula_print(&text, givens->claims[i].formula);
        *why = text_take(&text);
        return false;
    }
    return true;
}

bool zermelo_proof_run(ZermeloProof *proof, char **why)
{
    ExpandedClaims givens;
    const char *reason;
    proof->findings =
        arena_array(proof->arena, Finding, proof->claims.count + 1);
    proof->finding_count = proof->claims.count;
    proof->assumes_playable = false;
    proof->save_failure = proof->options.save
                              ? certify_begin(proof->arena, proof->options.save)
                              : NULL;
    if (proof->save_failure)
        return fail_with(why, proof->save_failure);
    if (!prove_givens(proof, &givens, why))
        return false;
    ExpandedClaims expanded = expand_claims(proof, &proof->claims);
    choose_share(proof, &expanded);
    Finding *findings = arena_array(proof->arena, Finding, expanded.count + 1);
    ProofTask task = task_of(proof, &expanded);
    task.givens = givens.meanings;
    task.given_count = givens.count;
    if (!proof->engine->prove(&task, findings, &reason))
        for (size_t i = 0; i < expanded.count; i++)
            findings[i] = (Finding){.reason = reason}; /* nothing was tried */
    proof->save_failure = task.save_failure;
    for (size_t i = 0; i < proof->claims.count; i++)
        proof->findings[i].reason =
            budget_spent(&proof->budget)
                ? budget_reason(&proof->budget, "the time was used up")
                : "it is too large to be written out";
    for (size_t i = 0; i < expanded.count; i++)
        if (expanded.is_asked[i])
            proof->findings[expanded.claim_indices[i]] = findings[i];
    proof->generator = task.generator;
    proof->assumes_playable |= task.assumes_playable;
    proof->seconds = clock_now() - proof->begun;
    return true;
}

/* Whether at most one control(P) holds in any position, proved. */
static bool control_is_unique(ZermeloProof *proof)
{
    Claim claim = {.formula =
                       control_uniqueness(proof->universe, proof->arena)};
    Finding finding = {0};
    const char *reason;
    if (!claim.formula)
        return false;
    PropId meaning = props_expand(proof->props, claim.formula);
    ExpandedClaims single = {
        .claims = &claim, .meanings = &meaning, .count = 1};
    ProofTask task = task_of(proof, &single);
    task.method = METHOD_INDIVIDUAL;
    task.generator = GENERATOR_ALL;
    task.save_directory = NULL;
    task.progress = NULL;
    return meaning != NO_PROP &&
           proof->engine->prove(&task, &finding, &reason) &&
           finding.verdict == VERDICT_PROVED;
}

char *zermelo_proof_program(ZermeloProof *proof, bool step, char **why)
{
    ExpandedClaims expanded = expand_claims(proof, &proof->claims);
    ExpandedClaims givens = expand_claims(proof, &proof->givens);
    if (!expanded.count) {
        fail_with(why, "there is no formula");
        return NULL;
    }
    ProofTask task = task_of(proof, &expanded);
    Start start = {.one_control = step && proof->generator != GENERATOR_ALL &&
                                  control_is_unique(proof),
                   .hypotheses = givens.meanings,
                   .hypothesis_count = givens.count};
    Ask ask = proof->options.method == ZERMELO_MUTUAL  ? ASK_MUTUAL
              : proof->options.method == ZERMELO_JOINT ? ASK_EACH
              : expanded.count == 1                    ? ASK_ALONE
                                                       : ASK_EACH;
    unsigned degree =
        largest_degree(proof->props, expanded.meanings, expanded.count);
    unsigned hypothesis_degree =
        hypothesis_levels(proof->props, givens.meanings, givens.count);
    if (step && hypothesis_degree > degree)
        degree = hypothesis_degree;
    FormulaSet set = {expanded.meanings, expanded.claim_indices, expanded.count,
                      degree, 1};
    Text program = induction_program(&task, ask, step ? &start : NULL, &set);
    return text_take(&program);
}

/* ---- what was found ---- */

GETTER(const char *, zermelo_proof_engine, ZermeloProof, self->engine->name)
GETTER(ZermeloGenerator, zermelo_proof_generator, ZermeloProof,
       (ZermeloGenerator)self->generator)
GETTER(bool, zermelo_proof_assumes_playable, ZermeloProof,
       self->assumes_playable)
GETTER(const char *, zermelo_proof_save_failure, ZermeloProof,
       self->save_failure)
GETTER(double, zermelo_proof_seconds, ZermeloProof, self->seconds)

const ZermeloStatistics *zermelo_proof_statistics(const ZermeloProof *proof,
                                                  size_t *count)
{
    return statistics_of(proof->arena, proof->statistics, count);
}

GETTER(size_t, zermelo_proof_count, ZermeloProof, self->claims.count)

/* What was found of a claim: nothing before it was run. */
static const Finding *finding_of(const ZermeloProof *proof, size_t number)
{
    static const Finding none, not_asked = {.reason = "it was not asked"};
    return number >= proof->finding_count       ? &none
           : !zermelo_proof_asks(proof, number) ? &not_asked
                                                : &proof->findings[number];
}

ZermeloResult zermelo_proof_result(const ZermeloProof *proof, size_t number)
{
    if (number >= proof->claims.count)
        return (ZermeloResult){0};
    const Claim *claim = &proof->claims.items[number];
    const Finding *finding = finding_of(proof, number);
    return (ZermeloResult){
        .family = claim->family,
        .name = claim->name,
        .formula = formula_string(proof->arena, claim->formula),
        .verdict = (ZermeloAnswer)finding->verdict,
        .base = (ZermeloAnswer)finding->base,
        .step = (ZermeloAnswer)finding->step,
        .how = finding->how,
        .reason = finding->verdict == VERDICT_UNKNOWN || proof->options.save
                      ? finding->reason
                      : NULL,
        .has_trace = finding->trace,
        .trace_length = finding->trace ? finding->trace->steps : 0,
        .at = finding->at,
        .has_failed_step = finding->failed,
    };
}

GETTER(size_t, zermelo_proof_role_count, ZermeloProof,
       interp_role_count(self->interp))
ITEM_GETTER(const char *, zermelo_proof_role, ZermeloProof,
            interp_role_count(self->interp),
            term_string(self->arena, interp_role(self->interp, number)))

const char *zermelo_proof_trace(const ZermeloProof *proof, size_t number,
                                size_t step, size_t role)
{
    size_t role_count = interp_role_count(proof->interp);
    const Play *trace = finding_of(proof, number)->trace;
    return trace && step < trace->steps && role < role_count
               ? term_string(proof->arena,
                             trace->moves[step * role_count + role])
               : NULL;
}

ZermeloFailedStep zermelo_proof_failed_step(const ZermeloProof *proof,
                                            size_t number)
{
    const FailedStep *failed = finding_of(proof, number)->failed;
    size_t role_count = interp_role_count(proof->interp);
    if (!failed)
        return (ZermeloFailedStep){0};
    const char **moves = arena_array(proof->arena, const char *, role_count);
    for (size_t i = 0; i < role_count; i++)
        moves[i] = failed->moves[i]
                       ? term_string(proof->arena, failed->moves[i])
                       : "nothing";
    return (ZermeloFailedStep){
        .before =
            term_strings(proof->arena, failed->before, failed->before_count),
        .after = term_strings(proof->arena, failed->after, failed->after_count),
        .moves = moves,
        .before_count = failed->before_count,
        .after_count = failed->after_count};
}

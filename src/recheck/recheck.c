/* recheck.c - check certificates without the engines that wrote them
 *
 * In:   a certificate
 * Out:  for each of its claims, whether it holds
 *
 * Reads the game and the claims, has claims with the same evidence checked
 * together (evidence.c), and writes the answer. Start reading at
 * recheck_json(), at the end.
 */
#include "recheck/recheck.h"

#include "system/file.h"
#include "base/sort.h"
#include "lang/form.h"
#include "recheck/checker.h"

#include <stdlib.h>
#include <string.h>

static const double GROUP_SECONDS = 120;

/* ---- outcomes ---- */

static bool set_outcome(Checker *checker, Outcome outcome)
{
    checker->outcome = outcome;
    return false;
}

bool fails(Checker *checker, const char *why)
{
    return set_outcome(checker, FAILS(why));
}

bool unchecked(Checker *checker, const char *why)
{
    return set_outcome(checker, UNCHECKED(why));
}

bool unchecked_by_limit(Checker *checker)
{
    const char *failure = interp_failure(checker->interp);
    return unchecked(checker,
                     budget_spent(&checker->budget)
                         ? budget_reason(&checker->budget, "out of time")
                     : failure ? failure
                               : "a limit was reached");
}

bool is_cut_short(Checker *checker)
{
    return (interp_failure(checker->interp) ||
            budget_spent(&checker->budget)) &&
           !unchecked_by_limit(checker);
}

/* ---- groups ---- */

/* By kind and evidence, then in the order of the certificate. */
static int by_evidence(const void *left, const void *right)
{
    const Claim *a = *(Claim *const *)left, *b = *(Claim *const *)right;
    return a->kind != b->kind ? (a->kind < b->kind ? -1 : 1)
                              : strcmp(a->indices, b->indices);
}

static int by_evidence_then_place(const void *left, const void *right)
{
    const Claim *a = *(Claim *const *)left, *b = *(Claim *const *)right;
    int order = by_evidence(left, right);
    return order ? order : (a > b) - (a < b);
}

/* Two minutes from now on, if there is as much time. */
static void begin_budget(Checker *checker, const RecheckTask *task)
{
    bool has_less =
        task->budget->deadline > 0 && budget_left(task->budget) < GROUP_SECONDS;
    checker->budget = has_less
                          ? *task->budget
                          : budget_new(GROUP_SECONDS, task->budget->cancelled);
}

static void check_claims(Checker *checker, const RecheckTask *task,
                         Claim *claims, size_t count)
{
    ClaimVec open = {0};
    for (size_t i = 0; i < count; i++) {
        if (!claims[i].is_open)
            continue;
        if (are_indices(claims[i].evidence, json_array_size(checker->evidence)))
            vec_push(&open, &claims[i]);
        else
            claims[i].outcome =
                FAILS("it refers to evidence that there is not");
    }
    sort_items(open.items, open.count, sizeof *open.items,
               by_evidence_then_place);
    for (size_t first = 0, end; first < open.count; first = end) {
        for (end = first + 1;
             end < open.count &&
             by_evidence(&open.items[first], &open.items[end]) == 0;)
            end++;
        if (task->progress)
            task->progress(task->context, first, open.count);
        if (budget_expired(task->budget)) {
            for (size_t i = first; i < end; i++)
                open.items[i]->outcome =
                    UNCHECKED(budget_reason(task->budget, "out of time"));
            continue;
        }
        begin_budget(checker, task);
        check_group(checker, open.items + first, end - first);
    }
    vec_free(&open);
}

/* ---- the game ---- */

static Syntax syntax_named(const json_t *rules)
{
    return text_is(rules, "syntax", "kif")     ? SYNTAX_KIF
           : text_is(rules, "syntax", "infix") ? SYNTAX_INFIX
                                               : SYNTAX_ANY;
}

/* Reads the rules of the certificate. */
static bool load_game(Checker *checker)
{
    const json_t *root = checker->root;
    DomainsKind domains =
        text_is(root, "domains", "graph") ? DOMAINS_GRAPH : DOMAINS_DIRECTED;
    const char *why = NULL;
    Diag diag;
    diag_init(&diag, checker->arena);
    diag.budget = &checker->budget;
    checker->rules = rules_read(
        "rules", checker->rules_text, checker->rules_length,
        syntax_named(json_object_get(root, "rules")), &diag, checker->arena);
    checker->game = game_load(checker->rules, &diag);
    diag_clear(&diag);
    if (!checker->game)
        return fails(checker, "the rules cannot be used");
    if (json_object_get(root, "domains") && domains == DOMAINS_DIRECTED &&
        !text_is(root, "domains", "directed"))
        return fails(checker, "the domains are neither directed nor graph");
    checker->interp = interp_new(checker->game, &checker->budget, &why);
    if (checker->interp)
        checker->universe = universe_new(checker->game, domains, NULL, &why);
    if (!checker->universe)
        return fails(checker, why);
    checker->features = checker->universe->all_features;
    return true;
}

const Term **read_term_lines(Checker *checker, const json_t *reference,
                             size_t *count)
{
    Diag diag;
    size_t length;
    char *text =
        certificate_read(checker, reference, MAX_CERTIFICATE_BYTES, &length);
    if (!text)
        return NULL;
    for (size_t i = 0; i < length; i++) /* a play of one role has this form */
        if (text[i] == '\n')
            text[i] = i + 1 < length ? ';' : ' ';
    diag_init(&diag, checker->arena);
    const Source *source = source_new(checker->arena, "list", text, length);
    JointMove *lines =
        play_read(checker->arena, checker->game->terms, source, &diag, count);
    bool is_list = !diag.problems.count;
    const Term **terms =
        arena_array(checker->arena, const Term *, is_list ? *count + 1 : 1);
    for (size_t i = 0; is_list && i < *count; i++) {
        terms[i] = lines[i].moves[0];
        is_list = lines[i].count == 1;
    }
    diag_clear(&diag);
    memory_free(text);
    if (!is_list)
        fails(checker, "a list of terms is not written as one");
    return is_list ? terms : NULL;
}

/* The features that the certificate lists, all of them among those that the
 * domains have. */
static bool read_features(Checker *checker)
{
    const json_t *reference = json_object_get(checker->root, "features");
    TermSet all = checker->features;
    size_t count;
    if (!reference)
        return true;
    const Term **terms = read_term_lines(checker, reference, &count);
    for (size_t i = 0; terms && i < count; i++)
        if (find_term(all.terms, all.count, terms[i]) == all.count)
            return fails(checker, "the list of features has one that is none "
                                  "by the domains");
    checker->features = (TermSet){terms, count};
    checker->has_list = true;
    return terms;
}

/* The initial position, which has no other features than those listed. */
static bool find_start(Checker *checker)
{
    const json_t *from = json_object_get(checker->root, "from");
    checker->start = interp_initial(checker->interp);
    if (from)
        checker->start = position_after_text(checker, checker->start,
                                             json_string_value(from));
    for (size_t i = 0; checker->start && i < checker->start->count; i++)
        if (!terms_contain(checker->features.terms, checker->features.count,
                           checker->start->features[i]))
            return fails(checker, "the initial position has other features "
                                  "than those listed");
    return checker->start;
}

/* The file at PATH, unless that is NULL, has the bytes of the rules. */
static bool are_rules_at(Checker *checker, const char *path)
{
    const char *why;
    Text text = {0};
    if (path && !file_read(&text, path, MAX_TEXT_BYTES, &why)) {
        text_free(&text);
        return fails(checker, why);
    }
    bool is_same = !path || (text.length == checker->rules_length &&
                             memcmp(text_string(&text), checker->rules_text,
                                    text.length) == 0);
    text_free(&text);
    return is_same || fails(checker, "the certificate is about other rules");
}

/* ---- answers ---- */

static json_t *claim_answer(const Claim *claim)
{
    static const char *const verdicts[] = {"unchecked", "fails", "holds"};
    return JSON_OBJECT({"claim", json_text(claim->text)},
                       {"name", json_text(text_of(claim->json, "name"))},
                       {"verdict", json_text(verdicts[claim->outcome.kind])},
                       {"by", json_text(claim->by)},
                       {"reason", json_text(claim->outcome.reason)},
                       {"seconds", json_real(claim->seconds)});
}

/* The claims, checked, in the arena of the checker; NULL if nothing could be
 * checked. */
static Claim *check_certificate(Checker *checker, const RecheckTask *task)
{
    size_t count = json_array_size(checker->claims);
    begin_budget(checker, task);
    if (!are_rules_at(checker, task->rules_path) || !load_game(checker) ||
        !read_features(checker) || !find_start(checker))
        return NULL;
    checker->known = arena_array(checker->arena, Outcome,
                                 json_array_size(checker->evidence) + 1);
    Claim *claims = arena_array(checker->arena, Claim, count + 1);
    for (size_t i = 0; i < count; i++)
        claims[i] = claim_read(checker, json_array_get(checker->claims, i));
    check_claims(checker, task, claims, count);
    return claims;
}

static void checker_free(Checker *checker)
{
    certificate_close(checker);
    universe_free(checker->universe);
    interp_free(checker->interp);
    if (checker->rules)
        rules_free(checker->rules);
    arena_free(checker->arena);
}

json_t *recheck(const RecheckTask *task, const char **why)
{
    double begun = clock_now();
    Checker checker = {.arena = arena_new(),
                       .megabytes = task->megabytes ? task->megabytes
                                                    : DEFAULT_CLINGO_MEGABYTES};
    bool is_complete = certificate_open(&checker, task->path);
    const Claim *claims =
        is_complete ? check_certificate(&checker, task) : NULL;
    size_t count = claims ? json_array_size(checker.claims) : 0,
           counts[3] = {0};
    json_t *answer = NULL, *list = json_array();
    for (size_t i = 0; i < count; i++) {
        counts[claims[i].outcome.kind]++;
        json_add(list, claim_answer(&claims[i]));
    }
    *why = claims ? NULL : checker.outcome.reason;
    if (checker.directory >= 0)
        answer = JSON_OBJECT(
            {"certificate", json_text(task->path)},
            {"claims", json_incref(list)},
            {"counts",
             JSON_OBJECT({"holds", json_count(counts[OUTCOME_HOLDS])},
                         {"fails", json_count(counts[OUTCOME_FAILS])},
                         {"unchecked", json_count(counts[OUTCOME_UNCHECKED])})},
            {"complete", json_boolean(is_complete)},
            {"rules_sha256",
             json_text(
                 checker.rules_text
                     ? text_of(json_object_get(checker.root, "rules"), "sha256")
                     : NULL)},
            {"reason", json_text(*why)},
            {"seconds", json_real(clock_now() - begun)});
    json_decref(list);
    checker_free(&checker);
    return answer;
}

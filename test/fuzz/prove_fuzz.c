/* prove_fuzz.c - what is proved of random games is true, what is refuted false
 *
 * In:   numbers of random games (typed.h)
 * Out:  where a prover and the truth (truth.h) differ, made small, and
 *       "N passed, N failed"
 *
 * Usage: prove_fuzz [-e ENGINE] [-m METHOD] [-g GENERATOR] [-d DOMAINS]
 *                   [-n FIRST] [-c COUNT] [-s SECONDS] [-v]
 *
 * For each game all families and a few random formulas are proved; then every
 * position that can be reached is looked at:
 *   proved         the formula holds in all of them
 *   base, yes, no  it holds in the initial one, or not
 *   step, yes      no step from one of them breaks it
 *   refuted        by a legal play on which it fails
 *   a failed step  is a legal one, from a position in which it holds to one in
 *                  which it does not
 *   alone          what individual proves, joint proves too (Haufe and
 * Thielscher 2010, Theorem 2) saved          clingo alone finds no answer set
 * in a saved proof engines        both give the published methods the same
 * answers and the same of proofs with one of these formulas given. What rests
 * on playability, and says so, is tested on playable games only. Options that
 * are not given vary with the number of the game. Start reading at examine().
 */
#include "../answers.h"
#include "base/memory.h"
#include "rename.h"
#include "truth.h"
#include "typed.h"

#include "formula/prop.h"
#include "lang/print.h"
#include "zermelo.h"

#include <dirent.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    MAX_POSITIONS = 3000,
    MAX_DRAWS = 60,
    SECONDS = 20,
    SHRINK_SECONDS = 120
};

static const char *const methods[] = {"individual", "joint", "mutual", NULL};
enum { INDIVIDUAL, JOINT, MUTUAL };
enum { CONTROL = 1 };
static const char *const generators[] = {"all", "control", "proved", NULL};
static const char *const domains[] = {"directed", "graph", "reachable", NULL};

/* Of the proofs: what prove takes. */
typedef struct {
    int method, generator, domains;
    const char *engine, *save;
    uint64_t seed;
    double seconds;
    bool families; /* besides the formulas */
    bool given;    /* once more, with something given */
} Setting;

/* One game, one setting. */
typedef struct {
    const Setting *setting;
    Arena *arena;
    const Game *game;
    Interp *interp;
    Universe *universe;
    Truths *truths;
    const json_t *proof;      /* the answer */
    Claimed *claims;          /* of the results, read again */
    size_t degree;            /* the largest of them */
    size_t given;             /* the degree of what is given */
    size_t positions, judged; /* for -v */
    char fault[4000];         /* empty: none was found */
} Case;

/* The first fault counts; its first word says of what kind it is. */
__attribute__((format(printf, 2, 3))) static void fault(Case *test,
                                                        const char *format, ...)
{
    va_list args;
    if (test->fault[0])
        return;
    va_start(args, format);
    vsnprintf(test->fault, sizeof test->fault, format, args);
    va_end(args);
}

static void fault_given(Case *test, const char *given)
{
    size_t length = strlen(test->fault);
    snprintf(test->fault + length, sizeof test->fault - length, "\ngiven: %s",
             given);
}

/* ---- one result ---- */

/* The terms that TEXT lists, as if each were a step of one role. */
static const Term **read_terms(const Case *test, const Text *text,
                               size_t *count)
{
    Diag diag;
    diag_init(&diag, test->arena);
    JointMove *moves = play_read(
        test->arena, test->game->terms,
        source_new(test->arena, "terms", text_string(text), text->length),
        &diag, count);
    const Term **terms = arena_array(test->arena, const Term *, *count + 1);
    for (size_t i = 0; i < *count; i++)
        terms[i] = moves[i].moves[0];
    diag_clear(&diag);
    return terms;
}

static void check_trace(Case *test, size_t number)
{
    const json_t *result = result_of(test->proof, number);
    const json_t *trace = json_object_get(result, "trace");
    size_t roles = interp_role_count(test->interp), count = 0, i;
    Text text = {0};
    json_t *step, *move;
    const char *role;
    json_array_foreach ((json_t *)trace, i, step) {
        json_object_foreach (step, role, move) {
            text_addf(&text, "%s%s", text.length ? "; " : "",
                      json_string_value(move));
        }
    }
    const Term **moves = read_terms(test, &text, &count);
    if (!json_is_array(trace) || count != json_array_size(trace) * roles ||
        !truth_refutes(test->truths, test->claims[number], moves,
                       json_array_size(trace), count_of(result, "at")))
        fault(test, "trace: refuted, but not by the play %s: %s",
              text_string(&text), text_of(result, "formula"));
    text_free(&text);
}

static Position *position_of(const Case *test, const json_t *features)
{
    Text text = {0};
    size_t read;
    for (size_t i = 0; i < json_array_size(features); i++)
        text_addf(&text, "%s%s", i ? "; " : "",
                  json_string_value(json_array_get(features, i)));
    const Term **terms = read_terms(test, &text, &read);
    Position *position = position_new(test->arena, terms, read);
    text_free(&text);
    return position;
}

/* A formula that looks no further ahead has to hold before and fail after. */
static void check_failed_step(Case *test, size_t number)
{
    const json_t *result = result_of(test->proof, number);
    const json_t *failed = json_object_get(result, "failed_step");
    const char *role, *shown = text_of(result, "formula");
    size_t roles = interp_role_count(test->interp), count;
    Text text = {0};
    json_t *move;
    json_object_foreach (json_object_get(failed, "moves"), role, move) {
        text_addf(&text, "%s%s", text.length ? "; " : "",
                  json_string_value(move));
    }
    const Term **moves = read_terms(test, &text, &count);
    Position *before = position_of(test, json_object_get(failed, "before"));
    Position *after = position_of(test, json_object_get(failed, "after"));
    const Formula *formula = test->claims[number].formula;
    if (count != roles || !is_step(test->interp, before, moves, after))
        fault(test, "failed-step: no legal step, or not to that position: %s",
              shown);
    else if (test->claims[number].degree == 0 &&
             (!holds_in(test->universe, test->interp, before, formula) ||
              holds_in(test->universe, test->interp, after, formula)))
        fault(test, "failed-step: does not break it: %s", shown);
    text_free(&text);
}

/* Whether sequences were looked at that are longer than the formula needs, in a
 * game in which some cannot be made longer. */
static bool rests_on_playability(const Case *test, Claimed claimed)
{
    bool alone = test->setting->method == INDIVIDUAL;
    size_t levels =
        alone || test->given > test->degree ? test->given : test->degree;
    return claimed.degree < levels && !truth_playable(test->truths);
}

static void check_result(Case *test, size_t number)
{
    const json_t *result = result_of(test->proof, number);
    const json_t *base = json_object_get(result, "base");
    const char *formula = text_of(result, "formula");
    Claimed claimed = test->claims[number];
    bool excused = !truth_playable(test->truths) &&
                   json_array_size(json_object_get(test->proof, "assumes"));
    bool short_of = rests_on_playability(test, claimed);
    if (is_proved(result) && !excused) {
        test->judged++;
        if (truth_always(test->truths, claimed) == TRUTH_NO)
            fault(test, "proved, but false: %s", formula);
    }
    if (is_refuted(result)) {
        test->judged++;
        if (truth_always(test->truths, claimed) == TRUTH_YES)
            fault(test, "refuted, but true: %s", formula);
        check_trace(test, number);
    }
    if (json_is_true(base) && !short_of &&
        truth_initially(test->truths, claimed) == TRUTH_NO)
        fault(test, "base: yes, but it fails initially: %s", formula);
    if (json_is_false(base) &&
        truth_initially(test->truths, claimed) == TRUTH_YES)
        fault(test, "base: no, but it holds initially: %s", formula);
    if (flag_of(result, "step") && !short_of && !excused &&
        test->setting->method != MUTUAL &&
        truth_inductive(test->truths, claimed) == TRUTH_NO)
        fault(test, "step: yes, but a step breaks it: %s", formula);
    if (has_value(result, "failed_step"))
        check_failed_step(test, number);
}

/* ---- one proof ---- */

static void read_results(Case *test)
{
    size_t count = result_count(test->proof);
    Diag diag;
    Props *props = props_new(test->universe, NULL);
    test->degree = 0;
    test->claims = arena_array(test->arena, Claimed, count + 1);
    for (size_t i = 0; i < count; i++) {
        const char *text = text_of(result_of(test->proof, i), "formula");
        diag_init(&diag, test->arena);
        const Formula *formula = formula_read(
            test->arena, test->universe,
            source_new(test->arena, "formula", text, strlen(text)), &diag);
        if (!formula)
            fault(test, "reading: a formula printed cannot be read: %s", text);
        PropId meaning = formula ? props_expand(props, formula) : NO_PROP;
        size_t degree =
            meaning == NO_PROP ? 0 : props_get(props, meaning)->degree;
        test->degree = degree > test->degree ? degree : test->degree;
        test->claims[i] = (Claimed){formula, degree};
        diag_clear(&diag);
    }
    props_free(props);
}

/* Whether the formula is about things that exist. */
static bool is_readable(const Case *test, const char *text)
{
    Diag diag;
    diag_init(&diag, test->arena);
    bool readable = formula_read(
        test->arena, test->universe,
        source_new(test->arena, "formula", text, strlen(text)), &diag);
    diag_clear(&diag);
    return readable;
}

/* The answer about the formulas of DRAFT, and all families; NULL if there is
 * none. GIVEN may be NULL. */
static json_t *new_proof(const Case *test, ZermeloGame *game,
                         const NetBuilder *draft, const Setting *setting,
                         const char *given)
{
    json_t *formulas = json_array();
    json_t *options =
        json_pack("{s:s,s:s,s:s,s:s,s:I,s:i,s:f,s:o}", "engine",
                  setting->engine, "method", methods[setting->method],
                  "generator", generators[setting->generator], "domains",
                  domains[setting->domains], "seed", (json_int_t)setting->seed,
                  "threads", 1, "time", setting->seconds, "formula", formulas);
    if (setting->families)
        json_object_set_new(options, "family", json_string("all"));
    if (setting->save)
        json_object_set_new(options, "save", json_string(setting->save));
    if (given)
        json_object_set_new(options, "given", json_string(given));
    for (size_t i = 0; i < draft->formula_count; i++)
        if (is_readable(test, draft->formulas[i]))
            json_array_append_new(formulas, json_text(draft->formulas[i]));
    if (!setting->families && !json_array_size(formulas)) {
        json_decref(options);
        return NULL;
    }
    json_t *proof = ask(zermelo_prove_json, game, options);
    if (results_of(proof))
        return proof;
    json_decref(proof);
    return NULL;
}

/* The random formulas alone, as a set and one by one. */
static void compare_alone(Case *test, ZermeloGame *game,
                          const NetBuilder *draft)
{
    Setting setting = *test->setting;
    setting.save = NULL;
    setting.families = false;
    setting.seconds = SECONDS;
    setting.generator = CONTROL;
    setting.method = INDIVIDUAL;
    json_t *alone = new_proof(test, game, draft, &setting, NULL);
    setting.method = JOINT;
    json_t *set = new_proof(test, game, draft, &setting, NULL);
    for (size_t i = 0; alone && i < result_count(set); i++) {
        const json_t *one = result_of(alone, i), *all = result_of(set, i);
        if (has_value(one, "reason") || has_value(all, "reason"))
            continue;
        if (is_proved(one) && !is_proved(all))
            fault(test, "theorem: proved alone, not in the set: %s",
                  text_of(one, "formula"));
    }
    json_decref(alone);
    json_decref(set);
}

/* What engine native says, and what clingo says. */
static void compare_engines(Case *test, ZermeloGame *game,
                            const NetBuilder *draft)
{
    static const char *const keys[] = {"verdict", "base", "step"};
    Setting setting = *test->setting;
    setting.save = NULL;
    setting.seconds = SECONDS;
    setting.engine = "native";
    json_t *native = new_proof(test, game, draft, &setting, NULL);
    setting.engine = "clingo";
    json_t *clingo = new_proof(test, game, draft, &setting, NULL);
    for (size_t i = 0; clingo && i < result_count(native); i++) {
        const json_t *one = result_of(native, i), *other = result_of(clingo, i);
        if (has_value(one, "reason") || has_value(other, "reason"))
            continue;
        for (size_t k = 0; k < 3; k++)
            if (!json_equal(json_object_get(one, keys[k]),
                            json_object_get(other, keys[k])))
                fault(test, "engines: native and clingo differ in %s: %s",
                      keys[k], text_of(one, "formula"));
    }
    json_decref(native);
    json_decref(clingo);
}

/* ---- saved proofs ---- */

static void remove_saved(const char *directory)
{
    DIR *open = opendir(directory);
    for (struct dirent *entry; open && (entry = readdir(open));) {
        char path[600];
        snprintf(path, sizeof path, "%s/%s", directory, entry->d_name);
        remove(path);
    }
    if (open)
        closedir(open);
    rmdir(directory);
}

/* None of the claims of the certificate fails. */
static void check_saved(Case *test)
{
    const ZermeloLimits limits = {.seconds = SECONDS};
    json_t *saved = json_object_get((json_t *)test->proof, "saved");
    char *text =
        zermelo_recheck_json(test->setting->save, NULL, &limits, NULL, NULL);
    json_t *answer = json_loads(text, 0, NULL);
    if (!saved || has_value(saved, "failure"))
        fault(test, "saved: %s", text_of(saved, "failure"));
    else if (json_object_get(answer, "error") ||
             count_of(json_object_get(answer, "counts"), "fails"))
        fault(test, "rechecked: %s", text);
    json_decref(answer);
    free(text);
    remove_saved(test->setting->save);
}

/* ---- one game ---- */

/* Checks what PROOF says, and what it saved. */
static void check_proof(Case *test, const json_t *proof)
{
    test->proof = proof;
    read_results(test);
    for (size_t i = 0; i < result_count(proof); i++)
        if (!test->fault[0])
            check_result(test, i);
    if (test->setting->save)
        check_saved(test);
}

/* Of what was proved, a formula that looks furthest ahead; or NULL. */
static const char *far_looking(const Case *test, size_t *degree)
{
    const char *best = NULL;
    *degree = 0;
    for (size_t i = 0; i < result_count(test->proof); i++) {
        const json_t *result = result_of(test->proof, i);
        if (!is_proved(result) || (best && test->claims[i].degree <= *degree))
            continue;
        best = text_of(result, "formula");
        *degree = test->claims[i].degree;
    }
    return best;
}

/* First without, then with something given. */
static void prove_and_check(Case *test, ZermeloGame *game,
                            const NetBuilder *draft)
{
    const Setting *setting = test->setting;
    json_t *proof = new_proof(test, game, draft, setting, NULL);
    if (!result_count(proof)) {
        json_decref(proof);
        return;
    }
    check_proof(test, proof);
    const char *given = setting->given && !test->fault[0]
                            ? far_looking(test, &test->given)
                            : NULL;
    Setting plain = *setting;
    plain.families = false;
    json_t *second = given ? new_proof(test, game, draft, &plain, given) : NULL;
    if (second)
        check_proof(test, second);
    if (test->fault[0] && second)
        fault_given(test, given);
    json_decref(second);
    json_decref(proof);
    if (!test->fault[0] && setting->method == JOINT)
        compare_alone(test, game, draft);
    if (!test->fault[0] && setting->method != MUTUAL &&
        strcmp(setting->engine, "native") == 0)
        compare_engines(test, game, draft);
}

static void examine_game(Case *test, const NetBuilder *draft, const Text *text)
{
    const char *why;
    Budget budget = budget_new(10, NULL);
    static const DomainsKind kinds[] = {DOMAINS_DIRECTED, DOMAINS_GRAPH,
                                        DOMAINS_REACHABLE};
    DomainsKind kind = kinds[test->setting->domains];
    const Net *net =
        kind == DOMAINS_REACHABLE ? net_new(test->game, &budget, &why) : NULL;
    test->interp = interp_new(test->game, &budget, &why);
    test->universe = kind == DOMAINS_REACHABLE && !net
                         ? NULL
                         : universe_new(test->game, kind, net, &why);
    if (test->interp && test->universe)
        test->truths = truth_new(test->universe, test->interp, MAX_POSITIONS);
    if (test->truths) {
        ZermeloGame *game = zermelo_read("game", text_string(text),
                                         text->length, ZERMELO_KIF, NULL);
        test->positions = truth_size(test->truths);
        budget.deadline = 0; /* who judges answers may take any time */
        prove_and_check(test, game, draft);
        zermelo_free(game);
    }
    truth_free(test->truths);
    interp_free(test->interp);
    universe_free(test->universe);
    net_free(net);
}

/* What is wrong with the answers about DRAFT, to be freed; NULL if nothing. */
static char *examine(const NetBuilder *draft, const Setting *setting,
                     bool verbose)
{
    Text text = {0};
    Diag diag;
    Arena *arena = arena_new();
    Case *test = arena_alloc(arena, sizeof *test);
    test->setting = setting;
    test->arena = arena;
    net_builder_print(&text, draft);
    diag_init(&diag, arena);
    Rules *rules = rules_read("game", text_string(&text), text.length,
                              SYNTAX_KIF, &diag, arena);
    test->game = game_load(rules, &diag);
    if (test->game)
        examine_game(test, draft, &text);
    if (verbose)
        printf("%zu positions, %zu verdicts judged\n", test->positions,
               test->judged);
    char *fault = test->fault[0] ? memory_strdup(test->fault) : NULL;
    rules_free(rules);
    diag_clear(&diag);
    arena_free(arena);
    text_free(&text);
    return fault;
}

/* ---- making it smaller ---- */

static bool same_kind(const char *left, const char *right)
{
    size_t length = strcspn(left, ":,");
    return strncmp(left, right, length + 1) == 0;
}

/* Whether LESS has a fault of the same kind: then it replaces DRAFT. */
static bool try_less(NetBuilder *draft, Setting *setting,
                     const NetBuilder *less, const Setting *other, char **fault)
{
    char *found = examine(less, other, false);
    bool same = found && same_kind(found, *fault);
    if (same) {
        *draft = *less;
        *setting = *other;
        free(*fault);
        *fault = found;
    } else {
        free(found);
    }
    return same;
}

static void shrink(NetBuilder *draft, Setting *setting, char **fault)
{
    Budget budget = budget_new(SHRINK_SECONDS, NULL);
    NetBuilder *less = memory_resize(NULL, sizeof *less, 1);
    Setting plain = *setting;
    plain.families = false;
    try_less(draft, setting, draft, &plain, fault);
    for (bool smaller = true; smaller && !budget_spent(&budget);) {
        smaller = false;
        for (size_t i = draft->formula_count; i-- > 0;) {
            *less = *draft;
            less->formulas[i] = less->formulas[--less->formula_count];
            smaller |= try_less(draft, setting, less, setting, fault);
        }
        for (size_t i = draft->rule_count; i-- > 0;) {
            *less = *draft;
            memmove(&less->rules[i], &less->rules[i + 1],
                    (--less->rule_count - i) * sizeof *less->rules);
            smaller |= try_less(draft, setting, less, setting, fault);
        }
        for (size_t i = 0; i < draft->rule_count; i++)
            for (size_t k = draft->rules[i].count; k-- > 0;) {
                *less = *draft;
                DraftRule *rule = &less->rules[i];
                memmove(&rule->body[k], &rule->body[k + 1],
                        (--rule->count - k) * sizeof *rule->body);
                smaller |= try_less(draft, setting, less, setting, fault);
            }
    }
    free(less);
}

/* ---- many games ---- */

/* How many positions can be reached; 0 if it is no game or there are too
 * many. */
static size_t size_of(const NetBuilder *draft)
{
    Text text = {0};
    Diag diag;
    const char *why;
    Arena *arena = arena_new();
    Budget budget = budget_new(1, NULL);
    Truths *truths = NULL;
    net_builder_print(&text, draft);
    diag_init(&diag, arena);
    Rules *rules = rules_read("game", text_string(&text), text.length,
                              SYNTAX_KIF, &diag, arena);
    const Game *game = game_load(rules, &diag);
    Interp *interp = game ? interp_new(game, &budget, &why) : NULL;
    Universe *universe =
        interp ? universe_new(game, DOMAINS_DIRECTED, NULL, &why) : NULL;
    if (universe)
        truths = truth_new(universe, interp, MAX_POSITIONS);
    size_t size = truths ? truth_size(truths) : 0;
    truth_free(truths);
    universe_free(universe);
    interp_free(interp);
    rules_free(rules);
    diag_clear(&diag);
    arena_free(arena);
    text_free(&text);
    return size;
}

/* Half of all games have names to stumble over. */
static void rename_draft(NetBuilder *draft, Random *random, Arena *arena)
{
    Renaming *renaming = renaming_new(random, arena);
    for (size_t i = 0; i < draft->rule_count; i++) {
        DraftRule *rule = &draft->rules[i];
        rule->head = rename_kif(renaming, rule->head);
        for (size_t k = 0; k < rule->count; k++)
            rule->body[k] = rename_kif(renaming, rule->body[k]);
    }
    for (size_t i = 0; i < draft->formula_count; i++)
        draft->formulas[i] = rename_formula(renaming, draft->formulas[i]);
}

/* Most random games are over at once: one of the better ones. */
static void draw(NetBuilder *draft, Random *random, Arena *arena)
{
    size_t wanted = 2 + random_below(random, 12);
    for (int i = 0; i < MAX_DRAWS; i++) {
        net_builder_random(draft, random, arena);
        if (size_of(draft) >= wanted)
            return;
    }
}

static void show(uint64_t number, const NetBuilder *draft,
                 const Setting *setting, const char *fault)
{
    Text text = {0};
    net_builder_print(&text, draft);
    printf("game %llu, %s by %s from %s over %s domains%s%s\n%s\n",
           (unsigned long long)number, methods[setting->method],
           setting->engine, generators[setting->generator],
           domains[setting->domains],
           setting->families ? ", with all families" : "",
           setting->save ? ", saved" : "", fault);
    fputs(text_string(&text), stdout);
    for (size_t i = 0; i < draft->formula_count; i++)
        printf("formula: %s\n", draft->formulas[i]);
    fflush(stdout);
    text_free(&text);
}

/* What is not given by options: -1 stands for any. */
typedef struct {
    const char *engine;
    int method, generator, domains;
    uint64_t first, count;
    double seconds;
    bool verbose;
} Options;

static int pick(int fixed, Random *random, uint32_t count)
{
    int any = (int)random_below(random, count);
    return fixed >= 0 ? fixed : any;
}

static bool pass(const Options *options, uint64_t number)
{
    Arena *arena = arena_new();
    Random random = random_new(number, 0);
    NetBuilder *draft = arena_alloc(arena, sizeof *draft);
    Setting setting = {
        .engine = options->engine, .seed = number, .seconds = SECONDS};
    char directory[64];
    draw(draft, &random, arena);
    if (random_below(&random, 2))
        rename_draft(draft, &random, arena);
    setting.method = pick(options->method, &random, 3);
    setting.generator = pick(options->generator, &random, 3);
    setting.domains = pick(options->domains, &random, 3);
    setting.families =
        setting.method != INDIVIDUAL || random_below(&random, 4) == 0;
    setting.given = random_below(&random, 2) == 0;
    snprintf(directory, sizeof directory, "/tmp/prove_fuzz.%ld",
             (long)getpid());
    if (random_below(&random, 3) == 0)
        setting.save = directory;
    if (random_below(&random, 8) == 0) /* what is cut short is true, too */
        setting.seconds = 0.02 * (1 + random_below(&random, 20));
    if (options->verbose)
        printf("%llu: ", (unsigned long long)number);
    char *fault = examine(draft, &setting, options->verbose);
    bool good = !fault;
    if (fault) {
        show(number, draft, &setting, fault);
        shrink(draft, &setting, &fault);
        printf("made smaller:\n");
        show(number, draft, &setting, fault);
    }
    free(fault);
    arena_free(arena);
    return good;
}

/* The number of WORD in LIST, which ends in NULL; exits if it is not there. */
static int number_of(const char *word, const char *const *list)
{
    for (int i = 0; list[i]; i++)
        if (strcmp(list[i], word) == 0)
            return i;
    fprintf(stderr, "prove_fuzz: %s?\n", word);
    exit(2);
}

static bool set_option(Options *options, int option)
{
    switch (option) {
    case 'e':
        options->engine = optarg;
        return true;
    case 'm':
        options->method = number_of(optarg, methods);
        return true;
    case 'g':
        options->generator = number_of(optarg, generators);
        return true;
    case 'd':
        options->domains = number_of(optarg, domains);
        return true;
    case 'n':
        options->first = strtoull(optarg, NULL, 10);
        return true;
    case 'c':
        options->count = strtoull(optarg, NULL, 10);
        return true;
    case 's':
        options->seconds = strtod(optarg, NULL);
        return true;
    case 'v':
        options->verbose = true;
        return true;
    default:
        return false;
    }
}

int main(int argc, char **argv)
{
    Options options = {.engine = "clingo",
                       .method = -1,
                       .generator = -1,
                       .domains = -1,
                       .first = 1,
                       .count = UINT64_MAX};
    int option;
    while ((option = getopt(argc, argv, "e:m:g:d:n:c:s:v")) != -1)
        if (!set_option(&options, option))
            return 2;
    uint64_t passed = 0, failed = 0;
    Budget budget = budget_new(options.seconds, NULL);
    for (uint64_t i = 0; i < options.count && !budget_spent(&budget); i++)
        if (pass(&options, options.first + i))
            passed++;
        else
            failed++;
    printf("%llu passed, %llu failed\n", (unsigned long long)passed,
           (unsigned long long)failed);
    return failed ? 1 : 0;
}

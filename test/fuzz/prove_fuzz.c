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
#include "base/memory.h"
#include "rename.h"
#include "truth.h"
#include "typed.h"

#include "asp/clingo.h"
#include "formula/prop.h"
#include "lang/play_read.h"
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
static const char *const generators[] = {"all", "control", "proved", NULL};
static const char *const domains[] = {"directed", "graph", "reachable", NULL};

typedef struct {
    ZermeloProveOptions prove;
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
    const ZermeloProof *proof;
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
    ZermeloResult result = zermelo_proof_result(test->proof, number);
    size_t roles = zermelo_proof_role_count(test->proof), count = 0;
    Text text = {0};
    for (size_t i = 0; i < result.trace_length; i++)
        for (size_t k = 0; k < roles; k++)
            text_addf(&text, "%s%s", text.length ? "; " : "",
                      zermelo_proof_trace(test->proof, number, i, k));
    const Term **moves = read_terms(test, &text, &count);
    if (!result.has_trace || count != result.trace_length * roles ||
        !truth_refutes(test->truths, test->claims[number], moves,
                       result.trace_length, result.at))
        fault(test, "trace: refuted, but not by the play %s: %s",
              text_string(&text), result.formula);
    text_free(&text);
}

static Position *position_of(const Case *test, const char *const *features,
                             size_t count)
{
    Text text = {0};
    size_t read;
    for (size_t i = 0; i < count; i++)
        text_addf(&text, "%s%s", i ? "; " : "", features[i]);
    const Term **terms = read_terms(test, &text, &read);
    Position *position = position_new(test->arena, terms, read);
    text_free(&text);
    return position;
}

/* A formula that looks no further ahead has to hold before and fail after. */
static void check_failed_step(Case *test, size_t number)
{
    ZermeloResult result = zermelo_proof_result(test->proof, number);
    size_t roles = zermelo_proof_role_count(test->proof), count;
    Text text = {0};
    ZermeloFailedStep failed = zermelo_proof_failed_step(test->proof, number);
    for (size_t i = 0; i < roles; i++)
        text_addf(&text, "%s%s", i ? "; " : "", failed.moves[i]);
    const Term **moves = read_terms(test, &text, &count);
    Position *before = position_of(test, failed.before, failed.before_count);
    Position *after = position_of(test, failed.after, failed.after_count);
    const Formula *formula = test->claims[number].formula;
    if (count != roles || !is_step(test->interp, before, moves, after))
        fault(test, "failed-step: no legal step, or not to that position: %s",
              result.formula);
    else if (test->claims[number].degree == 0 &&
             (!holds_in(test->universe, test->interp, before, formula) ||
              holds_in(test->universe, test->interp, after, formula)))
        fault(test, "failed-step: does not break it: %s", result.formula);
    text_free(&text);
}

/* Whether sequences were looked at that are longer than the formula needs, in a
 * game in which some cannot be made longer. */
static bool rests_on_playability(const Case *test, Claimed claimed)
{
    bool alone = test->setting->prove.method == ZERMELO_INDIVIDUAL;
    size_t levels =
        alone || test->given > test->degree ? test->given : test->degree;
    return claimed.degree < levels && !truth_playable(test->truths);
}

static void check_result(Case *test, size_t number)
{
    ZermeloResult result = zermelo_proof_result(test->proof, number);
    Claimed claimed = test->claims[number];
    bool excused = !truth_playable(test->truths) &&
                   zermelo_proof_assumes_playable(test->proof);
    bool short_of = rests_on_playability(test, claimed);
    if (result.verdict == ZERMELO_YES && !excused) {
        test->judged++;
        if (truth_always(test->truths, claimed) == TRUTH_NO)
            fault(test, "proved, but false: %s", result.formula);
    }
    if (result.verdict == ZERMELO_NO) {
        test->judged++;
        if (truth_always(test->truths, claimed) == TRUTH_YES)
            fault(test, "refuted, but true: %s", result.formula);
        check_trace(test, number);
    }
    if (result.base == ZERMELO_YES && !short_of &&
        truth_initially(test->truths, claimed) == TRUTH_NO)
        fault(test, "base: yes, but it fails initially: %s", result.formula);
    if (result.base == ZERMELO_NO &&
        truth_initially(test->truths, claimed) == TRUTH_YES)
        fault(test, "base: no, but it holds initially: %s", result.formula);
    if (result.step == ZERMELO_YES && !short_of && !excused &&
        test->setting->prove.method != ZERMELO_MUTUAL &&
        truth_inductive(test->truths, claimed) == TRUTH_NO)
        fault(test, "step: yes, but a step breaks it: %s", result.formula);
    if (result.has_failed_step)
        check_failed_step(test, number);
}

/* ---- one proof ---- */

static void read_results(Case *test)
{
    size_t count = zermelo_proof_count(test->proof);
    Diag diag;
    Props *props = props_new(test->universe, NULL);
    test->degree = 0;
    test->claims = arena_array(test->arena, Claimed, count + 1);
    for (size_t i = 0; i < count; i++) {
        const char *text = zermelo_proof_result(test->proof, i).formula;
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

static ZermeloProof *new_proof(ZermeloGame *game, const NetBuilder *draft,
                               const ZermeloProveOptions *options,
                               bool families)
{
    const char *why;
    ZermeloProof *proof = zermelo_proof_new(game, options, &why);
    if (!proof)
        return NULL;
    if (families)
        zermelo_proof_family(proof, "all");
    for (size_t i = 0; i < draft->formula_count; i++) {
        char *complaint;
        if (!zermelo_proof_add(proof, "formula", NULL, draft->formulas[i],
                               &complaint))
            free(complaint); /* about something that does not exist */
    }
    return proof;
}

/* The random formulas alone, as a set and one by one. */
static void compare_alone(Case *test, ZermeloGame *game,
                          const NetBuilder *draft)
{
    ZermeloProveOptions options = test->setting->prove;
    options.save = NULL;
    options.limits.seconds = SECONDS;
    options.method = ZERMELO_INDIVIDUAL;
    options.generator = ZERMELO_FROM_CONTROL;
    ZermeloProof *alone = new_proof(game, draft, &options, false);
    options.method = ZERMELO_JOINT;
    ZermeloProof *set = new_proof(game, draft, &options, false);
    char *why = NULL;
    if (alone && set && zermelo_proof_count(set) &&
        zermelo_proof_run(alone, &why) && zermelo_proof_run(set, &why))
        for (size_t i = 0; i < zermelo_proof_count(set); i++) {
            ZermeloResult one = zermelo_proof_result(alone, i);
            ZermeloResult all = zermelo_proof_result(set, i);
            if (one.reason || all.reason)
                continue;
            if (one.verdict == ZERMELO_YES && all.verdict != ZERMELO_YES)
                fault(test, "theorem: proved alone, not in the set: %s",
                      one.formula);
        }
    free(why);
    zermelo_proof_free(alone);
    zermelo_proof_free(set);
}

/* What engine native says, and what clingo says. */
static void compare_engines(Case *test, ZermeloGame *game,
                            const NetBuilder *draft)
{
    ZermeloProveOptions options = test->setting->prove;
    options.save = NULL;
    options.limits.seconds = SECONDS;
    options.engine = "native";
    ZermeloProof *native =
        new_proof(game, draft, &options, test->setting->families);
    options.engine = "clingo";
    ZermeloProof *clingo =
        new_proof(game, draft, &options, test->setting->families);
    char *why = NULL;
    if (native && clingo && zermelo_proof_run(native, &why) &&
        zermelo_proof_run(clingo, &why))
        for (size_t i = 0; i < zermelo_proof_count(native); i++) {
            ZermeloResult one = zermelo_proof_result(native, i);
            ZermeloResult other = zermelo_proof_result(clingo, i);
            if (one.reason || other.reason)
                continue;
            if (one.verdict != other.verdict || one.base != other.base ||
                one.step != other.step)
                fault(test,
                      "engines: native verdict %d, base %d, step %d, clingo "
                      "%d, %d, %d: %s",
                      one.verdict, one.base, one.step, other.verdict,
                      other.base, other.step, one.formula);
        }
    free(why);
    zermelo_proof_free(native);
    zermelo_proof_free(clingo);
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

static void check_saved(Case *test, const char *part)
{
    const char *path =
        arena_printf(test->arena, "%s/%s.lp", test->setting->prove.save, part);
    FILE *file = fopen(path, "r");
    if (!file)
        return; /* nothing was proved, or it rests on nothing else */
    Text program = {0};
    char block[4096];
    for (size_t n; (n = fread(block, 1, sizeof block, file)) > 0;)
        text_add(&program, block, n);
    fclose(file);
    Budget budget = budget_new(20, NULL);
    ClingoTask task = {
        .mode = CLINGO_MODELS, .max_models = 1, .budget = &budget};
    ClingoAnswer answer =
        clingo_run(test->arena, text_string(&program), program.length, &task);
    if (answer.verdict == CLINGO_SATISFIABLE)
        fault(test, "saved: %s.lp has an answer set", part);
    text_free(&program);
}

/* ---- one game ---- */

/* Runs PROOF and checks what it says. */
static void check_proof(Case *test, ZermeloProof *proof)
{
    char *why = NULL;
    test->proof = proof;
    if (zermelo_proof_run(proof, &why)) {
        read_results(test);
        for (size_t i = 0; i < zermelo_proof_count(proof); i++)
            if (!test->fault[0])
                check_result(test, i);
    }
    if (test->setting->prove.save) {
        check_saved(test, "proof-base");
        check_saved(test, "proof-step");
        check_saved(test, "playable-base");
        check_saved(test, "playable-step");
        remove_saved(test->setting->prove.save);
    }
    free(why);
}

/* Of what was proved, a formula that looks furthest ahead; or NULL. */
static const char *far_looking(const Case *test, size_t *degree)
{
    const char *best = NULL;
    *degree = 0;
    for (size_t i = 0; i < zermelo_proof_count(test->proof); i++) {
        ZermeloResult result = zermelo_proof_result(test->proof, i);
        if (result.verdict != ZERMELO_YES ||
            (best && test->claims[i].degree <= *degree))
            continue;
        best = result.formula;
        *degree = test->claims[i].degree;
    }
    return best;
}

/* First without, then with something given. */
static void prove_and_check(Case *test, ZermeloGame *game,
                            const NetBuilder *draft)
{
    const Setting *setting = test->setting;
    char *why = NULL;
    ZermeloProof *proof =
        new_proof(game, draft, &setting->prove, setting->families);
    if (!proof || !zermelo_proof_count(proof)) {
        zermelo_proof_free(proof);
        return;
    }
    check_proof(test, proof);
    const char *given = setting->given && !test->fault[0]
                            ? far_looking(test, &test->given)
                            : NULL;
    ZermeloProof *second =
        given ? new_proof(game, draft, &setting->prove, false) : NULL;
    if (second && zermelo_proof_count(second) &&
        zermelo_proof_given(second, "given", given, &why))
        check_proof(test, second);
    if (test->fault[0] && second)
        fault_given(test, given);
    free(why);
    zermelo_proof_free(second);
    zermelo_proof_free(proof);
    if (!test->fault[0] && setting->prove.method == ZERMELO_JOINT)
        compare_alone(test, game, draft);
    if (!test->fault[0] && setting->prove.method != ZERMELO_MUTUAL &&
        strcmp(setting->prove.engine, "native") == 0)
        compare_engines(test, game, draft);
}

static void examine_game(Case *test, const NetBuilder *draft, const Text *text)
{
    const char *why;
    Budget budget = budget_new(10, NULL);
    static const DomainsKind kinds[] = {DOMAINS_DIRECTED, DOMAINS_GRAPH,
                                        DOMAINS_REACHABLE};
    DomainsKind kind = kinds[test->setting->prove.domains];
    const Net *net =
        kind == DOMAINS_REACHABLE ? net_new(test->game, &budget, &why) : NULL;
    test->interp = interp_new(test->game, &budget, &why);
    test->universe = kind == DOMAINS_REACHABLE && !net
                         ? NULL
                         : universe_new(test->game, kind, net, &why);
    if (test->interp && test->universe)
        test->truths = truth_new(test->universe, test->interp, MAX_POSITIONS);
    if (test->truths) {
        ZermeloGame *game =
            zermelo_read("game", text_string(text), text->length, ZERMELO_KIF);
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
           (unsigned long long)number, methods[setting->prove.method],
           setting->prove.engine, generators[setting->prove.generator],
           domains[setting->prove.domains],
           setting->families ? ", with all families" : "",
           setting->prove.save ? ", saved" : "", fault);
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
    Setting setting = {.prove = {.engine = options->engine,
                                 .seed = number,
                                 .threads = 1,
                                 .limits.seconds = SECONDS}};
    char directory[64];
    draw(draft, &random, arena);
    if (random_below(&random, 2))
        rename_draft(draft, &random, arena);
    setting.prove.method = (ZermeloMethod)pick(options->method, &random, 3);
    setting.prove.generator =
        (ZermeloGenerator)pick(options->generator, &random, 3);
    setting.prove.domains = (ZermeloDomains)pick(options->domains, &random, 3);
    setting.families = setting.prove.method != ZERMELO_INDIVIDUAL ||
                       random_below(&random, 4) == 0;
    setting.given = random_below(&random, 2) == 0;
    snprintf(directory, sizeof directory, "/tmp/prove_fuzz.%ld",
             (long)getpid());
    if (random_below(&random, 3) == 0)
        setting.prove.save = directory;
    if (random_below(&random, 8) == 0) /* what is cut short is true, too */
        setting.prove.limits.seconds = 0.02 * (1 + random_below(&random, 20));
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

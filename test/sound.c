/* sound.c - is what the prover says true in play
 *
 * In:   rule files
 * Out:  every formula that was proved and fails in a play, every refutation
 *       that is none, and "N passed, N failed"
 *
 * Usage: sound [-e ENGINE] [-m METHOD] [-g GENERATOR] [-d DOMAINS] [-M MB]
 *              [-s SECONDS] [-p PLAYS] [-t SECONDS] [-i SAMPLE] [-v] FILE...
 *
 * Proves all families of each game within -s seconds. Then reads the rules and
 * the formulas again and judges by the interpreter: along -p random plays, for
 * at most -t seconds a game, each proved formula has to hold in each position,
 * and each refutation has to be a legal play on which the formula fails. With
 * -i, SAMPLE of the formulas are proved individually too: what is proved so
 * must have been proved by METHOD, unless a limit stopped it (Haufe and
 * Thielscher 2010, Theorem 2).
 *
 * Games of which nothing could be proved in time are counted apart. Start
 * reading at judge(), near the end.
 */
#include "answers.h"
#include "system/file.h"
#include "formula/evaluate.h"
#include "lang/print.h"
#include "sim/playout.h"
#include "zermelo.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_STEPS = 400 };

typedef struct {
    const char *path;
    json_t *prove; /* options */
    size_t plays, sample;
    double seconds; /* of play */
    bool verbose;
    size_t faults;
} Test;

/* The judge's own reading of a game, and of what was said about it. */
typedef struct {
    Test *test;
    const json_t *proof; /* the answer */
    Arena *arena;
    const Game *game;
    Interp *interp;
    Universe *universe;
    Props *props;
    PropId *meanings; /* by result; NO_PROP if it could not be read */
    PlayEvaluator *evaluator;
    VEC(const Term *) made; /* moves of the play under way */
    bool *violated;         /* by result: say so once */
    size_t violations;
    bool stuck; /* a position was met in which a role cannot move */
} Judge;

__attribute__((format(printf, 2, 3))) static void fault(Test *test,
                                                        const char *format, ...)
{
    va_list args;
    va_start(args, format);
    printf("%s: ", test->path);
    vprintf(format, args);
    putchar('\n');
    va_end(args);
    test->faults++;
}

/* ---- along random plays ---- */

static void print_play(const Judge *judge)
{
    size_t roles = interp_role_count(judge->interp);
    for (size_t i = 0; i < judge->made.count; i++)
        printf("%s%s",
               !i          ? "    "
               : i % roles ? ", "
                           : "; ",
               term_string(judge->arena, judge->made.items[i]));
    putchar('\n');
}

/* All formulas that were proved, in all positions of the play just made. */
static void look_back(Judge *judge, size_t play)
{
    size_t steps = judge->made.count / interp_role_count(judge->interp);
    for (size_t i = 0; i < result_count(judge->proof); i++) {
        if (!is_proved(result_of(judge->proof, i)) || judge->violated[i] ||
            judge->meanings[i] == NO_PROP)
            continue;
        for (size_t at = 0; at <= steps; at++) {
            if (evaluator_holds(judge->evaluator, judge->meanings[i], at) !=
                HOLDS_NO)
                continue;
            judge->violated[i] = true;
            judge->violations++;
            printf("%s: proved, but fails in position %zu of play %zu: %s\n",
                   judge->test->path, at, play,
                   text_of(result_of(judge->proof, i), "formula"));
            print_play(judge);
            break;
        }
    }
}

/* A joint move by chance; false if a role has none. */
static bool choose(Judge *judge, uint64_t key, size_t step)
{
    for (size_t i = 0; i < interp_role_count(judge->interp); i++) {
        size_t count;
        const Term *const *legal = interp_legal(judge->interp, i, &count);
        if (!count) {
            judge->stuck = true;
            return false;
        }
        vec_push(&judge->made,
                 legal[playout_choice(key, step, i, (uint32_t)count)]);
    }
    return true;
}

static void play_once(Judge *judge, size_t play, const Budget *budget)
{
    Arena *arena = arena_new();
    size_t roles = interp_role_count(judge->interp);
    uint64_t key = playout_key(count_of(judge->test->prove, "seed"), play);
    vec_clear(&judge->made);
    evaluator_clear(judge->evaluator);
    evaluator_push(judge->evaluator, interp_initial(judge->interp));
    for (size_t step = 0;
         step < MAX_STEPS && !evaluator_ended(judge->evaluator) &&
         !budget_spent(budget) && choose(judge, key, step);
         step++)
        evaluator_push(
            judge->evaluator,
            interp_next(judge->interp,
                        judge->made.items + judge->made.count - roles, arena));
    if (!interp_failure(judge->interp))
        look_back(judge, play);
    arena_free(arena);
}

static size_t play_many(Judge *judge)
{
    size_t plays = 0;
    Budget budget = budget_new(judge->test->seconds, NULL);
    while (plays < judge->test->plays && !budget_spent(&budget))
        play_once(judge, plays++, &budget);
    return plays;
}

/* ---- refutations ---- */

static Play trace_of(const Judge *judge, size_t number)
{
    Text text = {0};
    Diag diag;
    size_t roles = interp_role_count(judge->interp), steps, i;
    json_t *step, *move;
    const char *role;
    json_array_foreach (
        json_object_get(result_of(judge->proof, number), "trace"), i, step) {
        const char *separator = i ? "; " : "";
        json_object_foreach (step, role, move) {
            text_addf(&text, "%s%s", separator, json_string_value(move));
            separator = ", ";
        }
    }
    diag_init(&diag, judge->arena);
    JointMove *moves = play_read(
        judge->arena, judge->game->terms,
        source_new(judge->arena, "trace", text_string(&text), text.length),
        &diag, &steps);
    Play play = {arena_array(judge->arena, const Term *, steps *roles + 1),
                 steps};
    for (i = 0; i < steps; i++)
        for (size_t k = 0; k < roles && moves[i].count == roles; k++)
            play.moves[i * roles + k] = moves[i].moves[k];
    diag_clear(&diag);
    text_free(&text);
    return play;
}

static void check_refutation(Judge *judge, size_t number)
{
    const json_t *result = result_of(judge->proof, number);
    if (!is_refuted(result) || judge->meanings[number] == NO_PROP)
        return;
    Play play = trace_of(judge, number);
    if (!has_value(result, "trace") ||
        play.steps != json_array_size(json_object_get(result, "trace")) ||
        !play_refutes(judge->evaluator, &play, judge->meanings[number],
                      count_of(result, "at")))
        fault(judge->test, "refuted, but not by that play: %s",
              text_of(result, "formula"));
}

/* ---- what is proved alone is proved in a set ---- */

static void compare_alone(Judge *judge, ZermeloGame *game)
{
    size_t count = result_count(judge->proof);
    size_t stride = count / judge->test->sample + 1;
    json_t *options = json_copy(judge->test->prove), *formulas = json_array();
    for (size_t i = 0; i < count; i += stride)
        json_array_append(
            formulas, json_object_get(result_of(judge->proof, i), "formula"));
    json_object_set_new(options, "formula", formulas);
    json_object_set_new(options, "method", json_string("individual"));
    json_object_set(options, "generator",
                    json_object_get(judge->proof, "generator"));
    json_object_del(options, "family");
    json_t *alone = ask(zermelo_prove_json, game, options);
    for (size_t i = 0; i * stride < count && results_of(alone); i++) {
        const json_t *one = result_of(alone, i);
        const json_t *all = result_of(judge->proof, i * stride);
        if (has_value(all, "reason") || has_value(one, "reason"))
            continue; /* of a limit */
        if (is_proved(one) && !is_proved(all))
            fault(judge->test, "proved alone, but not in a set: %s",
                  text_of(one, "formula"));
        if (!json_equal(json_object_get(one, "base"),
                        json_object_get(all, "base")))
            fault(judge->test, "no agreement on the initial position: %s",
                  text_of(one, "formula"));
    }
    if (!results_of(alone))
        fault(judge->test, "individually: %s",
              text_of(json_object_get(alone, "error"), "message"));
    json_decref(alone);
}

/* ---- one file ---- */

static void read_meanings(Judge *judge)
{
    size_t count = result_count(judge->proof);
    Diag diag;
    judge->meanings = arena_array(judge->arena, PropId, count + 1);
    judge->violated = arena_array(judge->arena, bool, count + 1);
    for (size_t i = 0; i < count; i++) {
        const char *text = text_of(result_of(judge->proof, i), "formula");
        diag_init(&diag, judge->arena);
        const Formula *formula = formula_read(
            judge->arena, judge->universe,
            source_new(judge->arena, "formula", text, strlen(text)), &diag);
        judge->meanings[i] =
            formula ? props_expand(judge->props, formula) : NO_PROP;
        if (!formula)
            fault(judge->test, "cannot be read again: %s", text);
        diag_clear(&diag);
    }
}

typedef enum { GOOD, BAD, NOTHING } Outcome;

static Outcome summary(Judge *judge, size_t plays)
{
    const json_t *counts = json_object_get(judge->proof, "counts");
    size_t proved = count_of(counts, "proved");
    size_t refuted = count_of(counts, "refuted");
    if (judge->test->verbose)
        printf("%s: %zu proved, %zu refuted, %zu unknown in %.1f s; %zu "
               "plays%s\n",
               judge->test->path, proved, refuted, count_of(counts, "unknown"),
               real_of(judge->proof, "seconds"), plays,
               judge->stuck ? "; not playable" : "");
    if (judge->stuck &&
        json_array_size(json_object_get(judge->proof, "assumes")))
        judge->violations = 0; /* the proof said what it rests on */
    return judge->test->faults || judge->violations ? BAD
           : proved || refuted                      ? GOOD
                                                    : NOTHING;
}

/* Proved or refuted in GAME; judged by the rules, read anew. */
static Outcome judge_game(Judge *judge, ZermeloGame *game)
{
    const char *why;
    Budget none = {0};
    DomainsKind kinds[] = {DOMAINS_DIRECTED, DOMAINS_GRAPH, DOMAINS_REACHABLE};
    DomainsKind kind = kinds[find_word("directed|graph|reachable",
                                       text_of(judge->proof, "domains"))];
    const Net *net =
        kind == DOMAINS_REACHABLE ? net_new(judge->game, &none, &why) : NULL;
    size_t plays = 0;
    judge->interp = interp_new(judge->game, &none, &why);
    judge->universe = universe_new(judge->game, kind, net, &why);
    if (judge->interp && judge->universe) {
        judge->props = props_new(judge->universe, NULL);
        read_meanings(judge);
        judge->evaluator = evaluator_new(judge->props, judge->interp);
        for (size_t i = 0; i < result_count(judge->proof); i++)
            check_refutation(judge, i);
        plays = play_many(judge);
        if (judge->test->sample)
            compare_alone(judge, game);
        evaluator_free(judge->evaluator);
        props_free(judge->props);
    } else {
        fault(judge->test, "%s", why);
    }
    Outcome outcome = summary(judge, plays);
    vec_free(&judge->made);
    interp_free(judge->interp);
    universe_free(judge->universe);
    net_free(net);
    return outcome;
}

static Outcome judge(Test *test, ZermeloGame *game, const json_t *proof)
{
    Text text = {0};
    Diag diag;
    const char *why;
    Arena *arena = arena_new();
    Judge judge = {.test = test, .proof = proof, .arena = arena};
    file_read(&text, test->path, MAX_TEXT_BYTES, &why);
    diag_init(&diag, arena);
    Rules *rules = rules_read(test->path, text_string(&text), text.length,
                              SYNTAX_ANY, &diag, arena);
    judge.game = game_load(rules, &diag);
    Outcome outcome = judge_game(&judge, game);
    rules_free(rules);
    diag_clear(&diag);
    arena_free(arena);
    text_free(&text);
    return outcome;
}

static Outcome judge_file(Test test)
{
    const char *why;
    ZermeloGame *game =
        zermelo_read_file(test.path, ZERMELO_ANY_SYNTAX, NULL, &why);
    json_t *proof =
        game ? ask(zermelo_prove_json, game, json_incref(test.prove)) : NULL;
    Outcome outcome = NOTHING;
    if (results_of(proof))
        outcome = judge(&test, game, proof);
    else
        printf("%s: nothing proved: %s\n", test.path,
               proof ? text_of(json_object_get(proof, "error"), "message")
                     : why);
    json_decref(proof);
    zermelo_free(game);
    fflush(stdout);
    return outcome;
}

static bool set_option(Test *test, int option)
{
    switch (option) {
    case 'e':
        json_object_set_new(test->prove, "engine", json_string(optarg));
        return true;
    case 'm':
        json_object_set_new(test->prove, "method", json_string(optarg));
        return true;
    case 'g':
        json_object_set_new(test->prove, "generator", json_string(optarg));
        return true;
    case 'd':
        json_object_set_new(test->prove, "domains", json_string(optarg));
        return true;
    case 'M':
        json_object_set_new(test->prove, "memory", json_integer(atol(optarg)));
        return true;
    case 's':
        json_object_set_new(test->prove, "time",
                            json_real(strtod(optarg, NULL)));
        return true;
    case 'p':
        test->plays = strtoul(optarg, NULL, 10);
        return true;
    case 't':
        test->seconds = strtod(optarg, NULL);
        return true;
    case 'i':
        test->sample = strtoul(optarg, NULL, 10);
        return true;
    case 'v':
        test->verbose = true;
        return true;
    default:
        return false;
    }
}

int main(int argc, char **argv)
{
    Test test = {.prove = json_pack("{s:s,s:s,s:s,s:i,s:i,s:i}", "method",
                                    "joint", "engine", "clingo", "family",
                                    "all", "seed", 1, "threads", 1, "time", 10),
                 .plays = 1000,
                 .seconds = 10};
    int option;
    while ((option = getopt(argc, argv, "e:m:g:d:M:s:p:t:i:v")) != -1)
        if (!set_option(&test, option))
            return 2;
    size_t counts[3] = {0};
    for (int i = optind; i < argc; i++) {
        test.path = argv[i];
        counts[judge_file(test)]++;
    }
    if (counts[NOTHING])
        printf("nothing proved or refuted in time: %zu\n", counts[NOTHING]);
    printf("%zu passed, %zu failed\n", counts[GOOD], counts[BAD]);
    json_decref(test.prove);
    return counts[BAD] ? 1 : 0;
}

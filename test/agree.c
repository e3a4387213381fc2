/* agree.c - do interpreter, machine and sliced simulation say the same
 *
 * In:   rule files
 * Out:  where they differ, and "N passed, N failed"
 *
 * Usage: agree [-p PLAYS] [-s SECONDS] [-v] FILE...
 * Along random plays, position by position: features, the end, the legal moves
 * of every role, percepts and goals. Then the totals of as many playouts by
 * all three. What cannot be grounded within SECONDS is counted apart.
 */
#include "system/file.h"
#include "lang/print.h"
#include "sim/playout.h"
#include "sim/simulate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_STEPS = 400 };

typedef struct {
    const char *path;
    size_t plays;
    double seconds;
    bool verbose;
    const Game *game;
    const Net *net;
    Interp *interp;
    Machine *machine;
    Cursor *cursor;
    uint32_t *moves;    /* of the step, by number */
    const Term **terms; /* and by name */
    bool differs;
} Test;

static void differ(Test *test, const char *what, size_t play, size_t step)
{
    if (interp_failure(test->interp))
        return; /* out of time: what it says is void */
    if (!test->differs)
        printf("%s: play %zu, step %zu: %s\n", test->path, play, step, what);
    test->differs = true;
}

/* ---- one position ---- */

static void compare_features(Test *test, const Position *position, size_t play,
                             size_t step)
{
    const uint64_t *state = cursor_state(test->cursor);
    size_t count = 0;
    for (size_t i = 0; i < machine_words(test->machine); i++)
        count += (size_t)__builtin_popcountll(state[i]);
    bool same = count == position->count;
    for (size_t i = 0; i < position->count && same; i++) {
        uint32_t number = net_feature(test->net, position->features[i]);
        same = number != NO_INDEX && state[number / 64] >> number % 64 & 1;
    }
    if (!same)
        differ(test, "the position", play, step);
}

static void compare_legal(Test *test, size_t role, size_t play, size_t step)
{
    size_t count;
    const Term *const *legal = interp_legal(test->interp, role, &count);
    bool same = count == cursor_legal_count(test->cursor, role);
    for (size_t i = 0; i < count && same; i++)
        same = legal[i] ==
               test->net->roles[role]
                   .moves[cursor_legal_move(test->cursor, role, (uint32_t)i)];
    if (!same)
        differ(test, "the legal moves", play, step);
}

static void compare_goals(Test *test, size_t role, size_t play, size_t step)
{
    size_t count, held = 0;
    const int *values = interp_goals(test->interp, role, &count);
    const Role *from = &test->net->roles[role];
    for (size_t i = 0; i < from->goal_count; i++) {
        if (!cursor_goal(test->cursor, role, i))
            continue;
        if (held >= count || values[held] != from->goals[i].value)
            differ(test, "a goal", play, step);
        held++;
    }
    if (held != count)
        differ(test, "the goals", play, step);
}

static void compare_percepts(Test *test, size_t role, size_t play, size_t step)
{
    size_t count, held = 0;
    const Term *const *seen = interp_percepts(test->interp, role, &count);
    const Role *from = &test->net->roles[role];
    for (size_t i = 0; i < from->percept_count; i++) {
        if (!cursor_percept(test->cursor, role, i))
            continue;
        if (held >= count || seen[held] != from->percepts[i].term)
            differ(test, "a percept", play, step);
        held++;
    }
    if (held != count)
        differ(test, "the percepts", play, step);
}

/* ---- one play ---- */

static bool choose(Test *test, uint64_t key, size_t step)
{
    for (size_t i = 0; i < test->net->role_count; i++) {
        uint32_t count = cursor_legal_count(test->cursor, i);
        if (!count)
            return false;
        test->moves[i] = cursor_legal_move(test->cursor, i,
                                           playout_choice(key, step, i, count));
        test->terms[i] = test->net->roles[i].moves[test->moves[i]];
    }
    return true;
}

static void compare_play(Test *test, size_t play, const Budget *budget)
{
    Arena *arena = arena_new();
    const Position *position = interp_initial(test->interp);
    uint64_t key = playout_key(1, play);
    cursor_set(test->cursor, machine_initial(test->machine));
    for (size_t step = 0; step < MAX_STEPS && !test->differs; step++) {
        interp_set(test->interp, position);
        compare_features(test, position, play, step);
        bool over = interp_is_terminal(test->interp);
        if (over != cursor_is_terminal(test->cursor))
            differ(test, "the end", play, step);
        for (size_t i = 0; i < test->net->role_count; i++) {
            compare_legal(test, i, play, step);
            compare_goals(test, i, play, step);
        }
        if (over || test->differs || interp_failure(test->interp) ||
            budget_spent(budget) || !choose(test, key, step))
            break;
        position = interp_next(test->interp, test->terms, arena);
        cursor_moves(test->cursor, test->moves);
        for (size_t i = 0; i < test->net->role_count; i++)
            compare_percepts(test, i, play, step);
        cursor_set(test->cursor, cursor_next(test->cursor));
    }
    arena_free(arena);
}

/* ---- totals ---- */

static bool same_totals(const Tally *a, const Tally *b)
{
    return a->playouts == b->playouts && a->states == b->states &&
           a->given_up == b->given_up && a->role_count == b->role_count &&
           memcmp(a->goals, b->goals, a->role_count * sizeof *a->goals) == 0;
}

static void compare_totals(Test *test)
{
    Budget none = {0};
    PlayoutTask first = {
        .seed = 1, .playouts = test->plays, .max_steps = 256, .budget = &none};
    PlayoutTask second = {
        .seed = 1, .playouts = test->plays, .max_steps = 256, .budget = &none};
    size_t roles = test->net->role_count;
    Tally machine = tally_new(roles), sliced = tally_new(roles);
    LanePlan *engine = sliced_new(test->net);
    simulate_machine(test->machine, &first, &machine, 1);
    simulate_sliced(engine, &second, &sliced, 2);
    if (!same_totals(&machine, &sliced))
        differ(test, "the totals of machine and sliced", 0, 0);
    lane_plan_free(engine);
    tally_free(&machine);
    tally_free(&sliced);
}

/* ---- one file ---- */

typedef enum { AGREES, DIFFERS, NO_GAME, NOT_GROUND } Outcome;

static Outcome compare(Test *test)
{
    const char *why;
    Budget budget = budget_new(test->seconds, NULL);
    double begun = clock_now();
    test->net = net_new(test->game, &budget, &why);
    double ground = clock_now() - begun;
    if (!test->net) {
        printf("%s: not grounded: %s\n", test->path, why);
        return NOT_GROUND;
    }
    budget = budget_new(test->seconds, NULL);
    test->interp = interp_new(test->game, &budget, &why);
    test->machine = machine_new(test->net);
    test->cursor = cursor_new(test->machine);
    test->moves = calloc(test->net->role_count, sizeof *test->moves);
    test->terms = calloc(test->net->role_count, sizeof *test->terms);
    size_t plays = 0;
    for (; test->interp && plays < test->plays && !test->differs &&
           !budget_spent(&budget) && !interp_failure(test->interp);
         plays++)
        compare_play(test, plays, &budget);
    if (!test->differs)
        compare_totals(test);
    if (test->verbose)
        printf("%s: %zu rules, %zu nodes, grounded in %.3f s, %zu plays "
               "compared\n",
               test->path, test->net->ground_rules, test->net->node_count,
               ground, plays);
    interp_free(test->interp);
    cursor_free(test->cursor);
    machine_free(test->machine);
    net_free(test->net);
    free(test->moves);
    free(test->terms);
    return test->differs ? DIFFERS : AGREES;
}

static Outcome compare_file(Test test)
{
    Text text = {0};
    const char *why;
    if (!file_read(&text, test.path, MAX_TEXT_BYTES, &why)) {
        printf("%s: %s\n", test.path, why);
        text_free(&text);
        return DIFFERS;
    }
    Arena *arena = arena_new();
    Diag diag;
    diag_init(&diag, arena);
    Rules *rules = rules_read(test.path, text_string(&text), text.length,
                              SYNTAX_ANY, &diag, arena);
    test.game = game_load(rules, &diag);
    Outcome outcome = test.game ? compare(&test) : NO_GAME;
    rules_free(rules);
    diag_clear(&diag);
    arena_free(arena);
    text_free(&text);
    fflush(stdout);
    return outcome;
}

int main(int argc, char **argv)
{
    Test test = {.plays = 20, .seconds = 10};
    int option;
    while ((option = getopt(argc, argv, "p:s:v")) != -1) {
        if (option == 'p')
            test.plays = strtoul(optarg, NULL, 10);
        else if (option == 's')
            test.seconds = strtod(optarg, NULL);
        else if (option == 'v')
            test.verbose = true;
        else
            return 2;
    }
    size_t counts[4] = {0};
    for (int i = optind; i < argc; i++) {
        test.path = argv[i];
        counts[compare_file(test)]++;
    }
    if (counts[NO_GAME] || counts[NOT_GROUND])
        printf("not grounded: %zu; no game: %zu\n", counts[NOT_GROUND],
               counts[NO_GAME]);
    printf("%zu passed, %zu failed\n", counts[AGREES], counts[DIFFERS]);
    return counts[DIFFERS] ? 1 : 0;
}

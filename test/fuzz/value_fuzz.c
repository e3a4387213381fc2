/* value_fuzz.c - random games of every kind, and their values by brute force
 *
 * A game is drawn as a graph of positions, written down as rules, and solved:
 * by all positions, by alpha-beta and by the interpreter. What they say of each
 * role is compared with values that are computed here on the graph, without
 * code of zermelo: by iteration in integers where turns are taken, in doubles
 * elsewhere (matrix games have at most two rows and two columns), and the range
 * of subgame-perfect equilibria by trying all strategies.
 *
 * Usage: value_fuzz [-n FIRST] [-c COUNT] [-s SECONDS] [-v]
 * Start reading at pass(), at the end.
 */
#include "games.h"

#include "../answers.h"

#include "api/handle.h"
#include "solve/alpha_beta.h"
#include "solve/value_solver.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_NODES = 12, MAX_PLAYERS = 3, MAX_JOINT = 12, ROUNDS = 3000 };

typedef enum { TURNS, TREE_OF_TURNS, CHANCE, JOINT, KINDS } Kind;

typedef struct {
    bool is_end;
    int payoffs[MAX_PLAYERS];
    int counts[MAX_PLAYERS + 1]; /* moves; the last role is `random` */
    int after[MAX_JOINT];        /* the first role's move changes fastest */
} DrawnNode;

typedef struct {
    Kind kind;
    bool is_cyclic, is_zero_sum, has_stuck;
    int players, roles, nodes;
    DrawnNode node[MAX_NODES];
} Drawn;

static int below(Random *random, int count)
{
    return (int)random_below(random, (uint32_t)count);
}

/* ---- drawing ---- */

static int joint_count(const Drawn *game, const DrawnNode *node)
{
    int count = 1;
    for (int i = 0; i < game->roles; i++)
        count *= node->counts[i];
    return count;
}

static void draw_counts(Drawn *game, DrawnNode *node, Random *random)
{
    int mover =
        below(random, game->kind == CHANCE ? game->roles : game->players);
    for (int i = 0; i < game->roles; i++)
        node->counts[i] = 1;
    node->counts[mover] = 1 + below(random, 3);
    if (game->kind == JOINT && below(random, 2)) {
        int other = below(random, game->roles);
        node->counts[mover] = node->counts[other] = 2;
    }
    if (game->is_cyclic && !below(random, 12)) {
        node->counts[0] = 0;
        game->has_stuck = true;
    }
}

static Drawn draw_game(Random *random)
{
    static const int values[] = {0, 50, 100, 0, 100, 30, 77};
    Drawn game = {.kind = (Kind)below(random, KINDS),
                  .players = 1 + below(random, MAX_PLAYERS)};
    if (game.players == 1 && game.kind != CHANCE)
        game.players = 2;
    game.roles = game.players + (game.kind == CHANCE ||
                                 (game.kind == JOINT && below(random, 2)));
    game.nodes = 4 + below(random, MAX_NODES - 3);
    game.is_cyclic = game.kind != TREE_OF_TURNS && below(random, 2);
    game.is_zero_sum = game.players == 2 && below(random, 2);
    int next_child = 1;
    for (int n = 0; n < game.nodes; n++) {
        DrawnNode *node = &game.node[n];
        if (game.kind == TREE_OF_TURNS && n == next_child) {
            game.nodes = n; /* no more are reached */
            break;
        }
        node->is_end = n == game.nodes - 1 || (n && !below(random, 3));
        for (int i = 0; i < game.players; i++)
            node->payoffs[i] = values[below(random, 7)];
        if (game.is_zero_sum)
            node->payoffs[1] = 100 - node->payoffs[0];
        draw_counts(&game, node, random);
        int count = joint_count(&game, node);
        if (game.kind == TREE_OF_TURNS) {
            if (next_child + count > game.nodes)
                node->is_end = true;
            for (int i = 0; i < count && !node->is_end; i++)
                node->after[i] = next_child++;
            continue;
        }
        for (int i = 0; i < count; i++)
            node->after[i] = game.is_cyclic || n == game.nodes - 1
                                 ? below(random, game.nodes)
                                 : n + 1 + below(random, game.nodes - n - 1);
    }
    return game;
}

static const char *role_name(const Drawn *game, int role)
{
    static const char *const names[] = {"x", "y", "z"};
    return role < game->players ? names[role] : "random";
}

/* The moves of a joint move. */
static void split_joint(const Drawn *game, const DrawnNode *node, int joint,
                        int *moves)
{
    for (int i = 0; i < game->roles; i++) {
        moves[i] = joint % node->counts[i];
        joint /= node->counts[i];
    }
}

static void write_rules(const Drawn *game, Text *out)
{
    for (int i = 0; i < game->roles; i++)
        text_addf(out, "role(%s). ", role_name(game, i));
    text_adds(out, "init(at(0)).\n");
    for (int n = 0; n < game->nodes; n++) {
        const DrawnNode *node = &game->node[n];
        if (node->is_end)
            text_addf(out, "terminal :- true(at(%d)).\n", n);
        for (int i = 0; node->is_end && i < game->players; i++)
            text_addf(out, "goal(%s,%d) :- true(at(%d)).\n", role_name(game, i),
                      node->payoffs[i], n);
        for (int i = 0; !node->is_end && i < game->roles; i++)
            for (int m = 0; m < node->counts[i]; m++)
                text_addf(out, "legal(%s,m%d) :- true(at(%d)).\n",
                          role_name(game, i), m, n);
        for (int k = 0; !node->is_end && k < joint_count(game, node); k++) {
            int moves[MAX_PLAYERS + 1];
            split_joint(game, node, k, moves);
            text_addf(out, "next(at(%d)) :- true(at(%d))", node->after[k], n);
            for (int i = 0; i < game->roles; i++)
                text_addf(out, ", does(%s,m%d)", role_name(game, i), moves[i]);
            text_adds(out, ".\n");
        }
    }
}

/* ---- brute force ---- */

/* The value of a matrix of at most two rows and two columns. */
static double matrix_value(double entry[2][2], int rows, int columns)
{
    double maximin = -1, minimax = 1000;
    for (int i = 0; i < rows; i++)
        maximin = fmax(maximin, fmin(entry[i][0], entry[i][columns - 1]));
    for (int j = 0; j < columns; j++)
        minimax = fmin(minimax, fmax(entry[0][j], entry[rows - 1][j]));
    if (maximin >= minimax - 1e-9) /* or differences are rounding */
        return maximin;
    double a = entry[0][0], b = entry[0][1], c = entry[1][0], d = entry[1][1];
    return fmin(minimax, fmax(maximin, (a * d - b * c) / (a + d - b - c)));
}

/* What ROLE gets at NODE if VALUES follow. */
static double value_after(const Drawn *game, const DrawnNode *node, int role,
                          const double *values)
{
    double entry[2][2] = {{0}}, best = role >= 0 ? -2 : 0, sum = 0;
    int moves[MAX_PLAYERS + 1],
        players = 0, mover = -1,
        shares = game->roles > game->players ? node->counts[game->players] : 1;
    for (int i = 0; i < game->players; i++)
        if (node->counts[i] > 1) {
            players++;
            mover = i;
        }
    if (players < 2) { /* chance may choose at the same time */
        int choices = mover < 0 ? 1 : node->counts[mover];
        best = mover == role ? -2 : 1000;
        for (int m = 0; m < choices; m++) {
            sum = 0;
            for (int k = 0; k < joint_count(game, node); k++) {
                split_joint(game, node, k, moves);
                if (mover < 0 || moves[mover] == m)
                    sum += values[node->after[k]] / shares;
            }
            best = mover == role ? fmax(best, sum) : fmin(best, sum);
        }
        return best;
    }
    int rows = node->counts[role], columns = 0;
    for (int k = 0; k < joint_count(game, node); k++) {
        int column = 0, size = 1;
        split_joint(game, node, k, moves);
        for (int i = 0; i < game->players; i++)
            if (i != role) {
                column += size * moves[i];
                size *= node->counts[i];
            }
        columns = size;
        if (rows == 1 && size > 2) { /* two others: any of their joint moves */
            rows = 0;
            break;
        }
        entry[moves[role]][column] += values[node->after[k]] / shares;
    }
    if (rows)
        return matrix_value(entry, rows, columns);
    best = 1000;
    for (int column = 0; column < columns; column++) {
        sum = 0;
        for (int k = 0; k < joint_count(game, node); k++) {
            int number = 0, size = 1;
            split_joint(game, node, k, moves);
            for (int i = 0; i < game->players; i++)
                if (i != role) {
                    number += size * moves[i];
                    size *= node->counts[i];
                }
            if (number == column)
                sum += values[node->after[k]] / shares;
        }
        best = fmin(best, sum);
    }
    return best;
}

/* The value of the first position for ROLE: from below, where endless play and
 * positions without a move count as BOTTOM. */
static double brute_value_from(const Drawn *game, int role, double start,
                               double bottom)
{
    double values[MAX_NODES], next[MAX_NODES];
    for (int n = 0; n < game->nodes; n++)
        values[n] = start;
    for (int round = 0; round < ROUNDS; round++) {
        for (int n = 0; n < game->nodes; n++) {
            const DrawnNode *node = &game->node[n];
            next[n] = node->is_end ? node->payoffs[role]
                      : joint_count(game, node)
                          ? value_after(game, node, role, values)
                          : bottom;
        }
        memcpy(values, next, sizeof values);
    }
    return values[0];
}

static double brute_value(const Drawn *game, int role, double bottom)
{
    return brute_value_from(game, role, bottom, bottom);
}

/* The outcome of a tree if every mover chooses as STRATEGY says, from N on. */
static const int *outcome(const Drawn *game, const int *strategy, int n)
{
    while (!game->node[n].is_end)
        n = game->node[n].after[strategy[n]];
    return game->node[n].payoffs;
}

/* No mover gains by another move at one position. */
static bool is_equilibrium(const Drawn *game, const int *strategy)
{
    for (int n = 0; n < game->nodes; n++) {
        const DrawnNode *node = &game->node[n];
        int count = node->is_end ? 0 : joint_count(game, node);
        for (int i = 0; i < game->players && count > 1; i++)
            for (int k = 0; node->counts[i] > 1 && k < count; k++)
                if (outcome(game, strategy, node->after[k])[i] >
                    outcome(game, strategy, n)[i])
                    return false;
    }
    return true;
}

/* The least and the most in LEAST and MOST, by trying all strategies. */
static void brute_equilibria(const Drawn *game, int *least, int *most)
{
    int strategy[MAX_NODES] = {0};
    for (int i = 0; i < game->players; i++) {
        least[i] = 1000;
        most[i] = -1;
    }
    for (;;) {
        const int *payoffs = outcome(game, strategy, 0);
        bool counts = is_equilibrium(game, strategy);
        for (int i = 0; counts && i < game->players; i++) {
            least[i] = payoffs[i] < least[i] ? payoffs[i] : least[i];
            most[i] = payoffs[i] > most[i] ? payoffs[i] : most[i];
        }
        int n = 0;
        while (n < game->nodes &&
               (game->node[n].is_end ||
                ++strategy[n] == joint_count(game, &game->node[n])))
            strategy[n++] = 0;
        if (n == game->nodes)
            return;
    }
}

/* ---- comparing ---- */

typedef struct {
    const Drawn *game;
    const char *engine;
    uint64_t number;
    bool failed;
} Case;

static void complain(Case *test, int role, const char *what, double expected,
                     const char *got)
{
    printf("game %llu: %s of %s should be %g, is %s (%s)\n",
           (unsigned long long)test->number, what, role_name(test->game, role),
           expected, got, test->engine);
    test->failed = true;
}

/* "no end" is -1. */
static double number_of(const json_t *value)
{
    const char *text = json_string_value(value);
    if (!text)
        return (double)json_integer_value(value);
    const char *slash = strchr(text, '/');
    return slash ? strtod(text, NULL) / strtod(slash + 1, NULL) : -1;
}

static void compare_bounds(Case *test, int role, const json_t *bounds)
{
    const Drawn *game = test->game;
    bool by_turns = game->kind == TURNS || game->kind == TREE_OF_TURNS;
    double least = number_of(json_object_get(bounds, "least")),
           most = number_of(json_object_get(bounds, "most"));
    bool ends = !game->is_cyclic;
    double value = brute_value(game, role, by_turns ? -1 : 0);
    char got[100];
    snprintf(got, sizeof got, "%.12g to %.12g", least, most);
    /* a game drawn with chance or joint moves may have none: then it has values
     * below 0, which the other reading calls 0 */
    double lowest =
        !by_turns && least < 0 ? brute_value(game, role, -1) : value;
    /* iteration may be slow where there are cycles: from above it is a bound */
    double highest =
        by_turns || ends ? value : brute_value_from(game, role, 100, 0);
    if (least > highest + 1e-6 || most < lowest - 1e-6)
        complain(test, role, "the value", value, got);
    else if ((by_turns || ends) &&
             (fabs(least - lowest) > 1e-9 || fabs(most - lowest) > 1e-9))
        complain(test, role, "the value", lowest, got);
}

static void compare_equilibria(Case *test, const json_t *equilibrium)
{
    int least[MAX_PLAYERS], most[MAX_PLAYERS];
    if (test->game->kind != TREE_OF_TURNS)
        return;
    brute_equilibria(test->game, least, most);
    for (int i = 0; i < test->game->players; i++) {
        const json_t *bounds =
            json_object_get(equilibrium, role_name(test->game, i));
        char got[100];
        double found_least = number_of(json_object_get(bounds, "least")),
               found_most = number_of(json_object_get(bounds, "most"));
        snprintf(got, sizeof got, "%g to %g", found_least, found_most);
        if (found_least != least[i])
            complain(test, i, "the least equilibrium", least[i], got);
        if (found_most != most[i])
            complain(test, i, "the best equilibrium", most[i], got);
    }
}

static void try_command(Case *test, ZermeloGame *game, const char *engine)
{
    test->engine = engine;
    json_t *answer =
        ask(zermelo_solve_json, game, json_pack("{s:s}", "engine", engine));
    for (int i = 0; i < test->game->players; i++) {
        const json_t *bounds = json_object_get(
            json_object_get(answer, "values"), role_name(test->game, i));
        if (bounds)
            compare_bounds(test, i, bounds);
        else
            complain(test, i, "the value", 0, "not there");
    }
    compare_equilibria(test, json_object_get(answer, "equilibrium"));
    json_decref(answer);
}

/* Alpha-beta alone, with a table that forgets. */
static void try_search(Case *test, ZermeloGame *game)
{
    const char *why;
    ZermeloNet *net = zermelo_ground(game, NULL, &why);
    Engine *engine = engine_by_machine(net->machine);
    Budget budget = budget_new(0, NULL);
    test->engine = "alpha-beta";
    for (int i = 0; i < test->game->players; i++) {
        AlphaBeta *search =
            alpha_beta_new(engine, engine_initial(engine), (size_t)i,
                           MAX_PAYOFF, !test->game->is_cyclic, 1 << 9);
        for (int k = 0; k < 20 && alpha_beta_run(search, NO_END, 500, &budget);
             k++)
            continue;
        const AlphaBetaResult *result = alpha_beta_result(search);
        double value = brute_value(test->game, i, -1);
        char got[100];
        snprintf(got, sizeof got, "%d to %d", result->least, result->most);
        bool is_whole = !test->game->is_cyclic;
        if (result->least > value || result->most < value ||
            (is_whole && result->least != result->most))
            complain(test, i, "the value", value, got);
        alpha_beta_free(search);
    }
    engine_free(engine);
    zermelo_net_free(net);
}

static bool pass(uint64_t number, bool verbose)
{
    Random random = random_new(number, 1913);
    Drawn drawn = draw_game(&random);
    Case test = {.game = &drawn, .number = number};
    Text text = {0};
    write_rules(&drawn, &text);
    if (verbose)
        printf("game %llu, kind %d%s\n%s\n", (unsigned long long)number,
               (int)drawn.kind, drawn.is_cyclic ? ", cyclic" : "",
               text_string(&text));
    ZermeloGame *game = zermelo_read("game", text_string(&text), text.length,
                                     ZERMELO_INFIX, NULL);
    if (!zermelo_usable(game)) {
        printf("game %llu cannot be used\n", (unsigned long long)number);
        test.failed = true;
    } else {
        try_command(&test, game, "native");
        try_command(&test, game, "interp");
        if (drawn.kind == TURNS || drawn.kind == TREE_OF_TURNS)
            try_search(&test, game);
    }
    if (test.failed)
        printf("%s\n", text_string(&text));
    zermelo_free(game);
    text_free(&text);
    return !test.failed;
}

int main(int argc, char **argv)
{
    return fuzz_games(argc, argv, pass);
}

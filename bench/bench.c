/* bench.c - how fast, in one run, on one core
 *
 * Usage: bench [-s SECONDS] FILE...
 * For each game: ground rules, nodes, time and memory until the first state,
 * states a second by the three engines, and the time gringo takes to ground
 * the same rules. Then the two hand-written ceilings. Figures are states per
 * second of processor time.
 */
#include "system/file.h"
#include "bitboard.h"
#include "sim/simulate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- the same rules for gringo ---- */

/* A constant for gringo; what it cannot spell becomes a number of its own. */
static void print_symbol(FILE *out, const Symbol *symbol)
{
    bool plain = symbol->name[0] >= 'a' && symbol->name[0] <= 'z';
    for (const char *c = symbol->name; *c && plain; c++)
        plain = (*c >= 'a' && *c <= 'z') || ascii_is_digit(*c) || *c == '_';
    if (plain && strcmp(symbol->name, "not") != 0)
        fprintf(out, "%s", symbol->name);
    else
        fprintf(out, "s_%u", symbol->id);
}

static void print_term(FILE *out, const Term *term)
{
    if (term_is_variable(term)) {
        fprintf(out, "V%u", term->symbol->id);
        return;
    }
    print_symbol(out, term->symbol);
    for (size_t i = 0; i < term->arity; i++) {
        fputc(i ? ',' : '(', out);
        print_term(out, term->args[i]);
    }
    if (term->arity)
        fputc(')', out);
}

static void print_clause(FILE *out, const Clause *clause)
{
    print_term(out, clause->head);
    for (size_t i = 0; i < clause->count; i++) {
        const Literal *literal = &clause->body[i];
        fputs(i ? ", " : " :- ", out);
        if (literal->kind == LITERAL_DISTINCT) {
            print_term(out, literal->atom->args[0]);
            fputs(" != ", out);
            print_term(out, literal->atom->args[1]);
            continue;
        }
        fputs(literal->kind == LITERAL_NEGATIVE ? "not " : "", out);
        print_term(out, literal->atom);
    }
    fputs(".\n", out);
}

static void print_program(FILE *out, const Game *game)
{
    for (size_t i = 0; i < game->clause_count; i++) {
        RelationId id = game->clauses[i].relation;
        Keyword keyword = game->relations[id].keyword;
        if (keyword != KEYWORD_BASE && keyword != KEYWORD_INPUT)
            print_clause(out, &game->clauses[i]);
    }
    fputs("{ true(F) } :- init(F).\n{ true(F) } :- next(F).\n"
          "{ does(P,M) } :- legal(P,M).\n",
          out);
}

/* Seconds of processor time, or -1 if gringo is missing or gives up. */
static double gringo_seconds(const Game *game)
{
    char path[] = "/tmp/zermelo-bench-XXXXXX", command[256];
    int file = mkstemp(path);
    FILE *out = file < 0 ? NULL : fdopen(file, "w");
    if (!out)
        return -1;
    print_program(out, game);
    fclose(out);
    struct rusage before, after;
    getrusage(RUSAGE_CHILDREN, &before);
    snprintf(command, sizeof command,
             "timeout 60 gringo %s > /dev/null 2> /dev/null", path);
    int status = system(command);
    getrusage(RUSAGE_CHILDREN, &after);
    unlink(path);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return -1;
    return (double)(after.ru_utime.tv_sec - before.ru_utime.tv_sec) +
           1e-6 * (double)(after.ru_utime.tv_usec - before.ru_utime.tv_usec);
}

/* ---- one game ---- */

static PlayoutTask task_for(double seconds, const Budget *budget)
{
    return (PlayoutTask){.seed = 1,
                         .max_steps = 100000,
                         .no_new_after = clock_now() + seconds,
                         .budget = budget};
}

static double rate_of(uint64_t states, double begun)
{
    double lasted = clock_cpu() - begun;
    return lasted > 0 ? (double)states / lasted : 0;
}

static double interp_rate(const Game *game, double seconds)
{
    const char *why;
    Budget budget = budget_new(4 * seconds, NULL);
    Interp *interp = interp_new(game, &budget, &why);
    if (!interp)
        return 0;
    Tally tally = tally_new(interp_role_count(interp));
    PlayoutTask task = task_for(seconds, &budget);
    double begun = clock_cpu();
    Engine *engine = engine_by_interp(interp);
    simulate_engine(engine, &task, &tally);
    engine_free(engine);
    double rate = rate_of(tally.states, begun);
    tally_free(&tally);
    interp_free(interp);
    return rate;
}

static double machine_rate(const Machine *machine, double seconds)
{
    Budget budget = {0};
    Tally tally = tally_new(machine_net(machine)->role_count);
    PlayoutTask task = task_for(seconds, &budget);
    double begun = clock_cpu();
    simulate_machine(machine, &task, &tally, 1);
    double rate = rate_of(tally.states, begun);
    tally_free(&tally);
    return rate;
}

static double sliced_rate(const LanePlan *sliced, const Net *net,
                          double seconds)
{
    Budget budget = {0};
    Tally tally = tally_new(net->role_count);
    PlayoutTask task = task_for(seconds, &budget);
    double begun = clock_cpu();
    simulate_sliced(sliced, &task, &tally, 1);
    double rate = rate_of(tally.states, begun);
    tally_free(&tally);
    return rate;
}

static void bench_game(const char *path, const Game *game, double begun,
                       double seconds)
{
    const char *why;
    struct rusage usage;
    double read = clock_cpu() - begun;
    const Net *net = net_new(game, NULL, &why);
    if (!net) {
        printf("%-22s %s\n", path, why);
        return;
    }
    double ground = clock_cpu() - begun - read;
    Machine *machine = machine_new(net);
    LanePlan *sliced = sliced_new(net);
    double start = clock_cpu() - begun;
    getrusage(RUSAGE_SELF, &usage);
    printf("%-22.22s %8zu %7zu %8.4f %7.4f %5ld", path, net->ground_rules,
           net->node_count, start, ground, usage.ru_maxrss / 1024);
    fflush(stdout);
    printf(" %8.4f", gringo_seconds(game));
    printf(" %8.1f", interp_rate(game, seconds) / 1e3);
    printf(" %7.3f", machine_rate(machine, seconds) / 1e6);
    printf(" %7.2f\n", sliced_rate(sliced, net, seconds) / 1e6);
    fflush(stdout);
    lane_plan_free(sliced);
    machine_free(machine);
    net_free(net);
}

/* A child for each game, so that the memory shown is its own. */
static void bench_file(const char *path, double seconds)
{
    pid_t child = fork();
    if (child) {
        waitpid(child, NULL, 0);
        return;
    }
    Text text = {0};
    const char *why, *name = strrchr(path, '/');
    if (!file_read(&text, path, MAX_TEXT_BYTES, &why)) {
        printf("%s: %s\n", path, why);
        exit(1);
    }
    Arena *arena = arena_new();
    Diag diag;
    diag_init(&diag, arena);
    double begun = clock_cpu();
    Rules *rules =
        rules_read(path, text.bytes, text.length, SYNTAX_ANY, &diag, arena);
    const Game *game = game_load(rules, &diag);
    if (game)
        bench_game(name ? name + 1 : path, game, begun, seconds);
    else
        printf("%s: not usable\n", path);
    exit(0);
}

int main(int argc, char **argv)
{
    double seconds = 1;
    int option;
    while ((option = getopt(argc, argv, "s:")) != -1)
        if (option == 's')
            seconds = strtod(optarg, NULL);
    printf("%-22s %8s %7s %8s %7s %5s %8s %8s %7s %7s\n", "game", "rules",
           "nodes", "first s", "ground", "MB", "gringo", "interp k", "machine",
           "sliced");
    fflush(stdout);
    for (int i = optind; i < argc; i++)
        bench_file(argv[i], seconds);
    printf("by hand: tic-tac-toe %.1f M, connect four %.1f M states a "
           "second\n",
           bitboard_tictactoe(seconds) / 1e6,
           bitboard_connectfour(seconds) / 1e6);
    return 0;
}

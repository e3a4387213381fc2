/* embed.c - the library in a program with threads: 50 games, 64 MB for each
 *
 * In:   rule files: one with many positions, and 25 others
 * Out:  a line for each game, in order: what simulate says of the 25, and of as
 *       many that are too large, or what perft says; then how many of them ran
 *       out of memory
 *
 * Usage: embed FILE FILE...
 *
 * Four threads take one game after the other. test/embedded compares the lines
 * with what the command says.
 */
#include "zermelo.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 50, THREADS = 4, MEGABYTES = 64, LINE = 200 };

static char **paths;
static char lines[GAMES][LINE];
static atomic_int next_game, without_memory;

/* A game with SIZE^3 features, all of which hold after the first step. */
static char *large_rules(int size)
{
    char *text = NULL;
    size_t length;
    FILE *rules = open_memstream(&text, &length);
    fprintf(rules, "(role you) (init begin) (legal you go)\n"
                   "(<= (next (cell ?x ?y ?z)) (n ?x) (n ?y) (n ?z))\n"
                   "(<= terminal (true (cell 1 1 1)))\n"
                   "(<= (goal you 100) (true (cell 1 1 1)))\n");
    for (int i = 1; i <= size; i++)
        fprintf(rules, "(n %d)\n", i);
    fclose(rules);
    return text;
}

/* The number behind KEY in a JSON object, which has such a key. */
static unsigned long number_of(const char *json, const char *key)
{
    const char *found = strstr(json, key);
    return found ? strtoul(found + strlen(key), NULL, 10) : 0;
}

/* What simulate says of 100 playouts, or why it says nothing. */
static void simulate(ZermeloGame *game, char *line)
{
    char *answer = zermelo_simulate_json(
        game, "{\"playouts\": 100, \"steps\": 500, \"threads\": 2}", NULL);
    if (strstr(answer, "\"error\""))
        snprintf(line, LINE, "%s", answer);
    else
        snprintf(line, LINE, "%lu playouts, %lu states",
                 number_of(answer, "\"playouts\":"),
                 number_of(answer, "\"states\":"));
    without_memory += strstr(line, "memory") != NULL;
    free(answer);
}

/* Counts plays until there is no room for more positions. */
static void count_plays(ZermeloGame *game, char *line)
{
    char *answer = zermelo_perft_json(game, "{\"depth\": 30}", NULL);
    snprintf(line, LINE, "%s", answer);
    without_memory += strstr(answer, "memory") != NULL;
    free(answer);
}

static void *run_games(void *nothing)
{
    const ZermeloLimits limits = {.megabytes = MEGABYTES};
    for (int i; (i = next_game++) < GAMES;) {
        const char *why = ZERMELO_NO_MEMORY;
        char *rules = i % 4 == 1 ? large_rules(200 + i) : NULL;
        ZermeloGame *game =
            rules ? zermelo_read("large", rules, strlen(rules), ZERMELO_KIF,
                                 &limits)
                  : zermelo_read_file(paths[i % 2 ? 0 : 1 + i / 2],
                                      ZERMELO_ANY_SYNTAX, &limits, &why);
        if (game)
            (i % 4 == 3 ? count_plays : simulate)(game, lines[i]);
        else
            snprintf(lines[i], LINE, "%s", why);
        zermelo_free(game);
        free(rules);
    }
    return nothing;
}

int main(int argc, char **argv)
{
    pthread_t threads[THREADS];
    if (argc < 2 + GAMES / 2)
        return 2;
    paths = argv + 1;
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, run_games, NULL) != 0)
            return 2;
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < GAMES; i++)
        printf("%s: %s\n", i % 2 ? "large" : paths[1 + i / 2], lines[i]);
    printf("%d out of memory\n", without_memory);
    return 0;
}

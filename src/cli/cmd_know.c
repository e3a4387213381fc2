/* cmd_know.c - zermelo know FILE --role R */
#include "cli/cmd.h"
#include "cli/output.h"

#include <stdio.h>
#include <string.h>

static const char *const filter_names[] = {"exact", "support"};
static const char *const about_names[] = {"legal", "terminal", "goal",
                                          "features"};

typedef struct {
    const Arguments *arguments;
    ZermeloGame *game;
    ZermeloNet *net; /* NULL: by the interpreter */
    ZermeloWatch task;
    ZermeloKnowledge *found;
} Know;

static bool knew_legal(const ZermeloKnowledge *found)
{
    return found->legal_rounds == found->rounds;
}

static bool knew_all(const ZermeloKnowledge *found)
{
    return knew_legal(found) && found->terminal_matches == found->matches &&
           found->goal_matches == found->matches;
}

static double per_1000_rounds(const ZermeloKnowledge *found)
{
    return found->rounds ? 1000 * found->seconds / (double)found->rounds : 0;
}

/* ---- for people ---- */

static void show_count(const char *what, size_t known, size_t all,
                       const char *of)
{
    printf("%-13s%s (%zu of %zu %s)\n", what, known == all ? "yes" : "no",
           known, all, of);
}

static void show_play(const Know *know, const char *title,
                      const char *const *moves)
{
    size_t roles = know->found->role_count;
    printf("%s\n   ", title);
    for (size_t i = 0; i < know->found->first.steps; i++)
        for (size_t k = 0; k < roles; k++)
            printf(" %s%s", moves[i * roles + k],
                   k + 1 < roles                      ? ","
                   : i + 1 < know->found->first.steps ? ";"
                                                      : "");
    printf("%s\n", know->found->first.steps ? "" : " the beginning");
}

static void show_first(const Know *know)
{
    static const char *const what[] = {"its legal moves", "that it was the end",
                                       "its payoff", "the position"};
    const ZermeloIgnorance *first = &know->found->first;
    if (!first->failed)
        return;
    printf("first failed match %zu, round %zu: %s did not know %s\n",
           first->match, first->round, know->found->roles[know->found->role],
           what[first->about]);
    if (!first->pair[0]) {
        show_play(know, "after", first->truth);
        if (first->about != ZERMELO_TERMINAL || know->task.filter)
            printf("all plays that it cannot tell apart agree, or none were "
                   "found that do not\n");
        return;
    }
    show_play(know, "it could not tell apart", first->pair[0]);
    show_play(know, "and", first->pair[1]);
}

static void show(const Know *know)
{
    const ZermeloKnowledge *found = know->found;
    printf("filter       %s%s\n", filter_names[know->task.filter],
           know->task.percepts_only ? ", percepts only" : "");
    printf("matches      %zu, %zu rounds\n", found->matches, found->rounds);
    if (found->given_up)
        printf("given up     %zu matches, too long\n", found->given_up);
    show_count("legal moves", found->legal_rounds, found->rounds, "rounds");
    if (knew_legal(found)) {
        show_count("the end", found->terminal_matches, found->matches,
                   "matches");
        show_count("payoff", found->goal_matches, found->matches, "matches");
    }
    if (found->limited)
        printf("limited      %zu rounds in which a limit was reached\n",
               found->limited);
    printf("time         %.3f s a 1000 rounds, median %.3f ms, longest %.3f "
           "ms\n",
           per_1000_rounds(found), 1000 * found->median, 1000 * found->longest);
    show_first(know);
    if (found->stopped)
        printf("stopped: the time was used up\n");
}

/* ---- for programs ---- */

static json_t *play_json(const Know *know, const char *const *moves)
{
    size_t roles = know->found->role_count;
    json_t *steps = json_array();
    for (size_t i = 0; i < know->found->first.steps; i++) {
        json_t *step = json_object();
        for (size_t k = 0; k < roles; k++)
            json_put(step, know->found->roles[k],
                     json_text(moves[i * roles + k]));
        json_array_append_new(steps, step);
    }
    return steps;
}

static json_t *first_json(const Know *know)
{
    const ZermeloIgnorance *first = &know->found->first;
    if (!first->failed)
        return json_null();
    json_t *histories = json_null();
    if (first->pair[0]) {
        histories = json_array();
        for (int i = 0; i < 2; i++)
            json_array_append_new(histories, play_json(know, first->pair[i]));
    }
    return json_pack("{s:I,s:I,s:s,s:o,s:o}", "match", (json_int_t)first->match,
                     "round", (json_int_t)first->round, "what",
                     about_names[first->about], "histories", histories, "play",
                     play_json(know, first->truth));
}

static void print_answer(const Know *know)
{
    const ZermeloKnowledge *found = know->found;
    bool legal = knew_legal(found);
    json_t *answer = json_object();
    const struct {
        const char *key;
        json_t *value;
    } keys[] = {
        {"file", json_text(know->arguments->operands[0])},
        {"role", json_text(know->found->roles[know->found->role])},
        {"matches", json_integer((json_int_t)found->matches)},
        {"rounds", json_integer((json_int_t)found->rounds)},
        {"filter", json_string(filter_names[know->task.filter])},
        {"percepts_only", json_boolean(know->task.percepts_only)},
        {"legal", json_boolean(legal)},
        {"terminal",
         legal ? json_boolean(found->terminal_matches == found->matches)
               : json_null()},
        {"goal", legal ? json_boolean(found->goal_matches == found->matches)
                       : json_null()},
        {"legal_rounds", json_integer((json_int_t)found->legal_rounds)},
        {"terminal_matches", json_integer((json_int_t)found->terminal_matches)},
        {"goal_matches", json_integer((json_int_t)found->goal_matches)},
        {"limited", json_integer((json_int_t)found->limited)},
        {"given_up", json_integer((json_int_t)found->given_up)},
        {"stopped", json_boolean(found->stopped)},
        {"first", first_json(know)},
        {"seconds", json_real(found->seconds)},
        {"seconds_per_1000_rounds", json_real(per_1000_rounds(found))},
        {"median_round_seconds", json_real(found->median)},
        {"longest_round_seconds", json_real(found->longest)},
    };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        json_object_set_new(answer, keys[i].key, keys[i].value);
    print_json(answer);
}

/* ---- the command ---- */

static int status_of(const ZermeloKnowledge *found)
{
    if (!found->matches || (knew_all(found) && found->stopped))
        return EXIT_UNKNOWN;
    if (knew_all(found))
        return EXIT_YES;
    return found->limited ? EXIT_UNKNOWN : EXIT_NO;
}

static int know_game(Know *know)
{
    const char *why;
    know->net = zermelo_ground(know->game, &know->task.limits, &why);
    if (!know->net)
        fprintf(stderr,
                "zermelo: the game cannot be grounded (%s); interpreting it\n",
                why);
    know->found = zermelo_know(know->game, know->net, &know->task, &why);
    if (!know->found) {
        trouble("role", "%s", why);
        return know->net ? EXIT_TROUBLE : EXIT_UNKNOWN;
    }
    if (has_option(know->arguments, "json"))
        print_answer(know);
    else
        show(know);
    int status = status_of(know->found);
    zermelo_knowledge_free(know->found);
    return status;
}

int cmd_know(const Arguments *arguments)
{
    const char *filter = text_option(arguments, "filter", "exact");
    Know know = {
        .arguments = arguments,
        .game = load_game(arguments),
        .task = {
            .role = text_option(arguments, "role", NULL),
            .filter =
                strcmp(filter, "exact") == 0 ? ZERMELO_EXACT : ZERMELO_SUPPORT,
            .percepts_only = has_option(arguments, "percepts-only"),
            .matches = count_option(arguments, "matches", 100),
            .steps = count_option(arguments, "steps", 1000),
            .seed = count_option(arguments, "seed", 1),
            .limits = {seconds_option(arguments, "time", 60), &interrupted}}};
    if (!know.game)
        return EXIT_TROUBLE;
    int status = know_game(&know);
    zermelo_net_free(know.net);
    zermelo_free(know.game);
    return status;
}

/* cmd_match.c - zermelo match FILE
 *
 * One match is shown step by step; with --repeat, a line each and a table.
 * Start reading at cmd_match(), at the end.
 */
#include "cli/output.h"

#include "base/arena.h"
#include "system/file.h"
#include "play/match.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

typedef struct {
    const Arguments *arguments;
    const char *id;
    Arena *arena; /* of the arrays */
    size_t role_count;
    MatchPlayer **players; /* those who play, in the order of their roles */
    size_t player_count;   /* without the role random */
    bool has_human;        /* among them */
    bool has_thinker;      /* who may use up its clock */
    MatchPlayer **seats;   /* by role, rotated; NULL for random */
    size_t repeat;
    bool for_people;       /* neither --json nor --xml */
    bool is_repeated;      /* --repeat */
    const char *directory; /* of --save, or NULL */
    const char *failure;   /* what could not be saved; or NULL */
    json_t *matches;       /* with --json or --html */
    json_t *plays;         /* with --html: for write_page */
    int status;
} Series;

/* ---- options that tournament has as well ---- */

int check_clocks(const Arguments *arguments)
{
    static const char *const names[] = {"startclock", "playclock"};
    for (size_t i = 0; i < 2; i++) {
        double seconds = seconds_option(arguments, names[i], 1);
        if (seconds < 0.001 || seconds > 1000000)
            return fail("usage", "--%s takes 0.001 to 1000000 seconds",
                        names[i]);
    }
    return EXIT_YES;
}

int check_given_moves(const Arguments *arguments, ZermeloGame *game,
                      const char *path)
{
    const char *from = text_option(arguments, "from", ""), *why;
    const ZermeloLimits limits = limits_of(arguments);
    char *message = NULL;
    if (!*from)
        return EXIT_YES;
    if (strcmp(zermelo_language(game), "GDL-II") == 0 &&
        choice_option(arguments, "percepts", 0) == 1) /* without own moves */
        return fail("usage", "--from cannot be told to players with "
                             "--percepts list");
    ZermeloPlay *play = zermelo_play_new(game, &limits, &why);
    if (!play)
        return fail("model", "%s: %s", path, why);
    int status = EXIT_YES;
    if (!zermelo_play_moves(play, from, &message))
        status = fail("illegal-move", "%s: --from: %s", path,
                      zermelo_play_fault(play));
    else if (zermelo_play_terminal(play))
        status = fail("usage", "%s: --from: the game is over after these moves",
                      path);
    free(message);
    zermelo_play_free(play);
    return status;
}

/* ---- names of files ---- */

static const char *match_id(const Series *series, size_t number)
{
    return series->is_repeated
               ? arena_printf(series->arena, "%s.%zu", series->id, number + 1)
               : series->id;
}

/* The path of a file of match ID: DIR/ID.json, DIR/ID.xml, DIR/ID-ROLE.xml. A
 * role may have any name: what is no letter, digit, - _ or . is written %XX. */
static const char *path_of(const Series *series, const char *id,
                           const char *role, const char *extension)
{
    Text path = {0};
    text_addf(&path, "%s/%s%s", series->directory, id, role ? "-" : "");
    for (const char *c = role; c && *c; c++)
        if (ascii_is_letter(*c) || ascii_is_digit(*c) || strchr("-_.", *c))
            text_addc(&path, *c);
        else
            text_addf(&path, "%%%02X", (unsigned char)*c);
    text_adds(&path, extension);
    return text_finish(&path, series->arena);
}

/* EXIT_ERROR, after saying so, if match NUMBER has a record already. */
static int check_match_id(const Series *series, size_t number)
{
    static const char *const extensions[] = {".json", ".xml"};
    for (size_t i = 0; i < 2; i++) {
        const char *path =
            path_of(series, match_id(series, number), NULL, extensions[i]);
        if (access(path, F_OK) == 0)
            return fail("file",
                        "%s: there is a match of this name already; choose "
                        "another --id",
                        path);
    }
    return EXIT_YES;
}

/* ---- who plays ---- */

/* The index of the role that "ROLE=WHO" begins with, or SIZE_MAX. */
static size_t role_of_option(const char *value, const ZermeloPlay *play,
                             const char **who)
{
    for (size_t i = 0; i < zermelo_play_role_count(play); i++) {
        const char *role = zermelo_play_role(play, i);
        size_t length = strlen(role);
        if (strncasecmp(value, role, length) == 0 && value[length] == '=') {
            *who = value + length + 1;
            return i;
        }
    }
    return SIZE_MAX;
}

static int fail_without_role(const Series *series, const ZermeloPlay *play,
                             const char *value)
{
    const char **names =
        arena_array(series->arena, const char *, series->role_count);
    Text roles = {0};
    for (size_t i = 0; i < series->role_count; i++)
        names[i] = zermelo_play_role(play, i);
    text_add_roles(&roles, names, series->role_count);
    fail("usage", "--player takes ROLE=WHO, and %s names no role; %s", value,
         text_string(&roles));
    text_free(&roles);
    return EXIT_ERROR;
}

static int seat_player(Series *series, const ZermeloPlay *play, size_t role,
                       const char *spec)
{
    const Arguments *arguments = series->arguments;
    const AgentOptions options = {
        .playouts = count_option(arguments, "playouts", 0),
        .seed = count_option(arguments, "seed", 1),
        .threads = threads_option(arguments),
        .megabytes = count_option(arguments, "memory", 0) / 4};
    const char *why;
    MatchPlayer *player = match_player_new(spec, &options, &why);
    if (!player)
        return fail("usage", "--player %s=%s: %s",
                    zermelo_play_role(play, role), spec, why);
    series->seats[role] = player;
    series->has_human |= player->kind == PLAYER_HUMAN;
    series->has_thinker |= player->kind != PLAYER_HUMAN &&
                           find_word("legal|random", player->spec) == SIZE_MAX;
    /* a message does not say which role it is for */
    for (size_t i = 0; player->kind == PLAYER_REMOTE && i < series->role_count;
         i++)
        if (i != role && series->seats[i] &&
            strcmp(series->seats[i]->spec, player->spec) == 0)
            return fail("usage", "%s cannot play two roles of a match", spec);
    return EXIT_YES;
}

/* As --player says; others play at random. */
static int seat_players(Series *series, const ZermeloPlay *play)
{
    const char *value, *who;
    int status = EXIT_YES;
    for (size_t i = 0; status == EXIT_YES &&
                       (value = next_value(series->arguments, "player", &i));) {
        size_t role = role_of_option(value, play, &who);
        if (role == SIZE_MAX)
            return fail_without_role(series, play, value);
        if (zermelo_play_is_random(play, role))
            return fail("usage", "the role random is played by the manager");
        if (series->seats[role])
            return fail("usage", "--player names two players for %s: %s and %s",
                        zermelo_play_role(play, role),
                        series->seats[role]->name, who);
        status = seat_player(series, play, role, who);
    }
    for (size_t i = 0; i < series->role_count && status == EXIT_YES; i++)
        if (!series->seats[i] && !zermelo_play_is_random(play, i))
            status = seat_player(series, play, i, "random");
    return status;
}

/* Players of one name could not be told apart in results: they get numbers, in
 * the order of their roles. */
static void number_players(const Series *series)
{
    size_t count = series->player_count;
    size_t *numbers = arena_array(series->arena, size_t, count);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0, number = 1; k < count; k++)
            if (k != i &&
                strcmp(series->players[k]->name, series->players[i]->name) == 0)
                numbers[i] = number += k < i;
    for (size_t i = 0; i < count; i++) {
        if (!numbers[i])
            continue;
        Text name = {0};
        text_addf(&name, "%s #%zu", series->players[i]->name, numbers[i]);
        free(series->players[i]->name);
        series->players[i]->name = text_take(&name);
    }
}

static int find_players(Series *series)
{
    const char *why;
    ZermeloLimits limits = limits_of(series->arguments);
    ZermeloPlay *play =
        zermelo_play_new(series->arguments->game, &limits, &why);
    if (!play)
        return fail("model", "%s: %s", series->arguments->operands[0], why);
    size_t count = series->role_count = zermelo_play_role_count(play);
    series->players = arena_array(series->arena, MatchPlayer *, count);
    series->seats = arena_array(series->arena, MatchPlayer *, count);
    int status = seat_players(series, play);
    zermelo_play_free(play);
    for (size_t i = 0; i < count; i++)
        if (series->seats[i])
            series->players[series->player_count++] = series->seats[i];
    if (series->is_repeated)
        number_players(series);
    if (status == EXIT_YES && !series->for_people && series->has_human)
        return fail("usage", "a human cannot be asked with --json or --xml; "
                             "--save DIR keeps both");
    /* before the first match, whose record would be lost otherwise */
    for (size_t i = 0;
         series->directory && i < series->repeat && status == EXIT_YES; i++)
        status = check_match_id(series, i);
    return status;
}

/* In match NUMBER every player has moved on by NUMBER roles. */
static void rotate_players(Series *series, size_t number, uint64_t seed)
{
    size_t next = number;
    for (size_t i = 0; i < series->role_count; i++) {
        if (!series->seats[i])
            continue;
        assert(series->player_count > 0);
        series->seats[i] = series->players[next++ % series->player_count];
        series->seats[i]->options.seed = seed;
    }
}

/* ---- for people ---- */

static void show_step(const Record *record, size_t number)
{
    const RecordedMove *moves = record->steps.items[number];
    printf("step %zu:", number + 1);
    for (size_t i = 0; i < record->role_count; i++)
        printf("%s %s", i ? "," : "", moves[i].move);
    puts(number < record->given_steps ? " (given)" : "");
    for (size_t i = 0; i < record->role_count; i++) {
        if (moves[i].fault == FAULT_NONE)
            continue;
        printf("  %s: %s", record->roles[i], fault_name(moves[i].fault));
        if (moves[i].sent && moves[i].fault == FAULT_UNREADABLE)
            printf(" (sent: %s; a move is one term, as (mark 1 1))",
                   moves[i].sent);
        else if (moves[i].sent)
            printf(" (%s)", moves[i].sent);
        printf(", replaced by %s\n", moves[i].move);
    }
    for (size_t i = 0; i < record->role_count; i++) {
        if (!moves[i].percept_count)
            continue;
        printf("  %s sees", record->roles[i]);
        for (size_t k = 0; k < moves[i].percept_count; k++)
            printf(" %s", moves[i].percepts[k]);
        putchar('\n');
    }
}

/* Before the players get ready, which may take as long as the start clock. */
static void show_start(const Record *record, bool shows_clocks)
{
    printf("match %s\n", record->match->id);
    for (size_t i = 0; i < record->role_count; i++)
        printf("  %s is played by %s\n", record->roles[i],
               record_player(record, i, "the manager"));
    if (shows_clocks)
        printf("The players get ready: at most %g s, and then %g s a move.\n",
               (double)record->match->start_ms / 1000,
               (double)record->match->play_ms / 1000);
}

/* A human is shown the position, and in GDL-II nothing that is hidden. */
static void show_update(void *data, const Record *record,
                        const ZermeloPlay *play)
{
    const Series *series = data;
    if (!series->for_people || (series->is_repeated && !series->has_human))
        return;
    if (!record->positions.count)
        show_start(record, series->has_human && series->has_thinker);
    for (size_t i = 0; i < record->role_count && !record->steps.count; i++)
        if (record->positions.count && record->start_faults[i] != FAULT_NONE)
            printf("  %s is not ready: %s\n", record->roles[i],
                   fault_name(record->start_faults[i]));
    if (record->steps.count && (!series->has_human || !record->has_percepts))
        show_step(record, record->steps.count - 1);
    if (series->has_human && !record->has_percepts && record->positions.count)
        draw_play(series->arguments->drawing, play, 0, !record->steps.count);
    fflush(stdout);
}

static void show_end(const Series *series, const Record *record)
{
    if (series->has_human && record->has_percepts)
        for (size_t i = 0; i < record->steps.count; i++)
            show_step(record, i);
    if (series->is_repeated) {
        printf("%s:", record->match->id);
    } else if (record->completed) {
        printf("the game is over:");
    }
    if (!record->completed) {
        printf("%smatch aborted: %s\n", series->is_repeated ? " " : "",
               record->abort_reason ? record->abort_reason
                                    : "no step could be made");
        return;
    }
    for (size_t i = 0; i < record->role_count; i++) {
        printf("%s %s ", i ? "," : "", record->roles[i]);
        if (series->is_repeated && record->match->players[i])
            printf("(%s) ", record->match->players[i]->name);
        if (record->goals[i] < 0)
            printf("no value");
        else
            printf("%d", record->goals[i]);
    }
    if (series->is_repeated)
        printf(", %zu steps", record->steps.count);
    putchar('\n');
    fflush(stdout);
}

/* ---- records ---- */

/* Writes a file of the match; the first failure of all is kept in SERIES. */
static void save_text(Series *series, const Record *record, const char *role,
                      const char *extension, const char *text)
{
    const char *why,
        *path = path_of(series, record->match->id, role, extension);
    if (!series->failure &&
        !file_save(path, text, strlen(text), FILE_NEW, &why)) {
        series->failure = arena_printf(series->arena, "%s: %s", path, why);
        series->status = EXIT_ERROR;
    }
}

static void save_xml(Series *series, const Record *record, size_t sight)
{
    Text xml = {0};
    record_xml(&xml, record, sight);
    save_text(series, record, sight == SIZE_MAX ? NULL : record->roles[sight],
              ".xml", text_string(&xml));
    text_free(&xml);
}

static void save_record(Series *series, const Record *record)
{
    json_t *object = record_json(record);
    char *text = json_dumps(object, JSON_INDENT(2));
    save_text(series, record, NULL, ".json", text);
    save_xml(series, record, SIZE_MAX);
    for (size_t i = 0; record->has_percepts && i < record->role_count; i++)
        save_xml(series, record, i);
    free(text);
    json_decref(object);
}

/* The moves of a match for write_page. */
static json_t *moves_json(const Record *record)
{
    Text moves = {0};
    for (size_t i = 0; i < record->steps.count; i++)
        for (size_t k = 0; k < record->role_count; k++)
            text_addf(&moves, "%s%s",
                      k   ? ", "
                      : i ? "; "
                          : "",
                      record->steps.items[i][k].move);
    return json_take_text(&moves);
}

static void keep_record(Series *series, const Record *record)
{
    if (series->directory)
        save_record(series, record);
    if (has_option(series->arguments, "xml")) {
        Text xml = {0};
        record_xml(&xml, record, SIZE_MAX);
        fputs(text_string(&xml), stdout);
        text_free(&xml);
    }
    if (series->matches)
        json_add(series->matches, record_json(record));
    if (series->plays)
        json_add(series->plays,
                 JSON_OBJECT({"title", json_text(record->match->id)},
                             {"moves", moves_json(record)}));
}

/* ---- matches ---- */

/* False if there is no point in going on. */
static bool run_match(Series *series, size_t number)
{
    const Arguments *arguments = series->arguments;
    uint64_t seed = count_option(arguments, "seed", 1) + number;
    double start = seconds_option(arguments, "startclock",
                                  series->has_human ? 3 : 30),
           play = seconds_option(arguments, "playclock", 10);
    const char *why;
    rotate_players(series, number, seed);
    Match match = {.game = series->arguments->game,
                   .id = match_id(series, number),
                   .game_name = arguments->operands[0],
                   .players = series->seats,
                   .start_ms = (int64_t)(start * 1000 + 0.5),
                   .play_ms = (int64_t)(play * 1000 + 0.5),
                   .grace_seconds = seconds_option(arguments, "grace", 1),
                   .replace_first = choice_option(arguments, "replace", 0),
                   .list_percepts = choice_option(arguments, "percepts", 0),
                   .max_steps = count_option(arguments, "steps", 1000),
                   .from = text_option(arguments, "from", NULL),
                   .seed = seed,
                   .cancelled = &interrupted,
                   .notify = show_update,
                   .data = series};
    Record *record = match_run(&match, &why);
    if (!record) {
        series->status = fail("model", "%s", why);
        return false;
    }
    if (series->for_people)
        show_end(series, record);
    keep_record(series, record);
    results_add(record);
    if (!record->completed && series->status == EXIT_YES)
        series->status = EXIT_UNKNOWN;
    record_free(record);
    return !interrupted && series->status != EXIT_ERROR;
}

static void print_results(Series *series)
{
    json_t *answer = json_incref(json_array_get(series->matches, 0));
    if (answer && series->is_repeated) {
        json_decref(answer);
        answer = JSON_OBJECT(
            {"file", json_text(series->arguments->operands[0])},
            {"matches", json_incref(series->matches)},
            {"results", results_json(series->players, series->player_count)});
    }
    if (answer)
        series->status = write_page(series->arguments, answer, series->plays,
                                    series->status);
    if (answer && wants_json) {
        if (series->failure)
            json_put(answer, "error", json_error("file", series->failure));
        print_json(json_incref(answer));
    } else if (series->failure) {
        fail("file", "%s", series->failure);
    }
    if (series->for_people && series->is_repeated) {
        Text table = {0};
        results_print(&table, series->players, series->player_count);
        fputs(text_string(&table), stdout);
        text_free(&table);
    }
    json_decref(answer);
}

/* The name of the game and the time, which is hardly ever used twice. */
static const char *default_id(const Arguments *arguments)
{
    const char *slash = strrchr(arguments->operands[0], '/'),
               *name = slash ? slash + 1 : arguments->operands[0];
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return arena_printf(arguments->arena, "%.*s.%lld",
                        (int)strcspn(name, strcmp(name, "-") ? "." : "-"), name,
                        (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000);
}

/* What goes together; EXIT_ERROR after saying what does not. */
static int check_options(const Series *series)
{
    bool wants_xml = has_option(series->arguments, "xml");
    if (!is_plain_name(series->id, 199) || series->id[0] == '.')
        return fail("usage", "--id takes letters, digits, - _ and .");
    if (!series->repeat)
        return fail("usage", "--repeat takes a number above 0");
    if (wants_xml && wants_json)
        return fail("usage", "--xml and --json print one form each: "
                             "choose one");
    if (wants_xml && series->repeat > 1)
        return fail("usage", "--xml prints one match; with --repeat, "
                             "--save DIR keeps the XML of each");
    if (check_clocks(series->arguments) != EXIT_YES ||
        check_given_moves(series->arguments, series->arguments->game,
                          series->arguments->operands[0]) != EXIT_YES)
        return EXIT_ERROR;
    if (series->directory && mkdir(series->directory, 0777) != 0 &&
        errno != EEXIST)
        return fail("file", "%s: %s", series->directory, strerror(errno));
    return EXIT_YES;
}

int cmd_match(const Arguments *arguments)
{
    Series series = {.arguments = arguments,
                     .arena = arguments->arena,
                     .id = text_option(arguments, "id", default_id(arguments)),
                     .repeat = count_option(arguments, "repeat", 1),
                     .for_people = !wants_json && !has_option(arguments, "xml"),
                     .is_repeated = has_option(arguments, "repeat"),
                     .directory = text_option(arguments, "save", NULL)};
    if (check_options(&series) != EXIT_YES)
        return EXIT_ERROR;
    bool has_page = has_option(arguments, "html");
    series.matches = wants_json || has_page ? json_array() : NULL;
    series.plays = has_page ? json_array() : NULL;
    series.status = find_players(&series);
    if (series.status == EXIT_YES) {
        for (size_t i = 0; i < series.repeat && run_match(&series, i); i++)
            ;
        print_results(&series);
    }
    for (size_t i = 0; i < series.player_count; i++)
        match_player_free(series.players[i]);
    json_decref(series.matches);
    json_decref(series.plays);
    return series.status;
}

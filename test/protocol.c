/* protocol.c - the player and the manager against strangers, byte by byte
 *
 *     protocol PROGRAM GAMES [MALFORMED]
 *
 * Starts `PROGRAM player` and sends it what the two managers send, as they send
 * it; then what nobody should send, MALFORMED times; kills and stops the
 * processes of its matches, and the player; then starts `PROGRAM match` against
 * players that are slow, silent, garrulous, rude or mad. All on the loopback
 * device. Start reading at main(), at the end.
 */
#include "system/file.h"
#include "base/random.h"
#include "base/text.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Pages that the player may hold after a storm, beyond those before it; with a
 * sanitizer, what is freed stays for a while. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { MAX_GROWTH = 50000 };
#else
enum { MAX_GROWTH = 2500 };
#endif

static unsigned passed, failed;

static void check(bool good, const char *what, const char *got)
{
    if (good) {
        passed++;
        return;
    }
    failed++;
    printf("not so: %s\n  got: %.400s\n", what, got ? got : "nothing");
}

static bool has(const char *text, const char *part)
{
    return text && strstr(text, part) != NULL;
}

/* ---- children ---- */

typedef struct {
    pid_t pid;
    int output;
    unsigned port;
} Child;

/* Starts PROGRAM with ARGUMENTS; what it prints can be read from output. */
static Child start(const char *program, const char *const *arguments)
{
    int ends[2];
    Child child = {0};
    if (pipe(ends) != 0)
        exit(2);
    child.pid = fork();
    if (child.pid == 0) {
        const char *words[40] = {program};
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (size_t i = 0; arguments[i] && i < 38; i++)
            words[i + 1] = arguments[i];
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        execv(program, (char *const *)words);
        _exit(127);
    }
    close(ends[1]);
    child.output = ends[0];
    return child;
}

static void read_all(int from, Text *out)
{
    char bytes[4096];
    for (ssize_t got; (got = read(from, bytes, sizeof bytes)) > 0;)
        text_add(out, bytes, (size_t)got);
}

/* MORE: further options, separated by spaces. */
static Child start_player(const char *program, const char *more)
{
    char port[16], line[200] = {0}, words[200];
    snprintf(port, sizeof port, "%d", 20000 + (int)(getpid() % 20000));
    snprintf(words, sizeof words, "%s", more);
    const char *arguments[20] = {"player", "--port",     port,   "--time",
                                 "600",    "--strategy", "legal"};
    size_t count = strstr(more, "--strategy") ? 5 : 7;
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " "))
        arguments[count++] = word;
    Child child = start(program, arguments);
    for (size_t i = 0; i + 1 < sizeof line; i++)
        if (read(child.output, line + i, 1) != 1 || line[i] == '\n')
            break;
    const char *at = strstr(line, "port ");
    check(at != NULL, "the player says where it listens", line);
    child.port = at ? (unsigned)atoi(at + 5) : 0;
    return child;
}

static int stop(Child *child, int signal)
{
    int status = -1;
    kill(child->pid, signal);
    waitpid(child->pid, &status, 0);
    close(child->output);
    return status;
}

/* Pages that a process holds. */
static long resident(pid_t pid)
{
    char path[64];
    long size = 0, pages = 0;
    snprintf(path, sizeof path, "/proc/%d/statm", (int)pid);
    FILE *file = fopen(path, "r");
    if (!file || fscanf(file, "%ld %ld", &size, &pages) != 2)
        pages = 0;
    if (file)
        fclose(file);
    return pages;
}

/* A process that PARENT started and that has not ended, or 0. */
static pid_t child_of(pid_t parent)
{
    pid_t found = 0;
    DIR *processes = opendir("/proc");
    for (struct dirent *entry; processes && (entry = readdir(processes));) {
        char path[300], state;
        int pid, of;
        snprintf(path, sizeof path, "/proc/%s/stat", entry->d_name);
        FILE *file = atoi(entry->d_name) ? fopen(path, "r") : NULL;
        if (file && fscanf(file, "%d (%*[^)]) %c %d", &pid, &state, &of) == 3 &&
            of == parent && state != 'Z')
            found = pid;
        if (file)
            fclose(file);
    }
    if (processes)
        closedir(processes);
    return found;
}

/* Sends SIGNAL to the process of the match that PLAYER plays. */
static pid_t disturb(const Child *player, int signal)
{
    pid_t pid = child_of(player->pid);
    check(pid > 0, "a match has a process", NULL);
    if (pid > 0) /* 0 would be ourselves */
        kill(pid, signal);
    return pid;
}

/* Whether PID is gone within some seconds, or dead and not yet buried. */
static bool is_gone(pid_t pid)
{
    char path[64], state = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    for (int i = 0; i < 500; i++) {
        FILE *file = fopen(path, "r");
        bool exists = file && fscanf(file, "%*d (%*[^)]) %c", &state) == 1;
        if (file)
            fclose(file);
        if (!exists || state == 'Z')
            return true;
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    return false;
}

/* ---- talking ---- */

static int connect_to(unsigned port)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)port)};
    struct timeval patience = {.tv_sec = 20};
    int wire = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    setsockopt(wire, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(wire, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    if (connect(wire, (struct sockaddr *)&address, sizeof address) != 0) {
        close(wire);
        return -1;
    }
    return wire;
}

static void send_bytes(int wire, const char *bytes, size_t length)
{
    while (length) {
        ssize_t sent = send(wire, bytes, length, MSG_NOSIGNAL);
        if (sent <= 0)
            return;
        bytes += sent;
        length -= (size_t)sent;
    }
}

/* Sends BYTES and reads to the end of file, as one of the managers does: if the
 * player kept the connection open, this would take too long. */
static const char *exchange(unsigned port, const char *bytes)
{
    static Text reply;
    int wire = connect_to(port);
    reply.length = 0;
    text_adds(&reply, ""); /* not what the last one was */
    if (wire < 0)
        return "no connection";
    send_bytes(wire, bytes, strlen(bytes));
    read_all(wire, &reply);
    close(wire);
    return text_string(&reply);
}

static const char *body_of(const char *reply)
{
    const char *blank = strstr(reply, "\r\n\r\n");
    return blank ? blank + 4 : "";
}

typedef enum { GGP_BASE, DRESDEN } Manager;

static const char *say(Manager manager, unsigned port, const char *message)
{
    static Text request;
    request.length = 0;
    if (manager == GGP_BASE)
        text_addf(&request,
                  "POST / HTTP/1.0\r\nAccept: text/delim\r\n"
                  "Host: localhost\r\nSender: GAMESERVER\r\n"
                  "Receiver: zermelo\r\nContent-Type: text/acl\r\n"
                  "Content-Length: %zu\r\n\r\n%s",
                  strlen(message), message);
    else
        text_addf(&request,
                  "POST / HTTP/1.0\r\nAccept: text/delim\r\n"
                  "Sender: Gamecontroller\r\nReceiver: 127.0.0.1\r\n"
                  "Content-type: text/acl\r\nContent-length: %zu\r\n\r\n%s",
                  strlen(message), message);
    const char *reply = exchange(port, text_string(&request));
    check(strncmp(reply, "HTTP/1.0 200 OK\r\n", 17) == 0, "status line", reply);
    return body_of(reply);
}

__attribute__((format(printf, 4, 5))) static void
expect(Manager manager, unsigned port, const char *answer, const char *format,
       ...)
{
    char *message;
    va_list args;
    va_start(args, format);
    if (vasprintf(&message, format, args) < 0)
        exit(2);
    va_end(args);
    const char *got = say(manager, port, message);
    if (strcmp(got, answer) != 0)
        printf("said: %.200s\nexpected: %s\n", message, answer);
    check(strcmp(got, answer) == 0, "the answer", got);
    free(message);
}

/* The rules in FILE without comments, on one line. */
static char *rules_of(const char *games, const char *file, bool upper)
{
    Text path = {0}, text = {0}, out = {0};
    const char *why;
    bool comment = false;
    text_addf(&path, "%s/%s", games, file);
    if (!file_read(&text, text_string(&path), 1 << 20, &why))
        exit(2);
    for (size_t i = 0; i < text.length; i++) {
        char c = text.bytes[i];
        comment = c == ';' || (comment && c != '\n');
        if (!comment)
            text_addc(&out, c == '\n' ? ' ' : upper ? ascii_upper(c) : c);
    }
    text_free(&path);
    text_free(&text);
    return text_take(&out);
}

/* ---- the managers ---- */

static const char *const free_info =
    "( ( name zermelo ) ( status available ) ( species computer ) )";
static const char *const busy_info =
    "( ( name zermelo ) ( status busy ) ( species computer ) )";

static void play_with_ggp_base(unsigned port, const char *games)
{
    char *rules = rules_of(games, "tictactoe.kif", false);
    const char *id = "kiosk.ticTacToe-1234567890_A";
    expect(GGP_BASE, port, free_info, "( INFO )");
    expect(GGP_BASE, port, "ready", "( PREVIEW (%s ) 5 )", rules);
    expect(GGP_BASE, port, "ready", "( START %s xplayer (%s ) 10 5)", id,
           rules);
    expect(GGP_BASE, port, busy_info, "( INFO )");
    expect(GGP_BASE, port, "(mark 1 1)", "( PLAY %s NIL )", id);
    expect(GGP_BASE, port, "noop", "( PLAY %s (( mark 1 1 ) noop ) )", id);
    expect(GGP_BASE, port, "(mark 1 2)", "( PLAY %s (noop ( mark 2 2 ) ) )",
           id);
    expect(GGP_BASE, port, "busy", "( START other xplayer (%s ) 10 5)", rules);
    expect(GGP_BASE, port, "busy", "( PREVIEW (%s ) 5 )", rules);
    expect(GGP_BASE, port, "busy", "( PLAY other (noop (mark 3 3) ) )");
    expect(GGP_BASE, port, "busy", "( STOP %c%s (noop noop))", 'K', id + 1);
    expect(GGP_BASE, port, "done", "( STOP %s (( mark 1 2 ) noop ) )", id);
    expect(GGP_BASE, port, "busy", "( PLAY %s (noop ( mark 2 2 ) ) )", id);
    expect(GGP_BASE, port, "ready", "( START %s oplayer (%s ) 10 5)", id,
           rules);
    expect(GGP_BASE, port, "aborted", "( ABORT %s )", id);
    expect(GGP_BASE, port, free_info, "( INFO )");
    free(rules);
}

static void play_with_dresden(unsigned port, const char *games)
{
    char *rules = rules_of(games, "tictactoe.kif", true);
    expect(DRESDEN, port, "ready", "(START Match.7 OPLAYER (%s) 10 5)", rules);
    expect(DRESDEN, port, "NOOP", "(PLAY Match.7 NIL)");
    expect(DRESDEN, port, "(MARK 1 1)", "(PLAY Match.7 ((MARK 2 2) NOOP))");
    expect(DRESDEN, port, "busy", "(PLAY MATCH.7 (NOOP (MARK 1 1)))");
    expect(DRESDEN, port, "NOOP", "(PLAY Match.7 (NOOP (MARK 1 1)))");
    expect(DRESDEN, port, "done", "(STOP Match.7 ((MARK 1 2) NOOP))");
    free(rules);
}

/* Symbols are other ones each time; keywords and numbers stay. */
static void play_scrambled(unsigned port)
{
    expect(GGP_BASE, port, "ready",
           "( START s qux ((role qux) (<= (legal qux (foo ?bar)) (zap ?bar)) "
           "(zap 1) (zap 2) (<= (next (blub ?w)) (does qux (foo ?w))) "
           "(<= (goal qux 100) (true (blub 2))) "
           "(<= terminal (true (blub ?v))) ) 10 5 )");
    expect(GGP_BASE, port, "(foo 1)", "( PLAY s NIL )");
    expect(GGP_BASE, port, "done", "( STOP s (( foo 1 )) )");
}

/* A door is opened, and only who opened it sees what is behind. */
static const char *const doors =
    "(role you) (role random) (legal you left) (legal you right) "
    "(init hidden) (<= (legal you up) (true open)) "
    "(<= (legal random (put ?d)) (true hidden) (side ?d)) "
    "(<= (legal random wait) (not (true hidden))) (side left) (side right) "
    "(<= (next open) (does you ?m) (true hidden)) "
    "(<= (next (prize ?d)) (does random (put ?d))) "
    "(<= (next (prize ?d)) (true (prize ?d)) (not (true over))) "
    "(<= (next over) (true open)) (<= (sees you (found ?d)) "
    "(does random (put ?d)) (does you ?d)) "
    "(<= (goal you 100) (true over)) (goal random 0) "
    "(<= terminal (true over))";

static void play_with_percepts(unsigned port)
{
    expect(DRESDEN, port, "ready", "(START g2 you (%s) 10 5)", doors);
    expect(DRESDEN, port, "left", "(PLAY g2 0 NIL NIL)");
    expect(DRESDEN, port, "left", "(PLAY g2 1 LEFT ((FOUND LEFT) ))");
    expect(DRESDEN, port, "done", "(STOP g2 2 LEFT ())");
    expect(DRESDEN, port, "ready", "(START g3 you (%s) 10 5)", doors);
    expect(DRESDEN, port, "left", "(PLAY g3 NIL)");
    expect(DRESDEN, port, "left", "(PLAY g3 ())");
    expect(DRESDEN, port, "done", "(STOP g3 ())");
}

static void use_http_otherwise(unsigned port)
{
    const char *reply = exchange(port, "OPTIONS / HTTP/1.0\r\n\r\n");
    check(has(reply, "200 OK") && !*body_of(reply), "OPTIONS", reply);
    reply = exchange(port, "PUT / HTTP/1.0\r\nContent-Length: 1\r\n\r\nx");
    check(has(reply, "200 OK") && !*body_of(reply), "PUT", reply);
    reply = exchange(port, "POST / HTTP/1.0\nContent-Length: 8\n\n( INFO )");
    check(has(body_of(reply), "( name zermelo )"), "LF alone", reply);
    reply = exchange(port, "POST / HTTP/1.1\r\nHost: x\r\n"
                           "Content-Length: 8\r\n\r\n( INFO )");
    check(has(body_of(reply), "( name zermelo )"), "HTTP/1.1 closes", reply);
    check(has(reply, "Connection: close"), "and says so", reply);
    reply = exchange(port, "POST / HTTP/1.0\r\nContent-Length: 5\r\n\r\nhello");
    check(has(reply, "200 OK") && !*body_of(reply), "no message", reply);
}

/* A page can make a browser send a GET, or a POST with its origin. */
static void visit_from_pages(unsigned port, bool allowed)
{
    const char *get = "GET /%28+INFO+%29 HTTP/1.0\r\n\r\n";
    const char *post = "POST / HTTP/1.0\r\nOrigin: http://evil.example\r\n"
                       "Content-Length: 8\r\n\r\n( INFO )";
    const char *options = "OPTIONS / HTTP/1.0\r\nOrigin: null\r\n\r\n";
    const char *reply = exchange(port, get);
    check(has(reply, allowed ? "200 OK" : " 405 "), "GET", reply);
    check(has(body_of(reply), "( name zermelo )") == allowed, "by GET", reply);
    reply = exchange(port, post);
    check(has(reply, allowed ? "200 OK" : " 403 "), "foreign POST", reply);
    check(has(body_of(reply), "( name zermelo )") == allowed, "POST", reply);
    check(has(reply, "Access-Control") == allowed, "CORS", reply);
    reply = exchange(port, options);
    check(has(reply, allowed ? "200 OK" : " 403 "), "foreign OPTIONS", reply);
    check(has(reply, "Access-Control") == allowed, "CORS", reply);
    reply = exchange(port, "POST / HTTP/1.0\r\nContent-Length: 8\r\n\r\n"
                           "( INFO )");
    check(has(reply, "Access-Control") == allowed, "CORS", reply);
}

static const char *const one_move =
    "((role a) (legal a x) (<= terminal (true y)) "
    "(<= (next y) (does a x)) (goal a 100))";

/* What cannot be played is refused, and the player stays available. */
static void refuse(unsigned port)
{
    expect(GGP_BASE, port, "busy", "(START m b %s 5 5)", one_move);
    expect(GGP_BASE, port, free_info, "(INFO)");
    expect(GGP_BASE, port, "busy", "(START m a ((role a) (<= p (not p))) 5 5)");
    expect(GGP_BASE, port, "busy", "(START m ?x %s 5 5)", one_move);
    expect(GGP_BASE, port, "busy", "(START m a %s 1000000 5)", one_move);
    expect(GGP_BASE, port, "busy", "(START m a %s 5 3600.5)", one_move);
    expect(GGP_BASE, port, free_info, "(INFO)");
    expect(GGP_BASE, port, "", "(PLAY m (((((");
    expect(GGP_BASE, port, "ready", "(START m a %s 0.5 0.25)", one_move);
    expect(GGP_BASE, port, "x", "(PLAY m NIL)");
    expect(GGP_BASE, port, "", "(PLAY m (((((");
    expect(GGP_BASE, port, "done", "(STOP m (x))");
}

static void allow_what_options_say(const char *program)
{
    Child player = start_player(program, "--cors --max-clock 1000000");
    visit_from_pages(player.port, true);
    expect(GGP_BASE, player.port, "ready", "(START m a %s 1000000 1000000)",
           one_move);
    expect(GGP_BASE, player.port, "x", "(PLAY m NIL)");
    expect(GGP_BASE, player.port, "aborted", "(ABORT m)");
    stop(&player, SIGTERM);
}

/* The process of a match is killed, or stops. */
static void lose_processes(const char *program)
{
    Child player = start_player(program, "");
    expect(GGP_BASE, player.port, "ready", "(START m a %s 5 1)", one_move);
    disturb(&player, SIGKILL);
    expect(GGP_BASE, player.port, "nil", "(PLAY m NIL)");
    expect(GGP_BASE, player.port, free_info, "(INFO)");
    expect(GGP_BASE, player.port, "ready", "(START m a %s 5 1)", one_move);
    pid_t stopped = disturb(&player, SIGSTOP);
    expect(GGP_BASE, player.port, "nil", "(PLAY m NIL)");
    expect(GGP_BASE, player.port, busy_info, "(INFO)");
    expect(GGP_BASE, player.port, "aborted", "(ABORT m)");
    expect(GGP_BASE, player.port, free_info, "(INFO)");
    check(stopped && is_gone(stopped), "what was aborted is gone", NULL);
    expect(GGP_BASE, player.port, "ready", "(START m a %s 5 1)", one_move);
    pid_t orphan = disturb(&player, 0);
    stop(&player, SIGKILL);
    check(orphan && is_gone(orphan), "no match outlives its player", NULL);
}

/* The process stops in the middle of a thought: the best move so far is sent.
 */
static void stop_a_thought(const char *program, const char *games)
{
    Child player = start_player(program, "--strategy mcts");
    char *rules = rules_of(games, "tictactoe.kif", false);
    expect(GGP_BASE, player.port, "ready", "(START m xplayer (%s) 0.5 2)",
           rules);
    pid_t helper = fork();
    if (helper == 0) {
        nanosleep(&(struct timespec){.tv_nsec = 700000000}, NULL);
        disturb(&player, SIGSTOP);
        _exit(0);
    }
    const char *move = say(GGP_BASE, player.port, "(PLAY m NIL)");
    check(strncmp(move, "(mark ", 6) == 0, "a move in time", move);
    expect(GGP_BASE, player.port, "done", "(STOP m ((mark 1 1) noop))");
    expect(GGP_BASE, player.port, free_info, "(INFO)");
    waitpid(helper, NULL, 0);
    stop(&player, SIGTERM);
    free(rules);
}

static void play_many(const char *program)
{
    enum { MATCHES = 100 };
    Child player = start_player(program, "");
    long before = 0;
    for (int i = 0; i < MATCHES; i++) {
        expect(GGP_BASE, player.port, "ready", "(START m%d a %s 5 5)", i,
               one_move);
        expect(GGP_BASE, player.port, "x", "(PLAY m%d NIL)", i);
        expect(GGP_BASE, player.port, "done", "(STOP m%d (x))", i);
        if (i == MATCHES / 10)
            before = resident(player.pid);
    }
    char text[100];
    snprintf(text, sizeof text, "%ld pages, then %ld", before,
             resident(player.pid));
    printf("during %d matches: %s\n", MATCHES, text);
    check(resident(player.pid) < before + MAX_GROWTH, "memory flat", text);
    pid_t left = child_of(player.pid);
    check(!left || is_gone(left), "no process is left", NULL);
    stop(&player, SIGTERM);
}

static void play_in_parallel(const char *program)
{
    const char *game = one_move;
    Child player = start_player(program, "--parallel 2");
    for (int i = 1; i <= 2; i++)
        expect(GGP_BASE, player.port, "ready", "(START m%d a %s 5 5)", i, game);
    expect(GGP_BASE, player.port, "busy", "(START m3 a %s 5 5)", game);
    expect(GGP_BASE, player.port, "x", "(PLAY m2 NIL)");
    expect(GGP_BASE, player.port, "x", "(PLAY m1 NIL)");
    expect(GGP_BASE, player.port, "done", "(STOP m1 (x))");
    expect(GGP_BASE, player.port, "ready", "(START m3 a %s 5 5)", game);
    expect(GGP_BASE, player.port, "busy", "(PLAY m1 NIL)");
    stop(&player, SIGTERM);
}

/* Rules with millions of ground instances are played as they stand, and the
 * next match is none the worse for it. */
static void run_out_of_memory(const char *program)
{
    Text rules = {0};
    Child player = start_player(program, "--memory 400");
    text_adds(&rules, "((role a) (legal a x) (legal a y) "
                      "(<= (next (p ?a ?b ?c ?d)) (does a y) "
                      "(n ?a) (n ?b) (n ?c) (n ?d)) "
                      "(<= terminal (true (p 1 2 3 4))) (goal a 0)");
    for (int i = 0; i < 45; i++)
        text_addf(&rules, " (n %d)", i);
    text_addc(&rules, ')');
    for (int i = 1; i <= 2; i++) {
        /* the sanitizers need most of both clocks to give up grounding */
        expect(GGP_BASE, player.port, "ready", "(START big%d a %s 10 30)", i,
               text_string(&rules));
        expect(GGP_BASE, player.port, "x", "(PLAY big%d NIL)", i);
        expect(GGP_BASE, player.port, "x", "(PLAY big%d (x))", i);
        expect(GGP_BASE, player.port, "done", "(STOP big%d (x))", i);
    }
    text_free(&rules);
    int status = stop(&player, SIGINT);
    check(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the player survives",
          NULL);
}

/* Rules of all sizes that do not fit into the memory of a match: each START is
 * answered, and the player goes on. */
static void exhaust_memory(const char *program)
{
    Child player = start_player(program, "--memory 60");
    for (size_t bytes = 84000; bytes < 4 << 20; bytes *= 2) {
        Text rules = {0};
        text_adds(&rules, "(START big a ((role a)");
        for (int i = 0; rules.length < bytes; i++)
            text_addf(&rules, " (<= (legal a (m %d ?x)) (true (f%d ?x)))", i,
                      i);
        text_adds(&rules, " (legal a x)) 5 5)");
        const char *answer = say(GGP_BASE, player.port, text_string(&rules));
        check(strcmp(answer, "ready") == 0 || strcmp(answer, "busy") == 0,
              "a large START is answered", answer);
        say(GGP_BASE, player.port, "(ABORT big)");
        expect(GGP_BASE, player.port, free_info, "(INFO)");
        text_free(&rules);
    }
    expect(GGP_BASE, player.port, "ready", "(START m a %s 5 5)", one_move);
    expect(GGP_BASE, player.port, "x", "(PLAY m NIL)");
    int status = stop(&player, SIGINT);
    check(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the player survives",
          NULL);
}

/* ---- what nobody should send ---- */

/* A request that begins well and goes wrong somewhere. */
static void send_malformed(unsigned port, Random *random)
{
    static const char *const good[] = {
        "POST / HTTP/1.0\r\nContent-Length: 25\r\n\r\n( PLAY m ((mark 1 1) n))",
        "POST / HTTP/1.0\r\nContent-Length: 60\r\n\r\n( START m x ((role x)",
        "POST / HTTP/1.0\r\nContent-Length: 17\r\n\r\n( START m x ( 1 2",
        "GET /%28%20INFO%zz HTTP/1.0\r\n\r\n",
        "POST / HTTP/1.0\r\nContent-Length: 99999999999999\r\n\r\n((((((((((",
        "( INFO )\r\n\r\n",
        "POST / HTTP/1.0\r\nContent-Length: -4\r\n\r\n( INFO )",
        "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\nfff\r\n( INFO )"};
    const char *text = good[random_below(random, sizeof good / sizeof *good)];
    char *bytes = strdup(text);
    size_t length = strlen(bytes);
    for (uint32_t changes = random_below(random, 4); changes; changes--)
        bytes[random_below(random, (uint32_t)length)] =
            (char)random_below(random, 256);
    length = random_below(random, (uint32_t)length + 1);
    int wire = connect_to(port);
    if (wire >= 0) {
        send_bytes(wire, bytes, length);
        if (random_below(random, 8) == 0) { /* some wait a little */
            char reply[100];
            struct timeval little = {.tv_usec = 20000};
            setsockopt(wire, SOL_SOCKET, SO_RCVTIMEO, &little, sizeof little);
            shutdown(wire, SHUT_WR);
            if (read(wire, reply, sizeof reply) < 0)
                errno = 0;
        }
        close(wire);
    }
    free(bytes);
}

static void send_many_malformed(unsigned port, unsigned count)
{
    Random random = random_new(1, count);
    for (unsigned i = 0; i < count; i++)
        send_malformed(port, &random);
}

/* Connections that are open at the same time, each with half a request; then
 * every second one goes on. */
static void open_many(unsigned port, unsigned count)
{
    int *wires = calloc(count, sizeof *wires);
    unsigned answered = 0;
    for (unsigned i = 0; i < count; i++) {
        wires[i] = connect_to(port);
        if (wires[i] >= 0)
            send_bytes(wires[i],
                       "POST / HTTP/1.0\r\nContent-Length: 8\r\n\r\n( I", 41);
    }
    for (unsigned i = 0; i < count; i += 2)
        if (wires[i] >= 0)
            send_bytes(wires[i], "NFO )", 5);
    for (unsigned i = 0; i < count; i += 2) {
        Text reply = {0};
        if (wires[i] >= 0)
            read_all(wires[i], &reply);
        answered += has(text_string(&reply), "zermelo");
        text_free(&reply);
    }
    for (unsigned i = 0; i < count; i++)
        if (wires[i] >= 0)
            close(wires[i]);
    char text[64];
    snprintf(text, sizeof text, "%u of %u", answered, count / 2);
    check(answered == count / 2, "all that ask are answered", text);
    free(wires);
}

/* Opens 600 connections and sends a line of a head to each every second. */
static _Noreturn void keep_sending_heads(unsigned port, int ready)
{
    enum { CLIENTS = 600 };
    int wires[CLIENTS];
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (size_t i = 0; i < CLIENTS; i++) {
        wires[i] = connect_to(port);
        send_bytes(wires[i], "POST / HTTP/1.0\r\n", 17);
    }
    for (;; sleep(1)) {
        for (size_t i = 0; i < CLIENTS; i++)
            send_bytes(wires[i], "A: b\r\n", 6);
        if (write(ready, "!", 1) != 1)
            _exit(0);
    }
}

/* That is more than may be open: who sends a whole request is answered. */
static void meet_slow_heads(unsigned port)
{
    int ready[2];
    char byte;
    if (pipe(ready) != 0)
        exit(2);
    pid_t sender = fork();
    if (sender == 0)
        keep_sending_heads(port, ready[1]);
    check(read(ready[0], &byte, 1) == 1, "the heads are sent", NULL);
    expect(GGP_BASE, port, free_info, "(INFO)");
    check(read(ready[0], &byte, 1) == 1, "more heads are sent", NULL);
    expect(GGP_BASE, port, free_info, "(INFO)");
    kill(sender, SIGKILL);
    waitpid(sender, NULL, 0);
    close(ready[0]);
    close(ready[1]);
}

/* Clients that send one request after the other and never read. */
static void stop_reading(unsigned port)
{
    enum { CLIENTS = 8, REQUESTS = 200 };
    const char *request =
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 8\r\n\r\n"
        "( INFO )";
    int wires[CLIENTS];
    for (size_t i = 0; i < CLIENTS; i++) {
        wires[i] = connect_to(port);
        for (size_t k = 0; wires[i] >= 0 && k < REQUESTS; k++)
            if (send(wires[i], request, strlen(request),
                     MSG_NOSIGNAL | MSG_DONTWAIT) < 0)
                break;
    }
    expect(GGP_BASE, port, free_info, "( INFO )");
    for (size_t i = 0; i < CLIENTS; i++)
        if (wires[i] >= 0)
            close(wires[i]);
}

static void send_too_much(unsigned port)
{
    int wire = connect_to(port);
    static char block[1 << 16];
    const char *head = "POST / HTTP/1.0\r\nContent-Length: 50000000\r\n\r\n";
    memset(block, '(', sizeof block);
    send_bytes(wire, head, strlen(head));
    for (size_t i = 0; i < 160; i++)
        send_bytes(wire, block, sizeof block);
    close(wire);
}

static void endure(Child *player, const char *games, unsigned malformed)
{
    unsigned port = player->port;
    send_many_malformed(port, malformed / 10); /* whatever is kept, is now */
    open_many(port, 200);
    long before = resident(player->pid);
    send_many_malformed(port, malformed);
    open_many(port, 200);
    stop_reading(port);
    send_too_much(port);
    meet_slow_heads(port);
    long after = resident(player->pid);
    char text[100];
    snprintf(text, sizeof text, "%ld pages before, %ld after", before, after);
    printf("after %u malformed requests: %s\n", malformed, text);
    check(after < before + MAX_GROWTH, "memory stays flat", text);
    play_with_ggp_base(port, games);
}

/* ---- odd players ---- */

typedef struct {
    const char *name;
    const char *reply;  /* NULL: none */
    size_t repeated;    /* the reply, so often */
    unsigned seconds;   /* before it */
    const char *errors; /* what the manager is to say of it */
} OddPlayer;

#define OK_HEAD "HTTP/1.0 200 OK\r\nContent-type: text/acl\r\n"

static const OddPlayer odd_players[] = {
    {"slow", OK_HEAD "\r\n(take 1 1)", 1, 4, "TO"},
    {"silent", "", 0, 1000, "TO"},
    {"huge", OK_HEAD "\r\n((((((((((", 1, 0, "IL"},
    {"endless", "(mark 1 1) and so on, and so on, and so on, ", 100000, 0,
     "IL"},
    {"garbage", OK_HEAD "\r\n\x01\x02)(\xff?x", 1, 0, "IL"},
    {"no http", "hello, I am a fish\n", 1, 0, "IL"},
    {"illegal", OK_HEAD "\r\n(take 9 9)", 1, 0, "IL (take 9 9)"},
    {"closing early", OK_HEAD "Content-length: 100\r\n\r\n(take", 1, 0, "CE"},
    {"closing at once", NULL, 0, 0, "CE"},
};

static void answer_oddly(const OddPlayer *odd, int wire)
{
    char request[65536];
    if (read(wire, request, sizeof request) <= 0)
        return;
    sleep(odd->seconds);
    for (size_t i = 0; odd->reply && i < odd->repeated; i++) {
        if (i == 0 && odd->repeated > 1)
            send_bytes(wire, OK_HEAD "\r\n", strlen(OK_HEAD) + 2);
        send_bytes(wire, odd->reply, strlen(odd->reply));
    }
}

/* A player in a process of its own, for two requests at most at a time. */
static Child start_odd(const OddPlayer *odd)
{
    Child child = {.output = -1};
    struct sockaddr_in address = {.sin_family = AF_INET};
    socklen_t length = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(listener, (struct sockaddr *)&address, length) != 0 ||
        listen(listener, 16) != 0 ||
        getsockname(listener, (struct sockaddr *)&address, &length) != 0)
        exit(2);
    child.port = ntohs(address.sin_port);
    child.pid = fork();
    if (child.pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        signal(SIGCHLD, SIG_IGN);
        for (;;) {
            int wire = accept(listener, NULL, NULL);
            if (wire < 0)
                _exit(0);
            if (fork() == 0) {
                prctl(PR_SET_PDEATHSIG, SIGKILL);
                answer_oddly(odd, wire);
                close(wire);
                _exit(0);
            }
            close(wire);
        }
    }
    close(listener);
    return child;
}

static Child start_match(const char *program, const char *games, unsigned port)
{
    char player[64];
    Text game = {0};
    snprintf(player, sizeof player, "left=http://127.0.0.1:%u", port);
    text_addf(&game, "%s/nim.kif", games);
    const char *arguments[] = {"match",        text_string(&game),
                               "--player",     player,
                               "--startclock", "1",
                               "--playclock",  "1",
                               "--grace",      "0.2",
                               "--steps",      "1",
                               "--json",       NULL};
    Child child = start(program, arguments);
    text_free(&game);
    return child;
}

/* The error of the first role in the first step. */
static void check_odd(const OddPlayer *odd, Child *match)
{
    Text out = {0};
    read_all(match->output, &out);
    json_t *record = json_loads(text_string(&out), 0, NULL);
    const char *error = json_string_value(json_array_get(
        json_array_get(json_object_get(record, "errors"), 1), 0));
    const char *move = json_string_value(
        json_array_get(json_array_get(json_object_get(record, "moves"), 0), 0));
    if (!error || strncmp(error, odd->errors, strlen(odd->errors)) != 0)
        printf("against a player that is %s\n", odd->name);
    check(error && strncmp(error, odd->errors, strlen(odd->errors)) == 0,
          odd->errors, error ? error : text_string(&out));
    check(move && has(move, "( "), "a legal move was played", move);
    json_decref(record);
    text_free(&out);
}

static void meet_odd_players(const char *program, const char *games)
{
    enum { COUNT = sizeof odd_players / sizeof *odd_players };
    Child players[COUNT], matches[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        players[i] = start_odd(&odd_players[i]);
        matches[i] = start_match(program, games, players[i].port);
    }
    for (size_t i = 0; i < COUNT; i++) {
        check_odd(&odd_players[i], &matches[i]);
        waitpid(matches[i].pid, NULL, 0);
        close(matches[i].output);
        stop(&players[i], SIGKILL);
    }
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: protocol PROGRAM GAMES [MALFORMED]\n");
        return 2;
    }
    const char *program = argv[1], *games = argv[2];
    Child player = start_player(program, "--memory 4096");
    play_with_ggp_base(player.port, games);
    play_with_dresden(player.port, games);
    play_scrambled(player.port);
    play_with_percepts(player.port);
    use_http_otherwise(player.port);
    visit_from_pages(player.port, false);
    refuse(player.port);
    endure(&player, games, argc > 3 ? (unsigned)atoi(argv[3]) : 300);
    int status = stop(&player, SIGINT);
    check(WIFEXITED(status) && WEXITSTATUS(status) == 0,
          "the player ends in good order", NULL);
    play_in_parallel(program);
    allow_what_options_say(program);
    lose_processes(program);
    stop_a_thought(program, games);
    play_many(program);
    run_out_of_memory(program);
    exhaust_memory(program);
    meet_odd_players(program, games);
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}

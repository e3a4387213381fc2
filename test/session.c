/* session.c - run the commands in a text and compare what they print
 *
 * In:   files of prose, commands and what these are expected to print
 * Out:  the differences; with -u, the same files with what was really printed
 *
 * A session is indented by two spaces or more, or, in Markdown, fenced by
 * ```console (other fences are prose):
 *
 *   $ cat > greeting <<END         a command,
 *   > hello                        its continuation,
 *   > END
 *   $ cat greeting nothing
 *   hello                          what it prints on stdout and stderr,
 *   cat: nothing: ...              where ... is any text, or any lines,
 *   [1]                            and its exit status, when that is not 0
 *
 * An empty line is output if output or a status follows it; a [0] may say so.
 * And since any text may be none, "...$ " begins output that looks like a
 * command: this is how -u writes it.
 *
 * One shell runs all commands of a file, in an empty directory that is removed
 * afterwards. Start reading at run_file(), near the end.
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <libgen.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

enum {
    MAX_OUTPUT = 1 << 20, /* bytes that the commands of a file may print */
    TICK = 5              /* milliseconds between two looks at the shell */
};

typedef struct {
    char **at; /* each ends with 0 instead of a newline */
    size_t count;
} Lines;

typedef enum { KEEP, DROP, ADD } EditKind;

typedef struct {
    EditKind kind;
    const char *text; /* expected, or for ADD printed; without indentation */
} Edit;

/* The command stands in lines [start, body) of the file, what it should print
 * in [body, end), and the status, if it is written, in the last of these. */
typedef struct {
    size_t indent, start, body, end;
    bool fenced, says_status, passed;
    int expected; /* status, 0 if none is written */
    int status;   /* what it was, -1 if the command did not come to its end */
    Lines output;
    Edit *edits; /* from what was expected to the output */
    size_t edit_count;
} Command;

typedef struct {
    const char *path;
    char *text, *output; /* all of it; lines point into them */
    Lines lines;
    bool final_newline;
    Command *commands;
    size_t count, started;
    const char *ending; /* why the last one that was started did not end */
} Session;

typedef struct {
    bool update;
    long seconds;
    char **links; /* what the working directory has links to */
    size_t link_count;
} Options;

static _Noreturn void die(const char *what)
{
    fprintf(stderr, "session: %s: %s\n", what, strerror(errno));
    exit(2);
}

static void *resize(void *pointer, size_t count, size_t size)
{
    void *room = realloc(pointer, count * size);
    if (!room)
        die("memory");
    return room;
}

/* A stream that writes into *TEXT, which is complete when it is closed. */
static FILE *write_text(char **text, size_t *size)
{
    FILE *stream = open_memstream(text, size);
    if (!stream)
        die("memory");
    return stream;
}

/* Cuts DATA into lines, in place. */
static Lines split(char *data)
{
    Lines lines = {NULL, 0};
    while (*data) {
        if ((lines.count & (lines.count - 1)) == 0)
            lines.at = resize(lines.at, 2 * lines.count + 1, sizeof(char *));
        lines.at[lines.count++] = data;
        data += strcspn(data, "\n");
        if (*data)
            *data++ = '\0';
    }
    return lines;
}

static bool ends_with(const char *text, const char *end)
{
    size_t size = strlen(text), tail = strlen(end);
    return size >= tail && strcmp(text + size - tail, end) == 0;
}

/* ---- Reading the file ---- */

static bool is_command(const char *text)
{
    return text[0] == '$' && text[1] == ' ';
}

/* Editors take away spaces at the end, so an empty line may be ">" alone. */
static bool is_continuation(const char *text)
{
    return text[0] == '>' && (text[1] == ' ' || text[1] == '\0');
}

/* The N of "[N]", or -1. */
static int status_in(const char *text)
{
    int status, size = 0;
    if (text[0] != '[' || !isdigit((unsigned char)text[1]))
        return -1;
    sscanf(text, "[%3d]%n", &status, &size);
    return size > 0 && text[size] == '\0' ? status : -1;
}

static bool is_fence(const char *line)
{
    return strncmp(line, "```", 3) == 0;
}

/* Reads the command at line START; returns the line after its output. */
static size_t read_command(Session *session, size_t start, size_t indent,
                           bool fenced)
{
    char **lines = session->lines.at;
    Command command = {
        .indent = indent, .start = start, .fenced = fenced, .status = -1};
    size_t i = start + 1;
    while (i < session->lines.count && strspn(lines[i], " ") >= indent &&
           is_continuation(lines[i] + indent))
        i++;
    command.body = command.end = i;
    for (; i < session->lines.count; i++) {
        if (lines[i][0] == '\0')
            continue;
        size_t spaces = strspn(lines[i], " ");
        if (spaces < indent || is_command(lines[i] + indent) ||
            (fenced && is_fence(lines[i])))
            break;
        /* After an empty line a new block may be indented more. */
        if (!fenced && i > command.end && is_command(lines[i] + spaces))
            break;
        command.end = i + 1;
    }
    if (command.end > command.body) {
        int status = status_in(lines[command.end - 1] + indent);
        command.says_status = status >= 0;
        command.expected = status >= 0 ? status : 0;
    }
    session->commands =
        resize(session->commands, session->count + 1, sizeof(Command));
    session->commands[session->count++] = command;
    return command.end;
}

static void read_commands(Session *session)
{
    bool markdown = ends_with(session->path, ".md");
    bool fenced = false, console = false;
    for (size_t i = 0; i < session->lines.count;) {
        const char *line = session->lines.at[i];
        size_t indent = strspn(line, " ");
        if (is_command(line + indent) &&
            (fenced ? console && indent == 0 : indent >= 2)) {
            i = read_command(session, i, indent, fenced);
            continue;
        }
        if (markdown && is_fence(line)) {
            fenced = !fenced;
            console = strncmp(line, "```console", 10) == 0;
        }
        i++;
    }
}

/* Returns NULL, or what is wrong with the file. */
static const char *read_session(Session *session)
{
    size_t room = 0;
    FILE *file = fopen(session->path, "r");
    if (!file)
        return strerror(errno);
    /* In a text no byte is 0, so all of it is one "line". */
    errno = 0;
    ssize_t size = getdelim(&session->text, &room, '\0', file);
    int error = errno;
    fclose(file);
    if (size < 0)
        return error ? strerror(error) : "empty";
    if (session->text[size - 1] == '\0')
        return "not a text";
    session->final_newline = session->text[size - 1] == '\n';
    session->lines = split(session->text);
    read_commands(session);
    return session->count ? NULL : "no command";
}

/* ---- Running the commands ---- */

/* What the shell executes. A command is an eval, so that a syntax error is
 * found when it is reached. Then comes MARK with the status, after a newline
 * since the output may end without one; $? stays as it was. With set -x, the
 * mark is not traced. */
static char *shell_script(const Session *session, const char *mark)
{
    char *text;
    size_t size;
    FILE *script = write_text(&text, &size);
    fprintf(script,
            "session_mark() { set -- \"$?\"; printf '\\n%s%%s\\n' \"$1\"; "
            "return \"$1\"; }\n",
            mark);
    for (size_t i = 0; i < session->count; i++) {
        const Command *command = &session->commands[i];
        fputs("eval '", script);
        for (size_t l = command->start; l < command->body; l++) {
            const char *c = session->lines.at[l] + command->indent + 1;
            for (c += *c == ' '; *c; c++)
                *c == '\'' ? fputs("'\\''", script) : fputc(*c, script);
            fputc('\n', script);
        }
        fputs("'\nsession_mark 2>/dev/null\n", script);
    }
    fclose(script);
    return text;
}

/* In the child. What goes wrong is said as output of the first command. */
static _Noreturn void become_shell(const Options *options,
                                   const char *directory, const char *script,
                                   int output)
{
    int input = open("/dev/null", O_RDONLY);
    int home = open(directory, O_RDONLY | O_CLOEXEC);
    setsid(); /* no terminal, and a process group that can be killed */
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    close(input);
    close(output);
    for (size_t i = 0; i < options->link_count; i++) {
        char *link = options->links[i], *target = realpath(link, NULL);
        if (!target || symlinkat(target, home, basename(link)) != 0)
            die(link);
    }
    if (fchdir(home) != 0)
        die(directory);
    setenv("HOME", directory, 1);
    execl("/bin/sh", "sh", "-c", script, (char *)NULL);
    die("/bin/sh");
}

static bool has_ended(pid_t child)
{
    siginfo_t info = {0};
    int failure =
        waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT);
    return failure || info.si_pid == child;
}

static bool is_interrupted(void)
{
    sigset_t set;
    sigpending(&set);
    return sigismember(&set, SIGINT) || sigismember(&set, SIGTERM) ||
           sigismember(&set, SIGHUP);
}

/* Copies FROM into OUTPUT until the shell ends or has to be ended; returns why.
 * We do not wait for the end of the pipe, which a process in the background may
 * hold open. */
static const char *collect(FILE *output, int from, pid_t shell, long seconds)
{
    char part[4096];
    time_t deadline = time(NULL) + seconds;
    for (;;) {
        bool ended = has_ended(shell);
        struct pollfd ready = {.fd = from, .events = POLLIN};
        if (poll(&ready, 1, ended ? 0 : TICK) > 0) {
            ssize_t size = read(from, part, sizeof part);
            for (ssize_t i = 0; i < size; i++) /* lines are strings: no 0 */
                fputc(part[i] ? part[i] : '?', output);
            if (size <= 0)
                from = -1; /* which poll ignores */
        } else if (ended) {
            return "the shell ended here";
        }
        if (ftell(output) > MAX_OUTPUT)
            return "stopped here: too much output";
        if (time(NULL) > deadline)
            return "stopped here: out of time";
        if (is_interrupted())
            return "stopped here: interrupted";
    }
}

/* Ends all that the shell has left behind. On Linux also what has left its
 * process group: there main() made us the parent of orphans. */
static void end_processes(pid_t shell)
{
    char path[64];
    kill(shell, SIGKILL);
    kill(-shell, SIGKILL);
    waitpid(shell, NULL, 0);
    snprintf(path, sizeof path, "/proc/self/task/%ld/children", (long)getpid());
    for (int i = 0; i < 1000 && waitpid(-1, NULL, WNOHANG) >= 0; i++) {
        long orphan;
        FILE *list = fopen(path, "r");
        while (list && fscanf(list, "%ld", &orphan) == 1)
            kill((pid_t)orphan, SIGKILL);
        if (list)
            fclose(list);
        poll(NULL, 0, 1);
    }
}

static void run_shell(Session *session, const Options *options,
                      const char *directory, const char *script,
                      const sigset_t *mask)
{
    size_t size;
    int ends[2];
    fflush(stdout);
    pid_t shell = pipe(ends) == 0 ? fork() : -1;
    if (shell < 0)
        die("/bin/sh");
    if (shell == 0) {
        sigprocmask(SIG_SETMASK, mask, NULL);
        close(ends[0]);
        become_shell(options, directory, script, ends[1]);
    }
    close(ends[1]);
    FILE *output = write_text(&session->output, &size);
    session->ending = collect(output, ends[0], shell, options->seconds);
    fclose(output);
    close(ends[0]);
    end_processes(shell);
}

/* Cuts the output at the marks. */
static void share_output(Session *session, const char *mark)
{
    char *rest = session->output;
    while (rest && session->started < session->count) {
        Command *command = &session->commands[session->started++];
        char *output = rest;
        rest = strstr(output, mark);
        if (rest) {
            *rest = '\0';
            command->status = (int)strtol(rest + strlen(mark), &rest, 10);
            rest += *rest == '\n';
        }
        command->output = split(output);
    }
}

static int remove_entry(const char *path, const struct stat *info, int kind,
                        struct FTW *walk)
{
    (void)info, (void)kind, (void)walk;
    return remove(path);
}

static void run_commands(Session *session, const Options *options)
{
    char directory[4096], mark[64];
    const char *parent = getenv("TMPDIR");
    sigset_t all, mask;
    snprintf(directory, sizeof directory, "%s/session-XXXXXX",
             parent && parent[0] == '/' ? parent : "/tmp");
    /* Signals have to wait, so that nothing is left behind. */
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &mask);
    if (!mkdtemp(directory))
        die(directory);
    snprintf(mark, sizeof mark, "\n=%s=", strrchr(directory, '/') + 1);
    char *script = shell_script(session, mark + 1);
    run_shell(session, options, directory, script, &mask);
    free(script);
    if (nftw(directory, remove_entry, 16, FTW_DEPTH | FTW_PHYS) != 0)
        fprintf(stderr, "session: cannot remove %s\n", directory);
    sigprocmask(SIG_SETMASK, &mask, NULL);
    share_output(session, mark);
}

/* ---- Comparing ---- */

static bool is_any_lines(const char *pattern)
{
    return strcmp(pattern, "...") == 0;
}

/* Each piece between dots is taken where it occurs first, which leaves most to
 * the pieces after it; the last has to be at the end. */
static bool line_matches(const char *pattern, const char *text)
{
    const char *dots = strstr(pattern, "...");
    if (!dots)
        return strcmp(pattern, text) == 0;
    size_t size = (size_t)(dots - pattern);
    if (strncmp(pattern, text, size) != 0)
        return false;
    for (;;) {
        text += size;
        pattern = dots + 3;
        dots = strstr(pattern, "...");
        if (!dots)
            return ends_with(text, pattern);
        size = (size_t)(dots - pattern);
        text = memmem(text, strlen(text), pattern, size);
        if (!text)
            return false;
    }
}

static void add_edit(Command *command, EditKind kind, const char *text)
{
    command->edits[command->edit_count++] = (Edit){kind, text};
}

static unsigned min(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Edit distances: cell i * (n + 1) + j says how many lines have to change
 * between OLD from its line i on and NEW from its line j on. */
static unsigned *distances(char **old, size_t m, char **new, size_t n)
{
    unsigned *table = resize(NULL, (m + 1) * (n + 1), sizeof *table);
    for (size_t j = 0; j <= n; j++)
        table[m * (n + 1) + j] = (unsigned)(n - j);
    for (size_t i = m; i-- > 0;) {
        unsigned *here = table + i * (n + 1), *next = here + n + 1;
        bool any = is_any_lines(old[i]);
        here[n] = next[n] + !any;
        for (size_t j = n; j-- > 0;) {
            if (any)
                here[j] = min(next[j], here[j + 1]);
            else if (line_matches(old[i], new[j]))
                here[j] = next[j + 1];
            else
                here[j] = 1 + min(next[j + 1], min(next[j], here[j + 1]));
        }
    }
    return table;
}

/* Finds the fewest edits from OLD to NEW. Of two ways it prefers to replace a
 * line, so that dots nearby do not swallow the new one. */
static void align(Command *command, char **old, size_t m, char **new, size_t n)
{
    unsigned *table = distances(old, m, new, n);
    command->edits = resize(NULL, m + n + 1, sizeof(Edit));
    size_t i = 0, j = 0;
    while (i < m) {
        unsigned *here = table + i * (n + 1) + j, *next = here + n + 1;
        if (is_any_lines(old[i])) {
            while (*here++ != *next++)
                j++;
            add_edit(command, KEEP, old[i++]);
        } else if (j < n && line_matches(old[i], new[j])) {
            add_edit(command, KEEP, old[i++]);
            j++;
        } else if (j < n && *here == next[1] + 1) {
            add_edit(command, DROP, old[i++]);
            add_edit(command, ADD, new[j++]);
        } else if (*here == *next + 1) {
            add_edit(command, DROP, old[i++]);
        } else {
            add_edit(command, ADD, new[j++]);
        }
    }
    while (j < n)
        add_edit(command, ADD, new[j++]);
    free(table);
}

/* Compares with what is expected. In a fence, empty lines at the end count as
 * expected if they were printed, unless "..." stands for them already. */
static void judge(const Session *session, Command *command)
{
    Lines *output = &command->output;
    char **lines = session->lines.at;
    size_t n = output->count, limit = session->lines.count;
    if (command->fenced && !command->says_status &&
        !is_any_lines(lines[command->end - 1]))
        while (n > 0 && !output->at[--n][0] && command->end < limit &&
               !lines[command->end][0])
            command->end++;
    size_t m = command->end - command->body - command->says_status;
    char **expected = resize(NULL, m + 1, sizeof *expected);
    for (size_t i = 0; i < m; i++) {
        expected[i] = lines[command->body + i];
        expected[i] += expected[i][0] ? command->indent : 0;
    }
    align(command, expected, m, output->at, output->count);
    free(expected);
    command->passed = command->status == command->expected;
    for (size_t i = 0; i < command->edit_count; i++)
        command->passed &= command->edits[i].kind == KEEP;
}

/* ---- Answering ---- */

/* Where lines are replaced, all the old ones come before the new ones. */
static void show_edits(const Edit *edits, size_t count)
{
    size_t shown = 0;
    for (size_t i = 0; i <= count; i++) {
        if (i == count || edits[i].kind == KEEP)
            for (; shown < i; shown++)
                if (edits[shown].kind == ADD)
                    printf("+ %s\n", edits[shown].text);
        if (i < count && edits[i].kind != ADD)
            printf("%c %s\n", edits[i].kind == KEEP ? ' ' : '-', edits[i].text);
    }
}

static void show_failure(const Session *session, const Command *command)
{
    bool started = command < session->commands + session->started;
    printf("%s:%zu: %s\n", session->path, command->start + 1,
           !started              ? "not run"
           : command->status < 0 ? session->ending
                                 : "not as expected");
    for (size_t i = command->start; i < command->body; i++)
        printf("  %s\n", session->lines.at[i] + command->indent);
    if (!started)
        return;
    show_edits(command->edits, command->edit_count);
    if (command->expected > 0)
        printf("%c [%d]\n", command->status == command->expected ? ' ' : '-',
               command->expected);
    if (command->status >= 0 && command->status != command->expected)
        printf("+ [%d]\n", command->status);
}

/* Writes the output such that it will be read again as what it is. */
static void write_output(FILE *file, const Command *command)
{
    const char *last = NULL;
    int indent = (int)command->indent;
    for (size_t i = 0; i < command->edit_count; i++) {
        const char *text = command->edits[i].text;
        if (command->edits[i].kind == DROP)
            continue;
        size_t spaces = command->fenced ? 0 : strspn(text, " ");
        bool misleads = is_command(text + spaces) ||
                        (command->fenced && is_fence(text)) ||
                        (!last && is_continuation(text));
        fprintf(file, "%*s%s%s\n", *text ? indent : 0, "",
                misleads ? "..." : "", text);
        last = text;
    }
    if (command->status != 0 || (command->says_status && !command->expected) ||
        (last && (*last == '\0' || status_in(last) >= 0)))
        fprintf(file, "%*s[%d]\n", indent, "", command->status);
}

/* Writes the file anew, with the output of commands that came to their end. */
static void write_session(const Session *session)
{
    size_t line = 0;
    FILE *file = fopen(session->path, "w");
    if (!file)
        die(session->path);
    for (size_t i = 0; i < session->count; i++) {
        const Command *command = &session->commands[i];
        if (command->passed || command->status < 0)
            continue;
        while (line < command->body)
            fprintf(file, "%s\n", session->lines.at[line++]);
        write_output(file, command);
        line = command->end;
    }
    while (line < session->lines.count)
        fprintf(file, "%s\n", session->lines.at[line++]);
    fflush(file);
    if ((!session->final_newline && ftruncate(fileno(file), ftell(file) - 1)) ||
        ferror(file) || fclose(file) != 0)
        die(session->path);
}

/* Returns how many commands failed: with -u only those that did not end. */
static size_t answer(Session *session, bool update)
{
    size_t failed = 0, rewritten = 0;
    for (size_t i = 0; i < session->count; i++) {
        Command *command = &session->commands[i];
        judge(session, command);
        if (!command->passed && update && command->status >= 0) {
            rewritten++;
        } else if (!command->passed) {
            show_failure(session, command);
            failed++;
        }
    }
    if (rewritten) {
        write_session(session);
        printf("session %s: %zu commands, %zu rewritten\n", session->path,
               session->count, rewritten);
    } else if (!failed) {
        printf("session %s: %zu commands\n", session->path, session->count);
    }
    return failed;
}

static void free_session(Session *session)
{
    for (size_t i = 0; i < session->count; i++) {
        free(session->commands[i].output.at);
        free(session->commands[i].edits);
    }
    free(session->commands);
    free(session->lines.at);
    free(session->text);
    free(session->output);
}

static void run_file(const char *path, const Options *options, size_t *passed,
                     size_t *failed)
{
    Session session = {.path = path};
    const char *trouble = read_session(&session);
    if (trouble) {
        printf("%s: %s\n", path, trouble);
        *failed += 1;
    } else {
        run_commands(&session, options);
        size_t count = answer(&session, options->update);
        *failed += count;
        *passed += session.count - count;
    }
    free_session(&session);
}

static void put_first_in_path(const char *directory)
{
    char *value, *absolute = realpath(directory, NULL);
    if (!absolute)
        die(directory);
    if (asprintf(&value, "%s:%s", absolute, getenv("PATH")) < 0)
        die("memory");
    setenv("PATH", value, 1);
    free(value);
    free(absolute);
}

static void read_options(Options *options, int argc, char **argv)
{
    int option;
    char *end = "";
    while ((option = getopt(argc, argv, "up:l:t:")) != -1) {
        if (option == 'u')
            options->update = true;
        else if (option == 'p')
            put_first_in_path(optarg);
        else if (option == 'l')
            options->links[options->link_count++] = optarg;
        else if (option == 't')
            options->seconds = strtol(optarg, &end, 10);
        if (option == '?' || *end || options->seconds <= 0)
            break;
    }
    if (option == -1 && optind < argc)
        return;
    fputs("usage: session [-u] [-p DIRECTORY]... [-l TARGET]... "
          "[-t SECONDS] FILE...\n",
          stderr);
    exit(2);
}

int main(int argc, char **argv)
{
    size_t passed = 0, failed = 0;
    Options options = {.seconds = 120};
    options.links = resize(NULL, (size_t)argc, sizeof(char *));
    read_options(&options, argc, argv);
    setenv("LC_ALL", "C.UTF-8", 1);
    setenv("TERM", "dumb", 1);
    setenv("COLUMNS", "80", 1);
    setenv("TZ", "UTC", 1);
#ifdef __linux__
    prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
    for (int i = optind; i < argc; i++)
        run_file(argv[i], &options, &passed, &failed);
    printf("%zu passed, %zu failed\n", passed, failed);
    free(options.links);
    return failed > 0;
}

/* cmd_serve.c - zermelo serve
 *
 * Finds the games, chooses a key, prints the address of the page, and serves
 * it (src/serve) until Ctrl-C or --time. Start reading at cmd_serve(), at the
 * end.
 */
#include "cli/command.h"

#include "base/budget.h"
#include "base/vec.h"
#include "serve/serve.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { KEY_DIGITS = 32, DEFAULT_MEGABYTES = 2048 };

/* The games that came with this program: those installed beside it, or those of
 * the tree that it was built in. NULL if there are none. */
static const char *installed_games(Arena *arena)
{
    static const char *const places[] = {"/../share/zermelo/games",
                                         "/../games"};
    char program[4096];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(program, '/');
    for (size_t i = 0; slash && i < sizeof places / sizeof *places; i++) {
        const char *path = arena_printf(arena, "%.*s%s", (int)(slash - program),
                                        program, places[i]);
        if (access(path, R_OK) == 0)
            return path;
    }
    return NULL;
}

/* Opens URL in the browser of the desktop, by the program that does that. */
static void open_browser(const char *url)
{
    if (fork() != 0)
        return;
    if (freopen("/dev/null", "w", stdout) && freopen("/dev/null", "w", stderr))
        execlp("xdg-open", "xdg-open", url, (char *)NULL);
    _exit(1);
}

/* 0.0.0.0 is no address to call somebody by. */
static const char *page_address(Arena *arena, const char *listen, unsigned port,
                                const char *key)
{
    const char *host =
        find_word("0.0.0.0|::", listen) == SIZE_MAX ? listen : "127.0.0.1";
    return arena_printf(arena,
                        strchr(host, ':') ? "http://[%s]:%u/?key=%s"
                                          : "http://%s:%u/?key=%s",
                        host, port, key);
}

static int serve_pages(const Arguments *arguments, const ServeOptions *options)
{
    const char *why;
    Serve *serve = serve_new(options, &why);
    if (!serve)
        return fail("listen", "%s port %u: %s", options->address, options->port,
                    why);
    const char *url = page_address(arguments->arena, options->address,
                                   serve_port(serve), options->key);
    printf("%s\n", url);
    fflush(stdout);
    if (has_option(arguments, "open"))
        open_browser(url);
    Budget budget =
        budget_new(seconds_option(arguments, "time", 0), &interrupted);
    while (!budget_spent(&budget))
        serve_step(serve);
    serve_free(serve);
    return EXIT_YES;
}

int cmd_serve(const Arguments *arguments)
{
    const char *address = text_option(arguments, "listen", "127.0.0.1"),
               *failed, *why;
    const char *token = text_option(arguments, "token", NULL);
    size_t port = count_option(arguments, "port", 8913);
    char key[KEY_DIGITS + 1];
    if (port > 65535)
        return fail("usage", "--port takes a number from 0 to 65535");
    if (!serve_is_loopback(address) && !token)
        return fail("usage",
                    "--listen %s needs --token: whoever has it may "
                    "let this machine compute",
                    address);
    if (token && !is_plain_name(token, 100))
        return fail("usage", "--token takes letters, digits, - _ and .");
    serve_secret(key, KEY_DIGITS);
    const char *const installed[] = {installed_games(arguments->arena), NULL};
    signal(SIGPIPE, SIG_IGN);
    Library library = {.paths = arguments->operand_count ? arguments->operands
                                                         : installed};
    failed = library_look(&library, &why);
    int status =
        !failed
            ? serve_pages(arguments, &(ServeOptions){.address = address,
                                                     .port = (unsigned)port,
                                                     .key = token ? token : key,
                                                     .library = &library,
                                                     .megabytes = count_option(
                                                         arguments, "memory",
                                                         DEFAULT_MEGABYTES),
                                                     .seconds = 3600})
            : fail("file", "%s: %s", failed, why);
    rule_files_free(library.files);
    return status;
}

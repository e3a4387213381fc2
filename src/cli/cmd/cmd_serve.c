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
 * the tree that it was built in. NULL if there are none. To be freed. */
static char *installed_games(void)
{
    static const char *const places[] = {"/../share/zermelo/games",
                                         "/../games"};
    char program[4096];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(program, '/');
    for (size_t i = 0; slash && i < sizeof places / sizeof *places; i++) {
        Text path = {0};
        text_add(&path, program, (size_t)(slash - program));
        text_adds(&path, places[i]);
        if (access(path.bytes, R_OK) == 0)
            return text_take(&path);
        text_free(&path);
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
static char *page_address(const char *listen, unsigned port, const char *key)
{
    bool is_any = strcmp(listen, "0.0.0.0") == 0 || strcmp(listen, "::") == 0;
    const char *host = is_any ? "127.0.0.1" : listen;
    bool is_ipv6 = strchr(host, ':') != NULL;
    Text url = {0};
    text_addf(&url, "http://%s%s%s:%u/?key=%s", is_ipv6 ? "[" : "", host,
              is_ipv6 ? "]" : "", port, key);
    return text_take(&url);
}

static int serve_pages(const Arguments *arguments, const ServeOptions *options)
{
    const char *why;
    Serve *serve = serve_new(options, &why);
    if (!serve)
        return fail("listen", "%s port %u: %s", options->address, options->port,
                    why);
    char *url = page_address(options->address, serve_port(serve), options->key);
    printf("%s\n", url);
    fflush(stdout);
    if (has_option(arguments, "open"))
        open_browser(url);
    Budget budget =
        budget_new(seconds_option(arguments, "time", 0), &interrupted);
    while (!budget_spent(&budget))
        serve_step(serve);
    memory_free(url);
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
    VEC(const char *) paths = {0};
    char *installed = arguments->operand_count ? NULL : installed_games();
    for (size_t i = 0; i < arguments->operand_count; i++)
        vec_push(&paths, arguments->operands[i]);
    if (installed)
        vec_push(&paths, installed);
    vec_push(&paths, NULL);
    signal(SIGPIPE, SIG_IGN);
    Library library = {.paths = paths.items};
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
    vec_free(&paths);
    memory_free(installed);
    return status;
}

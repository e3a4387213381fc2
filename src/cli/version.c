/* version.c - zermelo --version: the program, its licence, and what it uses */
#include "cli/help.h"

#include "base/child.h"
#include "base/shared_library.h"
#include "zermelo.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a function of a library that is loaded when it is needed says; NULL if
 * the library is not there. */
static const char *library_version(const char *soname, const char *name)
{
    const char *(*version)(void) = NULL;
    const LibrarySymbol symbols[] = {{name, &version}, {NULL, NULL}};
    return library_load(soname, symbols) ? version() : NULL;
}

/* A line with the first number in TEXT, as "libcurl/7.88.1 OpenSSL/3.0.17" and
 * "clingo version 5.6.2" have it; TEXT may be NULL. */
static void print_version_line(const char *name, const char *text)
{
    text = text ? text + strcspn(text, "0123456789") : "";
    int length = (int)strcspn(text, " \n");
    printf("%-14s %.*s\n", name, length ? length : 9,
           length ? text : "not found");
}

static void print_clingo_version(void)
{
    enum { MAX_SECONDS_PER_TOOL = 5 };
    const char *name = getenv("ZERMELO_CLINGO");
    const char *const arguments[] = {name && *name ? name : "clingo",
                                     "--version", NULL};
    Budget budget = budget_new(MAX_SECONDS_PER_TOOL, NULL);
    const ChildTask task = {.arguments = arguments, .budget = &budget};
    Child child = child_run(&task);
    print_version_line("clingo", text_string(&child.output));
    child_clear(&child);
}

void print_version(void)
{
    const char *commit = zermelo_commit();
    printf("zermelo %s\n", zermelo_version());
    printf("%-14s %s\n", "commit", *commit ? commit : "not known");
    printf("%-14s MIT: free to use, change and pass on, without warranty\n",
           "licence");
    printf("%-14s %s\n", "CaDiCaL", zermelo_solver_version());
    print_clingo_version();
    print_version_line("jansson", jansson_version_str());
    print_version_line("libcurl",
                       library_version("libcurl.so.4", "curl_version"));
    print_version_line("libmicrohttpd", library_version("libmicrohttpd.so.12",
                                                        "MHD_get_version"));
}

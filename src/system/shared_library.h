/* shared_library.h - a shared library that is loaded when it is needed
 *
 * libcurl and libmicrohttpd, with all that they need in turn, take longer to
 * load than most commands run, so that the program is not linked with them.
 */
#ifndef ZERMELO_SYSTEM_SHARED_LIBRARY_H
#define ZERMELO_SYSTEM_SHARED_LIBRARY_H

#include <stdbool.h>

typedef struct {
    const char *name;
    void *function; /* the address of a pointer to a function of its type */
} LibrarySymbol;

/* Loads the library of this SONAME and looks up SYMBOLS, which end in a NULL
 * name. False if it is not installed or lacks one of them. A library stays
 * loaded; loading it again costs next to nothing. */
bool library_load(const char *soname, const LibrarySymbol *symbols);

/* Of a list of its functions, F(first) F(second) ...: the fields of a struct of
 * pointers, and the symbols that fill such a struct, which is *LIBRARY. */
#define LIBRARY_POINTER(function) __typeof__(function) *function;
#define LIBRARY_SYMBOL(function)  {#function, &library->function},

#endif

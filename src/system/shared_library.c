/* shared_library.c - a shared library that is loaded when it is needed */
#include "system/shared_library.h"

#include <dlfcn.h>
#include <string.h>

bool library_load(const char *soname, const LibrarySymbol *symbols)
{
    void *handle = dlopen(soname, RTLD_NOW | RTLD_NODELETE);
    bool complete = handle != NULL;
    for (; complete && symbols->name; symbols++) {
        void *address = dlsym(handle, symbols->name);
        /* ISO C has no cast from an object to a function. */
        memcpy(symbols->function, &address, sizeof address);
        complete = address != NULL;
    }
    if (handle)
        dlclose(handle);
    return complete;
}

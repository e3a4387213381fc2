/* stores.h - databases with a few cells, for tests of what reads them */
#ifndef ZERMELO_TEST_STORES_H
#define ZERMELO_TEST_STORES_H

#include "batch/store.h"
#include "support.h"

static inline CellKey cell_key(const char *command, const char *file,
                               const char *options, const char *version)
{
    return (CellKey){.command = command,
                     .file = file,
                     .sha256 = "5ha",
                     .options = options,
                     .version = version};
}

static inline void add_cell(Store *store, CellKey key, double seconds,
                            const char *answer)
{
    char *why = NULL;
    CellResult result = {
        .seconds = seconds, .bytes = 5 << 20, .answer = (char *)(size_t)answer};
    if (!store_add(store, &key, &result, &why))
        fail_msg("%s", why);
}

static inline Store *open_store(const char *path, StoreMode mode)
{
    char *why = NULL;
    Store *store = store_open(path, mode, &why);
    if (!store)
        fail_msg("%s: %s", path ? path : "a temporary database", why);
    return store;
}

#endif

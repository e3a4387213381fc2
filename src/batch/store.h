/* store.h - results of cells in a SQLite database
 *
 * Table `cells` has one row for each key (cell.h); table `matches` has the same
 * columns for the matches of tournaments, whose command is "match". A row is
 * written in a transaction of its own and is there when store_add returns:
 * killed at any point, a run loses only the cells that were running. Several
 * processes may use one database at once.
 *
 * A Store may be used by one thread at a time.
 */
#ifndef ZERMELO_BATCH_STORE_H
#define ZERMELO_BATCH_STORE_H

#include "batch/cell.h"

typedef struct Store Store;

typedef struct {
    CellKey key;
    int exit;
    double seconds;
    uint64_t bytes;
    const char *answer;   /* JSON */
    const char *finished; /* when, UTC: 2026-11-18T00:37:05Z */
} CellRow;

typedef enum {
    STORE_READ,  /* it must be there, and is not changed */
    STORE_WRITE, /* made if it is not there */
} StoreMode;

/* The database at PATH; NULL as PATH: a temporary one. NULL, with a reason in
 * *WHY, which is to be freed, if it cannot be used. */
Store *store_open(const char *path, StoreMode mode, char **why);
void store_close(Store *store);

bool store_has(Store *store, const CellKey *key);

/* Adds a row, unless there is one with its key. False, with a reason in *WHY,
 * which is to be freed, if it is not on the disk. */
bool store_add(Store *store, const CellKey *key, const CellResult *result,
               char **why);

/* Seconds that the newest run of that command and file took, with these
 * options if there was one; below 0 if there is none. */
double store_expected_seconds(Store *store, const CellKey *key);

/* Tells other processes that the cell is being run: false if one of them runs
 * it. A claim ends with store_release, and with the process. */
bool store_claim(Store *store, const CellKey *key);
void store_release(Store *store, const CellKey *key);

/* Calls VISIT with each row of `cells`, ordered by file, command, options,
 * version and time; the strings live until VISIT returns. False, with a reason
 * in *WHY, which is to be freed, if the database cannot be read. */
typedef void StoreVisit(void *data, const CellRow *row);
bool store_each(Store *store, StoreVisit *visit, void *data, char **why);

/* The row with this key: calls VISIT once, or not if there is none. */
void store_find(Store *store, const CellKey *key, StoreVisit *visit,
                void *data);

/* Adds all rows of the database at PATH whose keys are not there. */
bool store_merge(Store *store, const char *path, char **why);

#endif

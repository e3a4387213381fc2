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

#include <jansson.h>
#include <sqlite3.h>

typedef struct Store Store;

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

typedef struct {
    int exit;
    double seconds;
    uint64_t bytes;
    json_t *answer; /* to be released; NULL if it is no JSON */
} CellRow;

/* The row with this key; false, with a row of zeros, if there is none. */
bool store_find(Store *store, const CellKey *key, CellRow *row);

/* Adds all rows of the database at PATH whose keys are not there. */
bool store_merge(Store *store, const char *path, char **why);

/* ---- for queries of batch/results.c ---- */

sqlite3 *store_database(Store *store);
/* False, with a reason in *WHY, which is to be freed, if one of the statements
 * fails. */
bool store_execute(Store *store, const char *statements, char **why);
/* Makes the database at PATH the SCHEMA of that name. */
bool store_attach(Store *store, const char *path, const char *schema,
                  char **why);

#endif

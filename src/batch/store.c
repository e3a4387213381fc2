/* store.c - results of cells in a SQLite database
 *
 * In:   keys and results of cells
 * Out:  rows of the tables `cells` and `matches`
 *
 * The journal is SQLite's default (a rollback journal), which also works on
 * file systems of a network. That a cell is being run is a lock on one byte of
 * the file PATH.lock, at a place that is a hash of its key: the system ends it
 * with the process, however that dies. Start reading at store_open().
 */
#include "batch/store.h"

#include "base/sha256.h"
#include "base/memory.h"
#include "base/text.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    APPLICATION_ID = 0x7a65726d, /* "zerm", in the header of the file */
    BUSY_MILLISECONDS = 60000,   /* for others that use the database */
};

struct Store {
    sqlite3 *database;
    char *lock_path;
    int lock_file; /* -1: claims are not possible, or not needed */
};

/* The columns of both tables, in the order of the contract. */
#define COLUMNS                                                                \
    "command, file, sha256, options, version, exit, seconds, bytes, answer, "  \
    "finished"
#define KEY_MATCHES                                                            \
    "command = ?1 AND file = ?2 AND sha256 = ?3 AND options = ?4 AND "         \
    "version = ?5"
#define TABLE_COLUMNS                                                          \
    "(command TEXT NOT NULL, file TEXT NOT NULL, sha256 TEXT NOT NULL, "       \
    "options TEXT NOT NULL, version TEXT NOT NULL, exit INTEGER NOT NULL, "    \
    "seconds REAL NOT NULL, bytes INTEGER NOT NULL, answer TEXT NOT NULL, "    \
    "finished TEXT NOT NULL, "                                                 \
    "PRIMARY KEY (command, file, sha256, options, version));"

static const char tables[] =
    "BEGIN IMMEDIATE;"
    "PRAGMA application_id = 2053468781;"
    "CREATE TABLE IF NOT EXISTS cells" TABLE_COLUMNS
    "CREATE TABLE IF NOT EXISTS matches" TABLE_COLUMNS "COMMIT;";

static_assert(APPLICATION_ID == 2053468781, "as in the tables");

/* ---- statements ---- */

static char *error_of(const Store *store)
{
    return memory_strdup(sqlite3_errmsg(store->database));
}

/* A statement; FORMAT may have a %s for the table. NULL if the database
 * fails. */
static sqlite3_stmt *prepare(const Store *store, const char *format,
                             const char *table)
{
    sqlite3_stmt *statement = NULL;
    char *query = sqlite3_mprintf(format, table);
    sqlite3_prepare_v2(store->database, query, -1, &statement, NULL);
    sqlite3_free(query);
    return statement;
}

static void bind_text(sqlite3_stmt *statement, int index, const char *text)
{
    sqlite3_bind_text(statement, index, text, -1, SQLITE_STATIC);
}

/* A statement about KEY, which is ?1 to ?5, in its table. */
static sqlite3_stmt *prepare_for(const Store *store, const char *format,
                                 const CellKey *key)
{
    const char *const parts[] = {key->command, key->file, key->sha256,
                                 key->options, key->version};
    bool is_match = strcmp(key->command, "match") == 0;
    sqlite3_stmt *statement =
        prepare(store, format, is_match ? "matches" : "cells");
    for (int i = 0; i < 5; i++)
        bind_text(statement, i + 1, parts[i]);
    return statement;
}

/* ---- opening ---- */

static int read_number(const Store *store, const char *query)
{
    sqlite3_stmt *statement = prepare(store, query, "");
    int number = statement && sqlite3_step(statement) == SQLITE_ROW
                     ? sqlite3_column_int(statement, 0)
                     : -1;
    sqlite3_finalize(statement);
    return number;
}

/* NULL, or why the database cannot be used: one that is not ours, and not empty
 * either, is not touched. */
static char *prepare_database(Store *store, StoreMode mode)
{
    sqlite3_busy_timeout(store->database, BUSY_MILLISECONDS);
    /* a first look at the file: SQLite opens whatever it is */
    if (read_number(store, "PRAGMA schema_version") < 0)
        return error_of(store);
    /* the tables are counted first: another process may be making them */
    int table_count = read_number(store, "SELECT count(*) FROM sqlite_master"),
        id = read_number(store, "PRAGMA application_id");
    if (id != APPLICATION_ID && (mode == STORE_READ || id || table_count))
        return memory_strdup("it is no database of results");
    char *why = NULL;
    if (mode == STORE_WRITE)
        store_execute(store, tables, &why);
    return why;
}

/* Why PATH cannot be a database, where that says more than SQLite would. */
static char *path_fault(const char *path, StoreMode mode)
{
    struct stat status;
    if (mode == STORE_READ && access(path, R_OK) != 0)
        return memory_strdup(strerror(errno));
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
        return memory_strdup("it is a directory, not a database");
    return NULL;
}

Store *store_open(const char *path, StoreMode mode, char **why)
{
    Store *store = memory_zeroed(1, sizeof *store);
    store->lock_file = -1;
    int flags = mode == STORE_READ ? SQLITE_OPEN_READONLY
                                   : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    *why = path ? path_fault(path, mode) : NULL;
    if (!*why)
        *why = sqlite3_open_v2(path ? path : ":memory:", &store->database,
                               flags, NULL) == SQLITE_OK
                   ? prepare_database(store, mode)
                   : error_of(store);
    if (*why) {
        store_close(store);
        return NULL;
    }
    if (path && mode == STORE_WRITE) {
        Text text = {0};
        text_addf(&text, "%s.lock", path);
        store->lock_path = text_take(&text);
        store->lock_file =
            open(store->lock_path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    }
    return store;
}

/* Locks LENGTH bytes from START on, 0 for all; false if another process has a
 * lock there. */
static bool set_lock(const Store *store, short type, off_t start, off_t length)
{
    struct flock lock = {.l_type = type,
                         .l_whence = SEEK_SET,
                         .l_start = start,
                         .l_len = length};
    return fcntl(store->lock_file, F_OFD_SETLK, &lock) == 0 ||
           (errno != EAGAIN && errno != EACCES);
}

void store_close(Store *store)
{
    if (!store)
        return;
    if (store->lock_file >= 0) {
        if (set_lock(store, F_WRLCK, 0, 0))
            unlink(store->lock_path); /* nobody else uses it */
        close(store->lock_file);
    }
    sqlite3_close(store->database);
    free_all(store->lock_path, store);
}

/* ---- claims ---- */

/* The first 60 bits of a digest of the key: two cells never share a place. */
static off_t place_of(const CellKey *key)
{
    char digest[DIGEST_LENGTH + 1];
    Text text = {0};
    text_addf(&text, "%s\n%s\n%s\n%s\n%s", key->command, key->file, key->sha256,
              key->options, key->version);
    digest_bytes(digest, text_string(&text), text.length);
    text_free(&text);
    digest[15] = '\0';
    return (off_t)strtoull(digest, NULL, 16);
}

bool store_claim(Store *store, const CellKey *key)
{
    return store->lock_file < 0 || set_lock(store, F_WRLCK, place_of(key), 1);
}

void store_release(Store *store, const CellKey *key)
{
    if (store->lock_file >= 0)
        set_lock(store, F_UNLCK, place_of(key), 1);
}

/* ---- rows ---- */

bool store_has(Store *store, const CellKey *key)
{
    sqlite3_stmt *statement =
        prepare_for(store, "SELECT 1 FROM %s WHERE " KEY_MATCHES, key);
    bool has = sqlite3_step(statement) == SQLITE_ROW;
    sqlite3_finalize(statement);
    return has;
}

bool store_add(Store *store, const CellKey *key, const CellResult *result,
               char **why)
{
    char finished[32];
    time_t now = time(NULL);
    struct tm parts;
    strftime(finished, sizeof finished, "%Y-%m-%dT%H:%M:%SZ",
             gmtime_r(&now, &parts));
    sqlite3_stmt *statement =
        prepare_for(store,
                    "INSERT OR IGNORE INTO %s (" COLUMNS
                    ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
                    key);
    sqlite3_bind_int(statement, 6, result->exit);
    sqlite3_bind_double(statement, 7, result->seconds);
    sqlite3_bind_int64(statement, 8, (sqlite3_int64)result->bytes);
    bind_text(statement, 9, result->answer);
    bind_text(statement, 10, finished);
    bool is_added = sqlite3_step(statement) == SQLITE_DONE;
    *why = is_added ? NULL : error_of(store);
    sqlite3_finalize(statement);
    return is_added;
}

double store_expected_seconds(Store *store, const CellKey *key)
{
    sqlite3_stmt *statement =
        prepare_for(store,
                    "SELECT seconds FROM %s WHERE command = ?1 AND file = ?2 "
                    "ORDER BY options = ?4 DESC, finished DESC LIMIT 1",
                    key);
    double seconds = sqlite3_step(statement) == SQLITE_ROW
                         ? sqlite3_column_double(statement, 0)
                         : -1;
    sqlite3_finalize(statement);
    return seconds;
}

bool store_find(Store *store, const CellKey *key, CellRow *row)
{
    sqlite3_stmt *statement =
        prepare_for(store,
                    "SELECT exit, seconds, bytes, answer FROM %s "
                    "WHERE " KEY_MATCHES,
                    key);
    bool is_there = sqlite3_step(statement) == SQLITE_ROW;
    *row = (CellRow){0};
    if (is_there) {
        const void *answer = sqlite3_column_text(statement, 3);
        *row = (CellRow){.exit = sqlite3_column_int(statement, 0),
                         .seconds = sqlite3_column_double(statement, 1),
                         .bytes = (uint64_t)sqlite3_column_int64(statement, 2),
                         .answer = json_loads(answer ? answer : "", 0, NULL)};
    }
    sqlite3_finalize(statement);
    return is_there;
}

/* ---- queries ---- */

sqlite3 *store_database(Store *store)
{
    return store->database;
}

bool store_execute(Store *store, const char *statements, char **why)
{
    bool is_done = sqlite3_exec(store->database, statements, NULL, NULL,
                                NULL) == SQLITE_OK;
    *why = is_done ? NULL : error_of(store);
    return is_done;
}

bool store_attach(Store *store, const char *path, const char *schema,
                  char **why)
{
    /* opened by itself first: it must be there, and ours */
    Store *other = store_open(path, STORE_READ, why);
    if (!other)
        return false;
    store_close(other);
    char *query = sqlite3_mprintf("ATTACH %Q AS %s", path, schema);
    bool is_attached = store_execute(store, query, why);
    sqlite3_free(query);
    return is_attached;
}

bool store_merge(Store *store, const char *path, char **why)
{
    char *none;
    if (!store_attach(store, path, "other", why))
        return false;
    bool is_merged = store_execute(store,
                                   "BEGIN IMMEDIATE;"
                                   "INSERT OR IGNORE INTO main.cells "
                                   "SELECT " COLUMNS " FROM other.cells;"
                                   "INSERT OR IGNORE INTO main.matches "
                                   "SELECT " COLUMNS " FROM other.matches;"
                                   "COMMIT",
                                   why);
    if (!is_merged && !sqlite3_get_autocommit(store->database))
        store_execute(store, "ROLLBACK", &none);
    store_execute(store, "DETACH other", &none);
    return is_merged;
}

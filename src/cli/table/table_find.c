/* table_find.c - rule files in a directory, found by what is in them
 *
 * In:   directories of anything
 * Out:  the path of the rule file that a row of a table means
 *
 * Links to directories are not followed, large files not read: rules are
 * small. The order of files is that of their paths, whatever the file system
 * says. Start reading at shelf_add(), near the end.
 */
#include "cli/table/table_find.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/vec.h"
#include "cli/table/table_data.h"

#include <errno.h>
#include <fts.h>
#include <nettle/sha2.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum {
    LARGEST = 4 << 20, /* bytes of a rule file */
    DEEPEST = 32,      /* folders in folders */
    MOST = 100000,     /* files */
};

typedef struct {
    const char *path, *name;
    const Text *text; /* NULL: it is in a file */
    char digest[2 * SHA256_DIGEST_SIZE + 1];
} Book;

struct Shelf {
    Arena *arena;
    VEC(Book) books;
};

void shelf_free(Shelf *shelf)
{
    if (!shelf)
        return;
    vec_free(&shelf->books);
    arena_free(shelf->arena);
    free(shelf);
}

static void write_digest(char *out, const Text *text)
{
    struct sha256_ctx context;
    uint8_t bytes[SHA256_DIGEST_SIZE];
    sha256_init(&context);
    sha256_update(&context, text->length, (const uint8_t *)text_string(text));
    sha256_digest(&context, sizeof bytes, bytes);
    for (size_t i = 0; i < sizeof bytes; i++) {
        *out++ = "0123456789abcdef"[bytes[i] >> 4];
        *out++ = "0123456789abcdef"[bytes[i] & 15];
    }
    *out = '\0';
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* What cannot be read is no rule file that anybody could use. */
static void add_book(Shelf *shelf, const char *path)
{
    const char *why;
    Text text = {0};
    if (file_read(&text, path, LARGEST, &why) && text.length <= LARGEST) {
        Book book = {.path = arena_string(shelf->arena, path, strlen(path))};
        book.name = last_part(book.path);
        write_digest(book.digest, &text);
        vec_push(&shelf->books, book);
    }
    text_free(&text);
}

/* Games that come with the program and stand for rows whose rules nobody has.
 */
static void add_own_games(Shelf *shelf)
{
    for (const Embedded *own = embedded + 1; own->name; own++) {
        Text *text = arena_alloc(shelf->arena, sizeof *text);
        text->bytes =
            arena_string(shelf->arena, (const char *)own->bytes, *own->length);
        text->length = *own->length;
        Book book = {.path = own->name, .name = own->name, .text = text};
        write_digest(book.digest, text);
        vec_push(&shelf->books, book);
    }
}

Shelf *shelf_new(void)
{
    Shelf *shelf = memory_zeroed(1, sizeof *shelf);
    shelf->arena = arena_new();
    add_own_games(shelf);
    return shelf;
}

static int by_name(const FTSENT **one, const FTSENT **other)
{
    return strcmp((*one)->fts_name, (*other)->fts_name);
}

bool shelf_add(Shelf *shelf, const char *directory, const char **why)
{
    char *start = arena_string(shelf->arena, directory, strlen(directory));
    char *const roots[] = {start, NULL};
    FTS *tree =
        fts_open(roots, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, by_name);
    if (!tree) {
        *why = strerror(errno);
        return false;
    }
    bool is_directory = false;
    *why = "it is no directory";
    for (FTSENT *entry; (entry = fts_read(tree));) {
        if (entry->fts_level == 0 && entry->fts_info == FTS_D)
            is_directory = true;
        if (entry->fts_level == 0 && entry->fts_errno)
            *why = strerror(entry->fts_errno);
        if (entry->fts_info == FTS_D && entry->fts_level > DEEPEST)
            fts_set(tree, entry, FTS_SKIP);
        if (entry->fts_info == FTS_F && entry->fts_level > 0 &&
            entry->fts_statp->st_size <= LARGEST && shelf->books.count < MOST)
            add_book(shelf, entry->fts_path);
    }
    fts_close(tree);
    return is_directory;
}

static bool is_it(const Book *book, const char *sha256, const char *name)
{
    return sha256 ? strcmp(book->digest, sha256) == 0
                  : book->text && strcmp(book->name, name) == 0;
}

Found shelf_find(const Shelf *shelf, const char *sha256, const char *name,
                 const char **path, const char **digest, const Text **text)
{
    const Book *found = NULL;
    Found how = FOUND_NOTHING;
    for (size_t i = 0; i < shelf->books.count && how != FOUND_SAME; i++) {
        const Book *book = &shelf->books.items[i];
        if (is_it(book, sha256, name)) {
            found = book;
            how = FOUND_SAME;
        } else if (!found && !book->text &&
                   strcasecmp(book->name, last_part(name)) == 0) {
            found = book;
            how = FOUND_NAME;
        }
    }
    if (found) {
        *path = found->path;
        *digest = found->digest;
        *text = found->text;
    }
    return how;
}

/* table_find.c - rule files in a directory, found by what is in them
 *
 * In:   directories of anything
 * Out:  the path of the rule file that a row of a table means
 *
 * Links to directories are not followed, large files not read: rules are
 * small. The order of files is that of their paths, whatever the file system
 * says. Start reading at rule_files_add(), near the end.
 */
#include "cli/table/table_find.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/vec.h"

#include <errno.h>
#include <fts.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum {
    MAX_RULE_BYTES = 4 << 20, /* of a rule file */
    MAX_FOLDER_DEPTH = 32,    /* folders in folders */
    MAX_FILES = 100000,
};

struct RuleFiles {
    Arena *arena;
    VEC(RuleFile) list;
};

void rule_files_free(RuleFiles *files)
{
    if (!files)
        return;
    vec_free(&files->list);
    arena_free(files->arena);
    free(files);
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void add_bytes(RuleFiles *files, RuleFile file, const void *bytes,
                      size_t length)
{
    struct sha256_ctx context;
    uint8_t digest[SHA256_DIGEST_SIZE];
    sha256_init(&context);
    sha256_update(&context, length, bytes);
    sha256_digest(&context, sizeof digest, digest);
    for (size_t i = 0; i < sizeof digest; i++)
        snprintf(&file.digest[2 * i], 3, "%02x", digest[i]);
    file.name = base_name(file.path);
    vec_push(&files->list, file);
}

/* What cannot be read is no rule file that anybody could use. */
static void add_file(RuleFiles *files, const char *path)
{
    const char *why;
    Text text = {0};
    if (file_read(&text, path, MAX_RULE_BYTES, &why) &&
        text.length <= MAX_RULE_BYTES)
        add_bytes(
            files,
            (RuleFile){.path = arena_string(files->arena, path, strlen(path))},
            text_string(&text), text.length);
    text_free(&text);
}

RuleFiles *rule_files_new(void)
{
    RuleFiles *files = memory_zeroed(1, sizeof *files);
    files->arena = arena_new();
    /* they stand for rows whose rules nobody has */
    for (const Embedded *game = embedded + 1; game->name; game++)
        add_bytes(files, (RuleFile){.path = game->name, .builtin = game},
                  game->bytes, *game->length);
    return files;
}

static int compare_names(const FTSENT **left, const FTSENT **right)
{
    return strcmp((*left)->fts_name, (*right)->fts_name);
}

bool rule_files_add(RuleFiles *files, const char *directory, const char **why)
{
    char *start = arena_string(files->arena, directory, strlen(directory));
    char *const roots[] = {start, NULL};
    FTS *tree = fts_open(roots, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR,
                         compare_names);
    if (!tree) {
        *why = strerror(errno);
        return false;
    }
    bool is_directory = false;
    *why = "it is not a directory";
    for (FTSENT *entry; (entry = fts_read(tree));) {
        if (entry->fts_level == 0 && entry->fts_info == FTS_D)
            is_directory = true;
        if (entry->fts_level == 0 && entry->fts_errno)
            *why = strerror(entry->fts_errno);
        if (entry->fts_info == FTS_D && entry->fts_level > MAX_FOLDER_DEPTH)
            fts_set(tree, entry, FTS_SKIP);
        if (entry->fts_info == FTS_F && entry->fts_level > 0 &&
            entry->fts_statp->st_size <= MAX_RULE_BYTES &&
            files->list.count < MAX_FILES)
            add_file(files, entry->fts_path);
    }
    fts_close(tree);
    return is_directory;
}

Found rule_files_find(const RuleFiles *files, const char *sha256,
                      const char *name, const RuleFile **file)
{
    *file = NULL;
    for (size_t i = 0; i < files->list.count; i++) {
        const RuleFile *candidate = &files->list.items[i];
        bool is_same =
            sha256 ? strcmp(candidate->digest, sha256) == 0
                   : candidate->builtin && strcmp(candidate->name, name) == 0;
        if (is_same) {
            *file = candidate;
            return FOUND_SAME;
        }
        if (!*file && !candidate->builtin &&
            strcasecmp(candidate->name, base_name(name)) == 0)
            *file = candidate;
    }
    return *file ? FOUND_NAME : FOUND_NOTHING;
}

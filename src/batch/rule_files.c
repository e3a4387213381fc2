/* rule_files.c - rule files below paths, known by their sha256
 *
 * In:   files, directories of anything
 * Out:  their rule files, in the order of their paths
 *
 * Links to directories are not followed, large files not read: rules are
 * small. The order of files is that of their paths, whatever the file system
 * says. Start reading at rule_files_add(), near the end.
 */
#include "batch/rule_files.h"

#include "base/byte_table.h"
#include "system/file.h"
#include "base/memory.h"

#include <errno.h>
#include <fts.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum {
    MAX_RULE_BYTES = 4 << 20, /* of a rule file */
    MAX_FOLDER_DEPTH = 32,    /* folders in folders */
    MAX_FILES = 100000,
};

void rule_files_free(RuleFiles *files)
{
    if (!files)
        return;
    vec_free(&files->list);
    byte_table_free(&files->paths);
    arena_free(files->arena);
    free(files);
}

const Embedded *embedded_find(const char *name, size_t length)
{
    const Embedded *file = embedded;
    while (file->name && (strlen(file->name) != length ||
                          memcmp(file->name, name, length) != 0))
        file++;
    return file->name ? file : NULL;
}

/* Whether its name ends as those of rule files do. */
static bool is_named_as_rules(const char *name)
{
    static const char *const endings[] = {".kif", ".gdl", ".hrf", ".pl"};
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; i++)
        if (strcasecmp(dot, endings[i]) == 0)
            return true;
    return false;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static Bytes bytes_of(const char *text)
{
    return (Bytes){text, strlen(text)};
}

/* Adds the file at PATH, whose name for the user begins at RELATIVE in PATH.
 * One that cannot be read, or is too large for rules, has no digest; with
 * RULE_FILES_ALL it is left out, since nobody is meant to use it. */
static bool add_file(RuleFiles *files, const char *path, size_t relative,
                     RuleFilesKind kind)
{
    const char *why;
    Text text = {0};
    bool is_read = file_read(&text, path, MAX_RULE_BYTES, &why) &&
                   text.length <= MAX_RULE_BYTES;
    /* overlapping directories have files in common */
    bool is_new = byte_table_find(&files->paths, bytes_of(path)) == NO_STRING;
    if (is_new && (is_read || kind == RULE_FILES_NAMED)) {
        byte_table_put(&files->paths, bytes_of(path));
        RuleFile file = {.path = arena_strdup(files->arena, path)};
        file.name = base_name(file.path);
        file.relative = file.path + relative;
        if (is_read)
            digest_bytes(file.digest, text_string(&text), text.length);
        vec_push(&files->list, file);
    }
    text_free(&text);
    return files->list.count <= MAX_FILES;
}

RuleFiles *rule_files_new(void)
{
    RuleFiles *files = memory_zeroed(1, sizeof *files);
    files->arena = arena_new();
    return files;
}

void rule_files_add_embedded(RuleFiles *files)
{
    for (const Embedded *game = embedded; game->name; game++) {
        if (!is_named_as_rules(game->name))
            continue;
        RuleFile file = {.path = game->name,
                         .name = game->name,
                         .relative = game->name,
                         .builtin = game};
        digest_bytes(file.digest, game->bytes, *game->length);
        vec_push(&files->list, file);
    }
}

static int compare_entries(const FTSENT **left, const FTSENT **right)
{
    return strcmp((*left)->fts_name, (*right)->fts_name);
}

static bool is_wanted(const FTSENT *entry, RuleFilesKind kind)
{
    return kind == RULE_FILES_ALL ? entry->fts_statp->st_size <= MAX_RULE_BYTES
                                  : is_named_as_rules(entry->fts_name);
}

bool rule_files_add(RuleFiles *files, const char *path, RuleFilesKind kind,
                    const char **why)
{
    char *start = arena_strdup(files->arena, path);
    char *const roots[] = {start, NULL};
    size_t length = strlen(start);
    FTS *tree = fts_open(roots, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR,
                         compare_entries);
    if (!tree) {
        *why = strerror(errno);
        return false;
    }
    bool is_there = false, has_room = true;
    for (FTSENT *entry; has_room && (entry = fts_read(tree));) {
        bool is_root = entry->fts_level == 0;
        if (is_root && entry->fts_errno)
            *why = strerror(entry->fts_errno);
        else
            is_there = true;
        if (entry->fts_info == FTS_D && entry->fts_level > MAX_FOLDER_DEPTH)
            fts_set(tree, entry, FTS_SKIP);
        else if (is_root &&
                 (entry->fts_info == FTS_F || entry->fts_info == FTS_DEFAULT))
            has_room = add_file(files, path, 0, kind);
        else if (!is_root && entry->fts_info == FTS_F && is_wanted(entry, kind))
            has_room = add_file(files, entry->fts_path,
                                length + (start[length - 1] != '/'), kind);
    }
    fts_close(tree);
    if (!has_room)
        *why = "there are more than 100000 files";
    return is_there && has_room;
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

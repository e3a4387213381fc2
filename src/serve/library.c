/* library.c - the games that a server offers: files below its paths
 *
 * In:   paths of files and folders
 * Out:  a list of games, and their rules
 */
#include "serve/serve.h"

#include "base/file.h"
#include "base/memory.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *library_look(Library *library, const char **why)
{
    const char *failed = NULL, *reason;
    rule_files_free(library->files);
    library->files = rule_files_new();
    for (const char *const *path = library->paths; *path; path++)
        if (!rule_files_add(library->files, *path, RULE_FILES_NAMED, &reason) &&
            !failed) {
            failed = *path;
            *why = reason;
        }
    return failed;
}

/* Of two files with one id only the first is to be had. */
static const RuleFile *find_game(const Library *library, const char *id)
{
    for (size_t i = 0; i < library->files->list.count; i++) {
        const RuleFile *file = &library->files->list.items[i];
        if (strcmp(file->relative, id) == 0)
            return file;
    }
    return NULL;
}

json_t *library_list(Library *library)
{
    const char *why;
    json_t *games = json_array();
    library_look(library, &why);
    for (size_t i = 0; i < library->files->list.count; i++) {
        const RuleFile *file = &library->files->list.items[i];
        json_add(games,
                 JSON_OBJECT({"id", json_text(file->relative)},
                             {"name", json_text(file->name)},
                             {"digest", json_text(file->digest)},
                             {"bytes", json_count(file_size(file->path))}));
    }
    return games;
}

/* The file may have been replaced since it was found: by no link, device or
 * pipe. */
static bool read_regular(const char *path, Text *out)
{
    struct stat status;
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    bool is_read = fd >= 0 && fstat(fd, &status) == 0 &&
                   S_ISREG(status.st_mode) &&
                   file_read_descriptor(out, fd, MAX_RULES_BYTES + 1) &&
                   out->length <= MAX_RULES_BYTES;
    if (fd >= 0)
        close(fd);
    return is_read;
}

bool library_read(Library *library, const char *id, Text *rules)
{
    const RuleFile *file = id ? find_game(library, id) : NULL;
    return file && read_regular(file->path, rules) &&
           !(rules->length && memchr(rules->bytes, 0, rules->length));
}

/* certificate.c - the files of a certificate, as they are
 *
 * In:   a path
 * Out:  JSON, and the bytes of other files, with the right SHA-256
 * Next: recheck/recheck.c
 */
#include "recheck/checker.h"

#include "base/memory.h"
#include "base/sha256.h"
#include "lang/form.h"
#include "system/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MANIFEST "certificate.json"

/* ---- files ---- */

enum { MAX_NAME = 100 };

static bool is_plain_name(const char *name)
{
    size_t length = name ? strlen(name) : 0;
    return length && length <= MAX_NAME && name[0] != '.' &&
           strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                        "0123456789._-") == length;
}

/* All bytes of the file NAME of the directory, to be freed; NULL, with the
 * reason in *WHY, if it is no regular file of at most MAX_BYTES: no link, no
 * pipe that one would wait for. */
static char *read_named_file(const Checker *checker, const char *name,
                             size_t max_bytes, size_t *length, const char **why)
{
    struct stat status;
    Text text = {0};
    Cleanup cleanup;
    int fd = openat(checker->directory, name,
                    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    *why = strerror(errno);
    if (fd < 0)
        return NULL;
    heap_note(&cleanup, close_file, &fd);
    *why = fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)
               ? "it is no regular file"
           : (uint64_t)status.st_size > max_bytes        ? "it is too large"
           : !file_read_descriptor(&text, fd, max_bytes) ? "it cannot be read"
                                                         : NULL;
    heap_forget(&cleanup);
    close(fd);
    *length = text.length;
    text_adds(&text, ""); /* an empty file has bytes, too */
    if (*why)
        text_free(&text);
    return *why ? NULL : text_take(&text);
}

char *certificate_read(Checker *checker, const json_t *reference,
                       size_t max_bytes, size_t *length)
{
    const char *name = text_of(reference, "file"), *why;
    const char *digest = text_of(reference, "sha256");
    char actual_digest[DIGEST_LENGTH + 1];
    if (!is_plain_name(name) || !digest) {
        fails(checker, "a file is not named, or not as files of a certificate "
                       "are");
        return NULL;
    }
    char *bytes = read_named_file(checker, name, max_bytes, length, &why);
    if (bytes) {
        digest_bytes(actual_digest, bytes, *length);
        if (strcmp(digest, actual_digest) == 0)
            return bytes;
        memory_free(bytes);
    }
    fails(checker,
          bytes
              ? arena_printf(checker->arena,
                             "%s was changed: its SHA-256 is another one", name)
              : arena_printf(checker->arena, "%s: %s", name, why));
    return NULL;
}

/* ---- JSON ---- */

bool has_only_keys(const json_t *object, const char *keys)
{
    const char *key;
    json_t *value;
    json_object_foreach ((json_t *)object, key, value) {
        size_t length = strlen(key);
        const char *found = keys;
        while ((found = strstr(found, key)) &&
               ((found != keys && found[-1] != ' ') ||
                (found[length] && found[length] != ' ')))
            found++;
        if (!found || !length || strchr(key, ' '))
            return false;
    }
    return json_is_object(object);
}

bool read_number(const json_t *object, const char *key, uint64_t max,
                 uint64_t default_number, uint64_t *number)
{
    const json_t *value = json_object_get(object, key);
    *number = value ? (uint64_t)json_integer_value(value) : default_number;
    return !value || (json_is_integer(value) &&
                      json_integer_value(value) >= 0 && *number <= max);
}

/* ---- opening ---- */

/* Opens the directory of the certificate at PATH; the name of its JSON. */
static const char *open_directory(Checker *checker, const char *path)
{
    int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
    checker->directory = open(path, flags);
    if (checker->directory >= 0 || errno != ENOTDIR)
        return MANIFEST;
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) + 1 : 0;
    checker->directory =
        open(slash ? arena_string(checker->arena, path, length) : ".", flags);
    return slash ? slash + 1 : path;
}

/* Reads the JSON; what is wrong with it as a whole, or NULL. */
static const char *read_manifest(Checker *checker, const char *name)
{
    const char *why;
    size_t length;
    json_error_t error;
    uint64_t version;
    char *text =
        read_named_file(checker, name, MAX_CERTIFICATE_BYTES, &length, &why);
    if (!text)
        return arena_printf(checker->arena,
                            "%s: %s: the certificate is not complete", name,
                            why);
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    memory_free(text);
    if (!root)
        return arena_printf(checker->arena,
                            "%s:%d: %s: the certificate is damaged", name,
                            error.line, error.text);
    checker->root = root;
    checker->evidence = json_object_get(root, "evidence");
    checker->claims = json_object_get(root, "claims");
    if (!text_is(root, "format", "zermelo-certificate"))
        return "this is no certificate";
    if (!read_number(root, "version", UINT64_MAX, 0, &version) || version != 1)
        return "the certificate has another version than 1";
    if (!json_is_true(json_object_get(root, "complete")))
        return "the certificate is not complete";
    if (!json_is_array(checker->evidence) || !json_is_array(checker->claims))
        return "the certificate has no list of claims, or none of evidence";
    if (json_array_size(checker->claims) > MAX_CLAIMS ||
        json_array_size(checker->evidence) > MAX_EVIDENCE)
        return "the certificate has too many claims, or too much evidence";
    return NULL;
}

bool certificate_open(Checker *checker, const char *path)
{
    const char *name = open_directory(checker, path);
    if (checker->directory < 0)
        return fails(checker, strerror(errno));
    heap_note(&checker->cleanup, close_file, &checker->directory);
    const char *why = read_manifest(checker, name);
    if (why)
        return fails(checker, why);
    checker->rules_text =
        certificate_read(checker, json_object_get(checker->root, "rules"),
                         MAX_TEXT_BYTES, &checker->rules_length);
    return checker->rules_text;
}

void certificate_close(Checker *checker)
{
    heap_forget(&checker->cleanup);
    if (checker->directory >= 0)
        close(checker->directory);
    json_decref(checker->root);
    memory_free(checker->rules_text);
}

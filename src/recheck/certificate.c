/* certificate.c - the files of a certificate, as they are
 *
 * In:   a path
 * Out:  JSON, and the bytes of other files, with the right SHA-256
 * Next: recheck/recheck.c
 */
#include "recheck/checker.h"

#include "system/file.h"
#include "base/memory.h"
#include "base/sha256.h"
#include "lang/form.h"

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
static char *read_named_file(const Certificate *certificate, const char *name,
                             size_t max_bytes, size_t *length, const char **why)
{
    struct stat status;
    Text text = {0};
    Cleanup cleanup;
    int fd = openat(certificate->directory, name,
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

char *certificate_read(const Certificate *certificate, Arena *arena,
                       const json_t *reference, size_t max_bytes,
                       size_t *length, const char **why)
{
    const char *name = text_of(reference, "file");
    const char *digest = text_of(reference, "sha256");
    char actual_digest[DIGEST_LENGTH + 1];
    *why = "a file is not named, or not as files of a certificate are";
    if (!is_plain_name(name) || !digest)
        return NULL;
    char *bytes = read_named_file(certificate, name, max_bytes, length, why);
    if (!bytes) {
        *why = arena_printf(arena, "%s: %s", name, *why);
        return NULL;
    }
    digest_bytes(actual_digest, bytes, *length);
    if (strcmp(digest, actual_digest) == 0)
        return bytes;
    *why =
        arena_printf(arena, "%s was changed: its SHA-256 is another one", name);
    memory_free(bytes);
    return NULL;
}

/* ---- JSON ---- */

bool has_only_keys(const json_t *object, const char *keys)
{
    const char *key;
    json_t *value;
    if (!json_is_object(object))
        return false;
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
    return true;
}

bool read_number(const json_t *object, const char *key, uint64_t max,
                 uint64_t default_number, uint64_t *number)
{
    const json_t *value = json_object_get(object, key);
    *number = default_number;
    if (!value)
        return true;
    if (!json_is_integer(value) || json_integer_value(value) < 0 ||
        (uint64_t)json_integer_value(value) > max)
        return false;
    *number = (uint64_t)json_integer_value(value);
    return true;
}

/* ---- opening ---- */

/* The directory of the certificate at PATH, and the name of its JSON. */
static const char *open_directory(Certificate *certificate, Arena *arena,
                                  const char *path)
{
    int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
    certificate->directory = open(path, flags);
    if (certificate->directory >= 0 || errno != ENOTDIR)
        return MANIFEST;
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) + 1 : 0;
    certificate->directory =
        open(slash ? arena_string(arena, path, length) : ".", flags);
    return slash ? slash + 1 : path;
}

/* What is wrong with the JSON as a whole, or NULL. */
static const char *manifest_fault(Certificate *certificate)
{
    const json_t *root = certificate->root;
    uint64_t version;
    certificate->evidence = json_object_get(root, "evidence");
    certificate->claims = json_object_get(root, "claims");
    if (!text_is(root, "format", "zermelo-certificate"))
        return "this is no certificate";
    if (!read_number(root, "version", UINT64_MAX, 0, &version) || version != 1)
        return "the certificate has another version than 1";
    if (!json_is_true(json_object_get(root, "complete")))
        return "the certificate is not complete";
    if (!json_is_array(certificate->evidence) ||
        !json_is_array(certificate->claims))
        return "the certificate has no list of claims, or none of evidence";
    if (json_array_size(certificate->claims) > MAX_CLAIMS ||
        json_array_size(certificate->evidence) > MAX_EVIDENCE)
        return "the certificate has too many claims, or too much evidence";
    return NULL;
}

static const char *read_rules(Certificate *certificate, Arena *arena)
{
    const json_t *reference = json_object_get(certificate->root, "rules");
    const char *why;
    char *text = certificate_read(certificate, arena, reference, MAX_TEXT_BYTES,
                                  &certificate->rules_length, &why);
    if (!text)
        return why;
    certificate->rules_text =
        arena_string(arena, text, certificate->rules_length);
    certificate->rules_digest = text_of(reference, "sha256");
    memory_free(text);
    return NULL;
}

Opened certificate_open(Certificate *certificate, Arena *arena,
                        const char *path, const char **why)
{
    size_t length;
    json_error_t error;
    *certificate = (Certificate){.directory = -1};
    const char *name = open_directory(certificate, arena, path);
    *why = strerror(errno);
    if (certificate->directory < 0)
        return CERTIFICATE_MISSING;
    heap_note(&certificate->cleanup, close_file, &certificate->directory);
    char *text =
        read_named_file(certificate, name, MAX_CERTIFICATE_BYTES, &length, why);
    if (!text) {
        *why = arena_printf(arena, "%s: %s: the certificate is not complete",
                            name, *why);
        return CERTIFICATE_INCOMPLETE;
    }
    certificate->root =
        json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    memory_free(text);
    if (!certificate->root) {
        *why = arena_printf(arena, "%s:%d: %s: the certificate is damaged",
                            name, error.line, error.text);
        return CERTIFICATE_INCOMPLETE;
    }
    *why = manifest_fault(certificate);
    if (!*why)
        *why = read_rules(certificate, arena);
    return *why ? CERTIFICATE_INCOMPLETE : CERTIFICATE_OPENED;
}

void certificate_close(Certificate *certificate)
{
    heap_forget(&certificate->cleanup);
    if (certificate->directory >= 0)
        close(certificate->directory);
    json_decref(certificate->root);
}

/* certificate.c - claims about a game with their evidence, as files
 *
 * In:   rules, evidence and claims
 * Out:  a directory that `zermelo recheck` checks
 *
 * After the first file that cannot be written no other is.
 */
#include "formula/certificate.h"

#include "system/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/sha256.h"
#include "lang/print.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CERTIFICATE "certificate.json"
#define FORMAT      "zermelo-certificate"

struct Certificate {
    Arena *arena;
    const char *directory;
    json_t *root, *evidence, *claims;
    size_t unchecked_count;
    const char *failure; /* NULL while everything could be written */
    CertificateReport *report;
    void *context;
};

static void fail(Certificate *certificate, const char *name, const char *why)
{
    if (!certificate->failure)
        certificate->failure =
            arena_printf(certificate->arena, "%s%s%s: %s",
                         certificate->directory, *name ? "/" : "", name, why);
}

static const char *path_of(const Certificate *certificate, const char *name)
{
    return arena_printf(certificate->arena, "%s/%s", certificate->directory,
                        name);
}

static void write_file(Certificate *certificate, const char *name,
                       const char *bytes, size_t length)
{
    const char *why;
    if (!certificate->failure && !file_save(path_of(certificate, name), bytes,
                                            length, FILE_REPLACE, &why))
        fail(certificate, name, why);
}

/* Makes the directory, and removes the certificate of an earlier run: nobody is
 * to take that for this one. A file of that name that is none is kept. */
static void begin_directory(Certificate *certificate)
{
    const char *why;
    Text text = {0};
    if (mkdir(certificate->directory, 0777) != 0 && errno != EEXIST)
        fail(certificate, "", strerror(errno));
    const char *path = path_of(certificate, CERTIFICATE);
    bool is_there = access(path, F_OK) == 0;
    if (is_there && (!file_read(&text, path, 1000, &why) ||
                     !strstr(text_string(&text), FORMAT)))
        fail(certificate, CERTIFICATE, "this is no certificate, and is kept");
    else if (is_there && unlink(path) != 0)
        fail(certificate, CERTIFICATE, strerror(errno));
    text_free(&text);
}

/* JSON has no other strings than UTF-8, so that symbols could not be named. */
static bool is_utf8(const char *bytes, size_t length)
{
    size_t at = 0, taken = 1;
    for (; at < length && taken; at += taken)
        taken = utf8_length(bytes + at, length - at);
    return taken;
}

json_t *certificate_file(Certificate *certificate, const char *name,
                         const char *bytes, size_t length)
{
    char digest[DIGEST_LENGTH + 1];
    write_file(certificate, name, bytes, length);
    digest_bytes(digest, bytes, length);
    return json_pack("{s:s,s:s}", "file", name, "sha256", digest);
}

void certificate_set(Certificate *certificate, const char *key, json_t *value)
{
    json_object_set_new(certificate->root, key, value);
}

Certificate *certificate_new(const char *directory, const Rules *rules,
                             const char *from)
{
    const Source *source = rules->source;
    Arena *arena = arena_new();
    Certificate *certificate = arena_alloc(arena, sizeof *certificate);
    *certificate = (Certificate){.arena = arena,
                                 .directory = directory,
                                 .root = json_object(),
                                 .evidence = json_array(),
                                 .claims = json_array()};
    begin_directory(certificate);
    if (!is_utf8(source->text, source->length))
        fail(certificate, "", "the rules are not in UTF-8: no certificate");
    certificate_set(certificate, "format", json_string(FORMAT));
    certificate_set(certificate, "version", json_integer(1));
    json_t *reference = certificate_file(certificate, "certificate.rules",
                                         source->text, source->length);
    json_object_set_new(
        reference, "syntax",
        json_string(rules->syntax == SYNTAX_INFIX ? "infix" : "kif"));
    certificate_set(certificate, "rules", reference);
    if (from && *from)
        certificate_set(certificate, "from", json_string(from));
    return certificate;
}

void certificate_on_progress(Certificate *certificate,
                             CertificateReport *report, void *context)
{
    certificate->report = report;
    certificate->context = context;
}

void certificate_progress(Certificate *certificate, size_t done, size_t total)
{
    assert(done <= total);
    if (certificate->report)
        certificate->report(certificate->context, done, total);
}

bool certificate_finish(Certificate *certificate, size_t *without, char **why)
{
    certificate_set(certificate, "evidence", certificate->evidence);
    certificate_set(certificate, "claims", certificate->claims);
    certificate_set(certificate, "complete", json_true());
    Text text = json_as_text(certificate->root, JSON_COMPACT);
    if (text.length)
        write_file(certificate, CERTIFICATE, text.bytes, text.length);
    else
        fail(certificate, CERTIFICATE, "this cannot be written as JSON");
    text_free(&text);
    json_decref(certificate->root);
    *why = certificate->failure ? memory_strdup(certificate->failure) : NULL;
    *without = certificate->unchecked_count;
    arena_free(certificate->arena);
    return !*why;
}

size_t certificate_evidence(Certificate *certificate, const char *kind,
                            json_t *value)
{
    json_object_set_new(value, "kind", json_string(kind));
    json_array_append_new(certificate->evidence, value);
    return json_array_size(certificate->evidence) - 1;
}

size_t certificate_play(Certificate *certificate, const Play *play,
                        size_t role_count, size_t loop_from)
{
    Text moves = {0};
    for (size_t i = 0; i < play->steps * role_count; i++) {
        if (i)
            text_adds(&moves, i % role_count ? ", " : "; ");
        term_print(&moves, play->moves[i], SYNTAX_INFIX);
    }
    json_t *value = json_pack("{s:s}", "moves", text_string(&moves));
    if (loop_from != SIZE_MAX)
        json_object_set_new(value, "loop_from",
                            json_integer((json_int_t)loop_from));
    text_free(&moves);
    return certificate_evidence(certificate, "play", value);
}

void certificate_claim(Certificate *certificate, const CertificateClaim *claim)
{
    const struct {
        const char *key, *text;
    } texts[] = {{"property", claim->property}, {"verdict", claim->verdict},
                 {"formula", claim->formula},   {"role", claim->role},
                 {"name", claim->name},         {"unchecked", claim->reason}};
    const struct {
        const char *key;
        int64_t number;
    } numbers[] = {{"value", claim->value},
                   {"bound", claim->bound},
                   {"within", claim->within},
                   {"at", claim->at}};
    json_t *value = json_object();
    assert(!claim->evidence != !claim->reason);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].text)
            json_object_set_new(value, texts[i].key,
                                json_string(texts[i].text));
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (numbers[i].number >= 0)
            json_object_set_new(value, numbers[i].key,
                                json_integer(numbers[i].number));
    if (claim->evidence)
        json_object_set_new(value, "evidence",
                            json_copy((json_t *)claim->evidence));
    certificate->unchecked_count += !claim->evidence;
    json_array_append_new(certificate->claims, value);
}

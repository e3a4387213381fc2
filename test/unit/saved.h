/* saved.h - a directory for a certificate, and what is in it, for unit tests */
#ifndef ZERMELO_TEST_SAVED_H
#define ZERMELO_TEST_SAVED_H

#include "loaded.h"

#include "formula/certificate.h"

#include <unistd.h>

static char saved_directory[64];

static inline const char *saved_path(const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", saved_directory, name);
    return path;
}

static inline int make_directory(void **state)
{
    (void)state;
    strcpy(saved_directory, "/tmp/saved-XXXXXX");
    return !mkdtemp(saved_directory);
}

static inline int remove_directory(void **state)
{
    (void)state;
    static const char *const names[] = {"json", "rules", "features",
                                        "positions"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char name[32];
        snprintf(name, sizeof name, "certificate.%s", names[i]);
        unlink(saved_path(name));
    }
    return rmdir(saved_directory);
}

/* What is at KEY of certificate.json, on one line; in ARENA. */
static inline const char *saved_value(Arena *arena, const char *key)
{
    json_t *root = json_load_file(saved_path("certificate.json"), 0, NULL);
    assert_non_null(root);
    char *text = json_dumps(json_object_get(root, key),
                            JSON_COMPACT | JSON_ENCODE_ANY | JSON_SORT_KEYS);
    json_decref(root);
    const char *kept = text ? arena_string(arena, text, strlen(text)) : "";
    free(text);
    return kept;
}

#endif

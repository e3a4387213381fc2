/* loaded.h - a rule file, read and grounded, for tests on its net */
#ifndef ZERMELO_TEST_LOADED_H
#define ZERMELO_TEST_LOADED_H

#include "support.h"

#include "base/file.h"
#include "ground/net.h"

typedef struct {
    Arena *arena;
    Diag diag;
    Text text;
    Rules *rules;
    const Game *game;
    const Net *net;
} Loaded;

static inline Loaded load(const char *path)
{
    Loaded loaded = {.arena = arena_new()};
    const char *why;
    assert_true(file_read(&loaded.text, path, TEXT_MAX_BYTES, &why));
    diag_init(&loaded.diag, loaded.arena);
    loaded.rules =
        rules_read(path, text_string(&loaded.text), loaded.text.length,
                   SYNTAX_ANY, &loaded.diag, loaded.arena);
    loaded.game = game_load(loaded.rules, &loaded.diag);
    loaded.net = net_new(loaded.game, NULL, &why);
    assert_non_null(loaded.net);
    return loaded;
}

static inline void unload(Loaded *loaded)
{
    net_free(loaded->net);
    rules_free(loaded->rules);
    diag_clear(&loaded->diag);
    arena_free(loaded->arena);
    text_free(&loaded->text);
}

#endif

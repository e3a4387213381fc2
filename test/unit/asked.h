/* asked.h - rules given as text, and properties about them */
#ifndef ZERMELO_TEST_ASKED_H
#define ZERMELO_TEST_ASKED_H

#include "support.h"

#include "formula/property.h"

typedef struct {
    Arena *arena;
    Diag diag;
    Rules *rules;
    const Net *net;
    PropertyTable properties;
    Budget budget; /* without limits */
} Loaded;

static inline void load(Loaded *loaded, const char *text)
{
    const char *why;
    *loaded = (Loaded){.arena = arena_new()};
    diag_init(&loaded->diag, loaded->arena);
    loaded->rules = rules_read("t", text, strlen(text), SYNTAX_ANY,
                               &loaded->diag, loaded->arena);
    loaded->net = net_new(game_load(loaded->rules, &loaded->diag), NULL, &why);
    assert_non_null(loaded->net);
    properties_init(&loaded->properties, loaded->net);
    loaded->budget = budget_new(0, NULL);
}

static inline void unload(Loaded *loaded)
{
    properties_free(&loaded->properties);
    net_free(loaded->net);
    rules_free(loaded->rules);
    diag_clear(&loaded->diag);
    arena_free(loaded->arena);
}

#endif

/* loaded.h - rules for unit tests: read, judged and grounded
 *
 * load_game(text) gives the Game only, load_net(text) and load(path) its Net
 * and an empty table of properties too. Each fails the test where that cannot
 * be done; unload() releases all of it.
 */
#ifndef ZERMELO_TEST_LOADED_H
#define ZERMELO_TEST_LOADED_H

#include "support.h"

#include "system/file.h"
#include "formula/property.h"
#include "ground/net.h"

typedef struct {
    Arena *arena;
    Diag diag;
    Text text; /* of a file */
    Rules *rules;
    const Game *game;
    const Net *net;
    PropertyTable properties;
    Budget budget; /* without limits */
} Loaded;

static inline Loaded load_game(const char *text)
{
    Loaded loaded = {.arena = arena_new(), .budget = budget_new(0, NULL)};
    diag_init(&loaded.diag, loaded.arena);
    loaded.rules = rules_read("t", text, strlen(text), SYNTAX_ANY, &loaded.diag,
                              loaded.arena);
    loaded.game = game_load(loaded.rules, &loaded.diag);
    assert_non_null(loaded.game);
    return loaded;
}

static inline Loaded load_net(const char *text)
{
    Loaded loaded = load_game(text);
    const char *why;
    loaded.net = net_new(loaded.game, NULL, &why);
    assert_non_null(loaded.net);
    properties_init(&loaded.properties, loaded.net);
    return loaded;
}

static inline Loaded load(const char *path)
{
    Text text = {0};
    const char *why;
    assert_true(file_read(&text, path, MAX_TEXT_BYTES, &why));
    Loaded loaded = load_net(text_string(&text));
    loaded.text = text; /* rules point into it */
    return loaded;
}

static inline void unload(Loaded *loaded)
{
    if (loaded->net)
        properties_free(&loaded->properties);
    net_free(loaded->net);
    rules_free(loaded->rules);
    diag_clear(&loaded->diag);
    arena_free(loaded->arena);
    text_free(&loaded->text);
}

/* Whether REF, a property of one position, holds in STATE. */
static inline bool holds_in(const Loaded *loaded, const uint64_t *state,
                            Ref ref)
{
    const PropertyTable *properties = &loaded->properties;
    const Gate *gate = &properties->gates.items[ref / 2];
    bool value = true;
    if (ref / 2 && gate->is_leaf) {
        uint32_t f = gate->node >= loaded->net->node_count
                         ? gate->node - (uint32_t)loaded->net->node_count
                         : loaded->net->nodes[gate->node].feature;
        value = state[f / 64] >> f % 64 & 1;
    }
    for (uint32_t i = 0; !gate->is_leaf && i < gate->count; i++)
        value = value && holds_in(loaded, state,
                                  properties->inputs.items[gate->first + i]);
    return value != (ref & 1);
}

#endif

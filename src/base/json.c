/* json.c - making JSON values, and reading what is known to be in them */
#include "base/json.h"

#include "base/heap.h"
#include "base/memory.h"
#include "base/text.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void set_allocation(void)
{
    json_malloc_t allocate;
    json_free_t release;
    json_get_alloc_funcs(&allocate, &release);
    if (memory_is_plain(allocate, release))
        json_set_alloc_funcs(memory_for_json, memory_free);
}

void json_use_heaps(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, set_allocation);
}

json_t *json_text(const char *text)
{
    Text utf8 = {0};
    if (!text)
        return json_null();
    text_add_utf8(&utf8, text, strlen(text));
    json_t *string = json_string(text_string(&utf8));
    text_free(&utf8);
    return string;
}

json_t *json_take_text(Text *text)
{
    json_t *string = json_text(text_string(text));
    text_free(text);
    return string;
}

json_t *json_texts(Texts texts)
{
    json_t *list = json_array();
    for (size_t i = 0; i < texts.count; i++)
        json_add(list, json_text(texts.items[i]));
    return list;
}

json_t *json_count(uint64_t count)
{
    return json_integer((json_int_t)count);
}

json_t *json_if(bool is_there, json_t *value)
{
    if (is_there)
        return value;
    json_decref(value);
    return json_null();
}

/* RESULT is that of a function of jansson: nothing but memory can be missing.
 */
static void check_memory(int result)
{
    if (result < 0)
        heap_fail();
}

void json_put(json_t *object, const char *key, json_t *value)
{
    json_t *utf8_key = json_text(key);
    check_memory(
        json_object_set_new(object, json_string_value(utf8_key), value));
    json_decref(utf8_key);
}

void json_add(json_t *list, json_t *value)
{
    check_memory(json_array_append_new(list, value));
}

json_t *json_pairs(const JsonPair *pairs)
{
    json_t *object = json_object();
    for (; pairs->key; pairs++) {
        assert(!json_object_get(object, pairs->key)); /* each key once */
        check_memory(json_object_set_new(object, pairs->key, pairs->value));
    }
    return object;
}

json_t *json_error(const char *rule, const char *message)
{
    return JSON_OBJECT({"rule", json_text(rule)},
                       {"message", json_text(message)});
}

json_t *json_play(Texts roles, const char *const *moves, size_t length)
{
    json_t *steps = json_array();
    for (size_t i = 0; i < length; i++) {
        json_t *step = json_object();
        for (size_t k = 0; k < roles.count; k++)
            json_put(step, roles.items[k],
                     json_text(moves[i * roles.count + k]));
        json_add(steps, step);
    }
    return steps;
}

static int add_to_text(const char *bytes, size_t length, void *text)
{
    text_add(text, bytes, length);
    return 0;
}

Text json_as_text(const json_t *value, size_t flags)
{
    Text text = {0};
    json_dump_callback(value, add_to_text, &text, flags);
    return text;
}

json_t *json_take(char *text)
{
    json_t *value = text ? json_loads(text, 0, NULL) : NULL;
    memory_free(text);
    return value;
}

void json_join(Text *out, const json_t *list, const char *separator)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        text_addf(out, "%s%s", i ? separator : "",
                  json_string_value(json_array_get(list, i)));
}

Texts json_strings(Arena *arena, const json_t *list)
{
    size_t count = json_array_size(list);
    const char **texts = arena_array(arena, const char *, count);
    for (size_t i = 0; i < count; i++)
        texts[i] = json_string_value(json_array_get(list, i));
    return (Texts){texts, count};
}

const char *text_of(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

size_t count_of(const json_t *object, const char *key)
{
    return (size_t)json_integer_value(json_object_get(object, key));
}

double real_of(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

bool flag_of(const json_t *object, const char *key)
{
    return json_is_true(json_object_get(object, key));
}

bool text_is(const json_t *object, const char *key, const char *word)
{
    const char *text = text_of(object, key);
    return text && strcmp(text, word) == 0;
}

bool has_value(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return value && !json_is_null(value);
}

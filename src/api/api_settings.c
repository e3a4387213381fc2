/* api_settings.c - zermelo.h: the limits of methods of proof, and statistics
 *
 * In:   assignments "NAME=VALUE"
 * Out:  limits (formula/prove_limits.h); what methods did, by number
 */
#include "api/handle.h"

#include "base/memory.h"

#include <stdlib.h>

size_t zermelo_setting_count(void)
{
    return LIMIT_COUNT;
}

ZermeloSetting zermelo_setting(size_t number)
{
    if (number >= LIMIT_COUNT)
        return (ZermeloSetting){0};
    const ProveLimitRow *row = &prove_limit_rows[number];
    return (ZermeloSetting){row->name, row->help, row->value, row->min,
                            row->max};
}

ZermeloSettings *zermelo_settings_new(void)
{
    ZermeloSettings *settings = memory_alloc(sizeof *settings);
    prove_limits_init(&settings->limits);
    return settings;
}

void zermelo_settings_free(ZermeloSettings *settings)
{
    free(settings);
}

bool zermelo_settings_set(ZermeloSettings *settings, const char *assignment,
                          const char **why)
{
    *why = prove_limits_set(&settings->limits, assignment);
    return !*why;
}

ProveLimits limits_of_settings(const ZermeloSettings *settings)
{
    ProveLimits limits;
    prove_limits_init(&limits);
    return settings ? settings->limits : limits;
}

const ZermeloStatistics *
statistics_of(Arena *arena, const MethodStatistics *methods, size_t *count)
{
    ZermeloStatistics *list =
        arena_array(arena, ZermeloStatistics, PROOF_METHOD_COUNT);
    *count = 0;
    for (size_t i = 0; i < PROOF_METHOD_COUNT; i++)
        if (methods[i].turns)
            list[(*count)++] = (ZermeloStatistics){
                prove_limit_rows[i].name, methods[i].turns, methods[i].decided,
                methods[i].seconds, methods[i].work};
    return list;
}

/* named_features.h - features of a net by name, and states as sets of them */
#ifndef ZERMELO_TEST_NAMED_FEATURES_H
#define ZERMELO_TEST_NAMED_FEATURES_H

#include "loaded.h"

#include "lang/print.h"

/* NAME is as in cell(1,b). */
static inline uint32_t feature_named(const Net *net, const char *name)
{
    for (uint32_t f = 0; f < net->feature_count; f++) {
        Text text = {0};
        term_print(&text, net->features[f], SYNTAX_INFIX);
        bool is_same = !strcmp(text_string(&text), name);
        text_free(&text);
        if (is_same)
            return f;
    }
    fail_msg("there is no %s", name);
    return 0;
}

static inline bool state_has(const uint64_t *state, uint32_t feature)
{
    return state[feature / 64] >> feature % 64 & 1;
}

#endif

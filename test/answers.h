/* answers.h - questions to the library, for tests: what zermelo_X_json says */
#ifndef ZERMELO_TEST_ANSWERS_H
#define ZERMELO_TEST_ANSWERS_H

#include "base/json.h"
#include "zermelo.h"

#include <stdlib.h>
#include <string.h>

typedef char *Question(ZermeloGame *game, const char *options,
                       const ZermeloLimits *limits);

/* The answer to QUESTION; releases OPTIONS, which may be NULL. */
static inline json_t *ask(Question *question, ZermeloGame *game,
                          json_t *options)
{
    char *text = options ? json_dumps(options, JSON_COMPACT) : NULL;
    json_t *answer = json_take(question(game, text, NULL));
    json_decref(options);
    free(text);
    return answer;
}

/* The results of prove or verify, how many there are, and one of them. */
static inline const json_t *results_of(const json_t *answer)
{
    return json_object_get(answer, "results");
}

static inline size_t result_count(const json_t *answer)
{
    return json_array_size(results_of(answer));
}

static inline const json_t *result_of(const json_t *answer, size_t number)
{
    return json_array_get(results_of(answer), number);
}

static inline bool is_proved(const json_t *result)
{
    return text_is(result, "verdict", "proved");
}

static inline bool is_refuted(const json_t *result)
{
    return text_is(result, "verdict", "refuted");
}

#endif

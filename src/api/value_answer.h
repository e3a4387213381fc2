/* value_answer.h - values of a game that is being solved; private to api/ */
#ifndef ZERMELO_API_VALUE_ANSWER_H
#define ZERMELO_API_VALUE_ANSWER_H

#include "api/solution.h"
#include "solve/game_value.h"

typedef struct {
    Call *call;
    Arena *arena;
    const ZermeloNet *net; /* or NULL */
    Interp *interp;
    Engine *engine;
    const char **role_names;
    const Position *from;
    size_t role; /* that is asked about, or NO_INDEX */
    int goal;    /* or NO_END */
    Budget budget;
    GameValue value;
    bool is_hidden; /* it has hidden information: it is not solved */
    Heap *search;
    bool ran_out; /* of memory */
} ValueAnswer;

/* Writes a certificate with the strategies, and says in JSON what became of it.
 */
void value_save(ValueAnswer *answer, const char *directory, json_t *json);

#endif

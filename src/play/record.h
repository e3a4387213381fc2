/* record.h - the record of a match, and the forms in which it is saved */
#ifndef ZERMELO_PLAY_RECORD_H
#define ZERMELO_PLAY_RECORD_H

#include "base/vec.h"
#include "play/match_player.h"

#include <jansson.h>

/* What one role did in one step. */
typedef struct {
    const char *move;      /* infix: the one that was played */
    const char *sent;      /* printable: what came instead, NULL if nothing */
    AnswerFault fault;     /* of the answer */
    double seconds;        /* until the answer came; 0 for the role random */
    const char **percepts; /* what it saw after the step */
    size_t percept_count;
} RecordedMove;

typedef struct {
    const char **features; /* infix, sorted */
    size_t count;
    int64_t time; /* milliseconds since 1970 */
} RecordedPosition;

typedef struct {
    Arena *arena;
    ZermeloGame *game; /* borrowed, for the spelling of its symbols */
    const char *id, *token, *game_name;
    bool has_percepts; /* GDL-II */
    size_t role_count;
    const char **roles, **players; /* players: NULL for the role random */
    bool *human;
    int64_t start_ms, play_ms; /* the clocks, in milliseconds */
    AnswerFault *start_faults; /* by role */
    double *start_seconds;
    int64_t time;
    VEC(RecordedPosition) positions; /* the positions, the initial one first */
    VEC(RecordedMove *) steps;       /* by role */
    bool completed, aborted;
    const char *ending; /* NULL, or why it was not completed */
    int *goals;         /* -1: no value, or more than one */
} Record;

void record_free(Record *record);

/* How a fault is called: IL, TO, CE; timeout, illegal_move, ... */
const char *fault_code(AnswerFault fault);
const char *fault_name(AnswerFault fault);

/* How many answers were faulty. */
size_t record_faults(const Record *record, size_t role);
/* The longest time that ROLE took for a move. */
double record_slowest(const Record *record, size_t role);

/* TERM, in infix form, in prefix form as the game spells it; in its arena. */
const char *record_kif(const Record *record, const char *term);

json_t *record_json(const Record *record); /* as ggp.org keeps matches */

/* As the Dresden GameController does; SIGHT is the role whose view it is, or
 * SIZE_MAX for one that sees everything. */
void record_xml(Text *out, const Record *record, size_t sight);

#endif

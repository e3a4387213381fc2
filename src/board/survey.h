/* survey.h - what boards are found from: features, positions, static facts
 *
 * Features are classed by symbol and arity. What can hold is known from the
 * net, or from domains if the game could not be grounded; positions come from
 * random plays.
 */
#ifndef ZERMELO_BOARD_SURVEY_H
#define ZERMELO_BOARD_SURVEY_H

#include "ground/net.h"

/* Terms of one symbol and arity, features or moves. */
typedef struct {
    const Symbol *symbol;
    size_t arity;
    TermList *values; /* by place: what can stand there, sorted */
    TermList terms;   /* all that are possible; none without a net */
} TermClass;

/* Whether TERM is of CLASS; and those of sorted TERMS that are. */
static inline bool is_of_class(const Term *term, const TermClass *class)
{
    return term->symbol == class->symbol && term->arity == class->arity;
}
TermList terms_of_class(TermList terms, const TermClass *class);

/* A position of a random play. */
typedef struct {
    TermList features; /* sorted */
    TermList moves;    /* that led to it from the one before; none: a start */
} SampledPosition;

typedef struct {
    Arena *arena;
    const Game *game;
    const Net *net;
    TermClass *features;
    size_t feature_count;
    TermClass *moves; /* of all roles */
    size_t move_count;
    TermList roles;
    SampledPosition *positions; /* play by play */
    size_t position_count;
    TermList *relations; /* facts that never change, of two or more arguments */
    size_t relation_count;
} Survey;

/* In ARENA. NET may be NULL. */
Survey *survey_new(Arena *arena, const Game *game, const Net *net,
                   const Budget *budget);

/* SECONDS from now on, if BUDGET leaves so much. */
Budget budget_within(const Budget *budget, double seconds);

/* Whether all of VALUES are roles. */
bool survey_are_roles(const Survey *survey, TermList values);

/* Whether every value of PART is one of WHOLE, in any order. */
bool list_includes(TermList whole, TermList part);

/* Two of VALUES, by their indices, that a static relation holds of. */
typedef struct {
    uint32_t from, to;
} ValuePair;

/* Calls VISIT for any two places of each relation, few arguments first, with
 * the pairs of different VALUES there: those of all facts or, if there are
 * other arguments, for each choice of them, succ(north,1,2). Until one call
 * returns true; whether one did. */
typedef bool VisitPairs(void *data, const ValuePair *pairs, size_t count);
bool visit_relations(const Survey *survey, TermList values, VisitPairs *visit,
                     void *data);

/* The index of TERM in LIST, which is sorted, or its count. */
static inline size_t list_find(TermList list, const Term *term)
{
    return find_term(list.items, list.count, term);
}

/* ---- the order of the values of an argument place ---- */

typedef struct {
    const size_t *ranks; /* by value: how many come before it */
    bool is_found;       /* otherwise by name, as they are sorted */
    bool is_closed;      /* the last is followed by the first */
} ValueOrder;

/* In the arena of SURVEY. VALUES are sorted. */
ValueOrder order_values(const Survey *survey, TermList values);

/* ---- which arguments of a feature determine the others ---- */

typedef uint32_t PlaceSet; /* a bit for each argument place */

static inline PlaceSet place_set(size_t place)
{
    return (PlaceSet)1 << place;
}

/* Whether features of CLASS that hold together never agree at all PLACES; of no
 * places, whether they hold one at a time. */
bool is_key(const Survey *survey, const TermClass *class, PlaceSet places);

/* In how much of the positions features for the same arguments hold, one or
 * several for each, from 0 to 1. */
double total_share(const Survey *survey, const TermClass *class,
                   PlaceSet places);

/* Whether those that hold are others after every step. */
bool is_clock(const Survey *survey, const TermClass *class);

#endif

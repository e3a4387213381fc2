/* keys.h - which arguments of a feature determine the others
 *
 * In every position that was seen; proofs come later (plan_proof.c).
 */
#ifndef ZERMELO_BOARD_KEYS_H
#define ZERMELO_BOARD_KEYS_H

#include "board/survey.h"

typedef uint32_t PlaceSet; /* a bit for each argument place */

static inline PlaceSet place_set(size_t place)
{
    return (PlaceSet)1 << place;
}

/* Whether features of CLASS that hold together never agree at all PLACES. */
bool is_key(const Survey *survey, const TermClass *class, PlaceSet places);

/* Whether these are a key, and what stands there is always the same: in all
 * positions features for the same arguments hold. */
bool is_total_key(const Survey *survey, const TermClass *class,
                  PlaceSet places);

/* In how much of the positions features for the same arguments hold, one or
 * several for each, from 0 to 1. */
double total_share(const Survey *survey, const TermClass *class,
                   PlaceSet places);

/* The largest number of features of CLASS that hold together. */
size_t most_at_once(const Survey *survey, const TermClass *class);

/* Whether those that hold are others after every step. */
bool is_clock(const Survey *survey, const TermClass *class);

#endif

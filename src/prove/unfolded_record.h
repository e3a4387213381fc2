/* unfolded_record.h - a proof about a net that takes nothing for granted */
#ifndef ZERMELO_PROVE_UNFOLDED_RECORD_H
#define ZERMELO_PROVE_UNFOLDED_RECORD_H

#include "prove/evidence.h"

/* A net is simplified by the features that always hold. If there are any,
 * RECORD becomes one about a net that is not, in which they are lemmas, and has
 * no names any more. False if RECORD stays as it is. */
bool proof_record_unfold(ProofRecord *record, const Game *game,
                         const Budget *budget);

#endif

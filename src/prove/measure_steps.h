/* measure_steps.h - what steps do to the measure of a termination proof */
#ifndef ZERMELO_PROVE_MEASURE_STEPS_H
#define ZERMELO_PROVE_MEASURE_STEPS_H

#include "prove/evidence.h"

/* For each kind of joint move that random plays make, an example, as [{"move",
 * "gone", "new", "before", "after"}]: features of the measure that no longer
 * hold and that begin to, and its values, negated if IS_NEGATED. */
json_t *measure_steps_json(const ProofRecord *record, bool is_negated);

#endif

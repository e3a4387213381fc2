/* open_sat.h - what is possible in an open program, and what follows
 *
 * Made for one evaluation of an open program; see know/open_program.h for why
 * it gives the same answers as supports. Private to know/open_program.c.
 */
#ifndef ZERMELO_KNOW_OPEN_SAT_H
#define ZERMELO_KNOW_OPEN_SAT_H

#include "sat/sat.h"
#include "know/open_program.h"
#include "know/rule_index.h"

/* The state of an atom in an evaluation. */
typedef struct {
    OpenValue value;
    bool in_cone;             /* open_sat.c: while a cone is collected */
    bool model_value;         /* open_sat.c: value in the last model */
    bool possibility_checked; /* decided whether it can be true */
    SatLit gate;              /* open_sat.c; 0: not made yet */
} AtomState;

typedef struct OpenSat OpenSat;

/* All arguments are borrowed. STATES and SAMPLES of the atoms asked about, and
 * of their cones, are complete; SAMPLES has a bit for each sample in which the
 * atom is true. */
OpenSat *open_sat_new(const RuleIndex *index, const uint8_t *base,
                      AtomState *states, const uint64_t *samples,
                      const Budget *budget);
void open_sat_free(OpenSat *solver);

/* Whether LITERAL is true for some values of the open atoms. */
bool open_sat_possible(OpenSat *solver, AtomLiteral literal);

/* The base literals that LITERAL entails, sorted, in ARENA. */
BaseLiterals open_sat_entailed(OpenSat *solver, AtomLiteral literal,
                               Arena *arena);

/* Whether a limit was reached: then open_sat_possible answered true, or a
 * literal is missing in open_sat_entailed. */
bool open_sat_limited(const OpenSat *solver);

#endif

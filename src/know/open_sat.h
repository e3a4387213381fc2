/* open_sat.h - SAT solver for literals with too many supports
 *
 * Made for one evaluation of an open program; see know/open_program.h for why
 * it gives the same answers as supports. Private to know/open_program.c.
 */
#ifndef ZERMELO_KNOW_OPEN_SAT_H
#define ZERMELO_KNOW_OPEN_SAT_H

#include "sat/sat.h"
#include "know/open_program.h"

/* The state of an atom in an evaluation. */
typedef struct {
    OpenValue value;
    uint64_t samples;     /* a bit for each sample in which it is true */
    Supports supports[2]; /* of the atom, of its negation */
    bool has_supports[2]; /* computed, or too many */
    bool model;           /* open_sat.c: value in the last model */
    uint64_t neighbours;  /* open_sat.c: values in 64 neighbours of the model */
    bool possibility_checked; /* decided whether it can be true */
    SatLit gate;              /* open_sat.c; 0: not made yet */
} AtomState;

/* The rules indexed by head, and the order of evaluation; the same for all
 * evaluations. */
typedef struct {
    const GroundRule *rules;
    const AtomLiteral *literals;
    const uint32_t *first_rule; /* by atom, and one more: index into BY_HEAD */
    const uint32_t *by_head;
    const uint32_t *component; /* by atom: strongly connected component */
    const bool *recursive;     /* by component: an atom depends on itself */
    const uint32_t
        *first_atom; /* by component, and one more: index into ORDER */
    const AtomId *order;
} RuleIndex;

typedef struct OpenSat OpenSat;

/* All arguments are borrowed; STATES of the atoms asked about, and of their
 * cones, are complete. */
OpenSat *open_sat_new(const RuleIndex *program, const uint8_t *base,
                      AtomState *states, const Budget *budget);
void open_sat_free(OpenSat *sat);

/* Whether LITERAL is true for some values of the open atoms. */
bool open_sat_possible(OpenSat *sat, AtomLiteral literal);

/* The base literals that LITERAL entails, in ARENA. */
Support open_sat_entailed(OpenSat *sat, AtomLiteral literal, Arena *arena);

/* Whether a limit was reached: then open_sat_possible answered true, or a
 * literal is missing in open_sat_entailed. */
bool open_sat_limited(const OpenSat *sat);

#endif

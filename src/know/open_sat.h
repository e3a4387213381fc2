/* open_sat.h - a solver for what has too many supports
 *
 * Made for one evaluation of an open program, of which it is a part; see
 * know/open_program.h for why it gives the same answers. Private to
 * know/open_program.c.
 */
#ifndef ZERMELO_KNOW_OPEN_SAT_H
#define ZERMELO_KNOW_OPEN_SAT_H

#include "sat/sat.h"
#include "know/open_program.h"

/* What an evaluation knows of an atom. */
typedef struct {
    OpenValue value;
    uint64_t samples;     /* a bit for each sample: is it true there */
    Supports supports[2]; /* of the atom, and of its negation */
    bool has_supports[2]; /* they are made, or many */
    bool model;           /* know/open_sat.c: is it true in the last model, */
    uint64_t neighbours;  /* and in worlds near it */
    bool possibility_checked; /* the solver has said whether it can be true */
    SatLit gate;              /* 0: not made yet */
} AtomState;

/* The program, by head, and its order; the same for all evaluations. */
typedef struct {
    const GroundRule *rules;
    const AtomLiteral *literals;
    const uint32_t *first_rule; /* by atom, and one more: into BY_HEAD */
    const uint32_t *by_head;
    const uint32_t *component;  /* of each atom */
    const bool *recursive;      /* by component: it depends on itself */
    const uint32_t *first_atom; /* by component, and one more: into ORDER */
    const AtomId *order;
} RuleIndex;

typedef struct OpenSat OpenSat;

/* All is borrowed; STATES of atoms that are asked about, and of all below, are
 * complete. */
OpenSat *open_sat_new(const RuleIndex *program, const uint8_t *base,
                      AtomState *states, const Budget *budget);
void open_sat_free(OpenSat *sat);

/* Whether LITERAL is true for some values of the open atoms. */
bool open_sat_possible(OpenSat *sat, AtomLiteral literal);

/* The base literals that LITERAL entails, in ARENA. */
Support open_sat_entailed(OpenSat *sat, AtomLiteral literal, Arena *arena);

/* Some answer was given up: it was "yes" to open_sat_possible, or a literal is
 * missing in open_sat_entailed. */
bool open_sat_limited(const OpenSat *sat);

#endif

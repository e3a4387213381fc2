/* induction_program.h - base case and induction step as answer set programs
 *
 * The programs of Thielscher and Voigt (2010), section 5, for one formula and
 * of Haufe and Thielscher (2010), section 3, for a set of them. As text they
 * are what `zermelo asp` prints.
 */
#ifndef ZERMELO_ASP_INDUCTION_PROGRAM_H
#define ZERMELO_ASP_INDUCTION_PROGRAM_H

#include "asp/asp.h"
#include "formula/proof_task.h"

/* What the program is asked. */
typedef enum {
    ASK_ALONE,  /* one formula: no answer set if it holds (is inductive) */
    ASK_EACH,   /* those shown in every answer set hold (are inductive) */
    ASK_MUTUAL, /* the same, all of them being assumed at level 0 */
} Ask;

/* Formulas that are asked about at once. */
typedef struct {
    const PropId *props;
    const size_t *numbers; /* of their claims; NULL: 0, 1, 2, ... */
    size_t count;
    unsigned levels; /* the largest degree of the set they belong to */
} FormulaSet;

/* What is known of the positions a step starts from. */
typedef struct {
    bool one_control;         /* at most one instance of control/1 */
    const PropId *hypotheses; /* that hold there; those are left out which
                               * look further ahead than the program */
    size_t hypothesis_count;
} Start;

/* The base case if START is NULL, else the induction step. Claim K is named
 * _holds(K) and _step(K) in answers. */
Text induction_program(const ProofTask *task, Ask ask, const Start *start,
                       const FormulaSet *set);

/* The largest degree of PROPS. */
unsigned largest_degree(const Props *table, const PropId *props, size_t count);

/* How many LEVELS a step needs at least so that hypotheses PROPS, which hold at
 * level 0, speak of no position beyond its last. */
unsigned hypothesis_levels(const Props *table, const PropId *props,
                           size_t count);

#endif

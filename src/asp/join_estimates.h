/* join_estimates.h - about how many instances the body of a clause has */
#ifndef ZERMELO_ASP_JOIN_ESTIMATES_H
#define ZERMELO_ASP_JOIN_ESTIMATES_H

#include "analysis/domain.h"
#include "base/vec.h"

/* A clause with more than that stays whole. While it is cut a body has each of
 * its literals, each domain and each new relation at most once. */
enum {
    MAX_VARIABLES = 64,
    MAX_LITERALS = 60,
    MAX_PARTS = 2 * MAX_LITERALS + MAX_VARIABLES,
};

typedef struct {
    Literal literal;
    VariableSet variables; /* all of them */
    VariableSet shared;    /* without those that occur nowhere else */
    double rows;           /* over the shared ones; positive literals only */
    bool is_domain;        /* the domain of its variable, not yet a literal */
} JoinPart;

typedef VEC(JoinPart) JoinParts;

typedef struct {
    const Game *game;
    Domains *domains; /* owned */
    double *rows;     /* by relation: about how many atoms it can have */
    /* of the clause at hand: its variables' domains, and their sizes */
    const Clause *clause;
    const Domain *smallest[MAX_VARIABLES];
    double sizes[MAX_VARIABLES];
} JoinEstimates;

void estimates_init(JoinEstimates *estimates, const Game *game, Arena *arena);
void estimates_free(JoinEstimates *estimates);

/* Whether a clause is within the limits above. */
bool is_moderate(const Clause *clause);

/* Makes CLAUSE the one at hand, and its literals the parts of a body. */
JoinParts estimate_body(JoinEstimates *estimates, const Clause *clause);

/* The variables of a term of CLAUSE; of parts, or of their positive literals.
 */
VariableSet clause_variables(const Clause *clause, const Term *term);
VariableSet body_variables(const JoinParts *parts, bool only_positive);

/* Sets what each part of BODY shares with the others and with HEAD_VARIABLES.
 */
void find_shared(const JoinEstimates *estimates, JoinParts *body,
                 VariableSet head_variables);

/* The instances of the positive literals in BODY; in how many ways all
 * variables of SET can be given values; how many values the literals of PARTS
 * leave VARIABLE. */
double join_rows(const JoinEstimates *estimates, const JoinParts *body);
double count_assignments(const JoinEstimates *estimates, VariableSet set);
double count_values(const JoinEstimates *estimates, const JoinParts *parts,
                    size_t variable);

#endif

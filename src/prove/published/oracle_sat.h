/* oracle_sat.h - questions of the published methods, asked of a SAT solver */
#ifndef ZERMELO_PROVE_PUBLISHED_ORACLE_SAT_H
#define ZERMELO_PROVE_PUBLISHED_ORACLE_SAT_H

#include "prove/published/oracle.h"

/* Grounds the game over all features of the universe; NULL, with the reason in
 * *WHY, if a limit is reached. Borrows TASK. */
Oracle *oracle_sat_new(ProofTask *task, const char **why);
void oracle_sat_free(Oracle *oracle);

#endif

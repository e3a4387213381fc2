/* sampled_mutexes.h - candidate mutex groups from a sample of positions
 *
 * A mutex group is a set of features of which at most one holds. A piece is on
 * one cell, a cell has one content, a player one score: instances of a symbol
 * that agree in some places exclude each other, whatever the other places have.
 */
#ifndef ZERMELO_PROVE_CANDIDATES_SAMPLED_MUTEXES_H
#define ZERMELO_PROVE_CANDIDATES_SAMPLED_MUTEXES_H

#include "prove/candidates/candidate_invariants.h"

/* Adds, for each maximal group of which no two were seen together, that at most
 * one holds; if the net has many features, only groups with one in focus. */
void sampled_mutex_groups(CandidateBuilder *builder);

#endif

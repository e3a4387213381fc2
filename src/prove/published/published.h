/* published.h - the published proof methods, whoever answers their questions
 *
 * individual   one base case and one induction step a formula (Schiffel and
 *              Thielscher 2009, Thielscher and Voigt 2010); for unique
 *              arguments the search of the former, section 5: what is proved
 *              becomes a hypothesis for the others
 * joint        one base case and one step for all of them (Haufe and
 *              Thielscher 2010)
 * mutual       the largest subset that is inductive together: the joint step
 *              with all candidates as hypotheses, again and again until none
 *              is dropped
 */
#ifndef ZERMELO_PROVE_PUBLISHED_PUBLISHED_H
#define ZERMELO_PROVE_PUBLISHED_PUBLISHED_H

#include "prove/published/oracle.h"

void prove_published(Oracle *oracle, Finding *findings);

#endif

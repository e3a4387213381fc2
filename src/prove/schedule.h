/* schedule.h - prove and refute together, by everything there is
 *
 * Properties are refuted by plays, proved by mutual induction with properties
 * that nobody asked for, and what is left by searching deeper.
 */
#ifndef ZERMELO_PROVE_SCHEDULE_H
#define ZERMELO_PROVE_SCHEDULE_H

#include "formula/property_task.h"

PropertyProver schedule_run;

#endif

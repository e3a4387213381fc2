/* native.h - prove and refute together, by everything there is
 *
 * Sentences are refuted by plays, proved by mutual induction with properties
 * that nobody asked for, and what is left by searching deeper.
 */
#ifndef ZERMELO_PROVE_NATIVE_H
#define ZERMELO_PROVE_NATIVE_H

#include "prove/property_task.h"

PropertyProver native_prove;

#endif

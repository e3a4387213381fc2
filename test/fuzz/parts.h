/* parts.h - random games put together from parts that run for ever, or run out
 *
 * The games of typed.h mean anything; most of them end by a clock or at once.
 * These are made of tokens that walk, counters that go down and perhaps up
 * again, cells that are marked and perhaps wiped, locks that open to a rare
 * series of moves and choices of which one in thousands matters: what the
 * methods of verify are about, and what random play hardly shows.
 */
#ifndef ZERMELO_TEST_FUZZ_PARTS_H
#define ZERMELO_TEST_FUZZ_PARTS_H

#include "base/random.h"
#include "base/text.h"

void parts_random(Text *out, Random *random);

#endif

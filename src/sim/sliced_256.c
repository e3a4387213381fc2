/* sliced_256.c - 256 playouts at once, for processors with AVX2 */
#define WORDS  4
#define ENGINE sliced_256
#include "sim/sliced_lanes.h"

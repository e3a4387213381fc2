/* sliced_512.c - 512 playouts at once, for processors with AVX-512 */
#define WORDS  8
#define ENGINE sliced_512
#include "sim/sliced_lanes.h"

/* sliced_128.c - 128 playouts at once, for any processor (SSE2, NEON) */
#define WORDS  2
#define ENGINE sliced_128
#include "sim/sliced_lanes.h"

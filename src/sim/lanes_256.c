/* lanes_256.c - lanes in registers of 256 bits, for processors with AVX2 */
#define WORDS  4
#define KERNEL lanes_256
#include "sim/lanes_kernel.h"

#include "sim/lanes_playouts.h"

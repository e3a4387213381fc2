/* lanes_512.c - lanes in registers of 512 bits, for processors with AVX-512 */
#define WORDS  8
#define KERNEL lanes_512
#include "sim/lanes_kernel.h"

#include "sim/lanes_playouts.h"

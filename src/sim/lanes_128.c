/* lanes_128.c - lanes in registers of 128 bits, for any processor */
#define WORDS  2
#define KERNEL lanes_128
#include "sim/lanes_kernel.h"

#include "sim/lanes_playouts.h"

/* bitboard.h - random playouts written by hand: the ceiling
 *
 * What a programmer who knows the game can do in plain C. Each plays for
 * SECONDS of processor time and returns the states a second, a state being a
 * transition, as everywhere.
 */
#ifndef ZERMELO_BENCH_BITBOARD_H
#define ZERMELO_BENCH_BITBOARD_H

double bitboard_tictactoe(double seconds);
double bitboard_connectfour(double seconds);

#endif

/* ring.h - the game of tests about steps: a token on a ring of four cells */
#ifndef ZERMELO_TEST_RING_H
#define ZERMELO_TEST_RING_H

/* The token may stay where it is. Features are sorted: cell 1 is number 0. */
static const char RING[] =
    "(role a)(succ 1 2)(succ 2 3)(succ 3 4)(succ 4 1)(init (at 1))"
    "(legal a go)(legal a stay)"
    "(<= (next (at ?y)) (does a go) (true (at ?x)) (succ ?x ?y))"
    "(<= (next (at ?x)) (does a stay) (true (at ?x)))"
    "(<= there (true (at ?x)))(<= terminal (not there))(goal a 100)";

#endif

/* factoring.h - parts of a puzzle that have nothing to do with each other
 *
 * Two features are of one part if the next value of one depends on the other,
 * or if it depends on both in one whether a move is legal. What changes by
 * itself, whatever is done, is the clock: every part may look at it. Seen from
 * one part many moves are the same; they are a class.
 *
 * So every play of the game is, seen from a part, a play of that part: what no
 * part can reach, the game cannot reach. The converse needs a move for every
 * choice of classes, and is for the caller to try.
 */
#ifndef ZERMELO_SOLVE_FACTORING_H
#define ZERMELO_SOLVE_FACTORING_H

#include "solve/puzzle.h"

typedef struct Wires Wires;

typedef struct {
    uint32_t *features;
    size_t feature_count;
    uint32_t *nodes; /* all that it looks at, inputs first */
    size_t node_count;
    uint64_t *masks;    /* by node and 64 classes: those in the set of moves */
    size_t chunks;      /* 64 classes each */
    uint32_t *class_of; /* by move */
    uint32_t *example;  /* by class: one of its moves */
    size_t class_count;
    Lit *needs; /* of a class, to be legal: FIRST_NEED[class] and on */
    uint32_t *first_need;
    uint32_t *sights; /* nodes that goals and terminal look at */
    size_t sight_count;
    uint32_t idle; /* class that leaves the part as it is, or NO_INDEX */
    bool timed;    /* it looks at the clock */
    Wires *wires;  /* what part_run has computed */
} Part;

typedef struct {
    Arena *arena;
    const Net *net;
    Part *parts;
    size_t count;
    Part clock;      /* its only class is every move */
    uint32_t *upper; /* nodes over several parts, inputs first */
    size_t upper_count;
    bool upper_timed;     /* and over the clock */
    bool *now;            /* by feature: what part_run looks at */
    unsigned char *known; /* by node: what parts_judge computes */
} Parts;

enum { MAX_PARTS = 16, MAX_SIGHTS = 64 };

/* NULL if there are too many parts, or if it would take too much to find out;
 * or if there is only one, unless goals look at a clock that it does not look
 * at. */
Parts *parts_new(const Net *net);
void parts_free(Parts *parts);

/* Makes the wires of PART, when all else is known of it. */
void part_wire(Arena *arena, const Net *net, Part *part);

/* The features of PART are those of STATE, its bits in the order of the part's
 * features. */
void part_set(Parts *parts, const Part *part, const uint64_t *state);

/* Computes the nodes of PART for the classes of CHUNK: costs what has changed
 * since the last time. */
void part_run(const Parts *parts, const Part *part, size_t chunk);

/* After part_run of chunk 0: whether the class is legal, and what goals and
 * terminal see of the part. */
bool part_legal(const Part *part, uint32_t class);
uint64_t part_view(const Part *part);

/* After part_run of CHUNK: the states after its CLASSES, a bit for each. In
 * STATES there is a place for each class up to the last of them. */
void part_next(const Part *part, size_t chunk, uint64_t classes,
               uint64_t *states);

/* What is known of a literal if the parts in SEEN, a bit each, look like VIEWS
 * and the clock, if TIMED, is that of the last part_set. */
typedef enum { MAY_BE, NO_WAY, SURELY } Judgement;

void parts_see(Parts *parts, const uint64_t *views, uint32_t seen, bool timed);
Judgement parts_judge(const Parts *parts, Lit lit); /* terminal or a goal */

/* A move of these classes, one for each part; NO_INDEX if there is none. */
uint32_t parts_move(const Parts *parts, const uint32_t *classes);

#endif

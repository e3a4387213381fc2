/* search.h - Monte Carlo tree search, exact where it can be
 *
 * Roles that move at the same time choose independently, each by its own
 * counts (decoupled selection); the role random chooses at random. Wins, losses
 * and other values that are certain are backed up as bounds (play/tree.h), and
 * choices that cannot be better than what is certain are not looked at.
 *
 * With a number of playouts instead of a clock, the result depends on seed and
 * positions only, whatever the number of threads.
 */
#ifndef ZERMELO_PLAY_SEARCH_H
#define ZERMELO_PLAY_SEARCH_H

#include "base/text.h"
#include "zermelo.h"

typedef struct Search Search;

typedef struct {
    const ZermeloNet *net; /* NULL: by the interpreter, in one thread */
    ZermeloCursor *cursor; /* borrowed, and moved about */
    size_t role;           /* whose moves are wanted */
    size_t threads;        /* 0: as many as there are processors */
    size_t megabytes;      /* for the tree; 0: 1024 */
    uint64_t seed;
    bool zero_sum; /* see play/tree.h */
    /* GDL-II: what is certain for who knows the position is not certain for the
     * role, even if it knows it now. */
    bool hidden;
} SearchOptions;

Search *search_new(const SearchOptions *options);
void search_free(Search *search);

/* From now on about these positions, each as likely as another, and those of
 * MOVES, numbers of moves, that are legal in all of them. What was found out
 * before is kept. */
void search_set(Search *search, const void *const *positions, size_t count,
                const uint32_t *moves, size_t move_count);

typedef struct {
    double stop;       /* when (base/budget.h); 0: never */
    uint64_t playouts; /* how many; 0: no limit */
    const volatile sig_atomic_t *cancelled;
} SearchLimits;

/* Looks on until a limit is reached, or all is certain: then true. */
bool search_run(Search *search, const SearchLimits *limits);

/* The best move so far. */
uint32_t search_best(const Search *search);

/* In a few words: playouts, nodes, and how good the best move looks. */
void search_describe(const Search *search, Text *out);

#endif

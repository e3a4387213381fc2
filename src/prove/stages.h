/* stages.h - the stages of native.c, and what they share
 *
 * Each looks at what is open, and decides what it can; all learn properties
 * that the next ones know.
 */
#ifndef ZERMELO_PROVE_STAGES_H
#define ZERMELO_PROVE_STAGES_H

#include "prove/walk/reachable_states.h"
#include "prove/induction/houdini.h"
#include "prove/candidates/candidate_invariants.h"
#include "prove/schedule.h"

/* Of induction, in conflicts times clauses: about 1e9 a second. */
static const double CHECK_EFFORT = 4e8, SOME_EFFORT = 1e9, SHORT_EFFORT = 1e8;

typedef struct {
    NativeTask *task;
    const Net *net;
    Sentences *sentences;
    const Sentence *list;
    size_t count;
    const Budget *budget;
    NativeResult *results;
    Explore *explore;
    Induct *induct;
    Machine *machine;  /* with EXHAUST: all positions, if they are known and */
    Exhaust *exhaust;  /* evidence is wanted */
    unsigned surveyed; /* 1 more than the degree of what was seen in them */
    size_t *watched;   /* by sentence */
    VEC(bool) known;   /* by Ref: properties that are proved */
    size_t facts_used; /* by the last attempt to do without induction, plus 1 */
    size_t positions_tried; /* they are more than that */
    size_t deepened; /* facts known to inductions of several steps, plus 1 */
    bool heavy[INVENT_KINDS]; /* took more effort than there was */
    bool apart[INVENT_KINDS]; /* not to be tried again with later kinds */
    bool toured;              /* every kind had its short turn */
    struct {
        double effort;
        size_t facts; /* known when it ended, plus 1 */
    } tried[INVENT_KINDS];
    double idle; /* effort, and clauses, since something was decided */
    Arena *arena;
} Native;

/* ---- what is open, and known (native.c) ---- */

bool native_is_open(const Native *native, size_t number);
size_t native_count_open(const Native *native);
bool native_is_done(const Native *native);
void native_report(const Native *native);

/* Whether an invented property is proved already, or too hard. */
bool native_is_known(const Native *native, Ref ref);
void native_note_known(Native *native, Ref ref);
/* A property of every reachable position is proved: a lemma. */
void native_learn(Native *native, Ref ref);

/* A step of a game as large as this takes a solver seconds. */
bool native_is_vast(const Native *native);
/* A question about a step takes longer than to look at every move. */
bool native_is_large(const Native *native);

/* ---- plays (stage_plays.c) ---- */

/* At random, about so many operations, and as long as the second half of it
 * refutes something. */
void stage_play(Native *native, double work);
/* All positions, if they are no more than MOST, and if something of a degree up
 * to this one is open. If evidence is wanted, what is true in all of them stays
 * open until the end. */
void stage_positions(Native *native, size_t most, unsigned degree,
                     const Budget *budget);
void stage_finish_positions(Native *native);
/* Plays of up to DEPTH steps (0: of all lengths), then induction over two and
 * three. */
void stage_deepen(Native *native, size_t depth, double effort);
/* The last few sentences, by frames. */
void stage_frames(Native *native);

/* ---- induction (stage_induct.c) ---- */

/* Whether what is open follows from what is known. */
void stage_ask(Native *native, const char *how);
/* The open sentences that are inductive together, as far as that takes no more
 * than so many conflicts each; all, or only those that are large. */
void stage_plain(Native *native, bool all, int64_t conflicts, double effort);
/* What can be proved of vast games without looking at all of them. */
void stage_sketch(Native *native);
/* With what can be invented of all kinds up to LAST, at most MOST of each. */
void stage_induct(Native *native, InventKind last, size_t most, double effort);
/* With steps that need not be legal but for what is plain to see. */
void stage_loose(Native *native, double effort);

/* ---- move by move (stage_moves.c) ---- */

/* What the rules say, without a solver: whether that is anything new. */
bool stage_rules(Native *native);
/* With counters that never run out, since a sum does not grow. There is no
 * certificate for what is proved from now on: it comes last if one is wanted.
 */
void stage_sums(Native *native);

#endif

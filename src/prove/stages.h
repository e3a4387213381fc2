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
    ScheduleTask *task;
    const Net *net;
    PropertyTable *properties;
    const GroundProperty *list;
    size_t count;
    const Budget *budget;
    ScheduleResult *results;
    GuidedWalks *walks;
    Houdini *houdini;
    Machine *machine; /* with EXHAUST: all positions, if they are known and */
    ReachableStates *reachable; /* evidence is wanted */
    unsigned surveyed; /* 1 more than the degree of what was seen in them */
    size_t *watched;   /* by property */
    VEC(bool) known;   /* by Ref: properties that are proved */
    size_t facts_used; /* by the last attempt to do without induction, plus 1 */
    size_t positions_tried; /* they are more than that */
    size_t deepened; /* facts known to inductions of several steps, plus 1 */
    bool heavy[CANDIDATE_KINDS]; /* took more effort than there was */
    bool apart[CANDIDATE_KINDS]; /* not to be tried again with later kinds */
    bool toured;                 /* every kind had its short turn */
    struct {
        double effort;
        size_t facts; /* known when it ended, plus 1 */
    } tried[CANDIDATE_KINDS];
    double idle; /* effort, and clauses, since something was decided */
    Arena *arena;
} Schedule;

/* ---- what is open, and known (native.c) ---- */

bool schedule_is_open(const Schedule *schedule, size_t number);
size_t schedule_count_open(const Schedule *schedule);
bool schedule_is_done(const Schedule *schedule);
void schedule_report(const Schedule *schedule);

/* Whether an invented property is proved already, or too hard. */
bool schedule_is_known(const Schedule *schedule, Ref ref);
void schedule_note_known(Schedule *schedule, Ref ref);
/* A property of every reachable position is proved: a lemma. */
void schedule_learn(Schedule *schedule, Ref ref);

/* A step of a game as large as this takes a solver seconds. */
bool schedule_is_vast(const Schedule *schedule);
/* A question about a step takes longer than to look at every move. */
bool schedule_is_large(const Schedule *schedule);

/* ---- plays (stage_plays.c) ---- */

/* At random, about so many operations, and as long as the second half of it
 * refutes something. */
void stage_play(Schedule *schedule, double work);
/* All positions, if they are no more than MOST, and if something of a degree up
 * to this one is open. If evidence is wanted, what is true in all of them stays
 * open until the end. */
void stage_positions(Schedule *schedule, size_t most, unsigned degree,
                     const Budget *budget);
void stage_finish_positions(Schedule *schedule);
/* Plays of up to DEPTH steps (0: of all lengths), then induction over two and
 * three. */
void stage_deepen(Schedule *schedule, size_t depth, double effort);
/* The last few properties, by frames. */
void stage_frames(Schedule *schedule);

/* ---- induction (stage_induct.c) ---- */

/* Whether what is open follows from what is known. */
void stage_ask(Schedule *schedule, const char *how);
/* The open properties that are inductive together, as far as that takes no more
 * than so many conflicts each; all, or only those that are large. */
void stage_plain(Schedule *schedule, bool all, int64_t conflicts,
                 double effort);
/* What can be proved of vast games without looking at all of them. */
void stage_sketch(Schedule *schedule);
/* With what can be invented of all kinds up to LAST, at most MOST of each. */
void stage_induct(Schedule *schedule, CandidateKind last, size_t most,
                  double effort);
/* With steps that need not be legal but for what is plain to see. */
void stage_loose(Schedule *schedule, double effort);

/* ---- move by move (stage_moves.c) ---- */

/* What the rules say, without a solver: whether that is anything new. */
bool stage_rules(Schedule *schedule);
/* With counters that never run out, since a sum does not grow. There is no
 * certificate for what is proved from now on: it comes last if one is wanted.
 */
void stage_sums(Schedule *schedule);

#endif

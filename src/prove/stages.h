/* stages.h - the methods that a schedule calls, and what they share
 *
 * Each is called for a turn. It looks at the properties that are open, decides
 * what it can within the quota of the turn, and adds lemmas, which all later
 * turns know.
 */
#ifndef ZERMELO_PROVE_STAGES_H
#define ZERMELO_PROVE_STAGES_H

#include "prove/walk/reachable_states.h"
#include "prove/induction/houdini.h"
#include "prove/candidates/candidate_invariants.h"
#include "prove/schedule.h"

enum { SCHEDULE_MAX_ROWS = 32 };

struct Schedule {
    PropertyTask *task;
    ProveLimits limits;
    const Net *net;
    PropertyTable *properties;
    const GroundProperty *formulas;
    size_t formula_count;
    PropertyResult *results;
    Budget turn;     /* of the task, with the quota of the present turn */
    WorkMeter meter; /* of that quota */
    unsigned round;
    SchedulePlan plan;
    GuidedWalks *walks;
    Houdini *houdini;
    unsigned checked_degrees; /* of properties, from 0, in all positions */
    size_t max_states_tried;  /* there are more positions than that */
    size_t *watch_numbers;    /* by property */
    bool *may_be_inductive;   /* by property: no induction has failed on it */
    VEC(bool) is_settled;     /* by Ref: proved, or too hard */
    bool exceeded_quota[CANDIDATE_KINDS]; /* in its last turn */
    bool is_tried_apart[CANDIDATE_KINDS]; /* never with later kinds */
    /* By plan and row: the number of lemmas when its last turn ended, plus 1;
     * and whether the quota was too small. */
    struct {
        size_t lemmas_plus_one;
        bool cut_short;
    } last_turn[PLAN_COUNT][SCHEDULE_MAX_ROWS];
    VEC(Verdict) checked_verdicts; /* of debug builds: what the results were */
    Arena *arena;
};

/* ---- what is open, and known (schedule.c) ---- */

bool schedule_is_open(const Schedule *schedule, size_t number);
/* Whether it is open, and asked for. */
bool schedule_is_wanted(const Schedule *schedule, size_t number);
size_t schedule_count_wanted(const Schedule *schedule);
void schedule_report(const Schedule *schedule);
void schedule_prove(Schedule *schedule, size_t number, const char *how);

/* Lists those that are wanted; both arrays have room for all. */
size_t schedule_list_wanted(const Schedule *schedule,
                            const GroundProperty **open, size_t *numbers);

/* Whether a candidate is proved already, or too hard. */
bool schedule_is_settled(const Schedule *schedule, Ref ref);
void schedule_settle(Schedule *schedule, Ref ref);

/* ---- for debug builds (schedule_check.c) ---- */

/* What was decided is as it was. */
void schedule_check_results(Schedule *schedule);
/* All lemmas and what was proved hold in further plays. */
void schedule_check_lemmas(const Schedule *schedule);

/* ---- plays and positions (stage_plays.c) ---- */

/* Random plays of about so many operations. */
void stage_walk(Schedule *schedule, double work);
/* The same again and again, longer each time, as long as that refutes
 * something, or for the WHOLE_QUOTA of the turn. */
void stage_walks(Schedule *schedule, double work, bool whole_quota);
/* All positions, if they are no more than MAX_STATES, and if a property of a
 * degree up to this one is open. */
void stage_reachable(Schedule *schedule, size_t max_states, unsigned degree);
/* Plays of up to DEPTH steps (0: of all lengths), then induction over two and
 * three. */
void stage_k_induction(Schedule *schedule, size_t depth);
void stage_pdr(Schedule *schedule);

/* ---- induction (stage_induct.c) ---- */

/* Whether what is open follows from the lemmas. */
void stage_consequences(Schedule *schedule, const char *how);
/* The open properties that are inductive together, as far as that takes no more
 * than so many conflicts each; all, or only those that are conjunctions. False
 * if the quota was too small. */
bool stage_joint(Schedule *schedule, bool all_open, int64_t max_conflicts);
/* Each open property by itself, those with few inputs first. */
bool stage_individual(Schedule *schedule, int64_t max_conflicts);
/* With candidates of all kinds up to LAST, at most MAX_COUNT of each. */
bool stage_candidates(Schedule *schedule, CandidateKind last, size_t max_count);
/* With the facts of earlier runs. */
bool stage_facts(Schedule *schedule);
/* ---- invariants by cases and by sums (stage_invariants.c) ---- */

/* Mutex groups from the cases of a step, without a solver: whether there is
 * anything new. */
bool stage_cases(Schedule *schedule);
/* With counters that never run out, since a sum does not grow. */
void stage_linear(Schedule *schedule);

#endif

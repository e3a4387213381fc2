/* stages.h - the methods that a schedule calls, and what they share
 *
 * Each is called for a turn. It looks at the properties that are open, decides
 * what it can within the quota of the turn, and adds lemmas, which all later
 * turns know.
 */
#ifndef ZERMELO_PROVE_STAGES_H
#define ZERMELO_PROVE_STAGES_H

#include "prove/candidates/candidate_invariants.h"
#include "prove/induction/bmc.h"
#include "prove/induction/houdini.h"
#include "prove/schedule.h"
#include "prove/termination/termination.h"

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
    Machine *machine; /* NULL until a method plays on it */
    BmcTask bmc_task;
    Bmc *bmc;                 /* NULL: it begins anew */
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
    /* What a method is asked about, as schedule_list_open() has set it, and
     * room for its answers */
    struct {
        const GroundProperty **list;
        size_t *numbers; /* in the schedule */
        size_t count;
        Counterexample *plays;
        bool *is_proved;
    } open;
    VEC(Verdict) checked_verdicts; /* of debug builds: what the results were */
    Arena *arena;
};

/* ---- what is open, and known (schedule.c) ---- */

bool schedule_is_open(const Schedule *schedule, size_t number);
/* Whether it is open, and asked for. */
bool schedule_is_wanted(const Schedule *schedule, size_t number);
size_t schedule_count_wanted(const Schedule *schedule);
/* Whether it is open, and wanted or fit to be a lemma: one about steps is none.
 * So all shares of a task find the same lemmas. */
bool schedule_is_useful(const Schedule *schedule, size_t number);
typedef bool IsListed(const Schedule *schedule, size_t number);
void schedule_list_open(Schedule *schedule, IsListed *is_listed);
/* Whether it is asked if every play ends, and not known. */
bool schedule_end_is_open(const Schedule *schedule);

void schedule_report(const Schedule *schedule);
void schedule_prove(Schedule *schedule, size_t number, const char *how);
void schedule_refute(Schedule *schedule, size_t number, Counterexample play);

/* Whether a candidate is proved already, or too hard. */
bool schedule_is_settled(const Schedule *schedule, Ref ref);
void schedule_settle(Schedule *schedule, Ref ref);

/* Whether the network has more inputs than LIMIT says: with LIMIT_LARGE_INPUTS
 * a question about one step takes a solver longer than looking at every move,
 * with LIMIT_VAST_INPUTS seconds. */
bool schedule_is_beyond(const Schedule *schedule, ProveLimit limit);

/* ---- for debug builds (schedule.c) ---- */

/* What was decided is as it was. */
void schedule_check_results(Schedule *schedule);
/* All lemmas and what was proved hold in further plays. */
void schedule_check_lemmas(const Schedule *schedule);

/* ---- the methods ---- */

enum {
    APART = 1,              /* candidates that are not tried with later kinds */
    ONLY_POSITIONS = 2,     /* if no open property is about several positions */
    ONLY_LARGE = 4,         /* if the network is beyond LIMIT_LARGE_INPUTS */
    REPLAY_LATER = 8,       /* refutations are replayed later: it takes long */
    ONLY_CONJUNCTIONS = 16, /* of the open properties */
    WHOLE_QUOTA = 32,       /* even if nothing is refuted */
    ONLY_END = 64,          /* if it is open whether every play ends */
    ALSO_END = 128,         /* if that is open, or a property */
    IF_COMPLETE = 256,      /* if the row before ran to its end */
};

typedef struct ScheduleRow ScheduleRow;

/* False if the quota was too small. */
typedef bool RunMethod(Schedule *schedule, const ScheduleRow *row);

struct ScheduleRow {
    ProofMethod method;
    RunMethod *run;
    unsigned flags;
    unsigned first_round;
    unsigned limit;  /* conflicts of a question, work of the first walk, or
                      * steps of plays (0: the most) */
    unsigned degree; /* of properties about reachable states */
};

/* Of stage_plays.c: random plays of about so many operations. */
void stage_walk(Schedule *schedule, double work);
/* The same again and again, longer each time, as long as that refutes
 * something. */
RunMethod stage_walks;
/* All positions, if they are few and a property of a degree up to that of the
 * row is open, or with ALSO_END whether every play ends. */
RunMethod stage_reachable;
/* Plays of limited length, then induction over two and three steps. */
RunMethod stage_k_induction;
RunMethod stage_pdr;
/* Whether every play ends. */
RunMethod stage_termination;
/* Plays of any length: if they are bounded, that can be a proof, and it can
 * show that they are. */
RunMethod stage_bmc;

/* Of stage_induct.c: proves what follows from the lemmas. */
void stage_follow(Schedule *schedule, const char *how);
/* The same as a turn. */
RunMethod stage_consequences;
/* Learns those of REFS that are inductive together. */
void stage_learn_inductive(Schedule *schedule, RefList *refs,
                           int64_t max_conflicts);
/* With the facts of earlier runs. */
RunMethod stage_facts;
/* The open properties that are inductive together. */
RunMethod stage_joint;
/* Each open property by itself, those with few inputs first. */
RunMethod stage_individual;
/* With candidates of all kinds up to that of the method. */
RunMethod stage_candidates;
/* Mutex groups from the cases of a step, without a solver. */
RunMethod stage_cases;
/* With counters that never run out, since a sum does not grow. */
RunMethod stage_linear;
/* The lemmas about single positions; to be freed. */
RefList position_lemmas(const Schedule *schedule);

#endif

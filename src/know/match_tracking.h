/* match_tracking.h - random matches, in which one role is asked what it knows
 */
#ifndef ZERMELO_KNOW_MATCH_TRACKING_H
#define ZERMELO_KNOW_MATCH_TRACKING_H

#include "know/belief_state.h"

typedef struct {
    size_t matches;
    size_t steps; /* a longer match is given up; 0: never */
    uint64_t seed;
} TrackingTask;

/* Where the role first did not know. */
typedef struct {
    bool failed;
    About about;
    size_t match, round;  /* from 1; at the end, the round that would follow */
    const History *truth; /* what was really played; NULL at the beginning */
    const History *pair[2]; /* what it could not tell apart: none if there are
                             no such plays, and a better filter would know */
    bool has_pair;
} FirstFailure;

typedef struct {
    Arena *arena;
    size_t matches, rounds, given_up;
    size_t legal_rounds, terminal_matches, goal_matches, limited;
    FirstFailure first;
    bool stopped;           /* by the budget, before all matches were played */
    double seconds;         /* of processor time that the filter took */
    double median, longest; /* of a round, in seconds */
} TrackingReport;

/* FILTER and the engine WORLD belong to ROLE; JUDGE, an exact filter for it,
 * tells what could not be told apart. */
TrackingReport *track_matches(ObservedGame *observed, Filter *filter,
                              Filter *reference, size_t role,
                              const TrackingTask *task, const Budget *budget);
void tracking_report_free(TrackingReport *report);

#endif

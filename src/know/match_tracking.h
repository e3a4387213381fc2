/* match_tracking.h - random matches in which a filter is asked what a role
 * knows */
#ifndef ZERMELO_KNOW_MATCH_TRACKING_H
#define ZERMELO_KNOW_MATCH_TRACKING_H

#include "know/belief_state.h"

typedef struct {
    size_t matches;
    size_t steps; /* a longer match is abandoned; 0: no limit */
    uint64_t seed;
} TrackingTask;

/* The first question to which the role did not know the answer. */
typedef struct {
    bool failed;
    KnowledgeQuestion question;
    size_t match,
        round; /* from 1; after the last round, the number of the next */
    const History *truth; /* the play of the match; NULL if it is empty */
    const History *
        pair[2]; /* indistinguishable plays; none: a better filter would know */
    bool has_pair;
} FirstFailure;

typedef struct {
    Arena *arena;
    size_t matches, rounds, given_up;
    size_t legal_rounds, terminal_matches, goal_matches, limited;
    FirstFailure first;
    bool stopped;   /* the budget was spent before all matches were played */
    double seconds; /* processor time of the filter */
    double median, longest; /* of a round, in seconds */
} TrackingReport;

/* FILTER and ENGINE belong to ROLE; REFERENCE, an exact filter for ROLE,
 * finds the plays that cannot be distinguished. */
TrackingReport *track_matches(Engine *engine, Filter *filter, Filter *reference,
                              size_t role, const TrackingTask *task,
                              const Budget *budget);
void tracking_report_free(TrackingReport *report);

#endif

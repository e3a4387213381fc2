/* milestones.h - conditions that may be irreversible, and which of them are */
#ifndef ZERMELO_PROVE_TERMINATION_MILESTONES_H
#define ZERMELO_PROVE_TERMINATION_MILESTONES_H

#include "prove/candidates/feature_groups.h"
#include "prove/termination/termination.h"

enum {
    MAX_LEVELS = 8,
    MAX_STEPS_IN_ROW = 4 /* that lower the ranking function together */
};

/* A condition: one of FEATURES holds, or, if it is negated, none of them. */
typedef struct {
    const uint32_t *features;
    size_t count;
    bool is_negated;
    size_t relation_size, number; /* for their order */
    unsigned level;               /* at which it was chosen, from 1; or 0 */
    /* It holds; the step makes it false; true. Made by milestone_refs. */
    Ref before, falls, rises;
} Milestone;

typedef struct {
    const TerminationTask *task;
    const Net *net;
    Arena *arena;
    Graph relations; /* their features */
    VEC(Milestone) milestones;
    size_t chosen_count[MAX_LEVELS + 1];
    bool *may_change; /* by feature: in a step that is left; or NULL */
    /* Sampled positions, one after the other, and for each whether a step that
     * no chosen milestone ranks leads from it to the next one. */
    VEC(uint64_t) states;
    VEC(bool) is_open;
} MilestoneSearch;

/* All conditions, and positions of random plays. */
void milestones_begin(MilestoneSearch *search, const TerminationTask *task);
void milestones_free(MilestoneSearch *search);

bool milestone_holds(const Milestone *milestone, const uint64_t *state);
void milestone_refs(MilestoneSearch *search, Milestone *milestone);

/* Whether sampled steps that are not ranked make the milestone true, false. */
void milestone_changes(const MilestoneSearch *search,
                       const Milestone *milestone, bool *rises, bool *falls);

/* The milestone ranks the sampled steps that make it true. */
void milestone_close(MilestoneSearch *search, const Milestone *milestone);

/* The most sampled steps in a row that are not ranked. */
unsigned milestones_open_run(const MilestoneSearch *search);

/* Whether levels could bound the plays that were sampled, if all that seems to
 * be a milestone were one: more milestones never rank fewer steps. */
bool milestones_seem_enough(MilestoneSearch *search);

/* True if some such condition becomes true every few steps: then no play has
 * more than *BOUND steps (milestone_levels.c). */
bool find_irreversible_bound(const TerminationTask *task, uint64_t *bound);

#endif

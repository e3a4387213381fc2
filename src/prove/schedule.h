/* schedule.h - which method of proof is tried when, counted in work
 *
 * All methods have a turn in each round, in the order of a plan, with a quota
 * of work that grows from round to round (formula/prove_limits.h). The clock
 * and the user only end the run. So what is decided after a turn depends on the
 * rules and the limits, not on the machine; and a run that has more time
 * decides whatever a shorter one does.
 */
#ifndef ZERMELO_PROVE_SCHEDULE_H
#define ZERMELO_PROVE_SCHEDULE_H

#include "formula/property_task.h"

typedef struct Schedule Schedule;

/* Borrows both; RESULTS[i] is about LIST[i] of the task, whatever happens. */
Schedule *schedule_new(PropertyTask *task, PropertyResult *results);
/* Writes down what is left to be written, and frees the schedule. */
void schedule_free(Schedule *schedule);

/* A round of PLAN, from 0 on. Whether another one might decide more. */
bool schedule_round(Schedule *schedule, SchedulePlan plan, unsigned round);
/* REF holds in every reachable position: methods may use it. If that is new, it
 * is added to the lemmas of the task. */
void schedule_learn(Schedule *schedule, Ref ref);

/* Whether nothing is open, or the time is used up. */
bool schedule_is_done(const Schedule *schedule);

/* All rounds; those of PLAN_VERIFY follow one of PLAN_RULES. */
void schedule_run(PropertyTask *task, PropertyResult *results);

/* Frees the plays of all results, and what TASK was set to. */
void schedule_free_results(PropertyTask *task, PropertyResult *results);

#endif

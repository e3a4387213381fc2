/* deadline.h - when to stop searching so that the answer is in time
 *
 * The clock runs from the arrival of a request. What is kept back of it adapts
 * to what is observed: how late answers are compared with the plan, and whether
 * a manager replaced a move, which is the only sign of an answer that came too
 * late.
 */
#ifndef ZERMELO_PLAY_DEADLINE_H
#define ZERMELO_PLAY_DEADLINE_H

typedef struct {
    double overrun; /* the largest so far, which decays slowly */
    double extra;   /* added each time a move was replaced */
} Deadlines;

/* What is kept back of a clock of SECONDS. */
double deadlines_margin(const Deadlines *deadlines, double seconds);

/* For a request that came at ARRIVAL and is to be answered in SECONDS: when to
 * stop searching, and when to send the best answer there is. */
double deadlines_stop(const Deadlines *deadlines, double arrival,
                      double seconds);
double deadlines_send(const Deadlines *deadlines, double arrival,
                      double seconds);

/* An answer planned for PLANNED was ready at READY. */
void deadlines_observe(Deadlines *deadlines, double planned, double ready);

/* The manager played something else than what was sent. */
void deadlines_replaced(Deadlines *deadlines);

/* The calling thread is one that must not be kept waiting: asks the system to
 * prefer it, which only some users may. */
void thread_raise_priority(void);

#endif

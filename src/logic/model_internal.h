/* model_internal.h - the state of a Model, shared by its two ways of evaluation
 *
 * logic/model.c evaluates bottom-up; logic/goals.c looks for single atoms from
 * their clauses downwards. Both run plans of logic/plan.c. Private to logic/.
 */
#ifndef ZERMELO_LOGIC_MODEL_INTERNAL_H
#define ZERMELO_LOGIC_MODEL_INTERNAL_H

#include "logic/fact_index.h"
#include "logic/model.h"

#define NO_GROUP UINT32_MAX

typedef struct {
    TermVec facts;
    VEC(uint32_t) indexes;
    size_t old_end; /* facts before the last round of a recursive group, */
    size_t new_end; /* and after it; later ones are not seen yet */
} Extension;

typedef struct {
    Plan **full;  /* one for each clause */
    Plan **delta; /* for the recursive literals of all clauses */
    size_t delta_count;
    RelationId *heads; /* the relations it defines */
    size_t head_count;
    bool done;
} GroupPlan;

/* What single atoms of a relation have cost so far, in facts joined. */
typedef struct {
    size_t whole;    /* to complete the relation once */
    size_t by_goals; /* for all questions but the first */
    size_t questions;
    bool always_whole; /* goals cost more, or cannot be used */
} GoalCost;

struct Model {
    const Game *game;
    const Budget *budget;
    Arena *arena;
    PlanFacts plan_facts;  /* what plans are made from */
    Extension *extensions; /* by relation */
    VEC(FactIndex) indexes;
    GroupPlan *plans;   /* by group */
    Plan **instances;   /* by clause, made when asked for */
    Plan **goals;       /* by clause, likewise: its head is known */
    Plan **sources;     /* by clause, likewise: it is not */
    uint32_t *group_of; /* by relation: the last that defines it, or NO_GROUP */
    const GroupPlan **head_in; /* by relation: see is_head() */
    GoalCost *goal_costs;      /* by relation */
    size_t goals_left;
    bool by_goals; /* relations of the plan under way may not be complete */
    struct Unfolding *unfolding; /* what is done with the heads found, then */
    bool **needed;        /* needed[relation][group], made when asked for */
    VEC(uint8_t) present; /* by term: is it a fact */
    TermVec slots;        /* by variable of the clause: its value */
    TermVec found;        /* by literal of the clause: the fact it is */
    size_t facts, max_facts, joins, max_joins;
    size_t other_work;      /* work that is no joining of facts */
    const size_t *max_each; /* NULL, or by relation: how many facts */
    RelationId overfull;    /* has more than that */
    const char *failure;
    InstanceVisitor *visit; /* instead of adding facts */
    void *context;
};

static inline bool is_present(const Model *model, const Term *atom)
{
    return atom->id < model->present.count && model->present.items[atom->id];
}

/* model_limits.c: true if a limit is reached, after WORK that is no joining. */
bool limits_reached(Model *model, size_t work);

/* ATOM was added; it follows from CLAUSE, which may be NULL. */
void limits_check_fact(Model *model, const Term *atom, const Clause *clause);

/* The time may be over because CLAUSE has no end of consequences. */
void limits_check_clock(Model *model, const Clause *clause);

enum { WORK_PER_CLOCK_CHECK = 8192 };

static inline void count_join(Model *model, const Clause *clause)
{
    if (model->joins >= model->max_joins)
        model->failure = "the rules have too many consequences";
    if (++model->joins % WORK_PER_CLOCK_CHECK == 0)
        limits_check_clock(model, clause);
}

/* model.c: a plan from step AT on; true if it found an instance. */
bool join_run(Model *model, const Plan *plan, size_t at);

/* Whether FACT has the parts the step selects by, and gives its variables
 * values if so. */
bool join_take_fact(Model *model, const Step *step, const Term *fact,
                    const Term *const *keys);

/* Makes room for the variables and literals of PLAN. */
void join_reserve(Model *model, const Plan *plan);

/* *PLAN, made now for CLAUSE if it was not there. */
const Plan *join_plan(Model *model, Plan **plan, const Clause *clause);

/* goals.c: whether ATOM is a fact, or will be. */
bool goal_holds(Model *model, RelationId relation, const Term *atom);

/* Goes on after step AT with each fact of a relation that is not complete;
 * *FOUND as join_run. False, with the relation complete, if the facts have to
 * be looked at in the usual way. */
bool goal_unfold(Model *model, const Plan *plan, size_t at,
                 const Term *const *keys, bool *found);

/* Goes on with HEAD, which a clause of the relation being unfolded gives. */
bool goal_continue(Model *model, const Term *head);

#endif

/* model_internal.h - the state of a Model and its limits; private to logic/ */
#ifndef ZERMELO_LOGIC_MODEL_INTERNAL_H
#define ZERMELO_LOGIC_MODEL_INTERNAL_H

#include "logic/fact_index.h"
#include "logic/model.h"

typedef struct {
    TermVec facts;
    VEC(uint32_t) indexes;
    size_t old_end; /* facts before the last round of a recursive group, */
    size_t new_end; /* and after it; later ones are not seen yet */
} Extension;

typedef struct {
    JoinPlan **full;  /* one for each clause */
    JoinPlan **delta; /* for the recursive literals of all clauses */
    size_t delta_count;
    RelationId *heads; /* the relations it defines */
    size_t head_count;
    bool is_evaluated;
} GroupPlan;

struct Model {
    const Game *game;
    const Budget *budget;
    Arena *arena;
    PlanFacts plan_facts;  /* what plans are made from */
    Extension *extensions; /* by relation */
    VEC(FactIndex) indexes;
    GroupPlan *plans;             /* by group */
    JoinPlan **instance_plans;    /* by clause, made when asked for */
    const GroupPlan **defined_by; /* by relation: see is_head() */
    bool **needed_groups;  /* by relation, then by group, made when asked for */
    VEC(uint8_t) is_fact;  /* by term */
    TermVec values;        /* by variable of the clause that is run */
    TermVec matched_facts; /* by literal of the clause: the fact it is */
    size_t fact_count, max_facts, join_count, max_joins;
    size_t other_work; /* work that is no joining of facts */
    const size_t
        *max_facts_by_relation; /* NULL, or by relation: how many facts */
    RelationId overfull;        /* has more than that */
    const char *failure;
    InstanceVisitor *visit; /* instead of adding facts */
    void *visit_context;
};

/* model_limits.c: true if a limit is reached, after WORK that is no joining. */
bool limits_reached(Model *model, size_t work);

/* ATOM was added; it follows from CLAUSE, which may be NULL. */
void limits_check_fact(Model *model, const Term *atom, const Clause *clause);

/* The time may be over because CLAUSE has no end of consequences. */
void limits_check_clock(Model *model, const Clause *clause);

enum { WORK_PER_CLOCK_CHECK = 8192 };

#endif

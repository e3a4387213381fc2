/* model_internal.h - the state of a Model, its plans, indexes and limits
 *
 * A clause is a join. A JoinPlan puts its literals in a good order and says for
 * each what is known by then: which parts of a fact select it through an index,
 * and which variables a fact found there binds. Private to logic/.
 */
#ifndef ZERMELO_LOGIC_MODEL_INTERNAL_H
#define ZERMELO_LOGIC_MODEL_INTERNAL_H

#include "logic/model.h"

/* ---- plans (join_plan.c) ---- */

/* What a scan does with the part of a fact that stands where a term stands. */
typedef enum {
    PART_IS_KEY,  /* the term has a value: the part must be that */
    PART_BINDS,   /* it becomes the value of a variable, */
    PART_REPEATS, /* which must be the value elsewhere in the same fact */
    PART_IS_OPEN, /* a function, whose arguments are looked at */
} PartUse;

/* A term of a clause, to be built from the values of variables or compared with
 * part of a fact. */
struct Template {
    const Term *constant; /* if it has no variables */
    uint32_t slot;        /* if it is one */
    const Symbol *symbol; /* otherwise */
    size_t arity;
    Template **args;
    PartUse use; /* of what a scan looks for */
};

typedef enum { STEP_SCAN, STEP_TEST, STEP_ABSENT, STEP_DISTINCT } StepKind;

typedef struct {
    StepKind kind;
    RelationId relation;
    uint32_t literal; /* of the clause */
    const Template *atom;
    uint32_t index; /* of STEP_SCAN: which of the relation's */
    bool is_delta;  /* only facts that are new in this round */
} JoinStep;

typedef struct {
    const Clause *clause;
    const Template *head;
    JoinStep *steps;
    size_t count;
    size_t head_bound_at; /* steps from here on bind no variable of the head */
} JoinPlan;

#define NO_DELTA UINT32_MAX

/* A plan for CLAUSE; with DELTA a literal's number, that literal comes first
 * and sees new facts only. */
JoinPlan *plan_new(Model *model, const Clause *clause, uint32_t delta);

/* ---- indexes (fact_index.c) ---- */

#define NO_ENTRY UINT32_MAX

typedef struct {
    uint32_t fact; /* its number in the relation */
    uint32_t next, hash;
} IndexEntry;

/* The facts that have the functions of PATTERN, found by their parts at its
 * keys. Entries with one hash form a chain, newest first. */
typedef struct {
    const Template *pattern;
    uint32_t *heads; /* by hash: the newest entry */
    size_t capacity; /* a power of two */
    VEC(IndexEntry) entries;
} FactIndex;

/* Whether facts are selected by the same of their parts. */
bool same_pattern(const Template *a, const Template *b);

/* Whether FACT has the functions of PATTERN, which is open; adds its keys to
 * HASH if so. */
bool hash_fact(const Template *pattern, const Term *fact, uint32_t *hash);

/* Adds FACT, the relation's fact NUMBER, if it has the functions. */
void index_add(FactIndex *index, const Term *fact, uint32_t number);
void index_clear(FactIndex *index);
void index_free(FactIndex *index);

/* The newest entry that may have HASH, or NO_ENTRY. */
static inline uint32_t index_first(const FactIndex *index, uint32_t hash)
{
    return index->capacity ? index->heads[hash & (index->capacity - 1)]
                           : NO_ENTRY;
}

/* ---- the model ---- */

typedef struct {
    TermVec facts;
    VEC(FactIndex) indexes;
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
    Extension *extensions;        /* by relation */
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

/* The number of the index of RELATION for PATTERN, which lives as long as the
 * model, and how many facts can be expected to have the same keys there. */
uint32_t find_index(Model *model, RelationId relation, const Template *pattern);
double expect_facts(Model *model, RelationId relation, const Template *pattern);

/* ---- limits (model_limits.c) ---- */

/* ATOM was added; it follows from CLAUSE, which may be NULL. */
void limits_check_fact(Model *model, const Term *atom, const Clause *clause);

/* The time may be over because CLAUSE has no end of consequences. */
void limits_check_clock(Model *model, const Clause *clause);

enum { WORK_PER_CLOCK_CHECK = 8192 };

#endif

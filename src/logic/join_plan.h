/* join_plan.h - how one clause is evaluated
 *
 * A clause is a join. A JoinPlan puts its literals in a good order and says for
 * each what is known by then: which arguments select facts through an index,
 * and which variables a fact found there binds. Private to logic/.
 */
#ifndef ZERMELO_LOGIC_JOIN_PLAN_H
#define ZERMELO_LOGIC_JOIN_PLAN_H

#include "game/game.h"

/* A way into a term: the first argument of the third argument, and so on. */
typedef struct {
    const uint16_t *steps;
    size_t count;
} Path;

static inline const Term *term_at(const Term *term, Path path)
{
    for (size_t i = 0; i < path.count; i++)
        term = term->args[path.steps[i]];
    return term;
}

/* What an index is made for: facts of the RELATION whose terms at SHAPES have
 * these symbols, found by their terms at KEYS. */
typedef struct {
    Path path;
    const Symbol *symbol;
    size_t arity;
} PartShape;

typedef struct {
    RelationId relation;
    PartShape *shapes;
    size_t shape_count;
    Path *keys;
    size_t key_count;
} Signature;

/* A term to be built from the values of variables. */
typedef struct Template Template;
struct Template {
    const Term *constant; /* if it has no variables */
    uint32_t slot;        /* if it is one */
    const Symbol *symbol; /* otherwise */
    size_t arity;
    const Template **args;
};

/* After a fact is found: the term at PATH becomes, or must be, the value of
 * the variable. */
typedef struct {
    Path path;
    uint32_t slot;
} Binding;

typedef enum { STEP_SCAN, STEP_TEST, STEP_ABSENT, STEP_DISTINCT } StepKind;

typedef struct {
    StepKind kind;
    RelationId relation;
    uint32_t literal;     /* of the clause */
    const Template *atom; /* of all but STEP_SCAN */
    uint32_t index;       /* of STEP_SCAN */
    const Template **keys;
    size_t key_count;
    Binding *binds, *checks;
    size_t bind_count, check_count;
    bool is_delta; /* only facts that are new in this round */
} JoinStep;

typedef struct {
    const Clause *clause;
    const Template *head;
    RelationId relation;
    JoinStep *steps;
    size_t count;
    size_t head_bound_at; /* steps from here on bind no variable of the head */
    size_t slot_count;    /* variables */
} JoinPlan;

/* What a plan needs to know of the facts: the number of an index for a
 * signature (whose arrays live as long as the plan's arena), and how many
 * facts it can be expected to find there. */
typedef struct {
    uint32_t (*find_index)(void *model, const Signature *signature);
    double (*expect_count)(void *model, const Signature *signature);
    void *model;
} PlanFacts;

#define NO_DELTA UINT32_MAX

/* A plan for CLAUSE in ARENA; with DELTA a literal's number, that literal
 * comes first and sees new facts only. */
JoinPlan *plan_new(Arena *arena, const Clause *clause, uint32_t delta,
                   const PlanFacts *facts);

#endif

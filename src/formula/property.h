/* property.h - ground formulas as gates over consecutive positions
 *
 * A Ref is twice a gate plus one if it is negated; gate 0 is true. A gate is a
 * literal of the net at a level, counted from the position that the formula
 * is about, or an AND. Equal gates are made once.
 *
 * A GroundProperty holds of a position if it holds of all sequences that begin
 * there: `ends[k]` is what it says of a sequence of k steps; if k is less than
 * its degree, of one that ends there because that position is terminal.
 */
#ifndef ZERMELO_FORMULA_PROPERTY_H
#define ZERMELO_FORMULA_PROPERTY_H

#include "base/map.h"
#include "base/vec.h"
#include "sat/unroll.h"

typedef uint32_t Ref;
typedef VEC(Ref) RefList;

enum { REF_TRUE = 0, REF_FALSE = 1, MAX_DEGREE = 16 };

static inline Ref ref_not(Ref ref)
{
    return ref ^ 1;
}

static inline bool ref_is_negated(Ref ref)
{
    return ref & 1;
}

typedef struct {
    bool is_leaf;
    unsigned level;        /* of a leaf; the highest one of an AND */
    uint32_t node;         /* of a leaf: of the net; beyond them, a feature */
    uint32_t first, count; /* of an AND: its inputs */
} Gate;

/* REF says that at least MIN and at most MAX of so many members hold. */
typedef struct {
    Ref ref;
    size_t first, count; /* in `members` */
    unsigned min, max;   /* MAX is UINT32_MAX if there is no limit */
} MemberCount;

typedef struct {
    const Net *net;
    VEC(Gate) gates;
    VEC(Ref) inputs;
    VEC(Ref) scratch;
    Map map;
    VEC(MemberCount) counts;
    RefList members;
    Map count_map;
} PropertyTable;

typedef struct {
    unsigned degree;
    Ref ends[MAX_DEGREE + 1];
} GroundProperty;

void properties_init(PropertyTable *properties, const Net *net);
void properties_free(PropertyTable *properties);

Ref property_leaf(PropertyTable *properties, unsigned level, Lit lit);
Ref property_feature(PropertyTable *properties, unsigned level,
                     uint32_t feature);
Ref property_and(PropertyTable *properties, const Ref *refs, size_t count);
Ref property_or(PropertyTable *properties, const Ref *refs, size_t count);
Ref property_pair(PropertyTable *properties, Ref left,
                  Ref right); /* their AND */
Ref property_either(PropertyTable *properties, Ref left, Ref right);
/* At least one of REFS holds; it is noted (property_note_count). */
Ref property_at_least_one(PropertyTable *properties, const Ref *refs,
                          size_t count);
/* At most one of REFS holds, likewise, with a number of gates linear in COUNT
 * (the sequential counter of Sinz 2005). */
Ref property_at_most_one(PropertyTable *properties, const Ref *refs,
                         size_t count);
/* Whatever YES says if the condition holds, else what NO says. */
Ref property_choice(PropertyTable *properties, Ref condition, Ref yes, Ref no);

/* Notes what REF says, for those who write it down: no gate tells. Nothing is
 * noted of a constant, of constant members, or of two: a clause says it. */
void property_note_count(PropertyTable *properties, Ref ref, const Ref *members,
                         size_t count, unsigned min, unsigned max);
const MemberCount *property_count(const PropertyTable *properties, Ref ref);

/* A gate as a literal of a Sat, level 0 being position BASE. GATE_LITS
 * has a literal for each gate, 0 if it is not made yet. */
typedef struct {
    const PropertyTable *properties;
    Unroll *unroll;
    Sat *sat;
    size_t base;
    SatLits gate_lits;
    VEC(uint32_t) pending;
    SatLits lits;
} PropertyClauses;

PropertyClauses property_clauses(const PropertyTable *properties,
                                 Unroll *unroll, Sat *sat, size_t base);
void property_clauses_free(PropertyClauses *clauses);
SatLit property_literal(PropertyClauses *clauses, Ref ref);

/* If all CONDITIONS hold then REF: as clauses where it is a conjunction. */
void property_imply(PropertyClauses *clauses, const SatLit *conditions,
                    size_t count, Ref ref);

/* ACTIVE -> PROPERTY, at the position where CLAUSES begin. */
void property_suppose(PropertyClauses *clauses, SatLit active,
                      const GroundProperty *property);
/* The literal: PROPERTY fails there. */
SatLit property_violation(PropertyClauses *clauses,
                          const GroundProperty *property);

/* By gate, to be freed: whether it holds in STATES, as the Machine has them,
 * one for each level: 1, 0, or -1 if it speaks of more than features, or of a
 * level beyond. */
signed char *property_values(const PropertyTable *properties,
                             const uint64_t *const *states, size_t count);

static inline int ref_value(const signed char *values, Ref ref)
{
    int value = values[ref / 2];
    return value < 0 ? value : value != (int)(ref & 1);
}

/* Sets IS_NEEDED for the gates that ROOT is made of. */
void property_mark(const PropertyTable *properties, Ref root, bool *is_needed);
/* By node of the net, and beyond them by feature, to be freed: whether one of
 * REFS speaks of it. */
bool *property_nodes(const PropertyTable *properties, const Ref *refs,
                     size_t count);

#endif

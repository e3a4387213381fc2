/* property.h - ground formulas as gates over consecutive positions
 *
 * A Ref is twice a gate plus one if it is negated; gate 0 is true. A gate is a
 * literal of the net at a level, counted from the position that the formula
 * is about, or an AND. Equal gates are made once.
 *
 * A Sentence holds of a position if it holds of all sequences that begin there:
 * `ends[k]` is what it says of a sequence of k steps; if k is less than its
 * degree, of one that ends there because that position is terminal.
 */
#ifndef ZERMELO_FORMULA_PROPERTY_H
#define ZERMELO_FORMULA_PROPERTY_H

#include "base/map.h"
#include "base/vec.h"
#include "sat/unroll.h"

typedef uint32_t Ref;
typedef VEC(Ref) RefList;

enum { REF_TRUE = 0, REF_FALSE = 1, MOST_DEGREE = 16 };

static inline Ref ref_not(Ref ref)
{
    return ref ^ 1;
}

typedef struct {
    bool is_leaf;
    unsigned level;        /* of a leaf; the highest one of an AND */
    uint32_t node;         /* of a leaf: of the net; beyond them, a feature */
    uint32_t first, count; /* of an AND: its inputs */
} Gate;

typedef struct {
    const Net *net;
    VEC(Gate) gates;
    VEC(Ref) inputs;
    VEC(Ref) scratch;
    Map map;
} Sentences;

typedef struct {
    unsigned degree;
    Ref ends[MOST_DEGREE + 1];
} Sentence;

void sentences_init(Sentences *sentences, const Net *net);
void sentences_free(Sentences *sentences);

Ref sentence_leaf(Sentences *sentences, unsigned level, Lit lit);
Ref sentence_feature(Sentences *sentences, unsigned level, uint32_t feature);
Ref sentence_and(Sentences *sentences, const Ref *refs, size_t count);
Ref sentence_or(Sentences *sentences, const Ref *refs, size_t count);
Ref sentence_pair(Sentences *sentences, Ref left, Ref right); /* their AND */
/* Whatever YES says if the condition holds, else what NO says. */
Ref sentence_choice(Sentences *sentences, Ref condition, Ref yes, Ref no);

/* A gate as a literal of a Sat, level 0 being position BASE. KNOWN has a
 * literal for each gate, 0 if it is not made yet. */
typedef struct {
    const Sentences *sentences;
    Unroll *unroll;
    Sat *sat;
    size_t base;
    VEC(SatLit) known;
    VEC(uint32_t) stack;
    VEC(SatLit) lits;
} SentenceClauses;

SentenceClauses sentence_clauses(const Sentences *sentences, Unroll *unroll,
                                 Sat *sat, size_t base);
void sentence_clauses_free(SentenceClauses *clauses);
SatLit sentence_literal(SentenceClauses *clauses, Ref ref);

/* If all CONDITIONS hold then REF: as clauses where it is a conjunction. */
void sentence_imply(SentenceClauses *clauses, const SatLit *conditions,
                    size_t count, Ref ref);

/* ACTIVE -> SENTENCE, at the position where CLAUSES begin. */
void sentence_suppose(SentenceClauses *clauses, SatLit active,
                      const Sentence *sentence);
/* The literal: SENTENCE fails there. */
SatLit sentence_violation(SentenceClauses *clauses, const Sentence *sentence);

/* Sets NEEDED for the gates that ROOT is made of. */
void sentence_mark(const Sentences *sentences, Ref root, bool *needed);

#endif

/* lower_formula.h - from props to sentences about a net */
#ifndef ZERMELO_FORMULA_LOWER_FORMULA_H
#define ZERMELO_FORMULA_LOWER_FORMULA_H

#include "formula/prop.h"
#include "formula/property.h"

typedef struct {
    const Props *props;
    const Net *net;
    Sentences *sentences;
    Map map;
    VEC(struct Meant) meant;
} Meanings;

void meanings_init(Meanings *meanings, const Props *props,
                   Sentences *sentences);
void meanings_free(Meanings *meanings);

/* False if its degree is too large. */
bool meaning_of(Meanings *meanings, PropId prop, Sentence *sentence);

/* The relations of the atoms of PROPS other than those every net has
 * literals for: what a NetWish should ask for. In ARENA. */
const RelationId *props_relations(const Props *props, const Game *game,
                                  Arena *arena, size_t *count);

#endif

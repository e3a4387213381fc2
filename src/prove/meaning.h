/* meaning.h - from props to sentences about a net */
#ifndef ZERMELO_PROVE_MEANING_H
#define ZERMELO_PROVE_MEANING_H

#include "encode/prop.h"
#include "prove/sentence.h"

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

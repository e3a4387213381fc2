/* lower_formula.h - from props to properties about a net */
#ifndef ZERMELO_FORMULA_LOWER_FORMULA_H
#define ZERMELO_FORMULA_LOWER_FORMULA_H

#include "formula/prop.h"
#include "formula/property.h"

typedef struct {
    const Props *props;
    const Net *net;
    PropertyTable *properties;
    Map map;
    VEC(struct LoweredProp) lowered;
} Lowering;

void lowering_init(Lowering *lowering, const Props *props,
                   PropertyTable *properties);
void lowering_free(Lowering *lowering);

/* False if its degree is too large. */
bool lower_formula(Lowering *lowering, PropId id, GroundProperty *property);

#endif

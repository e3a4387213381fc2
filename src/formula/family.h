/* family.h - formulas worth trying on any game
 *
 * The families of the papers, formula by formula in a fixed order: persistence,
 * existence and control of Haufe and Thielscher (2010), the unique arguments
 * and zero-sum of Schiffel and Thielscher (2009), the turn-taking of Thielscher
 * and Voigt (2010).
 */
#ifndef ZERMELO_FORMULA_FAMILY_H
#define ZERMELO_FORMULA_FAMILY_H

#include "formula/formula.h"

/* A formula with where it comes from. */
typedef struct {
    const char *family; /* NULL: the user's own */
    const char *name;
    const Formula *formula;
    const Term *about[2]; /* features, or one of each symbol; NULL: none */
} Claim;

typedef VEC(Claim) Claims;

typedef enum {
    FAMILY_PERSISTENCE,
    FAMILY_EXISTENCE,
    FAMILY_CONTROL,
    FAMILY_UNIQUE,
    FAMILY_TURN_TAKING,
    FAMILY_ZERO_SUM,
    FAMILY_COUNT
} Family;

extern const char *const family_names[FAMILY_COUNT];

/* Adds the formulas of FAMILY over UNIVERSE to CLAIMS; they live in ARENA. */
void family_add(Claims *claims, Family family, Universe *universe,
                Arena *arena);

/* The order in which the formulas of a family are shown, by name: singles, then
 * pairs; 0 if they are about the same. They are added in the order of terms. */
int claim_compare_names(const Claim *left, const Claim *right);

/* At most one instance of a feature named control/1: what the narrower state
 * generator rests on. NULL if there is no such feature. */
const Formula *control_uniqueness(Universe *universe, Arena *arena);

/* Every role has a legal move unless the game is over: what the theorem for
 * sets of formulas needs (Haufe and Thielscher 2010, Theorem 1). */
const Formula *playability(Universe *universe, Arena *arena);

#endif

/* tasks.h - a ProofTask about formulas of a game, for unit tests */
#ifndef ZERMELO_TEST_TASKS_H
#define ZERMELO_TEST_TASKS_H

#include "formulas.h"

#include "formula/proof_task.h"

typedef struct {
    Formulas formulas;
    Claim claim;
    PropId prop;
    ProofTask task;
} OneClaim;

/* The only claim of the task is FORMULA, about the game of lamps. */
static inline void open_claim(OneClaim *one, const char *formula)
{
    const char *failure;
    *one = (OneClaim){.formulas = open_game(lamps)};
    one->prop = meaning(&one->formulas, formula);
    one->claim.formula = read_formula(&one->formulas, formula);
    one->task = (ProofTask){
        .game = one->formulas.loaded.game,
        .universe = one->formulas.universe,
        .props = one->formulas.props,
        .claims = &one->claim,
        .meanings = &one->prop,
        .count = 1,
        .interp = interp_new(one->formulas.loaded.game, NULL, &failure),
        .budget = &one->formulas.loaded.budget,
        .arena = one->formulas.loaded.arena};
}

static inline void close_claim(OneClaim *one)
{
    interp_free(one->task.interp);
    close_game(&one->formulas);
}

#endif

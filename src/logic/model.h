/* model.h - the standard model of the clauses of a game, on demand
 *
 * Facts for `true` and `does` are put in; the extension of a relation is
 * computed, bottom-up and group by group, when it is asked for. What depends
 * on neither is computed once.
 *
 * A Model adds terms to the table of its game: one thread at a time.
 */
#ifndef ZERMELO_LOGIC_MODEL_H
#define ZERMELO_LOGIC_MODEL_H

#include "base/budget.h"
#include "game/game.h"

typedef struct Model Model;

Model *model_new(const Game *game, const Budget *budget);
void model_free(Model *model);
void model_limit(Model *model, size_t max_facts); /* fails if there are more */

void model_limit_joins(Model *model, size_t max_joins); /* likewise */

/* Fails as well if a relation has more than MAX_FACTS[relation]: then that is
 * the overfull one, else NO_RELATION. Borrows MAX_FACTS. */
void model_limit_each(Model *model, const size_t *max_facts);
RelationId model_overfull(const Model *model);

/* Puts in what init says, as `true`: the first position. */
void model_add_initial(Model *model);

/* Forgets everything that depends on the position (CHANGES_WITH_POSITION) or on
 * the moves (CHANGES_WITH_MOVES), the facts that were put in included. */
void model_forget(Model *model, ChangesWith changes_with);

void model_add(Model *model, RelationId relation, const Term *atom);

/* Computes RELATION; then its facts, in the order in which they were found.
 * NULL with a count of 0 if it has none, or if a limit was reached. */
const Term *const *model_facts(Model *model, RelationId relation,
                               size_t *count);

/* Whether a ground ATOM of RELATION is one of its facts. */
bool model_holds(Model *model, RelationId relation, const Term *atom);

/* Visits every instance of a clause of the game whose positive literals are
 * facts by now and whose other literals hold. The visitor adds no facts. */
typedef struct {
    const Term *head;
    const Term *const *facts; /* by literal of the body, if it is positive */
} Instance;
typedef void InstanceVisitor(void *context, const Instance *instance);
void model_instances(Model *model, const Clause *clause, InstanceVisitor *visit,
                     void *context);

/* For visitors: terms over the variables of a clause that are wanted for each
 * of its instances. A term that does not exist anywhere is NULL: it is no fact.
 */
typedef struct Template Template;
const Template *model_template(const Clause *clause, const Term *term,
                               Arena *arena);
const Term *model_instance_of(Model *model, const Template *template);

/* Looks at the limits after so much WORK with what was asked, facts that were
 * looked through; false if one is reached: then the model has failed. */
bool model_poll(Model *model, size_t work);

/* NULL, or why the model could not be computed; then all answers are void. It
 * lives as long as the terms of the game. */
const char *model_failure(const Model *model);

/* After a failure: forgets it, what depends on the position (model_forget), and
 * whatever else was not computed to its end. */
void model_recover(Model *model);

/* demand.c: a game in which role, init, next, legal, terminal, goal and sees
 * mean what they mean in GAME; other relations may lack what these do not need.
 * Bottom-up evaluation derives every instance of a relation, of which some have
 * astronomically many while playing asks for a few. Where the rules tell which
 * ones can be asked for, these are made a relation of their own, and the rules
 * get a literal for it: magic sets. What is asked for depends on nothing later
 * than LATEST. The game lives in ARENA and uses the terms of GAME; it is GAME
 * itself, if nothing is gained. */
const Game *demand_game(const Game *game, Arena *arena, ChangesWith latest,
                        const Budget *budget);

/* The same for rules of which only what is positive is evaluated, all that
 * changes in one go: what is asked of IS_OVERFULL relations (by relation) may
 * depend on anything. Relations that GAME has not are guards: they say what is
 * worth deriving, and are no part of what the rules mean. */
const Game *demand_relaxed(const Game *game, const bool *is_overfull,
                           Arena *arena);

/* over_at_start.c: warns if the first position is terminal. Takes little time,
 * whatever the rules are: where it would take more, nothing is said. */
void judge_start(const Game *game, Diag *diag);

#endif

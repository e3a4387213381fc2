/* model_limits.c - when a model gives up, and what it says then
 *
 * Time, memory, the number of facts and the size of terms. Where a rule makes
 * more and more of them, the failure names it.
 */
#include "logic/model_internal.h"

#include <string.h>

enum { CLOCK_CHECKS_PER_MEMORY_CHECK = 128, FACTS_PER_MEMORY_CHECK = 8192 };

bool model_poll(Model *model, size_t work)
{
    enum { RARELY = CLOCK_CHECKS_PER_MEMORY_CHECK };
    size_t checks_before = model->other_work / WORK_PER_CLOCK_CHECK;
    model->other_work += work;
    size_t check_count = model->other_work / WORK_PER_CLOCK_CHECK;
    if (check_count == checks_before || model->failure)
        return !model->failure;
    if (budget_spent(model->budget))
        model->failure = budget_reason(model->budget, "the time was used up");
    else if (check_count / RARELY != checks_before / RARELY &&
             budget_memory_low())
        model->failure = "the memory was used up";
    return !model->failure;
}

/* What a rule is about: a feature, a move, or the relation it defines. */
static const Term *subject_of(const Game *game, const Rule *rule)
{
    const Term *head = rule->head;
    RelationId relation = relation_find(game, head->symbol, head->arity);
    Keyword keyword = relation == NO_RELATION
                          ? KEYWORD_NONE
                          : game->relations[relation].keyword;
    if (keyword == KEYWORD_NONE || !head->arity)
        return head;
    const Term *subject = head->args[head->arity - 1];
    return term_is_variable(subject) ? head : subject;
}

/* PROBLEM, with the rule of CLAUSE (which may be NULL), whose consequence it
 * was. */
static const char *failure_with_rule(Model *model, const char *problem,
                                     const Clause *clause)
{
    if (!clause || !clause->rule)
        return problem;
    Span span = clause->rule->form->span;
    const Term *subject = subject_of(model->game, clause->rule);
    Text text = {0};
    const char *name = subject->symbol->name;
    text_addf(&text, "%s (", problem);
    text_add_printable(&text, name, strlen(name));
    text_addf(&text, "/%u, by the rule in line %zu)", subject->arity,
              line_column(span.source, span.start).line);
    const char *failure = terms_keep(model->game->terms, text_string(&text));
    text_free(&text);
    return failure;
}

void limits_check_fact(Model *model, const Term *atom, const Clause *clause)
{
    const char *problem = NULL;
    if (!term_is_moderate(atom))
        problem = "the rules derive terms without end";
    else if (model->fact_count > model->max_facts)
        problem = "the rules have too many consequences";
    else if (model->fact_count % FACTS_PER_MEMORY_CHECK == 0 &&
             budget_memory_low())
        problem = "the memory was used up";
    if (problem)
        model->failure = failure_with_rule(model, problem, clause);
}

/* Whether terms of its head have more around a variable than a name. */
static bool builds_terms(const Game *game, const Clause *clause)
{
    const Term *subject =
        clause->rule ? subject_of(game, clause->rule) : clause->head;
    for (size_t i = 0; i < subject->arity; i++)
        if (subject->args[i]->kind == TERM_OPEN)
            return true;
    return false;
}

void limits_check_clock(Model *model, const Clause *clause)
{
    if (!budget_spent(model->budget))
        return;
    model->failure = budget_reason(model->budget, "the time was used up");
    if (builds_terms(model->game, clause))
        model->failure = failure_with_rule(model, model->failure, clause);
}

/* puzzle.c - a single-player game to be solved, and the best result so far
 *
 * In:   a Net, a state to begin from, a value asked for
 * Out:  the best plan and the lowest bound that the searches reported
 * Next: solve/portfolio.c lets the searches take turns
 */
#include "solve/puzzle.h"

#include "analysis/domain.h"

#include <assert.h>

int highest_goal_value(const Game *game)
{
    RelationId goal_relation = game->keyword[KEYWORD_GOAL];
    if (goal_relation == NO_RELATION)
        return NO_VALUE;
    Domains *domains = domains_new(game, DOMAINS_DIRECTED);
    const Domain *values = domains->relation_domains[goal_relation][1];
    int highest = values->endless ? 100 : NO_VALUE;
    for (size_t i = 0; i < values->count; i++) {
        const Shape *shape = &values->shapes[i];
        const Term *term =
            shape->arity ? NULL : term_constant(game->terms, shape->symbol);
        if (term && goal_value(term) > highest)
            highest = goal_value(term);
    }
    domains_free(domains);
    return highest;
}

/* Some rule gives VALUE. */
static void add_goal_value(Best *best, const Puzzle *puzzle, int value)
{
    assert(0 <= value && value <= 100);
    bool is_wanted =
        puzzle->wanted_value == NO_VALUE || puzzle->wanted_value == value;
    int *highest = is_wanted ? &best->bound : &best->highest_unwanted;
    best->is_goal_value[value] = is_wanted;
    if (value > *highest)
        *highest = value;
}

Best best_new(const Puzzle *puzzle)
{
    Best best = {
        .value = NO_VALUE, .bound = NO_VALUE, .highest_unwanted = NO_VALUE};
    if (!puzzle->net) /* any value up to the highest may be given */
        for (int i = highest_goal_value(puzzle->game); i >= 0; i--)
            add_goal_value(&best, puzzle, i);
    for (size_t i = 0; puzzle->net && i < puzzle->net->roles[0].goal_count; i++)
        if (puzzle->net->roles[0].goals[i].lit != LIT_FALSE)
            add_goal_value(&best, puzzle, puzzle->net->roles[0].goals[i].value);
    return best;
}

void best_free(Best *best)
{
    vec_free(&best->plan);
}

bool best_is_certain(const Best *best)
{
    return best->value >= best->bound;
}

int puzzle_end_value(const Puzzle *puzzle, Cursor *cursor)
{
    for (size_t i = puzzle->net->roles[0].goal_count; i-- > 0;)
        if (puzzle_goal_value(puzzle, i) != NO_VALUE &&
            cursor_goal(cursor, 0, i))
            return puzzle_goal_value(puzzle, i);
    return NO_VALUE;
}

void best_record_plan(Best *best, const Puzzle *puzzle, const char *finder,
                      int value, TermList moves, bool is_shortest)
{
    assert(NO_VALUE <= value && value <= 100);
    if (moves.count > puzzle->horizon || value < best->value ||
        value == NO_VALUE)
        return;
    if (value == best->value && moves.count >= best->plan.count) {
        best->is_shortest |= is_shortest && moves.count == best->plan.count;
        return;
    }
    assert(value <= best->bound); /* no proof is wrong */
    vec_clear(&best->plan);
    vec_append(&best->plan, moves.items, moves.count);
    best->value = value;
    best->is_shortest = is_shortest;
    best->finder = finder;
    if (puzzle->report)
        puzzle->report(puzzle->context, best);
}

void best_record_bound(Best *best, const char *prover, int value,
                       bool within_horizon)
{
    assert(value >= best->value); /* the best plan does not exceed it */
    while (value >= 0 && !best->is_goal_value[value])
        value--;
    if (value > best->bound || (value == best->bound && !best->within_horizon))
        return;
    best->bound = value;
    best->within_horizon = within_horizon;
    best->prover = prover;
}

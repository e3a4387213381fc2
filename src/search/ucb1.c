/* ucb1.c - which choice of a role is tried next, and which one is best
 *
 * In:   choices with their statistics and bounds
 * Out:  the number of one of them
 * Next: mcts.c
 *
 * UCB1 (Auer, Cesa-Bianchi and Fischer 2002) among choices that can still turn
 * out better than what is certain.
 */
#include "search/ucb1.h"

#include <assert.h>
#include <math.h>

/* Whether its value is not certain, and can be more than GUARANTEED. */
static bool is_open(const Choice *choice, uint8_t guaranteed)
{
    return choice->lower < choice->upper && choice->upper > guaranteed;
}

/* The highest lower bound; of equal ones, the most visited. */
static size_t best_guaranteed(Choices choices)
{
    size_t best = 0;
    for (size_t i = 1; i < choices.count; i++)
        if (choices.items[i].lower > choices.items[best].lower ||
            (choices.items[i].lower == choices.items[best].lower &&
             choices.items[i].visits > choices.items[best].visits))
            best = i;
    return best;
}

double choice_estimate(const Choice *choice)
{
    double mean = choice->visits ? (double)choice->sum / choice->visits : 0;
    return mean < choice->lower   ? choice->lower
           : mean > choice->upper ? choice->upper
                                  : mean;
}

/* Among those that can be better than what is certain; one that was never tried
 * comes first, beginning at a random one. If the game is not zero-sum, what is
 * certain for one role says nothing about the others: then the best guaranteed
 * choice is tried as well, or they would be misjudged. */
size_t ucb1_select(Ucb1 ucb1, Choices choices, uint64_t visit_count,
                   Random *random)
{
    double logarithm = log((double)(visit_count ? visit_count : 1)),
           best_value = -1;
    size_t best = best_guaranteed(choices);
    size_t always_tried = ucb1.zero_sum ? choices.count : best;
    uint8_t guaranteed = choices.items[best].lower;
    assert(choices.count > 0 && guaranteed <= 100);
    if (choices.count == 1)
        return 0;
    size_t offset = random_below(random, (uint32_t)choices.count);
    for (size_t k = 0; k < choices.count; k++) {
        size_t i = k + offset < choices.count ? k + offset
                                              : k + offset - choices.count;
        const Choice *choice = &choices.items[i];
        if (!is_open(choice, guaranteed) && i != always_tried)
            continue;
        if (!choice->visits)
            return i;
        double value = choice_estimate(choice) / 100 +
                       ucb1.exploration * sqrt(logarithm / choice->visits);
        if (value > best_value) {
            best_value = value;
            best = i;
        }
    }
    return best;
}

/* The most visited one whose value is open, unless a guaranteed value is higher
 * than its estimate. If none is open, the best mean among those that guarantee
 * most, since the others may err. */
size_t choices_best(Choices choices)
{
    size_t best = best_guaranteed(choices), most_visited = choices.count;
    uint8_t certain = choices.items[best].lower;
    for (size_t i = 0; i < choices.count; i++)
        if (is_open(&choices.items[i], certain) &&
            (most_visited == choices.count ||
             choices.items[i].visits > choices.items[most_visited].visits))
            most_visited = i;
    if (most_visited == choices.count) {
        for (size_t i = 0; i < choices.count; i++)
            if (choices.items[i].lower == certain && choices.items[i].visits &&
                (!choices.items[best].visits ||
                 choices.items[i].sum * choices.items[best].visits >
                     choices.items[best].sum * choices.items[i].visits))
                best = i;
        return best;
    }
    bool looks_better = choice_estimate(&choices.items[most_visited]) > certain;
    return looks_better || !choices.items[best].lower ? most_visited : best;
}

uint32_t choices_find(Choices choices, uint32_t move)
{
    for (uint32_t i = 0; i < choices.count; i++)
        if (choices.items[i].move == move)
            return i;
    return NO_INDEX;
}

/* bandit.c - which of its moves a role tries next, and which is best
 *
 * In:   the choices of one role in a node of the search tree
 * Out:  one of them
 * Next: play/search.c
 *
 * A bandit problem, solved by UCB1 (Auer et al. 2002) as in UCT (Kocsis and
 * Szepesvari 2006); choices have bounds besides, where the end of the game was
 * seen.
 */
#include "play/bandit.h"

#include <assert.h>
#include <math.h>

static const double EXPLORATION = 0.5; /* of UCB1, for values from 0 to 1 */

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

size_t select_choice(Choices choices, uint64_t visit_count, bool zero_sum,
                     Random *random)
{
    double logarithm = log((double)(visit_count ? visit_count : 1)),
           best_value = -1;
    size_t best = best_guaranteed(choices);
    size_t also = zero_sum ? choices.count : best;
    uint8_t guaranteed = choices.items[best].lower;
    assert(choices.count > 0 && guaranteed <= 100);
    if (choices.count == 1)
        return 0;
    size_t offset = random_below(random, (uint32_t)choices.count);
    for (size_t k = 0; k < choices.count; k++) {
        size_t i = k + offset < choices.count ? k + offset
                                              : k + offset - choices.count;
        const Choice *choice = &choices.items[i];
        if (!is_open(choice, guaranteed) && i != also)
            continue;
        if (!choice->visits)
            return i;
        double value = choice_estimate(choice) / 100 +
                       EXPLORATION * sqrt(logarithm / choice->visits);
        if (value > best_value) {
            best_value = value;
            best = i;
        }
    }
    return best;
}

size_t best_choice(Choices choices)
{
    size_t best = best_guaranteed(choices), tried = choices.count;
    uint8_t certain = choices.items[best].lower;
    for (size_t i = 0; i < choices.count; i++)
        if (is_open(&choices.items[i], certain) &&
            (tried == choices.count ||
             choices.items[i].visits > choices.items[tried].visits))
            tried = i;
    if (tried == choices.count) {
        for (size_t i = 0; i < choices.count; i++)
            if (choices.items[i].lower == certain && choices.items[i].visits &&
                (!choices.items[best].visits ||
                 choices.items[i].sum * choices.items[best].visits >
                     choices.items[best].sum * choices.items[i].visits))
                best = i;
        return best;
    }
    bool looks_better = choice_estimate(&choices.items[tried]) > certain;
    return looks_better || !choices.items[best].lower ? tried : best;
}

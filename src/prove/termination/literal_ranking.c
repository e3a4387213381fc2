/* literal_ranking.c - a ranking function: a sum of weighted literals
 *
 * In:   a Net, and properties proved of it
 * Out:  a bound on the length of plays
 * Next: prove/termination/termination.c
 *
 * A ranking function (Floyd 1967) is bounded below and lowered by every step.
 * Here it is the sum of the weights of the literals of features that hold. For
 * each move the SAT solver finds which literals may become true, and which must
 * become false. Weights are raised until every move with few effects lowers the
 * sum; then every step must contain such a move. Start reading at
 * find_literal_ranking(), at the end.
 */
#include "prove/termination/literal_ranking.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_MOVES_TIMES_FEATURES = 4000000, /* moves times features */
    MAX_RISES = 12, /* literals that a move that lowers the sum may raise */
    MAX_SWEEPS = 2000,
    MAX_WEIGHT = 1000000
};

/* What a move does to literals of features: 2 f is f, 2 f + 1 its negation. */
typedef struct {
    uint32_t role, move;
    VEC(uint32_t) may_rise, must_fall; /* may become true; must become false */
    bool must_lower;                   /* it is to lower the sum */
} MoveEffect;

typedef struct {
    const Net *net;
    const Budget *budget;
    Sat *sat;
    Unroll *unroll;
    SatLit *becomes; /* by literal: false before, true after */
    VEC(MoveEffect) effects;
    uint64_t *weights; /* by literal */
} LiteralRanking;

/* Looks for a step with the move of EFFECT in which one of CLAUSE holds. */
static SatAnswer find_model(LiteralRanking *ranking, const MoveEffect *effect,
                            const SatLits *clause)
{
    enum { MAX_CONFLICTS_PER_MOVE = 2000 };
    sat_assume(ranking->sat,
               sat_question(ranking->sat, clause->items, clause->count));
    sat_assume(ranking->sat,
               unroll_move(ranking->unroll, 0, effect->role, effect->move));
    return unroll_solve(ranking->unroll, MAX_CONFLICTS_PER_MOVE);
}

/* Which literals some step with this move makes true, and which every one does;
 * false if the solver reached a limit. */
static bool find_changes(LiteralRanking *ranking, MoveEffect *effect,
                         bool *may_rise, bool *always_rises)
{
    size_t literals = 2 * ranking->net->feature_count, models = 0;
    SatLits clause = {0};
    SatAnswer answer = SAT_YES;
    memset(may_rise, false, literals);
    memset(always_rises, true, literals);
    while (answer == SAT_YES) {
        vec_clear(&clause);
        for (size_t i = 0; i < literals; i++)
            if (!may_rise[i])
                vec_push(&clause, ranking->becomes[i]);
            else if (always_rises[i])
                vec_push(&clause, -ranking->becomes[i]);
        answer = find_model(ranking, effect, &clause);
        for (size_t i = 0; i < literals && answer == SAT_YES; i++) {
            bool rises = sat_value(ranking->sat, ranking->becomes[i]);
            may_rise[i] = may_rise[i] || rises;
            always_rises[i] = always_rises[i] && rises;
        }
        models += answer == SAT_YES;
        budget_charge(ranking->budget, 4 * literals);
        if (budget_spent(ranking->budget))
            answer = SAT_UNKNOWN;
    }
    vec_free(&clause);
    if (!models)
        memset(always_rises, false, literals); /* it is never made */
    return answer == SAT_NO;
}

/* The effects of all moves. A literal falls when its negation rises. */
static bool find_effects(LiteralRanking *ranking)
{
    const Net *net = ranking->net;
    size_t literals = 2 * net->feature_count;
    bool *may_rise = memory_alloc(literals + 1),
         *always_rises = memory_alloc(literals + 1);
    bool complete = true;
    for (uint32_t r = 0; r < net->role_count && complete; r++)
        for (uint32_t m = 0; m < net->roles[r].move_count && complete; m++) {
            MoveEffect effect = {.role = r, .move = m};
            complete = find_changes(ranking, &effect, may_rise, always_rises);
            for (uint32_t i = 0; i < literals; i++) {
                if (may_rise[i])
                    vec_push(&effect.may_rise, i);
                if (may_rise[i] && always_rises[i])
                    vec_push(&effect.must_fall, i ^ 1);
            }
            effect.must_lower =
                effect.must_fall.count && effect.may_rise.count <= MAX_RISES;
            vec_push(&ranking->effects, effect);
        }
    free_all(may_rise, always_rises);
    return complete;
}

static int64_t change_of_sum(const LiteralRanking *ranking,
                             const MoveEffect *effect)
{
    int64_t sum = 0;
    for (size_t i = 0; i < effect->may_rise.count; i++)
        sum += (int64_t)ranking->weights[effect->may_rise.items[i]];
    for (size_t i = 0; i < effect->must_fall.count; i++)
        sum -= (int64_t)ranking->weights[effect->must_fall.items[i]];
    return sum;
}

/* Which literals may have a weight: tried in this order. */
typedef enum {
    FEATURES,
    NEGATIONS,
    ALL_LITERALS,
    RANKED_LITERALS_COUNT
} RankedLiterals;

/* Of the literals that must fall and may have a weight, the one that the fewest
 * moves make true; or NO_INDEX. */
static uint32_t rarest_falling(const MoveEffect *effect,
                               const uint32_t *riser_counts,
                               RankedLiterals allowed)
{
    uint32_t best = NO_INDEX;
    for (size_t i = 0; i < effect->must_fall.count; i++) {
        uint32_t lit = effect->must_fall.items[i];
        if (allowed != ALL_LITERALS && (lit & 1) != (allowed == NEGATIONS))
            continue;
        if (best == NO_INDEX || riser_counts[lit] < riser_counts[best])
            best = lit;
    }
    return best;
}

static bool raise_weights(LiteralRanking *ranking, const uint32_t *riser_counts,
                          RankedLiterals allowed)
{
    bool changed = true;
    memset(ranking->weights, 0,
           2 * ranking->net->feature_count * sizeof *ranking->weights);
    for (int sweep = 0; sweep < MAX_SWEEPS && changed; sweep++) {
        changed = false;
        for (size_t i = 0; i < ranking->effects.count; i++) {
            const MoveEffect *effect = &ranking->effects.items[i];
            int64_t change =
                effect->must_lower ? change_of_sum(ranking, effect) : -1;
            if (change < 0)
                continue;
            uint32_t lit = rarest_falling(effect, riser_counts, allowed);
            if (lit == NO_INDEX || ranking->weights[lit] > MAX_WEIGHT)
                return false;
            ranking->weights[lit] += (uint64_t)change + 1;
            assert(change_of_sum(ranking, effect) < 0);
            changed = true;
        }
    }
    return !changed;
}

static bool find_weights(LiteralRanking *ranking)
{
    size_t literals = 2 * ranking->net->feature_count;
    uint32_t *riser_counts = memory_zeroed(literals + 1, sizeof *riser_counts);
    bool found = false;
    for (size_t i = 0; i < ranking->effects.count; i++) {
        const MoveEffect *effect = &ranking->effects.items[i];
        for (size_t k = 0; effect->must_lower && k < effect->may_rise.count;
             k++)
            riser_counts[effect->may_rise.items[k]]++;
    }
    for (RankedLiterals allowed = 0; allowed < RANKED_LITERALS_COUNT && !found;
         allowed++)
        found = raise_weights(ranking, riser_counts, allowed);
    free(riser_counts);
    return found;
}

/* Whether in every step some role makes a move that lowers the sum. */
static bool every_step_lowers(LiteralRanking *ranking)
{
    enum { MAX_CONFLICTS_OF_PROOF = 100000 };
    bool any_lowers = false;
    for (size_t i = 0; i < ranking->effects.count; i++) {
        const MoveEffect *effect = &ranking->effects.items[i];
        if (!effect->must_lower)
            continue;
        any_lowers = true;
        sat_assume(ranking->sat, -unroll_move(ranking->unroll, 0, effect->role,
                                              effect->move));
    }
    return any_lowers &&
           unroll_solve(ranking->unroll, MAX_CONFLICTS_OF_PROOF) == SAT_NO;
}

static void encode_step(LiteralRanking *ranking,
                        const PropertyTable *properties,
                        const RankGivens *givens)
{
    const Net *net = ranking->net;
    ranking->sat = sat_new(ranking->budget);
    ranking->unroll = unroll_new(net, ranking->sat, UNROLL_ANY);
    PropertyClauses clauses =
        property_clauses(properties, ranking->unroll, ranking->sat, 0);
    for (size_t i = 0; i < givens->lemma_count; i++)
        property_imply(&clauses, NULL, 0, givens->lemmas[i]);
    unroll_step(ranking->unroll, 0);
    for (size_t i = 0; i < givens->step_condition_count; i++)
        property_imply(&clauses, NULL, 0, givens->step_conditions[i]);
    property_clauses_free(&clauses);
    ranking->becomes = memory_array(2 * net->feature_count + 1, sizeof(SatLit));
    for (uint32_t f = 0; f < net->feature_count; f++) {
        SatLit before = unroll_feature(ranking->unroll, 0, f);
        SatLit after = unroll_feature(ranking->unroll, 1, f);
        ranking->becomes[2 * f] =
            sat_and(ranking->sat, (SatLit[]){-before, after}, 2);
        ranking->becomes[2 * f + 1] =
            sat_and(ranking->sat, (SatLit[]){before, -after}, 2);
    }
}

/* The initial sum; or, if there are steps that need not lower it, the largest
 * sum before the first and after each of these EXCEPTIONS. */
static uint64_t literal_ranking_bound(const LiteralRanking *ranking,
                                      size_t exceptions)
{
    const Net *net = ranking->net;
    uint64_t initial = 0, max_sum = 0;
    for (size_t f = 0; f < net->feature_count; f++) {
        uint64_t yes = ranking->weights[2 * f],
                 no = ranking->weights[2 * f + 1];
        initial += net->initial[f] ? yes : no;
        max_sum += yes > no ? yes : no;
    }
    return exceptions ? exceptions + (exceptions + 1) * max_sum : initial;
}

bool find_literal_ranking(const Net *net, const PropertyTable *properties,
                          const RankGivens *givens, const Budget *budget,
                          uint64_t *bound)
{
    size_t moves = 0;
    for (size_t i = 0; i < net->role_count; i++)
        moves += net->roles[i].move_count;
    if (moves * net->feature_count > MAX_MOVES_TIMES_FEATURES)
        return false;
    LiteralRanking ranking = {.net = net, .budget = budget};
    encode_step(&ranking, properties, givens);
    ranking.weights =
        memory_zeroed(2 * net->feature_count + 1, sizeof(uint64_t));
    bool found = find_effects(&ranking) && find_weights(&ranking) &&
                 every_step_lowers(&ranking);
    *bound = literal_ranking_bound(&ranking, givens->step_condition_count);
    for (size_t i = 0; i < ranking.effects.count; i++) {
        vec_free_all(&ranking.effects.items[i].may_rise,
                     &ranking.effects.items[i].must_fall);
    }
    vec_free(&ranking.effects);
    unroll_free(ranking.unroll);
    sat_free(ranking.sat);
    free_all(ranking.becomes, ranking.weights);
    return found;
}

/* literal_ranking.c - a sum over the position that every step makes smaller
 *
 * In:   a Net, and properties proved of it
 * Out:  a bound on the length of plays
 *
 * For each move a solver tells which literals of features may become true, and
 * which must become false. Weights are raised until every move that changes
 * little lowers the sum; in the end no step may be left in which nobody makes
 * such a move. Start reading at find_literal_ranking(), at the end.
 */
#include "prove/termination/literal_ranking.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_WORK = 4000000, /* moves times features */
    SMALL_RISES = 12,   /* of a move that is to lower the sum */
    MAX_SWEEPS = 2000,
    HEAVIEST = 1000000
};

/* Literals of features: 2 f is f, 2 f + 1 its negation. */
typedef struct {
    uint32_t role, move;
    VEC(uint32_t) rises, falls; /* may become true; must become false */
    bool counts;                /* it is to lower the sum */
} Effects;

typedef VEC(SatLit) SatLits;

typedef struct {
    const Net *net;
    const Budget *budget;
    Sat *sat;
    Unroll *unroll;
    SatLit *becomes; /* by literal: false before, true after */
    VEC(Effects) effects;
    uint64_t *weights; /* by literal */
} Ranker;

/* Asks for a model in which ROLE makes MOVE and one of CLAUSE holds. */
static SatAnswer ask(Ranker *ranker, const Effects *effects,
                     const SatLits *clause)
{
    enum { CONFLICTS = 2000 };
    SatLit some = sat_variable(ranker->sat);
    SatLits lits = {0};
    vec_push(&lits, -some);
    for (size_t i = 0; i < clause->count; i++)
        vec_push(&lits, clause->items[i]);
    sat_clause(ranker->sat, lits.items, lits.count);
    vec_free(&lits);
    sat_assume(ranker->sat, some);
    sat_assume(ranker->sat,
               unroll_move(ranker->unroll, 0, effects->role, effects->move));
    return unroll_solve(ranker->unroll, CONFLICTS);
}

/* All that may become true, and what becomes true each time. */
static bool find_changes(Ranker *ranker, Effects *effects, bool *may,
                         bool *always)
{
    size_t literals = 2 * ranker->net->feature_count, models = 0;
    SatLits clause = {0};
    SatAnswer answer = SAT_YES;
    memset(may, false, literals);
    memset(always, true, literals);
    while (answer == SAT_YES) {
        vec_clear(&clause);
        for (size_t i = 0; i < literals; i++)
            if (!may[i])
                vec_push(&clause, ranker->becomes[i]);
            else if (always[i])
                vec_push(&clause, -ranker->becomes[i]);
        answer = ask(ranker, effects, &clause);
        for (size_t i = 0; i < literals && answer == SAT_YES; i++) {
            bool now = sat_value(ranker->sat, ranker->becomes[i]);
            may[i] = may[i] || now;
            always[i] = always[i] && now;
        }
        models += answer == SAT_YES;
        if (budget_spent(ranker->budget))
            answer = SAT_UNKNOWN;
    }
    vec_free(&clause);
    if (!models)
        memset(always, false, literals); /* it is never made */
    return answer == SAT_NO;
}

/* A literal falls when its negation becomes true. */
static bool find_effects(Ranker *ranker)
{
    const Net *net = ranker->net;
    size_t literals = 2 * net->feature_count;
    bool *may = fatal_malloc(literals + 1),
         *always = fatal_malloc(literals + 1);
    bool good = true;
    for (uint32_t r = 0; r < net->role_count && good; r++)
        for (uint32_t m = 0; m < net->roles[r].move_count && good; m++) {
            Effects effects = {.role = r, .move = m};
            good = find_changes(ranker, &effects, may, always);
            for (uint32_t i = 0; i < literals; i++) {
                if (may[i])
                    vec_push(&effects.rises, i);
                if (may[i] && always[i])
                    vec_push(&effects.falls, i ^ 1);
            }
            effects.counts =
                effects.falls.count && effects.rises.count <= SMALL_RISES;
            vec_push(&ranker->effects, effects);
        }
    free(may);
    free(always);
    return good;
}

static int64_t change_of(const Ranker *ranker, const Effects *effects)
{
    int64_t sum = 0;
    for (size_t i = 0; i < effects->rises.count; i++)
        sum += (int64_t)ranker->weights[effects->rises.items[i]];
    for (size_t i = 0; i < effects->falls.count; i++)
        sum -= (int64_t)ranker->weights[effects->falls.items[i]];
    return sum;
}

/* Which literals may have a weight. */
typedef enum { FEATURES, NEGATIONS, ALL_LITERALS, CHOICES } MoveClasses;

/* Of what falls, the one that the fewest moves make true; NO_INDEX if nothing
 * does that may have a weight. */
static uint32_t rarest(const Effects *effects, const uint32_t *risers,
                       MoveClasses choice)
{
    uint32_t best = NO_INDEX;
    for (size_t i = 0; i < effects->falls.count; i++) {
        uint32_t lit = effects->falls.items[i];
        if (choice != ALL_LITERALS && (lit & 1) != (choice == NEGATIONS))
            continue;
        if (best == NO_INDEX || risers[lit] < risers[best])
            best = lit;
    }
    return best;
}

static bool find_weights_in(Ranker *ranker, const uint32_t *risers,
                            MoveClasses choice)
{
    bool changed = true;
    memset(ranker->weights, 0,
           2 * ranker->net->feature_count * sizeof *ranker->weights);
    for (int sweep = 0; sweep < MAX_SWEEPS && changed; sweep++) {
        changed = false;
        for (size_t i = 0; i < ranker->effects.count; i++) {
            const Effects *effects = &ranker->effects.items[i];
            int64_t change = effects->counts ? change_of(ranker, effects) : -1;
            if (change < 0)
                continue;
            uint32_t lit = rarest(effects, risers, choice);
            if (lit == NO_INDEX || ranker->weights[lit] > HEAVIEST)
                return false;
            ranker->weights[lit] += (uint64_t)change + 1;
            changed = true;
        }
    }
    return !changed;
}

static bool find_weights(Ranker *ranker)
{
    size_t literals = 2 * ranker->net->feature_count;
    uint32_t *risers = calloc(literals + 1, sizeof *risers);
    bool good = false;
    if (!risers)
        fatal("out of memory");
    for (size_t i = 0; i < ranker->effects.count; i++) {
        const Effects *effects = &ranker->effects.items[i];
        for (size_t k = 0; effects->counts && k < effects->rises.count; k++)
            risers[effects->rises.items[k]]++;
    }
    for (MoveClasses choice = 0; choice < CHOICES && !good; choice++)
        good = find_weights_in(ranker, risers, choice);
    free(risers);
    return good;
}

/* Whether in every step somebody makes a move that counts. */
static bool covers_all(Ranker *ranker)
{
    enum { CONFLICTS = 100000 };
    bool any = false;
    for (size_t i = 0; i < ranker->effects.count; i++) {
        const Effects *effects = &ranker->effects.items[i];
        if (!effects->counts)
            continue;
        any = true;
        sat_assume(ranker->sat, -unroll_move(ranker->unroll, 0, effects->role,
                                             effects->move));
    }
    return any && unroll_solve(ranker->unroll, CONFLICTS) == SAT_NO;
}

static void begin(Ranker *ranker, const PropertyTable *properties,
                  const RankGivens *givens)
{
    const Net *net = ranker->net;
    ranker->sat = sat_new(ranker->budget);
    ranker->unroll = unroll_new(net, ranker->sat, UNROLL_ANY);
    PropertyClauses clauses =
        property_clauses(properties, ranker->unroll, ranker->sat, 0);
    for (size_t i = 0; i < givens->lemma_count; i++)
        property_imply(&clauses, NULL, 0, givens->lemmas[i]);
    unroll_step(ranker->unroll, 0);
    for (size_t i = 0; i < givens->quiet_count; i++)
        property_imply(&clauses, NULL, 0, givens->quiet[i]);
    property_clauses_free(&clauses);
    ranker->becomes =
        fatal_malloc((2 * net->feature_count + 1) * sizeof(SatLit));
    for (uint32_t f = 0; f < net->feature_count; f++) {
        SatLit now = unroll_feature(ranker->unroll, 0, f);
        SatLit then = unroll_feature(ranker->unroll, 1, f);
        ranker->becomes[2 * f] =
            sat_and(ranker->sat, (SatLit[]){-now, then}, 2);
        ranker->becomes[2 * f + 1] =
            sat_and(ranker->sat, (SatLit[]){now, -then}, 2);
    }
}

/* From the initial position on; or, where the sum may rise again as often as
 * there are things that happen once, from any position each time. */
static uint64_t bound_of(const Ranker *ranker, size_t rises)
{
    const Net *net = ranker->net;
    uint64_t initial = 0, most = 0;
    for (size_t f = 0; f < net->feature_count; f++) {
        uint64_t yes = ranker->weights[2 * f], no = ranker->weights[2 * f + 1];
        initial += net->initial[f] ? yes : no;
        most += yes > no ? yes : no;
    }
    return rises ? rises + (rises + 1) * most : initial;
}

bool find_literal_ranking(const Net *net, const PropertyTable *properties,
                          const RankGivens *givens, const Budget *budget,
                          uint64_t *bound)
{
    size_t moves = 0;
    for (size_t i = 0; i < net->role_count; i++)
        moves += net->roles[i].move_count;
    if (moves * net->feature_count > MAX_WORK)
        return false;
    Ranker ranker = {.net = net, .budget = budget};
    begin(&ranker, properties, givens);
    ranker.weights = calloc(2 * net->feature_count + 1, sizeof(uint64_t));
    if (!ranker.weights)
        fatal("out of memory");
    bool good =
        find_effects(&ranker) && find_weights(&ranker) && covers_all(&ranker);
    *bound = bound_of(&ranker, givens->quiet_count);
    for (size_t i = 0; i < ranker.effects.count; i++) {
        vec_free(&ranker.effects.items[i].rises);
        vec_free(&ranker.effects.items[i].falls);
    }
    vec_free(&ranker.effects);
    unroll_free(ranker.unroll);
    sat_free(ranker.sat);
    free(ranker.becomes);
    free(ranker.weights);
    return good;
}

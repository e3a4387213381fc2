/* irreversible.c - changes once and for all, of which every few steps bring one
 *
 * In:   a Net and its Machine
 * Out:  a bound on the length of plays
 *
 * A milestone is a condition that holds for ever once it holds: that a feature
 * has not its initial value any more, or that all of the first values of a
 * chain (prove/termination/monotone_chains.c) are gone. If each step, or each
 * pair or triple of steps, makes one of them true, there are no more steps than
 * that. Start reading at find_irreversible_bound(), at the end.
 */
#include "prove/termination/irreversible.h"

#include "prove/termination/monotone_chains.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_LEVELS = 6000, /* conditions on chains */
    MAX_STEPS = 3      /* until one of the conditions becomes true */
};

/* A conjunction: FEATURE has not its initial value any more; or,
 * of a chain, what BEFORE says, and FEATURE does not hold. */
typedef struct {
    uint32_t feature;
    bool value;      /* that FEATURE must have */
    uint32_t before; /* a milestone, or NO_INDEX */
    bool counts;     /* is to last; false inside a level */
} Milestone;

typedef struct {
    const Net *net;
    PropertyTable *properties;
    VEC(Milestone) milestones;
    ScheduleResult *results;
    PropertyProver *prove;
} Lasting;

/* ---- conditions ---- */

static void add_features(Lasting *lasting)
{
    const Net *net = lasting->net;
    for (uint32_t f = 0; f < net->feature_count; f++)
        vec_push(&lasting->milestones,
                 ((Milestone){f, !net->initial[f], NO_INDEX, true}));
}

static void add_chains(Lasting *lasting, const Chains *chains)
{
    for (size_t i = 0; i < chains->count; i++) {
        const MonotoneChain *chain = &chains->items[i];
        uint32_t before = NO_INDEX;
        if (lasting->milestones.count >
            lasting->net->feature_count + MAX_LEVELS)
            return;
        for (size_t k = 0; k < chain->count; k++) {
            Milestone condition = {chain->features[k], false, before,
                                   chain->ends[k]};
            before = (uint32_t)lasting->milestones.count;
            vec_push(&lasting->milestones, condition);
        }
    }
}

/* The conditions at the position some LEVEL steps later. */
static void refs_at(Lasting *lasting, unsigned level, RefList *refs)
{
    vec_clear(refs);
    for (size_t i = 0; i < lasting->milestones.count; i++) {
        const Milestone *at = &lasting->milestones.items[i];
        Ref ref = property_feature(lasting->properties, level, at->feature) ^
                  !at->value;
        if (at->before != NO_INDEX)
            ref = property_pair(lasting->properties, refs->items[at->before],
                                ref);
        vec_push(refs, ref);
    }
}

/* ---- which of them last ---- */

static void find_lasting_ones(Lasting *lasting, ScheduleTask *task)
{
    size_t count = lasting->milestones.count;
    GroundProperty *list = calloc(count + 1, sizeof *list);
    lasting->results = calloc(count + 1, sizeof *lasting->results);
    RefList now = {0}, then = {0};
    if (!list || !lasting->results)
        fatal("out of memory");
    refs_at(lasting, 0, &now);
    refs_at(lasting, 1, &then);
    for (size_t i = 0; i < count; i++) {
        list[i].degree = lasting->milestones.items[i].counts;
        if (lasting->milestones.items[i].counts)
            list[i].ends[1] = ref_not(property_pair(
                lasting->properties, now.items[i], ref_not(then.items[i])));
    }
    task->list = list;
    task->count = count;
    lasting->prove(task, lasting->results);
    for (size_t i = 0; i < count; i++)
        free(lasting->results[i].moves);
    free(list);
    vec_free(&now);
    vec_free(&then);
}

static bool lasts(const Lasting *lasting, size_t number)
{
    return lasting->milestones.items[number].counts &&
           lasting->results[number].verdict == VERDICT_PROVED;
}

/* Those on single features come first. */
static size_t count_lasting(const Lasting *lasting, size_t end)
{
    size_t count = 0;
    for (size_t i = 0; i < end; i++)
        count += lasts(lasting, i);
    return count;
}

/* ---- whether one becomes true every few steps ---- */

/* For each milestone before END: it is reached within STEPS steps. */
static void find_begins(Lasting *lasting, size_t end, unsigned steps,
                        RefList *begins)
{
    RefList now = {0}, then = {0};
    refs_at(lasting, 0, &now);
    refs_at(lasting, steps, &then);
    for (size_t i = 0; i < end; i++)
        if (lasts(lasting, i))
            vec_push(begins,
                     property_pair(lasting->properties, ref_not(now.items[i]),
                                   then.items[i]));
    vec_free(&now);
    vec_free(&then);
}

static Ref some_begins(Lasting *lasting, size_t end, unsigned steps)
{
    RefList begins = {0};
    find_begins(lasting, end, steps, &begins);
    Ref some = property_or(lasting->properties, begins.items, begins.count);
    vec_free(&begins);
    return some;
}

static void find_quiet(Lasting *lasting, RefList *quiet)
{
    find_begins(lasting, lasting->milestones.count, 1, quiet);
    for (size_t i = 0; i < quiet->count; i++)
        quiet->items[i] = ref_not(quiet->items[i]);
}

/* One of those before END becomes true within STEPS steps, always. */
static bool is_used_up(Lasting *lasting, ScheduleTask *task, size_t end,
                       unsigned steps)
{
    GroundProperty change = {.degree = steps};
    ScheduleResult result;
    change.ends[steps] = some_begins(lasting, end, steps);
    task->list = &change;
    task->count = 1;
    vec_clear(&task->lemmas);
    lasting->prove(task, &result);
    free(result.moves);
    return result.verdict == VERDICT_PROVED;
}

bool find_irreversible_bound(const Net *net, const Machine *machine,
                             uint64_t seed, const Budget *budget,
                             PropertyProver *prove, PropertyTable *properties,
                             RefList *lemmas, RefList *quiet, uint64_t *bound,
                             bool *hurried)
{
    Lasting lasting = {.net = net, .properties = properties, .prove = prove};
    Arena *arena = arena_new();
    Chains chains = {0};
    Budget some = budget_part(budget, 0.1);
    find_monotone_chains(machine, seed, &some, arena, &chains);
    add_features(&lasting);
    add_chains(&lasting, &chains);
    some = budget_part(budget, 0.6);
    GroundProperty *givens = calloc(lemmas->count + 1, sizeof *givens);
    if (!givens)
        fatal("out of memory");
    for (size_t i = 0; i < lemmas->count; i++)
        givens[i].ends[0] = lemmas->items[i];
    ScheduleTask task = {.net = net,
                         .properties = properties,
                         .givens = givens,
                         .given_count = lemmas->count,
                         .seed = seed,
                         .budget = &some,
                         .quick = true,
                         .needs_some = true,
                         .wants_lemmas = true};
    find_lasting_ones(&lasting, &task);
    *hurried = budget_spent(&some);
    for (size_t i = 0; i < task.lemmas.count; i++)
        vec_push(lemmas, task.lemmas.items[i]);
    size_t ends[] = {net->feature_count, lasting.milestones.count};
    size_t counts[] = {count_lasting(&lasting, ends[0]),
                       count_lasting(&lasting, ends[1])};
    bool proved = false;
    find_quiet(&lasting, quiet);
    task.wants_lemmas = false;
    for (unsigned n = 0; n < 2 * MAX_STEPS && !proved; n++) {
        unsigned k = 1 + n / 2, which = n % 2;
        if (budget_spent(budget) ||
            (which ? counts[1] == counts[0] : !counts[0]))
            continue;
        some = budget_part(budget, 0.4);
        proved = is_used_up(&lasting, &task, ends[which], k);
        *hurried = *hurried || budget_spent(&some);
        *bound = k * counts[which] + k - 1;
    }
    free(givens);
    vec_free(&task.lemmas);
    vec_free(&chains);
    vec_free(&lasting.milestones);
    free(lasting.results);
    arena_free(arena);
    return proved;
}

/* candidate_invariants.c - candidate invariants from a sample of positions
 *
 * In:   a sample of reachable positions (prove/walk/guided_walks.h)
 * Out:  gates that are true in all of them
 * Next: prove/induction/houdini.c finds the largest inductive subset
 *
 * Likely invariants by templates, as in Daikon (Ernst et al. 2001). Start
 * reading at candidate_invariants(), at the end.
 */
#include "prove/candidates/candidate_invariants.h"

#include "prove/candidates/feature_groups.h"

#include <assert.h>
#include <stdlib.h>

#pragma GCC diagnostic ignored "-Wpsabi"

static bool is_at_limit(const CandidateBuilder *builder)
{
    return builder->added_count >= builder->max_count;
}

/* Adds REF, unless it is constant or MAX_COUNT is reached. */
static void add_candidate(CandidateBuilder *builder, Ref ref)
{
    if (ref <= REF_FALSE || is_at_limit(builder))
        return;
    assert(!builder->properties->gates.items[ref / 2].level); /* one position */
    builder->added_count++;
    vec_push(builder->refs, ref);
}

static Ref feature_ref(CandidateBuilder *builder, uint32_t feature)
{
    return property_feature(builder->properties, 0, feature);
}

typedef Ref CountFormula(PropertyTable *properties, const Ref *refs,
                         size_t count);

/* Adds that at least, or at most, one of COUNT features holds. */
static void add_count(CandidateBuilder *builder, CountFormula *formula,
                      const uint32_t *features, size_t count)
{
    RefList refs = {0};
    for (size_t i = 0; i < count; i++)
        vec_push(&refs, feature_ref(builder, features[i]));
    add_candidate(builder,
                  formula(builder->properties, refs.items, refs.count));
    vec_free(&refs);
}

static bool takes_both_values(const CandidateBuilder *builder, uint32_t feature)
{
    return walks_seen_true(builder->walks, feature) &&
           walks_seen_false(builder->walks, feature);
}

/* ---- the sample ---- */

/* Whether features LEFT and RIGHT have these values together in the initial
 * position or in one of the sample. */
static bool was_seen_together(const CandidateBuilder *builder, uint32_t left,
                              bool left_value, uint32_t right, bool right_value)
{
    const Lanes *a = walks_sampled(builder->walks, left);
    const Lanes *b = walks_sampled(builder->walks, right);
    const bool *is_initial = builder->net->initial;
    if (is_initial[left] == left_value && is_initial[right] == right_value)
        return true;
    for (size_t i = 0, block_count = walks_block_count(builder->walks);
         i < block_count; i++) {
        Lanes both = (left_value ? a[i] : ~a[i]) & (right_value ? b[i] : ~b[i]);
        if (lanes_any(&both))
            return true;
    }
    return false;
}

/* Adds that LEFT and RIGHT do not have these values together, unless they were
 * seen to; true if it was added. */
static bool add_exclusion(CandidateBuilder *builder, uint32_t left,
                          bool left_value, uint32_t right, bool right_value)
{
    if (was_seen_together(builder, left, left_value, right, right_value))
        return false;
    Ref first = feature_ref(builder, left) ^ !left_value,
        second = feature_ref(builder, right) ^ !right_value;
    add_candidate(builder,
                  ref_not(property_pair(builder->properties, first, second)));
    return true;
}

/* ---- constants ---- */

static void add_constants(CandidateBuilder *builder)
{
    const Net *net = builder->net;
    for (uint32_t feature = 0; feature < net->feature_count; feature++) {
        if (!walks_seen_true(builder->walks, feature))
            add_candidate(builder, ref_not(feature_ref(builder, feature)));
        else if (!walks_seen_false(builder->walks, feature))
            add_candidate(builder, feature_ref(builder, feature));
    }
}

/* ---- symbols ---- */

static bool same_symbol(const Term *left, const Term *right)
{
    return left->symbol == right->symbol && left->arity == right->arity;
}

/* The features by symbol: in the net, those of one need not be neighbours. */
static Graph group_by_symbol(Arena *arena, const Net *net)
{
    return group_features(arena, net, NULL, net->feature_count, 0);
}

/* ---- at most one of a group ---- */

enum {
    MAX_PLACES = 5, /* arguments of a feature */
    PLACE_SETS = 1 << MAX_PLACES
};

/* Whether COVERED_BY has a subset of PLACES. */
static bool is_covered(uint32_t covered_by, uint32_t places)
{
    for (uint32_t subset = 0; subset < places; subset++)
        if ((subset & ~places) == 0 && (covered_by >> subset & 1))
            return true;
    return false;
}

/* Whether a member was seen to hold and, in a large net, one is in focus. In a
 * small net groups outside the focus count too: moves often depend on them. */
static bool is_relevant(const CandidateBuilder *builder, FeatureGroup group)
{
    enum { MAX_FEATURES = 3000 };
    bool is_focused =
             !builder->focus || builder->net->feature_count <= MAX_FEATURES,
         was_seen = false;
    for (size_t i = 0; i < group.count; i++) {
        is_focused = is_focused || builder->focus[group.items[i]];
        was_seen = was_seen || walks_seen_true(builder->walks, group.items[i]);
    }
    return is_focused && was_seen;
}

/* The groups of features that agree in PLACES. COVERED_BY has by feature the
 * place sets of groups with it: a group within one that was added, by fewer
 * places, says nothing new. A group has all its features, also those that were
 * never seen to hold: the invariant has to cover them to be inductive. */
static void add_groups_by_places(CandidateBuilder *builder, uint32_t places,
                                 uint32_t *covered_by)
{
    enum { MAX_MEMBERS = 1000 };
    const Net *net = builder->net;
    Arena *arena = arena_new();
    Graph groups = group_features(arena, net, NULL, net->feature_count, places);
    for (size_t i = 0; i < groups.nodes; i++) {
        FeatureGroup group = feature_group(&groups, i);
        size_t arity = net->features[group.items[0]]->arity;
        if (arity > MAX_PLACES || places >= place_bit(arity) - 1 ||
            group.count < 2 || group.count > MAX_MEMBERS ||
            is_at_limit(builder) ||
            is_covered(covered_by[group.items[0]], places) ||
            !is_relevant(builder, group) ||
            !walks_at_most_one(builder->walks, group.items, group.count))
            continue;
        for (size_t k = 0; k < group.count; k++)
            covered_by[group.items[k]] |= (uint32_t)1 << places;
        add_count(builder, property_at_most_one, group.items, group.count);
    }
    arena_free(arena);
}

/* Mutex groups as in planning (Helmert 2009), but guessed from the sample: by
 * the arguments at each set of fewer than MAX_COUNT places, the smallest sets
 * first. */
static void add_groups_by_fewer(CandidateBuilder *builder, int max_count)
{
    Arena *arena = arena_new();
    uint32_t *covered_by =
        arena_array(arena, uint32_t, builder->net->feature_count);
    for (int place_count = 0; place_count < max_count; place_count++)
        for (uint32_t places = 0; places < PLACE_SETS; places++)
            if (__builtin_popcount(places) == place_count)
                add_groups_by_places(builder, places, covered_by);
    arena_free(arena);
}

static void add_symbol_mutexes(CandidateBuilder *builder)
{
    add_groups_by_fewer(builder, 1);
}

static void add_mutex_groups(CandidateBuilder *builder)
{
    add_groups_by_fewer(builder, MAX_PLACES);
}

/* ---- at least one ---- */

/* That one of each group of features holds, unless a position refutes it. */
static void add_at_least_one(CandidateBuilder *builder, const Graph *groups)
{
    for (size_t i = 0; i < groups->nodes; i++) {
        FeatureGroup group = feature_group(groups, i);
        if (group.count > 1 &&
            walks_at_least_one(builder->walks, group.items, group.count))
            add_count(builder, property_at_least_one, group.items, group.count);
    }
}

/* For given arguments at all other places, some argument at one place: every
 * cell has a content, every player a score. Or, for a given argument at one
 * place, some arguments at all others: every king is on some cell. */
static void add_at_least_one_candidates(CandidateBuilder *builder)
{
    const Net *net = builder->net;
    Arena *arena = arena_new();
    Graph symbols = group_by_symbol(arena, net);
    add_at_least_one(builder, &symbols);
    for (size_t i = 0; i < symbols.nodes; i++) {
        FeatureGroup symbol = feature_group(&symbols, i);
        size_t arity = net->features[symbol.items[0]]->arity;
        size_t grouping_count = arity > 2 ? 2 * arity : arity > 1 ? 2 : 0;
        for (size_t grouping = 0; grouping < grouping_count; grouping++) {
            uint32_t place = place_bit(grouping % arity);
            ArenaMark mark = arena_mark(arena);
            Graph groups =
                group_features(arena, net, symbol.items, symbol.count,
                               grouping < arity ? ~place : place);
            add_at_least_one(builder, &groups);
            arena_rewind(arena, mark);
        }
    }
    arena_free(arena);
}

/* ---- what the value of a step counter implies ---- */

/* A step counter is a symbol with one argument of which at most one instance
 * holds at a time. (That each holds only once in a play is not required.) */
static void add_step_counter_candidates(CandidateBuilder *builder)
{
    /* Up to so many pairs, features outside the focus count too. */
    enum { MAX_UNFOCUSED_PAIRS = 20000 };
    const Net *net = builder->net;
    Arena *arena = arena_new();
    Graph symbols = group_by_symbol(arena, net);
    for (size_t symbol = 0; symbol < symbols.nodes; symbol++) {
        const uint32_t *counter = feature_group(&symbols, symbol).items;
        size_t count = feature_group(&symbols, symbol).count;
        if (net->features[counter[0]]->arity > 1 || count < 2 ||
            !walks_at_most_one(builder->walks, counter, count))
            continue;
        bool ignores_focus = count * net->feature_count <= MAX_UNFOCUSED_PAIRS;
        for (size_t i = 0; i < count && !budget_spent(builder->budget); i++) {
            budget_charge(builder->budget,
                          net->feature_count *
                              (2 * walks_block_count(builder->walks) + 10));
            for (uint32_t f = 0; f < net->feature_count; f++) {
                if (!takes_both_values(builder, counter[i]) ||
                    f == counter[i] ||
                    same_symbol(net->features[f], net->features[counter[i]]) ||
                    (!ignores_focus && !builder->focus[f]))
                    continue;
                if (!add_exclusion(builder, counter[i], true, f, true))
                    add_exclusion(builder, counter[i], true, f, false);
            }
        }
    }
    arena_free(arena);
}

/* ---- binary clauses ---- */

static void add_binary_clauses(CandidateBuilder *builder)
{
    const Net *net = builder->net;
    for (uint32_t left = 0;
         left < net->feature_count && !budget_spent(builder->budget); left++) {
        budget_charge(builder->budget,
                      left * (4 * walks_block_count(builder->walks) + 10));
        for (uint32_t right = 0; right < left && !is_at_limit(builder);
             right++) {
            if (!takes_both_values(builder, left) ||
                !takes_both_values(builder, right) ||
                (!builder->focus[left] && !builder->focus[right]))
                continue;
            for (int signs = 0; signs < 4; signs++)
                add_exclusion(builder, left, signs & 1, right, signs >> 1);
        }
    }
}

static void (*const add_functions[CANDIDATE_KINDS])(CandidateBuilder *) = {
    [CANDIDATE_CONSTANT] = add_constants,
    [CANDIDATE_SYMBOL_MUTEX] = add_symbol_mutexes,
    [CANDIDATE_MUTEX_GROUP] = add_mutex_groups,
    [CANDIDATE_STEP_COUNTER] = add_step_counter_candidates,
    [CANDIDATE_AT_LEAST_ONE] = add_at_least_one_candidates,
    [CANDIDATE_BINARY_CLAUSE] = add_binary_clauses,
};

void candidate_invariants(CandidateKind kind, CandidateBuilder builder)
{
    assert(kind < CANDIDATE_KINDS && !builder.added_count);
    add_functions[kind](&builder);
}

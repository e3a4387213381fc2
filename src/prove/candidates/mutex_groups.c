/* mutex_groups.c - invariants "at most one", "at least one" of feature classes
 *
 * In:   a Net, and lemmas proved of it
 * Out:  inductive invariants of features and of classes of features
 * Next: prove/stage_induct.c adds them as lemmas
 *
 * Mutex groups by invariant synthesis (Helmert 2009). All candidates that hold
 * initially are assumed, and every case of a step (transition_cases.h) is
 * checked for those that it breaks: "at most one" survives if at most one
 * member can hold after the step, or all that can hold take their values from
 * one class with the invariant. What is broken is dropped until nothing is, as
 * in Houdini (Flanagan and Leino 2001). For typical rules this is much faster
 * than a SAT solver. Start reading at find_mutex_groups(), at the end.
 */
#include "prove/candidates/mutex_groups.h"

#include "prove/candidates/feature_groups.h"
#include "prove/candidates/transition_cases.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_AT_MOST_FEATURES = 400,  /* of a class with "at most one", */
    MAX_AT_LEAST_FEATURES = 2000 /* with "at least one" */
};

typedef VEC(uint32_t) NumberList;

typedef struct {
    NumberList features;
    bool at_most_one, at_least_one; /* still assumed */
    size_t checked_in;              /* last case in which it was checked */
    size_t tried_in;                /* last query in which it was tried */
} FeatureClass;

typedef struct {
    const Net *net;
    Arena *arena;
    VEC(FeatureClass) classes;
    NumberList *classes_of;       /* by feature: its classes */
    bool *never_holds;            /* by feature: still assumed */
    const CaseChange **change_of; /* by feature, in this case; or NULL */
    /* Features whose old value is the next value of a member of the class that
     * is checked; they have the current stamp */
    VEC(uint32_t) sources;
    size_t source_stamp, *source_stamps;
    size_t case_number, query_number;
    bool has_dropped; /* an assumption, in this round */
} MutexSearch;

/* ---- classes ---- */

static void add_member(MutexSearch *search, uint32_t class, uint32_t feature)
{
    vec_push(&search->classes.items[class].features, feature);
    vec_push(&search->classes_of[feature], class);
}

/* Classes of the features with at least MIN_ARITY arguments, by those at
 * PLACES. */
static void add_classes(MutexSearch *search, uint32_t places, size_t min_arity)
{
    const Net *net = search->net;
    Graph groups =
        group_features(search->arena, net, NULL, net->feature_count, places);
    for (size_t i = 0; i < groups.nodes; i++) {
        FeatureGroup group = feature_group(&groups, i);
        if (net->features[group.items[0]]->arity < min_arity)
            continue;
        vec_push(&search->classes, (FeatureClass){0});
        for (size_t k = 0; k < group.count; k++)
            add_member(search, (uint32_t)search->classes.count - 1,
                       group.items[k]);
    }
}

/* Features that differ in one argument only, as the contents of a cell; that
 * agree in one, as the cells of the king; and all of one symbol. */
static void add_all_classes(MutexSearch *search)
{
    const Net *net = search->net;
    size_t max_arity = 0;
    for (uint32_t f = 0; f < net->feature_count; f++)
        if (net->features[f]->arity > max_arity)
            max_arity = net->features[f]->arity;
    search->classes_of =
        arena_array(search->arena, NumberList, net->feature_count + 1);
    for (size_t place = 0; place < max_arity; place++)
        add_classes(search, ~place_bit(place), place + 1);
    for (size_t place = 0; place < max_arity; place++)
        add_classes(search, place_bit(place), place < 3 ? 3 : place + 1);
    add_classes(search, 0, 2);
}

/* Assumes of each class what is true initially. */
static void assume_initial_lemmas(MutexSearch *search)
{
    for (size_t i = 0; i < search->classes.count; i++) {
        FeatureClass *class = &search->classes.items[i];
        size_t count = class->features.count, initial_count = 0;
        for (size_t k = 0; k < count; k++)
            initial_count += search->net->initial[class->features.items[k]];
        class->at_most_one =
            count > 1 && count <= MAX_AT_MOST_FEATURES && initial_count <= 1;
        class->at_least_one =
            count > 1 && count <= MAX_AT_LEAST_FEATURES && initial_count >= 1;
    }
}

/* Adds what is assumed of a class. */
static void add_class_refs(const FeatureClass *class, PropertyTable *properties,
                           RefList *refs)
{
    RefList members = {0};
    for (size_t i = 0; i < class->features.count; i++)
        vec_push(&members,
                 property_feature(properties, 0, class->features.items[i]));
    if (class->at_most_one)
        vec_push(refs, property_at_most_one(properties, members.items,
                                            members.count));
    if (class->at_least_one)
        vec_push(refs, property_at_least_one(properties, members.items,
                                             members.count));
    vec_free(&members);
}

/* ---- the effect of a step on a class ---- */

/* Returns how many members are certain to hold after the step, and lists in
 * SOURCES the features whose old values the others take. *UNKNOWN counts
 * members whose next value is unknown, or whose source another member has. */
static size_t count_after_step(MutexSearch *search, const FeatureClass *class,
                               const TransitionCase *step, size_t *unknown)
{
    size_t certain = 0;
    *unknown = 0;
    search->source_stamp++;
    vec_clear(&search->sources);
    for (size_t i = 0; i < class->features.count; i++) {
        uint32_t feature = class->features.items[i], from = feature;
        const CaseChange *change = search->change_of[feature];
        CaseValue value = change ? change->after : step->values[feature];
        if (change)
            from = change->from;
        certain += value == CASE_TRUE;
        if (value == CASE_OPEN && from == NO_INDEX)
            ++*unknown;
        else if (value == CASE_OPEN) {
            *unknown += search->source_stamps[from] == search->source_stamp;
            search->source_stamps[from] = search->source_stamp;
            vec_push(&search->sources, from);
        }
    }
    assert(certain + search->sources.count <= class->features.count);
    return certain;
}

static bool is_member(const MutexSearch *search, const FeatureClass *class,
                      uint32_t feature)
{
    const NumberList *classes = &search->classes_of[feature];
    for (size_t i = 0; i < classes->count; i++)
        if (&search->classes.items[classes->items[i]] == class)
            return true;
    return false;
}

/* Whether all sources are members of CLASS. */
static bool sources_are_within(const MutexSearch *search,
                               const FeatureClass *class)
{
    for (size_t i = 0; i < search->sources.count; i++)
        if (!is_member(search, class, search->sources.items[i]))
            return false;
    return true;
}

/* Whether all members of CLASS that can hold before the step are sources. */
static bool sources_include_all(const MutexSearch *search,
                                const FeatureClass *class,
                                const TransitionCase *step)
{
    for (size_t i = 0; i < class->features.count; i++) {
        uint32_t feature = class->features.items[i];
        if (step->values[feature] != CASE_FALSE &&
            search->source_stamps[feature] != search->source_stamp)
            return false;
    }
    return true;
}

/* Whether at most one source holds, as all are of one class with "at most
 * one". */
static bool had_at_most_one_source(const MutexSearch *search)
{
    assert(search->sources.count);
    const NumberList *classes = &search->classes_of[search->sources.items[0]];
    for (size_t i = 0; i < classes->count; i++) {
        const FeatureClass *source = &search->classes.items[classes->items[i]];
        if (source->at_most_one && sources_are_within(search, source))
            return true;
    }
    return false;
}

/* Whether at least one source holds, as they include all members that can hold
 * of a class with "at least one". CLASS itself is tried first, then the classes
 * of the sources. */
static bool had_at_least_one_source(MutexSearch *search,
                                    const FeatureClass *class,
                                    const TransitionCase *step)
{
    if (class->at_least_one && sources_include_all(search, class, step))
        return true;
    search->query_number++;
    for (size_t i = 0; i < search->sources.count; i++) {
        const NumberList *classes =
            &search->classes_of[search->sources.items[i]];
        for (size_t k = 0; k < classes->count; k++) {
            FeatureClass *source = &search->classes.items[classes->items[k]];
            if (source->at_least_one &&
                source->tried_in != search->query_number &&
                sources_include_all(search, source, step))
                return true;
            source->tried_in = search->query_number;
        }
    }
    return false;
}

/* Drops what the step breaks of the assumptions about CLASS. */
static void check_class(MutexSearch *search, FeatureClass *class,
                        const TransitionCase *step)
{
    size_t unknown, certain = count_after_step(search, class, step, &unknown);
    size_t source_count = search->sources.count;
    bool keeps_most = certain + unknown + source_count <= 1 ||
                      (!certain && !unknown && source_count &&
                       had_at_most_one_source(search));
    bool keeps_least = certain || had_at_least_one_source(search, class, step);
    if ((class->at_most_one && !keeps_most) ||
        (class->at_least_one && !keeps_least))
        search->has_dropped = true;
    class->at_most_one = class->at_most_one && keeps_most;
    class->at_least_one = class->at_least_one && keeps_least;
}

/* Drops "never holds" for a feature that may become true. It may take the old
 * value of another feature that never holds. */
static void check_never_holds(MutexSearch *search, const CaseChange *change)
{
    bool *never_holds = search->never_holds;
    bool fails = change->after == CASE_TRUE ||
                 (change->after == CASE_OPEN &&
                  (change->from == NO_INDEX || !never_holds[change->from]));
    if (!never_holds[change->feature] || !fails)
        return;
    never_holds[change->feature] = false;
    search->has_dropped = true;
}

/* Checks the assumptions against one case of a step; a callback of CaseTask. */
static void check_case(void *context, const TransitionCase *step)
{
    MutexSearch *search = context;
    search->case_number++;
    for (size_t i = 0; i < step->count; i++)
        check_never_holds(search, &step->changes[i]);
    for (size_t i = 0; i < step->count; i++) {
        assert(!search->change_of[step->changes[i].feature]); /* once each */
        search->change_of[step->changes[i].feature] = &step->changes[i];
    }
    for (size_t i = 0; i < step->count; i++) {
        for (size_t k = 0;
             k < search->classes_of[step->changes[i].feature].count; k++) {
            FeatureClass *class =
                &search->classes.items
                     [search->classes_of[step->changes[i].feature].items[k]];
            if (class->checked_in != search->case_number &&
                (class->at_most_one || class->at_least_one))
                check_class(search, class, step);
            class->checked_in = search->case_number;
        }
    }
    for (size_t i = 0; i < step->count; i++)
        search->change_of[step->changes[i].feature] = NULL;
}

/* ---- the fixpoint ---- */

/* Adds all that is assumed. */
static void add_assumed_refs(const MutexSearch *search,
                             PropertyTable *properties, RefList *refs)
{
    for (uint32_t f = 0; f < search->net->feature_count; f++)
        if (search->never_holds[f])
            vec_push(refs, ref_not(property_feature(properties, 0, f)));
    for (size_t i = 0; i < search->classes.count; i++)
        if (search->classes.items[i].at_most_one ||
            search->classes.items[i].at_least_one)
            add_class_refs(&search->classes.items[i], properties, refs);
}

/* Drops assumptions that some case breaks, until they are inductive together;
 * false if a step has too many cases. */
static bool drop_until_inductive(MutexSearch *search, PropertyTable *properties,
                                 const Ref *lemmas, size_t lemma_count,
                                 const Budget *budget)
{
    RefList refs = {0};
    bool is_complete = true;
    do {
        vec_clear(&refs);
        vec_append(&refs, lemmas, lemma_count);
        add_assumed_refs(search, properties, &refs);
        CaseTask task = {.net = search->net,
                         .properties = properties,
                         .lemmas = refs.items,
                         .lemma_count = refs.count,
                         .budget = budget,
                         .may_omit_old = true,
                         .by_features = true,
                         .on_case = check_case,
                         .context = search};
        search->has_dropped = false;
        is_complete = find_transition_cases(&task);
    } while (is_complete && search->has_dropped);
    vec_free(&refs);
    return is_complete;
}

bool find_mutex_groups(const Net *net, PropertyTable *properties,
                       const Ref *lemmas, size_t lemma_count,
                       const GuidedWalks *walks, const Budget *budget,
                       RefList *found)
{
    MutexSearch search = {.net = net, .arena = arena_new()};
    add_all_classes(&search);
    assume_initial_lemmas(&search);
    search.never_holds =
        arena_array(search.arena, bool, net->feature_count + 1);
    for (uint32_t f = 0; walks && f < net->feature_count; f++)
        search.never_holds[f] = !net->initial[f] && !walks_seen_true(walks, f);
    search.change_of =
        arena_array(search.arena, const CaseChange *, net->feature_count + 1);
    search.source_stamps =
        arena_array(search.arena, size_t, net->feature_count + 1);
    bool is_complete =
        drop_until_inductive(&search, properties, lemmas, lemma_count, budget);
    if (is_complete)
        add_assumed_refs(&search, properties, found);
    for (size_t i = 0; i < search.classes.count; i++)
        vec_free(&search.classes.items[i].features);
    for (size_t i = 0; i < net->feature_count; i++)
        vec_free(&search.classes_of[i]);
    vec_free_all(&search.classes, &search.sources);
    arena_free(search.arena);
    return is_complete;
}

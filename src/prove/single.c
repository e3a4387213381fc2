/* single.c - of which features at most one holds, or exactly one
 *
 * In:   a Net, and properties proved of it
 * Out:  properties of classes of features that differ in one argument
 * Next: prove/verify.c gives them to the prover
 *
 * All that is true initially is supposed of a position, and each way of a step
 * (prove/ways.c) is looked at for what it breaks: after it, at most one of a
 * class may be certain, or all that can hold were of one class before. What is
 * broken is dropped, and all ways are looked at again. Much faster than a
 * solver, where the rules are as they mostly are. Start reading at
 * find_singles(), at the end.
 */
#include "prove/single.h"

#include "prove/ways.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_FEATURES = 400 /* of a class */ };

typedef struct {
    VEC(uint32_t) features;
    bool most, least;        /* still supposed: at most one, at least one */
    Ref most_ref, least_ref; /* saying so */
    size_t looked_at;        /* in this way */
} Class;

typedef struct {
    uint32_t first, count;
} Extent;

typedef struct {
    const Net *net;
    Arena *arena;
    VEC(Class) classes;
    Extent *of; /* by feature: its classes */
    uint32_t *class_list;
    const WayChange **change_of; /* by feature, or NULL */
    VEC(uint32_t) sources;       /* old features that may hold after the step */
    size_t stamp, *stamps;       /* by feature: it is one of them */
    size_t way;
    bool dropped;
} Singles;

/* ---- classes ---- */

static uint32_t class_for(Singles *singles, Map *map, const Term *feature,
                          size_t place)
{
    uint32_t hash = term_hash_but(feature, place);
    for (MapProbe p = map_probe(map, hash); map_next(map, &p);) {
        uint32_t first = singles->classes.items[p.index].features.items[0];
        if (term_equal_but(singles->net->features[first], feature, place))
            return p.index;
    }
    map_add(map, hash, (uint32_t)singles->classes.count);
    vec_push(&singles->classes, ((Class){.most = true}));
    return (uint32_t)singles->classes.count - 1;
}

static void make_classes(Singles *singles)
{
    const Net *net = singles->net;
    size_t most = 0, total = 0;
    for (uint32_t f = 0; f < net->feature_count; f++)
        if (net->features[f]->arity > most)
            most = net->features[f]->arity;
    for (size_t place = 0; place < most; place++) {
        Map map = {0};
        for (uint32_t f = 0; f < net->feature_count; f++)
            if (net->features[f]->arity > place) {
                uint32_t class =
                    class_for(singles, &map, net->features[f], place);
                vec_push(&singles->classes.items[class].features, f);
                total++;
            }
        map_free(&map);
    }
    singles->of = arena_array(singles->arena, Extent, net->feature_count + 1);
    singles->class_list = arena_array(singles->arena, uint32_t, total + 1);
    for (uint32_t f = 1; f < net->feature_count; f++)
        singles->of[f].first =
            singles->of[f - 1].first + (uint32_t)net->features[f - 1]->arity;
    for (uint32_t i = 0; i < singles->classes.count; i++)
        for (size_t k = 0; k < singles->classes.items[i].features.count; k++) {
            Extent *of =
                &singles->of[singles->classes.items[i].features.items[k]];
            singles->class_list[of->first + of->count++] = i;
        }
}

/* What is true initially; as gates, one after the other, so that what is known
 * of some says something of the others. */
static void suppose(Singles *singles, Sentences *sentences)
{
    for (size_t i = 0; i < singles->classes.count; i++) {
        Class *class = &singles->classes.items[i];
        size_t count = class->features.count, initially = 0;
        Ref one = REF_FALSE, two = REF_FALSE;
        for (size_t k = 0; k < count; k++) {
            Ref ref = sentence_feature(sentences, 0, class->features.items[k]);
            Ref both = sentence_pair(sentences, one, ref);
            two = sentence_or(sentences, (Ref[]){two, both}, 2);
            one = sentence_or(sentences, (Ref[]){one, ref}, 2);
            initially += singles->net->initial[class->features.items[k]];
        }
        class->most = count > 1 && count <= MOST_FEATURES && initially <= 1;
        class->least = count > 1 && count <= MOST_FEATURES && initially == 1;
        class->most_ref = ref_not(two);
        class->least_ref = one;
    }
}

/* ---- what a way does to a class ---- */

/* How many are certain after the step; what can hold as well is in SOURCES.
 * What nobody knows is counted in *OPEN. */
static size_t look_after(Singles *singles, const Class *class, const Way *way,
                         size_t *open)
{
    size_t certain = 0;
    *open = 0;
    singles->stamp++;
    vec_clear(&singles->sources);
    for (size_t i = 0; i < class->features.count; i++) {
        uint32_t feature = class->features.items[i], from = feature;
        const WayChange *change = singles->change_of[feature];
        WayValue value = change ? change->after : way->values[feature];
        if (change)
            from = change->from;
        certain += value == WAY_YES;
        if (value == WAY_OPEN && from == NO_INDEX)
            ++*open;
        else if (value == WAY_OPEN) {
            *open += singles->stamps[from] == singles->stamp; /* twice */
            singles->stamps[from] = singles->stamp;
            vec_push(&singles->sources, from);
        }
    }
    return certain;
}

static bool is_member(const Singles *singles, const Class *class,
                      uint32_t feature)
{
    Extent of = singles->of[feature];
    for (uint32_t i = 0; i < of.count; i++)
        if (&singles->classes.items[singles->class_list[of.first + i]] == class)
            return true;
    return false;
}

/* All sources are of this class. */
static bool are_all_of(const Singles *singles, const Class *class)
{
    for (size_t i = 0; i < singles->sources.count; i++)
        if (!is_member(singles, class, singles->sources.items[i]))
            return false;
    return true;
}

/* All that can hold of this class are sources. */
static bool are_all(const Singles *singles, const Class *class, const Way *way)
{
    for (size_t i = 0; i < class->features.count; i++) {
        uint32_t feature = class->features.items[i];
        if (way->values[feature] != WAY_NO &&
            singles->stamps[feature] != singles->stamp)
            return false;
    }
    return true;
}

static void look_at(Singles *singles, Class *class, const Way *way)
{
    size_t open, certain = look_after(singles, class, way, &open);
    size_t sources = singles->sources.count;
    bool most = certain + open + sources <= 1, least = certain > 0;
    Extent of = {0, 0};
    if (sources)
        of = singles->of[singles->sources.items[0]];
    for (uint32_t i = 0; i < of.count; i++) {
        const Class *before =
            &singles->classes.items[singles->class_list[of.first + i]];
        most = most || (before->most && !certain && !open &&
                        are_all_of(singles, before));
        least = least || (before->least && are_all(singles, before, way));
    }
    singles->dropped =
        singles->dropped || (class->most && !most) || (class->least && !least);
    class->most = class->most && most;
    class->least = class->least && least;
}

static void note_way(void *context, const Way *way)
{
    Singles *singles = context;
    singles->way++;
    for (size_t i = 0; i < way->count; i++)
        singles->change_of[way->changes[i].feature] = &way->changes[i];
    for (size_t i = 0; i < way->count; i++) {
        Extent of = singles->of[way->changes[i].feature];
        for (uint32_t k = 0; k < of.count; k++) {
            Class *class =
                &singles->classes.items[singles->class_list[of.first + k]];
            if (class->looked_at != singles->way &&
                (class->most || class->least))
                look_at(singles, class, way);
            class->looked_at = singles->way;
        }
    }
    for (size_t i = 0; i < way->count; i++)
        singles->change_of[way->changes[i].feature] = NULL;
}

/* ---- all ---- */

static void add_supposed(const Singles *singles, RefList *refs)
{
    for (size_t i = 0; i < singles->classes.count; i++) {
        const Class *class = &singles->classes.items[i];
        if (class->most)
            vec_push(refs, class->most_ref);
        if (class->least)
            vec_push(refs, class->least_ref);
    }
}

/* Drops what some way breaks, until nothing is; false if that takes too long.
 */
static bool drop_broken(Singles *singles, const Sentences *sentences,
                        const Ref *lemmas, size_t lemma_count,
                        const Budget *budget)
{
    RefList refs = {0};
    bool good = true;
    do {
        vec_clear(&refs);
        for (size_t i = 0; i < lemma_count; i++)
            vec_push(&refs, lemmas[i]);
        add_supposed(singles, &refs);
        WaysTask task = {.net = singles->net,
                         .sentences = sentences,
                         .lemmas = refs.items,
                         .lemma_count = refs.count,
                         .budget = budget,
                         .only_after = true,
                         .found = note_way,
                         .context = singles};
        singles->dropped = false;
        good = find_ways(&task);
    } while (good && singles->dropped);
    vec_free(&refs);
    return good;
}

bool find_singles(const Net *net, Sentences *sentences, const Ref *lemmas,
                  size_t lemma_count, const Budget *budget, RefList *found)
{
    Singles singles = {.net = net, .arena = arena_new()};
    make_classes(&singles);
    suppose(&singles, sentences);
    singles.change_of =
        arena_array(singles.arena, const WayChange *, net->feature_count + 1);
    singles.stamps = arena_array(singles.arena, size_t, net->feature_count + 1);
    bool good = drop_broken(&singles, sentences, lemmas, lemma_count, budget);
    if (good)
        add_supposed(&singles, found);
    for (size_t i = 0; i < singles.classes.count; i++)
        vec_free(&singles.classes.items[i].features);
    vec_free(&singles.classes);
    vec_free(&singles.sources);
    arena_free(singles.arena);
    return good;
}

/* mutex_groups.c - of which features at most one holds, at least one, or none
 *
 * In:   a Net, and properties proved of it
 * Out:  properties of features, and of classes that are alike
 * Next: prove/verify.c gives them to the prover
 *
 * All that is true initially is supposed of a position, and each way of a step
 * (prove/candidates/transition_cases.c) is looked at for what it breaks: after
 * it, at most one of a class may be certain, or all that can hold were of one
 * class before. What is broken is dropped, and all ways are looked at again.
 * Much faster than a solver, where the rules are as they mostly are. Start
 * reading at find_mutex_groups(), at the end.
 */
#include "prove/candidates/mutex_groups.h"

#include "prove/candidates/transition_cases.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_FEATURES = 400, /* of a class of which at most one holds, */
    MAX_ANY = 2000,     /* and of any */
    MAX_HEIRS = 4,      /* of a class in one round */
    MAX_ROUNDS = 4      /* in which classes grow */
};

typedef VEC(uint32_t) Numbers;

typedef struct {
    Numbers features;
    bool most, least; /* still supposed: at most one, at least one */
    Numbers heirs;    /* of what gets lost of it, in this round */
    bool is_grown;    /* another class, with heirs */
    size_t looked_at; /* in this way */
    size_t tried;     /* in this question */
} Class;

typedef struct {
    const Net *net;
    Arena *arena;
    VEC(Class) classes;
    Numbers *of;                  /* by feature: its classes */
    bool *never;                  /* by feature: still supposed */
    const CaseChange **change_of; /* by feature, or NULL */
    VEC(uint32_t) sources; /* old features that may hold after the step */
    size_t stamp, *stamps; /* by feature: it is one of them */
    size_t way, trial;
    bool dropped, may_grow;
} Singles;

/* ---- classes ---- */

/* Whether two features with the same symbol are of one class. */
typedef bool Alike(const Term *left, const Term *right, size_t place);

static bool differ_there(const Term *left, const Term *right, size_t place)
{
    return term_equal_but(left, right, place);
}

static bool agree_there(const Term *left, const Term *right, size_t place)
{
    return left->symbol == right->symbol && left->arity == right->arity &&
           left->args[place] == right->args[place];
}

static bool agree_in_name(const Term *left, const Term *right, size_t place)
{
    (void)place;
    return left->symbol == right->symbol && left->arity == right->arity;
}

static uint32_t hash_for(Alike *alike, const Term *feature, size_t place)
{
    uint32_t hash = feature->symbol->id * 31u + (uint32_t)feature->arity;
    if (alike == differ_there)
        return term_hash_but(feature, place);
    if (alike == agree_there)
        hash = hash * 31u + feature->args[place]->id;
    return hash * 0x9e3779b1u;
}

static uint32_t class_for(Singles *singles, Map *map, Alike *alike,
                          const Term *feature, size_t place)
{
    uint32_t hash = hash_for(alike, feature, place);
    for (MapProbe p = map_probe(map, hash); map_next(map, &p);) {
        uint32_t first = singles->classes.items[p.index].features.items[0];
        if (alike(singles->net->features[first], feature, place))
            return p.index;
    }
    map_add(map, hash, (uint32_t)singles->classes.count);
    vec_push(&singles->classes, (Class){0});
    return (uint32_t)singles->classes.count - 1;
}

static void add_member(Singles *singles, uint32_t class, uint32_t feature)
{
    vec_push(&singles->classes.items[class].features, feature);
    vec_push(&singles->of[feature], class);
}

/* Classes of features with at least LEAST arguments, by what is at PLACE. */
static void add_classes(Singles *singles, Alike *alike, size_t least,
                        size_t place)
{
    const Net *net = singles->net;
    Map map = {0};
    for (uint32_t f = 0; f < net->feature_count; f++)
        if (net->features[f]->arity >= least && net->features[f]->arity > place)
            add_member(singles,
                       class_for(singles, &map, alike, net->features[f], place),
                       f);
    map_free(&map);
}

/* What differs in one argument: the content of a cell; what agrees in one: the
 * places of the king; and all of one name. */
static void make_classes(Singles *singles)
{
    const Net *net = singles->net;
    size_t most = 0;
    for (uint32_t f = 0; f < net->feature_count; f++)
        if (net->features[f]->arity > most)
            most = net->features[f]->arity;
    singles->of = arena_array(singles->arena, Numbers, net->feature_count + 1);
    for (size_t place = 0; place < most; place++)
        add_classes(singles, differ_there, 1, place);
    for (size_t place = 0; place < most; place++)
        add_classes(singles, agree_there, 3, place);
    add_classes(singles, agree_in_name, 2, 0);
}

/* What is true initially. */
static void suppose(Singles *singles)
{
    for (size_t i = 0; i < singles->classes.count; i++) {
        Class *class = &singles->classes.items[i];
        size_t count = class->features.count, initially = 0;
        for (size_t k = 0; k < count; k++)
            initially += singles->net->initial[class->features.items[k]];
        class->most = count > 1 && count <= MAX_FEATURES && initially <= 1;
        class->least = count > 1 && count <= MAX_ANY && initially >= 1;
    }
}

/* As gates, one after the other, so that what is known of some features says
 * something of the others. */
static void say(const Class *class, PropertyTable *properties, RefList *refs)
{
    Ref one = REF_FALSE, two = REF_FALSE;
    for (size_t i = 0; i < class->features.count; i++) {
        Ref ref = property_feature(properties, 0, class->features.items[i]);
        Ref both = property_pair(properties, one, ref);
        if (class->most)
            two = property_or(properties, (Ref[]){two, both}, 2);
        one = property_or(properties, (Ref[]){one, ref}, 2);
    }
    if (class->most)
        vec_push(refs, ref_not(two));
    if (class->least)
        vec_push(refs, one);
}

/* ---- what a way does to a class ---- */

/* How many are certain after the step; what can hold as well is in SOURCES.
 * What nobody knows is counted in *OPEN. */
static size_t look_after(Singles *singles, const Class *class,
                         const TransitionCase *way, size_t *open)
{
    size_t certain = 0;
    *open = 0;
    singles->stamp++;
    vec_clear(&singles->sources);
    for (size_t i = 0; i < class->features.count; i++) {
        uint32_t feature = class->features.items[i], from = feature;
        const CaseChange *change = singles->change_of[feature];
        CaseValue value = change ? change->after : way->values[feature];
        if (change)
            from = change->from;
        certain += value == CASE_TRUE;
        if (value == CASE_OPEN && from == NO_INDEX)
            ++*open;
        else if (value == CASE_OPEN) {
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
    const Numbers *of = &singles->of[feature];
    for (size_t i = 0; i < of->count; i++)
        if (&singles->classes.items[of->items[i]] == class)
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
static bool are_all(const Singles *singles, const Class *class,
                    const TransitionCase *way)
{
    for (size_t i = 0; i < class->features.count; i++) {
        uint32_t feature = class->features.items[i];
        if (way->values[feature] != CASE_FALSE &&
            singles->stamps[feature] != singles->stamp)
            return false;
    }
    return true;
}

/* Whether all sources are of one class of which at most one holds. */
static bool were_single(const Singles *singles)
{
    const Numbers *of = &singles->of[singles->sources.items[0]];
    for (size_t i = 0; i < of->count; i++) {
        const Class *before = &singles->classes.items[of->items[i]];
        if (before->most && are_all_of(singles, before))
            return true;
    }
    return false;
}

/* Whether some class of which one holds is among the sources, with all that
 * can hold of it. Each has a source, and CLASS itself is tried first. */
static bool were_some(Singles *singles, const Class *class,
                      const TransitionCase *way)
{
    if (class->least && are_all(singles, class, way))
        return true;
    singles->trial++;
    for (size_t i = 0; i < singles->sources.count; i++) {
        const Numbers *of = &singles->of[singles->sources.items[i]];
        for (size_t k = 0; k < of->count; k++) {
            Class *before = &singles->classes.items[of->items[k]];
            if (before->least && before->tried != singles->trial &&
                are_all(singles, before, way))
                return true;
            before->tried = singles->trial;
        }
    }
    return false;
}

/* Initially, nothing of this name holds. */
static bool is_new(const Net *net, const Symbol *symbol)
{
    for (uint32_t f = 0; f < net->feature_count; f++)
        if (net->features[f]->symbol == symbol && net->initial[f])
            return false;
    return true;
}

/* A feature of another name that takes the value that FEATURE had: or that
 * holds from now on, if FEATURE did, and is of a new kind. */
static uint32_t find_heir(const Singles *singles, const Class *class,
                          const TransitionCase *way, uint32_t feature)
{
    const Net *net = singles->net;
    const Symbol *symbol = net->features[class->features.items[0]]->symbol;
    for (size_t i = 0; i < way->count; i++) {
        const CaseChange *at = &way->changes[i];
        const Symbol *other = net->features[at->feature]->symbol;
        bool takes_value = at->after == CASE_OPEN && at->from == feature;
        bool takes_place = at->after == CASE_TRUE && at->before == CASE_FALSE &&
                           way->values[feature] == CASE_TRUE;
        if ((takes_value || takes_place) && other != symbol &&
            !is_member(singles, class, at->feature) &&
            (takes_value || is_new(net, other)))
            return at->feature;
    }
    return NO_INDEX;
}

static bool has(const Numbers *numbers, uint32_t number)
{
    for (size_t i = 0; i < numbers->count; i++)
        if (numbers->items[i] == number)
            return true;
    return false;
}

/* The king is on the board, or the other has won: notes what takes the values
 * of features that get lost. False if something has no heir. */
static bool find_heirs(const Singles *singles, Class *class,
                       const TransitionCase *way)
{
    for (size_t i = 0; i < class->features.count; i++) {
        uint32_t feature = class->features.items[i];
        if (way->values[feature] == CASE_FALSE ||
            singles->stamps[feature] == singles->stamp)
            continue;
        uint32_t heir = find_heir(singles, class, way, feature);
        if (heir == NO_INDEX || class->heirs.count == MAX_HEIRS)
            return false;
        if (!has(&class->heirs, heir))
            vec_push(&class->heirs, heir);
        if (way->values[feature] == CASE_TRUE)
            break; /* one that holds is enough */
    }
    return true;
}

/* Of a class that loses something, one need not always hold; of one that has
 * the heirs too, it may. */
static void grow_classes(Singles *singles)
{
    size_t count = singles->classes.count;
    for (uint32_t i = 0; i < count; i++) {
        Class old = singles->classes.items[i];
        if (!old.heirs.count)
            continue;
        singles->classes.items[i].heirs = (Numbers){0};
        singles->classes.items[i].least = false;
        uint32_t number = old.is_grown ? i : (uint32_t)singles->classes.count;
        if (old.least && !old.is_grown) {
            vec_push(&singles->classes, (Class){.is_grown = true});
            for (size_t k = 0; k < old.features.count; k++)
                add_member(singles, number, old.features.items[k]);
        }
        for (size_t k = 0; k < old.heirs.count && old.least; k++)
            add_member(singles, number, old.heirs.items[k]);
        if (old.least)
            singles->classes.items[number].least = true;
        vec_free(&old.heirs);
    }
}

static void look_at(Singles *singles, Class *class, const TransitionCase *way)
{
    size_t open, certain = look_after(singles, class, way, &open);
    size_t sources = singles->sources.count;
    bool most = certain + open + sources <= 1 ||
                (!certain && !open && sources && were_single(singles));
    bool least = certain || were_some(singles, class, way);
    if ((class->most && !most) || (class->least && !least))
        singles->dropped = true;
    class->most = class->most && most;
    class->least =
        class->least &&
        (least || (singles->may_grow && find_heirs(singles, class, way)));
}

/* What never holds may keep its value, or take that of another such. */
static void look_at_never(Singles *singles, const CaseChange *change)
{
    bool *never = singles->never;
    bool fails = change->after == CASE_TRUE ||
                 (change->after == CASE_OPEN &&
                  (change->from == NO_INDEX || !never[change->from]));
    if (!never[change->feature] || !fails)
        return;
    never[change->feature] = false;
    singles->dropped = true;
}

static void note_way(void *context, const TransitionCase *way)
{
    Singles *singles = context;
    singles->way++;
    for (size_t i = 0; i < way->count; i++)
        look_at_never(singles, &way->changes[i]);
    for (size_t i = 0; i < way->count; i++)
        singles->change_of[way->changes[i].feature] = &way->changes[i];
    for (size_t i = 0; i < way->count; i++) {
        for (size_t k = 0; k < singles->of[way->changes[i].feature].count;
             k++) {
            Class *class =
                &singles->classes
                     .items[singles->of[way->changes[i].feature].items[k]];
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

static void add_supposed(const Singles *singles, PropertyTable *properties,
                         RefList *refs)
{
    for (uint32_t f = 0; f < singles->net->feature_count; f++)
        if (singles->never[f])
            vec_push(refs, ref_not(property_feature(properties, 0, f)));
    for (size_t i = 0; i < singles->classes.count; i++)
        if (singles->classes.items[i].most || singles->classes.items[i].least)
            say(&singles->classes.items[i], properties, refs);
}

/* Drops what some way breaks, until nothing is; false if that takes too long.
 */
static bool drop_broken(Singles *singles, PropertyTable *properties,
                        const Ref *lemmas, size_t lemma_count,
                        const Budget *budget)
{
    RefList refs = {0};
    bool good = true;
    size_t rounds = 0;
    do {
        vec_clear(&refs);
        for (size_t i = 0; i < lemma_count; i++)
            vec_push(&refs, lemmas[i]);
        add_supposed(singles, properties, &refs);
        CaseTask task = {.net = singles->net,
                         .properties = properties,
                         .lemmas = refs.items,
                         .lemma_count = refs.count,
                         .budget = budget,
                         .only_after = true,
                         .by_features = true,
                         .found = note_way,
                         .context = singles};
        singles->dropped = false;
        singles->may_grow = rounds++ < MAX_ROUNDS;
        good = find_transition_cases(&task);
        grow_classes(singles);
    } while (good && singles->dropped);
    vec_free(&refs);
    return good;
}

bool find_mutex_groups(const Net *net, PropertyTable *properties,
                       const Ref *lemmas, size_t lemma_count,
                       const GuidedWalks *walks, const Budget *budget,
                       RefList *found)
{
    Singles singles = {.net = net, .arena = arena_new()};
    make_classes(&singles);
    suppose(&singles);
    singles.never = arena_array(singles.arena, bool, net->feature_count + 1);
    for (uint32_t f = 0; walks && f < net->feature_count; f++)
        singles.never[f] = !net->initial[f] && !walks_seen_true(walks, f);
    singles.change_of =
        arena_array(singles.arena, const CaseChange *, net->feature_count + 1);
    singles.stamps = arena_array(singles.arena, size_t, net->feature_count + 1);
    bool good = drop_broken(&singles, properties, lemmas, lemma_count, budget);
    if (good)
        add_supposed(&singles, properties, found);
    for (size_t i = 0; i < singles.classes.count; i++) {
        vec_free(&singles.classes.items[i].features);
        vec_free(&singles.classes.items[i].heirs);
    }
    for (size_t i = 0; i < net->feature_count; i++)
        vec_free(&singles.of[i]);
    vec_free(&singles.classes);
    vec_free(&singles.sources);
    arena_free(singles.arena);
    return good;
}

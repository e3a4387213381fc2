/* basic.c - the published filter: Thielscher's basic player for GDL-II
 *
 * In:   ground rules, a role, its moves and percepts
 * Out:  what is known and what is possible, as far as two sets can tell
 *
 * The steps are those of "A Basic Update Method" in Filtering with Logic
 * Programs and its Application to General Game Playing. Start reading at
 * update().
 */
#include "know/basic.h"

#include "know/open.h"

#include <stdlib.h>
#include <string.h>

/* An atom of a keyword, with what stands in it last: true(F), does(R,M). */
typedef struct {
    AtomId atom;
    uint32_t role; /* of does, legal, sees and goal */
    const Term *term;
} Named;

typedef struct {
    Named *items; /* sorted by role, then by term */
    size_t count;
} NamedList;

struct BasicRules {
    Arena *arena;
    Ground ground;
    NamedList holds, next, does, legal, sees, goal, terminal;
    bool *initial;        /* by number in HOLDS */
    uint32_t *next_holds; /* by number in NEXT: the number in HOLDS */
    uint32_t *legal_does; /* by number in LEGAL: in DOES, or NO_NUMBER */
};

#define NO_NUMBER UINT32_MAX

typedef struct {
    Filter face;
    const BasicRules *rules;
    uint32_t role;
    bool percepts_only;
    Open *open;
    const Cone *cone_legal, *cone_own, *cone_sees, *cone_next, *cone_end;
    Arena *answers;
    bool limited;          /* since the last reset */
    const Named *percepts; /* that the role can have, */
    AtomId *observable;    /* as atoms, */
    bool *seen;            /* and whether it has them now */
    size_t percept_count;
} Basic;

/* ---- rules ---- */

static uint32_t role_of(const Ground *ground, const Term *name)
{
    for (uint32_t i = 0; i < ground->role_count; i++)
        if (ground->roles[i] == name)
            return i;
    return NO_NUMBER;
}

static int by_name(const void *left, const void *right)
{
    const Named *a = left, *b = right;
    if (a->role != b->role)
        return a->role < b->role ? -1 : 1;
    return term_compare(a->term, b->term);
}

/* The atoms of a keyword; those of whoever is no role are left out. */
static NamedList name_atoms(const BasicRules *rules, const char *keyword,
                            size_t arity)
{
    const Ground *ground = &rules->ground;
    VEC(Named) found = {0};
    for (AtomId i = 0; i < ground->atom_count; i++) {
        const Term *atom = ground->atoms[i];
        if (atom->arity != arity || strcmp(atom->symbol->name, keyword) != 0)
            continue;
        Named named = {i, 0, arity ? atom->args[arity - 1] : atom};
        if (arity == 2)
            named.role = role_of(ground, atom->args[0]);
        if (named.role != NO_NUMBER)
            vec_push(&found, named);
    }
    if (found.count)
        qsort(found.items, found.count, sizeof *found.items, by_name);
    NamedList list = {.count = found.count};
    list.items = vec_finish(&found, rules->arena);
    return list;
}

static uint32_t find_named(NamedList list, uint32_t role, const Term *term)
{
    Named key = {0, role, term};
    size_t low = 0, high = list.count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = by_name(&list.items[middle], &key);
        if (order == 0)
            return (uint32_t)middle;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NO_NUMBER;
}

static uint32_t *pair_up(const BasicRules *rules, NamedList from, NamedList to)
{
    uint32_t *numbers = arena_array(rules->arena, uint32_t, from.count);
    for (size_t i = 0; i < from.count; i++)
        numbers[i] = find_named(to, from.items[i].role, from.items[i].term);
    return numbers;
}

BasicRules *basic_rules_new(const Game *game, const Budget *budget,
                            const char **failure)
{
    Arena *arena = arena_new();
    BasicRules *rules = arena_alloc(arena, sizeof *rules);
    rules->arena = arena;
    rules->ground = instantiate(game, arena, budget);
    *failure = rules->ground.failure;
    if (*failure) {
        arena_free(arena);
        return NULL;
    }
    rules->holds = name_atoms(rules, "true", 1);
    rules->next = name_atoms(rules, "next", 1);
    rules->does = name_atoms(rules, "does", 2);
    rules->legal = name_atoms(rules, "legal", 2);
    rules->sees = name_atoms(rules, "sees", 2);
    rules->goal = name_atoms(rules, "goal", 2);
    rules->terminal = name_atoms(rules, "terminal", 0);
    rules->next_holds = pair_up(rules, rules->next, rules->holds);
    rules->legal_does = pair_up(rules, rules->legal, rules->does);
    rules->initial = arena_array(arena, bool, rules->holds.count);
    for (size_t i = 0; i < rules->ground.initial_count; i++) {
        uint32_t number = find_named(rules->holds, 0, rules->ground.initial[i]);
        if (number != NO_NUMBER)
            rules->initial[number] = true;
    }
    return rules;
}

void basic_rules_free(BasicRules *rules)
{
    if (rules)
        arena_free(rules->arena);
}

/* ---- the filter ---- */

static void set_all(Basic *basic, NamedList list, BaseValue value)
{
    for (size_t i = 0; i < list.count; i++)
        open_set(basic->open, list.items[i].atom, value);
}

/* Step 1: complete information. */
static void reset(Filter *filter)
{
    Basic *basic = (Basic *)filter;
    const BasicRules *rules = basic->rules;
    set_all(basic, rules->does, BASE_FALSE);
    for (size_t i = 0; i < rules->holds.count; i++)
        open_set(basic->open, rules->holds.items[i].atom,
                 rules->initial[i] ? BASE_TRUE : BASE_FALSE);
    basic->limited = false;
}

static void evaluate(Basic *basic, const Cone *cone)
{
    open_evaluate(basic->open, cone);
}

static void note_limits(Basic *basic)
{
    basic->limited = basic->limited || open_limited(basic->open);
}

/* Steps 2.1 and 2.2, first part: the own move is known, and what the others may
 * do is possible. False if the own move is none. */
static bool add_moves(Basic *basic, const Term *move)
{
    const BasicRules *rules = basic->rules;
    uint32_t own = find_named(rules->does, basic->role, move);
    set_all(basic, rules->does, BASE_FALSE);
    evaluate(basic, basic->cone_legal);
    if (own == NO_NUMBER)
        return false;
    for (size_t i = 0; i < rules->legal.count; i++) {
        Named legal = rules->legal.items[i];
        uint32_t number = rules->legal_does[i];
        if (number != NO_NUMBER && legal.role != basic->role &&
            open_value(basic->open, legal.atom) != VALUE_NEVER)
            open_set(basic->open, rules->does.items[number].atom, BASE_OPEN);
    }
    note_limits(basic);
    open_set(basic->open, rules->does.items[own].atom, BASE_TRUE);
    return true;
}

/* What was perceived, and what could have been and was not. */
static bool filter_percepts(Basic *basic, TermList percepts)
{
    size_t met = 0;
    for (size_t i = 0; i < basic->percept_count; i++) {
        basic->seen[i] = met < percepts.count &&
                         percepts.items[met] == basic->percepts[i].term;
        met += basic->seen[i];
    }
    bool possible =
        open_filter(basic->open, basic->cone_sees, basic->observable,
                    basic->seen, basic->percept_count, basic->percepts_only);
    note_limits(basic);
    return possible && met == percepts.count;
}

/* Step 2.2, last part: what is certain of the next position, and possible. */
static void go_on(Basic *basic)
{
    const BasicRules *rules = basic->rules;
    evaluate(basic, basic->cone_next);
    uint8_t *values = fatal_malloc(rules->next.count + 1);
    for (size_t i = 0; i < rules->next.count; i++)
        values[i] = (uint8_t)open_value(basic->open, rules->next.items[i].atom);
    note_limits(basic);
    set_all(basic, rules->holds, BASE_FALSE);
    set_all(basic, rules->does, BASE_FALSE);
    for (size_t i = 0; i < rules->next.count; i++)
        if (values[i] != VALUE_NEVER && rules->next_holds[i] != NO_NUMBER)
            open_set(basic->open, rules->holds.items[rules->next_holds[i]].atom,
                     values[i] == VALUE_MUST ? BASE_TRUE : BASE_OPEN);
    free(values);
}

static bool update(Filter *filter, const Term *move, TermList percepts)
{
    Basic *basic = (Basic *)filter;
    if (!add_moves(basic, move) || !filter_percepts(basic, percepts))
        return false;
    go_on(basic);
    return true;
}

/* ---- answers ---- */

typedef VEC(Belief) BeliefVec;

static void add_beliefs(const Basic *basic, NamedList list, uint32_t role,
                        BeliefVec *beliefs)
{
    for (size_t i = 0; i < list.count; i++) {
        Named named = list.items[i];
        OpenValue value = open_value(basic->open, named.atom);
        Belief belief = {named.term, value == VALUE_MUST};
        if (named.role == role && value != VALUE_NEVER)
            vec_push(beliefs, belief);
    }
}

static void add_features(const Basic *basic, BeliefVec *beliefs)
{
    NamedList holds = basic->rules->holds;
    for (size_t i = 0; i < holds.count; i++) {
        BaseValue value = open_base(basic->open, holds.items[i].atom);
        Belief belief = {holds.items[i].term, value == BASE_TRUE};
        if (value != BASE_FALSE)
            vec_push(beliefs, belief);
    }
}

static Beliefs ask(Filter *filter, About about)
{
    Basic *basic = (Basic *)filter;
    BeliefVec beliefs = {0};
    arena_free(basic->answers);
    basic->answers = arena_new();
    switch (about) {
    case ABOUT_LEGAL:
        evaluate(basic, basic->cone_own);
        add_beliefs(basic, basic->rules->legal, basic->role, &beliefs);
        break;
    case ABOUT_TERMINAL:
        evaluate(basic, basic->cone_end);
        add_beliefs(basic, basic->rules->terminal, 0, &beliefs);
        break;
    case ABOUT_GOAL:
        evaluate(basic, basic->cone_end);
        add_beliefs(basic, basic->rules->goal, basic->role, &beliefs);
        break;
    default:
        add_features(basic, &beliefs);
    }
    note_limits(basic);
    Beliefs result = {.count = beliefs.count};
    result.items = vec_finish(&beliefs, basic->answers);
    return result;
}

static bool limited(const Filter *filter)
{
    return ((const Basic *)filter)->limited;
}

static void done(Filter *filter)
{
    Basic *basic = (Basic *)filter;
    open_free(basic->open);
    arena_free(basic->answers);
    free(basic->observable);
    free(basic->seen);
    free(basic);
}

static const Cone *cone_of(Basic *basic, const NamedList *lists, size_t count,
                           bool own)
{
    VEC(AtomId) queries = {0};
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < lists[i].count; k++)
            if (!own || lists[i].items[k].role == basic->role)
                vec_push(&queries, lists[i].items[k].atom);
    const Cone *cone = open_cone(basic->open, queries.items, queries.count);
    vec_free(&queries);
    return cone;
}

static void find_percepts(Basic *basic)
{
    NamedList sees = basic->rules->sees;
    size_t first = 0;
    while (first < sees.count && sees.items[first].role < basic->role)
        first++;
    size_t end = first;
    while (end < sees.count && sees.items[end].role == basic->role)
        end++;
    basic->percepts = sees.items + first;
    basic->percept_count = end - first;
    basic->observable = fatal_malloc((end - first + 1) * sizeof(AtomId));
    basic->seen = fatal_malloc((end - first + 1) * sizeof(bool));
    for (size_t i = 0; i < end - first; i++)
        basic->observable[i] = sees.items[first + i].atom;
}

Filter *basic_new(const BasicRules *rules, size_t role, bool percepts_only,
                  const Budget *budget)
{
    const Ground *ground = &rules->ground;
    Basic *basic = fatal_malloc(sizeof *basic);
    *basic =
        (Basic){.face = {reset, update, ask, limited, done},
                .rules = rules,
                .role = (uint32_t)role,
                .percepts_only = percepts_only,
                .open = open_new(ground->rules, ground->rule_count,
                                 ground->literals, ground->atom_count, budget)};
    const NamedList end[] = {rules->goal, rules->terminal};
    basic->cone_legal = cone_of(basic, &rules->legal, 1, false);
    basic->cone_own = cone_of(basic, &rules->legal, 1, true);
    basic->cone_sees = cone_of(basic, &rules->sees, 1, true);
    basic->cone_next = cone_of(basic, &rules->next, 1, false);
    basic->cone_end = cone_of(basic, end, 2, false);
    find_percepts(basic);
    reset(&basic->face);
    return &basic->face;
}

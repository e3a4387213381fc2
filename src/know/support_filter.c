/* support_filter.c - the published filter: Thielscher's basic player for GDL-II
 *
 * In:   ground rules, a role, its moves and percepts
 * Out:  what is known and what is possible, as far as two sets can tell
 *
 * The steps are those of "A Basic Update Method" in Filtering with Logic
 * Programs and its Application to General Game Playing. Start reading at
 * update().
 */
#include "know/support_filter.h"

#include "base/sort.h"
#include "know/open_program.h"

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

/* The ground rules, and what is looked up in them. */
typedef struct {
    Arena *arena;
    Ground ground;
    NamedList holds, next, does, legal, sees, goal, terminal;
    uint32_t *legal_does; /* by number in LEGAL: in DOES, or NO_NUMBER */
    Open *open;
    const Cone *cone_legal, *cone_own, *cone_sees, *cone_next, *cone_end;
    const Named *percepts; /* that the role can have, */
    AtomId *observable;    /* as atoms, */
    bool *seen;            /* and whether it has them now */
    size_t percept_count;
} Program;

#define NO_NUMBER UINT32_MAX

typedef VEC(Belief) BeliefVec;

typedef struct {
    Filter face;
    const Game *game;
    StepGrounder *grounder; /* for each round, or NULL */
    uint32_t role;
    bool percepts_only, each_round;
    const Budget *budget;
    Program *rules;       /* NULL after a limit was reached */
    BeliefVec holds;      /* B+ and B0: what holds, and what may */
    const Term **initial; /* sorted */
    size_t initial_count;
    Arena *answers;
    bool limited; /* since the last reset */
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
static NamedList name_atoms(const Program *rules, const char *keyword,
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
    sort_items(found.items, found.count, sizeof *found.items, by_name);
    NamedList list = {.count = found.count};
    list.items = vec_finish(&found, rules->arena);
    return list;
}

/* Goals are values only, in their usual spelling. */
static NamedList name_values(const Program *rules, Terms *terms)
{
    NamedList list = name_atoms(rules, "goal", 2);
    size_t kept = 0;
    for (size_t i = 0; i < list.count; i++) {
        int value = goal_value(list.items[i].term);
        if (value == NO_GOAL_VALUE)
            continue;
        list.items[kept] = list.items[i];
        list.items[kept++].term = goal_term(terms, value);
    }
    list.count = kept;
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

static uint32_t *pair_up(const Program *rules, NamedList from, NamedList to)
{
    uint32_t *numbers = arena_array(rules->arena, uint32_t, from.count);
    for (size_t i = 0; i < from.count; i++)
        numbers[i] = find_named(to, from.items[i].role, from.items[i].term);
    return numbers;
}

/* What evaluating LISTS takes; of ROLE only, or of all with NO_NUMBER. */
static const Cone *cone_of(Program *rules, const NamedList *lists, size_t count,
                           uint32_t role)
{
    VEC(AtomId) queries = {0};
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < lists[i].count; k++)
            if (role == NO_NUMBER || lists[i].items[k].role == role)
                vec_push(&queries, lists[i].items[k].atom);
    const Cone *cone = open_cone(rules->open, queries.items, queries.count);
    vec_free(&queries);
    return cone;
}

static void find_percepts(Program *rules, uint32_t role)
{
    NamedList sees = rules->sees;
    size_t first = 0;
    while (first < sees.count && sees.items[first].role < role)
        first++;
    size_t end = first;
    while (end < sees.count && sees.items[end].role == role)
        end++;
    rules->percepts = sees.items + first;
    rules->percept_count = end - first;
    rules->observable = arena_array(rules->arena, AtomId, end - first);
    rules->seen = arena_array(rules->arena, bool, end - first);
    for (size_t i = 0; i < end - first; i++)
        rules->observable[i] = sees.items[first + i].atom;
}

static void program_free(Program *rules)
{
    if (!rules)
        return;
    open_free(rules->open);
    arena_free(rules->arena);
}

/* NULL, with the reason in *FAILURE, if a limit is reached. */
static Program *program_new(Terms *terms, Ground given, Arena *arena,
                            uint32_t role, const Budget *budget,
                            const char **failure)
{
    Program *rules = arena_alloc(arena, sizeof *rules);
    rules->arena = arena;
    rules->ground = given;
    const Ground *ground = &rules->ground;
    *failure = ground->failure;
    if (*failure) {
        arena_free(arena);
        return NULL;
    }
    rules->holds = name_atoms(rules, "true", 1);
    rules->next = name_atoms(rules, "next", 1);
    rules->does = name_atoms(rules, "does", 2);
    rules->legal = name_atoms(rules, "legal", 2);
    rules->sees = name_atoms(rules, "sees", 2);
    rules->goal = name_values(rules, terms);
    rules->terminal = name_atoms(rules, "terminal", 0);
    rules->legal_does = pair_up(rules, rules->legal, rules->does);
    rules->open = open_new(ground->rules, ground->rule_count, ground->literals,
                           ground->atom_count, budget);
    const NamedList end[] = {rules->goal, rules->terminal};
    rules->cone_legal = cone_of(rules, &rules->legal, 1, NO_NUMBER);
    rules->cone_own = cone_of(rules, &rules->legal, 1, role);
    rules->cone_sees = cone_of(rules, &rules->sees, 1, role);
    rules->cone_next = cone_of(rules, &rules->next, 1, NO_NUMBER);
    rules->cone_end = cone_of(rules, end, 2, NO_NUMBER);
    find_percepts(rules, role);
    return rules;
}

/* ---- the filter ---- */

static void set_all(Basic *basic, NamedList list, BaseValue value)
{
    for (size_t i = 0; i < list.count; i++)
        open_set(basic->rules->open, list.items[i].atom, value);
}

/* Grounds for what may hold now. */
static void ground_round(Basic *basic)
{
    VEC(const Term *) features = {0};
    const char *failure;
    for (size_t i = 0; i < basic->holds.count; i++)
        vec_push(&features, basic->holds.items[i].term);
    program_free(basic->rules);
    Arena *arena = arena_new();
    Ground ground = step_ground(basic->grounder, features.items, features.count,
                                NULL, arena);
    basic->rules = program_new(basic->game->terms, ground, arena, basic->role,
                               basic->budget, &failure);
    vec_free(&features);
    basic->limited = basic->limited || !basic->rules;
}

/* Makes the position that is believed in that of the program. */
static void enter(Basic *basic)
{
    if (basic->each_round)
        ground_round(basic);
    if (!basic->rules)
        return;
    const Program *rules = basic->rules;
    set_all(basic, rules->holds, BASE_FALSE);
    set_all(basic, rules->does, BASE_FALSE);
    for (size_t i = 0; i < basic->holds.count; i++) {
        Belief belief = basic->holds.items[i];
        uint32_t number = find_named(rules->holds, 0, belief.term);
        if (number != NO_NUMBER)
            open_set(rules->open, rules->holds.items[number].atom,
                     belief.certain ? BASE_TRUE : BASE_OPEN);
    }
}

/* Step 1: complete information. */
static void reset(Filter *filter)
{
    Basic *basic = (Basic *)filter;
    basic->limited = false;
    vec_clear(&basic->holds);
    for (size_t i = 0; i < basic->initial_count; i++) {
        Belief belief = {basic->initial[i], true};
        vec_push(&basic->holds, belief);
    }
    enter(basic);
}

static void evaluate(Basic *basic, const Cone *cone)
{
    open_evaluate(basic->rules->open, cone);
}

static void note_limits(Basic *basic)
{
    basic->limited = basic->limited || open_limited(basic->rules->open);
}

/* Steps 2.1 and 2.2, first part: the own move is known, and what the others may
 * do is possible. False if the own move is none. */
static bool add_moves(Basic *basic, const Term *move)
{
    const Program *rules = basic->rules;
    uint32_t own = find_named(rules->does, basic->role, move);
    set_all(basic, rules->does, BASE_FALSE);
    evaluate(basic, basic->rules->cone_legal);
    if (own == NO_NUMBER)
        return false;
    for (size_t i = 0; i < rules->legal.count; i++) {
        Named legal = rules->legal.items[i];
        uint32_t number = rules->legal_does[i];
        if (number != NO_NUMBER && legal.role != basic->role &&
            open_value(basic->rules->open, legal.atom) != VALUE_NEVER)
            open_set(rules->open, rules->does.items[number].atom, BASE_OPEN);
    }
    note_limits(basic);
    open_set(rules->open, rules->does.items[own].atom, BASE_TRUE);
    return true;
}

/* What was perceived, and what could have been and was not. */
static bool filter_percepts(Basic *basic, TermList percepts)
{
    const Program *rules = basic->rules;
    size_t met = 0;
    for (size_t i = 0; i < rules->percept_count; i++) {
        rules->seen[i] = met < percepts.count &&
                         percepts.items[met] == rules->percepts[i].term;
        met += rules->seen[i];
    }
    bool possible =
        open_filter(rules->open, rules->cone_sees, rules->observable,
                    rules->seen, rules->percept_count, basic->percepts_only);
    note_limits(basic);
    return possible && met == percepts.count;
}

/* Step 2.2, last part: what is certain of the next position, and possible. */
static void go_on(Basic *basic)
{
    const Program *rules = basic->rules;
    evaluate(basic, rules->cone_next);
    vec_clear(&basic->holds);
    for (size_t i = 0; i < rules->next.count; i++) {
        OpenValue value = open_value(rules->open, rules->next.items[i].atom);
        Belief belief = {rules->next.items[i].term, value == VALUE_MUST};
        if (value != VALUE_NEVER)
            vec_push(&basic->holds, belief);
    }
    note_limits(basic);
    enter(basic);
}

static bool update(Filter *filter, const Term *move, TermList percepts)
{
    Basic *basic = (Basic *)filter;
    if (!basic->rules)
        return true; /* a limit was reached: it knows nothing any more */
    if (!add_moves(basic, move) || !filter_percepts(basic, percepts))
        return false;
    go_on(basic);
    return true;
}

/* ---- answers ---- */

/* Spellings of one value are neighbours, and one belief. */
static void add_beliefs(const Basic *basic, NamedList list, uint32_t role,
                        BeliefVec *beliefs)
{
    for (size_t i = 0; i < list.count; i++) {
        Named named = list.items[i];
        OpenValue value = open_value(basic->rules->open, named.atom);
        Belief belief = {named.term, value == VALUE_MUST};
        if (named.role != role || value == VALUE_NEVER)
            continue;
        if (beliefs->count && vec_last(beliefs).term == belief.term)
            vec_last(beliefs).certain |= belief.certain;
        else
            vec_push(beliefs, belief);
    }
}

static void add_features(const Basic *basic, BeliefVec *beliefs)
{
    for (size_t i = 0; i < basic->holds.count; i++)
        vec_push(beliefs, basic->holds.items[i]);
}

/* What is to be said if even that could not be computed: anything. */
static Beliefs nothing_known(Basic *basic)
{
    Belief *belief = arena_alloc(basic->answers, sizeof *belief);
    belief->term = basic->game->rules->items[0].head;
    return (Beliefs){belief, 1};
}

static Beliefs ask(Filter *filter, About about)
{
    Basic *basic = (Basic *)filter;
    BeliefVec beliefs = {0};
    arena_free(basic->answers);
    basic->answers = arena_new();
    if (!basic->rules)
        return nothing_known(basic);
    switch (about) {
    case ABOUT_LEGAL:
        evaluate(basic, basic->rules->cone_own);
        add_beliefs(basic, basic->rules->legal, basic->role, &beliefs);
        break;
    case ABOUT_TERMINAL:
        evaluate(basic, basic->rules->cone_end);
        add_beliefs(basic, basic->rules->terminal, 0, &beliefs);
        break;
    case ABOUT_GOAL:
        evaluate(basic, basic->rules->cone_end);
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
    program_free(basic->rules);
    step_grounder_free(basic->grounder);
    arena_free(basic->answers);
    vec_free(&basic->holds);
    free(basic->initial);
    free(basic);
}

static void note_initial(Basic *basic)
{
    const Ground *ground = &basic->rules->ground;
    size_t bytes = ground->initial_count * sizeof *basic->initial;
    basic->initial_count = ground->initial_count;
    basic->initial = fatal_malloc(bytes + 1);
    memcpy(basic->initial, ground->initial, bytes);
    sort_terms(basic->initial, basic->initial_count);
}

Filter *basic_new(const Game *game, size_t role, bool percepts_only,
                  bool each_round, const Budget *budget, const char **failure)
{
    Basic *basic = fatal_malloc(sizeof *basic);
    NetWish wish = {.one_step = each_round};
    Arena *arena = arena_new();
    *basic = (Basic){.face = {reset, update, ask, limited, done},
                     .game = game,
                     .role = (uint32_t)role,
                     .percepts_only = percepts_only,
                     .each_round = each_round,
                     .budget = budget};
    basic->rules =
        program_new(game->terms, instantiate_wish(game, &wish, arena, budget),
                    arena, basic->role, budget, failure);
    if (!basic->rules) {
        free(basic);
        return NULL;
    }
    if (each_round)
        basic->grounder = step_grounder_new(game, budget);
    note_initial(basic);
    reset(&basic->face);
    return &basic->face;
}

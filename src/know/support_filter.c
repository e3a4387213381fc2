/* support_filter.c - Thielscher's basic filter for GDL-II (AAAI 2013)
 *
 * In:   ground rules, a role, its moves and percepts
 * Out:  what is known and what is possible, as far as two sets can express it
 *
 * The steps are those of "A Basic Update Method" in Thielscher, Filtering with
 * Logic Programs and its Application to General Game Playing (AAAI 2013).
 * Start reading at support_filter_update().
 */
#include "know/support_filter.h"

#include "base/memory.h"
#include "base/sort.h"
#include "ground/step_grounder.h"
#include "know/open_program.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* An atom of a keyword and its last argument: F of true(F), M of does(R,M). */
typedef struct {
    AtomId atom;
    uint32_t role; /* of does, legal, sees and goal */
    const Term *term;
} KeywordAtom;

typedef struct {
    KeywordAtom *items; /* sorted by role, then by term */
    size_t count;
} KeywordAtoms;

/* The ground rules as an open program, and their atoms by keyword. */
typedef struct {
    Arena *arena;
    Ground ground;
    KeywordAtoms holds, next, does, legal, sees, goal, terminal;
    uint32_t *legal_does; /* by index of LEGAL: index of DOES, or NO_NUMBER */
    OpenProgram *open;
    const Cone *cone_legal, *cone_own, *cone_sees, *cone_next, *cone_end;
    const KeywordAtom *percepts; /* possible percepts of the role */
    AtomId *observable;          /* their atoms */
    bool *seen;                  /* whether they were observed */
    size_t percept_count;
} FilterProgram;

#define NO_NUMBER UINT32_MAX

typedef VEC(Belief) BeliefVec;

typedef struct {
    Filter interface;
    const Game *game;
    StepGrounder *grounder; /* with EACH_ROUND, else NULL */
    uint32_t role;
    bool percepts_only, each_round;
    const Budget *budget;
    FilterProgram *rules; /* NULL after a limit was reached */
    BeliefVec holds;      /* B+ and B0: what holds, what may hold */
    const Term **initial; /* sorted */
    size_t initial_count;
    Arena *answers;
    bool limited; /* since the last reset */
} SupportFilter;

/* ---- the program ---- */

static uint32_t role_of(const Ground *ground, const Term *name)
{
    for (uint32_t i = 0; i < ground->role_count; i++)
        if (ground->roles[i] == name)
            return i;
    return NO_NUMBER;
}

static int by_role_and_term(const void *left, const void *right)
{
    const KeywordAtom *a = left, *b = right;
    if (a->role != b->role)
        return a->role < b->role ? -1 : 1;
    return term_compare(a->term, b->term);
}

/* The atoms of a keyword, without those whose role is no role of the game. */
static KeywordAtoms atoms_of_keyword(const FilterProgram *rules,
                                     Keyword keyword)
{
    const Ground *ground = &rules->ground;
    VEC(KeywordAtom) found = {0};
    for (AtomId i = 0; i < ground->atom_count; i++) {
        const Term *atom = ground->atoms[i];
        size_t arity = atom->arity;
        if (ground->keywords[i] != keyword)
            continue;
        KeywordAtom keyword_atom = {i, 0, arity ? atom->args[arity - 1] : atom};
        if (arity == 2)
            keyword_atom.role = role_of(ground, atom->args[0]);
        if (keyword_atom.role != NO_NUMBER)
            vec_push(&found, keyword_atom);
    }
    sort_items(found.items, found.count, sizeof *found.items, by_role_and_term);
    KeywordAtoms list = {.count = found.count};
    list.items = vec_finish(&found, rules->arena);
    return list;
}

/* The goal atoms with a value from 0 to 100, as its canonical term. */
static KeywordAtoms goal_atoms(const FilterProgram *rules, Terms *terms)
{
    KeywordAtoms list = atoms_of_keyword(rules, KEYWORD_GOAL);
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

static uint32_t find_keyword_atom(KeywordAtoms list, uint32_t role,
                                  const Term *term)
{
    KeywordAtom key = {0, role, term};
    size_t found = sort_find(list.items, list.count, sizeof *list.items, &key,
                             by_role_and_term);
    if (found < list.count)
        return (uint32_t)found;
    return NO_NUMBER;
}

static uint32_t *match_atoms(const FilterProgram *rules, KeywordAtoms from,
                             KeywordAtoms to)
{
    uint32_t *numbers = arena_array(rules->arena, uint32_t, from.count);
    for (size_t i = 0; i < from.count; i++)
        numbers[i] =
            find_keyword_atom(to, from.items[i].role, from.items[i].term);
    return numbers;
}

/* The cone of the atoms in LISTS; of ROLE only, unless that is NO_NUMBER. */
static const Cone *cone_of(FilterProgram *rules, const KeywordAtoms *lists,
                           size_t count, uint32_t role)
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

static void find_percepts(FilterProgram *rules, uint32_t role)
{
    KeywordAtoms sees = rules->sees;
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

static void program_free(FilterProgram *rules)
{
    if (!rules)
        return;
    open_free(rules->open);
    arena_free(rules->arena);
}

/* Takes ARENA. NULL, with the reason in *FAILURE, if a limit is reached. */
static FilterProgram *program_new(Terms *terms, Ground given, Arena *arena,
                                  uint32_t role, const Budget *budget,
                                  const char **failure)
{
    FilterProgram *rules = arena_alloc(arena, sizeof *rules);
    rules->arena = arena;
    rules->ground = given;
    const Ground *ground = &rules->ground;
    *failure = ground->failure;
    if (*failure) {
        arena_free(arena);
        return NULL;
    }
    rules->holds = atoms_of_keyword(rules, KEYWORD_TRUE);
    rules->next = atoms_of_keyword(rules, KEYWORD_NEXT);
    rules->does = atoms_of_keyword(rules, KEYWORD_DOES);
    rules->legal = atoms_of_keyword(rules, KEYWORD_LEGAL);
    rules->sees = atoms_of_keyword(rules, KEYWORD_SEES);
    rules->goal = goal_atoms(rules, terms);
    rules->terminal = atoms_of_keyword(rules, KEYWORD_TERMINAL);
    rules->legal_does = match_atoms(rules, rules->legal, rules->does);
    rules->open = open_new(ground, budget);
    const KeywordAtoms end[] = {rules->goal, rules->terminal};
    rules->cone_legal = cone_of(rules, &rules->legal, 1, NO_NUMBER);
    rules->cone_own = cone_of(rules, &rules->legal, 1, role);
    rules->cone_sees = cone_of(rules, &rules->sees, 1, role);
    rules->cone_next = cone_of(rules, &rules->next, 1, NO_NUMBER);
    rules->cone_end = cone_of(rules, end, 2, NO_NUMBER);
    find_percepts(rules, role);
    return rules;
}

/* ---- the filter ---- */

static void set_all(SupportFilter *self, KeywordAtoms list, BaseValue value)
{
    for (size_t i = 0; i < list.count; i++)
        open_set(self->rules->open, list.items[i].atom, value);
}

/* Grounds the rules for the features that may hold now. */
static void ground_round(SupportFilter *self)
{
    TermVec features = {0};
    const char *failure;
    for (size_t i = 0; i < self->holds.count; i++)
        vec_push(&features, self->holds.items[i].term);
    program_free(self->rules);
    Arena *arena = arena_new();
    Ground ground =
        step_ground(self->grounder, features.items, features.count, arena);
    self->rules = program_new(self->game->terms, ground, arena, self->role,
                              self->budget, &failure);
    vec_free(&features);
    self->limited = self->limited || !self->rules;
}

/* Sets the base of the program to the beliefs about the current position. */
static void load_position(SupportFilter *self)
{
    assert(self->each_round == (self->grounder != NULL));
    if (self->each_round)
        ground_round(self);
    if (!self->rules)
        return;
    const FilterProgram *rules = self->rules;
    set_all(self, rules->holds, BASE_FALSE);
    set_all(self, rules->does, BASE_FALSE);
    for (size_t i = 0; i < self->holds.count; i++) {
        Belief belief = self->holds.items[i];
        uint32_t number = find_keyword_atom(rules->holds, 0, belief.term);
        if (number != NO_NUMBER)
            open_set(rules->open, rules->holds.items[number].atom,
                     belief.certain ? BASE_TRUE : BASE_OPEN);
    }
}

/* Step 1: the initial position is known completely. */
static void support_filter_reset(Filter *filter)
{
    SupportFilter *self = (SupportFilter *)filter;
    self->limited = false;
    vec_clear(&self->holds);
    for (size_t i = 0; i < self->initial_count; i++) {
        vec_push(&self->holds, (Belief){self->initial[i], true});
    }
    load_position(self);
}

static void evaluate(SupportFilter *self, const Cone *cone)
{
    open_evaluate(self->rules->open, cone);
}

static void record_limits(SupportFilter *self)
{
    self->limited = self->limited || open_limited(self->rules->open);
}

/* Steps 2.1 and 2.2, first part: the own move is true, moves of other roles
 * that may be legal are open. False if the own move is no move of the program.
 */
static bool open_possible_moves(SupportFilter *self, const Term *move)
{
    const FilterProgram *rules = self->rules;
    uint32_t own = find_keyword_atom(rules->does, self->role, move);
    set_all(self, rules->does, BASE_FALSE);
    evaluate(self, self->rules->cone_legal);
    if (own == NO_NUMBER)
        return false;
    for (size_t i = 0; i < rules->legal.count; i++) {
        KeywordAtom legal = rules->legal.items[i];
        uint32_t number = rules->legal_does[i];
        assert(number == NO_NUMBER || number < rules->does.count);
        if (number != NO_NUMBER && legal.role != self->role &&
            open_value(self->rules->open, legal.atom) != VALUE_NEVER)
            open_set(rules->open, rules->does.items[number].atom, BASE_OPEN);
    }
    record_limits(self);
    open_set(rules->open, rules->does.items[own].atom, BASE_TRUE);
    return true;
}

/* Step 2.2, second part: filters by percepts and by their absence. */
static bool filter_percepts(SupportFilter *self, TermList percepts)
{
    const FilterProgram *rules = self->rules;
    assert(rules->percept_count <= rules->sees.count);
    size_t matched = 0;
    for (size_t i = 0; i < rules->percept_count; i++) {
        rules->seen[i] = matched < percepts.count &&
                         percepts.items[matched] == rules->percepts[i].term;
        matched += rules->seen[i];
    }
    bool possible =
        open_filter(rules->open, rules->cone_sees, rules->observable,
                    rules->seen, rules->percept_count, self->percepts_only);
    record_limits(self);
    return possible && matched == percepts.count;
}

/* Step 2.2, last part: what must and what may hold in the next position. */
static void advance(SupportFilter *self)
{
    const FilterProgram *rules = self->rules;
    evaluate(self, rules->cone_next);
    vec_clear(&self->holds);
    for (size_t i = 0; i < rules->next.count; i++) {
        OpenValue value = open_value(rules->open, rules->next.items[i].atom);
        if (value != VALUE_NEVER)
            vec_push(&self->holds,
                     (Belief){rules->next.items[i].term, value == VALUE_MUST});
    }
    record_limits(self);
    load_position(self);
}

static bool support_filter_update(Filter *filter, const Term *move,
                                  TermList percepts)
{
    SupportFilter *self = (SupportFilter *)filter;
    if (!self->rules)
        return true; /* a limit was reached: nothing is known any more */
    if (!open_possible_moves(self, move) || !filter_percepts(self, percepts))
        return false;
    advance(self);
    return true;
}

/* ---- answers ---- */

/* Adds the beliefs about atoms of ROLE. Terms of one goal value are neighbours
 * and become one belief. */
static void add_beliefs(const SupportFilter *self, KeywordAtoms list,
                        uint32_t role, BeliefVec *beliefs)
{
    for (size_t i = 0; i < list.count; i++) {
        KeywordAtom keyword_atom = list.items[i];
        OpenValue value = open_value(self->rules->open, keyword_atom.atom);
        Belief belief = {keyword_atom.term, value == VALUE_MUST};
        if (keyword_atom.role != role || value == VALUE_NEVER)
            continue;
        if (beliefs->count && vec_last(beliefs).term == belief.term)
            vec_last(beliefs).certain |= belief.certain;
        else
            vec_push(beliefs, belief);
    }
}

static void add_features(const SupportFilter *self, BeliefVec *beliefs)
{
    vec_append(beliefs, self->holds.items, self->holds.count);
}

/* The answer after a limit: one uncertain belief. */
static Beliefs nothing_known(SupportFilter *self)
{
    Belief *belief = arena_alloc(self->answers, sizeof *belief);
    belief->term = self->game->rules->items[0].head;
    return (Beliefs){belief, 1};
}

static Beliefs support_filter_ask(Filter *filter, KnowledgeQuestion question)
{
    SupportFilter *self = (SupportFilter *)filter;
    BeliefVec beliefs = {0};
    arena_free(self->answers);
    self->answers = arena_new();
    if (!self->rules)
        return nothing_known(self);
    switch (question) {
    case QUESTION_LEGAL:
        evaluate(self, self->rules->cone_own);
        add_beliefs(self, self->rules->legal, self->role, &beliefs);
        break;
    case QUESTION_TERMINAL:
        evaluate(self, self->rules->cone_end);
        add_beliefs(self, self->rules->terminal, 0, &beliefs);
        break;
    case QUESTION_GOAL:
        evaluate(self, self->rules->cone_end);
        add_beliefs(self, self->rules->goal, self->role, &beliefs);
        break;
    default:
        add_features(self, &beliefs);
    }
    record_limits(self);
    Beliefs result = {.count = beliefs.count};
    result.items = vec_finish(&beliefs, self->answers);
    return result;
}

static bool support_filter_limited(const Filter *filter)
{
    return ((const SupportFilter *)filter)->limited;
}

static void support_filter_free(Filter *filter)
{
    SupportFilter *self = (SupportFilter *)filter;
    program_free(self->rules);
    step_grounder_free(self->grounder);
    arena_free(self->answers);
    vec_free(&self->holds);
    free_all(self->initial, self);
}

static void record_initial(SupportFilter *self)
{
    const Ground *ground = &self->rules->ground;
    self->initial_count = ground->initial_count;
    self->initial = memory_array(self->initial_count, sizeof *self->initial);
    for (size_t i = 0; i < self->initial_count; i++)
        self->initial[i] = ground->initial[i];
    sort_terms(self->initial, self->initial_count);
}

Filter *support_filter_new(const Game *game, size_t role, bool percepts_only,
                           bool each_round, const Budget *budget,
                           const char **failure)
{
    SupportFilter *self = memory_alloc(sizeof *self);
    NetOptions options = {.one_step = each_round};
    Arena *arena = arena_new();
    *self = (SupportFilter){
        .interface = {support_filter_reset, support_filter_update,
                      support_filter_ask, support_filter_limited,
                      support_filter_free},
        .game = game,
        .role = (uint32_t)role,
        .percepts_only = percepts_only,
        .each_round = each_round,
        .budget = budget};
    self->rules = program_new(game->terms,
                              instantiate_with(game, &options, arena, budget),
                              arena, self->role, budget, failure);
    if (!self->rules) {
        free(self);
        return NULL;
    }
    if (each_round)
        self->grounder = step_grounder_new(game, budget);
    record_initial(self);
    support_filter_reset(&self->interface);
    return &self->interface;
}

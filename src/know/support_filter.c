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
#include "ground/instantiate.h"
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
    KeywordAtoms atoms[KEYWORD_COUNT]; /* of sees: those of the role */
    AtomId *observable;                /* its possible percepts */
    bool *is_observed;                 /* whether they were observed */
    OpenProgram *open;
    const Cone *cones[KEYWORD_COUNT];
} FilterProgram;

#define NO_NUMBER UINT32_MAX

typedef struct {
    Filter interface;
    const Game *game;
    StepGrounder *grounder; /* to ground in each round; or NULL */
    uint32_t role;
    bool percepts_only;
    const Budget *budget;
    FilterProgram *program;    /* NULL after a limit was reached */
    BeliefVec feature_beliefs; /* B+ and B0: what holds, what may hold */
    TermVec initial;           /* features, sorted */
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

/* The atoms of a keyword, of sees those of OBSERVER, without those whose role
 * is no role of the game, and without goals of no value from 0 to 100, which is
 * written as its canonical term. */
static KeywordAtoms atoms_of_keyword(const FilterProgram *program, Terms *terms,
                                     Keyword keyword, uint32_t observer)
{
    const Ground *ground = &program->ground;
    VEC(KeywordAtom) found = {0};
    for (AtomId i = 0; i < ground->atom_count; i++) {
        const Term *atom = ground->atoms[i];
        size_t arity = atom->arity;
        if (ground->keywords[i] != keyword)
            continue;
        KeywordAtom keyword_atom = {i, 0, arity ? atom->args[arity - 1] : atom};
        if (arity == 2)
            keyword_atom.role = role_of(ground, atom->args[0]);
        int value = keyword == KEYWORD_GOAL ? goal_value(keyword_atom.term) : 0;
        if (keyword == KEYWORD_GOAL && value != NO_GOAL_VALUE)
            keyword_atom.term = goal_term(terms, value);
        if (keyword == KEYWORD_SEES && keyword_atom.role != observer)
            continue;
        if (keyword_atom.role != NO_NUMBER && value != NO_GOAL_VALUE)
            vec_push(&found, keyword_atom);
    }
    sort_items(found.items, found.count, sizeof *found.items, by_role_and_term);
    size_t count = found.count;
    return (KeywordAtoms){vec_finish(&found, program->arena), count};
}

static AtomId find_atom(KeywordAtoms list, uint32_t role, const Term *term)
{
    KeywordAtom key = {0, role, term};
    size_t index = sort_find(list.items, list.count, sizeof *list.items, &key,
                             by_role_and_term);
    return index < list.count ? list.items[index].atom : NO_NUMBER;
}

static const Cone *cone_of(FilterProgram *program, KeywordAtoms list)
{
    AtomId *queries = memory_array(list.count, sizeof *queries);
    for (size_t i = 0; i < list.count; i++)
        queries[i] = list.items[i].atom;
    const Cone *cone = open_cone(program->open, queries, list.count);
    memory_free(queries);
    return cone;
}

static void program_free(FilterProgram *program)
{
    if (!program)
        return;
    open_free(program->open);
    arena_free(program->arena);
}

/* Takes ARENA. NULL, with the reason in *FAILURE, if a limit is reached. */
static FilterProgram *program_new(Terms *terms, Ground ground, Arena *arena,
                                  uint32_t role, const Budget *budget,
                                  const char **failure)
{
    *failure = ground.failure;
    if (*failure) {
        arena_free(arena);
        return NULL;
    }
    FilterProgram *program = arena_alloc(arena, sizeof *program);
    program->arena = arena;
    program->ground = ground;
    program->open = open_new(&program->ground, budget);
    for (Keyword i = KEYWORD_TRUE; i <= KEYWORD_SEES; i++) {
        program->atoms[i] = atoms_of_keyword(program, terms, i, role);
        program->cones[i] = cone_of(program, program->atoms[i]);
    }
    KeywordAtoms percepts = program->atoms[KEYWORD_SEES];
    program->observable = arena_array(arena, AtomId, percepts.count);
    program->is_observed = arena_array(arena, bool, percepts.count);
    for (size_t i = 0; i < percepts.count; i++)
        program->observable[i] = percepts.items[i].atom;
    return program;
}

/* ---- the filter ---- */

static void set_base(SupportFilter *self, KeywordAtoms list, BaseValue value)
{
    for (size_t i = 0; i < list.count; i++)
        open_set(self->program->open, list.items[i].atom, value);
}

/* Grounds the rules for the features that may hold now. */
static void reground(SupportFilter *self)
{
    TermVec features = {0};
    const char *failure;
    for (size_t i = 0; i < self->feature_beliefs.count; i++)
        vec_push(&features, self->feature_beliefs.items[i].term);
    program_free(self->program);
    Arena *arena = arena_new();
    Ground ground =
        step_ground(self->grounder, features.items, features.count, arena);
    self->program = program_new(self->game->terms, ground, arena, self->role,
                                self->budget, &failure);
    vec_free(&features);
    self->limited = self->limited || !self->program;
}

/* Sets the base of the program to the beliefs about the current position. */
static void load_position(SupportFilter *self)
{
    if (self->grounder)
        reground(self);
    if (!self->program)
        return;
    const FilterProgram *program = self->program;
    set_base(self, program->atoms[KEYWORD_TRUE], BASE_FALSE);
    set_base(self, program->atoms[KEYWORD_DOES], BASE_FALSE);
    for (size_t i = 0; i < self->feature_beliefs.count; i++) {
        Belief belief = self->feature_beliefs.items[i];
        AtomId atom = find_atom(program->atoms[KEYWORD_TRUE], 0, belief.term);
        if (atom != NO_NUMBER)
            open_set(program->open, atom,
                     belief.certain ? BASE_TRUE : BASE_OPEN);
    }
}

/* Step 1: the initial position is known completely. */
static void support_filter_reset(Filter *filter)
{
    SupportFilter *self = (SupportFilter *)filter;
    self->limited = false;
    vec_clear(&self->feature_beliefs);
    for (size_t i = 0; i < self->initial.count; i++)
        vec_push(&self->feature_beliefs,
                 (Belief){self->initial.items[i], true});
    load_position(self);
}

static void record_limits(SupportFilter *self)
{
    self->limited = self->limited || open_limited(self->program->open);
}

/* Steps 2.1 and 2.2, first part: the own move is true, moves of other roles
 * that may be legal are open. False if the own move is no move of the program.
 */
static bool open_possible_moves(SupportFilter *self, const Term *move)
{
    const FilterProgram *program = self->program;
    AtomId own_does = find_atom(program->atoms[KEYWORD_DOES], self->role, move);
    set_base(self, program->atoms[KEYWORD_DOES], BASE_FALSE);
    open_evaluate(program->open, program->cones[KEYWORD_LEGAL]);
    if (own_does == NO_NUMBER)
        return false;
    for (size_t i = 0; i < program->atoms[KEYWORD_LEGAL].count; i++) {
        KeywordAtom legal = program->atoms[KEYWORD_LEGAL].items[i];
        AtomId does = legal.role == self->role
                          ? NO_NUMBER
                          : find_atom(program->atoms[KEYWORD_DOES], legal.role,
                                      legal.term);
        if (does != NO_NUMBER &&
            open_value(program->open, legal.atom) != VALUE_NEVER)
            open_set(program->open, does, BASE_OPEN);
    }
    record_limits(self);
    open_set(program->open, own_does, BASE_TRUE);
    return true;
}

/* Step 2.2, second part: filters by percepts and by their absence. */
static bool filter_percepts(SupportFilter *self, TermList percepts)
{
    const FilterProgram *program = self->program;
    KeywordAtoms possible = program->atoms[KEYWORD_SEES];
    size_t matched_count = 0;
    for (size_t i = 0; i < possible.count; i++) {
        program->is_observed[i] =
            matched_count < percepts.count &&
            percepts.items[matched_count] == possible.items[i].term;
        matched_count += program->is_observed[i];
    }
    bool is_possible = open_filter(program->open, program->cones[KEYWORD_SEES],
                                   program->observable, program->is_observed,
                                   possible.count, self->percepts_only);
    record_limits(self);
    return is_possible && matched_count == percepts.count;
}

/* Step 2.2, last part: what must and what may hold in the next position. */
static void advance_position(SupportFilter *self)
{
    const FilterProgram *program = self->program;
    open_evaluate(program->open, program->cones[KEYWORD_NEXT]);
    vec_clear(&self->feature_beliefs);
    for (size_t i = 0; i < program->atoms[KEYWORD_NEXT].count; i++) {
        const KeywordAtom *next = &program->atoms[KEYWORD_NEXT].items[i];
        assert(!i || next[-1].term != next->term); /* a belief for each */
        OpenValue value = open_value(program->open, next->atom);
        if (value != VALUE_NEVER)
            vec_push(&self->feature_beliefs,
                     (Belief){next->term, value == VALUE_MUST});
    }
    record_limits(self);
    load_position(self);
}

static bool support_filter_update(Filter *filter, const Term *move,
                                  TermList percepts)
{
    SupportFilter *self = (SupportFilter *)filter;
    if (!self->program)
        return true; /* a limit was reached: nothing is known any more */
    if (!open_possible_moves(self, move) || !filter_percepts(self, percepts))
        return false;
    advance_position(self);
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
        OpenValue value = open_value(self->program->open, keyword_atom.atom);
        Belief belief = {keyword_atom.term, value == VALUE_MUST};
        if (keyword_atom.role != role || value == VALUE_NEVER)
            continue;
        if (beliefs->count && vec_last(beliefs).term == belief.term)
            vec_last(beliefs).certain |= belief.certain;
        else
            vec_push(beliefs, belief);
    }
}

static Beliefs support_filter_ask(Filter *filter, KnowledgeQuestion question)
{
    static const Keyword keywords[] = {[QUESTION_LEGAL] = KEYWORD_LEGAL,
                                       [QUESTION_TERMINAL] = KEYWORD_TERMINAL,
                                       [QUESTION_GOAL] = KEYWORD_GOAL};
    SupportFilter *self = (SupportFilter *)filter;
    const FilterProgram *program = self->program;
    BeliefVec beliefs = {0};
    arena_free(self->answers);
    self->answers = arena_new();
    if (!program) { /* after a limit: one uncertain belief */
        vec_push(&beliefs, (Belief){self->game->rules->items[0].head, false});
        return beliefs_finish(&beliefs, self->answers);
    }
    if (question == QUESTION_FEATURES) {
        vec_append(&beliefs, self->feature_beliefs.items,
                   self->feature_beliefs.count);
    } else {
        open_evaluate(program->open, program->cones[keywords[question]]);
        add_beliefs(self, program->atoms[keywords[question]],
                    question == QUESTION_TERMINAL ? 0 : self->role, &beliefs);
    }
    record_limits(self);
    return beliefs_finish(&beliefs, self->answers);
}

static bool support_filter_limited(const Filter *filter)
{
    return ((const SupportFilter *)filter)->limited;
}

static void support_filter_free(Filter *filter)
{
    SupportFilter *self = (SupportFilter *)filter;
    program_free(self->program);
    step_grounder_free(self->grounder);
    arena_free(self->answers);
    vec_free_all(&self->feature_beliefs, &self->initial);
    memory_free(self);
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
        .budget = budget};
    self->program = program_new(game->terms,
                                instantiate_with(game, &options, arena, budget),
                                arena, self->role, budget, failure);
    if (!self->program) {
        memory_free(self);
        return NULL;
    }
    if (each_round)
        self->grounder = step_grounder_new(game, budget);
    vec_append(&self->initial, self->program->ground.initial,
               self->program->ground.initial_count);
    sort_terms(self->initial.items, self->initial.count);
    support_filter_reset(&self->interface);
    return &self->interface;
}

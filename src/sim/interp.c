/* interp.c - play a game by its rules as they stand
 *
 * In:   a Game
 * Out:  positions, legal moves, goals, percepts
 *
 * Each function is one line of the papers' Definition 1; all the work is done
 * by logic/model.c. A step is interp_set(), interp_legal(), interp_next().
 */
#include "sim/interp.h"

#include "base/sort.h"
#include "logic/model.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The facts of a keyword, sorted by role. */
typedef struct {
    TermVec facts;
    size_t version; /* of the interpreter, when they were sorted */
} RoleIndex;

struct Interp {
    const Game *game; /* narrowed to what playing asks for */
    Model *model;
    Model *full_model; /* of the game as it was, for other questions, or NULL */
    bool full_model_is_current; /* it has the current position */
    Arena *arena;
    const Term **roles;
    size_t role_count;
    const Term *terminal;
    const Position *initial;
    size_t version; /* counts changes of position and moves */
    RoleIndex facts_by_role[KEYWORD_COUNT]; /* made when there are many roles */
    TermVec answer;       /* to the last question; borrowed by who asked */
    VEC(int) goal_values; /* likewise */
};

/* ---- positions ---- */

static int by_id(const void *left, const void *right)
{
    const Term *a = *(const Term *const *)left;
    const Term *b = *(const Term *const *)right;
    return (a->id > b->id) - (a->id < b->id);
}

Position *position_new(Arena *arena, const Term *const *features, size_t count)
{
    Position *position = arena_alloc(arena, sizeof *position);
    position->features = arena_copy(arena, features, count * sizeof *features);
    position->count =
        sort_unique(position->features, count, sizeof *features, by_id);
    return position;
}

/* ---- answers ---- */

const Term **position_in_order(Arena *arena, const Position *position)
{
    const Term **sorted =
        arena_copy(arena, position->features, position->count * sizeof *sorted);
    sort_terms(sorted, position->count);
    return sorted;
}

enum {
    POLL_ABOVE_FACTS = 256, /* facts to look through, for each role anew */
    INDEX_ABOVE_ROLES = 256 /* above which facts are sorted by role */
};

static int compare_roles(const void *left, const void *right)
{
    const Term *a = *(const Term *const *)left;
    const Term *b = *(const Term *const *)right;
    return by_id(a->args, b->args);
}

/* Those of FACTS with ROLE as first argument; their number becomes COUNT. */
static const Term *const *facts_of_role(Interp *interp, Keyword keyword,
                                        const Term *const *facts,
                                        const Term *role, size_t *count)
{
    RoleIndex *index = &interp->facts_by_role[keyword];
    if (!*count)
        return facts;
    if (index->version != interp->version || index->facts.count != *count) {
        vec_clear(&index->facts);
        vec_append(&index->facts, facts, *count);
        sort_items(index->facts.items, *count, sizeof *facts, compare_roles);
        index->version = interp->version;
    }
    size_t first = 0, end = *count;
    while (first < end) {
        size_t middle = first + (end - first) / 2;
        if (index->facts.items[middle]->args[0]->id < role->id)
            first = middle + 1;
        else
            end = middle;
    }
    while (end < *count && index->facts.items[end]->args[0] == role)
        end++;
    *count = end - first;
    return index->facts.items + first;
}

/* Makes the ANSWER what stands at ARGUMENT in the facts of KEYWORD; where ROLE
 * is given, only in those with ROLE as first argument. */
static void collect_arguments(Interp *interp, Keyword keyword, const Term *role,
                              size_t argument)
{
    size_t count;
    const Term *const *facts =
        model_facts(interp->model, interp->game->keyword[keyword], &count);
    vec_clear(&interp->answer);
    if (role && interp->role_count > INDEX_ABOVE_ROLES)
        facts = facts_of_role(interp, keyword, facts, role, &count);
    if (count > POLL_ABOVE_FACTS && !model_poll(interp->model, count))
        return;
    for (size_t i = 0; i < count; i++)
        if (!role || facts[i]->args[0] == role)
            vec_push(&interp->answer, facts[i]->args[argument]);
}

static const Term *const *sorted_answer(Interp *interp, size_t *count)
{
    sort_terms(interp->answer.items, interp->answer.count);
    *count = interp->answer.count;
    return interp->answer.items;
}

size_t interp_role_count(const Interp *interp)
{
    return interp->role_count;
}

const Term *interp_role(const Interp *interp, size_t role)
{
    assert(role < interp->role_count);
    return interp->roles[role];
}

Terms *interp_terms(const Interp *interp)
{
    return interp->game->terms;
}

bool interp_is_random(const Interp *interp, size_t role)
{
    return strcmp(interp->roles[role]->symbol->name, "random") == 0 &&
           !interp->roles[role]->arity;
}

const Position *interp_initial(const Interp *interp)
{
    return interp->initial;
}

static const Term *atom_of(const Interp *interp, RelationId relation,
                           const Term *const *args)
{
    const Relation *info = &interp->game->relations[relation];
    return term_compound(interp->game->terms, info->symbol, info->arity, args);
}

void interp_set(Interp *interp, const Position *position)
{
    RelationId relation = interp->game->keyword[KEYWORD_TRUE];
    model_forget(interp->model, CHANGES_WITH_POSITION);
    interp->version++;
    interp->full_model_is_current = false;
    if (relation == NO_RELATION)
        return; /* no rule looks at the position */
    for (size_t i = 0; i < position->count; i++)
        model_add(interp->model, relation,
                  atom_of(interp, relation, &position->features[i]));
}

bool interp_is_terminal(Interp *interp)
{
    return model_holds(interp->model, interp->game->keyword[KEYWORD_TERMINAL],
                       interp->terminal);
}

const Term *const *interp_legal(Interp *interp, size_t role, size_t *count)
{
    assert(role < interp->role_count);
    collect_arguments(interp, KEYWORD_LEGAL, interp->roles[role], 1);
    return sorted_answer(interp, count);
}

bool interp_is_legal(Interp *interp, size_t role, const Term *move)
{
    RelationId relation = interp->game->keyword[KEYWORD_LEGAL];
    const Term *pair[2] = {interp->roles[role], move};
    return relation != NO_RELATION &&
           model_holds(interp->model, relation,
                       atom_of(interp, relation, pair));
}

const Term *const *interp_percepts(Interp *interp, size_t role, size_t *count)
{
    assert(role < interp->role_count);
    collect_arguments(interp, KEYWORD_SEES, interp->roles[role], 1);
    return sorted_answer(interp, count);
}

/* Gives the full model the position of the narrowed one. */
static void update_full_model(Interp *interp)
{
    RelationId relation = interp->game->keyword[KEYWORD_TRUE];
    size_t count;
    const Term *const *facts = model_facts(interp->model, relation, &count);
    model_forget(interp->full_model, CHANGES_WITH_POSITION);
    for (size_t i = 0; i < count; i++)
        model_add(interp->full_model, relation, facts[i]);
    interp->full_model_is_current = true;
}

const Term *const *interp_facts(Interp *interp, RelationId relation,
                                size_t *count)
{
    if (!interp->full_model ||
        interp->game->relations[relation].keyword != KEYWORD_NONE)
        return model_facts(interp->model, relation, count);
    if (!interp->full_model_is_current)
        update_full_model(interp);
    return model_facts(interp->full_model, relation, count);
}

static int by_value(const void *left, const void *right)
{
    return *(const int *)left - *(const int *)right;
}

const int *interp_goals(Interp *interp, size_t role, size_t *count)
{
    collect_arguments(interp, KEYWORD_GOAL, interp->roles[role], 1);
    vec_clear(&interp->goal_values);
    for (size_t i = 0; i < interp->answer.count; i++)
        if (goal_value(interp->answer.items[i]) != NO_GOAL_VALUE)
            vec_push(&interp->goal_values, goal_value(interp->answer.items[i]));
    *count = sort_unique(interp->goal_values.items, interp->goal_values.count,
                         sizeof(int), by_value);
    return interp->goal_values.items;
}

const Term *const *interp_goal_terms(Interp *interp, size_t role, size_t *count)
{
    collect_arguments(interp, KEYWORD_GOAL, interp->roles[role], 1);
    return sorted_answer(interp, count);
}

static void set_moves(Interp *interp, const Term *const *moves)
{
    RelationId relation = interp->game->keyword[KEYWORD_DOES];
    model_forget(interp->model, CHANGES_WITH_MOVES);
    interp->version++;
    for (size_t i = 0; i < interp->role_count && relation != NO_RELATION; i++) {
        const Term *pair[2] = {interp->roles[i], moves[i]};
        model_add(interp->model, relation, atom_of(interp, relation, pair));
    }
}

const Position *interp_next(Interp *interp, const Term *const *moves,
                            Arena *arena)
{
    set_moves(interp, moves);
    collect_arguments(interp, KEYWORD_NEXT, NULL, 0);
    return position_new(arena, interp->answer.items, interp->answer.count);
}

static bool is_legal_joint_move(Interp *interp, const Term *const *moves)
{
    for (size_t i = 0; i < interp->role_count; i++)
        if (!interp_is_legal(interp, i, moves[i]))
            return false;
    return !interp_is_terminal(interp);
}

const Position *interp_play(Interp *interp, const Position *from,
                            const Term *const *moves, size_t step_count,
                            Arena *arena)
{
    interp_set(interp, from);
    for (size_t i = 0; i < step_count; i++, moves += interp->role_count) {
        if (!is_legal_joint_move(interp, moves))
            return NULL;
        Arena *step_arena = i + 1 < step_count ? arena_new() : NULL;
        from = interp_next(interp, moves, step_arena ? step_arena : arena);
        interp_set(interp, from); /* copies it */
        arena_free(step_arena);
    }
    return interp_failure(interp) ? NULL : from;
}

const char *interp_failure(const Interp *interp)
{
    const char *failure = model_failure(interp->model);
    return failure || !interp->full_model ? failure
                                          : model_failure(interp->full_model);
}

void interp_recover(Interp *interp)
{
    model_recover(interp->model);
    if (interp->full_model)
        model_recover(interp->full_model);
}

/* ---- beginning and end ---- */

static void find_roles(Interp *interp)
{
    collect_arguments(interp, KEYWORD_ROLE, NULL, 0);
    interp->role_count = interp->answer.count;
    interp->roles = arena_copy(interp->arena, interp->answer.items,
                               interp->role_count * sizeof *interp->roles);
}

Interp *interp_new(const Game *game, const Budget *budget, const char **failure)
{
    Arena *arena = arena_new();
    Interp *interp = arena_alloc(arena, sizeof *interp);
    interp->arena = arena;
    interp->game = demand_game(game, arena, CHANGES_WITH_MOVES, budget);
    interp->model = model_new(interp->game, budget);
    if (interp->game != game)
        interp->full_model = model_new(game, budget);
    interp->terminal =
        term_constant(game->terms, term_symbol(game->terms, "terminal", 8));
    find_roles(interp);
    collect_arguments(interp, KEYWORD_INIT, NULL, 0);
    interp->initial =
        position_new(arena, interp->answer.items, interp->answer.count);
    *failure = model_failure(interp->model);
    if (!*failure && !interp->role_count)
        *failure = "no role follows from the rules";
    if (!*failure)
        return interp;
    interp_free(interp);
    return NULL;
}

void interp_free(Interp *interp)
{
    if (!interp)
        return;
    model_free(interp->model);
    model_free(interp->full_model);
    for (size_t i = 0; i < KEYWORD_COUNT; i++)
        vec_free(&interp->facts_by_role[i].facts);
    vec_free_all(&interp->answer, &interp->goal_values);
    arena_free(interp->arena);
}

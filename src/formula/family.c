/* family.c - formulas worth trying on any game
 *
 * In:   a Universe
 * Out:  Claims
 *
 * Start reading at family_add(), at the end.
 */
#include "formula/family.h"

#include "lang/print.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const family_names[FAMILY_COUNT] = {
    "persistence", "existence", "control", "unique", "turn-taking", "zero-sum",
};

typedef struct {
    Claims *claims;
    Universe *universe;
    Terms *terms;
    Arena *arena;
    const char *family;
} FamilyBuilder;

static void add(FamilyBuilder *builder, const char *name,
                const Formula *formula)
{
    vec_push(builder->claims, (Claim){builder->family, name, formula});
}

static const Term *compound(Terms *terms, const char *name, size_t arity,
                            const Term *const *args)
{
    return term_compound(terms, term_symbol(terms, name, strlen(name)), arity,
                         args);
}

static const Formula *holds(const FamilyBuilder *builder, const Term *feature)
{
    return formula_atom(builder->arena, true_atom(builder->terms, feature));
}

/* ---- persistence: what is true stays true, what is false stays false ---- */

static void add_persistence(FamilyBuilder *builder)
{
    Arena *arena = builder->arena;
    TermSet all = builder->universe->all_features;
    for (size_t i = 0; i < all.count; i++) {
        const char *name = term_string(arena, all.terms[i]);
        const Formula *now = holds(builder, all.terms[i]);
        const Formula *not_now = formula_not(arena, now);
        add(builder, arena_printf(arena, "%s stays", name),
            formula_pair(arena, FORMULA_IMPLIES, now,
                         formula_next(arena, 1, now)));
        add(builder, arena_printf(arena, "%s stays away", name),
            formula_pair(arena, FORMULA_IMPLIES, not_now,
                         formula_next(arena, 1, not_now)));
    }
}

/* ---- existence: of some instance of a feature, and of pairs ---- */

static const char *symbol_name(const FamilyBuilder *builder,
                               const Feature *feature)
{
    return arena_printf(
        builder->arena, "%s/%zu",
        term_string(builder->arena,
                    term_constant(builder->terms, feature->symbol)),
        feature->arity);
}

static void add_existence_pair(FamilyBuilder *builder, const Feature *f,
                               const Feature *g)
{
    Arena *arena = builder->arena;
    for (unsigned signs = 0; signs < 4; signs++) {
        const Formula *left = formula_some(arena, f);
        const Formula *right = formula_some(arena, g);
        bool not_left = signs & 2, not_right = signs & 1;
        add(builder,
            arena_printf(arena, "%s %s or %s %s", not_left ? "no" : "some",
                         symbol_name(builder, f), not_right ? "no" : "some",
                         symbol_name(builder, g)),
            formula_pair(arena, FORMULA_OR,
                         not_left ? formula_not(arena, left) : left,
                         not_right ? formula_not(arena, right) : right));
    }
}

static void add_existence(FamilyBuilder *builder)
{
    Arena *arena = builder->arena;
    const Universe *universe = builder->universe;
    for (size_t i = 0; i < universe->feature_count; i++) {
        const Feature *f = &universe->features[i];
        const char *name = symbol_name(builder, f);
        const Formula *some = formula_some(arena, f);
        add(builder, arena_printf(arena, "some %s", name), some);
        add(builder, arena_printf(arena, "no %s", name),
            formula_not(arena, some));
    }
    for (size_t i = 0; i < universe->feature_count; i++)
        for (size_t k = i + 1; k < universe->feature_count; k++)
            add_existence_pair(builder, &universe->features[i],
                               &universe->features[k]);
}

/* ---- control: it comes back after two, three, four steps ---- */

static bool in_set(TermSet set, const Term *term)
{
    for (size_t i = 0; i < set.count; i++)
        if (set.terms[i] == term)
            return true;
    return false;
}

static void add_control(FamilyBuilder *builder)
{
    Arena *arena = builder->arena;
    const Universe *universe = builder->universe;
    for (size_t i = 0; i < universe->feature_count; i++) {
        const Feature *f = &universe->features[i];
        if (f->arity != 1)
            continue;
        for (size_t r = 0; r < universe->roles.count; r++) {
            const Term *role = universe->roles.terms[r];
            const Term *feature =
                term_compound(builder->terms, f->symbol, 1, &role);
            if (role_is_random(role) || !in_set(f->instances, feature))
                continue;
            const Formula *now = holds(builder, feature);
            for (unsigned n = 2; n <= 4; n++)
                add(builder,
                    arena_printf(arena, "%s returns after %u",
                                 term_string(arena, feature), n),
                    formula_pair(arena, FORMULA_IMPLIES, now,
                                 formula_next(arena, n, now)));
        }
    }
}

/* ---- unique: outputs are determined by the other arguments ---- */

/* cell.3, or cell/3.3 where cell has several arities */
static const TermSet *argument_set(const FamilyBuilder *builder,
                                   const Feature *f, size_t argument,
                                   const char **name)
{
    bool several = false;
    for (size_t i = 0; i < builder->universe->feature_count; i++)
        several =
            several || (builder->universe->features[i].symbol == f->symbol &&
                        &builder->universe->features[i] != f);
    const char *symbol =
        term_string(builder->arena, term_constant(builder->terms, f->symbol));
    const char *brief =
        arena_printf(builder->arena, "%s.%zu", symbol, argument + 1);
    const char *full = arena_printf(builder->arena, "%s/%zu.%zu", symbol,
                                    f->arity, argument + 1);
    *name = several ? full : brief;
    const TermSet *set = universe_argument(builder->universe, *name);
    if (!set) { /* another relation or move has the short name too */
        *name = several ? brief : full;
        set = universe_argument(builder->universe, *name);
    }
    return set;
}

static bool feature_ranges(const FamilyBuilder *builder, const Feature *f,
                           Range *ranges, const Term **pattern)
{
    const Term **args = arena_array(builder->arena, const Term *, f->arity);
    for (size_t i = 0; i < f->arity; i++) {
        const char *letter = arena_printf(builder->arena, "X%zu", i + 1);
        const TermSet *set = argument_set(builder, f, i, &ranges[i].name);
        if (!set)
            return false;
        args[i] = term_variable(
            builder->terms,
            term_variable_symbol(builder->terms, letter, strlen(letter)));
        ranges[i].variable = args[i];
        ranges[i].kind = RANGE_ARGUMENT;
        ranges[i].terms = *set;
    }
    *pattern = term_compound(builder->terms, f->symbol, f->arity, args);
    return true;
}

static const char *list_outputs(const FamilyBuilder *builder, const Feature *f,
                                unsigned outputs)
{
    Text text = {0};
    for (size_t i = 0; i < f->arity; i++)
        if (outputs >> i & 1)
            text_addf(&text, "%s%zu", text.length ? ", " : "", i + 1);
    const char *list =
        arena_string(builder->arena, text_string(&text), text.length);
    text_free(&text);
    return list;
}

static void add_unique_outputs(FamilyBuilder *builder, const Feature *f,
                               const Range *ranges, const Term *pattern,
                               unsigned outputs)
{
    Range *in = arena_array(builder->arena, Range, f->arity);
    Range *out = arena_array(builder->arena, Range, f->arity);
    size_t ins = 0, outs = 0;
    for (size_t i = 0; i < f->arity; i++)
        if (outputs >> i & 1)
            out[outs++] = ranges[i];
        else
            in[ins++] = ranges[i];
    assert(outs && ins + outs == f->arity);
    for (uint32_t least = 0; least <= 1; least++)
        add(builder,
            arena_printf(builder->arena, "%s %s: argument%s %s",
                         least ? "exactly one" : "at most one",
                         symbol_name(builder, f), outs == 1 ? "" : "s",
                         list_outputs(builder, f, outputs)),
            formula_forall(builder->arena, in, ins,
                           formula_exists(builder->arena, least, 1, out, outs,
                                          holds(builder, pattern))));
}

/* Output sets of SIZE arguments, by position: 1 2, 1 3, 2 3. */
static void add_unique_size(FamilyBuilder *builder, const Feature *f,
                            const Range *ranges, const Term *pattern,
                            size_t size)
{
    size_t chosen[6] = {0};
    assert(0 < size && size <= f->arity && size <= 6);
    for (size_t i = 0; i < size; i++)
        chosen[i] = i;
    for (;;) {
        unsigned outputs = 0;
        for (size_t i = 0; i < size; i++)
            outputs |= 1u << chosen[i];
        add_unique_outputs(builder, f, ranges, pattern, outputs);
        size_t i = size;
        while (i > 0 && chosen[i - 1] == f->arity - size + i - 1)
            i--;
        if (!i)
            return;
        chosen[i - 1]++;
        for (; i < size; i++)
            chosen[i] = chosen[i - 1] + 1;
    }
}

static void add_unique(FamilyBuilder *builder)
{
    enum { MAX_ARITY = 6, MAX_BITS = 32 };
    for (size_t i = 0; i < builder->universe->feature_count; i++) {
        const Feature *f = &builder->universe->features[i];
        Range *ranges = arena_array(builder->arena, Range, f->arity);
        const Term *pattern;
        if (!f->arity || f->arity > MAX_BITS ||
            !feature_ranges(builder, f, ranges, &pattern))
            continue;
        size_t most = f->arity <= MAX_ARITY ? f->arity : 1;
        for (size_t size = 1; size <= most; size++)
            add_unique_size(builder, f, ranges, pattern, size);
    }
}

/* ---- turn-taking and zero-sum ---- */

static const Term *variable(Terms *terms, const char *name)
{
    return term_variable(terms,
                         term_variable_symbol(terms, name, strlen(name)));
}

/* exists[LEAST..] M in move(P). legal(P,M) */
static const Formula *can_move(Universe *universe, Arena *arena, uint32_t least)
{
    Terms *terms = universe->game->terms;
    const Term *args[2] = {variable(terms, "P"), variable(terms, "M")};
    Range move = {.variable = args[1], .kind = RANGE_MOVE_OF, .role = args[0]};
    return formula_exists(
        arena, least, UINT32_MAX, &move, 1,
        formula_atom(arena, compound(terms, "legal", 2, args)));
}

static Range role_range(Universe *universe)
{
    return (Range){.variable = variable(universe->game->terms, "P"),
                   .kind = RANGE_ROLE,
                   .terms = universe->roles};
}

static void add_turn_taking(FamilyBuilder *builder)
{
    Range role = role_range(builder->universe);
    add(builder, "turn-taking",
        formula_exists(builder->arena, 0, 1, &role, 1,
                       can_move(builder->universe, builder->arena, 2)));
}

static const Formula *terminal_atom(Terms *terms, Arena *arena)
{
    return formula_atom(
        arena, term_constant(terms, term_symbol(terms, "terminal", 8)));
}

static const Formula *goal(const FamilyBuilder *builder, const Term *role,
                           int value)
{
    const Term *args[2] = {role, goal_term(builder->terms, value)};
    return formula_atom(builder->arena,
                        compound(builder->terms, "goal", 2, args));
}

/* goal(r1,v) <-> goal(r2,100-v) for every value v of either */
static const Formula *opposed_goals(const FamilyBuilder *builder,
                                    const Term *first, const Term *second)
{
    bool used[101] = {false};
    VEC(const Formula *) parts = {0};
    TermSet goals = builder->universe->goals;
    for (size_t i = 0; i < goals.count; i++) {
        int value = goal_value(goals.terms[i]);
        used[value] = used[100 - value] = true;
    }
    for (int v = 0; v <= 100; v++)
        if (used[v])
            vec_push(&parts, formula_pair(builder->arena, FORMULA_IFF,
                                          goal(builder, first, v),
                                          goal(builder, second, 100 - v)));
    const Formula *all = parts.count == 1
                             ? parts.items[0]
                             : formula_list(builder->arena, FORMULA_AND,
                                            parts.items, parts.count);
    vec_free(&parts);
    return all;
}

static void add_zero_sum(FamilyBuilder *builder)
{
    TermSet roles = builder->universe->roles;
    const Term *players[2];
    size_t count = 0;
    for (size_t i = 0; i < roles.count; i++)
        if (!role_is_random(roles.terms[i])) {
            if (count < 2)
                players[count] = roles.terms[i];
            count++;
        }
    if (count < 2 || !builder->universe->goals.count)
        return;
    add(builder, "zero-sum",
        formula_pair(builder->arena, FORMULA_IMPLIES,
                     terminal_atom(builder->terms, builder->arena),
                     count == 2 ? opposed_goals(builder, players[0], players[1])
                                : formula_sum(builder->arena, 100)));
}

/* ---- what proofs rest on ---- */

const Formula *control_uniqueness(Universe *universe, Arena *arena)
{
    FamilyBuilder builder = {NULL, universe, universe->game->terms, arena,
                             NULL};
    const Symbol *symbol = term_symbol(builder.terms, "control", 7);
    const Feature *control = universe_feature(universe, symbol, 1);
    Range range;
    const Term *pattern;
    if (!control || !feature_ranges(&builder, control, &range, &pattern))
        return NULL;
    return formula_exists(arena, 0, 1, &range, 1, holds(&builder, pattern));
}

const Formula *playability(Universe *universe, Arena *arena)
{
    Range role = role_range(universe);
    return formula_pair(
        arena, FORMULA_OR, terminal_atom(universe->game->terms, arena),
        formula_forall(arena, &role, 1, can_move(universe, arena, 1)));
}

void family_add(Claims *claims, Family family, Universe *universe, Arena *arena)
{
    FamilyBuilder builder = {claims, universe, universe->game->terms, arena,
                             family_names[family]};
    switch (family) {
    case FAMILY_PERSISTENCE:
        add_persistence(&builder);
        break;
    case FAMILY_EXISTENCE:
        add_existence(&builder);
        break;
    case FAMILY_CONTROL:
        add_control(&builder);
        break;
    case FAMILY_UNIQUE:
        add_unique(&builder);
        break;
    case FAMILY_TURN_TAKING:
        add_turn_taking(&builder);
        break;
    case FAMILY_ZERO_SUM:
        add_zero_sum(&builder);
        break;
    case FAMILY_COUNT:
        abort();
    }
}

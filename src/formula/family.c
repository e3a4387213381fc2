/* family.c - formulas worth trying on any game
 *
 * In:   a Universe
 * Out:  Claims
 *
 * Formulas are put together as text and read (formula/formula_read.c). Start
 * reading at family_add(), at the end.
 */
#include "formula/family.h"

#include "lang/print.h"

#include <assert.h>
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
    const Term *about[2]; /* of the next claims */
} FamilyBuilder;

/* What is no formula of this game is NULL. */
static const Formula *read_text(Universe *universe, Arena *arena,
                                const char *text)
{
    Problem ignored;
    return formula_read_text(arena, universe, "family", text, &ignored);
}

/* Reads TEXT and adds it; leaves out what is no formula of this game. */
static void add_claim(FamilyBuilder *builder, const char *name,
                      const char *text)
{
    const Formula *formula = read_text(builder->universe, builder->arena, text);
    if (formula)
        vec_push(builder->claims,
                 (Claim){builder->family,
                         name,
                         formula,
                         {builder->about[0], builder->about[1]}});
}

/* ---- persistence: what is true stays true, what is false stays false ---- */

static void add_persistence(FamilyBuilder *builder)
{
    Arena *arena = builder->arena;
    TermSet features = builder->universe->all_features;
    for (size_t i = 0; i < features.count; i++) {
        const char *feature = formula_term_string(arena, features.terms[i]);
        builder->about[0] = features.terms[i];
        add_claim(
            builder, arena_printf(arena, "%s stays", feature),
            arena_printf(arena, "true(%s) -> next true(%s)", feature, feature));
        add_claim(builder, arena_printf(arena, "%s stays away", feature),
                  arena_printf(arena, "~true(%s) -> next ~true(%s)", feature,
                               feature));
    }
}

/* ---- existence: of some instance of a feature, and of pairs, which are
 * written by name whatever the order of the features ---- */

static const char *feature_name(const FamilyBuilder *builder,
                                const FeatureSymbol *feature)
{
    const Term *symbol = term_constant(builder->terms, feature->symbol);
    return arena_printf(builder->arena, "%s/%zu",
                        formula_term_string(builder->arena, symbol),
                        feature->arity);
}

static void add_existence_pair(FamilyBuilder *builder, const char *left,
                               const char *right)
{
    Arena *arena = builder->arena;
    for (unsigned signs = 0; signs < 4; signs++) {
        bool not_left = signs & 2, not_right = signs & 1;
        add_claim(
            builder,
            arena_printf(arena, "%s %s or %s %s", not_left ? "no" : "some",
                         left, not_right ? "no" : "some", right),
            arena_printf(arena, "%ssome %s | %ssome %s", not_left ? "~" : "",
                         left, not_right ? "~" : "", right));
    }
}

static void add_existence(FamilyBuilder *builder)
{
    Arena *arena = builder->arena;
    const Universe *universe = builder->universe;
    const char **names =
        arena_array(arena, const char *, universe->feature_count);
    for (size_t i = 0; i < universe->feature_count; i++) {
        names[i] = feature_name(builder, &universe->features[i]);
        const char *some_text = arena_printf(arena, "some %s", names[i]);
        builder->about[0] = universe->features[i].instances.terms[0];
        add_claim(builder, some_text, some_text);
        add_claim(builder, arena_printf(arena, "no %s", names[i]),
                  arena_printf(arena, "~%s", some_text));
    }
    for (size_t i = 0; i < universe->feature_count; i++)
        for (size_t k = i + 1; k < universe->feature_count; k++) {
            const Term *left = universe->features[i].instances.terms[0],
                       *right = universe->features[k].instances.terms[0];
            bool is_ordered = term_compare_names(left, right) < 0;
            builder->about[0] = is_ordered ? left : right;
            builder->about[1] = is_ordered ? right : left;
            add_existence_pair(builder, names[is_ordered ? i : k],
                               names[is_ordered ? k : i]);
        }
}

/* ---- control: it comes back after two, three, four steps ---- */

static void add_control(FamilyBuilder *builder)
{
    Arena *arena = builder->arena;
    const Universe *universe = builder->universe;
    for (size_t i = 0; i < universe->feature_count; i++) {
        const FeatureSymbol *group = &universe->features[i];
        builder->about[0] = group->instances.terms[0];
        for (size_t r = 0; r < universe->roles.count && group->arity == 1;
             r++) {
            const Term *role = universe->roles.terms[r];
            const Term *feature =
                term_compound(builder->terms, group->symbol, 1, &role);
            if (role_is_random(role) ||
                find_term(group->instances.terms, group->instances.count,
                          feature) == group->instances.count)
                continue;
            const char *name = formula_term_string(arena, feature);
            for (unsigned step_count = 2; step_count <= 4; step_count++)
                add_claim(builder,
                          arena_printf(arena, "%s returns after %u", name,
                                       step_count),
                          arena_printf(arena, "true(%s) -> next^%u true(%s)",
                                       name, step_count, name));
        }
    }
}

/* ---- unique: outputs are determined by the other arguments ---- */

/* How the domain of an argument is called: cell.3, or cell/3.3 where cell has
 * several arities, or another relation or move has the short name too. NULL if
 * it has too many terms. */
static const char *argument_domain(const FamilyBuilder *builder,
                                   const FeatureSymbol *feature,
                                   size_t argument)
{
    const Universe *universe = builder->universe;
    const Term *symbol = term_constant(builder->terms, feature->symbol);
    bool has_other_arity = false;
    for (size_t i = 0; i < universe->feature_count; i++)
        has_other_arity = has_other_arity ||
                          (universe->features[i].symbol == feature->symbol &&
                           &universe->features[i] != feature);
    for (unsigned try_other = 0; try_other < 2; try_other++) {
        const char *arity =
            (try_other == 0) == has_other_arity
                ? arena_printf(builder->arena, "/%zu", feature->arity)
                : "";
        const char *place =
            arena_printf(builder->arena, "%s.%zu", arity, argument + 1);
        if (universe_argument(builder->universe,
                              arena_printf(builder->arena, "%s%s",
                                           term_string(builder->arena, symbol),
                                           place)))
            return arena_printf(builder->arena, "%s%s",
                                formula_term_string(builder->arena, symbol),
                                place);
    }
    return NULL;
}

/* By argument: X3 in cell.3. NULL if some domain has too many terms. */
static const char **argument_ranges(const FamilyBuilder *builder,
                                    const FeatureSymbol *feature)
{
    const char **ranges =
        arena_array(builder->arena, const char *, feature->arity);
    for (size_t i = 0; i < feature->arity; i++) {
        const char *domain = argument_domain(builder, feature, i);
        if (!domain)
            return NULL;
        ranges[i] = arena_printf(builder->arena, "X%zu in %s", i + 1, domain);
    }
    return ranges;
}

/* QUANTIFIER and the ranges of the arguments in ARGUMENT_MASK, if any. */
static void add_ranges(Text *text, const char *quantifier, const char **ranges,
                       size_t arity, unsigned argument_mask)
{
    const char *separator = quantifier;
    for (size_t i = 0; i < arity; i++)
        if (argument_mask >> i & 1) {
            text_addf(text, "%s %s", separator, ranges[i]);
            separator = ",";
        }
    text_adds(text, argument_mask ? ". " : "");
}

/* true(cell(X1,X2,X3)) */
static void add_pattern(Text *text, const FamilyBuilder *builder,
                        const FeatureSymbol *feature)
{
    const Term *symbol = term_constant(builder->terms, feature->symbol);
    text_addf(text, "true(%s", formula_term_string(builder->arena, symbol));
    for (size_t i = 0; i < feature->arity; i++)
        text_addf(text, "%cX%zu", i ? ',' : '(', i + 1);
    text_adds(text, "))");
}

static void add_unique_outputs(FamilyBuilder *builder,
                               const FeatureSymbol *feature,
                               const char **ranges, unsigned output_mask)
{
    unsigned all_mask =
        feature->arity == 32 ? UINT32_MAX : (1u << feature->arity) - 1;
    Text argument_list = {0};
    assert(output_mask && !(output_mask & ~all_mask));
    for (size_t i = 0; i < feature->arity; i++)
        if (output_mask >> i & 1)
            text_addf(&argument_list, "%s%zu", argument_list.length ? ", " : "",
                      i + 1);
    for (unsigned min_count = 0; min_count <= 1; min_count++) {
        Text text = {0};
        add_ranges(&text, "forall", ranges, feature->arity,
                   all_mask & ~output_mask);
        add_ranges(&text, min_count ? "exists[1..1]" : "exists[0..1]", ranges,
                   feature->arity, output_mask);
        add_pattern(&text, builder, feature);
        add_claim(builder,
                  arena_printf(builder->arena, "%s %s: argument%s %s",
                               min_count ? "exactly one" : "at most one",
                               feature_name(builder, feature),
                               output_mask & (output_mask - 1) ? "s" : "",
                               text_string(&argument_list)),
                  text_string(&text));
        text_free(&text);
    }
    text_free(&argument_list);
}

/* Output sets of OUTPUT_MASK and SIZE arguments from FIRST on, by position: 1
 * 2, 1 3, 2 3. */
static void add_unique_sets(FamilyBuilder *builder,
                            const FeatureSymbol *feature, const char **ranges,
                            size_t first, size_t size, unsigned output_mask)
{
    if (!size)
        add_unique_outputs(builder, feature, ranges, output_mask);
    for (size_t i = first; size && i + size <= feature->arity; i++)
        add_unique_sets(builder, feature, ranges, i + 1, size - 1,
                        output_mask | 1u << i);
}

static void add_unique(FamilyBuilder *builder)
{
    enum { MAX_ARITY = 6, MAX_BITS = 32 };
    for (size_t i = 0; i < builder->universe->feature_count; i++) {
        const FeatureSymbol *feature = &builder->universe->features[i];
        builder->about[0] = feature->instances.terms[0];
        if (!feature->arity || feature->arity > MAX_BITS)
            continue;
        const char **ranges = argument_ranges(builder, feature);
        size_t max_size = feature->arity <= MAX_ARITY ? feature->arity : 1;
        for (size_t size = 1; size <= max_size && ranges; size++)
            add_unique_sets(builder, feature, ranges, 0, size, 0);
    }
}

/* ---- turn-taking and zero-sum ---- */

static void add_turn_taking(FamilyBuilder *builder)
{
    add_claim(builder, "turn-taking",
              "exists[0..1] P in role. exists[2..] M in move(P). legal(P,M)");
}

/* goal(r1,v) <-> goal(r2,100-v) for every value v of either */
static void add_opposed_goals(const FamilyBuilder *builder,
                              const Term *const *players, Text *text)
{
    bool is_used[MAX_GOAL_VALUE + 1] = {false};
    TermSet goals = builder->universe->goals;
    const char *names[2];
    for (size_t i = 0; i < 2; i++)
        names[i] = formula_term_string(builder->arena, players[i]);
    for (size_t i = 0; i < goals.count; i++) {
        int value = goal_value(goals.terms[i]);
        assert(0 <= value && value <= MAX_GOAL_VALUE);
        is_used[value] = is_used[MAX_GOAL_VALUE - value] = true;
    }
    const char *separator = "terminal -> ";
    for (int value = 0; value <= MAX_GOAL_VALUE; value++)
        if (is_used[value]) {
            text_addf(text, "%s(goal(%s,%d) <-> goal(%s,%d))", separator,
                      names[0], value, names[1], MAX_GOAL_VALUE - value);
            separator = " & ";
        }
}

static void add_zero_sum(FamilyBuilder *builder)
{
    TermSet roles = builder->universe->roles;
    TermVec players = {0};
    Text text = {0};
    for (size_t i = 0; i < roles.count; i++)
        if (!role_is_random(roles.terms[i]))
            vec_push(&players, roles.terms[i]);
    if (players.count == 2)
        add_opposed_goals(builder, players.items, &text);
    else
        text_adds(&text, "terminal -> sum(goal) = 100");
    if (players.count >= 2 && builder->universe->goals.count)
        add_claim(builder, "zero-sum", text_string(&text));
    text_free(&text);
    vec_free(&players);
}

/* ---- what proofs rest on ---- */

const Formula *control_uniqueness(Universe *universe, Arena *arena)
{
    FamilyBuilder builder = {NULL,  universe, universe->game->terms,
                             arena, NULL,     {NULL}};
    const Symbol *symbol = term_symbol(builder.terms, "control", 7);
    const FeatureSymbol *control = universe_feature(universe, symbol, 1);
    const char *domain = control ? argument_domain(&builder, control, 0) : NULL;
    return domain ? read_text(universe, arena,
                              arena_printf(arena,
                                           "exists[0..1] X1 in %s. "
                                           "true(control(X1))",
                                           domain))
                  : NULL;
}

const Formula *playability(Universe *universe, Arena *arena)
{
    return read_text(
        universe, arena,
        "terminal | forall P in role. exists M in move(P). legal(P,M)");
}

void family_add(Claims *claims, Family family, Universe *universe, Arena *arena)
{
    static void (*const add_family[FAMILY_COUNT])(FamilyBuilder *) = {
        add_persistence, add_existence,   add_control,
        add_unique,      add_turn_taking, add_zero_sum};
    FamilyBuilder builder = {
        claims, universe, universe->game->terms, arena, family_names[family],
        {NULL}};
    add_family[family](&builder);
}

int claim_compare_names(const Claim *left, const Claim *right)
{
    if (!left->about[1] != !right->about[1])
        return left->about[1] ? 1 : -1;
    int order = 0;
    for (size_t i = 0; i < 2 && left->about[i] && right->about[i] && !order;
         i++)
        order = term_compare_names(left->about[i], right->about[i]);
    return order;
}

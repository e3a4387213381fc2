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
} FamilyBuilder;

static const Formula *read_text(Universe *universe, Arena *arena,
                                const char *text)
{
    Source source = {.name = "family", .text = text, .length = strlen(text)};
    Diag diag;
    diag_init(&diag, arena);
    const Formula *formula = formula_read(arena, universe, &source, &diag);
    diag_clear(&diag);
    return formula;
}

/* Leaves out what cannot be written as a formula. */
static void add(FamilyBuilder *builder, const char *name, const char *text)
{
    const Formula *formula = read_text(builder->universe, builder->arena, text);
    if (formula)
        vec_push(builder->claims, (Claim){builder->family, name, formula});
}

/* ---- persistence: what is true stays true, what is false stays false ---- */

static void add_persistence(FamilyBuilder *builder)
{
    Arena *arena = builder->arena;
    TermSet all = builder->universe->all_features;
    for (size_t i = 0; i < all.count; i++) {
        const char *feature = formula_term_string(arena, all.terms[i]);
        add(builder, arena_printf(arena, "%s stays", feature),
            arena_printf(arena, "true(%s) -> next true(%s)", feature, feature));
        add(builder, arena_printf(arena, "%s stays away", feature),
            arena_printf(arena, "~true(%s) -> next ~true(%s)", feature,
                         feature));
    }
}

/* ---- existence: of some instance of a feature, and of pairs ---- */

static const char *feature_name(const FamilyBuilder *builder, const Feature *f)
{
    const Term *symbol = term_constant(builder->terms, f->symbol);
    return arena_printf(builder->arena, "%s/%zu",
                        formula_term_string(builder->arena, symbol), f->arity);
}

static void add_existence_pair(FamilyBuilder *builder, const char *left,
                               const char *right)
{
    Arena *arena = builder->arena;
    for (unsigned signs = 0; signs < 4; signs++) {
        bool not_left = signs & 2, not_right = signs & 1;
        add(builder,
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
        const char *some = arena_printf(arena, "some %s", names[i]);
        add(builder, some, some);
        add(builder, arena_printf(arena, "no %s", names[i]),
            arena_printf(arena, "~%s", some));
    }
    for (size_t i = 0; i < universe->feature_count; i++)
        for (size_t k = i + 1; k < universe->feature_count; k++)
            add_existence_pair(builder, names[i], names[k]);
}

/* ---- control: it comes back after two, three, four steps ---- */

static void add_control(FamilyBuilder *builder)
{
    Arena *arena = builder->arena;
    const Universe *universe = builder->universe;
    for (size_t i = 0; i < universe->feature_count; i++) {
        const Feature *f = &universe->features[i];
        for (size_t r = 0; r < universe->roles.count && f->arity == 1; r++) {
            const Term *role = universe->roles.terms[r];
            const Term *feature =
                term_compound(builder->terms, f->symbol, 1, &role);
            if (role_is_random(role) ||
                find_term(f->instances.terms, f->instances.count, feature) ==
                    f->instances.count)
                continue;
            const char *name = formula_term_string(arena, feature);
            for (unsigned n = 2; n <= 4; n++)
                add(builder,
                    arena_printf(arena, "%s returns after %u", name, n),
                    arena_printf(arena, "true(%s) -> next^%u true(%s)", name, n,
                                 name));
        }
    }
}

/* ---- unique: outputs are determined by the other arguments ---- */

/* How the domain of an argument is called: cell.3, or cell/3.3 where cell has
 * several arities, or another relation or move has the short name too. NULL if
 * it has too many terms. */
static const char *argument_domain(const FamilyBuilder *builder,
                                   const Feature *f, size_t argument)
{
    const Universe *universe = builder->universe;
    const Term *symbol = term_constant(builder->terms, f->symbol);
    bool has_several = false;
    for (size_t i = 0; i < universe->feature_count; i++)
        has_several =
            has_several || (universe->features[i].symbol == f->symbol &&
                            &universe->features[i] != f);
    for (unsigned attempt = 0; attempt < 2; attempt++) {
        const char *arity = (attempt == 0) == has_several
                                ? arena_printf(builder->arena, "/%zu", f->arity)
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
                                    const Feature *f)
{
    const char **ranges = arena_array(builder->arena, const char *, f->arity);
    for (size_t i = 0; i < f->arity; i++) {
        const char *domain = argument_domain(builder, f, i);
        if (!domain)
            return NULL;
        ranges[i] = arena_printf(builder->arena, "X%zu in %s", i + 1, domain);
    }
    return ranges;
}

/* WORD and the ranges of the arguments in SET, if there are any. */
static void add_ranges(Text *text, const char *word, const char **ranges,
                       size_t arity, unsigned set)
{
    const char *before = word;
    for (size_t i = 0; i < arity; i++)
        if (set >> i & 1) {
            text_addf(text, "%s %s", before, ranges[i]);
            before = ",";
        }
    text_adds(text, set ? ". " : "");
}

/* true(cell(X1,X2,X3)) */
static void add_pattern(Text *text, const FamilyBuilder *builder,
                        const Feature *f)
{
    const Term *symbol = term_constant(builder->terms, f->symbol);
    text_addf(text, "true(%s", formula_term_string(builder->arena, symbol));
    for (size_t i = 0; i < f->arity; i++)
        text_addf(text, "%cX%zu", i ? ',' : '(', i + 1);
    text_adds(text, "))");
}

static void add_unique_outputs(FamilyBuilder *builder, const Feature *f,
                               const char **ranges, unsigned output_mask)
{
    unsigned all = f->arity == 32 ? UINT32_MAX : (1u << f->arity) - 1;
    Text list = {0};
    for (size_t i = 0; i < f->arity; i++)
        if (output_mask >> i & 1)
            text_addf(&list, "%s%zu", list.length ? ", " : "", i + 1);
    for (unsigned least = 0; least <= 1; least++) {
        Text text = {0};
        add_ranges(&text, "forall", ranges, f->arity, all & ~output_mask);
        add_ranges(&text, least ? "exists[1..1]" : "exists[0..1]", ranges,
                   f->arity, output_mask);
        add_pattern(&text, builder, f);
        add(builder,
            arena_printf(
                builder->arena, "%s %s: argument%s %s",
                least ? "exactly one" : "at most one", feature_name(builder, f),
                output_mask & (output_mask - 1) ? "s" : "", text_string(&list)),
            text_string(&text));
        text_free(&text);
    }
    text_free(&list);
}

/* Output sets of SIZE arguments, by position: 1 2, 1 3, 2 3. */
static void add_unique_size(FamilyBuilder *builder, const Feature *f,
                            const char **ranges, size_t size)
{
    size_t chosen[6] = {0};
    assert(0 < size && size <= f->arity && size <= 6);
    for (size_t i = 0; i < size; i++)
        chosen[i] = i;
    for (;;) {
        unsigned output_mask = 0;
        for (size_t i = 0; i < size; i++)
            output_mask |= 1u << chosen[i];
        add_unique_outputs(builder, f, ranges, output_mask);
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
        if (!f->arity || f->arity > MAX_BITS)
            continue;
        const char **ranges = argument_ranges(builder, f);
        size_t most = f->arity <= MAX_ARITY ? f->arity : 1;
        for (size_t size = 1; size <= most && ranges; size++)
            add_unique_size(builder, f, ranges, size);
    }
}

/* ---- turn-taking and zero-sum ---- */

static void add_turn_taking(FamilyBuilder *builder)
{
    add(builder, "turn-taking",
        "exists[0..1] P in role. exists[2..] M in move(P). legal(P,M)");
}

/* goal(r1,v) <-> goal(r2,100-v) for every value v of either */
static void add_opposed_goals(const FamilyBuilder *builder,
                              const Term *const *players, Text *text)
{
    bool used[MAX_GOAL_VALUE + 1] = {false};
    TermSet goals = builder->universe->goals;
    const char *names[2];
    for (size_t i = 0; i < 2; i++)
        names[i] = formula_term_string(builder->arena, players[i]);
    for (size_t i = 0; i < goals.count; i++) {
        int value = goal_value(goals.terms[i]);
        used[value] = used[MAX_GOAL_VALUE - value] = true;
    }
    const char *before = "terminal -> ";
    for (int v = 0; v <= MAX_GOAL_VALUE; v++)
        if (used[v]) {
            text_addf(text, "%s(goal(%s,%d) <-> goal(%s,%d))", before, names[0],
                      v, names[1], MAX_GOAL_VALUE - v);
            before = " & ";
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
        add(builder, "zero-sum", text_string(&text));
    text_free(&text);
    vec_free(&players);
}

/* ---- what proofs rest on ---- */

const Formula *control_uniqueness(Universe *universe, Arena *arena)
{
    FamilyBuilder builder = {NULL, universe, universe->game->terms, arena,
                             NULL};
    const Symbol *symbol = term_symbol(builder.terms, "control", 7);
    const Feature *control = universe_feature(universe, symbol, 1);
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
    static void (*const add_all[FAMILY_COUNT])(FamilyBuilder *) = {
        add_persistence, add_existence,   add_control,
        add_unique,      add_turn_taking, add_zero_sum};
    FamilyBuilder builder = {claims, universe, universe->game->terms, arena,
                             family_names[family]};
    add_all[family](&builder);
}

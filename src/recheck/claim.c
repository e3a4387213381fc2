/* claim.c - what a certificate claims, and the lemmas that it rests on
 *
 * In:   JSON
 * Out:  a Claim, and its formula as a prop; lemmas; sums
 * Next: recheck/evidence.c, recheck/step_program.c
 *
 * Each property but `terminating` is a formula of the language
 * (doc/certificates.md has the same table). Start reading at the table.
 */
#include "recheck/checker.h"

#include "lang/print.h"

#include <stdlib.h>
#include <string.h>

typedef struct Property {
    const char *name;
    bool may_have_role, needs_role, needs_value;
    bool is_about_end; /* may be vacuous */
    bool is_existence; /* proved means that the formula fails somewhere */
    bool is_forced;    /* only where a role plays a strategy */
    PropId (*formula)(Work *work, const Claim *claim, Outcome *outcome);
} Property;

/* ---- formulas ---- */

static PropId formula_prop(Work *work, const char *text, Outcome *outcome)
{
    Diag diag;
    diag_init(&diag, work->arena);
    diag.budget = &work->checker->budget;
    const Source *source =
        source_new(work->arena, "formula", text, strlen(text));
    const Formula *formula =
        formula_read(work->arena, work->checker->universe, source, &diag);
    PropId prop = formula ? props_expand(work->props, formula) : NO_PROP;
    if (!formula)
        *outcome = FAILS(diag.problems.count
                             ? arena_printf(work->checker->arena,
                                            "a formula cannot be read: %s",
                                            diag.problems.items[0].message)
                             : "a formula cannot be read");
    else if (prop == NO_PROP)
        *outcome = UNCHECKED(budget_spent(&work->checker->budget)
                                 ? limit_reason(work->checker)
                                 : "a formula is too large");
    diag_clear(&diag);
    return prop;
}

/* ---- formulas of properties ---- */

/* As formulas have it: a role may have the name of an operator. */
static const char *role_text(const Work *work, const Term *role)
{
    return formula_term_string(work->arena, role);
}

/* Before what is said of every role P: which of them CLAIM is about. */
static const char *condition_on_role(const Work *work, const Claim *claim)
{
    return claim->role ? arena_printf(work->arena, "P = %s -> ",
                                      role_text(work, claim->role))
                       : "";
}

static PropId always_formula(Work *work, const Claim *claim, Outcome *outcome)
{
    const char *text = text_of(claim->json, "formula");
    return formula_prop(work, text, outcome);
}

static PropId playable_formula(Work *work, const Claim *claim, Outcome *outcome)
{
    const char *text = arena_printf(work->arena,
                                    "terminal | forall P in role. %sexists M "
                                    "in move(P). legal(P,M)",
                                    condition_on_role(work, claim));
    return formula_prop(work, text, outcome);
}

/* Nobody asks what chance gets. */
static PropId goals_formula(Work *work, const Claim *claim, Outcome *outcome)
{
    const Universe *universe = work->checker->universe;
    bool has_random = false;
    for (size_t i = 0; i < universe->roles.count; i++)
        has_random = has_random || role_is_random(universe->roles.terms[i]);
    const char *text = arena_printf(
        work->arena, "terminal -> forall P in role. %s%s%s",
        condition_on_role(work, claim), has_random ? "P != random -> " : "",
        universe->goals.count ? "exists[1..1] V in goal.2. goal(P,V)"
                              : "~terminal");
    return formula_prop(work, text, outcome);
}

static PropId reaches_formula(Work *work, const Claim *claim, Outcome *outcome)
{
    const char *text = arena_printf(work->arena, "~(terminal & goal(%s,%d))",
                                    role_text(work, claim->role), claim->value);
    return formula_prop(work, text, outcome);
}

static PropId at_most_formula(Work *work, const Claim *claim, Outcome *outcome)
{
    const char *text = "~terminal";
    for (int value = claim->value + 1; value <= MAX_GOAL_VALUE; value++)
        text = arena_printf(work->arena, "%s | goal(%s,%d)", text,
                            role_text(work, claim->role), value);
    text = arena_printf(work->arena, "terminal -> ~(%s)", text);
    return formula_prop(work, text, outcome);
}

/* What holds in every position that the strategy leads to: an end gives the
 * role one value, and that is enough. */
static PropId secures_formula(Work *work, const Claim *claim, Outcome *outcome)
{
    const char *role = role_text(work, claim->role);
    const char *text = arena_printf(
        work->arena, "terminal -> (exists[1..1] V in goal.2. goal(%s,V))",
        role);
    for (int value = 0; value < claim->value; value++)
        text =
            arena_printf(work->arena, "%s & ~goal(%s,%d)", text, role, value);
    return formula_prop(work, text, outcome);
}

static PropId zero_sum_formula(Work *work, const Claim *claim, Outcome *outcome)
{
    (void)claim;
    const TermSet *roles = &work->checker->universe->roles;
    const char *text = "terminal -> terminal";
    if (roles->count != 2 || role_is_random(roles->terms[0]) ||
        role_is_random(roles->terms[1])) {
        *outcome = FAILS("only a game of two players can be zero-sum");
        return NO_PROP;
    }
    for (int value = 0; value <= MAX_GOAL_VALUE; value++)
        text = arena_printf(work->arena, "%s & (goal(%s,%d) <-> goal(%s,%d))",
                            text, role_text(work, roles->terms[0]), value,
                            role_text(work, roles->terms[1]),
                            MAX_GOAL_VALUE - value);
    return formula_prop(work, text, outcome);
}

static PropId turn_taking_formula(Work *work, const Claim *claim,
                                  Outcome *outcome)
{
    (void)claim;
    return formula_prop(work,
                        "exists[0..1] P in role. exists[2..] M in move(P). "
                        "legal(P,M)",
                        outcome);
}

/* The facts of a relation that never changes. */
typedef struct {
    const Symbol *symbol;
    const Term **sorted;
    size_t count;
} Declared;

/* Adds to PARTS that NAME does not hold of ARGS, unless they are DECLARED. */
static void add_undeclared(Work *work, const char *name,
                           const Declared *declared, const Term *const *args,
                           size_t count, PropVec *parts)
{
    Terms *terms = work->checker->game->terms;
    const Symbol *symbol = term_symbol(terms, name, strlen(name));
    const Term *atom = term_find(terms, declared->symbol, count, args);
    if (!atom ||
        find_term(declared->sorted, declared->count, atom) == declared->count)
        vec_push(parts,
                 prop_not(work->props,
                          prop_atom(work->props, term_compound(terms, symbol,
                                                               count, args))));
}

/* Of `bases` and `inputs`: what is true or legal is declared. */
static PropId declared_formula(Work *work, const Claim *claim, Outcome *outcome)
{
    const Game *game = work->checker->game;
    const Universe *universe = work->checker->universe;
    TermSet features = work->checker->features;
    bool is_bases = strcmp(claim->property->name, "bases") == 0;
    RelationId relation =
        game->keyword[is_bases ? KEYWORD_BASE : KEYWORD_INPUT];
    PropVec parts = {0};
    *outcome = UNCHECKED("there are too many moves to be listed");
    if (relation == NO_RELATION ||
        game->relations[relation].changes_with != CHANGES_NEVER)
        *outcome = FAILS("the rules declare nothing, or not once for all");
    if (outcome->kind == OUTCOME_FAILS ||
        (!is_bases && universe->too_many_moves))
        return NO_PROP;
    Declared declared = {.symbol = game->relations[relation].symbol};
    const Term *const *facts =
        interp_facts(work->checker->interp, relation, &declared.count);
    declared.sorted =
        arena_copy(work->arena, facts, declared.count * sizeof *facts);
    sort_terms(declared.sorted, declared.count);
    if (interp_failure(work->checker->interp)) {
        *outcome = UNCHECKED(limit_reason(work->checker));
        return NO_PROP;
    }
    for (size_t i = 0; is_bases && i < features.count; i++)
        add_undeclared(work, "true", &declared, &features.terms[i], 1, &parts);
    for (size_t i = 0; !is_bases && i < universe->roles.count; i++)
        for (size_t k = 0; k < universe->moves[i].count; k++) {
            const Term *args[] = {universe->roles.terms[i],
                                  universe->moves[i].terms[k]};
            add_undeclared(work, "legal", &declared, args, 2, &parts);
        }
    PropId prop = prop_and(work->props, parts.items, parts.count);
    vec_free(&parts);
    return prop;
}

/* ---- the table ---- */

static const Property properties[] = {
    {"always", .formula = always_formula},
    {"playable", .may_have_role = true, .formula = playable_formula},
    {"terminating", .formula = NULL},
    {"goals", .may_have_role = true, .is_about_end = true,
     .formula = goals_formula},
    {"winnable", .needs_role = true, .is_about_end = true, .is_existence = true,
     .formula = reaches_formula},
    {"reaches", .needs_role = true, .needs_value = true, .is_about_end = true,
     .is_existence = true, .formula = reaches_formula},
    {"at-most", .needs_role = true, .needs_value = true, .is_about_end = true,
     .formula = at_most_formula},
    {"secures", .needs_role = true, .needs_value = true, .is_forced = true,
     .formula = secures_formula},
    {"bases", .formula = declared_formula},
    {"inputs", .formula = declared_formula},
    {"zero-sum", .is_about_end = true, .formula = zero_sum_formula},
    {"turn-taking", .formula = turn_taking_formula},
};

bool claim_formula(Work *work, Claim *claim)
{
    claim->prop = PROP_TRUE_ID;
    if (claim->is_vacuous)
        claim->prop = formula_prop(work, "~terminal", &claim->outcome);
    else if (claim->property->formula)
        claim->prop = claim->property->formula(work, claim, &claim->outcome);
    return claim->prop != NO_PROP;
}

/* ---- reading ---- */

static const Property *find_property(const char *name)
{
    for (size_t i = 0; name && i < sizeof properties / sizeof *properties; i++)
        if (strcmp(properties[i].name, name) == 0)
            return &properties[i];
    return NULL;
}

const Term *find_role(const Checker *checker, const char *name)
{
    for (size_t i = 0; name && i < interp_role_count(checker->interp); i++) {
        const Term *role = interp_role(checker->interp, i);
        if (strcmp(term_string(checker->arena, role), name) == 0)
            return role;
    }
    return NULL;
}

static const char *claim_text(const Checker *checker, const Claim *claim,
                              const char *verdict)
{
    Arena *arena = checker->arena;
    const json_t *formula = json_object_get(claim->json, "formula");
    const char *text = arena_printf(arena, "%s: %s", verdict,
                                    formula ? json_string_value(formula)
                                            : claim->property->name);
    if (claim->property->needs_value)
        text = arena_printf(arena, "%s %d", text, claim->value);
    if (claim->role)
        text = arena_printf(arena, "%s for %s", text,
                            term_string(arena, claim->role));
    if (claim->bound != NO_NUMBER)
        text = arena_printf(arena, "%s, within %llu steps", text,
                            (unsigned long long)claim->bound);
    if (claim->within != NO_NUMBER)
        text = arena_printf(arena, "%s, in the first %llu steps", text,
                            (unsigned long long)claim->within);
    const char *from = text_of(checker->certificate->root, "from");
    if (from)
        text = arena_printf(arena, "%s, after the moves %s", text, from);
    return text;
}

static ClaimKind claim_kind(const Property *property, const char *verdict)
{
    bool is_refuted = strcmp(verdict, "refuted") == 0;
    if (property->is_forced)
        return CLAIM_FORCED;
    if (!property->formula)
        return is_refuted ? CLAIM_ENDLESS : CLAIM_ENDS;
    if (strcmp(verdict, "vacuous") == 0)
        return CLAIM_ALWAYS;
    return is_refuted == property->is_existence ? CLAIM_ALWAYS : CLAIM_FAILS;
}

/* What is wrong with the members of CLAIM, which has a property; or NULL. */
static const char *read_members(const Checker *checker, Claim *claim,
                                const char *verdict)
{
    const json_t *json = claim->json;
    const Property *property = claim->property;
    const json_t *role = json_object_get(json, "role");
    bool is_terminating = !property->formula,
         is_always = property->formula == always_formula;
    uint64_t value;
    claim->role = find_role(checker, json_string_value(role));
    claim->is_vacuous = strcmp(verdict, "vacuous") == 0;
    claim->kind = claim_kind(property, verdict);
    if (!read_number(json, "within", NO_NUMBER - 1, NO_NUMBER,
                     &claim->within) ||
        !read_number(json, "bound", NO_NUMBER - 1, NO_NUMBER, &claim->bound) ||
        !read_number(json, "at", NO_NUMBER - 1, NO_NUMBER, &claim->at) ||
        !read_number(json, "value", MAX_GOAL_VALUE, MAX_GOAL_VALUE, &value))
        return "a number of the claim is none, or too large";
    claim->value = (int)value;
    if (strcmp(verdict, "proved") != 0 && strcmp(verdict, "refuted") != 0 &&
        !(claim->is_vacuous && property->is_about_end))
        return "there is no such verdict on the property";
    if (property->is_forced &&
        (strcmp(verdict, "proved") != 0 || claim->within != NO_NUMBER ||
         claim->at != NO_NUMBER))
        return "the claim has a member, or a verdict, that a strategy cannot "
               "show";
    if ((role && !claim->role) || (property->needs_role && !claim->role) ||
        (role && !property->needs_role && !property->may_have_role))
        return "the claim has a role that it cannot have, or has none";
    if (property->needs_value != !!json_object_get(json, "value"))
        return "the claim has a value that it cannot have, or has none";
    if ((is_terminating && claim->within != NO_NUMBER) ||
        (claim->kind != CLAIM_ENDS && claim->bound != NO_NUMBER) ||
        is_always != json_is_string(json_object_get(json, "formula")))
        return "the claim has a member that its property does not have, or "
               "lacks one";
    return NULL;
}

/* A claim that its author has no evidence for, of whatever property. */
static void read_unchecked(const Checker *checker, Claim *claim,
                           const char *verdict, const char *reason)
{
    const json_t *json = claim->json;
    const char *formula = text_of(json, "formula");
    const char *role = text_of(json, "role");
    claim->outcome = UNCHECKED(reason);
    claim->text = arena_printf(checker->arena, "%s: %s%s%s", verdict,
                               formula ? formula : text_of(json, "property"),
                               role ? " for " : "", role ? role : "");
}

Claim claim_read(const Checker *checker, const json_t *json)
{
    const char *verdict = text_of(json, "verdict");
    const char *name = text_of(json, "property");
    const char *unchecked = text_of(json, "unchecked");
    Claim claim = {.json = json,
                   .property = find_property(name),
                   .evidence = json_object_get(json, "evidence"),
                   .text = "a claim that cannot be read",
                   .by = "format",
                   .outcome = FAILS("this is no claim of the format")};
    if (!verdict && !json_object_get(json, "verdict"))
        verdict = "proved";
    if (!has_only_keys(json, "property verdict formula role value bound within "
                             "name at evidence unchecked") ||
        !verdict || !name || !unchecked == !claim.evidence)
        return claim;
    if (unchecked) {
        read_unchecked(checker, &claim, verdict, unchecked);
    } else if (claim.property && json_is_array(claim.evidence)) {
        const char *fault = read_members(checker, &claim, verdict);
        claim.is_open = !fault;
        claim.outcome = FAILS(fault);
        if (!fault)
            claim.text = claim_text(checker, &claim, verdict);
    }
    return claim;
}

/* ---- sums and lemmas ---- */

/* clingo counts in 32 bits: with this limit no sum leaves them. */
static const int64_t MAX_WEIGHTS = 1 << 30;

/* A weight and a formula; SIZE is the sum of all absolute values so far. */
static Outcome read_part(Work *work, const json_t *pair, WeightedProp *part,
                         int64_t *size)
{
    Outcome outcome = HOLDS;
    const json_t *weight = json_array_get(pair, 0);
    const char *text = json_string_value(json_array_get(pair, 1));
    if (json_array_size(pair) != 2 || !json_is_integer(weight) || !text ||
        json_integer_value(weight) >= MAX_WEIGHTS ||
        json_integer_value(weight) <= -MAX_WEIGHTS)
        return FAILS("a part of a sum is no small integer with a formula");
    part->weight = json_integer_value(weight);
    *size += llabs(part->weight);
    part->part = formula_prop(work, text, &outcome);
    if (part->part == NO_PROP)
        return outcome;
    if (props_get(work->props, part->part)->degree)
        return FAILS("a part of a sum has next");
    return *size < MAX_WEIGHTS ? HOLDS
                               : FAILS("the weights of a sum are too large");
}

/* The bound at KEY, which becomes *BOUND if it is better (GREATER or less). */
static bool read_bound(const json_t *json, const char *key, bool greater,
                       int64_t *bound)
{
    const json_t *value = json_object_get(json, key);
    if (!value)
        return true;
    int64_t given = json_integer_value(value);
    if (!json_is_integer(value) || given >= MAX_WEIGHTS ||
        given <= -MAX_WEIGHTS)
        return false;
    if (greater ? given > *bound : given < *bound)
        *bound = given;
    return true;
}

Outcome read_sum(Work *work, const json_t *json, Sum *sum)
{
    const json_t *pairs = json_object_get(json, "sum");
    size_t count = json_array_size(pairs);
    int64_t size = 0;
    WeightedProp *parts = arena_array(work->arena, WeightedProp, count);
    *sum = (Sum){.parts = parts, .count = count};
    if (!has_only_keys(json, "sum min max") || !json_is_array(pairs))
        return FAILS("a sum is not written as one");
    for (size_t i = 0; i < count; i++) {
        Outcome outcome =
            read_part(work, json_array_get(pairs, i), &parts[i], &size);
        if (outcome.kind != OUTCOME_HOLDS)
            return outcome;
        *(parts[i].weight < 0 ? &sum->min : &sum->max) += parts[i].weight;
    }
    return read_bound(json, "min", true, &sum->min) &&
                   read_bound(json, "max", false, &sum->max)
               ? HOLDS
               : FAILS("a bound of a sum is no small integer");
}

static Outcome read_lemma(Work *work, const json_t *json, Lemma *lemma)
{
    Outcome outcome = HOLDS;
    if (json_is_string(json)) {
        *lemma = (Lemma){
            .prop = formula_prop(work, json_string_value(json), &outcome)};
        if (lemma->prop != NO_PROP)
            lemma->degree = props_get(work->props, lemma->prop)->degree;
        return outcome;
    }
    Sum *sum = arena_alloc(work->arena, sizeof *sum);
    *lemma = (Lemma){.prop = NO_PROP, .sum = sum};
    return read_sum(work, json, sum);
}

Outcome read_lemmas(Work *work, const json_t *evidence, LemmaVec *lemmas)
{
    const json_t *list = json_object_get(evidence, "lemmas");
    if (!json_is_array(list))
        return FAILS("there is no list of lemmas");
    for (size_t i = 0; i < json_array_size(list); i++) {
        Lemma lemma;
        Outcome outcome = read_lemma(work, json_array_get(list, i), &lemma);
        if (outcome.kind != OUTCOME_HOLDS)
            return outcome;
        vec_push(lemmas, lemma);
    }
    return HOLDS;
}

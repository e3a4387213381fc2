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
    Keyword declares;  /* what is true or legal, instead of a text */
    const char *(*text)(Checker *checker, const Claim *claim);
} Property;

/* ---- formulas ---- */

static PropId read_formula(Checker *checker, const char *text)
{
    Problem problem;
    const Formula *formula = formula_read_text(checker->work, checker->universe,
                                               "formula", text, &problem);
    PropId prop = formula ? props_expand(checker->props, formula) : NO_PROP;
    if (!formula)
        fails(checker,
              arena_printf(checker->arena, "a formula cannot be read: %s",
                           problem.message));
    else if (prop == NO_PROP && !is_cut_short(checker))
        unchecked(checker, "a formula is too large");
    return prop;
}

/* ---- formulas of properties, as text ---- */

/* As formulas have it: a role may have the name of an operator. */
static const char *role_text(Checker *checker, const Term *role)
{
    return formula_term_string(checker->work, role);
}

/* Before what is said of every role P: which of them CLAIM is about. */
static const char *condition_on_role(Checker *checker, const Claim *claim)
{
    return claim->role ? arena_printf(checker->work, "P = %s -> ",
                                      role_text(checker, claim->role))
                       : "";
}

static const char *always_text(Checker *checker, const Claim *claim)
{
    (void)checker;
    return text_of(claim->json, "formula");
}

static const char *playable_text(Checker *checker, const Claim *claim)
{
    return arena_printf(checker->work,
                        "terminal | forall P in role. %sexists M in move(P). "
                        "legal(P,M)",
                        condition_on_role(checker, claim));
}

static bool has_random(const Checker *checker)
{
    TermSet roles = checker->universe->roles;
    for (size_t i = 0; i < roles.count; i++)
        if (role_is_random(roles.terms[i]))
            return true;
    return false;
}

/* Nobody asks what chance gets. */
static const char *goals_text(Checker *checker, const Claim *claim)
{
    return arena_printf(checker->work, "terminal -> forall P in role. %s%s%s",
                        condition_on_role(checker, claim),
                        has_random(checker) ? "P != random -> " : "",
                        checker->universe->goals.count
                            ? "exists[1..1] V in goal.2. goal(P,V)"
                            : "~terminal");
}

static const char *reaches_text(Checker *checker, const Claim *claim)
{
    return arena_printf(checker->work, "~(terminal & goal(%s,%d))",
                        role_text(checker, claim->role), claim->value);
}

static const char *at_most_text(Checker *checker, const Claim *claim)
{
    const char *role = role_text(checker, claim->role), *text = "~terminal";
    for (int value = claim->value + 1; value <= MAX_GOAL_VALUE; value++)
        text =
            arena_printf(checker->work, "%s | goal(%s,%d)", text, role, value);
    return arena_printf(checker->work, "terminal -> ~(%s)", text);
}

/* What holds in every position that the strategy leads to: an end gives the
 * role one value, and that is enough. */
static const char *secures_text(Checker *checker, const Claim *claim)
{
    const char *role = role_text(checker, claim->role);
    const char *text = arena_printf(
        checker->work, "terminal -> (exists[1..1] V in goal.2. goal(%s,V))",
        role);
    for (int value = 0; value < claim->value; value++)
        text =
            arena_printf(checker->work, "%s & ~goal(%s,%d)", text, role, value);
    return text;
}

static const char *zero_sum_text(Checker *checker, const Claim *claim)
{
    (void)claim;
    TermSet roles = checker->universe->roles;
    const char *text = "terminal -> terminal", *names[2];
    if (roles.count != 2 || has_random(checker)) {
        fails(checker, "only a game of two players can be zero-sum");
        return NULL;
    }
    for (size_t i = 0; i < 2; i++)
        names[i] = role_text(checker, roles.terms[i]);
    for (int value = 0; value <= MAX_GOAL_VALUE; value++)
        text = arena_printf(checker->work, "%s & (goal(%s,%d) <-> goal(%s,%d))",
                            text, names[0], value, names[1],
                            MAX_GOAL_VALUE - value);
    return text;
}

static const char *turn_taking_text(Checker *checker, const Claim *claim)
{
    (void)checker;
    (void)claim;
    return "exists[0..1] P in role. exists[2..] M in move(P). legal(P,M)";
}

/* ---- what is true or legal is declared ---- */

/* The facts of a relation that never changes. */
typedef struct {
    const Symbol *symbol;
    const Term **sorted;
    size_t count;
} Declared;

/* Adds to PARTS that NAME does not hold of ARGS, unless they are DECLARED. */
static void add_undeclared(Checker *checker, const char *name,
                           const Declared *declared, const Term *const *args,
                           size_t count, PropVec *parts)
{
    Terms *terms = checker->game->terms;
    const Symbol *symbol = term_symbol(terms, name, strlen(name));
    const Term *atom = term_find(terms, declared->symbol, count, args);
    if (!atom ||
        find_term(declared->sorted, declared->count, atom) == declared->count)
        vec_push(parts, prop_not(checker->props,
                                 prop_atom(checker->props,
                                           term_compound(terms, symbol, count,
                                                         args))));
}

/* That what is true (`base`) or legal (`input`) is declared by KEYWORD. */
static PropId declared_formula(Checker *checker, Keyword keyword)
{
    const Game *game = checker->game;
    const Universe *universe = checker->universe;
    RelationId relation = game->keyword[keyword];
    bool is_bases = keyword == KEYWORD_BASE;
    PropVec parts = {0};
    if (relation == NO_RELATION ||
        game->relations[relation].changes_with != CHANGES_NEVER) {
        fails(checker, "the rules declare nothing, or not once for all");
        return NO_PROP;
    }
    if (!is_bases && universe->too_many_moves) {
        unchecked(checker, "there are too many moves to be listed");
        return NO_PROP;
    }
    Declared declared = {.symbol = game->relations[relation].symbol};
    const Term *const *facts =
        interp_facts(checker->interp, relation, &declared.count);
    declared.sorted =
        arena_copy(checker->work, facts, declared.count * sizeof *facts);
    sort_terms(declared.sorted, declared.count);
    if (is_cut_short(checker))
        return NO_PROP;
    for (size_t i = 0; is_bases && i < checker->features.count; i++)
        add_undeclared(checker, "true", &declared, &checker->features.terms[i],
                       1, &parts);
    for (size_t i = 0; !is_bases && i < universe->roles.count; i++)
        for (size_t k = 0; k < universe->moves[i].count; k++)
            add_undeclared(checker, "legal", &declared,
                           (const Term *[]){universe->roles.terms[i],
                                            universe->moves[i].terms[k]},
                           2, &parts);
    PropId prop = prop_and(checker->props, parts.items, parts.count);
    vec_free(&parts);
    return prop;
}

/* ---- the table ---- */

static const Property properties[] = {
    {"always", .text = always_text},
    {"playable", .may_have_role = true, .text = playable_text},
    {"terminating", .text = NULL},
    {"goals", .may_have_role = true, .is_about_end = true, .text = goals_text},
    {"winnable", .needs_role = true, .is_about_end = true, .is_existence = true,
     .text = reaches_text},
    {"reaches", .needs_role = true, .needs_value = true, .is_about_end = true,
     .is_existence = true, .text = reaches_text},
    {"at-most", .needs_role = true, .needs_value = true, .is_about_end = true,
     .text = at_most_text},
    {"secures", .needs_role = true, .needs_value = true, .is_forced = true,
     .text = secures_text},
    {"bases", .declares = KEYWORD_BASE},
    {"inputs", .declares = KEYWORD_INPUT},
    {"zero-sum", .is_about_end = true, .text = zero_sum_text},
    {"turn-taking", .text = turn_taking_text},
};

static bool is_terminating(const Property *property)
{
    return !property->text && !property->declares;
}

PropId claim_formula(Checker *checker, const Claim *claim)
{
    const Property *property = claim->property;
    if (claim->is_vacuous)
        return read_formula(checker, "~terminal");
    if (property->declares)
        return declared_formula(checker, property->declares);
    if (is_terminating(property))
        return PROP_TRUE_ID;
    const char *text = property->text(checker, claim);
    return text ? read_formula(checker, text) : NO_PROP;
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
    Text text = {0};
    const char *formula = text_of(claim->json, "formula");
    const char *from = text_of(checker->root, "from");
    text_addf(&text, "%s: %s", verdict,
              formula ? formula : claim->property->name);
    if (claim->property->needs_value)
        text_addf(&text, " %d", claim->value);
    if (claim->role)
        text_addf(&text, " for %s", term_string(checker->arena, claim->role));
    if (claim->bound != NO_NUMBER)
        text_addf(&text, ", within %llu steps",
                  (unsigned long long)claim->bound);
    if (claim->within != NO_NUMBER)
        text_addf(&text, ", in the first %llu steps",
                  (unsigned long long)claim->within);
    if (from)
        text_addf(&text, ", after the moves %s", from);
    return text_finish(&text, checker->arena);
}

static ClaimKind claim_kind(const Property *property, const char *verdict)
{
    bool is_refuted = strcmp(verdict, "refuted") == 0;
    if (property->is_forced)
        return CLAIM_FORCED;
    if (is_terminating(property))
        return is_refuted ? CLAIM_ENDLESS : CLAIM_ENDS;
    if (strcmp(verdict, "vacuous") == 0)
        return CLAIM_ALWAYS;
    return is_refuted == property->is_existence ? CLAIM_ALWAYS : CLAIM_FAILS;
}

/* What is wrong with the members of CLAIM, which has a property; or NULL. */
static const char *read_members(const Checker *checker, Claim *claim,
                                const char *verdict)
{
    const json_t *json = claim->json, *role = json_object_get(json, "role");
    const Property *property = claim->property;
    bool is_proved = strcmp(verdict, "proved") == 0;
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
    if (!is_proved && strcmp(verdict, "refuted") != 0 &&
        !(claim->is_vacuous && property->is_about_end))
        return "there is no such verdict on the property";
    if (property->is_forced &&
        (!is_proved || claim->within != NO_NUMBER || claim->at != NO_NUMBER))
        return "the claim has a member, or a verdict, that a strategy cannot "
               "show";
    if (role
            ? !claim->role || !(property->needs_role || property->may_have_role)
            : property->needs_role)
        return "the claim has a role that it cannot have, or has none";
    if (property->needs_value != !!json_object_get(json, "value"))
        return "the claim has a value that it cannot have, or has none";
    if ((is_terminating(property) && claim->within != NO_NUMBER) ||
        (claim->kind != CLAIM_ENDS && claim->bound != NO_NUMBER) ||
        (property->text == always_text) != !!text_of(json, "formula"))
        return "the claim has a member that its property does not have, or "
               "lacks one";
    return NULL;
}

Claim claim_read(Checker *checker, const json_t *json)
{
    const char *verdict = text_of(json, "verdict");
    const char *name = text_of(json, "property");
    const char *formula = text_of(json, "formula"),
               *role = text_of(json, "role"),
               *reason = text_of(json, "unchecked");
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
        !verdict || !name || !reason == !claim.evidence)
        return claim;
    if (reason) { /* its author has no evidence for it, whatever it is */
        claim.outcome = UNCHECKED(reason);
        claim.text = arena_printf(checker->arena, "%s: %s%s%s", verdict,
                                  formula ? formula : name, role ? " for " : "",
                                  role ? role : "");
    } else if (claim.property && json_is_array(claim.evidence)) {
        const char *fault = read_members(checker, &claim, verdict);
        Text indices = json_as_text(claim.evidence, JSON_COMPACT);
        claim.indices = text_finish(&indices, checker->arena);
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

static bool is_small(const json_t *number)
{
    return json_is_integer(number) &&
           json_integer_value(number) < MAX_WEIGHTS &&
           json_integer_value(number) > -MAX_WEIGHTS;
}

/* A weight and a formula; SIZE is the sum of all absolute values so far. */
static bool read_part(Checker *checker, const json_t *pair, WeightedProp *part,
                      int64_t *size)
{
    const json_t *weight = json_array_get(pair, 0);
    const char *text = json_string_value(json_array_get(pair, 1));
    if (json_array_size(pair) != 2 || !is_small(weight) || !text)
        return fails(checker,
                     "a part of a sum is no small integer with a formula");
    part->weight = json_integer_value(weight);
    *size += llabs(part->weight);
    part->part = read_formula(checker, text);
    if (part->part == NO_PROP)
        return false;
    if (props_get(checker->props, part->part)->degree)
        return fails(checker, "a part of a sum has next");
    return *size < MAX_WEIGHTS ||
           fails(checker, "the weights of a sum are too large");
}

bool read_sum(Checker *checker, const json_t *json, Sum *sum)
{
    const json_t *pairs = json_object_get(json, "sum"),
                 *min = json_object_get(json, "min"),
                 *max = json_object_get(json, "max");
    size_t count = json_array_size(pairs);
    int64_t size = 0;
    WeightedProp *parts = arena_array(checker->work, WeightedProp, count);
    *sum = (Sum){.parts = parts, .count = count};
    if (!has_only_keys(json, "sum min max") || !json_is_array(pairs))
        return fails(checker, "a sum is not written as one");
    for (size_t i = 0; i < count; i++) {
        if (!read_part(checker, json_array_get(pairs, i), &parts[i], &size))
            return false;
        *(parts[i].weight < 0 ? &sum->min : &sum->max) += parts[i].weight;
    }
    if ((min && !is_small(min)) || (max && !is_small(max)))
        return fails(checker, "a bound of a sum is no small integer");
    if (min && json_integer_value(min) > sum->min)
        sum->min = json_integer_value(min);
    if (max && json_integer_value(max) < sum->max)
        sum->max = json_integer_value(max);
    return true;
}

static bool read_lemma(Checker *checker, const json_t *json, Lemma *lemma)
{
    *lemma = (Lemma){.prop = NO_PROP};
    if (json_is_string(json)) {
        lemma->prop = read_formula(checker, json_string_value(json));
        if (lemma->prop != NO_PROP)
            lemma->degree = props_get(checker->props, lemma->prop)->degree;
        return lemma->prop != NO_PROP;
    }
    Sum *sum = arena_alloc(checker->work, sizeof *sum);
    lemma->sum = sum;
    return read_sum(checker, json, sum);
}

bool read_lemmas(Checker *checker, const json_t *evidence, LemmaVec *lemmas)
{
    const json_t *list = json_object_get(evidence, "lemmas");
    if (!json_is_array(list))
        return fails(checker, "there is no list of lemmas");
    for (size_t i = 0; i < json_array_size(list); i++) {
        Lemma lemma;
        if (!read_lemma(checker, json_array_get(list, i), &lemma))
            return false;
        vec_push(lemmas, lemma);
    }
    return true;
}

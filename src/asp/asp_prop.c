/* asp_prop.c - formulas as clauses: Enc(phi, i)
 *
 * In:   Props
 * Out:  clauses for them at the levels asked for
 *
 * An atom of the game stands for itself; any other part k at level i is named
 * _phi(k,i), which is eta(psi,i) of Thielscher and Voigt (2010), Definition 6.
 * Start reading at define().
 */
#include "asp/asp_prop.h"

#include "base/map.h"
#include "base/memory.h"
#include "base/vec.h"

#include <assert.h>
#include <stdlib.h>

typedef struct {
    PropId prop;
    uint32_t level;
} PropAtLevel;

struct Encoding {
    Asp *asp;
    const Props *props;
    Map map;
    VEC(PropAtLevel) named; /* that have clauses, or will have */
    size_t defined;         /* of these */
    Text clauses;
};

Encoding *encoding_new(Asp *asp, const Props *props)
{
    Encoding *encoding = memory_resize(NULL, sizeof *encoding, 1);
    *encoding = (Encoding){.asp = asp, .props = props};
    return encoding;
}

void encoding_free(Encoding *encoding)
{
    map_free(&encoding->map);
    vec_free(&encoding->named);
    text_free(&encoding->clauses);
    free(encoding);
}

/* Notes that PROP is needed at LEVEL. */
static void need(Encoding *encoding, PropId prop, size_t level)
{
    uint32_t hash = hash_mix(prop, (uint32_t)level);
    map_each (p, &encoding->map, hash) {
        PropAtLevel found = encoding->named.items[p.index];
        if (found.prop == prop && found.level == level)
            return;
    }
    map_add(&encoding->map, hash, (uint32_t)encoding->named.count);
    PropAtLevel named = {prop, (uint32_t)level};
    vec_push(&encoding->named, named);
}

static void literal(Text *out, Encoding *encoding, PropId id, size_t level,
                    bool is_negated)
{
    assert(id < props_count(encoding->props));
    const Prop *prop = props_get(encoding->props, id);
    if (prop->kind == PROP_NOT) {
        id = prop->parts[0];
        prop = props_get(encoding->props, id);
        is_negated = !is_negated;
    }
    if (prop->kind == PROP_TRUE) {
        text_adds(out, is_negated ? "#false" : "#true");
        return;
    }
    text_adds(out, is_negated ? "not " : "");
    if (prop->kind == PROP_ATOM) {
        asp_need(encoding->asp, prop->atom, level);
        asp_atom(out, encoding->asp, prop->atom, level);
        return;
    }
    need(encoding, id, level);
    text_addf(out, "_phi(%u,%zu)", (unsigned)id, level);
}

/* Whether the parts of PROP say of each move of a role that it is legal: then
 * *ROLE. */
static bool is_of_legal(const Encoding *encoding, const Prop *prop,
                        const Term **role)
{
    const Universe *universe = props_universe(encoding->props);
    const Symbol *legal = term_symbol(universe->game->terms, "legal", 5);
    const Prop *first =
        prop->count ? props_get(encoding->props, prop->parts[0]) : NULL;
    if (!first || first->kind != PROP_ATOM || first->atom->symbol != legal ||
        first->atom->arity != 2 || prop->weights)
        return false;
    *role = first->atom->args[0];
    uint32_t index = universe_role(universe, *role);
    if (index == NO_INDEX || universe->moves[index].count != prop->count)
        return false;
    for (size_t i = 0; i < prop->count; i++) {
        const Prop *part = props_get(encoding->props, prop->parts[i]);
        if (part->kind != PROP_ATOM || part->atom->symbol != legal ||
            part->atom->arity != 2 || part->atom->args[0] != *role ||
            part->atom->args[1] != universe->moves[index].terms[i])
            return false;
    }
    return true;
}

/* _phi(HEAD) :- */
static Text *begin_rule(Encoding *encoding, PropAtLevel head)
{
    text_addf(&encoding->clauses, "_phi(%u,%u) :- ", (unsigned)head.prop,
              (unsigned)head.level);
    return &encoding->clauses;
}

static void add_rule(Encoding *encoding, PropAtLevel head, PropId part,
                     size_t level)
{
    Text *out = begin_rule(encoding, head);
    literal(out, encoding, part, level, false);
    text_adds(out, ".\n");
}

/* No other moves are legal than those of the universe, and few of these are
 * derivable: clingo is left to find them. tttcc4 has 67000 of them. */
static void add_legal(Text *out, Encoding *encoding, const Prop *prop,
                      const Term *role, size_t level)
{
    const Prop *first = props_get(encoding->props, prop->parts[0]);
    asp_need(encoding->asp, first->atom, level);
    asp_any_legal(out, encoding->asp, role, level);
}

static void define_or(Encoding *encoding, PropAtLevel head, const Prop *prop)
{
    const Term *role;
    if (is_of_legal(encoding, prop, &role)) {
        Text *out = begin_rule(encoding, head);
        add_legal(out, encoding, prop, role, head.level);
        text_adds(out, ".\n");
        return;
    }
    for (size_t i = 0; i < prop->count; i++)
        add_rule(encoding, head, prop->parts[i], head.level);
}

static void define_and(Encoding *encoding, PropAtLevel head, const Prop *prop)
{
    Text *out = begin_rule(encoding, head);
    for (size_t i = 0; i < prop->count; i++) {
        text_adds(out, i ? ", " : "");
        literal(out, encoding, prop->parts[i], head.level, false);
    }
    text_adds(out, ".\n");
}

static void define_next(Encoding *encoding, PropAtLevel head, const Prop *prop)
{
    Terms *terms = props_universe(encoding->props)->game->terms;
    const Term *terminal =
        term_constant(terms, term_symbol(terms, "terminal", 8));
    Text *out = begin_rule(encoding, head);
    asp_need(encoding->asp, terminal, head.level);
    asp_atom(out, encoding->asp, terminal, head.level);
    text_adds(out, ".\n");
    add_rule(encoding, head, prop->parts[0], head.level + 1);
}

static void define_sum(Encoding *encoding, PropAtLevel head, const Prop *prop)
{
    Text *out = begin_rule(encoding, head);
    const Term *role;
    bool of_legal = is_of_legal(encoding, prop, &role);
    if (prop->min)
        text_addf(out, "%u <= ", (unsigned)prop->min);
    text_adds(out, of_legal ? "#sum { 1,M : " : "#sum { ");
    if (of_legal)
        add_legal(out, encoding, prop, role, head.level);
    for (size_t i = 0; i < prop->count && !of_legal; i++) {
        text_addf(out, "%s%u,%zu : ", i ? "; " : "",
                  prop->weights ? (unsigned)prop->weights[i] : 1, i);
        literal(out, encoding, prop->parts[i], head.level, false);
    }
    text_adds(out, " }");
    if (prop->max != UINT32_MAX)
        text_addf(out, " <= %u", (unsigned)prop->max);
    text_adds(out, ".\n");
}

static void define_prop(Encoding *encoding, PropAtLevel head)
{
    const Prop *prop = props_get(encoding->props, head.prop);
    switch (prop->kind) {
    case PROP_AND:
        define_and(encoding, head, prop);
        break;
    case PROP_OR:
        define_or(encoding, head, prop);
        break;
    case PROP_NEXT:
        define_next(encoding, head, prop);
        break;
    case PROP_SUM:
        define_sum(encoding, head, prop);
        break;
    case PROP_TRUE:
    case PROP_ATOM:
    case PROP_NOT:
        abort(); /* they have no name: see literal() */
    }
}

void encoding_literal(Text *out, Encoding *encoding, PropId prop, size_t level,
                      bool is_negated)
{
    literal(out, encoding, prop, level, is_negated);
    while (encoding->defined < encoding->named.count)
        define_prop(encoding, encoding->named.items[encoding->defined++]);
}

void encoding_clauses(Text *out, const Encoding *encoding)
{
    text_add(out, text_string(&encoding->clauses), encoding->clauses.length);
}

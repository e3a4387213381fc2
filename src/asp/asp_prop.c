/* asp_prop.c - formulas as clauses: Enc(phi, i)
 *
 * In:   Props
 * Out:  clauses for them at the levels asked for
 *
 * An atom of the game stands for itself; any other part k at level i is named
 * _phi(k,i), which is eta(psi,i) of Thielscher and Voigt (2010), Definition 6.
 * Start reading at define_prop().
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
    Map by_prop_and_level;
    VEC(PropAtLevel) named_props; /* that have clauses, or will have */
    size_t defined_count;         /* of these */
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
    map_free(&encoding->by_prop_and_level);
    vec_free(&encoding->named_props);
    text_free(&encoding->clauses);
    memory_free(encoding);
}

/* Notes that PROP is needed at LEVEL. */
static void need_name(Encoding *encoding, PropId prop, size_t level)
{
    uint32_t hash = hash_mix(prop, (uint32_t)level);
    map_each (probe, &encoding->by_prop_and_level, hash) {
        PropAtLevel known = encoding->named_props.items[probe.index];
        if (known.prop == prop && known.level == level)
            return;
    }
    map_add(&encoding->by_prop_and_level, hash,
            (uint32_t)encoding->named_props.count);
    PropAtLevel named = {prop, (uint32_t)level};
    vec_push(&encoding->named_props, named);
}

/* Adds the literal of prop ID at LEVEL; what needs a name will be defined. */
static void add_literal(Text *out, Encoding *encoding, PropId id, size_t level,
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
    need_name(encoding, id, level);
    text_addf(out, "_phi(%u,%zu)", (unsigned)id, level);
}

/* Whether the parts of PROP say of each move of a role that it is legal: then
 * *ROLE. */
static bool is_over_legal_moves(const Encoding *encoding, const Prop *prop,
                                const Term **role)
{
    const Prop *first =
        prop->count ? props_get(encoding->props, prop->parts[0]) : NULL;
    if (!first || !first->atom || !term_is_named(first->atom, "legal", 2) ||
        prop->weights)
        return false;
    *role = first->atom->args[0];
    TermSet moves = universe_moves(props_universe(encoding->props), *role);
    bool is_over_all = moves.count == prop->count;
    for (size_t i = 0; is_over_all && i < prop->count; i++) {
        const Term *atom = props_get(encoding->props, prop->parts[i])->atom;
        is_over_all = atom && atom->symbol == first->atom->symbol &&
                      atom->arity == 2 && atom->args[0] == *role &&
                      atom->args[1] == moves.terms[i];
    }
    return is_over_all;
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
    add_literal(out, encoding, part, level, false);
    text_adds(out, ".\n");
}

/* No other moves are legal than those of the universe, and few of these are
 * derivable: clingo is left to find them. tttcc4 has 67000 of them. */
static void add_any_legal(Text *out, Encoding *encoding, const Prop *prop,
                          const Term *role, size_t level)
{
    const Prop *first = props_get(encoding->props, prop->parts[0]);
    asp_need(encoding->asp, first->atom, level);
    asp_any_legal(out, encoding->asp, role, level);
}

static void define_or(Encoding *encoding, PropAtLevel head, const Prop *prop)
{
    const Term *role;
    if (is_over_legal_moves(encoding, prop, &role)) {
        Text *out = begin_rule(encoding, head);
        add_any_legal(out, encoding, prop, role, head.level);
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
        add_literal(out, encoding, prop->parts[i], head.level, false);
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
    bool over_legal_moves = is_over_legal_moves(encoding, prop, &role);
    if (prop->min)
        text_addf(out, "%u <= ", (unsigned)prop->min);
    text_adds(out, over_legal_moves ? "#sum { 1,M : " : "#sum { ");
    if (over_legal_moves)
        add_any_legal(out, encoding, prop, role, head.level);
    for (size_t i = 0; i < prop->count && !over_legal_moves; i++) {
        text_addf(out, "%s%u,%zu : ", i ? "; " : "",
                  prop->weights ? (unsigned)prop->weights[i] : 1, i);
        add_literal(out, encoding, prop->parts[i], head.level, false);
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
        assert(false); /* they have no name: see add_literal() */
    }
}

void encoding_literal(Text *out, Encoding *encoding, PropId prop, size_t level,
                      bool is_negated)
{
    add_literal(out, encoding, prop, level, is_negated);
    while (encoding->defined_count < encoding->named_props.count)
        define_prop(encoding,
                    encoding->named_props.items[encoding->defined_count++]);
}

void encoding_clauses(Text *out, const Encoding *encoding)
{
    text_add(out, text_string(&encoding->clauses), encoding->clauses.length);
}

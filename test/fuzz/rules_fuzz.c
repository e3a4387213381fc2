/* rules_fuzz.c - random games that are grammatical, and a second opinion
 *
 * In:   bytes from libFuzzer, each a decision of the generator
 * Out:  nothing, or an abort with the property that does not hold
 *
 * The bytes become rules over few relations and constants, mostly valid ones.
 * Their text goes through the same checks as any text. If the library finds
 * them good, its play is compared with a reference that is as naive as can be:
 * variables run through all values, strata are iterated until nothing is new.
 * With SHOW in the environment the rules are printed.
 * Start reading at LLVMFuzzerTestOneInput(), at the end.
 */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CONSTANTS = 5,
    VALUES = 2 * CONSTANTS, /* c and f(c); deeper terms are not followed */
    VARIABLES = 3,
    MAX_RULES = 40,
    MAX_BODY = 4,
    MAX_PARTS = 3,
    MAX_CONDITIONS = 400,
    STEPS = 3,
};

/* Names are drawn row by row. Roles are the first two constants, unless a rule
 * says otherwise. KIF has the spelling of the rules, answers are in infix. */
typedef struct {
    const char *kif[CONSTANTS], *infix[CONSTANTS];
    int goal_values[CONSTANTS];
} Names;

static const Names all_names[] = {
    {{"a", "b", "c", "0", "100"},
     {"a", "b", "c", "0", "100"},
     {-1, -1, -1, 0, 100}},
    {{"9", "10", "1b", "00", "100"},
     {"9", "10", "1b", "00", "100"},
     {9, 10, -1, 0, 100}},
    {{"1", "01", "001", "0", "0100"},
     {"1", "01", "001", "0", "0100"},
     {1, 1, 1, 0, 100}},
    {{"%", "c'd", "101", "00", "0"},
     {"'%'", "'c''d'", "101", "00", "0"},
     {-1, -1, -1, 0, 0}},
    {{"Init", "true", "Goal", "99999999999999999999", "7"},
     {"init", "true", "goal", "99999999999999999999", "7"},
     {-1, -1, -1, -1, 7}},
    {{"f", "p", "role", "0.5", "050"},
     {"f", "p", "role", "'0.5'", "050"},
     {-1, -1, -1, -1, 50}},
};

static const Names *names = all_names;

typedef enum { STATIC, STATE, MOVE } ChangesWith;

/* In an order in which each may depend on those before it. */
typedef enum {
    ROLE,
    E,
    P,
    S,
    INIT,
    BASE,
    INPUT,
    TRUE,
    Q,
    R,
    G,
    TERMINAL,
    LEGAL,
    GOAL,
    DOES,
    M,
    N,
    NEXT,
    SEES,
    RELATIONS
} Relation;

static const struct {
    const char *name;
    int arity;
    ChangesWith changes_with;
    bool in_bodies, in_heads;
} relations[RELATIONS] = {
    [ROLE] = {"role", 1, STATIC, true, false},
    [E] = {"e", 2, STATIC, true, true},
    [P] = {"p", 1, STATIC, true, true},
    [S] = {"p", 2, STATIC, true, true},
    [INIT] = {"init", 1, STATIC, false, true},
    [BASE] = {"base", 1, STATIC, false, true},
    [INPUT] = {"input", 2, STATIC, false, true},
    [TRUE] = {"true", 1, STATE, true, false},
    [Q] = {"q", 1, STATE, true, true},
    [R] = {"r", 2, STATE, true, true},
    [G] = {"g", 0, STATE, true, true},
    [TERMINAL] = {"terminal", 0, STATE, true, true},
    [LEGAL] = {"legal", 2, STATE, true, true},
    [GOAL] = {"goal", 2, STATE, true, true},
    [DOES] = {"does", 2, MOVE, true, false},
    [M] = {"m", 1, MOVE, true, true},
    [N] = {"n", 2, MOVE, true, true},
    [NEXT] = {"next", 1, MOVE, false, true},
    [SEES] = {"sees", 2, MOVE, false, true},
};

/* A variable or a constant, perhaps with f around it. */
typedef struct {
    bool variable;
    int id, functions;
} Term;

typedef enum { ATOM, DISTINCT, NOT, AND, OR } Kind;

typedef struct Condition Condition;
struct Condition {
    Kind kind;
    Relation relation; /* of an ATOM */
    Term args[2];
    const Condition *parts[MAX_PARTS];
    int count;
};

typedef struct {
    Relation relation;
    Term args[2];
    const Condition *body[MAX_BODY];
    int count;
    unsigned variables; /* a bit for each that occurs */
    unsigned free;      /* those in negative literals only */
    unsigned unclear;   /* those that are so in some part of an or, perhaps */
} Rule;

typedef struct {
    Rule rules[MAX_RULES];
    int rule_count;
    Condition conditions[MAX_CONDITIONS];
    int condition_count;
} Rules;

/* ---- making rules ---- */

typedef struct {
    const uint8_t *bytes;
    size_t left;
    Rules *rules;
    unsigned bound; /* variables that a positive condition of this rule has */
    unsigned used;  /* all that it has */
    Relation head;
} Maker;

/* A number below COUNT; 0 when the bytes are used up. */
static int choose(Maker *maker, int count)
{
    if (!maker->left)
        return 0;
    maker->left--;
    return *maker->bytes++ % count;
}

static bool one_in(Maker *maker, int count)
{
    return choose(maker, count) == count - 1;
}

static Term any_constant(Maker *maker)
{
    return (Term){false, choose(maker, CONSTANTS), one_in(maker, 8)};
}

static Term any_term(Maker *maker)
{
    if (one_in(maker, 4))
        return any_constant(maker);
    Term term = {true, choose(maker, VARIABLES), one_in(maker, 16)};
    maker->used |= 1u << term.id;
    return term;
}

/* A bound variable, or a constant; seldom one that is not bound. */
static Term bound_term(Maker *maker)
{
    Term term = any_term(maker);
    if (!term.variable || one_in(maker, 32))
        return term;
    for (int i = 0; i < VARIABLES; i++) {
        int id = (term.id + i) % VARIABLES;
        if (maker->bound & 1u << id)
            return (Term){true, id, term.functions};
    }
    return any_constant(maker);
}

/* One that the head may depend on, seldom another; under a negation, one that
 * does not depend on the head. */
static Relation body_relation(Maker *maker, bool negated)
{
    int start = choose(maker, RELATIONS);
    if (one_in(maker, 64))
        return (Relation)start;
    bool cyclic = one_in(maker, negated ? 32 : 4);
    for (int i = 0; i < RELATIONS; i++) {
        Relation relation = (Relation)((start + i) % RELATIONS);
        if (relations[relation].in_bodies &&
            relations[relation].changes_with <=
                relations[maker->head].changes_with &&
            (cyclic || relation < maker->head))
            return relation;
    }
    return ROLE;
}

static const Condition *keep(Maker *maker, Condition condition)
{
    Condition *kept =
        &maker->rules->conditions[maker->rules->condition_count++];
    *kept = condition;
    return kept;
}

static bool has_room(const Maker *maker)
{
    return maker->rules->condition_count < MAX_CONDITIONS - 40;
}

/* BINDS: its variables count as bound for the rest of the rule. */
static const Condition *make_atom(Maker *maker, bool negated, bool binds)
{
    Condition atom = {.kind = ATOM, .relation = body_relation(maker, negated)};
    for (int i = 0; i < relations[atom.relation].arity; i++) {
        atom.args[i] =
            negated && !one_in(maker, 8) ? bound_term(maker) : any_term(maker);
        if (binds && atom.args[i].variable)
            maker->bound |= 1u << atom.args[i].id;
    }
    return keep(maker, atom);
}

/* Under a negation this is an equation, by which f(?x) could bind values that
 * the reference does not know: there it has no such terms. */
static const Condition *make_distinct(Maker *maker, bool negated)
{
    Condition distinct = {.kind = DISTINCT};
    for (int i = 0; i < 2; i++) {
        distinct.args[i] = bound_term(maker);
        if (negated && distinct.args[i].variable)
            distinct.args[i].functions = 0;
    }
    return keep(maker, distinct);
}

static const Condition *make_condition(Maker *maker, int depth, bool negated,
                                       bool binds);

static const Condition *make_parts(Maker *maker, Kind kind, int count,
                                   int depth, bool negated)
{
    Condition condition = {.kind = kind, .count = count};
    for (int i = 0; i < count; i++)
        condition.parts[i] = make_condition(maker, depth + 1, negated, false);
    return keep(maker, condition);
}

static const Condition *make_negation(Maker *maker, int depth, bool negated)
{
    Condition negation = {.kind = NOT, .count = 1};
    negation.parts[0] = one_in(maker, 12)
                            ? make_condition(maker, depth + 1, !negated, false)
                            : make_atom(maker, true, false);
    return keep(maker, negation);
}

static const Condition *make_condition(Maker *maker, int depth, bool negated,
                                       bool binds)
{
    switch (depth < 3 && has_room(maker) ? choose(maker, 12) : 0) {
    case 8:
        return make_distinct(maker, negated);
    case 9:
        return make_negation(maker, depth, negated);
    case 10:
        return make_parts(maker, OR, 1 + choose(maker, MAX_PARTS), depth,
                          negated);
    case 11:
        return make_parts(maker, one_in(maker, 16) ? AND : OR, 2, depth,
                          negated);
    default:
        return make_atom(maker, negated, binds);
    }
}

static Relation head_relation(Maker *maker)
{
    int start = choose(maker, RELATIONS);
    if (one_in(maker, 64))
        return (Relation)start;
    while (!relations[start].in_heads)
        start = (start + 1) % RELATIONS;
    return (Relation)start;
}

/* ---- where variables occur ---- */

typedef struct {
    unsigned negative; /* in negative literals */
    unsigned other;    /* anywhere else */
    unsigned bound;    /* in a condition of the body that is an atom */
} Places;

static unsigned variables_of(const Term *args, int arity)
{
    unsigned variables = 0;
    for (int i = 0; i < arity; i++)
        if (args[i].variable)
            variables |= 1u << args[i].id;
    return variables;
}

static void find_places(const Condition *condition, bool negated,
                        Places *places)
{
    if (condition->kind == DISTINCT)
        places->other |= variables_of(condition->args, 2);
    if (condition->kind == ATOM)
        *(negated ? &places->negative : &places->other) |=
            variables_of(condition->args, relations[condition->relation].arity);
    for (int i = 0; i < condition->count; i++)
        find_places(condition->parts[i], negated ^ (condition->kind == NOT),
                    places);
}

static void find_free(Rule *rule)
{
    Places places = {0};
    places.other = variables_of(rule->args, relations[rule->relation].arity);
    for (int i = 0; i < rule->count; i++) {
        const Condition *condition = rule->body[i];
        find_places(condition, false, &places);
        if (condition->kind == ATOM)
            places.bound |= variables_of(condition->args,
                                         relations[condition->relation].arity);
    }
    rule->free = places.negative & ~places.other;
    rule->unclear = places.negative & places.other & ~places.bound;
}

static void make_rule(Maker *maker, Relation head, int body)
{
    Rule *rule = &maker->rules->rules[maker->rules->rule_count++];
    *rule = (Rule){.relation = head, .count = body};
    maker->bound = maker->used = 0;
    maker->head = head;
    for (int i = 0; i < body; i++)
        rule->body[i] = make_condition(maker, 0, false, true);
    for (int i = 0; i < relations[head].arity; i++)
        rule->args[i] = bound_term(maker);
    rule->variables = maker->used;
    find_free(rule);
}

static void add_fact(Rules *rules, Relation relation, int first, int second)
{
    rules->rules[rules->rule_count++] = (Rule){
        .relation = relation, .args = {{false, first, 0}, {false, second, 0}}};
}

/* First what every game has, then anything. */
static void make_rules(Maker *maker)
{
    Rules *rules = maker->rules;
    add_fact(rules, ROLE, 0, 0);
    if (one_in(maker, 2))
        add_fact(rules, ROLE, 1, 0);
    add_fact(rules, E, 0, 1);
    add_fact(rules, E, 1, 2);
    if (!one_in(maker, 16))
        add_fact(rules, INIT, choose(maker, CONSTANTS), 0);
    if (!one_in(maker, 16))
        add_fact(rules, LEGAL, 0, choose(maker, CONSTANTS));
    if (!one_in(maker, 16))
        add_fact(rules, LEGAL, 1, choose(maker, CONSTANTS));
    if (!one_in(maker, 16))
        make_rule(maker, TERMINAL, 2);
    if (!one_in(maker, 16))
        add_fact(rules, GOAL, 0, 4);
    for (int i = choose(maker, 24); i > 0; i--) {
        Relation head = head_relation(maker);
        make_rule(maker, head, choose(maker, MAX_BODY + 1));
    }
}

/* ---- writing them ---- */

static void write_term(FILE *out, Term term)
{
    for (int i = 0; i < term.functions; i++)
        fputs("(f ", out);
    if (term.variable)
        fprintf(out, "?%c", 'x' + term.id);
    else
        fputs(names->kif[term.id], out);
    for (int i = 0; i < term.functions; i++)
        fputs(")", out);
}

static void write_atom(FILE *out, const char *name, int arity, const Term *args)
{
    fprintf(out, arity ? "(%s" : "%s", name);
    for (int i = 0; i < arity; i++) {
        fputc(' ', out);
        write_term(out, args[i]);
    }
    fputs(arity ? ")" : "", out);
}

static void write_condition(FILE *out, const Condition *condition)
{
    static const char *const words[] = {
        [NOT] = "not", [AND] = "and", [OR] = "or"};
    if (condition->kind == ATOM) {
        write_atom(out, relations[condition->relation].name,
                   relations[condition->relation].arity, condition->args);
    } else if (condition->kind == DISTINCT) {
        write_atom(out, "distinct", 2, condition->args);
    } else {
        fprintf(out, "(%s", words[condition->kind]);
        for (int i = 0; i < condition->count; i++) {
            fputc(' ', out);
            write_condition(out, condition->parts[i]);
        }
        fputc(')', out);
    }
}

static char *write_rules(const Rules *rules)
{
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    for (int i = 0; i < rules->rule_count; i++) {
        const Rule *rule = &rules->rules[i];
        fputs(rule->count ? "(<= " : "", out);
        write_atom(out, relations[rule->relation].name,
                   relations[rule->relation].arity, rule->args);
        for (int k = 0; k < rule->count; k++) {
            fputc(' ', out);
            write_condition(out, rule->body[k]);
        }
        fputs(rule->count ? ")\n" : "\n", out);
    }
    fclose(out);
    return text;
}

/* ---- the reference ---- */

/* A relation with one argument has it in the second place, so that a row is
 * always a set of values. */
typedef bool Facts[RELATIONS][VALUES][VALUES];

typedef struct {
    const Rules *rules;
    int level[RELATIONS]; /* the stratum of each */
    bool stratified;
    Facts facts;
    bool too_deep; /* a term was met that is no value */
} Reference;

static void raise_levels(Reference *reference, Relation head,
                         const Condition *condition, bool negated,
                         bool *changed)
{
    bool flips = condition->kind == NOT;
    for (int i = 0; i < condition->count; i++)
        raise_levels(reference, head, condition->parts[i], negated ^ flips,
                     changed);
    if (condition->kind != ATOM)
        return;
    int least = reference->level[condition->relation] + negated;
    if (reference->level[head] >= least)
        return;
    reference->level[head] = least;
    *changed = true;
}

/* As many rounds as there can be levels settle them, or nothing does. */
static void find_strata(Reference *reference)
{
    bool changed = true;
    for (int i = 0; i <= RELATIONS * RELATIONS && changed; i++) {
        changed = false;
        for (int k = 0; k < reference->rules->rule_count; k++) {
            const Rule *rule = &reference->rules->rules[k];
            for (int l = 0; l < rule->count; l++)
                raise_levels(reference, rule->relation, rule->body[l], false,
                             &changed);
        }
    }
    reference->stratified = !changed;
}

static int value_of(Term term, const int *binding)
{
    int inner = term.variable ? binding[term.id] : term.id;
    return inner + term.functions * CONSTANTS;
}

/* Its place in Facts; NULL if it is about a term that is no value. */
static bool *place_of(Reference *reference, Relation relation, const Term *args,
                      const int *binding)
{
    int arity = relations[relation].arity;
    int last = arity > 0 ? value_of(args[arity - 1], binding) : 0;
    int first = arity > 1 ? value_of(args[0], binding) : 0;
    if (first >= VALUES || last >= VALUES)
        return NULL;
    return &reference->facts[relation][first][last];
}

/* Whether ATOM holds for some values of the FREE variables: it is negated then,
 * and the negation says that it holds for none. */
static bool atom_holds(Reference *reference, const Condition *atom,
                       unsigned free, const int *binding)
{
    unsigned own =
        free & variables_of(atom->args, relations[atom->relation].arity);
    if (!own) {
        bool *place = place_of(reference, atom->relation, atom->args, binding);
        return place && *place;
    }
    int first = __builtin_ctz(own), more[VARIABLES];
    memcpy(more, binding, sizeof more);
    for (int v = 0; v < VALUES; v++) {
        more[first] = v;
        if (atom_holds(reference, atom, own & (own - 1), more))
            return true;
    }
    return false;
}

static bool holds(Reference *reference, const Condition *condition,
                  unsigned free, const int *binding)
{
    switch (condition->kind) {
    case ATOM:
        return atom_holds(reference, condition, free, binding);
    case DISTINCT:
        return value_of(condition->args[0], binding) !=
               value_of(condition->args[1], binding);
    case NOT:
        return !holds(reference, condition->parts[0], free, binding);
    default:
        break;
    }
    bool all = condition->kind == AND;
    for (int i = 0; i < condition->count; i++)
        if (holds(reference, condition->parts[i], free, binding) != all)
            return !all;
    return all;
}

/* Whether the instance of RULE gives something new. */
static bool apply(Reference *reference, const Rule *rule, const int *binding)
{
    for (int i = 0; i < rule->count; i++)
        if (!holds(reference, rule->body[i], rule->free, binding))
            return false;
    bool *place = place_of(reference, rule->relation, rule->args, binding);
    reference->too_deep = reference->too_deep || !place;
    if (!place || *place)
        return false;
    return *place = true;
}

/* The same for all values of the variables from FIRST on. */
static bool apply_all(Reference *reference, const Rule *rule, int *binding,
                      int first)
{
    if (first == VARIABLES)
        return apply(reference, rule, binding);
    bool any = false;
    int values = rule->variables & ~rule->free & 1u << first ? VALUES : 1;
    for (int v = 0; v < values; v++) {
        binding[first] = v;
        any = apply_all(reference, rule, binding, first + 1) || any;
    }
    return any;
}

static void solve_level(Reference *reference, int level)
{
    for (bool any = true; any;) {
        any = false;
        for (int i = 0; i < reference->rules->rule_count; i++) {
            const Rule *rule = &reference->rules->rules[i];
            int binding[VARIABLES] = {0};
            if (reference->level[rule->relation] == level)
                any = apply_all(reference, rule, binding, 0) || any;
        }
    }
}

/* All that follows in POSITION when the roles make MOVES, by their values, or
 * before they make any, if that is NULL. */
static void solve(Reference *reference, const bool *position, const int *moves)
{
    memset(reference->facts, 0, sizeof reference->facts);
    for (int v = 0; v < VALUES; v++) {
        reference->facts[TRUE][0][v] = position[v];
        if (moves && moves[v] >= 0)
            reference->facts[DOES][v][moves[v]] = true;
    }
    for (int level = 0; level <= RELATIONS; level++)
        solve_level(reference, level);
}

/* ---- comparing ---- */

typedef const char *(*Getter)(const ZermeloPlay *play, size_t role,
                              size_t number);

static const char *get_feature(const ZermeloPlay *play, size_t role,
                               size_t number)
{
    (void)role;
    return zermelo_play_feature(play, number);
}

static const char *get_role(const ZermeloPlay *play, size_t role, size_t number)
{
    (void)role;
    return zermelo_play_role(play, number);
}

/* VALUES if it is none. */
static int read_value(const char *name)
{
    bool function = strncmp(name, "f(", 2) == 0;
    for (int i = 0; i < CONSTANTS; i++) {
        char value[64];
        snprintf(value, sizeof value, function ? "f(%s)" : "%s",
                 names->infix[i]);
        if (strcmp(value, name) == 0)
            return i + function * CONSTANTS;
    }
    return VALUES;
}

/* Whether the library lists exactly the values of SET. */
static void compare(const ZermeloPlay *play, const char *what, size_t role,
                    size_t count, Getter get, const bool *set)
{
    size_t expected = 0;
    for (int v = 0; v < VALUES; v++)
        expected += set[v];
    for (size_t i = 0; i < count; i++) {
        int value = read_value(get(play, role, i));
        if (value == VALUES || !set[value])
            broken("%s %s does not follow from the rules", what,
                   get(play, role, i));
    }
    if (count != expected)
        broken("%zu times %s instead of %zu", count, what, expected);
}

static void compare_goals(const ZermeloPlay *play, size_t role, const bool *set)
{
    size_t count = 0;
    for (int value = 0; value <= 100; value++) {
        bool given = false;
        for (int v = 0; v < CONSTANTS; v++)
            given = given || (set[v] && names->goal_values[v] == value);
        if (!given)
            continue;
        if (count >= zermelo_play_goal_count(play, role) ||
            zermelo_play_goal(play, role, count) != value)
            broken("the goal value %d is missing", value);
        count++;
    }
    if (count != zermelo_play_goal_count(play, role))
        broken("too many goal values");
}

static int role_value(const ZermeloPlay *play, size_t role)
{
    return read_value(zermelo_play_role(play, role));
}

static void compare_position(const ZermeloPlay *play, Reference *reference)
{
    if (zermelo_play_terminal(play) != reference->facts[TERMINAL][0][0])
        broken("no agreement on whether the game is over");
    for (size_t r = 0; r < zermelo_play_role_count(play); r++) {
        int role = role_value(play, r);
        compare(play, "the move", r, zermelo_play_move_count(play, r),
                zermelo_play_move, reference->facts[LEGAL][role]);
        compare_goals(play, r, reference->facts[GOAL][role]);
    }
}

/* One step, by choices from the bytes; false if there is none. */
static bool take_step(ZermeloPlay *play, Maker *maker, int *moves)
{
    size_t choices[VALUES];
    for (int v = 0; v < VALUES; v++)
        moves[v] = -1;
    for (size_t r = 0; r < zermelo_play_role_count(play); r++) {
        size_t count = zermelo_play_move_count(play, r);
        if (!count || zermelo_play_terminal(play))
            return false;
        choices[r] = (size_t)choose(maker, (int)count);
        moves[role_value(play, r)] =
            read_value(zermelo_play_move(play, r, choices[r]));
    }
    if (!zermelo_play_step(play, choices))
        broken("a legal step is refused");
    return true;
}

/* Whether both went on without reaching a limit. */
static bool may_compare(const ZermeloPlay *play, const Reference *reference)
{
    const char *failure = zermelo_play_failure(play);
    if (failure && !reference->too_deep && !strstr(failure, "time"))
        broken("a small game cannot be played: %s", failure);
    return !failure && !reference->too_deep;
}

static void compare_steps(ZermeloPlay *play, Reference *reference, Maker *maker)
{
    bool position[VALUES];
    int moves[VALUES];
    compare(play, "the role", 0, zermelo_play_role_count(play), get_role,
            reference->facts[ROLE][0]);
    memcpy(position, reference->facts[INIT][0], sizeof position);
    for (int i = 0; i < STEPS; i++) {
        compare(play, "the feature", 0, zermelo_play_feature_count(play),
                get_feature, position);
        solve(reference, position, NULL);
        if (!may_compare(play, reference))
            return;
        compare_position(play, reference);
        if (!take_step(play, maker, moves))
            return;
        solve(reference, position, moves);
        if (!may_compare(play, reference))
            return;
        for (size_t r = 0; r < zermelo_play_role_count(play); r++)
            compare(play, "the percept", r, zermelo_play_percept_count(play, r),
                    zermelo_play_percept,
                    reference->facts[SEES][role_value(play, r)]);
        memcpy(position, reference->facts[NEXT][0], sizeof position);
    }
}

/* Whether its errors leave the rules the meaning the reference gives them. */
static bool is_comparable(const ZermeloGame *game, const Rules *rules)
{
    static const char *const harmless =
        " and-in-body goal-value head-only negated-formula no-goal "
        "no-terminal recursion role-rule unsafe-negation ";
    for (size_t i = 0; i < zermelo_diagnostic_count(game); i++) {
        ZermeloDiagnostic diagnostic = zermelo_diagnostic(game, i);
        char word[64];
        snprintf(word, sizeof word, " %s ", diagnostic.rule);
        if (diagnostic.is_error && !strstr(harmless, word))
            return false;
    }
    for (int i = 0; i < rules->rule_count; i++)
        if (rules->rules[i].unclear && has_diagnostic(game, "unsafe-negation"))
            return false;
    return zermelo_usable(game);
}

static void compare_play(ZermeloGame *game, Reference *reference, Maker *maker)
{
    static const bool nothing[VALUES];
    solve(reference, nothing, NULL);
    ZermeloPlay *play = check_start(game);
    if (play && may_compare(play, reference))
        compare_steps(play, reference, maker);
    zermelo_play_free(play);
}

/* A variable that is not bound may range over the roles: then `role` comes into
 * the rule, and more may depend on a negation than the text shows. With an
 * equation that never holds it is less. */
static void compare_strata(const ZermeloGame *game, const Reference *reference)
{
    bool unsafe = has_diagnostic(game, "unsafe-head") ||
                  has_diagnostic(game, "unsafe-distinct");
    if (is_comparable(game, reference->rules) && !reference->stratified &&
        !has_diagnostic(game, "negated-formula"))
        broken("these rules are not stratified");
    if (!unsafe && has_diagnostic(game, "unstratified") &&
        reference->stratified)
        broken("these rules are stratified");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Rules *rules = calloc(1, sizeof *rules);
    Reference *reference = calloc(1, sizeof *reference);
    Maker maker = {.bytes = data, .left = size, .rules = rules};
    names = &all_names[choose(&maker, sizeof all_names / sizeof *all_names)];
    make_rules(&maker);
    char *text = write_rules(rules);
    if (getenv("SHOW"))
        fputs(text, stderr);
    ZermeloGame *game = check_read(text, strlen(text), ZERMELO_KIF);
    if (!zermelo_readable(game))
        broken("grammatical rules cannot be read:\n%s", text);
    reference->rules = rules;
    find_strata(reference);
    compare_strata(game, reference);
    if (zermelo_usable(game)) {
        check_play(game, (unsigned)size);
        check_engines(game);
    }
    if (is_comparable(game, rules))
        compare_play(game, reference, &maker);
    zermelo_free(game);
    free(text);
    free(reference);
    free(rules);
    return 0;
}

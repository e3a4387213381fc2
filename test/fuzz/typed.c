/* typed.c - random small games that make sense, and formulas about them
 *
 * In:   random numbers
 * Out:  a Draft
 * Next: prove_fuzz.c
 *
 * Start reading at net_builder_random(), at the end.
 */
#include "typed.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

typedef enum { ROLE, NUMBER, COLOUR, SQUARE, MOVE, VALUE, TYPES } Type;

enum { MAX_ARITY = 3, MAX_SYMBOLS = 8, MAX_VALUES = 4, VARIABLES = 2 };

typedef struct {
    const char *name;
    int arity;
    Type types[MAX_ARITY];
} Symbol;

typedef struct {
    Symbol items[MAX_SYMBOLS];
    int count;
} Symbols;

typedef struct {
    Random *random;
    Arena *arena;
    NetBuilder *draft;
    const char *values[TYPES][MAX_VALUES];
    int value_count[TYPES];
    Symbols statics, features, derived, transient, moves;
    int usable; /* derived relations that the rule being made may refer to */
    const char *bound[16]; /* variables of the formula being made */
    Type bound_types[16];
    int bound_count, steps;
    const char *names[32]; /* given to symbols */
    int name_count;
} Maker;

static int below(Maker *maker, int bound)
{
    return (int)random_below(maker->random, (uint32_t)bound);
}

static bool one_in(Maker *maker, int count)
{
    return below(maker, count) == 0;
}

/* ---- names ---- */

/* Names that an encoding or a parser might want for itself. */
static const char *const strange[] = {
    "holds",  "step",  "fails", "phi",   "time",  "x-y",    "x_y",
    "t",      "level", "true1", "move",  "does2", "forall", "sum",
    "X",      "_phi",  "not1",  "some",  "++",    "in",     "next1",
    "legal2", "c'd",   "0.5",   "_step", "_holds"};

static const char *name(Maker *maker, const char *plain)
{
    const char *chosen = plain;
    if (one_in(maker, 12))
        chosen = strange[below(maker, sizeof strange / sizeof *strange)];
    for (int i = 0; i < maker->name_count; i++)
        if (strcmp(maker->names[i], chosen) == 0)
            chosen = plain;
    return maker->names[maker->name_count++] = chosen;
}

static void add_symbol(Maker *maker, Symbols *to, const char *plain, int arity,
                       Type a, Type b, Type c)
{
    to->items[to->count++] = (Symbol){name(maker, plain), arity, {a, b, c}};
}

static void add_value(Maker *maker, Type type, const char *plain)
{
    maker->values[type][maker->value_count[type]++] = name(maker, plain);
}

static void make_symbols(Maker *maker)
{
    static const char *const roles[] = {"white", "black", "random"};
    static const char *const numbers[][3] = {
        {"1", "2", "3"}, {"1", "2", "3"}, {"9", "10", "1b"}, {"1", "01", "10"}};
    static const char *const values[][3] = {{"0", "50", "100"},
                                            {"0", "50", "100"},
                                            {"0", "00", "100"},
                                            {"050", "50", "0100"},
                                            {"none", "101", "100"}};
    int row = below(maker, 4);
    static const char *const colours[] = {"r", "g"};
    static const char *const relations[] = {"line", "open", "near"};
    static const char *const changes[] = {"hit", "new"};
    int role_count = 1 + below(maker, 3);
    role_count = role_count == 3 && !one_in(maker, 3) ? 2 : role_count;
    for (int i = 0; i < role_count; i++)
        maker->values[ROLE][maker->value_count[ROLE]++] = roles[i];
    for (int i = 0, count = 2 + one_in(maker, 3); i < count; i++)
        maker->values[NUMBER][maker->value_count[NUMBER]++] = numbers[row][i];
    for (int i = 0; i < 2; i++)
        add_value(maker, COLOUR, colours[i]);
    row = below(maker, 5);
    for (int i = 0; i < 3; i++)
        maker->values[VALUE][maker->value_count[VALUE]++] = values[row][i];

    Symbols *statics = &maker->statics;
    statics->items[statics->count++] = (Symbol){"role", 1, {ROLE}};
    add_symbol(maker, statics, "num", 1, NUMBER, 0, 0);
    add_symbol(maker, statics, "col", 1, COLOUR, 0, 0);
    add_symbol(maker, statics, "succ", 2, NUMBER, NUMBER, 0);
    if (one_in(maker, 2))
        add_symbol(maker, statics, "path", 2, NUMBER, NUMBER, 0);

    Symbols *features = &maker->features;
    if (!one_in(maker, 3)) /* by this name the state generator knows it */
        features->items[features->count++] = (Symbol){"control", 1, {ROLE}};
    if (!one_in(maker, 3))
        add_symbol(maker, features, "cell", 2, NUMBER, COLOUR, 0);
    if (one_in(maker, 3))
        add_symbol(maker, features, "clock", 1, NUMBER, 0, 0);
    if (one_in(maker, 4))
        add_symbol(maker, features, "at", 1, SQUARE, 0, 0);
    if (one_in(maker, 4))
        add_symbol(maker, features, "owns", 2, ROLE, NUMBER, 0);
    if (one_in(maker, 6))
        add_symbol(maker, features, "tile", 3, NUMBER, NUMBER, COLOUR);
    if (one_in(maker, 3) || !features->count)
        add_symbol(maker, features, "flag", 0, 0, 0, 0);

    for (int i = 0, count = below(maker, 4); i < count; i++)
        add_symbol(maker, &maker->derived, relations[i], below(maker, 3),
                   (Type)below(maker, 3), (Type)below(maker, 3), 0);
    for (int i = 0, count = below(maker, 3); i < count; i++)
        add_symbol(maker, &maker->transient, changes[i], 1 + below(maker, 2),
                   (Type)below(maker, 3), (Type)below(maker, 3), 0);

    add_symbol(maker, &maker->moves, "noop", 0, 0, 0, 0);
    if (!one_in(maker, 4))
        add_symbol(maker, &maker->moves, "mark", 1, NUMBER, 0, 0);
    if (one_in(maker, 3))
        add_symbol(maker, &maker->moves, "paint", 2, NUMBER, COLOUR, 0);
    if (one_in(maker, 6))
        add_symbol(maker, &maker->moves, "go", 1, SQUARE, 0, 0);
}

/* ---- rules ---- */

/* What a rule's variables are named by: ?r1, ?n2, ?c1. */
static const char letters[TYPES] = {'r', 'n', 'c', 'n', 'm', 'v'};

typedef struct {
    DraftRule rule;
    bool used[TYPES][VARIABLES], bound[TYPES][VARIABLES];
} Body;

static const char *constant(Maker *maker, Type type)
{
    Type plain = type == SQUARE ? NUMBER : type;
    const char *value =
        maker->values[plain][below(maker, maker->value_count[plain])];
    return type == SQUARE ? arena_printf(maker->arena, "(sq %s)", value)
                          : value;
}

/* POSITIVE: it binds its variable. */
static const char *argument(Maker *maker, Body *body, Type type, bool positive)
{
    Type plain = type == SQUARE ? NUMBER : type;
    if (type == VALUE || one_in(maker, 5))
        return constant(maker, type);
    int number = below(maker, VARIABLES);
    body->used[plain][number] = true;
    if (positive)
        body->bound[plain][number] = true;
    return arena_printf(maker->arena, type == SQUARE ? "(sq ?%c%d)" : "?%c%d",
                        letters[plain], number + 1);
}

static const char *instance(Maker *maker, Body *body, const Symbol *symbol,
                            bool positive)
{
    Text text = {0};
    text_addf(&text, symbol->arity ? "(%s" : "%s", symbol->name);
    for (int i = 0; i < symbol->arity; i++)
        text_addf(&text, " %s",
                  argument(maker, body, symbol->types[i], positive));
    text_adds(&text, symbol->arity ? ")" : "");
    const char *string =
        arena_string(maker->arena, text_string(&text), text.length);
    text_free(&text);
    return string;
}

static const Symbol *any(Maker *maker, const Symbols *symbols)
{
    return &symbols->items[below(maker, symbols->count)];
}

static void say(Body *body, const char *literal)
{
    if (body->rule.count < MAX_BODY)
        body->rule.body[body->rule.count++] = literal;
}

static const char *feature(Maker *maker, Body *body, bool positive)
{
    return arena_printf(
        maker->arena, "(true %s)",
        instance(maker, body, any(maker, &maker->features), positive));
}

static const char *action(Maker *maker, Body *body, bool positive)
{
    const char *role = argument(maker, body, ROLE, positive);
    return arena_printf(
        maker->arena, "(does %s %s)", role,
        instance(maker, body, any(maker, &maker->moves), positive));
}

static const char *legality(Maker *maker, Body *body, bool positive)
{
    const char *role = argument(maker, body, ROLE, positive);
    return arena_printf(
        maker->arena, "(legal %s %s)", role,
        instance(maker, body, any(maker, &maker->moves), positive));
}

typedef enum { ABOUT_STATE, ABOUT_END, ABOUT_MOVES } About;

static const char *atom(Maker *maker, Body *body, About about, bool positive)
{
    if (about == ABOUT_MOVES && one_in(maker, 2)) {
        if (maker->transient.count && maker->usable > maker->derived.count &&
            one_in(maker, 3))
            return instance(
                maker, body,
                &maker->transient
                     .items[below(maker, maker->usable - maker->derived.count)],
                positive);
        return action(maker, body, positive);
    }
    int usable = maker->usable < maker->derived.count ? maker->usable
                                                      : maker->derived.count;
    if (usable && one_in(maker, 3))
        return instance(maker, body,
                        &maker->derived.items[below(maker, usable)], positive);
    if (about == ABOUT_END && one_in(maker, 10))
        return legality(maker, body, positive);
    if (one_in(maker, 5))
        return instance(maker, body, any(maker, &maker->statics), positive);
    return feature(maker, body, positive);
}

static void condition(Maker *maker, Body *body, About about)
{
    int kind = below(maker, 12);
    if (kind < 8) {
        say(body, atom(maker, body, about, true));
    } else if (kind < 11) {
        say(body, arena_printf(maker->arena, "(not %s)",
                               atom(maker, body, about, false)));
    } else {
        Type type = (Type)below(maker, 3);
        const char *left = argument(maker, body, type, false);
        say(body, arena_printf(maker->arena, "(distinct %s %s)", left,
                               argument(maker, body, type, false)));
    }
}

/* Variables that nothing binds get their domain. */
static void finish(Maker *maker, Body *body, const char *head)
{
    for (int t = ROLE; t <= COLOUR; t++)
        for (int v = 0; v < VARIABLES; v++)
            if (body->used[t][v] && !body->bound[t][v])
                say(body, arena_printf(maker->arena, "(%s ?%c%d)",
                                       maker->statics.items[t].name, letters[t],
                                       v + 1));
    body->rule.head = head;
    if (maker->draft->rule_count < MAX_RULES)
        maker->draft->rules[maker->draft->rule_count++] = body->rule;
}

__attribute__((format(printf, 2, 3))) static void fact(Maker *maker,
                                                       const char *format, ...)
{
    Body body = {0};
    va_list args;
    char line[256];
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    finish(maker, &body, arena_string(maker->arena, line, strlen(line)));
}

/* HEAD with BODY and a few conditions more. */
static void rule(Maker *maker, Body *body, const char *head, About about,
                 int least, int most)
{
    for (int i = least + below(maker, most - least + 1); i > 0; i--)
        condition(maker, body, about);
    finish(maker, body, head);
}

static void make_statics(Maker *maker)
{
    const Symbol *items = maker->statics.items;
    for (int t = ROLE; t <= COLOUR; t++)
        for (int i = 0; i < maker->value_count[t]; i++)
            fact(maker, "(%s %s)", items[t].name, maker->values[t][i]);
    for (int i = 0; i + 1 < maker->value_count[NUMBER]; i++)
        fact(maker, "(%s %s %s)", items[3].name, maker->values[NUMBER][i],
             maker->values[NUMBER][i + 1]);
    if (maker->statics.count < 5)
        return;
    Body step = {0}, steps = {0};
    say(&step, arena_printf(maker->arena, "(%s ?n1 ?n2)", items[3].name));
    finish(maker, &step,
           arena_printf(maker->arena, "(%s ?n1 ?n2)", items[4].name));
    say(&steps, arena_printf(maker->arena, "(%s ?n1 ?n3)", items[4].name));
    say(&steps, arena_printf(maker->arena, "(%s ?n3 ?n2)", items[4].name));
    finish(maker, &steps,
           arena_printf(maker->arena, "(%s ?n1 ?n2)", items[4].name));
}

/* A ground instance of SYMBOL. */
static const char *ground(Maker *maker, const Symbol *symbol)
{
    Text text = {0};
    text_addf(&text, symbol->arity ? "(%s" : "%s", symbol->name);
    for (int i = 0; i < symbol->arity; i++)
        text_addf(&text, " %s", constant(maker, symbol->types[i]));
    text_adds(&text, symbol->arity ? ")" : "");
    const char *string =
        arena_string(maker->arena, text_string(&text), text.length);
    text_free(&text);
    return string;
}

static void make_init(Maker *maker)
{
    for (int i = 0; i < maker->features.count; i++) {
        const Symbol *symbol = &maker->features.items[i];
        int count = strcmp(symbol->name, "control") == 0 ? 1 : below(maker, 4);
        for (int k = 0; k < count; k++)
            fact(maker, "(init %s)", ground(maker, symbol));
    }
}

/* Relations that follow from the position, or from the moves too: each from
 * those before it, and perhaps from itself. */
static void make_derived(Maker *maker)
{
    const Symbols *kinds[2] = {&maker->derived, &maker->transient};
    maker->usable = 0;
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < kinds[k]->count; i++) {
            for (int n = 1 + below(maker, 2); n > 0; n--) {
                Body body = {0};
                const char *head =
                    instance(maker, &body, &kinds[k]->items[i], false);
                if (one_in(maker, 4))
                    say(&body,
                        instance(maker, &body, &kinds[k]->items[i], true));
                rule(maker, &body, head, k ? ABOUT_MOVES : ABOUT_STATE, 1, 3);
            }
            maker->usable++;
        }
}

static void make_legal(Maker *maker)
{
    bool has_control = strcmp(maker->features.items[0].name, "control") == 0;
    for (int i = 0; i < maker->moves.count; i++) {
        Body body = {0};
        const Symbol *move = &maker->moves.items[i];
        body.used[ROLE][0] = true;
        const char *head = arena_printf(maker->arena, "(legal ?r1 %s)",
                                        instance(maker, &body, move, false));
        bool turns = has_control && !one_in(maker, 3);
        if (i == 0 && !one_in(maker, 4)) { /* somebody waits, or all may */
            if (turns)
                say(&body, "(not (true (control ?r1)))");
            finish(maker, &body, head);
            continue;
        }
        if (turns)
            say(&body, "(true (control ?r1))");
        rule(maker, &body, head, ABOUT_STATE, 0, 2);
    }
}

static void make_next(Maker *maker)
{
    for (int i = 0; i < maker->features.count; i++) {
        const Symbol *symbol = &maker->features.items[i];
        int roles = maker->value_count[ROLE];
        if (strcmp(symbol->name, "control") == 0 && !one_in(maker, 4)) {
            for (int r = 0; r < roles; r++) {
                Body body = {0};
                say(&body, arena_printf(maker->arena, "(true (control %s))",
                                        maker->values[ROLE][r]));
                finish(maker, &body,
                       arena_printf(maker->arena, "(next (control %s))",
                                    maker->values[ROLE][(r + 1) % roles]));
            }
            continue;
        }
        for (int n = 1 + below(maker, 3); n > 0; n--) {
            Body body = {0};
            const char *same = instance(maker, &body, symbol, false);
            const char *head = arena_printf(maker->arena, "(next %s)", same);
            if (one_in(maker, 2)) /* it stays, unless */
                say(&body, arena_printf(maker->arena, "(true %s)", same));
            rule(maker, &body, head, ABOUT_MOVES, 0, 2);
        }
    }
}

static void make_end(Maker *maker)
{
    Body end = {0}, win = {0};
    rule(maker, &end, "terminal", ABOUT_END, 1, 3);
    if (one_in(maker, 3)) {
        Body more = {0};
        rule(maker, &more, "terminal", ABOUT_END, 1, 3);
    }
    win.used[ROLE][0] = true;
    rule(maker, &win,
         arena_printf(maker->arena, "(goal ?r1 %s)", maker->values[VALUE][2]),
         ABOUT_END, 1, 2);
    if (one_in(maker, 2))
        fact(maker, "(goal %s %s)", maker->values[ROLE][0],
             maker->values[VALUE][0]);
    if (one_in(maker, 2)) {
        Body lose = {0};
        say(&lose, "(role ?r1)");
        say(&lose, arena_printf(maker->arena, "(not (goal ?r1 %s))",
                                maker->values[VALUE][2]));
        finish(maker, &lose,
               arena_printf(maker->arena, "(goal ?r1 %s)",
                            constant(maker, VALUE)));
    }
}

/* ---- formulas ---- */

static void write_formula(Maker *maker, Text *out, int depth);

/* Names as formulas have them: quoted, where need be. */
static const char *quoted(Maker *maker, const char *plain)
{
    bool fine = ((plain[0] >= 'a' && plain[0] <= 'z') ||
                 (plain[0] >= '0' && plain[0] <= '9')) &&
                !strstr(" forall exists in some sum move ", plain);
    Text text = {0};
    text_addc(&text, '\'');
    for (const char *c = plain; *c; c++) {
        bool small =
            (*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9') || *c == '_';
        fine = fine && small;
        text_adds(&text, *c == '\'' ? "''" : "");
        text_addc(&text, ascii_lower(*c));
    }
    text_addc(&text, '\'');
    const char *string =
        fine ? plain
             : arena_string(maker->arena, text_string(&text), text.length);
    text_free(&text);
    return string;
}

static void write_term(Maker *maker, Text *out, Type type);

static void write_instance(Maker *maker, Text *out, const Symbol *symbol)
{
    text_adds(out, quoted(maker, symbol->name));
    for (int i = 0; i < symbol->arity; i++) {
        text_adds(out, i ? "," : "(");
        write_term(maker, out, symbol->types[i]);
    }
    text_adds(out, symbol->arity ? ")" : "");
}

/* A variable that is bound, if there is one of this type; or a constant. */
static void write_term(Maker *maker, Text *out, Type type)
{
    Type plain = type == SQUARE ? NUMBER : type;
    const char *term = NULL;
    for (int i = 0; i < maker->bound_count; i++)
        if (maker->bound_types[i] == plain && (!term || one_in(maker, 2)) &&
            !one_in(maker, 4))
            term = maker->bound[i];
    if (!term && plain == MOVE) {
        write_instance(maker, out, any(maker, &maker->moves));
        return;
    }
    if (!term)
        term = quoted(maker, constant(maker, plain));
    text_addf(out, type == SQUARE ? "sq(%s)" : "%s", term);
}

static void write_atom(Maker *maker, Text *out)
{
    switch (below(maker, 12)) {
    case 0:
        text_adds(out, "terminal");
        return;
    case 1:
        text_adds(out, "goal(");
        write_term(maker, out, ROLE);
        text_adds(out, ",");
        write_term(maker, out, VALUE);
        text_adds(out, ")");
        return;
    case 2:
    case 3:
        text_adds(out, "legal(");
        write_term(maker, out, ROLE);
        text_adds(out, ",");
        write_term(maker, out, MOVE);
        text_adds(out, ")");
        return;
    case 4:
    case 5:
        if (maker->derived.count) {
            write_instance(maker, out, any(maker, &maker->derived));
            return;
        }
        break;
    case 6: {
        const Symbol *symbol = any(maker, &maker->features);
        text_addf(out, "some %s/%d", quoted(maker, symbol->name),
                  symbol->arity);
        return;
    }
    case 7: {
        static const char *const values[] = {"0", "50", "100", "200"};
        if (one_in(maker, 3)) {
            text_addf(out, "sum(goal) = %s", values[below(maker, 4)]);
            return;
        }
        write_instance(maker, out, any(maker, &maker->statics));
        return;
    }
    case 8:
        if (maker->bound_count) {
            int i = below(maker, maker->bound_count);
            text_addf(out, "%s %s ", maker->bound[i],
                      one_in(maker, 2) ? "=" : "!=");
            write_term(maker, out, maker->bound_types[i]);
            return;
        }
        break;
    default:
        break;
    }
    text_adds(out, "true(");
    write_instance(maker, out, any(maker, &maker->features));
    text_adds(out, ")");
}

/* X in D; the variable is bound from then on. */
static void write_range(Maker *maker, Text *out)
{
    static const char *const variables[] = {"X", "Y", "Z", "U", "V", "W",
                                            "A", "B", "C", "D", "E", "F",
                                            "G", "H", "I", "J"};
    const char *variable = variables[maker->bound_count];
    const Symbol *symbol = any(maker, &maker->features);
    Type type = ROLE;
    text_addf(out, "%s in ", variable);
    switch (below(maker, 5)) {
    case 0:
        text_adds(out, "role");
        break;
    case 1:
        type = MOVE;
        text_adds(out, "move");
        if (one_in(maker, 2)) {
            text_adds(out, "(");
            write_term(maker, out, ROLE);
            text_adds(out, ")");
        }
        break;
    case 2:
        type = one_in(maker, 2) ? COLOUR : NUMBER;
        text_addf(out, "{%s,%s}", quoted(maker, maker->values[type][0]),
                  quoted(maker, maker->values[type][1]));
        break;
    default:
        if (symbol->arity && symbol->types[0] != SQUARE) {
            int i = below(maker, symbol->arity);
            type = symbol->types[i];
            text_addf(out, "%s/%d.%d", quoted(maker, symbol->name),
                      symbol->arity, i + 1);
        } else {
            text_adds(out, "role");
        }
    }
    maker->bound_types[maker->bound_count] = type;
    maker->bound[maker->bound_count++] = variable;
}

static void write_quantified(Maker *maker, Text *out, int depth)
{
    int before = maker->bound_count;
    text_adds(out, "(");
    switch (below(maker, 3)) {
    case 0:
        text_adds(out, "forall ");
        break;
    case 1:
        text_adds(out, "exists ");
        break;
    default: {
        int least = below(maker, 3);
        text_addf(out, "exists[%d..", least);
        if (!one_in(maker, 3))
            text_addf(out, "%d", least + below(maker, 3));
        text_adds(out, "] ");
    }
    }
    write_range(maker, out);
    if (one_in(maker, 4)) {
        text_adds(out, ", ");
        write_range(maker, out);
    }
    text_adds(out, ". ");
    write_formula(maker, out, depth + 1);
    text_adds(out, ")");
    maker->bound_count = before;
}

static void write_next(Maker *maker, Text *out, int depth)
{
    int most = 3 - maker->steps, steps = most > 0 ? 1 + below(maker, most) : 0;
    maker->steps += steps;
    if (steps == 1)
        text_adds(out, "next ");
    else if (steps > 1)
        text_addf(out, "next^%d ", steps);
    text_adds(out, "(");
    write_formula(maker, out, depth + 1);
    text_adds(out, ")");
    maker->steps -= steps;
}

static void write_pair(Maker *maker, Text *out, int depth)
{
    static const char *const signs[] = {"&", "|", "->", "->", "<->"};
    text_adds(out, "(");
    write_formula(maker, out, depth + 1);
    text_addf(out, " %s ", signs[below(maker, 5)]);
    write_formula(maker, out, depth + 1);
    text_adds(out, ")");
}

static void write_formula(Maker *maker, Text *out, int depth)
{
    int kind = depth >= 4 ? 9 : below(maker, depth ? 12 : 8);
    if (kind < 2 && maker->bound_count < 6) {
        write_quantified(maker, out, depth);
    } else if (kind < 5) {
        write_pair(maker, out, depth);
    } else if (kind < 7) {
        write_next(maker, out, depth);
    } else if (kind < 8) {
        text_adds(out, "~");
        text_adds(out, "(");
        write_formula(maker, out, depth + 1);
        text_adds(out, ")");
    } else {
        write_atom(maker, out);
    }
}

static void make_formulas(Maker *maker)
{
    for (int i = 2 + below(maker, 5); i > 0; i--) {
        Text text = {0};
        maker->bound_count = maker->steps = 0;
        write_formula(maker, &text, 0);
        maker->draft->formulas[maker->draft->formula_count++] =
            arena_string(maker->arena, text_string(&text), text.length);
        text_free(&text);
    }
}

/* ---- all of it ---- */

void net_builder_random(NetBuilder *draft, Random *random, Arena *arena)
{
    Maker maker = {.random = random, .arena = arena, .draft = draft};
    *draft = (NetBuilder){0};
    make_symbols(&maker);
    make_statics(&maker);
    make_init(&maker);
    make_derived(&maker);
    make_legal(&maker);
    make_next(&maker);
    make_end(&maker);
    make_formulas(&maker);
}

void net_builder_print(Text *out, const NetBuilder *draft)
{
    for (size_t i = 0; i < draft->rule_count; i++) {
        const DraftRule *rule = &draft->rules[i];
        text_addf(out, rule->count ? "(<= %s" : "%s", rule->head);
        for (size_t k = 0; k < rule->count; k++)
            text_addf(out, " %s", rule->body[k]);
        text_adds(out, rule->count ? ")\n" : "\n");
    }
}

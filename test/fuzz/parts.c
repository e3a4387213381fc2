/* parts.c - random games put together from parts that run for ever, or run out
 *
 * In:   random numbers
 * Out:  the text of a game
 * Next: verify_fuzz.c
 *
 * Part N has names that end in N, so that parts know of each other only by the
 * conditions that chance puts on their moves. Start reading at parts_random(),
 * at the end.
 */
#include "parts.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

typedef enum { WALK, COUNTER, CELLS, LOCK, CHOICE, KINDS } Kind;

enum { MAX_PARTS = 3 };

typedef struct {
    Kind kind;
    int size;       /* of places, values, cells, dials, numbers */
    int owner;      /* the role that moves here; all do, in a choice */
    bool by_itself; /* a counter that nobody moves */
} Part;

typedef struct {
    Random *random;
    Text *out;
    Part parts[MAX_PARTS];
    int part_count, role_count;
    bool turns; /* roles take turns, others pass */
} Maker;

static const char *const roles[] = {"white", "black"};

static int below(Maker *maker, int bound)
{
    return (int)random_below(maker->random, (uint32_t)bound);
}

static bool one_in(Maker *maker, int count)
{
    return below(maker, count) == 0;
}

__attribute__((format(printf, 2, 3))) static void say(Maker *maker,
                                                      const char *format, ...)
{
    char line[400];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    text_adds(maker->out, line);
}

/* ---- conditions ---- */

/* A feature of some part, which may or may not hold. */
static void say_feature(Maker *maker)
{
    int number = below(maker, maker->part_count);
    const Part *part = &maker->parts[number];
    int value = below(maker, part->size);
    switch (part->kind) {
    case WALK:
        say(maker, "(true (at%d %d))", number, value);
        break;
    case COUNTER:
        say(maker, "(true (count%d %d))", number, value);
        break;
    case CELLS:
        say(maker, "(true (cell%d %d))", number, value);
        break;
    case LOCK:
        if (one_in(maker, 2))
            say(maker, "(true open%d)", number);
        else
            say(maker, "(true (stage%d %d))", number, below(maker, 3));
        break;
    default:
        say(maker, one_in(maker, 3) ? "(true fresh%d)" : "(true lucky%d)",
            number);
    }
}

static void say_condition(Maker *maker)
{
    bool negated = one_in(maker, 3);
    say(maker, negated ? " (not " : " ");
    say_feature(maker);
    say(maker, negated ? ")" : "");
}

static void say_perhaps(Maker *maker, int one_of)
{
    if (one_in(maker, one_of))
        say_condition(maker);
}

/* ---- parts ---- */

/* The head of a rule for a move of part NUMBER. */
static void begin_legal(Maker *maker, int number, const char *move)
{
    const char *role = roles[maker->parts[number].owner];
    say(maker, "(<= (legal %s %s)", role, move);
    if (maker->turns)
        say(maker, " (true (control %s))", role);
}

static void end_legal(Maker *maker)
{
    say_perhaps(maker, 3);
    say(maker, ")\n");
}

static void make_walk(Maker *maker, int n)
{
    const Part *part = &maker->parts[n];
    bool forward = one_in(maker, 3), leaves = one_in(maker, 2);
    say(maker, "(init (at%d 0))\n", n);
    for (int from = 0; from < part->size; from++)
        for (int to = leaves; to < part->size; to++)
            if (from != to && one_in(maker, 2) && (!forward || from < to))
                say(maker, "(edge%d %d %d)\n", n, from, to);
    say(maker, "(edge%d 0 1)\n", n);
    char move[32];
    snprintf(move, sizeof move, "(go%d ?y)", n);
    begin_legal(maker, n, move);
    say(maker, " (true (at%d ?x)) (edge%d ?x ?y)", n, n);
    end_legal(maker);
    say(maker, "(<= (next (at%d ?y)) (does ?r (go%d ?y)))\n", n, n);
    say(maker, "(<= walks%d (does ?r (go%d ?y)))\n", n, n);
    say(maker, "(<= (next (at%d ?x)) (true (at%d ?x)) (not walks%d))\n", n, n,
        n);
}

static void make_counter(Maker *maker, int n)
{
    const Part *part = &maker->parts[n];
    bool up = one_in(maker, 3), round = one_in(maker, 4);
    char move[32];
    say(maker, "(init (count%d %d))\n", n, part->size - 1);
    for (int i = 0; i + 1 < part->size; i++)
        say(maker, "(less%d %d %d)\n", n, i, i + 1);
    if (round)
        say(maker, "(less%d %d 0)\n", n, part->size - 1);
    if (part->by_itself) {
        say(maker,
            "(<= (next (count%d ?x)) (true (count%d ?y)) "
            "(less%d ?x ?y))\n",
            n, n, n);
        say(maker, "(<= (next (count%d 0)) (true (count%d 0)))\n", n, n);
        return;
    }
    for (int way = 0; way < 1 + up; way++) {
        snprintf(move, sizeof move, way ? "(up%d ?y)" : "(down%d ?y)", n);
        begin_legal(maker, n, move);
        say(maker,
            way ? " (true (count%d ?x)) (less%d ?x ?y)"
                : " (true (count%d ?x)) (less%d ?y ?x)",
            n, n);
        end_legal(maker);
        say(maker, "(<= (next (count%d ?y)) (does ?r %s))\n", n, move);
        say(maker, "(<= counts%d (does ?r %s))\n", n, move);
    }
    say(maker, "(<= (next (count%d ?x)) (true (count%d ?x)) (not counts%d))\n",
        n, n, n);
}

static void make_cells(Maker *maker, int n)
{
    const Part *part = &maker->parts[n];
    bool wipes = one_in(maker, 3);
    char move[32];
    for (int i = 0; i < part->size; i++)
        say(maker, "(place%d %d)\n", n, i);
    if (one_in(maker, 3))
        say(maker, "(init (cell%d %d))\n", n, below(maker, part->size));
    snprintf(move, sizeof move, "(mark%d ?x)", n);
    begin_legal(maker, n, move);
    say(maker, " (place%d ?x) (not (true (cell%d ?x)))", n, n);
    end_legal(maker);
    say(maker, "(<= (next (cell%d ?x)) (does ?r (mark%d ?x)))\n", n, n);
    if (wipes) {
        snprintf(move, sizeof move, "(wipe%d ?x)", n);
        begin_legal(maker, n, move);
        say(maker, " (true (cell%d ?x))", n);
        end_legal(maker);
        say(maker, "(<= (wiped%d ?x) (does ?r (wipe%d ?x)))\n", n, n);
    }
    say(maker, "(<= (next (cell%d ?x)) (true (cell%d ?x))", n, n);
    if (wipes)
        say(maker, " (not (wiped%d ?x))", n);
    say(maker, ")\n");
}

/* Opens to the right dials in the right order; a wrong one begins again, or
 * spoils it for ever. */
static void make_lock(Maker *maker, int n)
{
    const Part *part = &maker->parts[n];
    int stages = 2 + below(maker, 3);
    bool spoils = one_in(maker, 2);
    char move[32];
    say(maker, "(init (stage%d 0))\n", n);
    for (int i = 0; i < part->size; i++)
        say(maker, "(dial%d %d)\n", n, i);
    for (int i = 0; i < stages; i++)
        say(maker, "(code%d %d %d %d)\n", n, i, below(maker, part->size),
            i + 1);
    snprintf(move, sizeof move, "(press%d ?d)", n);
    begin_legal(maker, n, move);
    say(maker, " (dial%d ?d)", n);
    end_legal(maker);
    say(maker,
        "(<= (right%d ?t) (true (stage%d ?s)) (does ?r (press%d ?d)) "
        "(code%d ?s ?d ?t))\n",
        n, n, n, n);
    say(maker, "(<= fits%d (right%d ?t))\n", n, n);
    say(maker, "(<= pressed%d (does ?r (press%d ?d)))\n", n, n);
    say(maker, "(<= (next (stage%d ?t)) (right%d ?t))\n", n, n);
    say(maker,
        "(<= (next (stage%d ?s)) (true (stage%d ?s)) "
        "(not pressed%d))\n",
        n, n, n);
    if (!spoils)
        say(maker, "(<= (next (stage%d 0)) pressed%d (not fits%d))\n", n, n, n);
    say(maker, "(<= (next open%d) (right%d %d))\n", n, n, stages);
    if (one_in(maker, 2))
        say(maker, "(<= (next open%d) (true open%d))\n", n, n);
}

/* At the first step everybody names a number. */
static void make_choice(Maker *maker, int n)
{
    const Part *part = &maker->parts[n];
    say(maker, "(init fresh%d)\n", n);
    for (int i = 0; i < part->size; i++)
        say(maker, "(number%d %d)\n", n, i);
    for (int r = 0; r < maker->role_count; r++)
        say(maker,
            "(<= (legal %s (name%d ?x)) (true fresh%d) "
            "(number%d ?x))\n",
            roles[r], n, n, n);
    say(maker, "(<= (next lucky%d)", n);
    for (int r = 0; r < maker->role_count; r++)
        say(maker, " (does %s (name%d %d))", roles[r], n,
            below(maker, part->size));
    say(maker, ")\n");
    if (one_in(maker, 2))
        say(maker, "(<= (next lucky%d) (true lucky%d))\n", n, n);
}

static void make_part(Maker *maker, int number)
{
    static void (*const makers[KINDS])(Maker *, int) = {
        make_walk, make_counter, make_cells, make_lock, make_choice};
    makers[maker->parts[number].kind](maker, number);
}

/* ---- the rest ---- */

static void make_turns(Maker *maker)
{
    bool passes = one_in(maker, 4);
    for (int r = 0; r < maker->role_count; r++) {
        say(maker, "(role %s)\n", roles[r]);
        if (maker->turns && !passes)
            say(maker, "(<= (legal %s noop) (not (true (control %s))))\n",
                roles[r], roles[r]);
        else if (passes || !one_in(maker, 4))
            say(maker, "(legal %s noop)\n", roles[r]);
    }
    if (!maker->turns)
        return;
    say(maker, "(init (control white))\n");
    say(maker, "(<= (next (control black)) (true (control white)))\n");
    say(maker, "(<= (next (control white)) (true (control black)))\n");
}

static void make_end(Maker *maker)
{
    for (int i = 1 + below(maker, 2); i > 0; i--) {
        say(maker, "(<= terminal");
        say_condition(maker);
        say_perhaps(maker, 2);
        say(maker, ")\n");
    }
    for (int r = 0; r < maker->role_count; r++) {
        say(maker, "(<= (goal %s 100)", roles[r]);
        say_condition(maker);
        say(maker, ")\n");
        say(maker,
            one_in(maker, 3) ? "(goal %s 0)\n"
                             : "(<= (goal %s 0) (not (goal %s 100)))\n",
            roles[r], roles[r]);
    }
}

static Part random_part(Maker *maker)
{
    static const int least[KINDS] = {3, 3, 2, 4, 20};
    static const int most[KINDS] = {6, 8, 4, 9, 60};
    Part part = {.kind = (Kind)below(maker, KINDS + 1)};
    if (part.kind == KINDS)
        part.kind = CHOICE; /* the rarest events */
    part.size =
        least[part.kind] + below(maker, most[part.kind] - least[part.kind] + 1);
    if (part.kind == CHOICE && maker->role_count == 1)
        part.size *= 10;
    part.owner = below(maker, maker->role_count);
    part.by_itself = part.kind == COUNTER && one_in(maker, 4);
    return part;
}

void parts_random(Text *out, Random *random)
{
    Maker maker = {.random = random, .out = out};
    maker.role_count = 1 + !one_in(&maker, 4);
    maker.turns = maker.role_count == 2 && one_in(&maker, 2);
    maker.part_count = 1 + below(&maker, MAX_PARTS);
    for (int i = 0; i < maker.part_count; i++)
        maker.parts[i] = random_part(&maker);
    make_turns(&maker);
    for (int i = 0; i < maker.part_count; i++)
        make_part(&maker, i);
    make_end(&maker);
}

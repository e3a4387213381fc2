/* inductive_core.c - which of many properties a proof needs
 *
 * In:   an inductive set, and those of it that are wanted
 * Out:  a part of it with these that is inductive
 *
 * Each property of degree 0 has a literal that switches it on in position 0;
 * those that the solver needed to show that none of the wanted ones fails after
 * a step are wanted, too. Start reading at find_inductive_core(), at the end.
 */
#include "prove/induction/inductive_core.h"

#include <stdlib.h>

enum { CHUNK = 24, FEW = 200 };

typedef struct {
    const GroundProperty *list;
    size_t count;
    Sat *sat;
    Unroll *unroll;
    PropertyClauses here, there;
    SatLit *active; /* 0 for those that look ahead */
    bool *needed;
    VEC(uint32_t) open; /* needed ones that were not asked about yet */
} Supporter;

static void begin(Supporter *supporter, const PropertyTable *properties,
                  const Budget *budget)
{
    Sat *sat = supporter->sat = sat_new(budget);
    sat_option(sat, "lucky", 0);
    supporter->unroll = unroll_new(properties->net, sat, UNROLL_ANY);
    supporter->here = property_clauses(properties, supporter->unroll, sat, 0);
    supporter->there = property_clauses(properties, supporter->unroll, sat, 1);
    supporter->active = calloc(supporter->count + 1, sizeof(SatLit));
    if (!supporter->active)
        fatal("out of memory");
    for (size_t i = 0; i < supporter->count; i++) {
        if (supporter->needed[i])
            vec_push(&supporter->open, (uint32_t)i);
        if (supporter->list[i].degree)
            continue;
        supporter->active[i] = sat_variable(sat);
        property_suppose(&supporter->here, supporter->active[i],
                         &supporter->list[i]);
    }
}

static void end(Supporter *supporter)
{
    property_clauses_free(&supporter->here);
    property_clauses_free(&supporter->there);
    unroll_free(supporter->unroll);
    sat_free(supporter->sat);
    free(supporter->active);
    vec_free(&supporter->open);
}

/* The next ones of the same kind: those that look ahead are true where the
 * others are, those of degree 0 after a step. */
static size_t take_chunk(Supporter *supporter, uint32_t *chunk)
{
    size_t count = 0, kept = 0;
    bool ahead = supporter->list[supporter->open.items[0]].degree;
    for (size_t i = 0; i < supporter->open.count; i++) {
        uint32_t number = supporter->open.items[i];
        if (count < CHUNK && !!supporter->list[number].degree == ahead)
            chunk[count++] = number;
        else
            supporter->open.items[kept++] = number;
    }
    supporter->open.count = kept;
    return count;
}

/* Keeps of USED what the solver needed; returns how many. */
static size_t keep_needed(const Supporter *supporter, bool *used)
{
    size_t count = 0;
    for (size_t i = 0; i < supporter->count; i++) {
        used[i] = used[i] && (supporter->needed[i] ||
                              sat_failed(supporter->sat, supporter->active[i]));
        count += used[i];
    }
    return count;
}

static void note_needed(Supporter *supporter, const bool *used)
{
    for (uint32_t i = 0; i < supporter->count; i++)
        if (used[i] && !supporter->needed[i]) {
            supporter->needed[i] = true;
            vec_push(&supporter->open, i);
        }
}

/* Whether the clause of SOME cannot be, with what is USED before the step. */
static bool is_impossible(Supporter *supporter, const bool *used, SatLit some,
                          bool ahead, int64_t conflicts)
{
    Sat *sat = supporter->sat;
    for (size_t i = 0; i < supporter->count; i++)
        if (used[i])
            sat_assume(sat, supporter->active[i]);
    if (!ahead)
        sat_assume(sat, unroll_taken(supporter->unroll, 0));
    sat_assume(sat, some);
    return unroll_solve(supporter->unroll, conflicts) == SAT_NO;
}

/* Drops from USED, one by one, what is not needed. */
static void do_without(Supporter *supporter, bool *used, SatLit some,
                       bool ahead)
{
    enum { CONFLICTS = 1000 };
    for (size_t i = 0; i < supporter->count; i++) {
        if (!used[i] || supporter->needed[i])
            continue;
        used[i] = false;
        if (is_impossible(supporter, used, some, ahead, CONFLICTS))
            (void)keep_needed(supporter, used);
        else
            used[i] = true;
    }
}

/* Whether none of CHUNK can fail, with all that is switched on. */
static bool support(Supporter *supporter, const uint32_t *chunk, size_t count)
{
    bool ahead = supporter->list[chunk[0]].degree;
    Sat *sat = supporter->sat;
    SatLit clause[CHUNK + 1];
    SatLit some = sat_variable(sat);
    for (size_t i = 0; i < count; i++)
        clause[i] =
            property_violation(ahead ? &supporter->here : &supporter->there,
                               &supporter->list[chunk[i]]);
    clause[count] = -some;
    sat_clause(sat, clause, count + 1);
    bool *used = calloc(supporter->count + 1, sizeof *used);
    if (!used)
        fatal("out of memory");
    for (size_t i = 0; i < supporter->count; i++)
        used[i] = supporter->active[i];
    bool none = is_impossible(supporter, used, some, ahead, -1);
    if (none && keep_needed(supporter, used) <= FEW)
        do_without(supporter, used, some, ahead);
    if (none)
        note_needed(supporter, used);
    free(used);
    sat_clause1(sat, -some);
    return none;
}

bool find_inductive_core(const PropertyTable *properties,
                         const GroundProperty *list, size_t count, bool *needed,
                         const Budget *budget)
{
    Supporter supporter = {.list = list, .count = count, .needed = needed};
    uint32_t chunk[CHUNK];
    bool good = true;
    begin(&supporter, properties, budget);
    while (good && supporter.open.count) {
        size_t size = take_chunk(&supporter, chunk);
        good = support(&supporter, chunk, size);
    }
    end(&supporter);
    return good;
}

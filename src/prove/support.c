/* support.c - which of many properties a proof needs
 *
 * In:   an inductive set, and those of it that are wanted
 * Out:  a part of it with these that is inductive
 *
 * Each property of degree 0 has a literal that switches it on in position 0;
 * those that the solver needed to show that none of the wanted ones fails after
 * a step are wanted, too. Start reading at find_support(), at the end.
 */
#include "prove/support.h"

#include <stdlib.h>

enum { CHUNK = 24 };

typedef struct {
    const Sentence *list;
    size_t count;
    Sat *sat;
    Unroll *unroll;
    SentenceClauses here, there;
    SatLit *active; /* 0 for those that look ahead */
    bool *needed;
    VEC(uint32_t) open; /* needed ones that were not asked about yet */
} Supporter;

static void begin(Supporter *supporter, const Sentences *sentences,
                  const Budget *budget)
{
    Sat *sat = supporter->sat = sat_new(budget);
    sat_option(sat, "lucky", 0);
    supporter->unroll = unroll_new(sentences->net, sat, UNROLL_ANY);
    supporter->here = sentence_clauses(sentences, supporter->unroll, sat, 0);
    supporter->there = sentence_clauses(sentences, supporter->unroll, sat, 1);
    supporter->active = calloc(supporter->count + 1, sizeof(SatLit));
    if (!supporter->active)
        fatal("out of memory");
    for (size_t i = 0; i < supporter->count; i++) {
        if (supporter->needed[i])
            vec_push(&supporter->open, (uint32_t)i);
        if (supporter->list[i].degree)
            continue;
        supporter->active[i] = sat_variable(sat);
        sentence_suppose(&supporter->here, supporter->active[i],
                         &supporter->list[i]);
    }
}

static void end(Supporter *supporter)
{
    sentence_clauses_free(&supporter->here);
    sentence_clauses_free(&supporter->there);
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

static void note_needed(Supporter *supporter)
{
    for (uint32_t i = 0; i < supporter->count; i++)
        if (supporter->active[i] && !supporter->needed[i] &&
            sat_failed(supporter->sat, supporter->active[i])) {
            supporter->needed[i] = true;
            vec_push(&supporter->open, i);
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
            sentence_violation(ahead ? &supporter->here : &supporter->there,
                               &supporter->list[chunk[i]]);
    clause[count] = -some;
    sat_clause(sat, clause, count + 1);
    for (size_t i = 0; i < supporter->count; i++)
        if (supporter->active[i])
            sat_assume(sat, supporter->active[i]);
    if (!ahead)
        sat_assume(sat, unroll_taken(supporter->unroll, 0));
    sat_assume(sat, some);
    bool none = unroll_solve(supporter->unroll, -1) == SAT_NO;
    if (none)
        note_needed(supporter);
    sat_clause1(sat, -some);
    return none;
}

bool find_support(const Sentences *sentences, const Sentence *list,
                  size_t count, bool *needed, const Budget *budget)
{
    Supporter supporter = {.list = list, .count = count, .needed = needed};
    uint32_t chunk[CHUNK];
    bool good = true;
    begin(&supporter, sentences, budget);
    while (good && supporter.open.count) {
        size_t size = take_chunk(&supporter, chunk);
        good = support(&supporter, chunk, size);
    }
    end(&supporter);
    return good;
}

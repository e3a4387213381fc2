/* turns.h - turns of a schedule on a small game, for unit tests of stages
 *
 * turns_open(rules), then properties, then turns_begin(); turns_close() looks
 * whether all that was decided is so in all positions.
 */
#ifndef ZERMELO_TEST_TURNS_H
#define ZERMELO_TEST_TURNS_H

#include "named_features.h"

#include "prove/stages.h"
#include "prove/walk/reachable_states.h"

enum { MAX_PROPERTIES = 8 };

/* Steps are counted up to 24, the end; a lamp may be switched on. */
static const char counting[] __attribute__((unused)) =
    "(role you) (init (step 0)) (legal you wait) (legal you light)"
    "(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6)"
    "(succ 6 7) (succ 7 8) (succ 8 9) (succ 9 10) (succ 10 11) (succ 11 12)"
    "(succ 12 13) (succ 13 14) (succ 14 15) (succ 15 16) (succ 16 17)"
    "(succ 17 18) (succ 18 19) (succ 19 20) (succ 20 21) (succ 21 22)"
    "(succ 22 23) (succ 23 24)"
    "(<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))"
    "(<= (next lamp) (does you light)) (<= (next lamp) (true lamp))"
    "(<= terminal (true (step 24))) (<= (goal you 100) (true lamp))"
    "(<= (goal you 0) (not (true lamp)))";

typedef struct {
    Loaded loaded;
    GroundProperty list[MAX_PROPERTIES];
    PropertyResult results[MAX_PROPERTIES];
    PropertyTask task;
    Schedule *schedule;
} Turns;

static inline void turns_open(Turns *turns, const char *rules)
{
    *turns = (Turns){.loaded = load_net(rules)};
    turns->task = (PropertyTask){.net = turns->loaded.net,
                                 .properties = &turns->loaded.properties,
                                 .list = turns->list,
                                 .seed = 1,
                                 .budget = &turns->loaded.budget};
}

static inline void turns_add(Turns *turns, Ref ref)
{
    assert_true(turns->task.count < MAX_PROPERTIES);
    turns->list[turns->task.count++].ends[0] = ref;
}

static inline Ref turns_feature(Turns *turns, const char *name)
{
    return property_feature(&turns->loaded.properties, 0,
                            feature_named(turns->loaded.net, name));
}

/* Not both. */
static inline Ref turns_exclusion(Turns *turns, const char *left,
                                  const char *right)
{
    return ref_not(property_pair(&turns->loaded.properties,
                                 turns_feature(turns, left),
                                 turns_feature(turns, right)));
}

/* The first plays refute nothing. */
static inline void turns_begin(Turns *turns)
{
    turns->schedule = schedule_new(&turns->task, turns->results);
    assert_int_equal(schedule_count_wanted(turns->schedule), turns->task.count);
}

static inline Verdict turns_verdict(const Turns *turns, size_t number)
{
    return turns->results[number].verdict;
}

static inline void assert_play_refutes(const Turns *turns, Cursor *cursor,
                                       size_t number)
{
    const PropertyResult *result = &turns->results[number];
    cursor_reset(cursor);
    for (size_t i = 0; i < result->at; i++) {
        assert_false(cursor_is_terminal(cursor));
        cursor_moves(cursor, result->moves + i * turns->loaded.net->role_count);
        cursor_set(cursor, cursor_next(cursor));
    }
    assert_false(holds_in(&turns->loaded, cursor_state(cursor),
                          turns->list[number].ends[0]));
}

static inline void assert_decided_rightly(const Turns *turns)
{
    Machine *machine = machine_new(turns->loaded.net);
    Cursor *cursor = cursor_new(machine);
    ReachableStates *reachable = reachable_new(machine, 10000, NULL);
    const RefList *lemmas = &turns->task.lemmas;
    assert_true(reachable_complete(reachable));
    for (size_t i = 0; i < reachable_count(reachable); i++) {
        const uint64_t *state = reachable_state(reachable, i);
        for (size_t k = 0; k < lemmas->count; k++)
            assert_true(holds_in(&turns->loaded, state, lemmas->items[k]));
        for (size_t k = 0; k < turns->task.count; k++)
            if (turns_verdict(turns, k) == VERDICT_PROVED)
                assert_true(
                    holds_in(&turns->loaded, state, turns->list[k].ends[0]));
    }
    for (size_t k = 0; k < turns->task.count; k++)
        if (turns_verdict(turns, k) == VERDICT_REFUTED)
            assert_play_refutes(turns, cursor, k);
    reachable_free(reachable);
    cursor_free(cursor);
    machine_free(machine);
}

/* Ends the schedule, which may decide more. */
static inline void turns_end(Turns *turns)
{
    if (turns->schedule)
        schedule_free(turns->schedule);
    turns->schedule = NULL;
}

static inline void turns_close(Turns *turns)
{
    turns_end(turns);
    assert_decided_rightly(turns);
    for (size_t i = 0; i < turns->task.count; i++)
        free(turns->results[i].moves);
    vec_free(&turns->task.lemmas);
    unload(&turns->loaded);
}

#endif

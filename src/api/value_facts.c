/* value_facts.c - what is proved for the values of a game
 *
 * In:   a Net
 * Out:  whether every play ends, has values, and turns are taken
 * Next: solve/game_value.c, which does not see prove/
 *
 * By the rounds of verify, with smaller quotas.
 */
#include "api/value_facts.h"

#include "base/bits.h"
#include "base/memory.h"
#include "prove/verify_rounds.h"

#include <string.h>

static const double QUOTA_SCALE = 0.1; /* of verify's */
enum { MAX_ROUNDS = 3 };

static bool is_proved(const VerifyRounds *rounds, const Questions *questions,
                      Check check)
{
    for (size_t i = 0; i < questions->list.count; i++)
        if (questions->topics.items[i].check == check)
            return rounds->results[i].verdict == VERDICT_PROVED;
    return false;
}

GameFacts value_facts(const Game *game, const Net *net, Interp *interp,
                      uint64_t seed, const Budget *budget)
{
    static const Check checks[] = {CHECK_PLAYABLE, CHECK_GOALS,
                                   CHECK_TURN_TAKING};
    MethodStatistics statistics[PROOF_METHOD_COUNT] = {0};
    PropertyTable properties;
    ProveLimits limits;
    Arena *arena = arena_new();
    prove_limits_init(&limits);
    limits.values[LIMIT_QUOTA_SCALE] = QUOTA_SCALE;
    limits.values[LIMIT_MAX_ROUNDS] = MAX_ROUNDS;
    properties_init(&properties, net);
    Questions questions = {.game = game, .net = net, .properties = &properties};
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
        questions_add(&questions, interp, checks[i]);
    VerifyTask task = {.game = game,
                       .interp = interp,
                       .seed = seed,
                       .budget = budget,
                       .limits = &limits,
                       .statistics = statistics,
                       .arena = arena};
    VerifyRounds rounds = {.task = &task,
                           .net = net,
                           .properties = &properties,
                           .questions = &questions};
    verify_rounds_run(&rounds);
    GameFacts facts = {
        .is_finite = rounds.termination.verdict == VERDICT_PROVED &&
                     is_proved(&rounds, &questions, CHECK_PLAYABLE),
        .has_values = is_proved(&rounds, &questions, CHECK_GOALS),
        .is_turn_taking = is_proved(&rounds, &questions, CHECK_TURN_TAKING)};
    verify_rounds_free(&rounds);
    questions_free(&questions);
    properties_free(&properties);
    arena_free(arena);
    return facts;
}

/* ---- percepts ---- */

/* The moves of ROLE for which LIT is true, a bit for each; false if LIT does
 * not depend on them alone. */
static bool moves_of(const Net *net, Lit lit, size_t role, uint64_t *moves)
{
    const Node *node = &net->nodes[lit_node(lit)];
    size_t words = words_for(net->roles[role].move_count);
    if (node->kind != NODE_MOVES || net->sets[node->set].role != role)
        return false;
    const MoveSet *set = &net->sets[node->set];
    memset(moves, 0, words * sizeof *moves);
    for (size_t i = 0; i < set->count; i++)
        set_bit(moves, set->moves[i]);
    return true; /* a negation tells the same moves apart */
}

/* Whether the percepts of VIEWER tell every two moves of OTHER apart. Moves are
 * in one class until a percept separates them. */
static bool sees_moves(const Net *net, size_t viewer, size_t other)
{
    const Role *role = &net->roles[viewer];
    size_t count = net->roles[other].move_count, classes = 1;
    uint32_t *class_of = memory_zeroed(count, sizeof *class_of),
             *split = memory_array(count, sizeof *split);
    uint64_t *moves = memory_array(words_for(count), sizeof *moves);
    bool *has_outside = memory_array(count, sizeof *has_outside);
    for (size_t p = 0; p < role->percept_count && classes < count; p++) {
        size_t before = classes;
        if (!moves_of(net, role->percepts[p].lit, other, moves))
            continue;
        for (size_t i = 0; i < before; i++)
            split[i] = NO_INDEX;
        memset(has_outside, 0, count * sizeof *has_outside);
        for (size_t i = 0; i < count; i++)
            if (!get_bit(moves, i))
                has_outside[class_of[i]] = true;
        for (size_t i = 0; i < count; i++) {
            uint32_t class = class_of[i];
            if (!get_bit(moves, i) || !has_outside[class])
                continue;
            if (split[class] == NO_INDEX)
                split[class] = (uint32_t)classes++;
            class_of[i] = split[class];
        }
    }
    free_all(class_of, split, moves, has_outside);
    return classes >= count;
}

bool all_moves_are_seen(const Net *net)
{
    for (size_t viewer = 0; viewer < net->role_count; viewer++)
        for (size_t other = 0; other < net->role_count; other++)
            if (viewer != other && !net->roles[viewer].is_random &&
                !sees_moves(net, viewer, other))
                return false;
    return true;
}

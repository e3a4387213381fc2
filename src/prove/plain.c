/* plain.c - random plays by the interpreter, for games that are not grounded
 *
 * In:   an Interp
 * Out:  plays that show what is wrong with the game
 *
 * One play after the other until the time is up or there is nothing left to
 * find. Start reading at plain_plays(), at the end.
 */
#include "prove/plain.h"

#include "base/map.h"
#include "base/random.h"

#include <string.h>

enum { MOST_PLAYS = 10000, MOST_STEPS = 2000 };

typedef struct {
    Interp *interp;
    size_t roles;
    const Budget *budget;
    Arena *arena;
    PlainFinds finds;
    /* of the present play */
    Arena *scratch;
    VEC(const Term *) moves;
    VEC(const Position *) positions;
    Map map; /* of positions */
} Plain;

bool plain_is_stuck(Interp *interp)
{
    for (size_t i = 0; i < interp_role_count(interp); i++) {
        size_t count;
        interp_legal(interp, i, &count);
        if (!count)
            return true;
    }
    return false;
}

bool plain_is_wrong(Interp *interp)
{
    for (size_t i = 0; i < interp_role_count(interp); i++) {
        size_t count;
        const int *goals = interp_goals(interp, i, &count);
        if (!interp_is_random(interp, i) &&
            (count != 1 || goals[0] < 0 || goals[0] > 100))
            return true;
    }
    return false;
}

bool plain_gets(Interp *interp, size_t role, int value)
{
    size_t count;
    const int *goals = interp_goals(interp, role, &count);
    for (size_t i = 0; i < count; i++)
        if (goals[i] == value)
            return true;
    return false;
}

static const Play *this_play(const Plain *plain)
{
    Play *play = arena_alloc(plain->arena, sizeof *play);
    play->steps = plain->moves.count / plain->roles;
    play->moves =
        arena_array(plain->arena, const Term *, plain->moves.count + 1);
    for (size_t i = 0; i < plain->moves.count; i++)
        play->moves[i] = plain->moves.items[i];
    return play;
}

/* The number of an equal position of this play, or its own. */
static size_t number_of(Plain *plain, const Position *position)
{
    for (MapProbe p = map_probe(&plain->map, position->hash);
         map_next(&plain->map, &p);) {
        const Position *other = plain->positions.items[p.index];
        if (other->count == position->count &&
            (!other->count ||
             memcmp(other->features, position->features,
                    other->count * sizeof *other->features) == 0))
            return p.index;
    }
    map_add(&plain->map, position->hash, (uint32_t)plain->positions.count);
    vec_push(&plain->positions, position);
    return plain->positions.count - 1;
}

static void look_at_end(Plain *plain)
{
    PlainFinds *finds = &plain->finds;
    if (!finds->wrong && plain_is_wrong(plain->interp))
        finds->wrong = this_play(plain);
    for (size_t i = 0; i < plain->roles; i++)
        if (!finds->wins[i] && plain_gets(plain->interp, i, 100))
            finds->wins[i] = this_play(plain);
}

/* Adds a legal joint move; false if there is none. */
static bool choose(Plain *plain, Random *random)
{
    size_t first = plain->moves.count;
    for (size_t i = 0; i < plain->roles; i++) {
        size_t count;
        const Term *const *legal = interp_legal(plain->interp, i, &count);
        if (!count) {
            plain->moves.count = first;
            return false;
        }
        vec_push(&plain->moves, legal[random_below(random, (uint32_t)count)]);
    }
    return true;
}

static bool is_over(const Plain *plain)
{
    return budget_spent(plain->budget) || interp_failure(plain->interp);
}

static void play_once(Plain *plain, Random *random)
{
    Interp *interp = plain->interp;
    const Position *position = interp_initial(interp);
    vec_clear(&plain->moves);
    vec_clear(&plain->positions);
    map_clear(&plain->map);
    for (size_t step = 0; step <= MOST_STEPS && !is_over(plain); step++) {
        interp_set(interp, position);
        size_t number = number_of(plain, position);
        if (number < step && !plain->finds.returns) {
            plain->finds.returns = this_play(plain);
            plain->finds.loop_from = number;
        }
        if (number < step)
            return; /* the numbers of positions are no longer their depths */
        if (interp_terminal(interp)) {
            look_at_end(plain);
            return;
        }
        if (!choose(plain, random)) {
            if (!plain->finds.stuck)
                plain->finds.stuck = this_play(plain);
            return;
        }
        position = interp_next(interp, &plain->moves.items[step * plain->roles],
                               plain->scratch);
    }
}

PlainFinds plain_plays(Interp *interp, uint64_t seed, const Budget *budget,
                       Arena *arena)
{
    Plain plain = {.interp = interp,
                   .roles = interp_role_count(interp),
                   .budget = budget,
                   .arena = arena};
    plain.finds.wins = arena_array(arena, const Play *, plain.roles);
    for (uint64_t i = 0; i < MOST_PLAYS && !is_over(&plain); i++) {
        Random random = random_new(seed, 7000 + i);
        plain.scratch = arena_new();
        play_once(&plain, &random);
        arena_free(plain.scratch);
        bool all =
            plain.finds.stuck && plain.finds.wrong && plain.finds.returns;
        for (size_t k = 0; k < plain.roles; k++)
            all = all && plain.finds.wins[k];
        if (all)
            break;
    }
    vec_free(&plain.moves);
    vec_free(&plain.positions);
    map_free(&plain.map);
    return plain.finds;
}

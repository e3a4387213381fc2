/* verify.c - zermelo.h: is a game well-formed
 *
 * In:   a game
 * Out:  verdicts, as strings and numbers
 */
#include "api/handle.h"

#include "lang/print.h"
#include "prove/verify.h"

#include <stdlib.h>

struct ZermeloVerification {
    Arena *arena;
    Interp *interp;
    Budget budget;
    VerifiedList list;
    double seconds;
};

static const char *const properties[] = {
    [CHECK_PLAYABLE] = "playable", [CHECK_TERMINATING] = "terminating",
    [CHECK_GOALS] = "goals",       [CHECK_WINNABLE] = "winnable",
    [CHECK_BASES] = "bases",       [CHECK_INPUTS] = "inputs",
    [CHECK_ZERO_SUM] = "zero-sum", [CHECK_TURN_TAKING] = "turn-taking",
};

ZermeloVerification *zermelo_verify(ZermeloGame *game, uint64_t seed,
                                    const ZermeloLimits *limits,
                                    const char **why)
{
    *why = "the rules cannot be used";
    if (!game->game)
        return NULL;
    ZermeloVerification *all = fatal_malloc(sizeof *all);
    double begun = clock_now();
    *all = (ZermeloVerification){
        .arena = arena_new(),
        .budget = budget_new(limits ? limits->seconds : 0,
                             limits ? limits->cancelled : NULL)};
    all->interp = interp_new(game->game, &all->budget, why);
    if (!all->interp || !verify(game->game, all->interp, seed, &all->budget,
                                all->arena, &all->list, why)) {
        zermelo_verification_free(all);
        return NULL;
    }
    all->seconds = clock_now() - begun;
    return all;
}

void zermelo_verification_free(ZermeloVerification *verification)
{
    if (!verification)
        return;
    interp_free(verification->interp);
    arena_free(verification->arena);
    vec_free(&verification->list);
    free(verification);
}

double zermelo_verification_seconds(const ZermeloVerification *verification)
{
    return verification->seconds;
}

size_t zermelo_verification_count(const ZermeloVerification *verification)
{
    return verification->list.count;
}

size_t zermelo_verification_role_count(const ZermeloVerification *verification)
{
    return interp_role_count(verification->interp);
}

const char *zermelo_verification_role(const ZermeloVerification *verification,
                                      size_t role)
{
    return term_string(verification->arena,
                       interp_role(verification->interp, role));
}

ZermeloVerdict
zermelo_verification_verdict(const ZermeloVerification *verification,
                             size_t number)
{
    const Verified *from = &verification->list.items[number];
    return (ZermeloVerdict){
        .property = properties[from->check],
        .role = from->role == NO_INDEX
                    ? NULL
                    : zermelo_verification_role(verification, from->role),
        .verdict = (ZermeloAnswer)from->verdict,
        .how = from->how,
        .reason = from->reason,
        .has_bound = from->has_bound,
        .bound = from->bound,
        .has_play = from->play,
        .has_loop = from->has_loop && from->play,
        .play_length = from->play ? from->play->steps : 0,
        .loop_from = from->loop_from,
    };
}

const char *zermelo_verification_move(const ZermeloVerification *verification,
                                      size_t number, size_t step, size_t role)
{
    const Play *play = verification->list.items[number].play;
    size_t roles = interp_role_count(verification->interp);
    return term_string(verification->arena, play->moves[step * roles + role]);
}
